//! Which stores are to private memory on all paths: those by SCRATCH instructions, and those through the V# that a
//! kernel is given for it, which compilers keep in its registers or copy to others and back.
//!
//! What is followed are the words of that V#. Its address may be moved by the wave offset, which is what the low word
//! is for; so that one may be anything, and the next may have got a carry. No such address leaves the range that is
//! kept for private memory, SOFFSET and offset included ([`PRIVATE_BASE`](crate::machine::scratch::PRIVATE_BASE)).

use super::operands::{Bank, Operands};
use crate::ir::plant::{Fault, unless_planted};
use crate::isa::facts::MubufAct;
use crate::isa::{Inst, Operand, Segment, Sop1, Sop2, Ty};

/// Words of the V#, and which scalar registers hold each on all paths, as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Private {
    /// The upper half of the address, as it was given.
    high: u128,
    /// The same, perhaps with a carry.
    raised: u128,
    /// The number of records, and the format.
    rest: [u128; 2],
}

impl Private {
    /// Where a wave begins; `given`: with the V# in s\[0:3\].
    pub fn new(given: bool) -> Private {
        let word = |n: u32| u128::from(given) << n;
        Private {
            high: word(1),
            raised: word(1),
            rest: [word(2), word(3)],
        }
    }

    fn sets(&mut self) -> [&mut u128; 4] {
        let [records, format] = &mut self.rest;
        [&mut self.high, &mut self.raised, records, format]
    }

    /// Leaves what holds on another path, too; whether that is less.
    pub fn join(&mut self, other: &Private) -> bool {
        let (before, mut other) = (self.clone(), other.clone());
        for (set, other) in self.sets().into_iter().zip(other.sets()) {
            unless_planted!(Fault::EitherPrivate, *set &= *other, *set |= *other);
        }
        *self != before
    }

    /// Goes on behind an instruction.
    pub fn step(&mut self, inst: &Inst, operands: &Operands) {
        // Most waves have none.
        if *self == Private::new(false) {
            return;
        }
        let (moved, count) = match inst {
            Inst::Sop1 { op, sdst, ssrc0 } => match (op, ssrc0) {
                (Sop1::S_MOV_B32, Operand::Sgpr(s)) => (Some((*s, *sdst)), 1),
                (Sop1::S_MOV_B64, Operand::Sgpr(s)) => (Some((*s, *sdst)), 2),
                _ => (None, 0),
            },
            _ => (None, 0),
        };
        let raised = match inst {
            Inst::Sop2 {
                op: Sop2::S_ADDC_U32,
                sdst,
                ssrc0: Operand::Sgpr(s),
                ssrc1,
            } if ssrc1.constant(Ty::U32) == Some(0) => (self.high >> (s & 127) & 1) << (sdst & 127),
            _ => 0,
        };
        let written = operands.writes.iter().filter(|r| r.bank == Bank::Scalar);
        let written = written
            .flat_map(|r| r.numbers())
            .fold(0, |all, n| all | 1u128 << (n & 127));
        for set in self.sets() {
            let copied = moved.map_or(0, |(from, to)| {
                let words = *set >> (from & 127) & ((1 << count) - 1);
                words << (to & 127)
            });
            *set = *set & !written | copied;
        }
        self.raised |= raised;
    }

    /// Whether an instruction that stores does so to private memory alone.
    pub fn is_stored_to(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Flat { f, .. } => f.seg == Segment::Scratch,
            Inst::Mubuf { op, f } => {
                let plain = matches!(op.act(), MubufAct::Stores(_)) && !f.idxen && !f.addr64;
                let has =
                    |set: u128, word: u8| set >> (f.srsrc.saturating_add(word) & 127) & 1 != 0;
                let [records, format] = self.rest;
                plain && has(self.raised, 1) && has(records, 2) && has(format, 3)
            }
            _ => false,
        }
    }
}
