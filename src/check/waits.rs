//! Uses of what has not been waited for: a scoreboard of the memory operations that a wave has under way.
//!
//! Each of the counters of `s_waitcnt` counts operations up as they are issued, and down as they are done. Those of
//! one kind are done in the order of their issue; where several kinds are under way, or scalar memory is, nothing is
//! known until the counter is zero. A counter has room for so many operations as its bits can tell: the card holds the
//! next one back until another is done (LLVM relies on that where it waits for one less, whatever came since). FLAT
//! instructions count where their lanes really went: in LDS, elsewhere, or both. A VGPR is waited for in the lanes that
//! the operation writes.
//!
//! Not modelled, since no kernel executes them: exports, and images with a sampler.
//!
//! Sources: LLVM 19, SIInsertWaitcnts; LLVM's "Memory Model GFX6-GFX9"; Mesa's ACO, README-ISA; AMD's manuals,
//! "Data Dependency Resolution". After each finding the registers count as there, so that one missing wait is one
//! finding.

mod barrier;
mod footprint;
pub(super) mod paths;

use std::borrow::Cow;
use std::ops::Range;

use smallvec::SmallVec;

pub(super) use self::barrier::AtBarrier;
use self::footprint::Footprint;
use super::accesses::{Accesses, Part};
use super::finding::{Class, Found, Other, Severity};
use super::operands::{Bank, Half, Operands, Registers, Role, register_name, vector_name};
use crate::interp::seen::Space;
use crate::isa::facts::{DsAct, SmemAct};
use crate::isa::{EXEC_LO, Flags, Gen, Gens, Inst, Operand, Smem, Sopp, Vop1, Vop2};
use crate::machine::MODE_VSKIP;
use crate::machine::wave::{FILE, Wave};
use crate::syntax::{Counter, counters};

/// The counters, in the order of [`counters`].
const VM: usize = 0;
const EXP: usize = 1;
const LGKM: usize = 2;

/// The field of `s_waitcnt` that waits for LDS, GDS, constants and messages.
pub(super) fn lgkmcnt(generation: Gen, simm16: u16) -> u16 {
    counters(generation)[LGKM].get(simm16)
}

/// Kinds of operations: each in order by itself, except scalar memory and mixed FLATs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Vector memory.
    Vmem,
    /// FLAT with lanes in LDS and lanes elsewhere.
    Mixed,
    Lds,
    Gds,
    /// Scalar memory.
    Smem,
    Message,
    /// The data of vector memory, which is read from VGPRs (gfx6; perhaps gfx7).
    StoreData,
    /// Address and data of the GDS.
    GdsData,
}

const KINDS: usize = 8;

/// How many operations a counter has room for at most. LLVM and the manuals of gfx8 and gfx9 give lgkmcnt 4 bits; the
/// manuals of gfx6 and gfx7 give it 5, of which LLVM uses 4.
fn room(generation: Gen, counter: usize) -> u16 {
    match (counter, generation) {
        (LGKM, Gen::Gfx6 | Gen::Gfx7) => 31,
        _ => counters(generation)[counter].max(),
    }
}

/// What is known of a counter.
#[derive(Clone, Debug, Default)]
struct Count {
    /// Operations issued.
    issued: u32,
    /// So many of them, the first ones, are known to be done.
    done: u32,
    /// The latest operation of each kind.
    latest: [u32; KINDS],
    /// The latest wait: for what value, and how many were issued then.
    waited: Option<(u16, u32)>,
}

impl Count {
    /// Whether operations are done in the order of their issue.
    fn ordered(&self) -> bool {
        let under_way = |k: Kind| self.latest[k as usize] > self.done;
        let kinds = self.latest.iter().filter(|&&n| n > self.done).count();
        kinds <= 1 && !under_way(Kind::Smem) && !under_way(Kind::Mixed)
    }

