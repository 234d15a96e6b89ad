//! How long a card would take for a launch.
//!
//! Of a launch some work-groups are recorded instruction by instruction ([`trace`]): those that one compute unit would
//! have in turn, and others of its die. The unit's work-groups then run through a model of the unit (`unit.rs`), with
//! the caches of the card fed by the addresses that were recorded; what the unit has of the L2 and of the memory is its
//! share of what the card has. All others are taken to be like these.
//!
//! `docs/estimating.md` tells how far that is from times measured on a card.

mod cache;
mod card;
mod clocks;
mod levels;
mod op;
mod timeline;
pub mod trace;
mod unit;

#[cfg(test)]
mod tests;

pub use card::{Accuracy, Card};
pub use timeline::{GroupTime, Span, WaveTime};

use crate::isa::{Gen, Gens};
use crate::loader::Kernel;
use clocks::Pace;
use levels::Levels;
use op::Op;
use timeline::Spans;
use trace::{Group, Traces};
use unit::{PARTS, Ran, Share, Sim};

/// What a launch asks of a card.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its work-groups.
    pub groups: u64,
    /// Waves of a work-group.
    pub waves: u32,
    /// Vector registers of a wave.
    registers: u32,
    /// LDS of a work-group in bytes.
    pub lds: u32,
    generation: Gen,
}

impl Shape {
    /// That of a launch of `kernel` with so many work-groups of so many waves.
    pub fn new(generation: Gen, kernel: &Kernel, groups: u64, waves: u32) -> Shape {
        let (vector, acc) = (kernel.vgprs, kernel.acc_vgprs);
        let registers = if generation.has(Gens::ONE_FILE) {
            vector.next_multiple_of(4) + acc
        } else {
            vector.max(acc)
        };
        Shape {
            groups,
            waves: waves.max(1),
            registers,
            lds: 0,
            generation,
        }
    }
}

/// Which work-groups are recorded, by number (x counts fastest), and how much of each wave.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Of one compute unit, in turn.
    pub unit: Vec<u64>,
    /// Of others of its die.
    pub die: Vec<u64>,
    /// Instructions of a wave, at most.
    pub instructions: u64,
}

/// Work-groups of others than the unit that are recorded.
const OTHERS: u64 = 8;

/// Instructions of a wave that are recorded, at least, where it has as many.
const LEAST: u64 = 250;

impl Card {
    /// Work-groups that a unit holds at a time.
    fn slots(&self, shape: &Shape) -> u64 {
        let c = &self.compute;
        let registers = shape.registers.max(1).next_multiple_of(c.granule);
        let waves = (4 * c.waves.min(c.registers / registers).max(1)) / shape.waves.max(1);
        let lds = c.lds_bytes.checked_div(shape.lds).unwrap_or(u32::MAX);
        // Barriers: 16 for work-groups of more than a wave, and of one wave as many as there is room for.
        let most = if shape.waves > 1 { 16 } else { 40 };
        u64::from(waves.min(lds).clamp(1, most))
    }

    /// What is to be recorded of a launch, of some `budget` instructions in all.
    pub fn sample(&self, shape: &Shape, budget: u64) -> Sample {
        let (units, dies) = (u64::from(self.compute.units), u64::from(self.compute.dies));
        let slots = self.slots(shape);
        let most = (3 * slots).clamp(4, 48);
        let unit: Vec<u64> = (0..shape.groups.div_ceil(units).min(most))
            .map(|k| k * units)
            .collect();
        // Others that run at the same time, among them neighbours.
        let of_die = shape.groups.div_ceil(dies);
        let others = (1..of_die.min(OTHERS + 1)).map(|k| k * dies);
        let die: Vec<u64> = others
            .filter(|g| *g < shape.groups && g % units != 0)
            .collect();
        let waves = (unit.len() + die.len()).max(1) as u64 * u64::from(shape.waves);
        Sample {
            instructions: (budget / waves).max(LEAST),
            unit,
            die,
        }
    }

