//! The debugger: an engine that stops, and lets a user look and say how to go on.
//!
//! A launch on one host thread is the same each time: so the state at any instruction is had again by running it from
//! the start, from the same memory, to as many instructions. That is how a session goes back.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Key;
use super::code::Code;
use super::points::{Points, describe};
use crate::check::operands::{Bank, Operands};
use crate::error::{Fault, FaultKind};
use crate::interp::{self, seen::Log};
use crate::isa::{Inst, Sop1, Sopk};
use crate::machine::lds::Lds;
use crate::machine::memory::Memory;
use crate::machine::wave::{Vgpr, Wave};
use crate::machine::{Engine, Env, Exit, Scratch};
use crate::runtime::contents::Contents;
use crate::runtime::{Backend, Device, Launch, LaunchError, Outcome};

/// Why a wave has stopped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// Before the first instruction of all.
    Start,
    /// Before an instruction with breakpoint number so and so.
    Breakpoint(u32),
    /// Behind an instruction that met a watchpoint: its number, the instruction's address, and what happened.
    Watchpoint(u32, u64, String),
    /// It has gone as far as it was to.
    Goal,
    /// It waits at a barrier.
    Barrier,
    /// It has ended.
    WaveEnded,
    /// Somebody has interrupted the run.
    Interrupted,
    /// The session has gone back to here.
    Back,
    /// The instruction cannot be executed: when the user goes on, the launch ends.
    Fault(Box<Fault>),
    /// The launch has ended: there is no wave any more.
    Ended(Box<Outcome>),
}

/// How far a wave is to go, unless something stops one before.
#[derive(Clone, Debug)]
pub enum Goal {
    /// So many instructions.
    Instructions(u64),
    /// To the next instruction, over the function that this one calls.
    Over,
    /// To another line of the source.
    Line {
        /// Over the functions that it calls.
        over: bool,
    },
    /// Out of the function, or of the inlined one.
    Finish,
    /// To a barrier.
    Barrier,
    /// Until another wave has its turn.
    OtherWave,
}

/// How to go on.
#[derive(Clone, Debug)]
pub enum Go {
    /// To the next stop.
    On,
    /// So far with a wave.
    Until(Key, Goal),
    /// Back by so many instructions of a wave.
    Back(Key, u64),
    /// Back to the last breakpoint or watchpoint, or to the start.
    BackToStop,
    /// From the start, to the first stop.
    Again,
    /// Not at all.
    Quit,
}

/// Who looks when something has stopped.
pub trait User: Send {
    /// Looks, and says how to go on.
    fn stopped(&mut self, at: &mut Stopped<'_>) -> Go;
}

/// What a wave is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Activity {
    Running,
    AtBarrier,
}

/// What is known of a wave that is not the one that runs.
#[derive(Clone, Debug)]
struct Known {
    sgpr: [u32; 128],
    vgprs: Vec<Vgpr>,
    acc: Vec<Vgpr>,
    scc: u32,
    mode: u32,
    pc: u64,
    instructions: u64,
    calls: Vec<u64>,
    activity: Activity,
}

/// A wave's registers, and what of memory is its own.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct View<'s> {
    pub key: Key,
    pub sgpr: &'s [u32; 128],
    pub vgprs: &'s [Vgpr],
    /// Accumulation registers.
    pub acc: &'s [Vgpr],
    pub scc: u32,
    pub mode: u32,
    /// Address of the instruction that it is to execute next.
    pub pc: u64,
    /// How many it has executed.
    pub instructions: u64,
    /// Where the functions that it is in return to, the outermost first.
    pub calls: &'s [u64],
    pub activity: Activity,
    /// Of the work-group that runs.
    pub lds: Option<&'s Lds>,
    /// Of the wave that runs.
    pub scratch: Option<&'s Scratch>,
}

