//! HIP programs (`checked/`) that use what programs are built from (reductions, scans, queues, locks, barriers of their
//! own), run with all checks. They check themselves; what is found in them is listed here with the reason, and anything
//! else is a failure: a program that is right must be silent.
//!
//! What is right says LLVM's AMDGPUUsage, Memory Model GFX6-GFX9, and the HIP programming guide.

mod common;
mod compiler;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{counts, install_library, output, root};
use compiler::{clang, is_required, missing, note, succeed};

const WORKERS: usize = 2;
const CLANG: u32 = 19;
const TARGET: &str = "gfx906";

/// Something that is found, and why it must be.
struct Expected {
    rule: &'static str,
    /// The function that has the instruction.
    function: &'static str,
    #[allow(dead_code)] // For who reads it.
    why: &'static str,
}

/// The programs, and what is found in each.
const PROGRAMS: &[(&str, &[Expected])] = &[
    ("bitonic_sort", &[]),
    (
        "called",
        &[Expected {
            rule: "R04",
            function: "_Z3putPjj",
            why: "two work-groups store different values to the same place",
        }],
    ),
    ("cas_loops", &[]),
    ("compaction", &[]),
    ("components", &[]),
    ("float_atomics", &[]),
    ("grid_barrier", &[]),
    ("group_flags", &[]),
    (
        "guarded_max",
        &[Expected {
            rule: "R05",
            function: "_Z4mostPj",
            why: "the value of a plain load decides a branch while others change it by atomics",
        }],
    ),
    ("hash_table", &[]),
    ("histogram", &[]),
    ("last_block", &[]),
    (
        "lds_lock",
        &[Expected {
            rule: "R08",
            function: "_Z5countPjS_",
            why: "clang 19 loads what the other waves have stored through the scalar cache: neither the fence nor the \
                  atomic on LDS is a clobber to it (LLVM, AMDGPUMemoryUtils.cpp, isReallyAClobber)",
        }],
    ),
    (
        "lds_overrun",
        &[Expected {
            rule: "M01",
            function: "_Z4turnPj",
            why: "the last element lies beyond the dynamic LDS of the launch",
        }],
    ),
    ("list_ranking", &[]),
    ("list_ranking_in_place", &[]),
    ("matmul", &[]),
    (
        "missing_barrier",
        &[Expected {
            rule: "R01",
            function: "_Z3sumPKjPj",
            why: "a wave reads what another writes, with no barrier between",
        }],
    ),
    (
        "missing_fence",
        &[Expected {
            rule: "R07",
            function: "_Z3sumPjS_S_",
            why: "no fence lies between the atomic and the loads",
        }],
    ),
    ("overwrites", &[]),
    ("queue", &[]),
    ("reduce_tree", &[]),
    ("scan_block", &[]),
    ("scan_lookback", &[]),
    ("shuffles", &[]),
    ("spin_lock", &[]),
    ("stale_lds", &[]),
    ("stencil", &[]),
    ("ticket_lock", &[]),
    ("transpose", &[]),
];

/// Compiles a program and runs it; says what was wrong.
fn check(folder: &Path, name: &str, expected: &[Expected]) -> Result<(), String> {
    let sources = root().join("tests/checked");
    let (program, report) = (folder.join(name), folder.join(format!("{name}.json")));
    let mut command = clang(CLANG, &[TARGET], &sources);
    command.args(["-O2", &format!("{name}.hip"), "-lamdhip64", "-o"]);
    succeed(command.arg(&program))?;
    let mut command = Command::new("timeout");
    command.arg("120").arg(&program);
    command.env("LD_LIBRARY_PATH", folder);
    command.env("GCN_JIT_TARGETS", TARGET);
    // Which wave comes first does not depend on chance then.
    command.env("GCN_JIT_THREADS", "1");
    command.env("GCN_JIT_HSA_STATS", "1");
    command.env("GCN_JIT_HSA_CHECK", "waits,nops,uninit,races,memory");
    command.env("GCN_JIT_HSA_CHECK_REPORT", &report);
    let ran = output(&mut command);
    let stdout = String::from_utf8_lossy(&ran.stdout);
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let quiet = stderr.lines().count() == 1;
    let executed = counts(&stderr).get("dispatches").is_some_and(|n| *n > 0);
    if !ran.status.success() || stdout != "right\n" || !quiet || !executed {
        return Err(format!("{}\n{stdout}{stderr}", ran.status));
    }
    let lines = std::fs::read_to_string(&report).unwrap_or_default();
    let found: BTreeSet<(String, String)> = (lines.lines())
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let finding = &value["finding"];
            let function = match finding["symbol"]["name"].as_str() {
                Some(name) => name,
                None => finding["kernel"].as_str().expect("a name"),
            };
            let rule = finding["rule"].as_str().expect("a rule");
            (rule.to_owned(), function.to_owned())
        })
        .collect();
    let wanted: BTreeSet<_> = (expected.iter())
        .map(|e| (e.rule.to_owned(), e.function.to_owned()))
        .collect();
    if found == wanted {
        Ok(())
    } else {
        Err(format!(
            "{wanted:?} was to be found, not {found:?}\n{lines}"
        ))
    }
}

#[test]
fn nothing_but_what_is_wrong_is_found() {
    if let Some(what) = missing(CLANG) {
        assert!(!is_required(), "{what}");
        return note(&format!("skipped: {} HIP programs: {what}", PROGRAMS.len()));
    }
    let folder = tempfile::tempdir().expect("a folder");
    install_library(folder.path());
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(String::new());
    let work = || {
        while let Some((name, expected)) = PROGRAMS.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(e) = check(folder.path(), name, expected) {
                let mut all = failures.lock().unwrap_or_else(|e| e.into_inner());
                // Writing to a string does not fail.
                let _ = writeln!(all, "{name}: {e}");
            }
        }
    };
    std::thread::scope(|scope| {
        (0..WORKERS).for_each(|_| drop(scope.spawn(work)));
    });
    let failures = failures.into_inner().expect("no worker has panicked");
    assert!(failures.is_empty(), "{failures}");
}

/// Each program of the folder is run.
#[test]
fn all_are_listed() {
    let files = std::fs::read_dir(root().join("tests/checked")).expect("a folder");
    let names = files.map(|f| {
        f.expect("an entry")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let names: BTreeSet<String> = names
        .filter_map(|n| Some(n.strip_suffix(".hip")?.to_owned()))
        .collect();
    let listed: BTreeSet<String> = PROGRAMS
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    assert_eq!(names, listed);
}
