//! Which decoded instructions can be executed.
//!
//! Decoding follows LLVM's disassembler, which reads operands that name no register of the generation
//! or that the instruction cannot have. What the hardware does with them is documented nowhere; they
//! are refused before they are executed.

use super::mai::overlaps_c;
use super::operand::sreg_exists;
use super::smem::{base_dwords, can_hold_data, has_address};
use super::sop::takes_register;
use super::tuples::are_even;
use super::vopx::known_ctrl;
use crate::isa::facts::{Element, MaiAct};
use crate::isa::{
    Flags, FlatFields, Gen, Gens, Inst, Mai, MaiFields, Mimg, MimgFields, MubufFields, Operand,
    Row, Scale, Segment, Smem, SmemFields, SourceKind, Ty, Vop,
};

/// Why it is refused.
type Refused = Result<(), &'static str>;

const NO_REGISTER: &str = "a scalar operand names no register";
const NO_APERTURE: &str = "aperture registers exist on gfx9 only";
const ODD: &str = "registers that belong together begin at an odd one";
const WRONG_KIND: &str = "an operand is of a kind that the instruction cannot have";
const RESERVED_FORMAT: &str = "CBSZ or BLGP has a reserved number of a format";
const OVERLAP: &str = "the third matrix overlaps the destination in part";

/// Checks that an instruction that decodes has operands that exist.
///
/// # Errors
/// What is wrong with it, as a phrase.
pub fn executable(generation: Gen, inst: &Inst) -> Refused {
    let row = inst.row();
    let shape = &row.shape;
    // What the hardware does with others is documented nowhere.
    need(!generation.has(Gens::ONE_FILE) || are_even(inst), ODD)?;
    match inst {
        Inst::Sop1 { op, sdst, ssrc0 } => {
            destination(generation, *sdst, shape.dst)?;
            if takes_register(*op) {
                need(matches!(ssrc0, Operand::Sgpr(_)), WRONG_KIND)?;
            }
            scalar(generation, *ssrc0, shape.src[0])
        }
        Inst::Sop2 {
            sdst, ssrc0, ssrc1, ..
        } => {
            destination(generation, *sdst, shape.dst)?;
            scalar(generation, *ssrc0, shape.src[0])?;
            scalar(generation, *ssrc1, shape.src[1])
        }
        Inst::Sopc { ssrc0, ssrc1, .. } => {
            scalar(generation, *ssrc0, shape.src[0])?;
            scalar(generation, *ssrc1, shape.src[1])
        }
        Inst::Sopk { sdst, .. } => destination(generation, *sdst, shape.dst),
        Inst::Sopp { .. } | Inst::Ds { .. } => Ok(()),
        // Never executed.
        Inst::Vintrp { .. } | Inst::Exp { .. } => Ok(()),
        Inst::Mai { op, f } => mai(*op, f),
        Inst::Smem { op, f } => smem(generation, *op, f),
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => vector(generation, row, f),
        Inst::Flat { f, .. } => flat(generation, f),
        Inst::Mubuf { op, f } => {
            if super::mubuf_has_address(*op) {
                buffer(generation, f)
            } else {
                Ok(())
            }
        }
        Inst::Mtbuf { f, .. } => buffer(generation, &f.buffer),
        Inst::Mimg { op, f } => mimg(generation, *op, f),
    }
}

