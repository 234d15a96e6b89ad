//! Generators and oracles for fuzzing, as library code; the targets in `fuzz/` are glue over them.
//!
//! Each oracle says what it did with an input, so that a run can count how much of it was worth
//! anything.

pub mod asm;
pub mod block;
pub mod cache;
pub mod campaign;
pub mod case;
pub mod check;
pub mod checks;
pub mod code;
pub mod containers;
pub mod counts;
pub mod decode;
pub mod excluded;
pub mod gcn;
pub mod gemm;
mod groups;
pub mod hostile;
pub mod inst;
pub mod kernel;
pub mod launch;
pub mod load;
pub mod long;
pub mod minimize;
pub mod oracle;
pub mod program;
pub mod report;
pub mod scalar;
pub mod source;
pub mod splice;
pub mod target;
pub mod targets;
pub mod text;
pub mod total;
pub mod values;

pub use crate::ir::plant;
pub use asm::check_asm;
pub use case::{Case, WaveState};
pub use counts::Counts;
pub use decode::check_decode;
pub use launch::{LaunchCase, LaunchDifference};
pub use load::check_load;
pub use oracle::{Code, Difference, End, Ran, Session, Trace};
pub use source::Source;
pub use target::{Found, Round, Target};
pub use targets::{Kind, TARGETS};

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was checked.
    Checked,
    /// It is nothing that the oracle can check; the text says why.
    Rejected(&'static str),
}
