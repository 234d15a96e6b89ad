//! The engine that counts: the interpreter, one instruction at a time; or compiled code, a run of instructions at a
//! time, by another engine that shows them.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::timeline::Recorder;
use super::{Kind, Profile, Timeline};
use crate::check::accesses::{Accesses, is_told};
use crate::error::Fault;
use crate::interp::{
    self,
    seen::{Log, Seen},
};
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Engine, Env, Exit, MODE_VSKIP, Watch};

/// The interpreter, counting what it executes; or what counts for another engine. For one launch.
#[derive(Debug)]
pub struct Profiler {
    /// Banks of the LDS.
    banks: u32,
    /// Counts that no thread is adding to: at most one for each thread.
    counts: Mutex<Vec<Profile>>,
    timeline: Mutex<Recorder>,
}

impl Profiler {
    /// For a card whose LDS has so many banks, at most 32. `workgroups` is how many of them the timeline has apart.
    pub fn new(banks: u32, workgroups: usize) -> Profiler {
        Profiler {
            banks,
            counts: Mutex::default(),
            timeline: Mutex::new(Recorder::new(workgroups)),
        }
    }

    /// What was counted.
    pub fn finish(self) -> (Profile, Timeline) {
        let mut all = Profile::default();
        let parts = self.counts.into_inner();
        for part in parts.unwrap_or_else(PoisonError::into_inner) {
            all.merge(part);
        }
        let timeline = self.timeline.into_inner();
        let timeline = timeline.unwrap_or_else(PoisonError::into_inner);
        (all, timeline.finish())
    }

    /// Has the wave go on by `run`, which tells the watch that it is given what it executes.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn watched(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        run: impl FnOnce(&mut Wave, &dyn Watch) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        if wave.instructions == 0 {
            lock(&self.timeline).begins(wave.workgroup, wave.group_waves);
        }
        let session = RefCell::new(Session {
            banks: self.banks,
            counts: lock(&self.counts).pop().unwrap_or_default(),
            shown: None,
            seen: Vec::new(),
            accesses: Accesses::default(),
            log: Log::default(),
        });
        let result = run(wave, &session);
        let mut session = session.into_inner();
        session.settle(env, result.as_ref().err());
        lock(&self.counts).push(session.counts);
        let ended = matches!(result, Ok(Exit::End));
        lock(&self.timeline).ran(wave.workgroup, ended);
        result
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run of instructions that a wave has come to. It is counted when the next one is shown: until then it may fault.
struct Shown {
    pc: u64,
    count: u32,
    exec: u64,
}

/// What is counted while a wave goes on.
struct Session {
    banks: u32,
    counts: Profile,
    shown: Option<Shown>,
    /// What the first instruction of that accesses.
    seen: Vec<Seen>,
    accesses: Accesses,
    log: Log,
}

/// EXEC as vector instructions have it.
fn exec(wave: &Wave) -> u64 {
    match wave.mode & MODE_VSKIP {
        0 => wave.exec(),
        _ => 0,
    }
}

impl Session {
    /// Counts what was shown last, up to `fault` if that is where it ended.
    fn settle(&mut self, env: &Env<'_>, fault: Option<&Fault>) {
        let Some(Shown { pc, count, exec }) = self.shown.take() else {
            return;
        };
        let mut executed = count;
        if let Some(fault) = fault {
            let mut at = pc;
            executed = 0;
            while executed < count && fault.pc != at {
                executed += 1;
                at += env.program.at(at).map_or(4, |d| u64::from(d.size));
            }
        }
        if executed != 0 {
            self.counts.run(pc, executed, exec);
            if !self.seen.is_empty() {
                self.counts.access(pc, &self.seen, self.banks);
            }
        }
    }

    /// The wave comes to `count` instructions.
    fn enter(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) {
        self.settle(env, None);
        let exec = exec(wave);
        self.shown = Some(Shown { pc, count, exec });
        self.seen.clear();
        let Ok(first) = env.program.at(pc) else {
            return;
        };
        let skipped = wave.mode & MODE_VSKIP != 0 && Kind::of(&first.inst).is_vector();
        if skipped || !is_told(&first.inst) {
            return;
        }
        self.accesses.tell(&first.inst, wave, env);
        let scalar = self.accesses.scalar;
        for part in self.accesses.parts() {
            for lane in (0..LANES).filter(|l| part.lanes >> l & 1 != 0) {
                self.seen.push(Seen {
                    space: part.space,
                    address: part.at[lane],
                    bytes: part.bytes,
                    writes: part.writes,
                    reads: part.reads,
                    lane: (!scalar).then_some(lane as u8),
                });
            }
        }
    }

    /// Executes one instruction by the interpreter.
    fn step(&mut self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let (pc, exec) = (wave.pc, exec(wave));
        wave.budget = 1;
        self.log.clear();
        let result = interp::run_logged(wave, env, Some(&self.log));
        if result.is_ok() {
            self.counts.run(pc, 1, exec);
            let seen = self.log.list();
            if !seen.is_empty() {
                self.counts.access(pc, seen, self.banks);
            }
        }
        result
    }

    /// Executes instructions by the interpreter until the wave's budget is used up.
    fn interpret(&mut self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.settle(env, None);
        let mut budget = wave.budget;
        loop {
            let result = self.step(wave, env);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                return result;
            }
        }
    }
}

impl Watch for RefCell<Session> {
    fn enter(&self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) -> bool {
        self.borrow_mut().enter(wave, env, pc, count);
        false
    }

    fn interpret(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.borrow_mut().interpret(wave, env)
    }
}

impl Engine for Profiler {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.watched(wave, env, |wave, watch| watch.interpret(wave, env))
    }

    fn slice(&self) -> i64 {
        8192
    }
}
