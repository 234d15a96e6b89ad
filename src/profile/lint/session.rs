//! Counts what a wave executes while it is checked: runs of instructions before they are executed, by another engine;
//! or one after the interpreter has executed it.

use super::super::{Kind, Profile, Traffic};
use crate::check::accesses::{Accesses, bits, is_told};
use crate::error::Fault;
use crate::interp::seen::Seen;
use crate::machine::wave::Wave;
use crate::machine::{Env, MODE_VSKIP};

/// Instructions that follow one another, which a wave has come to under one EXEC.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The address of the first.
    pub pc: u64,
    /// How many they are.
    pub count: u32,
    /// EXEC as vector instructions have it.
    pub exec: u64,
}

/// EXEC as vector instructions have it.
pub fn exec(wave: &Wave) -> u64 {
    match wave.mode & MODE_VSKIP {
        0 => wave.exec(),
        _ => 0,
    }
}

/// What is counted while a wave goes on.
pub struct Session {
    banks: u32,
    /// What was counted.
    pub counts: Profile,
    /// What the wave has come to. It is counted when it has been executed: until then it may fault.
    shown: Option<Run>,
    /// What the first instruction of that accesses.
    pub seen: Vec<Seen>,
    accesses: Accesses,
}

impl Session {
    /// Goes on counting from `counts`, for an LDS with so many banks.
    pub fn new(banks: u32, counts: Profile) -> Session {
        Session {
            banks,
            counts,
            shown: None,
            seen: Vec::new(),
            accesses: Accesses::default(),
        }
    }

    /// What was shown last has been executed, up to `fault` if that is where it ended. Gives what that was, of which the
    /// first instruction has accessed `seen`.
    pub fn settle(&mut self, env: &Env<'_>, fault: Option<&Fault>) -> Option<(Run, Traffic)> {
        let shown = self.shown.take()?;
        let mut count = shown.count;
        if let Some(fault) = fault.filter(|f| !f.kind.is_limit()) {
            let mut at = shown.pc;
            count = 0;
            while count < shown.count && fault.pc != at {
                count += 1;
                at += env.program.at(at).map_or(4, |d| u64::from(d.size));
            }
        }
        (count != 0).then(|| self.count(Run { count, ..shown }))
    }

    fn count(&mut self, run: Run) -> (Run, Traffic) {
        self.counts.run(run.pc, run.count, run.exec);
        let traffic = if self.seen.is_empty() {
            Traffic::default()
        } else {
            self.counts.access(run.pc, &self.seen, self.banks)
        };
        (run, traffic)
    }

    /// An instruction was executed, and has accessed this.
    pub fn executed(&mut self, pc: u64, exec: u64, seen: &[Seen]) -> (Run, Traffic) {
        self.seen.clear();
        self.seen.extend_from_slice(seen);
        self.count(Run { pc, count: 1, exec })
    }

    /// The wave comes to `count` instructions; what it was shown before is settled.
    pub fn enter(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) {
        let exec = exec(wave);
        self.shown = Some(Run { pc, count, exec });
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
            self.seen.extend(bits(part.lanes).map(|lane| Seen {
                space: part.space,
                address: part.at[lane],
                bytes: part.bytes,
                writes: part.writes,
                reads: part.reads,
                lane: (!scalar).then_some(lane as u8),
            }));
        }
    }
}
