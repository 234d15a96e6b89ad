//! The same with AVX-512, for dense A of f16, bf16 and xf32, where no special value occurs and exponents are in the
//! middle; else nothing is done. 16 columns of a row of D are a vector.
//!
//! The largest exponents of the groups come first, as bytes, for 64 elements of D at once. Then each product, scaled
//! so that its last bit that counts is 1, becomes an integer, and these are added. C becomes one, too, with as many
//! bits as there is room for: where it is so large that bits of the sum of products are below them, the last one
//! says whether any are set ("rounded to odd"). So the conversion of the sum to f32 rounds once.

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::MaybeUninit;

use super::{Io, Product, TERM};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::matrix::panels::{self, STRAIGHT, take};
use crate::jit::matrix::rows::avx512::halves;
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix, sums};

/// Columns of a vector.
const W: usize = 16;
/// Elements of D for each group of products, at most: two blocks of 32 by 32.
const RESULTS: usize = 2048;
/// Added to an exponent, it gives that of a C from which on C's own decides what its last bit is: f32's bias, and
/// the bits that C has room for above [`TERM`].
pub(super) const BIAS: i32 = 127 + 5;
/// The exponent of a zero: with another one it is below all others.
const ZERO: i32 = i8::MIN as i32;

/// The largest exponents of up to four groups.
type Tops = [[MaybeUninit<u8>; RESULTS]; 4];

/// Elements of A or B, so many of a lane.
struct Panel<const EACH: usize> {
    values: [Vgpr; EACH],
    exponents: [[i8; LANES]; EACH],
}

/// What exponents have to be: of elements that are not zero, and of each largest one (`low` is twice that of an
/// element).
#[derive(Clone, Copy)]
struct Range {
    low: i32,
    high: i32,
}

impl Range {
    /// Of f16 all. Of others so that none is as low as a zero's, and no scaled product is beyond f32.
    const fn of(ty: Element) -> Range {
        match ty {
            Element::F16 => Range { low: -14, high: 15 },
            _ => Range { low: -30, high: 45 },
        }
    }
}

impl<const EACH: usize> Panel<EACH> {
    const NONE: Panel<EACH> = Panel {
        values: [Vgpr::ZERO; EACH],
        exponents: [[0; LANES]; EACH],
    };

    /// Takes the elements of the registers from `from` on, unless one is out of `range`.
    ///
    /// # Safety
    /// There are as many as `shape` has, which has `EACH` elements of a lane.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
    unsafe fn take(&mut self, shape: Matrix, from: *const Vgpr, lanes: [usize; 4]) -> bool {
        let range = Range::of(shape.element);
        // SAFETY: the caller's.
        unsafe {
            match shape.element {
                Element::F16 => halves(&mut self.values, from, lanes, false),
                Element::Xf32 => take(&mut self.values, from, lanes, 1, |x, _| x & !0x1fff),
                _ => take(&mut self.values, from, lanes, 2, panels::brain),
            }
        }
        let mut outside = 0;
        let values = self.values.iter().zip(&mut self.exponents);
        for (values, exponents) in values {
            for (x, to) in values.0.chunks_exact(W).zip(exponents.chunks_exact_mut(W)) {
                // SAFETY: 16 dwords.
                let x = unsafe { _mm512_loadu_si512(x.as_ptr().cast()) };
                let field = _mm512_and_si512(_mm512_srli_epi32::<23>(x), all(0xff));
                // Denormal f16 have their least exponent.
                let exponent = match shape.element {
                    Element::F16 => {
                        _mm512_max_epi32(_mm512_sub_epi32(field, all(127)), all(range.low))
                    }
                    _ => _mm512_sub_epi32(field, all(127)),
                };
                let some = _mm512_test_epi32_mask(x, all(i32::MAX));
                outside |= _mm512_mask_cmplt_epi32_mask(some, exponent, all(range.low))
                    | _mm512_mask_cmpgt_epi32_mask(some, exponent, all(range.high));
                let exponent = _mm512_mask_mov_epi32(all(ZERO), some, exponent);
                // SAFETY: 16 bytes.
                unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(exponent)) };
            }
        }
        outside == 0
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(x: i32) -> __m512i {
    _mm512_set1_epi32(x)
}

