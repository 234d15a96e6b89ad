//! Operand codes (CLRX GcnOperands; LLVM AMDGPUOperandSyntax).

/// Operand code of the low half of FLAT_SCRATCH from gfx8 on.
pub const FLAT_SCRATCH_LO: u8 = 102;
/// Operand code of the low half of VCC.
pub const VCC_LO: u8 = 106;
/// Operand code of M0.
pub const M0: u8 = 124;
/// Operand code of the low half of EXEC.
pub const EXEC_LO: u8 = 126;

/// The inline floating-point constants, operand codes 240 to 248.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum InlineFloat {
    Half,
    NegHalf,
    One,
    NegOne,
    Two,
    NegTwo,
    Four,
    NegFour,
    /// 1/(2*pi), on gfx8 and later only.
    InvTwoPi,
}

impl InlineFloat {
    /// In the order of the operand codes, from 240.
    pub const ALL: [InlineFloat; 9] = [
        InlineFloat::Half,
        InlineFloat::NegHalf,
        InlineFloat::One,
        InlineFloat::NegOne,
        InlineFloat::Two,
        InlineFloat::NegTwo,
        InlineFloat::Four,
        InlineFloat::NegFour,
        InlineFloat::InvTwoPi,
    ];

    /// The f16 bit pattern.
    pub const fn f16_bits(self) -> u16 {
        [
            0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
        ][self as usize]
    }

    /// The bf16 bit pattern: the upper half of that of f32, which of 1/(2*pi) is rounded (LLVM SIInstrInfo.td).
    pub const fn bf16_bits(self) -> u16 {
        [
            0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22,
        ][self as usize]
    }

    /// The f32 bit pattern.
    pub const fn f32_bits(self) -> u32 {
        [
            0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000,
            0xc0800000, 0x3e22f983,
        ][self as usize]
    }

    /// The f64 bit pattern.
    pub const fn f64_bits(self) -> u64 {
        [
            0x3fe0_0000_0000_0000,
            0xbfe0_0000_0000_0000,
            0x3ff0_0000_0000_0000,
            0xbff0_0000_0000_0000,
            0x4000_0000_0000_0000,
            0xc000_0000_0000_0000,
            0x4010_0000_0000_0000,
            0xc010_0000_0000_0000,
            0x3fc4_5f30_6dc9_c882,
        ][self as usize]
    }
}

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operand {
    /// Scalar register by operand code, 0 to 127: SGPRs, FLAT_SCRATCH, XNACK_MASK, VCC, TBA, TMA,
    /// TTMPs, M0 (124), EXEC (126). A wider operand starts here. Code 125 names no register, but LLVM's
    /// disassembler reads it as NULL.
    Sgpr(u8),
    /// Vector register 0 to 255. A wider operand starts here.
    Vgpr(u8),
    /// Inline integer, -16 to 64 (codes 128 to 208).
    Int(i8),
    /// Inline floating-point constant (codes 240 to 248), read in the operand's width.
    Float(InlineFloat),
    /// The 32-bit literal that follows the instruction.
    Literal(u32),
    /// SHARED_BASE (235), SHARED_LIMIT (236), PRIVATE_BASE (237), PRIVATE_LIMIT (238),
    /// POPS_EXITING_WAVE_ID (239): gfx9 only, though LLVM's disassembler has them on gfx8 too; the
    /// code itself.
    Aperture(u8),
    /// VCCZ (251): 1 when VCC is zero.
    Vccz,
    /// EXECZ (252): 1 when EXEC is zero.
    Execz,
    /// SCC (253) as 0 or 1.
    Scc,
    /// LDS_DIRECT (254): the dword in LDS at M0.
    LdsDirect,
}

impl Operand {
    /// VCC as a 64-bit lane mask.
    pub const VCC: Operand = Operand::Sgpr(VCC_LO);

    /// The operand as raw bits of a type `ty` when it is a constant (inline or literal), widened to
    /// 64 bits. Registers and the like give `None`.
    ///
    /// Integers are sign-extended to 64 bits; floats take the operand's width; a literal in an f64
    /// operand is the high half, in an i64 operand it is sign-extended, else zero-extended
    /// (LLVM AMDGPUOperandSyntax, conversion tables).
    pub const fn constant(self, ty: super::Ty) -> Option<u64> {
        use super::Ty;
        Some(match self {
            // Of two dwords the high one is zero, which no source says.
            Operand::Int(i) => match ty.dwords() {
                2 if !matches!(ty, Ty::V2F32 | Ty::V2B32) => i as i64 as u64,
                _ => i as i32 as u32 as u64,
            },
            Operand::Float(f) => match ty {
                Ty::F16 | Ty::I16 | Ty::U16 | Ty::B16 | Ty::V2F16 => f.f16_bits() as u64,
                Ty::Bf16 | Ty::V2Bf16 => f.bf16_bits() as u64,
                Ty::F64 | Ty::B64 | Ty::I64 | Ty::U64 | Ty::Mask => f.f64_bits(),
                _ => f.f32_bits() as u64,
            },
            Operand::Literal(v) => match ty {
                Ty::F64 => (v as u64) << 32,
                Ty::I64 => v as i32 as i64 as u64,
                _ => v as u64,
            },
            _ => return None,
        })
    }
}
