//! The SDWA and DPP forms of VOP1, VOP2, VOPC on gfx8 and gfx9 (CLRX GcnSdwaDpp).

use super::operand::{SDWA, src_no_literal, sreg, vdst, vreg};
use super::{Code, Rule, Rules, bits, require};
use crate::error::DecodeError;
use crate::isa::{Dpp, Flags, Gen, Gens, Operand, Row, Sdwa, Ty, Vop, VopForm};

type Fields = Result<Vop, DecodeError>;

/// Whether the row has the form in the generation.
pub fn has_form(generation: Gen, row: &Row, sdwa: bool) -> bool {
    let wide = !sdwa && generation.has(Gens::WIDE_DPP) && row.flags.has(Flags::DPP90A);
    let form = match (sdwa, generation.is_gfx9()) {
        (true, false) => Flags::SDWA8,
        (true, true) => Flags::SDWA9,
        (false, false) => Flags::DPP8,
        (false, true) => Flags::DPP9,
    };
    wide || row.flags.has(form)
}

/// Whether the row has NEG and ABS in its encodings but ignores them: the integer dot products of VOP2.
pub fn ignores_signs(row: &Row) -> bool {
    row.flags.has(Flags::NO_SIGNS)
}

/// Whether the row converts from 8-bit floats: of SDWA they have the select of the source alone.
pub fn from_fp8(row: &Row) -> bool {
    row.flags.has(Flags::FROM_F8)
}

/// The number of sources the extra dword can modify.
fn sources(row: &Row) -> usize {
    (0..2).filter(|&i| row.shape.src[i] != Ty::None).count()
}

/// VOP1 with an extra dword.
pub fn vop1(generation: Gen, row: &Row, code: &Code) -> Fields {
    let mut f = common(generation, row, code, None)?;
    f.vdst = vdst(generation, row, code, code.bits(17, 8))?;
    let none = row.shape.src[0] == Ty::None;
    code.rule(Rule::UnusedSource, !none || code.second()? & 0xff == 0)?;
    Ok(f)
}

/// VOP2 with an extra dword.
pub fn vop2(generation: Gen, row: &Row, code: &Code) -> Fields {
    let mut f = common(generation, row, code, Some(code.bits(9, 8)))?;
    f.vdst = vdst(generation, row, code, code.bits(17, 8))?;
    if row.flags.has(Flags::CARRY_IN) {
        f.src[2] = Operand::VCC;
    }
    Ok(f)
}

/// VOPC with an extra dword: on gfx9 SDWA has an SDST of its own (SD bit 15, SDST 14:8).
pub fn vopc(generation: Gen, row: &Row, code: &Code) -> Fields {
    let mut f = common(generation, row, code, Some(code.bits(9, 8)))?;
    if generation.is_gfx9() && code.bits(0, 9) == SDWA {
        let second = code.second()?;
        if second >> 15 & 1 != 0 {
            f.sdst = sreg(generation, bits(second, 8, 7), 2)?;
        }
        f.omod = 0;
        f.clamp = false;
    }
    if let Some(sdwa) = &mut f.sdwa {
        // A mask has no selects; the plain values make equal instructions compare equal.
        sdwa.dst_sel = 6;
        sdwa.dst_unused = 0;
    }
    Ok(f)
}

/// The parts that all three encodings share.
fn common(generation: Gen, row: &Row, code: &Code, vsrc1: Option<u32>) -> Fields {
    let sdwa = code.bits(0, 9) == SDWA;
    require(has_form(generation, row, sdwa))?;
    let n = sources(row);
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    if sdwa {
        sdwa_fields(generation, row, code, vsrc1, n, &mut f)?;
    } else {
        dpp_fields(row, code, vsrc1, n, &mut f)?;
    }
    Ok(f)
}

/// What an SDWA dword says about SRC1 and SRC0; bits 30 and 22 are ignored.
const SRC1_BITS: u32 = 0xbf00_0000;
/// See [`SRC1_BITS`].
const SRC0_BITS: u32 = 0x00bf_0000;

