//! V_PERM_B32 by shuffles of bytes, which every level of host has.

use std::arch::x86_64::*;

use super::{Io, Lane};
use crate::ir::lane_fn::{LaneCall, LaneFn};
use crate::machine::wave::LANES;

/// What PSHUFB makes a zero of.
const NOTHING: u8 = 0x80;

/// For each selector below 16 the byte of the first source, of the second one, and of the signs, which
/// are those of the second source's bytes 1 and 3 in bytes 0 and 2, of the first one's in 1 and 3.
const FIRST: [u8; 16] = table([(4, 0), (5, 1), (6, 2), (7, 3)]);
const SECOND: [u8; 16] = table([(0, 0), (1, 1), (2, 2), (3, 3)]);
const SIGNS: [u8; 16] = table([(8, 0), (9, 2), (10, 1), (11, 3)]);

/// The four bytes of each dword, by the place of its first.
const PLACES: [u8; 16] = [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12];

const fn table(chosen: [(u8, u8); 4]) -> [u8; 16] {
    let mut t = [NOTHING; 16];
    let mut i = 0;
    while i < 4 {
        t[chosen[i].0 as usize] = chosen[i].1;
        i += 1;
    }
    t
}

/// Applies `k` to 64 lanes, or gives false when it is not this file's.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn apply(k: LaneCall, io: &Io<'_>) -> bool {
    let operands = [0, 1, 2].map(|n| u32::operand(io, n));
    let [Some(a), Some(b), Some(s)] = operands else {
        return false;
    };
    if k.f != LaneFn::Perm {
        return false;
    }
    let mut r = [0u32; LANES];
    for at in (0..LANES).step_by(4) {
        // SAFETY: 4 values from `at` on, in arrays of 64.
        let v = [a, b, s].map(|x| unsafe { _mm_loadu_si128(x.as_ptr().add(at).cast()) });
        // SAFETY: as above.
        unsafe { _mm_storeu_si128(r.as_mut_ptr().add(at).cast(), perm(v)) };
    }
    u32::put(io, &r)
}

#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn perm([a, b, s]: [__m128i; 3]) -> __m128i {
    let odd = _mm_set1_epi16(0xff00u16 as i16);
    let (of_a, of_b) = (_mm_srai_epi16::<15>(a), _mm_srai_epi16::<15>(b));
    let signs = _mm_or_si128(_mm_and_si128(odd, of_a), _mm_andnot_si128(odd, of_b));
    let constant = |t: &[u8; 16]| {
        // SAFETY: 16 bytes.
        unsafe { _mm_loadu_si128(t.as_ptr().cast()) }
    };
    let places = constant(&PLACES);
    let byte = |t: &[u8; 16], from| {
        let at = _mm_or_si128(_mm_shuffle_epi8(constant(t), s), places);
        _mm_shuffle_epi8(from, at)
    };
    let r = _mm_or_si128(byte(&FIRST, a), byte(&SECOND, b));
    let r = _mm_or_si128(r, byte(&SIGNS, signs));
    // Selectors above 12 are all ones, whatever their low halves have chosen.
    let above = _mm_subs_epu8(s, _mm_set1_epi8(12));
    let above = _mm_min_epu8(above, _mm_set1_epi8(1));
    _mm_or_si128(r, _mm_sub_epi8(_mm_setzero_si128(), above))
}
