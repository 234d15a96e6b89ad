//! The code generator: from the region IR to the bytes of a function's code.
//!
//! It makes code for any level, one that the host lacks, too, so that it can be looked at everywhere
//! ([`super::listing`]). Nothing that it gives can be executed: only [`super::compile`], whose levels are the
//! host's own, makes an [`Object`](super::compile::Object) of it.

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::{ExternalName, Function};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CompiledCode, Context, FinalizedMachReloc, FinalizedRelocTarget};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::clif::{self, Effort};
use super::controls::controls;
use super::host::{Extensions, Gathers, HostLevel, without_fma};
use super::imports::Helpers;
use super::vector;
use super::vector::isa::{AVX2, AVX2_GATHERS, AVX512, AVX512_GATHERS};
use super::vector::{Code, Regions, is_native};
use crate::error::CompileError;
use crate::ir;
use crate::ir::Facts;
use crate::ir::loops::Loop;
use crate::ir::plant::{Fault, planted};

/// A function's code with that of its regions.
pub(super) struct Placed {
    /// Both, with zeros in place of addresses.
    pub code: Vec<u8>,
    /// Where it has the address of which function; see [`super::compile::Object`].
    pub calls: Vec<(u32, u32)>,
    /// Where the regions' code begins.
    pub regions_at: usize,
    /// The regions' code.
    #[cfg(feature = "listing")]
    pub regions: Code,
}

/// The code generator for one level.
pub(super) struct Generator {
    extensions: Extensions,
    isa: OwnedTargetIsa,
    /// The same, with registers allocated in a single pass.
    quick: OwnedTargetIsa,
    context: Context,
    builder: FunctionBuilderContext,
    /// The regions' code, at levels with AVX-512.
    regions: Option<Regions>,
}

fn backend(e: impl std::fmt::Display) -> CompileError {
    CompileError::Backend(e.to_string())
}

/// Where regions' code is made that is not Cranelift's, at levels that have it.
fn regions(extensions: Extensions) -> Option<Regions> {
    let isa = match (extensions.level(), extensions.gathers()) {
        (HostLevel::Base, _) => return None,
        (HostLevel::Avx2, Gathers::LaneByLane) => &AVX2,
        (HostLevel::Avx2, Gathers::AtOnce) => &AVX2_GATHERS,
        (HostLevel::Avx512, Gathers::LaneByLane) => &AVX512,
        (HostLevel::Avx512, Gathers::AtOnce) => &AVX512_GATHERS,
    };
    Some(Regions::new(isa, extensions.has_vector_popcnt()))
}

/// The number of the region whose code is called by `r`: relative, since it lies in the same object.
fn region_call(func: &Function, r: &FinalizedMachReloc) -> Option<u32> {
    match (r.kind, &r.target) {
        (Reloc::X86CallPCRel4, FinalizedRelocTarget::ExternalName(ExternalName::User(name)))
            if r.addend == -4 =>
        {
            let name = func.params.user_named_funcs().get(*name)?;
            (name.namespace == clif::REGIONS).then_some(name.index)
        }
        _ => None,
    }
}

/// What else is relocated: a function's address, in full.
pub fn call(func: &Function, r: &FinalizedMachReloc) -> Option<(u32, u32)> {
    match (r.kind, &r.target) {
        (Reloc::Abs8, FinalizedRelocTarget::ExternalName(ExternalName::User(name)))
            if r.addend == 0 =>
        {
            let name = func.params.user_named_funcs().get(*name)?;
            Some((r.offset, name.index))
        }
        _ => None,
    }
}

/// Blocks from which on a function counts as long: all of its scalar registers would be arguments of nearly every block,
/// so that compiling would take longer than in proportion, and most would lie in memory after all. Where they lie in the
/// wave between blocks, as with [`Effort::Quick`], its code is as fast.
const LONG: usize = if cfg!(debug_assertions) { 24 } else { 500 };

impl Generator {
    /// Of code with these `extensions`; `more` are further settings of Cranelift's.
    pub fn new(extensions: Extensions, more: &[(&str, &str)]) -> Result<Generator, CompileError> {
        let isa = |effort: &str| {
            let mut flags = settings::builder();
            let verify = cfg!(debug_assertions).to_string();
            let settings = [
                ("opt_level", "none"),
                ("use_colocated_libcalls", "false"),
                ("is_pic", "false"),
                ("enable_verifier", &verify),
                ("regalloc_algorithm", effort),
            ];
            for (name, value) in settings.iter().chain(more) {
                flags.set(name, value).map_err(backend)?;
            }
            extensions.level().isa(settings::Flags::new(flags))
        };
        Ok(Generator {
            extensions,
            isa: isa("backtracking")?,
            quick: isa("single_pass")?,
            context: Context::new(),
            builder: FunctionBuilderContext::new(),
            regions: regions(extensions),
        })
    }

    /// The level of what it makes.
    pub fn level(&self) -> HostLevel {
        self.extensions.level()
    }

    fn isa(&self, effort: Effort) -> &OwnedTargetIsa {
        match effort {
            Effort::Quick => &self.quick,
            Effort::Full => &self.isa,
        }
    }

