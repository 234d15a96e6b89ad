//! The same launch on both backends, from the same memory, compared: [`Device::compare`].

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::contents::Contents;
use super::device::Device;
use super::launch::{Backend, FinalWave, Launch, LaunchError, Stats};
use super::load::LoadedProgram;
use super::printf_buffer::LOST;
use super::trace::Tracer;
pub use super::trace::{Place, Register};
use crate::disasm::disasm;
use crate::error::{Fault, SourceLine};
use crate::interp::Interpreter;
use crate::machine::Engine;
use crate::machine::wave::{ACC, LANES};

/// How a run ended: with statistics and the waves' final registers, or with a fault.
pub type Ended = Result<Stats, Box<Fault>>;

/// What both backends made of a launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// On the interpreter.
    pub interp: Ended,
    /// As compiled code.
    pub jit: Ended,
    /// The first difference: in how the runs ended, then in memory, then in what was printed, then in registers.
    pub difference: Option<Difference>,
}

/// A difference between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Where it is, and both values: one line.
    pub text: String,
    /// The register or dword of memory, if it is one.
    pub place: Option<Place>,
    /// What the interpreter and compiled code have there.
    pub values: Option<[u32; 2]>,
    /// The instruction that gave the place its value on the interpreter, when one did.
    pub writer: Option<Writer>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.writer {
            Some(w) => {
                write!(f, "; interp wrote it last at PC {:#x} [{}]", w.pc, w.text)?;
                let mut lines = w.source.iter();
                if let Some(line) = lines.next() {
                    write!(f, ", at {line}")?;
                }
                lines.try_for_each(|line| write!(f, ", inlined at {line}"))
            }
            None => Ok(()),
        }
    }
}

/// An instruction that wrote something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Writer {
    /// Its address.
    pub pc: u64,
    /// Its text.
    pub text: String,
    /// The line of the source, when the file tells: in the innermost function, then in those into which it was inlined.
    pub source: Vec<SourceLine>,
}

/// Why there is nothing to compare.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A run came to a limit of the launch, which says nothing about the semantics.
    #[error("{side}: {fault}")]
    Limit {
        /// `interp` or `jit`.
        side: &'static str,
        /// The limit, and where the waves were.
        fault: Box<Fault>,
    },
    /// The launch does not fit the kernel, or could not be made.
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

impl Device {
    /// Runs the launch on the interpreter and as compiled code, each from what is in the device's memory now,
    /// and compares how they end, what they leave in writable memory, what they print, in whatever order, and all
    /// waves' final registers, but not those of a kernel that printed or called the host.
    /// [`Launch::backend`] and [`Launch::capture`] count as nothing. Afterwards the memory is as it was. Nobody
    /// else may use the device meanwhile.
    ///
    /// With several host threads kernels whose result depends on the order of atomics differ from run to run.
    ///
    /// # Errors
    /// When a limit ends a run, or as [`Device::launch`] except for faults: those are compared.
    pub fn compare(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
    ) -> Result<Comparison, CompareError> {
        self.compare_with(program, launch, None)
    }

