//! The instruction table: one file per encoding, rows only.
//!
//! A row states a mnemonic once, with its opcode number in each [`Gen`], the types of its operands,
//! and what it reads and writes beside them. Everything else (decoder, encoder, disassembler, the
//! interpreter's and the lowering's exhaustive matches, the fuzzers' domain) is derived from the rows
//! or checked against them: a new row does not compile until each of those handles it.

mod clrx;
mod feature;
mod fidelity;
mod generation;
mod inst;
mod operand;
mod table;
pub(crate) mod target;
mod trust;

pub mod ds;
pub mod exp;
pub mod facts;
pub mod flat;
pub mod hwreg;
pub mod mai;
pub mod mimg;
pub mod mtbuf;
pub mod mubuf;
pub mod scaled;
pub mod smem;
pub mod sop1;
pub mod sop2;
pub mod sopc;
pub mod sopk;
pub mod sopp;
pub mod vintrp;
pub mod vop1;
pub mod vop2;
pub mod vop3;
pub mod vop3p;
pub mod vopc;

pub use ds::Ds;
pub use exp::Exp;
pub use feature::Feature;
pub use fidelity::{Class, Decision, Fidelity};
pub use flat::Flat;
pub use generation::{Gen, Gens};
pub use inst::*;
pub use mai::Mai;
pub use mimg::Mimg;
pub use mtbuf::Mtbuf;
pub use mubuf::Mubuf;
pub use operand::*;
pub use smem::Smem;
pub use sop1::Sop1;
pub use sop2::Sop2;
pub use sopc::Sopc;
pub use sopk::Sopk;
pub use sopp::Sopp;
pub use table::*;
pub use vintrp::Vintrp;
pub use vop1::Vop1;
pub use vop2::Vop2;
pub use vop3::Vop3;
pub use vop3p::Vop3p;
pub use vopc::Vopc;

/// The rows of every encoding, by the encoding's name; see [`Inst::encoding`].
pub const TABLES: &[(&str, &[Row])] = &[
    ("Sop1", Sop1::ROWS),
    ("Sop2", Sop2::ROWS),
    ("Sopk", Sopk::ROWS),
    ("Sopc", Sopc::ROWS),
    ("Sopp", Sopp::ROWS),
    ("Smem", Smem::ROWS),
    ("Vop1", Vop1::ROWS),
    ("Vop2", Vop2::ROWS),
    ("Vopc", Vopc::ROWS),
    ("Vop3", Vop3::ROWS),
    ("Vop3p", Vop3p::ROWS),
    ("Mai", Mai::ROWS),
    ("Ds", Ds::ROWS),
    ("Flat", Flat::ROWS),
    ("Mubuf", Mubuf::ROWS),
    ("Mtbuf", Mtbuf::ROWS),
    ("Mimg", Mimg::ROWS),
    ("Vintrp", Vintrp::ROWS),
    ("Exp", Exp::ROWS),
];
