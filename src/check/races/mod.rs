//! Accesses of different waves to the same bytes, of which one writes, without an order between them.
//!
//! The waves of a work-group are ordered by barriers. Work-groups are ordered by what they tell each other through
//! memory: a wave that has waited for its stores (`s_waitcnt vmcnt(0)`) lets others know of all that it has done by an
//! atomic or a store; a wave that sees that, by an atomic or a load with GLC, knows it once it has thrown away the
//! lines of its cache (`buffer_wbinvl1`). Atomics and loads with GLC do not race with each other; a store may be an
//! atomic one, and does not race with them.
//!
//! Lanes of one store that write different values to the same bytes are told when they are asked for: it is not defined
//! which of them stays.
//!
//! Sources: LLVM AMDGPUUsage, "Memory Model GFX6-GFX9"; FastTrack (Flanagan and Freund, PLDI 2009) for what is kept
//! of each place: the last write and the last reads.

mod clocks;
mod shadow;

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use self::clocks::{Clock, Until};
use self::shadow::{Cell, How, LAST_SITE, LAST_TIME, Mark, PAGE, Pages, Shadow, number};
use super::accesses::{Accesses, Part, bits};
use super::finding::{Class, Found, Other, Severity};
use crate::interp::seen::Space;
use crate::isa::facts::{DsAct, FlatAct, MubufAct, SmemAct, Store};
use crate::isa::{Flags, Gen, Inst, Mubuf, Smem, Sopp};
use crate::machine::Env;
use crate::machine::memory::Memory;
use crate::machine::wave::Wave;
use crate::syntax::counters;

/// What an instruction is to the order of accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Act {
    #[default]
    Nothing,
    /// `s_barrier`.
    Barrier,
    /// Waits until all vector memory operations are done.
    Waits,
    /// Throws away what the vector cache has.
    Invalidates,
    /// Throws away what the scalar cache has.
    InvalidatesScalar,
}

/// What there is to know of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plan {
    act: Act,
    /// Its number, of those that access memory.
    site: u32,
    /// Scalar memory.
    scalar: bool,
}

impl Plan {
    pub fn new(generation: Gen, inst: &Inst, site: u32) -> Plan {
        let [vm, ..] = counters(generation);
        let act = match inst {
            Inst::Sopp { op, simm16 } => match op {
                Sopp::S_BARRIER => Act::Barrier,
                Sopp::S_WAITCNT if vm.get(*simm16) == 0 => Act::Waits,
                _ => Act::Nothing,
            },
            Inst::Mubuf { op, .. } if op.act() == MubufAct::Cache => match op {
                Mubuf::BUFFER_WBINVL1 | Mubuf::BUFFER_WBINVL1_VOL => Act::Invalidates,
                // Its name is buffer_inv there (LLVM AMDGPUUsage, Memory Model GFX942).
                Mubuf::BUFFER_INVL2 if generation == Gen::Gfx942 => Act::Invalidates,
                _ => Act::Nothing,
            },
            Inst::Smem { op, .. } if op.act() == SmemAct::Cache => match op {
                Smem::S_DCACHE_INV | Smem::S_DCACHE_INV_VOL => Act::InvalidatesScalar,
                _ => Act::Nothing,
            },
            _ => Act::Nothing,
        };
        Plan {
            act,
            site,
            scalar: matches!(inst, Inst::Smem { .. }),
        }
    }

    /// Its number.
    pub fn site(&self) -> u32 {
        self.site
    }

    /// Whether there is nothing to do but for accesses to memory.
    pub fn is_quiet(&self) -> bool {
        self.act == Act::Nothing
    }
}

/// An access that is about to be made.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub plan: &'a Plan,
    pub inst: &'a Inst,
    pub accesses: &'a Accesses,
}

/// What the waves of a launch have in common.
#[derive(Debug, Default)]
pub(super) struct Races {
    global: Mutex<Global>,
    /// LDS shadows that no work-group uses.
    spare: Mutex<Vec<Shadow>>,
}

#[derive(Debug, Default)]
struct Global {
    pages: Pages,
    /// What waves have let others know by atomics, by address.
    told: FxHashMap<u64, Clock>,
    /// Work-groups of earlier launches: what is known of theirs counts as nothing.
    past: u32,
    /// Work-group ids of those behind them.
    groups: Vec<[u32; 3]>,
    /// Addresses of instructions by number.
    sites: Vec<u64>,
}

