//! Sections: their names, flags and bytes.

use object::elf;

use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{Error, Tok};

/// The number of the section of code, which is there from the start.
pub const TEXT: usize = 0;

/// Largest section that stands in the file: more is a mistake in a `.fill` or `.org`.
pub const MOST_BYTES: u64 = 1 << 28;
/// Largest section of zeros: OpenCL programs may have a variable that takes most of a card's memory.
const MOST_ZEROS: u64 = 8 << 30;

/// A section.
#[derive(Clone, Debug)]
pub struct Section {
    pub name: String,
    /// `SHF_*`.
    pub flags: u64,
    /// `SHT_*`.
    pub kind: u32,
    /// Size of an entry, of what may be merged.
    pub entry_size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    pub bytes: Vec<u8>,
    /// Bytes behind those that are zero and not in the file.
    pub zeros: u64,
}

/// The section of code.
pub fn text() -> Section {
    Section {
        align: 4,
        ..by_name(".text")
    }
}

/// An empty section with what its name says about it, as LLVM takes it.
pub fn by_name(name: &str) -> Section {
    let is = |prefix: &str| {
        let rest = name.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (write, code) = (elf::SHF_WRITE, elf::SHF_EXECINSTR);
    let flags = match () {
        () if [".rodata", ".rodata1"].into_iter().any(is) => elf::SHF_ALLOC,
        () if [".text", ".init", ".fini"].into_iter().any(is) => elf::SHF_ALLOC | code,
        () if [
            ".data",
            ".data1",
            ".bss",
            ".init_array",
            ".fini_array",
            ".preinit_array",
        ]
        .into_iter()
        .any(is) =>
        {
            elf::SHF_ALLOC | write
        }
        () => 0,
    };
    let kind = match () {
        () if name.starts_with(".note") && name != ".note.GNU-stack" => elf::SHT_NOTE,
        () if is(".bss") => elf::SHT_NOBITS,
        () if is(".init_array") => elf::SHT_INIT_ARRAY,
        () if is(".fini_array") => elf::SHT_FINI_ARRAY,
        () if is(".preinit_array") => elf::SHT_PREINIT_ARRAY,
        () => elf::SHT_PROGBITS,
    };
    Section {
        name: name.to_owned(),
        flags: u64::from(flags),
        kind,
        entry_size: 0,
        align: 1,
        bytes: Vec::new(),
        zeros: 0,
    }
}

impl Section {
    /// Its size in bytes.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64 + self.zeros
    }

    /// Whether a loader puts it into memory.
    pub fn is_loaded(&self) -> bool {
        self.has(elf::SHF_ALLOC)
    }

    /// Whether it holds instructions.
    pub fn is_code(&self) -> bool {
        self.has(elf::SHF_EXECINSTR)
    }

    /// Whether it has one of these flags.
    pub fn has(&self, flags: u32) -> bool {
        self.flags & u64::from(flags) != 0
    }

    /// Whether it is about the source, and not loaded.
    pub fn is_debug(&self) -> bool {
        self.name.starts_with(".debug_") && !self.is_loaded()
    }

    /// Adds `bytes`; an error where the section has no place for them.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.room(bytes.len() as i64)?;
        if self.kind != elf::SHT_NOBITS {
            self.bytes.extend(bytes);
        } else if bytes.iter().all(|b| *b == 0) {
            self.zeros += bytes.len() as u64;
        } else {
            return Err(format!("{} holds zeros only", self.name));
        }
        Ok(())
    }

    /// Adds `count` times `byte`.
    pub fn fill(&mut self, count: i64, byte: u8) -> Result<(), String> {
        let count = self.room(count)?;
        match (self.kind, byte) {
            (elf::SHT_NOBITS, 0) => self.zeros += count,
            (elf::SHT_NOBITS, _) => return Err(format!("{} holds zeros only", self.name)),
            (..) => self.bytes.extend(std::iter::repeat_n(byte, count as usize)),
        }
        Ok(())
    }

    /// Checks that `count` more bytes are possible.
    pub fn room(&self, count: i64) -> Result<u64, String> {
        let most = match self.kind {
            elf::SHT_NOBITS => MOST_ZEROS,
            _ => MOST_BYTES,
        };
        match u64::try_from(count) {
            Ok(n) if n <= most - self.len().min(most) => Ok(n),
            Ok(_) if self.is_code() => Err("the code would be larger than 256 MiB".to_owned()),
            Ok(_) => Err(format!("{} would be larger than {most} bytes", self.name)),
            Err(_) => Err(format!("{count} bytes backwards")),
        }
    }
}

