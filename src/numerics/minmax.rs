//! Minimum, maximum and median (CLRX GcnInstrsVop2, GcnInstrsVop3).
//!
//! Before gfx9 these do not flush denormals whatever MODE says: callers pass [`Mode::keeping`] there.

use super::{Format, Mode, compare};
use std::cmp::Ordering::{Greater, Less};

/// The smaller of `a` and `b`; -0 is below +0.
///
/// With [`Mode::ieee`] a signalling NaN is returned quieted; else a NaN gives way to the other
/// operand, and of two NaNs the second is returned as it is.
#[inline]
pub fn min(f: Format, a: u64, b: u64, m: Mode) -> u64 {
    select(f, a, b, m, Less)
}

/// The larger of `a` and `b`; +0 is above -0. NaNs as in [`min`].
#[inline]
pub fn max(f: Format, a: u64, b: u64, m: Mode) -> u64 {
    select(f, a, b, m, Greater)
}

/// [`min`] of three, from the left.
pub fn min3(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    min(f, min(f, a, b, m), c, m)
}

/// [`max`] of three, from the left.
pub fn max3(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    max(f, max(f, a, b, m), c, m)
}

/// The middle one of three: the maximum of the two that remain without the largest. With any NaN
/// operand it is [`min3`]. (The chain of comparisons in CLRX is wrong for ties such as 1, 2, 2.)
pub fn med3(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    if [a, b, c].iter().any(|&x| f.is_nan(x)) {
        return min3(f, a, b, c, m);
    }
    // A result is flushed last: flushed before, the largest would be none of the three.
    let exact = Mode {
        denorm_out: true,
        ..m
    };
    let largest = max3(f, a, b, c, exact);
    let is_largest = |x| compare(f, x, largest, m) == Some(std::cmp::Ordering::Equal);
    if is_largest(a) {
        max(f, b, c, m)
    } else if is_largest(b) {
        max(f, a, c, m)
    } else {
        max(f, a, b, m)
    }
}

/// Of three, the least as IEEE 754-2019's `minimum` has it, from the left: the first NaN, quieted, if there is one, and -0
/// is below +0.
pub fn minimum3(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    ieee(f, ieee(f, a, b, m, Less), c, m, Less)
}

/// As [`minimum3`], the greatest.
pub fn maximum3(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    ieee(f, ieee(f, a, b, m, Greater), c, m, Greater)
}

fn ieee(f: Format, a: u64, b: u64, m: Mode, wanted: std::cmp::Ordering) -> u64 {
    match f.first_nan([a, b]) {
        Some(nan) => nan,
        None => select(f, a, b, m, wanted),
    }
}

fn select(f: Format, a: u64, b: u64, m: Mode, wanted: std::cmp::Ordering) -> u64 {
    let [a, b] = [a, b].map(|x| f.flush_in(x, m));
    let r = if m.ieee && (f.is_snan(a) || f.is_snan(b)) {
        return f.quiet(if f.is_snan(a) { a } else { b });
    } else if f.is_nan(a) {
        b
    } else if f.is_nan(b) {
        a
    } else if f.is_zero(a) && f.is_zero(b) {
        let negative = match wanted {
            Less => f.is_negative(a) || f.is_negative(b),
            _ => f.is_negative(a) && f.is_negative(b),
        };
        f.zero(negative)
    } else if compare(f, a, b, m) == Some(wanted) {
        a
    } else {
        b
    };
    f.flush_out(r, m)
}

/// V_MIN_LEGACY_F32: `a` if it is below `b`, else `b`; so a NaN in either gives `b`. Nothing is
/// quieted or flushed (gfx6 and gfx7 only).
pub fn min_legacy(a: u32, b: u32) -> u32 {
    if f32::from_bits(a) < f32::from_bits(b) {
        a
    } else {
        b
    }
}

/// V_MAX_LEGACY_F32: `a` if it is above `b`, else `b`; see [`min_legacy`].
pub fn max_legacy(a: u32, b: u32) -> u32 {
    if f32::from_bits(a) > f32::from_bits(b) {
        a
    } else {
        b
    }
}