/// What the waves of a work-group have in common.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// Its number in the launch.
    number: u32,
    lds: Shadow,
    /// Of each wave.
    waves: Vec<Times>,
    /// What waves knew when they came to barriers.
    known: Clock,
}

#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// Barriers passed.
    epoch: u32,
    /// The wave's time at the last of them, and at the one before.
    starts: [u32; 2],
    /// Its time now.
    now: u32,
}

impl Times {
    /// Its time when it passed the barrier with which the epoch of another wave began, which is in that one or at most
    /// one away; `None` when it has not yet.
    fn start_of(&self, epoch: u32) -> Option<u32> {
        match epoch.checked_sub(self.epoch) {
            Some(0) => Some(self.starts[0]),
            Some(_) => None,
            None => Some(self.starts[1]),
        }
    }
}

/// What is known of a wave.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowledge {
    known: Clock,
    /// What it will know once it has thrown away its cache's lines.
    seen: Clock,
    /// What it has seen that was told too early: before the stores had arrived.
    early: Clock,
    /// It has stored what it has not waited for.
    storing: bool,
    /// It has thrown away what the scalar cache had.
    fresh: bool,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Races {
    /// Forgets the launch.
    pub fn clear(&self) {
        let mut global = lock(&self.global);
        global.past += global.groups.len() as u32;
        if global.past > number(u32::MAX) / 2 || global.pages.are_many() {
            global.past = 0;
            global.pages = Pages::default();
        }
        global.told.clear();
        global.groups.clear();
    }

    /// The number of the instruction at `pc`, which accesses memory.
    pub fn site(&self, pc: u64) -> u32 {
        let mut global = lock(&self.global);
        global.sites.push(pc);
        (global.sites.len() as u32 - 1).min(LAST_SITE)
    }

    /// A new work-group, with so much LDS.
    pub fn group(&self, workgroup: [u32; 3], waves: u32, lds: u32) -> Group {
        let mut global = lock(&self.global);
        global.groups.push(workgroup);
        let mut shadow = lock(&self.spare).pop().unwrap_or_default();
        shadow.reserve(lds);
        Group {
            number: number(global.past + global.groups.len() as u32),
            lds: shadow,
            waves: vec![Times::default(); waves as usize],
            known: Clock::default(),
        }
    }

    /// The work-group has ended.
    pub fn end(&self, group: Group) {
        lock(&self.spare).push(group.lds);
    }

    /// The wave comes to an instruction that is not one that accesses memory.
    pub fn order(&self, plan: &Plan, group: &mut Group, wave: &Wave, me: &mut Knowledge) {
        match plan.act {
            Act::Nothing => {}
            Act::Barrier => {
                group.known.join(&me.known);
                let t = group.times(wave.index);
                t.epoch += 1;
                t.now += 1;
                t.starts = [t.now, t.starts[0]];
            }
            Act::Waits => me.storing = false,
            Act::Invalidates => {
                let seen = std::mem::take(&mut me.seen);
                me.known.join(&seen);
            }
            Act::InvalidatesScalar => me.fresh = true,
        }
    }

    /// The wave is about to access memory.
    #[allow(clippy::too_many_arguments)]
    pub fn access(
        &self,
        seen: Seen<'_>,
        group: &mut Group,
        wave: &Wave,
        env: &Env<'_>,
        me: &mut Knowledge,
        pedantic: bool,
        found: &mut Vec<Found>,
    ) {
        let Seen {
            plan,
            inst,
            accesses,
        } = seen;
        for (n, p) in accesses.parts().iter().enumerate() {
            if p.lanes == 0 || p.bytes == 0 {
                continue;
            }
            let how = How {
                group: group.number,
                time: group.times(wave.index).now,
                site: plan.site,
                wave: wave.index,
                atomic: accesses.atomic || accesses.glc && !p.writes,
                released: !me.storing,
                scalar: accesses.scalar,
            };
            let mark = Mark::new(how);
            let mut look = Look {
                races: self,
                plan,
                inst,
                part: (n, p),
                wave,
                env,
                pedantic,
                found,
            };
            if pedantic && p.writes && p.space != Space::Private {
                look.lanes();
            }
            match p.space {
                Space::Private => {}
                Space::Lds => look.lds(mark, group),
                Space::Global => look.global(mark, accesses, group, me),
            }
        }
    }
}

impl Group {
    fn times(&mut self, wave: u32) -> &mut Times {
        let i = wave as usize;
        if self.waves.len() <= i {
            self.waves.resize(i + 1, Times::default());
        }
        &mut self.waves[i]
    }

