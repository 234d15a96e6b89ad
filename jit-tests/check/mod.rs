//! The checks of `gcn_jit::check`.

mod accesses;
mod calls;
mod clean;
mod launches;
mod lint;
mod memory;
mod operands;
mod private;
mod races;
mod reference;
mod rules;
mod rules_of_matrices;
mod runs;
mod sensitivity;
mod undefined;
mod uninit;
