//! `conversions.cl`.

use super::*;
use half::f16;

const N: usize = 64;

macro_rules! from_integer {
    ($kernel:literal, $t:ty, $seed:literal) => {
        Case {
            kernel: $kernel,
            grid: &[N as u32],
            local: &[64],
            args: |_| {
                let values: Vec<$t> = numbers($seed, N).into_iter().map(|v| v as $t).collect();
                let integers = values.iter().flat_map(|&v| to_integers(v as i128));
                let floating = values.iter().flat_map(|&v| {
                    let (magnitude, negative) = ((v as i128).unsigned_abs(), (v as i128) < 0);
                    let v = Exact::Finite {
                        negative,
                        magnitude,
                        exponent: 0,
                    };
                    // Of the roundings to half only two.
                    to_floating(v)
                        .enumerate()
                        .filter(|(k, _)| !(2..5).contains(k))
                        .map(|(_, v)| v)
                });
                let (integers, floating) = (integers.collect(), floating.collect());
                vec![input(&values), output(integers), output::<f64>(floating)]
            },
        }
    };
}

macro_rules! from_floating {
    ($kernel:literal, $values:expr, $relies_on_hardware:expr) => {
        Case {
            kernel: $kernel,
            grid: &[N as u32],
            local: &[64],
            args: |variant| {
                let values = $values;
                let mut expected: Vec<Option<u64>> = (values.iter())
                    .flat_map(|&v| from_floating(f64::from(v)))
                    .collect();
                for (i, e) in expected.iter_mut().enumerate() {
                    let relies: fn(&Variant, f64, usize) -> bool = $relies_on_hardware;
                    if relies(variant, f64::from(values[i / 80]), i % 80) {
                        *e = None;
                    }
                }
                vec![input(&values), output(expected)]
            },
        }
    };
}

pub const CASES: &[Case] = &[
    from_integer!("from_char", i8, 70),
    from_integer!("from_uchar", u8, 71),
    from_integer!("from_short", i16, 72),
    from_integer!("from_ushort", u16, 73),
    from_integer!("from_int", i32, 74),
    from_integer!("from_uint", u32, 75),
    from_integer!("from_long", i64, 76),
    from_integer!("from_ulong", u64, 77),
    // For the saturating conversion to short the library only limits the half to its own range, and
    // counts on an instruction of gfx8 and later.
    from_floating!("from_half", halves(), |variant, v, k| {
        let old = ["gfx600", "gfx700"].contains(&variant.target);
        old && v.abs() > 32767.0 && k / 10 == 2 && k % 2 == 1
    }),
    from_floating!("from_float", floats(), |_, _, _| false),
    from_floating!("from_double", doubles(), |_, _, _| false),
    Case {
        kernel: "floating",
        grid: &[N as u32],
        local: &[64],
        args: |_| {
            let (halves, floats, doubles) = (halves(), floats(), doubles());
            let expected = (0..N).flat_map(|i| {
                let (h, f) = (f64::from(halves[i]), f64::from(floats[i]));
                [h, f, doubles[i]]
                    .into_iter()
                    .flat_map(|v| to_floating(Exact::of(v)))
            });
            let expected = expected.collect();
            vec![
                input(&halves),
                input(&floats),
                input(&doubles),
                output::<f64>(expected),
            ]
        },
    },
];

/// Smallest and largest value of char, uchar, short and so on.
fn ranges() -> impl Iterator<Item = (i128, i128)> {
    [8, 16, 32, 64].into_iter().flat_map(|bits| {
        let half = 1 << (bits - 1);
        [(-half, half - 1), (0, 2 * half - 1)]
    })
}

/// To each integer type, wrapping around and saturating; all of them as 64 bits.
fn to_integers(v: i128) -> impl Iterator<Item = u64> {
    ranges().flat_map(move |(low, high)| {
        let wrapped = (v - low).rem_euclid(high - low + 1) + low;
        [wrapped as u64, v.clamp(low, high) as u64]
    })
}

/// A number, or what is none.
#[derive(Clone, Copy)]
enum Exact {
    /// `magnitude` times two to the power of `exponent`.
    Finite {
        negative: bool,
        magnitude: u128,
        exponent: i32,
    },
    /// Infinite or not a number.
    Other(f64),
}

impl Exact {
    fn of(v: f64) -> Exact {
        let biased = (v.to_bits() >> 52 & 0x7ff) as i32;
        let fraction = v.to_bits() & ((1 << 52) - 1);
        match biased {
            0x7ff => Exact::Other(v),
            _ => Exact::Finite {
                negative: v.is_sign_negative(),
                magnitude: u128::from(if biased == 0 {
                    fraction
                } else {
                    fraction | 1 << 52
                }),
                exponent: biased.max(1) - 1075,
            },
        }
    }
}