    /// Makes the generator usable again after a panic: what was begun is forgotten.
    pub fn recover(&mut self) {
        self.context = Context::new();
        self.builder = FunctionBuilderContext::new();
        self.regions = regions(self.extensions);
    }

    /// Everything that its code depends on beside its input, as text.
    pub fn settings(&self, effort: Effort) -> String {
        let isa = self.isa(effort);
        let mut extensions: Vec<_> = isa.isa_flags().iter().map(|f| f.to_string()).collect();
        if let Some(regions) = &self.regions {
            extensions.push(regions.settings());
        }
        format!(
            "{}\ncranelift {} {}\n{}\n{}",
            self.level(),
            cranelift_codegen::VERSION,
            isa.triple(),
            isa.flags(),
            extensions.join("\n")
        )
    }

    /// Compiles what is in the context.
    pub fn compiled(&mut self, effort: Effort) -> Result<&CompiledCode, CompileError> {
        let isa = match effort {
            Effort::Quick => &self.quick,
            Effort::Full => &self.isa,
        };
        let compiled = self.context.compile(&**isa, &mut Default::default());
        compiled.map_err(|e| CompileError::Backend(format!("{:?}", e.inner)))
    }

    /// The compiled function's code with that of its regions behind it.
    pub fn place_regions(
        &self,
        mut code: Vec<u8>,
        relocations: &[FinalizedMachReloc],
    ) -> Result<Placed, CompileError> {
        let regions = self
            .regions
            .as_ref()
            .map_or_else(Code::default, Regions::finish);
        if !regions.starts.is_empty() {
            code.resize(code.len().next_multiple_of(64), 0);
        }
        let regions_at = code.len();
        code.extend_from_slice(&regions.bytes);
        let mut calls = vec![];
        for reloc in relocations {
            if let Some(c) = call(&self.context.func, reloc) {
                calls.push(c);
                continue;
            }
            let region = region_call(&self.context.func, reloc);
            let start = region.and_then(|r| regions.starts.get(r as usize));
            let at = reloc.offset as usize;
            match (start, code.get_mut(at..).and_then(|c| c.first_chunk_mut())) {
                (Some(start), Some(place)) => {
                    // From the end of the displacement.
                    let distance = (regions_at + *start as usize) as i64 - (at + 4) as i64;
                    *place = (distance as i32).to_le_bytes();
                }
                _ => return Err(CompileError::Backend(format!("relocation {reloc:?}"))),
            }
        }
        Ok(Placed {
            code,
            calls,
            regions_at,
            #[cfg(feature = "listing")]
            regions,
        })
    }

    /// Where in the regions' code that of guest addresses begins.
    pub fn region_locations(&self) -> &[(u32, u64)] {
        self.regions.as_ref().map_or(&[], |r| &r.locations)
    }

    /// The loops of `func` that regions' code makes: all that a round does is under the same controls.
    pub fn loops(&self, func: &ir::Func, mode: u32, observed: bool) -> Vec<Loop> {
        let Some(isa) = self.regions.as_ref().map(Regions::isa) else {
            return vec![];
        };
        let csr = controls(mode);
        let mut loops = ir::loops::find(func, observed, &|n| is_native(isa, n).is_some());
        loops.retain(|l| {
            // In a uniform one others go by way of memory.
            let vectors = match l.uniform {
                Some(_) if !vector::uniform::pays(l) => return false,
                Some(_) => l.pairs(),
                None => l.vectors(),
            };
            if vectors > isa.carried(l.loads()) {
                return false;
            }
            let nodes = l.body.nodes.iter();
            let classes = nodes.flat_map(|n| [n.fp_class(), is_native(isa, n).flatten()]);
            let mut classes = classes.flatten().map(|c| csr.of(c));
            let first = classes.next();
            classes.all(|c| Some(c) == first)
        });
        loops
    }

    /// What is in the context.
    pub fn clif(&self) -> &Function {
        &self.context.func
    }

    /// Puts Cranelift's form of `func` into the context, to be compiled with this effort.
    pub fn emit(
        &mut self,
        func: &ir::Func,
        given: &Facts,
        mode: u32,
        observed: bool,
        effort: Effort,
    ) -> clif::Emitted {
        let level = self.level();
        let mut replaced = (!level.has_fma()).then(|| without_fma(func, mode));
        let csr = controls(mode);
        let loops = self.loops(func, mode, observed);
        if !loops.is_empty() {
            let mut func = func.clone();
            ir::loops::redirect(&mut func, &loops);
            replaced = Some(func);
        }
        let func = replaced.as_ref().unwrap_or(func);
        let is_long = func.blocks.len() >= LONG;
        let form = if is_long { Effort::Quick } else { effort };
        self.context.clear();
        let out = &mut self.context.func;
        clif::signature(&mut out.signature);
        let helpers = Helpers::declare(out, level);
        let mut b = FunctionBuilder::new(out, &mut self.builder);
        let mut regions = self.regions.as_mut();
        if let Some(r) = &mut regions {
            r.clear();
        }
        let mut emitted = clif::emit(
            &mut b, func, given, &helpers, regions, &loops, csr, observed, form,
        );
        emitted.dirties &= effort == form || !planted(Fault::LongClean);
        b.finalize(self.isa.frontend_config());
        emitted
    }
}
