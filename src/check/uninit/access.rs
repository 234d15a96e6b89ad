//! What instructions that access memory do to undefined bits.

use std::ops::Range;

use super::follow::Step;
use super::memory::{Bits, Global, Local, Private};
use super::regs::Origin;
use super::step::State;
use crate::check::accesses::{Accesses, Part, bits};
use crate::check::operands::{Operands as Lists, Role};
use crate::interp::probe;
use crate::interp::seen::{Seen, Space};
use crate::ir::plant::{Fault, unless_planted};
use crate::isa::facts::{Atomic, DsAct, FlatAct, Load, MubufAct, SmemAct, Store};
use crate::isa::{Inst, Segment};
use crate::machine::Env;
use crate::machine::wave::{LANES, Wave};

/// The memories that a wave reaches.
pub struct Spaces<'a> {
    /// Of the work-group.
    pub lds: &'a mut Local,
    /// Of the wave, by lane.
    pub private: &'a mut Private,
    /// Of all.
    pub global: &'a Global,
    /// Where scalar memory finds the private memory.
    pub scratch: Range<u64>,
    /// Whether loads of 16 bits write whole registers.
    pub ecc: bool,
}

/// What an instruction does with memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    /// Fills registers from here on; or dwords in the LDS.
    Loads(Load, u16, bool),
    /// Fills so many registers from here on with what groups of 16 lanes load together.
    LoadsTransposed(u8, u16),
    /// Fills so many registers from here on, from two places.
    Loads2(u8, u16),
    /// Stores registers from here on.
    Stores(Store, u16),
    /// Stores so many registers to each of two places, from there and there on.
    Stores2(u8, [u16; 2]),
    /// As both of these.
    Exchanges2(u8, [u16; 2], u16),
    /// An atomic on so many dwords.
    Atomic(Atomic, u8, Data),
    /// An atomic whose data is in memory, before what it changes.
    FromMemory(Atomic, u8),
    /// A load from the LDS that is stored elsewhere.
    Moves,
    /// Loads whose registers are all or nothing.
    Typed,
    /// Such stores.
    StoresTyped,
    /// Something that reads or writes no memory that is looked at.
    Other,
}

/// Where an atomic has its data, and puts the old value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Data {
    first: [Option<u16>; 2],
    scalar: bool,
    old: Option<u16>,
}

