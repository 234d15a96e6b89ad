//! What generated code calls: memory accesses of 64 lanes, and lane functions that the host's vector
//! unit lacks. These are not the interpreter's: it works lane by lane on decoded instructions, these on
//! arrays of 64 values.

use std::arch::asm;

use crate::error::FaultKind;
use crate::exec::memory::{BadAccess, Window};
use crate::exec::{Env, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};
use crate::ir::{AtomicOp, MemOp};
use crate::state::LANES;

/// Entries of the cache of allocations, by the low bits of the accessing instruction's address.
const SITES: usize = 32;

/// What generated code needs beside the wave. Its address is a function argument.
#[repr(C)]
pub struct Ctx<'a> {
    /// Temporaries, for values that cross a region's border. First, for generated code.
    pub temps: *mut u8,
    env: Env<'a>,
    sites: [Window; SITES],
    fault: Option<(FaultKind, Option<u8>)>,
    fault_pc: u64,
}

impl<'a> Ctx<'a> {
    /// A context for running in `env` with the temporaries at `temps`.
    pub fn new(env: &Env<'a>, temps: *mut u8) -> Ctx<'a> {
        Ctx {
            temps,
            env: *env,
            sites: [Window::EMPTY; SITES],
            fault: None,
            fault_pc: 0,
        }
    }

    /// The fault that ended generated code: kind, lane, PC.
    pub fn take_fault(&mut self) -> Option<(FaultKind, Option<u8>, u64)> {
        let pc = self.fault_pc;
        self.fault.take().map(|(k, l)| (k, l, pc))
    }

    fn fail(&mut self, bad: BadAccess, lane: Option<usize>, pc: u64) -> u64 {
        self.fault = Some((bad.into(), lane.map(|l| l as u8)));
        self.fault_pc = pc;
        1
    }
}

/// Index of an instruction's cache entry.
fn site(pc: u64) -> usize {
    (pc >> 2) as usize % SITES
}

/// Lanes whose bit is set, lowest first.
fn lanes(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// Where a FLAT address leads.
enum Place {
    Global,
    Lds(u32),
    Scratch(u64),
}

/// Resolves a FLAT address of `lane` (LLVM AMDGPUUsage, "Address Spaces").
fn resolve(env: &Env<'_>, m: MemOp, addr: u64, lane: usize) -> Place {
    if !m.flat {
        return Place::Global;
    }
    match (addr >> 32) as u32 {
        SHARED_APERTURE_HI => Place::Lds(addr as u32),
        PRIVATE_APERTURE_HI => {
            let b = addr & 0xffff_ffff;
            if b + m.size as u64 > env.scratch.per_lane as u64 {
                Place::Scratch(u64::MAX)
            } else {
                Place::Scratch(env.scratch.base + (b / 4) * 256 + lane as u64 * 4 + b % 4)
            }
        }
        _ => Place::Global,
    }
}

fn extend(m: MemOp, v: u32) -> u32 {
    match (m.size, m.signed) {
        (1, true) => v as u8 as i8 as i32 as u32,
        (2, true) => v as u16 as i16 as i32 as u32,
        _ => v,
    }
}

fn load_dword(
    ctx: &mut Ctx<'_>,
    s: usize,
    m: MemOp,
    addr: u64,
    lane: usize,
) -> Result<u32, BadAccess> {
    let (mem, lds) = (ctx.env.memory, ctx.env.lds);
    let at = match resolve(&ctx.env, m, addr, lane) {
        Place::Lds(a) => {
            return Ok(match m.size {
                1 => lds.read::<1>(a).map_or(0, |b| b[0] as u32),
                2 => lds.read::<2>(a).map_or(0, |b| u16::from_le_bytes(b) as u32),
                _ => lds.read::<4>(a).map_or(0, u32::from_le_bytes),
            });
        }
        Place::Scratch(a) => a,
        Place::Global => addr,
    };
    let w = &mut ctx.sites[s];
    Ok(match m.size {
        1 => mem.load::<1>(w, at)?[0] as u32,
        2 => u16::from_le_bytes(mem.load(w, at)?) as u32,
        _ => u32::from_le_bytes(mem.load(w, at)?),
    })
}

fn store_dword(
    ctx: &mut Ctx<'_>,
    s: usize,
    m: MemOp,
    addr: u64,
    lane: usize,
    v: u32,
) -> Result<(), BadAccess> {
    let (mem, lds) = (ctx.env.memory, ctx.env.lds);
    let at = match resolve(&ctx.env, m, addr, lane) {
        Place::Lds(a) => {
            // Writes outside the LDS are dropped.
            let _ = match m.size {
                1 => lds.write(a, [v as u8]),
                2 => lds.write(a, (v as u16).to_le_bytes()),
                _ => lds.write(a, v.to_le_bytes()),
            };
            return Ok(());
        }
        Place::Scratch(a) => a,
        Place::Global => addr,
    };
    let w = &mut ctx.sites[s];
    match m.size {
        1 => mem.store(w, at, [v as u8]),
        2 => mem.store(w, at, (v as u16).to_le_bytes()),
        _ => mem.store(w, at, v.to_le_bytes()),
    }
}

/// The host pointer to 64 x `stride` bytes when all lanes are active and their addresses are
/// consecutive: lane n's is lane 0's plus n x `stride`.
fn consecutive(
    ctx: &mut Ctx<'_>,
    s: usize,
    m: MemOp,
    addr: &[u64; LANES],
    exec: u64,
    write: bool,
) -> Option<*mut u8> {
    let stride = m.size as u64 * m.dwords as u64;
    if exec != u64::MAX || m.size != 4 || m.flat && (addr[0] >> 32) as u32 >= SHARED_APERTURE_HI {
        return None;
    }
    let mut differ = 0;
    for (n, a) in addr.iter().enumerate() {
        differ |= a ^ addr[0].wrapping_add(n as u64 * stride);
    }
    if differ != 0 {
        return None;
    }
    let w = &mut ctx.sites[s];
    let off = match w.offset(addr[0], 64 * stride) {
        Some(off) => off,
        None => {
            *w = ctx.env.memory.window(addr[0])?;
            w.offset(addr[0], 64 * stride)?
        }
    };
    if write && w.writable == 0 {
        return None;
    }
    // SAFETY: `offset` checked that 64 x stride bytes from here lie in the window, which lies in the
    // arena.
    Some(unsafe { w.host.add(off as usize) })
}

fn combine(op: AtomicOp, old: u64, d: u64, cmp: u64, wide: bool) -> u64 {
    let signed = |v: u64| {
        if wide {
            v as i64
        } else {
            v as u32 as i32 as i64
        }
    };
    match op {
        AtomicOp::None => old,
        AtomicOp::Swap => d,
        AtomicOp::CmpSwap => {
            if old == cmp {
                d
            } else {
                old
            }
        }
        AtomicOp::Add => old.wrapping_add(d),
        AtomicOp::Sub => old.wrapping_sub(d),
        AtomicOp::RSub => d.wrapping_sub(old),
        AtomicOp::MinS => {
            if signed(d) < signed(old) {
                d
            } else {
                old
            }
        }
        AtomicOp::MaxS => {
            if signed(d) > signed(old) {
                d
            } else {
                old
            }
        }
        AtomicOp::MinU => old.min(d),
        AtomicOp::MaxU => old.max(d),
        AtomicOp::And => old & d,
        AtomicOp::Or => old | d,
        AtomicOp::Xor => old ^ d,
        AtomicOp::Inc => {
            if old >= d {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > d {
                d
            } else {
                old - 1
            }
        }
    }
}

/// Scalar load of `dwords` to `out`.
///
/// # Safety
/// Called by generated code only: `ctx` is the running context, `out` has room for `dwords`.
pub unsafe extern "C" fn sload(
    ctx: *mut Ctx<'_>,
    pc: u64,
    dwords: u64,
    addr: u64,
    out: *mut u32,
) -> u64 {
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    let s = site(pc);
    for i in 0..dwords {
        let a = addr.wrapping_add(4 * i);
        match ctx.env.memory.load(&mut ctx.sites[s], a) {
            // SAFETY: `i` < `dwords`.
            Ok(b) => unsafe { *out.add(i as usize) = u32::from_le_bytes(b) },
            Err(bad) => return ctx.fail(bad, None, pc),
        }
    }
    0
}

/// Load of each lane's dwords from global memory to `out`, 64 lanes per component.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `out` room for the components.
pub unsafe extern "C" fn load(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    let s = site(pc);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    if let Some(p) = consecutive(ctx, s, m, addr, exec, false) {
        let n = m.dwords as usize;
        for lane in 0..LANES {
            for k in 0..n {
                // SAFETY: `consecutive` vouches for 64 x n dwords; `out` has 64 per component. Other
                // threads of the guest may write there: the value is then one of theirs, as on a GPU.
                unsafe {
                    *out.add(64 * k + lane) = p.cast::<u32>().add(lane * n + k).read_unaligned();
                }
            }
        }
        return 0;
    }
    for lane in lanes(exec) {
        for k in 0..m.dwords as usize {
            let a = addr[lane].wrapping_add(4 * k as u64);
            match load_dword(ctx, s, m, a, lane) {
                // SAFETY: `out` has 64 dwords per component.
                Ok(v) => unsafe { *out.add(64 * k + lane) = extend(m, v) },
                Err(bad) => return ctx.fail(bad, Some(lane), pc),
            }
        }
    }
    0
}

/// Store of each lane's dwords to global memory.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component.
pub unsafe extern "C" fn store(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    data: *const u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    let s = site(pc);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    if let Some(p) = consecutive(ctx, s, m, addr, exec, true) {
        let n = m.dwords as usize;
        for lane in 0..LANES {
            for k in 0..n {
                // SAFETY: as in `load`.
                unsafe {
                    let v = *data.add(64 * k + lane);
                    p.cast::<u32>().add(lane * n + k).write_unaligned(v);
                }
            }
        }
        return 0;
    }
    for lane in lanes(exec) {
        for k in 0..m.dwords as usize {
            // SAFETY: `data` has 64 dwords per component.
            let v = unsafe { *data.add(64 * k + lane) };
            let a = addr[lane].wrapping_add(4 * k as u64);
            if let Err(bad) = store_dword(ctx, s, m, a, lane, v) {
                return ctx.fail(bad, Some(lane), pc);
            }
        }
    }
    0
}

/// Data operands of an atomic in one lane: new value and comparand.
///
/// # Safety
/// `data` has 64 dwords per component.
unsafe fn atomic_data(m: MemOp, data: *const u32, lane: usize) -> (u64, u64) {
    // SAFETY: the caller's.
    let get = |k: usize| unsafe { *data.add(64 * k + lane) } as u64;
    let cmp = m.atomic == AtomicOp::CmpSwap;
    if m.size == 8 {
        let d = get(0) | get(1) << 32;
        (d, if cmp { get(2) | get(3) << 32 } else { 0 })
    } else {
        (get(0), if cmp { get(1) } else { 0 })
    }
}

/// Atomic of each lane in turn on global memory; old values to `out`.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component, `out` room
/// for 64 per component.
pub unsafe extern "C" fn atomic(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    let s = site(pc);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    for lane in lanes(exec) {
        // SAFETY: `data` has 64 dwords per component.
        let (d, cmp) = unsafe { atomic_data(m, data, lane) };
        let a = addr[lane];
        let (mem, lds) = (ctx.env.memory, ctx.env.lds);
        let wide = m.size == 8;
        let f32_ = |old: u32| combine(m.atomic, old as u64, d, cmp, false) as u32;
        let old = match resolve(&ctx.env, m, a, lane) {
            Place::Lds(l) if !wide => Ok(lds.update_u32(l, f32_).unwrap_or(0) as u64),
            Place::Lds(l) => Ok(lds_update_u64(ctx.env.lds, l, |o| {
                combine(m.atomic, o, d, cmp, true)
            })),
            p => {
                let at = if let Place::Scratch(x) = p { x } else { a };
                let w = &mut ctx.sites[s];
                if wide {
                    mem.update_u64(w, at, |o| combine(m.atomic, o, d, cmp, true))
                } else {
                    mem.update_u32(w, at, f32_).map(u64::from)
                }
            }
        };
        match old {
            // SAFETY: `out` has 64 dwords per component, two of them when wide.
            Ok(v) => unsafe {
                *out.add(lane) = v as u32;
                if wide {
                    *out.add(64 + lane) = (v >> 32) as u32;
                }
            },
            Err(bad) => return ctx.fail(bad, Some(lane), pc),
        }
    }
    0
}

/// Read-modify-write of 8 bytes of LDS, dword by dword: the waves of a work-group run on one thread.
fn lds_update_u64(lds: &crate::exec::lds::Lds, a: u32, f: impl Fn(u64) -> u64) -> u64 {
    let a = a & !7;
    match lds.read::<8>(a) {
        Some(b) => {
            let old = u64::from_le_bytes(b);
            lds.write(a, f(old).to_le_bytes());
            old
        }
        None => 0,
    }
}

/// Load of each lane's dwords from LDS: 0 beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `out` 64 dwords per component.
pub unsafe extern "C" fn lds_load(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context. `out` may be
    // the register that `addr` points to: each lane's address is read before its result is written.
    let ctx = unsafe { &mut *ctx };
    let limit = limit.min(ctx.env.lds.size() as u64);
    let total = m.size as u64 * m.dwords as u64;
    for lane in lanes(exec) {
        // SAFETY: 64 addresses.
        let a = unsafe { *addr.add(lane) } & !(m.align_mask as u32);
        let inside = a as u64 + total <= limit;
        for k in 0..m.dwords as u32 {
            let v = match (inside, m.size) {
                (false, _) => None,
                (_, 1) => ctx.env.lds.read::<1>(a).map(|b| b[0] as u32),
                (_, 2) => ctx.env.lds.read(a).map(|b| u16::from_le_bytes(b) as u32),
                _ => ctx.env.lds.read(a + 4 * k).map(u32::from_le_bytes),
            };
            // SAFETY: `out` has 64 dwords per component.
            unsafe { *out.add(64 * k as usize + lane) = extend(m, v.unwrap_or(0)) };
        }
    }
    0
}

/// Store of each lane's dwords to LDS: dropped beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component.
pub unsafe extern "C" fn lds_store(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &mut *ctx };
    let limit = limit.min(ctx.env.lds.size() as u64);
    let total = m.size as u64 * m.dwords as u64;
    for lane in lanes(exec) {
        // SAFETY: 64 addresses.
        let a = unsafe { *addr.add(lane) } & !(m.align_mask as u32);
        if a as u64 + total > limit {
            continue;
        }
        for k in 0..m.dwords as u32 {
            // SAFETY: `data` has 64 dwords per component.
            let v = unsafe { *data.add(64 * k as usize + lane) };
            match m.size {
                1 => ctx.env.lds.write(a, [v as u8]),
                2 => ctx.env.lds.write(a, (v as u16).to_le_bytes()),
                _ => ctx.env.lds.write(a + 4 * k, v.to_le_bytes()),
            };
        }
    }
    0
}

/// Atomic of each lane in turn on LDS; old values to `out`, 0 beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only, as `lds_store`; `out` has room for 64 dwords per component.
pub unsafe extern "C" fn lds_atomic(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &mut *ctx };
    let limit = limit.min(ctx.env.lds.size() as u64);
    for lane in lanes(exec) {
        // SAFETY: 64 addresses; `data` has 64 dwords per component.
        let (a, (d, cmp)) = unsafe {
            (
                *addr.add(lane) & !(m.align_mask as u32),
                atomic_data(m, data, lane),
            )
        };
        let inside = a as u64 + m.size as u64 <= limit;
        let old = match (inside, m.size) {
            (false, _) => 0,
            (_, 8) => lds_update_u64(ctx.env.lds, a, |o| combine(m.atomic, o, d, cmp, true)),
            _ => {
                let f = |o: u32| combine(m.atomic, o as u64, d, cmp, false) as u32;
                ctx.env.lds.update_u32(a, f).unwrap_or(0) as u64
            }
        };
        // SAFETY: `out` has 64 dwords per component, two of them when wide.
        unsafe {
            *out.add(lane) = old as u32;
            if m.size == 8 {
                *out.add(64 + lane) = (old >> 32) as u32;
            }
        }
    }
    0
}

/// Sets MXCSR.
pub extern "C" fn set_csr(csr: u32) {
    // SAFETY: loads MXCSR with exceptions masked (the callers only vary rounding, DAZ and FTZ).
    unsafe { asm!("ldmxcsr [{}]", in(reg) &csr, options(nostack, readonly)) };
}

/// MXCSR.
pub fn get_csr() -> u32 {
    let mut csr = 0u32;
    // SAFETY: stores MXCSR into the local.
    unsafe { asm!("stmxcsr [{}]", in(reg) &mut csr, options(nostack)) };
    csr
}
