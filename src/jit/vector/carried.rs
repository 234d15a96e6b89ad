//! What goes from round to round of a loop, and what is counted of its rounds: where it is.

use super::alloc::V;
use super::encode::Mem;
use super::gpr::STRIP;
use super::isa::Isa;
use super::shapes::Found;
use super::slot_of_vector;
use crate::ir::loops::Place;
use crate::ir::{Reg, Val};

/// A mask of which lanes are counted, or whether there were any in a round.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The mask.
    pub mask: Val,
    /// The slot that has the number of its lanes in all rounds.
    pub count: Option<u32>,
    /// The slot that has a bit for each round in which it had any.
    pub seen: Option<u32>,
}

/// The lanes' values that go from round to round.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// Vector registers.
    pub vectors: Vec<(u16, V)>,
    /// How many of these have a register of the host; the others go from round to round in the temporaries.
    pub registers: usize,
    /// Pairs of vector registers.
    pub pairs: Vec<(u16, [V; 2])>,
    /// Masks.
    pub masks: Vec<(Place, u32, V)>,
}

/// A load of which it is known how its lanes lie.
#[derive(Clone, Copy, Debug)]
pub struct SteadyLoad {
    /// The load.
    pub load: Val,
    /// Where that is for the current strip.
    pub(super) found: Found,
    /// How far each lane is from the lowest one of the wave.
    pub(super) at: V,
    /// The slot of a round to be filled with where that lane's data are in the host's memory.
    pub host: u32,
}

/// Where what a loop leaves is: in slots, but for vector registers.
#[derive(Clone, Debug, Default)]
pub struct Final {
    /// What lanes have.
    pub carried: Carried,
    /// Numbers: what they are first, now, and in the last round of all strips.
    pub scalars: Vec<(Reg, [u32; 3])>,
    /// What is known of masks.
    pub known: Vec<Known>,
    /// The bit of the last round that any strip has made; to be zero first.
    pub most: u32,
    /// To be filled with the bit of the last round that may be.
    pub limit: u32,
    /// The bits of all rounds; to be zero first.
    pub bits: u32,
}

impl Carried {
    /// The masks that have a register; the others go from round to round in their slots.
    pub fn in_registers(&self, isa: &Isa) -> &[(Place, u32, V)] {
        let most = usize::from(isa.loop_masks);
        &self.masks[..self.masks.len().min(most)]
    }

    /// How many of the vector registers for a loop they take.
    pub fn pinned(&self, isa: &Isa) -> usize {
        if isa.has_masks {
            self.vectors()
        } else {
            self.vectors() + self.in_registers(isa).len()
        }
    }

    /// How many vectors with a register of the host there are.
    pub fn vectors(&self) -> usize {
        self.registers + 2 * self.pairs.len()
    }

    /// The masks, and the slots that they are in.
    pub fn masks(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        self.masks.iter().map(|m| (m.0, m.1))
    }
}

impl Final {
    /// The slots that are zero when the code begins.
    pub fn zeros(&self) -> impl Iterator<Item = u32> + '_ {
        let known = self.known.iter().flat_map(|k| [k.count, k.seen]);
        known.flatten().chain([self.most, self.bits])
    }
}

/// The strip's part of a mask in a slot.
pub fn part(isa: &Isa, slot: u32) -> Mem {
    slot_of_vector(slot).indexed(STRIP, isa.part_shift())
}
