//! Narrow floats as words, by pairs, with AVX-512: each a multiple of a power of two, which the values of a row of A, or of
//! a column of B, in a block have in common.
//!
//! Floats of 6 and of 4 bits are multiples of their format's least value. Of those of 8 bits the least exponent of the row
//! says what the unit is. Where the largest exponent is so far above it that values have no room, all of the block have
//! two words: the lower one has [`LOW`] bits, the higher one the others.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::{BIAS, NAN};
use crate::ir::plant::{Fault, planted};
use crate::jit::matrix::Product;
use crate::jit::matrix::fused::{Layout, Special, layout};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::BLOCK;

/// Lanes of a vector.
pub(super) const W: usize = 16;
/// Vectors of a register. Each has 16 rows of a block: it is the one that has their scales.
pub(super) const VECTORS: usize = LANES / W;
/// Pairs of a block: each is a dword.
pub(super) const PAIRS: usize = BLOCK / 2;
/// Dwords of four codes, of a row and block.
const CODES: usize = PAIRS / 2;
/// Bits of values that are one word, so that i32 has the sum of a block's products.
const WHOLE: i32 = 13;
/// Bits of the lower one of two words.
pub(super) const LOW: u32 = 12;
/// Bits of both, so that f64 has the sum.
const MOST: i32 = 24;
/// Exponents of scales that f32 has, and those of products of two.
const CALM: i32 = 62;

/// Words of all elements, those of pairs in dwords: of each block, each pair, each row.
#[repr(align(64))]
pub(super) struct Words([MaybeUninit<u32>; VECTORS * PAIRS * W]);

impl Words {
    /// Where those of a block begin.
    #[inline(always)]
    pub(super) fn of_block(&self, block: usize, size: usize) -> *const i32 {
        self.0[block * PAIRS * size..].as_ptr().cast()
    }
}

