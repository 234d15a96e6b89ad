//! Findings from what was noted: the thresholds, and what is said.
//!
//! `docs/checking.md` has each threshold and why it is that.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::super::Counts;
use super::{Kernel, Loss, Part, Times, Who, occupancy};
use crate::check::operands::{Bank, Operands};
use crate::check::{Class, Finding, Severity};
use crate::isa::{Decoded, Flags, Gen, Inst, Operand, Segment, Vop2};
use crate::machine::wave::LANES;

/// F01: a branch, or the size of work-groups, is told when it loses at least one in so many lanes of all vector
/// instructions, or of all waves.
const LANES_LOST: u64 = 8;
/// F02 to F04: what is executed less than once in so many instructions of the launch is not told.
const RARE: u64 = 100;
/// F02: the fewest cycles next to those without conflicts: halfway to conflicts of two.
const CONFLICTS: (u64, u64) = (3, 2);
/// F03: the fewest lines next to as many as would do.
const LINES: u64 = 2;
/// F05: with fewer waves on a compute unit, four on a SIMD unit, little hides the time that memory takes.
const WAVES: u32 = 16;
/// F06: spills are told when they are at least one in so many instructions of the launch.
const SPILLS: u64 = 20;

/// Everything that there is to say of a launch, by address and rule.
pub fn findings(all: &Part, kernel: &Kernel, at: impl Fn(u64) -> Option<Decoded>) -> Vec<Finding> {
    let counts = all.profile.counts(kernel.generation, &at);
    let told = Told {
        all,
        kernel,
        instructions: counts.values().map(|(_, c)| c.executions).sum(),
        first: first(all, at),
    };
    let mut found: Vec<Finding> = told.branches(&counts);
    found.extend(told.partial_waves());
    for (pc, (decoded, c)) in &counts {
        if told.is_rare(c.executions) {
            continue;
        }
        found.extend(told.conflicts(*pc, decoded, c));
        found.extend(told.lines(*pc, decoded, c));
        found.extend(told.uniform(*pc, decoded));
    }
    found.extend(told.barriers());
    found.extend(told.occupancy());
    found.extend(told.spills(&counts));
    found.sort_by_key(|f| (f.at.pc, f.rule));
    found
}

/// The first wave that executed each instruction.
fn first(all: &Part, at: impl Fn(u64) -> Option<Decoded>) -> FxHashMap<u64, Who> {
    let mut first = FxHashMap::default();
    for (&(begin, count), who) in &all.ran {
        let mut pc = begin;
        for _ in 0..count {
            let mine = first.entry(pc).or_insert(*who);
            *mine = (*mine).min(*who);
            pc += at(pc).map_or(4, |d| u64::from(d.size));
        }
    }
    first
}

/// What findings are made from.
struct Told<'a> {
    all: &'a Part,
    kernel: &'a Kernel,
    /// Wave instructions of the launch.
    instructions: u64,
    first: FxHashMap<u64, Who>,
}

/// `part` of `whole` in per cent.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

/// So many for each of so many.
fn each(sum: u64, of: u64) -> f64 {
    sum as f64 / of as f64
}

