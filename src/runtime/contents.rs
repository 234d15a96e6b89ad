//! What is in guest memory, to put it back before a launch is run again.

use crate::machine::gds;
use crate::machine::memory::Memory;

/// What is in the memory that kernels can write: buffers, programs' data, the GDS.
pub(crate) struct Contents {
    /// Guest address, name, bytes.
    pub(super) parts: Vec<(u64, String, Vec<u8>)>,
    /// All of it, by eight bytes.
    pub(super) gds: Vec<[u8; 8]>,
}

impl Contents {
    /// What is there now.
    pub(crate) fn of(memory: &Memory) -> Contents {
        let parts = memory.writable().into_iter().map(|(at, len, name)| {
            let mut bytes = vec![0; len as usize];
            // It was there a moment ago.
            memory.read(at, &mut bytes).unwrap_or_default();
            (at, name, bytes)
        });
        let parts = parts.collect();
        let gds = memory.gds().lock();
        let places = (0..gds::SIZE).step_by(8);
        let gds = places.map(|at| gds.read(at).unwrap_or_default()).collect();
        Contents { parts, gds }
    }

    /// Puts it back.
    pub(crate) fn restore(&self, memory: &Memory) {
        for (at, _, bytes) in &self.parts {
            memory.write(*at, bytes).unwrap_or_default();
        }
        let gds = memory.gds().lock();
        for (at, bytes) in (0..gds::SIZE).step_by(8).zip(&self.gds) {
            gds.write(at, *bytes).unwrap_or_default();
        }
    }
}
