//! The loader on any file, and on code objects of every version with something wrong in them.

use std::cell::RefCell;
use std::sync::OnceLock;

use super::{Outcome, Source, containers};
use crate::loader::{ArgKind, CodeObject, Kernel};
use crate::machine::memory::GUEST_BASE;
use crate::runtime::{ArgValue, Backend, Device, Launch, LoadedProgram};

/// A file with the places in it that say something.
struct Seed {
    bytes: Vec<u8>,
    /// Offset and size of numbers: of the headers, of notes, symbols, relocations and kernel
    /// descriptors, in groups of which a mutation chooses one first, so that none is lost among others.
    fields: Vec<Vec<(usize, usize)>>,
    /// Where the program header of the notes is, and where the metadata.
    note_header: Option<usize>,
    /// The description of the metadata note.
    metadata: std::ops::Range<usize>,
    /// Whether the metadata is text.
    yaml: bool,
}

fn number(bytes: &[u8], at: usize, size: usize) -> u64 {
    let mut out = [0; 8];
    if let Some(bytes) = bytes.get(at..at + size) {
        out[..size].copy_from_slice(bytes);
    }
    u64::from_le_bytes(out)
}

fn set(bytes: &mut [u8], at: usize, size: usize, value: u64) {
    if let Some(place) = at.checked_add(size).and_then(|end| bytes.get_mut(at..end)) {
        place.copy_from_slice(&value.to_le_bytes()[..size]);
    }
}

/// Sizes of the fields of the structures of a 64-bit ELF file (elf(5)), in order.
const HEADER: &[usize] = &[
    1, 1, 1, 1, 1, 1, 1, 1, 1, 7, 2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2, 2,
];
const PROGRAM_HEADER: &[usize] = &[4, 4, 8, 8, 8, 8, 8, 8];
const SECTION_HEADER: &[usize] = &[4, 4, 8, 8, 8, 8, 4, 4, 8, 8];
const SYMBOL: &[usize] = &[4, 1, 1, 2, 8, 8];
const RELOCATION: &[usize] = &[8, 4, 4, 8];
/// Those of a kernel descriptor (LLVM AMDGPUUsage, "Kernel Descriptor").
const DESCRIPTOR: &[usize] = &[4, 4, 4, 4, 8, 8, 8, 4, 4, 4, 4, 2, 2, 4];
/// Those of `amd_kernel_code_t` (LLVM AMDKernelCodeT.h), as far as they matter.
const KERNEL_CODE: &[usize] = &[
    4, 4, 2, 2, 2, 2, 8, 8, 8, 8, 4, 4, 4, 4, 4, 4, 8, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 4,
];

/// Offset and size of each field of a structure at `at`. Fields of more than 8 bytes are none.
fn fields(at: usize, sizes: &[usize]) -> Vec<(usize, usize)> {
    let mut at = at;
    let mut out = vec![];
    for &size in sizes {
        if size.is_power_of_two() {
            out.push((at, size));
        }
        at += size;
    }
    out
}

