//! The compiler: guest functions to host functions, cached and shared between threads.
//!
//! [`Jit::run`] looks up the function that contains the wave's PC as an entry, compiles it on a miss
//! (`cfg` finds its blocks, `lower` turns them into the region IR, `clif` into Cranelift IR), and calls
//! it until the wave has to go back to the scheduler.

pub mod abi;
pub mod buffer;
pub mod clif;
pub mod compile;
pub mod helpers;
pub mod imports;
pub mod lane_calls;
pub mod lanes;
pub mod plan;
pub mod runs;

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::Instant;

use crate::error::{CompileError, Fault, FaultKind};
use crate::exec::program::Program;
use crate::exec::{Counters, Engine, Env, Exit};
use crate::interp::{self, MODE_GPR_IDX_EN, MODE_VSKIP};
use crate::lower::Start;
use crate::numerics::Mode;
use crate::state::Wave;
use abi::{Entry, ExitCode};
use compile::{Compiler, Done};
use helpers::Ctx;

/// The MODE bits that compiled code depends on: rounding, denormals, DX10_CLAMP, IEEE.
const MODE_KEY: u32 = 0x3ff;

/// Bytes of host code that a compiler makes at most; after that the interpreter executes what is not
/// compiled yet. Far above what any real set of kernels needs, it bounds what a hostile one can take.
const MAX_CODE_BYTES: u64 = 256 << 20;

/// How often over a program's instructions may be compiled on average: a program that jumps to computed
/// addresses or changes MODE without end is interpreted from then on.
const MAX_RECOMPILE: u64 = 8;

/// Instructions that any program may have compiled, however short it is.
const FREE_INSTRUCTIONS: u64 = 50_000;

/// Everything that translation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// [`Program::content_hash`].
    program: u64,
    pc: u64,
    mode: u32,
    vgprs: u32,
    observed: bool,
    /// For any wave, not only for those that are like the first.
    general: bool,
}

/// A compiled function, at one of its entries.
#[derive(Clone, Copy, Debug)]
struct Compiled {
    entry: Entry,
    which: u32,
    temp_size: u32,
    csr: u32,
}

/// The compiler with its cache; shared by threads.
pub struct Jit {
    compiler: Mutex<Compiler>,
    /// `None` for what is left to the interpreter.
    cache: RwLock<HashMap<Key, Option<Compiled>>>,
    /// Instructions compiled so far, by [`Program::content_hash`].
    effort: Mutex<HashMap<u64, u64>>,
    nanos: AtomicU64,
    blocks: AtomicU64,
    instructions: AtomicU64,
    code_bytes: AtomicU64,
}

thread_local! {
    /// Temporaries of the generated code that this thread runs; 64-byte aligned.
    static TEMPS: RefCell<Vec<crate::state::Vgpr>> = const { RefCell::new(Vec::new()) };
}

impl Jit {
    /// A compiler for the host.
    ///
    /// # Errors
    /// When the host's processor is not supported.
    pub fn new() -> Result<Jit, CompileError> {
        Ok(Jit {
            compiler: Mutex::new(Compiler::new()?),
            cache: RwLock::default(),
            effort: Mutex::default(),
            nanos: AtomicU64::new(0),
            blocks: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            code_bytes: AtomicU64::new(0),
        })
    }

    /// The compiled code for `key`, if it has been compiled; `Some(None)` when the interpreter has to
    /// do.
    fn cached(&self, key: Key) -> Option<Option<Compiled>> {
        let c = self.cache.read().unwrap_or_else(|e| e.into_inner());
        c.get(&key).copied()
    }

    /// Compiles the code for `key`, unless another thread has; `None` when the interpreter has to do.
    fn make(&self, program: &Program, key: Key, wave: &Wave) -> Option<Compiled> {
        let mut compiler = self.compiler.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(c) = self.cached(key) {
            return c;
        }
        let start = match key.general {
            true => Start::Any,
            false => compile::start_of(wave),
        };
        let done = self.compile(&mut compiler, program, key, &start);
        let mut cache = self.cache.write().unwrap_or_else(|e| e.into_inner());
        // Functions overlap: an entry that is there already stays.
        for (which, pc) in done.iter().flat_map(|d| d.entries.iter().enumerate()) {
            let c = done.as_ref().map(|d| Compiled {
                entry: d.entry,
                which: which as u32,
                temp_size: d.temp_size,
                csr: d.csr,
            });
            cache.entry(Key { pc: *pc, ..key }).or_insert(c);
        }
        // A failure is remembered, but not for every address that a hostile program may try.
        if done.is_none() && cache.len() < 1 << 20 {
            cache.insert(key, None);
        }
        cache.get(&key).copied().flatten()
    }

