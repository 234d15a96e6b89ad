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

use super::{Io, Product, TERM, whole};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::matrix::panels::STRAIGHT;
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix, sums};

/// Columns of a vector.
pub(super) const W: usize = 16;
/// Elements of D for each group of products, at most: two blocks of 32 by 32.
const RESULTS: usize = 2048;
/// Added to an exponent, it gives that of a C from which on C's own decides what its last bit is: f32's bias, and
/// the bits that C has room for above [`TERM`].
pub(super) const BIAS: i32 = 127 + 5;
/// As a field of f32: the exponent of a scale and that of its unit, with [`BIAS`], together.
const MOVE: i32 = (TERM + BIAS) << 23;
const ONE: i32 = 127 << 23;
/// Down: a product that is too small for f32 must not become a zero.
const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
/// The exponent of a zero: with another one it is below all others.
const ZERO: i32 = i8::MIN as i32;

/// The largest exponents of up to four groups.
type Tops = [[MaybeUninit<u8>; RESULTS]; 4];

/// Elements of A or B, so many of a lane: as f32, and their exponents.
struct Panel<const EACH: usize> {
    values: [[MaybeUninit<f32>; LANES]; EACH],
    exponents: [[MaybeUninit<i8>; LANES]; EACH],
}

/// What is said of the elements of a panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// One is out of range.
    Outside,
    /// Some are zero.
    WithZeros,
    WithoutZeros,
}

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

/// Fields of exponents in words or dwords, with their elements' magnitudes, and what has been seen of them.
struct Fields {
    range: Range,
    outside: u32,
    zeros: u32,
}

impl<const EACH: usize> Panel<EACH> {
    /// One that is to be taken. (A constant would be copied, whatever is in it.)
    #[inline(always)]
    fn none() -> Panel<EACH> {
        Panel {
            values: [[MaybeUninit::uninit(); LANES]; EACH],
            exponents: [[MaybeUninit::uninit(); LANES]; EACH],
        }
    }

    /// Takes the elements of the registers from `from` on, unless one is out of [`Range`].
    ///
    /// # Safety
    /// There are as many as `shape` has, which has `EACH` elements of a lane.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
    unsafe fn take(&mut self, shape: Matrix, from: *const Vgpr, lanes: [usize; 4]) -> Taken {
        let element = shape.element;
        let per = 32 / element.bits(0);
        let mut fields = Fields {
            range: Range::of(element),
            outside: 0,
            zeros: 0,
        };
        for register in 0..EACH / per {
            for (to, of) in lanes.into_iter().enumerate() {
                // SAFETY: the caller's.
                let x = unsafe {
                    _mm512_loadu_si512((&(*from.add(register)).0)[W * (of % 4)..].as_ptr().cast())
                };
                if element == Element::Xf32 {
                    let x = _mm512_and_si512(x, all(!0x1fff));
                    let exponent = fields.of_dwords(x);
                    self.put(register, to, _mm512_castsi512_ps(x), exponent);
                    continue;
                }
                let exponents = fields.of_words(element, x);
                let values = match element {
                    Element::F16 => [x, _mm512_srli_epi32::<16>(x)]
                        .map(|x| _mm512_cvtph_ps(_mm512_cvtepi32_epi16(x))),
                    _ => [
                        _mm512_castsi512_ps(_mm512_slli_epi32::<16>(x)),
                        _mm512_castsi512_ps(_mm512_and_si512(x, all(!0xffff))),
                    ],
                };
                self.put(2 * register, to, values[0], exponents);
                let exponents = _mm512_srli_epi32::<16>(exponents);
                self.put(2 * register + 1, to, values[1], exponents);
            }
        }
        match fields {
            Fields { outside: 1.., .. } => Taken::Outside,
            Fields { zeros: 0, .. } => Taken::WithoutZeros,
            _ => Taken::WithZeros,
        }
    }

    /// Sets the `n`th element of 16 lanes, the `to`th ones; exponents are the low bytes of dwords.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn put(&mut self, n: usize, to: usize, values: __m512, exponents: __m512i) {
        let at = W * to..W * to + W;
        // SAFETY: 16 f32, and 16 bytes.
        unsafe {
            _mm512_storeu_ps(self.values[n][at.clone()].as_mut_ptr().cast(), values);
            let to = self.exponents[n][at].as_mut_ptr();
            _mm_storeu_si128(to.cast(), _mm512_cvtepi32_epi8(exponents));
        }
    }
}

