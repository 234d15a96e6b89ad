//! Where everything of a code object goes: output sections, their addresses and places in the file, as LLVM's linker
//! lays them out for this target.

use std::collections::{HashMap, HashSet};

use object::elf;

use super::section::{Section, TEXT};

/// Bytes of a page: what is written, executed or neither starts on one of its own.
pub const PAGE: u64 = 4096;
/// Bytes of the file's header, and of a program header.
const HEADER: u64 = 64;
const PROGRAM_HEADER: u64 = 56;

/// What a piece of the file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Note,
    DynSym,
    GnuHash,
    Hash,
    DynStr,
    Rela,
    /// Sections of the text: their numbers, with offsets in the piece.
    Input(Vec<(usize, u64)>),
    Dynamic,
    Got,
    /// Fills what is read-only once it is relocated up to the end of a page.
    Padding,
}

/// A piece of the file: a section of the linked file.
#[derive(Clone, Debug)]
pub struct Piece {
    pub name: String,
    pub what: What,
    pub kind: u32,
    pub flags: u64,
    pub align: u64,
    pub entry_size: u64,
    pub size: u64,
    /// 0 for what is not loaded.
    pub address: u64,
    pub offset: u64,
}

impl Piece {
    fn is_in_file(&self) -> bool {
        self.kind != elf::SHT_NOBITS
    }
}

/// A program header.
#[derive(Clone, Debug)]
pub struct Segment {
    pub kind: u32,
    pub flags: u32,
    pub offset: u64,
    pub address: u64,
    pub file_size: u64,
    pub size: u64,
    pub align: u64,
}

/// Sizes of what the linker makes, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Made {
    pub note: u64,
    pub dyn_sym: u64,
    pub gnu_hash: u64,
    pub hash: u64,
    pub dyn_str: u64,
    pub rela: u64,
    pub dynamic: u64,
    pub got: u64,
}

/// The file's plan.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// In the order of the file; those that are loaded first.
    pub pieces: Vec<Piece>,
    pub segments: Vec<Segment>,
    /// Where the last piece ends in the file.
    pub end: u64,
    /// Of each section of the text, the number of its piece and its address.
    sections: HashMap<usize, (usize, u64)>,
}

/// Prefixes of names that become the name of the section in the linked file.
const PREFIXES: &[&str] = &[
    ".data.rel.ro",
    ".bss.rel.ro",
    ".text",
    ".data",
    ".rodata",
    ".bss",
    ".init_array",
    ".fini_array",
    ".ctors",
    ".dtors",
];

