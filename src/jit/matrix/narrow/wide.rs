//! Sums of narrow floats in f64.
//!
//! The sum of 32 products is exact in f64, whatever its order: of all formats but bf8 with bf8 or fp8, and of these where
//! the exponents are not too far apart. What f64 cannot have exactly is left to the definition. Then C is added: f64 has
//! that sum rounded to odd, so that the conversion to f32 rounds once.

use super::{BIAS, DEPTH, NAN};
use crate::ir::plant::{Fault, planted};
use crate::jit::matrix::fused::{SPECIAL, Special, layout, part, two_to};
use crate::jit::matrix::{Io, Product};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::BLOCK;

/// Elements of a lane of A, and of B.
const EACH: usize = 32;
/// Rows that are made at once: those of registers that follow each other.
const ROWS: usize = 4;

/// Elements of A or B, each in all lanes.
struct Panel {
    values: [[f64; LANES]; EACH],
    /// Where the elements of row or column 0 are, by their places in the sums.
    at: [usize; DEPTH],
    /// What the rows' or columns' products are multiplied by: lane `size` n + i for the `n`th block of row i.
    scales: [f64; LANES],
}

impl Panel {
    const NONE: Panel = Panel {
        values: [[0.0; LANES]; EACH],
        at: [0; DEPTH],
        scales: [1.0; LANES],
    };

    /// Takes A (0) or B (1). Gives the exponents of the largest bit that a value may have, and of the least one, of those
    /// that are neither zero nor special.
    ///
    /// # Safety
    /// There are as many registers as the product has.
    #[inline(always)]
    unsafe fn take(&mut self, p: &Product, from: *const Vgpr, n: usize) -> (i32, i32) {
        let layout = layout(p.unit, p.shape.element, n);
        let has_infinities = matches!(layout.special, Special::Exponent);
        let bits = p.shape.element.bits(n);
        let mask = u32::MAX >> (32 - bits);
        let (mut high, mut low) = ([i32::MIN; LANES], [i32::MAX; LANES]);
        for (e, values) in self.values.iter_mut().enumerate() {
            let at = e * bits;
            // SAFETY: the caller's; the second is the same one where the element lies in it alone.
            let (first, last) = unsafe { (&*from.add(at / 32), &*from.add((at + bits - 1) / 32)) };
            let (first, last) = (&first.0, &last.0);
            for lane in 0..LANES {
                let both = u64::from(first[lane]) | u64::from(last[lane]) << 32;
                let x = (both >> (at % 32)) as u32 & mask;
                let (significand, exponent) = part(layout, x);
                let is_special = exponent == SPECIAL;
                let value = significand * two_to(exponent.min(127));
                let is_infinity = has_infinities && x & ((1 << layout.fraction) - 1) == 0;
                let of_special = if is_infinity { f32::INFINITY } else { f32::NAN };
                let negative = x >> (bits - 1) & 1 != 0;
                let of_special = if negative { -of_special } else { of_special };
                values[lane] = f64::from(if is_special { of_special } else { value });
                let counts = !is_special && significand != 0.0;
                high[lane] = high[lane].max(if counts { exponent } else { i32::MIN });
                low[lane] = low[lane].min(if counts { exponent } else { i32::MAX });
            }
        }
        for (k, at) in self.at.iter_mut().take(p.shape.depth).enumerate() {
            let (lane, e) = p.shape.operand(n, 0, 0, k);
            *at = LANES * e + lane;
        }
        if let Some(bytes) = p.modifiers.scales {
            // SAFETY: that of the scales is behind the others.
            let scales = unsafe { &*from.add(p.shape.registers(n)) };
            for (to, scale) in self.scales.iter_mut().zip(&scales.0) {
                let scale = scale >> (8 * bytes[n]) & 0xff;
                *to = f64::from_bits(u64::from(scale + 1023 - BIAS as u32) << 52);
                if scale == NAN {
                    *to = f64::NAN;
                }
            }
        }
        let high = high.into_iter().max().unwrap_or(i32::MIN);
        let low = low.into_iter().min().unwrap_or(i32::MAX);
        if high < low {
            // There are zeros alone.
            return (0, 0);
        }
        (high, low - layout.fraction as i32)
    }
}

/// Whether f64 has the sums of a block, of values that have these highest and lowest bits: products have two more above.
fn are_exact((high_a, low_a): (i32, i32), (high_b, low_b): (i32, i32)) -> bool {
    let high = high_a + high_b + 2 + BLOCK.ilog2() as i32;
    high - (low_a + low_b) <= f64::MANTISSA_DIGITS as i32 || planted(Fault::WideNarrow)
}

/// c + `sum` x `scale`, rounded once.
#[inline(always)]
fn plus(c: f32, sum: f64, scale: f64) -> f32 {
    let (x, y) = (f64::from(c), sum * scale);
    let total = x + y;
    // What the addition drops (Knuth); a NaN where the sum is none.
    let of_y = total - x;
    let rest = (x - (total - of_y)) + (y - of_y);
    let bits = total.to_bits();
    // Away from zero, or toward it, to what is odd.
    let is_more = (rest > 0.0) == (total > 0.0);
    let odd = if is_more {
        bits.wrapping_add(1)
    } else {
        bits.wrapping_sub(1)
    };
    let is_even = bits & 1 == 0;
    let drops = rest.abs() > 0.0 && !planted(Fault::NarrowTwice);
    f64::from_bits(if drops && is_even { odd } else { bits }) as f32
}

