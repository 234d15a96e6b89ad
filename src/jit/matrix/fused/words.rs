//! The same with AVX-512, for dense A of bytes of floats without NaNs and infinities. 16 columns of a row of D are a
//! vector.
//!
//! In a group of products each row of A, and each column of B, is taken in units of its element with the least exponent:
//! as words, if the others are not too far above. So the host's sums of products of words are those of the group in
//! units of both, which are right where nothing is cut off: where the largest product is less than 2^18 times what the
//! exponents of both units say. Vectors with other sums are made of products apart, as those of f16 are, of even places
//! and of odd ones.

use std::arch::x86_64::*;

use super::vectors::avx512::{W, all, field, is_special, is_tiny, scale};
use super::vectors::{BIAS, by_definition};
use super::{Io, LEAST, Layout, Product, REACH, Special, TERM, layout};
use crate::ir::plant::{Fault, planted};
use crate::jit::matrix::panels::STRAIGHT;
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::Element;

/// Vectors of a register.
const VECTORS: usize = LANES / W;
/// Pairs of elements of a lane: each is a dword, of two words.
const PAIRS: usize = 4;
/// Products of a group, which two lanes of A and of B have.
const GROUP: usize = 16;
/// The least exponent of elements that are all zero: above all others.
const NONE: i16 = 0x3fff;
/// That of elements some of which have no room in a word: below all others.
const FAR: i16 = -0x2000;
/// Below the exponents of all products that are not zero: what those of zeros are taken for.
const LOW: i32 = -40;
/// Of the sum of products two bits below the last one of a large C are kept.
const KEPT: i32 = 2;

/// A or B: for each pair of elements the values in units of their row's or column's; as f32, those of even places and of
/// odd ones; and their exponents.
// Else vectors would lie across the host's cache lines.
#[repr(align(64))]
struct Panel {
    words: [[u32; LANES]; PAIRS],
    floats: [[[f32; LANES]; 2]; PAIRS],
    exponents: [[u32; LANES]; PAIRS],
    /// For the first lane of each row and group the exponent of the unit, without the bits of the fraction.
    low: [i32; LANES],
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn words(x: i16) -> __m512i {
    _mm512_set1_epi16(x)
}

/// The words of even places, or of odd ones, as dwords.
#[inline]
#[target_feature(enable = "avx512f")]
fn half(x: __m512i, odd: bool) -> __m512i {
    _mm512_srai_epi32::<16>(if odd { x } else { _mm512_slli_epi32::<16>(x) })
}

/// The least, or largest, word of each dword's two and of those `apart` vectors from it, in all of them.
macro_rules! of_group {
    ($choose:ident, $x:expr, $apart:expr) => {{
        let x = $x.map(|x| $choose(x, _mm512_rol_epi32::<16>(x)));
        let all: [__m512i; VECTORS] = std::array::from_fn(|v| $choose(x[v], x[v ^ $apart]));
        all
    }};
}

impl Panel {
    const NONE: Panel = Panel {
        words: [[0; LANES]; PAIRS],
        floats: [[[0.0; LANES]; 2]; PAIRS],
        exponents: [[0; LANES]; PAIRS],
        low: [0; LANES],
    };

