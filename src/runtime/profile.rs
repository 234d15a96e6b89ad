//! A launch whose instructions are counted, told by kernel, instruction and line of the source: [`Device::profile`].

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::check::{mnemonic, null_when_empty};
use super::device::Device;
use super::launch::{Backend, Launch, LaunchError, Outcome};
use super::load::LoadedProgram;
use crate::disasm::disasm;
use crate::error::{Fault, SourceLine};
use crate::isa::{Decoded, Fidelity};
use crate::jit::Jit;
use crate::jit::counted::Ledger;
use crate::machine::memory::Memory;
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Counters, Engine, Env, Exit, Waves};
use crate::profile::access::banks;
pub use crate::profile::access::{Banks, Bytes, Traffic};
pub use crate::profile::card::Card;
pub use crate::profile::kind::Kind;
use crate::profile::kind::operations;
pub use crate::profile::timeline::{Rest, Timeline, WorkGroup};
use crate::profile::{Counts, Profiler};

/// How to profile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// How many work-groups the timeline has apart; the others are summed.
    pub workgroups: usize,
    /// Instructions of a launch whose accesses are all looked at, at most. Compiled code looks at those of a sample only
    /// as soon as a wave has executed its part of that; with `u64::MAX` never, and takes as long as the interpreter.
    pub whole: u64,
}

impl Options {
    /// Executions alone: no timeline, and no more accesses than a sample of them.
    pub fn executions() -> Options {
        Options {
            workgroups: 0,
            whole: 0,
        }
    }
}

impl Default for Options {
    /// 1024 work-groups and 65,536 instructions.
    fn default() -> Options {
        Options {
            workgroups: 1024,
            whole: 1 << 16,
        }
    }
}

/// A launch that was profiled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profiled {
    /// How it ended.
    pub outcome: Outcome,
    /// What it did, until a fault if there was one: an instruction that faulted is not counted.
    pub profile: Profile,
}

/// What a launch did. All but the timeline is the same in every run that does the same, on however many host threads.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Profile {
    /// Name of the kernel.
    pub kernel: String,
    /// LLVM target name.
    pub target: String,
    /// Sums over everything.
    pub totals: Sums,
    /// Bytes of global memory in lines of 64 bytes that were accessed at least once: what a card with caches that
    /// keep everything would move at least. `None` where the lines are those of a sample, which does not tell.
    pub footprint: Option<u64>,
    /// The card that stands for the target.
    pub card: Option<Card>,
    /// Each instruction that was executed, by its address.
    pub instructions: Vec<Instruction>,
    /// Each line of the source with an instruction that was executed, by file and number. What was inlined counts for
    /// the line where it is written.
    pub lines: Vec<Line>,
    /// When the work-groups ran, in this run.
    pub timeline: Timeline,
}

/// Sums over instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Sums {
    /// Wave instructions.
    pub executions: u64,
    /// Active lanes over them; a scalar instruction has one.
    pub lanes: u64,
    /// Those of `executions` that are vector instructions, and their lanes.
    pub vector_executions: u64,
    /// See there.
    pub vector_lanes: u64,
    /// Active lanes over all lanes of vector instructions, 0 to 1; `None` where there are no such instructions.
    pub utilisation: Option<f64>,
    /// Arithmetic operations of lanes by vector ALU instructions, a multiply-add being two and a move none.
    pub operations: u64,
    /// Those of them that are instructions on f64.
    pub f64_operations: u64,
    /// Share of the time of compiled code on the host, 0 to 1: an estimate, each execution at what its kind costs.
    pub share: f64,
    /// What was accessed.
    #[serde(flatten)]
    pub traffic: Traffic,
}

/// An instruction and its counts.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Instruction {
    /// Where it is, in bytes from the kernel's first one: negative in functions that lie before it.
    pub pc: i64,
    /// Its text.
    pub instruction: String,
    /// Its name without the encoding suffix (`_e32`, `_sdwa`, ...).
    pub mnemonic: String,
    /// What kind it is.
    pub kind: Kind,
    /// What was counted.
    #[serde(flatten)]
    pub sums: Sums,
    /// The line of the source, when the file tells: in the innermost function, then in those into which it was
    /// inlined. As JSON null when there is none.
    #[serde(serialize_with = "null_when_empty")]
    pub source: Vec<SourceLine>,
    /// How far its results can be trusted; [`Profile::trust`] sums that up.
    #[serde(skip)]
    pub fidelity: Fidelity,
    /// What holds for some of its results beside that.
    #[serde(skip)]
    pub caveats: Vec<Fidelity>,
}

/// A line of the source and the counts of its instructions.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The file, as the compiler was told, below its folder.
    pub file: String,
    /// Its number, from 1; 0 for what belongs to none.
    pub line: u32,
    /// What was counted.
    #[serde(flatten)]
    pub sums: Sums,
}

