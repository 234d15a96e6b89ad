//! How a function reaches C: its symbol with its version, the trace of its calls, and no panics.

use std::ffi::{CStr, c_char};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::{Status, names};
use crate::trace::{self, Args};

/// Text that C gives; the trace shows what it says.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Text(pub *const c_char);

impl Text {
    /// The text.
    ///
    /// # Safety
    /// It is null or ends in a zero.
    pub unsafe fn get<'a>(self) -> Result<&'a str, Status> {
        if self.0.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str().map_err(|_| Status::INVALID_ARGUMENT)
    }
}

impl Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: functions that take text demand that it ends in a zero.
        match unsafe { self.get() } {
            Ok(text) => write!(f, "{text:?}"),
            Err(_) => write!(f, "{:p}", self.0),
        }
    }
}

/// Does what a call is to do: its failure, or a panic, becomes a status.
pub fn call(name: &str, args: Args<'_>, f: impl FnOnce() -> Result<(), Status>) -> u32 {
    let status = match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(())) => Status::SUCCESS,
        Ok(Err(status)) => status,
        Err(_) => Status::ERROR,
    };
    if let Some(trace) = trace::get() {
        trace.call(name, args, &names(status));
    }
    status.0
}

/// As [`call`], for functions that give a value. A panic gives the type's default.
pub fn value<T: Default + Debug>(name: &str, args: Args<'_>, f: impl FnOnce() -> T) -> T {
    let value = catch_unwind(AssertUnwindSafe(f)).unwrap_or_default();
    if let Some(trace) = trace::get() {
        trace.call(name, args, &format!("{value:x?}"));
    }
    value
}

/// Where to write a result.
///
/// # Safety
/// It is null or can be written.
pub unsafe fn give<T>(to: *mut T, value: T) -> Result<(), Status> {
    if to.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller's; callers from C may align less.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Exports a function under its name, with the version that consumers ask for.
///
/// The symbol is a jump of its own: rustc's version script does not list it, so the version that it names holds.
macro_rules! export {
    ($name:ident) => {
        std::arch::global_asm!(
            concat!(
                ".pushsection .text.gj_", stringify!($name), ",\"ax\",@progbits\n",
                ".globl gj_", stringify!($name), "\n",
                ".type gj_", stringify!($name), ",@function\n",
                "gj_", stringify!($name), ":\n",
                "jmp {f}\n",
                ".size gj_", stringify!($name), ", .-gj_", stringify!($name), "\n",
                ".symver gj_", stringify!($name), ",", stringify!($name), "@@ROCR_1\n",
                ".popsection",
            ),
            f = sym $name
        );
    };
}
pub(crate) use export;

/// Functions of the interface that return a status. Their bodies are what a call does.
macro_rules! api {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Pointers are null or lead to what the HSA specification says; handles may be anything.
        pub(crate) unsafe extern "C" fn $name($($arg: $ty),*) -> u32 {
            $crate::border::call(
                stringify!($name),
                &[$((stringify!($arg), &$arg)),*],
                || -> Result<(), $crate::status::Status> { $body },
            )
        }
        $crate::border::export!($name);
    )*};
}
pub(crate) use api;

/// Functions of the interface that give a value.
macro_rules! values {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty $body:block)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Pointers are null or lead to what the HSA specification says; handles may be anything.
        pub(crate) unsafe extern "C" fn $name($($arg: $ty),*) -> $ret {
            $crate::border::value(
                stringify!($name),
                &[$((stringify!($arg), &$arg)),*],
                || -> $ret { $body },
            )
        }
        $crate::border::export!($name);
    )*};
}
pub(crate) use values;
