//! The target `gemm` of `gcn-jit fuzz`, on both backends; the input's bytes are its choices.
#![no_main]

#[path = "../guard.rs"]
mod guard;

use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: guard::Guarded = guard::Guarded;

fuzz_target!(|bytes: &[u8]| {
    gcn_jit::fuzz::targets::round_of("gemm", bytes);
    guard::check();
});
