//! The wait states of all paths at once: how few there may be since something was done, where several meet.

use std::collections::BTreeMap;

use super::clause::Member;
use super::late::{self, Late};
use super::{Plan, RULES, Vccz};
use crate::ir::plant::{Fault, unless_planted};
use crate::isa::Gen;

/// What may have been done lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// By the entry of the tables: wait states since, at least. What is missing was done long ago.
    since: BTreeMap<u16, u8>,
    /// VCCZ may be wrong.
    stale: bool,
    /// Scalar memory may be under way that corrupts it.
    loading: bool,
    /// Results that come late, and as above.
    late: BTreeMap<Late, u8>,
    /// Memory instructions that may be directly before.
    clause: Vec<Member>,
}

/// So many wait states are enough for every rule.
pub const ENOUGH: u8 = {
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
            *states = unless_planted!(Fault::MeetLongest, (*states).min(*new), (*states).max(*new));
        }
        for (late, new) in &other.late {
            let states = self.late.entry(*late).or_insert(*new);
            *states = (*states).min(*new);
        }
        for member in &other.clause {
            if !self.clause.contains(member) {
                self.clause.push(member.clone());
            }
        }
        self.stale |= other.stale;
        self.loading |= other.loading;
        *self != before
    }

    /// Goes on behind an instruction; whether nothing can be found at it.
    pub fn step(&mut self, generation: Gen, plan: &Plan) -> bool {
        // What it does depends on a value.
        let mut found = plan.vskip;
        for look in &plan.looks {
            let mut entries = self.since.range(look.first..look.first + look.count);
            let came_behind = |states: u8| {
                RULES[look.rule as usize].between.is_none_or(|first| {
                    let other = self.since.get(&(first.slots().0 as u16));
                    other.is_some_and(|other| *other < states)
                })
            };
            found |= entries.any(|(_, states)| *states < look.states && came_behind(*states));
        }
        if !self.late.is_empty() {
            let recent: Vec<_> = (self.late.iter())
                .map(|(late, states)| (*late, u64::from(*states)))
                .collect();
            // Which was the last is not known.
            (plan.late).too_soon(generation, &recent, false, |_, _| found = true);
        }
        match plan.clause.member() {
            Some(member) => {
                self.clause.retain(|m| member.follows(m));
                if member.clashes(self.clause.iter()).is_some() {
                    found = true;
                    // It is once, as though the clause had ended.
                    self.clause.clear();
                }
                if !self.clause.contains(member) {
                    self.clause.push(member.clone());
                }
            }
            None => self.clause.clear(),
        }
        let passed = plan.states.min(u64::from(ENOUGH)) as u8;
        self.since.retain(|_, states| {
            *states += passed;
            *states < ENOUGH
        });
        self.late.retain(|_, states| {
            *states = states.saturating_add(plan.states.min(u64::from(u8::MAX)) as u8);
            *states < late::ENOUGH
        });
        self.late.extend(plan.late.begins().map(|late| (late, 0)));
        for &(first, count) in &plan.marks {
            self.since.extend((first..first + count).map(|n| (n, 0)));
        }
        match plan.vccz {
            Vccz::Nothing => {}
            Vccz::Reads => found |= self.stale,
            Vccz::WritesHalf => self.stale = true,
            Vccz::Writes => self.stale = self.loading,
            Vccz::Loads => (self.loading, self.stale) = (true, true),
            Vccz::Waits => self.loading = false,
        }
        !found
    }
}
