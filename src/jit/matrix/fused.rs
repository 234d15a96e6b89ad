//! Sums of gfx942 that are rounded once for several products (`numerics/matrix/fused.rs` defines them), for all
//! lanes of a register of D at once.
//!
//! Everything is exact in floats until the one rounding: a product of significands in f32; in its scaled form, cut
//! off, in i32, where the sums fit, too; and what is added to C, below 2^39, in f64. Sums with infinities, NaNs or
//! products that may be beyond f32 are left to [`sums`].

use super::{Io, Product, panels};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, sums};

/// Elements of a lane, at most.
const EACH: usize = 8;

/// Bits behind the point of products, and of sums.
const TERM: i32 = 24;
const SUM: i32 = 31;
/// Products from this exponent on may be beyond f32.
const HUGE: i32 = 127;
/// The exponent of what is infinite or NaN: so large that that of a product is, too.
const SPECIAL: i32 = 1000;
/// The exponent of a zero.
const LEAST: i32 = -126;
/// How far C may be below the largest exponent beside products of bytes.
const REACH: i32 = 25;

/// Elements of A or B: their bits, and as values: significands below 2, with signs, and exponents.
struct Parts {
    bits: [Vgpr; EACH],
    significands: [[f32; LANES]; EACH],
    exponents: [[i32; LANES]; EACH],
}

/// Elements of all lanes of a register of D: of the row of A, or the column of B, that the lane is of.
#[derive(Clone, Copy)]
struct Part {
    significand: [f32; LANES],
    exponent: [i32; LANES],
}

const NONE: Part = Part {
    significand: [0.0; LANES],
    exponent: [0; LANES],
};

/// A format: bits of the fraction and of the exponent, and its bias; the place of the first bit; whether it is one of
/// those of bytes, which have no infinities.
#[derive(Clone, Copy)]
struct Layout {
    fraction: u32,
    exponent: u32,
    bias: i32,
    first: u32,
    is_byte: bool,
}

/// That of A or B (`n`). Of xf32 the low bits are left out.
fn layout(ty: Element, n: usize) -> Layout {
    let (fraction, exponent, bias, first) = match ty {
        Element::F16 => (10, 5, 15, 0),
        Element::Xf32 => (10, 8, 127, 13),
        Element::F8 { bf8 } if bf8[n] => (2, 5, 16, 0),
        Element::F8 { .. } => (3, 4, 8, 0),
        // What is not one of this file's is not asked for.
        Element::Bf16 | Element::Bf16x2 | Element::I8 | Element::F32 | Element::F64 => {
            (7, 8, 127, 0)
        }
    };
    Layout {
        fraction,
        exponent,
        bias,
        first,
        is_byte: matches!(ty, Element::F8 { .. }),
    }
}

impl Parts {
    /// Those of the registers from `from` on.
    ///
    /// # Safety
    /// There are as many as the shape of `p` has.
    #[inline(always)]
    unsafe fn new(p: &Product, from: *const Vgpr, lanes: [usize; 4], n: usize) -> Parts {
        let (layout, each) = (layout(p.shape.element, n), p.shape.elements());
        let bits = p.shape.element.bits();
        let mut r = Parts {
            bits: [Vgpr::ZERO; EACH],
            significands: [[0.0; LANES]; EACH],
            exponents: [[0; LANES]; EACH],
        };
        for e in 0..each.min(EACH) {
            let shift = (e * bits % 32) as u32;
            let mask = u32::MAX >> (32 - bits);
            // SAFETY: the caller's.
            let register = unsafe { from.add(e * bits / 32) };
            let raw: &mut [Vgpr; 1] = (&mut r.bits[e..=e]).try_into().expect("one");
            // SAFETY: as above.
            unsafe { panels::take(raw, register, lanes, 1, |x, _| x >> shift & mask) };
            let (significands, exponents) = (&mut r.significands[e], &mut r.exponents[e]);
            for lane in 0..LANES {
                let (significand, exponent) = part(layout, raw[0].0[lane]);
                significands[lane] = significand;
                exponents[lane] = exponent;
            }
        }
        r
    }
}

/// Significand and exponent.
#[inline(always)]
fn part(l: Layout, bits: u32) -> (f32, i32) {
    let x = bits >> l.first;
    let most = (1 << l.exponent) - 1;
    let field = (x >> l.fraction & most) as i32;
    let low = x & ((1 << l.fraction) - 1);
    let implied = if field == 0 { 0 } else { 1 << l.fraction };
    let magnitude = (low | implied) as i32;
    let sign = (x >> (l.fraction + l.exponent) & 1) as i32;
    let is_special = if l.is_byte {
        bits == 0x80
    } else {
        field == most as i32
    };
    let exponent = match magnitude {
        0 => LEAST,
        _ => field.max(1) - l.bias,
    };
    let unit = f32::from_bits((127 - l.fraction) << 23);
    match is_special {
        true => (0.0, SPECIAL),
        false => ((magnitude - 2 * sign * magnitude) as f32 * unit, exponent),
    }
}

/// # Safety
/// As for [`Product::multiply`]; of C and D as [`Io`] says.
#[inline(always)]
pub(super) unsafe fn multiply(p: &Product, io: Io) {
    // SAFETY: the caller's.
    unsafe {
        match (p.shape.element, p.shape.depth) {
            (Element::F8 { .. }, 16) => groups::<16, 16, 2>(p, io),
            (Element::F8 { .. }, _) => groups::<32, 16, 2>(p, io),
            (_, 4) => groups::<4, 4, 1>(p, io),
            (Element::Xf32, _) => groups::<8, 4, 1>(p, io),
            (_, 8) => groups::<8, 8, 1>(p, io),
            _ => groups::<16, 8, 1>(p, io),
        }
    }
}

