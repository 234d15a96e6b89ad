//! Random instructions of the scalar encodings, from their rows.

use crate::fuzz::Source;
use crate::fuzz::values::dword;
use crate::isa::{
    EXEC_LO, Flags, Gen, InlineFloat, Inst, M0, Operand, Row, Sop1, Sop2, Sopc, Sopk, Sopp, Ty,
    VCC_LO,
};

use super::state::TARGETS;

/// A register that a value of `dwords` may start at: a multiple of 2 for wide ones.
fn aligned(register: u8, dwords: u8) -> u8 {
    if dwords > 1 { register & !1 } else { register }
}

/// A source of type `ty`.
fn source(r: &mut Source<'_>, generation: Gen, ty: Ty) -> Operand {
    if ty == Ty::None {
        return Operand::Int(0);
    }
    match r.below(12) {
        0..=5 => Operand::Sgpr(aligned(r.below(24) as u8, ty.dwords())),
        6 => Operand::Sgpr(aligned(
            r.pick(&[
                VCC_LO,
                VCC_LO + 1,
                M0,
                EXEC_LO,
                EXEC_LO + 1,
                102,
                103,
                104,
                112,
            ]),
            ty.dwords(),
        )),
        7 => Operand::Int(r.below(81) as i8 - 16),
        8 => Operand::Float(r.pick(&InlineFloat::ALL)),
        9 => r.pick(&[Operand::Vccz, Operand::Execz, Operand::Scc]),
        10 if generation.is_gfx9() => Operand::Aperture(235 + r.below(5) as u8),
        _ => {
            let kind = r.below(8);
            Operand::Literal(dword(r, kind, true))
        }
    }
}

/// A destination: mostly the scalar registers from `sdst` on.
fn destination(r: &mut Source<'_>, row: &Row, sdst: u8) -> u8 {
    if row.shape.dst == Ty::None {
        return 0;
    }
    let any = r.below(24) as u8;
    let code = r.pick(&[sdst, sdst, sdst, any, VCC_LO, VCC_LO + 1, M0, EXEC_LO]);
    aligned(code, row.shape.dst.dwords())
}

/// A 16-bit constant: for branches a short way.
fn simm16(r: &mut Source<'_>, row: &Row) -> u16 {
    if row.flags.has(Flags::BRANCH) {
        return r.pick(&[0, 1, 2, 3, 4, 0xffff, 0xfffe, 0x100]);
    }
    match r.below(4) {
        0 => r.bits() as u16,
        1 => r.below(8) as u16,
        2 => r.pick(&[0, 1, 3, 0x7fff, 0x8000, 0xffff]),
        _ => r.below(32) as u16,
    }
}

/// A hardware register with a range of bits: mostly one that there is.
fn hwreg(r: &mut Source<'_>) -> u16 {
    let id = match r.below(6) {
        0 => r.below(64) as u16,
        1..=3 => 1,
        _ => r.below(8) as u16,
    };
    let range = r.pick(&[(0, 31), (0, 3), (4, 3), (8, 0), (9, 0), (2, 1), (27, 0)]);
    let any = (r.below(32) as u16, r.below(32) as u16);
    let (first, size) = if r.one_in(3) { any } else { range };
    id | first << 6 | size << 11
}

/// An instruction of SOP1.
pub fn sop1(r: &mut Source<'_>, generation: Gen, op: Sop1, sdst: u8) -> Inst {
    let row = op.row();
    let mut ssrc0 = source(r, generation, row.shape.src[0]);
    if row.flags.has(Flags::BRANCH) && row.shape.src[0] != Ty::None {
        // Where there is code, mostly.
        if op == Sop1::S_CBRANCH_JOIN {
            ssrc0 = Operand::Sgpr(r.below(24) as u8);
        } else if !r.one_in(8) {
            ssrc0 = Operand::Sgpr(TARGETS + 2 * r.below(4) as u8);
        }
    }
    Inst::Sop1 {
        op,
        sdst: destination(r, row, sdst),
        ssrc0,
    }
}

/// An instruction of SOP2.
pub fn sop2(r: &mut Source<'_>, generation: Gen, op: Sop2, sdst: u8) -> Inst {
    let row = op.row();
    let mut ssrc0 = source(r, generation, row.shape.src[0]);
    let mut ssrc1 = source(r, generation, row.shape.src[1]);
    if row.flags.has(Flags::BRANCH) {
        ssrc1 = Operand::Sgpr(TARGETS + 2 * r.below(4) as u8);
    }
    // One literal serves both.
    if let (Operand::Literal(v), Operand::Literal(_)) = (ssrc0, ssrc1) {
        ssrc1 = Operand::Literal(v);
    }
    if r.one_in(16) {
        ssrc0 = ssrc1;
    }
    Inst::Sop2 {
        op,
        sdst: destination(r, row, sdst),
        ssrc0,
        ssrc1,
    }
}

/// An instruction of SOPC.
pub fn sopc(r: &mut Source<'_>, generation: Gen, op: Sopc) -> Inst {
    let row = op.row();
    let ssrc0 = source(r, generation, row.shape.src[0]);
    let mut ssrc1 = source(r, generation, row.shape.src[1]);
    if op == Sopc::S_SET_GPR_IDX_ON {
        ssrc1 = Operand::Literal(r.below(16) as u32);
    } else if let (Operand::Literal(v), Operand::Literal(_)) = (ssrc0, ssrc1) {
        ssrc1 = Operand::Literal(v);
    }
    Inst::Sopc { op, ssrc0, ssrc1 }
}

/// An instruction of SOPK.
pub fn sopk(r: &mut Source<'_>, op: Sopk, sdst: u8) -> Inst {
    let row = op.row();
    let register = matches!(
        op,
        Sopk::S_GETREG_B32 | Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32
    );
    // What a branch goes to is not the destination, and S_SETREG_IMM32_B32 has none.
    let sdst = match op {
        Sopk::S_CBRANCH_I_FORK => aligned(r.below(24) as u8, 2),
        _ => destination(r, row, sdst),
    };
    Inst::Sopk {
        op,
        sdst,
        simm16: if register { hwreg(r) } else { simm16(r, row) },
        literal: (op == Sopk::S_SETREG_IMM32_B32).then(|| {
            let kind = r.below(8);
            dword(r, kind, true)
        }),
    }
}

/// An instruction of SOPP.
pub fn sopp(r: &mut Source<'_>, op: Sopp) -> Inst {
    let any = simm16(r, op.row());
    // Most others fault.
    let simm16 = match op {
        Sopp::S_SENDMSG => r.pick(&[1, 1, any]),
        Sopp::S_TRAP => r.pick(&[3, 3, any]),
        Sopp::S_SETHALT => r.pick(&[0, 0, any]),
        _ => any,
    };
    Inst::Sopp { op, simm16 }
}
