//! Compile time of whole kernels, per guest instruction.
//!
//! `cargo bench --bench compile` measures with criterion, `-- table` prints one line per kernel: the first
//! compilation by a new compiler, and the best of many, quickly and with full effort, in time that the
//! thread has computed.

// It launches nothing.
#[allow(dead_code)]
mod suite;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use gcn_jit::jit::compile::{Compiler, Effort, Object, Request};
use gcn_jit::lower::Start;
use gcn_jit::runtime::LoadedProgram;
use rustix::time::{ClockId, clock_gettime};
use suite::{Kernel, entries};

fn request(program: &LoadedProgram, kernel: usize) -> Request<'_> {
    let k = &program.kernels[kernel];
    Request {
        program: &program.program,
        pc: program.base + k.entry,
        mode: k.mode,
        vgprs: k.into(),
        observed: false,
        start: &Start::Any,
        shown: Default::default(),
    }
}

fn generate(compiler: &mut Compiler, r: &Request<'_>) -> Object {
    compiler.compile(r).expect("compiles")
}

fn measure(c: &mut Criterion) {
    let mut compiler = Compiler::new().expect("a supported host");
    let mut group = c.benchmark_group("compile");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1));
    for e in entries() {
        let k = Kernel::new(&e);
        let r = request(&k.program, k.launch.kernel);
        group.throughput(Throughput::Elements(
            generate(&mut compiler, &r).instructions,
        ));
        for effort in [Effort::Quick, Effort::Full] {
            let id = BenchmarkId::new(&e.name, format!("{effort:?}"));
            group.bench_function(id, |b| b.iter(|| compiler.generate(&r, effort)));
        }
    }
    group.finish();
}

/// What this thread has computed so far: the time of others does not count.
fn micros() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 * 1e-3
}

fn table() {
    println!("kernel           instructions    bytes  us/instruction: first     best     full");
    let (mut first, mut best, mut full) = (vec![], vec![], vec![]);
    for e in entries() {
        let k = Kernel::new(&e);
        let r = request(&k.program, k.launch.kernel);
        let mut compiler = Compiler::new().expect("a supported host");
        let timed = |compiler: &mut Compiler| {
            let start = micros();
            let object = generate(compiler, &r);
            let micros = micros() - start;
            (micros / object.instructions as f64, object)
        };
        let (cold, object) = timed(&mut compiler);
        let warm = (0..50).map(|_| timed(&mut compiler).0);
        let warm = warm.fold(f64::MAX, f64::min);
        let careful = (0..20).map(|_| {
            let start = micros();
            let object = compiler.generate(&r, Effort::Full).expect("compiles");
            (micros() - start) / object.instructions as f64
        });
        let careful = careful.fold(f64::MAX, f64::min);
        println!(
            "{:16} {:12} {:8} {cold:22.1} {warm:8.1} {careful:8.1}",
            e.name,
            object.instructions,
            object.code_size()
        );
        full.push(careful);
        first.push(cold);
        best.push(warm);
    }
    for v in [&mut first, &mut best, &mut full] {
        v.sort_by(f64::total_cmp);
    }
    let median = |v: &[f64]| v[v.len() / 2];
    println!(
        "median: first {:.1}, best {:.1}, full {:.1}",
        median(&first),
        median(&best),
        median(&full)
    );
}

fn main() {
    if std::env::args().any(|a| a == "table") {
        return table();
    }
    let mut criterion = Criterion::default().configure_from_args();
    measure(&mut criterion);
    criterion.final_summary();
}
