//! Stores of 64 lanes to the LDS with AVX-512. Whether every active lane's elements are
//! inside one comparison per 16 lanes tells. Loads are done by regions.

use std::arch::x86_64::*;

use super::rows::{W, part, read, scatter, write, write_run, write_small};
use super::{Lanes, put};
use crate::ir::lds_offsets;
use crate::ir::plant::{Fault, planted};
use crate::machine::lds::Lds;
use crate::machine::wave::LANES;

/// 0, 1, ... 15.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn numbers() -> __m512i {
    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn all(v: u32) -> __m512i {
    _mm512_set1_epi32(v as i32)
}

/// [`write`], without a mask where it can be: what follows reads it all.
///
/// # Safety
/// As for [`write`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
unsafe fn write_row(k: __mmask16, p: *mut u32, v: __m512i) {
    // SAFETY: the caller's.
    unsafe {
        if k == !0 {
            _mm512_storeu_si512(p.cast(), v);
        } else {
            write(k, p, v);
        }
    }
}

/// An access as [`MemOp::pack`] has it, of which few fields are needed: to take all apart takes longer
/// than many an access.
#[derive(Clone, Copy)]
pub(super) struct Packed(pub(super) u64);

impl Packed {
    /// Dwords per lane, of both elements of a pair.
    fn dwords(self) -> u8 {
        (self.0 >> 4) as u8 & 15
    }

    /// Bytes of an element's part: 1, 2, 4 for dwords, 8 for 64-bit atomics.
    pub(super) fn bytes(self) -> u8 {
        self.0 as u8 & 15
    }

    /// See [`MemOp::lds_offsets`].
    pub(super) fn offsets(self) -> [u32; 2] {
        lds_offsets((self.0 >> 32) as u16, self.pair())
    }

    fn pair(self) -> u8 {
        (self.0 >> 28) as u8 & 15
    }

    /// Whether an address that wraps around with the offset is outside.
    fn no_wrap(self) -> bool {
        self.0 >> 27 & 1 != 0
    }

    /// The low bits of an address that are ignored.
    pub(super) fn align_mask(self) -> u32 {
        (self.0 >> 8) as u8 as u32
    }

    /// Elements per lane and dwords of each.
    pub(super) fn elements(self) -> (usize, usize) {
        let elements = if self.pair() == 0 { 1 } else { 2 };
        (elements, self.dwords() as usize / elements)
    }

    /// Elements' dwords and their number; two that follow each other are one.
    fn shape(self) -> (u8, u8) {
        let (dwords, [first, second]) = (self.dwords(), self.offsets());
        if self.pair() == 0 || second == first + 2 * dwords as u32 {
            (dwords, 1)
        } else {
            (dwords / 2, 2)
        }
    }
}

/// What [`store`] is told.
#[derive(Clone, Copy)]
pub(super) struct Access<'a> {
    pub(super) lds: &'a Lds,
    pub(super) m: Packed,
    pub(super) limit: u64,
    pub(super) exec: u64,
    /// The lanes' addresses.
    pub(super) addr: *const u32,
}

/// The lanes of an access that has nothing outside, and no address that wraps around or is rounded
/// down to an aligned one. `FULL`: all are active.
struct Inside<const FULL: bool> {
    base: *mut u8,
    exec: u64,
    /// Addresses, to which the instruction's offsets are to be added.
    addr: *const u32,
    at: [__m512i; 4],
    offsets: [u32; 2],
}