    /// Counts an operation; gives its number.
    fn issue(&mut self, kind: Kind, room: u16) -> u32 {
        self.issued += 1;
        // It is held back until there is room for it: of those before it, as far as they are in order, the first is
        // done then, whatever this one is.
        if self.ordered() {
            self.done = self.done.max(self.issued.saturating_sub(room.into()));
        }
        self.latest[kind as usize] = self.issued;
        self.issued
    }

    /// Waits until at most `n` are under way.
    fn wait(&mut self, n: u16) {
        self.waited = Some((n, self.issued));
        if n == 0 || self.ordered() {
            self.done = self.done.max(self.issued.saturating_sub(n.into()));
        }
    }
}

/// An operation under way.
#[derive(Clone, Debug)]
struct Event {
    pc: u64,
    kind: Kind,
    /// Its number on each counter; 0 where it does not count.
    numbers: [u32; 3],
    /// Vector registers that it will write, or holds until it has read them.
    vectors: SmallVec<[(Range<u16>, Half); 2]>,
    /// Of the lanes.
    lanes: u64,
    /// Scalar registers that it will write: first and count.
    scalars: (u8, u8),
    /// Bytes of LDS that it writes.
    lds: Footprint,
    /// Bytes of LDS that it reads, where other waves may come to write them behind a barrier.
    lds_reads: Footprint,
    /// It is an atomic.
    atomic: bool,
    /// Bytes of global memory that it writes; of scalar memory, reads.
    global: Footprint,
}

impl Event {
    fn new(pc: u64, kind: Kind) -> Event {
        Event {
            pc,
            kind,
            numbers: [0; 3],
            vectors: SmallVec::new(),
            lanes: 0,
            scalars: (0, 0),
            lds: Footprint::default(),
            lds_reads: Footprint::default(),
            atomic: false,
            global: Footprint::default(),
        }
    }

    /// Whether it holds registers rather than writing them.
    fn holds(&self) -> bool {
        matches!(self.kind, Kind::StoreData | Kind::GdsData)
    }

    /// Whether there is nothing that anybody could meet.
    fn is_empty(&self) -> bool {
        let none = self.vectors.is_empty() && self.scalars.1 == 0;
        let memory = [&self.lds, &self.lds_reads, &self.global];
        none && memory.into_iter().all(Footprint::is_empty)
    }

    fn forget_registers(&mut self) {
        self.vectors.clear();
        self.scalars = (0, 0);
    }
}

/// A set of lanes' registers, by their numbers in the wave's file.
type VectorSet = [u64; FILE / 64];

fn insert(set: &mut VectorSet, all: Range<u16>) {
    for n in all {
        set[usize::from(n) / 64] |= 1 << (n % 64);
    }
}

fn overlap(a: &VectorSet, b: &VectorSet) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Scalar registers as a set.
fn scalar_bits(first: u8, count: u8) -> u128 {
    ((1u128 << count) - 1) << first
}

/// To which unit an instruction goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Issue {
    #[default]
    None,
    Smem,
    Lds,
    Gds,
    Vmem,
    Flat,
    Message,
}

/// What there is to check and to note at an instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    reads: (VectorSet, u128),
    writes: (VectorSet, u128),
    issue: Issue,
    /// SIMM16 of `s_waitcnt`.
    waits: Option<u16>,
    barrier: bool,
    ends: bool,
    vector: bool,
    /// Its stored data stays in its registers until it counts in EXPCNT.
    holds: bool,
    /// It stores to memory, or has atomics there.
    writes_memory: bool,
    /// It does so with vector memory.
    stores: bool,
    /// `s_store`, whose data stays in the scalar cache; `s_dcache_wb`, which writes it back.
    dirties: bool,
    cleans: bool,
}

/// Registers that instructions read or write.
#[derive(Clone, Debug, Default)]
pub(super) struct Touches(VectorSet, u128);

impl Touches {
    /// Adds those of an instruction.
    pub fn add(&mut self, plan: &Plan) {
        for set in [&plan.reads, &plan.writes] {
            for (a, b) in self.0.iter_mut().zip(set.0) {
                *a |= b;
            }
            self.1 |= set.1;
        }
    }
}

