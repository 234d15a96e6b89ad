//! The scoreboard of all paths at once: what may be under way where several meet. Where no path of a program uses
//! what it has not waited for, none of its waves needs a scoreboard.
//!
//! As in LLVM 19's SIInsertWaitcnts an operation is known by its age: how many have been issued on its counter since,
//! at least.

use std::collections::{BTreeMap, BTreeSet};

use super::{EXP, Issue, KINDS, Kind, LGKM, Plan, VM};
use crate::check::accesses;
use crate::check::operands::{Operands, Registers, Role};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::isa::{Gen, Inst};
use crate::syntax::counters;

/// What operations have under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A vector register that will be written, by its number in the wave's file.
    Vector(u16),
    /// A scalar register that will be written.
    Scalar(u8),
    /// A vector register that will be read.
    Held(u16),
    /// LDS that will be read.
    LdsReads,
    /// LDS that will be written.
    LdsWrites,
    /// Memory that will be written.
    Stores,
    /// Memory that the scalar cache will read.
    ScalarReads,
}

impl Slot {
    /// Whether it is no register.
    pub fn is_memory(self) -> bool {
        match self {
            Slot::Vector(_) | Slot::Scalar(_) | Slot::Held(_) => false,
            Slot::LdsReads | Slot::LdsWrites | Slot::Stores | Slot::ScalarReads => true,
        }
    }
}

/// The youngest operation that has it under way, on any path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pending {
    /// Its age on each counter; [`NONE`] where it does not count.
    ages: [u8; 3],
    /// Kinds of the operations, as a set.
    kinds: u8,
}

const NONE: u8 = u8::MAX;

/// Accesses to memory that waves may meet across a barrier.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    lds_reads: bool,
    lds_writes: bool,
    stores: bool,
    scalar_reads: bool,
}

/// What on some path is under way at a barrier, and what comes behind one: of different waves, these may meet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Across {
    left: Memory,
    behind: Memory,
}

impl Across {
    /// Whether something that was left under way may meet what another wave does behind the barrier.
    pub fn meets(&self) -> bool {
        let (l, b) = (&self.left, &self.behind);
        l.lds_writes && (b.lds_reads || b.lds_writes)
            || l.lds_reads && b.lds_writes
            || l.stores && b.scalar_reads
            || l.scalar_reads && b.stores
    }

    /// Whether another wave may access the LDS behind a barrier where it must not while this is under way.
    pub fn meets_lds(&self, slot: Slot) -> bool {
        let b = &self.behind;
        match slot {
            Slot::LdsWrites => b.lds_reads || b.lds_writes,
            Slot::LdsReads => b.lds_writes,
            Slot::Vector(_) | Slot::Scalar(_) | Slot::Held(_) => false,
            Slot::Stores | Slot::ScalarReads => false,
        }
    }
}

/// Whether all that can be found at an instruction is: of loads into the LDS, of the GDS and of scalar stores there is more,
/// and they are rare.
pub fn is_followed(inst: &Inst, plan: &Plan) -> bool {
    let into_lds = match inst {
        Inst::Mubuf { f, .. } => f.lds,
        Inst::Flat { f, .. } => f.lds,
        _ => false,
    };
    !into_lds && plan.issue != Issue::Gds && !plan.dirties
}

/// What may be under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paths {
    generation: Gen,
    /// Some path has come by a barrier.
    behind: bool,
    pending: BTreeMap<Slot, Pending>,
    /// Kinds that may be under way on each counter.
    kinds: [u8; 3],
}

const fn bit(kind: Kind) -> u8 {
    const { assert!(KINDS <= 8) };
    1 << kind as u8
}

impl Paths {
    /// Where a wave begins.
    pub fn new(generation: Gen) -> Paths {
        Paths {
            generation,
            behind: false,
            pending: BTreeMap::new(),
            kinds: [0; 3],
        }
    }

    /// Adds what another path has under way; whether that is anything new.
    pub fn join(&mut self, other: &Paths) -> bool {
        let before = self.clone();
        for (slot, new) in &other.pending {
            let p = self.pending.entry(*slot).or_insert(*new);
            p.kinds |= new.kinds;
            for (age, new) in p.ages.iter_mut().zip(new.ages) {
                *age = unless_planted!(Fault::MeetOlder, new.min(*age), new.max(*age));
            }
        }
        for (kinds, new) in self.kinds.iter_mut().zip(other.kinds) {
            *kinds |= new;
        }
        self.behind |= other.behind;
        *self != before
    }

    /// Leaves only these, as though nothing else were under way.
    pub fn keep(&mut self, slots: &BTreeSet<Slot>) {
        self.pending.retain(|slot, _| slots.contains(slot));
    }

    /// Whether an operation has this under way, of which there were none since.
    pub fn has_just_begun(&self, slot: Slot) -> bool {
        let p = self.pending.get(&slot);
        p.is_some_and(|p| p.ages.contains(&0))
    }

