//! The file of a code object (LLVM AMDGPUUsage, "ELF Code Object"): headers, symbols, hash tables, relocations.

use object::LittleEndian as LE;
use object::elf;
use object::endian::{I64, U16, U32, U64};
use object::pod::bytes_of;

use super::layout::{Layout, Made, Piece, What};
use super::section::Section;

const EM_AMDGPU: u16 = 224;
const ELFOSABI_AMDGPU_HSA: u8 = 64;
/// `NT_AMDGPU_METADATA`.
const NOTE_METADATA: u32 = 32;
const R_AMDGPU_ABS64: u32 = 3;
const R_AMDGPU_RELATIVE64: u32 = 13;

/// Where a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In no section of this file.
    Undefined,
    /// Nowhere: it is a number.
    Absolute,
    /// In a piece of the file.
    Piece(usize),
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub value: u64,
    pub size: u64,
    /// `STB_*`, `STV_*` and `STT_*`.
    pub binding: u8,
    pub visibility: u8,
    pub kind: u8,
    pub place: Place,
    /// Where the text names it, among the others.
    pub turn: usize,
}

/// What a loader completes: eight bytes.
#[derive(Clone, Copy, Debug)]
pub struct Rela {
    pub address: u64,
    /// Index of an exported symbol; without one the address is this file's.
    pub symbol: Option<usize>,
    pub addend: i64,
}

/// All that is in a file.
#[derive(Clone, Debug, Default)]
pub struct Contents<'a> {
    pub sections: &'a [Section],
    /// Symbols that other files see, or should define.
    pub exported: Vec<Symbol>,
    /// Symbols for people and debuggers.
    pub local: Vec<Symbol>,
    pub relas: Vec<Rela>,
    /// What is in the global offset table, where no relocation says it.
    pub got: Vec<u64>,
    /// MessagePack.
    pub metadata: Option<&'a [u8]>,
    /// Code-object version, 3 to 6, and `e_flags`.
    pub version: u8,
    pub flags: u32,
}

/// The order of exported symbols in a file: those that it does not define first, then by the buckets of the hash table.
pub fn order(exported: &mut [Symbol]) {
    let defined = exported.iter().filter(|s| s.place != Place::Undefined);
    let buckets = buckets(defined.count());
    exported.sort_by_key(|s| match s.place {
        Place::Undefined => (false, 0),
        Place::Absolute | Place::Piece(_) => (true, elf::gnu_hash(s.name.as_bytes()) % buckets),
    });
}

/// The buckets of a GNU hash table of so many symbols.
fn buckets(hashed: usize) -> u32 {
    (hashed / 4).max(1) as u32
}

/// 64-bit words of its filter: 12 bits per symbol, the next power of two.
fn filter_words(hashed: usize) -> usize {
    match hashed {
        0 => 1,
        n => ((n * 12 - 1) / 64 + 1).next_power_of_two(),
    }
}

/// Names, each with a zero behind it.
#[derive(Default)]
struct Names(Vec<u8>);

impl Names {
    fn new() -> Names {
        Names(vec![0])
    }

    fn add(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        let at = self.0.len() as u32;
        self.0.extend(name.as_bytes());
        self.0.push(0);
        at
    }
}

