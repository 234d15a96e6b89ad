//! The code of loops: see [`crate::ir::loops`].
//!
//! For each strip with an active lane what goes from round to round is loaded, rounds are made until no lane of
//! the strip is left or there have been as many as may be, and it is stored. R8 has a bit for the
//! round that is being made, which begins as 1.

use super::alloc::{Alloc, Inst, V, VReg, find_uses};
use super::assembler::{Assembler, Cond, Label};
use super::carried::{Final, part};
use super::encode::{self as e, Mask, Mem, Rm, evex, vex};
use super::gpr::{CONSTANTS, SCRATCH, TEMPS, VGPRS};
use super::shapes::with;
use super::{Constant, Input, Output, Regions, Slots, Table, select, step, tail};
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

impl Regions {
    /// Emits a loop.
    pub fn emit_rounds(&mut self, input: &Rounds<'_>, slots: &mut Slots) -> (Output, Final) {
        let mut guest = [super::NONE; FILE];
        let mut out = Output {
            number: self.starts.len() as u32,
            ..Output::default()
        };
        self.reset();
        let region = Region::default();
        let of_select = Input {
            block: &input.l.body,
            region: &region,
            stores: &[],
            exec: None,
            skips: false,
            csr: input.csr,
            slots_at: input.slots_at,
        };
        let mut s = select::Select::new(self, &of_select, slots, &mut guest, &mut out);
        let f = s.rounds(input.l);
        let steps = std::mem::take(&mut s.steps);
        let constants = std::mem::take(&mut s.constants);
        let parts = std::mem::take(&mut s.parts);
        let mut lane = if input.l.loads() {
            tail::of_lane(&self.insts, &constants, &parts, &f)
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
        if let Some((scalar, how, _)) = out.scalars.iter().find(|s| s.2 == f.masks[0].1) {
            let first = (*scalar, *how, begun);
            out.scalars.push(first);
        }
        find_uses(&mut self.insts, &mut self.values);

        let csr = self.start(input.csr, input.slots_at);
        let saves = self.saves(&out);
        self.enter(saves, csr);
        // xor eax, eax
        self.code.bytes(&[0x31, 0xc0]);
        let mut table = |t| self.pool.place(Constant::Table(t));
        let tables = Tables {
            join: [(0, 16), (8, 24)].map(|(p, q)| table(Table::Pairs(p, q))),
            part: [0, 1].map(|first| table(Table::Dwords(first, 2))),
        };
        let spills = (8 * slots.used).next_multiple_of(64) as i32;
        let mut a = Alloc::new(&mut self.values, &guest, &mut self.code, spills, false);
        a.doubts = &self.doubts;
        a.puts = &self.puts;
        a.scalar_code = &self.scalar_code;
        let room = MOST_PINNED.saturating_sub(f.vectors());
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
        // add rdi, 64; add rsi, 64; inc eax; cmp eax, 4
        a.out.bytes(&[0x48, 0x83, 0xc7, 64, 0x48, 0x83, 0xc6, 64]);
        a.out.bytes(&[0xff, 0xc0, 0x83, 0xf8, 4]);
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

/// Vector registers that are taken for all of a loop, at most: an instruction needs some more.
const MOST_PINNED: usize = 25;

/// Where tables are, from R11.
struct Tables {
    /// What makes qwords of low and high halves: lanes 0 to 7, and the others.
    join: [i32; 2],
    /// What takes the low and the high halves.
    part: [i32; 2],
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
        // cmp word [rcx + 2 * rax + begun], 0
        let a = &mut self.a;
        with(a.out, &[0x66, 0x83, 0xbc, 0x41], self.begun);
        a.out.byte(0);
        let over = a.out.label();
        a.out.jcc(Cond::E, over);
        for (_, v) in &self.f.vectors {
            a.pin(*v, true);
        }
        for (r, both) in &self.f.pairs {
            let [low, high] = [0, 1].map(|k| Mem::at(VGPRS, 256 * (i32::from(*r) + k)));
            let rooms = both.map(|v| a.room(v));
            let other = a.free_vector();
            load(a.out, other, low);
            for (to, mut table) in rooms.into_iter().zip(self.tables.join) {
                if planted(Fault::PairLanes) {
                    table = self.tables.join[0];
                }
                load(a.out, to, Mem::at(CONSTANTS, table));
                let rm = Rm::Mem(high);
                evex(a.out, e::PERMI2_D, to, other, rm, Mask::default());
            }
        }
        for (_, _, v) in self.f.masks.iter().take(Final::IN_REGISTERS) {
            a.pin(*v, true);
        }
        // What the loop does not change, as far as there is room.
        let fixed = (0..=u8::MAX).zip(guest.iter().copied());
        let mut fixed: Vec<(u8, V)> = fixed.filter(|f| f.1 != super::NONE).collect();
        fixed.retain(|(_, v)| a.values[*v as usize].uses > 0);
        fixed.sort_by_key(|(_, v)| u32::MAX - a.values[*v as usize].uses);
        fixed.truncate(room);
        for (_, v) in &fixed {
            a.pin(*v, false);
        }
        for (_, [first, now, _]) in &self.f.scalars {
            copy_slot(a.out, *first, *now);
        }
        // mov r8d, 1
        a.out.bytes(&[0x41, 0xb8, 1, 0, 0, 0]);
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
        let exec = a.values[self.f.masks[0].2 as usize].reg;
        let to_tail = few.map(|few| {
            // kmovw r9d, exec; popcnt r9d, r9d; cmp r9d, few
            a.out.bytes(&[0xc5, 0x78, 0x93, 0xc8 | exec]);
            a.out.bytes(&[0xf3, 0x45, 0x0f, 0xb8, 0xc9]);
            a.out.bytes(&[0x41, 0x83, 0xf9, few]);
            let to_tail = a.out.label();
            a.out.jcc(Cond::Be, to_tail);
            to_tail
        });
        a.run(insts, marks, locations);
        a.forget();
        // kortestw exec, exec
        a.out.bytes(&[0xc5, 0xf8, 0x98, 0xc0 | exec << 3 | exec]);
        self.again(round);
        to_tail
    }

    /// Jumps back to where rounds begin, unless the zero flag says that no lane is left, or there have been
    /// as many as may be.
    fn again(&mut self, round: Label) {
        let a = &mut self.a;
        let end = a.out.label();
        a.out.jcc(Cond::E, end);
        // cmp r8, [rcx + limit]
        with(a.out, &[0x4c, 0x3b, 0x81], 8 * self.f.limit as i32);
        a.out.jcc(Cond::E, end);
        // add r8, r8
        a.out.bytes(&[0x4d, 0x01, 0xc0]);
        a.out.jmp(round);
        a.out.bind(end);
    }

    /// The lanes that are left, one after the other.
    fn tail(&mut self, insts: &[Inst], fixed: &[(u8, V)], [first, todo, lane]: [i32; 3]) {
        let exec = self.a.values[self.f.masks[0].2 as usize].reg;
        self.keep();
        let a = &mut self.a;
        // mov [rcx + first], r8; kmovw r9d, exec; mov [rcx + todo], r9
        with(a.out, &[0x4c, 0x89, 0x81], first);
        a.out.bytes(&[0xc5, 0x78, 0x93, 0xc8 | exec]);
        with(a.out, &[0x4c, 0x89, 0x89], todo);
        let (next, end) = (a.out.here(), a.out.label());
        // mov r9, [rcx + todo]; tzcnt r10, r9: carry says that none is left
        with(a.out, &[0x4c, 0x8b, 0x89], todo);
        a.out.bytes(&[0xf3, 0x4d, 0x0f, 0xbc, 0xd1]);
        a.out.jcc(Cond::B, end);
        // blsr r9, r9; mov [rcx + todo], r9; mov [rcx + lane], r10
        a.out.bytes(&[0xc4, 0xc2, 0xb0, 0xf3, 0xc9]);
        with(a.out, &[0x4c, 0x89, 0x89], todo);
        with(a.out, &[0x4c, 0x89, 0x91], lane);
        // lea rdi, [rdi + 4 * r10]; lea rsi, [rsi + 4 * r10]
        a.out
            .bytes(&[0x4a, 0x8d, 0x3c, 0x97, 0x4a, 0x8d, 0x34, 0x96]);
        self.begin_lane(fixed, lane);
        let a = &mut self.a;
        // mov r8, [rcx + first]
        with(a.out, &[0x4c, 0x8b, 0x81], first);
        let round = a.out.here();
        (a.always, a.lane) = (self.f.masks[0].2, lane);
        a.run(insts, &[], &mut vec![]);
        a.forget();
        // kmovw r9d, exec; test r9b, 1
        a.out.bytes(&[0xc5, 0x78, 0x93, 0xc8 | exec]);
        a.out.bytes(&[0x41, 0xf6, 0xc1, 1]);
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
            evex(out, e::SPREAD_D, to, 0, Rm::Mem(from), Mask::default());
        };
        let mut k = 0;
        for (_, v) in &self.f.vectors {
            let to = reg(a, *v);
            spread(a.out, to, Mem::at(TEMPS, 256 * k));
            k += 1;
        }
        for (_, [v, _]) in &self.f.pairs {
            let to = reg(a, *v);
            // mov r9d, [rsi + low]; mov r10d, [rsi + high]; shl r10, 32; or r9, r10
            with(a.out, &[0x44, 0x8b, 0x8e], 256 * k);
            with(a.out, &[0x44, 0x8b, 0x96], 256 * (k + 1));
            a.out.bytes(&[0x49, 0xc1, 0xe2, 32, 0x4d, 0x09, 0xd1]);
            e::from_gpr(a.out, true, to, SCRATCH);
            k += 2;
        }
        for (r, v) in fixed {
            let to = reg(a, *v);
            spread(a.out, to, Mem::at(VGPRS, 256 * i32::from(*r)));
        }
        // mov r10, [rcx + lane]
        with(a.out, &[0x4c, 0x8b, 0x91], lane);
        for (_, slot, v) in &self.f.masks {
            let to = reg(a, *v);
            // movzx r9d, word [rcx + 2 * rax + slot]; shrx r9d, r9d, r10d; kmovw to, r9d
            with(a.out, &[0x44, 0x0f, 0xb7, 0x8c, 0x41], 8 * *slot as i32);
            if !planted(Fault::TailMask) {
                a.out.bytes(&[0xc4, 0x42, 0x2b, 0xf7, 0xc9]);
            }
            a.out.bytes(&[0xc4, 0xc1, 0x78, 0x92, 0xc1 | to << 3]);
        }
    }

    /// Leaves what a lane has there.
    fn end_lane(&mut self, lane: i32) {
        let a = &mut self.a;
        let reg = |a: &Alloc<'_>, v: V| a.values[v as usize].reg;
        // lea r9, [r8 + r8 - 1]; or [rcx + bits], r9
        a.out.bytes(&[0x4f, 0x8d, 0x4c, 0x00, 0xff]);
        with(a.out, &[0x4c, 0x09, 0x89], 8 * self.f.bits as i32);
        let mut k = 0;
        for (_, v) in &self.f.vectors {
            let from = reg(a, *v);
            let to = Rm::Mem(Mem::at(TEMPS, 256 * k));
            evex(a.out, e::MOVE_OUT_D.narrow(), from, 0, to, Mask::default());
            k += 1;
        }
        for (_, [v, _]) in &self.f.pairs {
            let from = reg(a, *v);
            e::to_gpr(a.out, true, SCRATCH, from);
            // mov [rsi + low], r9d; shr r9, 32; mov [rsi + high], r9d
            with(a.out, &[0x44, 0x89, 0x8e], 256 * k);
            a.out.bytes(&[0x49, 0xc1, 0xe9, 32]);
            with(a.out, &[0x44, 0x89, 0x8e], 256 * (k + 1));
            k += 2;
        }
        // mov r10, [rcx + lane]
        with(a.out, &[0x4c, 0x8b, 0x91], lane);
        for (_, slot, v) in &self.f.masks {
            let from = reg(a, *v);
            let slot = 8 * *slot as i32;
            // kmovw r9d, from; and r9d, 1; shlx r9d, r9d, r10d
            a.out.bytes(&[0xc5, 0x78, 0x93, 0xc8 | from]);
            a.out
                .bytes(&[0x41, 0x83, 0xe1, 1, 0xc4, 0x42, 0x29, 0xf7, 0xc9]);
            // movzx edx, word [rcx + 2 * rax + slot]; btr edx, r10d; or edx, r9d; mov [..], dx
            with(a.out, &[0x0f, 0xb7, 0x94, 0x41], slot);
            a.out.bytes(&[0x44, 0x0f, 0xb3, 0xd2, 0x44, 0x09, 0xca]);
            with(a.out, &[0x66, 0x89, 0x94, 0x41], slot);
        }
        // shl r10, 2; sub rdi, r10; sub rsi, r10
        a.out.bytes(&[0x49, 0xc1, 0xe2, 2]);
        a.out.bytes(&[0x4c, 0x29, 0xd7, 0x4c, 0x29, 0xd6]);
    }

    /// What a strip ends with.
    fn store(&mut self) {
        let a = &mut self.a;
        // lea r9, [r8 + r8 - 1]; or [rcx + bits], r9: all rounds up to this one
        a.out.bytes(&[0x4f, 0x8d, 0x4c, 0x00, 0xff]);
        with(a.out, &[0x4c, 0x09, 0x89], 8 * self.f.bits as i32);
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
        for (r, v) in &self.f.vectors {
            let from = a.values[*v as usize].reg;
            store(a.out, from, place(*r));
        }
        for (r, both) in &self.f.pairs {
            let [x, y] = both.map(|v| a.values[v as usize].reg);
            for (k, table) in (0..).zip(self.tables.part) {
                let to = a.free_vector();
                load(a.out, to, Mem::at(CONSTANTS, table));
                evex(a.out, e::PERMI2_D, to, x, Rm::Reg(y), Mask::default());
                store(a.out, to, place(*r + k));
            }
        }
        for (_, slot, v) in self.f.masks.iter().take(Final::IN_REGISTERS) {
            let from = a.values[*v as usize].reg;
            vex(a.out, e::STORE_K, from, 0, Rm::Mem(part(*slot)));
        }
        if self.f.scalars.is_empty() {
            return;
        }
        // cmp r8, [rcx + most]
        with(a.out, &[0x4c, 0x3b, 0x81], 8 * self.f.most as i32);
        let fewer = a.out.label();
        if !planted(Fault::LastStrip) {
            a.out.jcc(Cond::B, fewer);
        }
        // mov [rcx + most], r8
        with(a.out, &[0x4c, 0x89, 0x81], 8 * self.f.most as i32);
        for (_, [_, now, last]) in &self.f.scalars {
            copy_slot(a.out, *now, *last);
        }
        a.out.bind(fewer);
    }
}

fn load(out: &mut Assembler, r: u8, from: Mem) {
    evex(out, e::LOAD, r, 0, Rm::Mem(from), Mask::default());
}

fn store(out: &mut Assembler, r: u8, to: Mem) {
    evex(out, e::STORE, r, 0, Rm::Mem(to), Mask::default());
}

/// Copies the dword of a slot, through R9.
fn copy_slot(out: &mut Assembler, from: u32, to: u32) {
    // mov r9d, [rcx + from]; mov [rcx + to], r9d
    with(out, &[0x44, 0x8b, 0x89], 8 * from as i32);
    with(out, &[0x44, 0x89, 0x89], 8 * to as i32);
}

/// Behind all strips: takes vector registers from the temporaries, unless a load has failed.
fn write_back(a: &mut Alloc<'_>, f: &Final, begun: i32) {
    // cmp qword [rbx + failed], 0
    with(a.out, &[0x48, 0x83, 0xbb], Ctx::FAILED);
    a.out.byte(0);
    let failed = a.out.label();
    if !planted(Fault::WrittenAnyway) {
        a.out.jcc(Cond::Ne, failed);
    }
    for strip in 0..4 {
        // cmp word [rcx + begun], 0
        with(a.out, &[0x66, 0x83, 0xb9], begun + 2 * strip);
        a.out.byte(0);
        let none = a.out.label();
        a.out.jcc(Cond::E, none);
        let pairs = f.pairs.iter().flat_map(|(r, _)| [*r, r + 1]);
        let registers = f.vectors.iter().map(|v| v.0).chain(pairs);
        for (k, r) in (0..).zip(registers) {
            // Both registers have gone on by four strips.
            let at = 64 * strip - 256;
            load(a.out, 31, Mem::at(TEMPS, 256 * k + at));
            store(a.out, 31, Mem::at(VGPRS, 256 * i32::from(r) + at));
        }
        a.out.bind(none);
    }
    a.out.bind(failed);
}

impl Alloc<'_> {
    /// Loads `v`, and has it where it is from now on; elsewhere only if it does not change.
    fn pin(&mut self, v: V, changes: bool) {
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
