//! What products of matrices, and moves between the kinds of lanes' registers, do to undefined bits.

use super::follow::Step;
use super::regs::{Origin, Row};
use super::step::State;
use crate::isa::{Gen, Inst, Mai, MaiFields, Operand, Vop1, in_file};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::matrix::{BLOCK, Element, Product};

/// The undefined bits of one operand of a product.
struct Source {
    /// The first register, if it is not a constant.
    first: Option<u16>,
    bits: Vec<[u32; LANES]>,
}

/// A register and a lane of it.
type Place = (u16, usize);

impl Source {
    fn constant(count: usize) -> Source {
        Source {
            first: None,
            bits: vec![[0; LANES]; count],
        }
    }

    fn is_defined(&self) -> bool {
        self.bits.iter().flatten().all(|bits| *bits == 0)
    }

    /// Where element `e` of a lane is, of so many bits, if any of these is undefined.
    fn undefined(&self, lane: usize, e: usize, bits: usize) -> Option<Place> {
        let at = e * bits;
        let (first, last) = (at / 32, (at + bits - 1) / 32);
        // Its bits of all these registers together.
        let of_element = u128::MAX >> (128 - bits) << (at % 32);
        let undefined = |r: &usize| {
            let of_register = (of_element >> (32 * (r - first))) as u32;
            self.bits[*r][lane] & of_register != 0
        };
        let r = (first..=last).find(undefined)?;
        Some((self.first? + r as u16, lane))
    }
}

/// A move between registers of the lanes, one of which is an accumulation register: from where, and where to.
fn moved(inst: &Inst) -> Option<(Operand, bool, u16)> {
    match inst {
        Inst::Mai { op, f } if !op.multiplies() => Some((
            f.src[0],
            f.acc & 1 != 0,
            in_file(f.vdst, f.acc >> 3 & 1 != 0),
        )),
        Inst::Vop1 {
            op: Vop1::V_ACCVGPR_MOV_B32,
            f,
        } => Some((f.src[0], true, in_file(f.vdst, true))),
        _ => None,
    }
}

impl State {
    /// Moves to and from accumulation registers; whether `inst` is one.
    pub(super) fn moves_lanes(&mut self, inst: &Inst, exec: u64, pc: u64) -> bool {
        let Some((src, acc, dst)) = moved(inst) else {
            return false;
        };
        match self.row_of(src, acc) {
            Some((undefined, row)) => self.regs.set_row(dst, exec, undefined, &row, pc),
            None => self.regs.define(dst, exec),
        }
        true
    }

    /// What a source of one dword has in each lane: in which it is undefined, and its bits.
    pub(super) fn row_of(&self, src: Operand, acc: bool) -> Option<(u64, Row)> {
        let (bits, from) = match src {
            Operand::Vgpr(v) => return Some(self.regs.row(in_file(v, acc))),
            Operand::Sgpr(n) => self.regs.scalar(n),
            Operand::Int(_) => (0, Origin::REGISTER),
            _ => return None,
        };
        let row = Row {
            bits: [bits; LANES],
            from: [from; LANES],
        };
        Some((if bits == 0 { 0 } else { u64::MAX }, row))
    }

    /// A product of matrices, before which `wave` is; whether it is one.
    pub(super) fn multiplies(&mut self, inst: &Inst, generation: Gen, wave: &Wave) -> bool {
        let Some((op, f, product)) = product(inst, generation) else {
            return false;
        };
        let indices = match (product.modifiers.indices, f.src[2]) {
            (Some(_), Operand::Vgpr(n)) => wave.get(in_file(n, f.acc >> 2 & 1 != 0)),
            _ => None,
        };
        let indices = indices.map_or([0; LANES], |v| v.0);
        self.product((op, f), &product, &indices, wave.pc);
        true
    }

    /// A product of matrices before which the values in lanes' registers are not known; whether it is one, and they do
    /// not matter.
    pub(super) fn multiplies_any(&mut self, step: &Step<'_>, generation: Gen) -> bool {
        match product(step.inst, generation) {
            Some((op, f, product)) if product.modifiers.indices.is_none() => {
                self.product((op, f), &product, &[0; LANES], step.pc);
                true
            }
            _ => false,
        }
    }

