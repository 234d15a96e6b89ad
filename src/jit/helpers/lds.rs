//! Accesses of 64 lanes to the LDS.
#![allow(unsafe_code)]

use std::cell::Cell;

use super::*;

/// The LDS as one instruction sees it. One thread at a time runs waves of a work-group (see [`Env`]):
/// accesses need not be atomic.
pub(in crate::jit) struct LdsView<'a> {
    pub(super) dwords: &'a [Cell<u32>],
    pub(super) m: MemOp,
    /// Bytes per element.
    pub(super) bytes: u64,
    pub(super) limit: u64,
    pub(super) align: u32,
}

impl<'a> LdsView<'a> {
    pub(super) fn new(ctx: &Ctx<'a>, m: MemOp, limit: u64) -> LdsView<'a> {
        LdsView::of(ctx.env.lds, m, limit)
    }

    pub(in crate::jit) fn of(lds: &'a Lds, m: MemOp, limit: u64) -> LdsView<'a> {
        LdsView {
            dwords: lds.dwords(),
            m,
            bytes: m.bytes() as u64,
            limit: limit.min(lds.size() as u64),
            align: !(m.align_mask as u32),
        }
    }

    /// Bytes of an element.
    pub(in crate::jit) fn bytes(&self) -> u32 {
        self.bytes as u32
    }

    /// The offsets of the elements (the second is for pairs only).
    pub(in crate::jit) fn offsets(&self) -> [u32; 2] {
        self.m.lds_offsets()
    }

    /// The byte address of an element, unless part of it is outside.
    #[inline(always)]
    pub(in crate::jit) fn place(&self, base: u32, offset: u32) -> Option<u32> {
        let (sum, over) = base.overflowing_add(offset);
        let a = sum & self.align;
        let inside = a as u64 + self.bytes <= self.limit && !(over && self.m.no_wrap);
        inside.then_some(a)
    }

    /// Whether the elements of all lanes are inside, also where they are not aligned down.
    #[inline(always)]
    fn has_all(&self, addr: &[u32; LANES], offset: u32) -> bool {
        let last = addr.iter().fold(0, |last, a| last.max(*a));
        let room = unless_planted!(Fault::LdsEnd, self.bytes, 1);
        let end = last.checked_add(offset).map(|a| u64::from(a) + room);
        end.is_some_and(|end| end <= self.limit)
    }

    /// The dword that contains byte `a`.
    ///
    /// # Safety
    /// `a` is inside the LDS.
    #[inline(always)]
    unsafe fn dword(&self, a: u32) -> &'a Cell<u32> {
        debug_assert!((a as usize / 4) < self.dwords.len());
        // SAFETY: the caller's.
        unsafe { self.dwords.get_unchecked(a as usize / 4) }
    }

    /// Up to four bytes at `a`, aligned or not.
    ///
    /// # Safety
    /// The `n` bytes at `a` are inside the LDS.
    #[inline(always)]
    unsafe fn bytes_at(&self, a: u32, n: u32) -> u32 {
        // SAFETY: the caller's.
        unsafe {
            let low = self.dword(a).get() >> (8 * (a & 3));
            let v = if (a & 3) + n > 4 {
                low | self.dword(a + n - 1).get() << (8 * (4 - (a & 3)))
            } else {
                low
            };
            if n == 4 { v } else { v & ((1 << (8 * n)) - 1) }
        }
    }

    /// The element at `a`.
    ///
    /// # Safety
    /// `a` comes from [`LdsView::place`].
    #[inline(always)]
    pub(in crate::jit) unsafe fn read(&self, a: u32) -> [u32; 4] {
        let mut out = [0; 4];
        // SAFETY: all `bytes` bytes at `a` are inside.
        unsafe {
            if self.bytes < 4 {
                out[0] = self.bytes_at(a, self.bytes as u32);
            } else {
                for (k, o) in out[..self.bytes as usize / 4].iter_mut().enumerate() {
                    *o = self.bytes_at(a + 4 * k as u32, 4);
                }
            }
        }
        out
    }

    /// The eight bytes of an element at `a`, aligned or not.
    ///
    /// # Safety
    /// As for [`LdsView::read`], and elements have so many bytes.
    #[inline(always)]
    pub(in crate::jit) unsafe fn qword(&self, a: u32) -> u64 {
        debug_assert!(a as usize + 8 <= 4 * self.dwords.len());
        // SAFETY: the caller's. The dwords are cells, and one thread at a time accesses them.
        unsafe {
            let from = self.dwords.as_ptr().cast::<u8>().add(a as usize);
            from.cast::<u64>().read_unaligned()
        }
    }

    /// Writes the element at `a`.
    ///
    /// # Safety
    /// As for [`LdsView::read`].
    #[inline(always)]
    pub(in crate::jit) unsafe fn write(&self, a: u32, data: [u32; 4]) {
        debug_assert!(a as usize + self.bytes as usize <= 4 * self.dwords.len());
        // SAFETY: all `bytes` bytes at `a` are inside. The dwords are cells, and one thread at a time accesses them.
        unsafe {
            let to = self.dwords.as_ptr().cast::<u8>().cast_mut().add(a as usize);
            match self.bytes {
                1 => put::<1, 1>(to, [data[0]]),
                2 => put::<2, 1>(to, [data[0]]),
                4 => put::<4, 1>(to, [data[0]]),
                n => std::ptr::copy_nonoverlapping(data.as_ptr().cast(), to, n as usize),
            }
        }
    }

    /// Writes the element of `N` dwords at `a`.
    ///
    /// # Safety
    /// As for [`LdsView::read`].
    #[inline(always)]
    unsafe fn put<const N: usize>(&self, a: u32, element: [u32; 4]) {
        debug_assert!(a as usize + 4 * N <= 4 * self.dwords.len());
        // SAFETY: as in `write`.
        unsafe {
            let to = self.dwords.as_ptr().cast::<u8>().cast_mut().add(a as usize);
            std::ptr::copy_nonoverlapping(element.as_ptr().cast(), to, 4 * N);
        }
    }

    /// Does the atomic on the element at `a`; gives the old value.
    ///
    /// # Safety
    /// As for [`LdsView::read`], and `a` is aligned to the element.
    #[inline(always)]
    pub(in crate::jit) unsafe fn update(&self, a: u32, d: u64, e: u64) -> u64 {
        let op = self.m.atomic;
        // SAFETY: all `bytes` bytes at `a` are inside.
        unsafe {
            let low = self.dword(a);
            if self.m.size == 8 {
                let high = self.dword(a + 4);
                let old = low.get() as u64 | (high.get() as u64) << 32;
                let new = combine(op, old, d, e, true);
                low.set(new as u32);
                high.set((new >> 32) as u32);
                old
            } else {
                let old = low.get() as u64;
                low.set(combine(op, old, d, e, false) as u32);
                old
            }
        }
    }

    /// Host address of the dwords of all lanes, when their `stride` bytes are consecutive, aligned
    /// and inside.
    #[inline(always)]
    fn run(&self, addr: &[u32; LANES], offset: u32, stride: u32) -> Option<*mut u32> {
        let a = self.place(addr[0], offset)?;
        let aligned = addr[0].wrapping_add(offset) == a && a & 3 == 0;
        // The last lane's offset must not wrap around either, if the first one's did not.
        let all = a as u64 + 64 * stride as u64 <= self.limit;
        let no_wrap = addr[0].checked_add(offset).is_some();
        // A pointer to the dword and all that follow it, which the caller reads as one piece.
        (aligned && all && no_wrap).then(|| self.dwords[a as usize / 4..].as_ptr() as *mut u32)
    }
}

/// Load of each lane's dwords from LDS: 0 beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `out` 64 dwords per component.
pub unsafe fn lds_load(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    out: *mut u32,
) -> u64 {
    if exec == 0 {
        return 0;
    }
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &*ctx };
    // SAFETY: generated code's promises.
    unsafe { lds_load_narrow(ctx, imm, addr, exec, limit, out) };
    0
}

