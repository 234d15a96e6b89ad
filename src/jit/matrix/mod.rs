//! Products of matrices for compiled code, which give the bits of [`crate::numerics::matrix`].
//!
//! First the elements of A and B are taken out of their registers (`panels`), each once; so nothing of D is written
//! before A and B are read. Then D is made row by row: a row of D, or part of one, is a vector in one of its
//! registers, and so is C's. `rows` has the sums that the host's instructions round as the units do, `double` those
//! of f64, `fused` those of gfx942 and gfx950 that are rounded once for several products, `narrow` those of gfx950's
//! formats of 8 bits and less, and `sparse` those of bytes whose A is sparse.
#![allow(unsafe_code)]

pub mod call;
mod double;
mod fused;
mod narrow;
mod panels;
mod rows;
mod sparse;
#[cfg(test)]
mod tests;

use super::controls::{DAZ, DEFAULT, FTZ, float_under};
use super::host::HostLevel;
use crate::ir::plant::{Fault, unless_planted};
use crate::machine::wave::Vgpr;
pub use crate::numerics::matrix::Product;
use crate::numerics::matrix::{Element, Unit};

/// The registers of a product: the first ones of A, B, C and D. D is C, or does not overlap it.
#[derive(Clone, Copy)]
struct Io {
    a: *const Vgpr,
    b: *const Vgpr,
    c: *const Vgpr,
    d: *mut Vgpr,
}

/// Registers of C and of D, at most.
const RESULTS: usize = 32;

impl Product {
    /// D = A x B + C.
    ///
    /// # Safety
    /// The host has `level`. The pointers lead to as many consecutive registers as the product has of A and B
    /// ([`Product::sources`]), and of C and D; D may overlap the others in any way.
    pub unsafe fn multiply(
        &self,
        level: HostLevel,
        a: *const Vgpr,
        b: *const Vgpr,
        c: *const Vgpr,
        d: *mut Vgpr,
    ) {
        // SAFETY: the caller's, and these controls are set.
        let run = || unsafe { self.multiply_under_controls(level, a, b, c, d) };
        match self.controls() {
            Some(csr) => float_under(csr, run),
            None => run(),
        }
    }

    /// The same where MXCSR is as [`Product::controls`] says. (Reading it waits for what is computed before.)
    ///
    /// # Safety
    /// As for [`Product::multiply`].
    pub unsafe fn multiply_under_controls(
        &self,
        level: HostLevel,
        a: *const Vgpr,
        b: *const Vgpr,
        c: *const Vgpr,
        d: *mut Vgpr,
    ) {
        let io = Io { a, b, c, d };
        let distance = (c as usize).abs_diff(d as usize);
        if distance == 0 || distance >= self.shape.results() * size_of::<Vgpr>() {
            // SAFETY: the caller's.
            unsafe { self.run(level, io) };
        } else {
            // SAFETY: the caller's.
            unsafe { self.run_on_copy(level, io) };
        }
    }

    /// With a copy of C, which D overlaps.
    ///
    /// # Safety
    /// As for [`Product::multiply`].
    #[cold]
    #[inline(never)]
    unsafe fn run_on_copy(&self, level: HostLevel, mut io: Io) {
        let mut copy = [Vgpr::ZERO; RESULTS];
        // SAFETY: so many registers of C; no shape has more of them than the copy.
        unsafe { std::ptr::copy_nonoverlapping(io.c, copy.as_mut_ptr(), self.shape.results()) };
        io.c = copy.as_ptr();
        // SAFETY: the caller's, and the copy has the registers of C.
        unsafe { self.run(level, io) }
    }

    /// # Safety
    /// As for [`Product::multiply`]; of C and D as [`Io`] says.
    #[inline(always)]
    unsafe fn run(&self, level: HostLevel, io: Io) {
        match level {
            // SAFETY: the caller's.
            HostLevel::Avx512 => unsafe { rows::avx512::multiply(self, io) },
            // SAFETY: the caller's.
            HostLevel::Avx2 => unsafe { rows::avx2::multiply(self, io) },
            // SAFETY: the caller's.
            HostLevel::Base => unsafe { rows::base::multiply(self, io) },
        }
    }

    /// What MXCSR has to be, but for its flags; of integers it does not matter. gfx90a has no denormal values beside
    /// elements of f32 and f64.
    pub fn controls(&self) -> Option<u32> {
        match self.shape.element {
            Element::I8 => None,
            Element::F16 | Element::Bf16 | Element::Bf16x2 if self.unit == Unit::Cdna2 => {
                Some(DEFAULT | FTZ | DAZ)
            }
            _ => Some(DEFAULT),
        }
    }

    /// Whether D, as long as it is, is apart from the register.
    #[inline(always)]
    fn is_apart(&self, register: *const Vgpr, io: Io) -> bool {
        let before = (register as usize).wrapping_sub(io.d as usize) / size_of::<Vgpr>();
        before >= self.shape.results()
    }

    /// The block whose A `block` has.
    #[inline(always)]
    fn block_of_a(&self, block: usize) -> usize {
        let cbsz = self.modifiers.cbsz;
        // Below a power of two: a remainder would be a division for each product.
        ((block >> cbsz << cbsz) + self.modifiers.abid) & (self.shape.blocks - 1)
    }

    /// For each 16 lanes of B, which 16 of its registers' they are (BLGP).
    #[inline(always)]
    fn lanes_of_b(&self) -> [usize; 4] {
        match self.modifiers.blgp {
            0 => [0, 1, 2, 3],
            1 => [0, 1, 0, 1],
            2 => [2, 3, 2, 3],
            3 => unless_planted!(Fault::LanesTurned, [1, 2, 3, 0], [3, 0, 1, 2]),
            row => [row as usize % 4; 4],
        }
    }
}