impl Seed {
    /// The file's structure as its own fields tell it.
    fn new(bytes: Vec<u8>) -> Seed {
        let n = |at, size| number(&bytes, at, size) as usize;
        let mut groups = vec![fields(0, HEADER)];
        let (mut note_header, mut metadata, mut yaml) = (None, 0..0, false);
        let mut loads = vec![];
        for i in 0..n(56, 2) {
            let at = n(32, 8) + 56 * i;
            groups.push(fields(at, PROGRAM_HEADER));
            let (kind, offset, vaddr, size) =
                (n(at, 4), n(at + 8, 8), n(at + 16, 8), n(at + 32, 8));
            if kind == 1 {
                loads.push((offset, vaddr, size));
            }
            if kind != 4 {
                continue;
            }
            let mut note = offset;
            while note + 12 <= offset + size {
                groups.push(fields(note, &[4, 4, 4]));
                let owner = n(note, 4).next_multiple_of(4);
                let desc = note + 12 + owner..note + 12 + owner + n(note + 4, 4);
                if matches!(n(note + 8, 4), 10 | 32) {
                    note_header = Some(at);
                    yaml = n(note + 8, 4) == 10;
                    metadata = desc.clone();
                }
                note = desc.end.next_multiple_of(4);
            }
        }
        for i in 0..n(60, 2) {
            let at = n(40, 8) + 64 * i;
            groups.push(fields(at, SECTION_HEADER));
            let (kind, offset, size) = (n(at + 4, 4), n(at + 24, 8), n(at + 32, 8));
            let entry = match kind {
                2 | 11 => SYMBOL,
                4 => RELOCATION,
                _ => continue,
            };
            for at in (offset..offset + size).step_by(24) {
                groups.push(fields(at, entry));
                let (vaddr, length) = (n(at + 8, 8), n(at + 16, 8));
                // Descriptors: of 64 bytes, or what the type of version 2 says.
                let kernel = n(at + 4, 1) & 15 == 10;
                if entry == SYMBOL && (length == 64 || kernel) {
                    let inside = |l: &&(usize, usize, usize)| vaddr >= l.1 && vaddr < l.1 + l.2;
                    if let Some((offset, start, _)) = loads.iter().find(inside) {
                        let sizes = if kernel { KERNEL_CODE } else { DESCRIPTOR };
                        groups.push(fields(offset + vaddr - start, sizes));
                    }
                }
            }
        }
        Seed {
            bytes,
            fields: groups,
            note_header,
            metadata,
            yaml,
        }
    }
}

/// Code objects of every version since 2.
fn seeds() -> &'static [Seed] {
    static SEEDS: OnceLock<Vec<Seed>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let v5: &[u8] = include_bytes!("../../examples/gfx900/saxpy.hsaco");
        // Version 6 differs in its number alone where no generic target is used.
        let mut v6 = v5.to_vec();
        v6[8] = 4;
        let mut all = vec![
            v5.to_vec(),
            include_bytes!("../../examples/gfx803/saxpy.hsaco").to_vec(),
            v6,
        ];
        for bundle in bundles() {
            let objects = CodeObject::unbundle(bundle).unwrap_or_default();
            all.extend(objects.into_iter().map(|(_, object)| object));
        }
        all.into_iter().map(Seed::new).collect()
    })
}

/// Compressed bundles with objects of versions 2, 3 and 4, which have relocations, symbols of both
/// tables, and metadata as text and as MessagePack.
fn bundles() -> [&'static [u8]; 3] {
    [
        include_bytes!("../../jit-tests/kernels/old/v2-O2.hipfb"),
        include_bytes!("../../jit-tests/kernels/old/v3-O2.hipfb"),
        include_bytes!("../../jit-tests/kernels/old/v4-O2.hipfb"),
    ]
}

/// A value for a field that holds `old`, of a file of `len` bytes.
fn value(r: &mut Source<'_>, old: u64, len: u64) -> u64 {
    match r.below(12) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old ^ 1 << r.below(64),
        3 => r.bits(),
        4 => len.wrapping_add(r.below(9)).wrapping_sub(4),
        5 => 1 << r.below(64),
        6 => (1u64 << r.below(64)).wrapping_sub(1),
        7 => 0u64.wrapping_sub(r.below(0x1000)),
        8 => r.below(len + 1),
        9 => r.below(64),
        10 => old.wrapping_mul(2),
        _ => r.pick(&[
            0,
            1,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            i64::MAX as u64,
            u64::MAX,
        ]),
    }
}

/// Pieces of metadata as text.
const YAML: &[&str] = &[
    "\n",
    "\n  - ",
    "\n    ",
    ": ",
    "- ",
    ", ",
    "[ ",
    " ]",
    "{ ",
    " }",
    "'",
    "\"",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "|\n",
    ">",
    "? ",
    "#",
    "---\n",
    "...\n",
    "\t",
    "\u{feff}",
    "Kernels:",
    "Name:",
    "SymbolName:",
    "Args:",
    "Size:",
    "Align:",
    "ValueKind:",
    "ByValue",
    "GlobalBuffer",
    "HiddenNone",
    "CodeProps:",
    "KernargSegmentSize:",
    "KernargSegmentAlign:",
    "Attrs:",
    "ReqdWorkGroupSize:",
    "0",
    "-1",
    "8",
    "18446744073709551615",
    "1e400",
    ".inf",
    "0x10",
    "~",
    "null",
];

