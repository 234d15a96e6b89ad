//! Addition, multiplication and multiply-add, correctly rounded in every mode.
//!
//! Sums and products are formed exactly in 128-bit integers and rounded once. Where the host's own
//! arithmetic gives the same bits (f32 and f64, to nearest, nothing flushed, no NaN), it is used.

use super::format::Finite;
use super::{F32, F64, Format, Mode, Round, f32_from_f16};

/// `a + b`.
#[inline]
pub fn add(f: Format, a: u64, b: u64, m: Mode) -> u64 {
    if m.is_plain() {
        let r = match f {
            F32 => (f32::from_bits(a as u32) + f32::from_bits(b as u32)).to_bits() as u64,
            F64 => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
            _ => f.default_nan(),
        };
        if !f.is_nan(r) {
            return r;
        }
    }
    let [a, b] = [a, b].map(|x| f.flush_in(x, m));
    if let Some(nan) = f.first_nan([a, b]) {
        return nan;
    }
    let different = f.is_negative(a) != f.is_negative(b);
    match (f.is_inf(a), f.is_inf(b)) {
        (true, true) if different => f.default_nan(),
        (true, _) => a,
        (_, true) => b,
        (false, false) => sum(f, value(f, a), value(f, b), 0, m),
    }
}

/// `a - b`: the sum of `a` and `b` with its sign flipped, but a NaN keeps its sign.
#[inline]
pub fn sub(f: Format, a: u64, b: u64, m: Mode) -> u64 {
    if f.is_nan(b) {
        add(f, a, b, m)
    } else {
        add(f, a, f.neg(b), m)
    }
}

/// `a * b`.
#[inline]
pub fn mul(f: Format, a: u64, b: u64, m: Mode) -> u64 {
    if m.is_plain() {
        let r = match f {
            F32 => (f32::from_bits(a as u32) * f32::from_bits(b as u32)).to_bits() as u64,
            F64 => (f64::from_bits(a) * f64::from_bits(b)).to_bits(),
            _ => f.default_nan(),
        };
        if !f.is_nan(r) {
            return r;
        }
    }
    let [a, b] = [a, b].map(|x| f.flush_in(x, m));
    if let Some(nan) = f.first_nan([a, b]) {
        return nan;
    }
    match product(f, a, b) {
        Product::Invalid => f.default_nan(),
        Product::Infinite(sign) => f.signed_inf(sign),
        Product::Finite(Value { sign, finite: None }) => f.zero(sign),
        Product::Finite(Value {
            finite: Some(v), ..
        }) => f.round(v, m),
    }
}

/// `a * b + c` with one rounding.
#[inline]
pub fn fma(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    if m.is_plain() {
        let r = match f {
            F32 => {
                let [a, b, c] = [a, b, c].map(|x| f32::from_bits(x as u32));
                a.mul_add(b, c).to_bits() as u64
            }
            F64 => {
                let [a, b, c] = [a, b, c].map(f64::from_bits);
                a.mul_add(b, c).to_bits()
            }
            _ => f.default_nan(),
        };
        if !f.is_nan(r) {
            return r;
        }
    }
    fma_scaled(f, a, b, c, 0, m)
}

/// `(a * b + c) * 2^scale` with one rounding.
pub fn fma_scaled(f: Format, a: u64, b: u64, c: u64, scale: i32, m: Mode) -> u64 {
    let [a, b, c] = [a, b, c].map(|x| f.flush_in(x, m));
    if let Some(nan) = f.first_nan([a, b, c]) {
        return nan;
    }
    match product(f, a, b) {
        Product::Invalid => f.default_nan(),
        Product::Infinite(sign) if f.is_inf(c) && f.is_negative(c) != sign => f.default_nan(),
        Product::Infinite(sign) => f.signed_inf(sign),
        Product::Finite(_) if f.is_inf(c) => c,
        Product::Finite(p) => sum(f, p, value(f, c), scale, m),
    }
}

/// `a * b + c` with the product rounded before the sum, denormals flushed throughout whatever MODE
/// says: V_MAD, V_MAC, V_MADMK, V_MADAK of f32 and f16 (CLRX GcnInstrsVop2, GcnInstrsVop3).
#[inline]
pub fn mad(f: Format, a: u64, b: u64, c: u64, m: Mode) -> u64 {
    let m = m.flushed();
    add(f, mul(f, a, b, m), c, m)
}

/// V_MUL_LEGACY_F32: a zero factor gives +0, even with infinity or NaN.
pub fn mul_legacy(a: u32, b: u32, m: Mode) -> u32 {
    let [x, y] = [a, b].map(|x| F32.flush_in(x as u64, m));
    if F32.is_zero(x) || F32.is_zero(y) {
        0
    } else {
        mul(F32, x, y, m) as u32
    }
}

