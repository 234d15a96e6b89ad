//! The general registers, and what a region's code has in them.
//!
//! | register | role | what it has | changed by |
//! |---|---|---|---|
//! | RDI | [`VGPRS`] | address of the strip's lanes of vector register 0, others in steps of 256 bytes | the loop over strips: 64 bytes on; a lane by itself, to its place in the strip and back |
//! | RSI | [`TEMPS`] | the same of the temporaries | as RDI |
//! | RDX | [`WIDE_TEMPS`] | the same of temporaries of 8 bytes a lane; before [`CTX`] is set, the context; in loops, which have no such temporaries, anything | the loop over strips: 128 bytes on; a lane by itself |
//! | RCX | [`SLOTS`] | address of the slots in the temporaries, and of what lies behind them | nobody |
//! | RAX | [`STRIP`] | number of the strip, 0 to 3 | the loop over strips |
//! | R11 | [`CONSTANTS`] | address in the pool of constants | nobody |
//! | R8 | [`ROUND`] | in loops, a bit for the round that is being made; in uniform ones, the address of the round's slots | the loop over rounds |
//! | R8 to R10 | [`COLLECTED`] | elsewhere, masks for slots, strip by strip from the top: R8, and R9 in regions that use neither [`SCRATCH`] nor [`RUN`]; a strip's mask gets there by way of the register behind them | stores of masks |
//! | R9 | [`SCRATCH`] | address of a lane, number of lanes, anything | any instruction of [`Form`](super::alloc::Form) that says so, and code between instructions |
//! | R10 | [`RUN`] | address of the strip in a run, in the LDS or in private memory | [`Form::Run`](super::alloc::Form::Run) and [`Form::Place`](super::alloc::Form::Place) |
//! | R10 | [`LANE`] | number of a lane by itself, where its rounds begin and end | code between instructions |
//! | R10 | [`SCRATCH_2`] | anything, in steps of scalars behind the last instruction, and for a lane by itself | the same |
//! | RBX | [`CTX`] | the context ([`Ctx`](crate::jit::helpers::Ctx)), in code that may call | nobody; saved |
//! | R14 | [`SITES`] | what is known of each load's addresses, in code that may call | nobody; saved |
//! | R15 | [`HOST`] | where the allocation that a load accesses is in the host's memory, or where it has been loaded to | [`Form::Near`](super::alloc::Form::Near) and [`Form::LaneNear`](super::alloc::Form::LaneNear); saved |
//! | R15 | [`REQUEST`] | what a call is to do | the call |
//! | R12, RBP, R13 | see `gathers` | indices of lanes; of atomics, a lane's operands | gathers, `puts` and `updates`; saved |
//! | k7 | [`EXEC`] | in regions under EXEC, the strip's part of it; elsewhere as the others | the loop over strips |
//!
//! Other mask registers but k0, which means none, and all vector registers are `alloc`'s.

/// A general register; its value is its number in encodings.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Gpr {
    Rax,
    Rcx,
    Rdx,
    Rbx,
    Rsp,
    Rbp,
    Rsi,
    Rdi,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
}

impl Gpr {
    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// Address of the strip's lanes of vector register 0.
pub const VGPRS: Gpr = Gpr::Rdi;
/// Address of the strip's lanes of the temporaries.
pub const TEMPS: Gpr = Gpr::Rsi;
/// The same of temporaries of 8 bytes a lane.
pub const WIDE_TEMPS: Gpr = Gpr::Rdx;
/// Address of the slots.
pub const SLOTS: Gpr = Gpr::Rcx;
/// Number of the strip.
pub const STRIP: Gpr = Gpr::Rax;
/// Address in the pool of constants.
pub const CONSTANTS: Gpr = Gpr::R11;
/// The bit of a loop's round, or where its slots are.
pub const ROUND: Gpr = Gpr::R8;
/// Masks of all strips so far.
pub const COLLECTED: [Gpr; 3] = [Gpr::R8, Gpr::R9, Gpr::R10];
/// Anything, for a short time.
pub const SCRATCH: Gpr = Gpr::R9;
/// The same, where neither [`RUN`] nor [`LANE`] is needed.
pub const SCRATCH_2: Gpr = Gpr::R10;
/// Address of the strip in a run, in the LDS or in private memory.
pub const RUN: Gpr = Gpr::R10;
/// Number of a lane by itself.
pub const LANE: Gpr = Gpr::R10;
/// The context.
pub const CTX: Gpr = Gpr::Rbx;
/// What is known of each load's addresses.
pub const SITES: Gpr = Gpr::R14;
/// Where a load's allocation is in the host's memory.
pub const HOST: Gpr = Gpr::R15;
/// What a call is to do.
pub const REQUEST: Gpr = Gpr::R15;
/// The mask register that has the strip's part of EXEC.
pub const EXEC: u8 = 7;
