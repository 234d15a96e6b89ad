//! V_PERM_B32 and integer dot products by the host's instructions for bytes and words, which every level has: for
//! vectors of 4 lanes ([`narrow`]) and, where there is AVX2, of 8 ([`wide`]).

use crate::ir::lane_fn::{LaneCall, LaneFn};
use crate::machine::wave::LANES;

/// Whether `k` is one of this file's. Products whose sum is limited are not.
pub(super) fn has(k: LaneCall) -> bool {
    k.f == LaneFn::Perm || k.f == LaneFn::Dot && matches!(k.extra, 16 | 18 | 32 | 34 | 64 | 66)
}

/// What PSHUFB makes a zero of.
const NOTHING: u8 = 0x80;

/// For each selector below 16 the byte of the first source, of the second one, and of the signs, which
/// are those of the second source's bytes 1 and 3 in bytes 0 and 2, of the first one's in 1 and 3.
const FIRST: [u8; 32] = table([(4, 0), (5, 1), (6, 2), (7, 3)]);
const SECOND: [u8; 32] = table([(0, 0), (1, 1), (2, 2), (3, 3)]);
const SIGNS: [u8; 32] = table([(8, 0), (9, 2), (10, 1), (11, 3)]);

/// The four bytes of each dword, by the place of its first. Shuffles stay in 16 bytes, so that all tables are there
/// twice.
const PLACES: [u8; 32] = {
    let mut t = [0; 32];
    let mut i = 0;
    while i < 32 {
        t[i] = i as u8 % 16 / 4 * 4;
        i += 1;
    }
    t
};

const fn table(chosen: [(u8, u8); 4]) -> [u8; 32] {
    let mut t = [NOTHING; 32];
    let mut i = 0;
    while i < 4 {
        t[chosen[i].0 as usize] = chosen[i].1;
        t[chosen[i].0 as usize + 16] = chosen[i].1;
        i += 1;
    }
    t
}

