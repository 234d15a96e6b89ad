use super::*;
use crate::numerics::{BF16, to_f64};

/// The value of a code, by f64 arithmetic.
fn value(x: u8, fraction: i32, bias: i32, bits: u32) -> f64 {
    let magnitude = i32::from(x) & ((1 << (bits - 1)) - 1);
    let (field, low) = (magnitude >> fraction, magnitude & ((1 << fraction) - 1));
    let v = match field {
        0 => f64::from(low) * 2f64.powi(1 - bias - fraction),
        _ => f64::from(low + (1 << fraction)) * 2f64.powi(field - bias - fraction),
    };
    if x >> (bits - 1) == 0 { v } else { -v }
}

/// A format, its fraction bits, bias, all bits, the first magnitude that is no finite value, and the largest value.
type Case = (Small, i32, i32, u32, u8, f64);

const FORMATS: [Case; 7] = [
    (FP8_FNUZ, 3, 8, 8, 0x80, 240.0),
    (BF8_FNUZ, 2, 16, 8, 0x80, 57344.0),
    (FP8, 3, 7, 8, 0x7f, 448.0),
    (BF8, 2, 15, 8, 0x7c, 57344.0),
    (FP6, 3, 1, 6, 0x20, 7.5),
    (BF6, 2, 3, 6, 0x20, 28.0),
    (FP4, 1, 1, 4, 0x08, 6.0),
];

const OVFL: Mode = Mode {
    f16_ovfl: true,
    ..Mode::DEFAULT
};

fn is_fnuz(format: Small) -> bool {
    [FP8_FNUZ, BF8_FNUZ].contains(&format)
}

fn nearest(format: Small, v: f64) -> u8 {
    format.from_f32((v as f32).to_bits(), Rounding::Nearest, Mode::DEFAULT)
}

#[test]
fn every_code() {
    for (format, fraction, bias, bits, special, most) in FORMATS {
        let sign = 1 << (bits - 1);
        for x in 0..=(1u16 << bits) - 1 {
            let x = x as u8;
            let got = f32::from_bits(format.to_f32(x));
            if x & (sign - 1) >= special || is_fnuz(format) && x == 0x80 {
                continue;
            }
            assert_eq!(f64::from(got), value(x, fraction, bias, bits), "{x:#x}");
            assert_eq!(got.is_sign_negative(), x & sign != 0);
            assert!(f64::from(got).abs() <= most);
            // And back, by any way.
            assert_eq!(nearest(format, got.into()), x);
            for random in [0, u32::MAX, 0xdead_beef] {
                let rounding = Rounding::Stochastic(random);
                assert_eq!(format.from_f32(got.to_bits(), rounding, Mode::DEFAULT), x);
            }
        }
        let last = (special & (sign - 1)).wrapping_sub(1) & (sign - 1);
        assert_eq!(f64::from(f32::from_bits(format.to_f32(last))), most);
    }
}

#[test]
fn infinities_and_nans() {
    assert_eq!(FP8_FNUZ.to_f32(0x80), 0x7fc0_0000);
    assert_eq!(BF8_FNUZ.to_f32(0x80), 0x7fc0_0000);
    let [fp8, bf8] = [FP8, BF8].map(|format| move |x| f32::from_bits(format.to_f32(x)));
    assert!(fp8(0x7f).is_nan() && fp8(0xff).is_nan());
    assert_eq!([bf8(0x7c), bf8(0xfc)], [f32::INFINITY, -f32::INFINITY]);
    for x in [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff] {
        let v = bf8(x);
        assert!(v.is_nan() && v.to_bits() & 0x0040_0000 != 0);
        assert_eq!(v.is_sign_negative(), x > 0x80);
    }
    let nans = [0x7fc0_0000, 0xff80_0001];
    for m in [Mode::DEFAULT, OVFL] {
        let of = |format: Small| nans.map(|x| format.from_f32(x, Rounding::Nearest, m));
        assert_eq!([of(FP8), of(BF8)], [[0x7f, 0xff]; 2]);
        assert_eq!([of(FP8_FNUZ), of(BF8_FNUZ)], [[0x80; 2]; 2]);
        assert_eq!([of(FP6), of(BF6)], [[0x1f, 0x3f]; 2]);
        assert_eq!(of(FP4), [0x7, 0xf]);
    }
}

