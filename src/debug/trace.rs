//! The interpreter, telling what each instruction does.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

use super::code::Code;
use super::record::Record;
use crate::check::operands::Operands;
use crate::disasm::disasm;
use crate::error::{Fault, FaultKind};
use crate::interp::{self, seen::Log};
use crate::machine::wave::Wave;
use crate::machine::{Engine, Env, Exit};
use crate::runtime::{Device, Launch, LaunchError, LoadedProgram, Outcome};

/// Which instructions to tell of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only of this work-group.
    pub workgroup: Option<[u32; 3]>,
    /// Only of this wave of its work-group.
    pub wave: Option<u32>,
    /// Of each wave only from when it first comes to one of these guest addresses; empty: from its beginning.
    pub from: BTreeSet<u64>,
    /// Only of instructions at these guest addresses, when there are some.
    pub at: Option<BTreeSet<u64>>,
    /// Of so many; then the launch ends ([`Tracer::is_done`]).
    pub count: Option<u64>,
}

impl Filter {
    /// Also from where the code of the place called `text` begins, as [`Code::resolve`] has it.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn begin_at(&mut self, code: &Code<'_>, text: &str) -> Result<(), String> {
        self.from.extend(code.resolve(text, None)?);
        Ok(())
    }

    /// Also all code of the place called `text`, as [`Code::all_of`] has it.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn only_at(&mut self, code: &Code<'_>, text: &str) -> Result<(), String> {
        let places = code.all_of(text)?;
        self.at.get_or_insert_default().extend(places);
        Ok(())
    }
}

/// What is given the records: `false` ends the launch.
pub type Sink<'a> = &'a mut (dyn FnMut(Record) -> bool + Send);

/// The interpreter as an engine that tells of each instruction that a filter lets through, for [`Device::trace`]; with
/// one host thread every run tells the same.
pub struct Tracer<'a> {
    filter: Filter,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    sink: Sink<'a>,
    /// The waves that have come to where it begins.
    begun: HashSet<([u32; 3], u32)>,
    told: u64,
    done: bool,
}

impl<'a> Tracer<'a> {
    /// Tells `sink`.
    pub fn new(filter: Filter, sink: Sink<'a>) -> Tracer<'a> {
        let state = State {
            sink,
            begun: HashSet::new(),
            told: 0,
            done: filter.count == Some(0),
        };
        Tracer {
            filter,
            state: Mutex::new(state),
        }
    }

    /// Whether it has told all that it was to, and so has ended the launch: as if somebody had cancelled it.
    pub fn is_done(&self) -> bool {
        self.lock().done
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an instruction of `wave` at `pc` is wanted.
    fn wants(&self, pc: u64, begun: &mut bool) -> bool {
        *begun |= self.filter.from.is_empty() || self.filter.from.contains(&pc);
        *begun && self.filter.at.as_ref().is_none_or(|at| at.contains(&pc))
    }
}

impl Engine for Tracer<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let other = self.filter.workgroup.is_some_and(|g| g != wave.workgroup)
            || self.filter.wave.is_some_and(|n| n != wave.index);
        if self.is_done() {
            return Err(cancelled(wave));
        }
        if other {
            return interp::run(wave, env);
        }
        let key = (wave.workgroup, wave.index);
        let mut begun = self.lock().begun.contains(&key);
        let mut log = Log::default();
        let mut budget = wave.budget;
        let result = loop {
            wave.budget = 1;
            let result = if self.wants(wave.pc, &mut begun) {
                self.tell(wave, env, &mut log)
            } else {
                interp::run(wave, env)
            };
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                break result;
            }
        };
        let mut state = self.lock();
        match result {
            Ok(Exit::Yield | Exit::Barrier | Exit::Sync) if begun => state.begun.insert(key),
            _ => state.begun.remove(&key),
        };
        result
    }

    fn slice(&self) -> i64 {
        8192
    }
}

impl Device {
    /// Runs a kernel on the interpreter, and gives `sink` what each instruction does that `filter` lets through. A
    /// launch that ends because `sink` or the filter has enough has no fault; its statistics are of what was done until
    /// then.
    ///
    /// # Errors
    /// As [`Device::attempt`].
    pub fn trace(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        filter: Filter,
        sink: Sink<'_>,
    ) -> Result<Outcome, LaunchError> {
        let tracer = Tracer::new(filter, sink);
        let mut outcome = self.attempt(program, launch, Some(&tracer))?;
        let enough = tracer.is_done();
        outcome.fault = (outcome.fault).filter(|f| !enough || f.kind != FaultKind::Cancelled);
        Ok(outcome)
    }
}

impl Tracer<'_> {
    /// Executes one instruction and tells of it.
    fn tell(&self, wave: &mut Wave, env: &Env<'_>, log: &mut Log) -> Result<Exit, Fault> {
        let generation = env.program.generation();
        let decoded = env.program.at(wave.pc).ok();
        let operands = decoded.map(|d| Operands::executed(generation, &d.inst, wave));
        let operands = operands.unwrap_or_default();
        let text = decoded.map(|d| disasm(generation, d, None));
        let mut record = Record::before(generation, &operands, wave, text.unwrap_or_default());
        log.clear();
        let result = interp::run_logged(wave, env, Some(log));
        record.accesses = log.list().to_vec();
        match &result {
            Ok(_) => record.after(generation, &operands, wave),
            Err(fault) => record.fault = Some(fault.kind.to_string()),
        }
        let mut state = self.lock();
        if state.done {
            // Another thread's was the last one.
            return Err(cancelled(wave));
        }
        state.told += 1;
        state.done = !(state.sink)(record) || self.filter.count == Some(state.told);
        if state.done && result.is_ok() {
            return Err(cancelled(wave));
        }
        result
    }
}

fn cancelled(wave: &Wave) -> Fault {
    Fault::new(FaultKind::Cancelled, wave.pc)
}
