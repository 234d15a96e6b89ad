//! Scalar memory accesses beyond plain loads: through a V#, stores, atomics (SMRD, SMEM).
#![allow(unsafe_code)]

use super::helpers::{Ctx, atomic_at, get, put, site};
use crate::ir::MemOp;
use crate::machine::clocks::Which;
use crate::machine::descriptors::Buffer;
use crate::machine::memory::BadAccess;
use crate::machine::wave::Wave;

/// What an access addresses.
#[derive(Clone, Copy)]
struct Region {
    base: u64,
    offset: u64,
    /// Bytes from the base on, where a V# says.
    limit: u64,
}

impl Region {
    /// The buffer with the V# whose halves these are, from byte `offset` on.
    fn buffer(low: u64, high: u64, offset: u64) -> Region {
        let word = |v: u64| [v as u32, (v >> 32) as u32];
        let ([w0, w1], [w2, w3]) = (word(low), word(high));
        let b = Buffer::decode([w0, w1, w2, w3]);
        Region {
            base: b.base & !3,
            offset,
            limit: b.num_records as u64 * b.stride.max(1) as u64,
        }
    }

    /// Memory at `addr`, without a limit.
    fn memory(addr: u64) -> Region {
        Region {
            base: addr,
            offset: 0,
            limit: u64::MAX,
        }
    }

    /// That of the operands of a store or atomic.
    fn of(m: MemOp, a: u64, high: u64, offset: u64) -> Region {
        if m.buffer {
            Region::buffer(a, high, offset)
        } else {
            Region::memory(a)
        }
    }

    /// Dwords, at most `n`, that are inside.
    fn inside(&self, n: u64) -> u64 {
        (self.limit.saturating_sub(self.offset) / 4).min(n)
    }

    fn address(&self) -> u64 {
        self.base.wrapping_add(self.offset)
    }
}

/// [`crate::ir::Uop::SBufLoad`]: dwords outside the buffer read as 0. The fault names a dword.
///
/// # Safety
/// Called by generated code only: `ctx` is the running context, `out` has room for `dwords`.
pub unsafe fn sbuf_load(
    ctx: *mut Ctx<'_>,
    pc: u64,
    dwords: u64,
    low: u64,
    high: u64,
    offset: u64,
    out: *mut u32,
) -> u64 {
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    let region = Region::buffer(low, high, offset);
    let (s, inside, addr) = (site(pc), region.inside(dwords), region.address());
    let set = |i: u64, v: u32| {
        // SAFETY: `out` has room for `dwords`; callers stay below.
        unsafe { *out.add(i as usize) = v }
    };
    if inside > 0
        && let Ok(p) = ctx.scalar_host(s, addr, 4 * inside, false)
    {
        for i in 0..inside {
            // SAFETY: `host` checked that many dwords.
            set(i, unsafe { get::<4, 1>(p.add(4 * i as usize)) }[0]);
        }
    } else {
        for i in 0..inside {
            match ctx.scalar_host(s, addr.wrapping_add(4 * i), 4, false) {
                // SAFETY: `host` checked the dword.
                Ok(p) => set(i, unsafe { get::<4, 1>(p) }[0]),
                Err(bad) => return ctx.fail(bad, None, pc),
            }
        }
    }
    (inside..dwords).for_each(|i| set(i, 0));
    0
}

/// [`crate::ir::Uop::Watch`].
///
/// # Safety
/// Called by generated code only: `ctx` is the running context, and `wave` the wave that it runs.
pub unsafe fn watch(ctx: *mut Ctx<'_>, wave: *const Wave, pc: u64, instructions: u64) -> u64 {
    // SAFETY: as in `sbuf_load`; generated code holds no reference to either while it calls.
    let (ctx, wave) = unsafe { (&*ctx, &*wave) };
    ctx.watch(wave, pc, instructions as u32).into()
}

/// [`crate::ir::Uop::Clock`].
///
/// # Safety
/// As [`watch`].
pub unsafe fn clock(ctx: *mut Ctx<'_>, wave: *const Wave, clock: u64, instructions: u64) -> u64 {
    // SAFETY: as in `watch`.
    let (ctx, wave) = unsafe { (&*ctx, &*wave) };
    ctx.clock(wave, Which::of(clock), instructions)
}

/// [`crate::ir::Uop::Interrupt`].
///
/// # Safety
/// Called by generated code only: `ctx` is the running context.
pub unsafe fn interrupt(ctx: *mut Ctx<'_>) {
    // SAFETY: as in `sbuf_load`.
    unsafe { &*ctx }.interrupt();
}

/// [`crate::ir::Uop::SStore`]. The fault names the whole access; through a V# it names a dword, and
/// those outside are not written.
///
/// # Safety
/// Called by generated code only: `ctx` is the running context.
#[allow(clippy::too_many_arguments)]
pub unsafe fn sstore(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    a: u64,
    high: u64,
    offset: u64,
    d0: u64,
    d1: u64,
) -> u64 {
    // SAFETY: as in `sbuf_load`.
    let ctx = unsafe { &mut *ctx };
    let m = MemOp::unpack(imm);
    let region = Region::of(m, a, high, offset);
    match store(ctx, site(pc), m, region, [d0, d1]) {
        Ok(()) => 0,
        Err(bad) => ctx.fail(bad, None, pc),
    }
}

fn store(
    ctx: &mut Ctx<'_>,
    s: usize,
    m: MemOp,
    region: Region,
    data: [u64; 2],
) -> Result<(), BadAccess> {
    let addr = region.address();
    if !m.buffer {
        ctx.scalar_host(s, addr, 4 * m.dwords as u64, true)?;
    }
    for i in 0..region.inside(m.dwords as u64) {
        let v = (data[i as usize / 2] >> (32 * (i % 2))) as u32;
        let p = ctx.scalar_host(s, addr.wrapping_add(4 * i), 4, true)?;
        // SAFETY: `host` checked the dword.
        unsafe { put::<4, 1>(p, [v]) };
    }
    Ok(())
}

/// [`crate::ir::Uop::SAtomic`]: outside the buffer nothing happens, and the old value is 0.
///
/// # Safety
/// Called by generated code only: `ctx` is the running context, `out` has room for two dwords.
#[allow(clippy::too_many_arguments)]
pub unsafe fn satomic(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    a: u64,
    high: u64,
    offset: u64,
    d: u64,
    e: u64,
    out: *mut u32,
) -> u64 {
    // SAFETY: as in `sbuf_load`.
    let ctx = unsafe { &mut *ctx };
    let m = MemOp::unpack(imm);
    let region = Region::of(m, a, high, offset);
    let old = if region.inside(m.dwords as u64) < m.dwords as u64 {
        0
    } else {
        let size = m.size as u64;
        match ctx.scalar_host(site(pc), region.address() & !(size - 1), size, true) {
            // SAFETY: `scalar_host` checked the access; allocations and private memory are aligned to more
            // than 8 bytes.
            Ok(p) => unsafe { atomic_at(p, m, d, e) },
            Err(bad) => return ctx.fail(bad, None, pc),
        }
    };
    // SAFETY: `out` has room for two dwords.
    unsafe {
        *out = old as u32;
        *out.add(1) = (old >> 32) as u32;
    }
    0
}
