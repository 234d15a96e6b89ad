//! Memory and signals that several processes have (`hsa_amd_ipc_*`, `hsa_amd_portable_*`, `hsa_amd_interop_*`).
//!
//! Pages of an allocation become those of a file without a name, at the same addresses, when it is first shared; another
//! process has them in an allocation of its own. It gets the file by the number of the process and the file's number there
//! (`/proc/PID/fd`), which both are in a handle, so the process that has made the handle must be there still, and the
//! system must let the other one look; or it is given the file itself.

use std::collections::BTreeMap;
use std::os::fd::{BorrowedFd, IntoRawFd as _, OwnedFd};
use std::sync::Mutex;

use gcn_jit::machine::memory::{Access, PAGE};
use rustix::mm::ProtFlags;

use crate::agents::agent;
use crate::blocks::Block;
use crate::border::{api, give};
use crate::memory::{around, end};
use crate::physical::{Physical, put_nothing};
use crate::pool::Pool;
use crate::pools;
use crate::runtime::{Runtime, runtime};
use crate::signal::{self, signal};
use crate::status::Status;

/// `hsa_amd_ipc_memory_t`, `hsa_amd_ipc_signal_t`
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Shareable {
    kind: u32,
    /// Who has made it, and the file's number there.
    process: u32,
    file: u32,
    /// Bytes of the memory.
    bytes: [u32; 2],
    /// Tells the file from others that come to have its number.
    id: [u32; 3],
}

/// Kinds of shareable handles, which are none of another library's.
const MEMORY: u32 = 0x6a63_6e01;
const SIGNAL: u32 = 0x6a63_6e02;

fn id(memory: &Physical) -> [u32; 3] {
    let (device, number) = memory.id();
    [number as u32, (number >> 32) as u32, device as u32]
}

impl Shareable {
    fn of(kind: u32, memory: &Physical, bytes: u64) -> Shareable {
        Shareable {
            kind,
            process: std::process::id(),
            file: memory.number(),
            bytes: [bytes as u32, (bytes >> 32) as u32],
            id: id(memory),
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.bytes[0]) | u64::from(self.bytes[1]) << 32
    }

    /// The memory that it was made of.
    fn import(&self, kind: u32) -> Result<Physical, Status> {
        if self.kind != kind {
            return Err(Status::INVALID_ARGUMENT);
        }
        let memory = Physical::import_from(self.process, self.file);
        let memory = memory.ok().filter(|m| id(m) == self.id);
        memory.ok_or(Status::INVALID_ARGUMENT)
    }
}

/// The pages around an allocation.
fn pages(at: u64, bytes: u64) -> std::ops::Range<u64> {
    at..at + bytes.next_multiple_of(PAGE)
}

/// Has the pages of an allocation become those of a file, with what is in them. What is written to them meanwhile may be
/// lost.
fn share(at: u64, block: &mut Block) -> Result<&Physical, Status> {
    /// Bytes that are copied at once.
    const PART: usize = 1 << 20;
    if block.shared.is_none() {
        let none = |_| Status::OUT_OF_RESOURCES;
        let range = pages(at, block.bytes);
        let len = (range.end - range.start) as usize;
        let note = [pools::handle(block.pool), 0];
        let memory = Physical::new(len as u64, None, note).map_err(none)?;
        let mut buffer = vec![0; len.min(PART)];
        for done in (0..len).step_by(PART) {
            let part = &mut buffer[..(len - done).min(PART)];
            // SAFETY: pages of the arena, which stay mapped; kernels may access them meanwhile, so that no reference to
            // them is made.
            unsafe {
                std::ptr::copy((at as *const u8).add(done), part.as_mut_ptr(), part.len());
            }
            // Pages that are empty need no memory.
            if part.iter().any(|&b| b != 0) {
                memory.write(part, done as u64).map_err(none)?;
            }
        }
        // SAFETY: these pages are the allocation's alone, and what was in them is in the file.
        unsafe { memory.put(&range, ProtFlags::READ | ProtFlags::WRITE) }.map_err(none)?;
        block.shared = Some(memory);
    }
    block.shared.as_ref().ok_or(Status::ERROR)
}

