//! The compiler: guest functions to host functions, cached and shared between threads.
//!
//! [`Jit::run`] looks up the function that contains the wave's PC as an entry, compiles it on a miss
//! (`cfg` finds its blocks, `lower` turns them into the region IR, `clif` into Cranelift IR, and
//! `vector` its regions into host code, where the host has vectors for it), and calls it until the wave has to go
//! back to the scheduler. With a [`cache::Cache`] it is looked for on disk first.
//!
//! What a first wave waits for is compiled quickly; what turns out to run for long is compiled again with
//! full effort ([`compile::Effort`], [`Jit::set_hot`]).
//!
//! # Words
//!
//! Those of [`crate::ir`] (node, block, version, fact) and of `docs/architecture.md`, and here:
//!
//! | word | meaning |
//! |---|---|
//! | strip | the lanes that one pass of a region's loop handles: 16 or 8 in [`vector`], 4 in [`lanes`] |
//! | region | lane-wise nodes that become one loop over strips, with values in host registers |
//! | temporaries, slots | memory for values that cross regions: of 64 lanes; behind them, of scalars and masks ([`vector::Slots`]) |
//! | run | addresses or a register that are strided: lane 0, and the same step from each lane to the next ([`runs`], [`crate::ir::Run`]) |
//! | shape, [`lies::Lie`] | address pattern of a strip's lanes (`Lie`) or of a wave's (`Shape` in [`helpers`]): all the same, strided, other |
//! | round | one iteration of a loop whose values stay in registers ([`crate::ir::loops`]): one that lanes leave one after the other, or a uniform one |
//! | carried | what goes from one round to the next |
//! | uniform loop | one in which scalars alone decide how many rounds there are ([`crate::ir::loops::Uniform`]) |
//! | steady load | one of a uniform loop whose address is a number and a lane's part that is the same in all rounds ([`crate::ir::loops::Steady`]) |
//! | site, window | the allocation that an instruction accessed last, looked at before memory is searched |
//! | near | in that window: an inline check lets generated code load or store by itself |
//! | far, cold | the slow path: outside of the window, or a result in doubt; a call from behind the region's code |
//! | doubt | a recheck: an approximation may have rounded wrongly, so the exact function is called for these lanes |
//! | put | a store to the LDS: consecutive, a scatter, or lane by lane |
//! | update | an atomic on a dword of the LDS by a region's code, lane by lane ([`vector`]) |
//! | gather | a load of each lane from its own address |
//! | look ahead (`AHEAD_WAVES`) | a prefetch of what the next waves load |
//! | row | the dword of private memory that each lane has at one offset; they are consecutive |
//! | share | LDS accesses beyond load, store and atomic, and all of the GDS ([`share`]) |
//! | counted | code that counts executions and active lanes in a profile's counters ([`counted`]) |
//! | `How` | the form in which a region gets a scalar: as it is, as a mask, as an LDS address ... |
//! | `Held` | MXCSR while compiled code runs, and what to set it back to |
//! | [`Turn`] | the current wave, and those that may follow it without a question to the scheduler |
//!
//! Seven types name values:
//!
//! | type | of what |
//! |---|---|
//! | [`crate::ir::Val`] | a node of a block, by its index: what micro-operations take and give |
//! | [`crate::ir::Reg`] | a scalar that blocks pass to each other: an SGPR, VCC, EXEC, SCC, or lane 0 of a strided VGPR |
//! | [`machine::wave::Vgpr`] | the contents of a guest vector register: 64 dwords in memory |
//! | `Value` | Cranelift's: an SSA value of the host function |
//! | [`lanes::LV`] | a scalar or a strip of 4 lanes, as one or two of these |
//! | [`vector::alloc::V`] | a value of a region of [`vector`], by its index: one host register holds it, so a strip of `B64` has two |
//! | [`vector::alloc::VReg`] | what `alloc` knows of it: its host register, its place in memory, its next use |

pub mod abi;
pub mod buffer;
pub mod cache;
pub mod clif;
pub mod compile;
mod controls;
pub mod counted;
mod generator;
pub mod helpers;
pub mod host;
pub mod imports;
pub mod lane_calls;
pub mod lanes;
pub mod lies;
#[cfg(feature = "listing")]
pub mod listing;
pub mod matrix;
mod panics;
pub mod perf_map;
pub mod plan;
pub mod runs;
mod saves;
pub mod scalar;
pub mod share;
pub mod texels;
pub mod vector;
mod wave_fn;

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::cfg::MODE_BITS;
use crate::error::{CompileError, Fault, FaultKind};
use crate::interp;
use crate::ir::liveness::VgprSet;
use crate::ir::plant::{self, changes_code, planted, unless_planted};
use crate::isa::Gen;
use crate::lower::Start;
pub use crate::lower::watched::Shown;
use crate::machine::program::Program;
use crate::machine::turn::Turn;
use crate::machine::wave::{FileSize, StartClass, Unset, Wave};
use crate::machine::{self, Counters, Engine, Env, Exit};
use crate::numerics::Mode;
use abi::{Entry, ExitCode};
use cache::Cache;
use compile::{Compiler, Effort, Object, Request};
use controls::{Held, controls};
use counted::Ledger;
use helpers::{Ctx, Sites};
use host::{Gathers, HostLevel};
use perf_map::PerfMap;

