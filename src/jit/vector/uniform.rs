//! The code of uniform loops: see [`crate::ir::loops::Uniform`].
//!
//! What scalars are has been computed before for a number of rounds: each has slots for those that lanes use,
//! one behind the other, and R8 points to those of the round that is being made. For each strip what goes from round
//! to round is loaded, all these rounds are made, and it is stored in the lanes of EXEC: if a round loads from
//! memory, to temporaries first, and to the vector registers when all strips have come to the end without a fault.
//! Vectors for which no register is left go from round to round in the temporaries.

use std::mem::offset_of;

use super::alloc::{Alloc, find_uses};
use super::assembler::{Cond, Scale};
use super::carried::{Carried, SteadyLoad, part};
use super::encode::{Mem, Rm, vex};
use super::gpr::{CONSTANTS, CTX, ROUND, RUN, SCRATCH, SLOTS, STRIP, TEMPS, VGPRS};
use super::masks::plain;
use super::ops::Op;
use super::rounds::{Rounds, Tables, keep_masks, lanes_of, load, store};
use super::shapes::Found;
use super::{Constant, Output, Regions, Slots, Table, next_strip, part_of_strip, select, slot};
use crate::ir::loops::Loop;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{HashMap, Kind, Node, Ty, Uop, Val};
use crate::jit::helpers::{Ctx, Far};
use crate::jit::lies::{Lies, Strip};
use crate::machine::wave::FILE;

/// Where a uniform loop has what it takes and leaves beside vector registers.
#[derive(Clone, Debug)]
pub struct Ends {
    /// What goes from round to round.
    pub carried: Carried,
    /// Bytes of a round's slots, not zero.
    pub round: u32,
    /// The slot to be filled with the address of the first round's.
    pub first: u32,
    /// The slot to be filled with where those of the last one end.
    pub end: u32,
    /// The slot to be filled with EXEC, unless all lanes are active.
    pub exec: Option<u32>,
    /// The steady loads, in order.
    pub steady: Vec<SteadyLoad>,
}

/// For each value that is the lanes' part of steady loads, where in the temporaries the distances of the lanes are; so
/// many bytes behind these is what [`Lies`] has.
pub type Parts = HashMap<Val, u32>;

/// Bytes from distances, which have been 64-bit values, to [`Lies`].
pub const TO_LIES: u32 = 512;

/// Whether the rounds of one strip after the other are faster than strip by strip in each round: what one round
/// gives to the next must not take longer than all else that a round does, for there is nothing else to do meanwhile.
pub fn pays(l: &Loop) -> bool {
    let nodes = &l.body.nodes;
    // Quarters of a cycle that a node takes by itself, and up to which its result is there from what the round before
    // has left.
    let mut work = 0;
    let mut there: Vec<Option<u32>> = vec![];
    for (i, n) in nodes.iter().enumerate() {
        let is_head = l.phis.iter().any(|p| p.head.0 as usize == i);
        let (takes, waits) = if n.vec && !n.op.is_leaf() && !is_head {
            cost(n)
        } else {
            (0, 0)
        };
        work += takes;
        let last = n.args.iter().filter_map(|a| there[a.0 as usize]).max();
        let begins = if is_head && n.vec { Some(0) } else { last };
        there.push(begins.map(|t| t + waits));
    }
    let carried = l.phis.iter().filter(|p| nodes[p.head.0 as usize].vec);
    let chain = carried.filter_map(|p| there[p.next.0 as usize]).max();
    chain.unwrap_or(0) <= work
}

/// Quarters of a cycle that a node takes, and after which its result can be used.
fn cost(n: &Node) -> (u32, u32) {
    let parts = if n.ty == Ty::B64 { 2 } else { 1 };
    match n.op {
        Uop::ReadV | Uop::Splat | Uop::Lo | Uop::Hi | Uop::Proj => (0, 0),
        Uop::Load | Uop::LdsLoad => (40, 80),
        Uop::Call1 | Uop::Call2 | Uop::Call3 => (40, 100),
        Uop::Mul | Uop::MulHiU | Uop::MulHiS => (4 * parts * parts, 40),
        _ if n.op.kind() == Kind::Float => (2 * parts, 16),
        _ => (2 * parts, 4),
    }
}

/// The mask register that has the active lanes behind the rounds: those that masks have for the whole loop are taken from
/// the highest on.
const ACTIVE: u8 = 1;