    /// Whether an access of another wave of the group was before the last barrier that `wave` has passed.
    fn is_before_barrier(&self, m: Mark, wave: u32) -> bool {
        let mine = self.waves.get(wave as usize).map_or(0, |t| t.epoch);
        let other = self.waves.get(m.wave() as usize);
        let start = other.and_then(|t| t.start_of(mine));
        // Where time stands nobody knows.
        start.is_none_or(|start| m.time() < start) || m.time() == LAST_TIME
    }

    /// What a wave of it can tell: what it has done, and what the others had before the last barrier.
    fn clock(&self, wave: u32, known: &Clock) -> Clock {
        let mut c = known.clone();
        c.join(&self.known);
        let mine = self.waves[wave as usize];
        for (i, t) in self.waves.iter().enumerate() {
            let time = match i as u32 == wave {
                true => Some(t.now),
                false => t
                    .start_of(mine.epoch)
                    .map_or(Some(t.now), |s| s.checked_sub(1)),
            };
            if let Some(time) = time {
                c.learn(Until {
                    group: self.number,
                    wave: i as u32,
                    time,
                });
            }
        }
        c
    }
}

/// Two accesses without an order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conflict {
    /// A write, and then a write.
    Writes,
    /// A read, and then a write.
    ReadFirst,
    /// A write, and then a read.
    WriteFirst,
}

/// An access, and what it meets.
struct Look<'a, 'e> {
    races: &'a Races,
    plan: &'a Plan,
    inst: &'a Inst,
    part: (usize, &'a Part),
    wave: &'a Wave,
    env: &'a Env<'e>,
    pedantic: bool,
    found: &'a mut Vec<Found>,
}

/// Notes an access in a cell; gives what it meets that `ordered` does not know to be before it. In `soft` memory
/// stores and atomics do not race.
#[inline]
fn visit(
    c: &mut Cell,
    m: Mark,
    (reads, writes): (bool, bool),
    soft: bool,
    past: u32,
    ordered: impl Fn(Mark) -> bool,
) -> Option<(Conflict, Mark)> {
    let mut met = None;
    let is_other = |o: Mark| o.group() > past && !o.same_wave(m);
    if writes {
        if is_other(c.write) && !ordered(c.write) {
            let atomic = match soft {
                true => c.write.is_atomic() || m.is_atomic(),
                false => c.write.is_atomic() && m.is_atomic(),
            };
            if !atomic {
                met = Some((Conflict::Writes, c.write));
            }
        }
        for r in c.reads {
            if is_other(r) && !r.is_atomic() && met.is_none() && !ordered(r) {
                met = Some((Conflict::ReadFirst, r));
            }
        }
        c.write = m;
        c.reads = Default::default();
    } else if reads {
        if is_other(c.write) && !(soft && m.is_atomic()) && !ordered(c.write) {
            met = Some((Conflict::WriteFirst, c.write));
        }
        let known = c.reads[0];
        match is_other(known) {
            true => c.reads[1] = m,
            false => c.reads[0] = m,
        }
    }
    met
}

impl Look<'_, '_> {
    /// Whether lanes of the store write different values to the same bytes.
    fn lanes(&mut self) {
        let (_, p) = self.part;
        let mut lanes: Vec<usize> = bits(p.lanes).collect();
        lanes.sort_by_key(|lane| p.at[*lane]);
        let all = p.bytes as usize;
        // In this order each that lies between two that meet at a byte has that byte too: neighbours tell all.
        let differ = lanes.windows(2).find(|pair| {
            let [first, second] = [pair[0], pair[1]].map(|lane| (p.at[lane], lane));
            let apart = (second.0 - first.0) as usize;
            if apart >= all {
                return false;
            }
            let values = self.stored(first.1).zip(self.stored(second.1));
            values.is_some_and(|(a, b)| a[apart..all] != b[..all - apart])
        });
        let Some(&[a, b]) = differ else { return };
        let place = self.place(b);
        self.found.push(Found {
            class: Class::Races,
            rule: "R09",
            severity: Severity::Warning,
            other: None,
            lane: Some(a.max(b) as u8),
            message: format!(
                "{place} is written by lanes {} and {}, which store different values: which of them stays is not defined",
                a.min(b),
                a.max(b)
            ),
        });
    }

    /// What the store writes for a lane; `None` of what is no store.
    fn stored(&self, lane: usize) -> Option<[u8; 16]> {
        let (n, _) = self.part;
        let mut bytes = [0; 16];
        for (to, d) in bytes
            .chunks_exact_mut(4)
            .zip(stored(self.inst, n, self.wave, lane)?)
        {
            to.copy_from_slice(&d.to_le_bytes());
        }
        Some(bytes)
    }

