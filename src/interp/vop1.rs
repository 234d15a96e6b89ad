//! VOP1: vector operations with one source (CLRX GcnInstrsVop1).

use super::vop::{self, Lanes};
use super::{Cx, Step, Stop, lanes, unsupported};
use crate::error::FaultKind;
use crate::isa::{Gens, Operand, Vop, Vop1};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::{self as n, F16, F32, F64, Mode, Small};

pub(super) fn execute(op: Vop1, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    use Vop1::*;
    if op == V_ACCVGPR_MOV_B32 {
        return super::mai::acc_mov(f, w);
    }
    let gfx6 = cx.generation.has(Gens::OLD_FRACT);
    let mut l = Lanes::fetch(op.row(), f, w, cx)?;
    let (m, m64, half) = (l.mode(F32), l.mode(F64), l.half_mode());
    let [fp8, bf8] = [false, true].map(|bf8| Small::byte(bf8, cx.generation.has(Gens::OCP)));
    match op {
        // Exceptions are not modelled, so there are none to clear.
        V_NOP | V_CLREXCP => return Ok(()),
        // V_MOVREL's registers depend on M0 (`vop::Registers`).
        V_MOV_B32 | V_MOVRELS_B32 | V_MOVRELD_B32 | V_MOVRELSD_B32 => l.each(|[a, _, _]| a),
        V_READFIRSTLANE_B32 => {
            let first = lanes(w.exec()).next().unwrap_or(0);
            return vop::read_lane(&l, first, w);
        }
        V_SWAP_B32 => return swap(&l, w),
        V_PERMLANE16_SWAP_B32 => return swap_rows(&l, 16, w),
        V_PERMLANE32_SWAP_B32 => return swap_rows(&l, 32, w),
        V_MOV_B64 => l.each(|[a, _, _]| a),
        // It has been done.
        V_ACCVGPR_MOV_B32 => return Ok(()),

        V_CVT_I32_F64 => l.each(|[a, _, _]| n::to_i32(F64, a) as u32 as u64),
        V_CVT_U32_F64 => l.each(|[a, _, _]| n::to_u32(F64, a) as u64),
        V_CVT_I32_F32 => l.each(|[a, _, _]| n::to_i32(F32, a) as u32 as u64),
        V_CVT_U32_F32 => l.each(|[a, _, _]| n::to_u32(F32, a) as u64),
        V_CVT_I16_F16 => l.each(|[a, _, _]| n::to_i16(F16, a) as u16 as u64),
        V_CVT_U16_F16 => l.each(|[a, _, _]| n::to_u16(F16, a) as u64),
        V_CVT_F64_I32 => l.each(|[a, _, _]| n::from_int(F64, a as i32 as i64, m64)),
        V_CVT_F64_U32 => l.each(|[a, _, _]| n::from_int(F64, a as i64, m64)),
        V_CVT_F32_I32 => l.each(|[a, _, _]| n::from_int(F32, a as i32 as i64, m)),
        V_CVT_F32_U32 => l.each(|[a, _, _]| n::from_int(F32, a as i64, m)),
        V_CVT_F16_I16 => l.each(|[a, _, _]| n::from_int(F16, a as i16 as i64, half)),
        V_CVT_F16_U16 => l.each(|[a, _, _]| n::from_int(F16, a as i64, half)),
        V_CVT_F16_F32 => l.each(|[a, _, _]| n::convert(F32, F16, a, m, half)),
        // MODE flushes f16 operands from gfx8 on (CLRX, AMD's texts for CDNA and RDNA; the one for Vega,
        // which has them "always accepted", leaves that out).
        V_CVT_F32_F16 => l.each(|[a, _, _]| n::convert(F16, F32, a, half, m)),
        V_CVT_F32_F64 => l.each(|[a, _, _]| n::convert(F64, F32, a, m64, m)),
        V_CVT_F64_F32 => l.each(|[a, _, _]| n::convert(F32, F64, a, m, m64)),
        V_CVT_RPI_I32_F32 => l.bits(|a, _, _| n::rpi_i32(a) as u32),
        V_CVT_FLR_I32_F32 => l.bits(|a, _, _| n::flr_i32(a) as u32),
        V_CVT_OFF_F32_I4 => l.bits(|a, _, _| n::off_f32_i4(a)),
        V_CVT_F32_UBYTE0 => l.each(|[a, _, _]| ubyte(a, 0)),
        V_CVT_F32_UBYTE1 => l.each(|[a, _, _]| ubyte(a, 1)),
        V_CVT_F32_UBYTE2 => l.each(|[a, _, _]| ubyte(a, 2)),
        V_CVT_F32_UBYTE3 => l.each(|[a, _, _]| ubyte(a, 3)),
        V_CVT_F32_FP8 => l.bits(|a, _, _| fp8.to_f32(a as u8)),
        V_CVT_F32_BF8 => l.bits(|a, _, _| bf8.to_f32(a as u8)),
        V_CVT_PK_F32_FP8 => l.each(|[a, _, _]| n::pk_f32(fp8, a as u32)),
        V_CVT_PK_F32_BF8 => l.each(|[a, _, _]| n::pk_f32(bf8, a as u32)),
        V_CVT_F32_BF16 => l.bits(|a, _, _| a << 16),
        V_CVT_NORM_I16_F16 => l.each(|[a, _, _]| n::norm_i16(F16, a, m64) as u64),
        V_CVT_NORM_U16_F16 => l.each(|[a, _, _]| n::norm_u16(F16, a, m64) as u64),
        V_SAT_PK_U8_I16 => l.each(|[a, _, _]| {
            let saturate = |v: u64| (v as i16).clamp(0, 255) as u64;
            saturate(a) | saturate(a >> 16) << 8
        }),

        V_TRUNC_F64 => l.float1(F64, n::trunc),
        V_CEIL_F64 => l.float1(F64, n::ceil),
        V_RNDNE_F64 => l.float1(F64, n::rndne),
        V_FLOOR_F64 => l.float1(F64, n::floor),
        V_TRUNC_F32 => l.float1(F32, n::trunc),
        V_CEIL_F32 => l.float1(F32, n::ceil),
        V_RNDNE_F32 => l.float1(F32, n::rndne),
        V_FLOOR_F32 => l.float1(F32, n::floor),
        V_TRUNC_F16 => l.float1(F16, n::trunc),
        V_CEIL_F16 => l.float1(F16, n::ceil),
        V_RNDNE_F16 => l.float1(F16, n::rndne),
        V_FLOOR_F16 => l.float1(F16, n::floor),
        V_FRACT_F64 => l.each(|[a, _, _]| n::fract(F64, a, gfx6, m64)),
        V_FRACT_F32 => l.each(|[a, _, _]| n::fract(F32, a, gfx6, m)),
        V_FRACT_F16 => l.each(|[a, _, _]| n::fract(F16, a, gfx6, m64)),
        V_FREXP_EXP_I32_F64 => l.each(|[a, _, _]| n::frexp_exp(F64, a, gfx6, m64) as u32 as u64),
        V_FREXP_EXP_I32_F32 => l.each(|[a, _, _]| n::frexp_exp(F32, a, gfx6, m) as u32 as u64),
        V_FREXP_EXP_I16_F16 => l.each(|[a, _, _]| n::frexp_exp(F16, a, gfx6, m64) as u16 as u64),
        V_FREXP_MANT_F64 => l.each(|[a, _, _]| n::frexp_mant(F64, a, gfx6, m64)),
        V_FREXP_MANT_F32 => l.each(|[a, _, _]| n::frexp_mant(F32, a, gfx6, m)),
        V_FREXP_MANT_F16 => l.each(|[a, _, _]| n::frexp_mant(F16, a, gfx6, m64)),

        // The legacy forms of gfx7 and later are only less precise.
        V_EXP_F32 | V_EXP_LEGACY_F32 => l.float1(F32, n::exp2),
        V_LOG_F32 | V_LOG_LEGACY_F32 => l.float1(F32, n::log2),
        V_LOG_CLAMP_F32 => l.bits(|a, _, _| n::log_clamp(a, m)),
        V_RCP_F32 | V_RCP_IFLAG_F32 => l.float1(F32, n::rcp),
        V_RCP_CLAMP_F32 => l.float1(F32, |f, a, m| n::clamp_inf(f, n::rcp(f, a, m))),
        V_RCP_LEGACY_F32 => l.float1(F32, |f, a, m| n::legacy_inf(f, n::rcp(f, a, m))),
        V_RSQ_F32 => l.float1(F32, n::rsq),
        V_RSQ_CLAMP_F32 => l.float1(F32, |f, a, m| n::clamp_inf(f, n::rsq(f, a, m))),
        V_RSQ_LEGACY_F32 => l.float1(F32, |f, a, m| n::legacy_inf(f, n::rsq(f, a, m))),
        V_SQRT_F32 => l.float1(F32, n::sqrt),
        V_SIN_F32 => l.float1(F32, n::sin),
        V_COS_F32 => l.float1(F32, n::cos),
        V_RCP_F64 => l.float1(F64, n::rcp),
        V_RCP_CLAMP_F64 => l.float1(F64, |f, a, m| n::clamp_inf(f, n::rcp(f, a, m))),
        V_RSQ_F64 => l.float1(F64, n::rsq),
        V_RSQ_CLAMP_F64 => l.float1(F64, |f, a, m| n::clamp_inf(f, n::rsq(f, a, m))),
        V_SQRT_F64 => l.float1(F64, n::sqrt),
        V_EXP_F16 => l.float1(F16, n::exp2),
        V_LOG_F16 => l.float1(F16, n::log2),
        V_RCP_F16 => l.float1(F16, n::rcp),
        V_RSQ_F16 => l.float1(F16, n::rsq),
        V_SQRT_F16 => l.float1(F16, n::sqrt),
        V_SIN_F16 => l.float1(F16, n::sin),
        V_COS_F16 => l.float1(F16, n::cos),

        V_NOT_B32 => l.bits(|a, _, _| !a),
        V_BFREV_B32 => l.bits(|a, _, _| a.reverse_bits()),
        V_FFBH_U32 => l.bits(|a, _, _| found(a, a.leading_zeros())),
        V_FFBL_B32 => l.bits(|a, _, _| found(a, a.trailing_zeros())),
        V_FFBH_I32 => l.bits(|a, _, _| {
            let differs = a ^ (a as i32 >> 31) as u32;
            found(differs, differs.leading_zeros())
        }),

        V_SCREEN_PARTITION_4SE_B32 => l.bits(|a, _, _| n::screen_partition(a)),

        // Fault injection, and what no source describes.
        V_MOV_FED_B32 | V_MOV_PRSV_B32 | V_WRITELANE_REGWR_B32 => {
            return Err(unsupported(cx, op.row().name));
        }
        V_PRNG_B32 => l.bits(|a, _, _| n::prng(a)),
    }
    l.write(w)
}