/// Tells whether D is made.
///
/// # Safety
/// As for [`Product::multiply`], of C and D as [`Io`] says; the host has AVX-512.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
pub(in super::super) unsafe fn multiply(p: &Product, io: Io) -> bool {
    let (shape, sources) = (p.shape, p.sources());
    let is_apart =
        |from: *const Vgpr, count: usize| (0..count).all(|n| p.is_apart(from.wrapping_add(n), io));
    let has_element = matches!(shape.element, Element::F16 | Element::Bf16 | Element::Xf32);
    if !has_element
        || shape.size < W
        || p.modifiers.indices.is_some()
        || !is_apart(io.a, sources[0])
        || !is_apart(io.b, sources[1])
    {
        return false;
    }
    // SAFETY: the caller's.
    unsafe {
        match (shape.size, shape.elements(), shape.depth) {
            (32, 8, _) => of_panels(p, io, rows::<32, 8, 16, 8, 2>),
            (32, 4, 4) => of_panels(p, io, rows::<32, 4, 4, 4, 2>),
            (32, 4, _) => of_panels(p, io, rows::<32, 4, 8, 8, 2>),
            (32, _, _) => of_panels(p, io, rows::<32, 2, 4, 4, 2>),
            (_, 8, _) => of_panels(p, io, rows::<16, 8, 32, 8, 1>),
            (_, 4, 4) => of_panels(p, io, rows::<16, 4, 4, 4, 1>),
            (_, 4, _) => of_panels(p, io, rows::<16, 4, 16, 8, 1>),
            (_, _, _) => of_panels(p, io, rows::<16, 2, 8, 4, 1>),
        }
    }
}

/// D by one of the [`rows`], if no element is out of range.
///
/// # Safety
/// As for [`multiply`]; the shape has `EACH` elements of a lane, and is that of `rows`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
unsafe fn of_panels<const EACH: usize>(
    p: &Product,
    io: Io,
    rows: unsafe fn(&Product, Io, &Panel<EACH>, &Panel<EACH>),
) -> bool {
    let (mut a, mut b) = (Panel::NONE, Panel::NONE);
    // SAFETY: the caller's.
    unsafe {
        let is_inside = a.take(p.shape, io.a, STRAIGHT) && b.take(p.shape, io.b, p.lanes_of_b());
        if is_inside {
            rows(p, io, &a, &b);
        }
        is_inside
    }
}

/// For each group of `G` products the largest exponent, with [`BIAS`], of 4 rows by 16 columns after each other; a
/// group whose products are all zero has the least one. Tells whether there is any such.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn find_tops<const SIZE: usize, const EACH_LANE: usize, const K: usize, const G: usize>(
    p: &Product,
    a: &Panel<EACH_LANE>,
    b: &Panel<EACH_LANE>,
    tops: &mut Tops,
) -> bool {
    let lanes = LANES * EACH_LANE / K;
    let low = _mm512_set1_epi8((2 * Range::of(p.shape.element).low) as i8);
    let bias = _mm512_set1_epi8(BIAS as i8);
    // Each of four bytes to 16 columns. (What is known of it has the compiler choose other instructions, and more.)
    let spread = black_box(_mm512_set_epi32(
        0x0303_0303,
        0x0303_0303,
        0x0303_0303,
        0x0303_0303,
        0x0202_0202,
        0x0202_0202,
        0x0202_0202,
        0x0202_0202,
        0x0101_0101,
        0x0101_0101,
        0x0101_0101,
        0x0101_0101,
        0,
        0,
        0,
        0,
    ));
    let mut below = 0;
    let mut at = 0;
    for block in 0..lanes / SIZE {
        let of_a = SIZE * p.block_of_a(block);
        for strip in (0..SIZE).step_by(W) {
            let columns: [__m512i; K] = std::array::from_fn(|k| {
                let lane = SIZE * block + lanes * (k / EACH_LANE) + strip;
                let bytes = &b.exponents[k % EACH_LANE][lane..lane + W];
                // SAFETY: 16 bytes.
                _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
            });
            for four in (0..p.shape.size).step_by(4) {
                for (g, columns) in columns.chunks_exact(G).enumerate() {
                    let mut top = _mm512_set1_epi8(i8::MIN);
                    for (n, column) in columns.iter().enumerate() {
                        let k = G * g + n;
                        let lane = of_a + lanes * (k / EACH_LANE) + four;
                        let rows = &a.exponents[k % EACH_LANE][lane..lane + 4];
                        let rows = i32::from_le_bytes(std::array::from_fn(|n| rows[n] as u8));
                        let row = _mm512_shuffle_epi8(all(rows), spread);
                        top = _mm512_max_epi8(top, _mm512_adds_epi8(row, *column));
                    }
                    below |= _mm512_cmplt_epi8_mask(top, low);
                    let top = _mm512_add_epi8(_mm512_max_epi8(top, low), bias);
                    let to = &mut tops[g][at..at + 64];
                    // SAFETY: 64 bytes.
                    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), top) };
                }
                at += 64;
            }
        }
    }
    below != 0
}

