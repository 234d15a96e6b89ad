//! `--print`: buffers as text on standard output.

use std::io::{self, BufWriter, Write};

use super::Failure;
use super::args::{Bound, Value};
use super::npy::Header;
use super::spec::Scalar;

/// Text is handed on in pieces of about this size.
const PIECE: usize = 1 << 16;

/// The type of the elements of `arg`'s buffer.
///
/// # Errors
/// The argument is not a buffer, or an array of something that is not a number.
pub fn element_type(arg: &Bound) -> Result<Scalar, Failure> {
    let fail = |what: String| Failure::Usage(format!("--print {}: the argument {what}", arg.label));
    let Value::Buffer { header, .. } = &arg.value else {
        return Err(fail("is not a buffer".to_owned()));
    };
    header.scalar().ok_or_else(|| {
        fail(format!(
            "has dtype {}, which cannot be printed; use --out",
            header.dtype
        ))
    })
}

/// Prints the elements in `data`: `NAME: v v v`, and of an array with several dimensions one line
/// per row, `NAME[i,j]: v v v`.
///
/// # Errors
/// Standard output cannot be written. A reader that has gone away is not an error.
pub fn print(label: &str, header: &Header, scalar: Scalar, data: &[u8]) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(PIECE, io::stdout().lock());
    let done = write(&mut out, label, &header.shape, scalar, data).and_then(|()| out.flush());
    super::printed(done)
}

fn write(
    out: &mut impl Write,
    label: &str,
    shape: &[u64],
    scalar: Scalar,
    data: &[u8],
) -> io::Result<()> {
    let (outer, row) = match shape {
        [outer @ .., last] => (outer, *last),
        [] => (&[][..], 1),
    };
    let (size, rows) = (scalar.size() as usize, outer.iter().product::<u64>());
    let mut elements = data.chunks_exact(size);
    let mut text = String::new();
    for i in 0..rows {
        text.push_str(label);
        text.push_str(&index(outer, i));
        text.push(':');
        for element in elements.by_ref().take(row as usize) {
            text.push(' ');
            scalar.write(&mut text, element);
            if text.len() > PIECE {
                out.write_all(text.as_bytes())?;
                text.clear();
            }
        }
        text.push('\n');
        out.write_all(text.as_bytes())?;
        text.clear();
    }
    Ok(())
}

/// `[i,j]`: the indices of row `i` in the dimensions before the last; nothing when there are none.
fn index(outer: &[u64], mut i: u64) -> String {
    if outer.is_empty() {
        return String::new();
    }
    let mut indices: Vec<String> = outer
        .iter()
        .rev()
        .map(|d| {
            let at = i % d;
            i /= d;
            at.to_string()
        })
        .collect();
    indices.reverse();
    format!("[{}]", indices.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shape: &[u64], scalar: Scalar, data: &[u8]) -> String {
        let mut out = Vec::new();
        write(&mut out, "a", shape, scalar, data).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn shapes() {
        let data = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        assert_eq!(text(&[3], Scalar::U8, &data[..3]), "a: 1 2 3\n");
        assert_eq!(text(&[], Scalar::I16, &data[..2]), "a: 513\n");
        assert_eq!(text(&[0], Scalar::F32, &[]), "a:\n");
        assert_eq!(text(&[0, 3], Scalar::U8, &[]), "");
        assert_eq!(
            text(&[2, 3], Scalar::U8, &data[..6]),
            "a[0]: 1 2 3\na[1]: 4 5 6\n"
        );
        assert_eq!(
            text(&[2, 3, 2], Scalar::U8, &data),
            "a[0,0]: 1 2\na[0,1]: 3 4\na[0,2]: 5 6\na[1,0]: 7 8\na[1,1]: 9 10\na[1,2]: 11 12\n"
        );
    }

    #[test]
    fn long_rows_are_one_line() {
        let out = text(&[100_000], Scalar::U8, &[7; 100_000]);
        assert_eq!((out.len(), out.matches('\n').count()), (200_003, 1));
    }
}
