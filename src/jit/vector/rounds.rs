//! The code of loops: see [`crate::ir::loops`].
//!
//! For each strip with an active lane what goes from round to round is loaded, rounds are made until no lane of
//! the strip is left or there have been as many as may be, and it is stored. R8 has a bit for the
//! round that is being made, which begins as 1.

use super::alloc::{Alloc, Inst, V, VReg, find_uses};
use super::assembler::{Assembler, Cond, K, Label, Scale};
use super::carried::{Carried, Final, part};
use super::encode::{Mask, Mem, Rm, evex, from_gpr, to_gpr, vex};
use super::gpr::{
    CONSTANTS, CTX, LANE, ROUND, SCRATCH, SCRATCH_2, SLOTS, STRIP, TEMPS, VGPRS, WIDE_TEMPS,
};
use super::isa::Isa;
use super::masks::{mask_to_gpr, plain};
use super::ops::Op;
use super::{
    Constant, Input, Output, Pool, Regions, Slots, Table, next_strip, part_of_strip, select, slot,
    step, tail,
};
use crate::ir::Val;
use crate::ir::loops::Loop;
use crate::ir::plant::{Fault, planted};
use crate::jit::helpers::{Ctx, Far};
use crate::jit::plan::Region;
use crate::machine::wave::FILE;

/// What to emit.
pub struct Rounds<'a> {
    /// The loop.
    pub l: &'a Loop,
    /// MXCSR for it, and to go on with.
    pub csr: Option<(u32, u32)>,
    /// Where slots begin in the temporaries, in bytes; before them there is room for the vector registers.
    pub slots_at: u32,
}

impl Rounds<'_> {
    /// A round, as what instructions are selected for: `region` has its lanes' nodes.
    pub(super) fn to_select<'r>(&'r self, region: &'r Region) -> Input<'r> {
        Input {
            block: &self.l.body,
            region,
            stores: &[],
            exec: None,
            skips: false,
            csr: self.csr,
            slots_at: self.slots_at,
        }
    }
}

impl Regions {
    /// Emits a loop.
    pub fn emit_rounds(&mut self, input: &Rounds<'_>, slots: &mut Slots) -> (Output, Final) {
        let mut guest = [super::NONE; FILE];
        let mut out = Output {
            number: self.starts.len() as u32,
            ..Output::default()
        };
        self.reset();
        let region = lanes_of(input.l);
        let of_select = input.to_select(&region);
        let mut s = select::Select::new(self, &of_select, slots, &mut guest, &mut out);
        let f = s.rounds(input.l);
        let steps = std::mem::take(&mut s.steps);
        let constants = std::mem::take(&mut s.constants);
        let parts = std::mem::take(&mut s.parts);
        let mut lane = if input.l.loads() {
            tail::of_lane(self.code.isa, &self.insts, &constants, &parts, &f)
        } else {
            None
        };
        // Where rounds of a lane begin, the lanes that are to come, and which one it is.
        let of_tail = [0; 3].map(|_| 8 * slots.fresh() as i32);
        for v in self.mapped.drain(..) {
            self.map[v.0 as usize] = [super::NONE; 2];
        }
        // EXEC's lanes when the loop begins: strips without any change nothing.
        let begun = slots.fresh();
        if let Some((scalar, how, _)) = out.scalars.iter().find(|s| s.2 == f.carried.masks[0].1) {
            let first = (*scalar, *how, begun);
            out.scalars.push(first);
        }
        find_uses(&mut self.insts, &mut self.values);

        let csr = self.start(input.csr, input.slots_at);
        let saves = self.saves(&out);
        self.enter(saves, csr);
        self.code.xor(STRIP.d(), STRIP.d());
        let isa = self.code.isa;
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
        a.scalar_code = &self.scalar_code;
        a.lane_bits = lane_bits;
        let room = isa.pinned(input.l.loads());
        let room = room.saturating_sub(f.carried.pinned(isa));
        let hoisted = a.hoist(&self.insts, &mut self.live, room);
        let mut all = Emit {
            a,
            f: &f,
            tables,
            loads: input.l.loads(),
            begun: 8 * begun as i32,
        };
        let strips = all.a.out.here();
        let (over, fixed) = all.strip(&guest, room - hoisted);
        // Others would be loaded with what lies behind them.
        let is_there = |v: &V| *v == super::NONE || fixed.iter().any(|f| f.1 == *v);
        let all_there = guest
            .iter()
            .all(|v| is_there(v) || all.a.values[*v as usize].uses == 0);
        lane = lane.filter(|_| all_there);
        let few = lane.as_deref().map(tail::few);
        let to_tail = all.rounds(&self.insts, few, &self.marks, &mut self.locations);
        all.store();
        if let (Some(mut lane), Some(to_tail)) = (lane, to_tail) {
            let end = all.a.out.label();
            all.a.out.jmp(end);
            all.a.out.bind(to_tail);
            tail::forget(all.a.values);
            find_uses(&mut lane, all.a.values);
            all.tail(&lane, &fixed, of_tail);
            all.a.out.bind(end);
        }
        let Emit { mut a, .. } = all;
        a.out.bind(over);
        for (slot, by, is_wide) in steps {
            step(a.out, slot, by, is_wide);
        }
        next_strip(a.out, false);
        a.out.jcc(Cond::Ne, strips);
        if input.l.loads() {
            write_back(&mut a, &f, 8 * begun as i32);
        }
        let (spilled, is_dirty) = (a.spilled(), a.is_dirty());
        let cold = std::mem::take(&mut a.cold);
        let area = spills + spilled;
        out.size = (area + if out.is_no_leaf() { Far::SIZE } else { 0 }) as u32;
        self.leave(saves, csr, is_dirty);
        self.code.ret();
        self.seldom(cold, area);
        (out, f)
    }
}

