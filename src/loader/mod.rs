//! From a file to code bytes, target, kernels and argument layout. Knows no opcodes.
//!
//! Sources: LLVM AMDGPUUsage ("Code Object Metadata", "Kernel Descriptor"), AMDKernelCodeT.h for
//! code-object version 2.

use crate::isa::Gen;

/// A loaded file: its memory image and its kernels.
#[derive(Clone, Debug, serde::Serialize)]
pub struct CodeObject {
    /// LLVM target name, e.g. `gfx803`.
    pub target: String,
    /// The generation that runs it.
    pub generation: Gen,
    /// Code-object version 2 to 6; 0 for a raw program.
    pub version: u8,
    /// Loadable segments, addresses relative to the load base, not overlapping, ascending.
    #[serde(skip)]
    pub segments: Vec<Segment>,
    /// Relocations still to apply once the load base is known.
    #[serde(skip)]
    pub relocations: Vec<Relocation>,
    /// Kernels in the order of the file.
    pub kernels: Vec<Kernel>,
}

/// A loadable segment.
#[derive(Clone, Debug)]
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
pub struct Relocation {
    /// Virtual address that is patched, relative to the load base.
    pub offset: u64,
    /// What is written there.
    pub value: RelocValue,
}

/// What a relocation writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocValue {
    /// Load base plus this, as 64 bits.
    Base64(u64),
    /// Low 32 bits of load base plus this.
    BaseLo32(u64),
    /// High 32 bits of load base plus this.
    BaseHi32(u64),
}

/// One kernel: where it starts, what it needs, how it takes its arguments.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Kernel {
    /// Name without `.kd`.
    pub name: String,
    /// First instruction, relative to the load base.
    pub entry: u64,
    /// Address of the kernel descriptor or `amd_kernel_code_t`, relative to the load base.
    pub descriptor: u64,
    /// VGPRs allocated per wave.
    pub vgprs: u32,
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
    /// 0: v0 = x; 1: and v1 = y; 2: and v2 = z.
    pub workitem_id: u8,
}

/// One kernel argument.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
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
