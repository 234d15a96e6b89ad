//! What a wave has seen that others have told.

use rustc_hash::FxHashMap;

use super::clocks::{Clock, Until};
use super::shadow::Mark;

/// What has been told at some addresses. Only the last of what was seen at each is kept, since that has all before it in
/// it; it is put together when somebody asks for all.
#[derive(Clone, Debug, Default)]
pub struct Told {
    at: FxHashMap<u64, Clock>,
    /// What is put together already.
    rest: Clock,
}

/// Addresses that are kept at most.
const MOST: usize = 1 << 12;

impl Told {
    /// Sees what has been told at an address until now.
    pub fn see(&mut self, at: u64, clock: &Clock) {
        if self.at.len() >= MOST {
            self.all();
        }
        self.at.insert(at, clock.clone());
    }

    /// Learns of one wave.
    pub fn learn(&mut self, u: Until) {
        self.rest.learn(u);
    }

    /// Learns of several.
    pub fn learn_all(&mut self, clock: &Clock) {
        self.rest.join(clock);
    }

    /// Sees all that the other has seen.
    pub fn join(&mut self, other: Told) {
        self.rest.join(&other.rest);
        for (at, clock) in other.at {
            match self.at.get_mut(&at) {
                Some(known) => known.join(&clock),
                None => self.see(at, &clock),
            }
        }
    }

    /// Whether the access is told to have happened before.
    pub fn covers(&self, m: Mark) -> bool {
        self.rest.covers(m) || self.at.values().any(|clock| clock.covers(m))
    }

    /// All of it.
    pub fn all(&mut self) -> Clock {
        for (_, clock) in self.at.drain() {
            self.rest.join(&clock);
        }
        self.rest.clone()
    }
}