impl Plan {
    /// Whether it acts on lanes.
    pub fn is_vector(&self) -> bool {
        self.vector
    }

    /// Whether it stores to memory by vector memory.
    pub fn stores(&self) -> bool {
        self.stores
    }

    /// Whether it may access the LDS by itself.
    pub fn is_of_lds(&self) -> bool {
        matches!(self.issue, Issue::Lds | Issue::Flat)
    }

    /// The same of an instruction whose addresses are not in the LDS.
    pub fn outside_lds(&self) -> Cow<'_, Plan> {
        if self.issue != Issue::Flat {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Plan {
            issue: Issue::Vmem,
            ..self.clone()
        })
    }

    /// Whether it changes what is under way.
    pub fn is_busy(&self) -> bool {
        self.issue != Issue::None || self.waits.is_some() || self.barrier || self.ends
    }

    /// The plan of an instruction with these operands.
    pub fn new(generation: Gen, inst: &Inst, operands: &Operands, pedantic: bool) -> Plan {
        let set = |list: &[Registers]| {
            let mut sets = (VectorSet::default(), 0);
            for r in list {
                match r.bank {
                    Bank::Scalar => sets.1 |= scalar_bits(r.first, r.count),
                    Bank::Vector | Bank::Accumulation => insert(&mut sets.0, r.in_file()),
                }
            }
            sets
        };
        let flags = inst.row().flags;
        let stores = flags.has(Flags::STORES) || flags.has(Flags::ATOMIC);
        let issue = issue(inst);
        let vector_memory = matches!(issue, Issue::Vmem | Issue::Flat);
        let mut plan = Plan {
            reads: set(&operands.reads),
            writes: set(&operands.writes),
            issue,
            vector: !matches!(
                inst,
                Inst::Sop1 { .. }
                    | Inst::Sop2 { .. }
                    | Inst::Sopk { .. }
                    | Inst::Sopc { .. }
                    | Inst::Sopp { .. }
                    | Inst::Smem { .. }
            ),
            holds: stores
                && vector_memory
                && (generation.has(Gens::STORES_HOLD_DATA)
                    || pedantic && generation.has(Gens::STORES_MAY_HOLD_DATA)),
            writes_memory: stores,
            stores: stores && vector_memory,
            ..Plan::default()
        };
        match inst {
            Inst::Sopp { op, simm16 } => match op {
                Sopp::S_WAITCNT => plan.waits = Some(*simm16),
                Sopp::S_BARRIER => plan.barrier = true,
                Sopp::S_ENDPGM => plan.ends = true,
                _ => {}
            },
            Inst::Smem { op, .. } => {
                plan.dirties = matches!(op.act(), SmemAct::Stores(..));
                plan.cleans = matches!(op, Smem::S_DCACHE_WB | Smem::S_DCACHE_WB_VOL);
            }
            _ => {}
        }
        plan
    }
}

/// To which unit the instruction goes.
fn issue(inst: &Inst) -> Issue {
    match inst {
        Inst::Smem { .. } => Issue::Smem,
        Inst::Ds { op, f } => match op.act() {
            DsAct::Nothing => Issue::None,
            _ if f.gds => Issue::Gds,
            _ => Issue::Lds,
        },
        // What invalidates caches does not count.
        Inst::Mubuf { op, .. } if !crate::decode::mubuf_has_address(*op) => Issue::None,
        Inst::Mubuf { .. } | Inst::Mtbuf { .. } | Inst::Mimg { .. } => Issue::Vmem,
        Inst::Flat { f, .. } => match f.seg {
            crate::isa::Segment::Flat => Issue::Flat,
            crate::isa::Segment::Global | crate::isa::Segment::Scratch => Issue::Vmem,
        },
        Inst::Sopp {
            op: Sopp::S_SENDMSG | Sopp::S_SENDMSGHALT,
            ..
        } => Issue::Message,
        _ => Issue::None,
    }
}

