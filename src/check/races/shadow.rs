//! Who accessed which bytes last.

use rustc_hash::FxHashMap;

/// One access of one lane: by which wave, when, and with which instruction; in 64 bits.
///
/// From bit 0: the number of the work-group, or in the LDS of its use, from 1 on (24 bits; 0: there is no access), wave (4), lane (6), instruction
/// (11), time (16), and flags. The time is the wave's own: it goes on at barriers, and wherever the wave lets others
/// know what it has done; at its end it stands, and nothing is told of what comes then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark(u64);

/// What a [`Mark`] knows beside the lane.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Number of the work-group.
    pub group: u32,
    /// Time of the wave.
    pub time: u32,
    /// Number of the instruction.
    pub site: u32,
    /// Number of the wave in its work-group.
    pub wave: u32,
    /// It orders: an atomic, or a load past the caches.
    pub atomic: bool,
    /// All that the wave has stored before it is known to have arrived.
    pub released: bool,
    /// It is the wave's, not a lane's.
    pub scalar: bool,
}

/// The largest number of a work-group.
pub const LAST_GROUP: u32 = (1 << 24) - 1;
const WAVE: u32 = 24;
const LANE: u32 = 28;
const SITE: u32 = 34;
const TIME: u32 = 45;
const ATOMIC: u32 = 61;
/// The number of all instructions beyond those that have one of their own.
pub const LAST_SITE: u32 = (1 << (TIME - SITE)) - 1;
/// Where time stands.
pub const LAST_TIME: u32 = (1 << 16) - 1;

impl Mark {
    /// That of lane 0: [`Mark::of_lane`] gives those of others.
    pub fn new(how: How) -> Mark {
        let flags =
            u64::from(how.atomic) | u64::from(how.released) << 1 | u64::from(how.scalar) << 2;
        Mark(
            u64::from(how.group & LAST_GROUP)
                | u64::from(how.wave & 15) << WAVE
                | u64::from(how.site.min(LAST_SITE)) << SITE
                | u64::from(how.time.min(LAST_TIME)) << TIME
                | flags << ATOMIC,
        )
    }

    /// The same of another lane.
    #[inline]
    pub fn of_lane(self, lane: usize) -> Mark {
        Mark(self.0 | (lane as u64) << LANE)
    }

    /// The same with this number for the work-group.
    pub fn of_group(self, number: u32) -> Mark {
        Mark(self.0 & !u64::from(LAST_GROUP) | u64::from(number))
    }

    pub fn group(self) -> u32 {
        self.0 as u32 & LAST_GROUP
    }

    pub fn time(self) -> u32 {
        (self.0 >> TIME) as u32 & LAST_TIME
    }

    pub fn site(self) -> u32 {
        (self.0 >> SITE) as u32 & LAST_SITE
    }

    pub fn wave(self) -> u32 {
        (self.0 >> WAVE) as u32 & 15
    }

    /// `None` where it is the wave's.
    pub fn lane(self) -> Option<u8> {
        (self.0 >> 63 == 0).then_some((self.0 >> LANE) as u8 & 63)
    }

    pub fn is_atomic(self) -> bool {
        self.0 >> ATOMIC & 1 != 0
    }

    pub fn is_released(self) -> bool {
        self.0 >> 62 & 1 != 0
    }

    /// Whether both are of one wave.
    #[inline]
    pub fn same_wave(self, other: Mark) -> bool {
        (self.0 ^ other.0) << (64 - LANE) == 0
    }
}

/// What is known of some bytes: who wrote them last, and which two waves have read them since.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    pub write: Mark,
    pub reads: [Mark; 2],
}

impl Cell {
    /// What was read with this mark is compared with what is there when it is used, as atomics do.
    pub fn is_compared(&mut self, m: Mark) {
        let reads = self.reads.iter_mut().filter(|r| **r == m);
        reads.for_each(|r| r.0 |= 1 << ATOMIC);
    }
}

/// The cells of a piece of memory: one for each dword, or for each byte once something smaller was accessed.
#[derive(Debug, Default)]
pub struct Shadow {
    cells: Vec<Cell>,
    bytes: bool,
    /// How often it was taken for a work-group's LDS: marks of earlier uses are nothing.
    uses: u32,
}

impl Shadow {
    /// For `bytes` bytes.
    pub fn new(bytes: u32) -> Shadow {
        let mut s = Shadow::default();
        s.reserve(bytes);
        s
    }

    /// Takes it for the LDS of another work-group.
    pub fn renew(&mut self, bytes: u32) {
        self.uses += 1;
        if self.uses > LAST_GROUP {
            self.uses = 1;
            self.cells.clear();
        }
        self.reserve(bytes);
    }

    /// The number of this use, from 1 on.
    pub fn uses(&self) -> u32 {
        self.uses
    }

    /// Makes it large enough.
    fn reserve(&mut self, bytes: u32) {
        let n = if self.bytes { bytes } else { bytes.div_ceil(4) } as usize;
        if self.cells.len() < n {
            self.cells.resize(n, Cell::default());
        }
    }

    /// The cells of the `bytes` bytes at `at`, as far as there are some.
    #[inline]
    pub fn cells(&mut self, at: u32, bytes: u32) -> &mut [Cell] {
        if !self.bytes && (at | bytes) & 3 != 0 {
            self.split();
        }
        let (first, n) = if self.bytes {
            (at, bytes)
        } else {
            (at / 4, bytes / 4)
        };
        let end = (first + n) as usize;
        let end = end.min(self.cells.len());
        &mut self.cells[(first as usize).min(end)..end]
    }

    /// From dwords to bytes.
    #[cold]
    fn split(&mut self) {
        self.bytes = true;
        self.cells = self.cells.iter().flat_map(|c| [*c; 4]).collect();
    }
}

/// Bytes of a page.
pub const PAGE: u64 = 4096;

/// The shadows of the pages of global memory that have been accessed.
#[derive(Debug, Default)]
pub struct Pages {
    index: FxHashMap<u64, u32>,
    all: Vec<Shadow>,
    /// The page that was looked for last, and where it is.
    last: Option<(u64, u32)>,
}

/// Pages that are kept for the next launch at most.
const KEPT: usize = 2048;

impl Pages {
    /// How many there are.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Whether they take more memory than is worth keeping.
    pub fn are_many(&self) -> bool {
        self.all.len() > KEPT
    }

    /// The shadow of the page with this number.
    #[inline]
    pub fn page(&mut self, page: u64) -> &mut Shadow {
        let i = match self.last {
            Some((last, i)) if last == page => i,
            _ => self.find(page),
        };
        &mut self.all[i as usize]
    }

    fn find(&mut self, page: u64) -> u32 {
        let next = self.all.len() as u32;
        let i = *self.index.entry(page).or_insert(next);
        if i == next {
            self.all.push(Shadow::new(PAGE as u32));
        }
        self.last = Some((page, i));
        i
    }
}
