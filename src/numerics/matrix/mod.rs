//! Products of matrices: which lane and register has which element (AMD's matrix instruction calculator; the
//! CDNA manuals have no pictures of all shapes), and [`sums`] of products.
//!
//! D = A x B + C for each of several blocks. A lane has part of a row of A, part of a column of B, and parts of a
//! column of C and of D. A sparse A keeps two of every four elements of a row; a register of indices says which.

mod fused;
mod parts;
mod product;
pub mod sums;
#[cfg(test)]
mod tests;

pub use crate::isa::facts::{Element, Matrix};
pub use product::Product;
pub use sums::Unit;

/// A register of 64 lanes.
type Register = [u32; 64];

/// What an instruction says beside its registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// CBSZ: logarithm of how many blocks share the same A; at most that of the blocks.
    pub cbsz: u32,
    /// ABID: which of them.
    pub abid: usize,
    /// BLGP: lanes of B that are taken for others.
    pub blgp: u32,
    /// A, B and C negated, which f64 has on gfx942.
    pub neg: [bool; 3],
    /// Of a sparse A: the bit at which the indices of a lane begin.
    pub indices: Option<u32>,
}

impl Modifiers {
    /// The lane whose B lane `lane` has.
    pub(crate) fn lane_of_b(&self, lane: usize) -> usize {
        match self.blgp {
            0 => lane,
            1 => lane % 32,
            2 => 32 + lane % 32,
            3 => (lane + 16) % 64,
            row => 16 * (row as usize - 4) % 64 + lane % 16,
        }
    }
}

impl Matrix {
    /// That of the elements that a sparse A of this shape keeps.
    pub const fn kept(self) -> Matrix {
        Matrix {
            depth: self.depth / 2,
            ..self
        }
    }

    /// Elements of A, and of B, in a lane.
    pub const fn elements(self) -> usize {
        self.depth * self.size * self.blocks / 64
    }

    /// Registers of A, and of B.
    pub const fn registers(self) -> usize {
        self.elements() * self.element.bits() / 32
    }

    /// Registers of C, and of D.
    pub const fn results(self) -> usize {
        self.size * self.size * self.blocks * self.element.result() / 64
    }

    /// Lane and element of what A has of a block in row `i` and column `k`, or B in row `k` and column `i`.
    pub const fn operand(self, block: usize, i: usize, k: usize) -> (usize, usize) {
        let each = self.elements();
        let lane = i + self.size * (block + self.blocks * (k / each));
        (lane, k % each)
    }

    /// Lane and first register of what C and D have of a block in row `i` and column `j`.
    pub const fn result(self, block: usize, i: usize, j: usize) -> (usize, usize) {
        match (self.element, self.size) {
            (Element::F64, 4) => (16 * i + 4 * block + j, 0),
            (Element::F64, _) => (16 * (i % 4) + j, 2 * (i / 4)),
            (_, 4) => (4 * block + j, i),
            (_, 16) => (16 * (i / 4) + j, 4 * block + i % 4),
            _ => (32 * (i / 4 % 2) + j, 16 * block + 4 * (i / 8) + i % 4),
        }
    }

    /// Element `e` of a lane.
    fn element(self, of: &[Register], lane: usize, e: usize) -> u64 {
        let bits = self.element.bits();
        match bits {
            64 => u64::from(of[2 * e][lane]) | u64::from(of[2 * e + 1][lane]) << 32,
            _ => {
                let at = e * bits;
                u64::from(of[at / 32][lane]) >> (at % 32) & ((1 << bits) - 1)
            }
        }
    }
}
