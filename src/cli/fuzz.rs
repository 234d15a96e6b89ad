//! `gcn-jit fuzz` and `gcn-jit fuzz-repro`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use crate::fuzz::campaign::{self, Campaign, Progress};
use crate::fuzz::excluded::excluded;
use crate::fuzz::report::{self, Origin, Report};
use crate::fuzz::{Kind, Session, TARGETS, gcn};
use crate::isa::Gen;

/// What follows the long help.
const NOTES: &str = "\
The same seed makes the same inputs, whatever the number of jobs. A failure is made as small as
possible, printed, and written to a file that `gcn-jit fuzz-repro` runs again. The exit code is 0 when
nothing was found, 1 when something was, 2 for bad usage.

Example:
  gcn-jit fuzz --target inst --isa gfx900 --time 60 --out found";

/// Options of `gcn-jit fuzz`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct FuzzArgs {
    /// What to fuzz; may be given several times [default: all]
    #[arg(long = "target", value_name = "TARGET", value_parser = target)]
    targets: Vec<&'static Kind>,
    /// Generation to fuzz, e.g. gfx803; may be given several times [default: all]
    #[arg(long = "isa", value_name = "gfxNNN", value_parser = isa)]
    generations: Vec<Gen>,
    /// Where the random choices start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// End after so long [default: 60 when neither --cases nor --each is given]
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// End after so many executions
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// End when `inst` has executed each row of each generation so often; those that have fewer are chosen
    #[arg(long, value_name = "N")]
    each: Option<u64>,
    /// Directory for failures
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// Options of `gcn-jit fuzz-repro`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Runs the cases of a .gcn file on the interpreter and as compiled code, and compares everything that
they leave behind.

Example:
  gcn-jit fuzz-repro found/inst-1-17.gcn --ir")]
pub struct ReproArgs {
    /// A .gcn file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the region IR and the host code of each case too
    #[arg(long)]
    ir: bool,
}

