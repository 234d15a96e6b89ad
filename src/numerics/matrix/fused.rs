//! Sums of products by the units of gfx942 (MMA-Sim, see [`super::sums`]): those of a group are aligned to the
//! largest exponent, cut off, and added exactly; then C is added, and the sum is rounded once.

use super::parts::{Kind, Part, canonical};
use super::{Element, Unit};
use crate::numerics::{F32, Mode, from_f64, to_f64};

/// Bits behind the point that the terms of a sum keep, and that the sum of products keeps beside C.
const TERM: i32 = 24;
const SUM: i32 = 31;
/// From this exponent on a product is infinite.
const HUGE: i32 = 128;
/// How far C may be below the largest exponent beside products of bytes.
const REACH: i32 = 25;

/// c + the products of `a` and `b`, group by group.
pub(super) fn sum(unit: Unit, ty: Element, a: &[u64], b: &[u64], c: u64) -> u64 {
    let size = match ty {
        Element::F8 { .. } => 16,
        Element::Xf32 => 4,
        _ => 8,
    };
    let groups = a.chunks(size).zip(b.chunks(size));
    canonical(F32, groups.fold(c, |c, (a, b)| group(unit, ty, a, b, c)))
}

/// One group.
fn group(unit: Unit, ty: Element, a: &[u64], b: &[u64], c: u64) -> u64 {
    let [fa, fb] = ty.formats(unit);
    if let Some(r) = special(fa, fb, a, b, c) {
        return r;
    }
    let fraction = fa.fraction() + fb.fraction();
    let products: Vec<Part> = (a.iter().zip(b))
        .map(|(a, b)| {
            let (a, b) = (fa.part(*a), fb.part(*b));
            Part {
                sig: a.sig * b.sig,
                exp: a.exp + b.exp,
            }
        })
        .collect();
    let (sum, exp) = match ty {
        Element::F8 { .. } => {
            // Even and odd places are summed apart.
            let [(x, p), (y, q)] = [0, 1].map(|first| {
                let every: Vec<Part> = products.iter().skip(first).step_by(2).copied().collect();
                aligned(&every, fraction)
            });
            let exp = p.max(q);
            (floor(x, exp - p) + floor(y, exp - q), exp)
        }
        _ => aligned(&products, fraction),
    };
    let c = Kind::Ieee(F32).part(c);
    let top = exp.max(c.exp);
    let is_far = matches!(ty, Element::F8 { .. }) && c.exp < top - REACH;
    let addend = if is_far { 0 } else { c.sig };
    // C has one bit less than there is room for.
    let addend = floor(addend << (TERM - F32.fraction as i32), top - c.exp);
    let total = floor(sum << (SUM - TERM), top - exp) + (addend << (SUM - TERM));
    rounded(total.into(), top - SUM)
}

/// The products cut off at [`TERM`] bits behind the point of the largest exponent, which it gives too, and added.
fn aligned(products: &[Part], fraction: u32) -> (i64, i32) {
    let top = products.iter().map(|p| p.exp).max().unwrap_or(0);
    let cut = |p: &Part| {
        let by = fraction as i32 - TERM + (top - p.exp);
        // Toward zero.
        let magnitude = match by {
            ..0 => p.sig.abs() << -by,
            _ => p.sig.abs() >> by.min(63),
        };
        magnitude * p.sig.signum()
    };
    (products.iter().map(cut).sum(), top)
}

/// x / 2^`by`, toward minus infinity.
fn floor(x: i64, by: i32) -> i64 {
    x >> by.clamp(0, 63)
}

/// x 2^`exp` to the nearest f32, ties to even; denormal ones are kept, and a zero is +0.
pub(super) fn rounded(x: i128, exp: i32) -> u64 {
    let (sign, magnitude) = (u64::from(x < 0) << 31, x.unsigned_abs());
    if magnitude == 0 {
        return 0;
    }
    // The place of the last bit that stays.
    let length = 128 - magnitude.leading_zeros() as i32;
    let last = (exp + length - 24).max(-149);
    let drop = last - exp;
    let kept = match drop {
        ..=0 => magnitude << -drop,
        128.. => 0,
        _ => {
            let rest = magnitude & ((1 << drop) - 1);
            let half = 1u128 << (drop - 1);
            let low = magnitude >> drop;
            low + u128::from(rest > half || rest == half && low & 1 != 0)
        }
    };
    // A carry goes to the exponent by itself, and from denormal to normal values, too.
    let field = kept as u64 + (((last + 149) as u64) << 23);
    sign | field.min(F32.inf())
}

/// What the group gives when there are infinities or NaNs, or a product is beyond f32.
pub(super) fn special(fa: Kind, fb: Kind, a: &[u64], b: &[u64], c: u64) -> Option<u64> {
    let mut is_finite = F32.is_finite(c);
    let mut sum = to_f64(F32, c);
    let (mut huge, mut sum_of_huge) = (false, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (x, y) = (fa.value(*a), fb.value(*b));
        let p = x * y;
        is_finite &= x.is_finite() && y.is_finite();
        sum += p;
        if p.abs() >= f64::powi(2.0, HUGE) {
            (huge, sum_of_huge) = (true, sum_of_huge + f64::INFINITY.copysign(p));
        }
    }
    // Beside an operand that is infinite, a product that only f64 has room for is none.
    let r = match (is_finite, huge) {
        (false, _) => sum,
        (true, true) => sum_of_huge,
        (true, false) => return None,
    };
    Some(canonical(F32, from_f64(F32, r, Mode::DEFAULT.keeping())))
}
