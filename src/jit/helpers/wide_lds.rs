//! Accesses of 64 lanes to the LDS with AVX-512. Where every active lane's elements are inside, which
//! one comparison per 16 lanes tells, a row of 16 lanes mostly lies in few bytes (the same element for
//! all, one after the other, in groups): two vectors that cover them and a permutation are cheaper than
//! a gather.

use std::arch::x86_64::*;

use super::wide::{W, part, read, read_run, write, write_run};
use super::{Lanes, LdsView, combine, put};
use crate::ir::AtomicOp;
use crate::state::LANES;

/// Bytes that a row's elements may lie in to be read by permutation: two vectors.
const WINDOW: i64 = 128;

/// Dwords 0, 2, ... of two vectors.
const EVEN: [u32; W] = {
    let mut t = [0; W];
    let mut n = 0;
    while n < W {
        t[n] = 2 * n as u32;
        n += 1;
    }
    t
};

/// 0, 1, ... 15.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn numbers() -> __m512i {
    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn all(v: u32) -> __m512i {
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

/// The lanes of an access that has nothing outside, and no address that wraps around or is rounded
/// down to an aligned one.
struct Inside<'a> {
    lds: &'a LdsView<'a>,
    base: *mut u8,
    exec: u64,
    /// Addresses, to which the instruction's offsets are to be added.
    at: [__m512i; 4],
    /// Those of the first and the last active lane, and these lanes.
    ends: [u32; 2],
    lanes: [u32; 2],
    offsets: [u32; 2],
}

