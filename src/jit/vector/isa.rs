//! What vector instructions there are: what regions' code takes from it.

/// A set of vector instructions.
#[derive(Debug, PartialEq, Eq)]
pub struct Isa {
    /// Its name.
    pub name: &'static str,
    /// Lanes of a strip: dwords of a vector.
    pub lanes: u8,
    /// Vector registers.
    pub registers: u8,
    /// There are registers for masks, of a bit for each lane, and operations under a mask. Otherwise masks are vectors
    /// with all bits of a lane alike.
    pub has_masks: bool,
    /// One element in memory can be an operand for all.
    pub spreads: bool,
    /// There are gathers that are fast.
    pub gathers: bool,
    /// Nodes of a region at most: its values are numbered by 16 bits, and no node has more than 64 with masks in
    /// registers, or 150 without.
    pub longest_region: u16,
    /// Masks of a loop that have registers for all of it; the others go from round to round in their slots.
    pub loop_masks: u8,
    /// Vector registers that are taken for all of a loop, at most: an instruction needs some more.
    pub loop_registers: u8,
    /// The same where instructions load.
    pub loop_registers_beside_loads: u8,
    /// Single lanes make the last rounds of loops with loads.
    pub single_lanes: bool,
}

/// Vectors of 64 bytes, with EVEX prefixes.
pub static AVX512: Isa = WITH_EVEX;

/// The same with gathers.
pub static AVX512_GATHERS: Isa = Isa {
    name: "avx512 with gathers",
    gathers: true,
    ..WITH_EVEX
};

/// Vectors of 32 bytes, with VEX prefixes.
pub static AVX2: Isa = WITH_VEX;

/// The same with gathers.
pub static AVX2_GATHERS: Isa = Isa {
    name: "avx2 with gathers",
    gathers: true,
    ..WITH_VEX
};

const WITH_EVEX: Isa = Isa {
    name: "avx512",
    lanes: 16,
    registers: 32,
    has_masks: true,
    spreads: true,
    gathers: false,
    longest_region: 1024,
    loop_masks: 4,
    loop_registers: 25,
    loop_registers_beside_loads: 25,
    single_lanes: true,
};

const WITH_VEX: Isa = Isa {
    name: "avx2",
    lanes: 8,
    registers: 16,
    has_masks: false,
    spreads: false,
    gathers: false,
    longest_region: 384,
    loop_masks: 2,
    loop_registers: 12,
    loop_registers_beside_loads: 9,
    single_lanes: false,
};

impl Isa {
    /// Bytes of a vector.
    pub const fn bytes(&self) -> i32 {
        4 * self.lanes as i32
    }

    /// Strips of a wave.
    pub const fn strips(&self) -> u8 {
        64 / self.lanes
    }

    /// All vector registers, a bit each.
    pub const fn all_registers(&self) -> u32 {
        u32::MAX >> (32 - self.registers)
    }

    /// Vector registers that are taken for all of a loop, at most.
    pub fn pinned(&self, loads: bool) -> usize {
        usize::from(if loads {
            self.loop_registers_beside_loads
        } else {
            self.loop_registers
        })
    }

    /// Vector registers that may go from round to round of a loop.
    pub fn carried(&self, loads: bool) -> usize {
        if self.has_masks {
            // The others are for what does not change.
            self.pinned(loads) - 3
        } else {
            self.pinned(loads) - usize::from(self.loop_masks)
        }
    }

    /// Logarithm of the bytes that a bit for each lane of a strip takes.
    pub const fn part_shift(&self) -> u8 {
        self.lanes / 16
    }
}
