//! Runs cases on both backends and compares everything that they leave behind.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::check::{Checker, Finding};
use crate::error::{AllocError, CompileError, Fault, panic_text};
use crate::interp;
use crate::isa::{EXEC_LO, Inst, M0, Row, VCC_LO};
use crate::jit::cache::Cache;
use crate::jit::counted::Ledger;
use crate::jit::host::{Gathers, HostLevel};
use crate::jit::{Jit, Shown};
use crate::machine::clocks::{Clock, Clocks};
use crate::machine::lds::Lds;
use crate::machine::memory::{Access, Memory};
use crate::machine::program::Program;
use crate::machine::wave::{ACC, FileSize, LANES, Name, Vgpr, Wave};
use crate::machine::{Engine, Env, Exit, Scratch, Watch};
use crate::profile::Profiler;

use crate::runtime::check::shown;

use super::case::{CODE, Case, First, addresses};
use super::code::{Item, link};

/// Bytes of host code after which the compiler is replaced: it never frees code.
const MAX_CODE: u64 = 64 << 20;

/// Arrangements of memory and waves that are kept for further cases.
const ARENAS: usize = 12;

/// Bytes that are copied at a time to be compared.
const CHUNK: usize = 4096;

/// How a run ended that both backends agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All waves reached `s_endpgm`, and their registers were compared.
    Ended,
    /// A wave faulted; memory was compared, registers were not.
    Faulted,
    /// The program does not end within the case's limit, so nothing was compared.
    Unfinished,
}

/// What stood on the compiler's side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Compiled code.
    Compiled,
    /// From some point on the interpreter: the program has had compiled what one may.
    Bounded,
    /// From some point on the interpreter: the compiler has failed.
    Failed,
}

impl Code {
    /// Why a run with [`Code::Bounded`] is of no use.
    pub const BOUNDED: &str = "interpreted: the program has had compiled what one may";
}

/// What a case without difference did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// Instructions executed, over all waves.
    pub instructions: u64,
    /// Whether compiled code ran all the way: what cannot be compiled is interpreted on both sides.
    pub code: Code,
}

/// Where two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In how they end: see [`Difference::ends`].
    End,
    /// Scalar register by operand code.
    Sgpr(u8),
    /// Lane of a vector register.
    Vgpr {
        /// Register.
        register: u16,
        /// Lane.
        lane: u8,
    },
    /// SCC.
    Scc,
    /// MODE.
    Mode,
    /// TRAPSTS.
    Trapsts,
    /// PC.
    Pc,
    /// Instructions executed.
    Instructions,
    /// Active lanes over the instructions executed.
    Lanes,
    /// How often the instruction at an address was executed, as a profile counts it.
    Executions(u64),
    /// With how many lanes.
    Active(u64),
    /// Dword of the LDS, at a byte offset.
    Lds(u32),
    /// Dword of the GDS, at a byte offset.
    Gds(u32),
    /// Byte of a buffer.
    Memory {
        /// Which buffer.
        buffer: usize,
        /// Offset in bytes.
        offset: u64,
    },
    /// What was found: see [`Difference::ends`].
    Findings,
    /// Byte of a wave's private memory.
    Private {
        /// Offset in the lane's memory in bytes.
        offset: u32,
        /// Lane.
        lane: u8,
    },
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::End => f.write_str("end"),
            Place::Findings => f.write_str("findings"),
            Place::Sgpr(s) => f.write_str(&scalar_name(*s)),
            Place::Vgpr { register, lane } => write!(f, "{} lane {lane}", Name(*register)),
            Place::Scc => f.write_str("scc"),
            Place::Mode => f.write_str("mode"),
            Place::Trapsts => f.write_str("trapsts"),
            Place::Pc => f.write_str("pc"),
            Place::Instructions => f.write_str("instructions executed"),
            Place::Lanes => f.write_str("active lanes counted"),
            Place::Executions(pc) => write!(f, "executions of what is at {pc:#x}"),
            Place::Active(pc) => write!(f, "active lanes of what is at {pc:#x}"),
            Place::Lds(at) => write!(f, "lds[{at}]"),
            Place::Gds(at) => write!(f, "gds[{at}]"),
            Place::Memory { buffer, offset } => write!(f, "mem{buffer} byte {offset}"),
            Place::Private { offset, lane } => write!(f, "scratch byte {offset} lane {lane}"),
        }
    }
}

