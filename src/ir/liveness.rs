//! Which vector registers may still be read after each block.
//!
//! A register write keeps the lanes that EXEC disables, so it does not end the life of the old value;
//! only what nothing reads any more is dead. Reads that follow a write in the same block under the
//! same EXEC are no reads of the register: the builder forwarded the value. So a temporary of a loop's
//! body is dead at its end.

use std::collections::HashMap;

use super::{Func, Term, Uop};

/// A set of vector registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VgprSet([u64; 4]);

impl VgprSet {
    /// All 256.
    pub const ALL: VgprSet = VgprSet([u64::MAX; 4]);

    /// Adds register `v`.
    pub fn insert(&mut self, v: u8) {
        self.0[v as usize / 64] |= 1 << (v % 64);
    }

    /// Whether register `v` is in the set.
    pub fn contains(&self, v: u8) -> bool {
        self.0[v as usize / 64] >> (v % 64) & 1 != 0
    }

    /// The union.
    pub fn or(mut self, other: VgprSet) -> VgprSet {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }
}

/// Whether a micro-operation reads the vector register in its `imm`.
pub fn reads_vgpr(op: Uop) -> bool {
    matches!(op, Uop::ReadV | Uop::ReadLane | Uop::ReadLaneOld)
}

/// Whether a micro-operation may read any vector register.
pub fn reads_any_vgpr(op: Uop) -> bool {
    matches!(op, Uop::ReadVAt | Uop::ReadLaneAt)
}

/// The registers that are live after each block. `observed`: someone looks at the registers of waves
/// that have ended.
pub fn live_out(func: &Func, observed: bool) -> Vec<VgprSet> {
    liveness(func, observed).1
}

/// The registers that may be read, from any entry on, before they are written.
pub fn read_first(func: &Func, observed: bool) -> VgprSet {
    let (live_in, _) = liveness(func, observed);
    let entries = func.entries.iter().map(|b| live_in[*b]);
    entries.fold(VgprSet::default(), VgprSet::or)
}

/// The registers that are live before and after each block.
fn liveness(func: &Func, observed: bool) -> (Vec<VgprSet>, Vec<VgprSet>) {
    let mut live_in: Vec<VgprSet> = func
        .blocks
        .iter()
        .map(|b| {
            if b.nodes.iter().any(|n| reads_any_vgpr(n.op)) {
                return VgprSet::ALL;
            }
            let mut s = VgprSet::default();
            for n in b.nodes.iter().filter(|n| reads_vgpr(n.op)) {
                s.insert(n.imm as u8);
            }
            s
        })
        .collect();
    let blocks = func.blocks.iter().enumerate();
    let places: HashMap<u64, usize> = blocks.map(|(i, b)| (b.pc, i)).collect();
    let after = |term: &Term, live_in: &[VgprSet]| match term {
        Term::Jump(t) => live_in[*t],
        Term::Branch {
            then, otherwise, ..
        } => live_in[*then].or(live_in[*otherwise]),
        Term::End(_) if !observed => VgprSet::default(),
        Term::Barrier(pc) => places.get(pc).map_or(VgprSet::ALL, |b| live_in[*b]),
        Term::End(_) | Term::Indirect(_) | Term::Step(_) => VgprSet::ALL,
    };
    loop {
        let mut changed = false;
        for (i, b) in func.blocks.iter().enumerate().rev() {
            let new = live_in[i].or(after(&b.term, &live_in));
            changed |= new != live_in[i];
            live_in[i] = new;
        }
        if !changed {
            break;
        }
    }
    let live_out = func.blocks.iter().map(|b| after(&b.term, &live_in));
    let live_out = live_out.collect();
    (live_in, live_out)
}
