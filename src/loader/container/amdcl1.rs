//! AMD's binaries of OpenCL 1.2, of Catalyst drivers and the gfx6 cards of later ones: an ELF file of 32 or 64 bits with, for
//! each kernel, text that describes its arguments, and an ELF file of its own with the code, and notes that say what its
//! registers are to hold (CLRX, AmdAbi, AmdBinaries.cpp, AmdBinGen.cpp).

use super::sections::Sections;
use super::table::{Reader, u32_at};
use crate::error::LoadError;
use crate::loader::{Arg, ArgKind, CodeObject, Format, Kernel, Symbol, descriptor, scalar_type};

/// How a kernel of an AMD OpenCL 1.2 binary takes its arguments: by buffer descriptors, which are in tables or in registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AmdCl1 {
    /// What is in the user SGPRs.
    pub user_data: Vec<UserData>,
    /// By which descriptor each explicit argument that is a pointer is reached; `None` for the others.
    pub pointers: Vec<Option<Resource>>,
    /// The program's constants: their descriptor, their address relative to the load base, and their size.
    pub constants: Option<(Resource, u64, u64)>,
    /// Bytes of the buffer with the arguments.
    pub args_size: u64,
}

/// Some user SGPRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UserData {
    /// The first of them.
    pub first: u8,
    /// What is there.
    pub table: Table,
}

/// What user SGPRs hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Table {
    /// A descriptor, in four of them.
    Immediate(Resource),
    /// The address of the table of images, which has none.
    Resources,
    /// The address of the table of samplers, which has none.
    Samplers,
    /// The address of the table of constant buffers.
    ConstantBuffers,
    /// The address of the table of buffers that may be written to.
    Uavs,
    /// The address of the table with the descriptor of private memory.
    Internal,
}

/// A buffer descriptor by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Resource {
    /// One of the table of buffers that may be written to, at 32 bytes each.
    Uav(u32),
    /// One of the table of constant buffers, at 16 bytes each: 0 tells of the grid, and 1 has the arguments.
    Constant(u32),
}

/// Machines, and the targets of these cards (CLRX, AmdBinaries.cpp; LLVM AMDGPUUsage, "Processors").
const DEVICES: &[(u16, &str)] = &[
    (0x3fd, "gfx600"),
    (0x3fe, "gfx601"),
    (0x3ff, "gfx601"),
    (0x402, "gfx602"),
    (0x403, "gfx704"),
    (0x404, "gfx700"),
    (0x405, "gfx700"),
    (0x406, "gfx703"),
    (0x407, "gfx602"),
    (0x408, "gfx701"),
    (0x409, "gfx802"),
    (0x40a, "gfx802"),
    (0x40b, "gfx703"),
    (0x40c, "gfx803"),
    (0x40d, "gfx801"),
    (0x40e, "gfx803"),
    (0x40f, "gfx803"),
    (0x412, "gfx803"),
];

/// Numbers of descriptors that there may be.
const MOST_UAVS: u32 = 1024;
const MOST_CONSTANTS: u32 = 160;
/// Bytes of arguments.
const MAX_ARGS: u64 = 1 << 20;
/// The program header of what is for which card.
const ENCODINGS: u32 = 0x7000_0002;
const NOTE: u32 = 4;
/// The note with the settings of registers.
const PROGINFO: u32 = 1;

