//! FLAT, GLOBAL, SCRATCH (CLRX GcnInstrsFlat).

use super::operand::{sreg, vreg};
use super::{Code, Out, Rule, Rules, bits, long};
use crate::error::DecodeError::{self, Invalid};
use crate::isa::{Flags, Flat, FlatFields, Gen, Gens, Inst, Segment, Ty};

/// Value of SADDR that stands for no register.
const NO_SADDR: u32 = 0x7f;

/// FLAT: SCC 25 (gfx90a), OP 24:18, SLC 17, GLC 16, on gfx9 SEG 15:14, LDS or SVE (gfx942) 13, OFFSET
/// 12:0; second dword: VDST 31:24, TFE (gfx7, gfx8) or NV (gfx9) or ACC (gfx90a) 23, SADDR 22:16 (gfx9), DATA 15:8,
/// ADDR 7:0.
pub fn flat(generation: Gen, code: &Code) -> Out {
    let gfx9 = generation.is_gfx9();
    let (seg, column) = match (gfx9, code.bits(14, 2)) {
        (false, _) | (true, 0) => (Segment::Flat, 0),
        (true, 1) => (Segment::Scratch, 2),
        (true, 2) => (Segment::Global, 1),
        _ => return Err(Invalid),
    };
    code.rule(Rule::NoField, gfx9 || code.bits(13, 3) == 0)?;
    let op = Flat::decode(generation, column, code.bits(18, 7) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let saddr = match (seg, bits(second, 16, 7)) {
        (Segment::Flat, 0) | (Segment::Global | Segment::Scratch, NO_SADDR) => None,
        (Segment::Flat, _) => code.breaks(Rule::NoField).map(|()| None)?,
        (Segment::Global, n) => Some(sreg(generation, n, 2)?),
        (Segment::Scratch, n) => Some(sreg(generation, n, 1)?),
    };
    // gfx7 and gfx8 have no offset; on gfx8 LLVM's text has its bits.
    let no_offset = generation.is_legacy() || code.rules == Rules::Manual;
    let offset = match (gfx9, seg) {
        (false, _) if no_offset => 0,
        // FLAT's offset is unsigned; executing ignores its top bit.
        (_, Segment::Flat) => code.bits(0, 13) as i16,
        (false, _) => 0,
        (true, _) => ((code.bits(0, 13) << 3) as u16 as i16) >> 3,
    };
    let bit23 = second >> 23 & 1 != 0;
    let one_file = generation.has(Gens::ONE_FILE);
    let (glc, bit13) = (code.bit(16), gfx9 && code.bit(13));
    let sve = generation.has(Gens::SVE) && seg == Segment::Scratch && bit13;
    let lds = bit13 && !sve;
    let no_return = floats(op) && generation.has(Gens::FLOAT_ATOMICS_WITHOUT_RETURN);
    code.rule(Rule::NoReturn, !glc || !no_return)?;
    // Of these LLVM checks the bit, used (gfx90a) or not (gfx908).
    let checked = generation.has(Gens::FLOAT_ATOMICS_CHECKED);
    code.rule(Rule::NoField, !(floats(op) && checked && code.bit(25)))?;
    code.rule(
        Rule::LdsForm,
        !lds || (seg != Segment::Flat && !generation.has(Gens::SVE) && lds_form(op)),
    )?;
    code.rule(Rule::NonVolatileLds, !lds || !bit23)?;
    let row = op.row();
    let returns = !row.flags.has(Flags::ATOMIC) || glc;
    let mut f = FlatFields {
        seg,
        vdst: used(
            second,
            24,
            if returns && !lds {
                row.shape.dst
            } else {
                Ty::None
            },
        )?,
        vaddr: 0,
        vdata: used(second, 8, row.shape.src[0])?,
        saddr,
        offset,
        glc,
        slc: code.bit(17),
        nv: gfx9 && !one_file && bit23,
        lds: lds || op.is_lds_load(),
        tfe: !gfx9 && bit23,
        scc: one_file && code.bit(25),
        acc: one_file && bit23,
        sve,
    };
    let data = row.shape.dst != Ty::None || row.shape.src[0] != Ty::None;
    code.rule(Rule::NoField, data || !f.acc)?;
    f.vaddr = match f.vaddr_dwords(generation) {
        0 => 0,
        n => vreg(bits(second, 0, 8), n)?,
    };
    long(Inst::Flat { op, f })
}

/// A register field at bit `lo`; one that is not used is ignored.
fn used(second: u32, lo: u32, ty: Ty) -> Result<u8, DecodeError> {
    if ty == Ty::None {
        return Ok(0);
    }
    vreg(bits(second, lo, 8), ty.dwords())
}

/// Whether the instruction is an atomic on floats of CDNA, of which gfx908 does not return the old value.
fn floats(op: Flat) -> bool {
    matches!(
        op,
        Flat::ATOMIC_ADD_F32 | Flat::ATOMIC_PK_ADD_F16 | Flat::ATOMIC_PK_ADD_BF16
    ) || matches!(
        op,
        Flat::ATOMIC_ADD_F64 | Flat::ATOMIC_MIN_F64 | Flat::ATOMIC_MAX_F64
    )
}

/// Whether a load can go to LDS instead of VGPRs (gfx9).
fn lds_form(op: Flat) -> bool {
    matches!(
        op,
        Flat::LOAD_UBYTE
            | Flat::LOAD_SBYTE
            | Flat::LOAD_USHORT
            | Flat::LOAD_SSHORT
            | Flat::LOAD_DWORD
    )
}
