//! Roots, exponential, logarithm, sine and cosine of f32 for the vectoriser: the operations of
//! [`crate::numerics::transcendental`] in the same order, so that every bit is the same, with selects
//! in place of branches and nothing that a vector unit lacks.

use crate::numerics::transcendental::{COS, EXP2, LOG2, SIN, TRIG_RANGE, TWO_OVER_PI, polynomial};
use crate::numerics::{F32, F64, Mode};

use super::fields::f64_fields;

const SIGN: u32 = F32.sign_bit() as u32;
const INF: u32 = F32.inf() as u32;
const NAN: u32 = F32.default_nan() as u32;
const QUIET: u32 = F32.quiet_bit() as u32;
/// The smallest normal magnitude.
const NORMAL: u32 = 1 << 23;

/// Added to a value of up to 2^51 it leaves an integer in the low bits of the significand.
const MAGIC: f64 = 1.5 * (1u64 << 52) as f64;

/// To nearest even, for magnitudes of up to 2^51.
#[inline(always)]
fn rndne(v: f64) -> f64 {
    ((v + MAGIC) - MAGIC).copysign(v)
}

/// The low bits of an integral value of up to 2^51, in two's complement.
#[inline(always)]
fn low_bits(v: f64) -> u64 {
    (v + MAGIC).to_bits()
}

/// `x` with a denormal replaced by a zero of its sign.
#[inline(always)]
pub(super) fn flushed(x: u32) -> u32 {
    if x & !SIGN < NORMAL { x & SIGN } else { x }
}

/// `r` where `x` is no NaN; a NaN quieted.
#[inline(always)]
fn unless_nan(x: u32, r: u32) -> u32 {
    if x & !SIGN > INF { x | QUIET } else { r }
}

/// The value as f64. A NaN is quieted by the host; callers put in theirs.
#[inline(always)]
pub(super) fn widen(x: u32) -> f64 {
    f32::from_bits(x) as f64
}

/// Rounded to f32, to nearest; without `denormals` what is tiny after rounding to full precision
/// becomes a zero of its sign.
#[inline(always)]
pub(super) fn narrow(r: f64, denormals: bool) -> u32 {
    /// From here on a value rounds to a normal one: the smallest of them less half an ulp.
    const LEAST: f64 = f32::MIN_POSITIVE as f64 * (1.0 - 0.5 / (1u32 << 24) as f64);
    let tiny = !denormals & (r.abs() < LEAST);
    let r = if tiny { 0f64.copysign(r) } else { r };
    (r as f32).to_bits()
}

/// V_RCP_F32.
#[inline(always)]
pub(super) fn rcp(x: u32) -> u32 {
    unless_nan(x, narrow(1.0 / widen(flushed(x)), false))
}

/// V_SQRT_F32.
#[inline(always)]
pub(super) fn sqrt(x: u32) -> u32 {
    let x = flushed(x);
    let r = narrow(widen(x).sqrt(), true);
    unless_nan(x, if x > SIGN { NAN } else { r })
}

/// V_RSQ_F32.
#[inline(always)]
pub(super) fn rsq(x: u32) -> u32 {
    let x = flushed(x);
    let r = narrow(1.0 / widen(x).sqrt(), true);
    unless_nan(x, if x > SIGN { NAN } else { r })
}

/// V_EXP_F32. Operands from 200 on give infinity as 200 does.
#[inline(always)]
pub(super) fn exp2(x: u32) -> u32 {
    let v = widen(x);
    let below = v < -126.0;
    let v = if v < 200.0 { v } else { 200.0 };
    let v = if below { -126.0 } else { v };
    let r = exp2_series(v, &EXP2);
    let r = if below { 0.0 } else { r };
    unless_nan(x, (r as f32).to_bits())
}

/// 2^v of a normal result, by these terms of the series.
#[inline(always)]
pub(super) fn exp2_series(v: f64, terms: &[f64]) -> f64 {
    let n = rndne(v);
    let power = f64::from_bits((low_bits(n) << 52).wrapping_add(1023 << 52));
    polynomial(v - n, terms) * power
}

/// V_LOG_F32.
#[inline(always)]
pub(super) fn log2(x: u32) -> u32 {
    let x = flushed(x);
    let r = (log2_series(widen(x), &LOG2) as f32).to_bits();
    let r = if x == INF { INF } else { r };
    let r = if x > SIGN { NAN } else { r };
    let r = if x & !SIGN == 0 { SIGN | INF } else { r };
    unless_nan(x, r)
}

/// log2(v) of a positive normal value, by these terms of the series.
#[inline(always)]
pub(super) fn log2_series(v: f64, terms: &[f64]) -> f64 {
    /// 2^52: an integer below it in the low bits of its significand makes their sum.
    const UNIT: f64 = (1u64 << 52) as f64;
    let bits = v.to_bits();
    let exp = f64::from_bits(UNIT.to_bits() | bits >> 52) - (UNIT + 1023.0);
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let high = mantissa >= std::f64::consts::SQRT_2;
    let exp = if high { exp + 1.0 } else { exp };
    let mantissa = if high { mantissa / 2.0 } else { mantissa };
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    exp + s * polynomial(s * s, terms)
}

/// V_LOG_CLAMP_F32.
#[inline(always)]
pub(super) fn log_clamp(x: u32) -> u32 {
    let r = log2(x);
    if r == SIGN | INF { r - 1 } else { r }
}