/// A scalar register's name by operand code.
pub fn scalar_name(code: u8) -> String {
    match code {
        VCC_LO => "vcc_lo".into(),
        M0 => "m0".into(),
        EXEC_LO => "exec_lo".into(),
        _ if code == VCC_LO + 1 => "vcc_hi".into(),
        _ if code == EXEC_LO + 1 => "exec_hi".into(),
        _ => format!("s{code}"),
    }
}

/// The first thing in which two runs differ: how they end, then the registers of the waves in order,
/// then memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The wave whose registers differ.
    pub wave: usize,
    /// What differs.
    pub place: Place,
    /// Its value after the interpreter.
    pub interp: u64,
    /// Its value after compiled code.
    pub jit: u64,
    /// How the runs ended, or what was found in them, in words, where that differs: the interpreter's first.
    pub ends: Option<Box<[String; 2]>>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.wave != 0 {
            write!(f, "wave {}: ", self.wave)?;
        }
        match &self.ends {
            Some(ends) => write!(f, "interp: {}, jit: {}", ends[0], ends[1]),
            None => {
                let (place, x, y) = (self.place, self.interp, self.jit);
                write!(f, "{place}: interp {x:#x}, jit {y:#x}")
            }
        }
    }
}

/// How often the instructions of a program were executed with an effect to compare: vector ones with an
/// active lane, all others always, in runs that ended and left the same behind on both backends.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Executions by the dword of the instruction.
    counts: Vec<u64>,
    /// The dwords of the instructions of the run that goes on, in order.
    steps: Vec<u32>,
    /// The rows of the dwords that have been executed.
    rows: Vec<Option<&'static Row>>,
}

impl Trace {
    fn begin(&mut self) -> &mut Vec<u32> {
        self.steps.clear();
        &mut self.steps
    }

    fn end(&mut self, program: &Program) {
        for &at in &self.steps {
            let i = at as usize;
            if i >= self.counts.len() {
                self.counts.resize(i + 1, 0);
                self.rows.resize(i + 1, None);
            }
            if self.rows[i].is_none() {
                let decoded = program.at(CODE + 4 * u64::from(at));
                self.rows[i] = decoded.ok().map(|d| d.inst.row());
            }
            self.counts[i] += 1;
        }
    }

    /// The rows, with how often.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Row, u64)> {
        let rows = self.rows.iter().zip(&self.counts);
        rows.filter_map(|(row, n)| Some(((*row)?, *n)))
    }
}

