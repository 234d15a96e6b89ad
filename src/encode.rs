//! Instructions to words: the inverse of [`decode`].
//!
//! Bits that decoding ignores are written as zero. Where two encodings decode to the same instruction
//! (SMEM's two places for a register offset, a literal that both sources share), the result is the
//! one that LLVM's assembler writes.

use crate::decode::{decode, decode_executed};
use crate::isa::{
    DsFields, ExpFields, Flags, FlatFields, Gen, Gens, Inst, Mai, MaiFields, MimgFields,
    MtbufFields, MubufFields, Operand, Row, Segment, SmemFields, Sopc, Ty, VintrpFields, Vop, Vop2,
    Vop3p, VopForm,
};

/// The words of an encoded instruction: one, two, or four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    words: [u32; 4],
    len: usize,
}

impl Words {
    fn one(w: u32) -> Words {
        Words {
            words: [w, 0, 0, 0],
            len: 1,
        }
    }

    fn two(w: u32, second: u32) -> Words {
        Words {
            words: [w, second, 0, 0],
            len: 2,
        }
    }

    /// These two behind `first` two.
    fn behind(self, first: [u32; 2]) -> Words {
        let ([a, b], [c, d, ..]) = (first, self.words);
        Words {
            words: [a, b, c, d],
            len: 4,
        }
    }

    fn with(w: u32, literal: Option<u32>) -> Words {
        match literal {
            Some(v) => Words::two(w, v),
            None => Words::one(w),
        }
    }
}

impl std::ops::Deref for Words {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.words[..self.len]
    }
}

/// The words of `inst`, or `None` when `generation` cannot express it: the instruction, its form, or
/// an operand does not exist there, or a field holds what its bits cannot.
pub fn encode(generation: Gen, inst: &Inst) -> Option<Words> {
    let words = write(generation, inst)?;
    // Decoding knows every rule, so it is the judge of what fits.
    match decode(generation, &words) {
        Ok(d) if d.inst == *inst => Some(words),
        _ => None,
    }
}

/// The words of `inst` with modifiers that no assembler takes too, and the instruction that they are
/// executed as; `None` where they are not executed as one of the same row.
pub fn encode_executed(generation: Gen, inst: &Inst) -> Option<(Words, Inst)> {
    let words = write(generation, inst)?;
    let executed = decode_executed(generation, &words).ok()?.inst;
    std::ptr::eq(executed.row(), inst.row()).then_some((words, executed))
}

/// The 9-bit code of an operand, of which a literal's value is not part.
pub(crate) fn operand_code(op: Operand) -> u32 {
    match op {
        Operand::Sgpr(r) => r.into(),
        Operand::Vgpr(r) => 256 + u32::from(r),
        Operand::Int(i @ 0..) => 128 + i as u32,
        Operand::Int(i) => 192 + u32::from(i.unsigned_abs()),
        Operand::Float(f) => 240 + f as u32,
        Operand::Literal(_) => 255,
        Operand::Aperture(code) => code.into(),
        Operand::Vccz => 251,
        Operand::Execz => 252,
        Operand::Scc => 253,
        Operand::LdsDirect => 254,
    }
}

/// Collects the literal of an instruction while its operands are written.
struct Sources {
    literal: Option<u32>,
}

impl Sources {
    /// The 9-bit code of an operand.
    fn code(&mut self, op: Operand) -> u32 {
        if let Operand::Literal(v) = op {
            self.literal = Some(v);
        }
        operand_code(op)
    }

    /// As `code`, 0 where the row has no such source.
    fn used(&mut self, op: Operand, ty: Ty) -> u32 {
        if ty == Ty::None { 0 } else { self.code(op) }
    }
}

