//! gcn-jit
#![allow(missing_docs)]
pub mod cli;
pub mod decode;
pub mod disasm;
pub mod encode;
pub mod error;
pub mod exec;
pub mod interp;
pub mod isa;
pub mod loader;
pub mod numerics;
pub mod state;
