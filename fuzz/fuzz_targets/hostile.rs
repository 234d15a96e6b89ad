//! Programs that try to escape, on both backends; the input's bytes are their generator's choices.
#![no_main]

#[path = "../guard.rs"]
mod guard;

use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: guard::Guarded = guard::Guarded;

fuzz_target!(|bytes: &[u8]| {
    if let Err(e) = gcn_jit::fuzz::hostile::check_bytes(bytes) {
        panic!("{e}");
    }
    guard::check();
});
