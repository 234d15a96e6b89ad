//! Waits and wait states that compilers have put in, taken out one by one: what then must be found, by the second
//! opinion of `reference.rs`, is found; and nothing else is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use gcn_jit::check::{Class, Options};
use gcn_jit::error::Fault;
use gcn_jit::interp;
use gcn_jit::interp::seen::{Log, Space};
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::wave::Wave;
use gcn_jit::machine::{Engine, Env, Exit, SHARED_APERTURE_HI};
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, LoadedProgram};

use super::reference::{
    Bytes, COUNTERS, Path, Step, Text, needs_nop, needs_wait, needs_wait_at_barrier,
};
use crate::kernels::suite::{self, Case, Variant};

/// Kernels that execute more are left out: each is executed once for each wait, of which those that are not optimised
/// have many.
const INSTRUCTIONS: usize = 60_000;
const UNOPTIMISED: usize = 25_000;

/// Notes what path each wave takes.
#[derive(Default)]
struct Recorder {
    #[allow(clippy::type_complexity)] // Work-group and wave, and what it executed.
    paths: Mutex<BTreeMap<([u32; 3], u32), Path>>,
}

impl Engine for Recorder {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut budget = wave.budget;
        let (mut path, mut lds) = (vec![], vec![]);
        let mut log = Log::default();
        let result = loop {
            let (pc, exec) = (wave.pc, wave.exec());
            let t = Text::at(env.program, pc);
            let mut step = Step {
                pc,
                exec,
                lds: false,
                elsewhere: false,
            };
            if t.is(&["flat_"]) {
                // Of the address the upper half tells; it is the first pair but for the destination.
                let pair = |o: &&Vec<(char, u32)>| o.len() == 2 && o[0].0 == 'v';
                let skip = usize::from(t.is(&["flat_load"]) || t.line.contains(" glc"));
                let address = t.operands.iter().skip(skip).find(pair);
                let high = wave.v(address.expect("an address")[1].1 as u8).0;
                for lane in (0..64).filter(|l| exec >> l & 1 != 0) {
                    if high[lane] == SHARED_APERTURE_HI {
                        step.lds = true;
                    } else {
                        step.elsewhere = true;
                    }
                }
            }
            log.clear();
            wave.budget = 1;
            let result = interp::run_logged(wave, env, Some(&log));
            let seen = log.list();
            let there = seen
                .iter()
                .filter(|s| s.space == Space::Lds && s.bytes != 0);
            let bytes = there.map(|s| Bytes {
                range: s.address..s.address + u64::from(s.bytes),
                reads: s.reads,
                writes: s.writes,
            });
            lds.push((path.len(), bytes.collect::<Vec<_>>()));
            path.push(step);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                break result;
            }
        };
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (wave.workgroup, wave.index);
        let all = paths.entry(key).or_default();
        let before = all.steps.len();
        let lds = lds.into_iter().filter(|(_, bytes)| !bytes.is_empty());
        all.lds.extend(lds.map(|(n, bytes)| (before + n, bytes)));
        all.steps.extend(path);
        result
    }

    fn slice(&self) -> i64 {
        8192
    }
}

/// How it went.
#[derive(Debug, Default)]
struct Counts {
    kernels: usize,
    /// Waits and wait states that were taken out; which of them had to be found; and were. Of waits, those for
    /// registers, and those for LDS at barriers.
    waits: [usize; 3],
    nops: [usize; 3],
    barriers: [usize; 3],
}

struct Test {
    most: usize,
    counts: Counts,
    wrong: Vec<String>,
}

/// One kernel of an object.
struct Kernel<'a> {
    object: &'a CodeObject,
    case: &'a Case,
    variant: Variant,
    what: String,
}

