//! Which checks a case is run with.

use super::Source;
use crate::check::{Class, Options};
use crate::machine::start::Defined;

/// What is looked for in a case: a bit for each class (waits, nops, uninit, races, memory), then one for what is found
/// only when asked for, and one for waves that start with most of their registers undefined.
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
    pub fn random(r: &mut Source<'_>) -> Checks {
        // Some classes are left to each other's watch, and each has ways of its own to be watched alone.
        let classes = if r.one_in(2) {
            1 << r.below(CLASSES.len() as u64)
        } else {
            1 + r.below(31) as u8
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
