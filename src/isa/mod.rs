//! The instruction table: one file per encoding, rows only.
//!
//! A row states a mnemonic once, with its opcode number in each [`Gen`], the types of its operands,
//! and what it reads and writes beside them. Everything else (decoder, encoder, disassembler, the
//! interpreter's and the lowering's exhaustive matches, the fuzzers' domain) is derived from the rows
//! or checked against them: a new row does not compile until each of those handles it.

mod clrx;
mod feature;
mod inst;
mod operand;
mod table;

pub mod ds;
pub mod exp;
pub mod facts;
pub mod flat;
pub mod hwreg;
pub mod mai;
pub mod mimg;
pub mod mtbuf;
pub mod mubuf;
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
pub use flat::Flat;
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

/// A hardware generation: the unit in which opcode numbers and semantics change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Gen {
    /// gfx600 to gfx602: GCN1.0, Southern Islands.
    Gfx6,
    /// gfx700 to gfx705: GCN1.1, Sea Islands.
    Gfx7,
    /// gfx801 to gfx810: GCN1.2, Volcanic Islands.
    Gfx8,
    /// gfx900 to gfx90c without gfx906: GCN1.4, Vega.
    Gfx9,
    /// gfx906: GCN1.4.1, Vega 20.
    Gfx906,
    /// gfx908: CDNA1.
    Gfx908,
    /// gfx90a: CDNA2.
    Gfx90a,
    /// gfx940, gfx941 and gfx942: CDNA3.
    Gfx942,
}

impl Gen {
    /// The generations of GCN, oldest first: those without accumulation registers.
    pub const ALL: [Gen; 5] = *Gen::DECODED.first_chunk().unwrap();

    /// Every generation that is executed.
    pub const EXECUTED: [Gen; 8] = Gen::DECODED;

    /// Every generation that is decoded, those of [`Gen::ALL`] first; the order of the opcode columns.
    pub const DECODED: [Gen; 8] = [
        Gen::Gfx6,
        Gen::Gfx7,
        Gen::Gfx8,
        Gen::Gfx9,
        Gen::Gfx906,
        Gen::Gfx908,
        Gen::Gfx90a,
        Gen::Gfx942,
    ];

    /// The LLVM target that stands for the generation where only one can be named.
    pub const fn target(self) -> &'static str {
        match self {
            Gen::Gfx6 => "gfx600",
            Gen::Gfx7 => "gfx700",
            Gen::Gfx8 => "gfx803",
            Gen::Gfx9 => "gfx900",
            Gen::Gfx906 => "gfx906",
            Gen::Gfx908 => "gfx908",
            Gen::Gfx90a => "gfx90a",
            Gen::Gfx942 => "gfx942",
        }
    }

    /// The generation of an LLVM target name such as `gfx803` (LLVM AMDGPUUsage, "Processors").
    pub fn from_target(name: &str) -> Option<Gen> {
        Some(match name {
            "gfx600" | "gfx601" | "gfx602" => Gen::Gfx6,
            "gfx700" | "gfx701" | "gfx702" | "gfx703" | "gfx704" | "gfx705" => Gen::Gfx7,
            "gfx801" | "gfx802" | "gfx803" | "gfx805" | "gfx810" => Gen::Gfx8,
            "gfx900" | "gfx902" | "gfx904" | "gfx909" | "gfx90c" => Gen::Gfx9,
            "gfx906" => Gen::Gfx906,
            "gfx908" => Gen::Gfx908,
            "gfx90a" => Gen::Gfx90a,
            "gfx940" | "gfx941" | "gfx942" => Gen::Gfx942,
            _ => return None,
        })
    }

    /// Whether the generation has the gfx9 instruction set, perhaps with additions.
    pub const fn is_gfx9(self) -> bool {
        !matches!(self, Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8)
    }

    /// Whether the generation has matrix instructions and accumulation registers.
    pub const fn has_mai(self) -> bool {
        self as usize >= Gen::Gfx908 as usize
    }

    /// Whether vector and accumulation registers are one file, so that memory instructions have both.
    pub const fn has_one_file(self) -> bool {
        self as usize >= Gen::Gfx90a as usize
    }

    /// Whether SCRATCH says by a bit of its own (SVE) whether it has an address register.
    pub const fn has_sve(self) -> bool {
        self as usize >= Gen::Gfx942 as usize
    }

    /// Whether waves start with FLAT_SCRATCH set, and need no other register to reach their private memory.
    pub const fn has_architected_flat_scratch(self) -> bool {
        self as usize >= Gen::Gfx942 as usize
    }

    /// Whether DPP takes operands of 64 bits, and has `row_newbcast`.
    pub const fn has_wide_dpp(self) -> bool {
        self.has_one_file()
    }

    /// Whether the generation has the encodings of gfx6 and gfx7 (SMRD, 9-bit VOP3 opcodes).
    pub const fn is_legacy(self) -> bool {
        matches!(self, Gen::Gfx6 | Gen::Gfx7)
    }
}

impl std::fmt::Display for Gen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.target())
    }
}
