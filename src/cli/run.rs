//! `gcn-jit run`.

use std::path::PathBuf;

use super::args::{self, Value};
use super::check::CheckOptions;
use super::expect::{Expectation, Tolerance};
use super::output::Output;
use super::spec::Scalar;
use super::target::{BackendName, Plan, Target, buffer_called, ended, plan, prepare};
use super::{Failure, fidelity, print, stats};
use crate::runtime::profile::Options;

/// What follows the long help of `run`.
const RUN_NOTES: &str = "\
Exit codes: 0 success; 1 the kernel faulted or ran into a limit, a buffer is not as expected, or --check
found something; 2 bad usage, file or argument. When the run fails, no file is written and nothing is printed but one line,
error: ..., and with --stats=json one object that tells the same. What --fidelity tells stands there, too, when a buffer is not
as expected or --check has found something.

What the kernel itself prints (printf of HIP and OpenCL) goes to standard error.

Example:
  gcn-jit run saxpy.hsaco --global 1024 --local 64 --arg f32:2.5 --arg @x.npy --arg y=@y.npy \\
    --arg n=1024 --out y=result.npy --print y";

/// Options of `gcn-jit run`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = RUN_NOTES)]
pub struct RunArgs {
    #[command(flatten)]
    target: Target,
    /// Write an argument's buffer to a file after the run
    ///
    /// ARG is a name or an index. A PATH that ends in .npy gets a NumPy array with the type and
    /// shape of the argument's SPEC, any other the raw bytes.
    #[arg(long = "out", value_name = "ARG=PATH", verbatim_doc_comment)]
    outs: Vec<String>,
    /// Print an argument's buffer to standard output after the run
    ///
    /// ARG is a name or an index. The elements have the type of the argument's SPEC; the bytes of a
    /// plain @FILE are u8. One line, NAME: V V V; of an array with several dimensions one line per
    /// row, NAME[I,J]: V V V.
    #[arg(long = "print", value_name = "ARG", verbatim_doc_comment)]
    prints: Vec<String>,
    /// Compare an argument's buffer with a NumPy array after the run
    ///
    /// ARG is a name or an index. As in numpy.allclose, the shapes are broadcast, the types may differ, and
    /// an element will do when |value - expected| <= atol + rtol * |expected|; unlike there, NaN equals
    /// NaN in the same place, and without --rtol and --atol the values must be equal (-0 equals 0). The
    /// bytes of a plain @FILE have the type and shape of the array. Where elements differ, the exit code
    /// is 1, and the message names the first.
    #[arg(long = "expect", value_name = "ARG=FILE.npy", verbatim_doc_comment)]
    expects: Vec<String>,
    /// Tolerance of --expect relative to the expected value [default: 0]
    #[arg(long, value_name = "R", value_parser = tolerance, requires = "expects")]
    rtol: Option<f64>,
    /// Absolute tolerance of --expect [default: 0]
    #[arg(long, value_name = "A", value_parser = tolerance, requires = "expects")]
    atol: Option<f64>,
    /// What executes the kernel
    #[arg(long, value_enum, default_value_t = BackendName::Jit)]
    backend: BackendName,
    /// Print statistics: a table to standard error, or JSON to standard output
    ///
    /// The JSON of a kernel that faults has the statistics until then and the object "fault": kind,
    /// message, kernel, pc (offset: from the kernel's first instruction), instruction, workgroup, wave,
    /// lane, address, size and place (null where there is none), and, when a limit was reached, waves:
    /// where how many are.
    #[arg(
        long,
        value_enum,
        value_name = "json",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    stats: Option<stats::Format>,
    #[command(flatten)]
    wanted: fidelity::Wanted,
    #[command(flatten)]
    checks: CheckOptions,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|t: &f64| *t >= 0.0);
    number.ok_or_else(|| "want a number that is not negative".to_owned())
}

/// Opens the files of `--out`: the argument and the file for each.
fn open_outputs(plan: &Plan, outs: &[String]) -> Result<Vec<(usize, Output)>, Failure> {
    let mut seen = Vec::new();
    let mut targets = Vec::new();
    for out in outs {
        let Some((name, path)) = out.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err(Failure::Usage(format!("--out {out}: want ARG=PATH")));
        };
        let i = buffer_called(plan, name, &format!("--out {out}"))?;
        if seen.contains(&path) {
            return Err(Failure::Usage(format!(
                "--out {out}: the file is named twice"
            )));
        }
        seen.push(path);
        targets.push((i, PathBuf::from(path)));
    }
    // Only when all of the options make sense is anything created.
    targets
        .into_iter()
        .map(|(i, path)| Ok((i, Output::open(&path)?)))
        .collect()
}

