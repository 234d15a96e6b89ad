//! What may be found on paths that no wave has taken yet: missing waits and wait states, by the code alone.
//!
//! What holds on all paths (`paths`) tells at which instructions something may be found; there the paths that meet are one.
//! So a path to each is looked for, from where waves begin, and what the checks tell a wave that takes it is told.
//!
//! All lanes are active on each path, and every branch may go both ways. Addresses are not known: what depends on them is
//! not looked for (V10, V15, V16), but for the LDS at barriers, where any access may be to the same bytes (V11, V12). A
//! FLAT instruction counts as one that does not go to the LDS: compilers know it of most, and do not wait for the other.
//! A call of a function that is not known comes back with nothing under way, as LLVM's functions do.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::accesses::Accesses;
use super::finding::{Class, Findings, Found, Other, Place, Severity};
use super::jumps::Constants;
use super::paths::{Code, has_numbered_registers, may_set};
use super::sites::Site;
use super::waits::paths::Slot;
use super::{Finding, nops, waits};
use crate::isa::Inst;
use crate::machine::program::Program;
use crate::machine::wave::Wave;
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};

/// Instructions that paths are followed over at most, for all that may be found of waits: some seconds.
const MOST_STEPS: u64 = 20_000_000;
/// Paths that are looked at for wait states before one instruction at most.
const MOST_PATHS: usize = 1_000;

/// Wait states that no rule but those of VCCZ looks back behind, and those that it is followed for.
const LONG_AGO: u64 = 20;
const LONG_AGO_VCCZ: u64 = 64;
const _: () = assert!(nops::paths::ENOUGH as u64 <= LONG_AGO);

/// A branch on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its address.
    pub pc: u64,
    /// Where it goes.
    pub to: u64,
    /// Whether that is elsewhere than to the next instruction.
    pub taken: bool,
}

/// Something that may be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// What would be found, of work-group 0.
    pub finding: Finding,
    /// The branches between the other instruction and this one.
    pub path: Vec<Branch>,
}

/// What a look at all paths has told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Every {
    /// What may be found, by address.
    pub found: Vec<Possible>,
    /// Addresses of instructions with which more may be wrong than is looked for: they load into the LDS, go to the GDS,
    /// store by scalar memory, have registers by number or are followed by such, or call functions that are not known.
    pub unfollowed: BTreeSet<u64>,
    /// Those at which something may be found or not: there are too many, or too many paths.
    pub undecided: BTreeSet<u64>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub waits: bool,
    pub nops: bool,
    pub pedantic: bool,
}

/// Looks at all paths of a wave that begins at `entry` of the program, whose instructions are `site`s.
///
/// # Errors
/// The address of an instruction of which it is not known whether those behind it are executed, or too many are.
pub(super) fn every<'a>(
    program: &Program,
    entry: u64,
    site: impl Fn(u64) -> Option<&'a Site> + Copy,
    constants: Constants<'_>,
    wanted: Wanted,
) -> Result<Every, u64> {
    let skips = |inst: &Inst| may_set(inst, MODE_VSKIP);
    let code = Code::find(program, entry, site, Some(constants), skips, |_| {})?;
    let generation = program.generation();
    let begin = (
        waits::paths::Paths::new(generation),
        nops::paths::Paths::default(),
    );
    let mut across = waits::paths::Across::default();
    let mut early: BTreeMap<u64, BTreeSet<Slot>> = BTreeMap::new();
    let mut soon: BTreeSet<u64> = BTreeSet::new();
    let mut unfollowed = BTreeSet::new();
    let join = |at: &mut (_, _), other: &(_, _)| {
        waits::paths::Paths::join(&mut at.0, &other.0)
            | nops::paths::Paths::join(&mut at.1, &other.1)
    };
    code.follow(begin.clone(), join, |(waits, nops), pc, s| {
        if wanted.waits {
            let mut met = Vec::new();
            step(waits, s, &mut across, &mut met);
            if !met.is_empty() {
                early.entry(pc).or_default().extend(met);
            }
            if !waits::paths::is_followed(&s.inst, &s.waits) {
                unfollowed.insert(pc);
            }
        }
        if code.leads_anywhere(pc) {
            // Functions wait for all when they begin and when they end.
            (*waits, *nops) = begin.clone();
            unfollowed.insert(pc);
        }
        if may_set(&s.inst, MODE_GPR_IDX_EN) || has_numbered_registers(&s.inst) {
            unfollowed.insert(pc);
        }
        if wanted.nops && !nops.step(generation, &s.nops) {
            soon.insert(pc);
        }
        true
    });
    let mut look = Look {
        program,
        entry,
        code,
        wanted,
        before: None,
        all: BTreeMap::new(),
        undecided: BTreeSet::new(),
        left: MOST_STEPS,
    };
    for (pc, slots) in early {
        for slot in slots {
            if !slot.is_memory() || across.meets_lds(slot) {
                look.for_wait(pc, slot);
            }
        }
    }
    soon.into_iter().for_each(|pc| look.for_states(pc));
    Ok(Every {
        found: look.all.into_values().collect(),
        unfollowed,
        undecided: look.undecided,
    })
}

