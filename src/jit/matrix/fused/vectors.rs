//! What the vectors of AVX-512 and of AVX2 do for sums that are rounded once for several products, and how C is added to
//! them.

use std::arch::x86_64::*;

use super::{Io, Product, TERM};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::matrix::panels::STRAIGHT;
use crate::machine::wave::Vgpr;
use crate::numerics::matrix::{Element, sums};

/// Added to an exponent, it gives that of a C from which on C's own decides what its last bit is: f32's bias, and
/// the bits that C has room for above [`TERM`].
pub(super) const BIAS: i32 = 127 + 5;
/// As a field of f32: the exponent of a scale and that of its unit, with [`BIAS`], together.
pub(super) const MOVE: i32 = (TERM + BIAS) << 23;
const ONE: i32 = 127 << 23;

/// What exponents have to be: of elements that are not zero, and of each largest one (`low` is twice that of an
/// element).
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub low: i32,
    pub high: i32,
}

impl Range {
    /// Of f16 all. Of others so that none is as low as a zero's, no scaled product is beyond f32, and none is denormal.
    pub const fn of(ty: Element) -> Range {
        match ty {
            Element::F16 => Range { low: -14, high: 15 },
            _ => Range { low: -30, high: 45 },
        }
    }
}

/// What is the same for all levels.
macro_rules! common {
    ($features:literal) => {
        /// Columns of a vector.
        pub(in super::super) const W: usize = size_of::<V>() / 4;

        #[inline]
        #[target_feature(enable = $features)]
        pub(in super::super) fn words(x: i32) -> I {
            set1_words(x as i16)
        }

        #[inline]
        #[target_feature(enable = $features)]
        pub(in super::super) fn all(x: i32) -> I {
            set1_int(x)
        }

        /// What makes the last bit of a term that counts 1, for exponents with [`BIAS`] that are fields of f32.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in super::super) fn scale_of(exponent: I) -> V {
            as_float(sub_int(all(MOVE.wrapping_add(ONE)), exponent))
        }

        /// C and the sum of products, whose last bit is that of `top`, rounded once; and where something of C is below that
        /// bit, or C is no number.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in super::super) fn plus(c: V, products: I, top: I) -> (V, Mask) {
            // Of C or of the products: which of them decides what the last bit is.
            let of_c = and(as_int(c), all(0xff << 23));
            let unit = max_unsigned(of_c, top);
            // 2^n and 2^-n.
            let (scale, back) = (scale_of(unit), as_float(sub_int(unit, all(MOVE - ONE))));
            let (addend, cut) = floor(c, scale);
            // Two more bits are kept, the others dropped.
            let drop = shift_right::<23>(sub_int(unit, top));
            let quarters = shift_each(shift_left::<2>(products), drop);
            let sum = add_int(addend, shift_right_signed::<2>(quarters));
            // Where they are not zero, C is so large that f32 has no room for the last bits of the sum, and these may say
            // so.
            let sum = unless_planted!(Fault::NoStickyBit, or_low(sum, quarters), sum);
            (mul(to_float(sum), back), cut)
        }
    };
}

pub(super) mod avx512 {
    use super::*;
    pub(in super::super) use std::arch::x86_64::{
        __m512 as V, __m512i as I, _mm512_add_epi8 as add_bytes, _mm512_add_epi32 as add_int,
        _mm512_adds_epi8 as plus_bytes, _mm512_and_si512 as and, _mm512_castps_si512 as as_int,
        _mm512_castsi512_ps as as_float, _mm512_cvtepi32_ps as to_float,
        _mm512_cvttps_epi32 as cut_off, _mm512_loadu_ps as load, _mm512_loadu_si512 as load_int,
        _mm512_max_epi8 as max_bytes, _mm512_max_epi16 as max_words,
        _mm512_max_epu32 as max_unsigned, _mm512_min_epi8 as min_bytes,
        _mm512_min_epu16 as min_words, _mm512_min_epu32 as min_unsigned, _mm512_mul_ps as mul,
        _mm512_or_si512 as or, _mm512_set1_epi8 as set1_bytes, _mm512_set1_epi16 as set1_words,
        _mm512_set1_epi32 as set1_int, _mm512_set1_ps as set1, _mm512_shuffle_epi8 as shuffle,
        _mm512_slli_epi32 as shift_left, _mm512_srai_epi32 as shift_right_signed,
        _mm512_srav_epi32 as shift_each, _mm512_srli_epi16 as shift_right_words,
        _mm512_srli_epi32 as shift_right, _mm512_storeu_ps as store,
        _mm512_storeu_si512 as store_int, _mm512_sub_epi16 as sub_words,
        _mm512_sub_epi32 as sub_int, _mm512_subs_epu16 as minus_words,
    };

