//! Sums that are rounded at each step, as vectors of columns; the same for each level of host.
//!
//! Elements are dwords here: f32, or what f16 and bf16 are as f32, or two words that bytes are. Products of f16 are
//! exact in f32, those of bf16 where they are not below its normal values.
//!
//! A product that is zero counts as +0. So sums of products are never -0 where nothing is flushed, and C's is
//! +0, too, once such a sum is added. It is enough to make C +0 where it is -0, then: to a C that never is -0, +0 and
//! -0 may be added alike. Where bf16 is flushed, sums may be -0, and one addend of each must not be.

use super::panels::{self, take};
use super::{Io, Product, double, fused, narrow, sparse};
use crate::ir::plant::{Fault, planted};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix, Unit};

/// The functions, of vectors `V` with operations that are called alike for all widths. `$n` vectors of a row of 32
/// columns are made at once: as many as there are registers for.
macro_rules! functions {
    ($level:ident, $features:literal, $n:literal) => {
        const WIDTH: usize = size_of::<V>() / size_of::<f32>();

        // Blocks and lengths of sums, of the elements of a lane, twice and four times as many.
        macro_rules! of_panels {
            ($p:ident $io:ident, $a:expr, $b:expr, $e:literal $e2:literal $e4:literal, $float:literal, $first:expr, $step:expr) => {{
                let (p, io) = ($p, $io);
                let (a, b): (&[Vgpr; $e], &[Vgpr; $e]) = ($a, $b);
                // SAFETY: the caller's.
                unsafe {
                    match (p.shape.size, p.shape.blocks) {
                        (32, 2) => rows::<32, $e, $e, _, $n, $float>(p, io, a, b, $first, $step),
                        (32, _) => rows::<32, $e, $e2, _, $n, $float>(p, io, a, b, $first, $step),
                        (16, 4) => rows::<16, $e, $e, _, 1, $float>(p, io, a, b, $first, $step),
                        (16, _) => rows::<16, $e, $e4, _, 1, $float>(p, io, a, b, $first, $step),
                        _ => quads::<$e, _, $float>(p, io, a, b, $first, $step),
                    }
                }
            }};
        }

        /// # Safety
        /// As for [`Product::multiply`]; of C and D as [`Io`] says.
        #[target_feature(enable = $features)]
        pub(in super::super) unsafe fn multiply(p: &Product, io: Io) {
            let is_f32 = p.shape.element == Element::F32 && p.modifiers.blgp == 0;
            if is_f32 && p.is_apart(io.a, io) && p.is_apart(io.b, io) {
                // SAFETY: a register each, which is not written.
                let (a, b) = unsafe { (&*io.a.cast(), &*io.b.cast()) };
                // As they are.
                of_panels!(p io, a, b, 1 2 4, true, |c| c, |c, [a], [b]| fma(a, b, c))
            } else {
                // SAFETY: the caller's.
                unsafe { multiply_panels(p, io) }
            }
        }

        /// As [`multiply`], which has no panels on its stack.
        ///
        /// # Safety
        /// As there.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn multiply_panels(p: &Product, io: Io) {
            macro_rules! shapes {
                ($e:literal $e2:literal $e4:literal, $per:literal, $element:path, $float:literal, $first:expr, $step:expr) => {{
                    let (mut a, mut b) = ([Vgpr::ZERO; $e], [Vgpr::ZERO; $e]);
                    // SAFETY: the caller's.
                    unsafe {
                        take(&mut a, io.a, panels::STRAIGHT, $per, $element);
                        take(&mut b, io.b, p.lanes_of_b(), $per, $element);
                    }
                    of_panels!(p io, &a, &b, $e $e2 $e4, $float, $first, $step)
                }};
            }
            let positive = |c| add(c, zero());
            match (p.shape.element, p.unit) {
                (Element::F32, _) => {
                    shapes!(1 2 4, 1, panels::whole, true, |c| c, |c, [a], [b]| fma(a, b, c))
                }
                // SAFETY: the caller's.
                (Element::I8, _) if p.modifiers.indices.is_some() => unsafe { sparse::multiply(p, io) },
                (Element::I8, _) if p.shape.elements() == 4 => {
                    shapes!(2 4 8, 2, panels::bytes, false, |c| c, |c, [a], [b]| dot(c, a, b))
                }
                (Element::I8, _) if p.shape.elements() == 16 => {
                    shapes!(8 16 32, 2, panels::bytes, false, |c| c, |c, [a], [b]| dot(c, a, b))
                }
                (Element::I8, _) => {
                    shapes!(4 8 16, 2, panels::bytes, false, |c| c, |c, [a], [b]| dot(c, a, b))
                }
                (Element::F16, Unit::Cdna1 | Unit::Cdna2) => {
                    let (mut a, mut b) = ([Vgpr::ZERO; 4], [Vgpr::ZERO; 4]);
                    let flushed = p.unit == Unit::Cdna2;
                    // SAFETY: the caller's.
                    unsafe {
                        halves(&mut a, io.a, panels::STRAIGHT, flushed);
                        halves(&mut b, io.b, p.lanes_of_b(), flushed);
                    }
                    of_panels!(p io, &a, &b, 4 8 16, true, positive, |c, a: [V; 4], b: [V; 4]| {
                        let low = exact(a[1], b[1], mul(a[0], b[0]));
                        let high = exact(a[3], b[3], mul(a[2], b[2]));
                        add(c, add(low, high))
                    })
                }
                (Element::Bf16, Unit::Cdna1) => {
                    shapes!(4 8 16, 2, panels::brain, true, positive, |c, a: [V; 4], b: [V; 4]| {
                        let low = add(mul(a[0], b[0]), mul(a[1], b[1]));
                        let high = add(mul(a[2], b[2]), mul(a[3], b[3]));
                        add(c, add(low, high))
                    })
                }
                (Element::Bf16, Unit::Cdna2) => {
                    shapes!(4 8 16, 2, panels::brain, true, |c| without_denormals(c), |c, a: [V; 4], b: [V; 4]| {
                        let low = add(positive(mul(a[0], b[0])), mul(a[1], b[1]));
                        let high = add(positive(mul(a[2], b[2])), mul(a[3], b[3]));
                        add(c, add(low, high))
                    })
                }
                (Element::Bf16x2, Unit::Cdna1) => {
                    shapes!(2 4 8, 2, panels::brain, true, positive, |c, a: [V; 2], b: [V; 2]| {
                        add(c, add(mul(a[0], b[0]), mul(a[1], b[1])))
                    })
                }
                (Element::Bf16x2, Unit::Cdna2) => {
                    shapes!(2 4 8, 2, panels::brain, true, |c| without_denormals(c), |c, a: [V; 2], b: [V; 2]| {
                        add(c, add(positive(mul(a[0], b[0])), mul(a[1], b[1])))
                    })
                }
                // SAFETY: the caller's.
                (Element::F64, _) => unsafe { double::multiply(p, io) },
                // SAFETY: the caller's.
                (Element::Narrow(_), _) if WIDTH == 16 && unsafe { narrow::words::multiply(p, io) } => {}
                // SAFETY: the caller's.
                (Element::Narrow(_), _) => unsafe { narrow::wide::$level::multiply(p, io) },
                // SAFETY: the caller's.
                _ if unsafe { fused::wide::$level::multiply(p, io) } => {}
                // SAFETY: the caller's.
                _ if WIDTH == 16 && unsafe { fused::words::multiply(p, io) } => {}
                // SAFETY: the caller's.
                _ => unsafe { fused(p, io) },
            }
        }

        /// Apart, for its stack is large.
        ///
        /// # Safety
        /// As for [`multiply`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn fused(p: &Product, io: Io) {
            // SAFETY: the caller's.
            unsafe { fused::multiply(p, io) }
        }

        /// Rows of `SIZE` columns and sums of `K` products, of which lanes have `EACH`; `step` adds `G` products. Of
        /// floating-point sums (`FLOAT`) every NaN becomes the same: whether there is any is found out from the
        /// sum of all.
        ///
        /// # Safety
        /// As for [`multiply`].
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn rows<
            const SIZE: usize,
            const EACH: usize,
            const K: usize,
            const G: usize,
            const N: usize,
            const FLOAT: bool,
        >(
            p: &Product,
            io: Io,
            a: &[Vgpr; EACH],
            b: &[Vgpr; EACH],
            first: impl Fn(V) -> V,
            step: impl Fn(V, [V; G], [V; G]) -> V,
        ) {
            // The lanes of all blocks together that have the same elements of the sums.
            let lanes = LANES * EACH / K;
            let shape = Matrix {
                size: SIZE,
                depth: K,
                blocks: lanes / SIZE,
                element: Element::F32,
            };
            let (a, c, d) = (a.as_ptr().cast::<f32>(), io.c.cast::<f32>(), io.d.cast::<f32>());
            // Two of each column, so that they wait less for each other.
            let mut all = [[zero(); 2]; N];
            for block in 0..lanes / SIZE {
                let of_a = SIZE * p.block_of_a(block);
                for strip in (0..SIZE).step_by(N * WIDTH) {
                    let mut columns = [[zero(); K]; N];
                    for (n, columns) in columns.iter_mut().enumerate() {
                        for (k, column) in columns.iter_mut().enumerate() {
                            let lane = SIZE * block + lanes * (k / EACH) + strip + n * WIDTH;
                            // SAFETY: inside the register.
                            *column = unsafe { load(b[k % EACH].0.as_ptr().add(lane).cast()) };
                        }
                    }
                    // Four rows are in registers that follow each other. (`SIZE` itself would have all rows in one
                    // piece of code, with more vectors than there are registers.)
                    for four in (0..p.shape.size).step_by(4) {
                        let (lane, register) = shape.result(block, four, strip);
                        let at = LANES * register + lane;
                        // SAFETY: inside A, C and D.
                        let (a, c, d) = unsafe { (a.add(of_a + four), c.add(at), d.add(at)) };
                        for i in 0..4 {
                            let mut row = [zero(); K];
                            for (k, x) in row.iter_mut().enumerate() {
                                let at = LANES * (k % EACH) + lanes * (k / EACH) + i;
                                // SAFETY: inside A.
                                *x = set1(unsafe { *a.add(at) });
                            }
                            for (n, (column, all)) in columns.iter().zip(&mut all).enumerate() {
                                let at = LANES * i + n * WIDTH;
                                // SAFETY: inside C.
                                let mut sum = first(unsafe { load(c.add(at)) });
                                for k in (0..K).step_by(G) {
                                    let (mut x, mut y) = ([zero(); G], [zero(); G]);
                                    x.copy_from_slice(&row[k..k + G]);
                                    y.copy_from_slice(&column[k..k + G]);
                                    sum = step(sum, x, y);
                                }
                                if FLOAT && !(planted(Fault::RowOfNaN) && i == 2) {
                                    all[i % 2] = add(all[i % 2], sum);
                                }
                                // SAFETY: inside D.
                                unsafe { store(d.add(at), sum) };
                            }
                        }
                    }
                }
            }
            if FLOAT && all.as_flattened().iter().any(|x| has_nan(*x)) {
                // SAFETY: all registers of D.
                unsafe { canonical_all(io.d.cast(), LANES * p.shape.results()) };
            }
        }

        /// # Safety
        /// There are so many.
        #[cold]
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn canonical_all(d: *mut f32, count: usize) {
            for at in (0..count).step_by(WIDTH) {
                // SAFETY: the caller's.
                unsafe { store(d.add(at), canonical(load(d.add(at)))) };
            }
        }

        /// 16 blocks of 4 rows: row `i` of all is a register, and 4 lanes have the same A, that of the `i`th of them.
        ///
        /// # Safety
        /// As for [`multiply`].
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn quads<const EACH: usize, const G: usize, const FLOAT: bool>(
            p: &Product,
            io: Io,
            a: &[Vgpr; EACH],
            b: &[Vgpr; EACH],
            first: impl Fn(V) -> V,
            step: impl Fn(V, [V; G], [V; G]) -> V,
        ) {
            let shared;
            let a = match p.modifiers.cbsz {
                0 => a,
                _ => {
                    shared = panels::quads(a, |block| p.block_of_a(block));
                    &shared
                }
            };
            let (c, d) = (io.c.cast::<f32>(), io.d.cast::<f32>());
            for lane in (0..LANES).step_by(WIDTH) {
                let (mut rows, mut column) = ([zero(); EACH], [zero(); EACH]);
                for e in 0..EACH {
                    // SAFETY: inside the register.
                    rows[e] = unsafe { load(a[e].0.as_ptr().add(lane).cast()) };
                    // SAFETY: inside the register.
                    column[e] = unsafe { load(b[e].0.as_ptr().add(lane).cast()) };
                }
                for i in 0..4 {
                    let at = LANES * i + lane;
                    // SAFETY: inside C.
                    let mut sum = first(unsafe { load(c.add(at)) });
                    for k in (0..EACH).step_by(G) {
                        let (mut x, mut y) = ([zero(); G], [zero(); G]);
                        for g in 0..G {
                            x[g] = quad(rows[k + g], i);
                            y[g] = column[k + g];
                        }
                        sum = step(sum, x, y);
                    }
                    let sum = if FLOAT { canonical(sum) } else { sum };
                    // SAFETY: inside D.
                    unsafe { store(d.add(at), sum) };
                }
            }
        }

        /// Every NaN is the same.
        #[inline]
        #[target_feature(enable = $features)]
        fn canonical(x: V) -> V {
            instead_of_nan(x, set1(f32::from_bits(0x7fc0_0000)))
        }

        /// c + the two products of words.
        #[inline]
        #[target_feature(enable = $features)]
        fn dot(c: V, a: V, b: V) -> V {
            let products = madd(to_int(a), to_int(b));
            from_int(add_int(to_int(c), products))
        }

        /// Lane `i` of each four.
        #[inline]
        #[target_feature(enable = $features)]
        fn quad(x: V, i: usize) -> V {
            match i {
                0 => permute::<0x00>(x),
                1 => permute::<0x55>(x),
                2 => permute::<0xaa>(x),
                _ => permute::<0xff>(x),
            }
        }
    };
}

