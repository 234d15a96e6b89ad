//! Devices.

use std::ffi::{CStr, c_char};
use std::sync::{Arc, Mutex, MutexGuard};

use gcn_jit::runtime::{CancelToken, Device, LoadedProgram};

use crate::gj_status;
use crate::status::{Error, Sized32, call, take};

/// A device: guest memory, the programs in it, and launches.
pub struct gj_device {
    pub(crate) device: Device,
    /// The target that code objects must be for, if the device has one.
    pub(crate) target: Option<String>,
    /// Host threads of a launch that does not say.
    pub(crate) threads: usize,
    /// Whether guest addresses are host addresses.
    pub(crate) at_host: bool,
    /// The programs that are loaded, by which packets are served.
    programs: Mutex<Vec<Arc<LoadedProgram>>>,
    /// What ends the launches that are running.
    cancel: Mutex<CancelToken>,
}

/// Guest addresses are host addresses: what `gj_alloc` gives is where the host finds the bytes, too, and pointers
/// that the host puts into guest memory are right there.
pub const GJ_HOST_ADDRESSES: u32 = 1;

/// How to open a device. All zero but the size is fine.
#[repr(C)]
pub struct gj_device_options {
    /// `sizeof(gj_device_options)`.
    pub size: u32,
    /// The target that code objects must be for, as "gfx906"; null for any. Files that are not ELF files are read as
    /// raw programs for it.
    pub target: *const c_char,
    /// Bytes of guest address space, of which host memory is only taken as it is touched; 0 for as many as the host
    /// allows, up to 64 GiB.
    pub arena: u64,
    /// Host threads of a launch that does not say; 0 for one.
    pub threads: u32,
    /// `GJ_HOST_ADDRESSES`, or 0.
    pub flags: u32,
    /// Guest address at which the address space is to begin; 0 for what the library chooses, which is all that it
    /// supports.
    pub base: u64,
}

// SAFETY: numbers and a pointer.
unsafe impl Sized32 for gj_device_options {}

impl gj_device {
    pub(crate) fn programs(&self) -> MutexGuard<'_, Vec<Arc<LoadedProgram>>> {
        self.programs.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The token of launches that begin now.
    pub(crate) fn token(&self) -> CancelToken {
        self.cancel
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .clone()
    }
}

/// The text at `text`; null is none.
///
/// # Safety
/// It is null or ends in a zero, and stays as it is for as long as what is given.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<Option<&'a str>, Error> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text.to_str();
    text.map(Some)
        .map_err(|_| Error::argument("a name is not UTF-8"))
}

/// The device behind a handle.
///
/// # Safety
/// It is null or a device that is open for as long as what is given.
pub(crate) unsafe fn open<'a>(device: *const gj_device) -> Result<&'a gj_device, Error> {
    // SAFETY: the caller's.
    unsafe { device.as_ref() }.ok_or_else(|| Error::argument("a null pointer for a device"))
}

/// Where to write a result.
///
/// # Safety
/// It is null or can be written.
pub(crate) unsafe fn result<'a, T>(to: *mut T) -> Result<&'a mut T, Error> {
    // SAFETY: the caller's.
    unsafe { to.as_mut() }.ok_or_else(|| Error::argument("a null pointer for a result"))
}

/// Opens a device; `options` may be null.
///
/// # Safety
/// `options` has as many bytes as its size says; `device` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_device_open(
    options: *const gj_device_options,
    device: *mut *mut gj_device,
) -> gj_status {
    call(std::ptr::null(), || {
        // SAFETY: the caller's.
        let to = unsafe { result(device) }?;
        let (mut target, mut threads, mut flags, mut arena) = (None, 0, 0, 0);
        if !options.is_null() {
            // SAFETY: the caller's.
            let options = unsafe { take(options) }?;
            // SAFETY: the caller's.
            target = unsafe { text(options.target) }?.map(str::to_owned);
            (threads, flags, arena) = (options.threads, options.flags, options.arena);
            if options.base != 0 {
                let what = "the address space begins where the library chooses";
                return Err(Error::new(gj_status::GJ_ERR_UNSUPPORTED, what));
            }
        }
        if flags & !GJ_HOST_ADDRESSES != 0 {
            let what = format!("the device flags {flags:#x} are not known");
            return Err(Error::new(gj_status::GJ_ERR_UNSUPPORTED, what));
        }
        if let Some(target) = &target
            && gcn_jit::isa::Gen::from_target(target).is_none()
        {
            let what = format!("gcn-jit runs no target '{target}'");
            return Err(Error::new(gj_status::GJ_ERR_WRONG_TARGET, what));
        }
        let at_host = flags & GJ_HOST_ADDRESSES != 0;
        let opened = match (arena, at_host) {
            (0, false) => Device::new(),
            (0, true) => Device::with_host_addresses(),
            (bytes, _) => Device::with_arena(bytes, at_host),
        };
        let opened = opened.map_err(|e| Error::new(gj_status::GJ_ERR_OUT_OF_MEMORY, e))?;
        *to = Arc::into_raw(Arc::new(gj_device {
            device: opened,
            target,
            threads: threads.max(1) as usize,
            at_host,
            programs: Mutex::default(),
            cancel: Mutex::default(),
        }))
        .cast_mut();
        Ok(())
    })
}

/// Closes a device. Its memory ends with it, or with the last of its programs.
///
/// # Safety
/// It is null or open, and no other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_device_close(device: *mut gj_device) {
    if !device.is_null() {
        // SAFETY: `gj_device_open` gave it.
        let device = unsafe { Arc::from_raw(device) };
        call(std::ptr::null(), || {
            drop(device);
            Ok(())
        });
    }
}

/// Ends the launches of a device that are running now, from any thread: they return `GJ_ERR_CANCELLED`.
///
/// # Safety
/// The device is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_cancel(device: *mut gj_device) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        let mut token = device.cancel.lock().unwrap_or_else(|e| e.into_inner());
        std::mem::take(&mut *token).cancel();
        Ok(())
    })
}
