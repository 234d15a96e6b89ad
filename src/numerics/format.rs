//! The three formats, taking values apart, and the one place where results are rounded.

use super::{Mode, Round};

/// A binary floating-point format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the fraction field.
    pub fraction: u32,
    /// Bits of the exponent field.
    pub exponent: u32,
}

/// IEEE binary16.
pub const F16: Format = Format {
    fraction: 10,
    exponent: 5,
};
/// The upper half of an IEEE binary32.
pub const BF16: Format = Format {
    fraction: 7,
    exponent: 8,
};
/// IEEE binary32.
pub const F32: Format = Format {
    fraction: 23,
    exponent: 8,
};
/// IEEE binary64.
pub const F64: Format = Format {
    fraction: 52,
    exponent: 11,
};

/// A finite value other than zero: `sig` x 2^`exp`, negated when `sign`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finite {
    pub sign: bool,
    pub exp: i32,
    pub sig: u128,
}

impl Format {
    /// The sign bit.
    pub const fn sign_bit(self) -> u64 {
        1 << (self.fraction + self.exponent)
    }

    /// Plus infinity.
    pub const fn inf(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The bit that makes a NaN quiet.
    pub const fn quiet_bit(self) -> u64 {
        1 << (self.fraction - 1)
    }

    /// The NaN that invalid operations give: quiet, sign bit set.
    pub const fn default_nan(self) -> u64 {
        self.sign_bit() | self.inf() | self.quiet_bit()
    }

    /// The largest finite value.
    pub const fn max_finite(self) -> u64 {
        self.inf() - 1
    }

    /// 1.
    pub const fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }

    /// All bits of the format.
    pub const fn mask(self) -> u64 {
        self.sign_bit() | (self.sign_bit() - 1)
    }

    /// Exponent bias.
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Exponent of the smallest normal value.
    pub const fn min_exp(self) -> i32 {
        1 - self.bias()
    }

    /// Magnitude of `x`: everything but the sign.
    pub const fn abs(self, x: u64) -> u64 {
        x & (self.sign_bit() - 1)
    }

    /// `x` with the other sign.
    pub const fn neg(self, x: u64) -> u64 {
        x ^ self.sign_bit()
    }

    /// Whether the sign bit of `x` is set.
    pub const fn is_negative(self, x: u64) -> bool {
        x & self.sign_bit() != 0
    }

    /// Whether `x` is a NaN.
    pub const fn is_nan(self, x: u64) -> bool {
        self.abs(x) > self.inf()
    }

    /// Whether `x` is a signalling NaN.
    pub const fn is_snan(self, x: u64) -> bool {
        self.is_nan(x) && x & self.quiet_bit() == 0
    }

    /// Whether `x` is an infinity.
    pub const fn is_inf(self, x: u64) -> bool {
        self.abs(x) == self.inf()
    }

    /// Whether it is neither an infinity nor a NaN.
    pub const fn is_finite(self, x: u64) -> bool {
        self.abs(x) < self.inf()
    }

    /// Whether `x` is a zero.
    pub const fn is_zero(self, x: u64) -> bool {
        self.abs(x) == 0
    }

    /// Whether `x` is denormal (and not zero).
    pub const fn is_denormal(self, x: u64) -> bool {
        let a = self.abs(x);
        a != 0 && a >> self.fraction == 0
    }

    /// The raw exponent field of `x`.
    pub const fn raw_exp(self, x: u64) -> i32 {
        (self.abs(x) >> self.fraction) as i32
    }

    /// Whether `x` is finite, and neither zero nor denormal.
    pub const fn is_normal(self, x: u64) -> bool {
        let exp = self.raw_exp(x);
        exp != 0 && exp != (1 << self.exponent) - 1
    }

    /// `x` made quiet.
    pub const fn quiet(self, x: u64) -> u64 {
        x | self.quiet_bit()
    }

    /// A zero with sign `negative`.
    pub const fn zero(self, negative: bool) -> u64 {
        if negative { self.sign_bit() } else { 0 }
    }

