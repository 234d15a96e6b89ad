//! Runs the work-groups of a launch on host threads.
//!
//! A thread takes the next work-group, and runs its waves in turn until each reaches a barrier, its
//! end, or the end of its time slice. Waves that spin (waiting for another work-group, say) would
//! never end: when no wave of a thread has come to a barrier or its end for some rounds, the thread
//! takes further work-groups and runs all of them in turn, as the machine would.

mod waiting;

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::explain;
use super::launch::{CancelToken, FinalWave, Launch, LaunchError, Progress};
use super::plan::Plan;
use super::poison::Poison;
use super::poll::{Busy, Polling};
use crate::error::{AllocError, BarrierWait, Fault, FaultKind, WaveAt, WavesAt, panic_text};
use crate::ir::plant::{self, planted, unless_planted};
use crate::machine::lds::Lds;
use crate::machine::program::Program;
use crate::machine::start::{Ids, Tally};
use crate::machine::turn::{Ahead, InStep, Turn};
use crate::machine::wave::{FileSize, LANES, Wave};
use crate::machine::{Engine, Env, Exit, Scratch, Waves};

/// Rounds without a barrier or an end after which a thread takes more work-groups.
const SPIN_ROUNDS: u32 = 4;

/// Time slice in instructions while a thread has several work-groups: they wait for each other.
const SHARED_SLICE: i64 = 4096;

/// Bytes of wave state and LDS that the resident work-groups of all threads may take together.
const RESIDENT_BYTES: usize = 32 << 20;

/// Work-groups that a thread may have under way, unless they wait for more.
pub(super) const MAX_RESIDENTS: usize = 256;

/// Rounds without a barrier or an end after which a thread that has as many takes more all the same.
const PATIENT_ROUNDS: u32 = 32;

/// Waves that a card holds at most: those of gfx942, 304 compute units with 32 each. What is launched to be on the card
/// all at once has no more, and may wait for all of it without being a cooperative launch.
const CARD_WAVES: usize = 304 * 32;

/// [`RESIDENT_BYTES`] of work-groups that wait so, with their private memory.
const PATIENT_BYTES: usize = 1 << 30;

/// Chunks of consecutive work-groups per thread, at least, when there are as many work-groups: enough
/// that the threads end at about the same time.
const CHUNKS: u64 = 64;

/// Work-groups that a thread takes at once, at most.
const MAX_CHUNK: u64 = 64;

/// Rounds that lower-numbered work-groups may still run after a fault, so that the same one is
/// reported however the threads interleave.
const GRACE_ROUNDS: u32 = 64;

/// Work-groups after which a thread looks at the clock at the latest.
const MAX_CLOCK_EVERY: u32 = 256;

/// How often a thread reports progress at most.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// What all threads did.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) tally: Tally,
    pub(super) threads: usize,
    /// By work-group number, then by wave.
    pub(super) captured: Vec<(u64, FinalWave)>,
}

/// Runs all work-groups of `plan`, or until one faults: then what was done is given with the fault. The time
/// limit counts from `start`.
pub(super) fn run(
    plan: &Plan<'_>,
    engine: &dyn Engine,
    launch: &Launch<'_>,
    start: Instant,
    pool: &Pool,
) -> Result<(Ran, Option<Box<Fault>>), LaunchError> {
    let most = usize::try_from(plan.count).unwrap_or(usize::MAX);
    let threads = launch.threads.clamp(1, most.max(1));
    let group_bytes =
        plan.max_waves() * (FileSize::from(plan.kernel).bytes() + 1024) + plan.lds as usize;
    let residents = (RESIDENT_BYTES / threads / group_bytes).clamp(2, MAX_RESIDENTS);
    let patient_bytes = group_bytes + plan.max_waves() * plan.private as usize * LANES;
    let patient = (PATIENT_BYTES / threads / patient_bytes).min(CARD_WAVES / plan.max_waves());
    let chains = engine.clears()
        && plan.poison.is_none()
        && launch.max_instructions.is_none()
        && !launch.capture
        && plan.at.private == 0;
    let shared = Shared {
        chains,
        chains_groups: chains && plan.lds == 0 && launch.progress.is_none(),
        plan,
        engine,
        launch,
        deadline: launch.timeout.and_then(|t| start.checked_add(t)),
        quota: launch.max_instructions.map(Quota::new),
        max_residents: if launch.cooperative { most } else { residents },
        patient_residents: patient.max(residents),
        // Those that wait for each other are shared out at once.
        chunk: if launch.cooperative {
            plan.count.div_ceil(threads as u64).max(1)
        } else {
            (plan.count / (CHUNKS * threads as u64)).clamp(1, MAX_CHUNK)
        },
        next: Alone(AtomicU64::new(0)),
        done: Alone(AtomicU64::new(0)),
        failed_at: AtomicU64::new(u64::MAX),
        stop: AtomicBool::new(false),
        failure: Mutex::new(None),
        places: Mutex::default(),
        idle: Mutex::default(),
        ended: AtomicUsize::new(0),
        threads,
        stuck: Mutex::default(),
    };
    let mut ran = Ran::default();
    if threads == 1 {
        ran.add(Worker::of_caller(&shared).run());
    } else {
        // One worker per thread for the whole launch, not one task per work-group: a worker's groups
        // may spin on each other, which it alone can schedule.
        let (own, others) = pool.with(threads - 1, |pool| {
            let others = Mutex::new(Vec::new());
            let busy = Busy::new(threads - 1);
            let own = pool.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, _| {
                    let _one = busy.one();
                    let ran = Worker::new(&shared).run();
                    others.lock().unwrap_or_else(|e| e.into_inner()).push(ran);
                });
                let own = Worker::of_caller(&shared).run();
                if let Some(poll) = launch.poll {
                    busy.wait(poll);
                }
                own
            });
            (own, others.into_inner().unwrap_or_else(|e| e.into_inner()))
        })?;
        ran.add(own);
        for r in others {
            ran.add(r);
        }
    }
    let failure = shared.failure().take();
    ran.threads = threads;
    ran.captured.sort_by_key(|(group, w)| (*group, w.wave));
    match failure {
        Some((_, LaunchError::Fault(mut fault))) => {
            if fault.kind.is_limit() {
                fault.context.waves = shared.waves();
                let stuck = shared.stuck.lock();
                let stuck = stuck.unwrap_or_else(|e| e.into_inner()).take();
                fault.context.barrier = stuck.map(|(_, wait)| wait);
            }
            Ok((ran, Some(fault)))
        }
        Some((_, error)) => Err(error),
        None => {
            if let Some(progress) = launch.progress {
                progress(plan.count, plan.count);
            }
            Ok((ran, None))
        }
    }
}