impl Sums {
    fn of(kind: Kind, counts: &Counts, operations: u64, share: f64) -> Sums {
        let (executions, lanes) = (counts.executions, counts.lanes);
        let vector = |n: u64| if kind.is_vector() { n } else { 0 };
        let operations = operations * lanes;
        let mut sums = Sums {
            executions,
            lanes,
            vector_executions: vector(executions),
            vector_lanes: vector(lanes),
            utilisation: None,
            operations,
            f64_operations: if kind == Kind::Double { operations } else { 0 },
            share,
            traffic: counts.traffic,
        };
        sums.set_utilisation();
        sums
    }

    fn add(&mut self, other: &Sums) {
        self.executions += other.executions;
        self.lanes += other.lanes;
        self.vector_executions += other.vector_executions;
        self.vector_lanes += other.vector_lanes;
        self.operations += other.operations;
        self.f64_operations += other.f64_operations;
        self.share += other.share;
        self.traffic.add(&other.traffic);
        self.set_utilisation();
    }

    fn set_utilisation(&mut self) {
        let all = self.vector_executions * LANES as u64;
        self.utilisation = (all != 0).then(|| self.vector_lanes as f64 / all as f64);
    }

    /// Lines per access to global and private memory; `None` where there was none.
    pub fn lines_per_access(&self) -> Option<f64> {
        let t = &self.traffic;
        (t.lines != 0).then(|| t.lines as f64 / t.line_accesses as f64)
    }
}

impl Profile {
    /// Operations for each byte of global memory that lanes ask for; `None` when there are no such bytes.
    pub fn intensity(&self) -> Option<f64> {
        let bytes = self.totals.traffic.global.total();
        (bytes != 0).then(|| self.totals.operations as f64 / bytes as f64)
    }

    fn of(
        memory: &Memory,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        counted: &crate::profile::Profile,
    ) -> Profile {
        let (kernel, entry) = match program.kernels.get(launch.kernel) {
            Some(k) => (k.name.clone(), program.base.wrapping_add(k.entry)),
            None => (String::new(), program.base),
        };
        let own = |pc| program.program.at(pc).ok().copied();
        // A function that is called may be another program's.
        let elsewhere = |pc| memory.programs().at(pc)?.at(pc).ok().copied();
        let generation = program.generation();
        let counts = counted.counts(generation, |pc| own(pc).or_else(|| elsewhere(pc)));
        let cost = |(d, c): &(Decoded, Counts)| c.executions as f64 * Kind::of(&d.inst).cost();
        let all: f64 = counts.values().map(cost).sum();
        let mut sources = memory.programs().sources(counts.keys().copied());
        let mut totals = Sums::default();
        let mut lines: BTreeMap<(String, u32), Sums> = BTreeMap::new();
        let mut instructions = Vec::new();
        for (pc, counted) in &counts {
            let (decoded, c) = counted;
            let kind = Kind::of(&decoded.inst);
            let sums = Sums::of(kind, c, operations(&decoded.inst), cost(counted) / all);
            totals.add(&sums);
            let source = sources.remove(pc).unwrap_or_default();
            if let Some(line) = source.first() {
                let key = (line.file.clone(), line.line);
                lines.entry(key).or_default().add(&sums);
            }
            let text = disasm(generation, decoded, None);
            instructions.push(Instruction {
                pc: pc.wrapping_sub(entry) as i64,
                mnemonic: mnemonic(&text).to_owned(),
                instruction: text,
                kind,
                sums,
                source,
                fidelity: decoded.inst.fidelity(generation, program.program.has_ecc()),
                caveats: decoded.inst.caveats(generation).collect(),
            });
        }
        let lines = lines
            .into_iter()
            .map(|((file, line), sums)| Line { file, line, sums });
        Profile {
            kernel,
            target: program.target.clone(),
            totals,
            footprint: (!totals.traffic.is_sampled()).then(|| counted.footprint()),
            card: Card::of(&program.target),
            instructions,
            lines: lines.collect(),
            timeline: Timeline::default(),
        }
    }
}

impl Device {
    /// Runs a kernel and counts what it does, on the backend [`Launch::backend`]. The interpreter sees everything.
    /// Compiled code counts instructions, lanes and with them bytes; what is accessed is looked at whole in small launches,
    /// and in others in a sample ([`Traffic::measured`]).
    ///
    /// # Errors
    /// As [`Device::attempt`].
    pub fn profile(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        options: &Options,
    ) -> Result<Profiled, LaunchError> {
        self.profiled(program, launch, options, |engine| {
            self.attempt(program, launch, engine)
        })
    }