/// The words without the check that they mean what they should.
fn write(generation: Gen, inst: &Inst) -> Option<Words> {
    let row = inst.row();
    let g = generation as usize;
    let number = |column: usize| row.opcodes[column][g].map(u32::from);
    let types = &row.shape.src;
    let mut s = Sources { literal: None };
    Some(match *inst {
        Inst::Sop1 { sdst, ssrc0, .. } => {
            let src = s.used(ssrc0, types[0]);
            let w = 0xbe80_0000 | u32::from(sdst) << 16 | number(0)? << 8 | src;
            Words::with(w, s.literal)
        }
        Inst::Sop2 {
            sdst, ssrc0, ssrc1, ..
        } => {
            let src = s.code(ssrc0) | s.code(ssrc1) << 8;
            let w = 0x8000_0000 | number(0)? << 23 | u32::from(sdst) << 16 | src;
            Words::with(w, s.literal)
        }
        Inst::Sopc { op, ssrc0, ssrc1 } => {
            let src1 = match ssrc1 {
                Operand::Literal(mode) if op == Sopc::S_SET_GPR_IDX_ON => mode,
                _ => s.code(ssrc1),
            };
            let src0 = s.code(ssrc0);
            let w = 0xbf00_0000 | number(0)? << 16 | src1 << 8 | src0;
            Words::with(w, s.literal)
        }
        Inst::Sopk {
            sdst,
            simm16,
            literal,
            ..
        } => {
            let w = 0xb000_0000 | number(0)? << 23 | u32::from(sdst) << 16 | u32::from(simm16);
            Words::with(w, literal)
        }
        Inst::Sopp { simm16, .. } => Words::one(0xbf80_0000 | number(0)? << 16 | u32::from(simm16)),
        Inst::Smem { ref f, .. } if generation.is_legacy() => smrd(number(0)?, f),
        Inst::Smem { ref f, .. } => smem(generation, number(0)?, f),
        Inst::Vop1 { ref f, .. } => match f.form {
            VopForm::E64 => vop3(generation, row, number(1)?, f)?,
            form => {
                let w = 0x7e00_0000 | u32::from(f.vdst) << 17 | number(0)? << 9;
                // A literal for a destination stands in the second source.
                s.code(f.src[1]);
                let src0 = s.used(f.src[0], types[0]);
                vop32(generation, row, w, f, form, src0, s.literal)?
            }
        },
        Inst::Vop2 { op, ref f } => match f.form {
            VopForm::E64 => vop3(generation, row, number(1)?, f)?,
            form => {
                let src0 = s.code(f.src[0]);
                let src1 = match op {
                    Vop2::V_MADMK_F32 | Vop2::V_MADMK_F16 | Vop2::V_FMAMK_F32 => {
                        s.code(f.src[1]);
                        s.code(f.src[2])
                    }
                    Vop2::V_MADAK_F32 | Vop2::V_MADAK_F16 | Vop2::V_FMAAK_F32 => {
                        s.code(f.src[2]);
                        s.code(f.src[1])
                    }
                    _ => s.code(f.src[1]),
                };
                let w = number(0)? << 25 | u32::from(f.vdst) << 17 | (src1 & 0xff) << 9;
                vop32(generation, row, w, f, form, src0, s.literal)?
            }
        },
        Inst::Vopc { ref f, .. } => match f.form {
            VopForm::E64 => vop3(generation, row, number(1)?, f)?,
            form => {
                let (src0, src1) = (s.code(f.src[0]), s.code(f.src[1]));
                let w = 0x7c00_0000 | number(0)? << 17 | (src1 & 0xff) << 9;
                vop32(generation, row, w, f, form, src0, s.literal)?
            }
        },
        Inst::Vop3 { ref f, .. } => vop3(generation, row, number(0)?, f)?,
        Inst::Vop3p { ref f, .. } => {
            let mut src = 0;
            for (i, ty) in types.iter().enumerate() {
                src |= s.used(f.src[i], *ty) << (9 * i);
            }
            let w = 0xd380_0000
                | number(0)? << 16
                | u32::from(f.clamp) << 15
                | u32::from(f.op_sel_hi >> 2 | u8::from(types[2] == Ty::None)) << 14
                | u32::from(f.op_sel) << 11
                | u32::from(f.abs) << 8
                | u32::from(f.vdst);
            Words::two(
                w,
                u32::from(f.neg) << 29 | u32::from(f.op_sel_hi & 3) << 27 | src,
            )
        }
        Inst::Mai { op, ref f } => mai(generation, op, number(0)?, f)?,
        Inst::Ds { ref f, .. } => ds(generation, number(0)?, f),
        Inst::Flat { ref f, .. } => {
            let column = match f.seg {
                Segment::Flat => 0,
                Segment::Global => 1,
                Segment::Scratch => 2,
            };
            flat(generation, number(column)?, f)
        }
        Inst::Mubuf { ref f, .. } => mubuf(generation, number(0)?, f),
        Inst::Mtbuf { ref f, .. } => mtbuf(generation, number(0)?, f),
        Inst::Mimg { ref f, .. } => mimg(number(0)?, f),
        Inst::Vintrp { ref f, .. } => vintrp(generation, number(0)?, f),
        Inst::Exp { ref f, .. } => exp(generation, f),
    })
}