/// The lanes of a vector register that the instruction reads, and those that it writes.
fn lanes(inst: &Inst, wave: &Wave) -> (u64, u64) {
    let exec = wave.exec();
    let selected = |op: Operand| match op {
        Operand::Sgpr(s) => 1 << (wave.sgpr[s as usize & 127] & 63),
        Operand::Int(i) => 1 << (i & 63),
        _ => u64::MAX,
    };
    match inst {
        Inst::Mai { op, .. } if op.multiplies() => (u64::MAX, u64::MAX),
        Inst::Vop1 {
            op: Vop1::V_READFIRSTLANE_B32,
            ..
        } => match exec {
            0 => (1, 0),
            _ => (exec & exec.wrapping_neg(), 0),
        },
        Inst::Vop2 {
            op: Vop2::V_READLANE_B32,
            f,
        } => (selected(f.src[1]), 0),
        Inst::Vop2 {
            op: Vop2::V_WRITELANE_B32,
            f,
        } => (0, selected(f.src[1])),
        _ => (exec, exec),
    }
}

/// An instruction that a wave executes.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub inst: &'a Inst,
    pub plan: &'a Plan,
    pub operands: &'a Operands,
    /// Its address.
    pub pc: u64,
}

/// The scoreboard of one wave.
#[derive(Debug)]
pub(super) struct Board {
    generation: Gen,
    pedantic: bool,
    fields: [Counter; 3],
    counts: [Count; 3],
    events: Vec<Event>,
    /// Operations that were known to be done when the events were last looked through.
    swept: u32,
    /// Registers that events will write.
    pending: (VectorSet, u128),
    /// Vector registers that events hold.
    held: VectorSet,
    /// Where data was stored that is still in the scalar cache.
    dirty: Option<u64>,
    /// The active lanes, and whether VSKIP was set, before the instruction.
    exec: u64,
    skips: bool,
}

impl Board {
    /// That of a new wave.
    pub fn new(generation: Gen, pedantic: bool) -> Board {
        Board {
            generation,
            pedantic,
            fields: counters(generation),
            counts: Default::default(),
            events: Vec::new(),
            swept: 0,
            pending: Default::default(),
            held: Default::default(),
            dirty: None,
            exec: 0,
            skips: false,
        }
    }

    /// Makes it that of a new wave.
    pub fn restart(&mut self) {
        for c in &mut self.counts {
            *c = Count::default();
        }
        self.events.clear();
        self.swept = 0;
        self.dirty = None;
        self.refresh();
    }

    /// Whether it has to be known where an instruction goes in memory; `scalar_behind`: scalar memory may be read
    /// behind a store.
    #[inline]
    pub fn wants(&self, plan: &Plan, group: &AtBarrier, scalar_behind: bool) -> bool {
        match plan.issue {
            Issue::None | Issue::Message | Issue::Gds => false,
            Issue::Smem | Issue::Flat => true,
            Issue::Lds => group.matters() || self.transfers(),
            Issue::Vmem => {
                plan.stores && (scalar_behind || self.scalar_reads() || group.scalar_reads())
            }
        }
    }

    /// Whether scalar memory is accessing global memory.
    fn scalar_reads(&self) -> bool {
        let mut events = self.events.iter();
        events.any(|e| e.kind == Kind::Smem && !e.global.is_empty())
    }

    /// Whether a vector memory instruction is loading into the LDS.
    fn transfers(&self) -> bool {
        let mut events = self.events.iter();
        events.any(|e| e.kind == Kind::Vmem && !e.lds.is_empty())
    }

    /// Whether instructions that touch these registers, and nothing else, have nothing to wait for.
    #[inline]
    pub fn is_calm(&self, t: &Touches) -> bool {
        self.events.is_empty()
            || !overlap(&t.0, &self.pending.0)
                && t.1 & self.pending.1 == 0
                && self.held == VectorSet::default()
    }