/// Pages of the device's memory that are those of a file.
fn place(runtime: &Runtime, memory: &Physical, name: &str) -> Result<u64, Status> {
    let bytes = memory.bytes().next_multiple_of(PAGE);
    let at = runtime
        .memory()
        .alloc(bytes, PAGE, Access::ReadWrite, name)
        .map_err(|_| Status::OUT_OF_RESOURCES)?;
    // SAFETY: pages of the arena that were just allocated.
    let put = unsafe { memory.put(&pages(at, bytes), ProtFlags::READ | ProtFlags::WRITE) };
    put.map_err(|_| {
        // Nobody else has freed it.
        let _ = runtime.memory().free(at);
        Status::OUT_OF_RESOURCES
    })?;
    Ok(at)
}

/// The pool that memory of another process is of: that of the same handle, or else the first of a GPU.
fn pool_of(runtime: &'static Runtime, memory: &Physical) -> Result<Pool, Status> {
    let noted = pools::pool(memory.note()[0]).ok().filter(|p| p.is_global());
    let gpus = runtime.agents.iter().filter(|a| a.card.is_some());
    let first = || {
        gpus.flat_map(pools::handles)
            .find_map(|h| pools::pool(h).ok())
    };
    noted.or_else(first).ok_or(Status::INVALID_ARGUMENT)
}

/// Makes memory of another process an allocation, which is `bytes` bytes long.
fn attach(runtime: &'static Runtime, memory: Physical, bytes: u64) -> Result<u64, Status> {
    let pool = pool_of(runtime, &memory)?;
    let at = place(runtime, &memory, "memory of another process")?;
    let mut block = Block::new(bytes, pool);
    block.shared = Some(memory);
    block.is_attached = true;
    runtime.blocks.allocated().insert(at, block);
    Ok(at)
}

/// Ends what [`attach`] has made.
fn detach(runtime: &Runtime, at: u64) -> Result<(), Status> {
    let mut all = runtime.blocks.allocated();
    if !all.get(&at).is_some_and(|b| b.is_attached) {
        return Err(Status::INVALID_ARGUMENT);
    }
    let block = all.remove(&at).ok_or(Status::INVALID_ARGUMENT)?;
    drop(all);
    end(runtime, at, &block)
}

/// A file that leads to the allocation of a GPU around a range, and where in it the range begins.
fn export(runtime: &Runtime, at: u64, bytes: usize) -> Result<(OwnedFd, u64), Status> {
    let mut all = runtime.blocks.allocated();
    let base = all.range(..=at).next_back().map(|(&base, _)| base);
    let block = around(&mut all, at).ok_or(Status::INVALID_ALLOCATION)?;
    let base = base.ok_or(Status::INVALID_ALLOCATION)?;
    if block.bytes - (at - base) < bytes as u64 {
        return Err(Status::INVALID_ALLOCATION);
    }
    if block.pool.agent.card.is_none() {
        return Err(Status::INVALID_AGENT);
    }
    let memory = share(base, block)?;
    let file = memory.export().map_err(|_| Status::OUT_OF_RESOURCES)?;
    Ok((file, at - base))
}

/// As [`export`], for a call.
///
/// # Safety
/// The pointers are null or can be written.
unsafe fn export_to(at: u64, bytes: usize, file: *mut i32, offset: *mut u64) -> Result<(), Status> {
    let runtime = runtime()?;
    if at == 0 || bytes == 0 || file.is_null() || offset.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let (exported, from) = export(runtime, at, bytes)?;
    // SAFETY: the caller's. The file is the host program's, to close.
    unsafe {
        give(offset, from)?;
        give(file, exported.into_raw_fd())
    }
}

/// Signals that several processes have, by their handles here.
static SIGNALS: Mutex<BTreeMap<u64, Physical>> = Mutex::new(BTreeMap::new());