impl Fields {
    /// The exponents of words; those of zeros are the least byte.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_words(&mut self, element: Element, x: __m512i) -> __m512i {
        let words = |x: i32| _mm512_set1_epi16(x as i16);
        let magnitude = _mm512_and_si512(x, words(i16::MAX.into()));
        let exponent = match element {
            // Denormal ones have their least exponent.
            Element::F16 => {
                let field = _mm512_srli_epi16::<10>(magnitude);
                _mm512_sub_epi16(_mm512_max_epi16(field, words(1)), words(15))
            }
            _ => _mm512_sub_epi16(_mm512_srli_epi16::<7>(magnitude), words(127)),
        };
        let zero = _mm512_testn_epi16_mask(magnitude, magnitude);
        let far = _mm512_sub_epi16(exponent, words(self.range.low));
        let most = words(self.range.high - self.range.low);
        self.outside |= !zero & _mm512_cmpgt_epu16_mask(far, most);
        self.zeros |= zero;
        _mm512_mask_mov_epi16(exponent, zero, words(ZERO))
    }

    /// Those of dwords that are f32.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn of_dwords(&mut self, x: __m512i) -> __m512i {
        let field = _mm512_and_si512(_mm512_srli_epi32::<23>(x), all(0xff));
        let exponent = _mm512_sub_epi32(field, all(127));
        let zero = _mm512_testn_epi32_mask(x, all(i32::MAX));
        let far = _mm512_sub_epi32(exponent, all(self.range.low));
        let most = all(self.range.high - self.range.low);
        self.outside |= u32::from(!zero & _mm512_cmpgt_epu32_mask(far, most));
        self.zeros |= u32::from(zero);
        _mm512_mask_mov_epi32(exponent, zero, all(ZERO))
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
            (32, 8, _) => of_panels::<32, 8, 4, 16, 8, 2>(p, io),
            (32, 4, 4) => of_panels::<32, 4, 2, 4, 4, 2>(p, io),
            (32, 4, _) => of_panels::<32, 4, 2, 8, 8, 2>(p, io),
            (32, _, _) => of_panels::<32, 2, 1, 4, 4, 2>(p, io),
            (_, 8, _) => of_panels::<16, 8, 4, 32, 8, 1>(p, io),
            (_, 4, 4) => of_panels::<16, 4, 2, 4, 4, 1>(p, io),
            (_, 4, _) => of_panels::<16, 4, 2, 16, 8, 1>(p, io),
            (_, _, _) => of_panels::<16, 2, 1, 8, 4, 1>(p, io),
        }
    }
}

/// D by [`whole::rows`] as far as they go, else by [`rows`], if no element is out of range.
///
/// # Safety
/// As for [`multiply`]; the shape is that of `rows`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
unsafe fn of_panels<
    const SIZE: usize,
    const EACH_LANE: usize,
    const PAIRS: usize,
    const K: usize,
    const G: usize,
    const N: usize,
>(
    p: &Product,
    io: Io,
) -> bool {
    let (mut a, mut b) = (Panel::<EACH_LANE>::none(), Panel::<EACH_LANE>::none());
    let made = match p.shape.element.bits(0) {
        // SAFETY: the caller's; elements of 16 bits are f16 or bf16 here.
        16 => unsafe { whole::rows::<SIZE, PAIRS, K, G, N>(p, io) },
        _ => 0,
    };
    if made == LANES * EACH_LANE / K {
        return true;
    }
    // SAFETY: the caller's.
    unsafe {
        let taken = [
            a.take(p.shape, io.a, STRAIGHT),
            b.take(p.shape, io.b, p.lanes_of_b()),
        ];
        if taken.contains(&Taken::Outside) {
            return false;
        }
        if taken.contains(&Taken::WithZeros) && !planted(Fault::MovedZero) {
            rows::<SIZE, EACH_LANE, K, G, N, true>(p, io, &a, &b, made);
        } else {
            rows::<SIZE, EACH_LANE, K, G, N, false>(p, io, &a, &b, made);
        }
    }
    true
}

