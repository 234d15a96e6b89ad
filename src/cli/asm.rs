//! `gcn-jit asm`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::Failure;
use super::output::Output;
use crate::asm::assemble;

/// Options of `gcn-jit asm`.
#[derive(clap::Args, Debug)]
pub struct AsmArgs {
    /// Program in LLVM's assembly language; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Target, e.g. gfx803
    #[arg(long, value_name = "gfxNNN")]
    isa: String,
    /// Raw program to write; - is standard output. Without it, prints the dwords in hexadecimal
    #[arg(short, long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
}

/// Assembles a program.
pub fn asm(a: &AsmArgs) -> Result<(), Failure> {
    let generation =
        crate::loader::generation(&a.isa).map_err(|e| Failure::usage(e.to_string()))?;
    let source = super::read_file(&a.file)?;
    let name = match a.file.to_str() {
        Some("-") => "<stdin>".into(),
        _ => a.file.display().to_string(),
    };
    let source = String::from_utf8(source).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|b| **b == b'\n').count() + 1;
        let start = valid.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&valid[start..]).chars().count() + 1;
        Failure::Usage(format!("{name}:{line}:{column}: this is not UTF-8 text"))
    })?;
    let code = assemble(generation, &source).map_err(|errors| {
        let more = match errors.len() {
            0 | 1 => String::new(),
            2 => " (and 1 more mistake)".into(),
            n => format!(" (and {} more mistakes)", n - 1),
        };
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        Failure::Usage(format!("{name}:{first}{more}"))
    })?;
    match &a.output {
        None => super::print(&hex(&code.bytes)),
        Some(path) if path == Path::new("-") => {
            use std::io::Write;
            let mut out = std::io::stdout().lock();
            super::printed(out.write_all(&code.bytes).and_then(|()| out.flush()))
        }
        Some(path) => {
            let mut output = Output::open(path)?;
            output.write(&code.bytes)?;
            output.flush()?;
            output.commit()
        }
    }
}

/// The dwords, eight to a line; what is left of the last one in bytes of its own.
fn hex(bytes: &[u8]) -> String {
    let mut out = String::new();
    for line in bytes.chunks(32) {
        let words: Vec<String> = line
            .chunks(4)
            .map(|w| {
                w.iter().rev().fold(String::new(), |mut s, b| {
                    // Writing to a string cannot fail.
                    let _ = write!(s, "{b:02x}");
                    s
                })
            })
            .collect();
        out.push_str(&words.join(" "));
        out.push('\n');
    }
    out
}
