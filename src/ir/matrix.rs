//! What a product of matrices is, packed into a node's `imm`.

use crate::isa::{Gen, Mai, MaiFields};
use crate::numerics::matrix::Product;

/// A matrix instruction beside its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixOp {
    /// Which decides how sums are formed.
    pub generation: Gen,
    /// The instruction.
    pub op: Mai,
    /// Its modifiers.
    pub f: MatrixFields,
}

/// CBSZ, ABID and BLGP as they are encoded.
pub type MatrixFields = [u8; 3];

impl MatrixOp {
    /// That of an instruction with the fields `f`.
    pub fn of(generation: Gen, op: Mai, f: &MaiFields) -> MatrixOp {
        MatrixOp {
            generation,
            op,
            f: [f.cbsz, f.abid, f.blgp],
        }
    }

    /// Registers of A, of B and of C.
    pub fn sources(self) -> [usize; 3] {
        self.op.row().shape.src.map(|ty| ty.dwords().into())
    }

    /// Registers of D.
    pub fn results(self) -> u8 {
        self.op.row().shape.dst.dwords()
    }

    /// What it computes.
    pub fn product(self) -> Option<Product> {
        let [cbsz, abid, blgp] = self.f;
        Product::of(self.generation, self.op, cbsz, abid, blgp)
    }

    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        let [cbsz, abid, blgp] = self.f;
        let bytes = [
            self.op as u16 as u8,
            self.generation as u8,
            cbsz,
            abid,
            blgp,
            0,
            0,
            0,
        ];
        u64::from_le_bytes(bytes)
    }

    /// From a node's `imm`; what is no instruction is the first one.
    pub fn unpack(imm: u64) -> MatrixOp {
        let [op, generation, cbsz, abid, blgp, ..] = imm.to_le_bytes();
        MatrixOp {
            generation: *Gen::DECODED
                .get(usize::from(generation))
                .unwrap_or(&Gen::Gfx908),
            op: *Mai::ALL
                .get(usize::from(op))
                .unwrap_or(&Mai::V_MFMA_F32_32X32X1F32),
            f: [cbsz, abid, blgp],
        }
    }
}
