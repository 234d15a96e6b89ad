//! Reciprocals, roots, exponential, logarithm, sine and cosine (CLRX GcnInstrsVop1).
//!
//! The manual specifies these only to some ulp. Here each has one defined result, the same on every
//! host: a fixed sequence of correctly rounded f64 operations (+ - * / and square root; no library
//! functions), rounded to the result's format once. They round to nearest whatever MODE says.
//! Reciprocals and square roots are correctly rounded; reciprocal square roots go through two f64
//! operations, so theirs and the others' error is below 0.501 ulp of f32 and f16. The f64 forms,
//! which the hardware gives to about 1e-8, are correctly rounded (V_RSQ_F64: within 1.5 ulp).
//!
//! The f32 forms other than V_SIN flush denormal operands and results whatever MODE says (CLRX; LLVM:
//! "does not support denormals"); the f16 and f64 forms and V_SIN_F32 follow MODE.

use super::{F32, F64, Format, Mode, Round, from_f64, ldexp, to_f64};

/// V_SIN and V_COS accept revolutions from -256 to 256 (AMD's text; CLRX: -1 to 1); beyond, the sine
/// is 0 and the cosine 1.
pub const TRIG_RANGE: f64 = 256.0;

/// The mode in which the f32 forms work, see the module's description.
fn approximate(f: Format, m: Mode) -> Mode {
    let m = m.rounding(Round::Nearest);
    match f {
        F32 => m.flushed(),
        _ => m,
    }
}

/// Handles NaN, flushes the operand, and rounds the result of `op`; a NaN result is the default NaN.
fn unary(f: Format, x: u64, m: Mode, op: impl Fn(f64) -> f64) -> u64 {
    let x = f.flush_in(x, m);
    if f.is_nan(x) {
        return f.quiet(x);
    }
    let r = op(to_f64(f, x));
    if r.is_nan() {
        f.default_nan()
    } else {
        from_f64(f, r, m)
    }
}

/// V_RCP: 1 / x.
pub fn rcp(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), |v| 1.0 / v)
}

/// V_SQRT. Negative values give the default NaN; -0 stays.
pub fn sqrt(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), f64::sqrt)
}

/// V_RSQ: 1 / sqrt(x). Negative values give the default NaN; zeros give infinities of their sign.
pub fn rsq(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), |v| 1.0 / v.sqrt())
}

/// V_EXP: 2^x. The f32 form gives 0 below -126.
pub fn exp2(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), |v| match f {
        F32 if v < -126.0 => 0.0,
        _ => exp2_f64(v),
    })
}

/// V_LOG: the logarithm of base 2. Zeros give minus infinity, negative values the default NaN.
pub fn log2(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), log2_f64)
}

/// V_SIN: sin(2 pi x). Infinity gives the default NaN; see [`TRIG_RANGE`].
pub fn sin(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, m.rounding(Round::Nearest), |v| match v.abs() {
        a if a == f64::INFINITY => f64::NAN,
        a if a > TRIG_RANGE => 0.0,
        _ => sin_cos(v).0,
    })
}

/// V_COS: cos(2 pi x). Infinity gives the default NaN; see [`TRIG_RANGE`].
pub fn cos(f: Format, x: u64, m: Mode) -> u64 {
    unary(f, x, approximate(f, m), |v| match v.abs() {
        a if a == f64::INFINITY => f64::NAN,
        a if a > TRIG_RANGE => 1.0,
        _ => sin_cos(v).1,
    })
}

/// V_LOG_CLAMP_F32: minus infinity becomes the lowest finite value; plus infinity stays.
pub fn log_clamp(x: u32, m: Mode) -> u32 {
    let r = log2(F32, x as u64, m);
    if r == F32.signed_inf(true) {
        r as u32 - 1
    } else {
        r as u32
    }
}

/// V_RCP_CLAMP and V_RSQ_CLAMP of gfx6 and gfx7: an infinite result becomes the largest finite value.
pub fn clamp_inf(f: Format, r: u64) -> u64 {
    if f.is_inf(r) { r - 1 } else { r }
}

/// V_RCP_LEGACY and V_RSQ_LEGACY of gfx6 and gfx7: an infinite result becomes a zero of its sign.
pub fn legacy_inf(f: Format, r: u64) -> u64 {
    if f.is_inf(r) {
        f.zero(f.is_negative(r))
    } else {
        r
    }
}

#[inline(always)]
pub(crate) fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// 2^n for a normal result.
fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// (ln 2)^k / k!: the series of 2^x.
pub(crate) const EXP2: [f64; 16] = [
    1.0,
    std::f64::consts::LN_2,
    0.24022650695910072,
    0.05550410866482158,
    0.009618129107628477,
    0.0013333558146428443,
    0.0001540353039338161,
    1.5252733804059841e-05,
    1.321548679014431e-06,
    1.01780860092397e-07,
    7.054911620801123e-09,
    4.4455382718708116e-10,
    2.5678435993488206e-11,
    1.3691488853904128e-12,
    6.778726354822545e-14,
    3.1324367070884287e-15,
];