    /// Takes A (0) or B (1), unless there is a NaN or an infinity.
    ///
    /// # Safety
    /// There are two registers, and the host has AVX-512.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
    unsafe fn take(&mut self, p: &Product, from: *const Vgpr, n: usize) -> bool {
        let layout = layout(p.unit, p.shape.element, n);
        let fraction = layout.fraction;
        // A word has a sign and so many bits above those of a significand.
        let room = words(15 - (fraction as i16 + 1));
        let mut values = [[_mm512_setzero_si512(); VECTORS]; PAIRS];
        let mut exponents = values;
        let (mut low, mut high) = ([words(NONE); VECTORS], [words(LEAST as i16); VECTORS]);
        let mut special = 0;
        for pair in 0..PAIRS {
            for v in 0..VECTORS {
                // SAFETY: the caller's; 16 lanes.
                let x = unsafe {
                    _mm512_loadu_si512((&(*from.add(pair / 2)).0)[W * v..].as_ptr().cast())
                };
                let x = spread(if pair % 2 == 0 {
                    x
                } else {
                    _mm512_srli_epi32::<16>(x)
                });
                let (value, exponent, is_special) = parts(layout, x);
                special |= is_special;
                let some = _mm512_test_epi16_mask(value, value);
                low[v] = _mm512_mask_min_epi16(low[v], some, low[v], exponent);
                high[v] = _mm512_max_epi16(high[v], exponent);
                values[pair][v] = value;
                exponents[pair][v] = exponent;
            }
        }
        if special != 0 {
            return false;
        }
        // The other lanes that have elements of the same group: those behind as many as there are rows.
        let apart = p.shape.size / W;
        let low = of_group!(_mm512_min_epi16, low, apart);
        let high = of_group!(_mm512_max_epi16, high, apart);
        for v in 0..VECTORS {
            let far = _mm512_cmpgt_epi16_mask(_mm512_sub_epi16(high[v], low[v]), room);
            let far = if planted(Fault::WordsTooFar) { 0 } else { far };
            let unit = _mm512_mask_mov_epi16(low[v], far, words(FAR));
            let unit = _mm512_srai_epi32::<16>(unit);
            // SAFETY: 16 dwords.
            unsafe { _mm512_storeu_si512(self.low[W * v..][..W].as_mut_ptr().cast(), unit) };
            for pair in 0..PAIRS {
                let (value, exponent) = (values[pair][v], exponents[pair][v]);
                let word = _mm512_sllv_epi16(value, _mm512_sub_epi16(exponent, low[v]));
                let at = W * v;
                let float = |odd| {
                    let field = _mm512_add_epi32(half(exponent, odd), all(127 - fraction as i32));
                    // That of a zero is below those of f32.
                    let field = _mm512_max_epi32(field, all(1));
                    let unit = _mm512_castsi512_ps(_mm512_slli_epi32::<23>(field));
                    _mm512_mul_ps(_mm512_cvtepi32_ps(half(value, odd)), unit)
                };
                // SAFETY: 16 dwords each.
                unsafe {
                    _mm512_storeu_si512(self.words[pair][at..][..W].as_mut_ptr().cast(), word);
                    let to = self.exponents[pair][at..][..W].as_mut_ptr();
                    _mm512_storeu_si512(to.cast(), exponent);
                    let [even, odd] = &mut self.floats[pair];
                    _mm512_storeu_ps(even[at..][..W].as_mut_ptr(), float(false));
                    _mm512_storeu_ps(odd[at..][..W].as_mut_ptr(), float(true));
                }
            }
        }
        true
    }
}

/// The low two bytes of each dword as words.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn spread(x: __m512i) -> __m512i {
    let low = _mm512_and_si512(x, _mm512_set1_epi32(0xff));
    let high = _mm512_and_si512(_mm512_slli_epi32::<8>(x), _mm512_set1_epi32(0xff_0000));
    _mm512_or_si512(low, high)
}

/// Significands in units of their last bit, and exponents, of bytes; and which of them are none.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn parts(l: Layout, x: __m512i) -> (__m512i, __m512i, __mmask32) {
    let by = _mm_cvtsi32_si128(l.fraction as i32);
    let magnitude = _mm512_and_si512(x, words(0x7f));
    let field = _mm512_srl_epi16(magnitude, by);
    let rest = _mm512_and_si512(magnitude, words((1 << l.fraction) - 1));
    let normal = _mm512_test_epi16_mask(field, field);
    let implied = words(1 << l.fraction);
    let significand = _mm512_mask_add_epi16(rest, normal, rest, implied);
    let negative = _mm512_test_epi16_mask(x, words(0x80));
    let value = _mm512_mask_sub_epi16(significand, negative, _mm512_setzero_si512(), significand);
    let exponent = _mm512_sub_epi16(_mm512_max_epi16(field, words(1)), words(l.bias as i16));
    let zero = _mm512_testn_epi16_mask(significand, significand);
    let exponent = _mm512_mask_mov_epi16(exponent, zero, words(LEAST as i16));
    let special = match l.special {
        Special::None => 0,
        Special::Exponent => _mm512_cmpeq_epi16_mask(field, words((1 << l.exponent) - 1)),
        Special::Bits(bits) => _mm512_cmpeq_epi16_mask(x, words(bits as i16)),
        Special::Magnitude(bits) => _mm512_cmpeq_epi16_mask(magnitude, words(bits as i16)),
    };
    (value, exponent, special)
}