/// Reads the file.
pub(in crate::loader) fn parse(bytes: &[u8]) -> Result<CodeObject, LoadError> {
    let file = Sections::of(bytes)?;
    let device = DEVICES.iter().find(|(machine, _)| *machine == file.machine);
    let (_, target) = device.ok_or_else(|| {
        let problem = format!("machine {:#x} is no card that is known", file.machine);
        LoadError::field("AMD OpenCL 1.2 binary", problem)
    })?;
    let mut object = CodeObject::without_code(target, Format::AmdOpenCl1)?;
    let constants = ["__OpenCL_0_global", "__OpenCL_2_global"];
    let constants = file
        .symbols
        .iter()
        .find(|s| constants.contains(&s.name.as_str()));
    let mut code: Vec<(&str, &[u8], Settings)> = Vec::new();
    for symbol in &file.symbols {
        let name = symbol.name.strip_prefix("__OpenCL_");
        let Some(name) = name.and_then(|n| n.strip_suffix("_kernel")) else {
            continue;
        };
        let (text, settings) = inner(file.contents(symbol)?).map_err(|e| match e {
            LoadError::Elf(problem) => LoadError::field(format!("kernel '{name}'"), problem),
            e => e,
        })?;
        code.push((name, text, settings));
    }
    if code.is_empty() {
        return Err(LoadError::field(
            "AMD OpenCL 1.2 binary",
            "it has no kernels with code",
        ));
    }
    // All code in one segment, each kernel at a line of the instruction cache.
    let mut text = Vec::new();
    let starts: Vec<u64> = code
        .iter()
        .map(|(_, bytes, _)| {
            text.resize(text.len().next_multiple_of(256), 0);
            let start = text.len() as u64;
            text.extend(*bytes);
            text.resize(text.len().next_multiple_of(4), 0);
            start
        })
        .collect();
    object.place(".text", &text, text.len() as u64, 256, (false, true))?;
    let constants = match constants {
        None => None,
        Some(symbol) => {
            let data = file.contents(symbol)?;
            let size = data.len() as u64;
            let at = object.place("constants", data, size, 256, (false, false))?;
            Some((at, size))
        }
    };
    for ((name, bytes, settings), start) in code.iter().zip(starts) {
        let metadata = format!("__OpenCL_{name}_metadata");
        let metadata = file.symbols.iter().find(|s| s.name == metadata);
        let metadata = metadata.map(|s| file.contents(s)).transpose()?;
        let metadata = String::from_utf8_lossy(metadata.unwrap_or_default());
        let kernel = kernel(&object, name, start, settings, &metadata, constants)?;
        object.symbols.push(Symbol {
            name: (*name).to_owned(),
            vaddr: start,
            size: bytes.len() as u64,
        });
        object.kernels.push(kernel);
    }
    Ok(object)
}

/// Numbers of settings and their values.
type Settings = Vec<(u32, u32)>;

/// Code and settings in the ELF file of one kernel.
type Inner<'a> = (&'a [u8], Settings);

/// The code of a kernel, and the settings of its registers.
fn inner(bytes: &[u8]) -> Result<Inner<'_>, LoadError> {
    let file = Sections::of(bytes)?;
    let text = file.section(".text").filter(|s| !s.data.is_empty());
    let text = text.ok_or_else(|| LoadError::Elf("it has no code".to_owned()))?;
    // Where there are several encodings, the last one is the card's; its notes lie within.
    let encodings = file.segments.iter().find(|s| s.kind == ENCODINGS);
    let encodings = encodings.map_or(&[][..], |s| s.data);
    let last = encodings.chunks_exact(20).last();
    let range = last.and_then(|e| {
        let (at, size) = (u64::from(u32_at(e, 8)?), u64::from(u32_at(e, 12)?));
        Some(at..at + size)
    });
    let range = range.unwrap_or(0..bytes.len() as u64);
    let notes = file.segments.iter();
    let notes = notes.filter(|s| s.kind == NOTE && range.contains(&s.offset));
    let mut settings = Vec::new();
    for note in notes {
        let mut r = Reader::new(note.data);
        let cut = || LoadError::Elf("a note is cut off".to_owned());
        while r.at() < note.data.len() as u64 {
            let name_size = r.u32().ok_or_else(cut)?;
            let (size, kind) = (r.u32().ok_or_else(cut)?, r.u32().ok_or_else(cut)?);
            let name = r.take(u64::from(name_size)).ok_or_else(cut)?;
            let desc = r.take(size.into()).ok_or_else(cut)?;
            if name == b"ATI CAL\0" && kind == PROGINFO {
                let pairs = desc.chunks_exact(8);
                settings.extend(pairs.filter_map(|p| Some((u32_at(p, 0)?, u32_at(p, 4)?))));
            }
        }
    }
    Ok((text.data, settings))
}

// Numbers of settings (CLRX, AmdBinGen.cpp).
const USER_DATA_COUNT: u32 = 0x8000_1000;
const VGPRS: u32 = 0x8000_1041;
const SGPRS: u32 = 0x8000_1042;
const FLOAT_MODE: u32 = 0x8000_1043;
const IEEE_MODE: u32 = 0x8000_1044;
/// In dwords of a work-item.
const PRIVATE: u32 = 0x8000_1045;
const PGM_RSRC2: u32 = 0x2e13;