/// Host threads that wait for the next launch, so that a short one need not start them.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<Option<rayon::ThreadPool>>);

impl Pool {
    /// Calls `f` with a pool of `threads` threads that nobody else uses meanwhile: launches at the same
    /// time may wait for each other.
    fn with<R>(
        &self,
        threads: usize,
        f: impl FnOnce(&rayon::ThreadPool) -> R,
    ) -> Result<R, LaunchError> {
        let slot = || self.0.lock().unwrap_or_else(|e| e.into_inner());
        let kept = slot().take();
        let pool = match kept.filter(|p| p.current_num_threads() == threads) {
            Some(pool) => pool,
            None => rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|e| LaunchError::Usage(format!("{threads} more host threads: {e}")))?,
        };
        let result = f(&pool);
        *slot() = Some(pool);
        Ok(result)
    }
}

impl Ran {
    fn add(&mut self, other: Ran) {
        self.tally.add(&other.tally);
        self.captured.extend(other.captured);
    }
}

/// The instruction limit, shared by the threads: each reserves what a slice may use and gives the rest
/// back.
struct Quota {
    limit: u64,
    left: Mutex<QuotaLeft>,
}

struct QuotaLeft {
    free: u64,
    /// Slices that hold a reservation.
    holders: u32,
}

impl Quota {
    fn new(limit: u64) -> Quota {
        Quota {
            limit,
            left: Mutex::new(QuotaLeft {
                free: limit,
                holders: 0,
            }),
        }
    }

    fn left(&self) -> MutexGuard<'_, QuotaLeft> {
        self.left.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Reserves up to `want` instructions; `None` when all are used up.
    fn reserve(&self, want: u64) -> Option<u64> {
        loop {
            let mut left = self.left();
            if left.free > 0 {
                let got = want.min(left.free);
                left.free -= got;
                left.holders += 1;
                return Some(got);
            }
            if left.holders == 0 {
                return None;
            }
            drop(left);
            std::thread::yield_now();
        }
    }

    fn give_back(&self, reserved: u64, used: u64) {
        let mut left = self.left();
        left.free += reserved.saturating_sub(used);
        // Compiled code stops at block boundaries and may use more than it was given.
        left.free = left.free.saturating_sub(used.saturating_sub(reserved));
        left.holders -= 1;
    }
}

/// A counter that all threads change, away from what they only read.
#[repr(align(128))]
struct Alone(AtomicU64);

/// What the threads share.
struct Shared<'a> {
    plan: &'a Plan<'a>,
    engine: &'a dyn Engine,
    launch: &'a Launch<'a>,
    deadline: Option<Instant>,
    quota: Option<Quota>,
    /// Work-groups that one thread may have resident, and those if they wait for long.
    max_residents: usize,
    patient_residents: usize,
    /// Work-groups that a thread takes at once.
    chunk: u64,
    /// Whether an engine may go on with the next wave of a work-group by itself, and with the next
    /// work-group: the same environment is for both, and nobody looks at what lies between.
    chains: bool,
    chains_groups: bool,
    /// Number of the next work-group that no thread has taken.
    next: Alone,
    /// Work-groups that have ended, when someone wants to know.
    done: Alone,
    /// Lowest number of a work-group that has faulted.
    failed_at: AtomicU64,
    /// Everything ends now: a limit is reached.
    stop: AtomicBool,
    /// The failure to report and the work-group that it belongs to.
    failure: Mutex<Option<(u64, LaunchError)>>,
    /// Once everything ends: how many waves are where, by PC and whether they wait at a barrier. Each
    /// thread adds its own.
    places: Mutex<BTreeMap<(u64, bool), u64>>,
    /// Threads of which no wave can go on, at which count of changes of global wave sync; and those that have ended.
    idle: Mutex<(u64, usize)>,
    ended: AtomicUsize,
    threads: usize,
    /// And of the lowest work-group of which some wait at a barrier, which.
    stuck: Mutex<Option<(u64, BarrierWait)>>,
}

