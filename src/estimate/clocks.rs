//! What the clocks show that a kernel reads, on estimated time.

use super::{Card, Estimate};
use crate::machine::clocks::{Clock, Clocks};

/// Cycles in which a SIMD issues one instruction of a wave.
const ISSUE: f64 = 4.0;

/// Cycles that a wave is taken to need for an instruction at most: what waits for longer is not what it does on average.
const MOST: f64 = 1e6;

/// How waves go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    /// Cycles in a second.
    pub hertz: f64,
    /// Cycles between instructions of a wave.
    pub cycles: f64,
    /// Work-groups that run at once.
    pub at_once: u64,
    /// Seconds between the beginnings of two later ones.
    pub group: f64,
}

impl Pace {
    /// The clocks of a launch that begins at `begin`, in nanoseconds.
    fn clocks(&self, begin: u64) -> Clocks {
        let cycles = self.cycles.clamp(1.0, MOST);
        let parts = |x: f64| (x * 2f64.powi(32)) as u64;
        let clock = |hertz: f64| Clock {
            // In units of a thousand hertz, which all cards' clocks are whole numbers of.
            begin: (u128::from(begin) * (hertz / 1e3).round() as u128 / 1_000_000) as u64,
            instruction: parts(cycles * hertz / self.hertz),
            group: parts(self.group * hertz),
        };
        Clocks {
            cycles: clock(self.hertz),
            real_time: clock(Clocks::TICKS_PER_SECOND as f64),
            at_once: self.at_once,
            ..Clocks::default()
        }
    }
}

impl Card {
    /// What any launch costs before its kernel begins, in seconds: on an idle queue, and behind another.
    pub fn launch_costs(&self) -> [f64; 2] {
        [self.launch.alone_us, self.launch.queued_us].map(|us| 1e-6 * us)
    }

    /// What clocks show in a launch that begins at `begin`, in nanoseconds, and of which no estimate is known: waves issue
    /// an instruction whenever they can, and all work-groups begin at once.
    pub fn clocks(&self, begin: u64) -> Clocks {
        let pace = Pace {
            hertz: self.compute.clock_mhz * 1e6,
            cycles: ISSUE,
            at_once: u64::MAX,
            group: 0.0,
        };
        pace.clocks(begin)
    }
}

impl Estimate {
    /// What clocks show in a launch like this one that begins at `begin`, in nanoseconds: each instruction of a wave takes
    /// as long as its instructions do on average, and work-groups for which there is no room begin at even distances.
    pub fn clocks(&self, begin: u64) -> Clocks {
        self.pace.clocks(begin)
    }
}
