//! What calls return, and what is told of those that failed.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gcn_jit::error::{AllocError, Fault, FaultKind, LoadError};
use gcn_jit::runtime::LaunchError;

use crate::gj_device;

/// How a call ended.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum gj_status {
    /// As wanted.
    GJ_OK = 0,
    /// An argument cannot be right: null where there must be something, a size that is too small.
    GJ_ERR_INVALID_ARGUMENT = -1,
    /// There is no room in the guest's or the host's memory.
    GJ_ERR_OUT_OF_MEMORY = -2,
    /// The bytes are not a code object, or are a damaged one.
    GJ_ERR_BAD_CODE_OBJECT = -3,
    /// The code object is for another target than the device, or for one that is not supported.
    GJ_ERR_WRONG_TARGET = -4,
    /// There is nothing of that name or at that address.
    GJ_ERR_NOT_FOUND = -5,
    /// The launch does not fit the kernel or the machine. Nothing has run.
    GJ_ERR_BAD_LAUNCH = -6,
    /// The kernel has done something wrong: see `gj_last_fault`.
    GJ_ERR_FAULT = -7,
    /// A limit of the launch was reached: instructions, or time.
    GJ_ERR_LIMIT = -8,
    /// `gj_cancel` was called.
    GJ_ERR_CANCELLED = -9,
    /// This build or this host cannot do it.
    GJ_ERR_UNSUPPORTED = -10,
    /// A defect of the library.
    GJ_ERR_INTERNAL = -11,
}

impl gj_status {
    fn name(self) -> &'static std::ffi::CStr {
        match self {
            gj_status::GJ_OK => c"ok",
            gj_status::GJ_ERR_INVALID_ARGUMENT => c"invalid argument",
            gj_status::GJ_ERR_OUT_OF_MEMORY => c"out of memory",
            gj_status::GJ_ERR_BAD_CODE_OBJECT => c"bad code object",
            gj_status::GJ_ERR_WRONG_TARGET => c"wrong target",
            gj_status::GJ_ERR_NOT_FOUND => c"not found",
            gj_status::GJ_ERR_BAD_LAUNCH => c"bad launch",
            gj_status::GJ_ERR_FAULT => c"fault",
            gj_status::GJ_ERR_LIMIT => c"limit reached",
            gj_status::GJ_ERR_CANCELLED => c"cancelled",
            gj_status::GJ_ERR_UNSUPPORTED => c"unsupported",
            gj_status::GJ_ERR_INTERNAL => c"internal error",
        }
    }
}

/// The name of a status, in a few words; of a number that is none "unknown status". It need not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn gj_status_name(status: i32) -> *const c_char {
    let all = [
        gj_status::GJ_OK,
        gj_status::GJ_ERR_INVALID_ARGUMENT,
        gj_status::GJ_ERR_OUT_OF_MEMORY,
        gj_status::GJ_ERR_BAD_CODE_OBJECT,
        gj_status::GJ_ERR_WRONG_TARGET,
        gj_status::GJ_ERR_NOT_FOUND,
        gj_status::GJ_ERR_BAD_LAUNCH,
        gj_status::GJ_ERR_FAULT,
        gj_status::GJ_ERR_LIMIT,
        gj_status::GJ_ERR_CANCELLED,
        gj_status::GJ_ERR_UNSUPPORTED,
        gj_status::GJ_ERR_INTERNAL,
    ];
    let named = all.into_iter().find(|s| *s as i32 == status);
    named.map_or(c"unknown status", gj_status::name).as_ptr()
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Error {
    status: gj_status,
    message: String,
    fault: Option<Box<Fault>>,
}

impl Error {
    pub(crate) fn new(status: gj_status, message: impl ToString) -> Error {
        Error {
            status,
            message: message.to_string(),
            fault: None,
        }
    }

    /// An argument that cannot be right.
    pub(crate) fn argument(message: impl ToString) -> Error {
        Error::new(gj_status::GJ_ERR_INVALID_ARGUMENT, message)
    }
}

impl From<AllocError> for Error {
    fn from(e: AllocError) -> Error {
        Error::new(gj_status::GJ_ERR_OUT_OF_MEMORY, e)
    }
}

impl From<LoadError> for Error {
    fn from(e: LoadError) -> Error {
        let status = match e {
            LoadError::Target(_) => gj_status::GJ_ERR_WRONG_TARGET,
            _ => gj_status::GJ_ERR_BAD_CODE_OBJECT,
        };
        Error::new(status, e)
    }
}