impl View<'_> {
    /// The registers of a lanes' bank.
    pub fn of(&self, bank: Bank) -> &[Vgpr] {
        match bank {
            Bank::Scalar => &[],
            Bank::Vector => self.vgprs,
            Bank::Accumulation => self.acc,
        }
    }

    /// EXEC.
    pub fn exec(&self) -> u64 {
        self.s64(crate::isa::EXEC_LO)
    }

    /// Two scalar registers as one number.
    pub fn s64(&self, s: u8) -> u64 {
        let half = |i: usize| u64::from(self.sgpr.get(i).copied().unwrap_or(0));
        half(s.into()) | half(usize::from(s) + 1) << 32
    }
}

/// A launch that has stopped.
pub struct Stopped<'s> {
    /// Why.
    pub stop: Stop,
    /// The code.
    pub code: &'s Code<'s>,
    /// Where to stop; may be changed.
    pub points: &'s mut Points,
    /// Instructions that all waves together have executed.
    pub time: u64,
    /// Waves that have ended.
    pub ended: u64,
    memory: &'s Memory,
    current: Option<(&'s Wave, &'s Env<'s>, &'s [u64])>,
    waves: &'s BTreeMap<Key, Known>,
}

impl Stopped<'_> {
    /// The wave that has stopped; the others wait.
    pub fn key(&self) -> Option<Key> {
        self.current.map(|(w, ..)| (w.workgroup, w.index))
    }

    /// Whether the wave that has stopped has ended.
    fn has_ended(&self) -> bool {
        matches!(self.stop, Stop::WaveEnded)
    }

    /// The waves that have started and not ended.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.waves.keys().copied().collect();
        keys.extend(self.key().filter(|k| !self.waves.contains_key(k)));
        keys.retain(|k| !self.has_ended() || self.key() != Some(*k));
        keys.sort_unstable_by_key(|([x, y, z], w)| ([*z, *y, *x], *w));
        keys
    }

    /// Guest memory.
    pub fn memory(&self) -> &Memory {
        self.memory
    }

    /// The registers of a wave that has started and not ended.
    pub fn view(&self, key: Key) -> Option<View<'_>> {
        let lds = self.current.filter(|(w, ..)| w.workgroup == key.0);
        let lds = lds.map(|(_, env, _)| env.lds);
        if let Some((w, env, calls)) = self.current.filter(|_| self.key() == Some(key)) {
            if self.has_ended() {
                return None;
            }
            return Some(View {
                key,
                sgpr: &w.sgpr,
                vgprs: w.vgprs(),
                acc: w.acc(),
                scc: w.scc,
                mode: w.mode,
                pc: w.pc,
                instructions: w.instructions,
                calls,
                activity: match self.stop {
                    Stop::Barrier => Activity::AtBarrier,
                    _ => Activity::Running,
                },
                lds,
                scratch: Some(env.scratch),
            });
        }
        let k = self.waves.get(&key)?;
        Some(View {
            key,
            sgpr: &k.sgpr,
            vgprs: &k.vgprs,
            acc: &k.acc,
            scc: k.scc,
            mode: k.mode,
            pc: k.pc,
            instructions: k.instructions,
            calls: &k.calls,
            activity: k.activity,
            lds,
            scratch: None,
        })
    }
}

/// A point in a run: when all waves together have executed `time` instructions. `behind`: where the last of them was,
/// not where the next one will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    time: u64,
    behind: bool,
}

/// What goes on between two stops.
#[derive(Debug)]
enum Mode {
    /// To the next stop, or so far with a wave.
    Forward(Option<Aim>),
    /// To a point, whatever would stop before.
    To(Target),
    /// Up to a time, noting the last that would have stopped.
    Search { end: u64, last: Option<Target> },
}

/// A goal, and where the wave was when it was set.
#[derive(Debug)]
struct Aim {
    key: Key,
    goal: Goal,
    /// How many instructions the wave had executed, how many calls it was in, how many functions were inlined there,
    /// and at which line.
    instructions: u64,
    calls: usize,
    depth: usize,
    line: Option<(String, u32)>,
}

/// What comes when the launch is given up.
#[derive(Debug)]
enum Next {
    Quit,
    Again(Mode),
}

