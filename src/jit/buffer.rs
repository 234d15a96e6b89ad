//! Buffer accesses of 64 lanes (MUBUF without ADDR64): addresses from a V#, with range check and
//! swizzle, then loads and stores like those of global memory.
#![allow(unsafe_code)]

use super::helpers::{
    At, Ctx, Lanes, atomic_data, atomic_lane, atomic_result, get, load_lanes, put, site,
    store_lanes,
};
use crate::ir::MemOp;
use crate::isa::Gen;
use crate::machine::descriptors::{Buffer, BufferView};
use crate::machine::memory::BadAccess;
use crate::machine::wave::LANES;

/// Address of a part that the range check drops. No buffer reaches it: bases have 48 bits.
const DROPPED: u64 = u64::MAX;

/// The buffer of one instruction.
struct View {
    view: BufferView,
    /// Address bits that are kept.
    align: u64,
}

impl View {
    fn new(generation: Gen, a: &Access<'_>) -> View {
        let word = |v: u64| [v as u32, (v >> 32) as u32];
        let ([w0, w1], [w2, w3]) = (word(a.low), word(a.high));
        let buffer = Buffer::decode([w0, w1, w2, w3]);
        View {
            view: buffer.view(generation, a.m.idxen, a.soffset),
            align: match generation {
                Gen::Gfx6 => !(a.m.size as u64 - 1),
                Gen::Gfx7 | Gen::Gfx8 | Gen::Gfx9 | Gen::Gfx906 => !0,
            },
        }
    }

    #[inline(always)]
    fn address(&self, index: u32, offset: u32) -> u64 {
        match self.view.address(index, offset) {
            Some(address) => address & self.align,
            None => DROPPED,
        }
    }
}

/// What generated code passes to both helpers beside the data.
#[derive(Clone, Copy)]
struct Access<'a> {
    m: MemOp,
    index: &'a [u32; LANES],
    exec: u64,
    offset: &'a [u32; LANES],
    low: u64,
    high: u64,
    soffset: u32,
}

/// Addresses of up to four parts of a dword (or less) per lane.
struct Parts {
    addr: [[u64; LANES]; 4],
    /// Lanes of which part k is not dropped.
    inside: [u64; 4],
}

impl Parts {
    fn new(generation: Gen, a: Access<'_>) -> Parts {
        let m = a.m;
        let buffer = View::new(generation, &a);
        let mut parts = Parts {
            addr: [[DROPPED; LANES]; 4],
            inside: [0; 4],
        };
        for lane in Lanes(a.exec) {
            let index = if m.idxen { a.index[lane] } else { 0 };
            let index = buffer.view.index(index, lane as u32);
            let first = if m.offen { a.offset[lane] } else { 0 };
            let first = first.wrapping_add(m.offset as u32);
            for k in 0..m.dwords as usize {
                let addr = buffer.address(index, first.wrapping_add(4 * k as u32));
                parts.addr[k][lane] = addr;
                parts.inside[k] |= ((addr != DROPPED) as u64) << lane;
            }
        }
        parts
    }

    /// Whether every lane's parts are all inside and follow each other.
    fn contiguous(&self, exec: u64, dwords: usize) -> bool {
        (1..dwords).all(|k| {
            let follows = |n: usize| self.addr[k][n] == self.addr[0][n].wrapping_add(4 * k as u64);
            self.inside[k] == exec && Lanes(exec).all(follows)
        }) && self.inside[0] == exec
    }
}

/// Faults when a part of a lane, in order, is not accessible.
fn check(
    ctx: &mut Ctx<'_>,
    s: usize,
    p: &Parts,
    exec: u64,
    n: usize,
) -> Result<(), (BadAccess, usize)> {
    for lane in Lanes(exec) {
        for addr in &p.addr[..n] {
            if addr[lane] != DROPPED {
                ctx.host(s, addr[lane], 4, false)
                    .map_err(|bad| (bad, lane))?;
            }
        }
    }
    Ok(())
}