/// A or B.
pub(super) struct Panel {
    pub low: Words,
    /// The higher words, of blocks that have some.
    pub high: Words,
    /// For each block whether it has.
    pub is_far: [bool; VECTORS],
    /// For each block how many bits values have, at most.
    pub bits: [i32; VECTORS],
    /// What sums are multiplied by: lane `size` n + i for the `n`th block of row i.
    pub scales: [f64; LANES],
    /// The same, if all are such as f32 has.
    pub floats: [f32; LANES],
    pub is_calm: bool,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn all(x: i32) -> __m512i {
    _mm512_set1_epi32(x)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(x: u32) -> __m512i {
    _mm512_set1_epi8(x as i8)
}

/// A format as its bits say.
#[derive(Clone, Copy)]
struct Format {
    layout: Layout,
    bits: usize,
}

/// Codes taken apart, four of each dword: significands and the fields of exponents.
struct Parts {
    significand: __m512i,
    field: __m512i,
    /// Which words have a sign in their lower byte, and in their higher one.
    negative: [__mmask32; 2],
}

impl Format {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn field(self, x: __m512i) -> __m512i {
        let by = _mm_cvtsi32_si128(self.layout.fraction as i32);
        _mm512_and_si512(
            _mm512_srl_epi16(x, by),
            bytes((1 << self.layout.exponent) - 1),
        )
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn parts(self, x: __m512i) -> Parts {
        let implied = 1 << self.layout.fraction;
        let rest = _mm512_and_si512(x, bytes(implied - 1));
        let sign = 1 << (self.bits - 1);
        let normal = _mm512_test_epi8_mask(x, bytes(sign - implied));
        let negative = |sign| _mm512_test_epi16_mask(x, _mm512_set1_epi16(sign));
        Parts {
            significand: _mm512_mask_add_epi8(rest, normal, rest, bytes(implied)),
            field: self.field(x),
            negative: [negative(sign as i16), negative((sign << 8) as i16)],
        }
    }
}

/// The even bytes as words, or the odd ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn half(x: __m512i, n: usize) -> __m512i {
    if n == 0 {
        _mm512_and_si512(x, all(0x00ff_00ff))
    } else {
        _mm512_srli_epi16::<8>(x)
    }
}

/// The least, or largest, byte of each dword in all four.
macro_rules! of_dword {
    ($choose:ident, $x:expr) => {{
        let x = $choose($x, _mm512_rol_epi32::<16>($x));
        $choose(x, _mm512_rol_epi32::<8>(x))
    }};
}

impl Panel {
    /// One that is to be taken. (A constant would be copied, whatever is in it.)
    #[inline(always)]
    pub(super) fn none() -> Panel {
        Panel {
            low: Words([MaybeUninit::uninit(); VECTORS * PAIRS * W]),
            high: Words([MaybeUninit::uninit(); VECTORS * PAIRS * W]),
            is_far: [false; VECTORS],
            bits: [0; VECTORS],
            scales: [1.0; LANES],
            floats: [1.0; LANES],
            is_calm: true,
        }
    }

    /// Takes A (0) or B (1), unless there is a NaN or an infinity, or a row has no room in two words.
    ///
    /// # Safety
    /// There are as many registers as the product has.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    pub(super) unsafe fn take(&mut self, p: &Product, from: *const Vgpr, n: usize) -> bool {
        let format = Format {
            layout: layout(p.unit, p.shape.element, n),
            bits: p.shape.element.bits(n),
        };
        let size = p.shape.size;
        // The field of the least exponent, in all bytes of a row's lane.
        let mut least = [bytes(1); VECTORS];
        if format.bits == 8 {
            for (v, least) in least.iter_mut().enumerate() {
                // SAFETY: the caller's.
                let codes = unsafe { eights(from, size, v) };
                let (low, high, is_special) = range(format, &codes);
                if is_special {
                    return false;
                }
                *least = low;
                // Both are in all bytes of a dword.
                let spread = _mm512_and_si512(_mm512_subs_epu8(high, low), all(0xff));
                let bits = _mm512_reduce_max_epi32(spread) + format.layout.fraction as i32 + 1;
                let of_block = &mut self.bits[W * v / size];
                *of_block = (*of_block).max(bits);
            }
        } else {
            let most = (1 << format.layout.exponent) - 2;
            self.bits = [most + format.layout.fraction as i32 + 1; VECTORS];
        }
        for (is_far, bits) in self.is_far.iter_mut().zip(self.bits) {
            if bits > MOST {
                return false;
            }
            *is_far = bits > WHOLE && !planted(Fault::NarrowTooFar);
        }
        for (v, least) in least.into_iter().enumerate() {
            // SAFETY: the caller's.
            let codes = unsafe {
                match format.bits {
                    8 => eights(from, size, v),
                    6 => sixes(from, v),
                    _ => fours(from, v),
                }
            };
            let (block, row) = (W * v / size, W * v % size);
            let first = block * PAIRS * size + row;
            for (n, codes) in codes.into_iter().enumerate() {
                let at = first + 2 * n * size;
                if format.bits == 4 {
                    self.put(false, at, size, of_fours(codes));
                } else {
                    let parts = format.parts(codes);
                    let shift = _mm512_subs_epu8(parts.field, least);
                    if self.is_far[block] {
                        self.put(false, at, size, low_words(&parts, shift));
                        self.put(true, at, size, high_words(&parts, shift));
                    } else {
                        self.put(false, at, size, whole_words(&parts, shift));
                    }
                }
            }
            let layout = format.layout;
            let least = _mm512_and_si512(least, all(0xff));
            let unit = _mm512_sub_epi32(least, all(layout.bias + layout.fraction as i32));
            let scale = p.modifiers.scales.map(|bytes| {
                // SAFETY: that of the scales is behind the others.
                let scales = unsafe { &*from.add(p.shape.registers(n)) };
                (&scales.0, bytes[n])
            });
            self.scale(v, unit, scale);
        }
        true
    }

    /// Writes two pairs' words, of the 16 rows whose first ones are at `at`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn put(&mut self, is_high: bool, at: usize, size: usize, words: [__m512i; 2]) {
        let to = if is_high {
            &mut self.high.0
        } else {
            &mut self.low.0
        };
        for (to, words) in to[at..].chunks_mut(size).zip(words) {
            // SAFETY: 16 dwords.
            unsafe { _mm512_storeu_si512(to[..W].as_mut_ptr().cast(), words) };
        }
    }

