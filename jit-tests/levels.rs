//! Compiled kernels, hand-written loops and the command again, as if the host had no more than AVX2: its regions have
//! a legalisation, an allocation and helpers of their own. The level is one for a whole process, so these are this
//! program once more. With `base`, and with all tests, it is `.ci/run test` that does so.

use std::process::Command;

use gcn_jit::jit::host::{GATHERS, Gathers, HostLevel};

/// Runs the tests whose names have one of `names` in them.
fn at_avx2(names: &[&str]) {
    if HostLevel::chosen().expect("a host") <= HostLevel::Avx2 {
        // They run so, or cannot.
        return;
    }
    // And what lies anywhere is loaded in the other way.
    let gathers = match Gathers::chosen().expect("a way") {
        Gathers::LaneByLane => "1",
        Gathers::AtOnce => "0",
    };
    let this = std::env::current_exe().expect("the path of this test");
    let ran = Command::new(this)
        .args(names)
        .env("GCN_JIT_HOST_LEVEL", HostLevel::Avx2.name())
        .env(GATHERS, gathers)
        .env_remove("GCN_JIT_REQUIRE_AVX512")
        .output()
        .expect("these tests again");
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{text}");
    for name in names {
        let has_run = |l: &str| l.starts_with(&format!("test {name}")) && l.ends_with("ok");
        assert!(text.lines().any(has_run), "no test of {name}:\n{text}");
    }
}

/// Some of each kind: all of them would take as long again as they do.
#[test]
fn kernels() {
    at_avx2(&[
        "kernels::builtins::lanes",
        "kernels::builtins::math",
        "kernels::suite::algorithms",
        "kernels::suite::control",
        "kernels::suite::hashes",
        "kernels::suite::memory",
        "kernels::suite::unaligned",
        "kernels::suite::vectors",
        "kernels::old_compiler",
        "kernels::old_versions",
        "kernels::private",
        "kernels::printf",
        "kernels::histogram",
        "kernels::mandelbrot",
        "kernels::matmul",
        "kernels::nbody",
        "kernels::reduce_tree",
        "kernels::reduce_wave",
        "kernels::saxpy",
        "kernels::sha256",
        "library::",
        "waves::",
    ]);
}

#[test]
fn command() {
    at_avx2(&[
        "cli::caching",
        "cli::checking",
        "cli::debugging",
        "cli::executing",
        "cli::expecting",
        "cli::faults",
        "cli::memory",
        "cli::printing",
        "cli::profiling",
        "cli::running",
        "cli::tracing",
    ]);
}
