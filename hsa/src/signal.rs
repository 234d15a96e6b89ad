//! Signals (`amd_signal_t`): 64 bytes in guest memory, so that kernels can use them; the handle is the address.
//!
//! Host programs write a signal by functions, which wake who waits. Kernels write its value, then its mailbox, and
//! interrupt the host (ROCm's device libraries, `ockl`): then all who sleep look again. Kernels that only write the
//! value are noticed too, since waiters look by themselves every millisecond.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering, fence};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use gcn_jit::machine::memory::Access;
use rustix::thread::futex;

use crate::bell::{BELL, sleep};
use crate::clock::{self, Times, now};
use crate::runtime::{Runtime, made};
use crate::status::Status;

/// How long waiting looks without sleeping, in nanoseconds.
pub const SPIN: u64 = 50_000;
/// How long it sleeps before it looks again for what kernels have written.
pub const NAP: Duration = Duration::from_millis(1);

/// Kinds of signals: those of programs, and doorbells of queues. Zero is that of none.
pub const USER: i64 = 1;
pub const DOORBELL: i64 = -1;

/// A signal. The fields that the layout reserves are the library's own.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Signal {
    kind: AtomicI64,
    /// What it is about; of a doorbell where kernels write to ring it.
    pub value: AtomicI64,
    /// Where kernels tell of an event, and which, before they interrupt the host.
    mailbox: AtomicU64,
    event: AtomicU32,
    /// How many handlers and copies wait for it (`watch`).
    pub watched: AtomicU32,
    /// When what it completes has begun and ended.
    pub start: AtomicU64,
    pub end: AtomicU64,
    /// Of a doorbell its queue. Else when what it completes has ended on the clock of the estimates, if that is kept.
    queue_or_end: AtomicU64,
    /// How many threads sleep on `epoch`.
    waiters: AtomicU32,
    /// Counts what writers want to be noticed.
    epoch: AtomicU32,
}

const SIZE: u64 = size_of::<Signal>() as u64;
const _: () = assert!(SIZE == 64);

/// Signals that are not used, and the mailbox of all, which nobody reads: an interrupt does not say whose it is.
static FREE: Mutex<(Vec<u64>, u64)> = Mutex::new((Vec::new(), 0));
/// The number of the event that kernels write there: not 0, which is none.
const EVENT: u32 = 1;
/// Bytes of memory that signals are taken from.
const SLAB: u64 = 64 << 10;

/// How a value is compared (`hsa_signal_condition_t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Equal
    Eq,
    /// Not equal
    Ne,
    /// Less
    Lt,
    /// Greater or equal
    Gte,
}

impl Condition {
    /// The condition with a number.
    pub fn of(number: u32) -> Option<Condition> {
        use Condition::{Eq, Gte, Lt, Ne};
        [Eq, Ne, Lt, Gte].get(number as usize).copied()
    }

    /// Whether `value` compares so with `with`.
    pub fn holds(self, value: i64, with: i64) -> bool {
        match self {
            Condition::Eq => value == with,
            Condition::Ne => value != with,
            Condition::Lt => value < with,
            Condition::Gte => value >= with,
        }
    }
}

/// Makes a signal; gives its handle.
pub fn create(runtime: &Runtime, kind: i64, value: i64, queue: u64) -> Result<u64, Status> {
    let mut place = FREE.lock().unwrap_or_else(|e| e.into_inner());
    let (free, mailbox) = &mut *place;
    if free.is_empty() {
        let slab = runtime
            .memory()
            .alloc(SLAB, 64, Access::ReadWrite, "signals");
        let slab = slab.map_err(|_| Status::OUT_OF_RESOURCES)?;
        *mailbox = slab;
        free.extend((1..SLAB / SIZE).rev().map(|i| slab + i * SIZE));
    }
    let handle = free.pop().ok_or(Status::OUT_OF_RESOURCES)?;
    let mailbox = *mailbox;
    drop(place);
    begin(handle, kind, value, queue, Some(mailbox));
    Ok(handle)
}

/// Makes a place in the device's memory a signal. Without a mailbox kernels that write it do not interrupt the host.
pub fn begin(handle: u64, kind: i64, value: i64, queue: u64, mailbox: Option<u64>) {
    // SAFETY: a place in the arena, which stays mapped, aligned, and all bits are a value.
    let s = unsafe { &*(handle as *const Signal) };
    s.value.store(value, Ordering::Relaxed);
    for field in [&s.start, &s.end] {
        field.store(0, Ordering::Relaxed);
    }
    s.mailbox.store(mailbox.unwrap_or(0), Ordering::Relaxed);
    let event = mailbox.map_or(0, |_| EVENT);
    s.event.store(event, Ordering::Relaxed);
    s.queue_or_end.store(queue, Ordering::Relaxed);
    s.kind.store(kind, Ordering::Release);
}

