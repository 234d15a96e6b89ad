//! A launch with checks for what a card would have done wrong, and what they found, told by kernel, instruction and
//! line of the source: [`Device::check`].

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::abi;
use super::device::Device;
use super::launch::{Backend, Launch, LaunchError, Outcome};
use super::load::LoadedProgram;
use crate::check::engine::Beside;
use crate::check::{Checker, Finding, Findings, Place};
pub use crate::check::{Class, Options, Severity};
use crate::disasm::disasm;
use crate::error::{Fault, SourceLine};
use crate::jit::{Jit, Shown};
use crate::loader::Kernel;
use crate::machine::program::Program;
use crate::machine::programs::Programs;
use crate::machine::start::Defined;
use crate::machine::wave::Wave;
use crate::machine::{Counters, Engine, Env, Exit, Watch};
use crate::profile::access::banks;
use crate::profile::lint::{self, Linter};

/// A launch that was checked.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// How it ended.
    pub outcome: Outcome,
    /// What was found, in the order of first occurrence; last the fault that ended it, if one did.
    pub reports: Vec<Report>,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Report {
    /// What kind of thing it is: the name of a [`Class`], or of faults `memory`, or `fault` for what is not an access
    /// to memory.
    pub class: &'static str,
    /// Which rule says so, by its number in `docs/checking.md`; of faults the name of their kind
    /// ([`FaultKind::name`](crate::error::FaultKind::name)).
    pub rule: &'static str,
    /// How sure it is.
    pub severity: Severity,
    /// Name of the kernel.
    pub kernel: String,
    /// Where the instruction is, in bytes from the kernel's first one: negative in functions that lie before it.
    pub pc: i64,
    /// The function that it is in, when that is not the kernel's own code and its file names it. As JSON null when there
    /// is none.
    pub symbol: Option<InFunction>,
    /// The instruction as text.
    pub instruction: String,
    /// Its name without the encoding suffix (`_e32`, `_sdwa`, ...).
    pub mnemonic: String,
    /// How often it happened.
    pub count: u64,
    /// Work-group id of the first time.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// Lane, where it is one lane's.
    pub lane: Option<u8>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line of the source, when the file tells: in the innermost function, then in those into which it was
    /// inlined. As JSON null when there is none.
    #[serde(serialize_with = "null_when_empty")]
    pub source: Vec<SourceLine>,
    /// The other instruction: the pending load, the write that came too soon before.
    pub other: Option<Other>,
    /// Of what [`Device::check_paths`] found: the branches between the other instruction and this one, on the path on which
    /// it happens. JSON has it only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Branch>>,
}

/// A branch on the path of a [`Report`]. Fields are as there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct Branch {
    pub pc: i64,
    pub symbol: Option<InFunction>,
    pub instruction: String,
    /// Whether it goes elsewhere than to the next instruction.
    pub taken: bool,
    #[serde(serialize_with = "null_when_empty")]
    pub source: Vec<SourceLine>,
}

/// What [`Device::check_paths`] has found of a kernel.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AllPaths {
    /// What was found, by address.
    pub reports: Vec<Report>,
    /// Places of instructions that load into the LDS, go to the GDS, store by scalar memory, have registers by number, or
    /// call functions that are not known: more may be wrong with them than is looked for.
    pub unfollowed: Vec<String>,
    /// Places at which something may be wrong or not: too many paths lead there.
    pub undecided: Vec<String>,
}

/// Where an instruction is in a function.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct InFunction {
    /// The function's linkage name.
    pub name: String,
    /// Bytes from its first instruction.
    pub offset: u64,
}

impl InFunction {
    pub(crate) fn new(name: String, offset: u64) -> InFunction {
        InFunction { name, offset }
    }
}

/// The other instruction of a [`Report`]. Fields are as there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct Other {
    pub pc: i64,
    pub symbol: Option<InFunction>,
    pub instruction: String,
    pub workgroup: [u32; 3],
    pub wave: u32,
    pub lane: Option<u8>,
    #[serde(serialize_with = "null_when_empty")]
    pub source: Vec<SourceLine>,
}

/// Branches of a path that are told.
const MOST_BRANCHES: usize = 12;

