//! `math.h`: each function on numbers of all kinds, against `math_reference.rs`.

use super::format::{F16, F32, F64, Format};
use super::math_reference::{Args, EXPONENTIALS, Inputs, NATIVE, Out, PARTS, Row, TRIGONOMETRY};
use super::{Job, Random, Variant};

/// Work-items of a launch.
const N: usize = 64;

/// How a source was compiled.
pub struct Build {
    tables: &'static [&'static [Row]],
    format: Format,
    /// In [`Row::ulps`].
    column: usize,
    options: Options,
}

#[derive(Clone, Copy, PartialEq)]
enum Options {
    Default,
    /// `-cl-fast-relaxed-math`
    Relaxed,
    /// `-cl-denorms-are-zero`
    Flushed,
    /// `-cl-fp32-correctly-rounded-divide-sqrt`
    Rounded,
}

pub const FLOAT: Build = Build {
    tables: &[TRIGONOMETRY, EXPONENTIALS, PARTS, NATIVE],
    format: F32,
    column: 0,
    options: Options::Default,
};
pub const DOUBLE: Build = Build {
    tables: &[TRIGONOMETRY, EXPONENTIALS, PARTS],
    format: F64,
    column: 1,
    options: Options::Default,
};
pub const HALF: Build = Build {
    tables: &[TRIGONOMETRY, EXPONENTIALS, PARTS],
    format: F16,
    column: 2,
    options: Options::Default,
};
pub const RELAXED: Build = Build {
    options: Options::Relaxed,
    ..DOUBLE_AS_FLOAT
};
pub const FLUSHED: Build = Build {
    tables: &[PARTS],
    options: Options::Flushed,
    ..FLOAT
};
pub const ROUNDED: Build = Build {
    tables: &[EXPONENTIALS, PARTS],
    options: Options::Rounded,
    ..FLOAT
};
/// The same functions, for float.
const DOUBLE_AS_FLOAT: Build = Build {
    format: F32,
    column: 0,
    ..DOUBLE
};

pub fn jobs(variant: Variant, build: &'static Build) -> Vec<Job> {
    let rows = build.tables.iter().copied().flatten();
    // See `math.h`.
    let rows = rows.filter(|row| !(build.format.size == 2 && row.name == "sin"));
    rows.map(|row| job(variant, build, row)).collect()
}

fn job(variant: Variant, build: &'static Build, row: &'static Row) -> Job {
    let mut format = build.format;
    // Before gfx9, float operations with denormals are not the default.
    format.flush = format.size == 4
        && (variant.generation() < 9
            || matches!(build.options, Options::Flushed | Options::Relaxed));
    let relaxed = build.options == Options::Relaxed;
    let inputs = match row.inputs {
        Inputs::Any if relaxed => Inputs::Moderate,
        inputs => inputs,
    };
    let name_seed = row
        .name
        .bytes()
        .fold(0, |s: u64, b| s.wrapping_mul(31) + u64::from(b));
    let mut random = Random(name_seed ^ variant.seed() << 32);
    let without_f64_rounding = variant.generation() == 6;
    let args: Vec<Args> = (0..N)
        .map(|_| Args {
            without_f64_rounding,
            ..args(inputs, format, &mut random)
        })
        .collect();
    let mut input = Vec::new();
    for part in [|a: &Args| a.x, |a: &Args| a.y, |a: &Args| a.z] {
        input.extend(format.bytes(args.iter().map(part)));
    }
    input.extend(args.iter().flat_map(|a| a.i.to_le_bytes()));
    let mut ulps = row.ulps[build.column];
    if build.options == Options::Rounded && ["div", "recip", "sqrt"].contains(&row.name) {
        ulps = 0.5;
    }
    let check = move |found: &[Vec<u8>]| {
        let reals = format.values(&found[1][..2 * N * format.size]);
        let (first, second) = reals.split_at(N);
        let ints: Vec<i32> = found[1][2 * N * format.size..]
            .chunks_exact(4)
            .map(|b| i32::from_le_bytes(b.try_into().expect("4 bytes")))
            .collect();
        let mut wrong = 0;
        let mut message = String::new();
        for (k, a) in args.iter().enumerate() {
            let found = (first[k], second[k], ints[k]);
            let outcomes = outcomes(row, a);
            if outcomes.is_empty()
                || outcomes
                    .iter()
                    .any(|o| admits(o, found, format, ulps, relaxed, a))
            {
                continue;
            }
            wrong += 1;
            if wrong <= 3 {
                let bits = format.bits(a.x);
                let Args { x, y, z, i, .. } = a;
                message += &format!(
                    "\n  {:?} ({bits:#x}): {found:?}, right: {:?}",
                    (x, y, z, i),
                    outcomes[0]
                );
            }
        }
        if wrong == 0 {
            Ok(())
        } else {
            Err(format!("{wrong} wrong:{message}"))
        }
    };
    Job {
        kernel: format!("k_{}", row.name),
        groups: 1,
        group_size: N as u32,
        threads: 1,
        buffers: vec![input, vec![0xaa; N * (2 * format.size + 4)]],
        same: true,
        check: Box::new(check),
    }
}

