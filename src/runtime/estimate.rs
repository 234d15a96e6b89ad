//! How long cards would take for a launch: [`Device::estimate`].

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::device::Device;
use super::launch::{Launch, LaunchError, Outcome};
use super::load::LoadedProgram;
use crate::error::Fault;
pub use crate::estimate::{Accuracy, Card, Estimate, GroupTime, Part, Span, WaveTime};
use crate::estimate::{Sample, Shape, trace};
use crate::interp::{self, seen::Log};
use crate::machine::plant::{Fault as Planted, unless_planted};
use crate::machine::turn::{Next, Turn};
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Counters, Engine, Env, Exit, Waves};
use crate::profile::access::banks;

/// How to estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Instructions that are recorded, roughly: of longer waves the beginning alone.
    pub instructions: u64,
    /// Whether [`Estimate::groups`] and [`Estimate::waves`] tell what happens when.
    pub timeline: bool,
}

impl Default for Options {
    /// 50,000 instructions, and no timeline.
    fn default() -> Options {
        Options {
            instructions: 50_000,
            timeline: false,
        }
    }
}

/// A launch of which was estimated how long cards would take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Estimated {
    /// How it ended here.
    pub outcome: Outcome,
    /// One for each card, in their order. After a fault they are those of what was done until then.
    pub estimates: Vec<Estimate>,
}

impl Device {
    /// Runs a kernel, on the backend [`Launch::backend`], and estimates how long each of `cards` would take for it. Some
    /// work-groups are executed by the interpreter, which tells what they do.
    ///
    /// # Errors
    /// As [`Device::attempt`]; [`LaunchError::Usage`] also where a card does not run the program's code.
    pub fn estimate(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        cards: &[Card],
        options: &Options,
    ) -> Result<Estimated, LaunchError> {
        let extent = Extent {
            grid: launch.grid,
            local: launch.local,
            lds: launch.lds_limit.unwrap_or(0),
        };
        self.estimated(program, launch, extent, cards, options, |engine| {
            self.attempt(program, launch, Some(engine))
        })
    }

    /// As [`Device::run_packet`] of the packet at `packet`, with an estimate as [`Device::estimate`] makes it. Of `launch`
    /// the kernel, which is the packet's, counts too.
    ///
    /// # Errors
    /// As both.
    pub fn estimate_packet(
        &self,
        program: &LoadedProgram,
        (packet, queue): (u64, u64),
        launch: &Launch<'_>,
        cards: &[Card],
        options: &Options,
    ) -> Result<Estimated, LaunchError> {
        // hsa_kernel_dispatch_packet_t: group sizes as u16 from byte 4 on, the grid as u32 from 12, LDS at 28.
        let mut bytes = [0; 32];
        if self.memory().read(packet, &mut bytes).is_err() {
            return Err(LaunchError::Usage(format!("no packet at {packet:#x}")));
        }
        let short = |at: usize| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let long = |at: usize| short(at) | short(at + 2) << 16;
        let extent = Extent {
            grid: [12, 16, 20].map(long),
            local: [4, 6, 8].map(short),
            lds: long(28),
        };
        self.estimated(program, launch, extent, cards, options, |engine| {
            self.attempt_packet(program, (packet, queue), launch, Some(engine))
        })
    }

