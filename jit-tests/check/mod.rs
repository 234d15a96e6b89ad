//! The checks of `gcn_jit::check`.

mod clean;
mod operands;
mod reference;
mod rules;
mod sensitivity;
