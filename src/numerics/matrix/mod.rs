//! Products of matrices: which lane and register has which element (AMD's matrix instruction calculator; the
//! CDNA manuals have no pictures of all shapes), and [`sums`] of products.
//!
//! D = A x B + C for each of several blocks. A lane has part of a row of A, part of a column of B, and parts of a
//! column of C and of D. A sparse A keeps two of every four elements of a row; a register of indices says which.

mod fused;
mod narrow;
mod parts;
mod product;
pub mod sums;
#[cfg(test)]
mod tests;

pub use crate::isa::facts::{Element, Matrix};
pub use narrow::BLOCK;
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
    /// Of narrow floats with scales: which byte of A's and of B's register of scales is taken.
    pub scales: Option<[u8; 2]>,
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

    /// Registers of A (0) or B (1).
    pub const fn registers(self, n: usize) -> usize {
        self.elements() * self.element.bits(n) / 32
    }

    /// Registers of C, and of D.
    pub const fn results(self) -> usize {
        self.size * self.size * self.blocks * self.element.result() / 64
    }

    /// Lane and element of what A (0) has of a block in row `i` and column `k`, or B (1) in row `k` and column `i`.
    ///
    /// Eight registers, which gfx950 has, are two times four: each four have half of the products, in the order in which
    /// all would be (ROCm/hip-fpsan, whose author compared it with a card; composable_kernel and Triton likewise).
    pub const fn operand(self, n: usize, block: usize, i: usize, k: usize) -> (usize, usize) {
        let parts = if self.registers(n) == 8 { 2 } else { 1 };
        let (each, depth) = (self.elements() / parts, self.depth / parts);
        let (part, k) = (k / depth, k % depth);
        let lane = i + self.size * (block + self.blocks * (k / each));
        (lane, part * each + k % each)
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

    /// Element `e` of a lane of A (0) or B (1).
    fn element(self, n: usize, of: &[Register], lane: usize, e: usize) -> u64 {
        let bits = self.element.bits(n);
        let at = e * bits;
        let low = u64::from(of[at / 32][lane]);
        // Those of 6 bits lie across registers, too.
        let last = (at + bits - 1) / 32;
        let both = low | u64::from(of[last][lane]) << 32;
        both >> (at % 32) & u64::MAX >> (64 - bits)
    }
}
