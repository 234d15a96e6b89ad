//! More functions of f32 values for the vectoriser, as [`crate::numerics`] has them.

use crate::numerics::{self, F32, Mode, QUOTIENT_RANGE};

/// Added to an integral value of up to 2^51 it leaves that in the low bits.
const MAGIC: f64 = 1.5 * (1u64 << 52) as f64;

/// v times `most`, to nearest, in [`least`, `most`]; NaN becomes 0. In f64 the product is exact.
#[inline(always)]
pub(super) fn to_normalised(v: f32, least: f64, most: f64) -> u32 {
    let r = (v as f64 * most).round_ties_even();
    let r = if r > most { most } else { r };
    let r = if r < least { least } else { r };
    let r = if v.is_nan() { 0.0 } else { r };
    (r + MAGIC).to_bits() as u32 & 0xffff
}

/// Byte `byte` mod 4 of `rest` becomes the integral value `v`, limited; NaN becomes 0.
#[inline(always)]
pub(super) fn put_u8(v: f32, byte: u32, rest: u32) -> u32 {
    let v = if v > 255.0 { 255.0 } else { v };
    let v = if v > 0.0 { v } else { 0.0 };
    let shift = 8 * (byte & 3);
    let v = (v + (1 << 23) as f32).to_bits() & 0xff;
    rest & !(0xff << shift) | v << shift
}

/// The operand, a denormal one as zero unless they are `kept`.
#[inline(always)]
pub(super) fn operand(x: u32, kept: bool) -> f32 {
    let flush = !kept & (x & 0x7fff_ffff < 1 << F32.fraction);
    f32::from_bits(if flush { x & 0x8000_0000 } else { x })
}

/// All steps of a quotient: one division, unless an operand is so large or small that they are needed.
#[inline(always)]
pub(super) fn quotient(d: u32, n: u32, m: Mode) -> u32 {
    let is_inside = |x: u32| QUOTIENT_RANGE.contains(&(x & 0x7fff_ffff));
    if is_inside(d) && (is_inside(n) || n << 1 == 0) {
        (f32::from_bits(n) / f32::from_bits(d)).to_bits()
    } else {
        numerics::quotient(d, n, m)
    }
}
