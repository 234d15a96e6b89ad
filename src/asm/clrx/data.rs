//! Data in CLRX's language: integers, floats and strings.

use crate::asm::args::integer;
use crate::asm::constant::float_bits;
use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{Error, FloatType, Tok, character};
use crate::asm::output::Output;
use crate::isa::Ty;

/// Integers of `size` bytes with commas between them; what is missing is 0.
pub fn integers(
    c: &mut Cursor,
    symbols: &Symbols,
    output: &mut Output,
    size: usize,
) -> Result<(), Error> {
    each(c, output, size, |c| {
        let column = c.column();
        let minus = c.is("-") && matches!(c.peek(1), Some(Tok::Big(_)));
        if let (Some(Tok::Big(text)), 16) = (c.peek(minus.into()), size) {
            c.at += 1 + usize::from(minus);
            let n = wide(text).ok_or_else(|| {
                let message = format!("{text} does not fit into 128 bits");
                Error::new(column, message)
            })?;
            let n = if minus { n.wrapping_neg() } else { n };
            return Ok(n.to_le_bytes().to_vec());
        }
        let v = expression(c, symbols)?;
        if !symbols.complete && v.late {
            return Ok(vec![0; size]);
        }
        let n = integer(&v, column)?;
        let width = 8 * size as u32;
        if size < 8 && (n < -(1i64 << (width - 1)) || n >= 1i64 << width) {
            let message = format!("{n} does not fit into {size} bytes");
            return Err(Error::new(column, message));
        }
        // Of 128 bits the upper half is the sign's.
        Ok(i128::from(n).to_le_bytes()[..size].to_vec())
    })
}

/// An integer beyond 64 bits.
fn wide(text: &str) -> Option<u128> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Floats of `size` bytes with commas between them; what is missing is 0.
pub fn floats(c: &mut Cursor, output: &mut Output, size: usize) -> Result<(), Error> {
    each(c, output, size, |c| {
        let column = c.column();
        let minus = c.take("-");
        if !minus {
            c.take("+");
        }
        let fail = |message: String| Err(Error::new(column, message));
        let (value, ty) = match c.next() {
            Some(Tok::Float(f)) => (f, None),
            Some(Tok::FloatOf(f, ty)) => (f, Some(ty)),
            Some(Tok::Int(n)) => (n as f64, None),
            Some(Tok::Word(w)) if w.eq_ignore_ascii_case("inf") => (f64::INFINITY, None),
            Some(Tok::Word(w)) if w.eq_ignore_ascii_case("nan") => (f64::NAN, None),
            _ => return fail("expected a floating-point number".to_owned()),
        };
        let (own, operand) = match size {
            2 => (FloatType::Half, Ty::F16),
            4 => (FloatType::Single, Ty::F32),
            _ => (FloatType::Double, Ty::F64),
        };
        if ty.is_some_and(|ty| ty != own) {
            return fail("the number is of another type".to_owned());
        }
        let value = if minus { -value } else { value };
        match float_bits(value, operand) {
            Some(bits) => Ok(bits.to_le_bytes()[..size].to_vec()),
            None => fail(format!("{value:?} is out of range")),
        }
    })
}

/// Values of `size` bytes with commas between them, of which any may be missing: then it is zero.
fn each(
    c: &mut Cursor,
    output: &mut Output,
    size: usize,
    mut read: impl FnMut(&mut Cursor) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    // Nothing at all is no value.
    if c.done() {
        return Ok(());
    }
    loop {
        let column = c.column();
        let bytes = if c.done() || c.is(",") {
            vec![0; size]
        } else {
            read(c)?
        };
        let pushed = output.section_mut().push(&bytes);
        pushed.map_err(|m| Error::new(column, m))?;
        if !c.take(",") {
            return Ok(());
        }
    }
}

/// Strings of characters of `width` bytes, with commas between them.
pub fn strings(c: &mut Cursor, output: &mut Output, width: usize, ends: bool) -> Result<(), Error> {
    loop {
        let column = c.column();
        let at = |m| Error::new(column, m);
        if c.take(",") {
            // A string that is missing is none.
            continue;
        }
        let Some(Tok::Str(text)) = c.next() else {
            return Err(Error::new(column, "expected a text in quotes"));
        };
        let mut bytes = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first == '\\' {
                let (byte, length) = character(rest).map_err(at)?;
                bytes.push(byte);
                length
            } else {
                bytes.extend(first.to_string().as_bytes());
                first.len_utf8()
            };
            rest = &rest[length..];
        }
        if ends {
            bytes.push(0);
        }
        let zeros = vec![0; width - 1];
        for byte in bytes {
            output.section_mut().push(&[byte]).map_err(at)?;
            output.section_mut().push(&zeros).map_err(at)?;
        }
        if !c.take(",") {
            return Ok(());
        }
    }
}