/// The MODE bits that compiled code depends on, on this generation.
pub fn mode_key(generation: Gen) -> u32 {
    if generation.is_gfx9() {
        MODE_BITS
    } else {
        MODE_BITS & !Mode::F16_OVFL
    }
}

/// Bytes of host code that a compiler makes at most; after that the interpreter executes what is not
/// compiled yet. It bounds what a hostile set of kernels can take. Of the real ones that were
/// seen, only the 4,000 cases of llama.cpp's attention in one process take more than 256 MiB.
const MAX_CODE_BYTES: u64 = 2 << 30;

/// How often over a program's instructions may be compiled on average: a program that jumps to computed
/// addresses or changes MODE without end is interpreted from then on.
const MAX_RECOMPILE: u64 = 8;

/// Instructions that waves of a thread execute in a function until it is worth compiling with
/// [`Effort::Full`], about as long as that takes: what [`Jit::set_hot`] starts with.
const HOT: i64 = if cfg!(debug_assertions) { 500 } else { 1 << 20 };

/// Instructions that any program may have compiled, however short it is.
const FREE_INSTRUCTIONS: u64 = 50_000;

/// Everything that translation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// [`Program::content_hash`].
    program: u64,
    pc: u64,
    mode: u32,
    vgprs: FileSize,
    observed: bool,
    shown: Shown,
    waves: Waves,
}

/// For which waves a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Waves {
    /// For any.
    Any,
    /// For those that started like this and are like the first that came to its beginning.
    Like(StartClass),
    /// For those that start like this: their first function.
    New(StartClass),
}

impl Waves {
    /// Those among which `wave` is, as it comes.
    #[inline]
    fn of(wave: &Wave) -> Waves {
        if wave.is_fresh() {
            Waves::New(wave.class())
        } else {
            Waves::Like(wave.class())
        }
    }
}

/// Position in [`Local::recent`] of a function for `waves` that begins at `pc`. What begins at the same address is
/// spread.
#[inline]
fn slot(pc: u64, waves: Waves) -> usize {
    let kind = match waves {
        Waves::Any => RECENT / 2,
        Waves::Like(_) => 0,
        Waves::New(_) => RECENT / 4,
    };
    ((pc >> 2) as usize ^ kind) % RECENT
}

impl Key {
    /// Of the function that goes on with `wave`, which is one of `waves`.
    #[inline]
    fn of(wave: &Wave, env: &Env<'_>, waves: Waves) -> Key {
        let mode = wave.mode & mode_key(env.program.generation());
        /// MODE's denormal fields.
        const DENORMALS: u32 = 0xf0;
        Key {
            program: env.program.content_hash(),
            pc: wave.pc,
            mode: unless_planted!(plant::Fault::ModeKey, mode, mode | DENORMALS),
            vgprs: wave.size(),
            observed: env.observed,
            shown: Shown::Nothing,
            waves,
        }
    }

    /// Whether it is that of a wave of the same program, which is one of `waves`.
    #[inline]
    fn is_of(&self, wave: &Wave, env: &Env<'_>, waves: Waves) -> bool {
        let mode = self.mode ^ wave.mode;
        self.pc == wave.pc
            && self.waves == waves
            && mode & mode_key(env.program.generation()) == 0
            && self.vgprs == wave.size()
    }

    /// Whether it is equal to [`Key::of`] these, of functions that show what is `shown`: without making one, which
    /// takes longer than to compare.
    #[inline]
    fn is_just(&self, wave: &Wave, env: &Env<'_>, waves: Waves, shown: Shown) -> bool {
        self.is_of(wave, env, waves)
            && self.program == env.program.content_hash()
            && self.observed == env.observed
            && self.shown == shown
    }
}

/// What a call of compiled code gave.
struct Called {
    code: ExitCode,
    /// The vector registers that were not there before.
    unset: Unset,
    /// The wave's budget before.
    budget: i64,
}

impl Compiled {
    /// How many registers its temporaries are as large as.
    #[inline]
    fn temps(&self) -> usize {
        self.temp_size.div_ceil(256) as usize
    }

    /// Runs it. The context has room for its temporaries.
    fn call(&self, wave: &mut Wave, ctx: &mut Ctx<'_>) -> Called {
        self.call_under(wave, ctx, &mut Held::new())
    }

    /// As [`Compiled::call`], with MXCSR as it may be set already.
    #[inline(always)]
    fn call_under(&self, wave: &mut Wave, ctx: &mut Ctx<'_>, controls: &mut Held) -> Called {
        let unset = if self.reads_none && !cfg!(debug_assertions) {
            wave.forget_stale()
        } else {
            let most = unless_planted!(plant::Fault::StaleAbove, u16::MAX, 100);
            wave.clear_stale_if(|v| self.reads.contains(v) && v <= most)
        };
        let budget = wave.budget;
        // It need not look again for what it has left behind itself.
        let left_by = wave.take_left_by();
        let others = left_by != 0 && planted(plant::Fault::OthersFacts);
        let which = if left_by == self.entry.address() || others {
            self.which + self.entries
        } else {
            self.which
        };
        controls.set(self.csr);
        let code = self.entry.call_under(wave, ctx, which, controls);
        if code == ExitCode::Barrier {
            wave.set_left_by(self.entry.address());
        }
        Called {
            code,
            unset,
            budget,
        }
    }
}