#[derive(Clone, Copy)]
enum Rounding {
    Even,
    Zero,
    Up,
    Down,
}

/// In the order of the kernels: the default, and the four by name.
fn roundings(default: Rounding) -> [Rounding; 5] {
    use Rounding::*;
    [default, Even, Zero, Up, Down]
}

/// To half, float and double in every rounding.
fn to_floating(v: Exact) -> impl Iterator<Item = f64> {
    // Bits of precision, exponent of the least bit of denormals, largest value.
    let formats = [
        (11, -24, 65504.0),
        (24, -149, f64::from(f32::MAX)),
        (53, -1074, f64::MAX),
    ];
    formats
        .into_iter()
        .flat_map(move |(precision, least, largest)| {
            roundings(Rounding::Even)
                .map(|rounding| rounded(v, rounding, precision, least, largest))
        })
}

fn rounded(v: Exact, rounding: Rounding, precision: i32, least: i32, largest: f64) -> f64 {
    let (negative, magnitude, exponent) = match v {
        Exact::Other(v) => return v,
        Exact::Finite {
            negative,
            magnitude,
            exponent,
        } => (negative, magnitude, exponent),
    };
    let signed = |v: f64| if negative { -v } else { v };
    let bits = 128 - magnitude.leading_zeros() as i32;
    // The exponent of the last bit that is kept.
    let unit = (bits + exponent - precision).max(least);
    let dropped = unit - exponent;
    let mut kept = magnitude;
    if dropped > 0 {
        let (half, rest) = if dropped < 128 {
            kept >>= dropped;
            (1u128 << (dropped - 1), magnitude - (kept << dropped))
        } else {
            kept = 0;
            (u128::MAX, magnitude)
        };
        let away = match rounding {
            Rounding::Even => rest > half || rest == half && kept % 2 == 1,
            Rounding::Zero => false,
            Rounding::Up => rest != 0 && !negative,
            Rounding::Down => rest != 0 && negative,
        };
        kept += u128::from(away);
    } else {
        kept <<= -dropped;
    }
    if kept == 0 {
        return signed(0.0);
    }
    // Of at most 53 bits; in two steps, so that the power of two is no denormal.
    let value = kept as f64 * 2f64.powi(unit / 2) * 2f64.powi(unit - unit / 2);
    let outward = match rounding {
        Rounding::Even => true,
        Rounding::Zero => false,
        Rounding::Up => !negative,
        Rounding::Down => negative,
    };
    if value <= largest {
        signed(value)
    } else if outward {
        signed(f64::INFINITY)
    } else {
        signed(largest)
    }
}

/// To each integer type in every rounding, not saturating and saturating. What does not fit is undefined
/// unless it saturates.
fn from_floating(v: f64) -> impl Iterator<Item = Option<u64>> {
    ranges().flat_map(move |(low, high)| {
        roundings(Rounding::Zero)
            .into_iter()
            .flat_map(move |rounding| {
                let whole = match rounding {
                    Rounding::Even => v.round_ties_even(),
                    Rounding::Zero => v.trunc(),
                    Rounding::Up => v.ceil(),
                    Rounding::Down => v.floor(),
                };
                // Of a NaN it is 0.
                let saturated = (whole as i128).clamp(low, high);
                let fits = !v.is_nan() && whole as i128 == saturated;
                let number = !v.is_nan();
                [
                    fits.then_some(saturated as u64),
                    number.then_some(saturated as u64),
                ]
            })
    })
}

fn halves() -> Vec<f16> {
    let edges = [
        0u16, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 1, 0x8001, 0x3800, 0xb800, 0x3e00,
    ];
    let random = numbers(78, N).into_iter().map(|v| v as u16);
    edges
        .into_iter()
        .chain(random)
        .take(N)
        .map(f16::from_bits)
        .collect()
}

/// Doubles at and beside the limits of every type, and others of all sizes that a float can have.
fn doubles() -> Vec<f64> {
    let mut out = vec![0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        let limit = 2f64.powi(bits);
        for v in [limit.next_down(), limit - 0.5, limit, -limit, -limit - 0.5] {
            out.push(v);
        }
    }
    out.extend([
        0.5, -0.5, 1.5, 2.5, -2.5, 65519.99, 65520.0, 1e38, 3.5e38, -1e300, 6e-8, -2.98e-8, 1e-30,
    ]);
    let random = numbers(79, N).into_iter().map(|v| {
        // Exponents from 2^-30 to 2^66.
        let exponent = 993 + v % 97;
        f64::from_bits(
            (v.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0x800f_ffff_ffff_ffff) | exponent << 52,
        )
    });
    out.extend(random);
    out.truncate(N);
    out
}

fn floats() -> Vec<f32> {
    doubles().into_iter().map(|v| v as f32).collect()
}
