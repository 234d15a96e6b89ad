//! The same with AVX-512, for dense A of f16 and bf16 where the elements of a row of A, or of a column of B, in a group of
//! products are whole multiples of the largest one's power of two times 2^-[`FRACTION`]: whole numbers that are not large,
//! and others with few digits.
//!
//! Then nothing is cut off, and the host's sums of products of words are those of a group. The largest exponents need not
//! be known: the two of row and column together are not below that of any product, and what depends on it is only where C
//! is cut off. The first row of D in which something of C would be is left to others, and all behind it.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::vectors::avx512::{W, all, plus, words};
use super::vectors::{BIAS, Range};
use super::{Io, Layout, Product, layout};
use crate::ir::plant::{Fault, planted};
use crate::jit::matrix::panels::STRAIGHT;
use crate::machine::wave::{LANES, Vgpr};

/// Vectors of a register.
const VECTORS: usize = LANES / W;
/// Bits behind the point of words, in units of their row's largest power of two: of two the products have no more than the
/// units keep of them.
const FRACTION: u32 = super::TERM as u32 / 2;

/// A or B: pairs of elements as words, and for the lanes of each row or column and group the largest exponent as a field of
/// f32, of B with [`BIAS`].
// Else vectors would lie across the host's cache lines.
#[repr(align(64))]
struct Panel<const PAIRS: usize> {
    words: [[MaybeUninit<u32>; LANES]; PAIRS],
    tops: [MaybeUninit<u32>; LANES],
}

impl<const PAIRS: usize> Panel<PAIRS> {
    /// One that is to be taken. (A constant would be copied, whatever is in it.)
    #[inline(always)]
    fn none() -> Panel<PAIRS> {
        Panel {
            words: [[MaybeUninit::uninit(); LANES]; PAIRS],
            tops: [MaybeUninit::uninit(); LANES],
        }
    }

    /// Takes A (0) or B (1), if all elements are such as this file is for. Lanes `apart` vectors from each other have
    /// elements of the same group.
    ///
    /// # Safety
    /// There are as many registers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn take(
        &mut self,
        p: &Product,
        from: *const Vgpr,
        n: usize,
        lanes: [usize; 4],
        apart: usize,
    ) -> bool {
        let layout = layout(p.unit, p.shape.element, n);
        let range = Range::of(p.shape.element);
        let bias = if n == 0 { 0 } else { BIAS };
        let load = |register: usize, v: usize| {
            let at = W * (lanes[v] % 4);
            // SAFETY: the caller's; 16 lanes.
            unsafe { _mm512_loadu_si512((&(*from.add(register)).0)[at..].as_ptr().cast()) }
        };
        // Zeros have the least one.
        let low = words(range.low + layout.bias);
        let top_of = |v: usize| {
            let top = (0..PAIRS).fold(low, |top, register| {
                _mm512_max_epi16(top, field(layout, load(register, v)))
            });
            _mm512_max_epi16(top, _mm512_rol_epi32::<16>(top))
        };
        // Most often the first vector tells whether there are others.
        for v in 0..VECTORS {
            let top = match apart {
                0 => top_of(v),
                _ => _mm512_max_epi16(top_of(v), top_of(v ^ apart)),
            };
            let mut lost = _mm512_cmpgt_epi16_mask(top, words(range.high + layout.bias));
            for register in 0..PAIRS {
                let (word, is_lost) = word(layout, load(register, v), low, top);
                lost |= is_lost;
                let to = &mut self.words[register][W * v..][..W];
                // SAFETY: 16 dwords.
                unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), word) };
            }
            if lost != 0 && !planted(Fault::WholeAnyway) {
                return false;
            }
            let top = _mm512_and_si512(top, all(0xffff));
            let top = _mm512_slli_epi32::<23>(_mm512_add_epi32(top, all(bias - layout.bias)));
            // SAFETY: 16 dwords.
            unsafe { _mm512_storeu_si512(self.tops[W * v..][..W].as_mut_ptr().cast(), top) };
        }
        true
    }
}

/// The fields of exponents of words; those of zeros and denormal ones are 0.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn field(l: Layout, x: __m512i) -> __m512i {
    let by = _mm_cvtsi32_si128(l.fraction as i32);
    _mm512_srl_epi16(_mm512_and_si512(x, words(0x7fff)), by)
}