/// Changes metadata: bytes, pieces of it, and pieces that mean something.
fn change_metadata(r: &mut Source<'_>, text: &mut Vec<u8>, yaml: bool) {
    for _ in 0..1 + r.below(4) {
        let len = text.len() as u64;
        let at = r.below(len + 1) as usize;
        match r.below(6) {
            0 if at < text.len() => text[at] = r.bits() as u8,
            1 if yaml => {
                let piece = r.pick(YAML);
                text.splice(at..at, piece.bytes());
            }
            // A type byte of MessagePack: containers, strings, numbers of every width.
            1 => {
                let kind = 0x80 + r.below(0x80) as u8;
                match text.get_mut(at) {
                    Some(b) => *b = kind,
                    None => text.push(kind),
                }
            }
            2 => {
                let from = r.below(len + 1) as usize;
                let end = (from + r.below(64) as usize).min(text.len());
                let piece = text[from..end].to_vec();
                text.splice(at..at, piece);
            }
            3 => {
                let end = (at + r.below(64) as usize).min(text.len());
                text.drain(at..end);
            }
            // Deep nesting and long runs.
            4 => {
                let open = r.pick(if yaml {
                    b"[{- '\""
                } else {
                    &[0x91, 0x81, 0xdd, 0xdf, 0xc6, 0xdb]
                });
                let n = r.below(600) as usize;
                text.splice(at..at, std::iter::repeat_n(open, n));
            }
            _ => {
                let size = 1 << r.below(4);
                let old = number(text, at, size);
                let v = value(r, old, len);
                // MessagePack is big-endian.
                set(
                    text,
                    at,
                    size,
                    if yaml {
                        v
                    } else {
                        v.swap_bytes() >> (64 - 8 * size)
                    },
                );
            }
        }
    }
}

/// A code object with something wrong in it.
fn elf(r: &mut Source<'_>) -> Vec<u8> {
    let seeds = seeds();
    let seed = &seeds[r.below(seeds.len() as u64) as usize];
    let mut bytes = seed.bytes.clone();
    for _ in 0..1 + r.below(3) {
        let len = bytes.len() as u64;
        match r.below(16) {
            0 => bytes.truncate(r.below(len + 1) as usize),
            1 if len > 0 => {
                let at = r.below(len) as usize;
                bytes[at] = r.bits() as u8;
            }
            2 => {
                // One table of headers over another, or over contents.
                let (from, to) = (r.below(len + 1) as usize, r.below(len + 1) as usize);
                let n = (r.below(128) as usize).min(bytes.len() - from.max(to));
                bytes.copy_within(from..from + n, to);
            }
            3..=6 => {
                let Some(header) = seed.note_header else {
                    continue;
                };
                // The new note goes to the end of the file.
                let mut text = seed.metadata.clone();
                text.end = text.end.min(bytes.len());
                let mut desc = bytes.get(text).unwrap_or_default().to_vec();
                change_metadata(r, &mut desc, seed.yaml);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
                let start = bytes.len();
                let owner: &[u8] = if seed.yaml { b"AMD\0" } else { b"AMDGPU\0\0" };
                let kind = if seed.yaml { 10u32 } else { 32 };
                let owner_len = owner.len() as u32 - u32::from(!seed.yaml);
                for n in [owner_len, desc.len() as u32, kind] {
                    bytes.extend(n.to_le_bytes());
                }
                bytes.extend(owner);
                bytes.extend(desc);
                set(&mut bytes, header + 8, 8, start as u64);
                let size = (bytes.len() - start) as u64;
                set(&mut bytes, header + 32, 8, size);
            }
            _ => {
                let group = &seed.fields[r.below(seed.fields.len() as u64) as usize];
                let (at, size) = r.pick(group);
                let old = number(&bytes, at, size);
                let v = value(r, old, len);
                set(&mut bytes, at, size, v);
            }
        }
    }
    bytes
}

