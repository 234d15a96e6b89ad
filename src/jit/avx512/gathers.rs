//! Loads of lanes that lie anywhere, by a load of each: on Zen 4 the instruction that does it at once (VPGATHERDD)
//! takes 1.4 times as long, and that of qwords 1.7 times. Intel's processors are slowed down there by their microcode
//! against Gather Data Sampling (INTEL-SA-00828).

use crate::ir::plant::{Fault, planted, unless_planted};

use super::encode::{self as e, Mask, Mem, Rm, evex, gpr, to_gpr};

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
    pub(super) base: u8,
    pub(super) disp: i32,
}

/// What [`Gather::emit`] changes beside vectors: registers that regions use for nothing else.
const FIRST: u8 = gpr::R12;
const SECOND: u8 = gpr::RBP;
const LOW: u8 = gpr::R13;

impl Gather {
    /// Pushes what is changed, and something more to keep the stack aligned.
    pub(super) const SAVE: [u8; 6] = [0x55, 0x41, 0x54, 0x41, 0x55, 0x50];
    /// The reverse; RCX is free by then.
    pub(super) const RESTORE: [u8; 6] = [0x59, 0x41, 0x5d, 0x41, 0x5c, 0x5d];

    /// Appends it.
    pub(super) fn emit(&self, out: &mut Vec<u8>) {
        let Gather {
            only, free, to, k, ..
        } = *self;
        let none = Mask::default();
        // A lane that does not load is like one at index 0: there is something, as another lane loads.
        let mask = Mask { k, zero: k != 0 };
        evex(out, e::LOAD, only, 0, Rm::Reg(self.index), mask);
        let skip = (k != 0).then(|| {
            evex(out, e::XOR_D, to, to, Rm::Reg(to), none);
            // kortestw k, k, or kortestb; jz
            let bytes = if self.is_wide { 0xf9 } else { 0xf8 };
            out.extend_from_slice(&[0xc5, bytes, 0x98, 0xc0 | k << 3 | k]);
            out.extend_from_slice(&[0x0f, 0x84, 0, 0, 0, 0]);
            out.len()
        });
        for q in 0..if self.is_wide { 2 } else { 4 } {
            let indices = if q == 0 { only } else { free };
            if q != 0 {
                evex(out, e::QUARTER_OUT, only, 0, Rm::Reg(free), none);
                out.push(unless_planted!(Fault::QuarterTwice, q, q & 2));
            }
            to_gpr(out, true, FIRST, indices);
            evex(
                out,
                e::QWORD_OUT.narrow(),
                indices,
                0,
                Rm::Reg(SECOND),
                none,
            );
            out.push(1);
            if self.is_wide {
                for (both, at) in [(FIRST, 2 * q), (SECOND, 2 * q + 1)] {
                    let [low, high] = self.split(out, both);
                    let part = if at == 0 { to } else { free };
                    evex(out, e::MOVE_IN_Q.narrow(), part, 0, low, none);
                    evex(out, e::LOAD_HIGH.narrow(), part, part, high, none);
                    self.put(out, at);
                }
            } else {
                let part = if q == 0 { to } else { free };
                for (both, at) in [(FIRST, 0), (SECOND, 2)] {
                    let [low, high] = self.split(out, both);
                    if at == 0 {
                        evex(out, e::MOVE_IN_D.narrow(), part, 0, low, none);
                    } else {
                        evex(out, e::DWORD_IN.narrow(), part, part, low, none);
                        out.push(at);
                    }
                    evex(out, e::DWORD_IN.narrow(), part, part, high, none);
                    out.push(at + 1);
                }
                self.put(out, q);
            }
        }
        if let Some(skip) = skip {
            let by = (out.len() - skip) as i32;
            out[skip - 4..skip].copy_from_slice(&by.to_le_bytes());
            let op = if self.is_wide { e::LOAD_Q } else { e::LOAD };
            if planted(Fault::LanesKept) {
                return;
            }
            evex(out, op, to, 0, Rm::Reg(to), mask);
        }
    }

    /// The places at the two indices in the general register `both`.
    fn split(&self, out: &mut Vec<u8>, both: u8) -> [Rm; 2] {
        let bit = both >> 3;
        // mov r13d, both; shr both, 32
        out.extend_from_slice(&[0x41 | bit << 2, 0x89, 0xc0 | (both & 7) << 3 | LOW & 7]);
        out.extend_from_slice(&[0x48 | bit, 0xc1, 0xe8 | both & 7, 32]);
        [LOW, both].map(|index| {
            Rm::Mem(Mem {
                index: Some((index, 0)),
                ..Mem::at(self.base, self.disp)
            })
        })
    }

    /// The first quarter of the result is in its place.
    fn put(&self, out: &mut Vec<u8>, quarter: u8) {
        let Gather { to, free, .. } = *self;
        if quarter != 0 {
            evex(out, e::QUARTER_IN, to, to, Rm::Reg(free), Mask::default());
            out.push(quarter);
        }
    }
}
