//! The 8-bit floats of gfx942: without infinities and without -0, whose code is the one NaN ("FNUZ"). AMD's text for
//! CDNA4 has the conversions of a later chip with other formats; LLVM's APFloat has these.
//!
//! Denormals count, whatever MODE says, and results are to nearest or stochastic. What is too large is a NaN, or with
//! FP16_OVFL the largest value, and so are infinities.

use super::format::{Finite, round_at};
use super::{F32, Mode, Round};

/// An 8-bit format: a sign, an exponent and a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnuz {
    /// Bits of the fraction field.
    fraction: u32,
    /// Exponent bias.
    bias: i32,
}

/// 4 bits of exponent, 3 of fraction: up to 240.
pub const FP8: Fnuz = Fnuz {
    fraction: 3,
    bias: 8,
};
/// 5 bits of exponent, 2 of fraction: up to 57344.
pub const BF8: Fnuz = Fnuz {
    fraction: 2,
    bias: 16,
};

/// The NaN.
const NAN: u8 = 0x80;
/// The largest magnitude.
const MOST: u64 = 0x7f;

impl Fnuz {
    /// As f32, exactly.
    pub fn to_f32(self, x: u8) -> u32 {
        let magnitude = u64::from(x & 0x7f);
        let (field, low) = (
            magnitude >> self.fraction,
            magnitude & ((1 << self.fraction) - 1),
        );
        let sig = match field {
            0 => low,
            _ => low | 1 << self.fraction,
        };
        match x {
            0 => 0,
            // As LLVM's APFloat converts it: quiet, and of no sign.
            NAN => (F32.inf() | F32.quiet_bit()) as u32,
            _ => {
                let v = Finite {
                    sign: x >> 7 != 0,
                    exp: field.max(1) as i32 - self.bias - self.fraction as i32,
                    sig: sig.into(),
                };
                F32.round(v, Mode::DEFAULT) as u32
            }
        }
    }

    /// Of an f32, to nearest even.
    pub fn from_f32(self, x: u32, m: Mode) -> u8 {
        self.convert(x, m, |v, ulp| round_at(v, ulp, Round::Nearest))
    }

    /// Of an f32, by the upper bits of `random`: they are added below the last bit that is kept, of which there are as
    /// many as of the fraction of an f32, and what is behind it then does not count.
    pub fn from_f32_stochastic(self, x: u32, random: u32, m: Mode) -> u8 {
        let dropped = F32.fraction - self.fraction;
        self.convert(x, m, |v, ulp| {
            let aligned = round_at(v, ulp - dropped as i32, Round::Zero);
            (aligned + u64::from(random >> (32 - dropped))) >> dropped
        })
    }

    /// Of an f32, whose significand in units of 2^ulp is what `round` makes of it.
    fn convert(self, x: u32, m: Mode, round: impl Fn(Finite, i32) -> u64) -> u8 {
        let x = u64::from(x);
        let sign = u8::from(F32.is_negative(x)) << 7;
        if F32.is_nan(x) {
            return NAN;
        }
        let magnitude = match (F32.is_inf(x), F32.is_zero(x)) {
            (true, _) => u64::MAX,
            (_, true) => 0,
            _ => {
                let v = F32.finite(x);
                let least = 1 - self.bias;
                let leading = (v.exp + 127 - v.sig.leading_zeros() as i32).max(least);
                // The leading bit of a normal significand adds 1 to the exponent field.
                (((leading - least) as u64) << self.fraction)
                    + round(v, leading - self.fraction as i32)
            }
        };
        match magnitude {
            0 => 0,
            1..=MOST => sign | magnitude as u8,
            _ if m.f16_ovfl => sign | MOST as u8,
            _ => NAN,
        }
    }
}

/// V_CVT_PK_FP8_F32 and its like: `a` and `b` as the word `high` of `old`.
pub fn pk_fp8(format: Fnuz, a: u32, b: u32, old: u32, high: bool, m: Mode) -> u32 {
    let pair = [a, b].map(|x| format.from_f32(x, m));
    let by = 16 * u32::from(high);
    old & !(0xffff << by) | u32::from(u16::from_le_bytes(pair)) << by
}

/// V_CVT_SR_FP8_F32 and its like: `a` as byte `byte` of `old`.
pub fn sr_fp8(format: Fnuz, a: u32, random: u32, old: u32, byte: u32, m: Mode) -> u32 {
    let r = format.from_f32_stochastic(a, random, m);
    old & !(0xff << (8 * byte)) | u32::from(r) << (8 * byte)
}

