//! Debian's clang for HIP programs, and whether it is there.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use super::common::output;

/// Where AMD's device libraries are.
pub const BITCODE: &str = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";

/// The compiler, in a folder with sources, with what all of its calls have in common.
pub fn clang(version: u32, targets: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(format!("clang++-{version}"));
    command.args([
        "-x",
        "hip",
        "-std=c++17",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
    ]);
    command.args(targets.iter().map(|t| format!("--offload-arch={t}")));
    command.arg("--rocm-path=/usr");
    command.arg(format!("--rocm-device-lib-path={BITCODE}"));
    // HIP 5.2.3 refuses version 5.
    command.arg("-mcode-object-version=4");
    // Messages of assertions name the source as it is named here.
    command.current_dir(folder);
    command
}

/// What is missing to compile and run HIP programs with this version of the compiler.
pub fn missing(version: u32) -> Option<String> {
    let bin = |name: &str| format!("/usr/bin/{name}-{version}");
    let files = [
        (bin("clang++"), format!("clang-{version}")),
        (
            bin("clang-offload-bundler"),
            format!("clang-tools-{version}"),
        ),
        (bin("ld.lld"), format!("lld-{version}")),
        (format!("{BITCODE}/ockl.bc"), "rocm-device-libs".to_owned()),
        (
            "/usr/include/hip/hip_runtime.h".to_owned(),
            "libamdhip64-dev".to_owned(),
        ),
    ];
    let missing = files
        .into_iter()
        .find(|(file, _)| !Path::new(file).exists());
    missing.map(|(file, package)| format!("no {file} (package {package})"))
}

/// Whether what is missing is a failure.
pub fn is_required() -> bool {
    std::env::var_os("GCN_JIT_REQUIRE_HIP").is_some_and(|v| v == "1")
}

/// Runs a command; what it has said if it fails.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let done = output(command);
    if done.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&done.stderr).into_owned())
    }
}

/// Prints a line, also where the test passes.
pub fn note(line: &str) {
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "{line}");
}
