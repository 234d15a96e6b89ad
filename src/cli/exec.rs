//! `exec`: runs a HIP, OpenCL or HSA program with the HSA runtime library whose GPUs are gcn-jit, and says what its
//! kernels did.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Failure, check, warn};
use crate::loader;

/// The target that the library has where none is asked for.
const DEFAULT_TARGET: &str = "gfx906";
/// What the user may have asked the library for, as the command does.
const TARGETS: &str = "GCN_JIT_TARGETS";

/// The name that programs load the library by.
const SONAME: &str = "libhsa-runtime64.so.1";
/// The name under which cargo builds it.
const BUILT: &str = "libhsa_runtime64.so";
/// Where to look for it, from the folder of the command on.
const PLACES: &[&str] = &[SONAME, "../lib/gcn-jit/libhsa-runtime64.so.1", BUILT];
/// Says where it is instead.
const LIBRARY: &str = "GCN_JIT_HSA_LIBRARY";
/// What the library is to look for, and where it writes what it finds.
const CHECK: &str = "GCN_JIT_HSA_CHECK";
const PEDANTIC: &str = "GCN_JIT_HSA_CHECK_PEDANTIC";
const REPORT: &str = "GCN_JIT_HSA_CHECK_REPORT";

/// What the library counts when a process begins to use it; its counts take the place of that.
const BEGAN: &str = "began";
/// The last version of code objects that HIP 5.2 loads.
const LAST_VERSION: u8 = 4;

/// Arguments of `exec`.
#[derive(clap::Args, Debug)]
pub struct ExecArgs {
    /// Targets of the GPUs that the program sees, with commas between [default: gfx906]
    #[arg(long, value_name = "TARGETS", value_delimiter = ',')]
    target: Vec<String>,
    /// Tell at the end what was executed: dispatches, waves, faults, barriers, copies
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    checks: check::Common,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
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
    if let Some(bad) = args
        .target
        .iter()
        .find(|t| !loader::targets().any(|k| k == t.as_str()))
    {
        let known: Vec<_> = loader::targets().collect();
        return Err(Failure::Usage(format!(
            "there is no target '{bad}'; known: {}",
            known.join(", ")
        )));
    }
    let checks = args.checks.wanted()?;
    let library = library()?;
    // Programs look for the library's name in a folder, and find nothing else in this one.
    let folder = tempfile::tempdir().map_err(|e| Failure::Usage(format!("no folder: {e}")))?;
    let stats = folder.path().join("stats");
    let findings = folder.path().join("findings");
    std::os::unix::fs::symlink(&library, folder.path().join(SONAME))
        .map_err(|e| Failure::Usage(format!("cannot link to {}: {e}", library.display())))?;

    let (program, rest) = args
        .program
        .split_first()
        .ok_or_else(|| Failure::usage("which program?"))?;
    let mut command = Command::new(program);
    command
        .args(rest)
        .env("LD_LIBRARY_PATH", search_path(folder.path()))
        .env("GCN_JIT_HSA_STATS", &stats);
    if !args.target.is_empty() {
        command.env(TARGETS, args.target.join(","));
    }
    for name in [CHECK, PEDANTIC, REPORT] {
        command.env_remove(name);
    }
    if let Some(checks) = &checks {
        let classes: Vec<&str> = checks.options.classes.iter().map(|c| c.name()).collect();
        command
            .env(CHECK, classes.join(","))
            .env(PEDANTIC, if checks.options.pedantic { "1" } else { "0" })
            .env(REPORT, &findings);
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
            let reason = reason(program, &targets(args));
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

/// The targets of the GPUs that the program has seen.
fn targets(args: &ExecArgs) -> Vec<String> {
    let asked = std::env::var(TARGETS).ok().filter(|t| !t.is_empty());
    match (&args.target[..], asked) {
        ([], Some(asked)) => asked.split(',').map(|t| t.trim().to_owned()).collect(),
        ([], None) => vec![DEFAULT_TARGET.to_owned()],
        (targets, _) => targets.to_vec(),
    }
}

/// Why HIP may not have loaded a program's kernels, as far as the program's file tells.
fn reason(program: &OsStr, targets: &[String]) -> Option<String> {
    let path = Path::new(program);
    let file = match path.components().count() {
        1 => {
            let folders = std::env::var_os("PATH")?;
            let mut files = std::env::split_paths(&folders).map(|f| f.join(path));
            files.find(|f| f.is_file())?
        }
        _ => path.to_owned(),
    };
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

/// The folder before what is searched anyway.
fn search_path(folder: &Path) -> OsString {
    let mut path = folder.as_os_str().to_owned();
    if let Some(rest) = std::env::var_os("LD_LIBRARY_PATH").filter(|p| !p.is_empty()) {
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
