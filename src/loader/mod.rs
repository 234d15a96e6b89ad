//! From a file to code bytes, target, kernels and argument layout. Knows no opcodes.
//!
//! Sources: LLVM AMDGPUUsage ("Code Object Metadata", "Kernel Descriptor"), AMDKernelCodeT.h for
//! code-object version 2.

mod choose;
mod container;
mod descriptor;
mod elf;
mod image;
mod join;
mod merge;
mod metadata;
#[doc(hidden)]
pub mod outline;
mod printf;
mod raw;
mod source;
mod target;
pub(crate) mod variables;

use crate::error::{LoadError, one_line};
use crate::isa::target::TargetId;
use crate::isa::{Feature, Gen};

pub use container::amdcl1::{AmdCl1, Resource, Table, UserData};
#[cfg(feature = "cli")]
pub(crate) use container::inside as bundled;
use container::{Budget, Found, Kind, amdcl1, amdcl2, gallium};
pub(crate) use elf::MAX_SPAN;
pub use metadata::scalar_type;
use outline::Outline;
pub use printf::PrintfFormat;
pub use source::DebugInfo;
pub use target::{generation, targets};

/// A loaded file: its memory image and its kernels.
#[derive(Clone, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct CodeObject {
    /// LLVM target name, e.g. `gfx803`.
    pub target: String,
    /// The generation that runs it.
    pub generation: Gen,
    /// Whether it is for cards with XNACK, on which accesses to memory may be repeated.
    pub xnack: Feature,
    /// Whether it is for cards with SRAM ECC, as the file says it.
    pub sramecc: Feature,
    /// Whether it runs as on a card with SRAM ECC: those with accumulation registers have it, unless it says that it is
    /// for others. Of gfx906 there are cards with and without, and it must say that it is for one with.
    #[serde(skip)]
    pub ecc: bool,
    /// How the file is laid out.
    pub format: Format,
    /// Code-object version 1 to 6; 0 for a raw program, and 1 for other formats.
    pub version: u8,
    /// Loadable segments, addresses relative to the load base, not overlapping, ascending.
    #[serde(skip)]
    pub segments: Vec<Segment>,
    /// Relocations still to apply once the load base is known.
    #[serde(skip)]
    pub relocations: Vec<Relocation>,
    /// Named places in executable segments (kernels, device functions), by ascending address.
    #[serde(skip)]
    pub symbols: Vec<Symbol>,
    /// Global variables and constants that the host may name, by ascending address.
    #[serde(skip)]
    pub variables: Vec<Symbol>,
    /// Kernels in the order of the file.
    pub kernels: Vec<Kernel>,
    /// Calls of OpenCL's `printf`, in the order of the file.
    pub printf: Vec<PrintfFormat>,
    /// Which lines of the source instructions come from, when the file tells.
    #[serde(skip)]
    pub debug: Option<DebugInfo>,
}

impl CodeObject {
    /// Reads a code object, or, when `bytes` are of no known kind, a raw program for the target `isa`.
    ///
    /// Code objects may be in a container: clang's offload bundles and packages, compressed or not, programs, libraries and
    /// objects for a host with such in them, archives of all these, and anything of it packed by gzip or zstd. AMD's binaries
    /// of OpenCL 1.2 and 2.0, and Mesa's, are read as well.
    ///
    /// With one code object, `isa` is only compared with its own target, which may be a generic one that has it; in a
    /// container it chooses: of each bundle the code object for this processor whose settings of XNACK and SRAM ECC are the
    /// same, or at least do not contradict it, one of its own before one of a generic target. Code for a generic target runs
    /// as that for `isa`. Where several bundles have such code, the result has the kernels of all.
    ///
    /// # Errors
    /// Names the field that is missing, damaged or unsupported; of files without code what they are.
    pub fn parse(bytes: &[u8], isa: Option<&str>) -> Result<CodeObject, LoadError> {
        load(bytes, isa, None).map_err(printable)
    }

    /// As [`CodeObject::parse`], but where several code objects have been chosen, the first that has the kernel `kernel` is
    /// all that is loaded. When none has it, all are.
    ///
    /// # Errors
    /// As [`CodeObject::parse`].
    pub fn parse_kernel(
        bytes: &[u8],
        isa: Option<&str>,
        kernel: &str,
    ) -> Result<CodeObject, LoadError> {
        load(bytes, isa, Some(kernel)).map_err(printable)
    }

