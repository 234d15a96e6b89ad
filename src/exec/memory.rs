//! Guest memory: one contiguous arena per device, addressed by 64-bit guest addresses.
//!
//! A guest address is valid only inside a live allocation. Accesses look up the allocation (a
//! [`Window`], which callers cache), compare the whole access with it without wrap-around, and only
//! then touch host memory, which stays mapped for as long as the [`Memory`] lives: no guest address
//! can reach outside the arena.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// Guest address of the arena's first byte.
pub const GUEST_BASE: u64 = 0x10_0000_0000;

/// Unmapped guest space kept after each allocation, so that an overrun hits nothing else.
const GAP: u64 = 64 * 1024;

/// What the guest may do with an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Loads only; code and constants.
    ReadOnly,
    /// Loads, stores and atomics.
    ReadWrite,
}

/// A live allocation, as accesses see it. `host` is where guest address `base` lies.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Window {
    /// First guest address.
    pub base: u64,
    /// Length in bytes.
    pub len: u64,
    /// Host address of `base`.
    pub host: *mut u8,
    /// Whether stores are allowed.
    pub writable: u64,
}

// SAFETY: a window is an address range of the arena, which all threads share; every access through
// it is atomic or made by the dispatcher before waves run.
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
pub struct BadAccess {
    /// Guest address of the access.
    pub addr: u64,
    /// Its size in bytes.
    pub size: u32,
    /// Whether it would have written.
    pub write: bool,
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

#[derive(Debug)]
struct Allocation {
    len: u64,
    access: Access,
    name: String,
}

#[derive(Debug)]
struct Table {
    live: BTreeMap<u64, Allocation>,
    next: u64,
}

/// A device's memory.
#[derive(Debug)]
pub struct Memory {
    arena: memmap2::MmapRaw,
    table: RwLock<Table>,
}

impl Memory {
    /// Reserves an arena of `reserve` bytes of guest address space; host memory is committed as it is
    /// touched.
    ///
    /// # Errors
    /// When the host cannot reserve the address range.
    pub fn new(reserve: usize) -> std::io::Result<Memory> {
        let map = memmap2::MmapOptions::new()
            .len(reserve)
            .no_reserve_swap()
            .map_anon()?;
        Ok(Memory {
            arena: map.into(),
            table: RwLock::new(Table {
                live: BTreeMap::new(),
                next: GUEST_BASE,
            }),
        })
    }

    /// Allocates `len` zeroed bytes at a multiple of `align` (a power of two; at least 256 is used).
    /// `name` names it in fault reports. `None` when the arena is full.
    pub fn alloc(&self, len: u64, align: u64, access: Access, name: &str) -> Option<u64> {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        let align = align.max(256);
        let base = t.next.checked_next_multiple_of(align)?;
        let end = base.checked_add(len)?.checked_add(GAP)?;
        if end - GUEST_BASE > self.arena.len() as u64 {
            return None;
        }
        t.next = end;
        t.live.insert(
            base,
            Allocation {
                len,
                access,
                name: name.to_owned(),
            },
        );
        Some(base)
    }

    /// Ends the life of the allocation at `base`. Its address range is not used again.
    pub fn free(&self, base: u64) {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        t.live.remove(&base);
    }

    /// Changes what the guest may do with the allocation at `base`.
    pub fn protect(&self, base: u64, access: Access) {
        let mut t = self.table.write().unwrap_or_else(|e| e.into_inner());
        if let Some(a) = t.live.get_mut(&base) {
            a.access = access;
        }
    }

    /// The live allocation that contains `addr`.
    pub fn window(&self, addr: u64) -> Option<Window> {
        let t = self.table.read().unwrap_or_else(|e| e.into_inner());
        let (&base, a) = t.live.range(..=addr).next_back()?;
        let off = base - GUEST_BASE;
        (addr - base < a.len).then(|| Window {
            base,
            len: a.len,
            // SAFETY: `alloc` keeps `off + len` within the arena.
            host: unsafe { self.arena.as_mut_ptr().add(off as usize) },
            writable: (a.access == Access::ReadWrite) as u64,
        })
    }

    /// Where `addr` lies, for fault reports: e.g. `4 bytes past the end of 'y' (4096 bytes)`.
    pub fn describe(&self, addr: u64) -> String {
        let t = self.table.read().unwrap_or_else(|e| e.into_inner());
        let before = t.live.range(..=addr).next_back();
        let after = t.live.range(addr..).next();
        if let Some((base, a)) = before {
            let off = addr - base;
            if off < a.len {
                return format!("offset {off} of '{}' ({} bytes)", a.name, a.len);
            }
            if off - a.len < GAP {
                let past = off - a.len;
                return format!(
                    "{past} bytes past the end of '{}' ({} bytes)",
                    a.name, a.len
                );
            }
        }
        match after {
            Some((base, a)) if base - addr < GAP => {
                format!("{} bytes before '{}'", base - addr, a.name)
            }
            _ => "in no buffer".to_owned(),
        }
    }

    /// Finds the window for an access, through the caller's cache.
    #[inline]
    fn find(
        &self,
        cache: &mut Window,
        addr: u64,
        size: u32,
        write: bool,
    ) -> Result<*mut u8, BadAccess> {
        let bad = BadAccess { addr, size, write };
        let off = match cache.offset(addr, size as u64) {
            Some(off) => off,
            None => {
                *cache = self.window(addr).ok_or(bad)?;
                cache.offset(addr, size as u64).ok_or(bad)?
            }
        };
        if write && cache.writable == 0 {
            return Err(bad);
        }
        // SAFETY: `off + size <= len`, and the window lies inside the arena.
        Ok(unsafe { cache.host.add(off as usize) })
    }