impl Shared<'_> {
    fn failure(&self) -> MutexGuard<'_, Option<(u64, LaunchError)>> {
        self.failure.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Records a failure. A fault of a lower work-group displaces that of a higher one, and any fault
    /// displaces a limit that was reached meanwhile.
    fn fail(&self, group: u64, error: LaunchError) {
        let is_limit = |e: &LaunchError| match e {
            LaunchError::Fault(f) => f.kind.is_limit(),
            LaunchError::Usage(_)
            | LaunchError::OtherDevice(_)
            | LaunchError::Alloc(_)
            | LaunchError::Compile(_) => false,
        };
        let limit = is_limit(&error);
        if limit || !matches!(error, LaunchError::Fault(_)) {
            self.stop.store(true, SeqCst);
        } else {
            self.failed_at.fetch_min(group, SeqCst);
        }
        let mut slot = self.failure();
        let replace = match &*slot {
            None => true,
            Some((other, e)) => match (is_limit(e), limit) {
                (true, false) => true,
                (false, true) => false,
                (true, true) | (false, false) => group < *other,
            },
        };
        if replace {
            *slot = Some((group, error));
        }
    }

    /// Where the waves are, most of them first.
    fn waves(&self) -> Vec<WavesAt> {
        let places = std::mem::take(&mut *self.places.lock().unwrap_or_else(|e| e.into_inner()));
        let at = |((pc, barrier), count)| WavesAt {
            pc,
            inst: self.plan.program.describe(pc),
            barrier,
            count,
        };
        let mut waves: Vec<WavesAt> = places.into_iter().map(at).collect();
        waves.sort_by_key(|w| std::cmp::Reverse(w.count));
        waves
    }

    /// Keeps which waves of a work-group wait at a barrier to which others have not come, if it is the lowest.
    fn note_stuck(&self, r: &Resident) {
        let mut slot = self.stuck.lock().unwrap_or_else(|e| e.into_inner());
        if slot.as_ref().is_some_and(|(group, _)| *group < r.group) {
            return;
        }
        let (mut waiting, mut missing) = (vec![], vec![]);
        for (w, state) in r.waves.iter().zip(&r.states) {
            // The wave goes on behind the barrier, which has one dword.
            let (list, pc) = match state {
                State::Ended => continue,
                State::Running | State::Waiting => (&mut missing, w.pc),
                State::AtBarrier => (&mut waiting, w.pc.wrapping_sub(4)),
            };
            list.push(WaveAt::new(
                w.index,
                Some(pc),
                self.plan.program.describe(pc),
            ));
        }
        waiting.sort_by_key(|w| w.wave);
        missing.sort_by_key(|w| w.wave);
        let later = r.started as u32..r.count as u32;
        missing.extend(later.map(|wave| WaveAt::new(wave, None, String::new())));
        if !waiting.is_empty() && !missing.is_empty() {
            *slot = Some((r.group, BarrierWait::new(r.id, waiting, missing)));
        }
    }

    /// The number of a work-group to start, when there is one: from `taken`, what the thread has taken
    /// before. After a fault none that is higher is started.
    fn take(&self, taken: &mut Range<u64>) -> Option<u64> {
        if self.stop.load(Relaxed) {
            return None;
        }
        let failed_at = self.failed_at.load(Relaxed);
        if taken.is_empty() && failed_at == u64::MAX {
            let first = self.next.0.fetch_add(self.chunk, Relaxed);
            *taken = first..(first + self.chunk).min(self.plan.count);
        }
        taken.next().filter(|group| *group < failed_at)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    AtBarrier,
    /// Global wave sync.
    Waiting,
    /// The wave's storage is free for the next.
    Ended,
}

impl State {
    /// Whether it has not come to a barrier or its end.
    fn is_under_way(&self) -> bool {
        matches!(self, State::Running | State::Waiting)
    }
}

/// A work-group on a host thread, with storage that the next one uses again.
struct Resident {
    group: u64,
    id: [u32; 3],
    /// Waves that have started and those that have ended, with their states: a wave that ends makes room
    /// for the next, so where none waits for another they all run in the same few cache lines.
    waves: Vec<Wave>,
    states: Vec<State>,
    /// Waves that have started, of how many.
    started: usize,
    count: usize,
    lds: Lds,
    /// Private memory of each of `waves`.
    scratch: Vec<Scratch>,
    /// What every wave starts with. Boxed: a resident moves whenever one starts or ends.
    sgprs: Box<[u32; 128]>,
}

