//! The engine that checks: the interpreter, one instruction at a time, each shown to the checks before and after; and
//! the watch for another engine, which is shown runs of instructions before.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::accesses::{self, Accesses};
use super::every::{Every, Wanted, every};
use super::finding::{Found, Other};
use super::operands::Operands;
use super::paths;
use super::races::{self, Races};
use super::sites::{Clean, MAX_SCANNED, Run, Site, Sites, Told, has_barrier, scalar_behind};
use super::{Class, Findings, Place, memory, nops, uninit, waits};
use crate::error::Fault;
use crate::interp::{
    self,
    seen::{Log, Seen},
};
use crate::isa::{Feature, Inst, Sopc};
use crate::machine::program::Program;
use crate::machine::start::Defined;
use crate::machine::wave::Wave;
use crate::machine::{self, Engine, Env, Exit, MODE_GPR_IDX_EN, MODE_VSKIP};

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The checks.
    pub classes: Vec<Class>,
    /// Whether to find also what sources disagree about and what is harmless in practice, as
    /// [`Severity::Warning`](super::Severity::Warning).
    pub pedantic: bool,
}

/// Who looks on while a wave is checked.
pub trait Beside {
    /// As [`machine::Watch::enter`]: another engine is about to execute this.
    fn enter(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32);

