//! Stores to the LDS: see [`super::super::puts`].

use super::super::assembler::Cond;
use super::super::encode::{Mask, Mem, Rm, evex, vex};
use super::super::gpr::{CONSTANTS, Gpr, RUN, SCRATCH, SLOTS};
use super::super::ops::Op;
use super::super::puts::{Data, Regs};
use super::shaped::{first_lane, test};
use super::{Alloc, Cold, Inst, NONE, V, What};
use crate::ir::plant::{Fault, planted};

impl Alloc<'_> {
    /// Stores `b` and `c` where the addresses `a` of the lanes in `k` say, from R10 on; changes the vector and
    /// the mask that the immediate names, and R9.
    pub(super) fn put(&mut self, inst: &Inst, number: u16) {
        let put = self.puts[usize::from(number)];
        let second = inst.c != NONE;
        let at = self.register(inst.a);
        let first = self.register(inst.b);
        let other = if second { self.register(inst.c) } else { first };
        let k = self.register_or_none(inst.k);
        let scratch = inst.imm.unwrap_or_default() as u32;
        let scratch = [scratch as V, (scratch >> 16) as V];
        let r = Regs {
            at,
            data: [first, other],
            free: self.take(scratch[0]),
            k,
            mask: self.take(scratch[1]),
        };
        let (free, other) = (r.free, r.mask);
        let none = Mask::default();
        let active = Mask { k, zero: false };
        let spread = |base: Gpr, at: i32| {
            Rm::Mem(Mem {
                spread: true,
                ..Mem::at(base, at)
            })
        };
        let (store, scatter) = put.ops();
        let mut pieces = put.pieces(r.data, second);
        let [others, scattered, apart, done] = [(); 4].map(|()| self.out.label());
        // In a strip none may be active.
        if k != 0 {
            test(self.out, k);
            self.out.jcc(Cond::E, done);
        }
        let room = spread(SLOTS, put.rooms[0]);
        evex(self.out, Op::VPCMPUD, other, at, room, active);
        self.out.byte(5);
        test(self.out, other);
        self.out.jcc(Cond::Ne, others);
        evex(self.out, Op::VPBROADCASTD, free, 0, Rm::Reg(at), none);
        let ramp = Rm::Mem(Mem::at(CONSTANTS, put.ramp));
        evex(self.out, Op::VPADDD, free, free, ramp, none);
        evex(self.out, Op::VPCMPUD, other, at, Rm::Reg(free), active);
        self.out.byte(4);
        test(self.out, other);
        self.out.jcc(Cond::Ne, scattered);
        first_lane(self.out, at);
        if put.bits.is_some() {
            let low = if put.data == Data::Dwords { 3 } else { 7 };
            self.out.test(SCRATCH.d(), low);
            self.out.jcc(Cond::Ne, others);
        }
        // That of a lane that is not active may be before the LDS.
        self.out.movsxd(SCRATCH.q(), SCRATCH.d());
        // Where a later lane's first element is an earlier one's second it is what stays.
        let rising = put.offsets[1] > put.offsets[0] && !planted(Fault::PutOrder);
        if rising {
            pieces.reverse();
        }
        let shifted = |s: &mut Self| match k {
            0 => 0,
            _ => {
                vex(s.out, Op::KSHIFTRW, other, 0, Rm::Reg(k));
                s.out.byte(8);
                other
            }
        };
        for piece in &pieces {
            let k = if piece.high { shifted(self) } else { k };
            let to = Mem::at(
                RUN,
                put.offsets[piece.element] as i32 + 64 * i32::from(piece.high),
            )
            .indexed(SCRATCH, 0);
            evex(
                self.out,
                store,
                piece.from,
                0,
                Rm::Mem(to),
                Mask { k, zero: false },
            );
        }
        self.out.jmp(done);
        self.out.bind(scattered);
        if let Some([low, _]) = put.bits {
            let low = spread(CONSTANTS, low);
            evex(self.out, Op::VPTESTMD, other, at, low, active);
            test(self.out, other);
            self.out.jcc(Cond::Ne, others);
        }
        if put.may_meet() && !planted(Fault::PutApart) {
            if let Some(bits) = put.clear {
                let bits = spread(CONSTANTS, bits);
                evex(self.out, Op::VPTESTMD, other, at, bits, active);
                test(self.out, other);
                self.out.jcc(Cond::E, apart);
            }
            if let Some(span) = put.span {
                let span = spread(CONSTANTS, span);
                evex(self.out, Op::VPBROADCASTD, free, 0, Rm::Reg(at), none);
                evex(self.out, Op::VPSUBD, free, at, Rm::Reg(free), none);
                evex(self.out, Op::VPCMPUD, other, free, span, active);
                self.out.byte(6);
                test(self.out, other);
                self.out.jcc(Cond::E, apart);
            }
            self.out.jmp(others);
            self.out.bind(apart);
        }
        for piece in &pieces {
            let mut index = at;
            match (k, piece.high) {
                (0, _) => vex(self.out, Op::KXNORW, other, other, Rm::Reg(other)),
                (_, true) => {
                    shifted(self);
                }
                (_, false) => vex(self.out, Op::KANDW, other, k, Rm::Reg(k)),
            }
            if piece.high {
                evex(self.out, Op::VSHUFI64X2, free, at, Rm::Reg(at), none);
                self.out.byte(0xee);
                index = free;
            }
            let to = Mem {
                index: Some((index, 0)),
                ..Mem::at(RUN, put.offsets[piece.element] as i32)
            };
            let mask = Mask {
                k: other,
                zero: false,
            };
            evex(self.out, scatter, piece.from, 0, Rm::Mem(to), mask);
        }
        self.out.bind(done);
        let back = self.out.here();
        self.cold.push(Cold {
            start: others,
            back,
            what: What::Put {
                put: number,
                regs: r,
                second,
            },
        });
        for (v, n) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[n]);
        }
        for v in scratch {
            self.release(v, u32::MAX);
        }
    }
}
