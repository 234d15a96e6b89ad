//! MAI of CDNA: the matrix instructions, and the moves between the two register files.

use super::operand::{is_general, src_no_literal, vreg};
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError;
use crate::isa::facts::{Element, MaiAct, Narrow};
use crate::isa::{
    Decoded, Flags, GENS, Gen, Gens, Inst, Mai, MaiFields, Operand, Row, Scale, Ty, Vop3p,
};

/// Fails at compile time when MAI and VOP3P claim one number.
const fn disjoint(mai: &[Row], vop3p: &[Row]) {
    let mut g = 0;
    while g < GENS {
        let mut i = 0;
        while i < mai.len() * vop3p.len() {
            let (a, b) = (
                mai[i / vop3p.len()].opcodes[0][g],
                vop3p[i % vop3p.len()].opcodes[0][g],
            );
            if let (Some(a), Some(b)) = (a, b) {
                assert!(a != b, "MAI and VOP3P claim the same opcode number");
            }
            i += 1;
        }
        g += 1;
    }
}

const _: () = disjoint(Mai::ROWS, Vop3p::ROWS);

/// The MAI instruction whose opcode number a VOP3P word has.
pub fn row(generation: Gen, code: &Code) -> Option<Mai> {
    Mai::decode(generation, 0, code.bits(16, 7) as u16)
}

/// Whether the instruction moves between the register files, of which none has matrices.
pub fn moves_acc(op: Mai) -> bool {
    matches!(op, Mai::V_ACCVGPR_READ_B32 | Mai::V_ACCVGPR_WRITE_B32)
}

/// Whether half of A is zero: then C is VDST, and SRC2 says which half.
pub fn is_sparse(op: Mai) -> bool {
    op.row().flags.has(Flags::READS_DST)
}

/// Whether C overlaps D in part, where D has more than four registers. Compilers keep them apart, LLVM's assembler
/// refuses it (`validateMFMA`), and what the hardware makes of it is documented nowhere.
pub fn overlaps_c(op: Mai, f: &MaiFields) -> bool {
    let dwords = op.row().shape.dst.dwords();
    let same_file = f.acc >> 2 & 1 == f.acc >> 3 & 1;
    let apart = match f.src[2] {
        Operand::Vgpr(c) => c.abs_diff(f.vdst) >= dwords || c == f.vdst,
        Operand::Sgpr(_)
        | Operand::Int(_)
        | Operand::Float(_)
        | Operand::Literal(_)
        | Operand::Aperture(_)
        | Operand::Vccz
        | Operand::Execz
        | Operand::Scc
        | Operand::LdsDirect => true,
    };
    dwords > 4 && !is_sparse(op) && same_file && !apart
}

/// Whether BLGP negates the sources, as it does those of f64 on gfx942.
pub fn blgp_negates(generation: Gen, op: Mai) -> bool {
    generation.has(Gens::BLGP_NEGATES)
        && matches!(op, Mai::V_MFMA_F64_16X16X4F64 | Mai::V_MFMA_F64_4X4X4F64)
}

/// VOP3PX2, a product of matrices with scales: V_MFMA_LD_SCALE_B32, and behind it the MAI instruction with ABID 1. `None`
/// where the words are none, and the first two an instruction of their own.
///
/// Of the first half: OP_SEL 12:11; second dword: OP_SEL_HI 28:27, SRC1 17:9, SRC0 8:0. The other bits are ignored.
pub fn scaled(generation: Gen, code: &Code) -> Option<Out> {
    let &[_, second, w, last, ..] = code.words else {
        return None;
    };
    let first = Vop3p::decode(generation, 0, code.bits(16, 7) as u16)?;
    if first != Vop3p::V_MFMA_LD_SCALE_B32 || w >> 23 != 0x1a7 {
        return None;
    }
    let behind = Code {
        words: &[w, last],
        w,
        ..*code
    };
    let op = row(generation, &behind).filter(|op| is_narrow(*op))?;
    if behind.bits(11, 4) != 1 {
        return None;
    }
    let formats = [behind.bits(8, 3), bits(last, 29, 3)];
    if formats.iter().any(|f| *f as usize >= Narrow::ALL.len()) {
        return None;
    }
    let scale = |i: u32| {
        let operand = src_no_literal(generation, bits(second, 9 * i, 9), Ty::B32).ok()?;
        let byte = (bits(second, 27 + i, 1) << 1 | code.bits(11 + i, 1)) as u8;
        Some(Scale { operand, byte })
    };
    let scale = [scale(0)?, scale(1)?];
    Some(plain(generation, op, &behind, true).map(|d| {
        let inst = match d.inst {
            Inst::Mai { op, mut f } => {
                (f.scale, f.abid) = (Some(scale), 0);
                Inst::Mai { op, f }
            }
            other => other,
        };
        Decoded { inst, size: 16 }
    }))
}

