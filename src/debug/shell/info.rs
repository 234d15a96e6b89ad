//! Where a launch has stopped, and what there is: waves, functions, lines of the source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::find;
use super::{Shell, Step};
use crate::check::operands::{Bank, register_name};
use crate::debug::points::{Kind, On};
use crate::debug::session::{Activity, Stop, Stopped};
use crate::debug::types::Type;
use crate::error::{Fault, SourceLine};
use crate::isa::M0;

/// Lines of the source around the one that is asked for.
const AROUND: usize = 5;

/// Numbers of an array that a list of variables shows.
const LOCAL_NUMBERS: usize = 8;

/// A function that a wave is in.
struct Frame {
    pc: u64,
    line: Option<SourceLine>,
    /// Whether it was inlined into the next one.
    inlined: bool,
}

impl Shell<'_> {
    /// Says why and where the launch has stopped.
    pub(super) fn report(&mut self, at: &Stopped<'_>) {
        let why = match &at.stop {
            Stop::Start => "The kernel starts".to_owned(),
            Stop::Breakpoint(id) => format!("Breakpoint {id}"),
            Stop::Watchpoint(id, pc, what) => {
                let point = at.points.list().iter().find(|p| p.id == *id);
                let text = point.map(|p| format!(" ({})", p.text)).unwrap_or_default();
                let (name, by) = (at.code.name(*pc), at.code.instruction(*pc));
                format!("Watchpoint {id}{text}: {what}, by {name}: {by}")
            }
            Stop::Goal => "Stopped".to_owned(),
            Stop::Barrier => "At a barrier".to_owned(),
            Stop::WaveEnded => {
                let ([x, y, z], wave) = at.key().unwrap_or_default();
                format!("The wave has ended: {x},{y},{z} wave {wave}")
            }
            Stop::Interrupted => "Interrupted".to_owned(),
            Stop::Back => format!("Back, behind {} instructions in all", at.time),
            Stop::Fault(fault) => format!("Fault: {}", described(at, fault)),
            Stop::Ended(outcome) => {
                let how = match &outcome.fault {
                    Some(fault) => format!(" with a fault: {fault}"),
                    None => String::new(),
                };
                let (n, waves) = (at.time, at.ended);
                let text = format!(
                    "The kernel has ended{how} ({n} instructions, {waves} waves have ended)"
                );
                return self.say(&text);
            }
        };
        self.say(&why);
        // What has ended is nowhere.
        let _ = self.place(at);
    }

    /// Says where the chosen wave is.
    pub(super) fn place(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let ([x, y, z], wave) = self.alive(at)?;
        let pc = self.view(at)?.pc;
        let (name, text) = (at.code.name(pc), at.code.instruction(pc));
        self.say(&format!("{x},{y},{z} wave {wave} => {name}: {text}"));
        if let Some(line) = at.code.source(pc).first().filter(|l| l.line != 0) {
            let number = line.line as usize;
            let text = self.source(&line.file).ok();
            let text = text.and_then(|t| t.get(number.wrapping_sub(1)).cloned());
            let text = text.map(|t| format!("\n{number}\t{t}")).unwrap_or_default();
            self.say(&format!("at {line}{text}"));
        }
        Ok(())
    }

    pub(super) fn info(&mut self, at: &Stopped<'_>, args: &str) -> Result<Step, String> {
        type Show = fn(&mut Shell<'_>, &Stopped<'_>) -> Result<(), String>;
        const TOPICS: &[(&str, Show)] = &[
            ("waves", |s, at| s.waves(at)),
            ("groups", |s, at| s.groups(at)),
            ("breakpoints", |s, at| s.points(at)),
            ("registers", |s, at| s.registers(at)),
            ("exec", |s, at| s.exec(at)),
            ("mode", |s, at| s.mode(at)),
            ("locals", |s, at| s.locals(at)),
            ("buffers", |s, at| s.list_buffers(at)),
        ];
        let found = TOPICS
            .iter()
            .find(|(name, _)| !args.is_empty() && name.starts_with(args));
        let (_, show) = found.ok_or_else(|| {
            let names: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
            format!("info about what: want {}", names.join(", "))
        })?;
        show(self, at)?;
        Ok(Step::Stay)
    }

    fn waves(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let keys = at.keys();
        if keys.is_empty() {
            return Err(format!("no wave is under way; {} have ended", at.ended));
        }
        for key in keys {
            let Some(view) = at.view(key) else { continue };
            let mark = if self.chosen == Some(key) { '*' } else { ' ' };
            let ([x, y, z], wave) = key;
            let state = match (at.key() == Some(key), view.activity) {
                (_, Activity::AtBarrier) => "at a barrier",
                (true, Activity::Running) => "stopped",
                (false, Activity::Running) => "waiting for its turn",
            };
            let line = at.code.source(view.pc).first();
            let line = line.map(|l| format!(", {l}")).unwrap_or_default();
            self.say(&format!(
                "{mark} {x},{y},{z} wave {wave}: {state}, {} lanes, {} instructions done, next {}: {}{line}",
                view.exec().count_ones(),
                view.instructions,
                at.code.name(view.pc),
                at.code.instruction(view.pc),
            ));
        }
        Ok(())
    }

    fn groups(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let mut groups: BTreeMap<[u32; 3], (usize, usize)> = BTreeMap::new();
        for key in at.keys() {
            let of = groups.entry(key.0).or_default();
            of.0 += 1;
            let waits = |v: crate::debug::session::View<'_>| v.activity == Activity::AtBarrier;
            of.1 += usize::from(at.view(key).is_some_and(waits));
        }
        for ([x, y, z], (waves, waiting)) in groups {
            let mark = if self.chosen.is_some_and(|k| k.0 == [x, y, z]) {
                '*'
            } else {
                ' '
            };
            self.say(&format!(
                "{mark} {x},{y},{z}: waves under way: {waves}, at a barrier: {waiting}"
            ));
        }
        self.say(&format!("waves that have ended: {}", at.ended));
        Ok(())
    }

    fn points(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        if at.points.list().is_empty() {
            return Err("there are no breakpoints".to_owned());
        }
        for p in at.points.list() {
            let kind = match &p.kind {
                Kind::Break { once: false, .. } => "break",
                Kind::Break { once: true, .. } => "break once",
                Kind::Watch { on: On::Write, .. } => "watch",
                Kind::Watch { on: On::Read, .. } => "watch for reads",
                Kind::Watch { on: On::Access, .. } => "watch for reads and writes",
            };
            self.say(&format!("{}: {kind} {}, hits: {}", p.id, p.text, p.hits));
        }
        Ok(())
    }

    fn registers(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        const ROW: usize = 4;
        let view = self.view(at)?;
        let generation = at.code.program().generation();
        let kernels = &at.code.program().kernels;
        let kernel = kernels.iter().find(|k| k.name == at.code.kernel());
        // VCC, XNACK_MASK and FLAT_SCRATCH count, too.
        let have = kernel.map_or(104, |k| k.sgprs.min(104) as usize).max(1);
        let mut out = String::new();
        for first in (0..have).step_by(ROW) {
            let last = (first + ROW).min(have);
            let values: Vec<String> = view.sgpr[first..last]
                .iter()
                .map(|v| format!("{v:#010x}"))
                .collect();
            out += &format!("s{first:<3} {}\n", values.join(" "));
        }
        let vcc = view.s64(crate::isa::VCC_LO);
        let m0 = register_name(generation, Bank::Scalar, M0);
        out += &format!(
            "vcc {vcc:#018x} exec {:#018x} {m0} {:#010x} scc {} mode {:#010x} pc {:#x}",
            view.exec(),
            view.sgpr[usize::from(M0)],
            view.scc,
            view.mode,
            view.pc
        );
        self.say(&out);
        Ok(())
    }

    fn exec(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let exec = self.view(at)?.exec();
        let picture: String = (0..64)
            .map(|l| if exec >> l & 1 != 0 { '#' } else { '.' })
            .collect();
        self.say(&format!(
            "{picture} {} lanes, {exec:#018x}",
            exec.count_ones()
        ));
        Ok(())
    }

    /// MODE's fields (CLRX GcnState).
    fn mode(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        const ROUND: [&str; 4] = ["nearest even", "up", "down", "to zero"];
        const DENORMALS: [&str; 4] = ["flushed", "kept as inputs", "kept as results", "kept"];
        let mode = self.view(at)?.mode;
        let field = |low: u32, names: [&'static str; 4]| names[(mode >> low & 3) as usize];
        let bit = |n: u32| if mode >> n & 1 != 0 { "on" } else { "off" };
        self.say(&format!(
            "mode {mode:#010x}: round f32 {}, f64 and f16 {}; denormals f32 {}, f64 and f16 {}; dx10_clamp {}, ieee {}",
            field(0, ROUND),
            field(2, ROUND),
            field(4, DENORMALS),
            field(6, DENORMALS),
            bit(8),
            bit(9)
        ));
        Ok(())
    }

    fn locals(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let variables = self.variables(at)?;
        if variables.is_empty() {
            return Err("the file tells of no variables here: compile with -g".to_owned());
        }
        let view = self.view(at)?;
        let lane = self.lane;
        for v in variables {
            let value = find::value(&v, &view, at.memory(), lane);
            let ty = Type::of(&v.shape);
            let text = value.map(|bytes| {
                if bytes.len() / ty.size() > LOCAL_NUMBERS {
                    let shown = ty.texts(&bytes[..LOCAL_NUMBERS * ty.size()]);
                    format!("{},..)", shown.trim_end_matches(')'))
                } else {
                    ty.texts(&bytes)
                }
            });
            let text = text.unwrap_or_else(|why| format!("<{why}>"));
            let ty = v.shape.name.map(|n| format!("{n} ")).unwrap_or_default();
            self.say(&format!("{ty}{} = {text}", v.name));
        }
        if !view.vgprs.is_empty() {
            self.say(&format!("(lane {lane})"));
        }
        Ok(())
    }

    fn list_buffers(&mut self, at: &Stopped<'_>) -> Result<(), String> {
        let mut lines: Vec<String> = Vec::new();
        for (address, len, name) in at.memory().writable() {
            lines.push(format!("{address:#x}: {len} bytes, {name}"));
        }
        lines.iter().for_each(|l| self.say(l));
        Ok(())
    }

    /// The functions that the chosen wave is in, the innermost first.
    fn frames(&self, at: &Stopped<'_>) -> Result<Vec<Frame>, String> {
        let view = self.view(at)?;
        // A call is the instruction before the one that it returns to.
        let returns = view.calls.iter().rev().map(|to| to.wrapping_sub(4));
        let mut frames = Vec::new();
        for pc in std::iter::once(view.pc).chain(returns) {
            let lines = at.code.source(pc);
            if lines.is_empty() {
                frames.push(Frame {
                    pc,
                    line: None,
                    inlined: false,
                });
            }
            frames.extend(lines.iter().enumerate().map(|(i, line)| Frame {
                pc,
                line: Some(line.clone()),
                inlined: i + 1 < lines.len(),
            }));
        }
        Ok(frames)
    }

    pub(super) fn backtrace(&mut self, at: &Stopped<'_>) -> Result<Step, String> {
        for n in 0..self.frames(at)?.len() {
            self.say_frame(at, n)?;
        }
        Ok(Step::Stay)
    }

    fn say_frame(&mut self, at: &Stopped<'_>, n: usize) -> Result<(), String> {
        let frames = self.frames(at)?;
        let last = frames.len() - 1;
        let f = frames
            .get(n)
            .ok_or_else(|| format!("there is no function {n}; the outermost one is {last}"))?;
        let line = f
            .line
            .as_ref()
            .map(|l| format!(", {l}"))
            .unwrap_or_default();
        let inlined = if f.inlined { ", inlined" } else { "" };
        let mark = if n == self.frame { '*' } else { ' ' };
        let text = format!("{mark} #{n} {}{line}{inlined}", at.code.name(f.pc));
        self.say(&text);
        Ok(())
    }

    pub(super) fn choose_frame(&mut self, at: &Stopped<'_>, n: usize) -> Result<Step, String> {
        let before = std::mem::replace(&mut self.frame, n);
        if let Err(e) = self.say_frame(at, n) {
            self.frame = before;
            return Err(e);
        }
        self.listed = None;
        Ok(Step::Stay)
    }

    /// The file of the chosen function.
    pub(super) fn file(&self, at: &Stopped<'_>) -> Option<String> {
        let listed = self.listed.as_ref().map(|(file, _)| file.clone());
        listed.or_else(|| Some(self.line(at).ok()?.file))
    }

    /// The line that the chosen function is at.
    fn line(&self, at: &Stopped<'_>) -> Result<SourceLine, String> {
        let mut frames = self.frames(at)?;
        let frame = (self.frame < frames.len()).then(|| frames.swap_remove(self.frame));
        let line = frame.and_then(|f| f.line);
        line.ok_or_else(|| "the file tells of no line here: compile with -g".to_owned())
    }

    /// The lines of a source file.
    fn source(&mut self, name: &str) -> Result<&[String], String> {
        if !self.files.contains_key(name) {
            let path = Path::new(name);
            let parts: Vec<_> = path.components().collect();
            let ends = (0..parts.len()).map(|i| parts[i..].iter().collect::<PathBuf>());
            let ends: Vec<PathBuf> = ends.filter(|p| p.is_relative()).collect();
            let below = self
                .folders
                .iter()
                .flat_map(|f| ends.iter().map(move |e| f.join(e)));
            let mut candidates = std::iter::once(path.to_owned()).chain(below);
            let text = candidates.find_map(|p| std::fs::read_to_string(p).ok());
            let text = text.ok_or_else(|| {
                format!("cannot find {name}; directory FOLDER tells where sources are")
            })?;
            let lines = text.lines().map(str::to_owned).collect();
            self.files.insert(name.to_owned(), lines);
        }
        Ok(&self.files[name])
    }

    pub(super) fn list(&mut self, at: &Stopped<'_>, args: &str) -> Result<Step, String> {
        let (file, first) = match (args, &self.listed) {
            ("", Some((file, next))) => (file.clone(), *next),
            ("", None) => {
                let line = self.line(at)?;
                let first = (line.line as usize).saturating_sub(AROUND).max(1);
                (line.file, first)
            }
            (args, _) => {
                let (file, line) = match args.rsplit_once(':') {
                    Some((file, line)) => (file.to_owned(), line),
                    None => {
                        let file = self.file(at);
                        (file.ok_or("which file: want FILE:LINE")?, args)
                    }
                };
                let line: usize = super::small(line)?;
                (file, line.saturating_sub(AROUND).max(1))
            }
        };
        let here = self.line(at).ok().filter(|l| l.file == file);
        let here = here.map(|l| l.line as usize);
        let source = self.source(&file)?;
        let last = (first + 2 * AROUND - 1).min(source.len());
        if first > last {
            return Err(format!("{file} has {} lines", source.len()));
        }
        let mut out = Vec::new();
        for n in first..=last {
            let mark = if here == Some(n) { "=>" } else { "  " };
            out.push(format!("{mark} {n}\t{}", source[n - 1]));
        }
        self.say(&out.join("\n"));
        self.listed = Some((file, last + 1));
        Ok(Step::Stay)
    }

    pub(super) fn disassemble(&mut self, at: &Stopped<'_>, args: &str) -> Result<Step, String> {
        let pc = match args {
            "" => self
                .frames(at)?
                .get(self.frame)
                .map_or(at.code.entry(), |f| f.pc),
            text => {
                let file = self.file(at);
                at.code.resolve(text, file.as_deref())?[0]
            }
        };
        let begin = at
            .code
            .function(pc)
            .map_or(at.code.entry(), |(begin, _)| begin);
        // Instructions are found from the function's beginning on.
        let mut before = vec![begin.min(pc)];
        while let Some(last) = before.last().copied().filter(|last| *last < pc) {
            before.push(last + at.code.size(last));
        }
        let first = before[before.len().saturating_sub(AROUND + 1)];
        self.instructions(at, first, 2 * AROUND as u64 + 1);
        Ok(Step::Stay)
    }

    /// Prints `n` instructions from `pc` on.
    pub(super) fn instructions(&mut self, at: &Stopped<'_>, mut pc: u64, n: u64) {
        let here = self.view(at).map(|v| v.pc).ok();
        for _ in 0..n {
            if at.code.program().program.index(pc).is_none() {
                return;
            }
            let mark = if here == Some(pc) { "=>" } else { "  " };
            let (name, text) = (at.code.name(pc), at.code.instruction(pc));
            let line = at.code.source(pc).first();
            let line = line
                .map(|l| format!(" @ {}:{}", l.file, l.line))
                .unwrap_or_default();
            self.say(&format!("{mark} {name}: {text}{line}"));
            pc += at.code.size(pc);
        }
    }
}

/// A fault, and where its address lies.
fn described(at: &Stopped<'_>, fault: &Fault) -> String {
    let place = fault
        .kind
        .access()
        .map(|(address, _)| at.memory().describe(address));
    let place = place.map(|p| format!(" ({p})")).unwrap_or_default();
    let lane = fault
        .lane
        .map(|l| format!(", lane {l}"))
        .unwrap_or_default();
    format!("{}{place}{lane}", fault.kind)
}
