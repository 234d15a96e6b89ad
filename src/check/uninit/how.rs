//! How undefined bits go through the ALUs: a rule for each instruction, and what the rules are.
//!
//! The rules look at instructions from outside: they ask what the interpreter makes of other operands, those whose
//! undefined bits are all 0 or all 1. So an instruction's semantics stand in the interpreter alone. They are those of
//! Memcheck (Seward, Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005) and
//! MemorySanitizer; what is not in the table is [`How::All`], which is right for every instruction.

use crate::isa::facts::{Test, relation};
use crate::isa::{Flags, Inst, Operand, Row, Sop1, Sop2, Sopc, Sopk, Ty, Vop, Vop1, Vop2, Vop3};

/// How undefined bits go through an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// To the result.
    pub how: How,
    /// To SCC, or to the lane mask.
    pub flag: Flag,
    /// The bits of each operand that matter.
    pub matter: [u64; 3],
}

/// How undefined bits go to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All of it is undefined if any bit of any operand is.
    All,
    /// Bits 15:0 as of operand 0, bits 31:16 as of operand 1.
    Halves,
    /// Each half by the same halves of all operands.
    Packed,
    /// Bits 31:0 as of byte 0 of operand 0, bits 63:32 as of byte 1.
    Widens,
    /// Each bit of the result depends on one bit of each of these operands (a set), or on several whose or or and
    /// it is; the others say which, and must be defined.
    Bits(u8),
    /// A sum, in which the operands of the set are subtracted, of terms as they are, or changed before. From undefined
    /// bits carries go up, as far as defined ones do not stop them.
    Sum(u8, Terms),
    /// The product of operands 0 and 1, plus operand 2.
    Product,
    /// It rises with each operand, but falls with those of the set; as signed numbers or not. What the least and the
    /// greatest have in common above is defined.
    Range(u8, bool),
    /// Whether operands 0 and 1 are equal: defined when a defined bit differs.
    Equal,
    /// It does not depend on the operands.
    Nothing,
}

/// What [`How::Sum`] adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The operands.
    Plain,
    /// Operand 0 shifted left by so many bits, and operand 1.
    Shifted(u32),
    /// Operand 0 shifted left by operand 1, and operand 2.
    ShiftedBy,
    /// Operands 0 and 1; the sum is shifted left by operand 2.
    ThenShifted,
    /// The exclusive or of operands 0 and 1, and operand 2.
    Xor,
}

/// How undefined bits go to SCC or the lane mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It is undefined if any bit of any operand is.
    All,
    /// As the result: it is one bit more of it.
    Alike,
    /// It says whether the result is not 0.
    NotZero,
}

const ANY: [u64; 3] = [u64::MAX; 3];

const fn rule(how: How) -> Rule {
    Rule {
        how,
        flag: Flag::All,
        matter: ANY,
    }
}

impl Rule {
    const fn alike(self) -> Rule {
        Rule {
            flag: Flag::Alike,
            ..self
        }
    }

    const fn not_zero(self) -> Rule {
        Rule {
            flag: Flag::NotZero,
            ..self
        }
    }

    const fn only(self, matter: [u64; 3]) -> Rule {
        Rule { matter, ..self }
    }
}

const ALL: u64 = u64::MAX;
const A: u8 = 1;
const B: u8 = 2;
const C: u8 = 4;

/// Data and a number of bits to shift by.
const fn shift(data: u8, amount: u64) -> Rule {
    let mut matter = [amount; 3];
    matter[data as usize] = ALL;
    rule(How::Bits(1 << data)).only(matter)
}

const fn bits(data: u8) -> Rule {
    rule(How::Bits(data))
}

const fn sum(minus: u8) -> Rule {
    rule(How::Sum(minus, Terms::Plain)).alike()
}

const fn terms(terms: Terms) -> Rule {
    rule(How::Sum(0, terms)).alike()
}

const fn product(mask: u64) -> Rule {
    rule(How::Product).only([mask, mask, ALL])
}

const fn range(falls: u8, signed: bool) -> Rule {
    rule(How::Range(falls, signed))
}