impl Resident {
    fn new(shared: &Shared<'_>) -> Resident {
        let plan = shared.plan;
        Resident {
            group: 0,
            id: [0; 3],
            waves: Vec::new(),
            states: Vec::new(),
            started: 0,
            count: 0,
            lds: Lds::new(plan.lds).asked_for(plan.lds_asked),
            scratch: Vec::new(),
            sgprs: Box::new(plan.sgprs()),
        }
    }

    /// Makes it work-group number `group`, at its beginning.
    fn start(&mut self, plan: &Plan<'_>, group: u64) {
        self.group = group;
        self.id = plan.workgroup(group);
        self.count = plan.ids(self.id).waves();
        self.started = 0;
        self.lds.clear();
        if let Some(poison) = plan.poison.map(Poison) {
            poison.lds(self.id, &self.lds);
        }
        self.states.fill(State::Ended);
    }

    /// Starts the next wave, in the storage `slot`. `lazy`: the engine clears registers.
    fn start_wave(&mut self, plan: &Plan<'_>, slot: usize, lazy: bool) -> Result<(), AllocError> {
        if slot == self.waves.len() {
            let scratch = Scratch::new(plan.memory, plan.private)?;
            self.scratch.push(scratch);
            self.waves.push(Wave::new(plan.kernel));
            self.states.push(State::Running);
        }
        let wave = &mut self.waves[slot];
        if plan.at.private != 0 {
            // What a wave finds there is not to depend on which one had it before.
            self.scratch[slot].clear(plan.memory);
            self.scratch[slot].place(plan.wave_offset(self.started as u32));
        }
        self.states[slot] = State::Running;
        plan.start(plan.ids(self.id), &self.sgprs)
            .start(wave, self.id, self.started);
        if !lazy || plan.poison.is_some() {
            wave.clear_stale();
            wave.clean = false;
        }
        if let Some(poison) = plan.poison.map(Poison) {
            poison.wave(plan, wave);
            if plan.at.private != 0 {
                poison.private(wave, &self.scratch[slot], plan.memory);
            }
        }
        self.started += 1;
        Ok(())
    }

    /// Whether all waves have ended.
    fn ended(&self) -> bool {
        self.started == self.count && self.states.iter().all(|s| *s == State::Ended)
    }

    /// Opens the barrier when every wave that has not ended waits there; tells whether it did.
    fn open_barrier(&mut self) -> bool {
        if self.started < self.count || self.states.iter().any(State::is_under_way) {
            return false;
        }
        open(&mut self.states);
        true
    }
}

