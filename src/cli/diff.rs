//! `gcn-jit diff`: the same run on both backends, compared.

use std::io::IsTerminal;

use super::Failure;
use super::target::{Ignored, Prepared, Target, plan, prepare};
use crate::runtime::Stats;
use crate::runtime::compare::CompareError;

/// What follows the long help of `diff`.
const DIFF_NOTES: &str = "\
Takes all options of run; --out, --print, --expect and --backend change nothing. When both are the
same, that is said only where standard error or standard output is a terminal.

Exit codes: 0 both give the same; 1 they differ, or the kernel ran into a limit; 2 bad usage, file
or argument. A kernel that faults in the same way on both is no difference.";

/// Options of `gcn-jit diff`: those of `run`, of which some change nothing here.
#[derive(clap::Args, Debug)]
#[command(after_long_help = DIFF_NOTES)]
pub struct DiffArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    _ignored: Ignored,
    /// Print the statistics of both runs: a table to standard error, or JSON to standard output
    #[arg(
        long,
        value_enum,
        value_name = "json",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    stats: Option<super::stats::Format>,
}

/// Runs both backends and compares.
///
/// One host thread is used unless the user asks for more: with several, kernels whose result
/// depends on the order of atomics differ from run to run.
pub fn diff(a: &DiffArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let prepared = prepare(&plan)?;
    let threads = a.target.threads.unwrap_or(1) as usize;
    let compared = prepared.with_launch(&plan, &a.target, threads, |launch| {
        prepared.device.compare(&prepared.program, &launch)
    });
    let comparison = compared.map_err(|e| match e {
        CompareError::Launch(e) => e.into(),
        limit => Failure::Fault(limit.to_string()),
    })?;
    if let Some(format) = a.stats {
        for stats in [&comparison.interp, &comparison.jit].into_iter().flatten() {
            super::stats::print(stats, format)?;
        }
    }
    match comparison.difference {
        Some(d) => Err(Failure::Fault(format!("the backends differ: {d}"))),
        None if a.target.quiet => Ok(()),
        None => match &comparison.interp {
            Err(fault) => {
                super::warn(&format!("note: both backends fault: {fault}"));
                Ok(())
            }
            Ok(stats) => identical(&prepared, stats),
        },
    }
}

/// Says to a person at a terminal what was compared. Programs see the exit code.
fn identical(prepared: &Prepared, stats: &Stats) -> Result<(), Failure> {
    let buffers = prepared.buffers.iter().flatten().count();
    let line = format!(
        "identical: {buffers} buffers, {} waves",
        stats.captured.len()
    );
    if std::io::stderr().is_terminal() {
        super::warn(&line);
    } else if std::io::stdout().is_terminal() {
        super::print(&format!("{line}\n"))?;
    }
    Ok(())
}