/// Tells whether D is made.
///
/// # Safety
/// As for [`Product::multiply`], of C and D as [`Io`] says; the host has AVX-512.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
pub(in super::super) unsafe fn multiply(p: &Product, io: Io) -> bool {
    let shape = p.shape;
    let is_apart = |from: *const Vgpr| (0..2).all(|n| p.is_apart(from.wrapping_add(n), io));
    let is_mine = matches!(shape.element, Element::F8 { .. })
        && shape.blocks == 1
        && p.modifiers.indices.is_none()
        && p.lanes_of_b() == STRAIGHT
        && is_apart(io.a)
        && is_apart(io.b);
    if !is_mine {
        return false;
    }
    let (mut a, mut b) = (Panel::NONE, Panel::NONE);
    // SAFETY: the caller's.
    unsafe {
        if !a.take(p, io.a, 0) || !b.take(p, io.b, 1) {
            return false;
        }
        match shape.size {
            16 => rows::<16, 32>(p, io, &a, &b),
            _ => rows::<32, 16>(p, io, &a, &b),
        }
    }
    true
}

/// D, of `SIZE` columns and sums of `K` products.
///
/// # Safety
/// As for [`multiply`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
unsafe fn rows<const SIZE: usize, const K: usize>(p: &Product, io: Io, a: &Panel, b: &Panel) {
    let fractions = [0, 1].map(|n| layout(p.unit, p.shape.element, n).fraction as i32);
    let to_term = TERM - fractions[0] - fractions[1];
    for first in (0..SIZE).step_by(VECTORS) {
        for column in (0..SIZE).step_by(W) {
            let (lane, register) = p.shape.result(0, first, column);
            let at = LANES * register + lane;
            // SAFETY: inside C and D: rows that follow each other are in registers that do.
            let (c, d) = unsafe { (io.c.cast::<f32>().add(at), io.d.cast::<f32>().add(at)) };
            let mut sums: [__m512; VECTORS] =
                // SAFETY: as above.
                std::array::from_fn(|n| unsafe { _mm512_loadu_ps(c.add(LANES * n)) });
            let mut left = [0; VECTORS];
            for group in 0..K / GROUP {
                let lanes = 2 * SIZE * group;
                let (products, tops) = add::<SIZE>(a, b, lanes, first, column);
                // SAFETY: inside the units.
                let of_columns =
                    unsafe { _mm512_loadu_si512(b.low[lanes + column..][..W].as_ptr().cast()) };
                for n in 0..VECTORS {
                    let top = _mm512_max_epi32(half(tops[n], false), half(tops[n], true));
                    let units =
                        _mm512_add_epi32(all(a.low[lanes + first + n] + to_term), of_columns);
                    let by = _mm512_sub_epi32(units, top);
                    // Zero where there is no such unit; and where all products are, the unit is far above them.
                    let mut products = _mm512_sllv_epi32(products[n], by);
                    let is_cut = _mm512_movepi32_mask(by);
                    if is_cut != 0 && !planted(Fault::WordsCutOff) {
                        products = apart::<SIZE>(a, b, lanes, (first + n, column), tops[n], top);
                    }
                    let top = _mm512_max_epi32(_mm512_add_epi32(top, all(BIAS)), all(LOW + BIAS));
                    // Infinities and NaNs.
                    left[n] |= is_special(sums[n]);
                    left[n] |= is_tiny(sums[n], top, LOW + BIAS);
                    sums[n] = plus(sums[n], products, top);
                }
            }
            for n in 0..VECTORS {
                if left[n] != 0 {
                    let place = (0, first + n, column);
                    let mut sum = [0.0; W];
                    // SAFETY: the caller's; this part of C is as it was.
                    unsafe {
                        _mm512_storeu_ps(sum.as_mut_ptr(), sums[n]);
                        by_definition(p, io, place, left[n].into(), &mut sum, c.add(LANES * n));
                        sums[n] = _mm512_loadu_ps(sum.as_ptr());
                    }
                }
                // SAFETY: inside D.
                unsafe { _mm512_storeu_ps(d.add(LANES * n), sums[n]) };
            }
        }
    }
}

