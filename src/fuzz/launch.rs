//! A whole launch as a case: a kernel, its grid and its buffers, through the scheduler with both
//! backends.
//!
//! What a launch leaves behind may depend on the order in which its waves run, and the scheduler is
//! free to choose one. Two kinds of cases can be compared all the same:
//!
//! * Programs of which it is known by how they are made that the order does not matter: the waves have parts
//!   of memory of their own, and share others by barriers and by atomics whose order does not matter. They run
//!   on several threads too, with time slices of different lengths: [`LaunchCase::threads`] above 1.
//! * Any program, when the waves run in *one* order: on one thread, work-group after work-group, each wave up
//!   to its end, its fault or the barrier that it comes to next. For that no time slice may end, and no wave
//!   may give its thread back for having had code compiled (see `InOrder`). Then each run is a function of the
//!   case alone, for programs that race as well, and the function must be the same for both backends:
//!   [`LaunchCase::threads`] is 1. Of a fault it is known then who is the first, and what was in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};

use std::time::Duration;

use super::case::Tier;
use super::code::{Item, link};
use super::oracle::{Code, End, Ran, Session, scalar_name, uses_gds};
use crate::error::{Fault, FaultKind, panic_text};
use crate::interp;
use crate::interp::Interpreter;
use crate::isa::Gen;
use crate::jit::Jit;
use crate::loader::CodeObject;
use crate::machine::wave::{ACC, FileSize, Name, Wave};
use crate::machine::{Engine, Env, Exit, Waves};
use crate::runtime::{ArgValue, Device, FinalWave, Launch, LaunchError, LoadedProgram};

/// How long a launch without a limit of instructions may take, of which it is known that it ends: only
/// code that is wrong takes as long.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A launch of a raw program, with all that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchCase {
    /// The generation.
    pub generation: Gen,
    /// The program, whose first instruction is the kernel's entry.
    pub items: Vec<Item>,
    /// Vector registers of a wave.
    pub vgprs: u32,
    /// The MODE register that waves start with.
    pub mode: u32,
    /// Bytes of LDS of a work-group.
    pub lds: u32,
    /// Bytes of private memory per lane.
    pub private: u32,
    /// Work-item ids besides x that waves are given: 0 to 2.
    pub ids: u8,
    /// Work-items per dimension; 1 in those that the grid does not have.
    pub grid: [u32; 3],
    /// Work-group size per dimension.
    pub local: [u32; 3],
    /// Dimensions of the grid, 1 to 3.
    pub dimensions: u32,
    /// The buffers to which the kernel's arguments point, in order: what is in them at first.
    pub buffers: Vec<Vec<u8>>,
    /// Whether the final registers of all waves count; without, memory alone does.
    pub observed: bool,
    /// 1: waves run in one order, whatever the program does. More: the order does not matter, and the
    /// launch runs on so many threads too.
    pub threads: u32,
    /// With how much effort code is compiled.
    pub tier: Tier,
    /// Instructions per wave, on average, after which a launch that does not end is given up.
    pub limit: u64,
}

impl LaunchCase {
    /// One work-group of one wave, with nothing else.
    pub fn new(generation: Gen, vgprs: u32) -> LaunchCase {
        LaunchCase {
            generation,
            items: vec![],
            vgprs,
            mode: 0x3f0,
            lds: 0,
            private: 0,
            ids: 0,
            grid: [64, 1, 1],
            local: [64, 1, 1],
            dimensions: 1,
            buffers: vec![],
            observed: true,
            threads: 1,
            tier: Tier::Quick,
            limit: 10_000,
        }
    }

    /// The program's words.
    pub fn words(&self) -> Vec<u32> {
        link(&self.items)
    }

    /// Vector registers per wave.
    pub fn size(&self) -> FileSize {
        FileSize::even(self.generation, self.vgprs)
    }

    /// Work-groups per dimension.
    pub fn groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.grid[d].div_ceil(self.local[d].max(1)))
    }

    /// Whether waves may begin where others have ended, without a way through the scheduler: it lets them
    /// when nobody wants to know how they ended, and none has memory of its own. A limit of instructions
    /// forbids it too, so such a launch has none once it is known to end.
    fn chains(&self) -> bool {
        !self.observed && self.private == 0
    }

    /// Waves, when all work-groups are full ones.
    pub fn waves(&self) -> u64 {
        let product = |of: [u32; 3]| of.iter().fold(1u64, |n, k| n.saturating_mul((*k).into()));
        product(self.groups()).saturating_mul(product(self.local).div_ceil(64))
    }
}

