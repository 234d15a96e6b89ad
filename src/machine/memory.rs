//! Guest memory: one contiguous arena per device, addressed by 64-bit guest addresses.
//!
//! A guest address is valid only inside a live allocation. A table with one entry per page says which
//! allocation (a [`Window`]) the page belongs to; accesses read the entry, or a window they have kept,
//! compare the whole access with it without wrap-around, and only then touch host memory, which stays
//! mapped for as long as the [`Memory`] lives: no guest address can reach outside the arena. Accesses
//! take no lock, so a dispatch may run while the host allocates, reads and writes.
#![allow(unsafe_code)]

mod mapped;

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use super::arena::{Arena, HUGE_PAGE};
use super::gds::Gds;
use super::gws::GlobalSync;
use super::interrupt::Interrupt;
use super::programs::Programs;
use crate::error::{AllocError, FreeError};
use mapped::Mapped;

/// Guest address of the arena's first byte, except in a memory [`at_host_addresses`](Memory::at_host_addresses).
pub const GUEST_BASE: u64 = 0x10_0000_0000;

/// Granularity of allocations and of the page table, in bytes.
pub const PAGE: u64 = 4096;

/// Unmapped guest space kept after each allocation, so that an overrun hits nothing else.
pub const GAP: u64 = 64 * 1024;

/// Largest arena that the page table's entries can describe, in bytes.
const MAX_ARENA: usize = 64 << 30;

/// Guest address space for what is lent at addresses that are not the host's, in bytes.
const MAX_LENT: u64 = 1 << 44;

/// What the guest may do with an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Access {
    /// Loads only; code and constants.
    ReadOnly,
    /// Loads, stores and atomics.
    ReadWrite,
}

/// What an access does. An atomic is a write: it needs the right to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
}

impl AccessKind {
    #[inline]
    pub(crate) fn is_write(self) -> bool {
        self == AccessKind::Write
    }
}

/// A live allocation, as accesses see it. `host` is where guest address `base` lies.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Window {
    /// First guest address.
    pub base: u64,
    /// Length in bytes, in whole dwords.
    pub len: u64,
    /// Host address of `base`.
    pub host: *mut u8,
    /// Bytes, from the first on, to which stores are allowed: none or all.
    pub writable: u64,
}

// SAFETY: a window is an address range of the arena, which stays mapped for as long as the memory
// lives and which no Rust reference points into, except those to atomics, or what the host has lent on these
// terms. Guest threads may race on its bytes, as on a GPU. The accesses of this file are atomic; those of
// generated code's helpers, except the guest's atomics, are plain: bytes, halves and dwords, copies of
// many, wide vector accesses. A race that the guest makes is the guest's own: what is loaded may be torn,
// of any size. Nothing on the host depends on it: what is loaded from there is the guest's data, and
// addresses in it are checked anew.
unsafe impl Send for Window {}
// SAFETY: as above.
unsafe impl Sync for Window {}

impl Window {
    /// A window that contains nothing.
    pub const EMPTY: Window = Window {
        base: 0,
        len: 0,
        host: std::ptr::null_mut(),
        writable: 0,
    };

    /// Offset of `addr` when the window contains all `size` bytes there.
    #[inline]
    pub fn offset(&self, addr: u64, size: u64) -> Option<u64> {
        let off = addr.wrapping_sub(self.base);
        (off < self.len && size <= self.len - off).then_some(off)
    }
}

/// Why an access did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadAccess {
    /// Guest address of the access.
    pub addr: u64,
    /// Its size in bytes.
    pub size: u32,
    /// Whether it would have written.
    pub write: bool,
}

impl BadAccess {
    /// The access to `size` bytes at `addr` that did not happen.
    #[inline]
    pub(crate) fn new(addr: u64, size: u32, kind: AccessKind) -> BadAccess {
        let write = kind.is_write();
        BadAccess { addr, size, write }
    }
}

impl From<BadAccess> for crate::error::FaultKind {
    fn from(b: BadAccess) -> Self {
        let BadAccess { addr, size, write } = b;
        if write {
            Self::Write { addr, size }
        } else {
            Self::Read { addr, size }
        }
    }
}

/// A page-table entry: which allocation the page belongs to. All zero: to none.
///
/// Bit 0 says whether it is writable, bits 38:1 its length in bytes, bits 62:39 its first page, so one
/// atomic load gives a consistent [`Window`].
#[derive(Clone, Copy)]
struct Entry(u64);

impl Entry {
    const NONE: Entry = Entry(0);

    /// `off` (a multiple of [`PAGE`]) and `len` lie within [`MAX_ARENA`].
    fn new(off: u64, len: u64, access: Access) -> Entry {
        Entry((off / PAGE) << 39 | len << 1 | (access == Access::ReadWrite) as u64)
    }

    fn offset(self) -> u64 {
        (self.0 >> 39) * PAGE
    }

    fn len(self) -> u64 {
        self.0 >> 1 & ((1 << 38) - 1)
    }

    fn writable(self) -> u64 {
        self.0 & 1
    }
}

/// Bytes from which on an allocation is worth huge pages.
const LARGE: u64 = 4 << 20;

