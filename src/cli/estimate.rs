//! `gcn-jit estimate`: how long a card would take.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::output::Output;
use super::target::{BackendName, Ignored, Target, ended, plan, prepare};
use super::{Failure, stats};
use crate::isa::Gen;
use crate::report::estimate::{table, time};
use crate::report::timeline;
use crate::runtime::estimate::{Card, Options};

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
    /// Write what the waves of one unit do over estimated time, for ui.perfetto.dev
    #[arg(long, value_name = "PATH")]
    timeline: Option<PathBuf>,
    #[command(flatten)]
    told: stats::Wanted,
}

/// The card that `name` is.
pub fn card(name: &str) -> Result<Card, Failure> {
    Card::named(name).map_err(|e| Failure::Usage(format!("--card {name}: {e}")))
}

/// The cards called `names`, or the first that runs code of `generation`, if there is one.
pub fn cards(names: &[String], generation: Gen) -> Result<Vec<Card>, Failure> {
    if names.is_empty() {
        return Ok(Card::of(generation).into_iter().collect());
    }
    names.iter().map(|name| card(name)).collect()
}

/// Runs a kernel and tells how long cards would take for it.
pub fn estimate(a: &EstimateArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let cards = cards(&a.cards, plan.object.generation)?;
    if cards.is_empty() {
        let target = &plan.object.target;
        let what = format!("no card is known that runs code for {target}");
        return Err(Failure::Usage(what));
    }
    let file = a.timeline.as_deref().map(Output::open).transpose()?;
    let prepared = prepare(&plan)?;
    let threads = a.target.threads();
    let mut options = Options {
        timeline: file.is_some(),
        ..Options::default()
    };
    if a.exact {
        options.instructions = u64::MAX;
    }
    let estimated = prepared.with_launch(&plan, &a.target, threads, |launch| {
        let launch = launch.backend(a.others.backend.unwrap_or(BackendName::Jit).into());
        prepared
            .device
            .estimate(&prepared.program, &launch, &cards, &options)
    })?;
    let stats = ended(estimated.outcome, prepared.entry(&plan), a.told.stats)?;
    let kernel = prepared.program.kernels.get(plan.kernel);
    let kernel = kernel.map_or("", |k| k.name.as_str());
    if let Some(mut to) = file {
        to.write(timeline::of_launch(kernel, &estimated.estimates).as_bytes())?;
        to.flush()?;
        to.commit()?;
    }
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
    match a.told.stats {
        Some(format) => stats::print(&stats, format),
        None => Ok(()),
    }
}

/// What was estimated of all dispatches of a kernel.
#[derive(Default)]
struct Sum {
    dispatches: u64,
    /// Without what launches cost.
    kernel_seconds: f64,
    least: f64,
    most: f64,
    /// How often each part bounds it.
    bounds: BTreeMap<String, u64>,
}

/// The dispatches that `lines` tell, each an estimate and its kernel as JSON. A process may have been killed while it
/// wrote one.
pub fn dispatches(lines: &str) -> Vec<Value> {
    let lines = lines.lines();
    lines.filter_map(|l| serde_json::from_str(l).ok()).collect()
}

/// Prints dispatches: by kernel, and in all.
pub fn print_all(all: &[Value], format: stats::Format) -> Result<(), Failure> {
    let number = |v: &Value, name: &str| v[name].as_f64().unwrap_or(0.0);
    let mut sums: BTreeMap<(&str, &str), Sum> = BTreeMap::new();
    // Launches that follow each other are queued, which hides some of what each costs.
    let mut launches = 0.0;
    for (k, e) in all.iter().enumerate() {
        launches += number(
            e,
            if k == 0 {
                "launch_seconds"
            } else {
                "queued_seconds"
            },
        );
        let name = |of: &str| e[of].as_str().unwrap_or_default();
        let seconds = number(e, "kernel_seconds");
        let key = (
            e["card"].as_str().unwrap_or_default(),
            e["kernel"].as_str().unwrap_or_default(),
        );
        let sum = sums.entry(key).or_insert_with(|| Sum {
            least: f64::INFINITY,
            ..Sum::default()
        });
        sum.dispatches += 1;
        sum.kernel_seconds += seconds;
        sum.least = sum.least.min(seconds);
        sum.most = sum.most.max(seconds);
        *sum.bounds.entry(name("bound").to_owned()).or_default() += 1;
    }
    // The sum of nothing would be -0.
    let kernels = sums.values().fold(0.0, |all, s| all + s.kernel_seconds);
    let mut sorted: Vec<_> = sums.into_iter().collect();
    sorted.sort_by(|a, b| b.1.kernel_seconds.total_cmp(&a.1.kernel_seconds));
    let bound = |s: &Sum| {
        let most = s.bounds.iter().max_by_key(|(_, n)| **n);
        most.map_or_else(String::new, |(name, _)| name.clone())
    };
    match format {
        stats::Format::Json => {
            let of: Vec<Value> = (sorted.iter())
                .map(|((card, kernel), s)| {
                    json!({
                        "card": card,
                        "kernel": kernel,
                        "dispatches": s.dispatches,
                        "kernel_seconds": s.kernel_seconds,
                        "bound": bound(s),
                    })
                })
                .collect();
            let object = json!({
                "seconds": kernels + launches,
                "kernel_seconds": kernels,
                "launch_seconds": launches,
                "kernels": of,
                "dispatches": all,
            });
            super::print(&format!("{object}\n"))
        }
        stats::Format::Table => {
            let mut out = format!(
                "estimate: {} for {} dispatches: kernels {}, launches {}\n",
                time(kernels + launches),
                all.len(),
                time(kernels),
                time(launches)
            );
            if !sorted.is_empty() {
                out += "dispatches        time       least        most  bound by     kernel\n";
            }
            for ((card, kernel), s) in &sorted {
                let kernel = kernel.replace(char::is_control, " ");
                out += &format!(
                    "{:>10}  {:>10}  {:>10}  {:>10}  {:<11}  {kernel}, {card}\n",
                    s.dispatches,
                    time(s.kernel_seconds),
                    time(s.least),
                    time(s.most),
                    bound(s)
                );
            }
            if let Some(a) = all.iter().find_map(|e| e["accuracy"].as_object()) {
                let percent = |name: &str| 100.0 * a[name].as_f64().unwrap_or(0.0);
                out += &format!(
                    "(error: {:.0} % on average, weighted by time, {:.0} % in the median of {} launches; docs/estimating.md)\n",
                    percent("mean"),
                    percent("median"),
                    a["launches"]
                );
            } else if !all.is_empty() {
                out += "(error: unknown, never compared with this card; docs/estimating.md)\n";
            }
            super::warn(out.trim_end());
            Ok(())
        }
    }
}