/// The rule of a compare of operands that are `test`ed.
fn compare(test: Test) -> Rule {
    let of = |relations: u8, signed| {
        use relation::{EQ, GT, LT};
        match relations & (LT | EQ | GT) {
            0 => rule(How::Nothing),
            r if r == LT | EQ | GT => rule(How::Nothing),
            EQ => rule(How::Equal),
            r if r == LT | GT => rule(How::Equal),
            // It becomes true as operand 0 falls and operand 1 rises.
            r if r & LT != 0 => range(A, signed),
            _ => range(B, signed),
        }
        .alike()
    };
    match test {
        Test::Signed(relations) => of(relations, true),
        Test::Unsigned(relations) => of(relations, false),
        Test::Float(0 | 15) => rule(How::Nothing).alike(),
        Test::Float(_) | Test::Class => rule(How::All),
    }
}

/// The rule of a scalar ALU instruction. Operands are the sources; behind them the destination where it is read, or
/// EXEC for those that write it; operand 2 is SCC.
pub fn scalar(inst: &Inst) -> Rule {
    match inst {
        Inst::Sop1 { op, .. } => sop1(*op),
        Inst::Sop2 { op, .. } => sop2(*op),
        Inst::Sopk { op, .. } => sopk(*op),
        Inst::Sopc { op, .. } => sopc(*op),
        _ => rule(How::All),
    }
}

fn sop1(op: Sop1) -> Rule {
    use Sop1::*;
    match op {
        S_MOV_B32
        | S_MOV_B64
        | S_BREV_B32
        | S_BREV_B64
        | S_BITREPLICATE_B64_B32
        | S_SETPC_B64
        | S_CMOV_B32
        | S_CMOV_B64 => bits(A | B | C),
        S_NOT_B32 | S_NOT_B64 | S_WQM_B32 | S_WQM_B64 | S_QUADMASK_B32 | S_QUADMASK_B64 => {
            bits(A).not_zero()
        }
        S_SEXT_I32_I8 => bits(A).only([0xff, 0, 0]),
        S_SEXT_I32_I16 => bits(A).only([0xffff, 0, 0]),
        S_BITSET0_B32 | S_BITSET1_B32 => shift(1, 31),
        S_BITSET0_B64 | S_BITSET1_B64 => shift(1, 63),
        S_GETPC_B64 | S_SWAPPC_B64 => rule(How::Nothing),
        S_AND_SAVEEXEC_B64 | S_OR_SAVEEXEC_B64 | S_XOR_SAVEEXEC_B64 | S_ANDN2_SAVEEXEC_B64
        | S_ORN2_SAVEEXEC_B64 | S_NAND_SAVEEXEC_B64 | S_NOR_SAVEEXEC_B64 | S_XNOR_SAVEEXEC_B64
        | S_ANDN1_SAVEEXEC_B64 | S_ORN1_SAVEEXEC_B64 | S_ANDN1_WREXEC_B64 | S_ANDN2_WREXEC_B64 => {
            bits(A | B).not_zero()
        }
        S_SET_GPR_IDX_IDX => bits(A).only([0xff, ALL, 0]),
        _ => rule(How::All),
    }
}

fn sop2(op: Sop2) -> Rule {
    use Sop2::*;
    match op {
        S_ADD_U32 => sum(0),
        S_ADDC_U32 => sum(0),
        S_SUB_U32 => sum(B),
        S_SUBB_U32 => sum(B | C),
        S_ADD_I32 => rule(How::Sum(0, Terms::Plain)),
        S_SUB_I32 => rule(How::Sum(B, Terms::Plain)),
        S_MIN_I32 | S_MAX_I32 => range(0, true),
        S_MIN_U32 | S_MAX_U32 => range(0, false),
        S_CSELECT_B32 | S_CSELECT_B64 => bits(A | B | C),
        S_AND_B32 | S_AND_B64 | S_OR_B32 | S_OR_B64 | S_XOR_B32 | S_XOR_B64 | S_ANDN2_B32
        | S_ANDN2_B64 | S_ORN2_B32 | S_ORN2_B64 | S_NAND_B32 | S_NAND_B64 | S_NOR_B32
        | S_NOR_B64 | S_XNOR_B32 | S_XNOR_B64 => bits(A | B).not_zero(),
        S_LSHL_B32 | S_LSHR_B32 | S_ASHR_I32 => shift(0, 31).not_zero(),
        S_LSHL_B64 | S_LSHR_B64 | S_ASHR_I64 => shift(0, 63).not_zero(),
        S_BFM_B32 => rule(How::All).only([31, 31, 0]),
        S_BFM_B64 => rule(How::All).only([63, 63, 0]),
        S_MUL_I32 => product(ALL),
        S_MUL_HI_U32 => range(0, false),
        S_BFE_U32 | S_BFE_I32 => shift(0, 0x7f_001f).not_zero(),
        S_BFE_U64 | S_BFE_I64 => shift(0, 0x7f_003f).not_zero(),
        S_LSHL1_ADD_U32 => terms(Terms::Shifted(1)),
        S_LSHL2_ADD_U32 => terms(Terms::Shifted(2)),
        S_LSHL3_ADD_U32 => terms(Terms::Shifted(3)),
        S_LSHL4_ADD_U32 => terms(Terms::Shifted(4)),
        S_PACK_LL_B32_B16 | S_PACK_LH_B32_B16 | S_PACK_HH_B32_B16 => bits(A | B),
        _ => rule(How::All),
    }
}

