//! Local data share: the memory that the waves of a work-group have in common.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The LDS of one work-group, zero at first.
///
/// Every access is atomic on its dword, so waves on several host threads may share it.
#[derive(Debug, Default)]
pub struct Lds {
    dwords: Vec<AtomicU32>,
    size: u32,
}

impl Lds {
    /// LDS of `size` bytes (rounded up to dwords in storage, not in bounds).
    pub fn new(size: u32) -> Lds {
        let mut dwords = Vec::new();
        dwords.resize_with(size.div_ceil(4) as usize, AtomicU32::default);
        Lds { dwords, size }
    }

    /// Size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// First byte, for generated code.
    pub fn as_ptr(&self) -> *mut u8 {
        self.dwords.as_ptr() as *mut u8
    }

    /// Zeroes the contents, for the next work-group.
    pub fn clear(&self) {
        for d in &self.dwords {
            d.store(0, Relaxed);
        }
    }

    /// The `N` bytes at `addr`, or `None` when they are not all inside.
    #[inline]
    pub fn read<const N: usize>(&self, addr: u32) -> Option<[u8; N]> {
        if addr as u64 + N as u64 > self.size as u64 {
            return None;
        }
        let mut out = [0; N];
        for (i, b) in out.iter_mut().enumerate() {
            let a = addr as usize + i;
            *b = self.dwords[a / 4].load(Relaxed).to_le_bytes()[a % 4];
        }
        Some(out)
    }

    /// Writes `N` bytes at `addr`; `None`, with nothing written, when they are not all inside.
    #[inline]
    pub fn write<const N: usize>(&self, addr: u32, data: [u8; N]) -> Option<()> {
        if addr as u64 + N as u64 > self.size as u64 {
            return None;
        }
        if N == 4 && addr % 4 == 0 {
            let v = u32::from_le_bytes([data[0], data[1], data[2], data[3]]);
            self.dwords[addr as usize / 4].store(v, Relaxed);
            return Some(());
        }
        for (i, b) in data.iter().enumerate() {
            let a = addr as usize + i;
            let shift = 8 * (a % 4);
            self.dwords[a / 4]
                .fetch_update(Relaxed, Relaxed, |d| {
                    Some(d & !(0xff << shift) | (*b as u32) << shift)
                })
                .ok();
        }
        Some(())
    }

    /// Replaces the dword at `addr` (low two bits ignored) by `f` of it; gives the old value, or
    /// `None` outside.
    #[inline]
    pub fn update_u32(&self, addr: u32, mut f: impl FnMut(u32) -> u32) -> Option<u32> {
        if (addr & !3) as u64 + 4 > self.size as u64 {
            return None;
        }
        self.dwords[addr as usize / 4]
            .fetch_update(Relaxed, Relaxed, |d| Some(f(d)))
            .ok()
    }
}