impl Kernel<'_> {
    /// Its program, with the object's words at these virtual addresses changed.
    fn load(&self, patch: &[(u64, u32)]) -> (Device, LoadedProgram) {
        let mut object = self.object.clone();
        for &(at, word) in patch {
            let holds = |s: &&mut gcn_jit::loader::Segment| {
                at >= s.vaddr && at < s.vaddr + s.data.len() as u64
            };
            let s = object.segments.iter_mut().find(holds).expect("the code");
            let i = (at - s.vaddr) as usize;
            s.data[i..i + 4].copy_from_slice(&word.to_le_bytes());
        }
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        (device, program)
    }

    /// Runs it as it is.
    fn run(&self, engine: &dyn Engine) -> LoadedProgram {
        let (device, program) = self.load(&[]);
        let prepared = suite::prepare(&device, &program, self.case, &self.variant);
        let (mut launch, _) = prepared.expect("a kernel");
        launch.threads = 1;
        let stats = device.launch_on(&program, &launch, engine);
        stats.unwrap_or_else(|e| panic!("{}: {e}", self.what));
        program
    }

    /// What is found with these words changed: the same by the interpreter and in compiled code.
    fn findings(&self, patch: &[(u64, u32)], class: Class) -> Vec<Report> {
        let options = Options {
            classes: vec![class],
            pedantic: false,
        };
        let [one, other] = [Backend::Interp, Backend::Jit].map(|backend| {
            let (device, program) = self.load(patch);
            let prepared = suite::prepare(&device, &program, self.case, &self.variant);
            let (launch, _) = prepared.expect("a kernel");
            let mut launch = launch.backend(backend);
            launch.threads = 1;
            let checked = device.check(&program, &launch, &options);
            checked
                .unwrap_or_else(|e| panic!("{}: {e}", self.what))
                .reports
        });
        assert_eq!(one, other, "{}: {patch:x?}", self.what);
        one
    }
}

impl Test {
    fn kernel(&mut self, k: &Kernel<'_>) {
        let recorder = Recorder::default();
        let program = k.run(&recorder);
        let program = &program.program;
        let paths = recorder
            .paths
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if paths.values().map(|p| p.steps.len()).sum::<usize>() > self.most {
            return;
        }
        self.counts.kernels += 1;
        let mut groups: BTreeMap<[u32; 3], Vec<Path>> = BTreeMap::new();
        for ((group, _), path) in &paths {
            groups.entry(*group).or_default().push(path.clone());
        }
        groups.retain(|_, waves| waves.len() > 1);
        // Waves that have gone the same way tell the same.
        let paths: BTreeSet<Vec<Step>> = paths.into_values().map(|p| p.steps).collect();
        let pcs: BTreeSet<u64> = paths.iter().flatten().map(|s| s.pc).collect();
        let texts: BTreeMap<u64, Text> =
            pcs.iter().map(|&pc| (pc, Text::at(program, pc))).collect();
        let text = |pc: u64| texts[&pc].clone();
        let generation = program.generation();
        let base = program.base();
        let base = base
            - (k.object.segments.iter().find(|s| s.executable))
                .expect("code")
                .vaddr;
        let wait = |removed| {
            paths
                .iter()
                .find_map(|p| needs_wait(generation, p, &text, removed))
        };
        let at_barrier = |removed| {
            groups
                .values()
                .find_map(|g| needs_wait_at_barrier(generation, g, &text, removed))
        };
        let nop = |removed| {
            paths
                .iter()
                .find_map(|p| needs_nop(generation, p, &text, removed))
        };
        if let Some(why) = wait(None)
            .or_else(|| nop(None))
            .or_else(|| at_barrier(None))
        {
            self.wrong
                .push(format!("{}: the reference finds {why}", k.what));
            return;
        }
        for (&pc, t) in &texts {
            let word = |pc: u64| program.words()[program.index(pc).expect("code")];
            match t.mnemonic.as_str() {
                "s_waitcnt" => {
                    for name in COUNTERS {
                        if !t.line.contains(name) {
                            continue;
                        }
                        let needed = wait(Some((pc, name)));
                        let mask = match (name, generation.is_gfx9()) {
                            ("vmcnt", true) => 0xc00f,
                            ("vmcnt", false) => 0xf,
                            ("expcnt", _) => 0x70,
                            _ => 0xf00,
                        };
                        let found = k.findings(&[(pc - base, word(pc) | mask)], Class::Waits);
                        let barriers = ["V11", "V12"];
                        // Order in global memory is not the reference's matter.
                        let memory = ["V10", "V11", "V12", "V13", "V15", "V16"];
                        let what = format!("{}: {} at {pc:#x} without {name}", k.what, t.line);
                        let count =
                            |f: &dyn Fn(&Report) -> bool| found.iter().filter(|r| f(r)).count();
                        let n = count(&|f| !memory.contains(&f.rule));
                        self.compare(0, needed, n, what.clone());
                        let n = count(&|f| barriers.contains(&f.rule));
                        self.compare(2, at_barrier(Some((pc, name))), n, what);
                    }
                }
                "s_nop" => {
                    let next = pc + 4;
                    let Some(after) = texts.get(&next) else {
                        continue;
                    };
                    // It changes places with the next instruction, where nothing leads between them.
                    let branch =
                        after.is(&["s_cbranch", "s_branch", "s_getpc", "s_setpc", "s_endpgm"]);
                    let falls_in =
                        |p: &Vec<Step>| p.windows(2).all(|w| w[1].pc != next || w[0].pc == pc);
                    let size = program.at(next).expect("decoded").size as u64;
                    if branch || after.is(&["s_nop"]) || !paths.iter().all(falls_in) {
                        continue;
                    }
                    let needed = nop(Some(pc));
                    let mut patch: Vec<_> = (0..size)
                        .step_by(4)
                        .map(|i| (pc - base + i, word(next + i)))
                        .collect();
                    patch.push((pc - base + size, word(pc)));
                    let found = k.findings(&patch, Class::Nops).len();
                    let what = format!("{}: {} at {pc:#x}", k.what, t.line);
                    self.compare(1, needed, found, what);
                }
                _ => {}
            }
        }
    }

