//! `gcn-jit disasm`.

use std::path::PathBuf;

use super::Failure;
use crate::disasm::disasm as text_of;
use crate::encode::encode;
use crate::isa::Gen;
use crate::objdump::{self, decode_as};

/// Options of `gcn-jit disasm`.
#[derive(clap::Args, Debug)]
pub struct DisasmArgs {
    /// Code object or a file with some in it, assembly text, or raw program with --isa; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "hex")]
    file: Option<PathBuf>,
    /// Target of a raw program, of text that does not say it or of --hex, e.g. gfx803 or gfx90a:xnack-
    #[arg(long, value_name = "gfxNNN")]
    isa: Option<String>,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Read standard input: one instruction per line, as dwords of 8 hexadecimal digits
    #[arg(long, requires = "isa", conflicts_with_all = ["file", "kernel"])]
    hex: bool,
    /// With --hex, print not the text but the dwords that assembling it should give: bits that are
    /// ignored are zero
    #[arg(long, requires = "hex")]
    encode: bool,
    /// Also print the instructions that only the CLRX documentation knows, which LLVM refuses
    #[arg(long)]
    clrx: bool,
}

/// Prints instructions.
pub fn disasm(a: &DisasmArgs) -> Result<(), Failure> {
    let Some(file) = &a.file else {
        return hex(a);
    };
    let object = super::load(file, a.isa.as_deref(), a.kernel.as_deref())?;
    let lines = match &a.kernel {
        Some(name) => {
            let kernel = &object.kernels[super::choose_kernel(&object, Some(name))?];
            if object.code_segment(kernel.entry).is_none() {
                return Err(Failure::usage("the kernel has no code"));
            }
            objdump::kernel(&object, kernel, a.clrx)
        }
        None => objdump::all(&object, a.clrx),
    };
    super::print(&objdump::text(&lines))
}

/// Reads dwords, prints one instruction per line.
fn hex(a: &DisasmArgs) -> Result<(), Failure> {
    let isa = a.isa.as_deref().unwrap_or_default();
    let generation = crate::loader::generation(isa).map_err(|e| Failure::usage(e.to_string()))?;
    let input = super::read_file(std::path::Path::new("-"))?;
    let input = String::from_utf8_lossy(&input);
    let mut out = String::new();
    for line in input.lines() {
        out.push_str(&hex_line(generation, line, a));
        out.push('\n');
    }
    super::print(&out)
}

/// The instruction on one line. The line must hold exactly its dwords.
fn hex_line(generation: Gen, line: &str, a: &DisasmArgs) -> String {
    let words: Option<Vec<u32>> = line
        .split_whitespace()
        .map(|w| {
            let digits = w.len() == 8 && w.bytes().all(|b| b.is_ascii_hexdigit());
            digits.then(|| u32::from_str_radix(w, 16).ok()).flatten()
        })
        .collect();
    words
        .and_then(|words| {
            let d = decode_as(generation, &words, a.clrx)?;
            if usize::from(d.size) != 4 * words.len() {
                return None;
            }
            if !a.encode {
                return Some(text_of(generation, &d, None));
            }
            let words = encode(generation, &d.inst)?;
            let words: Vec<String> = words.iter().map(|w| format!("{w:08x}")).collect();
            Some(words.join(" "))
        })
        .unwrap_or_else(|| "<invalid>".to_owned())
}
