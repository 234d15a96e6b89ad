//! Host memory that the guest may reach beside the arena: what a host program lends to its kernels. It is
//! looked for where an address is not in the arena, so that other accesses cost no more.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Access, Stretch, Window};

/// A range of host memory.
#[derive(Debug)]
struct Lent {
    window: Window,
    name: String,
}

impl Stretch {
    /// Whether it has bytes, and shares none with any of `ranges`.
    fn is_beside(&self, ranges: &BTreeMap<u64, Lent>) -> bool {
        let Some(end) = self.base.checked_add(self.len).filter(|_| self.len != 0) else {
            return false;
        };
        let before = ranges.range(..end).next_back();
        before.is_none_or(|(at, r)| at + r.window.len <= self.base)
    }

    fn window(&self) -> Window {
        Window {
            base: self.base,
            len: self.len,
            host: self.host,
            writable: match self.access {
                Access::ReadWrite => self.len,
                Access::ReadOnly => 0,
            },
        }
    }
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
        let stretch = Stretch {
            base,
            host,
            len,
            access,
        };
        // SAFETY: the caller's.
        unsafe { self.replace(&[], &[stretch], name) }
    }

    /// Takes out the ranges that begin at `gone`, and adds others, all at once: nobody finds what is in both missing in
    /// between. `false` if one of them does not begin there, or something else is where others are to be; nothing changes
    /// then.
    ///
    /// # Safety
    /// As [`Mapped::add`], for each.
    pub(super) unsafe fn replace(&self, gone: &[u64], new: &[Stretch], name: &str) -> bool {
        let mut ranges = self.ranges.write().unwrap_or_else(|e| e.into_inner());
        let taken: Vec<Lent> = gone.iter().filter_map(|at| ranges.remove(at)).collect();
        let mut added = Vec::new();
        let is_whole = taken.len() == gone.len()
            && new.iter().all(|stretch| {
                let fits = stretch.is_beside(&ranges);
                if fits {
                    let lent = Lent {
                        window: stretch.window(),
                        name: name.to_owned(),
                    };
                    ranges.insert(stretch.base, lent);
                    added.push(stretch.base);
                }
                fits
            });
        if !is_whole {
            for at in added {
                ranges.remove(&at);
            }
            ranges.extend(taken.into_iter().map(|l| (l.window.base, l)));
        }
        self.any.store(!ranges.is_empty(), Ordering::Release);
        is_whole
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
