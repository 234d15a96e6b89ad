//! Floats that are the same in all lanes, or go from lane to lane by a stride: compiled code computes them
//! once, in other host registers than lane-wise values, and keeps them, and masks made of them, over loads,
//! stores and whatever else comes between.

use super::*;
use crate::fuzz::values::dword;
use crate::isa::{EXEC_LO, InlineFloat, VCC_LO, VopForm};

impl Maker<'_, '_> {
    /// The same float in all lanes, or its upper half.
    fn uniform_float(&mut self, high: bool) -> Operand {
        match self.r.below(4) {
            0 if !high => Operand::Int(0),
            0 | 1 => Operand::Float(self.r.pick(&InlineFloat::ALL)),
            2 => {
                let kind = self.r.below(8);
                Operand::Literal(dword(self.r, kind, high))
            }
            _ => {
                let s = self.sgpr();
                Operand::Sgpr(s)
            }
        }
    }

    /// A chain of operations on such floats, a compare, and its mask later.
    pub(super) fn uniform_floats(&mut self) {
        if !self.r.one_in(3) {
            self.full_exec();
        }
        let mut known = vec![];
        for _ in 0..2 + self.r.below(2) {
            let v = self.low(2);
            let (low, high) = (self.uniform_float(false), self.uniform_float(true));
            self.vop1(Vop1::V_MOV_B32, v, low);
            self.vop1(Vop1::V_MOV_B32, v + 1, high);
            known.push(v);
        }
        if self.r.one_in(3) {
            let v = self.low(1);
            self.vop1(Vop1::V_CVT_F32_U32, v, Operand::Vgpr(LANE4));
            known.push(v);
        }
        self.affine
            .retain(|v| !known.contains(v) && !known.contains(&v.wrapping_sub(1)));
        let rows = self.rows;
        let [floats, compares] = &rows.floats;
        for _ in 0..self.r.below(5) {
            let d = self.r.pick(&known);
            self.on_these(floats, &known, d);
            if self.r.one_in(4) {
                self.access();
            }
        }
        self.on_these(compares, &known, 0);
        self.between_mask_and_use();
    }

    /// One of the instructions `of` on these registers, with `d` as its destination.
    fn on_these(&mut self, of: &[rows::Alu], known: &[u8], d: u8) {
        for _ in 0..20 {
            let op = self.r.pick(of);
            let row = op.row();
            if rows::relative(row) || row.shape.dst.dwords() > 2 {
                continue;
            }
            let src = row.shape.src.map(|ty| match (ty, ty.dwords()) {
                (_, 0) => Operand::Int(0),
                (crate::isa::Ty::Mask, _) => Operand::VCC,
                (_, 3..) => Operand::Vgpr(self.low(ty.dwords())),
                _ if self.r.one_in(6) => self.uniform_float(true),
                _ => Operand::Vgpr(self.r.pick(known)),
            });
            let form = self.r.pick(&[VopForm::E32, VopForm::E64]);
            let f = Vop {
                form,
                ..Vop::plain(if row.shape.dst.dwords() == 0 { 0 } else { d }, src)
            };
            if self.push(op.inst(f)) {
                return;
            }
        }
    }

    /// A load or a store of any kind.
    fn access(&mut self) {
        match self.r.below(6) {
            0 => self.smem(),
            1 => self.mubuf(),
            2 => self.ds(),
            3 => self.flat(),
            _ => self.affine_access(),
        }
    }

    /// A compare, whose mask is used when other things have happened.
    pub(super) fn late_mask(&mut self) {
        let rows = self.rows;
        self.vector_alu(&rows.compares);
        self.between_mask_and_use();
    }

    /// The mask in VCC is used, when something else, other masks among it, has come.
    pub(super) fn between_mask_and_use(&mut self) {
        let rows = self.rows;
        let mut mask = VCC_LO;
        if self.r.one_in(2) {
            mask = 2 + 2 * self.r.below(self.pairs - 1) as u8;
            self.sop1(Sop1::S_MOV_B64, mask, Operand::VCC);
        }
        for _ in 0..self.r.below(3) {
            self.access();
        }
        if mask != VCC_LO {
            match self.r.below(3) {
                0 => self.vector_alu(&rows.compares),
                1 => {
                    let value = self.r.pick(&[0, -1]);
                    self.sop1(Sop1::S_MOV_B64, VCC_LO, Operand::Int(value));
                }
                _ => {}
            }
        }
        let pair = Operand::Sgpr(mask);
        match self.r.below(5) {
            0 => {
                self.sop2(Sop2::S_XOR_B64, MASKS, Operand::Sgpr(MASKS), pair);
            }
            1 => {
                self.sop1(Sop1::S_AND_SAVEEXEC_B64, MASKS, pair);
                self.vector_alu(&rows.common);
                self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(MASKS));
            }
            _ => {
                let (d, a, b) = (self.low(1), self.vgpr(1), self.vgpr(1));
                self.select(d, [a, b], mask);
            }
        }
        if self.r.one_in(2) {
            let value = self.r.pick(&[0, -1]);
            self.sop1(Sop1::S_MOV_B64, VCC_LO, Operand::Int(value));
        }
    }
}
