//! The allocations that instructions have accessed last, where generated code and helpers look first.

use crate::ir::plant::{Fault, planted};
use crate::machine::memory::Window;

/// Entries of the cache of allocations, by the low bits of the accessing instruction's address:
/// instructions of one loop should not share any.
pub(super) const SITES: usize = 256;

/// Waves of a work-group that are told apart, by their number.
pub(super) const TURNS: usize = 4;

/// The allocation that an instruction has accessed last.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::jit) struct Site {
    /// The allocation.
    pub(in crate::jit) window: Window,
    /// For accesses of 1, 2, 4, 8, 12 and 16 bytes, at how many addresses from the window's first on they
    /// are inside, as regions count: up to 2^31, and those whose upper half is that of the first.
    pub(in crate::jit) counts: [u32; 6],
}

impl Site {
    /// Nothing accessed yet.
    const EMPTY: Site = Site {
        window: Window::EMPTY,
        counts: [0; 6],
    };

    pub(super) fn new(window: Window) -> Site {
        let same_high = (1 << 32) - (window.base & u64::from(u32::MAX));
        let most = same_high.min(1 << 31);
        let more = u64::from(planted(Fault::CountPlusOne));
        let count = |size: u64| (window.len + 1 + more).saturating_sub(size).min(most) as u32;
        Site {
            window,
            counts: [1, 2, 4, 8, 12, 16].map(count),
        }
    }

    /// Where the count for accesses of `size` bytes is, in bytes from the entry's first.
    pub(in crate::jit) const fn count_at(size: u32) -> i32 {
        let place = match size {
            1 => 0,
            2 => 1,
            4 => 2,
            8 => 3,
            12 => 4,
            _ => 5,
        };
        std::mem::offset_of!(Site, counts) as i32 + 4 * place
    }
}

/// The allocations that instructions have accessed last: they outlive a wave, since the next one
/// mostly accesses the same.
pub struct Sites {
    /// The [`crate::machine::memory::Memory::epoch`] at which the windows were found.
    pub(super) epoch: u64,
    pub(super) windows: [Site; SITES],
    pub(super) last: [u64; SITES],
    pub(super) turns: [[u64; TURNS]; SITES],
}

impl Sites {
    /// Nothing accessed yet.
    pub const EMPTY: Sites = Sites {
        epoch: 0,
        windows: [Site::EMPTY; SITES],
        last: [0; SITES],
        turns: [[0; TURNS]; SITES],
    };
}

/// Index of an instruction's cache entry.
pub(in crate::jit) fn site(pc: u64) -> usize {
    (pc >> 2) as usize % SITES
}
