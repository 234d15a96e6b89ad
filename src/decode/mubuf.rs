//! MUBUF (CLRX GcnInstrsMubuf).

use super::operand::{LITERAL, sreg, ssrc, vreg};
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Flags, Gen, Gens, Inst, Mubuf, MubufFields, Operand, Ty};

/// MUBUF: OP 24:18, SLC 17 (gfx8 and later), LDS 16, ADDR64 (gfx6, gfx7) or SCC (gfx90a) 15,
/// GLC 14, IDXEN 13, OFFEN 12, OFFSET 11:0; second dword: SOFFSET 31:24, TFE or ACC (gfx90a) 23,
/// SLC 22 (gfx6, gfx7), SRSRC 20:16, VDATA 15:8, VADDR 7:0.
pub fn mubuf(generation: Gen, code: &Code) -> Out {
    let op = Mubuf::decode(generation, 0, code.bits(18, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let legacy = generation.is_legacy();
    let one_file = generation.has(Gens::ONE_FILE);
    let bit23 = second >> 23 & 1 != 0;
    let soffset = bits(second, 24, 8);
    code.rule(Rule::LiteralOffset, soffset != LITERAL || !has_address(op))?;
    let mut f = MubufFields {
        vdata: 0,
        vaddr: 0,
        srsrc: 0,
        soffset: Operand::Int(0),
        offset: 0,
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
        tfe: !one_file && bit23,
        scc: one_file && code.bit(15),
        acc: one_file && bit23,
    };
    if !has_address(op) {
        // The register fields and SLC of the cache instructions are ignored by LLVM too.
        let scoped = has_scope(generation, op);
        let ignored = if scoped || op == Mubuf::BUFFER_WBL2 {
            0b01100
        } else {
            0
        };
        code.rule(Rule::CacheFlags, code.bits(12, 5) & !ignored == 0 && !bit23)?;
        let f = MubufFields {
            glc: scoped && f.glc,
            scc: scoped && f.scc,
            ..MubufFields::ZERO
        };
        return long(Inst::Mubuf { op, f });
    }
    f.srsrc = sreg(generation, bits(second, 16, 5) * 4, 4)?;
    f.soffset = ssrc(generation, soffset, Ty::B32)?;
    f.offset = code.bits(0, 12) as u16;
    if op == Mubuf::BUFFER_STORE_LDS_DWORD {
        code.rule(Rule::LdsForm, f.lds && !(f.offen || f.idxen || bit23))?;
        return long(Inst::Mubuf { op, f });
    }
    let row = op.row();
    code.rule(
        Rule::LdsForm,
        !f.lds || (op.has_lds_form(generation) && !bit23),
    )?;
    code.rule(Rule::AtomicTfe, !f.tfe || !row.flags.has(Flags::ATOMIC))?;
    let no_return = floats(op) && generation.has(Gens::FLOAT_ATOMICS_WITHOUT_RETURN);
    code.rule(Rule::NoReturn, !f.glc || !no_return)?;
    let scc = !generation.has(Gens::FLOAT_ATOMICS_WITHOUT_SCC) || !floats(op);
    code.rule(Rule::NoField, !f.scc || scc)?;
    code.rule(Rule::Addr64, !f.addr64 || !(f.offen || f.idxen))?;
    if !f.lds {
        f.vdata = vreg(
            bits(second, 8, 8),
            op.data_dwords(generation) + u8::from(f.tfe),
        )?;
    }
    if f.offen || f.idxen || f.addr64 {
        let both = (f.offen && f.idxen) || f.addr64;
        f.vaddr = vreg(bits(second, 0, 8), 1 + u8::from(both))?;
    }
    long(Inst::Mubuf { op, f })
}

/// Whether the instruction is an atomic on floats of CDNA, of which gfx908 does not return the old value.
fn floats(op: Mubuf) -> bool {
    use Mubuf::*;
    matches!(op, BUFFER_ATOMIC_ADD_F32 | BUFFER_ATOMIC_PK_ADD_F16)
        || matches!(
            op,
            BUFFER_ATOMIC_ADD_F64 | BUFFER_ATOMIC_MIN_F64 | BUFFER_ATOMIC_MAX_F64
        )
}

/// Whether SC0 and SC1 say of which caches an instruction on whole caches is (gfx942).
pub fn has_scope(generation: Gen, op: Mubuf) -> bool {
    generation.has(Gens::SCOPES) && matches!(op, Mubuf::BUFFER_WBL2 | Mubuf::BUFFER_INVL2)
}

/// Whether the instruction accesses memory (the others act on a whole cache).
pub fn has_address(op: Mubuf) -> bool {
    !matches!(
        op,
        Mubuf::BUFFER_WBINVL1
            | Mubuf::BUFFER_WBINVL1_VOL
            | Mubuf::BUFFER_WBINVL1_SC
            | Mubuf::BUFFER_WBL2
            | Mubuf::BUFFER_INVL2
    )
}
