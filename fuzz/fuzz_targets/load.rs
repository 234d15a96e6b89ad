//! Files: arbitrary bytes after a zero byte, else code objects with something wrong in them.
#![no_main]

#[path = "../guard.rs"]
mod guard;

use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: guard::Guarded = guard::Guarded;

/// Memory that loading any file may take, and how many times the file's size beyond that: what zlib can
/// pack into a byte.
const MOST: usize = 64 << 20;
const TIMES: usize = 1100;

fuzz_target!(|bytes: &[u8]| {
    let before = guard::reset_peak();
    if let Err(e) = gcn_jit::fuzz::load::check_bytes(bytes) {
        panic!("{e}");
    }
    let used = guard::peak() - before;
    assert!(used <= MOST + TIMES * bytes.len(), "{used} bytes of memory");
});
