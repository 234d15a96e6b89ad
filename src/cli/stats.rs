//! `--stats`: what a run did, as a table or as JSON.

use serde_json::{Value, json};

use super::Failure;
use crate::runtime::Stats;

/// How to print statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table on standard error.
    Table,
    /// One JSON object on standard output.
    Json,
}

/// `--stats`, in the commands that print other things too.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct Wanted {
    /// Print statistics: a table to standard error, or JSON to standard output, on its own line
    #[arg(
        long,
        value_enum,
        value_name = "json",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    pub stats: Option<Format>,
}

/// Prints `stats`.
pub fn print(stats: &Stats, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => {
            super::warn(table(stats).trim_end());
            Ok(())
        }
        Format::Json => print_json(&json!(stats)),
    }
}

/// Prints, as JSON, the statistics of a run that failed, together with why, `reason`, under the name `key`.
pub fn print_failed(stats: &Stats, key: &str, reason: Value) -> Result<(), Failure> {
    let mut stats = json!(stats);
    stats[key] = reason;
    print_json(&stats)
}

fn print_json(value: &Value) -> Result<(), Failure> {
    super::print(&format!("{value}\n"))
}

fn table(s: &Stats) -> String {
    let rate = |n: u64| {
        if s.kernel_seconds > 0.0 {
            format!("{n} ({:.3e} per second)", n as f64 / s.kernel_seconds)
        } else {
            n.to_string()
        }
    };
    let rows = [
        ("target", s.isa.clone()),
        ("backend", s.backend.clone()),
        ("host threads", s.threads.to_string()),
        ("kernel time", format!("{:.6} s", s.kernel_seconds)),
        ("compile time", format!("{:.6} s", s.compile_seconds)),
        ("work-groups", s.workgroups.to_string()),
        ("waves", s.waves.to_string()),
        ("wave instructions", rate(s.instructions)),
        ("active lanes", rate(s.lanes)),
        ("blocks compiled", s.blocks_compiled.to_string()),
        ("instructions compiled", s.instructions_compiled.to_string()),
        ("code bytes", s.code_bytes.to_string()),
        ("cache hits", s.cache_hits.to_string()),
    ];
    rows.iter()
        .map(|(name, value)| format!("{name:<18} {value}\n"))
        .collect()
}
