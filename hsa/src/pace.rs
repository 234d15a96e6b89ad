//! When the packets of a queue run on the clock of the estimates (`clock`).
//!
//! A queue has a time of its own, which is ahead of the host's as long as the host program has not seen its packets end:
//! a kernel begins when the last packet has ended and the packet was given, and what a launch costs after that.

use std::cell::Cell;
use std::collections::HashMap;

use gcn_jit::runtime::Clocks;
use gcn_jit::runtime::estimate::{Card, Estimate};

use crate::clock::{Busy, Times, host_time, is_kept};

/// Nanoseconds of the clock.
fn nanoseconds(seconds: f64) -> u64 {
    (1e9 * seconds).round() as u64
}

/// When a kernel begins that was given when it was `given`, on a queue whose last packet ended at `ended`.
fn begin(ended: u64, given: u64, [launch, queued]: [f64; 2]) -> u64 {
    // Who has seen the last packet end gives one to an idle queue.
    if ended > given {
        ended.saturating_add(nanoseconds(queued))
    } else {
        given.saturating_add(nanoseconds(launch))
    }
}

/// The time of a queue, as its processor keeps it.
#[derive(Debug, Default)]
pub struct Pace {
    busy: Busy,
    /// When the last packet ended.
    ended: u64,
    /// What the host's time was when the packet was there at the latest, and the next one, if that is there.
    given: u64,
    next_given: Option<u64>,
    /// When the packet runs, if that is known and not as long as it really takes.
    span: Option<[u64; 2]>,
    /// Whether the processor has waited since it took the packet.
    has_waited: Cell<bool>,
    /// The last estimates, by the addresses of kernels' objects.
    last: HashMap<u64, Estimate>,
}

impl Pace {
    /// The processor takes a packet.
    pub fn take(&mut self, is_kernel: bool) {
        if !is_kept() {
            return;
        }
        if is_kernel {
            self.busy.freeze();
        }
        self.given = self.next_given.take().unwrap_or_else(host_time);
        self.span = None;
        self.has_waited.set(false);
    }

    /// The processor has to wait, in a packet or for one: that is the host's time.
    pub fn wait(&self) {
        self.busy.thaw();
        self.has_waited.set(true);
    }

    /// The packet is a kernel with an estimate: gives when it begins.
    pub fn dispatch(&mut self, estimate: &Estimate) -> u64 {
        let costs = [estimate.launch_seconds, estimate.queued_seconds];
        let begin = begin(self.ended, self.given, costs);
        let kernel = nanoseconds(estimate.kernel_seconds);
        self.span = Some([begin, begin.saturating_add(kernel)]);
        begin
    }

    /// What clocks show to the kernel with the object at `object`, which is the packet's, on `card`. How fast they go
    /// is as was estimated of its launch before.
    pub fn clocks(&self, object: u64, card: &Card) -> Clocks {
        let begin = begin(self.ended, self.given, card.launch_costs());
        match self.last.get(&object) {
            Some(estimate) => estimate.clocks(begin),
            None => card.clocks(begin),
        }
    }

    /// This was the last estimate of the kernel with the object at `object`.
    pub fn keep(&mut self, object: u64, mut estimate: Estimate) {
        // Nobody asks any more what has happened when.
        (estimate.groups, estimate.waves) = (Vec::new(), Vec::new());
        self.last.insert(object, estimate);
    }

    /// The packet is a barrier that has waited for what ended at `end`, 0 where that is not known.
    pub fn barrier(&mut self, end: u64) {
        if !is_kept() {
            return;
        }
        // What has no end by itself, the host's or a kernel's store, has come while the processor waited.
        let waited = if self.has_waited.get() {
            host_time()
        } else {
            0
        };
        let at = self.ended.max(self.given).max(end).max(waited);
        self.span = Some([at, at]);
    }

    /// When the packet that has ended now, and has really run at `real`, has run.
    pub fn end(&mut self, real: [u64; 2]) -> Times {
        let estimated = is_kept().then(|| {
            let begin = self.ended.max(self.given);
            let really = [begin, begin.saturating_add(real[1] - real[0])];
            self.span.unwrap_or(really)
        });
        self.ended = estimated.map_or(0, |times| times[1]);
        Times { real, estimated }
    }

    /// The next packet is there already if `is_there` says so. To be asked before the host can see that this one has
    /// ended: what it does then comes after.
    pub fn expect(&mut self, is_there: impl FnOnce() -> bool) {
        if is_kept() && is_there() {
            self.next_given = Some(host_time());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_begins_when_its_queue_is_free() {
        let begin = |ended, given| begin(ended, given, [5e-6, 2e-6]);
        // On an idle queue, and behind another packet.
        assert_eq!(begin(0, 10_000), 15_000);
        assert_eq!(begin(15_300, 10_000), 17_300);
        // The last packet's end has just been seen.
        assert_eq!(begin(15_300, 15_300), 20_300);
        assert_eq!(begin(u64::MAX, 1), u64::MAX);
    }

    #[test]
    fn seconds_are_rounded() {
        assert_eq!(nanoseconds(1.4e-9), 1);
        assert_eq!(nanoseconds(2.0e-6), 2000);
        assert_eq!(nanoseconds(f64::INFINITY), u64::MAX);
    }
}
