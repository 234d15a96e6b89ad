//! Lints: what a card would do right, and slower than it could. They are told from what a [`Profile`] counts, and
//! from what is noted beside that: which lanes branches leave out (`lanes`), and which values are the same in all
//! lanes (`plan`).
//!
//! All that is noted are sums, and for each the first wave by its number: no other order of waves, and no other number
//! of host threads, changes what is found.
//!
//! Sources: AMD's manuals and the CLRX documentation (GcnTimings) for what costs what; each rule names its own
//! (`crate::check::rules`).

mod figures;
mod lanes;
mod occupancy;
mod plan;
mod session;

#[cfg(test)]
mod tests;

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::{Profile, Traffic};
use crate::check::engine::Beside;
use crate::check::{Finding, Place};
use crate::error::Fault;
use crate::interp::seen::Seen;
use crate::isa::{Decoded, Gen};
use crate::machine::wave::Wave;
use crate::machine::{Env, Exit, MODE_GPR_IDX_EN};
use lanes::Lanes;
use plan::{Plan, Same};
use session::{Run, Session, exec};

/// What a launch's kernel is.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The generation of the card.
    pub generation: Gen,
    /// Where its waves begin.
    pub entry: u64,
    /// VGPRs and SGPRs of a wave, where the file states them.
    pub registers: Option<[u32; 2]>,
}

/// A wave, so that the first one comes first: the z, y and x of its work-group's id, and its number there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Who([u32; 4]);

impl Who {
    fn of(wave: &Wave) -> Who {
        let [x, y, z] = wave.workgroup;
        Who([z, y, x, wave.index])
    }

    fn at(self, pc: u64) -> Place {
        let [z, y, x, wave] = self.0;
        Place {
            pc,
            workgroup: [x, y, z],
            wave,
            lane: None,
        }
    }
}

/// How often something happened, and the first wave to which it did.
#[derive(Clone, Copy, Debug)]
struct Times {
    count: u64,
    first: Who,
}

impl Times {
    fn of(who: Who) -> Times {
        Times {
            count: 1,
            first: who,
        }
    }

    fn add(&mut self, other: Times) {
        self.count += other.count;
        self.first = self.first.min(other.first);
    }
}

/// What an execution can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Loss {
    /// It leaves lanes out.
    Lanes,
    /// Banks of the LDS conflict.
    Banks,
    /// It touches more lines than it has to.
    Lines,
    /// It is a barrier, and lanes are left out.
    Barrier,
}

/// The vector instructions behind a branch, while it leaves lanes out.
#[derive(Clone, Copy, Debug, Default)]
struct Behind {
    /// How many were executed.
    executions: u64,
    /// Lanes that were active in front of the branch, summed over them.
    before: u64,
    /// Lanes that it has left active.
    after: u64,
}

/// Waves as they begin.
#[derive(Clone, Copy, Debug, Default)]
struct Waves {
    count: u64,
    /// Lanes that they have.
    items: u64,
    /// Those that are not full.
    partial: Option<Times>,
    /// Bytes of LDS of a work-group, and its waves: the most of any.
    lds: u32,
    group: u32,
}

/// What one thread has noted.
#[derive(Debug, Default)]
struct Part {
    profile: Profile,
    plans: FxHashMap<(u64, u32), Arc<Plan>>,
    /// The first wave that executed a run.
    ran: FxHashMap<(u64, u32), Who>,
    losses: FxHashMap<(Loss, u64), Times>,
    behind: FxHashMap<u64, Behind>,
    /// Of instructions that a scalar one could do.
    same: FxHashMap<u64, Same>,
    waves: Waves,
}

impl Part {
    fn lose(&mut self, what: Loss, pc: u64, times: Times) {
        match self.losses.entry((what, pc)) {
            Entry::Occupied(mut e) => e.get_mut().add(times),
            Entry::Vacant(e) => {
                e.insert(times);
            }
        }
    }

    fn merge(&mut self, other: Part) {
        self.profile.merge(other.profile);
        for (run, who) in other.ran {
            let first = self.ran.entry(run).or_insert(who);
            *first = who.min(*first);
        }
        for ((what, pc), times) in other.losses {
            self.lose(what, pc, times);
        }
        for (pc, b) in other.behind {
            let all = self.behind.entry(pc).or_default();
            all.executions += b.executions;
            all.before += b.before;
            all.after += b.after;
        }
        for (pc, s) in other.same {
            self.same.entry(pc).or_default().add(s);
        }
        let (all, more) = (&mut self.waves, other.waves);
        all.count += more.count;
        all.items += more.items;
        if let Some(times) = more.partial {
            match &mut all.partial {
                Some(partial) => partial.add(times),
                none => *none = Some(times),
            }
        }
        all.lds = all.lds.max(more.lds);
        all.group = all.group.max(more.group);
    }
}

/// What is known of a wave that is under way.
#[derive(Debug)]
struct State {
    lanes: Lanes,
    /// Of each vector register the lanes in which it is known to be the same.
    same: Box<[u64; 256]>,
}

/// Notes what lints are told from while waves run. For one launch.
#[derive(Debug)]
pub struct Linter {
    /// Banks of the LDS.
    banks: u32,
    /// What no thread is adding to.
    parts: Mutex<Vec<Part>>,
    /// The waves under way.
    waves: Mutex<FxHashMap<Who, State>>,
}