/// Sine and cosine of a value in [`TRIG_RANGE`], by these terms of their series; beyond, of 0.
#[inline(always)]
pub(super) fn sin_cos(v: f64, sine: &[f64], cosine: &[f64]) -> (f64, f64) {
    let v = if v.abs() <= TRIG_RANGE { v } else { 0.0 };
    let quarters = rndne(v * 4.0);
    let t = v - quarters / 4.0;
    let (s, c) = (t * polynomial(t * t, sine), polynomial(t * t, cosine));
    let quadrant = low_bits(quarters);
    let (sin, cos) = if quadrant & 1 == 0 { (s, c) } else { (c, s) };
    // The sine of the upper half and the cosine of the two middle quadrants are negative.
    let sin = if quadrant & 2 == 0 { sin } else { 0.0 - sin };
    let negative = quadrant.wrapping_add(1) & 2 != 0;
    let cos = if negative { 0.0 - cos } else { cos };
    (sin, cos)
}

/// V_SIN_F32.
#[inline(always)]
pub(super) fn sin(x: u32, m: Mode) -> u32 {
    let x = if m.denorm_in { x } else { flushed(x) };
    let v = widen(x);
    let r = narrow(sin_cos(v, &SIN, &COS).0, m.denorm_out);
    let r = if v.abs() > TRIG_RANGE { 0 } else { r };
    unless_nan(x, if x & !SIGN == INF { NAN } else { r })
}

/// V_COS_F32.
#[inline(always)]
pub(super) fn cos(x: u32) -> u32 {
    let x = flushed(x);
    let v = widen(x);
    let r = narrow(sin_cos(v, &SIN, &COS).1, true);
    let r = if v.abs() > TRIG_RANGE {
        1f32.to_bits()
    } else {
        r
    };
    unless_nan(x, if x & !SIGN == INF { NAN } else { r })
}

/// V_DIV_FMAS_F32 where the flag is set, to nearest. The product is exact in f64; the sum is rounded
/// to odd there, after which scaling is exact and the one rounding to f32 is right.
#[inline(always)]
pub(super) fn div_fmas(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let keep = |x: u32| if m.denorm_in { x } else { flushed(x) };
    let (a, b, c) = (keep(a), keep(b), keep(c));
    let (product, addend) = (widen(a) * widen(b), widen(c));
    let sum = product + addend;
    // The sum's error, exactly; NaN where the sum is infinite.
    let part = sum - product;
    let error = (product - (sum - part)) + (addend - part);
    let bits = sum.to_bits();
    let inexact = (error > 0.0) | (error < 0.0);
    let outward = (error > 0.0) == (sum > 0.0);
    let odd = if outward {
        bits + 1
    } else {
        bits.wrapping_sub(1)
    };
    let change = inexact & (bits & 1 == 0);
    let sum = f64::from_bits(if change { odd } else { bits });
    let up = c & !SIGN >= 2f32.to_bits();
    let scale = if up { SCALE } else { 1.0 / SCALE };
    let r = narrow(sum * scale, m.denorm_out);
    let r = if sum.is_nan() { NAN } else { r };
    unless_nan(a, unless_nan(b, unless_nan(c, r)))
}

/// The bits of 2/pi, as many words as [`trig_preop`] looks at and more.
static BITS: [u64; 64] = {
    let mut words = [0; 64];
    let mut i = 0;
    while i < TWO_OVER_PI.len() {
        words[i] = TWO_OVER_PI[i];
        i += 1;
    }
    words
};

/// V_TRIG_PREOP_F64, to nearest.
#[inline(always)]
pub(super) fn trig_preop(x: u64, segment: u32, m: Mode) -> u64 {
    let exp = (f64_fields::abs(x) >> F64.fraction) as i32;
    let start = (segment & 31) as i32 * 53 + (exp - 1077).max(0);
    let (word, bit) = (start as usize / 64, start as u32 % 64);
    let (high, low) = (BITS[word % 64], BITS[(word + 1) % 64]);
    // In two steps, so that of the low word nothing is left for 0.
    let window = high << bit | low >> 1 >> (63 - bit);
    let scale = -53 - start + if exp >= 1968 { 128 } else { 0 };
    f64_fields::ldexp(((window >> 11) as f64).to_bits(), scale, m)
}

/// 2^64.
const SCALE: f64 = (1u128 << 64) as f64;

/// V_DIV_FMAS_F64 where the flag is set, to nearest, and whether that may be wrong, because the sum
/// overflowed before it was scaled down or the result is below the normal values, and so rounded twice.
#[inline(always)]
pub(super) fn div_fmas64(a: u64, b: u64, c: u64, m: Mode) -> (u64, bool) {
    let (a, b, c) = (
        f64_fields::operand(a, m),
        f64_fields::operand(b, m),
        f64_fields::operand(c, m),
    );
    let value = f64::from_bits;
    let sum = value(a).mul_add(value(b), value(c));
    let up = f64_fields::abs(c) >= 2f64.to_bits();
    let scale = if up {
        SCALE * SCALE
    } else {
        1.0 / (SCALE * SCALE)
    };
    let r = sum * scale;
    let twice = (r.abs() <= f64::MIN_POSITIVE) & (sum != 0.0);
    let overflow = !up & (sum.abs() == f64::INFINITY);
    let quiet = |x: u64, r: u64| {
        if f64_fields::is_nan(x) {
            F64.quiet(x)
        } else {
            r
        }
    };
    let r = if sum.is_nan() {
        F64.default_nan()
    } else {
        r.to_bits()
    };
    (quiet(a, quiet(b, quiet(c, r))), twice | overflow)
}
