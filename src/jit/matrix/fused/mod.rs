//! Sums of gfx942 that are rounded once for several products (`numerics/matrix/fused.rs` defines them), for all
//! lanes of a register of D at once.
//!
//! Everything is exact in floats until the one rounding: a product of significands in f32; in its scaled form, cut
//! off, in i32, where the sums fit, too; and the sum with C, below 2^39, in f64. Sums with infinities, NaNs or
//! products that may be beyond f32 are left to [`sums`].

mod vectors;
mod whole;
pub(super) mod wide;
pub(super) mod words;

use super::{Io, Product, panels};
use crate::ir::plant::{Fault, unless_planted};
use crate::isa::facts::Narrow;
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix, Unit};

/// Bits behind the point of products, and of sums.
const TERM: i32 = 24;
const SUM: i32 = 31;
/// Products from this exponent on may be beyond f32.
const HUGE: i32 = 127;
/// The exponent of what is infinite or NaN: so large that that of a product is, too.
pub(super) const SPECIAL: i32 = 1000;
/// The exponent of a zero.
const LEAST: i32 = -126;
/// How far C may be below the largest exponent beside products of bytes.
const REACH: i32 = 25;

/// Elements of A or B, so many of a lane: their bits, and as values: significands below 2, with signs, and exponents. What
/// [`is_narrow`] has exponents in the significands, too.
struct Parts<const EACH: usize> {
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

/// A format: bits of the fraction and of the exponent, and its bias; the place of the first bit; what is no number.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub fraction: u32,
    pub exponent: u32,
    pub bias: i32,
    first: u32,
    pub special: Special,
    /// What is no number is what has this `value` of these bits.
    mask: u32,
    value: u32,
}

/// What of a format is infinite or NaN.
#[derive(Clone, Copy)]
pub(super) enum Special {
    /// Nothing.
    None,
    /// What has the largest exponent.
    Exponent,
    /// These bits, with one sign.
    Bits(u32),
    /// These bits, with both signs.
    Magnitude(u32),
}

/// That of A or B (`n`). Of xf32 the low bits are left out.
#[inline(always)]
pub(super) fn layout(unit: Unit, ty: Element, n: usize) -> Layout {
    use Special::{Bits, Exponent, Magnitude, None};
    let narrow = |of: Narrow| match of {
        Narrow::Fp8 => (3, 4, 7, 0, Magnitude(0x7f)),
        Narrow::Bf8 => (2, 5, 15, 0, Exponent),
        Narrow::Fp6 => (3, 2, 1, 0, None),
        Narrow::Bf6 => (2, 3, 3, 0, None),
        Narrow::Fp4 => (1, 2, 1, 0, None),
    };
    let is_ocp = unit == Unit::Cdna4;
    let (fraction, exponent, bias, first, special) = match ty {
        Element::F16 => (10, 5, 15, 0, Exponent),
        Element::Xf32 => (10, 8, 127, 13, Exponent),
        Element::F8 { bf8 } => match (is_ocp, bf8[n]) {
            (false, false) => (3, 4, 8, 0, Bits(0x80)),
            (false, true) => (2, 5, 16, 0, Bits(0x80)),
            (true, false) => narrow(Narrow::Fp8),
            (true, true) => narrow(Narrow::Bf8),
        },
        Element::Narrow(of) => narrow(of[n]),
        // What is not one of this file's is not asked for.
        Element::Bf16 | Element::Bf16x2 | Element::I8 | Element::F32 | Element::F64 => {
            (7, 8, 127, 0, Exponent)
        }
    };
    let (mask, value) = match special {
        None => (0, 1),
        Exponent => {
            let field = ((1 << exponent) - 1) << (fraction + first);
            (field, field)
        }
        Bits(bits) => (u32::MAX, bits),
        Magnitude(bits) => (0x7f, bits),
    };
    Layout {
        fraction,
        exponent,
        bias,
        first,
        special,
        mask,
        value,
    }
}

/// Whether f32 has all products of such elements, scaled for their sums or not.
fn is_narrow(ty: Element) -> bool {
    matches!(ty, Element::F16 | Element::F8 { .. })
}

impl<const EACH: usize> Parts<EACH> {
    const NONE: Parts<EACH> = Parts {
        bits: [Vgpr::ZERO; EACH],
        significands: [[0.0; LANES]; EACH],
        exponents: [[0; LANES]; EACH],
    };

