//! Tests of the crate as a whole; `exec/README.md` describes the `.gcn` files.

mod differential;
mod cli;
mod decode;
mod exec;
mod kernels;
mod loader;
mod runner;
