//! What to run, and how it is set up: what `run`, `diff`, `check` and `profile` share.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::{self, Bound, Value};
use super::progress::Progress;
use super::spec::integer;
use super::{Failure, stats};
use crate::jit::cache::Cache;
use crate::loader::CodeObject;
use crate::report::fault;
use crate::runtime::{
    ArgValue, Backend, Device, Launch, LaunchError, LoadedProgram, Outcome, Stats,
};

/// What to run: the options that `run`, `diff`, `check` and `profile` share.
#[derive(clap::Args, Debug)]
pub struct Target {
    /// Code object or a file with some in it, assembly text, or raw program with --isa, of at most 1 GiB; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Kernel to run; may be left out when there is only one
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Work-items in all, per dimension
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent)]
    pub global: Extent,
    /// Work-group size, per dimension
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent)]
    pub local: Extent,
    /// Next kernel argument, or NAME=SPEC or INDEX=SPEC; --help lists the forms of SPEC
    ///
    /// One for each explicit argument, in the order of declaration, or by name or index (from 0)
    /// in any order. SPEC is one of
    ///
    ///   @FILE.npy             buffer with the contents of a NumPy array
    ///   @FILE                 buffer, or by-value struct, with the bytes of the file
    ///   zeros:TYPE[N]         buffer of N zeroed elements; zeros:TYPE[N,M] has two dimensions
    ///   fill:TYPE[N]=VALUE    the same with VALUE in each element
    ///   iota:TYPE[N]          with 0, 1, 2, ...; integers wrap around, floats are rounded
    ///   rand:TYPE[N][:SEED]   with random numbers: integers of the whole range, floats from 0 to
    ///                         below 1; SEED is 0 unless given, and the same makes the same numbers
    ///   uninit:TYPE[N]        with undefined contents: check finds where they decide something; zeros
    ///                         unless there is --poison
    ///   TYPE:VALUE            scalar; TYPE is i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 or f64
    ///   NUMBER                scalar of the type that the kernel declares
    ///   local:BYTES           dynamic LDS
    ///   null                  null pointer
    ///
    /// FILE may be - for standard input. What comes from there, from a pipe or a device has at most
    /// 1 GiB; a regular file may be as large as guest memory, which has 64 GiB where the host allows it.
    ///
    /// The numbers of rand are those of Xoshiro256++ with a state from SplitMix64 started at SEED, one
    /// 64-bit output for each element: of integers the low bits, of f16, f32 and f64 the highest 11,
    /// 24 and 53 bits, divided by 2 to that power.
    #[arg(
        long = "arg",
        value_name = "SPEC",
        allow_hyphen_values = true,
        verbatim_doc_comment
    )]
    pub args: Vec<String>,
    /// Host threads [default: one per core; 1 for diff and checks]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// LDS bytes per work-group, where the file asks for fewer
    #[arg(long, value_name = "BYTES")]
    pub lds: Option<u32>,
    /// Bytes of private memory per work-item, where the file asks for fewer
    #[arg(long, value_name = "BYTES")]
    pub private: Option<u32>,
    /// Put noise into what is undefined: registers, LDS, private memory and uninit: buffers
    ///
    /// Registers are those that the dispatcher does not set, except M0. The same SEED makes the same noise
    /// with both backends and any number of threads. Otherwise all of it is zero.
    #[arg(long, value_name = "SEED", value_parser = seed)]
    pub poison: Option<u64>,
    /// Target of a raw program, or of text that does not say it, e.g. gfx803 or gfx90a:xnack-
    #[arg(long, value_name = "gfxNNN")]
    pub isa: Option<String>,
    /// Stop with a fault after so many wave instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Stop with a fault after so many seconds; the message tells where the waves are
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Keep compiled code in this directory and take it from there [env: GCN_JIT_CACHE=]
    ///
    /// The directory is created if need be. Code is executed from it: it must belong to you or root,
    /// and nobody else may be allowed to write to it. Nothing is kept unless this option or the
    /// variable names a directory.
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Write /tmp/perf-PID.map: perf report then names GCN instructions [env: GCN_JIT_PERF_MAP=1]
    #[arg(long)]
    pub perf_map: bool,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl Target {
    /// The cache that the user wants.
    fn cache(&self) -> Result<Option<Cache>, Failure> {
        let variable = || std::env::var_os("GCN_JIT_CACHE").filter(|v| !v.is_empty());
        let dir = self
            .cache_dir
            .clone()
            .or_else(|| variable().map(PathBuf::from));
        let cache = dir.map(|dir| Cache::open(&dir)).transpose();
        cache.map_err(|e| Failure::Usage(e.to_string()))
    }

    /// Host threads: all of the host's, unless the user says how many.
    pub fn threads(&self) -> usize {
        match self.threads {
            Some(n) => n as usize,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// Whether the user wants a map for `perf`.
    fn perf_map(&self) -> bool {
        let variable = || std::env::var_os("GCN_JIT_PERF_MAP");
        self.perf_map || variable().is_some_and(|v| !v.is_empty() && v != "0")
    }
}

/// Options of `run` that `diff`, `check` and `profile` take but that change nothing there.
#[derive(clap::Args, Debug)]
pub struct Ignored {
    /// Accepted as for run; nothing is written
    #[arg(long = "out", value_name = "ARG=PATH", hide = true)]
    pub outs: Vec<String>,
    /// Accepted as for run; nothing is printed
    #[arg(long = "print", value_name = "ARG", hide = true)]
    pub prints: Vec<String>,
    /// Accepted as for run; nothing is compared with it
    #[arg(long = "expect", value_name = "ARG=FILE.npy", hide = true)]
    _expects: Vec<String>,
    /// Accepted as for run
    #[arg(long = "rtol", value_name = "R", hide = true)]
    _rtol: Option<f64>,
    /// Accepted as for run
    #[arg(long = "atol", value_name = "A", hide = true)]
    _atol: Option<f64>,
    /// Accepted as for run; only for profile it is a choice
    #[arg(long, value_enum, hide = true)]
    pub backend: Option<BackendName>,
}

/// `--backend`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BackendName {
    /// Compiled code
    Jit,
    /// The reference interpreter
    Interp,
}

impl From<BackendName> for Backend {
    fn from(name: BackendName) -> Backend {
        match name {
            BackendName::Jit => Backend::Jit,
            BackendName::Interp => Backend::Interp,
        }
    }
}

/// Sizes in one to three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// 1 in the dimensions that were not given.
    pub size: [u32; 3],
    /// How many were given.
    pub dimensions: u32,
}

