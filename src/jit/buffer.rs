//! Buffer accesses of 64 lanes (MUBUF without ADDR64): addresses from a V#, with range check and
//! swizzle, then loads and stores like those of global memory, or of private memory where the V# leads
//! there.
#![allow(unsafe_code)]

use super::helpers::{
    At, Ctx, Lanes, Private, atomic_aperture, atomic_data, atomic_lane, atomic_result, by_width,
    extend, get, load_lanes, places, put, same, site, store_lanes,
};
use crate::ir::MemOp;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::isa::{Gen, Gens};
use crate::machine::PRIVATE_APERTURE_HI;
use crate::machine::descriptors::{Buffer, BufferView};
use crate::machine::memory::BadAccess;
use crate::machine::scratch::is_private;
use crate::machine::wave::LANES;

/// Address of a part that the range check drops. No buffer reaches it: bases have 48 bits.
const DROPPED: u64 = u64::MAX;

/// The buffer of one instruction.
struct View {
    view: BufferView,
    /// Address bits that are kept.
    align: u64,
    /// Whether it is private memory, which [`View::lane_offset`] leads to.
    private: bool,
}

impl View {
    fn new(generation: Gen, a: &Access<'_>, p: Private<'_>) -> View {
        let word = |v: u64| [v as u32, (v >> 32) as u32];
        let ([w0, w1], [w2, w3]) = (word(a.low), word(a.high));
        let buffer = Buffer::decode([w0, w1, w2, w3]);
        let view = buffer.view(generation, a.m.idxen, a.soffset);
        let lanes = !a.m.idxen && view.interleaves_lanes() && is_private(view.base());
        View {
            view,
            private: lanes && p.scratch().lane_offset(view.base(), 0).is_some(),
            align: if generation.has(Gens::BUFFER_ALIGNS) {
                !(a.m.size as u64 - 1)
            } else {
                !0
            },
        }
    }

    #[inline(always)]
    fn address(&self, index: u32, offset: u64) -> u64 {
        let offset = unless_planted!(Fault::BufferWrap, offset, u64::from(offset as u32));
        match self.view.address(index, offset) {
            Some(address) => address & self.align,
            None => DROPPED,
        }
    }

    /// Offset in a lane's private memory of the part at byte `offset`, unless the range check drops it.
    /// Where there is no limit, what is beyond the lane's memory is a fault.
    #[inline(always)]
    fn lane_offset(&self, p: Private<'_>, lane: usize, offset: u64) -> Option<u32> {
        let dropped = self.view.drops_private(lane as u32, offset);
        (!dropped || planted(Fault::PrivateUnchecked))
            .then(|| p.scratch().lane_offset(self.view.base(), offset as u32))
            .flatten()
            .map(|o| o & self.align as u32)
    }
}

/// What generated code passes to all helpers beside the data.
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

impl<'a> Access<'a> {
    /// From what generated code passes.
    ///
    /// # Safety
    /// `index` and `offset` have 64 dwords for as long as this lives.
    #[inline(always)]
    unsafe fn new(
        imm: u64,
        [index, offset]: [*const u32; 2],
        exec: u64,
        [low, high, soffset]: [u64; 3],
    ) -> Access<'a> {
        // SAFETY: the caller's.
        let (index, offset) = unsafe { (&*index.cast(), &*offset.cast()) };
        Access {
            m: MemOp::unpack(imm),
            index,
            exec,
            offset,
            low,
            high,
            soffset: soffset as u32,
        }
    }

    /// Offset of a lane's first part, but for SOFFSET.
    #[inline(always)]
    fn first(&self, lane: usize) -> u64 {
        let first = if self.m.offen { self.offset[lane] } else { 0 };
        u64::from(first) + u64::from(self.m.offset)
    }
}

impl View {
    /// The lanes' addresses, where offsets alone count and no part of an active lane is dropped: the parts of each
    /// follow each other then.
    #[inline(always)]
    fn undropped(&self, ctx: &Ctx<'_>, a: &Access<'_>) -> Option<[u64; LANES]> {
        let (base, bytes) = self.view.plain()?;
        let behind = 4 * (u32::from(a.m.dwords) - 1);
        // The last place of a first part beside which the others are inside.
        let last = unless_planted!(Fault::BufferEnd, bytes.checked_sub(behind + 1)?, bytes);
        let from = Offsets {
            base: base.wrapping_add(a.m.offset.into()),
            align: self.align,
            last: last.checked_sub(a.m.offset.into())?,
        };
        let of_lanes = if a.m.offen { a.offset } else { &NONE };
        if ctx.wide {
            // SAFETY: the host has AVX-512.
            unsafe { places(from, of_lanes, a.exec) }
        } else {
            from.places(of_lanes, a.exec)
        }
    }
}

