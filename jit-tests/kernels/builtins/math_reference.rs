//! What the functions of OpenCL C's math library are, and how precise they must be: OpenCL C 3.0,
//! 6.15 "Built-in functions", and 7.4 "Relative error as ULPs" with the tables for single, double and
//! half precision. Special cases are those of C99's Annex F with the changes of section 7.5.1.

use super::format::Format;
use Reference::{Binary, Judged, Power, Unary};
use std::f64::consts::PI;

/// The arguments of one work-item.
#[derive(Clone, Copy, Debug)]
pub struct Args {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub i: i32,
    pub format: Format,
    /// Whether the target lacks V_FLOOR_F64 and its like.
    pub without_f64_rounding: bool,
}

/// What a kernel may leave: what is `None` is not looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Out {
    pub first: Option<f64>,
    pub second: Option<f64>,
    pub int: Option<i32>,
    /// How far the real results may be off besides the table's ULPs. More than zero also permits
    /// either zero.
    pub slack: f64,
}

/// How to compute what is right.
#[derive(Clone, Copy)]
pub enum Reference {
    Unary(fn(f64) -> f64),
    Binary(fn(f64, f64) -> f64),
    /// Of a real and an int.
    Power(fn(f64, i32) -> f64),
    /// All that is admissible; nothing if everything is.
    Judged(fn(&Args) -> Vec<Out>),
}

impl Reference {
    pub fn outcomes(&self, a: &Args) -> Vec<Out> {
        match self {
            Unary(f) => real(f(a.x)),
            Binary(f) => real(f(a.x, a.y)),
            Power(f) => real(f(a.x, a.i)),
            Judged(f) => f(a),
        }
    }
}

/// Which arguments to try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inputs {
    /// Of all magnitudes, with all edges.
    Any,
    /// Finite, neither huge nor tiny.
    Moderate,
    /// Angles between -pi and pi.
    Angle,
    /// Between 2^-8 and 2^8.
    Positive,
}

/// One kernel.
pub struct Row {
    /// Its name without `k_`.
    pub name: &'static str,
    pub inputs: Inputs,
    pub reference: Reference,
    /// ULPs in single, double and half precision; 0.5 for correctly rounded, 0 for exact.
    pub ulps: [f64; 3],
}

const fn any(name: &'static str, reference: Reference, ulps: [f64; 3]) -> Row {
    Row {
        name,
        inputs: Inputs::Any,
        reference,
        ulps,
    }
}

const fn moderate(name: &'static str, reference: Reference, ulps: [f64; 3]) -> Row {
    Row {
        name,
        inputs: Inputs::Moderate,
        reference,
        ulps,
    }
}

/// For `half_` and `native_` functions, which are for float only.
const fn rough(name: &'static str, inputs: Inputs, reference: Reference) -> Row {
    Row {
        name,
        inputs,
        reference,
        ulps: [8192.0; 3],
    }
}

const EXACT: [f64; 3] = [0.0; 3];
const ROUNDED: [f64; 3] = [0.5; 3];

fn real(v: f64) -> Vec<Out> {
    vec![Out {
        first: Some(v),
        ..Out::default()
    }]
}

fn near(v: f64, slack: f64) -> Vec<Out> {
    vec![Out {
        first: Some(v),
        slack,
        ..Out::default()
    }]
}

fn pair(first: f64, second: f64) -> Vec<Out> {
    vec![Out {
        first: Some(first),
        second: Some(second),
        ..Out::default()
    }]
}

fn near_pair(first: f64, second: f64, slack: f64) -> Vec<Out> {
    vec![Out {
        first: Some(first),
        second: Some(second),
        slack,
        ..Out::default()
    }]
}

/// Like [`real`], but the sign of a zero is not looked at. The device library gets it wrong in this
/// function: it adds and subtracts where that loses the sign.
fn any_zero(v: f64) -> Vec<Out> {
    near(v, f64::MIN_POSITIVE)
}

/// Like [`any_zero`] for half precision only.
fn half_any_zero(a: &Args, v: f64) -> Vec<Out> {
    if a.format.size == 2 {
        any_zero(v)
    } else {
        real(v)
    }
}

