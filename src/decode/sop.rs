//! SOP1, SOP2, SOPK, SOPC, SOPP (CLRX GcnInstrsSop1, GcnInstrsSop2, GcnInstrsSopk, GcnInstrsSopc,
//! GcnInstrsSopp).

use super::operand::{sreg, ssrc};
use super::{Code, Out, Rule, require};
use crate::error::DecodeError::Invalid;
use crate::isa::{Decoded, Gen, Inst, Operand, Sop1, Sop2, Sopc, Sopk, Sopp, Ty};

/// SOP1: OP 15:8, SDST 22:16, SSRC0 7:0.
pub fn sop1(generation: Gen, code: &Code) -> Out {
    let op = Sop1::decode(generation, 0, code.bits(8, 8) as u16).ok_or(Invalid)?;
    let shape = &op.row().shape;
    // A field that the instruction does not use is dropped: LLVM ignores it too.
    let sdst = match shape.dst {
        Ty::None => 0,
        ty => sreg(generation, code.bits(16, 7), ty.dwords())?,
    };
    let mut ssrc0 = [match shape.src[0] {
        Ty::None => Operand::Int(0),
        ty if generation.is_legacy() && takes_register(op) => {
            Operand::Sgpr(sreg(generation, code.bits(0, 8), ty.dwords())?)
        }
        ty => ssrc(generation, code.bits(0, 8), ty)?,
    }];
    let size = code.literal(&mut ssrc0)?;
    let inst = Inst::Sop1 {
        op,
        sdst,
        ssrc0: ssrc0[0],
    };
    Ok(Decoded { inst, size })
}

/// Whether SSRC0 names a register: a place to jump to, or where indexing starts. LLVM's disassembler
/// has constants there too.
pub fn takes_register(op: Sop1) -> bool {
    matches!(
        op,
        Sop1::S_SETPC_B64
            | Sop1::S_RFE_B64
            | Sop1::S_CBRANCH_JOIN
            | Sop1::S_MOVRELS_B32
            | Sop1::S_MOVRELS_B64
    )
}

/// SOP2: OP 29:23, SDST 22:16, SSRC1 15:8, SSRC0 7:0.
pub fn sop2(generation: Gen, code: &Code) -> Out {
    let op = Sop2::decode(generation, 0, code.bits(23, 7) as u16).ok_or(Invalid)?;
    let shape = &op.row().shape;
    let sdst = match shape.dst {
        Ty::None => 0,
        ty => sreg(generation, code.bits(16, 7), ty.dwords())?,
    };
    let mut ssrc_ = [
        ssrc(generation, code.bits(0, 8), shape.src[0])?,
        ssrc(generation, code.bits(8, 8), shape.src[1])?,
    ];
    let size = code.literal(&mut ssrc_)?;
    // LLVM's assembler takes no literal here, its disassembler does.
    let literal = op != Sop2::S_CBRANCH_G_FORK || !generation.is_legacy();
    require(size == 4 || literal)?;
    let [ssrc0, ssrc1] = ssrc_;
    let inst = Inst::Sop2 {
        op,
        sdst,
        ssrc0,
        ssrc1,
    };
    Ok(Decoded { inst, size })
}

/// SOPC: OP 22:16, SSRC1 15:8, SSRC0 7:0.
pub fn sopc(generation: Gen, code: &Code) -> Out {
    let op = Sopc::decode(generation, 0, code.bits(16, 7) as u16).ok_or(Invalid)?;
    let shape = &op.row().shape;
    let ssrc0 = ssrc(generation, code.bits(0, 8), shape.src[0])?;
    if op == Sopc::S_SET_GPR_IDX_ON {
        let mut ssrc0 = [ssrc0];
        let size = code.literal(&mut ssrc0)?;
        let inst = Inst::Sopc {
            op,
            ssrc0: ssrc0[0],
            ssrc1: Operand::Literal(code.bits(8, 8)),
        };
        return Ok(Decoded { inst, size });
    }
    let mut ssrc_ = [ssrc0, ssrc(generation, code.bits(8, 8), shape.src[1])?];
    let size = code.literal(&mut ssrc_)?;
    let [ssrc0, ssrc1] = ssrc_;
    let inst = Inst::Sopc { op, ssrc0, ssrc1 };
    Ok(Decoded { inst, size })
}

/// SOPK: OP 27:23, SDST 22:16, SIMM16 15:0.
pub fn sopk(generation: Gen, code: &Code) -> Out {
    let op = Sopk::decode(generation, 0, code.bits(23, 5) as u16).ok_or(Invalid)?;
    let sdst = match op.row().shape.dst {
        Ty::None => 0,
        ty => sreg(generation, code.bits(16, 7), ty.dwords())?,
    };
    let simm16 = code.bits(0, 16) as u16;
    let (literal, size) = match op {
        Sopk::S_SETREG_IMM32_B32 => (Some(code.second()?), 8),
        _ => (None, 4),
    };
    let inst = Inst::Sopk {
        op,
        sdst,
        simm16,
        literal,
    };
    Ok(Decoded { inst, size })
}

/// SOPP: OP 22:16, SIMM16 15:0.
pub fn sopp(generation: Gen, code: &Code) -> Out {
    let op = Sopp::decode(generation, 0, code.bits(16, 7) as u16).ok_or(Invalid)?;
    let mut simm16 = code.bits(0, 16) as u16;
    if matches!(
        op,
        Sopp::S_BARRIER
            | Sopp::S_WAKEUP
            | Sopp::S_ICACHE_INV
            | Sopp::S_TTRACEDATA
            | Sopp::S_ENDPGM_SAVED
            | Sopp::S_SET_GPR_IDX_OFF
            | Sopp::S_ENDPGM_ORDERED_PS_DONE
    ) {
        code.rule(Rule::UnusedImmediate, simm16 == 0)?;
        simm16 = 0;
    }
    code.short(Inst::Sopp { op, simm16 })
}
