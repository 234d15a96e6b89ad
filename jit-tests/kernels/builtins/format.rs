//! Floating-point formats seen from f64, and how far a result may be from what is right.

use half::f16;

/// A binary floating-point format, every value of which an f64 can hold.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bytes.
    pub size: usize,
    /// Bits of significand, the implied one included.
    pub digits: i32,
    /// Exponent of the smallest normal number.
    pub min_exponent: i32,
    /// Exponent of the largest number.
    pub max_exponent: i32,
    /// Whether operations may take and give zeros for denormals.
    pub flush: bool,
}

pub const F16: Format = Format {
    size: 2,
    digits: 11,
    min_exponent: -14,
    max_exponent: 15,
    flush: false,
};
pub const F32: Format = Format {
    size: 4,
    digits: 24,
    min_exponent: -126,
    max_exponent: 127,
    flush: false,
};
pub const F64: Format = Format {
    size: 8,
    digits: 53,
    min_exponent: -1022,
    max_exponent: 1023,
    flush: false,
};

fn power(exponent: i32) -> f64 {
    libm::scalbn(1.0, exponent)
}

impl Format {
    /// Bits of the value nearest to `v` or next to that.
    pub fn bits(&self, v: f64) -> u64 {
        match self.size {
            2 => u64::from(f16::from_f64(v).to_bits()),
            4 => u64::from((v as f32).to_bits()),
            _ => v.to_bits(),
        }
    }

    /// The value that `bits` represent.
    pub fn value(&self, bits: u64) -> f64 {
        match self.size {
            2 => f16::from_bits(bits as u16).to_f64(),
            4 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        }
    }

    /// `v`, made a value of the format.
    pub fn round(&self, v: f64) -> f64 {
        self.value(self.bits(v))
    }

    /// Little-endian.
    pub fn bytes(&self, values: impl IntoIterator<Item = f64>) -> Vec<u8> {
        let one = |v: f64| self.bits(v).to_le_bytes()[..self.size].to_vec();
        values.into_iter().flat_map(one).collect()
    }

    /// The values that `bytes` represent.
    pub fn values(&self, bytes: &[u8]) -> Vec<f64> {
        let one = |b: &[u8]| {
            let mut all = [0; 8];
            all[..self.size].copy_from_slice(b);
            self.value(u64::from_le_bytes(all))
        };
        bytes.chunks_exact(self.size).map(one).collect()
    }

    /// Smallest positive normal number.
    pub fn min_normal(&self) -> f64 {
        power(self.min_exponent)
    }

    /// Smallest positive number.
    pub fn min_positive(&self) -> f64 {
        power(self.min_exponent - self.digits + 1)
    }

    /// Largest finite number.
    pub fn max(&self) -> f64 {
        power(self.max_exponent) * (2.0 - self.epsilon())
    }

    /// Distance from 1 to the next larger number.
    pub fn epsilon(&self) -> f64 {
        power(1 - self.digits)
    }

    /// Whether `v` is a denormal.
    pub fn is_denormal(&self, v: f64) -> bool {
        v != 0.0 && v.abs() < self.min_normal()
    }

    /// The number after `x` in the direction of `y`, as `nextafter` gives it.
    pub fn next_after(&self, x: f64, y: f64) -> f64 {
        if x.is_nan() || y.is_nan() {
            f64::NAN
        } else if x == y {
            y
        } else if x == 0.0 {
            self.min_positive().copysign(y)
        } else {
            let away = (y > x) == (x > 0.0);
            let bits = self.bits(x);
            self.value(if away { bits + 1 } else { bits - 1 })
        }
    }

    /// The unit in the last place at `v`.
    pub fn ulp(&self, v: f64) -> f64 {
        let exponent = match v {
            0.0 => self.min_exponent,
            v => libm::ilogb(v).clamp(self.min_exponent, self.max_exponent),
        };
        power(exponent - self.digits + 1)
    }

    /// Whether a function that may be off by `ulps` and `slack` may give `found` where `right` is
    /// the result of infinite precision (rounded to f64). Half an ulp means rounded to nearest.
    pub fn admits(&self, found: f64, right: f64, ulps: f64, slack: f64) -> bool {
        if right.is_nan() || found.is_nan() {
            return right.is_nan() && found.is_nan();
        }
        if found == right {
            return found != 0.0
                || found.is_sign_negative() == right.is_sign_negative()
                || slack > 0.0;
        }
        if right.is_infinite() {
            return false;
        }
        // What lies past the largest number counts as the power of two there.
        let past = if self.size < 8 {
            power(self.max_exponent + 1)
        } else {
            f64::INFINITY
        };
        let (found, right) = (found.clamp(-past, past), right.clamp(-past, past));
        if found.is_infinite() {
            return false;
        }
        if found == 0.0 && slack == 0.0 && found.is_sign_negative() != right.is_sign_negative() {
            return false;
        }
        let near = (ulps + 1.0) * self.ulp(right);
        if self.flush && found == 0.0 && right.abs() < self.min_normal() + near {
            return true;
        }
        if self.size == 8 && ulps == 0.5 {
            // `right` is itself rounded.
            return slack > 0.0 && (found - right).abs() <= slack;
        }
        // The reference has an error too, which only counts for f64.
        let own = if self.size == 8 && ulps > 0.5 {
            1.5
        } else {
            0.0
        };
        (found - right).abs() <= (ulps + own) * self.ulp(right) + slack
    }
}