    /// Has `run` run a launch on an engine that records, and estimates.
    fn estimated(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        extent: Extent,
        cards: &[Card],
        options: &Options,
        run: impl FnOnce(&dyn Engine) -> Result<Outcome, LaunchError>,
    ) -> Result<Estimated, LaunchError> {
        let generation = program.generation();
        for card in cards {
            if !card.runs(generation) {
                return Err(LaunchError::Usage(format!(
                    "{} does not run code for {}",
                    card.name, program.target
                )));
            }
        }
        let Some(kernel) = program.kernels.get(launch.kernel) else {
            return Err(LaunchError::Usage("there is no such kernel".to_owned()));
        };
        let local = extent.local.map(|l| l.max(1));
        let grid = std::array::from_fn(|d| extent.grid[d].div_ceil(local[d]));
        let product = |of: [u32; 3]| of.into_iter().fold(1u64, |n, k| n.saturating_mul(k.into()));
        let waves = product(local).div_ceil(LANES as u64) as u32;
        let mut shape = Shape::new(generation, kernel, product(grid), waves);
        shape.lds = extent.lds.max(kernel.lds_size);
        let recorder = Recorder::new(
            self.engine(launch.backend)?,
            banks(&program.target),
            grid,
            cards
                .iter()
                .map(|c| c.sample(&shape, options.instructions))
                .collect(),
        );
        let outcome = run(&recorder)?;
        let memory = self.memory();
        let within = |address: u64| memory.window(address).map(|w| (w.base, w.len));
        let recorded = recorder.finish();
        shape.lds = shape.lds.max(recorded.lds);
        let instructions = outcome.stats.instructions;
        let of = cards.iter().zip(&recorded.samples);
        let estimates = of.map(|(card, sample)| {
            let traces = recorded.traces(sample);
            card.estimate(&shape, &traces, instructions, &within, options.timeline)
        });
        let estimates = estimates.collect();
        Ok(Estimated { outcome, estimates })
    }
}

/// How large a launch is.
struct Extent {
    /// Work-items, in all and of a work-group, per dimension.
    grid: [u32; 3],
    local: [u32; 3],
    /// LDS of a work-group in bytes, where the kernel asks for fewer.
    lds: u32,
}

/// Has an engine execute waves, and records those of some work-groups.
struct Recorder<'a> {
    engine: &'a dyn Engine,
    /// Banks of the LDS.
    banks: u32,
    /// Work-groups per dimension.
    grid: [u32; 3],
    samples: Vec<Sample>,
    /// Those that are recorded, and how many instructions of each wave.
    wanted: FxHashMap<u64, u64>,
    /// Their numbers.
    in_order: Vec<u64>,
    recorded: Mutex<Recorded>,
}

/// What was recorded.
#[derive(Default)]
struct Recorded {
    samples: Vec<Sample>,
    code: trace::Code,
    groups: FxHashMap<u64, trace::Group>,
    log: Log,
    /// LDS of a work-group.
    lds: u32,
}

impl Recorded {
    fn traces(&self, sample: &Sample) -> trace::Traces {
        let recorded = |g: &&u64| self.groups.get(*g).is_some_and(|group| !group.is_empty());
        let numbers: Vec<u64> = sample.unit.iter().filter(recorded).copied().collect();
        let of = |numbers: &[u64]| {
            let groups = numbers.iter().filter(recorded);
            groups.map(|g| self.groups[g].clone()).collect()
        };
        trace::Traces {
            code: self.code.clone(),
            unit: of(&numbers),
            numbers,
            die: of(&sample.die),
        }
    }
}

