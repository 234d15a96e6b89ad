//! The code that is loaded into a memory, by address: what a program calls need not be its own.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, RwLock, Weak};

use super::program::Program;
use crate::error::SourceLine;
use crate::loader::{DebugInfo, Symbol};

/// A program that somebody may still have.
#[derive(Debug)]
struct Entry {
    program: Weak<Program>,
    /// Where its file's address 0 lies.
    base: u64,
    debug: Option<DebugInfo>,
    /// Kernels and functions, by ascending address in the file.
    symbols: Vec<Symbol>,
}

/// Code that is in memory and not read yet.
pub trait Later: std::fmt::Debug + Send + Sync {
    /// Reads it.
    fn program(&self) -> Option<Arc<Program>>;
}

/// Where the file of one lies that is not read yet.
#[derive(Debug)]
struct Expected {
    end: u64,
    program: Weak<dyn Later>,
}

/// Programs for as long as someone has them.
#[derive(Debug, Default)]
pub struct Programs {
    all: RwLock<Vec<Entry>>,
    /// Those that come when they are needed, by first address.
    later: RwLock<BTreeMap<u64, Expected>>,
}

impl Programs {
    /// Adds one, whose file's address 0 lies at `base`, with what its file names in it.
    pub fn add(
        &self,
        program: &Arc<Program>,
        base: u64,
        debug: Option<DebugInfo>,
        symbols: Vec<Symbol>,
    ) {
        let mut all = self.all.write().unwrap_or_else(|e| e.into_inner());
        all.retain(|e| e.program.strong_count() != 0);
        all.push(Entry {
            program: Arc::downgrade(program),
            base,
            debug,
            symbols,
        });
    }

    /// The kernel or function that has the instruction at `pc`, as its file names it, and where it begins.
    pub fn function(&self, pc: u64) -> Option<(String, u64)> {
        let all = self.all.read().unwrap_or_else(|e| e.into_inner());
        let has = |e: &&Entry| e.program.upgrade().is_some_and(|p| p.index(pc).is_some());
        let entry = all.iter().find(has)?;
        let at = pc.wrapping_sub(entry.base);
        let behind = entry.symbols.partition_point(|s| s.vaddr <= at);
        let s = &entry.symbols[behind.checked_sub(1)?];
        // Where the file tells no size, it goes on to the next.
        let inside = s.size == 0 || at - s.vaddr < s.size;
        inside.then(|| (s.name.clone(), entry.base.wrapping_add(s.vaddr)))
    }

    /// Adds one that is read when it is needed, whose file lies at these addresses.
    pub fn add_later(&self, at: Range<u64>, program: Weak<dyn Later>) {
        let mut later = self.later.write().unwrap_or_else(|e| e.into_inner());
        let end = at.end;
        later.insert(at.start, Expected { end, program });
    }

    /// Takes out the one of [`Programs::add_later`] whose file begins at `at`.
    pub fn remove_later(&self, at: u64) {
        let mut later = self.later.write().unwrap_or_else(|e| e.into_inner());
        later.remove(&at);
    }

    /// The one whose code is at `pc`.
    pub fn at(&self, pc: u64) -> Option<Arc<Program>> {
        self.read_at(pc).or_else(|| {
            let later = self.later.read().unwrap_or_else(|e| e.into_inner());
            let (_, expected) = later.range(..=pc).next_back()?;
            let found = expected.program.upgrade().filter(|_| pc < expected.end)?;
            // It is added to those that are read.
            drop(later);
            found.program().filter(|p| p.index(pc).is_some())
        })
    }

    /// As [`Programs::at`], of those that have been read.
    fn read_at(&self, pc: u64) -> Option<Arc<Program>> {
        let all = self.all.read().unwrap_or_else(|e| e.into_inner());
        let mut live = all.iter().filter_map(|e| e.program.upgrade());
        live.find(|p| p.index(pc).is_some())
    }

    /// Which lines of the source the instructions at these addresses come from, the innermost function first; nothing
    /// where the file does not tell.
    pub fn sources(&self, pcs: impl IntoIterator<Item = u64>) -> BTreeMap<u64, Vec<SourceLine>> {
        let mut left: Vec<u64> = pcs.into_iter().collect();
        let mut found = BTreeMap::new();
        let all = self.all.read().unwrap_or_else(|e| e.into_inner());
        for entry in all.iter() {
            let (Some(program), Some(debug)) = (entry.program.upgrade(), &entry.debug) else {
                continue;
            };
            let (here, others) = left
                .into_iter()
                .partition(|pc| program.index(*pc).is_some());
            left = others;
            let here: Vec<u64> = here;
            if here.is_empty() {
                continue;
            }
            let vaddrs: Vec<u64> = here.iter().map(|pc| pc.wrapping_sub(entry.base)).collect();
            // The file is read once for all of them.
            found.extend(here.into_iter().zip(debug.all_lines(&vaddrs)));
        }
        found
    }
}
