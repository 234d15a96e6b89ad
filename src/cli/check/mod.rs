//! `gcn-jit check`, and `run --check`: a run whose mistakes are told.

mod read;
mod report;
mod sarif;
mod suppress;

use std::path::{Path, PathBuf};

use super::args::Value;
use super::target::{Ignored, Plan, Prepared, Target, buffer_called, ended, plan, prepare};
use super::{Failure, fidelity, stats};
use crate::runtime::check::{AllPaths, Checked, Class, Options, Report};
use crate::runtime::{Device, Stats};
pub use read::findings;
use suppress::Suppressions;

/// What follows the long help of `check`.
const CHECK_NOTES: &str = "\
Takes all options of run; --out, --print, --expect and --backend change nothing: compiled code is
checked as it runs, and where data is undefined the reference interpreter takes its place.
With --static nothing runs. run --check does what they say, too, when nothing is found.

Exit codes: 0 nothing is found; 1 something is found, or the kernel faulted; 2 bad usage, file or
argument. docs/checking.md has the rules.

Example:
  gcn-jit check saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg @x.npy --arg zeros:f32[64] \\
    --arg 64 --report json
  gcn-jit check --static saxpy.hsaco";

/// What `--static` looks for.
const STATIC: [Class; 2] = [Class::Waits, Class::Nops];

/// Makes an option needless with `--static`.
pub fn or_static(option: clap::Arg) -> clap::Arg {
    let option = option.required(false).required_unless_present("every");
    option.default_value_if("every", "true", "1")
}

/// Options of `gcn-jit check`: those of `run`, of which some change nothing here, and what to look for.
#[derive(clap::Args, Debug)]
#[command(after_long_help = CHECK_NOTES)]
pub struct CheckArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    ignored: Ignored,
    /// Look for missing waits and wait states on all paths of the kernel, or of all kernels, and run none
    ///
    /// It takes no arguments and no sizes. Every branch may go both ways, and all lanes are active; what
    /// depends on addresses is not looked for. Each finding tells the branches of a path to it.
    #[arg(
        long = "static",
        conflicts_with_all = [
            "global", "local", "args", "threads", "lds", "private", "poison", "max_instructions", "timeout", "outs",
            "prints", "stats", "check_outputs", "fidelity",
        ]
    )]
    every: bool,
    #[command(flatten)]
    told: stats::Wanted,
    #[command(flatten)]
    wanted: fidelity::Wanted,
    #[command(flatten)]
    checks: CheckOptions,
}

/// How to look, and how to tell what is found: what `check` and `run --check` share.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Checks")]
pub struct CheckOptions {
    #[command(flatten)]
    common: Common,
    /// Find also the first element of each buffer of --out and --print that the kernel has not defined
    #[arg(long)]
    check_outputs: bool,
}

/// What `exec --check` has of that, too.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Checks")]
pub struct Common {
    /// What a card would do wrong: a list of these [default of check: all but lint]
    ///
    ///   waits   what is used before s_waitcnt says that it is there
    ///   nops    wait states that are missing (s_nop)
    ///   uninit  values that nobody has defined, where they decide something
    ///   races   accesses of different waves to the same bytes without an order between them
    ///   memory  accesses that a card drops, moves elsewhere or refuses
    ///   lint    what a card does right, and slower than it could
    ///   all     all of them
    #[arg(long, value_name = "CLASSES", value_parser = classes, verbatim_doc_comment)]
    check: Option<Classes>,
    /// Find also what sources disagree about, and what is harmless in practice
    #[arg(long)]
    pedantic: bool,
    /// How to tell what is found [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    report: Option<Format>,
    /// Tell no more than so many findings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_findings: Option<u32>,
    /// Leave out what the rules in a file name
    ///
    /// One rule per line, CLASS[/RULE] [kernel=NAME] [function=NAME] [source=FILE[:LINE]] # COMMENT.
    /// The comment says why; docs/checking.md tells more. -v tells how many findings were left out, and
    /// which rules of the file none.
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    suppress: Option<PathBuf>,
}

/// `--report`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines on standard error
    Text,
    /// One object on standard output
    Json,
    /// A SARIF 2.1.0 log on standard output
    Sarif,
}

/// What `--check` names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Classes(Vec<Class>);

/// The class called `name`.
fn class(name: &str) -> Result<Class, String> {
    let found = Class::ALL.iter().find(|c| c.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = Class::ALL.iter().map(|c| c.name()).collect();
        format!(
            "there is no check '{name}'; there are: {}",
            names.join(", ")
        )
    })
}

