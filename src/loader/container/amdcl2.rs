//! AMD's binaries of OpenCL 2.0, of Crimson and AMDGPU-PRO drivers: an ELF file with a description of each kernel's
//! arguments, whose `.text` is an HSA code object that is not linked, or, of the first drivers, has each kernel with its
//! `amd_kernel_code_t` as it is (CLRX, AmdCl2Abi, AmdCL2Binaries.h).

use super::sections::{Section, Sections};
use super::table::{Reader, part, u16_at, u32_at, u64_at};
use crate::error::LoadError;
use crate::loader::{
    Arg, ArgKind, CodeObject, Format, Kernel, RelocValue, Symbol, descriptor, scalar_type, target,
};

/// What `e_flags` of the first drivers say (CLRX, AmdCL2Binaries.cpp), and the targets of these cards (LLVM AMDGPUUsage,
/// "Processors").
const DEVICES: &[(u32, &str)] = &[
    (1, "gfx700"),
    (2, "gfx700"),
    (3, "gfx703"),
    (4, "gfx703"),
    (6, "gfx704"),
    (7, "gfx701"),
    (8, "gfx802"),
    (9, "gfx802"),
    (15, "gfx801"),
    (16, "gfx803"),
];

/// The size of an argument segment that nothing exceeds.
const MAX_KERNARG: u64 = 1 << 20;

/// Reads the file.
pub(in crate::loader) fn parse(bytes: &[u8]) -> Result<CodeObject, LoadError> {
    let file = Sections::of(bytes)?;
    let text = file.section(".text");
    let text =
        text.ok_or_else(|| LoadError::field("AMD OpenCL 2.0 binary", "it has no section .text"))?;
    let mut object = if text.data.starts_with(b"\x7fELF") {
        inner(text.data)?
    } else {
        old(&file, text)?
    };
    for symbol in &file.symbols {
        let name = symbol.name.strip_prefix("__OpenCL_&__OpenCL_");
        let Some(name) = name.and_then(|n| n.strip_suffix("_kernel_metadata")) else {
            continue;
        };
        let metadata = file.contents(symbol)?;
        if let Some(kernel) = object.kernels.iter_mut().find(|k| k.name == name) {
            describe(kernel, metadata, file.is_64)?;
        }
    }
    Ok(object)
}

/// The target that the notes of the inner file name: type 3, as in code objects of version 1.
fn inner_target(note: &Section<'_>) -> Option<String> {
    let mut notes = Reader::new(note.data);
    loop {
        let (name, desc, kind) = (notes.u32()?, notes.u32()?, notes.u32()?);
        let name = notes.take(u64::from(name).next_multiple_of(4))?;
        let padded = u64::from(desc).next_multiple_of(4);
        let left = note.data.len() as u64 - notes.at();
        let desc = notes.take(padded.min(left))?;
        if name.starts_with(b"AMD\0") && kind == 3 {
            let number = |at| u32_at(desc, at);
            let name = target::isa_version(number(4)?, number(8)?, number(12)?);
            return target::id_of_name(&name);
        }
    }
}

/// Sections of the inner file that are loaded, and whether they may be written to or executed.
const LOADED: &[(&str, (bool, bool))] = &[
    (".hsatext", (false, true)),
    (".hsadata_readonly_agent", (false, false)),
    (".hsaimage_samplerinit", (false, false)),
    (".hsadata_global_agent", (true, false)),
    (".hsadata_global_program", (true, false)),
    (".hsabss_global_agent", (true, false)),
];

