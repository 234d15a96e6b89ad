//! `gcn-jit debug`: an interactive debugger.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::error::ReadlineError;

use super::Failure;
use super::target::{Ignored, Target, plan, prepare};
use crate::debug::code::Code;
use crate::debug::session;
use crate::debug::shell::{Input, Shell};

/// What follows the long help of `debug`.
const DEBUG_NOTES: &str = "\
Takes all options of run; --out, --print, --expect, --backend, --threads and --timeout change nothing: the reference
interpreter runs the kernel on one host thread. It stops before the first instruction and takes commands: help lists
them. Without a terminal, commands come line by line from standard input, and each is repeated before its answer.
Ctrl-C stops a run; the end of input ends the session.

Exit codes: 0 the session has ended; 2 bad usage, file or argument. docs/debugging.md is a tour.

Example:
  gcn-jit debug saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg @x.npy --arg zeros:f32[64] --arg 64";

/// Options of `gcn-jit debug`: those of `run`, of which some change nothing here, and where sources are.
#[derive(clap::Args, Debug)]
#[command(after_long_help = DEBUG_NOTES)]
pub struct DebugArgs {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    _ignored: Ignored,
    /// Look for source files in this folder, too; may be given several times
    ///
    /// They are also looked for where the file says that they are, beside FILE, and in the current folder.
    #[arg(long, value_name = "DIR")]
    source: Vec<PathBuf>,
}

/// Lines from a person at a terminal, or from a file or program.
enum Lines {
    Person(Box<rustyline::DefaultEditor>),
    Other(std::io::Lines<std::io::BufReader<std::io::Stdin>>),
}

impl Lines {
    fn next(&mut self) -> Input {
        match self {
            Lines::Person(editor) => match editor.readline("(gcn) ") {
                Ok(line) => {
                    // A history that is full forgets its oldest line.
                    let _ = editor.add_history_entry(&line);
                    Input::Line(line)
                }
                Err(ReadlineError::Interrupted) => Input::Interrupted,
                Err(_) => Input::End,
            },
            Lines::Other(lines) => match lines.next() {
                Some(Ok(line)) => Input::Line(line),
                Some(Err(_)) | None => Input::End,
            },
        }
    }
}

/// Runs a kernel with a user who looks.
pub fn debug(a: &DebugArgs) -> Result<(), Failure> {
    let stdin = |name: &str| name == "-" || name == "@-" || name.ends_with("=@-");
    if a.target.file == Path::new("-") || a.target.args.iter().any(|arg| stdin(arg)) {
        return Err(Failure::usage(
            "standard input is for the debugger's commands",
        ));
    }
    let plan = plan(&a.target)?;
    let prepared = prepare(&plan)?;
    let code = Code::new(&prepared.program, plan.kernel);
    let buffers = plan.args.iter().zip(&prepared.buffers);
    let buffers =
        buffers.filter_map(|(arg, place)| place.map(|(at, len)| (arg.label.clone(), at, len)));
    let mut folders = a.source.clone();
    folders.extend(a.target.file.parent().map(Path::to_owned));
    folders.push(PathBuf::from("."));

    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut lines = if person {
        Lines::Person(Box::new(rustyline::DefaultEditor::new().map_err(|e| {
            Failure::Usage(format!("cannot use the terminal: {e}"))
        })?))
    } else {
        Lines::Other(std::io::BufReader::new(std::io::stdin()).lines())
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| Failure::Usage(format!("cannot take Ctrl-C: {e}")))?;
    let mut input = || lines.next();
    let mut out = std::io::stdout();
    let mut shell = Shell::new(&mut input, &mut out, person, buffers.collect(), folders);
    let run = |launch: crate::runtime::Launch<'_>| {
        session::debug(&prepared.device, &code, &launch, &interrupt, &mut shell)
    };
    Ok(prepared.with_launch(&plan, &a.target, 1, run)?)
}
