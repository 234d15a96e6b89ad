//! The ELF file of a code object: segments, symbols, notes, relocations (LLVM AMDGPUUsage, "ELF
//! Code Object").

use std::collections::{HashMap, HashSet};

use object::LittleEndian as LE;
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym};

use super::merge::merged;
use super::metadata::{self, Metadata};
use super::outline::{Named, Outline};
use super::{
    CodeObject, DebugInfo, Format, Kernel, RelocValue, Relocation, Segment, Symbol, descriptor,
    target,
};
use crate::error::LoadError;

/// Largest distance between the first and the last byte of a loaded file: OpenCL programs may have a variable
/// that takes most of a card's memory.
pub(crate) const MAX_SPAN: u64 = 8 << 30;
/// Largest executable segment: decoded instructions take many times the space.
const MAX_CODE: u64 = 256 << 20;
/// Zeros at the end of an executable segment that the file may leave out, in bytes.
const MAX_MISSING_CODE: u64 = 64 << 10;

const EM_AMDGPU: u16 = 224;
const ELFOSABI_AMDGPU_HSA: u8 = 64;
const ELFOSABI_AMDGPU_PAL: u8 = 65;
const ELFOSABI_AMDGPU_MESA3D: u8 = 66;
const STT_AMDGPU_HSA_KERNEL: u8 = 10;
/// Version 1 has loadable segments of its own: global program, global agent, read-only agent, code.
const PT_AMDGPU_HSA_LOAD: std::ops::RangeInclusive<u32> = 0x6000_0000..=0x6000_0003;
const PT_AMDGPU_HSA_LOAD_CODE_AGENT: u32 = 0x6000_0003;

type Sections<'a> = SectionTable<'a, FileHeader64<LE>>;

fn bad(e: object::read::Error) -> LoadError {
    LoadError::Elf(e.to_string())
}

/// How much of the file may still be read. Headers are free to name the same bytes any number of times,
/// which would make a small file take much time and memory; what a linker writes does so hardly ever.
struct Share {
    left: u64,
    what: &'static str,
}

impl Share {
    /// `times` the size of the file for `what`.
    fn new(data: &[u8], times: u64, what: &'static str) -> Share {
        let left = times * data.len() as u64;
        Share { left, what }
    }

    /// Takes `n` bytes of it.
    fn take(&mut self, n: usize) -> Result<(), LoadError> {
        self.left = self.left.checked_sub(n as u64).ok_or_else(|| {
            let problem = "they overlap: together they are larger than the file";
            LoadError::field(self.what, problem)
        })?;
        Ok(())
    }
}

/// What a file says before its segments: what it is for.
struct Head<'d> {
    header: &'d FileHeader64<LE>,
    sections: Sections<'d>,
    notes: Notes<'d>,
    /// Without segments, kernels and all the rest.
    object: CodeObject,
}

fn head(data: &[u8]) -> Result<Head<'_>, LoadError> {
    let not = |why: String| Err(LoadError::NotAmdGpu(why));
    if data.len() < 64 {
        return Err(LoadError::Elf(format!(
            "the file ends inside the ELF header, after {} bytes",
            data.len()
        )));
    }
    if data[4] != elf::ELFCLASS64 || data[5] != elf::ELFDATA2LSB {
        return not("it is not a 64-bit little-endian ELF file".to_owned());
    }
    let header = FileHeader64::<LE>::parse(data).map_err(bad)?;
    let machine = header.e_machine(LE);
    if machine != EM_AMDGPU {
        return not(format!("its machine is {machine}, not 224 (EM_AMDGPU)"));
    }
    let ident = header.e_ident();
    match ident.os_abi {
        ELFOSABI_AMDGPU_HSA => {}
        ELFOSABI_AMDGPU_PAL => return not("it is built for PAL, not for HSA".to_owned()),
        ELFOSABI_AMDGPU_MESA3D => return not("it is built for Mesa 3D, not for HSA".to_owned()),
        other => return not(format!("its OS ABI is {other}, not 64 (AMDGPU-HSA)")),
    }
    let mut version = match ident.abi_version {
        v @ 0..=4 => v + 2,
        v => {
            return Err(LoadError::field(
                "e_ident[EI_ABIVERSION]",
                format!("{v} is not a known version"),
            ));
        }
    };

    // Section names are of no interest, so a file without them is as good.
    let sections = SectionTable::new(
        header.section_headers(LE, data).map_err(bad)?,
        Default::default(),
    );
    let notes = notes(header, &sections, data)?;
    let isa;
    if version == 2 {
        if notes.code_object_version == Some(1) {
            version = 1;
        }
        // e_flags hold other things in these versions, so they come last.
        isa = match notes.isa.clone() {
            Some(isa) => isa,
            None => target::from_flags(header.e_flags(LE))?.to_owned(),
        };
    } else {
        isa = target::from_flags(header.e_flags(LE))?.to_owned();
    }

    let features = match version {
        1 | 2 => target::Features::of(&isa, notes.features),
        _ => target::Features::from_flags(&isa, version, header.e_flags(LE)),
    };

    // A file for another GPU is that first of all.
    let generation = target::generation(&isa)?;
    match header.e_type(LE) {
        elf::ET_DYN | elf::ET_EXEC => {}
        elf::ET_REL => {
            return not("it is a relocatable object; link it with ld.lld -shared".to_owned());
        }
        other => return not(format!("its ELF type is {other}")),
    }

    let object = CodeObject::empty(isa, generation, features, version, Format::CodeObject);
    Ok(Head {
        header,
        sections,
        notes,
        object,
    })
}

