//! The part of the target `kernel` that launches: several work-groups, through the scheduler, on one
//! thread and on two, with both backends.
//!
//! Waves get the storage of those before them, with whatever these have left in it, and the programs read
//! registers that they have not written. What a launch leaves in memory, the number of its instructions
//! and, where they are kept, the registers of its waves do not depend on the order of work-groups.

use super::program::groups::{GROUP_LDS, LANE_BYTES, PART, SHARED_BUFFER, Shape};
use super::program::state::mode;
use super::program::{Maker, VGPRS, WAVES};
use super::{Case, Code, Found, Round, Source, gcn};
use crate::error::FaultKind;
use crate::exec::{ArgValue, Device, Engine, FinalWave, Interpreter, Launch, LaunchError};
use crate::fuzz::values::dword;
use crate::isa::Gen;
use crate::loader::CodeObject;

/// Data that each program runs on.
const STATES: u64 = 2;
/// Instructions of a wave.
const LIMIT: u64 = 60_000;

/// How a launch ended.
#[derive(Debug, PartialEq)]
enum End {
    /// Well, with so many instructions and active lanes, and with these registers.
    Ended(u64, u64, Vec<FinalWave>),
    /// With a fault: kind, PC, lane, work-group and wave.
    Faulted(FaultKind, u64, Option<u8>, [u32; 3], u32),
    Unfinished,
}

/// What a launch left behind: buffers, and how it ended.
struct Left {
    end: End,
    buffers: [Vec<u8>; 2],
}

/// A kernel on a device.
struct Setting<'a> {
    device: &'a Device,
    program: crate::exec::LoadedProgram,
    bases: [u64; 2],
    launch: Launch<'static>,
}

impl Setting<'_> {
    fn run(
        &self,
        engine: &dyn Engine,
        threads: usize,
        slack: u64,
        data: &[Vec<u8>; 2],
    ) -> Result<Left, String> {
        let memory = self.device.memory();
        for (base, bytes) in self.bases.iter().zip(data) {
            let done = memory.write(*base, bytes);
            done.map_err(|e| format!("{e:?}"))?;
        }
        let mut launch = self.launch.clone();
        launch.threads = threads;
        launch.max_instructions = launch.max_instructions.map(|n| n * slack);
        let end = match self.device.launch_on(&self.program, &launch, engine) {
            Ok(stats) => End::Ended(stats.instructions, stats.lanes, stats.captured),
            Err(LaunchError::Fault(f)) => match f.kind {
                FaultKind::InstructionLimit(_) => End::Unfinished,
                _ => End::Faulted(f.kind.clone(), f.pc, f.lane, f.workgroup, f.wave),
            },
            Err(e) => return Err(e.to_string()),
        };
        let mut buffers = data.clone();
        for (base, bytes) in self.bases.iter().zip(&mut buffers) {
            let done = memory.read(*base, bytes);
            done.map_err(|e| format!("{e:?}"))?;
        }
        Ok(Left { end, buffers })
    }
}

/// In what a launch differs from the first one, if at all. `one`: at most one wave faults, and it is the first
/// to.
fn difference(first: &Left, other: &Left, one: bool) -> Option<String> {
    match (&first.end, &other.end) {
        (End::Ended(n, lanes, waves), End::Ended(m, active, others)) => {
            if n != m || lanes != active {
                return Some(format!(
                    "{n} instructions with {lanes} lanes, {m} with {active}"
                ));
            }
            for (x, y) in waves.iter().zip(others) {
                if x != y {
                    let (group, wave) = (x.workgroup, x.wave);
                    let v = x.vgprs.iter().zip(&y.vgprs).position(|(x, y)| x != y);
                    let s = x.sgpr.iter().zip(&y.sgpr).position(|(x, y)| x != y);
                    return Some(format!(
                        "work-group {group:?} wave {wave}: first in vector register {v:?}, scalar {s:?}"
                    ));
                }
            }
            let buffers = first
                .buffers
                .iter()
                .zip(&other.buffers)
                .zip(["", "shared "]);
            for ((x, y), name) in buffers {
                if let Some(at) = x.iter().zip(y).position(|(x, y)| x != y) {
                    let (wave, offset) = (at / PART as usize, at % PART as usize);
                    return Some(format!(
                        "{name}buffer byte {at} (wave {wave}, byte {offset} of its part): {:#x}, {:#x}",
                        x[at], y[at]
                    ));
                }
            }
            None
        }
        // Who is first depends on threads and time slices.
        (End::Faulted(..), End::Faulted(..)) if !one => None,
        (x, y) if x == y => None,
        (x, y) => Some(format!("{x:?}, {y:?}")),
    }
}

/// Work-group size and grid: work-groups with lanes or waves fewer than full ones are among them.
fn shape(r: &mut Source<'_>) -> (Shape, [u32; 3], u32) {
    let waves = 1 + r.below(WAVES.into()) as u32;
    let groups = [1 + r.below(6) as u32, r.pick(&[1, 1, 2])];
    let lanes = 64 * waves;
    let (local, dimensions) = match r.below(4) {
        0 => ([lanes / 4, 4, 1], 2),
        1 => ([lanes - r.below(64) as u32, 1, 1], 1),
        _ => ([lanes, 1, 1], 1),
    };
    let mut grid = [groups[0] * local[0], groups[1] * local[1], 1];
    if dimensions == 1 && r.one_in(3) {
        grid[0] -= r.below(local[0].into()) as u32;
    }
    let all = u64::from(groups[0] * groups[1] * waves);
    let faults = r.one_in(8).then(|| r.below(all) as u32);
    let shape = Shape {
        local,
        groups_x: groups[0],
        waves,
        faults,
    };
    (shape, grid, dimensions)
}

