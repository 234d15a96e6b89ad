//! What a launch is made of, what it gives back, and how it fails.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytemuck::NoUninit;

use super::buffer::Buffer;
use crate::error::{AllocError, CompileError, Fault, one_line};
use crate::machine::clocks::Clocks;
use crate::machine::memory::Owned;
use crate::machine::wave::Vgpr;

/// Which engine executes the waves. Both give the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Backend {
    /// Compiled code.
    Jit,
    /// The reference interpreter.
    Interp,
}

impl std::fmt::Display for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Backend::Jit => "jit",
            Backend::Interp => "interp",
        })
    }
}

/// One explicit kernel argument.
///
/// Numbers and [`Buffer`]s convert into it: `launch.arg(2.5f32).arg(&x)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgValue {
    /// A by-value argument: exactly as many bytes as the kernel declares.
    Bytes(Vec<u8>),
    /// A pointer: guest address, or 0.
    Buffer(u64),
    /// A pointer to a [`Buffer`], which must be of the device that the kernel runs on.
    Handle(BufferHandle),
    /// A pointer to this many bytes of dynamic LDS.
    Local(u32),
}

/// A [`Buffer`] as an argument: the memory lives for as long as this, even if the buffer is dropped.
#[derive(Clone)]
pub struct BufferHandle(pub(super) Arc<Owned>);

impl BufferHandle {
    /// The buffer's guest address.
    pub fn address(&self) -> u64 {
        self.0.base()
    }
}

impl PartialEq for BufferHandle {
    /// Whether they are of the same buffer.
    fn eq(&self, other: &BufferHandle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for BufferHandle {}

impl std::fmt::Debug for BufferHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BufferHandle({:#x})", self.address())
    }
}

impl ArgValue {
    /// A by-value argument with the bytes of `value`, a structure that lies in memory as the kernel's
    /// does.
    pub fn bytes_of<T: NoUninit>(value: &T) -> ArgValue {
        ArgValue::Bytes(bytemuck::bytes_of(value).to_vec())
    }
}

impl From<&Buffer> for ArgValue {
    fn from(buffer: &Buffer) -> ArgValue {
        ArgValue::Handle(BufferHandle(buffer.share()))
    }
}

/// Numbers are arguments of their own size.
macro_rules! from_number {
    ($($t:ty)*) => {$(
        impl From<$t> for ArgValue {
            fn from(value: $t) -> ArgValue {
                ArgValue::bytes_of(&value)
            }
        }
    )*};
}
from_number!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);

/// Sizes in one to three dimensions: `64`, `[64, 4]`, `[64, 4, 2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    sizes: [u32; 3],
    count: u32,
}

impl From<u32> for Dims {
    fn from(x: u32) -> Dims {
        Dims::from([x])
    }
}

/// Sizes in as many dimensions as the array has elements.
macro_rules! from_array {
    ($($n:literal)*) => {$(
        impl From<[u32; $n]> for Dims {
            fn from(given: [u32; $n]) -> Dims {
                let mut sizes = [1; 3];
                sizes[..$n].copy_from_slice(&given);
                Dims { sizes, count: $n }
            }
        }
    )*};
}
from_array!(1 2 3);

/// Ends launches from another thread. Clones are the same token; once cancelled it stays so.
///
/// A launch that has it ends like one whose time is up, at the latest after a time slice of some
/// milliseconds, with [`FaultKind::Cancelled`](crate::error::FaultKind::Cancelled). What its kernel has
/// written by then stays.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Ends the launches that have this token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] has been called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A function that is told how many work-groups are done, of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// A function that is given the text that a kernel prints, from any host thread but one at a time.
pub type Print<'a> = &'a (dyn Fn(&str) + Sync);

/// A function that looks after something else while a launch runs.
pub type Poll<'a> = &'a (dyn Fn() + Sync);

