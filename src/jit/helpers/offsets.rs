//! What is found out about the lanes' offsets in private memory.

use crate::machine::wave::LANES;

/// Offsets up to here, and as much more, do not wrap around, nor do their places.
pub(super) const MOST: u32 = 1 << 24;

/// Where lanes access private memory.
#[allow(clippy::large_enum_variant)] // It lives for one access.
pub(super) enum Offsets {
    /// Not all are inside, or no dwords.
    Elsewhere,
    /// At one offset.
    Same(u32),
    /// Each at its place, in bytes from the first of all lanes'; the greatest offset of them, if it matters.
    Apart { places: [u32; LANES], last: u32 },
}

impl Offsets {
    /// Of lanes that all access `base` more than `offset`, which may be up to `most`.
    pub(super) fn same(offset: u32, base: u32, most: u32) -> Offsets {
        let at = offset.min(MOST) + base;
        if at > most || !at.is_multiple_of(4) {
            return Offsets::Elsewhere;
        }
        Offsets::Same(at)
    }
}