    /// A bit for each lane.
    pub(in super::super) type Mask = __mmask16;

    common!("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c");

    /// Stores the low bytes of dwords.
    ///
    /// # Safety
    /// There is room for them.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) unsafe fn store_low(to: *mut u8, x: I) {
        // SAFETY: the caller's.
        unsafe { _mm_storeu_si128(to.cast(), _mm512_cvtepi32_epi8(x)) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) fn is_zero(x: I) -> bool {
        _mm512_test_epi32_mask(x, x) == 0
    }

    /// 16 bytes, four times.
    ///
    /// # Safety
    /// There are 16.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) unsafe fn repeat(from: *const u8) -> I {
        // SAFETY: the caller's.
        _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(from.cast()) })
    }

    /// 16 bytes as dwords.
    ///
    /// # Safety
    /// There are 16.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) unsafe fn expand(from: *const u8) -> I {
        // SAFETY: the caller's.
        _mm512_cvtepu8_epi32(unsafe { _mm_loadu_si128(from.cast()) })
    }

    /// The whole number that is not above x `scale`, and where it is not that. A product that is too small for f32 must
    /// not become a zero. What has no room in i32, and what is no number, is another one.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) fn floor(x: V, scale: V) -> (I, Mask) {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let x = _mm512_mul_round_ps::<DOWN>(x, scale);
        let whole = _mm512_cvt_roundps_epi32::<DOWN>(x);
        let other = _mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(to_float(whole), x);
        (whole, other)
    }

    /// a, and the low two bits of b.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) fn or_low(a: I, b: I) -> I {
        _mm512_ternarylogic_epi32::<0xf8>(a, b, set1_int(3))
    }

    /// Infinities and NaNs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(in super::super) fn is_special(x: V) -> Mask {
        _mm512_fpclass_ps_mask::<0x99>(x)
    }

    /// [`scale_of`] exponents with [`BIAS`] that are whole numbers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    pub(in super::super) fn scale(exponent: I) -> V {
        scale_of(shift_left::<23>(exponent))
    }

    /// The exponents of f32, with their bias.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) fn field(x: V) -> I {
        shift_right::<24>(shift_left::<1>(as_int(x)))
    }

    /// The lanes in which bits of C may be below the last one though all products are zero.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in super::super) fn is_tiny(c: V, top: I, least: i32) -> Mask {
        if planted(Fault::TinyBesideZeros) {
            return 0;
        }
        let some = _mm512_test_epi32_mask(as_int(c), set1_int(i32::MAX));
        let lowest = _mm512_mask_cmpeq_epi32_mask(some, top, set1_int(least));
        // One bit is left of a C that is just below the products.
        let below = set1_int(least - BIAS + 127 - 1);
        _mm512_mask_cmplt_epi32_mask(lowest, field(c), below)
    }
}

pub(super) mod avx2 {
    use super::*;
    pub(in super::super) use std::arch::x86_64::{
        __m256 as V, __m256i as I, _mm256_add_epi8 as add_bytes, _mm256_add_epi32 as add_int,
        _mm256_adds_epi8 as plus_bytes, _mm256_and_si256 as and, _mm256_castps_si256 as as_int,
        _mm256_castsi256_ps as as_float, _mm256_cvtepi32_ps as to_float,
        _mm256_cvttps_epi32 as cut_off, _mm256_loadu_ps as load, _mm256_loadu_si256 as load_int,
        _mm256_max_epi8 as max_bytes, _mm256_max_epi16 as max_words,
        _mm256_max_epu32 as max_unsigned, _mm256_min_epi8 as min_bytes,
        _mm256_min_epu16 as min_words, _mm256_min_epu32 as min_unsigned, _mm256_mul_ps as mul,
        _mm256_or_si256 as or, _mm256_set1_epi8 as set1_bytes, _mm256_set1_epi16 as set1_words,
        _mm256_set1_epi32 as set1_int, _mm256_set1_ps as set1, _mm256_shuffle_epi8 as shuffle,
        _mm256_slli_epi32 as shift_left, _mm256_srai_epi32 as shift_right_signed,
        _mm256_srav_epi32 as shift_each, _mm256_srli_epi16 as shift_right_words,
        _mm256_srli_epi32 as shift_right, _mm256_storeu_ps as store,
        _mm256_storeu_si256 as store_int, _mm256_sub_epi16 as sub_words,
        _mm256_sub_epi32 as sub_int, _mm256_subs_epu16 as minus_words,
    };

    /// A bit for each lane.
    pub(in super::super) type Mask = u8;

    common!("avx2,fma,f16c");

