//! Which bytes of memory are undefined, and where they come from: a dword at a time.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::regs::{Origin, Row};
use crate::check::accesses::{Part, bits};
use crate::machine::wave::LANES;

/// Dwords of a page.
const DWORDS: u64 = 64;
/// Parts of global memory that have a lock of their own.
const SHARDS: u64 = 64;

/// The undefined bits of some consecutive dwords.
#[derive(Clone, Debug)]
struct Page {
    bits: [u32; DWORDS as usize],
    from: [Origin; DWORDS as usize],
}

/// Up to 16 bytes: their undefined bits, and where the first of them come from.
pub type Bits = (u128, Origin);

/// As [`Bits`], of a dword.
pub type Bits32 = (u32, Origin);

/// Memory by dwords.
trait Dwords {
    /// Undefined bits of dword `i`.
    fn get(&self, i: u64) -> (u32, Origin);
    /// Sets those of `mask`.
    fn set(&mut self, i: u64, mask: u32, bits: u32, from: Origin);
}

/// The pieces of `bytes` bytes at `address` that lie in one dword each: its number, the first bit, the mask of the
/// bits in the dword, and the first bit in the whole.
fn pieces(address: u64, bytes: u32) -> impl Iterator<Item = (u64, u32, u32, u32)> {
    let end = address.saturating_add(bytes.min(16).into());
    let mut at = address;
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let (dword, byte) = (at / 4, (at % 4) as u32);
        let n = u32::from(4 - byte as u8).min((end - at) as u32);
        let mask = (u32::MAX >> (32 - 8 * n)) << (8 * byte);
        let whole = 8 * (at - address) as u32;
        at += u64::from(n);
        Some((dword, 8 * byte, mask, whole))
    })
}

fn read(get: impl Fn(u64) -> (u32, Origin), address: u64, bytes: u32) -> Bits {
    let (mut all, mut origin) = (0, Origin::REGISTER);
    for (dword, shift, mask, whole) in pieces(address, bytes) {
        let (bits, of) = get(dword);
        let bits = bits & mask;
        if bits != 0 && all == 0 {
            origin = of;
        }
        all |= u128::from(bits >> shift) << whole;
    }
    (all, origin)
}

fn write(to: &mut impl Dwords, address: u64, bytes: u32, (all, origin): Bits) {
    for (dword, shift, mask, whole) in pieces(address, bytes) {
        to.set(dword, mask, ((all >> whole) as u32) << shift & mask, origin);
    }
}

/// `bytes` bytes at `address`, of which scalar memory loads up to 64, in parts of at most 16.
fn whole(address: u64, bytes: u32) -> impl Iterator<Item = (u64, u32)> {
    let part = move |at: u32| (address.saturating_add(at.into()), (bytes - at).min(16));
    (0..bytes).step_by(16).map(part)
}

/// The least and the greatest address at which a lane of `p` accesses memory.
fn bounds(p: &Part) -> (u64, u64) {
    let (mut first, mut last) = (u64::MAX, 0);
    for (lane, at) in p.at.iter().enumerate() {
        let active = p.lanes >> lane & 1 != 0;
        first = first.min(if active { *at } else { u64::MAX });
        last = last.max(if active { *at } else { 0 });
    }
    (first, last)
}

/// Memory of which all is undefined at first: the LDS of a work-group.
#[derive(Debug)]
pub struct Local {
    pages: Vec<Option<Box<Page>>>,
    from: Origin,
    /// The dwords that are defined, whatever the pages say.
    defined: Vec<u64>,
}

/// Of private memory that nothing has written.
static UNWRITTEN: Row = Row::of(Origin::PRIVATE);

/// Private memory of a wave, by dwords of all lanes.
#[derive(Debug, Default)]
pub struct Private {
    /// Of each dword the lanes of which it is defined, whatever its row says.
    defined: Vec<u64>,
    rows: Vec<Option<Box<Row>>>,
}

/// That of one lane.
struct OfLane<'a>(&'a mut Private, usize);

