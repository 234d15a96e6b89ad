//! What the thread that launches does besides: see [`Launch::poll`](super::Launch::poll).

use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use super::launch::Poll;

/// How often [`Launch::poll`](super::Launch::poll) is called, at most.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Calls [`Launch::poll`](super::Launch::poll) now and then.
pub(super) struct Polling<'a> {
    poll: Poll<'a>,
    last: Instant,
}

impl<'a> Polling<'a> {
    pub(super) fn new(poll: Poll<'a>) -> Polling<'a> {
        let last = Instant::now();
        Polling { poll, last }
    }

    /// Calls it when it is time.
    pub(super) fn look(&mut self) {
        if self.last.elapsed() >= POLL_INTERVAL {
            (self.poll)();
            self.last = Instant::now();
        }
    }
}

/// How many threads are still at work on a launch.
pub(super) struct Busy {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Busy {
    pub(super) fn new(threads: usize) -> Busy {
        Busy {
            count: Mutex::new(threads),
            changed: Condvar::new(),
        }
    }

    /// One of them, for as long as it lives.
    pub(super) fn one(&self) -> One<'_> {
        One(self)
    }

    /// Waits until all have ended, and calls `poll` meanwhile.
    pub(super) fn wait(&self, poll: Poll<'_>) {
        let mut polling = Polling::new(poll);
        let mut count = self.count.lock().unwrap_or_else(|e| e.into_inner());
        while *count != 0 {
            let waited = self.changed.wait_timeout(count, POLL_INTERVAL);
            count = waited.unwrap_or_else(|e| e.into_inner()).0;
            drop(count);
            polling.look();
            count = self.count.lock().unwrap_or_else(|e| e.into_inner());
        }
    }
}

/// One thread at work. It ends, too, when the thread panics.
pub(super) struct One<'a>(&'a Busy);

impl Drop for One<'_> {
    fn drop(&mut self) {
        *self.0.count.lock().unwrap_or_else(|e| e.into_inner()) -= 1;
        self.0.changed.notify_all();
    }
}