impl std::fmt::Display for Report {
    /// A line, and lines about it that are indented, as `gcn-jit check` prints them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let here = self.place(self.pc, self.symbol.as_ref());
        let here = at(&here, &self.instruction, &self.source);
        let s = if self.count == 1 { "" } else { "s" };
        let who = by(self.workgroup, self.wave, self.lane);
        let who = match &self.path {
            Some(_) => "on a path".to_owned(),
            None => format!("{who}, {} time{s}", self.count),
        };
        let severity = match self.severity {
            Severity::Error => "",
            Severity::Warning => ", a warning",
            Severity::Note => ", a note",
        };
        let mut lines = vec![format!(
            "check: {} {}: {} at {here}, {who}{severity}",
            self.class,
            self.rule,
            self.message.trim_end_matches('.'),
        )];
        lines.extend(inlined(&self.source));
        if let Some(o) = &self.other {
            let place = self.place(o.pc, o.symbol.as_ref());
            let place = at(&place, &o.instruction, &o.source);
            lines.push(match &self.path {
                Some(_) => format!("  other: {place}"),
                None => format!("  other: {place}, {}", by(o.workgroup, o.wave, o.lane)),
            });
            lines.extend(inlined(&o.source));
        }
        let path = self.path.iter().flatten();
        lines.extend(path.take(MOST_BRANCHES).map(|b| {
            let place = self.place(b.pc, b.symbol.as_ref());
            let taken = if b.taken { "taken" } else { "not taken" };
            format!("  {taken}: {}", at(&place, &b.instruction, &b.source))
        }));
        match self.path.as_ref().map_or(0, Vec::len) {
            0..=MOST_BRANCHES => {}
            n => lines.push(format!("  and {} more branches", n - MOST_BRANCHES)),
        }
        // File names are what the file says.
        let line = |l: String| l.replace(char::is_control, " ");
        let lines: Vec<String> = lines.into_iter().map(line).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Report {
    /// The name of a place of its kernel: `KERNEL+0xOFFSET`, or `FUNCTION+0xOFFSET of KERNEL`.
    pub(crate) fn place(&self, pc: i64, symbol: Option<&InFunction>) -> String {
        match symbol {
            Some(s) => format!("{}+{:#x} of {}", s.name, s.offset, self.kernel),
            None => offset(&self.kernel, pc),
        }
    }
}

/// An instruction at a place, and where it is in the source.
fn at(place: &str, instruction: &str, source: &[SourceLine]) -> String {
    let place = format!("{place} ({instruction})");
    match source.first() {
        Some(line) => format!("{place} {line}"),
        None => place,
    }
}

/// `KERNEL+0xOFFSET`.
pub(crate) fn offset(kernel: &str, pc: i64) -> String {
    let sign = if pc < 0 { '-' } else { '+' };
    format!("{kernel}{sign}{:#x}", pc.unsigned_abs())
}

fn by([x, y, z]: [u32; 3], wave: u32, lane: Option<u8>) -> String {
    let lane = lane.map(|l| format!(" lane {l}")).unwrap_or_default();
    format!("work-group {x},{y},{z} wave {wave}{lane}")
}

/// Where the function of the first line was inlined.
fn inlined(source: &[SourceLine]) -> impl Iterator<Item = String> {
    source.iter().skip(1).map(|l| format!("    inlined at {l}"))
}

pub(super) fn null_when_empty<S: serde::Serializer>(
    lines: &[SourceLine],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let lines = (!lines.is_empty()).then_some(lines);
    serde::Serialize::serialize(&lines, serializer)
}

impl Device {
    /// Runs a kernel with the checks that `options` name. With [`Backend::Jit`] compiled code is checked as it runs;
    /// where undefined data is about, for [`Class::Uninit`], the reference interpreter takes its place. With both
    /// backends the same is found; with one host thread by every run.
    ///
    /// # Errors
    /// As [`Device::attempt`].
    pub fn check(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        options: &Options,
    ) -> Result<Checked, LaunchError> {
        self.checked(program, launch, options, |engine| {
            self.attempt(program, launch, engine)
        })
    }

    /// Runs the kernel of a dispatch packet as [`Device::run_packet`] does, with the checks that `checks` name; of
    /// `options` the kernel, which is the packet's, counts too. All of global memory counts as defined when it begins.
    ///
    /// # Errors
    /// As [`Device::run_packet`].
    pub fn check_packet(
        &self,
        program: &LoadedProgram,
        packet: u64,
        queue: u64,
        options: &Launch<'_>,
        checks: &Options,
    ) -> Result<Checked, LaunchError> {
        self.checked(program, options, checks, |engine| {
            self.attempt_packet(program, (packet, queue), options, engine)
        })
    }