/// The target id of an ELF file.
pub(super) fn target_id(data: &[u8]) -> Result<String, LoadError> {
    Ok(head(data)?.object.target_id())
}

/// Reads an ELF file.
pub(super) fn parse(data: &[u8]) -> Result<CodeObject, LoadError> {
    let Head {
        header,
        sections,
        notes,
        mut object,
    } = head(data)?;
    let notes: Result<_, _> = notes.metadata.iter().map(RawMetadata::parse).collect();
    let metadata = merged(notes?)?;
    object.printf = metadata.printf.clone();
    for (mut segment, file) in segments(header, data)? {
        segment.data = file.to_vec();
        object.segments.push(segment);
    }
    object.debug = DebugInfo::of(data);
    relocations(&mut object, &sections, data)?;
    let all = symbols(&sections, data)?;
    object.kernels = kernels(&object, &all, &metadata)?;
    object.symbols = code_symbols(&object, &all);
    object.variables = variables(&object, &all);
    Ok(object)
}

/// Reads what an ELF file has beside its metadata, and none of its segments.
pub(super) fn outline(data: &[u8]) -> Result<Outline, LoadError> {
    let Head {
        header,
        sections,
        mut object,
        ..
    } = head(data)?;
    let start = data.as_ptr() as usize;
    let mut contents = Vec::new();
    for (segment, file) in segments(header, data)? {
        // What is empty may be anywhere.
        let at = (file.as_ptr() as usize).saturating_sub(start);
        contents.push(at..at + file.len());
        object.segments.push(segment);
    }
    relocations(&mut object, &sections, data)?;
    let named = named(&object, &sections, data)?;
    Ok(Outline {
        object,
        contents,
        named,
    })
}

/// The kernels and variables of an ELF file that the host may name.
fn named(
    object: &CodeObject,
    sections: &Sections<'_>,
    data: &[u8],
) -> Result<Vec<Named>, LoadError> {
    let mut out: Vec<Named> = Vec::new();
    let start = data.as_ptr() as usize;
    let mut share = Share::new(data, 16, "names of symbols");
    for table in [elf::SHT_SYMTAB, elf::SHT_DYNSYM] {
        let table = sections.symbols(LE, data, table).map_err(bad)?;
        for s in table.iter() {
            if s.is_undefined(LE) || s.st_name(LE) == 0 {
                continue;
            }
            let name = table.symbol_name(LE, s).map_err(bad)?;
            share.take(name.len())?;
            let is_kernel = is_descriptor(name, s.st_type(), object.version);
            let (vaddr, size) = (s.st_value(LE), s.st_size(LE));
            let is_variable = s.st_type() == elf::STT_OBJECT
                && s.st_bind() != elf::STB_LOCAL
                && is_inside(object, vaddr, size)
                && !name.ends_with(b".kd");
            if !is_kernel && !is_variable {
                continue;
            }
            let at = (name.as_ptr() as usize).saturating_sub(start);
            out.push(Named {
                name: at..at + name.len(),
                vaddr,
                size,
                is_kernel,
            });
        }
    }
    // The tables have most of them twice. Of kernels of one name the first one is meant.
    let mut seen = HashSet::new();
    out.retain(|n| {
        let place = if n.is_kernel { 0 } else { n.vaddr };
        seen.insert((&data[n.name.clone()], n.is_kernel, place))
    });
    out.shrink_to_fit();
    Ok(out)
}