impl<const FULL: bool> Inside<FULL> {
    /// For `E` elements of `N` dwords.
    ///
    /// # Safety
    /// `addr` has 64 dwords; `exec` is not zero.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    unsafe fn new<const N: usize, const E: usize>(a: Access<'_>) -> Option<Inside<FULL>> {
        let dwords = a.lds.dwords();
        let mut offsets = a.m.offsets();
        if E == 1 {
            offsets[1] = offsets[0];
        }
        let farthest = offsets[0].max(offsets[1]) as u64 + 4 * N as u64;
        let room = a.limit.min(a.lds.size() as u64).checked_sub(farthest)?;
        let rounded = a.m.align_mask();
        if (offsets[0] | offsets[1]) & rounded != 0 {
            return None;
        }
        let (most, low) = (all(room as u32), all(rounded));
        let mut at = [_mm512_setzero_si512(); 4];
        let mut bad = 0;
        for (i, at) in at.iter_mut().enumerate() {
            // SAFETY: the caller's.
            *at = unsafe { read(!0, a.addr.add(W * i)) };
            let k = if FULL { !0 } else { part(a.exec, i) };
            bad |= _mm512_mask_cmpgt_epu32_mask(k, *at, most);
            if rounded != 0 {
                bad |= _mm512_mask_test_epi32_mask(k, *at, low);
            }
        }
        (bad == 0).then_some(Inside {
            base: dwords.as_ptr() as *mut u8,
            exec: a.exec,
            addr: a.addr,
            at,
            offsets,
        })
    }

    /// The active lanes of row `i`.
    #[inline(always)]
    fn part(&self, i: usize) -> __mmask16 {
        if FULL { !0 } else { part(self.exec, i) }
    }

    /// First and last active lane.
    #[inline(always)]
    fn lanes(&self) -> [u32; 2] {
        if FULL {
            [0, 63]
        } else {
            [self.exec.trailing_zeros(), 63 - self.exec.leading_zeros()]
        }
    }

    /// Where lane 0's element is or would be, when the active lanes' are `stride` bytes apart from lane
    /// to lane.
    ///
    /// # Safety
    /// `addr` still has the addresses.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    unsafe fn run(&self, stride: u32) -> Option<*mut u32> {
        let [first, last] = self.lanes();
        // SAFETY: the caller's.
        let [low, high] = [first, last].map(|lane| unsafe { *self.addr.add(lane as usize) });
        if high.wrapping_sub(low) != (last - first) * stride {
            return None;
        }
        let zero = low.wrapping_sub(first * stride);
        let numbers = _mm512_mullo_epi32(numbers(), all(stride));
        let mut expected = _mm512_add_epi32(numbers, all(zero));
        let mut differ = 0;
        for (i, at) in self.at.iter().enumerate() {
            differ |= _mm512_mask_cmpneq_epi32_mask(self.part(i), *at, expected);
            expected = _mm512_add_epi32(expected, all(16 * stride));
        }
        let p = self.base.wrapping_add(self.offsets[0] as usize);
        // Lane 0's would lie up to 63 strides before the first active one's.
        (differ == 0).then(|| p.wrapping_offset(zero as i32 as isize).cast())
    }

    /// Row `i`: active lanes, and the addresses of the first and the last of them.
    ///
    /// # Safety
    /// `addr` still has the addresses of the row.
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> Option<(__mmask16, [u32; 2])> {
        let k = self.part(i);
        if k == 0 {
            return None;
        }
        let lanes = [k.trailing_zeros(), 15 - k.leading_zeros()];
        // SAFETY: the caller's.
        Some((
            k,
            lanes.map(|l| unsafe { *self.addr.add(W * i + l as usize) }),
        ))
    }
}

/// Stores an element of `N` dwords per lane when all are inside, or tells that it did not. In the order
/// of the lanes: of two that write to the same place the later one wins.
///
/// # Safety
/// As for [`store`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn store_as<const N: usize, const FULL: bool>(
    lds: &Lds,
    m: Packed,
    limit: u64,
    exec: u64,
    addr: *const u32,
    data: *const u32,
) -> bool {
    let a = Access {
        lds,
        m,
        limit,
        exec,
        addr,
    };
    // SAFETY: the caller's.
    let Some(s) = (unsafe { Inside::<FULL>::new::<N, 1>(a) }) else {
        return false;
    };
    // SAFETY: nothing has been written.
    if let Some(to) = unsafe { s.run(4 * N as u32) } {
        // SAFETY: as in `load_as`.
        unsafe { write_run::<N>(to, if FULL { !0 } else { s.exec }, data) };
        return true;
    }
    let p = s.base.wrapping_add(s.offsets[0] as usize);
    for (i, at) in s.at.iter().enumerate() {
        let k = s.part(i);
        // SAFETY: all active lanes' elements are inside; `data` has 64 dwords per component.
        unsafe {
            match N {
                1 | 2 => scatter::<N>(p, *at, k, data.add(W * i)),
                _ => {
                    for lane in Lanes(k as u64) {
                        let lane = W * i + lane;
                        let v: [u32; N] = std::array::from_fn(|c| *data.add(64 * c + lane));
                        put::<4, N>(p.add(*s.addr.add(lane) as usize), v);
                    }
                }
            }
        }
    }
    true
}

