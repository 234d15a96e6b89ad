//! DWARF that tells which lines of the source instructions come from, and which functions there are (DWARF 5, chapters 3
//! and 6.2).

use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, LineProgram, LineString, Range, RangeList,
    Sections,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian, SectionId};

use super::section::{self, Section};
use crate::asm::lines::{Row, SourceFile};

/// What DWARF is made of.
pub struct Source<'a> {
    /// Files by number; the first one names the whole.
    pub files: std::collections::BTreeMap<u64, SourceFile>,
    pub rows: &'a [Row],
    /// Address and size of each section of the text.
    pub sections: Vec<(u64, u64)>,
    /// Names, addresses and sizes.
    pub functions: Vec<(String, u64, u64)>,
}

const ENCODING: Encoding = Encoding {
    format: Format::Dwarf32,
    version: 5,
    address_size: 8,
};

/// Instructions are dwords, but there may be data between them.
const LINES: LineEncoding = LineEncoding {
    minimum_instruction_length: 1,
    maximum_operations_per_instruction: 1,
    default_is_stmt: true,
    line_base: -5,
    line_range: 14,
};

/// A string as it stands; a zero byte would end it.
fn string(text: &str) -> Vec<u8> {
    let text = text.split('\0').next().unwrap_or_default();
    let text = if text.is_empty() { "?" } else { text };
    text.as_bytes().to_vec()
}

/// The sections, which no loader reads.
///
/// # Errors
/// What cannot be written, in words.
pub fn sections(source: &Source) -> Result<Vec<Section>, String> {
    let mut dwarf = DwarfUnit::new(ENCODING);
    let line_string = |text: &str| LineString::String(string(text));
    let first = source.files.values().next().cloned().unwrap_or_default();
    let folder = if first.folder.is_empty() {
        "."
    } else {
        &first.folder
    };
    let mut program = LineProgram::new(
        ENCODING,
        LINES,
        line_string(folder),
        None,
        line_string(&first.name),
        None,
    );
    let mut numbers = std::collections::HashMap::new();
    for (number, file) in &source.files {
        let directory = match file.folder.as_str() {
            "" => program.default_directory(),
            folder => program.add_directory(line_string(folder)),
        };
        let id = program.add_file(line_string(&file.name), directory, None);
        numbers.insert(number, id);
    }
    let mut ranges = Vec::new();
    for (number, (address, size)) in source.sections.iter().enumerate() {
        let mut rows = source
            .rows
            .iter()
            .filter(|r| r.section == number)
            .peekable();
        if rows.peek().is_none() {
            continue;
        }
        let begin = Address::Constant(*address);
        // What is behind the last function only fills the section up.
        let inside = |f: &&(String, u64, u64)| (*address..address + size).contains(&f.1);
        let functions = source.functions.iter().filter(inside);
        let start = functions.clone().map(|f| f.1).min().unwrap_or(*address);
        let end = functions.map(|f| f.1.saturating_add(f.2)).max();
        let end = end.map_or(address + size, |end| end.min(address + size));
        ranges.push(Range::StartLength {
            begin: Address::Constant(start),
            length: end.saturating_sub(start),
        });
        program.begin_sequence(Some(begin));
        for row in rows {
            let Some(file) = numbers.get(&row.file) else {
                continue;
            };
            let to = program.row();
            to.address_offset = row.offset;
            (to.file, to.line, to.column) = (*file, row.line, row.column);
            program.generate_row();
        }
        program.end_sequence(*size);
    }
    dwarf.unit.line_program = program;
    let ranges = dwarf.unit.ranges.add(RangeList(ranges));
    let root = dwarf.unit.root();
    let entry = dwarf.unit.get_mut(root);
    entry.set(
        gimli::DW_AT_name,
        AttributeValue::String(string(&first.name)),
    );
    if !first.folder.is_empty() {
        entry.set(
            gimli::DW_AT_comp_dir,
            AttributeValue::String(string(folder)),
        );
    }
    entry.set(
        gimli::DW_AT_language,
        AttributeValue::Language(gimli::DW_LANG_Mips_Assembler),
    );
    entry.set(gimli::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    for (name, address, size) in &source.functions {
        let id = dwarf.unit.add(root, gimli::DW_TAG_subprogram);
        let entry = dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_name, AttributeValue::String(string(name)));
        let low = AttributeValue::Address(Address::Constant(*address));
        entry.set(gimli::DW_AT_low_pc, low);
        entry.set(gimli::DW_AT_high_pc, AttributeValue::Udata(*size));
    }
    let mut out = Sections::new(EndianVec::new(LittleEndian));
    let wrong = |e: gimli::write::Error| format!("the lines of the source cannot be told: {e}");
    dwarf.write(&mut out).map_err(wrong)?;
    let mut made = Vec::new();
    let each = out.for_each(|id: SectionId, data| {
        if !data.slice().is_empty() {
            made.push(Section {
                bytes: data.slice().to_vec(),
                ..section::by_name(id.name())
            });
        }
        Ok::<(), gimli::write::Error>(())
    });
    each.map_err(wrong)?;
    Ok(made)
}
