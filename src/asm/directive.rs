//! Directives: data, alignment, symbols, and what compilers write around code.

use super::args::integer;
use super::expr::{Cursor, Symbols, Value, expression};
use super::lex::{Error, Tok};
use super::object::descriptor::Described;
use super::object::reference::{How, Places, near};
use super::object::section::{self, Section};
use super::object::symbols;
use super::output::{Fixup, Output, assign};
use crate::isa::Gen;
use crate::isa::target::TargetId;

/// What a directive leaves to be done.
pub enum Outcome {
    Done,
    /// Skip to this directive; the empty name is the end of the text.
    Block(&'static str),
}

/// `s_nop 0`: what fills gaps in code.
const S_NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

/// Directives that say nothing about what is made.
const IGNORED: &[&str] = &[
    ".ident",
    ".addrsig",
    ".addrsig_sym",
    ".no_dead_strip",
    ".loc_mark_labels",
    ".line",
    ".ln",
];

/// Directives that say nothing about the bytes of code alone.
const OF_OBJECTS: &[&str] = &[
    ".globl",
    ".global",
    ".weak",
    ".local",
    ".hidden",
    ".protected",
    ".internal",
    ".type",
    ".size",
    ".amdgpu_hsa_kernel",
    ".amdhsa_code_object_version",
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
fn choose_section(
    name: &str,
    c: &mut Cursor,
    symbols: &Symbols,
    output: &mut Output,
) -> Result<bool, Error> {
    let done = match name {
        ".text" | ".data" | ".rodata" | ".bss" => {
            let entered = output.enter(section::by_name(name));
            entered.map_err(|m| Error::new(0, m))?;
            true
        }
        ".section" | ".pushsection" => {
            if name == ".pushsection" {
                output.sections.push();
            }
            let section = if output.is_object {
                section::parse(c, symbols)?
            } else {
                // Of code alone all sections of code are one.
                match c.peek(0) {
                    Some(Tok::Word(s) | Tok::Str(s)) if s == ".text" || s.starts_with(".text.") => {
                        section::text()
                    }
                    Some(Tok::Word(s) | Tok::Str(s)) => section::by_name(s),
                    _ => section::by_name("without a name"),
                }
            };
            output.enter(section).map_err(|m| Error::new(0, m))?;
            true
        }
        ".popsection" => output.sections.pop(),
        ".previous" => output.sections.swap(),
        _ => return Ok(false),
    };
    if done {
        Ok(true)
    } else {
        Err(Error::new(0, format!("'{name}' without a section before")))
    }
}

/// Carries out what matters to object files alone; whether it is such a directive.
fn of_objects(
    name: &str,
    c: &mut Cursor,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<bool, Error> {
    if symbols::directive(name, c, symbols, &mut output.attributes)? {
        return Ok(true);
    }
    match name {
        // What the caller has read before.
        ".amdhsa_code_object_version" => c.at += 1,
        ".comm" | ".lcomm" => {
            let column = c.column();
            let (symbol, size, align) = symbols::common(c, symbols)?;
            let is_local = output.attributes.get(symbol).and_then(|a| a.binding)
                == Some(object::elf::STB_LOCAL);
            let attribute = output.attributes.of(symbol);
            attribute.kind = object::elf::STT_OBJECT;
            attribute.size = size;
            if name == ".comm" && !is_local {
                attribute.binding = attribute.binding.or(Some(object::elf::STB_GLOBAL));
                attribute.common = Some((size, align));
                return Ok(true);
            }
            output.sections.push();
            let entered = output.enter(section::by_name(".bss"));
            entered.map_err(|m| Error::new(column, m))?;
            let bss = output.section_mut();
            let gap = bss.len().wrapping_neg() & (align - 1);
            let fill = bss.fill(gap as i64, 0);
            bss.align = bss.align.max(align);
            symbols.move_to(output.sections.now, output.section().len());
            let defined = fill
                .and_then(|()| symbols.define_label(symbol))
                .and_then(|()| output.section_mut().fill(size as i64, 0));
            output.sections.pop();
            defined.map_err(|m| Error::new(column, m))?;
        }
        ".hsa_code_object_version"
        | ".hsa_code_object_isa"
        | ".amd_kernel_code_t"
        | ".amd_amdgpu_hsa_metadata" => {
            let message = format!("'{name}' is of code objects of version 2, which are not made");
            return Err(Error::new(0, message));
        }
        ".amdgpu_lds" => {
            let message = "'.amdgpu_lds' is for a linker that lays out the LDS; the size is \
                           .amdhsa_group_segment_fixed_size";
            return Err(Error::new(0, message));
        }
        _ => return Ok(false),
    }
    Ok(true)
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
    if IGNORED.contains(&name) || name.starts_with(".cfi_") {
        return Ok(Outcome::Done);
    }
    // They say nothing about what is made, so they may stand in any section.
    match name {
        ".file" => {
            output.lines.file(c)?;
            return finish(c);
        }
        ".loc" => {
            output.lines.loc(c)?;
            return finish(c);
        }
        _ => {}
    }
    if choose_section(name, c, symbols, output)? {
        return if output.is_object {
            finish(c)
        } else {
            Ok(Outcome::Done)
        };
    }
    if !output.is_object && OF_OBJECTS.contains(&name) {
        return Ok(Outcome::Done);
    }
    // Of code alone, data elsewhere is left out: code reaches it by relocations only, and those are refused.
    if output.left_out().is_some()
        && !matches!(name, ".set" | ".equ" | ".equiv")
        && !BLOCKS.iter().any(|(start, _)| *start == name)
    {
        return Ok(Outcome::Done);
    }
    if output.is_object && of_objects(name, c, symbols, output)? {
        return finish(c);
    }
    if let Some((_, end)) = BLOCKS.iter().find(|(start, _)| *start == name) {
        if name == ".amdhsa_kernel" && output.is_object {
            let kernel = symbols::name(c)?;
            output.kernel = Some(Described::new(kernel));
            finish(c)?;
        }
        return Ok(Outcome::Block(end));
    }
    if let Some(size) = data_size(name) {
        data(c, symbols, output, size)?;
        return finish(c);
    }
    match name {
        ".set" | ".equ" | ".equiv" => {
            let column = c.column();
            let Some(Tok::Word(symbol) | Tok::Str(symbol)) = c.next() else {
                return Err(Error::new(column, "expected a name"));
            };
            c.expect(",")?;
            if name == ".equiv" && symbols.is_set_above(symbol) {
                let message = format!("'{symbol}' is defined already");
                return Err(Error::new(column, message));
            }
            assign(c, symbols, output, symbol, column)?;
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
            let section = output.section_mut();
            let at = |m| Error::new(column, m);
            if value == 0 {
                section.fill(count.saturating_mul(size), 0).map_err(at)?;
            } else {
                section.room(count.saturating_mul(size)).map_err(at)?;
                let count = if size == 0 { 0 } else { count };
                for _ in 0..count {
                    section.push(&bytes[..size as usize]).map_err(at)?;
                }
            }
        }
        ".space" | ".skip" | ".zero" => {
            let (column, count) = (c.column(), number(c, symbols)?);
            let value = optional(c, symbols, 0)?;
            let filled = output.section_mut().fill(count, value as u8);
            filled.map_err(|m| Error::new(column, m))?;
        }
        ".ascii" | ".asciz" | ".string" => loop {
            let column = c.column();
            let Some(Tok::Str(text)) = c.next() else {
                return Err(Error::new(column, "expected a text in quotes"));
            };
            let at = |m| Error::new(column, m);
            let mut bytes = unescaped(text).map_err(at)?;
            if name != ".ascii" {
                bytes.push(0);
            }
            output.section_mut().push(&bytes).map_err(at)?;
            if !c.take(",") {
                break;
            }
        },
        ".org" => {
            let column = c.column();
            let v = expression(c, symbols)?;
            let elsewhere = v.base == 1 && v.section != output.sections.now;
            if v.float.is_some()
                || !matches!(v.base, 0 | 1)
                || v.undefined.is_some()
                || v.across
                || elsewhere
            {
                return Err(Error::new(column, "expected an offset"));
            }
            let value = optional(c, symbols, 0)?;
            let start = if v.base == 1 {
                symbols.base(v.section)
            } else {
                0
            };
            let here = output.section().len() as i64;
            let count = v.int.saturating_sub(start).saturating_sub(here);
            let filled = output.section_mut().fill(count, value as u8);
            filled.map_err(|m| Error::new(column, m))?;
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
            let section = output.section_mut();
            let gap = (section.len() as i64).wrapping_neg() & (align - 1);
            section.align = section.align.max(align as u64);
            if gap <= most {
                pad(section, gap, value).map_err(|m| Error::new(column, m))?;
            }
        }
        ".amdgcn_target" => {
            let column = c.column();
            let Some(Tok::Str(target)) = c.next() else {
                return Err(Error::new(column, "expected a target in quotes"));
            };
            // What an object file is for was found out before.
            if let Some(places) = &symbols.places {
                let id = TargetId::parse(target).map_err(|m| Error::new(column, m))?;
                if id != places.target {
                    let message = format!("the text is for {id}, not for {}", places.target);
                    return Err(Error::new(column, message));
                }
                return finish(c);
            }
            let id = TargetId::parse(target);
            let processor = id.map_or(target, |id| id.processor);
            if crate::isa::target::generation(processor) != Some(generation) {
                let message = format!("the text is for {processor}, not for {generation}");
                return Err(Error::new(column, message));
            }
        }
        ".comm" | ".lcomm" | ".amdgpu_lds" => {
            return itself(format!(
                "'{name}' is for object files; the result is bare code"
            ));
        }
        _ => return itself(format!("there is no directive '{name}'")),
    }
    finish(c)
}

/// Checks that nothing is left of the statement.
pub fn finish(c: &Cursor) -> Result<Outcome, Error> {
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

/// The bytes of a file.
pub fn bytes(output: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    if output.left_out().is_some() {
        return Ok(());
    }
    let pushed = output.section_mut().push(bytes);
    pushed.map_err(|m| Error::new(1, m))
}

/// Fills a gap: with `value`, or of code with instructions that do nothing.
pub fn pad(section: &mut Section, gap: i64, value: Option<[u8; 4]>) -> Result<(), String> {
    let filling = value.or_else(|| section.is_code().then_some(S_NOP));
    let Some(filling) = filling.filter(|f| *f != [0; 4]) else {
        return section.fill(gap, 0);
    };
    section.room(gap)?;
    // A part of a dword comes first, so that the dwords are aligned.
    let part = value.map_or([0; 4], |v| v);
    section.push(&part[..gap as usize % 4])?;
    for _ in 0..gap / 4 {
        section.push(&filling)?;
    }
    Ok(())
}

/// The bytes of a text in quotes.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    // The number that begins at `at`, and where it ends.
    let number = |mut at: usize, radix: u32, most: usize| {
        let (start, mut value) = (at, 0u32);
        while let Some(digit) = bytes.get(at).and_then(|b| char::from(*b).to_digit(radix))
            && at < start + most
        {
            value = value.wrapping_mul(radix).wrapping_add(digit);
            at += 1;
        }
        (value, at)
    };
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        if *byte != b'\\' {
            out.push(*byte);
            continue;
        }
        let escaped = bytes.get(at).copied().unwrap_or(b' ');
        at += 1;
        out.push(match escaped {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 12,
            b'"' | b'\\' => escaped,
            b'0'..=b'7' => {
                let (value, end) = number(at - 1, 8, 3);
                at = end;
                u8::try_from(value).map_err(|_| format!("\\{value:o} does not fit into a byte"))?
            }
            b'x' | b'X' => {
                let (value, end) = number(at, 16, usize::MAX - text.len());
                if end == at {
                    return Err("\\x without a number".to_owned());
                }
                at = end;
                // As LLVM, the lowest byte.
                value as u8
            }
            other => return Err(format!("there is no '\\{}'", char::from(other))),
        });
    }
    Ok(out)
}

/// Values of `size` bytes each, with commas between them.
fn data(c: &mut Cursor, symbols: &Symbols, output: &mut Output, size: usize) -> Result<(), Error> {
    if c.done() {
        return Ok(());
    }
    loop {
        let column = c.column();
        let at = |m| Error::new(column, m);
        let value = expression(c, symbols)?;
        let pending = !symbols.complete && value.late;
        let width = 8 * size as u32;
        let bits = match value.float {
            Some(f) if size == 4 => (f as f32).to_bits().into(),
            Some(f) if size == 8 => f.to_bits() as i64,
            _ if pending => 0,
            _ => match address(&value, symbols, output, size).map_err(at)? {
                Some(bits) => bits,
                None => {
                    let n = integer(&value, column)?;
                    if size < 8 && (n < -(1i64 << (width - 1)) || n >= 1i64 << width) {
                        let message = format!("{n} does not fit into {size} bytes");
                        return Err(Error::new(column, message));
                    }
                    n
                }
            },
        };
        let pushed = output.section_mut().push(&bits.to_le_bytes()[..size]);
        pushed.map_err(at)?;
        if !c.take(",") {
            return Ok(());
        }
    }
}

/// What stands for an address, or a distance between sections, in `size` bytes of data; `None` where it is neither.
fn address(
    value: &Value,
    symbols: &Symbols,
    output: &mut Output,
    size: usize,
) -> Result<Option<i64>, String> {
    let is_plain = value.base == 0 && value.how.is_none() && !value.across;
    if symbols.places.is_none() || value.undefined.is_some() || is_plain {
        return Ok(None);
    }
    let section = output.section();
    let offset = section.len();
    let place = symbols.base(output.sections.now) + offset as i64;
    let wide = match value.how {
        Some(how) => how == How::Rel64,
        None => size == 8,
    };
    if (size == 8) != wide || size < 4 {
        return Err(format!(
            "an address or a distance does not fit into {size} bytes"
        ));
    }
    if value.how.is_some() {
        return symbols.distance(value, place).map(Some);
    }
    if value.across {
        return match size {
            8 => Ok(Some(value.int)),
            _ => near(value.int).map(Some),
        };
    }
    if value.base != 1 {
        return Err("only one address can be part of a value".to_owned());
    }
    if !section.is_loaded() {
        return Ok(Some(value.int));
    }
    if size != 8 {
        return Err(
            "the address of a label is known only when the code is loaded; .quad has room for it"
                .to_owned(),
        );
    }
    if !section.has(object::elf::SHF_WRITE) {
        return Err(format!(
            "the loader cannot put an address into {}, which is not writable; .data.rel.ro is",
            section.name
        ));
    }
    let elsewhere = value
        .symbol
        .filter(|s| symbols.preemptible.contains(*s) || value.section == Places::NOWHERE);
    let own = match elsewhere.and_then(|s| symbols.get(s)) {
        Some(s) => symbols.base(s.section) + s.value,
        None => 0,
    };
    output.fixups.push(Fixup {
        place: (output.sections.now, offset),
        symbol: elsewhere.map(str::to_owned),
        addend: value.int.wrapping_sub(own),
    });
    Ok(Some(0))
}
