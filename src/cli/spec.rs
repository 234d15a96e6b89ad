//! Argument specifications: `@FILE`, `zeros:f32[1024]`, `u32:5`, `2.5`, `local:256`, `null`.

use std::fmt::Write;
use std::path::PathBuf;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::Half;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    I8,
    U8,
    I16,
    U16,
    F16,
    I32,
    U32,
    F32,
    I64,
    U64,
    F64,
}

use Scalar::*;

impl Scalar {
    /// Every type with its name here and as a NumPy dtype.
    const ALL: [(Scalar, &'static str, &'static str); 11] = [
        (I8, "i8", "|i1"),
        (U8, "u8", "|u1"),
        (I16, "i16", "<i2"),
        (U16, "u16", "<u2"),
        (F16, "f16", "<f2"),
        (I32, "i32", "<i4"),
        (U32, "u32", "<u4"),
        (F32, "f32", "<f4"),
        (I64, "i64", "<i8"),
        (U64, "u64", "<u8"),
        (F64, "f64", "<f8"),
    ];

    /// The type called `name`.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Self::ALL.iter().find(|s| s.1 == name).map(|s| s.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Its NumPy dtype.
    pub fn dtype(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The type of a NumPy dtype without its byte order, e.g. `f4`.
    pub fn from_dtype(kind: &str) -> Option<Scalar> {
        Self::ALL.iter().find(|s| s.2[1..] == *kind).map(|s| s.0)
    }

    /// Its size in bytes.
    pub fn size(self) -> u64 {
        match self {
            I8 | U8 => 1,
            I16 | U16 | F16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, F16 | F32 | F64)
    }

    fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    /// The little-endian bytes of the value `text`. Floating-point values are rounded to the
    /// nearest; integers must be in range, and in hexadecimal may also be the bits of a negative
    /// number.
    pub fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        let bad = |_| format!("'{text}' is no {}", self.name());
        Ok(match self {
            F16 => {
                // The parser of rustc_apfloat knows no sign before a name.
                let f: f64 = text
                    .parse()
                    .map_err(|e: std::num::ParseFloatError| bad(e.to_string()))?;
                let half = if f.is_finite() {
                    text.trim_start_matches('+')
                        .parse::<Half>()
                        .map_err(|e| bad(format!("{e:?}")))?
                        .to_bits() as u16
                } else if f.is_nan() {
                    0x7e00
                } else if f > 0.0 {
                    0x7c00
                } else {
                    0xfc00
                };
                half.to_le_bytes().to_vec()
            }
            F32 => {
                let f: f32 = text
                    .parse()
                    .map_err(|e: std::num::ParseFloatError| bad(e.to_string()))?;
                f.to_le_bytes().to_vec()
            }
            F64 => {
                let f: f64 = text
                    .parse()
                    .map_err(|e: std::num::ParseFloatError| bad(e.to_string()))?;
                f.to_le_bytes().to_vec()
            }
            _ => {
                let (value, hex) = integer(text).ok_or_else(|| bad(String::new()))?;
                let bits = 8 * self.size();
                let unsigned = (0, (1i128 << bits) - 1);
                let (min, max) = if self.is_signed() && !hex {
                    (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                } else {
                    unsigned
                };
                if value < min || value > max {
                    return Err(format!(
                        "{text} is out of range for {} ({min} to {max})",
                        self.name()
                    ));
                }
                value.to_le_bytes()[..self.size() as usize].to_vec()
            }
        })
    }
}

impl Scalar {
    /// Appends the value in the little-endian `bytes`, as short as it can be and still be read back
    /// as the same.
    pub fn write(self, out: &mut String, bytes: &[u8]) {
        let mut raw = [0; 8];
        for (to, from) in raw.iter_mut().zip(bytes) {
            *to = *from;
        }
        let bits = u64::from_le_bytes(raw);
        // Writing to a string cannot fail.
        let _ = match self {
            U8 | U16 | U32 | U64 => write!(out, "{bits}"),
            I8 => write!(out, "{}", bits as i8),
            I16 => write!(out, "{}", bits as i16),
            I32 => write!(out, "{}", bits as i32),
            I64 => write!(out, "{}", bits as i64),
            F16 => write!(out, "{:?}", shortest_half(bits as u16)),
            F32 => write!(out, "{:?}", f32::from_bits(bits as u32)),
            F64 => write!(out, "{:?}", f64::from_bits(bits)),
        };
    }
}

/// The number with the fewest digits that rounds to the half-precision number with these bits.
fn shortest_half(bits: u16) -> f64 {
    let (sign, exponent) = (bits >> 15, i32::from(bits >> 10 & 31));
    let fraction = f64::from(bits & 0x3ff);
    let size = match exponent {
        31 if fraction != 0.0 => return f64::NAN,
        31 => f64::INFINITY,
        0 => fraction * 2f64.powi(-24),
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    // Five digits tell any two apart. Whether fewer do is up to the parser that reads them back.
    let short = (0..5)
        .map(|digits| format!("{size:.digits$e}"))
        .find(|text| {
            F16.bytes(text)
                .is_ok_and(|b| b == (bits & 0x7fff).to_le_bytes())
        });
    let short = short.and_then(|text| text.parse().ok()).unwrap_or(size);
    if sign == 1 { -short } else { short }
}

/// An integer in decimal, or in hexadecimal after `0x`; and which of the two.
pub fn integer(text: &str) -> Option<(i128, bool)> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) if !hex.starts_with(['+', '-']) => {
            Some((i128::from(u64::from_str_radix(hex, 16).ok()?), true))
        }
        Some(_) => None,
        None => Some((text.parse().ok()?, false)),
    }
}

