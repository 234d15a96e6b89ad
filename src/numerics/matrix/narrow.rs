//! Sums of products of floats of 8, 6 or 4 bits by the units of gfx950, with scales or without.
//!
//! AMD documents that results are rounded to nearest and that scales are added to exponents (CDNA4 ISA, "Matrix core
//! instructions"), and nothing about the order of additions and what is kept between them. What is chosen here: the
//! products that have a scale in common are added exactly, multiplied by it, and added to C with one rounding; then
//! those of the next scale.

use super::fused::{rounded, special};
use super::parts::{Kind, canonical};
use crate::numerics::F32;

/// Bits that a sum has at least where not all bits of its smaller term are kept: some more than an f32.
const ROOM: i32 = 100;

/// How many products of narrow floats have a scale in common.
pub const BLOCK: usize = 32;

/// c + the products of `a` and `b`, of these formats, block by block.
pub(super) fn sum(
    [fa, fb]: [Kind; 2],
    a: &[u64],
    b: &[u64],
    scale: impl Fn(usize) -> Option<i32>,
    c: u64,
) -> u64 {
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK)).enumerate();
    let sum = blocks.fold(c, |c, (n, (a, b))| match scale(n) {
        Some(scale) => block(fa, fb, a, b, scale, c),
        None => F32.inf() | F32.quiet_bit(),
    });
    canonical(F32, sum)
}

/// One block: its products times 2^`scale`.
fn block(fa: Kind, fb: Kind, a: &[u64], b: &[u64], scale: i32, c: u64) -> u64 {
    // No finite product is beyond f32, and a scale keeps an infinity.
    if let Some(r) = special(fa, fb, a, b, c) {
        return r;
    }
    // The least exponent of a product.
    let unit = fa.part(1).exp + fb.part(1).exp;
    // Of bf8 and bf8 there are some 70 bits.
    let products = a.iter().zip(b).map(|(a, b)| {
        let (a, b) = (fa.part(*a), fb.part(*b));
        let sig = i128::from(a.sig * b.sig);
        // The exponent of a zero is below all others.
        sig << if sig == 0 { 0 } else { a.exp + b.exp - unit }
    });
    let fraction = (fa.fraction() + fb.fraction()) as i32;
    let c = Kind::Ieee(F32).part(c);
    add(
        (products.sum(), unit - fraction + scale),
        (c.sig.into(), c.exp - F32.fraction as i32),
    )
}

/// The sum of `x`, each the first number times 2^ the second one, rounded once.
fn add(x: (i128, i32), y: (i128, i32)) -> u64 {
    let top = |(sig, exp): (i128, i32)| match sig {
        0 => i32::MIN,
        _ => exp + 128 - sig.unsigned_abs().leading_zeros() as i32,
    };
    let (high, low) = if top(x) >= top(y) { (x, y) } else { (y, x) };
    if low.0 == 0 {
        return rounded(high.0, high.1);
    }
    // Both in units so small that the larger one has so many bits. What the smaller one has below them is cut off, and
    // its last bit says so: where the terms cancel there is nothing of that kind, for neither has so many bits.
    let unit = top(high) - ROOM;
    let whole = |(sig, exp): (i128, i32)| match exp - unit {
        by @ 0.. => sig << by,
        by => {
            let kept = sig >> (-by).min(127);
            kept | i128::from(kept << (-by).min(127) != sig)
        }
    };
    rounded(whole(high) + whole(low), unit)
}
