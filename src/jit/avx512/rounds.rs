//! The code of loops: see [`crate::ir::loops`].
//!
//! For each strip with an active lane what goes from round to round is loaded, rounds are made until no lane of
//! the strip is left or there have been as many as may be, and it is stored. R8 has a bit for the
//! round that is being made, which begins as 1.

use super::alloc::{Alloc, Inst, V, VReg, find_uses};
use super::encode::{self as e, Mask, Mem, Rm, evex, gpr, vex};
use super::shapes::with;
use super::{Constant, Input, Output, Regions, Slots, Table, load_csr, select, step};
use crate::ir::loops::{Loop, Place};
use crate::ir::plant::{Fault, planted};
use crate::ir::{Reg, Val};
use crate::jit::helpers::{Ctx, Far};
use crate::jit::plan::Region;

/// A mask of which lanes are counted, or whether there were any in a round.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The mask.
    pub mask: Val,
    /// The slot that has the number of its lanes in all rounds.
    pub count: Option<u32>,
    /// The slot that has a bit for each round in which it had any.
    pub seen: Option<u32>,
}

/// Where what a loop leaves is: in slots, but for vector registers.
#[derive(Clone, Debug, Default)]
pub struct Final {
    /// Vector registers.
    pub(super) vectors: Vec<(u8, V)>,
    /// Pairs of vector registers.
    pub(super) pairs: Vec<(u8, [V; 2])>,
    /// Masks.
    pub(super) masks: Vec<(Place, u32, V)>,
    /// Numbers: what they are first, now, and in the last round of all strips.
    pub scalars: Vec<(Reg, [u32; 3])>,
    /// What is known of masks.
    pub known: Vec<Known>,
    /// The bit of the last round that any strip has made; to be zero first.
    pub(super) most: u32,
    /// To be filled with the bit of the last round that may be.
    pub limit: u32,
    /// The bits of all rounds; to be zero first.
    pub bits: u32,
}

impl Final {
    /// Masks that have a register; the others go from round to round in their slots.
    pub(super) const IN_REGISTERS: usize = 4;

    /// How many vector registers there are.
    fn vectors(&self) -> usize {
        self.vectors.len() + 2 * self.pairs.len()
    }

    /// The masks, and the slots that they are in.
    pub fn masks(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        self.masks.iter().map(|m| (m.0, m.1))
    }

    /// The slots that are zero when the code begins.
    pub fn zeros(&self) -> impl Iterator<Item = u32> + '_ {
        let known = self.known.iter().flat_map(|k| [k.count, k.seen]);
        known.flatten().chain([self.most, self.bits])
    }
}

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
        let mut guest = [super::NONE; 256];
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

        self.code.resize(self.code.len().next_multiple_of(16), 0xcc);
        self.starts.push(self.code.len() as u32);
        let csr = input.csr.map(|(here, after)| {
            let mut place = |v| self.pool.place(Constant::Dword(v));
            (place(here), place(after))
        });
        // lea rcx, [rsi + slots]
        with(&mut self.code, &[0x48, 0x8d, 0x8e], input.slots_at as i32);
        if out.is_no_leaf() {
            super::enter_calls(&mut self.code);
        }
        // lea r11, [rip + pool]
        self.code.extend_from_slice(&[0x4c, 0x8d, 0x1d, 0, 0, 0, 0]);
        self.pool_refs.push(self.code.len() - 4);
        if let Some((here, _)) = csr {
            load_csr(&mut self.code, here);
        }
        // xor eax, eax
        self.code.extend_from_slice(&[0x31, 0xc0]);
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
        let strips = all.a.out.len();
        let over = all.strip(&guest, room - hoisted);
        all.rounds(&self.insts, &self.marks, &mut self.locations);
        all.store();
        let Emit { mut a, .. } = all;
        a.land(over);
        for (slot, by, is_wide) in steps {
            step(a.out, slot, by, is_wide);
        }
        // add rdi, 64; add rsi, 64; inc eax; cmp eax, 4; jne
        a.out
            .extend_from_slice(&[0x48, 0x83, 0xc7, 64, 0x48, 0x83, 0xc6, 64]);
        a.out
            .extend_from_slice(&[0xff, 0xc0, 0x83, 0xf8, 4, 0x0f, 0x85]);
        let back = strips as i32 - (a.out.len() as i32 + 4);
        a.out.extend_from_slice(&back.to_le_bytes());
        if input.l.loads() {
            write_back(&mut a, &f, 8 * begun as i32);
        }
        let (spilled, is_dirty) = (a.spilled(), a.is_dirty());
        let cold = std::mem::take(&mut a.cold);
        let area = spills + spilled;
        out.size = (area + if out.is_no_leaf() { Far::SIZE } else { 0 }) as u32;
        if let Some((_, after)) = csr {
            load_csr(&mut self.code, after);
        }
        if is_dirty {
            // vzeroupper
            self.code.extend_from_slice(&[0xc5, 0xf8, 0x77]);
        }
        if out.is_no_leaf() {
            super::leave_calls(&mut self.code);
        }
        self.code.push(0xc3);
        if !cold.is_empty() {
            let places = Table::Dwords(0, size_of::<[u32; 4]>() as u32);
            let places = self.pool.place(Constant::Table(places));
            for c in cold {
                c.emit(&mut self.code, &self.puts, area, places);
            }
        }
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

