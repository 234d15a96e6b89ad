//! Functions of f16 values in the low halves of dwords, for the vectoriser, as [`crate::numerics`] has
//! them. The upper halves are 0.
//!
//! Every f16 is an f32, denormal ones are normal there, and 24 bits are twice 11 and two more: so sums,
//! products, quotients and roots that are rounded to f32 first and then to f16, both to nearest, are
//! right (Figueroa, "When is double rounding innocuous?", 1995). A multiply-add is rounded to odd first.
//! Tests compare the functions of one operand with [`crate::numerics`] for every operand.

use super::transcendental::{exp2_series, log2_series, sin_cos};
use crate::numerics::transcendental::{COS, EXP2, LOG2, SIN, TRIG_RANGE};
use crate::numerics::{F16, F32, F64, Mode, Round};

const SIGN: u32 = F16.sign_bit() as u32;
const INF: u32 = F16.inf() as u32;
const NAN: u32 = F16.default_nan() as u32;
const QUIET: u32 = F16.quiet_bit() as u32;
const ONE: u32 = F16.one() as u32;
const LARGEST: u32 = F16.max_finite() as u32;
/// The smallest normal magnitude.
const NORMAL: u32 = 1 << F16.fraction;

/// How many bits f16 has less in the fraction than f32.
const LESS: u32 = F32.fraction - F16.fraction;
/// What the exponent of an f16 grows by as an f32, in place.
const BIAS: u32 = ((F32.bias() - F16.bias()) as u32) << F32.fraction;
/// The unit of denormal values.
const UNIT: f32 = 1.0 / (1 << 24) as f32;
/// Added to an integral value of up to 2^22 it leaves that in the low bits.
const MAGIC: f32 = 1.5 * (1 << 23) as f32;
/// Magnitudes from here on round to infinity.
const OVERFLOW: f32 = 65520.0;
/// From here on a value rounds to a normal one in full precision: the smallest of them less half an ulp.
const LEAST: f32 = (1.0 - 0.5 / (1 << 11) as f32) / (1 << 14) as f32;

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

/// `r` where `x` is no NaN; a NaN quieted.
#[inline(always)]
fn unless_nan(x: u32, r: u32) -> u32 {
    if is_nan(x) { x | QUIET } else { r }
}

/// The value as f32, exactly.
#[inline(always)]
fn widen(x: u32) -> f32 {
    let magnitude = abs(x);
    let normal = (magnitude << LESS) + BIAS;
    let small = (magnitude as i32 as f32 * UNIT).to_bits();
    let r = if magnitude < NORMAL { small } else { normal };
    let r = if magnitude >= INF { normal + BIAS } else { r };
    f32::from_bits(r | (x & SIGN) << 16)
}

