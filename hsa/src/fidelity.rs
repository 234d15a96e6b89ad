//! How far the results of the program's kernels can be trusted: what each kernel executed in all dispatches.
//!
//! It is written at exit and after faults where `GCN_JIT_HSA_FIDELITY` says so: 1 is text on standard error, another value
//! but 0 a file, to which each process adds a line of JSON for each kernel.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;

use gcn_jit::report::fidelity;
use gcn_jit::runtime::fidelity::Trust;

/// What is not written yet, by kernel and target.
static COUNTED: Mutex<BTreeMap<(String, String), Trust>> = Mutex::new(BTreeMap::new());

/// Where it is to go.
pub fn wanted() -> Option<OsString> {
    std::env::var_os("GCN_JIT_HSA_FIDELITY").filter(|v| !v.is_empty() && v != "0")
}

/// Adds what a dispatch executed.
pub fn add(trust: &Trust) {
    let mut counted = COUNTED.lock().unwrap_or_else(|e| e.into_inner());
    let key = (trust.kernel.clone(), trust.target.clone());
    match counted.get_mut(&key) {
        Some(sum) => sum.add(trust),
        None => {
            counted.insert(key, trust.clone());
        }
    }
}

/// Writes what has been counted since the last time.
pub fn write() {
    let mut counted = COUNTED.lock().unwrap_or_else(|e| e.into_inner());
    let counted = std::mem::take(&mut *counted);
    let Some(wanted) = wanted().filter(|_| !counted.is_empty()) else {
        return;
    };
    // Standard error may be closed, the file in a place that cannot be written: the program goes on.
    let _ = if wanted == "1" {
        let text: String = counted.values().map(fidelity::text).collect();
        std::io::stderr().write_all(text.as_bytes())
    } else {
        let lines = counted.values().map(|t| format!("{}\n", fidelity::json(t)));
        let lines: String = lines.collect();
        let file = File::options().append(true).create(true).open(&wanted);
        file.and_then(|mut f| f.write_all(lines.as_bytes()))
    };
}