/// One argument as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// `@FILE`.
    File(PathBuf),
    /// `zeros:TYPE[N]`.
    Zeros(Scalar, Vec<u64>),
    /// `TYPE:VALUE`.
    Typed(Scalar, String),
    /// A bare number.
    Number(String),
    /// `local:BYTES`.
    Local(u32),
    /// `null`.
    Null,
}

impl Spec {
    /// Reads a specification.
    pub fn parse(text: &str) -> Result<Spec, String> {
        if let Some(path) = text.strip_prefix('@') {
            if path.is_empty() {
                return Err("'@' without a file name".to_owned());
            }
            return Ok(Spec::File(path.into()));
        }
        if text == "null" {
            return Ok(Spec::Null);
        }
        match text.split_once(':') {
            Some(("zeros", rest)) => zeros(rest).ok_or_else(|| {
                format!(
                    "'{text}': want zeros:TYPE[N] with at most 2^63 bytes, e.g. zeros:f32[1024]"
                )
            }),
            Some(("local", rest)) => match integer(rest).map(|(n, _)| u32::try_from(n)) {
                Some(Ok(n)) => Ok(Spec::Local(n)),
                _ => Err(format!("'{text}': want local:BYTES")),
            },
            Some((name, value)) => match Scalar::from_name(name) {
                Some(scalar) => Ok(Spec::Typed(scalar, value.to_owned())),
                None => Err(format!("'{text}': unknown type '{name}'")),
            },
            None if integer(text).is_some() || text.parse::<f64>().is_ok() => {
                Ok(Spec::Number(text.to_owned()))
            }
            None => Err(format!(
                "'{text}' is no @FILE, zeros:TYPE[N], TYPE:VALUE, number, local:BYTES or null"
            )),
        }
    }
}

