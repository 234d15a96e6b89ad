//! Pages that the host program and kernels share at the host program's addresses: those of a file without a name, which
//! is mapped twice. The host program's mapping is its own, to unmap when it likes and without a word to anybody; kernels
//! reach the same pages by the other one, which stays. No address of theirs ever leads to memory that is not there, or is
//! somebody else's by now.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;
use std::sync::Mutex;

use gcn_jit::machine::memory::PAGE;
use rustix::fs::{
    FallocateFlags, MemfdFlags, fallocate, fstat, ftruncate, major, memfd_create, minor,
};
use rustix::mm::{Advice, MapFlags, MsyncFlags, ProtFlags, madvise, mmap, msync};

use crate::spans::Spans;

/// Bytes of the file. Pages are there once they are touched.
const SIZE: u64 = 64 << 30;

/// The file, and the mapping of it that stays.
#[derive(Debug)]
pub struct Mirror {
    file: OwnedFd,
    /// Tells the file's mappings from others: its device and its number there.
    id: (u32, u32, u64),
    start: *mut u8,
    /// Free bytes of the file.
    free: Mutex<Spans>,
}

// SAFETY: the mapping stays for good, and nothing of it is accessed by Rust code.
unsafe impl Send for Mirror {}
// SAFETY: as above.
unsafe impl Sync for Mirror {}

