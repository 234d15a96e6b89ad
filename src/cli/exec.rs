//! `exec`: runs a HIP, OpenCL or HSA program with the HSA runtime library whose GPUs are gcn-jit, and says what its
//! kernels did.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::output::Output;
use super::{Failure, cards, check, estimate, fidelity, preload, stats, warn};
use crate::isa::Gen;
use crate::loader;
use crate::report::timeline;
use crate::runtime::estimate::Card;

/// The target that the library has where none is asked for.
const DEFAULT_TARGET: &str = "gfx906";
/// What the user may have asked the library for, as the command does.
const TARGETS: &str = "GCN_JIT_TARGETS";

/// What `hipcc` compiles for where it is not told, in place of the driver's list of GPUs.
const HIPCC_TARGETS: &str = "HCC_AMDGPU_TARGET";
/// Folders in which a process looks for libraries before the system's.
const SEARCHED: &str = "LD_LIBRARY_PATH";
/// Libraries that a process loads before its own.
const PRELOAD: &str = "LD_PRELOAD";

/// The name that programs load the library by.
const SONAME: &str = "libhsa-runtime64.so.1";
/// The name that some open it by.
const UNVERSIONED: &str = "libhsa-runtime64.so";
/// The name under which cargo builds it.
const BUILT: &str = "libhsa_runtime64.so";
/// Where to look for it, from the folder of the command on.
const PLACES: &[&str] = &[SONAME, "../lib/gcn-jit/libhsa-runtime64.so.1", BUILT];
/// Says where it is instead.
const LIBRARY: &str = "GCN_JIT_HSA_LIBRARY";
/// What stands in for AMD's management libraries, beside the HSA library, as cargo builds it.
const SMI: &str = "libgcn_jit_smi.so";
/// The names by which programs load these, of ROCm 6.4 to 7.2.
const SMI_NAMES: &[&str] = &[
    "librocm_smi64.so",
    "librocm_smi64.so.1",
    "librocm_smi64.so.7",
    "libamd_smi.so",
    "libamd_smi.so.25",
    "libamd_smi.so.26",
    "libamd_smi.so.27",
];
/// What there is only where AMD's driver is: programs whose files name it look for it themselves.
const DRIVER: &[&str] = &["/dev/kfd", "/sys/module/amdgpu", "/sys/class/kfd"];
/// What the library is to look for, and where it writes what it finds.
const CHECK: &str = "GCN_JIT_HSA_CHECK";
const PEDANTIC: &str = "GCN_JIT_HSA_CHECK_PEDANTIC";
const REPORT: &str = "GCN_JIT_HSA_CHECK_REPORT";
/// Where the library writes how far results can be trusted.
const FIDELITY: &str = "GCN_JIT_HSA_FIDELITY";
/// Where it writes how long a card would take, and for which.
const ESTIMATE: &str = "GCN_JIT_HSA_ESTIMATE";
const ESTIMATE_CARD: &str = "GCN_JIT_HSA_ESTIMATE_CARD";
/// Whether the program's clocks follow that, and whether it tells what happens when.
const ESTIMATE_CLOCKS: &str = "GCN_JIT_HSA_ESTIMATE_CLOCKS";
const ESTIMATE_TIMELINE: &str = "GCN_JIT_HSA_ESTIMATE_TIMELINE";

/// What the library counts when a process begins to use it; its counts take the place of that.
const BEGAN: &str = "began";
/// The last version of code objects that HIP 5.2 loads.
const LAST_VERSION: u8 = 4;

/// Arguments of `exec`.
#[derive(clap::Args, Debug)]
pub struct ExecArgs {
    /// Targets of the GPUs that the program sees, or cards that have them, with commas between [default: gfx906]
    #[arg(long, value_name = "TARGETS", value_delimiter = ',')]
    target: Vec<String>,
    /// Print the targets and cards that there are
    #[arg(long, exclusive = true)]
    list: bool,
    /// Load the HSA library into the program and all that it starts, before their own
    ///
    /// For programs that bring an HSA library in a folder which the loader searches first. Where the program's file
    /// says so (DT_RPATH), it is done without this.
    #[arg(long)]
    preload: bool,
    /// Tell at the end what was executed: dispatches, waves, faults, barriers, copies
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    wanted: fidelity::Wanted,
    /// Estimate for each dispatch how long a card would take, and tell it at the end by kernel: a table to standard error,
    /// or JSON to standard output, on its own line; with clocks the program's clocks and events follow the estimates
    #[arg(
        long,
        value_enum,
        value_name = "json|clocks",
        num_args = 0..=1,
        value_delimiter = ',',
        require_equals = true,
        default_missing_value = "table"
    )]
    estimate: Vec<How>,
    /// Card of the estimates, or a file that describes one [default: the card of --target, or the first that runs the
    /// code]
    #[arg(long, value_name = "CARD", requires = "estimate")]
    card: Option<String>,
    /// Write the dispatches of all queues over estimated time, and the work-groups of one unit, for ui.perfetto.dev
    #[arg(long, value_name = "PATH", requires = "estimate")]
    timeline: Option<PathBuf>,
    #[command(flatten)]
    checks: check::Common,
    /// The program and its arguments
    #[arg(last = true, required_unless_present = "list", value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// How estimates are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum How {
    /// As a table.
    Table,
    /// As JSON.
    Json,
    /// To the program, too.
    Clocks,
}

