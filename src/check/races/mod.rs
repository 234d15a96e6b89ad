//! Accesses of different waves to the same bytes, of which one writes, without an order between them.
//!
//! The waves of a work-group are ordered by barriers. Work-groups are ordered by what they tell each other through
//! memory: a wave that has waited for its stores (`s_waitcnt vmcnt(0)`) lets others know of all that it has done by an
//! atomic or a store; a wave that sees that, by an atomic or a load with GLC, knows it once it has thrown away the
//! lines of its cache (`buffer_wbinvl1`); what it writes needs no more than that it has seen it, since no write is
//! served by a cache. Atomics and loads with GLC do not race with each other; a store may be an atomic one, and does not
//! race with them. Nor does a load whose value only goes into a compare-and-swap at the same place: what it got wrong the
//! comparison finds out. Global wave sync (`ds_gws_*`) orders the waves that come to it, whichever resource it is.
//!
//! Lanes of one store that write different values to the same bytes are told when they are asked for: it is not defined
//! which of them stays.
//!
//! Sources: LLVM AMDGPUUsage, "Memory Model GFX6-GFX9"; FastTrack (Flanagan and Freund, PLDI 2009) for what is kept
//! of each place: the last write and the last reads.

mod clocks;
mod compared;
mod shadow;
mod told;

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::clocks::{Clock, Until};
pub(super) use self::compared::compared;
use self::shadow::{Cell, How, LAST_GROUP, LAST_SITE, LAST_TIME, Mark, PAGE, Pages, Shadow};
use self::told::Told;
use super::accesses::{Accesses, Part, bits};
use super::finding::{Class, Found, Other, Severity};
use crate::interp::seen::Space;
use crate::isa::facts::{DsAct, FlatAct, MubufAct, SmemAct, Store};
use crate::isa::{Flags, Gen, Gens, Inst, Mubuf, Smem, Sopp};
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
    /// Global wave sync.
    Syncs,
}

/// What there is to know of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plan {
    act: Act,
    /// Its number, of those that access memory.
    site: u32,
    /// Scalar memory.
    scalar: bool,
    /// Of a load whose value only goes into a compare-and-swap: the address of that.
    compared: Option<u64>,
}

/// Where waves tell each other by global wave sync, all of whose resources count as one: no guest address.
const SYNC: u64 = u64::MAX;

/// What is known of an instruction beside its words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Its number, of those that access memory.
    pub site: u32,
    /// Of a load whose value only goes into a compare-and-swap ([`compared`]): the address of that.
    pub compared: Option<u64>,
}

impl Plan {
    pub fn new(generation: Gen, inst: &Inst, known: Known) -> Plan {
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
                Mubuf::BUFFER_INVL2 if generation.has(Gens::SCOPES) => Act::Invalidates,
                _ => Act::Nothing,
            },
            Inst::Smem { op, .. } if op.act() == SmemAct::Cache => match op {
                Smem::S_DCACHE_INV | Smem::S_DCACHE_INV_VOL => Act::InvalidatesScalar,
                _ => Act::Nothing,
            },
            Inst::Ds { op, .. } if matches!(op.act(), DsAct::Syncs(_)) => Act::Syncs,
            _ => Act::Nothing,
        };
        Plan {
            act,
            site: known.site,
            scalar: matches!(inst, Inst::Smem { .. }),
            compared: known.compared,
        }
    }

    /// What it was made of beside the instruction's words.
    pub fn known(&self) -> Known {
        Known {
            site: self.site,
            compared: self.compared,
        }
    }

    /// Whether there is nothing to do except for accesses to memory.
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
    /// What waves have let others know by stores beside what they did themselves, by work-group and wave, and from which
    /// of their times on.
    stored: FxHashMap<(u32, u32), Vec<(u32, Clock)>>,
    /// Work-groups of earlier launches: what is known of theirs counts as nothing.
    past: u32,
    /// Work-group ids of those behind them.
    groups: Vec<[u32; 3]>,
    /// Addresses of instructions by number.
    sites: Vec<u64>,
    /// More than half of these numbers are used.
    many_sites: bool,
    /// There were launches since the first of them.
    old_sites: bool,
}