impl<'a> Inside<'a> {
    /// # Safety
    /// `addr` has 64 dwords; `exec` is not zero.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    unsafe fn new(lds: &'a LdsView<'a>, addr: *const u32, exec: u64) -> Option<Inside<'a>> {
        let offsets = lds.offsets();
        let farthest = offsets[0].max(offsets[1]) as u64;
        let room = lds.limit.checked_sub(lds.bytes + farthest)?;
        let rounded = !lds.align;
        if (offsets[0] | offsets[1]) & rounded != 0 {
            return None;
        }
        let (most, low) = (all(room as u32), all(rounded));
        let mut at = [_mm512_setzero_si512(); 4];
        let mut bad = 0;
        for (i, at) in at.iter_mut().enumerate() {
            // SAFETY: the caller's.
            *at = unsafe { read(!0, addr.add(W * i)) };
            let k = part(exec, i);
            bad |= _mm512_mask_cmpgt_epu32_mask(k, *at, most);
            if rounded != 0 {
                bad |= _mm512_mask_test_epi32_mask(k, *at, low);
            }
        }
        let lanes = [exec.trailing_zeros(), 63 - exec.leading_zeros()];
        // SAFETY: the caller's.
        let ends = lanes.map(|lane| unsafe { *addr.add(lane as usize) });
        (bad == 0).then(|| Inside {
            lds,
            base: lds.dwords.as_ptr() as *mut u8,
            exec,
            at,
            ends,
            lanes,
            offsets,
        })
    }

    /// Where lane 0's element is or would be, when the active lanes' are `stride` bytes apart from lane
    /// to lane.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    fn run(&self, stride: u32) -> Option<*mut u32> {
        let ([first, last], [low, high]) = (self.lanes, self.ends);
        if high.wrapping_sub(low) != (last - first) * stride {
            return None;
        }
        let zero = low.wrapping_sub(first * stride);
        let numbers = _mm512_mullo_epi32(numbers(), all(stride));
        let mut expected = _mm512_add_epi32(numbers, all(zero));
        let mut differ = 0;
        for (i, at) in self.at.iter().enumerate() {
            differ |= _mm512_mask_cmpneq_epi32_mask(part(self.exec, i), *at, expected);
            expected = _mm512_add_epi32(expected, all(16 * stride));
        }
        let p = self.base.wrapping_add(self.offsets[0] as usize);
        // With a run of active lanes only, lane 0's would lie up to 63 strides before them.
        (differ == 0).then(|| p.wrapping_offset(zero as i32 as isize).cast())
    }

    /// Row `i`: active lanes, and the addresses of the first and the last of them.
    ///
    /// # Safety
    /// `addr` has the addresses of the row.
    #[inline(always)]
    unsafe fn row(&self, addr: *const u32, i: usize) -> Option<(__mmask16, [u32; 2])> {
        let k = part(self.exec, i);
        let lanes = [k.trailing_zeros(), 15u32.wrapping_sub(k.leading_zeros())];
        // SAFETY: the caller's; there is an active lane.
        (k != 0).then(|| (k, lanes.map(|l| unsafe { *addr.add(W * i + l as usize) })))
    }

    /// Loads elements of `N` dwords at `E` offsets.
    ///
    /// # Safety
    /// `addr` has the addresses, `out` room for 64 x N x E dwords; they may be the same.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn load<const N: usize, const E: usize>(&self, addr: *const u32, out: *mut u32) {
        if E == 1
            && let Some(from) = self.run(4 * N as u32)
        {
            // SAFETY: all active lanes' elements are inside, so what lies between them is too; one
            // thread at a time accesses the LDS (see `Env`).
            return unsafe { read_run::<N>(from, self.exec, out) };
        }
        // The highest address from which all components' windows are in the LDS.
        let farthest = (self.offsets[0].max(self.offsets[1]) as i64) + 4 * (N as i64 - 1);
        let highest = 4 * self.lds.dwords.len() as i64 - WINDOW - farthest;
        for i in 0..4 {
            // SAFETY: a row's results, which may be where the addresses are, are written after these
            // have been read.
            let Some((k, [first, last])) = (unsafe { self.row(addr, i) }) else {
                continue;
            };
            let base = (first.min(last) as i64).min(highest);
            let distance = _mm512_sub_epi32(self.at[i], all(base as u32));
            let beyond = all(!(WINDOW as u32 - 4));
            if base >= 0 && _mm512_mask_test_epi32_mask(k, distance, beyond) == 0 {
                let index = _mm512_srli_epi32::<2>(distance);
                for e in 0..E {
                    for c in 0..N {
                        let at = base as usize + self.offsets[e] as usize + 4 * c;
                        // SAFETY: `highest` leaves both vectors inside.
                        unsafe {
                            let p = self.base.add(at).cast();
                            let (low, high) = (read(!0, p), read(!0, p.add(W)));
                            let v = _mm512_permutex2var_epi32(low, index, high);
                            write_row(k, out.add(64 * (N * e + c) + W * i), v);
                        }
                    }
                }
                continue;
            }
            for e in 0..E {
                let to = out.wrapping_add(64 * N * e + W * i);
                // SAFETY: the active lanes' elements are inside; `out` has room.
                unsafe {
                    let p = self.base.add(self.offsets[e] as usize);
                    gather::<N>(p, self.at[i], k, to);
                }
            }
        }
    }

    /// Stores elements of `N` dwords. In the order of the lanes: of two that write to the same place
    /// the later one wins.
    ///
    /// # Safety
    /// `data` has 64 x N dwords.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn store<const N: usize>(&self, data: *const u32) {
        if let Some(to) = self.run(4 * N as u32) {
            // SAFETY: as in `load`.
            return unsafe { write_run::<N>(to, self.exec, data) };
        }
        let p = self.base.wrapping_add(self.offsets[0] as usize);
        for (i, at) in self.at.iter().enumerate() {
            let k = part(self.exec, i);
            // SAFETY: all active lanes' elements are inside; `data` has 64 dwords per component.
            unsafe {
                let from = |c: usize| read(!0, data.add(64 * c + W * i));
                match N {
                    // Scatters write in the order of the lanes.
                    1 => _mm512_mask_i32scatter_epi32::<1>(p.cast(), k, *at, from(0)),
                    2 => {
                        let (x, y) = (from(0), from(1));
                        let [low, high] = interleave(x, y);
                        let (k0, k1) = (k as u8, (k >> 8) as u8);
                        let (a0, a1) = halves(*at);
                        _mm512_mask_i32scatter_epi64::<1>(p.cast(), k0, a0, low);
                        _mm512_mask_i32scatter_epi64::<1>(p.cast(), k1, a1, high);
                    }
                    _ => {
                        // SAFETY: 16 dwords either way.
                        let at: [u32; W] = std::mem::transmute(*at);
                        for lane in Lanes(k as u64) {
                            let v: [u32; N] =
                                std::array::from_fn(|c| *data.add(64 * c + W * i + lane));
                            put::<4, N>(p.add(at[lane] as usize), v);
                        }
                    }
                }
            }
        }
    }

    /// Stores two elements of `N` dwords. In the order of the lanes, as [`Inside::store`], and the
    /// second of a lane after its first.
    ///
    /// # Safety
    /// `addr` has the addresses, `data` 64 x 2 x N dwords.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn store_pair<const N: usize>(&self, addr: *const u32, data: *const u32) {
        let apart = self.offsets[0].abs_diff(self.offsets[1]) >= 64;
        for i in 0..4 {
            // SAFETY: all active lanes' elements are inside; `data` has 64 dwords per component.
            unsafe {
                let Some((k, [first, _])) = self.row(addr, i) else {
                    continue;
                };
                let zero = first.wrapping_sub(4 * k.trailing_zeros());
                let run = _mm512_add_epi32(_mm512_slli_epi32::<2>(numbers()), all(zero));
                if N == 1 && apart && _mm512_mask_cmpneq_epi32_mask(k, self.at[i], run) == 0 {
                    let p = self.base.wrapping_offset(zero as i32 as isize);
                    for (e, offset) in self.offsets.iter().enumerate() {
                        let to = p.wrapping_add(*offset as usize).cast();
                        write(k, to, read(k, data.add(64 * e + W * i)));
                    }
                    continue;
                }
                let [p, q] = self.offsets.map(|o| self.base.add(o as usize));
                for lane in Lanes(k as u64) {
                    let lane = W * i + lane;
                    let at = *addr.add(lane) as usize;
                    for (e, p) in [p, q].into_iter().enumerate() {
                        let v: [u32; N] =
                            std::array::from_fn(|c| *data.add(64 * (N * e + c) + lane));
                        put::<4, N>(p.add(at), v);
                    }
                }
            }
        }
    }
}

