//! What a launch costs: directly, through HSA, through HIP; and copies through HIP.
//! `cargo bench -p gcn-jit-hsa --bench launch` runs it where clang 19, AMD's device libraries and HIP are installed.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Device, Launch};

#[path = "../tests/common/mod.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod common;

const TARGET: &str = "gfx900";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Runs a command with what it prints; an error unless it succeeds.
fn run(command: &mut Command) -> Result<()> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}").into()),
        Err(e) => Err(format!("{command:?}: {e}").into()),
    }
}

fn hip(source: &str, to: &Path, options: &[&str]) -> Result<()> {
    let mut command = Command::new("clang++-19");
    command.args(["-x", "hip", "-std=c++17", "-O2", "--rocm-path=/usr"]);
    command.arg("--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
    command.args([
        "-mcode-object-version=4",
        &format!("--offload-arch={TARGET}"),
    ]);
    command.current_dir(common::root().join("benches"));
    run(command.arg(source).arg("-o").arg(to).args(options))
}

fn direct(file: &Path) -> Result<()> {
    let device = Device::new()?;
    let program = device.load(&CodeObject::parse(&std::fs::read(file)?, None)?)?;
    let all = std::thread::available_parallelism()?.get();
    for threads in [1, all] {
        let launch: Launch<'_> = program
            .launch("empty")?
            .grid([64])
            .local([64])
            .threads(threads);
        let (rounds, times) = (50, 300);
        let mut best = f64::INFINITY;
        for _ in 0..rounds {
            let begin = Instant::now();
            for _ in 0..times {
                device.launch(&program, &launch)?;
            }
            best = best.min(begin.elapsed().as_secs_f64() * 1e6 / f64::from(times));
        }
        let what = format!("Device::launch: empty kernel, {threads} thread(s)");
        println!("{what:<58} {best:9.1} us");
    }
    Ok(())
}

fn measure() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    common::install_library(folder.path());
    let kernel = at("empty.co");
    let options = ["--cuda-device-only", "--no-gpu-bundle-output"];
    hip("empty_kernel.hip", &kernel, &options)?;
    direct(&kernel)?;

    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-D_GNU_SOURCE", "-O2", "-w", "-o"])
        .arg(at("hsa"));
    cc.arg(common::root().join("benches/hsa_launch.c"))
        .arg("-L")
        .arg(folder.path());
    run(cc.args(["-lhsa-runtime64", "-lpthread"]))?;
    hip("hip_launch.hip", &at("hip"), &["-lamdhip64"])?;
    for program in ["hsa", "hip"] {
        let mut command = Command::new(at(program));
        command
            .env("LD_LIBRARY_PATH", folder.path())
            .env("GCN_JIT_TARGETS", TARGET);
        run(command.arg(&kernel))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