pub(super) fn act(inst: &Inst) -> Act {
    let row = inst.row();
    let two = row.shape.src[1].dwords() != 0;
    match inst {
        Inst::Ds { op, f } => {
            let returns = row.shape.dst.dwords() != 0;
            let data = Data {
                first: [Some(f.first()), two.then_some(f.second())],
                scalar: false,
                old: returns.then_some(f.dst()),
            };
            match op.act() {
                DsAct::Loads(kind) => Act::Loads(kind, f.dst(), false),
                DsAct::LoadsByLane => Act::Loads(Load::Dwords(1), f.dst(), false),
                DsAct::LoadsTransposed(_) => Act::LoadsTransposed(row.shape.dst.dwords(), f.dst()),
                DsAct::Loads2(n, _) => Act::Loads2(2 * n, f.dst()),
                DsAct::Stores(kind) => Act::Stores(kind, f.first()),
                DsAct::StoresByLane => Act::Stores(Store::Dwords(1), f.first()),
                DsAct::Stores2(n, _) => Act::Stores2(n, [f.first(), f.second()]),
                DsAct::Exchanges2(n, _) => Act::Exchanges2(n, [f.first(), f.second()], f.dst()),
                DsAct::Atomic32(op) => Act::Atomic(op, 1, data),
                DsAct::Atomic64(op) => Act::Atomic(op, 2, data),
                // Its data decides which of the dwords it replaces.
                DsAct::ConditionalExchange => Act::Atomic(Atomic::FAdd, 2, data),
                DsAct::Append | DsAct::Consume => {
                    let first = [None; 2];
                    Act::Atomic(Atomic::Add, 1, Data { first, ..data })
                }
                DsAct::Src2On32(op) => Act::FromMemory(op, 1),
                DsAct::Src2On64(op) => Act::FromMemory(op, 2),
                DsAct::Swizzle
                | DsAct::BPermute
                | DsAct::Permute
                | DsAct::Nothing
                | DsAct::Syncs(_)
                | DsAct::Orders
                | DsAct::Undefined => Act::Other,
            }
        }
        Inst::Flat { op, f } => {
            let atomic = |op, n: u8| {
                let compares = row.shape.src[0].dwords() == 2 * n;
                let data = Data {
                    first: [Some(f.data()), compares.then(|| f.data() + u16::from(n))],
                    scalar: false,
                    old: f.glc.then_some(f.dst()),
                };
                Act::Atomic(op, n, data)
            };
            match op.act() {
                FlatAct::Loads(kind) => Act::Loads(kind, f.dst(), f.lds),
                FlatAct::Stores(kind) => Act::Stores(kind, f.data()),
                FlatAct::Atomic32(op) => atomic(op, 1),
                FlatAct::Atomic64(op) => atomic(op, 2),
            }
        }
        Inst::Mubuf { op, f } => {
            let atomic = |op, n: u8| {
                let compares = row.shape.src[0].dwords() == 2 * n;
                let data = Data {
                    first: [Some(f.data()), compares.then(|| f.data() + u16::from(n))],
                    scalar: false,
                    old: f.glc.then_some(f.data()),
                };
                Act::Atomic(op, n, data)
            };
            match op.act() {
                MubufAct::Loads(kind) => Act::Loads(kind, f.data(), f.lds),
                MubufAct::Stores(kind) => Act::Stores(kind, f.data()),
                MubufAct::StoresLds => Act::Moves,
                MubufAct::Atomic32(op) => atomic(op, 1),
                MubufAct::Atomic64(op) => atomic(op, 2),
                MubufAct::LoadsFormat(..) if f.lds => Act::Moves,
                MubufAct::LoadsFormat(..) => Act::Typed,
                MubufAct::StoresFormat(..) => Act::StoresTyped,
                MubufAct::Cache => Act::Other,
            }
        }
        Inst::Smem { op, f } => {
            let atomic = |op, n: u8| {
                let compares = row.shape.src[0].dwords() == 2 * n;
                let first = u16::from(f.sdata);
                let data = Data {
                    first: [Some(first), compares.then_some(first + u16::from(n))],
                    scalar: true,
                    old: f.glc.then_some(first),
                };
                Act::Atomic(op, n, data)
            };
            match op.act() {
                SmemAct::Loads(_, n) => Act::Loads(Load::Dwords(n), f.sdata.into(), false),
                SmemAct::Stores(_, n) => Act::Stores(Store::Dwords(n), f.sdata.into()),
                SmemAct::Atomic32(_, op) => atomic(op, 1),
                SmemAct::Atomic64(_, op) => atomic(op, 2),
                SmemAct::Clock | SmemAct::RealTime | SmemAct::Cache => Act::Other,
            }
        }
        Inst::Mtbuf { .. } | Inst::Mimg { .. } => {
            let stores = row.flags.has(crate::isa::Flags::STORES);
            if stores { Act::StoresTyped } else { Act::Typed }
        }
        _ => Act::Other,
    }
}

/// What the interpreter is going to tell of an instruction that loads or stores, in the order in which it does.
pub(super) fn told(inst: &Inst, accesses: &Accesses) -> Vec<Seen> {
    let mut all = Vec::new();
    // These are executed a dword at a time.
    let dwords = matches!(inst, Inst::Mubuf { .. } | Inst::Smem { .. });
    let lanes = accesses.parts().iter().fold(0, |all, p| all | p.lanes);
    for lane in bits(lanes) {
        for p in (accesses.parts().iter()).filter(|p| p.lanes >> lane & 1 != 0) {
            let step = if dwords { p.bytes.min(4) } else { p.bytes };
            for at in (0..p.bytes).step_by(step.max(1) as usize) {
                all.push(Seen {
                    space: p.space,
                    address: p.at[lane].wrapping_add(at.into()),
                    bytes: step,
                    writes: p.writes,
                    reads: p.reads,
                    lane: (!accesses.scalar).then_some(lane as u8),
                });
            }
        }
    }
    all
}

