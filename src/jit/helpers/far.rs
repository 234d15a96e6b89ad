//! What a region's code calls: for loads that are not near, of which some lanes are outside of the
//! allocation that the instruction has accessed last, and for lane functions of which its own result is in
//! doubt. The code goes on with what a load gives, whatever it is, so that a fault of another strip may
//! still turn out to be the first.

use std::arch::naked_asm;
use std::ops::Range;

use super::{At, Ctx, Lanes, by_width, load_lanes};
use crate::ir::MemOp;
use crate::ir::lane_fn::LaneCall;
use crate::ir::plant::{Fault, planted};
use crate::jit::controls::{controls, get_csr, set_csr};
use crate::jit::lane_calls;
use crate::jit::panics::guarded;
use crate::jit::saves::{load_each, pop_scratch, push_scratch, store_each};
use crate::machine::wave::LANES;

/// What is to be done, as generated code names it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::jit) struct Request {
    /// Address of the instruction.
    pub(in crate::jit) pc: u64,
    /// The access: [`MemOp::pack`]; or the function: [`crate::ir::lane_fn::LaneCall::pack`].
    pub(in crate::jit) imm: u64,
    /// Its node in the block.
    pub(in crate::jit) node: u64,
    /// 0 for a load, or [`Request::BASED`] and what belongs to it. Of a function which of its values have 64
    /// bits, as [`lane_calls::call`] has it, and [`Request::CALL`].
    pub(in crate::jit) kind: u64,
}

impl Request {
    /// It is a function.
    pub(in crate::jit) const CALL: u64 = 1 << 32;
    /// Of a load: addresses are a scalar, which is where the high halves would be, and the low halves shifted to
    /// the left, by as many bits as the two bits from here on say; as signed numbers, if that is set.
    pub(in crate::jit) const BASED: u64 = 1 << 33;
    pub(in crate::jit) const SHIFT: u32 = 34;
    pub(in crate::jit) const SIGNED: u64 = 1 << 36;