/// Byte `i` of a dword as f32, exactly.
fn ubyte(v: u64, i: u32) -> u64 {
    n::from_int(F32, (v >> (8 * i) & 0xff) as i64, Mode::DEFAULT)
}

/// `position`, or -1 when no bit of `bits` is set.
fn found(bits: u32, position: u32) -> u32 {
    if bits == 0 { u32::MAX } else { position }
}

/// V_PERMLANE16_SWAP_B32 and V_PERMLANE32_SWAP_B32: of two rows of `row` lanes each, the second one of D and the first
/// one of S0 exchange their values, whatever EXEC says (AMD's pseudocode for CDNA4 does not look at it).
fn swap_rows(l: &Lanes, row: usize, w: &mut Wave) -> Step {
    let src = swapped(l)?;
    for second in (0..LANES).filter(|lane| lane & row != 0) {
        let first = second - row;
        w.v_mut(l.at.dst).0[second] = l.src[0][first] as u32;
        w.v_mut(src).0[first] = l.old[second] as u32;
    }
    Ok(())
}

/// Source 0 of what exchanges registers.
fn swapped(l: &Lanes) -> Result<u8, Stop> {
    let Operand::Vgpr(src) = l.at.src[0] else {
        return Err(FaultKind::Illegal("an exchange with no VGPR".to_owned()).into());
    };
    Ok(src)
}

/// V_SWAP_B32: exchanges two registers in the active lanes.
fn swap(l: &Lanes, w: &mut Wave) -> Step {
    let src = swapped(l)?;
    for lane in lanes(l.active) {
        w.v_mut(l.at.dst).0[lane] = l.src[0][lane] as u32;
        w.v_mut(src).0[lane] = l.old[lane] as u32;
    }
    Ok(())
}
