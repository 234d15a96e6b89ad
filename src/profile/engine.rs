//! The engine that counts: the interpreter, one instruction at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::timeline::Recorder;
use super::{Profile, Timeline};
use crate::error::Fault;
use crate::interp::{self, seen::Log};
use crate::machine::wave::Wave;
use crate::machine::{Engine, Env, Exit, MODE_VSKIP};

/// The interpreter, counting what it executes. For one launch.
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

    /// Executes one instruction.
    fn step(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        counts: &mut Profile,
        log: &mut Log,
    ) -> Result<Exit, Fault> {
        let pc = wave.pc;
        let exec = match wave.mode & MODE_VSKIP {
            0 => wave.exec(),
            _ => 0,
        };
        wave.budget = 1;
        log.clear();
        let result = interp::run_logged(wave, env, Some(log));
        if result.is_ok() {
            counts.run(pc, 1, exec);
            let seen = log.list();
            if !seen.is_empty() {
                counts.access(pc, seen, self.banks);
            }
        }
        result
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine for Profiler {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        if wave.instructions == 0 {
            lock(&self.timeline).begins(wave.workgroup, wave.group_waves);
        }
        let mut counts = lock(&self.counts).pop().unwrap_or_default();
        let mut log = Log::default();
        let mut budget = wave.budget;
        let result = loop {
            let result = self.step(wave, env, &mut counts, &mut log);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                break result;
            }
        };
        lock(&self.counts).push(counts);
        let ended = matches!(result, Ok(Exit::End));
        lock(&self.timeline).ran(wave.workgroup, ended);
        result
    }

    fn slice(&self) -> i64 {
        8192
    }
}
