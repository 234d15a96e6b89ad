//! A matrix instruction as numbers see it.

#![deny(clippy::wildcard_enum_match_arm)] // A new type of elements or generation does not compile until each has decided.

use super::{Element, Matrix, Modifiers, Register, Unit, sums};
use crate::isa::facts::MaiAct;
use crate::isa::{Gen, Mai, MaiFields, Ty};

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
            Gen::Gfx950 => Unit::Cdna4,
            Gen::Gfx942 => Unit::Cdna3,
            Gen::Gfx90a => Unit::Cdna2,
            Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8 | Gen::Gfx9 | Gen::Gfx906 | Gen::Gfx908 => {
                Unit::Cdna1
            }
        }
    }
}

impl Product {
    /// That of an instruction, if it is one of matrices, of formats that there are. Modifiers that its form does not have
    /// are ignored, and so are the bits of CBSZ and ABID that would name more blocks than there are: no source says what
    /// they do.
    pub fn of(generation: Gen, op: Mai, f: &MaiFields) -> Option<Product> {
        let (cbsz, abid, blgp) = (f.cbsz, f.abid, f.blgp);
        let mut m = Modifiers::default();
        let mut shape = match op.act() {
            MaiAct::Multiplies(shape) => shape,
            MaiAct::MultipliesSparse(shape) => {
                // ABID is the set of indices, unless CBSZ says that it is the first one.
                let bits = 2 * shape.kept().elements() as u32;
                let set = if cbsz & 3 == 0 { u32::from(abid) } else { 0 };
                m.indices = Some(set * bits % 32);
                shape
            }
            MaiAct::Reads | MaiAct::Writes => return None,
        };
        if shape.blocks > 1 && shape.element != Element::F64 {
            m.cbsz = u32::from(cbsz).min(shape.blocks.ilog2());
            m.abid = usize::from(abid) & ((1 << m.cbsz) - 1);
        }
        let unit = Unit::of(generation);
        let is_newer = matches!(unit, Unit::Cdna3 | Unit::Cdna4);
        match shape.element {
            Element::F64 if is_newer => m.neg = [0, 1, 2].map(|i| blgp >> i & 1 != 0),
            Element::F64 => {}
            Element::F32 => m.blgp = blgp.into(),
            Element::Narrow(_) => {
                // CBSZ and BLGP say this.
                shape.element = Element::Narrow(f.formats()?);
                m.scales = f.scale.map(|of| of.map(|s| s.byte & 3));
            }
            Element::I8
            | Element::F8 { .. }
            | Element::F16
            | Element::Bf16x2
            | Element::Bf16
            | Element::Xf32 => {
                // CDNA3's and CDNA4's of one block have none.
                if !is_newer || shape.blocks > 1 {
                    m.blgp = blgp.into();
                }
            }
        }
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
            Element::F8 { .. } | Element::F16 | Element::Bf16x2 | Element::Bf16 => Ty::F32,
            Element::Narrow(_) | Element::F32 | Element::Xf32 => Ty::F32,
        }
    }

    /// What A is: of a sparse one, the elements that it keeps.
    pub fn of_a(&self) -> Matrix {
        match self.modifiers.indices {
            Some(_) => self.shape.kept(),
            None => self.shape,
        }
    }

    /// In which product of a dense sum element `k` of a row of A is. `lane` and `e` say where the element is, and
    /// `indices` is the register of those of a sparse A: two bits for an element, which say which of four it is.
    pub fn place(&self, k: usize, lane: usize, e: usize, indices: &Register) -> usize {
        match self.modifiers.indices {
            Some(first) => 4 * (k / 2) + (indices[lane] >> (first + 2 * e as u32) & 3) as usize,
            None => k,
        }
    }

    /// By how much the exponents of the `block`th products of row `i` of A and column `j` of B become larger; nothing is
    /// a NaN. `of` are the registers of the scales, if there are any.
    pub fn scale(&self, block: usize, i: usize, j: usize, of: [&Register; 2]) -> Option<i32> {
        const BIAS: i32 = 127;
        const NAN: u32 = 255;
        let Some(bytes) = self.modifiers.scales else {
            return Some(0);
        };
        let first = self.shape.size * block;
        let lanes = [first + i, first + j];
        let [a, b] = [0, 1].map(|n| of[n][lanes[n]] >> (8 * bytes[n]) & 0xff);
        (a != NAN && b != NAN).then(|| a as i32 - BIAS + b as i32 - BIAS)
    }

    /// D, from the registers of A, B and C; behind those of a sparse A is that of its indices, and behind those of an A
    /// and a B with scales that of these.
    ///
    /// # Panics
    /// When there are fewer registers than [`Product::sources`] says.
    pub fn apply(&self, a: &[Register], b: &[Register], c: &[Register]) -> Vec<Register> {
        let (shape, of_a, m) = (self.shape, self.of_a(), self.modifiers);
        let sources = self.sources();
        let (last_of_a, last_of_b) = (&a[sources[0] - 1], &b[sources[1] - 1]);
        let (indices, scales) = (last_of_a, [last_of_a, last_of_b]);
        let is_double = shape.element == Element::F64;
        let sign = |n: usize| u64::from(m.neg[n]) << 63;
        let mut d = vec![[0; 64]; shape.results()];
        let mut row = vec![0; of_a.depth];
        let (mut column, mut places) = (row.clone(), vec![0; of_a.depth]);
        for block in 0..shape.blocks {
            let block_of_a = ((block >> m.cbsz << m.cbsz) + m.abid) % shape.blocks;
            for i in 0..shape.size {
                for k in 0..of_a.depth {
                    let (lane, e) = of_a.operand(0, block_of_a, i, k);
                    row[k] = shape.element(0, a, lane, e) ^ sign(0);
                    places[k] = self.place(k, lane, e, indices);
                }
                for j in 0..shape.size {
                    for (x, place) in column.iter_mut().zip(&places) {
                        let (lane, e) = shape.operand(1, block, j, *place);
                        *x = shape.element(1, b, m.lane_of_b(lane), e) ^ sign(1);
                    }
                    let (lane, first) = shape.result(block, i, j);
                    let mut addend = u64::from(c[first][lane]);
                    if is_double {
                        addend |= u64::from(c[first + 1][lane]) << 32;
                        addend ^= sign(2);
                    }
                    let r = self.sum(&row, &column, (i, j), scales, addend);
                    d[first][lane] = r as u32;
                    if is_double {
                        d[first + 1][lane] = (r >> 32) as u32;
                    }
                }
            }
        }
        d
    }

    /// The addend and the products of a row of A, `i`, and a column of B, `j`.
    pub fn sum(
        &self,
        row: &[u64],
        column: &[u64],
        (i, j): (usize, usize),
        scales: [&Register; 2],
        addend: u64,
    ) -> u64 {
        let (unit, ty) = (self.unit, self.shape.element);
        if self.modifiers.scales.is_none() {
            return sums::sum(unit, ty, row, column, addend);
        }
        let scale = |block| self.scale(block, i, j, scales);
        sums::narrow_sum(unit, ty, row, column, scale, addend)
    }

    /// Registers of A, of B and of C: with that of the indices behind a sparse A, and those of their scales behind an A
    /// and a B that have some.
    pub fn sources(&self) -> [usize; 3] {
        let m = self.modifiers;
        let scales = usize::from(m.scales.is_some());
        let indices = usize::from(m.indices.is_some());
        [
            self.of_a().registers(0) + indices + scales,
            self.shape.registers(1) + scales,
            self.shape.results(),
        ]
    }
}