    /// Stores the low bytes of dwords.
    ///
    /// # Safety
    /// There is room for them.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) unsafe fn store_low(to: *mut u8, x: I) {
        let x = shuffle(x, _mm256_set1_epi32(0x0c08_0400));
        let (low, high) = (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
        // SAFETY: the caller's.
        unsafe { _mm_storel_epi64(to.cast(), _mm_unpacklo_epi32(low, high)) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn is_zero(x: I) -> bool {
        _mm256_testz_si256(x, x) != 0
    }

    /// 8 bytes, four times.
    ///
    /// # Safety
    /// There are 8.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) unsafe fn repeat(from: *const u8) -> I {
        // SAFETY: the caller's.
        _mm256_set1_epi64x(unsafe { from.cast::<i64>().read_unaligned() })
    }

    /// 8 bytes as dwords.
    ///
    /// # Safety
    /// There are 8.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) unsafe fn expand(from: *const u8) -> I {
        // SAFETY: the caller's.
        _mm256_cvtepu8_epi32(unsafe { _mm_loadl_epi64(from.cast()) })
    }

    /// The whole number that is not above x `scale`, and where it is not that. What has no room in i32, and what is no
    /// number, is another one.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn floor(x: V, scale: V) -> (I, Mask) {
        // A product that is too small for f32 must not become a zero.
        let negative = _mm256_cmp_ps::<_CMP_LT_OQ>(x, _mm256_setzero_ps());
        let least = unless_planted!(Fault::FlooredToZero, -f32::MIN_POSITIVE, 0.0);
        let below = _mm256_and_ps(negative, set1(least));
        let x = _mm256_add_ps(mul(x, scale), below);
        let whole = _mm256_cvtps_epi32(_mm256_floor_ps(x));
        let other = _mm256_cmp_ps::<_CMP_NEQ_UQ>(to_float(whole), x);
        (whole, _mm256_movemask_ps(other) as Mask)
    }

    /// a, and the low two bits of b.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn or_low(a: I, b: I) -> I {
        or(a, and(b, set1_int(3)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn bits(mask: I) -> Mask {
        _mm256_movemask_ps(as_float(mask)) as Mask
    }

    /// Infinities and NaNs.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn is_special(x: V) -> Mask {
        let field = and(as_int(x), set1_int(0xff << 23));
        bits(_mm256_cmpeq_epi32(field, set1_int(0xff << 23)))
    }

    /// The lanes in which bits of C may be below the last one though all products are zero.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn is_tiny(c: V, top: I, least: i32) -> Mask {
        if planted(Fault::TinyBesideZeros) {
            return 0;
        }
        let magnitude = and(as_int(c), set1_int(i32::MAX));
        let none = _mm256_cmpeq_epi32(magnitude, set1_int(0));
        let lowest = _mm256_andnot_si256(none, _mm256_cmpeq_epi32(top, set1_int(least)));
        // One bit is left of a C that is just below the products.
        let below = set1_int(least - BIAS + 127 - 1);
        let below = _mm256_cmpgt_epi32(below, shift_right::<23>(magnitude));
        bits(and(lowest, below))
    }
}

/// Makes those of the `sums` of `left` as [`sums`](sums::sum) has them; the first one is that of (block, row, column), and
/// C's is at `c`.
///
/// # Safety
/// As for [`Product::multiply`]; there are as many of C.
#[cold]
#[inline(never)]
pub(super) unsafe fn by_definition(
    p: &Product,
    io: Io,
    (block, row, column): (usize, usize, usize),
    left: u32,
    made: &mut [f32],
    c: *const f32,
) {
    let (shape, bits) = (p.shape, p.shape.element.bits(0));
    let element = |from: *const Vgpr, lanes: [usize; 4], (lane, e): (usize, usize)| {
        let lane = 16 * (lanes[lane / 16] % 4) + lane % 16;
        // SAFETY: the registers of A and B.
        let register = unsafe { &*from.add(e * bits / 32) };
        u64::from(register.0[lane] >> (e * bits % 32) & u32::MAX >> (32 - bits))
    };
    for (lane, made) in (made.iter_mut().enumerate()).filter(|(lane, _)| left >> lane & 1 != 0) {
        let of_a = p.block_of_a(block);
        let a = |k| element(io.a, STRAIGHT, shape.operand(0, of_a, row, k));
        let b = |k| {
            element(
                io.b,
                p.lanes_of_b(),
                shape.operand(1, block, column + lane, k),
            )
        };
        let [a, b]: [Vec<u64>; 2] = [
            (0..shape.depth).map(a).collect(),
            (0..shape.depth).map(b).collect(),
        ];
        // SAFETY: the caller's.
        let c = u64::from(unsafe { *c.add(lane) }.to_bits());
        *made = f32::from_bits(sums::sum(p.unit, shape.element, &a, &b, c) as u32);
    }
}
