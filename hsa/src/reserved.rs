//! Addresses that the host program reserves, and memory without addresses of its own that it maps there
//! (`hsa_amd_vmem_*`).
//!
//! The host reaches the memory at the addresses as far as it is said to have access. Kernels reach it by a second mapping
//! of the library's own, which is never without memory: what one that still runs stores into memory that is unmapped is
//! lost, and never gets into anybody else's. Neighbours that are alike for kernels are one stretch for them, whatever is
//! mapped there.

use std::collections::BTreeMap;
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use gcn_jit::machine::memory::{Access, Memory, PAGE, Stretch};
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};

use crate::agent::CPU;
use crate::physical::{Physical, put_nothing};
use crate::pool::Pool;
use crate::spans::Spans;
use crate::status::Status;

/// Name of the memory in reports of faults.
const NAME: &str = "virtual memory";

/// Rights of an agent (`hsa_access_permission_t`): read, write.
const READ: u32 = 1;
const WRITE: u32 = 2;
/// Both.
pub const BOTH: u32 = READ | WRITE;

/// A memory handle.
#[derive(Debug)]
struct Handle {
    memory: Arc<Physical>,
    pool: Pool,
    /// `hsa_amd_memory_type_t`
    kind: u32,
    /// How often it is to be released.
    count: u64,
    /// How often it is mapped.
    uses: u64,
}

/// Memory at reserved addresses.
#[derive(Debug)]
struct Mapped {
    end: u64,
    handle: u64,
    memory: Arc<Physical>,
    /// What agents may do, of those that were said something.
    rights: BTreeMap<u64, u32>,
}

impl Mapped {
    /// How kernels may access it: they all share one memory.
    fn access(&self) -> Option<Access> {
        let gpus = self.rights.iter().filter(|(agent, _)| **agent != CPU);
        match gpus.fold(0, |all, (_, rights)| all | rights) {
            0 => None,
            READ => Some(Access::ReadOnly),
            _ => Some(Access::ReadWrite),
        }
    }
}

/// A range of addresses.
#[derive(Debug)]
struct Reserved {
    end: u64,
    /// Where kernels' mapping of it begins.
    kernels: u64,
    /// By first address.
    mapped: BTreeMap<u64, Mapped>,
    /// What kernels can access: by first address, how long it is and how.
    windows: BTreeMap<u64, (u64, Access)>,
}

impl Reserved {
    /// The mapping around an address.
    fn around(&self, at: u64) -> Option<(u64, &Mapped)> {
        let (&start, mapped) = self.mapped.range(..=at).next_back()?;
        (at < mapped.end).then_some((start, mapped))
    }

    /// First addresses of the mappings that a range is made of, from the first byte of the first on.
    fn parts(&self, range: &Range<u64>) -> Option<Vec<u64>> {
        let mut at = range.start;
        let mut out = Vec::new();
        while at < range.end {
            out.push(at);
            at = self.mapped.get(&at)?.end;
        }
        Some(out)
    }

    /// Where kernels' mapping has an address.
    fn inside(&self, start: u64, range: &Range<u64>) -> Range<u64> {
        let at = |a: u64| self.kernels + (a - start);
        at(range.start)..at(range.end)
    }
}

#[derive(Debug, Default)]
struct State {
    /// By first address.
    reserved: BTreeMap<u64, Reserved>,
    handles: BTreeMap<u64, Handle>,
    /// Kernels' mappings that are free: empty memory.
    spare: Spans,
}

/// What is known of a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// What it is in: where that begins, and how long it is.
    pub base: u64,
    pub bytes: u64,
    /// The pool of the memory, if there is any.
    pub pool: Option<Pool>,
}

/// All reserved addresses, and the memory for them.
#[derive(Debug, Default)]
pub struct ReservedAddresses {
    state: Mutex<State>,
    /// Whether there are any.
    any: AtomicBool,
}

/// The range of a call, in whole pages.
pub fn pages(at: u64, bytes: usize) -> Result<Range<u64>, Status> {
    let bytes = bytes as u64;
    let whole = |n: u64| n != 0 && n.is_multiple_of(PAGE);
    let end = at.checked_add(bytes).filter(|_| whole(at) && whole(bytes));
    Ok(at..end.ok_or(Status::INVALID_ARGUMENT)?)
}

