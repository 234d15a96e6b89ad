//! What generated code calls may panic: an error of this crate's own. Generated code cannot be unwound, so the panic is
//! caught before it comes there, the frames of generated code are left behind as after any fault, and the launch ends
//! with [`FaultKind::Internal`].
#![allow(unsafe_code)]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::leave_with;
use crate::error::{FaultKind, panic_text};
use crate::ir::plant::{Fault, planted};

/// Runs a function for generated code; does not come back if it panics.
///
/// # Safety
/// Called by generated code only: no frame between that and this one owns anything.
#[inline(always)]
pub(super) unsafe fn guarded<R>(f: impl FnOnce() -> R) -> R {
    let called = || {
        assert!(!planted(Fault::Panics), "planted");
        f()
    };
    match catch_unwind(AssertUnwindSafe(called)) {
        Ok(r) => r,
        // SAFETY: the caller's; nothing is left here to be dropped.
        Err(payload) => unsafe { leave_with(internal(payload)) },
    }
}

/// The fault that a panic is.
#[cold]
fn internal(payload: Box<dyn Any + Send>) -> FaultKind {
    FaultKind::Internal(panic_text(&*payload))
}

/// An argument of a function, as generated code passes it.
pub(super) trait Argument {
    fn of(word: u64) -> Self;
}

impl Argument for u64 {
    fn of(word: u64) -> u64 {
        word
    }
}

impl<T> Argument for *const T {
    fn of(word: u64) -> *const T {
        word as usize as *const T
    }
}

impl<T> Argument for *mut T {
    fn of(word: u64) -> *mut T {
        word as usize as *mut T
    }
}

/// A result of a function, as generated code gets it.
pub(super) trait Outcome {
    fn word(self) -> u64;
}

impl Outcome for u64 {
    fn word(self) -> u64 {
        self
    }
}

impl Outcome for () {
    fn word(self) -> u64 {
        0
    }
}

/// `guard!(NAME F, ARGS)` makes a function NAME that generated code can call: F with ARGS arguments, [`guarded`].
macro_rules! guard {
    (@ $name:ident $f:path, $($arg:ident)*) => {
        unsafe extern "C" fn $name($($arg: u64),*) -> u64 {
            use $crate::jit::panics::{Argument, Outcome, guarded};
            #[allow(unused_unsafe)] // Some functions are safe.
            let call = || {
                // SAFETY: generated code passes what the function wants.
                let outcome = unsafe { $f($(Argument::of($arg)),*) };
                outcome.word()
            };
            // SAFETY: generated code calls this.
            unsafe { guarded(call) }
        }
    };
    ($name:ident $f:path, 1) => { $crate::jit::panics::guard!(@ $name $f, a); };
    ($name:ident $f:path, 2) => { $crate::jit::panics::guard!(@ $name $f, a b); };
    ($name:ident $f:path, 3) => { $crate::jit::panics::guard!(@ $name $f, a b c); };
    ($name:ident $f:path, 4) => { $crate::jit::panics::guard!(@ $name $f, a b c d); };
    ($name:ident $f:path, 5) => { $crate::jit::panics::guard!(@ $name $f, a b c d e); };
    ($name:ident $f:path, 6) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f); };
    ($name:ident $f:path, 7) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f g); };
    ($name:ident $f:path, 8) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f g h); };
    ($name:ident $f:path, 9) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f g h i); };
    ($name:ident $f:path, 10) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f g h i j); };
    ($name:ident $f:path, 11) => { $crate::jit::panics::guard!(@ $name $f, a b c d e f g h i j k); };
}

/// `import!(NAME F, ARGS, RESULT)` makes a function NAME that gives the address at which generated code calls F: see
/// [`super::abi`]'s `preserving`. Functions that preserve all registers themselves are no Rust, and do not panic.
macro_rules! import {
    ($name:ident $f:path, $args:tt, Itself) => {
        pub fn $name() -> usize {
            $crate::jit::abi::preserving!($f, $args, Itself)
        }
    };
    ($name:ident $f:path, $args:tt, $result:ident) => {
        pub fn $name() -> usize {
            $crate::jit::panics::guard!(function $f, $args);
            $crate::jit::abi::preserving!(function, $args, $result)
        }
    };
}
pub(super) use {guard, import};
