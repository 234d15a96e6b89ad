//! Where and when to stop: breakpoints and watchpoints.

use std::collections::BTreeSet;

use super::Key;
use super::record::space_name;
use crate::check::operands::{Bank, Operands, Registers, Role};
use crate::interp::seen::{Seen, Space};
use crate::machine::wave::Wave;

/// Which waves a breakpoint is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whose {
    /// Those of this work-group.
    pub workgroup: Option<[u32; 3]>,
    /// Those with this number in their work-group.
    pub wave: Option<u32>,
}

impl Whose {
    fn are(&self, wave: &Wave) -> bool {
        self.workgroup.is_none_or(|g| g == wave.workgroup)
            && self.wave.is_none_or(|w| w == wave.index)
    }
}

/// Which accesses a watchpoint stops at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum On {
    Write,
    Read,
    Access,
}

impl On {
    fn is(self, reads: bool, writes: bool) -> bool {
        match self {
            On::Write => writes,
            On::Read => reads,
            On::Access => reads || writes,
        }
    }
}

/// What a watchpoint looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// Bytes of memory.
    Memory {
        /// Of which kind. LDS and private memory are those of `wave`'s work-group and of `wave`.
        space: Space,
        /// Address of the first.
        start: u64,
        /// How many.
        len: u64,
        /// Of private memory: whose.
        lane: Option<u8>,
        /// The wave that was chosen when the watchpoint was made.
        wave: Option<Key>,
    },
    /// Registers of a wave.
    Registers {
        /// The wave.
        wave: Key,
        /// Scalar or vector.
        bank: Bank,
        /// The first.
        first: u8,
        /// How many.
        count: u8,
        /// In one lane only.
        lane: Option<u8>,
    },
    /// SCC of a wave.
    Scc(Key),
}

/// What a point is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Stops before instructions.
    Break {
        /// Their guest addresses.
        pcs: Vec<u64>,
        /// For which waves.
        whose: Whose,
        /// Whether it goes with the first stop.
        once: bool,
    },
    /// Stops behind instructions that access something.
    Watch {
        /// What.
        watched: Watched,
        /// How.
        on: On,
    },
}

/// A breakpoint or a watchpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its number.
    pub id: u32,
    /// What it was called when it was made.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// How often it has stopped a wave.
    pub hits: u64,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Points {
    list: Vec<Point>,
    last: u32,
    /// Where there is a breakpoint.
    pcs: BTreeSet<u64>,
    watches: bool,
}

impl Points {
    /// All, by number.
    pub fn list(&self) -> &[Point] {
        &self.list
    }

    /// Adds one; gives its number.
    pub fn add(&mut self, kind: Kind, text: String) -> u32 {
        self.last += 1;
        self.list.push(Point {
            id: self.last,
            text,
            kind,
            hits: 0,
        });
        self.index();
        self.last
    }

    /// Removes one; tells whether it was there.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.list.len();
        self.list.retain(|p| p.id != id);
        self.index();
        self.list.len() != before
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.list.clear();
        self.index();
    }

    fn index(&mut self) {
        self.pcs.clear();
        self.watches = false;
        for p in &self.list {
            match &p.kind {
                Kind::Break { pcs, .. } => self.pcs.extend(pcs),
                Kind::Watch { .. } => self.watches = true,
            }
        }
    }

    /// The breakpoint that stops `wave` where it is.
    pub(super) fn at(&self, wave: &Wave) -> Option<u32> {
        if !self.pcs.contains(&wave.pc) {
            return None;
        }
        let stops = |p: &&Point| match &p.kind {
            Kind::Break { pcs, whose, .. } => pcs.contains(&wave.pc) && whose.are(wave),
            Kind::Watch { .. } => false,
        };
        self.list.iter().find(stops).map(|p| p.id)
    }

    /// Notes that a point has stopped a wave.
    pub(super) fn hit(&mut self, id: u32) {
        let Some(p) = self.list.iter_mut().find(|p| p.id == id) else {
            return;
        };
        p.hits += 1;
        if matches!(p.kind, Kind::Break { once: true, .. }) {
            self.remove(id);
        }
    }

    /// Whether there are watchpoints.
    pub(super) fn watches(&self) -> bool {
        self.watches
    }

    /// What watched registers hold before an instruction.
    pub(super) fn before(&self, wave: &Wave) -> Vec<Before> {
        let key = (wave.workgroup, wave.index);
        let watched = self.list.iter().filter_map(|p| match &p.kind {
            Kind::Watch { watched, on } => Some((p.id, watched, *on)),
            Kind::Break { .. } => None,
        });
        let mine = watched.filter(|(_, w, _)| match w {
            Watched::Registers { wave, .. } | Watched::Scc(wave) => *wave == key,
            Watched::Memory { .. } => false,
        });
        mine.map(|(id, w, on)| Before {
            id,
            on,
            watched: w.clone(),
            values: w.values(wave),
        })
        .collect()
    }

    /// The watchpoint of memory that an instruction of `wave` with these accesses meets, and the access.
    pub(super) fn accessed(&self, wave: &Wave, accesses: &[Seen]) -> Option<(u32, Seen)> {
        let key = (wave.workgroup, wave.index);
        let meets = |p: &Point| {
            let Kind::Watch { watched, on } = &p.kind else {
                return None;
            };
            let met = accesses.iter().find(|s| watched.meets(s, key, *on))?;
            Some((p.id, *met))
        };
        self.list.iter().find_map(meets)
    }
}