/// How a launch is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// On the interpreter, in order: what all others are compared with.
    InterpInOrder,
    /// As compiled code, in order; after the first time perhaps with other code.
    JitInOrder,
    /// As compiled code on so many threads, as a launch is otherwise.
    Jit(u32),
    /// On the interpreter with so many threads, as a launch is otherwise.
    Interp(u32),
}

impl Run {
    /// The threads that have time slices of their own, if waves need not run in order.
    fn threads(self) -> Option<u32> {
        match self {
            Run::InterpInOrder | Run::JitInOrder => None,
            Run::Jit(n) | Run::Interp(n) => Some(n),
        }
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Run::InterpInOrder => f.write_str("interp"),
            Run::JitInOrder => f.write_str("jit"),
            Run::Jit(1) => f.write_str("jit with time slices"),
            Run::Jit(n) => write!(f, "jit on {n} threads"),
            Run::Interp(n) => write!(f, "interp on {n} threads"),
        }
    }
}

/// Where a launch differs from what the interpreter does in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchDifference {
    /// The run that differs. [`Run::InterpInOrder`] when there is nothing to compare with: the launch was
    /// refused, or the interpreter has panicked.
    pub run: Run,
    /// What differs first: the interpreter's value, then the other.
    pub what: String,
}

impl std::fmt::Display for LaunchDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.run {
            Run::InterpInOrder => write!(f, "interp: {}", self.what),
            run => write!(f, "interp and {run}: {}", self.what),
        }
    }
}

/// An engine on which waves run up to their ends, faults and barriers. What runs compiled code otherwise
/// also gives the thread back when it has compiled something.
struct InOrder<'a> {
    /// Compiled code; without, the interpreter.
    jit: Option<&'a Jit>,
    /// More instructions than the launch may take.
    slice: i64,
}

impl Engine for InOrder<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run_chain(wave, env)
    }

    fn run_chain(&self, waves: &mut dyn Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        match self.jit {
            Some(jit) => jit.run_through(waves, env),
            None => interp::run(waves.current(), env),
        }
    }

    fn slice(&self) -> i64 {
        self.slice
    }

    fn clears(&self) -> bool {
        self.jit.map_or(Interpreter.clears(), Engine::clears)
    }
}

/// How a run ended.
#[derive(Debug, PartialEq)]
enum Ending {
    /// Well, with so many instructions and active lanes, and with these registers where they count.
    Ended(u64, u64, Vec<FinalWave>),
    Fault(Fault),
    Unfinished,
    Panic(String),
    /// The launch does not fit, or the host cannot run it.
    Refused(String),
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Ended(n, lanes, _) => write!(f, "end after {n} instructions, {lanes} lanes"),
            Ending::Fault(x) => {
                write!(f, "{} at {:#x}", x.kind, x.pc)?;
                x.lane.map_or(Ok(()), |lane| write!(f, ", lane {lane}"))?;
                write!(f, ", work-group {:?} wave {}", x.workgroup, x.wave)
            }
            Ending::Unfinished => f.write_str("no end"),
            Ending::Panic(what) => write!(f, "panic: {what}"),
            Ending::Refused(what) => f.write_str(what),
        }
    }
}

/// What a run left behind.
struct Left {
    ending: Ending,
    buffers: Vec<Vec<u8>>,
}

/// In what a run differs from the first one, if at all. `ordered`: the waves ran in its order.
fn difference(first: &Left, other: &Left, ordered: bool) -> Option<String> {
    let (x, y) = (&first.ending, &other.ending);
    let ends = || Some(format!("{x}; {y}"));
    match (x, y) {
        (Ending::Ended(n, lanes, waves), Ending::Ended(m, active, others)) => {
            if (n, lanes) != (m, active) {
                return ends();
            }
            let waves = waves.iter().zip(others).filter(|(x, y)| x != y);
            let registers = waves.map(|(x, y)| registers(x, y)).next();
            registers.or_else(|| buffers(first, other))
        }
        // Who is first depends on threads and time slices, and what the others have done by then.
        (Ending::Fault(_), Ending::Fault(_)) if !ordered => None,
        (Ending::Fault(f), Ending::Fault(g)) => {
            let place = |f: &Fault| (f.pc, f.lane, f.workgroup, f.wave);
            if (&f.kind, place(f)) == (&g.kind, place(g)) {
                buffers(first, other)
            } else {
                ends()
            }
        }
        _ => ends(),
    }
}