    /// Before an instruction: what it reads and writes too early.
    #[inline]
    pub fn before(&mut self, s: Step<'_>, wave: &Wave, found: &mut Vec<Found>) {
        self.exec = wave.exec();
        self.skips = s.plan.vector && wave.mode & MODE_VSKIP != 0;
        if self.events.is_empty() || self.skips {
            return;
        }
        let (reads, writes) = (&s.plan.reads, &s.plan.writes);
        if (reads.1 | writes.1) & self.pending.1 != 0 {
            self.scalars(s, found);
        }
        let exec_bits = scalar_bits(EXEC_LO, 2);
        if writes.1 & exec_bits != 0 {
            self.writes_exec(found);
        }
        if overlap(&reads.0, &self.pending.0) {
            let (read, _) = lanes(s.inst, wave);
            self.vectors(
                "V01",
                &s.operands.reads,
                read,
                "is read",
                |e| !e.holds(),
                found,
            );
        }
        // What other units write is known to be in order or not once it is known where FLATs go.
        if s.plan.issue == Issue::None && overlap(&writes.0, &self.pending.0) {
            let (_, written) = lanes(s.inst, wave);
            let writes = &s.operands.writes;
            self.vectors("V03", writes, written, "is written", |e| !e.holds(), found);
        }
        if overlap(&writes.0, &self.held) {
            let (_, written) = lanes(s.inst, wave);
            self.held_vectors(&s.operands.writes, written, found);
        }
    }

    /// The instruction has been executed, with these accesses; LDS is that of the work-group, wave `me` of it.
    #[inline]
    pub fn after(
        &mut self,
        s: Step<'_>,
        seen: &Accesses,
        group: &mut AtBarrier,
        (workgroup, me): ([u32; 3], u32),
        found: &mut Vec<Found>,
    ) {
        if self.skips {
            return;
        }
        if let Some(simm16) = s.plan.waits {
            return self.wait(simm16);
        }
        if s.plan.barrier {
            group.arrive(me, &self.events, |e| self.needed(e));
        }
        if s.plan.ends
            && let Some(pc) = self.dirty
        {
            found.push(self.found(
                "V13",
                Severity::Error,
                pc,
                "the wave ends while what s_store has written is in the scalar cache: it takes s_dcache_wb".to_owned(),
            ));
        }
        if !seen.is_empty() && s.plan.issue != Issue::Gds {
            self.lds_accesses(s.plan.issue, seen, found);
            let scalar = s.plan.issue == Issue::Smem;
            group.access((seen, scalar), (workgroup, me), |rule, other, text| {
                let other = Some(other);
                let f = self.found(rule, Severity::Error, 0, text);
                found.push(Found { other, ..f });
            });
        }
        if s.plan.issue != Issue::None {
            self.issue(s, seen, group.matters(), found);
        }
    }

    fn found(&self, rule: &'static str, severity: Severity, first: u64, message: String) -> Found {
        Found {
            class: Class::Waits,
            rule,
            severity,
            other: Some(Other::earlier(first)),
            lane: None,
            message,
        }
    }

    /// `s_waitcnt`.
    fn wait(&mut self, simm16: u16) {
        for (count, field) in self.counts.iter_mut().zip(&self.fields) {
            let n = field.get(simm16);
            if n < field.max() {
                count.wait(n);
            }
        }
        if !self.events.is_empty() {
            self.sweep();
        }
    }

    /// Forgets what is done.
    fn sweep(&mut self) {
        self.swept = self.counts.iter().map(|c| c.done).sum();
        let counts = &self.counts;
        let done = |(n, count): (&u32, &Count)| *n <= count.done;
        self.events
            .retain(|e| !e.is_empty() && !e.numbers.iter().zip(counts).all(done));
        self.refresh();
    }

    /// Finds anew which registers are waited for.
    fn refresh(&mut self) {
        self.pending = Default::default();
        self.held = Default::default();
        let events = std::mem::take(&mut self.events);
        events.iter().for_each(|e| self.note(e));
        self.events = events;
    }

