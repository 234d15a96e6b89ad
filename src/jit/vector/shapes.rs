//! Loads of several values at addresses that differ by constants: how the addresses of a strip's lanes lie is
//! found out once, and each value is loaded accordingly. In most kernels all lanes of a strip want the same
//! element, or one after the other, where in the whole wave they do not: work-groups have two dimensions.

use super::assembler::Assembler;
use super::encode::{Mask, Mem, Rm, evex, vector, vex};
use super::gathers::Gather;
use super::gpr::{CONSTANTS, HOST, SCRATCH, SLOTS};
use super::masks::{keep, plain, spread};
use super::ops::Op;
use super::slot;
use crate::ir::plant::{Fault, planted, unless_planted};
pub(super) use crate::jit::lies::Lie;

/// Where a [`Form::Shape`](super::alloc::Form::Shape) leaves what it has found, in bytes from RCX: where lane
/// 0's element is in the host's memory, and behind it which [`Lie`] it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(pub i32);

impl Found {
    /// Where the lie is.
    pub(super) fn lie(self) -> i32 {
        self.0 + 8
    }
}

/// What [`Form::Shape`](super::alloc::Form::Shape) is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where it leaves what it has found.
    pub found: Found,
    /// Bytes from one lane's element to the next.
    pub element: u8,
    /// Where multiples of that are, in bytes from R11.
    pub ramp: i32,
    /// In the LDS; else from R15 on.
    pub lds: Option<LdsShape>,
}

/// What is checked of addresses in the LDS; places in bytes from RCX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LdsShape {
    /// Where the LDS is.
    pub base: i32,
    /// At how many addresses all that is loaded is inside, if all lanes have the same.
    pub room_same: i32,
    /// If they follow each other.
    pub room_follow: i32,
    /// If they are dwords with one between each two.
    pub room_spaced: i32,
    /// Bits of addresses that do not count, but for which they must be zero here.
    pub align: u8,
}

/// Which part of the lanes' elements a [`Form::Shaped`](super::alloc::Form::Shaped) loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A dword of each, where elements have one.
    Dword,
    /// The qwords of lanes 0 to 7, of elements of 8 bytes.
    LowQwords,
    /// The qwords of lanes 8 to 15.
    HighQwords,
    /// This dword of each, of elements of 16 bytes.
    DwordOfFour(u8),
}

/// What [`Form::Shaped`](super::alloc::Form::Shaped) is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaped {
    /// Where [`Shape`] has left what it has found.
    pub found: Found,
    /// Which part.
    pub part: Part,
    /// Bytes from the addresses to it.
    pub offset: i32,
    /// In the LDS; else from R15 on.
    pub lds: Option<LdsLoad>,
    /// In the allocation of which the slot has the address that the lanes' are from; else as said before.
    pub host: Option<u32>,
    /// The table of [`spaced`], of dwords.
    pub spaced: Option<i32>,
}

/// From the end of the first of the vectors that [`spaced`] takes to that of the other: these end where the last lane's
/// dword does.
const SPACED_END: i32 = 4;

/// Loads dwords with one between each lane's and the next one's, the first of which is at `at`, in the lanes of `k`, and
/// zero in the others. All lanes' memory is read, and what is between. `free` may change. `table` is
/// [`Table::Spaced`](super::Table::Spaced) behind R11, and not used where masks are vectors.
pub(super) fn spaced(out: &mut Assembler, at: Mem, [to, free]: [u8; 2], k: Option<u8>, table: i32) {
    let bytes = out.isa.bytes();
    let end = unless_planted!(Fault::SpacedEnd, bytes - SPACED_END, bytes);
    let [first, second] = [0, end].map(|more| {
        Rm::Mem(Mem {
            disp: at.disp + more,
            ..at
        })
    });
    if !out.isa.has_masks {
        // The even dwords of the first one's halves beside the odd ones of the other's.
        plain(out, Op::VMOVDQU32, to, 0, first);
        plain(out, Op::VSHUFPS, to, to, second);
        out.byte(0xd8);
        if !planted(Fault::SpacedOrder) {
            plain(out, Op::VPERMQ, to, 0, Rm::Reg(to));
            out.byte(0xd8);
        }
        keep(out, to, k);
        return;
    }
    let none = Mask::default();
    let table = Rm::Mem(Mem::at(CONSTANTS, table));
    evex(out, Op::VMOVDQU32, free, 0, table, none);
    evex(out, Op::VMOVDQU32, to, 0, first, none);
    let only = k.map_or(none, |k| Mask { k, zero: true });
    evex(out, Op::VPERMT2D, to, free, second, only);
}