/// Low and high eight dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn halves(v: __m512i) -> (__m256i, __m256i) {
    (_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v))
}

/// The dwords of two vectors in turn.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn interleave(x: __m512i, y: __m512i) -> [__m512i; 2] {
    let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    let high = _mm512_add_epi32(low, all(8));
    [
        _mm512_permutex2var_epi32(x, low, y),
        _mm512_permutex2var_epi32(x, high, y),
    ]
}

/// Loads 16 lanes' elements of `N` dwords, two dwords at a time.
///
/// # Safety
/// The elements at `p` plus the addresses of the lanes of `k` may be read, `out` has room for 16 dwords
/// per component.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
unsafe fn gather<const N: usize>(p: *const u8, at: __m512i, k: __mmask16, out: *mut u32) {
    let zero = _mm512_setzero_si512();
    // SAFETY: the caller's; masked elements are not accessed. 16 dwords.
    unsafe {
        let even = read(!0, EVEN.as_ptr());
        let odd = _mm512_or_si512(even, all(1));
        for c in (0..N - N % 2).step_by(2) {
            let from = p.add(4 * c).cast();
            let (a0, a1) = halves(at);
            let x = _mm512_mask_i32gather_epi64::<1>(zero, k as u8, a0, from);
            let y = _mm512_mask_i32gather_epi64::<1>(zero, (k >> 8) as u8, a1, from);
            let (low, high) = (
                _mm512_permutex2var_epi32(x, even, y),
                _mm512_permutex2var_epi32(x, odd, y),
            );
            write_row(k, out.add(64 * c), low);
            write_row(k, out.add(64 * (c + 1)), high);
        }
        if N % 2 == 1 {
            let from = p.add(4 * (N - 1)).cast();
            let v = _mm512_mask_i32gather_epi32::<1>(zero, k, at, from);
            write_row(k, out.add(64 * (N - 1)), v);
        }
    }
}