impl Dwords for OfLane<'_> {
    fn get(&self, i: u64) -> (u32, Origin) {
        self.0.get(self.1, i)
    }

    fn set(&mut self, i: u64, mask: u32, bits: u32, from: Origin) {
        self.0.set(self.1, i, mask, (bits, from));
    }
}

/// All of it as it lies in memory: one lane's dword behind the other's.
struct Through<'a>(&'a mut Private);

impl Through<'_> {
    /// The lane and its dword.
    fn place(i: u64) -> (usize, u64) {
        ((i % LANES as u64) as usize, i / LANES as u64)
    }
}

impl Dwords for Through<'_> {
    fn get(&self, i: u64) -> (u32, Origin) {
        let (lane, dword) = Through::place(i);
        self.0.get(lane, dword)
    }

    fn set(&mut self, i: u64, mask: u32, bits: u32, from: Origin) {
        let (lane, dword) = Through::place(i);
        self.0.set(lane, dword, mask, (bits, from));
    }
}

impl Private {
    fn get(&self, lane: usize, dword: u64) -> (u32, Origin) {
        let (undefined, row) = self.row(dword);
        match undefined >> lane & 1 {
            0 => (0, Origin::REGISTER),
            _ => (row.bits[lane], row.from[lane]),
        }
    }

    fn set(&mut self, lane: usize, dword: u64, mask: u32, (bits, from): (u32, Origin)) {
        let (defined, row) = self.row_mut(dword);
        let own = 1 << lane;
        let old = match *defined & own {
            0 => row.bits[lane],
            _ => 0,
        };
        let new = old & !mask | bits;
        row.bits[lane] = new;
        if bits != 0 {
            row.from[lane] = from;
        }
        *defined = *defined & !own | if new == 0 { own } else { 0 };
    }

    /// Dword `dword`: the lanes in which it has undefined bits, and these.
    pub fn row(&self, dword: u64) -> (u64, &Row) {
        let defined = self.defined.get(dword as usize).copied().unwrap_or(0);
        let row = self.rows.get(dword as usize).and_then(Option::as_deref);
        (!defined, row.unwrap_or(&UNWRITTEN))
    }

    fn row_mut(&mut self, dword: u64) -> (&mut u64, &mut Row) {
        let i = dword as usize;
        if self.defined.len() <= i {
            self.defined.resize(i + 1, 0);
        }
        if self.rows.len() <= i {
            self.rows.resize(i + 1, None);
        }
        let row = self.rows[i].get_or_insert_with(|| Box::new(UNWRITTEN.clone()));
        (&mut self.defined[i], row)
    }

    /// The lanes of the set `lanes` store a dword, which has undefined bits in those of `undefined`: the bits of
    /// `row`, which come from there or, where they come from a register that nobody has written, from `pc`.
    pub fn set_row(&mut self, dword: u64, lanes: u64, undefined: u64, row: &Row, pc: u64) {
        let (defined, to) = self.row_mut(dword);
        for lane in bits(lanes & undefined) {
            to.bits[lane] = row.bits[lane];
            to.from[lane] = row.from[lane].or_code(pc);
        }
        *defined = *defined & !lanes | lanes & !undefined;
    }

    /// What of `bytes` bytes of a lane is undefined.
    pub fn read(&self, lane: usize, address: u64, bytes: u32) -> Bits {
        read(|dword| self.get(lane % LANES, dword), address, bytes)
    }

    /// Sets it.
    pub fn write(&mut self, lane: usize, address: u64, bytes: u32, bits: Bits) {
        write(&mut OfLane(self, lane % LANES), address, bytes, bits);
    }

    /// What is undefined of `bytes` bytes as they lie in memory, where scalar instructions reach them.
    pub fn read_through(&self, offset: u64, bytes: u32) -> Bits {
        let get = |i: u64| {
            let (lane, dword) = Through::place(i);
            self.get(lane, dword)
        };
        read(get, offset, bytes)
    }

