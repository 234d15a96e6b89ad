//! NumPy arrays: the header of an input, to keep for the output, and headers of new arrays.

//!
//! The form is NumPy's (numpy.lib.format): a magic string, the version, the length of a header, and the
//! header, which is the literal of a Python dictionary.

use std::io::Read;

use super::spec::Scalar;

mod literal;

use literal::Literal;

/// What an array is, without its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Everything before the elements: an array of the same type and shape starts with it.
    pub bytes: Vec<u8>,
    /// NumPy dtype: a type string such as `<f4`, or a list of fields.
    pub dtype: String,
    /// Elements per dimension, the outermost first; none for a scalar.
    pub shape: Vec<u64>,
}

/// How a file begins.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Bytes that a header may have. NumPy itself reads no more than 10000 unless it is told to.
const MAX_HEADER: usize = 1 << 16;

impl Header {
    /// The header of the array file of `len` bytes that starts at `file`; the rest of it are the
    /// elements, in C order, little endian.
    ///
    /// # Errors
    /// When it is not an array, or one whose bytes would mean something else to the GPU.
    pub fn parse(mut file: impl Read, len: u64) -> Result<Header, String> {
        let (bytes, text) = read(&mut file).map_err(|e| format!("no .npy array: {e}"))?;
        let fields = Literal::parse(&text).map_err(|e| format!("no .npy array: header: {e}"))?;
        let field = |name: &str| {
            let found = fields.entry(name);
            found.ok_or_else(|| format!("no .npy array: its header has no '{name}'"))
        };
        let descr = field("descr")?;
        let (Literal::Bool(fortran), Literal::Tuple(shape)) =
            (field("fortran_order")?, field("shape")?)
        else {
            return Err("no .npy array: 'fortran_order' or 'shape' has another type".to_owned());
        };
        let dtype = match descr {
            Literal::Text(dtype) => dtype.clone(),
            fields => fields.to_string(),
        };
        let item = size(descr).ok_or_else(|| format!("its dtype {dtype} has no fixed size"))?;
        if is_big_endian(descr) {
            return Err(format!("its dtype {dtype} is big endian"));
        }
        if *fortran && shape.len() > 1 {
            return Err("it is in Fortran order; save it with order='C'".to_owned());
        }
        let dimension = |d: &Literal| match d {
            Literal::Number(n) => Ok(*n),
            other => Err(format!("no .npy array: its shape has {other}")),
        };
        let shape: Vec<u64> = shape.iter().map(dimension).collect::<Result<_, _>>()?;
        // An array without elements may have any other dimensions.
        let want = if shape.contains(&0) {
            Some(0)
        } else {
            shape.iter().try_fold(item, |n, d| n.checked_mul(*d))
        };
        let want = want.ok_or("its shape is too large")?;
        let there = len.saturating_sub(bytes.len() as u64);
        if want != there {
            return Err(format!(
                "its shape and dtype need {want} bytes, {there} are there"
            ));
        }
        Ok(Header {
            dtype,
            shape,
            bytes,
        })
    }

    /// The header of a new array (NumPy's NEP 1, version 1.0).
    pub fn new(scalar: Scalar, shape: &[u64]) -> Header {
        let dims: Vec<String> = shape.iter().map(u64::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        let mut text = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}",
            scalar.dtype(),
            dims.join(", ")
        );
        // Magic, version and length take 10 bytes; the whole is padded to 64 and ends a line.
        while (10 + text.len() + 1) % 64 != 0 {
            text.push(' ');
        }
        text.push('\n');
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.as_bytes());
        Header {
            bytes,
            dtype: scalar.dtype().to_owned(),
            shape: shape.to_vec(),
        }
    }

    /// The type of the elements, when it is one of ours. NumPy's booleans are bytes.
    pub fn scalar(&self) -> Option<Scalar> {
        let kind = self.dtype.trim_start_matches(['<', '|', '=']);
        Scalar::from_dtype(if kind == "b1" { "u1" } else { kind })
    }
}

/// Everything before the elements, and the header as text.
fn read(file: &mut impl Read) -> Result<(Vec<u8>, String), String> {
    let mut bytes = vec![0; MAGIC.len() + 2];
    let mut more = |bytes: &mut Vec<u8>, n: usize| {
        let at = bytes.len() - n;
        let got = file.read_exact(&mut bytes[at..]);
        got.map_err(|e| match e.kind() {
            std::io::ErrorKind::UnexpectedEof => "the file is too short".to_owned(),
            _ => e.to_string(),
        })
    };
    more(&mut bytes, MAGIC.len() + 2)?;
    let version = match bytes.strip_prefix(MAGIC) {
        Some(version) => [version[0], version[1]],
        None => return Err("the magic string is missing".to_owned()),
    };
    // The length of the header has two bytes in version 1, four in later ones.
    let size = match version {
        [1, 0] => 2,
        [2 | 3, 0] => 4,
        [major, minor] => return Err(format!("version {major}.{minor} is unknown")),
    };
    let start = bytes.len() + size;
    bytes.resize(start, 0);
    more(&mut bytes, size)?;
    let mut len = [0; 4];
    len[..size].copy_from_slice(&bytes[start - size..]);
    let len = u32::from_le_bytes(len) as usize;
    if len > MAX_HEADER {
        return Err(format!("a header of {len} bytes is not plausible"));
    }
    bytes.resize(start + len, 0);
    more(&mut bytes, len)?;
    // Latin-1 before version 3, UTF-8 since.
    let text = match version {
        [3, _] => String::from_utf8(bytes[start..].to_vec()).map_err(|e| e.to_string())?,
        _ => bytes[start..].iter().map(|b| char::from(*b)).collect(),
    };
    Ok((bytes, text))
}