fn smrd(op: u32, f: &SmemFields) -> Words {
    let w = 0xc000_0000 | op << 22 | u32::from(f.sdata) << 15 | u32::from(f.sbase >> 1) << 9;
    let dwords = (f.imm / 4) as u32;
    match f.soffset {
        Some(r) => Words::one(w | u32::from(r)),
        None if f.has_imm => Words::one(w | 1 << 8 | (dwords & 0xff)),
        // Only gfx7 has the literal; decoding refuses it elsewhere. Without an address all is zero.
        None if f.imm == 0 && f.sbase == 0 => Words::one(w),
        None => Words::two(w | 0xff, dwords),
    }
}

fn smem(generation: Gen, op: u32, f: &SmemFields) -> Words {
    let mut w = 0xc000_0000
        | op << 18
        | u32::from(f.has_imm) << 17
        | u32::from(f.glc) << 16
        | u32::from(f.sdata) << 6
        | u32::from(f.sbase >> 1);
    let mut second = 0;
    if f.has_imm {
        second = f.imm as u32 & 0x1f_ffff;
        if let Some(r) = f.soffset {
            w |= 1 << 14;
            second |= u32::from(r) << 25;
        }
    } else if let Some(r) = f.soffset {
        second = r.into();
    }
    if generation.is_gfx9() {
        w |= u32::from(f.nv) << 15;
    }
    Words::two(w, second)
}

/// The 32-bit form, or the form with an SDWA or DPP dword, of which `w` holds all but SRC0.
fn vop32(
    generation: Gen,
    row: &Row,
    w: u32,
    f: &Vop,
    form: VopForm,
    src0: u32,
    literal: Option<u32>,
) -> Option<Words> {
    Some(match form {
        VopForm::E32 | VopForm::E64 => Words::with(w | src0, literal),
        VopForm::Sdwa => Words::two(w | 249, sdwa(generation, row, f, src0)?),
        VopForm::Dpp => Words::two(w | 250, dpp(f, src0)?),
    })
}

fn sdwa(generation: Gen, row: &Row, f: &Vop, src0: u32) -> Option<u32> {
    let s = f.sdwa?;
    let gfx9 = generation.is_gfx9();
    let mut w = (src0 & 0xff) | u32::from(f.clamp) << 13;
    if row.shape.dst != Ty::Mask {
        w |= u32::from(s.dst_sel) << 8 | u32::from(s.dst_unused) << 11;
        w |= u32::from(f.omod) << 14;
    } else if gfx9 && f.sdst != crate::isa::VCC_LO {
        w |= 1 << 15 | u32::from(f.sdst) << 8;
    }
    for i in 0..2 {
        if row.shape.src[i] == Ty::None {
            continue;
        }
        let scalar = !matches!(f.src[i], Operand::Vgpr(_));
        let bit = |bits: u8| u32::from(bits >> i & 1);
        let half = u32::from(s.src_sel[i])
            | bit(s.sext) << 3
            | bit(f.neg) << 4
            | bit(f.abs) << 5
            | u32::from(scalar) << 7;
        w |= half << (16 + 8 * i);
    }
    Some(w)
}

fn dpp(f: &Vop, src0: u32) -> Option<u32> {
    let d = f.dpp?;
    let bit = |bits: u8, i: u8| u32::from(bits >> i & 1);
    Some(
        (src0 & 0xff)
            | u32::from(d.ctrl) << 8
            | u32::from(d.bound_ctrl) << 19
            | bit(f.neg, 0) << 20
            | bit(f.abs, 0) << 21
            | bit(f.neg, 1) << 22
            | bit(f.abs, 1) << 23
            | u32::from(d.bank_mask) << 24
            | u32::from(d.row_mask) << 28,
    )
}