/// The loadable segments, ascending, each with its contents beside it.
fn segments<'d>(
    header: &FileHeader64<LE>,
    data: &'d [u8],
) -> Result<Vec<(Segment, &'d [u8])>, LoadError> {
    let mut out = Vec::new();
    let mut share = Share::new(data, 1, "segments");
    let headers = header.program_headers(LE, data).map_err(bad)?;
    for (i, p) in headers.iter().enumerate() {
        let kind = p.p_type(LE);
        if kind != elf::PT_LOAD && !PT_AMDGPU_HSA_LOAD.contains(&kind) || p.p_memsz(LE) == 0 {
            continue;
        }
        let name = |f: &str| format!("program header {i}: {f}");
        let (vaddr, size) = (p.p_vaddr(LE), p.p_memsz(LE));
        let contents = p.data(LE, data).map_err(|()| {
            LoadError::field(
                name("p_offset"),
                "the segment's contents lie outside the file",
            )
        })?;
        share.take(contents.len())?;
        if contents.len() as u64 > size {
            return Err(LoadError::field(name("p_memsz"), "smaller than p_filesz"));
        }
        if vaddr.checked_add(size).is_none() {
            return Err(LoadError::field(
                name("p_vaddr"),
                "the segment wraps around",
            ));
        }
        let executable = p.p_flags(LE) & elf::PF_X != 0 || kind == PT_AMDGPU_HSA_LOAD_CODE_AGENT;
        if executable && size > MAX_CODE {
            return Err(LoadError::field(
                name("p_memsz"),
                format!("{size} bytes of code; the limit is {MAX_CODE}"),
            ));
        }
        if executable && size - contents.len() as u64 > MAX_MISSING_CODE {
            return Err(LoadError::field(
                name("p_filesz"),
                "most of a code segment is not in the file",
            ));
        }
        if executable && !vaddr.is_multiple_of(4) {
            return Err(LoadError::field(
                name("p_vaddr"),
                format!("{vaddr:#x} of a code segment is not a multiple of 4"),
            ));
        }
        let segment = Segment {
            vaddr,
            data: Vec::new(),
            size,
            writable: p.p_flags(LE) & elf::PF_W != 0,
            executable,
        };
        out.push((segment, contents));
    }
    out.sort_by_key(|(s, _)| s.vaddr);
    for pair in out.windows(2) {
        let [(a, _), (b, _)] = pair else { continue };
        if a.vaddr + a.size > b.vaddr {
            return Err(LoadError::field(
                "program headers",
                format!("segments overlap at {:#x}", b.vaddr),
            ));
        }
    }
    let (Some((first, _)), Some((last, _))) = (out.first(), out.last()) else {
        return Err(LoadError::field("program headers", "no loadable segment"));
    };
    let span = last.vaddr + last.size - first.vaddr;
    if span > MAX_SPAN {
        return Err(LoadError::field(
            "program headers",
            format!("the segments span {span} bytes; the limit is {MAX_SPAN}"),
        ));
    }
    Ok(out)
}

/// What the notes tell.
#[derive(Default)]
struct Notes<'d> {
    code_object_version: Option<u32>,
    isa: Option<String>,
    /// Whether that has XNACK and SRAM ECC on.
    features: [bool; 2],
    metadata: Vec<RawMetadata<'d>>,
}

/// A note with metadata, which is not read yet: that takes the most time of all.
enum RawMetadata<'d> {
    Yaml(&'d [u8]),
    MessagePack(&'d [u8]),
}

impl RawMetadata<'_> {
    fn parse(&self) -> Result<Metadata, LoadError> {
        match self {
            RawMetadata::Yaml(text) => metadata::from_yaml(text),
            RawMetadata::MessagePack(bytes) => metadata::from_msgpack(bytes),
        }
    }
}

fn notes<'d>(
    header: &FileHeader64<LE>,
    sections: &Sections<'d>,
    data: &'d [u8],
) -> Result<Notes<'d>, LoadError> {
    let mut notes = Notes::default();
    let mut share = Share::new(data, 1, "notes");
    let mut found = false;
    for p in header.program_headers(LE, data).map_err(bad)? {
        if p.p_type(LE) == elf::PT_NOTE {
            let bytes = p
                .data(LE, data)
                .map_err(|()| LoadError::field("PT_NOTE", "its contents lie outside the file"))?;
            found = true;
            share.take(bytes.len())?;
            read_notes(bytes, &mut notes)?;
        }
    }
    if !found {
        for s in sections.iter() {
            if s.sh_type(LE) == elf::SHT_NOTE {
                let bytes = s.data(LE, data).map_err(bad)?;
                share.take(bytes.len())?;
                read_notes(bytes, &mut notes)?;
            }
        }
    }
    Ok(notes)
}