    /// The interpreter is about to execute the instruction at the wave's PC.
    fn before(&mut self, wave: &Wave, env: &Env<'_>);

    /// It has executed that, without a fault, and what it accessed is `seen`.
    fn after(&mut self, wave: &Wave, env: &Env<'_>, seen: &[Seen]);
}

/// The interpreter with checks. What they find in all launches with it is collected; one launch at a time.
#[derive(Debug)]
pub struct Checker {
    options: Options,
    findings: Mutex<Findings>,
    /// What is known of each instruction of a program, by the program's hash, where it lies, and for what cards it is.
    programs: Mutex<HashMap<(u64, u64, Feature), Arc<Sites>>>,
    /// The work-groups under way, by id.
    groups: Mutex<HashMap<[u32; 3], Box<Group>>>,
    /// Those that have ended, whose memory others take.
    #[allow(clippy::vec_box)] // They move between this and the map of those under way.
    spare: Mutex<Vec<Box<Group>>>,
    races: Races,
    /// What is undefined in the memory of the launch that has begun last.
    launch: Mutex<Arc<uninit::Launch>>,
    /// Whether nothing of waits, wait states and accesses to memory can be found in the launch.
    clean: [AtomicBool; 3],
}

/// What is known of a wave that is under way.
#[derive(Debug)]
struct State {
    /// Instructions that it had executed when it was seen last: by this it is known again.
    instructions: u64,
    history: Option<Box<nops::History>>,
    board: Option<Box<waits::Board>>,
    knowledge: races::Knowledge,
    known: Option<Box<uninit::Known>>,
}

/// A work-group that is under way.
#[derive(Debug, Default)]
struct Group {
    waves: HashMap<u32, State>,
    /// The waves that have ended, as bits.
    ended: u64,
    at_barrier: waits::AtBarrier,
    races: Option<races::Group>,
    uninit: uninit::Group,
    /// What ended waves have left.
    spare: Vec<State>,
}

impl Checker {
    /// Looks for what `options` say.
    pub fn new(options: Options) -> Checker {
        Checker {
            options,
            findings: Mutex::default(),
            programs: Mutex::default(),
            groups: Mutex::default(),
            spare: Mutex::default(),
            races: Races::default(),
            launch: Mutex::new(Arc::new(uninit::Launch::new(Defined::default()))),
            clean: Default::default(),
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

    /// Another launch begins: what is known of memory and waves is forgotten, and what was found is given.
    pub fn begin(&self) -> Findings {
        lock(&self.groups).clear();
        if self.races.clear() {
            lock(&self.programs).clear();
        }
        self.set_clean(Clean::default());
        std::mem::take(&mut lock(&self.findings))
    }

    /// The launch is of the kernel at `entry` of `program`: looks no more for what cannot be found in any wave that
    /// begins there. Gives what there is left to look for. `private`: waves begin with the V# of their private memory
    /// in s\[0:3\].
    pub fn prove(&self, program: &Program, entry: u64, private: bool) -> Vec<Class> {
        let wanted = |class| self.options.classes.contains(&class);
        if [Class::Waits, Class::Nops, Class::Memory]
            .into_iter()
            .any(wanted)
        {
            let sites = self.sites(program);
            let mut proofs = lock(&sites.proofs);
            let begin = (entry, private);
            let clean = proofs.entry(begin).or_insert_with(|| {
                let site = |pc| self.site(&sites, program, pc);
                if program.words().len() <= MAX_SCANNED {
                    paths::clean(program, begin, site)
                } else {
                    Clean::default()
                }
            });
            self.set_clean(*clean);
        }
        let classes = self.options.classes.iter().copied();
        classes.filter(|c| self.looks_for(*c)).collect()
    }

    /// What may be found of waits and wait states in waves that begin at `entry` of `program`, on any path. `constants` are
    /// dwords of memory that do not change: addresses of functions are among them.
    ///
    /// # Errors
    /// The address of an instruction of which it is not known whether those behind it are executed, or too many are.
    pub fn possible(
        &self,
        program: &Program,
        entry: u64,
        constants: &dyn Fn(u64) -> Option<u32>,
    ) -> Result<Every, u64> {
        let wanted = |class| self.options.classes.contains(&class);
        let sites = self.sites(program);
        let wanted = Wanted {
            waits: wanted(Class::Waits),
            nops: wanted(Class::Nops),
            pedantic: self.options.pedantic,
        };
        let site = |pc| self.site(&sites, program, pc);
        every(program, entry, site, constants, wanted)
    }

    /// The first address of the range at which a byte is undefined, as the launch that has begun last has left it, and
    /// the instruction from which it is, if one: when it looks for [`Class::Uninit`].
    pub fn first_undefined(&self, range: Range<u64>) -> Option<(u64, Option<u64>)> {
        let first = lock(&self.launch).global.first_undefined(range);
        first.map(|(at, from)| (at, from.pc()))
    }

    fn set_clean(&self, clean: Clean) {
        let [waits, nops, memory] = &self.clean;
        waits.store(clean.waits, Relaxed);
        nops.store(clean.nops, Relaxed);
        memory.store(clean.memory, Relaxed);
    }

    fn looks_for(&self, class: Class) -> bool {
        let [waits, nops, memory] = &self.clean;
        let needless = match class {
            Class::Waits => waits.load(Relaxed),
            Class::Nops => nops.load(Relaxed),
            Class::Memory => memory.load(Relaxed),
            Class::Uninit | Class::Races | Class::Lint => false,
        };
        !needless && self.options.classes.contains(&class)
    }

    fn finds_races(&self) -> bool {
        self.options.classes.contains(&Class::Races)
    }

    /// Whether it is of interest where instructions go in memory.
    fn follows_memory(&self) -> bool {
        let of_memory = [Class::Waits, Class::Races, Class::Memory];
        of_memory.iter().any(|c| self.looks_for(*c))
    }

    fn sites(&self, program: &Program) -> Arc<Sites> {
        let mut programs = lock(&self.programs);
        // The same code may be of two files that say other things of their cards.
        let key = (program.content_hash(), program.base(), program.xnack());
        let sites = programs.entry(key).or_insert_with(|| {
            let n = program.words().len();
            let (mut all, mut runs) = (Vec::new(), Vec::new());
            all.resize_with(n, OnceLock::new);
            runs.resize_with(n, OnceLock::new);
            let scanned = n <= MAX_SCANNED;
            let used = scanned && self.looks_for(Class::Nops);
            Arc::new(Sites {
                all,
                runs,
                used: used.then(|| self.used(program)).flatten(),
                scalar_behind: !scanned || scalar_behind(program),
                barriers: !scanned || has_barrier(program),
                proofs: Mutex::default(),
            })
        });
        Arc::clone(sites)
    }

    /// What of wait states is of interest in a program, any of whose words may begin an instruction; `None` when some
    /// have registers that their words do not tell.
    fn used(&self, program: &Program) -> Option<Box<nops::Used>> {
        let mut used = Box::<nops::Used>::default();
        let (generation, pedantic) = (program.generation(), self.options.pedantic);
        for i in 0..program.words().len() as u64 {
            if let Ok(d) = program.at(program.base() + 4 * i) {
                let index = matches!(d.inst, Inst::Sopc { op, .. } if op == Sopc::S_SET_GPR_IDX_ON);
                if index || Operands::vary(&d.inst, 0) {
                    return None;
                }
                let operands = Operands::encoded(generation, &d.inst);
                let card = (generation, program.xnack());
                used.add(&nops::Plan::new(card, &d.inst, &operands, pedantic));
            }
        }
        Some(used)
    }

    /// The instruction at the wave's PC, as its words say; `None` where there is none.
    fn site<'a>(&self, sites: &'a Sites, program: &Program, pc: u64) -> Option<&'a Site> {
        let cell = sites.all.get(program.index(pc)?)?;
        if let Some(site) = cell.get() {
            return Some(site);
        }
        let decoded = program.at(pc).ok()?;
        let operands = Operands::encoded(program.generation(), &decoded.inst);
        Some(cell.get_or_init(|| {
            let known = if accesses::accesses(&decoded.inst, &operands) {
                races::Known {
                    site: self.races.site(pc),
                    compared: self
                        .finds_races()
                        .then(|| races::compared(program, pc))
                        .flatten(),
                }
            } else {
                races::Known::default()
            };
            let mut site = self.plan(program, decoded.inst, operands, known);
            if let Some(used) = &sites.used {
                used.keep(&mut site.nops);
            }
            Box::new(site)
        }))
    }

    /// The plan of an instruction with these operands, of which this is known.
    fn plan(&self, program: &Program, inst: Inst, operands: Operands, known: races::Known) -> Site {
        let (generation, pedantic) = (program.generation(), self.options.pedantic);
        let memory = if !accesses::accesses(&inst, &operands) {
            Told::Nowhere
        } else if accesses::is_told(&inst) {
            Told::Before
        } else {
            Told::After
        };
        Site {
            may_miss: accesses::may_miss(generation, &inst, pedantic),
            nops: nops::Plan::new((generation, program.xnack()), &inst, &operands, pedantic),
            waits: waits::Plan::new(generation, &inst, &operands, pedantic),
            races: races::Plan::new(generation, &inst, known),
            uninit: uninit::Plan::new(&inst, &operands),
            memory,
            inst,
            operands,
        }
    }

    /// The plan of `site` for what `wave` is about to execute: where operands depend on its state, one that is made in
    /// `room`.
    fn executed<'s>(
        &self,
        program: &Program,
        site: &'s Site,
        wave: &Wave,
        room: &'s mut Option<Site>,
    ) -> &'s Site {
        if !Operands::vary(&site.inst, wave.mode) {
            return site;
        }
        let operands = Operands::executed(program.generation(), &site.inst, wave);
        room.insert(self.plan(program, site.inst, operands, site.races.known()))
    }

