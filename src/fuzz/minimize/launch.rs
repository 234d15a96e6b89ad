//! Makes a failing launch smaller: fewer instructions, work-groups and waves, simpler contents of
//! buffers.
//!
//! Programs for launches are made such that the order of their waves does not matter: each computes
//! which part of memory is its own. Without the instructions that do so the waves race, and what they
//! leave behind differs between orders while nothing is wrong. So it is first found out whether the
//! launch differs with its waves in one order too ([`LaunchCase::threads`] = 1), as it does for nearly
//! all faults of a compiler. There a run depends on the case alone, whatever has become of the program,
//! and each difference of the backends is one that counts: anything may be left out. What remains are
//! instructions that look at something outside the case, such as the time; the interpreter must leave
//! the same behind twice.
//!
//! A launch that differs on several threads only, or only with time slices, keeps its program, its
//! work-groups' size and the ids that its waves are given: there the order must not matter, and
//! programs are made so for any contents of memory, any MODE and any number of work-groups. Threads do
//! not run the same way twice, so what is smaller must differ several times in a row. What does not is
//! left as it was found.

use super::{Minimized, Shrink};
use crate::fuzz::Session;
use crate::fuzz::case::Tier;
use crate::fuzz::code::Item;
use crate::fuzz::launch::{LaunchCase, LaunchDifference, Run, compare, repeats};

/// A launch made small.
pub type MinimizedLaunch = Minimized<LaunchCase, LaunchDifference>;

/// Launches, compared on both backends, that a case may take.
const RUNS: usize = 2000;
/// The same where threads and time slices count: those take longer.
const THREADED_RUNS: usize = 200;
/// How often in a row a launch must differ where threads and time slices count.
const TIMES: usize = 3;

/// Makes `case`, in which `difference` was found, smaller.
pub fn launch(
    session: &mut Session,
    case: LaunchCase,
    difference: LaunchDifference,
) -> MinimizedLaunch {
    let mut m = Minimizer {
        session,
        best: case,
        difference,
        ends: false,
        runs: 0,
    };
    let alone = m.reproduces();
    if alone {
        m.limit();
        m.work_groups();
        m.contents();
        if m.in_order() {
            m.waves();
            m.change(|c| c.observed = true);
            m.instructions();
            m.settings();
            // What was needed may no longer be.
            m.instructions();
            m.waves();
            m.limit();
        } else {
            m.change(|c| c.mode = 0x3f0);
        }
    }
    Minimized {
        case: m.best,
        difference: m.difference,
        alone,
        runs: m.runs,
    }
}

struct Minimizer<'a> {
    session: &'a mut Session,
    best: LaunchCase,
    difference: LaunchDifference,
    /// The interpreter must come to the end, and to no fault: what is found when something is stored too
    /// late should not become a store to nowhere.
    ends: bool,
    runs: usize,
}

impl Shrink for Minimizer<'_> {
    type Case = LaunchCase;

    fn best(&mut self) -> &mut LaunchCase {
        &mut self.best
    }

    fn items(case: &mut LaunchCase) -> &mut Vec<Item> {
        &mut case.items
    }

    fn attempt(&mut self, case: LaunchCase) -> bool {
        let most = if self.in_order() { RUNS } else { THREADED_RUNS };
        self.runs < most && case != self.best && self.fails(case)
    }
}

impl Minimizer<'_> {
    /// Whether waves run in one order.
    fn in_order(&self) -> bool {
        self.best.threads <= 1
    }

    /// Takes `case` when it fails, each time that it is run.
    fn fails(&mut self, case: LaunchCase) -> bool {
        let in_order = case.threads <= 1;
        let mut last = None;
        for _ in 0..if in_order { 1 } else { TIMES } {
            self.runs += 1;
            self.session.forget();
            match compare(self.session, &case) {
                // Without a run to compare with.
                Err(d) if d.run == Run::InterpInOrder && self.difference.run != d.run => {
                    return false;
                }
                Err(d) => last = Some(d),
                Ok(_) => return false,
            }
        }
        let Some(difference) = last else {
            return false;
        };
        if in_order && difference.run != Run::InterpInOrder {
            match repeats(self.session, &case) {
                None => return false,
                Some(0) if self.ends => return false,
                Some(_) => {}
            }
        }
        (self.best, self.difference) = (case, difference);
        true
    }

    /// Whether the case fails without those that were run before it; with its waves in one order, if
    /// possible.
    fn reproduces(&mut self) -> bool {
        self.ends = repeats(self.session, &self.best).is_some_and(|n| n > 0);
        let mut case = self.best.clone();
        case.threads = 1;
        self.fails(case) || self.fails(self.best.clone())
    }

    /// No more instructions than it takes: what never ends, for having lost some, is to be given up soon.
    fn limit(&mut self) {
        if let Some(n @ 1..) = repeats(self.session, &self.best) {
            let limit = (2 * n).div_ceil(self.best.waves().max(1)) + 16;
            if limit < self.best.limit {
                self.change(|c| c.limit = limit);
            }
        }
    }

    /// Fewer work-groups of the same size.
    fn work_groups(&mut self) {
        for d in 0..3 {
            loop {
                let (n, local) = (self.best.groups()[d], self.best.local[d]);
                let fewer = [1, n / 2, n - 1];
                let fewer = fewer.iter().filter(|k| (1..n).contains(*k));
                if !fewer
                    .copied()
                    .any(|k| self.change(|c| c.grid[d] = k * local))
                {
                    break;
                }
            }
        }
    }

    /// Smaller work-groups: one dimension, one wave, all lanes.
    fn waves(&mut self) {
        let one = |c: &mut LaunchCase, waves: u32| {
            let groups: u32 = c.groups().iter().product();
            c.dimensions = 1;
            c.local = [64 * waves, 1, 1];
            c.grid = [groups * 64 * waves, 1, 1];
        };
        let now = self.best.local.iter().product::<u32>().div_ceil(64);
        for n in 1..=now {
            if self.change(|c| one(c, n)) {
                break;
            }
        }
        self.work_groups();
    }

    /// Buffers to zero, and shorter.
    fn contents(&mut self) {
        for i in 0..self.best.buffers.len() {
            self.zero(|c| &mut c.buffers[i]);
        }
    }

    /// What waves start with, and what memory there is.
    fn settings(&mut self) {
        self.contents();
        while self.change(|c| drop(c.buffers.pop())) {}
        for i in 0..self.best.buffers.len() {
            let half = |c: &mut LaunchCase| {
                let len = (c.buffers[i].len() / 2).next_multiple_of(4);
                c.buffers[i].truncate(len.max(64));
            };
            while self.change(half) {}
        }
        self.change(|c| c.lds = 0);
        self.change(|c| c.private = 0);
        self.change(|c| c.ids = 0);
        for tier in [Tier::Full, Tier::Quick] {
            self.change(|c| c.tier = tier);
        }
        self.change(|c| c.mode = 0x3f0);
        for bit in 0..32 {
            if (self.best.mode ^ 0x3f0) & 1 << bit != 0 {
                self.change(|c| c.mode ^= 1 << bit);
            }
        }
    }
}
