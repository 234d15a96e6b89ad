//! Oracles for fuzzing, as library code; the targets in `fuzz/` are glue over them.
//!
//! Each function panics when what it checks does not hold, and says what it did with the input, so
//! that a run can count how much of it was worth anything.

use crate::decode::decode;
use crate::disasm::disasm;
use crate::encode::encode;
use crate::isa::Gen;
use crate::loader::CodeObject;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was checked.
    Checked,
    /// It is nothing that the oracle can check; the text says why.
    Rejected(&'static str),
}

/// Decoding any two dwords is total; what decodes has a length of 4 or 8 bytes within the input, a
/// text, and an encoding that decodes to the same instruction.
///
/// # Panics
/// When that is not so.
pub fn check_decode(generation: Gen, words: &[u32]) -> Outcome {
    let Ok(d) = decode(generation, words) else {
        return Outcome::Rejected("not an instruction");
    };
    assert!(matches!(d.size, 4 | 8), "{words:08x?}: size {}", d.size);
    assert!(d.size as usize <= 4 * words.len(), "{words:08x?}: too long");
    let text = disasm(generation, &d, None);
    assert!(!text.is_empty(), "{words:08x?}: no text");
    let again = encode(generation, &d.inst);
    let again = again.unwrap_or_else(|| panic!("{words:08x?}: '{text}' has no encoding"));
    assert_eq!(
        decode(generation, &again),
        Ok(d),
        "{words:08x?}: '{text}' is encoded otherwise"
    );
    Outcome::Checked
}

/// Loading any bytes gives a code object or an error, never a panic.
pub fn check_load(bytes: &[u8]) -> Outcome {
    match CodeObject::parse(bytes, None) {
        Ok(_) => Outcome::Checked,
        Err(_) => Outcome::Rejected("not a code object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short run of the decode oracle over pseudo-random words, biased to no encoding.
    #[test]
    fn decode_random_words() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        let mut checked = 0;
        for _ in 0..200_000 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let words = [x as u32, (x >> 32) as u32];
            for generation in Gen::ALL {
                checked += (check_decode(generation, &words) == Outcome::Checked) as u32;
            }
        }
        assert!(checked > 100_000, "only {checked} inputs were instructions");
    }

    #[test]
    fn load_mutated_objects() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gfx900/saxpy.hsaco");
        let object = std::fs::read(path).expect(path);
        assert_eq!(check_load(&object), Outcome::Checked);
        let mut x = 1u64;
        for _ in 0..2_000 {
            let mut bytes = object.clone();
            for _ in 0..3 {
                x = x
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let at = (x >> 33) as usize % bytes.len();
                bytes[at] = (x >> 17) as u8;
            }
            check_load(&bytes);
        }
    }
}
