//! Which lines are in the L2 of a die, and what is behind it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cache::Cache;
use super::card::Card;
use super::trace::{BYTES, Group, Traces};
use super::{Shape, waves};

/// Of a cache of so many bytes as much holds what a launch has accessed before.
const USABLE: f64 = 0.9;

/// Where lines are found.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// Of each line that each wave of the unit's work-groups accessed, whether it is not in the L2.
    pub far: Vec<Vec<Vec<bool>>>,
    /// Of what is not, how much the cache before the memory has, 0 to 1.
    pub kept: f64,
    /// Bytes that the launch accesses at least once.
    pub footprint: u64,
}

impl Levels {
    /// Of a launch that was run before, as a benchmark does: what fits in a cache is there.
    pub fn new(
        card: &Card,
        shape: &Shape,
        slots: usize,
        traces: &Traces,
        within: &dyn Fn(u64) -> Option<(u64, u64)>,
    ) -> Levels {
        let dies = u64::from(card.compute.dies);
        let groups = (traces.unit.len() + traces.die.len()).max(1) as f64;
        let longer = longer(traces);
        let (all, of_die) = {
            let all = shape.groups as f64 / groups;
            let of_die = shape.groups.div_ceil(dies) as f64 / groups;
            footprints(
                traces,
                [all.max(1.0), of_die.max(1.0)].map(|n| n * longer),
                within,
            )
        };
        let in_last_level = match &card.last_level {
            Some(last) => (2.0 - all / (last.bytes as f64 * USABLE)).clamp(0.0, 1.0),
            None => 0.0,
        };
        let fits = of_die <= card.l2.bytes as f64 * USABLE;
        let written = written(traces, within);
        // What another die may have written is not taken from this one's L2.
        let kept = |line: u64| {
            fits && !within(line * BYTES).is_some_and(|(base, _)| written.contains(&base))
        };
        let far = if fits && card.l2.keeps {
            let none = |g: &Group| g.iter().map(|w| vec![false; w.lines().len()]).collect();
            traces.unit.iter().map(none).collect()
        } else {
            let resident = (u64::from(card.units_of_die()) * slots as u64)
                .min(shape.groups.div_ceil(dies))
                .max(1);
            let part = (groups / resident as f64).min(1.0);
            let times = shape.groups.div_ceil(dies) as f64 / groups;
            misses(
                card,
                slots,
                traces,
                part,
                (of_die, times.max(1.0) * longer),
                &kept,
            )
        };
        Levels {
            far,
            kept: in_last_level,
            footprint: all as u64,
        }
    }
}

/// The allocations that are written, by their first addresses.
fn written(traces: &Traces, within: &dyn Fn(u64) -> Option<(u64, u64)>) -> FxHashSet<u64> {
    let mut all = FxHashSet::default();
    for wave in waves(&traces.unit).chain(waves(&traces.die)) {
        for told in (0..wave.len()).filter_map(|at| wave.step(at)) {
            if told.access.is_some_and(|a| a.writes) {
                let line = told.lines.first();
                all.extend(line.and_then(|line| within(line * BYTES)).map(|w| w.0));
            }
        }
    }
    all
}

/// How much longer the waves are than what was recorded of them.
fn longer(traces: &Traces) -> f64 {
    let (mut noted, mut executed) = (0, 0);
    for wave in waves(&traces.unit).chain(waves(&traces.die)) {
        noted += wave.len() as u64;
        executed += wave.executed;
    }
    (executed as f64 / noted.max(1) as f64).max(1.0)
}

