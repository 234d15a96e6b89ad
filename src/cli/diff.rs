//! `gcn-jit diff`: the same run on both backends, compared.

use std::io::IsTerminal;

use serde_json::{Value, json};

use super::Failure;
use super::target::{Ignored, Prepared, Target, plan, prepare};
use crate::runtime::Stats;
use crate::runtime::compare::{CompareError, Difference, Place};

/// What follows the long help of `diff`.
const DIFF_NOTES: &str = "\
Takes all options of run; --out, --print, --expect and --backend change nothing. When both are the
same, that is said only where standard error or standard output is a terminal.

Exit codes: 0 both give the same; 1 they differ, or the kernel ran into a limit; 2 bad usage, file
or argument. A kernel that faults in the same way on both is not a difference.";

/// Options of `gcn-jit diff`: those of `run`, of which some change nothing here.
#[derive(clap::Args, Debug)]
#[command(after_long_help = DIFF_NOTES)]
pub struct DiffArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    _ignored: Ignored,
    /// Print the statistics of both runs: a table to standard error, or JSON to standard output
    ///
    /// The JSON is a line for each run, and one with the object "difference" when they differ: text, values
    /// (the interpreter's and compiled code's), address or register, workgroup and wave, and writer, the instruction that
    /// wrote it last on the interpreter: pc (offset: from the kernel's first instruction), instruction and
    /// source, its lines with the innermost function first. What there is none of is null.
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
        Some(d) => {
            if a.stats == Some(super::stats::Format::Json) {
                let object = json!({ "difference": json(&d, prepared.entry(&plan)) });
                super::print(&format!("{object}\n"))?;
            }
            Err(Failure::Fault(format!("the backends differ: {d}")))
        }
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

/// A difference as an object. `entry` is the address of the kernel's first instruction.
fn json(d: &Difference, entry: u64) -> Value {
    let mut object = json!({
        "text": d.text,
        "values": d.values,
        "address": null,
        "register": null,
        "workgroup": null,
        "wave": null,
        "writer": d.writer.as_ref().map(|w| json!({
            "pc": w.pc,
            "offset": w.pc.wrapping_sub(entry) as i64,
            "instruction": w.text,
            "source": (!w.source.is_empty()).then_some(&w.source),
        })),
    });
    match d.place {
        Some(Place::Memory(address)) => object["address"] = address.into(),
        Some(Place::Register {
            workgroup,
            wave,
            register,
        }) => {
            object["register"] = register.to_string().into();
            object["workgroup"] = json!(workgroup);
            object["wave"] = wave.into();
        }
        None => {}
    }
    object
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::CodeObject;
    use crate::runtime::Device;
    use crate::runtime::compare::{Register, Writer};

    /// All that is known stands in the object, and null for what is not. The lines are those of the store in a kernel of
    /// `jit-tests/kernels/checks`, which is 0x20 behind its beginning.
    #[test]
    fn differences_as_objects() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/jit-tests/kernels/checks/whole.hsaco"
        );
        let object = std::fs::read(file).expect("the kernel");
        let object = CodeObject::parse(&object, None).expect("an object");
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("room");
        let entry = program.base + program.kernels[0].entry;
        let mut d = Difference {
            text: "text".to_owned(),
            place: Some(Place::Memory(0x1000)),
            values: Some([1, 2]),
            writer: Some(Writer {
                pc: entry + 0x20,
                text: "store".to_owned(),
                source: program.source(entry + 0x20),
            }),
        };
        let line = |line: u32, function: &str| json!({"file": "/src/missing.cl", "line": line, "function": function});
        assert_eq!(
            json(&d, entry),
            json!({
                "text": "text", "values": [1, 2], "address": 0x1000, "register": null,
                "workgroup": null, "wave": null,
                "writer": {
                    "pc": entry + 0x20, "offset": 0x20, "instruction": "store",
                    "source": [line(10, "put"), line(16, "scale")],
                },
            })
        );
        d.writer = None;
        d.place = Some(Place::Register {
            workgroup: [1, 2, 3],
            wave: 4,
            register: Register::Vector(5, 6),
        });
        let object = json(&d, entry);
        assert_eq!(
            (&object["register"], &object["workgroup"], &object["wave"]),
            (&json!("v5, lane 6"), &json!([1, 2, 3]), &json!(4))
        );
        assert!(object["address"].is_null() && object["writer"].is_null());
    }
}
