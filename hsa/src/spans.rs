//! Free ranges of numbers: of a file's bytes, or of addresses.

use std::collections::BTreeMap;
use std::ops::Range;

/// Free ranges, first number to end; no two touch.
#[derive(Debug, Default)]
pub struct Spans(BTreeMap<u64, u64>);

impl Spans {
    /// All of a range is free.
    pub fn all(range: Range<u64>) -> Spans {
        Spans(BTreeMap::from([(range.start, range.end)]))
    }

    /// Takes `len` numbers: gives the first.
    pub fn take(&mut self, len: u64) -> Option<u64> {
        let mut fits = self.0.iter().filter(|&(at, end)| end - at >= len);
        let (&at, &end) = fits.next()?;
        self.0.remove(&at);
        if at + len < end {
            self.0.insert(at + len, end);
        }
        Some(at)
    }

    /// Frees a range, of which nothing is free yet.
    pub fn give_back(&mut self, range: Range<u64>) {
        let (mut start, mut end) = (range.start, range.end);
        if let Some(stop) = self.0.remove(&end) {
            end = stop;
        }
        let before = self.0.range(..start).next_back();
        if let Some((&at, _)) = before.filter(|(_, stop)| **stop == start) {
            start = at;
        }
        self.0.insert(start, end);
    }
}
