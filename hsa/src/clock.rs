//! The time: the real one, and that of the estimates.
//!
//! Where it is estimated how long a card would take, a second clock is kept, on which kernels take as long as estimated
//! (`pace`), and the host program as long as it really does. The host's time stands still while queues execute kernels,
//! which only the emulation needs time for; and where the program sees that something is complete, it goes on to the end
//! of that at least.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use gcn_jit::runtime::Clocks;
use rustix::time::{ClockId, clock_gettime};

/// The real time: nanoseconds of CLOCK_MONOTONIC, which OpenCL compares with its own. Timeouts are of it.
pub fn now() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Nanoseconds of a tick of the clock that a GPU counts by, and that kernels read as its real time.
pub const NANOSECONDS_OF_TICK: u64 = 1_000_000_000 / Clocks::TICKS_PER_SECOND;

/// Whether the clock of the estimates is kept, and whether the host program's times are of it.
static IS_KEPT: AtomicBool = AtomicBool::new(false);
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Keeps the clock of the estimates from now on; tells the host program of it, and not of the real one, if `is_told`.
pub fn keep(is_told: bool) {
    IS_TOLD.store(is_told, Ordering::Relaxed);
    IS_KEPT.store(true, Ordering::Relaxed);
}

/// Whether the clock of the estimates is kept.
pub fn is_kept() -> bool {
    IS_KEPT.load(Ordering::Relaxed)
}

/// The time that the host program is told.
pub fn told() -> u64 {
    if IS_TOLD.load(Ordering::Relaxed) {
        host_time()
    } else {
        now()
    }
}

/// The host's time on the clock of the estimates. It begins with the real one.
#[derive(Debug)]
struct Host {
    time: u64,
    /// The real time when it was that.
    real: u64,
    /// How many queues execute kernels.
    busy: u32,
}

impl Host {
    const fn new() -> Host {
        Host {
            time: 0,
            real: 0,
            busy: 0,
        }
    }

    /// The time when the real one is `real`. Real times may come out of order: this never goes back.
    fn at(&mut self, real: u64) -> u64 {
        if self.busy == 0 {
            self.time = self.time.saturating_add(real.saturating_sub(self.real));
        }
        self.real = self.real.max(real);
        self.time
    }

    /// One queue more executes kernels.
    fn freeze(&mut self, real: u64) {
        self.at(real);
        self.busy += 1;
    }

    /// One less does.
    fn thaw(&mut self, real: u64) {
        self.at(real);
        self.busy -= 1;
    }

    /// It is `end` now, or later.
    fn reach(&mut self, real: u64, end: u64) {
        self.time = self.at(real).max(end);
    }
}

static HOST: Mutex<Host> = Mutex::new(Host::new());

fn host() -> MutexGuard<'static, Host> {
    HOST.lock().unwrap_or_else(|e| e.into_inner())
}

/// The host's time on the clock of the estimates, which is kept.
pub fn host_time() -> u64 {
    host().at(now())
}

/// The host program sees that something is complete that ended at `end` on the clock of the estimates, which is kept.
pub fn reach(end: u64) {
    host().reach(now(), end);
}

/// Whether a queue executes kernels: the host's time stands still meanwhile. A queue that ends does not.
#[derive(Debug, Default)]
pub struct Busy(Cell<bool>);

impl Busy {
    /// It does, if the clock of the estimates is kept.
    pub fn freeze(&self) {
        if is_kept() && !self.0.replace(true) {
            host().freeze(now());
        }
    }

    /// It does not.
    pub fn thaw(&self) {
        if self.0.replace(false) {
            host().thaw(now());
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.thaw();
    }
}

/// When something ran: its beginning and its end.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Really.
    pub real: [u64; 2],
    /// On the clock of the estimates, if that is kept.
    pub estimated: Option<[u64; 2]>,
}

impl Times {
    /// What the host program is told of them.
    pub fn told(&self) -> [u64; 2] {
        let estimated = self.estimated.filter(|_| IS_TOLD.load(Ordering::Relaxed));
        lasting(estimated.unwrap_or(self.real))
    }

    /// The end on the clock of the estimates, as it is told.
    pub fn estimated_end(&self) -> Option<u64> {
        self.estimated.map(|times| lasting(times)[1])
    }
}

/// It ends after it has begun.
fn lasting([start, end]: [u64; 2]) -> [u64; 2] {
    [start, end.max(start.saturating_add(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that was at 1000 when the real one was.
    fn begun() -> Host {
        let mut host = Host::new();
        assert_eq!(host.at(1000), 1000);
        host
    }

    #[test]
    fn emulation_takes_no_time() {
        let mut host = begun();
        assert_eq!(host.at(1010), 1010);
        host.freeze(1020);
        assert_eq!(host.at(1021), 1020);
        assert_eq!(host.at(9000), 1020);
        host.thaw(9020);
        assert_eq!(host.at(9020), 1020);
        assert_eq!(host.at(9025), 1025);
    }

    #[test]
    fn the_last_of_two_queues_thaws() {
        let mut host = begun();
        host.freeze(1100);
        host.freeze(1200);
        host.thaw(1300);
        assert_eq!(host.at(1400), 1100);
        // The first again, before the second ends.
        host.freeze(1500);
        host.thaw(1600);
        assert_eq!(host.at(1700), 1100);
        host.thaw(1800);
        assert_eq!(host.at(1850), 1150);
    }

    #[test]
    fn what_is_seen_is_over() {
        let mut host = begun();
        host.reach(1010, 5000);
        assert_eq!(host.at(1010), 5000);
        assert_eq!(host.at(1030), 5020);
        // What ended before changes nothing.
        host.reach(1040, 4000);
        assert_eq!(host.at(1040), 5030);
        host.freeze(1050);
        host.reach(1060, 6000);
        assert_eq!(host.at(1070), 6000);
        host.reach(1080, 5999);
        host.thaw(1090);
        assert_eq!(host.at(1091), 6001);
    }

    /// Threads may read the real time in one order, and come to the clock in another.
    #[test]
    fn time_never_goes_back() {
        let mut host = begun();
        let mut last = 0;
        let mut rises = |time| {
            assert!(time >= last, "{time} after {last}");
            last = time;
        };
        rises(host.at(1200));
        rises(host.at(1100));
        host.freeze(1150);
        rises(host.at(1210));
        host.reach(1190, 1205);
        rises(host.at(1180));
        host.thaw(1170);
        rises(host.at(1160));
        host.reach(1100, 900);
        rises(host.at(1211));
        // 1200 before it stood still, 1205 seen, and one since the real time was 1210.
        assert_eq!(last, 1206);
    }

    /// How often a queue says so makes no difference.
    #[test]
    fn a_queue_that_ends_is_not_busy() {
        let busy = Busy::default();
        busy.freeze();
        assert_eq!(host().busy, 0, "no clock is kept");
        keep(false);
        busy.thaw();
        busy.freeze();
        busy.freeze();
        assert_eq!(host().busy, 1);
        busy.thaw();
        busy.thaw();
        assert_eq!(host().busy, 0);
        busy.freeze();
        drop(busy);
        assert_eq!(host().busy, 0);
    }

    #[test]
    fn something_ends_after_it_has_begun() {
        let times = Times {
            real: [7, 7],
            estimated: Some([20, 20]),
        };
        assert_eq!((times.told(), times.estimated_end()), ([7, 8], Some(21)));
        let times = Times {
            real: [7, 10],
            estimated: None,
        };
        assert_eq!((times.told(), times.estimated_end()), ([7, 10], None));
    }
}
