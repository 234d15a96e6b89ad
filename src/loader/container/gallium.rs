//! Mesa's compute binaries, of Clover with radeonsi: names and arguments of kernels, then sections, of which one is an ELF
//! file with their code (CLRX, GalliumBinaries.cpp, GalliumAbi). They do not say for which card they are, except where LLVM 4
//! or a later one has made them: then each kernel begins with an `amd_kernel_code_t`.

use super::sections::Sections;
use super::table::{Reader, part, u32_at};
use crate::error::LoadError;
use crate::loader::{Arg, ArgKind, CodeObject, Format, Kernel, Symbol, descriptor, target};

/// Kernels that one file has at most.
const MOST: u32 = 4096;
/// Where arguments begin: behind the sizes of the grid.
const FIRST_ARG: u64 = 36;
const MAX_KERNARG: u64 = 1 << 20;

/// Registers in `.AMDGPU.config`.
const PGM_RSRC1: u32 = 0xb848;
const PGM_RSRC2: u32 = 0xb84c;
const TMPRING_SIZE: u32 = 0xb860;

/// A kernel as the file's head has it.
struct Described {
    name: String,
    /// In the code.
    offset: u64,
    args: Vec<[u32; 6]>,
}

/// The head of a file.
struct Head<'a> {
    kernels: Vec<Described>,
    elf: &'a [u8],
}

/// Reads all of the head; `None` when it is no such file, or damaged.
fn head(bytes: &[u8]) -> Option<Head<'_>> {
    let mut r = Reader::new(bytes);
    let count = r.u32().filter(|n| (1..=MOST).contains(n))?;
    let mut kernels = Vec::new();
    for _ in 0..count {
        let len = r.u32().filter(|n| (1..=MOST).contains(n))?;
        let name = std::str::from_utf8(r.take(len.into())?).ok()?;
        if name.contains(|c: char| c.is_control() || c == ' ') {
            return None;
        }
        let (_section, offset, args) = (r.u32()?, r.u32()?, r.u32()?);
        let table = r.take(u64::from(args).checked_mul(24)?)?;
        let args = table
            .chunks_exact(24)
            .map(|c| std::array::from_fn(|i| u32_at(c, 4 * i as u64).unwrap_or_default()));
        kernels.push(Described {
            name: name.to_owned(),
            offset: offset.into(),
            args: args.collect(),
        });
    }
    let sections = r.u32().filter(|n| (1..=MOST).contains(n))?;
    for _ in 0..sections {
        let (_id, kind, size) = (r.u32()?, r.u32()?, r.u32()?);
        let (_with_length, _from_llvm) = (r.u32()?, r.u32()?);
        let data = r.take(size.into())?;
        // Code, in files before and since Mesa 17.
        if matches!(kind, 0 | 2) && data.starts_with(b"\x7fELF") {
            return Some(Head { kernels, elf: data });
        }
    }
    None
}

/// Whether `bytes` are such a file.
pub(in crate::loader) fn is_gallium(bytes: &[u8]) -> bool {
    head(bytes).is_some()
}

