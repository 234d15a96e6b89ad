//! Private memory of 64 lanes: what FLAT's private aperture, SCRATCH, and a V# that leads there access.

use std::arch::x86_64::*;

use super::offsets::{MOST, Offsets};
use super::{At, Ctx, Lanes, aperture, eights, extend, get, put, rows};
use crate::ir::MemOp;
use crate::ir::plant::{Fault, planted};
use crate::jit::host::HostLevel;
use crate::machine::memory::{AccessKind, BadAccess};
use crate::machine::wave::LANES;
use crate::machine::{PRIVATE_APERTURE_HI, Scratch};

/// The private memory of the wave that runs.
#[derive(Clone, Copy)]
pub(in crate::jit) struct Private<'a> {
    scratch: &'a Scratch,
    /// Where the first byte is.
    host: *mut u8,
    /// What of the host's extensions may be used.
    level: HostLevel,
}

impl<'a> Ctx<'a> {
    pub(in crate::jit) fn private(&self) -> Private<'a> {
        Private {
            scratch: self.env.scratch,
            host: self.env.scratch.window().host,
            level: self.level(),
        }
    }
}

/// Whether the addresses of all lanes of `exec`, which is not zero, lie in FLAT's private aperture, as [`aperture`]
/// says.
#[inline]
pub(super) fn all_private(m: MemOp, addr: &[u64; LANES], exec: u64) -> bool {
    let displacement = u64::from(m.offset);
    let outside = |a: u64| a.wrapping_sub(displacement) >> 32 != u64::from(PRIVATE_APERTURE_HI);
    if outside(addr[exec.trailing_zeros() as usize]) {
        return false;
    }
    match exec {
        u64::MAX => !addr.iter().fold(false, |o, a| o | outside(*a)),
        _ => Lanes(exec).all(|n| !outside(addr[n])),
    }
}

/// The offset that all lanes of `exec` have, when there is one.
#[inline]
pub(in crate::jit) fn same(exec: u64, offset: impl Fn(usize) -> u32) -> Option<u32> {
    let first = offset(exec.trailing_zeros() as usize);
    let differ = match exec {
        u64::MAX => (0..LANES).fold(0, |d, n| d | offset(n) ^ first),
        _ => Lanes(exec).fold(0, |d, n| d | offset(n) ^ first),
    };
    (differ == 0).then_some(first)
}

/// What lanes access whose offsets, `base` more than `offsets` says, may be up to `most`.
pub(super) fn offsets_narrow(base: u32, most: u32, offsets: &[u32; LANES], exec: u64) -> Offsets {
    let at = |lane: usize| offsets[lane].min(MOST) + base;
    let bad = |lane: usize| at(lane) > most || !at(lane).is_multiple_of(4);
    if Lanes(exec).any(bad) {
        return Offsets::Elsewhere;
    }
    match same(exec, at) {
        Some(offset) => Offsets::Same(offset),
        None => Offsets::Apart {
            places: std::array::from_fn(|lane| at(lane) * LANES as u32 + 4 * lane as u32),
            last: Lanes(exec).map(at).max().unwrap_or(0),
        },
    }
}

