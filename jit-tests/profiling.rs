//! What compiled code counts for a profile is what the interpreter counts, which sees every instruction.

use gcn_jit::runtime::Backend;
use gcn_jit::runtime::profile::{Options, Profile, Traffic};

use super::kernels::suite::each;

#[allow(dead_code)] // Benchmarks use the rest.
#[path = "../benches/suite/mod.rs"]
mod suite;

/// Of each instruction: its text, executions, lanes, and bytes of each kind that are read and written.
fn counted(profile: &Profile) -> Vec<(String, [u64; 8])> {
    let of = |t: &Traffic| [t.global, t.lds, t.private].map(|b| [b.read, b.written]);
    let instructions = profile.instructions.iter().map(|i| {
        let s = &i.sums;
        let mut parts = of(&s.traffic);
        if i.mnemonic.starts_with("flat_") {
            // In which memory the lanes are that nobody has seen is not known.
            let sum = |k: usize| parts.iter().map(|p| p[k]).sum();
            parts = [[sum(0), sum(1)], [0; 2], [0; 2]];
        }
        let [[a, b], [c, d], [e, f]] = parts;
        let text = format!("{:#x} {}", i.pc, i.instruction);
        (text, [s.executions, s.lanes, a, b, c, d, e, f])
    });
    instructions.collect()
}

/// Compiled code measures as little as it can.
fn sampled() -> Options {
    let mut options = Options::default();
    options.whole = 0;
    options
}

/// The first instruction that was counted otherwise.
fn difference(what: &str, jit: &Profile, interp: &Profile) -> Option<String> {
    let (jit, interp) = (counted(jit), counted(interp));
    if jit.len() != interp.len() {
        let n = [jit.len(), interp.len()];
        return Some(format!("{what}: {n:?} instructions reached"));
    }
    let (a, b) = jit.iter().zip(&interp).find(|(a, b)| a != b)?;
    Some(format!("{what}: {a:?}, by the interpreter {b:?}"))
}

fn none(differences: &[String]) {
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn benchmarks_count_the_same() {
    let mut estimates = 0;
    let mut differences = vec![];
    for e in suite::entries() {
        let [jit, interp] = [Backend::Jit, Backend::Interp].map(|backend| {
            let mut k = suite::Kernel::new(&e);
            k.shrink(48);
            k.profiled(backend, &sampled()).profile
        });
        differences.extend(difference(&e.name, &jit, &interp));
        assert!(!interp.totals.traffic.is_sampled(), "{}", e.name);
        assert_eq!(jit.totals.operations, interp.totals.operations);
        estimates += u32::from(jit.totals.traffic.is_sampled());
    }
    none(&differences);
    // Otherwise compiled code has not counted much.
    assert!(estimates > 30, "{estimates} were sampled");
}

#[test]
fn kernels_of_a_compiler_count_the_same() {
    let mut differences = vec![];
    for (level, target) in [
        ("O0", "gfx900"),
        ("O2", "gfx803"),
        ("O3", "gfx906"),
        ("O2", "gfx600"),
    ] {
        let [jit, interp] = [Backend::Jit, Backend::Interp].map(|backend| {
            let mut all = vec![];
            each(level, target, |kernel, device, program, launch| {
                let mut launch = launch.clone();
                (launch.backend, launch.threads) = (backend, 1);
                let profiled = device.profile(program, &launch, &sampled());
                let profiled = profiled.unwrap_or_else(|e| panic!("{kernel}: {e}"));
                assert!(profiled.outcome.fault.is_none(), "{kernel}");
                all.push((kernel.to_owned(), profiled.profile));
            });
            all
        });
        for ((kernel, jit), (_, interp)) in jit.iter().zip(&interp) {
            let what = format!("{kernel} for {target} -{level}");
            differences.extend(difference(&what, jit, interp));
        }
    }
    none(&differences);
}

/// A small launch is looked at whole, and one with `whole` at its end.
#[test]
fn what_is_measured_whole_is_exact() {
    let entries = suite::entries();
    for name in ["spmv", "transpose", "bitonic"] {
        let e = entries.iter().find(|e| e.name == name).expect(name);
        let of = |backend, options: &Options| {
            let mut k = suite::Kernel::new(e);
            k.shrink(16);
            let mut profile = k.profiled(backend, options).profile;
            profile.timeline = Default::default();
            profile
        };
        let interp = of(Backend::Interp, &Options::default());
        assert!(interp.footprint.is_some());
        let mut exact = sampled();
        exact.whole = u64::MAX;
        assert_eq!(of(Backend::Jit, &exact), interp, "{name}");
        let estimate = of(Backend::Jit, &sampled());
        assert!(estimate.totals.traffic.is_sampled(), "{name}");
        assert_eq!(estimate.footprint, None);
    }
}
