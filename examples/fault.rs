//! A kernel that goes wrong, and what the fault tells: `cargo run --example fault`.

use std::time::Duration;

use gcn_jit::error::FaultKind;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Device, LaunchError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gfx900/saxpy.hsaco");
    let object = CodeObject::parse(&std::fs::read(path)?, None)?;
    let device = Device::new()?;
    let program = device.load(&object)?;

    // The kernel is told of 1,000 elements; `y` has 900.
    let x = device.buffer("x", &[1.0f32; 1000])?;
    let y = device.alloc("y", 4 * 900)?;
    let launch = program
        .launch("saxpy")?
        .grid(1024)
        .local(64)
        .timeout(Duration::from_secs(10))
        .arg(2.5f32)
        .arg(&x)
        .arg(&y)
        .arg(1000u32);
    let fault = match device.launch(&program, &launch) {
        Err(LaunchError::Fault(fault)) => fault,
        Err(other) => return Err(other.into()),
        Ok(_) => return Err("the overrun was not seen".into()),
    };

    println!("the whole message: {fault}");
    println!(
        "in kernel '{}': {}",
        fault.context.kernel, fault.context.inst
    );
    println!(
        "work-group {:?}, wave {}, lane {:?}",
        fault.workgroup, fault.wave, fault.lane
    );
    if let FaultKind::Read { addr, .. } | FaultKind::Write { addr, .. } = fault.kind {
        println!("{} bytes from the beginning of 'y'", addr - y.address());
    }
    // What was written before the fault is there.
    println!("y[0] = {}", y.read::<f32>()[0]);
    Ok(())
}