/// Takes what is under way behind an instruction.
fn step(
    waits: &mut waits::paths::Paths,
    s: &Site,
    across: &mut waits::paths::Across,
    met: &mut Vec<Slot>,
) {
    let plan = s.waits.outside_lds();
    // The order of scalar and vector memory is a matter of addresses.
    waits.step(&s.inst, &plan, &s.operands, true, across, met);
}

/// A look for paths.
struct Look<'p, F> {
    program: &'p Program,
    entry: u64,
    code: Code<'p, F>,
    wanted: Wanted,
    /// From which instructions control comes to each, once that is asked.
    before: Option<BTreeMap<u64, Vec<u64>>>,
    /// What was found, by its address, that of the other instruction, and its rule.
    all: BTreeMap<(u64, Option<u64>, &'static str), Possible>,
    undecided: BTreeSet<u64>,
    /// What is left of [`MOST_STEPS`].
    left: u64,
}

/// Instructions that follow one another, behind others.
struct Stretch {
    first: u64,
    /// What was under way before it.
    waits: waits::paths::Paths,
    /// Which one it is behind, and where that was left.
    behind: Option<(usize, u64)>,
}

impl<'a, F: Fn(u64) -> Option<&'a Site> + Copy> Look<'_, F> {
    /// Looks for a path on which the instruction at `at` meets what is under way.
    fn for_wait(&mut self, at: u64, slot: Slot) {
        match self.path_to(at, slot) {
            Ok(Some(path)) if slot.is_memory() => self.at_barrier(&path, slot),
            Ok(Some(path)) => {
                let found = self.replayed_waits(&path);
                self.add(&path, found);
            }
            // Where paths meet, more was taken to be under way than is on any of them.
            Ok(None) => {}
            Err(TooMany) => {
                self.undecided.insert(at);
            }
        }
    }

    /// The instructions of a path from the entry to `at`, where `slot` is under way.
    fn path_to(&mut self, at: u64, slot: Slot) -> Result<Option<Vec<u64>>, TooMany> {
        let slots = BTreeSet::from([slot]);
        let begin = waits::paths::Paths::new(self.program.generation());
        let mut seen = HashSet::from([(self.entry, begin.clone())]);
        let mut all = vec![Stretch {
            first: self.entry,
            waits: begin,
            behind: None,
        }];
        let mut next = 0;
        while let Some(stretch) = all.get(next) {
            let (mut pc, mut waits) = (stretch.first, stretch.waits.clone());
            while let Some((s, goes, also)) = self.code.at(pc) {
                let (mut across, mut met) = (waits::paths::Across::default(), Vec::new());
                step(&mut waits, s, &mut across, &mut met);
                waits.keep(&slots);
                if self.code.leads_anywhere(pc) {
                    waits = waits::paths::Paths::new(self.program.generation());
                }
                if pc == at && met.contains(&slot) {
                    return Ok(Some(self.path(&all, next, at)));
                }
                let ends = goes.filter(|to| self.code.meet_at(*to));
                for to in also.into_iter().chain(ends) {
                    if seen.insert((to, waits.clone())) {
                        all.push(Stretch {
                            first: to,
                            waits: waits.clone(),
                            behind: Some((next, pc)),
                        });
                    }
                }
                self.left = self.left.checked_sub(1).ok_or(TooMany)?;
                match goes {
                    Some(to) if !self.code.meet_at(to) => pc = to,
                    Some(_) | None => break,
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// The instructions up to `last` of a stretch.
    fn path(&self, all: &[Stretch], last: usize, at: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        let mut now = Some((last, at));
        while let Some((stretch, end)) = now {
            let mut part = Vec::new();
            let mut pc = Some(all[stretch].first);
            while let Some(at) = pc {
                part.push(at);
                pc = self.code.at(at).and_then(|(_, goes, _)| goes);
                if at == end {
                    break;
                }
            }
            parts.push(part);
            now = all[stretch].behind;
        }
        parts.into_iter().rev().flatten().collect()
    }

    /// What a wave would be told of waits at the end of a path.
    fn replayed_waits(&self, path: &[u64]) -> Vec<Found> {
        let mut board = waits::Board::new(self.program.generation(), self.wanted.pedantic);
        let mut barrier = waits::AtBarrier::new(1, false);
        let mut wave = Wave::new(0);
        wave.set_exec(u64::MAX);
        let (nowhere, mut found) = (Accesses::default(), Vec::new());
        for &pc in path {
            let Some((s, ..)) = self.code.at(pc) else {
                break;
            };
            // What is found by the way was found there.
            found.clear();
            let plan = s.waits.outside_lds();
            let step = waits::Step {
                plan: &plan,
                ..s.step(pc)
            };
            board.before(step, &wave, &mut found);
            board.after(step, &nowhere, &mut barrier, ([0; 3], 0), &mut found);
            if self.code.leads_anywhere(pc) {
                board.restart();
            }
        }
        // That the wave ends, too, takes no path to be wrong.
        found.retain(|f| f.rule != "V13");
        found
    }

    /// The LDS is accessed behind a barrier, by any wave, while `slot` is under way at that at the end of the path.
    fn at_barrier(&mut self, path: &[u64], slot: Slot) {
        let slots = BTreeSet::from([slot]);
        let mut waits = waits::paths::Paths::new(self.program.generation());
        let mut begun = None;
        for &pc in path {
            let Some((s, ..)) = self.code.at(pc) else {
                break;
            };
            let (mut across, mut met) = (waits::paths::Across::default(), Vec::new());
            step(&mut waits, s, &mut across, &mut met);
            waits.keep(&slots);
            if s.waits.is_of_lds() && waits.has_just_begun(slot) {
                begun = Some(pc);
            }
        }
        let (rule, what) = match slot {
            Slot::LdsWrites => ("V11", "writes"),
            _ => ("V12", "reads"),
        };
        let message = format!(
            "other waves may access behind this barrier LDS that the wave still {what}: it takes s_waitcnt lgkmcnt(0) before"
        );
        let found = Found {
            class: Class::Waits,
            rule,
            severity: Severity::Error,
            other: begun.map(Other::earlier),
            lane: None,
            message,
        };
        self.add(path, vec![found]);
    }

    /// Looks for paths on which the instruction at `at` comes too soon.
    fn for_states(&mut self, at: u64) {
        if self.before.is_none() {
            self.before = Some(self.predecessors());
        }
        let Some((s, ..)) = self.code.at(at) else {
            return;
        };
        let most = if s.nops.looks_at_vccz() {
            LONG_AGO_VCCZ
        } else {
            LONG_AGO
        };
        // Paths backwards, and how many wait states each has before the instruction.
        let mut work = vec![(vec![at], 0)];
        let mut looked = 0;
        while let Some((path, states)) = work.pop() {
            let first = *path.last().unwrap_or(&at);
            let mut before = match &self.before {
                Some(before) if states < most => before.get(&first).cloned().unwrap_or_default(),
                Some(_) | None => Vec::new(),
            };
            if before.is_empty() || first == self.entry {
                looked += 1;
                if looked > MOST_PATHS {
                    self.undecided.insert(at);
                    return;
                }
                let path: Vec<u64> = path.iter().rev().copied().collect();
                let found = self.replayed_states(&path);
                self.add(&path, found);
            }
            for pc in before.drain(..) {
                let passed = self.code.at(pc).map_or(1, |(s, ..)| s.nops.states());
                let mut path = path.clone();
                path.push(pc);
                work.push((path, states + passed));
            }
        }
    }

    /// What a wave would be told of wait states at the end of a path.
    fn replayed_states(&self, path: &[u64]) -> Vec<Found> {
        let mut history = nops::History::new(self.program.generation());
        let mut wave = Wave::new(0);
        wave.set_exec(u64::MAX);
        let mut found = Vec::new();
        for (i, &pc) in path.iter().enumerate() {
            let Some((s, ..)) = self.code.at(pc) else {
                break;
            };
            if i + 1 == path.len() {
                history.before(&s.nops, &wave, &mut found);
            } else {
                history.after(&s.nops, pc, wave.mode, Some(wave.mode));
            }
        }
        found
    }

    /// From which instructions control comes to each.
    fn predecessors(&self) -> BTreeMap<u64, Vec<u64>> {
        let mut before: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let (mut seen, mut work) = (BTreeSet::from([self.entry]), vec![self.entry]);
        while let Some(pc) = work.pop() {
            let Some((_, goes, also)) = self.code.at(pc) else {
                continue;
            };
            for to in also.into_iter().chain(goes) {
                // A function is long.
                if !self.code.leads_anywhere(pc) {
                    before.entry(to).or_default().push(pc);
                }
                if seen.insert(to) {
                    work.push(to);
                }
            }
        }
        before
    }

    /// Keeps what was found at the end of a path, the first time.
    fn add(&mut self, path: &[u64], found: Vec<Found>) {
        let Some(&at) = path.last() else {
            return;
        };
        for f in found {
            let other = f.other.map(|o| o.pc);
            let key = (at, other, f.rule);
            if self.all.contains_key(&key) {
                continue;
            }
            let begins = other.and_then(|o| path[..path.len() - 1].iter().rposition(|pc| *pc == o));
            let between = &path[begins.unwrap_or(0)..];
            let place = |pc| Place {
                pc,
                workgroup: [0; 3],
                wave: 0,
                lane: None,
            };
            let mut findings = Findings::default();
            let other = other.map(place);
            findings.add(f.class, f.rule, f.severity, place(at), other, || f.message);
            for finding in findings.list() {
                let path = self.branches(between);
                let finding = finding.clone();
                self.all.insert(key, Possible { finding, path });
            }
        }
    }

    /// The branches of a path, but for those at its end.
    fn branches(&self, path: &[u64]) -> Vec<Branch> {
        let branch = |step: &[u64]| {
            let (pc, to) = (step[0], step[1]);
            let (_, goes, also) = self.code.at(pc)?;
            let taken = goes != Some(to);
            let chooses = usize::from(goes.is_some()) + also.len() > 1;
            chooses.then_some(Branch { pc, to, taken })
        };
        path.windows(2).filter_map(branch).collect()
    }
}

/// There is more to follow than is followed.
struct TooMany;
