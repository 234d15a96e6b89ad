//! Which registers a vector instruction reads and writes: the numbers it names, as V_MOVREL and GPR index
//! mode change them.
//!
//! V_MOVREL adds M0 to the number of source 0 or of the destination. A source that the wave does not have
//! is register 0; such a destination drops the write.
//!
//! GPR index mode (gfx8, gfx9): when it is on and M0[15:12] has the bit of the operand (0 to 2 the sources,
//! 3 the destination), M0[7:0] is added to the register number. A number that the wave does not have
//! becomes 0 (CLRX GcnState; AMD's text calls it illegal). Only VGPRs are indexed (AMD's text, "VGPR
//! indexing"; CLRX puts v0 in the place of other operands). The same text says which bit counts where it is
//! not plain: V_MADMK's addend has that of source 2, and a destination that is read as well (V_MAC,
//! V_CVT_PKACCUM, what SDWA preserves) has the destination's for both. By that rule V_SWAP's two registers
//! have one bit each: S0's that of source 0, D's that of the destination.

use super::super::{Stop, check_vgprs};
use crate::isa::{Flags, Operand, Row, Ty, Vop};
use crate::machine::MODE_GPR_IDX_EN;
use crate::machine::wave::Wave;

/// Where the operands of a vector instruction lie. The registers exist.
pub(in crate::interp) struct Registers {
    /// The sources; those that are not VGPRs as they are encoded.
    pub src: [Operand; 3],
    /// The first destination register (of a row that writes VGPRs).
    pub dst: u8,
    /// Nothing is written: the wave does not have the destination of V_MOVREL.
    pub dropped: bool,
}

/// The operand number of the destination in GPR index mode.
const DST: usize = 3;

impl Registers {
    /// The registers of an instruction.
    ///
    /// # Errors
    /// A register that the wave does not have.
    pub fn find(row: &Row, f: &Vop, w: &Wave) -> Result<Registers, Stop> {
        let mut r = Registers {
            src: f.src,
            dst: f.vdst,
            dropped: false,
        };
        for (i, &ty) in row.shape.src.iter().enumerate() {
            if let (Operand::Vgpr(v), true) = (&mut r.src[i], ty != Ty::None) {
                if i == 0 && row.flags.has(Flags::MOVREL_SRC) {
                    *v = moved(w, *v).unwrap_or(0);
                }
                *v = indexed(w, *v, i, ty.dwords());
                check_vgprs(w, *v, ty.dwords())?;
            }
        }
        let ty = row.shape.dst;
        if ty != Ty::None && ty != Ty::Mask && !row.flags.has(Flags::SGPR_DST) {
            if row.flags.has(Flags::MOVREL_DST) {
                let v = moved(w, f.vdst);
                (r.dst, r.dropped) = (v.unwrap_or(0), v.is_none());
            }
            r.dst = indexed(w, r.dst, DST, ty.dwords());
            check_vgprs(w, r.dst, ty.dwords())?;
        }
        Ok(r)
    }
}

/// The VGPR M0 registers above `v`, if the wave has it.
fn moved(w: &Wave, v: u8) -> Option<u8> {
    let n = (v as u32).wrapping_add(w.m0());
    (n < w.vgpr_count()).then_some(n as u8)
}

/// The register number `v` of operand `operand`, of `count` registers, as GPR index mode changes it.
fn indexed(w: &Wave, v: u8, operand: usize, count: u8) -> u8 {
    if w.mode & MODE_GPR_IDX_EN == 0 || w.m0() >> (12 + operand) & 1 == 0 {
        return v;
    }
    let n = v as u32 + (w.m0() & 0xff);
    if n + count as u32 <= w.vgpr_count() {
        n as u8
    } else {
        0
    }
}
