//! `exec`: runs a HIP, OpenCL or HSA program with the HSA runtime library whose GPUs are gcn-jit, and says what its
//! kernels did.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Failure, check, warn};
use crate::loader;

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
        command.env("GCN_JIT_TARGETS", args.target.join(","));
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
    if args.stats {
        let shown: Vec<_> = counts
            .0
            .iter()
            .map(|(name, n)| format!("{n} {name}"))
            .collect();
        match shown.is_empty() {
            true => warn("gcn-jit: the program has not used the HSA runtime"),
            false => warn(&format!("gcn-jit: {}", shown.join(", "))),
        }
    } else if counts.get("dispatches") + counts.get("faults") == 0 && found.is_none() {
        warn("gcn-jit: the program has executed no kernel");
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