    /// Compiles the function at `key` unless the program has had its share.
    fn compile(
        &self,
        compiler: &mut Compiler,
        program: &Program,
        key: Key,
        start: &Start,
    ) -> Option<Done> {
        let mut effort = self.effort.lock().unwrap_or_else(|e| e.into_inner());
        let spent = effort.entry(key.program).or_default();
        let allowed = FREE_INSTRUCTIONS + MAX_RECOMPILE * program.words().len() as u64;
        if *spent > allowed || self.code_bytes.load(Ordering::Relaxed) > MAX_CODE_BYTES {
            return None;
        }
        let clock = Instant::now();
        // A guest program must not end the host, even where it meets an error of the compiler's own.
        let Key {
            pc,
            mode,
            vgprs,
            observed,
            ..
        } = key;
        let compile = || compiler.compile(program, pc, mode, vgprs, observed, start);
        let done = catch_unwind(AssertUnwindSafe(compile)).unwrap_or_else(|_| {
            compiler.recover();
            Err(CompileError::Backend("internal error".to_owned()))
        });
        let nanos = clock.elapsed().as_nanos() as u64;
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
        match done {
            Ok(done) => {
                *spent += done.instructions;
                self.blocks.fetch_add(done.blocks, Ordering::Relaxed);
                self.instructions
                    .fetch_add(done.instructions, Ordering::Relaxed);
                self.code_bytes
                    .fetch_add(done.code_bytes, Ordering::Relaxed);
                Some(done)
            }
            Err(e) => {
                tracing::warn!("interpreting the code at {:#x}: {e}", key.pc);
                None
            }
        }
    }

    /// Runs `wave` until it ends, reaches a barrier, or has used up its budget; as
    /// [`interp::run`], with the same registers and memory. After a fault the registers and counts are
    /// those of some point in the faulting block.
    ///
    /// # Errors
    /// The fault that stopped it: the same as the interpreter's.
    pub fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.run_or_pause(wave, env, false)
    }

    /// As [`Jit::run`]; with `pause` the wave also yields after each compilation.
    fn run_or_pause(&self, wave: &mut Wave, env: &Env<'_>, pause: bool) -> Result<Exit, Fault> {
        let program = env.program.content_hash();
        let mode_key = match env.program.generation().is_gfx9() {
            true => MODE_KEY | Mode::F16_OVFL,
            false => MODE_KEY,
        };
        TEMPS.with(|temps| {
            let mut temps = temps.borrow_mut();
            let mut ctx = Ctx::new(env, temps.as_mut_ptr().cast());
            let mut general = false;
            loop {
                if wave.mode & (MODE_GPR_IDX_EN | MODE_VSKIP) != 0 {
                    if let Some(exit) = step(wave, env)? {
                        return Ok(exit);
                    }
                    continue;
                }
                let key = Key {
                    program,
                    pc: wave.pc,
                    mode: wave.mode & mode_key,
                    vgprs: wave.vgpr_count,
                    observed: env.observed,
                    general,
                };
                let known = self.cached(key);
                let Some(f) = known.unwrap_or_else(|| self.make(env.program, key, wave)) else {
                    return interp::run(wave, env);
                };
                if known.is_none() && pause {
                    return Ok(Exit::Yield);
                }
                let needed = f.temp_size.div_ceil(256) as usize;
                if temps.len() < needed {
                    temps.resize(needed, crate::state::Vgpr::ZERO);
                    ctx.temps = temps.as_mut_ptr().cast();
                }
                let before = wave.budget;
                let code = f.entry.call(wave, &mut ctx, f.which, f.csr);
                wave.instructions += (before - wave.budget) as u64;
                match code {
                    ExitCode::End => return Ok(Exit::End),
                    ExitCode::Barrier => return Ok(Exit::Barrier),
                    ExitCode::Yield => return Ok(Exit::Yield),
                    ExitCode::Indirect if wave.budget <= 0 => return Ok(Exit::Yield),
                    ExitCode::Indirect => {}
                    ExitCode::Elsewhere => general = true,
                    ExitCode::Step => {
                        if let Some(exit) = step(wave, env)? {
                            return Ok(exit);
                        }
                    }
                    ExitCode::Fault => {
                        let (kind, lane, pc) =
                            ctx.take_fault()
                                .unwrap_or((FaultKind::PcOutOfCode, None, wave.pc));
                        wave.pc = pc;
                        let mut fault = Fault::new(kind, pc);
                        fault.lane = lane;
                        return Err(fault);
                    }
                }
            }
        })
    }
}

/// Lets the interpreter execute one instruction; gives its exit unless the wave goes on.
fn step(wave: &mut Wave, env: &Env<'_>) -> Result<Option<Exit>, Fault> {
    let budget = wave.budget;
    wave.budget = 1;
    let r = interp::run(wave, env);
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
            .field("counters", &counters)
            .finish_non_exhaustive()
    }
}

impl Engine for Jit {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        // Compiling takes time that the budget does not count: the scheduler looks at the clock.
        self.run_or_pause(wave, env, true)
    }

    fn slice(&self) -> i64 {
        200_000
    }

    fn counters(&self) -> Counters {
        Counters {
            compile_seconds: self.nanos.load(Ordering::Relaxed) as f64 * 1e-9,
            blocks_compiled: self.blocks.load(Ordering::Relaxed),
            instructions_compiled: self.instructions.load(Ordering::Relaxed),
            code_bytes: self.code_bytes.load(Ordering::Relaxed),
        }
    }
}