    /// Notes which registers wait for an event.
    #[inline]
    fn note(&mut self, e: &Event) {
        let (first, count) = e.scalars;
        self.pending.1 |= scalar_bits(first, count);
        for (all, _) in &e.vectors {
            let set = if e.holds() {
                &mut self.held
            } else {
                &mut self.pending.0
            };
            insert(set, all.clone());
        }
    }

    /// The wait that would do for an event, and what has been waited for since.
    fn needed(&self, e: &Event) -> String {
        let counting = || (0..3).filter(|&c| e.numbers[c] > self.counts[c].done);
        let would_do = counting().map(|c| {
            let n = if self.counts[c].ordered() {
                self.counts[c].issued - e.numbers[c]
            } else {
                0
            };
            format!("{}({n})", self.fields[c].name)
        });
        let would_do: Vec<_> = would_do.collect();
        let since = counting().find_map(|c| {
            let (n, at) = self.counts[c].waited?;
            (at >= e.numbers[c]).then(|| format!("{}({n})", self.fields[c].name))
        });
        let would_do = would_do.join(" ");
        match since {
            Some(since) => format!("it takes s_waitcnt {would_do}, and {since} was the last"),
            None => format!("it takes s_waitcnt {would_do}"),
        }
    }

    /// Scalar registers that are read or written.
    #[cold]
    fn scalars(&mut self, s: Step<'_>, found: &mut Vec<Found>) {
        for (list, rule, what) in [
            (&s.operands.reads, "V02", "read"),
            (&s.operands.writes, "V04", "written"),
        ] {
            for r in list.iter().filter(|r| r.bank == Bank::Scalar) {
                let bits = scalar_bits(r.first, r.count);
                for i in 0..self.events.len() {
                    let e = &self.events[i];
                    let both = bits & scalar_bits(e.scalars.0, e.scalars.1);
                    if both == 0 {
                        continue;
                    }
                    let n = both.trailing_zeros() as u8;
                    let name = register_name(self.generation, Bank::Scalar, n);
                    let text = format!(
                        "{name} is {what} before scalar memory has returned it: {}",
                        self.needed(e)
                    );
                    found.push(self.found(rule, Severity::Error, e.pc, text));
                    self.events[i].forget_registers();
                }
            }
        }
        self.refresh();
    }

    /// EXEC is written.
    fn writes_exec(&mut self, found: &mut Vec<Found>) {
        for i in 0..self.events.len() {
            let e = &self.events[i];
            if e.kind == Kind::GdsData && !e.vectors.is_empty() {
                let text = format!(
                    "EXEC is written while the GDS still needs it: {}",
                    self.needed(e)
                );
                found.push(self.found("V07", Severity::Error, e.pc, text));
                self.events[i].forget_registers();
            }
        }
        self.refresh();
    }

    /// Vector registers that are read or written, of which `which` events write some.
    #[cold]
    fn vectors(
        &mut self,
        rule: &'static str,
        list: &[Registers],
        lanes: u64,
        what: &str,
        which: impl Fn(&Event) -> bool,
        found: &mut Vec<Found>,
    ) {
        for r in list.iter().filter(|r| r.is_vector()) {
            for i in 0..self.events.len() {
                let e = &self.events[i];
                if !which(e) {
                    continue;
                }
                let Some((n, half)) = first_of_both(r, e) else {
                    continue;
                };
                let both = lanes & e.lanes;
                let (rule, severity) = match (both, half.meets(r.half)) {
                    (0, _) => ("V17", Severity::Warning),
                    (_, false) => ("V14", Severity::Warning),
                    _ => (rule, Severity::Error),
                };
                if severity == Severity::Warning && !self.pedantic {
                    continue;
                }
                let name = vector_name(n);
                let other = match (severity == Severity::Warning, both) {
                    (false, _) => "",
                    (true, 0) => " in other lanes",
                    (true, _) => " in its other half",
                };
                let text = format!(
                    "{name} {what}{other} before memory has returned it: {}",
                    self.needed(e)
                );
                let lane = (both != 0).then_some(both.trailing_zeros() as u8);
                let f = self.found(rule, severity, e.pc, text);
                found.push(Found { lane, ..f });
                self.events[i].forget_registers();
            }
        }
        self.refresh();
    }

