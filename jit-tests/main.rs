//! Tests of the crate as a whole; `exec/README.md` describes the `.gcn` files.

mod api;
mod asm;
mod blocks;
mod check;
mod cli;
mod clif;
mod compiled;
mod coverage;
mod decode;
mod docs;
mod estimating;
mod exec;
mod fidelity;
mod functions;
mod fuzz;
mod gws;
mod header;
mod kernels;
mod layers;
mod levels;
mod library;
mod loader;
mod long;
mod models;
#[path = "../src/jit/host/needs.rs"]
mod needs;
mod objects;
#[cfg(debug_assertions)]
mod panics;
#[cfg(debug_assertions)]
mod planted;
mod profiling;
mod runner;
mod splice;
mod waves;

use gcn_jit::jit::host::HostLevel;
