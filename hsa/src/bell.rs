//! Sleep, and who wakes from it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::thread::futex;

/// Sleeps while `word` is `value`, at most so long.
pub fn sleep(word: &AtomicU32, value: u32, most: Duration) {
    let most = rustix::thread::futex::Timespec {
        tv_sec: most.as_secs() as i64,
        tv_nsec: i64::from(most.subsec_nanos()),
    };
    // All ends mean the same: look again.
    let _ = futex::wait(word, futex::Flags::PRIVATE, value, Some(&most));
}

/// A number that counts, and on which threads sleep.
#[derive(Debug)]
pub struct Bell {
    epoch: AtomicU32,
    sleepers: AtomicU32,
}

/// The bell of watched signals.
pub static BELL: Bell = Bell::new();

impl Bell {
    /// A bell that has not rung.
    pub const fn new() -> Bell {
        Bell {
            epoch: AtomicU32::new(0),
            sleepers: AtomicU32::new(0),
        }
    }

    /// How often it has rung.
    pub fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Wakes who sleeps.
    pub fn ring(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) != 0 {
            // Waking does not fail.
            let _ = futex::wake(&self.epoch, futex::Flags::PRIVATE, u32::MAX >> 1);
        }
    }

    /// Sleeps until it has rung after `epoch` was read, at most so long.
    pub fn wait(&self, epoch: u32, most: Option<Duration>) {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        sleep(
            &self.epoch,
            epoch,
            most.unwrap_or(Duration::from_secs(3600)),
        );
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }
}
