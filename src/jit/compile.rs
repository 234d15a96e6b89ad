//! One guest function through all stages to host code.
//!
//! [`Compiler::generate`] makes an [`Object`], which is the same in every process, so that it can be
//! kept on disk; `Compiler::link` puts the addresses of what it calls into a copy that can be
//! executed. No memory is ever writable and executable at once.
#![allow(unsafe_code)]

use std::collections::HashSet;

use memmap2::{Mmap, MmapMut};

use super::abi::{Entry, ExitCode};
pub use super::clif::Effort;
use super::controls::controls;
use super::counted;
use super::generator::{Generator, Placed};
use super::helpers::{Ctx, Sites};
use super::host::{Extensions, Gathers, HostLevel};
use super::imports;
use super::perf_map::{self, Location, PerfMap};
use crate::error::CompileError;
use crate::ir::liveness::{VgprSet, drop_dead_outs, read_first};
use crate::ir::{Fact, Facts, Order};
use crate::lower::Start;
use crate::lower::watched::Shown;
use crate::machine::Env;
use crate::machine::program::Program;
use crate::machine::wave::{FileSize, Name, StartClass, Vgpr, Wave};
use crate::{cfg, ir, lower};

/// A compiled function that is not bound to a process or an address. Its code is executed as it is, so
/// only [`Compiler::generate_ir`] and the cache on disk make one.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Object {
    /// Guest addresses at which it can be entered, by entry number.
    pub(super) entries: Vec<u64>,
    /// Vector registers that it may read before it writes them.
    pub(super) reads: VgprSet,
    /// Bytes of temporaries that it needs.
    pub(super) temp_size: u32,
    /// Whether it changes scalar registers with which waves start, but for those that each wave gets
    /// anew.
    pub(super) dirties: bool,
    /// Guest basic blocks in it.
    pub blocks: u64,
    /// Guest instructions in it.
    pub instructions: u64,
    /// Where the code has the 64-bit address of a function: offset, position in
    /// [`imports::table`].
    pub(super) calls: Vec<(u32, u32)>,
    /// The blocks of a function that is counted.
    pub(super) counted: Vec<counted::Block>,
    /// Host code, with zeros in place of those addresses.
    #[serde(skip)]
    pub(super) code: Vec<u8>,
    /// Where in it guest instructions begin, if there is a [`PerfMap`] and this is not from disk.
    #[serde(skip)]
    pub(super) locations: Vec<Location>,
}

/// Bytes of stack that code of [`Effort::Quick`] takes at most: no two of its values share a place there.
const MAX_FRAME: u32 = 64 << 10;

/// What to compile.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The guest program.
    pub program: &'a Program,
    /// Address of the first instruction.
    pub pc: u64,
    /// MODE register, as far as compiled code depends on it.
    pub mode: u32,
    /// Vector registers of the waves that it is for.
    pub vgprs: FileSize,
    /// Whether someone looks at the registers of waves that have ended.
    pub observed: bool,
    /// How waves enter it at that address.
    pub start: &'a Start,
    /// What is shown to who watches ([`crate::machine::Watch`]).
    pub shown: Shown,
}

/// The code generator and the memory that holds its code.
pub struct Compiler {
    generator: Generator,
    /// What was linked.
    code: Vec<Mmap>,
    /// Where to write down what code comes from.
    pub(super) map: Option<PerfMap>,
}

fn backend(e: impl std::fmt::Display) -> CompileError {
    CompileError::Backend(e.to_string())
}

/// The region IR of the function at `pc` as text, for reports of what was compiled wrongly; the
/// arguments are those of a [`Request`].
pub fn ir_of(program: &Program, pc: u64, mode: u32, vgprs: FileSize, start: &Start) -> String {
    let request = Request {
        program,
        pc,
        mode,
        vgprs,
        observed: true,
        start,
        shown: Shown::Nothing,
    };
    ir(&request).to_string()
}

