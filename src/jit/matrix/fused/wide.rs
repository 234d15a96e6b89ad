//! The same with AVX-512 and AVX2, for dense A of f16, bf16 and xf32, where no special value occurs and exponents are in
//! the middle; else nothing is done. 16 columns of a row of D, or 8, are a vector.
//!
//! The largest exponents of the groups come first, as bytes, for 64 elements of D at once, or 32. Then each product, scaled
//! so that its last bit that counts is 1, becomes an integer, and these are added. C becomes one, too, with as many
//! bits as there is room for: where it is so large that bits of the sum of products are below them, the last ones
//! say whether any are set ("rounded to odd"). So the conversion of the sum to f32 rounds once.

use std::hint::black_box;
use std::mem::MaybeUninit;

use super::vectors::{BIAS, MOVE, Range, by_definition};
use super::{Io, Product, whole};
use crate::ir::plant::{Fault, planted};
use crate::jit::matrix::panels::STRAIGHT;
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix};

/// Elements of D for each group of products, at most: two blocks of 32 by 32.
const RESULTS: usize = 2048;
/// The exponent of a zero: with another one it is below all others.
const ZERO: i32 = i8::MIN as i32;
/// 2^112, between the biases of f16 and f32.
const HALF: f32 = f32::from_bits((127 + 127 - 15) << 23);

/// The largest exponents of up to four groups.
#[repr(align(64))]
struct Tops([[MaybeUninit<u8>; RESULTS]; 4]);

