//! What a kernel finds when it starts: argument segment, dispatch packet, queue object, scratch, and
//! the initial SGPRs that lead to them.
//!
//! Sources: LLVM AMDGPUUsage ("Kernel Dispatch", "Initial Kernel Execution State", "Kernel Prolog",
//! "Code Object V5 Metadata"), HSA runtime specification (`hsa_kernel_dispatch_packet_t`),
//! `amd_queue_t`.

use std::ops::Range;

use super::launch::ArgValue;
use crate::isa::{Gen, Gens};
use crate::loader::{Arg, ArgKind, Kernel};
use crate::machine::memory::Memory;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::start::USER_SGPRS;
use crate::machine::wave::LANES;
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// Private memory per work-item of kernels whose stack grows at run time, in bytes beyond the static
/// part. Only what is touched is committed.
const DYNAMIC_STACK: u32 = 64 * 1024;

/// Length of an `hsa_kernel_dispatch_packet_t` in bytes.
pub const PACKET_SIZE: usize = 64;

/// Length of an `amd_queue_t` in bytes.
pub const QUEUE_SIZE: usize = 256;

/// Private memory per work-item in bytes, at least `wanted`: a multiple of 4; `None` when that is too much.
pub fn private_size(kernel: &Kernel, wanted: u32) -> Option<u32> {
    let stack = if kernel.dynamic_stack {
        DYNAMIC_STACK
    } else {
        0
    };
    let size = kernel.private_size.checked_add(stack)?.max(wanted);
    size.checked_next_multiple_of(4)
}

/// The units of 16 bytes that `private` bytes per work-item take: a wave's share is a multiple of the 1 KiB
/// in which the hardware allocates it; `None` when a work-group's waves have more than 4 GiB.
pub fn private_units(private: u32) -> Option<u32> {
    let size = private.checked_next_multiple_of(16)?;
    size.checked_mul(LANES as u32 * 16).map(|_| size)
}

/// The grid as the ABI's structures and hidden arguments state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Work-items per dimension.
    pub grid: [u32; 3],
    /// Work-group size per dimension.
    pub local: [u32; 3],
    /// Number of dimensions.
    pub dimensions: u32,
}

impl Shape {
    /// Work-groups per dimension, partial ones included.
    pub fn groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.grid[d].div_ceil(self.local[d]))
    }
}

/// A kernel-argument segment before it has an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernarg {
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its alignment in bytes.
    pub align: u64,
    /// Static and dynamic LDS in bytes.
    pub lds: u32,
    /// Offsets of the bytes that somebody has set, in any order; the others are padding.
    pub set: Vec<Range<usize>>,
}

/// Guest addresses that hidden arguments pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Queue object.
    pub queue: u64,
    /// Buffer that OpenCL's `printf` writes to.
    pub printf: u64,
    /// Buffer for host calls.
    pub hostcall: u64,
}

/// Packs the explicit arguments `args` and the hidden arguments of `kernel`.
///
/// # Errors
/// One line that says which argument does not fit, and why.
pub fn pack(
    kernel: &Kernel,
    args: &[ArgValue],
    shape: &Shape,
    hidden: Hidden,
) -> Result<Kernarg, String> {
    let mut lds = u64::from(kernel.lds_size);
    let mut k = Kernarg {
        bytes: vec![0; usize::try_from(kernel.kernarg_size).map_err(|e| e.to_string())?],
        align: kernel.kernarg_align.max(16),
        lds: 0,
        set: Vec::new(),
    };
    let explicit: Vec<&Arg> = kernel.args.iter().filter(|a| !a.kind.is_hidden()).collect();
    if kernel.args.is_empty() {
        pack_naturally(&mut k, args, &mut lds);
    } else {
        if args.len() != explicit.len() {
            return Err(format!(
                "kernel '{}' takes {} arguments, {} given",
                kernel.name,
                explicit.len(),
                args.len()
            ));
        }
        for (i, (arg, value)) in explicit.iter().zip(args).enumerate() {
            let bytes = explicit_bytes(arg, value, &mut lds).map_err(|problem| {
                let name = arg.name.as_deref().map(|n| format!(" '{n}'"));
                let name = name.unwrap_or_default();
                format!("argument {i}{name} of kernel '{}': {problem}", kernel.name)
            })?;
            k.put(arg.offset, &bytes);
        }
    }
    let dynamic = lds - u64::from(kernel.lds_size);
    for arg in kernel.args.iter().filter(|a| a.kind.is_hidden()) {
        let value = hidden_value(arg.kind, shape, hidden, dynamic);
        let size = (arg.size as usize).min(8);
        k.put(arg.offset, &value.to_le_bytes()[..size]);
    }
    k.lds = u32::try_from(lds).map_err(|_| format!("{lds} bytes of LDS are too many"))?;
    Ok(k)
}

