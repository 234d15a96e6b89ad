//! Sixteen lanes in one vector of AVX-512: how their elements get from memory and back.

use std::arch::x86_64::*;

use crate::ir::plant::{Fault, unless_planted};

/// Dwords in a vector.
pub(super) const W: usize = 16;

/// Which dword of up to four vectors goes where, for [`split`] and [`join`].
type Indices = [[[u32; W]; 3]; 4];

/// By N: indices that give component `k` of 16 lanes out of `N` vectors with the lanes' elements of N
/// dwords, vector by vector: entry `[k][j]` adds vector `j + 1`.
const SPLIT: [Indices; 5] = {
    let mut t = [[[[0; W]; 3]; 4]; 5];
    let mut n = 2;
    while n <= 4 {
        let mut k = 0;
        while k < n {
            let mut j = 1;
            while j < n {
                let mut lane = 0;
                while lane < W {
                    let d = lane * n + k;
                    t[n][k][j - 1][lane] = if d / W == j {
                        W + d % W
                    } else if j == 1 {
                        d % W
                    } else {
                        lane
                    } as u32;
                    lane += 1;
                }
                j += 1;
            }
            k += 1;
        }
        n += 1;
    }
    t
};

/// By N: the reverse of [`SPLIT`]: entry `[j][c]` adds component `c + 1` to vector `j`.
const JOIN: [Indices; 5] = {
    let mut t = [[[[0; W]; 3]; 4]; 5];
    let mut n = 2;
    while n <= 4 {
        let mut j = 0;
        while j < n {
            let mut c = 1;
            while c < n {
                let mut q = 0;
                while q < W {
                    let d = j * W + q;
                    t[n][j][c - 1][q] = if d % n == c {
                        W + d / n
                    } else if c == 1 {
                        d / n
                    } else {
                        q
                    } as u32;
                    q += 1;
                }
                c += 1;
            }
            j += 1;
        }
        n += 1;
    }
    t
};

/// Puts `N` vectors together to one, as the indices say.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn pick<const N: usize>(from: [__m512i; N], index: &[[u32; W]; 3]) -> __m512i {
    let mut r = from[0];
    for j in 1..N {
        // SAFETY: 16 dwords.
        let i = unsafe { _mm512_loadu_si512(index[j - 1].as_ptr().cast()) };
        r = _mm512_permutex2var_epi32(r, i, from[j]);
    }
    r
}

/// Bits of the 16 lanes of vector `i`.
#[inline(always)]
pub(super) fn part(exec: u64, i: usize) -> __mmask16 {
    (exec >> (W * i)) as u16
}

/// 16 dwords.
///
/// # Safety
/// The dwords at `p` whose bit is set in `k` may be read.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn read(k: __mmask16, p: *const u32) -> __m512i {
    // SAFETY: the caller's; masked dwords are not accessed.
    unsafe { _mm512_maskz_loadu_epi32(k, p.cast()) }
}

/// Writes the dwords whose bit is set.
///
/// # Safety
/// They may be written.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn write(k: __mmask16, p: *mut u32, v: __m512i) {
    // SAFETY: the caller's; masked dwords are not accessed.
    unsafe { _mm512_mask_storeu_epi32(p.cast(), k, v) }
}

/// Which dwords of `N` vectors with 16 lanes' elements of N dwords are those of the lanes of `k`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn element_masks<const N: usize>(k: __mmask16) -> [__mmask16; N] {
    let mut masks = [!0; N];
    if k != !0 {
        let lanes = _mm512_movm_epi32(k);
        for (mask, index) in masks.iter_mut().zip(&JOIN[N]) {
            *mask = _mm512_movepi32_mask(pick([lanes; N], index));
        }
    }
    masks
}

/// Reads elements of `N` dwords that follow each other, to a component each 64 dwords.
///
/// # Safety
/// The element of lane n lies N x n dwords from `p` on; from the first active lane's to the last one's
/// all may be read. `out` has room for 64 x N dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn read_run<const N: usize>(p: *const u32, exec: u64, out: *mut u32) {
    // SAFETY: the caller's.
    unsafe {
        for i in 0..4 {
            read_row::<N>(p.wrapping_add(W * N * i), part(exec, i), out.add(W * i));
        }
    }
}

/// Reads the elements of the lanes of `k`, of `N` dwords that follow each other from `p` on.
///
/// # Safety
/// They may be read; `out` has room for 16 dwords per component, 64 dwords apart.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn read_row<const N: usize>(p: *const u32, k: __mmask16, out: *mut u32) {
    // SAFETY: the caller's.
    unsafe {
        if N == 1 {
            return write(k, out, read(k, p));
        }
        let active = element_masks::<N>(k);
        let mut from = [_mm512_setzero_si512(); N];
        for (j, from) in from.iter_mut().enumerate() {
            *from = read(active[j], p.wrapping_add(W * j));
        }
        for (c, index) in SPLIT[N].iter().enumerate().take(N) {
            write(k, out.add(64 * c), pick(from, index));
        }
    }
}