impl Global {
    /// Numbers of work-groups begin again: what has marks of others goes.
    #[cold]
    fn restart(&mut self) {
        self.past = 0;
        self.pages = Pages::default();
        self.forget();
    }

    /// Forgets what waves know.
    fn forget(&mut self) {
        self.told.clear();
        self.stored.clear();
        self.groups.clear();
    }

    /// What a store with this mark lets know beside what its wave did.
    fn told_by(&self, store: Mark) -> Option<&Clock> {
        let all = self.stored.get(&(store.group(), store.wave()))?;
        let n = all.partition_point(|(from, _)| *from <= store.time());
        Some(&all[n.checked_sub(1)?].1)
    }

    /// The id of the work-group with this number, of the launch.
    fn id(&self, group: u32) -> Option<[u32; 3]> {
        let here = group.checked_sub(self.past + 1)?;
        self.groups.get(here as usize).copied()
    }
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
    /// What they had seen until then without having thrown away their cache's lines.
    seen: Told,
    /// What its waves have let each other know by atomics, by address.
    told: FxHashMap<(Space, u64), Near>,
    /// Whether any of its waves has written to global memory, and had before a barrier.
    wrote: [bool; 2],
}

/// What is known of the waves of the own work-group beside barriers: by wave the time until which it is known, and one,
/// or 0. They have one LDS and one cache, to which each comes in its order, so it takes no waiting.
type Near = SmallVec<[u32; 4]>;

/// Learns what the other knows.
fn join(near: &mut Near, other: &Near) {
    if near.len() < other.len() {
        near.resize(other.len(), 0);
    }
    for (mine, other) in near.iter_mut().zip(other) {
        *mine = (*mine).max(*other);
    }
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
    seen: Told,
    /// What it has seen that was told too early: before the stores had arrived.
    early: Clock,
    /// What waves of its work-group have told.
    near: Near,
    /// It may know more than when it last let others know by a store.
    news: bool,
    /// What holds unless the values are compared with what is there.
    guesses: Vec<Guess>,
    /// It has stored what it has not waited for.
    storing: bool,
    /// It has thrown away what the scalar cache had.
    fresh: bool,
    /// It has come to global wave sync, and behind that it knows what others have told there.
    synced: bool,
}

