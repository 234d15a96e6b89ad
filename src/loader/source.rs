//! Which line of the source an instruction comes from, as the DWARF of a code object tells.

use std::borrow::Cow;
use std::sync::Arc;

use addr2line::gimli::{self, EndianSlice, LittleEndian};
use object::{Object, ObjectSection};

use super::variables::{self, Variable};
use crate::error::SourceLine;

/// An ELF file with line numbers, which are read when someone asks.
#[derive(Clone)]
pub struct DebugInfo(Arc<[u8]>);

impl std::fmt::Debug for DebugInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DebugInfo({} bytes)", self.0.len())
    }
}

impl DebugInfo {
    /// The file `elf`, when it has line numbers.
    pub(super) fn of(elf: &[u8]) -> Option<DebugInfo> {
        let file = object::File::parse(elf).ok()?;
        file.section_by_name(".debug_line")?;
        Some(DebugInfo(elf.into()))
    }

    /// Where the instruction at `vaddr`, relative to the load base, comes from: the innermost function first, then
    /// those into which it was inlined. Nothing when the file does not tell, or what it says makes no sense.
    pub fn lines(&self, vaddr: u64) -> Vec<SourceLine> {
        self.all_lines(&[vaddr]).pop().unwrap_or_default()
    }

    /// As [`DebugInfo::lines`], for several instructions: the file is read once.
    pub(crate) fn all_lines(&self, vaddrs: &[u64]) -> Vec<Vec<SourceLine>> {
        self.find(vaddrs)
            .unwrap_or_else(|| vec![Vec::new(); vaddrs.len()])
    }

    /// The variables that are visible at the instruction at `vaddr`, relative to the load base: those of the innermost
    /// function first. Nothing when the file does not tell.
    pub(crate) fn variables(&self, vaddr: u64) -> Vec<Variable> {
        let found = self.dwarf(|dwarf| variables::at(&dwarf, vaddr).ok());
        found.unwrap_or_default()
    }

    fn find(&self, vaddrs: &[u64]) -> Option<Vec<Vec<SourceLine>>> {
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
        let file = object::File::parse(&*self.0).ok()?;
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