impl From<LaunchError> for Error {
    fn from(e: LaunchError) -> Error {
        let message = e.to_string();
        let (status, fault) = match e {
            LaunchError::Fault(fault) => {
                let status = match fault.kind {
                    FaultKind::Cancelled => gj_status::GJ_ERR_CANCELLED,
                    FaultKind::InstructionLimit(_) | FaultKind::Timeout => gj_status::GJ_ERR_LIMIT,
                    _ => gj_status::GJ_ERR_FAULT,
                };
                (status, Some(fault))
            }
            LaunchError::Alloc(_) => (gj_status::GJ_ERR_OUT_OF_MEMORY, None),
            LaunchError::Compile(_) => (gj_status::GJ_ERR_UNSUPPORTED, None),
            _ => (gj_status::GJ_ERR_BAD_LAUNCH, None),
        };
        Error {
            status,
            message,
            fault,
        }
    }
}

/// The last failure of a thread, and the device that the call was about; null for none.
struct Last {
    device: *const gj_device,
    error: Error,
    /// The kernel's name, for C.
    kernel: std::ffi::CString,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// Does what a call is to do: its failure, or a panic, becomes a status.
pub(crate) fn call(device: *const gj_device, f: impl FnOnce() -> Result<(), Error>) -> gj_status {
    let error = match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(())) => return gj_status::GJ_OK,
        Ok(Err(error)) => error,
        Err(panic) => Error::new(gj_status::GJ_ERR_INTERNAL, panicked(&*panic)),
    };
    let status = error.status;
    let kernel = error.fault.as_ref().map(|f| f.context.kernel.clone());
    let kernel = kernel.unwrap_or_default().replace('\0', "");
    let last = Last {
        device,
        error,
        kernel: std::ffi::CString::new(kernel).unwrap_or_default(),
    };
    LAST.with(|l| *l.borrow_mut() = Some(last));
    status
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a defect of gcn-jit: {}", text.unwrap_or("panic"))
}

/// Calls `f` with the last failure, if it was about `device`; any counts for null.
fn with_last<R>(device: *const gj_device, f: impl FnOnce(&Last) -> R) -> Option<R> {
    LAST.with(|l| {
        let last = l.borrow();
        let last = last.as_ref()?;
        (device.is_null() || device == last.device).then(|| f(last))
    })
}

/// What went wrong in the last call of this thread that failed, in one line: into the `size` bytes at `buffer`, cut
/// off there, with a zero behind it. Gives its length in bytes without that, so that a buffer of one more has room
/// for all; 0 when nothing has failed. Of calls about other devices it tells nothing; `device` may be null: then of
/// any, and of those that opened none.
///
/// # Safety
/// `buffer` has `size` bytes, or is null with a size of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_last_error(
    device: *const gj_device,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    let text = with_last(device, |l| l.error.message.clone()).unwrap_or_default();
    // SAFETY: the caller's.
    unsafe { put_text(&text, buffer, size) }
}

/// Writes `text` and a zero to the `size` bytes at `buffer`, cut off at a character's end; gives its length.
///
/// # Safety
/// `buffer` has `size` bytes, or `size` is 0.
pub(crate) unsafe fn put_text(text: &str, buffer: *mut c_char, size: usize) -> usize {
    if size != 0 && !buffer.is_null() {
        let mut n = text.len().min(size - 1);
        while !text.is_char_boundary(n) {
            n -= 1;
        }
        // SAFETY: `n` is less than `size`.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), n);
            *buffer.add(n) = 0;
        }
    }
    text.len()
}

/// What kinds of faults there are.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum gj_fault_kind {
    /// A load outside of all memory.
    GJ_FAULT_READ = 1,
    /// A store or atomic outside of all memory, or to what is read-only.
    GJ_FAULT_WRITE = 2,
    /// An address that is not aligned as the instruction demands.
    GJ_FAULT_MISALIGNED = 3,
    /// Words that are not an instruction.
    GJ_FAULT_ILLEGAL = 4,
    /// An instruction that is not supported.
    GJ_FAULT_UNSUPPORTED = 5,
    /// The program counter has left the code.
    GJ_FAULT_PC = 6,
    /// `s_trap`.
    GJ_FAULT_TRAP = 7,
    /// The instruction limit.
    GJ_FAULT_INSTRUCTION_LIMIT = 8,
    /// The time limit.
    GJ_FAULT_TIMEOUT = 9,
    /// The host has ended the launch.
    GJ_FAULT_CANCELLED = 10,
    /// All waves wait for each other.
    GJ_FAULT_DEADLOCK = 11,
    /// Any other.
    GJ_FAULT_OTHER = 12,
    /// None of the kernel's: a defect of gcn-jit.
    GJ_FAULT_INTERNAL = 13,
}

/// A fault of a kernel, and where.
#[repr(C)]
pub struct gj_fault {
    /// `sizeof(gj_fault)`, set by the caller.
    pub size: u32,
    /// What went wrong.
    pub kind: gj_fault_kind,
    /// Guest address of the instruction.
    pub pc: u64,
    /// Guest address of the access, for reads, writes and misaligned ones.
    pub address: u64,
    /// Its size in bytes; 0 for other faults.
    pub access: u32,
    /// The lowest lane that has faulted; -1 when the whole wave has.
    pub lane: i32,
    /// The work-group's id.
    pub workgroup: [u32; 3],
    /// The wave's number in it.
    pub wave: u32,
    /// The kernel's name, until the next call of this thread fails.
    pub kernel: *const c_char,
}

