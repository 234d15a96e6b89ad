//! Runs targets round after round, on several threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::error::CompileError;
use crate::isa::Gen;

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
}

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

    /// Failures found so far, but for the first `known`.
    pub fn failures(&self, known: usize) -> Vec<Failure> {
        let done = self.done();
        done.outcome.failures.get(known..).unwrap_or(&[]).to_vec()
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
    let sessions: Vec<_> = sessions.collect::<Result<_, _>>()?;
    let late = || c.time.is_some_and(|t| start.elapsed() >= t);
    let work = |mut session: Session| {
        let mut targets: Vec<_> = c.targets.iter().map(|k| (k.make)()).collect();
        let mut enough = c.cases == Some(0);
        while !enough && !late() {
            let mut counts = Counts::default();
            let i = next.fetch_add(1, Ordering::Relaxed);
            let which = (i % targets.len() as u64) as usize;
            let target = &mut targets[which];
            let mut source = Source::seeded(round_seed(c.seed, i));
            // Which rounds come before this one depends on the other threads.
            session.forget();
            let mut round = Round {
                source: &mut source,
                session: &mut session,
                counts: &mut counts,
                generations: &c.generations,
                checks: Default::default(),
            };
            let done = catch_unwind(AssertUnwindSafe(|| target.round(&mut round)));
            let found = match done {
                Ok(done) => done.err().map(|found| *found),
                Err(e) => {
                    // Whatever it was at is in no known state.
                    *target = (c.targets[which].make)();
                    session.forget();
                    let text = e.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| e.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                    Some(Found::Input {
                        what: format!("panic: {}", text.unwrap_or_default()),
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
    std::thread::scope(|s| {
        for session in sessions {
            s.spawn(|| work(session));
        }
    });
    Ok(std::mem::take(&mut progress.done().outcome))
}