/// Matrices lie in vector registers and C is D or apart from it; C may be a constant, and so may what V_ACCVGPR_WRITE writes.
fn mai(op: Mai, f: &MaiFields) -> Refused {
    let takes_constant = |i: usize| match op.act() {
        MaiAct::Writes => true,
        MaiAct::Reads | MaiAct::MultipliesSparse(_) => false,
        MaiAct::Multiplies(_) => i == 2,
    };
    let sources = (0..3).filter(|i| op.row().shape.src[*i] != Ty::None);
    let right = |i: usize| match f.src[i] {
        Operand::Vgpr(_) => true,
        Operand::Int(_) | Operand::Float(_) => takes_constant(i),
        _ => false,
    };
    need(sources.into_iter().all(right), WRONG_KIND)?;
    let is_narrow =
        matches!(op.act(), MaiAct::Multiplies(m) if matches!(m.element, Element::Narrow(_)));
    need(!is_narrow || f.formats().is_some(), RESERVED_FORMAT)?;
    let fits = |s: Scale| matches!(s.operand, Operand::Vgpr(_)) || s.constant().is_some();
    need(f.scale.into_iter().flatten().all(fits), WRONG_KIND)?;
    need(!overlaps_c(op, f), OVERLAP)
}

fn need(ok: bool, why: &'static str) -> Refused {
    if ok { Ok(()) } else { Err(why) }
}

/// A scalar destination of type `ty`.
fn destination(generation: Gen, code: u8, ty: Ty) -> Refused {
    need(
        ty == Ty::None || sreg_exists(generation, code, ty.dwords()),
        NO_REGISTER,
    )
}

/// A source that is scalar or constant.
fn scalar(generation: Gen, op: Operand, ty: Ty) -> Refused {
    match op {
        Operand::Vgpr(_) | Operand::LdsDirect => need(ty == Ty::None, WRONG_KIND),
        _ => source(generation, op, ty),
    }
}

/// A source of any kind.
fn source(generation: Gen, op: Operand, ty: Ty) -> Refused {
    match op {
        Operand::Sgpr(r) => destination(generation, r, ty),
        Operand::Aperture(_) => need(generation.is_gfx9(), NO_APERTURE),
        Operand::Vgpr(_)
        | Operand::Int(_)
        | Operand::Float(_)
        | Operand::Literal(_)
        | Operand::Vccz
        | Operand::Execz
        | Operand::Scc
        | Operand::LdsDirect => Ok(()),
    }
}

fn smem(generation: Gen, op: Smem, f: &SmemFields) -> Refused {
    let shape = &op.row().shape;
    let data = match shape.dst {
        Ty::None => shape.src[0],
        ty => ty,
    };
    destination(generation, f.sdata, data)?;
    need(data == Ty::None || can_hold_data(f.sdata), NO_REGISTER)?;
    if !has_address(op) {
        return Ok(());
    }
    need(
        sreg_exists(generation, f.sbase, base_dwords(op)),
        NO_REGISTER,
    )?;
    let offset = f.soffset.is_none_or(|r| sreg_exists(generation, r, 1));
    need(offset, NO_REGISTER)
}

fn vector(generation: Gen, row: &Row, f: &Vop) -> Refused {
    if row.flags.has(Flags::SGPR_DST) {
        destination(generation, f.vdst, Ty::B32)?;
    }
    if row.shape.dst == Ty::Mask || row.flags.has(Flags::CARRY_OUT) {
        destination(generation, f.sdst, Ty::Mask)?;
    }
    for (i, (&op, &ty)) in f.src.iter().zip(&row.shape.src).enumerate() {
        match ty {
            Ty::None => continue,
            Ty::Mask => scalar(generation, op, ty)?,
            Ty::B128 | Ty::B192 | Ty::B512 | Ty::B1024 => {
                need(matches!(op, Operand::Vgpr(_)), WRONG_KIND)?;
            }
            _ => source(generation, op, ty)?,
        }
        match row.kind_of_source(i) {
            SourceKind::Vector => need(matches!(op, Operand::Vgpr(_)), WRONG_KIND)?,
            SourceKind::VectorOrLds => {
                let fits = matches!(op, Operand::Vgpr(_) | Operand::LdsDirect);
                need(fits, WRONG_KIND)?;
            }
            SourceKind::Scalar => scalar(generation, op, ty)?,
            SourceKind::Accumulation | SourceKind::Any => {}
        }
    }
    // GcnSdwaDpp has 0 to 2.
    let unused = f.sdwa.is_none_or(|s| s.dst_unused < 3);
    need(unused, "SDWA's DST_UNUSED has the reserved value 3")?;
    let ctrl = f.dpp.is_none_or(|d| known_ctrl(generation, d.ctrl));
    need(ctrl, "DPP_CTRL has a reserved value")
}