/// SDWA dword: SRC0 7:0, DST_SEL 10:8, DST_UNUSED 12:11, CLAMP 13, OMOD 15:14 (gfx9), SRC0_SEL 18:16,
/// SEXT 19, NEG 20, ABS 21, S0 23 (gfx9), SRC1_SEL 26:24, SEXT 27, NEG 28, ABS 29, S1 31 (gfx9).
fn sdwa_fields(
    generation: Gen,
    row: &Row,
    code: &Code,
    vsrc1: Option<u32>,
    n: usize,
    f: &mut Vop,
) -> Result<(), DecodeError> {
    let w = code.second()?;
    let gfx9 = generation.is_gfx9();
    let field = [bits(w, 0, 8), vsrc1.unwrap_or(0)];
    let mut s = Sdwa {
        dst_sel: bits(w, 8, 3) as u8,
        dst_unused: bits(w, 11, 2) as u8,
        src_sel: [6, 6],
        sext: 0,
    };
    f.form = VopForm::Sdwa;
    let ignored = if gfx9 { 0 } else { 1 << 31 | 1 << 23 };
    let absent = n == 2 || w & SRC1_BITS & !ignored == 0;
    code.rule(Rule::UnusedModifier, absent)?;
    let absent = n >= 1 || w & SRC0_BITS & !ignored == 0;
    code.rule(Rule::UnusedModifier, absent)?;
    f.clamp = w >> 13 & 1 != 0;
    if f.clamp && row.shape.dst == Ty::None {
        code.breaks(Rule::Clamp)?;
        f.clamp = false;
    }
    f.omod = if gfx9 { bits(w, 14, 2) as u8 } else { 0 };
    // A compare has its SDST here, which the caller reads.
    let mask = row.shape.dst == Ty::Mask;
    if row.shape.dst == Ty::None {
        (s.dst_sel, s.dst_unused) = (0, 0);
    }
    // LLVM has a text for the reserved DST_UNUSED, `executable` refuses it.
    code.rule(Rule::Select, mask || s.dst_sel < 7)?;
    if from_fp8(row) {
        code.rule(Rule::Select, s.dst_sel == 6)?;
        (s.dst_sel, s.dst_unused) = (6, 0);
    }
    let float = row.shape.dst.is_float() || row.shape.dst == Ty::V2F32;
    if f.omod != 0 && !mask && !float {
        code.breaks(Rule::Omod)?;
        f.omod = 0;
    }
    for (i, &field) in field.iter().enumerate().take(n) {
        let half = w >> (16 + 8 * i);
        s.src_sel[i] = bits(half, 0, 3) as u8;
        code.rule(Rule::Select, s.src_sel[i] < 7)?;
        // By LLVM integer sources have SEXT, float sources NEG and ABS.
        let float = row.shape.src[i].is_float();
        code.rule(Rule::SextOfFloat, !float || bits(half, 3, 1) == 0)?;
        code.rule(Rule::SignOfInteger, float || bits(half, 4, 2) == 0)?;
        s.sext |= (bits(half, 3, 1) << i) as u8;
        f.neg |= (bits(half, 4, 1) << i) as u8;
        f.abs |= (bits(half, 5, 1) << i) as u8;
        f.src[i] = if gfx9 && bits(half, 7, 1) != 0 {
            src_no_literal(generation, field, row.shape.src[i])?
        } else {
            Operand::Vgpr(field as u8)
        };
    }
    f.sdwa = Some(s);
    Ok(())
}

/// DPP dword: SRC0 7:0, DPP_CTRL 16:8, BOUND_CTRL 19, NEG and ABS of SRC0 20 and 21, of SRC1 22 and 23,
/// BANK_MASK 27:24, ROW_MASK 31:28.
fn dpp_fields(
    row: &Row,
    code: &Code,
    vsrc1: Option<u32>,
    n: usize,
    f: &mut Vop,
) -> Result<(), DecodeError> {
    let w = code.second()?;
    let field = [bits(w, 0, 8), vsrc1.unwrap_or(0)];
    f.form = VopForm::Dpp;
    // By LLVM an integer source has the modifier bits beside a float one only, and there no ABS.
    let types = &row.shape.src[..n];
    let any_float = types.iter().any(|ty| ty.is_float());
    let there = (1 << (2 * n)) - 1;
    code.rule(Rule::UnusedModifier, bits(w, 20, 4) & !there == 0)?;
    let plain = bits(w, 20, 4) & there == 0;
    let ignored = ignores_signs(row);
    code.rule(Rule::SignOfInteger, any_float || plain || ignored)?;
    for (i, &field) in field.iter().enumerate().take(n) {
        let has_neg = types[i].is_float() || code.rules == Rules::Manual || !code.ignores_unused;
        let neg = !ignored && has_neg && w >> (20 + 2 * i) & 1 != 0;
        f.neg |= u8::from(neg) << i;
        let signed = types[i].is_float() || (code.rules == Rules::Manual && !ignored);
        let abs = signed && w >> (21 + 2 * i) & 1 != 0;
        f.abs |= u8::from(abs) << i;
        f.src[i] = Operand::Vgpr(vreg(field, types[i].dwords())?);
    }
    f.dpp = Some(Dpp {
        ctrl: bits(w, 8, 9) as u16,
        bound_ctrl: w >> 19 & 1 != 0,
        bank_mask: bits(w, 24, 4) as u8,
        row_mask: bits(w, 28, 4) as u8,
    });
    Ok(())
}

/// Whether a DPP_CTRL value is defined: quad permutation, row and wave shifts and rotations, mirrors,
/// broadcasts. LLVM's disassembler has a comment for the others.
pub fn known_ctrl(generation: Gen, ctrl: u16) -> bool {
    matches!(ctrl, 0..=0xff | 0x101..=0x10f | 0x111..=0x11f | 0x121..=0x12f)
        || matches!(ctrl, 0x130 | 0x134 | 0x138 | 0x13c | 0x140..=0x143)
        || generation.has(Gens::WIDE_DPP) && matches!(ctrl, 0x150..=0x15f)
}
