//! Arbitrary bytes as a file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    gcn_jit::fuzz::check_load(bytes);
});
