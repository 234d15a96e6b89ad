//! A matrix instruction as numbers see it.

use super::{Element, Matrix, Modifiers, Unit};
use crate::isa::facts::MaiAct;
use crate::isa::{Gen, Mai, Ty};

/// What a matrix instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// How the sums are formed.
    pub unit: Unit,
    /// The sizes.
    pub shape: Matrix,
    /// What the instruction says beside its registers.
    pub modifiers: Modifiers,
}

impl Unit {
    /// That of a generation; those without one have none that could be used.
    pub fn of(generation: Gen) -> Unit {
        match generation {
            Gen::Gfx942 => Unit::Cdna3,
            Gen::Gfx90a => Unit::Cdna2,
            _ => Unit::Cdna1,
        }
    }
}

impl Product {
    /// That of an instruction, if it is one of full matrices. Modifiers that its form does not have are ignored, and so
    /// are the bits of CBSZ and ABID that would name more blocks than there are: no source says what they do.
    pub fn of(generation: Gen, op: Mai, cbsz: u8, abid: u8, blgp: u8) -> Option<Product> {
        let MaiAct::Multiplies(shape) = op.act() else {
            return None;
        };
        let mut m = Modifiers::default();
        if shape.blocks > 1 && shape.element != Element::F64 {
            m.cbsz = u32::from(cbsz).min(shape.blocks.ilog2());
            m.abid = usize::from(abid) & ((1 << m.cbsz) - 1);
        }
        match (generation, shape.element) {
            (Gen::Gfx942, Element::F64) => m.neg = [0, 1, 2].map(|i| blgp >> i & 1 != 0),
            (_, Element::F64) => {}
            (Gen::Gfx942, element) if shape.blocks == 1 && element != Element::F32 => {}
            _ => m.blgp = blgp.into(),
        }
        let unit = Unit::of(generation);
        Some(Product {
            unit,
            shape,
            modifiers: m,
        })
    }

    /// The type of an element of C.
    pub fn addend(&self) -> Ty {
        match self.shape.element {
            Element::I8 => Ty::I32,
            Element::F64 => Ty::F64,
            _ => Ty::F32,
        }
    }

    /// D, see [`Matrix::multiply`].
    pub fn apply(&self, a: &[[u32; 64]], b: &[[u32; 64]], c: &[[u32; 64]]) -> Vec<[u32; 64]> {
        self.shape.multiply(self.unit, a, b, c, self.modifiers)
    }
}