/// Reads a sequence of notes. Names and descriptions are padded to 4 bytes, except that the last
/// description may lack its padding.
fn read_notes<'d>(mut bytes: &'d [u8], notes: &mut Notes<'d>) -> Result<(), LoadError> {
    /// Takes `n` bytes and their padding off the front.
    fn take<'a>(bytes: &mut &'a [u8], n: u32) -> Option<&'a [u8]> {
        let n = n as usize;
        let out = bytes.get(..n)?;
        *bytes = bytes.get(n.next_multiple_of(4)..).unwrap_or(&[]);
        Some(out)
    }
    let word = |b: &[u8], i: usize| {
        b.get(4 * i..4 * i + 4)
            .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
    };
    while bytes.len() >= 12 {
        let short = || LoadError::field(".note", "a note goes past the end of its section");
        let head = take(&mut bytes, 12).ok_or_else(short)?;
        let name_size = word(head, 0).ok_or_else(short)?;
        let desc_size = word(head, 1).ok_or_else(short)?;
        let kind = word(head, 2).ok_or_else(short)?;
        let name = take(&mut bytes, name_size).ok_or_else(short)?;
        let desc = take(&mut bytes, desc_size).ok_or_else(short)?;
        let name = name.strip_suffix(b"\0").unwrap_or(name);
        match (name, kind) {
            (b"AMD", 1) => {
                notes.code_object_version = Some(
                    word(desc, 0).ok_or_else(|| LoadError::field("note type 1", "too short"))?,
                );
            }
            (b"AMD", 3) => {
                let number = |i: usize| {
                    word(desc, i).ok_or_else(|| LoadError::field("note type 3", "too short"))
                };
                let name = target::isa_version(number(1)?, number(2)?, number(3)?);
                if notes.isa.is_none() {
                    notes.isa = target::from_isa_name(&name);
                    notes.features = target::named_features(&name);
                }
            }
            (b"AMD", 10) => notes.metadata.push(RawMetadata::Yaml(desc)),
            (b"AMD", 11) => {
                let text = String::from_utf8_lossy(desc);
                let text = text.trim_end_matches('\0');
                // The name is more precise than the version numbers.
                notes.features = target::named_features(text);
                notes.isa = Some(target::from_isa_name(text).ok_or_else(|| {
                    LoadError::field(
                        "note type 11",
                        format!("'{text}' is not an AMDGPU ISA name"),
                    )
                })?);
            }
            (b"AMDGPU", 32) => notes.metadata.push(RawMetadata::MessagePack(desc)),
            _ => {}
        }
    }
    Ok(())
}

/// A symbol of `.symtab` or `.dynsym` that is defined here.
struct Defined {
    name: String,
    vaddr: u64,
    size: u64,
    kind: u8,
    /// Other files do not see it.
    is_local: bool,
}

fn symbols(sections: &Sections<'_>, data: &[u8]) -> Result<Vec<Defined>, LoadError> {
    let mut out = Vec::new();
    let mut seen = HashSet::new();
    // Names may share bytes, as those of local labels do.
    let mut share = Share::new(data, 16, "names of symbols");
    for table in [elf::SHT_SYMTAB, elf::SHT_DYNSYM] {
        let table = sections.symbols(LE, data, table).map_err(bad)?;
        for s in table.iter() {
            if s.is_undefined(LE) || s.st_name(LE) == 0 {
                continue;
            }
            let name = table.symbol_name(LE, s).map_err(bad)?;
            share.take(name.len())?;
            let name = String::from_utf8_lossy(name).into_owned();
            let (vaddr, kind) = (s.st_value(LE), s.st_type());
            if seen.insert((name.clone(), vaddr, kind)) {
                out.push(Defined {
                    name,
                    vaddr,
                    size: s.st_size(LE),
                    kind,
                    is_local: s.st_bind() == elf::STB_LOCAL,
                });
            }
        }
    }
    Ok(out)
}

