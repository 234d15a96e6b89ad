//! Rounding to integers, and taking exponents and fractions apart (CLRX GcnInstrsVop1).

use super::format::Finite;
use super::{F32, Format, Mode, Round, sub, to_f64};

/// Toward zero, to an integral value.
pub fn trunc(f: Format, x: u64, m: Mode) -> u64 {
    integral(f, x, Round::Zero, m)
}

/// Toward plus infinity, to an integral value.
pub fn ceil(f: Format, x: u64, m: Mode) -> u64 {
    integral(f, x, Round::Up, m)
}

/// Toward minus infinity, to an integral value.
pub fn floor(f: Format, x: u64, m: Mode) -> u64 {
    integral(f, x, Round::Down, m)
}

/// To nearest, ties to even, to an integral value. (Floor of x + 0.5, as the manual has it, is wrong
/// for ties and for large values.)
pub fn rndne(f: Format, x: u64, m: Mode) -> u64 {
    integral(f, x, Round::Nearest, m)
}

/// To an integral value in direction `round`; infinities stay, NaNs are quieted.
pub fn integral(f: Format, x: u64, round: Round, m: Mode) -> u64 {
    let x = f.flush_in(x, m);
    if f.is_nan(x) {
        return f.quiet(x);
    }
    // From 2^fraction on every value is integral.
    if f.is_zero(x) || f.raw_exp(x) >= f.bias() + f.fraction as i32 {
        return x;
    }
    let v = round_f64(to_f64(f, x), round);
    if v == 0.0 {
        f.zero(f.is_negative(x))
    } else {
        super::from_f64(f, v, m)
    }
}

pub(super) fn round_f64(v: f64, round: Round) -> f64 {
    match round {
        Round::Nearest => v.round_ties_even(),
        Round::Up => v.ceil(),
        Round::Down => v.floor(),
        Round::Zero => v.trunc(),
    }
}

/// V_FRACT: `x - floor(x)`, below 1. Infinity gives the default NaN (as the subtraction does; CLRX
/// keeps the sign of the operand).
///
/// A small negative `x` rounds to 1, which gfx6 returns (LLVM FeatureFractBug, `may_be_one`); later
/// generations return the largest value below 1.
pub fn fract(f: Format, x: u64, may_be_one: bool, m: Mode) -> u64 {
    let x = f.flush_in(x, m);
    if f.is_inf(x) {
        return f.default_nan();
    }
    let r = sub(f, x, floor(f, x, m), m);
    if r == f.one() && !may_be_one {
        f.one() - 1
    } else {
        r
    }
}

/// V_FREXP_EXP: the exponent for a mantissa in [0.5, 1); 0 for zero. Infinity and NaN give 0, and -1
/// on gfx6 (`gfx6`; CLRX, measured).
pub fn frexp_exp(f: Format, x: u64, gfx6: bool, m: Mode) -> i32 {
    let x = f.flush_in(x, m);
    if f.is_nan(x) || f.is_inf(x) {
        return if gfx6 { -1 } else { 0 };
    }
    if f.is_zero(x) {
        return 0;
    }
    if f == F32 && F32.is_normal(x) {
        return F32.raw_exp(x) - 126;
    }
    let v = f.finite(x);
    v.exp + 128 - v.sig.leading_zeros() as i32
}

/// V_FREXP_MANT: `x` scaled into [0.5, 1), with its sign. Zero stays; NaN is quieted; infinity stays,
/// and gives the default NaN on gfx6 (`gfx6`; CLRX, measured).
pub fn frexp_mant(f: Format, x: u64, gfx6: bool, m: Mode) -> u64 {
    let x = f.flush_in(x, m);
    if f.is_nan(x) {
        return f.quiet(x);
    }
    if f.is_inf(x) {
        return if gfx6 { f.default_nan() } else { x };
    }
    if f.is_zero(x) {
        return x;
    }
    if f == F32 && F32.is_normal(x) {
        return x & 0x807f_ffff | 126 << 23;
    }
    let v = f.finite(x);
    let exp = v.sig.leading_zeros() as i32 - 128;
    f.round(Finite { exp, ..v }, m)
}

/// V_LDEXP: `x * 2^exp`, rounded once, for any `exp`.
pub fn ldexp(f: Format, x: u64, exp: i32, m: Mode) -> u64 {
    let x = f.flush_in(x, m);
    if f.is_nan(x) {
        return f.quiet(x);
    }
    if f.is_inf(x) || f.is_zero(x) {
        return x;
    }
    if f == F32 && F32.is_normal(x) {
        let scaled = F32.raw_exp(x) as i64 + exp as i64;
        if (1..=254).contains(&scaled) {
            return x & 0x807f_ffff | (scaled as u64) << 23;
        }
    }
    let v = f.finite(x);
    // Beyond this every finite value over- or underflows.
    let exp = v.exp + exp.clamp(-10_000, 10_000);
    f.round(Finite { exp, ..v }, m)
}
