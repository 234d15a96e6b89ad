//! The code that is loaded into a memory, by address: what a program calls need not be its own.

use std::sync::{Arc, RwLock, Weak};

use super::program::Program;

/// Programs for as long as someone has them.
#[derive(Debug, Default)]
pub struct Programs(RwLock<Vec<Weak<Program>>>);

impl Programs {
    /// Adds one.
    pub fn add(&self, program: &Arc<Program>) {
        let mut all = self.0.write().unwrap_or_else(|e| e.into_inner());
        all.retain(|p| p.strong_count() != 0);
        all.push(Arc::downgrade(program));
    }

    /// The one whose code is at `pc`.
    pub fn at(&self, pc: u64) -> Option<Arc<Program>> {
        let all = self.0.read().unwrap_or_else(|e| e.into_inner());
        let mut live = all.iter().filter_map(Weak::upgrade);
        live.find(|p| p.index(pc).is_some())
    }
}