    /// What sums of 16 rows are multiplied by: 2^`unit`, times the scale that is that byte of the register.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn scale(&mut self, v: usize, unit: __m512i, scale: Option<(&[u32; LANES], u8)>) {
        let (mut exponent, mut is_nan) = (unit, 0);
        if let Some((register, byte)) = scale {
            // SAFETY: 16 dwords.
            let x = unsafe { _mm512_loadu_si512(register[W * v..][..W].as_ptr().cast()) };
            let x = _mm512_srl_epi32(x, _mm_cvtsi32_si128(8 * i32::from(byte)));
            let x = _mm512_and_si512(x, all(0xff));
            is_nan = _mm512_cmpeq_epi32_mask(x, all(NAN as i32));
            exponent = _mm512_add_epi32(exponent, _mm512_sub_epi32(x, all(BIAS)));
        }
        let far = _mm512_cmpgt_epi32_mask(_mm512_abs_epi32(exponent), all(CALM)) | is_nan;
        self.is_calm &= far == 0 || planted(Fault::NarrowScales);
        let float = _mm512_slli_epi32::<23>(_mm512_add_epi32(exponent, all(BIAS)));
        // SAFETY: 16 f32.
        unsafe { _mm512_storeu_si512(self.floats[W * v..][..W].as_mut_ptr().cast(), float) };
        let halves = [
            _mm512_castsi512_si256(exponent),
            _mm512_extracti64x4_epi64::<1>(exponent),
        ];
        for (n, half) in halves.into_iter().enumerate() {
            let field = _mm512_add_epi64(_mm512_cvtepi32_epi64(half), _mm512_set1_epi64(1023));
            let scale = _mm512_castsi512_pd(_mm512_slli_epi64::<52>(field));
            let is_nan = (is_nan >> (8 * n)) as __mmask8;
            let scale = _mm512_mask_mov_pd(scale, is_nan, _mm512_set1_pd(f64::NAN));
            let to = &mut self.scales[W * v + 8 * n..][..8];
            // SAFETY: 8 f64.
            unsafe { _mm512_storeu_pd(to.as_mut_ptr(), scale) };
        }
    }
}

/// The fields of the least and of the largest exponent of a row's values, but zeros, in all bytes; and whether a value is
/// special.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn range(format: Format, codes: &[__m512i; CODES]) -> (__m512i, __m512i, bool) {
    let (mut low, mut high) = (bytes(0xff), bytes(0));
    for x in codes {
        let x = _mm512_and_si512(*x, bytes(0x7f));
        // Zeros are the largest, so.
        low = _mm512_min_epu8(low, _mm512_sub_epi8(x, bytes(1)));
        high = _mm512_max_epu8(high, x);
    }
    let low = _mm512_add_epi8(of_dword!(_mm512_min_epu8, low), bytes(1));
    let high = of_dword!(_mm512_max_epu8, high);
    let least = match format.layout.special {
        Special::None => 0x80,
        Special::Exponent => ((1 << format.layout.exponent) - 1) << format.layout.fraction,
        Special::Bits(bits) | Special::Magnitude(bits) => bits,
    };
    let is_special = _mm512_cmpge_epu8_mask(high, bytes(least)) != 0;
    let field = |x| _mm512_max_epu8(format.field(x), bytes(1));
    (field(low), field(high), is_special)
}

/// The codes of floats of 8 bits of a block's 16 rows, which two lanes have.
///
/// # Safety
/// There are eight registers.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn eights(from: *const Vgpr, size: usize, v: usize) -> [__m512i; CODES] {
    let (register, first) = (CODES / 2 * (v / 2), v % 2 * (2 * W / size));
    std::array::from_fn(|n| {
        // SAFETY: the caller's.
        let register = unsafe { &*from.add(register + n % (CODES / 2)) };
        let lanes = first + n / (CODES / 2) * (size / W);
        // SAFETY: 16 dwords.
        unsafe { _mm512_loadu_si512(register.0[W * lanes..][..W].as_ptr().cast()) }
    })
}