    /// How long the card takes for a launch of which `traces` are the sample. `instructions` are those of all waves;
    /// `within` gives the allocation that an address lies in, by its first address and its bytes. With `timeline` the
    /// estimate tells what happens when.
    pub fn estimate(
        &self,
        shape: &Shape,
        traces: &Traces,
        instructions: u64,
        within: &dyn Fn(u64) -> Option<(u64, u64)>,
        timeline: bool,
    ) -> Estimate {
        let ops: Vec<Op> = (traces.code.all.iter())
            .map(|d| Op::of(self, shape.generation, &d.inst))
            .collect();
        let slots = self.slots(shape) as usize;
        let levels = Levels::new(self, shape, slots, traces, within);
        let share = self.share(shape, &levels);
        let spans = Spans::new(timeline);
        let ran = Sim::new(self, &ops, share).run(&traces.unit, &levels.far, slots, spans);
        let mut estimate = self.sum_up(shape, traces, instructions, (slots, &levels, &ran));
        if timeline {
            let cycle = 1.0 / (self.compute.clock_mhz * 1e6);
            let last = ran.ends.last().map_or(0.0, |end| end * cycle);
            // What was recorded of waves stands for all of them.
            let longer = estimate.simulated_seconds / last.max(f64::MIN_POSITIVE);
            let groups = traces.numbers.iter().zip(&ran.groups);
            estimate.groups = groups
                .map(|(group, time)| GroupTime {
                    group: *group,
                    time: time.map(|t| t * cycle * longer),
                })
                .collect();
            let waves = ran.tracks.into_iter();
            estimate.waves = waves
                .map(|track| WaveTime::of(track, &traces.numbers, cycle))
                .collect();
        }
        estimate
    }

    /// What a unit has of what all share.
    fn share(&self, shape: &Shape, levels: &Levels) -> Share {
        let c = &self.compute;
        let active = (shape.groups as f64).min(f64::from(c.units)).max(1.0);
        let dies = (shape.groups as f64).min(f64::from(c.dies)).max(1.0);
        let of_die = active / dies;
        let l2 = f64::from(self.l2.bytes_per_cycle) / of_die;
        let l2 = l2.min(f64::from(self.l1.fill_bytes_per_cycle));
        let per_cycle = |per_second: f64| per_second / (c.clock_mhz * 1e6);
        let memory = &self.memory;
        let (mut bytes, mut latency) = (per_cycle(memory.bytes_per_second), memory.latency_ns);
        if let Some(last) = &self.last_level {
            let kept = levels.kept;
            bytes = 1.0 / (kept / per_cycle(last.bytes_per_second) + (1.0 - kept) / bytes);
            latency = kept * last.latency_ns + (1.0 - kept) * latency;
        }
        let outer = bytes * (dies / f64::from(c.dies)) / active;
        Share {
            l2,
            outer: outer.min(l2),
            latency: self.cycles_of(latency),
        }
    }

