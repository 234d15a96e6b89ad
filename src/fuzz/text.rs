//! The assembler as the inverse of the disassembler, except for what LLVM's text cannot say: `REFUSED`
//! for texts without an instruction, and `without_spelling` for the fields that a text leaves open.

use crate::asm::parse_inst;
use crate::decode::executable;
use crate::disasm::{disasm, image_data, is_wide};
use crate::encode::encode;
use crate::isa::{
    Decoded, Ds, Flags, Gen, Gens, Inst, Operand, Sopp, Ty, Vop, Vop1, Vop2, VopForm,
};

/// Texts of the disassembler that the assembler refuses: a part of its message, and whether the
/// instruction is one that it is right for.
const REFUSED: [(&str, IsRightFor); 26] = [
    // LLVM 22 writes all bits of a literal of 16 bits where others than the lower ones are set, and does not read it.
    ("does not fit into 16 bits", |g, inst| {
        let is_wide = |s: &Operand| matches!(s, Operand::Literal(n) if *n > 0xffff);
        g.has(Gens::NEW_TO_LLVM) && vop(inst).is_some_and(|f| f.src.iter().any(is_wide))
    }),
    // A second scalar value in a vector instruction, which the hardware does not allow.
    ("constant bus", |_, inst| vop(inst).is_some()),
    // A negative offset into a buffer, which the hardware does not allow either.
    (
        "out of range: 0 to 1048575",
        |_, inst| matches!(inst, Inst::Smem { f, .. } if f.imm < 0),
    ),
    // FLAT ignores the thirteenth bit of its offset, and has none before gfx9.
    ("out of range: 0 to 4095", |g, inst| {
        g.is_gfx9() && matches!(inst, Inst::Flat { f, .. } if f.offset > 4095)
    }),
    ("is out of range: 0 to 0", |g, inst| {
        !g.is_gfx9() && matches!(inst, Inst::Flat { f, .. } if f.offset != 0)
    }),
    // The text of the literal is its lower half where it is a source, all of it where it is K.
    ("a second literal", |_, inst| {
        let k_f16 = |op| matches!(op, Vop2::V_MADMK_F16 | Vop2::V_MADAK_F16);
        matches!(inst, Inst::Vop2 { op, .. } if k_f16(*op))
    }),
    // A matrix in what is not a vector register, of which the text says so.
    ("registers, not", |_, inst| {
        let vector =
            |s: &Operand| matches!(s, Operand::Vgpr(_) | Operand::Int(_) | Operand::Float(_));
        matches!(inst, Inst::Mai { f, .. } if !f.src.iter().all(vector))
    }),
    // All reserved values of DPP_CTRL share a few comments, and so do those that operands of 64 bits lack.
    ("a DPP control is missing", |g, inst| {
        let wide = g.has(Gens::WIDE_DPP) && is_wide(inst.row());
        let reserved = |f: &Vop| f.dpp.is_some_and(|d| wide || !(0..256).contains(&d.ctrl));
        vop(inst).is_some_and(reserved)
    }),
    // What the hardware has not, though the encoding has room for it: registers,
    (
        "vector registers must start at a multiple of 2",
        |g, inst| executable(g, inst).is_err() || matches!(inst, Inst::Mimg { .. }),
    ),
    ("must be an even one", |g, inst| {
        g.has(Gens::ONE_FILE) && matches!(inst, Inst::Ds { .. })
    }),
    ("is out of range: ", |g, inst| {
        executable(g, inst).is_err() || matches!(inst, Inst::Mimg { .. })
    }),
    ("out of range: 0 to 15", |g, inst| {
        text(g, inst).contains("s_set_gpr_idx_")
    }),
    ("not a constant of 16 bits", |g, inst| {
        text(g, inst).contains("k_f16")
    }),
    ("'src_", |g, _| !g.is_gfx9()),
    ("has no register null", |g, inst| {
        text(g, inst).contains("null")
    }),
    // LDS_DIRECT where it cannot be read,
    ("lds_direct", |g, inst| text(g, inst).contains("lds_direct")),
    // of matrices what overlaps, and on gfx908 what is moved,
    ("overlaps the destination in part", |g, inst| {
        executable(g, inst).is_err()
    }),
    (
        "must be a vector register or an inline constant",
        |g, inst| matches!(inst, Inst::Mai { .. }) && !g.has(Gens::ONE_FILE),
    ),
    ("a matrix lies in vector registers", |g, inst| {
        executable(g, inst).is_err()
    }),
    ("have no op_sel", |g, inst| {
        matches!(inst, Inst::Vop3p { .. }) && g.has(Gens::DOT_OF_WHOLE)
    }),
    // data that an image instruction, a store or an export cannot have.
    (
        " data registers, not ",
        |g, inst| matches!(inst, Inst::Mimg { op, f } if image_data(g, *op, f) != f.data_dwords(*op, g)),
    ),
    (" takes a dmask of ", |_, inst| {
        matches!(inst, Inst::Mimg { .. })
    }),
    (
        "'tfe' has no meaning",
        |_, inst| matches!(inst, Inst::Mubuf { f, .. } if f.tfe),
    ),
    ("expected a target: ", |g, inst| {
        text(g, inst).contains("invalid_target_")
    }),
    ("expected an attribute", |g, inst| {
        text(g, inst).contains("attr")
    }),
    ("expected p10, p20 or p0", |g, inst| {
        text(g, inst).contains("invalid_param_")
    }),
];

