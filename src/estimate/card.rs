//! Cards: what they can do at most, and how long they take to answer. A file per card, in which every number has its
//! source.

use serde::Deserialize;

use crate::isa::Gen;

/// A card.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Targets of the generation whose code it runs, by LLVM's names.
    generations: Vec<String>,
    pub(super) compute: Compute,
    pub(super) cycles: Cycles,
    pub(super) l1: L1,
    pub(super) l2: L2,
    pub(super) last_level: Option<LastLevel>,
    pub(super) memory: Outer,
    pub(super) launch: Launch,
    /// How far estimates were from times measured on the card, where somebody has compared them.
    pub accuracy: Option<Accuracy>,
}

/// How far estimates were from measured times.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Accuracy {
    /// Sum of the absolute errors over the sum of the times.
    pub mean: f64,
    /// Median of the relative errors.
    pub median: f64,
    /// Launches that were compared.
    pub launches: u32,
}

/// What executes.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Compute {
    /// Compute units, over all dies.
    pub units: u32,
    /// Dies, which are given work-groups in turn and have an L2 cache each.
    pub dies: u32,
    /// Engine clock in MHz.
    pub clock_mhz: f64,
    /// Waves that a SIMD holds at most.
    pub waves: u32,
    /// Vector registers of a SIMD for each lane, and in which portions waves get them.
    pub registers: u32,
    pub granule: u32,
    /// Whether a SIMD issues instructions of several waves at a time, for units that are not the same.
    pub co_issue: bool,
    /// LDS of a unit in bytes.
    pub lds_bytes: u32,
}

/// Cycles that an instruction of a wave keeps its unit busy.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cycles {
    pub vector: u32,
    /// Reciprocals, roots, exponentials, logarithms, sines.
    pub special: u32,
    /// Arithmetic on f64.
    pub double: u32,
    pub scalar: u32,
    /// A branch that is taken: until the wave's next instruction.
    pub branch: u32,
    /// From an access to the LDS to its data, without conflicts, and likewise of the scalar cache.
    pub lds_latency: u32,
}

/// The vector cache of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct L1 {
    pub bytes: u32,
    /// Bytes of a line, here and in the L2.
    pub line: u32,
    pub bytes_per_cycle: u32,
    /// Bytes per cycle that come from the L2.
    pub fill_bytes_per_cycle: u32,
    /// Cycles from an instruction to its data.
    pub latency: u32,
}

/// The cache of a die.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct L2 {
    pub bytes: u64,
    /// Whether it still has what an earlier launch has accessed. Where there are several dies it has not: none sees what
    /// another one writes.
    pub keeps: bool,
    pub bytes_per_cycle: u32,
    /// Cycles from an instruction to its data.
    pub latency: u32,
}

/// The cache before the memory.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LastLevel {
    pub bytes: u64,
    pub bytes_per_second: f64,
    pub latency_ns: f64,
}

/// The memory.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Outer {
    pub bytes_per_second: f64,
    pub latency_ns: f64,
}

/// What a launch costs whatever it does.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Launch {
    /// Microseconds of one that nothing else is queued behind or before.
    pub alone_us: f64,
    /// Of one behind another.
    pub queued_us: f64,
}

macro_rules! files {
    ($($name:literal)+) => {
        /// The files, by the name that the command takes.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("cards/", $name, ".toml")))),+];
    };
}

files! { "mi300a" "mi300x" "mi355x" "mi250" "mi100" "mi50" "vega64" "fiji" }

impl Card {
    /// The names that [`Card::called`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// The card called `name`, such as `mi300a`.
    pub fn called(name: &str) -> Option<Card> {
        let (_, text) = FILES.iter().find(|(n, _)| *n == name)?;
        Some(Card::read(text).expect("a file that a test reads"))
    }

    /// The card called `name` in whatever case, or described by the file of that path.
    ///
    /// # Errors
    /// That there is none, or what is wrong in the file, in one line.
    pub fn named(name: &str) -> Result<Card, String> {
        if let Some(card) = Card::called(&name.to_ascii_lowercase()) {
            return Ok(card);
        }
        if !std::path::Path::new(name).exists() {
            let names: Vec<&str> = Card::names().collect();
            return Err(format!(
                "no such card or file; cards are {}",
                names.join(", ")
            ));
        }
        Card::read(&std::fs::read_to_string(name).map_err(|e| e.to_string())?)
    }

    /// The first card that runs code of `generation`.
    pub fn of(generation: Gen) -> Option<Card> {
        Card::names()
            .filter_map(Card::called)
            .find(|card| card.runs(generation))
    }

    /// A card from the text of a file.
    ///
    /// # Errors
    /// What is wrong in it, in one line.
    pub fn read(text: &str) -> Result<Card, String> {
        let card: Card = toml::from_str(text).map_err(|e| {
            let before = e.span().map_or("", |s| &text[..s.start]);
            let line = before.matches('\n').count() + 1;
            format!("line {line}: {}", e.message().replace('\n', ", "))
        })?;
        card.verify()?;
        Ok(card)
    }

    /// Whether it runs code of `generation`.
    pub fn runs(&self, generation: Gen) -> bool {
        self.generations.iter().any(|g| g == generation.target())
    }

    /// Nothing may be zero by which something is divided.
    fn verify(&self) -> Result<(), String> {
        let positive = [
            ("compute.units", f64::from(self.compute.units)),
            ("compute.dies", f64::from(self.compute.dies)),
            ("compute.clock_mhz", self.compute.clock_mhz),
            ("compute.waves", f64::from(self.compute.waves)),
            ("compute.registers", f64::from(self.compute.registers)),
            ("compute.granule", f64::from(self.compute.granule)),
            ("compute.lds_bytes", f64::from(self.compute.lds_bytes)),
            ("cycles.vector", f64::from(self.cycles.vector)),
            ("l1.line", f64::from(self.l1.line)),
            ("l1.bytes_per_cycle", f64::from(self.l1.bytes_per_cycle)),
            (
                "l1.fill_bytes_per_cycle",
                f64::from(self.l1.fill_bytes_per_cycle),
            ),
            ("l2.bytes_per_cycle", f64::from(self.l2.bytes_per_cycle)),
            ("memory.bytes_per_second", self.memory.bytes_per_second),
        ];
        let last = self
            .last_level
            .map(|l| ("last_level.bytes_per_second", l.bytes_per_second));
        for (name, value) in positive.into_iter().chain(last) {
            if !value.is_finite() || value <= 0.0 {
                return Err(format!("{name} has to be a number above 0"));
            }
        }
        let latencies = [
            ("memory.latency_ns", self.memory.latency_ns),
            ("launch.alone_us", self.launch.alone_us),
            ("launch.queued_us", self.launch.queued_us),
        ];
        let last = self
            .last_level
            .map(|l| ("last_level.latency_ns", l.latency_ns));
        for (name, value) in latencies.into_iter().chain(last) {
            if !value.is_finite() || value < 0.0 {
                return Err(format!("{name} has to be a number, 0 or more"));
            }
        }
        if !self.l1.line.is_power_of_two() || self.l1.line < 64 {
            return Err("l1.line has to be a power of two, 64 or more".to_owned());
        }
        Ok(())
    }

    /// Cycles of `ns` nanoseconds.
    pub(super) fn cycles_of(&self, ns: f64) -> f64 {
        ns * self.compute.clock_mhz / 1000.0
    }

    /// Units of a die.
    pub(super) fn units_of_die(&self) -> u32 {
        self.compute.units.div_ceil(self.compute.dies)
    }
}