/// Reads the HSA code object in the binaries of later drivers.
fn inner(bytes: &[u8]) -> Result<CodeObject, LoadError> {
    let file = Sections::of(bytes)?;
    let target = file.section(".note").and_then(inner_target);
    let target = target.ok_or_else(|| LoadError::field(".note", "it does not say the target"))?;
    let mut object = CodeObject::without_code(&target, Format::AmdOpenCl2)?;
    let mut places = vec![None; file.sections.len()];
    for (name, rights) in LOADED {
        let Some(number) = file.number(name) else {
            continue;
        };
        let s = &file.sections[number];
        places[number] = Some(object.place(name, s.data, s.size, s.align, *rights)?);
    }
    for r in &file.relocations {
        let Some(start) = places.get(r.section).copied().flatten() else {
            continue;
        };
        let name = || format!("relocation at {:#x}", r.offset);
        let symbol = file.symbols.get(r.symbol);
        let symbol = symbol.ok_or_else(|| LoadError::field(name(), "there is no such symbol"))?;
        let place = places.get(symbol.section).copied().flatten();
        let place = place.ok_or_else(|| {
            let problem = format!("symbol '{}' is in no loaded section", symbol.name);
            LoadError::field(name(), problem)
        })?;
        let to = place.wrapping_add(symbol.value);
        let to = to.wrapping_add_signed(r.addend);
        // LLVM AMDGPUUsage, "Relocation Records".
        let value = match r.kind {
            1 => RelocValue::BaseLo32(to),
            2 => RelocValue::BaseHi32(to),
            3 => RelocValue::Base64(to),
            kind => {
                let offset = r.offset;
                return Err(LoadError::Relocation { kind, offset });
            }
        };
        object.patch(start.wrapping_add(r.offset), value)?;
    }
    for symbol in &file.symbols {
        let name = symbol.name.strip_prefix("&__OpenCL_");
        let name = name.and_then(|n| n.strip_suffix("_kernel"));
        let (Some(name), Some(Some(start))) = (name, places.get(symbol.section)) else {
            continue;
        };
        add(
            &mut object,
            name,
            start.wrapping_add(symbol.value),
            symbol.size,
        )?;
    }
    Ok(object)
}

/// Reads the kernels of the first drivers. Each begins with what is for the driver; its first word says where the
/// `amd_kernel_code_t` is.
fn old(file: &Sections<'_>, text: &Section<'_>) -> Result<CodeObject, LoadError> {
    let device = DEVICES.iter().find(|(flags, _)| *flags == file.flags);
    let (_, target) = device.ok_or_else(|| {
        let problem = format!("{} is no device that is known", file.flags);
        LoadError::field("e_flags", problem)
    })?;
    let mut object = CodeObject::without_code(target, Format::AmdOpenCl2)?;
    let number = file.number(".text");
    let start = object.place(
        ".text",
        text.data,
        text.data.len() as u64,
        256,
        (false, true),
    )?;
    for symbol in file.symbols.iter().filter(|s| Some(s.section) == number) {
        let name = symbol.name.strip_prefix("__ISA_&__OpenCL_");
        let Some(name) = name.and_then(|n| n.strip_suffix("_kernel_binary")) else {
            continue;
        };
        let bytes = file.contents(symbol)?;
        let setup = u32_at(bytes, 0).map(u64::from);
        let setup = setup.filter(|at| *at < symbol.size);
        let setup =
            setup.ok_or_else(|| LoadError::field(format!("kernel '{name}'"), "it is too short"))?;
        let at = start + symbol.value + setup;
        add(&mut object, name, at, symbol.size - setup)?;
    }
    Ok(object)
}

/// Adds the kernel whose `amd_kernel_code_t` is at `vaddr`, and which has `size` bytes from there on.
fn add(object: &mut CodeObject, name: &str, vaddr: u64, size: u64) -> Result<(), LoadError> {
    let kernel = descriptor::kernel(object, name, vaddr)?;
    let header = kernel.entry.wrapping_sub(vaddr);
    object.symbols.push(Symbol {
        name: name.to_owned(),
        vaddr: kernel.entry,
        size: size.saturating_sub(header),
    });
    object.symbols.sort_by_key(|s| s.vaddr);
    object.kernels.push(kernel);
    Ok(())
}

