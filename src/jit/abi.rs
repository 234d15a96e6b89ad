//! Calling generated code.
#![allow(unsafe_code)]

use super::helpers::{Ctx, get_csr, set_csr};
use crate::state::Wave;

/// Why a compiled function returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ExitCode {
    /// The wave has ended.
    End,
    /// The wave waits at a barrier.
    Barrier,
    /// The budget is used up.
    Yield,
    /// The wave's PC is an address that was computed at run time.
    Indirect,
    /// The instruction at the wave's PC is the interpreter's.
    Step,
    /// The context has the fault.
    Fault,
    /// The wave is not what the function was compiled for: other code has to go on at its PC.
    Elsewhere,
}

impl ExitCode {
    fn from_raw(v: u32) -> ExitCode {
        match v {
            0 => ExitCode::End,
            1 => ExitCode::Barrier,
            2 => ExitCode::Yield,
            3 => ExitCode::Indirect,
            4 => ExitCode::Step,
            6 => ExitCode::Elsewhere,
            _ => ExitCode::Fault,
        }
    }
}

/// A compiled function. Calling it is safe for who can: no copy leaves the module [`super`], where each
/// is called only while its compiler exists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry(extern "C" fn(*mut Wave, *mut Ctx<'_>, u32) -> u32);

impl Entry {
    /// Wraps the address of a finalised function.
    ///
    /// # Safety
    /// `code` is the first byte of a function with the signature of [`super::clif::signature`], and
    /// stays mapped for as long as the entry, or a copy of it, is called.
    pub(super) unsafe fn new(code: *const u8) -> Entry {
        // SAFETY: the caller vouches for the signature, and for that the code is there at each call.
        Entry(unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*mut Wave, *mut Ctx<'_>, u32) -> u32>(
                code,
            )
        })
    }

    /// Runs the function from its entry number `which`, with MXCSR set to `csr` meanwhile.
    pub(super) fn call(self, wave: &mut Wave, ctx: &mut Ctx<'_>, which: u32, csr: u32) -> ExitCode {
        /// The exception flags: they are sticky, masked, and nobody looks at them.
        const FLAGS: u32 = 0x3f;
        let before = get_csr();
        // Loading the register costs more than a look at it.
        if (before ^ csr) & !FLAGS != 0 {
            set_csr(csr);
        }
        let code = (self.0)(wave, ctx, which);
        if (before ^ get_csr()) & !FLAGS != 0 {
            set_csr(before);
        }
        ExitCode::from_raw(code)
    }
}
