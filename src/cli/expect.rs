//! `--expect`: buffers compared with NumPy arrays.

use std::io::Read;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::Failure;
use super::args::{Bound, Value};
use super::contents::Contents;
use super::npy::Header;
use super::spec::{Scalar, half};

/// How far a number may be from what is expected.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tolerance {
    /// Relative to what is expected.
    pub relative: f64,
    /// In any case.
    pub absolute: f64,
}

/// An array that a buffer is to hold after the run.
#[derive(Debug)]
pub struct Expectation {
    path: PathBuf,
    /// The buffer's elements as they are compared.
    got: (Scalar, Vec<u64>),
    want: (Scalar, Vec<u64>),
    bytes: Vec<u8>,
}

/// A number of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Integer(i128),
    Float(f64),
}

/// What was found instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Index of the first element that differs.
    index: Vec<u64>,
    got: String,
    want: String,
    /// How many elements differ, of how many.
    differ: u64,
    elements: u64,
}

impl Expectation {
    /// Reads the array that the buffer of `arg` is to be compared with.
    ///
    /// # Errors
    /// It cannot be read, or can never agree: its elements are not numbers, its shape is another one.
    pub fn read(arg: &Bound, path: PathBuf) -> Result<Expectation, Failure> {
        let fail = |what: String| {
            let name = &arg.label;
            Failure::Usage(format!("--expect {name}={}: {what}", path.display()))
        };
        let Value::Buffer { header, size, .. } = &arg.value else {
            return Err(fail(format!("argument '{}' is not a buffer", arg.label)));
        };
        let io = |e: std::io::Error| super::unreadable(&path, &e);
        let contents = Contents::open(&path).map_err(io)?;
        let len = contents.len().map_err(io)?;
        let expected = Header::parse(contents.reader(), len).map_err(&fail)?;
        let mut bytes = Vec::new();
        let contents = contents.skip(expected.bytes.len() as u64);
        contents.reader().read_to_end(&mut bytes).map_err(io)?;
        let number = |h: &Header| {
            let what = format!("the dtype {} is not compared", h.dtype);
            h.scalar().ok_or_else(|| fail(what))
        };
        let want = (number(&expected)?, expected.shape.clone());
        // The bytes of a plain file have no type of their own.
        let got = if arg.plain && *size == bytes.len() as u64 {
            want.clone()
        } else {
            (number(header)?, header.shape.clone())
        };
        if common(&got.1, &want.1).is_none() {
            let (a, b) = (&got.1, &want.1);
            return Err(fail(format!(
                "the shapes {a:?} and {b:?} do not go together"
            )));
        }
        Ok(Expectation {
            path,
            got,
            want,
            bytes,
        })
    }

    /// Compares the buffer, which holds `data`; without a tolerance exactly.
    pub fn compare(&self, data: &[u8], tolerance: Option<Tolerance>) -> Option<Mismatch> {
        let shape = common(&self.got.1, &self.want.1)?;
        let elements = shape.iter().product();
        let (mut index, mut found) = (vec![0; shape.len()], None::<Mismatch>);
        for _ in 0..elements {
            let got = number(&self.got, data, &index);
            let want = number(&self.want, &self.bytes, &index);
            if !agree(got, want, tolerance) {
                let first = found.get_or_insert_with(|| Mismatch {
                    index: index.clone(),
                    got: text(&self.got, data, &index),
                    want: text(&self.want, &self.bytes, &index),
                    differ: 0,
                    elements,
                });
                first.differ += 1;
            }
            next(&mut index, &shape);
        }
        found
    }

    /// What to say about a mismatch in the buffer called `label`.
    pub fn message(&self, label: &str, m: &Mismatch) -> String {
        let Mismatch {
            got,
            want,
            differ,
            elements,
            ..
        } = m;
        let index: Vec<String> = m.index.iter().map(u64::to_string).collect();
        format!(
            "{label}[{}] is {got}, {} expects {want}; {differ} of {elements} elements differ",
            index.join(","),
            self.path.display(),
        )
    }