/// Bytes that accesses reach in an allocation of `len` bytes: whole dwords. The machine maps whole pages, and
/// compilers rely on the rest of a dword: an atomic on its first half is one on all of it.
const fn reachable(len: u64) -> u64 {
    len.next_multiple_of(4)
}

/// A stretch of an allocation with rights and a name of its own: the segments of a code object, or
/// the whole of any other allocation.
#[derive(Clone, Debug)]
pub struct Part {
    /// First byte, relative to the allocation, a multiple of [`PAGE`].
    pub start: u64,
    /// Length in bytes; the page of the last byte belongs to no other part.
    pub len: u64,
    /// What the guest may do with it.
    pub access: Access,
    /// Name for fault reports.
    pub name: String,
}

/// A stretch of host memory that the guest is to reach.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// Guest address of its first byte.
    pub base: u64,
    /// Where the host has it.
    pub host: *mut u8,
    /// Its length in bytes.
    pub len: u64,
    /// What the guest may do with it.
    pub access: Access,
}

/// A part of a file whose pages can be those of allocations.
#[derive(Clone, Copy, Debug)]
pub struct Pages<'a> {
    file: BorrowedFd<'a>,
    offset: u64,
}

impl<'a> Pages<'a> {
    /// What `file` has from byte `offset` on, a multiple of [`PAGE`].
    ///
    /// # Safety
    /// The file keeps those bytes, and they do not change, as long as allocations have them.
    pub unsafe fn new(file: BorrowedFd<'a>, offset: u64) -> Pages<'a> {
        Pages { file, offset }
    }
}

/// A stretch of memory by an address that is looked for.
#[derive(Clone)]
struct Near {
    base: u64,
    len: u64,
    name: String,
    access: Access,
    internal: bool,
}

#[derive(Debug)]
struct Allocation {
    /// No program has asked for it.
    internal: bool,
    /// Where the address range reserved for it, gap included, ends.
    end: u64,
    /// Whether a handle frees it, and [`Memory::free`] must not.
    owned: bool,
    /// Whether some of its pages are a file's.
    backed: bool,
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Table {
    /// Live allocations by first address.
    live: BTreeMap<u64, Allocation>,
    /// Free address ranges, first address to end; no two touch.
    free: BTreeMap<u64, u64>,
}

/// A device's memory.
#[derive(Debug)]
pub struct Memory {
    arena: Arena,
    /// Guest address of the arena's first byte.
    base: u64,
    /// An [`Entry`] per page of the arena.
    pages: memmap2::MmapRaw,
    table: RwLock<Table>,
    /// What lies beside the arena.
    mapped: Mapped,
    /// Made when first used: hardly any kernel does.
    gds: OnceLock<Gds>,
    /// See [`Memory::sync`].
    syncs: Mutex<BTreeMap<u64, Arc<GlobalSync>>>,
    /// Beside it: memory is what a device's waves and the host have in common.
    interrupt: Interrupt,
    /// The code in it.
    programs: Programs,
    /// See [`Memory::epoch`].
    epoch: AtomicU64,
    id: MemoryId,
}

/// An allocation that ends with this handle, which keeps its memory alive.
#[derive(Debug)]
pub(crate) struct Owned {
    memory: Arc<Memory>,
    base: u64,
}

impl Owned {
    /// The memory that it lies in.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Its guest address.
    pub fn base(&self) -> u64 {
        self.base
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        let table = self.memory.table.write();
        let mut table = table.unwrap_or_else(|e| e.into_inner());
        self.memory.remove(&mut table, self.base);
    }
}

/// Tells a memory from all others of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(u64);

/// The last number that [`Memory::epoch`] has given away, in any memory.
static EPOCHS: AtomicU64 = AtomicU64::new(0);

fn next_epoch() -> u64 {
    EPOCHS.fetch_add(1, Ordering::Relaxed) + 1
}

/// The size of an arena for which `reserve` bytes were asked.
fn arena_size(reserve: usize) -> usize {
    reserve.clamp(1 << 20, MAX_ARENA) & !(PAGE as usize - 1)
}

impl Memory {
    /// Reserves an arena of `reserve` bytes of guest address space, at most 64 GiB; host memory is
    /// committed as it is touched.
    ///
    /// # Errors
    /// When the host cannot reserve the address range.
    pub fn new(reserve: usize) -> std::io::Result<Memory> {
        Memory::of(Arena::new(arena_size(reserve))?, GUEST_BASE)
    }

    /// Like [`Memory::new`], but guest addresses are host addresses: pointers that the host puts into guest
    /// memory are the guest's, too. The first such memory of a process is at [`GUEST_BASE`], unless
    /// something is there; others follow.
    ///
    /// # Errors
    /// When the host cannot reserve the address range.
    pub fn at_host_addresses(reserve: usize) -> std::io::Result<Memory> {
        /// Places to try before taking any: those below the addresses of private memory.
        const PLACES: u64 = 15;
        let size = arena_size(reserve);
        let mut places = (0..PLACES).map(|i| GUEST_BASE + i * MAX_ARENA as u64);
        let arena = places.find_map(|at| Arena::at(at as usize, size).ok());
        let arena = match arena {
            Some(arena) => arena,
            None => Arena::new(size)?,
        };
        let base = arena.start() as u64;
        Memory::of(arena, base)
    }