/// The panels of f16 without its instructions.
macro_rules! halves_by_parts {
    ($features:literal) => {
        /// [`take`] of f16; `_` says that denormal ones are zeros, as MXCSR does.
        ///
        /// # Safety
        /// As for [`take`].
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn halves<const N: usize>(
            panel: &mut [Vgpr; N],
            from: *const Vgpr,
            lanes: [usize; 4],
            _: bool,
        ) {
            // SAFETY: the caller's.
            unsafe { take(panel, from, lanes, 2, panels::half) }
        }
    };
}

/// What the levels without masks have: denormal values become +0, and other values stay.
macro_rules! without_masks {
    ($features:literal) => {
        #[inline]
        #[target_feature(enable = $features)]
        fn without_denormals(x: V) -> V {
            let x = to_int(x);
            let magnitude = and(x, set1_int(i32::MAX));
            let is_denormal = and(
                greater(set1_int(1 << 23), magnitude),
                greater(magnitude, set1_int(0)),
            );
            from_int(and_not(is_denormal, x))
        }
    };
}

pub(super) mod avx512 {
    use super::*;
    use std::arch::x86_64::{
        __m512 as V, _CMP_UNORD_Q, _mm512_add_epi32 as add_int, _mm512_add_ps as add,
        _mm512_and_si512, _mm512_castps_si512 as to_int, _mm512_castsi512_ps as from_int,
        _mm512_cmp_ps_mask, _mm512_cmplt_epu32_mask, _mm512_cvtepi32_epi16, _mm512_cvtph_ps,
        _mm512_fmadd_ps as fma, _mm512_fmadd_ps as exact, _mm512_loadu_ps as load,
        _mm512_loadu_si512, _mm512_madd_epi16 as madd, _mm512_mask_mov_ps, _mm512_maskz_mov_epi16,
        _mm512_mul_ps as mul, _mm512_permute_ps as permute, _mm512_set1_epi16, _mm512_set1_epi32,
        _mm512_set1_ps as set1, _mm512_setzero_ps as zero, _mm512_srli_epi32,
        _mm512_storeu_ps as store, _mm512_sub_epi32, _mm512_test_epi16_mask,
    };

