//! Elements of matrices, taken apart.

use super::Unit;
use crate::isa::facts::{Element, Narrow};
use crate::numerics::{BF16, F16, F32, Format, to_f64};

/// The exponent of a zero.
const LEAST: i32 = -126;
/// A finite value: `sig` x 2^(`exp` - `fraction` bits of its format).
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub sig: i64,
    pub exp: i32,
}

impl Element {
    /// Bits of an element of A (0) or B (1).
    pub const fn bits(self, n: usize) -> usize {
        match self {
            Element::I8 | Element::F8 { .. } => 8,
            Element::Narrow(formats) => formats[n].bits(),
            Element::F16 | Element::Bf16x2 | Element::Bf16 => 16,
            Element::F32 | Element::Xf32 => 32,
            Element::F64 => 64,
        }
    }

    /// Dwords of an element of C or D.
    pub(super) const fn result(self) -> usize {
        match self {
            Element::F64 => 2,
            _ => 1,
        }
    }
}

/// Formats of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ieee(Format),
    /// f32 of which the low 13 bits do not count.
    Xf32,
    /// 1, 4, 3 bits: bias 8, no infinities, no -0.
    Fp8,
    /// 1, 5, 2 bits: bias 16, no infinities, no -0.
    Bf8,
    /// OCP's of 1, 4, 3 bits: no infinities, and NaNs with all bits set but the sign.
    OcpFp8,
    /// OCP's without infinities and NaNs: bits of the exponent and of the fraction.
    Finite(u32, u32),
}

/// OCP's float of 1, 5, 2 bits (OFP8): it has what IEEE's have.
const OCP_BF8: Format = Format {
    fraction: 2,
    exponent: 5,
};

impl Narrow {
    fn kind(self) -> Kind {
        match self {
            Narrow::Fp8 => Kind::OcpFp8,
            Narrow::Bf8 => Kind::Ieee(OCP_BF8),
            Narrow::Fp6 => Kind::Finite(2, 3),
            Narrow::Bf6 => Kind::Finite(3, 2),
            Narrow::Fp4 => Kind::Finite(2, 1),
        }
    }
}

impl Element {
    /// Those of A and of B.
    pub(super) fn formats(self, unit: Unit) -> [Kind; 2] {
        let byte = |is_bf8| match (unit, is_bf8) {
            (Unit::Cdna4, false) => Narrow::Fp8.kind(),
            (Unit::Cdna4, true) => Narrow::Bf8.kind(),
            (Unit::Cdna1 | Unit::Cdna2 | Unit::Cdna3, false) => Kind::Fp8,
            (Unit::Cdna1 | Unit::Cdna2 | Unit::Cdna3, true) => Kind::Bf8,
        };
        match self {
            Element::F16 => [Kind::Ieee(F16); 2],
            Element::Bf16 | Element::Bf16x2 => [Kind::Ieee(BF16); 2],
            Element::Xf32 => [Kind::Xf32; 2],
            Element::F8 { bf8 } => bf8.map(byte),
            Element::Narrow(formats) => formats.map(Narrow::kind),
            Element::I8 | Element::F32 | Element::F64 => [Kind::Ieee(F32); 2],
        }
    }
}

impl Kind {
    pub(super) fn fraction(self) -> u32 {
        match self {
            Kind::Ieee(f) => f.fraction,
            Kind::Xf32 => F32.fraction,
            Kind::Fp8 | Kind::OcpFp8 => 3,
            Kind::Bf8 => 2,
            Kind::Finite(_, fraction) => fraction,
        }
    }

    /// Bits of the exponent, and its bias.
    fn exponent(self) -> (u32, i32) {
        match self {
            Kind::Ieee(f) => (f.exponent, f.bias()),
            Kind::Xf32 => (F32.exponent, F32.bias()),
            Kind::Fp8 => (4, 8),
            Kind::Bf8 => (5, 16),
            Kind::OcpFp8 => (4, 7),
            Kind::Finite(exponent, _) => (exponent, (1 << (exponent - 1)) - 1),
        }
    }

    /// A finite value.
    pub(super) fn part(self, x: u64) -> Part {
        let (bits, bias) = self.exponent();
        let x = match self {
            Kind::Xf32 => x & !0x1fff,
            _ => x,
        };
        let fraction = self.fraction();
        let field = (x >> fraction) as i32 & ((1 << bits) - 1);
        let low = (x & ((1 << fraction) - 1)) as i64;
        let sig = match field {
            0 => low,
            _ => low | 1 << fraction,
        };
        let exp = match sig {
            0 => LEAST,
            _ => field.max(1) - bias,
        };
        let negative = x >> (fraction + bits) & 1 != 0;
        Part {
            sig: if negative { -sig } else { sig },
            exp,
        }
    }

    /// The value; NaN and infinities where there are any.
    pub(super) fn value(self, x: u64) -> f64 {
        match self {
            Kind::Ieee(f) => to_f64(f, x),
            // A NaN whose payload is cut off stays one, which no source says.
            Kind::Xf32 if !F32.is_finite(x) => to_f64(F32, x),
            Kind::Xf32 => to_f64(F32, x & !0x1fff),
            Kind::Fp8 | Kind::Bf8 if x == 0x80 => f64::NAN,
            Kind::OcpFp8 if x & 0x7f == 0x7f => f64::NAN,
            Kind::Fp8 | Kind::Bf8 | Kind::OcpFp8 | Kind::Finite(..) => {
                let p = self.part(x);
                p.sig as f64 * f64::powi(2.0, p.exp - self.fraction() as i32)
            }
        }
    }
}

/// The one NaN that there is.
pub(super) fn canonical(f: Format, r: u64) -> u64 {
    if f.is_nan(r) {
        f.inf() | f.quiet_bit()
    } else {
        r
    }
}
