//! Calling generated code, and being called by it.
#![allow(unsafe_code)]

use std::arch::naked_asm;
use std::cell::Cell;
use std::mem::offset_of;

use super::controls::Held;
use super::helpers::Ctx;
use crate::error::FaultKind;
use crate::machine::wave::Wave;

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
    /// The wave is to be measured from its PC on.
    Measure,
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
            7 => ExitCode::Measure,
            _ => ExitCode::Fault,
        }
    }
}

/// A compiled function. Calling it is safe for who can: no copy leaves the module [`super`], where each
/// is called only while its compiler exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(*const u8);

// SAFETY: the address of code that nobody changes.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

thread_local! {
    /// The context of the generated code that this thread runs.
    static RUNNING: Cell<*mut ()> = const { Cell::new(std::ptr::null_mut()) };
}

/// Where the [`Ctx`] has the stack pointer of [`enter`].
const STACK: usize = offset_of!(Ctx<'static>, stack);
/// Where it has the address that a function gave last.
pub(super) const ADDRESS: usize = offset_of!(Ctx<'static>, address);
/// [`ExitCode::Fault`].
const FAULT: u32 = ExitCode::Fault as u32;

/// The end of [`enter`], with the stack pointer that it has kept.
macro_rules! return_from_enter {
    () => {
        "add rsp, 8\npop r15\npop r14\npop r13\npop r12\npop rbx\npop rbp\nret"
    };
}

/// Calls the compiled function `code`, which preserves no registers, with the arguments before it.
///
/// # Safety
/// `code` is what [`Entry::new`] wants.
#[unsafe(naked)]
unsafe extern "C" fn enter(wave: *mut Wave, ctx: *mut Ctx<'_>, which: u32, code: *const u8) -> u32 {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "mov [rsi + {stack}], rsp",
        "call rcx",
        return_from_enter!(),
        stack = const STACK,
    )
}

/// Leaves generated code from a function that it has called: RDI is the context.
///
/// # Safety
/// Within a call of [`enter`] with that context: between them are frames alone that own nothing. What `preserving`
/// makes jumps here.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn leave(ctx: *mut Ctx<'_>) -> ! {
    naked_asm!(
        "mov rsp, [rdi + {stack}]",
        "mov eax, {fault}",
        return_from_enter!(),
        stack = const STACK,
        fault = const FAULT,
    )
}

/// Leaves the generated code that runs, from a function that it has called, with a fault of this crate's own.
///
/// # Safety
/// Called within a call of generated code: between that and this are frames alone that own nothing.
pub(super) unsafe fn leave_with(kind: FaultKind) -> ! {
    let ctx = RUNNING.get().cast::<Ctx<'_>>();
    // SAFETY: it is the context of the code that runs, and the function that had a reference to it is gone. The rest is
    // the caller's.
    unsafe {
        (*ctx).broken(kind);
        leave(ctx)
    }
}

/// Pushes an argument beyond the sixth again, below what `preserving` saves and the return address, with
/// the stack aligned.
macro_rules! push_arguments {
    (7) => {
        "sub rsp, 8\npush [rsp + 344]"
    };
    (1) => {
        ""
    };
    (3) => {
        ""
    };
    (5) => {
        ""
    };
    (6) => {
        ""
    };
}

/// The reverse of `push_arguments`.
macro_rules! pop_arguments {
    (7) => {
        "add rsp, 16"
    };
    ($few:tt) => {
        ""
    };
}

/// What follows the call of a function; the context, its first argument, is 288 bytes from RSP.
macro_rules! look_at_result {
    (Status) => {
        "mov rdi, [rsp + 288]\ntest rax, rax\njnz {leave}"
    };
    (Address) => {
        "mov rdi, [rsp + 288]\ntest rax, rax\njz {leave}\nmov [rdi + {address}], rax"
    };
    (Nothing) => {
        "/* {leave} {address} */"
    };
}

/// `preserving!(F, ARGS, RESULT)` is the address at which generated code calls F, a function of C with ARGS arguments
/// and a RESULT as [`super::imports`] says. But for results `Value`, `Plain` and `Itself`, what is there calls F and
/// preserves all general registers and XMM0 to XMM15: those are what generated code by Cranelift keeps values in across
/// a call of convention `PreserveAll`. It has nothing in the upper halves of vector registers, in mask registers and in
/// flags; regions, which have, call none of these: their slow path (`helpers::far`) preserves all registers by itself.
macro_rules! preserving {
    ($f:path, $args:tt, Itself) => {
        $f as *const u8 as usize
    };
    ($f:path, $args:tt, Value) => {
        $f as *const u8 as usize
    };
    ($f:path, $args:tt, Plain) => {
        $f as *const u8 as usize
    };
    ($f:path, $args:tt, $result:ident) => {
        {
            #[unsafe(naked)]
            unsafe extern "C" fn call() {
                std::arch::naked_asm!(
                    $crate::jit::saves::push_scratch!(),
                    "sub rsp, 256",
                    $crate::jit::saves::store_each!("movups", "xmm", 0 + 16 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
                    $crate::jit::abi::push_arguments!($args),
                    "call {f}",
                    $crate::jit::abi::pop_arguments!($args),
                    $crate::jit::abi::look_at_result!($result),
                    "/* {leave} {address} */",
                    $crate::jit::saves::load_each!("movups", "xmm", 0 + 16 * (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),
                    "add rsp, 256",
                    $crate::jit::saves::pop_scratch!(),
                    "ret",
                    f = sym $f,
                    leave = sym $crate::jit::abi::leave,
                    address = const $crate::jit::abi::ADDRESS,
                )
            }
            call as *const u8 as usize
        }
    };
}
pub(super) use {look_at_result, pop_arguments, preserving, push_arguments};

impl Entry {
    /// Wraps the address of a finalised function.
    ///
    /// # Safety
    /// `code` is the first byte of a function with the signature of [`super::clif::signature`], and
    /// stays mapped for as long as the entry, or a copy of it, is called.
    pub(super) unsafe fn new(code: *const u8) -> Entry {
        Entry(code)
    }

    /// Where the code is.
    pub(super) fn address(self) -> usize {
        self.0 as usize
    }

    /// Runs the function from its entry number `which`, with MXCSR set to `csr` meanwhile.
    pub(super) fn call(self, wave: &mut Wave, ctx: &mut Ctx<'_>, which: u32, csr: u32) -> ExitCode {
        let mut controls = Held::new();
        controls.set(csr);
        self.call_under(wave, ctx, which, &controls)
    }

    /// As [`Entry::call`], with MXCSR as it is set already.
    #[inline]
    pub(super) fn call_under(
        self,
        wave: &mut Wave,
        ctx: &mut Ctx<'_>,
        which: u32,
        _: &Held,
    ) -> ExitCode {
        // Generated code counts the budget down, and nothing up.
        let budget = wave.budget as u64;
        wave.instructions = wave.instructions.wrapping_add(budget);
        ctx.entered_at(wave.pc);
        let ctx = &raw mut *ctx;
        let outer = RUNNING.replace(ctx.cast());
        // SAFETY: who made the entry vouches for the code, and for that it is there.
        let code = unsafe { enter(wave, ctx, which, self.0) };
        RUNNING.set(outer);
        let left = wave.budget as u64;
        wave.instructions = wave.instructions.wrapping_sub(left);
        ExitCode::from_raw(code)
    }
}
