//! Instructions of MAI.

use super::VGPRS;
use crate::fuzz::Source;
use crate::isa::facts::MaiAct;
use crate::isa::{Gen, Gens, InlineFloat, Inst, Mai, MaiFields, Operand, Scale, Ty};

/// One of `op`, whose result goes mostly to the registers from `dst` on, if there are so many.
pub(super) fn mai(r: &mut Source<'_>, generation: Gen, op: Mai, dst: u8) -> Inst {
    let shape = op.row().shape;
    let first = |r: &mut Source<'_>, count: u8| {
        // Registers that a product of one register shares with others are met in all ways.
        r.below(u64::from(VGPRS) - u64::from(count) + 1) as u8
    };
    let results = shape.dst.dwords();
    let vdst = if r.one_in(2) && u32::from(dst) + u32::from(results) <= VGPRS {
        dst
    } else {
        first(r, results)
    };
    let mut f = MaiFields {
        scale: None,
        vdst,
        src: [Operand::Int(0); 3],
        acc: 0,
        cbsz: 0,
        abid: 0,
        blgp: 0,
    };
    let is_narrow = crate::decode::is_narrow(op);
    if is_narrow {
        // Formats, which seldom are reserved ones.
        let most = if r.one_in(16) { 8 } else { 5 };
        (f.cbsz, f.blgp) = (r.below(most) as u8, r.below(most) as u8);
        if f.formats().is_some() && r.one_in(2) {
            f.scale = Some([0; 2].map(|_| Scale {
                operand: match r.below(8) {
                    0 => Operand::Int(r.below(81) as i8 - 16),
                    1 => Operand::Float(InlineFloat::One),
                    _ => Operand::Vgpr(first(r, 1)),
                },
                byte: r.below(4) as u8,
            }));
        }
    }
    for i in (0..3).filter(|i| shape.src[*i] != Ty::None) {
        let constant = match op.act() {
            MaiAct::Writes => r.one_in(4),
            MaiAct::Multiplies(_) if i == 2 => r.one_in(6),
            _ => false,
        };
        f.src[i] = if constant {
            Operand::Int(r.below(81) as i8 - 16)
        } else if i == 2 && r.one_in(2) {
            Operand::Vgpr(vdst)
        } else {
            Operand::Vgpr(first(r, f.source_dwords(op, i)))
        };
    }
    let is_sparse = matches!(op.act(), MaiAct::MultipliesSparse(_));
    let matrices = is_sparse || matches!(op.act(), MaiAct::Multiplies(_));
    f.acc = match op.act() {
        MaiAct::Reads => 1,
        MaiAct::Writes => 8,
        _ => r.bits() as u8 & 3,
    };
    if matrices {
        // C and D are accumulation registers on gfx908, and of one kind on the others.
        f.acc |= if !generation.has(Gens::ONE_FILE) || r.one_in(2) {
            12
        } else {
            0
        };
        if !is_narrow && r.one_in(2) {
            (f.cbsz, f.abid) = (r.below(8) as u8, r.below(16) as u8);
        }
        if !is_sparse && !is_narrow && r.one_in(2) {
            f.blgp = r.below(8) as u8;
        }
    }
    if is_sparse {
        // The indices are not in an accumulation register.
        f.acc &= !4;
    }
    for i in 0..3 {
        if !matches!(f.src[i], Operand::Vgpr(_)) || shape.src[i] == Ty::None {
            f.acc &= !(1 << i);
        }
    }
    Inst::Mai { op, f }
}
