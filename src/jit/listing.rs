//! What a function looks like at each stage of its compilation, as text, between the guest
//! instructions that it comes from.

use std::fmt::Write;

use cranelift_codegen::ir::SourceLoc;
use iced_x86::{Code, Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter};
use sha2::{Digest, Sha256};

use super::clif::{Effort, guest_address};
use super::compile::{Request, ir_and_given};
use super::generator::{Generator, Placed, call};
use super::host::{Extensions, Gathers, HostLevel};
use super::imports;
use crate::error::CompileError;
use crate::ir::{self, Annotate, AnnotateLoop};
use crate::machine::program::Program;

/// A stage of compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The region IR.
    Region,
    /// Cranelift's IR.
    Clif,
    /// Host instructions.
    Asm,
}

/// The function at `r` after `stage`: as this host compiles it ([`HostLevel::chosen`]), or as hosts of `level`
/// do, which need not be one that this host has.
///
/// # Errors
/// Without a level, when the host is not supported; when the code generator refuses.
pub fn listing(
    r: &Request<'_>,
    stage: Stage,
    level: Option<HostLevel>,
) -> Result<String, CompileError> {
    let gathers = Gathers::chosen()?;
    let extensions = match level {
        Some(level) => Extensions::of_level(level, gathers),
        None => Extensions::of_host(HostLevel::chosen()?, gathers)?,
    };
    let (func, given) = ir_and_given(r);
    let guest = Guest {
        program: r.program,
        func: &func,
    };
    // The starts of basic blocks tell code from the tables between them.
    let mut generator = Generator::new(extensions, &[("machine_code_cfg_info", "true")])?;
    match stage {
        Stage::Region => {
            let comment = |pc| guest.text(pc);
            let mut text = Annotate {
                func: &func,
                comment: &comment,
            }
            .to_string();
            for l in generator.loops(&func, r.mode, r.observed) {
                text += &AnnotateLoop {
                    of: &l,
                    comment: &comment,
                }
                .to_string();
            }
            Ok(text)
        }
        Stage::Clif => {
            generator.emit(&func, &given, r.mode, r.observed, Effort::Full);
            let mut emitted = generator.clif().clone();
            emitted.dfg.resolve_all_aliases();
            Ok(clif(&guest, &emitted.display().to_string()))
        }
        Stage::Asm => {
            generator.emit(&func, &given, r.mode, r.observed, Effort::Full);
            asm(&guest, &mut generator)
        }
    }
}

/// Where the comments come from.
struct Guest<'a> {
    program: &'a Program,
    func: &'a ir::Func,
}

impl Guest<'_> {
    fn text(&self, pc: u64) -> String {
        format!("{pc:#x}: {}", self.program.describe(pc))
    }

    /// The comment where code changes from one location to another.
    fn change(&self, location: SourceLoc) -> String {
        match guest_address(self.func, location) {
            Some(pc) => self.text(pc),
            None => "between instructions".to_owned(),
        }
    }
}

/// Cranelift's text, where each instruction may have a location, `@0010`, before it.
fn clif(guest: &Guest<'_>, text: &str) -> String {
    let names = imports::table();
    let mut out = String::new();
    let mut last = SourceLoc::default();
    for line in text.lines() {
        let line = line.trim();
        let located = line.strip_prefix('@').and_then(|rest| {
            let (digits, rest) = rest.split_once(char::is_whitespace)?;
            let bits = u32::from_str_radix(digits, 16).ok()?;
            Some((SourceLoc::new(bits), rest.trim_start()))
        });
        let (location, line) = located.unwrap_or((SourceLoc::default(), line));
        let first = line.split(|c: char| !c.is_alphabetic()).next();
        match first.unwrap_or_default() {
            // Writing to a string cannot fail.
            "function" | "block" | "" => {
                let _ = writeln!(out, "{line}");
            }
            // A declared function: `fn0 = u0:3 sig0`.
            "fn" => {
                let number = |space: &str| -> Option<usize> {
                    let rest = line.split(space).nth(1)?;
                    rest.split(' ').next()?.parse().ok()
                };
                let comment = match (number("u0:"), number("u1:")) {
                    (Some(n), _) => format!("gcn_{}", names.get(n).map_or("?", |f| f.0)),
                    (_, Some(n)) => format!("region{n}"),
                    _ => "?".to_owned(),
                };
                let _ = writeln!(out, "    {line} ; {comment}");
            }
            _ => {
                if location != last {
                    let _ = writeln!(out, "    ; {}", guest.change(location));
                    last = location;
                }
                let _ = writeln!(out, "    {line}");
            }
        }
    }
    out
}

