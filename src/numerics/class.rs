//! Comparison and classification (CLRX GcnInstrsVopc).

use super::{Format, Mode};
use std::cmp::Ordering;

/// Compares two values; `None` when they are unordered. Denormals count as zero when input denormals
/// are off.
#[inline]
pub fn compare(f: Format, a: u64, b: u64, m: Mode) -> Option<Ordering> {
    let [a, b] = [a, b].map(|x| f.flush_in(x, m));
    if f.is_nan(a) || f.is_nan(b) {
        return None;
    }
    // Order by signed magnitude; both zeros are 0.
    let key = |x| {
        let magnitude = f.abs(x) as i64;
        if f.is_negative(x) {
            -magnitude
        } else {
            magnitude
        }
    };
    Some(key(a).cmp(&key(b)))
}

/// The bit of a V_CMP_CLASS mask that stands for the class of `x`: 0 signalling NaN, 1 quiet NaN,
/// 2 minus infinity, 3 negative normal, 4 negative denormal, 5 -0, 6 +0, 7 positive denormal,
/// 8 positive normal, 9 plus infinity. The encoding alone decides, MODE does not.
pub fn class_of(f: Format, x: u64) -> u32 {
    let positive = if f.is_snan(x) {
        return 0;
    } else if f.is_nan(x) {
        return 1;
    } else if f.is_inf(x) {
        9
    } else if f.is_zero(x) {
        6
    } else if f.is_denormal(x) {
        7
    } else {
        8
    };
    if f.is_negative(x) {
        11 - positive
    } else {
        positive
    }
}

/// V_CMP_CLASS: whether `mask` has the bit of the class of `x`.
#[inline]
pub fn is_class(f: Format, x: u64, mask: u32) -> bool {
    mask >> class_of(f, x) & 1 != 0
}