/// A plain load that has met the write of another wave, and whose value goes into a compare-and-swap.
#[derive(Clone, Debug)]
struct Guess {
    /// The address of that.
    by: u64,
    space: Space,
    /// Which lanes have met something, and where; of scalar memory no lane.
    at: Vec<(Option<usize>, u64)>,
    found: Found,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Races {
    /// Forgets the launch; whether the numbers of instructions are used up, so that none may be used any longer.
    pub fn clear(&self) -> bool {
        let mut global = lock(&self.global);
        global.past += global.groups.len() as u32;
        if global.past > LAST_GROUP / 2 || global.pages.are_many() {
            global.restart();
        }
        global.forget();
        // A kernel that has many alone gets no more by new numbers.
        let spent = global.many_sites && global.old_sites;
        if spent {
            global.sites.clear();
        }
        (global.many_sites, global.old_sites) = (false, !spent);
        spent
    }

    /// The number of the instruction at `pc`, which accesses memory.
    pub fn site(&self, pc: u64) -> u32 {
        let mut global = lock(&self.global);
        let number = global.sites.len() as u32;
        global.many_sites |= number > LAST_SITE / 2;
        if number < LAST_SITE {
            global.sites.push(pc);
        }
        number.min(LAST_SITE)
    }

    /// A new work-group, with so much LDS.
    pub fn group(&self, workgroup: [u32; 3], waves: u32, lds: u32) -> Group {
        let mut global = lock(&self.global);
        if global.past + global.groups.len() as u32 >= LAST_GROUP {
            global.restart();
        }
        global.groups.push(workgroup);
        let mut shadow = lock(&self.spare).pop().unwrap_or_default();
        shadow.renew(lds);
        Group {
            number: global.past + global.groups.len() as u32,
            lds: shadow,
            waves: vec![Times::default(); waves as usize],
            known: Clock::default(),
            seen: Told::default(),
            told: FxHashMap::default(),
            wrote: [false; 2],
        }
    }

    /// A compare-and-swap: what was loaded for it has been compared, unless with what is elsewhere.
    fn judge(&self, plan: &Plan, all: &Accesses, me: &mut Knowledge, found: &mut Vec<Found>) {
        let pc = lock(&self.global).sites.get(plan.site as usize).copied();
        let elsewhere = |g: &Guess| {
            let parts = || all.parts().iter().filter(|p| p.space == g.space);
            g.at.iter().any(|(lane, at)| match lane {
                None => !parts().any(|p| bits(p.lanes).any(|lane| p.at[lane] == *at)),
                Some(lane) => parts().any(|p| p.lanes >> lane & 1 != 0 && p.at[*lane] != *at),
            })
        };
        let here = |g: &mut Guess| Some(g.by) == pc;
        let judged: Vec<Guess> = me.guesses.extract_if(.., here).collect();
        found.extend(judged.into_iter().filter(elsewhere).map(|g| g.found));
    }

    /// The work-group has ended.
    pub fn end(&self, group: Group) {
        lock(&self.spare).push(group.lds);
    }

    /// The wave has come to global wave sync, which lets it go on when others have come: it tells what it has done.
    fn tell_all(&self, group: &mut Group, wave: &Wave, me: &mut Knowledge) {
        // What has not arrived nobody can rely on.
        if !me.storing {
            let clock = group.clock(wave.index, me);
            let mut global = lock(&self.global);
            global.told.entry(SYNC).or_default().join(&clock);
        }
        group.times(wave.index).now += 1;
        me.synced = true;
    }

    /// Behind global wave sync the wave knows what was told there until now. HIP's `grid.sync()` throws away what caches
    /// have before it.
    fn learn_all(&self, me: &mut Knowledge) {
        if std::mem::take(&mut me.synced) {
            if let Some(told) = lock(&self.global).told.get(&SYNC) {
                me.known.join(told);
            }
            me.news = true;
        }
    }

    /// The wave comes to an instruction that is not one that accesses memory.
    pub fn order(&self, plan: &Plan, group: &mut Group, wave: &Wave, me: &mut Knowledge) {
        self.learn_all(me);
        match plan.act {
            Act::Nothing => {}
            Act::Barrier => {
                group.known.join(&me.known);
                group.seen.join(std::mem::take(&mut me.seen));
                group.wrote[1] |= group.wrote[0];
                me.news = true;
                let t = group.times(wave.index);
                t.epoch += 1;
                t.now += 1;
                t.starts = [t.now, t.starts[0]];
            }
            Act::Waits => me.storing = false,
            Act::Invalidates => {
                me.known.join(&std::mem::take(&mut me.seen).all());
                // The waves of a work-group have one cache.
                me.known.join(&group.seen.all());
                me.news = true;
            }
            Act::InvalidatesScalar => me.fresh = true,
            Act::Syncs => self.tell_all(group, wave, me),
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
        self.learn_all(me);
        // The GDS is not looked at.
        if matches!(inst, Inst::Ds { f, .. } if f.gds) {
            return;
        }
        if !me.guesses.is_empty() && accesses.atomic {
            self.judge(plan, accesses, me, found);
        }
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
                Space::Lds => look.lds(mark, group, me),
                Space::Global => look.global(mark, accesses, group, me),
            }
        }
    }
}

impl Group {
    /// Whether an access of another of its waves was before all that this one does now.
    fn is_before(&self, m: Mark, wave: u32, me: &Knowledge) -> bool {
        let until = me.near.get(m.wave() as usize);
        self.is_before_barrier(m, wave) || until.is_some_and(|until| m.time() < *until)
    }

