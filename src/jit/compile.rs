//! One guest function through all stages to finalised host code.
#![allow(unsafe_code)]

use std::collections::HashSet;

use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};

use super::abi::Entry;
use super::clif::{self, Csr};
use super::imports::Imports;
use crate::error::CompileError;
use crate::exec::program::Program;
use crate::ir::{Fact, Facts, Order};
use crate::lower::Start;
use crate::state::Wave;
use crate::{cfg, ir, lower};

/// MXCSR with all exceptions masked.
const CSR_MASKED: u32 = 0x1f80;
/// MXCSR: flush results to zero.
const CSR_FTZ: u32 = 0x8000;
/// MXCSR: treat denormal operands as zero.
const CSR_DAZ: u32 = 0x40;

/// MXCSR for a rounding field (MODE's code) and a denormal field (bit 0: keep inputs, bit 1: keep
/// results) of MODE.
fn csr(round: u32, denorm: u32) -> u32 {
    // MODE: nearest, +inf, -inf, zero. MXCSR: nearest, -inf, +inf, zero.
    let rc = [0, 2, 1, 3][(round & 3) as usize];
    let mut v = CSR_MASKED | rc << 13;
    if denorm & 1 == 0 {
        v |= CSR_DAZ;
    }
    if denorm & 2 == 0 {
        v |= CSR_FTZ;
    }
    v
}

/// The host controls for a MODE register (CLRX GcnState): f64 shares its fields with f16.
pub fn controls(mode: u32) -> Csr {
    Csr {
        f32: csr(mode, mode >> 4),
        f64: csr(mode >> 2, mode >> 6),
        flush: csr(mode, 0),
    }
}

/// A finished compilation.
pub struct Done {
    /// The host function.
    pub entry: Entry,
    /// Guest addresses at which it can be entered, by entry number.
    pub entries: Vec<u64>,
    /// Bytes of temporaries that it needs.
    pub temp_size: u32,
    /// MXCSR under which it runs.
    pub csr: u32,
    /// Guest basic blocks in it.
    pub blocks: u64,
    /// Guest instructions in it.
    pub instructions: u64,
    /// Bytes of host code.
    pub code_bytes: u64,
}

/// The code generator and the memory that holds its code.
pub struct Compiler {
    /// Present until it is dropped.
    module: Option<JITModule>,
    builder: FunctionBuilderContext,
    imports: Imports,
    count: usize,
}

fn backend(e: impl std::fmt::Display) -> CompileError {
    CompileError::Backend(e.to_string())
}

/// The region IR of the function at `pc` as text, for reports of what was compiled wrongly; the
/// arguments are those of [`Compiler::compile`].
pub fn ir_of(program: &Program, pc: u64, mode: u32, vgprs: u32, start: &Start) -> String {
    ir(program, pc, mode, vgprs, start).to_string()
}