/// [`wide_atomics::in_turn`], if the host has AVX-512; tells whether it is done.
///
/// # Safety
/// As for [`lds_atomic`].
pub(in crate::jit) unsafe fn lds_in_turn(
    ctx: &Ctx<'_>,
    (imm, share): (u64, Share),
    addr: *const u32,
    exec: u64,
    limit: u64,
    [data, out]: [*mut u32; 2],
) -> bool {
    match wide_access(ctx, imm, addr, exec, limit) {
        // SAFETY: the host has AVX-512; the rest is the caller's.
        Some(a) => unsafe { wide_atomics::in_turn(a, share, data, out) },
        None => false,
    }
}

/// What the functions of [`wide_lds`] take, when they can do it.
#[inline(always)]
fn wide_access<'a>(
    ctx: &Ctx<'a>,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
) -> Option<wide_lds::Access<'a>> {
    let m = wide_lds::Packed(imm);
    ctx.wide.then_some(wide_lds::Access {
        lds: ctx.env.lds,
        m,
        limit,
        exec,
        addr,
    })
}

/// [`lds_load`] on any host.
///
/// # Safety
/// As for [`lds_load`].
#[inline(never)]
unsafe fn lds_load_narrow(
    ctx: &Ctx<'_>,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    out: *mut u32,
) {
    let m = MemOp::unpack(imm);
    let lds = LdsView::new(ctx, m, limit);
    // SAFETY: generated code passes 64 addresses. `out` may be the register that `addr` points to,
    // hence the copy.
    let addr = unsafe { *addr.cast::<[u32; LANES]>() };
    let elements = if m.pair == 0 { 1 } else { 2 };
    let each = m.dwords as usize / elements;
    for (i, offset) in lds.offsets().into_iter().enumerate().take(elements) {
        // SAFETY: `out` has 64 dwords per component.
        let out = unsafe { out.add(64 * each * i) };
        if m.size == 4 && each == 1 {
            // SAFETY: as above.
            unsafe { lds_load_dword(&lds, &addr, offset, exec, out) };
            continue;
        }
        for lane in Lanes(exec) {
            let v = match lds.place(addr[lane], offset) {
                // SAFETY: `place` checked the access.
                Some(a) => unsafe { lds.read(a) },
                None => [0; 4],
            };
            for (k, v) in v.into_iter().enumerate().take(each) {
                // SAFETY: `out` has 64 dwords per component.
                unsafe { *out.add(64 * k + lane) = extend(m, v) };
            }
        }
    }
}

