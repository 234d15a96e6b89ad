//! Runs a kernel and reads back what it left: `cargo run --example launch`.
//!
//! The kernel is `examples/matmul.cl`, as clang compiled it for Vega 64: `c = a * b` for square matrices
//! of f32, one work-item per element of `c`.

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::Device;

const N: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gfx900/matmul.hsaco");
    let object = CodeObject::parse(&std::fs::read(path)?, None)?;
    let device = Device::new()?;
    let program = device.load(&object)?;
    println!("{path} is for {} and has:", program.target);
    for kernel in &program.kernels {
        println!("  {} ({} vector registers)", kernel.name, kernel.vgprs);
    }

    let a: Vec<f32> = (0..N * N).map(|i| (i % 7) as f32).collect();
    let b: Vec<f32> = (0..N * N).map(|i| (i % 5) as f32 - 2.0).collect();
    let c = device.alloc("c", (N * N * size_of::<f32>()) as u64)?;
    let launch = program
        .launch(&program.kernels[0].name)?
        .grid([N as u32, N as u32])
        .local([16, 16])
        .threads(std::thread::available_parallelism()?.get())
        .arg(&device.buffer("a", &a)?)
        .arg(&device.buffer("b", &b)?)
        .arg(&c)
        .arg(N as u32);
    let stats = device.launch(&program, &launch)?;

    let c: Vec<f32> = c.read();
    let expected: f32 = (0..N).map(|k| a[3 * N + k] * b[k * N + 5]).sum();
    println!("c[3][5] = {}, on the host {expected}", c[3 * N + 5]);
    println!(
        "{} waves, {} instructions, {:.1} ms",
        stats.waves,
        stats.instructions,
        1e3 * stats.kernel_seconds
    );
    Ok(())
}