/// The arrays of `--expect`, each with its argument.
fn read_expectations(
    plan: &Plan,
    options: &[String],
) -> Result<Vec<(usize, Expectation)>, Failure> {
    let read = |option: &String| {
        let Some((name, path)) = option.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            let what = format!("--expect {option}: want ARG=FILE.npy");
            return Err(Failure::Usage(what));
        };
        let i = buffer_called(plan, name, &format!("--expect {option}"))?;
        Ok((i, Expectation::read(&plan.args[i], PathBuf::from(path))?))
    };
    options.iter().map(read).collect()
}

/// The arguments of `--print`, each with the type of its elements.
fn choose_prints(plan: &Plan, names: &[String]) -> Result<Vec<(usize, Scalar)>, Failure> {
    names
        .iter()
        .map(|name| {
            let i = buffer_called(plan, name, &format!("--print {name}"))?;
            Ok((i, print::element_type(&plan.args[i])?))
        })
        .collect()
}

/// Runs a kernel.
pub fn run(a: &RunArgs) -> Result<(), Failure> {
    let checks = a.checks.wanted()?;
    let plan = plan(&a.target)?;
    let prints = choose_prints(&plan, &a.prints)?;
    let expectations = read_expectations(&plan, &a.expects)?;
    let mut outputs = open_outputs(&plan, &a.outs)?;
    let prepared = prepare(&plan)?;
    let entry = prepared.entry(&plan);
    let mut trust = None;
    let tell = |trust: &Option<_>| match (trust, a.wanted.fidelity) {
        (Some(trust), Some(format)) => fidelity::print(trust, format),
        _ => Ok(()),
    };
    let stats = match &checks {
        Some(checks) => {
            let outputs = checks.outputs(&plan, &a.outs, &a.prints)?;
            let checked = checks.run(&plan, &prepared, &a.target, &outputs)?;
            if a.wanted.fidelity.is_some() {
                tell(&Some(fidelity::count(&plan, &a.target)?))?;
            }
            checks.conclude(&a.target, entry, checked, a.stats)?
        }
        None => {
            let threads = a.target.threads();
            let outcome = prepared.with_launch(&plan, &a.target, threads, |launch| {
                let launch = launch.backend(a.backend.into());
                let (device, program) = (&prepared.device, &prepared.program);
                if a.wanted.fidelity.is_none() {
                    return device.attempt(program, &launch, None);
                }
                let profiled = device.profile(program, &launch, &Options::executions())?;
                trust = Some(profiled.profile.trust());
                Ok(profiled.outcome)
            });
            ended(outcome?, entry, a.stats)?
        }
    };
    let json = a.stats == Some(stats::Format::Json);
    let tolerance = (a.rtol.is_some() || a.atol.is_some()).then(|| Tolerance {
        relative: a.rtol.unwrap_or(0.0),
        absolute: a.atol.unwrap_or(0.0),
    });
    for (i, expectation) in &expectations {
        let label = &plan.args[*i].label;
        let data = prepared.buffer(&plan, *i)?;
        if let Some(mismatch) = expectation.compare(&data, tolerance) {
            tell(&trust)?;
            if json {
                let reason = expectation.json(label, &mismatch);
                stats::print_failed(&stats, "mismatch", reason)?;
            }
            return Err(Failure::Fault(expectation.message(label, &mismatch)));
        }
    }
    for (i, output) in &mut outputs {
        if let Value::Buffer { header, .. } = &plan.args[*i].value
            && args::is_npy(output.path())
        {
            output.write(&header.bytes)?;
        }
        prepared.pieces(&plan, *i, |piece| output.write(piece))?;
        output.flush()?;
    }
    // Everything is written; now nothing but the renaming can fail.
    for (_, output) in outputs {
        output.commit()?;
    }
    for (i, scalar) in prints {
        let arg = &plan.args[i];
        if let Value::Buffer { header, .. } = &arg.value {
            print::print(&arg.label, header, scalar, &prepared.buffer(&plan, i)?)?;
        }
    }
    tell(&trust)?;
    match a.stats {
        Some(format) => stats::print(&stats, format),
        None => Ok(()),
    }
}