    /// Where it accesses memory for a lane.
    fn place(&self, lane: usize) -> String {
        let (_, p) = self.part;
        match p.space {
            Space::Lds => format!("LDS address {:#x}", p.at[lane]),
            _ => format!(
                "address {:#x} ({})",
                p.at[lane],
                self.env.memory.describe(p.at[lane])
            ),
        }
    }

    fn lds(&mut self, mark: Mark, group: &mut Group) {
        let mut shadow = std::mem::take(&mut group.lds);
        let (_, p) = self.part;
        let mut met = None;
        for lane in bits(p.lanes) {
            let m = mark.of_lane(lane);
            for c in shadow.cells(p.at[lane] as u32, p.bytes) {
                // What another work-group has left is nothing.
                if c.write.group() != m.group() {
                    c.write = Mark::default();
                }
                for r in &mut c.reads {
                    if r.group() != m.group() {
                        *r = Mark::default();
                    }
                }
                let ordered = |o: Mark| group.is_before_barrier(o, self.wave.index);
                let what = visit(c, m, (p.reads, p.writes), false, 0, ordered);
                if let Some((conflict, other)) = what
                    && met.is_none()
                    && !self.is_harmless(conflict, lane)
                {
                    met = Some((conflict, other, lane));
                }
            }
        }
        group.lds = shadow;
        if let Some((conflict, other, lane)) = met {
            let rule = match mark.is_atomic() || other.is_atomic() {
                true => "R02",
                false => "R01",
            };
            let reason = "no barrier lies between";
            self.report(rule, conflict, other, lane, reason);
        }
    }

    fn global(&mut self, mark: Mark, all: &Accesses, group: &mut Group, me: &mut Knowledge) {
        let (_, p) = self.part;
        let mut global = lock(&self.races.global);
        let past = global.past;
        let mut met = None;
        for lane in bits(p.lanes) {
            let m = mark.of_lane(lane);
            let (mut at, mut left) = (p.at[lane], u64::from(p.bytes));
            let mut before = None;
            while left != 0 {
                let offset = at % PAGE;
                let here = left.min(PAGE - offset);
                let page = global.pages.page(at / PAGE);
                for c in page.cells(offset as u32, here as u32) {
                    let ordered = |o: Mark| match o.group() == m.group() {
                        true => {
                            group.is_before_barrier(o, self.wave.index)
                                || me.known.covers(o)
                                || me.seen.covers(o)
                        }
                        false => me.known.covers(o) || group.known.covers(o),
                    };
                    let last = c.write;
                    let _ = before.get_or_insert(last);
                    let what = visit(c, m, (p.reads, p.writes), true, past, ordered);
                    let stale = self.plan.scalar && !p.writes && !me.fresh;
                    if let Some((conflict, other)) = what {
                        if met.is_none() && !self.is_harmless(conflict, lane) {
                            met = Some((Some(conflict), other, lane));
                        }
                    } else if stale && last.group() > past && !last.same_wave(m) && met.is_none() {
                        met = Some((None, last, lane));
                    }
                }
                // Where there is no memory any address may be.
                at = at.wrapping_add(here);
                left -= here;
            }
            if mark.is_atomic() {
                let before = before.unwrap_or_default();
                self.synchronise(&mut global, m, (p.at[lane], before), group, me);
            }
        }
        drop(global);
        if p.writes && !all.atomic {
            me.storing = true;
        }
        if p.writes && (mark.is_atomic() || mark.is_released()) {
            // What comes now is not among what others have been told.
            group.times(self.wave.index).now += 1;
        }
        let Some((conflict, other, lane)) = met else {
            return;
        };
        let Some(conflict) = conflict else {
            let reason = "the scalar cache may hold what was there before: it takes s_dcache_inv";
            return self.report("R08", Conflict::WriteFirst, other, lane, reason);
        };
        let (rule, reason) = match () {
            () if other.group() == mark.group() => ("R03", "no barrier lies between"),
            () if me.seen.covers(other) => (
                "R07",
                "the wave has not thrown away what its cache holds: it takes buffer_wbinvl1 behind the atomic or load",
            ),
            () if me.early.covers(other) => (
                "R06",
                "it was told before it had arrived: it takes s_waitcnt vmcnt(0) before the atomic or store that tells",
            ),
            () if mark.is_atomic() || other.is_atomic() => (
                "R05",
                "nothing orders the two work-groups, and one is no atomic",
            ),
            () => ("R04", "nothing orders the two work-groups"),
        };
        self.report(rule, conflict, other, lane, reason);
    }