impl Kernarg {
    fn put(&mut self, offset: u64, bytes: &[u8]) {
        let start = offset as usize;
        let end = start + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(bytes);
        self.set.push(start..end);
    }

    /// Adds `to` to the 64-bit number at `at`.
    pub fn add(&mut self, at: usize, to: u64) {
        let number: [u8; 8] = std::array::from_fn(|i| self.bytes[at + i]);
        let sum = u64::from_le_bytes(number).wrapping_add(to);
        self.bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
    }

    /// Offsets of what nobody has set, of a segment of `len` bytes.
    pub fn padding(set: &[Range<usize>], len: usize) -> Vec<Range<usize>> {
        let (mut set, mut at) = (set.to_vec(), 0);
        set.sort_by_key(|r| r.start);
        let mut gaps = Vec::new();
        for r in set.into_iter().chain(std::iter::once(len..len)) {
            if r.start > at {
                gaps.push(at..r.start);
            }
            at = at.max(r.end);
        }
        gaps
    }
}

/// The bytes of an explicit argument; `lds` grows by the dynamic LDS that it asks for.
fn explicit_bytes(arg: &Arg, value: &ArgValue, lds: &mut u64) -> Result<Vec<u8>, String> {
    let size = arg.size as usize;
    let bytes = match (arg.kind, value) {
        (ArgKind::DynamicSharedPointer, ArgValue::Local(bytes)) => {
            let align = arg.pointee_align.unwrap_or(16).max(4);
            let at = lds.next_multiple_of(align);
            *lds = at + u64::from(*bytes);
            let mut pointer = at.to_le_bytes().to_vec();
            pointer.truncate(size.min(8));
            pointer
        }
        (ArgKind::DynamicSharedPointer, _) => {
            return Err("is a dynamic LDS pointer and needs a size in bytes".to_owned());
        }
        (_, ArgValue::Local(_)) => return Err("is not a dynamic LDS pointer".to_owned()),
        // A buffer is not what they point to: what is there would be taken for a descriptor.
        (
            ArgKind::Image | ArgKind::Sampler | ArgKind::Pipe | ArgKind::Queue,
            ArgValue::Buffer(_) | ArgValue::Handle(_),
        ) => {
            return Err(
                "is an image, sampler, pipe or queue, which are not supported as arguments; a \
                 descriptor that lies in memory can be passed as the 8 bytes of its address"
                    .to_owned(),
            );
        }
        (_, ArgValue::Buffer(_) | ArgValue::Handle(_)) if size != 8 => {
            return Err(format!("is not a pointer: it has {size} bytes"));
        }
        (_, ArgValue::Buffer(address)) => address.to_le_bytes().to_vec(),
        (_, ArgValue::Handle(buffer)) => buffer.address().to_le_bytes().to_vec(),
        (_, ArgValue::Bytes(bytes)) => bytes.clone(),
    };
    if bytes.len() != size {
        return Err(format!("has {size} bytes, {} given", bytes.len()));
    }
    Ok(bytes)
}