    /// All code objects in a file, with the target ids that it gives them, in its order; of a code object itself that one.
    ///
    /// # Errors
    /// As [`CodeObject::parse`], of the container; what is wrong with a code object stands in its place.
    pub fn each(bytes: &[u8]) -> Result<Vec<Contained>, LoadError> {
        let mut budget = Budget::new();
        let bytes = container::peeled(bytes, &mut budget).map_err(printable)?;
        let inside = container::find(&bytes, budget).map_err(printable)?;
        let all = inside.found.iter().map(|f| {
            let object = read_code(f.format, &f.code, None).map_err(printable);
            let target = match (&f.id, &object) {
                (Some(id), _) => id.clone(),
                (None, Ok(object)) => object.target_id(),
                (None, Err(_)) => String::new(),
            };
            Contained { target, object }
        });
        Ok(all.collect())
    }

    /// Its target with the settings of XNACK and SRAM ECC that it demands, as `gfx90a:sramecc+:xnack-`.
    pub fn target_id(&self) -> String {
        let sign = |f: Feature, name: &str| match f {
            Feature::On => format!(":{name}+"),
            Feature::Off => format!(":{name}-"),
            Feature::Any | Feature::Unsupported => String::new(),
        };
        let (sramecc, xnack) = (sign(self.sramecc, "sramecc"), sign(self.xnack, "xnack"));
        format!("{}{sramecc}{xnack}", self.target)
    }

    /// The code objects in a clang offload bundle, compressed or not, with the names of their targets.
    #[cfg(feature = "fuzz")]
    pub(crate) fn unbundle(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, LoadError> {
        container::unbundle(bytes)
    }

    /// One with nothing in it.
    fn empty(
        target: String,
        generation: Gen,
        features: target::Features,
        version: u8,
        format: Format,
    ) -> CodeObject {
        CodeObject {
            ecc: target::has_ecc(generation, &target, version, features.sramecc),
            target,
            generation,
            xnack: features.xnack,
            sramecc: features.sramecc,
            format,
            version,
            segments: Vec::new(),
            relocations: Vec::new(),
            symbols: Vec::new(),
            variables: Vec::new(),
            kernels: Vec::new(),
            printf: Vec::new(),
            debug: None,
        }
    }

    /// The `N` bytes at virtual address `vaddr`, when all of them lie in one segment.
    pub fn read<const N: usize>(&self, vaddr: u64) -> Option<[u8; N]> {
        let s = self.segment(vaddr)?;
        let start = vaddr - s.vaddr;
        if start.checked_add(N as u64)? > s.size {
            return None;
        }
        let start = usize::try_from(start).ok()?;
        let mut out = [0; N];
        let have = s.data.get(start..).unwrap_or(&[]);
        let n = have.len().min(N);
        out[..n].copy_from_slice(&have[..n]);
        Some(out)
    }

    /// The segment that contains `vaddr`.
    fn segment(&self, vaddr: u64) -> Option<&Segment> {
        let after = self.segments.partition_point(|s| s.vaddr <= vaddr);
        let s = self.segments.get(after.checked_sub(1)?)?;
        (vaddr - s.vaddr < s.size).then_some(s)
    }

    /// The executable segment that contains `vaddr`.
    pub fn code_segment(&self, vaddr: u64) -> Option<&Segment> {
        self.segment(vaddr).filter(|s| s.executable)
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == name)
    }
}

/// How a file with kernels is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Format {
    /// Instructions, and nothing else.
    Raw,
    /// An HSA code object.
    CodeObject,
    /// AMD's binary of OpenCL 1.2.
    AmdOpenCl1,
    /// AMD's binary of OpenCL 2.0.
    AmdOpenCl2,
    /// Mesa's compute binary.
    Gallium,
}

/// A code object in a file that may have several.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Contained {
    /// The target id that the file gives it, or its own; empty when nobody knows.
    pub target: String,
    /// The code object, or why it cannot be loaded.
    pub object: Result<CodeObject, LoadError>,
}