fn extent(text: &str) -> Result<Extent, String> {
    let mut size = [1; 3];
    let mut dimensions = 0;
    for part in text.split(',') {
        let slot = size
            .get_mut(dimensions)
            .ok_or("more than three dimensions")?;
        *slot = part
            .trim()
            .parse()
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| format!("'{part}' is not a positive 32-bit number"))?;
        dimensions += 1;
    }
    Ok(Extent {
        size,
        dimensions: dimensions as u32,
    })
}

fn seed(text: &str) -> Result<u64, String> {
    let number = integer(text).and_then(|(n, _)| u64::try_from(n).ok());
    number.ok_or_else(|| "want a SEED from 0 to 2^64-1".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|s: &f64| *s > 0.0)
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "want a positive number of seconds".to_owned())
}

/// A run that is checked but has touched nothing yet.
pub struct Plan {
    /// The loaded file.
    pub object: CodeObject,
    /// Index of the kernel.
    pub kernel: usize,
    /// Its explicit arguments.
    pub args: Vec<Bound>,
    /// Where compiled code is kept.
    cache: Option<Cache>,
    /// Whether to write a map for `perf`.
    perf_map: bool,
}

/// Loads the file and binds the arguments. The launch itself checks the sizes.
pub fn plan(t: &Target) -> Result<Plan, Failure> {
    let arguments = t.args.iter().filter(|a| *a == "@-" || a.ends_with("=@-"));
    if usize::from(t.file == Path::new("-")) + arguments.count() > 1 {
        return Err(Failure::usage("standard input can be read only once"));
    }
    let object = super::load(&t.file, t.isa.as_deref(), t.kernel.as_deref())?;
    let kernel = super::choose_kernel(&object, t.kernel.as_deref())?;
    let k = &object.kernels[kernel];
    let args = args::bind(&object, k, &t.args)?;
    Ok(Plan {
        object,
        kernel,
        args,
        cache: t.cache()?,
        perf_map: t.perf_map(),
    })
}

/// Position of the argument that the option `what` calls `name`. It must be a buffer.
pub fn buffer_called(plan: &Plan, name: &str, what: &str) -> Result<usize, Failure> {
    let labels: Vec<String> = plan.args.iter().map(|a| a.label.clone()).collect();
    let i = args::position(&labels, name).ok_or_else(|| {
        let has = match labels.len() {
            0 => "none".to_owned(),
            _ => labels.join(", "),
        };
        Failure::Usage(format!(
            "{what}: there is no argument '{name}'; the kernel has: {has}"
        ))
    })?;
    match plan.args[i].value {
        Value::Buffer { .. } => Ok(i),
        _ => Err(Failure::Usage(format!(
            "{what}: argument '{name}' is not a buffer"
        ))),
    }
}

/// A device on which a plan is laid out.
pub struct Prepared {
    /// The device.
    pub device: Device,
    /// The program in its memory.
    pub program: LoadedProgram,
    /// What to pass.
    values: Vec<ArgValue>,
    /// Guest address and size of each argument that is a buffer.
    pub buffers: Vec<Option<(u64, u64)>>,
    /// Addresses and names of those whose contents are undefined.
    undefined: Vec<(Range<u64>, String)>,
}