fn zeros(text: &str) -> Option<Spec> {
    let (name, shape) = text.strip_suffix(']')?.split_once('[')?;
    let scalar = Scalar::from_name(name)?;
    let shape: Vec<u64> = shape
        .split(',')
        .map(|n| n.trim().parse().ok())
        .collect::<Option<_>>()?;
    let bytes = shape
        .iter()
        .try_fold(scalar.size(), |n, d| n.checked_mul(*d))?;
    i64::try_from(bytes).ok()?;
    Some(Spec::Zeros(scalar, shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_order() {
        for (i, (s, name, _)) in Scalar::ALL.iter().enumerate() {
            assert_eq!(*s as usize, i);
            assert_eq!(Scalar::from_name(name), Some(*s));
        }
    }

    #[test]
    fn specifications() {
        assert_eq!(
            Spec::parse("@a=b:c.npy"),
            Ok(Spec::File("a=b:c.npy".into()))
        );
        assert_eq!(Spec::parse("zeros:f32[16]"), Ok(Spec::Zeros(F32, vec![16])));
        assert_eq!(
            Spec::parse("zeros:u8[4, 2]"),
            Ok(Spec::Zeros(U8, vec![4, 2]))
        );
        assert_eq!(Spec::parse("u32:5"), Ok(Spec::Typed(U32, "5".to_owned())));
        assert_eq!(Spec::parse("-2.5"), Ok(Spec::Number("-2.5".to_owned())));
        assert_eq!(Spec::parse("0x10"), Ok(Spec::Number("0x10".to_owned())));
        assert_eq!(Spec::parse("local:64"), Ok(Spec::Local(64)));
        assert_eq!(Spec::parse("null"), Ok(Spec::Null));
        for bad in [
            "",
            "@",
            "zeros:f32",
            "zeros:f32[]",
            "zeros:f99[1]",
            "zeros:f64[9223372036854775807]",
            "local:x",
            "local:-1",
            "f33:1",
            "hello",
            "0x",
            "0x-5",
        ] {
            assert!(Spec::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn printed() {
        let show = |s: Scalar, bytes: &[u8]| {
            let mut out = String::new();
            s.write(&mut out, bytes);
            out
        };
        assert_eq!(show(U8, &[255]), "255");
        assert_eq!(show(I8, &[255]), "-1");
        assert_eq!(show(I16, &[0, 0x80]), "-32768");
        assert_eq!(show(U32, &[0xff; 4]), "4294967295");
        assert_eq!(show(I64, &[0xff; 8]), "-1");
        assert_eq!(show(U64, &[0xff; 8]), "18446744073709551615");
        assert_eq!(show(F32, &0.1f32.to_le_bytes()), "0.1");
        assert_eq!(show(F32, &2f32.to_le_bytes()), "2.0");
        assert_eq!(show(F64, &1e300f64.to_le_bytes()), "1e300");
        assert_eq!(show(F64, &(-0f64).to_le_bytes()), "-0.0");
        // IEEE 754 binary16: 0x2e66 is the nearest to 0.1, 0x3555 to 1/3; the smallest denormal is
        // 2^-24 = 5.96e-8, of which 6e-8 is the shortest that rounds to it.
        for (bits, text) in [
            (0x2e66u16, "0.1"),
            (0x3555, "0.3333"),
            (0x3c01, "1.001"),
            (0x7bff, "65500.0"),
            (0x0001, "6e-8"),
            (0x8000, "-0.0"),
            (0xfc00, "-inf"),
            (0x7e00, "NaN"),
        ] {
            assert_eq!(show(F16, &bits.to_le_bytes()), text);
        }
    }

    /// All of them, for numbers that are not NaN.
    #[test]
    fn halves_are_read_back() {
        for bits in (0..=u16::MAX).filter(|b| b & 0x7fff <= 0x7c00) {
            let mut text = String::new();
            F16.write(&mut text, &bits.to_le_bytes());
            assert_eq!(F16.bytes(&text), Ok(bits.to_le_bytes().to_vec()), "{text}");
        }
    }

    #[test]
    fn values() {
        assert_eq!(U8.bytes("255"), Ok(vec![255]));
        assert_eq!(I8.bytes("-128"), Ok(vec![0x80]));
        assert_eq!(I8.bytes("0xff"), Ok(vec![0xff]));
        assert_eq!(I32.bytes("-1"), Ok(vec![0xff; 4]));
        assert_eq!(U64.bytes("18446744073709551615"), Ok(vec![0xff; 8]));
        assert_eq!(F32.bytes("1"), Ok(1f32.to_le_bytes().to_vec()));
        assert_eq!(
            F64.bytes("-inf"),
            Ok(f64::NEG_INFINITY.to_le_bytes().to_vec())
        );
        // 1.5 = 0x3e00, -2 = 0xc000; 65520 is half way to what would be 65536, and rounds to
        // infinity; 2^-24 is the smallest denormal (IEEE 754 binary16).
        for (text, bits) in [
            ("1.5", 0x3e00u16),
            ("-2", 0xc000),
            ("+1", 0x3c00),
            ("65504", 0x7bff),
            ("65520", 0x7c00),
            ("5.9604644775390625e-8", 1),
            ("inf", 0x7c00),
            ("-inf", 0xfc00),
            ("nan", 0x7e00),
        ] {
            assert_eq!(F16.bytes(text), Ok(bits.to_le_bytes().to_vec()), "{text}");
        }
        for (s, text) in [
            (U8, "256"),
            (U8, "-1"),
            (I8, "128"),
            (U32, "0x100000000"),
            (U32, "1.5"),
            (I64, "9223372036854775808"),
            (F32, "0x10"),
            (F16, "x"),
        ] {
            assert!(s.bytes(text).is_err(), "{text}");
        }
    }
}
