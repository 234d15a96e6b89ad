//! The `.gcn` format, which `jit-tests/exec/README.md` describes: reading and writing cases as text.

pub mod agree;
pub mod input;
mod launch;
pub mod parse;
pub mod program;

pub use agree::text;
pub use input::{Header, Input, cases};
pub use launch::text as launch_text;
pub use parse::{Case, File, Place};
