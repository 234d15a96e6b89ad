//! Oracles for fuzzing, as library code; the targets in `fuzz/` are glue over them.
//!
//! Each function panics when what it checks does not hold, and says what it did with the input, so
//! that a run can count how much of it was worth anything.

pub mod campaign;
pub mod case;
pub mod code;
pub mod counts;
pub mod excluded;
pub mod gcn;
pub mod inst;
pub mod minimize;
pub mod oracle;
pub mod report;
pub mod source;
pub mod target;
pub mod values;

pub use crate::lower::plant;
pub use case::{Case, WaveState};
pub use counts::Counts;
pub use oracle::{Difference, End, Ran, Session};
pub use source::Source;
pub use target::{Found, Kind, Round, TARGETS, Target};

use crate::asm::{assemble, parse_inst};
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

/// Assembling any text gives code or errors, each on one line and at a place, never a panic. A single
/// instruction gives words that decode to it.
///
/// # Panics
/// When that is not so.
pub fn check_asm(generation: Gen, text: &str) -> Outcome {
    if let Ok((inst, words)) = parse_inst(generation, text, 0) {
        let decoded = decode(generation, &words).map(|d| d.inst);
        assert_eq!(decoded, Ok(inst), "{text}: {words:08x?}");
    }
    match assemble(generation, text) {
        Ok(_) => Outcome::Checked,
        Err(errors) => {
            assert!(!errors.is_empty(), "{text}: no code and no error");
            for e in &errors {
                assert!(e.line > 0 && e.column > 0, "{text}: {e}");
                assert!(!e.message.contains('\n'), "{text}: {e}");
            }
            Outcome::Rejected("not a program")
        }
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

    /// Pieces of programs in any order.
    #[test]
    fn assemble_random_text() {
        const PIECES: &str = "v_add_f32 v_add_f32_e64 s_mov_b64 s_waitcnt s_branch exp image_load \
            tbuffer_load_format_x ds_swizzle_b32 s_load_dword v_mov_b32 flat_load_dword v_pk_fma_f16 \
            .fill .org .p2align .set .long .byte .amdhsa_kernel .text .section v0 v[0:3] s1 s[2:3] vcc \
            exec m0 [ ] ( ) | - , , , , : = + * << / x a: 1: 1f 1b 0 1 5 0x12345678 -1 1.0 1e300 off \
            neg( abs( sext( lit( hwreg( sendmsg( vmcnt( gpr_idx( swizzle( offset: dmask: op_sel:[ \
            quad_perm:[ dst_sel: format:[ mul: clamp glc gds attr0.x p10 mrt0 \"s\" /* */ // ; # \u{e9}";
        let pieces: Vec<&str> = PIECES.split_whitespace().collect();
        let mut x = 7u64;
        let mut random = |n: usize| {
            x = x
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (x >> 33) as usize % n
        };
        let mut programs = 0;
        for i in 0..8_000 {
            let mut text = String::new();
            for _ in 0..1 + random(12) {
                text.push_str(pieces[random(pieces.len())]);
                text.push_str([" ", "", "\n", " "][random(4)]);
            }
            programs += (check_asm(Gen::ALL[i % 5], &text) == Outcome::Checked) as u32;
        }
        assert!(programs > 40, "only {programs} texts were programs");
        for text in ["[", "-", "(", "s[", "[v0,", "neg(", "|", "op_sel:["] {
            let text = format!("v_add_f32 v0, {}", text.repeat(50_000));
            check_asm(Gen::Gfx9, &text);
        }
        check_asm(Gen::Gfx9, ".fill 1<<60, 0, 0");
        check_asm(Gen::Gfx9, "s_nop [v[0:255],v[0:255]]");
        check_asm(Gen::Gfx9, "s_nop [v[0:63],v[64:127],v[128:191],v[192:255]]");
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
