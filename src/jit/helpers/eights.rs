//! Eight lanes in one vector of AVX2: see [`rows`](super::rows) for sixteen with AVX-512. Lanes are left out by a vector
//! whose dwords have all bits alike.

use std::arch::x86_64::*;

use super::offsets::{MOST, Offsets};
use crate::ir::plant::{Fault, planted};
use crate::machine::wave::LANES;

/// Dwords in a vector.
const W: usize = 8;

/// Which of the lanes of vector `i` are those of `exec`.
#[target_feature(enable = "avx2")]
#[inline]
fn part(exec: u64, i: usize) -> __m256i {
    let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let all = _mm256_set1_epi32((exec >> (W * i)) as i32);
    _mm256_cmpeq_epi32(_mm256_and_si256(all, bits), bits)
}

/// Whether the offsets of all lanes of `exec` are `first`.
#[target_feature(enable = "avx2")]
fn are_all(first: u32, offsets: &[u32; LANES], exec: u64) -> bool {
    let first = _mm256_set1_epi32(first as i32);
    let mut differ = _mm256_setzero_si256();
    for i in 0..LANES / W {
        // SAFETY: 8 dwords.
        let v = unsafe { _mm256_loadu_si256(offsets[W * i..].as_ptr().cast()) };
        let other = _mm256_xor_si256(v, first);
        let other = match exec {
            u64::MAX => other,
            _ => _mm256_and_si256(part(exec, i), other),
        };
        differ = _mm256_or_si256(differ, other);
    }
    _mm256_testz_si256(differ, differ) != 0 || planted(Fault::SameOffset)
}

/// As [`offsets_narrow`](super::private::offsets_narrow).
#[target_feature(enable = "avx2")]
pub(super) fn offsets(base: u32, most: u32, offsets: &[u32; LANES], exec: u64) -> Offsets {
    let first = offsets[exec.trailing_zeros() as usize % LANES];
    if are_all(first, offsets, exec) {
        return Offsets::same(first, base, most);
    }
    let all = |v: u32| _mm256_set1_epi32(v as i32);
    let zero = _mm256_setzero_si256();
    let (mut bad, mut last) = (zero, zero);
    let mut places = [0; LANES];
    let mut lanes = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    for i in 0..LANES / W {
        let k = part(exec, i);
        // SAFETY: 8 dwords each.
        unsafe {
            let v = _mm256_loadu_si256(offsets[W * i..].as_ptr().cast());
            let at = _mm256_add_epi32(_mm256_min_epu32(v, all(MOST)), all(base));
            last = _mm256_max_epi32(last, _mm256_and_si256(k, at));
            let low = _mm256_and_si256(at, all(3));
            bad = _mm256_or_si256(bad, _mm256_and_si256(k, low));
            let place = _mm256_add_epi32(_mm256_slli_epi32::<6>(at), lanes);
            _mm256_storeu_si256(places[W * i..].as_mut_ptr().cast(), place);
        }
        lanes = _mm256_add_epi32(lanes, all(4 * W as u32));
    }
    // All are below 2^26, so signed.
    let beyond = _mm256_cmpgt_epi32(last, all(most));
    bad = _mm256_or_si256(bad, beyond);
    if _mm256_testz_si256(bad, bad) == 0 {
        return Offsets::Elsewhere;
    }
    let mut lasts = [0; W];
    // SAFETY: 8 dwords.
    unsafe { _mm256_storeu_si256(lasts.as_mut_ptr().cast(), last) };
    let last = lasts.into_iter().fold(0, u32::max);
    Offsets::Apart { places, last }
}

/// Copies the dwords of the lanes of `exec`. The others are written, too, as they are.
///
/// # Safety
/// There are 64 each, and nobody else writes them meanwhile.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn copy(exec: u64, from: *const u32, to: *mut u32) {
    if exec == u64::MAX {
        // SAFETY: the caller's.
        return unsafe { std::ptr::copy_nonoverlapping(from, to, LANES) };
    }
    for i in 0..LANES / W {
        // SAFETY: the caller's.
        unsafe {
            let (from, to) = (from.add(W * i).cast(), to.add(W * i).cast());
            let (new, old) = (_mm256_loadu_si256(from), _mm256_loadu_si256(to));
            _mm256_storeu_si256(to, _mm256_blendv_epi8(old, new, part(exec, i)));
        }
    }
}
