//! What the host program has allocated and locked.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use crate::pool::Pool;

/// What was locked.
#[derive(Debug)]
pub struct Locked {
    /// Where it is for the host.
    pub host: u64,
    /// How long it is.
    pub bytes: u64,
    /// What the host program has noted with it.
    pub user: u64,
    /// What ends it in the device's memory.
    pub mapped: u64,
}

/// An allocation.
#[derive(Debug)]
pub struct Block {
    /// How long it is.
    pub bytes: u64,
    /// Where.
    pub pool: Pool,
    /// What the host program has noted with it.
    pub user: u64,
}

/// What the host program has allocated and locked, by address.
#[derive(Debug, Default)]
pub struct Blocks {
    allocated: Mutex<BTreeMap<u64, Block>>,
    /// By the address that kernels use.
    pub locked: Mutex<BTreeMap<u64, Locked>>,
}

impl Blocks {
    /// What is allocated.
    pub fn allocated(&self) -> MutexGuard<'_, BTreeMap<u64, Block>> {
        self.allocated.lock().unwrap_or_else(|e| e.into_inner())
    }
}