/// What the wave, which is at the start of a function, has in common with others that will be there.
/// Compiled code checks it. None of its registers may be stale ([`Wave::clear_stale`]).
pub fn start_of(wave: &Wave) -> Start {
    if wave.exec() != u64::MAX {
        return Start::Masked;
    }
    let mut facts = Facts::new();
    // At a kernel's start the work-item ids are there; later on similarities are chance.
    let ids = if wave.instructions == 0 { 3 } else { 0 };
    for (r, v) in wave.vgprs().iter().enumerate().take(ids) {
        let stride = v.0[1].wrapping_sub(v.0[0]);
        if v.0.windows(2).all(|w| w[1].wrapping_sub(w[0]) == stride) {
            let rises = v.0[63] >= v.0[0] && stride < 1 << 20;
            let order = if !rises {
                Order::Any
            } else if v.0[63] >> 31 == 0 {
                Order::SameSign
            } else {
                Order::Rising
            };
            let stale = false;
            facts.insert(
                r as u16,
                Fact {
                    stride,
                    order,
                    stale,
                },
            );
        }
    }
    Start::Full(facts)
}

/// What new waves of `class` with `vgprs` vector registers have in common.
pub(super) fn start_of_class(class: StartClass, vgprs: u32) -> Start {
    let registers = 0..StartClass::REGISTERS.min(vgprs as usize);
    let steady = registers.filter_map(|r| Some((r as u16, given(class.stride(r)?))));
    Start::New(class.is_full(), steady.collect())
}

/// Of a register that is not written yet.
fn given(stride: u32) -> Fact {
    Fact {
        stride,
        order: Order::SameSign,
        stale: true,
    }
}

/// Registers that a new wave reads though nobody has written them, of which it is worth knowing that they
/// are zero; with more, clearing them takes less than all the places that would write them.
const MAX_ZEROS: usize = 16;

/// The region IR of what `r` asks for.
pub fn ir(r: &Request<'_>) -> ir::Func {
    ir_and_given(r).0
}

/// As [`ir`], with the registers of which only lane 0 is given where the function begins, but for those
/// that are zero in all lanes and no work-item ids.
pub(super) fn ir_and_given(r: &Request<'_>) -> (ir::Func, Facts) {
    let target = lower::Target {
        generation: r.program.generation(),
        mode: r.mode,
        vgprs: r.vgprs,
        ecc: r.program.has_ecc(),
    };
    let mut graph = match r.shown {
        Shown::Nothing | Shown::Counted => {
            cfg::discover(r.program, r.pc, lower::interpreted(&target))
        }
        shown => cfg::discover(r.program, r.pc, lower::watched::cuts(&target, shown)),
    };
    if r.shown == Shown::Asked {
        // What the interpreter executes in its place ends anywhere.
        graph.entries.extend(graph.blocks.keys());
    }
    let lower = |start: &Start| {
        let mut func = lower::lower_for(&target, &graph, r.pc, start, r.shown);
        drop_dead_outs(&mut func, r.observed);
        func
    };
    let func = lower(r.start);
    let Start::New(full, ids) = r.start else {
        return (func, Facts::new());
    };
    // Undefined values of the source program are such registers: the high half of a sum of which only
    // the low one counts, say.
    let ids_end = StartClass::REGISTERS as u16;
    let reads = read_first(&func, r.observed);
    let zeros: Vec<u16> = reads.iter().filter(|v| *v >= ids_end).collect();
    if zeros.is_empty() || zeros.len() > MAX_ZEROS {
        return (func, ids.clone());
    }
    let mut facts = ids.clone();
    facts.extend(zeros.iter().map(|v| (*v, given(0))));
    let start = Start::New(*full, facts.clone());
    (lower(&start), facts)
}

impl Object {
    /// Length of the host code in bytes.
    pub fn code_size(&self) -> usize {
        self.code.len()
    }
}

impl Compiler {
    /// A compiler for the host, of the level [`HostLevel::chosen`].
    ///
    /// # Errors
    /// When the host lacks what generated code needs, or the level is wrong.
    pub fn new() -> Result<Compiler, CompileError> {
        Compiler::with_level(HostLevel::chosen()?)
    }

