//! SOP1, SOP2, SOPK, SOPC, SOPP, SMRD and SMEM.

use super::args::{Arg, File, Kind};
use super::constant::{Fold, constant, value};
use super::lex::Error;
use super::symbolic;
use super::taking::{Args, registers};
use crate::decode::{base_dwords, has_address, takes_register};
use crate::disasm::class::{self, Class};
use crate::encode::operand_code;
use crate::isa::{
    EXEC_LO, Gens, Inst, Operand, Smem, SmemFields, Sop1, Sop2, Sopc, Sopk, Sopp, Ty,
};
use crate::syntax::{SopkOperands, SoppOperand, sopk_operands, sopp_operand};

/// A scalar source of type `ty`.
pub fn source(a: &Args, ty: Ty) -> Result<Operand, Error> {
    source_of(a, ty, Class::Scalar)
}

/// A scalar source of a class. What is not in the class needs the comment that LLVM's disassembler
/// has on it.
pub fn source_of(a: &Args, ty: Ty, class: Class) -> Result<Operand, Error> {
    let mut what = registers(File::Scalar, ty.dwords());
    if matches!(class, Class::Scalar) {
        what += " or a constant";
    }
    let arg = a.plain(&what)?;
    let op = match &arg.kind {
        Kind::Reg(r) => match (arg.register(r.file, ty.dwords()), r.file) {
            (Some(first), File::Scalar) => Some(Operand::Sgpr(first)),
            (Some(first), File::Vector) => Some(Operand::Vgpr(first)),
            (Some(_), File::Acc) | (None, _) => None,
        },
        Kind::Special(op) => Some(*op),
        Kind::Value(v, literal) if v.undefined.is_none() || a.is_pending(v) => {
            let ty = if arg.is_noted_constant() { Ty::B32 } else { ty };
            Some(constant(a, arg, v, ty, *literal, Fold::default())?)
        }
        _ => None,
    };
    op.filter(|op| in_class(arg, *op, class))
        .ok_or_else(|| a.mismatch(arg, &what))
}

/// Whether an operand is of the class, or has LLVM's comment that it is not.
pub fn in_class(arg: &Arg, op: Operand, class: Class) -> bool {
    match class.comment(op) {
        None => true,
        // LLVM's assembler takes EXEC for a lane mask.
        Some(_) if matches!(class, Class::Mask) && op == Operand::Sgpr(EXEC_LO) => true,
        Some(comment) => comment == arg.note,
    }
}

/// An SDST in a field of 8 bits, as an operand code: `dwords` scalar registers, or on gfx8 and gfx9
/// what LLVM's disassembler has there of other operands. A literal has the code 255 and is given too.
pub fn wide_destination(a: &Args, dwords: u8) -> Result<(u8, Option<Operand>), Error> {
    let other = |arg: &Arg| matches!(arg.kind, Kind::Special(_)) || arg.is_noted_constant();
    if a.generation.is_legacy() || !a.peek().is_some_and(other) {
        return Ok((a.sgpr(dwords)?, None));
    }
    // LLVM prints all of them as operands of 32 bits.
    let class = match dwords {
        1 => Class::Scalar32,
        _ => Class::Scalar64,
    };
    let op = source_of(a, Ty::B32, class)?;
    let literal = Some(op).filter(|op| matches!(op, Operand::Literal(_)));
    Ok((operand_code(op) as u8, literal))
}

/// An SDST where the row has one.
fn destination(a: &Args, ty: Ty) -> Result<u8, Error> {
    match ty {
        Ty::None => Ok(0),
        ty => a.sgpr(ty.dwords()),
    }
}

pub fn sop1(a: &Args, op: Sop1) -> Result<Inst, Error> {
    let shape = &op.row().shape;
    let sdst = destination(a, shape.dst)?;
    let class = match shape.src[0].dwords() {
        _ if !takes_register(op) => Class::Scalar,
        1 => Class::Scalar32,
        _ => Class::Scalar64,
    };
    let ssrc0 = match shape.src[0] {
        Ty::None => Operand::Int(0),
        ty => source_of(a, ty, class)?,
    };
    Ok(Inst::Sop1 { op, sdst, ssrc0 })
}

pub fn sop2(a: &Args, op: Sop2) -> Result<Inst, Error> {
    let shape = &op.row().shape;
    let sdst = destination(a, shape.dst)?;
    let (ssrc0, ssrc1) = sources(a, shape.src)?;
    Ok(Inst::Sop2 {
        op,
        sdst,
        ssrc0,
        ssrc1,
    })
}

/// Two sources, of which at most one value is a literal.
fn sources(a: &Args, types: [Ty; 3]) -> Result<(Operand, Operand), Error> {
    let ssrc0 = source(a, types[0])?;
    let column = a.peek().map(|arg| arg.column);
    let ssrc1 = source(a, types[1])?;
    match (ssrc0, ssrc1) {
        (Operand::Literal(x), Operand::Literal(y)) if x != y => Err(Error::new(
            column.unwrap_or_default(),
            "a second literal: an instruction has room for one",
        )
        .ranked(2)),
        both => Ok(both),
    }
}

pub fn sopc(a: &Args, op: Sopc) -> Result<Inst, Error> {
    let types = op.row().shape.src;
    let (ssrc0, ssrc1) = match op {
        Sopc::S_SET_GPR_IDX_ON => {
            let ssrc0 = source(a, types[0])?;
            let mode = symbolic::gpr_idx(a)?;
            (ssrc0, Operand::Literal(mode.into()))
        }
        _ => sources(a, types)?,
    };
    Ok(Inst::Sopc { op, ssrc0, ssrc1 })
}