/// The lanes' nodes of a round.
pub(super) fn lanes_of(l: &Loop) -> Region {
    let nodes = (0..).map(Val).zip(&l.body.nodes);
    let nodes = nodes.filter(|(_, n)| n.vec && !n.op.is_leaf());
    Region {
        nodes: nodes.map(|(v, _)| v).collect(),
        ..Region::default()
    }
}

/// Where tables are, from R11, where masks have registers.
#[derive(Default)]
pub(super) struct Tables {
    /// What makes qwords of low and high halves: lanes 0 to 7, and the others.
    join: [i32; 2],
    /// What takes the low and the high halves.
    part: [i32; 2],
}

impl Tables {
    pub(super) fn new(isa: &Isa, pool: &mut Pool) -> Tables {
        let mut tables = Tables::default();
        if isa.has_masks {
            let mut table = |t| pool.place(Constant::Table(t));
            tables.join = [(0, 16), (8, 24)].map(|(p, q)| table(Table::Pairs(p, q)));
            tables.part = [0, 1].map(|first| table(Table::Dwords(first, 2)));
        }
        tables
    }

    /// Loads qwords from vector register `r` and the next, and has them in registers from now on.
    pub(super) fn join(&self, a: &mut Alloc<'_>, r: u16, both: [V; 2]) {
        let [low, high] = [0, 1].map(|k| Mem::at(VGPRS, 256 * (i32::from(r) + k)));
        let rooms = both.map(|v| a.room(v));
        let other = a.free_vector();
        load(a.out, other, low);
        if !a.out.isa.has_masks {
            let join = [Op::VPUNPCKLDQ, Op::VPUNPCKHDQ];
            for (to, mut op) in rooms.into_iter().zip(join) {
                if planted(Fault::PairLanes) {
                    op = join[0];
                }
                plain(a.out, op, to, other, Rm::Mem(high));
            }
            return;
        }
        for (to, mut table) in rooms.into_iter().zip(self.join) {
            if planted(Fault::PairLanes) {
                table = self.join[0];
            }
            load(a.out, to, Mem::at(CONSTANTS, table));
            let rm = Rm::Mem(high);
            evex(a.out, Op::VPERMI2D, to, other, rm, Mask::default());
        }
    }

    /// Puts the low or the high halves of qwords into `to`.
    pub(super) fn part(&self, out: &mut Assembler, to: u8, [x, y]: [u8; 2], high: bool) {
        if out.isa.has_masks {
            let table = self.part[usize::from(high)];
            load(out, to, Mem::at(CONSTANTS, table));
            evex(out, Op::VPERMI2D, to, x, Rm::Reg(y), Mask::default());
        } else {
            plain(out, Op::VSHUFPS, to, x, Rm::Reg(y));
            out.byte([EVEN, ODD][usize::from(high)]);
        }
    }
}

struct Emit<'a, 'f> {
    a: Alloc<'a>,
    f: &'f Final,
    tables: Tables,
    /// Vector registers are left in the temporaries first.
    loads: bool,
    /// Where EXEC is as it was first, in bytes from RCX.
    begun: i32,
}

