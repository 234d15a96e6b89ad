//! How functions reach C, and write their results. The libraries share the numbers of these statuses.

use std::ffi::c_char;

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Status(pub u32);

impl Status {
    /// All is well.
    pub const SUCCESS: Status = Status(0);
    /// A null pointer, or a card that there is not.
    pub const INVALID: Status = Status(1);
    /// The card does not tell.
    pub const NOT_SUPPORTED: Status = Status(2);
}

/// What a call may end in.
pub type Answer = Result<(), Status>;

/// Writes a result.
///
/// # Safety
/// `to` is null or can be written.
pub unsafe fn give<T>(to: *mut T, value: T) -> Answer {
    if to.is_null() {
        return Err(Status::INVALID);
    }
    // SAFETY: the caller's; callers from C may align less.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Writes text with its zero; what has no room is `short`.
///
/// # Safety
/// `to` is null or has room for `room` bytes.
pub unsafe fn give_text(to: *mut c_char, room: usize, text: &str, short: Status) -> Answer {
    if to.is_null() || room == 0 {
        return Err(Status::INVALID);
    }
    let n = text.len().min(room - 1);
    // SAFETY: the caller's: n bytes and a zero are at most `room`.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), to.cast(), n);
        to.add(n).write(0);
    }
    if n == text.len() { Ok(()) } else { Err(short) }
}

/// Functions of the interfaces: their bodies are what a call does.
macro_rules! api {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// Pointers are null or lead to what the library's header says.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $ty),*) -> u32 {
                let call = || -> $crate::border::Answer { $body };
                match call() {
                    Ok(()) => $crate::border::Status::SUCCESS.0,
                    Err(status) => status.0,
                }
            }
        )*
    };
}
pub(crate) use api;