pub fn sopk(a: &Args, op: Sopk) -> Result<Inst, Error> {
    let dwords = op.row().shape.dst.dwords();
    let mut literal = None;
    let (sdst, simm16) = match sopk_operands(op) {
        SopkOperands::Number => {
            // Compares of unsigned numbers extend with zeros.
            let unsigned = op.row().mnemonics[0].ends_with("_u32");
            (a.sgpr(dwords)?, a.imm16(if unsigned { 0 } else { -32768 })?)
        }
        SopkOperands::Branch => (a.sgpr(2)?, a.branch()?),
        SopkOperands::GetReg => (a.sgpr(1)?, symbolic::hwreg(a)?),
        SopkOperands::SetReg => {
            let simm16 = symbolic::hwreg(a)?;
            (a.sgpr(1)?, simm16)
        }
        SopkOperands::SetRegLiteral => {
            let simm16 = symbolic::hwreg(a)?;
            let arg = a.plain("a number")?;
            let Some((v, _)) = value(arg) else {
                return Err(a.mismatch(arg, "a number"));
            };
            // Without inline constants, the bits are what the type says of a literal.
            literal = match constant(a, arg, v, Ty::B32, true, Fold::default())? {
                Operand::Literal(bits) => Some(bits),
                _ => None,
            };
            (0, simm16)
        }
    };
    Ok(Inst::Sopk {
        op,
        sdst,
        simm16,
        literal,
    })
}

pub fn sopp(a: &Args, op: Sopp) -> Result<Inst, Error> {
    let simm16 = match sopp_operand(op) {
        SoppOperand::None => 0,
        SoppOperand::Optional if a.peek().is_none() => 0,
        SoppOperand::Optional => a.imm16(0)?,
        SoppOperand::Number => a.imm16(-32768)?,
        SoppOperand::Branch => a.branch()?,
        SoppOperand::Waitcnt => symbolic::waitcnt(a)?,
        SoppOperand::Message => symbolic::sendmsg(a)?,
        SoppOperand::GprIdx => symbolic::gpr_idx(a)?,
    };
    Ok(Inst::Sopp { op, simm16 })
}

pub fn smem(a: &Args, op: Smem) -> Result<Inst, Error> {
    let row = op.row();
    let data = match row.shape.dst {
        Ty::None => row.shape.src[0],
        ty => ty,
    };
    let mut f = SmemFields::ZERO;
    if matches!(op, Smem::S_ATC_PROBE | Smem::S_ATC_PROBE_BUFFER) {
        let arg = a.plain("a number")?;
        let mode = a.number(arg)?;
        if !(0..=127).contains(&mode) {
            let message = format!("{mode} is out of range: 0 to 127");
            return Err(Error::new(arg.column, message));
        }
        f.sdata = mode as u8;
    } else if data != Ty::None {
        let arg = a.peek();
        f.sdata = a.sgpr(data.dwords())?;
        let comment = class::smem_data(f.sdata, data.dwords());
        if let (Some(arg), Some(comment)) = (arg, comment)
            && arg.note != comment
        {
            let message = "m0 and exec cannot hold the data of this instruction";
            return Err(Error::new(arg.column, message));
        }
    }
    if has_address(op) {
        f.sbase = a.sgpr(base_dwords(op))?;
        if a.peek().is_some() {
            offset(a, op, &mut f)?;
        } else {
            f.has_imm = true;
        }
        f.glc = !a.generation.is_legacy() && a.flag("glc")?;
        f.nv = a.is_clrx() && a.generation.is_gfx9() && a.flag("nv")?;
    }
    Ok(Inst::Smem { op, f })
}

/// The offset: an immediate, a register, or on gfx9 both.
fn offset(a: &Args, op: Smem, f: &mut SmemFields) -> Result<(), Error> {
    let what = "an offset: a number or a scalar register";
    let arg = a.plain(what)?;
    let (least, most) = if a.generation.has(Gens::SMRD_LITERAL) {
        (0, i64::from(u32::MAX))
    } else if a.generation.is_legacy() {
        (0, 255)
    } else {
        // The offset into a buffer has no sign, and none has one before gfx9.
        let signed = a.generation.is_gfx9() && base_dwords(op) != 4;
        (if signed { -(1 << 20) } else { 0 }, (1 << 20) - 1)
    };
    match &arg.kind {
        Kind::Reg(r) if r.file == File::Scalar && r.dwords == 1 => {
            f.soffset = Some(r.first);
            if a.generation.is_gfx9()
                && let Some(imm) = a.int("offset", least, most)?
            {
                f.has_imm = true;
                f.imm = imm;
            }
        }
        Kind::Value(v, literal) => {
            let n = a.known_number(v, arg.column)?;
            if !(least..=most).contains(&n) {
                let unit = if a.generation.is_legacy() {
                    "dwords"
                } else {
                    "bytes"
                };
                let message = format!("offset {n} is out of range: {least} to {most} {unit}");
                return Err(Error::new(arg.column, message));
            }
            if a.generation.is_legacy() {
                f.imm = i64::from(n as u32) * 4;
                f.has_imm = (0..=255).contains(&n) && !(a.is_clrx() && *literal);
            } else {
                f.imm = n;
                f.has_imm = true;
            }
        }
        _ => return Err(a.mismatch(arg, what)),
    }
    Ok(())
}
