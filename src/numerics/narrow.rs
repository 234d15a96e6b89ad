//! Floats of 8 bits or less: those of OCP's specifications (OFP8, and MX v1.0), which gfx950 has, and the 8-bit ones of
//! gfx942, without infinities and without -0, whose code is the one NaN ("FNUZ"; LLVM's APFloat has them).
//!
//! Results are to nearest even or stochastic, whatever MODE says. What is too large for 8 bits is an infinity where there
//! is one, else a NaN, or with FP16_OVFL the largest value, and so are infinities. 6 and 4 bits have neither: they
//! saturate, and so do infinities and NaNs.
//!
//! Conversions with a scale count its exponent only: 2^(E - 127), and E = 255 is a NaN (CDNA4 ISA, "Data formats"). They
//! multiply or divide by it and round once. Denormals of f32 are flushed where MODE says it, no others.

use super::format::{Finite, round_at};
use super::{F16, F32, Format, Mode, Round, convert};
use crate::isa::facts::Narrow;

/// A format: a sign, an exponent and a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small {
    /// Bits of the exponent field.
    exponent: u32,
    /// Bits of the fraction field.
    fraction: u32,
    /// Exponent bias.
    bias: i32,
    special: Special,
}

/// Which codes are not finite values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// That of -0, the NaN.
    Fnuz,
    /// The largest of each sign, NaNs.
    Nan,
    /// Those with the largest exponent, infinities and NaNs.
    Ieee,
    /// None.
    Finite,
}

const fn small(exponent: u32, fraction: u32, bias: i32, special: Special) -> Small {
    Small {
        exponent,
        fraction,
        bias,
        special,
    }
}

/// 4 bits of exponent, 3 of fraction: up to 448.
pub const FP8: Small = small(4, 3, 7, Special::Nan);
/// 5 bits of exponent, 2 of fraction: up to 57344.
pub const BF8: Small = small(5, 2, 15, Special::Ieee);
/// 2 bits of exponent, 3 of fraction: up to 7.5.
pub const FP6: Small = small(2, 3, 1, Special::Finite);
/// 3 bits of exponent, 2 of fraction: up to 28.
pub const BF6: Small = small(3, 2, 3, Special::Finite);
/// 2 bits of exponent, 1 of fraction: up to 6.
pub const FP4: Small = small(2, 1, 1, Special::Finite);
/// fp8 of gfx942: up to 240.
pub const FP8_FNUZ: Small = small(4, 3, 8, Special::Fnuz);
/// bf8 of gfx942: up to 57344.
pub const BF8_FNUZ: Small = small(5, 2, 16, Special::Fnuz);

impl From<Narrow> for Small {
    fn from(narrow: Narrow) -> Small {
        match narrow {
            Narrow::Fp8 => FP8,
            Narrow::Bf8 => BF8,
            Narrow::Fp6 => FP6,
            Narrow::Bf6 => BF6,
            Narrow::Fp4 => FP4,
        }
    }
}

/// How a result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest even.
    Nearest,
    /// By the upper bits of a random number: they are added below the last bit that is kept, of which there are as many
    /// as of the fraction of an f32, and what is behind it then does not count.
    Stochastic(u32),
}

impl Rounding {
    /// The significand of `v` in units of 2^`ulp`, for a result with `fraction` bits of fraction.
    fn at(self, v: Finite, ulp: i32, fraction: u32) -> u64 {
        match self {
            Rounding::Nearest => round_at(v, ulp, Round::Nearest),
            Rounding::Stochastic(random) => {
                let dropped = F32.fraction - fraction;
                let aligned = round_at(v, ulp - dropped as i32, Round::Zero);
                (aligned + u64::from(random >> (32 - dropped))) >> dropped
            }
        }
    }
}

/// The logarithm of a scale; of a NaN there is none.
fn log_scale(scale: u32) -> Option<i32> {
    match scale >> 23 & 0xff {
        0xff => None,
        field => Some(field as i32 - 127),
    }
}

/// The mode of operands and results of conversions with a scale.
fn scaled_mode(format: Format, m: Mode) -> Mode {
    let m = m.rounding(Round::Nearest);
    if format == F32 { m } else { m.keeping() }
}

impl Small {
    /// The 8-bit format: OCP's, or that of gfx942.
    pub const fn byte(bf8: bool, ocp: bool) -> Small {
        match (bf8, ocp) {
            (false, false) => FP8_FNUZ,
            (true, false) => BF8_FNUZ,
            (false, true) => FP8,
            (true, true) => BF8,
        }
    }

    const fn sign_bit(self) -> u8 {
        1 << (self.exponent + self.fraction)
    }

    /// The largest finite magnitude.
    const fn most(self) -> u8 {
        let all = self.sign_bit() - 1;
        match self.special {
            Special::Fnuz | Special::Finite => all,
            Special::Nan => all - 1,
            Special::Ieee => (all >> self.fraction << self.fraction) - 1,
        }
    }

    /// The NaN of a sign; where there is none the largest value.
    const fn nan(self, sign: u8) -> u8 {
        match self.special {
            Special::Fnuz => self.sign_bit(),
            Special::Nan | Special::Ieee | Special::Finite => sign | (self.sign_bit() - 1),
        }
    }

    /// As f32, exactly.
    pub fn to_f32(self, x: u8) -> u32 {
        self.to(x, 0, F32, Mode::DEFAULT) as u32
    }

    /// Times the scale, in format `to`.
    pub fn scaled_up(self, x: u8, scale: u32, to: Format, m: Mode) -> u64 {
        match log_scale(scale) {
            Some(by) => self.to(x, by, to, scaled_mode(to, m)),
            None => to.signed_inf(x & self.sign_bit() != 0) | to.quiet_bit(),
        }
    }

