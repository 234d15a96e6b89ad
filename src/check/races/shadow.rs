//! Who accessed which bytes last.

use rustc_hash::FxHashMap;

/// One access of one lane: by which wave, when, and with which instruction.
///
/// The time is the wave's own: it goes on at barriers, and wherever the wave lets others know what it has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Number of the work-group in the launch, from 1 on; 0: there is none.
    pub group: u32,
    /// Time of the wave.
    pub time: u32,
    bits: u32,
}

/// What a [`Mark`] knows beside who and when.
#[derive(Clone, Copy, Debug)]
pub struct How {
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

/// Waves of a work-group at most: 1024 work-items.
const WAVE_BITS: u32 = 4;
const SITE_BITS: u32 = 19;
/// The number of all instructions beyond those that have one.
pub const LAST_SITE: u32 = (1 << SITE_BITS) - 1;

impl Mark {
    /// That of lane 0: [`Mark::lane`] gives those of others.
    pub fn new(group: u32, time: u32, how: How) -> Mark {
        let flags =
            u32::from(how.atomic) | u32::from(how.released) << 1 | u32::from(how.scalar) << 2;
        let wave = how.wave & ((1 << WAVE_BITS) - 1);
        Mark {
            group,
            time,
            bits: how.site.min(LAST_SITE) | wave << SITE_BITS | flags << 29,
        }
    }

    /// The same of another lane.
    #[inline]
    pub fn of_lane(self, lane: usize) -> Mark {
        Mark {
            bits: self.bits | (lane as u32) << (SITE_BITS + WAVE_BITS),
            ..self
        }
    }

    pub fn site(self) -> u32 {
        self.bits & LAST_SITE
    }

    pub fn wave(self) -> u32 {
        self.bits >> SITE_BITS & ((1 << WAVE_BITS) - 1)
    }

    /// `None` where it is the wave's.
    pub fn lane(self) -> Option<u8> {
        (self.bits >> 31 == 0).then_some((self.bits >> (SITE_BITS + WAVE_BITS) & 63) as u8)
    }

    pub fn is_atomic(self) -> bool {
        self.bits >> 29 & 1 != 0
    }

    pub fn is_released(self) -> bool {
        self.bits >> 30 & 1 != 0
    }

    /// Whether both are of one wave.
    #[inline]
    pub fn same_wave(self, other: Mark) -> bool {
        let wave = ((1 << WAVE_BITS) - 1) << SITE_BITS;
        self.group == other.group && (self.bits ^ other.bits) & wave == 0
    }
}

/// What is known of some bytes: who wrote them last, and which two waves have read them since.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    pub write: Mark,
    pub reads: [Mark; 2],
}

/// The cells of a piece of memory: one for each dword, or for each byte once something smaller was accessed.
#[derive(Debug, Default)]
pub struct Shadow {
    cells: Vec<Cell>,
    bytes: bool,
}

impl Shadow {
    /// For `bytes` bytes.
    pub fn new(bytes: u32) -> Shadow {
        let mut s = Shadow::default();
        s.reserve(bytes);
        s
    }

    /// Makes it large enough.
    pub fn reserve(&mut self, bytes: u32) {
        let n = match self.bytes {
            true => bytes,
            false => bytes.div_ceil(4),
        } as usize;
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
        let (first, n) = match self.bytes {
            true => (at, bytes),
            false => (at / 4, bytes / 4),
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

impl Pages {
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