/// A watchpoint of registers, before an instruction.
pub(super) struct Before {
    pub id: u32,
    on: On,
    watched: Watched,
    values: Vec<u32>,
}

impl Before {
    /// What was written, if the instruction, which names `operands` and had EXEC `exec`, stops `wave` behind it.
    pub fn after(&self, wave: &Wave, operands: &Operands, exec: u64) -> Option<String> {
        let now = self.watched.values(wave);
        let changed = now != self.values;
        let (reads, writes) = self.watched.named(operands, exec);
        if !self.on.is(reads, writes || changed) {
            return None;
        }
        if !changed {
            return Some(if writes {
                "the same value is written".to_owned()
            } else {
                "it is read".to_owned()
            });
        }
        let at = now.iter().zip(&self.values).position(|(a, b)| a != b)?;
        let (old, new) = (self.values[at], now[at]);
        let lane = self.watched.lane_of(at);
        let lane = lane.map(|l| format!(" in lane {l}")).unwrap_or_default();
        Some(format!("{old:#x} becomes {new:#x}{lane}"))
    }
}

impl Watched {
    /// What the registers hold, one behind the other, of vectors lane by lane.
    fn values(&self, w: &Wave) -> Vec<u32> {
        match *self {
            Watched::Scc(_) => vec![w.scc],
            Watched::Memory { .. } => Vec::new(),
            Watched::Registers {
                bank,
                first,
                count,
                lane,
                ..
            } => {
                let numbers = (0..count).map(|i| usize::from(first) + usize::from(i));
                match bank {
                    Bank::Scalar => numbers.filter_map(|n| w.sgpr.get(n).copied()).collect(),
                    Bank::Vector | Bank::Accumulation => {
                        let of = if bank == Bank::Vector {
                            w.vgprs()
                        } else {
                            w.acc()
                        };
                        let all = numbers.filter_map(|n| of.get(n));
                        match lane {
                            Some(lane) => all.map(|v| v.0[usize::from(lane) & 63]).collect(),
                            None => all.flat_map(|v| v.0).collect(),
                        }
                    }
                }
            }
        }
    }

    /// The lane that value number `at` of [`Watched::values`] is of.
    fn lane_of(&self, at: usize) -> Option<usize> {
        match *self {
            Watched::Registers {
                bank: Bank::Vector | Bank::Accumulation,
                lane,
                ..
            } => Some(lane.map_or(at % 64, usize::from)),
            _ => None,
        }
    }

    /// Whether an instruction with `operands` reads and writes them; in lanes, if it obeys EXEC, which was `exec`.
    fn named(&self, operands: &Operands, exec: u64) -> (bool, bool) {
        let (bank, first, count, lane) = match *self {
            Watched::Scc(_) => return (operands.reads_scc, operands.writes_scc),
            Watched::Memory { .. } => return (false, false),
            Watched::Registers {
                bank,
                first,
                count,
                lane,
                ..
            } => (bank, first, count, lane),
        };
        if bank != Bank::Scalar && lane.is_some_and(|l| exec >> l & 1 == 0) {
            return (false, false);
        }
        let wanted = |n: u8| (first..=first.saturating_add(count - 1)).contains(&n);
        let among = |list: &[Registers]| {
            let list = list
                .iter()
                .filter(|r| r.bank == bank && r.role != Role::Lanes);
            list.flat_map(Registers::numbers).any(wanted)
        };
        (among(&operands.reads), among(&operands.writes))
    }

    fn meets(&self, s: &Seen, key: Key, on: On) -> bool {
        let Watched::Memory {
            space,
            start,
            len,
            lane,
            wave,
        } = *self
        else {
            return false;
        };
        let owner = match space {
            Space::Global => true,
            Space::Lds => wave.is_none_or(|(group, _)| group == key.0),
            Space::Private => wave.is_none_or(|w| w == key) && (lane.is_none() || s.lane == lane),
        };
        let (end, s_end) = (
            start.saturating_add(len),
            s.address.saturating_add(s.bytes.into()),
        );
        owner && s.space == space && on.is(s.reads, s.writes) && s.address < end && start < s_end
    }
}

/// An access in words.
pub(super) fn describe(s: &Seen) -> String {
    let lane = s.lane.map(|l| format!(" by lane {l}")).unwrap_or_default();
    format!(
        "{} {} of {} bytes at {:#x}{lane}",
        space_name(s.space),
        super::record::access_name(s),
        s.bytes,
        s.address
    )
}