    /// The work-group of `wave`, which goes on; made anew where an earlier launch has left it. `barriers`: the program
    /// may have some.
    fn group(&self, wave: &Wave, env: &Env<'_>, barriers: bool) -> Box<Group> {
        let known = lock(&self.groups).remove(&wave.workgroup);
        if let Some(group) = known {
            let same = match group.waves.get(&wave.index) {
                Some(state) => state.instructions == wave.instructions,
                None => group.ended >> (wave.index & 63) & 1 == 0,
            };
            if same {
                return group;
            }
        }
        let mut group = lock(&self.spare).pop().unwrap_or_default();
        group.waves.clear();
        group.ended = 0;
        group.at_barrier = waits::AtBarrier::new(wave.group_waves, barriers);
        group.uninit = uninit::Group::default();
        group.races = self.looks_for(Class::Races).then(|| {
            let lds = env.lds.size();
            self.races.group(wave.workgroup, wave.group_waves, lds)
        });
        group
    }

    /// The state of a wave that begins.
    fn state(&self, group: &mut Group, wave: &Wave, program: &Program) -> State {
        let (generation, pedantic) = (program.generation(), self.options.pedantic);
        let (nops, waits) = (self.looks_for(Class::Nops), self.looks_for(Class::Waits));
        let fits = |s: &State| (s.history.is_some(), s.board.is_some()) == (nops, waits);
        if let Some(mut state) = group.spare.pop().filter(fits) {
            state.instructions = wave.instructions;
            if let Some(history) = &mut state.history {
                history.restart();
            }
            if let Some(board) = &mut state.board {
                board.restart();
            }
            state.knowledge = races::Knowledge::default();
            let launch = || Arc::clone(&lock(&self.launch));
            match &mut state.known {
                Some(known) if self.looks_for(Class::Uninit) => known.restart(launch(), wave),
                known => *known = self.known(wave),
            }
            return state;
        }
        State {
            instructions: wave.instructions,
            history: nops.then(|| Box::new(nops::History::new(generation))),
            board: waits.then(|| Box::new(waits::Board::new(generation, pedantic))),
            knowledge: races::Knowledge::default(),
            known: self.known(wave),
        }
    }

