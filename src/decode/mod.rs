//! Words to [`Decoded`]: pure, total, never panics. All differences in opcode numbers end here.
//!
//! One file per family of encodings. What is not an instruction of the generation (unassigned opcode
//! numbers, reserved operand codes, bits that the encoding reserves and LLVM's disassembler checks)
//! is [`DecodeError::Invalid`]; on gfx8 and gfx9 that is exactly what LLVM 19's disassembler refuses.
//! Bits that the hardware and LLVM ignore are dropped; `encode` writes them as zero. A scalar register
//! tuple that starts at a misaligned register is read as the aligned tuple that contains it, as the
//! hardware's missing low bits make it. LLVM reads some operands that do not exist; [`executable`] tells
//! which instructions cannot be executed for that.
//!
//! That is the question of what LLVM's tools accept, which [`decode`] answers. What a word means when it
//! is executed is another one, for [`decode_executed`]: `rules` has the table of where they differ.

mod ds;
mod executable;
mod exp;
mod flat;
mod mai;
mod mimg;
mod mtbuf;
mod mubuf;
mod operand;
mod rules;
mod smem;
mod sop;
mod tuples;
mod vintrp;
mod vop;
mod vop3;
mod vop3p;
mod vopx;

use crate::error::DecodeError;
use crate::isa::{Decoded, Gen, Gens, Inst, Operand};

pub use executable::executable;

pub(crate) use ds::addr_is_data as ds_addr_is_data;
pub(crate) use ds::{has_addr as ds_has_addr, has_pair as ds_has_pair};
pub(crate) use mai::{blgp_negates, is_narrow, is_sparse, moves_acc, overlaps_c};
pub(crate) use mubuf::{has_address as mubuf_has_address, has_scope as mubuf_has_scope};
pub(crate) use operand::{is_general, special_operand};
pub(crate) use smem::{base_dwords, can_hold_data, has_address};
pub(crate) use sop::takes_register;
pub(crate) use vop3::{has_hidden_source, has_sign};
pub(crate) use vopx::{from_fp8, has_form};

use rules::{Rule, Rules};

/// What the family decoders return: an instruction and its size in bytes.
type Out = Result<Decoded, DecodeError>;

/// Decodes the instruction that starts at `words[0]`, as LLVM's disassembler does.
///
/// # Errors
/// [`DecodeError::Invalid`] for reserved encodings, [`DecodeError::Truncated`] when `words` ends
/// inside the instruction.
pub fn decode(generation: Gen, words: &[u32]) -> Out {
    decode_by(Rules::Llvm, generation, words)
}

/// Decodes the instruction that starts at `words[0]` as it is executed: modifiers and fields that the
/// documentation says to have no effect are dropped. What [`decode`] accepts is the same instruction
/// here, of the same length.
///
/// # Errors
/// As [`decode`]; [`DecodeError::Undefined`] where the documentation does not say what the words do.
pub fn decode_executed(generation: Gen, words: &[u32]) -> Out {
    decode_by(Rules::Manual, generation, words)
}

fn decode_by(rules: Rules, generation: Gen, words: &[u32]) -> Out {
    let Some(&w) = words.first() else {
        return Err(DecodeError::Truncated);
    };
    let code = Code {
        words,
        w,
        rules,
        ignores_unused: generation.has(Gens::NEW_TO_LLVM),
    };
    if w >> 31 == 0 {
        return match w >> 25 {
            0x3f => vop::vop1(generation, &code),
            0x3e => vop::vopc(generation, &code),
            _ => vop::vop2(generation, &code),
        };
    }
    if w >> 30 == 0b10 {
        return match w >> 23 {
            0x17d => sop::sop1(generation, &code),
            0x17e => sop::sopc(generation, &code),
            0x17f => sop::sopp(generation, &code),
            _ if w >> 28 == 0b1011 => sop::sopk(generation, &code),
            _ => sop::sop2(generation, &code),
        };
    }
    match (w >> 26, generation.is_legacy()) {
        (0b110000 | 0b110001, true) => smem::smrd(generation, &code),
        (0b110000, false) => smem::smem(generation, &code),
        (0b110100, _) if generation.is_gfx9() && w >> 23 == 0x1a7 => {
            if let Some(scaled) = mai::scaled(generation, &code) {
                return scaled;
            }
            match mai::row(generation, &code) {
                Some(op) => mai::mai(generation, op, &code),
                None => vop3p::vop3p(generation, &code),
            }
        }
        (0b110100, _) => vop3::vop3(generation, &code),
        (0b110110, _) => ds::ds(generation, &code),
        (0b110111, _) => flat::flat(generation, &code),
        (0b111000, _) => mubuf::mubuf(generation, &code),
        (0b111010, _) => mtbuf::mtbuf(generation, &code),
        (0b111100, _) => mimg::mimg(generation, &code),
        (0b110010, true) | (0b110101, false) => vintrp::vintrp(generation, &code),
        (0b111110, true) | (0b110001, false) => exp::exp(generation, &code),
        _ => Err(DecodeError::Invalid),
    }
}

