//! Allocations in pools and regions; what is known of a pointer (`hsa_amd_pointer_info_t`).

use std::collections::BTreeMap;
use std::ffi::c_void;

use gcn_jit::machine::memory::{Access, PAGE};
use rustix::mm::ProtFlags;

use crate::agents::agent;
use crate::blocks::{Block, Locked, Notifier};
use crate::border::{api, give};
use crate::physical::put_nothing;
use crate::pool::{FINE, KERNARG, Pool};
use crate::pools::pool;
use crate::runtime::{Runtime, runtime};
use crate::status::Status;
use crate::vmem;

/// Allocates in a pool: zeroed bytes where kernels and the host find them. Arguments of kernels and fine-grained memory of
/// the host reach to the end of their last page, behind which programs read a little; other memory has its exact length
/// unless whole pages are asked for.
fn allocate(runtime: &Runtime, pool: Pool, bytes: u64) -> Result<u64, Status> {
    if bytes == 0 {
        return Err(Status::INVALID_ARGUMENT);
    }
    if !pool.is_global() {
        return Err(Status::INVALID_ALLOCATION);
    }
    if bytes > pool.size() {
        return Err(Status::INVALID_ALLOCATION);
    }
    pool.take(bytes)?;
    let is_paged = pool.kind.flags & FINE != 0;
    let reach = if runtime.config.whole_pages || is_paged {
        bytes.next_multiple_of(PAGE)
    } else {
        bytes
    };
    let memory = runtime.memory();
    let at = memory.alloc(reach, PAGE, Access::ReadWrite, pool.kind.name);
    let at = at.map_err(|_| {
        pool.give_back(bytes);
        Status::OUT_OF_RESOURCES
    })?;
    let block = Block::new(bytes, pool);
    runtime.blocks.allocated().insert(at, block);
    Ok(at)
}

fn free(runtime: &Runtime, at: u64) -> Result<(), Status> {
    let mut all = runtime.blocks.allocated();
    if all.get(&at).is_some_and(|b| b.is_attached) {
        return Err(Status::INVALID_ARGUMENT);
    }
    let block = all.remove(&at).ok_or(Status::INVALID_ALLOCATION)?;
    drop(all);
    for n in &block.notifiers {
        // SAFETY: the host program's promise when it gave the function.
        unsafe { (n.callback)(n.pointer, n.data as *mut c_void) };
    }
    block.pool.give_back(block.bytes);
    end(runtime, at, &block)
}

/// Ends what is at an address in the device's memory, of which the host program knows no more.
pub fn end(runtime: &Runtime, at: u64, block: &Block) -> Result<(), Status> {
    if block.shared.is_some() {
        let range = at..at + block.bytes.next_multiple_of(PAGE);
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: pages of the arena, which are this allocation's alone; what comes next there finds them empty, as
        // elsewhere.
        unsafe { put_nothing(&range, rights) }.map_err(|_| Status::RESOURCE_FREE)?;
    }
    runtime.memory().free(at).map_err(|_| Status::RESOURCE_FREE)
}

/// Where the host finds `bytes` bytes that kernels find at `at`, or that are its own.
pub fn host(runtime: &Runtime, at: u64, bytes: u64) -> Result<*mut u8, Status> {
    if let Some(inside) = runtime.reserved.inside(at, bytes) {
        return inside.map(|at| at as *mut u8);
    }
    let memory = runtime.memory();
    match memory.window(at) {
        // Kernels' way to it may end where the host's does not, and may lead where it was before.
        Some(_) if runtime.shared.contains(at) => Ok(at as *mut u8),
        Some(window) => {
            let offset = window.offset(at, bytes).ok_or(Status::INVALID_ARGUMENT)?;
            Ok(window.host.wrapping_add(offset as usize))
        }
        // What was freed is not the host's own either.
        None if runtime.is_in_arena(at) => Err(Status::INVALID_ARGUMENT),
        None if at < 4096 => Err(Status::INVALID_ARGUMENT),
        None => Ok(at as *mut u8),
    }
}

/// What is known of a pointer.
#[derive(Debug, Default)]
#[repr(C)]
pub struct PointerInfo {
    size: u32,
    kind: u32,
    agent_base: u64,
    host_base: u64,
    bytes: u64,
    user: u64,
    owner: u64,
    flags: u32,
}

/// Kinds of pointers: the host's own, allocated in a pool, locked.
const UNKNOWN: u32 = 0;
const HSA: u32 = 1;
const LOCKED: u32 = 2;
/// Another process', reserved addresses without memory, and with it.
const ATTACHED: u32 = 4;
const RESERVED: u32 = 5;
const VIRTUAL: u32 = 6;