/// Reads a file of any kind; see [`CodeObject::parse_kernel`].
fn load(bytes: &[u8], isa: Option<&str>, kernel: Option<&str>) -> Result<CodeObject, LoadError> {
    let mut budget = Budget::new();
    let bytes = container::peeled(bytes, &mut budget)?;
    let kind = match Kind::of(&bytes) {
        Kind::Code(format) => return for_card(read_code(format, &bytes, isa)?, isa),
        Kind::Unknown => return read_code(Format::Raw, &bytes, isa),
        Kind::Other(other) => {
            let (what, advice) = other.words();
            let separator = if advice.is_empty() { "" } else { "; " };
            return Err(LoadError::NotCode {
                what: what.to_owned(),
                advice: format!("{separator}{advice}"),
            });
        }
        Kind::Container(container) => container,
    };
    let inside = container::find(&bytes, budget)?;
    if inside.found.is_empty() {
        return Err(container::nothing_in(&bytes, kind, &inside.others));
    }
    let ids: Result<Vec<String>, _> = inside.found.iter().map(|f| target_id(f, isa)).collect();
    let chosen = choose::choose(kind, inside.found, &ids?, isa)?;
    let mut objects = Vec::new();
    for found in chosen {
        let object = for_card(read_code(found.format, &found.code, isa)?, isa)?;
        if kernel.is_some_and(|name| object.kernel(name).is_some()) {
            return Ok(object);
        }
        objects.push(object);
    }
    join::joined(objects)
}

/// Reads one code object; `isa` is for one that does not say its target.
fn read_code(format: Format, bytes: &[u8], isa: Option<&str>) -> Result<CodeObject, LoadError> {
    match format {
        Format::Raw => raw::parse(bytes, isa.ok_or(LoadError::NotElf)?),
        Format::CodeObject => elf::parse(bytes),
        Format::AmdOpenCl1 => amdcl1::parse(bytes),
        Format::AmdOpenCl2 => amdcl2::parse(bytes),
        Format::Gallium => gallium::parse(bytes, isa),
    }
}

/// The target id of code in a container: what that says, or else the code itself.
fn target_id(found: &Found<'_>, isa: Option<&str>) -> Result<String, LoadError> {
    if let Some(id) = &found.id {
        return Ok(id.clone());
    }
    match found.format {
        Format::CodeObject => elf::target_id(&found.code),
        Format::Raw | Format::AmdOpenCl1 | Format::AmdOpenCl2 | Format::Gallium => {
            Ok(read_code(found.format, &found.code, isa)?.target_id())
        }
    }
}

impl Outline {
    /// Reads an ELF file for the target `isa`.
    ///
    /// # Errors
    /// As [`CodeObject::parse`], but what is wrong in the metadata or with a kernel is not found.
    pub fn parse(file: &[u8], isa: &str) -> Result<Outline, LoadError> {
        let mut outline = elf::outline(file).map_err(printable)?;
        outline.object = for_card(outline.object, Some(isa))?;
        Ok(outline)
    }
}

/// The file as a card called `isa` runs it, a processor or a target id. Fails where it is for another target, and not for a
/// generic one that has it, or for cards with XNACK or SRAM ECC on where this one has it off, or the other way round.
fn for_card(mut object: CodeObject, isa: Option<&str>) -> Result<CodeObject, LoadError> {
    let Some(isa) = isa else {
        return Ok(object);
    };
    let other = |of: &CodeObject, more: String| {
        let target = &of.target;
        LoadError::Target(format!("{isa} for this file, which is for {target}{more}"))
    };
    if !target::runs_on(&object.target, target::processor(isa)) {
        return Err(other(&object, String::new()));
    }
    object.generation = target::generation(isa)?;
    let card = TargetId::parse(isa).map_err(|_| LoadError::Target(isa.to_owned()))?;
    for (name, is, wants) in [
        ("xnack", card.xnack, object.xnack),
        ("sramecc", card.sramecc, object.sramecc),
    ] {
        let sign = match (is, wants) {
            (Feature::On, Feature::Off) => '-',
            (Feature::Off, Feature::On) => '+',
            _ => continue,
        };
        return Err(other(&object, format!(":{name}{sign}")));
    }
    let said = |card: Feature, file: Feature| match (card, file) {
        (Feature::On | Feature::Off, Feature::Any) => card,
        _ => file,
    };
    object.xnack = said(card.xnack, object.xnack);
    let sramecc = said(card.sramecc, object.sramecc);
    if sramecc != object.sramecc {
        object.sramecc = sramecc;
        let (generation, version) = (object.generation, object.version);
        object.ecc = target::has_ecc(generation, card.processor, version, sramecc);
    }
    Ok(object)
}