/// One host thread.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// Of the thread that asked for the launch.
    poll: Option<Polling<'a>>,
    /// When no wave could go on, if this thread is counted among those in [`Shared::idle`].
    idle_at: Option<u64>,
    /// Work-groups that this thread has taken and not yet started.
    taken: Range<u64>,
    active: Vec<Resident>,
    idle: Vec<Resident>,
    ran: Ran,
    last_progress: Instant,
    /// When the clock was looked at last, and after how many work-groups it will be again: that takes as long
    /// as a small work-group.
    last_look: Instant,
    clock_in: u32,
    clock_every: u32,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>) -> Worker<'a> {
        Worker {
            shared,
            poll: None,
            idle_at: None,
            taken: 0..0,
            active: Vec::new(),
            idle: Vec::new(),
            ran: Ran::default(),
            last_progress: Instant::now(),
            last_look: Instant::now(),
            clock_in: 1,
            clock_every: 1,
        }
    }

    /// That of the thread that asked for the launch.
    fn of_caller(shared: &'a Shared<'a>) -> Worker<'a> {
        Worker {
            poll: shared.launch.poll.map(Polling::new),
            ..Worker::new(shared)
        }
    }

    fn run(mut self) -> Ran {
        let mut still = 0;
        let mut after_failure = 0;
        // They would only spin until the last is there.
        while self.shared.launch.cooperative && self.start_another() {}
        loop {
            if self.active.is_empty() && !self.start_another() {
                break;
            }
            let changes = self.shared.plan.sync.changes();
            if self.round() {
                still = 0;
            } else {
                still += 1;
            }
            let failed_at = self.shared.failed_at.load(Relaxed);
            if failed_at != u64::MAX {
                after_failure += 1;
                let dropped = self.active.extract_if(.., |r| r.group >= failed_at);
                self.idle.extend(dropped);
            }
            if self.shared.stop.load(Relaxed) || after_failure > GRACE_ROUNDS {
                break;
            }
            if self.active.iter().all(|r| r.waits().is_some()) && !self.active.is_empty() {
                self.wait(changes);
            }
            let (rounds, residents) = if self.active.len() < self.shared.max_residents {
                (SPIN_ROUNDS, self.shared.max_residents)
            } else {
                (PATIENT_ROUNDS, self.shared.patient_residents)
            };
            if still >= rounds {
                still = 0;
                for _ in 0..self.active.len() {
                    if self.active.len() >= residents || !self.start_another() {
                        break;
                    }
                }
            }
        }
        self.shared.ended.fetch_add(1, SeqCst);
        self.active.append(&mut self.idle);
        self.leave();
        for s in self.active.drain(..).flat_map(|r| r.scratch) {
            s.free(self.shared.plan.memory);
        }
        self.ran
    }

    /// Counts what the waves did that have not ended, and notes where they are if everything ends.
    fn leave(&mut self) {
        let stop = self.shared.stop.load(Relaxed);
        let lock = || self.shared.places.lock().unwrap_or_else(|e| e.into_inner());
        let mut places = stop.then(lock);
        for r in &self.active {
            if stop {
                self.shared.note_stuck(r);
            }
            for (w, state) in r.waves.iter().zip(&r.states) {
                if *state == State::Ended {
                    continue;
                }
                self.ran.tally.instructions += w.instructions;
                self.ran.tally.lanes += w.lanes;
                if let Some(places) = &mut places {
                    let barrier = *state == State::AtBarrier;
                    // The wave goes on behind the barrier, which has one dword.
                    let pc = if barrier { w.pc.wrapping_sub(4) } else { w.pc };
                    *places.entry((pc, barrier)).or_default() += 1;
                }
            }
        }
    }

    /// Makes the next work-group resident, when there is one.
    fn start_another(&mut self) -> bool {
        let Some(group) = self.shared.take(&mut self.taken) else {
            return false;
        };
        let mut r = self
            .idle
            .pop()
            .unwrap_or_else(|| Resident::new(self.shared));
        r.start(self.shared.plan, group);
        self.active.push(r);
        true
    }

    /// Gives every wave of every resident work-group a slice; tells whether any came to a barrier or
    /// to its end.
    fn round(&mut self) -> bool {
        let slice = match self.active.len() {
            1 => self.shared.engine.slice(),
            _ => SHARED_SLICE,
        };
        let mut progress = false;
        let mut i = 0;
        while i < self.active.len() {
            match self.round_of(i, slice) {
                Ok(p) => progress |= p,
                Err(error) => {
                    let group = self.active[i].group;
                    self.shared.fail(group, error);
                    return true;
                }
            }
            if self.shared.stop.load(Relaxed) {
                return true;
            }
            if !self.active[i].ended() {
                i += 1;
                continue;
            }
            self.report();
            // One alone goes on with the next work-group where it is.
            if self.active.len() == 1
                && let Some(group) = self.shared.take(&mut self.taken)
            {
                self.active[i].start(self.shared.plan, group);
                return true;
            }
            let r = self.active.swap_remove(i);
            self.idle.push(r);
        }
        progress
    }

    /// Gives every wave of resident work-group `i` a slice, or starts it, unless it waits.
    fn round_of(&mut self, i: usize, slice: i64) -> Result<bool, LaunchError> {
        let mut progress = self.active[i].wake(&self.shared.plan.sync);
        progress |= self.turns(i, 0, slice)?;
        let lazy = self.shared.engine.clears();
        let mut slot = 0;
        while self.active[i].started < self.active[i].count {
            let r = &mut self.active[i];
            while r.states.get(slot).is_some_and(|s| *s != State::Ended) {
                slot += 1;
            }
            r.start_wave(self.shared.plan, slot, lazy)?;
            let went = self.slice_or_first_fault(i, slot, slice)?;
            progress |= went.progress;
            if went.opened {
                progress |= self.turns(i, went.last + 1, slice)?;
            }
        }
        self.active[i].open_barrier();
        Ok(progress)
    }

    /// Gives every wave of resident work-group `i` that is there and does not wait a slice, from `slot` on.
    fn turns(&mut self, i: usize, mut slot: usize, slice: i64) -> Result<bool, LaunchError> {
        let mut progress = false;
        while slot < self.active[i].states.len() {
            if self.active[i].states[slot] == State::Running {
                let went = self.slice_or_first_fault(i, slot, slice)?;
                progress |= went.progress;
                slot = went.last;
            }
            slot += 1;
        }
        Ok(progress)
    }

    /// As [`Worker::slice`]. After a fault the waves before the one that faulted go on for some rounds, so
    /// that the same one is reported however long the slices are.
    fn slice_or_first_fault(&mut self, i: usize, slot: usize, slice: i64) -> Result<Went, Fault> {
        let (mut fault, slot) = match self.slice(i, slot, slice, self.shared.chains) {
            Ok(went) => return Ok(went),
            Err(failed) if failed.0.kind.is_limit() => return Err(failed.0),
            Err(failed) => *failed,
        };
        for _ in 0..GRACE_ROUNDS {
            let r = &self.active[i];
            let before = |s: &usize| {
                r.states[*s] == State::Running && *s != slot && r.waves[*s].index < fault.wave
            };
            let Some(other) = (0..r.states.len()).find(before) else {
                break;
            };
            match self.slice(i, other, slice, false) {
                Ok(_) => {}
                Err(failed) if failed.0.kind.is_limit() => break,
                Err(failed) => {
                    let f = failed.0;
                    self.active[i].states[other] = State::Ended;
                    if (f.workgroup, f.wave) < (fault.workgroup, fault.wave) {
                        fault = f;
                    }
                }
            }
        }
        Err(fault)
    }

    /// Gives a wave of resident work-group `i` a slice, and if it `chains` those that can go on when that
    /// one cannot, as long as the slice lasts. A fault comes with the storage of its wave.
    fn slice(
        &mut self,
        i: usize,
        slot: usize,
        slice: i64,
        chains: bool,
    ) -> Result<Went, Box<(Fault, usize)>> {
        if let Some(polling) = &mut self.poll {
            polling.look();
        }
        let shared = self.shared;
        let alone = self.active.len() == 1;
        let r = &mut self.active[i];
        let ids = shared.plan.ids(r.id);
        let mut chain = Chain {
            shared,
            begun: r.waves[slot].instructions,
            slot,
            slice,
            left: if chains { slice } else { 0 },
            chains_groups: alone && shared.chains_groups,
            in_step: false,
            went: Went::default(),
            told: None,
            ran: &mut self.ran,
            taken: &mut self.taken,
            group: &mut r.group,
            id: &mut r.id,
            waves: &mut r.waves,
            states: &mut r.states,
            started: &mut r.started,
            count: &mut r.count,
            ids,
            sgprs: &r.sgprs,
        };
        let exit = shared.slice(&mut chain, &r.lds, &r.scratch[slot], slice);
        chain.catch_up();
        let exit = match exit {
            Ok(exit) => exit,
            Err(fault) => {
                chain.note_states();
                return Err(Box::new((fault, chain.slot)));
            }
        };
        let (slot, mut went) = (chain.slot, chain.went);
        chain.settle(exit);
        if exit == Exit::End && shared.launch.capture {
            let last = final_state(&r.waves[slot]);
            self.ran.captured.push((r.group, last));
        }
        went.progress |= exit != Exit::Yield;
        went.last = slot;
        Ok(went)
    }

    /// Counts an ended work-group, for those who want to know.
    fn report(&mut self) {
        let shared = self.shared;
        if let Some(progress) = shared.launch.progress {
            let done = shared.done.0.fetch_add(1, Relaxed) + 1;
            self.clock_in -= 1;
            if self.clock_in == 0 {
                self.look_at_clock(progress, done);
            }
        }
    }

    /// Tells `progress` how many work-groups are done when it is time, and sets when the clock is to be
    /// looked at next: some ten times in the interval.
    fn look_at_clock(&mut self, progress: Progress<'_>, done: u64) {
        let elapsed = self.last_look.elapsed();
        self.last_look = Instant::now();
        self.clock_every = match elapsed {
            short if short < PROGRESS_INTERVAL / 16 => (2 * self.clock_every).min(MAX_CLOCK_EVERY),
            long if long > PROGRESS_INTERVAL / 4 => 1,
            _ => self.clock_every,
        };
        self.clock_in = self.clock_every;
        if self.last_progress.elapsed() >= PROGRESS_INTERVAL {
            self.last_progress = self.last_look;
            progress(done, self.shared.plan.count);
        }
    }
}

