//! Kernel descriptors: 64 bytes since version 3 (LLVM AMDGPUUsage, "Kernel Descriptor"), the
//! 256-byte `amd_kernel_code_t` before (LLVM AMDKernelCodeT.h).

use super::{CodeObject, Kernel, Setup};
use crate::error::LoadError;
use crate::isa::{Gen, Gens};

/// SGPRs below VCC that instructions can name.
pub(super) fn addressable_sgprs(generation: Gen) -> u32 {
    if generation.is_legacy() { 104 } else { 102 }
}

/// What both kinds of descriptor hold.
struct Fields {
    lds_size: u32,
    private_size: u32,
    kernarg_size: u64,
    kernarg_align: u64,
    entry_offset: i64,
    rsrc1: u32,
    rsrc2: u32,
    rsrc3: u32,
    /// Dwords, and the first of them.
    kernarg_preload: (u8, u16),
    /// KERNEL_CODE_PROPERTIES: the enables have the same bits in both.
    properties: u32,
    dynamic_stack: bool,
    /// Work-group counts in SGPRs exist in `amd_kernel_code_t` only.
    grid_workgroup_count: [bool; 3],
}

/// The kernel `name` whose descriptor is at `vaddr`. Its arguments are filled in from the metadata.
pub(super) fn kernel(object: &CodeObject, name: &str, vaddr: u64) -> Result<Kernel, LoadError> {
    kernel_by(object, name, vaddr, |vaddr, out| match out.len() {
        64 => object
            .read::<64>(vaddr)
            .map(|b| out.copy_from_slice(&b))
            .is_some(),
        _ => object
            .read::<256>(vaddr)
            .map(|b| out.copy_from_slice(&b))
            .is_some(),
    })
}

/// As [`kernel`], where `read` gives the bytes at an address, 64 or 256, if they are there.
pub(super) fn kernel_by(
    object: &CodeObject,
    name: &str,
    vaddr: u64,
    read: impl Fn(u64, &mut [u8]) -> bool,
) -> Result<Kernel, LoadError> {
    let error = |field: &str, problem: String| LoadError::Field {
        field: format!("kernel '{name}': {field}"),
        problem,
    };
    let outside = || {
        error(
            "descriptor",
            format!("its address {vaddr:#x} is outside the loaded segments"),
        )
    };
    let f = if object.version >= 3 {
        let mut bytes = [0; 64];
        read(vaddr, &mut bytes).then_some(()).ok_or_else(outside)?;
        hsa_descriptor(&bytes)
    } else {
        let mut bytes = [0; 256];
        read(vaddr, &mut bytes).then_some(()).ok_or_else(outside)?;
        amd_kernel_code(&bytes).map_err(|(field, problem)| error(field, problem))?
    };
    by_fields(object, name, vaddr, f)
}

/// The kernel `name` that begins at `vaddr`, of which there are these registers, COMPUTE_PGM_RSRC1 and 2, in place of a
/// descriptor. Its first user SGPRs are the address of its arguments.
pub(super) fn kernel_of_registers(
    object: &CodeObject,
    name: &str,
    vaddr: u64,
    (rsrc1, rsrc2): (u32, u32),
    lds_size: u32,
    private_size: u32,
) -> Result<Kernel, LoadError> {
    const KERNARG_SEGMENT_PTR: u32 = 1 << 3;
    let f = Fields {
        lds_size,
        private_size,
        kernarg_size: 0,
        kernarg_align: 16,
        entry_offset: 0,
        rsrc1,
        rsrc2,
        rsrc3: 0,
        kernarg_preload: (0, 0),
        properties: KERNARG_SEGMENT_PTR,
        dynamic_stack: false,
        grid_workgroup_count: [false; 3],
    };
    by_fields(object, name, vaddr, f)
}

