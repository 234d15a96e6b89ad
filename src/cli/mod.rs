//! The command line: everything that `gcn-jit` does, as a library, so that the program itself is a
//! page long. One file per subcommand, and one per thing that several of them need.

mod args;
mod asm;
mod assembly;
mod cards;
mod check;
mod contents;
mod debug;
mod diff;
mod disasm;
mod estimate;
mod exec;
mod expect;
mod fidelity;
#[cfg(feature = "fuzz")]
mod fuzz;
mod info;
mod ir;
mod log;
mod made;
mod npy;
mod output;
mod pages;
mod preload;
mod print;
mod profile;
mod progress;
mod run;
mod source;
mod spec;
mod stats;
mod target;
mod trace;

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;

use crate::error::AllocError;
use crate::error::Hint;
use crate::error::LoadError;
use crate::runtime::LaunchError;

/// Runs AMD GCN and CDNA GPU code (gfx6 to gfx950) on the host CPU.
#[derive(Parser, Debug)]
#[command(name = "gcn-jit", version, about, max_term_width = 100)]
struct Cli {
    /// Tell on standard error what happens behind the scenes: what is wrong with the code cache, for
    /// example; twice: more of it
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Run a kernel
    Run(run::RunArgs),
    /// Print the instructions of a file, or of hex words from standard input
    Disasm(disasm::DisasmArgs),
    /// Assemble a code object or a raw program from LLVM's assembly language
    Asm(asm::AsmArgs),
    /// Print the target, kernels and arguments of a file
    Info(info::InfoArgs),
    /// Run a kernel on both backends and compare memory and registers
    Diff(diff::DiffArgs),
    /// Run a kernel and tell what a card would have done wrong where it ran well here
    #[command(
        mut_arg("global", check::or_static),
        mut_arg("local", check::or_static)
    )]
    Check(check::CheckArgs),
    /// Run a kernel and tell what each instruction does
    Trace(trace::TraceArgs),
    /// Run a kernel step by step: breakpoints, registers, memory, variables, and backwards
    Debug(debug::DebugArgs),
    /// Run a kernel and tell how often it did what, where in memory, and what that costs
    Profile(profile::ProfileArgs),
    /// Run a kernel and estimate how long a card would take for it
    Estimate(estimate::EstimateArgs),
    /// Run a HIP, OpenCL or HSA program with gcn-jit as its GPU
    Exec(exec::ExecArgs),
    /// Print what a kernel is compiled to, stage by stage
    Ir(ir::IrArgs),
    /// Compare the backends on random programs, and check loader, decoder and assembler
    #[cfg(feature = "fuzz")]
    Fuzz(fuzz::FuzzArgs),
    /// Run a failure that fuzz has found again
    #[cfg(feature = "fuzz")]
    FuzzRepro(fuzz::ReproArgs),
    /// Print what makes a shell complete this command's options
    Completions(pages::CompletionArgs),
    /// Print the manual page, or write one for each command
    Man(pages::ManArgs),
}

/// Why the command failed: decides the exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The kernel faulted, or the backends differ: exit code 1.
    Fault(String),
    /// Bad usage, file or argument: exit code 2.
    Usage(String),
    /// A program that was run has ended with this code, and has said why itself.
    Program(u8),
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Fault(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Program(code) => *code,
        }
    }

    fn usage(text: impl Into<String>) -> Failure {
        Failure::Usage(text.into())
    }
}

impl fmt::Display for Failure {
    /// One line, whatever the message holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Failure::Fault(text) | Failure::Usage(text) => text.clone(),
            Failure::Program(code) => format!("the program has ended with code {code}"),
        };
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        f.write_str(&line)
    }
}

impl From<LaunchError> for Failure {
    fn from(e: LaunchError) -> Failure {
        match e {
            LaunchError::Fault(fault) => Failure::Fault(match fault.context.hint {
                Some(Hint::Stack { .. }) => format!("{fault}; --private gives more"),
                Some(Hint::NullArguments(_)) | None => fault.to_string(),
            }),
            LaunchError::Usage(_)
            | LaunchError::OtherDevice(_)
            | LaunchError::Alloc(_)
            | LaunchError::Compile(_) => Failure::Usage(e.to_string()),
        }
    }
}

impl From<AllocError> for Failure {
    fn from(e: AllocError) -> Failure {
        Failure::usage(e.to_string())
    }
}