/// What came of a slice.
#[derive(Clone, Copy, Debug, Default)]
struct Went {
    /// A wave came to a barrier or its end.
    progress: bool,
    /// A barrier was opened: it was the first waves' turn again.
    opened: bool,
    /// The storage of the last wave that has had its turn.
    last: usize,
}

/// The waves of a work-group from one that runs on: each goes on until it has ended or waits at a barrier, and
/// then the next, as in the rounds of [`Worker::round_of`]. The scheduler's side of [`Turn`].
struct Chain<'c, 'a> {
    shared: &'c Shared<'a>,
    /// Instructions that each wave may execute, and that all together still may.
    slice: i64,
    left: i64,
    /// Whether the next work-group may follow.
    chains_groups: bool,
    /// The current wave's storage, and how many instructions it had executed when it became the current one.
    slot: usize,
    begun: u64,
    /// All waves are there and none has ended: those before the current one wait at a barrier, the others can
    /// run, and `states` do not say so yet.
    in_step: bool,
    /// What there was before the current one.
    went: Went,
    /// What had ended when the engine was told of waves that may follow without a question; none when all that these
    /// have changed is known.
    told: Option<Tally>,
    ran: &'c mut Ran,
    taken: &'c mut Range<u64>,
    /// Of the [`Resident`].
    group: &'c mut u64,
    id: &'c mut [u32; 3],
    waves: &'c mut [Wave],
    states: &'c mut [State],
    started: &'c mut usize,
    count: &'c mut usize,
    ids: &'c Ids,
    sgprs: &'c [u32; 128],
}

