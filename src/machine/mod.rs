//! What instructions execute in: a wave's registers, guest memory, LDS, GDS, descriptors, the decoded
//! program, and how an engine is called. It knows no engine and no launch.

mod arena;
#[doc(hidden)]
pub mod clocks;
#[doc(hidden)]
pub mod descriptors;
#[doc(hidden)]
pub mod gds;
#[doc(hidden)]
pub mod gws;
#[doc(hidden)]
pub mod interrupt;
#[doc(hidden)]
pub mod lds;
pub mod memory;
#[doc(hidden)]
pub mod plant;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod programs;
#[doc(hidden)]
pub mod scratch;
#[doc(hidden)]
pub mod start;
#[doc(hidden)]
pub mod turn;
pub mod wave;

use crate::error::Fault;
use clocks::Clocks;
use lds::Lds;
use memory::Memory;
use program::Program;
pub use scratch::Scratch;
use start::Defined;
pub use turn::{Exit, Waves};
use wave::Wave;

/// MODE bit: the wave's VGPR operands are indexed by M0 (CLRX GcnState).
pub(crate) const MODE_GPR_IDX_EN: u32 = 1 << 27;
/// MODE bit: vector instructions are skipped.
pub(crate) const MODE_VSKIP: u32 = 1 << 28;
/// Lowest bit of the control stack pointer, MODE[31:29].
pub(crate) const MODE_CSP_SHIFT: u32 = 29;

/// High halves of the 64-bit addresses at which LDS and scratch appear to FLAT instructions
/// (LLVM AMDGPUUsage, "Address Spaces"; the values are the emulator's choice).
pub const SHARED_APERTURE_HI: u32 = 0x0001_0000;
/// See [`SHARED_APERTURE_HI`].
pub const PRIVATE_APERTURE_HI: u32 = 0x0002_0000;

/// What a wave executes in: the same for both backends.
///
/// The waves of a work-group share [`Env::lds`], and so run one at a time: an `Env` cannot leave its
/// thread. [`Env::scratch`] is one wave's. Global memory is shared by all waves that run.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The code.
    pub program: &'a Program,
    /// Global memory.
    pub memory: &'a Memory,
    /// The work-group's LDS.
    pub lds: &'a Lds,
    /// Private memory of the wave, which lies in `memory`.
    pub scratch: &'a Scratch,
    /// Whether someone looks at the registers of waves that have ended.
    pub observed: bool,
    /// What the clocks show.
    pub clocks: Clocks,
}

/// What executes waves: the interpreter or compiled code. Both are called the same way.
pub trait Engine: Sync {
    /// Runs `wave` until it ends, reaches a barrier, or has used up [`Wave::budget`].
    ///
    /// # Errors
    /// The fault of the instruction at which the wave stopped.
    ///
    /// # Panics
    /// When the private memory of `env` lies in another memory.
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault>;

    /// As [`Engine::run`] for the wave that is current, and for those whose turn it is behind it, as far as the engine
    /// cares to: [`turn::Turn`] says what holds meanwhile.
    ///
    /// # Errors
    /// That of the wave which is current then.
    fn run_chain(&self, waves: &mut dyn Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run(waves.current(), env)
    }

    /// A time slice in instructions: as many as take some milliseconds.
    fn slice(&self) -> i64;

    /// Whether [`Engine::run`] clears the registers of a new wave itself, as far as the program can
    /// see them ([`Wave::clear_stale`]); otherwise the scheduler clears all.
    fn clears(&self) -> bool {
        false
    }

    /// A launch is about to begin, and `defined` tells what is defined then.
    fn launch_begins(&self, defined: &dyn Fn() -> Defined) {
        let _ = defined;
    }

    /// What has been compiled so far.
    fn counters(&self) -> Counters {
        Counters::default()
    }
}

/// Who is shown what a wave executes before it does.
pub trait Watch {
    /// The wave comes to the `count` instructions at `pc`, which follow one another and are executed under one EXEC.
    /// Its registers are as they are then, except for its PC. The first instruction alone may access memory, or take a
    /// lane or a register by a number from a register. Where code asks for it, the answer is whether the interpreter
    /// has to execute them in place of it; it is told to by [`Watch::interpret`].
    fn enter(&self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) -> bool;

    /// Executes instructions from the wave's PC on by the interpreter, until its budget is used up.
    ///
    /// # Errors
    /// As [`Engine::run`].
    fn interpret(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault>;
}

/// What an [`Engine`] has compiled since it exists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Counters {
    /// Seconds spent on it and on the on-disk cache, summed over the host threads.
    pub compile_seconds: f64,
    /// Basic blocks.
    pub blocks_compiled: u64,
    /// Guest instructions compiled.
    pub instructions_compiled: u64,
    /// Bytes of host code.
    pub code_bytes: u64,
    /// Functions that came from the on-disk cache instead.
    pub cache_hits: u64,
}