/// The first register in which two waves differ that do.
fn registers(x: &FinalWave, y: &FinalWave) -> String {
    let wave = format!("work-group {:?} wave {}", x.workgroup, x.wave);
    let vgprs = (0..).zip(x.vgprs.iter().zip(&y.vgprs));
    let acc = (ACC..).zip(x.acc_vgprs.iter().zip(&y.acc_vgprs));
    for (r, (x, y)) in vgprs.chain(acc) {
        if let Some(lane) = (0..64).find(|lane| x.0[*lane] != y.0[*lane]) {
            let (x, y) = (x.0[lane], y.0[lane]);
            return format!("{wave}: {} lane {lane}: {x:#x}; {y:#x}", Name(r));
        }
    }
    if let Some(s) = (0..128).find(|s| x.sgpr[*s] != y.sgpr[*s]) {
        let name = scalar_name(s as u8);
        return format!("{wave}: {name}: {:#x}; {:#x}", x.sgpr[s], y.sgpr[s]);
    }
    let rest = |w: &FinalWave| format!("scc {}, mode {:#x}, pc {:#x}", w.scc, w.mode, w.pc);
    format!("{wave}: {}; {}", rest(x), rest(y))
}

/// The first byte in which the buffers differ.
fn buffers(first: &Left, other: &Left) -> Option<String> {
    let both = first.buffers.iter().zip(&other.buffers).enumerate();
    both.filter_map(|(i, (x, y))| {
        let at = x.iter().zip(y).position(|(x, y)| x != y)?;
        Some(format!("mem{i} byte {at}: {:#x}; {:#x}", x[at], y[at]))
    })
    .next()
}

/// A case's program on a device, for launches with various contents of buffers.
pub(super) struct Loaded {
    device: Device,
    program: LoadedProgram,
    bases: Vec<u64>,
    launch: Launch<'static>,
    gds: bool,
}

impl Loaded {
    /// Loads the case's program and allocates its buffers.
    ///
    /// # Errors
    /// When the host or the device cannot.
    pub(super) fn new(case: &LaunchCase) -> Result<Loaded, LaunchDifference> {
        Loaded::make(case).map_err(|what| LaunchDifference {
            run: Run::InterpInOrder,
            what,
        })
    }

    fn make(case: &LaunchCase) -> Result<Loaded, String> {
        let bytes: Vec<u8> = case.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        let device = Device::new().map_err(|e| e.to_string())?;
        let object = CodeObject::parse(&bytes, Some(case.generation.target()));
        let object = object.map_err(|e| e.to_string())?;
        let mut program = device.load(&object).map_err(|e| e.to_string())?;
        let kernel = &mut program.kernels[0];
        let size = case.size();
        (kernel.vgprs, kernel.acc_vgprs) = (size.vgprs, size.acc);
        kernel.mode = case.mode;
        kernel.lds_size = case.lds;
        kernel.private_size = case.private;
        kernel.setup.workitem_id = case.ids;
        let alloc = |(i, b): (usize, &Vec<u8>)| {
            let at = device.alloc_raw(&format!("mem{i}"), b.len() as u64);
            at.map_err(|e| e.to_string())
        };
        let bases: Vec<u64> = case
            .buffers
            .iter()
            .enumerate()
            .map(alloc)
            .collect::<Result<_, _>>()?;
        let mut launch = Launch::new(0, 1, 1);
        (launch.grid, launch.local, launch.dimensions) = (case.grid, case.local, case.dimensions);
        launch.args = bases.iter().map(|b| ArgValue::Buffer(*b)).collect();
        launch.capture = case.observed;
        Ok(Loaded {
            gds: uses_gds(&program.program),
            device,
            program,
            bases,
            launch,
        })
    }