/// Rows of `SIZE` columns, in `N` vectors, and sums of `K` products, of which lanes have `EACH_LANE`, in groups of
/// `G`.
///
/// # Safety
/// As for [`multiply`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
unsafe fn rows<
    const SIZE: usize,
    const EACH_LANE: usize,
    const K: usize,
    const G: usize,
    const N: usize,
>(
    p: &Product,
    io: Io,
    a: &Panel<EACH_LANE>,
    b: &Panel<EACH_LANE>,
) {
    let mut tops = [[MaybeUninit::uninit(); RESULTS]; 4];
    let has_zeros = find_tops::<SIZE, EACH_LANE, K, G>(p, a, b, &mut tops);
    let least = 2 * Range::of(p.shape.element).low + BIAS;
    let lanes = LANES * EACH_LANE / K;
    let (values, c, d) = (
        a.values.as_ptr().cast::<f32>(),
        io.c.cast::<f32>(),
        io.d.cast::<f32>(),
    );
    for block in 0..lanes / SIZE {
        let of_a = SIZE * p.block_of_a(block);
        let mut columns = [[_mm512_setzero_ps(); N]; K];
        for (k, columns) in columns.iter_mut().enumerate() {
            for (n, column) in columns.iter_mut().enumerate() {
                let lane = SIZE * block + lanes * (k / EACH_LANE) + n * W;
                // SAFETY: inside the register.
                *column =
                    unsafe { _mm512_loadu_ps(b.values[k % EACH_LANE].0.as_ptr().add(lane).cast()) };
            }
        }
        // Four rows are in registers that follow each other.
        for four in (0..p.shape.size).step_by(4) {
            let (lane, register) = p.shape.result(block, four, 0);
            for i in 0..4 {
                let at = LANES * (register + i) + lane;
                // SAFETY: inside C.
                let mut sums: [_; N] =
                    std::array::from_fn(|n| unsafe { _mm512_loadu_ps(c.add(at + n * W)) });
                let mut left = [0; N];
                for (g, tops) in tops.iter().enumerate().take(K / G) {
                    let at = SIZE * SIZE * block + W * (four + i);
                    let top: [_; N] = std::array::from_fn(|n| {
                        let top = &tops[at + SIZE * W * n..][..W];
                        // SAFETY: 16 bytes, which all are set.
                        _mm512_cvtepu8_epi32(unsafe { _mm_loadu_si128(top.as_ptr().cast()) })
                    });
                    let scales = top.map(|top| scale(top));
                    let mut products = [_mm512_setzero_si512(); N];
                    for (k, columns) in columns.iter().enumerate().skip(G * g).take(G) {
                        let at =
                            LANES * (k % EACH_LANE) + lanes * (k / EACH_LANE) + of_a + four + i;
                        // SAFETY: inside A.
                        let x = _mm512_set1_ps(unsafe { *values.add(at) });
                        for n in 0..N {
                            let term = _mm512_mul_ps(_mm512_mul_ps(x, columns[n]), scales[n]);
                            products[n] = _mm512_add_epi32(products[n], _mm512_cvttps_epi32(term));
                        }
                    }
                    for n in 0..N {
                        // Infinities and NaNs.
                        left[n] |= _mm512_fpclass_ps_mask::<0x99>(sums[n]);
                        if has_zeros {
                            left[n] |= is_tiny(sums[n], top[n], least);
                        }
                        sums[n] = plus(sums[n], products[n], top[n]);
                    }
                }
                for n in 0..N {
                    let at = at + n * W;
                    if left[n] != 0 {
                        let place = (block, four + i, n * W);
                        // SAFETY: the caller's; this part of C is as it was.
                        sums[n] =
                            unsafe { by_definition(p, io, place, left[n], sums[n], c.add(at)) };
                    }
                    // SAFETY: inside D.
                    unsafe { _mm512_storeu_ps(d.add(at), sums[n]) };
                }
            }
        }
    }
}