/// A compiled function, at one of its entries.
#[derive(Clone, Copy, Debug)]
struct Compiled {
    entry: Entry,
    which: u32,
    /// How many entries there are; as many behind them are for waves that the function has left at a barrier.
    entries: u32,
    temp_size: u32,
    csr: u32,
    /// Whether it changes scalar registers that are the same in all waves when they start.
    dirties: bool,
    /// Whether it may be worth to compile it again.
    quick: bool,
    /// Its number, if it is counted: see [`Jit::counted`].
    counted: u32,
    /// Of its first entry.
    begin: (u64, Waves),
    /// Vector registers that it may read before it writes them.
    reads: VgprSet,
    /// Whether there are none but those that each wave has that comes to the entry.
    reads_none: bool,
}

/// The compiler with its cache; shared by threads.
pub struct Jit {
    /// No other compiler of this process has it, or ever had: it tells whose code an entry is that a
    /// thread kept.
    id: u64,
    level: HostLevel,
    compiler: Mutex<Compiler>,
    /// `None` for what is left to the interpreter.
    cache: RwLock<FxHashMap<Key, Option<Compiled>>>,
    /// The blocks of functions that are counted.
    counted: RwLock<Vec<Arc<[counted::Block]>>>,
    /// How waves start that functions of [`Effort::Quick`] are for, by first entry.
    starts: Mutex<HashMap<Key, Start>>,
    /// See [`Jit::set_hot`].
    hot: AtomicI64,
    /// How many functions have been compiled again.
    improved: AtomicU64,
    /// The same between processes.
    disk: Option<Disk>,
    /// Instructions compiled so far, by [`Program::content_hash`].
    spent: Mutex<HashMap<u64, u64>>,
    nanos: AtomicU64,
    blocks: AtomicU64,
    instructions: AtomicU64,
    code_bytes: AtomicU64,
    cache_hits: AtomicU64,
    /// Bytes of host code that were made or read.
    memory: AtomicU64,
    /// See [`Jit::departures`].
    departures: [AtomicU64; 2],
    /// See [`Jit::refusals`].
    refusals: [AtomicU64; 2],
}

/// The on-disk cache, and what identifies this build's code in it.
struct Disk {
    cache: Cache,
    /// By [`Effort`].
    builds: [cache::Digest; 2],
}

/// Functions that a thread finds without the shared cache.
const RECENT: usize = 256;

/// A function that a thread has run lately.
#[derive(Clone, Copy)]
struct Recent {
    /// [`Jit::id`] of the compiler whose function it is.
    jit: u64,
    key: Key,
    code: Compiled,
    /// Instructions that it has executed.
    work: i64,
    /// [`Jit::improved`] when the shared cache was last looked at.
    seen: u64,
}

impl Recent {
    fn is_hot(&self, hot: i64) -> bool {
        self.code.quick && self.work >= hot
    }
}

/// What a host thread keeps from one wave to the next, so that a wave costs no lock, no allocation and
/// no search for what the one before has found.
struct Local {
    /// Temporaries of the generated code; 64-byte aligned.
    temps: Vec<crate::machine::wave::Vgpr>,
    sites: Sites,
    /// By the low bits of the entry's address.
    ///
    /// An entry may outlive its code, which a dropped [`Jit`] takes with it. It is only called after its
    /// `jit` has been found to be the [`Jit::id`] of the one that is running, whose code is there.
    recent: [Option<Recent>; RECENT],
}

thread_local! {
    static LOCAL: RefCell<Local> = const {
        RefCell::new(Local {
            temps: Vec::new(),
            sites: Sites::EMPTY,
            recent: [None; RECENT],
        })
    };
}

/// Number of compilers made so far.
static COMPILERS: AtomicU64 = AtomicU64::new(0);

impl Jit {
    /// A compiler for the host, of the level [`HostLevel::chosen`].
    ///
    /// # Errors
    /// When the host's processor is not supported, or the chosen level is wrong.
    pub fn new() -> Result<Jit, CompileError> {
        Jit::with_cache(None)
    }

    /// As [`Jit::new`], with a cache on disk: what another process of the same build compiled for the
    /// same host is not compiled again.
    ///
    /// # Errors
    /// As [`Jit::new`].
    pub fn with_cache(cache: Option<Cache>) -> Result<Jit, CompileError> {
        Jit::with_level(HostLevel::chosen()?, cache)
    }

    /// Writes down from now on which guest instruction generated code comes from, for `perf`.
    pub fn set_perf_map(&mut self, map: PerfMap) {
        let compiler = self.compiler.get_mut();
        compiler.unwrap_or_else(|e| e.into_inner()).map = Some(map);
    }