/// As [`offsets_narrow`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn offsets_wide(base: u32, most: u32, offsets: &[u32; LANES], exec: u64, stores: bool) -> Offsets {
    let all = |v: u32| _mm512_set1_epi32(v as i32);
    let first = offsets[exec.trailing_zeros() as usize % LANES];
    let differ = (0..4).fold(0, |differ, i| {
        // SAFETY: 16 dwords.
        let v = unsafe { _mm512_loadu_si512(offsets[rows::W * i..].as_ptr().cast()) };
        differ | _mm512_mask_cmpneq_epi32_mask(rows::part(exec, i), v, all(first))
    });
    if differ == 0 || planted(Fault::SameOffset) {
        return Offsets::same(first, base, most);
    }
    let (mut bad, mut last) = (0, _mm512_setzero_si512());
    let mut places = [0; LANES];
    let mut lanes = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
    for i in 0..4 {
        let k = rows::part(exec, i);
        // SAFETY: 16 dwords each.
        unsafe {
            let v = _mm512_loadu_si512(offsets[rows::W * i..].as_ptr().cast());
            let at = _mm512_add_epi32(_mm512_min_epu32(v, all(MOST)), all(base));
            bad |= _mm512_mask_cmpgt_epu32_mask(k, at, all(most));
            last = _mm512_mask_max_epu32(last, k, last, at);
            bad |= _mm512_mask_test_epi32_mask(k, at, all(3));
            let place = _mm512_add_epi32(_mm512_slli_epi32::<6>(at), lanes);
            _mm512_storeu_si512(places[rows::W * i..].as_mut_ptr().cast(), place);
        }
        lanes = _mm512_add_epi32(lanes, all(64));
    }
    if bad != 0 {
        return Offsets::Elsewhere;
    }
    Offsets::Apart {
        places,
        last: if stores {
            _mm512_reduce_max_epu32(last)
        } else {
            0
        },
    }
}