/// What to run, on what, and how. [`LoadedProgram::launch`] makes one by the kernel's name; its methods
/// or fields set the rest.
///
/// ```no_run
/// # use gcn_jit::runtime::*;
/// # fn f(device: Device, program: LoadedProgram, x: Buffer) -> Result<(), LaunchError> {
/// let launch = program.launch("scale")?.grid([64, 16]).local([8, 8]).arg(2.5f32).arg(&x);
/// let stats = device.launch(&program, &launch)?;
/// # Ok(()) }
/// ```
///
/// [`LoadedProgram::launch`]: super::LoadedProgram::launch
#[derive(Clone)]
#[non_exhaustive]
#[must_use = "a launch runs when a device launches it"]
pub struct Launch<'a> {
    /// Index into [`LoadedProgram::kernels`](super::LoadedProgram::kernels).
    pub kernel: usize,
    /// Work-items per dimension; 1 in the dimensions that are not used.
    pub grid: [u32; 3],
    /// Work-group size per dimension.
    pub local: [u32; 3],
    /// Dimensions that the grid has, 1 to 3; kernels can ask for it.
    pub dimensions: u32,
    /// The explicit arguments, in declaration order. For raw programs they are packed in order at
    /// their natural alignment.
    pub args: Vec<ArgValue>,
    /// Which engine executes the waves.
    pub backend: Backend,
    /// Host threads; at least 1.
    pub threads: usize,
    /// LDS bytes of each work-group in place of those that the file states: the only source for raw
    /// programs, and at least the file's size otherwise.
    pub lds_limit: Option<u32>,
    /// At least so many bytes of private memory per work-item: the only source for raw programs, and for a
    /// stack that is deeper than the file states.
    pub private: Option<u32>,
    /// Fault after this many wave instructions, summed over all waves.
    pub max_instructions: Option<u64>,
    /// Fault after this much time.
    pub timeout: Option<Duration>,
    /// Called now and then while work-groups finish, from any host thread.
    pub progress: Option<Progress<'a>>,
    /// Given what the kernel prints, and says when an assertion fails (HIP's `printf` and `assert`, Triton's
    /// `device_print` and `device_assert`) while it runs, and what it has printed by OpenCL's `printf` when it has ended,
    /// also by a fault; without it that goes to standard error.
    pub print: Option<Print<'a>>,
    /// Called on the thread that launches, and there alone, some twenty times a second while the launch runs:
    /// for what only that thread can do, as Python's main thread looks for signals. It may cancel the launch.
    pub poll: Option<Poll<'a>>,
    /// Ends the launch from another thread.
    pub cancel: Option<CancelToken>,
    /// Whether all work-groups are in flight together, however many there are: they may wait for each other. Otherwise a
    /// thread has up to 256 that wait.
    pub cooperative: bool,
    /// Keep every wave's final registers in [`Stats::captured`].
    pub capture: bool,
    /// Guest addresses of what is undefined when the kernel begins, and what to call it: [`Device::check`] finds where
    /// that decides something. They do not overlap.
    ///
    /// [`Device::check`]: super::Device::check
    pub undefined: Vec<(Range<u64>, String)>,
    /// Guest addresses of what the kernel is to define, what to call it, and bytes of an element:
    /// [`Device::check`] finds the first element with an undefined bit when it has ended.
    ///
    /// [`Device::check`]: super::Device::check
    pub outputs: Vec<(Range<u64>, String, u64)>,
    /// What is undefined holds noise with this seed, the same on both backends and on any number of threads: registers
    /// that the dispatcher does not set (except for M0), LDS, private memory, and [`Launch::undefined`]. Otherwise
    /// registers, LDS and private memory are zero.
    pub poison: Option<u64>,
    /// What the clocks show that the kernel reads.
    pub clocks: Clocks,
}

impl<'a> Launch<'a> {
    /// A launch of kernel `kernel` over a one-dimensional grid, without arguments or limits, on one
    /// host thread.
    pub fn new(kernel: usize, grid: u32, local: u32) -> Self {
        Launch {
            kernel,
            grid: [grid, 1, 1],
            local: [local, 1, 1],
            dimensions: 1,
            args: Vec::new(),
            backend: Backend::Jit,
            threads: 1,
            lds_limit: None,
            private: None,
            max_instructions: None,
            timeout: None,
            progress: None,
            print: None,
            poll: None,
            cancel: None,
            cooperative: false,
            capture: false,
            undefined: Vec::new(),
            outputs: Vec::new(),
            poison: None,
            clocks: Clocks::default(),
        }
    }

    /// Sets [`Launch::grid`], and the dimensions that it has.
    pub fn grid(mut self, grid: impl Into<Dims>) -> Self {
        let grid = grid.into();
        (self.grid, self.dimensions) = (grid.sizes, grid.count);
        self
    }

    /// Sets [`Launch::local`].
    pub fn local(mut self, local: impl Into<Dims>) -> Self {
        self.local = local.into().sizes;
        self
    }