/// All that is admissible, also with the denormal arguments taken for zeros where that may happen.
fn outcomes(row: &Row, a: &Args) -> Vec<Out> {
    let all = row.reference.outcomes(a);
    let denormal = |v| a.format.is_denormal(v);
    if all.is_empty() || !a.format.flush || ![a.x, a.y, a.z].into_iter().any(denormal) {
        return all;
    }
    let mut all = all;
    for which in 1..8 {
        let flush = |v: f64, bit| match v {
            v if which & bit != 0 && denormal(v) => libm::copysign(0.0, v),
            v => v,
        };
        let args = Args {
            x: flush(a.x, 1),
            y: flush(a.y, 2),
            z: flush(a.z, 4),
            ..*a
        };
        let more = row.reference.outcomes(&args);
        if more.is_empty() {
            return more;
        }
        all.extend(more);
    }
    all
}

fn admits(
    o: &Out,
    found: (f64, f64, i32),
    format: Format,
    ulps: f64,
    relaxed: bool,
    a: &Args,
) -> bool {
    let real = |found, right: Option<f64>| {
        right.is_none_or(|right| {
            if relaxed {
                return admits_relaxed(found, right, o.slack, ulps, format, a);
            }
            format.admits(found, right, ulps, o.slack)
        })
    };
    real(found.0, o.first) && real(found.1, o.second) && o.int.is_none_or(|i| i == found.2)
}

/// Without promises about special numbers, and with errors that grow with the argument.
fn admits_relaxed(found: f64, right: f64, slack: f64, ulps: f64, format: Format, a: &Args) -> bool {
    if !right.is_finite() || right.abs() > format.max() / 4.0 {
        return true;
    }
    let size = a.x.abs() + a.y.abs() + f64::from(a.i).abs() + 1.0;
    let ulps = if ulps <= 0.5 {
        ulps
    } else {
        16.0 * ulps + 4.0 * size
    };
    let slack = if ulps <= 0.5 {
        slack
    } else {
        slack + libm::scalbn(1.0, -11)
    };
    found == right || format.admits(found, right, ulps, slack.max(f64::MIN_POSITIVE))
}

fn args(inputs: Inputs, format: Format, random: &mut Random) -> Args {
    let mut one = || format.round(number(inputs, format, random));
    let (x, y, z) = (one(), one(), one());
    let i = match random.below(4) {
        0 => random.pick(&[
            0,
            1,
            -1,
            2,
            -2,
            3,
            -3,
            127,
            -149,
            1024,
            -2000,
            i32::MAX,
            i32::MIN,
        ]),
        1 => random.next() as i32,
        _ => random.below(40) as i32 - 20,
    };
    // Now and then equal numbers, or neighbours.
    let (y, z) = match random.below(12) {
        0 => (x, z),
        1 => (-x, z),
        2 => (format.next_after(x, y), z),
        3 => (y, -x * y),
        _ => (y, z),
    };
    Args {
        x,
        y,
        z: format.round(z),
        i,
        format,
        without_f64_rounding: false,
    }
}

fn number(inputs: Inputs, format: Format, random: &mut Random) -> f64 {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match inputs {
        Inputs::Any => sign * any(format, random),
        Inputs::Moderate => match random.below(8) {
            0 => sign * random.pick(&[0.5, 1.0, 2.0, 3.0, 10.0]),
            1 => sign * random.between(0.0, 1.0) + libm::scalbn(1.0, -6),
            _ => sign * random.between(0.01, 20.0),
        },
        Inputs::Angle => sign * random.between(1e-3, 3.1),
        Inputs::Positive => libm::exp2(random.between(-8.0, 8.0)),
    }
}

/// A number of any magnitude, edges preferred; not negative.
fn any(f: Format, random: &mut Random) -> f64 {
    let near = |v: f64, random: &mut Random| match random.below(3) {
        0 => f.next_after(f.round(v), f64::INFINITY),
        1 => f.next_after(f.round(v), 0.0),
        _ => v,
    };
    match random.below(16) {
        0 => 0.0,
        1 => f64::INFINITY,
        2 => f64::NAN,
        3 => random.pick(&[
            f.min_positive(),
            f.min_normal(),
            f.max(),
            f.min_normal() - f.min_positive(),
        ]),
        4 => f.min_normal() * random.between(0.0, 1.0),
        5 => near(1.0, random),
        6 => {
            let v = random.pick(&[0.5, 1.5, 2.0, 2.5, 3.5, 4.0, 8388607.5, 127.5, 255.0, 1e10]);
            near(v, random)
        }
        7 => {
            let v = f64::from(random.below(64) as u32) * std::f64::consts::FRAC_PI_4;
            near(v, random)
        }
        // Where exponentials overflow and vanish.
        8 => {
            let v = random.pick(&[
                88.72, 103.9, 127.9, 149.1, 38.5, 709.7, 745.1, 1023.9, 11.09, 16.6,
            ]);
            near(v, random)
        }
        9 => random.below(100_000) as f64 / 2.0,
        10 | 11 => {
            let exponent = random.between(f64::from(f.min_exponent - 1), f64::from(f.max_exponent));
            libm::exp2(exponent)
        }
        12 => libm::exp2(random.between(-20.0, 20.0)),
        _ => random.between(0.0, 4.0),
    }
}