fn target(name: &str) -> Result<&'static Kind, String> {
    let known = || {
        TARGETS
            .iter()
            .map(|k| k.name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let kind = TARGETS.iter().find(|k| k.name == name);
    kind.ok_or_else(|| format!("there are: {}", known()))
}

fn isa(name: &str) -> Result<Gen, String> {
    Gen::from_target(name).ok_or_else(|| "want a target such as gfx900".to_owned())
}

/// Fuzzes.
pub fn fuzz(a: &FuzzArgs) -> Result<(), Failure> {
    let or_all = |given: &[&'static Kind]| {
        if given.is_empty() {
            TARGETS.iter().collect()
        } else {
            given.to_vec()
        }
    };
    let time = match (a.time, a.cases.or(a.each)) {
        (None, None) => Some(60),
        (time, _) => time,
    };
    let campaign = Campaign {
        targets: or_all(&a.targets),
        generations: if a.generations.is_empty() {
            Gen::ALL.to_vec()
        } else {
            a.generations.clone()
        },
        seed: a.seed,
        jobs: a.jobs.unwrap_or_else(rayon::current_num_threads).max(1),
        time: time.map(Duration::from_secs),
        cases: a.cases,
        each: a.each,
    };
    let has_rows = campaign.targets.iter().any(|t| t.name == "inst");
    if a.each.is_some() && !has_rows {
        let what = "--each: counts the rows of --target inst".to_owned();
        return Err(Failure::Usage(what));
    }
    let start = Instant::now();
    let progress = Progress::default();
    let outcome = shown(a, &campaign, &progress)?;
    let seconds = start.elapsed().as_secs_f64();
    let speed = outcome.counts.cases as f64 / seconds;
    let mut text = format!(
        "seed {}, {} rounds in {seconds:.1} s, {} jobs: {speed:.0} executions/s\n{}",
        a.seed, outcome.rounds, campaign.jobs, outcome.counts
    );
    if has_rows {
        text += &rows(&campaign, &outcome.counts);
    }
    super::print(&text)?;
    match outcome.failures.len() {
        0 => Ok(()),
        n => Err(Failure::Fault(format!("{n} failures"))),
    }
}

/// Rows that a report shows as those with the fewest executions.
const SHOWN: usize = 10;

/// Which rows were reached.
fn rows(c: &Campaign, counts: &crate::fuzz::Counts) -> String {
    let (reached, all) = counts.rows(&c.generations);
    let missing = counts.missing(&c.generations, |row, _| excluded(row).is_some());
    let mut text = format!("{reached} of {all} rows reached, by generation\n");
    for (row, gens) in missing {
        let gens: Vec<_> = gens.iter().map(Gen::to_string).collect();
        text += &format!("never reached: {} on {}\n", row.name, gens.join(" "));
    }
    let least = counts.least(&c.generations, |row| excluded(row).is_some());
    for (row, g, n) in least.iter().filter(|(_, _, n)| *n > 0).take(SHOWN) {
        text += &format!("least often: {} on {g}, {n} times\n", row.name);
    }
    text
}

/// Bytes of memory that the process uses, where the system tells (Linux, proc(5)): a long run that needs
/// more and more has found something too.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Runs the campaign and shows how it goes. Failures are reported when they are found: a long run that is
/// interrupted loses none.
fn shown(a: &FuzzArgs, c: &Campaign, progress: &Progress) -> Result<campaign::Outcome, Failure> {
    let terminal = std::io::stderr().is_terminal();
    let (sender, ended) = channel::<()>();
    let start = Instant::now();
    let line = |failures| {
        let cases = progress.cases();
        let speed = cases as f64 / start.elapsed().as_secs_f64().max(0.001);
        let (reached, all) = progress.rows(&c.generations);
        let failures = match failures {
            0 => String::new(),
            n => format!(", {n} failures"),
        };
        let memory = resident().map_or(String::new(), |n| format!(", {} MiB", n >> 20));
        format!("{cases} executions, {speed:.0}/s, {reached} of {all} rows{memory}{failures}")
    };
    std::thread::scope(|s| {
        let shows = s.spawn(|| {
            let ended = ended;
            let bar = terminal.then(|| {
                let bar = ProgressBar::new_spinner();
                match ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                    Ok(style) => bar.with_style(style),
                    Err(_) => bar,
                }
            });
            let tick = Duration::from_millis(if terminal { 200 } else { 10_000 });
            let (mut reported, mut result) = (0, Ok(()));
            while ended.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
                let found = progress.failures(reported);
                reported += found.len();
                let done = match &bar {
                    Some(bar) => bar.suspend(|| report(a, found)),
                    None => report(a, found),
                };
                result = result.and(done);
                match &bar {
                    Some(bar) => {
                        bar.set_message(line(reported));
                        bar.tick();
                    }
                    None => super::warn(&line(reported)),
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
            (reported, result)
        });
        let outcome = campaign::run(c, progress);
        drop(sender);
        let (reported, result) = shows.join().unwrap_or((0, Ok(())));
        let outcome = outcome.map_err(|e| Failure::Usage(e.to_string()))?;
        result?;
        report(a, outcome.failures.get(reported..).unwrap_or(&[]).to_vec())?;
        Ok(outcome)
    })
}

/// Writes the failures to files, made small, and prints them.
fn report(a: &FuzzArgs, failures: Vec<campaign::Failure>) -> Result<(), Failure> {
    if failures.is_empty() {
        return Ok(());
    }
    let mut session = Session::new().map_err(|e| Failure::Usage(e.to_string()))?;
    for f in failures {
        let name = format!("{}-{}-{}", f.target, a.seed, f.round);
        let origin = Origin {
            target: f.target,
            seed: a.seed,
            round: f.round,
        };
        let Report {
            text,
            bytes,
            extension,
        } = report::report(&mut session, f.found, &origin);
        super::print(&text)?;
        if extension.is_empty() {
            continue;
        }
        let path = a.out.join(format!("{name}.{extension}"));
        let written = std::fs::create_dir_all(&a.out).and_then(|()| std::fs::write(&path, bytes));
        written.map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
        super::print(&format!("written to {}\n", path.display()))?;
    }
    Ok(())
}

/// Runs the cases of a file again.
pub fn repro(a: &ReproArgs) -> Result<(), Failure> {
    let name = a.file.display();
    let text = String::from_utf8(super::read_file(&a.file)?)
        .map_err(|_| Failure::Usage(format!("{name}: not a text file")))?;
    let cases = gcn::cases(&text)
        .map_err(|(line, what)| Failure::Usage(format!("{name}:{line}: {what}")))?;
    if cases.is_empty() {
        let what = "no 'agree' case; files of jit-tests/exec state what is expected instead";
        return Err(Failure::Usage(format!("{name}: {what}")));
    }
    let mut session = Session::new().map_err(|e| Failure::Usage(e.to_string()))?;
    let mut differ = 0;
    for (header, case) in &cases {
        session.forget();
        let end = match case.compare(&mut session) {
            Ok(ran) => format!("the backends agree ({:?})", ran.end),
            Err(what) => {
                differ += 1;
                what
            }
        };
        let (line, title, generation) = (header.line, &header.title, case.generation());
        super::print(&format!("{name}:{line}: {generation} '{title}': {end}\n"))?;
        if a.ir {
            super::print(&case.compiled())?;
        }
    }
    match differ {
        0 => Ok(()),
        n => Err(Failure::Fault(format!(
            "{n} of {} cases differ",
            cases.len()
        ))),
    }
}