fn sopk(op: Sopk) -> Rule {
    use Sopk::*;
    match op {
        S_MOVK_I32 | S_CALL_B64 => rule(How::Nothing),
        S_CMOVK_I32 => bits(A | B | C),
        S_CMPK_EQ_I32 | S_CMPK_LG_I32 | S_CMPK_EQ_U32 | S_CMPK_LG_U32 => rule(How::Equal).alike(),
        S_CMPK_GT_I32 | S_CMPK_GE_I32 => range(B, true).alike(),
        S_CMPK_LT_I32 | S_CMPK_LE_I32 => range(A, true).alike(),
        S_CMPK_GT_U32 | S_CMPK_GE_U32 => range(B, false).alike(),
        S_CMPK_LT_U32 | S_CMPK_LE_U32 => range(A, false).alike(),
        S_ADDK_I32 => rule(How::Sum(0, Terms::Plain)),
        S_MULK_I32 => product(ALL),
        _ => rule(How::All),
    }
}

fn sopc(op: Sopc) -> Rule {
    use Sopc::*;
    match op {
        S_CMP_EQ_I32 | S_CMP_LG_I32 | S_CMP_EQ_U32 | S_CMP_LG_U32 | S_CMP_EQ_U64 | S_CMP_LG_U64 => {
            rule(How::Equal).alike()
        }
        S_CMP_GT_I32 | S_CMP_GE_I32 => range(B, true).alike(),
        S_CMP_LT_I32 | S_CMP_LE_I32 => range(A, true).alike(),
        S_CMP_GT_U32 | S_CMP_GE_U32 => range(B, false).alike(),
        S_CMP_LT_U32 | S_CMP_LE_U32 => range(A, false).alike(),
        S_BITCMP0_B32 | S_BITCMP1_B32 => shift(0, 31).alike(),
        S_BITCMP0_B64 | S_BITCMP1_B64 => shift(0, 63).alike(),
        _ => rule(How::All),
    }
}

/// The rule of a VOP1, VOP2, VOPC or VOP3 instruction, whose operands are its sources.
pub fn vector(inst: &Inst, row: &Row, f: &Vop) -> Rule {
    let same = matches!((f.src[0], f.src[1]), (Operand::Vgpr(a), Operand::Vgpr(b)) if a == b)
        || matches!((f.src[0], f.src[1]), (Operand::Sgpr(a), Operand::Sgpr(b)) if a == b);
    let plain = f.dpp.is_none() && f.sdwa.is_none() && f.op_sel == 0 && f.neg == 0 && f.abs == 0;
    if same && plain && cancels(inst) {
        return rule(How::Nothing).alike();
    }
    // What CLAMP and OMOD make of it follows no rule.
    if f.clamp || f.omod != 0 {
        return rule(How::All);
    }
    match inst {
        Inst::Vop1 { op, .. } => vop1(*op),
        Inst::Vop2 { op, .. } => vop2(*op),
        Inst::Vop3 { op, .. } => vop3(*op),
        Inst::Vopc { op, .. } => {
            let rule = compare(op.test());
            match row.shape.src[0] {
                // Two bits of class and float formats: the whole operand.
                Ty::F16 | Ty::F32 | Ty::F64 => Rule {
                    flag: rule.flag,
                    ..rule
                },
                _ => rule,
            }
        }
        _ => rule(How::All),
    }
}