/// To nearest with the rule `f`. For gfx600, which has only V_FRACT_F64, the compiler makes them of
/// `x - min(fract(x), 1 - 2^-53)` and of sums, which lose the zero's sign and a bit below it.
fn whole(a: &Args, f: fn(f64) -> f64) -> Vec<Out> {
    if a.format.size == 8 && a.without_f64_rounding {
        near(f(a.x), a.format.epsilon() / 2.0)
    } else {
        real(f(a.x))
    }
}

/// What underflows has either sign. Below 1 the library takes the function at |x| + 3, which rounds; by
/// the function's slope that is up to ln(|x|) |x| epsilon.
fn gamma(a: &Args) -> Vec<Out> {
    let v = libm::tgamma(a.x);
    if v.abs() < a.format.min_positive() {
        any_zero(v)
    } else if v.is_finite() && a.x < 0.0 {
        let size = a.x.abs() + 3.0;
        near(v, v.abs() * libm::log(size) * size * a.format.epsilon())
    } else {
        real(v)
    }
}

fn with_int(first: f64, int: i32) -> Vec<Out> {
    vec![Out {
        first: Some(first),
        int: Some(int),
        ..Out::default()
    }]
}

fn int(int: i32) -> Vec<Out> {
    vec![Out {
        int: Some(int),
        ..Out::default()
    }]
}

/// sin(pi x) and cos(pi x) with `x` reduced exactly, and exact at multiples of a half.
fn sin_cos_pi(x: f64) -> (f64, f64) {
    let r = libm::fmod(x.abs(), 2.0);
    // The nearest multiple of a half, and the rest in [-1/4, 1/4].
    let quarter = libm::rint(r * 2.0);
    let rest = (r - quarter / 2.0) * PI;
    let (s, c) = (libm::sin(rest), libm::cos(rest));
    let (s, c) = match quarter as i32 % 4 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    };
    (s, c)
}

fn sinpi(x: f64) -> f64 {
    let s = sin_cos_pi(x).0;
    // At integers the zero has the sign of x.
    if s == 0.0 || x < 0.0 && !x.is_infinite() {
        return if s == 0.0 { 0f64.copysign(x) } else { -s };
    }
    s
}

fn cospi(x: f64) -> f64 {
    // +0 at odd multiples of a half.
    sin_cos_pi(x).1 + 0.0
}

fn tanpi(x: f64) -> f64 {
    let (s, c) = sin_cos_pi(x);
    let r = libm::fmod(x.abs(), 2.0);
    let positive = match r {
        0.0 => 0.0,
        1.0 => -0.0,
        0.5 => f64::INFINITY,
        1.5 => f64::NEG_INFINITY,
        _ => s / c,
    };
    if x.is_sign_negative() {
        -positive
    } else {
        positive
    }
}

/// libm's gives numbers for some below 1.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

fn powr(x: f64, y: f64) -> f64 {
    let undefined = x < 0.0
        || x.is_nan()
        || y.is_nan()
        || (x == 0.0 || x == f64::INFINITY) && y == 0.0
        || x == 1.0 && y.is_infinite();
    if undefined {
        f64::NAN
    } else {
        libm::pow(x.abs(), y)
    }
}

fn pown(x: f64, n: i32) -> f64 {
    libm::pow(x, f64::from(n))
}

fn rootn(x: f64, n: i32) -> f64 {
    let odd = n % 2 != 0;
    if n == 0 || x < 0.0 && !odd || x.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 || x.is_infinite() {
        let root = if (x == 0.0) == (n > 0) {
            0.0
        } else {
            f64::INFINITY
        };
        return if odd { libm::copysign(root, x) } else { root };
    }
    // 1/n is rounded, which counts for large logarithms: one step of Newton's method, on the
    // logarithms' scale to stay clear of overflow.
    let n = f64::from(n);
    let (fraction, exponent) = libm::frexp(x.abs());
    let exponent = f64::from(exponent);
    let whole = libm::trunc(exponent / n);
    let scaled = libm::scalbn(fraction, (exponent - whole * n) as i32);
    if scaled == 0.0 || scaled.is_infinite() {
        return libm::copysign(libm::pow(x.abs(), 1.0 / n), x);
    }
    let mut root = libm::pow(scaled, 1.0 / n);
    let correction = ((libm::pow(root, n) - scaled) / scaled) / n;
    if correction.abs() < 1e-12 {
        root -= root * correction;
    }
    libm::copysign(libm::scalbn(root, whole as i32), x)
}