    /// Adds the next explicit argument.
    pub fn arg(mut self, arg: impl Into<ArgValue>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Sets [`Launch::backend`].
    pub fn backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Sets [`Launch::threads`].
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets [`Launch::lds_limit`].
    pub fn lds_limit(mut self, bytes: u32) -> Self {
        self.lds_limit = Some(bytes);
        self
    }

    /// Sets [`Launch::max_instructions`].
    pub fn max_instructions(mut self, instructions: u64) -> Self {
        self.max_instructions = Some(instructions);
        self
    }

    /// Sets [`Launch::timeout`].
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets [`Launch::progress`].
    pub fn progress(mut self, progress: Progress<'a>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Sets [`Launch::print`].
    pub fn print(mut self, print: Print<'a>) -> Self {
        self.print = Some(print);
        self
    }

    /// Sets [`Launch::poll`].
    pub fn poll(mut self, poll: Poll<'a>) -> Self {
        self.poll = Some(poll);
        self
    }

    /// Sets [`Launch::cooperative`].
    pub fn cooperative(mut self, cooperative: bool) -> Self {
        self.cooperative = cooperative;
        self
    }

    /// Sets [`Launch::cancel`].
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Says that the contents of `buffer` are undefined when the kernel begins ([`Launch::undefined`]).
    pub fn undefined(mut self, buffer: &Buffer) -> Self {
        let range = buffer.address()..buffer.address() + buffer.len();
        self.undefined.push((range, buffer.name().to_owned()));
        self
    }

    /// Says that the kernel is to define all of `buffer`, whose elements have `element` bytes ([`Launch::outputs`]).
    pub fn output(mut self, buffer: &Buffer, element: u64) -> Self {
        let range = buffer.address()..buffer.address() + buffer.len();
        let name = buffer.name().to_owned();
        self.outputs.push((range, name, element));
        self
    }

    /// Sets [`Launch::poison`].
    pub fn poison(mut self, seed: u64) -> Self {
        self.poison = Some(seed);
        self
    }

    /// Sets [`Launch::clocks`].
    pub fn clocks(mut self, clocks: Clocks) -> Self {
        self.clocks = clocks;
        self
    }

    /// Sets [`Launch::capture`].
    pub fn capture(mut self) -> Self {
        self.capture = true;
        self
    }
}

/// What a launch did and how long it took.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Seconds of execution, JIT compilation included.
    pub kernel_seconds: f64,
    /// Seconds of JIT compilation, the on-disk cache included, summed over the host threads.
    pub compile_seconds: f64,
    /// Wave instructions executed.
    pub instructions: u64,
    /// Sum of the active lanes over them; a scalar instruction counts as one lane.
    pub lanes: u64,
    /// Waves run.
    pub waves: u64,
    /// Work-groups run.
    pub workgroups: u64,
    /// Basic blocks compiled.
    pub blocks_compiled: u64,
    /// Guest instructions compiled.
    pub instructions_compiled: u64,
    /// Host code bytes generated.
    pub code_bytes: u64,
    /// Compiled functions that came from the on-disk cache ([`Device::set_cache`](super::Device::set_cache)).
    pub cache_hits: u64,
    /// Packets of calls of the host that were answered, each of a wave.
    pub host_calls: u64,
    /// `jit` or `interp`.
    pub backend: String,
    /// LLVM target name.
    pub isa: String,
    /// Host threads used.
    pub threads: usize,
    /// With [`Launch::capture`]: every wave's final registers, by work-group and then by wave.
    #[serde(skip)]
    pub captured: Vec<FinalWave>,
}

/// How a launch ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What it did. After a fault [`Stats::waves`] are those that ended before it; instructions, lanes and
    /// times include the others.
    pub stats: Stats,
    /// What stopped it.
    pub fault: Option<Box<Fault>>,
}

impl Outcome {
    /// The statistics, or what stopped the launch.
    ///
    /// # Errors
    /// [`LaunchError::Fault`] when there was one.
    pub fn into_result(self) -> Result<Stats, LaunchError> {
        match self.fault {
            Some(fault) => Err(LaunchError::Fault(fault)),
            None => Ok(self.stats),
        }
    }
}

/// Final registers of one wave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FinalWave {
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// Scalar registers by operand code.
    pub sgpr: [u32; 128],
    /// Scalar condition code.
    pub scc: u32,
    /// MODE register.
    pub mode: u32,
    /// Guest address of the `s_endpgm`.
    pub pc: u64,
    /// VGPRs.
    pub vgprs: Vec<Vgpr>,
    /// Accumulation registers.
    pub acc_vgprs: Vec<Vgpr>,
}

/// Why a launch failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// A wave did something wrong.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The launch does not fit the kernel.
    #[error("{}", one_line(.0))]
    Usage(String),
    /// The program or a buffer is not of the device that should use it: which.
    #[error("{0} belongs to another device")]
    OtherDevice(String),
    /// There is no room for what the launch needs.
    #[error(transparent)]
    Alloc(#[from] AllocError),
    /// The code generator failed.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

impl From<Fault> for LaunchError {
    fn from(f: Fault) -> Self {
        LaunchError::Fault(Box::new(f))
    }
}
