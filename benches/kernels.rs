//! Whole kernels on both backends and several thread counts.
//!
//! `cargo bench --bench kernels` measures with criterion (small launches, which the interpreter can do
//! too) and prints, at the end, the ratios that count; `-- ratios` prints only these.
//! `-- check` compares what the two backends leave in the buffers of small launches.
//! `-- once NAME SECONDS THREADS` runs full-size launches as compiled code and prints one JSON
//! object: for the comparison with others, jit-tests/peers.py.
//! `-- checks` tells how much longer launches take whose mistakes are looked for: of the classes that are named,
//! `checks waits,nops memory`, or the usual ones; `none` is watched and looked for nothing.
//! `-- profile` tells how much longer launches take that are profiled, and `-- estimates` those whose time on a card is
//! estimated.
//! `ratios`, `check`, `checks`, `profile` and `estimates` take names of kernels too.

mod suite;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use gcn_jit::runtime::Backend;
use gcn_jit::runtime::check::Class;
use suite::{Entry, Kernel, entries};

/// Waves of a launch that the interpreter takes part in.
const SMALL: u64 = 256;

fn measure(c: &mut Criterion) {
    for e in entries() {
        let mut k = Kernel::new(&e);
        k.shrink(SMALL);
        let mut group = c.benchmark_group(&e.name);
        let items = k.launch.grid.iter().map(|g| *g as u64).product();
        group.throughput(Throughput::Elements(items));
        group
            .sample_size(10)
            .measurement_time(Duration::from_secs(1));
        for (backend, threads) in [(Backend::Jit, 1), (Backend::Jit, 2), (Backend::Interp, 1)] {
            let id = BenchmarkId::new(backend.to_string(), threads);
            group.bench_function(id, |b| b.iter(|| k.run(backend, threads)));
        }
        group.finish();
    }
}

/// The entries of these names, or all.
fn named(names: &[&str]) -> Vec<Entry> {
    let mut all = entries();
    all.retain(|e| names.is_empty() || names.contains(&e.name.as_str()));
    all
}

/// Whether both backends leave the same in the buffers of small launches.
fn check(names: &[&str]) -> bool {
    let mut same = true;
    for e in named(names) {
        let sums = [Backend::Interp, Backend::Jit].map(|backend| {
            let mut k = Kernel::new(&e);
            k.shrink(SMALL);
            let before = k.checksum();
            k.run(backend, 1);
            (before, k.checksum())
        });
        let [(before, interp), (_, jit)] = sums;
        let verdict = match () {
            () if interp != jit => "DIFFERENT",
            () if interp == before => "DOES NOTHING",
            () => "same",
        };
        same &= verdict == "same";
        println!("{:16} {interp:08x} {jit:08x} {verdict}", e.name);
    }
    same
}

/// The ratios of the interpreter and of two threads to compiled code on one, and compile time.
fn ratios(names: &[&str]) {
    println!("\nkernel           interp/jit  1/2 threads  compile ms   us/instruction      jit");
    let (mut product, mut compile) = (0.0, vec![]);
    for e in named(names) {
        let mut k = Kernel::new(&e);
        let first = k.run(Backend::Jit, 1);
        let micros = first.compile_seconds * 1e6 / first.instructions_compiled.max(1) as f64;
        compile.push(micros);
        // Alternating, so that whatever else the machine does meets both.
        let part = Duration::from_millis(200);
        let (mut one, mut two) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            one = one.min(k.best(Backend::Jit, 1, part));
            two = two.min(k.best(Backend::Jit, 2, part));
        }
        k.shrink(SMALL);
        let jit = k.best(Backend::Jit, 1, part).as_secs_f64();
        let interp = k.best(Backend::Interp, 1, part).as_secs_f64() / jit;
        product += interp.ln();
        println!(
            "{:16} {interp:10.1} {:12.2} {:11.2} {micros:16.1} {one:12.3?}",
            e.name,
            one.as_secs_f64() / two.as_secs_f64(),
            first.compile_seconds * 1e3,
        );
    }
    compile.sort_by(f64::total_cmp);
    println!(
        "interp/jit, geometric mean: {:.1}; compile time per instruction, median: {:.1} us",
        (product / compile.len() as f64).exp(),
        compile[compile.len() / 2],
    );
}

