//! Arbitrary dwords, on every generation.
#![no_main]

use gcn_jit::isa::Gen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|words: [u32; 2]| {
    for generation in Gen::ALL {
        gcn_jit::fuzz::check_decode(generation, &words);
    }
});
