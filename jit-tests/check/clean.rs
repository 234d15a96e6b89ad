//! What a compiler has made is clean: it puts in the waits and the wait states that the rules want, and
//! what it leaves undefined decides nothing.

use gcn_jit::check::{Class, Options};
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch, LoadedProgram};

use crate::kernels::suite;

/// What is found in a launch: the line and the instruction of each.
pub fn found(device: &Device, program: &LoadedProgram, launch: &Launch<'_>) -> Vec<String> {
    let classes = [Class::Waits, Class::Nops, Class::Races, Class::Memory];
    let options = Options {
        classes: classes.to_vec(),
        pedantic: false,
    };
    let [interp, jit] = [Backend::Interp, Backend::Jit].map(|backend| {
        let mut launch = launch.clone().backend(backend);
        launch.threads = 1;
        device.check(program, &launch, &options)
    });
    let uninit = Options {
        classes: vec![Class::Uninit],
        pedantic: false,
    };
    // Undefined data is not followed through accumulation registers.
    let follows = !program.generation().has_mai();
    let uninit = follows.then(|| device.check(program, &launch.clone().threads(1), &uninit));
    let (Ok(interp), Ok(jit), Ok(uninit)) = (interp, jit, uninit.transpose()) else {
        return vec!["is not launched".to_owned()];
    };
    let uninit = uninit.into_iter().flat_map(|checked| checked.reports);
    let line = |r: &Report| {
        let other = r.other.as_ref().map(|o| &o.instruction);
        let (rule, text, n) = (r.rule, &r.instruction, r.count);
        format!("{rule}: {} [{text} after {other:?}], {n} times", r.message)
    };
    interp
        .reports
        .iter()
        .chain(&jit.reports)
        .map(line)
        .chain(uninit.map(|r| line(&r)))
        .collect()
}

/// Nothing is found in the kernels of the suite, compiled at `level` for all targets: in each of them, or where they
/// are many in one of `one_in` of each target, another one of each.
fn are_clean(level: &str, one_in: usize) {
    let (mut all, mut kernels) = (vec![], 0);
    for (t, target) in suite::TARGETS.into_iter().enumerate() {
        let mut number = t;
        suite::each(level, target, |kernel, device, program, launch| {
            number += 1;
            if number % one_in != 0 {
                return;
            }
            kernels += 1;
            let lines = found(device, program, launch);
            let line = |l: &String| format!("{target} -{level} {kernel}: {l}");
            all.extend(lines.iter().map(line));
        });
    }
    let n = all.len();
    assert!(n == 0, "{n} findings:\n{}", all.join("\n"));
    assert!(kernels > 100, "{kernels}");
}

#[test]
fn optimised_kernels_are_clean() {
    are_clean("O2", 1);
}

/// They take many times longer. `GCN_JIT_ALL=1` takes all of them.
#[test]
fn kernels_that_are_not_optimised_are_clean() {
    let all = std::env::var_os("GCN_JIT_ALL").is_some_and(|v| v == "1");
    are_clean("O0", if all { 1 } else { 4 });
}