/// A bundle of code objects, with a table that may be wrong.
fn bundle(r: &mut Source<'_>) -> Vec<u8> {
    let ids = [
        "host-x86_64-unknown-linux--",
        "hip-amdgcn-amd-amdhsa--gfx900",
        "hipv4-amdgcn-amd-amdhsa--gfx803",
        "openmp-amdgcn-amd-amdhsa--gfx906:xnack-",
        "",
    ];
    let entries: Vec<(&str, Vec<u8>)> = (0..r.below(4)).map(|_| (r.pick(&ids), elf(r))).collect();
    let mut head = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    let number = |r: &mut Source<'_>, n: u64| {
        if r.one_in(12) {
            value(r, n, 4096).to_le_bytes()
        } else {
            n.to_le_bytes()
        }
    };
    head.extend(number(r, entries.len() as u64));
    let size: usize = entries.iter().map(|(id, _)| 24 + id.len()).sum();
    let mut at = (head.len() + size) as u64;
    for (id, object) in &entries {
        for n in [at, object.len() as u64, id.len() as u64] {
            head.extend(number(r, n));
        }
        head.extend(id.bytes());
        at += object.len() as u64;
    }
    head.extend(entries.iter().flat_map(|(_, object)| object));
    head
}

/// A compressed bundle with a wrong header or wrong contents.
fn compressed(r: &mut Source<'_>) -> Vec<u8> {
    if r.one_in(2) {
        // zstd, as compilers write it.
        let mut bytes = r.pick(&bundles()).to_vec();
        for _ in 0..1 + r.below(3) {
            let at = if r.one_in(2) {
                r.below(48)
            } else {
                r.below(bytes.len() as u64)
            };
            let (at, size) = (at as usize, 1 << r.below(4));
            let old = number(&bytes, at, size);
            let v = value(r, old, bytes.len() as u64);
            set(&mut bytes, at, size, v);
        }
        if r.one_in(4) {
            bytes.truncate(r.below(bytes.len() as u64 + 1) as usize);
        }
        return bytes;
    }
    let unpacked = bundle(r);
    let mut packed = vec![];
    let level = flate2::Compression::new(r.below(2) as u32);
    let mut encoder = flate2::read::ZlibEncoder::new(unpacked.as_slice(), level);
    if std::io::Read::read_to_end(&mut encoder, &mut packed).is_err() {
        return packed;
    }
    let version = 1 + r.below(4);
    let width = if version < 3 { 4 } else { 8 };
    let mut out = b"CCOB".to_vec();
    let header = 8 + width * if version == 1 { 1 } else { 2 } + 8;
    let all = (header + packed.len()) as u64;
    let mut numbers = vec![(version, 2), (r.below(16) / 15 * 2, 2)];
    if version != 1 {
        numbers.push((all, width));
    }
    numbers.extend([(unpacked.len() as u64, width), (r.bits(), 8)]);
    for (n, size) in numbers {
        let n = if r.one_in(16) { value(r, n, all) } else { n };
        out.extend(&n.to_le_bytes()[..size]);
    }
    out.extend(packed);
    if r.one_in(4) {
        let at = r.below(out.len() as u64) as usize;
        out[at] = r.bits() as u8;
    }
    out
}

/// Small files of all other formats.
fn samples() -> &'static [Vec<u8>] {
    static SAMPLES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let all = containers::samples(&seeds()[0].bytes);
        all.into_iter().map(|(_, bytes)| bytes).collect()
    })
}

/// A container or an OpenCL binary with a few wrong numbers or letters.
fn sample(r: &mut Source<'_>) -> Vec<u8> {
    let all = samples();
    let mut bytes = all[r.below(all.len() as u64) as usize].clone();
    for _ in 0..r.below(4) {
        let (at, size) = (r.below(bytes.len() as u64) as usize, 1 << r.below(4));
        let old = number(&bytes, at, size);
        let v = value(r, old, bytes.len() as u64);
        set(&mut bytes, at, size, v);
    }
    if r.one_in(8) {
        bytes.truncate(r.below(bytes.len() as u64 + 1) as usize);
    }
    bytes
}

