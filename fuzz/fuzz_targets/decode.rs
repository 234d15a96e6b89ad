//! Arbitrary dwords, for the generation that the first byte chooses.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(e) = gcn_jit::fuzz::decode::check_bytes(bytes) {
        panic!("{e}");
    }
});