/// Load of each lane's dwords; what the range check drops gives 0.
///
/// # Safety
/// Called by generated code only: `index` and `offset` have 64 dwords (unused ones may be anything of
/// that size), `out` 64 per component.
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn buf_load(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    index: *const u32,
    exec: u64,
    offset: *const u32,
    low: u64,
    high: u64,
    soffset: u64,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 dwords each, and the only reference to the context.
    let (ctx, index, offset) = unsafe { (&mut *ctx, &*index.cast(), &*offset.cast()) };
    let access = Access {
        m,
        index,
        exec,
        offset,
        low,
        high,
        soffset: soffset as u32,
    };
    let (s, n) = (site(pc), m.dwords as usize);
    let p = Parts::new(ctx.generation(), access);
    let at = |exec: u64| At {
        pc,
        m,
        exec,
        limit: 0,
    };
    if exec == 0 {
        return 0;
    }
    if n > 1 && p.contiguous(exec, n) {
        // SAFETY: `out` has 64 dwords per component.
        return unsafe {
            match n {
                2 => load_lanes::<4, 2>(ctx, at(exec), &p.addr[0], out),
                3 => load_lanes::<4, 3>(ctx, at(exec), &p.addr[0], out),
                _ => load_lanes::<4, 4>(ctx, at(exec), &p.addr[0], out),
            }
        };
    }
    if n > 1
        && let Err((bad, lane)) = check(ctx, s, &p, exec, n)
    {
        return ctx.fail(bad, Some(lane), pc);
    }
    for k in 0..n {
        let (addr, inside) = (&p.addr[k], p.inside[k]);
        // SAFETY: `out` has 64 dwords per component.
        unsafe {
            let out = out.add(64 * k);
            for lane in Lanes(exec & !inside) {
                *out.add(lane) = 0;
            }
            let fault = match (inside, m.size) {
                (0, _) => 0,
                (_, 1) => load_lanes::<1, 1>(ctx, at(inside), addr, out),
                (_, 2) => load_lanes::<2, 1>(ctx, at(inside), addr, out),
                _ => load_lanes::<4, 1>(ctx, at(inside), addr, out),
            };
            if fault != 0 {
                return fault;
            }
        }
    }
    0
}

/// Store of each lane's dwords; what the range check drops is not written.
///
/// # Safety
/// As for [`buf_load`], with `data` for `out`.
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn buf_store(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    index: *const u32,
    exec: u64,
    offset: *const u32,
    low: u64,
    high: u64,
    soffset: u64,
    data: *const u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 dwords each, and the only reference to the context.
    let (ctx, index, offset) = unsafe { (&mut *ctx, &*index.cast(), &*offset.cast()) };
    let access = Access {
        m,
        index,
        exec,
        offset,
        low,
        high,
        soffset: soffset as u32,
    };
    let (s, n) = (site(pc), m.dwords as usize);
    let p = Parts::new(ctx.generation(), access);
    let at = |exec: u64| At {
        pc,
        m,
        exec,
        limit: 0,
    };
    if exec == 0 {
        return 0;
    }
    if n == 1 {
        let (addr, inside) = (&p.addr[0], p.inside[0]);
        // SAFETY: `data` has 64 dwords per component.
        return unsafe {
            match (inside, m.size) {
                (0, _) => 0,
                (_, 1) => store_lanes::<1, 1>(ctx, at(inside), addr, data),
                (_, 2) => store_lanes::<2, 1>(ctx, at(inside), addr, data),
                _ => store_lanes::<4, 1>(ctx, at(inside), addr, data),
            }
        };
    }
    if p.contiguous(exec, n) {
        // SAFETY: as above.
        return unsafe {
            match n {
                2 => store_lanes::<4, 2>(ctx, at(exec), &p.addr[0], data),
                3 => store_lanes::<4, 3>(ctx, at(exec), &p.addr[0], data),
                _ => store_lanes::<4, 4>(ctx, at(exec), &p.addr[0], data),
            }
        };
    }
    // Lane by lane: the parts of different lanes may overlap.
    for lane in Lanes(exec) {
        for (k, addr) in p.addr[..n].iter().enumerate() {
            if addr[lane] == DROPPED {
                continue;
            }
            match ctx.host(s, addr[lane], 4, true) {
                // SAFETY: `host` checked the access; `data` has 64 dwords per component.
                Ok(p) => unsafe { put::<4, 1>(p, get::<4, 1>(data.add(64 * k + lane).cast())) },
                Err(bad) => return ctx.fail(bad, Some(lane), pc),
            }
        }
    }
    0
}

/// Atomic of each lane in turn; old values to `out`, 0 for what the range check drops, a part of which
/// is all of it.
///
/// # Safety
/// As for [`buf_store`]; `out` has room for 64 dwords per component of the result.
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn buf_atomic(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    index: *const u32,
    exec: u64,
    offset: *const u32,
    low: u64,
    high: u64,
    soffset: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 dwords each, and the only reference to the context.
    let (ctx, index, offset) = unsafe { (&mut *ctx, &*index.cast(), &*offset.cast()) };
    let access = Access {
        m,
        index,
        exec,
        offset,
        low,
        high,
        soffset: soffset as u32,
    };
    // The parts before any lane's registers are written: `out` may be those of the addresses.
    let p = Parts::new(ctx.generation(), access);
    let n = m.dwords as usize;
    for lane in Lanes(exec) {
        let inside = p.inside[..n].iter().all(|i| i >> lane & 1 != 0);
        // SAFETY: `data` and `out` have 64 dwords per component; each lane is read before it is
        // written.
        unsafe {
            let (d, e) = atomic_data(m, data, lane);
            let old = if inside {
                match atomic_lane(ctx, site(pc), m, p.addr[0][lane], d, e) {
                    Ok(old) => old,
                    Err(bad) => return ctx.fail(bad, Some(lane), pc),
                }
            } else {
                0
            };
            atomic_result(out, lane, old, m.size == 8);
        }
    }
    0
}