fn maxmag(x: f64, y: f64) -> f64 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Greater) => x,
        Some(std::cmp::Ordering::Less) => y,
        _ => x.max(y),
    }
}

fn minmag(x: f64, y: f64) -> f64 {
    match x.abs().partial_cmp(&y.abs()) {
        Some(std::cmp::Ordering::Less) => x,
        Some(std::cmp::Ordering::Greater) => y,
        _ => x.min(y),
    }
}

/// `x * y + z`, rounded to odd in f64 unless exact: rounding that again, to at most half the digits,
/// rounds once. In double precision, `x * y + z` rounded once.
fn fma(a: &Args) -> f64 {
    let (x, y, z) = (a.x, a.y, a.z);
    if a.format.size == 8 {
        return x.mul_add(y, z);
    }
    let p = x * y; // Exact.
    let sum = p + z;
    if !sum.is_finite() {
        return sum;
    }
    let z_part = sum - p;
    let error = (p - (sum - z_part)) + (z - z_part);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away {
        sum.to_bits() + 1
    } else {
        sum.to_bits() - 1
    })
}

/// `x * y + z` in one or two roundings.
fn multiply_add(a: &Args) -> Vec<Out> {
    let product = a.format.round(a.x * a.y);
    // A denormal product may be flushed.
    let flushed = if a.format.flush && a.format.is_denormal(product) {
        0.0
    } else {
        product
    };
    let mut all = real(fma(a));
    all.extend(real(product + a.z));
    all.extend(real(flushed + a.z));
    all
}

/// `mix` and the like say nothing about numbers that overflow.
fn if_finite(v: f64, slack: f64, a: &Args) -> Vec<Out> {
    if v.is_finite() && slack.is_finite() && slack < a.format.max() {
        near(v, slack)
    } else {
        Vec::new()
    }
}

/// A NaN "should" give 0, but the library gives the lowest number.
fn saturated(v: f64, low: f64, high: f64) -> Vec<Out> {
    if v.is_nan() {
        Vec::new()
    } else {
        int(v.clamp(low, high) as i64 as i32)
    }
}

fn dot(a: &Args, left: &[f64], right: &[f64]) -> Vec<Out> {
    let products: Vec<f64> = left.iter().zip(right).map(|(l, r)| l * r).collect();
    let size: f64 = products.iter().map(|p| p.abs()).sum();
    near(
        products.iter().sum(),
        a.format.epsilon() * size * left.len() as f64,
    )
}

fn length(v: &[f64]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}

fn distance(a: &Args, from: &[f64], to: &[f64]) -> Vec<Out> {
    let difference: Vec<f64> = from
        .iter()
        .zip(to)
        .map(|(f, t)| a.format.round(f - t))
        .collect();
    real(length(&difference))
}

/// `left.y * right.z - left.z * right.y` with the errors of three roundings.
fn minor(a: &Args, l: [f64; 2], r: [f64; 2]) -> (f64, f64) {
    let (p, q) = (l[0] * r[1], l[1] * r[0]);
    (p - q, 3.0 * a.format.epsilon() * (p.abs() + q.abs()))
}

fn normalized(a: &Args, v: &[f64], first: usize, second: usize) -> Vec<Out> {
    let len = length(v);
    if len == 0.0 {
        return pair(v[first], v[second]);
    }
    let slack = a.format.min_positive();
    near_pair(v[first] / len, v[second] / len, slack)
}