    /// Looks for missing waits and wait states on all paths of kernel number `kernel`, of which nothing runs: what
    /// `options` name of [`Class::Waits`] and [`Class::Nops`].
    ///
    /// All lanes count as active, and every branch as one that may go both ways. What depends on addresses is not looked
    /// for (V10, V15, V16), but at barriers any access to the LDS counts as one to the same bytes (V11, V12).
    ///
    /// # Errors
    /// Where there is no such kernel, or an instruction of which the code does not tell whether those behind it are executed
    /// (`s_setvskip`), or there are too many.
    pub fn check_paths(
        &self,
        program: &LoadedProgram,
        kernel: usize,
        options: &Options,
    ) -> Result<AllPaths, LaunchError> {
        let code = &program.program;
        let Some(k) = program.kernels.get(kernel) else {
            let n = program.kernels.len();
            let message = format!("there is no kernel {kernel}: the program has {n}");
            return Err(LaunchError::Usage(message));
        };
        let entry = program.base.wrapping_add(k.entry);
        let place = |pc: u64| {
            let text = instruction(self.memory().programs(), program, pc);
            format!(
                "{} ({text})",
                offset(&k.name, pc.wrapping_sub(entry) as i64)
            )
        };
        let checker = Checker::new(options.clone());
        // As the file has it: no kernel writes its tables of functions.
        let constant = |at: u64| {
            let mut dword = [0; 4];
            self.memory().read(at, &mut dword).ok()?;
            Some(u32::from_le_bytes(dword))
        };
        let every = checker.possible(code, entry, &constant).map_err(|pc| {
            let why = "what is executed behind it is not told by the code, or too much";
            LaunchError::Usage(format!("not all paths are looked at: {}: {why}", place(pc)))
        })?;
        let programs = self.memory().programs();
        let findings: Vec<Finding> = every.found.iter().map(|p| p.finding.clone()).collect();
        let mut reports = reports(programs, program, kernel, &findings, None);
        for (report, possible) in reports.iter_mut().zip(&every.found) {
            let sources = programs.sources(possible.path.iter().map(|b| b.pc));
            let branch = |b: &crate::check::every::Branch| Branch {
                pc: b.pc.wrapping_sub(entry) as i64,
                symbol: symbol(programs, entry, b.pc),
                instruction: instruction(programs, program, b.pc),
                taken: b.taken,
                source: sources.get(&b.pc).cloned().unwrap_or_default(),
            };
            report.path = Some(possible.path.iter().map(branch).collect());
        }
        Ok(AllPaths {
            reports,
            unfollowed: every.unfollowed.into_iter().map(place).collect(),
            undecided: every.undecided.into_iter().map(place).collect(),
        })
    }

