//! Makes a failing case smaller: fewer instructions, simpler states, fewer lanes. The same case always
//! gives the same one, in a bounded number of runs.

use crate::isa::{EXEC_LO, M0, VCC_LO};
use crate::machine::wave::{LANES, Vgpr};

use super::case::{Case, First, Tier, WaveState};
use super::code::Item;
use super::oracle::{Difference, Session};

mod launch;

pub use launch::{MinimizedLaunch, launch};

/// Runs of both backends that a case may take.
pub const RUNS: usize = 3000;

/// A case made small, and the first difference in it.
#[derive(Clone, Debug)]
pub struct Minimized<C = Case, D = Difference> {
    /// The case.
    pub case: C,
    /// The first difference in it.
    pub difference: D,
    /// Whether it differs when run alone. If not, it is as it was found: what differs depends on the
    /// code compiled for cases before it, or on how threads happen to run.
    pub alone: bool,
    /// Runs of both backends.
    pub runs: usize,
}

/// Makes `case`, in which `difference` was found, smaller.
pub fn minimize(session: &mut Session, case: Case, difference: Difference) -> Minimized {
    let mut m = Minimizer {
        session,
        best: case,
        difference,
        runs: 0,
    };
    let alone = m.reproduces();
    if alone {
        m.instructions();
        m.run_plainly();
        m.memory();
        m.registers();
        m.lanes();
        // What was needed may no longer be.
        m.instructions();
        m.registers();
    }
    Minimized {
        case: m.best,
        difference: m.difference,
        alone,
        runs: m.runs,
    }
}

/// What cases of all kinds have in common.
trait Shrink {
    /// The kind of case.
    type Case: Clone;

    /// The smallest case so far.
    fn best(&mut self) -> &mut Self::Case;

    /// A case's program.
    fn items(case: &mut Self::Case) -> &mut Vec<Item>;

    /// Takes `case` when it fails too.
    fn attempt(&mut self, case: Self::Case) -> bool;

    /// Changes a copy of the best case, and takes it when it fails too.
    fn change(&mut self, f: impl FnOnce(&mut Self::Case)) -> bool {
        let mut case = self.best().clone();
        f(&mut case);
        self.attempt(case)
    }

    /// Leaves out items: halves first, then smaller pieces.
    fn instructions(&mut self) {
        let len = |m: &mut Self| Self::items(m.best()).len();
        let mut step = len(self).div_ceil(2).next_power_of_two();
        while step > 0 {
            let before = len(self);
            let mut k = 0;
            while k < len(self) {
                let end = (k + step).min(len(self));
                if !self.change(|c| drop(Self::items(c).drain(k..end))) {
                    k += step;
                }
            }
            // What could not be left out may be after others are.
            if step > 1 || len(self) == before {
                step /= 2;
            }
        }
        // Labels that nothing names.
        self.change(|c| {
            let items = Self::items(c);
            let all = items.clone();
            let named = |l: &u32| all.iter().any(|i| i.names(*l));
            items.retain(|i| !matches!(i, Item::Label(l) if !named(l)));
        });
    }

    /// Bytes to zero: all, then pieces.
    fn zero(&mut self, part: impl Fn(&mut Self::Case) -> &mut Vec<u8>) {
        let len = part(self.best()).len();
        if self.change(|c| part(c).fill(0)) {
            return;
        }
        let mut step = (len / 2).next_power_of_two();
        // Not to the last byte: that would take too many runs.
        while step >= (len / 64).max(4) {
            for at in (0..len).step_by(step) {
                self.change(|c| part(c)[at..(at + step).min(len)].fill(0));
            }
            step /= 2;
        }
    }
}

struct Minimizer<'a> {
    session: &'a mut Session,
    best: Case,
    difference: Difference,
    runs: usize,
}

impl Shrink for Minimizer<'_> {
    type Case = Case;

    fn best(&mut self) -> &mut Case {
        &mut self.best
    }

    fn items(case: &mut Case) -> &mut Vec<Item> {
        &mut case.items
    }

    fn attempt(&mut self, case: Case) -> bool {
        if self.runs >= RUNS || case == self.best {
            return false;
        }
        self.runs += 1;
        // Compiled code depends on what it was compiled for. The same program with another state is
        // compiled anew only where that may matter.
        if case.first == First::Itself || case.items != self.best.items {
            self.session.forget();
        }
        match self.session.compare(&case) {
            Ok(_) => false,
            Err(d) => {
                (self.best, self.difference) = (case, d);
                true
            }
        }
    }
}

