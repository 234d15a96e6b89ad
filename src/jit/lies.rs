//! How the lanes' parts of addresses lie in each strip of a wave: see [`crate::ir::loops::Steady`].

/// How the addresses of a strip's active lanes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Lie {
    /// In any other way, or not all inside of the LDS.
    Other,
    /// All are the same.
    Same,
    /// Each lane's element follows that of the lane before.
    Follow,
    /// Dwords with one between each lane's and the next one's. Compared with [`Lie::Same`] it is greater as unsigned
    /// bytes, as [`Lie::Follow`] is, and less as signed ones, so that one comparison tells all apart.
    Spaced = 0x80,
}

/// Strips of a wave at most.
const STRIPS: usize = 8;

/// What is known of a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Strip {
    /// From the wave's lowest address to that of lane 0, which may itself not be active.
    pub offset: i64,
    /// A [`Lie`].
    pub lie: u64,
}

/// What is known of a wave's active lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Lies {
    /// The lowest address.
    pub first: u64,
    /// From there to the highest one; [`Lies::FAR`] if that is too far.
    pub range: u64,
    /// The strips.
    pub strips: [Strip; STRIPS],
}

impl Lies {
    /// No access has addresses that are so far from each other.
    pub const FAR: u64 = 1 << 62;
    /// Dwords that are added to an address are signed.
    const MOST: u64 = 1 << 30;
}

/// What is known of the lanes of `exec`, whose addresses these are, of elements of so many bytes (0 if it does not
/// matter whether they follow each other), in strips of so many lanes; and how far each address is from the lowest.
pub fn lies(at: &[u64; 64], exec: u64, element: u64, lanes: usize) -> ([u32; 64], Lies) {
    let some = at[exec.trailing_zeros() as usize % 64];
    let is_active = |lane: usize| exec >> lane & 1 != 0;
    let mut far = [0; 64];
    let (mut low, mut high) = (0, 0);
    for (lane, (far, at)) in far.iter_mut().zip(at).enumerate() {
        let by = at.wrapping_sub(some) as i64;
        let by = if is_active(lane) { by } else { 0 };
        (low, high) = (low.min(by), high.max(by));
        *far = by;
    }
    let range = high.wrapping_sub(low) as u64;
    let mut out = Lies {
        first: some.wrapping_add_signed(low),
        range: if range < Lies::MOST { range } else { Lies::FAR },
        ..Lies::default()
    };
    let mut dwords = [0; 64];
    for (to, from) in dwords.iter_mut().zip(&far) {
        *to = from.wrapping_sub(low) as u32;
    }
    let element = element as u32;
    for (k, (strip, at)) in out
        .strips
        .iter_mut()
        .zip(dwords.chunks_exact(lanes))
        .enumerate()
    {
        let all = u64::MAX >> (64 - lanes);
        let exec = exec >> (k * lanes) & all;
        if exec == 0 {
            continue;
        }
        let lane = exec.trailing_zeros() as usize;
        let first = at[lane].wrapping_sub(lane as u32 * element);
        let holds = |f: &dyn Fn(u32) -> u32| {
            let mut differ = 0;
            for (lane, at) in (0..).zip(at) {
                let counts = 0u32.wrapping_sub((exec >> lane & 1) as u32);
                differ |= (at ^ f(lane)) & counts;
            }
            differ == 0
        };
        // Whole vectors of larger elements are loaded.
        let is_whole = element <= 4 || exec == all;
        if holds(&|_| at[lane]) {
            (strip.offset, strip.lie) = (at[lane].into(), Lie::Same as u64);
        } else if element != 0 && is_whole && holds(&|n| first.wrapping_add(n * element)) {
            (strip.offset, strip.lie) = ((first as i32).into(), Lie::Follow as u64);
        } else if element == 4 && exec == all && holds(&|n| at[0].wrapping_add(8 * n)) {
            (strip.offset, strip.lie) = (at[0].into(), Lie::Spaced as u64);
        }
    }
    (dwords, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_lie_as_their_active_lanes_do() {
        let base = 0xffff_ffff_ffff_ff00u64;
        // Strip 0: all the same; strip 1: dwords in order; strip 2: in the other order; strip 3 has no lane.
        let mut at = [0; 64];
        for (lane, at) in at.iter_mut().enumerate() {
            let by = match lane / 16 {
                0 => 0x20,
                1 => 4 * (lane as u64 - 16) + 0x100,
                2 => 4 * (64 - lane as u64),
                _ => 1 << 40,
            };
            *at = base.wrapping_add(by);
        }
        let (dwords, l) = lies(&at, 0x0000_ffff_fffe_ffff, 4, 16);
        assert_eq!(l.first, base.wrapping_add(0x20));
        assert_eq!(l.range, 0x100 + 60 - 0x20);
        let strip = |k: usize| (l.strips[k].offset, l.strips[k].lie);
        assert_eq!(strip(0), (0, Lie::Same as u64));
        assert_eq!(strip(1), (0x100 - 0x20, Lie::Follow as u64));
        assert_eq!(strip(2).1, Lie::Other as u64);
        assert_eq!(strip(3), (0, Lie::Other as u64));
        assert_eq!(dwords[17], 0x104 - 0x20);
        // Elements of 8 bytes do not follow each other.
        assert_eq!(
            lies(&at, u64::MAX >> 16, 8, 16).1.strips[1].lie,
            Lie::Other as u64
        );
        assert_eq!(lies(&at, u64::MAX, 4, 8).1.range, Lies::FAR);
    }

    #[test]
    fn elements_of_several_dwords_follow_with_all_lanes_active() {
        let mut at = [0; 64];
        for (lane, at) in at.iter_mut().enumerate() {
            *at = 16 * lane as u64;
        }
        let l = lies(&at, u64::MAX << 1, 16, 8).1;
        assert_eq!(l.first, 16);
        assert_eq!(l.strips[0].lie, Lie::Other as u64);
        assert_eq!(
            (l.strips[1].offset, l.strips[1].lie),
            (7 * 16, Lie::Follow as u64)
        );
        // Of dwords some may be left out.
        for (lane, at) in at.iter_mut().enumerate() {
            *at = 4 * lane as u64;
        }
        let l = lies(&at, u64::MAX << 1, 4, 8).1;
        assert_eq!(
            (l.strips[0].offset, l.strips[0].lie),
            (-4, Lie::Follow as u64)
        );
    }

    #[test]
    fn spaced_dwords_are_those_of_all_lanes() {
        let mut at = [0; 64];
        for (lane, at) in at.iter_mut().enumerate() {
            *at = 8 * lane as u64 + 0x1000;
        }
        at[40] += 4;
        let of = |exec: u64, element: u64| {
            let strips = lies(&at, exec, element, 8).1.strips;
            strips.map(|s| (s.offset, s.lie))
        };
        let (other, spaced) = (Lie::Other as u64, Lie::Spaced as u64);
        let dwords = of(!(1 << 63), 4);
        assert_eq!(dwords[1], (64, spaced));
        assert_eq!([dwords[5].1, dwords[7].1], [other, other]);
        let qwords = of(u64::MAX, 8);
        assert_eq!(qwords[1], (64, Lie::Follow as u64));
        assert_eq!(qwords[5].1, other);
    }
}