    /// A compiler that uses the host's extensions up to `level`.
    ///
    /// # Errors
    /// When the host lacks some of them.
    pub fn with_level(level: HostLevel) -> Result<Compiler, CompileError> {
        Compiler::with_gathers(level, Gathers::chosen()?)
    }

    /// The same, with such gathers.
    ///
    /// # Errors
    /// As [`Compiler::with_level`].
    pub fn with_gathers(level: HostLevel, gathers: Gathers) -> Result<Compiler, CompileError> {
        Ok(Compiler {
            generator: Generator::new(Extensions::of_host(level, gathers)?, &[])?,
            code: Vec::new(),
            map: None,
        })
    }

    /// What of the host's extensions its code uses.
    pub fn level(&self) -> HostLevel {
        self.generator.level()
    }

    /// Makes the compiler usable again after a panic in [`Compiler::generate`]: what was begun is
    /// forgotten.
    pub fn recover(&mut self) {
        self.generator.recover();
    }

    /// Everything about the code generator that its code depends on, as text.
    pub fn settings(&self, effort: Effort) -> String {
        self.generator.settings(effort)
    }

    /// Compiles what `r` asks for.
    ///
    /// # Errors
    /// When the code generator refuses.
    pub fn generate(&mut self, r: &Request<'_>, effort: Effort) -> Result<Object, CompileError> {
        let (func, given) = ir_and_given(r);
        self.generate_given(&func, &given, r.mode, r.vgprs, r.observed, effort)
    }

    /// As [`Compiler::generate`], from the region IR on.
    ///
    /// # Errors
    /// When the code generator refuses.
    pub fn generate_ir(
        &mut self,
        func: &ir::Func,
        mode: u32,
        vgprs: FileSize,
        observed: bool,
    ) -> Result<Object, CompileError> {
        let effort = Effort::Full;
        self.generate_given(func, &Facts::new(), mode, vgprs, observed, effort)
    }

    fn generate_given(
        &mut self,
        func: &ir::Func,
        given: &Facts,
        mode: u32,
        vgprs: FileSize,
        observed: bool,
        effort: Effort,
    ) -> Result<Object, CompileError> {
        if cfg!(debug_assertions) {
            ir::verify(func).map_err(CompileError::Backend)?;
        }
        // Generated code accesses registers unchecked: whatever lowering let through ends here.
        if let Some(r) = func.registers().find(|r| !vgprs.has(*r, 1)) {
            let FileSize { vgprs, acc } = vgprs;
            let what = format!("{} of {vgprs} vector registers and {acc}", Name(r));
            return Err(CompileError::Backend(what));
        }
        let is_mapped = self.map.is_some();
        let generator = &mut self.generator;
        let emitted = generator.emit(func, given, mode, observed, effort);
        tracing::trace!(target: "gcn_jit::clif", "{}", generator.clif().display());
        let compiled = generator.compiled(effort)?;
        let frame = compiled.buffer.frame_layout();
        if effort == Effort::Quick && frame.is_some_and(|f| f.frame_to_fp_offset > MAX_FRAME) {
            return self.generate_given(func, given, mode, vgprs, observed, Effort::Full);
        }
        let code = compiled.code_buffer().to_vec();
        let relocations = compiled.buffer.relocs().to_vec();
        let mut locations = vec![];
        if is_mapped {
            let ranges = compiled.buffer.get_srclocs_sorted().iter();
            let ranges = ranges.map(|s| (s.start, s.end, s.loc));
            locations = perf_map::locations(func, ranges);
        }
        let placed = generator.place_regions(code, &relocations)?;
        if is_mapped {
            let regions = generator.region_locations().iter();
            let at = placed.regions_at as u32;
            locations.extend(regions.map(|(l, pc)| (at + l, Some(*pc))));
        }
        let Placed { code, calls, .. } = placed;
        // Each guest block once, however many versions it has.
        let mut seen = HashSet::new();
        let once = func.blocks.iter().filter(|b| seen.insert(b.pc));
        let instructions = once.map(|b| b.instructions as u64 + 1).sum();
        let mut reads = read_first(func, observed);
        given.keys().for_each(|v| reads.remove(*v));
        Ok(Object {
            entries: emitted.entries,
            reads,
            temp_size: emitted.temp_size,
            dirties: emitted.dirties,
            blocks: func.blocks.len() as u64,
            instructions,
            calls,
            counted: counted::blocks_of(func),
            code,
            locations,
        })
    }