    /// What is undefined of a wave that begins.
    fn known(&self, wave: &Wave) -> Option<Box<uninit::Known>> {
        if !self.looks_for(Class::Uninit) {
            return None;
        }
        let launch = Arc::clone(&lock(&self.launch));
        let known = uninit::Known::new(launch, wave, self.options.pedantic);
        Some(Box::new(known))
    }

    /// Has the wave go on by `run`, which shows what it executes to the watch that it is given.
    fn watch<'b>(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        beside: Option<&mut (dyn Beside + 'b)>,
        run: impl FnOnce(&mut Wave, &RefCell<Watch<'_, '_>>) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        let sites = self.sites(env.program);
        // The waves of a work-group run one at a time: nobody else wants it.
        let mut group = self.group(wave, env, sites.barriers);
        let known = group.waves.remove(&wave.index);
        let mut state = known.unwrap_or_else(|| self.state(&mut group, wave, env.program));
        let watch = RefCell::new(Watch {
            checker: self,
            sites: &sites,
            state: &mut state,
            group: &mut group,
            accesses: Accesses::default(),
            nothing: Accesses::default(),
            log: Log::default(),
            found: Vec::new(),
            ahead: Vec::new(),
            run: 0,
            beside,
        });
        let result = run(wave, &watch);
        watch.into_inner().settle(wave, result.as_ref().err());
        state.instructions = wave.instructions;
        match result {
            Ok(Exit::End) => {
                group.ended |= 1 << (wave.index & 63);
                group.spare.push(state);
            }
            _ => {
                group.waves.insert(wave.index, state);
            }
        }
        let all = wave.group_waves.min(64);
        if group.ended.count_ones() >= all {
            if let Some(races) = group.races.take() {
                self.races.end(races);
            }
            lock(&self.spare).push(group);
        } else {
            lock(&self.groups).insert(wave.workgroup, group);
        }
        result
    }

    /// Has the wave go on by `run`, another engine, which tells the watch what it executes, and `beside`.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn watched<'b>(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        beside: Option<&mut (dyn Beside + 'b)>,
        run: impl FnOnce(&mut Wave, &dyn machine::Watch) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        self.watch(wave, env, beside, |wave, watch| run(wave, watch))
    }

    /// The run of `count` instructions at `pc`.
    fn run_at<'a>(
        &self,
        sites: &'a Sites,
        program: &Program,
        pc: u64,
        count: u32,
    ) -> Option<Cow<'a, Box<Run>>> {
        let cell = sites.runs.get(program.index(pc)?)?;
        if let Some(run) = cell.get().filter(|r| r.sites.len() == count as usize) {
            return Some(Cow::Borrowed(run));
        }
        let mut run = Run::default();
        let mut at = pc;
        let mut quiet = 0;
        for i in 0..count as u16 {
            let site = self.site(sites, program, at)?;
            run.sites.push(program.index(at)? as u32);
            run.pcs.push(at);
            run.touches.add(&site.waits);
            for (_, rest) in &mut run.busy {
                rest.add(&site.waits);
            }
            if site.waits.is_busy() {
                run.busy.push((i, waits::Touches::default()));
            }
            if site.nops.is_quiet() {
                quiet += site.nops.states();
            } else {
                run.loud.push((i, std::mem::take(&mut quiet)));
            }
            if !site.races.is_quiet() {
                run.orders.push(i);
            }
            if self.looks_for(Class::Uninit) {
                let before = match i {
                    0 => Some(uninit::run::Summary::default()),
                    _ => run.uninit.take(),
                };
                run.uninit = before.and_then(|s| s.then(&site.inst, &site.operands));
                run.uninit_behind = match i {
                    0 => Some(uninit::run::Summary::default()),
                    _ => {
                        (run.uninit_behind.take()).and_then(|s| s.then(&site.inst, &site.operands))
                    }
                };
            }
            at += program.at(at).ok()?.size as u64;
        }
        run.rest = quiet;
        // Of another length are those of code that is compiled otherwise.
        let kept = cell.get_or_init(|| Box::new(run.clone()));
        Some(if kept.sites.len() == run.sites.len() {
            Cow::Borrowed(kept)
        } else {
            Cow::Owned(Box::new(run))
        })
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
}

