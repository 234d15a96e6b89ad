//! What a product of matrices is, packed into a node's `imm`: compiled code tells it each time, so it has to be cheap to
//! read.

use crate::isa::facts::{Element, Matrix};
use crate::numerics::matrix::{Modifiers, Product, Unit};

/// Types of elements, by their number in an `imm`.
const ELEMENTS: [Element; 11] = [
    Element::I8,
    Element::F16,
    Element::Bf16x2,
    Element::Bf16,
    Element::F32,
    Element::Xf32,
    Element::F64,
    bytes(false, false),
    bytes(false, true),
    bytes(true, false),
    bytes(true, true),
];
const UNITS: [Unit; 3] = [Unit::Cdna1, Unit::Cdna2, Unit::Cdna3];

const fn bytes(a: bool, b: bool) -> Element {
    Element::F8 { bf8: [a, b] }
}

impl Product {
    /// As a node's `imm`.
    pub fn pack(&self) -> u64 {
        let (shape, m) = (self.shape, self.modifiers);
        let element = ELEMENTS.iter().position(|e| *e == shape.element);
        let signs = m.neg.iter().enumerate();
        let parts = [
            shape.size,
            shape.depth,
            shape.blocks,
            element.unwrap_or(0) | (self.unit as usize) << 4,
            (m.cbsz | m.blgp << 4) as usize,
            m.abid,
            signs.fold(0, |all, (i, neg)| all | usize::from(*neg) << i),
            // Half of a bit's place, and one more.
            m.indices.map_or(0, |first| first as usize / 2 + 1),
        ];
        u64::from_le_bytes(parts.map(|part| part as u8))
    }

    /// From a node's `imm`.
    #[inline]
    pub fn unpack(imm: u64) -> Product {
        let [size, depth, blocks, kind, lanes, abid, signs, indices] = imm.to_le_bytes();
        Product {
            unit: UNITS[usize::from(kind >> 4) % UNITS.len()],
            shape: Matrix {
                size: size.into(),
                depth: depth.into(),
                blocks: blocks.into(),
                element: ELEMENTS[usize::from(kind & 15) % ELEMENTS.len()],
            },
            modifiers: Modifiers {
                cbsz: u32::from(lanes & 15),
                abid: abid.into(),
                blgp: u32::from(lanes >> 4),
                neg: [0, 1, 2].map(|i| signs >> i & 1 != 0),
                indices: indices.checked_sub(1).map(|half| 2 * u32::from(half)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Gen, Mai};

    #[test]
    fn products_are_packed() {
        let mut count = 0;
        for generation in [Gen::Gfx908, Gen::Gfx90a, Gen::Gfx942] {
            for (op, k) in Mai::ALL.iter().zip(0u8..) {
                let fields = [k % 8, k % 16, k % 7];
                let [cbsz, abid, blgp] = fields;
                if let Some(p) = Product::of(generation, *op, cbsz, abid, blgp) {
                    assert_eq!(Product::unpack(p.pack()), p);
                    let shape = op.row().shape;
                    let [a, b, c] = shape.src.map(|ty| usize::from(ty.dwords()));
                    let want = match p.modifiers.indices {
                        // The third source are the indices, and D is C.
                        Some(_) => [a + c, b, shape.dst.dwords().into()],
                        None => [a, b, c],
                    };
                    assert_eq!(p.sources(), want, "{op:?}");
                    assert_eq!(p.shape.results(), usize::from(shape.dst.dwords()));
                    count += 1;
                }
            }
        }
        assert!(count > 104, "{count}");
    }
}