/// The note with the metadata.
fn note(metadata: &[u8]) -> Vec<u8> {
    let name = b"AMDGPU\0";
    let mut out = Vec::new();
    for word in [name.len() as u32, metadata.len() as u32, NOTE_METADATA] {
        out.extend(word.to_le_bytes());
    }
    for part in [&name[..], metadata] {
        out.extend(part);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

/// A symbol as a table has it.
fn entry(symbol: &Symbol, name: u32) -> elf::Sym64<LE> {
    let st_shndx = match symbol.place {
        Place::Undefined => elf::SHN_UNDEF,
        Place::Absolute => elf::SHN_ABS,
        // The null section comes first.
        Place::Piece(n) => (n + 1) as u16,
    };
    elf::Sym64 {
        st_name: U32::new(LE, name),
        st_info: symbol.binding << 4 | symbol.kind,
        st_other: symbol.visibility,
        st_shndx: U16::new(LE, st_shndx),
        st_value: U64::new(LE, symbol.value),
        st_size: U64::new(LE, symbol.size),
    }
}

/// The symbol that begins every table.
fn null() -> Symbol {
    Symbol {
        name: String::new(),
        value: 0,
        size: 0,
        binding: 0,
        visibility: 0,
        kind: 0,
        place: Place::Undefined,
        turn: 0,
    }
}

impl Contents<'_> {
    fn hashed(&self) -> usize {
        let defined = |s: &&Symbol| s.place != Place::Undefined;
        self.exported.iter().filter(defined).count()
    }

    /// Relocations that need no symbol stand before the others.
    fn relative(&self) -> usize {
        self.relas.iter().filter(|r| r.symbol.is_none()).count()
    }

    /// The sizes of what is made.
    pub fn made(&self) -> Made {
        let (all, hashed) = (self.exported.len() as u64 + 1, self.hashed());
        let names = self.exported.iter().map(|s| s.name.len() as u64 + 1);
        // The last entry of .dynamic is empty.
        let dynamic = 7
            + if self.relas.is_empty() { 0 } else { 3 }
            + u64::from(self.relative() != 0)
            + 2 * self.arrays().count() as u64;
        let buckets = u64::from(buckets(hashed));
        Made {
            note: self.metadata.map_or(0, |m| note(m).len() as u64),
            dyn_sym: 24 * all,
            gnu_hash: 16 + 8 * filter_words(hashed) as u64 + 4 * (buckets + hashed as u64),
            hash: 4 * (2 + 2 * all),
            dyn_str: 1 + names.sum::<u64>(),
            rela: 24 * self.relas.len() as u64,
            dynamic: 16 * dynamic,
            got: 8 * self.got.len() as u64,
        }
    }

    /// Sections that list functions, with the tags of their addresses and sizes.
    fn arrays(&self) -> impl Iterator<Item = (&'static str, i64, i64)> {
        let all = [
            (
                ".preinit_array",
                elf::DT_PREINIT_ARRAY,
                elf::DT_PREINIT_ARRAYSZ,
            ),
            (".init_array", elf::DT_INIT_ARRAY, elf::DT_INIT_ARRAYSZ),
            (".fini_array", elf::DT_FINI_ARRAY, elf::DT_FINI_ARRAYSZ),
        ];
        all.into_iter().filter(|(name, ..)| {
            let is = |s: &Section| {
                let rest = s.name.strip_prefix(name);
                s.len() != 0 && rest.is_some_and(|r| r.is_empty() || r.starts_with('.'))
            };
            self.sections.iter().any(is)
        })
    }

    /// The file, as `layout` plans it.
    pub fn write(&self, layout: &Layout) -> Vec<u8> {
        let mut out = vec![0; layout.end as usize];
        for piece in &layout.pieces {
            self.fill(piece, layout, &mut out);
        }
        // What is not loaded: symbols and names.
        let mut names = Names::new();
        let mut symbols = bytes_of(&entry(&null(), 0)).to_vec();
        let mut exported: Vec<&Symbol> = self.exported.iter().collect();
        exported.sort_by_key(|s| s.turn);
        for symbol in self.local.iter().chain(exported) {
            let name = names.add(&symbol.name);
            symbols.extend(bytes_of(&entry(symbol, name)));
        }
        out.resize(out.len().next_multiple_of(8), 0);
        let symtab = out.len() as u64;
        out.extend(&symbols);
        let mut titles = Names::new();
        let mut headers = vec![section_header(0, 0, 0)];
        let dyn_sym = 1 + self.index(layout, &What::DynSym);
        let dyn_str = 1 + self.index(layout, &What::DynStr);
        for piece in &layout.pieces {
            let mut h = section_header(titles.add(&piece.name), piece.kind, piece.flags);
            h.sh_addr = U64::new(LE, piece.address);
            h.sh_offset = U64::new(LE, piece.offset);
            h.sh_size = U64::new(LE, piece.size);
            h.sh_addralign = U64::new(LE, piece.align);
            h.sh_entsize = U64::new(LE, piece.entry_size);
            let (link, info) = match piece.what {
                // The first symbol that is not local.
                What::DynSym => (dyn_str, 1),
                What::GnuHash | What::Hash | What::Rela => (dyn_sym, 0),
                What::Dynamic => (dyn_str, 0),
                What::Note | What::DynStr | What::Input(_) | What::Got | What::Padding => (0, 0),
            };
            h.sh_link = U32::new(LE, link);
            h.sh_info = U32::new(LE, info);
            headers.push(h);
        }
        let tables = [
            (".symtab", elf::SHT_SYMTAB, 8, 24),
            (".shstrtab", elf::SHT_STRTAB, 1, 0),
            (".strtab", elf::SHT_STRTAB, 1, 0),
        ];
        let titled = tables.map(|(name, ..)| titles.add(name));
        let shstrtab = out.len() as u64;
        out.extend(&titles.0);
        let strtab = out.len() as u64;
        out.extend(&names.0);
        let places = [
            (symtab, symbols.len() as u64),
            (shstrtab, titles.0.len() as u64),
            (strtab, names.0.len() as u64),
        ];
        let first = headers.len();
        for (i, (_, kind, align, entry_size)) in tables.into_iter().enumerate() {
            let mut h = section_header(titled[i], kind, 0);
            h.sh_offset = U64::new(LE, places[i].0);
            h.sh_size = U64::new(LE, places[i].1);
            h.sh_addralign = U64::new(LE, align);
            h.sh_entsize = U64::new(LE, entry_size);
            if kind == elf::SHT_SYMTAB {
                h.sh_link = U32::new(LE, (first + 2) as u32);
                h.sh_info = U32::new(LE, self.local.len() as u32 + 1);
            }
            headers.push(h);
        }
        out.resize(out.len().next_multiple_of(8), 0);
        let section_headers = out.len() as u64;
        for h in &headers {
            out.extend(bytes_of(h));
        }
        let header = self.header(layout, section_headers, headers.len() as u16);
        put(&mut out, 0, bytes_of(&header));
        for (i, s) in layout.segments.iter().enumerate() {
            let h = elf::ProgramHeader64 {
                p_type: U32::new(LE, s.kind),
                p_flags: U32::new(LE, s.flags),
                p_offset: U64::new(LE, s.offset),
                p_vaddr: U64::new(LE, s.address),
                p_paddr: U64::new(LE, s.address),
                p_filesz: U64::new(LE, s.file_size),
                p_memsz: U64::new(LE, s.size),
                p_align: U64::new(LE, s.align),
            };
            put(&mut out, 64 + 56 * i as u64, bytes_of(&h));
        }
        out
    }

    /// The number of the piece that is `what`.
    fn index(&self, layout: &Layout, what: &What) -> u32 {
        let found = layout.pieces.iter().position(|p| p.what == *what);
        found.unwrap_or(0) as u32
    }

    fn header(&self, layout: &Layout, sections: u64, count: u16) -> elf::FileHeader64<LE> {
        elf::FileHeader64 {
            e_ident: elf::Ident {
                magic: elf::ELFMAG,
                class: elf::ELFCLASS64,
                data: elf::ELFDATA2LSB,
                version: elf::EV_CURRENT,
                os_abi: ELFOSABI_AMDGPU_HSA,
                abi_version: self.version - 2,
                padding: [0; 7],
            },
            e_type: U16::new(LE, elf::ET_DYN),
            e_machine: U16::new(LE, EM_AMDGPU),
            e_version: U32::new(LE, u32::from(elf::EV_CURRENT)),
            e_entry: U64::new(LE, 0),
            e_phoff: U64::new(LE, 64),
            e_shoff: U64::new(LE, sections),
            e_flags: U32::new(LE, self.flags),
            e_ehsize: U16::new(LE, 64),
            e_phentsize: U16::new(LE, 56),
            e_phnum: U16::new(LE, layout.segments.len() as u16),
            e_shentsize: U16::new(LE, 64),
            e_shnum: U16::new(LE, count),
            // The names of sections are before those of symbols.
            e_shstrndx: U16::new(LE, count - 2),
        }
    }

    /// Puts the bytes of a piece where they belong.
    fn fill(&self, piece: &Piece, layout: &Layout, out: &mut [u8]) {
        let bytes = match &piece.what {
            What::Note => self.metadata.map_or(Vec::new(), note),
            What::DynSym => {
                let mut bytes = bytes_of(&entry(&null(), 0)).to_vec();
                let mut at = 1;
                for s in &self.exported {
                    bytes.extend(bytes_of(&entry(s, at)));
                    at += s.name.len() as u32 + 1;
                }
                bytes
            }
            What::DynStr => {
                let mut names = Names::new();
                for s in &self.exported {
                    names.add(&s.name);
                }
                names.0
            }
            What::GnuHash => self.gnu_hash(),
            What::Hash => self.hash(),
            What::Rela => {
                let mut bytes = Vec::new();
                for r in &self.relas {
                    let info = match r.symbol {
                        None => u64::from(R_AMDGPU_RELATIVE64),
                        // The null symbol comes first.
                        Some(s) => (s as u64 + 1) << 32 | u64::from(R_AMDGPU_ABS64),
                    };
                    let entry = elf::Rela64 {
                        r_offset: U64::new(LE, r.address),
                        r_info: U64::new(LE, info),
                        r_addend: I64::new(LE, r.addend),
                    };
                    bytes.extend(bytes_of(&entry));
                }
                bytes
            }
            What::Dynamic => self.dynamic(layout),
            What::Got => self.got.iter().flat_map(|v| v.to_le_bytes()).collect(),
            What::Padding => Vec::new(),
            What::Input(inputs) => {
                if piece.kind == elf::SHT_NOBITS {
                    return;
                }
                for (index, offset) in inputs {
                    let section = &self.sections[*index];
                    put(out, piece.offset + offset, &section.bytes);
                }
                return;
            }
        };
        put(out, piece.offset, &bytes);
    }

    fn dynamic(&self, layout: &Layout) -> Vec<u8> {
        let place = |what: &What| layout.piece(what).map_or((0, 0), |p| (p.address, p.size));
        let mut entries: Vec<(i64, u64)> = Vec::new();
        if !self.relas.is_empty() {
            let (address, size) = place(&What::Rela);
            entries.extend([
                (elf::DT_RELA, address),
                (elf::DT_RELASZ, size),
                (elf::DT_RELAENT, 24),
            ]);
            if self.relative() != 0 {
                entries.push((elf::DT_RELACOUNT, self.relative() as u64));
            }
        }
        let (names, names_size) = place(&What::DynStr);
        entries.extend([
            (elf::DT_SYMTAB, place(&What::DynSym).0),
            (elf::DT_SYMENT, 24),
            (elf::DT_STRTAB, names),
            (elf::DT_STRSZ, names_size),
            (elf::DT_GNU_HASH, place(&What::GnuHash).0),
            (elf::DT_HASH, place(&What::Hash).0),
        ]);
        for (name, address, size) in self.arrays() {
            if let Some(piece) = layout.pieces.iter().find(|p| p.name == name) {
                entries.extend([(address, piece.address), (size, piece.size)]);
            }
        }
        entries.push((elf::DT_NULL, 0));
        let mut bytes = Vec::new();
        for (tag, value) in entries {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
        bytes
    }

    /// The hash table of System V: as many buckets as symbols.
    fn hash(&self) -> Vec<u8> {
        let count = self.exported.len() + 1;
        let (mut buckets, mut chains) = (vec![0u32; count], vec![0u32; count]);
        for (i, s) in self.exported.iter().enumerate() {
            let bucket = elf::hash(s.name.as_bytes()) as usize % count;
            chains[i + 1] = buckets[bucket];
            buckets[bucket] = i as u32 + 1;
        }
        let head = [count as u32; 2].into_iter();
        let words = head.chain(buckets).chain(chains);
        words.flat_map(u32::to_le_bytes).collect()
    }

    /// GNU's hash table, of symbols that are defined.
    fn gnu_hash(&self) -> Vec<u8> {
        const SHIFT: u32 = 26;
        let hashed = self.hashed();
        // The null symbol, and those that are not defined, come first.
        let first = 1 + self.exported.len() - hashed;
        let (buckets, words) = (buckets(hashed), filter_words(hashed));
        let hashes = self.exported[first - 1..].iter();
        let hashes: Vec<u32> = hashes.map(|s| elf::gnu_hash(s.name.as_bytes())).collect();
        let (mut filter, mut starts) = (vec![0u64; words], vec![0u32; buckets as usize]);
        let mut chain = Vec::new();
        for (i, &hash) in hashes.iter().enumerate() {
            let word = &mut filter[(hash as usize / 64) & (words - 1)];
            *word |= 1 << (hash % 64) | 1 << (hash >> SHIFT & 63);
            let bucket = hash % buckets;
            let start = &mut starts[bucket as usize];
            if *start == 0 {
                *start = (first + i) as u32;
            }
            // The lowest bit marks the end of a bucket.
            let ends = hashes
                .get(i + 1)
                .is_none_or(|next| next % buckets != bucket);
            chain.push(hash & !1 | u32::from(ends));
        }
        let mut bytes = Vec::new();
        for word in [buckets, first as u32, words as u32, SHIFT] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(filter.iter().flat_map(|w| w.to_le_bytes()));
        let words = starts.into_iter().chain(chain);
        bytes.extend(words.flat_map(u32::to_le_bytes));
        bytes
    }
}

fn section_header(name: u32, kind: u32, flags: u64) -> elf::SectionHeader64<LE> {
    elf::SectionHeader64 {
        sh_name: U32::new(LE, name),
        sh_type: U32::new(LE, kind),
        sh_flags: U64::new(LE, flags),
        sh_addr: U64::new(LE, 0),
        sh_offset: U64::new(LE, 0),
        sh_size: U64::new(LE, 0),
        sh_link: U32::new(LE, 0),
        sh_info: U32::new(LE, 0),
        sh_addralign: U64::new(LE, 0),
        sh_entsize: U64::new(LE, 0),
    }
}

/// Puts `bytes` at an offset of the file, which is long enough by its plan.
fn put(out: &mut [u8], offset: u64, bytes: &[u8]) {
    let at = offset as usize;
    out[at..at + bytes.len()].copy_from_slice(bytes);
}
