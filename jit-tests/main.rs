//! Tests of the crate as a whole; `exec/README.md` describes the `.gcn` files.

mod exec;
mod runner;