/// Packs the arguments of a raw program, or of a kernel without metadata: in order, each at its
/// natural alignment.
fn pack_naturally(k: &mut Kernarg, args: &[ArgValue], lds: &mut u64) {
    let mut offset = 0u64;
    for value in args {
        let bytes = match value {
            ArgValue::Bytes(b) => b.clone(),
            ArgValue::Buffer(address) => address.to_le_bytes().to_vec(),
            ArgValue::Handle(buffer) => buffer.address().to_le_bytes().to_vec(),
            ArgValue::Local(bytes) => {
                let at = lds.next_multiple_of(16);
                *lds = at + u64::from(*bytes);
                (at as u32).to_le_bytes().to_vec()
            }
        };
        let align = 1 << bytes.len().trailing_zeros().min(4);
        offset = offset.next_multiple_of(align);
        k.put(offset, &bytes);
        offset += bytes.len() as u64;
    }
}

/// What the emulator passes for a hidden argument (LLVM AMDGPUUsage, "Code Object Metadata"). What
/// it does not offer (device-side enqueue and heap, multi-grid synchronisation) is null,
/// so a kernel that needs it faults on the null pointer.
fn hidden_value(kind: ArgKind, shape: &Shape, at: Hidden, dynamic_lds: u64) -> u64 {
    let count = |d: usize| u64::from(shape.grid[d] / shape.local[d]);
    let size = |d: usize| u64::from(shape.local[d]);
    let remainder = |d: usize| u64::from(shape.grid[d] % shape.local[d]);
    match kind {
        ArgKind::HiddenBlockCountX => count(0),
        ArgKind::HiddenBlockCountY => count(1),
        ArgKind::HiddenBlockCountZ => count(2),
        ArgKind::HiddenGroupCountX => u64::from(shape.groups()[0]),
        ArgKind::HiddenGroupCountY => u64::from(shape.groups()[1]),
        ArgKind::HiddenGroupCountZ => u64::from(shape.groups()[2]),
        ArgKind::HiddenGlobalSizeX => u64::from(shape.grid[0]),
        ArgKind::HiddenGlobalSizeY => u64::from(shape.grid[1]),
        ArgKind::HiddenGlobalSizeZ => u64::from(shape.grid[2]),
        ArgKind::HiddenGroupSizeX => size(0),
        ArgKind::HiddenGroupSizeY => size(1),
        ArgKind::HiddenGroupSizeZ => size(2),
        ArgKind::HiddenRemainderX => remainder(0),
        ArgKind::HiddenRemainderY => remainder(1),
        ArgKind::HiddenRemainderZ => remainder(2),
        ArgKind::HiddenGridDims => u64::from(shape.dimensions),
        ArgKind::HiddenDynamicLdsSize => dynamic_lds,
        ArgKind::HiddenPrivateBase => u64::from(PRIVATE_APERTURE_HI),
        ArgKind::HiddenSharedBase => u64::from(SHARED_APERTURE_HI),
        ArgKind::HiddenQueuePtr => at.queue,
        ArgKind::HiddenPrintfBuffer => at.printf,
        ArgKind::HiddenHostcallBuffer => at.hostcall,
        ArgKind::HiddenGlobalOffsetX
        | ArgKind::HiddenGlobalOffsetY
        | ArgKind::HiddenGlobalOffsetZ
        | ArgKind::HiddenNone
        | ArgKind::HiddenDefaultQueue
        | ArgKind::HiddenCompletionAction
        | ArgKind::HiddenMultigridSyncArg
        | ArgKind::HiddenHeapV1 => 0,
        ArgKind::ByValue
        | ArgKind::GlobalBuffer
        | ArgKind::DynamicSharedPointer
        | ArgKind::Sampler
        | ArgKind::Image
        | ArgKind::Pipe
        | ArgKind::Queue => 0,
    }
}

