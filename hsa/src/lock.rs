//! Memory of the host that kernels may use (`hsa_amd_memory_lock`): it has addresses of its own for them, as with
//! cards behind a bus. Host programs rely on that: HIP 5.2 keeps both addresses in one table.

use gcn_jit::machine::memory::{Access, PAGE};

use crate::agents::agent;
use crate::blocks::Locked;
use crate::border::{api, give};
use crate::pools::pool;
use crate::runtime::runtime;
use crate::status::Status;

/// Lends kernels whole pages around `bytes` bytes; gives their address for kernels.
///
/// # Safety
/// The pages can be read and written until they are unlocked; the agents are as many as `count` says, or null.
unsafe fn lock(host: u64, bytes: usize, agents: *const u64, count: i32) -> Result<u64, Status> {
    let runtime = runtime()?;
    if host == 0 || bytes == 0 {
        return Err(Status::INVALID_ARGUMENT);
    }
    if !agents.is_null() {
        for i in 0..usize::try_from(count).map_err(|_| Status::INVALID_ARGUMENT)? {
            // SAFETY: the caller's.
            agent(unsafe { *agents.add(i) })?;
        }
    }
    let bytes = bytes as u64;
    if runtime.is_in_arena(host) {
        // Kernels reach it already.
        return Ok(host);
    }
    let start = host & !(PAGE - 1);
    let end = host
        .checked_add(bytes)
        .and_then(|end| end.checked_next_multiple_of(PAGE));
    let end = end.ok_or(Status::INVALID_ARGUMENT)?;
    // SAFETY: the caller's; Rust code has no references to the host program's memory.
    let mapped = unsafe {
        runtime.memory().map_apart(
            start as *mut u8,
            end - start,
            Access::ReadWrite,
            "locked memory",
        )
    };
    let mapped = mapped.map_err(|_| Status::OUT_OF_RESOURCES)?;
    let at = mapped + (host - start);
    let locked = Locked {
        host,
        bytes,
        user: 0,
        mapped,
    };
    let mut all = runtime
        .blocks
        .locked
        .lock()
        .unwrap_or_else(|e| e.into_inner());
    all.insert(at, locked);
    Ok(at)
}

api! {
    /// Lets kernels use memory of the host. A range may be locked several times, each with an address of its own.
    fn hsa_amd_memory_lock(host: u64, bytes: usize, agents: *const u64, count: i32, pointer: *mut u64) {
        if pointer.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(pointer, lock(host, bytes, agents, count)?) }
    }

    /// As `hsa_amd_memory_lock`, with what a pool of the CPU says of it.
    fn hsa_amd_memory_lock_to_pool(
        host: u64, bytes: usize, agents: *const u64, count: i32, pool: u64, flags: u32, pointer: *mut u64,
    ) {
        let pool = self::pool(pool)?;
        if pool.agent.card.is_some() || flags != 0 || pointer.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(pointer, lock(host, bytes, agents, count)?) }
    }

    /// Ends one lock of memory that begins at this address of the host.
    fn hsa_amd_memory_unlock(host: u64) {
        let runtime = runtime()?;
        if runtime.is_in_arena(host) {
            return Ok(());
        }
        let mut all = runtime.blocks.locked.lock().unwrap_or_else(|e| e.into_inner());
        let found = all.iter().find(|(_, l)| l.host == host).map(|(&at, _)| at);
        let locked = found.and_then(|at| all.remove(&at));
        let locked = locked.ok_or(Status::INVALID_ARGUMENT)?;
        runtime.memory().unmap(locked.mapped).map_err(|_| Status::RESOURCE_FREE)
    }
}