/// Reads what follows `.section`: `name[, "flags"[, @type[, entry size][, group[, comdat]]]]`.
pub fn parse(c: &mut Cursor, symbols: &Symbols) -> Result<Section, Error> {
    let column = c.column();
    let name = name(c)?;
    let mut section = by_name(&name);
    if !c.take(",") {
        return Ok(section);
    }
    let at = c.column();
    let Some(Tok::Str(flags)) = c.next() else {
        return Err(Error::new(at, "expected the section's flags in quotes"));
    };
    let (mut merges, mut group, mut linked) = (false, false, false);
    section.flags = 0;
    for flag in flags.chars() {
        section.flags |= u64::from(match flag {
            'a' => elf::SHF_ALLOC,
            'w' => elf::SHF_WRITE,
            'x' => elf::SHF_EXECINSTR,
            'M' => elf::SHF_MERGE,
            'S' => elf::SHF_STRINGS,
            // One file is all there is: what others may have too is here, and nothing is thrown away.
            'G' | 'o' | '?' | 'R' => 0,
            'e' => elf::SHF_EXCLUDE,
            'T' => return Err(Error::new(at, "threads have no memory of their own")),
            other => return Err(Error::new(at, format!("there is no flag '{other}'"))),
        });
        merges |= flag == 'M';
        group |= flag == 'G';
        linked |= flag == 'o';
    }
    if c.take(",") {
        let at = c.column();
        let _ = c.take("@") || c.take("%");
        section.kind = match c.next() {
            Some(Tok::Word(kind) | Tok::Str(kind)) => match kind.trim_start_matches('@') {
                "progbits" => elf::SHT_PROGBITS,
                "nobits" => elf::SHT_NOBITS,
                "note" => elf::SHT_NOTE,
                "init_array" => elf::SHT_INIT_ARRAY,
                "fini_array" => elf::SHT_FINI_ARRAY,
                "preinit_array" => elf::SHT_PREINIT_ARRAY,
                // Kept apart by LLVM's tools, and not loaded.
                other if !section.is_loaded() && other.starts_with("llvm") => elf::SHT_PROGBITS,
                other => {
                    let message = format!("there is no type of sections '{other}'");
                    return Err(Error::new(at, message));
                }
            },
            _ => {
                return Err(Error::new(
                    at,
                    "expected the section's type, such as @progbits",
                ));
            }
        };
        if merges && c.take(",") {
            let at = c.column();
            let v = expression(c, symbols)?;
            let size = u64::try_from(v.int).ok().filter(|n| *n > 0);
            section.entry_size =
                size.ok_or_else(|| Error::new(at, "expected the size of an entry"))?;
        }
        if group && c.take(",") {
            self::name(c)?;
        }
        if group && c.take(",") {
            self::name(c)?;
        }
        if linked && c.take(",") {
            self::name(c)?;
        }
        if c.take(",") {
            let at = c.column();
            if c.next() != Some(Tok::Word("unique")) {
                return Err(Error::new(at, "expected the end of the line"));
            }
            return Err(Error::new(at, "sections of one name are one section here"));
        }
    }
    if section.is_code() && section.kind == elf::SHT_NOBITS {
        return Err(Error::new(
            column,
            "a section of code cannot be left out of the file",
        ));
    }
    Ok(section)
}

/// The name of a section, in quotes or not.
fn name(c: &mut Cursor) -> Result<String, Error> {
    let column = c.column();
    if let Some(Tok::Str(name)) = c.peek(0) {
        c.at += 1;
        return Ok(name.to_owned());
    }
    let mut name = String::new();
    loop {
        match c.peek(0) {
            Some(Tok::Word(word)) => name += word,
            Some(Tok::Int(n)) if !name.is_empty() => name += &n.to_string(),
            Some(Tok::Mark(mark @ ("-" | "+"))) if !name.is_empty() => name += mark,
            _ => break,
        }
        c.at += 1;
    }
    if name.is_empty() {
        return Err(Error::new(column, "expected the name of a section"));
    }
    Ok(name)
}