/// The `hsa_kernel_dispatch_packet_t` of a launch.
pub fn packet(
    shape: &Shape,
    private: u32,
    lds: u32,
    kernel_object: u64,
    kernarg: u64,
) -> [u8; PACKET_SIZE] {
    /// Type kernel dispatch (2), acquire and release fences of system scope (2).
    const HEADER: u16 = 2 | 2 << 9 | 2 << 11;
    let mut p = [0; PACKET_SIZE];
    let mut put = |at: usize, bytes: &[u8]| p[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &HEADER.to_le_bytes());
    put(2, &(shape.dimensions as u16).to_le_bytes());
    for d in 0..3 {
        put(4 + 2 * d, &(shape.local[d] as u16).to_le_bytes());
        put(12 + 4 * d, &shape.grid[d].to_le_bytes());
    }
    put(24, &private.to_le_bytes());
    put(28, &lds.to_le_bytes());
    put(32, &kernel_object.to_le_bytes());
    put(40, &kernarg.to_le_bytes());
    p
}

/// What a kernel dispatch packet says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The grid.
    pub shape: Shape,
    /// Private memory per work-item in bytes.
    pub private: u32,
    /// LDS of a work-group in bytes, static and dynamic.
    pub lds: u32,
    /// Address of the kernel descriptor.
    pub kernel_object: u64,
    /// Address of the kernel-argument segment.
    pub kernarg: u64,
}

impl Packet {
    /// Reads `hsa_kernel_dispatch_packet_t`: the reverse of [`packet`]. Whether its type says that it is one does not
    /// matter, since a queue's processor makes it invalid when it takes it.
    ///
    /// # Errors
    /// When it has no or more than three dimensions.
    pub fn of(bytes: &[u8; PACKET_SIZE]) -> Result<Packet, String> {
        let number = |at: usize, size: usize| {
            let bytes = bytes[at..at + size].iter().rev();
            bytes.fold(0, |n, byte| n << 8 | u64::from(*byte))
        };
        let dimensions = number(2, 2) as u32 & 3;
        if dimensions == 0 {
            return Err("the packet's grid has no dimensions".to_owned());
        }
        // Those beyond the dimensions are 1, whatever is there.
        let size = |d: usize, at: usize, size: usize| {
            if (d as u32) < dimensions {
                number(at, size) as u32
            } else {
                1
            }
        };
        Ok(Packet {
            shape: Shape {
                grid: std::array::from_fn(|d| size(d, 12 + 4 * d, 4)),
                local: std::array::from_fn(|d| size(d, 4 + 2 * d, 2)),
                dimensions,
            },
            private: number(24, 4) as u32,
            lds: number(28, 4) as u32,
            kernel_object: number(32, 8),
            kernarg: number(40, 8),
        })
    }
}

/// The `amd_queue_t` of a launch: a queue of one packet, and the apertures that gfx7 and gfx8 code
/// reads from it.
pub fn queue(packet: u64) -> [u8; QUEUE_SIZE] {
    let mut q = [0; QUEUE_SIZE];
    let mut put = |at: usize, bytes: &[u8]| q[at..at + bytes.len()].copy_from_slice(bytes);
    put(0x08, &packet.to_le_bytes());
    put(0x18, &1u32.to_le_bytes());
    put(0x40, &SHARED_APERTURE_HI.to_le_bytes());
    put(0x44, &PRIVATE_APERTURE_HI.to_le_bytes());
    q
}

/// The V# through which a wave reaches its private memory, from `base` and the wave offset on, swizzled so
/// that the dwords of 64 lanes are adjacent (index stride 64, element size 4, lane id added). It has no
/// limit, as the one that LLVM makes itself where the driver gives none (SIInstrInfo,
/// `getScratchRsrcWords23`): what is beyond a lane's memory is to be a fault, and not to read as zero.
pub fn private_buffer(generation: Gen, base: u64) -> [u32; 4] {
    const SWIZZLE_ENABLE: u32 = 1 << 31;
    const DST_SEL_XYZW: u32 = 4 | 5 << 3 | 6 << 6 | 7 << 9;
    const NUM_FORMAT_UINT: u32 = 4 << 12;
    const DATA_FORMAT_32: u32 = 4 << 15;
    const ELEMENT_SIZE_4: u32 = 1 << 19;
    const INDEX_STRIDE_64: u32 = 3 << 21;
    const ADD_TID_ENABLE: u32 = 1 << 23;
    // With ADD_TID_ENABLE, gfx8 and later read the data format as high bits of the stride; gfx9 has
    // no element size.
    let format = if generation.is_legacy() {
        DATA_FORMAT_32 | ELEMENT_SIZE_4
    } else if generation.has(Gens::TO_GFX8) {
        ELEMENT_SIZE_4
    } else {
        0
    };
    [
        base as u32,
        (base >> 32) as u32 & 0xffff | SWIZZLE_ENABLE,
        u32::MAX,
        DST_SEL_XYZW | NUM_FORMAT_UINT | format | INDEX_STRIDE_64 | ADD_TID_ENABLE,
    ]
}

