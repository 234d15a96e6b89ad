//! `gcn-jit asm`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::Failure;
use super::assembly::{self, Made, Wanted};
use super::output::Output;
use crate::asm::{AsmError, Dialect, Options, assemble_with, parse_inst};

/// Options of `gcn-jit asm`.
#[derive(clap::Args, Debug)]
pub struct AsmArgs {
    /// Program in LLVM's assembly language, or with --clrx in CLRX's; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Target, e.g. gfx803 or gfx90a:xnack-; may be left out when the text names it (.amdgcn_target; .gpu, .arch)
    #[arg(long, value_name = "gfxNNN")]
    isa: Option<String>,
    /// File to write; - is standard output
    ///
    /// A code object when the text describes kernels (.amdhsa_kernel), else a raw program: the code and nothing else.
    /// Without it the dwords of a raw program are printed in hexadecimal.
    #[arg(short, long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// The text is in the language of CLRX's assembler
    ///
    /// Raw code is made of it (.rawcode): directives of containers (.amdcl2, .rocm, .kernel) are refused. The target is
    /// what .gpu or .arch says, or --isa: gfx6 to gfx906.
    #[arg(long)]
    clrx: bool,
    /// Make a raw program, even when the text describes kernels
    #[arg(long)]
    raw: bool,
    /// Have the code object tell which of the text's lines instructions come from, where the text does not name others
    /// (.loc)
    #[arg(short = 'g', long = "debug", conflicts_with = "raw")]
    debug: bool,
    /// Assemble each line by itself, as an instruction: prints its dwords, or what is wrong with it
    #[arg(long, conflicts_with_all = ["output", "raw", "debug"])]
    lines: bool,
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
    let source = assembly::text(&a.file, super::read_file(&a.file)?)?;
    let mut options = assembly::options(&a.file);
    if !a.debug {
        options.source = None;
    }
    if a.clrx {
        options.dialect = Dialect::Clrx;
    }
    if a.lines {
        return lines(a, &source, &options);
    }
    options.folders.extend(a.include.iter().cloned());
    options.symbols.clone_from(&a.defsym);
    let wanted = if a.raw { Wanted::Code } else { Wanted::What };
    let made = assembly::assemble(&a.file, &source, a.isa.as_deref(), wanted, false, &options)?;
    let bytes = match (made, &a.output) {
        (Made::Code { bytes, .. }, None) => return super::print(&hex(&bytes)),
        (Made::Object(_), None) => {
            return Err(Failure::Usage(format!(
                "{}: the text describes kernels: -o FILE writes the code object, --raw prints the code alone",
                assembly::title(&a.file)
            )));
        }
        (Made::Code { bytes, .. } | Made::Object(bytes), Some(_)) => bytes,
    };
    match &a.output {
        Some(path) if path != Path::new("-") => {
            let mut output = Output::open(path)?;
            output.write(&bytes)?;
            output.flush()?;
            output.commit()
        }
        _ => {
            use std::io::Write;
            let mut out = std::io::stdout().lock();
            super::printed(out.write_all(&bytes).and_then(|()| out.flush()))
        }
    }
}

/// Assembles each line by itself.
fn lines(a: &AsmArgs, source: &str, options: &Options) -> Result<(), Failure> {
    let Some(isa) = &a.isa else {
        return Err(Failure::usage("--lines needs a target (--isa gfxNNN)"));
    };
    let generation = crate::loader::generation(isa).map_err(|e| Failure::usage(e.to_string()))?;
    let mut out = String::new();
    for line in source.lines() {
        let words = match options.dialect {
            // There a line has any number of statements.
            Dialect::Clrx => {
                let code = assemble_with(generation, line, options);
                code.map(|c| c.words()).map_err(message)
            }
            Dialect::Llvm => parse_inst(generation, line, 0)
                .map(|(_, words)| words.to_vec())
                .map_err(|e| e.message),
        };
        match words {
            Ok(words) => {
                let words: Vec<String> = words.iter().map(|w| format!("{w:08x}")).collect();
                out.push_str(&words.join(" "));
            }
            Err(e) => {
                out.push_str("error: ");
                out.push_str(&e);
            }
        }
        out.push('\n');
    }
    super::print(&out)
}

/// What is told of the mistakes in a line.
fn message(errors: Vec<AsmError>) -> String {
    errors
        .into_iter()
        .next()
        .map(|e| e.message)
        .unwrap_or_default()
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
