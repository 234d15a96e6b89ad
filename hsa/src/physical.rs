//! Memory without an address, of which several processes may have a part: a file without a name, in whole pages.

use std::ffi::{CString, c_void};
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};

use gcn_jit::machine::memory::PAGE;
use rustix::fs::{
    MemfdFlags, Mode, OFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, fstat, ftruncate,
    memfd_create, open, readlink,
};
use rustix::io::{fcntl_dupfd_cloexec, pwrite};
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous};

use crate::pool::Pool;

/// What the names of the files begin with, and what `/proc` puts before and behind.
const NAME: &str = "gcn-jit-memory";
const BEFORE: &str = "/memfd:";
const BEHIND: &str = " (deleted)";

/// Whoever imports a file relies on its length.
const SEALS: SealFlags = SealFlags::SHRINK
    .union(SealFlags::GROW)
    .union(SealFlags::SEAL);

/// Memory. What it has of its pool is given back with it.
#[derive(Debug)]
pub struct Physical {
    file: OwnedFd,
    /// Tells the file from others: its device and its number there.
    id: (u64, u64),
    bytes: u64,
    /// Of which pool it is, and whether it counts there: what another process has made does not.
    pool: Option<Pool>,
    /// What its makers have noted with it.
    note: [u64; 2],
}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Some(pool) = self.pool {
            pool.give_back(self.bytes);
        }
    }
}

impl Physical {
    /// Memory of `bytes` bytes, in whole pages, with a note for who imports it. `pool` is where as many have been taken;
    /// they are given back if there is none.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn new(bytes: u64, pool: Option<Pool>, note: [u64; 2]) -> io::Result<Physical> {
        let made = || -> io::Result<OwnedFd> {
            let name = format!("{NAME}:{:x}:{:x}", note[0], note[1]);
            let name = CString::new(name).unwrap_or_default();
            let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
            let file = memfd_create(name.as_c_str(), flags)?;
            ftruncate(&file, bytes.next_multiple_of(PAGE))?;
            fcntl_add_seals(&file, SEALS)?;
            Ok(file)
        };
        let made = made().and_then(|file| Ok((id(file.as_fd())?, file)));
        let (id, file) = made.inspect_err(|_| {
            if let Some(pool) = pool {
                pool.give_back(bytes);
            }
        })?;
        Ok(Physical {
            file,
            id,
            bytes,
            pool,
            note,
        })
    }

    /// The memory behind a file that this or another process has made so. The file stays the caller's.
    ///
    /// # Errors
    /// When it is another file.
    pub fn import(file: BorrowedFd<'_>) -> io::Result<Physical> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        let name = readlink(path, Vec::new())?;
        let name = name.to_str().ok().and_then(|n| {
            let inner = n.strip_prefix(BEFORE)?.strip_suffix(BEHIND)?;
            inner.strip_prefix(NAME)?.strip_prefix(':')
        });
        let (first, second) = name.and_then(|n| n.split_once(':')).ok_or_else(invalid)?;
        let note = [first, second].map(|n| u64::from_str_radix(n, 16));
        let [Ok(first), Ok(second)] = note else {
            return Err(invalid());
        };
        // Its length stays: no access is ever behind its end.
        if !fcntl_get_seals(file)?.contains(SEALS) {
            return Err(invalid());
        }
        let bytes = fstat(file)?.st_size as u64;
        Ok(Physical {
            id: id(file)?,
            file: fcntl_dupfd_cloexec(file, 0)?,
            bytes,
            pool: None,
            note: [first, second],
        })
    }

    /// The memory behind file number `file` of process number `process`.
    ///
    /// # Errors
    /// When there is none, or the system does not let this process have it.
    pub fn import_from(process: u32, file: u32) -> io::Result<Physical> {
        let path = format!("/proc/{process}/fd/{file}");
        let file = open(path, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
        Physical::import(file.as_fd())
    }

    /// The number of the file in this process, for as long as this is there.
    pub fn number(&self) -> u32 {
        self.file.as_raw_fd() as u32
    }

    /// Copies bytes into it, from the first on.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn write(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        let mut done = 0;
        while done < bytes.len() {
            done += pwrite(&self.file, &bytes[done..], at + done as u64)?;
        }
        Ok(())
    }

    /// Its length in bytes, as it was asked for.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What its makers have noted with it.
    pub fn note(&self) -> [u64; 2] {
        self.note
    }

    /// Tells it from all other.
    pub fn id(&self) -> (u64, u64) {
        self.id
    }

    /// A file for the host program, which leads to it.
    ///
    /// # Errors
    /// When the process has too many.
    pub fn export(&self) -> io::Result<OwnedFd> {
        Ok(fcntl_dupfd_cloexec(&self.file, 0)?)
    }

    /// Has it appear at a range of addresses, in whole pages, from its first byte on.
    ///
    /// # Safety
    /// What is there may go.
    pub unsafe fn put(&self, at: &Range<u64>, rights: ProtFlags) -> io::Result<()> {
        let flags = MapFlags::SHARED | MapFlags::NORESERVE | MapFlags::FIXED;
        let (to, len) = (at.start as *mut c_void, (at.end - at.start) as usize);
        // SAFETY: the caller's.
        unsafe { mmap(to, len, rights, flags, &self.file, 0) }?;
        Ok(())
    }
}

fn id(file: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
    let status = fstat(file)?;
    Ok((status.st_dev, status.st_ino))
}

/// Has empty memory appear at a range of addresses, or none at all without rights.
///
/// # Safety
/// What is there may go.
pub unsafe fn put_nothing(at: &Range<u64>, rights: ProtFlags) -> io::Result<()> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
    let (to, len) = (at.start as *mut c_void, (at.end - at.start) as usize);
    // SAFETY: the caller's.
    unsafe { mmap_anonymous(to, len, rights, flags) }?;
    Ok(())
}