/// Load of dwords of each lane from the LDS.
///
/// # Safety
/// `addr` has 64 dwords, `out` room for 64 per component; they may be the same. `exec` is not zero.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn load(lds: &LdsView<'_>, addr: *const u32, exec: u64, out: *mut u32) {
    let (m, [first, second]) = (lds.m, lds.offsets());
    // SAFETY: the caller's; two elements that follow each other are one.
    unsafe {
        let Some(inside) = Inside::new(lds, addr, exec) else {
            match (m.pair, m.dwords) {
                (0, 1) => load_some::<1>(lds, addr, first, exec, out),
                (0, 2) => load_some::<2>(lds, addr, first, exec, out),
                (0, 3) => load_some::<3>(lds, addr, first, exec, out),
                (0, _) => load_some::<4>(lds, addr, first, exec, out),
                (_, 2) => load_some_pairs::<1>(lds, addr, [first, second], exec, out),
                (_, _) => load_some_pairs::<2>(lds, addr, [first, second], exec, out),
            }
            return;
        };
        let together = second == first + 2 * m.dwords as u32;
        match (m.pair, m.dwords) {
            (0, 1) => inside.load::<1, 1>(addr, out),
            (0, 3) => inside.load::<3, 1>(addr, out),
            (0, 2) => inside.load::<2, 1>(addr, out),
            (0, _) => inside.load::<4, 1>(addr, out),
            (_, 2) if together => inside.load::<2, 1>(addr, out),
            (_, _) if together => inside.load::<4, 1>(addr, out),
            (_, 2) => inside.load::<1, 2>(addr, out),
            (_, _) => inside.load::<2, 2>(addr, out),
        }
    }
}

/// Store of dwords of each lane to the LDS.
///
/// # Safety
/// `addr` has 64 dwords, `data` 64 per component. `exec` is not zero.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn store(lds: &LdsView<'_>, addr: *const u32, exec: u64, data: *const u32) {
    let (m, [first, second]) = (lds.m, lds.offsets());
    // SAFETY: the caller's; two elements that follow each other are one.
    unsafe {
        let Some(inside) = Inside::new(lds, addr, exec) else {
            match (m.pair, m.dwords) {
                (0, 1) => store_some::<1, 1>(lds, addr, [first], exec, data),
                (0, 2) => store_some::<2, 1>(lds, addr, [first], exec, data),
                (0, 3) => store_some::<3, 1>(lds, addr, [first], exec, data),
                (0, _) => store_some::<4, 1>(lds, addr, [first], exec, data),
                (_, 2) => store_some::<1, 2>(lds, addr, [first, second], exec, data),
                (_, _) => store_some::<2, 2>(lds, addr, [first, second], exec, data),
            }
            return;
        };
        let together = second == first + 2 * m.dwords as u32;
        match (m.pair, m.dwords) {
            (0, 1) => inside.store::<1>(data),
            (0, 3) => inside.store::<3>(data),
            (0, 2) => inside.store::<2>(data),
            (0, _) => inside.store::<4>(data),
            (_, 2) if together => inside.store::<2>(data),
            (_, _) if together => inside.store::<4>(data),
            (_, 2) => inside.store_pair::<1>(addr, data),
            (_, _) => inside.store_pair::<2>(addr, data),
        }
    }
}

/// Addresses of elements in the LDS.
struct Places {
    /// Byte address of each lane's.
    at: [u32; LANES],
    /// Active lanes whose element is inside.
    inside: u64,
}

/// What [`LdsView::place`] gives, for all lanes of `exec`.
///
/// # Safety
/// `addr` has 64 dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
unsafe fn places(lds: &LdsView<'_>, addr: *const u32, offset: u32, exec: u64) -> Places {
    let most = lds.limit.checked_sub(lds.bytes);
    let limit = all(most.unwrap_or(0) as u32);
    let mut p = Places {
        at: [0; LANES],
        inside: 0,
    };
    for i in 0..4 {
        // SAFETY: the caller's.
        let sum = unsafe { _mm512_add_epi32(read(!0, addr.add(W * i)), all(offset)) };
        let at = _mm512_and_si512(sum, all(lds.align));
        let mut k = _mm512_cmple_epu32_mask(at, limit);
        if lds.m.no_wrap {
            k &= _mm512_cmpge_epu32_mask(sum, all(offset));
        }
        // SAFETY: 16 dwords.
        unsafe { _mm512_storeu_si512(p.at[W * i..W * i + W].as_mut_ptr().cast(), at) };
        p.inside |= (k as u64) << (W * i);
    }
    p.inside &= if most.is_some() { exec } else { 0 };
    p
}