/// The host instructions of what is in the generator, with their offsets.
fn asm(guest: &Guest<'_>, generator: &mut Generator) -> Result<String, CompileError> {
    let compiled = generator.compiled(Effort::Full)?;
    let own = compiled.code_buffer().to_vec();
    let blocks: Vec<usize> = compiled.bb_starts.iter().map(|b| *b as usize).collect();
    let locations: Vec<(usize, usize, SourceLoc)> = compiled
        .buffer
        .get_srclocs_sorted()
        .iter()
        .map(|s| (s.start as usize, s.end as usize, s.loc))
        .collect();
    let relocations = compiled.buffer.relocs().to_vec();
    let own_end = own.len();
    let placed = generator.place_regions(own, &relocations)?;
    let code = &placed.code;
    let names = imports::table();
    let name = |from: usize, to: usize| {
        let inside = |r: &&_| {
            let r: &cranelift_codegen::FinalizedMachReloc = r;
            (from..to).contains(&(r.offset as usize))
        };
        let (_, function) = call(generator.clif(), relocations.iter().find(inside)?)?;
        Some(names.get(function as usize)?.0)
    };
    // Behind the last instruction lie constants.
    let end = locations.iter().map(|l| l.1).max().unwrap_or(own_end);
    let mut formatter = IntelFormatter::new();
    let options = formatter.options_mut();
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_branch_leading_zeros(false);
    options.set_space_after_operand_separator(true);
    options.set_rip_relative_addresses(true);
    let (mut out, mut at, mut last) = (String::new(), 0, None);
    while at < end {
        let location = locations.iter().find(|l| l.0 <= at && at < l.1);
        let location = location.map_or(SourceLoc::default(), |l| l.2);
        if last.replace(location) != Some(location) {
            let _ = writeln!(out, "        ; {}", guest.change(location));
        }
        let mut decoder = Decoder::with_ip(64, &code[at..end], at as u64, DecoderOptions::NONE);
        let instruction = decoder.decode();
        let next = at + instruction.len().max(1);
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        let name = name(at, next);
        let comment = name.map_or(String::new(), |name| format!("  ; address of gcn_{name}"));
        let _ = writeln!(out, "{at:6x}: {text}{comment}");
        at = next;
        if is_switch(&instruction) {
            let table_end = blocks.iter().copied().filter(|b| *b >= at).min();
            let table_end = table_end.unwrap_or(end);
            data(&mut out, code, at, table_end);
            at = table_end;
        }
    }
    data(&mut out, code, end, own_end);
    regions(guest, generator, &placed, &mut formatter, &mut out);
    // Instructions have several encodings with one text.
    let digest: Vec<String> = Sha256::digest(code)
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    let _ = writeln!(out, "; {} bytes, SHA-256 {}", code.len(), digest.concat());
    Ok(out)
}

/// The code of the regions, behind that of the function.
fn regions(
    guest: &Guest<'_>,
    generator: &Generator,
    placed: &Placed,
    formatter: &mut IntelFormatter,
    out: &mut String,
) {
    let starts = &placed.regions.starts;
    let end = placed.regions_at + placed.regions.constants as usize;
    let mut locations = generator.region_locations().iter().peekable();
    for (i, start) in starts.iter().enumerate() {
        let mut at = placed.regions_at + *start as usize;
        let next = starts.get(i + 1);
        let to = next.map_or(end, |n| placed.regions_at + *n as usize);
        let _ = writeln!(out, "region{i}:");
        let mut text = String::new();
        while at < to {
            let offset = (at - placed.regions_at) as u32;
            while let Some((_, pc)) = locations.next_if(|l| l.0 <= offset) {
                let _ = writeln!(out, "        ; {}", guest.text(*pc));
            }
            let code = &placed.code[at..to];
            let instruction = Decoder::with_ip(64, code, at as u64, DecoderOptions::NONE).decode();
            // Between regions lies nothing of use.
            if instruction.code() != Code::Int3 {
                text.clear();
                formatter.format(&instruction, &mut text);
                let _ = writeln!(out, "{at:6x}: {text}");
            }
            at += instruction.len().max(1);
        }
    }
    data(out, &placed.code, end, placed.code.len());
}

/// Whether a table of addresses follows.
fn is_switch(i: &Instruction) -> bool {
    i.code() == Code::Jmp_rm64
}

/// Bytes that are no instructions.
fn data(out: &mut String, code: &[u8], from: usize, to: usize) {
    for (i, row) in code[from..to].chunks(16).enumerate() {
        let hex: Vec<String> = row.iter().map(|b| format!("{b:#04x}")).collect();
        let _ = writeln!(out, "{:6x}: .byte {}", from + 16 * i, hex.join(", "));
    }
}
