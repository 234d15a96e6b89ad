//! DS (CLRX GcnInstrsDs).

use super::{Code, Out, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Ds, DsFields, Gen, Inst};

/// DS: OP 25:18 and GDS 17 (gfx6, gfx7) or OP 24:17 and GDS 16, OFFSET1 15:8, OFFSET0 7:0; second
/// dword: VDST 31:24, DATA1 23:16, DATA0 15:8, ADDR 7:0.
pub fn ds(generation: Gen, code: &Code) -> Out {
    let (op, gds) = match generation.is_legacy() {
        true => (code.bits(18, 8), code.bit(17)),
        false => (code.bits(17, 8), code.bit(16)),
    };
    let op = Ds::decode(generation, 0, op as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let f = DsFields {
        vdst: bits(second, 24, 8) as u8,
        addr: bits(second, 0, 8) as u8,
        data0: bits(second, 8, 8) as u8,
        data1: bits(second, 16, 8) as u8,
        offset0: code.bits(0, 8) as u8,
        offset1: code.bits(8, 8) as u8,
        gds,
    };
    long(Inst::Ds { op, f })
}
