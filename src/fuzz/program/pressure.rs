//! Many values at once: more than the host has vector, mask and general registers.

use super::*;
use crate::isa::{Flags, Ty, Vop3, VopForm};

/// Scalar registers beside the pool: in which masks are kept, and numbers.
const MORE: std::ops::Range<u8> = 48..64;

impl Maker<'_, '_> {
    /// Values that are all computed before the first is used; with masks among them.
    pub(super) fn many_values(&mut self) {
        if self.vgprs < VGPRS + 8 {
            return self.many_masks();
        }
        if self.r.one_in(2) {
            self.full_exec();
        }
        let room = u64::from(self.vgprs - VGPRS);
        let n = room.min(8 + self.r.below(80)) as u8;
        let first = VGPRS as u8 + self.r.below(room - u64::from(n) + 1) as u8;
        let wide = self.r.one_in(3);
        let floats = self.r.one_in(2);
        let mut made = vec![];
        while (made.len() as u8) < n {
            let d = first + made.len() as u8;
            let from = |m: &mut Self| match made.len() {
                0 => m.low(1),
                k if m.r.one_in(3) => m.r.pick(&made[k.saturating_sub(8)..]),
                _ => m.low(1),
            };
            let (a, b) = (from(self), from(self));
            self.one_value(d, a, b, floats);
            self.named.insert(d);
            made.push(d);
            if wide && made.len() as u8 + 2 <= n && self.r.one_in(2) {
                let d = first + made.len() as u8;
                let (a, b) = (self.low(2), self.low(2));
                let operands = [a, b].map(Operand::Vgpr);
                let f = Vop {
                    form: VopForm::E64,
                    ..Vop::plain(d, [operands[0], operands[1], Operand::Int(0)])
                };
                let op = self
                    .r
                    .pick(&[Vop3::V_ADD_F64, Vop3::V_MUL_F64, Vop3::V_MIN_F64]);
                if self.push(Inst::Vop3 { op, f }) {
                    self.named.extend([d, d + 1]);
                    made.extend([d, d + 1]);
                }
            }
        }
        if self.r.one_in(2) {
            self.many_masks();
        }
        // Round and round: each is used for the last time where the next that lives as long is made.
        for k in 0..self.r.below(2 * made.len() as u64) as usize {
            let (v, other) = (made[k % made.len()], self.r.pick(&made));
            let op = self
                .r
                .pick(&[Vop2::V_MIN_U32, Vop2::V_MAX_I32, Vop2::V_SUB_CO_U32]);
            self.vop2(op, v, Operand::Vgpr(other), v);
        }
        // In another order than they were made in.
        for k in (1..made.len()).rev() {
            let other = self.r.below(k as u64 + 1) as usize;
            made.swap(k, other);
        }
        // All of them end in two sums, of which some lanes are kept.
        let sums = [self.low(1), self.low(1)];
        for (k, v) in made.iter().copied().enumerate() {
            let sum = self.r.pick(&sums);
            // With one that is used later on again.
            let later = match made.get(k + 1..) {
                Some(later) if !later.is_empty() => self.r.pick(later),
                _ => sum,
            };
            let three = [v, later, sum].map(Operand::Vgpr);
            match self.r.below(6) {
                0..=2 => {
                    let t = POOL as u8;
                    let op = self
                        .r
                        .pick(&[Vop2::V_MIN_U32, Vop2::V_MAX_I32, Vop2::V_SUB_CO_U32]);
                    let (a, b) = if self.r.one_in(3) {
                        (v, later)
                    } else {
                        (later, v)
                    };
                    self.vop2(op, t, Operand::Vgpr(a), b);
                    self.vop2(Vop2::V_XOR_B32, sum, Operand::Vgpr(t), sum)
                }
                3 => self.e64(Vop3::V_BFI_B32, sum, three),
                4 => self.vop2(Vop2::V_ADD_CO_U32, sum, Operand::Vgpr(v), sum),
                _ => self.vop2(Vop2::V_XOR_B32, sum, Operand::Vgpr(v), sum),
            };
        }
        for sum in sums {
            let lane = Operand::Int(self.r.below(64) as i8);
            self.read_lane(TARGET, sum, lane);
            let masks = Operand::Sgpr(MASKS);
            self.sop2(Sop2::S_XOR_B32, MASKS, masks, Operand::Sgpr(TARGET));
        }
        self.affine.clear();
    }