    /// Takes those of the registers from `from` on.
    ///
    /// # Safety
    /// There are as many as `shape` has.
    #[inline(always)]
    unsafe fn take(
        &mut self,
        unit: Unit,
        shape: Matrix,
        from: *const Vgpr,
        lanes: [usize; 4],
        n: usize,
    ) {
        let layout = layout(unit, shape.element, n);
        let (bits, is_narrow) = (shape.element.bits(n), is_narrow(shape.element));
        for e in 0..shape.elements().min(EACH) {
            let shift = (e * bits % 32) as u32;
            let mask = u32::MAX >> (32 - bits);
            // SAFETY: the caller's.
            let register = unsafe { from.add(e * bits / 32) };
            let raw: &mut [Vgpr; 1] = (&mut self.bits[e..=e]).try_into().expect("one");
            // SAFETY: as above.
            unsafe { panels::take(raw, register, lanes, 1, |x, _| x >> shift & mask) };
            let (significands, exponents) = (&mut self.significands[e], &mut self.exponents[e]);
            for lane in 0..LANES {
                let (significand, exponent) = part(layout, raw[0].0[lane]);
                significands[lane] = if is_narrow {
                    significand * two_to(exponent.min(HUGE))
                } else {
                    significand
                };
                exponents[lane] = exponent;
            }
        }
    }
}

/// Block and row of the `n`th lanes of a register of D, as many as there are columns.
#[inline(always)]
fn place(size: usize, register: usize, n: usize) -> (usize, usize) {
    match size {
        4 => (n, register),
        16 => (register / 4, 4 * n + register % 4),
        _ => (
            register / 16,
            8 * (register % 16 / 4) + 4 * n + register % 4,
        ),
    }
}

/// The rows of A of a register's lanes. The element of row 0 of block 0 that is in product `k` is at `at[k]`.
#[inline(always)]
fn rows_of<const SIZE: usize, const EACH: usize, const K: usize>(
    p: &Product,
    a: &Parts<EACH>,
    at: &[usize; K],
    register: usize,
    rows: &mut [Part; K],
) {
    for n in 0..LANES / SIZE {
        let (block, i) = place(SIZE, register, n);
        let first = SIZE * p.block_of_a(block) + i;
        for (row, at) in rows.iter_mut().zip(at) {
            let at = first + at;
            let significand = [a.significands.as_flattened()[at]; SIZE];
            row.significand[n * SIZE..][..SIZE].copy_from_slice(&significand);
            let exponent = [a.exponents.as_flattened()[at]; SIZE];
            row.exponent[n * SIZE..][..SIZE].copy_from_slice(&exponent);
        }
    }
}

/// The columns of B of a register's lanes; `at` says where those of a row of D begin, for block 0.
#[inline(always)]
fn columns_of<'a, const SIZE: usize, const EACH: usize, const K: usize>(
    b: &Parts<EACH>,
    at: impl Fn(usize) -> &'a [usize; K],
    register: usize,
    columns: &mut [Part; K],
) {
    for n in 0..LANES / SIZE {
        let (block, i) = place(SIZE, register, n);
        for (column, at) in columns.iter_mut().zip(at(i)) {
            let at = SIZE * block + at;
            let significands = &b.significands.as_flattened()[at..][..SIZE];
            column.significand[n * SIZE..][..SIZE].copy_from_slice(significands);
            let exponents = &b.exponents.as_flattened()[at..][..SIZE];
            column.exponent[n * SIZE..][..SIZE].copy_from_slice(exponents);
        }
    }
}

/// Where the elements of the sums are: each is at `64 e + lane` among those of all lanes.
struct Order<const K: usize> {
    /// Of A, for row 0 of block 0.
    a: [usize; K],
    /// Of B, for column 0 of block 0; a sparse A has others for each of its rows.
    b: [[usize; K]; ROWS],
    is_sparse: bool,
}

/// Rows of A, and products of a dense sum, at most.
const ROWS: usize = 32;
const DEPTH: usize = 128;

impl<const K: usize> Order<K> {
    /// # Safety
    /// Behind the registers of a sparse A at `a` is that of its indices.
    #[inline(always)]
    unsafe fn of(p: &Product, a: *const Vgpr) -> Order<K> {
        let (shape, of_a) = (p.shape, p.of_a());
        let is_sparse = p.modifiers.indices.is_some();
        let at = |(lane, e)| LANES * e + lane;
        let mut order = Order {
            a: std::array::from_fn(|k| at(of_a.operand(0, 0, 0, k))),
            b: [[0; K]; ROWS],
            is_sparse,
        };
        // Those of B for each product of a dense sum.
        let mut of_b = [0; DEPTH];
        for (k, of_b) in of_b.iter_mut().enumerate().take(shape.depth) {
            *of_b = at(shape.operand(1, 0, 0, k));
        }
        if !is_sparse {
            order.b[0].copy_from_slice(&of_b[..K]);
            return order;
        }
        // SAFETY: the caller's.
        let indices = unsafe { &*a.add(p.sources()[0] - 1) };
        for (k, at) in order.a.into_iter().enumerate() {
            let (lane, e) = (at % LANES, at / LANES);
            for (i, b) in order.b.iter_mut().enumerate().take(shape.size) {
                let lane = lane + unless_planted!(Fault::FirstRow, i, 0);
                b[k] = of_b[p.place(k, lane, e, &indices.0) % DEPTH];
            }
        }
        order
    }