fn signals() -> std::sync::MutexGuard<'static, BTreeMap<u64, Physical>> {
    SIGNALS.lock().unwrap_or_else(|e| e.into_inner())
}

/// Name of their memory in reports of faults.
const SIGNAL_NAME: &str = "signal of several processes";

/// Makes a signal that other processes can have.
fn create_signal(runtime: &Runtime, value: i64) -> Result<u64, Status> {
    let memory = Physical::new(PAGE, None, [0; 2]).map_err(|_| Status::OUT_OF_RESOURCES)?;
    let at = place(runtime, &memory, SIGNAL_NAME)?;
    signal::begin(at, signal::USER, value, 0, None);
    signals().insert(at, memory);
    Ok(at)
}

/// Ends a signal, if it is one that other processes can have; for them it stays.
fn destroy_signal(runtime: &Runtime, handle: u64) -> Result<bool, Status> {
    let Some(memory) = signals().remove(&handle) else {
        return Ok(false);
    };
    drop(memory);
    // SAFETY: pages of the arena that are the signal's alone; who still looks finds no signal.
    let put = unsafe { put_nothing(&pages(handle, PAGE), ProtFlags::READ | ProtFlags::WRITE) };
    put.map_err(|_| Status::RESOURCE_FREE)?;
    let freed = runtime.memory().free(handle);
    freed.map(|()| true).map_err(|_| Status::RESOURCE_FREE)
}

/// Checks a list of agents.
///
/// # Safety
/// It has as many as `count` says, or is null.
unsafe fn check_agents(count: u32, agents: *const u64) -> Result<(), Status> {
    if count != 0 && agents.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    for i in 0..count as usize {
        // SAFETY: the caller's.
        agent(unsafe { *agents.add(i) })?;
    }
    Ok(())
}