    fn of(arena: Arena, base: u64) -> std::io::Result<Memory> {
        let reserve = arena.len();
        let pages = memmap2::MmapOptions::new()
            .len(reserve / PAGE as usize * 8)
            .no_reserve_swap()
            .map_anon()?;
        Ok(Memory {
            arena,
            base,
            pages: pages.into(),
            table: RwLock::new(Table {
                live: BTreeMap::new(),
                free: BTreeMap::from([(base, base + reserve as u64)]),
            }),
            mapped: Mapped::new(),
            gds: OnceLock::new(),
            syncs: Mutex::default(),
            interrupt: Interrupt::default(),
            programs: Programs::default(),
            epoch: AtomicU64::new(next_epoch()),
            id: MemoryId(next_epoch()),
        })
    }

    /// Which memory it is.
    pub fn id(&self) -> MemoryId {
        self.id
    }

    /// The device's global data share, zero at first. It keeps its contents from launch to launch.
    pub fn gds(&self) -> &Gds {
        self.gds.get_or_init(Gds::new)
    }

    /// The barriers and semaphores of global wave sync that the kernels of a queue have in common: they keep their state
    /// from one to the next. Queues are told apart by their addresses; those that are no more cost a kilobyte.
    pub(crate) fn sync(&self, queue: u64) -> Arc<GlobalSync> {
        let mut all = self.syncs.lock().unwrap_or_else(|e| e.into_inner());
        Arc::clone(all.entry(queue).or_default())
    }

    /// The code in it.
    pub fn programs(&self) -> &Programs {
        &self.programs
    }

    /// Who is told when a wave interrupts the host.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Allocates `len` zeroed bytes at a multiple of `align` (a power of two; at least [`PAGE`] is used,
    /// from 4 MiB on a huge page), at the lowest address where they fit, so that the same sequence of
    /// allocations gives
    /// the same addresses. `name` names them in fault reports.
    ///
    /// # Errors
    /// When the arena is full.
    pub fn alloc(
        &self,
        len: u64,
        align: u64,
        access: Access,
        name: &str,
    ) -> Result<u64, AllocError> {
        self.alloc_one(len, align, access, name, false)
    }

    /// Like [`Memory::alloc`], for what no program has asked for: [`Memory::describe`] names it only where
    /// nothing else is meant.
    ///
    /// # Errors
    /// When the arena is full.
    pub(crate) fn alloc_internal(
        &self,
        len: u64,
        align: u64,
        name: &str,
    ) -> Result<u64, AllocError> {
        self.alloc_one(len, align, Access::ReadWrite, name, true)
    }

    fn alloc_one(
        &self,
        len: u64,
        align: u64,
        access: Access,
        name: &str,
        internal: bool,
    ) -> Result<u64, AllocError> {
        let part = Part {
            start: 0,
            len,
            access,
            name: name.to_owned(),
        };
        let base = self.alloc_as(len, align, vec![part], internal);
        base.ok_or_else(|| AllocError {
            name: name.to_owned(),
            bytes: len,
        })
    }

    /// Like [`Memory::alloc`], for `len` bytes of which only `parts` are accessible, such as code and its data.
    /// They are ascending, inside `len`, and no two share a page; `None` otherwise.
    pub fn alloc_parts(&self, len: u64, align: u64, parts: Vec<Part>) -> Option<u64> {
        self.alloc_as(len, align, parts, true)
    }

    fn alloc_as(&self, len: u64, align: u64, parts: Vec<Part>, internal: bool) -> Option<u64> {
        let mut from = 0;
        for p in &parts {
            let end = p.start.checked_add(p.len)?;
            if !p.start.is_multiple_of(PAGE) || p.start < from || end > len {
                return None;
            }
            from = end.checked_next_multiple_of(PAGE)?;
        }
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        let align = match len {
            LARGE.. => align.max(HUGE_PAGE as u64),
            _ => align.max(PAGE),
        };
        let (start, stop, base, end) = t.free.iter().find_map(|(&start, &stop)| {
            let base = start.checked_next_multiple_of(align)?;
            let end = base.checked_add(len)?.checked_add(GAP)?;
            let end = end.checked_next_multiple_of(PAGE)?;
            (end <= stop).then_some((start, stop, base, end))
        })?;
        t.free.remove(&start);
        if start < base {
            t.free.insert(start, base);
        }
        if end < stop {
            t.free.insert(end, stop);
        }
        for p in &parts {
            self.set_entries(base, p, false);
        }
        if len >= LARGE {
            // Touching a page for the first time then costs a fraction, and so do scattered accesses.
            let off = (base - self.base) as usize;
            let whole = len as usize & !(HUGE_PAGE - 1);
            self.arena.use_huge_pages(off..off + whole);
        }
        t.live.insert(
            base,
            Allocation {
                end,
                owned: false,
                backed: false,
                internal,
                parts,
            },
        );
        Some(base)
    }