/// Stores two elements of `N` dwords per lane when all are inside, or tells that it did not. In the
/// order of the lanes, and the second of a lane after its first.
///
/// # Safety
/// As for [`store`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn store_pair_as<const N: usize, const FULL: bool>(
    lds: &Lds,
    m: Packed,
    limit: u64,
    exec: u64,
    addr: *const u32,
    data: *const u32,
) -> bool {
    let a = Access {
        lds,
        m,
        limit,
        exec,
        addr,
    };
    // SAFETY: the caller's.
    let Some(s) = (unsafe { Inside::<FULL>::new::<N, 2>(a) }) else {
        return false;
    };
    let apart = s.offsets[0].abs_diff(s.offsets[1]) >= 64;
    let [p, q] = s.offsets.map(|o| s.base.wrapping_add(o as usize));
    for i in 0..4 {
        // SAFETY: all active lanes' elements are inside; `data` has 64 dwords per component.
        unsafe {
            let Some((k, [first, _])) = s.row(i) else {
                continue;
            };
            let zero = first.wrapping_sub(4 * k.trailing_zeros());
            let run = _mm512_add_epi32(_mm512_slli_epi32::<2>(numbers()), all(zero));
            if N == 1 && apart && _mm512_mask_cmpneq_epi32_mask(k, s.at[i], run) == 0 {
                for (e, p) in [p, q].into_iter().enumerate() {
                    let to = p.wrapping_offset(zero as i32 as isize).cast();
                    write_row(k, to, read(k, data.add(64 * e + W * i)));
                }
                continue;
            }
            for lane in Lanes(k as u64) {
                let lane = W * i + lane;
                let at = *s.addr.add(lane) as usize;
                for (e, p) in [p, q].into_iter().enumerate() {
                    let v: [u32; N] = std::array::from_fn(|c| *data.add(64 * (N * e + c) + lane));
                    put::<4, N>(p.add(at), v);
                }
            }
        }
    }
    true
}

/// Store of dwords of each lane to the LDS.
///
/// # Safety
/// The host has AVX-512. `addr` has 64 dwords, `data` 64 per component. `exec` is not zero.
#[inline(always)]
pub(super) unsafe fn store(a: Access<'_>, data: *const u32) {
    macro_rules! full {
        ($f:ident<$n:literal>) => {
            match a.exec {
                u64::MAX => $f::<$n, true>(a.lds, a.m, a.limit, a.exec, a.addr, data),
                _ => $f::<$n, false>(a.lds, a.m, a.limit, a.exec, a.addr, data),
            }
        };
    }
    // SAFETY: the caller's.
    unsafe {
        let done = match a.m.shape() {
            (1, 1) => full!(store_as<1>),
            (2, 1) => full!(store_as<2>),
            (3, 1) => full!(store_as<3>),
            (_, 1) => full!(store_as<4>),
            (1, _) => full!(store_pair_as<1>),
            (_, _) => full!(store_pair_as<2>),
        };
        if !done {
            store_some(a, data);
        }
    }
}

/// Addresses of elements in the LDS.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// Byte address of each lane's.
    pub(super) at: [u32; LANES],
    /// Active lanes whose element is inside.
    pub(super) inside: u64,
}

impl Places {
    /// None yet.
    pub(super) const NONE: Places = Places {
        at: [0; LANES],
        inside: 0,
    };

