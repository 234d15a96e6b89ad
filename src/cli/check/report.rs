//! `--report text` and `--report json`.

use serde_json::json;

use crate::error::SourceLine;
use crate::runtime::check::{Other, Report, Severity};

/// One line for each finding, with lines that are indented below; `more` were left out.
pub fn text(reports: &[Report], more: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for r in reports {
        let at = at(&r.kernel, r.pc, &r.instruction, &r.source);
        let wave = wave(r.workgroup, r.wave, r.lane);
        let s = if r.count == 1 { "" } else { "s" };
        let severity = match r.severity {
            Severity::Error => "",
            Severity::Warning => ", a warning",
        };
        lines.push(format!(
            "check: {} {}: {} at {at}, {wave}, {} time{s}{severity}",
            r.class,
            r.rule,
            r.message.trim_end_matches('.'),
            r.count
        ));
        lines.extend(inlined(&r.source));
        if let Some(o) = &r.other {
            lines.push(other(&r.kernel, o));
            lines.extend(inlined(&o.source));
        }
    }
    if more != 0 {
        lines.push(format!("check: and {more} more"));
    }
    // File names are what the file says.
    for line in &mut lines {
        *line = line.replace(char::is_control, " ");
    }
    lines
}

fn other(kernel: &str, o: &Other) -> String {
    let at = at(kernel, o.pc, &o.instruction, &o.source);
    format!("  other: {at}, {}", wave(o.workgroup, o.wave, o.lane))
}

/// Where an instruction is, and in the source.
fn at(kernel: &str, pc: i64, instruction: &str, source: &[SourceLine]) -> String {
    let place = format!("{} ({instruction})", offset(kernel, pc));
    match source.first() {
        Some(line) => format!("{place} {line}"),
        None => place,
    }
}

/// `KERNEL+0xOFFSET`.
pub fn offset(kernel: &str, pc: i64) -> String {
    let sign = if pc < 0 { '-' } else { '+' };
    format!("{kernel}{sign}{:#x}", pc.unsigned_abs())
}

fn wave([x, y, z]: [u32; 3], wave: u32, lane: Option<u8>) -> String {
    let lane = lane.map(|l| format!(" lane {l}")).unwrap_or_default();
    format!("work-group {x},{y},{z} wave {wave}{lane}")
}

/// Where the function of the first line was inlined.
fn inlined(source: &[SourceLine]) -> impl Iterator<Item = String> {
    source.iter().skip(1).map(|l| format!("    inlined at {l}"))
}

/// One object on one line; `more` were left out.
pub fn json(reports: &[Report], more: usize) -> String {
    let reports: Vec<String> = reports.iter().map(|r| json!(r).to_string()).collect();
    let more = match more {
        0 => String::new(),
        n => format!(", \"more\": {n}"),
    };
    format!("{{\"findings\": [{}]{more}}}\n", reports.join(", "))
}