/// The text of an instruction.
fn text(generation: Gen, inst: &Inst) -> String {
    disasm(
        generation,
        &Decoded {
            inst: *inst,
            size: 8,
        },
        None,
    )
}

/// Whether a refusal is right for an instruction; see [`REFUSED`].
type IsRightFor = fn(Gen, &Inst) -> bool;

/// The operands of a vector ALU instruction.
fn vop(inst: &Inst) -> Option<&Vop> {
    match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => Some(f),
        _ => None,
    }
}

/// Whether the disassembler writes the forms of an instruction alike, as LLVM does.
fn forms_look_alike(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Vop1 {
            op: Vop1::V_NOP | Vop1::V_CLREXCP,
            ..
        }
    )
}

/// The instruction without what its text leaves open.
fn without_spelling(mut inst: Inst) -> Inst {
    let bare = forms_look_alike(&inst);
    match &mut inst {
        // Masks that make the same of every lane.
        Inst::Ds {
            op: Ds::DS_SWIZZLE_B32,
            f,
        } => (f.offset0, f.offset1) = (0, 0),
        // Bits that no counter and no message has.
        Inst::Sopp {
            op: Sopp::S_WAITCNT | Sopp::S_SENDMSG | Sopp::S_SENDMSGHALT,
            simm16,
        } => *simm16 = 0,
        // There is no NV and no TFE. Of gfx7's two places for an offset the text has the value.
        Inst::Smem { f, .. } => {
            f.nv = false;
            f.has_imm = true;
        }
        Inst::Flat { f, .. } => {
            f.nv = false;
            f.tfe = false;
        }
        Inst::Vop1 { f, .. } if bare => *f = Vop::plain(0, [Operand::Int(0); 3]),
        // The reserved DST_UNUSED is written like 0.
        Inst::Vop1 { f, .. } | Inst::Vop2 { f, .. } => {
            if let Some(s) = &mut f.sdwa {
                s.dst_unused %= 3;
            }
        }
        _ => {}
    }
    inst
}

/// Whether a constant is written like another: a literal like the inline constant of its value, and
/// the code of a float in an integer operand of 16 bits like the literal that the float's bits are.
fn shares_constant(inst: &Inst, words: &[u32]) -> bool {
    let literal = words.len() == 2 && format!("{inst:?}").contains("Literal");
    let row = inst.row();
    let half = |f: &Vop| {
        let integer = matches!(row.shape.src[0], Ty::B16 | Ty::I16 | Ty::U16);
        f.form == VopForm::E32 && integer && matches!(f.src[0], Operand::Float(_))
    };
    literal || vop(inst).is_some_and(half)
}

/// The instruction without the values of its constants; see [`shares_constant`].
fn without_constants(inst: Inst) -> Inst {
    let plain = |op: &mut Operand| {
        if let Operand::Literal(_) | Operand::Int(_) | Operand::Float(_) = op {
            *op = Operand::Literal(0);
        }
    };
    let mut inst = without_spelling(inst);
    let scalar = inst.row().flags.has(Flags::SGPR_DST);
    match &mut inst {
        Inst::Sop1 { ssrc0, .. } => plain(ssrc0),
        Inst::Sop2 { ssrc0, ssrc1, .. } | Inst::Sopc { ssrc0, ssrc1, .. } => {
            plain(ssrc0);
            plain(ssrc1);
        }
        Inst::Vop1 { f, .. } | Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } => {
            f.src.iter_mut().for_each(plain);
            // V_READFIRSTLANE's destination may be the literal, from code 128 on a constant.
            if scalar && f.vdst >= 128 {
                f.vdst = 255;
                f.src[1] = Operand::Literal(0);
            }
        }
        _ => {}
    }
    inst
}

/// Assembles the text of `inst` and compares; `exact` asks for the canonical words.
///
/// # Errors
/// What is wrong with the text or with what it assembles to.
pub fn check_text(generation: Gen, inst: &Inst, text: &str, exact: bool) -> Result<(), String> {
    let (got, words) = match parse_inst(generation, text, 0) {
        Ok(done) => done,
        Err(e) => {
            let known = REFUSED
                .iter()
                .any(|(message, of)| e.message.contains(message) && of(generation, inst));
            return if known { Ok(()) } else { Err(e.to_string()) };
        }
    };
    let want = encode(generation, inst).ok_or("does not encode")?;
    if *words == *want {
        return Ok(());
    }
    if exact {
        return Err(format!("{:08x?} instead of {:08x?}", &*words, &*want));
    }
    // Another instruction with the same text, but that an inline constant may have another text than
    // a literal of its value, and a swizzle's masks the name of a pattern.
    let size = 4 * words.len() as u8;
    let again = disasm(generation, &Decoded { inst: got, size }, None);
    let constant = shares_constant(inst, &want);
    let same = if constant {
        without_constants(got) == without_constants(*inst)
    } else {
        without_spelling(got) == without_spelling(*inst)
    };
    let free = constant || text.starts_with("ds_swizzle");
    if same && (again == text || free) {
        Ok(())
    } else {
        Err(format!("{:08x?}: {again}; {got:?}", &*words))
    }
}