/// Bytes of an element with the dtype `descr`; `None` for what has no fixed size, such as objects.
fn size(descr: &Literal) -> Option<u64> {
    match descr {
        Literal::Text(text) => size_of_string(text),
        Literal::List(fields) => fields.iter().try_fold(0u64, |sum, field| {
            let Literal::Tuple(parts) = field else {
                return None;
            };
            // The name, or title and name; the dtype; the shape when the field is an array.
            let (dtype, shape) = match parts.as_slice() {
                [_, dtype] => (dtype, &[][..]),
                [_, dtype, Literal::Tuple(shape)] => (dtype, shape.as_slice()),
                _ => return None,
            };
            let n = shape.iter().try_fold(size(dtype)?, |n, d| match d {
                Literal::Number(d) => n.checked_mul(*d),
                _ => None,
            })?;
            sum.checked_add(n)
        }),
        Literal::Tuple(_) | Literal::Dict(_) | Literal::Bool(_) | Literal::Number(_) => None,
    }
}

/// The same for a type string: byte order, kind, count and, of times, a unit.
fn size_of_string(text: &str) -> Option<u64> {
    let text = text.trim_start_matches(['<', '>', '|', '=']);
    let (text, unit) = text.split_once('[').unwrap_or((text, ""));
    let count = |digits: &str| digits.parse::<u64>().ok();
    match (text.chars().next()?, text.get(1..)?) {
        ('b' | 'i' | 'u' | 'f' | 'c', n) if unit.is_empty() => count(n).filter(|n| *n > 0),
        ('m' | 'M', n) => count(n).filter(|n| *n == 8),
        ('S' | 'a' | 'V', n) => count(n),
        // Four bytes per character.
        ('U', n) => count(n)?.checked_mul(4),
        _ => None,
    }
}

