//! Loads of a region's code that are not near: of which some lanes are outside of the allocation that the
//! instruction has accessed last. The code goes on with what this gives, whatever it is, so that a fault of
//! another strip may still turn out to be the first.

use super::{At, Ctx, Lanes, by_width, load_lanes};
use crate::ir::MemOp;
use crate::ir::plant::{Fault, planted};
use crate::machine::wave::LANES;

/// A load, as generated code names it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::jit) struct Request {
    /// Address of the instruction.
    pub(in crate::jit) pc: u64,
    /// The access: [`MemOp::pack`].
    pub(in crate::jit) imm: u64,
    /// Its node in the block.
    pub(in crate::jit) node: u64,
}

impl Request {
    /// As generated code has it.
    pub(in crate::jit) fn bytes(self) -> [u8; 24] {
        let mut out = [0; 24];
        for (to, v) in out.chunks_exact_mut(8).zip([self.pc, self.imm, self.node]) {
            to.copy_from_slice(&v.to_le_bytes());
        }
        out
    }
}

/// What goes to and from generated code for one strip.
#[repr(C)]
pub(in crate::jit) struct Far {
    /// Low halves of the addresses.
    low: [u32; 16],
    /// High halves.
    high: [u32; 16],
    /// A bit for each active lane.
    exec: u16,
    /// What limits LDS addresses.
    limit: u64,
    /// The components, lane by lane; zero in inactive lanes.
    out: [[u32; 4]; 16],
}

impl Far {
    /// Bytes.
    pub(in crate::jit) const SIZE: i32 = size_of::<Far>() as i32;
    /// Where the high halves are.
    pub(in crate::jit) const HIGH: i32 = std::mem::offset_of!(Far, high) as i32;
    /// Where the active lanes are.
    pub(in crate::jit) const EXEC: i32 = std::mem::offset_of!(Far, exec) as i32;
    /// Where the limit is.
    pub(in crate::jit) const LIMIT: i32 = std::mem::offset_of!(Far, limit) as i32;
    /// Where the result is.
    pub(in crate::jit) const OUT: i32 = std::mem::offset_of!(Far, out) as i32;
}

/// Loads for strip number `strip`.
///
/// # Safety
/// Called by way of [`super::super::abi::far`] only: `ctx` is the running context, and the others are
/// what generated code has there.
pub(in crate::jit) unsafe extern "C" fn far_load(
    ctx: *mut Ctx<'_>,
    what: *const Request,
    far: *mut Far,
    strip: u32,
) {
    // SAFETY: the caller's; nothing else refers to them meanwhile.
    let (ctx, what, far) = unsafe { (&mut *ctx, *what, &mut *far) };
    let m = MemOp::unpack(what.imm);
    let first = 16 * strip as usize % LANES;
    let mut addr = [0; LANES];
    for (lane, a) in addr[first..first + 16].iter_mut().enumerate() {
        *a = u64::from(far.low[lane]) | u64::from(far.high[lane]) << 32;
    }
    let at = At {
        pc: what.pc,
        m,
        exec: u64::from(far.exec) << first,
        limit: far.limit,
    };
    let before = (ctx.failed != 0).then(|| (ctx.fault.take(), ctx.fault_pc, ctx.failed_node));
    let mut out = [[0; LANES]; 4];
    let p = out.as_mut_ptr().cast::<u32>();
    // SAFETY: `out` has room for four components, and no access has more.
    let status = unsafe { by_width!(m, load_lanes(ctx, at, &addr, p)) };
    far.out = [[0; 4]; 16];
    if status == 0 {
        for lane in Lanes(u64::from(far.exec)) {
            far.out[lane] = std::array::from_fn(|k| out[k][first + lane]);
        }
        if let Some((fault, ..)) = before {
            ctx.fault = fault;
        }
        return;
    }
    ctx.failed = 1;
    let node = what.node as u32;
    // All lanes do one instruction before any does the next, and strips come in order.
    match before {
        Some((fault, pc, earlier)) if earlier <= node && !planted(Fault::CandidateOrder) => {
            (ctx.fault, ctx.fault_pc) = (fault, pc);
        }
        _ => ctx.failed_node = node,
    }
}
