//! `gcn-jit diff`: the same run on both backends, compared.

use std::io::IsTerminal;

use super::run::{How, Plan, Prepared, Target, plan, prepare};
use super::trace::{Place, Register, Tracer};
use super::{Failure, run};
use crate::disasm::disasm;
use crate::error::{Fault, FaultKind};
use crate::isa::{EXEC_LO, M0, VCC_LO};
use crate::machine::wave::LANES;
use crate::runtime::{Backend, FinalWave, LaunchError, Stats};

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
    /// Accepted as for run; nothing is written
    #[arg(long = "out", value_name = "ARG=PATH", hide = true)]
    _outs: Vec<String>,
    /// Accepted as for run; nothing is printed
    #[arg(long = "print", value_name = "ARG", hide = true)]
    _prints: Vec<String>,
    /// Accepted as for run; nothing is compared with it
    #[arg(long = "expect", value_name = "ARG=FILE.npy", hide = true)]
    _expects: Vec<String>,
    /// Accepted as for run
    #[arg(long = "rtol", value_name = "R", hide = true)]
    _rtol: Option<f64>,
    /// Accepted as for run
    #[arg(long = "atol", value_name = "A", hide = true)]
    _atol: Option<f64>,
    /// Accepted as for run; both are run
    #[arg(long, value_enum, hide = true)]
    _backend: Option<run::BackendName>,
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

/// One backend's run.
struct Side {
    name: &'static str,
    prepared: Prepared,
    result: Result<Stats, Box<Fault>>,
}

/// A difference between two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Difference {
    /// Where it is and both values.
    text: String,
    /// What to watch to find the instruction that made it.
    place: Option<Place>,
}

