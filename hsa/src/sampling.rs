//! Samples of the program counter (`hsa_ven_amd_pcs_*` of `hsa_ven_amd_pc_sampling.h`). No agent can take any: there is no
//! configuration, so no session is ever made, and a handle of one is none.

use std::ffi::c_void;

use crate::agents::agent;
use crate::border::api;
use crate::status::Status;

/// What is called with a configuration.
pub type EachConfiguration = Option<unsafe extern "C" fn(*const c_void, *mut c_void) -> u32>;
/// What is called when there are samples.
pub type Ready = *const c_void;

api! {
    /// Calls a function with each configuration that an agent can sample with: there is none.
    fn hsa_ven_amd_pcs_iterate_configuration(agent: u64, callback: EachConfiguration, data: *mut c_void) {
        let _ = data;
        self::agent(agent)?;
        callback.map(|_| ()).ok_or(Status::INVALID_ARGUMENT)
    }

    /// Makes a session with a configuration of the agent's; it has none.
    fn hsa_ven_amd_pcs_create(
        agent: u64, method: u32, units: u32, interval: usize, latency: usize, buffer: usize, ready: Ready,
        data: *mut c_void, session: *mut u64,
    ) {
        let _ = (method, units, interval, latency, buffer, ready, data, session);
        self::agent(agent)?;
        Err(Status::INVALID_ARGUMENT)
    }

    /// As `hsa_ven_amd_pcs_create`, for a session of the driver's.
    fn hsa_ven_amd_pcs_create_from_id(
        id: u32, agent: u64, method: u32, units: u32, interval: usize, latency: usize, buffer: usize, ready: Ready,
        data: *mut c_void, session: *mut u64,
    ) {
        let _ = (id, method, units, interval, latency, buffer, ready, data, session);
        self::agent(agent)?;
        Err(Status::INVALID_ARGUMENT)
    }

    /// Ends a session; there is none.
    fn hsa_ven_amd_pcs_destroy(session: u64) {
        none(session)
    }

    /// Has a session take samples; there is none.
    fn hsa_ven_amd_pcs_start(session: u64) {
        none(session)
    }

    /// Has a session take no more samples; there is none.
    fn hsa_ven_amd_pcs_stop(session: u64) {
        none(session)
    }

    /// Gives what a session has taken; there is none.
    fn hsa_ven_amd_pcs_flush(session: u64) {
        none(session)
    }
}

/// No handle is a session's.
fn none(session: u64) -> Result<(), Status> {
    let _ = session;
    crate::runtime::runtime()?;
    Err(Status::INVALID_ARGUMENT)
}
