//! The bytes that operations access.

use std::ops::Range;

use smallvec::SmallVec;

use crate::check::accesses::{Part, bits};
use crate::machine::wave::LANES;

/// Where the lanes of an operation access memory.
#[derive(Clone, Debug)]
struct Places {
    lanes: u64,
    bytes: u32,
    at: [u64; LANES],
}

impl Places {
    /// All bytes lie in here.
    fn bounds(&self) -> Range<u64> {
        let (mut first, mut last) = (u64::MAX, 0);
        match self.lanes {
            u64::MAX => {
                for at in &self.at {
                    first = first.min(*at);
                    last = last.max(*at);
                }
            }
            _ => {
                for lane in bits(self.lanes) {
                    first = first.min(self.at[lane]);
                    last = last.max(self.at[lane]);
                }
            }
        }
        first..last.saturating_add(self.bytes.into())
    }

    fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        let range = |lane: usize| self.at[lane]..self.at[lane].saturating_add(self.bytes.into());
        bits(self.lanes).map(range)
    }
}

/// Bytes that an operation accesses: one part, or the few of instructions with two addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint(Option<Box<Bytes>>);

#[derive(Clone, Debug)]
struct Bytes {
    /// All of them lie in here.
    bounds: Range<u64>,
    parts: SmallVec<[Places; 1]>,
}

impl Footprint {
    pub fn add(&mut self, p: &Part) {
        if p.lanes == 0 || p.bytes == 0 {
            return;
        }
        let places = Places {
            lanes: p.lanes,
            bytes: p.bytes,
            at: p.at,
        };
        let all = places.bounds();
        match &mut self.0 {
            None => {
                self.0 = Some(Box::new(Bytes {
                    bounds: all,
                    parts: SmallVec::from_buf([places]),
                }));
            }
            Some(b) => {
                b.bounds = b.bounds.start.min(all.start)..b.bounds.end.max(all.end);
                b.parts.push(places);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// Whether they have bytes in common.
    pub fn meets(&self, other: &Footprint) -> bool {
        let (Some(a), Some(b)) = (&self.0, &other.0) else {
            return false;
        };
        let meet = |x: &Range<u64>, y: &Range<u64>| x.start < y.end && y.start < x.end;
        if !meet(&a.bounds, &b.bounds) {
            return false;
        }
        let ours = || a.parts.iter().flat_map(|p| p.ranges());
        let mut theirs = b.parts.iter().flat_map(|p| p.ranges());
        theirs.any(|y| meet(&y, &a.bounds) && ours().any(|x| meet(&x, &y)))
    }
}