/// The reverse of [`read_run`].
///
/// # Safety
/// As for [`read_run`], to write at `p` and to read `data`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn write_run<const N: usize>(p: *mut u32, exec: u64, data: *const u32) {
    // SAFETY: the caller's.
    unsafe {
        for i in 0..4 {
            write_row::<N>(p.wrapping_add(W * N * i), part(exec, i), data.add(W * i));
        }
    }
}

/// The reverse of [`read_row`].
///
/// # Safety
/// As for [`read_row`], to write at `p` and to read `data`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn write_row<const N: usize>(p: *mut u32, k: __mmask16, data: *const u32) {
    // SAFETY: the caller's.
    unsafe {
        if N == 1 {
            return write(k, p, read(k, data));
        }
        let active = element_masks::<N>(k);
        let mut from = [_mm512_setzero_si512(); N];
        for (c, from) in from.iter_mut().enumerate() {
            *from = read(!0, data.add(64 * c));
        }
        for (j, index) in JOIN[N].iter().enumerate().take(N) {
            write(active[j], p.wrapping_add(W * j), pick(from, index));
        }
    }
}

/// The bytes or words of the lanes of `k` that follow each other from `p` on, as dwords.
///
/// # Safety
/// Those of these lanes may be read.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn read_small<const S: usize>(
    k: __mmask16,
    p: *const u8,
    signed: bool,
) -> __m512i {
    // SAFETY: the caller's; masked elements are not accessed.
    unsafe {
        match (S, signed) {
            (1, false) => _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(k, p.cast())),
            (1, true) => _mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(k, p.cast())),
            (_, false) => _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(k, p.cast())),
            (_, true) => _mm512_cvtepi16_epi32(_mm256_maskz_loadu_epi16(k, p.cast())),
        }
    }
}

/// The reverse: writes the low bytes or words.
///
/// # Safety
/// Those of the lanes of `k` may be written.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn write_small<const S: usize>(k: __mmask16, p: *mut u8, v: __m512i) {
    // SAFETY: the caller's; masked elements are not accessed.
    unsafe {
        match S {
            1 => _mm_mask_storeu_epi8(p.cast(), k, _mm512_cvtepi32_epi8(v)),
            _ => _mm256_mask_storeu_epi16(p.cast(), k, _mm512_cvtepi32_epi16(v)),
        }
    }
}

/// Bytes or words in the low ends of dwords whose other bytes are anything, extended.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn extend_small<const S: usize>(v: __m512i, signed: bool) -> __m512i {
    match (S, signed) {
        (1, false) => _mm512_and_si512(v, _mm512_set1_epi32(0xff)),
        (1, true) => _mm512_srai_epi32::<24>(_mm512_slli_epi32::<24>(v)),
        (_, false) => _mm512_and_si512(v, _mm512_set1_epi32(0xffff)),
        (_, true) => _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(v)),
    }
}

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

/// Low and high eight dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn halves(v: __m512i) -> (__m256i, __m256i) {
    (_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v))
}

/// The dwords of two vectors in turn.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) fn interleave(x: __m512i, y: __m512i) -> [__m512i; 2] {
    let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    let high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
    [
        _mm512_permutex2var_epi32(x, low, y),
        _mm512_permutex2var_epi32(x, high, y),
    ]
}

/// Stores 16 lanes' elements of one or two dwords, in the order of the lanes: scatters keep it, of
/// elements that overlap in part too.
///
/// # Safety
/// The elements at `p` plus the addresses of the lanes of `k` may be written; `data` has 16 dwords per
/// component.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn scatter<const N: usize>(
    p: *mut u8,
    at: __m512i,
    k: __mmask16,
    data: *const u32,
) {
    // SAFETY: the caller's; masked elements are not accessed.
    unsafe {
        let from = |c: usize| read(!0, data.add(64 * c));
        if N == 1 {
            return _mm512_mask_i32scatter_epi32::<1>(p.cast(), k, at, from(0));
        }
        let [low, high] = interleave(from(0), from(1));
        let (a0, a1) = halves(at);
        _mm512_mask_i32scatter_epi64::<1>(p.cast(), k as u8, a0, low);
        _mm512_mask_i32scatter_epi64::<1>(p.cast(), (k >> 8) as u8, a1, high);
    }
}