impl Told<'_> {
    fn finding(&self, rule: &'static str, pc: u64, times: Times, message: String) -> Finding {
        Finding {
            class: Class::Lint,
            rule,
            severity: Severity::Note,
            at: times.first.at(pc),
            other: None,
            message,
            count: times.count,
        }
    }

    fn is_rare(&self, executions: u64) -> bool {
        executions * RARE < self.instructions
    }

    /// So many executions of the instruction at `pc`, from the first one on.
    fn executions(&self, pc: u64, count: u64) -> Times {
        Times {
            count,
            first: self.first.get(&pc).copied().unwrap_or_default(),
        }
    }

    fn loss(&self, what: Loss, pc: u64) -> Option<Times> {
        self.all.losses.get(&(what, pc)).copied()
    }

    /// F01: branches behind which many lanes are idle.
    fn branches(&self, counts: &BTreeMap<u64, (Decoded, Counts)>) -> Vec<Finding> {
        let vector = |(d, c): &(Decoded, Counts)| {
            let is = super::super::Kind::of(&d.inst).is_vector();
            if is { c.executions } else { 0 }
        };
        let slots = LANES as u64 * counts.values().map(vector).sum::<u64>();
        let branch = |(&pc, b): (&u64, &super::Behind)| {
            let lost = b.before - b.after;
            if lost == 0 || lost * LANES_LOST < slots {
                return None;
            }
            let message = format!(
                "the vector instructions behind it run with {:.1} of the {:.1} lanes that were active before, which \
                 loses {:.1}% of the lanes of all vector instructions",
                each(b.after, b.executions),
                each(b.before, b.executions),
                percent(lost, slots)
            );
            let times = self.loss(Loss::Lanes, pc)?;
            Some(self.finding("F01", pc, times, message))
        };
        self.all.behind.iter().filter_map(branch).collect()
    }

    /// F01: waves that are not full from the beginning, where fewer would do.
    fn partial_waves(&self) -> Option<Finding> {
        let w = self.all.waves;
        let lanes = LANES as u64 * w.count;
        let empty = lanes - w.items;
        if empty * LANES_LOST < lanes || w.count <= w.items.div_ceil(LANES as u64) {
            return None;
        }
        let message = format!(
            "{} waves begin with {:.1} of {LANES} lanes, which loses {:.1}% of all lanes: the work-groups' size is not a \
             multiple of {LANES}, and {} waves would do",
            w.count,
            each(w.items, w.count),
            percent(empty, lanes),
            w.items.div_ceil(LANES as u64)
        );
        Some(self.finding("F01", self.kernel.entry, w.partial?, message))
    }

    /// F02: conflicts of LDS banks.
    fn conflicts(&self, pc: u64, decoded: &Decoded, c: &Counts) -> Option<Finding> {
        let (t, banks) = (&c.traffic, &c.traffic.banks);
        if !matches!(decoded.inst, Inst::Ds { .. })
            || banks.lds_cycles * CONFLICTS.1 < banks.lds_least_cycles * CONFLICTS.0
        {
            return None;
        }
        let estimate = if banks.lds_estimated {
            " (an estimate)"
        } else {
            ""
        };
        let message = format!(
            "{:.1} cycles of the LDS an access where {:.1} would do: up to {} different dwords in one bank{estimate}",
            each(banks.lds_cycles, t.accesses),
            each(banks.lds_least_cycles, t.accesses),
            banks.lds_worst
        );
        let times = self.loss(Loss::Banks, pc)?;
        Some(self.finding("F02", pc, times, message))
    }

    /// F03: lanes that are far from each other in memory.
    fn lines(&self, pc: u64, decoded: &Decoded, c: &Counts) -> Option<Finding> {
        let t = &c.traffic;
        // Where texels lie is a matter of the card's tiles, and of private memory it is the card that orders it.
        let counts = matches!(
            decoded.inst,
            Inst::Flat { .. } | Inst::Mubuf { .. } | Inst::Mtbuf { .. }
        );
        if !counts || t.private.total() != 0 || t.lines < t.least_lines * LINES {
            return None;
        }
        let times = self.loss(Loss::Lines, pc)?;
        let message = format!(
            "{:.1} cache lines an access where {:.1} would do",
            each(t.lines, t.line_accesses),
            each(t.least_lines, t.line_accesses)
        );
        Some(self.finding("F03", pc, times, message))
    }

    /// F04: the work of one lane, done by all.
    fn uniform(&self, pc: u64, decoded: &Decoded) -> Option<Finding> {
        let same = self.all.same.get(&pc)?;
        if same.executions == 0 || same.same != same.executions {
            return None;
        }
        let message = if decoded.inst.row().flags.has(Flags::LOADS) {
            "all lanes load from one address, each time: a scalar load does that once, of memory that the kernel \
             does not write"
        } else {
            "all lanes compute the same, each time, from values that are the same in all: a scalar instruction \
             does that once"
        };
        let times = self.executions(pc, same.executions);
        Some(self.finding("F04", pc, times, message.to_owned()))
    }

    /// F07: barriers that not all lanes come to, however rarely.
    fn barriers(&self) -> Vec<Finding> {
        let losses = self.all.losses.iter();
        let barriers = losses.filter(|((what, _), _)| *what == Loss::Barrier);
        let finding = |(&(_, pc), times): (&(Loss, u64), &Times)| {
            let message = "lanes with which the wave began do not come to the barrier: branches, or an early return, \
                           have left them out, and languages want all work-items of a work-group there, or none";
            self.finding("F07", pc, *times, message.to_owned())
        };
        barriers.map(finding).collect()
    }

    /// F05: room for few waves.
    fn occupancy(&self) -> Option<Finding> {
        let (k, w) = (self.kernel, self.all.waves);
        let limits = occupancy::limits(k.generation, k.registers, w.lds, w.group, WAVES);
        let (first, others) = limits.split_first()?;
        if w.count == 0 || first.waves >= WAVES {
            return None;
        }
        let mut message = match first.waves {
            0 => format!(
                "a work-group of {} waves does not fit on a compute unit, because of {}",
                w.group, first.what
            ),
            n => format!(
                "{n} of {} waves fit on a compute unit, because of {}",
                occupancy::MOST,
                first.what
            ),
        };
        let others = others
            .iter()
            .map(|l| format!("{} allow {}", l.what, l.waves));
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            message += &format!(" ({})", others.join(", "));
        }
        if let Some(enough) = &first.enough {
            message += &format!("; {WAVES} want {enough}");
        }
        let times = self.executions(k.entry, w.count);
        Some(self.finding("F05", k.entry, times, message))
    }

    /// F06: registers that are kept in memory, or in lanes of others, for a while.
    fn spills(&self, counts: &BTreeMap<u64, (Decoded, Counts)>) -> Vec<Finding> {
        let in_memory = counts
            .iter()
            .filter(|(_, (d, c))| c.traffic.private.total() != 0 && is_fixed(&d.inst));
        let in_memory: Vec<_> = in_memory.collect();
        let in_lanes = lane_spills(self.kernel.generation, counts);
        let memory: u64 = in_memory.iter().map(|(_, (_, c))| c.executions).sum();
        let lanes: u64 = in_lanes.iter().map(|(pc, _)| counts[pc].1.executions).sum();
        if (memory + lanes) * SPILLS < self.instructions || memory + lanes == 0 {
            return Vec::new();
        }
        let share = percent(memory + lanes, self.instructions);
        let items = self.all.waves.items;
        let of_memory = in_memory.into_iter().map(|(&pc, (_, c))| {
            let bytes = &c.traffic.private;
            let (moves, bytes) = match (bytes.read, bytes.written) {
                (0, written) => ("writes", written),
                (read, _) => ("reads", read),
            };
            let message = format!(
                "{moves} {:.1} bytes of private memory per work-item, at a fixed place: a register that is spilled, or \
                 a variable on the stack; {share:.1}% of the instructions are such",
                each(bytes, items)
            );
            let times = self.executions(pc, c.executions);
            self.finding("F06", pc, times, message)
        });
        let of_lanes = in_lanes.iter().map(|(pc, v)| {
            let message = format!(
                "a scalar register is spilled to a lane of v{v}; {share:.1}% of the instructions are such"
            );
            let times = self.executions(*pc, counts[pc].1.executions);
            self.finding("F06", *pc, times, message)
        });
        of_memory.chain(of_lanes).collect()
    }
}