    /// As [`Jit::with_cache`], using the host's extensions up to `level` only. All levels give the same
    /// results; code of one is never taken for that of another from `cache`.
    ///
    /// # Errors
    /// When the host lacks some of them.
    pub fn with_level(level: HostLevel, cache: Option<Cache>) -> Result<Jit, CompileError> {
        Jit::with_gathers(level, Gathers::chosen()?, cache)
    }

    /// As [`Jit::with_level`], with such gathers whatever is faster on this host.
    ///
    /// # Errors
    /// As [`Jit::with_level`].
    pub fn with_gathers(
        level: HostLevel,
        gathers: Gathers,
        cache: Option<Cache>,
    ) -> Result<Jit, CompileError> {
        let compiler = Compiler::with_gathers(level, gathers)?;
        let builds = [Effort::Quick, Effort::Full].map(|e| cache::build(&compiler.settings(e)));
        Ok(Jit {
            id: COMPILERS.fetch_add(1, Ordering::Relaxed),
            level,
            compiler: Mutex::new(compiler),
            cache: RwLock::default(),
            counted: RwLock::default(),
            starts: Mutex::default(),
            hot: AtomicI64::new(HOT),
            improved: AtomicU64::new(0),
            disk: cache.map(|cache| Disk { cache, builds }),
            spent: Mutex::default(),
            nanos: AtomicU64::new(0),
            blocks: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            code_bytes: AtomicU64::new(0),
            cache_hits: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            departures: Default::default(),
            refusals: Default::default(),
        })
    }

    /// How often a wave went to code that assumes less: at its start, which was other than the code's,
    /// and later, where a check failed.
    pub fn departures(&self) -> [u64; 2] {
        self.departures
            .each_ref()
            .map(|n| n.load(Ordering::Relaxed))
    }

    /// How often a wave went on in the interpreter because there is no code for it, and how often
    /// compiling failed other than for the bounds on what one program may have compiled.
    pub fn refusals(&self) -> [u64; 2] {
        self.refusals.each_ref().map(|n| n.load(Ordering::Relaxed))
    }

    /// Compiles with full effort what the waves of a thread have executed so many `instructions` in,
    /// and at once when that is negative. What the compiler starts with pays for kernels; tests want to
    /// run code of both kinds.
    pub fn set_hot(&self, instructions: i64) {
        self.hot.store(instructions, Ordering::Relaxed);
    }

    /// The compiled code for `key`, if it has been compiled; `Some(None)` when the interpreter has to
    /// do.
    fn cached(&self, key: Key) -> Option<Option<Compiled>> {
        let c = self.cache.read().unwrap_or_else(|e| e.into_inner());
        c.get(&key).copied()
    }

    /// Compiles the code for `key`, unless another thread has; `None` when the interpreter has to do.
    fn make(&self, program: &Program, key: Key, wave: &mut Wave) -> Option<Compiled> {
        let mut compiler = self.compiler.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(c) = self.cached(key) {
            return c;
        }
        let start = match key.waves {
            Waves::Any => Start::Any,
            Waves::New(class) => compile::start_of_class(class, key.vgprs.vgprs),
            Waves::Like(_) => {
                wave.clear_stale();
                compile::start_of(wave)
            }
        };
        let effort = match self.hot.load(Ordering::Relaxed) {
            ..0 => Effort::Full,
            0.. => Effort::Quick,
        };
        let done = self.compile(&mut compiler, program, key, &start, effort);
        if let Some((_, _, Effort::Quick)) = done {
            let mut starts = self.starts.lock().unwrap_or_else(|e| e.into_inner());
            starts.insert(key, start);
        }
        let mut cache = self.cache.write().unwrap_or_else(|e| e.into_inner());
        // Functions overlap: an entry that is there already stays.
        if let Some((object, entry, effort)) = &done {
            let number = self.number(object);
            for (key, c) in entries(key, object, *entry, *effort, number) {
                cache.entry(key).or_insert(Some(c));
            }
        }
        // A failure is remembered, but not for every address that a hostile program may try.
        if done.is_none() && cache.len() < 1 << 20 {
            cache.insert(key, None);
        }
        cache.get(&key).copied().flatten()
    }

    /// Compiles the function of which `old` is the entry of `key` with full effort, unless another
    /// thread has.
    fn improve(&self, program: &Program, key: Key, old: Compiled) -> Compiled {
        let mut compiler = self.compiler.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(Some(c)) = self.cached(key)
            && !c.quick
        {
            return c;
        }
        let (pc, waves) = old.begin;
        let begin = Key { pc, waves, ..key };
        let mut starts = self.starts.lock().unwrap_or_else(|e| e.into_inner());
        let done = starts
            .remove(&begin)
            .and_then(|start| self.compile(&mut compiler, program, begin, &start, Effort::Full));
        let mut cache = self.cache.write().unwrap_or_else(|e| e.into_inner());
        if let Some((object, entry, effort)) = &done {
            let number = self.number(object);
            for (key, c) in entries(begin, object, *entry, *effort, number) {
                let known = cache.entry(key).or_insert(Some(c));
                if known.is_some_and(|known| known.entry == old.entry) {
                    *known = Some(c);
                }
            }
        }
        self.improved.fetch_add(1, Ordering::Relaxed);
        // What cannot be improved stays as it is.
        let quick = false;
        match cache.get(&key) {
            Some(Some(c)) if !c.quick => *c,
            _ => {
                let kept = Compiled { quick, ..old };
                cache.insert(key, Some(kept));
                kept
            }
        }
    }

