//! Runs `.gcn` files: each case on every generation and backend, comparing the whole wave state.

mod state;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use gcn_jit::error::Fault;
use gcn_jit::isa::{Gen, Gens};
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::Wave;
use gcn_jit::machine::{Env, Exit};

use gcn_jit::fuzz::case::Tier;
use gcn_jit::fuzz::gcn::{parse, program};
use gcn_jit::fuzz::{Session, gcn};
pub use parse::{Case, File, Place};
use state::State;

/// What runs a wave; the signature of `interp::run`.
type Backend = fn(&mut Wave, &Env<'_>) -> Result<Exit, Fault>;

/// Every backend, by the name that reports use.
const BACKENDS: &[(&str, Backend)] = &[("interp", gcn_jit::interp::run), ("jit", jit)];

/// Runs the wave as compiled code; all tests share one compiler.
fn jit(wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
    static JIT: LazyLock<Jit> = LazyLock::new(|| {
        let level = HostLevel::chosen().expect("a usable host");
        compiler(level).expect("a compiler for this host")
    });
    JIT.run(wave, env)
}

/// A compiler of this level that compiles quickly at first, and what is run again (cases are, with
/// another SCC) with full effort.
fn compiler(level: HostLevel) -> Option<Jit> {
    let jit = Jit::with_level(level, None).ok()?;
    jit.set_hot(Tier::Both.hot());
    Some(jit)
}

/// Guest address of the first instruction.
const CODE: u64 = 0x1000;

/// `s_endpgm` on every generation.
const S_ENDPGM: u32 = 0xbf81_0000;

/// Instructions a case may run before it counts as an endless loop.
const BUDGET: i64 = 10_000;

/// Failures of one file that are printed in full; the rest is only counted.
const SHOWN: usize = 60;

/// The directory of the exec tests.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("jit-tests/exec")
}

