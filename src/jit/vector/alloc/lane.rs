//! A lane by itself: see [`crate::jit::vector::tail`].

use super::{Alloc, Cold, Inst, NONE, Near, What};
use crate::jit::helpers::Site;
use crate::jit::vector::assembler::{Cond, K, Scale};
use crate::jit::vector::encode::{Mask, Mem, Rm, evex, to_gpr};
use crate::jit::vector::gpr::{HOST, ROUND, SCRATCH, SCRATCH_2, SITES};
use crate::jit::vector::ops::Op;
use crate::jit::vector::slot;
use crate::machine::memory::Window;

/// Bytes that a lane loads, and whether they are a signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Four bytes.
    Dword,
    /// As many, zero-extended or sign-extended.
    Part(u8, bool),
}

/// What [`Form::LaneNear`] has seldom to do.
#[derive(Clone, Copy, Debug)]
pub(in crate::jit::vector) struct LaneCold {
    /// The load.
    pub near: Near,
    /// Vector registers with the halves of the address.
    pub low: u8,
    /// See `low`.
    pub high: u8,
    /// Where the lane's number in its strip is, in bytes from RCX.
    pub lane: i32,
}

impl Alloc<'_> {
    pub(super) fn lane_tally(&mut self, k: u8, count: Option<u32>, seen: Option<u32>) {
        let number = SCRATCH;
        self.out.kmovw(number.d(), K(k));
        self.out.and(number.d(), 1i8);
        if let Some(count) = count {
            self.out.add(slot(count), number.q());
        }
        if let Some(seen) = seen {
            self.out.neg(number.q());
            self.out.and(number.q(), ROUND.q());
            self.out.or(slot(seen), number.q());
        }
    }

    pub(super) fn lane_near(&mut self, inst: &Inst, near: Near) {
        let low = self.register(inst.a);
        let high = match near.based {
            Some(_) => low,
            None => self.register(inst.b),
        };
        let k = if inst.k == self.always {
            0
        } else {
            self.register_or_none(inst.k)
        };
        self.over = None;
        if k != 0 {
            self.out.kmovw(SCRATCH_2.d(), K(k));
            self.out.test(SCRATCH_2.b(), 1);
            let over = self.out.label();
            self.out.jcc(Cond::E, over);
            self.over = Some(over);
        }
        to_gpr(self.out, false, SCRATCH, low);
        let start = self.out.label();
        match near.based {
            Some((first, shift)) => {
                self.out.add(SCRATCH.d(), slot(first));
                self.out.cmp(SCRATCH.d(), slot(first + 1));
                self.out.jcc(Cond::Ae, start);
                if shift != 0 {
                    self.out.shl(SCRATCH.q(), shift);
                }
                self.out.mov(HOST.q(), slot(first + 2));
            }
            None => {
                to_gpr(self.out, false, SCRATCH_2, high);
                let base = near.site + std::mem::offset_of!(Window, base) as i32;
                let count = near.site + Site::count_at(near.size);
                let host = near.site + std::mem::offset_of!(Window, host) as i32;
                self.out.sub(SCRATCH.d(), SITES.at(base));
                self.out.cmp(SCRATCH_2.d(), SITES.at(base + 4));
                self.out.jcc(Cond::Ne, start);
                self.out.cmp(SCRATCH.d(), SITES.at(count));
                self.out.jcc(Cond::Ae, start);
                self.out.mov(HOST.q(), SITES.at(host));
            }
        }
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Lane(LaneCold {
                near,
                low,
                high,
                lane: self.lane,
            }),
        });
        for (v, k) in [(inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            if v != NONE {
                self.release(v, inst.next[k]);
            }
        }
    }

    pub(super) fn lane_load(&mut self, inst: &Inst, width: Width) {
        let r = self.take(inst.dst);
        let op = Op::VMOVD.narrow();
        let from = match width {
            Width::Dword => Rm::Mem(Mem::at(HOST, 0).indexed(SCRATCH, 0)),
            Width::Part(bytes, signed) => {
                let (to, from) = (SCRATCH.d(), HOST.address().plus(SCRATCH, Scale::X1));
                match (bytes, signed) {
                    (1, false) => self.out.movzx(to, from.byte()),
                    (1, true) => self.out.movsx(to, from.byte()),
                    (_, false) => self.out.movzx(to, from.word()),
                    (_, true) => self.out.movsx(to, from.word()),
                }
                Rm::Reg(SCRATCH.number())
            }
        };
        evex(self.out, op, r, 0, from, Mask::default());
        if let Some(over) = self.over.take() {
            self.out.bind(over);
        }
        self.release(inst.dst, inst.next[4]);
    }
}
