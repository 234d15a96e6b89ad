//! What a product of matrices is, packed into a node's `imm`: compiled code tells it each time, so it has to be cheap to
//! read.

use crate::isa::facts::{Element, Matrix, Narrow};
use crate::numerics::matrix::{Modifiers, Product, Unit};

/// Types of elements, by their number in an `imm`; from [`NARROW`] on there are those of narrow floats.
const ELEMENTS: [Element; NARROW + 25] = {
    let mut all = [Element::I8; NARROW + 25];
    let others = [
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
    let mut n = 0;
    while n < all.len() {
        all[n] = if n < NARROW {
            others[n]
        } else {
            let n = n - NARROW;
            Element::Narrow([Narrow::ALL[n / 5], Narrow::ALL[n % 5]])
        };
        n += 1;
    }
    all
};
const NARROW: usize = 11;
const UNITS: [Unit; 4] = [Unit::Cdna1, Unit::Cdna2, Unit::Cdna3, Unit::Cdna4];

const fn bytes(a: bool, b: bool) -> Element {
    Element::F8 { bf8: [a, b] }
}

impl Product {
    /// As a node's `imm`.
    pub fn pack(&self) -> u64 {
        let (shape, m) = (self.shape, self.modifiers);
        let element = ELEMENTS.iter().position(|e| *e == shape.element);
        let signs = m.neg.iter().enumerate();
        let signs = signs.fold(0, |all, (i, neg)| all | usize::from(*neg) << i);
        // Whether there are scales, and which bytes they are.
        let scales = m
            .scales
            .map_or(0, |[a, b]| 8 | usize::from(a) << 4 | usize::from(b) << 6);
        let parts = [
            shape.size,
            shape.depth,
            shape.blocks,
            element.unwrap_or(0) | (self.unit as usize) << 6,
            (m.cbsz | m.blgp << 4) as usize,
            m.abid,
            signs | scales,
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
            unit: UNITS[usize::from(kind >> 6)],
            shape: Matrix {
                size: size.into(),
                depth: depth.into(),
                blocks: blocks.into(),
                element: ELEMENTS[usize::from(kind & 63) % ELEMENTS.len()],
            },
            modifiers: Modifiers {
                cbsz: u32::from(lanes & 15),
                abid: abid.into(),
                blgp: u32::from(lanes >> 4),
                neg: [0, 1, 2].map(|i| signs >> i & 1 != 0),
                indices: indices.checked_sub(1).map(|half| 2 * u32::from(half)),
                scales: (signs >> 3 & 1 != 0).then_some([signs >> 4 & 3, signs >> 6]),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Gen, Mai, MaiFields, Operand, Scale};

    #[test]
    fn products_are_packed() {
        let mut count = 0;
        for generation in [Gen::Gfx908, Gen::Gfx90a, Gen::Gfx942, Gen::Gfx950] {
            // Of narrow floats every two formats, and every byte of scales.
            for k in 0..25u8 {
                for op in Mai::ALL {
                    let scale = |byte| Scale {
                        operand: Operand::Vgpr(1),
                        byte,
                    };
                    let f = MaiFields {
                        vdst: 0,
                        src: [Operand::Vgpr(0); 3],
                        acc: 0,
                        cbsz: k / 5,
                        abid: k % 16,
                        blgp: k % 5,
                        scale: (k % 3 == 0).then_some([scale(k / 4 % 4), scale(k % 4)]),
                    };
                    if let Some(p) = Product::of(generation, *op, &f) {
                        assert_eq!(Product::unpack(p.pack()), p);
                        let [a, b, c] = [0, 1, 2].map(|i| usize::from(f.source_dwords(*op, i)));
                        let dst: usize = op.row().shape.dst.dwords().into();
                        let want = match p.modifiers {
                            // The third source are the indices, and D is C.
                            Modifiers {
                                indices: Some(_), ..
                            } => [a + c, b, dst],
                            Modifiers {
                                scales: Some(_), ..
                            } => [a + 1, b + 1, c],
                            _ => [a, b, c],
                        };
                        assert_eq!(p.sources(), want, "{op:?}");
                        assert_eq!(p.shape.results(), dst);
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 4 * 25 * 50, "{count}");
    }
}
