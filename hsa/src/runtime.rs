//! What all functions share: the device, its agents, and what the host program has made.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use gcn_jit::machine::memory::Memory;
use gcn_jit::runtime::Device;

use crate::agent::Agent;
use crate::blocks::Blocks;
use crate::config::Config;
use crate::executables::Code;
use crate::queue::Queues;
use crate::reserved::ReservedAddresses;
use crate::shared::SharedMemory;
use crate::status::Status;

/// The runtime. It stays for good once it is there: threads of it run while the process exits.
#[derive(Debug)]
pub struct Runtime {
    /// Has the memory and the programs of all agents, at host addresses.
    pub device: Device,
    /// The CPU first, then the GPUs.
    pub agents: Vec<Agent>,
    /// What the environment asks for.
    pub config: Config,
    /// What the host program has allocated and locked.
    pub blocks: Blocks,
    /// Memory that it has got from the system, and shares with kernels.
    pub shared: SharedMemory,
    /// Addresses that it has reserved, and the memory for them.
    pub reserved: ReservedAddresses,
    /// Code objects, executables and symbols.
    pub code: Code,
    /// The queues.
    pub queues: Queues,
}

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// Whether it is initialized, and not shut down.
static IS_LIVE: AtomicBool = AtomicBool::new(false);

/// The runtime.
///
/// # Errors
/// When it is not initialized.
pub fn runtime() -> Result<&'static Runtime, Status> {
    let runtime = made().filter(|_| IS_LIVE.load(Ordering::Acquire));
    runtime.ok_or(Status::NOT_INITIALIZED)
}

/// Makes `runtime` the runtime, if there is none yet.
pub fn make(runtime: Runtime) {
    // Of two the first is it.
    let _ = RUNTIME.set(runtime);
}

/// Says whether it is initialized.
pub fn set_live(is_live: bool) {
    IS_LIVE.store(is_live, Ordering::Release);
}

/// The runtime, after the last shut down, too: what still runs needs it.
pub fn made() -> Option<&'static Runtime> {
    RUNTIME.get()
}

impl Runtime {
    /// The memory of the device.
    pub fn memory(&self) -> &Memory {
        self.device.memory()
    }

    /// Whether an address is one of the device's own memory, allocated or not.
    pub fn is_in_arena(&self, at: u64) -> bool {
        self.memory().addresses().contains(&at)
    }
}