fn compare(a: &Args, f: fn(&f64, &f64) -> bool) -> Vec<Out> {
    int(i32::from(f(&a.x, &a.y)))
}

pub const TRIGONOMETRY: &[Row] = &[
    any("acos", Unary(libm::acos), [4.0, 4.0, 2.0]),
    any("acosh", Unary(acosh), [4.0, 4.0, 2.0]),
    any("acospi", Unary(|x| libm::acos(x) / PI), [5.0, 5.0, 2.0]),
    any("asin", Unary(libm::asin), [4.0, 4.0, 2.0]),
    any("asinh", Unary(libm::asinh), [4.0, 4.0, 2.0]),
    any("asinpi", Unary(|x| libm::asin(x) / PI), [5.0, 5.0, 2.0]),
    any("atan", Unary(libm::atan), [5.0, 5.0, 2.0]),
    any("atanh", Unary(libm::atanh), [5.0, 5.0, 2.0]),
    any("atanpi", Unary(|x| libm::atan(x) / PI), [5.0, 5.0, 2.0]),
    any("atan2", Binary(libm::atan2), [6.0, 6.0, 2.0]),
    any(
        "atan2pi",
        Binary(|y, x| libm::atan2(y, x) / PI),
        [6.0, 6.0, 2.0],
    ),
    any("cos", Unary(libm::cos), [4.0, 4.0, 2.0]),
    any("cosh", Unary(libm::cosh), [4.0, 4.0, 2.0]),
    any("cospi", Judged(|a| any_zero(cospi(a.x))), [4.0, 4.0, 2.0]),
    any("sin", Unary(libm::sin), [4.0, 4.0, 2.0]),
    any(
        "sinh",
        Judged(|a| half_any_zero(a, libm::sinh(a.x))),
        [4.0, 4.0, 2.0],
    ),
    any("sinpi", Judged(|a| any_zero(sinpi(a.x))), [4.0, 4.0, 2.0]),
    any("tan", Unary(libm::tan), [5.0, 5.0, 2.0]),
    any(
        "tanh",
        Judged(|a| half_any_zero(a, libm::tanh(a.x))),
        [5.0, 5.0, 2.0],
    ),
    any("tanpi", Unary(tanpi), [6.0, 6.0, 2.0]),
    any(
        "sincos",
        Judged(|a| pair(libm::sin(a.x), libm::cos(a.x))),
        [4.0, 4.0, 2.0],
    ),
];

pub const EXPONENTIALS: &[Row] = &[
    any("cbrt", Unary(libm::cbrt), [2.0, 2.0, 2.0]),
    any("exp", Unary(libm::exp), [3.0, 3.0, 2.0]),
    any("exp2", Unary(libm::exp2), [3.0, 3.0, 2.0]),
    any("exp10", Unary(libm::exp10), [3.0, 3.0, 2.0]),
    any(
        "expm1",
        Judged(|a| any_zero(libm::expm1(a.x))),
        [3.0, 3.0, 2.0],
    ),
    any("log", Unary(libm::log), [3.0, 3.0, 2.0]),
    any("log2", Unary(libm::log2), [3.0, 3.0, 2.0]),
    any("log10", Unary(libm::log10), [3.0, 3.0, 2.0]),
    any(
        "log1p",
        Judged(|a| any_zero(libm::log1p(a.x))),
        [2.0, 2.0, 2.0],
    ),
    any("rsqrt", Unary(|x| 1.0 / x.sqrt()), [2.0, 2.0, 1.0]),
    any("sqrt", Unary(f64::sqrt), [3.0, 0.5, 0.5]),
    any("pow", Binary(libm::pow), [16.0, 16.0, 4.0]),
    any("powr", Binary(powr), [16.0, 16.0, 4.0]),
    any("hypot", Binary(libm::hypot), [4.0, 4.0, 2.0]),
    any("pown", Power(pown), [16.0, 16.0, 4.0]),
    any("rootn", Power(rootn), [16.0, 16.0, 4.0]),
    any("erf", Unary(libm::erf), [16.0, 16.0, 4.0]),
    any("erfc", Unary(libm::erfc), [16.0, 16.0, 4.0]),
    any("tgamma", Judged(gamma), [16.0, 16.0, 4.0]),
    // The precision is left open; its zeros at 1 and 2 and for negative numbers forbid ULPs alone.
    any(
        "lgamma",
        Judged(|a| near(libm::lgamma(a.x), gamma_slack(a))),
        [16.0, 16.0, 4.0],
    ),
    any(
        "lgamma_r",
        Judged(|a| {
            let (value, sign) = libm::lgamma_r(a.x);
            vec![Out {
                // At a pole the sign is unspecified.
                int: value.is_finite().then_some(sign),
                ..near(value, gamma_slack(a))[0]
            }]
        }),
        [16.0, 16.0, 4.0],
    ),
];

