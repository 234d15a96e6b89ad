//! Global data share: 64 KiB that all work-groups of a device have in common (CLRX GcnInstrsDs).

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::lds::Lds;

/// Bytes of the GDS.
pub const SIZE: u32 = 64 * 1024;

/// The GDS of a device.
///
/// An instruction locks it for all its lanes, so it is atomic whatever it does.
#[derive(Debug)]
pub struct Gds {
    memory: Mutex<Lds>,
}

impl Gds {
    /// A GDS of [`SIZE`] bytes, all zero.
    pub fn new() -> Gds {
        Gds {
            memory: Mutex::new(Lds::new(SIZE)),
        }
    }

    /// Its memory, for as long as the guard lives. Its bytes are valid whatever a thread did that
    /// panicked, so that is not an error.
    pub fn lock(&self) -> MutexGuard<'_, Lds> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Gds {
    fn default() -> Gds {
        Gds::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_it() {
        let gds = Gds::new();
        std::thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| {
                    for _ in 0..100 {
                        // A load and a store under one lock.
                        let memory = gds.lock();
                        let old: [u8; 8] = memory.read(16).unwrap();
                        let new = u64::from_le_bytes(old) + 0x1_0000_0001;
                        memory.write(16, new.to_le_bytes()).unwrap();
                    }
                });
            }
        });
        let sum = gds.lock().read(16).map(u64::from_le_bytes);
        assert_eq!(sum, Some(400 * 0x1_0000_0001));
    }
}