/// How single lanes load from the LDS; places in bytes from RCX, constants from R11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LdsLoad {
    /// Where the LDS is.
    pub base: i32,
    /// At how many addresses the element is inside.
    pub room: i32,
    /// What is added to the address, which is 0 if there is no constant.
    pub offset: Option<i32>,
    /// It must not wrap around then.
    pub no_wrap: bool,
    /// The bits of addresses that count, if not all do.
    pub bits: Option<i32>,
}

/// The way of single lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) shaped: Shaped,
    /// Vector registers: addresses, two that are free, the result.
    pub(super) at: u8,
    /// Where the addresses are loaded from first.
    pub(super) home: Option<Mem>,
    pub(super) free: u8,
    pub(super) spare: u8,
    pub(super) to: u8,
    /// Masks: the active lanes, unless all are; one that is free. Where masks are vectors, only loads from the LDS have
    /// that.
    pub(super) k: Option<u8>,
    pub(super) mask: u8,
}

impl Lanes {
    /// The same for the qwords that come last.
    pub(super) fn last_qwords(self, to: u8) -> Lanes {
        Lanes {
            shaped: Shaped {
                part: Part::HighQwords,
                ..self.shaped
            },
            to,
            ..self
        }
    }

    /// Gathers, for the lanes whose element is inside of the LDS.
    pub(super) fn emit(&self, out: &mut Assembler) {
        if let Some(home) = self.home.filter(|_| !planted(Fault::HomeUnread)) {
            vector(
                out,
                Op::VMOVDQU32,
                self.at,
                0,
                Rm::Mem(home),
                Mask::default(),
            );
        }
        let Lanes {
            shaped,
            at,
            free,
            spare,
            to,
            mask,
            ..
        } = *self;
        if !out.isa.has_masks {
            return self.emit_by_vectors(out);
        }
        let k = self.k.unwrap_or(0);
        let none = Mask::default();
        let k_of = |k: u8| Mask { k, zero: false };
        let constant = |at: i32| {
            Rm::Mem(Mem {
                spread: true,
                ..Mem::at(CONSTANTS, at)
            })
        };
        let high = shaped.part == Part::HighQwords;
        let (mut index, mut base, mut offset) = (at, HOST, shaped.offset);
        match shaped.lds {
            Some(lds) => {
                // All lanes: those that are not active are left out behind the comparison.
                vex(out, Op::KXNORW, mask, mask, Rm::Reg(mask));
                if let Some(offset) = lds.offset {
                    evex(out, Op::VPADDD, free, at, constant(offset), none);
                    index = free;
                    if lds.no_wrap {
                        evex(out, Op::VPCMPUD, mask, free, constant(offset), k_of(mask));
                        out.byte(5);
                    }
                }
                if let Some(bits) = lds.bits {
                    evex(out, Op::VPANDD, free, index, constant(bits), none);
                    index = free;
                }
                let room = Rm::Mem(Mem {
                    spread: true,
                    ..Mem::at(SLOTS, lds.room)
                });
                evex(out, Op::VPCMPUD, mask, index, room, k_of(mask));
                out.byte(1);
                if high {
                    vex(out, Op::KSHIFTRW, mask, 0, Rm::Reg(mask));
                    out.byte(8);
                }
                if k != 0 {
                    vex(out, Op::KANDW, mask, mask, Rm::Reg(k));
                }
                out.mov(SCRATCH.q(), SLOTS.at(lds.base));
                (base, offset) = (SCRATCH, 0);
            }
            None if k == 0 => vex(out, Op::KXNORW, mask, mask, Rm::Reg(mask)),
            None => vex(out, Op::KANDW, mask, k, Rm::Reg(k)),
        }
        if let Some(host) = shaped.host {
            out.mov(SCRATCH.q(), slot(host));
            base = SCRATCH;
        }
        if high {
            evex(out, Op::VSHUFI64X2, free, index, Rm::Reg(index), none);
            out.byte(0xee);
            index = free;
        }
        let (is_wide, part) = match shaped.part {
            Part::Dword => (false, 0),
            Part::LowQwords | Part::HighQwords => (true, 0),
            Part::DwordOfFour(c) => (false, 4 * i32::from(c)),
        };
        let gather = Gather {
            is_wide,
            last: false,
            index,
            only: free,
            free: spare,
            to,
            k: Some(mask),
            base,
            disp: offset + part,
        };
        gather.emit(out);
    }