impl Minimizer<'_> {
    /// Whether the case fails without the cases that were run before it, perhaps with code for another
    /// wave.
    fn reproduces(&mut self) -> bool {
        for first in [self.best.first, First::Itself, First::Other, First::Masked] {
            let mut case = self.best.clone();
            case.first = first;
            self.session.forget();
            self.runs += 1;
            if let Err(d) = self.session.compare(&case) {
                (self.best, self.difference) = (case, d);
                return true;
            }
        }
        false
    }

    /// One wave, one slice.
    fn run_plainly(&mut self) {
        self.change(|c| c.slice = i64::MAX);
        for tier in [Tier::Full, Tier::Quick] {
            self.change(|c| c.tier = tier);
        }
        for fewer in self.best.checks.fewer() {
            self.change(|c| c.checks.0 &= fewer.0);
        }
        while self.best.waves.len() > 1 {
            let fewer = self.change(|c| {
                c.waves.pop();
                c.scratch
                    .truncate(c.waves.len() * LANES * c.private as usize);
            });
            if !fewer {
                break;
            }
        }
    }

    /// Contents to zero: all, then pieces.
    fn memory(&mut self) {
        type Part = fn(&mut Case) -> &mut Vec<u8>;
        let parts: [Part; 3] = [|c| &mut c.lds, |c| &mut c.gds, |c| &mut c.scratch];
        for part in parts {
            self.zero(part);
        }
        for i in 0..self.best.buffers.len() {
            self.zero(move |c| &mut c.buffers[i].bytes);
        }
        self.change(|c| {
            c.private = 0;
            c.scratch.clear();
        });
        while self.change(|c| drop(c.buffers.pop())) {}
        self.change(|c| c.gds.clear());
        self.change(|c| c.lds.clear());
    }

    /// Registers to zero, and what cannot be to simple values.
    fn registers(&mut self) {
        for i in 0..self.best.waves.len() {
            let wave = move |c: &mut Case, f: &dyn Fn(&mut WaveState)| f(&mut c.waves[i]);
            self.change(|c| wave(c, &|w| w.vgprs.fill(Vgpr::ZERO)));
            self.change(|c| {
                wave(c, &|w| {
                    for s in 0..128 {
                        let keep = [EXEC_LO, EXEC_LO + 1].contains(&s);
                        w.sgpr[s as usize] *= u32::from(keep);
                    }
                })
            });
            for first in (0..128).step_by(8) {
                let empty = |w: &WaveState| w.sgpr[first..first + 8].iter().all(|s| *s == 0);
                if empty(&self.best.waves[i]) {
                    continue;
                }
                let exec = EXEC_LO as usize;
                let at = first..(first + 8).min(exec);
                if self.change(|c| c.waves[i].sgpr[at.clone()].fill(0)) {
                    continue;
                }
                for s in at {
                    if self.best.waves[i].sgpr[s] != 0 && !self.change(|c| c.waves[i].sgpr[s] = 0) {
                        self.change(|c| c.waves[i].sgpr[s] = 1);
                    }
                }
            }
            for v in 0..self.best.waves[i].vgprs.len() {
                let old = self.best.waves[i].vgprs[v];
                if old == Vgpr::ZERO || self.change(|c| c.waves[i].vgprs[v] = Vgpr::ZERO) {
                    continue;
                }
                // The same in all lanes.
                let lane = match self.difference.place {
                    super::oracle::Place::Vgpr { lane, .. } => lane as usize,
                    _ => 0,
                };
                let all = Vgpr([old.0[lane]; LANES]);
                if !self.change(|c| c.waves[i].vgprs[v] = Vgpr([1; LANES])) {
                    self.change(|c| c.waves[i].vgprs[v] = all);
                }
            }
            self.change(|c| c.waves[i].scc = 0);
            self.change(|c| c.waves[i].mode = 0x3f0);
            for bit in 0..32 {
                if self.best.waves[i].mode ^ 0x3f0 != 0 {
                    self.change(|c| {
                        let m = &mut c.waves[i].mode;
                        *m = *m & !(1 << bit) | 0x3f0 & 1 << bit;
                    });
                }
            }
            self.change(|c| c.waves[i].set_s64(VCC_LO, 0));
            self.change(|c| c.waves[i].sgpr[M0 as usize] = 0);
        }
    }

    /// EXEC: all lanes or fewer; then zeros in the lanes that do not count.
    fn lanes(&mut self) {
        for i in 0..self.best.waves.len() {
            let exec = self.best.waves[i].s64(EXEC_LO);
            if !self.change(|c| c.waves[i].set_s64(EXEC_LO, u64::MAX)) && exec.count_ones() > 1 {
                let mut step = 32;
                while step > 0 {
                    for at in (0..64).step_by(step) {
                        let part = (u64::MAX >> (64 - step)) << at;
                        let now = self.best.waves[i].s64(EXEC_LO);
                        if now & part != 0 && now & !part != 0 {
                            self.change(|c| c.waves[i].set_s64(EXEC_LO, now & !part));
                        }
                    }
                    step /= 2;
                }
            }
            for v in 0..self.best.waves[i].vgprs.len() {
                let mut step = 32;
                while step > 0 {
                    let lanes = self.best.waves[i].vgprs[v].0;
                    if lanes.iter().all(|x| *x == lanes[0]) {
                        break;
                    }
                    for at in (0..64).step_by(step) {
                        let used = self.best.waves[i].vgprs[v].0[at..at + step].iter();
                        if used.copied().any(|x| x != 0) {
                            self.change(|c| c.waves[i].vgprs[v].0[at..at + step].fill(0));
                        }
                    }
                    step /= 2;
                }
            }
        }
    }
}