/// What the wave, which is at the start of a function, has in common with others that will be there.
/// Compiled code checks it.
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
            let order = match v.0[63] >= v.0[0] && stride < 1 << 20 {
                true if v.0[63] >> 31 == 0 => Order::SameSign,
                true => Order::Rising,
                false => Order::Any,
            };
            let stale = false;
            facts.insert(
                r as u8,
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

fn ir(program: &Program, pc: u64, mode: u32, vgprs: u32, start: &Start) -> ir::Func {
    let target = lower::Target {
        generation: program.generation(),
        mode,
        vgprs,
    };
    let graph = cfg::discover(program, pc, |i| lower::is_interpreted(&target, i));
    lower::lower(&target, &graph, pc, start)
}

impl Compiler {
    /// A compiler for the host.
    ///
    /// # Errors
    /// When the host lacks what generated code needs.
    pub fn new() -> Result<Compiler, CompileError> {
        // Without them Cranelift would call library functions that know nothing of MXCSR.
        if !(is_x86_feature_detected!("sse4.1") && is_x86_feature_detected!("fma")) {
            return Err(CompileError::Host(
                "compiled code needs SSE4.1 and FMA".to_owned(),
            ));
        }
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "none"),
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            (
                "enable_verifier",
                if cfg!(debug_assertions) {
                    "true"
                } else {
                    "false"
                },
            ),
        ] {
            flags.set(name, value).map_err(backend)?;
        }
        let isa = cranelift_native::builder()
            .map_err(|e| CompileError::Host(e.to_owned()))?
            .finish(settings::Flags::new(flags))
            .map_err(backend)?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        Imports::symbols(&mut builder);
        let mut module = JITModule::new(builder);
        let imports = Imports::declare(&mut module).map_err(backend)?;
        Ok(Compiler {
            module: Some(module),
            builder: FunctionBuilderContext::new(),
            imports,
            count: 0,
        })
    }

    /// Makes the compiler usable again after a panic in [`Compiler::compile`]: what was begun is
    /// forgotten.
    pub fn recover(&mut self) {
        self.builder = FunctionBuilderContext::new();
    }

    /// Compiles the function at `pc` under the MODE bits `mode` for waves with `vgprs` registers.
    /// `observed`: someone looks at the registers of waves that have ended. `start` is how they begin.
    ///
    /// # Errors
    /// When the code generator refuses.
    pub fn compile(
        &mut self,
        program: &Program,
        pc: u64,
        mode: u32,
        vgprs: u32,
        observed: bool,
        start: &Start,
    ) -> Result<Done, CompileError> {
        let mut func = ir(program, pc, mode, vgprs, start);
        ir::liveness::drop_dead_outs(&mut func, observed);
        if cfg!(debug_assertions) {
            ir::verify(&func).map_err(CompileError::Backend)?;
        }
        // Generated code accesses registers unchecked: whatever lowering let through ends here.
        let registers = func.vgprs_used();
        if registers > vgprs {
            let what = format!("v{} of {vgprs} vector registers", registers - 1);
            return Err(CompileError::Backend(what));
        }
        let Some(module) = &mut self.module else {
            return Err(backend("the code memory is gone"));
        };
        let mut ctx = module.make_context();
        clif::signature(&mut ctx.func.signature);
        let name = format!("guest_{}_{pc:x}", self.count);
        self.count += 1;
        let id = module
            .declare_function(&name, Linkage::Local, &ctx.func.signature)
            .map_err(backend)?;
        let helpers = self.imports.in_func(module, &mut ctx.func);
        let csr = controls(mode);
        let mut b = FunctionBuilder::new(&mut ctx.func, &mut self.builder);
        let emitted = clif::emit(&mut b, &func, &helpers, csr, observed);
        b.finalize(module.target_config());
        tracing::trace!(target: "gcn_jit::clif", "{}", ctx.func.display());
        let defined = module.define_function(id, &mut ctx);
        defined.map_err(|e| CompileError::Backend(format!("{e:?}")))?;
        let code_bytes = ctx
            .compiled_code()
            .map_or(0, |c| c.buffer.data().len() as u64);
        module.clear_context(&mut ctx);
        module.finalize_definitions().map_err(backend)?;
        let code = module.get_finalized_function(id);
        // SAFETY: `clif::signature` is the function's signature, and the code stays mapped until the
        // compiler is dropped, together with the cache that holds the entry.
        let entry = unsafe { Entry::new(code) };
        // Each guest block once, however many versions it has.
        let mut seen = HashSet::new();
        let once = func.blocks.iter().filter(|b| seen.insert(b.pc));
        let instructions = once.map(|b| b.instructions as u64 + 1).sum();
        Ok(Done {
            entry,
            entries: emitted.entries,
            temp_size: emitted.temp_size,
            csr: csr.f32,
            blocks: func.blocks.len() as u64,
            instructions,
            code_bytes,
        })
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: entries are only called through the `Jit` that owns this compiler and its
            // cache, so no generated code runs or can run any more.
            unsafe { module.free_memory() };
        }
    }
}