/// What belongs to the wave that runs.
struct Watch<'a, 'b> {
    checker: &'a Checker,
    sites: &'a Sites,
    state: &'a mut State,
    group: &'a mut Group,
    accesses: Accesses,
    /// What an instruction accesses that accesses nothing.
    nothing: Accesses,
    log: Log,
    found: Vec<Found>,
    /// What has been found in a run of instructions: at which of them, when, and its address. The run may end before
    /// that by a fault.
    ahead: Vec<(u16, When, u64, Found)>,
    /// Where that run begins.
    run: u64,
    beside: Option<&'a mut (dyn Beside + 'b)>,
}

/// When an instruction is looked at, in the order of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum When {
    WaitStates,
    Waits,
    Memory,
    Undefined,
    After,
}

impl Watch<'_, '_> {
    /// The last run that was shown has come to its end, or to `fault`: what was found behind that did not happen.
    fn settle(&mut self, wave: &Wave, fault: Option<&Fault>) {
        if self.ahead.is_empty() {
            return;
        }
        let ended = fault.filter(|f| !f.kind.is_limit() && f.pc >= self.run);
        // In the order in which the interpreter comes by it.
        self.ahead.sort_by_key(|(i, when, ..)| (*i, *when));
        for (_, when, pc, found) in self.ahead.drain(..) {
            // What an instruction stores it does not when it comes to a fault.
            let done = |f: &Fault| pc < f.pc || pc == f.pc && when != When::Undefined;
            if ended.is_none_or(done) {
                self.checker.report(wave, pc, &mut vec![found]);
            }
        }
    }

