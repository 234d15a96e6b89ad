//! Runs targets round after round, on several threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::error::CompileError;
use crate::isa::Gen;

use super::target::{Found, Kind, Round};
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
#[derive(Debug)]
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
    /// Executions compared, and rows reached.
    counts: Mutex<Counts>,
    cases: AtomicU64,
    rounds: AtomicU64,
    failures: AtomicU64,
}

impl Progress {
    /// Executions compared so far.
    pub fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }

    /// Failures found so far.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Rows reached on `generations`, and all that they have, a while ago.
    pub fn rows(&self, generations: &[Gen]) -> (usize, usize) {
        let counts = self.counts.lock().unwrap_or_else(|e| e.into_inner());
        counts.rows(generations)
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
    let stop = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    let outcome = Mutex::new(Outcome::default());
    let sessions = (0..c.jobs.max(1)).map(|_| Session::new());
    let sessions: Vec<_> = sessions.collect::<Result<_, _>>()?;
    let enough = || {
        stop.load(Ordering::Relaxed)
            || c.time.is_some_and(|t| start.elapsed() >= t)
            || c.cases.is_some_and(|n| progress.cases() >= n)
            || progress.failures() >= FAILURES as u64
    };
    let work = |mut session: Session| {
        let mut targets: Vec<_> = c.targets.iter().map(|k| (k.make)()).collect();
        let mut counts = Counts::default();
        let (mut reported, mut failures) = (0, vec![]);
        while !enough() {
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
            if let Some(found) = found {
                progress.failures.fetch_add(1, Ordering::Relaxed);
                failures.push(Failure {
                    target: c.targets[which].name,
                    round: i,
                    found,
                });
            }
            let cases = counts.cases - reported;
            reported = counts.cases;
            progress.cases.fetch_add(cases, Ordering::Relaxed);
            if progress.rounds.fetch_add(1, Ordering::Relaxed) % 64 == 63 {
                // Not often: a thread must not wait for others.
                let mut shared = progress.counts.lock().unwrap_or_else(|e| e.into_inner());
                shared.merge_rows(&counts);
            }
        }
        let mut o = outcome.lock().unwrap_or_else(|e| e.into_inner());
        o.counts.add(&counts);
        o.failures.extend(failures);
    };
    std::thread::scope(|s| {
        for session in sessions {
            s.spawn(|| work(session));
        }
    });
    let mut o = outcome.into_inner().unwrap_or_else(|e| e.into_inner());
    o.failures.sort_by_key(|f| f.round);
    o.rounds = progress.rounds.load(Ordering::Relaxed);
    Ok(o)
}