/// The addresses that user SGPRs can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// Dispatch packet.
    pub packet: u64,
    /// Queue object.
    pub queue: u64,
    /// Kernel-argument segment.
    pub kernarg: u64,
    /// Private memory per work-item in bytes.
    pub private: u32,
    /// The kernel arguments that the kernel has in SGPRs, from [`preloaded`].
    pub preload: [u32; USER_SGPRS],
}

/// The dwords of the kernel-argument segment at `kernarg` that `kernel` has in SGPRs.
pub fn preloaded(memory: &Memory, kernel: &Kernel, kernarg: u64) -> [u32; USER_SGPRS] {
    let (count, first) = kernel.setup.kernarg_preload;
    let mut dwords = [0; USER_SGPRS];
    for (i, to) in dwords.iter_mut().enumerate().take(count.into()) {
        let mut bytes = [0; 4];
        let at = kernarg.wrapping_add(4 * (u64::from(first) + i as u64));
        // Beyond the segment there is nothing that could count.
        if memory.read(at, &mut bytes).is_ok() {
            *to = u32::from_le_bytes(bytes);
        }
    }
    dwords
}

/// The user SGPRs of `kernel`, in their order (LLVM AMDGPUUsage, "SGPR Register Set Up Order"),
/// starting at s0.
pub fn user_sgprs(
    generation: Gen,
    kernel: &Kernel,
    shape: &Shape,
    at: &Addresses,
) -> [u32; USER_SGPRS] {
    let regs = set_sgprs(generation, kernel, shape, at);
    std::array::from_fn(|i| regs.get(i).copied().unwrap_or(0))
}

