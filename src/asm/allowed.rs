//! What the encoding can express and LLVM's assembler refuses, because the hardware does not do it or does not
//! define it (`validateInstruction` of LLVM's AMDGPUAsmParser). Tuples of registers are checked where operands are
//! read.

use super::lex::Error;
use crate::decode::{is_sparse, moves_acc, overlaps_c};
use crate::isa::{
    Ds, Flags, Gen, Gens, Inst, Mai, MaiFields, Mimg, MimgFields, Operand, Row, Ty, Vop, Vop3p,
    VopForm,
};

/// Fails where an instruction that can be encoded is not allowed.
pub fn allowed(generation: Gen, inst: &Inst, column: usize) -> Result<(), Error> {
    let wrong = match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. } => lds_direct(generation, inst.row(), f),
        Inst::Vop3p { op, f } => {
            lds_direct(generation, inst.row(), f).or_else(|| dot_selects(generation, *op, f))
        }
        Inst::Mai { op, f } => matrices(generation, *op, f),
        Inst::Ds { op, f } => {
            // Their data is in the field that others have the address in.
            let with_data = matches!(
                op,
                Ds::DS_GWS_INIT | Ds::DS_GWS_BARRIER | Ds::DS_GWS_SEMA_BR
            );
            let odd = with_data && generation.has(Gens::ONE_FILE) && f.addr % 2 != 0;
            odd.then_some("the data register of this instruction must be an even one")
        }
        Inst::Mubuf { op, f } => {
            let row = op.row();
            let stores = row.shape.dst == Ty::None && !row.flags.has(Flags::ATOMIC);
            (f.tfe && stores).then_some("'tfe' has no meaning for a store")
        }
        Inst::Mimg { op, f } => dmask(*op, f),
        Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Flat { .. }
        | Inst::Mtbuf { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => None,
    };
    wrong.map_or(Ok(()), |message| Err(Error::new(column, message).ranked(2)))
}

/// What cannot be a source of a matrix instruction, or of a move to an accumulation register.
fn matrices(generation: Gen, op: Mai, f: &MaiFields) -> Option<&'static str> {
    let special = |s: &Operand| {
        matches!(
            s,
            Operand::Aperture(_)
                | Operand::Vccz
                | Operand::Execz
                | Operand::Scc
                | Operand::LdsDirect
        )
    };
    let scalar = matches!(f.src[0], Operand::Sgpr(_));
    if moves_acc(op) {
        (op == Mai::V_ACCVGPR_WRITE_B32 && scalar && !generation.has(Gens::ONE_FILE))
            .then_some("the source must be a vector register or an inline constant")
    } else if f.src[..2].iter().any(special) || (is_sparse(op) && special(&f.src[2])) {
        Some("a matrix lies in vector registers")
    } else {
        overlaps_c(op, f).then_some(
            "the third source overlaps the destination in part; it may be the same or another",
        )
    }
}

/// Where LDS_DIRECT cannot be read.
fn lds_direct(generation: Gen, row: &Row, f: &Vop) -> Option<&'static str> {
    let at = f.src.iter().position(|s| *s == Operand::LdsDirect)?;
    let reversed = row.flags.has(Flags::REVERSED);
    if generation.has(Gens::ONE_FILE) {
        Some("lds_direct is not there from gfx90a on")
    } else if reversed || f.form == VopForm::Sdwa {
        Some("lds_direct cannot be a source of this instruction")
    } else {
        (at != 0).then_some("lds_direct can be the first source only")
    }
}

/// gfx942's dot products do not select halves.
fn dot_selects(generation: Gen, op: Vop3p, f: &Vop) -> Option<&'static str> {
    let dot = op.row().products() != 0;
    let plain = f.op_sel == 0 && f.op_sel_hi == 7;
    (generation.has(Gens::DOT_OF_WHOLE) && dot && !plain)
        .then_some("dot products of gfx942 have no op_sel and no op_sel_hi")
}

/// Values of DMASK that some image instructions do not have.
fn dmask(op: Mimg, f: &MimgFields) -> Option<&'static str> {
    let wide = op.least_data_dwords() == 2;
    if op.is_gather() && f.dmask.count_ones() != 1 {
        Some("a gather takes a dmask of one bit")
    } else if op.row().flags.has(Flags::ATOMIC) {
        // LLVM has a form where TFE's register makes up for a width that there is not.
        match (wide, f.dmask, f.tfe) {
            (_, 3, _) | (false, 1, _) | (true, 15, _) | (false, 15, true) | (true, 1, true) => None,
            (false, ..) => Some("this atomic takes a dmask of 1, or of 3 for 64 bits"),
            (true, ..) => Some("this atomic takes a dmask of 3, or of 15 for 64 bits"),
        }
    } else {
        None
    }
}