/// Names of the arguments that the driver fills in, and what they are. `printf` writes in a way of its own, and device-side
/// queues are not there: both are null.
const HIDDEN: &[(&str, ArgKind)] = &[
    ("_.global_offset_0", ArgKind::HiddenGlobalOffsetX),
    ("_.global_offset_1", ArgKind::HiddenGlobalOffsetY),
    ("_.global_offset_2", ArgKind::HiddenGlobalOffsetZ),
    ("_.printf_buffer", ArgKind::HiddenNone),
    ("_.vqueue_pointer", ArgKind::HiddenNone),
    ("_.aqlwrap_pointer", ArgKind::HiddenNone),
];

/// Where in the description things are, for 32 and for 64 bits.
struct Layout {
    reqd: u64,
    names: u64,
    count: u64,
    /// Size of an argument's entry, and of a header that has the length of another name at its end, and where.
    entry: u64,
    new_header: u64,
    hint: u64,
    /// From the vector's length on.
    tail: u64,
}

const NARROW: Layout = Layout {
    reqd: 48,
    names: 72,
    count: 104,
    entry: 64,
    new_header: 0xa4,
    hint: 0xa4 - 8,
    tail: 20,
};

const WIDE: Layout = Layout {
    reqd: 56,
    names: 96,
    count: 160,
    entry: 88,
    new_header: 0x110,
    hint: 0x110 - 16,
    tail: 40,
};

/// Fills in what the description of a kernel says. Arguments lie at the alignment of their elements; those of 3 are as large
/// as those of 4 where the description says so (CLRX, AmdCL2BinGen.cpp).
fn describe(kernel: &mut Kernel, bytes: &[u8], is_64: bool) -> Result<(), LoadError> {
    let l = if is_64 { &WIDE } else { &NARROW };
    let pointer = if is_64 { 8 } else { 4 };
    let name = kernel.name.clone();
    let short = || LoadError::field(format!("kernel '{name}': description"), "it is cut off");
    let number = |at: u64| {
        let number = if is_64 {
            u64_at(bytes, at)
        } else {
            u32_at(bytes, at).map(u64::from)
        };
        number.ok_or_else(short)
    };
    let header = number(0)?;
    let reqd = [
        number(l.reqd)?,
        number(l.reqd + pointer)?,
        number(l.reqd + 2 * pointer)?,
    ];
    let count = u64_at(bytes, l.count).ok_or_else(short)?;
    let strings = number(l.names)?.checked_add(number(l.names + pointer)?);
    let at = strings.and_then(|len| header.checked_add(len)?.checked_add(2));
    let mut at = at.ok_or_else(short)?;
    let hint = if header >= l.new_header {
        u64::from(u32_at(bytes, l.hint).ok_or_else(short)?)
    } else {
        0
    };
    // Later drivers have one more string, which may be empty.
    if hint != 0 || u32_at(bytes, at) == Some((l.entry as u32) << 8) {
        at = at.checked_add(hint + 1).ok_or_else(short)?;
    }
    let entries = count.checked_add(1).and_then(|n| n.checked_mul(l.entry));
    let entries = entries
        .and_then(|size| part(bytes, at, size))
        .ok_or_else(short)?;
    let mut strings = Reader::new(bytes);
    strings.take(at + entries.len() as u64).ok_or_else(short)?;
    if reqd.iter().all(|n| (1..=1 << 20).contains(n)) {
        kernel.reqd_workgroup_size = Some(reqd.map(|n| n as u32));
    }
    let mut end = 0u64;
    for (i, entry) in entries.chunks_exact(l.entry as usize).enumerate() {
        if i as u64 == count {
            break;
        }
        let mut string = |at: u64| {
            let len = if is_64 {
                u64_at(entry, at)
            } else {
                u32_at(entry, at).map(u64::from)
            };
            let text = len.and_then(|len| strings.take(len.checked_add(1)?));
            let text = text.ok_or_else(short)?;
            let text = text.strip_suffix(b"\0").unwrap_or(text);
            Ok::<_, LoadError>(String::from_utf8_lossy(text).into_owned())
        };
        let (arg_name, type_name) = (string(pointer)?, string(2 * pointer)?);
        let field = |at: u64| u32_at(entry, l.tail + at).ok_or_else(short);
        let kind_of_type = u32_at(entry, l.tail + 36).ok_or_else(short)?;
        let given = Given {
            vector: field(0)?,
            kind: field(12)?,
            align: field(16)?,
            space: field(24)?,
            is_pointer: field(28)? != 0,
            is_pipe: u16_at(entry, l.tail + 34).ok_or_else(short)? & 0xff != 0,
            kind_of_type,
        };
        let (kind, size, align, value_type) =
            given.read(pointer, &type_name).map_err(|problem| {
                let field = format!("kernel '{name}': argument {i} '{arg_name}'");
                LoadError::field(field, problem)
            })?;
        let hidden = HIDDEN.iter().find(|(name, _)| *name == arg_name);
        let offset = end.next_multiple_of(align);
        end = offset + size;
        if end > MAX_KERNARG {
            return Err(LoadError::field(
                format!("kernel '{name}': arguments"),
                "too many",
            ));
        }
        kernel.args.push(Arg {
            name: Some(arg_name).filter(|n| !n.is_empty()),
            type_name: Some(type_name).filter(|n| !n.is_empty()),
            offset,
            size,
            kind: hidden.map_or(kind, |(_, kind)| *kind),
            value_type: value_type.map(str::to_owned),
            pointee_align: (kind == ArgKind::DynamicSharedPointer)
                .then(|| u64::from(given.align.clamp(1, 4096).next_power_of_two())),
        });
    }
    kernel.kernarg_size = kernel.kernarg_size.max(end).min(MAX_KERNARG);
    // Addresses have more here.
    let is_pointer = |a: &Arg| a.kind == ArgKind::GlobalBuffer;
    if !is_64 && kernel.args.iter().any(is_pointer) {
        kernel.unsupported = Some("pointers of 32 bits".to_owned());
    }
    Ok(())
}