/// What is at reserved addresses before anything is mapped there.
#[derive(Clone, Copy, Debug)]
pub enum Contents {
    /// Nothing.
    Nothing,
    /// Memory of the host program's alone, as the system gives it: HIP 7 makes it shared virtual memory.
    OfTheHost,
}

/// Addresses for the host program: at `wanted`, if that is possible.
fn reserve(
    wanted: u64,
    bytes: u64,
    align: u64,
    memory: &Memory,
    contents: Contents,
) -> Result<u64, Status> {
    /// Behind the device's own memory are addresses for kernels that the host does not have.
    const BEHIND: u64 = 1 << 40;
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    let rights = match contents {
        Contents::Nothing => ProtFlags::empty(),
        Contents::OfTheHost => ProtFlags::READ | ProtFlags::WRITE,
    };
    let map = |at: u64, bytes: u64, flags| {
        // SAFETY: without an address, or with `FIXED_NOREPLACE`, nothing that is mapped is replaced.
        unsafe { mmap_anonymous(at as *mut _, bytes as usize, rights, flags) }
    };
    let unmap = |range: Range<u64>| {
        if !range.is_empty() {
            // SAFETY: it is part of a mapping that was just made, of which nobody knows. Where it stays it is in
            // nobody's way.
            let _ = unsafe { munmap(range.start as *mut _, (range.end - range.start) as usize) };
        }
    };
    let arena = memory.addresses();
    let is_free = wanted
        .checked_add(bytes)
        .is_some_and(|end| end <= arena.start || wanted >= arena.end + BEHIND);
    if wanted != 0 && wanted.is_multiple_of(align) && is_free {
        match map(wanted, bytes, flags | MapFlags::FIXED_NOREPLACE) {
            Ok(at) if at as u64 == wanted => return Ok(wanted),
            // A system older than the flag takes the address for a hint.
            Ok(at) => unmap(at as u64..at as u64 + bytes),
            Err(_) => {}
        }
    }
    let all = bytes.checked_add(align).ok_or(Status::OUT_OF_RESOURCES)?;
    let start = map(0, all, flags).map_err(|_| Status::OUT_OF_RESOURCES)? as u64;
    let at = start.next_multiple_of(align);
    unmap(start..at);
    unmap(at + bytes..start + all);
    Ok(at)
}

impl ReservedAddresses {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Reserves addresses, at a multiple of `align`, a power of two that is a page at least.
    ///
    /// # Errors
    /// When the system has no more.
    pub fn reserve(
        &self,
        memory: &Memory,
        wanted: u64,
        bytes: u64,
        align: u64,
        contents: Contents,
    ) -> Result<u64, Status> {
        let at = reserve(wanted, bytes, align, memory, contents)?;
        let range = at..at + bytes;
        let mut state = self.state();
        let kernels = match state.spare.take(bytes) {
            Some(kernels) => kernels,
            None => reserve(0, bytes, PAGE, memory, Contents::Nothing).inspect_err(|_| {
                // SAFETY: it was just made, and nobody knows of it.
                let _ = unsafe { munmap(at as *mut _, bytes as usize) };
            })?,
        };
        let reserved = Reserved {
            end: range.end,
            kernels,
            mapped: BTreeMap::new(),
            windows: BTreeMap::new(),
        };
        state.reserved.insert(at, reserved);
        self.any.store(true, Ordering::Release);
        Ok(at)
    }

    /// Gives reserved addresses back, in which nothing is mapped.
    ///
    /// # Errors
    /// When none that begin there are reserved, or more or fewer, or something is mapped.
    pub fn free(&self, at: u64, bytes: u64) -> Result<(), Status> {
        let mut state = self.state();
        let found = state.reserved.get(&at).ok_or(Status::INVALID_ALLOCATION)?;
        if found.end - at != bytes {
            return Err(Status::INVALID_ARGUMENT);
        }
        if !found.mapped.is_empty() {
            return Err(Status::RESOURCE_FREE);
        }
        let kernels = found.kernels..found.kernels + bytes;
        state.reserved.remove(&at);
        state.spare.give_back(kernels);
        self.any
            .store(!state.reserved.is_empty(), Ordering::Release);
        drop(state);
        // SAFETY: the library has mapped it, and the host program has done with it.
        unsafe { munmap(at as *mut _, bytes as usize) }.map_err(|_| Status::ERROR)
    }

