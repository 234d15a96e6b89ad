//! What all functions share: the device and its agents; init and shut down.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use gcn_jit::machine::memory::Memory;
use gcn_jit::runtime::{Cache, Device};

use crate::agents::{self, Agent};
use crate::border::api;
use crate::config::Config;
use crate::shared::SharedMemory;
use crate::status::Status;
use crate::{code, memory, queue, signal};

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
    pub blocks: memory::Blocks,
    /// Memory that it has got from the system, and shares with kernels.
    pub shared: SharedMemory,
    /// Code objects, executables and symbols.
    pub code: code::Code,
    /// The queues.
    pub queues: queue::Queues,
}

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// How many times the runtime is initialized.
static USERS: Mutex<u32> = Mutex::new(0);

/// Whether it is: of what [`USERS`] counts, what all calls look at.
static IS_LIVE: AtomicBool = AtomicBool::new(false);

/// The runtime.
///
/// # Errors
/// When it is not initialized.
pub fn runtime() -> Result<&'static Runtime, Status> {
    let runtime = made().filter(|_| IS_LIVE.load(Ordering::Acquire));
    runtime.ok_or(Status::NOT_INITIALIZED)
}

/// The runtime, after the last shut down, too: what still runs needs it.
pub fn made() -> Option<&'static Runtime> {
    RUNTIME.get()
}

impl Runtime {
    fn new() -> Result<Runtime, Status> {
        let config = Config::from_environment();
        let mut device = Device::with_host_addresses().map_err(|e| {
            eprintln!("gcn-jit-hsa: no address space for the device: {e}");
            Status::OUT_OF_RESOURCES
        })?;
        match config.cache.as_deref().map(Cache::open).transpose() {
            Ok(cache) => device.set_cache(cache),
            // Programs run without, too.
            Err(e) => eprintln!("gcn-jit-hsa: {e}"),
        }
        device.on_interrupt(signal::interrupt);
        Ok(Runtime {
            device,
            agents: agents::all(&config),
            config,
            blocks: memory::Blocks::default(),
            shared: SharedMemory::default(),
            code: code::Code::default(),
            queues: queue::Queues::default(),
        })
    }

    /// The memory of the device.
    pub fn memory(&self) -> &Memory {
        self.device.memory()
    }

    /// Whether an address is one of the device's own memory, allocated or not.
    pub fn is_in_arena(&self, at: u64) -> bool {
        self.memory().addresses().contains(&at)
    }
}

api! {
    /// Initializes the runtime; the first call makes it.
    fn hsa_init() {
        let mut users = USERS.lock().unwrap_or_else(|e| e.into_inner());
        if RUNTIME.get().is_none() {
            // Nobody else sets it: the lock is held.
            let _ = RUNTIME.set(Runtime::new()?);
            crate::stats::begin();
        }
        *users = users.checked_add(1).ok_or(Status::REFCOUNT_OVERFLOW)?;
        IS_LIVE.store(true, Ordering::Release);
        Ok(())
    }

    /// Ends what one `hsa_init` has begun; the last one ends all queues.
    fn hsa_shut_down() {
        let mut users = USERS.lock().unwrap_or_else(|e| e.into_inner());
        *users = users.checked_sub(1).ok_or(Status::NOT_INITIALIZED)?;
        if *users == 0 {
            IS_LIVE.store(false, Ordering::Release);
            if let Some(runtime) = made() {
                runtime.queues.destroy_all(runtime);
            }
        }
        Ok(())
    }
}