/// Puts program and buffers into the memory of a new device.
pub fn prepare(plan: &Plan) -> Result<Prepared, Failure> {
    let mut device =
        Device::new().map_err(|e| Failure::Usage(format!("cannot reserve guest memory: {e}")))?;
    device.set_cache(plan.cache.clone());
    device.set_perf_map(plan.perf_map);
    let program = device
        .load(&plan.object)
        .map_err(|e| Failure::Usage(e.to_string()))?;
    let (mut values, mut buffers, mut uninit) = (Vec::new(), Vec::new(), Vec::new());
    for arg in &plan.args {
        let mut place = None;
        values.push(match &arg.value {
            Value::Buffer {
                data,
                size,
                undefined,
                ..
            } => {
                let address = device.alloc_raw(&arg.label, *size)?;
                let unreadable = |e| {
                    let what = format!("cannot read the file of argument '{}': {e}", arg.label);
                    Failure::Usage(what)
                };
                data.copy(*size, unreadable, |at, piece| {
                    let filled = device.memory().write(address + at, piece);
                    filled.map_err(|e| internal(&arg.label, &e))
                })?;
                if *undefined {
                    uninit.push((address..address + *size, arg.label.clone()));
                }
                place = Some((address, *size));
                ArgValue::Buffer(address)
            }
            Value::Bytes(bytes) => ArgValue::Bytes(bytes.clone()),
            Value::Local(bytes) => ArgValue::Local(*bytes),
            Value::Null => ArgValue::Buffer(0),
        });
        buffers.push(place);
    }
    Ok(Prepared {
        device,
        program,
        values,
        buffers,
        undefined: uninit,
    })
}

/// A buffer that the command allocated itself cannot be out of bounds.
fn internal(label: &str, e: &dyn std::fmt::Debug) -> Failure {
    Failure::Usage(format!("cannot access the buffer of '{label}': {e:?}"))
}

impl Prepared {
    /// Gives `f` the plan's launch, on so many host threads.
    pub fn with_launch<R>(
        &self,
        plan: &Plan,
        t: &Target,
        threads: usize,
        f: impl FnOnce(Launch<'_>) -> R,
    ) -> R {
        let groups = |d: usize| u64::from(t.global.size[d].div_ceil(t.local.size[d]));
        let total = (0..3).map(groups).fold(1, u64::saturating_mul);
        let progress = Progress::new(t.quiet, total);
        let update = |done, _| progress.update(done);
        let mut launch = Launch::new(plan.kernel, 1, 1);
        launch.grid = t.global.size;
        launch.local = t.local.size;
        launch.dimensions = t.global.dimensions.max(t.local.dimensions);
        launch.args.clone_from(&self.values);
        launch.threads = threads;
        launch.lds_limit = t.lds;
        launch.private = t.private;
        launch.max_instructions = t.max_instructions;
        launch.timeout = t.timeout;
        launch.poison = t.poison;
        launch.undefined.clone_from(&self.undefined);
        launch.progress = Some(&update);
        f(launch)
    }

    /// Guest address of the kernel's first instruction.
    pub fn entry(&self, plan: &Plan) -> u64 {
        let kernel = &self.program.kernels[plan.kernel];
        self.program.base.wrapping_add(kernel.entry)
    }

    /// The contents of the buffer of argument `i`; empty when it has none.
    pub fn buffer(&self, plan: &Plan, i: usize) -> Result<Vec<u8>, Failure> {
        let Some((address, size)) = self.buffers[i] else {
            return Ok(Vec::new());
        };
        let mut bytes = vec![0; size as usize];
        if size > 0 {
            self.device
                .memory()
                .read(address, &mut bytes)
                .map_err(|e| internal(&plan.args[i].label, &e))?;
        }
        Ok(bytes)
    }

    /// Gives `take` the contents of the buffer of argument `i`, in order and in pieces.
    pub fn pieces(
        &self,
        plan: &Plan,
        i: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut at, mut left) = self.buffers[i].unwrap_or_default();
        let mut piece = vec![0; left.min(1 << 20) as usize];
        while left > 0 {
            let n = left.min(1 << 20);
            let piece = &mut piece[..n as usize];
            let read = self.device.memory().read(at, piece);
            read.map_err(|e| internal(&plan.args[i].label, &e))?;
            take(piece)?;
            (at, left) = (at + n, left - n);
        }
        Ok(())
    }
}

/// The statistics of a run, or the fault that ended it: with `--stats=json` as an object, too. `entry` is the address of
/// the kernel's first instruction.
pub fn ended(
    outcome: Outcome,
    entry: u64,
    format: Option<stats::Format>,
) -> Result<Stats, Failure> {
    let Outcome { stats, fault } = outcome;
    let Some(fault) = fault else {
        return Ok(stats);
    };
    if format == Some(stats::Format::Json) {
        stats::print_failed(&stats, "fault", fault::json(&fault, entry))?;
    }
    Err(LaunchError::Fault(fault).into())
}