    /// Makes a handle of memory.
    pub fn add(&self, memory: Physical, pool: Pool, kind: u32) -> u64 {
        let handle = crate::executables::next();
        let made = Handle {
            memory: Arc::new(memory),
            pool,
            kind,
            count: 1,
            uses: 0,
        };
        self.state().handles.insert(handle, made);
        handle
    }

    /// The handle of memory that a file leads to: the one that there is, or a new one. `pool` knows what is noted with
    /// memory.
    ///
    /// # Errors
    /// When it is another file, or there is no such pool here.
    pub fn import(
        &self,
        file: BorrowedFd<'_>,
        pool: impl Fn([u64; 2]) -> Option<(Pool, u32)>,
    ) -> Result<u64, Status> {
        let memory = Physical::import(file).map_err(|_| Status::INCOMPATIBLE_ARGUMENTS)?;
        let mut state = self.state();
        let mut all = state.handles.iter_mut();
        if let Some((&handle, found)) = all.find(|(_, h)| h.memory.id() == memory.id()) {
            found.count += 1;
            return Ok(handle);
        }
        drop(state);
        let (pool, kind) = pool(memory.note()).ok_or(Status::INVALID_ALLOCATION)?;
        Ok(self.add(memory, pool, kind))
    }

    /// A file that leads to a handle's memory.
    ///
    /// # Errors
    /// When there is no such handle, or the process has too many files.
    pub fn export(&self, handle: u64) -> Result<OwnedFd, Status> {
        let state = self.state();
        let found = state.handles.get(&handle);
        let found = found.ok_or(Status::INVALID_ALLOCATION)?;
        found.memory.export().map_err(|_| Status::OUT_OF_RESOURCES)
    }

    /// Ends one use of a handle. Its memory stays while it is mapped.
    ///
    /// # Errors
    /// When there is no such handle any more.
    pub fn release(&self, handle: u64) -> Result<(), Status> {
        let mut state = self.state();
        let found = state.handles.get_mut(&handle).filter(|h| h.count != 0);
        let found = found.ok_or(Status::INVALID_ALLOCATION)?;
        found.count -= 1;
        state.forget(handle);
        Ok(())
    }

    /// The handle of what is mapped from an address on, which is to be released once more.
    ///
    /// # Errors
    /// When no mapping begins there.
    pub fn retain(&self, at: u64) -> Result<u64, Status> {
        let mut state = self.state();
        let handle = state.containing(at).and_then(|(_, r)| r.mapped.get(&at));
        let handle = handle.map(|m| m.handle).ok_or(Status::INVALID_ALLOCATION)?;
        let found = state.handles.get_mut(&handle);
        found.ok_or(Status::INVALID_ALLOCATION)?.count += 1;
        Ok(handle)
    }

    /// The pool and the type of a handle's memory.
    ///
    /// # Errors
    /// When there is no such handle.
    pub fn properties(&self, handle: u64) -> Result<(Pool, u32), Status> {
        let state = self.state();
        let found = state.handles.get(&handle);
        found
            .map(|h| (h.pool, h.kind))
            .ok_or(Status::INVALID_ALLOCATION)
    }

