//! A code object's code as lines of text, in the manner of `llvm-objdump -d`.

use std::fmt;
use std::ops::Range;

use crate::decode::decode;
use crate::disasm::{branch_target, disasm};
use crate::isa::{Decoded, Gen};
use crate::loader::{CodeObject, Kernel, Segment};

/// One line of a listing. Its text is that of [`fmt::Display`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line {
    /// A function's first instruction follows.
    Label {
        /// Its address, relative to the load base.
        vaddr: u64,
        /// Its name.
        name: String,
    },
    /// An instruction, or `.long` and a dword that is none.
    Inst {
        /// Its address, relative to the load base.
        vaddr: u64,
        /// Its text.
        text: String,
        /// Its dwords.
        words: Vec<u32>,
        /// Of a branch: where it leads, ` <name+0x10>`; nothing otherwise.
        target: String,
    },
    /// Dwords of zero, which pad the code.
    Padding,
    /// A kernel's descriptor, which code objects of version 2 and before have among the code.
    Descriptor {
        /// Its address, relative to the load base.
        vaddr: u64,
        /// The kernel's name.
        kernel: String,
    },
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Label { vaddr, name } => write!(f, "{vaddr:016x} <{name}>:"),
            Line::Inst {
                vaddr,
                text,
                words,
                target,
            } => {
                let dwords: Vec<String> = words.iter().map(|w| format!("{w:08X}")).collect();
                let dwords = dwords.join(" ");
                write!(f, "\t{text:<58} // {vaddr:012X}: {dwords}{target}")
            }
            Line::Padding => f.write_str("\t\t..."),
            Line::Descriptor { vaddr, kernel } => {
                write!(f, "\t// {vaddr:012X}: amd_kernel_code_t of {kernel}")
            }
        }
    }
}

/// Lines as text, functions apart from each other.
pub fn text(lines: &[Line]) -> String {
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        if i != 0 && matches!(line, Line::Label { .. }) {
            out.push('\n');
        }
        out += &format!("{line}\n");
    }
    out
}

/// All code of `object`. With `clrx` also the instructions that only the CLRX documentation knows, which
/// LLVM refuses.
pub fn all(object: &CodeObject, clrx: bool) -> Vec<Line> {
    let mut out = Vec::new();
    for s in object.segments.iter().filter(|s| s.executable) {
        let range = s.vaddr..s.vaddr + s.data.len() as u64;
        list(&mut out, object, s, range, clrx);
    }
    out
}

/// The code of `kernel` of `object`, as [`all`]; nothing when it lies in no segment.
pub fn kernel(object: &CodeObject, kernel: &Kernel, clrx: bool) -> Vec<Line> {
    function(object, kernel.entry, clrx)
}

/// The function of `object` that begins at `entry`.
fn function(object: &CodeObject, entry: u64, clrx: bool) -> Vec<Line> {
    let mut out = Vec::new();
    if let Some(segment) = object.code_segment(entry) {
        let end = end(object, entry, segment);
        list(&mut out, object, segment, entry..end, clrx);
    }
    out
}

/// The instruction at `vaddr` and up to `around` lines before and after it in its function, `vaddr`'s own marked
/// by an arrow; nothing when there is no code.
pub fn around(object: &CodeObject, vaddr: u64, around: usize) -> String {
    let after = object.symbols.partition_point(|s| s.vaddr <= vaddr);
    let start = match after.checked_sub(1) {
        Some(i) => object.symbols[i].vaddr,
        None => match object.code_segment(vaddr) {
            Some(s) => s.vaddr,
            None => return String::new(),
        },
    };
    let lines = function(object, start, true);
    let here = |l: &Line| matches!(l, Line::Inst { vaddr: v, .. } if *v == vaddr);
    let Some(at) = lines.iter().position(here) else {
        return String::new();
    };
    let shown = at.saturating_sub(around)..lines.len().min(at + around + 1);
    let mark = |i: usize| if i == at { "=>" } else { "  " };
    let rows = shown.map(|i| format!("{}{}\n", mark(i), lines[i]));
    rows.collect()
}

/// Where the code that starts at `entry` ends: by the size of its symbol, or at the next one.
fn end(object: &CodeObject, entry: u64, segment: &Segment) -> u64 {
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
pub fn decode_as(generation: Gen, words: &[u32], clrx: bool) -> Option<Decoded> {
    let known = |d: &Decoded| clrx || d.inst.known_to_llvm(generation);
    decode(generation, words).ok().filter(known)
}

/// Lists the code in `range`.
fn list(
    out: &mut Vec<Line>,
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
            let name = s.name.clone();
            out.push(Line::Label { vaddr, name });
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
            out.push(Line::Padding);
            at += zeros;
            continue;
        }
        // Version 2 has the descriptors among the code.
        let descriptor = object
            .kernels
            .iter()
            .find(|k| object.version <= 2 && k.descriptor < k.entry && k.descriptor == vaddr);
        if let Some(k) = descriptor {
            let kernel = k.name.clone();
            out.push(Line::Descriptor { vaddr, kernel });
            at = index(k.entry).min(end);
            continue;
        }
        let (text, n, target) = match decode_as(object.generation, &words[at..limit], clrx) {
            Some(d) => (
                disasm(object.generation, &d, None),
                usize::from(d.size) / 4,
                branch_target(&d.inst, vaddr).and_then(|t| label(object, t)),
            ),
            None => (format!(".long {:#010x}", words[at]), 1, None),
        };
        out.push(Line::Inst {
            vaddr,
            text,
            words: words[at..at + n].to_vec(),
            target: target.unwrap_or_default(),
        });
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
