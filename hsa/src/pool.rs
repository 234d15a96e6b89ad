//! Memory pools: which there are, and how much is left in them.

use std::sync::atomic::Ordering;

use gcn_jit::isa::Gen;

use crate::agent::Agent;
use crate::status::Status;

/// Bytes of each GPU's memory: programs believe it, and it is enforced.
pub const GPU_POOL_SIZE: u64 = 8 << 30;
/// Bytes of what host programs may allocate of system memory.
const CPU_POOL_SIZE: u64 = 16 << 30;
/// Bytes of LDS of a work-group: 64 KiB, and where a card's have more, so many.
pub fn lds_size(agent: &Agent) -> u32 {
    let generation = agent.card.and_then(|card| Gen::from_target(card.target));
    generation.map_or(0, Gen::lds_size).max(64 << 10)
}

/// `HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_*`
pub const KERNARG: u32 = 1;
pub const FINE: u32 = 2;
const COARSE: u32 = 4;

/// A kind of pool.
#[derive(Debug)]
pub struct Kind {
    /// `HSA_AMD_SEGMENT_*`: global, or group.
    pub segment: u32,
    /// Of the global segment: flags, which never mix in what they say of coherence.
    pub flags: u32,
    /// For messages.
    pub name: &'static str,
}

const GLOBAL: u32 = 0;
const GROUP: u32 = 3;

const CPU_POOLS: &[Kind] = &[
    Kind {
        segment: GLOBAL,
        flags: FINE | KERNARG,
        name: "kernel arguments",
    },
    Kind {
        segment: GLOBAL,
        flags: COARSE,
        name: "system memory",
    },
    Kind {
        segment: GLOBAL,
        flags: FINE,
        name: "fine-grained system memory",
    },
];

const GPU_POOLS: &[Kind] = &[
    Kind {
        segment: GLOBAL,
        flags: COARSE,
        name: "device memory",
    },
    Kind {
        segment: GROUP,
        flags: 0,
        name: "LDS",
    },
];

/// A pool of an agent.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// Whose it is.
    pub agent: &'static Agent,
    /// What it is.
    pub kind: &'static Kind,
}

/// The pools of an agent.
pub fn kinds(agent: &Agent) -> &'static [Kind] {
    match agent.card {
        Some(_) => GPU_POOLS,
        None => CPU_POOLS,
    }
}

impl Pool {
    /// Whether memory can be allocated in it.
    pub fn is_global(self) -> bool {
        self.kind.segment == GLOBAL
    }

    /// Its bytes.
    pub fn size(self) -> u64 {
        match (self.is_global(), self.agent.card) {
            (false, _) => u64::from(lds_size(self.agent)),
            (true, Some(_)) => GPU_POOL_SIZE,
            (true, None) => CPU_POOL_SIZE,
        }
    }

    /// Takes `bytes` bytes of what the agent has.
    pub fn take(self, bytes: u64) -> Result<(), Status> {
        let take = |used: u64| used.checked_add(bytes).filter(|&n| n <= self.size());
        let used = &self.agent.used;
        let taken = used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.map(|_| ()).map_err(|_| Status::OUT_OF_RESOURCES)
    }

    /// Gives them back.
    pub fn give_back(self, bytes: u64) {
        self.agent.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
