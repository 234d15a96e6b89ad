//! The target `check`: programs of the targets `block`, `kernel` and `splice`, with the checks for what a card would
//! have done wrong, and programs of hazards. The interpreter and compiled code must find the same, and leave the same behind.
//!
//! Code that is watched is compiled otherwise than code that is not, and what a look at all paths proves is not looked
//! for: both show here.

use super::block::{Block, run};
use super::checks::Checks;
use super::kernel::Kernel;
use super::program::state::{blank, mode};
use super::program::{VGPRS, hazards};
use super::splice::Splice;
use super::{Found, Round, Target};

/// States that a program of hazards runs on.
const STATES: u64 = 8;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check;

impl Target for Check {
    fn name(&self) -> &'static str {
        "check"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let checks = Checks::random(round.source);
        let round = &mut Round {
            source: &mut *round.source,
            session: &mut *round.session,
            counts: &mut *round.counts,
            generations: round.generations,
            wanted: &[],
            checks,
        };
        match round.source.below(6) {
            0 => Block.round(round),
            1 => Kernel.round(round),
            // Compilers' code waits for what it uses, except where it is changed.
            2 | 3 => Splice.round(round),
            _ => {
                let generation = round.generation();
                let mut case = blank(generation, 1, false, VGPRS);
                let mode = mode(round.source);
                let lds = case.lds.len() as u32;
                case.items = hazards::program(round.source, generation, lds);
                case.limit = 6000;
                run(round, case, mode, STATES, true)
            }
        }
    }
}