/// Whether the instruction says what the formats of A and B are.
pub fn is_narrow(op: Mai) -> bool {
    match op.act() {
        MaiAct::Multiplies(m) | MaiAct::MultipliesSparse(m) => {
            matches!(m.element, Element::Narrow(_))
        }
        MaiAct::Reads | MaiAct::Writes => false,
    }
}

/// MAI: OP 22:16, ACC_CD 15 (of VDST and SRC2; gfx908 has both there always), ABID 14:11, CBSZ 10:8,
/// VDST 7:0; second dword: BLGP 31:29, ACC 28:27 (of SRC1 and SRC0), SRC2 26:18, SRC1 17:9, SRC0 8:0.
///
/// The moves are encoded as VOP3P with one source; CLAMP, OP_SEL_HI and ACC are ignored.
pub fn mai(generation: Gen, op: Mai, code: &Code) -> Out {
    plain(generation, op, code, false)
}

/// As [`mai`]; ABID of those with scales says so.
fn plain(generation: Gen, op: Mai, code: &Code, is_scaled: bool) -> Out {
    let second = code.second()?;
    let shape = &op.row().shape;
    let moves = moves_acc(op);
    let acc_cd = moves || !generation.has(Gens::ONE_FILE) || code.bit(15);
    let mut f = MaiFields {
        vdst: vreg(code.bits(0, 8), shape.dst.dwords())?,
        src: [Operand::Int(0); 3],
        acc: u8::from(acc_cd && op != Mai::V_ACCVGPR_READ_B32) << 3,
        cbsz: 0,
        abid: 0,
        blgp: 0,
        scale: None,
    };
    if moves {
        let clear = code.bits(8, 6) | bits(second, 29, 3);
        code.rule(Rule::UnusedModifier, clear == 0)?;
    } else {
        f.cbsz = code.bits(8, 3) as u8;
        f.abid = code.bits(11, 4) as u8;
        f.blgp = bits(second, 29, 3) as u8;
        code.rule(Rule::UnusedModifier, f.blgp == 0 || !is_sparse(op))?;
        if is_narrow(op) && !is_scaled {
            code.rule(Rule::UnusedModifier, f.abid == 0)?;
            f.abid = 0;
        }
    }
    for i in 0..3 {
        let field = bits(second, 9 * i as u32, 9);
        if shape.src[i] == Ty::None {
            code.rule(Rule::UnusedSource, field == 0)?;
            continue;
        }
        f.src[i] = source(generation, field, shape.src[i], f.source_dwords(op, i))?;
        let acc = match i {
            2 if is_sparse(op) => false,
            _ if moves => op == Mai::V_ACCVGPR_READ_B32,
            2 => acc_cd,
            _ => second >> (27 + i) & 1 != 0,
        };
        if acc && matches!(f.src[i], Operand::Vgpr(_)) {
            f.acc |= 1 << i;
        }
    }
    long(Inst::Mai { op, f })
}

/// A source. LLVM's disassembler has scalar registers too; of 32 of them it reads the first.
fn source(generation: Gen, field: u32, ty: Ty, dwords: u8) -> Result<Operand, DecodeError> {
    if field & 0x100 != 0 {
        return vreg(field, dwords).map(Operand::Vgpr);
    }
    if dwords > 16
        && !generation.has(Gens::NEW_TO_LLVM)
        && field < 128
        && is_general(generation, field as u8)
    {
        return Ok(Operand::Sgpr(field as u8));
    }
    src_no_literal(generation, field, ty)
}
