//! SMRD (CLRX GcnInstrsSmrd) and SMEM (CLRX GcnInstrsSmem).

use super::operand::sreg;
use super::{Code, Out, Rule, bits, long};
use crate::error::DecodeError::Invalid;
use crate::isa::facts::{At, SmemAct};
use crate::isa::{Decoded, Flags, Gen, Gens, Inst, Smem, SmemFields, Ty};

/// Registers that the base takes: four for a V#, else a pair.
pub fn base_dwords(op: Smem) -> u8 {
    match op.act() {
        SmemAct::Loads(At::Buffer, _)
        | SmemAct::Stores(At::Buffer, _)
        | SmemAct::Atomic32(At::Buffer, _)
        | SmemAct::Atomic64(At::Buffer, _) => 4,
        SmemAct::Cache if op == Smem::S_ATC_PROBE_BUFFER => 4,
        SmemAct::Loads(..)
        | SmemAct::Stores(..)
        | SmemAct::Atomic32(..)
        | SmemAct::Atomic64(..)
        | SmemAct::Clock
        | SmemAct::RealTime
        | SmemAct::Cache => 2,
    }
}

/// Whether the instruction takes an address (SBASE and an offset).
pub fn has_address(op: Smem) -> bool {
    let row = op.row();
    const MEMORY: [Flags; 3] = [Flags::LOADS, Flags::STORES, Flags::ATOMIC];
    MEMORY.iter().any(|&f| row.flags.has(f)) || is_probe(op)
}

/// Instructions that address memory but move no data.
fn is_probe(op: Smem) -> bool {
    matches!(
        op,
        Smem::S_ATC_PROBE
            | Smem::S_ATC_PROBE_BUFFER
            | Smem::S_DCACHE_DISCARD
            | Smem::S_DCACHE_DISCARD_X2
    )
}

/// SDATA: the destination, the stored data, or the mode of a cache probe.
fn sdata(generation: Gen, op: Smem, field: u32) -> Result<u8, crate::error::DecodeError> {
    let shape = &op.row().shape;
    let ty = match shape.dst {
        Ty::None => shape.src[0],
        ty => ty,
    };
    match ty {
        Ty::None if matches!(op, Smem::S_ATC_PROBE | Smem::S_ATC_PROBE_BUFFER) => Ok(field as u8),
        Ty::None => Ok(0),
        // M0 and EXEC are not data registers, but LLVM's disassembler has them.
        _ if generation.is_legacy() && !can_hold_data(field as u8) => Err(Invalid),
        _ => sreg(generation, field, ty.dwords()),
    }
}

/// Whether SDATA can name the register: M0 and EXEC are not data registers.
pub fn can_hold_data(code: u8) -> bool {
    !matches!(code, 124 | 126 | 127)
}

/// SMRD: OP 26:22, SDST 21:15, SBASE 14:9, IMM 8, OFFSET 7:0. On gfx7 OFFSET = 255 without IMM asks
/// for a literal. Immediates count dwords.
pub fn smrd(generation: Gen, code: &Code) -> Out {
    let op = Smem::decode(generation, 0, code.bits(22, 5) as u16).ok_or(Invalid)?;
    let sdata = sdata(generation, op, code.bits(15, 7))?;
    let mut f = SmemFields {
        sdata,
        ..SmemFields::ZERO
    };
    let mut size = 4;
    if has_address(op) {
        f.sbase = sreg(generation, code.bits(9, 6) * 2, base_dwords(op))?;
        let offset = code.bits(0, 8);
        if code.bit(8) {
            f.has_imm = true;
            f.imm = i64::from(offset) * 4;
        } else if offset == 255 && generation.has(Gens::SMRD_LITERAL) {
            f.imm = i64::from(code.second()?) * 4;
            size = 8;
        } else {
            f.soffset = Some(sreg(generation, offset, 1)?);
        }
    }
    let inst = Inst::Smem { op, f };
    Ok(Decoded { inst, size })
}

/// SMEM: OP 25:18, IMM 17, GLC 16, NV 15 and SOE 14 (gfx9), SDATA 12:6, SBASE 5:0; second dword:
/// OFFSET 19:0 (gfx9 20:0), SOFFSET 31:25 (gfx9). Immediates count bytes and are signed on gfx9.
pub fn smem(generation: Gen, code: &Code) -> Out {
    let op = Smem::decode(generation, 0, code.bits(18, 8) as u16).ok_or(Invalid)?;
    let second = code.second()?;
    let sdata = sdata(generation, op, code.bits(6, 7))?;
    if !has_address(op) {
        code.rule(Rule::UnusedImmediate, !code.bit(17))?;
        let f = SmemFields {
            sdata,
            ..SmemFields::ZERO
        };
        return long(Inst::Smem { op, f });
    }
    let gfx9 = generation.is_gfx9();
    let (has_imm, soe) = (code.bit(17), gfx9 && code.bit(14));
    let imm = match (has_imm, gfx9) {
        (false, _) => 0,
        (true, false) => i64::from(bits(second, 0, 20)),
        (true, true) => i64::from((second << 11) as i32 >> 11),
    };
    let soffset = match (has_imm, soe) {
        (true, false) => None,
        (false, false) => Some(sreg(generation, bits(second, 0, 7), 1)?),
        (_, true) => Some(sreg(generation, bits(second, 25, 7), 1)?),
    };
    let f = SmemFields {
        sdata,
        sbase: sreg(generation, code.bits(0, 6) * 2, base_dwords(op))?,
        imm,
        soffset,
        has_imm,
        // Probes and discards have no GLC.
        glc: code.bit(16) && !is_probe(op),
        nv: gfx9 && code.bit(15),
    };
    long(Inst::Smem { op, f })
}