/// Whether a type string in it says so. Plain byte types have `|`.
fn is_big_endian(descr: &Literal) -> bool {
    match descr {
        Literal::Text(text) => text.starts_with('>'),
        Literal::List(fields) => fields.iter().any(|f| match f {
            Literal::Tuple(parts) => parts.iter().skip(1).any(is_big_endian),
            _ => false,
        }),
        Literal::Tuple(_) | Literal::Dict(_) | Literal::Bool(_) | Literal::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_read_back() {
        let mut file = Header::new(Scalar::F32, &[2, 3]).bytes;
        assert_eq!(file.len() % 64, 0);
        file.extend([0; 24]);
        let parse = |file: &[u8]| Header::parse(file, file.len() as u64);
        assert_eq!(parse(&file), Ok(Header::new(Scalar::F32, &[2, 3])));
        file.pop();
        assert!(parse(&file).unwrap_err().contains("24 bytes, 23"));
    }

    #[test]
    fn types_of_elements() {
        let of = |dtype: &str| {
            let mut header = Header::new(Scalar::U8, &[1]);
            header.dtype = dtype.to_owned();
            header.scalar()
        };
        assert_eq!(of("<f4"), Some(Scalar::F32));
        assert_eq!(of("|i1"), Some(Scalar::I8));
        assert_eq!(of("|b1"), Some(Scalar::U8));
        for other in ["<c8", "|S4", "[('a', '<f4')]", "<f16", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn what_the_gpu_would_misread_is_refused() {
        let change = |from: &str, to: &str| {
            let file = Header::new(Scalar::F32, &[2, 3]).bytes;
            let text = String::from_utf8_lossy(&file[10..]).replace(from, to);
            let mut out = file[..10].to_vec();
            out.extend(text.as_bytes());
            out.extend([0; 24]);
            Header::parse(out.as_slice(), out.len() as u64).unwrap_err()
        };
        assert!(change("<f4", ">f4").contains("big endian"));
        assert!(change("False", "True ").contains("Fortran"));
        let e = Header::parse([1, 2, 3].as_slice(), 3).unwrap_err();
        assert!(e.contains("no .npy"));
    }

    /// A file with this header, of format version `version`, and `len` bytes of elements.
    fn file(version: u8, header: &str, len: usize) -> Vec<u8> {
        let mut out = [MAGIC, &[version, 0]].concat();
        match version {
            1 => out.extend((header.len() as u16).to_le_bytes()),
            _ => out.extend((header.len() as u32).to_le_bytes()),
        }
        out.extend(header.as_bytes());
        out.resize(out.len() + len, 0);
        out
    }

    fn parse(file: &[u8]) -> Result<Header, String> {
        Header::parse(file, file.len() as u64)
    }

    fn of(descr: &str, shape: &str, len: usize) -> Result<Header, String> {
        let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n");
        parse(&file(1, &header, len))
    }

    /// What NumPy writes, in all versions of the format; Python's literals leave some freedom.
    #[test]
    fn versions_and_spellings() {
        let header = "{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }      \n";
        let others = [
            "{\"shape\":(3,),\"descr\":\"<u2\",\"fortran_order\":True}",
            " { 'descr' : '<u2' , 'fortran_order' : False , 'shape' : ( 3L , ) } ",
        ];
        for version in [1, 2, 3] {
            for text in [header, others[0], others[1]] {
                let h = parse(&file(version, text, 6)).unwrap();
                assert_eq!((h.dtype.as_str(), h.shape.as_slice()), ("<u2", &[3][..]));
                assert_eq!(h.scalar(), Some(Scalar::U16));
            }
        }
        let e = parse(&file(4, header, 6)).unwrap_err();
        assert!(e.contains("version 4.0"), "{e}");
        let named = "{'descr': [('ü', '<u2')], 'fortran_order': False, 'shape': (3,), }";
        assert_eq!(parse(&file(3, named, 6)).unwrap().dtype, "[('ü', '<u2')]");
    }

    #[test]
    fn sizes_of_elements() {
        for (descr, item) in [
            ("'|b1'", 1),
            ("'<f8'", 8),
            ("'<c16'", 16),
            ("'|S5'", 5),
            ("'<U3'", 12),
            ("'|V7'", 7),
            ("'<M8[ns]'", 8),
            ("[('a', '<f4'), ('b', '|i1', (3,))]", 7),
            (
                "[(('title', 'a'), '<f4'), ('s', [('x', '<i2'), ('y', '<i2')], (2, 2))]",
                20,
            ),
        ] {
            assert!(of(descr, "(2,)", 2 * item).is_ok(), "{descr}");
            assert!(of(descr, "(2,)", 2 * item + 1).is_err(), "{descr}");
        }
        for descr in [
            "'|O'", "'|O8'", "'<f'", "''", "'<x4'", "'<f4[s]'", "7", "[('a',)]",
        ] {
            let e = of(descr, "(0,)", 0).unwrap_err();
            assert!(e.contains("no fixed size"), "{descr}: {e}");
        }
        let e = of("[('a', '<f4'), ('b', '>i2')]", "(1,)", 6).unwrap_err();
        assert!(
            e.contains("big endian") && e.contains("('b', '>i2')"),
            "{e}"
        );
    }

    #[test]
    fn shapes() {
        for (shape, len) in [("()", 4), ("(0,)", 0), ("(2, 3)", 24)] {
            assert!(of("'<f4'", shape, len).is_ok(), "{shape}");
        }
        let empty = of("'<f4'", "(18446744073709551615, 9, 0)", 0);
        assert_eq!(empty.unwrap().shape, [u64::MAX, 9, 0]);
        for shape in ["(4294967296, 4294967296)", "(18446744073709551615,)"] {
            let e = of("'<f4'", shape, 4).unwrap_err();
            assert!(e.contains("too large"), "{e}");
        }
        for shape in [
            "(18446744073709551616,)",
            "(-1,)",
            "(2",
            "3",
            "('2',)",
            "(2,,)",
        ] {
            let e = of("'<f4'", shape, 4).unwrap_err();
            assert!(e.starts_with("no .npy array: "), "{e}");
        }
    }

    /// Whatever is cut off or cannot be Python: an error, no panic and no large allocation.
    #[test]
    fn damaged_headers() {
        let good = file(
            1,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }",
            4,
        );
        assert!(parse(&good).is_ok());
        for n in 0..good.len() {
            assert!(parse(&good[..n]).is_err(), "{n}");
        }
        for header in [
            "",
            "{",
            "[]",
            "{}",
            "{'descr': '<f4', 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
            "{'descr': '<f4, 'fortran_order': False, 'shape': (1,)}",
            "{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}",
            &"[".repeat(60_000),
        ] {
            let e = parse(&file(1, header, 4)).unwrap_err();
            assert!(e.starts_with("no .npy array: "), "{e}");
            assert!(e.len() < 200, "{e}");
        }
        let mut huge = file(2, "", 4);
        huge[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        let e = parse(&huge).unwrap_err();
        assert!(e.contains("4294967295 bytes is not plausible"), "{e}");
    }
}
