//! Operand codes (CLRX GcnOperands): which exist in which generation, and for which widths.
//!
//! On gfx8 and gfx9 what LLVM's disassembler takes for a register decodes, though some of it names
//! none of the generation: tuples that hang over the last SGPR or trap register, the pair at a special
//! register for a wider tuple, NULL (code 125), the apertures on gfx8. [`sreg_exists`] tells.

use super::{Code, Rule};
use crate::error::DecodeError;
use crate::isa::{Flags, GENS, Gen, Gens, InlineFloat, Operand, Row, Ty};

/// Operand code that asks for the literal.
pub const LITERAL: u32 = 255;
/// SRC0 codes that replace the operand by an SDWA or DPP dword (gfx8 and later).
pub const SDWA: u32 = 249;
/// See [`SDWA`].
pub const DPP: u32 = 250;
/// Operand code of LLVM's NULL register, which only later generations have.
const NULL: u8 = 125;
/// Marks codes that name no register in [`SREGS`].
const NO_REG: u8 = 0xff;

/// First code of the trap-handler registers and the number of SGPRs.
const fn layout(generation: Gen) -> (u8, u8) {
    let ttmp = if generation.is_gfx9() { 108 } else { 112 };
    let sgprs = if generation.is_legacy() { 104 } else { 102 };
    (ttmp, sgprs)
}

/// The register that a tuple of `dwords` registers at `code` starts at, or [`NO_REG`]; with `llvm` as
/// LLVM's disassembler has it, else only what exists.
const fn sreg_code(generation: Gen, code: u8, dwords: u8, llvm: bool) -> u8 {
    let (ttmp, sgprs) = layout(generation);
    let align = if dwords >= 4 { 4 } else { dwords };
    let start = code & !(align - 1);
    if code < sgprs {
        // LLVM's tuples end before s106, its tuples of trap registers after the sixteenth.
        let end = if llvm && dwords >= 4 { 104 } else { sgprs };
        return if start + dwords <= end { start } else { NO_REG };
    }
    if code >= ttmp && code < 124 {
        let end = if llvm { ttmp + 16 } else { 124 };
        return if start + dwords <= end { start } else { NO_REG };
    }
    let exists = match code {
        // FLAT_SCRATCH moved; XNACK_MASK came with gfx8.
        102 | 103 => !generation.is_legacy(),
        104 | 105 => generation.has(Gens::FLAT),
        // VCC, and TBA and TMA where the trap registers do not start yet.
        106..=111 => true,
        124 => dwords == 1,
        NULL => llvm,
        126 | 127 => true,
        _ => false,
    };
    let pair = code & 1 == 0 || code == NULL;
    let wide = llvm && !generation.has(Gens::NEW_TO_LLVM);
    let null = llvm && code == NULL;
    if exists && (dwords == 1 || null || (pair && (dwords == 2 || wide))) {
        code
    } else {
        NO_REG
    }
}

/// Whether the tuple of `dwords` registers at `code` exists in the generation.
pub fn sreg_exists(generation: Gen, code: u8, dwords: u8) -> bool {
    code < 128 && sreg_code(generation, code, dwords, false) == code
}

/// [`sreg_code`] by generation, log2 of the width, and code.
static SREGS: [[[u8; 128]; 5]; GENS] = {
    let mut table = [[[NO_REG; 128]; 5]; GENS];
    let mut g = 0;
    while g < GENS {
        let mut width = 0;
        while width < 5 {
            let mut code = 0;
            while code < 128 {
                let llvm = !Gen::ALL[g].is_legacy();
                table[g][width][code] = sreg_code(Gen::ALL[g], code as u8, 1 << width, llvm);
                code += 1;
            }
            width += 1;
        }
        g += 1;
    }
    table
};

/// The scalar register tuple of `dwords` registers at operand code `code`, aligned.
#[inline]
pub fn sreg(generation: Gen, code: u32, dwords: u8) -> Result<u8, DecodeError> {
    let width = match dwords {
        0 | 1 => 0,
        2 => 1,
        3 | 4 => 2,
        5..=8 => 3,
        _ => 4,
    };
    match SREGS[generation as usize][width].get(code as usize) {
        Some(&r) if r != NO_REG => Ok(r),
        _ => Err(DecodeError::Invalid),
    }
}

/// Scalar source codes that are not registers; `None` where reserved. The literal is still to be read.
const fn special(generation: Gen, code: u8) -> Option<Operand> {
    Some(match code {
        128..=192 => Operand::Int((code - 128) as i8),
        193..=208 => Operand::Int(192i16.wrapping_sub(code as i16) as i8),
        235..=239 if !generation.is_legacy() => Operand::Aperture(code),
        240..=247 => Operand::Float(InlineFloat::ALL[(code - 240) as usize]),
        248 if !generation.is_legacy() => Operand::Float(InlineFloat::InvTwoPi),
        251 => Operand::Vccz,
        252 => Operand::Execz,
        253 => Operand::Scc,
        254 => Operand::LdsDirect,
        255 => Operand::Literal(0),
        _ => return None,
    })
}