/// 2^v: the integer part goes into the exponent, the rest in [-0.5, 0.5] into the series. From 1000 on
/// the result is only larger than all f32.
fn exp2_f64(v: f64) -> f64 {
    if v >= 1000.0 {
        return if v < f64::INFINITY { f64::MAX } else { v };
    }
    if v <= -1000.0 {
        return 0.0;
    }
    let n = v.round_ties_even();
    polynomial(v - n, &EXP2) * power_of_two(n as i32)
}

/// 2 / (ln 2 (2 k + 1)): the series of log2((1 + s) / (1 - s)) in odd powers of s.
pub(crate) const LOG2: [f64; 13] = [
    2.8853900817779268,
    0.9617966939259756,
    0.5770780163555853,
    0.4121985831111324,
    0.3205988979753252,
    0.2623081892525388,
    0.22195308321368667,
    0.19235933878519512,
    0.16972882833987804,
    0.15186263588304877,
    0.1373995277037108,
    0.12545174268599682,
    0.11541560327111708,
];

/// log2(v) of a value that is zero, or normal as f64: exponent plus the series of a mantissa in
/// [sqrt(1/2), sqrt(2)).
fn log2_f64(v: f64) -> f64 {
    if v == 0.0 {
        return f64::NEG_INFINITY;
    }
    if v < 0.0 {
        return f64::NAN;
    }
    if v == f64::INFINITY {
        return v;
    }
    let bits = v.to_bits();
    let exp = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let (exp, mantissa) = if mantissa >= std::f64::consts::SQRT_2 {
        (exp + 1, mantissa / 2.0)
    } else {
        (exp, mantissa)
    };
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    exp as f64 + s * polynomial(s * s, &LOG2)
}

/// The series of sin(2 pi t) / t in powers of t^2.
pub(crate) const SIN: [f64; 10] = [
    std::f64::consts::TAU,
    -41.34170224039976,
    81.60524927607506,
    -76.70585975306139,
    42.058693944897655,
    -15.09464257682299,
    3.819952584848282,
    -0.7181223017785006,
    0.10422916220813984,
    -0.012031585942120627,
];
/// The series of cos(2 pi t) in powers of t^2.
pub(crate) const COS: [f64; 11] = [
    1.0,
    -19.739208802178716,
    64.9393940226683,
    -85.45681720669373,
    60.24464137187666,
    -26.4262567833744,
    7.903536371318469,
    -1.714390711088672,
    0.28200596845579123,
    -0.03638284114254567,
    0.0037798342006800396,
];

/// Sine and cosine of `v` revolutions. The reduction to an eighth of a revolution is exact.
fn sin_cos(v: f64) -> (f64, f64) {
    let quarters = (v * 4.0).round_ties_even();
    let t = v - quarters / 4.0;
    let (s, c) = (t * polynomial(t * t, &SIN), polynomial(t * t, &COS));
    match quarters as i64 & 3 {
        0 => (s, c),
        1 => (c, 0.0 - s),
        2 => (0.0 - s, 0.0 - c),
        _ => (0.0 - c, s),
    }
}

/// The first 1201 bits of 2/pi after the binary point, highest first; the rest of the last word is 0.
pub(crate) const TWO_OVER_PI: [u64; 19] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_0000,
];

/// V_TRIG_PREOP_F64: 53 bits of 2/pi for the argument reduction of `x`, segment `segment` mod 32.
///
/// The window starts at bit 53 x segment, plus raw exponent - 1077 when the raw exponent of `x` is
/// above 1077. It is taken as an integer (not rounded) and scaled to its place; from raw exponent
/// 1968 on by 2^128 more. (AMD's text. CLRX lets the exponent replace the segment, which contradicts
/// the use of the instruction.)
pub fn trig_preop(x: u64, segment: u32, m: Mode) -> u64 {
    let exp = F64.raw_exp(x);
    let start = (segment & 31) as i32 * 53 + (exp - 1077).max(0);
    let bits = (start..start + 53).fold(0, |bits, i| bits << 1 | two_over_pi_bit(i as usize));
    let scale = -53 - start + if exp >= 1968 { 128 } else { 0 };
    ldexp(F64, (bits as f64).to_bits(), scale, m)
}

fn two_over_pi_bit(i: usize) -> u64 {
    TWO_OVER_PI
        .get(i / 64)
        .map_or(0, |word| word >> (63 - i % 64) & 1)
}