impl Emit<'_, '_> {
    /// What a strip begins with; gives where strips without a lane go, and the registers that are for good in
    /// host registers.
    fn strip(&mut self, guest: &[V; FILE], room: usize) -> (Label, Vec<(u8, V)>) {
        let a = &mut self.a;
        let over = a.out.label();
        let begun = part_of_strip(a.out.isa, self.begun as u32 / 8);
        if a.out.isa.has_masks {
            a.out.cmp(begun.word(), 0i8)
        } else {
            a.out.cmp(begun.byte(), 0i8)
        }
        a.out.jcc(Cond::E, over);
        for (_, v) in &self.f.carried.vectors {
            a.pin(*v, true);
        }
        for (r, both) in &self.f.carried.pairs {
            self.tables.join(a, *r, *both);
        }
        for (_, _, v) in self.f.carried.in_registers(a.out.isa) {
            a.pin(*v, true);
        }
        let fixed = a.fix(guest, room);
        for (_, [first, now, _]) in &self.f.scalars {
            copy_slot(a.out, *first, *now);
        }
        a.out.mov(ROUND.d(), 1);
        (over, fixed)
    }

    /// Rounds of a strip, until so few lanes are left; gives where it goes on then.
    fn rounds(
        &mut self,
        insts: &[Inst],
        few: Option<u8>,
        marks: &[(u32, u64)],
        locations: &mut Vec<(u32, u64)>,
    ) -> Option<Label> {
        let a = &mut self.a;
        let round = a.out.here();
        let exec = a.values[self.f.carried.masks[0].2 as usize].reg;
        let to_tail = few.map(|few| {
            let to_tail = a.out.label();
            a.out.kmovw(SCRATCH.d(), K(exec));
            a.out.popcnt(SCRATCH.d(), SCRATCH.d());
            a.out.cmp(SCRATCH.d(), few as i8);
            a.out.jcc(Cond::Be, to_tail);
            to_tail
        });
        a.run(insts, marks, locations);
        a.forget();
        test_mask(a.out, exec);
        self.again(round);
        to_tail
    }

    /// Jumps back to where rounds begin, unless the zero flag says that no lane is left, or there have been
    /// as many as may be.
    fn again(&mut self, round: Label) {
        let a = &mut self.a;
        let end = a.out.label();
        a.out.jcc(Cond::E, end);
        a.out.cmp(ROUND.q(), slot(self.f.limit));
        a.out.jcc(Cond::E, end);
        a.out.add(ROUND.q(), ROUND.q());
        a.out.jmp(round);
        a.out.bind(end);
    }

    /// The lanes that are left, one after the other.
    fn tail(&mut self, insts: &[Inst], fixed: &[(u8, V)], [first, todo, lane]: [i32; 3]) {
        let exec = self.a.values[self.f.carried.masks[0].2 as usize].reg;
        self.keep();
        let a = &mut self.a;
        let [first, todo, number] = [first, todo, lane].map(|at| SLOTS.at(at));
        a.out.mov(first, ROUND.q());
        a.out.kmovw(SCRATCH.d(), K(exec));
        a.out.mov(todo, SCRATCH.q());
        let (next, end) = (a.out.here(), a.out.label());
        a.out.mov(SCRATCH.q(), todo);
        a.out.tzcnt(LANE.q(), SCRATCH.q());
        // Carry says that none is left.
        a.out.jcc(Cond::B, end);
        a.out.blsr(SCRATCH.q(), SCRATCH.q());
        a.out.mov(todo, SCRATCH.q());
        a.out.mov(number, LANE.q());
        for r in [VGPRS, TEMPS] {
            a.out.lea(r.q(), r.address().plus(LANE, Scale::X4));
        }
        self.begin_lane(fixed, lane);
        let a = &mut self.a;
        a.out.mov(ROUND.q(), first);
        let round = a.out.here();
        (a.always, a.lane) = (self.f.carried.masks[0].2, lane);
        a.run(insts, &[], &mut vec![]);
        a.forget();
        a.out.kmovw(SCRATCH.d(), K(exec));
        a.out.test(SCRATCH.b(), 1);
        self.again(round);
        self.end_lane(lane);
        let a = &mut self.a;
        a.out.jmp(next);
        a.out.bind(end);
    }