/// [`special`] by generation and code minus 128.
static SPECIALS: [[Option<Operand>; 128]; GENS] = {
    let mut table = [[None; 128]; GENS];
    let mut g = 0;
    while g < GENS {
        let mut code = 0;
        while code < 128 {
            table[g][code] = special(Gen::ALL[g], code as u8 + 128);
            code += 1;
        }
        g += 1;
    }
    table
};

/// A scalar source operand of 8 bits. LDS_DIRECT is none, but decodes as LLVM has it.
#[inline]
pub fn ssrc(generation: Gen, code: u32, ty: Ty) -> Result<Operand, DecodeError> {
    match src(generation, code & 0xff, ty)? {
        Operand::LdsDirect if generation.is_legacy() => Err(DecodeError::Invalid),
        op => Ok(op),
    }
}

/// A scalar destination in a field of 8 bits, in which LLVM on gfx8 and gfx9 also takes the sources
/// that are not registers: the operand code.
#[inline]
pub fn sdst8(generation: Gen, code: u32, dwords: u8) -> Result<u8, DecodeError> {
    if code < 128 {
        return sreg(generation, code, dwords);
    }
    let ty = if dwords == 1 { Ty::B32 } else { Ty::B64 };
    match src_no_literal(generation, code, ty) {
        Ok(_) if !generation.is_legacy() => Ok(code as u8),
        _ => Err(DecodeError::Invalid),
    }
}

/// Whether a tuple of more than two registers can start at the code: at an SGPR or trap register.
pub fn is_general(generation: Gen, code: u8) -> bool {
    let (ttmp, sgprs) = layout(generation);
    code < sgprs || (ttmp..124).contains(&code)
}

/// What an operand code from 128 up stands for.
pub fn special_operand(generation: Gen, code: u8) -> Option<Operand> {
    special(generation, code)
}

/// The vector register tuple of `dwords` registers that starts at `code`'s low 8 bits.
#[inline]
pub fn vreg(code: u32, dwords: u8) -> Result<u8, DecodeError> {
    if (code & 0xff) + u32::from(dwords) > 256 {
        return Err(DecodeError::Invalid);
    }
    Ok(code as u8)
}

/// A source operand of 9 bits.
#[inline]
pub fn src(generation: Gen, code: u32, ty: Ty) -> Result<Operand, DecodeError> {
    if code & 0x100 != 0 {
        return vreg(code, ty.dwords()).map(Operand::Vgpr);
    }
    if code < 128 {
        return sreg(generation, code, ty.dwords()).map(Operand::Sgpr);
    }
    match SPECIALS[generation as usize][(code & 127) as usize] {
        Some(Operand::LdsDirect) if ty.dwords() > 1 => Err(DecodeError::Invalid),
        Some(Operand::Aperture(_) | Operand::Vccz | Operand::Execz | Operand::Scc)
            if ty.dwords() > 2 && generation.has(Gens::NEW_TO_LLVM) =>
        {
            Err(DecodeError::Invalid)
        }
        Some(op) => Ok(op),
        None => Err(DecodeError::Invalid),
    }
}

/// A source operand of 9 bits in an encoding that has no literal.
#[inline]
pub fn src_no_literal(generation: Gen, code: u32, ty: Ty) -> Result<Operand, DecodeError> {
    if code == LITERAL {
        return Err(DecodeError::Invalid);
    }
    src(generation, code, ty)
}

/// VDST: a VGPR, or an SGPR where the row says so.
pub fn vdst(generation: Gen, row: &Row, code: &Code, field: u32) -> Result<u8, DecodeError> {
    if row.flags.has(Flags::SGPR_DST) {
        return sdst8(generation, field, 1);
    }
    match row.shape.dst {
        Ty::None => code.rule(Rule::UnusedRegister, field == 0).map(|()| 0),
        ty => vreg(field, ty.dwords()),
    }
}

/// The vector source of V_READLANE and V_READFIRSTLANE: a VGPR or LDS_DIRECT. LLVM's disassembler has
/// scalars and constants too.
pub fn lane_source(generation: Gen, field: u32) -> Result<Operand, DecodeError> {
    match src(generation, field, Ty::B32)? {
        op @ (Operand::Vgpr(_) | Operand::LdsDirect) => Ok(op),
        _ if generation.is_legacy() => Err(DecodeError::Invalid),
        op => Ok(op),
    }
}

/// A scalar source that is not a literal: lane numbers, and what V_WRITELANE writes. LLVM's disassembler
/// has vector registers too.
pub fn lane_select(generation: Gen, field: u32) -> Result<Operand, DecodeError> {
    match src_no_literal(generation, field, Ty::B32)? {
        Operand::Vgpr(_) | Operand::LdsDirect if generation.is_legacy() => {
            Err(DecodeError::Invalid)
        }
        op => Ok(op),
    }
}