/// Instructions of one wave without a break.
#[derive(Clone, Copy, Debug)]
struct Span {
    key: Key,
    from: u64,
    to: u64,
}

struct State {
    points: Points,
    time: u64,
    ended: u64,
    mode: Mode,
    /// Where the user has just looked: what stopped there does not stop again.
    looked_at: Option<u64>,
    next: Option<Next>,
    waves: BTreeMap<Key, Known>,
    spans: Vec<Span>,
    /// When the wave that runs began to.
    since: u64,
    log: Log,
}

struct Inner<'a> {
    state: State,
    user: &'a mut dyn User,
}

/// The engine.
struct Debugger<'a> {
    code: &'a Code<'a>,
    memory: &'a Memory,
    interrupt: &'a AtomicBool,
    inner: Mutex<Inner<'a>>,
}

/// Runs a launch of the kernel that `code` has, and has `user` look whenever it stops: at first before its first
/// instruction. One host thread and the interpreter run it; its time limit counts for nothing. When `interrupt` becomes
/// true, the run stops. Afterwards the memory is as the launch left it.
///
/// # Errors
/// As [`Device::attempt`].
pub fn debug(
    device: &Device,
    code: &Code<'_>,
    launch: &Launch<'_>,
    interrupt: &AtomicBool,
    user: &mut dyn User,
) -> Result<(), LaunchError> {
    let before = Contents::of(device.memory());
    let debugger = Debugger {
        code,
        memory: device.memory(),
        interrupt,
        inner: Mutex::new(Inner {
            state: State::new(),
            user,
        }),
    };
    // What has been printed is not printed again where a launch runs again.
    let printed = Mutex::new((0u64, 0u64));
    let print = |text: &str| {
        let mut n = printed.lock().unwrap_or_else(PoisonError::into_inner);
        n.0 += 1;
        if n.0 > n.1 {
            n.1 = n.0;
            match launch.print {
                Some(print) => print(text),
                // Nobody need listen there.
                None => drop(std::io::stderr().write_all(text.as_bytes())),
            }
        }
    };
    let mut launch = launch.clone().backend(Backend::Interp).print(&print);
    (launch.threads, launch.timeout, launch.progress) = (1, None, None);
    loop {
        let outcome = device.attempt(code.program(), &launch, Some(&debugger))?;
        match debugger.ended(outcome) {
            Next::Quit => return Ok(()),
            Next::Again(mode) => {
                before.restore(device.memory());
                printed.lock().unwrap_or_else(PoisonError::into_inner).0 = 0;
                debugger.lock().state.again(mode);
            }
        }
    }
}

impl State {
    fn new() -> State {
        State {
            points: Points::default(),
            time: 0,
            ended: 0,
            mode: Mode::To(START),
            looked_at: None,
            next: None,
            waves: BTreeMap::new(),
            spans: Vec::new(),
            since: 0,
            log: Log::default(),
        }
    }

    /// Begins anew; where to stop stays.
    fn again(&mut self, mode: Mode) {
        let points = std::mem::take(&mut self.points);
        *self = State {
            points,
            mode,
            ..State::new()
        };
    }

    /// The instruction `n` before the next one of a wave: when it was, or the first when there are not as many.
    fn back(&self, key: Key, mut n: u64, now: Option<Span>) -> Option<u64> {
        let spans = self.spans.iter().copied().chain(now);
        let mut first = None;
        for span in spans.rev().filter(|s| s.key == key && s.from < s.to) {
            let len = span.to - span.from;
            if n <= len {
                return Some(span.to - n);
            }
            n -= len;
            first = Some(span.from);
        }
        first
    }
}

impl<'a> Debugger<'a> {
    fn lock(&self) -> MutexGuard<'_, Inner<'a>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What comes when the launch has ended, or was given up.
    fn ended(&self, outcome: Outcome) -> Next {
        let mut inner = self.lock();
        let Inner { state, user } = &mut *inner;
        if let Some(next) = state.next.take() {
            return next;
        }
        if let Mode::Search { last, .. } = state.mode {
            return Next::Again(Mode::To(last.unwrap_or(START)));
        }
        let stop = Stop::Ended(Box::new(outcome));
        self.ask(state, *user, stop, None);
        state.next.take().unwrap_or(Next::Quit)
    }

