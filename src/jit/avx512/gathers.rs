//! Loads of lanes that lie anywhere, by a load of each: on Zen 4 the instruction that does it at once (VPGATHERDD)
//! takes 1.4 times as long, and that of qwords 1.7 times. Intel's processors are slowed down there by their microcode
//! against Gather Data Sampling (INTEL-SA-00828).

use crate::ir::plant::{Fault, planted, unless_planted};

use super::assembler::{Assembler, Cond, K};
use super::encode::{Mask, Mem, Rm, evex, to_gpr};
use super::gpr::{Gpr, SLOTS, STRIP};
use super::ops::Op;

/// Loads of dwords, or of qwords at the first eight indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather {
    /// Qwords.
    pub(super) is_wide: bool,
    /// Vector registers: indices in bytes; one for those of lanes that load, which may be the same; one that is
    /// free; the result.
    pub(super) index: u8,
    pub(super) only: u8,
    pub(super) free: u8,
    pub(super) to: u8,
    /// The mask register with the lanes that load, 0 if all do. The others get zero.
    pub(super) k: u8,
    /// What the indices count from.
    pub(super) base: Gpr,
    pub(super) disp: i32,
}

/// What [`Gather::emit`] changes beside vectors: registers that regions use for nothing else.
const FIRST: Gpr = Gpr::R12;
const SECOND: Gpr = Gpr::Rbp;
const LOW: Gpr = Gpr::R13;

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
        let Gather {
            only, free, to, k, ..
        } = *self;
        let none = Mask::default();
        // A lane that does not load is like one at index 0: there is something, as another lane loads.
        let mask = Mask { k, zero: k != 0 };
        evex(out, Op::VMOVDQU32, only, 0, Rm::Reg(self.index), mask);
        let skip = out.label();
        if k != 0 {
            evex(out, Op::VPXORD, to, to, Rm::Reg(to), none);
            if self.is_wide {
                out.kortestb(K(k), K(k));
            } else {
                out.kortestw(K(k), K(k));
            }
            out.jcc(Cond::E, skip);
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
                    let [low, high] = self.split(out, both);
                    let part = if at == 0 { to } else { free };
                    evex(out, Op::VMOVQ.narrow(), part, 0, low, none);
                    evex(out, Op::VMOVHPS.narrow(), part, part, high, none);
                    self.put(out, at);
                }
            } else {
                let part = if q == 0 { to } else { free };
                for (both, at) in [(FIRST, 0), (SECOND, 2)] {
                    let [low, high] = self.split(out, both);
                    if at == 0 {
                        evex(out, Op::VMOVD.narrow(), part, 0, low, none);
                    } else {
                        evex(out, Op::VPINSRD.narrow(), part, part, low, none);
                        out.byte(at);
                    }
                    evex(out, Op::VPINSRD.narrow(), part, part, high, none);
                    out.byte(at + 1);
                }
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

    /// The places at the two indices in the general register `both`.
    fn split(&self, out: &mut Assembler, both: Gpr) -> [Rm; 2] {
        out.mov(LOW.d(), both.d());
        out.shr(both.q(), 32);
        [LOW, both].map(|index| Rm::Mem(Mem::at(self.base, self.disp).indexed(index, 0)))
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
