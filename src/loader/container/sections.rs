//! Sections, symbols and segments of an ELF file of either class, as AMD's and Mesa's binaries have them: files of
//! compilers that cared little for what the format demands. Their first symbol may be a real one.

use object::LittleEndian as LE;
use object::elf::{self, FileHeader32, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};

use crate::error::LoadError;

/// A section.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Section<'a> {
    pub name: String,
    /// What is in it; nothing when it has zeros alone.
    pub data: &'a [u8],
    /// Bytes in memory.
    pub size: u64,
    pub align: u64,
}

/// A symbol, whose value is relative to its section.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Symbol {
    pub name: String,
    /// Number of its section.
    pub section: usize,
    pub value: u64,
    pub size: u64,
    /// Whether other files see it.
    pub is_global: bool,
}

/// A relocation of a section.
#[derive(Clone, Copy, Debug)]
pub(in crate::loader) struct Reloc {
    /// Number of the section that is patched, and the place in it.
    pub section: usize,
    pub offset: u64,
    pub kind: u32,
    /// Number of the symbol.
    pub symbol: usize,
    pub addend: i64,
}

/// A program header.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Segment<'a> {
    pub kind: u32,
    /// Where it is in the file.
    pub offset: u64,
    pub data: &'a [u8],
}

/// What is in an ELF file.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Sections<'a> {
    pub machine: u16,
    pub flags: u32,
    /// Whether it is of the 64-bit class.
    pub is_64: bool,
    pub sections: Vec<Section<'a>>,
    pub symbols: Vec<Symbol>,
    pub relocations: Vec<Reloc>,
    pub segments: Vec<Segment<'a>>,
}

fn bad(e: object::read::Error) -> LoadError {
    LoadError::Elf(e.to_string())
}

impl<'a> Sections<'a> {
    /// Reads the file.
    pub fn of(bytes: &'a [u8]) -> Result<Sections<'a>, LoadError> {
        if !bytes.starts_with(b"\x7fELF") || bytes.len() < 52 {
            return Err(LoadError::Elf("there is no ELF header".to_owned()));
        }
        match bytes[4] {
            elf::ELFCLASS32 => read::<FileHeader32<LE>>(bytes, false),
            elf::ELFCLASS64 => read::<FileHeader64<LE>>(bytes, true),
            class => Err(LoadError::Elf(format!("{class} is no class of ELF files"))),
        }
    }

    /// The section called `name`.
    pub fn section(&self, name: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|s| s.name == name)
    }

    /// Number of the section called `name`.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|s| s.name == name)
    }

    /// The bytes of a symbol.
    pub fn contents(&self, symbol: &Symbol) -> Result<&'a [u8], LoadError> {
        let section = self.sections.get(symbol.section);
        let part = section.and_then(|s| super::table::part(s.data, symbol.value, symbol.size));
        part.ok_or_else(|| LoadError::Field {
            field: format!("symbol {}", symbol.name),
            problem: "it lies outside its section".to_owned(),
        })
    }
}

fn read<Elf: FileHeader<Endian = LE>>(
    bytes: &[u8],
    is_64: bool,
) -> Result<Sections<'_>, LoadError> {
    let header = Elf::parse(bytes).map_err(bad)?;
    let table = header.sections(LE, bytes).map_err(bad)?;
    // How much may be copied of names, and read of contents: headers may name the same bytes any number of times.
    let mut left = 16 * bytes.len();
    let mut take = |n: usize| {
        left = left.checked_sub(n).ok_or_else(|| LoadError::Field {
            field: "sections and symbols".to_owned(),
            problem: "they overlap: together they are larger than the file".to_owned(),
        })?;
        Ok::<(), LoadError>(())
    };
    let mut out = Sections {
        machine: header.e_machine(LE),
        flags: header.e_flags(LE),
        is_64,
        sections: Vec::new(),
        symbols: Vec::new(),
        relocations: Vec::new(),
        segments: Vec::new(),
    };
    for s in table.iter() {
        let name = table.section_name(LE, s).unwrap_or_default();
        let data = s.data(LE, bytes).map_err(bad)?;
        take(name.len() + data.len())?;
        out.sections.push(Section {
            name: String::from_utf8_lossy(name).into_owned(),
            data,
            size: s.sh_size(LE).into(),
            align: s.sh_addralign(LE).into(),
        });
    }
    let symbols = table.symbols(LE, bytes, elf::SHT_SYMTAB).map_err(bad)?;
    for s in symbols.symbols() {
        let name = symbols.symbol_name(LE, s).map_err(bad)?;
        take(name.len() + 1)?;
        out.symbols.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            section: s.st_shndx(LE).into(),
            value: s.st_value(LE).into(),
            size: s.st_size(LE).into(),
            is_global: s.st_bind() == elf::STB_GLOBAL,
        });
    }
    for s in table.iter() {
        let section = s.sh_info(LE) as usize;
        if let Some((entries, _)) = s.rela(LE, bytes).map_err(bad)? {
            take(size_of_val(entries))?;
            for r in entries {
                use object::read::elf::Rela;
                out.relocations.push(Reloc {
                    section,
                    offset: r.r_offset(LE).into(),
                    kind: r.r_type(LE, false),
                    symbol: r.r_sym(LE, false) as usize,
                    addend: r.r_addend(LE).into(),
                });
            }
        }
        if let Some((entries, _)) = s.rel(LE, bytes).map_err(bad)? {
            take(size_of_val(entries))?;
            for r in entries {
                use object::read::elf::Rel;
                out.relocations.push(Reloc {
                    section,
                    offset: r.r_offset(LE).into(),
                    kind: r.r_type(LE),
                    symbol: r.r_sym(LE) as usize,
                    addend: 0,
                });
            }
        }
    }
    for p in header.program_headers(LE, bytes).map_err(bad)? {
        let data = p.data(LE, bytes).map_err(|()| LoadError::Field {
            field: "program headers".to_owned(),
            problem: "a segment lies outside the file".to_owned(),
        })?;
        take(data.len())?;
        out.segments.push(Segment {
            kind: p.p_type(LE),
            offset: p.p_offset(LE).into(),
            data,
        });
    }
    Ok(out)
}
