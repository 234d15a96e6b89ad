//! How bytes are shown: as numbers of a type.

use std::fmt;

use crate::loader::variables::{Encoding, Shape};

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    kind: Kind,
    /// Size in bytes: 1, 2, 4 or 8; of floats 2, 4 or 8.
    size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
    Hex,
}

/// All types, by name.
const NAMES: &[(&str, Kind, usize)] = &[
    ("i8", Kind::Signed, 1),
    ("i16", Kind::Signed, 2),
    ("i32", Kind::Signed, 4),
    ("i64", Kind::Signed, 8),
    ("u8", Kind::Unsigned, 1),
    ("u16", Kind::Unsigned, 2),
    ("u32", Kind::Unsigned, 4),
    ("u64", Kind::Unsigned, 8),
    ("f16", Kind::Float, 2),
    ("f32", Kind::Float, 4),
    ("f64", Kind::Float, 8),
    ("x8", Kind::Hex, 1),
    ("x16", Kind::Hex, 2),
    ("x32", Kind::Hex, 4),
    ("x64", Kind::Hex, 8),
    ("x", Kind::Hex, 4),
];

impl Type {
    /// Dwords in hexadecimal.
    pub const HEX: Type = Type {
        kind: Kind::Hex,
        size: 4,
    };
    /// 64 bits in hexadecimal.
    pub const HEX64: Type = Type {
        kind: Kind::Hex,
        size: 8,
    };

    /// The type called `name`.
    ///
    /// # Errors
    /// Which there are, in one line.
    pub fn named(name: &str) -> Result<Type, String> {
        let found = NAMES.iter().find(|(n, ..)| *n == name);
        let (_, kind, size) = *found.ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(n, ..)| *n).collect();
            format!("there is no type '{name}'; there are {}", names.join(", "))
        })?;
        Ok(Type { kind, size })
    }

    /// The type of the numbers that a variable is made of; dwords where that is not known.
    pub fn of(shape: &Shape) -> Type {
        let Some((encoding, size)) = shape.element else {
            return Type::HEX;
        };
        let kind = match encoding {
            Encoding::Signed => Kind::Signed,
            Encoding::Unsigned => Kind::Unsigned,
            Encoding::Float => Kind::Float,
            Encoding::Address => Kind::Hex,
        };
        let known = NAMES
            .iter()
            .find(|(_, k, s)| *k == kind && *s as u64 == size);
        known.map_or(Type::HEX, |(_, kind, size)| Type {
            kind: *kind,
            size: *size,
        })
    }

    /// Size in bytes.
    pub fn size(self) -> usize {
        self.size
    }

    /// Of how many dwords a number of this type is made, at least one.
    pub fn dwords(self) -> usize {
        self.size.div_ceil(4)
    }

    /// The number in the first bytes of `bytes`, low byte first; what is missing is zero.
    pub fn text(self, bytes: &[u8]) -> String {
        let mut all = [0; 8];
        let n = self.size.min(bytes.len());
        all[..n].copy_from_slice(&bytes[..n]);
        let bits = u64::from_le_bytes(all);
        let unused = 64 - 8 * self.size as u32;
        match (self.kind, self.size) {
            (Kind::Signed, _) => ((bits << unused) as i64 >> unused).to_string(),
            (Kind::Unsigned, _) => bits.to_string(),
            (Kind::Hex, size) => format!("0x{bits:0width$x}", width = 2 * size),
            (Kind::Float, 2) => format!("{:?}", f16(bits as u16)),
            (Kind::Float, 4) => format!("{:?}", f32::from_bits(bits as u32)),
            (Kind::Float, _) => format!("{:?}", f64::from_bits(bits)),
        }
    }

    /// The numbers in `bytes`; several in parentheses.
    pub fn texts(self, bytes: &[u8]) -> String {
        let texts: Vec<String> = bytes.chunks(self.size).map(|b| self.text(b)).collect();
        match &texts[..] {
            [one] => one.clone(),
            _ => format!("({})", texts.join(",")),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = NAMES
            .iter()
            .find(|(_, k, s)| (*k, *s) == (self.kind, self.size));
        f.write_str(known.map_or("?", |(name, ..)| name))
    }
}

/// The value of a half-precision number: every one is a single-precision number (IEEE 754).
fn f16(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        e => (1024.0 + fraction) * 2f32.powi(e - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values by hand (IEEE 754: sign, exponent with its bias, fraction).
    #[test]
    fn numbers_of_every_kind() {
        let text =
            |name: &str, bits: u64| Type::named(name).expect("a type").text(&bits.to_le_bytes());
        assert_eq!(text("i8", 0x80), "-128");
        assert_eq!(text("u8", 0x180), "128");
        assert_eq!(text("i16", 0xffff), "-1");
        assert_eq!(text("u16", 0xffff), "65535");
        assert_eq!(text("i32", 0x8000_0000), "-2147483648");
        assert_eq!(text("i64", u64::MAX), "-1");
        assert_eq!(text("u64", u64::MAX), "18446744073709551615");
        assert_eq!(text("f16", 0x3c00), "1.0");
        assert_eq!(text("f16", 0xc100), "-2.5");
        // The least subnormal, 2^-24, and the greatest number.
        assert_eq!(text("f16", 1), "5.9604645e-8");
        assert_eq!(text("f16", 0x7bff), "65504.0");
        assert_eq!(text("f16", 0x7c00), "inf");
        assert_eq!(text("f16", 0x7e00), "NaN");
        assert_eq!(text("f32", 0x3fc0_0000), "1.5");
        assert_eq!(text("f64", 0xbff0_0000_0000_0000), "-1.0");
        assert_eq!(text("x8", 0x1a), "0x1a");
        assert_eq!(text("x", 0x1a), "0x0000001a");
        assert!(Type::named("bf16").unwrap_err().contains("f16"));
    }
}