/// The name of the section that an input section becomes part of.
fn output_name(name: &str) -> &str {
    let is = |prefix: &&&str| {
        let rest = name.strip_prefix(**prefix);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    match PREFIXES.iter().find(is) {
        Some(prefix) => prefix,
        None if name == "COMMON" => ".bss",
        None => name,
    }
}

/// Whether a section that may be written is so only until it is relocated.
fn is_relro(name: &str) -> bool {
    matches!(
        name,
        ".data.rel.ro"
            | ".bss.rel.ro"
            | ".init_array"
            | ".fini_array"
            | ".preinit_array"
            | ".ctors"
            | ".dtors"
            | ".dynamic"
            | ".got"
            | ".relro_padding"
    )
}

/// The order of pieces in the file: loaded before not loaded, read before executed before written, what is read-only
/// after relocation before what is written, zeros last.
fn rank(piece: &Piece) -> (bool, u8, bool, u8) {
    let flags = piece.flags;
    let has = |flag: u32| flags & u64::from(flag) != 0;
    let access = match (has(elf::SHF_WRITE), has(elf::SHF_EXECINSTR)) {
        (false, false) => 0,
        (false, true) => 1,
        (true, false) => 3,
        (true, true) => 2,
    };
    let made = match piece.what {
        What::Note => 0,
        What::Input(_) if piece.kind == elf::SHT_NOTE => 0,
        What::Input(_) if !piece.is_in_file() => 9,
        What::DynSym => 1,
        What::GnuHash => 2,
        What::Hash => 3,
        What::DynStr => 4,
        What::Rela => 5,
        What::Input(_) => 6,
        What::Dynamic => 7,
        What::Got => 8,
        What::Padding => 10,
    };
    let written = access == 3 && !is_relro(&piece.name);
    (!has(elf::SHF_ALLOC), access, written, made)
}

/// Plans the file; `labelled` are the numbers of sections that stay though they are empty.
pub fn plan(sections: &[Section], labelled: &HashSet<usize>, made: &Made) -> Layout {
    let mut pieces: Vec<Piece> = Vec::new();
    // Variables that the linker makes come before those that are in the text.
    let (common, others): (Vec<_>, Vec<_>) = sections
        .iter()
        .enumerate()
        .partition(|(_, s)| s.name == "COMMON");
    for (index, section) in common.into_iter().chain(others) {
        let name = output_name(&section.name);
        let is_kept = section.len() != 0 || index == TEXT || labelled.contains(&index);
        if section.has(elf::SHF_EXCLUDE) || !is_kept {
            continue;
        }
        let found = pieces.iter_mut().find(|p| p.name == name);
        let piece = match found {
            Some(piece) => piece,
            None => {
                let new = Piece {
                    name: name.to_owned(),
                    what: What::Input(Vec::new()),
                    kind: section.kind,
                    flags: section.flags,
                    align: 1,
                    entry_size: section.entry_size,
                    size: 0,
                    address: 0,
                    offset: 0,
                };
                let last = pieces.len();
                pieces.push(new);
                &mut pieces[last]
            }
        };
        // What only some of it has, it has not: entries of one size.
        if piece.entry_size != section.entry_size {
            piece.entry_size = 0;
            piece.flags &= !u64::from(elf::SHF_MERGE | elf::SHF_STRINGS);
        }
        if piece.kind != section.kind {
            piece.kind = elf::SHT_PROGBITS;
        }
        let merge = u64::from(elf::SHF_MERGE | elf::SHF_STRINGS);
        piece.flags |= section.flags & !merge;
        if section.flags & merge != merge & piece.flags {
            piece.flags &= !merge;
        }
        piece.align = piece.align.max(section.align);
        let offset = piece.size.next_multiple_of(section.align);
        piece.size = offset + section.len();
        if let What::Input(inputs) = &mut piece.what {
            inputs.push((index, offset));
        }
    }
    let mut add = |name: &str, what: What, (kind, flags): (u32, u32), align, entry_size, size| {
        pieces.push(Piece {
            name: name.to_owned(),
            what,
            kind,
            flags: u64::from(flags),
            align,
            entry_size,
            size,
            address: 0,
            offset: 0,
        });
    };
    let read = elf::SHF_ALLOC;
    let write = elf::SHF_ALLOC | elf::SHF_WRITE;
    if made.note != 0 {
        add(".note", What::Note, (elf::SHT_NOTE, read), 4, 0, made.note);
    }
    add(
        ".dynsym",
        What::DynSym,
        (elf::SHT_DYNSYM, read),
        8,
        24,
        made.dyn_sym,
    );
    add(
        ".gnu.hash",
        What::GnuHash,
        (elf::SHT_GNU_HASH, read),
        8,
        0,
        made.gnu_hash,
    );
    add(".hash", What::Hash, (elf::SHT_HASH, read), 4, 4, made.hash);
    add(
        ".dynstr",
        What::DynStr,
        (elf::SHT_STRTAB, read),
        1,
        0,
        made.dyn_str,
    );
    if made.rela != 0 {
        add(
            ".rela.dyn",
            What::Rela,
            (elf::SHT_RELA, read),
            8,
            24,
            made.rela,
        );
    }
    add(
        ".dynamic",
        What::Dynamic,
        (elf::SHT_DYNAMIC, write),
        8,
        16,
        made.dynamic,
    );
    if made.got != 0 {
        add(
            ".got",
            What::Got,
            (elf::SHT_PROGBITS, write),
            8,
            0,
            made.got,
        );
    }
    add(
        ".relro_padding",
        What::Padding,
        (elf::SHT_NOBITS, write),
        1,
        0,
        0,
    );
    pieces.sort_by_key(rank);
    let mut layout = Layout {
        pieces,
        ..Layout::default()
    };
    layout.place();
    layout
}

impl Layout {
    /// Gives the pieces their addresses and offsets, and makes the program headers.
    fn place(&mut self) {
        // Which of the loaded segments each piece is in: those that agree in what may be done with them.
        let class = |p: &Piece| {
            let access = p.flags & u64::from(elf::SHF_WRITE | elf::SHF_EXECINSTR);
            let is_written = access & u64::from(elf::SHF_WRITE) != 0;
            (access, is_written && is_relro(&p.name))
        };
        let loaded = self.pieces.iter().filter(|p| p.is_loaded()).count();
        let mut starts = vec![0];
        for i in 1..loaded {
            if class(&self.pieces[i]) != class(&self.pieces[i - 1]) {
                starts.push(i);
            }
        }
        let has_note = self
            .pieces
            .iter()
            .any(|p| p.kind == elf::SHT_NOTE && p.is_loaded());
        // All but those of loaded segments: PHDR, DYNAMIC, RELRO, STACK, NOTE.
        let count = starts.len() + 4 + usize::from(has_note);
        let headers = PROGRAM_HEADER * count as u64;
        let (mut address, mut offset) = (HEADER + headers, HEADER + headers);
        for i in 0..self.pieces.len() {
            let piece = &mut self.pieces[i];
            if i >= loaded {
                offset = offset.next_multiple_of(piece.align);
                piece.offset = offset;
                if piece.is_in_file() {
                    offset += piece.size;
                }
                continue;
            }
            let starts_segment = i != 0 && starts.contains(&i);
            if starts_segment {
                address = address.next_multiple_of(PAGE) + address % PAGE;
            }
            address = address.next_multiple_of(piece.align);
            if starts_segment {
                offset += address.wrapping_sub(offset) % PAGE;
            } else if piece.is_in_file() {
                offset = offset.next_multiple_of(piece.align);
            }
            piece.address = address;
            piece.offset = offset;
            if piece.what == What::Padding {
                piece.size = address.next_multiple_of(PAGE) - address;
                continue;
            }
            address += piece.size;
            if piece.is_in_file() {
                offset += piece.size;
            }
        }
        self.end = offset;
        for (n, p) in self.pieces.iter().enumerate() {
            if let What::Input(inputs) = &p.what {
                let places = inputs.iter();
                let places = places.map(|(index, offset)| (*index, (n, p.address + offset)));
                self.sections.extend(places);
            }
        }
        self.segments = self.headers(&starts, loaded, headers, has_note);
    }

    /// The program headers; those of loaded segments begin at the pieces `starts`.
    fn headers(
        &self,
        starts: &[usize],
        loaded: usize,
        headers: u64,
        has_note: bool,
    ) -> Vec<Segment> {
        let over = |kind: u32, flags: u32, align: u64, pieces: &[Piece]| {
            let (first, last) = match pieces {
                [first, .., last] => (first, last),
                [one] => (one, one),
                [] => return None,
            };
            let in_file = pieces.iter().rev().find(|p| p.is_in_file());
            let file_end = in_file.map_or(first.offset, |p| p.offset + p.size);
            Some(Segment {
                kind,
                flags,
                offset: first.offset,
                address: first.address,
                file_size: file_end - first.offset,
                size: last.address + last.size - first.address,
                align,
            })
        };
        let mut out = vec![Segment {
            kind: elf::PT_PHDR,
            flags: elf::PF_R,
            offset: HEADER,
            address: HEADER,
            file_size: headers,
            size: headers,
            align: 8,
        }];
        for (n, &start) in starts.iter().enumerate() {
            let end = starts.get(n + 1).copied().unwrap_or(loaded);
            let pieces = &self.pieces[start..end];
            let all = pieces.iter().fold(0, |all, p| all | p.flags);
            let flags = elf::PF_R
                | if all & u64::from(elf::SHF_WRITE) != 0 {
                    elf::PF_W
                } else {
                    0
                }
                | if all & u64::from(elf::SHF_EXECINSTR) != 0 {
                    elf::PF_X
                } else {
                    0
                };
            let align = pieces.iter().map(|p| p.align).max().unwrap_or(1);
            let segment = over(elf::PT_LOAD, flags, PAGE.max(align), pieces);
            out.extend(segment.map(|mut s| {
                // The first one has the headers, too.
                if start == 0 {
                    s.file_size += s.offset;
                    s.size += s.address;
                    (s.offset, s.address) = (0, 0);
                }
                s
            }));
        }
        let pieces = &self.pieces[..loaded];
        let where_ = |what: &dyn Fn(&Piece) -> bool| {
            let first = pieces.iter().position(what).unwrap_or(0);
            let last = pieces.iter().rposition(what).map_or(0, |i| i + 1);
            &pieces[first..last]
        };
        let read_write = elf::PF_R | elf::PF_W;
        let dynamic = where_(&|p| p.what == What::Dynamic);
        out.extend(over(elf::PT_DYNAMIC, read_write, 8, dynamic));
        let relro = where_(&|p| p.flags & u64::from(elf::SHF_WRITE) != 0 && is_relro(&p.name));
        out.extend(over(elf::PT_GNU_RELRO, elf::PF_R, 1, relro));
        out.push(Segment {
            kind: elf::PT_GNU_STACK,
            flags: read_write,
            offset: 0,
            address: 0,
            file_size: 0,
            size: 0,
            align: 0,
        });
        if has_note {
            let notes = where_(&|p| p.kind == elf::SHT_NOTE);
            out.extend(over(elf::PT_NOTE, elf::PF_R, 4, notes));
        }
        out
    }

    /// The piece that is `what`.
    pub fn piece(&self, what: &What) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.what == *what)
    }

    /// The number of the piece that has section `section`, from 0, and the address of that section.
    pub fn section(&self, section: usize) -> Option<(usize, u64)> {
        self.sections.get(&section).copied()
    }
}

impl Piece {
    /// Whether a loader puts it into memory.
    pub fn is_loaded(&self) -> bool {
        self.flags & u64::from(elf::SHF_ALLOC) != 0
    }
}
