//! Argument specifications: `@FILE`, `zeros:f32[1024]`, `iota:u32[8]`, `u32:5`, `2.5`, `local:256`,
//! `null`.

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

    /// Whether its bits can be meant for an argument of type `declared`: signed and unsigned integers of a
    /// size are the same to a kernel, integers and floating-point numbers are not.
    pub fn fits(self, declared: Scalar) -> bool {
        self.size() == declared.size() && self.is_float() == declared.is_float()
    }

    fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    /// The little-endian bytes of the value `text`. Floating-point values are rounded to the
    /// nearest; integers must be in range, and in hexadecimal may also be the bits of a negative
    /// number.
    pub fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        let bad = |_| format!("'{text}' is not of type {}", self.name());
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

/// The value of the half-precision number with these bits.
pub fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let size = match exponent {
        31 if fraction != 0.0 => return f64::NAN,
        31 => f64::INFINITY,
        0 => fraction * 2f64.powi(-24),
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// The number with the fewest digits that rounds to the half-precision number with these bits.
fn shortest_half(bits: u16) -> f64 {
    let value = half(bits);
    // Five digits tell any two apart. Whether fewer do is up to the parser that reads them back.
    let short = (0..5)
        .map(|digits| format!("{value:.digits$e}"))
        .find(|text| F16.bytes(text).is_ok_and(|b| b == bits.to_le_bytes()));
    short.and_then(|text| text.parse().ok()).unwrap_or(value)
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

/// An array that is made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// What is in it.
    pub elements: Elements,
    /// Of which type.
    pub scalar: Scalar,
    /// Elements per dimension; all together have less than 2^63 bytes.
    pub shape: Vec<u64>,
}

/// The elements of an array that is made up, in C order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// `zeros:TYPE[N]`.
    Zeros,
    /// `fill:TYPE[N]=VALUE`: the bytes of each.
    Fill(Vec<u8>),
    /// `iota:TYPE[N]`: 0, 1, 2, ...
    Iota,
    /// `rand:TYPE[N]:SEED`.
    Random(u64),
    /// `uninit:TYPE[N]`.
    Undefined,
}

impl Array {
    /// Bytes of all elements together.
    pub fn size(&self) -> u64 {
        self.shape.iter().product::<u64>() * self.scalar.size()
    }
}

/// One argument as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// `@FILE`.
    File(PathBuf),
    /// `zeros:TYPE[N]` and the like.
    Array(Array),
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
            Some((kind @ ("zeros" | "fill" | "iota" | "rand" | "uninit"), rest)) => {
                array(kind, rest).map_err(|e| format!("'{text}': {e}"))
            }
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
                "'{text}' is neither @FILE, an array such as zeros:TYPE[N], TYPE:VALUE, a number, local:BYTES nor null"
            )),
        }
    }
}

/// The array `kind:text`.
fn array(kind: &str, text: &str) -> Result<Spec, String> {
    let form = match kind {
        "fill" => "fill:TYPE[N]=VALUE",
        "rand" => "rand:TYPE[N] or rand:TYPE[N]:SEED",
        "iota" => "iota:TYPE[N]",
        "uninit" => "uninit:TYPE[N]",
        _ => "zeros:TYPE[N]",
    };
    let want = || format!("want {form} with at most 2^63 bytes, e.g. {kind}:f32[1024]");
    let (typed, tail) = text.split_once(']').ok_or_else(want)?;
    let (scalar, shape) = shape(typed).ok_or_else(want)?;
    let elements = match (kind, tail) {
        ("zeros", "") => Elements::Zeros,
        ("iota", "") => Elements::Iota,
        ("uninit", "") => Elements::Undefined,
        ("rand", "") => Elements::Random(0),
        ("rand", _) => {
            let seed = tail.strip_prefix(':').and_then(integer);
            let seed = seed.and_then(|(n, _)| u64::try_from(n).ok());
            Elements::Random(seed.ok_or("want a SEED from 0 to 2^64-1")?)
        }
        ("fill", _) => {
            let value = tail.strip_prefix('=').ok_or_else(want)?;
            Elements::Fill(scalar.bytes(value)?)
        }
        _ => return Err(want()),
    };
    Ok(Spec::Array(Array {
        elements,
        scalar,
        shape,
    }))
}

/// `TYPE[N,M`.
fn shape(text: &str) -> Option<(Scalar, Vec<u64>)> {
    let (name, shape) = text.split_once('[')?;
    let scalar = Scalar::from_name(name)?;
    let shape: Vec<u64> = shape
        .split(',')
        .map(|n| n.trim().parse().ok())
        .collect::<Option<_>>()?;
    let bytes = shape
        .iter()
        .try_fold(scalar.size(), |n, d| n.checked_mul(*d))?;
    i64::try_from(bytes).ok()?;
    Some((scalar, shape))
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
        let array = |text: &str| match Spec::parse(text) {
            Ok(Spec::Array(a)) => (a.elements, a.scalar, a.shape),
            other => panic!("{text}: {other:?}"),
        };
        use Elements::*;
        assert_eq!(array("zeros:f32[16]"), (Zeros, F32, vec![16]));
        assert_eq!(array("zeros:u8[4, 2]"), (Zeros, U8, vec![4, 2]));
        assert_eq!(array("iota:u8[4,2]"), (Iota, U8, vec![4, 2]));
        assert_eq!(array("uninit:f64[1]"), (Undefined, F64, vec![1]));
        assert_eq!(array("rand:f16[9]"), (Random(0), F16, vec![9]));
        assert_eq!(array("rand:i8[9]:0x10"), (Random(16), I8, vec![9]));
        let minus_two = Fill(vec![0xfe, 0xff]);
        assert_eq!(array("fill:i16[3]=-2"), (minus_two, I16, vec![3]));
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
            "zeros:f32[1]=1",
            "iota:f32[1]:1",
            "uninit:f32[1] ",
            "fill:f32[1]",
            "fill:f32[1]:1",
            "fill:u8[1]=256",
            "fill:u32[1]=1.5",
            "rand:f32[1]=1",
            "rand:f32[1]:",
            "rand:f32[1]:-1",
            "rand:f32[1]:x",
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