    /// Makes them what [`super::LdsView::place`] gives, for elements of `bytes` bytes of all active lanes.
    ///
    /// # Safety
    /// `a.addr` has 64 dwords.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    pub(super) unsafe fn find(&mut self, a: Access<'_>, bytes: u64, offset: u32) {
        // SAFETY: the caller's.
        let bases = std::array::from_fn(|i| unsafe { read(!0, a.addr.add(W * i)) });
        self.find_at(a, bases, bytes, offset);
    }

    /// As [`Places::find`], for the addresses `bases`.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    pub(super) fn find_at(&mut self, a: Access<'_>, bases: [__m512i; 4], bytes: u64, offset: u32) {
        let most = a.limit.min(a.lds.size() as u64).checked_sub(bytes);
        let limit = all(most.unwrap_or(0) as u32);
        let mut inside = 0;
        for (i, base) in bases.into_iter().enumerate() {
            let sum = _mm512_add_epi32(base, all(offset));
            let at = _mm512_and_si512(sum, all(!a.m.align_mask()));
            let mut k = _mm512_cmple_epu32_mask(at, limit);
            if a.m.no_wrap() {
                k &= _mm512_cmpge_epu32_mask(sum, all(offset));
            }
            // SAFETY: 16 dwords.
            unsafe { _mm512_storeu_si512(self.at[W * i..W * i + W].as_mut_ptr().cast(), at) };
            inside |= (k as u64) << (W * i);
        }
        self.inside = inside & if most.is_some() { a.exec } else { 0 };
    }
}

/// [`store`] where not all is inside: lane by lane, dropped there.
///
/// # Safety
/// As for [`store`].
#[cold]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn store_some(a: Access<'_>, data: *const u32) {
    let (elements, each) = a.m.elements();
    let offsets = a.m.offsets();
    let mut p = [Places::NONE; 2];
    for (p, offset) in p.iter_mut().zip(offsets) {
        // SAFETY: the caller's.
        unsafe { p.find(a, 4 * each as u64, offset) };
    }
    let base = a.lds.dwords().as_ptr() as *mut u8;
    for lane in Lanes(a.exec) {
        for (e, p) in p.iter().enumerate().take(elements) {
            for c in 0..each {
                if p.inside >> lane & 1 != 0 {
                    // SAFETY: the element is inside; `data` has 64 dwords per component.
                    unsafe {
                        let v = *data.add(64 * (each * e + c) + lane);
                        put::<4, 1>(base.add(p.at[lane] as usize + 4 * c), [v]);
                    }
                }
            }
        }
    }
}

/// Store of a byte or word of each lane to the LDS: dropped outside.
///
/// # Safety
/// As for [`store`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn store_small<const S: usize>(a: Access<'_>, data: *const u32) {
    let mut p = Places::NONE;
    // SAFETY: the caller's.
    unsafe { p.find(a, S as u64, a.m.offsets()[0]) };
    let base = a.lds.dwords().as_ptr() as *mut u8;
    let numbers = _mm512_mullo_epi32(numbers(), all(S as u32));
    for i in 0..4 {
        let k = part(p.inside, i);
        if k == 0 {
            continue;
        }
        // SAFETY: the elements of the lanes of `k` are inside, and what lies between them in a run;
        // `data` has 64 dwords.
        unsafe {
            let lane = k.trailing_zeros();
            let zero = p.at[W * i + lane as usize].wrapping_sub(lane * S as u32);
            let run = _mm512_add_epi32(numbers, all(zero));
            let at = read(!0, p.at[W * i..].as_ptr());
            if _mm512_mask_cmpneq_epi32_mask(k, at, run) == 0 {
                let to = base.wrapping_offset(zero as i32 as isize);
                write_small::<S>(k, to, read(!0, data.add(W * i)));
                continue;
            }
            // In the order of the lanes: of two that write to the same place the later one wins.
            let lanes = Lanes(u64::from(k) << (W * i));
            if planted(Fault::LowByteLane) {
                let lanes: Vec<_> = lanes.collect();
                for lane in lanes.into_iter().rev() {
                    put::<S, 1>(base.add(p.at[lane] as usize), [*data.add(lane)]);
                }
                continue;
            }
            for lane in lanes {
                put::<S, 1>(base.add(p.at[lane] as usize), [*data.add(lane)]);
            }
        }
    }
}
