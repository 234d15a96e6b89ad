//! The target `check`: programs of the targets `block`, `kernel` and `splice`, with the checks for what a card would
//! have done wrong, and programs of hazards. The interpreter and compiled code must find the same, and leave the same behind.
//!
//! Code that is watched is compiled otherwise than code that is not, and what a look at all paths proves is not looked
//! for: both show here.

use super::block::{Block, run};
use super::kernel::Kernel;
use super::program::state::{blank, mode};
use super::program::{VGPRS, hazards};
use super::splice::Splice;
use super::{Found, Round, Source, Target};
use crate::check::{Class, Options};
use crate::machine::start::Defined;

/// What is looked for in a case: a bit for each of [`CLASSES`], then [`PEDANTIC`] and [`UNDEFINED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks(pub u8);

/// The classes, in the order of their bits.
const CLASSES: [Class; 5] = [
    Class::Waits,
    Class::Nops,
    Class::Uninit,
    Class::Races,
    Class::Memory,
];
/// The bit of what is found only when asked for.
const PEDANTIC: u8 = 1 << 5;
/// The bit of waves that start with most of their registers undefined.
const UNDEFINED: u8 = 1 << 6;

impl Checks {
    /// Any of them.
    fn random(r: &mut Source<'_>) -> Checks {
        // Some classes are left to each other's watch, and each has ways of its own to be watched alone.
        let classes = match r.one_in(2) {
            true => 1 << r.below(CLASSES.len() as u64),
            false => 1 + r.below(31) as u8,
        };
        let pedantic = if r.one_in(3) { PEDANTIC } else { 0 };
        let undefined = if r.one_in(2) { UNDEFINED } else { 0 };
        Checks(classes | pedantic | undefined)
    }

    /// Whether something is looked for.
    pub fn any(self) -> bool {
        self.0 & 31 != 0
    }

    /// The same with one bit less, for each bit.
    pub fn fewer(self) -> impl Iterator<Item = Checks> {
        (0..8).filter_map(move |i| (self.0 >> i & 1 != 0).then_some(Checks(self.0 & !(1 << i))))
    }

    /// What the checker is told.
    pub fn options(self) -> Options {
        let wanted = |i: &usize| self.0 >> i & 1 != 0;
        Options {
            classes: (0..CLASSES.len())
                .filter(wanted)
                .map(|i| CLASSES[i])
                .collect(),
            pedantic: self.0 & PEDANTIC != 0,
        }
    }

    /// What is defined when a wave begins: most of what programs begin with, or all registers. LDS and private memory
    /// are not.
    pub fn defined(self) -> Defined {
        match self.0 & UNDEFINED {
            0 => Defined::default(),
            _ => Defined {
                scalars: (1 << 40) - 1,
                ids: 8,
                undefined: vec![],
            },
        }
    }
}

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
        round.checks = Checks::random(round.source);
        match round.source.below(6) {
            0 => Block.round(round),
            1 => Kernel.round(round),
            // Compilers' code waits for what it uses, but where it is changed.
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