/// Reads the file, for the target `isa` where it does not say one.
pub(in crate::loader) fn parse(bytes: &[u8], isa: Option<&str>) -> Result<CodeObject, LoadError> {
    let head =
        head(bytes).ok_or_else(|| LoadError::field("Mesa compute binary", "it is cut off"))?;
    let file = Sections::of(head.elf)?;
    let text = file.section(".text");
    let text =
        text.ok_or_else(|| LoadError::field("Mesa compute binary", "it has no section .text"))?;
    let is_hsa = head
        .kernels
        .iter()
        .all(|k| header(text.data, k.offset).is_some());
    let own = head
        .kernels
        .first()
        .and_then(|k| header(text.data, k.offset));
    // Not all that make such files know.
    let own = own.filter(|own| is_hsa && target::generation(own).is_ok());
    let target = own.or(isa.map(str::to_owned)).ok_or_else(|| {
        let problem = "it does not say its target; give that, such as gfx601 (--isa)";
        LoadError::field("Mesa compute binary", problem)
    })?;
    let mut object = CodeObject::without_code(&target, Format::Gallium)?;
    let start = object.place(
        ".text",
        text.data,
        text.data.len() as u64,
        256,
        (false, true),
    )?;
    // Constants are reached from the code, behind which they lie.
    if let Some(s) = file.section(".rodata") {
        let behind = start + text.data.len() as u64;
        let at = behind.next_multiple_of(s.align.clamp(1, 4096).next_power_of_two());
        if let Some(code) = object.segments.last_mut() {
            code.data.resize((at - start) as usize, 0);
            code.data.extend(s.data);
            code.size = code.data.len() as u64;
        }
    }
    let config = file.section(".AMDGPU.config").map_or(&[][..], |s| s.data);
    let each = config.len() / head.kernels.len();
    // The entries are in the order of the symbols.
    let number = file.number(".text");
    let mut order: Vec<&str> = Vec::new();
    for s in file
        .symbols
        .iter()
        .filter(|s| s.is_global && Some(s.section) == number)
    {
        order.push(&s.name);
    }
    let needs_scratch_address = file.relocations.iter().any(|r| {
        let symbol = file.symbols.get(r.symbol);
        symbol.is_some_and(|s| s.name.starts_with("SCRATCH_RSRC_DWORD"))
    });
    for described in &head.kernels {
        let name = &described.name;
        let vaddr = start + described.offset;
        let mut kernel = if is_hsa {
            descriptor::kernel(&object, name, vaddr)?
        } else {
            let place = order.iter().position(|n| n == name);
            let at = place.and_then(|i| i.checked_mul(each));
            let entries = at.and_then(|at| part(config, at as u64, each as u64));
            let entries = entries.ok_or_else(|| {
                LoadError::field(
                    format!("kernel '{name}'"),
                    "there are no registers for it in .AMDGPU.config",
                )
            })?;
            registers(&object, name, vaddr, entries)?
        };
        if kernel.private_size > 0 && (needs_scratch_address || !is_hsa) {
            kernel.unsupported = Some("private memory, as Mesa's old drivers give it".to_owned());
        }
        describe(&mut kernel, described, is_hsa)?;
        let next = head.kernels.iter().map(|k| start + k.offset);
        let next = next.filter(|at| *at > kernel.entry).min();
        let end = next.unwrap_or(start + text.data.len() as u64);
        object.symbols.push(Symbol {
            name: name.clone(),
            vaddr: kernel.entry,
            size: end.saturating_sub(kernel.entry),
        });
        object.kernels.push(kernel);
    }
    object.symbols.sort_by_key(|s| s.vaddr);
    object.symbols.dedup_by_key(|s| s.vaddr);
    Ok(object)
}

/// The target in the `amd_kernel_code_t` at `offset`, if there is one: no instructions look so.
fn header(code: &[u8], offset: u64) -> Option<String> {
    let head = part(code, offset, 256)?;
    let version = (u32_at(head, 0)?, u32_at(head, 4)? <= 2);
    let machine = u32_at(head, 8)?;
    let (kind, major) = (machine & 0xffff, machine >> 16);
    let rest = u32_at(head, 12)?;
    let entry = (u32_at(head, 16)?, u32_at(head, 20)?);
    let is_header = version == (1, true) && kind == 1 && entry == (256, 0) && head[103] == 6;
    if !is_header {
        return None;
    }
    target::id_of_name(&target::isa_version(major, rest & 0xffff, rest >> 16))
}

/// A kernel by its registers. User SGPRs are the address of the arguments, and two that are for scratch memory.
fn registers(
    object: &CodeObject,
    name: &str,
    vaddr: u64,
    entries: &[u8],
) -> Result<Kernel, LoadError> {
    let value = |register: u32| {
        let mut pairs = entries.chunks_exact(8);
        let found = pairs.find(|p| u32_at(p, 0) == Some(register));
        found.and_then(|p| u32_at(p, 4)).unwrap_or(0)
    };
    let (rsrc1, rsrc2) = (value(PGM_RSRC1), value(PGM_RSRC2));
    // In units of 1 KiB for a wave.
    let private = (value(TMPRING_SIZE) >> 12 & 0x1fff) * 1024 / 64;
    let lds = (rsrc2 >> 15 & 0x1ff) * object.generation.lds_granule();
    descriptor::kernel_of_registers(object, name, vaddr, (rsrc1, rsrc2), lds, private)
}