/// What the library has counted, by name, in the order in which it says it.
#[derive(Debug, Default)]
struct Counts(Vec<(String, u64)>);

impl Counts {
    /// The counts of several processes together: of each, its last line holds.
    fn of(lines: &str) -> Counts {
        let last: BTreeMap<&str, &str> = lines.lines().filter_map(|l| l.split_once(' ')).collect();
        let mut counts = Counts::default();
        for field in last.values().flat_map(|l| l.split(' ')) {
            let Some((name, n)) = field.split_once('=') else {
                continue;
            };
            let n: u64 = n.parse().unwrap_or(0);
            match counts.0.iter_mut().find(|(have, _)| have == name) {
                Some((_, sum)) => *sum += n,
                None => counts.0.push((name.to_owned(), n)),
            }
        }
        counts
    }

    fn get(&self, name: &str) -> u64 {
        let found = self.0.iter().find(|(have, _)| have == name);
        found.map_or(0, |(_, n)| *n)
    }
}

/// Runs a program; fails with its exit code, or with 1 when a kernel faulted, or a check found something, although the
/// program ended with 0.
///
/// # Errors
/// Unknown targets, no library, no program; and as above.
pub fn exec(args: &ExecArgs) -> Result<(), Failure> {
    if args.list {
        return super::print(&cards::list());
    }
    let asked: Result<Vec<&str>, Failure> = args.target.iter().map(|t| cards::target(t)).collect();
    let asked = asked?;
    let checks = args.checks.wanted()?;
    if checks.is_some() && args.wanted.fidelity.is_some() {
        let what = "--fidelity or --check: kernels that are checked are not counted";
        return Err(Failure::usage(what));
    }
    let is_estimated = !args.estimate.is_empty();
    if is_estimated && (checks.is_some() || args.wanted.fidelity.is_some()) {
        let what = "--estimate, --fidelity or --check: kernels are run for one of them at a time";
        return Err(Failure::usage(what));
    }
    let targets = targets(&asked);
    let trace = args.timeline.as_deref().map(Output::open).transpose()?;
    if let Some(name) = &args.card {
        let card = estimate::card(name)?;
        let mut generations = targets.iter().filter_map(|t| Gen::from_target(t));
        if !generations.any(|g| card.runs(g)) {
            let what = format!("--card {name}: it runs no code for the GPUs of --target");
            return Err(Failure::Usage(what));
        }
    }
    let library = library()?;
    // Programs look for the library's name in a folder, and find nothing else in this one.
    let folder = tempfile::tempdir().map_err(|e| Failure::Usage(format!("no folder: {e}")))?;
    let stats = folder.path().join("stats");
    let findings = folder.path().join("findings");
    let trust = folder.path().join("fidelity");
    let estimates = folder.path().join("estimates");
    for name in [SONAME, UNVERSIONED] {
        link(&library, &folder.path().join(name))?;
    }
    let smi = library.with_file_name(SMI);
    if smi.is_file() {
        for name in SMI_NAMES {
            link(&smi, &folder.path().join(name))?;
        }
    }

    let (program, rest) = args
        .program
        .split_first()
        .ok_or_else(|| Failure::usage("which program?"))?;
    let mut command = Command::new(program);
    command
        .args(rest)
        .env(SEARCHED, before(folder.path(), SEARCHED))
        .env("GCN_JIT_HSA_STATS", &stats);
    if !asked.is_empty() {
        command.env(TARGETS, asked.join(","));
    }
    if std::env::var_os(HIPCC_TARGETS).is_none() {
        command.env(HIPCC_TARGETS, targets.join(","));
    }
    let file = file(program);
    if args.preload
        || file
            .as_ref()
            .is_some_and(|f| preload::own(f, SONAME).is_some())
    {
        command.env(PRELOAD, before(&folder.path().join(SONAME), PRELOAD));
    }
    for name in [CHECK, PEDANTIC, REPORT, FIDELITY] {
        command.env_remove(name);
    }
    for name in [ESTIMATE, ESTIMATE_CARD, ESTIMATE_CLOCKS, ESTIMATE_TIMELINE] {
        command.env_remove(name);
    }
    if let Some(checks) = &checks {
        let classes: Vec<&str> = checks.options.classes.iter().map(|c| c.name()).collect();
        command
            .env(CHECK, classes.join(","))
            .env(PEDANTIC, if checks.options.pedantic { "1" } else { "0" })
            .env(REPORT, &findings);
    }
    if args.wanted.fidelity.is_some() {
        command.env(FIDELITY, &trust);
    }
    if is_estimated {
        command.env(ESTIMATE, &estimates);
        if let Some(names) = estimated_cards(args) {
            command.env(ESTIMATE_CARD, names);
        }
        if args.estimate.contains(&How::Clocks) {
            command.env(ESTIMATE_CLOCKS, "1");
        }
        if trace.is_some() {
            command.env(ESTIMATE_TIMELINE, "1");
        }
    }
    // The terminal interrupts the program too, which may have something to do before it ends.
    let _ = ctrlc::set_handler(|| {});
    let status = command
        .status()
        .map_err(|e| Failure::Usage(format!("cannot run {}: {e}", program.to_string_lossy())))?;

    let lines = std::fs::read_to_string(&stats).unwrap_or_default();
    let counts = Counts::of(&lines);
    let found = match &checks {
        None => None,
        Some(checks) => {
            let lines = std::fs::read_to_string(&findings).unwrap_or_default();
            checks.tell(check::findings(&lines), Path::new(program))?
        }
    };
    if let Some(format) = args.wanted.fidelity {
        let lines = std::fs::read_to_string(&trust).unwrap_or_default();
        for trust in fidelity::sums(&lines) {
            fidelity::print(&trust, format)?;
        }
    }
    if is_estimated {
        let lines = std::fs::read_to_string(&estimates).unwrap_or_default();
        let dispatches = estimate::dispatches(&lines);
        if let Some(mut to) = trace {
            to.write(timeline::of_programs(&dispatches).as_bytes())?;
            to.flush()?;
            to.commit()?;
        }
        let format = if args.estimate.contains(&How::Json) {
            stats::Format::Json
        } else {
            stats::Format::Table
        };
        estimate::print_all(&dispatches, format)?;
    }
    let shown: Vec<_> = (counts.0.iter())
        .filter(|(name, _)| name != BEGAN)
        .map(|(name, n)| format!("{n} {name}"))
        .collect();
    match shown.is_empty() {
        // Who is killed says nothing any more.
        true if counts.get(BEGAN) != 0 => {
            let end = match status.signal() {
                Some(signal) => format!("signal {signal} has ended the program"),
                None => "the program has ended".to_owned(),
            };
            warn(&format!(
                "gcn-jit: {end} before the HSA runtime, which it has used, could tell what was executed"
            ));
        }
        true if args.stats => warn("gcn-jit: the program has not used the HSA runtime"),
        false if args.stats => warn(&format!("gcn-jit: {}", shown.join(", "))),
        _ if counts.get("dispatches") + counts.get("faults") == 0 && found.is_none() => {
            // Each process that begins to use the runtime says so, even if it only asks which GPUs there are.
            let is_asked = lines.lines().any(|l| l.ends_with(&format!(" {BEGAN}=1")));
            let missed = (!is_asked && !status.success()).then(|| file.as_deref().and_then(driver));
            let reason = match missed.flatten() {
                Some(name) => Some(format!(
                    "it has failed without asking the HSA runtime for a GPU, and its file names {name}, which only \
                     AMD's driver has"
                )),
                None => file.as_deref().and_then(|f| reason(f, &targets)),
            };
            let reason = reason.map(|r| format!(": {r}")).unwrap_or_default();
            warn(&format!(
                "gcn-jit: the program has executed no kernel{reason}"
            ));
        }
        _ => {}
    }
    let code = status
        .code()
        .or_else(|| status.signal().map(|s| 128 + s))
        .and_then(|c| u8::try_from(c).ok())
        .unwrap_or(1);
    match (code, counts.get("faults"), found) {
        (0, 0, None) => Ok(()),
        (0, 0, Some((_, summary))) => Err(Failure::Fault(summary)),
        (0, 1, _) => Err(Failure::Fault("a kernel failed".to_owned())),
        (0, n, _) => Err(Failure::Fault(format!("{n} kernels failed"))),
        (code, ..) => Err(Failure::Program(code)),
    }
}