/// V_CVT_PK_F32_FP8 and its like: two bytes as two f32.
pub fn pk_f32(format: Fnuz, v: u32) -> u64 {
    let [low, high, ..] = v.to_le_bytes().map(|x| u64::from(format.to_f32(x)));
    low | high << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a code, by f64 arithmetic.
    fn value(x: u8, fraction: i32, bias: i32) -> f64 {
        let (field, low) = (
            i32::from(x & 0x7f) >> fraction,
            i32::from(x) & ((1 << fraction) - 1),
        );
        let v = match field {
            0 => f64::from(low) * 2f64.powi(1 - bias - fraction),
            _ => f64::from(low + (1 << fraction)) * 2f64.powi(field - bias - fraction),
        };
        if x >> 7 == 0 { v } else { -v }
    }

    const FORMATS: [(Fnuz, i32, i32); 2] = [(FP8, 3, 8), (BF8, 2, 16)];

    #[test]
    fn every_code() {
        for (format, fraction, bias) in FORMATS {
            for x in 0..=255u8 {
                let got = f32::from_bits(format.to_f32(x));
                match x {
                    NAN => assert_eq!(format.to_f32(x), 0x7fc0_0000),
                    _ => assert_eq!(f64::from(got), value(x, fraction, bias), "{x:#x}"),
                }
                // And back, by any way.
                assert_eq!(format.from_f32(got.to_bits(), Mode::DEFAULT), x);
                for random in [0, u32::MAX] {
                    let back = format.from_f32_stochastic(got.to_bits(), random, Mode::DEFAULT);
                    assert_eq!(back, x);
                }
            }
        }
    }

    /// Between two codes the nearer one, of two that are as near the even one.
    #[test]
    fn nearest_of_what_lies_between() {
        for (format, fraction, bias) in FORMATS {
            for x in 0..0x7f {
                let [a, b] = [x, x + 1].map(|x| value(x, fraction, bias));
                let half = (a + b) / 2.0;
                let f = |v: f64| format.from_f32((v as f32).to_bits(), Mode::DEFAULT);
                let step = (b - a) / 1024.0;
                assert_eq!([f(half - step), f(half + step)], [x, x + 1]);
                assert_eq!(f(half), if x % 2 == 0 { x } else { x + 1 });
                let minus = if x == 0 { 0 } else { 0x80 | x };
                assert_eq!(f(step - half), minus);
            }
        }
    }

    #[test]
    fn too_large() {
        let ovfl = Mode {
            f16_ovfl: true,
            ..Mode::DEFAULT
        };
        for (format, most) in [(FP8, 240f32), (BF8, 57344.0)] {
            // Half a step beyond the largest value is the tie, whose even neighbour is too large.
            let step = most / (if format == FP8 { 15.0 } else { 7.0 });
            let below = most + step / 2.0 * 0.99;
            let tie = most + step / 2.0;
            assert_eq!(format.from_f32(below.to_bits(), Mode::DEFAULT), 0x7f);
            for v in [tie, 1e30, f32::INFINITY] {
                assert_eq!(format.from_f32(v.to_bits(), Mode::DEFAULT), NAN);
                assert_eq!(format.from_f32(v.to_bits(), ovfl), 0x7f);
                assert_eq!(format.from_f32((-v).to_bits(), ovfl), 0xff);
            }
            assert_eq!(format.from_f32(f32::NAN.to_bits(), ovfl), NAN);
        }
    }

    /// Of all random numbers a share makes the result the next code: how far the operand is on the way to it.
    #[test]
    fn stochastic_rounding_is_fair() {
        // 1 + 3/64, of which an eighth is the step of fp8.
        let x = (1.0f32 + 3.0 / 64.0).to_bits();
        let of = |i: u32| FP8.from_f32_stochastic(x, i << 22, Mode::DEFAULT);
        let up = (0..1024).filter(|i| of(*i) == 0x41).count();
        assert_eq!((of(0), up), (0x40, 1024 * 3 / 8));
        // The carry goes into the exponent: 1.99 of bf8 is 2 sometimes.
        let x = 1.99f32.to_bits();
        let of = |random| BF8.from_f32_stochastic(x, random, Mode::DEFAULT);
        assert_eq!([of(0), of(u32::MAX)], [0x43, 0x44]);
        // A quarter of the least denormal.
        let x = (0.25f32 / 1024.0).to_bits();
        let of = |i: u32| FP8.from_f32_stochastic(x, i << 22, Mode::DEFAULT);
        assert_eq!((0..1024).filter(|i| of(*i) == 1).count(), 256);
    }
}