    /// An atomic, or a load past the caches, at an address that was last written as `before` says: learns what others
    /// have told there, and tells what the wave has done.
    fn synchronise(
        &self,
        global: &mut Global,
        m: Mark,
        (at, before): (u64, Mark),
        group: &Group,
        me: &mut Knowledge,
    ) {
        let (_, p) = self.part;
        if p.reads {
            if let Some(told) = global.told.get(&at) {
                me.seen.join(told);
            }
            // A store tells without more.
            if before.group() > global.past && before.group() != m.group() && !before.is_atomic() {
                let w = before;
                let until = Until {
                    group: w.group(),
                    wave: w.wave(),
                    time: w.time(),
                };
                match w.is_released() {
                    true => me.seen.learn(until),
                    false => me.early.learn(until),
                }
            }
        }
        if p.writes && m.is_released() {
            let clock = group.clock(self.wave.index, &me.known);
            global.told.entry(at).or_default().join(&clock);
        }
    }

    /// Whether the write changes nothing: it stores what is there.
    fn is_harmless(&self, conflict: Conflict, lane: usize) -> bool {
        if conflict == Conflict::WriteFirst || self.pedantic {
            return false;
        }
        let (_, p) = self.part;
        let Some(new) = self.stored(lane) else {
            return false;
        };
        let bytes = p.bytes as usize;
        let mut old = [0; 16];
        let known = match p.space {
            Space::Lds => (0..bytes).all(|i| {
                let b = self.env.lds.read::<1>(p.at[lane] as u32 + i as u32);
                old[i] = b.map_or(0, |[b]| b);
                b.is_some()
            }),
            _ => read(self.env.memory, p.at[lane], &mut old[..bytes]),
        };
        known && old[..bytes] == new[..bytes]
    }

    #[cold]
    fn report(
        &mut self,
        rule: &'static str,
        conflict: Conflict,
        other: Mark,
        lane: usize,
        reason: &str,
    ) {
        let global = lock(&self.races.global);
        let workgroup = match other.group() {
            0 => None,
            n => {
                let here = n.checked_sub(global.past + 1);
                here.and_then(|i| global.groups.get(i as usize)).copied()
            }
        };
        let pc = global.sites.get(other.site() as usize).copied();
        let what = match conflict {
            Conflict::Writes => "is written, and was written",
            Conflict::ReadFirst => "is written, and was read",
            Conflict::WriteFirst => "is read, and was written",
        };
        let place = self.place(lane);
        let wave = match workgroup {
            Some(w) if w == self.wave.workgroup => format!("wave {}", other.wave()),
            Some([x, y, z]) => format!("wave {} of work-group {x},{y},{z}", other.wave()),
            None => "another wave".to_owned(),
        };
        self.found.push(Found {
            class: Class::Races,
            rule,
            severity: Severity::Error,
            other: pc.zip(workgroup).map(|(pc, workgroup)| Other {
                pc,
                by: Some((workgroup, other.wave())),
                lane: other.lane(),
            }),
            lane: (!self.plan.scalar).then_some(lane as u8),
            message: format!("{place} {what} by {wave}: {reason}"),
        });
    }
}

fn read(memory: &Memory, at: u64, to: &mut [u8]) -> bool {
    memory.read(at, to).is_ok()
}

/// What part `n` of a store writes for a lane, in the low bytes; `None` of what is no store.
fn stored(inst: &Inst, n: usize, wave: &Wave, lane: usize) -> Option<[u32; 4]> {
    if inst.row().flags.has(Flags::ATOMIC) {
        return None;
    }
    let (kind, first) = match inst {
        Inst::Flat { op, f } => match op.act() {
            FlatAct::Stores(kind) => (kind, f.data()),
            _ => return None,
        },
        Inst::Ds { op, f } => match op.act() {
            DsAct::Stores(kind) => (kind, f.first()),
            DsAct::Stores2(dwords, _) => {
                let first = if n == 0 { f.first() } else { f.second() };
                (Store::Dwords(dwords), first)
            }
            _ => return None,
        },
        Inst::Mubuf { op, f } => match op.act() {
            MubufAct::Stores(kind) if n == 0 => (kind, f.data()),
            _ => return None,
        },
        _ => return None,
    };
    let there = wave.size().has(first, kind.registers());
    there.then(|| kind.take(wave, first, lane))
}