    /// An atomic, or a load past the caches: learns what waves of the work-group have told there, and tells what this one
    /// has done.
    fn synchronise(&mut self, (space, at): (Space, u64), p: &Part, wave: u32, me: &mut Knowledge) {
        if p.reads
            && let Some(told) = self.told.get(&(space, at))
        {
            join(&mut me.near, told);
            me.news = true;
        }
        if p.writes && self.waves.len() > 1 {
            let now = self.times(wave).now;
            let told = self.told.entry((space, at)).or_default();
            join(told, &me.near);
            if told.len() <= wave as usize {
                told.resize(wave as usize + 1, 0);
            }
            told[wave as usize] = now + 1;
        }
    }

    /// One of its waves stores something with this mark, which may let others know what it knows.
    fn tell_by_store(&self, global: &mut Global, mark: Mark, me: &Knowledge) {
        let known = !me.known.is_empty() || !self.known.is_empty();
        if known || self.wrote[1] || !me.near.is_empty() {
            let clock = self.clock(mark.wave(), me);
            let all = global.stored.entry((mark.group(), mark.wave()));
            all.or_default().push((mark.time(), clock));
        }
    }

    /// Whether its waves, or this one, have seen that the access happened before, perhaps without having thrown away
    /// their cache's lines.
    fn has_seen(&self, m: Mark, me: &Knowledge) -> bool {
        me.seen.covers(m) || self.seen.covers(m)
    }

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
    fn clock(&self, wave: u32, me: &Knowledge) -> Clock {
        let mut c = me.known.clone();
        c.join(&self.known);
        let mine = self.waves[wave as usize];
        for (i, t) in self.waves.iter().enumerate() {
            let time = if i as u32 == wave {
                Some(t.now)
            } else {
                t.start_of(mine.epoch)
                    .map_or(Some(t.now), |s| s.checked_sub(1))
            };
            let near = me.near.get(i).and_then(|until| until.checked_sub(1));
            let time = time.max(near);
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
        let atomic = if soft {
            c.write.is_atomic() || m.is_atomic()
        } else {
            c.write.is_atomic() && m.is_atomic()
        };
        // What is known is looked through last.
        if is_other(c.write) && !atomic && !ordered(c.write) {
            met = Some((Conflict::Writes, c.write));
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
        if is_other(known) {
            c.reads[1] = m;
        } else {
            c.reads[0] = m;
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

    /// What the store writes for a lane; `None` of what is not a store.
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

    fn lds(&mut self, mark: Mark, group: &mut Group, me: &mut Knowledge) {
        let mut shadow = std::mem::take(&mut group.lds);
        let (_, p) = self.part;
        let mark = mark.of_group(shadow.uses());
        let (mut met, mut places) = (None, Vec::new());
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
                let ordered = |o: Mark| group.is_before(o, self.wave.index, me);
                let what = visit(c, m, (p.reads, p.writes), false, 0, ordered);
                if self.plan.compared.is_some() {
                    c.is_compared(m);
                }
                if let Some((conflict, other)) = what {
                    places.push((Some(lane), p.at[lane]));
                    if met.is_none() && !self.is_harmless(conflict, lane) {
                        met = Some((conflict, other, lane));
                    }
                }
            }
            if mark.is_atomic() {
                let at = (Space::Lds, p.at[lane]);
                group.synchronise(at, p, self.wave.index, me);
            }
        }
        group.lds = shadow;
        if p.writes && mark.is_atomic() {
            // What comes now is not among what others have been told.
            group.times(self.wave.index).now += 1;
        }
        if let Some((conflict, other, lane)) = met {
            let rule = if mark.is_atomic() || other.is_atomic() {
                "R02"
            } else {
                "R01"
            };
            let reason = "no barrier lies between";
            let other = (other, Some(self.wave.workgroup));
            let found = self.report(rule, conflict, other, lane, reason);
            self.tell(found, places, me);
        }
    }

    fn global(&mut self, mark: Mark, all: &Accesses, group: &mut Group, me: &mut Knowledge) {
        let (_, p) = self.part;
        let mut global = lock(&self.races.global);
        let past = global.past;
        let (mut met, mut places) = (None, Vec::new());
        let mut clock = None;
        for lane in bits(p.lanes) {
            let m = mark.of_lane(lane);
            let (mut at, mut left) = (p.at[lane], u64::from(p.bytes));
            let mut before = None;
            while left != 0 {
                let offset = at % PAGE;
                let here = left.min(PAGE - offset);
                let page = global.pages.page(at / PAGE);
                for c in page.cells(offset as u32, here as u32) {
                    let ordered = |o: Mark| {
                        if o.group() == m.group() {
                            group.is_before(o, self.wave.index, me)
                                || me.known.covers(o)
                                || group.has_seen(o, me)
                        } else {
                            me.known.covers(o)
                                || group.known.covers(o)
                                || p.writes && group.has_seen(o, me)
                        }
                    };
                    let last = c.write;
                    let _ = before.get_or_insert(last);
                    let what = visit(c, m, (p.reads, p.writes), true, past, ordered);
                    if self.plan.compared.is_some() {
                        c.is_compared(m);
                    }
                    let stale = self.plan.scalar && !p.writes && !me.fresh;
                    let stale = stale && last.group() > past && !last.same_wave(m);
                    if what.is_some() || stale {
                        places.push(((!self.plan.scalar).then_some(lane), p.at[lane]));
                    }
                    if let Some((conflict, other)) = what {
                        if met.is_none() && !self.is_harmless(conflict, lane) {
                            met = Some((Some(conflict), other, lane));
                        }
                    } else if stale && met.is_none() {
                        met = Some((None, last, lane));
                    }
                }
                // Where there is no memory any address may be.
                at = at.wrapping_add(here);
                left -= here;
            }
            if mark.is_atomic() {
                let place = (p.at[lane], before.unwrap_or_default());
                self.synchronise(&mut global, m, place, (group, &mut clock), me);
                group.synchronise((Space::Global, p.at[lane]), p, self.wave.index, me);
            }
        }
        if p.writes {
            group.wrote[0] = true;
            if mark.is_released() && !all.atomic && std::mem::take(&mut me.news) {
                group.tell_by_store(&mut global, mark, me);
            }
        }
        let met =
            met.map(|(conflict, other, lane)| (conflict, (other, global.id(other.group())), lane));
        drop(global);
        if p.writes && !all.atomic {
            me.storing = true;
        }
        if p.writes && (mark.is_atomic() || mark.is_released()) {
            // What comes now is not among what others have been told.
            group.times(self.wave.index).now += 1;
        }
        let Some((conflict, met, lane)) = met else {
            return;
        };
        let (other, _) = met;
        let (rule, reason) = match conflict {
            None => (
                "R08",
                "the scalar cache may hold what was there before: it takes s_dcache_inv",
            ),
            Some(_) if other.group() == mark.group() => ("R03", "no barrier lies between"),
            Some(_) if group.has_seen(other, me) => (
                "R07",
                "the wave has not thrown away what its cache holds: it takes buffer_wbinvl1 behind the atomic or load",
            ),
            Some(_) if me.early.covers(other) => (
                "R06",
                "it was told before it had arrived: it takes s_waitcnt vmcnt(0) before the atomic or store that tells",
            ),
            Some(_) if mark.is_atomic() || other.is_atomic() => (
                "R05",
                "nothing orders the two work-groups, and one is not an atomic",
            ),
            Some(_) => ("R04", "nothing orders the two work-groups"),
        };
        let conflict = conflict.unwrap_or(Conflict::WriteFirst);
        let found = self.report(rule, conflict, met, lane, reason);
        self.tell(found, places, me);
    }

    /// Has found something, at these places: for sure, or until what was loaded has been compared.
    fn tell(&mut self, found: Found, at: Vec<(Option<usize>, u64)>, me: &mut Knowledge) {
        let (_, p) = self.part;
        match self.plan.compared {
            None => self.found.push(found),
            Some(by) => {
                // The values of an earlier time are gone.
                me.guesses.retain(|g| g.by != by);
                me.guesses.push(Guess {
                    by,
                    space: p.space,
                    at,
                    found,
                });
            }
        }
    }

    /// An atomic, or a load past the caches, at an address that was last written as `before` says: learns what others
    /// have told there, and tells what the wave has done.
    fn synchronise(
        &self,
        global: &mut Global,
        m: Mark,
        (at, before): (u64, Mark),
        (group, clock): (&Group, &mut Option<Clock>),
        me: &mut Knowledge,
    ) {
        let (_, p) = self.part;
        if p.reads {
            if let Some(told) = global.told.get(&at) {
                me.seen.see(at, told);
            }
            // A store tells without more.
            let w = before;
            if w.group() == m.group() && !w.same_wave(m) && !w.is_atomic() {
                let mut near = Near::from_elem(0, w.wave() as usize);
                near.push(w.time() + 1);
                join(&mut me.near, &near);
            } else if w.group() > global.past && w.group() != m.group() && !w.is_atomic() {
                let until = Until {
                    group: w.group(),
                    wave: w.wave(),
                    time: w.time(),
                };
                if w.is_released() {
                    me.seen.learn(until);
                    if let Some(told) = global.told_by(w) {
                        me.seen.learn_all(told);
                    }
                } else {
                    me.early.learn(until)
                }
            }
        }
        if p.writes && m.is_released() {
            let clock = clock.get_or_insert_with(|| group.clock(self.wave.index, me));
            global.told.entry(at).or_default().join(clock);
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
        &self,
        rule: &'static str,
        conflict: Conflict,
        (other, workgroup): (Mark, Option<[u32; 3]>),
        lane: usize,
        reason: &str,
    ) -> Found {
        let sites = &lock(&self.races.global).sites;
        let pc = sites.get(other.site() as usize).copied();
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
        Found {
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
        }
    }
}

fn read(memory: &Memory, at: u64, to: &mut [u8]) -> bool {
    memory.read(at, to).is_ok()
}

/// What part `n` of a store writes for a lane, in the low bytes; `None` of what is not a store.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a mark has room for is not a limit to a launch, nor to those behind it.
    #[test]
    fn numbers_of_work_groups_begin_again() {
        let races = Races::default();
        lock(&races.global).past = LAST_GROUP - 3;
        let pages = || lock(&races.global).pages.count();
        lock(&races.global).pages.page(1);
        let number = |x: u32| races.group([x, 0, 0], 1, 0).number;
        let last: Vec<u32> = (0..3).map(number).collect();
        assert_eq!(last, [LAST_GROUP - 2, LAST_GROUP - 1, LAST_GROUP]);
        assert_eq!(pages(), 1);
        let first: Vec<u32> = (3..5).map(number).collect();
        assert_eq!((first, pages()), (vec![1, 2], 0));
        assert_eq!(lock(&races.global).id(2), Some([4, 0, 0]));
        // Half of them are for the next launch.
        lock(&races.global).past = LAST_GROUP / 2 - 2;
        lock(&races.global).pages.page(1);
        races.clear();
        assert_eq!((number(0), pages()), (LAST_GROUP / 2 + 1, 1));
        races.clear();
        assert_eq!((number(0), pages()), (1, 0));
    }

    /// Nor is it to uses of a piece of memory for the LDS.
    #[test]
    fn marks_of_an_earlier_use_are_nothing() {
        let mark = |use_: u32| Mark::default().of_group(use_);
        let mut shadow = Shadow::default();
        for n in 1..=LAST_GROUP {
            shadow.renew(4);
            assert_eq!(shadow.uses(), n);
            if n == 1 || n == LAST_GROUP {
                shadow.cells(0, 4)[0].write = mark(n);
            }
        }
        shadow.renew(4);
        assert_eq!(shadow.uses(), 1);
        assert_eq!(shadow.cells(0, 4)[0].write, Mark::default());
    }
}