fn gamma_slack(a: &Args) -> f64 {
    let size = if a.x < 0.0 {
        1.0 + a.x.abs().min(1e30)
    } else {
        1.0
    };
    16.0 * size * a.format.epsilon()
}

pub const PARTS: &[Row] = &[
    any("ceil", Judged(|a| whole(a, f64::ceil)), EXACT),
    any("fabs", Unary(f64::abs), EXACT),
    any("floor", Judged(|a| whole(a, f64::floor)), EXACT),
    any(
        "logb",
        Unary(|x| match x.abs() {
            0.0 => f64::NEG_INFINITY,
            a if !a.is_finite() => a,
            a => f64::from(libm::ilogb(a)),
        }),
        EXACT,
    ),
    any("rint", Judged(|a| whole(a, libm::rint)), EXACT),
    any("round", Judged(|a| whole(a, f64::round)), EXACT),
    any("trunc", Judged(|a| whole(a, f64::trunc)), EXACT),
    any("copysign", Binary(libm::copysign), EXACT),
    any("fdim", Binary(libm::fdim), ROUNDED),
    // Which zero a maximum of both gives is left open.
    any(
        "fmax",
        Judged(|a| near(a.x.max(a.y), f64::MIN_POSITIVE)),
        EXACT,
    ),
    any(
        "fmin",
        Judged(|a| near(a.x.min(a.y), f64::MIN_POSITIVE)),
        EXACT,
    ),
    any("fmod", Binary(libm::fmod), EXACT),
    any(
        "maxmag",
        Judged(|a| near(maxmag(a.x, a.y), f64::MIN_POSITIVE)),
        EXACT,
    ),
    any(
        "minmag",
        Judged(|a| near(minmag(a.x, a.y), f64::MIN_POSITIVE)),
        EXACT,
    ),
    any(
        "nextafter",
        Judged(|a| any_zero(a.format.next_after(a.x, a.y))),
        EXACT,
    ),
    any("remainder", Binary(libm::remainder), EXACT),
    any("fma", Judged(|a| real(fma(a))), ROUNDED),
    any("mad", Judged(multiply_add), ROUNDED),
    any("ldexp", Power(libm::ldexp), ROUNDED),
    any(
        "fract",
        Judged(|a| {
            let floor = a.x.floor();
            let below_one = 1.0 - a.format.epsilon() / 2.0;
            let fraction = match a.x {
                x if x.is_infinite() => libm::copysign(0.0, x),
                x if x == 0.0 => x,
                x if x.is_nan() => x,
                x => (x - floor).min(below_one),
            };
            // The library gives +0 for -0 and -infinity.
            near_pair(fraction, floor, f64::MIN_POSITIVE)
        }),
        ROUNDED,
    ),
    any(
        "modf",
        Judged(|a| {
            let whole = a.x.trunc();
            let part = if a.x.is_infinite() { 0.0 } else { a.x - whole };
            pair(
                if a.x.is_nan() {
                    a.x
                } else {
                    libm::copysign(part, a.x)
                },
                whole,
            )
        }),
        EXACT,
    ),
    any(
        "frexp",
        Judged(|a| match a.x {
            x if x.is_finite() => {
                let (fraction, exponent) = libm::frexp(x);
                with_int(fraction, exponent)
            }
            x => real(x),
        }),
        EXACT,
    ),
    any(
        "remquo",
        Judged(|a| {
            let (rest, quotient) = libm::remquo(a.x, a.y);
            if rest.is_nan() {
                return real(rest);
            }
            // Seven bits and the sign.
            with_int(rest, (quotient.abs() & 127) * quotient.signum())
        }),
        EXACT,
    ),
    any(
        "ilogb",
        Judged(|a| {
            int(match a.x.abs() {
                0.0 => i32::MIN,                 // FP_ILOGB0
                x if !x.is_finite() => i32::MAX, // FP_ILOGBNAN too
                x => libm::ilogb(x),
            })
        }),
        EXACT,
    ),
    any("nan", Judged(|_| real(f64::NAN)), EXACT),
    any("add", Binary(|x, y| x + y), ROUNDED),
    any("sub", Binary(|x, y| x - y), ROUNDED),
    any("mul", Binary(|x, y| x * y), ROUNDED),
    any("div", Binary(|x, y| x / y), [2.5, 0.5, 0.5]),
    any("recip", Unary(|x| 1.0 / x), [2.5, 0.5, 0.5]),
    any("muladd", Judged(multiply_add), ROUNDED),
    any("of_int", Power(|_, i| f64::from(i)), ROUNDED),
    any(
        "to_int",
        Judged(|a| saturated(a.x, i32::MIN.into(), i32::MAX.into())),
        EXACT,
    ),
    any(
        "to_int_rte",
        Judged(|a| saturated(libm::rint(a.x), i32::MIN.into(), i32::MAX.into())),
        EXACT,
    ),
    any(
        "to_uint_rtp",
        Judged(|a| saturated(a.x.ceil(), 0.0, u32::MAX.into())),
        EXACT,
    ),
    any(
        "to_char_rtn",
        Judged(|a| {
            // See `whole`.
            if a.format.size == 8 && a.without_f64_rounding && a.x.abs() < a.format.epsilon() {
                return Vec::new();
            }
            saturated(a.x.floor(), -128.0, 127.0)
        }),
        EXACT,
    ),
    any(
        "clamp",
        Judged(|a| {
            if [a.x, a.y, a.z].iter().any(|v| v.is_nan()) || a.y > a.z {
                return Vec::new();
            }
            near(a.x.max(a.y).min(a.z), f64::MIN_POSITIVE)
        }),
        EXACT,
    ),
    any("degrees", Unary(|x| x * (180.0 / PI)), [2.0; 3]),
    any(
        "mix",
        Judged(|a| {
            let v = a.x + (a.y - a.x) * a.z;
            let size = a.x.abs() + (a.y.abs() + a.x.abs()) * (1.0 + a.z.abs());
            if size >= a.format.max() / 4.0 {
                return Vec::new();
            }
            if_finite(
                v,
                4.0 * a.format.epsilon() * size + 2.0 * a.format.min_normal(),
                a,
            )
        }),
        ROUNDED,
    ),
    any("radians", Unary(|x| x * (PI / 180.0)), [2.0; 3]),
    any(
        "sign",
        Unary(|x| match x {
            x if x.is_nan() => 0.0,
            0.0 => x,
            x => libm::copysign(1.0, x),
        }),
        EXACT,
    ),
    any(
        "smoothstep",
        Judged(|a| {
            let range = a.y - a.x;
            // Denormal ranges divide to anything where denormals are flushed.
            if [a.x, a.y, a.z].iter().any(|v| v.is_nan())
                || a.x >= a.y
                || range < 4.0 * a.format.min_normal()
            {
                return Vec::new();
            }
            let t = ((a.z - a.x) / range).clamp(0.0, 1.0);
            let size = range.max((a.z - a.x).abs());
            if size >= a.format.max() / 4.0 {
                return Vec::new();
            }
            near(
                t * t * (3.0 - 2.0 * t),
                1e-5_f64
                    .min(16.0 * a.format.epsilon())
                    .max(4.0 * a.format.epsilon()),
            )
        }),
        EXACT,
    ),
    any(
        "step",
        Binary(|edge, x| if x < edge { 0.0 } else { 1.0 }),
        EXACT,
    ),
    any(
        "bitselect",
        Judged(|a| {
            let [x, y, z] = [a.x, a.y, a.z].map(|v| a.format.bits(v));
            real(a.format.value(x & !z | y & z))
        }),
        EXACT,
    ),
    any(
        "select",
        Judged(|a| real(if a.i & 1 == 1 { a.y } else { a.x })),
        EXACT,
    ),
    any("isequal", Judged(|a| compare(a, |x, y| x == y)), EXACT),
    any("isfinite", Judged(|a| int(a.x.is_finite().into())), EXACT),
    any("isgreater", Judged(|a| compare(a, |x, y| x > y)), EXACT),
    any(
        "isgreaterequal",
        Judged(|a| compare(a, |x, y| x >= y)),
        EXACT,
    ),
    any("isinf", Judged(|a| int(a.x.is_infinite().into())), EXACT),
    any("isless", Judged(|a| compare(a, |x, y| x < y)), EXACT),
    any("islessequal", Judged(|a| compare(a, |x, y| x <= y)), EXACT),
    any(
        "islessgreater",
        Judged(|a| compare(a, |x, y| !x.is_nan() && !y.is_nan() && x != y)),
        EXACT,
    ),
    any("isnan", Judged(|a| int(a.x.is_nan().into())), EXACT),
    any(
        "isnormal",
        Judged(|a| int((a.x.is_finite() && a.x.abs() >= a.format.min_normal()).into())),
        EXACT,
    ),
    any("isnotequal", Judged(|a| compare(a, |x, y| x != y)), EXACT),
    any(
        "isordered",
        Judged(|a| compare(a, |x, y| !x.is_nan() && !y.is_nan())),
        EXACT,
    ),
    any(
        "isunordered",
        Judged(|a| compare(a, |x, y| x.is_nan() || y.is_nan())),
        EXACT,
    ),
    any(
        "signbit",
        Judged(|a| int(a.x.is_sign_negative().into())),
        EXACT,
    ),
    any(
        "any",
        Judged(|a| int((a.x < 0.0 || a.y < 0.0 || a.z < 0.0).into())),
        EXACT,
    ),
    any(
        "all",
        Judged(|a| int((a.x < 0.0 && a.y < 0.0 && a.z < 0.0).into())),
        EXACT,
    ),
    moderate(
        "dot2",
        Judged(|a| dot(a, &[a.x, a.y], &[a.z, a.x])),
        ROUNDED,
    ),
    moderate(
        "dot3",
        Judged(|a| dot(a, &[a.x, a.y, a.z], &[a.z, a.x, a.y])),
        ROUNDED,
    ),
    moderate(
        "dot4",
        Judged(|a| dot(a, &[a.x, a.y, a.z, 1.0], &[a.z, a.x, a.y, a.z])),
        ROUNDED,
    ),
    moderate("length2", Judged(|a| real(length(&[a.x, a.y]))), [4.0; 3]),
    moderate(
        "length3",
        Judged(|a| real(length(&[a.x, a.y, a.z]))),
        [4.5; 3],
    ),
    moderate(
        "length4",
        Judged(|a| real(length(&[a.x, a.y, a.z, a.x]))),
        [5.0; 3],
    ),
    moderate(
        "distance2",
        Judged(|a| distance(a, &[a.x, a.y], &[a.z, 1.0])),
        [5.5; 3],
    ),
    moderate(
        "distance3",
        Judged(|a| distance(a, &[a.x, a.y, a.z], &[1.0, 2.0, 3.0])),
        [6.0; 3],
    ),
    moderate(
        "cross3",
        Judged(|a| {
            let (first, e) = minor(a, [a.y, a.z], [1.0, a.x]);
            let (second, f) = minor(a, [a.z, a.x], [a.x, a.y]);
            near_pair(first, second, e.max(f))
        }),
        ROUNDED,
    ),
    moderate(
        "cross4",
        Judged(|a| {
            let (first, e) = minor(a, [a.x, a.y], [a.y, 1.0]);
            near_pair(first, 0.0, e + f64::MIN_POSITIVE)
        }),
        ROUNDED,
    ),
    moderate(
        "normalize2",
        Judged(|a| normalized(a, &[a.x, a.y], 0, 1)),
        [4.0; 3],
    ),
    moderate(
        "normalize3",
        Judged(|a| normalized(a, &[a.x, a.y, a.z], 0, 2)),
        [5.0; 3],
    ),
    moderate(
        "normalize4",
        Judged(|a| normalized(a, &[a.x, a.y, a.z, a.x], 1, 3)),
        [6.0; 3],
    ),
];

