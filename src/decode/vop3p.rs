//! VOP3P of gfx9.

use super::operand::{src_no_literal, vreg};
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Flags, Gen, Gens, Inst, Operand, Ty, Vop, Vop3p, VopForm};

/// VOP3P: OP 22:16, CLAMP 15, OP_SEL_HI\[2\] 14, OP_SEL 13:11, NEG_HI 10:8, VDST 7:0; second dword:
/// NEG_LO 31:29, OP_SEL_HI\[1:0\] 28:27, SRC2 26:18, SRC1 17:9, SRC0 8:0.
pub fn vop3p(generation: Gen, code: &Code) -> Out {
    let op = Vop3p::decode(generation, 0, code.bits(16, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let shape = &op.row().shape;
    let vdst = vreg(code.bits(0, 8), shape.dst.dwords())?;
    let mut f = Vop::plain(vdst, [Operand::Int(0); 3]);
    f.form = VopForm::E64;
    f.clamp = code.bit(15);
    let mut used = 0;
    for i in 0..3 {
        let field = bits(second, 9 * i as u32, 9);
        if shape.src[i] == Ty::None {
            code.rule(Rule::UnusedSource, field == 0)?;
        } else {
            used |= 1 << i;
            f.src[i] = src_no_literal(generation, field, shape.src[i])?;
        }
    }
    let (op_sel, abs) = (code.bits(11, 3) as u8, code.bits(8, 3) as u8);
    let neg = bits(second, 29, 3) as u8;
    code.rule(Rule::UnusedModifier, (op_sel | abs | neg) & !used == 0)?;
    (f.op_sel, f.abs, f.neg) = (op_sel & used, abs & used, neg & used);
    // Without a third source its OP_SEL_HI is ignored (assemblers set it).
    f.op_sel_hi = (bits(second, 27, 2) | code.bits(14, 1) << 2) as u8 & used;
    if op.row().flags.any(Flags::DOT4.or(Flags::DOT8)) && generation.has(Gens::NEW_TO_LLVM) {
        // LLVM 22 knows that they have no halves.
        code.rule(Rule::UnusedModifier, f.op_sel == 0)?;
        (f.op_sel, f.op_sel_hi) = (0, used);
    }
    if shape.dst == Ty::None {
        code.rule(Rule::UnusedRegister, code.bits(0, 8) == 0)?;
        code.rule(Rule::Clamp, !f.clamp)?;
        (f.vdst, f.clamp, f.neg, f.abs) = (0, false, 0, 0);
    }
    long(Inst::Vop3p { op, f })
}
