//! Products of matrices for compiled code, which give the bits of [`crate::numerics::matrix`].
//!
//! First the elements of A and B are taken out of their registers ([`panels`]), each once; so nothing of D is written
//! before A and B are read. Then D is made row by row: a row of D, or part of one, is a vector in one of its
//! registers, and so is C's. [`rows`] has the sums that the host's instructions round as the units do, [`double`] those
//! of f64, and [`fused`] those of gfx942 that are rounded once for several products.
#![allow(unsafe_code)]

mod double;
mod fused;
mod panels;
mod rows;
#[cfg(test)]
mod tests;

use super::controls::{DAZ, DEFAULT, FTZ, float_under};
use super::host::HostLevel;
use crate::machine::wave::Vgpr;
use crate::numerics::matrix::{Element, Matrix, Modifiers, Unit};

/// What a matrix instruction computes, chosen once per instruction by compiled code.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Whose sums.
    pub unit: Unit,
    /// Sizes, and what the elements are.
    pub shape: Matrix,
    /// What the instruction says beside its registers.
    pub modifiers: Modifiers,
}

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
    /// The host has `level`. The pointers lead to as many consecutive registers as the shape has of A and B
    /// ([`Matrix::registers`]), and of C and D ([`Matrix::results`]); D may overlap the others in any way.
    pub unsafe fn multiply(
        &self,
        level: HostLevel,
        a: *const Vgpr,
        b: *const Vgpr,
        c: *const Vgpr,
        d: *mut Vgpr,
    ) {
        let count = self.shape.results();
        let distance = (c as usize).abs_diff(d as usize);
        if distance == 0 || distance >= count * size_of::<Vgpr>() {
            // SAFETY: the caller's.
            return unsafe { self.under_controls(level, Io { a, b, c, d }) };
        }
        // SAFETY: the caller's.
        unsafe { self.multiply_copy(level, Io { a, b, c, d }) }
    }

    /// With a copy of C, which D overlaps.
    ///
    /// # Safety
    /// As for [`Product::multiply`].
    #[cold]
    #[inline(never)]
    unsafe fn multiply_copy(&self, level: HostLevel, mut io: Io) {
        let mut copy = [Vgpr::ZERO; RESULTS];
        // SAFETY: so many registers of C; no shape has more of them than the copy.
        unsafe { std::ptr::copy_nonoverlapping(io.c, copy.as_mut_ptr(), self.shape.results()) };
        io.c = copy.as_ptr();
        // SAFETY: the caller's, and the copy has the registers of C.
        unsafe { self.under_controls(level, io) }
    }

    /// # Safety
    /// As for [`Product::multiply`]; of C and D as [`Io`] says.
    unsafe fn under_controls(&self, level: HostLevel, io: Io) {
        float_under(self.controls(), || match level {
            // SAFETY: the caller's.
            HostLevel::Avx512 => unsafe { rows::avx512::multiply(self, io) },
            // SAFETY: the caller's.
            HostLevel::Avx2 => unsafe { rows::avx2::multiply(self, io) },
            // SAFETY: the caller's.
            HostLevel::Base => unsafe { rows::base::multiply(self, io) },
        });
    }

    /// MXCSR: gfx90a has no denormal values beside f32 and f64 elements.
    fn controls(&self) -> u32 {
        match self.shape.element {
            Element::F16 | Element::Bf16 | Element::Bf16x2 if self.unit == Unit::Cdna2 => {
                DEFAULT | FTZ | DAZ
            }
            _ => DEFAULT,
        }
    }

    /// The block whose A `block` has.
    #[inline(always)]
    fn block_of_a(&self, block: usize) -> usize {
        let cbsz = self.modifiers.cbsz;
        ((block >> cbsz << cbsz) + self.modifiers.abid) % self.shape.blocks
    }

    /// For each 16 lanes of B, which 16 of its registers' they are (BLGP).
    #[inline(always)]
    fn lanes_of_b(&self) -> [usize; 4] {
        match self.modifiers.blgp {
            0 => [0, 1, 2, 3],
            1 => [0, 1, 0, 1],
            2 => [2, 3, 2, 3],
            3 => [1, 2, 3, 0],
            row => [row as usize % 4; 4],
        }
    }
}