    /// Executes instructions by the interpreter until the wave's budget is used up.
    fn interpret(&mut self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.settle(wave, None);
        let mut budget = wave.budget;
        loop {
            let result = self.step(wave, env);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                return result;
            }
        }
    }

    /// The wave comes to `count` instructions; whether the interpreter has to execute them.
    fn enter(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) -> bool {
        self.settle(wave, None);
        self.run = pc;
        let interpreted = self.check(wave, env, pc, count);
        // The answer counts where code asks for it: see `Shown`.
        let asked = self.checker.looks_for(Class::Uninit);
        if let Some(beside) = &mut self.beside
            && !(asked && interpreted)
        {
            beside.enter(wave, env, pc, count);
        }
        interpreted
    }

    /// Checks a run of instructions; whether the interpreter has to execute them.
    fn check(&mut self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) -> bool {
        let checker = self.checker;
        let Some(run) = checker.run_at(self.sites, env.program, pc, count) else {
            return true;
        };
        let site = |i: usize| self.sites.all[run.sites[i] as usize].get();
        let Some(first) = site(0) else { return true };
        let other = Operands::vary(&first.inst, wave.mode);
        let mut varied = None;
        let first = checker.executed(env.program, first, wave, &mut varied);
        self.accesses.clear();
        let run = &*run;
        let skipped = wave.mode & MODE_VSKIP != 0 && first.waits.is_vector();
        let goes = first.memory == Told::Before && !skipped;
        let mut told = false;
        if let Some(known) = &mut self.state.known {
            known.settle(wave);
            if wave.mode & (MODE_VSKIP | MODE_GPR_IDX_EN) != 0 {
                return true;
            }
            let calm = run.uninit.as_ref().filter(|s| known.is_calm(s, wave));
            if goes && calm.is_none_or(|s| known.wants_accesses(s)) {
                self.accesses.tell(&first.inst, wave, env);
                told = true;
            }
            let group = &mut self.group.uninit;
            let moves = |s: &&_| !told || known.moves_defined(s, &self.accesses, env, group);
            if let Some(summary) = calm.filter(moves) {
                known.defines_all(summary, wave);
            } else {
                let steps = (0..run.sites.len()).map_while(|i| {
                    let site = self.sites.nth(run, i, first)?;
                    Some(uninit::Step {
                        pc: run.pcs[i],
                        inst: &site.inst,
                        plan: &site.uninit,
                        lists: &site.operands,
                    })
                });
                let seen = told.then_some(&self.accesses);
                let (behind, found) = (run.uninit_behind.as_ref(), &mut self.found);
                if !known.follows(steps, (seen, behind), (wave, env, group), found) {
                    return true;
                }
                self.note(0, When::Undefined, pc);
            }
        }
        if goes && self.wants_memory(first) {
            if !told {
                self.accesses.tell(&first.inst, wave, env);
            }
            self.memory(first, wave, env);
            self.note(0, When::Memory, pc);
        }
        // What was found out of the run holds for the registers that its words name.
        self.waits(run, first, other, wave);
        self.nops(run, first, other, wave);
        for &i in &run.orders {
            let site = self.sites.nth(run, i.into(), first);
            if let (Some(group), Some(site)) = (&mut self.group.races, site) {
                let knowledge = &mut self.state.knowledge;
                checker.races.order(&site.races, group, wave, knowledge);
            }
        }
        false
    }

    /// Whether it has to be known where an instruction goes.
    #[inline]
    fn wants_memory(&self, site: &Site) -> bool {
        if self.group.races.is_some() || site.may_miss && self.checker.looks_for(Class::Memory) {
            return true;
        }
        let board = self.state.board.as_ref();
        board.is_some_and(|b| {
            b.wants(
                &site.waits,
                &self.group.at_barrier,
                self.sites.scalar_behind,
            )
        })
    }

    /// A run's uses of what is under way. `other`: the first instruction has other registers than its words name.
    fn waits(&mut self, run: &Run, first: &Site, other: bool, wave: &Wave) {
        let Some(mut board) = self.state.board.take() else {
            return;
        };
        let mut busy = run.busy.iter().peekable();
        // Whether the rest uses anything that is under way.
        let mut all = other || !board.is_calm(&run.touches);
        let (mut i, n) = (0, run.sites.len());
        while i < n {
            if !all {
                match busy.peek() {
                    Some((next, _)) => i = usize::from(*next),
                    None => break,
                }
            }
            let site = self.sites.nth(run, i, first);
            let Some(site) = site else { break };
            let step = site.step(run.pcs[i]);
            board.before(step, wave, &mut self.found);
            self.note(i as u16, When::Waits, run.pcs[i]);
            if let Some((_, rest)) = busy.next_if(|(b, _)| usize::from(*b) == i) {
                let at_barrier = &mut self.group.at_barrier;
                let me = (wave.workgroup, wave.index);
                let accesses = match i {
                    0 => &self.accesses,
                    _ => &self.nothing,
                };
                board.after(step, accesses, at_barrier, me, &mut self.found);
                all = !board.is_calm(rest);
                self.note(i as u16, When::After, run.pcs[i]);
            }
            i += 1;
        }
        self.state.board = Some(board);
    }

    /// A run's wait states; `other` as in [`Watch::waits`].
    fn nops(&mut self, run: &Run, first: &Site, other: bool, wave: &Wave) {
        let Some(mut history) = self.state.history.take() else {
            return;
        };
        history.settle(wave.mode);
        let loud = run.loud.first().is_some_and(|(i, _)| *i == 0);
        let mut ahead = 0;
        let more = (other && !loud).then_some((0, 0));
        for (i, before) in more.into_iter().chain(run.loud.iter().copied()) {
            history.advance(before - ahead);
            let site = self.sites.nth(run, i.into(), first);
            let Some(site) = site else { break };
            // It is among those that the next one, or the end, takes for quiet.
            ahead = if i == 0 && !loud {
                site.nops.states()
            } else {
                0
            };
            let pc = run.pcs[usize::from(i)];
            history.before(&site.nops, wave, &mut self.found);
            history.after(&site.nops, pc, wave.mode, None);
            self.note(i, When::WaitStates, pc);
        }
        history.advance(run.rest - ahead);
        self.state.history = Some(history);
    }

    /// Keeps what has been found at instruction `i` of a run until it has been executed.
    #[inline]
    fn note(&mut self, i: u16, when: When, pc: u64) {
        let found = self.found.drain(..);
        self.ahead.extend(found.map(|f| (i, when, pc, f)));
    }

    #[inline]
    fn report(&mut self, wave: &Wave, pc: u64) {
        if !self.found.is_empty() {
            self.checker.report(wave, pc, &mut self.found);
        }
    }

    /// Executes one instruction by the interpreter.
    fn step(&mut self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        if let Some(beside) = &mut self.beside {
            beside.before(wave, env);
        }
        self.log.clear();
        let result = self.check_step(wave, env);
        if let Some(beside) = &mut self.beside
            && result.is_ok()
        {
            beside.after(wave, env, self.log.list());
        }
        result
    }

    /// Executes one instruction by the interpreter, and checks it.
    fn check_step(&mut self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let (pc, mode) = (wave.pc, wave.mode);
        wave.budget = 1;
        let checker = self.checker;
        let Some(site) = checker.site(self.sites, env.program, pc) else {
            return interp::run_logged(wave, env, Some(&self.log));
        };
        let mut varied = None;
        let site = checker.executed(env.program, site, wave, &mut varied);
        let skipped = mode & MODE_VSKIP != 0 && site.waits.is_vector();
        let told = if !skipped && checker.follows_memory() {
            site.memory
        } else {
            Told::Nowhere
        };
        self.accesses.clear();
        if told == Told::Before {
            self.accesses.tell(&site.inst, wave, env);
        }
        self.before(site, pc, wave);
        if told == Told::Before {
            self.memory(site, wave, env);
        }
        let mut known = self.state.known.as_mut().filter(|_| !skipped);
        if let Some(known) = &mut known {
            let what = (&site.inst, &site.uninit, &site.operands);
            let group = &self.group.uninit;
            known.before(what, (wave, env, group), &mut self.found);
        }
        let logs = known.is_some() && site.uninit.wants_log() || self.beside.is_some();
        let result = match told {
            Told::After => interp::run_logged(wave, env, Some(&self.log)),
            Told::Nowhere | Told::Before if logs => interp::run_logged(wave, env, Some(&self.log)),
            Told::Nowhere | Told::Before => interp::run(wave, env),
        };
        if result.is_ok()
            && let Some(known) = known
        {
            let what = (&site.inst, &site.uninit, &site.operands, pc);
            let (group, seen) = (&mut self.group.uninit, self.log.list());
            known.after(what, seen, (wave, env, group), &mut self.found);
        }
        if told == Told::After {
            self.accesses.take(&site.inst, self.log.list(), env.lds);
            self.memory(site, wave, env);
        }
        if result.is_ok() {
            self.after(site, pc, mode, Some(wave.mode), wave);
        }
        self.report(wave, pc);
        result
    }

    /// Before an instruction.
    #[inline]
    fn before(&mut self, site: &Site, pc: u64, wave: &Wave) {
        if let Some(history) = &mut self.state.history {
            history.settle(wave.mode);
            history.before(&site.nops, wave, &mut self.found);
        }
        if let Some(board) = &mut self.state.board {
            board.before(site.step(pc), wave, &mut self.found);
        }
    }

    /// What an instruction that has been executed, or is about to be, accesses.
    fn memory(&mut self, site: &Site, wave: &Wave, env: &Env<'_>) {
        let (checker, pedantic) = (self.checker, self.checker.options.pedantic);
        if checker.looks_for(Class::Memory) {
            memory::check(&self.accesses, wave, env, pedantic, &mut self.found);
        }
        if let Some(group) = &mut self.group.races {
            let knowledge = &mut self.state.knowledge;
            let seen = races::Seen {
                plan: &site.races,
                inst: &site.inst,
                accesses: &self.accesses,
            };
            checker
                .races
                .access(seen, group, wave, env, knowledge, pedantic, &mut self.found);
        }
    }

    /// After an instruction that found MODE so, and left it so, as far as that is known.
    #[inline]
    fn after(&mut self, site: &Site, pc: u64, mode: u32, left: Option<u32>, wave: &Wave) {
        if let Some(history) = &mut self.state.history {
            history.after(&site.nops, pc, mode, left);
        }
        if let Some(board) = &mut self.state.board {
            let at_barrier = &mut self.group.at_barrier;
            let me = (wave.workgroup, wave.index);
            board.after(
                site.step(pc),
                &self.accesses,
                at_barrier,
                me,
                &mut self.found,
            );
        }
        if !site.races.is_quiet()
            && let Some(group) = &mut self.group.races
        {
            self.checker
                .races
                .order(&site.races, group, wave, &mut self.state.knowledge);
        }
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl machine::Watch for RefCell<Watch<'_, '_>> {
    fn enter(&self, wave: &Wave, env: &Env<'_>, pc: u64, count: u32) -> bool {
        self.borrow_mut().enter(wave, env, pc, count)
    }

    fn interpret(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.borrow_mut().interpret(wave, env)
    }
}

impl Engine for Checker {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.watch(wave, env, None, |wave, watch| {
            watch.borrow_mut().interpret(wave, env)
        })
    }

    fn launch_begins(&self, defined: &dyn Fn() -> Defined) {
        if self.looks_for(Class::Uninit) {
            *lock(&self.launch) = Arc::new(uninit::Launch::new(defined()));
        }
    }

    fn slice(&self) -> i64 {
        8192
    }
}
