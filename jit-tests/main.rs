//! Tests of the crate as a whole.

mod cli;
mod kernels;
mod loader;
