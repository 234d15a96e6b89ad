//! What a launch that was profiled did, as text: a table, annotated code, JSON, stacks for flame graphs, a page.

mod annotate;
pub mod estimate;
pub(crate) mod fault;
pub mod fidelity;
mod folded;
mod html;
mod json;
mod listing;
mod plots;
mod table;
mod text;
pub mod timeline;

use std::cell::OnceCell;

use crate::loader::CodeObject;
use crate::runtime::LoadedProgram;
use crate::runtime::estimate::Estimate;
use crate::runtime::profile::Profiled;
use listing::Listing;

/// A launch that was profiled, with its code. `docs/profiling.md` tells what the numbers are.
pub struct Report<'a> {
    object: &'a CodeObject,
    program: &'a LoadedProgram,
    kernel: usize,
    profiled: &'a Profiled,
    estimates: Vec<Estimate>,
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
            estimates: Vec::new(),
            listing: OnceCell::new(),
        }
    }

    /// With how long cards would take for the launch.
    #[must_use]
    pub fn estimated(mut self, estimates: Vec<Estimate>) -> Report<'a> {
        self.estimates = estimates;
        self
    }

    /// The code that was reached, with the text of its source as it is on the disk now.
    fn listing(&self) -> &Listing<'a> {
        let profile = &self.profiled.profile;
        self.listing
            .get_or_init(|| Listing::new(self.object, self.kernel, self.program, profile))
    }

    /// The launch as a whole, and up to `top` instructions and lines of the source that take most.
    pub fn table(&self, top: usize) -> String {
        let Profiled { profile, outcome } = self.profiled;
        let estimates = self.estimates.iter().map(|e| estimate::table(e) + "\n");
        estimates.collect::<String>() + &table::hottest(profile, outcome, top)
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
        html::page(profile, outcome, &self.estimates, self.listing())
    }

    /// Everything as one JSON object on one line.
    pub fn json(&self) -> String {
        let kernel = self.program.kernels.get(self.kernel);
        let entry = kernel.map_or(0, |k| k.entry);
        let Profiled { profile, outcome } = self.profiled;
        let entry = self.program.base.wrapping_add(entry);
        json::object(profile, outcome, &self.estimates, entry)
    }
}