    /// Reserves `len` zeroed bytes of the arena to which no guest address leads, for what has addresses
    /// of its own. Gives what [`Memory::free`] wants, and where they are; the window's base is for the
    /// caller to set.
    ///
    /// # Errors
    /// When the arena is full.
    pub(crate) fn reserve(&self, len: u64, name: &str) -> Result<(u64, Window), AllocError> {
        let base = self.alloc_parts(len, PAGE, Vec::new());
        let base = base.ok_or_else(|| AllocError {
            name: name.to_owned(),
            bytes: len,
        })?;
        let window = Window {
            base: 0,
            len,
            // SAFETY: `alloc_parts` gave a range inside the arena.
            host: unsafe { self.host(base - self.base) },
            writable: len,
        };
        Ok((base, window))
    }

    /// Zeroes the first `len` bytes of a window that [`Memory::reserve`] gave, and that nobody else accesses.
    pub(crate) fn clear(&self, window: &Window, len: u64) {
        // SAFETY: inside the window, which lies in the arena; no allocation has these addresses, so guest programs have
        // no other way there, and the caller says that its own threads do nothing meanwhile.
        unsafe { window.host.write_bytes(0, len.min(window.len) as usize) };
    }

    /// Copies bytes to the first of a window that [`Memory::reserve`] gave, which has as many.
    pub(crate) fn fill(&self, window: &Window, bytes: &[u8]) {
        assert!(bytes.len() as u64 <= window.len, "beyond the window");
        self.copy_in(window.host, bytes);
    }

    /// What is in a window that [`Memory::reserve`] gave.
    pub(crate) fn contents(&self, window: &Window) -> Vec<u8> {
        let mut out = vec![0; window.len as usize];
        self.copy_out(window.host, &mut out);
        out
    }

    /// Puts the pages that `pages` has from byte `from` on in the place of `len` bytes at `addr`, whole pages of one
    /// allocation, whose own they are as soon as something is written there: they take no memory before that. `false`
    /// when that is not possible; then nothing has changed.
    pub fn back(&self, addr: u64, len: u64, pages: &Pages<'_>, from: u64) -> bool {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        let (Some((_, a)), Some(end), Some(offset)) = (
            t.live.range_mut(..=addr).next_back(),
            addr.checked_add(len),
            pages.offset.checked_add(from),
        ) else {
            return false;
        };
        let whole = [addr, len, offset].iter().all(|n| n.is_multiple_of(PAGE));
        if !whole || len == 0 || end > a.end {
            return false;
        }
        let range = (addr - self.base) as usize..(end - self.base) as usize;
        // SAFETY: who made `pages` has promised it; they are gone when the allocation is.
        let done = unsafe { self.arena.put_pages(range, pages.file, offset) };
        a.backed |= done;
        done
    }

    /// Ends the life of the allocation at `base`. Its address range may be used again.
    ///
    /// # Errors
    /// When no allocation begins there, or a handle owns it; then nothing changes.
    pub fn free(&self, base: u64) -> Result<(), FreeError> {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        match t.live.get(&base) {
            None => Err(FreeError::NoAllocation(base)),
            Some(a) if a.owned => {
                let name = a.parts.first().map_or("", |p| &p.name);
                Err(FreeError::Owned(base, name.to_owned()))
            }
            Some(_) => {
                self.remove(&mut t, base);
                Ok(())
            }
        }
    }

    /// A handle that frees the allocation at `base` when it is dropped, and alone does.
    pub(crate) fn own(self: &Arc<Memory>, base: u64) -> Owned {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        if let Some(a) = t.live.get_mut(&base) {
            a.owned = true;
        }
        Owned {
            memory: Arc::clone(self),
            base,
        }
    }

    fn remove(&self, t: &mut Table, base: u64) {
        let Some(a) = t.live.remove(&base) else {
            return;
        };
        for p in &a.parts {
            self.set_entries(base, p, true);
        }
        self.epoch.store(next_epoch(), Ordering::Release);
        let off = base - self.base;
        if a.backed {
            if !self
                .arena
                .clear_pages(off as usize..(off + a.end - base) as usize)
            {
                // Nobody is to find there what was in the file.
                return;
            }
        } else {
            self.discard(off, a.end - base);
        }
        let (mut start, mut end) = (base, a.end);
        if let Some(stop) = t.free.remove(&end) {
            end = stop;
        }
        if let Some((&before, _)) = t.free.range(..start).next_back().filter(|r| *r.1 == start) {
            t.free.remove(&before);
            start = before;
        }
        t.free.insert(start, end);
    }

    /// Gives the host memory of a freed range back; its bytes are zero from then on. A guest that still
    /// stores there only reaches the arena.
    fn discard(&self, off: u64, len: u64) {
        if !self.arena.discard(off as usize..(off + len) as usize) {
            let zero = [0; PAGE as usize];
            for page in 0..len / PAGE {
                // SAFETY: the range lies inside the arena.
                self.copy_in(unsafe { self.host(off + page * PAGE) }, &zero);
            }
        }
    }

    /// Changes what the guest may do with the allocation at `base`.
    pub fn protect(&self, base: u64, access: Access) {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        if let Some(a) = t.live.get_mut(&base) {
            for p in &mut a.parts {
                p.access = access;
                self.set_entries(base, p, false);
            }
        }
        self.epoch.store(next_epoch(), Ordering::Release);
    }