/// These have the names of math functions after `half_` or `native_`; the latter's precision is left
/// open, so they get what the former have.
pub const NATIVE: &[Row] = &[
    rough("half_cos", Inputs::Angle, Unary(libm::cos)),
    rough("half_exp", Inputs::Angle, Unary(libm::exp)),
    rough("half_exp2", Inputs::Angle, Unary(libm::exp2)),
    rough("half_exp10", Inputs::Angle, Unary(libm::exp10)),
    rough("half_log", Inputs::Positive, Unary(libm::log)),
    rough("half_log2", Inputs::Positive, Unary(libm::log2)),
    rough("half_log10", Inputs::Positive, Unary(libm::log10)),
    rough("half_recip", Inputs::Moderate, Unary(|x| 1.0 / x)),
    rough("half_rsqrt", Inputs::Positive, Unary(|x| 1.0 / x.sqrt())),
    rough("half_sin", Inputs::Angle, Unary(libm::sin)),
    rough("half_sqrt", Inputs::Positive, Unary(f64::sqrt)),
    rough("half_tan", Inputs::Angle, Unary(libm::tan)),
    rough("half_divide", Inputs::Moderate, Binary(|x, y| x / y)),
    rough("half_powr", Inputs::Positive, Binary(powr_moderate)),
    // Trigonometric functions go through revolutions: near a multiple of pi the error is absolute.
    rough(
        "native_cos",
        Inputs::Angle,
        Judged(|a| near(libm::cos(a.x), 1e-6)),
    ),
    rough("native_exp", Inputs::Angle, Unary(libm::exp)),
    rough("native_exp2", Inputs::Angle, Unary(libm::exp2)),
    rough("native_exp10", Inputs::Angle, Unary(libm::exp10)),
    rough(
        "native_log",
        Inputs::Positive,
        Judged(|a| near(libm::log(a.x), 1e-6)),
    ),
    rough(
        "native_log2",
        Inputs::Positive,
        Judged(|a| near(libm::log2(a.x), 1e-6)),
    ),
    rough(
        "native_log10",
        Inputs::Positive,
        Judged(|a| near(libm::log10(a.x), 1e-6)),
    ),
    rough("native_recip", Inputs::Moderate, Unary(|x| 1.0 / x)),
    rough("native_rsqrt", Inputs::Positive, Unary(|x| 1.0 / x.sqrt())),
    rough(
        "native_sin",
        Inputs::Angle,
        Judged(|a| near(libm::sin(a.x), 1e-6)),
    ),
    rough("native_sqrt", Inputs::Positive, Unary(f64::sqrt)),
    rough("native_divide", Inputs::Moderate, Binary(|x, y| x / y)),
    rough("native_powr", Inputs::Positive, Binary(powr_moderate)),
    rough(
        "fast_length3",
        Inputs::Moderate,
        Judged(|a| real(length(&[a.x, a.y, a.z]))),
    ),
    rough(
        "fast_distance2",
        Inputs::Moderate,
        Judged(|a| distance(a, &[a.x, a.y], &[a.z, 1.0])),
    ),
    rough(
        "fast_normalize3",
        Inputs::Moderate,
        Judged(|a| normalized(a, &[a.x, a.y, a.z], 0, 1)),
    ),
];

/// Far powers lose what the logarithm lacks.
fn powr_moderate(x: f64, y: f64) -> f64 {
    powr(x, y)
}