/// What makes the last bit of a term that counts 1, for exponents with [`BIAS`].
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn scale(exponent: __m512i) -> __m512 {
    let field = _mm512_sub_epi32(all(TERM + 127 + BIAS), exponent);
    _mm512_castsi512_ps(_mm512_slli_epi32::<23>(field))
}

/// The exponents of f32, with their bias.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn field(c: __m512) -> __m512i {
    _mm512_srli_epi32::<24>(_mm512_slli_epi32::<1>(_mm512_castps_si512(c)))
}

/// C and the sum of products, whose last bit is 2^(`top` - [`BIAS`] - [`TERM`]), rounded once.
#[inline]
#[target_feature(enable = "avx512f")]
fn plus(c: __m512, products: __m512i, top: __m512i) -> __m512 {
    // Of C or of the products: which of them decides what the last bit is.
    let unit = _mm512_max_epi32(field(c), top);
    let scale = scale(unit);
    // 2^n and 2^-n.
    let back = _mm512_sub_epi32(all(254 << 23), _mm512_castps_si512(scale));
    // Down: a product that is too small for f32 must not become a zero.
    const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    let addend = _mm512_cvt_roundps_epi32::<DOWN>(_mm512_mul_round_ps::<DOWN>(c, scale));
    // Two more bits are kept, the others dropped; then they become one.
    let quarters = _mm512_srav_epi32(
        _mm512_slli_epi32::<2>(products),
        _mm512_sub_epi32(unit, top),
    );
    let whole = _mm512_srai_epi32::<2>(quarters);
    let odd = unless_planted!(
        Fault::NoStickyBit,
        _mm512_test_epi32_mask(quarters, all(3)),
        0
    );
    // Or.
    let whole = _mm512_mask_ternarylogic_epi32::<0xfc>(whole, odd, all(1), whole);
    let sum = _mm512_cvtepi32_ps(_mm512_add_epi32(addend, whole));
    _mm512_mul_ps(sum, _mm512_castsi512_ps(back))
}

/// The lanes in which bits of C may be below the last one though all products are zero.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn is_tiny(c: __m512, top: __m512i, least: i32) -> __mmask16 {
    if planted(Fault::TinyBesideZeros) {
        return 0;
    }
    let some = _mm512_test_epi32_mask(_mm512_castps_si512(c), all(i32::MAX));
    let lowest = _mm512_mask_cmpeq_epi32_mask(some, top, all(least));
    // One bit is left of a C that is just below the products.
    _mm512_mask_cmplt_epi32_mask(lowest, field(c), all(least - BIAS + 127 - 1))
}

/// `sum` with the lanes of `left` as [`sums`] has them; the first one is that of (block, row, column), and C's is at
/// `c`.
///
/// # Safety
/// As for [`multiply`]; 16 lanes of C.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn by_definition(
    p: &Product,
    io: Io,
    (block, row, column): (usize, usize, usize),
    left: __mmask16,
    sum: __m512,
    c: *const f32,
) -> __m512 {
    let (shape, bits) = (p.shape, p.shape.element.bits(0));
    let mut sums = [0.0; W];
    // SAFETY: 16 f32.
    unsafe { _mm512_storeu_ps(sums.as_mut_ptr(), sum) };
    let element = |from: *const Vgpr, lanes: [usize; 4], (lane, e): (usize, usize)| {
        let lane = 16 * (lanes[lane / 16] % 4) + lane % 16;
        // SAFETY: the registers of A and B.
        let register = unsafe { &*from.add(e * bits / 32) };
        u64::from(register.0[lane] >> (e * bits % 32) & u32::MAX >> (32 - bits))
    };
    for lane in (0..W).filter(|lane| left >> lane & 1 != 0) {
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
        sums[lane] = f32::from_bits(sums::sum(p.unit, shape.element, &a, &b, c) as u32);
    }
    // SAFETY: 16 f32.
    unsafe { _mm512_loadu_ps(sums.as_ptr()) }
}