    /// The guest addresses that allocations may have; what the host lends lies elsewhere.
    pub fn addresses(&self) -> std::ops::Range<u64> {
        self.base..self.base + self.arena.len() as u64
    }

    /// A number that no other memory has, and this one only until an allocation ends or changes its
    /// rights: a [`Window`] that was found under the same number is still right. Never 0.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// Enters (or removes) `part` of the allocation at `base` in the page table.
    fn set_entries(&self, base: u64, part: &Part, remove: bool) {
        let off = base - self.base + part.start;
        let entry = if remove {
            Entry::NONE
        } else {
            Entry::new(off, reachable(part.len), part.access)
        };
        for page in off / PAGE..(off + part.len).div_ceil(PAGE) {
            if let Some(e) = self.entry(page) {
                e.store(entry.0, Ordering::Release);
            }
        }
    }

    /// The table's entry for page number `page` of the arena.
    #[inline]
    fn entry(&self, page: u64) -> Option<&AtomicU64> {
        if page >= (self.pages.len() / 8) as u64 {
            return None;
        }
        // SAFETY: inside the table, which is page-aligned, lives as long as `self` and is only ever
        // accessed through such references.
        Some(unsafe {
            AtomicU64::from_ptr(self.pages.as_mut_ptr().cast::<u64>().add(page as usize))
        })
    }

    /// Host address of offset `off` in the arena.
    ///
    /// # Safety
    /// `off` is at most the arena's length.
    #[inline]
    unsafe fn host(&self, off: u64) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { self.arena.start().add(off as usize) }
    }

    /// Lends the guest `len` bytes at `host`, from where they are: gives the guest address of the first, which in a
    /// memory [`at_host_addresses`](Memory::at_host_addresses) is `host`. `name` names them in fault reports.
    ///
    /// # Errors
    /// When some of them are lent already, there are none, or they lie in the arena.
    ///
    /// # Safety
    /// Until [`Memory::unmap`] the bytes can be read, and written unless `access` is [`Access::ReadOnly`]; they are
    /// accessed through no Rust reference while a kernel runs.
    pub unsafe fn map(
        &self,
        host: *mut u8,
        len: u64,
        access: Access,
        name: &str,
    ) -> Result<u64, AllocError> {
        let at_host = self.base == self.arena.start() as u64;
        let base = at_host.then_some(host as u64);
        // SAFETY: the caller's.
        unsafe { self.lend(base, host, len, access, name) }
    }

    /// As [`Memory::map`], but the guest addresses are others than the host's in any memory, and no range that is
    /// lent so is in the way of another: the same bytes can be lent several times.
    ///
    /// # Errors
    /// When there are no bytes, or guest addresses run out.
    ///
    /// # Safety
    /// As [`Memory::map`].
    pub unsafe fn map_apart(
        &self,
        host: *mut u8,
        len: u64,
        access: Access,
        name: &str,
    ) -> Result<u64, AllocError> {
        // SAFETY: the caller's.
        unsafe { self.lend(None, host, len, access, name) }
    }

    /// As [`Memory::map`], but the guest address of the first byte is `base`, wherever the host has it. Both are at the
    /// same place in their page.
    ///
    /// # Errors
    /// When guest addresses are taken, there are no bytes, or places in pages differ.
    ///
    /// # Safety
    /// As [`Memory::map`].
    pub unsafe fn map_at(
        &self,
        base: u64,
        host: *mut u8,
        len: u64,
        access: Access,
        name: &str,
    ) -> Result<(), AllocError> {
        if base % PAGE != host as u64 % PAGE {
            return Err(AllocError {
                name: name.to_owned(),
                bytes: len,
            });
        }
        // SAFETY: the caller's.
        unsafe { self.lend(Some(base), host, len, access, name) }.map(|_| ())
    }

    /// Lends memory of the host at a guest address, or behind the arena and all that is lent, at the same place in
    /// its page.
    ///
    /// # Safety
    /// As [`Memory::map`].
    unsafe fn lend(
        &self,
        base: Option<u64>,
        host: *mut u8,
        len: u64,
        access: Access,
        name: &str,
    ) -> Result<u64, AllocError> {
        let arena = self.addresses();
        let add = |base: u64| {
            let outside =
                base.checked_add(len).is_some_and(|end| end <= arena.start) || base >= arena.end;
            // SAFETY: the caller's.
            outside && unsafe { self.mapped.add(base, host, len, access, name) }
        };
        let behind = || {
            let start = self.base + MAX_ARENA as u64;
            // What is lent at its host address lies above.
            let places = start..start.checked_add(MAX_LENT)?;
            let all = self.mapped.all().into_iter();
            let ends = all.filter(|r| places.contains(&r.0)).map(|r| r.0 + r.1);
            let page = (ends.fold(start, u64::max) + GAP).checked_next_multiple_of(PAGE)?;
            Some(page + host as u64 % PAGE)
        };
        // Another thread may take the place that was found.
        const TRIES: usize = 1000;
        let added = match base {
            Some(base) => add(base).then_some(base),
            None => (0..TRIES).find_map(|_| behind().filter(|&base| add(base))),
        };
        let base = added.ok_or_else(|| AllocError {
            name: name.to_owned(),
            bytes: len,
        })?;
        // What was found before said that nothing is there.
        self.epoch.store(next_epoch(), Ordering::Release);
        Ok(base)
    }

