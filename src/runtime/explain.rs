//! What a launch knows of a fault beyond what the wave does: where an address lies, and what may have led
//! there.

use super::plan::Plan;
use crate::cfg;
use crate::error::{Fault, FaultKind, Hint};
use crate::isa::{Inst, Sop1, Sopk};
use crate::loader::ArgKind;
use crate::machine::scratch::{PRIVATE_BASE, is_private};
use crate::machine::wave::LANES;
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// Addresses below this are what a null pointer and an offset give.
const NEAR_NULL: u64 = 64 * 1024;

/// The hidden arguments that are passed as null since what uses them is not supported (LLVM AMDGPUUsage,
/// "Code Object V5 Kernel Argument Metadata").
const NULL_ARGUMENTS: [(ArgKind, &str); 4] = [
    (ArgKind::HiddenHeapV1, "hidden_heap_v1 (for malloc)"),
    (
        ArgKind::HiddenDefaultQueue,
        "hidden_default_queue (for enqueue_kernel)",
    ),
    (
        ArgKind::HiddenCompletionAction,
        "hidden_completion_action (for enqueue_kernel)",
    ),
    (
        ArgKind::HiddenMultigridSyncArg,
        "hidden_multigrid_sync_arg (for grids on several devices)",
    ),
];

/// High halves of the addresses that SCRATCH has for what is beyond private memory.
const ABOVE_PRIVATE: u32 = PRIVATE_APERTURE_HI + 1;
const BELOW_PRIVATE: u32 = PRIVATE_APERTURE_HI - 1;

/// Adds to a fault of a wave of `plan` what the wave does not know.
pub(super) fn complete(plan: &Plan<'_>, fault: &mut Fault) {
    fault.context.kernel = plan.kernel.name.clone();
    // A function that is called may be another program's.
    let elsewhere = plan.memory.programs().at(fault.pc);
    let program = elsewhere.as_deref().unwrap_or(plan.program);
    fault.context.inst = program.describe(fault.pc);
    fault.context.place = fault
        .kind
        .access()
        .map(|(addr, _)| place(plan, fault, addr));
    fault.context.hint = hint(plan, fault);
    let sources = plan.memory.programs().sources([fault.pc]);
    fault.context.source = sources.into_values().next().unwrap_or_default();
}

/// Where `addr` lies.
fn place(plan: &Plan<'_>, fault: &Fault, addr: u64) -> String {
    // What lies before a memory's first byte.
    let offset = addr as u32 as i32;
    let private = plan.private;
    // FLAT chooses the memory by VADDR, whatever is added to that; other instructions know no apertures.
    let global = "but accessed as global memory: VADDR alone decides, and lies elsewhere";
    match (addr >> 32) as u32 {
        PRIVATE_APERTURE_HI if (addr as u32) < private => {
            format!("offset {offset} of private memory, {global}")
        }
        PRIVATE_APERTURE_HI => {
            let lane = fault.lane.unwrap_or(0);
            let [x, y, z] = plan.work_item(fault.workgroup, fault.wave, lane);
            format!(
                "offset {offset} of the private memory of the work-item with global id ({x},{y},{z}), \
                 which has {private} bytes"
            )
        }
        SHARED_APERTURE_HI => {
            let size = plan.lds;
            format!("offset {offset} of the work-group's LDS ({size} bytes), {global}")
        }
        // Offsets of SCRATCH are unsigned.
        ABOVE_PRIVATE | BELOW_PRIVATE => {
            let offset = addr.wrapping_sub(u64::from(PRIVATE_APERTURE_HI) << 32) as i64;
            format!("offset {offset} of private memory, which has {private} bytes")
        }
        _ if is_private(addr) => {
            let base = PRIVATE_BASE + u64::from(plan.wave_offset(fault.wave));
            let offset = addr.wrapping_sub(base) as i64;
            let size = private * LANES as u32;
            format!("offset {offset} of the wave's private memory ({size} bytes)")
        }
        _ => plan.memory.describe(addr),
    }
}

/// What may have led to a fault.
fn hint(plan: &Plan<'_>, fault: &Fault) -> Option<Hint> {
    let bytes = plan.private;
    let stack = |deep: bool| deep.then_some(Hint::Stack { bytes });
    let grows = || plan.kernel.dynamic_stack || makes_calls(plan);
    if fault.kind == FaultKind::PcOutOfCode {
        // Where a return address was kept in memory there is some.
        return stack(bytes != 0 && grows());
    }
    let (addr, _) = fault.kind.access()?;
    if addr >> 32 == u64::from(PRIVATE_APERTURE_HI) && addr as u32 as i32 >= 0 {
        // A raw program does not say how much it needs.
        return stack(bytes == 0 || grows());
    }
    // Whoever passes null pointers knows where they may come from.
    if addr >= NEAR_NULL || plan.null_given {
        return None;
    }
    let has = |kind| plan.kernel.args.iter().any(|a| a.kind == kind);
    let null = NULL_ARGUMENTS.iter().filter(|(kind, _)| has(*kind));
    let names: Vec<&str> = null.map(|(_, name)| *name).collect();
    (!names.is_empty()).then(|| Hint::NullArguments(names.join(", ")))
}

/// Whether the kernel itself calls a function.
fn makes_calls(plan: &Plan<'_>) -> bool {
    let cfg = cfg::discover(plan.program, plan.pc, |_| false);
    let mut insts = cfg.blocks.values().flat_map(|b| &b.insts);
    insts.any(|(_, d)| match d.inst {
        Inst::Sop1 { op, .. } => op == Sop1::S_SWAPPC_B64,
        Inst::Sopk { op, .. } => op == Sopk::S_CALL_B64,
        _ => false,
    })
}