/// Elements of A or B, so many of a lane: as f32, and their exponents.
// Else vectors would lie across the host's cache lines.
#[repr(align(64))]
struct Panel<const EACH: usize> {
    values: [[MaybeUninit<f32>; LANES]; EACH],
    exponents: [[MaybeUninit<i8>; LANES]; EACH],
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

/// The functions, with the vectors of a level: of a row of 32 columns so many (`$n32`) are made at once, and of one of 16
/// (`$n16`). `$whole` makes the first rows, if they are such as it is for, and tells how many.
macro_rules! functions {
    ($features:literal, $n32:literal, $n16:literal, $whole:path) => {
        /// Tells whether D is made.
        ///
        /// # Safety
        /// As for [`Product::multiply`], of C and D as [`Io`] says; the host has the level.
        #[target_feature(enable = $features)]
        pub(in super::super::super) unsafe fn multiply(p: &Product, io: Io) -> bool {
            let (shape, sources) = (p.shape, p.sources());
            let is_apart = |from: *const Vgpr, count: usize| {
                (0..count).all(|n| p.is_apart(from.wrapping_add(n), io))
            };
            let has_element = matches!(shape.element, Element::F16 | Element::Bf16 | Element::Xf32);
            if !has_element
                || shape.size < 16
                || p.modifiers.indices.is_some()
                || !is_apart(io.a, sources[0])
                || !is_apart(io.b, sources[1])
            {
                return false;
            }
            // SAFETY: the caller's.
            unsafe {
                match (shape.size, shape.elements(), shape.depth) {
                    (32, 8, _) => of_panels::<32, 8, 4, 16, 8, $n32>(p, io),
                    (32, 4, 4) => of_panels::<32, 4, 2, 4, 4, $n32>(p, io),
                    (32, 4, _) => of_panels::<32, 4, 2, 8, 8, $n32>(p, io),
                    (32, _, _) => of_panels::<32, 2, 1, 4, 4, $n32>(p, io),
                    (_, 8, _) => of_panels::<16, 8, 4, 32, 8, $n16>(p, io),
                    (_, 4, 4) => of_panels::<16, 4, 2, 4, 4, $n16>(p, io),
                    (_, 4, _) => of_panels::<16, 4, 2, 16, 8, $n16>(p, io),
                    (_, _, _) => of_panels::<16, 2, 1, 8, 4, $n16>(p, io),
                }
            }
        }

        /// D by [`whole`] as far as that goes, else by [`rows`], if no element is out of range.
        ///
        /// # Safety
        /// As for [`multiply`]; the shape is that of `rows`.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn of_panels<
            const SIZE: usize,
            const EACH: usize,
            const PAIRS: usize,
            const K: usize,
            const G: usize,
            const N: usize,
        >(
            p: &Product,
            io: Io,
        ) -> bool {
            let made = match p.shape.element.bits(0) {
                // SAFETY: the caller's; elements of 16 bits are f16 or bf16 here.
                16 => unsafe { $whole(p, io) },
                _ => 0,
            };
            if made == LANES * EACH / K {
                return true;
            }
            let (mut a, mut b) = (Panel::<EACH>::none(), Panel::<EACH>::none());
            // SAFETY: the caller's.
            unsafe {
                let taken = [
                    take(&mut a, p.shape, io.a, STRAIGHT),
                    take(&mut b, p.shape, io.b, p.lanes_of_b()),
                ];
                if taken.contains(&Taken::Outside) {
                    return false;
                }
                if taken.contains(&Taken::WithZeros) && !planted(Fault::MovedZero) {
                    rows::<SIZE, EACH, K, G, N, true>(p, io, &a, &b, made);
                } else {
                    rows::<SIZE, EACH, K, G, N, false>(p, io, &a, &b, made);
                }
            }
            true
        }

        /// Takes the elements of the registers from `from` on, unless one is out of [`Range`].
        ///
        /// # Safety
        /// There are as many as `shape` has, which has `EACH` elements of a lane.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn take<const EACH: usize>(
            panel: &mut Panel<EACH>,
            shape: Matrix,
            from: *const Vgpr,
            lanes: [usize; 4],
        ) -> Taken {
            let element = shape.element;
            let (per, range) = (32 / element.bits(0), Range::of(element));
            let most = range.high - range.low;
            let mut outside = words(0);
            let mut some = words(1);
            for register in 0..EACH / per {
                for lane in (0..LANES).step_by(W) {
                    let at = 16 * (lanes[lane / 16] % 4) + lane % 16;
                    // SAFETY: the caller's; so many lanes.
                    let x = unsafe { load_int((&(*from.add(register)).0)[at..].as_ptr().cast()) };
                    let (values, exponents, is_some, is_outside);
                    if element == Element::Xf32 {
                        let x = and(x, all(!0x1fff));
                        let magnitude = and(x, all(i32::MAX));
                        let exponent = sub_int(shift_right::<23>(magnitude), all(127));
                        is_some = min_unsigned(magnitude, all(1));
                        let far = max_unsigned(sub_int(exponent, all(range.low)), all(most));
                        is_outside = and(sub_int(far, all(most)), sub_int(all(0), is_some));
                        let zero = sub_int(is_some, all(1));
                        exponents = sub_int(exponent, and(zero, all(-127 - ZERO)));
                        values = [as_float(x); 2];
                        some = min_words(some, or(is_some, all(1 << 16)));
                    } else {
                        let magnitude = and(x, words(i16::MAX.into()));
                        let (exponent, least) = match element {
                            // Denormal ones have their least exponent.
                            Element::F16 => {
                                let field = shift_right_words::<10>(magnitude);
                                (sub_words(max_words(field, words(1)), words(15)), range.low)
                            }
                            _ => (
                                sub_words(shift_right_words::<7>(magnitude), words(127)),
                                -127,
                            ),
                        };
                        is_some = min_words(magnitude, words(1));
                        let far = minus_words(sub_words(exponent, words(range.low)), words(most));
                        is_outside = and(far, sub_words(words(0), is_some));
                        let zero = sub_words(is_some, words(1));
                        exponents = sub_words(exponent, and(zero, words(least - ZERO)));
                        let (even, odd) = (shift_left::<16>(x), and(x, all(!0xffff)));
                        values = match element {
                            // Their exponents have less bits, at the low end of f32's.
                            Element::F16 => [even, odd].map(|x| {
                                let x = and(shift_right_signed::<3>(x), all(!0x7000_1fff));
                                mul(as_float(x), set1(HALF))
                            }),
                            _ => [even, odd].map(|x| as_float(x)),
                        };
                        some = min_words(some, is_some);
                    }
                    outside = or(outside, is_outside);
                    for (e, values) in values.into_iter().enumerate().take(per) {
                        let n = per * register + e;
                        let exponents = match e {
                            0 => exponents,
                            _ => shift_right::<16>(exponents),
                        };
                        // SAFETY: so many lanes.
                        unsafe {
                            store(panel.values[n][lane..][..W].as_mut_ptr().cast(), values);
                            let to = panel.exponents[n][lane..][..W].as_mut_ptr();
                            store_low(to.cast(), exponents);
                        }
                    }
                }
            }
            if !is_zero(outside) {
                Taken::Outside
            } else if !is_zero(sub_words(some, words(1))) {
                Taken::WithZeros
            } else {
                Taken::WithoutZeros
            }
        }

        /// For each group of `G` products the largest exponent, with [`BIAS`], of 4 rows by [`W`] columns after each other;
        /// a group whose products are all zero has the least one. Tells whether there is any such.
        #[inline]
        #[target_feature(enable = $features)]
        fn find_tops<
            const SIZE: usize,
            const EACH: usize,
            const K: usize,
            const G: usize,
            const N: usize,
        >(
            p: &Product,
            a: &Panel<EACH>,
            b: &Panel<EACH>,
            tops: &mut Tops,
        ) -> bool {
            /// Each of four bytes to as many as there are columns.
            static SPREAD: [u8; 4 * W] = {
                let mut spread = [0; 4 * W];
                let mut n = 0;
                while n < 4 * W {
                    spread[n] = (n / W) as u8;
                    n += 1;
                }
                spread
            };
            let lanes = LANES * EACH / K;
            let low = set1_bytes((2 * Range::of(p.shape.element).low) as i8);
            let bias = set1_bytes(BIAS as i8);
            // What is known of it has the compiler choose other instructions, and more.
            // SAFETY: a vector of bytes.
            let spread = unsafe { load_int(black_box(&SPREAD).as_ptr().cast()) };
            let mut least = low;
            for block in 0..lanes / SIZE {
                let of_a = SIZE * p.block_of_a(block);
                for (g, tops) in tops.0.iter_mut().enumerate().take(K / G) {
                    let place = |n: usize| {
                        let k = G * g + n;
                        (k % EACH, lanes * (k / EACH))
                    };
                    for strip in (0..SIZE / W).step_by(N) {
                        let columns: [[I; G]; N] = std::array::from_fn(|s| {
                            std::array::from_fn(|n| {
                                let (e, lane) = place(n);
                                let lane = lane + SIZE * block + W * (strip + s);
                                let bytes = b.exponents[e][lane..lane + W].as_ptr();
                                // SAFETY: so many bytes, which have been set.
                                unsafe { repeat(bytes.cast()) }
                            })
                        });
                        for four in (0..SIZE).step_by(4) {
                            let mut top = [set1_bytes(i8::MIN); N];
                            for n in 0..G {
                                let (e, lane) = place(n);
                                let lane = lane + of_a + four;
                                let bytes = a.exponents[e][lane..lane + 4].as_ptr();
                                // SAFETY: 4 bytes, which have been set.
                                let rows = unsafe { bytes.cast::<i32>().read_unaligned() };
                                let row = shuffle(all(rows), spread);
                                for (top, columns) in top.iter_mut().zip(&columns) {
                                    *top = max_bytes(*top, plus_bytes(row, columns[n]));
                                }
                            }
                            for (s, top) in top.into_iter().enumerate() {
                                least = min_bytes(least, top);
                                let top = add_bytes(max_bytes(top, low), bias);
                                let at = SIZE * (SIZE * block + W * (strip + s)) + W * four;
                                let to = &mut tops[at..at + 4 * W];
                                // SAFETY: so many bytes.
                                unsafe { store_int(to.as_mut_ptr().cast(), top) };
                            }
                        }
                    }
                }
            }
            !is_zero(sub_int(least, low))
        }

        /// Rows of `SIZE` columns, `N` vectors at once, and sums of `K` products, of which lanes have `EACH`, in groups of
        /// `G`; with elements that are `ZEROS`, or without. The first rows, over all blocks, have been `made`.
        ///
        /// # Safety
        /// As for [`multiply`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn rows<
            const SIZE: usize,
            const EACH: usize,
            const K: usize,
            const G: usize,
            const N: usize,
            const ZEROS: bool,
        >(
            p: &Product,
            io: Io,
            a: &Panel<EACH>,
            b: &Panel<EACH>,
            made: usize,
        ) {
            let mut tops = Tops([[MaybeUninit::uninit(); RESULTS]; 4]);
            // A group whose products are all zero.
            let has_none = find_tops::<SIZE, EACH, K, G, N>(p, a, b, &mut tops) && ZEROS;
            let least = 2 * Range::of(p.shape.element).low + BIAS;
            let lanes = LANES * EACH / K;
            let (c, d) = (io.c.cast::<f32>(), io.d.cast::<f32>());
            for block in 0..lanes / SIZE {
                let of_a = SIZE * p.block_of_a(block);
                for row in made.saturating_sub(SIZE * block)..SIZE {
                    let (lane, register) = p.shape.result(block, row, 0);
                    for strip in (0..SIZE).step_by(N * W) {
                        let at = LANES * register + lane + strip;
                        let mut sums: [V; N] = std::array::from_fn(|n| {
                            // SAFETY: inside C.
                            unsafe { load(c.add(at + n * W)) }
                        });
                        let mut left = [0; N];
                        for (g, tops) in tops.0.iter().enumerate().take(K / G) {
                            let at = SIZE * (SIZE * block + strip) + W * row;
                            // The exponents as fields of f32.
                            let tops: [_; N] = std::array::from_fn(|n| {
                                let top = &tops[at + SIZE * W * n..][..W];
                                // SAFETY: so many bytes, which all are set.
                                shift_left::<23>(unsafe { expand(top.as_ptr().cast()) })
                            });
                            let scales = tops.map(|top| scale_of(top));
                            // What is added to the field of an exponent in place of a multiplication.
                            let moves = tops.map(|top| sub_int(all(MOVE), top));
                            let mut products = [all(0); N];
                            for k in G * g..G * g + G {
                                let (e, lane) = (k % EACH, lanes * (k / EACH));
                                let (a, b) = (a.values[e].as_ptr(), b.values[e].as_ptr());
                                // SAFETY: inside A, and set.
                                let x = set1(unsafe { *a.add(lane + of_a + row).cast::<f32>() });
                                for n in 0..N {
                                    let column = lane + SIZE * block + strip + n * W;
                                    // SAFETY: inside B, and set.
                                    let column = unsafe { load(b.add(column).cast()) };
                                    let product = mul(x, column);
                                    let term = if ZEROS {
                                        mul(product, scales[n])
                                    } else {
                                        as_float(add_int(as_int(product), moves[n]))
                                    };
                                    products[n] = add_int(products[n], cut_off(term));
                                }
                            }
                            for n in 0..N {
                                if has_none {
                                    let top = shift_right::<23>(tops[n]);
                                    left[n] |= is_tiny(sums[n], top, least);
                                }
                                left[n] |= is_special(sums[n]);
                                sums[n] = plus(sums[n], products[n], tops[n]).0;
                            }
                        }
                        for n in 0..N {
                            let at = at + n * W;
                            // SAFETY: inside D.
                            unsafe {
                                if left[n] == 0 {
                                    store(d.add(at), sums[n]);
                                    continue;
                                }
                                let mut sum = [0.0; W];
                                store(sum.as_mut_ptr(), sums[n]);
                                // This part of C is as it was.
                                let place = (block, row, strip + n * W);
                                by_definition(p, io, place, left[n].into(), &mut sum, c.add(at));
                                d.add(at).copy_from_nonoverlapping(sum.as_ptr(), W);
                            }
                        }
                    }
                }
            }
        }
    };
}

pub(in super::super) mod avx512 {
    use super::super::vectors::avx512::*;
    use super::*;

    functions!(
        "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c",
        2,
        1,
        whole::rows::<SIZE, PAIRS, K, G, N>
    );
}

pub(in super::super) mod avx2 {
    use super::super::vectors::avx2::*;
    use super::*;

    functions!("avx2,fma,f16c", 2, 2, none);

    /// No rows: words have no shifts by vectors here.
    ///
    /// # Safety
    /// None; the other has some.
    unsafe fn none(_: &Product, _: Io) -> usize {
        0
    }
}

pub(in super::super) mod base {
    use super::*;

    /// Nothing: there are no shifts by vectors.
    ///
    /// # Safety
    /// None; the others have some.
    pub(in super::super::super) unsafe fn multiply(_: &Product, _: Io) -> bool {
        false
    }
}
