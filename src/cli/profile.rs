//! `gcn-jit profile`: a run whose instructions are counted.

use std::path::PathBuf;

use super::output::Output;
use super::target::{BackendName, Ignored, Plan, Target, ended, plan, prepare};
use super::{Failure, estimate, stats};
use crate::report::Report;
use crate::runtime::estimate::{self as estimates, Estimate};
use crate::runtime::profile::Options;

/// What follows the long help of `profile`.
const PROFILE_NOTES: &str = "\
Takes all options of run; --out, --print and --expect change nothing. Executions, lanes and bytes are
exact, and the same for every --threads and --backend; of launches beyond some 65,000 instructions
cache lines and cycles of the LDS are estimated from a sample, and marked with ~, unless --exact is
given. The share of the host's time is an estimate: executions times what their kind of instruction
costs as compiled code.

Without --json and --annotate, the instructions and lines that take most are printed. When the kernel
faults, what it did until then is told, and the exit code is 1. docs/profiling.md tells what all the
numbers are.

Example:
  gcn-jit profile saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg @x.npy --arg zeros:f32[64] \\
    --arg 64 --html profile.html";

/// Options of `gcn-jit profile`: those of `run`, of which some change nothing here, and what to make of the counts.
#[derive(clap::Args, Debug)]
#[command(after_long_help = PROFILE_NOTES)]
pub struct ProfileArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    others: Ignored,
    #[command(flatten)]
    told: stats::Wanted,
    #[command(flatten)]
    reports: Reports,
}

/// What to make of the counts.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Profile")]
struct Reports {
    /// Print all code that was reached, instruction by instruction, between lines of the source
    #[arg(long)]
    annotate: bool,
    /// Write a page: source beside disassembly, with heat, lanes, roofline, timeline, and how long a card would take
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    /// Estimate how long this card would take, such as mi300a, or the one that a file describes; may be given several
    /// times
    ///
    /// For that the kernel runs once more, before it is profiled, with buffers of its own. The page has it anyway, for
    /// the first card that runs the code.
    #[arg(long = "card", value_name = "CARD")]
    cards: Vec<String>,
    /// Write stacks for flame graphs: kernel;function;inlined functions;line COUNT
    #[arg(long, value_name = "PATH")]
    folded: Option<PathBuf>,
    /// Look at every access to memory, however many there are, which takes some hundred times as long
    #[arg(long)]
    exact: bool,
    /// Print everything as one JSON object
    #[arg(long, conflicts_with = "annotate")]
    json: bool,
    /// Print this many instructions and lines
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with_all = ["json", "annotate"])]
    top: u32,
}

/// What goes into a file when everything else is done.
fn write(path: &Option<PathBuf>) -> Result<Option<Output>, Failure> {
    path.as_deref().map(Output::open).transpose()
}

/// Runs a kernel and tells how often it did what, and where.
pub fn profile(a: &ProfileArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let outputs = [write(&a.reports.html)?, write(&a.reports.folded)?];
    let estimates = estimated(a, &plan)?;
    let prepared = prepare(&plan)?;
    let threads = a.target.threads();
    let profiled = prepared.with_launch(&plan, &a.target, threads, |launch| {
        let (device, program) = (&prepared.device, &prepared.program);
        let launch = launch.backend(a.others.backend.unwrap_or(BackendName::Jit).into());
        let mut options = Options::default();
        if a.reports.exact {
            options.whole = u64::MAX;
        }
        device.profile(program, &launch, &options)
    })?;
    let report = Report::new(&plan.object, &prepared.program, plan.kernel, &profiled);
    let report = report.estimated(estimates);
    let [html_to, folded_to] = outputs;
    let files = [
        html_to.map(|to| (to, report.html())),
        folded_to.map(|to| (to, report.folded())),
    ];
    for (mut to, contents) in files.into_iter().flatten() {
        to.write(contents.as_bytes())?;
        to.flush()?;
        to.commit()?;
    }
    super::print(&match (a.reports.json, a.reports.annotate) {
        (true, _) => report.json() + "\n",
        (_, true) => report.annotated(),
        _ => report.table(a.reports.top as usize),
    })?;
    let stats = ended(profiled.outcome, prepared.entry(&plan), a.told.stats)?;
    match a.told.stats {
        Some(format) => stats::print(&stats, format),
        None => Ok(()),
    }
}

/// How long cards would take, where that is asked for; nothing after a fault, which the profile tells.
fn estimated(a: &ProfileArgs, plan: &Plan) -> Result<Vec<Estimate>, Failure> {
    if a.reports.html.is_none() && a.reports.cards.is_empty() {
        return Ok(Vec::new());
    }
    let cards = estimate::cards(&a.reports.cards, plan.object.generation)?;
    if cards.is_empty() {
        return Ok(Vec::new());
    }
    let prepared = prepare(plan)?;
    let estimated = prepared.with_launch(plan, &a.target, a.target.threads(), |launch| {
        let launch = launch.backend(a.others.backend.unwrap_or(BackendName::Jit).into());
        let options = estimates::Options::default();
        let device = &prepared.device;
        device.estimate(&prepared.program, &launch, &cards, &options)
    })?;
    Ok(match estimated.outcome.fault {
        None => estimated.estimates,
        Some(_) => Vec::new(),
    })
}
