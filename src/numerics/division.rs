//! The steps of division: V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP (CLRX GcnInstrsVop3).
//!
//! A quotient n / d is computed as: scale d and n (V_DIV_SCALE), approximate by V_RCP and refine by
//! FMAs, undo the scaling in the last FMA (V_DIV_FMAS), put in the special cases (V_DIV_FIXUP).
//!
//! The published texts of V_DIV_SCALE differ. CLRX's sets the flag only where the operand at hand is
//! the scaled one, so of the two executions for one quotient only one would have it; compilers use
//! the flag of the numerator's execution for both. Implemented is AMD's, where the flag depends on d
//! and n alone, and a value that is not scaled is passed on.

use super::format::Finite;
use super::{F16, F32, F64, Format, Mode, Round, fma, fma_scaled, ldexp, mul, rcp};

/// Parameters of the scaling, by format.
struct Scaling {
    /// A quotient of at least this power of two (by raw exponents) is computed scaled down.
    wide: i32,
    /// Exponent of the scale factor.
    scale: i32,
    /// Numerators with a raw exponent up to this one are scaled up, so that remainders stay normal.
    tiny: i32,
}

const fn scaling(f: Format) -> Scaling {
    match f.fraction {
        52 => Scaling {
            wide: 768,
            scale: 128,
            tiny: 53,
        },
        _ => Scaling {
            wide: 96,
            scale: 64,
            tiny: 23,
        },
    }
}

/// V_DIV_SCALE of `x`, which equals the denominator `d` or the numerator `n`: the scaled value, and
/// the flag that tells V_DIV_FMAS to undo a scaling of the quotient. A zero operand gives the default
/// NaN (V_DIV_FIXUP replaces the quotient then).
pub fn div_scale(f: Format, x: u64, d: u64, n: u64, m: Mode) -> (u64, bool) {
    let Scaling { wide, scale, tiny } = scaling(f);
    let [x, d, n] = [x, d, n].map(|v| f.flush_in(v, m));
    if f.is_zero(d) || f.is_zero(n) {
        return (f.default_nan(), false);
    }
    let same = |other| super::compare(f, x, other, m) == Some(std::cmp::Ordering::Equal);
    let scaled = |by| ldexp(f, x, by, m.rounding(Round::Nearest).keeping());
    let scaled_if = |wanted, by| if wanted { scaled(by) } else { x };
    // The reciprocal of a value from 2^(bias - 1) + 1 ulp on is denormal, and 1/infinity is not.
    let small_rcp =
        !f.is_nan(d) && !f.is_inf(d) && f.abs(d) > (2 * f.bias() as u64 - 1) << f.fraction;
    let small_quotient = is_small_quotient(f, n, d);
    if f.raw_exp(n) - f.raw_exp(d) >= wide {
        (scaled_if(same(d), scale), true)
    } else if f.is_denormal(d) {
        (scaled(scale), false)
    } else if small_rcp && small_quotient {
        (scaled_if(same(d), -scale), true)
    } else if small_rcp {
        (scaled(-scale), false)
    } else if small_quotient {
        (scaled_if(same(n), scale), true)
    } else if f.raw_exp(n) <= tiny {
        (scaled(scale), false)
    } else {
        (x, false)
    }
}

/// Whether n / d, correctly rounded, is below the normal values.
fn is_small_quotient(f: Format, n: u64, d: u64) -> bool {
    if f.is_nan(n) || f.is_inf(n) || f.is_nan(d) || f.is_inf(d) {
        return false;
    }
    match f {
        F64 => (f64::from_bits(n) / f64::from_bits(d)).abs() < f64::MIN_POSITIVE,
        _ => {
            let [n, d] = [n, d].map(|v| f32::from_bits(v as u32));
            (n / d).abs() < f32::MIN_POSITIVE
        }
    }
}

/// V_DIV_FMAS: `a * b + c`, times 2^64 (f64: 2^128) when `flag` and |c| >= 2, times the inverse when
/// `flag` and |c| < 2. The product with the power of two takes part in the one rounding, so that
/// denormal quotients are right.
pub fn div_fmas(f: Format, a: u64, b: u64, c: u64, flag: bool, m: Mode) -> u64 {
    if !flag {
        return fma(f, a, b, c, m);
    }
    let scale = scaling(f).scale;
    let two = (f.bias() as u64 + 1) << f.fraction;
    let up = f.abs(c) >= two;
    fma_scaled(f, a, b, c, if up { scale } else { -scale }, m)
}