    /// As [`Device::compare`], with another engine in place of compiled code.
    fn compare_with(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        engine: Option<&dyn Engine>,
    ) -> Result<Comparison, CompareError> {
        let before = Contents::of(self.memory());
        let run = |side, backend, engine: Option<&dyn Engine>| {
            // What a kernel prints it would print twice.
            let printed = Mutex::new(Vec::new());
            let print = |text: &str| {
                let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
                printed.push(text.to_owned());
            };
            let mut launch = launch.clone().print(&print);
            (launch.backend, launch.capture) = (backend, true);
            let outcome = self.attempt(program, &launch, engine);
            let mut printed = printed.into_inner().unwrap_or_else(PoisonError::into_inner);
            // In which order depends on which wave comes first.
            printed.sort_unstable();
            let after = Contents::of(self.memory());
            before.restore(self.memory());
            let outcome = outcome?;
            match outcome.fault {
                None => Ok((Ok(outcome.stats), after, printed)),
                Some(fault) if fault.kind.is_limit() => Err(CompareError::Limit { side, fault }),
                Some(fault) => Ok((Err(fault), after, printed)),
            }
        };
        let (interp, x, x_printed) = run("interp", Backend::Interp, Some(&Interpreter))?;
        let (jit, y, y_printed) = run("jit", Backend::Jit, engine)?;
        let image = |at: u64| program.holds(at);
        let memory = || x.difference(&y, image);
        let mut difference = difference(&interp, &jit, memory, [&x_printed, &y_printed]);
        if let Some(d) = &mut difference
            && let Some(place) = d.place
        {
            // Once more, watched. Should it fault this time, what was seen until then still helps.
            let tracer = Tracer::new(place);
            let mut launch = launch.clone().print(&|_| {});
            (launch.threads, launch.capture) = (1, false);
            let _ = self.attempt(program, &launch, Some(&tracer));
            before.restore(self.memory());
            d.writer = tracer.last_writer().map(|pc| writer(program, pc));
        }
        Ok(Comparison {
            interp,
            jit,
            difference,
        })
    }
}

fn writer(program: &LoadedProgram, pc: u64) -> Writer {
    let text = match program.program.at(pc) {
        Ok(d) => disasm(program.generation(), d, None),
        Err(e) => e.to_string(),
    };
    let source = program.source(pc);
    Writer { pc, text, source }
}

impl Contents {
    /// The first dword that differs. `image` says which addresses are the program's own.
    fn difference(&self, other: &Contents, image: impl Fn(u64) -> bool) -> Option<Difference> {
        for ((base, name, x), (_, _, y)) in self.parts.iter().zip(&other.parts) {
            let Some(at) = x.iter().zip(y).position(|(p, q)| p != q) else {
                continue;
            };
            let at = at & !3;
            let dword = |m: &[u8]| {
                let mut bytes = [0; 4];
                let there = &m[at..m.len().min(at + 4)];
                bytes[..there.len()].copy_from_slice(there);
                (u32::from_le_bytes(bytes), 2 * there.len())
            };
            let ((p, digits), (q, _)) = (dword(x), dword(y));
            let address = base + at as u64;
            let name = if image(address) {
                "the program's data".to_owned()
            } else {
                format!("buffer '{name}'")
            };
            return Some(Difference {
                text: format!(
                    "{name}, offset {at:#x}, address {address:#x}: interp 0x{p:0digits$x}, jit 0x{q:0digits$x}"
                ),
                place: Some(Place::Memory(address)),
                values: Some([p, q]),
                writer: None,
            });
        }
        let dwords = |c: &Contents| {
            let dword = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            let all = c.gds.iter().flat_map(|b| [dword(b), dword(&b[4..])]);
            all.collect::<Vec<_>>()
        };
        let (x, y) = (dwords(self), dwords(other));
        let at = x.iter().zip(&y).position(|(p, q)| p != q)?;
        Some(Difference {
            text: format!(
                "GDS, offset {:#x}: interp {:#010x}, jit {:#010x}",
                4 * at,
                x[at],
                y[at]
            ),
            place: None,
            values: Some([x[at], y[at]]),
            writer: None,
        })
    }
}

/// The first text that only one run printed, where `x` and `y` are what the interpreter and compiled code did, sorted.
fn printed_difference(x: &[String], y: &[String]) -> Option<String> {
    let lost = |texts: &[String]| texts.iter().any(|t| t == LOST);
    // Which records still had room depends on their order.
    if lost(x) || lost(y) {
        return None;
    }
    let equal = x.iter().zip(y).take_while(|(p, q)| p == q).count();
    match (x.get(equal), y.get(equal)) {
        (None, None) => None,
        (Some(p), Some(q)) if p > q => Some(format!("only jit prints {q:?}")),
        (Some(p), _) => Some(format!("only interp prints {p:?}")),
        (None, Some(q)) => Some(format!("only jit prints {q:?}")),
    }
}