    functions!(
        avx512,
        "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c",
        2
    );

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn instead_of_nan(x: V, nan: V) -> V {
        _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x), nan)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn has_nan(x: V) -> bool {
        _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x) != 0
    }

    /// [`take`] of f16; `flushed` says that denormal ones are zeros, as MXCSR does: its own instruction heeds that of
    /// f32 alone.
    ///
    /// # Safety
    /// As for [`take`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(in super::super) unsafe fn halves<const N: usize>(
        panel: &mut [Vgpr; N],
        from: *const Vgpr,
        lanes: [usize; 4],
        flushed: bool,
    ) {
        let exponents = _mm512_set1_epi16(0x7c00);
        for (n, panel) in panel.chunks_exact_mut(2).enumerate() {
            for (to, of) in lanes.into_iter().enumerate() {
                // SAFETY: the caller's.
                let x = unsafe {
                    _mm512_loadu_si512((&(*from.add(n)).0)[16 * (of % 4)..].as_ptr().cast())
                };
                let normal = _mm512_test_epi16_mask(x, exponents);
                let x = if flushed {
                    _mm512_maskz_mov_epi16(normal, x)
                } else {
                    x
                };
                let parts = [x, _mm512_srli_epi32::<16>(x)];
                for (panel, x) in panel.iter_mut().zip(parts) {
                    let values = _mm512_cvtph_ps(_mm512_cvtepi32_epi16(x));
                    // SAFETY: 16 dwords.
                    unsafe { store(panel.0[16 * to..16 * to + 16].as_mut_ptr().cast(), values) };
                }
            }
        }
    }

    /// Denormal values become +0, and other values stay.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn without_denormals(x: V) -> V {
        let magnitude = _mm512_and_si512(to_int(x), _mm512_set1_epi32(i32::MAX));
        let below = _mm512_sub_epi32(magnitude, _mm512_set1_epi32(1));
        let is_denormal = _mm512_cmplt_epu32_mask(below, _mm512_set1_epi32((1 << 23) - 1));
        _mm512_mask_mov_ps(x, is_denormal, zero())
    }
}