/// Names of the cards for which dispatches are estimated, with commas between: where a target is asked for by the name of
/// a card, that one. Nothing where the library knows by itself.
fn estimated_cards(args: &ExecArgs) -> Option<OsString> {
    if let Some(name) = &args.card {
        // The program may run in another folder.
        let path = match Card::called(&name.to_ascii_lowercase()) {
            Some(_) => None,
            None => std::fs::canonicalize(name).ok(),
        };
        return Some(path.map_or(name.into(), PathBuf::into_os_string));
    }
    let known = |name: &String| {
        let name = cards::key(name);
        Card::called(&name).map(|_| name)
    };
    let mut names: Vec<String> = args.target.iter().filter_map(known).collect();
    if names.is_empty() {
        return None;
    }
    // For what these do not run.
    names.extend(Card::names().map(str::to_owned));
    Some(names.join(",").into())
}

/// The targets of the GPUs that the program sees.
fn targets(asked: &[&str]) -> Vec<String> {
    let from_user = std::env::var(TARGETS).ok().filter(|t| !t.is_empty());
    match (asked, from_user) {
        ([], Some(from_user)) => from_user.split(',').map(|t| t.trim().to_owned()).collect(),
        ([], None) => vec![DEFAULT_TARGET.to_owned()],
        (asked, _) => asked.iter().map(|t| (*t).to_owned()).collect(),
    }
}