    /// The same as JSON.
    pub fn json(&self, label: &str, m: &Mismatch) -> Json {
        json!({
            "argument": label,
            "file": self.path.display().to_string(),
            "index": m.index,
            "got": m.got,
            "expected": m.want,
            "differ": m.differ,
            "elements": m.elements,
            "message": self.message(label, m),
        })
    }
}

/// The shape to which NumPy's broadcasting brings both: dimensions count from the last, and where one array
/// has 1, or no dimension, its elements are repeated.
fn common(a: &[u64], b: &[u64]) -> Option<Vec<u64>> {
    let n = a.len().max(b.len());
    let size = |shape: &[u64], d: usize| match (d + shape.len()).checked_sub(n) {
        Some(d) => shape[d],
        None => 1,
    };
    let both = (0..n).map(|d| match (size(a, d), size(b, d)) {
        (x, y) if x == y => Some(x),
        (1, y) => Some(y),
        (x, 1) => Some(x),
        _ => None,
    });
    let shape: Vec<u64> = both.collect::<Option<_>>()?;
    // The product of two arrays' sizes may be more than there are numbers.
    if shape.contains(&0) {
        Some(shape)
    } else {
        shape
            .iter()
            .try_fold(1u64, |n, d| n.checked_mul(*d))
            .map(|_| shape)
    }
}

/// The next index in C order.
fn next(index: &mut [u64], shape: &[u64]) {
    for (i, n) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < *n {
            return;
        }
        *i = 0;
    }
}

/// The bytes of the element at `index` of the common shape.
fn element<'a>((scalar, shape): &(Scalar, Vec<u64>), data: &'a [u8], index: &[u64]) -> &'a [u8] {
    let own = &index[index.len() - shape.len()..];
    let mut at = 0;
    for (i, n) in own.iter().zip(shape) {
        at = at * n + if *n == 1 { 0 } else { *i };
    }
    let size = scalar.size();
    let at = (at * size) as usize;
    data.get(at..at + size as usize).unwrap_or(&[])
}

