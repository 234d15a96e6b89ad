//! Which instruction wrote a register or a dword of memory last: found by running the interpreter
//! one instruction at a time and looking after each.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::error::Fault;
use crate::interp;
use crate::isa::{EXEC_LO, M0, VCC_LO};
use crate::machine::memory::Window;
use crate::machine::wave::{Name, Wave};
use crate::machine::{Engine, Env, Exit};

/// What to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The dword at a guest address.
    Memory(u64),
    /// A register of one wave.
    Register {
        /// Work-group id.
        workgroup: [u32; 3],
        /// Wave within the work-group.
        wave: u32,
        /// The register.
        register: Register,
    },
}

/// A register of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// Scalar register by operand code.
    Scalar(u8),
    /// Scalar condition code.
    Scc,
    /// MODE.
    Mode,
    /// Vector register by its number in the wave's file (accumulation registers from 256 on), and lane.
    Vector(u16, u8),
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Register::Scalar(s) => f.write_str(&scalar_name(s.into())),
            Register::Scc => f.write_str("SCC"),
            Register::Mode => f.write_str("MODE"),
            Register::Vector(v, lane) => write!(f, "{}, lane {lane}", Name(v)),
        }
    }
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

/// The interpreter, watching one place. Meant for one host thread: with several, an instruction of
/// another wave may be blamed for a change in memory.
pub struct Tracer {
    place: Place,
    last: Mutex<Option<u64>>,
}

impl Tracer {
    /// Watches `place`.
    pub fn new(place: Place) -> Tracer {
        Tracer {
            place,
            last: Mutex::new(None),
        }
    }

    /// Address of the last instruction after which the place held something new.
    pub fn last_writer(&self) -> Option<u64> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the place holds, when `wave` can see it.
    fn look(&self, wave: &Wave, env: &Env<'_>) -> Option<u32> {
        match self.place {
            Place::Memory(address) => {
                let dword = env.memory.load::<4>(&mut Window::EMPTY.clone(), address);
                dword.ok().map(u32::from_le_bytes)
            }
            Place::Register {
                workgroup,
                wave: index,
                register,
            } => (wave.workgroup == workgroup && wave.index == index).then(|| match register {
                Register::Scalar(s) => wave.sgpr[usize::from(s) & 127],
                Register::Scc => wave.scc,
                Register::Mode => wave.mode,
                Register::Vector(v, lane) => wave.get(v).map_or(0, |v| v.0[usize::from(lane) & 63]),
            }),
        }
    }
}

impl Engine for Tracer {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut budget = wave.budget;
        loop {
            let (pc, before) = (wave.pc, self.look(wave, env));
            wave.budget = 1;
            let result = interp::run(wave, env);
            budget -= 1;
            wave.budget = budget;
            if self.look(wave, env) != before {
                *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(pc);
            }
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                return result;
            }
        }
    }

    fn slice(&self) -> i64 {
        8192
    }
}