    /// Guest load of `N` bytes. Naturally aligned accesses of up to 8 bytes are single-copy atomic.
    ///
    /// # Errors
    /// When the bytes are not all inside one live allocation.
    #[inline]
    pub fn load<const N: usize>(
        &self,
        cache: &mut Window,
        addr: u64,
    ) -> Result<[u8; N], BadAccess> {
        let p = self.find(cache, addr, N as u32, false)?;
        let mut out = [0u8; N];
        // SAFETY: `find` checked that all N bytes lie in the arena; atomics allow concurrent access,
        // and each is used at its own alignment.
        unsafe {
            match N {
                2 if p as usize % 2 == 0 => {
                    let v = AtomicU16::from_ptr(p.cast()).load(Ordering::Relaxed);
                    out.copy_from_slice(&v.to_le_bytes());
                }
                4 if p as usize % 4 == 0 => {
                    let v = AtomicU32::from_ptr(p.cast()).load(Ordering::Relaxed);
                    out.copy_from_slice(&v.to_le_bytes());
                }
                8 if p as usize % 8 == 0 => {
                    let v = AtomicU64::from_ptr(p.cast()).load(Ordering::Relaxed);
                    out.copy_from_slice(&v.to_le_bytes());
                }
                _ => {
                    for (i, b) in out.iter_mut().enumerate() {
                        *b = AtomicU8::from_ptr(p.add(i)).load(Ordering::Relaxed);
                    }
                }
            }
        }
        Ok(out)
    }

    /// Guest store of `N` bytes; atomic like [`Memory::load`].
    ///
    /// # Errors
    /// When the bytes are not all inside one live, writable allocation; then nothing is written.
    #[inline]
    pub fn store<const N: usize>(
        &self,
        cache: &mut Window,
        addr: u64,
        data: [u8; N],
    ) -> Result<(), BadAccess> {
        let p = self.find(cache, addr, N as u32, true)?;
        // SAFETY: as in `load`.
        unsafe {
            match N {
                2 if p as usize % 2 == 0 => AtomicU16::from_ptr(p.cast())
                    .store(u16::from_le_bytes([data[0], data[1]]), Ordering::Relaxed),
                4 if p as usize % 4 == 0 => AtomicU32::from_ptr(p.cast()).store(
                    u32::from_le_bytes([data[0], data[1], data[2], data[3]]),
                    Ordering::Relaxed,
                ),
                8 if p as usize % 8 == 0 => {
                    let mut b = [0; 8];
                    b.copy_from_slice(&data);
                    AtomicU64::from_ptr(p.cast()).store(u64::from_le_bytes(b), Ordering::Relaxed);
                }
                _ => {
                    for (i, b) in data.iter().enumerate() {
                        AtomicU8::from_ptr(p.add(i)).store(*b, Ordering::Relaxed);
                    }
                }
            }
        }
        Ok(())
    }

    /// Guest atomic on a dword (low two address bits ignored): stores `f` of the old value, which is
    /// returned. `f` may run more than once.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn update_u32(
        &self,
        cache: &mut Window,
        addr: u64,
        mut f: impl FnMut(u32) -> u32,
    ) -> Result<u32, BadAccess> {
        let p = self.find(cache, addr & !3, 4, true)?;
        // SAFETY: inside the arena, and aligned: allocations are aligned to 256 bytes.
        let a = unsafe { AtomicU32::from_ptr(p.cast()) };
        let r = a.fetch_update(Ordering::AcqRel, Ordering::Acquire, |v| Some(f(v)));
        Ok(r.unwrap_or_else(|v| v))
    }

    /// Like [`Memory::update_u32`], on 8 bytes (low three address bits ignored).
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn update_u64(
        &self,
        cache: &mut Window,
        addr: u64,
        mut f: impl FnMut(u64) -> u64,
    ) -> Result<u64, BadAccess> {
        let p = self.find(cache, addr & !7, 8, true)?;
        // SAFETY: as in `update_u32`.
        let a = unsafe { AtomicU64::from_ptr(p.cast()) };
        let r = a.fetch_update(Ordering::AcqRel, Ordering::Acquire, |v| Some(f(v)));
        Ok(r.unwrap_or_else(|v| v))
    }

    /// Copies guest bytes out, for the host side.
    ///
    /// # Errors
    /// When they are not all inside one live allocation.
    pub fn read(&self, addr: u64, out: &mut [u8]) -> Result<(), BadAccess> {
        let p = self.find(&mut Window::EMPTY.clone(), addr, out.len() as u32, false)?;
        for (i, b) in out.iter_mut().enumerate() {
            // SAFETY: `find` checked the whole range.
            *b = unsafe { AtomicU8::from_ptr(p.add(i)).load(Ordering::Relaxed) };
        }
        Ok(())
    }

    /// Copies bytes into guest memory, for the host side, whatever the guest's access rights.
    ///
    /// # Errors
    /// When they do not all lie inside one live allocation.
    pub fn write(&self, addr: u64, data: &[u8]) -> Result<(), BadAccess> {
        let p = self.find(&mut Window::EMPTY.clone(), addr, data.len() as u32, false)?;
        for (i, b) in data.iter().enumerate() {
            // SAFETY: `find` checked the whole range.
            unsafe { AtomicU8::from_ptr(p.add(i)).store(*b, Ordering::Relaxed) };
        }
        Ok(())
    }
}