    /// Takes what a lane has from where the strip has left it.
    fn begin_lane(&mut self, fixed: &[(u8, V)], lane: i32) {
        let a = &mut self.a;
        let reg = |a: &Alloc<'_>, v: V| a.values[v as usize].reg;
        let spread = |out: &mut Assembler, to: u8, from: Mem| {
            evex(out, Op::VPBROADCASTD, to, 0, Rm::Mem(from), Mask::default());
        };
        let mut k = 0;
        for (_, v) in &self.f.carried.vectors {
            let to = reg(a, *v);
            spread(a.out, to, Mem::at(TEMPS, 256 * k));
            k += 1;
        }
        for (_, [v, _]) in &self.f.carried.pairs {
            let to = reg(a, *v);
            a.out.mov(SCRATCH.d(), TEMPS.at(256 * k));
            a.out.mov(SCRATCH_2.d(), TEMPS.at(256 * (k + 1)));
            a.out.shl(SCRATCH_2.q(), 32);
            a.out.or(SCRATCH.q(), SCRATCH_2.q());
            from_gpr(a.out, true, to, SCRATCH);
            k += 2;
        }
        for (r, v) in fixed {
            let to = reg(a, *v);
            spread(a.out, to, Mem::at(VGPRS, 256 * i32::from(*r)));
        }
        a.out.mov(LANE.q(), SLOTS.at(lane));
        for (_, mask, v) in &self.f.carried.masks {
            let to = reg(a, *v);
            let part = slot(*mask).plus(STRIP, Scale::X2);
            a.out.movzx(SCRATCH.d(), part.word());
            if !planted(Fault::TailMask) {
                a.out.shrx(SCRATCH.d(), SCRATCH.d(), LANE.d());
            }
            a.out.kmovw(K(to), SCRATCH.d());
        }
    }

    /// Leaves what a lane has there.
    fn end_lane(&mut self, lane: i32) {
        let a = &mut self.a;
        let reg = |a: &Alloc<'_>, v: V| a.values[v as usize].reg;
        all_rounds(a.out, self.f);
        let mut k = 0;
        for (_, v) in &self.f.carried.vectors {
            let from = reg(a, *v);
            let to = Rm::Mem(Mem::at(TEMPS, 256 * k));
            evex(a.out, Op::VMOVD_MR.narrow(), from, 0, to, Mask::default());
            k += 1;
        }
        for (_, [v, _]) in &self.f.carried.pairs {
            let from = reg(a, *v);
            to_gpr(a.out, true, SCRATCH, from);
            a.out.mov(TEMPS.at(256 * k), SCRATCH.d());
            a.out.shr(SCRATCH.q(), 32);
            a.out.mov(TEMPS.at(256 * (k + 1)), SCRATCH.d());
            k += 2;
        }
        a.out.mov(LANE.q(), SLOTS.at(lane));
        for (_, mask, v) in &self.f.carried.masks {
            let from = reg(a, *v);
            let part = slot(*mask).plus(STRIP, Scale::X2);
            a.out.kmovw(SCRATCH.d(), K(from));
            a.out.and(SCRATCH.d(), 1i8);
            a.out.shlx(SCRATCH.d(), SCRATCH.d(), LANE.d());
            // In loops it has nothing else.
            let lanes = WIDE_TEMPS;
            a.out.movzx(lanes.d(), part.word());
            a.out.btr(lanes.d(), LANE.d());
            a.out.or(lanes.d(), SCRATCH.d());
            a.out.mov(part, lanes.w());
        }
        a.out.shl(LANE.q(), 2);
        a.out.sub(VGPRS.q(), LANE.q());
        a.out.sub(TEMPS.q(), LANE.q());
    }

    /// What a strip ends with.
    fn store(&mut self) {
        let a = &mut self.a;
        all_rounds(a.out, self.f);
        self.keep();
    }

    /// Leaves what a strip has.
    fn keep(&mut self) {
        let a = &mut self.a;
        let mut k = 0;
        let mut place = |r: u16| {
            k += 1;
            if self.loads {
                Mem::at(TEMPS, 256 * (k - 1))
            } else {
                Mem::at(VGPRS, 256 * i32::from(r))
            }
        };
        for (r, v) in &self.f.carried.vectors {
            let from = a.values[*v as usize].reg;
            store(a.out, from, place(*r));
        }
        for (r, both) in &self.f.carried.pairs {
            let from = both.map(|v| a.values[v as usize].reg);
            for (k, high) in [false, true].into_iter().enumerate() {
                let to = a.free_vector();
                self.tables.part(a.out, to, from, high);
                store(a.out, to, place(*r + k as u16));
            }
        }
        keep_masks(a, &self.f.carried);
        if self.f.scalars.is_empty() {
            return;
        }
        a.out.cmp(ROUND.q(), slot(self.f.most));
        let fewer = a.out.label();
        if !planted(Fault::LastStrip) {
            a.out.jcc(Cond::B, fewer);
        }
        a.out.mov(slot(self.f.most), ROUND.q());
        for (_, [_, now, last]) in &self.f.scalars {
            copy_slot(a.out, *now, *last);
        }
        a.out.bind(fewer);
    }
}