impl Private<'_> {
    /// The wave's private memory.
    pub(in crate::jit) fn scratch(&self) -> &Scratch {
        self.scratch
    }

    /// Checks that each lane has the `size` bytes at `offset`: see [`Scratch::check`].
    #[inline]
    pub(in crate::jit) fn check(
        &self,
        offset: u32,
        size: u32,
        write: bool,
    ) -> Result<(), BadAccess> {
        let kind = if write {
            AccessKind::Write
        } else {
            AccessKind::Read
        };
        self.scratch.check(offset, size, kind)
    }

    /// Where byte `offset` of lane 0 is, which [`Private::check`] has found inside.
    pub(in crate::jit) fn at(&self, offset: u32) -> *mut u8 {
        let place = Scratch::place_of(offset, 0) as usize;
        self.host.wrapping_add(place)
    }

    /// Where dword `offset` of all lanes lies, lane after lane, and those that follow, in `N` rows of 64;
    /// `None` where it is no dword, or not in the memory.
    #[inline]
    fn rows<const N: usize>(&self, offset: u32, write: bool) -> Option<*mut u32> {
        let bytes = 4 * N as u32;
        (offset.is_multiple_of(4) && self.check(offset, bytes, write).is_ok())
            // SAFETY: `check` found the last of the rows inside.
            .then(|| unsafe { self.host.add(Scratch::place_of(offset, 0) as usize).cast() })
    }

    /// Loads `N` dwords per lane from one offset; tells whether it has.
    ///
    /// # Safety
    /// `out` has room for 64 x N dwords.
    #[inline]
    pub(in crate::jit) unsafe fn load_rows<const N: usize>(
        &self,
        offset: u32,
        exec: u64,
        out: *mut u32,
    ) -> bool {
        let Some(rows) = self.rows::<N>(offset, false) else {
            return false;
        };
        for k in 0..N {
            // SAFETY: 64 dwords each, this wave's alone; the host has this level.
            unsafe { copy(self.level, exec, rows.add(LANES * k), out.add(LANES * k)) };
        }
        true
    }

    /// The reverse.
    ///
    /// # Safety
    /// `data` has 64 x N dwords.
    #[inline]
    pub(in crate::jit) unsafe fn store_rows<const N: usize>(
        &self,
        offset: u32,
        exec: u64,
        data: *const u32,
    ) -> bool {
        let Some(rows) = self.rows::<N>(offset, true) else {
            return false;
        };
        for k in 0..N {
            // SAFETY: as in `load_rows`.
            unsafe { copy(self.level, exec, data.add(LANES * k), rows.add(LANES * k)) };
        }
        true
    }

    /// Where the dwords of the lanes of `exec` lie, `N` of them from each lane's offset on, which is `base`
    /// more than what `offsets` says. `stores`: it matters which is the greatest.
    #[inline]
    fn offsets<const N: usize>(
        &self,
        base: i64,
        offsets: &[u32; LANES],
        exec: u64,
        stores: bool,
    ) -> Offsets {
        let most = self.scratch.per_lane().min(MOST).checked_sub(4 * N as u32);
        let base = u32::try_from(base).ok().filter(|b| *b < MOST);
        let (Some(base), Some(most)) = (base, most) else {
            return Offsets::Elsewhere;
        };
        match self.level {
            // SAFETY: the host has this level.
            HostLevel::Avx512 => unsafe { offsets_wide(base, most, offsets, exec, stores) },
            // SAFETY: the host has this level.
            HostLevel::Avx2 => unsafe { eights::offsets(base, most, offsets, exec) },
            HostLevel::Base => offsets_narrow(base, most, offsets, exec),
        }
    }

    /// Loads `N` dwords per lane, each from its own offset: `base` more than `offsets` says. Tells whether
    /// it has.
    ///
    /// # Safety
    /// `out` has room for 64 x N dwords.
    pub(in crate::jit) unsafe fn load_apart<const N: usize>(
        &self,
        base: i64,
        offsets: &[u32; LANES],
        exec: u64,
        out: *mut u32,
    ) -> bool {
        let places = match self.offsets::<N>(base, offsets, exec, false) {
            Offsets::Elsewhere => return false,
            // SAFETY: the caller's.
            Offsets::Same(offset) => return unsafe { self.load_rows::<N>(offset, exec, out) },
            Offsets::Apart { places, .. } => places,
        };
        for k in 0..N {
            // SAFETY: `offsets` has found the dwords inside, one row after the other; `out` is as the caller
            // says; the host has this level.
            unsafe {
                let (from, to) = (self.host.add(256 * k), out.add(LANES * k));
                if self.level == HostLevel::Avx512 {
                    rows::gather_lanes(from, &places, exec, to);
                } else {
                    // Gathers of AVX2 are seldom faster.
                    each_lane(exec, |n| {
                        *to.add(n) = get::<4, 1>(from.add(places[n] as usize))[0];
                    });
                }
            }
        }
        true
    }

    /// The reverse.
    ///
    /// # Safety
    /// `data` has 64 x N dwords.
    pub(in crate::jit) unsafe fn store_apart<const N: usize>(
        &self,
        base: i64,
        offsets: &[u32; LANES],
        exec: u64,
        data: *const u32,
    ) -> bool {
        let places = match self.offsets::<N>(base, offsets, exec, true) {
            Offsets::Elsewhere => return false,
            // SAFETY: the caller's.
            Offsets::Same(offset) => return unsafe { self.store_rows::<N>(offset, exec, data) },
            Offsets::Apart { places, last } => {
                self.scratch.touch(last + 4 * N as u32);
                places
            }
        };
        for k in 0..N {
            // SAFETY: as in `load_apart`. No two lanes have a dword in common.
            unsafe {
                let (from, to) = (data.add(LANES * k), self.host.add(256 * k));
                if self.level == HostLevel::Avx512 {
                    rows::scatter_lanes(to, &places, exec, from);
                } else {
                    each_lane(exec, |n| {
                        put::<4, 1>(to.add(places[n] as usize), [*from.add(n)]);
                    });
                }
            }
        }
        true
    }

    /// The element of `S` bytes at `offset` of a lane, zero-extended.
    ///
    /// # Safety
    /// [`Private::check`] has found it inside.
    #[inline]
    pub(in crate::jit) unsafe fn read<const S: usize>(&self, offset: u32, lane: usize) -> u32 {
        let at = |offset: u32| {
            let at = Scratch::place_of(offset, lane);
            // SAFETY: the caller's, for every byte of the element.
            unsafe { self.host.add(at as usize) }
        };
        if offset as usize % 4 + S <= 4 {
            // SAFETY: as said above.
            return unsafe { get::<S, 1>(at(offset)) }[0];
        }
        let mut v = 0;
        for i in 0..S as u32 {
            // SAFETY: as said above.
            v |= unsafe { get::<1, 1>(at(offset + i)) }[0] << (8 * i);
        }
        v
    }

    /// The reverse.
    ///
    /// # Safety
    /// As for [`Private::read`].
    #[inline]
    pub(in crate::jit) unsafe fn write<const S: usize>(&self, offset: u32, lane: usize, v: u32) {
        let at = |offset: u32| {
            let at = Scratch::place_of(offset, lane);
            // SAFETY: the caller's, for every byte of the element.
            unsafe { self.host.add(at as usize) }
        };
        if offset as usize % 4 + S <= 4 {
            // SAFETY: as said above.
            return unsafe { put::<S, 1>(at(offset), [v]) };
        }
        for i in 0..S as u32 {
            // SAFETY: as said above.
            unsafe { put::<1, 1>(at(offset + i), [v >> (8 * i)]) };
        }
    }
}

