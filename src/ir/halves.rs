//! 64-bit values that are changed in their high half alone, as the sign of an f64 is: one operation on all 64 bits does
//! the same to a whole that lanes have computed, which then is not taken apart and joined again.

use super::plant::{Fault, unless_planted};
use super::{Node, Uop, Val};

/// A bitwise operation with a constant on the high half of a 64-bit value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HighBits {
    /// What the high half is before.
    pub high: Val,
    /// The operation: of dwords, and of the whole.
    pub op: Uop,
    /// The constant for the whole, which leaves the low half as it is.
    pub bits: u64,
}

/// How `v`, each lane's high half of a 64-bit value, has been changed by a constant; `None` where it has not.
pub(super) fn high_bits<'a>(node: impl Fn(Val) -> &'a Node, v: Val) -> Option<HighBits> {
    let n = node(v);
    if !n.vec || !matches!(n.op, Uop::And | Uop::Or | Uop::Xor) {
        return None;
    }
    let constant = |v: Val| {
        let n = node(v);
        let n = if n.op == Uop::Splat {
            node(n.args[0])
        } else {
            n
        };
        (n.op == Uop::Const).then_some(n.imm)
    };
    let (high, bits) = match (constant(n.args[0]), constant(n.args[1])) {
        (None, Some(bits)) => (n.args[0], bits),
        (Some(bits), None) => (n.args[1], bits),
        _ => return None,
    };
    let at = unless_planted!(Fault::JoinedSign, 32, 0);
    let same = if n.op == Uop::And { (1 << at) - 1 } else { 0 };
    Some(HighBits {
        high,
        op: n.op,
        bits: bits << at | same,
    })
}

/// Of what whole `lo` is the low half and `hi` the high half, which has been changed by a constant.
pub(super) fn changed<'a>(
    node: impl Fn(Val) -> &'a Node,
    lo: Val,
    hi: Val,
) -> Option<(Val, HighBits)> {
    let by = high_bits(&node, hi)?;
    let (l, h) = (node(lo), node(by.high));
    let halves = l.op == Uop::Lo && h.op == Uop::Hi && l.args == h.args;
    halves.then(|| (l.args[0], by))
}
