//! NumPy arrays: the header of an input, to keep for the output, and headers of new arrays.

use std::io::Read;

use npyz::{NpyHeader, Order};

use super::spec::Scalar;

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

/// Keeps what is read through it.
struct Recorder<R> {
    from: R,
    seen: Vec<u8>,
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let n = self.from.read(out)?;
        self.seen.extend(&out[..n]);
        Ok(n)
    }
}

impl Header {
    /// The header of the array file of `len` bytes that starts at `file`; the rest of it are the
    /// elements, in C order, little endian.
    ///
    /// # Errors
    /// When it is no array, or one whose bytes would mean something else to the GPU.
    pub fn parse(file: impl Read, len: u64) -> Result<Header, String> {
        let seen = Vec::new();
        let mut file = Recorder { from: file, seen };
        let header =
            NpyHeader::from_reader(&mut file).map_err(|e| format!("no .npy array: {e}"))?;
        let bytes = file.seen;
        let dtype = header.dtype().descr();
        // A big-endian type string of any field. Plain byte types have `|`.
        if dtype.contains('>') {
            return Err(format!("its dtype {dtype} is big endian"));
        }
        if header.order() == Order::Fortran && header.shape().len() > 1 {
            return Err("it is in Fortran order; save it with order='C'".to_owned());
        }
        let item = header
            .dtype()
            .num_bytes()
            .ok_or_else(|| format!("its dtype {dtype} has no fixed size"))?
            as u64;
        let want = header
            .shape()
            .iter()
            .try_fold(item, |n, d| n.checked_mul(*d))
            .ok_or("its shape is too large")?;
        let there = len.saturating_sub(bytes.len() as u64);
        if want != there {
            return Err(format!(
                "its shape and dtype need {want} bytes, {there} are there"
            ));
        }
        Ok(Header {
            dtype: dtype.trim_matches('\'').to_owned(),
            shape: header.shape().to_vec(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_read_back() {
        let mut file = Header::new(Scalar::F32, &[2, 3]).bytes;
        assert_eq!(file.len() % 64, 0);
        file.extend([0; 24]);
        let header = NpyHeader::from_reader(file.as_slice()).unwrap();
        assert_eq!(header.shape(), [2, 3]);
        assert_eq!(header.dtype().descr(), "'<f4'");
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
}
