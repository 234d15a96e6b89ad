//! Accesses to the LDS and the GDS in which the lanes of a wave work together.

use crate::listed::listed;

listed! {
    /// Accesses of [`Uop::LdsShare`](super::Uop::LdsShare).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum Share {
        /// A load (GDS).
        Load,
        /// A store (GDS).
        Store,
        /// An atomic (GDS).
        Atomic,
        /// Two exchanges, at the two offsets of a pair.
        Exchange2,
        /// An atomic whose data lies in the LDS too, at a distance that the offset or the address has.
        Src2,
        /// One atomic of the wave, with the number of its lanes.
        Count,
        /// A load of which each of 16 lanes gets a column of items of 4 bits.
        Transpose4,
        /// The same of 6 bits.
        Transpose6,
        /// The same of 8 bits.
        Transpose8,
        /// The same of 16 bits.
        Transpose16,
    }
}

impl Share {
    /// Bits of the items whose columns lanes get; 0 of other accesses.
    pub const fn transposes(self) -> usize {
        match self {
            Share::Transpose4 => 4,
            Share::Transpose6 => 6,
            Share::Transpose8 => 8,
            Share::Transpose16 => 16,
            Share::Load | Share::Store | Share::Atomic => 0,
            Share::Exchange2 | Share::Src2 | Share::Count => 0,
        }
    }
}