/// The strip's part of a mask in a slot.
pub(super) fn part(slot: u32) -> Mem {
    Mem {
        index: Some((gpr::RAX, 1)),
        ..Mem::at(gpr::RCX, 8 * slot as i32)
    }
}

impl Emit<'_, '_> {
    /// What a strip begins with; gives the jump of strips without a lane.
    fn strip(&mut self, guest: &[V; 256], mut room: usize) -> usize {
        // cmp word [rcx + 2 * rax + begun], 0; je
        let a = &mut self.a;
        with(a.out, &[0x66, 0x83, 0xbc, 0x41], self.begun);
        a.out.push(0);
        let over = a.jump(&[0x0f, 0x84]);
        for (_, v) in &self.f.vectors {
            a.pin(*v, true);
        }
        for (r, both) in &self.f.pairs {
            let [low, high] = [0, 1].map(|k| Mem::at(gpr::RDI, 256 * (i32::from(*r) + k)));
            let rooms = both.map(|v| a.room(v));
            let other = a.free_vector();
            load(a.out, other, low);
            for (to, table) in rooms.into_iter().zip(self.tables.join) {
                load(a.out, to, Mem::at(gpr::R11, table));
                let rm = Rm::Mem(high);
                evex(a.out, e::PERMI2_D, to, other, rm, Mask::default());
            }
        }
        for (_, _, v) in self.f.masks.iter().take(Final::IN_REGISTERS) {
            a.pin(*v, true);
        }
        // What the loop does not change, as far as there is room.
        let mut fixed: Vec<V> = guest
            .iter()
            .copied()
            .filter(|v| *v != super::NONE)
            .collect();
        fixed.retain(|v| a.values[*v as usize].uses > 0);
        fixed.sort_by_key(|v| u32::MAX - a.values[*v as usize].uses);
        for v in fixed {
            if room > 0 {
                room -= 1;
                a.pin(v, false);
            }
        }
        for (_, [first, now, _]) in &self.f.scalars {
            copy_slot(a.out, *first, *now);
        }
        // mov r8d, 1
        a.out.extend_from_slice(&[0x41, 0xb8, 1, 0, 0, 0]);
        over
    }

