//! Host memory that the guest may reach beside the arena: what a host program lends to its kernels. It is
//! looked for where an address is not in the arena, so that other accesses cost no more.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Access, Window};

/// A range of host memory.
#[derive(Debug)]
struct Lent {
    window: Window,
    name: String,
}

/// The ranges of a memory.
#[derive(Debug)]
pub(super) struct Mapped {
    /// By first guest address; no two overlap.
    ranges: RwLock<BTreeMap<u64, Lent>>,
    /// Whether there are any.
    any: AtomicBool,
}

impl Mapped {
    pub(super) fn new() -> Mapped {
        Mapped {
            ranges: RwLock::default(),
            any: AtomicBool::new(false),
        }
    }

    /// Adds `len` bytes at `host` as those from guest address `base` on; `false` if others are there.
    ///
    /// # Safety
    /// The bytes can be read, and written if `access` says so, until [`Mapped::remove`], and no Rust reference to
    /// them is used meanwhile.
    pub(super) unsafe fn add(
        &self,
        base: u64,
        host: *mut u8,
        len: u64,
        access: Access,
        name: &str,
    ) -> bool {
        let mut ranges = self.ranges.write().unwrap_or_else(|e| e.into_inner());
        let Some(end) = base.checked_add(len).filter(|_| len != 0) else {
            return false;
        };
        let before = ranges.range(..end).next_back();
        if before.is_some_and(|(at, r)| at + r.window.len > base) {
            return false;
        }
        let writable = match access {
            Access::ReadWrite => len,
            Access::ReadOnly => 0,
        };
        let window = Window {
            base,
            len,
            host,
            writable,
        };
        let name = name.to_owned();
        ranges.insert(base, Lent { window, name });
        self.any.store(true, Ordering::Release);
        true
    }

    /// Takes out the range that begins at `base`; `false` if none does.
    pub(super) fn remove(&self, base: u64) -> bool {
        let mut ranges = self.ranges.write().unwrap_or_else(|e| e.into_inner());
        let found = ranges.remove(&base).is_some();
        self.any.store(!ranges.is_empty(), Ordering::Release);
        found
    }

    /// The range that contains `addr`.
    #[inline]
    pub(super) fn window(&self, addr: u64) -> Option<Window> {
        if self.any.load(Ordering::Acquire) {
            self.find(addr)
        } else {
            None
        }
    }

    #[cold]
    fn find(&self, addr: u64) -> Option<Window> {
        let ranges = self.ranges.read().unwrap_or_else(|e| e.into_inner());
        let (_, lent) = ranges.range(..=addr).next_back()?;
        lent.window.offset(addr, 1).map(|_| lent.window)
    }

    /// The ranges: first address, length in bytes, name, and whether the guest may write.
    pub(super) fn all(&self) -> Vec<(u64, u64, String, Access)> {
        let ranges = self.ranges.read().unwrap_or_else(|e| e.into_inner());
        let part = |(at, r): (&u64, &Lent)| {
            let access = match r.window.writable {
                0 => Access::ReadOnly,
                _ => Access::ReadWrite,
            };
            (*at, r.window.len, r.name.clone(), access)
        };
        ranges.iter().map(part).collect()
    }
}