    /// Has the user look, and notes how to go on. Tells whether the launch goes on.
    fn ask(
        &self,
        state: &mut State,
        user: &mut dyn User,
        stop: Stop,
        current: Option<(&Wave, &Env<'_>, &[u64])>,
    ) -> bool {
        let has_ended = matches!(stop, Stop::Ended(_));
        let behind = matches!(
            stop,
            Stop::Watchpoint(..) | Stop::Barrier | Stop::WaveEnded | Stop::Ended(_)
        );
        let go = user.stopped(&mut Stopped {
            stop,
            code: self.code,
            points: &mut state.points,
            time: state.time,
            ended: state.ended,
            memory: self.memory,
            current,
            waves: &state.waves,
        });
        self.interrupt.store(false, Relaxed);
        let running = current.map(|(w, ..)| Span {
            key: (w.workgroup, w.index),
            from: state.since,
            to: state.time,
        });
        state.looked_at = (!behind).then_some(state.time);
        let again = |mode| Some(Next::Again(mode));
        match go {
            Go::On => state.mode = Mode::Forward(None),
            Go::Until(key, goal) => {
                let aim = self.aim(state, key, goal, current);
                state.mode = Mode::Forward(Some(aim));
            }
            Go::Back(key, n) => {
                let time = state.back(key, n, running).unwrap_or(0);
                let behind = false;
                state.next = again(Mode::To(Target { time, behind }));
            }
            Go::BackToStop => {
                let end = state.time + u64::from(has_ended);
                state.next = again(Mode::Search { end, last: None });
            }
            Go::Again => state.next = again(Mode::Forward(None)),
            Go::Quit => state.next = Some(Next::Quit),
        }
        if has_ended && state.next.is_none() {
            state.next = Some(Next::Quit);
        }
        state.next.is_none()
    }

    /// A goal for a wave, from where it is now.
    fn aim(
        &self,
        state: &State,
        key: Key,
        goal: Goal,
        current: Option<(&Wave, &Env<'_>, &[u64])>,
    ) -> Aim {
        let current = current.filter(|(w, ..)| (w.workgroup, w.index) == key);
        let (pc, instructions, calls) = match (current, state.waves.get(&key)) {
            (Some((w, _, calls)), _) => (w.pc, w.instructions, calls.len()),
            (None, Some(k)) => (k.pc, k.instructions, k.calls.len()),
            (None, None) => (0, 0, 0),
        };
        let source = self.code.source(pc);
        Aim {
            key,
            goal,
            instructions,
            calls,
            depth: source.len(),
            line: source.first().map(|l| (l.file.clone(), l.line)),
        }
    }

    /// Whether the goal is reached by `wave`, before its next instruction.
    fn reached(&self, aim: &Aim, wave: &Wave, calls: usize) -> bool {
        let key = (wave.workgroup, wave.index);
        if key != aim.key {
            return matches!(aim.goal, Goal::OtherWave);
        }
        let done = wave.instructions.saturating_sub(aim.instructions);
        if done == 0 {
            return false;
        }
        match aim.goal {
            Goal::Instructions(n) => done >= n,
            Goal::Over => calls <= aim.calls,
            Goal::Line { over } => {
                let line = self.code.source(wave.pc).first();
                let other = line.map(|l| (l.file.as_str(), l.line));
                let old = aim.line.as_ref().map(|(f, l)| (f.as_str(), *l));
                match (old, over) {
                    // Where no line is known, an instruction is one.
                    (None, false) => true,
                    (None, true) => calls <= aim.calls,
                    (Some(_), true) if calls > aim.calls => false,
                    (Some(old), _) => {
                        let begins = other.is_some_and(|o| o.1 != 0 && o != old);
                        begins || calls > aim.calls && other.is_some_and(|o| o.1 != 0)
                    }
                }
            }
            Goal::Finish => {
                let inside = calls >= aim.calls;
                let inlined = aim.depth > 1;
                if inlined {
                    calls < aim.calls || {
                        let depth = self.code.source(wave.pc).len();
                        calls == aim.calls && (1..aim.depth).contains(&depth)
                    }
                } else {
                    !inside
                }
            }
            Goal::Barrier | Goal::OtherWave => false,
        }
    }

    /// Why `wave` is to stop before its next instruction.
    fn before(&self, state: &mut State, wave: &Wave, calls: usize) -> Option<Stop> {
        let time = state.time;
        if self.interrupt.swap(false, Relaxed) {
            return Some(Stop::Interrupted);
        }
        match &mut state.mode {
            Mode::To(target) => (target.time == time && !target.behind).then_some(match time {
                0 => Stop::Start,
                _ => Stop::Back,
            }),
            Mode::Search { end, last } => {
                if time < *end && state.points.at(wave).is_some() {
                    let behind = false;
                    *last = Some(Target { time, behind });
                }
                None
            }
            Mode::Forward(aim) => {
                if state.looked_at == Some(time) {
                    return None;
                }
                if let Some(id) = state.points.at(wave) {
                    return Some(Stop::Breakpoint(id));
                }
                let aim = aim.as_ref()?;
                self.reached(aim, wave, calls).then_some(Stop::Goal)
            }
        }
    }

    /// Executes one instruction; tells with it why the wave is to stop behind it.
    fn step(
        &self,
        state: &mut State,
        wave: &mut Wave,
        env: &Env<'_>,
        calls: &mut Vec<u64>,
    ) -> (Result<Exit, Fault>, Option<Stop>) {
        let (pc, exec) = (wave.pc, wave.exec());
        let inst = env.program.at(pc).ok();
        let generation = env.program.generation();
        let watches = state.points.watches() && !matches!(state.mode, Mode::To(_));
        let watched = if watches {
            state.points.before(wave)
        } else {
            Vec::new()
        };
        let operands = inst
            .filter(|_| !watched.is_empty())
            .map(|d| Operands::executed(generation, &d.inst, wave));
        state.log.clear();
        let result = if watches {
            interp::run_logged(wave, env, Some(&state.log))
        } else {
            interp::run(wave, env)
        };
        let exit = match &result {
            Ok(exit) => *exit,
            Err(fault) => {
                let stop = Stop::Fault(Box::new(fault.clone()));
                let forward = matches!(state.mode, Mode::Forward(_));
                return (result, forward.then_some(stop));
            }
        };
        state.time += 1;
        if let Some(d) = inst {
            track(&d.inst, pc + u64::from(d.size), wave.pc, calls);
        }
        let mut met = None;
        if watches {
            if let Some((id, seen)) = state.points.accessed(wave, state.log.list()) {
                met = Some((id, describe(&seen)));
            }
            let operands = operands.unwrap_or_default();
            for w in &watched {
                let what = w.after(wave, &operands, exec);
                met = met.or(what.map(|what| (w.id, what)));
            }
        }
        let time = state.time;
        let key = (wave.workgroup, wave.index);
        let stop = match &mut state.mode {
            Mode::To(target) => (*target == Target { time, behind: true }).then_some(Stop::Back),
            Mode::Search { end, last } => {
                if met.is_some() && time < *end {
                    *last = Some(Target { time, behind: true });
                }
                None
            }
            Mode::Forward(aim) => match (met, aim) {
                (Some((id, what)), _) => Some(Stop::Watchpoint(id, pc, what)),
                (None, Some(aim)) if aim.key == key => match (exit, &aim.goal) {
                    (Exit::End, Goal::OtherWave) => None,
                    (Exit::End, _) => Some(Stop::WaveEnded),
                    (Exit::Barrier, Goal::Barrier) => Some(Stop::Barrier),
                    _ => None,
                },
                (None, _) => None,
            },
        };
        (result, stop)
    }

    /// Notes what a wave that does not run now holds.
    fn keep(&self, state: &mut State, wave: &Wave, calls: Vec<u64>, result: &Result<Exit, Fault>) {
        let key = (wave.workgroup, wave.index);
        state.spans.push(Span {
            key,
            from: state.since,
            to: state.time,
        });
        let activity = match result {
            Ok(Exit::Yield | Exit::Sync) => Activity::Running,
            Ok(Exit::Barrier) => Activity::AtBarrier,
            Ok(Exit::End) => {
                state.ended += 1;
                state.waves.remove(&key);
                return;
            }
            // The launch ends.
            Err(_) => return,
        };
        state.waves.insert(
            key,
            Known {
                sgpr: wave.sgpr,
                vgprs: wave.vgprs().to_vec(),
                acc: wave.acc().to_vec(),
                scc: wave.scc,
                mode: wave.mode,
                pc: wave.pc,
                instructions: wave.instructions,
                calls,
                activity,
            },
        );
    }
}

/// Before the first instruction.
const START: Target = Target {
    time: 0,
    behind: false,
};

/// Follows calls and returns: `next` is behind the instruction, and `pc` where the wave goes on.
fn track(inst: &Inst, next: u64, pc: u64, calls: &mut Vec<u64>) {
    match inst {
        Inst::Sop1 {
            op: Sop1::S_SWAPPC_B64,
            ..
        } => calls.push(next),
        Inst::Sopk {
            op: Sopk::S_CALL_B64,
            ..
        } => calls.push(next),
        Inst::Sop1 {
            op: Sop1::S_SETPC_B64,
            ..
        } => {
            if let Some(depth) = calls.iter().rposition(|to| *to == pc) {
                calls.truncate(depth);
            }
        }
        _ => {}
    }
}

fn given_up(wave: &Wave) -> Fault {
    Fault::new(FaultKind::Cancelled, wave.pc)
}

impl Engine for Debugger<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut inner = self.lock();
        let Inner { state, user } = &mut *inner;
        if state.next.is_some() {
            return Err(given_up(wave));
        }
        let key = (wave.workgroup, wave.index);
        let known = state.waves.get_mut(&key).filter(|_| wave.instructions != 0);
        let mut calls = known
            .map(|k| std::mem::take(&mut k.calls))
            .unwrap_or_default();
        state.since = state.time;
        let waited = state.waves.get(&key).map(|k| k.activity);
        if waited == Some(Activity::AtBarrier) {
            // It is open, for all that wait there.
            let group = state.waves.iter_mut().filter(|(k, _)| k.0 == key.0);
            group.for_each(|(_, k)| k.activity = Activity::Running);
        }
        let mut budget = wave.budget;
        let result = loop {
            if let Some(stop) = self.before(state, wave, calls.len()) {
                let current = Some((&*wave, env, calls.as_slice()));
                note_hit(&mut state.points, &stop);
                if !self.ask(state, *user, stop, current) {
                    break Err(given_up(wave));
                }
            }
            if let Mode::Search { end, last } = state.mode
                && state.time >= end
            {
                state.next = Some(Next::Again(Mode::To(last.unwrap_or(START))));
                break Err(given_up(wave));
            }
            wave.budget = 1;
            let (result, stop) = self.step(state, wave, env, &mut calls);
            budget -= 1;
            wave.budget = budget;
            if let Some(stop) = stop {
                let current = Some((&*wave, env, calls.as_slice()));
                note_hit(&mut state.points, &stop);
                if !self.ask(state, *user, stop, current) {
                    break Err(given_up(wave));
                }
            }
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                break result;
            }
        };
        self.keep(state, wave, calls, &result);
        result
    }

    fn slice(&self) -> i64 {
        interp::Interpreter.slice()
    }
}

fn note_hit(points: &mut Points, stop: &Stop) {
    if let Stop::Breakpoint(id) | Stop::Watchpoint(id, ..) = stop {
        points.hit(*id);
    }
}
