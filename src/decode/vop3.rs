//! VOP3a and VOP3b (CLRX GcnInstrsVop3), with the promoted forms of VOP1, VOP2, VOPC.

use super::operand::{LITERAL, lane_select, lane_source, sdst8, src_no_literal, sreg, vdst};
use super::vopx::ignores_signs;
use super::{Code, Out, Rule, Rules, bits, long, require};
use crate::error::DecodeError::{self, Invalid};
use crate::isa::{
    Flags, GENS, Gen, Gens, Inst, Operand, Row, Ty, Vop, Vop1, Vop2, Vop3, VopForm, Vopc,
};

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
    mut table: [[u16; 1024]; GENS],
    rows: &[Row],
    class: u16,
    column: usize,
) -> [[u16; 1024]; GENS] {
    let mut r = 0;
    while r < rows.len() {
        let mut g = 0;
        while g < GENS {
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
static SLOTS: [[u16; 1024]; GENS] = merged();

const fn merged() -> [[u16; 1024]; GENS] {
    let t = [[NONE; 1024]; GENS];
    let t = merge(t, Vopc::ROWS, VOPC, 1);
    let t = merge(t, Vop2::ROWS, VOP2, 1);
    let t = merge(t, Vop1::ROWS, VOP1, 1);
    merge(t, Vop3::ROWS, VOP3, 0)
}
// A free constant, because `cargo check` evaluates no statics.
const _: () = assert!(merged().len() == GENS);

/// VOP3: OP 25:17 and CLAMP 11 (gfx6, gfx7) or OP 25:16 and CLAMP 15, ABS 10:8 and OP_SEL 14:11 (gfx9)
/// in VOP3a, SDST 14:8 in VOP3b, VDST 7:0; second dword: NEG 31:29, OMOD 28:27, SRC2 26:18, SRC1
/// 17:9, SRC0 8:0.
pub fn vop3(generation: Gen, code: &Code) -> Out {
    let op = if generation.is_legacy() {
        code.bits(17, 9)
    } else {
        code.bits(16, 10)
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
            let kind = match op {
                Vop1::V_READFIRSTLANE_B32
                | Vop1::V_SWAP_B32
                | Vop1::V_MOVRELS_B32
                | Vop1::V_MOVRELSD_B32 => Kind::ReadLane,
                Vop1::V_MOVRELD_B32 | Vop1::V_PERMLANE16_SWAP_B32 | Vop1::V_PERMLANE32_SWAP_B32 => {
                    Kind::Move
                }
                _ => Kind::Plain,
            };
            let f = fields(generation, op.row(), code, kind)?;
            Inst::Vop1 { op, f }
        }
        VOP3 => {
            let op = Vop3::ALL[row];
            if op == Vop3::V_CVT_PK_BF16_F32 {
                code.rule(Rule::UnusedModifier, !code.bit(13))?;
            }
            let f = fields(generation, op.row(), code, kind(op))?;
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
    /// A plain one, of a register to another.
    Move,
    /// SRC0 is an attribute: channel 7:6, number 5:0, bit 8 the high half.
    Interp,
    /// As `Interp`, with a parameter (P10, P20, P0) as SRC1.
    InterpMov,
}

/// The kind of an instruction that exists in VOP3 only.
fn kind(op: Vop3) -> Kind {
    match op {
        Vop3::V_INTERP_MOV_F32 => Kind::InterpMov,
        Vop3::V_INTERP_P1_F32
        | Vop3::V_INTERP_P2_F32
        | Vop3::V_INTERP_P1LL_F16
        | Vop3::V_INTERP_P1LV_F16
        | Vop3::V_INTERP_P2_F16
        | Vop3::V_INTERP_P2_LEGACY_F16 => Kind::Interp,
        _ => Kind::Plain,
    }
}

/// Whether the row has CLAMP in VOP3 form. Before gfx8 only what gives floats has it.
fn has_clamp(generation: Gen, row: &Row) -> bool {
    let shape = &row.shape;
    if row.flags.has(Flags::NO_OUTPUT_MODIFIERS) {
        return false;
    }
    if shape.dst.is_float() || matches!(shape.dst, Ty::V2F16 | Ty::V2F32) {
        return true;
    }
    // Of the compares those of floats have it, but not the class tests with their integer source.
    let float_compare = shape.dst == Ty::Mask && shape.src[1].is_float();
    let flagged = row.flags.has(Flags::CLAMP) || row.flags.has(Flags::OMOD);
    !generation.is_legacy() && (float_compare || flagged)
}

/// Whether LLVM has a third source of which the encoding has no register, but OP_SEL and NEG: of the
/// stochastic rounding to fp8, where OP_SEL of it and of VDST select a byte.
pub fn has_hidden_source(row: &Row) -> bool {
    row.flags.has(Flags::HIDDEN_SOURCE)
}

/// Whether the row has OMOD in VOP3 form.
fn has_omod(row: &Row) -> bool {
    let to_f16 = row.shape.dst == Ty::F16 && row.shape.src[0] == Ty::B32;
    // v_interp_p2_f16 is the float instruction without.
    let float = row.shape.dst.is_float() || row.shape.dst == Ty::V2F32;
    if row.flags.has(Flags::NO_OUTPUT_MODIFIERS) {
        return false;
    }
    (float && !(to_f16 && row.flags.has(Flags::CLAMP))) || row.flags.has(Flags::OMOD)
}

/// Whether LLVM has NEG and ABS of a source of type `ty`: of floats, and of pairs of floats where they are converted with
/// a scale. Of many floats neither they nor the scale have them.
pub fn has_sign(row: &Row, ty: Ty) -> bool {
    let pair = matches!(ty, Ty::V2F16 | Ty::V2Bf16 | Ty::V2F32);
    match (row.flags.has(Flags::SCALED), row.flags.has(Flags::OP_SEL)) {
        (true, has_any) => has_any && (ty.is_float() || pair),
        (false, _) => ty.is_float(),
    }
}

/// The fields of a VOP3 instruction.
#[inline]
fn fields(generation: Gen, row: &Row, code: &Code, kind: Kind) -> Result<Vop, DecodeError> {
    let second = code.second()?;
    let legacy = generation.is_legacy();
    let types = &row.shape.src;
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = VopForm::E64;
    let src = [bits(second, 0, 9), bits(second, 9, 9), bits(second, 18, 9)];
    // Sources that have NEG and ABS.
    let mut float = 0;
    for i in 0..3 {
        f.src[i] = match (types[i], kind, i) {
            (Ty::None, ..) => {
                code.rule(Rule::UnusedSource, src[i] == 0)?;
                Operand::Int(0)
            }
            (Ty::Mask, ..) if legacy => Operand::Sgpr(sreg(generation, src[i], 2)?),
            (_, Kind::ReadLane, 0) if src[0] != LITERAL => lane_source(generation, src[0])?,
            (_, Kind::ReadLane | Kind::WriteLane, _) => lane_select(generation, src[i])?,
            (_, Kind::Interp | Kind::InterpMov, 0) => {
                // Halves exist for the f16 interpolations only.
                let halves = row.flags.has(Flags::F16_ATTRIBUTE);
                require(halves || src[0] < 256)?;
                Operand::Literal(src[0])
            }
            (_, Kind::InterpMov, _) => Operand::Literal(src[i]),
            (ty, Kind::Interp, _) => match src_no_literal(generation, src[i], ty)? {
                op @ Operand::Vgpr(_) => op,
                _ if legacy => return Err(Invalid),
                op => op,
            },
            // Only VGPRs are wide enough.
            (Ty::B128, ..) if legacy && src[i] < 256 => return Err(Invalid),
            (ty, ..) => src_no_literal(generation, src[i], ty)?,
        };
        float |= u32::from(has_sign(row, types[i])) << i;
    }
    let vop3b = row.flags.has(Flags::CARRY_OUT);
    if kind == Kind::Compare {
        f.sdst = sdst8(generation, code.bits(0, 8), 2)?;
    } else {
        f.vdst = vdst(generation, row, code, code.bits(0, 8))?;
        if vop3b {
            f.sdst = sreg(generation, code.bits(8, 7), 2)?;
        }
    }
    f.clamp = match (legacy, vop3b) {
        (true, false) => code.bit(11),
        // CLRX has CLAMP there, LLVM reserves the bit.
        (true, true) => code.bit(15) && code.rules == Rules::Manual,
        (false, _) => code.bit(15),
    };
    if f.clamp && !has_clamp(generation, row) {
        code.breaks(Rule::Clamp)?;
        f.clamp = false;
    }
    f.omod = bits(second, 27, 2) as u8;
    if f.omod != 0 && !has_omod(row) && !row.flags.has(Flags::TRUTH_TABLE) {
        code.breaks(Rule::Omod)?;
        f.omod = 0;
    }
    if row.flags.has(Flags::TRUTH_TABLE) {
        (f.omod, f.abs) = (bits(second, 27, 2) as u8, code.bits(8, 3) as u8);
        f.neg = bits(second, 29, 3) as u8;
        if row.flags.has(Flags::OP_SEL) {
            f.op_sel = code.bits(11, 4) as u8;
        } else {
            code.rule(Rule::UnusedModifier, code.bits(11, 4) == 0)?;
        }
        return Ok(f);
    }
    let signs = Signs {
        neg: bits(second, 29, 3),
        abs: if vop3b { 0 } else { code.bits(8, 3) },
        float,
    };
    let op_sel = row.flags.has(Flags::OP_SEL);
    (f.neg, f.abs) = match code.rules {
        // The integer dot products have the bits and ignore them.
        _ if ignores_signs(row) && ((signs.neg | signs.abs) & 4 == 0 || types[2] != Ty::None) => {
            (0, 0)
        }
        Rules::Llvm => signs.by_llvm(generation, row, kind)?,
        Rules::Manual => signs.by_manual(code, row, kind)?,
    };
    if row.flags.has(Flags::LANE_CONTROLS) {
        f.op_sel = code.bits(11, 2) as u8;
    }
    if op_sel && generation.is_gfx9() {
        f.op_sel = code.bits(11, 4) as u8;
        if types[2] == Ty::None && f.op_sel & 4 != 0 && !has_hidden_source(row) {
            code.breaks(Rule::UnusedModifier)?;
            f.op_sel &= !4;
        }
    }
    Ok(f)
}

/// NEG and ABS as encoded, bit per source, and which sources are floats.
struct Signs {
    neg: u32,
    abs: u32,
    float: u32,
}

impl Signs {
    /// What LLVM makes of NEG and ABS.
    fn by_llvm(&self, generation: Gen, row: &Row, kind: Kind) -> Result<(u8, u8), DecodeError> {
        let (types, float) = (&row.shape.src, self.float);
        let op_sel = row.flags.has(Flags::OP_SEL);
        // Beside float sources integer ones have the modifier bits too (and so has every source of what
        // has OP_SEL): NEG then reads as sign extension, and ABS is ignored.
        let mut lenient = 0;
        let mixed = float != 0 && (row.flags.has(Flags::CLAMP) || row.shape.dst.is_float());
        // LLVM 22 has them beside floats only, and writes no sign extension.
        let newer = generation.has(Gens::NEW_TO_LLVM);
        if !generation.is_legacy() && ((op_sel && (float != 0 || !newer)) || mixed) {
            for (i, ty) in types.iter().enumerate() {
                let modified = op_sel || (float != 0 && kind == Kind::Plain);
                let there = *ty != Ty::None || has_hidden_source(row);
                lenient |= u32::from(there && modified) << i;
            }
        }
        require((self.neg | self.abs) & !(float | lenient) == 0)?;
        let extends = !op_sel && !newer;
        let neg = self.neg & if extends { float | lenient } else { float };
        Ok((neg as u8, (self.abs & float) as u8))
    }

    /// What CLRX makes of them: they apply to the sources of every instruction.
    fn by_manual(&self, code: &Code, row: &Row, kind: Kind) -> Result<(u8, u8), DecodeError> {
        let (mut there, mut signed) = (0, 0);
        for (i, ty) in row.shape.src.iter().enumerate() {
            there |= u32::from(*ty != Ty::None) << i;
            signed |= u32::from(!matches!(ty, Ty::None | Ty::Mask | Ty::B128)) << i;
        }
        let any = self.neg | self.abs;
        code.rule(Rule::UnusedModifier, any & !there == 0)?;
        code.rule(Rule::SignOfMask, any & there & !signed == 0)?;
        let moves = matches!(kind, Kind::ReadLane | Kind::WriteLane | Kind::Move);
        code.rule(Rule::SignOfMove, any & there == 0 || !moves)?;
        Ok(((self.neg & signed) as u8, (self.abs & signed) as u8))
    }
}