pub(super) mod avx2 {
    use super::*;
    use std::arch::x86_64::{
        __m256 as V, _CMP_UNORD_Q, _mm256_add_epi32 as add_int, _mm256_add_ps as add,
        _mm256_and_si256 as and, _mm256_andnot_si256 as and_not, _mm256_blendv_ps,
        _mm256_castps_si256 as to_int, _mm256_castsi256_ps as from_int, _mm256_cmp_ps,
        _mm256_cmpgt_epi32 as greater, _mm256_fmadd_ps as fma, _mm256_fmadd_ps as exact,
        _mm256_loadu_ps as load, _mm256_madd_epi16 as madd, _mm256_movemask_ps,
        _mm256_mul_ps as mul, _mm256_permute_ps as permute, _mm256_set1_epi32 as set1_int,
        _mm256_set1_ps as set1, _mm256_setzero_ps as zero, _mm256_storeu_ps as store,
    };

    functions!(avx2, "avx2,fma,f16c", 1);
    without_masks!("avx2");
    halves_by_parts!("avx2,fma,f16c");

    #[inline]
    #[target_feature(enable = "avx2")]
    fn instead_of_nan(x: V, nan: V) -> V {
        _mm256_blendv_ps(x, nan, _mm256_cmp_ps::<_CMP_UNORD_Q>(x, x))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn has_nan(x: V) -> bool {
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_UNORD_Q>(x, x)) != 0
    }
}

