//! A compute unit over time: the waves of its work-groups, in turn on its four SIMDs, and what they wait for.
//!
//! Each wave issues in order, one instruction in four cycles at most; an instruction begins when its wave is ready and
//! what executes it is free. Loads and stores are done when what they need from the caches and the memory has come,
//! through queues of which this unit has its share; a wave waits for that where its `s_waitcnt` says so, as on the card.
//! Sources: AMD's GCN3 and CDNA3 ISA manuals ("Manually Inserted Wait States", "Data dependency resolution"), CLRX
//! GcnTimings.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::FxHashMap;

use super::cache::Cache;
use super::card::Card;
use super::op::{Op, Unit};
use super::timeline::{Spans, Track};
use super::trace::{Access, BYTES, Group, Told, Wave};

/// SIMDs of a unit, in all generations here.
const SIMDS: usize = 4;

/// Cycles from one instruction of a wave to its next one, at least.
const GAP: f64 = 4.0;

/// Lanes whose addresses a unit takes in a cycle.
const LANES_PER_CYCLE: f64 = 16.0;

/// What a unit has of what all units share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Bytes per cycle of its die's L2.
    pub l2: f64,
    /// Bytes per cycle from and to what lies behind the L2.
    pub outer: f64,
    /// Cycles until something from there is here.
    pub latency: f64,
}

/// The parts of a card that may be busy; of those of a SIMD the four on average.
pub(super) const PARTS: [&str; 7] = [
    "vector ALU",
    "matrix unit",
    "scalar ALU",
    "LDS",
    "L1",
    "L2",
    "memory",
];

/// What became of the work-groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Ran {
    /// When each ended, in the order in which they did, in cycles.
    pub ends: Vec<f64>,
    /// When each began and ended, in the order in which they began.
    pub groups: Vec<[f64; 2]>,
    /// What each wave did, where that was wanted.
    pub tracks: Vec<Track>,
    /// For how many cycles each of [`PARTS`] was busy until the last one had.
    pub busy: [f64; 7],
    /// Bytes that went to the L2, and behind it.
    pub l2_bytes: f64,
    pub outer_bytes: f64,
}

/// A resource, and when it is free.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    free: f64,
    busy: f64,
}

impl Line {
    /// Has it from `from` on for `cycles`, behind who has it; gives when that begins.
    fn take(&mut self, from: f64, cycles: f64) -> f64 {
        let start = from.max(self.free);
        self.free = start + cycles;
        self.busy += cycles;
        start
    }
}

/// A wave on its way.
struct Going<'a> {
    wave: &'a Wave,
    /// Lines of it that are not in the L2.
    far: &'a [bool],
    group: usize,
    simd: usize,
    at: usize,
    ready: f64,
    /// When what its counters count is done, oldest first.
    memory: VecDeque<f64>,
    lgkm: VecDeque<f64>,
    track: Track,
}

/// A work-group on its way.
struct Resident {
    /// When it began, and when it ended.
    time: [f64; 2],
    /// Waves that have not ended, and those of them at the barrier.
    live: usize,
    waiting: Vec<usize>,
}

/// Work-groups that come to a unit, and their waves.
struct Schedule<'a> {
    groups: &'a [Group],
    far: &'a [Vec<Vec<bool>>],
    /// Those that have begun, and their waves.
    residents: Vec<Resident>,
    waves: Vec<Going<'a>>,
    /// Waves that can go on, by when and by number.
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    /// Waves of each SIMD.
    simds: [usize; SIMDS],
    /// Those that a wave begins with.
    spans: Spans,
}