/// Something with something wrong in it, in containers.
fn contained(r: &mut Source<'_>) -> Vec<u8> {
    let mut bytes = match r.below(4) {
        0 => elf(r),
        1 => bundle(r),
        2 => compressed(r),
        _ => sample(r),
    };
    for _ in 0..1 + r.below(3) {
        bytes = match r.below(6) {
            0 => containers::packed(2, &bytes),
            1 => containers::packed(1, &bytes),
            2 => containers::archive(&[("a", &bytes), ("b", &elf(r))]),
            3 => containers::host(2, &[(".hip_fatbin", &bytes)]),
            4 => containers::host(1, &[(".llvm.offloading", &bytes)]),
            _ => containers::package("amdgcn-amd-amdhsa", "gfx900", &bytes),
        };
    }
    bytes
}

/// A file with something wrong in it.
pub fn file(r: &mut Source<'_>) -> Vec<u8> {
    match r.below(16) {
        0 => bundle(r),
        1 => compressed(r),
        2 => (0..r.below(256)).map(|_| r.bits() as u8).collect(),
        3 | 4 => sample(r),
        5 => contained(r),
        _ => elf(r),
    }
}

thread_local! {
    /// Where objects are loaded, all at the same address.
    static DEVICE: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Loading any bytes gives a code object or an error, never a panic; what a code object says about
/// itself holds when it is loaded into memory, which gives a program or an error, and all memory back; and a launch with
/// arguments of the sizes that it states ends, whatever it does.
///
/// # Errors
/// When that is not so.
pub fn check_load(bytes: &[u8]) -> Result<Outcome, String> {
    let mut rejected = "not a code object";
    // With a target, containers choose by it, and files of no known kind are raw programs.
    for isa in [None, Some("gfx900")] {
        let object = match CodeObject::parse(bytes, isa) {
            Ok(object) => object,
            Err(e) => {
                let text = e.to_string();
                if text.is_empty() || text.contains(['\n', '\r']) {
                    return Err(format!("the error {text:?}"));
                }
                continue;
            }
        };
        for pair in object.segments.windows(2) {
            if pair[0].vaddr + pair[0].size > pair[1].vaddr {
                return Err(format!("segments overlap at {:#x}", pair[1].vaddr));
            }
        }
        for k in &object.kernels {
            let args = k.args.iter();
            let end = args.map(|a| a.offset + a.size).max().unwrap_or(0);
            if object.code_segment(k.entry).is_none() || end > k.kernarg_size {
                return Err(format!("kernel '{}' lies about itself", k.name));
            }
        }
        if place(&object)? {
            return Ok(Outcome::Checked);
        }
        rejected = "not loadable";
    }
    Ok(Outcome::Rejected(rejected))
}

/// What a launch may need, so that a case takes little time: bytes of private memory of a lane, and of all arguments.
const MOST_PRIVATE: u32 = 1 << 12;
const MOST_ARGUMENTS: u64 = 1 << 16;
/// Kernels of an object that are launched.
const MOST_LAUNCHES: usize = 2;
/// Wave instructions of a launch.
const MOST_INSTRUCTIONS: u64 = 100;

/// Launches a kernel on the interpreter, unless it needs much.
fn launch(device: &Device, loaded: &LoadedProgram, index: usize, k: &Kernel) -> Result<(), String> {
    if k.private_size > MOST_PRIVATE || k.kernarg_size > MOST_ARGUMENTS {
        return Ok(());
    }
    let buffer = device.alloc("buffer", 64).map_err(|e| e.to_string())?;
    let explicit = k.args.iter().filter(|a| !a.kind.is_hidden());
    let args = explicit.map(|a| {
        if a.kind == ArgKind::GlobalBuffer {
            ArgValue::Buffer(buffer.address())
        } else if a.kind == ArgKind::DynamicSharedPointer {
            ArgValue::Local(64)
        } else {
            ArgValue::Bytes(vec![0x5a; a.size as usize])
        }
    });
    let local = k.reqd_workgroup_size.unwrap_or([2, 1, 1]);
    let launch = Launch {
        grid: local,
        local,
        dimensions: 3,
        args: args.collect(),
        backend: Backend::Interp,
        max_instructions: Some(MOST_INSTRUCTIONS),
        print: Some(&|_| {}),
        ..Launch::new(index, 1, 1)
    };
    match device.launch(loaded, &launch).map_err(|e| e.to_string()) {
        Err(text) if text.is_empty() || text.contains(['\n', '\r']) => {
            Err(format!("the error {text:?}"))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Loads the object, launches its kernels, and unloads it again.
fn place(object: &CodeObject) -> Result<bool, String> {
    DEVICE.with_borrow_mut(|device| {
        let device = match device {
            Some(device) => device,
            None => device.insert(Device::new().map_err(|e| e.to_string())?),
        };
        let loaded = match device.load(object) {
            Ok(loaded) => {
                for (i, k) in loaded.kernels.iter().enumerate() {
                    let pc = loaded.base.wrapping_add(k.entry);
                    if loaded.program.index(pc).is_none() {
                        return Err(format!("kernel '{}' has no code", k.name));
                    }
                    if i < MOST_LAUNCHES {
                        launch(device, &loaded, i, k)?;
                    }
                }
                drop(loaded);
                true
            }
            Err(_) => false,
        };
        match device.memory().window(GUEST_BASE) {
            None => Ok(loaded),
            Some(_) => Err("memory stays allocated".to_owned()),
        }
    })
}

/// As [`check_load`], on the bytes after the first one, or on a [`file()`] that they choose.
///
/// # Errors
/// As [`check_load`].
pub fn check_bytes(bytes: &[u8]) -> Result<Outcome, String> {
    match bytes.split_first() {
        None => Ok(Outcome::Rejected("empty")),
        Some((0, rest)) => check_load(rest),
        Some((_, rest)) => check_load(&file(&mut Source::from_bytes(rest))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::Format;

    #[test]
    fn seeds_of_every_version() {
        let mut versions: Vec<u8> = vec![];
        for seed in seeds() {
            assert_eq!(check_load(&seed.bytes), Ok(Outcome::Checked));
            assert!(!seed.metadata.is_empty());
            versions.extend(CodeObject::parse(&seed.bytes, None).map(|o| o.version));
        }
        versions.sort_unstable();
        versions.dedup();
        assert_eq!(versions, [2, 3, 4, 5, 6]);
        assert!(seeds().iter().any(|s| s.yaml));
    }

    /// What the others are made of loads, with a target where it needs one.
    #[test]
    fn samples_of_every_format() {
        let all = containers::samples(&seeds()[0].bytes);
        let (mut formats, mut failed) = (vec![], vec![]);
        for (name, bytes) in &all {
            let object = CodeObject::parse(bytes, None);
            let object = object.or_else(|_| CodeObject::parse(bytes, Some("gfx900")));
            match (object, check_load(bytes)) {
                (Ok(object), Ok(Outcome::Checked)) => formats.push(object.format),
                (Ok(_), outcome) => failed.push(format!("{name}: {outcome:?}")),
                (Err(e), _) => failed.push(format!("{name}: {e}")),
            }
        }
        assert!(failed.is_empty(), "{failed:?}");
        for format in [
            Format::CodeObject,
            Format::AmdOpenCl1,
            Format::AmdOpenCl2,
            Format::Gallium,
        ] {
            assert!(formats.contains(&format), "{format:?}");
        }
    }

    #[test]
    fn mutated_files() {
        let mut r = Source::seeded(1);
        let mut loaded = 0;
        for i in 0..6_000 {
            let file = file(&mut r);
            match check_load(&file) {
                Ok(outcome) => loaded += (outcome == Outcome::Checked) as u32,
                Err(e) => panic!("file {i}: {e}"),
            }
        }
        assert!(loaded > 600, "only {loaded} files were loaded");
    }
}
