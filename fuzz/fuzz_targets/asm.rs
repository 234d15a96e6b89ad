//! Arbitrary text as a program, for the generation that its first byte chooses.
#![no_main]

use gcn_jit::isa::Gen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some((first, rest)) = bytes.split_first()
        && let Ok(text) = std::str::from_utf8(rest)
    {
        gcn_jit::fuzz::check_asm(Gen::ALL[usize::from(*first) % 5], text);
    }
});