    fn compare(&mut self, kind: usize, needed: Option<String>, found: usize, what: String) {
        let counts = &mut self.counts;
        let counts = [&mut counts.waits, &mut counts.nops, &mut counts.barriers];
        let Some(counts) = counts.into_iter().nth(kind) else {
            return;
        };
        counts[0] += 1;
        counts[1] += usize::from(needed.is_some());
        counts[2] += usize::from(needed.is_some() && found != 0);
        match (needed, found) {
            (Some(why), 0) => self.wrong.push(format!("{what} is not found: {why}")),
            (None, 1..) => self
                .wrong
                .push(format!("{what} is found {found} times, and harmless")),
            _ => {}
        }
    }
}

/// Which kernels: one in `one_in` of each theme, compiled at `level`, on all targets or, where they take long, on one
/// after the other. At least `least` waits at barriers have to be missed.
fn run(level: &str, one_in: usize, in_turn: bool, least: usize) {
    let mut t = Test {
        most: if in_turn { UNOPTIMISED } else { INSTRUCTIONS },
        counts: Counts::default(),
        wrong: vec![],
    };
    let targets = suite::CHECKED;
    for (k, target) in targets.iter().copied().enumerate() {
        let taken = |i: usize| !in_turn || i % targets.len() == k;
        for (_, (theme, cases)) in (0..).zip(suite::THEMES).filter(|(i, _)| taken(*i)) {
            let Ok(object) = suite::object(theme, level, target) else {
                continue;
            };
            for case in cases.iter().step_by(one_in) {
                t.kernel(&Kernel {
                    object: &object,
                    case,
                    variant: Variant { target },
                    what: format!("{target} -{level} {}", case.kernel),
                });
            }
        }
    }
    println!("-{level}: {:?}", t.counts);
    let n = t.wrong.len();
    assert!(n == 0, "{n} wrong:\n{}", t.wrong.join("\n"));
    let [all, needed, found] = t.counts.waits;
    assert!(
        needed == found && needed > 100 && all > needed,
        "{:?}",
        t.counts
    );
    let [all, needed, found] = t.counts.barriers;
    assert!(
        needed == found && needed >= least && all > needed,
        "{:?}",
        t.counts
    );
}

#[test]
fn waits_that_are_taken_out_are_missed() {
    run("O2", 12, false, 8);
}

#[test]
fn waits_of_unoptimised_kernels_that_are_taken_out_are_missed() {
    run("O0", 80, true, 0);
}
