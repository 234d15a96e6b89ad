//! Atomics on the LDS: see [`super::super::updates`].

use super::super::assembler::Cond;
use super::super::encode::{Mask, Mem, Rm, evex, vector};
use super::super::gpr::{CONSTANTS, SLOTS};
use super::super::masks::{jump_if_any, jump_unless_full, plain, spread};
use super::super::ops::Op;
use super::super::updates::Places;
use super::shaped::test;
use super::{Alloc, Cold, Inst, NEVER, NONE, V, What};
use crate::ir::plant::{Fault, planted};

impl Alloc<'_> {
    /// Atomics with the data `b` at the addresses `a` of the lanes in `k`, from R10 on; changes the vector and the mask
    /// that the immediate names, R9, R12, R13 and RBP.
    pub(super) fn update(&mut self, inst: &Inst, number: u16) {
        let update = self.updates[usize::from(number)];
        let at = self.register(inst.a);
        let k = self.maybe(inst.k);
        let scratch = inst.imm.unwrap_or_default() as u32;
        let scratch = [scratch as V, (scratch >> 16) as V];
        let [free, other] = scratch.map(|v| self.take(v));
        // In front of all jumps: what is stored here is there for what comes behind.
        let mut places = Places {
            at: self.in_memory(inst.a),
            data: self.in_memory(inst.b),
            result: (inst.dst != NONE).then(|| self.spill_slot(inst.dst)),
        };
        places.data.spread |= update.same;
        let [others, some, done] = [(); 3].map(|()| self.out.label());
        if self.out.isa.has_masks {
            if let Some(k) = k {
                test(self.out, k);
                self.out.jcc(Cond::E, done);
            }
            let active = Mask {
                k: k.unwrap_or(0),
                zero: false,
            };
            let all = |at: Mem| Rm::Mem(Mem { spread: true, ..at });
            let room = all(Mem::at(SLOTS, update.rooms[0]));
            evex(self.out, Op::VPCMPUD, other, at, room, active);
            self.out.byte(5);
            test(self.out, other);
            self.out.jcc(Cond::Ne, others);
            let low = all(Mem::at(CONSTANTS, update.bits[0]));
            evex(self.out, Op::VPTESTMD, other, at, low, active);
            test(self.out, other);
            self.out.jcc(Cond::Ne, others);
        } else {
            if let Some(k) = k {
                plain(self.out, Op::VTESTPS, k, 0, Rm::Reg(k));
                self.out.jcc(Cond::E, done);
            }
            spread(self.out, other, SLOTS, update.rooms[0]);
            plain(self.out, Op::VPMAXUD, other, other, Rm::Reg(at));
            plain(self.out, Op::VPCMPEQD, other, other, Rm::Reg(at));
            jump_if_any(self.out, k, other, others);
            let low = Rm::Mem(Mem::at(CONSTANTS, update.bits[0]));
            plain(self.out, Op::VPANDD, free, at, low);
            plain(self.out, Op::VPXORD, other, other, Rm::Reg(other));
            plain(self.out, Op::VPCMPGTD, other, free, Rm::Reg(other));
            jump_if_any(self.out, k, other, others);
        }
        if let Some(k) = k {
            let few = if planted(Fault::UpdateOthers) {
                others
            } else {
                some
            };
            if self.out.isa.has_masks {
                // Carry says that all lanes are active.
                test(self.out, k);
                self.out.jcc(Cond::Ae, few);
            } else {
                jump_unless_full(self.out, Some(k), few);
            }
        }
        update.all(self.out, &places);
        if k.is_some() {
            self.out.jmp(done);
            self.out.bind(some);
            update.turns(self.out, &places, k, false);
        }
        self.out.bind(done);
        let back = self.out.here();
        self.cold.push(Cold {
            start: others,
            back,
            what: What::Update { update, places, k },
        });
        for v in scratch {
            self.release(v, NEVER);
        }
        self.release_all(inst);
    }

    /// Where `v` is in memory, to which it goes if it is in a register alone.
    fn in_memory(&mut self, v: V) -> Mem {
        let value = self.values[usize::from(v)];
        if let Some(home) = value.home.filter(|m| m.index.is_none() && !value.is_bits) {
            return home;
        }
        let r = self.register(v);
        let home = self.spill_slot(v);
        let to = Rm::Mem(home);
        vector(self.out, Op::VMOVDQU32_MR, r, 0, to, Mask::default());
        home
    }

    /// The spill slot that `v` gets for the time that it is needed.
    fn spill_slot(&mut self, v: V) -> Mem {
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots - 1
        });
        let home = Mem::at(SLOTS, self.spills + self.out.isa.bytes() * i32::from(slot));
        let value = &mut self.values[usize::from(v)];
        (value.home, value.slot) = (Some(home), Some(slot));
        (value.elem, value.is_bits) = (2, false);
        home
    }
}