    /// Goes on behind an instruction; whether nothing can be found at it. `private`: what it stores is private memory,
    /// whose addresses are not those of a scalar load. What other waves may meet goes into `across`, and what it does not
    /// wait for, and is then waited for, into `met`.
    pub fn step(
        &mut self,
        inst: &Inst,
        plan: &Plan,
        operands: &Operands,
        private: bool,
        across: &mut Across,
        met: &mut Vec<Slot>,
    ) -> bool {
        if let Some(simm16) = plan.waits {
            self.wait(simm16);
            return true;
        }
        if plan.barrier {
            let left = |slot| self.pending.contains_key(&slot);
            across.left.lds_reads |= left(Slot::LdsReads) && !planted(Fault::AcrossReads);
            across.left.lds_writes |= left(Slot::LdsWrites);
            across.left.stores |= left(Slot::Stores);
            across.left.scalar_reads |= left(Slot::ScalarReads);
            met.extend(
                [Slot::LdsReads, Slot::LdsWrites]
                    .into_iter()
                    .filter(|s| left(*s)),
            );
            self.behind = true;
        }
        let accesses = accesses::accesses(inst, operands);
        // Instructions other than memory's read the LDS as LDS_DIRECT.
        let lds = accesses && matches!(plan.issue, Issue::None | Issue::Lds | Issue::Flat);
        let scalar = plan.issue == Issue::Smem && accesses;
        let stores = plan.stores && !private;
        if self.behind {
            across.behind.lds_reads |= lds;
            across.behind.lds_writes |= lds && plan.writes_memory;
            across.behind.stores |= stores;
            across.behind.scalar_reads |= scalar;
        }
        let (kinds, on): (u8, &[(usize, u8)]) = match plan.issue {
            Issue::None => (0, &[]),
            Issue::Gds => (bit(Kind::Gds), &[(LGKM, bit(Kind::Gds))]),
            Issue::Smem => (bit(Kind::Smem), &[(LGKM, bit(Kind::Smem))]),
            Issue::Message => (bit(Kind::Message), &[(LGKM, bit(Kind::Message))]),
            Issue::Lds => (bit(Kind::Lds), &[(LGKM, bit(Kind::Lds))]),
            Issue::Vmem => (bit(Kind::Vmem), &[(VM, bit(Kind::Vmem))]),
            // Where they go is not known.
            Issue::Flat => (
                bit(Kind::Vmem) | bit(Kind::Lds) | bit(Kind::Mixed),
                &[
                    (VM, bit(Kind::Vmem) | bit(Kind::Mixed)),
                    (LGKM, bit(Kind::Lds) | bit(Kind::Mixed)),
                ],
            ),
        };
        // Operations of one kind write in order.
        let in_order = |s: &Slot, p: &Pending| {
            matches!(s, Slot::Vector(_)) && kinds.is_power_of_two() && p.kinds == kinds
        };
        let under_way = |s: &Slot| self.pending.contains_key(s);
        let out_of_order = |s: &Slot| self.pending.get(s).is_some_and(|p| !in_order(s, p));
        let mut early: Vec<Slot> = Vec::new();
        for r in &operands.reads {
            early.extend(slots(r).filter(under_way));
        }
        for r in &operands.writes {
            early.extend(
                slots(r)
                    .filter(out_of_order)
                    .chain(held(r).filter(under_way)),
            );
        }
        early.extend((scalar && under_way(&Slot::Stores)).then_some(Slot::Stores));
        early.extend((stores && under_way(&Slot::ScalarReads)).then_some(Slot::ScalarReads));
        for slot in &early {
            self.pending.remove(slot);
        }
        let found = !early.is_empty() || !is_followed(inst, plan);
        met.extend(early);
        if plan.issue == Issue::None {
            return !found;
        }
        self.issue(on);
        let written = operands.writes.iter().flat_map(slots);
        let more = [
            lds.then_some(Slot::LdsReads),
            (lds && plan.writes_memory).then_some(Slot::LdsWrites),
            stores.then_some(Slot::Stores),
            scalar.then_some(Slot::ScalarReads),
        ];
        for slot in written.chain(more.into_iter().flatten()) {
            self.begin(slot, kinds, on);
        }
        if plan.holds {
            let on = [(EXP, bit(Kind::StoreData))];
            self.issue(&on);
            for r in operands.reads.iter().filter(|r| r.role == Role::Data) {
                held(r).for_each(|s| self.begin(s, bit(Kind::StoreData), &on));
            }
        }
        !found
    }

    /// Another operation counts.
    fn issue(&mut self, on: &[(usize, u8)]) {
        for &(c, kinds) in on {
            self.kinds[c] |= kinds;
            for p in self.pending.values_mut().filter(|p| p.ages[c] != NONE) {
                p.ages[c] = p.ages[c].saturating_add(1).min(NONE - 1);
            }
        }
    }

    fn begin(&mut self, slot: Slot, kinds: u8, on: &[(usize, u8)]) {
        let ages = [NONE; 3];
        let p = self.pending.entry(slot).or_insert(Pending { ages, kinds });
        p.kinds |= kinds;
        on.iter().for_each(|(c, _)| p.ages[*c] = 0);
    }

    /// `s_waitcnt`.
    fn wait(&mut self, simm16: u16) {
        for (c, field) in counters(self.generation).iter().enumerate() {
            let n = field.get(simm16);
            if n == field.max() {
                continue;
            }
            let kinds = self.kinds[c];
            let mixed = bit(Kind::Smem) | bit(Kind::Mixed);
            let ordered = kinds.count_ones() <= 1 && kinds & mixed == 0;
            if n != 0 && !ordered {
                continue;
            }
            if n == 0 {
                self.kinds[c] = 0;
            }
            self.pending.retain(|_, p| {
                if u16::from(p.ages[c]) >= n {
                    p.ages[c] = NONE;
                }
                p.ages != [NONE; 3]
            });
        }
    }
}

/// What is under way when registers will be written.
fn slots(r: &Registers) -> impl Iterator<Item = Slot> {
    let scalars = r.numbers().filter(|_| !r.is_vector()).map(Slot::Scalar);
    let vectors = r.in_file().filter(|_| r.is_vector()).map(Slot::Vector);
    scalars.chain(vectors)
}

/// What is under way when vector registers will be read.
fn held(r: &Registers) -> impl Iterator<Item = Slot> {
    r.in_file().filter(|_| r.is_vector()).map(Slot::Held)
}
