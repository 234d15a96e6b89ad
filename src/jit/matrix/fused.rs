//! Sums of gfx942 that are rounded once for several products (`numerics/matrix/fused.rs` defines them), for 16
//! columns at once.
//!
//! Everything is exact in floats until the one rounding: a product of significands in f32; in its scaled form, cut
//! off, in i32, where the sums fit, too; and what is added to C, below 2^39, in f64. Sums with infinities, NaNs or
//! products that may be beyond f32 are left to [`sums`].

use super::{Io, Product, panels};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, sums};

/// Columns of a vector.
const WIDTH: usize = 16;
/// Elements of a lane, and products of a sum, at most.
const EACH: usize = 8;
const DEPTH: usize = 32;

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

/// Elements of 16 columns.
#[derive(Clone, Copy)]
struct Part {
    significand: [f32; WIDTH],
    exponent: [i32; WIDTH],
}

const NONE: Part = Part {
    significand: [0.0; WIDTH],
    exponent: [0; WIDTH],
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
            // SAFETY: as above.
            let [raw] = unsafe { panels::take::<1>(register, lanes, 1, |x, _| x >> shift & mask) };
            r.bits[e] = raw;
            let (significands, exponents) = (&mut r.significands[e], &mut r.exponents[e]);
            for lane in 0..LANES {
                let (significand, exponent) = part(layout, raw.0[lane]);
                significands[lane] = significand;
                exponents[lane] = exponent;
            }
        }
        r
    }

    /// Element `e` of 16 lanes.
    #[inline(always)]
    fn column(&self, e: usize, lane: usize) -> Part {
        let mut r = NONE;
        r.significand
            .copy_from_slice(&self.significands[e][lane..][..WIDTH]);
        r.exponent
            .copy_from_slice(&self.exponents[e][lane..][..WIDTH]);
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
        match p.shape.element {
            Element::F8 { .. } => groups::<16, 2>(p, io),
            Element::F16 | Element::Bf16 if p.shape.depth >= 8 => groups::<8, 1>(p, io),
            _ => groups::<4, 1>(p, io),
        }
    }
}

/// Sums of groups of `G` products, of which every `APART`th are added to each other first.
///
/// # Safety
/// As for [`multiply`].
#[inline(always)]
unsafe fn groups<const G: usize, const APART: usize>(p: &Product, io: Io) {
    // SAFETY: the caller's.
    let (a, b) = unsafe {
        (
            Parts::new(p, io.a, panels::STRAIGHT, 0),
            Parts::new(p, io.b, p.lanes_of_b(), 1),
        )
    };
    let shape = p.shape;
    let (each, depth) = (shape.elements(), shape.depth.min(DEPTH));
    // Blocks of 4 columns are four to a vector.
    let together = if shape.size == 4 { 4 } else { 1 };
    for block in (0..shape.blocks).step_by(together) {
        let of_a: [usize; 4] = std::array::from_fn(|n| p.block_of_a(block + n));
        for strip in (0..shape.size).step_by(WIDTH) {
            let mut columns = [NONE; DEPTH];
            for (k, column) in columns[..depth].iter_mut().enumerate() {
                let (lane, e) = shape.operand(block, strip, k);
                *column = b.column(e, lane);
            }
            for i in 0..shape.size {
                let mut rows = [NONE; DEPTH];
                for (k, row) in rows[..depth].iter_mut().enumerate() {
                    for n in 0..4 {
                        let of = if together == 4 { of_a[n] } else { of_a[0] };
                        let (lane, e) = shape.operand(of, i, k);
                        row.significand[4 * n..4 * n + 4].fill(a.significands[e][lane]);
                        row.exponent[4 * n..4 * n + 4].fill(a.exponents[e][lane]);
                    }
                }
                let (lane, register) = shape.result(block, i, strip);
                let at = LANES * register + lane;
                // SAFETY: 16 lanes of a register of C.
                let c: [u32; WIDTH] =
                    unsafe { io.c.cast::<u32>().add(at).cast::<[u32; WIDTH]>().read() };
                let (mut sum, mut left) = (c, [0; WIDTH]);
                for k in (0..depth).step_by(G) {
                    let (rows, columns) = (&rows[k..k + G], &columns[k..k + G]);
                    sum = group::<G, APART>(rows, columns, &sum, &mut left);
                }
                for (j, sum) in sum.iter_mut().enumerate().filter(|(j, _)| left[*j] != 0) {
                    let (of, n) = if together == 4 {
                        (of_a[j / 4], j % 4)
                    } else {
                        (of_a[0], strip + j)
                    };
                    let block = block + if together == 4 { j / 4 } else { 0 };
                    let (mut row, mut column) = ([0; DEPTH], [0; DEPTH]);
                    for k in 0..depth {
                        let (lane, e) = shape.operand(of, i, k);
                        row[k] = u64::from(a.bits[e % each].0[lane]);
                        let (lane, e) = shape.operand(block, n, k);
                        column[k] = u64::from(b.bits[e % each].0[lane]);
                    }
                    let (row, column) = (&row[..depth], &column[..depth]);
                    *sum = sums::sum(p.unit, shape.element, row, column, u64::from(c[j])) as u32;
                }
                // SAFETY: 16 lanes of a register of D.
                unsafe { io.d.cast::<u32>().add(at).cast::<[u32; WIDTH]>().write(sum) };
            }
        }
    }
}

/// One group: c + the products. Sets those of `left` that are not right.
#[inline(always)]
fn group<const G: usize, const APART: usize>(
    a: &[Part],
    b: &[Part],
    c: &[u32; WIDTH],
    left: &mut [u32; WIDTH],
) -> [u32; WIDTH] {
    let mut r = [0; WIDTH];
    for j in 0..WIDTH {
        let mut tops = [2 * LEAST; APART];
        for k in 0..G {
            let exponent = a[k].exponent[j] + b[k].exponent[j];
            tops[k % APART] = tops[k % APART].max(exponent);
        }
        let mut sums = [0; APART];
        for k in 0..G {
            let delta = tops[k % APART] - (a[k].exponent[j] + b[k].exponent[j]);
            // Without a normal value of the scale nothing is left of the product.
            let scale = f32::from_bits(((127 + TERM - delta).max(0) as u32) << 23);
            let term = a[k].significand[j] * b[k].significand[j] * scale;
            // SAFETY: significands are below 2, and the scale is at most 2^24.
            sums[k % APART] += unsafe { term.to_int_unchecked::<i32>() };
        }
        let top = tops.into_iter().fold(2 * LEAST, i32::max);
        let mut sum = f64::from(sums[0]);
        if APART > 1 {
            sum = 0.0;
            for (of, own) in sums.into_iter().zip(tops) {
                sum += (f64::from(of) * two_to(own - top)).floor();
            }
        }
        let field = (c[j] >> 23 & 0xff) as i32;
        let of_c = field.max(1) - 127;
        let all = top.max(of_c);
        let addend = f64::from(f32::from_bits(c[j]));
        let is_far = APART > 1 && of_c < all - REACH;
        let addend = if is_far { 0.0 } else { addend };
        let addend = (addend * two_to(TERM - all)).floor() * two_to(SUM - TERM);
        let sum = (sum * two_to(SUM - TERM + top - all)).floor();
        // Never -0, but for what is denormal and vanishes.
        let total = (sum + addend) + 0.0;
        r[j] = ((total * two_to(all - SUM)) as f32).to_bits();
        left[j] |= u32::from(top >= HUGE) | u32::from(field == 0xff);
    }
    r
}

/// 2^n, for exponents of f64.
#[inline(always)]
fn two_to(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}
