//! VOPC: vector compares (CLRX GcnInstrsVopc).
//!
//! Compares write a whole lane mask, 0 for inactive lanes, to VCC or SDST; those of the CMPX kind also
//! write it to EXEC. The CMPS kind of gfx6 and gfx7 differs only in the exceptions that it signals.

use super::vop::{Lanes, format_of};
use super::{Cx, Step};
use crate::isa::facts::{Test, relation};
use crate::isa::{Ty, Vop, Vopc};
use crate::machine::wave::Wave;
use crate::numerics::{F32, Format, compare, is_class};
use std::cmp::Ordering::{self, Equal, Greater, Less};

pub(super) fn execute(op: Vopc, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    let row = op.row();
    let mut l = Lanes::fetch(row, f, w, cx)?;
    let ty = row.shape.src[0];
    // Integers have no format; their compares do not ask for it.
    let format = format_of(ty).unwrap_or(F32);
    match op.test() {
        Test::Float(relations) => float(&mut l, format, relations),
        Test::Signed(relations) => signed(&mut l, ty, relations),
        Test::Unsigned(relations) => unsigned(&mut l, relations),
        Test::Class => l.test(|[a, mask, _]| is_class(format, a, mask as u32)),
    }
    l.write_mask(w)
}

/// Whether one of `relations` is how the operands stand to each other.
fn holds(relations: u8, order: Option<Ordering>) -> bool {
    let is = match order {
        Some(Less) => relation::LT,
        Some(Equal) => relation::EQ,
        Some(Greater) => relation::GT,
        None => relation::UN,
    };
    relations & is != 0
}

/// A comparison of floats.
fn float(l: &mut Lanes, f: Format, relations: u8) {
    let m = l.mode(f);
    l.test(|[a, b, _]| holds(relations, compare(f, a, b, m)));
}

/// A comparison of signed integers of type `ty`.
fn signed(l: &mut Lanes, ty: Ty, relations: u8) {
    let bits = match ty.dwords() {
        2 => 64,
        _ if ty.is_16() => 16,
        _ => 32,
    };
    // With the sign bit at the top, the order is that of i64.
    let key = |v: u64| (v << (64 - bits)) as i64;
    l.test(|[a, b, _]| holds(relations, Some(key(a).cmp(&key(b)))));
}

/// A comparison of unsigned integers; sources are zero-extended.
fn unsigned(l: &mut Lanes, relations: u8) {
    l.test(|[a, b, _]| holds(relations, Some(a.cmp(&b))));
}