    /// Vector registers that are written while operations hold them.
    #[cold]
    fn held_vectors(&mut self, list: &[Registers], lanes: u64, found: &mut Vec<Found>) {
        for r in list.iter().filter(|r| r.is_vector()) {
            for i in 0..self.events.len() {
                let e = &self.events[i];
                let both = lanes & e.lanes;
                let Some((n, _)) = first_of_both(r, e).filter(|_| e.holds() && both != 0) else {
                    continue;
                };
                let name = vector_name(n);
                let (rule, severity, who) = match (e.kind, self.generation) {
                    (Kind::GdsData, _) => ("V06", Severity::Error, "the GDS has"),
                    (_, Gen::Gfx7) => ("V05", Severity::Warning, "a store has"),
                    _ => ("V05", Severity::Error, "a store has"),
                };
                let text = format!("{name} is written before {who} read it: {}", self.needed(e));
                let lane = Some(both.trailing_zeros() as u8);
                let f = self.found(rule, severity, e.pc, text);
                found.push(Found { lane, ..f });
                self.events[i].forget_registers();
            }
        }
        self.refresh();
    }

    /// Accesses to LDS that something under way writes (V10).
    fn lds_accesses(&mut self, issue: Issue, seen: &Accesses, found: &mut Vec<Found>) {
        // Vector memory instructions are in order with each other.
        if issue == Issue::Vmem || !self.transfers() {
            return;
        }
        let (mut read, mut written) = (Footprint::default(), Footprint::default());
        for p in seen.parts().iter().filter(|p| p.space == Space::Lds) {
            if p.reads {
                read.add(p);
            }
            if p.writes {
                written.add(p);
            }
        }
        for i in 0..self.events.len() {
            let e = &self.events[i];
            if e.kind != Kind::Vmem {
                continue;
            }
            let what = match (e.lds.meets(&read), e.lds.meets(&written)) {
                (true, _) => "read",
                (false, true) => "written",
                (false, false) => continue,
            };
            let text = format!(
                "LDS is {what} before a load has written it there: {}",
                self.needed(e)
            );
            found.push(self.found("V10", Severity::Error, e.pc, text));
            self.events[i].lds.clear();
        }
    }

