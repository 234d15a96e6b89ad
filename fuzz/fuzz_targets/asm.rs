//! Arbitrary text as a program, for the generation and in the language that its first byte chooses.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(e) = gcn_jit::fuzz::asm::check_bytes(bytes) {
        panic!("{e}");
    }
});