fn info(runtime: &Runtime, at: u64) -> PointerInfo {
    let allocated = runtime.blocks.allocated();
    let block = allocated.range(..=at).next_back();
    if let Some((&base, block)) = block.filter(|(base, b)| at - *base < b.bytes) {
        return PointerInfo {
            kind: if block.is_attached { ATTACHED } else { HSA },
            agent_base: base,
            host_base: base,
            bytes: block.bytes,
            user: block.user,
            owner: block.pool.agent.handle,
            flags: block.pool.kind.flags,
            ..PointerInfo::default()
        };
    }
    drop(allocated);
    if let Some(place) = runtime.reserved.place(at) {
        return PointerInfo {
            kind: place.pool.map_or(RESERVED, |_| VIRTUAL),
            agent_base: place.base,
            host_base: place.base,
            bytes: place.bytes,
            owner: place.pool.map_or(0, |p| p.agent.handle),
            flags: place.pool.map_or(0, |p| p.kind.flags),
            ..PointerInfo::default()
        };
    }
    let locked = runtime
        .blocks
        .locked
        .lock()
        .unwrap_or_else(|e| e.into_inner());
    let is_in = |base: u64, l: &Locked| at.checked_sub(base).is_some_and(|off| off < l.bytes);
    let mut all = locked.iter();
    let found = all.find(|(agent, l)| is_in(**agent, l) || is_in(l.host, l));
    found.map_or_else(PointerInfo::default, |(&agent, l)| PointerInfo {
        kind: LOCKED,
        agent_base: agent,
        host_base: l.host,
        bytes: l.bytes,
        user: l.user,
        owner: 1,
        flags: FINE | KERNARG,
        ..PointerInfo::default()
    })
}

/// Whether all of a range is in one allocation, or in memory that is locked.
pub fn is_known(runtime: &Runtime, at: u64, bytes: u64) -> bool {
    let found = info(runtime, at);
    let base = match found.kind {
        UNKNOWN | RESERVED => return false,
        LOCKED if at < found.agent_base || at - found.agent_base >= found.bytes => found.host_base,
        _ => found.agent_base,
    };
    found.bytes - (at - base) >= bytes
}

/// The allocation around an address.
pub fn around(all: &mut BTreeMap<u64, Block>, at: u64) -> Option<&mut Block> {
    let (base, block) = all.range_mut(..=at).next_back()?;
    (at - base < block.bytes).then_some(block)
}

/// What is called when an allocation ends.
pub type OnEnd = Option<unsafe extern "C" fn(u64, *mut c_void)>;

/// What allocates the list of agents.
type Allocator = Option<unsafe extern "C" fn(usize) -> *mut c_void>;

