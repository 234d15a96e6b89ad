//! `gcn-jit trace`: what each instruction does, as it happens.

use std::io::{BufWriter, Write};

use super::target::{Ignored, Target, ended, plan, prepare};
use super::{Failure, printed};
use crate::debug::code::Code;
use crate::debug::record::Record;
use crate::debug::trace::Filter;

/// What follows the long help of `trace`.
const TRACE_NOTES: &str = "\
PLACE is an offset in the kernel or an address (0x40, 64), FILE:LINE, a function, or FUNCTION+OFFSET. A line is where
its code begins with --from, and all of its code with --at.

Takes all options of run; --out, --print, --expect and --backend change nothing: the reference interpreter runs the
kernel, on one host thread unless --threads asks for more. With --count the run ends with the last line.

Exit codes: 0 the kernel has ended, or --count is reached; 1 it faulted; 2 bad usage, file or argument.
docs/debugging.md tells what a line says.

Example:
  gcn-jit trace saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg @x.npy --arg zeros:f32[64] \\
    --arg 64 --group 0,0,0 --wave 0 --from 0x20 --count 10";

/// Options of `gcn-jit trace`: those of `run`, of which some change nothing here, and what to tell.
#[derive(clap::Args, Debug)]
#[command(after_long_help = TRACE_NOTES)]
pub struct TraceArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    _ignored: Ignored,
    /// Tell only of this work-group
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = group, help_heading = "Trace")]
    group: Option<Group>,
    /// Tell only of this wave of each work-group
    #[arg(long, value_name = "N", help_heading = "Trace")]
    wave: Option<u32>,
    /// Tell of each wave from when it first comes to a place
    #[arg(long, value_name = "PLACE", help_heading = "Trace")]
    from: Option<String>,
    /// Tell only of the instructions at a place; may be given several times
    #[arg(long, value_name = "PLACE", help_heading = "Trace")]
    at: Vec<String>,
    /// Tell of so many instructions, and end the run
    #[arg(long, value_name = "N", help_heading = "Trace")]
    count: Option<u64>,
    /// Tell the values of all 64 lanes, and each access
    #[arg(long, help_heading = "Trace")]
    lanes: bool,
    /// Tell in JSON: one object per line
    #[arg(long, help_heading = "Trace")]
    json: bool,
}

/// A work-group id.
#[derive(Clone, Copy, Debug)]
struct Group([u32; 3]);

fn group(text: &str) -> Result<Group, String> {
    crate::debug::code::workgroup(text).map(Group)
}

/// Runs a kernel and tells what it does.
pub fn trace(a: &TraceArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let prepared = prepare(&plan)?;
    let code = Code::new(&prepared.program, plan.kernel);
    let filter = filter(a, &code)?;
    let mut out = BufWriter::new(std::io::stdout());
    let mut failed = None;
    let mut sink = |record: Record| {
        let line = if a.json {
            record.object(&code, a.lanes).to_string()
        } else {
            record.line(&code, a.lanes)
        };
        match writeln!(out, "{line}") {
            Ok(()) => true,
            Err(e) => {
                failed = Some(e);
                false
            }
        }
    };
    let threads = a.target.threads.unwrap_or(1) as usize;
    let outcome = prepared.with_launch(&plan, &a.target, threads, |launch| {
        let device = &prepared.device;
        device.trace(&prepared.program, &launch, filter, &mut sink)
    })?;
    printed(failed.map_or_else(|| out.flush(), Err))?;
    ended(outcome, prepared.entry(&plan), None).map(drop)
}

/// What the options let through.
fn filter(a: &TraceArgs, code: &Code<'_>) -> Result<Filter, Failure> {
    let wrong =
        |option: &str, text: &str, e: String| Failure::Usage(format!("{option} {text}: {e}"));
    let mut filter = Filter {
        workgroup: a.group.map(|g| g.0),
        wave: a.wave,
        count: a.count,
        ..Filter::default()
    };
    if let Some(text) = &a.from {
        let begun = filter.begin_at(code, text);
        begun.map_err(|e| wrong("--from", text, e))?;
    }
    for text in &a.at {
        let only = filter.only_at(code, text);
        only.map_err(|e| wrong("--at", text, e))?;
    }
    Ok(filter)
}
