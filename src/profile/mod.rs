//! What a kernel did, instruction by instruction: how often each was executed, with how many lanes, and where in
//! memory it went.
//!
//! A [`Profile`] is made of two kinds of event, and does not know who tells them: a straight run of instructions was
//! executed ([`Profile::run`]), and an instruction accessed memory ([`Profile::access`]). All that it counts is a sum
//! over events or a set, so the order of events, and on which host thread they happened, changes nothing:
//! [`Profile::merge`] puts the parts together. Only the [`Timeline`] is of one run on one host.

pub mod access;
pub mod card;
pub mod engine;
pub mod kind;
pub mod lint;
pub mod timeline;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

pub use access::{Bytes, Traffic};
pub use engine::Profiler;
pub use kind::Kind;
pub use timeline::Timeline;

use crate::interp::seen::Seen;
use crate::isa::{Decoded, Inst};

/// What was executed, and what that accessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// How often a straight run of instructions was executed, by the address of its first one and their number.
    runs: FxHashMap<(u64, u32), Run>,
    /// What the instruction at an address accessed.
    traffic: FxHashMap<u64, Traffic>,
    /// Lines of 64 bytes of global memory that were accessed at least once: bits, by pages of 4 KiB.
    touched: FxHashMap<u64, u64>,
}

/// How often a run of instructions was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    executions: u64,
    /// Sum of the lanes that were active.
    lanes: u64,
}

/// What was counted of one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many waves executed it, each time that one did.
    pub executions: u64,
    /// Sum of the lanes that were active; a scalar instruction counts as one lane.
    pub lanes: u64,
    /// What it accessed.
    pub traffic: Traffic,
}

impl Profile {
    /// A wave executed `instructions` instructions that follow each other, from the one at `pc` on, all with the same
    /// EXEC; 0 stands for EXEC where MODE.vskip has vector instructions skipped.
    #[inline]
    pub fn run(&mut self, pc: u64, instructions: u32, exec: u64) {
        let run = self.runs.entry((pc, instructions)).or_default();
        run.executions += 1;
        run.lanes += u64::from(exec.count_ones());
    }

    /// The instruction at `pc`, in one execution by one wave, accessed all of `seen`; `banks` is how many the LDS has.
    /// Gives what that was.
    pub fn access(&mut self, pc: u64, seen: &[Seen], banks: u32) -> Traffic {
        let Profile {
            traffic, touched, ..
        } = self;
        let touch = |line: u64| *touched.entry(line >> 6).or_default() |= 1 << (line & 63);
        let one = Traffic::of(seen, banks, touch);
        traffic.entry(pc).or_default().add(&one);
        one
    }

    /// Adds what `other` has counted.
    pub fn merge(&mut self, other: Profile) {
        for (key, run) in other.runs {
            let mine = self.runs.entry(key).or_default();
            mine.executions += run.executions;
            mine.lanes += run.lanes;
        }
        for (pc, traffic) in other.traffic {
            self.traffic.entry(pc).or_default().add(&traffic);
        }
        for (page, lines) in other.touched {
            *self.touched.entry(page).or_default() |= lines;
        }
    }

    /// Bytes of global memory in lines of 64 bytes that were accessed at least once.
    pub fn footprint(&self) -> u64 {
        let lines = self.touched.values().map(|l| u64::from(l.count_ones()));
        64 * lines.sum::<u64>()
    }

    /// The counts of each instruction, by its address. `at` gives the instruction at an address; a run ends where it
    /// gives none.
    pub fn counts(&self, at: impl Fn(u64) -> Option<Decoded>) -> BTreeMap<u64, (Decoded, Counts)> {
        let mut all: BTreeMap<u64, (Decoded, Counts)> = BTreeMap::new();
        for (&(first, instructions), run) in &self.runs {
            let mut pc = first;
            for _ in 0..instructions {
                let Some(decoded) = at(pc) else { break };
                let (_, counts) = all.entry(pc).or_insert((decoded, Counts::default()));
                counts.executions += run.executions;
                counts.lanes += match Kind::of(&decoded.inst).is_vector() {
                    true => run.lanes,
                    false => run.executions,
                };
                pc += u64::from(decoded.size);
            }
        }
        for (pc, traffic) in &self.traffic {
            if let Some((decoded, counts)) = all.get_mut(pc) {
                counts.traffic = *traffic;
                if matches!(decoded.inst, Inst::Ds { f, .. } if f.gds) {
                    // It is not the LDS that has worked.
                    counts.traffic.banks = access::Banks::default();
                }
            }
        }
        all
    }
}