/// The first difference; `memory` says what differs there, and `printed` is what both have printed, sorted.
fn difference(
    interp: &Ended,
    jit: &Ended,
    memory: impl FnOnce() -> Option<Difference>,
    printed: [&[String]; 2],
) -> Option<Difference> {
    let ended = |text: String| {
        Some(Difference {
            text,
            place: None,
            values: None,
            writer: None,
        })
    };
    let (x, y) = match (interp, jit) {
        (Ok(x), Ok(y)) => (x, y),
        // How far the other waves came depends on the order in which they ran.
        (Err(x), Err(y)) if same_fault(x, y) => return None,
        (Err(x), Err(y)) => return ended(format!("interp: {x}; jit: {y}")),
        (Err(x), Ok(_)) => return ended(format!("only interp faults: {x}")),
        (Ok(_), Err(y)) => return ended(format!("only jit faults: {y}")),
    };
    if let Some(d) = memory() {
        return Some(d);
    }
    let [interp_printed, jit_printed] = printed;
    if let Some(text) = printed_difference(interp_printed, jit_printed) {
        return ended(text);
    }
    // Which packet a call of the host takes depends on when others come back, and where a record of what is printed
    // lies on those before it.
    if x.host_calls != 0 || !interp_printed.is_empty() {
        return None;
    }
    let (x, y) = (&x.captured, &y.captured);
    if x.len() != y.len() {
        let (x, y) = (x.len(), y.len());
        return ended(format!("interp ran {x} waves, jit {y}"));
    }
    x.iter().zip(y).find_map(|(x, y)| wave_difference(x, y))
}

fn same_fault(x: &Fault, y: &Fault) -> bool {
    x.kind == y.kind && (x.pc, x.lane, x.workgroup, x.wave) == (y.pc, y.lane, y.workgroup, y.wave)
}

/// The first register that differs between a wave of the interpreter and that of compiled code.
fn wave_difference(x: &FinalWave, y: &FinalWave) -> Option<Difference> {
    let [gx, gy, gz] = x.workgroup;
    let wave = format!("work-group ({gx},{gy},{gz}), wave {}", x.wave);
    let other = |text: String| {
        Some(Difference {
            text: format!("{wave}: {text}"),
            place: None,
            values: None,
            writer: None,
        })
    };
    if (x.workgroup, x.wave) != (y.workgroup, y.wave) {
        return other("jit has another wave there".to_owned());
    }
    if x.pc != y.pc {
        return other(format!("ends at PC: interp {:#x}, jit {:#x}", x.pc, y.pc));
    }
    let (register, p, q) = register_difference(x, y)?;
    Some(Difference {
        text: format!("{wave}, {register}: interp {p:#010x}, jit {q:#010x}"),
        place: Some(Place::Register {
            workgroup: x.workgroup,
            wave: x.wave,
            register,
        }),
        values: Some([p, q]),
        writer: None,
    })
}

fn register_difference(x: &FinalWave, y: &FinalWave) -> Option<(Register, u32, u32)> {
    let scalars = x.sgpr.iter().zip(&y.sgpr).enumerate();
    for (i, (p, q)) in scalars {
        if p != q {
            return Some((Register::Scalar(i as u8), *p, *q));
        }
    }
    if x.scc != y.scc {
        return Some((Register::Scc, x.scc, y.scc));
    }
    if x.mode != y.mode {
        return Some((Register::Mode, x.mode, y.mode));
    }
    let vgprs = (0..).zip(x.vgprs.iter().zip(&y.vgprs));
    let acc = (ACC..).zip(x.acc_vgprs.iter().zip(&y.acc_vgprs));
    for (r, (p, q)) in vgprs.chain(acc) {
        if let Some(lane) = (0..LANES).find(|l| p.0[*l] != q.0[*l]) {
            let register = Register::Vector(r, lane as u8);
            return Some((register, p.0[lane], q.0[lane]));
        }
    }
    None
}

#[cfg(test)]
mod tests;