    /// The number of a function, if it is counted.
    fn number(&self, object: &Object) -> u32 {
        if object.counted.is_empty() {
            return 0;
        }
        let mut all = self.counted.write().unwrap_or_else(|e| e.into_inner());
        all.push(object.counted.as_slice().into());
        all.len() as u32 - 1
    }

    /// Has function `code` count in the ledger of `ctx`, if it has one.
    #[inline]
    fn open(&self, ctx: &mut Ctx<'_>, code: &Compiled) {
        if let Some(ledger) = &mut ctx.ledger {
            let number = code.counted as usize;
            let blocks = || self.counted.read().unwrap_or_else(|e| e.into_inner())[number].clone();
            ctx.cells = ledger.cells(code.counted, blocks);
            ctx.function = code.counted;
        }
    }

    /// Gets the function at `key` from the disk or compiles it, unless the program has had its share.
    fn compile(
        &self,
        compiler: &mut Compiler,
        program: &Program,
        key: Key,
        start: &Start,
        effort: Effort,
    ) -> Option<(Object, Entry, Effort)> {
        let mut spent = self.spent.lock().unwrap_or_else(|e| e.into_inner());
        let spent = spent.entry(key.program).or_default();
        let allowed = FREE_INSTRUCTIONS + MAX_RECOMPILE * program.words().len() as u64;
        let bytes = self.memory.load(Ordering::Relaxed);
        if *spent > allowed || bytes > MAX_CODE_BYTES {
            tracing::warn!(
                "interpreting the code at {:#x}: {spent} instructions of its program are compiled, {bytes} bytes in all",
                key.pc
            );
            return None;
        }
        let clock = Instant::now();
        let done = self.obtain(compiler, program, key, start, effort);
        let done = done.and_then(|(object, effort)| {
            let entry = compiler.link(&object)?;
            compiler.map(program, &object);
            Ok((object, entry, effort))
        });
        let nanos = clock.elapsed().as_nanos() as u64;
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
        match done {
            Ok((object, entry, effort)) => {
                *spent += object.instructions;
                let bytes = object.code.len() as u64;
                self.memory.fetch_add(bytes, Ordering::Relaxed);
                Some((object, entry, effort))
            }
            Err(e) => {
                tracing::warn!("interpreting the code at {:#x}: {e}", key.pc);
                self.refusals[1].fetch_add(1, Ordering::Relaxed);
                None
            }
        }
    }

    /// The function at `key`, from the disk or from the compiler, and the effort that was made for it: at
    /// least that one.
    fn obtain(
        &self,
        compiler: &mut Compiler,
        program: &Program,
        key: Key,
        start: &Start,
        effort: Effort,
    ) -> Result<(Object, Effort), CompileError> {
        let request = Request {
            program,
            pc: key.pc,
            mode: key.mode,
            vgprs: key.vgprs,
            observed: key.observed,
            start,
            shown: key.shown,
        };
        let disk = self.disk.as_ref().filter(|_| !changes_code());
        // More effort than was asked for is welcome.
        let efforts: &[Effort] = match effort {
            Effort::Quick => &[Effort::Full, Effort::Quick],
            Effort::Full => &[Effort::Full],
        };
        let mut own = None;
        for (disk, made) in disk
            .iter()
            .flat_map(|d| efforts.iter().map(move |e| (d, *e)))
        {
            let id = cache::identity(&disk.builds[made as usize], &request);
            if let Some(object) = disk.cache.load(&id) {
                self.cache_hits.fetch_add(1, Ordering::Relaxed);
                return Ok((object, made));
            }
            own = Some((&disk.cache, id));
        }
        // A guest program must not end the host, even where it meets an error of the compiler's own.
        let generate = || compiler.generate(&request, effort);
        let made = catch_unwind(AssertUnwindSafe(generate)).unwrap_or_else(|_| {
            compiler.recover();
            Err(CompileError::Backend("internal error".to_owned()))
        });
        let object = made?;
        let bytes = object.code.len() as u64;
        self.blocks.fetch_add(object.blocks, Ordering::Relaxed);
        self.instructions
            .fetch_add(object.instructions, Ordering::Relaxed);
        self.code_bytes.fetch_add(bytes, Ordering::Relaxed);
        if let Some((cache, id)) = own {
            cache.store(&id, &object);
        }
        Ok((object, effort))
    }