fn vop3(generation: Gen, row: &Row, op: u32, f: &Vop) -> Option<Words> {
    let mut s = Sources { literal: None };
    let mut second = u32::from(f.neg) << 29 | u32::from(f.omod) << 27;
    for (i, ty) in row.shape.src.iter().enumerate() {
        let field = match f.src[i] {
            // The attribute and the parameter of an interpolation.
            Operand::Literal(v) if is_interp(row) => v,
            op => s.used(op, *ty),
        };
        second |= field << (9 * i);
    }
    let mut w = 0xd000_0000 | u32::from(f.vdst);
    if row.shape.dst == Ty::Mask {
        w |= u32::from(f.sdst);
    }
    if row.flags.has(Flags::CARRY_OUT) {
        w |= u32::from(f.sdst) << 8;
    } else {
        w |= u32::from(f.abs) << 8 | u32::from(f.op_sel) << 11;
    }
    w |= if generation.is_legacy() {
        op << 17 | u32::from(f.clamp) << 11
    } else {
        op << 16 | u32::from(f.clamp) << 15
    };
    Some(Words::two(w, second))
}

/// Whether the row is an interpolation, whose first source is an attribute.
fn is_interp(row: &Row) -> bool {
    row.flags.has(Flags::INTERP)
}

fn mai(generation: Gen, op: Mai, number: u32, f: &MaiFields) -> Option<Words> {
    let mut s = Sources { literal: None };
    let w = 0xd380_0000 | number << 16 | u32::from(f.vdst);
    let types = &op.row().shape.src;
    let sources = (0..3)
        .map(|i| s.used(f.src[i], types[i]) << (9 * i))
        .fold(0, |all, field| all | field);
    // LLVM sets what is OP_SEL_HI of VOP3P.
    if crate::decode::moves_acc(op) {
        return Some(Words::two(w | 1 << 14, 3 << 27 | sources));
    }
    if let Some(scale) = f.scale {
        let ld_scale = Vop3p::V_MFMA_LD_SCALE_B32.row().opcode(generation)?;
        let mut first = [0xd380_0000 | u32::from(ld_scale) << 16, 0];
        for (i, scale) in scale.into_iter().enumerate() {
            first[0] |= u32::from(scale.byte & 1) << (11 + i);
            first[1] |= u32::from(scale.byte >> 1) << (27 + i) | s.code(scale.operand) << (9 * i);
        }
        let behind = MaiFields {
            scale: None,
            abid: 1,
            ..*f
        };
        return Some(mai(generation, op, number, &behind)?.behind(first));
    }
    // gfx908 has C and D in accumulation registers without a bit that says so.
    let acc_cd = u32::from(generation.has(Gens::ONE_FILE)) & u32::from(f.acc >> 3);
    Some(Words::two(
        w | u32::from(f.cbsz) << 8 | u32::from(f.abid) << 11 | acc_cd << 15,
        u32::from(f.blgp) << 29 | u32::from(f.acc & 3) << 27 | sources,
    ))
}

fn ds(generation: Gen, op: u32, f: &DsFields) -> Words {
    let w = 0xd800_0000 | u32::from(f.acc) << 25 | u32::from(f.offset1) << 8 | u32::from(f.offset0);
    let high = if generation.is_legacy() {
        op << 18 | u32::from(f.gds) << 17
    } else {
        op << 17 | u32::from(f.gds) << 16
    };
    let second = u32::from_le_bytes([f.addr, f.data0, f.data1, f.vdst]);
    Words::two(w | high, second)
}

fn flat(generation: Gen, op: u32, f: &FlatFields) -> Words {
    let mut w = 0xdc00_0000 | op << 18 | u32::from(f.slc) << 17 | u32::from(f.glc) << 16;
    let mut saddr = 0;
    if generation.is_gfx9() {
        let (seg, none) = match f.seg {
            Segment::Flat => (0, 0),
            Segment::Scratch => (1, 0x7f),
            Segment::Global => (2, 0x7f),
        };
        w |= seg << 14 | u32::from(f.lds && !generation.has(Gens::SVE) || f.sve) << 13;
        saddr = f.saddr.unwrap_or(none);
    }
    if !generation.is_legacy() {
        w |= f.offset as u32 & 0x1fff;
    }
    w |= u32::from(f.scc) << 25;
    let high = u32::from(f.nv || f.tfe || f.acc) << 7 | u32::from(saddr);
    let second = u32::from_le_bytes([f.vaddr, f.vdata, high as u8, f.vdst]);
    Words::two(w, second)
}