fn number(array: &(Scalar, Vec<u64>), data: &[u8], index: &[u64]) -> Number {
    let bytes = element(array, data, index);
    let mut raw = [0; 8];
    raw[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(raw);
    match array.0 {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => Number::Integer(bits.into()),
        Scalar::I8 => Number::Integer((bits as i8).into()),
        Scalar::I16 => Number::Integer((bits as i16).into()),
        Scalar::I32 => Number::Integer((bits as i32).into()),
        Scalar::I64 => Number::Integer((bits as i64).into()),
        Scalar::F16 => Number::Float(half(bits as u16)),
        Scalar::F32 => Number::Float(f32::from_bits(bits as u32).into()),
        Scalar::F64 => Number::Float(f64::from_bits(bits)),
    }
}

fn text(array: &(Scalar, Vec<u64>), data: &[u8], index: &[u64]) -> String {
    let mut text = String::new();
    array.0.write(&mut text, element(array, data, index));
    text
}

/// Whether `got` will do for `want`: `|got - want| <= atol + rtol * |want|`, as NumPy's allclose has it, but NaN
/// is NaN.
fn agree(got: Number, want: Number, tolerance: Option<Tolerance>) -> bool {
    use Number::{Float, Integer};
    let float = |n| match n {
        Integer(n) => n as f64,
        Float(f) => f,
    };
    let (x, y) = (float(got), float(want));
    let same = match (got, want) {
        (Integer(x), Integer(y)) => x == y,
        (Float(x), Float(y)) => x == y || x.is_nan() && y.is_nan(),
        // Exact: the conversion of a large integer is not.
        (Float(f), Integer(n)) | (Integer(n), Float(f)) => f == n as f64 && f as i128 == n,
    };
    let Some(t) = tolerance.filter(|_| !same) else {
        return same;
    };
    let distance = match (got, want) {
        (Integer(x), Integer(y)) => (x - y).unsigned_abs() as f64,
        _ => (x - y).abs(),
    };
    // Nothing finite is near infinity, however large the tolerance relative to it.
    x.is_finite() && y.is_finite() && distance <= t.absolute + t.relative * y.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_go_together() {
        // The table of NumPy's manual ("Broadcasting"), and scalars.
        assert_eq!(common(&[256, 256, 3], &[3]), Some(vec![256, 256, 3]));
        assert_eq!(common(&[8, 1, 6, 1], &[7, 1, 5]), Some(vec![8, 7, 6, 5]));
        assert_eq!(common(&[15, 3, 5], &[3, 1]), Some(vec![15, 3, 5]));
        assert_eq!(common(&[], &[4]), Some(vec![4]));
        assert_eq!(common(&[0], &[1]), Some(vec![0]));
        assert_eq!(common(&[3], &[4]), None);
        assert_eq!(common(&[2, 1], &[8, 4, 3]), None);
        assert_eq!(common(&[1 << 33, 1], &[1, 1 << 33]), None);
    }

    #[test]
    fn elements_are_repeated() {
        let expectation = |shape: &[u64], bytes: &[u8]| Expectation {
            path: PathBuf::from("e.npy"),
            got: (Scalar::U8, vec![2, 3]),
            want: (Scalar::U8, shape.to_vec()),
            bytes: bytes.to_vec(),
        };
        let data = [1, 2, 3, 1, 2, 3];
        assert_eq!(expectation(&[3], &[1, 2, 3]).compare(&data, None), None);
        let e = expectation(&[2, 1], &[1, 1]);
        let m = e.compare(&data, None).expect("differs");
        assert_eq!(
            (m.index.as_slice(), m.differ, m.elements),
            (&[0, 1][..], 4, 6)
        );
        assert_eq!(
            e.message("a", &m),
            "a[0,1] is 2, e.npy expects 1; 4 of 6 elements differ"
        );
        let one = Some(Tolerance {
            relative: 0.0,
            absolute: 1.0,
        });
        assert_eq!(expectation(&[], &[2]).compare(&data, one), None);
    }

    #[test]
    fn numbers_that_agree() {
        use Number::{Float, Integer};
        let nan = Float(f64::NAN);
        let inf = |sign: f64| Float(sign * f64::INFINITY);
        let tolerance = |relative, absolute| Some(Tolerance { relative, absolute });
        for (got, want, t, expected) in [
            (Float(0.0), Float(-0.0), None, true),
            (Float(1.0), Integer(1), None, true),
            (Float(1.5), Integer(1), None, false),
            (Integer(1 << 53), Integer((1 << 53) + 1), None, false),
            (
                Float((1u64 << 53) as f64),
                Integer((1 << 53) + 1),
                None,
                false,
            ),
            (Integer(-1), Integer(u64::MAX.into()), None, false),
            (nan, nan, None, true),
            (nan, nan, tolerance(1.0, 1.0), true),
            (nan, Float(1.0), tolerance(1.0, f64::INFINITY), false),
            (Float(1.0), nan, tolerance(1.0, 1.0), false),
            (inf(1.0), inf(1.0), tolerance(0.1, 0.1), true),
            (inf(1.0), inf(-1.0), tolerance(0.1, 0.1), false),
            (Float(1.0), inf(1.0), tolerance(0.1, 0.1), false),
            // The tolerance is relative to what is expected.
            (Float(10.0), Float(8.0), tolerance(0.25, 0.0), true),
            (Float(8.0), Float(10.5), tolerance(0.25, 0.0), true),
            (Float(8.0), Float(11.0), tolerance(0.25, 0.0), false),
            (Float(10.25), Float(8.0), tolerance(0.25, 0.25), true),
            (Float(10.5), Float(8.0), tolerance(0.25, 0.25), false),
            (Integer(103), Integer(100), tolerance(0.0, 3.0), true),
            (Integer(104), Integer(100), tolerance(0.0, 3.0), false),
        ] {
            assert_eq!(agree(got, want, t), expected, "{got:?} {want:?} {t:?}");
        }
    }
}
