//! What a launch knows of a fault beyond what the wave does: where an address lies, and what may have led
//! there.

use std::collections::HashSet;

use super::plan::Plan;
use crate::cfg;
use crate::decode::base_dwords;
use crate::error::{Fault, FaultKind, Hint};
use crate::isa::{Flags, Inst, Operand, Segment, Sop1, Sopk, Vop1, VopForm};
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
    if is_constant(plan, fault) {
        return None;
    }
    let has = |kind| plan.kernel.args.iter().any(|a| a.kind == kind);
    let null = NULL_ARGUMENTS.iter().filter(|(kind, _)| has(*kind));
    let names: Vec<&str> = null.map(|(_, name)| *name).collect();
    (!names.is_empty()).then(|| Hint::NullArguments(names.join(", ")))
}

/// Whether the code has made the address by itself, out of constants, as compilers do that take a pointer to be
/// null: then it is not an argument.
fn is_constant(plan: &Plan<'_>, fault: &Fault) -> bool {
    let cfg = cfg::discover(plan.program, plan.pc, |_| false);
    let Some((_, block)) = cfg.blocks.range(..=fault.pc).next_back() else {
        return false;
    };
    let mut known = Constants::default();
    for (pc, d) in &block.insts {
        if *pc == fault.pc {
            return known.make_address(&d.inst);
        }
        known.step(&d.inst);
    }
    false
}

/// The registers that hold constants since a block began.
#[derive(Default)]
struct Constants {
    scalars: HashSet<u8>,
    vectors: HashSet<u8>,
}

impl Constants {
    /// Whether `n` registers from the operand's on are constants.
    fn are(&self, op: Operand, n: u8) -> bool {
        match op {
            Operand::Sgpr(s) => (0..n).all(|i| self.scalars.contains(&s.wrapping_add(i))),
            Operand::Vgpr(v) => (0..n).all(|i| self.vectors.contains(&v.wrapping_add(i))),
            Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => true,
            Operand::Aperture(_)
            | Operand::Vccz
            | Operand::Execz
            | Operand::Scc
            | Operand::LdsDirect => false,
        }
    }

    /// Whether the memory instruction takes its address, offsets aside, from constants.
    fn make_address(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Smem { op, f } => base_dwords(*op) == 2 && self.are(Operand::Sgpr(f.sbase), 2),
            Inst::Flat { f, .. } => match (f.seg, f.saddr) {
                (Segment::Scratch, _) => false,
                (Segment::Global, Some(base)) => self.are(Operand::Sgpr(base), 2),
                (Segment::Flat | Segment::Global, _) => self.are(Operand::Vgpr(f.vaddr), 2),
            },
            // What has no address, or one that a descriptor has a part in.
            Inst::Sop1 { .. }
            | Inst::Sop2 { .. }
            | Inst::Sopk { .. }
            | Inst::Sopc { .. }
            | Inst::Sopp { .. }
            | Inst::Vop1 { .. }
            | Inst::Vop2 { .. }
            | Inst::Vopc { .. }
            | Inst::Vop3 { .. }
            | Inst::Vop3p { .. }
            | Inst::Mai { .. }
            | Inst::Ds { .. }
            | Inst::Mubuf { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
            | Inst::Vintrp { .. }
            | Inst::Exp { .. } => false,
        }
    }

    /// After the instruction: moves hand on constants, all others make something else.
    fn step(&mut self, inst: &Inst) {
        let dst = inst.row().shape.dst.dwords();
        match inst {
            Inst::Sop1 { op, sdst, ssrc0 } => {
                let moves = matches!(op, Sop1::S_MOV_B32 | Sop1::S_MOV_B64);
                let constant = moves && self.are(*ssrc0, dst);
                set(&mut self.scalars, *sdst, dst, constant);
            }
            Inst::Sopk { op, sdst, .. } => {
                set(&mut self.scalars, *sdst, dst, *op == Sopk::S_MOVK_I32);
            }
            Inst::Sop2 { sdst, .. } => set(&mut self.scalars, *sdst, dst, false),
            Inst::Smem { f, .. } => set(&mut self.scalars, f.sdata, dst, false),
            Inst::Vop1 {
                op: Vop1::V_MOV_B32,
                f,
            } if matches!(f.form, VopForm::E32 | VopForm::E64) => {
                // Lanes that do not take part do not fault either.
                let constant = self.are(f.src[0], 1);
                set(&mut self.vectors, f.vdst, 1, constant);
            }
            Inst::Sopc { .. } | Inst::Sopp { .. } | Inst::Exp { .. } => {}
            // Whatever they write.
            Inst::Vop1 { .. }
            | Inst::Vop2 { .. }
            | Inst::Vopc { .. }
            | Inst::Vop3 { .. }
            | Inst::Vop3p { .. }
            | Inst::Mai { .. }
            | Inst::Ds { .. }
            | Inst::Flat { .. }
            | Inst::Mubuf { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
            | Inst::Vintrp { .. } => self.forget(inst),
        }
    }

    /// After a vector instruction that is not a move.
    fn forget(&mut self, inst: &Inst) {
        let row = inst.row();
        let n = row.shape.dst.dwords();
        match inst {
            Inst::Vop1 {
                op: Vop1::V_SWAP_B32 | Vop1::V_MOVRELD_B32 | Vop1::V_MOVRELSD_B32,
                ..
            } => self.vectors.clear(),
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => {
                set(&mut self.scalars, f.sdst, 2, false);
                let file = if row.flags.has(Flags::SGPR_DST) {
                    &mut self.scalars
                } else {
                    &mut self.vectors
                };
                set(file, f.vdst, n, false);
            }
            Inst::Ds { f, .. } => set(&mut self.vectors, f.vdst, n, false),
            Inst::Flat { f, .. } => set(&mut self.vectors, f.vdst, n, false),
            // What is left writes more than its row says, or no address.
            _ => self.vectors.clear(),
        }
    }
}

/// Adds `n` registers from `first` on to those that are constants, or takes them out.
fn set(registers: &mut HashSet<u8>, first: u8, n: u8, constant: bool) {
    for r in (0..n).map(|i| first.wrapping_add(i)) {
        if constant {
            registers.insert(r)
        } else {
            registers.remove(&r)
        };
    }
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