    /// Sets it.
    pub fn write_through(&mut self, offset: u64, bytes: u32, bits: Bits) {
        write(&mut Through(self), offset, bytes, bits);
    }

    /// The dwords that the lanes of `p` access, if they are the same in all and whole.
    pub fn rows(p: &Part) -> Option<Range<u64>> {
        let first = p.at[p.lanes.trailing_zeros() as usize & 63];
        let whole = first.is_multiple_of(4) && p.bytes.is_multiple_of(4);
        let same = || p.same || bits(p.lanes).all(|lane| p.at[lane] == first);
        (whole && same()).then(|| first / 4..(first + u64::from(p.bytes)) / 4)
    }

    /// Whether all is defined that the lanes of `p` access.
    pub fn is_defined_at(&self, p: &Part) -> bool {
        if let Some(mut rows) = Private::rows(p) {
            return rows.all(|d| p.lanes & self.row(d).0 == 0);
        }
        bits(p.lanes).all(|lane| self.read(lane, p.at[lane], p.bytes).0 == 0)
    }

    /// Makes it so.
    pub fn define_at(&mut self, p: &Part) {
        match Private::rows(p) {
            Some(rows) => {
                if self.defined.len() < rows.end as usize {
                    self.defined.resize(rows.end as usize, 0);
                }
                rows.for_each(|d| self.defined[d as usize] |= p.lanes);
            }
            None => {
                let nothing = (0, Origin::REGISTER);
                bits(p.lanes).for_each(|lane| self.write(lane, p.at[lane], p.bytes, nothing));
            }
        }
    }
}

impl Local {
    /// It, undefined because it is from there.
    pub fn new(from: Origin) -> Local {
        Local {
            pages: Vec::new(),
            from,
            defined: Vec::new(),
        }
    }

    fn is_set(&self, dword: u64) -> bool {
        let word = self.defined.get((dword / 64) as usize);
        word.is_some_and(|w| w >> (dword % 64) & 1 != 0)
    }

    /// Whether all is defined that the lanes of `p` access.
    pub fn is_defined_at(&self, p: &Part) -> bool {
        // Most often all around is.
        let (first, last) = bounds(p);
        let words = first / 256..=(last + u64::from(p.bytes) - 1) / 256;
        let all = |w: u64| self.defined.get(w as usize) == Some(&u64::MAX);
        words.clone().all(all) || bits(p.lanes).all(|lane| self.read(p.at[lane], p.bytes).0 == 0)
    }

    /// Makes it so.
    pub fn define_at(&mut self, p: &Part) {
        for lane in bits(p.lanes) {
            let at = p.at[lane];
            for (dword, _, mask, _) in pieces(at, p.bytes) {
                match mask {
                    _ if self.is_set(dword) => {}
                    u32::MAX => self.set_defined(dword),
                    mask => self.set(dword, mask, 0, Origin::REGISTER),
                }
            }
        }
    }

    /// What LDS_DIRECT reads of an LDS of `size` bytes: M0\[15:0\] is the address, M0\[18:16\] the type.
    pub fn direct(&self, m0: u32, size: u32) -> Bits32 {
        let address = m0 & 0xffff;
        if address >= size {
            return (0, Origin::REGISTER);
        }
        let (bytes, signed) = match m0 >> 16 & 7 {
            0 => (1, false),
            1 => (2, false),
            4 => (1, true),
            5 => (2, true),
            _ => (4, false),
        };
        let (bits, from) = self.read(u64::from(address & !(bytes - 1)), bytes);
        // Copies of an undefined sign bit are undefined.
        let bits = match (bytes, signed) {
            (1, true) => bits as u8 as i8 as u32,
            (2, true) => bits as u16 as i16 as u32,
            _ => bits as u32,
        };
        (bits, from)
    }

    fn set_defined(&mut self, dword: u64) {
        let word = (dword / 64) as usize;
        if self.defined.len() <= word {
            self.defined.resize(word + 1, 0);
        }
        self.defined[word] |= 1 << (dword % 64);
    }

