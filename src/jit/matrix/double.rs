//! Sums of products of f64.

use super::{Io, Product, panels};
use crate::machine::wave::{LANES, Vgpr};

/// Columns of a vector: those of one block of 16, or of four of 4; each product of a sum is in so many lanes, too.
const WIDTH: usize = 16;
/// Length of the sums.
const DEPTH: usize = 4;

/// The one NaN.
const NAN: u64 = 0x7ff8_0000_0000_0000;

/// # Safety
/// As for [`Product::multiply`]; of C and D as [`Io`] says.
#[inline(always)]
pub(super) unsafe fn multiply(p: &Product, io: Io) {
    let [neg_a, neg_b, neg_c] = p.modifiers.neg.map(|neg| u64::from(neg) << 63);
    // SAFETY: the caller's; both shapes have one element of A and B in a lane.
    let (a, b) = unsafe {
        (
            values(io.a, panels::STRAIGHT, neg_a),
            values(io.b, p.lanes_of_b(), neg_b),
        )
    };
    let size = p.shape.size;
    let blocks: [usize; 4] = std::array::from_fn(|block| p.block_of_a(block));
    for i in 0..size {
        let (lane, register) = p.shape.result(0, i, 0);
        // SAFETY: two registers of C.
        let c = unsafe { [&*io.c.add(register), &*io.c.add(register + 1)] };
        let mut sums = [0.0f64; WIDTH];
        for (j, sum) in sums.iter_mut().enumerate() {
            let bits = u64::from(c[0].0[lane + j]) | u64::from(c[1].0[lane + j]) << 32;
            *sum = f64::from_bits(bits ^ neg_c);
        }
        for k in 0..DEPTH {
            let (row, column) = (&a[WIDTH * k..][..WIDTH], &b[WIDTH * k..][..WIDTH]);
            let mut factors = [row[i]; WIDTH];
            if size == 4 {
                for (block, factors) in factors.chunks_exact_mut(4).enumerate() {
                    factors.fill(row[4 * blocks[block] + i]);
                }
            }
            for j in 0..WIDTH {
                sums[j] = factors[j].mul_add(column[j], sums[j]);
            }
        }
        // SAFETY: two registers of D.
        let d = unsafe { [&mut *io.d.add(register), &mut *io.d.add(register + 1)] };
        for (j, sum) in sums.iter().enumerate() {
            let bits = if sum.is_nan() { NAN } else { sum.to_bits() };
            d[0].0[lane + j] = bits as u32;
            d[1].0[lane + j] = (bits >> 32) as u32;
        }
    }
}

/// The values of two registers, with bits of `sign` changed.
///
/// # Safety
/// There are two.
#[inline(always)]
unsafe fn values(from: *const Vgpr, lanes: [usize; 4], sign: u64) -> [f64; LANES] {
    let mut panel = [Vgpr::ZERO; 2];
    // SAFETY: the caller's.
    unsafe { panels::take(&mut panel, from, lanes, 1, panels::whole) };
    let [low, high] = &panel;
    let mut r = [0.0; LANES];
    for (lane, value) in r.iter_mut().enumerate() {
        let bits = u64::from(low.0[lane]) | u64::from(high.0[lane]) << 32;
        *value = f64::from_bits(bits ^ sign);
    }
    r
}
