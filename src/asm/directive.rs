//! Directives: data, alignment, symbols, and what compilers write around code.

use super::args::integer;
use super::expr::{Cursor, Symbols, expression};
use super::lex::{Error, Tok};
use super::output::{MOST_BYTES, Output, assign};
use crate::isa::Gen;

/// What a directive leaves to be done.
pub enum Outcome {
    Done,
    /// Skip to this directive; the empty name is the end of the text.
    Block(&'static str),
}

/// `s_nop 0`: what fills gaps in code.
const S_NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

/// Directives that say nothing about the bytes.
const IGNORED: &[&str] = &[
    ".globl",
    ".global",
    ".weak",
    ".local",
    ".hidden",
    ".protected",
    ".internal",
    ".type",
    ".size",
    ".ident",
    ".file",
    ".loc",
    ".loc_mark_labels",
    ".cfi_sections",
    ".cfi_startproc",
    ".cfi_endproc",
    ".cfi_def_cfa_offset",
    ".cfi_def_cfa",
    ".cfi_def_cfa_register",
    ".cfi_offset",
    ".cfi_undefined",
    ".cfi_escape",
    ".cfi_signal_frame",
    ".line",
    ".ln",
    ".addrsig",
    ".addrsig_sym",
    ".no_dead_strip",
    ".amdgpu_hsa_kernel",
    ".amdhsa_code_object_version",
    ".amdgcn.next_free_vgpr",
    ".hsa_code_object_version",
    ".hsa_code_object_isa",
];

/// Blocks that describe code, and what ends them.
const BLOCKS: &[(&str, &str)] = &[
    (".amdhsa_kernel", ".end_amdhsa_kernel"),
    (".amdgpu_metadata", ".end_amdgpu_metadata"),
    (".amd_amdgpu_hsa_metadata", ".end_amd_amdgpu_hsa_metadata"),
    (".amd_kernel_code_t", ".end_amd_kernel_code_t"),
    (".end", ""),
];

/// Whether the directive chooses a section, which it does.
fn section(name: &str, c: &Cursor, output: &mut Output) -> Result<bool, Error> {
    let sections = &mut output.sections;
    let done = match name {
        ".text" | ".data" | ".rodata" | ".bss" => {
            sections.enter((name != ".text").then(|| name.to_owned()));
            true
        }
        ".section" | ".pushsection" => {
            if name == ".pushsection" {
                sections.push();
            }
            sections.enter(match c.peek(0) {
                Some(Tok::Word(s) | Tok::Str(s)) if s == ".text" || s.starts_with(".text.") => None,
                Some(Tok::Word(s) | Tok::Str(s)) => Some(s.to_owned()),
                _ => Some("without a name".to_owned()),
            });
            true
        }
        ".popsection" => sections.pop(),
        ".previous" => sections.swap(),
        _ => return Ok(false),
    };
    if done {
        Ok(true)
    } else {
        Err(Error::new(0, format!("'{name}' without a section before")))
    }
}

/// The size of a directive's values in bytes.
fn data_size(name: &str) -> Option<usize> {
    Some(match name {
        ".byte" => 1,
        ".short" | ".2byte" | ".hword" => 2,
        ".long" | ".4byte" | ".int" | ".word" => 4,
        ".quad" | ".8byte" => 8,
        _ => return None,
    })
}

/// Carries out the directive `name`; the cursor stands behind it. An error in column 0 is about the
/// directive itself.
pub fn directive(
    generation: Gen,
    name: &str,
    c: &mut Cursor,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<Outcome, Error> {
    let itself = |m: String| Err(Error::new(0, m));
    let lower = name.to_lowercase();
    let name = lower.as_str();
    if section(name, c, output)? || IGNORED.contains(&name) {
        return Ok(Outcome::Done);
    }
    if let Some((_, end)) = BLOCKS.iter().find(|(start, _)| *start == name) {
        return Ok(Outcome::Block(end));
    }
    // Data elsewhere is left out: code reaches it by relocations only, and those are refused.
    if output.sections.foreign().is_some() && !matches!(name, ".set" | ".equ" | ".equiv") {
        return Ok(Outcome::Done);
    }
    if let Some(size) = data_size(name) {
        data(c, symbols, output, size)?;
        return finish(c);
    }
    match name {
        ".set" | ".equ" | ".equiv" => {
            let column = c.column();
            let Some(Tok::Word(symbol)) = c.next() else {
                return Err(Error::new(column, "expected a name"));
            };
            c.expect(",")?;
            if name == ".equiv" && symbols.is_defined_before(symbol) {
                let message = format!("'{symbol}' is defined already");
                return Err(Error::new(column, message));
            }
            assign(c, symbols, symbol, column)?;
        }
        ".fill" => {
            let (column, count) = (c.column(), number(c, symbols)?);
            let size = optional(c, symbols, 1)?;
            let value = optional(c, symbols, 0)?;
            if !(0..=8).contains(&size) || count < 0 {
                return Err(Error::new(
                    column,
                    "expected .fill count, size up to 8, value",
                ));
            }
            // As GNU as: of 8 bytes the upper four are zero.
            let bytes = (value as u32 as u64).to_le_bytes();
            grow(output, column, count.saturating_mul(size))?;
            let count = if size == 0 { 0 } else { count };
            for _ in 0..count {
                output.bytes.extend(&bytes[..size as usize]);
            }
        }
        ".space" | ".skip" | ".zero" => {
            let (column, count) = (c.column(), number(c, symbols)?);
            let value = optional(c, symbols, 0)?;
            let count = grow(output, column, count)?;
            output.bytes.extend(std::iter::repeat_n(value as u8, count));
        }
        ".org" => {
            let column = c.column();
            let v = expression(c, symbols)?;
            if v.float.is_some() || !matches!(v.base, 0 | 1) || v.undefined.is_some() {
                return Err(Error::new(column, "expected an offset"));
            }
            let value = optional(c, symbols, 0)?;
            let here = output.bytes.len() as i64;
            let count = grow(output, column, v.int.saturating_sub(here))?;
            output.bytes.extend(std::iter::repeat_n(value as u8, count));
        }
        ".p2align" | ".balign" | ".align" | ".p2alignl" | ".balignl" => {
            let (column, n) = (c.column(), number(c, symbols)?);
            let value = if c.take(",") && !c.is(",") {
                Some(number(c, symbols)? as u32)
            } else {
                None
            };
            let most = optional(c, symbols, i64::MAX)?;
            let align = match name {
                ".p2align" | ".p2alignl" if (0..=28).contains(&n) => 1 << n,
                ".p2align" | ".p2alignl" => 0,
                _ if n == 0 => 1,
                _ if n > 0 && (n as u64).is_power_of_two() => n,
                _ => 0,
            };
            if align == 0 {
                return Err(Error::new(column, format!("{n} is not an alignment")));
            }
            // Those that end in `l` fill with a dword, the others with a byte.
            let value = value.map(|v| {
                if name.ends_with("alignl") {
                    v.to_le_bytes()
                } else {
                    [v as u8; 4]
                }
            });
            let gap = (output.bytes.len() as i64).wrapping_neg() & (align - 1);
            if gap <= most {
                grow(output, column, gap)?;
                pad(output, gap as usize, value);
            }
        }
        ".amdgcn_target" => {
            let column = c.column();
            let Some(Tok::Str(target)) = c.next() else {
                return Err(Error::new(column, "expected a target in quotes"));
            };
            let processor = target.rsplit("--").next().unwrap_or_default();
            let processor = processor.split(':').next().unwrap_or_default();
            if Gen::from_target(processor) != Some(generation) {
                let message = format!("the text is for {processor}, not for {generation}");
                return Err(Error::new(column, message));
            }
        }
        ".comm" | ".lcomm" => {
            return itself(format!(
                "'{name}' is for object files; the result is bare code"
            ));
        }
        ".altmacro" => return itself(format!("'{name}' is not supported")),
        ".noaltmacro" => {}
        _ => return itself(format!("there is no directive '{name}'")),
    }
    finish(c)
}

fn finish(c: &Cursor) -> Result<Outcome, Error> {
    if c.done() {
        Ok(Outcome::Done)
    } else {
        Err(c.fail(format!("expected the end of the line{}", c.but_got())))
    }
}

/// An integer that is known now, because what follows depends on it.
fn number(c: &mut Cursor, symbols: &Symbols) -> Result<i64, Error> {
    let column = c.column();
    let value = expression(c, symbols)?;
    integer(&value, column)
}

/// `, number`, if it is there.
fn optional(c: &mut Cursor, symbols: &Symbols, default: i64) -> Result<i64, Error> {
    if c.take(",") {
        number(c, symbols)
    } else {
        Ok(default)
    }
}

/// Checks that `count` more bytes are possible.
fn grow(output: &Output, column: usize, count: i64) -> Result<usize, Error> {
    let room = MOST_BYTES - output.bytes.len().min(MOST_BYTES);
    match usize::try_from(count) {
        Ok(n) if n <= room => Ok(n),
        Ok(_) => Err(Error::new(column, "the code would be larger than 256 MiB")),
        Err(_) => Err(Error::new(column, format!("{count} bytes backwards"))),
    }
}

/// The bytes of a file.
pub fn bytes(output: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    if output.sections.foreign().is_none() {
        grow(output, 1, bytes.len() as i64)?;
        output.bytes.extend(bytes);
    }
    Ok(())
}

/// Fills a gap: with `value`, or with instructions that do nothing.
fn pad(output: &mut Output, gap: usize, value: Option<[u8; 4]>) {
    // A part of a dword comes first, so that the dwords are aligned.
    let part = value.map_or([0; 4], |v| v);
    output.bytes.extend(&part[..gap % 4]);
    for _ in 0..gap / 4 {
        output.bytes.extend(value.unwrap_or(S_NOP));
    }
}

/// Values of `size` bytes each, with commas between them.
fn data(c: &mut Cursor, symbols: &Symbols, output: &mut Output, size: usize) -> Result<(), Error> {
    if c.done() {
        return Ok(());
    }
    loop {
        let column = c.column();
        let value = expression(c, symbols)?;
        let pending = !symbols.complete && value.late;
        let bits = match value.float {
            Some(f) if size == 4 => (f as f32).to_bits().into(),
            Some(f) if size == 8 => f.to_bits() as i64,
            _ if pending => 0,
            _ => integer(&value, column)?,
        };
        let width = 8 * size as u32;
        if size < 8 && !pending && (bits < -(1i64 << (width - 1)) || bits >= 1i64 << width) {
            let message = format!("{bits} does not fit into {size} bytes");
            return Err(Error::new(column, message));
        }
        grow(output, column, size as i64)?;
        output.bytes.extend(&bits.to_le_bytes()[..size]);
        if !c.take(",") {
            return Ok(());
        }
    }
}