/// For each group of `G` products the largest exponent, with [`BIAS`], of 4 rows by 16 columns after each other; a
/// group whose products are all zero has the least one. Tells whether there is any such.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn find_tops<
    const SIZE: usize,
    const EACH_LANE: usize,
    const K: usize,
    const G: usize,
    const N: usize,
>(
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
    for block in 0..lanes / SIZE {
        let of_a = SIZE * p.block_of_a(block);
        for (g, tops) in tops.iter_mut().enumerate().take(K / G) {
            let place = |n: usize| {
                let k = G * g + n;
                (k % EACH_LANE, lanes * (k / EACH_LANE))
            };
            let columns: [[__m512i; G]; N] = std::array::from_fn(|strip| {
                std::array::from_fn(|n| {
                    let (e, lane) = place(n);
                    let lane = lane + SIZE * block + W * strip;
                    let bytes = b.exponents[e][lane..lane + W].as_ptr();
                    // SAFETY: 16 bytes, which have been set.
                    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.cast()) })
                })
            });
            for four in (0..SIZE).step_by(4) {
                let mut top = [_mm512_set1_epi8(i8::MIN); N];
                for n in 0..G {
                    let (e, lane) = place(n);
                    let lane = lane + of_a + four;
                    let bytes = a.exponents[e][lane..lane + 4].as_ptr();
                    // SAFETY: 4 bytes, which have been set.
                    let rows = unsafe { bytes.cast::<i32>().read_unaligned() };
                    let row = _mm512_shuffle_epi8(all(rows), spread);
                    for (top, columns) in top.iter_mut().zip(&columns) {
                        *top = _mm512_max_epi8(*top, _mm512_adds_epi8(row, columns[n]));
                    }
                }
                for (strip, top) in top.into_iter().enumerate() {
                    below |= _mm512_cmplt_epi8_mask(top, low);
                    let top = _mm512_add_epi8(_mm512_max_epi8(top, low), bias);
                    let at = SIZE * (SIZE * block + W * strip) + W * four;
                    let to = &mut tops[at..at + 4 * W];
                    // SAFETY: 64 bytes.
                    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), top) };
                }
            }
        }
    }
    below != 0
}

/// Rows of `SIZE` columns, in `N` vectors, and sums of `K` products, of which lanes have `EACH_LANE`, in groups of
/// `G`; with elements that are `ZEROS`, or without. The first ones, over all blocks, have been `made`.
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
    const ZEROS: bool,