/// Whether the DS instruction exchanges data between lanes.
fn exchanges(act: DsAct) -> bool {
    matches!(act, DsAct::Swizzle | DsAct::BPermute | DsAct::Permute)
}

/// Which bits of the new value in memory are undefined, where those of the old value and of the data are.
fn combined(op: Atomic, dwords: u8, old: u128, data: u128, data2: u128) -> u128 {
    let width = u128::MAX >> (128 - 32 * u32::from(dwords));
    let all = |any: u128| if any == 0 { 0 } else { width };
    let up = |any: u128| match any {
        0 => 0,
        any => u128::MAX << any.trailing_zeros() & width,
    };
    match op {
        Atomic::Swap => data,
        Atomic::And | Atomic::Or | Atomic::Xor => old | data,
        Atomic::MskOr => old | data | data2,
        Atomic::Add | Atomic::Sub | Atomic::RSub => up(old | data),
        // Which it is is decided where all that is compared is defined.
        Atomic::CmpSwap | Atomic::FCmpSwap if old | data2 == 0 => data,
        Atomic::CmpSt | Atomic::FCmpSt if old | data == 0 => data2,
        _ => all(old | data | data2),
    }
}

impl Spaces<'_> {
    fn read(&self, s: &Seen) -> Bits {
        match (s.space, s.lane) {
            _ if s.bytes == 0 => (0, Origin::REGISTER),
            (Space::Lds, _) => self.lds.read(s.address, s.bytes),
            (Space::Private, Some(lane)) => self.private.read(lane.into(), s.address, s.bytes),
            (Space::Private, None) => (0, Origin::REGISTER),
            (Space::Global, None) if self.scratch.contains(&s.address) => self
                .private
                .read_through(s.address - self.scratch.start, s.bytes),
            (Space::Global, _) if self.global.is_defined() => (0, Origin::REGISTER),
            (Space::Global, _) => self.global.read(s.address, s.bytes),
        }
    }

    fn write(&mut self, s: &Seen, bits: Bits) {
        match (s.space, s.lane) {
            _ if s.bytes == 0 => {}
            (Space::Lds, _) => self.lds.write(s.address, s.bytes, bits),
            (Space::Private, Some(lane)) => {
                self.private.write(lane.into(), s.address, s.bytes, bits);
            }
            (Space::Private, None) => {}
            (Space::Global, None) if self.scratch.contains(&s.address) => {
                let at = s.address - self.scratch.start;
                self.private.write_through(at, s.bytes, bits);
            }
            (Space::Global, _) if bits.0 == 0 && self.global.is_defined() => {}
            (Space::Global, _) => self.global.write(s.address, s.bytes, bits),
        }
    }
}

/// Registers of one kind, for what goes to and comes from memory.
#[derive(Clone, Copy)]
enum At {
    Scalar,
    Lane(usize),
}

impl State {
    fn get(&self, at: At, n: u16) -> (u32, Origin) {
        match at {
            At::Scalar => self.regs.scalar(n as u8),
            At::Lane(lane) => self.regs.vector(n, lane),
        }
    }

    fn set(&mut self, at: At, n: u16, bits: u32, from: Origin) {
        match at {
            At::Scalar => self.regs.set_scalar(n as u8, bits, from),
            At::Lane(lane) => self.regs.set_vector(n, lane, bits, from),
        }
    }

    /// So many registers from `first` on.
    fn gather(&self, at: At, first: u16, count: u8) -> Bits {
        let (mut all, mut origin) = (0, Origin::REGISTER);
        for i in 0..u16::from(count.min(4)) {
            let (bits, from) = self.get(at, first + i);
            if bits != 0 && all == 0 {
                origin = from;
            }
            all |= u128::from(bits) << (32 * i);
        }
        (all, origin)
    }

