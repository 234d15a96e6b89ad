//! What has been done, written at exit and after faults where `GCN_JIT_HSA_STATS` says so.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        $($(#[$doc])* pub static $name: Counter = Counter(AtomicU64::new(0));)*

        /// All of them, with their names.
        const ALL: &[(&str, &Counter)] = &[$(($text, &$name)),*];
    };
}

/// A number that grows.
#[derive(Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to it.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }
}

counters! {
    /// Kernel dispatch packets that were executed to their end.
    DISPATCHES "dispatches"
    /// Waves of them.
    WAVES "waves"
    /// Packets that failed.
    FAULTS "faults"
    /// Barrier packets of all kinds.
    BARRIERS "barriers"
    /// Copies and fills, asynchronous or not.
    COPIES "copies"
}

/// Where the counts go: `GCN_JIT_HSA_STATS=1` is standard error, another value but 0 a file, to which each process
/// adds lines that begin with its number.
fn write() {
    let Some(wanted) = wanted() else {
        return;
    };
    let shown = ALL.iter().map(|(name, n)| {
        let n = n.0.load(Ordering::Relaxed);
        format!(" {name}={n}")
    });
    let shown: String = shown.collect();
    // Standard error may be closed, the file in a place that cannot be written: the program goes on.
    let _ = if wanted == "1" {
        std::io::stderr().write_all(format!("gcn-jit-hsa:{shown}\n").as_bytes())
    } else {
        add(&wanted, &shown)
    };
}

fn wanted() -> Option<OsString> {
    std::env::var_os("GCN_JIT_HSA_STATS").filter(|v| !v.is_empty() && v != "0")
}

/// Adds a line of this process to a file.
fn add(path: &OsStr, shown: &str) -> std::io::Result<()> {
    let mut file = File::options().append(true).create(true).open(path)?;
    let line = format!("{}{shown}\n", std::process::id());
    file.write_all(line.as_bytes())
}

/// Says, where the counts go to a file, that there will be some: a process that is killed does not come to tell them.
pub fn begin() {
    if let Some(path) = wanted().filter(|w| w != "1") {
        // As when they are written.
        let _ = add(&path, " began=1");
    }
}

/// Counts a packet that failed, and writes what is counted so far: few programs come to their end after that.
pub fn fault() {
    FAULTS.add(1);
    crate::checks::write();
    crate::fidelity::write();
    write();
}

/// The destructors of a library run after the program's: programs do not shut the runtime down.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = {
    extern "C" fn at_exit() {
        crate::checks::write();
        crate::fidelity::write();
        write();
    }
    at_exit
};