/// V_MAD_LEGACY_F32 and V_MAC_LEGACY_F32: as [`mad`], but a zero factor gives `c` untouched. (The
/// CLRX pages for V_MAC_LEGACY_F32 leave the accumulator alone; AMD's later text adds +0, which
/// differs for -0, denormals and signalling NaNs.)
pub fn mad_legacy(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let [x, y] = [a, b].map(|x| F32.flush_in(x as u64, m.flushed()));
    if F32.is_zero(x) || F32.is_zero(y) {
        c
    } else {
        mad(F32, x, y, c as u64, m) as u32
    }
}

/// V_MULLIT_F32: [`mul_legacy`] when `c` is above zero, else the most negative finite value.
pub fn mullit(a: u32, b: u32, c: u32, m: Mode) -> u32 {
    let c = f32::from_bits(F32.flush_in(c as u64, m) as u32);
    if c > 0.0 {
        mul_legacy(a, b, m)
    } else {
        f32::MIN.to_bits()
    }
}

/// A finite value, zero included.
#[derive(Clone, Copy)]
struct Value {
    sign: bool,
    finite: Option<Finite>,
}

enum Product {
    Invalid,
    Infinite(bool),
    Finite(Value),
}

fn value(f: Format, x: u64) -> Value {
    Value {
        sign: f.is_negative(x),
        finite: (!f.is_zero(x)).then(|| f.finite(x)),
    }
}

fn product(f: Format, a: u64, b: u64) -> Product {
    let sign = f.is_negative(a) != f.is_negative(b);
    if f.is_inf(a) || f.is_inf(b) {
        return if f.is_zero(a) || f.is_zero(b) {
            Product::Invalid
        } else {
            Product::Infinite(sign)
        };
    }
    let finite = match (value(f, a).finite, value(f, b).finite) {
        (Some(a), Some(b)) => Some(Finite {
            sign,
            exp: a.exp + b.exp,
            sig: a.sig * b.sig,
        }),
        _ => None,
    };
    Product::Finite(Value { sign, finite })
}

/// `(a + b) * 2^scale`, rounded once.
fn sum(f: Format, a: Value, b: Value, scale: i32, m: Mode) -> u64 {
    let exact = match (a.finite, b.finite) {
        (Some(a), Some(b)) => add_exact(a, b),
        (Some(v), None) | (None, Some(v)) => Some(v),
        (None, None) if a.sign == b.sign => return f.zero(a.sign),
        (None, None) => None,
    };
    match exact {
        Some(v) => {
            let exp = v.exp + scale;
            f.round(Finite { exp, ..v }, m)
        }
        None => f.zero(m.round == Round::Down),
    }
}

/// The sum, exact except for a sticky bit; `None` when it is zero.
///
/// Both significands have at most 106 bits and are moved up to bit 125, so a bit is lost only where
/// the smaller value lies more than 20 bits below the larger one; the sum then keeps over 100 exact
/// bits above the sticky one.
fn add_exact(a: Finite, b: Finite) -> Option<Finite> {
    let normal = |v: Finite| {
        let up = v.sig.leading_zeros() as i32 - 2;
        Finite {
            sig: v.sig << up,
            exp: v.exp - up,
            ..v
        }
    };
    let (a, b) = (normal(a), normal(b));
    let (big, small) = if (a.exp, a.sig) >= (b.exp, b.sig) {
        (a, b)
    } else {
        (b, a)
    };
    let down = (big.exp - small.exp) as u32;
    let aligned = match down {
        0 => small.sig,
        1..=126 => small.sig >> down | (small.sig & ((1 << down) - 1) != 0) as u128,
        _ => 1,
    };
    let sig = if big.sign == small.sign {
        big.sig + aligned
    } else {
        big.sig - aligned
    };
    (sig != 0).then_some(Finite { sig, ..big })
}

/// V_DOT2_F32_F16: the products of f16, which are exact in f32, are added one after the other and then to `c`; f32
/// denormals are flushed whatever MODE says. Those of f16 are only where the generation `flushes` them, whatever MODE
/// says, too ([`Gens::DOT_FLUSHES_HALVES`](crate::isa::Gens::DOT_FLUSHES_HALVES)).
pub fn dot2_f16(a: [u16; 2], b: [u16; 2], c: u64, m: Mode, flushes: bool) -> u32 {
    let halves = if flushes { m.flushed() } else { m.keeping() };
    let [a, b] = [a, b].map(|x| x.map(|x| f32_from_f16(x, halves)));
    dot2(a, b, c, m)
}

/// V_DOT2_F32_BF16: the same of bf16, to nearest whatever MODE says (CDNA4 ISA). How often it rounds is said nowhere.
pub fn dot2_bf16(a: [u16; 2], b: [u16; 2], c: u64, m: Mode) -> u32 {
    let [a, b] = [a, b].map(|x| x.map(|x| u32::from(x) << 16));
    dot2(a, b, c, m.rounding(Round::Nearest))
}

fn dot2(a: [u32; 2], b: [u32; 2], c: u64, m: Mode) -> u32 {
    let m = m.flushed();
    let [p, q] = [0, 1].map(|i| mul(F32, a[i].into(), b[i].into(), m));
    add(F32, add(F32, p, q, m), c, m) as u32
}