    /// The same where masks are vectors.
    fn emit_by_vectors(&self, out: &mut Assembler) {
        let Lanes {
            shaped,
            at,
            free,
            spare,
            to,
            k,
            mask,
            ..
        } = *self;
        let (mut index, mut base, mut offset, mut lanes) = (at, HOST, shaped.offset, k);
        if let Some(lds) = shaped.lds {
            // A lane is outside if its place is as large as what it is compared with.
            let outside = |out: &mut Assembler, to: u8, x: u8| {
                plain(out, Op::VPMAXUD, to, to, Rm::Reg(x));
                plain(out, Op::VPCMPEQD, to, to, Rm::Reg(x));
            };
            let constant = |at: i32| Rm::Mem(Mem::at(CONSTANTS, at));
            let mut wraps = false;
            if let Some(offset) = lds.offset {
                plain(out, Op::VPADDD, free, at, constant(offset));
                index = free;
                if lds.no_wrap {
                    // The sum is not below the offset then.
                    plain(out, Op::VPMAXUD, spare, free, constant(offset));
                    plain(out, Op::VPCMPEQD, spare, spare, Rm::Reg(free));
                    wraps = true;
                }
            }
            if let Some(bits) = lds.bits {
                plain(out, Op::VPANDD, free, index, constant(bits));
                index = free;
            }
            spread(out, mask, SLOTS, lds.room);
            outside(out, mask, index);
            // What is inside and active.
            let rest = match (wraps, k) {
                (true, Some(k)) => {
                    plain(out, Op::VPANDD, spare, spare, Rm::Reg(k));
                    spare
                }
                (true, None) => spare,
                (false, Some(k)) => k,
                (false, None) => {
                    plain(out, Op::VPCMPEQD, spare, spare, Rm::Reg(spare));
                    spare
                }
            };
            plain(out, Op::VPANDND, mask, mask, Rm::Reg(rest));
            out.mov(SCRATCH.q(), SLOTS.at(lds.base));
            (base, offset, lanes) = (SCRATCH, 0, Some(mask));
        }
        if let Some(host) = shaped.host {
            out.mov(SCRATCH.q(), slot(host));
            base = SCRATCH;
        }
        let (is_wide, part) = match shaped.part {
            Part::Dword => (false, 0),
            Part::LowQwords | Part::HighQwords => (true, 0),
            Part::DwordOfFour(c) => (false, 4 * i32::from(c)),
        };
        let gather = Gather {
            is_wide,
            last: shaped.part == Part::HighQwords,
            index,
            only: free,
            free: spare,
            to,
            k: lanes,
            base,
            disp: offset + part,
        };
        gather.emit(out);
    }
}