    /// Registers that decide where an instruction of memory goes: `wave` executes it next.
    pub fn addresses(&mut self, inst: &Inst, lists: &Lists, wave: &Wave, env: &Env<'_>) {
        if let Inst::Ds { op, .. } = inst
            && exchanges(op.act())
        {
            self.find_route(inst, wave, env);
        }
        let vector = !matches!(inst, Inst::Smem { .. });
        if vector && wave.exec() == 0 {
            return;
        }
        let swizzles = matches!(inst, Inst::Ds { op, .. } if op.act() == DsAct::Swizzle);
        let (rule, mask) = match inst {
            Inst::Ds { op, f } if matches!(op.act(), DsAct::BPermute | DsAct::Permute) => {
                // The number of the lane, times 4.
                ("U06", if f.offset0 & 3 == 0 { 0xfc } else { 0xff })
            }
            _ => ("U04", u32::MAX),
        };
        for r in &lists.reads {
            let rule = match r.role {
                Role::Address if !swizzles => rule,
                Role::Base => "U04",
                Role::Descriptor | Role::Sampler | Role::Offset => "U05",
                Role::LdsBase | Role::GdsBase => "U05",
                // FLAT instructions that do not reach the LDS have no limit there.
                Role::LdsLimit if matches!(inst, Inst::Ds { .. }) => "U05",
                _ => continue,
            };
            if r.is_vector() {
                self.vectors_used(rule, r.in_file(), wave.exec(), mask)
            } else {
                self.scalars_used(rule, r.first, r.count, u32::MAX)
            }
        }
    }

    /// Whether all is defined that says where an instruction goes, which is there where `seen` tells.
    pub(super) fn goes_defined(&self, step: &Step<'_>, seen: &Accesses, wave: &Wave) -> bool {
        let flat = matches!(step.inst, Inst::Flat { .. });
        let global = |p: &Part| p.space == Space::Global;
        let far = seen.parts().iter().all(global);
        step.lists.reads.iter().all(|r| match r.role {
            Role::Data => true,
            Role::LdsLimit | Role::Implicit if flat && far => true,
            _ if r.is_vector() => {
                let defined = |n| self.regs.undefined_in(n) & wave.exec() == 0;
                r.in_file().all(defined)
            }
            _ => r.numbers().all(|n| self.regs.scalar(n).0 == 0),
        })
    }

    /// A dword that all lanes load or store at one place in private memory, as they do with registers that are spilled;
    /// whether it is one.
    pub(super) fn moves_row(
        &mut self,
        act: Act,
        pc: u64,
        seen: &Accesses,
        wave: &Wave,
        private: &mut Private,
    ) -> bool {
        let [p] = seen.parts() else { return false };
        if p.space != Space::Private || p.lanes == 0 || p.lanes != wave.exec() || p.bytes != 4 {
            return false;
        }
        let Some(rows) = Private::rows(p) else {
            return false;
        };
        match act {
            Act::Loads(Load::Dwords(1), v, false) => {
                let (undefined, row) = unless_planted!(
                    Fault::RowDefined,
                    private.row(rows.start),
                    (0, private.row(rows.start).1)
                );
                self.regs.set_row(v, p.lanes, undefined, row, pc);
            }
            Act::Stores(Store::Dwords(1), v) => {
                let (undefined, row) = self.regs.row(v);
                private.set_row(rows.start, p.lanes, undefined, &row, pc);
            }
            _ => return false,
        }
        true
    }

