//! The engine that checks: the interpreter, one instruction at a time, each shown to the checks before and after.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::finding::{Found, Other};
use super::operands::Operands;
use super::{Class, Findings, Place, nops, waits};
use crate::error::Fault;
use crate::interp::{self, seen::Log};
use crate::isa::Inst;
use crate::machine::program::Program;
use crate::machine::wave::Wave;
use crate::machine::{Engine, Env, Exit};

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The checks.
    pub classes: Vec<Class>,
    /// Whether to find also what sources disagree about and what is harmless in practice, as
    /// [`Severity::Warning`](super::Severity::Warning).
    pub pedantic: bool,
}

/// The interpreter with checks. What they find in all launches with it is collected; one launch at a time.
#[derive(Debug)]
pub struct Checker {
    options: Options,
    findings: Mutex<Findings>,
    /// What is known of each instruction of a program, by the program's hash.
    programs: Mutex<HashMap<u64, Arc<Sites>>>,
    /// The work-groups under way.
    groups: Mutex<HashMap<Key, Group>>,
}

/// A work-group: of which program, and its id.
type Key = (u64, [u32; 3]);

/// What the checks need to know of an instruction.
#[derive(Clone, Debug)]
struct Site {
    inst: Inst,
    operands: Operands,
    nops: nops::Plan,
    waits: waits::Plan,
}

/// The instructions of a program, as far as they have been executed: by the index of their first word.
#[derive(Debug)]
struct Sites {
    all: Vec<OnceLock<Box<Site>>>,
}

/// A wave that is under way.
#[derive(Debug)]
struct State {
    /// Instructions that it had executed when it was seen last: by this it is known again.
    instructions: u64,
    history: Option<nops::History>,
    board: Option<waits::Board>,
}

/// A work-group that is under way.
#[derive(Debug, Default)]
struct Group {
    waves: HashMap<u32, State>,
    at_barrier: waits::AtBarrier,
}

impl Checker {
    /// Looks for what `options` say.
    pub fn new(options: Options) -> Checker {
        Checker {
            options,
            findings: Mutex::default(),
            programs: Mutex::default(),
            groups: Mutex::default(),
        }
    }

    /// What it looks for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What has been found until now.
    pub fn findings(&self) -> Findings {
        lock(&self.findings).clone()
    }

    fn looks_for(&self, class: Class) -> bool {
        self.options.classes.contains(&class)
    }

    fn sites(&self, program: &Program) -> Arc<Sites> {
        let mut programs = lock(&self.programs);
        let sites = programs.entry(program.content_hash()).or_insert_with(|| {
            let mut all = Vec::new();
            all.resize_with(program.words().len(), OnceLock::new);
            Arc::new(Sites { all })
        });
        Arc::clone(sites)
    }