/// Sums of `K` products in groups of `G`, of which every `APART`th are added to each other first. D is made register
/// by register.
///
/// # Safety
/// As for [`multiply`].
#[inline(always)]
unsafe fn groups<const K: usize, const G: usize, const APART: usize>(p: &Product, io: Io) {
    // SAFETY: the caller's.
    let (a, b) = unsafe {
        (
            Parts::new(p, io.a, panels::STRAIGHT, 0),
            Parts::new(p, io.b, p.lanes_of_b(), 1),
        )
    };
    let (shape, size) = (p.shape, p.shape.size);
    let (mut rows, mut columns) = ([NONE; K], [NONE; K]);
    let mut of_columns = usize::MAX;
    for register in 0..shape.results() {
        // Block and row of the `n`th lanes, as many as there are columns.
        let place = |n: usize| match size {
            4 => (n, register),
            16 => (register / 4, 4 * n + register % 4),
            _ => (
                register / 16,
                8 * (register % 16 / 4) + 4 * n + register % 4,
            ),
        };
        for n in 0..LANES / size {
            let (block, i) = place(n);
            let of_a = p.block_of_a(block);
            for (k, row) in rows.iter_mut().enumerate() {
                let (lane, e) = shape.operand(of_a, i, k);
                row.significand[n * size..][..size].fill(a.significands[e][lane]);
                row.exponent[n * size..][..size].fill(a.exponents[e][lane]);
            }
        }
        if of_columns != place(0).0 {
            of_columns = place(0).0;
            for n in 0..LANES / size {
                for (k, column) in columns.iter_mut().enumerate() {
                    let (lane, e) = shape.operand(place(n).0, 0, k);
                    let (significands, exponents) = (&b.significands[e], &b.exponents[e]);
                    column.significand[n * size..][..size]
                        .copy_from_slice(&significands[lane..][..size]);
                    column.exponent[n * size..][..size].copy_from_slice(&exponents[lane..][..size]);
                }
            }
        }
        // SAFETY: a register of C.
        let c = unsafe { (*io.c.add(register)).0 };
        let (mut sum, mut left) = (c, [0; LANES]);
        for k in (0..K).step_by(G) {
            group::<G, APART>(&rows[k..k + G], &columns[k..k + G], &mut sum, &mut left);
        }
        if left.iter().fold(0, |all, x| all | x) != 0 {
            for lane in (0..LANES).filter(|lane| left[*lane] != 0) {
                let (block, i) = place(lane / size);
                let mut row = [0; K];
                let mut column = [0; K];
                for k in 0..K {
                    let (lane_a, e) = shape.operand(p.block_of_a(block), i, k);
                    row[k] = u64::from(a.bits[e].0[lane_a]);
                    let (lane_b, e) = shape.operand(block, lane % size, k);
                    column[k] = u64::from(b.bits[e].0[lane_b]);
                }
                let c = u64::from(c[lane]);
                sum[lane] = sums::sum(p.unit, shape.element, &row, &column, c) as u32;
            }
        }
        // SAFETY: a register of D.
        unsafe { (*io.d.add(register)).0 = sum };
    }
}

/// One group: adds the products to `c`. Sets those of `left` that are not right.
#[inline(always)]
fn group<const G: usize, const APART: usize>(
    a: &[Part],
    b: &[Part],
    c: &mut [u32; LANES],
    left: &mut [u32; LANES],
) {
    let mut tops = [[2 * LEAST; LANES]; APART];
    let mut sums = [[0; LANES]; APART];
    for k in 0..G {
        let (a, b, top) = (&a[k], &b[k], &mut tops[k % APART]);
        for l in 0..LANES {
            top[l] = top[l].max(a.exponent[l] + b.exponent[l]);
        }
    }
    for k in 0..G {
        let (a, b, top, sum) = (&a[k], &b[k], &tops[k % APART], &mut sums[k % APART]);
        for l in 0..LANES {
            let delta = top[l] - (a.exponent[l] + b.exponent[l]);
            // Without a normal value of the scale nothing is left of the product.
            let scale = f32::from_bits(((127 + TERM - delta).max(0) as u32) << 23);
            let term = a.significand[l] * b.significand[l] * scale;
            // SAFETY: significands are below 2, and the scale is at most 2^24.
            sum[l] += unsafe { term.to_int_unchecked::<i32>() };
        }
    }
    for l in 0..LANES {
        let top = tops[0][l].max(tops[APART - 1][l]);
        let part = |n: usize| (f64::from(sums[n][l]) * two_to(tops[n][l] - top)).floor();
        let sum = if APART == 1 {
            f64::from(sums[0][l])
        } else {
            part(0) + part(APART - 1)
        };
        let field = (c[l] >> 23 & 0xff) as i32;
        let of_c = field.max(1) - 127;
        let all = top.max(of_c);
        let is_far = APART > 1 && of_c < all - REACH;
        let addend = f64::from(f32::from_bits(c[l]));
        let addend = if is_far { 0.0 } else { addend };
        let addend = (addend * two_to(TERM - all)).floor() * two_to(SUM - TERM);
        let sum = (sum * two_to(SUM - TERM + top - all)).floor();
        // A sum of zeros is +0.
        let total = (sum + addend) + 0.0;
        c[l] = ((total * two_to(all - SUM)) as f32).to_bits();
        left[l] |= u32::from(top >= HUGE) | u32::from(field == 0xff);
    }
}

/// 2^n, for exponents of f64.
#[inline(always)]
fn two_to(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}