/// Sizes of the grid that lie before the arguments of kernels without a header.
const SIZES: [ArgKind; 9] = [
    ArgKind::HiddenGroupCountX,
    ArgKind::HiddenGroupCountY,
    ArgKind::HiddenGroupCountZ,
    ArgKind::HiddenGlobalSizeX,
    ArgKind::HiddenGlobalSizeY,
    ArgKind::HiddenGlobalSizeZ,
    ArgKind::HiddenGroupSizeX,
    ArgKind::HiddenGroupSizeY,
    ArgKind::HiddenGroupSizeZ,
];

/// Fills in the arguments: their kind, size, size and alignment in memory, whether they are signed, what they mean.
fn describe(kernel: &mut Kernel, described: &Described, is_hsa: bool) -> Result<(), LoadError> {
    let mut hidden = Vec::new();
    let mut end = if is_hsa { 0 } else { FIRST_ARG };
    if !is_hsa {
        for (kind, at) in SIZES.into_iter().zip((0..).step_by(4)) {
            hidden.push(Arg::new(kind, at, 4));
        }
    }
    for (i, [kind, size, target_size, align, is_signed, meaning]) in
        described.args.iter().copied().enumerate()
    {
        let field = |problem: String| {
            LoadError::field(
                format!("kernel '{}': argument {i}", described.name),
                problem,
            )
        };
        let (in_memory, align) = (u64::from(target_size), u64::from(align.max(1)));
        if !align.is_power_of_two() || align > 4096 {
            return Err(field(format!("{align} is not a plausible alignment")));
        }
        let offset = end.next_multiple_of(align);
        // The size of the grid's offset is that of one of its three numbers.
        let in_memory = if meaning == 2 { 12 } else { in_memory };
        end = offset + in_memory;
        if end > MAX_KERNARG || size > target_size {
            return Err(field(format!("{target_size} bytes are not plausible")));
        }
        let mut new = Arg::new(ArgKind::ByValue, offset, in_memory);
        match meaning {
            0 => {}
            1 => new.kind = ArgKind::HiddenGridDims,
            2 => {
                let all = [
                    ArgKind::HiddenGlobalOffsetX,
                    ArgKind::HiddenGlobalOffsetY,
                    ArgKind::HiddenGlobalOffsetZ,
                ];
                let each = all.into_iter().zip((offset..).step_by(4));
                hidden.extend(each.map(|(kind, at)| Arg::new(kind, at, 4)));
                continue;
            }
            // Of an image.
            3 | 4 => new.kind = ArgKind::HiddenNone,
            other => return Err(field(format!("its meaning {other} is unknown"))),
        }
        if meaning != 0 {
            hidden.push(new);
            continue;
        }
        new.kind = match kind {
            0 => {
                // What is smaller in the source is extended, so a number of the size in memory is given.
                let signed = is_signed != 0 && size < target_size;
                new.value_type = match (in_memory, signed) {
                    (4, true) => Some("i32".to_owned()),
                    (8, true) => Some("i64".to_owned()),
                    (_, true | false) => None,
                };
                ArgKind::ByValue
            }
            1 | 2 if in_memory == 8 => ArgKind::GlobalBuffer,
            1 | 2 => return Err(field(format!("a pointer of {in_memory} bytes"))),
            3 => ArgKind::DynamicSharedPointer,
            4..=7 => ArgKind::Image,
            8 => ArgKind::Sampler,
            other => return Err(field(format!("its type {other} is unknown"))),
        };
        kernel.args.push(new);
    }
    kernel.args.extend(hidden);
    kernel.kernarg_size = kernel.kernarg_size.max(end).min(MAX_KERNARG);
    Ok(())
}
