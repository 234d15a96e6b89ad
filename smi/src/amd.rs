//! `libamd_smi`: sockets with one card each. Handles are numbers from 1.

use std::ffi::{CStr, c_char, c_void};

use crate::border::{Answer, Status, api, give, give_text};
use crate::gpus::{self, Gpu, MEMORY};

/// AMDSMI_STATUS_NOT_FOUND.
const NOT_FOUND: Status = Status(31);
/// AMDSMI_STATUS_INSUFFICIENT_SIZE.
const SHORT: Status = Status(41);
/// AMDSMI_PROCESSOR_TYPE_AMD_GPU.
const IS_GPU: u32 = 1;

/// A socket, or the card in it.
type Handle = *mut c_void;

fn handle(gpu: &Gpu) -> Handle {
    std::ptr::without_provenance_mut(gpu.index + 1)
}

fn gpu(handle: Handle) -> Result<Gpu, Status> {
    let index = handle.addr().checked_sub(1).ok_or(Status::INVALID)?;
    gpus::all().get(index).copied().ok_or(Status::INVALID)
}

/// Handles, as many as the caller has room for, or how many there are where it has no place for them.
///
/// # Safety
/// `count` is null or can be read and written; `to` is null or has room for that many.
unsafe fn give_handles(gpus: &[Gpu], count: *mut u32, to: *mut Handle) -> Answer {
    if count.is_null() {
        return Err(Status::INVALID);
    }
    let mut n = gpus.len() as u32;
    if !to.is_null() {
        // SAFETY: the caller's.
        n = n.min(unsafe { count.read_unaligned() });
        for (i, gpu) in gpus.iter().take(n as usize).enumerate() {
            // SAFETY: the caller's: there is room for n.
            unsafe { give(to.add(i), handle(gpu))? };
        }
    }
    // SAFETY: the caller's.
    unsafe { give(count, n) }
}

/// What the statuses that are returned here mean.
fn text(status: u32) -> &'static CStr {
    match Status(status) {
        Status::SUCCESS => c"AMDSMI_STATUS_SUCCESS: the call has succeeded",
        Status::INVALID => c"AMDSMI_STATUS_INVAL: an argument is invalid",
        Status::NOT_SUPPORTED => c"AMDSMI_STATUS_NOT_SUPPORTED: this is not supported",
        NOT_FOUND => c"AMDSMI_STATUS_NOT_FOUND: there is no such card",
        SHORT => c"AMDSMI_STATUS_INSUFFICIENT_SIZE: there is too little room for the answer",
        _ => c"a status that gcn-jit's library does not return",
    }
}

api! {
    /// Always succeeds: no driver is needed.
    fn amdsmi_init(_flags: u64) {
        Ok(())
    }

    /// Nothing is to be given back.
    fn amdsmi_shut_down() {
        Ok(())
    }

    /// A socket for each card.
    fn amdsmi_get_socket_handles(count: *mut u32, sockets: *mut Handle) {
        // SAFETY: the caller's.
        unsafe { give_handles(gpus::all(), count, sockets) }
    }

    /// The card in a socket.
    fn amdsmi_get_processor_handles(socket: Handle, count: *mut u32, processors: *mut Handle) {
        // SAFETY: the caller's.
        unsafe { give_handles(&[gpu(socket)?], count, processors) }
    }

    /// All are cards.
    fn amdsmi_get_processor_type(processor: Handle, kind: *mut u32) {
        gpu(processor)?;
        // SAFETY: the caller's.
        unsafe { give(kind, IS_GPU) }
    }

    /// The card at a PCI address.
    fn amdsmi_get_processor_handle_from_bdf(bdf: u64, processor: *mut Handle) {
        let found = gpus::all().iter().find(|g| g.pci() == bdf);
        // SAFETY: the caller's.
        unsafe { give(processor, handle(found.ok_or(NOT_FOUND)?)) }
    }

    /// The PCI address: 3 bits of function, 5 of device, 8 of bus, and the domain, which is 0.
    fn amdsmi_get_gpu_device_bdf(processor: Handle, bdf: *mut u64) {
        // SAFETY: the caller's.
        unsafe { give(bdf, gpu(processor)?.pci()) }
    }

    /// The same as a number.
    fn amdsmi_get_gpu_bdf_id(processor: Handle, id: *mut u64) {
        // SAFETY: the caller's.
        unsafe { give(id, gpu(processor)?.pci()) }
    }

    /// The PCI device number.
    fn amdsmi_get_gpu_id(processor: Handle, id: *mut u16) {
        // SAFETY: the caller's.
        unsafe { give(id, gpu(processor)?.card.chip as u16) }
    }

    /// The vendor's name.
    fn amdsmi_get_gpu_vendor_name(processor: Handle, name: *mut c_char, len: usize) {
        gpu(processor)?;
        // SAFETY: the caller's.
        unsafe { give_text(name, len, "Advanced Micro Devices, Inc. [AMD/ATI]", SHORT) }
    }

    /// Bytes of memory.
    fn amdsmi_get_gpu_memory_total(processor: Handle, kind: u32, total: *mut u64) {
        let memory = gpu(processor)?.memory(kind).ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's.
        unsafe { give(total, memory) }
    }

    /// None is in use: each process has a card of its own.
    fn amdsmi_get_gpu_memory_usage(processor: Handle, kind: u32, used: *mut u64) {
        gpu(processor)?.memory(kind).ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's.
        unsafe { give(used, 0) }
    }

    /// MiB of memory, and of it in use: the structure's first two numbers, which it has in all releases.
    fn amdsmi_get_gpu_vram_usage(processor: Handle, usage: *mut [u32; 2]) {
        gpu(processor)?;
        // SAFETY: the caller's.
        unsafe { give(usage, [(MEMORY >> 20) as u32, 0]) }
    }

    /// Other processes keep no card busy: percents of engine, memory and media, the structure's first three numbers.
    fn amdsmi_get_gpu_activity(processor: Handle, activity: *mut [u32; 3]) {
        gpu(processor)?;
        // SAFETY: the caller's.
        unsafe { give(activity, [0; 3]) }
    }

    /// The same of the engine.
    fn amdsmi_get_gpu_busy_percent(processor: Handle, percent: *mut u32) {
        gpu(processor)?;
        // SAFETY: the caller's.
        unsafe { give(percent, 0) }
    }

    /// What a status means.
    fn amdsmi_status_code_to_string(status: u32, to: *mut *const c_char) {
        // SAFETY: the caller's.
        unsafe { give(to, text(status).as_ptr()) }
    }
}
