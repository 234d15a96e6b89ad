//! Functions of f16 values in the low halves of dwords, for the vectoriser: those that integers can do.
//! The upper halves are 0.

use crate::numerics::{F16, Mode};

const SIGN: u32 = F16.sign_bit() as u32;
const INF: u32 = F16.inf() as u32;
const QUIET: u32 = F16.quiet_bit() as u32;
/// The smallest normal magnitude.
const NORMAL: u32 = 1 << F16.fraction;

#[inline(always)]
fn abs(x: u32) -> u32 {
    x & (SIGN - 1)
}

#[inline(always)]
fn is_nan(x: u32) -> bool {
    abs(x) > INF
}

/// A denormal becomes a zero of its sign unless they are `kept`.
#[inline(always)]
fn flushed(x: u32, kept: bool) -> u32 {
    let flush = !kept & (abs(x) < NORMAL);
    if flush { x & SIGN } else { x }
}

/// The minimum, or the maximum.
#[inline(always)]
pub(super) fn minmax(a: u32, b: u32, max: bool, m: Mode) -> u32 {
    let (a, b) = (flushed(a, m.denorm_in), flushed(b, m.denorm_in));
    // In this order -0 is below +0.
    let key = |x: u32| {
        let magnitude = abs(x) as i32;
        if x & SIGN != 0 { !magnitude } else { magnitude }
    };
    let first = if max {
        key(a) > key(b)
    } else {
        key(a) < key(b)
    };
    let r = if first { a } else { b };
    let r = if is_nan(b) { a } else { r };
    let r = if is_nan(a) { b } else { r };
    let r = flushed(r, m.denorm_out);
    let signalling = |x: u32| is_nan(x) & (x & QUIET == 0);
    let r = if m.ieee & signalling(b) { b | QUIET } else { r };
    if m.ieee & signalling(a) { a | QUIET } else { r }
}

/// CLAMP to [0, 1].
#[inline(always)]
pub(super) fn clamp(x: u32, m: Mode) -> u32 {
    let r = if x & SIGN != 0 {
        0
    } else {
        x.min(F16.one() as u32)
    };
    let nan = if m.dx10_clamp { 0 } else { x };
    if is_nan(x) { nan } else { r }
}
