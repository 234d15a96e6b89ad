//! Tests that need AVX-512, where there is none: each says that it is left out, and how many of this process have been
//! so far. With `GCN_JIT_REQUIRE_AVX512=1` that is a failure.
//!
//! `jit-tests` has this file as a module, too.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::HostLevel;

/// Whether `test`, or a part of one, is left out: it needs AVX-512, and `level` is less.
///
/// # Panics
/// When it must not be left out.
pub fn is_left_out(test: &str, level: HostLevel) -> bool {
    static LEFT_OUT: AtomicUsize = AtomicUsize::new(0);
    if level >= HostLevel::Avx512 {
        return false;
    }
    let required = std::env::var_os("GCN_JIT_REQUIRE_AVX512").is_some_and(|v| v == "1");
    assert!(!required, "{test} needs avx512, and the level is {level}");
    let count = LEFT_OUT.fetch_add(1, Ordering::Relaxed) + 1;
    // Standard error may be closed.
    let _ = writeln!(
        std::io::stderr(),
        "skipped: {test}: it needs avx512, and the level is {level} ({count} so far)"
    );
    true
}