impl<'a> Schedule<'a> {
    fn new(groups: &'a [Group], far: &'a [Vec<Vec<bool>>], spans: Spans) -> Schedule<'a> {
        Schedule {
            spans,
            groups,
            far,
            residents: Vec::new(),
            waves: Vec::new(),
            heap: BinaryHeap::new(),
            simds: [0; SIMDS],
        }
    }

    /// The next work-group begins, if there is one: its waves on the SIMDs that have fewest.
    fn begin(&mut self, at: f64) {
        let number = self.residents.len();
        let Some(group) = self.groups.get(number) else {
            return;
        };
        self.residents.push(Resident {
            time: [at, at],
            live: group.len(),
            waiting: Vec::new(),
        });
        for (index, (wave, far)) in group.iter().zip(&self.far[number]).enumerate() {
            let simd = (0..SIMDS).min_by_key(|s| self.simds[*s]).unwrap_or(0);
            self.simds[simd] += 1;
            self.waves.push(Going {
                wave,
                far,
                group: number,
                simd,
                at: 0,
                ready: at,
                memory: VecDeque::new(),
                lgkm: VecDeque::new(),
                track: Track {
                    group: number,
                    wave: index,
                    simd,
                    time: [at, at],
                    spans: self.spans.clone(),
                },
            });
            self.goes_on(self.waves.len() - 1);
        }
    }

    /// A wave goes on when it is ready. Times are never negative, and so their bits are in the same order.
    fn goes_on(&mut self, wave: usize) {
        let ready = self.waves[wave].ready;
        self.heap.push(Reverse((ready.to_bits(), wave)));
    }

    /// Where all waves of a work-group that have not ended are at the barrier, they go on together.
    fn leave_barrier(&mut self, group: usize) {
        let resident = &mut self.residents[group];
        if resident.waiting.len() < resident.live {
            return;
        }
        let all = std::mem::take(&mut resident.waiting);
        let last = all.iter().map(|i| self.waves[*i].ready);
        let last = last.fold(0.0, f64::max);
        for i in all {
            let going = &mut self.waves[i];
            going.track.spans.waits("barrier", going.ready, last + GAP);
            going.ready = last + GAP;
            self.goes_on(i);
        }
    }
}

/// A unit.
pub(super) struct Sim<'a> {
    card: &'a Card,
    ops: &'a [Op],
    share: Share,
    /// Who issues, where a SIMD issues one instruction at a time.
    issue: [Line; SIMDS],
    vector: [Line; SIMDS],
    matrix: [Line; SIMDS],
    scalar: [Line; SIMDS],
    lds: Line,
    addresses: Line,
    constants_unit: Line,
    l2: Line,
    outer: Line,
    l1: Cache,
    constants: Cache,
    /// When lines that have been asked for are here.
    arrives: FxHashMap<u64, f64>,
    l2_bytes: f64,
    outer_bytes: f64,
}

