//! The target `kernel`: programs with control flow, by one wave or by the several of a work-group,
//! which share LDS and memory as correct kernels do: between barriers, and by atomics in any order. One
//! round in four launches several work-groups, see `groups`.

use super::block::run;
use super::program::state::{blank, mode, vgprs};
use super::program::{Maker, WAVES};
use super::{Found, Round, Target, groups};

/// States that each program runs on.
const STATES: u64 = 32;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kernel;

impl Target for Kernel {
    fn name(&self) -> &'static str {
        "kernel"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let generation = round.generation();
        if !round.checks.any() && round.source.one_in(4) {
            return groups::round(round, generation);
        }
        let r = &mut *round.source;
        // What may fault mostly does before it has done much.
        let tame = !r.one_in(4);
        let waves = if tame {
            1 + r.below(WAVES.into()) as u32
        } else {
            1
        };
        let vgprs = vgprs(r);
        let mut case = blank(generation, waves, tame, vgprs);
        case.observed = r.one_in(2);
        case.limit = 60_000;
        let mode = mode(r);
        let mut m = Maker::new(r, generation, tame, vgprs);
        m.program(waves, case.observed);
        case.items = std::mem::take(&mut m.items);
        let meant = m.faults;
        run(round, case, mode, STATES, meant)
    }
}
