//! Generators and oracles for fuzzing, as library code; the targets in `fuzz/` are glue over them.
//!
//! Each oracle says what it did with an input, so that a run can count how much of it was worth
//! anything.

pub mod asm;
pub mod decode;
pub mod hostile;
pub mod load;
pub mod source;
pub mod text;
pub mod values;

pub use asm::check_asm;
pub use decode::check_decode;
pub use load::check_load;
pub use source::Source;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was checked.
    Checked,
    /// It is nothing that the oracle can check; the text says why.
    Rejected(&'static str),
}
