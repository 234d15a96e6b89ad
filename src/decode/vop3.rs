//! VOP3a and VOP3b (CLRX GcnInstrsVop3), with the promoted forms of VOP1, VOP2, VOPC.

use super::operand::{src_no_literal, sreg};
use super::vop::{lane_select, lane_source, vdst};
use super::{Code, Out, bits, long};
use crate::error::DecodeError::{self, Invalid};
use crate::isa::{Flags, Gen, Inst, Operand, Row, Ty, Vop, Vop1, Vop2, Vop3, VopForm, Vopc};

/// Which enum an entry of [`SLOTS`] points into.
const VOPC: u16 = 0;
const VOP2: u16 = 1;
const VOP1: u16 = 2;
const VOP3: u16 = 3;
/// Entries hold the enum in the top bits and the row index below.
const CLASS_SHIFT: u32 = 12;
/// An opcode number that is not assigned.
const NONE: u16 = u16::MAX;

/// Adds the rows of one enum to the merged table; fails at compile time on a number taken twice.
const fn merge(
    mut table: [[u16; 1024]; 5],
    rows: &[Row],
    class: u16,
    column: usize,
) -> [[u16; 1024]; 5] {
    let mut r = 0;
    while r < rows.len() {
        let mut g = 0;
        while g < 5 {
            if let Some(n) = rows[r].opcodes[column][g] {
                assert!(
                    table[g][n as usize] == NONE,
                    "two instructions claim the same VOP3 opcode number"
                );
                table[g][n as usize] = class << CLASS_SHIFT | r as u16;
            }
            g += 1;
        }
        r += 1;
    }
    table
}

/// Every VOP3 opcode number of each generation: the enum and the row.
static SLOTS: [[u16; 1024]; 5] = MERGED;
const MERGED: [[u16; 1024]; 5] = {
    let t = [[NONE; 1024]; 5];
    let t = merge(t, Vopc::ROWS, VOPC, 1);
    let t = merge(t, Vop2::ROWS, VOP2, 1);
    let t = merge(t, Vop1::ROWS, VOP1, 1);
    merge(t, Vop3::ROWS, VOP3, 0)
};
// A free constant, because `cargo check` evaluates no statics.
const _: () = assert!(MERGED.len() == 5);

/// VOP3: OP 25:17 and CLAMP 11 (gfx6, gfx7) or OP 25:16 and CLAMP 15, ABS 10:8 and OP_SEL 14:11 (gfx9)
/// in VOP3a, SDST 14:8 in VOP3b, VDST 7:0; second dword: NEG 31:29, OMOD 28:27, SRC2 26:18, SRC1
/// 17:9, SRC0 8:0.
pub fn vop3(generation: Gen, code: &Code) -> Out {
    let op = match generation.is_legacy() {
        true => code.bits(17, 9),
        false => code.bits(16, 10),
    };
    let slot = SLOTS[generation as usize][op as usize];
    let row = usize::from(slot & ((1 << CLASS_SHIFT) - 1));
    long(match slot >> CLASS_SHIFT {
        VOPC => {
            let op = Vopc::ALL[row];
            let f = fields(generation, op.row(), code, Kind::Compare)?;
            Inst::Vopc { op, f }
        }
        VOP2 => {
            let op = Vop2::ALL[row];
            let kind = match op {
                Vop2::V_READLANE_B32 => Kind::ReadLane,
                Vop2::V_WRITELANE_B32 => Kind::WriteLane,
                _ => Kind::Plain,
            };
            let f = fields(generation, op.row(), code, kind)?;
            Inst::Vop2 { op, f }
        }
        VOP1 => {
            let op = Vop1::ALL[row];
            let f = fields(generation, op.row(), code, Kind::Plain)?;
            Inst::Vop1 { op, f }
        }
        VOP3 => {
            let op = Vop3::ALL[row];
            let f = fields(generation, op.row(), code, Kind::Plain)?;
            Inst::Vop3 { op, f }
        }
        _ => return Err(Invalid),
    })
}

/// How the operands of a VOP3 instruction differ from the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// VDST is a scalar pair.
    Compare,
    ReadLane,
    WriteLane,
}

/// The fields of a VOP3 instruction.
#[inline]
fn fields(generation: Gen, row: &Row, code: &Code, kind: Kind) -> Result<Vop, DecodeError> {
    let second = code.second()?;
    let legacy = generation.is_legacy();
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = VopForm::E64;
    let src = [bits(second, 0, 9), bits(second, 9, 9), bits(second, 18, 9)];
    match kind {
        Kind::Plain | Kind::Compare => {
            for (i, &field) in src.iter().enumerate() {
                f.src[i] = match row.shape.src[i] {
                    Ty::None => Operand::Int(0),
                    Ty::Mask => Operand::Sgpr(sreg(generation, field, 2)?),
                    ty => src_no_literal(generation, field, ty)?,
                };
            }
        }
        Kind::ReadLane => {
            f.src[0] = lane_source(generation, src[0])?;
            f.src[1] = lane_select(generation, src[1])?;
        }
        Kind::WriteLane => {
            f.src[0] = lane_select(generation, src[0])?;
            f.src[1] = lane_select(generation, src[1])?;
        }
    }
    let vop3b = row.flags.has(Flags::CARRY_OUT);
    if kind == Kind::Compare {
        f.sdst = sreg(generation, code.bits(0, 8), 2)?;
    } else {
        f.vdst = vdst(generation, row, code.bits(0, 8))?;
        if vop3b {
            f.sdst = sreg(generation, code.bits(8, 7), 2)?;
        }
    }
    f.clamp = match legacy {
        true => !vop3b && code.bit(11),
        false => code.bit(15),
    };
    f.omod = bits(second, 27, 2) as u8;
    f.neg = bits(second, 29, 3) as u8;
    if !vop3b {
        f.abs = code.bits(8, 3) as u8;
        if generation.is_gfx9() {
            f.op_sel = code.bits(11, 4) as u8;
        }
    }
    Ok(f)
}
