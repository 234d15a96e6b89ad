//! One guest function through all stages to finalised host code.

use cranelift_codegen::ir::AbiParam;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::abi::Entry;
use super::clif::{self, Csr, Helpers};
use super::{buffer, helpers, lane_fns};
use crate::error::CompileError;
use crate::exec::program::Program;
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

/// The host controls for a MODE register (CLRX GcnState; pitfalls of MODE's fields: f64 shares its
/// fields with f16).
pub fn controls(mode: u32) -> Csr {
    Csr {
        f32: csr(mode, mode >> 4),
        f64: csr(mode >> 2, mode >> 6),
        flush: csr(mode, 0),
    }
}

/// A finished compilation.
pub struct Done {
    pub entry: Entry,
    pub entries: Vec<u64>,
    pub temp_size: u32,
    pub csr: u32,
    pub blocks: u64,
    pub code_bytes: u64,
}

/// The code generator and the memory that holds its code.
pub struct Compiler {
    module: JITModule,
    builder: FunctionBuilderContext,
    imports: Vec<FuncId>,
    count: usize,
}

fn backend(e: impl std::fmt::Display) -> CompileError {
    CompileError::Backend(e.to_string())
}

/// Names, addresses, number of 64-bit arguments and whether there is a result, of what generated code
/// calls; in the order of [`Helpers`]'s fields.
fn imports() -> [(&'static str, *const u8, usize, bool); 13] {
    [
        ("gcn_sload", helpers::sload as *const u8, 5, true),
        ("gcn_load", helpers::load as *const u8, 7, true),
        ("gcn_store", helpers::store as *const u8, 7, true),
        ("gcn_atomic", helpers::atomic as *const u8, 8, true),
        ("gcn_lds_load", helpers::lds_load as *const u8, 7, true),
        ("gcn_lds_store", helpers::lds_store as *const u8, 7, true),
        ("gcn_lds_atomic", helpers::lds_atomic as *const u8, 8, true),
        ("gcn_bpermute", helpers::bpermute as *const u8, 7, true),
        ("gcn_permute", helpers::permute as *const u8, 7, true),
        ("gcn_buf_load", buffer::buf_load as *const u8, 10, true),
        ("gcn_buf_store", buffer::buf_store as *const u8, 10, true),
        ("gcn_call", lane_fns::call as *const u8, 6, false),
        (
            "gcn_call_scalar",
            lane_fns::call_scalar as *const u8,
            4,
            true,
        ),
    ]
}

/// The region IR of the function at `pc` as text, for reports of what was compiled wrongly; the
/// arguments are those of [`Compiler::compile`].
pub fn ir_of(program: &Program, pc: u64, mode: u32, vgprs: u32) -> String {
    ir(program, pc, mode, vgprs).to_string()
}

fn ir(program: &Program, pc: u64, mode: u32, vgprs: u32) -> ir::Func {
    let target = lower::Target {
        generation: program.generation(),
        mode,
        vgprs,
    };
    let graph = cfg::discover(program, pc, |i| lower::is_interpreted(&target, i));
    lower::lower(&target, &graph, pc)
}

impl Compiler {
    /// A compiler for the host.
    ///
    /// # Errors
    /// When Cranelift does not support the host.
    pub fn new() -> Result<Compiler, CompileError> {
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
        for (name, address, ..) in imports() {
            builder.symbol(name, address);
        }
        builder.symbol("gcn_set_csr", helpers::set_csr as *const u8);
        let mut module = JITModule::new(builder);
        let mut ids = vec![];
        for (name, _, args, result) in imports() {
            let mut sig = module.make_signature();
            sig.params.extend((0..args).map(|_| AbiParam::new(I64)));
            sig.returns.extend(result.then(|| AbiParam::new(I64)));
            let id = module.declare_function(name, Linkage::Import, &sig);
            ids.push(id.map_err(backend)?);
        }
        let mut sig = module.make_signature();
        sig.params.push(AbiParam::new(I32));
        let id = module.declare_function("gcn_set_csr", Linkage::Import, &sig);
        ids.push(id.map_err(backend)?);
        Ok(Compiler {
            module,
            builder: FunctionBuilderContext::new(),
            imports: ids,
            count: 0,
        })
    }

    /// Compiles the function at `pc` under the MODE bits `mode` for waves with `vgprs` registers.
    /// `observed`: someone looks at the registers of waves that have ended.
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
    ) -> Result<Done, CompileError> {
        let func = ir(program, pc, mode, vgprs);
        if cfg!(debug_assertions) {
            ir::verify(&func).map_err(CompileError::Backend)?;
        }
        // Generated code accesses registers unchecked: whatever lowering let through ends here.
        let registers = func.vgprs_used();
        if registers > vgprs {
            let what = format!("v{} of {vgprs} vector registers", registers - 1);
            return Err(CompileError::Backend(what));
        }
        let mut ctx = self.module.make_context();
        clif::signature(&mut ctx.func.signature);
        let name = format!("guest_{}_{pc:x}", self.count);
        self.count += 1;
        let id = self
            .module
            .declare_function(&name, Linkage::Local, &ctx.func.signature)
            .map_err(backend)?;
        let r: Vec<_> = self
            .imports
            .iter()
            .map(|i| self.module.declare_func_in_func(*i, &mut ctx.func))
            .collect();
        let helpers = Helpers {
            sload: r[0],
            load: r[1],
            store: r[2],
            atomic: r[3],
            lds_load: r[4],
            lds_store: r[5],
            lds_atomic: r[6],
            bpermute: r[7],
            permute: r[8],
            buf_load: r[9],
            buf_store: r[10],
            call: r[11],
            call_scalar: r[12],
            set_csr: r[13],
        };
        let csr = controls(mode);
        let mut b = FunctionBuilder::new(&mut ctx.func, &mut self.builder);
        let emitted = clif::emit(&mut b, &func, &helpers, csr, observed);
        b.finalize(self.module.target_config());
        tracing::trace!(target: "gcn_jit::clif", "{}", ctx.func.display());
        let defined = self.module.define_function(id, &mut ctx);
        defined.map_err(|e| CompileError::Backend(format!("{e:?}")))?;
        let code_bytes = ctx
            .compiled_code()
            .map_or(0, |c| c.buffer.data().len() as u64);
        self.module.clear_context(&mut ctx);
        self.module.finalize_definitions().map_err(backend)?;
        let code = self.module.get_finalized_function(id);
        // SAFETY: `clif::signature` is the function's signature, and the module, which owns the code,
        // is dropped with the cache that holds the entry.
        let entry = unsafe { Entry::new(code) };
        Ok(Done {
            entry,
            entries: emitted.entries,
            temp_size: emitted.temp_size,
            csr: csr.f32,
            blocks: func.blocks.len() as u64,
            code_bytes,
        })
    }
}