/// Loads 16 lanes' elements of `N` dwords, two dwords at a time.
///
/// # Safety
/// The elements at `p` plus the addresses of the lanes of `k` may be read, `out` has room for 16 dwords
/// per component.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn gather<const N: usize>(
    p: *const u8,
    at: __m512i,
    k: __mmask16,
    out: *mut u32,
) {
    let zero = _mm512_setzero_si512();
    // SAFETY: the caller's; masked elements are not accessed. 16 dwords.
    unsafe {
        let even = read(!0, EVEN.as_ptr());
        let odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
        for c in (0..N - N % 2).step_by(2) {
            let from = p.add(4 * c).cast();
            let (a0, a1) = halves(at);
            let x = _mm512_mask_i32gather_epi64::<1>(zero, k as u8, a0, from);
            let y = _mm512_mask_i32gather_epi64::<1>(zero, (k >> 8) as u8, a1, from);
            let (low, high) = (
                _mm512_permutex2var_epi32(x, even, y),
                _mm512_permutex2var_epi32(x, odd, y),
            );
            write(k, out.add(64 * c), low);
            write(k, out.add(64 * (c + 1)), high);
        }
        if N % 2 == 1 {
            let from = p.add(4 * (N - 1)).cast();
            let v = _mm512_mask_i32gather_epi32::<1>(zero, k, at, from);
            write(k, out.add(64 * (N - 1)), v);
        }
    }
}

/// Dword `c` of each lane out of vector `c`; vector `j` has the elements of lanes `j`, `j` + 4, ... of four dwords
/// each. And the other way round.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn transposed([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let [low, high] = [(a, b), (c, d)].map(|(x, y)| _mm512_unpacklo_epi32(x, y));
    let [low2, high2] = [(a, b), (c, d)].map(|(x, y)| _mm512_unpackhi_epi32(x, y));
    [
        _mm512_unpacklo_epi64(low, high),
        _mm512_unpackhi_epi64(low, high),
        _mm512_unpacklo_epi64(low2, high2),
        _mm512_unpackhi_epi64(low2, high2),
    ]
}

/// Where the elements of lanes `j`, `j` + 4, ... are.
#[inline(always)]
fn every_fourth(p: *mut u8, at: &[u32; W], j: usize) -> [*mut __m128i; 4] {
    let lane = |n: usize| unless_planted!(Fault::FourthTwice, j + 4 * n, j + 4 * (n & 2));
    std::array::from_fn(|n| p.wrapping_add(at[lane(n)] as usize).cast())
}

/// Loads 16 lanes' elements of four dwords.
///
/// # Safety
/// The elements at `p` plus the addresses may be read, `out` has room for 16 dwords per component.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn gather_fours(p: *mut u8, at: &[u32; W], out: *mut u32) {
    let mut from = [_mm512_setzero_si512(); 4];
    for (j, from) in from.iter_mut().enumerate() {
        // SAFETY: the caller's.
        let [a, b, c, d] = every_fourth(p, at, j).map(|p| unsafe { _mm_loadu_si128(p) });
        let v = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(a), b);
        *from = _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(v, c), d);
    }
    for (c, v) in transposed(from).into_iter().enumerate() {
        // SAFETY: the caller's.
        unsafe { write(!0, out.add(64 * c), v) };
    }
}

/// The reverse, in the order of the lanes.
///
/// # Safety
/// The elements may be written; `data` has 16 dwords per component.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
pub(super) unsafe fn scatter_fours(p: *mut u8, at: &[u32; W], data: *const u32) {
    let mut from = [_mm512_setzero_si512(); 4];
    for (c, from) in from.iter_mut().enumerate() {
        // SAFETY: the caller's.
        *from = unsafe { read(!0, data.add(64 * c)) };
    }
    let elements = transposed(from);
    macro_rules! lanes {
        ($($n:literal)*) => {$(
            for (j, element) in elements.iter().enumerate() {
                let to = every_fourth(p, at, j)[$n];
                // SAFETY: the caller's.
                unsafe { _mm_storeu_si128(to, _mm512_extracti32x4_epi32::<$n>(*element)) };
            }
        )*};
    }
    lanes!(0 1 2 3);
}

/// The dwords of the lanes of `exec`, each at its place from `p` on.
///
/// # Safety
/// They may be read; `out` has room for 64 dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn gather_lanes(p: *const u8, places: &[u32; 64], exec: u64, out: *mut u32) {
    for i in 0..4 {
        // SAFETY: the caller's; masked elements are not accessed.
        unsafe {
            gather::<1>(
                p,
                read(!0, places[W * i..].as_ptr()),
                part(exec, i),
                out.add(W * i),
            )
        };
    }
}

/// The reverse.
///
/// # Safety
/// They may be written; `data` has 64 dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn scatter_lanes(p: *mut u8, places: &[u32; 64], exec: u64, data: *const u32) {
    for i in 0..4 {
        // SAFETY: the caller's; masked elements are not accessed.
        unsafe {
            let at = read(!0, places[W * i..].as_ptr());
            scatter::<1>(p, at, part(exec, i), data.add(W * i));
        }
    }
}
