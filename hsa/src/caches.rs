//! Caches: two levels for each agent (`hsa_cache_info_t`).

use std::ffi::c_void;

use crate::agent::Agent;
use crate::agents;
use crate::border::api;
use crate::runtime::runtime;
use crate::status::Status;
use crate::value::{EachHandle, Value, each};

/// Handles are the agent's with the level behind it.
const LEVELS: std::ops::RangeInclusive<u64> = 1..=2;
const SHIFT: u32 = 4;

fn info(agent: &Agent, level: u64, attribute: u32) -> Option<Value> {
    let name = format!("L{level}");
    Some(match attribute {
        // NAME_LENGTH, NAME, LEVEL, SIZE
        0 => Value::U32(name.len() as u32),
        1 => Value::String(name),
        2 => Value::U8(level as u8),
        3 => Value::U32(match (agent.card, level) {
            (Some(_), 1) => 16 << 10,
            (Some(card), _) => card.cache << 10,
            (None, 1) => 32 << 10,
            (None, _) => 1 << 20,
        }),
        _ => return None,
    })
}

api! {
    /// Calls a function with each cache of an agent.
    fn hsa_agent_iterate_caches(agent: u64, callback: EachHandle, data: *mut c_void) {
        let agent = agents::agent(agent)?.handle;
        let handles = LEVELS.map(|level| agent << SHIFT | level);
        // SAFETY: the caller's.
        unsafe { each(handles, callback, data) }
    }

    /// What a cache says of itself.
    fn hsa_cache_get_info(cache: u64, attribute: u32, value: *mut c_void) {
        runtime()?;
        let level = cache & ((1 << SHIFT) - 1);
        let agent = agents::agent(cache >> SHIFT).map_err(|_| Status::INVALID_CACHE)?;
        if !LEVELS.contains(&level) {
            return Err(Status::INVALID_CACHE);
        }
        let found = info(agent, level, attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }
}