/// Load of `N` dwords per lane: 0 where they are not inside.
///
/// # Safety
/// As for [`load`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn load_some<const N: usize>(
    lds: &LdsView<'_>,
    addr: *const u32,
    offset: u32,
    exec: u64,
    out: *mut u32,
) {
    // SAFETY: the caller's; from here on `addr` is not used.
    let p = unsafe { places(lds, addr, offset, exec) };
    let base = lds.dwords.as_ptr().cast::<u8>();
    for i in 0..4 {
        for c in 0..N {
            let zero = _mm512_setzero_si512();
            // SAFETY: the elements of the lanes that are accessed are inside.
            unsafe {
                let at = read(!0, p.at[W * i..].as_ptr());
                let from = base.wrapping_add(4 * c).cast();
                let v = _mm512_mask_i32gather_epi32::<1>(zero, part(p.inside, i), at, from);
                write(part(exec, i), out.add(64 * c + W * i), v);
            }
        }
    }
}

/// As [`load_some`], two elements; the second one's components follow the first one's.
///
/// # Safety
/// As for [`load`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn load_some_pairs<const N: usize>(
    lds: &LdsView<'_>,
    addr: *const u32,
    offsets: [u32; 2],
    exec: u64,
    out: *mut u32,
) {
    // SAFETY: the caller's; the addresses are copied, since the first load may overwrite them.
    unsafe {
        let addr = *addr.cast::<[u32; LANES]>();
        load_some::<N>(lds, addr.as_ptr(), offsets[0], exec, out);
        load_some::<N>(lds, addr.as_ptr(), offsets[1], exec, out.add(64 * N));
    }
}

/// Store of `E` elements of `N` dwords per lane, lane by lane, where they are inside.
///
/// # Safety
/// As for [`store`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn store_some<const N: usize, const E: usize>(
    lds: &LdsView<'_>,
    addr: *const u32,
    offsets: [u32; E],
    exec: u64,
    data: *const u32,
) {
    // SAFETY: the caller's.
    let p = offsets.map(|o| unsafe { places(lds, addr, o, exec) });
    let base = lds.dwords.as_ptr() as *mut u8;
    for lane in Lanes(exec) {
        for (e, p) in p.iter().enumerate() {
            if p.inside >> lane & 1 != 0 {
                // SAFETY: the element is inside; `data` has 64 dwords per component.
                unsafe {
                    let v: [u32; N] = std::array::from_fn(|c| *data.add(64 * (N * e + c) + lane));
                    put::<4, N>(base.add(p.at[lane] as usize), v);
                }
            }
        }
    }
}

/// Atomic of each lane in turn on a dword of the LDS, with one integer operand, when all are inside;
/// tells whether, and otherwise nothing is done.
///
/// # Safety
/// `addr` and `data` have 64 dwords, `out` room for as many; they may be the same.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn atomic(
    lds: &LdsView<'_>,
    addr: *const u32,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) -> bool {
    // SAFETY: the caller's.
    let p = unsafe { places(lds, addr, lds.offsets()[0], exec) };
    if p.inside != exec {
        return false;
    }
    let base = lds.dwords.as_ptr() as *mut u8;
    macro_rules! lanes {
        ($op:ident) => {{
            let one = |lane: usize| {
                // SAFETY: the dword is inside; each lane is read before it is written.
                unsafe {
                    let at = base.add(p.at[lane] as usize).cast::<u32>();
                    let (old, d) = (at.read(), *data.add(lane));
                    at.write(combine(AtomicOp::$op, old as u64, d as u64, 0, false) as u32);
                    *out.add(lane) = old;
                }
            };
            if exec == u64::MAX {
                (0..LANES).for_each(one);
            } else {
                Lanes(exec).for_each(one);
            }
        }};
    }
    use AtomicOp::*;
    match lds.m.atomic {
        Add => lanes!(Add),
        Sub => lanes!(Sub),
        Swap => lanes!(Swap),
        MinS => lanes!(MinS),
        MaxS => lanes!(MaxS),
        MinU => lanes!(MinU),
        MaxU => lanes!(MaxU),
        And => lanes!(And),
        Or => lanes!(Or),
        Xor => lanes!(Xor),
        Inc => lanes!(Inc),
        Dec => lanes!(Dec),
        None | RSub | CmpSwap | CmpSt | MskOr | Wrap | FCmpSwap | FCmpSt | FMin | FMax | FAdd
        | CondXchg => return false,
    }
    true
}
