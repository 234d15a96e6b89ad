//! The `.gcn` format, which `jit-tests/exec/README.md` describes: reading and writing cases as text.

pub mod agree;
pub mod parse;
pub mod program;

pub use agree::{Header, cases, text};
pub use parse::{Case, File, Place};