    /// Straight code for regions that are cut for their length, as each backend cuts them: instructions that
    /// end a region for no other reason, and now and then a result that nothing overwrites.
    pub fn long(&mut self, n: u64) {
        let fine = |op: &&rows::Alu| {
            let row = op.row();
            row.shape.dst.dwords() == 1
                && !row.flags.has(Flags::CARRY_OUT)
                && !row.shape.src.contains(&Ty::Mask)
                && !rows::relative(row)
        };
        let all: Vec<_> = self.rows.common.iter().filter(fine).copied().collect();
        let few: Vec<_> = (0..3).map(|_| self.r.pick(&all)).collect();
        self.full_exec();
        let mut next = VGPRS;
        for k in 0..n {
            let op = self.r.pick(&few);
            let d = if k % 8 == 0 && next < self.vgprs {
                next += 1;
                self.named.insert(next as u8 - 1);
                next as u8 - 1
            } else {
                self.low(1)
            };
            let src = op.row().shape.src.map(|ty| match ty.dwords() {
                0 => Operand::Int(0),
                n => Operand::Vgpr(self.low(n)),
            });
            let form = match op {
                rows::Alu::Three(_) => VopForm::E64,
                _ => VopForm::E32,
            };
            let f = Vop {
                form,
                ..Vop::plain(d, src)
            };
            self.push(op.inst(f));
        }
        self.affine.clear();
    }

    /// Integers alone stay in one region whatever the MODE.
    fn one_value(&mut self, d: u8, a: u8, b: u8, floats: bool) {
        use Vop2::*;
        let op = if floats {
            self.r.pick(&[
                V_ADD_F32,
                V_MUL_F32,
                V_XOR_B32,
                V_ADD_CO_U32,
                V_MAX_F32,
                V_CNDMASK_B32,
            ])
        } else {
            self.r
                .pick(&[V_XOR_B32, V_LSHLREV_B32, V_MIN_U32, V_OR_B32, V_MAX_I32])
        };
        self.vop2(op, d, Operand::Vgpr(a), b);
    }

    /// Compares whose masks are all there before the first is used.
    fn many_masks(&mut self) {
        let rows = self.rows;
        let mut pairs: Vec<u8> = MORE.step_by(2).chain((2..16).step_by(2)).collect();
        let n = 4 + self.r.below(pairs.len() as u64 - 3) as usize;
        for k in (1..pairs.len()).rev() {
            let other = self.r.below(k as u64 + 1) as usize;
            pairs.swap(k, other);
        }
        pairs.truncate(n);
        for p in &pairs {
            for _ in 0..8 {
                let op = self.r.pick(&rows.compares);
                let dwords = op.row().shape.src.map(|t| t.dwords());
                let src = dwords.map(|n| match n {
                    0 => Operand::Int(0),
                    n => Operand::Vgpr(self.low(n)),
                });
                let f = Vop {
                    form: VopForm::E64,
                    sdst: *p,
                    ..Vop::plain(0, src)
                };
                if self.push(op.inst(f)) {
                    break;
                }
            }
        }
        pairs.reverse();
        for p in pairs {
            let (d, a, b) = (self.low(1), self.vgpr(1), self.low(1));
            self.select(d, [a, b], p);
        }
    }

    /// Scalar values of which none is used before all are there.
    pub(super) fn many_scalars(&mut self) {
        let mut all: Vec<u8> = MORE.chain(2..16).collect();
        let pick = |m: &mut Self| {
            m.r.pick(&[
                Sop2::S_ADD_U32,
                Sop2::S_SUB_U32,
                Sop2::S_XOR_B32,
                Sop2::S_MUL_I32,
                Sop2::S_LSHR_B32,
                Sop2::S_ADDC_U32,
                Sop2::S_CSELECT_B32,
            ])
        };
        for s in all.clone() {
            let (op, a, b) = (pick(self), self.r.pick(&all), self.r.pick(&all));
            self.sop2(op, s, Operand::Sgpr(a), Operand::Sgpr(b));
        }
        if self.r.one_in(2) {
            let rows = self.rows;
            self.vector_alu(&rows.common);
        }
        while let Some(s) = all.pop() {
            let d = 2 + self.r.below(14) as u8;
            let op = pick(self);
            self.sop2(op, d, Operand::Sgpr(d), Operand::Sgpr(s));
        }
    }
}