>(
    p: &Product,
    io: Io,
    a: &Panel<EACH_LANE>,
    b: &Panel<EACH_LANE>,
    made: usize,
) {
    let mut tops = [[MaybeUninit::uninit(); RESULTS]; 4];
    // A group whose products are all zero.
    let has_none = find_tops::<SIZE, EACH_LANE, K, G, N>(p, a, b, &mut tops) && ZEROS;
    let least = 2 * Range::of(p.shape.element).low + BIAS;
    let lanes = LANES * EACH_LANE / K;
    let (c, d) = (io.c.cast::<f32>(), io.d.cast::<f32>());
    for block in 0..lanes / SIZE {
        let of_a = SIZE * p.block_of_a(block);
        for row in made.saturating_sub(SIZE * block)..SIZE {
            let (lane, register) = p.shape.result(block, row, 0);
            let at = LANES * register + lane;
            // SAFETY: inside C.
            let mut sums: [_; N] =
                std::array::from_fn(|n| unsafe { _mm512_loadu_ps(c.add(at + n * W)) });
            let mut left = [0; N];
            for (g, tops) in tops.iter().enumerate().take(K / G) {
                let at = SIZE * SIZE * block + W * row;
                // The exponents as fields of f32.
                let tops: [_; N] = std::array::from_fn(|n| {
                    let top = &tops[at + SIZE * W * n..][..W];
                    // SAFETY: 16 bytes, which all are set.
                    let top = unsafe { _mm_loadu_si128(top.as_ptr().cast()) };
                    _mm512_slli_epi32::<23>(_mm512_cvtepu8_epi32(top))
                });
                let scales = tops.map(|top| scale_of(top));
                // What is added to the field of an exponent in place of a multiplication.
                let moves = tops.map(|top| _mm512_sub_epi32(all(MOVE), top));
                let mut products = [_mm512_setzero_si512(); N];
                for k in G * g..G * g + G {
                    let (e, lane) = (k % EACH_LANE, lanes * (k / EACH_LANE));
                    let (a, b) = (a.values[e].as_ptr(), b.values[e].as_ptr());
                    // SAFETY: inside A, and set.
                    let x = _mm512_set1_ps(unsafe { *a.add(lane + of_a + row).cast::<f32>() });
                    for n in 0..N {
                        let column = lane + SIZE * block + n * W;
                        // SAFETY: inside B, and set.
                        let column = unsafe { _mm512_loadu_ps(b.add(column).cast()) };
                        let product = _mm512_mul_ps(x, column);
                        let term = if ZEROS {
                            _mm512_mul_ps(product, scales[n])
                        } else {
                            let bits = _mm512_castps_si512(product);
                            _mm512_castsi512_ps(_mm512_add_epi32(bits, moves[n]))
                        };
                        products[n] = _mm512_add_epi32(products[n], _mm512_cvttps_epi32(term));
                    }
                }
                for n in 0..N {
                    if has_none {
                        let top = _mm512_srli_epi32::<23>(tops[n]);
                        left[n] |= is_tiny(sums[n], top, least);
                    }
                    // Infinities and NaNs.
                    left[n] |= _mm512_fpclass_ps_mask::<0x99>(sums[n]);
                    sums[n] = plus(sums[n], products[n], tops[n]).0;
                }
            }
            for n in 0..N {
                let at = at + n * W;
                if left[n] != 0 {
                    let place = (block, row, n * W);
                    // SAFETY: the caller's; this part of C is as it was.
                    sums[n] = unsafe { by_definition(p, io, place, left[n], sums[n], c.add(at)) };
                }
                // SAFETY: inside D.
                unsafe { _mm512_storeu_ps(d.add(at), sums[n]) };
            }
        }
    }
}

/// What makes the last bit of a term that counts 1, for exponents with [`BIAS`].
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn scale(exponent: __m512i) -> __m512 {
    scale_of(_mm512_slli_epi32::<23>(exponent))
}

/// The same for exponents that are fields of f32.
#[inline]
#[target_feature(enable = "avx512f")]
fn scale_of(exponent: __m512i) -> __m512 {
    _mm512_castsi512_ps(_mm512_sub_epi32(all(MOVE.wrapping_add(ONE)), exponent))
}

/// The exponents of f32, with their bias.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn field(c: __m512) -> __m512i {
    _mm512_srli_epi32::<24>(_mm512_slli_epi32::<1>(_mm512_castps_si512(c)))
}

/// C and the sum of products, whose last bit is that of `top`, rounded once; and where something of C is below that bit, or C
/// is no number.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn plus(c: __m512, products: __m512i, top: __m512i) -> (__m512, __mmask16) {
    // Of C or of the products: which of them decides what the last bit is.
    let of_c = _mm512_and_si512(_mm512_castps_si512(c), all(0xff << 23));
    let unit = _mm512_max_epu32(of_c, top);
    let scale = scale_of(unit);
    // 2^n and 2^-n.
    let back = _mm512_sub_epi32(unit, all(MOVE - ONE));
    let scaled = _mm512_mul_round_ps::<DOWN>(c, scale);
    let addend = _mm512_cvt_roundps_epi32::<DOWN>(scaled);
    let cut = _mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(_mm512_cvtepi32_ps(addend), scaled);
    // Two more bits are kept, the others dropped.
    let drop = _mm512_srli_epi32::<23>(_mm512_sub_epi32(unit, top));
    let quarters = _mm512_srav_epi32(_mm512_slli_epi32::<2>(products), drop);
    let sum = _mm512_add_epi32(addend, _mm512_srai_epi32::<2>(quarters));
    // Where they are not zero, C is so large that f32 has no room for the last bits of the sum, and these may say so.
    // (a | b & c.)
    let sum = unless_planted!(
        Fault::NoStickyBit,
        _mm512_ternarylogic_epi32::<0xf8>(sum, quarters, all(3)),
        sum
    );
    let sum = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_castsi512_ps(back));
    (sum, cut)
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
