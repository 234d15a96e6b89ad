//! DS (CLRX GcnInstrsDs).

use super::operand::vreg;
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::{self, Invalid};
use crate::isa::facts::DsAct;
use crate::isa::{Ds, DsFields, Gen, Gens, Inst, Ty};

/// DS: OP 25:18 and GDS 17 (gfx6, gfx7) or OP 24:17 and GDS 16, OFFSET1 15:8, OFFSET0 7:0; second
/// dword: VDST 31:24, DATA1 23:16, DATA0 15:8, ADDR 7:0.
pub fn ds(generation: Gen, code: &Code) -> Out {
    let (op, gds) = if generation.is_legacy() {
        (code.bits(18, 8), code.bit(17))
    } else {
        (code.bits(17, 8), code.bit(16))
    };
    let op = Ds::decode(generation, 0, op as u16).ok_or(Invalid)?;
    // Beside the opcode bit 25 is ignored except for these.
    let checked = matches!(op.act(), DsAct::Src2On32(_) | DsAct::Src2On64(_));
    let clear = generation.is_legacy() || !checked || !code.bit(25);
    code.rule(Rule::NoField, clear)?;
    let second = code.second()?;
    let (vdst, data1) = (bits(second, 24, 8), bits(second, 16, 8));
    let (data0, addr) = (bits(second, 8, 8), bits(second, 0, 8));
    let shape = &op.row().shape;
    let mut f = DsFields {
        vdst: used(code, vdst, shape.dst)?,
        addr: used(code, addr, if has_addr(op) { Ty::B32 } else { Ty::None })?,
        data0: used(code, data0, shape.src[0])?,
        data1: used(code, data1, shape.src[1])?,
        offset0: code.bits(0, 8) as u8,
        offset1: code.bits(8, 8) as u8,
        // Later generations have GDS for what exists nowhere else.
        gds: gds && (!generation.has(Gens::ONE_FILE) || matches!(gds_use(op), GdsUse::Only)),
        acc: generation.has(Gens::ONE_FILE) && code.bit(25),
    };
    let data =
        shape.dst != Ty::None || shape.src[0] != Ty::None || addr_is_data(op) && has_addr(op);
    code.rule(Rule::NoField, data || !f.acc)?;
    match gds_use(op) {
        GdsUse::Only => code.rule(Rule::OnlyGds, gds)?,
        GdsUse::Never => code.rule(Rule::NeverGds, !gds)?,
        GdsUse::Either => {}
    }
    if op == Ds::DS_NOP {
        let plain = f == DsFields::ZERO && !gds;
        code.rule(Rule::UnusedImmediate, plain)?;
        f = DsFields::ZERO;
    }
    long(Inst::Ds { op, f })
}

/// A register field.
fn used(code: &Code, field: u32, ty: Ty) -> Result<u8, DecodeError> {
    if ty == Ty::None {
        return code.rule(Rule::UnusedRegister, field == 0).map(|()| 0);
    }
    vreg(field, ty.dwords())
}

/// Whether ADDR names a register.
pub fn has_addr(op: Ds) -> bool {
    !matches!(
        op,
        Ds::DS_NOP
            | Ds::DS_WRITE_ADDTID_B32
            | Ds::DS_READ_ADDTID_B32
            | Ds::DS_CONSUME
            | Ds::DS_APPEND
            | Ds::DS_GWS_SEMA_RELEASE_ALL
            | Ds::DS_GWS_SEMA_V
            | Ds::DS_GWS_SEMA_P
            | Ds::DS_CONDXCHG32_RTN_B128
    )
}

/// Whether ADDR names the data: of global wave sync.
pub fn addr_is_data(op: Ds) -> bool {
    matches!(gds_use(op), GdsUse::Only) && op != Ds::DS_ORDERED_COUNT
}

/// Whether OFFSET0 and OFFSET1 are the offsets of two accesses instead of one 16-bit offset.
pub fn has_pair(op: Ds) -> bool {
    matches!(
        op,
        Ds::DS_READ2_B32
            | Ds::DS_READ2_B64
            | Ds::DS_READ2ST64_B32
            | Ds::DS_READ2ST64_B64
            | Ds::DS_WRITE2_B32
            | Ds::DS_WRITE2_B64
            | Ds::DS_WRITE2ST64_B32
            | Ds::DS_WRITE2ST64_B64
            | Ds::DS_WRXCHG2_RTN_B32
            | Ds::DS_WRXCHG2_RTN_B64
            | Ds::DS_WRXCHG2ST64_RTN_B32
            | Ds::DS_WRXCHG2ST64_RTN_B64
    )
}

/// Which values of the GDS bit an instruction has.
enum GdsUse {
    Either,
    /// Global wave sync and the like.
    Only,
    /// The lane permutations, which touch no memory.
    Never,
}

/// See [`GdsUse`].
fn gds_use(op: Ds) -> GdsUse {
    match op {
        Ds::DS_GWS_SEMA_RELEASE_ALL
        | Ds::DS_GWS_INIT
        | Ds::DS_GWS_SEMA_V
        | Ds::DS_GWS_SEMA_BR
        | Ds::DS_GWS_SEMA_P
        | Ds::DS_GWS_BARRIER
        | Ds::DS_ORDERED_COUNT => GdsUse::Only,
        Ds::DS_PERMUTE_B32 | Ds::DS_BPERMUTE_B32 => GdsUse::Never,
        _ => GdsUse::Either,
    }
}