    /// What an instruction of memory does, which `wave` has executed at `pc` and which has accessed what `seen` has.
    pub fn memory(
        &mut self,
        (inst, lists, pc): (&Inst, &Lists, u64),
        seen: &[Seen],
        wave: &Wave,
        spaces: &mut Spaces<'_>,
        pedantic: bool,
    ) {
        self.flat_scratch(inst, lists, seen);
        let scalar = matches!(inst, Inst::Smem { .. });
        match act(inst) {
            Act::Loads(kind, first, to_lds) => {
                let into = if to_lds { None } else { Some(first) };
                self.loads((kind, into, scalar), seen, wave, spaces, pc);
            }
            Act::LoadsTransposed(n, first) => {
                let kind = (Load::Dwords(n), Some(first), false);
                self.loads(kind, seen, wave, spaces, pc);
                self.goes_to_all(first, n, wave.exec());
            }
            Act::Loads2(n, first) => {
                self.loads(
                    (Load::Dwords(n), Some(first), false),
                    seen,
                    wave,
                    spaces,
                    pc,
                );
            }
            Act::Stores(kind, first) => {
                let mut done = [0u16; LANES];
                for s in seen.iter().filter(|s| s.writes) {
                    let at = if scalar {
                        At::Scalar
                    } else {
                        At::Lane(lane(s))
                    };
                    let first = first + done[lane(s)];
                    done[lane(s)] += s.bytes.div_ceil(4) as u16;
                    let (mut bits, from) = self.gather(at, first, s.bytes.div_ceil(4) as u8);
                    if let Store::B8Hi | Store::B16Hi = kind {
                        bits >>= 16;
                    }
                    self.stored(s, (bits, from), pc, spaces, pedantic);
                }
            }
            Act::Stores2(n, first) => self.stores2(n, first, None, seen, pc, spaces),
            Act::Exchanges2(n, first, old) => {
                self.stores2(n, first, Some(old), seen, pc, spaces);
            }
            Act::Atomic(op, n, data) => {
                self.atomic((op, n, data), seen, wave, pc, spaces, pedantic);
            }
            Act::FromMemory(op, n) => {
                let mut from_memory = (0, Origin::REGISTER);
                for s in seen {
                    let here = spaces.read(s);
                    if !s.writes {
                        from_memory = here;
                    } else if s.reads {
                        let bits = combined(op, n, here.0, from_memory.0, 0);
                        let from = if here.0 != 0 { here.1 } else { from_memory.1 };
                        spaces.write(s, (bits, from.or_code(pc)));
                    }
                }
            }
            Act::Moves => {
                let mut loaded = [(0, Origin::REGISTER); LANES];
                for s in seen {
                    if s.reads {
                        loaded[lane(s)] = spaces.read(s);
                    } else {
                        spaces.write(s, loaded[lane(s)]);
                    }
                }
            }
            Act::Typed => self.typed(lists, seen, wave, spaces),
            Act::StoresTyped => {
                let data = || lists.reads.iter().filter(|r| r.role == Role::Data);
                for s in seen.iter().filter(|s| s.writes) {
                    let here = At::Lane(lane(s));
                    let all = data().flat_map(|r| r.in_file()).map(|n| self.get(here, n));
                    let from = all
                        .into_iter()
                        .find_map(|(bits, from)| (bits != 0).then_some(from));
                    let bits = if from.is_some() { u128::MAX } else { 0 };
                    self.stored(s, (bits, from.unwrap_or_default()), pc, spaces, pedantic);
                }
            }
            Act::Other => self.lanes(inst, lists, wave, pc),
        }
    }

    /// FLAT_SCRATCH, where private memory was reached by it.
    fn flat_scratch(&mut self, inst: &Inst, lists: &Lists, seen: &[Seen]) {
        let Inst::Flat { f, .. } = inst else { return };
        let private = seen.iter().any(|s| s.space == Space::Private);
        if f.seg == Segment::Global || !private {
            return;
        }
        let pair = lists.reads.iter().filter(|r| r.role == Role::Implicit);
        for r in pair.filter(|r| !r.is_vector()) {
            self.scalars_used("U05", r.first, r.count, u32::MAX);
        }
    }

    /// A store to memory of data with these undefined bits.
    fn stored(
        &mut self,
        s: &Seen,
        (bits, from): Bits,
        pc: u64,
        spaces: &mut Spaces<'_>,
        pedantic: bool,
    ) {
        let width = u128::MAX >> (128 - 8 * s.bytes.clamp(1, 16));
        let bits = bits & width;
        if bits != 0 && pedantic && s.space == Space::Global && s.bytes != 0 {
            self.data_used("U10", s.lane, from);
        }
        spaces.write(s, (bits, from.or_code(pc)));
    }

