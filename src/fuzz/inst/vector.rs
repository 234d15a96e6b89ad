//! Random instructions of the vector ALU encodings, from their rows.

use crate::fuzz::Source;
use crate::fuzz::values::dword;
use crate::isa::{
    Dpp, EXEC_LO, Flags, Gen, Gens, InlineFloat, Operand, Row, Sdwa, Ty, VCC_LO, Vop, VopForm,
};

use super::VGPRS;

/// The first of many registers.
fn tuple(r: &mut Source<'_>, ty: Ty) -> u8 {
    let last = VGPRS as u8 - ty.dwords();
    2 * r.below(u64::from(last / 2) + 1) as u8
}

/// A source of type `ty`.
fn operand(r: &mut Source<'_>, ty: Ty, form: VopForm, generation: Gen) -> Operand {
    if ty == Ty::None {
        return Operand::Int(0);
    }
    if ty.dwords() > 4 {
        return Operand::Vgpr(tuple(r, ty));
    }
    let vgpr = Operand::Vgpr(r.below(u64::from(VGPRS) - 1) as u8);
    if ty == Ty::Mask {
        return match form {
            VopForm::E64 => Operand::Sgpr(r.pick(&[20, 40, VCC_LO, EXEC_LO])),
            VopForm::E32 | VopForm::Sdwa | VopForm::Dpp => Operand::VCC,
        };
    }
    let aperture = Operand::Aperture(235 + r.below(4) as u8);
    match r.below(12) {
        0 => Operand::Sgpr(2 * r.below(48) as u8),
        1 => Operand::Int(r.below(81) as i8 - 16),
        2 => Operand::Float(r.pick(&InlineFloat::ALL)),
        3 if form == VopForm::E32 => {
            let kind = r.below(8);
            Operand::Literal(dword(r, kind, true))
        }
        4 => r.pick(&[
            Operand::VCC,
            Operand::Sgpr(EXEC_LO),
            Operand::Sgpr(124),
            Operand::Vccz,
            Operand::Execz,
            Operand::Scc,
            Operand::LdsDirect,
            if generation.is_gfx9() { aperture } else { vgpr },
        ]),
        _ => vgpr,
    }
}

/// A random form.
pub fn form(r: &mut Source<'_>, packed: bool) -> VopForm {
    match r.below(6) {
        _ if packed => VopForm::E64,
        0 | 1 => VopForm::E32,
        2 => VopForm::Sdwa,
        3 => VopForm::Dpp,
        _ => VopForm::E64,
    }
}

/// Random fields for a row in a form; not all combinations can be encoded. `packed` says that the row is
/// one of VOP3P; results go mostly to the vector registers from `dst` and the scalar ones from `sdst` on.
pub fn fields(
    r: &mut Source<'_>,
    row: &Row,
    generation: Gen,
    packed: bool,
    form: VopForm,
    dst: u8,
    sdst: u8,
) -> Vop {
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = form;
    for i in 0..3 {
        f.src[i] = operand(r, row.shape.src[i], form, generation);
    }
    if row.flags.has(Flags::SGPR_DST) {
        f.vdst = r.pick(&[sdst, sdst, sdst + 1, VCC_LO, VCC_LO + 1, 124]);
    } else if row.shape.dst.dwords() > 4 {
        f.vdst = tuple(r, row.shape.dst);
    } else if row.shape.dst != Ty::None && row.shape.dst != Ty::Mask {
        f.vdst = match r.below(6) {
            0 => r.below(u64::from(VGPRS) - 1) as u8,
            1 => 16 + r.below(u64::from(VGPRS) - 17) as u8,
            _ => dst,
        };
    }
    if form != VopForm::E32 {
        f.abs = r.rarely(3);
        f.neg = r.rarely(3);
        f.clamp = r.one_in(4);
        f.omod = r.rarely(2);
    }
    if row.flags.has(Flags::TRUTH_TABLE) {
        let table = r.bits() as u8;
        (f.omod, f.abs, f.neg) = (table >> 6, table >> 3 & 7, table & 7);
    }
    if form == VopForm::E64 {
        f.op_sel = r.rarely(4);
        f.op_sel_hi = if r.one_in(2) { 7 } else { r.bits() as u8 & 7 };
        if !packed {
            f.op_sel_hi = 0;
        }
        if row.flags.has(Flags::CARRY_OUT) || row.shape.dst == Ty::Mask {
            f.sdst = r.pick(&[sdst, sdst, sdst, VCC_LO, VCC_LO, EXEC_LO]);
        }
    }
    if form == VopForm::Sdwa {
        f.sdwa = Some(sdwa(r, row));
        if row.shape.dst == Ty::Mask && generation.is_gfx9() {
            f.sdst = r.pick(&[VCC_LO, sdst]);
        }
    }
    if form == VopForm::Dpp {
        f.dpp = Some(dpp(r, generation));
    }
    f
}

/// Random selects.
pub fn sdwa(r: &mut Source<'_>, row: &Row) -> Sdwa {
    let mut s = Sdwa {
        dst_sel: r.below(7) as u8,
        dst_unused: r.below(3) as u8,
        src_sel: [r.below(7) as u8, r.below(7) as u8],
        sext: r.rarely(2),
    };
    if row.shape.dst == Ty::Mask {
        (s.dst_sel, s.dst_unused) = (6, 0);
    }
    if row.shape.src[1] == Ty::None {
        s.src_sel[1] = 6;
        s.sext &= 1;
    }
    s
}

/// A random permutation of the lanes, and which rows and banks take part.
pub fn dpp(r: &mut Source<'_>, generation: Gen) -> Dpp {
    let n = 1 + r.below(15) as u16;
    let quad = r.below(256) as u16;
    let ctrl = r.pick(&[
        quad,
        quad,
        0xe4,
        0x1b,
        0x100 | n,
        0x110 | n,
        0x120 | n,
        0x130,
        0x134,
        0x138,
        0x13c,
        0x140,
        0x141,
        0x142,
        0x143,
    ]);
    Dpp {
        // Operands of 64 bits have no other.
        ctrl: if generation.has(Gens::WIDE_DPP) && r.one_in(3) {
            0x150 | r.below(16) as u16
        } else {
            ctrl
        },
        bound_ctrl: r.one_in(2),
        bank_mask: if r.one_in(3) { r.bits() as u8 & 15 } else { 15 },
        row_mask: if r.one_in(3) { r.bits() as u8 & 15 } else { 15 },
    }
}
