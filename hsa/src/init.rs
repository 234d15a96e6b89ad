//! Init and shut down.

use std::sync::Mutex;

use gcn_jit::runtime::{Cache, Device};

use crate::agent;
use crate::blocks::Blocks;
use crate::border::api;
use crate::clock;
use crate::config::Config;
use crate::executables::Code;
use crate::queue::Queues;
use crate::reserved::ReservedAddresses;
use crate::runtime::{Runtime, made, make, set_live};
use crate::shared::SharedMemory;
use crate::status::Status;
use crate::{queues, signal, stats};

/// How many times the runtime is initialized.
static USERS: Mutex<u32> = Mutex::new(0);

/// The most that there may be: by `hsa.h`, `hsa_init` fails when the count reaches INT32_MAX.
const MOST: u32 = i32::MAX as u32;

/// One user more: as many as HSA counts.
fn more(users: u32) -> Result<u32, Status> {
    match users {
        MOST.. => Err(Status::REFCOUNT_OVERFLOW),
        _ => Ok(users + 1),
    }
}

/// The runtime, as the environment asks for it.
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
    device.set_perf_map(config.perf_map);
    if config.estimate {
        clock::keep(config.estimate_clocks);
    }
    device.on_interrupt(signal::interrupt);
    Ok(Runtime {
        device,
        agents: agent::all(&config),
        config,
        blocks: Blocks::default(),
        shared: SharedMemory::default(),
        reserved: ReservedAddresses::default(),
        code: Code::default(),
        queues: Queues::default(),
    })
}

api! {
    /// Initializes the runtime; the first call makes it.
    fn hsa_init() {
        let mut users = USERS.lock().unwrap_or_else(|e| e.into_inner());
        if made().is_none() {
            // Nobody else makes it: the lock is held.
            make(new()?);
            stats::begin();
        }
        *users = more(*users)?;
        set_live(true);
        Ok(())
    }

    /// Ends what one `hsa_init` has begun; the last one ends all queues.
    fn hsa_shut_down() {
        let mut users = USERS.lock().unwrap_or_else(|e| e.into_inner());
        *users = users.checked_sub(1).ok_or(Status::NOT_INITIALIZED)?;
        if *users == 0 {
            set_live(false);
            if let Some(runtime) = made() {
                queues::destroy_all(runtime);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hsa.h`: HSA_STATUS_ERROR_REFCOUNT_OVERFLOW is that the reference count reaches INT32_MAX.
    #[test]
    fn users_are_counted_to_int32_max() {
        assert_eq!(more(0), Ok(1));
        assert_eq!(more(0x7fff_fffe), Ok(0x7fff_ffff));
        assert_eq!(more(0x7fff_ffff), Err(Status::REFCOUNT_OVERFLOW));
    }
}