/// Classes of user data, by their number.
fn table(class: u32, slot: u32) -> Option<Table> {
    match class {
        2 if slot < MOST_CONSTANTS => Some(Table::Immediate(Resource::Constant(slot))),
        4 if slot < MOST_UAVS => Some(Table::Immediate(Resource::Uav(slot))),
        17 => Some(Table::Resources),
        19 => Some(Table::Samplers),
        20 => Some(Table::ConstantBuffers),
        23 => Some(Table::Uavs),
        24 => Some(Table::Internal),
        _ => None,
    }
}

fn kernel(
    object: &CodeObject,
    name: &str,
    vaddr: u64,
    settings: &[(u32, u32)],
    metadata: &str,
    constants: Option<(u64, u64)>,
) -> Result<Kernel, LoadError> {
    let setting = |number: u32| {
        let found = settings.iter().find(|(n, _)| *n == number);
        found.map_or(0, |(_, value)| *value)
    };
    let fail = |problem: String| LoadError::field(format!("kernel '{name}'"), problem);
    let described = Described::read(metadata).map_err(fail)?;
    let vgprs = setting(VGPRS).clamp(1, 256);
    // VCC comes on top of what the compiler counts.
    let sgprs = (setting(SGPRS).min(102) + 2).min(104);
    // The settings as the register has them: COMPUTE_PGM_RSRC1.
    const DX10_CLAMP: u32 = 1 << 21;
    let (vgpr_granules, sgpr_granules) = (vgprs.div_ceil(4) - 1, sgprs.div_ceil(8) - 1);
    let rsrc1 = vgpr_granules
        | sgpr_granules << 6
        | (setting(FLOAT_MODE) & 0xff) << 12
        | DX10_CLAMP
        | (setting(IEEE_MODE) & 1) << 23;
    let rsrc2 = setting(PGM_RSRC2);
    let user_sgprs = rsrc2 >> 1 & 0x1f;
    let private = setting(PRIVATE).min(1 << 20) * 4;
    let lds = described.lds;
    let registers = (rsrc1, rsrc2);
    let mut kernel = descriptor::kernel_of_registers(object, name, vaddr, registers, lds, private)?;
    // What is in the user SGPRs is laid out by the launch, behind which they are loaded.
    kernel.setup.kernarg_segment_ptr = false;
    kernel.setup.kernarg_preload = (user_sgprs as u8, 0);
    let mut user_data = Vec::new();
    for i in 0..setting(USER_DATA_COUNT).min(16) {
        let [class, slot, first, count] =
            [1, 2, 3, 4].map(|n| setting(USER_DATA_COUNT + 4 * i + n));
        let Some(table) = table(class, slot) else {
            kernel.unsupported = Some(format!("user data of class {class} in its registers"));
            continue;
        };
        let wanted = match table {
            Table::Immediate(_) => 4,
            Table::Resources
            | Table::Samplers
            | Table::ConstantBuffers
            | Table::Uavs
            | Table::Internal => 2,
        };
        if count != wanted || first.saturating_add(count) > user_sgprs {
            kernel.unsupported = Some(format!(
                "user data of class {class} in {count} registers from s{first} on"
            ));
            continue;
        }
        user_data.push(UserData {
            first: first as u8,
            table,
        });
    }
    if let Some(what) = described.unsupported {
        kernel.unsupported = Some(what);
    }
    let resource = match described.constants {
        Some(uav) => Resource::Uav(uav),
        // Drivers before 1348 have them as a third constant buffer.
        None => Resource::Constant(2),
    };
    kernel.kernarg_size = described.args_size;
    kernel.args = described.args;
    kernel.amd_cl1 = Some(Box::new(AmdCl1 {
        user_data,
        pointers: described.pointers,
        constants: constants.map(|(at, size)| (resource, at, size)),
        args_size: described.args_size,
    }));
    Ok(kernel)
}

/// What the text says of a kernel.
#[derive(Default)]
struct Described {
    args: Vec<Arg>,
    pointers: Vec<Option<Resource>>,
    args_size: u64,
    /// Bytes of static LDS.
    lds: u32,
    /// The number of the buffer with the program's constants.
    constants: Option<u32>,
    unsupported: Option<String>,
}

/// Types of values: their size, and what they are when there is one.
const TYPES: &[(&str, u64)] = &[
    ("u8", 1),
    ("i8", 1),
    ("u16", 2),
    ("i16", 2),
    ("u32", 4),
    ("i32", 4),
    ("u64", 8),
    ("i64", 8),
    ("float", 4),
    ("double", 8),
    ("half", 2),
];