/// The `.gcn` files of one encoding's directory, by name.
///
/// # Panics
/// When there is none: a directory without tests must not pass.
pub fn files(encoding: &str) -> Vec<PathBuf> {
    let dir = root().join(encoding);
    let entries = std::fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    let mut files: Vec<_> = entries
        .map(|e| e.expect("a directory entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "gcn"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .gcn file in {}", dir.display());
    files
}

/// Parses the file at `path`.
///
/// # Errors
/// `path:line: problem`, also for a file or a piece of code without cases.
pub fn load(path: &Path) -> Result<File, String> {
    let name = display(path);
    let text = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    parse_file(&name, &text)
}

/// Parses the text of the file `name`; errors as [`load`]'s.
fn parse_file(name: &str, text: &str) -> Result<File, String> {
    let mut file = parse::parse(text).map_err(|(line, what)| format!("{name}:{line}: {what}"))?;
    if file.sections.is_empty() {
        return Err(format!("{name}: no cases"));
    }
    for s in &mut file.sections {
        let line = s.code[0].line;
        if s.cases.is_empty() {
            return Err(format!("{name}:{line}: code without cases"));
        }
        s.programs =
            program::programs(s).map_err(|(line, what)| format!("{name}:{line}: {what}"))?;
        let gens = s.generations();
        for c in &s.cases {
            if c.output.is_empty() && c.input.is_empty() {
                return Err(format!("{name}:{}: an empty case", c.line));
            }
            if let Some(on) = &c.gens
                && (on.is_empty() || on.iter().any(|g| !gens.contains(g)))
            {
                return Err(format!(
                    "{name}:{}: 'on' names a generation that the code lacks",
                    c.line
                ));
            }
        }
    }
    Ok(file)
}

/// Runs every file of an encoding's directory.
///
/// # Panics
/// With every failure of every file.
pub fn directory(encoding: &str) {
    let (mut report, mut failed, mut cases) = (String::new(), 0, 0);
    let files = files(encoding);
    for path in &files {
        let (failures, count) = run_file(path);
        cases += count;
        if failures.is_empty() {
            continue;
        }
        failed += 1;
        for f in failures.iter().take(SHOWN) {
            report.push_str(f);
            report.push('\n');
        }
        if failures.len() > SHOWN {
            let more = failures.len() - SHOWN;
            report.push_str(&format!("{}: {more} more failures\n", display(path)));
        }
    }
    assert!(
        failed == 0,
        "{failed} of {} files ({cases} runs) fail:\n{report}",
        files.len()
    );
}

/// Runs one case of every section of an encoding's directory as compiled code of each host
/// level below the chosen one: a cheap look for code and helpers that lower levels choose.
///
/// # Panics
/// With every failure.
pub fn lower_levels(encoding: &str) {
    const LEVELS: [(&str, Backend); 2] = [
        ("jit base", |w, env| jit_at(HostLevel::Base, w, env)),
        ("jit avx2", |w, env| jit_at(HostLevel::Avx2, w, env)),
    ];
    let chosen = HostLevel::chosen().expect("a usable host");
    let lower = HostLevel::ALL.into_iter().zip(LEVELS);
    let lower: Vec<_> = lower.filter(|(l, _)| *l < chosen).map(|(_, b)| b).collect();
    let mut failures = Vec::new();
    for path in files(encoding) {
        match load(&path) {
            Ok(mut file) => {
                for (i, s) in file.sections.iter_mut().enumerate() {
                    // Another generation and another case from section to section.
                    s.programs = vec![s.programs.swap_remove(i % s.programs.len())];
                    let on = s.programs[0].generation;
                    s.cases.retain(|c| c.runs_on(on));
                    if !s.cases.is_empty() {
                        s.cases = vec![s.cases.swap_remove(i % s.cases.len())];
                    }
                }
                failures.extend(run(&display(&path), &file, &lower).0);
            }
            Err(e) => failures.push(e),
        }
    }
    let shown = failures.len().min(SHOWN);
    let report = failures[..shown].join("\n");
    assert!(
        failures.is_empty(),
        "{} failures:\n{report}",
        failures.len()
    );
}

/// As [`jit`], on a compiler of this level.
fn jit_at(level: HostLevel, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
    static JITS: LazyLock<[Option<Jit>; 3]> = LazyLock::new(|| HostLevel::ALL.map(compiler));
    let jit = JITS[level as usize].as_ref();
    jit.expect("a level that the host has").run(wave, env)
}

/// Runs one file; its failures and the number of runs.
pub fn run_file(path: &Path) -> (Vec<String>, usize) {
    let (mut failures, mut runs) = match load(path) {
        Ok(file) => run(&display(path), &file, BACKENDS),
        Err(e) => return (vec![e], 0),
    };
    let name = display(path);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    if text.lines().any(|l| l.starts_with("agree")) {
        let mut session = Session::new().expect("a compiler for this host");
        let cases = gcn::cases(&text);
        let cases = cases.unwrap_or_else(|(line, what)| panic!("{name}:{line}: {what}"));
        for (header, mut case) in cases {
            for tier in Tier::ALL {
                runs += 1;
                session.forget();
                case.set_tier(tier);
                if let Err(what) = case.compare(&mut session) {
                    let (line, title, generation) = (header.line, &header.title, case.generation());
                    failures.push(format!("{name}:{line}: {generation} '{title}': {what}"));
                }
            }
        }
    }
    (failures, runs)
}

/// Runs the cases of the file `name`; their failures and the number of runs.
fn run(name: &str, file: &File, backends: &[(&str, Backend)]) -> (Vec<String>, usize) {
    let (mut failures, mut runs) = (Vec::new(), 0);
    for section in &file.sections {
        for program in &section.programs {
            let generation = program.generation;
            let mut words = program.lines.concat();
            words.push(S_ENDPGM);
            for case in section.cases.iter().filter(|c| !c.agree) {
                if !case.runs_on(generation) {
                    continue;
                }
                for (backend, run) in backends {
                    // An SCC that the case does not set must not matter, nor change: try both.
                    let sets_scc = case.input.iter().any(|a| a.place == Place::Scc);
                    for scc in 0..=!sets_scc as u32 {
                        let place = format!(
                            "{name}:{}: {backend} {generation} '{}'",
                            case.line, case.title
                        );
                        runs += 1;
                        let run = (*backend, *run);
                        run_case(run, generation, &words, case, scc, &mut |what| {
                            failures.push(format!("{place}: {what}"));
                        });
                    }
                }
            }
        }
    }
    (failures, runs)
}

fn run_case(
    (backend, run): (&str, Backend),
    generation: Gen,
    words: &[u32],
    case: &Case,
    scc: u32,
    fail: &mut dyn FnMut(String),
) {
    let program = Program::new(generation, CODE, words.to_vec());
    // What is written for gfx906 is for a card that has none.
    let with_ecc = case
        .gens
        .as_ref()
        .is_some_and(|on| on.iter().any(|g| g.has(Gens::MAI)));
    let ecc = program.has_ecc() && with_ecc;
    let program = program.with_ecc(ecc);
    let memory = Memory::new(1 << 20).expect("address space for a small arena");
    let setup = State::initial(case, scc, &memory)
        .and_then(|before| Ok((before.expected(case, CODE)?, before)));
    let (mut expected, before) = match setup {
        Ok(states) => states,
        Err(e) => return fail(e),
    };
    let lds = Lds::new(before.lds_size());
    let mut wave = before.wave(CODE, &lds, &memory);
    wave.budget = BUDGET;
    let scratch = before.scratch(&memory);
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &lds,
        scratch: &scratch,
        observed: true,
        clocks: gcn_jit::machine::clocks::Clocks::default(),
    };
    let mut result = run(&mut wave, &env);
    // A work-group of one wave passes its barriers, and nobody else is there to wait for.
    while let Ok(Exit::Barrier | Exit::Sync) = result {
        result = run(&mut wave, &env);
    }
    let expected_fault = case.output.iter().find_map(|a| match &a.value {
        parse::Value::Name(name) => Some(name.as_str()),
        _ => None,
    });
    match (&result, expected_fault) {
        (Ok(Exit::End), None) => {}
        (Err(f), Some(name)) if state::fault_name(&f.kind) == name => {}
        (Err(f), None) => return fail(format!("fault: {f}")),
        (Err(f), Some(name)) => fail(format!("expected fault {name}, got: {f}")),
        (Ok(exit), Some(name)) => fail(format!("expected fault {name}, got {exit:?}")),
        (Ok(exit), None) => return fail(format!("did not reach s_endpgm: {exit:?}")),
    }
    if result.is_err() && backend != "interp" {
        // Some lanes may have gone on, with what was not loaded as zero.
        expected.forget_vgprs();
    }
    expected.compare(&wave, &env, fail);
}

/// `path` as seen from the repository's root, for reports.
fn display(path: &Path) -> String {
    let short = path.strip_prefix(env!("CARGO_MANIFEST_DIR"));
    short.unwrap_or(path).display().to_string()
}
