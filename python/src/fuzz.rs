//! Fuzzing campaigns, for `gcn_jit.distributed`.

use std::time::Duration;

use gcn_jit::fuzz::campaign::{self, Campaign, Progress};
use gcn_jit::fuzz::report::{self, Origin, Report};
use gcn_jit::fuzz::{Session, TARGETS};
use gcn_jit::isa::Gen;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;

/// A failure: the name of a file for it, what to tell people, and the file's contents.
type Failure = (String, String, Vec<u8>);

/// Fuzzes on one thread: how many inputs were executed, and the failures.
#[pyfunction]
#[pyo3(signature = (seed, target=None, isa=None, seconds=None, cases=None))]
pub fn _fuzz(
    py: Python<'_>,
    seed: u64,
    target: Option<&str>,
    isa: Option<&str>,
    seconds: Option<f64>,
    cases: Option<u64>,
) -> PyResult<(u64, Vec<Failure>)> {
    let targets: Vec<_> = TARGETS
        .iter()
        .filter(|k| target.is_none_or(|t| t == k.name))
        .collect();
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|k| k.name).collect();
        return Err(PyValueError::new_err(format!(
            "target must be one of {}",
            names.join(", ")
        )));
    }
    let generations = match isa {
        None => Gen::ALL.to_vec(),
        Some(isa) => vec![gcn_jit::loader::generation(isa).map_err(|e| errors::load(py, e))?],
    };
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let campaign = Campaign {
        targets,
        generations,
        seed,
        jobs: 1,
        time: time.map_err(|e| PyValueError::new_err(e.to_string()))?,
        cases,
        each: None,
    };
    let done = py.detach(|| -> Result<_, gcn_jit::error::CompileError> {
        let outcome = campaign::run(&campaign, &Progress::default())?;
        let mut failures = Vec::new();
        if !outcome.failures.is_empty() {
            let mut session = Session::new()?;
            for f in outcome.failures {
                let (target, round) = (f.target, f.round);
                let origin = Origin {
                    target,
                    seed,
                    round,
                };
                let Report {
                    text,
                    bytes,
                    extension,
                } = report::report(&mut session, f.found, &origin);
                let name = format!("{target}-{seed}-{round}.{extension}");
                failures.push((name, text, bytes));
            }
        }
        Ok((outcome.counts.cases, failures))
    });
    done.map_err(|e| errors::error(py, e))
}