/// Whether the instruction gives the same for any value that both its sources have.
pub fn cancels(inst: &Inst) -> bool {
    match inst {
        Inst::Vop2 { op, .. } => {
            use Vop2::*;
            matches!(
                op,
                V_XOR_B32
                    | V_XNOR_B32
                    | V_SUB_U32
                    | V_SUBREV_U32
                    | V_SUB_CO_U32
                    | V_SUBREV_CO_U32
                    | V_SUB_U16
                    | V_SUBREV_U16
            )
        }
        Inst::Vop3 { op, .. } => matches!(op, Vop3::V_SUB_I32 | Vop3::V_SUB_I16),
        Inst::Sop2 { op, .. } => {
            use Sop2::*;
            matches!(
                op,
                S_XOR_B32
                    | S_XOR_B64
                    | S_XNOR_B32
                    | S_XNOR_B64
                    | S_SUB_U32
                    | S_SUB_I32
                    | S_ANDN2_B32
                    | S_ANDN2_B64
                    | S_ORN2_B32
                    | S_ORN2_B64
            )
        }
        _ => false,
    }
}

fn vop1(op: Vop1) -> Rule {
    use Vop1::*;
    match op {
        V_CVT_F32_FP8 | V_CVT_F32_BF8 => rule(How::All).only([0xff, 0, 0]),
        V_CVT_PK_F32_FP8 | V_CVT_PK_F32_BF8 => rule(How::Widens).only([0xffff, 0, 0]),
        V_MOV_B32 | V_MOV_B64 | V_MOVRELS_B32 | V_MOVRELD_B32 | V_MOVRELSD_B32 | V_NOT_B32
        | V_BFREV_B32 | V_READFIRSTLANE_B32 => bits(A),
        V_CVT_F32_UBYTE0 => rule(How::All).only([0xff, 0, 0]),
        V_CVT_F32_UBYTE1 => rule(How::All).only([0xff00, 0, 0]),
        V_CVT_F32_UBYTE2 => rule(How::All).only([0xff_0000, 0, 0]),
        V_CVT_F32_UBYTE3 => rule(How::All).only([0xff00_0000, 0, 0]),
        V_CVT_OFF_F32_I4 => rule(How::All).only([0xf, 0, 0]),
        _ => rule(How::All),
    }
}

fn vop2(op: Vop2) -> Rule {
    use Vop2::*;
    match op {
        V_CNDMASK_B32 => bits(A | B | C),
        V_AND_B32 | V_OR_B32 | V_XOR_B32 | V_XNOR_B32 => bits(A | B),
        V_LSHR_B32 | V_ASHR_I32 | V_LSHL_B32 => shift(0, 31),
        V_LSHRREV_B32 | V_ASHRREV_I32 | V_LSHLREV_B32 => shift(1, 31),
        V_LSHLREV_B16 | V_LSHRREV_B16 | V_ASHRREV_I16 => shift(1, 15),
        V_BFM_B32 => rule(How::All).only([31, 31, 0]),
        V_ADD_U32 | V_ADD_CO_U32 | V_ADDC_CO_U32 | V_ADD_U16 => sum(0),
        V_SUB_U32 | V_SUB_CO_U32 | V_SUB_U16 => sum(B),
        V_SUBB_CO_U32 => sum(B | C),
        V_SUBREV_U32 | V_SUBREV_CO_U32 | V_SUBREV_U16 => sum(A),
        V_SUBBREV_CO_U32 => sum(A | C),
        V_MUL_I32_I24 | V_MUL_U32_U24 => product(0xff_ffff),
        V_MUL_LO_U16 => product(ALL),
        V_MUL_HI_U32_U24 => range(0, false).only([0xff_ffff; 3]),
        V_MUL_HI_I32_I24 => rule(How::All).only([0xff_ffff; 3]),
        V_MIN_I32 | V_MAX_I32 | V_MIN_I16 | V_MAX_I16 => range(0, true),
        V_MIN_U32 | V_MAX_U32 | V_MIN_U16 | V_MAX_U16 => range(0, false),
        V_PK_FMAC_F16 => rule(How::Packed),
        V_CVT_PKNORM_I16_F32 | V_CVT_PKNORM_U16_F32 | V_CVT_PKRTZ_F16_F32 | V_CVT_PK_U16_U32
        | V_CVT_PK_I16_I32 => rule(How::Halves),
        _ => rule(How::All),
    }
}