    fn rounds(&mut self, insts: &[Inst], marks: &[(u32, u64)], locations: &mut Vec<(u32, u64)>) {
        let a = &mut self.a;
        let round = a.out.len();
        a.run(insts, marks, locations);
        a.forget();
        let exec = a.values[self.f.masks[0].2 as usize].reg;
        // kortestw exec, exec; jz
        a.out
            .extend_from_slice(&[0xc5, 0xf8, 0x98, 0xc0 | exec << 3 | exec]);
        let left = a.jump(&[0x0f, 0x84]);
        // cmp r8, [rcx + limit]; je
        with(a.out, &[0x4c, 0x3b, 0x81], 8 * self.f.limit as i32);
        let enough = a.jump(&[0x0f, 0x84]);
        // add r8, r8; jmp
        a.out.extend_from_slice(&[0x4d, 0x01, 0xc0, 0xe9]);
        let back = round as i32 - (a.out.len() as i32 + 4);
        a.out.extend_from_slice(&back.to_le_bytes());
        a.land(left);
        a.land(enough);
    }

    /// What a strip ends with.
    fn store(&mut self) {
        let a = &mut self.a;
        // lea r9, [r8 + r8 - 1]; or [rcx + bits], r9
        a.out.extend_from_slice(&[0x4f, 0x8d, 0x4c, 0x00, 0xff]);
        with(a.out, &[0x4c, 0x09, 0x89], 8 * self.f.bits as i32);
        let mut k = 0;
        let mut place = |r: u8| {
            k += 1;
            match self.loads {
                true => Mem::at(gpr::RSI, 256 * (k - 1)),
                false => Mem::at(gpr::RDI, 256 * i32::from(r)),
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
                load(a.out, to, Mem::at(gpr::R11, table));
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
        // cmp r8, [rcx + most]; jb
        with(a.out, &[0x4c, 0x3b, 0x81], 8 * self.f.most as i32);
        let fewer = match planted(Fault::LastStrip) {
            true => None,
            false => Some(a.jump(&[0x0f, 0x82])),
        };
        // mov [rcx + most], r8
        with(a.out, &[0x4c, 0x89, 0x81], 8 * self.f.most as i32);
        for (_, [_, now, last]) in &self.f.scalars {
            copy_slot(a.out, *now, *last);
        }
        if let Some(fewer) = fewer {
            a.land(fewer);
        }
    }
}

fn load(out: &mut Vec<u8>, r: u8, from: Mem) {
    evex(out, e::LOAD, r, 0, Rm::Mem(from), Mask::default());
}

fn store(out: &mut Vec<u8>, r: u8, to: Mem) {
    evex(out, e::STORE, r, 0, Rm::Mem(to), Mask::default());
}

/// Copies the dword of a slot, through R9.
fn copy_slot(out: &mut Vec<u8>, from: u32, to: u32) {
    // mov r9d, [rcx + from]; mov [rcx + to], r9d
    with(out, &[0x44, 0x8b, 0x89], 8 * from as i32);
    with(out, &[0x44, 0x89, 0x89], 8 * to as i32);
}

/// Behind all strips: takes vector registers from the temporaries, unless a load has failed.
fn write_back(a: &mut Alloc<'_>, f: &Final, begun: i32) {
    // cmp qword [rbx + failed], 0; jne
    with(a.out, &[0x48, 0x83, 0xbb], Ctx::FAILED);
    a.out.push(0);
    let failed = a.jump(&[0x0f, 0x85]);
    for strip in 0..4 {
        // cmp word [rcx + begun], 0; je
        with(a.out, &[0x66, 0x83, 0xb9], begun + 2 * strip);
        a.out.push(0);
        let none = a.jump(&[0x0f, 0x84]);
        let pairs = f.pairs.iter().flat_map(|(r, _)| [*r, r + 1]);
        let registers = f.vectors.iter().map(|v| v.0).chain(pairs);
        for (k, r) in (0..).zip(registers) {
            // Both registers have gone on by four strips.
            let at = 64 * strip - 256;
            load(a.out, 31, Mem::at(gpr::RSI, 256 * k + at));
            store(a.out, 31, Mem::at(gpr::RDI, 256 * i32::from(r) + at));
        }
        a.land(none);
    }
    a.land(failed);
}

/// A vector register that a value has for good, which a strip begins with.
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