/// The kernel `name` with its descriptor at `vaddr`, in which these fields are.
fn by_fields(
    object: &CodeObject,
    name: &str,
    vaddr: u64,
    mut f: Fields,
) -> Result<Kernel, LoadError> {
    let error = |field: &str, problem: String| LoadError::Field {
        field: format!("kernel '{name}': {field}"),
        problem,
    };
    if !object.generation.has(Gens::ONE_FILE) {
        f.kernarg_preload = (0, 0);
    }
    let mut entry = vaddr.wrapping_add_signed(f.entry_offset);
    if f.kernarg_preload.0 != 0 {
        // What stands before is for firmware that cannot preload (LLVM AMDGPUUsage, "Preloaded Kernel Arguments").
        entry = entry.wrapping_add(256);
    }
    if !entry.is_multiple_of(4) {
        return Err(error(
            "kernel_code_entry_byte_offset",
            format!("the entry point {entry:#x} is not a multiple of 4"),
        ));
    }
    if object.code_segment(entry).is_none() {
        return Err(error(
            "kernel_code_entry_byte_offset",
            format!("the entry point {entry:#x} is in no executable segment"),
        ));
    }
    const WAVE32: u32 = 1 << 10;
    if f.properties & WAVE32 != 0 {
        return Err(error(
            "kernel_code_properties",
            "wave32, which GCN does not have".to_owned(),
        ));
    }
    let r1 = |low: u32, bits: u32| f.rsrc1 >> low & ((1 << bits) - 1);
    let r2 = |low: u32, bits: u32| f.rsrc2 >> low & ((1 << bits) - 1);
    let property = |bit: u32| f.properties >> bit & 1 != 0;
    // FLOAT_MODE is rounding and denormals, as in MODE; DX10_CLAMP and IEEE move next to it.
    let mut mode = r1(12, 8) | r1(21, 1) << 8 | r1(23, 1) << 9;
    let g = object.generation;
    if g.is_gfx9() {
        // FP16_OVFL.
        mode |= r1(26, 1) << 23;
    }
    // Granules of 8; gfx9 counts granules of 16 in steps of two. What is granted on gfx8 is
    // rounded up to 16 as well.
    let sgpr_granules = r1(6, 4) + 1;
    let sgprs = if g.is_legacy() {
        sgpr_granules * 8
    } else {
        sgpr_granules.next_multiple_of(2) * 8
    };
    let setup = Setup {
        user_sgprs: r2(1, 5) as u8,
        private_segment_buffer: property(0),
        dispatch_ptr: property(1),
        queue_ptr: property(2),
        kernarg_segment_ptr: property(3),
        dispatch_id: property(4),
        flat_scratch_init: property(5),
        private_segment_size: property(6),
        grid_workgroup_count: f.grid_workgroup_count,
        workgroup_id: [7, 8, 9].map(|bit| r2(bit, 1) != 0),
        workgroup_info: r2(10, 1) != 0,
        private_segment_wave_offset: r2(0, 1) != 0 && !g.has(Gens::ARCHITECTED_FLAT_SCRATCH),
        architected_flat_scratch: r2(0, 1) != 0 && g.has(Gens::ARCHITECTED_FLAT_SCRATCH),
        workitem_id: r2(11, 2) as u8,
        packed_workitem_id: g.has(Gens::ONE_FILE),
        kernarg_preload: f.kernarg_preload,
    };
    if setup.workitem_id > 2 {
        return Err(error(
            "compute_pgm_rsrc2.enable_vgpr_workitem_id",
            "3 is undefined".to_owned(),
        ));
    }
    // Work-group counts are loaded only while there is room, so they do not count here.
    let needed = [
        (setup.private_segment_buffer, 4),
        (setup.dispatch_ptr, 2),
        (setup.queue_ptr, 2),
        (setup.kernarg_segment_ptr, 2),
        (setup.dispatch_id, 2),
        (setup.flat_scratch_init, 2),
        (setup.private_segment_size, 1),
    ];
    let needed: u8 = needed.iter().map(|(on, n)| *on as u8 * n).sum();
    let needed = needed.saturating_add(f.kernarg_preload.0);
    if setup.user_sgprs > 16 || needed > setup.user_sgprs {
        return Err(error(
            "compute_pgm_rsrc2.user_sgpr_count",
            format!(
                "{}, but {needed} are enabled and 16 exist",
                setup.user_sgprs
            ),
        ));
    }
    let vgprs = vector_registers(g, r1(0, 6) + 1, f.rsrc3);
    Ok(Kernel {
        name: name.to_owned(),
        entry,
        descriptor: vaddr,
        vgprs: vgprs.0,
        acc_vgprs: vgprs.1,
        sgprs: sgprs.min(addressable_sgprs(g)),
        lds_size: f.lds_size,
        private_size: f.private_size,
        dynamic_stack: f.dynamic_stack,
        mode,
        kernarg_size: f.kernarg_size,
        kernarg_align: f.kernarg_align,
        reqd_workgroup_size: None,
        max_flat_workgroup_size: None,
        setup,
        args: Vec::new(),
        unsupported: None,
        amd_cl1: None,
    })
}

