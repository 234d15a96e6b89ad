//! `gcn-jit asm`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::Failure;
use super::output::Output;
use crate::asm::{AsmError, Options, assemble_with};

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
    /// Folder where .include and .incbin look for files, behind the present one; may be given several times
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Symbol that the program finds defined; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = symbol)]
    defsym: Vec<(String, i64)>,
}

/// `NAME=VALUE`, the value in decimal or, behind `0x`, in hexadecimal.
fn symbol(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let first = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    let rest = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'));
    if !first || !rest {
        return Err(format!("'{name}' is not a symbol's name"));
    }
    let (minus, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let number = number.map_err(|_| format!("'{value}' is not an integer of 64 bits"))? as i64;
    let number = if minus { number.wrapping_neg() } else { number };
    Ok((name.to_owned(), number))
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
    let mut options = Options::default();
    options.folders = vec![PathBuf::from(".")];
    options.folders.extend(a.include.iter().cloned());
    options.symbols.clone_from(&a.defsym);
    let located = |e: &AsmError| match e.file {
        Some(_) => e.to_string(),
        None => format!("{name}:{e}"),
    };
    let code = assemble_with(generation, &source, &options).map_err(|errors| {
        let more = match errors.len() {
            0 | 1 => String::new(),
            2 => " (and 1 more mistake)".into(),
            n => format!(" (and {} more mistakes)", n - 1),
        };
        let first = errors.first().map(located).unwrap_or_default();
        Failure::Usage(format!("{first}{more}"))
    })?;
    for warning in &code.warnings {
        super::warn(&located(warning));
    }
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