/// Offsets of no lane.
const NONE: [u32; LANES] = [0; LANES];

/// Where lanes' offsets lead to in a buffer.
#[derive(Clone, Copy)]
pub(super) struct Offsets {
    /// Guest address of the buffer, with the instruction's offset.
    pub(super) base: u64,
    /// Address bits that are kept.
    pub(super) align: u64,
    /// The greatest offset that is not dropped.
    pub(super) last: u32,
}

impl Offsets {
    /// Addresses of all lanes, unless an active one is dropped.
    fn places(&self, of_lanes: &[u32; LANES], exec: u64) -> Option<[u64; LANES]> {
        let at = |offset: u32| self.base.wrapping_add(offset.into()) & self.align;
        let undropped = if exec == u64::MAX {
            of_lanes.iter().fold(true, |all, o| all & (*o <= self.last))
        } else {
            Lanes(exec).all(|lane| of_lanes[lane] <= self.last)
        };
        undropped.then(|| of_lanes.map(at))
    }
}

impl Ctx<'_> {
    /// Remembers what leads to private memory without a limit.
    fn meet(&mut self, view: &View, a: &Access<'_>) {
        if !a.m.idxen && view.view.is_unlimited() {
            self.row_kind = [a.low >> 48, a.high];
        }
    }

    /// What is to be added to the lanes' offsets in private memory, of an access that leads there for all
    /// that is remembered, in whole dwords.
    fn known_row(&self, a: &Access<'_>) -> Option<i64> {
        let is_known = self.row_kind == [a.low >> 48, a.high];
        if !is_known || !a.m.offen || a.m.idxen || a.m.size != 4 {
            return None;
        }
        let base = (a.low & ((1 << 48) - 1)).wrapping_add(u64::from(a.soffset));
        let offset = self.private().scratch().lane_offset(base, 0)?;
        (is_private(base)).then_some(i64::from(offset) + i64::from(a.m.offset))
    }
}

/// Addresses of up to four parts of a dword (or less) per lane.
struct Parts {
    addr: [[u64; LANES]; 4],
    /// Lanes of which part k is not dropped.
    inside: [u64; 4],
}