    /// Runs `wave` until it ends, reaches a barrier, or has used up its budget; as
    /// [`interp::run`], with the same registers and memory. After a fault counts and scalar registers are
    /// those of some earlier points, and vector registers those of earlier or later ones: lanes go on, with
    /// zero for what could not be loaded, until it is known which fault is the first.
    ///
    /// # Errors
    /// The fault that stopped it: the same as the interpreter's.
    pub fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run_or_pause(wave, env, false, None)
    }

    /// As [`Engine::run_chain`]; counts what is executed in `ledger`, but for what is measured: `watch` executes that
    /// ([`machine::Watch::interpret`]).
    ///
    /// # Errors
    /// As [`Jit::run`].
    pub fn run_counted(
        &self,
        queue: &mut dyn machine::Waves,
        env: &Env<'_>,
        watch: &dyn machine::Watch,
        ledger: &mut Ledger,
    ) -> Result<Exit, Fault> {
        self.run_or_pause(queue, env, true, Some((watch, ledger)))
    }

    /// As [`Jit::run`]; of what the wave executes `shown` is shown to `watcher` before.
    ///
    /// # Errors
    /// As [`Jit::run`].
    pub fn run_watched(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        watcher: &dyn machine::Watch,
        shown: Shown,
    ) -> Result<Exit, Fault> {
        LOCAL.with_borrow_mut(|local| {
            let temps = local.temps.as_mut_ptr().cast();
            let mut ctx = Ctx::new(env, temps, &mut local.sites, self.level);
            ctx.watcher = Some((watcher, shown));
            let temps = (&mut local.temps, &mut local.recent);
            let waves = Waves::of(wave);
            self.slow_path(wave, env, temps, &mut ctx, waves, None, false)
        })
    }

    /// As [`Jit::run`], for waves of which one may come after the other: see [`Engine::run_chain`].
    ///
    /// # Errors
    /// As [`Jit::run`].
    #[cfg(feature = "fuzz")]
    pub(crate) fn run_through(
        &self,
        queue: &mut dyn machine::Waves,
        env: &Env<'_>,
    ) -> Result<Exit, Fault> {
        self.run_or_pause(queue, env, false, None)
    }

    /// The engine's side of [`Turn`], for all that runs compiled code; with `pause` a wave also yields after each
    /// compilation.
    ///
    /// A turn begins with a look for the function that the wave comes to. The *fast path* is for a function that this
    /// thread has run lately: it is called for one wave after the other, as long as each ends or comes to a barrier in
    /// it and the next one comes to the same function. All else is the *slow path* ([`Jit::slow_path`]): what has to be
    /// looked up or compiled, and waves that leave a function in another way. It goes on with one wave until that has
    /// ended, waits, or yields; the next one may be on the fast path again.
    fn run_or_pause(
        &self,
        queue: &mut dyn machine::Waves,
        env: &Env<'_>,
        pause: bool,
        counting: Option<(&dyn machine::Watch, &mut Ledger)>,
    ) -> Result<Exit, Fault> {
        // The fault goes another way than the exit: a result of both is large, and moving it costs more
        // than running a short wave.
        let mut fault = None;
        let exit = LOCAL.with_borrow_mut(|local| {
            let mut ctx = Ctx::new(
                env,
                local.temps.as_mut_ptr().cast(),
                &mut local.sites,
                self.level,
            );
            let mut shown = Shown::Nothing;
            if let Some((watch, ledger)) = counting {
                shown = Shown::Counted;
                ctx.watcher = Some((watch, shown));
                ctx.ledger = Some(ledger);
            }
            let hot = self.hot.load(Ordering::Relaxed);
            let mut controls = Held::new();
            let Turn { mut wave, mut next } = Turn::alone(queue.current());
            'turns: loop {
                let waves = Waves::of(wave);
                ctx.turn_of(wave.index);
                let recent = &mut local.recent[slot(wave.pc, waves)];
                // What is left for the slow path: a call that gave something else, or all of it.
                let mut called = None;
                if let Some(r) = recent
                    && r.jit == self.id
                    && r.key.is_just(wave, env, waves, shown)
                    && r.code.temps() <= local.temps.len()
                {
                    self.open(&mut ctx, &r.code);
                    // The fast path. Most waves run one function from its beginning to their end, or to a barrier.
                    while !r.is_hot(hot) {
                        let c = r.code.call_under(wave, &mut ctx, &mut controls);
                        r.work += c.budget - wave.budget;
                        if let Some(ledger) = &mut ctx.ledger {
                            ledger.ran(c.budget - wave.budget);
                        }
                        let exit = match c.code {
                            ExitCode::End if !env.observed => Exit::End,
                            ExitCode::Barrier => Exit::Barrier,
                            ExitCode::End
                            | ExitCode::Yield
                            | ExitCode::Indirect
                            | ExitCode::Elsewhere
                            | ExitCode::Step
                            | ExitCode::Measure
                            | ExitCode::Fault => {
                                called = Some(c);
                                break;
                            }
                        };
                        // At a barrier scalar registers are written back.
                        let dirties = r.code.dirties || exit == Exit::Barrier;
                        if dirties && !planted(plant::Fault::DirtyWave) {
                            wave.clean = false;
                        }
                        if exit == Exit::End
                            && let Some(ledger) = &mut ctx.ledger
                        {
                            ledger.ended(wave);
                        }
                        if Turn::passes_on(&mut wave, &mut next, exit) {
                            // Those that begin without a question come to the same function.
                            if exit == Exit::End {
                                continue;
                            }
                        } else {
                            Turn { wave, next } = match queue.go_on(exit) {
                                Some(turn) => turn,
                                None => return Some(exit),
                            };
                        }
                        if !r.key.is_of(wave, env, Waves::of(wave)) {
                            continue 'turns;
                        }
                    }
                }
                controls.give_back();
                let temps = (&mut local.temps, &mut local.recent);
                let went = self.slow_path(wave, env, temps, &mut ctx, waves, called, pause);
                let exit = match went {
                    Ok(exit) => exit,
                    Err(f) => {
                        fault = Some(f);
                        return None;
                    }
                };
                if exit == Exit::End
                    && let Some(ledger) = &mut ctx.ledger
                {
                    ledger.ended(wave);
                }
                Turn { wave, next } = match exit {
                    Exit::Yield | Exit::Sync => return Some(exit),
                    Exit::End | Exit::Barrier => match queue.go_on(exit) {
                        Some(turn) => turn,
                        None => return Some(exit),
                    },
                };
            }
        });
        match (exit, fault) {
            (Some(exit), _) => Ok(exit),
            (None, Some(fault)) => Err(fault),
            (None, None) => Ok(Exit::Yield),
        }
    }

    /// The slow path of [`Jit::run_or_pause`]: goes on with a wave of kind `waves`, behind the call of a function when
    /// one was `called`, until it ends, waits at a barrier, or yields.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn slow_path(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        (temps, recent): (
            &mut Vec<crate::machine::wave::Vgpr>,
            &mut [Option<Recent>; RECENT],
        ),
        ctx: &mut Ctx<'_>,
        mut waves: Waves,
        mut called: Option<Called>,
        pause: bool,
    ) -> Result<Exit, Fault> {
        wave.clean = false;
        let hot = self.hot.load(Ordering::Relaxed);
        loop {
            let done = match called.take() {
                Some(done) => done,
                None => {
                    let shown = ctx.watcher.map_or(Shown::Nothing, |(_, shown)| shown);
                    let slot = &mut recent[slot(wave.pc, waves)];
                    let known = slot
                        .as_mut()
                        .filter(|r| r.jit == self.id && r.key.is_just(wave, env, waves, shown));
                    let made = match known {
                        Some(r) if r.is_hot(hot) => {
                            r.code = self.improve(env.program, r.key, r.code);
                            true
                        }
                        Some(r) => {
                            // By way of another entry, or by another thread.
                            let improved = self.improved.load(Ordering::Relaxed);
                            if r.code.quick && r.seen != improved {
                                r.seen = improved;
                                r.code = self.cached(r.key).flatten().unwrap_or(r.code);
                            }
                            false
                        }
                        None => {
                            let key = Key {
                                shown,
                                ..Key::of(wave, env, waves)
                            };
                            let known = self.cached(key);
                            let Some(code) =
                                known.unwrap_or_else(|| self.make(env.program, key, wave))
                            else {
                                self.refusals[0].fetch_add(1, Ordering::Relaxed);
                                wave.clear_stale();
                                return match ctx.watcher {
                                    Some((watcher, _)) => watcher.interpret(wave, env),
                                    None => interp::run(wave, env),
                                };
                            };
                            *slot = Some(Recent {
                                jit: self.id,
                                key,
                                code,
                                work: 0,
                                seen: 0,
                            });
                            known.is_none()
                        }
                    };
                    let Some(r) = slot else {
                        continue;
                    };
                    if made && pause {
                        return Ok(Exit::Yield);
                    }
                    if temps.len() < r.code.temps() {
                        temps.resize(r.code.temps(), crate::machine::wave::Vgpr::ZERO);
                        ctx.temps = temps.as_mut_ptr().cast();
                    }
                    self.open(ctx, &r.code);
                    let done = r.code.call(wave, ctx);
                    r.work += done.budget - wave.budget;
                    if let Some(ledger) = &mut ctx.ledger {
                        ledger.ran(done.budget - wave.budget);
                    }
                    done
                }
            };
            if let Waves::New(class) = waves {
                waves = Waves::Like(class);
            }
            match done.code {
                ExitCode::End => return Ok(Exit::End),
                ExitCode::Barrier => return Ok(Exit::Barrier),
                ExitCode::Yield => return Ok(Exit::Yield),
                ExitCode::Indirect if wave.budget <= 0 => return Ok(Exit::Yield),
                ExitCode::Indirect => {}
                ExitCode::Elsewhere => {
                    waves = Waves::Any;
                    let entered = wave.budget != done.budget;
                    self.departures[usize::from(entered)].fetch_add(1, Ordering::Relaxed);
                    // Not entered: the other code may read more registers.
                    if wave.budget == done.budget {
                        wave.unset(done.unset);
                    }
                }
                ExitCode::Step => {
                    let (watcher, shown) = match ctx.watcher {
                        Some((watcher, shown)) => (Some(watcher), shown),
                        None => (None, Shown::Nothing),
                    };
                    // What nobody refused is what the function is too long for, or what it leaves to the interpreter:
                    // behind that other code goes on.
                    let asks = match shown {
                        Shown::Asked => ctx.refused.get(),
                        shown => shown == Shown::Misses,
                    };
                    loop {
                        if let Some(exit) = step(wave, env, watcher)? {
                            return Ok(exit);
                        }
                        let key = Key {
                            shown,
                            ..Key::of(wave, env, waves)
                        };
                        // It is not worth while to compile what begins in the midst of a loop.
                        if !asks || self.cached(key).flatten().is_some() {
                            break;
                        }
                    }
                }
                ExitCode::Measure => {
                    let went = self.measure(wave, env, ctx, waves);
                    if let Some(ledger) = &mut ctx.ledger {
                        ledger.goes_on(ctx.function);
                    }
                    if let Some(exit) = went? {
                        return Ok(exit);
                    }
                }
                ExitCode::Fault => {
                    let (kind, lane, pc) =
                        ctx.take_fault()
                            .unwrap_or((FaultKind::PcOutOfCode, None, wave.pc));
                    if let Some(ledger) = &mut ctx.ledger {
                        ledger.faulted(ctx.function, ctx.block, ctx.exec, pc, env.program);
                    }
                    wave.pc = pc;
                    let mut f = Fault::new(kind, pc);
                    f.lane = lane;
                    return Err(f);
                }
            }
        }
    }
}

