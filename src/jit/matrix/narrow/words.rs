//! Sums of narrow floats as sums of products of words, with AVX-512; nothing is done where a value is special, or a row's
//! exponents are too far apart. 16 columns of a row of D are a vector.
//!
//! The sum of a block is an i32, or, where values have two words, three of them. f32 has it exactly where it is short, as
//! it most often is: then one multiply-add of f32 makes it a part of C. Else f64 does, rounded to odd, so that the
//! conversion to f32 rounds once.

use std::arch::x86_64::*;

use super::panel::{LOW, PAIRS, Panel, VECTORS, W};
use crate::ir::plant::{Fault, planted};
use crate::jit::host::has_sums_of_words;
use crate::jit::matrix::{Io, Product};
use crate::machine::wave::LANES;
use crate::numerics::matrix::BLOCK;

/// Bits of a sum that f32 has exactly.
const SHORT: i32 = 24;

/// Tells whether D is made.
///
/// # Safety
/// As for [`Product::multiply`], of C and D as [`Io`] says; the host has AVX-512.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(in crate::jit::matrix) unsafe fn multiply(p: &Product, io: Io) -> bool {
    // SAFETY: the caller's.
    unsafe { multiply_by(has_sums_of_words(), p, io) }
}

/// The same, by the host's instruction for sums of products of words or without.
///
/// # Safety
/// As for [`multiply`]; the host has the instruction.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(in crate::jit::matrix) unsafe fn multiply_by(by_one: bool, p: &Product, io: Io) -> bool {
    let (mut a, mut b) = (Panel::none(), Panel::none());
    // SAFETY: the caller's.
    unsafe {
        if !a.take(p, io.a, 0) || !b.take(p, io.b, 1) {
            return false;
        }
        match (by_one, p.shape.size) {
            (true, 16) => by_one::rows::<16, 1, 16>(p, io, &a, &b),
            (true, _) => by_one::rows::<32, 2, 8>(p, io, &a, &b),
            (false, 16) => by_two::rows::<16, 1, 16>(p, io, &a, &b),
            (false, _) => by_two::rows::<32, 2, 8>(p, io, &a, &b),
        }
    }
    true
}

/// C and a sum times `scale`, which f32 has exactly.
#[inline]
#[target_feature(enable = "avx512f")]
fn plus_short(c: __m512, sum: __m512i, scale: __m512) -> __m512 {
    _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), scale, c)
}

/// Whether f32 has not all sums that are so large at most.
#[inline]
#[target_feature(enable = "avx512f")]
fn is_long(most: __m512i) -> bool {
    let above = _mm512_cmpgt_epu32_mask(most, _mm512_set1_epi32(1 << SHORT));
    above != 0 && !planted(Fault::NarrowTooLong)
}

/// The halves as f64.
#[inline]
#[target_feature(enable = "avx512f")]
fn wide(x: __m512i) -> [__m512d; 2] {
    [
        _mm512_cvtepi32_pd(_mm512_castsi512_si256(x)),
        _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64::<1>(x)),
    ]
}

/// Sums of products: those of lower words, those of lower with higher ones, and those of higher ones.
#[inline]
#[target_feature(enable = "avx512f")]
fn joined(low: __m512i, middle: __m512i, high: __m512i) -> [__m512d; 2] {
    let unit = _mm512_set1_pd(f64::from(1 << LOW));
    let (low, middle, high) = (wide(low), wide(middle), wide(high));
    std::array::from_fn(|n| {
        let upper = _mm512_fmadd_pd(high[n], unit, middle[n]);
        _mm512_fmadd_pd(upper, unit, low[n])
    })
}

/// C and sums times the scales of a row and of columns.
///
/// # Safety
/// There are 16 scales of columns.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
unsafe fn plus_long(c: __m512, sums: [__m512d; 2], of_row: f64, of_columns: *const f64) -> __m512 {
    let halves = [_mm512_castps512_ps256(c), _mm512_extractf32x8_ps::<1>(c)];
    let [low, high] = std::array::from_fn(|n| {
        // SAFETY: the caller's.
        let scale = unsafe { _mm512_loadu_pd(of_columns.add(8 * n)) };
        plus_half(
            halves[n],
            sums[n],
            _mm512_mul_pd(scale, _mm512_set1_pd(of_row)),
        )
    });
    _mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high)
}

