//! What checks have found in the program's kernels: each finding once, with how often it happened in all dispatches.
//!
//! It is written at exit and after faults: as lines on standard error, or, where `GCN_JIT_HSA_CHECK_REPORT` names a file,
//! as JSON that is added to that, a line for each finding with the number of the process. Of a finding's lines the last
//! one holds: the first is written when it is found, since not all programs come to their end.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;

use gcn_jit::runtime::check::Report;
use serde_json::json;

/// What makes findings one: rule, kernel, where the instruction is and what, and the same of the other.
type Key = (&'static str, String, i64, String, Option<(i64, String)>);

/// What has been found so far, in the order of first occurrence.
#[derive(Debug, Default)]
struct Found {
    all: Vec<Report>,
    by_key: BTreeMap<Key, usize>,
    /// How many of them standard error has been told.
    told: usize,
}

static FOUND: Mutex<Option<Found>> = Mutex::new(None);

/// Adds what was found in a dispatch.
pub fn add(reports: Vec<Report>) {
    let mut found = FOUND.lock().unwrap_or_else(|e| e.into_inner());
    let found = found.get_or_insert_default();
    for report in reports {
        // Who ends a queue wants to hear no more of what it runs.
        if report.rule == "cancelled" {
            continue;
        }
        let other = report.other.as_ref();
        let other = other.map(|o| (o.pc, o.instruction.clone()));
        let (kernel, text) = (report.kernel.clone(), report.instruction.clone());
        let key = (report.rule, kernel, report.pc, text, other);
        match found.by_key.get(&key) {
            Some(&i) => found.all[i].count += report.count,
            None => {
                if let Some(path) = file() {
                    append(&path, std::slice::from_ref(&report));
                }
                found.by_key.insert(key, found.all.len());
                found.all.push(report);
            }
        }
    }
}

/// Writes what has been found so far; on standard error what has not been told before.
pub fn write() {
    let mut found = FOUND.lock().unwrap_or_else(|e| e.into_inner());
    let Some(found) = found.as_mut() else {
        return;
    };
    match file() {
        Some(path) => append(&path, &found.all),
        None => {
            let mut lines = String::new();
            for report in &found.all[found.told..] {
                lines += &format!("{report}\n");
            }
            found.told = found.all.len();
            // Nobody may be there to read it.
            let _ = std::io::stderr().write_all(lines.as_bytes());
        }
    }
}

fn file() -> Option<std::ffi::OsString> {
    std::env::var_os("GCN_JIT_HSA_CHECK_REPORT").filter(|v| !v.is_empty())
}

/// Adds lines to the file; where that cannot be written the program goes on.
fn append(path: &std::ffi::OsStr, reports: &[Report]) {
    let line = |r: &Report| json!({"process": std::process::id(), "finding": r}).to_string() + "\n";
    let lines: String = reports.iter().map(line).collect();
    let file = File::options().append(true).create(true).open(path);
    let _ = file.and_then(|mut f| f.write_all(lines.as_bytes()));
}
