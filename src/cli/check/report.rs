//! `--report text` and `--report json`.

use serde_json::json;

use crate::runtime::check::Report;

/// The lines of each finding; `more` were left out.
pub fn text(reports: &[Report], more: usize) -> Vec<String> {
    let mut lines: Vec<String> = reports.iter().map(Report::to_string).collect();
    if more != 0 {
        lines.push(format!("check: and {more} more"));
    }
    lines
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
