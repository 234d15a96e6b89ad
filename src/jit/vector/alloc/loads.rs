//! Loads of lanes that lie anywhere.

use super::shaped::first_lane;
use super::{AHEAD_WAVES, Alloc, Cold, Inst, NEVER, Near, What};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::helpers::Site;
use crate::jit::vector::assembler::{Cond, K, Label, Scale};
use crate::jit::vector::encode::{Mask, Mem, Rm, computation, evex, vex};
use crate::jit::vector::gathers::Gather;
use crate::jit::vector::gpr::{HOST, SCRATCH, SITES, SLOTS};
use crate::jit::vector::ops::Op;
use crate::jit::vector::shapes;
use crate::jit::vector::slot;
use crate::machine::memory::Window;

impl Alloc<'_> {
    /// Gathers where it has to: mostly all lanes of a strip want the same element, or one after the other.
    pub(super) fn row(&mut self, inst: &Inst, run: Op) {
        let [index, k] = [inst.a, inst.k].map(|v| self.register(v));
        let other = self.take(inst.c);
        let ramp = self.operand(Op::VPADDD, inst.b, inst.next[2]);
        let r = self.take(inst.dst);
        let Some(mem) = inst.mem else {
            return;
        };
        // What gives up its register for them is stored on all ways.
        let mut free = unless_planted!(
            Fault::LateSpare,
            Some(self.spares.map(|v| self.take(v))),
            None
        );
        let none = Mask::default();
        let differ = |s: &mut Self, to: Label| {
            let mask = Mask { k, zero: false };
            evex(s.out, Op::VPCMPUD, other, index, Rm::Reg(r), mask);
            s.out.byte(4);
            s.out.kortestw(K(other), K(other));
            s.out.jcc(Cond::E, to);
        };
        let [same, follows, spaced, others, end] = [(); 5].map(|()| self.out.label());
        evex(self.out, Op::VPBROADCASTD, r, 0, Rm::Reg(index), none);
        differ(self, same);
        evex(self.out, Op::VPADDD, r, r, ramp, none);
        differ(self, follows);
        if inst.imm.is_some() {
            evex(self.out, Op::VPADDD, r, r, ramp, none);
            differ(self, spaced);
        }
        self.out.bind(others);
        let free = *free.get_or_insert_with(|| self.spares.map(|v| self.take(v)));
        self.gather_into(inst.op, mem, [index, r], Some(k), free);
        self.out.jmp(end);
        if let Some(table) = inst.imm {
            self.out.bind(spaced);
            if !planted(Fault::SpacedWhole) {
                // All that is between lanes is read: all must load, which carry says.
                self.out.kortestw(K(k), K(k));
                self.out.jcc(Cond::Ae, others);
            }
            first_lane(self.out, index);
            self.out.movsxd(SCRATCH.q(), SCRATCH.d());
            let at = mem.indexed(SCRATCH, 0);
            shapes::spaced(self.out, at, [r, free[0]], None, table);
            self.out.jmp(end);
        }
        let run = unless_planted!(Fault::StripSame, run, Op::VPBROADCASTD);
        for (from, op) in [(same, Op::VPBROADCASTD), (follows, run)] {
            self.out.bind(from);
            first_lane(self.out, index);
            // Lanes without an access may have any address.
            self.out.movsxd(SCRATCH.q(), SCRATCH.d());
            let at = mem.indexed(SCRATCH, 0);
            evex(self.out, op, r, 0, Rm::Mem(at), Mask { k, zero: true });
            if from == same {
                self.out.jmp(end);
            } else if mem.base == HOST {
                let ahead = HOST.at(AHEAD_WAVES * 256);
                self.out.prefetcht0(ahead.plus(SCRATCH, Scale::X1));
            }
        }
        self.out.bind(end);
        self.release_spares();
        for (v, k) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[k]);
        }
        self.release(inst.dst, inst.next[4]);
    }

    pub(super) fn near(&mut self, inst: &Inst, near: Near) {
        let low = self.register(inst.a);
        let high = match near.based {
            Some(_) => low,
            None => self.register(inst.b),
        };
        let k = self.register_or_none(inst.k);
        let (other, r) = (self.take(inst.c), self.take(inst.dst));
        let field = |at: i32| {
            Rm::Mem(Mem {
                spread: true,
                ..Mem::at(SITES, near.site + at)
            })
        };
        let none = Mask::default();
        let mask = Mask { k, zero: false };
        if let Some((slot, shift)) = near.based {
            let slot = |k: i32| {
                Rm::Mem(Mem {
                    spread: true,
                    ..Mem::at(SLOTS, 8 * (slot as i32 + k))
                })
            };
            evex(self.out, Op::VPADDD, r, low, slot(0), none);
            evex(self.out, Op::VPCMPUD, other, r, slot(1), mask);
            self.out.byte(1);
            if shift != 0 {
                computation(self.out, Op::VPSLLD, r, 0, Rm::Reg(r), none);
                self.out.byte(shift);
            }
        } else {
            let base = std::mem::offset_of!(Window, base) as i32;
            evex(self.out, Op::VPSUBD, r, low, field(base), none);
            evex(self.out, Op::VPCMPUD, other, high, field(base + 4), mask);
            self.out.byte(0);
            let mask = Mask {
                k: other,
                zero: false,
            };
            let count = field(Site::count_at(near.size));
            evex(self.out, Op::VPCMPUD, other, r, count, mask);
            self.out.byte(1);
        }
        let missing = if k == 0 {
            // Carry says that all bits are set.
            Cond::Ae
        } else {
            vex(self.out, Op::KXORW, other, other, Rm::Reg(k));
            Cond::Ne
        };
        self.out.kortestw(K(other), K(other));
        let start = self.out.label();
        self.out.jcc(missing, start);
        let host = match near.based {
            Some((first, _)) => slot(first + 2),
            None => SITES.at(near.site + std::mem::offset_of!(Window, host) as i32),
        };
        self.out.mov(HOST.q(), host);
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Load {
                near,
                low,
                high,
                to: r,
                k: (k != 0).then_some(k),
            },
        });
        for (v, k) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[k]);
        }
        self.release(inst.dst, inst.next[4]);
    }

    /// Loads the elements at the indices in the first register from `mem` into the second one.
    pub(super) fn gather_into(
        &mut self,
        op: Op,
        mem: Mem,
        [index, to]: [u8; 2],
        k: Option<u8>,
        [only, free]: [u8; 2],
    ) {
        let gather = Gather {
            is_wide: op == Op::VPGATHERDQ,
            last: false,
            index,
            only,
            free,
            to,
            k,
            base: mem.base,
            disp: mem.disp,
        };
        gather.emit(self.out);
    }

    fn release_spares(&mut self) {
        for v in self.spares {
            self.release(v, NEVER);
        }
    }

    pub(super) fn gather(&mut self, inst: &Inst) {
        let (index, k) = (self.register(inst.a), self.register(inst.k));
        // The result must be none of them.
        let r = self.take(inst.dst);
        if let Some(mem) = inst.mem {
            let free = self.spares.map(|v| self.take(v));
            self.gather_into(inst.op, mem, [index, r], Some(k), free);
            self.release_spares();
        }
        self.release(inst.a, inst.next[1]);
        self.release(inst.k, inst.next[3]);
        self.release(inst.dst, inst.next[4]);
    }
}