api! {
    /// Makes a handle by which other processes can have an allocation.
    fn hsa_amd_ipc_memory_create(pointer: u64, bytes: usize, handle: *mut Shareable) {
        let runtime = runtime()?;
        if pointer == 0 || handle.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let mut all = runtime.blocks.allocated();
        let block = all.get_mut(&pointer).ok_or(Status::INVALID_ARGUMENT)?;
        let bytes = bytes as u64;
        if bytes != block.bytes && bytes != block.bytes.next_multiple_of(PAGE) {
            return Err(Status::INVALID_ARGUMENT);
        }
        let has = block.bytes;
        let made = Shareable::of(MEMORY, share(pointer, block)?, has);
        // SAFETY: the caller's.
        unsafe { give(handle, made) }
    }

    /// Makes an allocation of another process one of this process, too. All agents may access it.
    fn hsa_amd_ipc_memory_attach(
        handle: *const Shareable, bytes: usize, count: u32, agents: *const u64, pointer: *mut u64,
    ) {
        let runtime = runtime()?;
        if handle.is_null() || pointer.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { check_agents(count, agents)? };
        // SAFETY: the caller's.
        let handle = unsafe { handle.read_unaligned() };
        let (bytes, has) = (bytes as u64, handle.bytes());
        let memory = handle.import(MEMORY)?;
        let is_whole = bytes == has || Some(bytes) == has.checked_next_multiple_of(PAGE);
        if !is_whole || has > memory.bytes() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(pointer, attach(runtime, memory, has)?) }
    }

    /// Ends `hsa_amd_ipc_memory_attach`.
    fn hsa_amd_ipc_memory_detach(pointer: u64) {
        detach(runtime()?, pointer)
    }

    /// Makes a handle by which other processes can have a signal that was made for it.
    fn hsa_amd_ipc_signal_create(signal: u64, handle: *mut Shareable) {
        runtime()?;
        self::signal(signal)?;
        let all = signals();
        let memory = all.get(&signal).filter(|_| !handle.is_null());
        let memory = memory.ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        unsafe { give(handle, Shareable::of(SIGNAL, memory, PAGE)) }
    }

    /// Makes a signal of another process one of this process, too.
    fn hsa_amd_ipc_signal_attach(handle: *const Shareable, signal: *mut u64) {
        let runtime = runtime()?;
        if handle.is_null() || signal.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        let memory = unsafe { handle.read_unaligned() }.import(SIGNAL)?;
        let at = place(runtime, &memory, SIGNAL_NAME)?;
        signals().insert(at, memory);
        // SAFETY: the caller's.
        unsafe { give(signal, at) }
    }

    /// As `hsa_signal_create`; with attribute 2 other processes can have it.
    fn hsa_amd_signal_create(value: i64, count: u32, consumers: *const u64, attributes: u64, signal: *mut u64) {
        const BETWEEN_PROCESSES: u64 = 2;
        let runtime = runtime()?;
        if count != 0 && consumers.is_null() || signal.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let made = if attributes & BETWEEN_PROCESSES != 0 {
            create_signal(runtime, value)?
        } else {
            signal::create(runtime, signal::USER, value, 0)?
        };
        // SAFETY: the caller's.
        unsafe { give(signal, made) }
    }

    /// Ends a signal.
    fn hsa_signal_destroy(signal: u64) {
        if destroy_signal(runtime()?, signal)? {
            return Ok(());
        }
        signal::destroy(signal)
    }

    /// A file that leads to an allocation of a GPU.
    fn hsa_amd_portable_export_dmabuf(pointer: u64, bytes: usize, file: *mut i32, offset: *mut u64) {
        // SAFETY: the caller's.
        unsafe { export_to(pointer, bytes, file, offset) }
    }

    /// As `hsa_amd_portable_export_dmabuf`; how others map it is their own matter.
    fn hsa_amd_portable_export_dmabuf_v2(
        pointer: u64, bytes: usize, file: *mut i32, offset: *mut u64, flags: u64,
    ) {
        let _ = flags;
        // SAFETY: the caller's.
        unsafe { export_to(pointer, bytes, file, offset) }
    }

    /// Closes such a file.
    fn hsa_amd_portable_close_dmabuf(file: i32) {
        use std::os::fd::FromRawFd as _;
        if file < 0 {
            return Err(Status::RESOURCE_FREE);
        }
        // SAFETY: only asked whether it is open.
        let borrowed = unsafe { BorrowedFd::borrow_raw(file) };
        rustix::io::fcntl_getfd(borrowed).map_err(|_| Status::RESOURCE_FREE)?;
        // SAFETY: it is open, and the host program gives it up.
        drop(unsafe { OwnedFd::from_raw_fd(file) });
        Ok(())
    }

    /// Makes the memory that a file leads to, which is one that this library has exported, an allocation.
    fn hsa_amd_interop_map_buffer(
        count: u32, agents: *const u64, file: i32, flags: u32, bytes: *mut usize, pointer: *mut u64,
        metadata_bytes: *mut usize, metadata: *mut u64,
    ) {
        let _ = flags;
        let runtime = runtime()?;
        if bytes.is_null() || pointer.is_null() || file < 0 || count == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { check_agents(count, agents)? };
        // SAFETY: the caller has it open: if not, the import fails.
        let memory = Physical::import(unsafe { BorrowedFd::borrow_raw(file) });
        let memory = memory.map_err(|_| Status::INVALID_ARGUMENT)?;
        let has = memory.bytes();
        let at = attach(runtime, memory, has)?;
        if !metadata_bytes.is_null() {
            // SAFETY: the caller's.
            unsafe { give(metadata_bytes, 0)? };
        }
        if !metadata.is_null() {
            // SAFETY: the caller's.
            unsafe { give(metadata, 0)? };
        }
        // SAFETY: the caller's.
        unsafe {
            give(bytes, has as usize)?;
            give(pointer, at)
        }
    }

    /// Ends `hsa_amd_interop_map_buffer`.
    fn hsa_amd_interop_unmap_buffer(pointer: u64) {
        detach(runtime()?, pointer)
    }
}