/// Between two codes the nearer one, of two that are as near the even one.
#[test]
fn nearest_of_what_lies_between() {
    for (format, fraction, bias, bits, special, _) in FORMATS {
        let sign = 1 << (bits - 1);
        for x in 0..special.min(sign) - 1 {
            let [a, b] = [x, x + 1].map(|x| value(x, fraction, bias, bits));
            let (half, step) = ((a + b) / 2.0, (b - a) / 1024.0);
            let f = |v: f64| nearest(format, v);
            assert_eq!([f(half - step), f(half + step)], [x, x + 1]);
            assert_eq!(f(half), if x % 2 == 0 { x } else { x + 1 });
            let zero = x == 0 && is_fnuz(format);
            assert_eq!(f(step - half), if zero { 0 } else { sign | x });
        }
    }
}

#[test]
fn too_large() {
    let inf = f64::INFINITY;
    for (format, fraction, _, bits, special, most) in FORMATS {
        let sign = 1u8 << (bits - 1);
        // Half a step beyond the largest value is the tie. Where the largest code is odd its neighbour is too large.
        let codes = special.min(sign) - 1;
        let step = most / f64::from((codes & ((1 << fraction) - 1)) + (1 << fraction));
        let over = if bits < 8 {
            codes
        } else if is_fnuz(format) {
            0x80
        } else {
            special
        };
        let f = |v: f64, m| format.from_f32((v as f32).to_bits(), Rounding::Nearest, m);
        assert_eq!(f(most + step * 0.49, Mode::DEFAULT), codes);
        let tie = if codes % 2 == 0 { codes } else { over };
        assert_eq!(f(most + step / 2.0, Mode::DEFAULT), tie);
        for v in [most + step * 0.51, 1e30, inf] {
            assert_eq!(f(v, Mode::DEFAULT), over);
            let minus = if is_fnuz(format) { 0x80 } else { sign | over };
            assert_eq!(f(-v, Mode::DEFAULT), minus);
            assert_eq!([f(v, OVFL), f(-v, OVFL)], [codes, sign | codes]);
        }
    }
}

/// Of all random numbers a share makes the result the next code: how far the operand is on the way to it.
#[test]
fn stochastic_rounding_is_fair() {
    for (format, fraction, bias, bits, special, _) in FORMATS {
        for x in 0..special.min(1 << (bits - 1)) - 1 {
            let [a, b] = [x, x + 1].map(|x| value(x, fraction, bias, bits));
            let v = (a + (b - a) * 3.0 / 8.0) as f32;
            let of = |i: u32| {
                let rounding = Rounding::Stochastic(i << 22);
                format.from_f32(v.to_bits(), rounding, Mode::DEFAULT)
            };
            let up = (0..1024).filter(|i| of(*i) == x + 1).count();
            assert_eq!((of(0), up), (x, 1024 * 3 / 8));
        }
    }
    // The carry goes into the exponent: 1.99 of bf8 is 2 sometimes.
    let x = 1.99f32.to_bits();
    let of = |random| BF8.from_f32(x, Rounding::Stochastic(random), Mode::DEFAULT);
    assert_eq!([of(0), of(u32::MAX)], [0x3f, 0x40]);
}

/// Which bits of a random number count.
#[test]
fn random_bits() {
    // Just below 1: with the last bit that counts the sum carries.
    let x = 1f32.to_bits() - 1;
    for (format, bits) in [(FP8, 20), (BF8, 21), (FP6, 20), (BF6, 21), (FP4, 22)] {
        let of = |random| format.from_f32(x, Rounding::Stochastic(random), Mode::DEFAULT);
        let one = nearest(format, 1.0);
        assert_eq!(of(0), one - 1);
        assert_eq!(of(1 << (32 - bits)), one);
        assert_eq!(of((1 << (32 - bits)) - 1), one - 1);
    }
    for (to, bits) in [(F16, 13), (BF16, 16)] {
        let of = |random| sr_half(to, x, random, Mode::DEFAULT, Mode::DEFAULT);
        assert_eq!(of(1 << (32 - bits)), to.one());
        assert_eq!(of((1 << (32 - bits)) - 1), to.one() - 1);
    }
}

#[test]
fn halves_by_random_numbers() {
    let of = |to, x: f32, random, m| sr_half(to, x.to_bits(), random, m, m);
    let m = Mode::DEFAULT;
    assert_eq!(of(F16, f32::INFINITY, 0, OVFL), F16.inf());
    assert_eq!(of(F16, -0.0, u32::MAX, m), F16.sign_bit());
    assert_eq!(of(F16, 65504.0, u32::MAX, m), F16.max_finite());
    assert_eq!(of(F16, 65519.0, 0, m), F16.max_finite());
    assert_eq!(of(F16, 65519.0, u32::MAX, m), F16.inf());
    assert_eq!(of(F16, 1e9, 0, m), F16.inf());
    assert_eq!(of(F16, -1e9, 0, OVFL), F16.sign_bit() | F16.max_finite());
    assert_eq!(of(BF16, f32::MAX, u32::MAX, OVFL), BF16.inf());
    assert_eq!(of(BF16, f32::MAX, 0, m), BF16.max_finite());
    // 2^-24 is the least denormal of f16; half of it is one by half of the random numbers.
    let x = 2f32.powi(-25);
    assert_eq!(
        [of(F16, x, 0x7fff_ffff, m), of(F16, x, 0x8000_0000, m)],
        [0, 1]
    );
    assert_eq!(of(F16, x * 2.0, 0, m.flushed()), 0);
    // A denormal of f32 is one of bf16.
    assert_eq!(of(BF16, f32::from_bits(0x0001_0000), 0, m), 1);
    assert_eq!(of(BF16, f32::from_bits(0x0001_0000), 0, m.flushed()), 0);
}

