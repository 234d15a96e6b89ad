//! Whole kernels on both backends and several thread counts; ratios within one run are what counts.
//!
//! `cargo bench` measures with criterion and prints, at the end, the ratios that the project is
//! judged by.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use gcn_jit::exec::{ArgValue, Backend, Device, Launch, LoadedProgram};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;

/// A kernel ready to run.
struct Kernel {
    name: &'static str,
    device: Device,
    program: LoadedProgram,
    launch: Launch<'static>,
    work_items: u64,
}

fn value<const N: usize>(bytes: [u8; N]) -> ArgValue {
    ArgValue::Bytes(bytes.to_vec())
}

impl Kernel {
    fn new(name: &'static str, grid: &[u32], local: &[u32]) -> Kernel {
        let root = env!("CARGO_MANIFEST_DIR");
        let file = std::fs::read(format!("{root}/examples/gfx900/{name}.hsaco")).expect(name);
        let object = CodeObject::parse(&file, None).expect(name);
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect(name);
        let mut launch = Launch::new(0, grid[0], local[0]);
        launch.dimensions = grid.len() as u32;
        launch.grid[..grid.len()].copy_from_slice(grid);
        launch.local[..local.len()].copy_from_slice(local);
        launch.threads = 1;
        Kernel {
            name,
            device,
            program,
            launch,
            work_items: grid.iter().map(|g| *g as u64).product(),
        }
    }

    fn arg(mut self, arg: ArgValue) -> Kernel {
        self.launch.args.push(arg);
        self
    }

    /// A buffer of `len` floats with values between 0 and 1.
    fn floats(self, len: usize) -> Kernel {
        let bytes: Vec<u8> = (0..len as u32)
            .flat_map(|i| ((i.wrapping_mul(0x9e37_79b9) >> 8) as f32 / 16_777_216.0).to_le_bytes())
            .collect();
        let address = self
            .device
            .alloc_buffer("buffer", bytes.len() as u64)
            .expect("room");
        self.device.memory().write(address, &bytes).expect("inside");
        self.arg(ArgValue::Buffer(address))
    }

    fn run(&mut self, backend: Backend, threads: usize) {
        self.launch.backend = backend;
        self.launch.threads = threads;
        if let Err(e) = self.device.launch(&self.program, &self.launch) {
            panic!("{}: {e}", self.name);
        }
    }

    /// Shortest of several runs.
    fn best(&mut self, backend: Backend, threads: usize) -> Duration {
        let mut best = Duration::MAX;
        let start = Instant::now();
        for round in 0.. {
            let t = Instant::now();
            self.run(backend, threads);
            best = best.min(t.elapsed());
            if round >= 2 && start.elapsed() > Duration::from_secs(2) {
                break;
            }
        }
        best
    }
}

fn kernels() -> Vec<Kernel> {
    let bodies = 2048u32;
    let n = 1u32 << 20;
    let m = 128u32;
    vec![
        Kernel::new("nbody", &[bodies], &[64])
            .floats(4 * bodies as usize)
            .floats(4 * bodies as usize)
            .floats(4 * bodies as usize)
            .floats(4 * bodies as usize)
            .arg(value(bodies.to_le_bytes()))
            .arg(value(0.01f32.to_le_bytes()))
            .arg(value(0.0625f32.to_le_bytes())),
        Kernel::new("mandelbrot", &[1024, 512], &[64, 1])
            .floats(1024 * 512)
            .arg(value(1024u32.to_le_bytes()))
            .arg(value(512u32.to_le_bytes()))
            .arg(value((-2.0f32).to_le_bytes()))
            .arg(value((-1.0f32).to_le_bytes()))
            .arg(value((2.5f32 / 1024.0).to_le_bytes()))
            .arg(value(512u32.to_le_bytes())),
        Kernel::new("saxpy", &[n], &[256])
            .arg(value(2.5f32.to_le_bytes()))
            .floats(n as usize)
            .floats(n as usize)
            .arg(value(n.to_le_bytes())),
        Kernel::new("matmul", &[m, m], &[16, 16])
            .floats((m * m) as usize)
            .floats((m * m) as usize)
            .floats((m * m) as usize)
            .arg(value(m.to_le_bytes())),
    ]
}

fn decode(c: &mut Criterion) {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut group = c.benchmark_group("decode");
    for (generation, dir) in [(Gen::Gfx8, "gfx803"), (Gen::Gfx9, "gfx900")] {
        let file = std::fs::read(format!("{root}/examples/{dir}/sha256.hsaco")).expect("sha256");
        let object = CodeObject::parse(&file, None).expect("sha256");
        let words: Vec<u32> = object
            .segments
            .iter()
            .filter(|s| s.executable)
            .flat_map(|s| s.data.chunks_exact(4))
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        let decode_all = || {
            let (mut at, mut count) = (0, 0u64);
            while at < words.len() {
                let size = gcn_jit::decode::decode(generation, &words[at..]).map_or(4, |d| d.size);
                at += size as usize / 4;
                count += 1;
            }
            count
        };
        group.throughput(Throughput::Elements(decode_all()));
        group.bench_function(dir, |b| b.iter(decode_all));
    }
    group.finish();
}

fn run(c: &mut Criterion) {
    for mut k in kernels() {
        let mut group = c.benchmark_group(k.name);
        group.throughput(Throughput::Elements(k.work_items));
        group
            .sample_size(10)
            .measurement_time(Duration::from_secs(2));
        for (backend, threads) in [(Backend::Jit, 1), (Backend::Jit, 2), (Backend::Interp, 1)] {
            let id = BenchmarkId::new(backend.to_string(), threads);
            group.bench_function(id, |b| b.iter(|| k.run(backend, threads)));
        }
        group.finish();
    }
}

fn ratios() {
    println!("\nkernel        interp/jit   1 thread/2 threads (shortest of several runs)");
    for mut k in kernels() {
        // Alternating, so that whatever else the machine does meets both.
        let (mut jit, mut two) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            jit = jit.min(k.best(Backend::Jit, 1));
            two = two.min(k.best(Backend::Jit, 2));
        }
        let interp = k.best(Backend::Interp, 1);
        println!(
            "{:12} {:10.1} {:12.2}   jit {:?}",
            k.name,
            interp.as_secs_f64() / jit.as_secs_f64(),
            jit.as_secs_f64() / two.as_secs_f64(),
            jit,
        );
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    decode(&mut criterion);
    run(&mut criterion);
    criterion.final_summary();
    ratios();
}
