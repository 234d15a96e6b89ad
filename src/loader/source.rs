//! Which line of the source an instruction comes from, as the DWARF of a code object tells.

use std::borrow::Cow;
use std::sync::Arc;

use addr2line::gimli::{self, EndianSlice, LittleEndian};
use object::{Object, ObjectSection};

use super::variables::{self, Variable};
use crate::error::SourceLine;

/// Line numbers, of one file or several that are loaded as one.
#[derive(Clone)]
pub struct DebugInfo(Arc<[Part]>);

/// One of them.
#[derive(Clone)]
struct Part {
    of: Of,
    /// Where its address 0 lies.
    start: u64,
}

/// What tells the lines.
#[derive(Clone)]
enum Of {
    /// An ELF file, which is read when someone asks.
    Elf(Arc<[u8]>),
    /// Lines by the first address, ascending, that comes from them.
    Lines(Arc<[(u64, SourceLine)]>),
}

impl std::fmt::Debug for DebugInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes = self.0.iter().map(|p| match &p.of {
            Of::Elf(file) => file.len(),
            Of::Lines(lines) => size_of_val(&**lines),
        });
        write!(f, "DebugInfo({} bytes)", sizes.sum::<usize>())
    }
}

impl DebugInfo {
    /// The file `elf`, when it has line numbers.
    pub(super) fn of(elf: &[u8]) -> Option<DebugInfo> {
        let file = object::File::parse(elf).ok()?;
        file.section_by_name(".debug_line")?;
        let of = Of::Elf(elf.into());
        Some(DebugInfo([Part { of, start: 0 }].into()))
    }

    /// Lines by the first address that comes from each, ascending.
    pub fn of_lines(lines: Vec<(u64, SourceLine)>) -> DebugInfo {
        let of = Of::Lines(lines.into());
        DebugInfo([Part { of, start: 0 }].into())
    }

    /// That of several code objects, each with where it begins, in ascending order.
    pub(super) fn of_several(all: Vec<(u64, DebugInfo)>) -> DebugInfo {
        let moved = all.iter().flat_map(|(shift, debug)| {
            debug.0.iter().map(move |part| Part {
                of: part.of.clone(),
                start: part.start + shift,
            })
        });
        DebugInfo(moved.collect())
    }

    /// The file that has the address, which then is relative to its own base.
    fn part(&self, vaddr: u64) -> Option<(&Part, u64)> {
        let part = self.0.iter().rfind(|p| p.start <= vaddr)?;
        Some((part, vaddr - part.start))
    }

    /// Where the instruction at `vaddr`, relative to the load base, comes from: the innermost function first, then
    /// those into which it was inlined. Nothing when the file does not tell, or what it says makes no sense.
    pub fn lines(&self, vaddr: u64) -> Vec<SourceLine> {
        self.all_lines(&[vaddr]).pop().unwrap_or_default()
    }

    /// As [`DebugInfo::lines`], for several instructions: each file is read once.
    pub(crate) fn all_lines(&self, vaddrs: &[u64]) -> Vec<Vec<SourceLine>> {
        let mut out = vec![Vec::new(); vaddrs.len()];
        for (i, part) in self.0.iter().enumerate() {
            let end = self.0.get(i + 1).map_or(u64::MAX, |next| next.start);
            let numbers = (0..vaddrs.len()).filter(|n| (part.start..end).contains(&vaddrs[*n]));
            let numbers: Vec<usize> = numbers.collect();
            let inside: Vec<u64> = numbers.iter().map(|n| vaddrs[*n] - part.start).collect();
            if inside.is_empty() {
                continue;
            }
            for (n, lines) in numbers
                .into_iter()
                .zip(part.find(&inside).unwrap_or_default())
            {
                out[n] = lines;
            }
        }
        out
    }

    /// The variables that are visible at the instruction at `vaddr`, relative to the load base: those of the innermost
    /// function first. Nothing when the file does not tell.
    pub(crate) fn variables(&self, vaddr: u64) -> Vec<Variable> {
        let found = self
            .part(vaddr)
            .and_then(|(part, vaddr)| part.dwarf(|dwarf| variables::at(&dwarf, vaddr).ok()));
        found.unwrap_or_default()
    }
}

impl Part {
    fn find(&self, vaddrs: &[u64]) -> Option<Vec<Vec<SourceLine>>> {
        if let Of::Lines(lines) = &self.of {
            let line = |vaddr: &u64| {
                let after = lines.partition_point(|(first, _)| first <= vaddr);
                let line = after.checked_sub(1).map(|n| lines[n].1.clone());
                line.into_iter().collect()
            };
            return Some(vaddrs.iter().map(line).collect());
        }
        self.dwarf(|dwarf| {
            let context = addr2line::Context::from_dwarf(dwarf).ok()?;
            let all = vaddrs.iter().map(|vaddr| lines(&context, *vaddr));
            Some(all.map(Option::unwrap_or_default).collect())
        })
    }

    /// What `f` makes of the file's DWARF.
    fn dwarf<T>(
        &self,
        f: impl FnOnce(gimli::Dwarf<EndianSlice<'_, LittleEndian>>) -> Option<T>,
    ) -> Option<T> {
        let Of::Elf(file) = &self.of else {
            return None;
        };
        let file = object::File::parse(&**file).ok()?;
        let sections = gimli::DwarfSections::load(|id| {
            let data = file.section_by_name(id.name());
            let data = data.and_then(|s| s.uncompressed_data().ok());
            Ok::<_, gimli::Error>(data.unwrap_or(Cow::Borrowed(&[])))
        });
        let sections = sections.ok()?;
        f(sections.borrow(|data| EndianSlice::new(data, LittleEndian)))
    }
}

fn lines<R: gimli::Reader>(context: &addr2line::Context<R>, vaddr: u64) -> Option<Vec<SourceLine>> {
    let mut frames = context.find_frames(vaddr).skip_all_loads().ok()?;
    let mut lines = Vec::new();
    while let Ok(Some(frame)) = frames.next() {
        let function = frame
            .function
            .and_then(|f| Some(f.raw_name().ok()?.into_owned()));
        let Some(place) = frame.location else {
            continue;
        };
        lines.push(SourceLine {
            file: place.file.unwrap_or("?").to_owned(),
            line: place.line.unwrap_or(0),
            function,
        });
    }
    Some(lines)
}
