//! A cache that forgets what was used longest ago.

/// A cache of lines, in sets.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// Lines of each set, the last used one last; unused ones are at the front and have no line's number.
    lines: Vec<u64>,
    sets: u64,
    ways: usize,
}

/// A number that depends on all bits of another one (the last steps of SplitMix64).
fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

/// No line.
const FREE: u64 = u64::MAX;

impl Cache {
    /// One of so many lines, in sets of at most `ways`.
    pub fn new(lines: u64, ways: u64) -> Cache {
        let ways = lines.clamp(1, ways);
        let sets = (lines / ways).max(1);
        Cache {
            lines: vec![FREE; (sets * ways) as usize],
            sets,
            ways: ways as usize,
        }
    }

    /// The set in which `line` is, if it is there.
    fn set(&mut self, line: u64) -> &mut [u64] {
        // Strides of a power of two meet in few sets of a cache that takes the low bits; hardware mixes in higher ones.
        let first = (mixed(line) % self.sets) as usize * self.ways;
        &mut self.lines[first..first + self.ways]
    }

    /// Forgets `line`.
    pub fn forget(&mut self, line: u64) {
        let set = self.set(line);
        if let Some(at) = set.iter().position(|l| *l == line) {
            set[at] = FREE;
            set[..=at].rotate_right(1);
        }
    }

    /// Has `line` be the last used one, and tells whether it was there.
    pub fn touch(&mut self, line: u64) -> bool {
        let ways = self.ways;
        let set = self.set(line);
        let found = set.iter().rposition(|l| *l == line);
        let from = found.unwrap_or(0);
        set[from..].rotate_left(1);
        set[ways - 1] = line;
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that fit are all there the second time, whatever lies between them, as far as a cache in sets can have them.
    #[test]
    fn strides_meet_nowhere() {
        for (run, stride) in [(1, 1), (1, 3), (1, 64), (1, 1024), (1, 4096), (512, 3072)] {
            let mut cache = Cache::new(2475 * 16, 16);
            let lines = (0..24_000).map(|n| (1 << 30) + n / run * stride + n % run);
            let found = |cache: &mut Cache| lines.clone().filter(|l| cache.touch(*l)).count();
            assert_eq!(found(&mut cache), 0);
            let again = found(&mut cache);
            assert!(again > 22_000, "{again} of {run} at {stride}");
        }
    }

    /// A set of as many lines as it has ways forgets the one that was used longest ago.
    #[test]
    fn the_oldest_goes() {
        let mut cache = Cache::new(4, 4);
        for line in 0..4 {
            assert!(!cache.touch(line));
        }
        assert!(cache.touch(0));
        assert!(!cache.touch(9), "1 goes");
        assert!([0, 2, 3, 9].into_iter().all(|l| cache.touch(l)));
        assert!(!cache.touch(1));
    }
}