    /// Maps the first bytes of a handle's memory at reserved addresses. No agent has access at first.
    ///
    /// # Errors
    /// When addresses are not all reserved together, or are in use, or the memory is shorter.
    pub fn map(&self, range: Range<u64>, handle: u64) -> Result<(), Status> {
        let mut state = self.state();
        let memory = {
            let found = state.handles.get(&handle);
            let found = found.filter(|h| h.memory.bytes() >= range.end - range.start);
            Arc::clone(&found.ok_or(Status::INVALID_ARGUMENT)?.memory)
        };
        let (&start, reserved) = state
            .reserved
            .range_mut(..=range.start)
            .next_back()
            .filter(|(_, r)| range.end <= r.end)
            .ok_or(Status::INVALID_ARGUMENT)?;
        let before = reserved.mapped.range(..range.end).next_back();
        if before.is_some_and(|(_, m)| m.end > range.start) {
            return Err(Status::INVALID_ARGUMENT);
        }
        let kernels = reserved.inside(start, &range);
        // SAFETY: the library has mapped it, and no kernel is told of it.
        unsafe { memory.put(&kernels, ProtFlags::READ | ProtFlags::WRITE) }
            .map_err(|_| Status::OUT_OF_RESOURCES)?;
        let mapped = Mapped {
            end: range.end,
            handle,
            memory,
            rights: BTreeMap::new(),
        };
        reserved.mapped.insert(range.start, mapped);
        if let Some(found) = state.handles.get_mut(&handle) {
            found.uses += 1;
        }
        Ok(())
    }

    /// Ends a mapping.
    ///
    /// # Errors
    /// When none begins there, or it is longer or shorter.
    pub fn unmap(&self, memory: &Memory, range: &Range<u64>) -> Result<(), Status> {
        let mut state = self.state();
        let found = state.reserved.range_mut(..=range.start).next_back();
        let (&start, reserved) = found.ok_or(Status::INVALID_ALLOCATION)?;
        let found = reserved.mapped.get(&range.start);
        let found = found.ok_or(Status::INVALID_ALLOCATION)?;
        if found.end != range.end {
            return Err(Status::INVALID_ARGUMENT);
        }
        let handle = found.handle;
        // SAFETY: the library has mapped it, and the host program has done with it.
        unsafe { put_nothing(range, ProtFlags::empty()) }.map_err(|_| Status::ERROR)?;
        let kernels = reserved.inside(start, range);
        reserved.mapped.remove(&range.start);
        reserved.lend(memory, start)?;
        // SAFETY: the library has mapped it; kernels that still write there find memory.
        unsafe { put_nothing(&kernels, ProtFlags::READ | ProtFlags::WRITE) }
            .map_err(|_| Status::ERROR)?;
        if let Some(found) = state.handles.get_mut(&handle) {
            found.uses -= 1;
        }
        state.forget(handle);
        Ok(())
    }

    /// Says what agents may do with all that is mapped in a range.
    ///
    /// # Errors
    /// When the range is not all of several mappings.
    pub fn set_rights(
        &self,
        memory: &Memory,
        range: &Range<u64>,
        rights: &[(u64, u32)],
    ) -> Result<(), Status> {
        let mut state = self.state();
        let found = state.reserved.range_mut(..=range.start).next_back();
        let found = found.filter(|(_, r)| range.end <= r.end);
        let (&start, reserved) = found.ok_or(Status::INVALID_ARGUMENT)?;
        let parts = reserved.parts(range).ok_or(Status::INVALID_ALLOCATION)?;
        for at in parts {
            let Some(mapped) = reserved.mapped.get_mut(&at) else {
                continue;
            };
            for &(agent, rights) in rights {
                let before = mapped.rights.insert(agent, rights);
                if agent != CPU || before == Some(rights) {
                    continue;
                }
                let flag = |bit, flag| {
                    if rights & bit != 0 {
                        flag
                    } else {
                        ProtFlags::empty()
                    }
                };
                let flags = flag(READ, ProtFlags::READ) | flag(WRITE, ProtFlags::WRITE);
                // SAFETY: the library has mapped it, at the addresses that the host program has for that.
                unsafe { mapped.memory.put(&(at..mapped.end), flags) }
                    .map_err(|_| Status::ERROR)?;
            }
        }
        reserved.lend(memory, start)
    }

    /// The mappings around a pointer that touch each other, as one range.
    pub fn neighbours(&self, at: u64) -> Option<Range<u64>> {
        let state = self.state();
        let (_, reserved) = state.containing(at)?;
        let (start, mapped) = reserved.around(at)?;
        let mut end = mapped.end;
        while let Some(next) = reserved.mapped.get(&end) {
            end = next.end;
        }
        Some(start..end)
    }

