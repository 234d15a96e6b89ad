//! What the host program has allocated and locked.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard};

use crate::physical::Physical;
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

/// Who is told that an allocation ends (`hsa_amd_deallocation_callback_t`).
#[derive(Clone, Copy, Debug)]
pub struct Notifier {
    /// The address that it was given for.
    pub pointer: u64,
    pub callback: unsafe extern "C" fn(u64, *mut c_void),
    /// The host program's.
    pub data: usize,
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
    /// What other processes can have of it, or what it is of theirs.
    pub shared: Option<Physical>,
    /// Whether another process has made it, and it counts in no pool of this one.
    pub is_attached: bool,
    /// Who is told that it ends.
    pub notifiers: Vec<Notifier>,
}

impl Block {
    /// One of a pool, of which nobody knows yet.
    pub fn new(bytes: u64, pool: Pool) -> Block {
        Block {
            bytes,
            pool,
            user: 0,
            shared: None,
            is_attached: false,
            notifiers: Vec::new(),
        }
    }
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
