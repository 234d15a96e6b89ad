//! Functions on addresses that are reserved, and on memory that is mapped there (`hsa_amd_vmem_*` of `hsa_ext_amd.h`).
//!
//! Statuses are those of AMD's runtime, which also ignores the offset into a handle's memory: HIP passes another one.

use std::os::fd::{BorrowedFd, IntoRawFd as _};

use gcn_jit::machine::memory::PAGE;

use crate::agents::{agent, gpu};
use crate::border::{api, give};
use crate::physical::Physical;
use crate::pool::Pool;
use crate::pools;
use crate::reserved::{BOTH, Contents, pages};
use crate::runtime::{Runtime, runtime};
use crate::status::Status;

/// What an agent may do (`hsa_amd_memory_access_desc_t`).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Permission {
    rights: u32,
    agent: u64,
}

/// `hsa_amd_memory_type_t`: nothing said, pinned.
const KINDS: std::ops::RangeInclusive<u32> = 0..=1;

/// Bytes of addresses in whole pages, to which AMD's runtime rounds: HIP 7 reserves what a program asks for.
fn whole_pages(bytes: usize) -> Result<u64, Status> {
    let whole = (bytes as u64).checked_next_multiple_of(PAGE);
    whole.filter(|b| *b != 0).ok_or(Status::INVALID_ARGUMENT)
}

/// `HSA_AMD_VMEM_ADDRESS_NO_REGISTER`: the addresses are the host program's own, of which the driver is told nothing.
const NO_REGISTER: u64 = 1;

fn reserve(bytes: usize, wanted: u64, align: u64, flags: u64) -> Result<u64, Status> {
    let runtime = runtime()?;
    let align = if align == 0 { PAGE } else { align };
    if !align.is_power_of_two() || align < PAGE {
        return Err(Status::INVALID_ARGUMENT);
    }
    let bytes = whole_pages(bytes)?;
    let memory = runtime.memory();
    let contents = match flags & NO_REGISTER {
        0 => Contents::Nothing,
        _ => Contents::OfTheHost,
    };
    runtime
        .reserved
        .reserve(memory, wanted, bytes, align, contents)
}

fn create(runtime: &Runtime, pool: Pool, bytes: usize, kind: u32) -> Result<u64, Status> {
    let bytes = bytes as u64;
    if bytes == 0 || !bytes.is_multiple_of(PAGE) || !KINDS.contains(&kind) {
        return Err(Status::INVALID_ARGUMENT);
    }
    if !pool.is_global() || bytes > pool.size() {
        return Err(Status::INVALID_ALLOCATION);
    }
    pool.take(bytes)?;
    let note = [pools::handle(pool), u64::from(kind)];
    let memory = Physical::new(bytes, Some(pool), note).map_err(|_| Status::OUT_OF_RESOURCES)?;
    Ok(runtime.reserved.add(memory, pool, kind))
}

/// The pool and the type that are noted with memory, which another process may have made.
fn noted(note: [u64; 2]) -> Option<(Pool, u32)> {
    let pool = pools::pool(note[0]).ok().filter(|p| p.is_global())?;
    let kind = u32::try_from(note[1]).ok().filter(|k| KINDS.contains(k))?;
    Some((pool, kind))
}

/// Gives agents access to what is mapped around a pointer, and to its neighbours, as to memory of pools.
pub fn allow(runtime: &Runtime, at: u64, agents: &[u64]) -> Result<(), Status> {
    let range = runtime.reserved.neighbours(at);
    let range = range.ok_or(Status::INVALID_ALLOCATION)?;
    let rights: Vec<(u64, u32)> = agents.iter().map(|&a| (a, BOTH)).collect();
    runtime
        .reserved
        .set_rights(runtime.memory(), &range, &rights)
}