    /// As [`Memory::unmap`] for all of `gone`, and as [`Memory::map_at`] for each of `new`, all at once: a kernel that runs
    /// meanwhile always finds what is in both, as long as the host has it at the same place.
    ///
    /// # Errors
    /// When nothing that is lent begins at one of `gone`, or guest addresses of `new` are taken, or places in pages differ;
    /// nothing changes then.
    ///
    /// # Safety
    /// As [`Memory::map`].
    pub unsafe fn remap(
        &self,
        gone: &[u64],
        new: &[Stretch],
        name: &str,
    ) -> Result<(), AllocError> {
        let arena = self.addresses();
        let fits = |s: &Stretch| {
            let end = s.base.checked_add(s.len);
            let outside = end.is_some_and(|end| end <= arena.start) || s.base >= arena.end;
            outside && s.base % PAGE == s.host as u64 % PAGE
        };
        // SAFETY: the caller's.
        let done = new.iter().all(fits) && unsafe { self.mapped.replace(gone, new, name) };
        if !done {
            return Err(AllocError {
                name: name.to_owned(),
                bytes: new.iter().map(|s| s.len).sum(),
            });
        }
        self.epoch.store(next_epoch(), Ordering::Release);
        Ok(())
    }

    /// Ends what [`Memory::map`] has begun. No kernel that still reaches there may be running.
    ///
    /// # Errors
    /// When nothing that is lent begins at `base`.
    pub fn unmap(&self, base: u64) -> Result<(), FreeError> {
        if !self.mapped.remove(base) {
            return Err(FreeError::NoAllocation(base));
        }
        self.epoch.store(next_epoch(), Ordering::Release);
        Ok(())
    }

    /// The live allocation (or part of one) that contains `addr`.
    #[inline]
    pub fn window(&self, addr: u64) -> Option<Window> {
        let off = addr.wrapping_sub(self.base);
        let Some(entry) = self.entry(off / PAGE) else {
            return self.mapped.window(addr);
        };
        let e = Entry(entry.load(Ordering::Acquire));
        (off.wrapping_sub(e.offset()) < e.len()).then(|| Window {
            base: self.base + e.offset(),
            len: e.len(),
            // SAFETY: `alloc_parts` made the entry for a range inside the arena.
            host: unsafe { self.host(e.offset()) },
            writable: e.writable() * e.len(),
        })
    }

    /// Where `addr` lies, for fault reports: e.g. `4 bytes past the end of 'y' (4096 bytes)`.
    ///
    /// Between two stretches of memory the nearer one is meant. What no program has asked for is so only within
    /// a page of it: a wrong index begins at a buffer.
    pub fn describe(&self, addr: u64) -> String {
        let t = self.table.read().unwrap_or_else(|e| e.into_inner());
        let parts = |(&base, a): (&u64, &Allocation)| {
            let parts = a.parts.iter();
            parts
                .map(|p| Near {
                    base: base + p.start,
                    len: p.len,
                    name: p.name.clone(),
                    access: p.access,
                    internal: a.internal,
                })
                .collect::<Vec<_>>()
        };
        let mut near = Vec::new();
        near.extend(t.live.range(..=addr).next_back().map(parts));
        near.extend(t.live.range(addr.saturating_add(1)..).next().map(parts));
        let mut near = near.concat();
        let lent = self.mapped.all().into_iter();
        near.extend(lent.map(|(base, len, name, access)| Near {
            base,
            len,
            name,
            access,
            internal: false,
        }));
        near.sort_by_key(|p| p.base);
        let before = near.iter().rev().find(|p| p.base <= addr);
        let after = near.iter().find(|p| p.base > addr);
        if let Some(p) = before.filter(|p| addr - p.base < p.len) {
            let rights = match p.access {
                Access::ReadOnly => ", read-only",
                Access::ReadWrite => "",
            };
            let offset = addr - p.base;
            return format!("offset {offset} of '{}' ({} bytes{rights})", p.name, p.len);
        }
        let before = before.map(|p| (addr - p.base - p.len, p, "past the end of"));
        let after = after.map(|p| (p.base - addr, p, "before"));
        let near = [before, after].into_iter().flatten();
        let near = near.filter(|(distance, ..)| *distance < GAP);
        let nearest =
            near.min_by_key(|(distance, p, _)| (p.internal && *distance >= PAGE, *distance));
        match nearest {
            Some((distance, p, side)) => {
                format!("{distance} bytes {side} '{}' ({} bytes)", p.name, p.len)
            }
            None => "in no buffer".to_owned(),
        }
    }

    /// All live stretches of memory that the guest may write, by address: where each begins, its length in
    /// bytes, and its name.
    pub fn writable(&self) -> Vec<(u64, u64, String)> {
        let t = self.table.read().unwrap_or_else(|e| e.into_inner());
        let parts = t.live.iter().flat_map(|(base, a)| {
            let parts = a.parts.iter().map(move |p| (base + p.start, p));
            parts.filter(|(_, p)| p.access == Access::ReadWrite)
        });
        let parts = parts.map(|(at, p)| (at, p.len, p.name.clone()));
        let lent = self.mapped.all().into_iter();
        let lent = lent.filter(|r| r.3 == Access::ReadWrite);
        parts.chain(lent.map(|r| (r.0, r.1, r.2))).collect()
    }

