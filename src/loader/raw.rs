//! Raw programs: instructions from the first byte on, and nothing else.

use super::{CodeObject, Format, Kernel, Segment, Setup, Symbol, target};
use crate::error::LoadError;
use crate::isa::Gens;
use crate::isa::target::TargetId;

/// Name of the only kernel of a raw program.
const NAME: &str = "kernel";
/// MODE of a raw program: round to nearest even, denormals kept.
const MODE: u32 = 0xf0;

/// Reads `bytes` as instructions of `isa`.
///
/// The kernel finds the kernel-argument segment in `s[0:1]`, the work-group id in `s2 s3 s4` and
/// the local id in `v0 v1 v2`, and may use every register. Its arguments are unknown.
pub(super) fn parse(bytes: &[u8], isa: &str) -> Result<CodeObject, LoadError> {
    let generation = target::generation(isa)?;
    if bytes.is_empty() || !bytes.len().is_multiple_of(4) {
        return Err(LoadError::Field {
            field: "raw program".to_owned(),
            problem: format!(
                "its length of {} bytes is not a positive multiple of 4",
                bytes.len()
            ),
        });
    }
    let size = bytes.len() as u64;
    let kernel = Kernel {
        name: NAME.to_owned(),
        entry: 0,
        descriptor: 0,
        vgprs: 256,
        acc_vgprs: if generation.has(Gens::MAI) { 256 } else { 0 },
        sgprs: super::descriptor::addressable_sgprs(generation),
        lds_size: 0,
        private_size: 0,
        dynamic_stack: false,
        mode: MODE,
        kernarg_size: 0,
        kernarg_align: 16,
        reqd_workgroup_size: None,
        max_flat_workgroup_size: None,
        setup: Setup {
            user_sgprs: 2,
            kernarg_segment_ptr: true,
            workgroup_id: [true; 3],
            workitem_id: 2,
            packed_workitem_id: generation.has(Gens::ONE_FILE),
            architected_flat_scratch: generation.has(Gens::ARCHITECTED_FLAT_SCRATCH),
            ..Setup::default()
        },
        args: Vec::new(),
        unsupported: None,
        amd_cl1: None,
    };
    let id = TargetId::parse(isa).map_err(|_| LoadError::Target(isa.to_owned()))?;
    let features = target::Features {
        xnack: id.xnack,
        sramecc: id.sramecc,
    };
    let name = id.processor.to_owned();
    Ok(CodeObject {
        segments: vec![Segment {
            vaddr: 0,
            data: bytes.to_vec(),
            size,
            writable: false,
            executable: true,
        }],
        symbols: vec![Symbol {
            name: NAME.to_owned(),
            vaddr: 0,
            size,
        }],
        kernels: vec![kernel],
        ..CodeObject::empty(name, generation, features, 0, Format::Raw)
    })
}
