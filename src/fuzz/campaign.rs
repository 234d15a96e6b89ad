//! Runs targets round after round, on several threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::error::{CompileError, panic_text};
use crate::isa::{Gen, Row};

use super::excluded::excluded;
use super::target::{Found, Round};
use super::targets::Kind;
use super::{Counts, Session, Source};

/// Failures after which a campaign ends.
pub const FAILURES: usize = 10;

/// What to run.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The targets, which take turns; at least one.
    pub targets: Vec<&'static Kind>,
    /// The generations to choose from, at least one.
    pub generations: Vec<Gen>,
    /// All choices of round `i` follow from this and `i`.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// When to end.
    pub time: Option<Duration>,
    /// How many executions are enough.
    pub cases: Option<u64>,
    /// How many executions of each row on each generation are enough; those that have fewer are chosen.
    pub each: Option<u64>,
}

/// Rounds after which it is looked again which rows have been executed often enough: between them no round's choices
/// depend on others.
const PHASE: u64 = 64;

/// What does not hold, and where it was found.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The target's name.
    pub target: &'static str,
    /// The round.
    pub round: u64,
    /// The input.
    pub found: Found,
}

/// What has become of a campaign.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What was reached.
    pub counts: Counts,
    /// What does not hold, by round.
    pub failures: Vec<Failure>,
    /// Rounds done.
    pub rounds: u64,
}

/// What has been done so far, for others to look at while a campaign runs.
#[derive(Debug, Default)]
pub struct Progress {
    done: Mutex<Done>,
}

/// Rounds that have ended, in their order: where a campaign ends by its number of executions or failures,
/// the same rounds count however many threads there are.
#[derive(Debug, Default)]
struct Done {
    outcome: Outcome,
    /// Those before which others are missing.
    waiting: BTreeMap<u64, (Counts, Option<Failure>)>,
    /// There has been enough: further rounds do not count.
    enough: bool,
}

impl Done {
    /// Adds round `i`.
    fn add(&mut self, c: &Campaign, i: u64, counts: Counts, failure: Option<Failure>) {
        self.waiting.insert(i, (counts, failure));
        let outcome = &mut self.outcome;
        while !self.enough
            && let Some((counts, failure)) = self.waiting.remove(&outcome.rounds)
        {
            outcome.rounds += 1;
            outcome.counts.add(&counts);
            outcome.failures.extend(failure);
            self.enough = c.cases.is_some_and(|n| outcome.counts.cases >= n)
                || outcome.failures.len() >= FAILURES;
        }
    }
}

impl Progress {
    fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Executions compared so far.
    pub fn cases(&self) -> u64 {
        self.done().outcome.counts.cases
    }

    /// Failures found so far, except the first `known`.
    pub fn failures(&self, known: usize) -> Vec<Failure> {
        let done = self.done();
        done.outcome.failures.get(known..).unwrap_or(&[]).to_vec()
    }

    /// The rows that have been executed less than `n` times on one of `generations`, with it.
    fn below(&self, generations: &[Gen], n: u64) -> Vec<(&'static Row, Gen)> {
        let least = self
            .done()
            .outcome
            .counts
            .least(generations, |row| excluded(row).is_some());
        let below = least.into_iter().take_while(|(_, _, count)| *count < n);
        below.map(|(row, g, _)| (row, g)).collect()
    }

    /// Rows reached on `generations` so far, and all that they have.
    pub fn rows(&self, generations: &[Gen]) -> (usize, usize) {
        self.done().outcome.counts.rows(generations)
    }
}

/// The seed of round `i`.
fn round_seed(seed: u64, i: u64) -> u64 {
    Source::seeded(seed ^ i.wrapping_mul(0xd134_2543_de82_ef95)).bits()
}

/// Runs the campaign.
///
/// # Errors
/// When the host cannot run compiled code.
pub fn run(c: &Campaign, progress: &Progress) -> Result<Outcome, CompileError> {
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let sessions = (0..c.jobs.max(1)).map(|_| Session::new());
    let mut sessions: Vec<_> = sessions.collect::<Result<_, _>>()?;
    let late = || c.time.is_some_and(|t| start.elapsed() >= t);
    let work = |session: &mut Session, wanted: &[_], end: u64| {
        let mut targets: Vec<_> = c.targets.iter().map(|k| (k.make)()).collect();
        let mut enough = c.cases == Some(0);
        while !enough && !late() {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= end {
                break;
            }
            let mut counts = Counts::default();
            let which = (i % targets.len() as u64) as usize;
            let target = &mut targets[which];
            let mut source = Source::seeded(round_seed(c.seed, i));
            // Which rounds come before this one depends on the other threads.
            session.forget();
            let mut round = Round {
                source: &mut source,
                session,
                counts: &mut counts,
                generations: &c.generations,
                wanted,
                checks: Default::default(),
            };
            let done = catch_unwind(AssertUnwindSafe(|| target.round(&mut round)));
            let found = match done {
                Ok(done) => done.err().map(|found| *found),
                Err(e) => {
                    // Whatever it was at is in no known state.
                    *target = (c.targets[which].make)();
                    session.forget();
                    Some(Found::Input {
                        what: format!("panic: {}", panic_text(&*e)),
                        bytes: vec![],
                        extension: "",
                    })
                }
            };
            let failure = found.map(|found| Failure {
                target: c.targets[which].name,
                round: i,
                found,
            });
            let mut done = progress.done();
            done.add(c, i, counts, failure);
            enough = done.enough;
        }
    };
    let mut first = 0;
    loop {
        let (wanted, end) = match c.each {
            None => (vec![], u64::MAX),
            Some(n) => (progress.below(&c.generations, n), first + PHASE),
        };
        if c.each.is_some() && wanted.is_empty() {
            break;
        }
        next.store(first, Ordering::Relaxed);
        std::thread::scope(|s| {
            for session in &mut sessions {
                s.spawn(|| work(session, &wanted, end));
            }
        });
        if c.each.is_none() || late() || progress.done().enough {
            break;
        }
        first = end;
    }
    Ok(std::mem::take(&mut progress.done().outcome))
}