impl Parts {
    fn new(buffer: &View, a: Access<'_>) -> Parts {
        let m = a.m;
        let mut parts = Parts {
            addr: [[DROPPED; LANES]; 4],
            inside: [0; 4],
        };
        for lane in Lanes(a.exec) {
            let index = if m.idxen { a.index[lane] } else { 0 };
            let index = buffer.view.index(index, lane as u32);
            let first = a.first(lane);
            for k in 0..m.dwords as usize {
                let addr = buffer.address(index, first + 4 * k as u64);
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
// Else its arguments on the stack would be copied, which waits for them.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub unsafe fn buf_load(
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
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &mut *ctx };
    // SAFETY: generated code passes 64 dwords each.
    let access = unsafe { Access::new(imm, [index, offset], exec, [low, high, soffset]) };
    // Not a copy, which would wait for its parts.
    let m = MemOp::unpack(imm);
    if exec == 0 {
        return 0;
    }
    let (s, n) = (site(pc), m.dwords as usize);
    if let Some(base) = ctx.known_row(&access) {
        // SAFETY: `out` has 64 dwords per component.
        let done = unsafe { by_width!(m, load_known(ctx, base, access, out)) };
        if done {
            return 0;
        }
    }
    let view = View::new(ctx.generation(), &access, ctx.private());
    if view.private {
        ctx.meet(&view, &access);
        // SAFETY: `out` has 64 dwords per component.
        return unsafe { by_width!(m, load_private(ctx, pc, &view, access, out)) };
    }
    let at = |exec: u64| At {
        pc,
        m,
        exec,
        limit: 0,
    };
    if let Some(addr) = view.undropped(ctx, &access) {
        // SAFETY: `out` has 64 dwords per component.
        return unsafe { by_width!(m, load_lanes(ctx, at(exec), &addr, out)) };
    }
    let p = Parts::new(&view, access);
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
                if planted(Fault::DroppedKept) {
                    continue;
                }
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

/// Load of each lane's dwords at one offset: gives where they are, 64 per component, in place or, as
/// [`buf_load`], at `out`. SOFFSET and the lanes' offset are in the context.
///
/// # Safety
/// As for [`buf_load`].
pub unsafe fn buf_row(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    exec: u64,
    low: u64,
    high: u64,
    out: *mut u32,
) -> u64 {
    // SAFETY: generated code passes its context.
    let [soffset, offset] = unsafe { &*ctx }.offsets;
    let offset = [unless_planted!(Fault::FarRowOffset, offset, 0); LANES];
    // SAFETY: as for `buf_load`, which uses no index here.
    let fault = unsafe {
        let (index, offset, soffset) = (NONE.as_ptr(), offset.as_ptr(), soffset.into());
        buf_load(ctx, pc, imm, index, exec, offset, low, high, soffset, out)
    };
    match fault {
        0 => out as u64,
        _ => 0,
    }
}

/// Store of each lane's dwords at one offset; SOFFSET and the lanes' offset are in the context.
///
/// # Safety
/// As for [`buf_store`].
pub unsafe fn buf_store_rows(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    exec: u64,
    low: u64,
    high: u64,
    data: *const u32,
) -> u64 {
    // SAFETY: generated code passes its context.
    let [soffset, offset] = unsafe { &*ctx }.offsets;
    let offset = [unless_planted!(Fault::FarRowOffset, offset, 0); LANES];
    let (index, offset, soffset) = (NONE.as_ptr(), offset.as_ptr(), soffset.into());
    // SAFETY: as for `buf_store`, which uses no index here.
    unsafe { buf_store(ctx, pc, imm, index, exec, offset, low, high, soffset, data) }
}

/// Leaves in the context where the frame of private memory is that a V# and `soffset` lead to, or 0 unless each
/// lane has `end` bytes there; these may be written then.
///
/// # Safety
/// Called by generated code only.
pub unsafe fn frame(ctx: *mut Ctx<'_>, low: u64, high: u64, soffset: u64, end: u64) {
    // SAFETY: generated code passes its context, and nothing else refers to it.
    let ctx = unsafe { &mut *ctx };
    let access = Access {
        m: MemOp::dwords(1),
        index: &NONE,
        exec: 0,
        offset: &NONE,
        low,
        high,
        soffset: soffset as u32,
    };
    ctx.address = 0;
    let view = View::new(ctx.generation(), &access, ctx.private());
    if !view.private || !view.view.is_unlimited() {
        return;
    }
    ctx.meet(&view, &access);
    let private = ctx.private();
    if let Some(offset) = private.scratch().lane_offset(view.view.base(), 0)
        && private.check(offset, end as u32, true).is_ok()
    {
        ctx.address = private.at(offset) as u64;
    }
}

/// Store of each lane's dwords; what the range check drops is not written.
///
/// # Safety
/// As for [`buf_load`], with `data` for `out`.
// Else its arguments on the stack would be copied, which waits for them.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub unsafe fn buf_store(
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
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &mut *ctx };
    // SAFETY: generated code passes 64 dwords each.
    let access = unsafe { Access::new(imm, [index, offset], exec, [low, high, soffset]) };
    // Not a copy, which would wait for its parts.
    let m = MemOp::unpack(imm);
    if exec == 0 {
        return 0;
    }
    let (s, n) = (site(pc), m.dwords as usize);
    if let Some(base) = ctx.known_row(&access) {
        // SAFETY: `data` has 64 dwords per component.
        let done = unsafe { by_width!(m, store_known(ctx, base, access, data)) };
        if done {
            return 0;
        }
    }
    let view = View::new(ctx.generation(), &access, ctx.private());
    if view.private {
        ctx.meet(&view, &access);
        // SAFETY: `data` has 64 dwords per component.
        return unsafe { by_width!(m, store_private(ctx, pc, &view, access, data)) };
    }
    let at = |exec: u64| At {
        pc,
        m,
        exec,
        limit: 0,
    };
    if let Some(addr) = view.undropped(ctx, &access) {
        // SAFETY: `data` has 64 dwords per component.
        return unsafe { by_width!(m, store_lanes(ctx, at(exec), &addr, data)) };
    }
    let p = Parts::new(&view, access);
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
pub unsafe fn buf_atomic(
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
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &mut *ctx };
    // SAFETY: generated code passes 64 dwords each.
    let access = unsafe { Access::new(imm, [index, offset], exec, [low, high, soffset]) };
    let m = access.m;
    let view = View::new(ctx.generation(), &access, ctx.private());
    // The parts before any lane's registers are written: `out` may be those of the addresses.
    let p = Parts::new(&view, access);
    let n = m.dwords as usize;
    if view.private {
        // SAFETY: `data` and `out` have 64 dwords per component.
        return unsafe { atomic_private(ctx, pc, &view, access, data, out) };
    }
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

/// [`buf_load`] of `N` dwords, or an element of `S` bytes, per lane from private memory.
///
/// # Safety
/// `out` has 64 dwords per component.
unsafe fn load_private<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    pc: u64,
    view: &View,
    a: Access<'_>,
    out: *mut u32,
) -> u64 {
    let private = ctx.private();
    // SAFETY: the caller's.
    let rows = |o| unsafe { private.load_rows::<N>(o, a.exec, out) };
    if S == 4 && one_offset(view, private, a).is_some_and(rows) {
        return 0;
    }
    for lane in Lanes(a.exec) {
        let first = a.first(lane);
        for k in 0..N {
            let offset = first + 4 * k as u64;
            let mut v = 0;
            if let Some(o) = view.lane_offset(private, lane, offset) {
                if let Err(bad) = private.check(o, S as u32, false) {
                    return ctx.fail(bad, Some(lane), pc);
                }
                // SAFETY: `check` checked the part.
                v = unsafe { private.read::<S>(o, lane) };
            }
            let v = if S == 4 { v } else { extend(a.m, v) };
            // SAFETY: the caller's.
            unsafe { *out.add(LANES * k + lane) = v };
        }
    }
    0
}

/// [`buf_store`] of `N` dwords, or an element of `S` bytes, per lane to private memory.
///
/// # Safety
/// `data` has 64 dwords per component.
unsafe fn store_private<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    pc: u64,
    view: &View,
    a: Access<'_>,
    data: *const u32,
) -> u64 {
    let private = ctx.private();
    // SAFETY: the caller's.
    let rows = |o| unsafe { private.store_rows::<N>(o, a.exec, data) };
    if S == 4 && one_offset(view, private, a).is_some_and(rows) {
        return 0;
    }
    for lane in Lanes(a.exec) {
        let first = a.first(lane);
        for k in 0..N {
            let offset = first + 4 * k as u64;
            let Some(o) = view.lane_offset(private, lane, offset) else {
                continue;
            };
            if let Err(bad) = private.check(o, S as u32, true) {
                return ctx.fail(bad, Some(lane), pc);
            }
            // SAFETY: `check` checked the part; the rest is the caller's.
            unsafe { private.write::<S>(o, lane, *data.add(LANES * k + lane)) };
        }
    }
    0
}

