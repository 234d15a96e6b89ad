//! The 32-bit forms of VOP1, VOP2, VOPC (CLRX GcnInstrsVop1, GcnInstrsVop2, GcnInstrsVopc).

use super::operand::{DPP, LITERAL, SDWA, lane_select, lane_source, src, vdst, vreg};
use super::{Code, Out, Rule, Rules, long, vopx};
use crate::error::DecodeError::Invalid;
use crate::isa::{Decoded, Flags, Gen, Inst, Operand, Ty, Vop, Vop1, Vop2, Vopc};

/// Whether SRC0 asks for an SDWA or DPP dword.
fn extended(generation: Gen, src0: u32) -> bool {
    !generation.is_legacy() && (src0 == SDWA || src0 == DPP)
}

/// VOP1: VDST 24:17, OP 16:9, SRC0 8:0.
pub fn vop1(generation: Gen, code: &Code) -> Out {
    let op = Vop1::decode(generation, 0, code.bits(9, 8) as u16).ok_or(Invalid)?;
    let src0 = code.bits(0, 9);
    let row = op.row();
    let bare = matches!(op, Vop1::V_NOP | Vop1::V_CLREXCP);
    if extended(generation, src0) {
        // What has no operands ignores SRC0 in the 32-bit form. How long it is must not depend on
        // the rules.
        let rules = if bare { Rules::Llvm } else { code.rules };
        match vopx::vop1(generation, row, &Code { rules, ..*code }) {
            Ok(f) => return long(Inst::Vop1 { op, f }),
            Err(_) if bare => {}
            Err(e) => return Err(e),
        }
    }
    let mut srcs = [Operand::Int(0); 3];
    let mut size = 4;
    if row.shape.src[0] == Ty::None {
        code.rule(Rule::UnusedSource, src0 == 0 || bare)?;
    } else {
        srcs[0] = match op {
            Vop1::V_READFIRSTLANE_B32 | Vop1::V_MOVRELS_B32 | Vop1::V_MOVRELSD_B32 => {
                let lds = op == Vop1::V_READFIRSTLANE_B32 || !generation.is_legacy();
                match lane_source(generation, src0)? {
                    Operand::LdsDirect if !lds => return Err(Invalid),
                    op => op,
                }
            }
            _ => src(generation, src0, row.shape.src[0])?,
        };
        if op == Vop1::V_READFIRSTLANE_B32 && code.bits(17, 8) == LITERAL && !generation.is_legacy()
        {
            // LLVM reads even the destination as a source: the literal.
            srcs[1] = Operand::Literal(0);
        }
        size = code.literal(&mut srcs[..2])?;
    }
    let vdst = match srcs[1] {
        Operand::Literal(_) => LITERAL as u8,
        _ => vdst(generation, row, code, code.bits(17, 8))?,
    };
    let f = Vop::plain(vdst, srcs);
    let inst = Inst::Vop1 { op, f };
    Ok(Decoded { inst, size })
}

/// VOP2: OP 30:25, VDST 24:17, VSRC1 16:9, SRC0 8:0.
pub fn vop2(generation: Gen, code: &Code) -> Out {
    let op = Vop2::decode(generation, 0, code.bits(25, 6) as u16).ok_or(Invalid)?;
    let row = op.row();
    let (src0, vsrc1) = (code.bits(0, 9), code.bits(9, 8));
    if extended(generation, src0) {
        let (f, size) = (vopx::vop2(generation, row, code)?, 8);
        let inst = Inst::Vop2 { op, f };
        return Ok(Decoded { inst, size });
    }
    let mut srcs = [Operand::Int(0); 3];
    match op {
        Vop2::V_READLANE_B32 => {
            srcs[0] = lane_source(generation, src0)?;
            srcs[1] = lane_select(generation, vsrc1)?;
        }
        Vop2::V_WRITELANE_B32 => {
            srcs[0] = match src0 {
                LITERAL => Operand::Literal(0),
                _ => lane_select(generation, src0)?,
            };
            srcs[1] = lane_select(generation, vsrc1)?;
        }
        Vop2::V_MADMK_F32 | Vop2::V_MADMK_F16 | Vop2::V_FMAMK_F32 => {
            srcs[0] = src(generation, src0, row.shape.src[0])?;
            srcs[1] = Operand::Literal(0);
            srcs[2] = Operand::Vgpr(vsrc1 as u8);
        }
        Vop2::V_MADAK_F32 | Vop2::V_MADAK_F16 | Vop2::V_FMAAK_F32 => {
            srcs[0] = src(generation, src0, row.shape.src[0])?;
            srcs[1] = Operand::Vgpr(vsrc1 as u8);
            srcs[2] = Operand::Literal(0);
        }
        _ => {
            srcs[0] = src(generation, src0, row.shape.src[0])?;
            srcs[1] = Operand::Vgpr(vreg(vsrc1, row.shape.src[1].dwords())?);
            if row.flags.has(Flags::CARRY_IN) {
                srcs[2] = Operand::VCC;
            }
        }
    }
    let size = code.literal(&mut srcs)?;
    let f = Vop::plain(vdst(generation, row, code, code.bits(17, 8))?, srcs);
    let inst = Inst::Vop2 { op, f };
    Ok(Decoded { inst, size })
}

/// VOPC: OP 24:17, VSRC1 16:9, SRC0 8:0.
pub fn vopc(generation: Gen, code: &Code) -> Out {
    let op = Vopc::decode(generation, 0, code.bits(17, 8) as u16).ok_or(Invalid)?;
    let row = op.row();
    let src0 = code.bits(0, 9);
    if extended(generation, src0) {
        let (f, size) = (vopx::vopc(generation, row, code)?, 8);
        let inst = Inst::Vopc { op, f };
        return Ok(Decoded { inst, size });
    }
    let mut srcs = [
        src(generation, src0, row.shape.src[0])?,
        Operand::Vgpr(vreg(code.bits(9, 8), row.shape.src[1].dwords())?),
        Operand::Int(0),
    ];
    let size = code.literal(&mut srcs[..1])?;
    let f = Vop::plain(0, srcs);
    let inst = Inst::Vopc { op, f };
    Ok(Decoded { inst, size })
}