/// As [`user_sgprs`], but only those that are set.
pub fn set_sgprs(generation: Gen, kernel: &Kernel, shape: &Shape, at: &Addresses) -> Vec<u32> {
    let s = &kernel.setup;
    let mut regs = Vec::with_capacity(2 * USER_SGPRS);
    let pair = |v: u64| [v as u32, (v >> 32) as u32];
    let scratch = match at.private {
        0 => 0,
        _ => PRIVATE_BASE,
    };
    if s.private_segment_buffer {
        regs.extend(private_buffer(generation, scratch));
    }
    if s.dispatch_ptr {
        regs.extend(pair(at.packet));
    }
    if s.queue_ptr {
        regs.extend(pair(at.queue));
    }
    if s.kernarg_segment_ptr {
        regs.extend(pair(at.kernarg));
    }
    if s.dispatch_id {
        regs.extend(pair(0));
    }
    if s.flat_scratch_init {
        regs.extend(if generation.is_gfx9() {
            pair(scratch)
        } else {
            // Offset of the scratch memory from the hidden base, and bytes per work-item. The hidden
            // base is the emulator's choice: the scratch memory itself.
            [0, at.private]
        });
    }
    if s.private_segment_size {
        regs.push(at.private);
    }
    regs.extend(at.preload.iter().take(s.kernarg_preload.0.into()));
    for (enabled, count) in s.grid_workgroup_count.into_iter().zip(shape.groups()) {
        if enabled {
            regs.push(count);
        }
    }
    let used = USER_SGPRS.min(s.user_sgprs as usize);
    regs.truncate(used);
    regs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::Setup;
    use crate::machine::start::SystemSgprs;

    const SHAPE: Shape = Shape {
        grid: [100, 7, 3],
        local: [32, 4, 1],
        dimensions: 3,
    };

    fn kernel(args: Vec<Arg>, setup: Setup) -> Kernel {
        Kernel {
            name: "k".to_owned(),
            entry: 0,
            descriptor: 0,
            vgprs: 4,
            acc_vgprs: 0,
            sgprs: 16,
            lds_size: 100,
            private_size: 0,
            dynamic_stack: false,
            mode: 0,
            kernarg_size: 0,
            kernarg_align: 8,
            reqd_workgroup_size: None,
            max_flat_workgroup_size: None,
            setup,
            args,
            unsupported: None,
            amd_cl1: None,
        }
    }

    fn at(bytes: &[u8], offset: usize, size: usize) -> u64 {
        let le = &bytes[offset..offset + size];
        le.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
    }

    /// Offsets as in AMDGPUUsage, "Code Object V5 Kernel Argument Metadata", after 8 explicit bytes.
    #[test]
    fn hidden_arguments_of_version_5() {
        use ArgKind::*;
        let hidden = [
            (HiddenBlockCountX, 0, 4, 3),
            (HiddenBlockCountY, 4, 4, 1),
            (HiddenBlockCountZ, 8, 4, 3),
            (HiddenGroupSizeX, 12, 2, 32),
            (HiddenGroupSizeY, 14, 2, 4),
            (HiddenGroupSizeZ, 16, 2, 1),
            (HiddenRemainderX, 18, 2, 4),
            (HiddenRemainderY, 20, 2, 3),
            (HiddenRemainderZ, 22, 2, 0),
            (HiddenGlobalOffsetX, 40, 8, 0),
            (HiddenGlobalOffsetY, 48, 8, 0),
            (HiddenGlobalOffsetZ, 56, 8, 0),
            (HiddenGridDims, 64, 2, 3),
            (HiddenPrintfBuffer, 72, 8, 0x9876),
            (HiddenHostcallBuffer, 80, 8, 0x3000),
            (HiddenMultigridSyncArg, 88, 8, 0),
            (HiddenHeapV1, 96, 8, 0),
            (HiddenDefaultQueue, 104, 8, 0),
            (HiddenCompletionAction, 112, 8, 0),
            (HiddenDynamicLdsSize, 120, 4, 156),
            (HiddenPrivateBase, 192, 4, u64::from(PRIVATE_APERTURE_HI)),
            (HiddenSharedBase, 196, 4, u64::from(SHARED_APERTURE_HI)),
            (HiddenQueuePtr, 200, 8, 0x1234_5678_9abc),
        ];
        let mut args = vec![
            Arg::new(DynamicSharedPointer, 0, 4),
            Arg::new(ByValue, 4, 2),
        ];
        args[0].pointee_align = Some(64);
        args.extend(hidden.iter().map(|h| Arg::new(h.0, 8 + h.1, h.2)));
        let mut k = kernel(args, Setup::default());
        k.kernarg_size = 264;
        let values = [ArgValue::Local(128), ArgValue::Bytes(vec![0xcd, 0xab])];
        let addresses = Hidden {
            queue: 0x1234_5678_9abc,
            printf: 0x9876,
            hostcall: 0x3000,
        };
        let packed = pack(&k, &values, &SHAPE, addresses).expect("packs");
        assert_eq!(packed.bytes.len(), 264);
        // The dynamic part starts at the next multiple of 64 after 100 static bytes.
        assert_eq!(at(&packed.bytes, 0, 4), 128);
        assert_eq!(at(&packed.bytes, 4, 2), 0xabcd);
        assert_eq!(packed.lds, 256);
        for (kind, offset, size, value) in hidden {
            let found = at(&packed.bytes, 8 + offset as usize, size as usize);
            assert_eq!(found, value, "{kind:?}");
        }
    }

    #[test]
    fn arguments_that_do_not_fit_are_named() {
        let mut args = vec![
            Arg::new(ArgKind::ByValue, 0, 4),
            Arg::new(ArgKind::GlobalBuffer, 8, 8),
        ];
        args[0].name = Some("a".to_owned());
        let k = kernel(args, Setup::default());
        let pack = |values: &[ArgValue]| {
            pack(&k, values, &SHAPE, Hidden::default()).expect_err("does not fit")
        };
        let four = ArgValue::Bytes(vec![0; 4]);
        assert_eq!(pack(&[]), "kernel 'k' takes 2 arguments, 0 given");
        assert_eq!(
            pack(&[ArgValue::Bytes(vec![0; 8]), four.clone()]),
            "argument 0 'a' of kernel 'k': has 4 bytes, 8 given"
        );
        assert_eq!(
            pack(&[four.clone(), ArgValue::Local(4)]),
            "argument 1 of kernel 'k': is not a dynamic LDS pointer"
        );
        assert_eq!(
            pack(&[ArgValue::Buffer(0), four]),
            "argument 0 'a' of kernel 'k': is not a pointer: it has 4 bytes"
        );
    }

    #[test]
    fn raw_arguments_are_packed_at_their_natural_alignment() {
        let k = kernel(Vec::new(), Setup::default());
        let values = [
            ArgValue::Bytes(vec![1]),
            ArgValue::Bytes(vec![2, 0]),
            ArgValue::Buffer(3),
            ArgValue::Bytes(vec![4, 0, 0, 0]),
            ArgValue::Buffer(5),
        ];
        let packed = pack(&k, &values, &SHAPE, Hidden::default()).expect("packs");
        for (offset, size, value) in [(0, 1, 1), (2, 2, 2), (8, 8, 3), (16, 4, 4), (24, 8, 5)] {
            assert_eq!(at(&packed.bytes, offset, size), value);
        }
        assert_eq!(packed.bytes.len(), 32);
    }

    /// Offsets as in `hsa_kernel_dispatch_packet_t`.
    #[test]
    fn dispatch_packet() {
        let p = packet(&SHAPE, 48, 512, 0x11_2233_4455, 0x66_7788_99aa);
        assert_eq!(at(&p, 0, 1), 2);
        assert_eq!(at(&p, 2, 2), 3);
        assert_eq!([at(&p, 4, 2), at(&p, 6, 2), at(&p, 8, 2)], [32, 4, 1]);
        assert_eq!([at(&p, 12, 4), at(&p, 16, 4), at(&p, 20, 4)], [100, 7, 3]);
        assert_eq!([at(&p, 24, 4), at(&p, 28, 4)], [48, 512]);
        assert_eq!(
            [at(&p, 32, 8), at(&p, 40, 8)],
            [0x11_2233_4455, 0x66_7788_99aa]
        );
        let read = Packet {
            shape: SHAPE,
            private: 48,
            lds: 512,
            kernel_object: 0x11_2233_4455,
            kernarg: 0x66_7788_99aa,
        };
        assert_eq!(Packet::of(&p), Ok(read));
        let mut flat = p;
        flat[2] = 1;
        let shape = Shape {
            grid: [100, 1, 1],
            local: [32, 1, 1],
            dimensions: 1,
        };
        assert_eq!(Packet::of(&flat), Ok(Packet { shape, ..read }));
        flat[2] = 0;
        assert!(Packet::of(&flat).is_err());
    }

    const AT: Addresses = Addresses {
        packet: 0x1_0000_0010,
        queue: 0x2_0000_0020,
        kernarg: 0x3_0000_0030,
        private: 16,
        preload: [0; USER_SGPRS],
    };

    const ALL: Setup = Setup {
        user_sgprs: 16,
        private_segment_buffer: true,
        dispatch_ptr: true,
        queue_ptr: true,
        kernarg_segment_ptr: true,
        dispatch_id: true,
        flat_scratch_init: true,
        private_segment_size: true,
        grid_workgroup_count: [true; 3],
        workgroup_id: [true; 3],
        workgroup_info: true,
        private_segment_wave_offset: true,
        workitem_id: 2,
        packed_workitem_id: false,
        kernarg_preload: (0, 0),
        architected_flat_scratch: false,
    };

    #[test]
    fn user_sgprs_in_order() {
        let k = kernel(Vec::new(), ALL);
        let s = user_sgprs(Gen::Gfx9, &k, &SHAPE, &AT);
        let (low, high) = (PRIVATE_BASE as u32, (PRIVATE_BASE >> 32) as u32);
        assert_eq!(s[..3], [low, high | 1 << 31, u32::MAX]);
        assert_eq!(s[4..10], [0x10, 1, 0x20, 2, 0x30, 3]);
        assert_eq!(s[10..12], [0, 0]);
        assert_eq!(s[12..14], [low, high]);
        // Work-group counts follow, as far as there is room: 100 / 32 rounded up.
        assert_eq!(s[14..], [16, 4]);
        // On gfx7 and gfx8 the flat scratch pair is offset and size.
        let s = user_sgprs(Gen::Gfx8, &k, &SHAPE, &AT);
        assert_eq!(s[12..14], [0, 16]);
    }

    /// All scalar registers, with the system SGPRs among them.
    fn system(k: &Kernel, group: [u32; 3], wave: u32, waves: u32, offset: u32) -> [u32; 128] {
        let mut sgprs = [0; 128];
        SystemSgprs::of(k).set(&mut sgprs, group, wave, waves, offset);
        sgprs
    }

    #[test]
    fn only_enabled_sgprs_take_room() {
        let setup = Setup {
            user_sgprs: 6,
            private_segment_buffer: true,
            kernarg_segment_ptr: true,
            workgroup_id: [true, false, true],
            private_segment_wave_offset: true,
            ..Setup::default()
        };
        let k = kernel(Vec::new(), setup);
        let s = user_sgprs(Gen::Gfx9, &k, &SHAPE, &AT);
        assert_eq!(s[4..], [0x30, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(system(&k, [7, 8, 9], 1, 2, 1024)[6..10], [7, 9, 1024, 0]);
    }

    #[test]
    fn architected_flat_scratch_takes_no_room() {
        let setup = Setup {
            user_sgprs: 2,
            workgroup_id: [true, false, false],
            architected_flat_scratch: true,
            ..Setup::default()
        };
        let s = system(&kernel(Vec::new(), setup), [7, 8, 9], 1, 2, 1024);
        assert_eq!((&s[2..4], &s[102..104]), (&[7, 0][..], &[1024, 0][..]));
    }

    #[test]
    fn workgroup_info_has_the_first_wave_and_the_count() {
        let k = kernel(Vec::new(), ALL);
        let at = usize::from(ALL.user_sgprs).min(USER_SGPRS);
        let first = system(&k, [1, 2, 3], 0, 5, 0);
        assert_eq!(first[at..at + 5], [1, 2, 3, 1 << 31 | 5, 0]);
        let last = system(&k, [1, 2, 3], 4, 5, 64);
        assert_eq!(last[at + 3..at + 5], [5, 64]);
    }

    /// The fields of a V# (CLRX GcnMemHandling) that make scratch memory lie as it must.
    #[test]
    fn private_buffer_is_swizzled_by_lane() {
        for g in Gen::GCN {
            let v = private_buffer(g, 0x1234_5678_9abc);
            assert_eq!(v[0], 0x5678_9abc);
            assert_eq!(v[1] & 0xffff, 0x1234);
            assert_eq!(v[1] >> 16 & 0x3fff, 0, "stride");
            assert_eq!(v[1] >> 31, 1, "swizzle");
            assert_eq!(v[2], u32::MAX);
            assert_eq!(v[3] >> 21 & 3, 3, "index stride");
            assert_eq!(v[3] >> 23 & 1, 1, "add thread id");
            if g.is_gfx9() {
                assert_eq!(v[3] >> 15 & 15, 0, "high bits of the stride");
            } else {
                assert_eq!(v[3] >> 19 & 3, 1, "element size");
            }
        }
    }
}