/// The name of the kernel whose descriptor `s` is, if it is one.
fn kernel_name(s: &Defined, version: u8) -> Option<&str> {
    if version <= 2 {
        (s.kind == STT_AMDGPU_HSA_KERNEL).then_some(s.name.as_str())
    } else if matches!(s.kind, elf::STT_OBJECT | STT_AMDGPU_HSA_KERNEL) {
        s.name.strip_suffix(".kd")
    } else {
        None
    }
}

/// Whether a symbol of that name and kind is a kernel's descriptor: as [`kernel_name`].
fn is_descriptor(name: &[u8], kind: u8, version: u8) -> bool {
    if version <= 2 {
        kind == STT_AMDGPU_HSA_KERNEL
    } else {
        matches!(kind, elf::STT_OBJECT | STT_AMDGPU_HSA_KERNEL) && name.ends_with(b".kd")
    }
}

/// Whether there are bytes at `vaddr`, and all `size` of them lie in one segment.
fn is_inside(object: &CodeObject, vaddr: u64, size: u64) -> bool {
    let end = vaddr.checked_add(size);
    let within = |g: &Segment| {
        let end = end.is_some_and(|end| end <= g.vaddr.saturating_add(g.size));
        vaddr >= g.vaddr && end
    };
    size != 0 && object.segments.iter().any(within)
}

/// The kernels of the metadata in its order, then those that it does not mention.
fn kernels(
    object: &CodeObject,
    symbols: &[Defined],
    metadata: &Metadata,
) -> Result<Vec<Kernel>, LoadError> {
    let symbols: Vec<(&str, u64)> = symbols
        .iter()
        .filter_map(|s| Some((kernel_name(s, object.version)?, s.vaddr)))
        .collect();
    let mut places = HashMap::new();
    for (name, vaddr) in &symbols {
        places.entry(*name).or_insert(*vaddr);
    }
    let mut out: Vec<Kernel> = Vec::new();
    let mut seen = HashSet::new();
    for meta in &metadata.kernels {
        let symbol = meta.symbol();
        let Some(vaddr) = places.get(symbol) else {
            return Err(LoadError::field(
                format!("kernel '{}': .symbol", meta.name),
                format!("the file has no kernel descriptor for '{symbol}'"),
            ));
        };
        if !seen.insert(symbol) {
            return Err(LoadError::field(
                format!("kernel '{}'", meta.name),
                "described twice in the metadata",
            ));
        }
        let mut kernel = descriptor::kernel(object, &meta.name, *vaddr)?;
        metadata::apply(&mut kernel, meta)?;
        out.push(kernel);
    }
    for (name, vaddr) in symbols {
        if seen.insert(name) {
            out.push(descriptor::kernel(object, name, vaddr)?);
        }
    }
    Ok(out)
}

/// The objects that other files may name, in segments of data: device variables and constants.
fn variables(object: &CodeObject, symbols: &[Defined]) -> Vec<Symbol> {
    let named = symbols
        .iter()
        .filter(|s| s.kind == elf::STT_OBJECT && !s.is_local)
        .filter(|s| kernel_name(s, object.version).is_none())
        .filter(|s| is_inside(object, s.vaddr, s.size));
    let mut out: Vec<Symbol> = named
        .map(|s| Symbol {
            name: s.name.clone(),
            vaddr: s.vaddr,
            size: s.size,
        })
        .collect();
    out.sort_by(|a, b| (a.vaddr, &a.name).cmp(&(b.vaddr, &b.name)));
    out
}

/// What to label in a listing: kernels at their first instruction, and device functions.
fn code_symbols(object: &CodeObject, symbols: &[Defined]) -> Vec<Symbol> {
    // What `symbols` gives once for each name, place and kind.
    let mut known = HashMap::new();
    for (i, s) in symbols.iter().enumerate() {
        known.insert((s.name.as_str(), s.vaddr, s.kind), i);
    }
    let mut out: Vec<Symbol> = object
        .kernels
        .iter()
        .map(|k| {
            let code = [
                (k.name.as_str(), k.entry, elf::STT_FUNC),
                (k.name.as_str(), k.descriptor, STT_AMDGPU_HSA_KERNEL),
            ];
            let first = code.iter().filter_map(|key| known.get(key)).min();
            let size = first.map_or(0, |i| {
                let s = &symbols[*i];
                s.size.saturating_sub(k.entry.saturating_sub(s.vaddr))
            });
            Symbol {
                name: k.name.clone(),
                vaddr: k.entry,
                size,
            }
        })
        .collect();
    let taken: HashSet<u64> = out.iter().map(|s| s.vaddr).collect();
    out.extend(
        symbols
            .iter()
            .filter(|s| s.kind == elf::STT_FUNC && !taken.contains(&s.vaddr))
            .filter(|s| object.code_segment(s.vaddr).is_some())
            .map(|s| Symbol {
                name: s.name.clone(),
                vaddr: s.vaddr,
                size: s.size,
            }),
    );
    out.sort_by_key(|s| s.vaddr);
    out.dedup_by_key(|s| s.vaddr);
    out
}

