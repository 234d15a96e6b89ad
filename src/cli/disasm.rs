//! `gcn-jit disasm`.

use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

use super::Failure;
use crate::decode::decode;
use crate::disasm::{branch_target, disasm as text_of};
use crate::encode::encode;
use crate::isa::{Decoded, Gen};
use crate::loader::{CodeObject, Segment};

/// Options of `gcn-jit disasm`.
#[derive(clap::Args, Debug)]
pub struct DisasmArgs {
    /// Code object (ELF), or raw program with --isa; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "hex")]
    file: Option<PathBuf>,
    /// Target of a raw program or of --hex, e.g. gfx803
    #[arg(long, value_name = "gfxNNN")]
    isa: Option<String>,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Read standard input: one instruction per line, as dwords of 8 hexadecimal digits
    #[arg(long, requires = "isa", conflicts_with_all = ["file", "kernel"])]
    hex: bool,
    /// With --hex, print not the text but the dwords that assembling it should give: bits that are
    /// ignored are zero
    #[arg(long, requires = "hex")]
    encode: bool,
    /// Also print the instructions that only the CLRX documentation knows, which LLVM refuses
    #[arg(long)]
    clrx: bool,
}

/// Prints instructions.
pub fn disasm(a: &DisasmArgs) -> Result<(), Failure> {
    let Some(file) = &a.file else {
        return hex(a);
    };
    let object = super::load(file, a.isa.as_deref())?;
    let mut out = String::new();
    match &a.kernel {
        Some(name) => {
            let kernel = &object.kernels[super::choose_kernel(&object, Some(name))?];
            let Some(segment) = object.code_segment(kernel.entry) else {
                return Err(Failure::usage("the kernel has no code"));
            };
            let end = kernel_end(&object, kernel.entry, segment);
            list(&mut out, &object, segment, kernel.entry..end, a.clrx);
        }
        None => {
            for s in object.segments.iter().filter(|s| s.executable) {
                let range = s.vaddr..s.vaddr + s.data.len() as u64;
                list(&mut out, &object, s, range, a.clrx);
            }
        }
    }
    super::print(&out)
}

/// Where the code that starts at `entry` ends: by the size of its symbol, or at the next one.
fn kernel_end(object: &CodeObject, entry: u64, segment: &Segment) -> u64 {
    let limit = segment.vaddr + segment.data.len() as u64;
    let size = object
        .symbols
        .iter()
        .find(|s| s.vaddr == entry)
        .map_or(0, |s| s.size);
    let next = object.symbols.iter().map(|s| s.vaddr).find(|v| *v > entry);
    match size {
        0 => next.unwrap_or(limit).min(limit),
        size => entry.saturating_add(size).min(limit),
    }
}

/// Decodes as LLVM has it, or with `clrx` also what only CLRX's documentation knows.
fn decode_as(generation: Gen, words: &[u32], clrx: bool) -> Option<Decoded> {
    let known = |d: &Decoded| clrx || d.inst.known_to_llvm(generation);
    decode(generation, words).ok().filter(known)
}

/// Lists the code in `range` in the manner of `llvm-objdump -d`: labels, then on each
/// line the instruction, its address and its dwords.
fn list(
    out: &mut String,
    object: &CodeObject,
    segment: &Segment,
    Range { start, end }: Range<u64>,
    clrx: bool,
) {
    let words: Vec<u32> = segment
        .data
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect();
    let index = |vaddr: u64| ((vaddr - segment.vaddr) / 4) as usize;
    let (mut at, end) = (index(start), index(end).min(words.len()));
    let mut symbols = object
        .symbols
        .iter()
        .skip_while(|s| s.vaddr < start)
        .peekable();
    while at < end {
        let vaddr = segment.vaddr + 4 * at as u64;
        while let Some(s) = symbols.next_if(|s| s.vaddr <= vaddr) {
            let gap = if out.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{gap}{vaddr:016x} <{}>:", s.name);
        }
        // An instruction does not reach into the next function.
        let limit = symbols.peek().map_or(end, |s| {
            if s.vaddr > vaddr && s.vaddr < segment.vaddr + 4 * end as u64 {
                index(s.vaddr).max(at + 1)
            } else {
                end
            }
        });
        // As llvm-objdump: what is between functions is padding, not v_cndmask_b32.
        let zeros = words[at..limit].iter().take_while(|w| **w == 0).count();
        if zeros > 1 {
            out.push_str("\t\t...\n");
            at += zeros;
            continue;
        }
        // Version 2 has the descriptors among the code.
        let descriptor = object
            .kernels
            .iter()
            .find(|k| object.version <= 2 && k.descriptor < k.entry && k.descriptor == vaddr);
        if let Some(k) = descriptor {
            let _ = writeln!(out, "\t// {vaddr:012X}: amd_kernel_code_t of {}", k.name);
            at = index(k.entry).min(end);
            continue;
        }
        let (text, n, target) = match decode_as(object.generation, &words[at..limit], clrx) {
            Some(d) => (
                text_of(object.generation, &d, None),
                usize::from(d.size) / 4,
                branch_target(&d.inst, vaddr).and_then(|t| label(object, t)),
            ),
            None => (format!(".long {:#010x}", words[at]), 1, None),
        };
        let target = target.unwrap_or_default();
        let dwords: Vec<String> = words[at..at + n]
            .iter()
            .map(|w| format!("{w:08X}"))
            .collect();
        let _ = writeln!(
            out,
            "\t{text:<58} // {vaddr:012X}: {}{target}",
            dwords.join(" ")
        );
        at += n;
    }
}

/// ` <name+0x10>`: where `vaddr` lies in the code.
fn label(object: &CodeObject, vaddr: u64) -> Option<String> {
    let after = object.symbols.partition_point(|s| s.vaddr <= vaddr);
    let symbol = object.symbols.get(after.checked_sub(1)?)?;
    Some(match vaddr - symbol.vaddr {
        0 => format!(" <{}>", symbol.name),
        offset => format!(" <{}+{offset:#x}>", symbol.name),
    })
}

/// Reads dwords, prints one instruction per line.
fn hex(a: &DisasmArgs) -> Result<(), Failure> {
    let isa = a.isa.as_deref().unwrap_or_default();
    let generation = crate::loader::generation(isa).map_err(|e| Failure::usage(e.to_string()))?;
    let input = super::read_file(std::path::Path::new("-"))?;
    let input = String::from_utf8_lossy(&input);
    let mut out = String::new();
    for line in input.lines() {
        out.push_str(&hex_line(generation, line, a));
        out.push('\n');
    }
    super::print(&out)
}

/// The instruction on one line. The line must hold exactly its dwords.
fn hex_line(generation: Gen, line: &str, a: &DisasmArgs) -> String {
    let words: Option<Vec<u32>> = line
        .split_whitespace()
        .map(|w| {
            let digits = w.len() == 8 && w.bytes().all(|b| b.is_ascii_hexdigit());
            digits.then(|| u32::from_str_radix(w, 16).ok()).flatten()
        })
        .collect();
    words
        .and_then(|words| {
            let d = decode_as(generation, &words, a.clrx)?;
            if usize::from(d.size) != 4 * words.len() {
                return None;
            }
            if !a.encode {
                return Some(text_of(generation, &d, None));
            }
            let words = encode(generation, &d.inst)?;
            let words: Vec<String> = words.iter().map(|w| format!("{w:08x}")).collect();
            Some(words.join(" "))
        })
        .unwrap_or_else(|| "<invalid>".to_owned())
}