impl Chain<'_, '_> {
    /// Notes why the current wave does not go on.
    #[inline]
    fn settle(&mut self, exit: Exit) {
        self.note_states();
        match exit {
            Exit::End => {
                self.states[self.slot] = State::Ended;
                self.ran.tally.count(&self.waves[self.slot]);
            }
            Exit::Barrier => self.states[self.slot] = State::AtBarrier,
            Exit::Yield => {}
            Exit::Sync => {
                let wave = &mut self.waves[self.slot];
                let request = wave.request.take();
                wave.ticket = request.and_then(|r| self.shared.plan.sync.ask(r));
                self.states[self.slot] = match wave.ticket {
                    None => State::Running,
                    Some(_) => State::Waiting,
                };
            }
        }
    }

    /// Brings the states up to date.
    #[inline]
    fn note_states(&mut self) {
        if std::mem::take(&mut self.in_step) && !planted(plant::Fault::StepForgotten) {
            let (before, others) = self.states.split_at_mut(self.slot);
            before.fill(State::AtBarrier);
            others.fill(State::Running);
        }
    }

    /// Makes the wave in `slot` the current one.
    #[inline]
    fn turn_to(&mut self, slot: usize) -> Option<Turn<'_>> {
        let wave = &mut self.waves[slot];
        wave.budget = self.slice;
        self.begun = wave.instructions;
        self.slot = slot;
        self.states[slot] = State::Running;
        self.went.progress = true;
        Some(Turn::alone(wave))
    }

    /// Starts the work-group's next wave, in `slot`, and tells which may follow.
    fn start(&mut self, slot: usize) -> Option<Turn<'_>> {
        let start = self.shared.plan.start(self.ids, self.sgprs);
        start.start(&mut self.waves[slot], *self.id, *self.started);
        *self.started += 1;
        let waves = self.ahead(slot);
        self.turn_to(slot);
        let tally = &mut self.ran.tally;
        self.told = Some(*tally);
        let ahead = Ahead {
            start,
            waves,
            budget: self.slice,
            limit: tally.instructions + self.left.max(0) as u64,
            tally,
        };
        Some(Turn::first(&mut self.waves[slot], ahead))
    }

    /// How many waves may begin in `slot`, each where the one before has ended: of the work-group, and of those
    /// behind it that are like it, which nobody has to look at in between.
    fn ahead(&self, slot: usize) -> u64 {
        if !self.ids.are_alike() {
            return 0;
        }
        let rest = (*self.count - *self.started) as u64;
        let (shared, plan) = (self.shared, self.shared.plan);
        let mut others = self.states.iter().enumerate().filter(|(s, _)| *s != slot);
        let goes_on = self.chains_groups
            && !shared.stop.load(Relaxed)
            && shared.failed_at.load(Relaxed) == u64::MAX
            && self.taken.start == *self.group + 1
            && others.all(|(_, s)| *s == State::Ended);
        if !goes_on {
            return rest;
        }
        let row = unless_planted!(
            plant::Fault::LastOfRow,
            plan.full[0].saturating_sub(self.id[0] + 1),
            plan.groups[0] - (self.id[0] + 1)
        );
        let groups = u64::from(row).min(self.taken.end - self.taken.start);
        rest + groups * *self.count as u64
    }

    /// Finds out what has changed with the waves that have followed without a question ([`Turn`]), if that is not known
    /// yet.
    #[inline]
    fn catch_up(&mut self) {
        let (Some(told), tally) = (self.told.take(), &self.ran.tally) else {
            return;
        };
        if told.waves == tally.waves {
            return;
        }
        self.left -= (tally.instructions - told.instructions) as i64;
        let wave = &self.waves[self.slot];
        *self.started = wave.index as usize + 1;
        let groups = u64::from(wave.workgroup[0] - self.id[0]);
        *self.id = wave.workgroup;
        *self.group += groups;
        self.taken.start += groups;
    }
}

impl Waves for Chain<'_, '_> {
    #[inline]
    fn current(&mut self) -> &mut Wave {
        &mut self.waves[self.slot]
    }

    #[inline]
    fn go_on(&mut self, exit: Exit) -> Option<Turn<'_>> {
        self.catch_up();
        let slot = self.slot;
        self.left -= (self.waves[slot].instructions - self.begun) as i64;
        if self.left <= 0 {
            self.note_states();
            return None;
        }
        // From barrier to barrier nothing else changes.
        if self.in_step && exit == Exit::Barrier {
            let next = match slot + 1 {
                next if next < self.waves.len() => next,
                _ => 0,
            };
            let (wave, others) = self.waves[next..].split_first_mut()?;
            self.slot = next;
            wave.budget = self.slice;
            self.begun = wave.instructions;
            let others = InStep {
                others: others.iter_mut(),
                budget: self.slice,
                left: &mut self.left,
                current: (&mut self.slot, &mut self.begun),
            };
            return Some(Turn::in_step(wave, others));
        }
        self.note_states();
        // Most waves wait for none: the next begins where one has ended.
        if exit == Exit::End && *self.started < *self.count {
            self.settle(exit);
            return self.start(slot);
        }
        let after = &self.states[slot + 1..];
        if let Some(n) = after.iter().position(|s| *s == State::Running) {
            self.settle(exit);
            return self.turn_to(slot + 1 + n);
        }
        if *self.started < *self.count && !planted(plant::Fault::EarlyBarrier) {
            let free = self.states.iter().position(|s| *s == State::Ended)?;
            self.settle(exit);
            return self.start(free);
        }
        // One that has not come as far goes on in a round of its own.
        let others = |(s, state): (usize, &State)| s != slot && state.is_under_way();
        if self.states.iter().enumerate().any(others) {
            return None;
        }
        let waits = |s: &State| *s == State::AtBarrier;
        if exit == Exit::Barrier || self.states.iter().any(waits) {
            self.settle(exit);
            open(self.states);
            self.went.opened = true;
            if *self.started == *self.count && self.states.iter().all(|s| *s == State::Running) {
                self.in_step = !planted(plant::Fault::EarlyBarrier);
                return self.turn_to(0);
            }
            let first = self.states.iter().position(|s| *s == State::Running);
            return self.turn_to(first.unwrap_or(slot));
        }
        if !self.chains_groups {
            return None;
        }
        let group = self.shared.take(self.taken)?;
        self.settle(exit);
        let plan = self.shared.plan;
        *self.id = plan.workgroup_after(*self.group, *self.id, group);
        *self.group = group;
        self.ids = plan.ids(*self.id);
        *self.count = self.ids.waves();
        *self.started = 0;
        self.start(0)
    }
}

