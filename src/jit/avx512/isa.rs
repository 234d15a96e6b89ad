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
    /// Regions load and store by themselves.
    pub loads: bool,
    /// Loops are made.
    pub loops: bool,
}

/// Vectors of 64 bytes, with EVEX prefixes.
pub static AVX512: Isa = Isa {
    name: "avx512",
    lanes: 16,
    registers: 32,
    has_masks: true,
    spreads: true,
    loads: true,
    loops: true,
};

/// Vectors of 32 bytes, with VEX prefixes.
pub static AVX2: Isa = Isa {
    name: "avx2",
    lanes: 8,
    registers: 16,
    has_masks: false,
    spreads: false,
    loads: false,
    loops: false,
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

    /// Logarithm of the bytes that a bit for each lane of a strip takes.
    pub const fn part_shift(&self) -> u8 {
        self.lanes / 16
    }
}
