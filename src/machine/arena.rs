//! The host's side of guest memory: an address range that is mapped once, and stays.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::io;
use std::ops::Range;
use std::os::fd::BorrowedFd;
use std::ptr::null_mut;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous, munmap};

/// Bytes of a huge page of the host.
pub const HUGE_PAGE: usize = 2 << 20;

/// Private anonymous memory of which the host commits what is touched. It begins where a huge page may.
#[derive(Debug)]
pub struct Arena {
    /// What is mapped.
    mapping: *mut c_void,
    mapped: usize,
    start: *mut u8,
    len: usize,
}

// SAFETY: it is an address range; whoever accesses the bytes answers for how.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// Maps `len` bytes wherever the host likes.
    ///
    /// # Errors
    /// When the host has no such address range.
    pub fn new(len: usize) -> io::Result<Arena> {
        let mapped = len + HUGE_PAGE;
        let mapping = map(null_mut(), mapped, MapFlags::empty())?;
        let start = mapping.cast::<u8>();
        let skip = start.align_offset(HUGE_PAGE);
        Ok(Arena {
            mapping,
            mapped,
            // SAFETY: `skip` is less than a huge page, and that many bytes were mapped beyond `len`.
            start: unsafe { start.add(skip) },
            len,
        })
    }

    /// Maps `len` bytes at the host address `at`, a multiple of [`HUGE_PAGE`].
    ///
    /// # Errors
    /// When something is there, or the host allows nothing there.
    pub fn at(at: usize, len: usize) -> io::Result<Arena> {
        let wanted = at as *mut c_void;
        let mapping = map(wanted, len, MapFlags::FIXED_NOREPLACE)?;
        let arena = Arena {
            mapping,
            mapped: len,
            start: mapping.cast(),
            len,
        };
        // A kernel older than the flag takes the address for a hint.
        if mapping == wanted {
            Ok(arena)
        } else {
            Err(io::ErrorKind::AddrInUse.into())
        }
    }

    /// Its first byte.
    pub fn start(&self) -> *mut u8 {
        self.start
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Asks the host for huge pages in `range`. A host without them does as well, more slowly.
    pub fn use_huge_pages(&self, range: Range<usize>) {
        let _ = self.advise(range, Advice::LinuxHugepage);
    }

    /// Gives the host memory of `range`, in whole pages, back: its bytes are zero from then on. `false`
    /// when the host did not take it.
    pub fn discard(&self, range: Range<usize>) -> bool {
        self.advise(range, Advice::LinuxDontNeed).is_ok()
    }

    /// Puts pages of a file, from `offset` on, in the place of those of `range`, in whole pages: each is the file's until
    /// something is written to it, and the arena's own from then on. `false` when the host did not take it.
    ///
    /// # Safety
    /// Until [`Arena::clear_pages`] the file keeps those bytes, and they do not change.
    pub unsafe fn put_pages(&self, range: Range<usize>, file: BorrowedFd<'_>, offset: u64) -> bool {
        assert!(range.start <= range.end && range.end <= self.len);
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
        // SAFETY: the range lies inside the mapping, to whose bytes no reference exists; that of the file is as good.
        unsafe {
            let at = self.start.add(range.start).cast();
            mmap(at, range.len(), rights, flags, file, offset)
        }
        .is_ok()
    }

    /// Puts zeros in the place of the pages of `range`, whosever they are. `false` when the host did not take it.
    pub fn clear_pages(&self, range: Range<usize>) -> bool {
        assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: inside the mapping, to whose bytes no reference exists.
        let at = unsafe { self.start.add(range.start) };
        map(at.cast(), range.len(), MapFlags::FIXED).is_ok()
    }

    fn advise(&self, range: Range<usize>, advice: Advice) -> rustix::io::Result<()> {
        assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: the range lies inside the mapping, to whose bytes no reference exists (all accesses go
        // through raw pointers and atomics) and which is private and anonymous: its pages read as zeros
        // after they were given back.
        unsafe { madvise(self.start.add(range.start).cast(), range.len(), advice) }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: it was mapped so, and nobody uses it any more.
        let _ = unsafe { munmap(self.mapping, self.mapped) };
    }
}

fn map(at: *mut c_void, len: usize, flags: MapFlags) -> io::Result<*mut c_void> {
    let rights = ProtFlags::READ | ProtFlags::WRITE;
    let flags = flags | MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: without an address, or with `FIXED_NOREPLACE`, nothing that is mapped is replaced; with `FIXED` what the
    // caller has mapped.
    Ok(unsafe { mmap_anonymous(at, len, rights, flags) }?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_once() {
        // Another thread may map something there as soon as it is free, but not each time.
        let again = (0..100).find_map(|_| {
            let free = Arena::new(HUGE_PAGE).expect("an arena");
            let at = free.start() as usize;
            assert!(at.is_multiple_of(HUGE_PAGE));
            assert!(Arena::at(at, HUGE_PAGE).is_err());
            drop(free);
            Some((at, Arena::at(at, HUGE_PAGE).ok()?))
        });
        let (at, arena) = again.expect("nothing is there");
        assert_eq!((arena.start() as usize, arena.len()), (at, HUGE_PAGE));
    }
}