    /// Runs the kernel of a dispatch packet as [`Device::run_packet`] does, and counts what it does; of `launch` the
    /// kernel, which is the packet's, counts too.
    ///
    /// # Errors
    /// As [`Device::run_packet`].
    pub fn profile_packet(
        &self,
        program: &LoadedProgram,
        packet: u64,
        queue: u64,
        launch: &Launch<'_>,
        options: &Options,
    ) -> Result<Profiled, LaunchError> {
        self.profiled(program, launch, options, |engine| {
            self.attempt_packet(program, (packet, queue), launch, engine)
        })
    }

    /// Has `run` run a launch on an engine that counts.
    fn profiled(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        options: &Options,
        run: impl FnOnce(Option<&dyn Engine>) -> Result<Outcome, LaunchError>,
    ) -> Result<Profiled, LaunchError> {
        let profiler = Profiler::new(banks(&program.target), options.workgroups);
        let mut ledgers = vec![];
        let outcome = match launch.backend {
            Backend::Interp => run(Some(&profiler))?,
            Backend::Jit => {
                let counted =
                    Counted::new(self.jit()?, &profiler, options.whole / waves(launch).max(1));
                let outcome = run(Some(&counted))?;
                ledgers = counted
                    .ledgers
                    .into_inner()
                    .unwrap_or_else(PoisonError::into_inner);
                outcome
            }
        };
        let (mut counted, timeline) = profiler.finish();
        for r in ledgers.iter().flat_map(Ledger::runs) {
            counted.run_unseen(r.pc, r.instructions, r.executions, r.lanes);
        }
        let mut profile = Profile::of(self.memory(), program, launch, &counted);
        profile.timeline = timeline;
        Ok(Profiled { outcome, profile })
    }
}

/// How many waves there will be.
fn waves(launch: &Launch<'_>) -> u64 {
    let product = |of: [u32; 3]| of.into_iter().fold(1u64, |n, k| n.saturating_mul(k.into()));
    let local = launch.local.map(|l| l.max(1));
    let groups = std::array::from_fn(|d| launch.grid[d].div_ceil(local[d]));
    product(groups).saturating_mul(product(local).div_ceil(LANES as u64))
}

/// Compiled code that counts.
struct Counted<'a> {
    jit: &'a Jit,
    profiler: &'a Profiler,
    /// Those that no thread has: at most one for each thread.
    ledgers: Mutex<Vec<Ledger>>,
    /// How many instructions of a wave are measured while it may be that all of the launch are.
    quota: u64,
    /// Whether that may be.
    whole: AtomicBool,
}

impl<'a> Counted<'a> {
    /// It is not worth while to begin with fewer.
    const LEAST: u64 = 32;

    fn new(jit: &'a Jit, profiler: &'a Profiler, quota: u64) -> Counted<'a> {
        Counted {
            jit,
            profiler,
            ledgers: Mutex::default(),
            quota,
            whole: AtomicBool::new(quota >= Counted::LEAST),
        }
    }

    /// Runs waves.
    fn go(&self, queue: &mut dyn Waves, env: &Env<'_>, ledger: &mut Ledger) -> Result<Exit, Fault> {
        self.profiler.measure(|watch| {
            if self.whole.load(Relaxed) {
                let wave = queue.current();
                let budget = wave.budget;
                let begun = wave.instructions;
                let most = self.quota.saturating_sub(begun).min(i64::MAX as u64) as i64;
                if most > 0 {
                    wave.clear_stale();
                    wave.clean = false;
                    wave.budget = budget.min(most);
                    let result = watch.interpret(wave, env);
                    let done = wave.instructions - begun;
                    wave.budget = budget - done as i64;
                    ledger.measured(done);
                    if matches!(result, Ok(Exit::End)) {
                        ledger.ended(wave);
                    }
                    if !matches!(result, Ok(Exit::Yield)) || wave.budget <= 0 {
                        return result;
                    }
                }
                self.whole.store(false, Relaxed);
            }
            self.jit.run_counted(queue, env, watch, ledger)
        })
    }
}

impl Engine for Counted<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run_chain(wave, env)
    }

    fn run_chain(&self, queue: &mut dyn Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        let ledgers = || self.ledgers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut ledger = ledgers().pop().unwrap_or_default();
        let run = |queue: &mut dyn Waves, ledger: &mut Ledger| self.go(queue, env, ledger);
        let result = self.profiler.timed(queue, &mut ledger, run, |l| l.groups);
        ledgers().push(ledger);
        result
    }

    fn slice(&self) -> i64 {
        self.jit.slice()
    }

    fn clears(&self) -> bool {
        self.jit.clears()
    }

    fn counters(&self) -> Counters {
        self.jit.counters()
    }
}