    /// As generated code has it.
    pub(in crate::jit) fn bytes(self) -> [u8; 32] {
        let mut out = [0; 32];
        let fields = [self.pc, self.imm, self.node, self.kind];
        for (to, v) in out.chunks_exact_mut(8).zip(fields) {
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

/// The same for a lane function.
#[repr(C)]
#[derive(Clone, Copy)]
struct Values {
    /// The operands of the strip, of 4 or 8 bytes each, and the results.
    operands: [[u64; 16]; 3],
    result: [u64; 16],
}

/// What is at the place that generated code names.
#[repr(C)]
pub(in crate::jit) union Area {
    far: std::mem::ManuallyDrop<Far>,
    values: Values,
}

impl Far {
    /// Bytes, for functions too.
    pub(in crate::jit) const SIZE: i32 = size_of::<Area>() as i32;
    /// Bytes from one operand of a function to the next.
    pub(in crate::jit) const OPERAND: i32 = size_of::<[u64; 16]>() as i32;
    /// Where a function's results are.
    pub(in crate::jit) const RESULT: i32 = std::mem::offset_of!(Values, result) as i32;
    /// Where the high halves are.
    pub(in crate::jit) const HIGH: i32 = std::mem::offset_of!(Far, high) as i32;
    /// Where the active lanes are.
    pub(in crate::jit) const EXEC: i32 = std::mem::offset_of!(Far, exec) as i32;
    /// Where the limit is.
    pub(in crate::jit) const LIMIT: i32 = std::mem::offset_of!(Far, limit) as i32;
    /// Where the result is.
    pub(in crate::jit) const OUT: i32 = std::mem::offset_of!(Far, out) as i32;
}

/// Calls [`far`] for a region's code, and preserves all registers: RBX is the context, R15 what to
/// do, R9 where the operands are and the result goes, EAX the strip.
///
/// # Safety
/// Called by what [`crate::jit::vector`] makes only, which knows the rest; the host has AVX-512.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn call_far() {
    naked_asm!(
        push_scratch!(),
        "sub rsp, 2112",
        store_each!("vmovups", "zmm", 0 + 64 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
        store_each!("vmovups", "zmm", 0 + 64 * (16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)),
        store_each!("kmovw", "k", 2046 + 2 * (1 2 3 4 5 6 7)),
        "vzeroupper",
        "mov rdi, rbx",
        "mov rsi, r15",
        "mov rdx, r9",
        "mov ecx, eax",
        "shl ecx, 4",
        "mov r8d, 16",
        "call {far}",
        load_each!("vmovups", "zmm", 0 + 64 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
        load_each!("vmovups", "zmm", 0 + 64 * (16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)),
        load_each!("kmovw", "k", 2046 + 2 * (1 2 3 4 5 6 7)),
        "add rsp, 2112",
        pop_scratch!(),
        "ret",
        far = sym far,
    )
}

/// As [`call_far`], for strips of eight lanes.
///
/// # Safety
/// Called by what [`crate::jit::vector`] makes only, which knows the rest; the host has AVX2.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn call_far_narrow() {
    naked_asm!(
        push_scratch!(),
        "sub rsp, 512",
        store_each!("vmovups", "ymm", 0 + 32 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
        "vzeroupper",
        "mov rdi, rbx",
        "mov rsi, r15",
        "mov rdx, r9",
        "lea ecx, [rax * 8]",
        "mov r8d, 8",
        "call {far}",
        load_each!("vmovups", "ymm", 0 + 32 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
        "add rsp, 512",
        pop_scratch!(),
        "ret",
        far = sym far,
    )
}

/// Does what a region's code wants done for the `lanes` lanes of a strip, from `first` on.
///
/// # Safety
/// Called by way of [`call_far`] and [`call_far_narrow`] only: `ctx` is the running context, and the others are
/// what generated code has there.
unsafe extern "C" fn far(
    ctx: *mut Ctx<'_>,
    what: *const Request,
    area: *mut Area,
    first: u32,
    lanes: u32,
) {
    // SAFETY: the caller's; nothing else refers to them meanwhile. Either form of the area is integers,
    // and generated code has filled in the one that the request says.
    // It is called by generated code.
    unsafe {
        guarded(|| {
            let (ctx, what) = (&mut *ctx, *what);
            match what.kind & Request::CALL {
                0 => {
                    let first = first as usize % LANES;
                    load(ctx, what, &mut (*area).far, first..first + lanes as usize);
                }
                _ => call(ctx, what, &mut (*area).values),
            }
        });
    }
}

/// Loads for the lanes of a strip.
fn load(ctx: &mut Ctx<'_>, what: Request, far: &mut Far, lanes: Range<usize>) {
    let first = lanes.start;
    let m = MemOp::unpack(what.imm);
    let mut addr = [0; LANES];
    for (lane, a) in addr[lanes].iter_mut().enumerate() {
        let low = far.low[lane];
        *a = match what.kind & Request::BASED {
            0 => u64::from(low) | u64::from(far.high[lane]) << 32,
            _ => {
                let base = u64::from(far.high[0]) | u64::from(far.high[1]) << 32;
                let index = match what.kind & Request::SIGNED {
                    0 => u64::from(low),
                    _ => low as i32 as u64,
                };
                base.wrapping_add(index << (what.kind >> Request::SHIFT & 3))
            }
        };
    }
    let at = At {
        pc: what.pc,
        m,
        exec: u64::from(far.exec) << first,
        limit: far.limit,
    };
    let before = (ctx.fault.take(), ctx.fault_pc);
    let mut out = [[0; LANES]; 4];
    let p = out.as_mut_ptr().cast::<u32>();
    // SAFETY: `out` has room for four components, and no access has more.
    let status = unsafe { by_width!(m, load_lanes(ctx, at, &addr, p)) };
    far.out = [[0; 4]; 16];
    let node = what.node as u32;
    // All lanes do one instruction before any does the next, and strips come in order.
    let is_first = ctx.failed == 0 || node < ctx.failed_node || planted(Fault::CandidateOrder);
    if status == 0 {
        for lane in Lanes(u64::from(far.exec)) {
            far.out[lane] = std::array::from_fn(|k| out[k][first + lane]);
        }
    } else if is_first {
        (ctx.failed, ctx.failed_node) = (1, node);
        return;
    }
    (ctx.fault, ctx.fault_pc) = before;
}

/// Applies a lane function to 16 lanes.
fn call(ctx: &Ctx<'_>, what: Request, values: &mut Values) {
    /// 64 values of 4 or 8 bytes.
    #[repr(align(64))]
    #[derive(Clone, Copy)]
    struct Wave([u64; LANES]);
    let mut operands = [Wave([0; LANES]); 3];
    for (to, from) in operands.iter_mut().zip(&values.operands) {
        to.0[..16].copy_from_slice(from);
    }
    let mut result = Wave([0; LANES]);
    let [a, b, c] = operands.each_ref().map(|o| o.0.as_ptr().cast());
    let wide = what.kind & 15 | (ctx.level as u64) << 4;
    let region = get_csr();
    // Regions may have those of f64.
    set_csr(controls(LaneCall::unpack(what.imm).mode).f32);
    // SAFETY: all have room for 64 values of 8 bytes, and the controls are those of f32.
    unsafe { lane_calls::call(what.imm, wide, result.0.as_mut_ptr().cast(), a, b, c) };
    set_csr(region);
    values.result.copy_from_slice(&result.0[..16]);
}
