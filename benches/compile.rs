//! Compile time of whole kernels, per guest instruction.
//!
//! `cargo bench --bench compile` measures with criterion, `-- table` prints one line per kernel: the first
//! compilation by a new compiler, and the best of many.

// It launches nothing.
#[allow(dead_code)]
mod suite;

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use gcn_jit::exec::LoadedProgram;
use gcn_jit::jit::compile::{Compiler, Object, Request};
use gcn_jit::lower::Start;
use suite::{Kernel, entries};

fn request(program: &LoadedProgram, kernel: usize) -> Request<'_> {
    let k = &program.kernels[kernel];
    Request {
        program: &program.program,
        pc: program.base + k.entry,
        mode: k.mode,
        vgprs: k.vgprs,
        observed: false,
        start: &Start::Any,
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
        group.bench_function(&e.name, |b| b.iter(|| compiler.generate(&r)));
    }
    group.finish();
}

fn table() {
    println!("kernel         instructions    bytes  first us/instruction  best us/instruction");
    let (mut first, mut best) = (vec![], vec![]);
    for e in entries() {
        let k = Kernel::new(&e);
        let r = request(&k.program, k.launch.kernel);
        let mut compiler = Compiler::new().expect("a supported host");
        let timed = |compiler: &mut Compiler| {
            let start = Instant::now();
            let object = generate(compiler, &r);
            let micros = start.elapsed().as_secs_f64() * 1e6;
            (micros / object.instructions as f64, object)
        };
        let (cold, object) = timed(&mut compiler);
        let warm = (0..50).map(|_| timed(&mut compiler).0);
        let warm = warm.fold(f64::MAX, f64::min);
        println!(
            "{:14} {:12} {:8} {cold:21.1} {warm:20.1}",
            e.name,
            object.instructions,
            object.code_size()
        );
        first.push(cold);
        best.push(warm);
    }
    for v in [&mut first, &mut best] {
        v.sort_by(f64::total_cmp);
    }
    let median = |v: &[f64]| v[v.len() / 2];
    println!(
        "median: first {:.1}, best {:.1}",
        median(&first),
        median(&best)
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