/// What an entry says of an argument.
struct Given {
    vector: u32,
    kind: u32,
    align: u32,
    space: u32,
    is_pointer: bool,
    is_pipe: bool,
    kind_of_type: u32,
}

/// Kind, size and alignment of an argument, and its scalar type.
type ArgLayout = (ArgKind, u64, u64, Option<&'static str>);

impl Given {
    fn read(&self, pointer: u64, type_name: &str) -> Result<ArgLayout, String> {
        const SAMPLER: u32 = 1;
        const IMAGE: u32 = 2;
        const SCALAR: u32 = 4;
        const QUEUE: u32 = 7;
        let one = |kind| Ok((kind, pointer, pointer, None));
        if self.is_pointer {
            return match (self.is_pipe, self.space) {
                (true, _) => one(ArgKind::Pipe),
                (false, 3) => one(ArgKind::DynamicSharedPointer),
                (false, 4 | 5) => one(ArgKind::GlobalBuffer),
                (false, space) => Err(format!("{space} is no address space")),
            };
        }
        // Numbers of types; later drivers have others for single integers.
        let (size, plain) = match (self.kind_of_type, self.kind) {
            (SAMPLER, _) => return one(ArgKind::Sampler),
            (IMAGE, _) => return one(ArgKind::Image),
            (QUEUE, _) => return one(ArgKind::Queue),
            // The segment has the address of a structure.
            (SCALAR, 15) => return one(ArgKind::GlobalBuffer),
            (SCALAR, 2 | 6) => (1, "i8"),
            (SCALAR, 3 | 7) => (2, "i16"),
            (SCALAR, 4 | 8) => (4, "i32"),
            (SCALAR, 5 | 9) => (8, "i64"),
            (SCALAR, 11) => (4, "f32"),
            (SCALAR, 12) => (8, "f64"),
            (kind, number) => return Err(format!("type {number} of kind {kind} is unknown")),
        };
        if !matches!(self.vector, 1 | 2 | 3 | 4 | 8 | 16) {
            return Err(format!("there are no vectors of {}", self.vector));
        }
        let value_type = (self.vector == 1).then(|| scalar_type(type_name).unwrap_or(plain));
        Ok((
            ArgKind::ByValue,
            size * u64::from(self.vector),
            size,
            value_type,
        ))
    }
}