/// Load of one dword per lane.
///
/// # Safety
/// `out` has room for 64 dwords.
unsafe fn lds_load_dword(
    lds: &LdsView<'_>,
    addr: &[u32; LANES],
    offset: u32,
    exec: u64,
    out: *mut u32,
) {
    match shape32(addr, exec, 4) {
        Shape::Run if exec == u64::MAX => {
            if let Some(p) = lds.run(addr, offset, 4) {
                // SAFETY: `run` checked 64 dwords; one thread at a time accesses the LDS (see `Env`).
                unsafe { std::ptr::copy_nonoverlapping(p, out, LANES) };
                return;
            }
        }
        Shape::Same => {
            let first = addr[exec.trailing_zeros() as usize];
            // SAFETY: `place` checked the access.
            let v = lds
                .place(first, offset)
                .map_or(0, |a| unsafe { lds.bytes_at(a, 4) });
            for lane in Lanes(exec) {
                // SAFETY: the caller's.
                unsafe { *out.add(lane) = v };
            }
            return;
        }
        Shape::Run | Shape::Other => {}
    }
    let one = |lane: usize| {
        // SAFETY: `place` checked the access; `out` has 64 dwords.
        unsafe {
            *out.add(lane) = match lds.place(addr[lane], offset) {
                Some(a) if a & 3 == 0 => lds.dword(a).get(),
                Some(a) => lds.bytes_at(a, 4),
                None => 0,
            };
        }
    };
    if exec == u64::MAX {
        (0..LANES).for_each(one);
    } else {
        Lanes(exec).for_each(one);
    }
}

/// Store of each lane's dwords to LDS: dropped beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component.
pub unsafe fn lds_store(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
) -> u64 {
    if exec == 0 {
        return 0;
    }
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &*ctx };
    if let Some(access) = wide_access(ctx, imm, addr, exec, limit)
        && access.m.bytes() <= 4
    {
        // SAFETY: the host has AVX-512; 64 addresses, and 64 dwords per component.
        unsafe {
            match access.m.bytes() {
                1 => wide_lds::store_small::<1>(access, data),
                2 => wide_lds::store_small::<2>(access, data),
                _ => wide_lds::store(access, data),
            }
        }
        return 0;
    }
    // SAFETY: generated code's promises.
    unsafe { lds_store_narrow(ctx, imm, addr, exec, limit, data) };
    0
}

