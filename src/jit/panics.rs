//! What generated code calls may panic: an error of this crate's own. Generated code cannot be unwound, so the panic is
//! caught before it comes there, the frames of generated code are left behind as after any fault, and the launch ends
//! with [`FaultKind::Internal`].
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::leave;
use super::helpers::Ctx;
use crate::error::{FaultKind, panic_text};
use crate::ir::plant::{Fault, planted};

thread_local! {
    /// The context of the generated code that this thread runs.
    static RUNNING: Cell<*mut ()> = const { Cell::new(std::ptr::null_mut()) };
}

/// Runs generated code with `ctx`; what it calls is [`guarded`].
#[inline(always)]
pub(super) fn running<R>(ctx: *mut Ctx<'_>, f: impl FnOnce() -> R) -> R {
    let outer = RUNNING.replace(ctx.cast());
    let r = f();
    RUNNING.set(outer);
    r
}

/// Runs a function for generated code; does not come back if it panics.
///
/// # Safety
/// Called by generated code only, within [`running`]: no frame between that and this one owns anything.
#[inline(always)]
pub(super) unsafe fn guarded<R>(f: impl FnOnce() -> R) -> R {
    let called = || {
        assert!(!planted(Fault::Panics), "planted");
        f()
    };
    match catch_unwind(AssertUnwindSafe(called)) {
        Ok(r) => r,
        // SAFETY: the caller's.
        Err(payload) => unsafe { give_up(payload) },
    }
}

/// Ends the generated code that runs, with a fault.
///
/// # Safety
/// As for [`guarded`].
#[cold]
unsafe fn give_up(payload: Box<dyn Any + Send>) -> ! {
    let ctx = RUNNING.get().cast::<Ctx<'_>>();
    // SAFETY: it is the context of the code that runs, and the function that had a reference to it is gone.
    unsafe { &mut *ctx }.broken(FaultKind::Internal(panic_text(&*payload)));
    drop(payload);
    // SAFETY: the caller's; nothing is left here to be dropped.
    unsafe { leave(ctx.cast()) }
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
pub(super) use guard;