/// Copies the dwords of the lanes of `exec`.
///
/// # Safety
/// There are 64 each, which nobody else accesses meanwhile; the host has this level.
#[inline]
unsafe fn copy(level: HostLevel, exec: u64, from: *const u32, to: *mut u32) {
    // SAFETY: the caller's.
    unsafe {
        if exec == u64::MAX {
            return std::ptr::copy_nonoverlapping(from, to, LANES);
        }
        match level {
            HostLevel::Avx512 => rows::read_run::<1>(from, exec, to),
            HostLevel::Avx2 => eights::copy(exec, from, to),
            HostLevel::Base => {
                for n in Lanes(exec) {
                    to.add(n).write_unaligned(from.add(n).read_unaligned());
                }
            }
        }
    }
}

/// Does `f` for each lane of `exec`; where these are all, without looking for them.
#[inline(always)]
fn each_lane(exec: u64, f: impl FnMut(usize)) {
    match exec {
        u64::MAX => (0..LANES).for_each(f),
        _ => Lanes(exec).for_each(f),
    }
}

/// Load of `N` dwords, or an element of `S` bytes, per lane from FLAT addresses in the private aperture.
///
/// # Safety
/// `out` has room for 64 x N dwords.
pub(super) unsafe fn load<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    out: *mut u32,
) -> u64 {
    let (private, m, exec) = (ctx.private(), at.m, at.exec);
    // `all_private` has found them inside.
    let offset = |lane: usize| aperture(at.m, addr[lane]).map_or(u32::MAX, |a| a.1);
    // SAFETY: the caller's.
    let rows = |o| unsafe { private.load_rows::<N>(o, exec, out) };
    if S == 4 && same(exec, offset).is_some_and(rows) {
        return 0;
    }
    for lane in Lanes(exec) {
        let o = offset(lane);
        if let Err(bad) = private.check(o, (S * N) as u32, false) {
            return ctx.fail(bad, Some(lane), at.pc);
        }
        for k in 0..N {
            // SAFETY: `check` checked all bytes; `out` is as the caller says.
            unsafe {
                let v = private.read::<S>(o + 4 * k as u32, lane);
                *out.add(LANES * k + lane) = if S == 4 { v } else { extend(m, v) };
            }
        }
    }
    0
}

/// The reverse of [`load`].
///
/// # Safety
/// `data` has 64 x N dwords.
pub(super) unsafe fn store<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    data: *const u32,
) -> u64 {
    let (private, exec) = (ctx.private(), at.exec);
    // `all_private` has found them inside.
    let offset = |lane: usize| aperture(at.m, addr[lane]).map_or(u32::MAX, |a| a.1);
    // SAFETY: the caller's.
    let rows = |o| unsafe { private.store_rows::<N>(o, exec, data) };
    if S == 4 && same(exec, offset).is_some_and(rows) {
        return 0;
    }
    for lane in Lanes(exec) {
        let o = offset(lane);
        if let Err(bad) = private.check(o, (S * N) as u32, true) {
            return ctx.fail(bad, Some(lane), at.pc);
        }
        for k in 0..N {
            // SAFETY: `check` checked all bytes; `data` is as the caller says.
            unsafe { private.write::<S>(o + 4 * k as u32, lane, *data.add(LANES * k + lane)) };
        }
    }
    0
}