pub(super) mod base {
    use super::*;
    use std::arch::x86_64::{
        __m128 as V, _mm_add_epi32 as add_int, _mm_add_ps as add, _mm_and_si128 as and,
        _mm_andnot_si128 as and_not, _mm_blendv_ps, _mm_castps_si128 as to_int,
        _mm_castsi128_ps as from_int, _mm_cmpgt_epi32 as greater, _mm_cmpunord_ps,
        _mm_loadu_ps as load, _mm_madd_epi16 as madd, _mm_movemask_ps, _mm_mul_ps as mul,
        _mm_set1_epi32 as set1_int, _mm_set1_ps as set1, _mm_setzero_ps as zero, _mm_shuffle_ps,
        _mm_storeu_ps as store,
    };

    functions!(base, "sse4.1,ssse3", 1);
    without_masks!("sse4.1,ssse3");
    halves_by_parts!("sse4.1,ssse3");

    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn instead_of_nan(x: V, nan: V) -> V {
        _mm_blendv_ps(x, nan, _mm_cmpunord_ps(x, x))
    }

    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn has_nan(x: V) -> bool {
        _mm_movemask_ps(_mm_cmpunord_ps(x, x)) != 0
    }

    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn permute<const I: i32>(x: V) -> V {
        _mm_shuffle_ps::<I>(x, x)
    }

    /// a x b + c of an exact product.
    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn exact(a: V, b: V, c: V) -> V {
        add(mul(a, b), c)
    }

    /// a x b + c, rounded once: by the library, lane by lane.
    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    fn fma(a: V, b: V, c: V) -> V {
        // SAFETY: vectors and arrays of 4 f32.
        let [a, b, c] = [a, b, c].map(|x| unsafe { std::mem::transmute::<V, [f32; 4]>(x) });
        let r: [f32; 4] = std::array::from_fn(|n| a[n].mul_add(b[n], c[n]));
        // SAFETY: as above.
        unsafe { load(r.as_ptr()) }
    }
}