/// Elements in units of 2^-[`FRACTION`] of `top`, and which of them are no whole multiples, or have exponents below `low`:
/// others must not find such where some rows have been made.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn word(l: Layout, x: __m512i, low: __m512i, top: __m512i) -> (__m512i, __mmask32) {
    let field = field(l, x);
    let rest = _mm512_and_si512(x, words((1 << l.fraction) - 1));
    let normal = _mm512_test_epi16_mask(field, field);
    let significand = _mm512_mask_add_epi16(rest, normal, rest, words(1 << l.fraction));
    let by = _mm_cvtsi32_si128((FRACTION - l.fraction) as i32);
    let significand = _mm512_sll_epi16(significand, by);
    let field = _mm512_max_epi16(field, words(1));
    let distance = _mm512_sub_epi16(top, field);
    let magnitude = _mm512_srlv_epi16(significand, distance);
    let mut lost = _mm512_cmpneq_epi16_mask(_mm512_sllv_epi16(magnitude, distance), significand);
    if !planted(Fault::WholeOutside) {
        lost |= _mm512_cmplt_epi16_mask(field, low) & _mm512_test_epi16_mask(magnitude, magnitude);
    }
    let negative = _mm512_movepi16_mask(x);
    let zero = _mm512_setzero_si512();
    (
        _mm512_mask_sub_epi16(magnitude, negative, zero, magnitude),
        lost,
    )
}

/// Makes rows of D of `SIZE` columns, in `N` vectors, and sums of `K` products, of which lanes have twice `PAIRS`, in groups
/// of `G`; and tells how many, over all blocks.
///
/// # Safety
/// As for [`Product::multiply`], of C and D as [`Io`] says; the host has AVX-512. The elements are f16 or bf16, and of a
/// shape like that.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn rows<
    const SIZE: usize,
    const PAIRS: usize,
    const K: usize,
    const G: usize,
    const N: usize,
>(
    p: &Product,
    io: Io,
) -> usize {
    let (mut a, mut b) = (Panel::<PAIRS>::none(), Panel::<PAIRS>::none());
    let lanes = LANES * 2 * PAIRS / K;
    // A group has the elements of one lane, or of two.
    let apart = if G > 2 * PAIRS { lanes / W } else { 0 };
    // SAFETY: the caller's.
    unsafe {
        if !a.take(p, io.a, 0, STRAIGHT, apart) || !b.take(p, io.b, 1, p.lanes_of_b(), apart) {
            return 0;
        }
    }
    let (c, d) = (io.c.cast::<f32>(), io.d.cast::<f32>());
    for block in 0..lanes / SIZE {
        let of_a = SIZE * p.block_of_a(block);
        for row in 0..SIZE {
            let (lane, register) = p.shape.result(block, row, 0);
            let at = LANES * register + lane;
            // SAFETY: inside C.
            let mut sums: [_; N] =
                std::array::from_fn(|n| unsafe { _mm512_loadu_ps(c.add(at + n * W)) });
            let mut cut = 0;
            for g in 0..K / G {
                let mut products = [_mm512_setzero_si512(); N];
                for k in (G * g..G * g + G).step_by(2) {
                    let (pair, lane) = (k / 2 % PAIRS, lanes * (k / 2 / PAIRS));
                    let (a, b) = (a.words[pair].as_ptr(), b.words[pair].as_ptr());
                    // SAFETY: inside A, and set.
                    let x = all(unsafe { *a.add(lane + of_a + row).cast::<i32>() });
                    for (n, products) in products.iter_mut().enumerate() {
                        let column = lane + SIZE * block + n * W;
                        // SAFETY: inside B, and set.
                        let columns = unsafe { _mm512_loadu_si512(b.add(column).cast()) };
                        *products = _mm512_add_epi32(*products, _mm512_madd_epi16(x, columns));
                    }
                }
                let lane = lanes * (G * g / 2 / PAIRS);
                // SAFETY: inside A, and set.
                let top = all(unsafe { a.tops[lane + of_a + row].assume_init() } as i32);
                for n in 0..N {
                    let of_columns = b.tops[lane + SIZE * block + n * W..][..W].as_ptr();
                    // SAFETY: 16 dwords, which are set.
                    let top =
                        _mm512_add_epi32(top, unsafe { _mm512_loadu_si512(of_columns.cast()) });
                    let (sum, of_c) = plus(sums[n], products[n], top);
                    cut |= of_c;
                    sums[n] = sum;
                }
            }
            // Infinities and NaNs, too.
            if cut != 0 && !planted(Fault::WholeAddend) {
                return SIZE * block + row;
            }
            for (n, sum) in sums.into_iter().enumerate() {
                // SAFETY: inside D.
                unsafe { _mm512_storeu_ps(d.add(at + n * W), sum) };
            }
        }
    }
    lanes
}
