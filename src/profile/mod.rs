//! What a kernel did, instruction by instruction: how often each was executed, with how many lanes, and where in
//! memory it went.
//!
//! A [`Profile`] is made of two kinds of event, and does not know who tells them: a straight run of instructions was
//! executed ([`Profile::run`]; or [`Profile::run_unseen`], where nobody sees what they access), and an instruction
//! accessed memory ([`Profile::access`]). All that it counts is a sum
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

pub use access::Traffic;
pub use engine::Profiler;
pub use kind::Kind;
pub use timeline::Timeline;

use crate::check::accesses::accesses;
use crate::check::operands::Operands;
use crate::interp::seen::Seen;
use crate::isa::{Decoded, Gen, Inst};

/// What was executed, and what that accessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// How often a straight run of instructions was executed, by the address of its first one and their number.
    runs: FxHashMap<(u64, u32), Run>,
    /// The same, where nobody saw what they accessed.
    unseen: FxHashMap<(u64, u32), Run>,
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

impl Run {
    fn add(&mut self, other: Run) {
        self.executions += other.executions;
        self.lanes += other.lanes;
    }
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

    /// The same happened `executions` times, with so many lanes in all, and nobody saw what the instructions accessed.
    pub fn run_unseen(&mut self, pc: u64, instructions: u32, executions: u64, lanes: u64) {
        let run = self.unseen.entry((pc, instructions)).or_default();
        run.executions += executions;
        run.lanes += lanes;
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
        let runs = [
            (&mut self.runs, other.runs),
            (&mut self.unseen, other.unseen),
        ];
        for (all, more) in runs {
            for (key, run) in more {
                all.entry(key).or_default().add(run);
            }
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
    /// gives none. What an instruction accessed where nobody saw it is taken to be like what was seen.
    pub fn counts(
        &self,
        generation: Gen,
        at: impl Fn(u64) -> Option<Decoded>,
    ) -> BTreeMap<u64, (Decoded, Counts)> {
        /// An instruction with what was seen and what was not.
        struct Both {
            decoded: Decoded,
            of: [Run; 2],
        }
        let mut all: BTreeMap<u64, Both> = BTreeMap::new();
        for (which, runs) in [&self.runs, &self.unseen].into_iter().enumerate() {
            for (&(first, instructions), run) in runs {
                let mut pc = first;
                for _ in 0..instructions {
                    let Some(decoded) = at(pc) else { break };
                    let of = [Run::default(); 2];
                    let both = all.entry(pc).or_insert(Both { decoded, of });
                    let lanes = if Kind::of(&decoded.inst).is_vector() {
                        run.lanes
                    } else {
                        run.executions
                    };
                    both.of[which].add(Run { lanes, ..*run });
                    pc += u64::from(decoded.size);
                }
            }
        }
        let counts = all.into_iter().map(|(pc, Both { decoded, of })| {
            let [seen, unseen] = of;
            let mut sum = seen;
            sum.add(unseen);
            let operands = Operands::encoded(generation, &decoded.inst);
            let traffic = self.traffic.get(&pc).copied().unwrap_or_default();
            let mut traffic = match unseen.lanes {
                0 => traffic,
                _ if seen.lanes == 0 && accesses(&decoded.inst, &operands) => {
                    traffic.unknown(sum.executions)
                }
                _ => traffic.grown([seen.executions, seen.lanes], [sum.executions, sum.lanes]),
            };
            if matches!(decoded.inst, Inst::Ds { f, .. } if f.gds) {
                // It is not the LDS that has worked.
                traffic.banks = access::Banks::default();
            }
            let counts = Counts {
                executions: sum.executions,
                lanes: sum.lanes,
                traffic,
            };
            (pc, (decoded, counts))
        });
        counts.collect()
    }
}
