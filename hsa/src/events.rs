//! Who is told of faults beside queues (`hsa_amd_register_system_event_handler`).

use std::ffi::c_void;
use std::sync::Mutex;

use gcn_jit::error::{Fault, FaultKind};

use crate::border::api;
use crate::runtime::runtime;
use crate::status::Status;

/// `hsa_amd_event_t` of a memory fault: which agent, at which address, and why.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Event {
    kind: u32,
    agent: u64,
    address: u64,
    reason: u32,
}

/// `HSA_AMD_GPU_MEMORY_FAULT_EVENT`
const MEMORY_FAULT: u32 = 0;
/// `HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT`, `_READ_ONLY`
const NOT_PRESENT: u32 = 1;
const READ_ONLY: u32 = 2;

/// `hsa_amd_system_event_callback_t`
pub type Handler = Option<unsafe extern "C" fn(*const Event, *mut c_void) -> u32>;

/// A handler and its data.
type Entry = (
    unsafe extern "C" fn(*const Event, *mut c_void) -> u32,
    usize,
);

static HANDLERS: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Tells all handlers of a fault on an agent, if it is one of memory. Those who write where they may only read are told
/// so when `is_there` says that something is at the address.
pub fn tell(agent: u64, fault: &Fault, is_there: impl FnOnce(u64) -> bool) {
    let (address, is_write) = match fault.kind {
        FaultKind::Read { addr, .. } => (addr, false),
        FaultKind::Write { addr, .. } => (addr, true),
        _ => return,
    };
    let reason = if is_write && is_there(address) {
        READ_ONLY
    } else {
        NOT_PRESENT
    };
    let event = Event {
        kind: MEMORY_FAULT,
        agent,
        address,
        reason,
    };
    let handlers = HANDLERS.lock().unwrap_or_else(|e| e.into_inner()).clone();
    for (handler, data) in handlers {
        // SAFETY: the host program's promise when it gave the handler. What it returns says whether it has dealt with
        // the fault; the queue has ended anyway.
        unsafe { handler(&event, data as *mut c_void) };
    }
}

api! {
    /// Has a function called when a kernel accesses memory that it may not, before the queue's callback.
    fn hsa_amd_register_system_event_handler(callback: Handler, data: *mut c_void) {
        runtime()?;
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        let mut handlers = HANDLERS.lock().unwrap_or_else(|e| e.into_inner());
        handlers.push((callback, data as usize));
        Ok(())
    }
}