/// Random bytes.
fn data(r: &mut Source<'_>, len: u32) -> Vec<u8> {
    let edges: [u32; 64] = std::array::from_fn(|i| {
        let kind = r.below(8);
        dword(r, kind, i & 1 != 0)
    });
    let mut bits = 0;
    let dwords = (0..len / 4).map(|i| {
        bits = if i % 10 == 0 { r.bits() } else { bits >> 6 };
        edges[(bits & 63) as usize]
    });
    dwords.flat_map(u32::to_le_bytes).collect()
}

/// A round: a program, and launches of it.
pub(super) fn round(round: &mut Round<'_, '_>, generation: Gen) -> Result<(), Box<Found>> {
    let r = &mut *round.source;
    let (shape, grid, dimensions) = shape(r);
    let mode = mode(r) & 0x3ff;
    let ids = if dimensions == 1 {
        r.below(3)
    } else {
        1 + r.below(2)
    } as u8;
    let capture = r.one_in(3);
    let mut case = Case::new(generation, VGPRS);
    let mut m = Maker::new(r, generation, true);
    m.kernel(&shape);
    case.items = std::mem::take(&mut m.items);
    let failed = |what: String| {
        let about = format!("{shape:?}, grid {grid:?}, mode {mode:#x}, {ids} ids more");
        let text = format!("{what}\n{about}\n{}", gcn::text(&case, "the program"));
        Box::new(Found::Input {
            what: text.clone(),
            bytes: text.into_bytes(),
            extension: "txt",
        })
    };

    let bytes: Vec<u8> = case.words().iter().flat_map(|w| w.to_le_bytes()).collect();
    let device = Device::new().map_err(|e| failed(e.to_string()))?;
    let object = CodeObject::parse(&bytes, Some(generation.target()));
    let object = object.map_err(|e| failed(e.to_string()))?;
    let mut program = device.load(&object).map_err(|e| failed(e.to_string()))?;
    let kernel = &mut program.kernels[0];
    kernel.vgprs = VGPRS;
    kernel.mode = mode;
    kernel.lds_size = GROUP_LDS;
    kernel.private_size = LANE_BYTES;
    kernel.setup.workitem_id = ids;
    let groups: u32 = (0..3).map(|d| grid[d].div_ceil(shape.local[d])).product();
    let lens = [groups * shape.waves * PART, SHARED_BUFFER];
    let mut bases = [0; 2];
    for (base, len) in bases.iter_mut().zip(lens) {
        let at = device.alloc_buffer("buffer", len.into());
        *base = at.map_err(|e| failed(e.to_string()))?;
    }
    let mut launch = Launch::new(0, 1, 1);
    (launch.grid, launch.local, launch.dimensions) = (grid, shape.local, dimensions);
    launch.args = bases.map(ArgValue::Buffer).to_vec();
    launch.capture = capture;
    launch.max_instructions = Some(u64::from(groups * shape.waves) * LIMIT);
    let setting = Setting {
        device: &device,
        program,
        bases,
        launch,
    };
    for _ in 0..STATES {
        let data = lens.map(|len| data(round.source, len));
        let jit = round.session.jit();
        let [before, errors] = jit.refusals();
        let run = |engine: &dyn Engine, threads, slack| {
            let left = setting.run(engine, threads, slack, &data);
            left.map_err(&failed)
        };
        let first = run(&Interpreter, 1, 1)?;
        if first.end == End::Unfinished {
            round.counts.note("launches without an end", 1);
            continue;
        }
        let engines: [(&str, &dyn Engine, usize); 4] = [
            ("compiled, 1 thread", jit, 1),
            ("compiled, 2 threads", jit, 2),
            ("compiled, 1 thread again", jit, 1),
            ("interpreted, 2 threads", &Interpreter, 2),
        ];
        for (name, engine, threads) in engines {
            let other = run(engine, threads, 2)?;
            let one = threads == 1 && shape.faults.is_some();
            if let Some(what) = difference(&first, &other, one) {
                return Err(failed(format!("interpreted, and {name}: {what}")));
            }
            round.counts.cases += 1;
        }
        let [after, failures] = jit.refusals();
        match (failures == errors, after == before) {
            (false, _) => return Err(failed("the compiler has failed".to_owned())),
            (true, false) => round.counts.rejected(Code::BOUNDED),
            (true, true) => {}
        }
        let end = match (first.end, shape.faults) {
            (End::Ended(..), _) => "launches to the end",
            (_, Some(_)) => "launches to a fault",
            (_, None) => "launches to a fault that was not meant",
        };
        round.counts.note(end, 1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::{Counts, Session};

    /// Most launches end, the others fault as they are meant to.
    #[test]
    fn launches_agree() {
        let mut session = Session::new().expect("a compiler for this host");
        let mut counts = Counts::default();
        let rounds =
            std::env::var("GCN_JIT_DIFF_CASES").map_or(1, |n| n.parse().expect("a number"));
        for seed in 0..40 * rounds {
            session.forget();
            let done = round(
                &mut Round {
                    source: &mut Source::seeded(seed),
                    session: &mut session,
                    counts: &mut counts,
                    generations: &Gen::ALL,
                },
                Gen::ALL[seed as usize % 5],
            );
            if let Err(found) = done {
                let Found::Input { what, .. } = *found else {
                    unreachable!("there are no others");
                };
                panic!("seed {seed}: {what}");
            }
        }
        println!("{counts}");
        let of = |what| counts.notes().find(|n| n.0 == what).map_or(0, |n| n.1);
        assert!(of("launches to the end") > 40 * rounds);
        assert!(of("launches to a fault") > 0);
    }
}