fn vop3(op: Vop3) -> Rule {
    use Vop3::*;
    match op {
        V_BFE_U32 | V_BFE_I32 => shift(0, 31),
        V_BFI_B32 | V_AND_OR_B32 | V_OR3_B32 => bits(A | B | C),
        V_ALIGNBIT_B32 => bits(A | B).only([ALL, ALL, 31]),
        V_ALIGNBYTE_B32 => bits(A | B).only([ALL, ALL, 3]),
        V_PERM_B32 => bits(A | B),
        V_LSHL_OR_B32 => bits(A | C).only([ALL, 31, ALL]),
        V_LSHL_B64 | V_LSHR_B64 | V_ASHR_I64 => shift(0, 63),
        V_LSHLREV_B64 | V_LSHRREV_B64 | V_ASHRREV_I64 => shift(1, 63),
        V_XAD_U32 => terms(Terms::Xor),
        V_LSHL_ADD_U32 => terms(Terms::ShiftedBy).only([ALL, 31, ALL]),
        V_LSHL_ADD_U64 => terms(Terms::ShiftedBy).only([ALL, 7, ALL]),
        V_ADD_LSHL_U32 => terms(Terms::ThenShifted).only([ALL, ALL, 31]),
        V_ADD_I32 | V_ADD_I16 => sum(0),
        V_SUB_I32 | V_SUB_I16 => sum(B),
        V_MAD_I32_I24 | V_MAD_U32_U24 => product(0xff_ffff),
        V_MAD_U32_U16 | V_MAD_I32_I16 | V_MAD_U16 | V_MAD_LEGACY_U16 | V_MAD_I16
        | V_MAD_LEGACY_I16 | V_MAD_U64_U32 | V_MAD_I64_I32 | V_MUL_LO_U32 | V_MUL_LO_I32 => {
            product(ALL)
        }
        V_MUL_HI_U32 => range(0, false),
        V_MIN3_I32 | V_MAX3_I32 | V_MED3_I32 | V_MIN3_I16 | V_MAX3_I16 | V_MED3_I16 => {
            range(0, true)
        }
        V_MIN3_U32 | V_MAX3_U32 | V_MED3_U32 | V_MIN3_U16 | V_MAX3_U16 | V_MED3_U16 => {
            range(0, false)
        }
        V_CVT_PKNORM_I16_F16 | V_CVT_PKNORM_U16_F16 | V_PACK_B32_F16 => rule(How::Halves),
        _ => rule(How::All),
    }
}

/// Which bits of its destination an instruction writes that leaves the others as they are, where its row does not say it.
pub fn part(inst: &Inst, f: &Vop) -> Option<u32> {
    use Vop3::*;
    match inst {
        Inst::Vop3 {
            op: V_CVT_PK_FP8_F32 | V_CVT_PK_BF8_F32,
            ..
        } => Some(0xffff << (16 * (f.op_sel >> 3 & 1))),
        Inst::Vop3 {
            op: V_CVT_SR_FP8_F32 | V_CVT_SR_BF8_F32,
            ..
        } => Some(0xff << (8 * (f.op_sel >> 2 & 3))),
        Inst::Vop3 { op, .. } if op.row().flags.has(Flags::HALF_PAIR) => {
            Some(0xffff << (16 * (f.op_sel >> 3 & 1)))
        }
        Inst::Vop3 { op, .. } => {
            let scaled = op
                .scaled()
                .filter(|_| op.row().flags.has(Flags::ACCUMULATES))?;
            // A byte, or a half.
            let bits = scaled.count * scaled.narrow.bits();
            Some(((1 << bits) - 1) << scaled.destination_at(f.op_sel))
        }
        _ => None,
    }
}

/// Of V_LSHL_ADD_U64 where shifts by more than 4 count as none: by how much is not told by bits alone.
pub fn shifts_to_4() -> Rule {
    rule(How::All).only([ALL, 7, ALL])
}

/// The rule of V_MBCNT, where operand 0 is defined as far as it counts, or operand 1 is undefined.
pub fn count() -> Rule {
    sum(0)
}
