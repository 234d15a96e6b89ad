//! Loads of all four dwords of elements of 16 bytes that follow each other, where masks are vectors: see
//! [`Form::ShapedFours`](super::Form::ShapedFours).

use super::super::assembler::Cond;
use super::super::encode::{Mask, Mem, Rm, vector};
use super::super::gpr::{SCRATCH, SLOTS};
use super::super::masks::{keep, plain};
use super::super::ops::Op;
use super::super::shapes::{Lanes, Lie, Shaped};
use super::super::slot;
use super::{Alloc, Cold, Inst, NEVER, NOWHERE, What};
use crate::ir::plant::{Fault, planted};

impl Alloc<'_> {
    /// Loads for the addresses `a` of the lanes in `k`; changes R9.
    pub(super) fn shaped_fours(&mut self, inst: &Inst, shaped: Shaped) {
        let Some(others) = inst.others() else { return };
        let (at, home) = self.register_or_home(inst.a);
        let k = self.maybe(inst.k);
        let results = [inst.dst, others[0], others[1], others[2]].map(|v| self.take(v));
        let [free, spare] = self.spares.map(|v| self.take(v));
        // Lanes of the LDS alone are compared.
        let mask = shaped.lds.map_or(NOWHERE, |_| self.take(self.third));
        self.out.mov(SCRATCH.q(), SLOTS.at(shaped.found.0));
        if let Some(host) = shaped.host {
            self.out.add(SCRATCH.q(), slot(host));
        }
        let lie = SLOTS.at(shaped.found.lie());
        self.out.cmp(lie.byte(), Lie::Same as i8);
        let [same, start, follow] = [(); 3].map(|()| self.out.label());
        self.out.jcc(Cond::B, start);
        self.out.jcc(Cond::E, same);
        let place = |more: i32| Rm::Mem(Mem::at(SCRATCH, shaped.offset + more));
        self.transpose(place, results, free);
        self.out.jmp(follow);
        self.out.bind(same);
        for (dword, r) in (0..).zip(results) {
            plain(self.out, Op::VPBROADCASTD, r, 0, place(4 * dword));
            keep(self.out, r, k);
        }
        self.out.bind(follow);
        let back = self.out.here();
        let lanes = Lanes {
            shaped,
            at: at.unwrap_or(free),
            home,
            free,
            spare,
            to: results[0],
            k,
            mask,
        };
        self.cold.push(Cold {
            start,
            back,
            what: What::Fours(lanes, results),
        });
        for v in self.spares {
            self.release(v, NEVER);
        }
        self.release(self.third, NEVER);
        self.release_all(inst);
        self.release(others[2], inst.next[5]);
    }

    /// The dwords of the elements of eight lanes: those of lanes 0 to 3 in the lower halves.
    fn transpose(&mut self, place: impl Fn(i32) -> Rm, [x, y, z, w]: [u8; 4], free: u8) {
        // Registers that have lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
        let lanes = [w, z, free, x];
        for (lane, r) in (0..).zip(lanes) {
            let other = if planted(Fault::LanesOfFours) {
                lane
            } else {
                lane + 4
            };
            let lower = place(16 * lane);
            vector(
                self.out,
                Op::VMOVDQU32.narrow(),
                r,
                0,
                lower,
                Mask::default(),
            );
            plain(self.out, Op::VINSERTI32X4, r, r, place(16 * other));
            self.out.byte(1);
        }
        let mut join = |op: Op, to: u8, a: u8, b: u8| plain(self.out, op, to, a, Rm::Reg(b));
        let (low, high) = (Op::VPUNPCKLDQ, Op::VPUNPCKHDQ);
        // Dwords 0 and 1 of two lanes, then 2 and 3.
        join(low, y, w, z);
        join(high, w, w, z);
        join(low, z, free, x);
        join(high, free, free, x);
        let (low, high) = (Op::VPUNPCKLQDQ, Op::VPUNPCKHQDQ);
        join(low, x, y, z);
        join(high, y, y, z);
        join(low, z, w, free);
        join(high, w, w, free);
    }
}
