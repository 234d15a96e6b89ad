//! What has been done, printed at exit with `GCN_JIT_HSA_STATS=1`.

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

/// The destructors of a library run after the program's: programs do not shut the runtime down.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = {
    extern "C" fn print() {
        if std::env::var_os("GCN_JIT_HSA_STATS").is_none_or(|v| v == "0") {
            return;
        }
        let shown = ALL.iter().map(|(name, n)| {
            let n = n.0.load(Ordering::Relaxed);
            format!(" {name}={n}")
        });
        let line = format!("gcn-jit-hsa:{}\n", shown.collect::<String>());
        // Standard error may be closed.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
    }
    print
};
