//! The engine that counts: the interpreter, one instruction at a time. Compiled code counts by itself; what it is to
//! be measured at is executed here, too.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::timeline::Recorder;
use super::{Profile, Timeline};
use crate::error::Fault;
use crate::interp::{self, seen::Log};
use crate::machine::turn::Turn;
use crate::machine::wave::Wave;
use crate::machine::{Engine, Env, Exit, MODE_VSKIP, Watch, Waves};

/// What a launch did, while it runs. As an [`Engine`] it is the interpreter, counting what it executes.
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

    /// Gives `run` what executes and counts instructions ([`Watch::interpret`]).
    pub fn measure<R>(&self, run: impl FnOnce(&dyn Watch) -> R) -> R {
        let session = RefCell::new(Session {
            banks: self.banks,
            counts: lock(&self.counts).pop().unwrap_or_default(),
            log: Log::default(),
        });
        let result = run(&session);
        lock(&self.counts).push(session.into_inner().counts);
        result
    }

    /// Has `run` execute the waves of `queue`, and takes the times of their work-groups. `ended` tells how many have
    /// ended so far on this thread; that is asked where they are too many to have a time each.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn timed<T>(
        &self,
        queue: &mut dyn Waves,
        state: &mut T,
        run: impl FnOnce(&mut dyn Waves, &mut T) -> Result<Exit, Fault>,
        ended: impl Fn(&T) -> u64,
    ) -> Result<Exit, Fault> {
        let wave = queue.current();
        let (id, waves) = (wave.workgroup, wave.group_waves);
        let mut recorder = lock(&self.timeline);
        if !recorder.begins(id, waves) {
            let (before, start) = (ended(state), recorder.now());
            drop(recorder);
            let result = run(queue, state);
            let groups = ended(state) - before;
            lock(&self.timeline).more(groups, start);
            return result;
        }
        drop(recorder);
        let mut timed = Timed {
            queue,
            timeline: &self.timeline,
            id,
            ended: 0,
        };
        let result = run(&mut timed, state);
        let ended = timed.ended + u32::from(matches!(result, Ok(Exit::End)));
        lock(&self.timeline).ran(timed.id, ended);
        result
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waves, and when their work-groups begin and end.
struct Timed<'q> {
    queue: &'q mut dyn Waves,
    timeline: &'q Mutex<Recorder>,
    /// That of the current wave, and how many of its waves have ended.
    id: [u32; 3],
    ended: u32,
}

impl Waves for Timed<'_> {
    fn current(&mut self) -> &mut Wave {
        self.queue.current()
    }

    fn go_on(&mut self, exit: Exit) -> Option<Turn<'_>> {
        let wave = self.queue.go_on(exit)?.wave;
        self.ended += u32::from(exit == Exit::End);
        if wave.workgroup != self.id {
            let mut timeline = lock(self.timeline);
            timeline.ran(self.id, self.ended);
            // Those in between begin and end here as well: none is left to the engine.
            timeline.open(wave.workgroup, wave.group_waves);
            (self.id, self.ended) = (wave.workgroup, 0);
        }
        Some(Turn::alone(wave))
    }
}

/// What is counted while a wave goes on.
struct Session {
    banks: u32,
    counts: Profile,
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
    /// Executes one instruction.
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
}

impl Watch for RefCell<Session> {
    fn enter(&self, _: &Wave, _: &Env<'_>, _: u64, _: u32) -> bool {
        false
    }

    fn interpret(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut session = self.borrow_mut();
        let mut budget = wave.budget;
        loop {
            let result = session.step(wave, env);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                return result;
            }
        }
    }
}

impl Engine for Profiler {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let run =
            |waves: &mut dyn Waves| self.measure(|watch| watch.interpret(waves.current(), env));
        // It comes back after each wave.
        self.timed(
            wave,
            &mut 0,
            |waves, groups| {
                let result = run(waves);
                let wave = waves.current();
                let last = wave.index + 1 == wave.group_waves;
                *groups += u64::from(last && matches!(result, Ok(Exit::End)));
                result
            },
            |groups| *groups,
        )
    }

    fn slice(&self) -> i64 {
        8192
    }
}
