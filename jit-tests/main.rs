mod cli;
//! Tests of the crate as a whole.

mod kernels;
mod loader;