impl Jit {
    /// Has who watches execute the wave's instructions until there is compiled code for it, its exit if it comes to
    /// one before.
    fn measure(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        ctx: &mut Ctx<'_>,
        waves: Waves,
    ) -> Result<Option<Exit>, Fault> {
        /// Instructions at most: what begins elsewhere may be a loop, and is compiled then.
        const MOST: usize = 4096;
        let watcher = ctx.watcher.map(|w| w.0);
        for _ in 0..MOST {
            if let Some(ledger) = &mut ctx.ledger {
                ledger.passes(wave);
            }
            if let Some(exit) = step(wave, env, watcher)? {
                return Ok(Some(exit));
            }
            let key = Key {
                shown: Shown::Counted,
                ..Key::of(wave, env, waves)
            };
            if self.cached(key).flatten().is_some() {
                break;
            }
        }
        Ok(None)
    }
}

/// The code of `object`, whose first entry is `key`'s, by key.
fn entries(
    key: Key,
    object: &Object,
    entry: Entry,
    effort: Effort,
    counted: u32,
) -> impl Iterator<Item = (Key, Compiled)> {
    object.entries.iter().enumerate().map(move |(which, pc)| {
        let c = Compiled {
            entry,
            which: which as u32,
            entries: object.entries.len() as u32,
            temp_size: object.temp_size,
            dirties: object.dirties,
            quick: effort == Effort::Quick,
            counted,
            begin: (key.pc, key.waves),
            csr: controls(key.mode).f32,
            reads: object.reads,
            reads_none: reads_none(&object.reads, (which == 0).then_some(key.waves)),
        };
        let waves = match key.waves {
            // Later on they are not new any more.
            Waves::New(class) if which > 0 => Waves::Like(class),
            waves => waves,
        };
        let key = Key {
            pc: *pc,
            waves,
            ..key
        };
        (key, c)
    })
}