/// The fault with which the last call of this thread that failed ended, if it was one (`gj_last_error`).
///
/// # Safety
/// `fault` is a `gj_fault` of the size that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_last_fault(
    device: *const gj_device,
    fault: *mut gj_fault,
) -> gj_status {
    if fault.is_null() {
        return gj_status::GJ_ERR_INVALID_ARGUMENT;
    }
    let made = with_last(device, |l| {
        let f = l.error.fault.as_ref()?;
        let (address, access) = f.kind.access().unwrap_or_default();
        Some(gj_fault {
            size: 0,
            kind: match f.kind {
                FaultKind::Read { .. } => gj_fault_kind::GJ_FAULT_READ,
                FaultKind::Write { .. } => gj_fault_kind::GJ_FAULT_WRITE,
                FaultKind::Misaligned { .. } => gj_fault_kind::GJ_FAULT_MISALIGNED,
                FaultKind::Illegal(_) => gj_fault_kind::GJ_FAULT_ILLEGAL,
                FaultKind::Unsupported { .. } => gj_fault_kind::GJ_FAULT_UNSUPPORTED,
                FaultKind::PcOutOfCode => gj_fault_kind::GJ_FAULT_PC,
                FaultKind::Trap(_) => gj_fault_kind::GJ_FAULT_TRAP,
                FaultKind::InstructionLimit(_) => gj_fault_kind::GJ_FAULT_INSTRUCTION_LIMIT,
                FaultKind::Timeout => gj_fault_kind::GJ_FAULT_TIMEOUT,
                FaultKind::Cancelled => gj_fault_kind::GJ_FAULT_CANCELLED,
                FaultKind::Deadlock(_) => gj_fault_kind::GJ_FAULT_DEADLOCK,
                FaultKind::Internal(_) => gj_fault_kind::GJ_FAULT_INTERNAL,
                _ => gj_fault_kind::GJ_FAULT_OTHER,
            },
            pc: f.pc,
            address,
            access,
            lane: f.lane.map_or(-1, i32::from),
            workgroup: f.workgroup,
            wave: f.wave,
            kernel: l.kernel.as_ptr(),
        })
    });
    match made.flatten() {
        // SAFETY: the caller's.
        Some(made) => match unsafe { give(made, fault) } {
            Ok(()) => gj_status::GJ_OK,
            Err(_) => gj_status::GJ_ERR_INVALID_ARGUMENT,
        },
        None => gj_status::GJ_ERR_NOT_FOUND,
    }
}

/// A structure that begins with its size, a `u32`.
///
/// # Safety
/// It is `repr(C)`, its first field is a `u32`, and all bits zero are a value of it.
pub(crate) unsafe trait Sized32: Sized {}

/// Writes the fields of `value` that the structure at `to` has, except for its size.
///
/// # Safety
/// `to` has as many bytes as its first field says.
pub(crate) unsafe fn give<T: Sized32>(value: T, to: *mut T) -> Result<(), Error> {
    // SAFETY: the caller's.
    let size = unsafe { to.cast::<u32>().read() } as usize;
    if size < size_of::<u32>() {
        return Err(Error::argument("the size of a structure is not set"));
    }
    let n = size.min(size_of::<T>()) - size_of::<u32>();
    let from = (&raw const value).cast::<u8>();
    // SAFETY: both have `n` bytes behind their sizes.
    unsafe {
        std::ptr::copy_nonoverlapping(from.add(size_of::<u32>()), to.cast::<u8>().add(4), n);
    }
    Ok(())
}

/// The structure at `from`, with zeros for the fields that it has not.
///
/// # Safety
/// `from` has as many bytes as its first field says.
pub(crate) unsafe fn take<T: Sized32>(from: *const T) -> Result<T, Error> {
    if from.is_null() {
        return Err(Error::argument("a null pointer for a structure"));
    }
    // SAFETY: the caller's.
    let size = unsafe { from.cast::<u32>().read() } as usize;
    if size < size_of::<u32>() {
        return Err(Error::argument("the size of a structure is not set"));
    }
    // Of a later version: what this one does not know must not be wanted.
    // SAFETY: it has `size` bytes.
    let more = (size_of::<T>()..size).any(|at| unsafe { from.cast::<u8>().add(at).read() } != 0);
    if more {
        let what = "a structure has fields that this version of gcn-jit does not know";
        return Err(Error::new(gj_status::GJ_ERR_UNSUPPORTED, what));
    }
    // SAFETY: zero bits are a value; both have that many bytes.
    unsafe {
        let mut value: T = std::mem::zeroed();
        let n = size.min(size_of::<T>());
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut value).cast(), n);
        Ok(value)
    }
}

// SAFETY: its kind is never read from C.
unsafe impl Sized32 for gj_fault {}