    /// An infinity with sign `negative`.
    pub const fn signed_inf(self, negative: bool) -> u64 {
        self.zero(negative) | self.inf()
    }

    /// `x` as an operand: zero when it is denormal and input denormals are off.
    #[inline]
    pub const fn flush_in(self, x: u64, m: Mode) -> u64 {
        if !m.denorm_in && self.is_denormal(x) {
            x & self.sign_bit()
        } else {
            x
        }
    }

    /// `x` as a result: zero when it is denormal and output denormals are off.
    #[inline]
    pub const fn flush_out(self, x: u64, m: Mode) -> u64 {
        if !m.denorm_out && self.is_denormal(x) {
            x & self.sign_bit()
        } else {
            x
        }
    }

    /// The first NaN of `operands`, quieted.
    #[inline]
    pub(super) fn first_nan<const N: usize>(self, operands: [u64; N]) -> Option<u64> {
        let nan = operands.into_iter().find(|&x| self.is_nan(x))?;
        Some(self.quiet(nan))
    }

    /// Takes a finite value other than zero apart.
    #[inline]
    pub(super) fn finite(self, x: u64) -> Finite {
        let raw = self.raw_exp(x);
        let fraction = x & ((1 << self.fraction) - 1);
        let (exp, sig) = match raw {
            0 => (1, fraction),
            _ => (raw, fraction | 1 << self.fraction),
        };
        Finite {
            sign: self.is_negative(x),
            exp: exp - self.bias() - self.fraction as i32,
            sig: sig as u128,
        }
    }

    /// Rounds an exact value to the format.
    ///
    /// Where bits were lost on the way, bit 0 of `sig` is set in their place ("sticky"); `sig` must
    /// then have at least two bits more than the result.
    pub(super) fn round(self, v: Finite, m: Mode) -> u64 {
        debug_assert!(v.sig != 0);
        let leading = v.exp + 127 - v.sig.leading_zeros() as i32;
        let ulp = leading.max(self.min_exp()) - self.fraction as i32;
        if leading < self.min_exp() && !m.denorm_out {
            // Tiny unless rounding to full precision reaches the smallest normal value.
            let full = round_at(v, leading - self.fraction as i32, m.round);
            if leading < self.min_exp() - 1 || full >> self.fraction < 2 {
                return self.zero(v.sign);
            }
        }
        let kept = round_at(v, ulp, m.round);
        // The leading bit of a normal significand adds 1 to the exponent field.
        let field = leading.max(self.min_exp()) - self.min_exp();
        let largest = self.max_finite();
        let magnitude = if field > (1 << self.exponent) {
            u64::MAX
        } else {
            ((field as u64) << self.fraction).saturating_add(kept)
        };
        let magnitude = if magnitude <= largest {
            magnitude
        } else if m.f16_ovfl && self == F16 {
            largest
        } else {
            match (m.round, v.sign) {
                (Round::Nearest, _) | (Round::Up, false) | (Round::Down, true) => self.inf(),
                (Round::Zero, _) | (Round::Up, true) | (Round::Down, false) => largest,
            }
        };
        self.zero(v.sign) | magnitude
    }
}

/// The significand of `v` in units of 2^`ulp`, rounded.
pub(super) fn round_at(v: Finite, ulp: i32, round: Round) -> u64 {
    let shift = ulp - v.exp;
    if shift <= 0 {
        return (v.sig << -shift) as u64;
    }
    // `sig` has at most 127 bits, so beyond this it is below half an ulp, where all values are alike.
    let (sig, shift) = if shift > 127 { (1, 2) } else { (v.sig, shift) };
    let kept = (sig >> shift) as u64;
    let rest = sig & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let up = match round {
        Round::Nearest => rest > half || rest == half && kept & 1 != 0,
        Round::Up => rest != 0 && !v.sign,
        Round::Down => rest != 0 && v.sign,
        Round::Zero => false,
    };
    kept + up as u64
}