    /// Times 2^`by`. A NaN keeps its sign and payload, as LLVM's APFloat converts it.
    fn to(self, x: u8, by: i32, to: Format, m: Mode) -> u64 {
        let negative = x & self.sign_bit() != 0;
        let magnitude = u64::from(x & (self.sign_bit() - 1));
        let low = magnitude & ((1 << self.fraction) - 1);
        match (magnitude, self.special) {
            (0, Special::Fnuz) if negative => return to.inf() | to.quiet_bit(),
            (0, _) => return to.zero(negative),
            (_, Special::Nan | Special::Ieee) if magnitude > self.most().into() => {
                let is_inf = self.special == Special::Ieee && low == 0;
                let nan = to.quiet_bit() | low << (to.fraction - self.fraction);
                return to.signed_inf(negative) | if is_inf { 0 } else { nan };
            }
            _ => {}
        }
        let field = magnitude >> self.fraction;
        let sig = match field {
            0 => low,
            _ => low | 1 << self.fraction,
        };
        let v = Finite {
            sign: negative,
            exp: field.max(1) as i32 - self.bias - self.fraction as i32 + by,
            sig: sig.into(),
        };
        to.round(v, m)
    }

    /// Of an f32.
    pub fn from_f32(self, x: u32, rounding: Rounding, m: Mode) -> u8 {
        self.of(F32, x.into(), 0, rounding, m)
    }

    /// Of a value of format `from`, divided by the scale.
    pub fn scaled_down(self, from: Format, x: u64, scale: u32, rounding: Rounding, m: Mode) -> u8 {
        match log_scale(scale) {
            Some(by) => self.of(from, x, by, rounding, scaled_mode(from, m)),
            None if from.is_negative(x) => self.nan(self.sign_bit()),
            None => self.nan(0),
        }
    }

    /// Of a value of format `from`, divided by 2^`by`.
    fn of(self, from: Format, x: u64, by: i32, rounding: Rounding, m: Mode) -> u8 {
        let x = from.flush_in(x, m);
        let sign = if from.is_negative(x) {
            self.sign_bit()
        } else {
            0
        };
        if from.is_nan(x) {
            return self.nan(sign);
        }
        let most = u64::from(self.most());
        let magnitude = match (from.is_inf(x), from.is_zero(x)) {
            (true, _) => u64::MAX,
            (_, true) => 0,
            _ => {
                let v = from.finite(x);
                let v = Finite {
                    exp: v.exp - by,
                    ..v
                };
                let least = 1 - self.bias;
                let leading = (v.exp + 127 - v.sig.leading_zeros() as i32).max(least);
                // The leading bit of a normal significand adds 1 to the exponent field.
                (((leading - least) as u64) << self.fraction)
                    + rounding.at(v, leading - self.fraction as i32, self.fraction)
            }
        };
        if magnitude <= most {
            return match (magnitude, self.special) {
                (0, Special::Fnuz) => 0,
                _ => sign | magnitude as u8,
            };
        }
        match self.special {
            Special::Finite => sign | most as u8,
            _ if m.f16_ovfl => sign | most as u8,
            Special::Fnuz => self.nan(sign),
            // The code behind it is the infinity or the NaN.
            Special::Nan | Special::Ieee => sign | (most as u8 + 1),
        }
    }
}

/// V_CVT_PK_FP8_F32 and its like: `a` and `b` as the word `high` of `old`.
pub fn pk_fp8(format: Small, a: u32, b: u32, old: u32, high: bool, m: Mode) -> u32 {
    let pair = [a, b].map(|x| format.from_f32(x, Rounding::Nearest, m));
    let by = 16 * u32::from(high);
    old & !(0xffff << by) | u32::from(u16::from_le_bytes(pair)) << by
}

/// V_CVT_SR_FP8_F32 and its like: `a` as byte `byte` of `old`.
pub fn sr_fp8(format: Small, a: u32, random: u32, old: u32, byte: u32, m: Mode) -> u32 {
    let r = format.from_f32(a, Rounding::Stochastic(random), m);
    old & !(0xff << (8 * byte)) | u32::from(r) << (8 * byte)
}

/// V_CVT_PK_F32_FP8 and its like: two bytes as two f32.
pub fn pk_f32(format: Small, v: u32) -> u64 {
    let [low, high, ..] = v.to_le_bytes().map(|x| u64::from(format.to_f32(x)));
    low | high << 32
}

/// V_CVT_SR_F16_F32 and V_CVT_SR_BF16_F32: an f32 in format `to`, rounded stochastically.
pub fn sr_half(to: Format, x: u32, random: u32, input: Mode, output: Mode) -> u64 {
    let x = F32.flush_in(x.into(), input);
    if !F32.is_finite(x) || F32.is_zero(x) {
        return convert(F32, to, x, input, output);
    }
    let v = F32.finite(x);
    let leading = (v.exp + 127 - v.sig.leading_zeros() as i32).max(to.min_exp());
    let kept = Rounding::Stochastic(random).at(v, leading - to.fraction as i32, to.fraction);
    let magnitude = (((leading - to.min_exp()) as u64) << to.fraction) + kept;
    let most = if to == F16 && output.f16_ovfl {
        to.max_finite()
    } else {
        to.inf()
    };
    to.flush_out(to.zero(v.sign) | magnitude.min(most), output)
}

/// V_PRNG_B32: the random number after `x`.
pub fn prng(x: u32) -> u32 {
    x << 1 ^ if x >> 31 != 0 { 0xc5 } else { 0 }
}

#[cfg(test)]
mod tests;
