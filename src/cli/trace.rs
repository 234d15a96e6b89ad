//! `gcn-jit trace`: what each instruction does, as it happens.

use std::io::{BufWriter, Write};

use serde_json::{Value, json};

use super::target::{Ignored, Target, ended, plan, prepare};
use super::{Failure, printed};
use crate::debug::code::Code;
use crate::debug::record::{Record, Registry, access_name, space_name};
use crate::debug::trace::{Filter, Tracer};
use crate::error::FaultKind;

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
        let line = match a.json {
            true => object(&code, &record, a.lanes).to_string(),
            false => line(&code, &record, a.lanes),
        };
        match writeln!(out, "{line}") {
            Ok(()) => true,
            Err(e) => {
                failed = Some(e);
                false
            }
        }
    };
    let sink: &mut (dyn FnMut(Record) -> bool + Send) = &mut sink;
    let tracer = Tracer::new(filter, sink);
    let threads = a.target.threads.unwrap_or(1) as usize;
    let outcome = prepared.with_launch(&plan, &a.target, threads, |launch| {
        let device = &prepared.device;
        device.attempt(&prepared.program, &launch, Some(&tracer))
    });
    let mut outcome = outcome?;
    let enough = |kind: &FaultKind| *kind == FaultKind::Cancelled && tracer.is_done();
    if outcome.fault.as_ref().is_some_and(|f| enough(&f.kind)) {
        outcome.fault = None;
    }
    drop(tracer);
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
        let places = code.resolve(text, None);
        let places = places.map_err(|e| wrong("--from", text, e))?;
        filter.from = places.into_iter().collect();
    }
    for text in &a.at {
        let places = code.all_of(text).map_err(|e| wrong("--at", text, e))?;
        filter.at.get_or_insert_default().extend(places);
    }
    Ok(filter)
}

/// `X,Y,Z wave N NUMBER PLACE: INSTRUCTION @ FILE:LINE in FUNCTION | ...`.
fn line(code: &Code<'_>, r: &Record, lanes: bool) -> String {
    let [x, y, z] = r.workgroup;
    let source = code.source(r.pc).first();
    let source = source.map(|l| format!(" @ {l}")).unwrap_or_default();
    let text = format!(
        "{x},{y},{z} wave {} {}: {}{source} | {}",
        r.wave,
        code.name(r.pc),
        r.instruction,
        r.effects(lanes)
    );
    // File names are what the file says.
    text.replace(char::is_control, " ")
}

fn object(code: &Code<'_>, r: &Record, lanes: bool) -> Value {
    let source = code.source(r.pc);
    let registers = |values| Registry {
        values,
        exec: r.exec,
        lanes,
    };
    let accesses: Vec<Value> = r
        .accesses
        .iter()
        .map(|s| {
            json!({
                "space": space_name(s.space),
                "kind": access_name(s),
                "address": s.address,
                "bytes": s.bytes,
                "lane": s.lane,
            })
        })
        .collect();
    json!({
        "workgroup": r.workgroup,
        "wave": r.wave,
        "number": r.number,
        "kernel": code.kernel(),
        "pc": r.pc.wrapping_sub(code.entry()) as i64,
        "place": code.name(r.pc),
        "instruction": r.instruction,
        "source": (!source.is_empty()).then_some(source),
        "exec": format!("{:#018x}", r.exec),
        "lanes": r.exec.count_ones(),
        "reads": registers(&r.reads),
        "writes": registers(&r.writes),
        "accesses": accesses,
        "fault": r.fault,
    })
}