/// By the definition.
///
/// # Safety
/// As for [`Product::multiply`].
#[cold]
#[inline(never)]
unsafe fn by_definition(p: &Product, io: Io) {
    let [a, b, c] = p.sources();
    let of = |from: *const Vgpr, count: usize| -> Vec<[u32; LANES]> {
        // SAFETY: the caller's; so many registers.
        (0..count).map(|n| unsafe { (*from.add(n)).0 }).collect()
    };
    let d = p.apply(&of(io.a, a), &of(io.b, b), &of(io.c, c));
    for (n, d) in d.into_iter().enumerate() {
        // SAFETY: as many registers of D as the product has.
        unsafe { (*io.d.add(n)).0 = d };
    }
}

/// The functions, of vectors `V` of f64, of which `$n` are of each row at once.
macro_rules! functions {
    ($features:literal, $n:literal) => {
        const WIDTH: usize = size_of::<V>() / size_of::<f64>();

        /// # Safety
        /// As for [`Product::multiply`]; of C and D as [`Io`] says.
        #[target_feature(enable = $features)]
        pub(in crate::jit::matrix) unsafe fn multiply(p: &Product, io: Io) {
            let (mut a, mut b) = (Panel::NONE, Panel::NONE);
            // SAFETY: the caller's.
            let (of_a, of_b) = unsafe { (a.take(p, io.a, 0), b.take(p, io.b, 1)) };
            if !are_exact(of_a, of_b) {
                // SAFETY: the caller's.
                return unsafe { by_definition(p, io) };
            }
            let (size, depth) = (p.shape.size, p.shape.depth);
            for row in (0..size).step_by(ROWS) {
                for column in (0..size).step_by($n * WIDTH) {
                    let (lane, register) = p.shape.result(0, row, column);
                    let mut sums = [[0.0f32; $n * WIDTH]; ROWS];
                    for (n, sums) in sums.iter_mut().enumerate() {
                        // SAFETY: a register of C.
                        let c = unsafe { &*io.c.add(register + n) };
                        for (sum, c) in sums.iter_mut().zip(&c.0[lane..]) {
                            *sum = f32::from_bits(*c);
                        }
                    }
                    for k in (0..depth).step_by(BLOCK) {
                        let products = block(&a, &b, k, row, column);
                        let lane = size * (k / BLOCK);
                        let of_columns = &b.scales[lane + column..][..$n * WIDTH];
                        for (n, (sums, products)) in sums.iter_mut().zip(&products).enumerate() {
                            let of_row = a.scales[lane + row + n];
                            for l in 0..$n * WIDTH {
                                sums[l] = plus(sums[l], products[l], of_row * of_columns[l]);
                            }
                        }
                    }
                    for (n, sums) in sums.iter().enumerate() {
                        // SAFETY: a register of D.
                        let d = unsafe { &mut *io.d.add(register + n) };
                        for (d, sum) in d.0[lane..].iter_mut().zip(sums) {
                            *d = if sum.is_nan() {
                                0x7fc0_0000
                            } else {
                                sum.to_bits()
                            };
                        }
                    }
                }
            }
        }

        /// The sums of a block's products, from place `k` on, of rows and columns from these on.
        #[inline]
        #[target_feature(enable = $features)]
        fn block(
            a: &Panel,
            b: &Panel,
            k: usize,
            row: usize,
            column: usize,
        ) -> [[f64; $n * WIDTH]; ROWS] {
            let (of_a, of_b) = (a.values.as_flattened(), b.values.as_flattened());
            let mut sums = [[zero(); $n]; ROWS];
            for (a, b) in a.at[k..k + BLOCK].iter().zip(&b.at[k..k + BLOCK]) {
                let factors = &of_a[a + row..][..ROWS];
                let columns = &of_b[b + column..][..$n * WIDTH];
                let mut vectors = [zero(); $n];
                for (n, vector) in vectors.iter_mut().enumerate() {
                    // SAFETY: inside the columns.
                    *vector = unsafe { load(columns.as_ptr().add(n * WIDTH)) };
                }
                for (sums, factor) in sums.iter_mut().zip(factors) {
                    let factor = set1(*factor);
                    for (sum, vector) in sums.iter_mut().zip(&vectors) {
                        *sum = fma(factor, *vector, *sum);
                    }
                }
            }
            let mut r = [[0.0; $n * WIDTH]; ROWS];
            for (r, sums) in r.iter_mut().zip(&sums) {
                for (r, sum) in r.chunks_exact_mut(WIDTH).zip(sums) {
                    // SAFETY: so many f64.
                    unsafe { store(r.as_mut_ptr(), *sum) };
                }
            }
            r
        }
    };
}

pub(in crate::jit::matrix) mod avx512 {
    use super::*;
    use std::arch::x86_64::{
        __m512d as V, _mm512_fmadd_pd as fma, _mm512_loadu_pd as load, _mm512_set1_pd as set1,
        _mm512_setzero_pd as zero, _mm512_storeu_pd as store,
    };

    functions!("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c", 2);
}

pub(in crate::jit::matrix) mod avx2 {
    use super::*;
    use std::arch::x86_64::{
        __m256d as V, _mm256_fmadd_pd as fma, _mm256_loadu_pd as load, _mm256_set1_pd as set1,
        _mm256_setzero_pd as zero, _mm256_storeu_pd as store,
    };

    functions!("avx2,fma,f16c", 2);
}

pub(in crate::jit::matrix) mod base {
    use super::*;
    use std::arch::x86_64::{
        __m128d as V, _mm_add_pd, _mm_loadu_pd as load, _mm_mul_pd, _mm_set1_pd as set1,
        _mm_setzero_pd as zero, _mm_storeu_pd as store,
    };

    functions!("sse4.1,ssse3", 2);

    /// a x b + c, all exact.
    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn fma(a: V, b: V, c: V) -> V {
        _mm_add_pd(_mm_mul_pd(a, b), c)
    }
}
