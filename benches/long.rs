//! Compile time of long kernels: it must grow as their length does.
//!
//! `cargo bench --bench long [-- KIND|FILE..] [N..]` prints, for each kind of code and number N of instructions, the
//! time on the processor per guest instruction that a wave takes to get through it once, compiled quickly and with full
//! effort: of a wave's way through straight code nearly all is compiling. A FILE is gfx900 assembly. The host's level is
//! `GCN_JIT_HOST_LEVEL`.

use gcn_jit::asm::assemble;
use gcn_jit::fuzz::long::{KINDS, LDS, PRIVATE_BYTES, source};
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::Engine;
use gcn_jit::runtime::{Device, Launch};
use rustix::time::{ClockId, clock_gettime};

/// Instructions, unless the arguments say how many.
const LENGTHS: [usize; 4] = [2_500, 5_000, 10_000, 20_000];

/// How often each is compiled, by a new compiler each time; the shortest time counts.
const TIMES: usize = 3;

/// What this thread has computed so far: the time of others does not count.
fn micros() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 * 1e-3
}

fn measure(name: &str, text: &str) {
    let code = match assemble(Gen::Gfx9, text) {
        Ok(code) => code.bytes,
        Err(e) => panic!("{name}: {}", e[0]),
    };
    let is_code = |l: &&str| !l.ends_with(':') && !l.is_empty();
    let count = text.lines().filter(is_code).count() as f64;
    let object = CodeObject::parse(&code, Some("gfx900")).expect("a program");
    let device = Device::new().expect("a device");
    let program = device.load(&object).expect("a program");
    let level = HostLevel::chosen().expect("a usable host");
    let mut line = format!("{name:12} {count:8}");
    for hot in [i64::MAX, -1] {
        let mut best = f64::MAX;
        let mut bytes = 0;
        for _ in 0..TIMES {
            let jit = Jit::with_level(level, None).expect("a compiler");
            jit.set_hot(hot);
            let mut launch = Launch::new(0, 64, 64);
            launch.lds_limit = Some(LDS);
            launch.private = Some(PRIVATE_BYTES);
            launch.threads = 1;
            let start = micros();
            let done = device.launch_on(&program, &launch, &jit);
            best = best.min(micros() - start);
            done.expect("runs");
            bytes = jit.counters().code_bytes;
        }
        line += &format!(" {:8.1} {:8.1}", best / count, bytes as f64 / count);
    }
    println!("{line}");
}

fn main() {
    let args = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let (lengths, names): (Vec<_>, Vec<_>) = args.partition(|a| a.parse::<usize>().is_ok());
    let lengths: Vec<usize> = if lengths.is_empty() {
        LENGTHS.to_vec()
    } else {
        lengths.iter().filter_map(|n| n.parse().ok()).collect()
    };
    println!(
        "kind             guest    quick: us, bytes    full: us, bytes  per guest instruction"
    );
    for file in names.iter().filter(|n| n.ends_with(".s")) {
        let text = std::fs::read_to_string(file).expect(file);
        measure(file, &text);
    }
    for (name, piece) in KINDS {
        if names.is_empty() || names.iter().any(|n| n == name) {
            for n in &lengths {
                measure(name, &source(&[*piece], *n, 1));
            }
        }
    }
}