    /// Those of B beside row `i` of A.
    #[inline(always)]
    fn of_b(&self, i: usize) -> &[usize; K] {
        &self.b[if self.is_sparse { i % ROWS } else { 0 }]
    }
}

/// Significand and exponent. (Without branches, for vectors.)
#[inline(always)]
pub(super) fn part(l: Layout, bits: u32) -> (f32, i32) {
    let x = bits >> l.first;
    let most = (1 << l.exponent) - 1;
    let field = (x >> l.fraction & most) as i32;
    let low = x & ((1 << l.fraction) - 1);
    let implied = if field == 0 { 0 } else { 1 << l.fraction };
    let magnitude = (low | implied) as i32;
    let sign = (x >> (l.fraction + l.exponent) & 1) as i32;
    let is_special = bits & l.mask == l.value;
    let exponent = match magnitude {
        0 => LEAST,
        _ => field.max(1) - l.bias,
    };
    let unit = f32::from_bits((127 - l.fraction) << 23);
    if is_special {
        (0.0, SPECIAL)
    } else {
        ((magnitude - 2 * sign * magnitude) as f32 * unit, exponent)
    }
}

/// # Safety
/// As for [`Product::multiply`]; of C and D as [`Io`] says.
#[inline(always)]
pub(super) unsafe fn multiply(p: &Product, io: Io) {
    // SAFETY: the caller's.
    unsafe {
        match (p.shape.element, p.of_a().depth) {
            (Element::F8 { .. }, 16) => groups::<16, 16, 16, 2>(p, io),
            (Element::F8 { .. }, 32) if p.shape.elements() <= 16 => groups::<16, 32, 16, 2>(p, io),
            // gfx950's sparse ones, which have twice as many.
            (Element::F8 { .. }, 32) => groups::<32, 32, 16, 2>(p, io),
            (Element::F8 { .. }, _) => groups::<32, 64, 16, 2>(p, io),
            (_, 4) => groups::<4, 4, 4, 1>(p, io),
            (Element::Xf32, _) => groups::<2, 8, 4, 1>(p, io),
            (_, 8) => groups::<8, 8, 8, 1>(p, io),
            (_, 16) => groups::<16, 16, 8, 1>(p, io),
            _ => groups::<16, 32, 8, 1>(p, io),
        }
    }
}

