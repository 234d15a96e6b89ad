//! Agents: the CPU, and a GPU for each target that is asked for.

use std::sync::atomic::AtomicU64;

use crate::cards::{Card, card};
use crate::config::Config;

/// The CPU's handle.
pub const CPU: u64 = 1;

/// An agent.
#[derive(Debug)]
pub struct Agent {
    /// `hsa_agent_t`: its place in the list, from 1 on.
    pub handle: u64,
    /// What it is; `None` for the CPU.
    pub card: Option<&'static Card>,
    /// Bytes that are allocated in its pools.
    pub used: AtomicU64,
}

/// The agents: the CPU, and GPUs.
pub fn all(config: &Config) -> Vec<Agent> {
    let gpus = config.targets.iter().filter_map(|t| card(t)).map(Some);
    let cards = std::iter::once(None).chain(gpus);
    let agent = |(i, card)| Agent {
        handle: i as u64 + 1,
        card,
        used: AtomicU64::new(0),
    };
    cards.enumerate().map(agent).collect()
}
