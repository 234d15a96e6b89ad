//! Loads of lanes that lie anywhere, by a load of each, or where that is faster by the instructions that do it at once
//! (VPGATHERDD and VPGATHERDQ): see [`Gathers`](crate::jit::host::Gathers).

use crate::ir::plant::{Fault, planted, unless_planted};

use super::assembler::{Assembler, Cond, K, Label};
use super::encode::{Mask, Mem, Rm, evex, to_gpr, vector, vex};
use super::gpr::{Gpr, HOST, SLOTS, STRIP};
use super::masks::{mask_to_gpr, of_qwords, plain, upper_half};
use super::ops::Op;

/// Loads of dwords, or of qwords at the first eight indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather {
    /// Qwords.
    pub(super) is_wide: bool,
    /// Where masks are vectors: those of the strip's qwords that come last.
    pub(super) last: bool,
    /// Vector registers: indices in bytes; one for those of lanes that load, which may be the same; one that is
    /// free; the result.
    pub(super) index: u8,
    pub(super) only: u8,
    pub(super) free: u8,
    pub(super) to: u8,
    /// The mask with the lanes that load, unless all do, which may be destroyed where it is no vector. The others get
    /// zero.
    pub(super) k: Option<u8>,
    /// What the indices count from.
    pub(super) base: Gpr,
    pub(super) disp: i32,
}

/// What [`Gather::emit`] changes beside vectors: registers that regions use for nothing else.
pub(super) const FIRST: Gpr = Gpr::R12;
pub(super) const SECOND: Gpr = Gpr::Rbp;
pub(super) const LOW: Gpr = Gpr::R13;

/// The places at the two indices in the general register `both`; changes [`LOW`].
pub(super) fn split(out: &mut Assembler, both: Gpr, at: Mem) -> [Rm; 2] {
    out.mov(LOW.d(), both.d());
    out.shr(both.q(), 32);
    [LOW, both].map(|index| Rm::Mem(at.indexed(index, 0)))
}

impl Gather {
    /// Pushes what is changed, and something more to keep the stack aligned.
    pub(super) fn save(out: &mut Assembler) {
        for r in [SECOND, FIRST, LOW, STRIP] {
            out.push(r);
        }
    }

    /// The reverse.
    pub(super) fn restore(out: &mut Assembler) {
        // Not to where something more was, which may be of use.
        for r in [SLOTS, LOW, FIRST, SECOND] {
            out.pop(r);
        }
    }

    /// Appends it.
    pub(super) fn emit(&self, out: &mut Assembler) {
        match (out.isa.gathers, out.isa.has_masks) {
            (true, _) => self.at_once(out),
            (false, true) => self.lane_by_lane(out),
            (false, false) => self.lane_by_lane_of_vectors(out),
        }
    }

    /// By one instruction. It takes indices to be signed: none has its uppermost bit. It clears its mask: a copy, where
    /// that is a vector.
    fn at_once(&self, out: &mut Assembler) {
        let Gather {
            only, free, to, k, ..
        } = *self;
        let has_masks = out.isa.has_masks;
        let mut index = self.index;
        if self.is_wide && !has_masks {
            // Those of the qwords' lanes, which are 0, 1, 4 and 5, or the others.
            let last = unless_planted!(Fault::GatherOrder, self.last, false);
            plain(out, Op::VPERMQ, only, 0, Rm::Reg(index));
            out.byte(if last { 0x0d } else { 0x08 });
            index = only;
        }
        let op = if self.is_wide {
            Op::VPGATHERDQ
        } else {
            Op::VPGATHERDD
        };
        let at = Mem {
            index: Some((index, 0)),
            ..Mem::at(self.base, self.disp)
        };
        if !planted(Fault::GatherKeeps) {
            plain(out, Op::VPXORD, to, to, Rm::Reg(to));
        }
        let skip = out.label();
        if has_masks {
            // No instruction has K0 for its mask, so it is free.
            let (all, kept) = (K(1), K(0));
            match k {
                Some(k) => self.skip_if_none(out, k, skip),
                None => {
                    out.kmovw(kept, all);
                    vex(out, Op::KXNORW, all.0, all.0, Rm::Reg(all.0));
                }
            }
            let mask = Mask {
                k: k.unwrap_or(all.0),
                zero: false,
            };
            evex(out, op, to, 0, Rm::Mem(at), mask);
            if k.is_none() {
                out.kmovw(all, kept);
            }
        } else {
            match k {
                Some(k) => {
                    plain(out, Op::VTESTPS, k, 0, Rm::Reg(k));
                    out.jcc(Cond::E, skip);
                    if self.is_wide {
                        plain(out, of_qwords(self.last), free, k, Rm::Reg(k));
                    } else {
                        plain(out, Op::VMOVDQU32, free, 0, Rm::Reg(k));
                    }
                }
                None => plain(out, Op::VPCMPEQD, free, free, Rm::Reg(free)),
            }
            vector(out, op, to, free, Rm::Mem(at), Mask::default());
        }
        out.bind(skip);
    }