/// Scales are powers of two, of which nothing but the exponent counts.
#[test]
fn scales() {
    let m = Mode::DEFAULT;
    let f32_of = |x: u64| f32::from_bits(x as u32);
    for (format, fraction, bias, bits, special, _) in FORMATS.into_iter().skip(2) {
        for x in 0..special.min(1 << (bits - 1)) {
            for field in [0u32, 1, 100, 127, 128, 140, 254] {
                let (scale, by) = (field << 23 | 0x8012_3456, field as i32 - 127);
                let exact = value(x, fraction, bias, bits) * 2f64.powi(by);
                let up = format.scaled_up(x, scale, F32, m);
                assert_eq!(f32_of(up), exact as f32, "{x:#x} {field}");
                let half = format.scaled_up(x, scale, BF16, m);
                let least = 2f64.powi(-133);
                let denormal = (exact / least).round_ties_even() * least;
                let rounded = if exact < 2f64.powi(-126) {
                    denormal
                } else {
                    exact
                };
                assert_eq!(to_f64(BF16, half), f64::from(rounded as f32));
                if exact as f32 as f64 == exact {
                    let back = format.scaled_down(F32, up, scale, Rounding::Nearest, m);
                    assert_eq!(back, x, "{field}");
                }
            }
            let up = format.scaled_up(x, 0x7f80_0000, F32, m);
            assert!(f32_of(up).is_nan());
        }
        // One rounding, of the exact quotient.
        let tie =
            f64::from(f32::from_bits(format.to_f32(2)) + f32::from_bits(format.to_f32(3))) / 2.0;
        for by in [-100, -3, 0, 5, 90] {
            let scale = ((127 + by) as u32) << 23;
            let x = (tie * 2f64.powi(by)) as f32;
            let of = |x: u32| format.scaled_down(F32, x.into(), scale, Rounding::Nearest, m);
            let x = x.to_bits();
            assert_eq!([of(x - 1), of(x), of(x + 1)], [2, 2, 3]);
        }
        let nan = [0u64, 1 << 31, 0x3f80_0000]
            .map(|x| format.scaled_down(F32, x, 0x7f80_0000, Rounding::Nearest, m));
        let sign = 1 << (bits - 1);
        assert_eq!(nan, [sign - 1, sign | (sign - 1), sign - 1]);
    }
}

#[test]
fn scaled_denormals() {
    let m = Mode::DEFAULT;
    // 2^-130 divided by 2^-127 is an eighth.
    let x = 1u64 << 19;
    let of = |m| FP6.scaled_down(F32, x, 0, Rounding::Nearest, m);
    assert_eq!([of(m), of(m.flushed())], [1, 0]);
    let of = |m| BF6.scaled_down(BF16, 1 << 3, 0, Rounding::Nearest, m);
    assert_eq!([of(m), of(m.flushed())], [2, 2]);
    // And back.
    let of = |m| FP6.scaled_up(1, 0, F32, m);
    assert_eq!([of(m), of(m.flushed())], [x, 0]);
    assert_eq!(FP6.scaled_up(1, 0, BF16, m.flushed()), 1 << 3);
    // f16 has a smaller range: 448 x 2^8 is too large, 2^-9 x 2^-15 the least one, less is a tie.
    let of = |x, by: i32, m| FP8.scaled_up(x, ((127 + by) as u32) << 23, F16, m);
    assert_eq!(of(0x7e, 8, m), F16.inf());
    assert_eq!(of(0x7e, 8, OVFL), F16.max_finite());
    assert_eq!([of(1, -15, m), of(1, -16, m), of(3, -16, m)], [1, 0, 2]);
}

#[test]
fn random_numbers() {
    assert_eq!([prng(0), prng(1), prng(0x8000_0000)], [0, 2, 0xc5]);
    assert_eq!(prng(0xffff_ffff), 0xffff_ff3b);
}
