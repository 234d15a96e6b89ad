//! `gcn-jit estimate`: how long a card would take.

use std::path::Path;

use serde_json::json;

use super::target::{BackendName, Ignored, Target, ended, plan, prepare};
use super::{Failure, stats};
use crate::runtime::estimate::{Card, Estimate, Options};

/// What follows the long help of `estimate`.
const ESTIMATE_NOTES: &str = "\
Takes all options of run; --out, --print and --expect change nothing. The kernel runs as with run, except
that some work-groups are recorded; a model of a compute unit and of the card's caches tells how long
they would take there. It is for a launch whose data was used before, as in a benchmark that launches a
kernel again and again. docs/estimating.md tells how far estimates are from times measured on a card.

Example:
  gcn-jit estimate saxpy.hsaco --global 1048576 --local 256 --arg 2.5 --arg 'rand:f32[1048576]' \\
    --arg 'rand:f32[1048576]' --arg 1048576";

/// Options of `gcn-jit estimate`: those of `run`, of which some change nothing here, and which cards.
#[derive(clap::Args, Debug)]
#[command(after_long_help = ESTIMATE_NOTES)]
pub struct EstimateArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    others: Ignored,
    /// Card, such as mi300a, or a file that describes one; may be given several times
    ///
    /// Without it the first card that runs the code. The files of the cards that are known are in
    /// src/estimate/cards.
    #[arg(long = "card", value_name = "CARD")]
    cards: Vec<String>,
    /// Record all that the work-groups of the sample do, however long, in place of their beginnings
    #[arg(long)]
    exact: bool,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
    /// Print statistics: a table to standard error, or JSON to standard output, on its own line
    #[arg(
        long,
        value_enum,
        value_name = "json",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    stats: Option<stats::Format>,
}

/// The card that `name` is.
fn card(name: &str) -> Result<Card, Failure> {
    if let Some(card) = Card::called(&name.to_ascii_lowercase()) {
        return Ok(card);
    }
    if !Path::new(name).exists() {
        let names: Vec<&str> = Card::names().collect();
        return Err(Failure::Usage(format!(
            "--card {name}: no such card or file; cards are {}",
            names.join(", ")
        )));
    }
    let text =
        std::fs::read_to_string(name).map_err(|e| Failure::Usage(format!("--card {name}: {e}")))?;
    Card::read(&text).map_err(|e| Failure::Usage(format!("--card {name}: {e}")))
}

/// Runs a kernel and tells how long cards would take for it.
pub fn estimate(a: &EstimateArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let mut cards = a
        .cards
        .iter()
        .map(|name| card(name))
        .collect::<Result<Vec<_>, _>>()?;
    if cards.is_empty() {
        let generation = plan.object.generation;
        let card = Card::of(generation).ok_or_else(|| {
            let target = &plan.object.target;
            Failure::Usage(format!("no card is known that runs code for {target}"))
        })?;
        cards.push(card);
    }
    let prepared = prepare(&plan)?;
    let threads = match a.target.threads {
        Some(n) => n as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut options = Options::default();
    if a.exact {
        options.instructions = u64::MAX;
    }
    let estimated = prepared.with_launch(&plan, &a.target, threads, |launch| {
        let launch = launch.backend(a.others.backend.unwrap_or(BackendName::Jit).into());
        prepared
            .device
            .estimate(&prepared.program, &launch, &cards, &options)
    })?;
    let stats = ended(estimated.outcome, prepared.entry(&plan), a.stats)?;
    let kernel = prepared.program.kernels.get(plan.kernel);
    let kernel = kernel.map_or("", |k| k.name.as_str());
    super::print(&if a.json {
        let object = json!({
            "kernel": kernel,
            "target": prepared.program.target,
            "estimates": estimated.estimates,
        });
        format!("{object}\n")
    } else {
        let tables: Vec<String> = estimated.estimates.iter().map(table).collect();
        let target = &prepared.program.target;
        format!("kernel          {kernel}, {target}\n{}", tables.join("\n"))
    })?;
    match a.stats {
        Some(format) => stats::print(&stats, format),
        None => Ok(()),
    }
}

/// A time in a unit that suits it.
fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} us", s * 1e6),
    }
}

/// Bytes in a unit that suits them.
fn size(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.2} GB", b / 1e9),
        b if b >= 1e6 => format!("{:.2} MB", b / 1e6),
        b => format!("{:.1} KB", b / 1e3),
    }
}

fn table(e: &Estimate) -> String {
    let parts: Vec<String> = (e.parts.iter())
        .filter(|p| p.seconds > 0.0)
        .map(|p| format!("{} {}", p.name, time(p.seconds)))
        .collect();
    let rows = [
        ("card", e.card.clone()),
        (
            "estimate",
            format!(
                "{}: launch {}, kernel {}",
                time(e.seconds),
                time(e.launch_seconds),
                time(e.kernel_seconds)
            ),
        ),
        ("bound by", e.bound.to_owned()),
        ("busy", parts.join(", ")),
        ("waves", format!("{:.1} per SIMD", e.waves_per_simd)),
        (
            "bytes",
            format!(
                "{} accessed, {} through the L2, {} behind it",
                size(e.footprint as f64),
                size(e.l2_bytes),
                size(e.outer_bytes)
            ),
        ),
        (
            "recorded",
            format!("{} of {} instructions", e.recorded, e.instructions),
        ),
        (
            "error",
            match &e.accuracy {
                Some(a) => format!(
                    "{:.0} % on average, weighted by time, {:.0} % in the median of {} launches (docs/estimating.md)",
                    a.mean * 100.0,
                    a.median * 100.0,
                    a.launches
                ),
                None => "unknown: never compared with this card".to_owned(),
            },
        ),
    ];
    let rows = rows.into_iter();
    rows.map(|(name, value)| format!("{name:<15} {value}\n"))
        .collect()
}