    /// Goes to `skip` if no lane of the mask register loads.
    fn skip_if_none(&self, out: &mut Assembler, k: u8, skip: Label) {
        if self.is_wide {
            out.kortestb(K(k), K(k));
        } else {
            out.kortestw(K(k), K(k));
        }
        out.jcc(Cond::E, skip);
    }

    /// By loads of single lanes.
    fn lane_by_lane(&self, out: &mut Assembler) {
        let Gather { only, free, to, .. } = *self;
        let k = self.k.unwrap_or(0);
        let none = Mask::default();
        // A lane that does not load is like one at index 0: there is something, as another lane loads.
        let mask = Mask { k, zero: k != 0 };
        evex(out, Op::VMOVDQU32, only, 0, Rm::Reg(self.index), mask);
        let skip = out.label();
        if k != 0 {
            evex(out, Op::VPXORD, to, to, Rm::Reg(to), none);
            self.skip_if_none(out, k, skip);
        }
        for q in 0..if self.is_wide { 2 } else { 4 } {
            let indices = if q == 0 { only } else { free };
            if q != 0 {
                evex(out, Op::VEXTRACTI32X4, only, 0, Rm::Reg(free), none);
                out.byte(unless_planted!(Fault::QuarterTwice, q, q & 2));
            }
            to_gpr(out, true, FIRST, indices);
            evex(
                out,
                Op::VPEXTRQ.narrow(),
                indices,
                0,
                Rm::Reg(SECOND.number()),
                none,
            );
            out.byte(1);
            if self.is_wide {
                for (both, at) in [(FIRST, 2 * q), (SECOND, 2 * q + 1)] {
                    let part = if at == 0 { to } else { free };
                    self.two_qwords(out, both, part);
                    self.put(out, at);
                }
            } else {
                self.four_dwords(out, if q == 0 { to } else { free });
                self.put(out, q);
            }
        }
        out.bind(skip);
        if k != 0 {
            let op = if self.is_wide {
                Op::VMOVDQU64
            } else {
                Op::VMOVDQU32
            };
            if planted(Fault::LanesKept) {
                return;
            }
            evex(out, op, to, 0, Rm::Reg(to), mask);
        }
    }