    /// Runs the case, which is the one that was loaded up to the contents of buffers and the limit.
    fn run(&self, jit: &Jit, case: &LaunchCase, run: Run) -> Left {
        let memory = self.device.memory();
        for (base, bytes) in self.bases.iter().zip(&case.buffers) {
            let done = memory.write(*base, bytes);
            done.expect("as much as was allocated");
        }
        if self.gds {
            // It keeps what the last run left.
            let gds = memory.gds().lock();
            gds.dwords().iter().for_each(|d| d.set(0));
        }
        let mut launch = self.launch.clone();
        launch.threads = run.threads().unwrap_or(1) as usize;
        // Compiled code counts at the ends of blocks, and threads reserve what they may use: what the
        // first run ends within the limit they must be given the room to end.
        let most = case.limit.saturating_mul(case.waves());
        match run {
            Run::InterpInOrder => launch.max_instructions = Some(most),
            _ if case.chains() => launch.timeout = Some(TIMEOUT),
            _ => launch.max_instructions = Some(most.saturating_mul(2)),
        }
        let in_order = InOrder {
            jit: (run == Run::JitInOrder).then_some(jit),
            slice: i64::try_from(most).unwrap_or(i64::MAX).saturating_mul(4),
        };
        let engine: &dyn Engine = match run {
            Run::InterpInOrder | Run::JitInOrder => &in_order,
            Run::Interp(_) => &Interpreter,
            Run::Jit(_) => jit,
        };
        let launched = || self.device.launch_on(&self.program, &launch, engine);
        let ending = match catch_unwind(AssertUnwindSafe(launched)) {
            Ok(Ok(stats)) => Ending::Ended(stats.instructions, stats.lanes, stats.captured),
            Ok(Err(LaunchError::Fault(f))) => match f.kind {
                FaultKind::InstructionLimit(_) => Ending::Unfinished,
                FaultKind::Internal(text) => Ending::Panic(text),
                _ => Ending::Fault(*f),
            },
            Ok(Err(e)) => Ending::Refused(e.to_string()),
            Err(e) => Ending::Panic(panic_text(&*e)),
        };
        let mut buffers = case.buffers.clone();
        for (base, bytes) in self.bases.iter().zip(&mut buffers) {
            let done = memory.read(*base, bytes);
            done.expect("as much as was allocated");
        }
        Left { ending, buffers }
    }

    /// As [`compare`], of the case that was loaded up to the contents of buffers and the limit.
    ///
    /// # Errors
    /// As [`compare`].
    pub(super) fn compare(
        &self,
        session: &mut Session,
        case: &LaunchCase,
    ) -> Result<Ran, LaunchDifference> {
        let failed = |run, what| Err(LaunchDifference { run, what });
        session.jit().set_hot(case.tier.hot());
        let [before, errors] = session.jit().refusals();
        let first = self.run(session.jit(), case, Run::InterpInOrder);
        let (end, instructions) = match &first.ending {
            Ending::Ended(n, ..) => (End::Ended, *n),
            Ending::Fault(_) => (End::Faulted, 0),
            Ending::Unfinished => (End::Unfinished, 0),
            end @ (Ending::Panic(_) | Ending::Refused(_)) => {
                return failed(Run::InterpInOrder, end.to_string());
            }
        };
        for run in runs(case) {
            if end == End::Unfinished {
                break;
            }
            let other = self.run(session.jit(), case, run);
            if matches!(other.ending, Ending::Panic(_)) {
                // What it was at is no longer fit for use.
                session.forget();
            }
            if let Some(what) = difference(&first, &other, run.threads().is_none()) {
                return failed(run, what);
            }
        }
        let [after, failures] = session.jit().refusals();
        let code = match (failures == errors, after == before) {
            (false, _) => return failed(Run::JitInOrder, "the compiler has failed".to_owned()),
            (true, false) => Code::Bounded,
            (true, true) => Code::Compiled,
        };
        Ok(Ran {
            end,
            instructions,
            code,
        })
    }
}

/// What is compared with the first run. A wave that finds nothing compiled gives its thread back, so the
/// launches that may do so come first.
pub(super) fn runs(case: &LaunchCase) -> Vec<Run> {
    match case.threads {
        0 | 1 => vec![Run::JitInOrder, Run::JitInOrder],
        n => vec![Run::Jit(1), Run::Jit(n), Run::JitInOrder, Run::Interp(n)],
    }
}

/// Runs the case on both backends, in the ways that [`LaunchCase::threads`] says.
///
/// # Errors
/// The first difference.
pub fn compare(session: &mut Session, case: &LaunchCase) -> Result<Ran, LaunchDifference> {
    Loaded::new(case)?.compare(session, case)
}

/// Whether the interpreter leaves the same behind twice, as it does where no instruction looks at the
/// time: the instructions that it executes, 0 when it comes to a fault.
pub(super) fn repeats(session: &Session, case: &LaunchCase) -> Option<u64> {
    let loaded = Loaded::new(case).ok()?;
    let run = || loaded.run(session.jit(), case, Run::InterpInOrder);
    let (x, y) = (run(), run());
    match x.ending {
        _ if difference(&x, &y, true).is_some() => None,
        Ending::Ended(n, ..) => Some(n),
        Ending::Fault(_) => Some(0),
        Ending::Unfinished | Ending::Panic(_) | Ending::Refused(_) => None,
    }
}