/// Rounded to nearest; a NaN becomes the default one. `m` decides about denormals and overflow.
#[inline(always)]
fn narrow(v: f32, m: Mode) -> u32 {
    let bits = v.to_bits();
    let sign = bits >> 16 & SIGN;
    let magnitude = bits & 0x7fff_ffff;
    let value = f32::from_bits(magnitude);
    let half = (1 << (LESS - 1)) - 1 + (magnitude >> LESS & 1);
    let normal = magnitude.wrapping_add(half).wrapping_sub(BIAS) >> LESS;
    // The last place of the sum is the unit of denormal values.
    let small = (value + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let r = if magnitude < BIAS + (1 << F32.fraction) {
        small
    } else {
        normal
    };
    let over = if m.f16_ovfl & (magnitude < F32.inf() as u32) {
        LARGEST
    } else {
        INF
    };
    let r = if value >= OVERFLOW { over } else { r };
    let tiny = !m.denorm_out & (value < LEAST);
    let r = if tiny { 0 } else { r };
    if magnitude > F32.inf() as u32 {
        NAN
    } else {
        sign | r
    }
}

/// To f32, rounded to odd, so that another rounding to nearest is the only one.
#[inline(always)]
fn to_odd(v: f64) -> f32 {
    const REST: u64 = (1 << (F64.fraction - F32.fraction)) - 1;
    let bits = v.to_bits();
    let odd = if bits & REST != 0 { REST + 1 } else { 0 };
    f64::from_bits(bits & !REST | odd) as f32
}

/// The f16 that a value is, which is zero or normal and no NaN.
#[inline(always)]
fn exactly(v: f32) -> u32 {
    let bits = v.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let r = (magnitude.wrapping_sub(BIAS) >> LESS).min(INF);
    let r = if magnitude == 0 { 0 } else { r };
    bits >> 16 & SIGN | r
}

/// Toward zero.
#[inline(always)]
fn truncated(v: f32, m: Mode) -> u32 {
    let bits = v.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let normal = (magnitude.wrapping_sub(BIAS) >> LESS).min(LARGEST);
    let is_small = magnitude < BIAS + (1 << F32.fraction);
    let value = f32::from_bits(if is_small { magnitude } else { 0 });
    let small = (value * (1.0 / UNIT)).trunc() + MAGIC;
    let small = small.to_bits().wrapping_sub(MAGIC.to_bits());
    let small = if m.denorm_out { small } else { 0 };
    let r = if is_small { small } else { normal };
    let r = if magnitude >= F32.inf() as u32 {
        INF
    } else {
        r
    };
    bits >> 16 & SIGN | r
}

/// `r`, or the f16 NaN that an f32 NaN becomes.
#[inline(always)]
fn unless_nan32(x: u32, r: u32) -> u32 {
    let nan = x >> 16 & SIGN | INF | QUIET | (x >> LESS & (QUIET - 1));
    if x & 0x7fff_ffff > F32.inf() as u32 {
        nan
    } else {
        r
    }
}

/// f32 to f16, to nearest. A denormal f32 is so far below the smallest f16 that it makes no difference
/// whether it is flushed.
#[inline(always)]
pub(super) fn from_f32(x: u32, m: Mode) -> u32 {
    unless_nan32(x, narrow(f32::from_bits(x), m))
}

/// The same, toward zero.
#[inline(always)]
pub(super) fn from_f32_rtz(x: u32, m: Mode) -> u32 {
    unless_nan32(x, truncated(f32::from_bits(x), m))
}

/// An operand as f32.
#[inline(always)]
fn operand(x: u32, m: Mode) -> f32 {
    widen(flushed(x, m.denorm_in))
}

#[inline(always)]
pub(super) fn add(a: u32, b: u32, m: Mode) -> u32 {
    let r = narrow(operand(a, m) + operand(b, m), m);
    unless_nan(a, unless_nan(b, r))
}

#[inline(always)]
pub(super) fn sub(a: u32, b: u32, m: Mode) -> u32 {
    let r = narrow(operand(a, m) - operand(b, m), m);
    unless_nan(a, unless_nan(b, r))
}

#[inline(always)]
pub(super) fn mul(a: u32, b: u32, m: Mode) -> u32 {
    let r = narrow(operand(a, m) * operand(b, m), m);
    unless_nan(a, unless_nan(b, r))
}

/// a b + c with one rounding: the product is exact, the sum rounded to odd.
#[inline(always)]
pub(super) fn fma(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let (a, b) = (flushed(a, m.denorm_in), flushed(b, m.denorm_in));
    let c = flushed(c, m.denorm_in);
    let (product, addend) = (widen(a) * widen(b), widen(c));
    let sum = product + addend;
    // The sum's error, exactly; NaN where the sum is infinite.
    let part = sum - product;
    let error = (product - (sum - part)) + (addend - part);
    let bits = sum.to_bits();
    let inexact = (error > 0.0) | (error < 0.0);
    let outward = (error > 0.0) == (sum > 0.0);
    let odd = if outward {
        bits.wrapping_add(1)
    } else {
        bits.wrapping_sub(1)
    };
    let change = inexact & (bits & 1 == 0);
    let r = narrow(f32::from_bits(if change { odd } else { bits }), m);
    unless_nan(a, unless_nan(b, unless_nan(c, r)))
}

/// a b, rounded to nearest, plus c; denormals are flushed whatever MODE says.
#[inline(always)]
pub(super) fn mad(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let m = m.flushed();
    let (x, y) = (flushed(a, false), flushed(b, false));
    let z = flushed(c, false);
    let product = widen(x) * widen(y);
    // In place: without denormals the last place is the same for all.
    let bits = product.to_bits();
    let half = (1 << (LESS - 1)) - 1 + (bits >> LESS & 1);
    let rounded = bits.wrapping_add(half) & !((1 << LESS) - 1);
    let magnitude = f32::from_bits(bits & 0x7fff_ffff);
    let rounded = if magnitude < LEAST { 0 } else { rounded };
    let infinite = magnitude == f32::INFINITY;
    let over = if m.f16_ovfl & !infinite {
        65504f32.to_bits()
    } else {
        F32.inf() as u32
    };
    let rounded = if magnitude >= OVERFLOW { over } else { rounded };
    let rounded = rounded & 0x7fff_ffff | bits & 0x8000_0000;
    let none = product.is_nan();
    let product = f32::from_bits(if none { bits } else { rounded });
    let r = unless_nan(c, narrow(product + widen(z), m));
    // Of an invalid product and a NaN that is added, the sum's first operand counts.
    let r = if none { NAN } else { r };
    unless_nan(a, unless_nan(b, r))
}

/// `r` of two f32, or the first NaN among them; a NaN that is neither is the default one.
#[inline(always)]
fn of_two(r: f32, x: [f32; 2]) -> f32 {
    let mut bits = r.to_bits();
    if r.is_nan() {
        bits = F32.default_nan() as u32;
    }
    for x in [x[1], x[0]] {
        if x.is_nan() {
            bits = x.to_bits() | F32.quiet_bit() as u32;
        }
    }
    f32::from_bits(bits)
}

/// Products of f16 in both halves, which are exact in f32, one after the other and then `c`. Only `c` may be
/// denormal as f32: sums of the products have no bits below 2^-48, and `c` has none that cancel them but are
/// below 2^-71. Which NaN the result is does not count.
#[inline(always)]
pub(super) fn dot(a: u32, b: u32, c: u32, keeps: bool) -> u32 {
    let low = widen(flushed(a & 0xffff, keeps)) * widen(flushed(b & 0xffff, keeps));
    let high = widen(flushed(a >> 16, keeps)) * widen(flushed(b >> 16, keeps));
    (low + high + f32::from_bits(without_denormal(c))).to_bits()
}

/// The same, and of NaNs the right one.
#[inline(always)]
pub(super) fn dot_of_nans(a: u32, b: u32, c: u32, keeps: bool) -> u32 {
    let product = |by: u32| {
        let x = [a, b].map(|x| widen(flushed(x >> by & 0xffff, keeps)));
        of_two(x[0] * x[1], x)
    };
    let x = [product(0), product(16)];
    let sum = of_two(x[0] + x[1], x);
    let c = f32::from_bits(without_denormal(c));
    of_two(sum + c, [sum, c]).to_bits()
}

/// A zero of its sign in place of a denormal f32.
#[inline(always)]
fn without_denormal(x: u32) -> u32 {
    let is_small = x & 0x7fff_ffff < 1 << F32.fraction;
    if is_small { x & 1 << 31 } else { x }
}

#[inline(always)]
pub(super) fn rcp(x: u32, m: Mode) -> u32 {
    unless_nan(x, narrow(1.0 / operand(x, m), m))
}

#[inline(always)]
pub(super) fn sqrt(x: u32, m: Mode) -> u32 {
    unless_nan(x, narrow(operand(x, m).sqrt(), m))
}

/// By way of f64, where one rounding more does not matter.
#[inline(always)]
pub(super) fn rsq(x: u32, m: Mode) -> u32 {
    let r = 1.0 / (operand(x, m) as f64).sqrt();
    unless_nan(x, narrow(to_odd(r), m))
}

/// 2^x. Of the series as many terms as decide every result.
#[inline(always)]
pub(super) fn exp2(x: u32, m: Mode) -> u32 {
    let v = operand(x, m);
    let v = if v > 40.0 { 40.0 } else { v };
    let v = if v < -40.0 { -40.0 } else { v };
    let r = narrow(to_odd(exp2_series(v as f64, &EXP2[..9])), m);
    // A finite one may become the largest finite value.
    let r = if x == INF { INF } else { r };
    unless_nan(x, r)
}

/// As [`exp2`].
#[inline(always)]
pub(super) fn log2(x: u32, m: Mode) -> u32 {
    let x = flushed(x, m.denorm_in);
    let v = widen(x);
    let r = narrow(to_odd(log2_series(v as f64, &LOG2[..7])), m);
    let r = if x == INF { INF } else { r };
    let r = if x > SIGN { NAN } else { r };
    let r = if abs(x) == 0 { SIGN | INF } else { r };
    unless_nan(x, r)
}

/// As [`exp2`].
#[inline(always)]
pub(super) fn sin(x: u32, m: Mode) -> u32 {
    let (sine, _) = sin_cos(operand(x, m) as f64, &SIN[..6], &COS[..7]);
    turned(x, narrow(to_odd(sine), m), 0)
}

/// As [`exp2`].
#[inline(always)]
pub(super) fn cos(x: u32, m: Mode) -> u32 {
    let (_, cosine) = sin_cos(operand(x, m) as f64, &SIN[..6], &COS[..7]);
    turned(x, narrow(to_odd(cosine), m), ONE)
}

/// The result `r`, or the one `beyond` the range; that of infinity is the default NaN.
#[inline(always)]
fn turned(x: u32, r: u32, beyond: u32) -> u32 {
    /// [`TRIG_RANGE`].
    const RANGE: u32 = 0x5c00;
    const _: () = assert!(TRIG_RANGE == 256.0);
    let far = (abs(x) > RANGE) & (abs(x) < INF);
    let r = if far { beyond } else { r };
    unless_nan(x, if abs(x) == INF { NAN } else { r })
}

/// To an integral value in direction `round`.
#[inline(always)]
pub(super) fn integral(x: u32, m: Mode, round: impl Fn(f32) -> f32) -> u32 {
    let x = flushed(x, m.denorm_in);
    unless_nan(x, exactly(round(widen(x))))
}

/// x - floor(x), which is exact as f32.
#[inline(always)]
pub(super) fn fract(x: u32, may_be_one: bool, m: Mode) -> u32 {
    let v = operand(x, m);
    let r = unless_nan(x, narrow(v - v.floor(), m));
    let r = if !may_be_one & (r == ONE) { ONE - 1 } else { r };
    if abs(x) == INF { NAN } else { r }
}

#[inline(always)]
pub(super) fn frexp_exp(x: u32, gfx6: bool, m: Mode) -> u32 {
    let x = flushed(x, m.denorm_in);
    let exp = widen(abs(x)).to_bits() >> F32.fraction;
    let r = exp as i32 - (F32.bias() - 1);
    let r = if abs(x) == 0 { 0 } else { r };
    (if abs(x) >= INF { -(gfx6 as i32) } else { r }) as u32
}

#[inline(always)]
pub(super) fn frexp_mant(x: u32, gfx6: bool, m: Mode) -> u32 {
    /// The fraction's field, and 1/2.
    const FRACTION: u32 = NORMAL - 1;
    const HALF: u32 = ONE - NORMAL;
    let x = flushed(x, m.denorm_in);
    let r = x & SIGN | HALF | (widen(x).to_bits() >> LESS & FRACTION);
    let inf = if gfx6 { NAN } else { x };
    let r = if abs(x) == INF { inf } else { r };
    let r = if abs(x) == 0 { x } else { r };
    unless_nan(x, r)
}

/// x times 2^n, rounded once: as f32 it is exact.
#[inline(always)]
pub(super) fn ldexp(x: u32, n: i32, m: Mode) -> u32 {
    // Beyond this everything is zero or infinite.
    let n = n.clamp(-48, 48);
    let power = f32::from_bits(((F32.bias() + n) as u32) << F32.fraction);
    unless_nan(x, narrow(operand(x, m) * power, m))
}

/// A signed integer, to nearest; what has more than 24 bits overflows.
#[inline(always)]
pub(super) fn from_int(v: u32, m: Mode) -> u32 {
    narrow(v as i32 as f32, m)
}

/// Toward zero, limited; NaN becomes 0.
#[inline(always)]
pub(super) fn to_int(x: u32, least: i32, most: i32) -> u32 {
    let special = abs(x) >= INF;
    let v = widen(if special { 0 } else { x }).trunc();
    let r = (v + MAGIC).to_bits().wrapping_sub(MAGIC.to_bits()) as i32;
    let r = r.clamp(least, most);
    let limit = if x & SIGN != 0 { least } else { most };
    let r = if abs(x) == INF { limit } else { r };
    r as u32 & 0xffff
}

/// x times `most`, to nearest, in [`least`, `most`]; NaN becomes 0.
#[inline(always)]
pub(super) fn normalised(x: u32, least: f64, most: f64, m: Mode) -> u32 {
    super::single::to_normalised(widen(flushed(x, m.denorm_in)), least, most)
}

#[inline(always)]
pub(super) fn flush(x: u32, m: Mode) -> u32 {
    flushed(x, m.denorm_in & m.denorm_out)
}

/// Output multiplier.
#[inline(always)]
pub(super) fn omod(x: u32, factor: f32, m: Mode) -> u32 {
    let flushed = flushed(x, false);
    let r = unless_nan(x, narrow(widen(flushed) * factor, m));
    let r = if abs(flushed) == 0 { 0 } else { r };
    if m.denorm_out | m.ieee { x } else { r }
}

/// The factor of an output multiplier.
pub(super) fn omod_factor(omod: u8) -> f32 {
    match omod {
        1 => 2.0,
        2 => 4.0,
        3 => 0.5,
        _ => 1.0,
    }
}

/// The minimum, or the maximum.
#[inline(always)]
pub(super) fn minmax(a: u32, b: u32, max: bool, m: Mode) -> u32 {
    let (a, b) = (flushed(a, m.denorm_in), flushed(b, m.denorm_in));
    let first = if max {
        order(a) > order(b)
    } else {
        order(a) < order(b)
    };
    let r = if first { a } else { b };
    let r = if is_nan(b) { a } else { r };
    let r = if is_nan(a) { b } else { r };
    let r = flushed(r, m.denorm_out);
    let signalling = |x: u32| is_nan(x) & (x & QUIET == 0);
    let r = if m.ieee & signalling(b) { b | QUIET } else { r };
    if m.ieee & signalling(a) { a | QUIET } else { r }
}

/// The values' order, with -0 next below +0, which is 0.
#[inline(always)]
fn order(x: u32) -> i32 {
    let magnitude = abs(x) as i32;
    if x & SIGN != 0 { !magnitude } else { magnitude }
}

/// The median: with a NaN the minimum, else the maximum of the two that remain without the largest, or
/// without a zero of the other sign than that.
#[inline(always)]
pub(super) fn med3(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let minimum = minmax(minmax(a, b, false, m), c, false, m);
    let nan = is_nan(a) | is_nan(b) | is_nan(c);
    let key = |x| order(flushed(x, m.denorm_in));
    let (p, q, r) = (key(a), key(b), key(c));
    let largest = p.max(q).max(r);
    let below = if largest == 0 { -1 } else { largest };
    let v = if q >= below { p.max(r) } else { p.max(q) };
    let v = if p >= below { q.max(r) } else { v };
    let magnitude = (if v < 0 { !v } else { v }) as u32;
    let sign = if v < 0 { SIGN } else { 0 };
    let r = flushed(sign | magnitude, m.denorm_out);
    if nan { minimum } else { r }
}

/// CLAMP to [0, 1].
#[inline(always)]
pub(super) fn clamp(x: u32, m: Mode) -> u32 {
    let r = if x & SIGN != 0 { 0 } else { x.min(ONE) };
    let nan = if m.dx10_clamp { 0 } else { x };
    if is_nan(x) { nan } else { r }
}

/// 1 if the class of `x` is in `set`.
#[inline(always)]
pub(super) fn is_class(x: u32, set: u32) -> u32 {
    let magnitude = abs(x);
    let positive = if magnitude < NORMAL { 7 } else { 8u32 };
    let positive = if magnitude == 0 { 6 } else { positive };
    let positive = if magnitude == INF { 9 } else { positive };
    let negative = 11 - positive;
    let class = if x & SIGN != 0 { negative } else { positive };
    let nan = (x & QUIET != 0) as u32;
    let class = if magnitude > INF { nan } else { class };
    set >> class & 1
}

/// V_DIV_FIXUP of quotient, denominator and numerator.
#[inline(always)]
pub(super) fn div_fixup(q: u32, d: u32, n: u32, m: Mode) -> u32 {
    let (d, n) = (flushed(d, m.denorm_in), flushed(n, m.denorm_in));
    let sign = (d ^ n) & SIGN;
    let (zero_d, zero_n) = (abs(d) == 0, abs(n) == 0);
    let (inf_d, inf_n) = (abs(d) == INF, abs(n) == INF);
    let quotient = abs(flushed(q, m.denorm_out));
    let r = if is_nan(q) { INF } else { quotient };
    let r = sign | r;
    let r = if inf_d | zero_n { sign } else { r };
    let r = if zero_d | inf_n { sign | INF } else { r };
    let none = zero_d & zero_n | inf_d & inf_n;
    let r = if none { NAN } else { r };
    unless_nan(n, unless_nan(d, r))
}

/// Whether functions that round are here: to nearest.
pub(super) fn is_nearest(m: Mode) -> bool {
    m.round == Round::Nearest
}