    /// Has `run` run a launch on an engine that checks, or on its own where there is nothing to look for.
    fn checked(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        options: &Options,
        run: impl FnOnce(Option<&dyn Engine>) -> Result<Outcome, LaunchError>,
    ) -> Result<Checked, LaunchError> {
        // What the last one has found out about the code is still true.
        let kept = lock(&self.checker)
            .take()
            .filter(|c| c.options() == options);
        let checker = kept.unwrap_or_else(|| Checker::new(options.clone()));
        let lints = options.classes.contains(&Class::Lint);
        let linter = lints.then(|| Linter::new(banks(&program.target)));
        let shown = match launch.backend {
            Backend::Interp => None,
            Backend::Jit => Some(shown(&checker, &program.program, begin(program, launch))),
        };
        let outcome = if shown == Some(Shown::Nothing) {
            run(None)?
        } else {
            let jit = match shown {
                None => None,
                Some(shown) => Some((self.jit()?, shown)),
            };
            run(Some(&Watched {
                jit,
                checker: &checker,
                linter: linter.as_ref(),
            }))?
        };
        let findings = checker.begin();
        let mut all = findings.list().to_vec();
        let programs = self.memory().programs();
        all.extend(linter.map_or(Vec::new(), |linter| {
            let kernel = lint::Kernel {
                generation: program.generation(),
                entry: entry(program, launch),
                registers: registers(program, launch),
            };
            linter.finish(&kernel, |pc| programs.at(pc)?.at(pc).ok().copied())
        }));
        let fault = outcome.fault.as_deref();
        let mut reports = reports(programs, program, launch.kernel, &all, fault);
        if options.classes.contains(&Class::Uninit) && outcome.fault.is_none() {
            let found = |o| undefined_output(programs, program, launch, &checker, o);
            reports.extend(launch.outputs.iter().filter_map(found));
        }
        *lock(&self.checker) = Some(checker);
        Ok(Checked { outcome, reports })
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What compiled code has to show to the checker, where waves begin at `entry`; `private`: with the V# of their private
/// memory in s\[0:3\].
pub(crate) fn shown(checker: &Checker, program: &Program, (entry, private): (u64, bool)) -> Shown {
    let pedantic = checker.options().pedantic;
    match &checker.prove(program, entry, private)[..] {
        [] => Shown::Nothing,
        [Class::Memory] if !pedantic => Shown::Misses,
        left if left.contains(&Class::Uninit) => Shown::Asked,
        _ => Shown::All,
    }
}

/// Where the launch's waves begin.
fn entry(program: &LoadedProgram, launch: &Launch<'_>) -> u64 {
    match program.kernels.get(launch.kernel) {
        Some(k) => program.base.wrapping_add(k.entry),
        None => program.base,
    }
}

/// Where the launch's waves begin, and whether with the V# of private memory, and any behind it.
fn begin(program: &LoadedProgram, launch: &Launch<'_>) -> (u64, bool) {
    let has_private = |k: &Kernel| {
        // Launches may give more, but none gives less.
        let some = abi::private_size(k, 0).is_some_and(|bytes| bytes != 0);
        some && k.setup.private_segment_buffer && k.setup.user_sgprs >= 4
    };
    let kernel = program.kernels.get(launch.kernel);
    (entry(program, launch), kernel.is_some_and(has_private))
}

/// VGPRs and SGPRs of a wave; a raw program does not state them.
fn registers(program: &LoadedProgram, launch: &Launch<'_>) -> Option<[u32; 2]> {
    let kernel = program.kernels.get(launch.kernel);
    let kernel = kernel.filter(|_| program.version != 0)?;
    Some([kernel.vgprs, kernel.sgprs])
}

/// An engine that is checked.
struct Watched<'a> {
    /// Compiled code, and what it shows; `None`: the interpreter.
    jit: Option<(&'a Jit, Shown)>,
    checker: &'a Checker,
    linter: Option<&'a Linter>,
}

impl Watched<'_> {
    fn go_on(
        &self,
        wave: &mut Wave,
        env: &Env<'_>,
        beside: Option<&mut dyn Beside>,
    ) -> Result<Exit, Fault> {
        let run = |wave: &mut Wave, watch: &dyn Watch| match self.jit {
            Some((jit, shown)) => jit.run_watched(wave, env, watch, shown),
            None => watch.interpret(wave, env),
        };
        self.checker.watched(wave, env, beside, run)
    }
}

impl Engine for Watched<'_> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        match self.linter {
            None => self.go_on(wave, env, None),
            Some(linter) => linter.watched(wave, env, |wave, beside| {
                self.go_on(wave, env, Some(beside))
            }),
        }
    }

    fn launch_begins(&self, defined: &dyn Fn() -> Defined) {
        self.checker.launch_begins(defined);
    }

    fn slice(&self) -> i64 {
        match self.jit {
            Some((jit, _)) => jit.slice(),
            None => self.checker.slice(),
        }
    }

    fn counters(&self) -> Counters {
        self.jit
            .map_or(Counters::default(), |(jit, _)| jit.counters())
    }
}

/// The first element of an output that is undefined: where the instruction is that it is from, or the kernel begins.
fn undefined_output(
    programs: &Programs,
    program: &LoadedProgram,
    launch: &Launch<'_>,
    checker: &Checker,
    (range, name, element): &(Range<u64>, String, u64),
) -> Option<Report> {
    let (at, from) = checker.first_undefined(range.clone())?;
    let number = (at - range.start) / element.max(&1);
    let mut findings = Findings::default();
    let place = Place {
        pc: from.unwrap_or_else(|| entry(program, launch)),
        workgroup: [0; 3],
        wave: 0,
        lane: None,
    };
    let message = || format!("element {number} of '{name}' was never defined");
    let (class, severity) = (Class::Uninit, Severity::Error);
    findings.add(class, "U12", severity, place, None, message);
    reports(programs, program, launch.kernel, findings.list(), None).pop()
}

