//! gcn-jit
#![allow(missing_docs)]
pub mod cfg;
pub mod decode;
pub mod disasm;
pub mod encode;
pub mod error;
pub mod exec;
pub mod interp;
pub mod ir;
pub mod isa;
pub mod jit;
pub mod loader;
pub mod lower;
pub mod numerics;
pub mod state;