    /// A load of `kind` into registers from `first` on, or into the LDS.
    fn loads(
        &mut self,
        (kind, first, scalar): (Load, Option<u16>, bool),
        seen: &[Seen],
        wave: &Wave,
        spaces: &mut Spaces<'_>,
        pc: u64,
    ) {
        let (_, registers) = match kind {
            Load::Dwords(n) => (0, n),
            kind => probe::load_size(kind),
        };
        if scalar {
            let mut raw = [(0, Origin::REGISTER); 16];
            for (raw, s) in raw.iter_mut().zip(seen.iter().filter(|s| s.reads)) {
                let (bits, from) = spaces.read(s);
                *raw = (bits as u32, from);
            }
            for (i, (bits, from)) in raw[..usize::from(registers).min(16)].iter().enumerate() {
                let n = first.unwrap_or(0) + i as u16;
                self.set(At::Scalar, n, *bits, from.or_code(pc));
            }
            return;
        }
        let mut any = false;
        let (mut all, mut done) = ([(0u128, Origin::REGISTER); LANES], [0u32; LANES]);
        for s in seen {
            let lane = lane(s);
            if s.reads {
                let (bits, from) = spaces.read(s);
                if bits != 0 {
                    any = true;
                    let whole = &mut all[lane];
                    whole.0 |= bits.checked_shl(8 * done[lane]).unwrap_or(0);
                    whole.1 = from;
                }
                done[lane] += s.bytes.next_multiple_of(4);
            } else if first.is_none() {
                let (bits, from) = all[lane];
                let bits = match kind {
                    Load::Dwords(_) => bits,
                    kind => probe::loaded(kind, bits as u32, 0).into(),
                };
                spaces.write(s, (bits, from.or_code(pc)));
            }
        }
        let Some(first) = first else { return };
        let whole = matches!(
            kind,
            Load::U8 | Load::I8 | Load::U16 | Load::I16 | Load::Dwords(_)
        );
        for i in 0..u16::from(registers) {
            let n = first + i;
            if !any && whole {
                self.regs.define(n, wave.exec());
                continue;
            }
            for lane in (0..LANES).filter(|lane| wave.exec() >> lane & 1 != 0) {
                let (bits, from) = all[lane];
                let (old, old_from) = if spaces.ecc {
                    (0, Origin::REGISTER)
                } else {
                    self.regs.vector(n, lane)
                };
                let new = probe::loaded(kind, (bits >> (32 * i)) as u32, old);
                let from = if bits == 0 { old_from } else { from };
                self.regs.set_vector(n, lane, new, from.or_code(pc));
            }
        }
    }

    /// What one of 16 lanes has loaded goes to all of them: where something of it is undefined, all is taken for undefined.
    fn goes_to_all(&mut self, first: u16, n: u8, exec: u64) {
        let registers = first..first + u16::from(n);
        for group in (0..LANES).step_by(16) {
            let lanes = (group..group + 16).filter(|lane| exec >> lane & 1 != 0);
            let mut places = lanes
                .clone()
                .flat_map(|lane| registers.clone().map(move |v| (v, lane)));
            let undefined = places.find_map(|(v, lane)| match self.regs.vector(v, lane) {
                (0, _) => None,
                (_, from) => Some(from),
            });
            let Some(from) = undefined else { continue };
            for (v, lane) in lanes.flat_map(|lane| registers.clone().map(move |v| (v, lane))) {
                self.regs.set_vector(v, lane, u32::MAX, from);
            }
        }
    }

    /// Stores of `n` registers each to two places; with `old` exchanges.
    fn stores2(
        &mut self,
        n: u8,
        first: [u16; 2],
        old: Option<u16>,
        seen: &[Seen],
        pc: u64,
        spaces: &mut Spaces<'_>,
    ) {
        let mut data = Vec::new();
        for s in seen.iter().filter(|s| s.writes) {
            let half = data.iter().filter(|(l, _)| *l == lane(s)).count() & 1;
            data.push((lane(s), self.gather(At::Lane(lane(s)), first[half], n)));
        }
        let mut data = data.into_iter();
        let (mut done, n) = ([0; LANES], u16::from(n));
        for s in seen {
            if s.writes {
                let (_, (bits, from)) = data.next().unwrap_or_default();
                spaces.write(s, (bits, from.or_code(pc)));
            } else if let Some(old) = old {
                let (bits, from) = spaces.read(s);
                for i in 0..n {
                    let v = old + done[lane(s)] + i;
                    let bits = (bits >> (32 * i)) as u32;
                    self.regs.set_vector(v, lane(s), bits, from.or_code(pc));
                }
                done[lane(s)] += n;
            }
        }
    }