impl<'a> Recorder<'a> {
    fn new(
        engine: &'a dyn Engine,
        banks: u32,
        grid: [u32; 3],
        samples: Vec<Sample>,
    ) -> Recorder<'a> {
        let mut wanted: FxHashMap<u64, u64> = FxHashMap::default();
        for sample in &samples {
            for group in sample.unit.iter().chain(&sample.die) {
                let most = wanted.entry(*group).or_default();
                *most = sample.instructions.max(*most);
            }
        }
        let mut in_order: Vec<u64> = wanted.keys().copied().collect();
        in_order.sort_unstable();
        Recorder {
            engine,
            banks,
            grid,
            samples,
            wanted,
            in_order,
            recorded: Mutex::default(),
        }
    }

    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(self) -> Recorded {
        let recorded = self.recorded.into_inner();
        let mut recorded = recorded.unwrap_or_else(PoisonError::into_inner);
        recorded.samples = self.samples;
        recorded
    }

    fn is_wanted(&self, wave: &Wave) -> bool {
        self.wanted.contains_key(&self.number(wave.workgroup))
    }

    /// How many work-groups behind that of `wave` are not recorded, before one that is.
    fn free_behind(&self, wave: &Wave) -> u64 {
        let group = self.number(wave.workgroup);
        let behind = self.in_order.partition_point(|g| *g <= group);
        let next = self.in_order.get(behind).copied().unwrap_or(u64::MAX);
        next - group - 1
    }

    fn number(&self, id: [u32; 3]) -> u64 {
        let [x, y, z] = id.map(u64::from);
        let [gx, gy, _] = self.grid.map(u64::from);
        x + gx * (y + gy * z)
    }

    /// Executes and records instructions of a wave of work-group `group` until it has executed `most`.
    fn record(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        (group, most): (u64, u64),
    ) -> Result<Exit, Fault> {
        let mut recorded = self.recorded();
        let Recorded {
            code,
            groups,
            log,
            lds,
            ..
        } = &mut *recorded;
        *lds = env.lds.asked().max(*lds);
        let waves = groups.entry(group).or_default();
        waves.resize_with(wave.group_waves as usize, trace::Wave::default);
        let into = &mut waves[wave.index as usize];
        wave.clear_stale();
        wave.clean = false;
        let mut budget = wave.budget;
        loop {
            let pc = wave.pc;
            wave.budget = 1;
            log.clear();
            let result = interp::run_logged(wave, env, Some(log));
            if result.is_ok() {
                let decoded = || env.program.at(pc).ok().copied();
                into.note(code, (pc, wave.pc), decoded, (log.list(), self.banks));
            }
            into.ended(wave.instructions);
            budget -= 1;
            wave.budget = budget;
            let goes_on = matches!(result, Ok(Exit::Yield));
            if !goes_on || budget <= 0 || wave.instructions >= most {
                return result;
            }
        }
    }
}

/// Waves that are not recorded. An engine is told that there are no more of them when one is current that is: the exit
/// which it returns then has been taken already, and is of the wave before.
struct Others<'a, 'b> {
    recorder: &'a Recorder<'a>,
    waves: &'b mut dyn Waves,
    has_stopped: bool,
}

impl Waves for Others<'_, '_> {
    fn current(&mut self) -> &mut Wave {
        self.waves.current()
    }

    fn go_on(&mut self, exit: Exit) -> Option<Turn<'_>> {
        let mut turn = self.waves.go_on(exit)?;
        if self.recorder.is_wanted(turn.wave) {
            self.has_stopped = true;
            return None;
        }
        if let Next::Ahead(ahead) = &mut turn.next {
            let wave = &turn.wave;
            let mine = u64::from(wave.group_waves - 1 - wave.index);
            let others = self.recorder.free_behind(wave);
            let others = others.saturating_mul(wave.group_waves.into());
            let most = others.saturating_add(mine);
            ahead.waves = unless_planted!(Planted::Unrecorded, most, u64::MAX).min(ahead.waves);
        }
        Some(turn)
    }
}

impl Engine for Recorder<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let group = self.number(wave.workgroup);
        let Some(most) = self.wanted.get(&group) else {
            return self.engine.run(wave, env);
        };
        if wave.instructions < *most {
            let result = self.record(wave, env, (group, *most));
            if !matches!(result, Ok(Exit::Yield)) || wave.budget <= 0 {
                return result;
            }
        }
        let result = self.engine.run(wave, env);
        let mut recorded = self.recorded();
        let waves = recorded.groups.get_mut(&group);
        if let Some(of) = waves.and_then(|w| w.get_mut(wave.index as usize)) {
            of.ended(wave.instructions);
        }
        result
    }

    fn run_chain(&self, waves: &mut dyn Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        loop {
            if self.is_wanted(waves.current()) {
                return self.run(waves.current(), env);
            }
            let mut others = Others {
                recorder: self,
                waves,
                has_stopped: false,
            };
            let result = self.engine.run_chain(&mut others, env);
            if !others.has_stopped {
                return result;
            }
        }
    }

    fn slice(&self) -> i64 {
        self.engine.slice()
    }

    fn clears(&self) -> bool {
        self.engine.clears()
    }

    fn counters(&self) -> Counters {
        self.engine.counters()
    }
}
