//! The `.gcn` format, which `jit-tests/exec/README.md` describes: reading and writing cases as text.

pub mod agree;
mod launch;
pub mod parse;
pub mod program;

pub use agree::{Header, Input, cases, text};
pub use launch::text as launch_text;
pub use parse::{Case, File, Place};