    /// What an agent may do with what is mapped around an address: nothing where nothing was said.
    ///
    /// # Errors
    /// When nothing is mapped there.
    pub fn rights(&self, at: u64, agent: u64) -> Result<u32, Status> {
        let state = self.state();
        let found = state.containing(at).and_then(|(_, r)| r.around(at));
        let (_, mapped) = found.ok_or(Status::INVALID_ALLOCATION)?;
        Ok(mapped.rights.get(&agent).copied().unwrap_or(0))
    }

    /// What an address is in: what is mapped there, or what is reserved.
    pub fn place(&self, at: u64) -> Option<Place> {
        if !self.any.load(Ordering::Acquire) {
            return None;
        }
        let state = self.state();
        let (start, reserved) = state.containing(at)?;
        Some(match reserved.around(at) {
            Some((start, mapped)) => Place {
                base: start,
                bytes: mapped.end - start,
                pool: state.handles.get(&mapped.handle).map(|h| h.pool),
            },
            None => Place {
                base: start,
                bytes: reserved.end - start,
                pool: None,
            },
        })
    }

    /// Where the library itself finds a range that begins at a reserved address, whatever agents may: nowhere if not all of
    /// it is mapped. The memory there stays.
    ///
    /// # Errors
    /// When it is not all mapped.
    pub fn inside(&self, at: u64, bytes: u64) -> Option<Result<u64, Status>> {
        if !self.any.load(Ordering::Acquire) {
            return None;
        }
        let state = self.state();
        let (start, reserved) = state.containing(at)?;
        let mut to = at;
        while at.checked_add(bytes).is_some_and(|end| to < end) {
            let Some((_, mapped)) = reserved.around(to) else {
                break;
            };
            to = mapped.end;
        }
        if to - at < bytes {
            return Some(Err(Status::INVALID_ARGUMENT));
        }
        Some(Ok(reserved.kernels + (at - start)))
    }
}

impl State {
    /// The reserved range around an address.
    fn containing(&self, at: u64) -> Option<(u64, &Reserved)> {
        let (&start, reserved) = self.reserved.range(..=at).next_back()?;
        (at < reserved.end).then_some((start, reserved))
    }

    /// Forgets a handle that nobody uses any more.
    fn forget(&mut self, handle: u64) {
        let is_unused = |h: &Handle| h.count == 0 && h.uses == 0;
        if self.handles.get(&handle).is_some_and(is_unused) {
            self.handles.remove(&handle);
        }
    }
}

impl Reserved {
    /// Has kernels reach what they may.
    fn lend(&mut self, memory: &Memory, start: u64) -> Result<(), Status> {
        let mut wanted: BTreeMap<u64, (u64, Access)> = BTreeMap::new();
        for (&at, mapped) in &self.mapped {
            let Some(access) = mapped.access() else {
                continue;
            };
            let len = mapped.end - at;
            match wanted.last_entry() {
                Some(mut w) if w.key() + w.get().0 == at && w.get().1 == access => {
                    w.get_mut().0 += len;
                }
                _ => drop(wanted.insert(at, (len, access))),
            }
        }
        // What stays as it is stays all the time: kernels may be running.
        let ends = |at: &u64, w: &(u64, Access)| wanted.get(at) != Some(w);
        let gone = self.windows.iter().filter(|(at, w)| ends(at, w));
        let gone: Vec<u64> = gone.map(|w| *w.0).collect();
        let new = wanted
            .iter()
            .filter(|(at, w)| self.windows.get(at) != Some(w));
        let new = new.map(|(&base, &(len, access))| Stretch {
            base,
            host: (self.kernels + (base - start)) as *mut u8,
            len,
            access,
        });
        let new: Vec<Stretch> = new.collect();
        if gone.is_empty() && new.is_empty() {
            return Ok(());
        }
        // SAFETY: all of it is mapped, stays so while kernels reach it and after that, and Rust code does not access it.
        let lent = unsafe { memory.remap(&gone, &new, NAME) };
        lent.map_err(|_| Status::OUT_OF_RESOURCES)?;
        self.windows = wanted;
        Ok(())
    }
}