/// Whether all registers of `reads` are there in the waves that begin a function; `None` for waves that
/// are in its midst.
fn reads_none(reads: &VgprSet, waves: Option<Waves>) -> bool {
    let mut missing = *reads;
    if let Some(Waves::New(class)) = waves {
        for r in (0..StartClass::REGISTERS).filter(|r| class.stride(*r).is_none()) {
            missing.remove(r as u16);
        }
    }
    missing == VgprSet::default()
}

/// Lets the interpreter execute one instruction; gives its exit unless the wave goes on.
fn step(
    wave: &mut Wave,
    env: &Env<'_>,
    watcher: Option<&dyn machine::Watch>,
) -> Result<Option<Exit>, Fault> {
    wave.clear_stale();
    let budget = wave.budget;
    wave.budget = 1;
    let r = match watcher {
        Some(watcher) => watcher.interpret(wave, env),
        None => interp::run(wave, env),
    };
    wave.budget = budget - 1;
    Ok(match r? {
        Exit::Yield if wave.budget > 0 => None,
        exit => Some(exit),
    })
}

impl std::fmt::Debug for Jit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counters = self.counters();
        f.debug_struct("Jit")
            .field("level", &self.level)
            .field("counters", &counters)
            .finish_non_exhaustive()
    }
}

impl Engine for Jit {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        // Compiling takes time that the budget does not count: the scheduler looks at the clock.
        self.run_or_pause(wave, env, true, None)
    }

    fn run_chain(&self, queue: &mut dyn machine::Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run_or_pause(queue, env, true, None)
    }

    fn slice(&self) -> i64 {
        200_000
    }

    fn clears(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        Counters {
            compile_seconds: self.nanos.load(Ordering::Relaxed) as f64 * 1e-9,
            blocks_compiled: self.blocks.load(Ordering::Relaxed),
            instructions_compiled: self.instructions.load(Ordering::Relaxed),
            code_bytes: self.code_bytes.load(Ordering::Relaxed),
            cache_hits: self.cache_hits.load(Ordering::Relaxed),
        }
    }
}