api! {
    /// Reserves addresses, the wanted ones if that is possible.
    fn hsa_amd_vmem_address_reserve(address: *mut u64, bytes: usize, wanted: u64, flags: u64) {
        if address.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(address, reserve(bytes, wanted, 0, flags)?) }
    }

    /// Reserves addresses, from a multiple of `align` on; the wanted ones if that is possible.
    fn hsa_amd_vmem_address_reserve_align(address: *mut u64, bytes: usize, wanted: u64, align: u64, flags: u64) {
        if address.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(address, reserve(bytes, wanted, align, flags)?) }
    }

    /// Gives reserved addresses back.
    fn hsa_amd_vmem_address_free(address: u64, bytes: usize) {
        let runtime = runtime()?;
        if address == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        runtime.reserved.free(address, whole_pages(bytes)?)
    }

    /// Makes memory without an address in a pool.
    fn hsa_amd_vmem_handle_create(pool: u64, bytes: usize, kind: u32, flags: u64, handle: *mut u64) {
        let _ = flags;
        let runtime = runtime()?;
        let pool = pools::pool(pool).map_err(|_| Status::INVALID_ARGUMENT)?;
        if handle.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(handle, create(runtime, pool, bytes, kind)?) }
    }

    /// Ends one use of a handle; its memory goes with the last one, and the last mapping.
    fn hsa_amd_vmem_handle_release(handle: u64) {
        runtime()?.reserved.release(handle)
    }

    /// Maps a handle's memory at reserved addresses.
    fn hsa_amd_vmem_map(address: u64, bytes: usize, offset: usize, handle: u64, flags: u64) {
        let _ = (offset, flags);
        runtime()?.reserved.map(pages(address, bytes)?, handle)
    }

    /// Ends a mapping.
    fn hsa_amd_vmem_unmap(address: u64, bytes: usize) {
        let runtime = runtime()?;
        runtime.reserved.unmap(runtime.memory(), &pages(address, bytes)?)
    }

    /// Says what agents may do with what is mapped in a range.
    fn hsa_amd_vmem_set_access(address: u64, bytes: usize, list: *const Permission, count: usize) {
        let runtime = runtime()?;
        let range = pages(address, bytes)?;
        if list.is_null() || count == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        let mut rights = Vec::new();
        for i in 0..count {
            // SAFETY: the caller's: there are as many.
            let wanted = unsafe { list.add(i).read_unaligned() };
            agent(wanted.agent)?;
            if wanted.rights > BOTH {
                return Err(Status::INVALID_ARGUMENT);
            }
            rights.push((wanted.agent, wanted.rights));
        }
        runtime.reserved.set_rights(runtime.memory(), &range, &rights)
    }

    /// What a GPU may do with what is mapped at an address.
    fn hsa_amd_vmem_get_access(address: u64, rights: *mut u32, agent: u64) {
        let runtime = runtime()?;
        if address == 0 || rights.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(rights, 0)? };
        let found = runtime.reserved.rights(address, agent)?;
        gpu(agent)?;
        // SAFETY: the caller's.
        unsafe { give(rights, found) }
    }

    /// A file that leads to a handle's memory, in this process and others.
    fn hsa_amd_vmem_export_shareable_handle(file: *mut i32, handle: u64, flags: u64) {
        let _ = flags;
        let runtime = runtime()?;
        if file.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(file, -1)? };
        let exported = runtime.reserved.export(handle)?;
        // SAFETY: the caller's. The file is the host program's, to close.
        unsafe { give(file, exported.into_raw_fd()) }
    }

    /// The handle of the memory that a file leads to, which this process or another has exported. The file stays the
    /// host program's.
    fn hsa_amd_vmem_import_shareable_handle(file: i32, handle: *mut u64) {
        let runtime = runtime()?;
        if file < 0 || handle.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller has it open: if not, the import fails.
        let file = unsafe { BorrowedFd::borrow_raw(file) };
        let imported = runtime.reserved.import(file, noted)?;
        // SAFETY: the caller's.
        unsafe { give(handle, imported) }
    }

    /// The handle of what is mapped from an address on, to be released once more.
    fn hsa_amd_vmem_retain_alloc_handle(handle: *mut u64, address: u64) {
        let runtime = runtime()?;
        if address == 0 || handle.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(handle, runtime.reserved.retain(address)?) }
    }

    /// What a handle was made with.
    fn hsa_amd_vmem_get_alloc_properties_from_handle(handle: u64, pool: *mut u64, kind: *mut u32) {
        let runtime = runtime()?;
        if pool.is_null() || kind.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let (found, of) = runtime.reserved.properties(handle)?;
        // SAFETY: the caller's.
        unsafe {
            give(pool, pools::handle(found))?;
            give(kind, of)
        }
    }
}
