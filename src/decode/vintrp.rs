//! VINTRP (CLRX GcnInstrsVintrp).

use super::{Code, Out};
use crate::error::DecodeError::Invalid;
use crate::isa::{Gen, Inst, Vintrp, VintrpFields};

/// VINTRP: VDST 25:18, OP 17:16, ATTR 15:10, ATTRCHAN 9:8, VSRC 7:0.
pub fn vintrp(generation: Gen, code: &Code) -> Out {
    let op = Vintrp::decode(generation, 0, code.bits(16, 2) as u16).ok_or(Invalid)?;
    let f = VintrpFields {
        vdst: code.bits(18, 8) as u8,
        vsrc: code.bits(0, 8) as u8,
        attr: code.bits(10, 6) as u8,
        chan: code.bits(8, 2) as u8,
    };
    code.short(Inst::Vintrp { op, f })
}
