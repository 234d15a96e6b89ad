//! What a compiler has made is clean: it puts in the waits and the wait states that the rules want, and
//! what it leaves undefined decides nothing.

use gcn_jit::check::{Class, Options};
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch, LoadedProgram};

use super::paths::every;
use crate::kernels::{builtins, suite};

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
    let uninit = device.check(program, &launch.clone().threads(1), &uninit);
    let (Ok(interp), Ok(jit), Ok(uninit)) = (interp, jit, uninit) else {
        return vec!["is not launched".to_owned()];
    };
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
        .chain(uninit.reports.iter().map(line))
        .collect()
}

/// Looks at a launch, which has a name.
type Look<'a> = dyn FnMut(&str, &Device, &LoadedProgram, &Launch<'_>) + 'a;

/// Nothing is found in the launches that `each` shows, which are more than `least`.
fn nothing_is_found(least: usize, each: impl FnOnce(&mut Look<'_>)) {
    let (mut all, mut kernels) = (vec![], 0);
    each(&mut |name, device, program, launch| {
        kernels += 1;
        let lines = found(device, program, launch);
        all.extend(lines.iter().map(|l| format!("{name}: {l}")));
    });
    let n = all.len();
    assert!(n == 0, "{n} findings:\n{}", all.join("\n"));
    assert!(kernels > least, "{kernels}");
}

/// Nothing is found in the kernels of the suite, compiled at `level` for all targets: in each of them, or where they
/// are many in one of `one_in` of each target, another one of each.
fn are_clean(level: &str, one_in: usize) {
    nothing_is_found(80, |look| {
        for (t, target) in suite::TARGETS.into_iter().enumerate() {
            let mut number = t;
            suite::each(level, target, |kernel, device, program, launch| {
                number += 1;
                if number % one_in == 0 {
                    let name = format!("{target} -{level} {kernel}");
                    look(&name, device, program, launch);
                }
            });
        }
    });
}

/// Compilers put in the wait states that products of matrices want, and initialise what these read.
#[test]
fn kernels_with_matrices_are_clean() {
    nothing_is_found(30, |look| {
        for target in ["gfx908", "gfx90a", "gfx942", "gfx950"] {
            builtins::each_matrix(target, "O2", |kernel, device, program, launch| {
                let name = format!("{target} -O2 {kernel}");
                look(&name, device, program, launch);
            });
        }
    });
}

#[test]
fn optimised_kernels_are_clean() {
    are_clean("O2", 1);
}

/// They take many times longer. `GCN_JIT_ALL=1` takes all of them.
#[test]
fn kernels_that_are_not_optimised_are_clean() {
    let all = std::env::var_os("GCN_JIT_ALL").is_some_and(|v| v == "1");
    are_clean("O0", if all { 1 } else { 7 });
}

/// What compilers make waits on every path, whichever one a launch takes.
#[test]
fn kernels_are_clean_on_all_paths() {
    let (mut all, mut kernels) = (vec![], 0);
    let mut look = |name: &str, device: &Device, program: &LoadedProgram, launch: &Launch<'_>| {
        kernels += 1;
        let classes = [Class::Waits, Class::Nops];
        match every(device, program, launch.kernel, &classes, false) {
            Ok(found) => {
                all.extend(found.reports.iter().map(|r| format!("{name}: {r}")));
                all.extend(
                    found
                        .undecided
                        .iter()
                        .map(|at| format!("{name}: {at} is not decided")),
                );
            }
            Err(e) => all.push(format!("{name}: {e}")),
        }
    };
    for target in suite::TARGETS {
        for level in ["O0", "O2"] {
            suite::each(level, target, |kernel, device, program, launch| {
                look(
                    &format!("{target} -{level} {kernel}"),
                    device,
                    program,
                    launch,
                );
            });
        }
    }
    for target in ["gfx908", "gfx90a", "gfx942", "gfx950"] {
        builtins::each_matrix(target, "O2", |kernel, device, program, launch| {
            look(&format!("{target} -O2 {kernel}"), device, program, launch);
        });
    }
    let n = all.len();
    assert!(n == 0, "{n} findings:\n{}", all.join("\n"));
    assert!(kernels > 500, "{kernels}");
}