/// Runs the command with `args`, the program's name first.
///
/// # Errors
/// What to print after `error: `, and the exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) if !e.use_stderr() => {
            // --help and --version. A closed pipe is the reader's wish.
            let _ = e.print();
            return Ok(());
        }
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return Err(Failure::usage(
                "which command: run, check, profile, trace, debug, disasm, asm, info, diff or ir, estimate or exec? --help tells more",
            ));
        }
        Err(e) => return Err(Failure::Usage(without_usage(&e.to_string()))),
    };
    log::start(cli.verbose);
    match cli.command {
        Command::Run(a) => run::run(&a),
        Command::Disasm(a) => disasm::disasm(&a),
        Command::Asm(a) => asm::asm(&a),
        Command::Info(a) => info::info(&a),
        Command::Diff(a) => diff::diff(&a),
        Command::Check(a) => check::check(&a),
        Command::Trace(a) => trace::trace(&a),
        Command::Debug(a) => debug::debug(&a),
        Command::Profile(a) => profile::profile(&a),
        Command::Estimate(a) => estimate::estimate(&a),
        Command::Exec(a) => exec::exec(&a),
        Command::Ir(a) => ir::ir(&a),
        #[cfg(feature = "fuzz")]
        Command::Fuzz(a) => fuzz::fuzz(&a),
        #[cfg(feature = "fuzz")]
        Command::FuzzRepro(a) => fuzz::repro(&a),
        Command::Completions(a) => pages::completions(&a),
        Command::Man(a) => pages::man(&a),
    }
}

/// What is wrong, and tips what may have been meant, without the usage text that follows.
fn without_usage(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut paragraphs = text.split("\n\n");
    let mut out = paragraphs.next().unwrap_or(text).to_owned();
    let tips = paragraphs.flat_map(str::lines).map(str::trim);
    for tip in tips.filter(|line| line.starts_with("tip: ")) {
        out += "; ";
        out += tip;
    }
    out
}

/// Bytes that a code object, a program or a text may have.
const MAX_FILE: u64 = 1 << 30;

/// The bytes of `path`, or of standard input for `-`.
fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    contents::limited(path, MAX_FILE).map_err(|e| unreadable(path, &e))
}

/// The failure to read `path`.
fn unreadable(path: &Path, e: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot read {}: {e}", path.display()))
}

/// The failure to load `path`.
fn unloadable(path: &Path, e: &LoadError) -> Failure {
    let option = match e {
        LoadError::NotElf | LoadError::Several(_) => " (--isa gfxNNN)",
        _ => "",
    };
    Failure::Usage(format!("{}: {e}{option}", path.display()))
}

/// Loads the code object, raw program or assembly text in `path`. A raw program's kernel is called after the file. Of a file
/// with several code objects it may be the one with the kernel `kernel` alone.
fn load(
    path: &Path,
    isa: Option<&str>,
    kernel: Option<&str>,
) -> Result<crate::loader::CodeObject, Failure> {
    loaded(path, read_file(path)?, isa, kernel)
}

/// As [`load`], of a file with the contents `bytes`.
fn loaded(
    path: &Path,
    bytes: Vec<u8>,
    isa: Option<&str>,
    kernel: Option<&str>,
) -> Result<crate::loader::CodeObject, Failure> {
    let parse = |bytes: &[u8], isa: Option<&str>| {
        let parsed = match kernel {
            Some(kernel) => crate::loader::CodeObject::parse_kernel(bytes, isa, kernel),
            None => crate::loader::CodeObject::parse(bytes, isa),
        };
        parsed.map_err(|e| unloadable(path, &e))
    };
    let mut object = if assembly::is_text(path, &bytes) {
        let source = assembly::text(path, bytes)?;
        // Code for a generic target is assembled as such, and runs as that for the card.
        match assembly::assemble(
            path,
            &source,
            isa,
            assembly::Wanted::What,
            true,
            &assembly::options(path),
        )? {
            assembly::Made::Object(bytes) => parse(&bytes, isa)?,
            assembly::Made::Code {
                bytes,
                isa: of,
                lines,
            } => {
                let mut object = parse(&bytes, Some(isa.unwrap_or(&of)))?;
                object.debug = Some(crate::loader::DebugInfo::of_lines(lines));
                object
            }
        }
    } else {
        parse(&bytes, isa)?
    };
    if object.version == 0
        && path != Path::new("-")
        && let Some(stem) = path.file_stem()
    {
        let stem = stem.to_string_lossy().into_owned();
        for kernel in &mut object.kernels {
            kernel.name.clone_from(&stem);
        }
        for symbol in &mut object.symbols {
            symbol.name.clone_from(&stem);
        }
    }
    Ok(object)
}

/// Index of the kernel to run: the one called `name`, or the only one.
fn choose_kernel(object: &crate::loader::CodeObject, name: Option<&str>) -> Result<usize, Failure> {
    let names = || {
        let names: Vec<_> = object.kernels.iter().map(|k| k.name.as_str()).collect();
        names.join(", ")
    };
    match name {
        Some(name) => object
            .kernels
            .iter()
            .position(|k| k.name == name)
            .ok_or_else(|| {
                Failure::Usage(format!(
                    "there is no kernel '{name}'; the file has: {}",
                    names()
                ))
            }),
        None if object.kernels.len() == 1 => Ok(0),
        None if object.kernels.is_empty() => {
            Err(Failure::Usage("the file has no kernels".to_owned()))
        }
        None => Err(Failure::Usage(format!(
            "the file has several kernels; choose one with --kernel: {}",
            names()
        ))),
    }
}

/// Writes to standard output; a reader that has gone away is not an error.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    printed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// What became of writing to standard output.
fn printed(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Usage(format!(
            "cannot write to standard output: {e}"
        ))),
        _ => Ok(()),
    }
}

/// Writes lines to standard error, which may be closed.
pub fn warn(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}
