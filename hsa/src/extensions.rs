//! Tables of functions: only the loader's queries have one (`hsa_ven_amd_loader.h`, versions 1.00 to 1.03).

use std::ffi::c_void;

use crate::border::api;
use crate::loader;
use crate::runtime::runtime;
use crate::status::Status;

/// `HSA_EXTENSION_AMD_LOADER`
pub const LOADER: u16 = 0x201;

/// How many functions the table has from each minor version on.
const COUNTS: [usize; 4] = [3, 5, 6, 7];

/// The table; later versions have longer ones.
fn table() -> [*const c_void; 7] {
    [
        loader::hsa_ven_amd_loader_query_host_address as *const c_void,
        loader::hsa_ven_amd_loader_query_segment_descriptors as *const c_void,
        loader::hsa_ven_amd_loader_query_executable as *const c_void,
        loader::hsa_ven_amd_loader_executable_iterate_loaded_code_objects as *const c_void,
        loader::hsa_ven_amd_loader_loaded_code_object_get_info as *const c_void,
        loader::hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size
            as *const c_void,
        loader::hsa_ven_amd_loader_iterate_executables as *const c_void,
    ]
}

/// Writes as many bytes of the table as there are, at most `bytes`.
///
/// # Safety
/// `to` is null or has as many bytes.
unsafe fn give(extension: u16, major: u16, bytes: usize, to: *mut c_void) -> Result<(), Status> {
    runtime()?;
    if to.is_null() || bytes == 0 {
        return Err(Status::INVALID_ARGUMENT);
    }
    if (extension, major) != (LOADER, 1) {
        return Err(Status::ERROR);
    }
    let table = table();
    let n = bytes.min(size_of_val(&table));
    // SAFETY: the caller's.
    unsafe { std::ptr::copy_nonoverlapping(table.as_ptr().cast::<u8>(), to.cast(), n) };
    Ok(())
}

api! {
    /// The functions of an extension: a version of it.
    fn hsa_system_get_extension_table(extension: u16, major: u16, minor: u16, table: *mut c_void) {
        let count = COUNTS.get(usize::from(minor)).ok_or(Status::ERROR)?;
        // SAFETY: the caller's.
        unsafe { give(extension, major, count * size_of::<usize>(), table) }
    }

    /// The functions of an extension: so many bytes of them.
    fn hsa_system_get_major_extension_table(extension: u16, major: u16, bytes: usize, table: *mut c_void) {
        // SAFETY: the caller's.
        unsafe { give(extension, major, bytes, table) }
    }
}
