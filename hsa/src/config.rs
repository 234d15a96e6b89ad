//! What the environment asks for.

use std::path::PathBuf;

use gcn_jit::runtime::check::{Class, Options};

use crate::cards::card;

/// The settings, read when the runtime is initialized first.
#[derive(Debug)]
pub struct Config {
    /// Targets of the GPU agents, in order.
    pub targets: Vec<String>,
    /// Host threads of a dispatch.
    pub threads: usize,
    /// Whether host programs may access the GPUs' memory directly. `GCN_JIT_HSA_LARGE_BAR=0` says no: HIP and OpenCL
    /// then copy by queues and copy functions.
    pub large_bar: bool,
    /// Whether allocations reach to the end of their last page, as with AMD's runtime, and not to their last byte:
    /// `GCN_JIT_HSA_WHOLE_PAGES=1`, for programs that rely on it.
    pub whole_pages: bool,
    /// The folder where compiled code is kept from run to run, `GCN_JIT_CACHE`. It must belong to the user or root, and
    /// nobody else may write to it.
    pub cache: Option<PathBuf>,
    /// Whether `/tmp/perf-PID.map` is written, by which `perf report` names the GCN instructions of samples in compiled
    /// code: `GCN_JIT_PERF_MAP=1`.
    pub perf_map: bool,
    /// Whether AMD's own kernels that copy and fill are recognized, and done by the host's copies (`blit`):
    /// `GCN_JIT_HSA_QUICK_COPIES=0` has them executed as all others.
    pub quick_copies: bool,
    /// What is looked for in the kernels that the program runs.
    pub checks: Option<Options>,
    /// Whether the instructions that kernels execute are counted, by how far their results can be trusted:
    /// `GCN_JIT_HSA_FIDELITY`. Those of kernels that are checked are not.
    pub fidelity: bool,
    /// Whether it is estimated how long a card would take: `GCN_JIT_HSA_ESTIMATE`. Not where kernels are checked, or their
    /// fidelity is told.
    pub estimate: bool,
    /// Whether the times that the host program sees follow these estimates: `GCN_JIT_HSA_ESTIMATE_CLOCKS=1`.
    pub estimate_clocks: bool,
    /// Whether estimates tell when work-groups run: `GCN_JIT_HSA_ESTIMATE_TIMELINE=1`.
    pub estimate_timeline: bool,
}

impl Config {
    /// `GCN_JIT_TARGETS` (names of targets with commas between; `HSA_OVERRIDE_GFX_VERSION`, as 9.0.6, counts without
    /// it), `GCN_JIT_THREADS`, `GCN_JIT_HSA_LARGE_BAR`, `GCN_JIT_HSA_WHOLE_PAGES`,
    /// `GCN_JIT_HSA_QUICK_COPIES`, `GCN_JIT_CACHE`, `GCN_JIT_PERF_MAP`, `GCN_JIT_HSA_CHECK`,
    /// `GCN_JIT_HSA_CHECK_PEDANTIC`, `GCN_JIT_HSA_FIDELITY`, `GCN_JIT_HSA_ESTIMATE`,
    /// `GCN_JIT_HSA_ESTIMATE_CLOCKS`, `GCN_JIT_HSA_ESTIMATE_TIMELINE`.
    pub fn from_environment() -> Config {
        let var = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let is_on = |name: &str| var(name).is_some_and(|v| v != "0");
        let targets = var("GCN_JIT_TARGETS")
            .or_else(|| target_of_version(&var("HSA_OVERRIDE_GFX_VERSION")?))
            .unwrap_or_else(|| "gfx906".to_owned());
        let mut known = Vec::new();
        for name in targets.split([',', ' ']).filter(|n| !n.is_empty()) {
            if card(name).is_some() {
                known.push(name.to_owned())
            } else {
                eprintln!("gcn-jit-hsa: there is no card with target '{name}'")
            }
        }
        let checks = var("GCN_JIT_HSA_CHECK").map(|names| Options {
            classes: classes(&names),
            pedantic: is_on("GCN_JIT_HSA_CHECK_PEDANTIC"),
        });
        let checks = checks.filter(|c| !c.classes.is_empty());
        let cores = || match &checks {
            None => std::thread::available_parallelism().map_or(1, |n| n.get()),
            // With several it depends on chance where something is first found.
            Some(_) => 1,
        };
        let fidelity = checks.is_none() && crate::fidelity::wanted().is_some();
        let estimate = checks.is_none() && !fidelity && crate::estimate::wanted().is_some();
        let threads = var("GCN_JIT_THREADS").and_then(|v| v.parse().ok());
        Config {
            targets: known,
            threads: threads.filter(|&n| n != 0).unwrap_or_else(cores),
            large_bar: var("GCN_JIT_HSA_LARGE_BAR").is_none_or(|v| v != "0"),
            whole_pages: is_on("GCN_JIT_HSA_WHOLE_PAGES"),
            quick_copies: var("GCN_JIT_HSA_QUICK_COPIES").is_none_or(|v| v != "0"),
            cache: std::env::var_os("GCN_JIT_CACHE")
                .filter(|v| !v.is_empty())
                .map(PathBuf::from),
            perf_map: is_on("GCN_JIT_PERF_MAP"),
            estimate,
            estimate_clocks: estimate && is_on("GCN_JIT_HSA_ESTIMATE_CLOCKS"),
            estimate_timeline: is_on("GCN_JIT_HSA_ESTIMATE_TIMELINE"),
            fidelity,
            checks,
        }
    }
}

/// Classes of checks by their names, with commas between; `all` are all.
fn classes(names: &str) -> Vec<Class> {
    let mut all = Vec::new();
    for name in names.split(',').map(str::trim) {
        match Class::ALL.iter().find(|c| c.name() == name) {
            Some(class) => all.push(*class),
            None if name == "all" => all.extend(Class::ALL),
            None => eprintln!("gcn-jit-hsa: there is no check '{name}'"),
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// `9.0.6` is gfx906, `9.0.10` gfx90a.
fn target_of_version(version: &str) -> Option<String> {
    let numbers: Option<Vec<u32>> = version.split('.').map(|n| n.parse().ok()).collect();
    match numbers?[..] {
        [major, minor, stepping] => Some(format!("gfx{major}{minor}{stepping:x}")),
        _ => None,
    }
}