/// V_DIV_FIXUP: quotient `q` of numerator `n` and denominator `d`, or what the special case demands.
///
/// A NaN numerator comes before a NaN denominator. 0/0 and infinity/infinity give the default NaN
/// (AMD's text; CLRX has +NaN for 0/0). A NaN quotient becomes infinity. The sign is that of n / d.
///
/// Where the exponents say that |n / d| is below half the smallest denormal, `q` does not count: the
/// result is "underflow" (AMD's texts for Vega and all later processors: exponent(n) - exponent(d) below
/// -150, or for f64 -1075; not for f16. CLRX lacks the row, as others that are certain). No text gives
/// underflow a value; taken is what such a quotient rounds to under MODE, which the sequence is there to
/// compute: zero to nearest.
pub fn div_fixup(f: Format, q: u64, d: u64, n: u64, m: Mode) -> u64 {
    let [d, n] = [d, n].map(|v| f.flush_in(v, m));
    let sign = f.is_negative(d) != f.is_negative(n);
    if let Some(nan) = f.first_nan([n, d]) {
        nan
    } else if f.is_zero(d) && f.is_zero(n) || f.is_inf(d) && f.is_inf(n) {
        f.default_nan()
    } else if f.is_zero(d) || f.is_inf(n) {
        f.signed_inf(sign)
    } else if f.is_inf(d) || f.is_zero(n) {
        f.zero(sign)
    } else if is_far_below(f, n, d) {
        underflow(f, sign, m)
    } else if f.is_nan(q) {
        f.signed_inf(sign)
    } else {
        f.zero(sign) | f.abs(f.flush_out(q, m))
    }
}

/// Whether the exponents of `n` and `d` alone say that n / d is below half the smallest denormal.
fn is_far_below(f: Format, n: u64, d: u64) -> bool {
    f != F16 && f.raw_exp(n) - f.raw_exp(d) < -(f.bias() + f.fraction as i32)
}

/// What a value of that sign rounds to that is too small for the format.
fn underflow(f: Format, sign: bool, m: Mode) -> u64 {
    let exp = 2 * f.min_exp();
    f.round(Finite { sign, exp, sig: 1 }, m)
}

/// The f32 quotient n / d as compilers have it computed: both scaled, a reciprocal with one step of Newton's, a
/// quotient with two, the last of them V_DIV_FMAS, and V_DIV_FIXUP (LLVM's `LowerFDIV32`). `d` and `n` are the operands'
/// bits.
///
/// To nearest it is n / d correctly rounded while all on the way is normal, as where the magnitudes of both are
/// [`QUOTIENT_RANGE`]: the reciprocal is the correctly rounded one (for every significand: see the tests), the quotient
/// before the last step is next to the result, and then that step rounds it correctly (Markstein, 1990).
pub fn quotient(d: u32, n: u32, m: Mode) -> u32 {
    let [d, n] = [d, n].map(u64::from);
    let (scaled_d, _) = div_scale(F32, d, d, n, m);
    let (scaled_n, flag) = div_scale(F32, n, d, n, m);
    let minus_d = scaled_d ^ 1 << 31;
    let r = rcp(F32, scaled_d, m);
    let error = fma(F32, minus_d, r, F32.one(), m);
    let r = fma(F32, error, r, r, m);
    let q = mul(F32, scaled_n, r, m);
    let rest = fma(F32, minus_d, q, scaled_n, m);
    let q = fma(F32, rest, r, q, m);
    let rest = fma(F32, minus_d, q, scaled_n, m);
    let q = div_fmas(F32, rest, r, q, flag, m);
    div_fixup(F32, q, d, n, m) as u32
}

/// From which magnitude on, and below which, the operands of [`quotient`] and all that it computes of them are normal
/// whatever the other operand is, as bits: 2^-62 and 2^63.
pub const QUOTIENT_RANGE: std::ops::Range<u32> = 65 << 23..190 << 23;

/// [`div_scale`] of f32 values.
pub fn f32_div_scale(x: u32, d: u32, n: u32, m: Mode) -> (u32, bool) {
    let (v, flag) = div_scale(F32, x as u64, d as u64, n as u64, m);
    (v as u32, flag)
}

/// [`div_fmas`] of f32 values.
pub fn f32_div_fmas(a: u32, b: u32, c: u32, flag: bool, m: Mode) -> u32 {
    div_fmas(F32, a as u64, b as u64, c as u64, flag, m) as u32
}