/// Runs both backends and compares.
///
/// One host thread is used unless the user asks for more: with several, kernels whose result
/// depends on the order of atomics differ from run to run.
pub fn diff(a: &DiffArgs) -> Result<(), Failure> {
    let plan = plan(&a.target)?;
    let interp = side(&plan, &a.target, Backend::Interp, "interp")?;
    let jit = side(&plan, &a.target, Backend::Jit, "jit")?;
    if let Some(format) = a.stats {
        for s in [&interp, &jit] {
            if let Ok(stats) = &s.result {
                super::stats::print(stats, format)?;
            }
        }
    }
    match first_difference(&plan, &interp, &jit)? {
        Some(d) => {
            let writer = d.place.and_then(|p| last_writer(&plan, &a.target, p));
            let writer = writer.map_or(String::new(), |w| format!("; interp wrote it last at {w}"));
            Err(Failure::Fault(format!(
                "the backends differ: {}{writer}",
                d.text
            )))
        }
        None => {
            if a.target.quiet {
                return Ok(());
            }
            match &interp.result {
                Err(fault) => {
                    super::warn(&format!("note: both backends fault: {fault}"));
                    Ok(())
                }
                Ok(stats) => identical(&interp.prepared, stats),
            }
        }
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

fn side(plan: &Plan, t: &Target, backend: Backend, name: &'static str) -> Result<Side, Failure> {
    let prepared = prepare(plan)?;
    let how = How {
        backend,
        engine: None,
        threads: t.threads.unwrap_or(1) as usize,
        capture: true,
    };
    let result = match prepared.launch(plan, t, how) {
        Ok(stats) => Ok(stats),
        Err(LaunchError::Fault(fault)) => match fault.kind {
            // Where a limit strikes says nothing about the semantics.
            FaultKind::InstructionLimit(_) | FaultKind::Timeout => {
                return Err(Failure::Fault(format!("{name}: {fault}")));
            }
            _ => Err(fault),
        },
        Err(e) => return Err(e.into()),
    };
    Ok(Side {
        name,
        prepared,
        result,
    })
}

/// PC and text of the instruction that gives `place` its final value on the interpreter. The run is
/// repeated for it, at the same addresses.
fn last_writer(plan: &Plan, t: &Target, place: Place) -> Option<String> {
    let prepared = prepare(plan).ok()?;
    let tracer = Tracer::new(place);
    let how = How {
        backend: Backend::Interp,
        engine: Some(&tracer),
        threads: 1,
        capture: false,
    };
    // Should it fault this time, what was seen until then still helps.
    let _ = prepared.launch(plan, t, how);
    let pc = tracer.last_writer()?;
    let program = &prepared.program.program;
    let text = match program.at(pc) {
        Ok(d) => disasm(program.generation(), d, None),
        Err(e) => e.to_string(),
    };
    Some(format!("PC {pc:#x} [{text}]"))
}

/// The first difference: in how the runs ended, then in memory, then in registers.
fn first_difference(plan: &Plan, a: &Side, b: &Side) -> Result<Option<Difference>, Failure> {
    let ended = |text: String| Ok(Some(Difference { text, place: None }));
    let (x, y) = match (&a.result, &b.result) {
        (Ok(x), Ok(y)) => (&x.captured, &y.captured),
        // How far the other waves came depends on the order in which they ran.
        (Err(x), Err(y)) if same_fault(x, y) => return Ok(None),
        (Err(x), Err(y)) => return ended(format!("{}: {x}; {}: {y}", a.name, b.name)),
        (Err(x), Ok(_)) => return ended(format!("only {} faults: {x}", a.name)),
        (Ok(_), Err(y)) => return ended(format!("only {} faults: {y}", b.name)),
    };
    if let Some(d) = memory_difference(plan, a, b)? {
        return Ok(Some(d));
    }
    if x.len() != y.len() {
        return ended(format!(
            "{} ran {} waves, {} {}",
            a.name,
            x.len(),
            b.name,
            y.len()
        ));
    }
    let mut waves = x.iter().zip(y);
    Ok(waves.find_map(|(x, y)| wave_difference(a.name, b.name, x, y)))
}

fn same_fault(x: &Fault, y: &Fault) -> bool {
    x.kind == y.kind && (x.pc, x.lane, x.workgroup, x.wave) == (y.pc, y.lane, y.workgroup, y.wave)
}

/// The first dword that differs, in the buffers or in the program's own data.
fn memory_difference(plan: &Plan, a: &Side, b: &Side) -> Result<Option<Difference>, Failure> {
    let mut ranges = Vec::new();
    for (arg, place) in plan.args.iter().zip(&a.prepared.buffers) {
        if let Some((base, size)) = *place {
            ranges.push((format!("buffer '{}'", arg.label), base, size));
        }
    }
    for s in plan.object.segments.iter().filter(|s| s.writable) {
        let base = a.prepared.program.base.wrapping_add(s.vaddr);
        ranges.push(("the program's data".to_owned(), base, s.size));
    }
    for (name, base, size) in ranges {
        let read = |side: &Side| {
            let mut bytes = vec![0; size as usize];
            match side.prepared.device.memory().read(base, &mut bytes) {
                Ok(()) => Ok(bytes),
                Err(_) if size == 0 => Ok(bytes),
                Err(e) => Err(Failure::Usage(format!("cannot read {name}: {e:?}"))),
            }
        };
        let (x, y) = (read(a)?, read(b)?);
        let Some(at) = x.iter().zip(&y).position(|(p, q)| p != q) else {
            continue;
        };
        let at = at & !3;
        let dword = |m: &[u8]| {
            let digits = m[at..m.len().min(at + 4)].iter().rev();
            digits.map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        let address = base + at as u64;
        return Ok(Some(Difference {
            text: format!(
                "{name}, offset {at:#x}, address {address:#x}: {} 0x{}, {} 0x{}",
                a.name,
                dword(&x),
                b.name,
                dword(&y)
            ),
            place: Some(Place::Memory(address)),
        }));
    }
    Ok(None)
}

/// The first register that differs between two waves.
fn wave_difference(a: &str, b: &str, x: &FinalWave, y: &FinalWave) -> Option<Difference> {
    let [gx, gy, gz] = x.workgroup;
    let wave = format!("work-group ({gx},{gy},{gz}), wave {}", x.wave);
    if (x.workgroup, x.wave) != (y.workgroup, y.wave) {
        return Some(Difference {
            text: format!("{wave}: {b} has another wave there"),
            place: None,
        });
    }
    if x.pc != y.pc {
        return Some(Difference {
            text: format!("{wave}: ends at PC: {a} {:#x}, {b} {:#x}", x.pc, y.pc),
            place: None,
        });
    }
    let (register, name, p, q) = register_difference(x, y)?;
    Some(Difference {
        text: format!("{wave}, {name}: {a} {p:#010x}, {b} {q:#010x}"),
        place: Some(Place::Register {
            workgroup: x.workgroup,
            wave: x.wave,
            register,
        }),
    })
}

fn register_difference(x: &FinalWave, y: &FinalWave) -> Option<(Register, String, u32, u32)> {
    let scalars = x.sgpr.iter().zip(&y.sgpr).enumerate();
    for (i, (p, q)) in scalars {
        if p != q {
            return Some((Register::Scalar(i as u8), scalar_name(i), *p, *q));
        }
    }
    if x.scc != y.scc {
        return Some((Register::Scc, "SCC".to_owned(), x.scc, y.scc));
    }
    if x.mode != y.mode {
        return Some((Register::Mode, "MODE".to_owned(), x.mode, y.mode));
    }
    for (i, (p, q)) in x.vgprs.iter().zip(&y.vgprs).enumerate() {
        if let Some(lane) = (0..LANES).find(|l| p.0[*l] != q.0[*l]) {
            let register = Register::Vector(i as u8, lane as u8);
            return Some((register, format!("v{i}, lane {lane}"), p.0[lane], q.0[lane]));
        }
    }
    None
}

/// Name of the scalar register with operand code `i`.
fn scalar_name(i: usize) -> String {
    let half = |name: &str| format!("{name}_{}", if i.is_multiple_of(2) { "lo" } else { "hi" });
    match i {
        _ if i / 2 == usize::from(VCC_LO) / 2 => half("vcc"),
        _ if i / 2 == usize::from(EXEC_LO) / 2 => half("exec"),
        _ if i == usize::from(M0) => "m0".to_owned(),
        112..=123 => format!("ttmp{}", i - 112),
        _ => format!("s{i}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        target: Target,
    }

    /// A raw gfx803 program to run with `args`.
    fn options(name: &str, words: &[u32], args: &[&str]) -> (tempfile::TempDir, Target) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        std::fs::write(&path, bytes).unwrap();
        let path = path.display().to_string();
        let fixed = ["", &path, "--isa=gfx803", "--global=2", "--local=1"];
        let all = fixed.iter().chain(args);
        let target = Options::try_parse_from(all).unwrap().target;
        (folder, target)
    }

    /// `s_load_dwordx2 s[4:5], s[0:1], 0x0; s_load_dword s6, s[0:1], 0x8; s_waitcnt lgkmcnt(0);
    /// s_store_dword s6, s[4:5], 0x4; s_endpgm` (encodings by llvm-mc).
    const STORE: [u32; 8] = [
        0xc006_0100,
        0x0000_0000,
        0xc002_0180,
        0x0000_0008,
        0xbf8c_007f,
        0xc042_0182,
        0x0000_0004,
        0xbf81_0000,
    ];

    #[test]
    fn memory_and_its_writer() {
        let (_f, t) = options("a", &STORE, &["--arg=zeros:u32[4]", "--arg=u32:1"]);
        let plan_a = plan(&t).unwrap();
        let (_f, u) = options("b", &STORE, &["--arg=zeros:u32[4]", "--arg=u32:0x102"]);
        let plan_b = plan(&u).unwrap();
        let a = side(&plan_a, &t, Backend::Interp, "x").unwrap();
        let b = side(&plan_b, &u, Backend::Interp, "y").unwrap();
        assert_eq!(first_difference(&plan_a, &a, &a).unwrap(), None);
        let d = first_difference(&plan_a, &a, &b).unwrap().unwrap();
        let (base, _) = a.prepared.buffers[0].unwrap();
        let at = base + 4;
        assert_eq!(
            d.text,
            format!("buffer '0', offset 0x4, address {at:#x}: x 0x00000001, y 0x00000102")
        );
        assert_eq!(d.place, Some(Place::Memory(at)));
        let writer = last_writer(&plan_a, &t, Place::Memory(at)).unwrap();
        let pc = a.prepared.program.base + 4 * 5;
        assert!(writer.starts_with(&format!("PC {pc:#x} [")), "{writer}");
        assert_eq!(last_writer(&plan_a, &t, Place::Memory(base)), None);
        // The load of s6, in the second work-group.
        let place = Place::Register {
            workgroup: [1, 0, 0],
            wave: 0,
            register: Register::Scalar(6),
        };
        let writer = last_writer(&plan_a, &t, place).unwrap();
        let pc = a.prepared.program.base + 4 * 2;
        assert!(writer.starts_with(&format!("PC {pc:#x} [")), "{writer}");
    }

    #[test]
    fn registers() {
        let (_f, t) = options("a", &[0xbf81_0000], &[]);
        let plan = plan(&t).unwrap();
        let s = side(&plan, &t, Backend::Interp, "x").unwrap();
        let waves = s.result.unwrap().captured;
        assert_eq!(waves.len(), 2);
        let [x, _] = &waves[..] else { unreachable!() };
        let changed = |change: &dyn Fn(&mut FinalWave)| {
            let mut y = x.clone();
            change(&mut y);
            wave_difference("x", "y", x, &y).unwrap().text
        };
        assert_eq!(wave_difference("x", "y", x, x), None);
        let place = "work-group (0,0,0), wave 0, ";
        let text = changed(&|w| w.vgprs[3].0[17] = 5);
        assert_eq!(
            text,
            format!("{place}v3, lane 17: x 0x00000000, y 0x00000005")
        );
        let text = changed(&|w| w.sgpr[107] = 1);
        assert_eq!(text, format!("{place}vcc_hi: x 0x00000000, y 0x00000001"));
        let text = changed(&|w| w.sgpr[124] = 1);
        assert!(text.contains("m0"), "{text}");
        let text = changed(&|w| w.scc ^= 1);
        assert!(text.contains("SCC"), "{text}");
        let text = changed(&|w| w.pc += 4);
        assert!(text.contains("ends at PC"), "{text}");
    }

    #[test]
    fn faults() {
        // s_trap 2; and a program that ends.
        let (_f, t) = options("a", &[0xbf92_0002], &[]);
        let trap = plan(&t).unwrap();
        let (_f, u) = options("b", &[0xbf81_0000], &[]);
        let end = plan(&u).unwrap();
        let a = side(&trap, &t, Backend::Interp, "x").unwrap();
        let b = side(&end, &u, Backend::Interp, "y").unwrap();
        assert_eq!(first_difference(&trap, &a, &a).unwrap(), None);
        let d = first_difference(&trap, &a, &b).unwrap().unwrap();
        assert!(d.text.starts_with("only x faults: trap 2"), "{}", d.text);
        let d = first_difference(&trap, &b, &a).unwrap().unwrap();
        assert!(d.text.starts_with("only x faults: trap 2"), "{}", d.text);
    }
}
