//! The wait states of all paths at once: how few there may be since something was done, where several meet.

use std::collections::BTreeMap;

use super::{Plan, RULES, Vccz};
use crate::ir::plant::{Fault, planted};

/// What may have been done lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// By the entry of the tables: wait states since, at least. What is missing was done long ago.
    since: BTreeMap<u16, u8>,
    /// VCCZ may be wrong.
    stale: bool,
    /// Scalar memory may be under way that corrupts it.
    loading: bool,
}

/// So many wait states are enough for every rule.
const ENOUGH: u8 = {
    let (mut most, mut i) = (0, 0);
    while i < RULES.len() {
        let mut g = 0;
        while g < RULES[i].states.len() {
            if RULES[i].states[g] > most {
                most = RULES[i].states[g];
            }
            g += 1;
        }
        i += 1;
    }
    most
};

impl Paths {
    /// Adds what another path has done; whether that is anything new.
    pub fn join(&mut self, other: &Paths) -> bool {
        let before = self.clone();
        for (entry, new) in &other.since {
            let states = self.since.entry(*entry).or_insert(*new);
            *states = match planted(Fault::MeetLongest) {
                true => (*states).max(*new),
                false => (*states).min(*new),
            };
        }
        self.stale |= other.stale;
        self.loading |= other.loading;
        *self != before
    }

    /// Goes on behind an instruction; whether nothing can be found at it.
    pub fn step(&mut self, plan: &Plan) -> bool {
        // What it does depends on a value.
        if plan.vskip {
            return false;
        }
        for look in &plan.looks {
            let entries = self.since.range(look.first..look.first + look.count);
            if entries.into_iter().any(|(_, states)| *states < look.states) {
                return false;
            }
        }
        let passed = plan.states.min(u64::from(ENOUGH)) as u8;
        self.since.retain(|_, states| {
            *states += passed;
            *states < ENOUGH
        });
        for &(first, count) in &plan.marks {
            self.since.extend((first..first + count).map(|n| (n, 0)));
        }
        match plan.vccz {
            Vccz::Nothing => {}
            Vccz::Reads => return !self.stale,
            Vccz::WritesHalf => self.stale = true,
            Vccz::Writes => self.stale = self.loading,
            Vccz::Loads => (self.loading, self.stale) = (true, true),
            Vccz::Waits => self.loading = false,
        }
        true
    }
}
