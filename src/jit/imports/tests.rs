//! What functions preserve that generated code calls: every import is called with all registers full.
#![allow(unsafe_code)]

use std::arch::naked_asm;
use std::mem::offset_of;

use super::{Gives, stand_ins, table};
use crate::jit::helpers::Ctx;
use crate::jit::host::{HostLevel, needs};
use crate::machine::wave::Vgpr;

/// Registers before and after a call.
#[repr(C, align(16))]
struct Registers {
    xmm: [u128; 16],
    /// RDI, RSI, RDX, RCX, R8, R9, RAX, R10, R11.
    general: [u64; 9],
    /// The argument on the stack.
    seventh: u64,
    target: usize,
}

const GENERAL: usize = offset_of!(Registers, general);
const SEVENTH: usize = offset_of!(Registers, seventh);
const TARGET: usize = offset_of!(Registers, target);

/// Calls `target` with the registers of the structure, and puts there what they are afterwards.
///
/// # Safety
/// `target` is a function of at most seven arguments that may be called with these.
#[unsafe(naked)]
unsafe extern "C" fn call(registers: *mut Registers) {
    naked_asm!(
        "push rbx",
        "mov rbx, rdi",
        ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
        "movups xmm\\i, [rbx + 16 * \\i]",
        ".endr",
        "sub rsp, 8",
        "push [rbx + {seventh}]",
        "mov rdi, [rbx + {general}]",
        "mov rsi, [rbx + {general} + 8]",
        "mov rdx, [rbx + {general} + 16]",
        "mov rcx, [rbx + {general} + 24]",
        "mov r8, [rbx + {general} + 32]",
        "mov r9, [rbx + {general} + 40]",
        "mov rax, [rbx + {general} + 48]",
        "mov r10, [rbx + {general} + 56]",
        "mov r11, [rbx + {general} + 64]",
        "call [rbx + {target}]",
        "mov [rbx + {general}], rdi",
        "mov [rbx + {general} + 8], rsi",
        "mov [rbx + {general} + 16], rdx",
        "mov [rbx + {general} + 24], rcx",
        "mov [rbx + {general} + 32], r8",
        "mov [rbx + {general} + 40], r9",
        "mov [rbx + {general} + 48], rax",
        "mov [rbx + {general} + 56], r10",
        "mov [rbx + {general} + 64], r11",
        ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
        "movups [rbx + 16 * \\i], xmm\\i",
        ".endr",
        "add rsp, 16",
        "pop rbx",
        "ret",
        general = const GENERAL,
        seventh = const SEVENTH,
        target = const TARGET,
    )
}

/// Changes every register that a function may change by the System V convention, but for its result, and
/// what its arguments are afterwards: on the stack the seventh.
macro_rules! clobber {
    ($name:ident, $result:literal) => {
        #[unsafe(naked)]
        pub(super) unsafe extern "C" fn $name() {
            naked_asm!(
                ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
                "pcmpeqd xmm\\i, xmm\\i",
                ".endr",
                "mov rdi, -1",
                "mov rsi, -1",
                "mov rdx, -1",
                "mov rcx, -1",
                "mov r8, -1",
                "mov r9, -1",
                "mov r10, -1",
                "mov r11, -1",
                concat!("mov eax, ", $result),
                "ret",
            )
        }
    };
}
clobber!(clobber_and_give_0, "0");
clobber!(clobber_and_give_1, "1");

/// As `preserving`, with a stand-in for the function: none of them fails.
macro_rules! stand_in {
    ($name:ident $f:path, $args:tt, Status) => {
        pub fn $name() -> usize {
            $crate::jit::abi::preserving!(tests::clobber_and_give_0, $args, Status)
        }
    };
    ($name:ident $f:path, $args:tt, Address) => {
        pub fn $name() -> usize {
            $crate::jit::abi::preserving!(tests::clobber_and_give_1, $args, Address)
        }
    };
    ($name:ident $f:path, $args:tt, Nothing) => {
        pub fn $name() -> usize {
            $crate::jit::abi::preserving!(tests::clobber_and_give_1, $args, Nothing)
        }
    };
    // What preserves registers itself has no stand-in; the others preserve none.
    ($name:ident $f:path, $args:tt, $result:ident) => {
        pub fn $name() -> usize {
            $crate::jit::abi::preserving!($f, $args, $result)
        }
    };
}
pub(super) use stand_in;

#[test]
fn imports_preserve_what_generated_code_keeps_across_their_calls() {
    let level = HostLevel::detected().expect("a host");
    let wide = !needs::is_left_out("jit::imports: wide spreads", level);
    let mut preserved = 0;
    for (name, arguments, gives, target) in stand_ins() {
        let mut register = Box::new(Vgpr::ZERO);
        let first = match (gives, arguments) {
            (Gives::Value | Gives::Plain, _) => continue,
            // The controls that are set already.
            (Gives::Itself, 1) => 0x1f80,
            (Gives::Itself, _) if name.ends_with("_wide") && !wide => continue,
            (Gives::Itself, _) if level < HostLevel::Avx2 => continue,
            // A register to write.
            (Gives::Itself, _) => (&raw mut *register) as u64,
            (Gives::Status | Gives::Address | Gives::Nothing, _) => 0,
        };
        // Room for what is written to the context, its first argument.
        let mut context = vec![0u64; size_of::<Ctx<'static>>() / 8 + 1];
        let context_at = context.as_mut_ptr() as u64;
        let mut r = Registers {
            xmm: std::array::from_fn(|i| 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978 << i),
            general: std::array::from_fn(|i| 0x1111_2222_3333_4444 + i as u64),
            seventh: 7,
            target,
        };
        r.general[0] = if first == 0 { context_at } else { first };
        let (xmm, general) = (r.xmm, r.general);
        // SAFETY: the stand-ins take no arguments; what is around them writes to the context at most.
        // Setting MXCSR takes what it is.
        unsafe { call(&mut r) };
        assert_eq!(r.xmm, xmm, "{name} changes vector registers");
        assert_eq!(r.general, general, "{name} changes general registers");
        let given = context.iter().filter(|c| **c != 0).count();
        let expected = usize::from(gives == Gives::Address);
        assert_eq!(
            given, expected,
            "{name}, {arguments} arguments, gives an address"
        );
        preserved += 1;
    }
    assert!(preserved >= 8 && table().len() > preserved);
}

/// The stand-ins do what they should: without what preserves registers, the test above fails.
#[test]
fn stand_ins_change_every_register() {
    let before = 0x0123_4567_89ab_cdef;
    let mut r = Registers {
        xmm: [before; 16],
        general: [before as u64; 9],
        seventh: 0,
        target: clobber_and_give_0 as *const u8 as usize,
    };
    // SAFETY: it takes no arguments and touches no memory.
    unsafe { call(&mut r) };
    assert!(r.xmm.iter().all(|x| *x != before));
    assert!(r.general.iter().all(|g| *g != before as u64));
}