/// What there is to report of a launch of kernel number `kernel`.
fn reports(
    programs: &Programs,
    program: &LoadedProgram,
    kernel: usize,
    findings: &[Finding],
    fault: Option<&Fault>,
) -> Vec<Report> {
    let (name, entry) = match program.kernels.get(kernel) {
        Some(k) => (k.name.as_str(), program.base.wrapping_add(k.entry)),
        None => ("", program.base),
    };
    let pcs: BTreeSet<u64> = findings
        .iter()
        .flat_map(|f| [Some(f.at.pc), f.other.map(|o| o.pc)])
        .flatten()
        .collect();
    let sources = programs.sources(pcs);
    let source = |pc: u64| sources.get(&pc).cloned().unwrap_or_default();
    let offset = |pc: u64| pc.wrapping_sub(entry) as i64;
    let symbol = |pc: u64| symbol(programs, entry, pc);
    let other = |place: Place| Other {
        pc: offset(place.pc),
        symbol: symbol(place.pc),
        instruction: instruction(programs, program, place.pc),
        workgroup: place.workgroup,
        wave: place.wave,
        lane: place.lane,
        source: source(place.pc),
    };
    let found = findings.iter().map(|f| {
        let instruction = instruction(programs, program, f.at.pc);
        Report {
            class: f.class.name(),
            rule: f.rule,
            severity: f.severity,
            kernel: name.to_owned(),
            pc: offset(f.at.pc),
            symbol: symbol(f.at.pc),
            mnemonic: mnemonic(&instruction).to_owned(),
            instruction,
            count: f.count,
            workgroup: f.at.workgroup,
            wave: f.at.wave,
            lane: f.at.lane,
            message: f.message.clone(),
            source: source(f.at.pc),
            other: f.other.map(other),
            path: None,
        }
    });
    let faulted = fault.map(|fault| {
        let instruction = instruction(programs, program, fault.pc);
        let place = fault.context.place.as_ref().map(|p| format!(" ({p})"));
        Report {
            class: match fault.kind.access() {
                Some(_) => "memory",
                None => "fault",
            },
            rule: fault.kind.name(),
            severity: Severity::Error,
            kernel: name.to_owned(),
            pc: offset(fault.pc),
            symbol: symbol(fault.pc),
            mnemonic: mnemonic(&instruction).to_owned(),
            instruction,
            count: 1,
            workgroup: fault.workgroup,
            wave: fault.wave,
            lane: fault.lane,
            message: format!("{}{}", fault.kind, place.unwrap_or_default()),
            source: fault.context.source.clone(),
            other: None,
            path: None,
        }
    });
    found.chain(faulted).collect()
}

/// The function that the instruction at `pc` is in, if that is not the one at `entry`.
fn symbol(programs: &Programs, entry: u64, pc: u64) -> Option<InFunction> {
    let (name, begins) = programs.function(pc)?;
    (begins != entry).then(|| InFunction::new(name, pc.wrapping_sub(begins)))
}

/// The text of the instruction at `pc`, or what is there instead.
fn instruction(programs: &Programs, program: &LoadedProgram, pc: u64) -> String {
    // A function that is called may be another program's.
    let elsewhere = programs.at(pc);
    let code = elsewhere.as_ref().unwrap_or(&program.program);
    match (code.at(pc), code.index(pc)) {
        (Ok(d), _) => disasm(code.generation(), d, None),
        (Err(_), Some(i)) => format!(".long {:#010x}", code.words()[i]),
        (Err(_), None) => "no code".to_owned(),
    }
}

/// The first word of an instruction's text, without LLVM's suffix for the encoding.
pub(super) fn mnemonic(instruction: &str) -> &str {
    let word = instruction.split_whitespace().next().unwrap_or_default();
    let suffixes = ["_e32", "_e64", "_sdwa", "_dpp"];
    let stem = suffixes.iter().find_map(|s| word.strip_suffix(s));
    stem.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Suffixes of LLVM's text (AMDGPUUsage, "Instruction Syntax").
    #[test]
    fn mnemonics_have_no_suffix_of_the_encoding() {
        assert_eq!(mnemonic("v_add_f32_e32 v0, v1, v2"), "v_add_f32");
        assert_eq!(mnemonic("v_cmp_lt_u32_e64 s[4:5], v0, v1"), "v_cmp_lt_u32");
        assert_eq!(mnemonic("v_mov_b32_dpp v0, v1 row_shl:1"), "v_mov_b32");
        assert_eq!(mnemonic("v_mov_b32_sdwa v0, v1"), "v_mov_b32");
        assert_eq!(mnemonic("s_barrier"), "s_barrier");
        assert_eq!(mnemonic(""), "");
    }
}