/// Opens the barrier for those that wait there.
fn open(states: &mut [State]) {
    for s in states {
        if *s == State::AtBarrier {
            *s = State::Running;
        }
    }
}

impl Shared<'_> {
    /// Runs the first of `waves` for up to `slice` instructions, and then the others ([`Engine::run_chain`]).
    fn slice(
        &self,
        waves: &mut dyn Waves,
        lds: &Lds,
        scratch: &Scratch,
        slice: i64,
    ) -> Result<Exit, Fault> {
        let wave = waves.current();
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(self.complete(Fault::new(FaultKind::Timeout, wave.pc), wave));
        }
        if (self.launch.cancel.as_ref()).is_some_and(CancelToken::is_cancelled) {
            return Err(self.complete(Fault::new(FaultKind::Cancelled, wave.pc), wave));
        }
        let mut budget = slice;
        if let Some(quota) = &self.quota {
            let Some(got) = quota.reserve(slice as u64) else {
                let kind = FaultKind::InstructionLimit(quota.limit);
                return Err(self.complete(Fault::new(kind, wave.pc), wave));
            };
            budget = got as i64;
        }
        wave.budget = budget;
        let before = wave.instructions;
        let exit = loop {
            let elsewhere = self.elsewhere(waves.current().pc);
            let env = Env {
                program: elsewhere.as_deref().unwrap_or(self.plan.program),
                memory: self.plan.memory,
                lds,
                scratch,
                observed: self.launch.capture,
                clocks: self.launch.clocks.of_launch(self.plan.groups),
            };
            let run = || self.engine.run_chain(waves, &env);
            // A defect ends the launch, and never the process.
            let exit = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| {
                let kind = FaultKind::Internal(panic_text(&*payload));
                Err(Fault::new(kind, waves.current().pc))
            });
            if !matches!(&exit, Err(fault) if self.goes_on(env.program, fault)) {
                break exit;
            }
        };
        let wave = waves.current();
        if let Some(quota) = &self.quota {
            quota.give_back(budget as u64, wave.instructions - before);
        }
        // Not `map_err`: that moves the whole result, which is large, for the sake of a byte.
        match exit {
            Ok(exit) => Ok(exit),
            Err(fault) => Err(self.complete(fault, wave)),
        }
    }

    /// The program that has code at `pc`, when the kernel's own has none there: functions that a kernel is
    /// given pointers to may be another code object's.
    fn elsewhere(&self, pc: u64) -> Option<Arc<Program>> {
        let own = self.plan.program;
        if own.index(pc).is_some() {
            return None;
        }
        let found = self.plan.memory.programs().at(pc);
        found.filter(|p| p.generation() == own.generation())
    }

    /// Whether a wave has only left `program`, for another one or back to the kernel's own.
    fn goes_on(&self, program: &Program, fault: &Fault) -> bool {
        let pc = fault.pc;
        let left = fault.kind == FaultKind::PcOutOfCode && program.index(pc).is_none();
        left && (self.plan.program.index(pc).is_some() || self.elsewhere(pc).is_some())
    }

    /// Adds to a fault what the wave does not know.
    fn complete(&self, mut fault: Fault, wave: &Wave) -> Fault {
        fault.workgroup = wave.workgroup;
        fault.wave = wave.index;
        explain::complete(self.plan, &mut fault);
        fault
    }
}

/// The registers of a wave that has ended.
fn final_state(wave: &Wave) -> FinalWave {
    FinalWave {
        workgroup: wave.workgroup,
        wave: wave.index,
        sgpr: wave.sgpr,
        scc: wave.scc,
        mode: wave.mode,
        pc: wave.pc,
        vgprs: wave.vgprs().to_vec(),
        acc_vgprs: wave.acc().to_vec(),
    }
}

#[cfg(test)]
mod tests;