fn classes(text: &str) -> Result<Classes, String> {
    let mut all = Vec::new();
    for name in text.split(',').map(str::trim) {
        match name {
            "all" => all.extend(Class::ALL),
            name => all.push(class(name)?),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(Classes(all))
}

/// What to look for, and what to do with it.
pub struct Checks {
    /// What to look for.
    pub options: Options,
    /// Whether to look at what is in the outputs.
    outputs: bool,
    format: Format,
    max: usize,
    suppressions: Suppressions,
}

impl CheckOptions {
    /// The checks, if `run` is asked for some.
    pub fn wanted(&self) -> Result<Option<Checks>, Failure> {
        let outputs = self.check_outputs.then_some("--check-outputs");
        if self.common.is_wanted(outputs)? {
            self.checks().map(Some)
        } else {
            Ok(None)
        }
    }

    /// The checks; all but lints unless some are named.
    fn checks(&self) -> Result<Checks, Failure> {
        let mut checks = self.common.checks()?;
        checks.outputs = self.check_outputs;
        if checks.outputs && !checks.options.classes.contains(&Class::Uninit) {
            let what = "--check-outputs needs the check uninit".to_owned();
            return Err(Failure::Usage(what));
        }
        Ok(checks)
    }
}

impl Common {
    /// The checks, if `exec` is asked for some.
    pub fn wanted(&self) -> Result<Option<Checks>, Failure> {
        if self.is_wanted(None)? {
            self.checks().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Whether `--check` is given, without which the other options, and `other` if there is one, say nothing.
    fn is_wanted(&self, other: Option<&str>) -> Result<bool, Failure> {
        let others = [
            self.pedantic.then_some("--pedantic"),
            other,
            self.report.map(|_| "--report"),
            self.max_findings.map(|_| "--max-findings"),
            self.suppress.as_ref().map(|_| "--suppress"),
        ];
        match (&self.check, others.into_iter().flatten().next()) {
            (Some(_), _) => Ok(true),
            (None, None) => Ok(false),
            (None, Some(option)) => Err(Failure::Usage(format!("{option} needs --check"))),
        }
    }

    fn checks(&self) -> Result<Checks, Failure> {
        let classes = self.check.as_ref().map_or(Class::DEFAULT, |c| &c.0);
        let suppressions = self.suppress.as_deref().map(Suppressions::read);
        Ok(Checks {
            options: Options {
                classes: classes.to_vec(),
                pedantic: self.pedantic,
            },
            outputs: false,
            format: self.report.unwrap_or(Format::Text),
            max: self.max_findings.map_or(usize::MAX, |n| n as usize),
            suppressions: suppressions.transpose()?.unwrap_or_default(),
        })
    }
}

impl Checks {
    /// Tells what was found in a run, and gives its statistics when that is nothing.
    pub fn conclude(
        &self,
        t: &Target,
        entry: u64,
        checked: Checked,
        format: Option<stats::Format>,
    ) -> Result<Stats, Failure> {
        let found = self.tell(checked.reports, &t.file)?;
        let stats = ended(checked.outcome, entry, format)?;
        let Some((count, summary)) = found else {
            return Ok(stats);
        };
        if format == Some(stats::Format::Json) {
            stats::print_failed(&stats, "findings", count.into())?;
        }
        Err(Failure::Fault(summary))
    }

    /// Tells what was found in `file` and is not left out: how many there are of that, and of which classes; `None`
    /// when there is nothing.
    pub fn tell(
        &self,
        reports: Vec<Report>,
        file: &Path,
    ) -> Result<Option<(usize, String)>, Failure> {
        let found = self.suppressions.apply(reports);
        let shown = &found[..found.len().min(self.max)];
        let more = found.len() - shown.len();
        match self.format {
            Format::Text => report::text(shown, more)
                .iter()
                .for_each(|l| super::warn(l)),
            Format::Json => super::print(&report::json(shown, more))?,
            Format::Sarif => super::print(&sarif::log(shown, more, file))?,
        }
        Ok((!found.is_empty()).then(|| (found.len(), summary(&found))))
    }
}

/// How many of which class there are.
fn summary(found: &[Report]) -> String {
    let of = |class: &Class| {
        let n = found.iter().filter(|r| r.class == class.name()).count();
        (n != 0).then(|| format!("{} {n}", class.name()))
    };
    let classes: Vec<String> = Class::ALL.iter().filter_map(of).collect();
    let s = if found.len() == 1 { "" } else { "s" };
    format!("{} finding{s}: {}", found.len(), classes.join(", "))
}

/// Runs a kernel and tells what a card would have done wrong.
///
/// One host thread is used unless the user asks for more: with several, it depends on which comes first where
/// something is first found.
pub fn check(a: &CheckArgs) -> Result<(), Failure> {
    if a.every {
        return all_paths(a);
    }
    let checks = a.checks.checks()?;
    let plan = plan(&a.target)?;
    let prepared = prepare(&plan)?;
    let outputs = checks.outputs(&plan, &a.ignored.outs, &a.ignored.prints)?;
    let checked = checks.run(&plan, &prepared, &a.target, &outputs)?;
    if let Some(format) = a.wanted.fidelity {
        fidelity::print(&fidelity::count(&plan, &a.target)?, format)?;
    }
    let entry = prepared.entry(&plan);
    let stats = checks.conclude(&a.target, entry, checked, a.told.stats)?;
    match a.told.stats {
        Some(format) => stats::print(&stats, format),
        None => Ok(()),
    }
}

/// Looks at all paths of a kernel, or of all kernels of a file, and tells what may go wrong on some.
fn all_paths(a: &CheckArgs) -> Result<(), Failure> {
    let mut checks = a.checks.checks()?;
    if a.checks.common.check.is_none() {
        checks.options.classes = STATIC.to_vec();
    }
    if let Some(other) = checks.options.classes.iter().find(|c| !STATIC.contains(c)) {
        let what = format!(
            "--static looks for waits and nops, not for {}",
            other.name()
        );
        return Err(Failure::Usage(what));
    }
    let (file, kernel) = (&a.target.file, a.target.kernel.as_deref());
    let object = super::load(file, a.target.isa.as_deref(), kernel)?;
    let kernels = match kernel {
        Some(_) => vec![super::choose_kernel(&object, kernel)?],
        None => (0..object.kernels.len()).collect(),
    };
    if kernels.is_empty() {
        return Err(Failure::usage("the file has no kernels"));
    }
    let device = Device::new();
    let device = device.map_err(|e| Failure::Usage(format!("cannot reserve guest memory: {e}")))?;
    let program = device
        .load(&object)
        .map_err(|e| Failure::Usage(e.to_string()))?;
    let (mut all, mut unknown) = (AllPaths::default(), Vec::new());
    for kernel in kernels {
        match device.check_paths(&program, kernel, &checks.options) {
            Ok(found) => {
                all.reports.extend(found.reports);
                all.unfollowed.extend(found.unfollowed);
                all.undecided.extend(found.undecided);
            }
            Err(e) => unknown.push(e.to_string()),
        }
    }
    let what = "more may be wrong than is looked for (loads into the LDS, GDS, scalar stores, registers by number, unknown calls)";
    note(&all.unfollowed, what);
    note(&all.undecided, "not decided: there are too many paths");
    let found = checks.tell(all.reports, file)?;
    // What was not looked at may be worse than what was found.
    if let Some(first) = unknown.first() {
        let more = match unknown.len() - 1 {
            0 => String::new(),
            n => format!(" (and in {n} more kernels)"),
        };
        return Err(Failure::Usage(format!("{first}{more}")));
    }
    found.map_or(Ok(()), |(_, summary)| Err(Failure::Fault(summary)))
}

/// Tells of which places something is true.
fn note(places: &[String], what: &str) {
    if let Some(first) = places.first() {
        let more = match places.len() - 1 {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        super::warn(&format!("check: {what}: {first}{more}"));
    }
}

impl Checks {
    /// The arguments that `--out` and `--print` name, when what is in them is looked at.
    pub fn outputs(
        &self,
        plan: &Plan,
        outs: &[String],
        prints: &[String],
    ) -> Result<Vec<usize>, Failure> {
        if !self.outputs {
            return Ok(Vec::new());
        }
        let name = |out: &'_ String| out.split('=').next().unwrap_or_default().to_owned();
        let outs = outs.iter().map(|o| (name(o), format!("--out {o}")));
        let prints = prints.iter().map(|p| (p.clone(), format!("--print {p}")));
        let all = outs.chain(prints);
        let mut all = all
            .map(|(name, what)| buffer_called(plan, &name, &what))
            .collect::<Result<Vec<_>, _>>()?;
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            Err(Failure::usage("--check-outputs needs --out or --print"))
        } else {
            Ok(all)
        }
    }

    /// Runs the plan's kernel, checked, where these arguments are outputs.
    pub fn run(
        &self,
        plan: &Plan,
        prepared: &Prepared,
        t: &Target,
        outputs: &[usize],
    ) -> Result<Checked, Failure> {
        let output = |i: &usize| {
            let (address, size) = prepared.buffers[*i]?;
            let element = match &plan.args[*i].value {
                Value::Buffer { header, .. } => header.scalar().map_or(1, |s| s.size()),
                _ => 1,
            };
            let name = plan.args[*i].label.clone();
            Some((address..address + size, name, element))
        };
        let threads = t.threads.unwrap_or(1) as usize;
        let checked = prepared.with_launch(plan, t, threads, |mut launch| {
            launch.outputs = outputs.iter().filter_map(output).collect();
            prepared
                .device
                .check(&prepared.program, &launch, &self.options)
        });
        Ok(checked?)
    }
}
