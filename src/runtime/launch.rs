//! What a launch is made of, what it gives back, and how it fails.

use std::time::Duration;

use crate::error::{AllocError, CompileError, Fault};
use crate::machine::wave::Vgpr;

/// Which engine executes the waves. Both give the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgValue {
    /// A by-value argument: exactly as many bytes as the kernel declares.
    Bytes(Vec<u8>),
    /// A pointer: guest address, or 0.
    Buffer(u64),
    /// A pointer to this many bytes of dynamic LDS.
    Local(u32),
}

/// A function that is told how many work-groups are done, of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// What to run, on what, and how.
#[derive(Clone)]
pub struct Launch<'a> {
    /// Index into [`LoadedProgram::kernels`].
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
    /// Keep every wave's final registers in [`Stats::captured`].
    pub capture: bool,
}

impl Launch<'_> {
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
            capture: false,
        }
    }
}

/// What a launch did and how long it took.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
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
    /// Compiled functions that came from the on-disk cache ([`Device::set_cache`]).
    pub cache_hits: u64,
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

/// Final registers of one wave.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Vector registers.
    pub vgprs: Vec<Vgpr>,
}

/// Why a launch failed.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// A wave did something wrong.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The launch does not fit the kernel.
    #[error("{0}")]
    Usage(String),
    /// The code generator failed.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

impl From<Fault> for LaunchError {
    fn from(f: Fault) -> Self {
        LaunchError::Fault(Box::new(f))
    }
}

impl From<AllocError> for LaunchError {
    fn from(e: AllocError) -> Self {
        LaunchError::Usage(e.to_string())
    }
}
