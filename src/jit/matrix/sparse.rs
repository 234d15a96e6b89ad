//! Sums of products of bytes whose A is sparse.

use super::{Io, Product, panels};
use crate::machine::wave::Vgpr;

/// # Safety
/// As for [`Product::multiply`]; of C and D as [`Io`] says.
#[inline(always)]
pub(super) unsafe fn multiply(p: &Product, io: Io) {
    // SAFETY: the caller's.
    unsafe {
        match p.shape.elements() {
            16 => elements::<8, 16>(p, io),
            _ => elements::<16, 32>(p, io),
        }
    }
}

/// Of a lane there are `OF_A` elements of A, and `OF_B` of B.
///
/// # Safety
/// As for [`multiply`].
#[inline(always)]
unsafe fn elements<const OF_A: usize, const OF_B: usize>(p: &Product, io: Io) {
    let (mut a, mut b) = ([Vgpr::ZERO; OF_A], [Vgpr::ZERO; OF_B]);
    // SAFETY: the caller's; behind A are its indices.
    let indices = unsafe {
        panels::take(&mut a, io.a, panels::STRAIGHT, 4, panels::byte);
        panels::take(&mut b, io.b, p.lanes_of_b(), 4, panels::byte);
        *io.a.add(p.sources()[0] - 1)
    };
    // SAFETY: the caller's.
    unsafe {
        match p.shape.size {
            16 => rows::<16, OF_A, OF_B>(p, io, &a, &b, &indices),
            _ => rows::<32, OF_A, OF_B>(p, io, &a, &b, &indices),
        }
    }
}

/// Rows of `SIZE` columns.
///
/// # Safety
/// As for [`multiply`].
#[inline(always)]
unsafe fn rows<const SIZE: usize, const OF_A: usize, const OF_B: usize>(
    p: &Product,
    io: Io,
    a: &[Vgpr; OF_A],
    b: &[Vgpr; OF_B],
    indices: &Vgpr,
) {
    let (shape, of_a) = (p.shape, p.of_a());
    for i in 0..SIZE {
        let (first, register) = shape.result(0, i, 0);
        // SAFETY: a register of C.
        let c = unsafe { (*io.c.add(register)).0 };
        let mut sums = [0; SIZE];
        sums.copy_from_slice(&c[first..][..SIZE]);
        for k in 0..of_a.depth {
            let (lane, e) = of_a.operand(0, 0, i, k);
            let x = a[e].0[lane] as i16;
            let (lane, e) = shape.operand(1, 0, 0, p.place(k, lane, e, &indices.0));
            for (sum, y) in sums.iter_mut().zip(&b[e].0[lane..][..SIZE]) {
                let product = i32::from(x) * i32::from(*y as i16);
                *sum = sum.wrapping_add(product as u32);
            }
        }
        // SAFETY: a register of D.
        let d = unsafe { &mut (*io.d.add(register)).0 };
        d[first..][..SIZE].copy_from_slice(&sums);
    }
}