pub(super) fn load(out: &mut Assembler, r: u8, from: Mem) {
    plain(out, Op::VMOVDQU32, r, 0, Rm::Mem(from));
}

pub(super) fn store(out: &mut Assembler, r: u8, to: Mem) {
    plain(out, Op::VMOVDQU32_MR, r, 0, Rm::Mem(to));
}

/// The zero flag says that no lane is set in the mask.
fn test_mask(out: &mut Assembler, k: u8) {
    if out.isa.has_masks {
        out.kortestw(K(k), K(k))
    } else {
        plain(out, Op::VTESTPS, k, 0, Rm::Reg(k))
    }
}

/// VSHUFPS: the low halves of qwords, and the high ones.
const EVEN: u8 = 0x88;
const ODD: u8 = 0xdd;

/// Adds all rounds up to this one to those that were made.
fn all_rounds(out: &mut Assembler, f: &Final) {
    let bits = ROUND.near(-1).plus(ROUND, Scale::X1);
    out.lea(SCRATCH.q(), bits);
    out.or(slot(f.bits), SCRATCH.q());
}

/// Copies the dword of a slot, through [`SCRATCH`].
fn copy_slot(out: &mut Assembler, from: u32, to: u32) {
    out.mov(SCRATCH.d(), slot(from));
    out.mov(slot(to), SCRATCH.d());
}

/// Behind all strips: takes vector registers from the temporaries, unless a load has failed.
fn write_back(a: &mut Alloc<'_>, f: &Final, begun: i32) {
    a.out.cmp(CTX.at(Ctx::FAILED).qword(), 0i8);
    let failed = a.out.label();
    if !planted(Fault::WrittenAnyway) {
        a.out.jcc(Cond::Ne, failed);
    }
    let isa = a.out.isa;
    let (strips, bytes) = (i32::from(isa.strips()), isa.bytes());
    for strip in 0..strips {
        let none = a.out.label();
        if isa.has_masks {
            a.out.cmp(SLOTS.at(begun + 2 * strip).word(), 0i8)
        } else {
            a.out.cmp(SLOTS.at(begun + strip).byte(), 0i8)
        }
        a.out.jcc(Cond::E, none);
        let pairs = f.carried.pairs.iter().flat_map(|(r, _)| [*r, r + 1]);
        let registers = f.carried.vectors.iter().map(|v| v.0).chain(pairs);
        for (k, r) in (0..).zip(registers) {
            // Both registers have gone on by all strips.
            let at = bytes * strip - 256;
            let last = isa.registers - 1;
            load(a.out, last, Mem::at(TEMPS, 256 * k + at));
            store(a.out, last, Mem::at(VGPRS, 256 * i32::from(r) + at));
        }
        a.out.bind(none);
    }
    a.out.bind(failed);
}

/// Leaves the masks that a strip has in registers.
pub(super) fn keep_masks(a: &mut Alloc<'_>, c: &Carried) {
    for (_, slot, v) in c.in_registers(a.out.isa) {
        let from = a.values[*v as usize].reg;
        if a.out.isa.has_masks {
            let to = Rm::Mem(part(a.out.isa, *slot));
            vex(a.out, Op::KMOVW_MR, from, 0, to);
        } else {
            mask_to_gpr(a.out, SCRATCH, from);
            let to = part_of_strip(a.out.isa, *slot);
            a.out.mov(to, SCRATCH.b());
        }
    }
}

impl Alloc<'_> {
    /// Loads what the loop does not change of the guest's registers, as far as there is room for it.
    pub(super) fn fix(&mut self, guest: &[V; FILE], room: usize) -> Vec<(u8, V)> {
        let fixed = (0..=u8::MAX).zip(guest.iter().copied());
        let mut fixed: Vec<(u8, V)> = fixed.filter(|f| f.1 != super::NONE).collect();
        fixed.retain(|(_, v)| self.values[*v as usize].uses > 0);
        fixed.sort_by_key(|(_, v)| u32::MAX - self.values[*v as usize].uses);
        fixed.truncate(room);
        for (_, v) in &fixed {
            self.pin(*v, false);
        }
        fixed
    }

    /// Loads `v`, and has it where it is from now on; elsewhere only if it does not change.
    pub(super) fn pin(&mut self, v: V, changes: bool) {
        let r = self.register(v);
        let value: &mut VReg = &mut self.values[v as usize];
        value.pinned = true;
        if changes {
            value.home = None;
        }
        self.keep(v, r);
    }

    /// A register that `v` has for good, which is nowhere yet.
    fn room(&mut self, v: V) -> u8 {
        let r = self.take(v);
        self.values[v as usize].pinned = true;
        self.keep(v, r);
        r
    }
}