    /// What of `bytes` bytes is undefined.
    pub fn read(&self, address: u64, bytes: u32) -> Bits {
        read(|i| self.get(i), address, bytes)
    }

    /// Sets it.
    pub fn write(&mut self, address: u64, bytes: u32, bits: Bits) {
        write(self, address, bytes, bits);
    }
}

impl Dwords for Local {
    fn get(&self, i: u64) -> (u32, Origin) {
        match self.pages.get((i / DWORDS) as usize) {
            _ if self.is_set(i) => (0, Origin::REGISTER),
            Some(Some(page)) => {
                let i = (i % DWORDS) as usize;
                (page.bits[i], page.from[i])
            }
            _ => (u32::MAX, self.from),
        }
    }

    fn set(&mut self, i: u64, mask: u32, bits: u32, from: Origin) {
        let number = (i / DWORDS) as usize;
        if self.pages.len() <= number {
            self.pages.resize_with(number + 1, || None);
        }
        let (first, was_set) = (self.from, self.is_set(i));
        let page = self.pages[number].get_or_insert_with(|| {
            Box::new(Page {
                bits: [u32::MAX; DWORDS as usize],
                from: [first; DWORDS as usize],
            })
        });
        let k = (i % DWORDS) as usize;
        if was_set {
            self.defined[(i / 64) as usize] &= !(1 << (i % 64));
            page.bits[k] = 0;
        }
        page.set(k, mask, bits, from);
        if page.bits[k] == 0 {
            self.set_defined(i);
        }
    }
}

impl Page {
    fn set(&mut self, i: usize, mask: u32, bits: u32, from: Origin) {
        self.bits[i] = self.bits[i] & !mask | bits;
        if bits != 0 {
            self.from[i] = from;
        }
    }
}

/// Global memory, which all waves share. All is defined but some ranges, and what undefined data is written to.
#[derive(Debug)]
pub struct Global {
    /// What is undefined at first, in order of addresses.
    ranges: Vec<(Range<u64>, Origin)>,
    pages: Vec<Mutex<HashMap<u64, Box<Page>>>>,
    count: AtomicUsize,
    /// The first and the last of the pages.
    ends: [AtomicU64; 2],
}

