//! MTBUF (CLRX GcnInstrsMtbuf).

use super::operand::{LITERAL, sreg, ssrc, vreg};
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Gen, Gens, Inst, Mtbuf, MtbufFields, MubufFields, Ty};

/// MTBUF: NFMT 25:23, DFMT 22:19, OP 18:16 (gfx6, gfx7) or 18:15, ADDR64 15 (gfx6, gfx7), GLC 14,
/// IDXEN 13, OFFEN 12, OFFSET 11:0; second dword: SOFFSET 31:24, TFE or ACC (gfx90a) 23, SLC 22,
/// SCC 21 (gfx90a), SRSRC 20:16, VDATA 15:8, VADDR 7:0.
///
/// LLVM knows no form with TFE in any generation, CLRX does.
pub fn mtbuf(generation: Gen, code: &Code) -> Out {
    let legacy = generation.is_legacy();
    let number = if legacy {
        code.bits(16, 3)
    } else {
        code.bits(15, 4)
    };
    let op = Mtbuf::decode(generation, 0, number as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let bit = |i: u32| second >> i & 1 != 0;
    let (offen, idxen) = (code.bit(12), code.bit(13));
    let addr64 = legacy && code.bit(15);
    let one_file = generation.has(Gens::ONE_FILE);
    let tfe = !one_file && bit(23);
    code.rule(Rule::TypedTfe, !tfe)?;
    code.rule(Rule::Addr64, !addr64 || !(offen || idxen))?;
    let vaddr = match (addr64, offen, idxen) {
        (false, false, false) => 0,
        (true, ..) | (_, true, true) => vreg(bits(second, 0, 8), 2)?,
        _ => vreg(bits(second, 0, 8), 1)?,
    };
    let soffset = bits(second, 24, 8);
    code.rule(Rule::LiteralOffset, soffset != LITERAL)?;
    let buffer = MubufFields {
        vdata: vreg(
            bits(second, 8, 8),
            op.data_dwords(generation) + u8::from(tfe),
        )?,
        vaddr,
        srsrc: sreg(generation, bits(second, 16, 5) * 4, 4)?,
        soffset: ssrc(generation, soffset, Ty::B32)?,
        offset: code.bits(0, 12) as u16,
        offen,
        idxen,
        addr64,
        glc: code.bit(14),
        slc: bit(22),
        lds: false,
        tfe,
        scc: one_file && bit(21),
        acc: one_file && bit(23),
    };
    let f = MtbufFields {
        buffer,
        dfmt: code.bits(19, 4) as u8,
        nfmt: code.bits(23, 3) as u8,
    };
    long(Inst::Mtbuf { op, f })
}