/// How much longer launches take whose mistakes are looked for than plain compiled ones.
fn checks(names: &[&str]) {
    let of = |list: &str| -> Option<Vec<Class>> {
        let class = |name| Class::ALL.iter().copied().find(|c| c.name() == name);
        match list {
            // The price of being watched at all.
            "none" => Some(vec![]),
            list => list.split(',').map(class).collect(),
        }
    };
    let (lists, names): (Vec<&str>, Vec<&str>) = names.iter().partition(|n| of(n).is_some());
    let lists = if lists.is_empty() {
        vec!["memory,waits,nops", "races"]
    } else {
        lists
    };
    let what: Vec<(&str, Vec<Class>)> = lists.iter().filter_map(|l| Some((*l, of(l)?))).collect();
    print!("{:16} {:>12}", "kernel", "plain");
    what.iter().for_each(|(what, _)| print!(" {what:>18}"));
    println!();
    let (mut sums, mut n) = (vec![0.0; what.len()], 0);
    for e in named(&names) {
        let mut k = Kernel::new(&e);
        k.run(Backend::Jit, 1);
        let part = Duration::from_millis(200);
        let mut plain = k.best(Backend::Jit, 1, part);
        let mut found = vec![];
        let mut ratios = vec![];
        for (_, classes) in &what {
            if *classes == [Class::Uninit] {
                // Some of it may be left to the interpreter.
                k.shrink(SMALL);
            }
            // Compiling is none of it.
            k.checked(classes, Duration::ZERO);
            let (checked, reports) = k.checked(classes, part);
            plain = if *classes == [Class::Uninit] {
                k.best(Backend::Jit, 1, part)
            } else {
                plain.min(k.best(Backend::Jit, 1, part))
            };
            ratios.push(checked.as_secs_f64() / plain.as_secs_f64());
            found.extend(reports);
        }
        n += 1;
        print!("{:16} {plain:12.3?}", e.name);
        for (sum, r) in sums.iter_mut().zip(&ratios) {
            *sum += r.ln();
            print!(" {r:18.2}");
        }
        println!();
        for r in found {
            println!(
                "  {} {}: {} at {:#x} {}",
                r.class, r.rule, r.message, r.pc, r.instruction
            );
        }
    }
    print!("{:16} {:>12}", "geometric mean", "");
    sums.iter()
        .for_each(|s| print!(" {:18.2}", (s / f64::from(n)).exp()));
    println!();
}

/// How much longer launches take that `best` has run than plain compiled ones, on one thread.
fn compare(names: &[&str], what: &str, best: impl Fn(&mut Kernel, Duration) -> Duration) {
    println!("{:16} {:>12} {what:>9}", "kernel", "plain");
    let (mut sum, mut worst, mut n) = (0.0, 0.0f64, 0);
    let part = Duration::from_millis(150);
    for e in named(names) {
        let mut k = Kernel::new(&e);
        k.run(Backend::Jit, 1);
        best(&mut k, Duration::ZERO);
        // Alternating, so that whatever else the machine does meets both.
        let (mut plain, mut other) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            plain = plain.min(k.best(Backend::Jit, 1, part));
            other = other.min(best(&mut k, part));
        }
        let ratio = other.as_secs_f64() / plain.as_secs_f64();
        println!("{:16} {plain:12.3?} {ratio:9.2}", e.name);
        sum += ratio.ln();
        worst = worst.max(ratio);
        n += 1;
    }
    let mean = (sum / f64::from(n)).exp();
    println!("{:16} {:>12} {mean:9.2}", "geometric mean", "");
    println!("{:16} {:>12} {worst:9.2}", "worst", "");
}

/// Seconds that the threads of this process have computed; the time of other processes does not count.
fn cpu_seconds() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").expect("procfs");
    let nanos = |task: std::io::Result<std::fs::DirEntry>| -> Option<f64> {
        let stat = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse().ok()
    };
    tasks.filter_map(nanos).sum::<f64>() * 1e-9
}

/// Launches of one kernel for so many seconds, from the file on: CPU time of the first and of each other,
/// and how long the shortest of these was.
fn once(name: &str, seconds: f64, threads: usize) {
    let entry = entries().into_iter().find(|e| e.name == name);
    let mut k = Kernel::new(&entry.expect("a kernel of suite.json"));
    let start = cpu_seconds();
    let compile = k.run(Backend::Jit, threads).compile_seconds;
    let first = cpu_seconds() - start;
    // Of one launch: some kernels add to what is there.
    let sum = k.checksum();
    let start = cpu_seconds();
    let (mut best, mut launches, begin) = (Duration::MAX, 0, Instant::now());
    while launches == 0 || begin.elapsed().as_secs_f64() < seconds {
        let launch = Instant::now();
        k.run(Backend::Jit, threads);
        best = best.min(launch.elapsed());
        launches += 1;
    }
    let each = (cpu_seconds() - start) / launches as f64;
    let best = best.as_secs_f64();
    println!(
        "{{\"first\": {first}, \"each\": {each}, \"best\": {best}, \"launches\": {launches}, \
         \"compile\": {compile}, \"checksum\": {sum}}}"
    );
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Cargo puts this behind what it was given.
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let args: Vec<&str> = args.into_iter().filter(|a| *a != "--bench").collect();
    match args[..] {
        ["once", name, seconds, threads] => {
            let seconds = seconds.parse().expect("a number of seconds");
            once(name, seconds, threads.parse().expect("a number of threads"));
        }
        ["ratios", ref names @ ..] => ratios(names),
        ["checks", ref names @ ..] => checks(names),
        ["profile", ref names @ ..] => compare(names, "profile", Kernel::best_profiled),
        ["estimates", ref names @ ..] => compare(names, "estimate", Kernel::best_estimated),
        ["check", ref names @ ..] => {
            if !check(names) {
                return ExitCode::FAILURE;
            }
        }
        _ => {
            let mut criterion = Criterion::default().configure_from_args();
            measure(&mut criterion);
            criterion.final_summary();
            ratios(&[]);
        }
    }
    ExitCode::SUCCESS
}