/// Whether all lanes access their private memory at one offset.
fn is_fixed(inst: &Inst) -> bool {
    match inst {
        Inst::Mubuf { f, .. } => !f.offen && !f.idxen && !f.addr64,
        Inst::Flat { f, .. } => f.seg == Segment::Scratch && f.saddr.is_some(),
        _ => false,
    }
}

/// The instructions that move scalar registers to lanes of vector registers, and back, and those registers: of such as
/// nothing else writes, or reads except to keep the whole of it in private memory.
fn lane_spills(generation: Gen, counts: &BTreeMap<u64, (Decoded, Counts)>) -> Vec<(u64, u8)> {
    let (mut to, mut from) = (BTreeMap::new(), BTreeMap::new());
    let mut others = BTreeSet::new();
    for (pc, (decoded, c)) in counts {
        if let Inst::Vop2 { op, f } = &decoded.inst
            && let Operand::Int(_) = f.src[1]
        {
            match (op, f.src[0]) {
                (Vop2::V_WRITELANE_B32, Operand::Sgpr(_)) => {
                    to.entry(f.vdst).or_insert_with(Vec::new).push(*pc);
                    continue;
                }
                (Vop2::V_READLANE_B32, Operand::Vgpr(v)) => {
                    from.entry(v).or_insert_with(Vec::new).push(*pc);
                    continue;
                }
                _ => {}
            }
        }
        if c.traffic.private.total() != 0 {
            continue;
        }
        let operands = Operands::encoded(generation, &decoded.inst);
        let all = operands.reads.iter().chain(&operands.writes);
        let vectors = all.filter(|r| r.bank == Bank::Vector);
        others.extend(vectors.flat_map(|r| r.numbers()));
    }
    let both = to.iter().filter_map(|(v, to)| {
        let from = from.get(v).filter(|_| !others.contains(v))?;
        Some(to.iter().chain(from).map(|pc| (*pc, *v)))
    });
    both.flatten().collect()
}