impl Described {
    /// Reads the lines, each of which is a semicolon and words with colons between them.
    fn read(text: &str) -> Result<Described, String> {
        let mut out = Described::default();
        let mut pointer = 4;
        if text.lines().any(|l| l == ";memory:64bitABI") {
            pointer = 8;
        }
        for line in text.lines() {
            let Some(line) = line.strip_prefix(';') else {
                continue;
            };
            let words: Vec<&str> = line.split(':').collect();
            out.line(&words, pointer)
                .ok_or_else(|| format!("line '{line}' of its description"))?;
        }
        Ok(out)
    }

    fn add(&mut self, name: &str, offset: &str, size: u64, kind: ArgKind) -> Option<&mut Arg> {
        let offset: u64 = offset.parse().ok()?;
        let end = offset.checked_add(size).filter(|end| *end <= MAX_ARGS)?;
        self.args_size = self.args_size.max(end.next_multiple_of(16));
        self.pointers.push(None);
        self.args.push(Arg {
            name: Some(name.to_owned()),
            ..Arg::new(kind, offset, size)
        });
        self.args.last_mut()
    }

    /// Reads one line; `None` when it cannot be right.
    fn line(&mut self, words: &[&str], pointer: u64) -> Option<()> {
        match *words {
            ["memory", "hwlocal", size, ..] => self.lds = size.parse().ok()?,
            ["cbid", id] => {
                self.constants = Some(id.parse().ok().filter(|id| *id < MOST_UAVS)?);
            }
            ["value", name, "struct", size, _, offset, ..] => {
                let size = size.parse().ok().filter(|size| *size <= MAX_ARGS)?;
                self.add(name, offset, size, ArgKind::ByValue)?;
            }
            ["value", name, kind, count, _, offset, ..] => {
                let (_, size) = TYPES.iter().find(|(name, _)| *name == kind)?;
                let count: u64 = count.parse().ok().filter(|n| (1..=16).contains(n))?;
                // Three are as long as four.
                let padded = if count == 3 { 4 } else { count };
                let arg = self.add(name, offset, size * padded, ArgKind::ByValue)?;
                let kind = match kind {
                    "float" => "f32",
                    "double" => "f64",
                    "half" => "f16",
                    integer => integer,
                };
                arg.value_type = (count == 1).then(|| kind.to_owned());
            }
            ["pointer", name, _, _, _, offset, "hl", _, align, ..] => {
                let align: u64 = align.parse().ok()?;
                let arg = self.add(name, offset, 4, ArgKind::DynamicSharedPointer)?;
                arg.pointee_align = Some(align.clamp(1, 4096).next_power_of_two());
            }
            ["pointer", name, _, _, _, offset, space, id, ..] => {
                let id: u32 = id.parse().ok()?;
                let resource = match space {
                    "uav" | "c" if id < MOST_UAVS => Resource::Uav(id),
                    "hc" if id < MOST_CONSTANTS => Resource::Constant(id),
                    _ => return None,
                };
                self.add(name, offset, pointer, ArgKind::GlobalBuffer)?;
                *self.pointers.last_mut()? = Some(resource);
            }
            ["image", name, _, _, _, _, offset, ..] => {
                self.add(name, offset, 32, ArgKind::Image)?;
            }
            ["counter", name, _, _, _, offset, ..] => {
                self.add(name, offset, 4, ArgKind::ByValue)?;
                self.unsupported = Some(format!("a counter, argument '{name}'"));
            }
            // An argument that has been a value so far, or one of the kernel's own.
            ["sampler", name, ..] => {
                let called = |a: &&mut Arg| a.name.as_deref() == Some(name);
                if let Some(arg) = self.args.iter_mut().find(called) {
                    arg.kind = ArgKind::Sampler;
                    arg.value_type = None;
                }
            }
            ["reflection", number, ref name @ ..] => {
                let arg = self.args.get_mut(number.parse::<usize>().ok()?)?;
                let name = name.join(":");
                if let (Some(said), Some(own)) = (scalar_type(&name), &mut arg.value_type) {
                    let size = |t: &str| TYPES.iter().find(|(n, _)| *n == t).map(|(_, s)| *s);
                    if size(said) == size(own) {
                        *own = said.to_owned();
                    }
                }
                arg.type_name = Some(name).filter(|n| !n.is_empty());
            }
            ["value" | "pointer" | "image" | "counter" | "reflection", ..] => return None,
            // The rest is not needed: versions, numbers, what the driver itself wants to know.
            _ => {}
        }
        Some(())
    }
}
