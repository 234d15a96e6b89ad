//! What a wave knows to have happened before: vector clocks, as far as waves have told each other.

use smallvec::SmallVec;

use super::shadow::Mark;

/// A wave, and the time until which what it did is known to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// Number of the work-group.
    pub group: u32,
    /// Number of the wave in it.
    pub wave: u32,
    /// The wave's time.
    pub time: u32,
}

/// Waves of which something is known.
#[derive(Clone, Debug, Default)]
pub struct Clock(SmallVec<[Until; 1]>);

/// What a clock holds at most: the oldest is forgotten then.
const MOST: usize = 1 << 12;
/// How far back a wave is looked for that is there already.
const NEAR: usize = 16;

impl Clock {
    /// Learns of a wave.
    pub fn learn(&mut self, u: Until) {
        let same = |k: &&mut Until| (k.group, k.wave) == (u.group, u.wave);
        if let Some(known) = self.0.iter_mut().rev().take(NEAR).find(same) {
            known.time = known.time.max(u.time);
            return;
        }
        if self.0.len() >= MOST {
            self.0.drain(..MOST / 2);
        }
        self.0.push(u);
    }

    /// Learns all that the other knows.
    pub fn join(&mut self, other: &Clock) {
        other.0.iter().for_each(|u| self.learn(*u));
    }

    /// Whether the access is known to have happened before.
    pub fn covers(&self, m: Mark) -> bool {
        let until = |u: &Until| (u.group, u.wave) == (m.group(), m.wave()) && m.time() <= u.time;
        self.0.iter().any(until)
    }
}