impl Regions {
    /// Emits a uniform loop. Slots of `Output::scalars` from [`super::OF_ROUND`] on are each round's.
    pub fn emit_uniform(
        &mut self,
        input: &Rounds<'_>,
        slots: &mut Slots,
        parts: &Parts,
    ) -> (Output, Ends) {
        let mut guest = [super::NONE; FILE];
        let mut out = Output {
            number: self.starts.len() as u32,
            ..Output::default()
        };
        self.reset();
        let region = lanes_of(input.l);
        let of_select = input.to_select(&region);
        let isa = self.code.isa;
        let loads = input.l.loads();
        let is_load = |n: &Node| matches!(n.op, Uop::Load | Uop::LdsLoad);
        let any_loads = input.l.body.nodes.iter().any(is_load);
        let registers = isa.carried(any_loads).saturating_sub(input.l.pairs());
        let mut s = select::Select::new(self, &of_select, slots, &mut guest, &mut out);
        let (carried, of_round) = s.uniform(input.l, registers, parts);
        let steady = std::mem::take(&mut s.steady);
        for v in self.mapped.drain(..) {
            self.map[v.0 as usize] = [super::NONE; 2];
        }
        find_uses(&mut self.insts, &mut self.values);
        let ends = Ends {
            carried,
            round: 8 * of_round.max(1),
            first: slots.fresh(),
            end: slots.fresh(),
            exec: (!input.l.body.full).then(|| slots.fresh()),
            steady,
        };

        let csr = self.start(input.csr, input.slots_at);
        let saves = self.saves(&out);
        self.enter(saves, csr);
        self.code.xor(STRIP.d(), STRIP.d());
        let tables = Tables::new(isa, &mut self.pool);
        let lane_bits = if isa.has_masks {
            0
        } else {
            self.pool.place(Constant::Table(Table::Bits))
        };
        let spills = (8 * slots.used).next_multiple_of(64) as i32;
        let mut a = Alloc::new(&mut self.values, &guest, &mut self.code, spills, false);
        a.doubts = &self.doubts;
        a.puts = &self.puts;
        a.lane_bits = lane_bits;
        let room = isa
            .pinned(any_loads)
            .saturating_sub(ends.carried.pinned(isa));
        let hoisted = a.hoist(&self.insts, &mut self.live, room);
        let mut all = Emit {
            a,
            ends: &ends,
            tables,
            loads,
        };
        let strips = all.a.out.here();
        let over = all.a.out.label();
        if let Some(exec) = all.skips() {
            let begun = part_of_strip(isa, exec);
            if isa.has_masks {
                all.a.out.cmp(begun.word(), 0i8)
            } else {
                all.a.out.cmp(begun.byte(), 0i8)
            }
            all.a.out.jcc(Cond::E, over);
        }
        for (load, s) in ends.steady.iter().zip(&input.l.steady) {
            let at = (parts[&s.lanes] + TO_LIES) as i32 - input.slots_at as i32;
            all.know(load.found, at);
        }
        all.begin();
        all.a.fix(&guest, room - hoisted);
        all.a.out.mov(ROUND.q(), slot(ends.first));
        let round = all.a.out.here();
        all.a.run(&self.insts, &self.marks, &mut self.locations);
        all.a.forget();
        let by = ends.round as i32;
        let by = unless_planted!(Fault::RoundSlots, by, 2 * by);
        all.a.out.lea(ROUND.q(), ROUND.at(by));
        all.a.out.cmp(ROUND.q(), slot(ends.end));
        all.a.out.jcc(Cond::B, round);
        all.end();
        all.a.out.bind(over);
        next_strip(all.a.out, false);
        all.a.out.jcc(Cond::Ne, strips);
        if loads {
            all.write_back();
        }
        let mut a = all.a;
        let (spilled, is_dirty) = (a.spilled(), a.is_dirty());
        let cold = std::mem::take(&mut a.cold);
        let area = spills + spilled;
        out.size = (area + if out.is_no_leaf() { Far::SIZE } else { 0 }) as u32;
        self.leave(saves, csr, is_dirty);
        self.code.ret();
        self.seldom(cold, area);
        (out, ends)
    }
}

struct Emit<'a, 'e> {
    a: Alloc<'a>,
    ends: &'e Ends,
    tables: Tables,
    /// Vector registers are left in the temporaries first.
    loads: bool,
}

impl Emit<'_, '_> {
    /// The slot of EXEC, if strips without a lane in it are left out: what rounds make of masks counts there, too.
    fn skips(&self) -> Option<u32> {
        self.ends
            .exec
            .filter(|_| self.ends.carried.masks.is_empty())
    }

    /// Has what [`Lies`] says of the strip where loads look for it.
    fn know(&mut self, found: Found, lies: i32) {
        let out = &mut *self.a.out;
        let strip = lies + offset_of!(Lies, strips) as i32;
        out.mov(RUN.d(), STRIP.d());
        let size = size_of::<Strip>().trailing_zeros() as u8;
        out.shl(RUN.q(), unless_planted!(Fault::OtherStrip, size, size - 1));
        let fields = [offset_of!(Strip, offset), offset_of!(Strip, lie)];
        for (to, field) in [found.0, found.lie()].into_iter().zip(fields) {
            out.mov(
                SCRATCH.q(),
                SLOTS.at(strip + field as i32).plus(RUN, Scale::X1),
            );
            out.mov(SLOTS.at(to), SCRATCH.q());
        }
    }

