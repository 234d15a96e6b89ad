//! What a launch that was profiled did, as text: a table, annotated code, JSON, stacks for flame graphs, a page.

mod annotate;
pub(crate) mod fault;
pub mod fidelity;
mod folded;
mod html;
mod json;
mod listing;
mod plots;
mod table;
mod text;

use std::cell::OnceCell;

use crate::loader::CodeObject;
use crate::runtime::LoadedProgram;
use crate::runtime::profile::Profiled;
use listing::Listing;

/// A launch that was profiled, with its code. `docs/profiling.md` tells what the numbers are.
pub struct Report<'a> {
    object: &'a CodeObject,
    program: &'a LoadedProgram,
    kernel: usize,
    profiled: &'a Profiled,
    listing: OnceCell<Listing<'a>>,
}

impl<'a> Report<'a> {
    /// What kernel number `kernel` of `object`, loaded as `program`, did by `profiled`.
    pub fn new(
        object: &'a CodeObject,
        program: &'a LoadedProgram,
        kernel: usize,
        profiled: &'a Profiled,
    ) -> Report<'a> {
        Report {
            object,
            program,
            kernel,
            profiled,
            listing: OnceCell::new(),
        }
    }

    /// The code that was reached, with the text of its source as it is on the disk now.
    fn listing(&self) -> &Listing<'a> {
        let profile = &self.profiled.profile;
        self.listing
            .get_or_init(|| Listing::new(self.object, self.kernel, self.program, profile))
    }

    /// The launch as a whole, and up to `top` instructions and lines of the source that take most.
    pub fn table(&self, top: usize) -> String {
        table::hottest(&self.profiled.profile, &self.profiled.outcome, top)
    }

    /// The same as a piece of HTML, for a page that has other things: without a script, and without styles except for
    /// its own elements.
    pub fn fragment(&self, top: usize) -> String {
        html::fragment(&self.profiled.profile, &self.profiled.outcome, top)
    }

    /// All code that was reached, instruction by instruction, between lines of the source.
    pub fn annotated(&self) -> String {
        let Profiled { profile, outcome } = self.profiled;
        annotate::code(profile, outcome, self.listing())
    }

    /// Stacks for flame graphs, a line each: `KERNEL;FUNCTION;INLINED...;LINE COUNT`.
    pub fn folded(&self) -> String {
        folded::stacks(&self.profiled.profile, self.listing())
    }

    /// A page: source beside code, with heat, lanes, roofline and timeline. It needs no network.
    pub fn html(&self) -> String {
        let Profiled { profile, outcome } = self.profiled;
        html::page(profile, outcome, self.listing())
    }

    /// Everything as one JSON object on one line.
    pub fn json(&self) -> String {
        let kernel = self.program.kernels.get(self.kernel);
        let entry = kernel.map_or(0, |k| k.entry);
        let Profiled { profile, outcome } = self.profiled;
        json::object(profile, outcome, self.program.base.wrapping_add(entry))
    }
}