    /// The instruction at the wave's PC, as its words say; `None` where there is none.
    fn site<'a>(&self, sites: &'a Sites, program: &Program, pc: u64) -> Option<&'a Site> {
        let cell = sites.all.get(program.index(pc)?)?;
        if let Some(site) = cell.get() {
            return Some(site);
        }
        let decoded = program.at(pc).ok()?;
        let operands = Operands::encoded(program.generation(), &decoded.inst);
        let site = self.plan(program, decoded.inst, operands);
        Some(cell.get_or_init(|| Box::new(site)))
    }

    fn plan(&self, program: &Program, inst: Inst, operands: Operands) -> Site {
        let (generation, pedantic) = (program.generation(), self.options.pedantic);
        Site {
            nops: nops::Plan::new(generation, &inst, &operands, pedantic),
            waits: waits::Plan::new(generation, &inst, &operands, pedantic),
            inst,
            operands,
        }
    }

    /// The state of a wave in its group, made anew when the wave is; and what the group has in common.
    fn state<'a>(
        &self,
        group: &'a mut Group,
        wave: &Wave,
        program: &Program,
    ) -> (&'a mut State, &'a mut waits::AtBarrier) {
        let known = |s: &State| s.instructions == wave.instructions;
        if group.waves.get(&wave.index).is_some_and(|s| !known(s)) {
            // What an earlier launch has left, which did not end.
            *group = Group::default();
        }
        let state = group.waves.entry(wave.index).or_insert_with(|| {
            let generation = program.generation();
            State {
                instructions: wave.instructions,
                history: (self.looks_for(Class::Nops)).then(|| nops::History::new(generation)),
                board: (self.looks_for(Class::Waits))
                    .then(|| waits::Board::new(generation, self.options.pedantic)),
            }
        });
        (state, &mut group.at_barrier)
    }

    /// Adds what has been found at an instruction.
    #[cold]
    fn report(&self, wave: &Wave, pc: u64, found: &mut Vec<Found>) {
        let mut findings = lock(&self.findings);
        for f in found.drain(..) {
            let place = |pc, (workgroup, wave), lane| Place {
                pc,
                workgroup,
                wave,
                lane,
            };
            let at = place(pc, (wave.workgroup, wave.index), f.lane);
            let other = |o: Other| place(o.pc, o.by.unwrap_or((at.workgroup, at.wave)), o.lane);
            let (other, message) = (f.other.map(other), f.message);
            findings.add(f.class, f.rule, f.severity, at, other, || message);
        }
    }

    /// Executes one instruction.
    fn step(&self, w: &mut Watch<'_>, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let (pc, mode) = (wave.pc, wave.mode);
        wave.budget = 1;
        let Some(site) = self.site(w.sites, env.program, pc) else {
            return interp::run(wave, env);
        };
        let site = match Operands::vary(&site.inst, mode) {
            false => Cow::Borrowed(site),
            true => {
                let generation = env.program.generation();
                let operands = Operands::executed(generation, &site.inst, wave);
                Cow::Owned(self.plan(env.program, site.inst, operands))
            }
        };
        let step = waits::Step {
            inst: &site.inst,
            plan: &site.waits,
            operands: &site.operands,
            pc,
        };
        if let Some(history) = &w.state.history {
            history.before(&site.nops, wave, &mut w.found);
        }
        if let Some(board) = &mut w.state.board {
            board.before(step, wave, &mut w.found);
        }
        w.log.clear();
        let result = match &w.state.board {
            Some(_) => interp::run_logged(wave, env, Some(&w.log)),
            None => interp::run(wave, env),
        };
        if result.is_ok() {
            if let Some(history) = &mut w.state.history {
                history.after(&site.nops, pc, mode, wave);
            }
            if let Some(board) = &mut w.state.board {
                let seen = w.log.list();
                let me = (wave.workgroup, wave.index);
                board.after(step, seen, w.at_barrier, me, &mut w.found);
            }
        }
        if !w.found.is_empty() {
            self.report(wave, pc, &mut w.found);
        }
        result
    }
}

/// What belongs to the wave that runs.
struct Watch<'a> {
    sites: &'a Sites,
    state: &'a mut State,
    at_barrier: &'a mut waits::AtBarrier,
    log: Log,
    found: Vec<Found>,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine for Checker {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let key = (env.program.content_hash(), wave.workgroup);
        let sites = self.sites(env.program);
        // The waves of a work-group run one at a time: nobody else wants it.
        let mut group = lock(&self.groups).remove(&key).unwrap_or_default();
        let (state, at_barrier) = self.state(&mut group, wave, env.program);
        let mut watch = Watch {
            sites: &sites,
            state,
            at_barrier,
            log: Log::default(),
            found: Vec::new(),
        };
        let mut budget = wave.budget;
        let result = loop {
            let result = self.step(&mut watch, wave, env);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                break result;
            }
        };
        watch.state.instructions = wave.instructions;
        if matches!(result, Ok(Exit::End)) {
            group.waves.remove(&wave.index);
        }
        if result.is_ok() && !group.waves.is_empty() {
            lock(&self.groups).insert(key, group);
        }
        result
    }

    fn slice(&self) -> i64 {
        8192
    }
}