/// The same error with control characters of names in the file made visible.
fn printable(e: LoadError) -> LoadError {
    let clean = |s: String| one_line(&s).into_owned();
    match e {
        LoadError::Elf(s) => LoadError::Elf(clean(s)),
        LoadError::NotAmdGpu(s) => LoadError::NotAmdGpu(clean(s)),
        LoadError::Target(s) => LoadError::Target(clean(s)),
        LoadError::Bundle(s) => LoadError::Bundle(clean(s)),
        LoadError::Several(s) => LoadError::Several(clean(s)),
        LoadError::Container { kind, problem } => LoadError::Container {
            kind,
            problem: clean(problem),
        },
        LoadError::NotCode { what, advice } => LoadError::NotCode {
            what: clean(what),
            advice,
        },
        LoadError::Field { field, problem } => LoadError::Field {
            field: clean(field),
            problem: clean(problem),
        },
        LoadError::NotElf | LoadError::Relocation { .. } => e,
    }
}

/// A named place in the code, or in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// First instruction or byte, relative to the load base.
    pub vaddr: u64,
    /// Size in bytes; 0 when the file does not tell it.
    pub size: u64,
}

/// A loadable segment.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Segment {
    /// Virtual address relative to the load base.
    pub vaddr: u64,
    /// Contents; shorter than `size` where the rest is zero.
    pub data: Vec<u8>,
    /// Size in memory, in bytes.
    pub size: u64,
    /// PF_W.
    pub writable: bool,
    /// PF_X: holds code.
    pub executable: bool,
}

/// A relocation in a loaded segment (LLVM AMDGPUUsage, "Relocation Records").
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Relocation {
    /// Virtual address that is patched, relative to the load base.
    pub offset: u64,
    /// What is written there.
    pub value: RelocValue,
}

/// What a relocation writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelocValue {
    /// Load base plus this, as 64 bits.
    Base64(u64),
    /// Low 32 bits of load base plus this.
    BaseLo32(u64),
    /// High 32 bits of load base plus this.
    BaseHi32(u64),
    /// This, as 64 bits: does not depend on the load base.
    Fixed64(u64),
    /// This, as 32 bits: does not depend on the load base.
    Fixed32(u32),
}

impl RelocValue {
    /// What is written, with the file loaded at `base`: the first [`RelocValue::size`] bytes.
    pub fn bytes(self, base: u64) -> [u8; 8] {
        match self {
            RelocValue::Base64(v) | RelocValue::BaseLo32(v) => base.wrapping_add(v),
            RelocValue::BaseHi32(v) => base.wrapping_add(v) >> 32,
            RelocValue::Fixed64(v) => v,
            RelocValue::Fixed32(v) => v as u64,
        }
        .to_le_bytes()
    }

    /// How many bytes are written: 4 or 8.
    pub fn size(self) -> usize {
        match self {
            RelocValue::Base64(_) | RelocValue::Fixed64(_) => 8,
            RelocValue::BaseLo32(_) | RelocValue::BaseHi32(_) | RelocValue::Fixed32(_) => 4,
        }
    }
}

/// One kernel: where it starts, what it needs, how it takes its arguments.
#[derive(Clone, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Kernel {
    /// Name without `.kd`.
    pub name: String,
    /// First instruction, relative to the load base.
    pub entry: u64,
    /// Address of the kernel descriptor or `amd_kernel_code_t`, relative to the load base.
    pub descriptor: u64,
    /// VGPRs allocated per wave.
    pub vgprs: u32,
    /// Accumulation registers allocated per wave.
    pub acc_vgprs: u32,
    /// SGPRs that instructions may address.
    pub sgprs: u32,
    /// Static LDS in bytes.
    pub lds_size: u32,
    /// Private memory per work-item in bytes.
    pub private_size: u32,
    /// Whether the private segment grows at run time (recursion, function pointers).
    pub dynamic_stack: bool,
    /// COMPUTE_PGM_RSRC1.FLOAT_MODE, DX10_CLAMP and IEEE in the layout of the MODE register.
    pub mode: u32,
    /// Kernel-argument segment size in bytes.
    pub kernarg_size: u64,
    /// Kernel-argument segment alignment in bytes, a power of two.
    pub kernarg_align: u64,
    /// Required work-group size, when the source demands one.
    pub reqd_workgroup_size: Option<[u32; 3]>,
    /// Largest flat work-group size, when stated.
    pub max_flat_workgroup_size: Option<u32>,
    /// Initial register state that the kernel asks for.
    pub setup: Setup,
    /// Explicit arguments in declaration order; hidden ones may stand before or after them.
    pub args: Vec<Arg>,
    /// What it needs that there is not, for which it cannot be launched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    /// How a kernel of an AMD OpenCL 1.2 binary takes its arguments.
    #[serde(skip)]
    pub amd_cl1: Option<Box<AmdCl1>>,
}