    /// Finds the window for an access, through the caller's cache.
    #[inline]
    fn find(
        &self,
        cache: &mut Window,
        addr: u64,
        size: u32,
        kind: AccessKind,
    ) -> Result<*mut u8, BadAccess> {
        let bad = BadAccess::new(addr, size, kind);
        let off = match cache.offset(addr, size as u64) {
            Some(off) => off,
            None => {
                *cache = self.window(addr).ok_or(bad)?;
                cache.offset(addr, size as u64).ok_or(bad)?
            }
        };
        if kind.is_write() && cache.writable == 0 {
            return Err(bad);
        }
        // SAFETY: `off + size <= len`, and the window lies inside the arena or is lent.
        Ok(unsafe { cache.host.add(off as usize) })
    }

    /// Guest load of `N` bytes. Naturally aligned accesses of up to 8 bytes are single-copy atomic, and
    /// so is each dword of a larger one that is aligned to 4 bytes.
    ///
    /// # Errors
    /// When the bytes are not all inside one live allocation.
    #[inline]
    pub(crate) fn load<const N: usize>(
        &self,
        cache: &mut Window,
        addr: u64,
    ) -> Result<[u8; N], BadAccess> {
        let p = self.find(cache, addr, N as u32, AccessKind::Read)?;
        let mut out = [0u8; N];
        self.copy_out(p, &mut out);
        Ok(out)
    }

    /// Guest store of `N` bytes; atomic like [`Memory::load`].
    ///
    /// # Errors
    /// When the bytes are not all inside one live, writable allocation; then nothing is written.
    #[inline]
    pub(crate) fn store<const N: usize>(
        &self,
        cache: &mut Window,
        addr: u64,
        data: [u8; N],
    ) -> Result<(), BadAccess> {
        let p = self.find(cache, addr, N as u32, AccessKind::Write)?;
        self.copy_in(p, &data);
        Ok(())
    }

