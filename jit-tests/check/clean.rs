//! What a compiler has made is clean: it puts in the waits and the wait states that the rules want.

use gcn_jit::check::{Checker, Class, Finding, Options};
use gcn_jit::runtime::{Device, Launch, LoadedProgram};

use crate::kernels::suite;

/// What is found in a launch: the line and the instruction of each.
pub fn found(device: &Device, program: &LoadedProgram, launch: &Launch<'_>) -> Vec<String> {
    let checker = Checker::new(Options {
        classes: vec![Class::Waits, Class::Nops],
        pedantic: false,
    });
    if let Err(e) = device.launch_on(program, launch, &checker) {
        return vec![e.to_string()];
    }
    let line = |f: &Finding| {
        let text = |pc| program.program.describe(pc);
        let other = f.other.map(|o| text(o.pc));
        format!(
            "{} {}: {} [{} after {other:?}], {} times",
            f.rule,
            launch.kernel,
            f.message,
            text(f.at.pc),
            f.count
        )
    };
    checker.findings().list().iter().map(line).collect()
}

/// The kernels of the suite, compiled at `level` for all targets: what is found, and how many were run.
fn run(level: &str) -> (Vec<String>, usize) {
    let (mut all, mut kernels) = (vec![], 0);
    for target in suite::TARGETS {
        suite::each(level, target, |kernel, device, program, launch| {
            kernels += 1;
            let lines = found(device, program, launch);
            all.extend(
                lines
                    .iter()
                    .map(|l| format!("{target} -{level} {kernel}: {l}")),
            );
        });
    }
    (all, kernels)
}

#[test]
fn optimised_kernels_are_clean() {
    let (all, kernels) = run("O2");
    assert!(
        all.is_empty(),
        "{} findings:\n{}",
        all.len(),
        all.join("\n")
    );
    assert!(kernels > 100, "{kernels}");
}

#[test]
fn kernels_that_are_not_optimised_are_clean() {
    let (all, kernels) = run("O0");
    assert!(
        all.is_empty(),
        "{} findings:\n{}",
        all.len(),
        all.join("\n")
    );
    assert!(kernels > 100, "{kernels}");
}