    /// The same where masks are vectors.
    fn lane_by_lane_of_vectors(&self, out: &mut Assembler) {
        let Gather {
            only, free, to, k, ..
        } = *self;
        let mut indices = self.index;
        let [skip, loaded] = [(); 2].map(|()| out.label());
        // Masks of loads from the LDS say who is inside, which mostly are all.
        let few = k.filter(|_| self.base == HOST);
        if let Some(k) = k {
            plain(out, Op::VPXORD, to, to, Rm::Reg(to));
            plain(out, Op::VTESTPS, k, 0, Rm::Reg(k));
            out.jcc(Cond::E, skip);
            // A lane that does not load is like one at index 0.
            plain(out, Op::VPANDD, only, self.index, Rm::Reg(k));
            indices = only;
            if !self.is_wide && few.is_some() {
                self.lone_dword(out, k, loaded);
            }
        }
        for q in 0..2 {
            let part = if q == 0 { to } else { free };
            let idle = out.label();
            if let Some(k) = few {
                // Near their end, loops have few lanes. What has not been loaded is zero.
                mask_to_gpr(out, FIRST, k);
                let half = unless_planted!(Fault::IdleHalf, q, 0);
                out.test(FIRST.b(), 0xf << (4 * half));
                out.jcc(Cond::E, if q == 0 { idle } else { loaded });
            }
            let mut from = indices;
            if q != 0 {
                plain(out, Op::VEXTRACTI32X4, indices, 0, Rm::Reg(free));
                out.byte(unless_planted!(Fault::QuarterTwice, 1, 0));
                from = free;
            }
            to_gpr(out, true, FIRST, from);
            let second = Rm::Reg(SECOND.number());
            vector(out, Op::VPEXTRQ.narrow(), from, 0, second, Mask::default());
            out.byte(1);
            if self.is_wide {
                let both = if self.last { SECOND } else { FIRST };
                self.two_qwords(out, both, part);
            } else {
                self.four_dwords(out, part);
            }
            out.bind(idle);
        }
        plain(out, Op::VINSERTI32X4, to, to, Rm::Reg(free));
        out.byte(1);
        out.bind(loaded);
        if let Some(k) = k
            && !planted(Fault::LanesKept)
        {
            let mask = if self.is_wide {
                plain(out, of_qwords(self.last), only, k, Rm::Reg(k));
                only
            } else {
                k
            };
            plain(out, Op::VPANDD, to, to, Rm::Reg(mask));
        }
        out.bind(skip);
    }

    /// If but one lane loads, has the dword at its index in all lanes, and goes to `loaded`. Indices of others are zero.
    fn lone_dword(&self, out: &mut Assembler, k: u8, loaded: Label) {
        let Gather { only, free, to, .. } = *self;
        let several = out.label();
        mask_to_gpr(out, FIRST, k);
        out.blsr(SECOND.q(), FIRST.q());
        out.jcc(Cond::Ne, several);
        let none = Mask::default();
        upper_half(out, free, only);
        vector(out, Op::VPORD.narrow(), free, free, Rm::Reg(only), none);
        to_gpr(out, true, FIRST, free);
        let second = Rm::Reg(SECOND.number());
        vector(out, Op::VPEXTRQ.narrow(), free, 0, second, none);
        out.byte(1);
        if !planted(Fault::LoneIndex) {
            out.or(FIRST.q(), SECOND.q());
        }
        out.mov(LOW.d(), FIRST.d());
        out.shr(FIRST.q(), 32);
        out.or(LOW.d(), FIRST.d());
        let at = Mem::at(self.base, self.disp).indexed(LOW, 0);
        plain(out, Op::VPBROADCASTD, to, 0, Rm::Mem(at));
        out.jmp(loaded);
        out.bind(several);
    }

    /// Two qwords at the indices in a general register.
    fn two_qwords(&self, out: &mut Assembler, both: Gpr, to: u8) {
        let none = Mask::default();
        let [low, high] = self.split(out, both);
        vector(out, Op::VMOVQ.narrow(), to, 0, low, none);
        vector(out, Op::VMOVHPS.narrow(), to, to, high, none);
    }

    /// Four dwords at the indices in two.
    fn four_dwords(&self, out: &mut Assembler, to: u8) {
        let none = Mask::default();
        for (both, at) in [(FIRST, 0), (SECOND, 2)] {
            let [low, high] = self.split(out, both);
            if at == 0 {
                vector(out, Op::VMOVD.narrow(), to, 0, low, none);
            } else {
                vector(out, Op::VPINSRD.narrow(), to, to, low, none);
                out.byte(at);
            }
            vector(out, Op::VPINSRD.narrow(), to, to, high, none);
            out.byte(at + 1);
        }
    }

    fn split(&self, out: &mut Assembler, both: Gpr) -> [Rm; 2] {
        split(out, both, Mem::at(self.base, self.disp))
    }

    /// The first quarter of the result is in its place.
    fn put(&self, out: &mut Assembler, quarter: u8) {
        let Gather { to, free, .. } = *self;
        if quarter != 0 {
            evex(
                out,
                Op::VINSERTI32X4,
                to,
                to,
                Rm::Reg(free),
                Mask::default(),
            );
            out.byte(quarter);
        }
    }
}