/// Sums of `K` products in groups of `G`, of which every `APART`th are added to each other first. A lane has `EACH`
/// elements at most. D is made register by register.
///
/// # Safety
/// As for [`multiply`].
#[inline(always)]
unsafe fn groups<const EACH: usize, const K: usize, const G: usize, const APART: usize>(
    p: &Product,
    io: Io,
) {
    let (mut a, mut b) = (Parts::<EACH>::NONE, Parts::<EACH>::NONE);
    // SAFETY: the caller's.
    unsafe {
        a.take(p.unit, p.of_a(), io.a, panels::STRAIGHT, 0);
        b.take(p.unit, p.shape, io.b, p.lanes_of_b(), 1);
    }
    let (shape, size) = (p.shape, p.shape.size);
    // SAFETY: the caller's.
    let order = unsafe { Order::<K>::of(p, io.a) };
    let is_narrow = is_narrow(shape.element);
    let (mut rows, mut columns) = ([NONE; K], [NONE; K]);
    let mut of_columns = usize::MAX;
    for register in 0..shape.results() {
        match size {
            4 => rows_of::<4, EACH, K>(p, &a, &order.a, register, &mut rows),
            16 => rows_of::<16, EACH, K>(p, &a, &order.a, register, &mut rows),
            _ => rows_of::<32, EACH, K>(p, &a, &order.a, register, &mut rows),
        }
        // The same for all registers of a block, beside a dense A.
        let block = place(size, register, 0).0;
        if of_columns != block || order.is_sparse {
            of_columns = block;
            let at = |i| order.of_b(i);
            match size {
                4 => columns_of::<4, EACH, K>(&b, at, register, &mut columns),
                16 => columns_of::<16, EACH, K>(&b, at, register, &mut columns),
                _ => columns_of::<32, EACH, K>(&b, at, register, &mut columns),
            }
        }
        // SAFETY: a register of C.
        let c = unsafe { (*io.c.add(register)).0 };
        let (mut sum, mut left) = (c, [0; LANES]);
        for k in (0..K).step_by(G) {
            let (rows, columns) = (&rows[k..k + G], &columns[k..k + G]);
            group::<G, APART>(rows, columns, &mut sum, &mut left, is_narrow);
        }
        if left.iter().fold(0, |all, x| all | x) != 0 {
            for lane in (0..LANES).filter(|lane| left[*lane] != 0) {
                let (block, i) = place(size, register, lane / size);
                let mut row = [0; K];
                let mut column = [0; K];
                let bits =
                    |of: &Parts<EACH>, at: usize| u64::from(of.bits[at / LANES].0[at % LANES]);
                for k in 0..K {
                    row[k] = bits(&a, order.a[k] + size * p.block_of_a(block) + i);
                    column[k] = bits(&b, order.of_b(i)[k] + size * block + lane % size);
                }
                let c = u64::from(c[lane]);
                let none = [&[0; LANES]; 2];
                sum[lane] = p.sum(&row, &column, (i, lane % size), none, c) as u32;
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
    is_narrow: bool,
) {
    let mut tops = [[2 * LEAST; LANES]; APART];
    let mut sums = [[0; LANES]; APART];
    for k in 0..G {
        let (a, b) = (&a[k], &b[k]);
        for (l, top) in tops[k % APART].iter_mut().enumerate() {
            *top = (*top).max(a.exponent[l] + b.exponent[l]);
        }
    }
    if is_narrow {
        let mut scales = [[0.0; LANES]; APART];
        for (scales, tops) in scales.iter_mut().zip(&tops) {
            for (scale, top) in scales.iter_mut().zip(tops) {
                // Beyond the limits there are only zeros, or what is left to others.
                *scale = two_to(TERM - (*top).clamp(-100, 100));
            }
        }
        for k in 0..G {
            let (a, b, scale, sum) = (&a[k], &b[k], &scales[k % APART], &mut sums[k % APART]);
            for l in 0..LANES {
                let term = a.significand[l] * b.significand[l] * scale[l];
                // SAFETY: a product is below 2^(top + 2), and of a top above 100 below 2^34.
                sum[l] += unsafe { term.to_int_unchecked::<i32>() };
            }
        }
    }
    for k in 0..if is_narrow { 0 } else { G } {
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
    // Apart from what is f64, so that there are as many lanes in a vector of the host's as can be.
    let (mut addends, mut products) = ([0; LANES], [0; LANES]);
    let (mut units, mut scales) = ([0.0; LANES], [0.0; LANES]);
    for l in 0..LANES {
        let top = tops[0][l].max(tops[APART - 1][l]);
        let part = |n: usize| floor(sums[n][l], top - tops[n][l]);
        let sum = match APART {
            1 => sums[0][l],
            _ => part(0) + part(APART - 1),
        };
        let field = (c[l] >> 23 & 0xff) as i32;
        let of_c = field.max(1) - 127;
        let all = top.max(of_c);
        let low = (c[l] & 0x7f_ffff) as i32;
        let magnitude = if field == 0 { low } else { low | 1 << 23 };
        let sign = c[l] as i32 >> 31;
        let addend = floor(((magnitude ^ sign) - sign) << 1, all - of_c);
        let is_far = APART > 1 && of_c < all - REACH;
        addends[l] = if is_far { 0 } else { addend };
        // The sum of products has more bits behind the point than C.
        let distance = all - top;
        let kept = distance.min(SUM - TERM);
        products[l] = floor(sum, distance - kept);
        units[l] = two_to(-TERM - kept);
        scales[l] = two_to(all);
        left[l] |= u32::from(top >= HUGE) | u32::from(field == 0xff);
    }
    for l in 0..LANES {
        let total = f64::from(addends[l]) * f64::from(two_to(-TERM))
            + f64::from(products[l]) * f64::from(units[l]);
        c[l] = ((total * f64::from(scales[l])) as f32).to_bits();
    }
}

/// x / 2^`by`, toward minus infinity.
#[inline(always)]
fn floor(x: i32, by: i32) -> i32 {
    x.wrapping_shr(by.min(31) as u32)
}

/// 2^n, for exponents of f32.
#[inline(always)]
pub(super) fn two_to(n: i32) -> f32 {
    f32::from_bits(((127 + n) as u32) << 23)
}