/// Bytes that all work-groups access, and those of a die, where there are `times` as many as were recorded.
fn footprints(
    traces: &Traces,
    times: [f64; 2],
    within: &dyn Fn(u64) -> Option<(u64, u64)>,
) -> (f64, f64) {
    let mut lines: FxHashSet<u64> = FxHashSet::default();
    for wave in waves(&traces.unit).chain(waves(&traces.die)) {
        lines.extend(wave.lines());
    }
    let mut of: FxHashMap<u64, (u64, f64)> = FxHashMap::default();
    for line in lines {
        let (base, bytes) = within(line * BYTES).unwrap_or((0, u64::MAX));
        let entry = of.entry(base).or_insert((bytes, 0.0));
        entry.1 += BYTES as f64;
    }
    let sum = |times: f64| -> f64 {
        let each = of
            .values()
            .map(|(len, seen)| (seen * times).min(*len as f64));
        each.sum()
    };
    (sum(times[0]), sum(times[1]))
}

/// Which lines of the unit's waves the L2 does not have, when all that was recorded runs side by side: that is `part` of
/// what runs on the die, and has as much of the cache. What nobody has accessed before is missing once for all of the die,
/// of which `first` says: bytes of the die that are accessed at least once, and how many times as many work-groups it has
/// as were recorded.
fn misses(
    card: &Card,
    slots: usize,
    traces: &Traces,
    part: f64,
    first: (f64, f64),
    kept: &dyn Fn(u64) -> bool,
) -> Vec<Vec<Vec<bool>>> {
    let line = u64::from(card.l1.line);
    let per_line = line / BYTES;
    let mut l2 = Cache::new(((card.l2.bytes as f64 * part) as u64 / BYTES).max(16), 16);
    let of_group = (u64::from(card.l1.bytes) / line / slots as u64).max(16);
    let groups: Vec<&Group> = traces.unit.iter().chain(&traces.die).collect();
    let mut l1: Vec<Cache> = groups.iter().map(|_| Cache::new(of_group, 64)).collect();
    let mut far: Vec<Vec<Vec<bool>>> = (groups.iter())
        .map(|g| g.iter().map(|w| vec![false; w.lines().len()]).collect())
        .collect();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    // What is written goes to memory once, whether or not the line was there.
    let mut dirty: FxHashSet<u64> = FxHashSet::default();
    // Lines that are missing since nobody has accessed them before, by work-group, wave and number.
    let mut new: Vec<Vec<(usize, usize, usize)>> = Vec::new();
    let longest = groups.iter().flat_map(|g| g.iter()).map(|w| w.len()).max();
    for at in 0..longest.unwrap_or(0) {
        for (g, group) in groups.iter().enumerate() {
            for (w, wave) in group.iter().enumerate() {
                let Some(step) = wave.step(at) else { continue };
                let Some(access) = step.access else { continue };
                let mut of_step = Vec::new();
                for (k, line) in step.lines.iter().enumerate() {
                    if access.writes {
                        l1[g].forget(line / per_line);
                    } else if l1[g].touch(line / per_line) {
                        continue;
                    }
                    // A load fetches a line of the L1, a store sends what it has.
                    let whole = if access.writes {
                        *line..line + 1
                    } else {
                        let begin = line / per_line * per_line;
                        begin..begin + per_line
                    };
                    let mut found = true;
                    let mut known = false;
                    for sector in whole {
                        found &= l2.touch(sector);
                        known |= !seen.insert(sector);
                    }
                    let written_first = access.writes && dirty.insert(*line);
                    if !found && known {
                        far[g][w][step.first + k] = true;
                    } else if written_first || !found && !kept(*line) {
                        of_step.push((g, w, step.first + k));
                    }
                }
                if !of_step.is_empty() {
                    new.push(of_step);
                }
            }
        }
    }
    // Where work-groups share what they access, few of those that were recorded are the first.
    let (bytes, times) = first;
    let here = (seen.len() as u64 * BYTES) as f64 * times;
    let share = (bytes / here.max(1.0)).min(1.0);
    let mut sum = 0.0;
    for all in new {
        sum += share;
        if sum >= 1.0 {
            sum -= 1.0;
            for (g, w, k) in all {
                far[g][w][k] = true;
            }
        }
    }
    far.truncate(traces.unit.len());
    far
}
