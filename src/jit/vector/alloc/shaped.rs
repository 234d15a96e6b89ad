//! Loads of several values at addresses that differ by constants: see [`super::super::shapes`].

use super::super::assembler::{Assembler, Cond, K, Label};
use super::super::encode::{Mask, Mem, Rm, evex, to_gpr};
use super::super::gpr::{CONSTANTS, HOST, SCRATCH, SLOTS};
use super::super::ops::Op;
use super::super::shapes::{Lanes, LdsShape, Lie, Part, Shape, Shaped, spaced};
use super::super::slot;
use super::{Alloc, Cold, Inst, NEVER, NONE, V, What};
use crate::ir::plant::{Fault, unless_planted};

/// kortestw of a mask and itself.
pub(super) fn test(out: &mut Assembler, k: u8) {
    out.kortestw(K(k), K(k));
}

/// Puts the address of the first of the lanes `at` into [`SCRATCH`].
pub(super) fn first_lane(out: &mut Assembler, at: u8) {
    to_gpr(out, false, SCRATCH, at);
}

impl Alloc<'_> {
    /// Finds out how the addresses `a` of the lanes in `k` lie; changes the mask `c`, the vector `b`, and R9.
    pub(super) fn shape(&mut self, inst: &Inst, shape: Shape) {
        let at = self.register(inst.a);
        let k = self.register_or_none(inst.k);
        let (other, free) = (self.take(inst.c), self.take(inst.b));
        let none = Mask::default();
        let differ = |s: &mut Self| {
            evex(
                s.out,
                Op::VPCMPUD,
                other,
                at,
                Rm::Reg(free),
                Mask { k, zero: false },
            );
            s.out.byte(4);
            test(s.out, other);
        };
        let [same, found, others, end] = [(); 4].map(|()| self.out.label());
        // Where lane 0's address is not inside.
        let inside = |s: &mut Self, room: fn(LdsShape) -> i32| match shape.lds {
            Some(lds) => {
                if lds.align != 0 {
                    s.out.test(SCRATCH.d(), i32::from(lds.align));
                    s.out.jcc(Cond::Ne, others);
                }
                s.out.cmp(SCRATCH.q(), SLOTS.at(room(lds)));
                s.out.jcc(Cond::Ae, others);
            }
            // Lanes without an access may have any address.
            None => s.out.movsxd(SCRATCH.q(), SCRATCH.d()),
        };
        let mark = |s: &mut Self, lie: Lie| {
            let place = SLOTS.at(shape.found.lie());
            s.out.mov(place.byte(), lie as i8);
        };
        evex(self.out, Op::VPBROADCASTD, free, 0, Rm::Reg(at), none);
        differ(self);
        self.out.jcc(Cond::E, same);
        let ramp = Rm::Mem(Mem::at(CONSTANTS, shape.ramp));
        evex(self.out, Op::VPADDD, free, free, ramp, none);
        differ(self);
        if let (4, Some(_)) = (shape.element, shape.lds) {
            let follow = self.out.label();
            self.out.jcc(Cond::E, follow);
            evex(self.out, Op::VPADDD, free, free, ramp, none);
            differ(self);
            self.out.jcc(Cond::Ne, others);
            first_lane(self.out, at);
            inside(self, |lds| lds.room_spaced);
            mark(self, Lie::Spaced);
            self.out.jmp(found);
            self.out.bind(follow);
        } else {
            self.out.jcc(Cond::Ne, others);
        }
        if shape.element == 16 && k != 0 {
            // Whole vectors are loaded: all lanes must be active, which carry says.
            test(self.out, k);
            self.out.jcc(Cond::Ae, others);
        }
        first_lane(self.out, at);
        inside(self, |lds| lds.room_follow);
        mark(self, Lie::Follow);
        self.out.jmp(found);
        self.out.bind(same);
        first_lane(self.out, at);
        inside(self, |lds| lds.room_same);
        mark(self, Lie::Same);
        self.out.bind(found);
        match shape.lds {
            Some(lds) => self.out.add(SCRATCH.q(), SLOTS.at(lds.base)),
            None => self.out.add(SCRATCH.q(), HOST.q()),
        }
        self.out.mov(SLOTS.at(shape.found.0), SCRATCH.q());
        self.out.jmp(end);
        self.out.bind(others);
        mark(self, Lie::Other);
        self.out.bind(end);
        for (v, n) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[n]);
        }
    }

    /// Looks at how the lanes of a load lie, the first of which is where [`SCRATCH`] says then: labels for where the code
    /// goes on if all are the same, if they lie anywhere, and behind all that; and of dwords, if there is one between each
    /// two. Here they follow each other.
    pub(super) fn look(&mut self, shaped: Shaped) -> ([Label; 3], Option<Label>) {
        self.out.mov(SCRATCH.q(), SLOTS.at(shaped.found.0));
        if let Some(host) = shaped.host {
            self.out.add(SCRATCH.q(), slot(host));
        }
        let lie = SLOTS.at(shaped.found.lie());
        self.out.cmp(lie.byte(), Lie::Same as i8);
        let [same, start, follow] = [(); 3].map(|()| self.out.label());
        self.out.jcc(Cond::B, start);
        self.out.jcc(Cond::E, same);
        let spaced = shaped.spaced.map(|_| self.out.label());
        if let Some(spaced) = spaced {
            self.out.jcc(Cond::L, spaced);
        }
        ([same, start, follow], spaced)
    }

    /// The way on which there is a dword between each lane's and the next one's.
    pub(super) fn way_of_spaced(
        &mut self,
        start: Option<Label>,
        shaped: Shaped,
        regs: [u8; 2],
        k: Option<u8>,
        end: Label,
    ) {
        if let (Some(start), Some(table)) = (start, shaped.spaced) {
            self.out.jmp(end);
            self.out.bind(start);
            let at = Mem::at(SCRATCH, shaped.offset);
            spaced(self.out, at, regs, k, table);
        }
    }

    /// Loads for the addresses `a` of the lanes in `k`; changes the mask `c`, the vector that the immediate
    /// names, and R9. `b` is the table for dwords of elements of 16 bytes, if that is what it loads.
    pub(super) fn shaped(&mut self, inst: &Inst, shaped: Shaped) {
        let (at, home) = self.register_or_home(inst.a);
        let k = self.register_or_none(inst.k);
        let index = match inst.b {
            NONE => 0,
            table => self.register(table),
        };
        let scratch = inst.imm.unwrap_or_default() as V;
        let (mask, free, to) = (self.take(inst.c), self.take(scratch), self.take(inst.dst));
        let spare = self.take(self.spares[0]);
        let only = Mask { k, zero: k != 0 };
        let none = Mask::default();
        let ([same, start, follow], spaced) = self.look(shaped);
        let place = |more: i32| Rm::Mem(Mem::at(SCRATCH, shaped.offset + more));
        match shaped.part {
            Part::Dword | Part::LowQwords => {
                let op = match shaped.part {
                    Part::Dword => Op::VMOVDQU32,
                    _ => Op::VMOVDQU64,
                };
                evex(self.out, op, to, 0, place(0), only);
            }
            Part::HighQwords => {
                let more = unless_planted!(Fault::LowHalfTwice, 64, 0);
                evex(self.out, Op::VMOVDQU64, to, 0, place(more), only);
            }
            Part::DwordOfFour(_) => {
                for (r, more) in [(to, 0), (free, 128)] {
                    evex(self.out, Op::VMOVDQU32, r, 0, place(more), none);
                    evex(self.out, Op::VPERMT2D, r, index, place(more + 64), none);
                }
                evex(self.out, Op::VSHUFI64X2, to, to, Rm::Reg(free), none);
                self.out.byte(0x44);
            }
        }
        self.out.jmp(follow);
        self.out.bind(same);
        let (op, first) = match shaped.part {
            Part::Dword => (Op::VPBROADCASTD, 0),
            Part::LowQwords | Part::HighQwords => (Op::VPBROADCASTQ, 0),
            Part::DwordOfFour(c) => (Op::VPBROADCASTD, 4 * i32::from(c)),
        };
        evex(self.out, op, to, 0, place(first), only);
        let active = (k != 0).then_some(k);
        self.way_of_spaced(spaced, shaped, [to, free], active, follow);
        self.out.bind(follow);
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Lanes(Lanes {
                shaped,
                at: at.unwrap_or(free),
                home,
                free,
                spare,
                to,
                k: (k != 0).then_some(k),
                mask,
            }),
        });
        for (v, n) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[n]);
        }
        self.release(scratch, NEVER);
        self.release(self.spares[0], NEVER);
        self.release(inst.dst, inst.next[4]);
    }
}
