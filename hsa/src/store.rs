//! Where the files of code objects are kept: in a file without a name, which is mapped once. Pages of it are those of
//! loaded code too, until something writes there: what is never used is in memory once.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::sync::{Mutex, OnceLock};

use gcn_jit::machine::memory::{PAGE, Pages};
use gcn_jit::runtime::lazy::Source;
use rustix::fs::{FallocateFlags, MemfdFlags, fallocate, ftruncate, memfd_create};
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap};

use crate::spans::Spans;

/// Bytes of the file. Pages are there once they are written.
const SIZE: u64 = 64 << 30;

/// Bytes that are written at once.
const STEP: usize = 1 << 20;

#[derive(Debug)]
struct Store {
    file: File,
    start: *const u8,
    free: Mutex<Spans>,
}

// SAFETY: the mapping stays for good; what of it is read is written before, and not changed then.
unsafe impl Send for Store {}
// SAFETY: as above.
unsafe impl Sync for Store {}

impl Store {
    fn new() -> io::Result<Store> {
        let file: OwnedFd = memfd_create("gcn-jit code", MemfdFlags::CLOEXEC)?;
        ftruncate(&file, SIZE)?;
        let flags = MapFlags::SHARED | MapFlags::NORESERVE;
        // SAFETY: a new mapping, where the system finds room.
        let start = unsafe {
            mmap(
                std::ptr::null_mut(),
                SIZE as usize,
                ProtFlags::READ,
                flags,
                &file,
                0,
            )
        }?;
        // SAFETY: all of that mapping. Where it is refused dumps of memory are longer.
        let _ = unsafe { madvise(start, SIZE as usize, Advice::LinuxDontDump) };
        Ok(Store {
            file: file.into(),
            start: start.cast(),
            free: Mutex::new(Spans::all(0..SIZE)),
        })
    }

    /// The store; none where the system has no such file.
    fn get() -> Option<&'static Store> {
        static STORE: OnceLock<Option<Store>> = OnceLock::new();
        STORE.get_or_init(|| Store::new().ok()).as_ref()
    }

    fn free(&self, range: Range<u64>) {
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        // Where its pages cannot be given back its bytes are overwritten by the next one.
        let _ = fallocate(&self.file, flags, range.start, range.end - range.start);
        let mut free = self.free.lock().unwrap_or_else(|e| e.into_inner());
        free.give_back(range);
    }
}

/// A file of code that is kept.
#[derive(Debug)]
pub struct Stored(Place);

#[derive(Debug)]
enum Place {
    /// In the store, so many bytes from a page on.
    Store(&'static Store, u64, usize),
    Heap(Box<[u8]>),
}

impl Stored {
    /// Keeps `len` bytes, of which `read` gives some from a place on.
    fn new(len: usize, read: impl Fn(&mut [u8], usize) -> io::Result<()>) -> io::Result<Stored> {
        let pages = (len as u64).next_multiple_of(PAGE);
        let at = Store::get().and_then(|store| {
            let mut free = store.free.lock().unwrap_or_else(|e| e.into_inner());
            Some((store, free.take(pages)?))
        });
        if let Some((store, at)) = at {
            // It gives its place back when it is dropped.
            let stored = Stored(Place::Store(store, at, len));
            let mut buffer = vec![0; len.min(STEP)];
            let mut from = 0;
            while from < len {
                let part = &mut buffer[..(len - from).min(STEP)];
                read(part, from)?;
                if store.file.write_all_at(part, at + from as u64).is_err() {
                    break;
                }
                from += part.len();
            }
            if from >= len {
                return Ok(stored);
            }
        }
        // No such file, or no room in it.
        let mut bytes = vec![0; len];
        read(&mut bytes, 0)?;
        Ok(Stored(Place::Heap(bytes.into())))
    }

    /// A copy of `bytes`.
    pub fn copy(bytes: &[u8]) -> io::Result<Stored> {
        Stored::new(bytes.len(), |out, from| {
            out.copy_from_slice(&bytes[from..from + out.len()]);
            Ok(())
        })
    }

    /// What a file has from `offset` on.
    pub fn read(file: &File, offset: u64, len: usize) -> io::Result<Stored> {
        Stored::new(len, |out, from| {
            file.read_exact_at(out, offset + from as u64)
        })
    }
}

impl Stored {
    /// It will not be read for a while: what has been read of it stays in the file alone.
    pub fn rest(&self) {
        if let Place::Store(store, at, len) = self.0 {
            let pages = len.next_multiple_of(PAGE as usize);
            let start = store.start.wrapping_add(at as usize).cast_mut();
            // SAFETY: whole pages of the mapping, which is shared: they are the file's, and are found there again.
            let _ = unsafe { madvise(start.cast(), pages, Advice::LinuxDontNeed) };
        }
    }
}

impl Deref for Stored {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            // SAFETY: inside the mapping, which stays. The bytes are written, and are this one's alone until it is
            // dropped; nobody changes them.
            Place::Store(store, at, len) => unsafe {
                std::slice::from_raw_parts(store.start.add(*at as usize), *len)
            },
            Place::Heap(bytes) => bytes,
        }
    }
}

impl Drop for Stored {
    fn drop(&mut self) {
        if let Place::Store(store, at, len) = self.0 {
            store.free(at..at + (len as u64).next_multiple_of(PAGE));
        }
    }
}

impl Source for Stored {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn pages(&self) -> Option<Pages<'_>> {
        match &self.0 {
            // SAFETY: as above; programs end before the files that they keep.
            Place::Store(store, at, _) => Some(unsafe { Pages::new(store.file.as_fd(), *at) }),
            Place::Heap(_) => None,
        }
    }
}