fn mubuf(generation: Gen, op: u32, f: &MubufFields) -> Words {
    let mut s = Sources { literal: None };
    let legacy = generation.is_legacy();
    let soffset = if f.srsrc == 0 && f.soffset == Operand::Int(0) && cache_op(generation, op) {
        0
    } else {
        s.code(f.soffset)
    };
    let slc = u32::from(f.slc);
    let w = 0xe000_0000
        | op << 18
        | if legacy { 0 } else { slc << 17 }
        | u32::from(f.lds) << 16
        | u32::from(f.addr64 || f.scc) << 15
        | u32::from(f.glc) << 14
        | u32::from(f.idxen) << 13
        | u32::from(f.offen) << 12
        | u32::from(f.offset);
    let second = soffset << 24
        | u32::from(f.tfe || f.acc) << 23
        | if legacy { slc << 22 } else { 0 }
        | u32::from(f.srsrc >> 2) << 16
        | u32::from(f.vdata) << 8
        | u32::from(f.vaddr);
    Words::two(w, second)
}

/// Whether the number is one of the cache instructions, whose fields are all zero.
fn cache_op(generation: Gen, op: u32) -> bool {
    crate::isa::Mubuf::decode(generation, 0, op as u16)
        .is_some_and(|op| !crate::decode::mubuf_has_address(op))
}

fn mtbuf(generation: Gen, op: u32, f: &MtbufFields) -> Words {
    let mut s = Sources { literal: None };
    let (legacy, b) = (generation.is_legacy(), &f.buffer);
    let w = 0xe800_0000
        | op << if legacy { 16 } else { 15 }
        | u32::from(f.nfmt) << 23
        | u32::from(f.dfmt) << 19
        | u32::from(b.addr64) << 15
        | u32::from(b.glc) << 14
        | u32::from(b.idxen) << 13
        | u32::from(b.offen) << 12
        | u32::from(b.offset);
    let second = s.code(b.soffset) << 24
        | u32::from(b.tfe || b.acc) << 23
        | u32::from(b.slc) << 22
        | u32::from(b.scc) << 21
        | u32::from(b.srsrc >> 2) << 16
        | u32::from(b.vdata) << 8
        | u32::from(b.vaddr);
    Words::two(w, second)
}

fn mimg(op: u32, f: &MimgFields) -> Words {
    let w = 0xf000_0000
        | op << 18
        | u32::from(f.slc) << 25
        | u32::from(f.lwe) << 17
        | u32::from(f.tfe || f.acc) << 16
        | u32::from(f.r128 || f.a16) << 15
        | u32::from(f.da) << 14
        | u32::from(f.glc) << 13
        | u32::from(f.unorm) << 12
        | u32::from(f.dmask) << 8
        | u32::from(f.scc) << 7;
    let second = u32::from(f.d16) << 31
        | u32::from(f.ssamp >> 2) << 21
        | u32::from(f.srsrc >> 2) << 16
        | u32::from(f.vdata) << 8
        | u32::from(f.vaddr);
    Words::two(w, second)
}

fn vintrp(generation: Gen, op: u32, f: &VintrpFields) -> Words {
    let top = if generation.is_legacy() {
        0xc800_0000
    } else {
        0xd400_0000
    };
    let w = u32::from(f.vdst) << 18
        | op << 16
        | u32::from(f.attr) << 10
        | u32::from(f.chan) << 8
        | u32::from(f.vsrc);
    Words::one(top | w)
}

fn exp(generation: Gen, f: &ExpFields) -> Words {
    let top = if generation.is_legacy() {
        0xf800_0000
    } else {
        0xc400_0000
    };
    let w = u32::from(f.vm) << 12
        | u32::from(f.done) << 11
        | u32::from(f.compr) << 10
        | u32::from(f.target) << 4
        | u32::from(f.en);
    Words::two(top | w, u32::from_le_bytes(f.vsrc))
}