/// Load of `N` dwords per lane from private memory that is known to be there, `base` being added to the lanes'
/// offsets; tells whether it has.
///
/// # Safety
/// `out` has 64 dwords per component.
unsafe fn load_known<const S: usize, const N: usize>(
    ctx: &Ctx<'_>,
    base: i64,
    a: Access<'_>,
    out: *mut u32,
) -> bool {
    // SAFETY: the caller's.
    unsafe { ctx.private().load_apart::<N>(base, a.offset, a.exec, out) }
}

/// The reverse.
///
/// # Safety
/// `data` has 64 dwords per component.
unsafe fn store_known<const S: usize, const N: usize>(
    ctx: &Ctx<'_>,
    base: i64,
    a: Access<'_>,
    data: *const u32,
) -> bool {
    // SAFETY: the caller's.
    unsafe { ctx.private().store_apart::<N>(base, a.offset, a.exec, data) }
}

/// The offset at which all active lanes access their private memory, where no range check may drop it.
#[inline]
fn one_offset(view: &View, private: Private<'_>, a: Access<'_>) -> Option<u32> {
    if !view.view.is_unlimited() {
        return None;
    }
    if a.m.offen {
        same(a.exec, |lane| a.offset[lane])?;
    }
    let lane = a.exec.trailing_zeros() as usize % LANES;
    view.lane_offset(private, lane, a.first(lane))
}

/// [`buf_atomic`] on private memory.
///
/// # Safety
/// As for [`buf_atomic`].
unsafe fn atomic_private(
    ctx: &mut Ctx<'_>,
    pc: u64,
    view: &View,
    a: Access<'_>,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let (private, m) = (ctx.private(), a.m);
    // Before any lane's registers are written: `out` may be those of the offsets.
    let places: [Option<u32>; LANES] = std::array::from_fn(|lane| {
        let first = a.first(lane);
        let part = |k: u64| view.lane_offset(private, lane, first + 4 * k);
        let all = (0..u64::from(m.dwords)).all(|k| part(k).is_some());
        part(0).filter(|_| all)
    });
    for lane in Lanes(a.exec) {
        // SAFETY: the caller's; each lane is read before it is written.
        let (d, e) = unsafe { atomic_data(m, data, lane) };
        let old = match places[lane] {
            None => Ok(0),
            Some(o) => {
                let at = (PRIVATE_APERTURE_HI, o & !(u32::from(m.size) - 1));
                atomic_aperture(ctx, m, at, lane, 0, d, e)
            }
        };
        match old {
            // SAFETY: the caller's.
            Ok(old) => unsafe { atomic_result(out, lane, old, m.size == 8) },
            Err(bad) => return ctx.fail(bad, Some(lane), pc),
        }
    }
    0
}
