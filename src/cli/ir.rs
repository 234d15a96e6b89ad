//! `gcn-jit ir`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Failure;
use crate::jit::host::HostLevel;
use crate::runtime::{Device, Stage};

/// What follows the long help.
const NOTES: &str = "\
Shows the function that runs first: what static branches reach from the kernel's entry, compiled for
waves of which nothing is known but MODE. Lines that begin with ; are the guest instructions, at the addresses that faults name, before what was made of
them. An instruction that shares a result with an earlier one has nothing of its own.
Behind the region IR stand the loops that lanes leave one after the other, at the level avx512: what a round of
one does, and what goes from round to round in host registers (`v2: %3 becomes %23`).
Nothing is executed: --host-level takes levels that this host lacks, and avx512 is then with VPOPCNTDQ.
Loads of lanes that lie anywhere are what is faster on this host, unless GCN_JIT_HOST_GATHERS says 0 or 1.

Examples:
  gcn-jit ir saxpy.hsaco --kernel saxpy --stage asm
  gcn-jit ir saxpy.hsaco --kernel saxpy --stage asm --host-level avx512";

/// Options of `gcn-jit ir`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct IrArgs {
    /// Code object or a file with some in it, assembly text, or raw program with --isa; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Kernel to show; may be left out when there is only one
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Target of a raw program, or of text that does not say it, e.g. gfx803 or gfx90a:xnack-
    #[arg(long, value_name = "gfxNNN")]
    isa: Option<String>,
    /// One stage only
    #[arg(long, value_enum)]
    stage: Option<StageName>,
    /// MODE register to compile for, decimal or 0x hexadecimal [default: what the kernel starts with]
    #[arg(long, value_name = "N", value_parser = mode)]
    mode: Option<u32>,
    /// Instruction set extensions to compile for [default: those that `run` uses on this host]
    #[arg(long, value_name = "LEVEL", value_parser = host_level())]
    host_level: Option<HostLevel>,
}

/// `--stage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StageName {
    /// The region IR: micro-operations on scalars and on 64 lanes
    Region,
    /// Cranelift's IR
    Clif,
    /// Host instructions
    Asm,
}

impl From<StageName> for Stage {
    fn from(name: StageName) -> Stage {
        match name {
            StageName::Region => Stage::Region,
            StageName::Clif => Stage::Clif,
            StageName::Asm => Stage::Asm,
        }
    }
}

fn mode(text: &str) -> Result<u32, String> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    value.map_err(|_| "want a 32-bit number".to_owned())
}

/// The levels, by name.
fn host_level() -> impl TypedValueParser<Value = HostLevel> {
    let names = HostLevel::ALL.map(HostLevel::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<HostLevel>())
}

/// Prints the stages of a kernel's compilation.
pub fn ir(a: &IrArgs) -> Result<(), Failure> {
    let object = super::load(&a.file, a.isa.as_deref(), a.kernel.as_deref())?;
    let kernel = super::choose_kernel(&object, a.kernel.as_deref())?;
    let device =
        Device::new().map_err(|e| Failure::Usage(format!("cannot reserve guest memory: {e}")))?;
    let program = device
        .load(&object)
        .map_err(|e| Failure::Usage(e.to_string()))?;
    let text = |stage| match program.listing_for(kernel, a.mode, stage, a.host_level) {
        Some(text) => text.map_err(|e| Failure::Usage(e.to_string())),
        None => Err(Failure::usage("there is no such kernel")),
    };
    match a.stage {
        Some(stage) => super::print(&text(stage.into())?),
        None => {
            let titles = [
                (Stage::Region, "region IR"),
                (Stage::Clif, "Cranelift IR"),
                (Stage::Asm, "host code"),
            ];
            let mut out = String::new();
            for (i, (stage, title)) in titles.into_iter().enumerate() {
                let gap = if i == 0 { "" } else { "\n" };
                out += &format!("{gap}; {title}\n{}", text(stage)?);
            }
            super::print(&out)
        }
    }
}
