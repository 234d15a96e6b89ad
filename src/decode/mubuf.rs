//! MUBUF (CLRX GcnInstrsMubuf).

use super::operand::{LITERAL, sreg, ssrc};
use super::{Code, Out, bits, long, require};
use crate::error::DecodeError::Invalid;
use crate::isa::{Gen, Inst, Mubuf, MubufFields, Ty};

/// MUBUF: OP 24:18, SLC 17 (gfx8 and later), LDS 16, ADDR64 15 (gfx6, gfx7), GLC 14, IDXEN 13,
/// OFFEN 12, OFFSET 11:0; second dword: SOFFSET 31:24, TFE 23, SLC 22 (gfx6, gfx7), SRSRC 20:16,
/// VDATA 15:8, VADDR 7:0.
pub fn mubuf(generation: Gen, code: &Code) -> Out {
    let op = Mubuf::decode(generation, 0, code.bits(18, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let legacy = generation.is_legacy();
    let soffset = bits(second, 24, 8);
    require(soffset != LITERAL)?;
    let f = MubufFields {
        vdata: bits(second, 8, 8) as u8,
        vaddr: bits(second, 0, 8) as u8,
        srsrc: sreg(generation, bits(second, 16, 5) * 4, 4)?,
        soffset: ssrc(generation, soffset, Ty::B32)?,
        offset: code.bits(0, 12) as u16,
        offen: code.bit(12),
        idxen: code.bit(13),
        addr64: legacy && code.bit(15),
        glc: code.bit(14),
        slc: if legacy {
            second >> 22 & 1 != 0
        } else {
            code.bit(17)
        },
        lds: code.bit(16),
        tfe: second >> 23 & 1 != 0,
    };
    long(Inst::Mubuf { op, f })
}