/// VGPRs and accumulation registers of a kernel whose descriptor has `granules` (LLVM AMDGPUUsage,
/// "compute_pgm_rsrc1", "compute_pgm_rsrc3"). On gfx908 the two files are of one size. From gfx90a on they are one,
/// in granules of 8, and ACCUM_OFFSET says where in it the accumulation registers begin.
fn vector_registers(g: Gen, granules: u32, rsrc3: u32) -> (u32, u32) {
    if g.has(Gens::ONE_FILE) {
        let all = (granules * 8).min(512);
        let vgprs = (((rsrc3 & 0x3f) + 1) * 4).min(all).min(256);
        return (vgprs, (all - vgprs).min(256));
    }
    let vgprs = (granules * 4).min(256);
    (vgprs, if g.has(Gens::MAI) { vgprs } else { 0 })
}

fn u16_at(b: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([b[at], b[at + 1]])
}

fn u32_at(b: &[u8], at: usize) -> u32 {
    u16_at(b, at) as u32 | (u16_at(b, at + 2) as u32) << 16
}

fn u64_at(b: &[u8], at: usize) -> u64 {
    u32_at(b, at) as u64 | (u32_at(b, at + 4) as u64) << 32
}

fn hsa_descriptor(b: &[u8; 64]) -> Fields {
    let (properties, preload) = (u16_at(b, 56) as u32, u16_at(b, 58));
    Fields {
        lds_size: u32_at(b, 0),
        private_size: u32_at(b, 4),
        kernarg_size: u32_at(b, 8) as u64,
        // Not in the descriptor; the metadata may ask for more.
        kernarg_align: 16,
        entry_offset: u64_at(b, 16) as i64,
        rsrc1: u32_at(b, 48),
        rsrc2: u32_at(b, 52),
        rsrc3: u32_at(b, 44),
        kernarg_preload: (preload as u8 & 0x7f, preload >> 7),
        properties,
        dynamic_stack: properties >> 11 & 1 != 0,
        grid_workgroup_count: [false; 3],
    }
}

fn amd_kernel_code(b: &[u8; 256]) -> Result<Fields, (&'static str, String)> {
    let version = u32_at(b, 0);
    if version != 1 {
        return Err((
            "amd_kernel_code_version_major",
            format!("{version}; only 1 exists"),
        ));
    }
    let properties = u32_at(b, 56);
    // Alignments and the wave size are given as logarithms.
    let align = match b[100] {
        // LLVM's rounded-up logarithm of 0: compilers of 2018 wrote it into kernels without explicit
        // arguments, for an alignment that nothing asks for.
        32 => 0,
        align => align,
    };
    if align > 12 {
        return Err((
            "kernarg_segment_alignment",
            format!("2^{align} is not plausible"),
        ));
    }
    let wave = b[103];
    if wave != 6 {
        return Err((
            "wavefront_size",
            format!("2^{wave} work-items; GCN has 2^6"),
        ));
    }
    Ok(Fields {
        private_size: u32_at(b, 60),
        lds_size: u32_at(b, 64),
        kernarg_size: u64_at(b, 72),
        kernarg_align: 1u64 << align.max(4),
        entry_offset: u64_at(b, 16) as i64,
        rsrc1: u32_at(b, 48),
        rsrc2: u32_at(b, 52),
        rsrc3: 0,
        kernarg_preload: (0, 0),
        // Bit 10 means wave32 only since gfx10, where this structure is no longer used.
        properties: properties & 0x3ff,
        dynamic_stack: properties >> 20 & 1 != 0,
        grid_workgroup_count: [7, 8, 9].map(|bit| properties >> bit & 1 != 0),
    })
}
