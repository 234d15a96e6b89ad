//! Atomics on the LDS: general registers do what one lane does after the other, in their order, which is the machine's
//! whatever their addresses are. Operands are taken from memory, where they lie anyhow or are stored first: a load of
//! each lane's is faster than an extraction.

use super::assembler::{Address, Arithmetic, Assembler, Cond, Scale};
use super::encode::Mem;
use super::gathers::{FIRST, LOW, SECOND};
use super::gpr::{CONSTANTS, Gpr, RUN, SCRATCH, SLOTS};
use super::masks::mask_to_gpr;
use crate::ir::AtomicOp;
use crate::ir::plant::{Fault, planted};

/// What becomes of the old value and a lane's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// One instruction on the old value, with the data as the other operand.
    One(Arithmetic),
    /// The data less the old value.
    FromData,
    /// The data.
    Swap,
    /// The data if they compare so with the old value, which else stays.
    DataIf(Cond),
    /// One more; zero where that would be above the data.
    Inc,
    /// One less; the data in place of what is below zero or above them.
    Dec,
}

impl Change {
    /// That of an operation, if it is here: those on dwords with one operand.
    pub fn of(op: AtomicOp) -> Option<Change> {
        match op {
            AtomicOp::Swap => Some(Change::Swap),
            AtomicOp::Add => Some(Change::One(Arithmetic::Add)),
            AtomicOp::Sub => Some(Change::One(Arithmetic::Sub)),
            AtomicOp::And => Some(Change::One(Arithmetic::And)),
            AtomicOp::Or => Some(Change::One(Arithmetic::Or)),
            AtomicOp::Xor => Some(Change::One(Arithmetic::Xor)),
            AtomicOp::RSub => Some(Change::FromData),
            AtomicOp::SMin => Some(Change::DataIf(Cond::L)),
            AtomicOp::UMin => Some(Change::DataIf(Cond::B)),
            AtomicOp::SMax => Some(Change::DataIf(Cond::G)),
            AtomicOp::UMax => Some(Change::DataIf(Cond::A)),
            AtomicOp::Inc => Some(Change::Inc),
            AtomicOp::Dec => Some(Change::Dec),
            AtomicOp::CmpSwap | AtomicOp::CmpSt | AtomicOp::MskOr | AtomicOp::Wrap => None,
            AtomicOp::FCmpSwap | AtomicOp::FCmpSt | AtomicOp::FMin | AtomicOp::FMax => None,
            AtomicOp::FAdd | AtomicOp::FAddFlushIn | AtomicOp::FAddFlushOut => None,
            AtomicOp::FAddFlush | AtomicOp::PkAddF16 | AtomicOp::PkAddBf16 => None,
            AtomicOp::None | AtomicOp::CondXchg => None,
        }
    }
}

/// What a [`Form::Update`](super::alloc::Form::Update) is about; places in bytes from RCX, constants from R11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// What it does.
    pub change: Change,
    /// The offset, without the bits that do not count.
    pub offset: u32,
    /// With them, as a constant, if it is not zero.
    pub added: Option<i32>,
    /// At how many addresses the element is inside, and at how many plus offset.
    pub rooms: [i32; 2],
    /// The bits of addresses that do not count, as a constant, and those that do.
    pub bits: [i32; 2],
    /// An address plus the offset must not wrap around.
    pub no_wrap: bool,
    /// All lanes have the same data.
    pub same: bool,
}

/// Where lanes have their operands and get their results, in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// Addresses.
    pub(super) at: Mem,
    pub(super) data: Mem,
    /// Old values, if they are asked for.
    pub(super) result: Option<Mem>,
}

/// A lane.
#[derive(Clone, Copy)]
enum Lane {
    Number(u8),
    /// That of which this register has the number.
    In(Gpr),
}

/// A lane's dword.
fn of_lane(mem: Mem, lane: Lane) -> Address {
    match lane {
        _ if mem.spread => mem.base.at(mem.disp),
        Lane::Number(n) => mem.base.at(mem.disp + 4 * i32::from(n)),
        Lane::In(r) => mem.base.at(mem.disp).plus(r, Scale::X4),
    }
}

impl Update {
    /// Whether the data stay in their register, and the old value goes nowhere else.
    fn is_short(&self, places: &Places) -> bool {
        matches!(self.change, Change::One(_) | Change::Swap) && places.result.is_none()
    }