// Relocation types (LLVM AMDGPUUsage, "Relocation Records").
const R_NONE: u32 = 0;
const R_ABS32_LO: u32 = 1;
const R_ABS32_HI: u32 = 2;
const R_ABS64: u32 = 3;
const R_REL32: u32 = 4;
const R_REL64: u32 = 5;
const R_REL32_LO: u32 = 10;
const R_REL32_HI: u32 = 11;
const R_RELATIVE64: u32 = 13;

/// The relocations that the linker left to the loader: those of sections linked to `.dynsym`.
fn relocations(
    object: &mut CodeObject,
    sections: &Sections<'_>,
    data: &[u8],
) -> Result<(), LoadError> {
    let dynsym = sections.symbols(LE, data, elf::SHT_DYNSYM).map_err(bad)?;
    let mut share = Share::new(data, 1, "relocations");
    for section in sections.iter() {
        // Sections that are not loaded have relocations of their own when the linker was told to
        // keep them; those have been applied.
        if section.sh_flags(LE) & u64::from(elf::SHF_ALLOC) == 0 {
            continue;
        }
        if section.sh_type(LE) == elf::SHT_REL {
            return Err(LoadError::field(
                "SHT_REL section",
                "AMDGPU code objects have relocations with addends only",
            ));
        }
        let Some((entries, _)) = section.rela(LE, data).map_err(bad)? else {
            continue;
        };
        share.take(size_of_val(entries))?;
        for r in entries {
            let info = r.r_info.get(LE);
            let (symbol, kind) = ((info >> 32) as usize, info as u32);
            let (offset, addend) = (r.r_offset.get(LE), r.r_addend.get(LE));
            let name = || format!("relocation at {offset:#x}");
            if kind == R_NONE {
                continue;
            }
            // Where the symbol is, and whether that moves with the load base.
            let (place, moves) = if symbol == 0 {
                (0, kind == R_RELATIVE64)
            } else {
                let s = dynsym.symbol(object::SymbolIndex(symbol)).map_err(|_| {
                    LoadError::field(name(), format!("there is no symbol {symbol}"))
                })?;
                if s.is_undefined(LE) {
                    if !s.is_weak() {
                        let symbol = dynsym.symbol_name(LE, s).map_err(bad)?;
                        return Err(LoadError::field(
                            name(),
                            format!("undefined symbol '{}'", String::from_utf8_lossy(symbol)),
                        ));
                    }
                    (0, false)
                } else {
                    (s.st_value(LE), !s.is_absolute(LE))
                }
            };
            let target = place.wrapping_add_signed(addend);
            let relative = target.wrapping_sub(offset);
            let (value, size) = match (kind, moves) {
                (R_RELATIVE64, _) if symbol == 0 => (RelocValue::Base64(target), 8),
                (R_ABS64, true) => (RelocValue::Base64(target), 8),
                (R_ABS64, false) => (RelocValue::Fixed64(target), 8),
                (R_ABS32_LO, true) => (RelocValue::BaseLo32(target), 4),
                (R_ABS32_LO, false) => (RelocValue::Fixed32(target as u32), 4),
                (R_ABS32_HI, true) => (RelocValue::BaseHi32(target), 4),
                (R_ABS32_HI, false) => (RelocValue::Fixed32((target >> 32) as u32), 4),
                (R_REL64, true) => (RelocValue::Fixed64(relative), 8),
                (R_REL32 | R_REL32_LO, true) => (RelocValue::Fixed32(relative as u32), 4),
                (R_REL32_HI, true) => (RelocValue::Fixed32((relative >> 32) as u32), 4),
                _ => return Err(LoadError::Relocation { kind, offset }),
            };
            let inside = object
                .segment(offset)
                .is_some_and(|s| offset - s.vaddr <= s.size.saturating_sub(size) && s.size >= size);
            if !inside {
                return Err(LoadError::field(
                    name(),
                    "it is outside the loaded segments",
                ));
            }
            object.relocations.push(Relocation { offset, value });
        }
    }
    Ok(())
}