api! {
    /// Allocates in a pool.
    fn hsa_amd_memory_pool_allocate(pool: u64, bytes: usize, flags: u32, pointer: *mut u64) {
        let _ = flags;
        let (pool, runtime) = (self::pool(pool)?, runtime()?);
        if pointer.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(pointer, allocate(runtime, pool, bytes as u64)?) }
    }

    /// Frees what a pool has given; null is nothing.
    fn hsa_amd_memory_pool_free(pointer: u64) {
        let runtime = runtime()?;
        if pointer == 0 { Ok(()) } else { free(runtime, pointer) }
    }

    /// Allocates in a region.
    fn hsa_memory_allocate(region: u64, bytes: usize, pointer: *mut u64) {
        let runtime = runtime()?;
        let region = pool(region).map_err(|_| Status::INVALID_REGION)?;
        if pointer.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(pointer, allocate(runtime, region, bytes as u64)?) }
    }

    /// Frees what a region has given; null is nothing.
    fn hsa_memory_free(pointer: u64) {
        let runtime = runtime()?;
        if pointer == 0 { Ok(()) } else { free(runtime, pointer) }
    }

    /// All agents may access all memory of pools; of memory at reserved addresses those that are told so.
    fn hsa_amd_agents_allow_access(count: u32, agents: *const u64, flags: *const u32, pointer: u64) {
        let runtime = runtime()?;
        if agents.is_null() || count == 0 || !flags.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let mut all = Vec::new();
        for i in 0..count as usize {
            // SAFETY: the caller's: there are as many.
            all.push(agent(unsafe { *agents.add(i) })?.handle);
        }
        match info(runtime, pointer).kind {
            UNKNOWN | RESERVED => Err(Status::INVALID_ARGUMENT),
            VIRTUAL => vmem::allow(runtime, pointer, &all),
            _ => Ok(()),
        }
    }

    /// What is known of a pointer; unknown ones are not an error. Of the structure, as many bytes are written as it
    /// says that it has.
    fn hsa_amd_pointer_info(
        pointer: u64, info: *mut c_void, allocator: Allocator, count: *mut u32, accessible: *mut *mut u64,
    ) {
        const PUBLIC: usize = 56;
        let runtime = runtime()?;
        if info.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's: the structure begins with its size.
        let size = unsafe { info.cast::<u32>().read_unaligned() };
        let found = PointerInfo { size, ..self::info(runtime, pointer) };
        let n = (size as usize).min(PUBLIC);
        // SAFETY: the caller's.
        unsafe { std::ptr::copy_nonoverlapping((&raw const found).cast::<u8>(), info.cast(), n) };
        if let (Some(allocator), false, false) = (allocator, count.is_null(), accessible.is_null()) {
            let may = |a: &u64| runtime.reserved.rights(pointer, *a).is_ok_and(|r| r != 0);
            let agents: Vec<u64> = match found.kind {
                UNKNOWN | RESERVED => vec![],
                VIRTUAL => runtime.agents.iter().map(|a| a.handle).filter(may).collect(),
                _ => runtime.agents.iter().map(|a| a.handle).collect(),
            };
            // SAFETY: the caller's.
            let list = unsafe { allocator(size_of_val(&agents[..])) }.cast::<u64>();
            if list.is_null() {
                return Err(Status::OUT_OF_RESOURCES);
            }
            // SAFETY: the caller's: the list has room for them.
            unsafe {
                std::ptr::copy_nonoverlapping(agents.as_ptr(), list, agents.len());
                give(count, agents.len() as u32)?;
                give(accessible, list)?;
            }
        }
        Ok(())
    }

    /// Notes something of the host program's with an allocation.
    fn hsa_amd_pointer_info_set_userdata(pointer: u64, user: u64) {
        let runtime = runtime()?;
        if let Some(block) = runtime.blocks.allocated().get_mut(&pointer) {
            block.user = user;
            return Ok(());
        }
        let mut locked = runtime.blocks.locked.lock().unwrap_or_else(|e| e.into_inner());
        locked.get_mut(&pointer).ok_or(Status::INVALID_ARGUMENT)?.user = user;
        Ok(())
    }

    /// Has a function called when the allocation around an address ends.
    fn hsa_amd_register_deallocation_callback(pointer: u64, callback: OnEnd, data: *mut c_void) {
        let runtime = runtime()?;
        let callback = callback.filter(|_| pointer != 0).ok_or(Status::INVALID_ARGUMENT)?;
        let mut all = runtime.blocks.allocated();
        let block = around(&mut all, pointer).filter(|b| !b.is_attached);
        let block = block.ok_or(Status::INVALID_ALLOCATION)?;
        block.notifiers.push(Notifier { pointer, callback, data: data as usize });
        Ok(())
    }

    /// Has the function called no more.
    fn hsa_amd_deregister_deallocation_callback(pointer: u64, callback: OnEnd) {
        let runtime = runtime()?;
        let callback = callback.filter(|_| pointer != 0).ok_or(Status::INVALID_ARGUMENT)?;
        let mut all = runtime.blocks.allocated();
        let block = around(&mut all, pointer).ok_or(Status::INVALID_ARGUMENT)?;
        let before = block.notifiers.len();
        let is_meant = |n: &Notifier| n.pointer == pointer && std::ptr::fn_addr_eq(n.callback, callback);
        block.notifiers.retain(|n| !is_meant(n));
        if block.notifiers.len() == before {
            return Err(Status::INVALID_ARGUMENT);
        }
        Ok(())
    }

    /// Memory of the host need not be registered for agents that share its address space; others lock it.
    fn hsa_memory_register(pointer: u64, bytes: usize) {
        runtime()?;
        if pointer != 0 || bytes == 0 {
            Ok(())
        } else {
            Err(Status::INVALID_ARGUMENT)
        }
    }

    /// Ends `hsa_memory_register`.
    fn hsa_memory_deregister(pointer: u64, bytes: usize) {
        let _ = (pointer, bytes);
        runtime().map(|_| ())
    }

    /// Every agent may access all memory already.
    fn hsa_memory_assign_agent(pointer: u64, agent: u64, access: u32) {
        self::agent(agent)?;
        if pointer != 0 && (1..=3).contains(&access) {
            Ok(())
        } else {
            Err(Status::INVALID_ARGUMENT)
        }
    }

    /// Memory does not move.
    fn hsa_amd_memory_pool_can_migrate(from: u64, to: u64, result: *mut bool) {
        pool(from)?;
        pool(to)?;
        // SAFETY: the caller's.
        unsafe { give(result, false) }
    }
}