    fn atomic(
        &mut self,
        (op, n, data): (Atomic, u8, Data),
        seen: &[Seen],
        wave: &Wave,
        pc: u64,
        spaces: &mut Spaces<'_>,
        pedantic: bool,
    ) {
        let mut results = [(0, Origin::REGISTER); LANES];
        // An atomic on LDS or private memory may be told as its parts, too.
        for s in seen.iter().filter(|s| s.reads && s.writes) {
            let at = if data.scalar {
                At::Scalar
            } else {
                At::Lane(lane(s))
            };
            let operand = |i: usize| {
                let first = data.first[i];
                first.map_or((0, Origin::REGISTER), |first| self.gather(at, first, n))
            };
            let (mut a, b) = (operand(0), operand(1));
            // A ring and others combine both.
            let from = if a.0 != 0 { a.1 } else { b.1 };
            if (a.0 | b.0) != 0 && pedantic && s.space == Space::Global && s.bytes != 0 {
                self.data_used("U11", s.lane, from);
                a.0 = 0;
            }
            let old = spaces.read(s);
            let bits = combined(op, n, old.0, a.0, b.0);
            let new_from = if old.0 != 0 { old.1 } else { from };
            spaces.write(s, (bits, new_from.or_code(pc)));
            results[lane(s)] = old;
        }
        let Some(first) = data.old else { return };
        if seen.iter().all(|s| s.lane.is_none()) && !data.scalar {
            // DS_APPEND: one for all lanes.
            results = [results[0]; LANES];
        }
        for i in 0..u16::from(n) {
            let v = first + i;
            let bits = |r: &Bits| (r.0 >> (32 * i)) as u32;
            if data.scalar {
                let from = results[0].1.or_code(pc);
                self.set(At::Scalar, v, bits(&results[0]), from);
                continue;
            }
            for (lane, r) in results.iter().enumerate() {
                if wave.exec() >> lane & 1 != 0 {
                    self.regs.set_vector(v, lane, bits(r), r.1.or_code(pc));
                }
            }
        }
    }

    /// Loads through formats: all of what is loaded in a lane is undefined if anything of it is.
    fn typed(&mut self, lists: &Lists, seen: &[Seen], wave: &Wave, spaces: &Spaces<'_>) {
        let mut all = [None; LANES];
        for s in seen.iter().filter(|s| s.reads) {
            let (bits, from) = spaces.read(s);
            let found = &mut all[lane(s)];
            *found = found.or((bits != 0).then_some(from));
        }
        for r in lists.writes.iter().filter(|r| r.is_vector()) {
            for v in r.in_file() {
                for (lane, from) in all.iter().enumerate() {
                    if wave.exec() >> lane & 1 != 0 {
                        let bits = if from.is_some() { u32::MAX } else { 0 };
                        self.regs
                            .set_vector(v, lane, bits, from.unwrap_or_default());
                    }
                }
            }
        }
    }

    /// What else there is: lanes that exchange data, clocks.
    fn lanes(&mut self, inst: &Inst, lists: &Lists, wave: &Wave, pc: u64) {
        let Inst::Ds { op, f } = inst else {
            return self.regs.define_listed(lists, wave.exec());
        };
        let exec = wave.exec();
        let data = match op.act() {
            DsAct::Swizzle => f.addr.into(),
            DsAct::BPermute | DsAct::Permute => f.first(),
            _ => return self.regs.define_listed(lists, exec),
        };
        let before: Vec<_> = (0..LANES)
            .map(|lane| self.regs.vector(data, lane))
            .collect();
        for lane in (0..LANES).filter(|lane| exec >> lane & 1 != 0) {
            let (bits, from) = match self.route[lane] {
                0 => (0, Origin::REGISTER),
                from => before[(from as usize - 1) % LANES],
            };
            self.regs.set_vector(f.dst(), lane, bits, from.or_code(pc));
        }
    }
}

/// The lane of an access; of those that are the wave's the first.
fn lane(s: &Seen) -> usize {
    usize::from(s.lane.unwrap_or(0)) % LANES
}