impl Mirror {
    /// A file whose pages are all free.
    ///
    /// # Errors
    /// When the system gives no such file, or not as much address space, or does not tell what is mapped where.
    pub fn new() -> io::Result<Mirror> {
        let file = memfd_create("gcn-jit", MemfdFlags::CLOEXEC)?;
        ftruncate(&file, SIZE)?;
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::SHARED | MapFlags::NORESERVE;
        // SAFETY: a new mapping, where the system finds room.
        let start = unsafe { mmap(std::ptr::null_mut(), SIZE as usize, rights, flags, &file, 0) }?;
        // SAFETY: all of that mapping. Where it is refused dumps of memory are longer.
        let _ = unsafe { madvise(start, SIZE as usize, Advice::LinuxDontDump) };
        let status = fstat(&file)?;
        let mirror = Mirror {
            id: (major(status.st_dev), minor(status.st_dev), status.st_ino),
            file,
            start: start.cast(),
            free: Mutex::new(Spans::all(0..SIZE)),
        };
        let at = start as u64;
        let found = Mappings::read()?.of(&mirror).contains_key(&at);
        let untouched = is_untouched(&(at..at + PAGE))?;
        if found && untouched {
            Ok(mirror)
        } else {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Takes `len` bytes, which are zero: gives where in the file.
    pub fn take(&self, len: u64) -> Option<u64> {
        self.free
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .take(len)
    }

    /// Frees a range of the file, and its pages. A kernel that still writes there reaches the file alone.
    pub fn give_back(&self, range: Range<u64>) {
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        if fallocate(&self.file, flags, range.start, range.end - range.start).is_err() {
            // Its bytes would not be zero.
            return;
        }
        let mut free = self.free.lock().unwrap_or_else(|e| e.into_inner());
        free.give_back(range);
    }

    /// Where kernels' mapping has a place of the file.
    pub fn host(&self, at: u64) -> *mut u8 {
        self.start.wrapping_add(at as usize)
    }

    /// Puts pages of the file, from `offset` on, in the place of the host program's.
    ///
    /// # Safety
    /// What is there is memory that may go: the host program's, without contents.
    pub unsafe fn put(&self, at: &Range<u64>, offset: u64) -> io::Result<()> {
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::SHARED | MapFlags::NORESERVE | MapFlags::FIXED;
        let len = (at.end - at.start) as usize;
        // SAFETY: the caller's.
        unsafe {
            mmap(
                at.start as *mut c_void,
                len,
                rights,
                flags,
                &self.file,
                offset,
            )
        }?;
        Ok(())
    }
}

/// A mapping of the process.
#[derive(Debug)]
struct Mapping {
    range: Range<u64>,
    /// As `/proc/self/maps` has them: `rw-p`.
    rights: String,
    /// Where in the file it begins, and which file that is: its device and its number there, 0 for none.
    offset: u64,
    id: (u32, u32, u64),
    /// Whether the system has a use of its own for it: the heap, a stack.
    is_special: bool,
}

impl Mapping {
    /// What a line of `/proc/self/maps` says: addresses, rights, offset, device, inode, name (proc_pid_maps(5)).
    fn parse(line: &str) -> Option<Mapping> {
        let hexadecimal = |text: &str| u64::from_str_radix(text, 16).ok();
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let range = hexadecimal(start)?..hexadecimal(end)?;
        let rights = words.next()?.to_owned();
        let offset = hexadecimal(words.next()?)?;
        let (major, minor) = words.next()?.split_once(':')?;
        let device = |text: &str| u32::from_str_radix(text, 16).ok();
        let id = (device(major)?, device(minor)?, words.next()?.parse().ok()?);
        // A name that the program has given its memory is `[anon:name]`.
        let is_special = words.next().is_some_and(|n| !n.starts_with("[anon"));
        Some(Mapping {
            range,
            rights,
            offset,
            id,
            is_special,
        })
    }
}

/// All mappings of the process, by address.
#[derive(Debug)]
pub struct Mappings(Vec<Mapping>);

impl Mappings {
    /// What is mapped now.
    pub fn read() -> io::Result<Mappings> {
        let text = std::fs::read_to_string("/proc/self/maps")?;
        Ok(Mappings(text.lines().filter_map(Mapping::parse).collect()))
    }

    /// Whether all of a range is mapped, by mappings that are all `fit`.
    fn all(&self, range: &Range<u64>, fit: impl Fn(&Mapping) -> bool) -> bool {
        let first = self.0.partition_point(|m| m.range.end <= range.start);
        let mut at = range.start;
        for m in &self.0[first..] {
            if at >= range.end || m.range.start > at || !fit(m) {
                break;
            }
            at = m.range.end;
        }
        at >= range.end
    }

    /// Whether all of a range is mapped.
    pub fn has(&self, range: &Range<u64>) -> bool {
        self.all(range, |_| true)
    }

    /// Whether all of a range is memory that the program has asked for, to read and write, and no file.
    pub fn is_plain(&self, range: &Range<u64>) -> bool {
        self.all(range, |m| {
            m.rights == "rw-p" && m.id.2 == 0 && !m.is_special
        })
    }

    /// Those of a mirror's file: first address to end, and where in the file.
    pub fn of(&self, mirror: &Mirror) -> BTreeMap<u64, (u64, u64)> {
        let of = self.0.iter().filter(|m| m.id == mirror.id);
        of.map(|m| (m.range.start, (m.range.end, m.offset)))
            .collect()
    }
}

/// Whether nobody has touched any page of a range: bits 63 and 62 of its entries of `/proc/self/pagemap` say that a page
/// is there, or has been moved to disk (`Documentation/admin-guide/mm/pagemap.rst` of Linux).
pub fn is_untouched(range: &Range<u64>) -> io::Result<bool> {
    const ENTRY: u64 = 8;
    const THERE: u64 = 3 << 62;
    let file = File::open("/proc/self/pagemap")?;
    let mut buffer = [0; 64 << 10];
    let (mut at, end) = (range.start / PAGE * ENTRY, range.end / PAGE * ENTRY);
    while at < end {
        let n = (end - at).min(buffer.len() as u64);
        let entries = &mut buffer[..n as usize];
        file.read_exact_at(entries, at)?;
        let is_there =
            |e: &[u8]| u64::from_ne_bytes(e.try_into().unwrap_or([0xff; 8])) & THERE != 0;
        if entries.chunks_exact(ENTRY as usize).any(is_there) {
            return Ok(false);
        }
        at += n;
    }
    Ok(true)
}

/// Whether anything is mapped in all of a range: quick, and enough to find what was only unmapped.
pub fn is_mapped(range: &Range<u64>) -> bool {
    let len = (range.end - range.start) as usize;
    // SAFETY: it neither reads nor writes memory: where some is not mapped it fails (msync(2), ENOMEM), else it does
    // nothing, as the system writes by itself.
    unsafe { msync(range.start as *mut c_void, len, MsyncFlags::ASYNC) }.is_ok()
}