impl Default for Global {
    fn default() -> Global {
        Global::new(&[])
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Global {
    /// It, where `ranges` are undefined at first; their origins have the numbers of their places in the list.
    pub fn new(ranges: &[Range<u64>]) -> Global {
        let numbered = ranges.iter().cloned().enumerate();
        let mut ranges: Vec<_> = numbered.map(|(i, r)| (r, Origin::range(i))).collect();
        ranges.sort_by_key(|(r, _)| r.start);
        Global {
            ranges,
            pages: (0..SHARDS).map(|_| Mutex::default()).collect(),
            count: AtomicUsize::new(0),
            ends: [AtomicU64::new(u64::MAX), AtomicU64::new(0)],
        }
    }

    /// Whether nothing at all is undefined.
    #[inline]
    pub fn is_defined(&self) -> bool {
        self.ranges.is_empty() && self.count.load(Relaxed) == 0
    }

    /// Whether nothing between two addresses has ever been undefined, where that can be told in short.
    fn is_clear(&self, first: u64, end: u64) -> bool {
        let before = self.ranges.partition_point(|(r, _)| r.start < end);
        // Ranges do not overlap: they end in the order in which they start.
        let last = self.ranges[..before].last();
        if last.is_some_and(|(r, _)| r.end > first) {
            return false;
        }
        let [least, most] = [0, 1].map(|i| self.ends[i].load(Relaxed));
        let page = |at: u64| at / (4 * DWORDS);
        self.count.load(Relaxed) == 0 || page(end) < least || page(first) > most
    }

    /// As [`Global::is_clear`], of all that the lanes of `p` access.
    fn is_clear_at(&self, p: &Part) -> bool {
        let (first, last) = bounds(p);
        self.is_clear(first, last.saturating_add(p.bytes.into()))
    }

    fn shard(&self, page: u64) -> MutexGuard<'_, HashMap<u64, Box<Page>>> {
        lock(&self.pages[(page % SHARDS) as usize])
    }

    /// What of dword `i` is undefined at first.
    fn first(&self, i: u64) -> (u32, Origin) {
        let (start, end) = (4 * i, 4 * i + 4);
        let before = self.ranges.partition_point(|(r, _)| r.start < end);
        // Ranges do not overlap, so few of those that start before reach here.
        let mut all = (0, Origin::REGISTER);
        for (r, from) in self.ranges[..before].iter().rev().take(4) {
            let inside = (0..4).filter(|b| r.contains(&(start + b)));
            let bits = inside.fold(0, |bits: u32, b| bits | 0xff << (8 * b));
            if bits != 0 {
                all = (all.0 | bits, *from);
            }
        }
        all
    }

    /// What of `bytes` bytes is undefined.
    pub fn read(&self, address: u64, bytes: u32) -> Bits {
        read(|i| (&self).get(i), address, bytes)
    }

    /// Sets it.
    pub fn write(&self, address: u64, bytes: u32, bits: Bits) {
        write(&mut &*self, address, bytes, bits);
    }

    /// Whether all is defined that the lanes of `p` access.
    pub fn is_defined_at(&self, p: &Part) -> bool {
        let read = |(at, bytes)| self.read(at, bytes).0 == 0;
        self.is_clear_at(p) || bits(p.lanes).all(|lane| whole(p.at[lane], p.bytes).all(read))
    }

    /// Makes it so.
    pub fn define_at(&self, p: &Part) {
        if self.is_clear_at(p) {
            return;
        }
        for lane in bits(p.lanes) {
            for (at, bytes) in whole(p.at[lane], p.bytes) {
                self.write(at, bytes, (0, Origin::REGISTER));
            }
        }
    }

    /// The first byte of the range that has undefined bits, and where they come from.
    pub fn first_undefined(&self, range: Range<u64>) -> Option<(u64, Origin)> {
        let mut at = range.start;
        while at < range.end {
            let (bits, from) = (&self).get(at / 4);
            if bits >> (8 * (at % 4)) & 0xff != 0 {
                return Some((at, from));
            }
            // A whole page of which nobody has spoken is passed at once.
            let page = at / (4 * DWORDS);
            let next = (page + 1) * 4 * DWORDS;
            let unknown = !self.shard(page).contains_key(&page);
            let apart = |(r, _): &(Range<u64>, Origin)| r.end <= at || r.start >= next;
            at = if unknown && self.ranges.iter().all(apart) {
                next
            } else {
                at + 1
            };
        }
        None
    }
}

impl Dwords for &Global {
    fn get(&self, i: u64) -> (u32, Origin) {
        let number = i / DWORDS;
        if let Some(page) = self.shard(number).get(&number) {
            let i = (i % DWORDS) as usize;
            return (page.bits[i], page.from[i]);
        }
        self.first(i)
    }