/// The sums of a group's products, in units of their rows and columns, and the largest exponents of even places and of
/// odd ones; of four rows from `first` on. The group is in the lanes from `lanes` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
fn add<const SIZE: usize>(
    a: &Panel,
    b: &Panel,
    lanes: usize,
    first: usize,
    column: usize,
) -> ([__m512i; VECTORS], [__m512i; VECTORS]) {
    let mut sums = [_mm512_setzero_si512(); VECTORS];
    let mut tops = [words(i16::MIN); VECTORS];
    for lanes in [lanes, lanes + SIZE] {
        for pair in 0..PAIRS {
            let of_columns = |of: &[u32; LANES]| {
                // SAFETY: 16 dwords.
                unsafe { _mm512_loadu_si512(of[lanes + column..][..W].as_ptr().cast()) }
            };
            let (columns, exponents) = (of_columns(&b.words[pair]), of_columns(&b.exponents[pair]));
            let rows = &a.words[pair][lanes + first..][..VECTORS];
            let of_rows = &a.exponents[pair][lanes + first..][..VECTORS];
            for n in 0..VECTORS {
                let products = _mm512_madd_epi16(all(rows[n] as i32), columns);
                sums[n] = _mm512_add_epi32(sums[n], products);
                let exponents = _mm512_add_epi16(all(of_rows[n] as i32), exponents);
                tops[n] = _mm512_max_epi16(tops[n], exponents);
            }
        }
    }
    (sums, tops)
}

/// The sum of a group's products in units of 2^-[`TERM`] of the largest one, of products apart: those of even places, and
/// of odd ones, cut off at their own.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
fn apart<const SIZE: usize>(
    a: &Panel,
    b: &Panel,
    lanes: usize,
    (row, column): (usize, usize),
    tops: __m512i,
    top: __m512i,
) -> __m512i {
    let mut all_products = _mm512_setzero_si512();
    for odd in [false, true] {
        let own = half(tops, odd);
        // Below the limit there are only zeros.
        let scale = scale(_mm512_max_epi32(
            _mm512_add_epi32(own, all(BIAS)),
            all(LOW + BIAS),
        ));
        let mut sum = _mm512_setzero_si512();
        for lanes in [lanes, lanes + SIZE] {
            for pair in 0..PAIRS {
                let (of_a, of_b) = (&a.floats[pair][odd as usize], &b.floats[pair][odd as usize]);
                // SAFETY: 16 f32.
                let columns = unsafe { _mm512_loadu_ps(of_b[lanes + column..][..W].as_ptr()) };
                let product = _mm512_mul_ps(_mm512_set1_ps(of_a[lanes + row]), columns);
                let term = _mm512_cvttps_epi32(_mm512_mul_ps(product, scale));
                sum = _mm512_add_epi32(sum, term);
            }
        }
        let sum = _mm512_srav_epi32(sum, _mm512_sub_epi32(top, own));
        all_products = _mm512_add_epi32(all_products, sum);
    }
    all_products
}

/// C and the sum of products, whose last bit is 2^(`top` - [`BIAS`] - [`TERM`]), rounded once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn plus(c: __m512, products: __m512i, top: __m512i) -> __m512 {
    let of_c = field(c);
    // Of C or of the products: which of them decides what the last bit is.
    let unit = _mm512_max_epi32(of_c, top);
    let scale = scale(unit);
    // 2^n and 2^-n.
    let back = _mm512_sub_epi32(all(254 << 23), _mm512_castps_si512(scale));
    // Down; but of a C that is far below nothing is left.
    const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    let near = _mm512_cmpge_epi32_mask(of_c, _mm512_sub_epi32(top, all(BIAS - 127 + REACH)));
    let addend =
        _mm512_maskz_cvt_roundps_epi32::<DOWN>(near, _mm512_mul_round_ps::<DOWN>(c, scale));
    // The bits that are kept below the last one become one.
    let drop = _mm512_sub_epi32(unit, top);
    let whole = _mm512_srav_epi32(products, drop);
    let kept = _mm512_min_epi32(drop, all(KEPT));
    let below = _mm512_srav_epi32(products, _mm512_sub_epi32(drop, kept));
    let mask = _mm512_sub_epi32(_mm512_sllv_epi32(all(1), kept), all(1));
    let odd = _mm512_test_epi32_mask(below, mask);
    let whole = _mm512_mask_or_epi32(whole, odd, whole, all(1));
    let sum = _mm512_cvtepi32_ps(_mm512_add_epi32(addend, whole));
    _mm512_mul_ps(sum, _mm512_castsi512_ps(back))
}