fn flat(generation: Gen, f: &FlatFields) -> Refused {
    let width = if f.seg == Segment::Global { 2 } else { 1 };
    let saddr = f.saddr.is_none_or(|r| sreg_exists(generation, r, width));
    need(saddr, NO_REGISTER)
}

fn buffer(generation: Gen, f: &MubufFields) -> Refused {
    need(sreg_exists(generation, f.srsrc, 4), NO_REGISTER)?;
    scalar(generation, f.soffset, Ty::B32)
}

fn mimg(generation: Gen, op: Mimg, f: &MimgFields) -> Refused {
    let resource = if f.r128 { 4 } else { 8 };
    let sampler = !op.has_sampler() || sreg_exists(generation, f.ssamp, 4);
    need(
        sampler && sreg_exists(generation, f.srsrc, resource),
        NO_REGISTER,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;

    /// What LLVM prints, and whether it can be executed.
    fn check(generation: Gen, words: &[u32], expected: Refused) {
        let d = decode(generation, words).unwrap();
        assert_eq!(executable(generation, &d.inst), expected, "{words:08x?}");
    }

    #[test]
    fn operands_that_do_not_exist_are_refused() {
        // s_mov_b32 s0, s1; s_mov_b32 s0, null; s_mov_b32 s0, src_shared_base.
        check(Gen::Gfx8, &[0xbe80_0001], Ok(()));
        check(Gen::Gfx8, &[0xbe80_007d], Err(NO_REGISTER));
        check(Gen::Gfx8, &[0xbe80_00eb], Err(NO_APERTURE));
        check(Gen::Gfx9, &[0xbe80_00eb], Ok(()));
        // s_load_dwordx4 s[100:103], s[0:1], 0x0 reaches past the last SGPR.
        check(Gen::Gfx9, &[0xc00a_1900, 0], Err(NO_REGISTER));
        // s_setpc_b64 -14; v_readfirstlane_b32 s0, s0.
        check(Gen::Gfx8, &[0xbe80_1dce], Err(WRONG_KIND));
        check(Gen::Gfx9, &[0x7e00_0400], Err(WRONG_KIND));
        // v_mul_legacy_f32_sdwa v24, v74, -v2 with DST_UNUSED 3 (CLRX GcnSdwaDpp: 0 to 2), and with 2.
        let reserved = "SDWA's DST_UNUSED has the reserved value 3";
        for generation in [Gen::Gfx8, Gen::Gfx9] {
            check(generation, &[0x0830_04f9, 0x1503_394a], Err(reserved));
            check(generation, &[0x0830_04f9, 0x1503_314a], Ok(()));
        }
        // v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[4:19], which LLVM's assembler refuses, and with
        // v[0:15] and v[20:35], which it does not; with a[4:19] there is no such instruction.
        check(Gen::Gfx90a, &[0xd3cc_0000, 0x0412_2510], Err(OVERLAP));
        check(Gen::Gfx90a, &[0xd3cc_8000, 0x0412_2510], Err(OVERLAP));
        check(Gen::Gfx908, &[0xd3cc_0000, 0x0412_2510], Err(OVERLAP));
        check(Gen::Gfx90a, &[0xd3cc_0000, 0x0402_2510], Ok(()));
        check(Gen::Gfx90a, &[0xd3cc_0000, 0x0452_2510], Ok(()));
        // v_mfma_f32_4x4x1f32 v[0:3], v16, v18, v[2:5]: of four registers it may.
        check(Gen::Gfx90a, &[0xd3c2_0000, 0x040a_2510], Ok(()));
    }
}
