//! `--fidelity`: how far the results of a run can be trusted.

use std::collections::BTreeMap;

use serde_json::Value;

use super::stats::Format;
use super::target::{Plan, Target, prepare};
use super::{Failure, source};
use crate::isa::Fidelity;
use crate::report::fidelity;
use crate::runtime::fidelity::{Told, Trust};
use crate::runtime::profile::Options;

/// `--fidelity`, in the commands that have it.
#[derive(clap::Args, Debug, Clone, Copy)]
pub struct Wanted {
    /// Tell how far the results can be trusted: a table to standard error, or JSON to standard output, on its own line
    ///
    /// Of the instructions that were executed: which are exact by the manual, exact where it allows an error, by a model that
    /// AMD does not document, by clocks, or undefined; with counts, the first of each, and where it is written
    /// (docs/fidelity.md).
    #[arg(
        long,
        value_enum,
        value_name = "json",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    pub fidelity: Option<Format>,
}

/// Prints `trust`.
pub fn print(trust: &Trust, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => {
            super::warn(fidelity::text(trust).trim_end());
            Ok(())
        }
        Format::Json => super::print(&format!("{}\n", fidelity::json(trust))),
    }
}

/// Runs the plan's kernel once more, in memory of its own, and gives what it executed: beside a run that is checked, which
/// does not count.
pub fn count(plan: &Plan, t: &Target) -> Result<Trust, Failure> {
    let prepared = prepare(plan)?;
    let threads = t.threads();
    let profiled = prepared.with_launch(plan, t, threads, |launch| {
        let (device, program) = (&prepared.device, &prepared.program);
        device.profile(program, &launch, &Options::executions())
    });
    Ok(profiled?.profile.trust())
}

/// What other processes have written of their kernels, in `lines` of which each has a kernel as JSON: the sums of each
/// kernel.
pub fn sums(lines: &str) -> Vec<Trust> {
    let mut all: BTreeMap<(String, String), Trust> = BTreeMap::new();
    // A process may have been killed while it wrote.
    let values = lines.lines().filter_map(|l| serde_json::from_str(l).ok());
    for trust in values.filter_map(|v: Value| trust(&v)) {
        let key = (trust.kernel.clone(), trust.target.clone());
        match all.get_mut(&key) {
            Some(sum) => sum.add(&trust),
            None => {
                all.insert(key, trust);
            }
        }
    }
    all.into_values().collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn trust(value: &Value) -> Option<Trust> {
    let mut trust = Trust::empty(text(&value["kernel"])?, text(&value["target"])?);
    trust.executed = value["executed"].as_u64()?;
    let told = |value: &Value| {
        let one = |v: &Value| {
            let fidelity = Fidelity::named(v["decision"].as_str()?)?;
            let counts = [v["executed"].as_u64()?, v["instructions"].as_u64()?];
            let first = &v["first"];
            let (pc, instruction) = (first["pc"].as_i64()?, text(&first["instruction"])?);
            let told = Told::new(counts, pc, instruction, source::lines(&first["source"]));
            Some((fidelity, told))
        };
        let all = value.as_array().into_iter().flatten();
        all.filter_map(one).collect()
    };
    trust.decisions = told(&value["decisions"]);
    trust.caveats = told(&value["caveats"]);
    Some(trust)
}
