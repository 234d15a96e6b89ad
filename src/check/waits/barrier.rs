//! What waves leave under way when they come to a barrier, and whom of the others that meets behind it.
//!
//! A barrier waits for waves, and not for what they have under way (LLVM: `hasAutoWaitcntBeforeBarrier` is false on all
//! targets here). The LDS and the scalar cache take the operations of different waves in any order (LLVM AMDGPUUsage,
//! "Memory Model GFX6-GFX9"), so another wave's access behind the barrier may come before what was issued in front of
//! it.
//!
//! Vector memory instructions of one work-group are in order with each other: its waves share a vector cache, and LLVM
//! waits for none of them at a barrier of the work-group.

use smallvec::SmallVec;

use super::{Event, Footprint, Kind};
use crate::check::accesses::Accesses;
use crate::check::finding::Other;
use crate::interp::seen::Space;
use crate::ir::plant::{Fault, unless_planted};

/// What a wave had under way at a barrier.
#[derive(Clone, Debug)]
struct Left {
    wave: u32,
    pc: u64,
    /// Its numbers on the counters, by which it is known at the next barrier.
    numbers: [u32; 3],
    reads: Footprint,
    writes: Footprint,
    /// Of global memory: what scalar memory reads, or what is stored.
    global: Footprint,
    scalar: bool,
    atomic: bool,
    /// Between which barriers other waves are beside it: behind the first at which it was under way, until the one
    /// behind the last.
    first: u32,
    last: u32,
    /// The wait that would have done at the first.
    remedy: String,
    /// It has been found, which is enough.
    told: bool,
}

/// What the waves of a work-group had under way when they came to barriers.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct AtBarrier {
    /// There are several waves, and a barrier.
    matters: bool,
    /// How many barriers each wave has come to.
    passed: SmallVec<[u32; 16]>,
    all: Vec<Left>,
}

/// What an instruction accesses behind a barrier.
struct Access {
    read: Footprint,
    written: Footprint,
    global_read: Footprint,
    global_written: Footprint,
    scalar: bool,
    atomic: bool,
}

impl Access {
    /// `scalar`: by scalar memory.
    fn new(seen: &Accesses, scalar: bool) -> Access {
        let mut a = Access {
            read: Footprint::default(),
            written: Footprint::default(),
            global_read: Footprint::default(),
            global_written: Footprint::default(),
            scalar,
            atomic: seen.atomic,
        };
        for p in seen.parts() {
            let (read, written) = match p.space {
                Space::Lds => (&mut a.read, &mut a.written),
                Space::Global => (&mut a.global_read, &mut a.global_written),
                Space::Private => continue,
            };
            if p.reads {
                read.add(p);
            }
            if p.writes {
                written.add(p);
            }
        }
        a
    }
}

impl Left {
    /// What is wrong with an access beside it: the rule, and how it goes on behind the number of the wave.
    fn meets(&self, a: &Access) -> Option<(&'static str, &'static str, &'static str)> {
        // In which order atomics come is nobody's matter.
        let lds = !(self.atomic && a.atomic);
        if lds && self.writes.meets(&a.read) {
            return Some((
                "V11",
                "LDS is read that",
                "wrote before the barrier and had not waited for",
            ));
        }
        if lds && self.reads.meets(&a.written) {
            return Some((
                "V12",
                "LDS is written that",
                "was still reading when it came to the barrier",
            ));
        }
        if lds && self.writes.meets(&a.written) {
            return Some((
                "V12",
                "LDS is written that",
                "was still writing when it came to the barrier",
            ));
        }
        if self.scalar && !a.scalar && self.global.meets(&a.global_written) {
            return Some((
                "V16",
                "memory is written that scalar memory of",
                "was still reading when it came to the barrier",
            ));
        }
        if !self.scalar && a.scalar && self.global.meets(&a.global_read) {
            return Some((
                "V16",
                "scalar memory reads what",
                "was still storing when it came to the barrier",
            ));
        }
        None
    }
}

impl AtBarrier {
    /// That of a new work-group of so many waves, whose program has a barrier or not.
    pub fn new(waves: u32, barriers: bool) -> AtBarrier {
        AtBarrier {
            matters: waves > 1 && barriers,
            ..AtBarrier::default()
        }
    }

    /// Whether waves may meet behind a barrier.
    pub(super) fn matters(&self) -> bool {
        self.matters
    }

    /// Whether some wave came to a barrier while scalar memory was reading.
    pub(super) fn scalar_reads(&self) -> bool {
        self.all.iter().any(|l| l.scalar)
    }

    fn passed(&mut self, wave: u32) -> &mut u32 {
        let i = wave as usize;
        if self.passed.len() <= i {
            self.passed.resize(i + 1, 0);
        }
        &mut self.passed[i]
    }

    /// The wave comes to a barrier with these operations under way, for each of which `remedy` says what it takes.
    pub(super) fn arrive(&mut self, me: u32, events: &[Event], remedy: impl Fn(&Event) -> String) {
        if !self.matters {
            return;
        }
        *self.passed(me) += 1;
        let now = *self.passed(me);
        // Nobody is further behind than one barrier.
        let first = unless_planted!(Fault::NextBarrier, now - 1, now);
        self.all.retain(|l| l.wave != me || l.last >= first);
        for e in events {
            let memory = [&e.lds, &e.lds_reads, &e.global];
            if memory.into_iter().all(Footprint::is_empty) {
                continue;
            }
            let same = |l: &&mut Left| l.wave == me && l.numbers == e.numbers;
            match self.all.iter_mut().find(same) {
                Some(known) => known.last = now,
                None => self.all.push(Left {
                    wave: me,
                    pc: e.pc,
                    numbers: e.numbers,
                    reads: e.lds_reads.clone(),
                    writes: e.lds.clone(),
                    global: e.global.clone(),
                    scalar: e.kind == Kind::Smem,
                    atomic: e.atomic,
                    first: now,
                    last: now,
                    remedy: remedy(e),
                    told: false,
                }),
            }
        }
    }

    /// A wave accesses memory, `scalar` or not: tells each operation that another one had left under way there, with
    /// its rule.
    pub(super) fn access(
        &mut self,
        (seen, scalar): (&Accesses, bool),
        (workgroup, me): ([u32; 3], u32),
        mut tell: impl FnMut(&'static str, Other, String),
    ) {
        if self.all.is_empty() {
            return;
        }
        let a = Access::new(seen, scalar);
        let now = *self.passed(me);
        let beside = |l: &&mut Left| l.wave != me && !l.told && (l.first..=l.last).contains(&now);
        for l in self.all.iter_mut().filter(beside) {
            let Some((rule, begin, end)) = l.meets(&a) else {
                continue;
            };
            l.told = true;
            let (wave, remedy) = (l.wave, &l.remedy);
            let other = Other {
                by: Some((workgroup, wave)),
                ..Other::earlier(l.pc)
            };
            let text = format!("{begin} wave {wave} {end}: {remedy} before its s_barrier");
            tell(rule, other, text);
        }
    }
}