    fn sum_up(
        &self,
        shape: &Shape,
        traces: &Traces,
        instructions: u64,
        (slots, levels, ran): (usize, &Levels, &Ran),
    ) -> Estimate {
        let of_unit = shape.groups as f64 / f64::from(self.compute.units);
        let simulated = ran.ends.len();
        let last = ran.ends.last().copied().unwrap_or(0.0);
        let mut cycles = last;
        let rest = of_unit - simulated as f64;
        if rest > 0.0 && simulated > 0 {
            // From when the first ones have made room to the end, work-groups come as fast as they go.
            let first = (slots.min(simulated / 2)).max(1) - 1;
            let each = (last - ran.ends[first]) / (simulated - 1 - first).max(1) as f64;
            cycles += rest * each;
        }
        // What was recorded is the beginning of long waves, and of some work-groups only.
        let (mut noted, mut executed, mut waves) = (0, 0, 0);
        for wave in traces.unit.iter().flatten() {
            noted += wave.len() as u64;
            executed += wave.executed;
            waves += 1;
        }
        let longer = executed as f64 / noted.max(1) as f64;
        let all = (shape.groups * u64::from(shape.waves)) as f64;
        let like =
            (instructions as f64 / all.max(1.0)) / (executed as f64 / f64::from(waves.max(1)));
        let like = if like.is_finite() && rest > 0.0 {
            like
        } else {
            1.0
        };
        let second = longer * like / (self.compute.clock_mhz * 1e6);
        let seconds = cycles * second;
        // How long waves were there for what they did.
        let there: f64 = ran.groups.iter().map(|[begin, end]| end - begin).sum();
        let at_once = slots as u64 * u64::from(self.compute.units);
        let later = shape.groups.saturating_sub(at_once);
        let group = there / simulated.max(1) as f64 * second;
        let pace = Pace {
            hertz: self.compute.clock_mhz * 1e6,
            cycles: there * f64::from(shape.waves) / noted.max(1) as f64,
            at_once,
            // The last one ends with the launch.
            group: (seconds - group).max(0.0) / later.max(1) as f64,
        };
        // What the work-groups of the model do stands for those of each unit, and of all.
        let each = longer * like / simulated.max(1) as f64;
        let of_card = each * shape.groups as f64;
        let mut parts: Vec<Part> = (PARTS.iter().zip(ran.busy))
            .map(|(name, c)| Part {
                name,
                seconds: c * each * of_unit.max(1.0) / (self.compute.clock_mhz * 1e6),
            })
            .collect();
        parts.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        let bound = match parts.first() {
            Some(p) if p.seconds > 0.7 * seconds => p.name,
            _ => "latency",
        };
        let [launch, queued] = self.launch_costs();
        Estimate {
            card: self.name.clone(),
            seconds: launch + seconds,
            launch_seconds: launch,
            queued_seconds: queued,
            kernel_seconds: seconds,
            simulated_seconds: last * second,
            groups: Vec::new(),
            waves: Vec::new(),
            cycles_per_instruction: pace.cycles,
            pace,
            bound,
            parts,
            waves_per_simd: (slots as f64).min(of_unit.ceil()) * f64::from(shape.waves) / 4.0,
            footprint: levels.footprint,
            l2_bytes: ran.l2_bytes * of_card,
            outer_bytes: ran.outer_bytes * of_card,
            recorded: noted,
            instructions,
            accuracy: self.accuracy,
        }
    }
}

/// How long a launch takes, and why.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// Of which card.
    pub card: String,
    /// From the beginning of the launch to its end.
    pub seconds: f64,
    /// What any launch costs.
    pub launch_seconds: f64,
    /// What one costs behind another that is queued with it.
    pub queued_seconds: f64,
    /// The rest.
    pub kernel_seconds: f64,
    /// What of that the work-groups take that went through the model; others are taken to follow at the same pace.
    #[serde(skip)]
    pub simulated_seconds: f64,
    /// When these work-groups, which are those of one unit, begin and end, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupTime>,
    /// What their waves do, as far as they were recorded.
    #[serde(skip)]
    pub waves: Vec<WaveTime>,
    /// Cycles for which a wave is there, for each of its instructions.
    pub cycles_per_instruction: f64,
    /// How [`Estimate::clocks`] go.
    #[serde(skip)]
    pace: Pace,
    /// What takes most of the time; `latency` where waves wait for results and nothing is busy all the time.
    pub bound: &'static str,
    /// How long each part of the card is busy, longest first: they work at the same time.
    pub parts: Vec<Part>,
    /// Waves that a SIMD has at a time.
    pub waves_per_simd: f64,
    /// Bytes of global memory that are accessed at least once, as estimated from the sample.
    pub footprint: u64,
    /// Bytes from and to the L2 caches.
    pub l2_bytes: f64,
    /// Bytes from and to what lies behind them.
    pub outer_bytes: f64,
    /// Instructions that were recorded of those of one unit, and those of all.
    pub recorded: u64,
    /// See there.
    pub instructions: u64,
    /// How far estimates for the card were from measured times; `None` where nobody has compared them.
    pub accuracy: Option<Accuracy>,
}

impl Estimate {
    /// Everything as one JSON object, on one line without its end.
    pub fn json(&self) -> String {
        serde_json::json!(self).to_string()
    }
}

/// A part of a card.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Part {
    /// Which.
    pub name: &'static str,
    /// How long it is busy.
    pub seconds: f64,
}

/// The waves of all groups.
fn waves(groups: &[Group]) -> impl Iterator<Item = &trace::Wave> {
    groups.iter().flatten()
}