impl Linter {
    /// For a card whose LDS has so many banks, at most 32.
    pub fn new(banks: u32) -> Linter {
        Linter {
            banks,
            parts: Mutex::default(),
            waves: Mutex::default(),
        }
    }

    /// Has the wave go on by `run`, which tells the one that it is given what it executes.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn watched(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        run: impl FnOnce(&mut Wave, &mut dyn Beside) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        let who = Who::of(wave);
        let known = lock(&self.waves).remove(&who);
        let mut part = lock(&self.parts).pop().unwrap_or_default();
        let state = known.filter(|_| wave.instructions != 0);
        let state = state.unwrap_or_else(|| begin(&mut part, who, wave, env));
        let counts = std::mem::take(&mut part.profile);
        let mut look = Look {
            session: Session::new(self.banks, counts),
            who,
            part,
            state,
            indexed: false,
            next: (0, 0),
        };
        let result = run(wave, &mut look);
        look.settle(env, result.as_ref().err());
        let Look {
            session,
            mut part,
            state,
            ..
        } = look;
        part.profile = session.counts;
        lock(&self.parts).push(part);
        if !matches!(result, Ok(Exit::End)) {
            lock(&self.waves).insert(who, state);
        }
        result
    }

    /// What was found in the launch of `kernel`, by address; `at` gives the instruction at an address.
    pub fn finish(self, kernel: &Kernel, at: impl Fn(u64) -> Option<Decoded>) -> Vec<Finding> {
        let parts = self.parts.into_inner();
        let mut all = Part::default();
        for part in parts.unwrap_or_else(PoisonError::into_inner) {
            all.merge(part);
        }
        figures::findings(&all, kernel, at)
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A wave begins.
fn begin(part: &mut Part, who: Who, wave: &Wave, env: &Env<'_>) -> State {
    let (waves, present) = (&mut part.waves, exec(wave));
    waves.count += 1;
    waves.items += u64::from(present.count_ones());
    if present != u64::MAX {
        match &mut waves.partial {
            Some(partial) => partial.add(Times::of(who)),
            none => *none = Some(Times::of(who)),
        }
    }
    waves.lds = waves.lds.max(env.lds.size());
    waves.group = waves.group.max(wave.group_waves);
    State {
        lanes: Lanes::new(present),
        same: Box::new([0; 256]),
    }
}

/// What belongs to the wave that runs.
struct Look {
    session: Session,
    who: Who,
    part: Part,
    state: State,
    /// Whether what was shown last has other registers than its words say (GPR index mode).
    indexed: bool,
    /// PC and EXEC of the instruction that the interpreter executes.
    next: (u64, u64),
}

impl Look {
    /// What was shown last has been executed, up to `fault` if there is one.
    fn settle(&mut self, env: &Env<'_>, fault: Option<&Fault>) {
        if let Some((run, traffic)) = self.session.settle(env, fault) {
            self.note(env, run, &traffic);
        }
    }

    /// A run was executed.
    fn note(&mut self, env: &Env<'_>, run: Run, traffic: &Traffic) {
        let (part, who) = (&mut self.part, self.who);
        let key = (run.pc, run.count);
        let plan = part.plans.entry(key);
        let plan = Arc::clone(plan.or_insert_with(|| Arc::new(Plan::of(env.program, run))));
        let first = part.ran.entry(key).or_insert(who);
        *first = who.min(*first);
        if traffic.banks.conflict_cycles() != 0 {
            part.lose(Loss::Banks, run.pc, Times::of(who));
        }
        if traffic.lines > traffic.least_lines {
            part.lose(Loss::Lines, run.pc, Times::of(who));
        }
        if let Some(pc) = self.state.lanes.come_to(run.exec) {
            part.lose(Loss::Lanes, pc, Times::of(who));
        }
        if !self.state.lanes.are_all() {
            for pc in &plan.barriers {
                part.lose(Loss::Barrier, *pc, Times::of(who));
            }
        }
        for (pc, before, after) in self.state.lanes.left_out() {
            let behind = part.behind.entry(pc).or_default();
            behind.executions += plan.vector;
            behind.before += plan.vector * u64::from(before);
            behind.after += plan.vector * u64::from(after);
        }
        self.state.lanes.executed(plan.last);
        if run.exec == 0 {
            return;
        }
        for (pc, effect) in &plan.effects {
            let same = &mut *self.state.same;
            if self.indexed && effect.is_indexed() {
                same.fill(0);
                continue;
            }
            if let Some(same) = effect.apply(same, run.exec, &self.session.seen) {
                part.same.entry(*pc).or_default().add(same);
            }
        }
    }
}

impl Beside for Look {
    fn enter(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) {
        self.settle(env, None);
        self.indexed = wave.mode & MODE_GPR_IDX_EN != 0;
        self.session.enter(wave, env, pc, count);
    }

    fn before(&mut self, wave: &Wave, env: &Env<'_>) {
        self.settle(env, None);
        self.indexed = wave.mode & MODE_GPR_IDX_EN != 0;
        self.next = (wave.pc, exec(wave));
    }

    fn after(&mut self, _: &Wave, env: &Env<'_>, seen: &[Seen]) {
        let (pc, exec) = self.next;
        let (run, traffic) = self.session.executed(pc, exec, seen);
        self.note(env, run, &traffic);
    }
}