/// [`lds_store`] on any host.
///
/// # Safety
/// As for [`lds_store`].
#[inline(never)]
unsafe fn lds_store_narrow(
    ctx: &Ctx<'_>,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
) {
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 addresses.
    let addr = unsafe { &*addr.cast::<[u32; LANES]>() };
    let lds = LdsView::new(ctx, m, limit);
    let [first, second] = lds.offsets();
    if m.size == 4
        && m.dwords == 1
        && exec == u64::MAX
        && let Shape::Run = shape32(addr, exec, 4)
        && let Some(p) = lds.run(addr, first, 4)
    {
        // SAFETY: `run` checked 64 dwords; one thread at a time accesses the LDS (see `Env`).
        unsafe { std::ptr::copy_nonoverlapping(data, p, LANES) };
        return;
    }
    if m.pair == 0 && m.dwords == 1 {
        for lane in Lanes(exec) {
            if let Some(a) = lds.place(addr[lane], first) {
                // SAFETY: `place` checked the access; `data` has 64 dwords.
                unsafe { lds.write(a, [*data.add(lane), 0, 0, 0]) };
            }
        }
        return;
    }
    // SAFETY: `data` has 64 dwords per component.
    unsafe {
        match (m.pair, m.dwords) {
            (0, 2) => store_elements::<2, 1>(&lds, addr, exec, data, [first]),
            (0, 3) => store_elements::<3, 1>(&lds, addr, exec, data, [first]),
            (0, _) => store_elements::<4, 1>(&lds, addr, exec, data, [first]),
            (_, 2) => store_elements::<1, 2>(&lds, addr, exec, data, [first, second]),
            _ => store_elements::<2, 2>(&lds, addr, exec, data, [first, second]),
        }
    }
}

/// Stores `E` elements of `N` dwords of each lane, at the `offsets`.
///
/// # Safety
/// `data` has 64 dwords per component.
#[inline(always)]
unsafe fn store_elements<const N: usize, const E: usize>(
    lds: &LdsView<'_>,
    addr: &[u32; LANES],
    exec: u64,
    data: *const u32,
    offsets: [u32; E],
) {
    let whole: [_; E] = std::array::from_fn(|i| match N {
        // Dwords are whole as they are.
        1 => [[0; 4]; LANES],
        // SAFETY: the caller's.
        _ => unsafe { elements::of_lanes::<N>(data.add(64 * N * i)) },
    });
    let element = |i: usize, lane: usize| match N {
        // SAFETY: the caller's.
        1 => [unsafe { *data.add(64 * i + lane) }, 0, 0, 0],
        _ => whole[i][lane],
    };
    if exec == u64::MAX && offsets.iter().all(|offset| lds.has_all(addr, *offset)) {
        for (lane, at) in addr.iter().enumerate() {
            for (i, offset) in offsets.into_iter().enumerate() {
                // SAFETY: all elements are inside.
                unsafe { lds.put::<N>((at + offset) & lds.align, element(i, lane)) };
            }
        }
        return;
    }
    for lane in Lanes(exec) {
        for (i, offset) in offsets.into_iter().enumerate() {
            if let Some(a) = lds.place(addr[lane], offset) {
                // SAFETY: `place` checked the access.
                unsafe { lds.put::<N>(a, element(i, lane)) };
            }
        }
    }
}

/// Atomic of each lane in turn on LDS; old values to `out`, 0 beyond `limit` or the LDS.
///
/// # Safety
/// Called by generated code only, as `lds_store`; `out` has room for 64 dwords per component.
#[allow(clippy::too_many_arguments)]
pub unsafe fn lds_atomic(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &*ctx };
    if let Some(a) = wide_access(ctx, imm, addr, exec, limit)
        // SAFETY: the host has AVX-512; the rest is generated code's promises.
        && unsafe { wide_atomics::in_turn(a, Share::Atomic, data, out) }
    {
        return 0;
    }
    let m = MemOp::unpack(imm);
    let lds = LdsView::new(ctx, m, limit);
    // SAFETY: generated code's promises.
    let run = || unsafe { lds_atomic_lanes(&lds, m, addr, exec, data, out) };
    if m.atomic.is_sum() {
        plain_float(run);
    } else {
        run();
    }
    0
}

/// See [`lds_atomic`].
///
/// # Safety
/// As for [`lds_atomic`].
unsafe fn lds_atomic_lanes(
    lds: &LdsView<'_>,
    m: MemOp,
    addr: *const u32,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) {
    let [offset, _] = lds.offsets();
    for lane in Lanes(exec) {
        // SAFETY: 64 addresses; `data` has 64 dwords per component, and so has `out`, which may be
        // the same registers: each lane is read before it is written.
        unsafe {
            let (d, e) = atomic_data(m, data, lane);
            let a = lds.place(*addr.add(lane), offset);
            let old = a.map_or(0, |a| lds.update(a, d, e));
            atomic_result(out, lane, old, m.size == 8);
        }
    }
}