/// The program's file, where the system looks for it.
fn file(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    match path.components().count() {
        1 => {
            let folders = std::env::var_os("PATH")?;
            let mut files = std::env::split_paths(&folders).map(|f| f.join(path));
            files.find(|f| f.is_file())
        }
        _ => Some(path.to_owned()),
    }
}

/// What a program that has failed, and never began to use the HSA runtime, may have missed: the first of the driver's
/// files that its own file names.
fn driver(file: &Path) -> Option<&'static str> {
    let bytes = std::fs::read(file).ok()?;
    let names = |name: &&&str| bytes.windows(name.len()).any(|w| w == name.as_bytes());
    DRIVER.iter().find(names).copied()
}

/// Why HIP may not have loaded a program's kernels, as far as the program's file tells.
fn reason(file: &Path, targets: &[String]) -> Option<String> {
    let code = loader::bundled(&std::fs::read(file).ok()?);
    let mut has: Vec<String> = code.iter().map(|(target, _)| target.clone()).collect();
    has.sort();
    has.dedup();
    let mine = code.iter().filter(|(target, _)| targets.contains(target));
    match mine.map(|(_, version)| *version).min() {
        None if has.is_empty() => None,
        None => {
            let (wanted, has) = (targets.join(", "), has.join(", "));
            Some(format!("it has no code for {wanted}, but for {has}"))
        }
        Some(version) if version > LAST_VERSION => Some(format!(
            "its code objects are of version {version}, and HIP 5.2 loads those up to {LAST_VERSION}, as -mcode-object-version={LAST_VERSION} makes them"
        )),
        Some(_) => None,
    }
}

/// The library: beside the command, as it is installed or built.
fn library() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os(LIBRARY).filter(|p| !p.is_empty()) {
        return std::fs::canonicalize(&path)
            .map_err(|e| Failure::Usage(format!("{LIBRARY}={}: {e}", path.to_string_lossy())));
    }
    let command = std::env::current_exe().and_then(std::fs::canonicalize);
    let command = command.map_err(|e| Failure::Usage(format!("where is this command? {e}")))?;
    let folder = command.parent().unwrap_or(Path::new("/"));
    let mut places = PLACES.iter().map(|p| folder.join(p));
    let found = places.find_map(|p| std::fs::canonicalize(p).ok());
    found.ok_or_else(|| {
        let places = folder.display();
        Failure::Usage(format!(
            "there is no {SONAME} beside the command, in {places}: `cargo build --release -p gcn-jit-hsa` builds it, \
             and {LIBRARY} says where it is"
        ))
    })
}

/// A link in the program's folder.
fn link(to: &Path, at: &Path) -> Result<(), Failure> {
    let done = std::os::unix::fs::symlink(to, at);
    done.map_err(|e| Failure::Usage(format!("cannot link to {}: {e}", to.display())))
}

/// A path before those that a variable has anyway.
fn before(first: &Path, variable: &str) -> OsString {
    let mut path = first.as_os_str().to_owned();
    if let Some(rest) = std::env::var_os(variable).filter(|p| !p.is_empty()) {
        path.push(":");
        path.push(rest);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn the_last_line_of_each_process_counts() {
        let lines = "7 dispatches=1 faults=1\n8 dispatches=5 faults=0\n7 dispatches=2 faults=1\n";
        let counts = Counts::of(lines);
        assert_eq!(counts.get("dispatches"), 7);
        assert_eq!(counts.get("faults"), 1);
        assert_eq!(Counts::of("").get("faults"), 0);
    }
}
