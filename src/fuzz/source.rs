//! Where generators take their choices from: a seed, or the bytes that a coverage-guided fuzzer mutates.

/// A sequence of choices. The same seed, or the same bytes, always make the same ones.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// State of the generator (splitmix64).
    state: u64,
    /// What is left of the bytes; choices come from them as long as there are any.
    bytes: &'a [u8],
}

impl Source<'static> {
    /// Choices from a seed, without end.
    pub fn seeded(seed: u64) -> Source<'static> {
        Source {
            state: seed,
            bytes: &[],
        }
    }

    /// So many bytes from a seed.
    pub fn noise(seed: u64, bytes: usize) -> Vec<u8> {
        let mut r = Source::seeded(seed);
        (0..bytes).map(|_| r.bits() as u8).collect()
    }
}

impl<'a> Source<'a> {
    /// Other choices, which take none of these away.
    pub fn aside(&self) -> Source<'static> {
        Source::seeded(self.state.rotate_left(17) ^ self.bytes.len() as u64)
    }

    /// Choices from `bytes`: one or two of them for each choice among few, eight for 64 bits. After the last
    /// one as from a fixed seed, so that every input makes a whole case.
    pub fn from_bytes(bytes: &'a [u8]) -> Source<'a> {
        Source { state: 0, bytes }
    }

    /// The bytes from which [`Source::below`] takes `choice` among `n`.
    pub fn bytes_of(choice: u64, n: u64) -> Vec<u8> {
        let bytes = choice.to_le_bytes();
        let len = match n {
            ..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 8,
        };
        bytes[..len].to_vec()
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        if let Some((first, rest)) = self.bytes.split_first_chunk::<8>() {
            self.bytes = rest;
            return u64::from_le_bytes(*first);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Less than `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // A fuzzer that changes a byte changes a choice, and inputs stay short.
        match (n, self.bytes) {
            (..=0x100, [choice, rest @ ..]) => {
                self.bytes = rest;
                u64::from(*choice) % n
            }
            (..=0x1_0000, [low, high, rest @ ..]) => {
                self.bytes = rest;
                u64::from(u16::from_le_bytes([*low, *high])) % n
            }
            _ => self.bits() % n,
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of `of`, which is not empty.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// `bits` random bits, mostly zero.
    pub fn rarely(&mut self, bits: u32) -> u8 {
        if self.one_in(3) {
            (self.bits() & ((1 << bits) - 1)) as u8
        } else {
            0
        }
    }
}
