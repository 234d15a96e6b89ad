//! The instructions that only the CLRX documentation has: LLVM 19 neither assembles nor disassembles
//! them, on any generation.

use super::{Ds, Gen, Inst, Mimg, Mubuf, Sop1, Sopk, Vop1, Vop2, Vop3, VopForm};

impl Inst {
    /// Whether LLVM 19 knows the instruction, in this form. The others are known from CLRX's pages alone
    /// (GcnInstrsSop1, GcnInstrsSopk, GcnInstrsVop1, GcnInstrsVop2, GcnInstrsVop3, GcnInstrsDs,
    /// GcnInstrsMubuf, GcnInstrsMimg).
    pub fn known_to_llvm(&self, generation: Gen) -> bool {
        match self {
            Inst::Sop1 { op, .. } => !matches!(op, Sop1::S_MOV_REGRD_B32 | Sop1::S_MOV_FED_B32),
            Inst::Sopk { op, .. } => *op != Sopk::S_GETREG_REGRD_B32,
            Inst::Vop1 { op, f } => match op {
                Vop1::V_MOV_FED_B32 | Vop1::V_MOV_PRSV_B32 | Vop1::V_WRITELANE_REGWR_B32 => false,
                // Known in their 32-bit form only.
                Vop1::V_READFIRSTLANE_B32 | Vop1::V_SWAP_B32 => f.form != VopForm::E64,
                _ => true,
            },
            // In 32 bits before gfx8, in VOP3 alone from then on.
            Inst::Vop2 {
                op: Vop2::V_READLANE_B32 | Vop2::V_WRITELANE_B32,
                f,
            } => !generation.is_legacy() || f.form != VopForm::E64,
            Inst::Vop3 { op, .. } => !matches!(op, Vop3::V_QSAD_U8 | Vop3::V_READLANE_REGRD_B32),
            Inst::Ds { op, .. } => *op != Ds::DS_CONDXCHG32_RTN_B128,
            Inst::Mubuf { op, .. } => {
                !matches!(op, Mubuf::BUFFER_ATOMIC_RSUB | Mubuf::BUFFER_ATOMIC_RSUB_X2)
            }
            Inst::Mimg { op, .. } => {
                !matches!(op, Mimg::IMAGE_GATHER4H_PCK | Mimg::IMAGE_GATHER8H_PCK)
            }
            Inst::Sop2 { .. }
            | Inst::Sopc { .. }
            | Inst::Sopp { .. }
            | Inst::Smem { .. }
            | Inst::Vop2 { .. }
            | Inst::Vopc { .. }
            | Inst::Vop3p { .. }
            | Inst::Mai { .. }
            | Inst::Flat { .. }
            | Inst::Mtbuf { .. }
            | Inst::Vintrp { .. }
            | Inst::Exp { .. } => true,
        }
    }
}