    /// What a strip begins with.
    fn begin(&mut self) {
        let c = &self.ends.carried;
        for (_, v) in &c.vectors[..c.registers] {
            self.a.pin(*v, true);
        }
        for (r, both) in &c.pairs {
            self.tables.join(&mut self.a, *r, *both);
        }
        for (_, _, v) in c.in_registers(self.a.out.isa) {
            self.a.pin(*v, true);
        }
        let [through, ..] = self.a.free_vectors();
        for (k, (r, _)) in (0..).zip(&c.vectors).skip(c.registers) {
            load(self.a.out, through, Mem::at(VGPRS, 256 * i32::from(*r)));
            store(self.a.out, through, Mem::at(TEMPS, 256 * k));
        }
    }

    /// What it ends with.
    fn end(&mut self) {
        let c = &self.ends.carried;
        let [lanes, through, other] = self.a.free_vectors();
        let exec = self.ends.exec.filter(|_| !self.loads);
        let k = exec.map(|exec| {
            let place = part(self.a.out.isa, exec);
            self.active(place, lanes)
        });
        for (at, (r, v)) in (0..).zip(&c.vectors) {
            let from = if (at as usize) < c.registers {
                self.a.values[usize::from(*v)].reg
            } else if self.loads {
                continue;
            } else {
                load(self.a.out, through, Mem::at(TEMPS, 256 * at));
                through
            };
            self.leave(from, *r, at, k, other);
        }
        for (pair, (r, both)) in (0..).zip(&c.pairs) {
            let from = both.map(|v| self.a.values[usize::from(v)].reg);
            for (half, high) in (0..).zip([false, true]) {
                let at = c.vectors.len() as i32 + 2 * pair + half;
                self.tables.part(self.a.out, through, from, high);
                self.leave(through, *r + half as u16, at, k, other);
            }
        }
        keep_masks(&mut self.a, c);
    }

    /// Leaves `from` in vector register `r`, or in a temporary.
    fn leave(&mut self, from: u8, r: u16, at: i32, k: Option<u8>, other: u8) {
        if self.loads {
            store(self.a.out, from, Mem::at(TEMPS, 256 * at));
        } else {
            self.put(from, Mem::at(VGPRS, 256 * i32::from(r)), k, other);
        }
    }

    /// Stores `from` in the lanes of `k`. The others are stored as they are: a load has to wait until what has been
    /// stored under a mask with clear bits has left the host's store buffer.
    fn put(&mut self, from: u8, to: Mem, k: Option<u8>, other: u8) {
        match k.filter(|_| !planted(Fault::RoundOthers)) {
            Some(k) => {
                load(self.a.out, other, to);
                self.a.merge(other, from, k);
                store(self.a.out, other, to);
            }
            None => store(self.a.out, from, to),
        }
    }

    /// The mask of a strip's active lanes, of which the bits are there: its register.
    fn active(&mut self, place: Mem, lanes: u8) -> u8 {
        let out = &mut *self.a.out;
        if out.isa.has_masks {
            vex(out, Op::KMOVW, ACTIVE, 0, Rm::Mem(place));
            return ACTIVE;
        }
        let bits = Rm::Mem(Mem::at(CONSTANTS, self.a.lane_bits));
        plain(out, Op::VPBROADCASTB, lanes, 0, Rm::Mem(place));
        plain(out, Op::VPANDD, lanes, lanes, bits);
        plain(out, Op::VPCMPEQD, lanes, lanes, bits);
        lanes
    }

    /// Behind all strips: takes vector registers from the temporaries, unless a load has failed.
    fn write_back(&mut self) {
        self.a.out.cmp(CTX.at(Ctx::FAILED).qword(), 0i8);
        let failed = self.a.out.label();
        self.a.out.jcc(Cond::Ne, failed);
        let isa = self.a.out.isa;
        let (strips, bytes) = (i32::from(isa.strips()), isa.bytes());
        let last = isa.registers - 1;
        let c = &self.ends.carried;
        let pairs = c.pairs.iter().flat_map(|(r, _)| [*r, r + 1]);
        let registers: Vec<u16> = c.vectors.iter().map(|v| v.0).chain(pairs).collect();
        for strip in 0..strips {
            let none = self.a.out.label();
            let k = self.ends.exec.map(|exec| {
                let place = SLOTS.at(8 * exec as i32 + strip * bytes / 32);
                if isa.has_masks {
                    self.a.out.cmp(place.word(), 0i8)
                } else {
                    self.a.out.cmp(place.byte(), 0i8)
                }
                self.a.out.jcc(Cond::E, none);
                let place = Mem::at(SLOTS, 8 * exec as i32 + strip * bytes / 32);
                self.active(place, last - 1)
            });
            for (at, r) in (0..).zip(&registers) {
                // Both registers have gone on by all strips.
                let by = bytes * strip - 256;
                load(self.a.out, last, Mem::at(TEMPS, 256 * at + by));
                let to = Mem::at(VGPRS, 256 * i32::from(*r) + by);
                self.put(last, to, k, last - 2);
            }
            self.a.out.bind(none);
        }
        self.a.out.bind(failed);
    }
}