    fn set(&mut self, i: u64, mask: u32, bits: u32, from: Origin) {
        let number = i / DWORDS;
        let mut shard = self.shard(number);
        if let Some(page) = shard.get_mut(&number) {
            return page.set((i % DWORDS) as usize, mask, bits, from);
        }
        if bits == 0 && self.first(i).0 & mask == 0 {
            return;
        }
        let dword = |k: usize| self.first(number * DWORDS + k as u64);
        let mut page = Box::new(Page {
            bits: std::array::from_fn(|k| dword(k).0),
            from: std::array::from_fn(|k| dword(k).1),
        });
        page.set((i % DWORDS) as usize, mask, bits, from);
        self.ends[0].fetch_min(number, Relaxed);
        self.ends[1].fetch_max(number, Relaxed);
        shard.insert(number, page);
        self.count.fetch_add(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_local_memory_become_defined_one_by_one() {
        let mut m = Local::new(Origin::LDS);
        assert_eq!(m.read(2, 4), (0xffff_ffff, Origin::LDS));
        m.write(3, 2, (0, Origin::REGISTER));
        assert_eq!(m.read(0, 8).0, 0xffff_ff00_00ff_ffff);
        // Bits within bytes.
        m.write(4, 4, (0x10, Origin::code(0x5000)));
        assert_eq!(m.read(4, 1), (0x10, Origin::code(0x5000)));
        assert_eq!(m.read(2, 4).0, 0x0010_00ff);
        // Far behind, across two pages.
        m.write(4 * DWORDS - 8, 16, (0, Origin::REGISTER));
        assert_eq!(m.read(4 * DWORDS - 8, 16).0, 0);
        assert_eq!(m.read(4 * DWORDS - 10, 4).0, 0xffff);
    }

    /// What the lanes of an access at `at` do.
    fn part(at: u64, bytes: u32, lanes: u64) -> Part {
        Part {
            space: crate::interp::seen::Space::Private,
            reads: true,
            writes: true,
            bytes,
            lanes,
            outside: 0,
            beyond: 0,
            misaligned: 0,
            align: 1,
            asked: 0,
            same: false,
            at: [at; 64],
        }
    }

    #[test]
    fn what_is_undefined_beside_a_defined_row_has_its_own_origin() {
        let mut m = Private::default();
        m.define_at(&part(4, 4, u64::MAX));
        m.write(3, 8, 1, (0xff, Origin::code(0x5000)));
        assert_eq!(m.read(3, 6, 4), (0xffff_0000, Origin::code(0x5000)));
        assert_eq!(m.read(2, 6, 4), (0xffff_0000, Origin::PRIVATE));
        assert!(m.is_defined_at(&part(4, 4, u64::MAX)));
        // A lane takes its part of the row back.
        m.write(9, 5, 1, (0xff, Origin::code(0x5000)));
        assert!(!m.is_defined_at(&part(4, 4, u64::MAX)));
        assert!(m.is_defined_at(&part(4, 4, !(1 << 9))));
        assert_eq!(m.read(9, 4, 4).0, 0xff00);
    }

    #[test]
    fn scalar_loads_of_many_dwords_are_looked_at_whole() {
        let range = 0x1038..0x103c;
        let m = Global::new(std::slice::from_ref(&range));
        assert!(m.is_defined_at(&part(0x1000, 32, 1)));
        assert!(!m.is_defined_at(&part(0x1000, 64, 1)));
        m.define_at(&part(0x1000, 64, 1));
        assert!(m.is_defined_at(&part(0x1000, 64, 1)));
        // What somebody has made undefined is found, too, whatever lies between that and the range.
        m.write(0x9000, 4, (1, Origin::code(0x5000)));
        assert!(!m.is_defined_at(&part(0x8ff0, 64, 1)));
        assert!(m.is_defined_at(&part(0x5000, 64, 1)) && m.is_defined_at(&part(0xa000, 64, 1)));
    }

    #[test]
    fn of_global_memory_only_ranges_are_undefined_at_first() {
        let m = Global::new(&[0x2002..0x2005, 0x1000..0x1400]);
        assert!(!m.is_defined());
        assert_eq!(m.read(0x2000, 8), (0xff_ffff_0000, Origin::range(0)));
        assert_eq!(m.read(0x13fe, 4), (0xffff, Origin::range(1)));
        m.write(0x1000, 8, (0, Origin::REGISTER));
        let first = |range| m.first_undefined(range).map(|(at, _)| at);
        assert_eq!(first(0x1000..0x1400), Some(0x1008));
        assert_eq!(first(0x1400..0x3000), Some(0x2002));
        assert_eq!(first(0x2005..0x9000), None);
        // What undefined data is written to is undefined, and again defined.
        m.write(0x8001, 1, (0xff, Origin::code(0x7000)));
        let stored = (0x8001, Origin::code(0x7000));
        assert_eq!(m.first_undefined(0x2005..0x9000), Some(stored));
        m.write(0x8000, 4, (0, Origin::REGISTER));
        assert_eq!(first(0x2005..0x9000), None);
        assert!(Global::new(&[]).is_defined());
    }
}