/// The words to decode: the first one, and what follows it; and by what they are judged.
struct Code<'a> {
    words: &'a [u32],
    w: u32,
    rules: Rules,
    /// LLVM's disassembler ignores the fields of sources that there are not, as it does from 20 on.
    ignores_unused: bool,
}

impl Code<'_> {
    /// The second dword.
    #[inline]
    fn second(&self) -> Result<u32, DecodeError> {
        self.words.get(1).copied().ok_or(DecodeError::Truncated)
    }

    /// Bits `lo` to `lo + n - 1` of the first dword.
    #[inline]
    fn bits(&self, lo: u32, n: u32) -> u32 {
        bits(self.w, lo, n)
    }

    /// Bit `i` of the first dword.
    #[inline]
    fn bit(&self, i: u32) -> bool {
        self.w >> i & 1 != 0
    }

    /// An instruction without a literal or second dword.
    #[inline]
    fn short(&self, inst: Inst) -> Out {
        Ok(Decoded { inst, size: 4 })
    }

    /// Completes `sources` that are the literal with the second dword; gives the size in bytes.
    #[inline]
    fn literal(&self, sources: &mut [Operand]) -> Result<u8, DecodeError> {
        let mut size = 4;
        for s in sources {
            if let Operand::Literal(v) = s {
                *v = self.second()?;
                size = 8;
            }
        }
        Ok(size)
    }
}

/// Bits `lo` to `lo + n - 1` of `w`.
#[inline]
fn bits(w: u32, lo: u32, n: u32) -> u32 {
    w >> lo & ((1 << n) - 1)
}

/// A 64-bit instruction.
#[inline]
fn long(inst: Inst) -> Out {
    Ok(Decoded { inst, size: 8 })
}

/// Fails unless `ok`.
#[inline]
fn require(ok: bool) -> Result<(), DecodeError> {
    if ok {
        Ok(())
    } else {
        Err(DecodeError::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Sop2, Vop2, VopForm};

    /// `s_and_b32 s0, s1, 0x12345678` has number 14 up to gfx7 and 12 from gfx8 on.
    #[test]
    fn opcode_numbers_end_here() {
        for (g, op) in [(Gen::Gfx6, 14), (Gen::Gfx8, 12), (Gen::Gfx906, 12)] {
            let d = decode(g, &[0x8000ff01 | op << 23, 0x12345678]).unwrap();
            let inst = Inst::Sop2 {
                op: Sop2::S_AND_B32,
                sdst: 0,
                ssrc0: Operand::Sgpr(1),
                ssrc1: Operand::Literal(0x12345678),
            };
            assert_eq!(d, Decoded { inst, size: 8 });
        }
    }

    #[test]
    fn literal_may_be_cut_off() {
        assert_eq!(
            decode(Gen::Gfx9, &[0x8600ff01]),
            Err(DecodeError::Truncated)
        );
        assert_eq!(decode(Gen::Gfx9, &[]), Err(DecodeError::Truncated));
    }

    /// `v_addc_co_u32` reads and writes VCC in its 32-bit form, any pair in VOP3b.
    #[test]
    fn carries_are_explicit() {
        let d = decode(Gen::Gfx9, &[0x38000501]).unwrap().inst;
        let Inst::Vop2 { op, f } = d else { panic!() };
        assert_eq!(op, Vop2::V_ADDC_CO_U32);
        assert_eq!(
            (f.src[2], f.sdst, f.form),
            (Operand::VCC, 106, VopForm::E32)
        );
        let d = decode(Gen::Gfx9, &[0xd11c0400, 0x001a0501]).unwrap().inst;
        let Inst::Vop2 { op, f } = d else { panic!() };
        assert_eq!(op, Vop2::V_ADDC_CO_U32);
        assert_eq!(
            (f.src[2], f.sdst, f.form),
            (Operand::Sgpr(6), 4, VopForm::E64)
        );
    }
}
