//! FLAT, GLOBAL, SCRATCH (CLRX GcnInstrsFlat).

use super::operand::sreg;
use super::{Code, Out, bits, long, require};
use crate::error::DecodeError::Invalid;
use crate::isa::{Flat, FlatFields, Gen, Inst, Segment};

/// Value of SADDR that stands for no register.
const NO_SADDR: u32 = 0x7f;

/// FLAT: OP 24:18, SLC 17, GLC 16, on gfx9 SEG 15:14, LDS 13, OFFSET 12:0; second dword: VDST 31:24,
/// TFE (gfx7, gfx8) or NV (gfx9) 23, SADDR 22:16 (gfx9), DATA 15:8, ADDR 7:0.
pub fn flat(generation: Gen, code: &Code) -> Out {
    let gfx9 = generation.is_gfx9();
    let (seg, column) = match (gfx9, code.bits(14, 2)) {
        (false, _) | (true, 0) => (Segment::Flat, 0),
        (true, 1) => (Segment::Scratch, 2),
        (true, 2) => (Segment::Global, 1),
        _ => return Err(Invalid),
    };
    let op = Flat::decode(generation, column, code.bits(18, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let saddr = match (seg, bits(second, 16, 7)) {
        (Segment::Flat, _) | (_, NO_SADDR) => None,
        (Segment::Global, n) => Some(sreg(generation, n, 2)?),
        (Segment::Scratch, n) => Some(sreg(generation, n, 1)?),
    };
    let offset = match (gfx9, seg) {
        (false, _) => 0,
        (true, Segment::Flat) => code.bits(0, 12) as i16,
        (true, _) => ((code.bits(0, 13) << 3) as u16 as i16) >> 3,
    };
    // FLAT's offset is unsigned: its top bit stays clear.
    require(!gfx9 || seg != Segment::Flat || !code.bit(12))?;
    let bit23 = second >> 23 & 1 != 0;
    let f = FlatFields {
        seg,
        vdst: bits(second, 24, 8) as u8,
        vaddr: bits(second, 0, 8) as u8,
        vdata: bits(second, 8, 8) as u8,
        saddr,
        offset,
        glc: code.bit(16),
        slc: code.bit(17),
        nv: gfx9 && bit23,
        lds: gfx9 && code.bit(13),
        tfe: !gfx9 && bit23,
    };
    long(Inst::Flat { op, f })
}