/// The signal behind a handle.
pub fn signal(handle: u64) -> Result<&'static Signal, Status> {
    let window = made().and_then(|r| r.memory().window(handle));
    let is_there =
        window.is_some_and(|w| w.host as u64 == w.base && w.offset(handle, SIZE).is_some());
    if !is_there || !handle.is_multiple_of(SIZE) {
        return Err(Status::INVALID_SIGNAL);
    }
    // SAFETY: it lies in the arena, which stays mapped, is aligned, and all bits are a value; everybody accesses it
    // by atomics.
    let signal = unsafe { &*(handle as *const Signal) };
    match signal.kind.load(Ordering::Acquire) {
        USER | DOORBELL => Ok(signal),
        _ => Err(Status::INVALID_SIGNAL),
    }
}

/// Ends a signal.
pub fn destroy(handle: u64) -> Result<(), Status> {
    let s = signal(handle)?;
    // Of two that end it one does.
    if s.kind.swap(0, Ordering::AcqRel) == 0 {
        return Err(Status::INVALID_SIGNAL);
    }
    s.notify();
    let mut place = FREE.lock().unwrap_or_else(|e| e.into_inner());
    place.0.push(handle);
    Ok(())
}

/// The signals that threads sleep on, one for each thread.
static SLEEPERS: Mutex<Vec<&Signal>> = Mutex::new(Vec::new());

fn sleepers() -> MutexGuard<'static, Vec<&'static Signal>> {
    SLEEPERS.lock().unwrap_or_else(|e| e.into_inner())
}

/// Wakes all who wait for signals: a kernel has written one.
pub fn interrupt() {
    sleepers().iter().for_each(|s| s.notify());
    BELL.ring();
}

impl Signal {
    /// Writes the value, unless it is a doorbell, whose value only kernels use. Gives what `f` gives of it.
    pub fn write<T>(&self, f: impl FnOnce(&AtomicI64) -> T) -> T {
        match self.kind.load(Ordering::Relaxed) {
            DOORBELL => f(&AtomicI64::new(0)),
            _ => f(&self.value),
        }
    }

    /// Wakes who waits, after the value was written.
    pub fn notify(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        if self.waiters.load(Ordering::SeqCst) != 0 {
            // Waking does not fail.
            let _ = futex::wake(&self.epoch, futex::Flags::PRIVATE, u32::MAX >> 1);
        }
        if self.watched.load(Ordering::SeqCst) != 0 {
            BELL.ring();
        }
    }

    /// What to compare in [`Signal::sleep`].
    pub fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Sleeps until it is written after `epoch` was read, at most so long.
    pub fn sleep(&'static self, epoch: u32, most: Duration) {
        sleepers().push(self);
        self.waiters.fetch_add(1, Ordering::SeqCst);
        sleep(&self.epoch, epoch, most);
        self.waiters.fetch_sub(1, Ordering::SeqCst);
        let mut all = sleepers();
        if let Some(i) = all.iter().position(|s| std::ptr::eq(*s, self)) {
            all.swap_remove(i);
        }
    }

    /// Waits for a value until the time `deadline`, or until `stop` says so; gives the value that it saw last.
    pub fn wait(
        &'static self,
        condition: Condition,
        value: i64,
        deadline: u64,
        stop: impl Fn() -> bool,
    ) -> i64 {
        let begin = now();
        loop {
            let epoch = self.epoch();
            let seen = self.value.load(Ordering::SeqCst);
            let time = now();
            if condition.holds(seen, value) || time >= deadline || stop() {
                return seen;
            }
            let passed = time - begin;
            if passed < SPIN {
                spin(passed)
            } else {
                self.sleep(epoch, NAP.min(Duration::from_nanos(deadline - time)))
            }
        }
    }

    /// Notes when something ran.
    fn set_times(&self, times: &Times) {
        let [start, end] = times.told();
        self.start.store(start, Ordering::Relaxed);
        self.end.store(end, Ordering::Relaxed);
        if let (USER, Some(end)) = (self.kind.load(Ordering::Relaxed), times.estimated_end()) {
            // Of several that it completes, the last one counts.
            self.queue_or_end.fetch_max(end, Ordering::Relaxed);
        }
    }

    /// When what it has completed ended on the clock of the estimates, if that is kept; 0 where it has not completed
    /// anything.
    pub fn ended(&self) -> u64 {
        // The value that says so was read before.
        fence(Ordering::Acquire);
        match self.kind.load(Ordering::Relaxed) {
            USER => self.queue_or_end.load(Ordering::Relaxed),
            _ => 0,
        }
    }

    /// The host program has seen the value: what was completed with it is over.
    pub fn seen(&self) {
        if clock::is_kept() {
            clock::reach(self.ended());
        }
    }

    /// Says that something is complete that ran then.
    pub fn complete(&self, times: &Times) {
        self.set_times(times);
        self.value.fetch_sub(1, Ordering::SeqCst);
        self.notify();
    }

    /// Says that something has failed: waiters for 0 or less end.
    pub fn fail(&self, status: Status) {
        self.value.store(-i64::from(status.0), Ordering::SeqCst);
        self.notify();
    }
}

/// Passes a moment of a wait that has taken `passed` nanoseconds, without sleep. Who is waited for may need this very
/// core, if it has not come at once.
pub fn spin(passed: u64) {
    (0..32).for_each(|_| std::hint::spin_loop());
    if passed > SPIN / 10 {
        std::thread::yield_now();
    }
}

/// The time so many ticks from now.
pub fn deadline(timeout: u64) -> u64 {
    now().saturating_add(timeout)
}