    /// Copies the bytes at `p` to `out`, in the largest units that their alignment allows.
    #[inline(always)]
    fn copy_out(&self, p: *mut u8, out: &mut [u8]) {
        let n = out.len();
        // SAFETY: callers have checked that all `n` bytes at `p` lie in the arena; atomics allow
        // concurrent access, and each is used at its own alignment.
        unsafe {
            if (p as usize).is_multiple_of(8) && n.is_multiple_of(8) {
                for (i, o) in out.chunks_exact_mut(8).enumerate() {
                    let v = AtomicU64::from_ptr(p.add(8 * i).cast()).load(Ordering::Relaxed);
                    o.copy_from_slice(&v.to_le_bytes());
                }
            } else if (p as usize).is_multiple_of(4) && n.is_multiple_of(4) {
                for (i, o) in out.chunks_exact_mut(4).enumerate() {
                    let v = AtomicU32::from_ptr(p.add(4 * i).cast()).load(Ordering::Relaxed);
                    o.copy_from_slice(&v.to_le_bytes());
                }
            } else if (p as usize).is_multiple_of(2) && n == 2 {
                let v = AtomicU16::from_ptr(p.cast()).load(Ordering::Relaxed);
                out.copy_from_slice(&v.to_le_bytes());
            } else {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = AtomicU8::from_ptr(p.add(i)).load(Ordering::Relaxed);
                }
            }
        }
    }

    /// Copies `data` to `p`, like [`Memory::copy_out`].
    #[inline(always)]
    fn copy_in(&self, p: *mut u8, data: &[u8]) {
        let n = data.len();
        let dword = |d: &[u8]| u32::from_le_bytes([d[0], d[1], d[2], d[3]]);
        // SAFETY: as in `copy_out`.
        unsafe {
            if (p as usize).is_multiple_of(8) && n.is_multiple_of(8) {
                for (i, d) in data.chunks_exact(8).enumerate() {
                    let v = dword(d) as u64 | (dword(&d[4..]) as u64) << 32;
                    AtomicU64::from_ptr(p.add(8 * i).cast()).store(v, Ordering::Relaxed);
                }
            } else if (p as usize).is_multiple_of(4) && n.is_multiple_of(4) {
                for (i, d) in data.chunks_exact(4).enumerate() {
                    AtomicU32::from_ptr(p.add(4 * i).cast()).store(dword(d), Ordering::Relaxed);
                }
            } else if (p as usize).is_multiple_of(2) && n == 2 {
                let v = u16::from_le_bytes([data[0], data[1]]);
                AtomicU16::from_ptr(p.cast()).store(v, Ordering::Relaxed);
            } else {
                for (i, d) in data.iter().enumerate() {
                    AtomicU8::from_ptr(p.add(i)).store(*d, Ordering::Relaxed);
                }
            }
        }
    }

    /// Guest atomic on a dword (low two address bits ignored): stores `f` of the old value, which is
    /// returned. `f` may run more than once.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub(crate) fn update_u32(
        &self,
        cache: &mut Window,
        addr: u64,
        mut f: impl FnMut(u32) -> u32,
    ) -> Result<u32, BadAccess> {
        let p = self.find(cache, addr & !3, 4, AccessKind::Write)?;
        // SAFETY: inside the arena, and aligned: allocations are aligned to `PAGE`.
        let a = unsafe { AtomicU32::from_ptr(p.cast()) };
        let r = a.fetch_update(Ordering::AcqRel, Ordering::Acquire, |v| Some(f(v)));
        Ok(r.unwrap_or_else(|v| v))
    }

    /// Like [`Memory::update_u32`], on 8 bytes (low three address bits ignored).
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub(crate) fn update_u64(
        &self,
        cache: &mut Window,
        addr: u64,
        mut f: impl FnMut(u64) -> u64,
    ) -> Result<u64, BadAccess> {
        let p = self.find(cache, addr & !7, 8, AccessKind::Write)?;
        // SAFETY: as in `update_u32`.
        let a = unsafe { AtomicU64::from_ptr(p.cast()) };
        let r = a.fetch_update(Ordering::AcqRel, Ordering::Acquire, |v| Some(f(v)));
        Ok(r.unwrap_or_else(|v| v))
    }

    /// Bytes of the arena.
    #[cfg(feature = "fuzz")]
    fn bytes(&self) -> u64 {
        self.arena.len() as u64
    }

    /// The guest address, to 8 bytes, of a byte outside every allocation that is not zero, as all of
    /// them are unless something wrote where it must not. It looks at `margin` bytes before and after
    /// each allocation.
    #[cfg(feature = "fuzz")]
    pub fn stray(&self, margin: u64) -> Option<u64> {
        let t = self.table.read().unwrap_or_else(|e| e.into_inner());
        let live = t.live.iter();
        let parts = live.flat_map(|(base, a)| {
            a.parts
                .iter()
                .map(move |p| (base + p.start, reachable(p.len)))
        });
        let end = self.base + self.bytes();
        let mut from = self.base;
        let mut stray = None;
        let mut look = |range: std::ops::Range<u64>| {
            let mut addr = range.start;
            while addr < range.end && stray.is_none() {
                // SAFETY: inside the arena, since the range is.
                let p = unsafe { self.host(addr - self.base) };
                let whole = addr.is_multiple_of(8) && range.end - addr >= 8;
                let zero = if whole {
                    // SAFETY: as above; aligned, since the arena is.
                    unsafe { AtomicU64::from_ptr(p.cast()) }.load(Ordering::Relaxed) == 0
                } else {
                    // SAFETY: as above.
                    unsafe { AtomicU8::from_ptr(p) }.load(Ordering::Relaxed) == 0
                };
                if !zero {
                    stray = Some(addr);
                }
                addr += if whole { 8 } else { 1 };
            }
        };
        for (start, len) in parts {
            look(from.max(start.saturating_sub(margin))..start);
            from = start + len;
            look(from..end.min(from.saturating_add(margin)));
        }
        stray
    }

    /// Writes a byte anywhere in the arena, as generated code would whose checks are wrong.
    #[cfg(all(test, feature = "fuzz"))]
    pub(crate) fn plant(&self, addr: u64, byte: u8) {
        assert!((addr - self.base) < self.bytes());
        // SAFETY: inside the arena.
        let p = unsafe { self.host(addr - self.base) };
        // SAFETY: as above.
        unsafe { AtomicU8::from_ptr(p) }.store(byte, Ordering::Relaxed);
    }

    /// Copies guest bytes out, for the host side.
    ///
    /// # Errors
    /// When they are not all inside one live allocation, of whole dwords.
    pub fn read(&self, addr: u64, out: &mut [u8]) -> Result<(), BadAccess> {
        let p = self.range(addr, out.len(), AccessKind::Read)?;
        self.copy_out(p, out);
        Ok(())
    }

    /// Copies bytes into guest memory, for the host side, whatever the guest's access rights.
    ///
    /// # Errors
    /// When they do not all lie inside one live allocation, of whole dwords.
    pub fn write(&self, addr: u64, data: &[u8]) -> Result<(), BadAccess> {
        let p = self.range(addr, data.len(), AccessKind::Write)?;
        self.copy_in(p, data);
        Ok(())
    }

    /// Host address of the `len` bytes at `addr`, when they lie inside one live allocation.
    fn range(&self, addr: u64, len: usize, kind: AccessKind) -> Result<*mut u8, BadAccess> {
        if len == 0 {
            return Ok(std::ptr::null_mut());
        }
        let bad = BadAccess::new(addr, u32::try_from(len).unwrap_or(u32::MAX), kind);
        let w = self.window(addr).ok_or(bad)?;
        let off = w.offset(addr, len as u64).ok_or(bad)?;
        // Of the arena the host side may write all.
        let is_lent = addr.wrapping_sub(self.base) >= self.arena.len() as u64;
        if kind.is_write() && is_lent && w.writable == 0 {
            return Err(bad);
        }
        // SAFETY: `off + len` is at most the length of the window, which lies inside the arena or is lent.
        Ok(unsafe { w.host.add(off as usize) })
    }
}

#[cfg(test)]
mod tests;