/// Initial SGPRs and VGPRs that the descriptor enables, in the order in which they are loaded
/// (LLVM AMDGPUUsage, "Initial Kernel Execution State").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[allow(missing_docs)]
#[non_exhaustive]
pub struct Setup {
    /// Number of user SGPRs (COMPUTE_PGM_RSRC2.USER_SGPR_COUNT).
    pub user_sgprs: u8,
    pub private_segment_buffer: bool,
    pub dispatch_ptr: bool,
    pub queue_ptr: bool,
    pub kernarg_segment_ptr: bool,
    pub dispatch_id: bool,
    pub flat_scratch_init: bool,
    pub private_segment_size: bool,
    /// Code-object version 2 only: work-group count x, y, z.
    pub grid_workgroup_count: [bool; 3],
    pub workgroup_id: [bool; 3],
    pub workgroup_info: bool,
    pub private_segment_wave_offset: bool,
    /// FLAT_SCRATCH starts with the address of the wave's private memory (gfx942).
    pub architected_flat_scratch: bool,
    /// 0: v0 = x; 1: and v1 = y; 2: and v2 = z.
    pub workitem_id: u8,
    /// Work-item ids are all in v0, 10 bits each.
    pub packed_workitem_id: bool,
    /// Dwords of the kernel-argument segment that follow the other user SGPRs, and the first of them.
    pub kernarg_preload: (u8, u16),
}

/// One kernel argument.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Arg {
    /// Name, when the file tells it.
    pub name: Option<String>,
    /// Type name in the source language, when the file tells it.
    pub type_name: Option<String>,
    /// Offset in the kernel-argument segment.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: ArgKind,
    /// Scalar type of a by-value argument (`f32`, `i32`, ...), when the file tells it.
    pub value_type: Option<String>,
    /// Alignment of what a dynamic LDS pointer points to, in bytes.
    pub pointee_align: Option<u64>,
}

impl Arg {
    /// One of which the file does not tell more.
    pub(crate) fn new(kind: ArgKind, offset: u64, size: u64) -> Arg {
        Arg {
            name: None,
            type_name: None,
            offset,
            size,
            kind,
            value_type: None,
            pointee_align: None,
        }
    }
}

/// What an argument is (LLVM AMDGPUUsage, `.value_kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum ArgKind {
    ByValue,
    GlobalBuffer,
    DynamicSharedPointer,
    Sampler,
    Image,
    Pipe,
    Queue,
    HiddenGlobalOffsetX,
    HiddenGlobalOffsetY,
    HiddenGlobalOffsetZ,
    HiddenNone,
    HiddenPrintfBuffer,
    HiddenHostcallBuffer,
    HiddenDefaultQueue,
    HiddenCompletionAction,
    HiddenMultigridSyncArg,
    HiddenBlockCountX,
    HiddenBlockCountY,
    HiddenBlockCountZ,
    HiddenGroupSizeX,
    HiddenGroupSizeY,
    HiddenGroupSizeZ,
    HiddenRemainderX,
    HiddenRemainderY,
    HiddenRemainderZ,
    HiddenGridDims,
    HiddenHeapV1,
    HiddenDynamicLdsSize,
    HiddenPrivateBase,
    HiddenSharedBase,
    HiddenQueuePtr,
    HiddenGroupCountX,
    HiddenGroupCountY,
    HiddenGroupCountZ,
    HiddenGlobalSizeX,
    HiddenGlobalSizeY,
    HiddenGlobalSizeZ,
}

impl ArgKind {
    /// Whether the emulator fills the argument in, not the user.
    pub fn is_hidden(self) -> bool {
        self as u8 >= ArgKind::HiddenGlobalOffsetX as u8
    }
}