/// The functions, of vectors `V` with instructions that are called alike for both widths.
macro_rules! functions {
    ($features:literal) => {
        use super::super::{Io, Lane};
        use super::{FIRST, LANES, PLACES, SECOND, SIGNS};
        use crate::ir::lane_fn::{LaneCall, LaneFn};

        /// Lanes of a vector, and vectors of a wave.
        const WIDTH: usize = size_of::<V>() / size_of::<u32>();
        const VECTORS: usize = LANES / WIDTH;

        /// Applies `k` to 64 lanes, or gives false when it is not this file's.
        #[inline]
        #[target_feature(enable = $features)]
        pub fn apply(k: LaneCall, io: &Io<'_>) -> bool {
            match k.f {
                LaneFn::Perm => map(io, |[a, b, s]| perm(a, b, s)),
                LaneFn::Dot => match (k.extra >> 2, k.extra & 3) {
                    (4, 0) => map(io, |[a, b, c]| add32(nibbles(a, b), c)),
                    (4, 2) => map(io, |[a, b, c]| add32(signed_nibbles(a, b), c)),
                    (8, 0) => map(io, |[a, b, c]| add32(bytes(a, b), c)),
                    (8, 2) => map(io, |[a, b, c]| add32(signed_bytes(a, b), c)),
                    (16, 0) => map(io, |[a, b, c]| add32(words(a, b), c)),
                    // The sum of two products wraps around where it is 2^31.
                    (16, 2) => map(io, |[a, b, c]| add32(madd(a, b), c)),
                    _ => false,
                },
                _ => false,
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn map(io: &Io<'_>, f: impl Fn([V; 3]) -> V) -> bool {
            let operands = [0, 1, 2].map(|n| u32::operand(io, n));
            let [Some(a), Some(b), Some(c)] = operands else {
                return false;
            };
            let mut r = [zero(); VECTORS];
            for (i, r) in r.iter_mut().enumerate() {
                // SAFETY: the values of one vector, in arrays of 64.
                let of = |x: &[u32; LANES]| unsafe { load(x.as_ptr().add(WIDTH * i).cast()) };
                *r = f([of(a), of(b), of(c)]);
            }
            // SAFETY: vectors of 64 dwords in all.
            u32::put(io, unsafe { &*r.as_ptr().cast() })
        }

        /// Sum of the products of 8 unsigned elements: up to 450 for a pair, which two bytes have room for.
        #[inline]
        #[target_feature(enable = $features)]
        fn nibbles(a: V, b: V) -> V {
            let low = |x| and(x, set8(15));
            let high = |x| low(shr16::<4>(x));
            let sums = add16(madd_bytes(low(a), low(b)), madd_bytes(high(a), high(b)));
            madd(sums, set16(1))
        }

        /// The same of signed ones. The host multiplies unsigned bytes by signed ones: magnitudes of the first, and
        /// the second with the sign of the first.
        #[inline]
        #[target_feature(enable = $features)]
        fn signed_nibbles(a: V, b: V) -> V {
            let sign = set8(8);
            let low = |x| sub8(xor(and(x, set8(15)), sign), sign);
            let high = |x| low(shr16::<4>(x));
            let products = |a, b| madd_bytes(abs8(a), sign8(b, a));
            let sums = add16(products(low(a), low(b)), products(high(a), high(b)));
            madd(sums, set16(1))
        }

        /// Sum of the products of 4 unsigned elements.
        #[inline]
        #[target_feature(enable = $features)]
        fn bytes(a: V, b: V) -> V {
            let even = |x| and(x, set16(0xff));
            let odd = |x| shr16::<8>(x);
            add32(madd(even(a), even(b)), madd(odd(a), odd(b)))
        }

        /// The same of signed ones.
        #[inline]
        #[target_feature(enable = $features)]
        fn signed_bytes(a: V, b: V) -> V {
            let even = |x| sar16::<8>(shl16::<8>(x));
            let odd = |x| sar16::<8>(x);
            add32(madd(even(a), even(b)), madd(odd(a), odd(b)))
        }

        /// Sum of the products of 2 unsigned elements.
        #[inline]
        #[target_feature(enable = $features)]
        fn words(a: V, b: V) -> V {
            let low = |x| and(x, set32(0xffff));
            let high = |x| shr32::<16>(x);
            add32(mul32(low(a), low(b)), mul32(high(a), high(b)))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn perm(a: V, b: V, s: V) -> V {
            let odd = set16(0xff00u16 as i16);
            let signs = or(and(odd, sar16::<15>(a)), and_not(odd, sar16::<15>(b)));
            // SAFETY: a vector has at most 32 bytes.
            let constant = |t: &[u8; 32]| unsafe { load(t.as_ptr().cast()) };
            let byte = |t, from| shuffle(from, or(shuffle(constant(t), s), constant(&PLACES)));
            let r = or(or(byte(&FIRST, a), byte(&SECOND, b)), byte(&SIGNS, signs));
            // Selectors above 12 are all ones, whatever their low halves have chosen.
            let above = min_bytes(sub_to_zero(s, set8(12)), set8(1));
            or(r, sub8(zero(), above))
        }
    };
}

pub(super) mod narrow {
    use std::arch::x86_64::{
        __m128i as V, _mm_abs_epi8 as abs8, _mm_add_epi16 as add16, _mm_add_epi32 as add32,
        _mm_and_si128 as and, _mm_andnot_si128 as and_not, _mm_loadu_si128 as load,
        _mm_madd_epi16 as madd, _mm_maddubs_epi16 as madd_bytes, _mm_min_epu8 as min_bytes,
        _mm_mullo_epi32 as mul32, _mm_or_si128 as or, _mm_set1_epi8 as set8,
        _mm_set1_epi16 as set16, _mm_set1_epi32 as set32, _mm_setzero_si128 as zero,
        _mm_shuffle_epi8 as shuffle, _mm_sign_epi8 as sign8, _mm_slli_epi16 as shl16,
        _mm_srai_epi16 as sar16, _mm_srli_epi16 as shr16, _mm_srli_epi32 as shr32,
        _mm_sub_epi8 as sub8, _mm_subs_epu8 as sub_to_zero, _mm_xor_si128 as xor,
    };
    functions!("sse4.1,ssse3");
}

pub(super) mod wide {
    use std::arch::x86_64::{
        __m256i as V, _mm256_abs_epi8 as abs8, _mm256_add_epi16 as add16,
        _mm256_add_epi32 as add32, _mm256_and_si256 as and, _mm256_andnot_si256 as and_not,
        _mm256_loadu_si256 as load, _mm256_madd_epi16 as madd, _mm256_maddubs_epi16 as madd_bytes,
        _mm256_min_epu8 as min_bytes, _mm256_mullo_epi32 as mul32, _mm256_or_si256 as or,
        _mm256_set1_epi8 as set8, _mm256_set1_epi16 as set16, _mm256_set1_epi32 as set32,
        _mm256_setzero_si256 as zero, _mm256_shuffle_epi8 as shuffle, _mm256_sign_epi8 as sign8,
        _mm256_slli_epi16 as shl16, _mm256_srai_epi16 as sar16, _mm256_srli_epi16 as shr16,
        _mm256_srli_epi32 as shr32, _mm256_sub_epi8 as sub8, _mm256_subs_epu8 as sub_to_zero,
        _mm256_xor_si256 as xor,
    };
    functions!("avx2");
}
