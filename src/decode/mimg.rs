//! MIMG (CLRX GcnInstrsMimg).

use super::operand::{sreg, vreg};
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Flags, Gen, Gens, Inst, Mimg, MimgFields};

/// MIMG: SLC 25, OP 24:18, LWE 17, TFE or ACC (gfx90a) 16, R128 15 (A16 on gfx9), DA 14, GLC 13, UNORM 12,
/// DMASK 11:8, SCC 7 (gfx90a); second dword: D16 31 (gfx8 and later), SSAMP 25:21, SRSRC 20:16, VDATA 15:8, VADDR 7:0.
pub fn mimg(generation: Gen, code: &Code) -> Out {
    let op = Mimg::decode(generation, 0, code.bits(18, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    // Later generations extend OP by bit 0.
    code.rule(Rule::NoField, !code.bit(0))?;
    let (gfx9, one_file) = (generation.is_gfx9(), generation.has(Gens::ONE_FILE));
    let d16 = !generation.is_legacy() && second >> 31 != 0;
    code.rule(Rule::D16Form, !d16 || has_d16(op))?;
    let ssamp = bits(second, 21, 5) * 4;
    let f = MimgFields {
        // How many registers there are beyond these is the DMASK's and the T#'s matter.
        vdata: vreg(bits(second, 8, 8), op.least_data_dwords())?,
        vaddr: vreg(bits(second, 0, 8), op.address_dwords())?,
        srsrc: sreg(generation, bits(second, 16, 5) * 4, 8)?,
        ssamp: if op.has_sampler() {
            sreg(generation, ssamp, 4)?
        } else {
            code.rule(Rule::UnusedRegister, ssamp == 0).map(|()| 0)?
        },
        dmask: code.bits(8, 4) as u8,
        unorm: code.bit(12),
        glc: code.bit(13),
        slc: code.bit(25),
        da: code.bit(14),
        r128: !gfx9 && code.bit(15),
        a16: gfx9 && code.bit(15),
        tfe: !one_file && code.bit(16),
        lwe: code.bit(17),
        d16,
        scc: one_file && code.bit(7),
        acc: one_file && code.bit(16),
    };
    if generation.is_legacy() {
        // LLVM checks this only where it assembles, which is all that it does for gfx6 and gfx7.
        vreg(f.vdata.into(), f.data_dwords(op, generation))?;
    }
    long(Inst::Mimg { op, f })
}

/// Whether data can be 16 bits per component: texels that are converted.
fn has_d16(op: Mimg) -> bool {
    use Mimg::*;
    match op {
        IMAGE_LOAD | IMAGE_LOAD_MIP | IMAGE_STORE | IMAGE_STORE_MIP => true,
        _ => op.row().flags.has(Flags::LOADS.or(Flags::SYSTEM)),
    }
}
