//! The checks of `gcn_jit::check`.

mod operands;
mod rules;