/// C and a sum times `scale`, rounded to odd as f64, and then to f32.
#[inline]
#[target_feature(enable = "avx512f")]
fn plus_half(c: __m256, sum: __m512d, scale: __m512d) -> __m256 {
    const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    const UP: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
    const CUT: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    let c = _mm512_cvtps_pd(c);
    if planted(Fault::NarrowTwice) {
        return _mm512_cvtpd_ps(_mm512_fmadd_pd(sum, scale, c));
    }
    let down = _mm512_fmadd_round_pd::<DOWN>(sum, scale, c);
    let up = _mm512_fmadd_round_pd::<UP>(sum, scale, c);
    let cut = _mm512_castpd_si512(_mm512_fmadd_round_pd::<CUT>(sum, scale, c));
    let drops = _mm512_cmp_pd_mask::<_CMP_NEQ_OQ>(down, up);
    let odd = _mm512_mask_or_epi64(cut, drops, cut, _mm512_set1_epi64(1));
    _mm512_cvtpd_ps(_mm512_castsi512_pd(odd))
}

/// The functions, with sums of products of words by `$dot`.
macro_rules! functions {
    ($name:ident, $features:literal, $dot:expr) => {
        mod $name {
            use super::*;

            /// D, of `SIZE` columns in `N` vectors, `R` rows at once.
            ///
            /// # Safety
            /// As for [`multiply`], and the host has the features.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn rows<const SIZE: usize, const N: usize, const R: usize>(
                p: &Product,
                io: Io,
                a: &Panel,
                b: &Panel,
            ) {
                let (c, d) = (io.c.cast::<f32>(), io.d.cast::<f32>());
                for row in (0..SIZE).step_by(R) {
                    let at: [usize; R] = std::array::from_fn(|r| {
                        let (lane, register) = p.shape.result(0, row + r, 0);
                        LANES * register + lane
                    });
                    let mut sums = [[_mm512_setzero_ps(); N]; R];
                    for (sums, at) in sums.iter_mut().zip(at) {
                        for (n, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: inside C.
                            *sum = unsafe { _mm512_loadu_ps(c.add(at + W * n)) };
                        }
                    }
                    for block in 0..VECTORS * W / SIZE {
                        if a.is_far[block] || b.is_far[block] {
                            // SAFETY: the caller's.
                            unsafe { far::<SIZE, N, R>(a, b, block, row, &mut sums) };
                        } else {
                            // SAFETY: the caller's.
                            unsafe { near::<SIZE, N, R>(a, b, block, row, &mut sums) };
                        }
                    }
                    for (sums, at) in sums.iter().zip(at) {
                        for (n, sum) in sums.iter().enumerate() {
                            let is_nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(*sum, *sum);
                            let nan = _mm512_set1_ps(f32::from_bits(0x7fc0_0000));
                            let sum = _mm512_mask_mov_ps(*sum, is_nan, nan);
                            // SAFETY: inside D.
                            unsafe { _mm512_storeu_ps(d.add(at + W * n), sum) };
                        }
                    }
                }
            }

            /// Adds a block of values that are one word each to `sums`, of `R` rows from `row` on.
            ///
            /// # Safety
            /// As for [`multiply`]; the panels have been taken.
            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn near<const SIZE: usize, const N: usize, const R: usize>(
                a: &Panel,
                b: &Panel,
                block: usize,
                row: usize,
                sums: &mut [[__m512; N]; R],
            ) {
                let of_a = a.low.of_block(block, SIZE).wrapping_add(row);
                let mut products = [[_mm512_setzero_si512(); N]; R];
                // SAFETY: words that have been written.
                unsafe { dots::<SIZE, N, R>(of_a, b.low.of_block(block, SIZE), &mut products) };
                let bits = a.bits[block] + b.bits[block] + BLOCK.ilog2() as i32;
                let mut is_short = a.is_calm && b.is_calm;
                if is_short && bits > SHORT {
                    let mut most = _mm512_setzero_si512();
                    for products in products.as_flattened() {
                        most = _mm512_max_epu32(most, _mm512_abs_epi32(*products));
                    }
                    is_short = !is_long(most);
                }
                for r in 0..R {
                    let lane = SIZE * block + row + r;
                    for n in 0..N {
                        let first = SIZE * block + W * n;
                        let (sum, products) = (&mut sums[r][n], products[r][n]);
                        *sum = if is_short {
                            let of_row = _mm512_set1_ps(a.floats[lane]);
                            let of_columns = b.floats[first..][..W].as_ptr();
                            // SAFETY: 16 scales.
                            let of_columns = unsafe { _mm512_loadu_ps(of_columns) };
                            plus_short(*sum, products, _mm512_mul_ps(of_row, of_columns))
                        } else {
                            let of_columns = b.scales[first..][..W].as_ptr();
                            // SAFETY: 16 scales.
                            unsafe { plus_long(*sum, wide(products), a.scales[lane], of_columns) }
                        };
                    }
                }
            }

            /// The same where values of A, of B or of both are two words.
            ///
            /// # Safety
            /// As for [`near`].
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn far<const SIZE: usize, const N: usize, const R: usize>(
                a: &Panel,
                b: &Panel,
                block: usize,
                row: usize,
                sums: &mut [[__m512; N]; R],
            ) {
                let [low_a, high_a] =
                    [&a.low, &a.high].map(|of| of.of_block(block, SIZE).wrapping_add(row));
                let [low_b, high_b] = [&b.low, &b.high].map(|of| of.of_block(block, SIZE));
                let mut low = [[_mm512_setzero_si512(); N]; R];
                let (mut middle, mut high) = (low, low);
                let far = [a.is_far[block], b.is_far[block]];
                // SAFETY: words that have been written.
                unsafe {
                    dots::<SIZE, N, R>(low_a, low_b, &mut low);
                    if far[0] {
                        dots::<SIZE, N, R>(high_a, low_b, &mut middle);
                    }
                    if far[1] && !(far[0] && planted(Fault::NarrowCross)) {
                        dots::<SIZE, N, R>(low_a, high_b, &mut middle);
                    }
                    if far == [true; 2] {
                        dots::<SIZE, N, R>(high_a, high_b, &mut high);
                    }
                }
                for r in 0..R {
                    let of_row = a.scales[SIZE * block + row + r];
                    for n in 0..N {
                        let products = joined(low[r][n], middle[r][n], high[r][n]);
                        let of_columns = b.scales[SIZE * block + W * n..][..W].as_ptr();
                        // SAFETY: 16 scales.
                        sums[r][n] = unsafe { plus_long(sums[r][n], products, of_row, of_columns) };
                    }
                }
            }

            /// Adds the products of a block to `sums`, of `R` rows from the one at `a` on, and of all columns.
            ///
            /// # Safety
            /// There are the words of a block's rows and columns.
            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn dots<const SIZE: usize, const N: usize, const R: usize>(
                a: *const i32,
                b: *const i32,
                to: &mut [[__m512i; N]; R],
            ) {
                let mut sums = *to;
                for pair in (0..PAIRS * SIZE).step_by(SIZE) {
                    let mut columns = [_mm512_setzero_si512(); N];
                    for (n, columns) in columns.iter_mut().enumerate() {
                        // SAFETY: the caller's.
                        *columns = unsafe { _mm512_loadu_si512(b.add(pair + W * n).cast()) };
                    }
                    for (r, sums) in sums.iter_mut().enumerate() {
                        // SAFETY: the caller's.
                        let row = _mm512_set1_epi32(unsafe { *a.add(pair + r) });
                        for (sum, columns) in sums.iter_mut().zip(columns) {
                            *sum = $dot(*sum, row, columns);
                        }
                    }
                }
                *to = sums;
            }
        }
    };
}

functions!(
    by_one,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni",
    |sum, x, y| _mm512_dpwssd_epi32(sum, x, y)
);

functions!(by_two, "avx512f,avx512bw,avx512dq,avx512vl", |sum, x, y| {
    _mm512_add_epi32(sum, _mm512_madd_epi16(x, y))
});