    /// Compiles what `r` asks for and makes it executable, as the first wave that comes to it does.
    ///
    /// # Errors
    /// When the code generator refuses, or the host has no memory for the code.
    pub fn compile(&mut self, r: &Request<'_>) -> Result<Object, CompileError> {
        let object = self.generate(r, Effort::Quick)?;
        self.link(&object)?;
        Ok(object)
    }

    /// Compiles `func` for MODE `mode` and runs `wave` through it once, from its first entry: for tests
    /// of the code generator. Temporaries start as zeros.
    ///
    /// # Errors
    /// When `func` is not well-formed, or as [`Compiler::compile`].
    pub fn run(
        &mut self,
        func: &ir::Func,
        mode: u32,
        wave: &mut Wave,
        env: &Env<'_>,
    ) -> Result<ExitCode, CompileError> {
        // Generated code trusts what it is made from.
        ir::verify(func).map_err(CompileError::Backend)?;
        let object = self.generate_ir(func, mode, wave.size(), env.observed)?;
        let entry = self.link(&object)?;
        let mut temps = vec![Vgpr::ZERO; object.temp_size.div_ceil(256) as usize];
        let mut sites = Sites::EMPTY;
        let mut ctx = Ctx::new(env, temps.as_mut_ptr().cast(), &mut sites, self.level());
        Ok(entry.call(wave, &mut ctx, 0, controls(mode).f32))
    }

    /// Makes `object` executable in this process, for as long as the compiler exists.
    ///
    /// # Errors
    /// When it calls what does not exist, or the host has no memory for it.
    pub(super) fn link(&mut self, object: &Object) -> Result<Entry, CompileError> {
        if object.code.is_empty() {
            return Err(backend("there is no code"));
        }
        let mut code = MmapMut::map_anon(object.code.len()).map_err(backend)?;
        code[..object.code.len()].copy_from_slice(&object.code);
        let table = imports::table();
        for (at, function) in &object.calls {
            let place = code
                .get_mut(*at as usize..)
                .and_then(|c| c.first_chunk_mut());
            match (place, table.get(*function as usize)) {
                (Some(place), Some((_, address))) => *place = address.to_le_bytes(),
                _ => return Err(backend(format!("call of function {function} at {at:#x}"))),
            }
        }
        let code = code.make_exec().map_err(backend)?;
        // SAFETY: `generate_ir` made the code, with the signature of `clif::signature`; code from disk
        // is what it made in a process of the same build, as far as who may write there is trusted (see
        // `cache`). The mapping lives until the compiler is dropped. Entries do not leave `jit`, which
        // has copies in three places: `Compiler::run`, whose copy ends first; the cache of a `Jit`,
        // which is dropped together with the compiler; and the threads' recent functions, which
        // outlive it, but are called only by the `Jit` whose id they have, and ids are never used twice.
        let entry = unsafe { Entry::new(code.as_ptr()) };
        self.code.push(code);
        Ok(entry)
    }

    /// Writes down what the code of `object`, which has just been linked, comes from.
    pub(super) fn map(&mut self, program: &Program, object: &Object) {
        let (Some(map), Some(code)) = (&mut self.map, self.code.last()) else {
            return;
        };
        let start = code.as_ptr() as usize;
        if let Err(e) = map.add(program, start, object.code.len(), &object.locations) {
            tracing::warn!("cannot write to the map for perf, which ends here: {e}");
            self.map = None;
        }
    }
}
