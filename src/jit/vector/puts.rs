//! Stores of dwords and qwords to the LDS. Mostly the elements of a strip's lanes follow each other; else they
//! are scattered, and where that could give another result than lane by lane, or something is not inside,
//! single lanes store.

use super::assembler::{Assembler, Cond, K};
use super::encode::{Mask, Mem, Rm, evex, vex};
use super::gpr::{CONSTANTS, Gpr, RUN, SCRATCH, SLOTS};
use super::ops::Op;

/// Which of the lanes' data the operands `b` and `c` of a [`Form::Put`](super::alloc::Form::Put) are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Dwords: the first and, of a pair, the second element.
    Dwords,
    /// Qwords of one element: of lanes 0 to 7, and 8 to 15.
    Qwords,
    /// Qwords of a pair's elements, of lanes 0 to 7.
    LowQwords,
    /// Qwords of a pair's elements, of lanes 8 to 15.
    HighQwords,
}

/// What a [`Form::Put`](super::alloc::Form::Put) is about; places in bytes from RCX, constants from R11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// What it stores.
    pub data: Data,
    /// The elements' offsets, without the bits that do not count; one twice if there is one.
    pub offsets: [u32; 2],
    /// With them, as constants, if they are not zero.
    pub added: [Option<i32>; 2],
    /// Multiples of an element's size, 0 to 15.
    pub ramp: i32,
    /// At how many addresses all elements are inside, and at how many plus offset one is.
    pub rooms: [i32; 2],
    /// The bits of addresses that do not count, as a constant, and those that do, if not all do.
    pub bits: Option<[i32; 2]>,
    /// An address plus its offset must not wrap around.
    pub no_wrap: bool,
    /// The elements of a pair are apart if these bits are clear in all addresses.
    pub clear: Option<i32>,
    /// They are if no address is farther above the first lane's than this.
    pub span: Option<i32>,
}

/// Vector registers and mask registers of a [`Put`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Regs {
    /// Addresses, data, and one that is free.
    pub(super) at: u8,
    pub(super) data: [u8; 2],
    pub(super) free: u8,
    /// The active lanes, or 0 if all are; one that is free.
    pub(super) k: u8,
    pub(super) mask: u8,
}

/// A vector's worth of data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Which element.
    pub(super) element: usize,
    /// The register.
    pub(super) from: u8,
    /// It is of lanes 8 to 15.
    pub(super) high: bool,
}

impl Put {
    /// Whether the data are qwords.
    fn is_wide(&self) -> bool {
        self.data != Data::Dwords
    }

    /// Whether each lane stores two elements, of which one may be what another lane stores, too.
    pub(super) fn may_meet(&self) -> bool {
        self.offsets[0] != self.offsets[1]
    }

    /// What is stored, in the order in which each lane does; `second`: there is a second operand.
    pub(super) fn pieces(&self, data: [u8; 2], second: bool) -> Vec<Piece> {
        let all = match self.data {
            Data::Dwords => [(0, false), (1, false)],
            Data::Qwords => [(0, false), (0, true)],
            Data::LowQwords => [(0, false), (1, false)],
            Data::HighQwords => [(0, true), (1, true)],
        };
        let pieces = all.into_iter().zip(data);
        let pieces = pieces.map(|((element, high), from)| Piece {
            element,
            from,
            high,
        });
        pieces.take(1 + usize::from(second)).collect()
    }

    /// What stores a vector, and what scatters it.
    pub(super) fn ops(&self) -> (Op, Op) {
        if self.is_wide() {
            (Op::VMOVDQU64_MR, Op::VPSCATTERDQ)
        } else {
            (Op::VMOVDQU32_MR, Op::VPSCATTERDD)
        }
    }

    /// The way of single lanes: one after the other, and the second element of each after its first.
    pub(super) fn lane_by_lane(&self, out: &mut Assembler, r: Regs, second: bool) {
        let pieces = self.pieces(r.data, second);
        // Of one element of qwords those of the upper lanes come behind the others.
        let turns: &[&[Piece]] = match self.data {
            Data::Qwords => &[&pieces[..1], &pieces[1..]],
            _ => &[&pieces],
        };
        for pieces in turns {
            let (first, end) = match (self.is_wide(), pieces[0].high) {
                (false, _) => (1, 1 << 16),
                (true, false) => (1, 1 << 8),
                (true, true) => (1 << 8, 1 << 16),
            };
            out.mov(SCRATCH.d(), first);
            let head = out.here();
            for piece in *pieces {
                self.one_lane(out, r, *piece);
            }
            out.add(SCRATCH.d(), SCRATCH.d());
            out.test(SCRATCH.d(), end);
            out.jcc(Cond::E, head);
        }
    }

    /// An element of the lane that is set in R9, unless it is not inside, or the lane not active.
    fn one_lane(&self, out: &mut Assembler, r: Regs, piece: Piece) {
        let Regs {
            at, free, k, mask, ..
        } = r;
        let none = Mask::default();
        let within = Mask {
            k: mask,
            zero: false,
        };
        let spread = |base: Gpr, at: i32| {
            Rm::Mem(Mem {
                spread: true,
                ..Mem::at(base, at)
            })
        };
        out.kmovw(K(mask), SCRATCH.d());
        if k != 0 {
            vex(out, Op::KANDW, mask, mask, Rm::Reg(k));
        }
        let mut index = at;
        if let Some(offset) = self.added[piece.element] {
            let offset = spread(CONSTANTS, offset);
            evex(out, Op::VPADDD, free, at, offset, none);
            index = free;
            if self.no_wrap {
                evex(out, Op::VPCMPUD, mask, free, offset, within);
                out.byte(5);
            }
        }
        if let Some([_, bits]) = self.bits {
            evex(out, Op::VPANDD, free, index, spread(CONSTANTS, bits), none);
            index = free;
        }
        let room = spread(SLOTS, self.rooms[1]);
        evex(out, Op::VPCMPUD, mask, index, room, within);
        out.byte(1);
        if piece.high {
            vex(out, Op::KSHIFTRW, mask, 0, Rm::Reg(mask));
            out.byte(8);
            evex(out, Op::VSHUFI64X2, free, index, Rm::Reg(index), none);
            out.byte(0xee);
            index = free;
        }
        let to = Mem {
            index: Some((index, 0)),
            ..Mem::at(RUN, 0)
        };
        evex(out, self.ops().1, piece.from, 0, Rm::Mem(to), within);
    }
}