impl<'a> Sim<'a> {
    pub fn new(card: &'a Card, ops: &'a [Op], share: Share) -> Sim<'a> {
        Sim {
            card,
            ops,
            share,
            issue: Default::default(),
            vector: Default::default(),
            matrix: Default::default(),
            scalar: Default::default(),
            lds: Line::default(),
            addresses: Line::default(),
            constants_unit: Line::default(),
            l2: Line::default(),
            outer: Line::default(),
            l1: Cache::new(u64::from(card.l1.bytes / card.l1.line), 256),
            constants: Cache::new(16384 / BYTES, 64),
            arrives: FxHashMap::default(),
            l2_bytes: 0.0,
            outer_bytes: 0.0,
        }
    }

    /// Runs `groups`, of which `slots` fit at a time; `far` tells of each line of each wave whether it is not in the L2.
    /// Waves begin with `spans`.
    pub fn run(
        mut self,
        groups: &'a [Group],
        far: &'a [Vec<Vec<bool>>],
        slots: usize,
        spans: Spans,
    ) -> Ran {
        let mut of = Schedule::new(groups, far, spans);
        for _ in 0..slots.max(1) {
            of.begin(0.0);
        }
        let mut ends = Vec::new();
        while let Some(Reverse((_, index))) = of.heap.pop() {
            let going = &mut of.waves[index];
            let told = going.wave.step(going.at);
            let op = told.map(|t| self.ops[t.op as usize]);
            going.at += 1;
            let group = going.group;
            if let (Some(told), Some(op)) = (told, op)
                && !op.ends
            {
                let waits = self.step(going, op, told);
                if !waits {
                    of.goes_on(index);
                    continue;
                }
                of.residents[group].waiting.push(index);
            } else {
                // A wave makes room when what it stores has left the unit.
                let done = going.memory.back().copied().unwrap_or(0.0);
                let left = done - self.share.latency.max(f64::from(self.card.l2.latency));
                let at = going.ready.max(left);
                going.track.spans.waits("stores", going.ready, at);
                going.track.time[1] = at;
                of.simds[going.simd] -= 1;
                of.residents[group].live -= 1;
                of.residents[group].time[1] = at;
                if of.residents[group].live == 0 {
                    ends.push(at);
                    of.begin(at);
                    continue;
                }
            }
            of.leave_barrier(group);
        }
        let mean = |lines: &[Line; SIMDS]| lines.iter().map(|l| l.busy).sum::<f64>() / SIMDS as f64;
        Ran {
            busy: [
                mean(&self.vector),
                mean(&self.matrix),
                mean(&self.scalar),
                self.lds.busy,
                self.addresses.busy,
                self.l2.busy,
                self.outer.busy,
            ],
            ends,
            groups: of.residents.iter().map(|r| r.time).collect(),
            tracks: of.waves.into_iter().map(|w| w.track).collect(),
            l2_bytes: self.l2_bytes,
            outer_bytes: self.outer_bytes,
        }
    }

    /// Issues an instruction; tells whether the wave is at a barrier then.
    fn step(&mut self, going: &mut Going<'_>, op: Op, told: Told<'_>) -> bool {
        let mut at = going.ready;
        if let Some([memory, lgkm]) = op.waits {
            for (queue, left, what) in [
                (&mut going.memory, memory, "vector memory"),
                (&mut going.lgkm, lgkm, "LDS or scalar memory"),
            ] {
                let before = at;
                while queue.len() > usize::from(left) {
                    at = at.max(queue.pop_front().unwrap_or(0.0));
                }
                going.track.spans.waits(what, before, at);
            }
        }
        let asked = at;
        if !self.card.compute.co_issue && !matches!(op.unit, Unit::Sequencer | Unit::Branch) {
            // It waits for its unit, and others for it.
            let unit = self.free(op.unit, going.simd).unwrap_or(at);
            at = self.issue[going.simd].take(at.max(unit), GAP);
        }
        let start = self.issue(going, op, told, at);
        let spans = &mut going.track.spans;
        spans.waits(op.unit.name(), asked, start);
        spans.issues(op.unit.name(), start, going.ready);
        op.barrier
    }

    /// When what executes an instruction is free, where anything does beside the sequencer.
    fn free(&self, unit: Unit, simd: usize) -> Option<f64> {
        let line = match unit {
            Unit::Sequencer | Unit::Branch => return None,
            Unit::Scalar => &self.scalar[simd],
            Unit::Vector => &self.vector[simd],
            Unit::Matrix => &self.matrix[simd],
            Unit::Lds => &self.lds,
            Unit::Constants => &self.constants_unit,
            Unit::Memory => &self.addresses,
        };
        Some(line.free)
    }

    /// Has an instruction executed as soon as it can be from `at` on; gives when it begins.
    fn issue(&mut self, going: &mut Going<'_>, op: Op, told: Told<'_>, at: f64) -> f64 {
        let cycles = f64::from(op.cycles);
        let simd = going.simd;
        let mut gap = GAP;
        let start = match op.unit {
            Unit::Sequencer => {
                gap = cycles.max(1.0);
                at
            }
            Unit::Scalar => self.scalar[simd].take(at, cycles),
            Unit::Branch => {
                if told.jumped {
                    gap = f64::from(self.card.cycles.branch);
                }
                self.scalar[simd].take(at, cycles)
            }
            Unit::Vector => self.vector[simd].take(at, cycles),
            Unit::Matrix => self.matrix[simd].take(at, cycles),
            Unit::Lds => {
                let busy = told.access.map_or(2.0, |a| f64::from(a.lds).max(2.0));
                let start = self.lds.take(at, busy);
                let done = start + busy + f64::from(self.card.cycles.lds_latency);
                push(&mut going.lgkm, done);
                start
            }
            Unit::Constants => {
                let start = self.constants_unit.take(at, cycles);
                let mut done = start + f64::from(self.card.cycles.lds_latency);
                for (k, line) in told.lines.iter().enumerate() {
                    if !self.constants.touch(*line) {
                        let far = going.far[told.first + k];
                        done = done.max(self.fetch(start, BYTES as f64, far));
                    }
                }
                push(&mut going.lgkm, done);
                start
            }
            Unit::Memory => match told.access {
                None => self.addresses.take(at, 1.0),
                Some(access) => {
                    let (start, done) = self.memory(at, op, &access, told, going.far);
                    push(&mut going.memory, done);
                    if access.lds != 0 {
                        push(&mut going.lgkm, done);
                    }
                    start
                }
            },
        };
        going.ready = start + gap;
        start
    }

    /// An access by vector memory: when it begins, and when it is done.
    fn memory(
        &mut self,
        at: f64,
        op: Op,
        access: &Access,
        told: Told<'_>,
        far: &[bool],
    ) -> (f64, f64) {
        let l1 = &self.card.l1;
        let per_line = u64::from(l1.line) / BYTES;
        let mut tags = f64::from(access.private);
        let mut before = None;
        for line in told.lines {
            let line = line / per_line;
            tags += f64::from(u8::from(before.replace(line) != Some(line)));
        }
        let lanes = f64::from(access.lanes) / LANES_PER_CYCLE;
        let bytes = f64::from(access.bytes) / f64::from(l1.bytes_per_cycle);
        let busy = lanes.max(bytes).max(tags).max(1.0);
        let start = self.addresses.take(at, busy);
        let mut done = start + busy + f64::from(l1.latency);
        if access.writes {
            // The L2 does one atomic after the other where lanes meet in a line.
            let each = if op.atomic {
                f64::from(access.lanes * 4) / told.lines.len().max(1) as f64
            } else {
                0.0
            };
            for (k, line) in told.lines.iter().enumerate() {
                let far = far[told.first + k];
                self.l1.forget(line / per_line);
                let came = self.fetch(start + busy, each.max(BYTES as f64), far);
                done = done.max(came);
            }
            return (start, done);
        }
        let mut before = None;
        for (k, line) in told.lines.iter().enumerate() {
            let line = line / per_line;
            if before.replace(line) == Some(line) {
                continue;
            }
            let came = if self.l1.touch(line) {
                self.arrives.get(&line).copied().unwrap_or(0.0)
            } else {
                let came = self.fetch(start + busy, f64::from(l1.line), far[told.first + k]);
                self.arrives.insert(line, came);
                came
            };
            done = done.max(came);
        }
        (start, done)
    }

    /// Moves bytes from or to the L2, and behind it where `far` says so; gives when they are there.
    fn fetch(&mut self, from: f64, bytes: f64, far: bool) -> f64 {
        let cycles = bytes / self.share.l2;
        let mut done = self.l2.take(from, cycles) + cycles + f64::from(self.card.l2.latency);
        self.l2_bytes += bytes;
        if far {
            self.outer_bytes += bytes;
            let cycles = bytes / self.share.outer;
            done = done.max(self.outer.take(from, cycles) + cycles + self.share.latency);
        }
        done
    }
}

/// Results come in order.
fn push(queue: &mut VecDeque<f64>, done: f64) {
    let last = queue.back().copied().unwrap_or(0.0);
    queue.push_back(done.max(last));
}
