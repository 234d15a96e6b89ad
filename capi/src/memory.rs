//! Guest memory.

use std::ffi::{c_char, c_void};

use gcn_jit::machine::memory::Access;

use crate::device::{open, result, text};
use crate::status::{Error, call};
use crate::{gj_device, gj_status};

/// What kernels may do with memory that the host lends.
pub const GJ_READ: u32 = 1;
/// As `GJ_READ`, and stores and atomics.
pub const GJ_READ_WRITE: u32 = 3;

/// Allocates `bytes` zeroed bytes at a multiple of `align` (a power of two, or 0 for 256): gives the guest address.
/// `name`, which may be null, names them in messages.
///
/// # Safety
/// The device is open, `name` null or text, and `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_alloc(
    device: *mut gj_device,
    bytes: u64,
    align: u64,
    name: *const c_char,
    address: *mut u64,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let (device, name, to) = unsafe { (open(device)?, text(name)?, result(address)?) };
        let align = if align == 0 { 256 } else { align };
        if !align.is_power_of_two() {
            return Err(Error::argument(format!(
                "the alignment {align} is not a power of two"
            )));
        }
        let name = name.unwrap_or("buffer");
        *to = device
            .device
            .memory()
            .alloc(bytes, align, Access::ReadWrite, name)?;
        Ok(())
    })
}

/// Frees what `gj_alloc` has given. Kernels that still reach there fault.
///
/// # Safety
/// The device is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_free(device: *mut gj_device, address: u64) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        let freed = device.device.memory().free(address);
        freed.map_err(|e| Error::new(gj_status::GJ_ERR_NOT_FOUND, e))
    })
}

/// Lends kernels `bytes` bytes of the host's memory at `host`: gives the guest address of the first, which with
/// `GJ_HOST_ADDRESSES` is `host`. `access` is `GJ_READ` or `GJ_READ_WRITE`.
///
/// # Safety
/// The device is open, and `address` can be written. Until `gj_unmap` the bytes can be read, and written if
/// `access` says so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_map(
    device: *mut gj_device,
    host: *mut c_void,
    bytes: u64,
    access: u32,
    address: *mut u64,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let (device, to) = unsafe { (open(device)?, result(address)?) };
        let access = match access {
            GJ_READ => Access::ReadOnly,
            GJ_READ_WRITE => Access::ReadWrite,
            _ => return Err(Error::argument(format!("there is no access {access}"))),
        };
        if host.is_null() || bytes == 0 {
            return Err(Error::argument("there is nothing to map"));
        }
        // SAFETY: the caller's.
        let mapped = unsafe {
            device
                .device
                .memory()
                .map(host.cast(), bytes, access, "host memory")
        };
        *to = mapped.map_err(|_| {
            let host = host as usize;
            Error::argument(format!(
                "of the {bytes} bytes at {host:#x} some are the guest's already"
            ))
        })?;
        Ok(())
    })
}

/// Ends what `gj_map` has begun, by the address that it gave.
///
/// # Safety
/// The device is open, and no kernel that uses the memory is running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_unmap(device: *mut gj_device, address: u64) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        let done = device.device.memory().unmap(address);
        done.map_err(|e| Error::new(gj_status::GJ_ERR_NOT_FOUND, e))
    })
}

fn outside(device: &gj_device, address: u64, bytes: u64) -> Error {
    let place = device.device.memory().describe(address);
    let what = format!("{bytes} bytes at {address:#x} are not all in one allocation ({place})");
    Error::new(gj_status::GJ_ERR_NOT_FOUND, what)
}

/// Copies `bytes` bytes from `from` to guest memory, whatever kernels may do there.
///
/// # Safety
/// The device is open, and `from` has that many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_write(
    device: *mut gj_device,
    address: u64,
    from: *const c_void,
    bytes: u64,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        if bytes == 0 {
            return Ok(());
        }
        if from.is_null() {
            return Err(Error::argument("a null pointer for bytes"));
        }
        // SAFETY: the caller's.
        let from = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes as usize) };
        let done = device.device.memory().write(address, from);
        done.map_err(|_| outside(device, address, bytes))
    })
}

/// Copies `bytes` bytes of guest memory to `to`.
///
/// # Safety
/// The device is open, and `to` has room for that many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_read(
    device: *mut gj_device,
    address: u64,
    to: *mut c_void,
    bytes: u64,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        if bytes == 0 {
            return Ok(());
        }
        if to.is_null() {
            return Err(Error::argument("a null pointer for bytes"));
        }
        let memory = device.device.memory();
        let window = memory.window(address);
        if window.is_none_or(|w| w.offset(address, bytes).is_none()) {
            return Err(outside(device, address, bytes));
        }
        // SAFETY: the caller's; zeros make it bytes that may be referred to.
        let to = unsafe {
            std::ptr::write_bytes(to.cast::<u8>(), 0, bytes as usize);
            std::slice::from_raw_parts_mut(to.cast::<u8>(), bytes as usize)
        };
        let done = memory.read(address, to);
        done.map_err(|_| outside(device, address, bytes))
    })
}

/// Where the host finds `bytes` bytes of guest memory; null if they are not all in one allocation. It stays so until
/// that is freed.
///
/// # Safety
/// The device is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_host_pointer(
    device: *mut gj_device,
    address: u64,
    bytes: u64,
) -> *mut c_void {
    let mut found = std::ptr::null_mut();
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        let window = device.device.memory().window(address);
        let place =
            window.and_then(|w| Some(w.host.wrapping_add(w.offset(address, bytes)? as usize)));
        found = place.ok_or_else(|| outside(device, address, bytes))?.cast();
        Ok(())
    });
    found
}