    /// Counts an operation, and notes what it writes.
    fn issue(&mut self, s: Step<'_>, seen: &Accesses, shared: bool, found: &mut Vec<Found>) {
        let goes = |p: &&Part| p.lanes | p.outside != 0;
        let in_lds = (seen.parts().iter().filter(goes)).any(|p| p.space == Space::Lds);
        let elsewhere = (seen.parts().iter().filter(goes)).any(|p| p.space != Space::Lds);
        // Of a FLAT without lanes nobody knows where it would have gone: it counts in both.
        let (kind, on): (Kind, &[(usize, Kind)]) = match s.plan.issue {
            Issue::None => return,
            Issue::Smem => (Kind::Smem, &[(LGKM, Kind::Smem)]),
            Issue::Message => (Kind::Message, &[(LGKM, Kind::Message)]),
            Issue::Lds => (Kind::Lds, &[(LGKM, Kind::Lds)]),
            Issue::Gds => (Kind::Gds, &[(LGKM, Kind::Gds)]),
            Issue::Vmem => (Kind::Vmem, &[(VM, Kind::Vmem)]),
            Issue::Flat => match (in_lds, elsewhere) {
                (true, true) => (Kind::Mixed, &[(VM, Kind::Mixed), (LGKM, Kind::Mixed)]),
                (true, false) => (Kind::Lds, &[(LGKM, Kind::Lds)]),
                (false, true) => (Kind::Vmem, &[(VM, Kind::Vmem)]),
                (false, false) => (Kind::Vmem, &[(VM, Kind::Vmem), (LGKM, Kind::Lds)]),
            },
        };
        if overlap(&s.plan.writes.0, &self.pending.0) {
            // One unit writes its results in order.
            let out_of_order = |e: &Event| !e.holds() && (e.kind != kind || kind == Kind::Mixed);
            let (lanes, writes) = (self.exec, &s.operands.writes);
            self.vectors("V03", writes, lanes, "is written", out_of_order, found);
        }

        let mut e = Event::new(s.pc, kind);
        for &(c, kind) in on {
            e.numbers[c] = self.counts[c].issue(kind, room(self.generation, c));
        }
        e.lanes = self.exec;
        for r in &s.operands.writes {
            match r.bank {
                Bank::Scalar => e.scalars = (r.first, r.count),
                Bank::Vector | Bank::Accumulation => {
                    if self.exec != 0 {
                        e.vectors.push((r.in_file(), r.half));
                    }
                }
            }
        }
        if s.plan.issue != Issue::Gds {
            e.atomic = seen.atomic;
            for p in seen.parts() {
                if p.space == Space::Lds && p.writes {
                    e.lds.add(p);
                }
                if p.space == Space::Lds && p.reads && shared {
                    e.lds_reads.add(p);
                }
                if p.space == Space::Global && (p.writes || kind == Kind::Smem) {
                    e.global.add(p);
                }
            }
        }
        self.memory_order(s, &e, found);
        if s.plan.dirties {
            self.dirty = Some(s.pc);
        }
        if s.plan.cleans {
            self.dirty = None;
        }
        if !e.is_empty() {
            self.note(&e);
            self.events.push(e);
        }
        if s.plan.holds || s.plan.issue == Issue::Gds {
            self.hold(s);
        }
        if self.counts.iter().map(|c| c.done).sum::<u32>() != self.swept {
            self.sweep();
        }
    }

    /// Notes the registers that the operation reads only after its issue.
    fn hold(&mut self, s: Step<'_>) {
        let kind = match s.plan.issue {
            Issue::Gds => Kind::GdsData,
            _ => Kind::StoreData,
        };
        let mut e = Event::new(s.pc, kind);
        e.numbers[EXP] = self.counts[EXP].issue(kind, room(self.generation, EXP));
        e.lanes = self.exec;
        let reads = s.operands.reads.iter();
        let of_role = |r: &&Registers| {
            r.role == Role::Data || r.role == Role::Address && kind == Kind::GdsData
        };
        for r in reads.filter(|r| r.is_vector()).filter(of_role) {
            e.vectors.push((r.in_file(), r.half));
        }
        self.note(&e);
        self.events.push(e);
    }

    /// Scalar and vector memory are not in order with each other (V15).
    fn memory_order(&mut self, s: Step<'_>, new: &Event, found: &mut Vec<Found>) {
        if new.global.is_empty() {
            return;
        }
        let (scalar, stores) = (new.kind == Kind::Smem, s.plan.stores);
        for i in 0..self.events.len() {
            let e = &self.events[i];
            if !e.global.meets(&new.global) {
                continue;
            }
            let what = match (e.kind == Kind::Smem, scalar) {
                (false, true) => "scalar memory is read where a store is under way",
                (true, false) if stores => "memory is written that scalar memory is still reading",
                _ => continue,
            };
            let text = format!("{what}: {}", self.needed(e));
            found.push(self.found("V15", Severity::Error, e.pc, text));
            self.events[i].global.clear();
        }
    }
}

/// The first register of `r` that the event has, and which half of it.
fn first_of_both(r: &Registers, e: &Event) -> Option<(u16, Half)> {
    let ours = r.in_file();
    let both = |(theirs, half): &(Range<u16>, Half)| {
        let n = ours.start.max(theirs.start);
        (n < ours.end.min(theirs.end)).then_some((n, *half))
    };
    // Where one half is as good as the other, that which meets.
    let meets = |x: &(u16, Half)| x.1.meets(r.half);
    let mut all = e.vectors.iter().filter_map(both);
    all.clone().find(meets).or_else(|| all.next())
}
