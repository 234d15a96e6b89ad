//! Private memory: what one lane of one wave alone reaches.
//!
//! Instructions reach it in three ways: FLAT's private aperture and SCRATCH instructions by an offset in
//! the lane's memory; MUBUF through the V# that the kernel is given, whose base and wave offset lie in
//! [`PRIVATE_BASE`]'s range; and scalar loads and stores, which see all lanes' dwords of the wave, at the
//! addresses of that range. Every wave's addresses are a function of its number in the work-group, and no
//! other wave's private memory has an address.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::PRIVATE_APERTURE_HI;
use super::memory::{AccessKind, BadAccess, Memory, MemoryId, Window};
use super::wave::LANES;
use crate::error::AllocError;

/// Where the guest sees the private memory of a launch's waves. All addresses from here on to twice this
/// are kept for it: an overrun, of 32 bits in SOFFSET and as many in the offset, ends in none but them.
pub const PRIVATE_BASE: u64 = 1 << 40;

/// Bytes per lane that count as written together.
const TOUCHED: u32 = 128;

/// Whether an address is one of those that are kept for private memory.
#[inline]
pub fn is_private(addr: u64) -> bool {
    addr & !(PRIVATE_BASE - 1) == PRIVATE_BASE
}

/// A wave's private memory. Dwords are interleaved over the lanes: byte `b` of lane `n` is at
/// `b / 4 * 256 + n * 4 + b % 4`.
#[derive(Debug)]
pub struct Scratch {
    /// The memory that it lies in, when there is any, and what [`Memory::free`] wants.
    memory: Option<MemoryId>,
    store: u64,
    /// Where scalar instructions find it; of no length when there is none.
    window: Window,
    /// Bytes per lane, a multiple of 4.
    per_lane: u32,
    /// Bytes per lane that may have been written since the memory was zero. Only the thread that runs the
    /// wave looks there; atomic, since it is shared with the wave.
    written: AtomicU32,
}

impl Default for Scratch {
    /// None at all.
    fn default() -> Scratch {
        Scratch {
            memory: None,
            store: 0,
            window: Window::EMPTY,
            per_lane: 0,
            written: AtomicU32::new(0),
        }
    }
}

impl Scratch {
    /// `per_lane` zeroed bytes (a multiple of 4) for each lane, at [`PRIVATE_BASE`].
    ///
    /// # Errors
    /// When `memory` has no room.
    pub fn new(memory: &Memory, per_lane: u32) -> Result<Scratch, AllocError> {
        if per_lane == 0 {
            return Ok(Scratch::default());
        }
        let len = u64::from(per_lane) * LANES as u64;
        let (store, window) = memory.reserve(len, "private memory")?;
        let mut scratch = Scratch {
            memory: Some(memory.id()),
            store,
            window,
            per_lane,
            written: AtomicU32::new(0),
        };
        scratch.place(0);
        Ok(scratch)
    }

    /// Checks that it lies in `memory`, which then keeps it mapped: who runs a wave in both begins with this.
    ///
    /// # Panics
    /// When it lies in another memory.
    #[inline]
    pub fn check_memory(&self, memory: &Memory) {
        let here = self.memory.is_none_or(|m| m == memory.id());
        assert!(here, "private memory that lies in another memory");
    }

    /// Gives the memory back.
    pub fn free(self, memory: &Memory) {
        self.check_memory(memory);
        if self.per_lane != 0 {
            // Nobody else knows of it, so nobody has freed it.
            let _ = memory.free(self.store);
        }
    }

    /// Makes it the private memory of the wave whose wave offset is `offset`.
    pub fn place(&mut self, offset: u32) {
        self.window.base = PRIVATE_BASE + u64::from(offset);
    }

    /// Zeroes it for the next wave.
    pub fn clear(&mut self, memory: &Memory) {
        self.check_memory(memory);
        let written = std::mem::take(self.written.get_mut());
        let rows = u64::from(written).next_multiple_of(4);
        memory.clear(&self.window, rows * LANES as u64);
    }

    /// Bytes per lane.
    #[inline]
    pub fn per_lane(&self) -> u32 {
        self.per_lane
    }

    /// Where scalar instructions find it, and where it is on the host.
    #[inline]
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Copies `bytes`, at most as many as there are, to its first, for the host side.
    pub fn fill(&self, memory: &Memory, bytes: &[u8]) {
        self.check_memory(memory);
        let all = self.window.len as usize;
        memory.fill(&self.window, &bytes[..bytes.len().min(all)]);
        self.touch(self.per_lane);
    }

    /// What is in it, for the host side.
    pub fn contents(&self, memory: &Memory) -> Vec<u8> {
        self.check_memory(memory);
        memory.contents(&self.window)
    }

    /// Where it is said how many bytes per lane may have been written: for generated code, on the thread
    /// that runs the wave.
    #[inline]
    pub fn written_at(&self) -> *const AtomicU32 {
        &self.written
    }

    /// Notes that bytes below `end` of some lanes are written. What lies a little behind counts, too: a program
    /// writes one variable after the other, and each of these notes costs more than to zero its row.
    #[inline]
    pub fn touch(&self, end: u32) {
        if end > self.written.load(Relaxed) {
            let end = end.checked_next_multiple_of(TOUCHED).unwrap_or(end);
            self.written.store(end.min(self.per_lane), Relaxed);
        }
    }

    /// Offset in a lane's memory of byte `offset` in a buffer that begins at `base`, of the range of
    /// private addresses, and interleaves the lanes as private memory does; `None` where the buffer's lanes
    /// are not the wave's. What no lane can have is `u32::MAX` or lies near 2^32.
    #[inline]
    pub fn lane_offset(&self, base: u64, offset: u32) -> Option<u32> {
        let start = base.wrapping_sub(self.window.base) as i64;
        let row = 4 * LANES as i64;
        // `is_private` keeps the quotient far from what 64 bits cannot hold.
        (start % row == 0)
            .then(|| (start / LANES as i64 + i64::from(offset)).min(u32::MAX.into()) as u32)
    }

    /// Checks that a lane has the `size` bytes at `offset`. The error names the address that they have
    /// for FLAT.
    ///
    /// # Errors
    /// When it has not.
    #[inline]
    pub(crate) fn check(&self, offset: u32, size: u32, kind: AccessKind) -> Result<(), BadAccess> {
        let end = u64::from(offset) + u64::from(size);
        if end > u64::from(self.per_lane) {
            let addr = u64::from(PRIVATE_APERTURE_HI) << 32 | u64::from(offset);
            return Err(BadAccess::new(addr, size, kind));
        }
        if kind.is_write() {
            self.touch(end as u32);
        }
        Ok(())
    }

    /// Notes a scalar access to `size` bytes at `addr`, when the wave has them; gives where they are.
    #[inline]
    pub(crate) fn scalar(&self, addr: u64, size: u64, kind: AccessKind) -> Option<Window> {
        let offset = self.window.offset(addr, size)?;
        if kind.is_write() {
            self.touch(((offset + size).div_ceil(4 * LANES as u64) * 4) as u32);
        }
        Some(self.window)
    }

    /// Byte `offset` of lane `lane`, from the first byte of all.
    #[inline]
    pub fn place_of(offset: u32, lane: usize) -> u64 {
        u64::from(offset / 4) * 4 * LANES as u64 + lane as u64 * 4 + u64::from(offset % 4)
    }
}