/// Those of floats of 6 bits, of which a lane has all of a block.
///
/// # Safety
/// There are six registers.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn sixes(from: *const Vgpr, v: usize) -> [__m512i; CODES] {
    let load = |n: usize| {
        // SAFETY: the caller's.
        let register = unsafe { &*from.add(n) };
        // SAFETY: 16 dwords.
        unsafe { _mm512_loadu_si512(register.0[W * v..][..W].as_ptr().cast()) }
    };
    std::array::from_fn(|n| {
        let (register, at) = (24 * n / 32, (24 * n % 32) as u32);
        let mut x = _mm512_srlv_epi32(load(register), all(at as i32));
        if at > 8 {
            let by = all(32 - at as i32);
            x = _mm512_or_si512(x, _mm512_sllv_epi32(load(register + 1), by));
        }
        let part = |x, mask| _mm512_and_si512(x, all(mask));
        let even = _mm512_or_si512(part(x, 0x3f), part(_mm512_slli_epi32::<4>(x), 0x3f_0000));
        let odd = _mm512_or_si512(
            part(_mm512_slli_epi32::<2>(x), 0x3f00),
            part(_mm512_slli_epi32::<6>(x), 0x3f00_0000),
        );
        _mm512_or_si512(even, odd)
    })
}

/// And those of 4 bits.
///
/// # Safety
/// There are four registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn fours(from: *const Vgpr, v: usize) -> [__m512i; CODES] {
    std::array::from_fn(|n| {
        // SAFETY: the caller's.
        let register = unsafe { &*from.add(n / 2) };
        // SAFETY: 16 dwords.
        let x = unsafe { _mm512_loadu_si512(register.0[W * v..][..W].as_ptr().cast()) };
        // Each of two bytes twice.
        let twice = if n % 2 == 0 { 0x0101_0000 } else { 0x0303_0202 };
        let at = _mm512_set4_epi32(0x0c0c_0c0c, 0x0808_0808, 0x0404_0404, 0);
        let x = _mm512_shuffle_epi8(x, _mm512_add_epi32(at, all(twice)));
        let even = _mm512_and_si512(x, all(0x000f_000f));
        let odd = _mm512_and_si512(_mm512_srli_epi16::<4>(x), all(0x0f00_0f00));
        _mm512_or_si512(even, odd)
    })
}

/// The values of floats of 4 bits as words: in halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn of_fours(codes: __m512i) -> [__m512i; 2] {
    let halves = _mm512_broadcast_i32x4(_mm_setr_epi8(
        0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12,
    ));
    let x = _mm512_shuffle_epi8(halves, codes);
    [
        _mm512_srai_epi16::<8>(_mm512_slli_epi16::<8>(x)),
        _mm512_srai_epi16::<8>(x),
    ]
}

/// Words of values, made by `$of` from significands and shifts.
macro_rules! words {
    ($name:ident, $doc:literal, $of:expr) => {
        #[doc = $doc]
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw")]
        fn $name(parts: &Parts, shift: __m512i) -> [__m512i; 2] {
            let mut words = [_mm512_setzero_si512(); 2];
            for (n, word) in words.iter_mut().enumerate() {
                let x: __m512i = $of(half(parts.significand, n), half(shift, n));
                let zero = _mm512_setzero_si512();
                *word = _mm512_mask_sub_epi16(x, parts.negative[n], zero, x);
            }
            words
        }
    };
}

words!(
    whole_words,
    "Those that are one word.",
    |significand, shift| _mm512_sllv_epi16(significand, shift)
);

words!(low_words, "The lower ones.", |significand, shift| {
    let mask = all(0x0001_0001 * ((1 << LOW) - 1));
    _mm512_and_si512(_mm512_sllv_epi16(significand, shift), mask)
});

words!(high_words, "The higher ones.", |significand, shift| {
    // Zero where one shifts by less than nothing: it counts as by many.
    let by = _mm512_sub_epi16(shift, _mm512_set1_epi16(LOW as i16));
    let left = _mm512_sllv_epi16(significand, by);
    let right = _mm512_srlv_epi16(significand, _mm512_sub_epi16(_mm512_setzero_si512(), by));
    _mm512_or_si512(left, right)
});
