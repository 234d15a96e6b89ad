//! `librocm_smi64`: cards by their index.

use std::ffi::{CStr, c_char};

use crate::border::{Status, api, give, give_text};
use crate::gpus::{self, Gpu, VENDOR};

/// RSMI_STATUS_INSUFFICIENT_SIZE.
const SHORT: Status = Status(11);

/// The card with an index.
fn gpu(index: u32) -> Result<Gpu, Status> {
    let found = gpus::all().get(index as usize).copied();
    found.ok_or(Status::INVALID)
}

/// What the statuses that are returned here mean.
fn text(status: u32) -> &'static CStr {
    match Status(status) {
        Status::SUCCESS => c"the call has succeeded",
        Status::INVALID => c"an argument is invalid",
        Status::NOT_SUPPORTED => c"this is not supported",
        SHORT => c"there is too little room for the answer",
        _ => c"a status that gcn-jit's library does not return",
    }
}

api! {
    /// Always succeeds: no driver is needed.
    fn rsmi_init(_flags: u64) {
        Ok(())
    }

    /// Nothing is to be given back.
    fn rsmi_shut_down() {
        Ok(())
    }

    /// How many cards there are.
    fn rsmi_num_monitor_devices(count: *mut u32) {
        // SAFETY: the caller's.
        unsafe { give(count, gpus::all().len() as u32) }
    }

    /// The PCI device number.
    fn rsmi_dev_id_get(index: u32, id: *mut u16) {
        // SAFETY: the caller's.
        unsafe { give(id, gpu(index)?.card.chip as u16) }
    }

    /// The PCI vendor number.
    fn rsmi_dev_vendor_id_get(index: u32, id: *mut u16) {
        gpu(index)?;
        // SAFETY: the caller's.
        unsafe { give(id, VENDOR) }
    }

    /// The name.
    fn rsmi_dev_name_get(index: u32, name: *mut c_char, len: usize) {
        // SAFETY: the caller's.
        unsafe { give_text(name, len, &gpu(index)?.name(), SHORT) }
    }

    /// The same name.
    fn rsmi_dev_market_name_get(index: u32, name: *mut c_char, len: u32) {
        // SAFETY: the caller's.
        unsafe { give_text(name, len as usize, &gpu(index)?.name(), SHORT) }
    }

    /// Bus, device and function, behind the domain, which is 0.
    fn rsmi_dev_pci_id_get(index: u32, id: *mut u64) {
        // SAFETY: the caller's.
        unsafe { give(id, gpu(index)?.pci()) }
    }

    /// The number that tells the card from others.
    fn rsmi_dev_unique_id_get(index: u32, id: *mut u64) {
        // SAFETY: the caller's.
        unsafe { give(id, gpu(index)?.unique()) }
    }

    /// The driver's node.
    fn rsmi_dev_node_id_get(index: u32, node: *mut u32) {
        // SAFETY: the caller's.
        unsafe { give(node, gpu(index)?.node()) }
    }

    /// Bytes of memory.
    fn rsmi_dev_memory_total_get(index: u32, kind: u32, total: *mut u64) {
        let memory = gpu(index)?.memory(kind).ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's.
        unsafe { give(total, memory) }
    }

    /// None is in use: each process has a card of its own.
    fn rsmi_dev_memory_usage_get(index: u32, kind: u32, used: *mut u64) {
        gpu(index)?.memory(kind).ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's.
        unsafe { give(used, 0) }
    }

    /// Other processes keep no card busy.
    fn rsmi_dev_busy_percent_get(index: u32, percent: *mut u32) {
        gpu(index)?;
        // SAFETY: the caller's.
        unsafe { give(percent, 0) }
    }

    /// Nor its memory.
    fn rsmi_dev_memory_busy_percent_get(index: u32, percent: *mut u32) {
        gpu(index)?;
        // SAFETY: the caller's.
        unsafe { give(percent, 0) }
    }

    /// What a status means.
    fn rsmi_status_string(status: u32, to: *mut *const c_char) {
        // SAFETY: the caller's.
        unsafe { give(to, text(status).as_ptr()) }
    }
}
