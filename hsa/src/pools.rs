//! What memory pools say of themselves (`hsa_amd_memory_pool_info_t`), and the regions of the older interface (`hsa_region_info_t`), which
//! are the same with the same handles.

use std::ffi::c_void;

use crate::agent::Agent;
use crate::agents::{self, agent};
use crate::border::api;
use crate::pool::{FINE, Pool, kinds};
use crate::runtime::runtime;
use crate::status::Status;
use crate::value::{EachHandle, Value, each};

/// Handles are the agent's with the pool's number, from 1, behind it.
const SHIFT: u32 = 8;

/// The pools of an agent, global ones first.
pub fn handles(agent: &'static Agent) -> impl Iterator<Item = u64> {
    (1..=kinds(agent).len() as u64).map(|i| agent.handle << SHIFT | i)
}

/// The handle of a pool.
pub fn handle(pool: Pool) -> u64 {
    let all = kinds(pool.agent).iter();
    let before = all.take_while(|k| !std::ptr::eq(*k, pool.kind)).count();
    pool.agent.handle << SHIFT | (before as u64 + 1)
}

/// The pool behind a handle.
pub fn pool(handle: u64) -> Result<Pool, Status> {
    runtime()?;
    let agent = agent(handle >> SHIFT).map_err(|_| Status::INVALID_MEMORY_POOL)?;
    let index = (handle & ((1 << SHIFT) - 1)).checked_sub(1);
    let kind = index.and_then(|i| kinds(agent).get(i as usize));
    let kind = kind.ok_or(Status::INVALID_MEMORY_POOL)?;
    Ok(Pool { agent, kind })
}

impl Pool {
    /// What pools and regions call alike.
    fn common(self, attribute: u32) -> Option<Value> {
        let page = if self.is_global() { 4096 } else { 0 };
        Some(match attribute {
            // SEGMENT, GLOBAL_FLAGS, SIZE
            0 => Value::U32(self.kind.segment),
            1 => Value::U32(self.kind.flags),
            2 => Value::U64(self.size()),
            // RUNTIME_ALLOC_ALLOWED, _GRANULE, _ALIGNMENT
            5 => Value::bool(self.is_global()),
            6 | 7 => Value::U64(page),
            _ => return None,
        })
    }

    fn most(self) -> Value {
        Value::U64(if self.is_global() { self.size() } else { 0 })
    }

    fn pool_info(self, attribute: u32) -> Option<Value> {
        Some(match attribute {
            // ACCESSIBLE_BY_ALL, ALLOC_MAX_SIZE, LOCATION: CPU 0, GPU 1
            15 => Value::bool(self.agent.card.is_none()),
            16 => self.most(),
            17 => Value::U32(self.agent.card.is_some() as u32),
            // RUNTIME_ALLOC_REC_GRANULE: a page, of a GPU a huge one
            18 => Value::U64(match (self.is_global(), self.agent.card) {
                (false, _) => 0,
                (true, Some(_)) => 2 << 20,
                (true, None) => 4096,
            }),
            _ => return self.common(attribute),
        })
    }

    fn region_info(self, attribute: u32) -> Option<Value> {
        Some(match attribute {
            // ALLOC_MAX_SIZE, ALLOC_MAX_PRIVATE_WORKGROUP_SIZE
            3 => self.most(),
            4 => Value::U32(0),
            // HOST_ACCESSIBLE, BASE, BUS_WIDTH, MAX_CLOCK_FREQUENCY
            0xa000 => Value::bool(self.is_global()),
            0xa001 => Value::U64(0),
            0xa002 => Value::U32(self.agent.card.map_or(64, |c| c.bus)),
            0xa003 => Value::U32(self.agent.card.map_or(0, |c| c.memory_clock)),
            _ => return self.common(attribute),
        })
    }
}

api! {
    /// Calls a function with each pool of an agent.
    fn hsa_amd_agent_iterate_memory_pools(agent: u64, callback: EachHandle, data: *mut c_void) {
        let agent = agents::agent(agent)?;
        // SAFETY: the caller's.
        unsafe { each(handles(agent), callback, data) }
    }

    /// What a pool says of itself.
    fn hsa_amd_memory_pool_get_info(pool: u64, attribute: u32, value: *mut c_void) {
        let found = self::pool(pool)?.pool_info(attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// How an agent reaches a pool (`hsa_amd_agent_memory_pool_info_t`).
    fn hsa_amd_agent_memory_pool_get_info(agent: u64, pool: u64, attribute: u32, value: *mut c_void) {
        let (agent, pool) = (agents::agent(agent)?, self::pool(pool)?);
        let is_own = agent.handle == pool.agent.handle;
        let found = match attribute {
            // ACCESS: never 0, allowed by default 1, disallowed by default 2
            0 => Value::U32(match (is_own, agent.card, pool.agent.card) {
                (true, ..) => 1,
                _ if !pool.is_global() => 0,
                (_, None, Some(_)) if !runtime()?.config.large_bar => 0,
                _ => 2,
            }),
            // NUM_LINK_HOPS
            1 => Value::U32(!is_own as u32),
            // LINK_INFO of each hop: latencies and bandwidths from least to most, 32-bit and 64-bit
            // atomics and coherence as bytes, type (PCIe), distance in NUMA
            2 if is_own => Value::Zeros(0),
            2 => Value::U32s(vec![0, 0, 0, 0, 0x0001_0101, 2, 20]),
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        // SAFETY: the caller's.
        unsafe { found.give(value) }
    }

    /// Calls a function with each region of an agent: its pools, and for GPUs the host's fine-grained ones, among
    /// them that of kernel arguments.
    fn hsa_agent_iterate_regions(agent: u64, callback: EachHandle, data: *mut c_void) {
        let agent = agents::agent(agent)?;
        let cpu = runtime()?.agents.first().filter(|_| agent.card.is_some());
        let fine = cpu.into_iter().flat_map(handles);
        let fine = fine.filter(|&h| pool(h).is_ok_and(|p| p.kind.flags & FINE != 0));
        // SAFETY: the caller's.
        unsafe { each(handles(agent).chain(fine), callback, data) }
    }

    /// What a region says of itself.
    fn hsa_region_get_info(region: u64, attribute: u32, value: *mut c_void) {
        let region = pool(region).map_err(|_| Status::INVALID_REGION)?;
        let found = region.region_info(attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }
}
