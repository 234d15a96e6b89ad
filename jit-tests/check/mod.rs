//! The checks of `gcn_jit::check`.

mod accesses;
mod barriers;
mod calls;
mod clauses;
pub mod clean;
mod counters;
mod launches;
mod lint;
mod memory;
mod operands;
mod pairs;
mod paths;
mod private;
mod races;
mod reference;
mod rules;
mod rules_of_matrices;
mod runs;
mod sensitivity;
mod undefined;
mod uninit;