/// What runs a wave.
enum Runner<'a> {
    /// The interpreter, which notes the instructions that act on something when it is asked to.
    Interp(Option<&'a mut Vec<u32>>),
    Jit(&'a Jit),
    /// With checks: the interpreter, or compiled code that shows so much.
    Checked(&'a Checker, Option<(&'a Jit, Shown)>),
    /// What measures for a profile.
    Measured(&'a dyn Watch),
    /// Compiled code that counts for one.
    Counted(&'a Jit, &'a dyn Watch, &'a mut Ledger),
}

/// What cases share that have the same memory and registers, up to contents.
#[derive(Debug, PartialEq, Eq)]
struct Layout {
    buffers: Vec<(u64, Access)>,
    lds: u32,
    private: u32,
    waves: usize,
    size: FileSize,
}

impl Layout {
    fn of(case: &Case) -> Layout {
        let buffer = |b: &super::case::Buffer| (b.bytes.len() as u64, b.access);
        Layout {
            buffers: case.buffers.iter().map(buffer).collect(),
            lds: case.lds.len() as u32,
            private: case.private,
            waves: case.waves.len(),
            size: case.size(),
        }
    }

    /// Whether it is the case's, without making another one.
    fn fits(&self, case: &Case) -> bool {
        let same = |(len, access): &(u64, Access), b: &super::case::Buffer| {
            *len == b.bytes.len() as u64 && *access == b.access
        };
        self.lds == case.lds.len() as u32
            && self.private == case.private
            && self.waves == case.waves.len()
            && self.size == case.size()
            && self.buffers.len() == case.buffers.len()
            && self
                .buffers
                .iter()
                .zip(&case.buffers)
                .all(|(x, y)| same(x, y))
    }
}

/// One backend's memory and waves.
struct Side {
    memory: Memory,
    lds: Lds,
    waves: Vec<Wave>,
    /// The waves' private memory.
    scratch: Vec<Scratch>,
}

/// Both backends' memory and waves, for cases of one layout.
struct Arena {
    layout: Layout,
    buffers: Vec<u64>,
    sides: [Side; 2],
}

impl Arena {
    fn new(layout: Layout) -> std::io::Result<Arena> {
        let bytes: u64 = layout.buffers.iter().map(|b| b.0 + (1 << 17)).sum();
        let private = layout.waves as u64 * LANES as u64 * u64::from(layout.private);
        let private = private + (layout.waves as u64) * (1 << 17);
        let buffers = addresses(layout.buffers.iter().map(|b| b.0));
        let side = || {
            let memory = Memory::new((bytes + private) as usize + (1 << 20))?;
            for (i, ((len, access), base)) in layout.buffers.iter().zip(&buffers).enumerate() {
                let at = memory.alloc(*len, 256, *access, &format!("mem{i}"));
                assert_eq!(
                    at.map_err(std::io::Error::other)?,
                    *base,
                    "memory is laid out otherwise"
                );
            }
            let waves = (0..layout.waves).map(|i| {
                let mut w = Wave::new(layout.size);
                w.index = i as u32;
                w.group_waves = layout.waves as u32;
                w
            });
            let scratch = (0..layout.waves as u32).map(|i| {
                let mut s = Scratch::new(&memory, layout.private)?;
                // As a launch lays them out.
                s.place(i * LANES as u32 * layout.private);
                Ok(s)
            });
            let scratch: Result<Vec<_>, AllocError> = scratch.collect();
            Ok::<_, std::io::Error>(Side {
                scratch: scratch.map_err(std::io::Error::other)?,
                memory,
                lds: Lds::new(layout.lds),
                waves: waves.collect(),
            })
        };
        let sides = [side()?, side()?];
        Ok(Arena {
            layout,
            buffers,
            sides,
        })
    }

    /// Puts the case's state into both sides.
    fn load(&mut self, case: &Case, gds: bool) {
        for side in &mut self.sides {
            for (state, wave) in case.waves.iter().zip(&mut side.waves) {
                state.load(wave);
            }
            for (d, bytes) in side.lds.dwords().iter().zip(case.lds.chunks(4)) {
                d.set(dword(bytes));
            }
            let wave_bytes = LANES * case.private as usize;
            for (i, s) in side.scratch.iter().enumerate() {
                let bytes = case.scratch.get(i * wave_bytes..).unwrap_or_default();
                s.fill(&side.memory, bytes);
            }
            for (base, b) in self.buffers.iter().zip(&case.buffers) {
                let done = side.memory.write(*base, &b.bytes);
                done.expect("as much as was allocated");
            }
            if gds {
                let gds = side.memory.gds().lock();
                let bytes = case.gds.chunks(4).map(dword);
                for (d, v) in gds.dwords().iter().zip(bytes.chain(std::iter::repeat(0))) {
                    d.set(v);
                }
            }
        }
    }
}

/// Up to four bytes as a dword.
fn dword(bytes: &[u8]) -> u32 {
    let mut d = [0; 4];
    d[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(d)
}

/// The program that was run last.
struct Loaded {
    items: Vec<Item>,
    program: Program,
    /// Whether it accesses the GDS.
    gds: bool,
}

/// How one backend's run ended.
enum Ending {
    /// With so many barriers.
    End(u64),
    Fault(Fault),
    Panic(String),
    Unfinished,
}

impl Ending {
    fn same(&self, other: &Ending) -> bool {
        match (self, other) {
            (Ending::End(x), Ending::End(y)) => x == y,
            (Ending::Fault(x), Ending::Fault(y)) => {
                (&x.kind, x.pc, x.lane) == (&y.kind, y.pc, y.lane)
            }
            _ => false,
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::End(0) => f.write_str("end"),
            Ending::End(n) => write!(f, "end after {n} barriers"),
            Ending::Fault(x) => {
                write!(f, "{} at {:#x}", x.kind, x.pc)?;
                x.lane.map_or(Ok(()), |lane| write!(f, ", lane {lane}"))
            }
            Ending::Panic(what) => write!(f, "panic: {what}"),
            Ending::Unfinished => f.write_str("no end"),
        }
    }
}

/// A compiler, and memory and waves that are used again: after the first case of its kind, a case costs
/// no allocation.
pub struct Session {
    jit: Jit,
    level: HostLevel,
    gathers: Gathers,
    /// Where compiled code is kept, if anywhere.
    cache: Option<Cache>,
    arenas: Vec<Arena>,
    loaded: Option<Loaded>,
    /// How often compiling had failed when the program was loaded.
    errors: u64,
}

impl Session {
    /// A session with nothing compiled.
    ///
    /// # Errors
    /// When the host's processor is not supported.
    pub fn new() -> Result<Session, CompileError> {
        Session::with_level(HostLevel::chosen()?)
    }

    /// A session whose compiler uses no more of the host than `level`.
    ///
    /// # Errors
    /// When the host has less.
    pub fn with_level(level: HostLevel) -> Result<Session, CompileError> {
        Session::make(level, Gathers::chosen()?, None)
    }

    /// As [`Session::with_level`], with such gathers whatever is faster on this host.
    ///
    /// # Errors
    /// As [`Session::with_level`].
    pub fn with_gathers(level: HostLevel, gathers: Gathers) -> Result<Session, CompileError> {
        Session::make(level, gathers, None)
    }

    /// As [`Session::with_level`]; compiled code is kept in `cache`.
    ///
    /// # Errors
    /// As [`Session::with_level`].
    pub fn with_cache(level: HostLevel, cache: Cache) -> Result<Session, CompileError> {
        Session::make(level, Gathers::chosen()?, Some(cache))
    }

    fn make(
        level: HostLevel,
        gathers: Gathers,
        cache: Option<Cache>,
    ) -> Result<Session, CompileError> {
        Ok(Session {
            jit: Jit::with_gathers(level, gathers, cache.clone())?,
            level,
            gathers,
            cache,
            arenas: vec![],
            loaded: None,
            errors: 0,
        })
    }

    /// The compiler.
    pub fn jit(&self) -> &Jit {
        &self.jit
    }

    /// How much of the host the compiler uses.
    pub fn level(&self) -> HostLevel {
        self.level
    }

    /// Forgets all compiled code, so that the next case runs as it would alone: compiled code depends
    /// on the first wave that comes to it.
    ///
    /// # Panics
    /// When the host, which has had a compiler before, is not supported.
    pub fn forget(&mut self) {
        self.renew();
        self.loaded = None;
    }

    /// Another compiler of the same kind.
    fn renew(&mut self) {
        (self.jit, self.errors) = (compiler(self.level, self.gathers, self.cache.clone()), 0);
    }

    /// Runs the case on both backends.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// When the host has no address space for the case's memory.
    pub fn compare(&mut self, case: &Case) -> Result<Ran, Difference> {
        self.compare_traced(case, None)
    }

    /// As [`Session::compare`], and adds to the trace when the run ends and nothing differs.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// As [`Session::compare`].
    pub fn compare_traced(
        &mut self,
        case: &Case,
        mut trace: Option<&mut Trace>,
    ) -> Result<Ran, Difference> {
        let fresh = self.load_program(case);
        self.jit.set_hot(case.tier.hot());
        if fresh {
            self.errors = self.jit.refusals()[1];
        }
        let arena = match self.arenas.iter().position(|a| a.layout.fits(case)) {
            Some(i) => i,
            None => {
                if self.arenas.len() == ARENAS {
                    self.arenas.remove(0);
                }
                let arena = Arena::new(Layout::of(case)).expect("address space for memory");
                self.arenas.push(arena);
                self.arenas.len() - 1
            }
        };
        let arena = &mut self.arenas[arena];
        let Some(loaded) = &self.loaded else {
            unreachable!("`load_program` has set it");
        };
        if fresh && case.first != First::Itself {
            compile_for_another(&self.jit, case, &loaded.program, arena);
        }
        arena.load(case, loaded.gds);
        let checker = (case.checks.any()).then(|| Checker::new(case.checks.options()));
        let mut found = [vec![], vec![]];
        let steps = trace.as_deref_mut().map(Trace::begin);
        let interp = match &checker {
            None => run(Runner::Interp(steps), case, &loaded.program, arena, 0),
            Some(checker) => {
                checker.launch_begins(&|| case.checks.defined());
                let runner = Runner::Checked(checker, None);
                let ending = run(runner, case, &loaded.program, arena, 0);
                found[0] = checker.begin().list().to_vec();
                ending
            }
        };
        if matches!(interp, Ending::Unfinished) {
            return Ok(Ran {
                end: End::Unfinished,
                instructions: executed(arena),
                code: Code::Compiled,
            });
        }
        let [before, _] = self.jit.refusals();
        let runner = match &checker {
            None => Runner::Jit(&self.jit),
            Some(checker) => {
                checker.launch_begins(&|| case.checks.defined());
                match shown(checker, &loaded.program, (CODE, false)) {
                    Shown::Nothing => Runner::Jit(&self.jit),
                    shown => Runner::Checked(checker, Some((&self.jit, shown))),
                }
            }
        };
        let jit = run(runner, case, &loaded.program, arena, 1);
        if let Some(checker) = &checker {
            found[1] = checker.begin().list().to_vec();
        }
        let [after, errors] = self.jit.refusals();
        let code = match (after == before, errors == self.errors) {
            (true, _) => Code::Compiled,
            (false, true) => Code::Bounded,
            (false, false) => Code::Failed,
        };
        if matches!(jit, Ending::Panic(_)) {
            // What it was at is no longer fit for use.
            (self.jit, self.errors) = (compiler(self.level, self.gathers, self.cache.clone()), 0);
        }
        if !interp.same(&jit) {
            return Err(Difference {
                wave: 0,
                place: Place::End,
                interp: 0,
                jit: 0,
                ends: Some(Box::new([interp.to_string(), jit.to_string()])),
            });
        }
        let ended = matches!(interp, Ending::End(_));
        let mut result = Ok(());
        if ended {
            result = registers(arena, case.observed).and_then(|()| findings(&found));
        }
        result = result.and_then(|()| contents(arena, case, loaded.gds));
        let ran = Ran {
            end: if ended { End::Ended } else { End::Faulted },
            instructions: executed(arena),
            code,
        };
        result.map_err(|d| *d)?;
        if ended && let Some(trace) = trace {
            trace.end(&loaded.program);
        }
        Ok(ran)
    }

    /// What the interpreter has left in the buffers of a case that has just been compared.
    pub fn left(&self, case: &Case) -> Vec<Vec<u8>> {
        let Some(arena) = self.arenas.iter().find(|a| a.layout.fits(case)) else {
            return vec![];
        };
        let buffer = |(base, (len, _)): (&u64, &(u64, Access))| {
            let mut bytes = vec![0; *len as usize];
            let done = arena.sides[0].memory.read(*base, &mut bytes);
            done.expect("an allocation");
            bytes
        };
        let buffers = arena.buffers.iter().zip(&arena.layout.buffers);
        buffers.map(buffer).collect()
    }

    /// Profiles the case on both backends; tells whether they have counted the same. `blind`: compiled code leaves
    /// nothing to be measured.
    ///
    /// # Errors
    /// The first instruction of which they have not.
    ///
    /// # Panics
    /// As [`Session::compare`].
    pub fn compare_counts(&mut self, case: &Case, blind: bool) -> Result<(), Difference> {
        self.load_program(case);
        self.jit.set_hot(case.tier.hot());
        let mut arena = Arena::new(Layout::of(case)).expect("address space for memory");
        let Some(Loaded { program, gds, .. }) = &self.loaded else {
            unreachable!("`load_program` has set it");
        };
        arena.load(case, *gds);
        let profilers = [(); 2].map(|()| Profiler::new(32, 0));
        let ran = profilers[0]
            .measure(|watch| run(Runner::Measured(watch), case, program, &mut arena, 0));
        if matches!(ran, Ending::Unfinished) {
            return Ok(());
        }
        let mut ledger = if blind {
            Ledger::blind()
        } else {
            Ledger::default()
        };
        let again = profilers[1].measure(|watch| {
            let runner = Runner::Counted(&self.jit, watch, &mut ledger);
            run(runner, case, program, &mut arena, 1)
        });
        if !ran.same(&again) {
            return Err(Difference {
                wave: 0,
                place: Place::End,
                interp: 0,
                jit: 0,
                ends: Some(Box::new([ran.to_string(), again.to_string()])),
            });
        }
        let [mut interp, mut jit] = profilers.map(|p| p.finish().0);
        for r in ledger.runs() {
            jit.run_unseen(r.pc, r.instructions, r.executions, r.lanes);
        }
        let [interp, jit] = [&mut interp, &mut jit].map(|p| {
            let at = |pc| program.at(pc).ok().copied();
            p.counts(program.generation(), at)
        });
        let pcs: BTreeSet<u64> = interp.keys().chain(jit.keys()).copied().collect();
        for pc in pcs {
            let [x, y] = [&interp, &jit]
                .map(|c| c.get(&pc).map_or([0; 2], |(_, c)| [c.executions, c.lanes]));
            for (k, place) in [Place::Executions(pc), Place::Active(pc)]
                .into_iter()
                .enumerate()
            {
                differ(0, place, x[k], y[k]).map_err(|d| *d)?;
            }
        }
        Ok(())
    }

    /// Makes `loaded` the case's program; whether it was another before.
    fn load_program(&mut self, case: &Case) -> bool {
        if let Some(l) = &self.loaded
            && l.items == case.items
            && l.program.generation() == case.generation
        {
            return false;
        }
        if self.jit.counters().code_bytes > MAX_CODE {
            self.renew();
        }
        let words = link(&case.items);
        let program = Program::new(case.generation, CODE, words);
        self.loaded = Some(Loaded {
            items: case.items.clone(),
            gds: uses_gds(&program),
            program,
        });
        true
    }
}

/// A compiler of a level that the host has had one for.
fn compiler(level: HostLevel, gathers: Gathers, cache: Option<Cache>) -> Jit {
    Jit::with_gathers(level, gathers, cache).expect("the host has had a compiler")
}

/// Compiles the program for a wave that is not the case's, which does not run.
fn compile_for_another(jit: &Jit, case: &Case, program: &Program, arena: &mut Arena) {
    let side = &mut arena.sides[1];
    let wave = &mut side.waves[0];
    case.waves[0].load(wave);
    let lanes = match case.first {
        First::Itself | First::Other => u64::MAX,
        First::Masked => 1,
    };
    wave.set_exec(lanes);
    for v in wave.vgprs_mut().iter_mut().take(3) {
        *v = Vgpr(std::array::from_fn(|lane| lane as u32));
    }
    // Nothing is left of this budget once the code is there.
    wave.budget = 0;
    let env = Env {
        program,
        memory: &side.memory,
        lds: &side.lds,
        scratch: &Scratch::default(),
        observed: case.observed,
        clocks: CLOCKS,
    };
    // The run that follows meets the same fault, if there is one.
    let compile = || drop(Engine::run(jit, wave, &env));
    let _ = catch_unwind(AssertUnwindSafe(compile));
}

/// What clocks show, with nothing that is as it is without times.
const CLOCKS: Clocks = Clocks {
    cycles: Clock {
        begin: 0x1_ffff_ff00,
        instruction: 0x7_4ccc_cccd,
        group: 0,
    },
    real_time: Clock {
        begin: 12_345,
        instruction: 0x9999_9999,
        group: 0,
    },
    ..Clocks::NONE
};

/// Whether an instruction of the program accesses the GDS.
pub(super) fn uses_gds(program: &Program) -> bool {
    // Any word may be reached by a computed branch.
    (0..program.words().len()).any(|i| {
        let d = program.at(program.base() + 4 * i as u64);
        d.is_ok_and(|d| matches!(d.inst, Inst::Ds { f, .. } if f.gds))
    })
}

/// Instructions that the interpreter has executed.
fn executed(arena: &Arena) -> u64 {
    arena.sides[0].waves.iter().map(|w| w.instructions).sum()
}

/// Runs the waves of side `k` one after the other, each until it ends or comes to a barrier.
fn run(
    mut runner: Runner<'_>,
    case: &Case,
    program: &Program,
    arena: &mut Arena,
    k: usize,
) -> Ending {
    let Side {
        memory,
        lds,
        waves,
        scratch,
    } = &mut arena.sides[k];
    let (scratch, memory, lds) = (&*scratch, &*memory, &*lds);
    let mut barriers = 0;
    let whole = || {
        let mut waiting = vec![true; waves.len()];
        loop {
            let mut more = false;
            for (i, wave) in waves.iter_mut().enumerate() {
                if !waiting[i] {
                    continue;
                }
                let env = Env {
                    program,
                    memory,
                    lds,
                    scratch: &scratch[i],
                    observed: case.observed,
                    clocks: CLOCKS,
                };
                match run_wave(&mut runner, case, wave, &env) {
                    Ok(Some(Exit::Barrier)) => {
                        barriers += 1;
                        more = true;
                    }
                    Ok(Some(_)) => waiting[i] = false,
                    Ok(None) => return Ending::Unfinished,
                    Err(f) => return Ending::Fault(f),
                }
            }
            if !more {
                return Ending::End(barriers);
            }
        }
    };
    catch_unwind(AssertUnwindSafe(whole)).unwrap_or_else(|e| Ending::Panic(panic_text(&*e)))
}

/// Runs a wave to its end or the next barrier; `None` when it comes to neither.
#[allow(clippy::result_large_err)] // As in the backends.
fn run_wave(
    runner: &mut Runner<'_>,
    case: &Case,
    wave: &mut Wave,
    env: &Env<'_>,
) -> Result<Option<Exit>, Fault> {
    // Compiled code yields at the starts of blocks: what the interpreter ends within the limit it
    // must be given the time to end.
    let compiled = matches!(
        runner,
        Runner::Jit(_) | Runner::Counted(..) | Runner::Checked(_, Some(_))
    );
    let limit = case.limit << u32::from(compiled);
    loop {
        let left = limit.saturating_sub(wave.instructions).max(1) as i64;
        let exit = match runner {
            Runner::Interp(None) => {
                wave.budget = left;
                interp::run(wave, env)?
            }
            Runner::Interp(Some(steps)) => {
                wave.budget = 1;
                let (pc, lanes) = (wave.pc, wave.lanes);
                let exit = interp::run(wave, env)?;
                if wave.lanes != lanes {
                    steps.push(((pc - CODE) / 4) as u32);
                }
                exit
            }
            Runner::Jit(jit) => {
                wave.budget = case.slice.clamp(1, left);
                jit.run(wave, env)?
            }
            Runner::Checked(checker, None) => {
                wave.budget = left;
                checker.run(wave, env)?
            }
            Runner::Checked(checker, Some((jit, shown))) => {
                wave.budget = case.slice.clamp(1, left);
                checker.watched(wave, env, None, |wave, watch| {
                    jit.run_watched(wave, env, watch, *shown)
                })?
            }
            Runner::Measured(watch) => {
                wave.budget = left;
                watch.interpret(wave, env)?
            }
            Runner::Counted(jit, watch, ledger) => {
                wave.budget = case.slice.clamp(1, left);
                jit.run_counted(wave, env, *watch, ledger)?
            }
        };
        match exit {
            Exit::Yield if wave.instructions >= limit => return Ok(None),
            // Nobody else is there to wait for.
            Exit::Yield | Exit::Sync => {}
            exit @ (Exit::End | Exit::Barrier) => return Ok(Some(exit)),
        }
    }
}

type Compared = Result<(), Box<Difference>>;

fn differ(wave: usize, place: Place, interp: u64, jit: u64) -> Compared {
    if interp == jit {
        return Ok(());
    }
    Err(Box::new(Difference {
        wave,
        place,
        interp,
        jit,
        ends: None,
    }))
}

/// Compares the waves; without `observed`, only what no kernel can do without.
fn registers(arena: &Arena, observed: bool) -> Compared {
    let [x, y] = &arena.sides;
    for (i, (x, y)) in x.waves.iter().zip(&y.waves).enumerate() {
        if observed {
            if x.sgpr != y.sgpr {
                for (s, (x, y)) in x.sgpr.iter().zip(&y.sgpr).enumerate() {
                    if x != y {
                        return differ(i, Place::Sgpr(s as u8), (*x).into(), (*y).into());
                    }
                }
            }
            let vgprs = (0..).zip(x.vgprs().iter().zip(y.vgprs()));
            let acc = (ACC..).zip(x.acc().iter().zip(y.acc()));
            for (r, (x, y)) in vgprs.chain(acc) {
                if x != y {
                    return vector(i, r, x, y);
                }
            }
        }
        let scc = |w: &Wave| if observed { w.scc.into() } else { 0 };
        let rest = [
            (Place::Scc, scc(x), scc(y)),
            (Place::Mode, x.mode.into(), y.mode.into()),
            (Place::Trapsts, x.trapsts.into(), y.trapsts.into()),
            (Place::Pc, x.pc, y.pc),
            (Place::Instructions, x.instructions, y.instructions),
            (Place::Lanes, x.lanes, y.lanes),
        ];
        for (place, x, y) in rest {
            if x != y {
                return differ(i, place, x, y);
            }
        }
    }
    Ok(())
}

/// Compares what the checks have found, in order.
fn findings([interp, jit]: &[Vec<Finding>; 2]) -> Compared {
    let n = interp.len().max(jit.len());
    let Some(i) = (0..n).find(|i| interp.get(*i) != jit.get(*i)) else {
        return Ok(());
    };
    let words = |all: &[Finding]| match all.get(i) {
        Some(x) => format!("{x:x?}"),
        None => "nothing more is found".to_owned(),
    };
    Err(Box::new(Difference {
        wave: 0,
        place: Place::Findings,
        interp: interp.len() as u64,
        jit: jit.len() as u64,
        ends: Some(Box::new([words(interp), words(jit)])),
    }))
}

#[cold]
fn vector(wave: usize, register: u16, x: &Vgpr, y: &Vgpr) -> Compared {
    for (lane, (x, y)) in x.0.iter().zip(&y.0).enumerate() {
        if x != y {
            let lane = lane as u8;
            let place = Place::Vgpr { register, lane };
            return differ(wave, place, (*x).into(), (*y).into());
        }
    }
    Ok(())
}

/// Compares LDS, GDS, private and global memory, after a fault too: all that was done before the
/// instruction that faults is there, nothing of what follows it, and of a store or an atomic what the
/// lanes below did.
fn contents(arena: &Arena, case: &Case, gds: bool) -> Compared {
    let [a, b] = &arena.sides;
    let dwords = |x: &Lds, y: &Lds, n: usize, place: fn(u32) -> Place| {
        for (i, (x, y)) in x.dwords().iter().zip(y.dwords()).take(n).enumerate() {
            let (x, y) = (x.get(), y.get());
            if x != y {
                return differ(0, place(4 * i as u32), x.into(), y.into());
            }
        }
        Ok(())
    };
    dwords(&a.lds, &b.lds, usize::MAX, Place::Lds)?;
    if gds {
        let (x, y) = (a.memory.gds().lock(), b.memory.gds().lock());
        dwords(&x, &y, case.gds.len().div_ceil(4), Place::Gds)?;
    }
    for (wave, (x, y)) in a.scratch.iter().zip(&b.scratch).enumerate() {
        let (x, y) = (x.contents(&a.memory), y.contents(&b.memory));
        if let Some(at) = x.iter().zip(&y).position(|(x, y)| x != y) {
            let (x, y, at) = (x[at], y[at], at as u64);
            // Dwords are interleaved over the lanes.
            let place = Place::Private {
                offset: (at / 256 * 4 + at % 4) as u32,
                lane: (at % 256 / 4) as u8,
            };
            return differ(wave, place, x.into(), y.into());
        }
    }
    for (buffer, (base, (len, _))) in arena.buffers.iter().zip(&arena.layout.buffers).enumerate() {
        if let Some((offset, x, y)) = global(a, b, *base, *len) {
            return differ(0, Place::Memory { buffer, offset }, x.into(), y.into());
        }
    }
    Ok(())
}

/// The first byte in which `len` bytes of global memory at `base` differ.
fn global(a: &Side, b: &Side, base: u64, len: u64) -> Option<(u64, u8, u8)> {
    let (mut x, mut y) = ([0; CHUNK], [0; CHUNK]);
    let mut at = 0;
    while at < len {
        let n = (len - at).min(CHUNK as u64) as usize;
        let (x, y) = (&mut x[..n], &mut y[..n]);
        a.memory.read(base + at, x).expect("an allocation");
        b.memory.read(base + at, y).expect("an allocation");
        if x != y {
            let i = x.iter().zip(&*y).position(|(x, y)| x != y)?;
            return Some((at + i as u64, x[i], y[i]));
        }
        at += n as u64;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::case::S_ENDPGM;
    use super::super::code::Words;
    use super::*;
    use crate::isa::Gen;

    #[test]
    fn a_case_runs_on_both_backends() {
        let mut session = Session::new().expect("a compiler for this host");
        let mut case = Case::new(Gen::Gfx9, 4);
        // v_add_u32_e32 v2, v0, v1
        case.items = vec![
            Item::Inst(Words::new(&[0x6804_0300])),
            Item::Inst(Words::new(&[S_ENDPGM])),
        ];
        case.waves[0].vgprs[1] = Vgpr([5; LANES]);
        let ran = Ran {
            end: End::Ended,
            instructions: 2,
            code: Code::Compiled,
        };
        assert_eq!(session.compare(&case), Ok(ran));
        assert_eq!(session.compare(&case), Ok(ran));
        // s_branch to itself
        case.items = vec![Item::Inst(Words::new(&[0xbf82_ffff]))];
        let end = session.compare(&case).map(|r| r.end);
        assert_eq!(end, Ok(End::Unfinished));
        // v_mov_b32 v4, v0: the wave has no such register.
        case.items = vec![Item::Inst(Words::new(&[0x7e08_0300]))];
        let end = session.compare(&case).map(|r| r.end);
        assert_eq!(end, Ok(End::Faulted));
    }
}
