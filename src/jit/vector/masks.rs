//! Masks in either kind of register, and short forms of what is done with those that are vectors.

use super::assembler::{Assembler, Cond, K, Label};
use super::encode::{Mask, Mem, Rm, vector};
use super::gpr::{Gpr, SCRATCH};
use super::ops::Op;
use crate::ir::plant::{Fault, planted};

/// A bit for each lane of a mask, to a general register.
pub(super) fn mask_to_gpr(out: &mut Assembler, to: Gpr, mask: u8) {
    if out.isa.has_masks {
        out.kmovw(to.d(), K(mask));
    } else {
        let from = Rm::Reg(mask);
        vector(out, Op::VMOVMSKPS, to.number(), 0, from, Mask::default());
    }
}

/// An instruction without a mask.
pub(super) fn plain(out: &mut Assembler, op: Op, to: u8, a: u8, b: Rm) {
    vector(out, op, to, a, b, Mask::default());
}

/// The upper half of a vector.
pub(super) fn upper_half(out: &mut Assembler, to: u8, from: u8) {
    plain(out, Op::VEXTRACTI32X4, from, 0, Rm::Reg(to));
    out.byte(1);
}

/// One element in memory, of 4 bytes, for all lanes.
pub(super) fn spread(out: &mut Assembler, to: u8, from: Gpr, at: i32) {
    plain(out, Op::VPBROADCASTD, to, 0, Rm::Mem(Mem::at(from, at)));
}

/// Goes to `to` if a lane of the mask `k`, or any if there is none, is set in `lanes`.
pub(super) fn jump_if_any(out: &mut Assembler, k: Option<u8>, lanes: u8, to: Label) {
    plain(out, Op::VTESTPS, lanes, 0, Rm::Reg(k.unwrap_or(lanes)));
    out.jcc(Cond::Ne, to);
}

/// Says whether all lanes of the mask `k`, or all if there is none, are set in `lanes`: by which condition, and which
/// other one.
pub(super) fn test_all(out: &mut Assembler, k: Option<u8>, lanes: u8) -> [Cond; 2] {
    match k {
        Some(k) => {
            // Carry says that nothing is left of the second one without the first.
            plain(out, Op::VTESTPS, lanes, 0, Rm::Reg(k));
            [Cond::B, Cond::Ae]
        }
        None => {
            mask_to_gpr(out, SCRATCH, lanes);
            out.cmp(SCRATCH.b(), -1i8);
            [Cond::E, Cond::Ne]
        }
    }
}

/// Goes to `to` unless all lanes of the strip are set in the mask `k`, if there is one.
pub(super) fn jump_unless_full(out: &mut Assembler, k: Option<u8>, to: Label) {
    if let Some(k) = k {
        let [_, not_all] = test_all(out, None, k);
        out.jcc(not_all, to);
    }
}

/// Zeroes what is not in `k`.
pub(super) fn keep(out: &mut Assembler, to: u8, k: Option<u8>) {
    if let Some(k) = k
        && !planted(Fault::SameKept)
    {
        plain(out, Op::VPANDD, to, to, Rm::Reg(k));
    }
}

/// The mask of those qwords that come first, or last, from that of dwords.
pub(super) fn of_qwords(last: bool) -> Op {
    if last && !planted(Fault::LowHalfTwice) {
        Op::VPUNPCKHDQ
    } else {
        Op::VPUNPCKLDQ
    }
}
