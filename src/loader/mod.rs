//! From a file to code bytes, target, kernels and argument layout. Knows no opcodes.
//!
//! Sources: LLVM AMDGPUUsage ("Code Object Metadata", "Kernel Descriptor"), AMDKernelCodeT.h for
//! code-object version 2.

mod bundle;
mod descriptor;
mod elf;
mod merge;
mod metadata;
#[doc(hidden)]
pub mod outline;
mod printf;
mod raw;
mod source;
mod target;
pub(crate) mod variables;

use crate::error::LoadError;
use crate::isa::target::TargetId;
use crate::isa::{Feature, Gen};

#[cfg(feature = "cli")]
pub(crate) use bundle::inside as bundled;
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
    /// Code-object version 1 to 6; 0 for a raw program.
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
    /// Reads a code object, or, when `bytes` is not an ELF file, a raw program for the target `isa`.
    ///
    /// With an ELF file, `isa` is only compared with the file's own target, which may be a generic one that has it; in a
    /// clang offload bundle it chooses the code object, one of its own before one of a generic target. Code for a generic
    /// target runs as that for `isa`.
    ///
    /// # Errors
    /// Names the field that is missing, damaged or unsupported.
    pub fn parse(bytes: &[u8], isa: Option<&str>) -> Result<CodeObject, LoadError> {
        if bytes.starts_with(b"\x7fELF") {
            for_card(elf::parse(bytes).map_err(printable)?, isa)
        } else if bundle::is_bundle(bytes) {
            let code = bundle::choose(bytes, isa.map(target::processor)).map_err(printable)?;
            for_card(elf::parse(code).map_err(printable)?, isa)
        } else if bundle::is_compressed(bytes) {
            let bundle = bundle::unpack(bytes).map_err(printable)?;
            let code = bundle::choose(&bundle, isa.map(target::processor)).map_err(printable)?;
            for_card(elf::parse(code).map_err(printable)?, isa)
        } else {
            raw::parse(bytes, isa.ok_or(LoadError::NotElf)?)
        }
    }

    /// The code objects in a clang offload bundle, compressed or not, with the names of their targets.
    #[cfg(feature = "fuzz")]
    pub(crate) fn unbundle(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, LoadError> {
        if bundle::is_compressed(bytes) {
            return bundle::all(&bundle::unpack(bytes)?);
        }
        bundle::all(bytes)
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
    let clean = |s: String| {
        if s.contains(char::is_control) {
            s.chars()
                .flat_map(|c| {
                    let escaped = c.is_control().then(|| c.escape_default());
                    let plain = (!c.is_control()).then_some(c);
                    escaped.into_iter().flatten().chain(plain)
                })
                .collect()
        } else {
            s
        }
    };
    match e {
        LoadError::Elf(s) => LoadError::Elf(clean(s)),
        LoadError::NotAmdGpu(s) => LoadError::NotAmdGpu(clean(s)),
        LoadError::Target(s) => LoadError::Target(clean(s)),
        LoadError::Bundle(s) => LoadError::Bundle(clean(s)),
        LoadError::Several(s) => LoadError::Several(clean(s)),
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
    /// Arguments in declaration order, hidden ones after the explicit ones.
    pub args: Vec<Arg>,
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
}

impl ArgKind {
    /// Whether the emulator fills the argument in, not the user.
    pub fn is_hidden(self) -> bool {
        self as u8 >= ArgKind::HiddenGlobalOffsetX as u8
    }
}
