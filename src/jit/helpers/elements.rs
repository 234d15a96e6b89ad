//! Elements of one to four dwords: in memory each lies together, in registers each component of all lanes does. What is
//! here needs no more than SSE2, which all x86-64 hosts have.

use std::arch::x86_64::*;

use crate::ir::plant::{Fault, unless_planted};
use crate::machine::wave::LANES;

/// The first dwords of four vectors, the second ones, and so on.
#[inline(always)]
fn transposed([a, b, c, d]: [__m128i; 4]) -> [__m128i; 4] {
    // SAFETY: all hosts have SSE2.
    unsafe {
        let [low, high] = [_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d)];
        let [low2, high2] = [_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d)];
        [
            _mm_unpacklo_epi64(low, high),
            _mm_unpackhi_epi64(low, high),
            _mm_unpacklo_epi64(low2, high2),
            _mm_unpackhi_epi64(low2, high2),
        ]
    }
}

/// The element of `N` dwords at `p`.
///
/// # Safety
/// They may be read.
#[inline(always)]
unsafe fn element<const N: usize>(p: *const u8) -> __m128i {
    // SAFETY: the caller's; all hosts have SSE2.
    unsafe {
        match N {
            1 => _mm_cvtsi32_si128(p.cast::<i32>().read_unaligned()),
            2 => _mm_loadl_epi64(p.cast()),
            3 => {
                let third = _mm_cvtsi32_si128(p.cast::<i32>().add(2).read_unaligned());
                _mm_unpacklo_epi64(_mm_loadl_epi64(p.cast()), third)
            }
            _ => _mm_loadu_si128(p.cast()),
        }
    }
}

/// Loads the elements of all lanes, that of each at the address which `at` gives.
///
/// # Safety
/// All of them may be read; `out` has room for 64 x N dwords.
#[inline(always)]
pub(super) unsafe fn load<const N: usize>(at: impl Fn(usize) -> *const u8, out: *mut u32) {
    for first in (0..LANES).step_by(4) {
        // SAFETY: the caller's.
        let lane = |n: usize| unsafe { element::<N>(at(first + n)) };
        let components = transposed([lane(0), lane(1), lane(2), lane(3)]);
        for (k, component) in components.into_iter().enumerate().take(N) {
            // SAFETY: the caller's.
            unsafe { _mm_storeu_si128(out.add(64 * k + first).cast(), component) };
        }
    }
}

/// The elements of all lanes, of which `data` has 64 dwords per component; what comes behind those of `N` dwords is 0.
///
/// # Safety
/// They may be read.
#[inline(always)]
pub(super) unsafe fn of_lanes<const N: usize>(data: *const u32) -> [[u32; 4]; LANES] {
    let mut elements = [[0; 4]; LANES];
    for (i, four) in elements.chunks_exact_mut(4).enumerate() {
        // SAFETY: all hosts have SSE2.
        let mut components = [unsafe { _mm_setzero_si128() }; 4];
        for (k, component) in components.iter_mut().enumerate().take(N) {
            // SAFETY: the caller's.
            *component = unsafe { _mm_loadu_si128(data.add(64 * k + 4 * i).cast()) };
        }
        let lanes = transposed(components);
        for (n, element) in four.iter_mut().enumerate() {
            let lane = lanes[unless_planted!(Fault::ElementTwice, n, n & 2)];
            // SAFETY: four dwords.
            unsafe { _mm_storeu_si128(element.as_mut_ptr().cast(), lane) };
        }
    }
    elements
}