    /// An element of D is undefined if one of its row of A is, one of its column of B by which these are multiplied, or
    /// its element of C. Of a sparse A a row is undefined, too, whose indices are, and with scales one whose scales are, and
    /// such a column.
    fn product(
        &mut self,
        (op, f): (Mai, &MaiFields),
        p: &Product,
        indices: &[u32; LANES],
        pc: u64,
    ) {
        let source = |i: usize, count: usize| self.undefined_source(f, i, count);
        let (shape, kept, m) = (p.shape, p.of_a(), p.modifiers);
        let [of_a, of_b, of_c] = [kept.registers(0), shape.registers(1), shape.results()];
        let vdst = in_file(f.vdst, f.acc >> 3 & 1 != 0);
        let (a, b, index, c) = match m.indices {
            None => (source(0, of_a), source(1, of_b), None, source(2, of_c)),
            // What it adds to is where the results go.
            Some(_) => (
                source(0, of_a),
                source(1, of_b),
                Some(source(2, 1)),
                self.undefined_file(vdst, of_c),
            ),
        };
        let scales = m.scales.and(f.scale).map(|of| {
            of.map(|scale| match scale.operand {
                Operand::Vgpr(n) => self.undefined_file(n.into(), 1),
                _ => Source::constant(1),
            })
        });
        let count = op.row().shape.dst.dwords();
        let all = [Some(&a), Some(&b), index.as_ref(), Some(&c)];
        let all = all.into_iter().flatten().chain(scales.iter().flatten());
        if all.into_iter().all(Source::is_defined) {
            (vdst..)
                .take(count.into())
                .for_each(|v| self.regs.define(v, u64::MAX));
            return;
        }
        let [bits, bits_of_b] = [0, 1].map(|n| shape.element.bits(n));
        let wide = shape.element == Element::F64;
        let mut results: Vec<(usize, usize, Option<Origin>)> = Vec::new();
        let origin = |(v, lane): Place| self.regs.vector(v, lane).1;
        // A scale of a row of A, or a column of B.
        let in_scale = |n: usize, i: usize| {
            let (of, byte) = (&scales.as_ref()?[n], m.scales?[n]);
            let blocks = 0..shape.depth / BLOCK;
            let mut lanes = blocks.map(|block| shape.size * block + i);
            lanes.find_map(|lane| of.undefined(lane, byte.into(), 8))
        };
        for block in 0..shape.blocks {
            let block_of_a = ((block >> m.cbsz << m.cbsz) + m.abid) % shape.blocks;
            for i in 0..shape.size {
                let row: Vec<_> = (0..kept.depth)
                    .map(|k| (k, kept.operand(0, block_of_a, i, k)))
                    .collect();
                let in_row = row.iter().find_map(|(_, (lane, e))| {
                    let index = |first| {
                        let first = first as usize / 2 + e;
                        index.as_ref()?.undefined(*lane, first, 2)
                    };
                    a.undefined(*lane, *e, bits)
                        .or_else(|| m.indices.and_then(index))
                });
                let in_row = in_row.or_else(|| in_scale(0, i));
                let places: Vec<_> = (row.iter())
                    .map(|(k, (lane, e))| p.place(*k, *lane, *e, indices))
                    .collect();
                for j in 0..shape.size {
                    let in_column = || {
                        (places.iter())
                            .find_map(|place| {
                                let (lane, e) = shape.operand(1, block, j, *place);
                                b.undefined(m.lane_of_b(lane), e, bits_of_b)
                            })
                            .or_else(|| in_scale(1, j))
                    };
                    let (lane, first) = shape.result(block, i, j);
                    let of_result = if wide { 64 } else { 32 };
                    let in_c =
                        || c.undefined(lane, if wide { first / 2 } else { first }, of_result);
                    let found = in_row.or_else(in_column).or_else(in_c);
                    results.push((lane, first, found.map(origin)));
                }
            }
        }
        for (lane, first, from) in results {
            let (bits, from) = match from {
                Some(from) => (u32::MAX, from.or_code(pc)),
                None => (0, Origin::REGISTER),
            };
            for v in (vdst + first as u16..).take(if wide { 2 } else { 1 }) {
                self.regs.set_vector(v, lane, bits, from);
            }
        }
    }

    /// What is undefined of source `i` of a matrix instruction.
    fn undefined_source(&self, f: &MaiFields, i: usize, count: usize) -> Source {
        match f.src[i] {
            Operand::Vgpr(n) => self.undefined_file(in_file(n, f.acc >> i & 1 != 0), count),
            _ => Source::constant(count),
        }
    }

    fn undefined_file(&self, first: u16, count: usize) -> Source {
        let row = |v| self.regs.row(v).1.bits;
        Source {
            first: Some(first),
            bits: (first..).take(count).map(row).collect(),
        }
    }
}

fn product(inst: &Inst, generation: Gen) -> Option<(Mai, &MaiFields, Product)> {
    let Inst::Mai { op, f } = inst else {
        return None;
    };
    Some((*op, f, Product::of(generation, *op, f)?))
}