    /// One lane's turn, with its data in a register; leaves the old value in another one if there is a result.
    fn change(&self, out: &mut Assembler, places: &Places, to: Address) {
        let (old, data) = (LOW.d(), SECOND.d());
        match self.change {
            Change::One(op) if self.is_short(places) => return out.arithmetic(op, to, data),
            Change::Swap if self.is_short(places) => return out.mov(to, data),
            Change::One(_) | Change::Swap => {}
            Change::FromData | Change::DataIf(_) | Change::Inc | Change::Dec => {}
        }
        out.mov(old, to);
        let over = out.label();
        match self.change {
            Change::One(Arithmetic::Sub) => {
                out.neg(SECOND.q());
                out.add(data, old);
            }
            Change::One(op) => out.arithmetic(op, data, old),
            Change::FromData => out.sub(data, old),
            Change::Swap => {}
            Change::DataIf(cond) => {
                out.cmp(data, old);
                out.jcc(cond, over);
                out.mov(data, old);
            }
            Change::Inc => {
                out.cmp(old, data);
                out.mov(data, 0);
                out.jcc(Cond::Ae, over);
                out.lea(SECOND.q(), LOW.near(1));
            }
            Change::Dec => {
                out.cmp(old, 0i8);
                out.jcc(Cond::E, over);
                out.cmp(old, data);
                out.jcc(Cond::A, over);
                out.lea(SECOND.q(), LOW.near(-1));
            }
        }
        out.bind(over);
        out.mov(to, data);
        if planted(Fault::UpdateNew) {
            out.mov(old, data);
        }
    }

    /// All lanes of a strip, whose addresses are inside and aligned.
    pub(super) fn all(&self, out: &mut Assembler, places: &Places) {
        let to = RUN.at(self.offset as i32).plus(FIRST, Scale::X1);
        for n in 0..out.isa.lanes {
            let lane = Lane::Number(n);
            out.mov(FIRST.d(), of_lane(places.at, lane));
            let is_there =
                places.data.spread && self.is_short(places) || planted(Fault::UpdateFirst);
            if n == 0 || !is_there {
                out.mov(SECOND.d(), of_lane(places.data, lane));
            }
            self.change(out, places, to);
            if let Some(result) = places.result {
                out.mov(of_lane(result, lane), LOW.d());
            }
        }
    }

    /// The lanes of `k`, or all, of which there is one. `checks`: the addresses may be anything.
    pub(super) fn turns(&self, out: &mut Assembler, places: &Places, k: Option<u8>, checks: bool) {
        match k.filter(|_| !(checks && planted(Fault::UpdateOthers))) {
            Some(k) => mask_to_gpr(out, SCRATCH, k),
            None => out.mov(SCRATCH.d(), (1 << out.isa.lanes) - 1),
        }
        let (next, outside, done) = (out.here(), out.label(), out.label());
        let lane = Lane::In(LOW);
        out.tzcnt(LOW.q(), SCRATCH.q());
        out.mov(FIRST.d(), of_lane(places.at, lane));
        let mut to = RUN.at(self.offset as i32);
        if checks {
            if let Some(offset) = self.added {
                out.add(FIRST.d(), CONSTANTS.at(offset));
                if self.no_wrap {
                    out.jcc(Cond::B, outside);
                }
            }
            out.and(FIRST.d(), CONSTANTS.at(self.bits[1]));
            out.cmp(FIRST.q(), SLOTS.at(self.rooms[1]));
            out.jcc(Cond::Ae, outside);
            to = RUN.at(0);
        }
        out.mov(SECOND.d(), of_lane(places.data, lane));
        self.change(out, places, to.plus(FIRST, Scale::X1));
        if let Some(result) = places.result {
            out.tzcnt(FIRST.q(), SCRATCH.q());
            out.mov(of_lane(result, Lane::In(FIRST)), LOW.d());
        }
        if checks {
            out.jmp(done);
            out.bind(outside);
            if let Some(result) = places.result
                && !planted(Fault::UpdateOutside)
            {
                out.mov(FIRST.d(), 0);
                out.mov(of_lane(result, lane), FIRST.d());
            }
        }
        out.bind(done);
        out.blsr(SCRATCH.q(), SCRATCH.q());
        out.jcc(Cond::Ne, next);
    }
}
