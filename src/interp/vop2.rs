//! VOP2: vector operations with two sources (CLRX GcnInstrsVop2).

use super::vop::{self, Lanes, i32_of, s16, s24, u24, u32_of};
use super::vop3p::dot_signed;
use super::{Cx, Step};
use crate::isa::{Gens, Vop, Vop2};
use crate::machine::wave::Wave;
use crate::numerics::{self as n, F16, F32, F64};

pub(super) fn execute(op: Vop2, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    use Vop2::*;
    let mut l = Lanes::fetch(op.row(), f, w, cx)?;
    let m = l.mode(F32);
    let half = l.half_mode();
    let old = l.old;
    match op {
        V_CNDMASK_B32 => l.each(|[a, b, bit]| if bit != 0 { b } else { a }),
        V_READLANE_B32 => return vop::read_lane(&l, l.src[1][0] as usize & 63, w),
        V_WRITELANE_B32 => return vop::write_lane(&l, l.src[1][0] as usize & 63, w),

        V_ADD_F32 => l.float2(F32, n::add),
        V_SUB_F32 => l.float2(F32, n::sub),
        V_SUBREV_F32 => l.float2(F32, |f, a, b, m| n::sub(f, b, a, m)),
        V_MUL_F32 => l.float2(F32, n::mul),
        V_MUL_LEGACY_F32 => l.bits(|a, b, _| n::mul_legacy(a, b, m)),
        V_MAC_LEGACY_F32 => l.each_lane(|lane, [a, b, _]| {
            n::mad_legacy(a as u32, b as u32, old[lane] as u32, m) as u64
        }),
        V_MAC_F32 => l.accumulate(F32, n::mad),
        V_FMAC_F32 => l.accumulate(F32, n::fma),
        V_MADMK_F32 | V_MADAK_F32 => l.float3(F32, n::mad),
        V_MIN_F32 => l.minmax2(F32, n::min),
        V_MAX_F32 => l.minmax2(F32, n::max),
        V_MIN_LEGACY_F32 => l.bits(|a, b, _| n::min_legacy(a, b)),
        V_MAX_LEGACY_F32 => l.bits(|a, b, _| n::max_legacy(a, b)),
        V_LDEXP_F32 => l.each(|[a, b, _]| n::ldexp(F32, a, b as i32, m)),

        V_ADD_F16 => l.float2(F16, n::add),
        V_SUB_F16 => l.float2(F16, n::sub),
        V_SUBREV_F16 => l.float2(F16, |f, a, b, m| n::sub(f, b, a, m)),
        V_MUL_F16 => l.float2(F16, n::mul),
        V_MAC_F16 => l.accumulate(F16, n::mad),
        V_MADMK_F16 | V_MADAK_F16 => l.float3(F16, n::mad),
        V_MIN_F16 => l.minmax2(F16, n::min),
        V_MAX_F16 => l.minmax2(F16, n::max),
        V_LDEXP_F16 => l.float2(F16, |f, a, b, m| n::ldexp(f, a, b as i16 as i32, m)),

        // With CLAMP, products of 24 bits saturate as all integers do from gfx8 on (LLVM's tables give
        // these and V_MAD_*24 CLAMP, and V_MUL_HI none). CLRX's remark that no modifier has an effect
        // (GcnInstrsVop2) is from the time before: it holds for CLAMP on gfx6 and gfx7, and for the other
        // modifiers everywhere.
        V_MUL_I32_I24 => l.int(|[a, b, _]| s24(a) * s24(b)),
        V_MUL_HI_I32_I24 => l.each(|[a, b, _]| ((s24(a) * s24(b)) >> 32) as u32 as u64),
        V_MUL_U32_U24 => l.int(|[a, b, _]| u24(a) * u24(b)),
        V_MUL_HI_U32_U24 => l.each(|[a, b, _]| ((u24(a) * u24(b)) >> 32) as u64),
        V_MIN_I32 => l.bits(|a, b, _| (a as i32).min(b as i32) as u32),
        V_MAX_I32 => l.bits(|a, b, _| (a as i32).max(b as i32) as u32),
        V_MIN_U32 => l.bits(|a, b, _| a.min(b)),
        V_MAX_U32 => l.bits(|a, b, _| a.max(b)),

        V_LSHR_B32 => l.bits(|a, b, _| a >> (b & 31)),
        V_LSHRREV_B32 => l.bits(|a, b, _| b >> (a & 31)),
        V_ASHR_I32 => l.bits(|a, b, _| (a as i32 >> (b & 31)) as u32),
        V_ASHRREV_I32 => l.bits(|a, b, _| (b as i32 >> (a & 31)) as u32),
        V_LSHL_B32 => l.bits(|a, b, _| a << (b & 31)),
        V_LSHLREV_B32 => l.bits(|a, b, _| b << (a & 31)),
        V_AND_B32 => l.bits(|a, b, _| a & b),
        V_OR_B32 => l.bits(|a, b, _| a | b),
        V_XOR_B32 => l.bits(|a, b, _| a ^ b),
        V_FMAC_F64 => l.accumulate(F64, n::fma),
        V_FMAMK_F32 | V_FMAAK_F32 => l.float3(F32, n::fma),
        // As V_DOT2_F32_F16, so that one routine serves both. AMD's pseudocode for CDNA4 begins with D and adds one
        // product after the other; whether the hardware rounds between is said nowhere.
        V_DOT2C_F32_F16 => l.each_lane(|lane, [a, b, _]| {
            let halves = |v: u64| [v as u16, (v >> 16) as u16];
            let flushes = cx.generation.has(Gens::DOT_FLUSHES_HALVES);
            n::dot2_f16(halves(a), halves(b), old[lane], m, flushes).into()
        }),
        V_DOT2C_F32_BF16 => l.each_lane(|lane, [a, b, _]| {
            let halves = |v: u64| [v as u16, (v >> 16) as u16];
            n::dot2_bf16(halves(a), halves(b), old[lane], m).into()
        }),
        V_DOT2C_I32_I16 => l.accumulate_int(|[a, b, c]| dot_signed(a, b, 16) + i32_of(c)),
        V_DOT4C_I32_I8 => l.accumulate_int(|[a, b, c]| dot_signed(a, b, 8) + i32_of(c)),
        V_DOT8C_I32_I4 => l.accumulate_int(|[a, b, c]| dot_signed(a, b, 4) + i32_of(c)),
        V_PK_FMAC_F16 => l.each_lane(|lane, [a, b, _]| {
            let fma = |by: u32| {
                let [a, b, c] = [a, b, old[lane]].map(|v| v >> by & 0xffff);
                n::fma(F16, a, b, c, half)
            };
            fma(0) | fma(16) << 16
        }),
        V_XNOR_B32 => l.bits(|a, b, _| !(a ^ b)),
        V_BFM_B32 => l.bits(|a, b, _| ((1 << (a & 31)) - 1) << (b & 31)),
        V_BCNT_U32_B32 => l.bits(|a, b, _| b.wrapping_add(a.count_ones())),
        V_MBCNT_LO_U32_B32 => l.each_lane(|lane, [a, b, _]| count_below(a as u32, lane, b)),
        V_MBCNT_HI_U32_B32 => {
            l.each_lane(|lane, [a, b, _]| count_below(a as u32, lane.saturating_sub(32), b))
        }

        V_ADD_U32 => l.int(|[a, b, _]| u32_of(a) + u32_of(b)),
        V_SUB_U32 => l.int(|[a, b, _]| u32_of(a) - u32_of(b)),
        V_SUBREV_U32 => l.int(|[a, b, _]| u32_of(b) - u32_of(a)),
        V_ADD_CO_U32 => l.int_carry(|[a, b, _]| carry(u32_of(a) + u32_of(b))),
        V_SUB_CO_U32 => l.int_carry(|[a, b, _]| carry(u32_of(a) - u32_of(b))),
        V_SUBREV_CO_U32 => l.int_carry(|[a, b, _]| carry(u32_of(b) - u32_of(a))),
        V_ADDC_CO_U32 => l.int_carry(|[a, b, c]| carry(u32_of(a) + u32_of(b) + c as i128)),
        V_SUBB_CO_U32 => l.int_carry(|[a, b, c]| carry(u32_of(a) - u32_of(b) - c as i128)),
        V_SUBBREV_CO_U32 => l.int_carry(|[a, b, c]| carry(u32_of(b) - u32_of(a) - c as i128)),

        V_ADD_U16 => l.int(|[a, b, _]| u32_of(a) + u32_of(b)),
        V_SUB_U16 => l.int(|[a, b, _]| u32_of(a) - u32_of(b)),
        V_SUBREV_U16 => l.int(|[a, b, _]| u32_of(b) - u32_of(a)),
        // Saturates with CLAMP (AMD's texts from Vega on), which only its SDWA form has (LLVM's tables).
        V_MUL_LO_U16 => l.int(|[a, b, _]| u32_of(a) * u32_of(b)),
        V_LSHLREV_B16 => l.bits(|a, b, _| (b << (a & 15)) & 0xffff),
        V_LSHRREV_B16 => l.bits(|a, b, _| b >> (a & 15)),
        V_ASHRREV_I16 => l.each(|[a, b, _]| (b as i16 >> (a & 15)) as u16 as u64),
        V_MIN_U16 => l.bits(|a, b, _| a.min(b)),
        V_MAX_U16 => l.bits(|a, b, _| a.max(b)),
        V_MIN_I16 => l.int(|[a, b, _]| s16(a).min(s16(b))),
        V_MAX_I16 => l.int(|[a, b, _]| s16(a).max(s16(b))),

        V_CVT_PKACCUM_U8_F32 => l.each_lane(|lane, [a, b, _]| {
            n::pk_u8_f32(a as u32, b as u32, old[lane] as u32, m) as u64
        }),
        V_CVT_PKNORM_I16_F32 => {
            l.each(|[a, b, _]| pack(n::norm_i16(F32, a, m), n::norm_i16(F32, b, m)))
        }
        V_CVT_PKNORM_U16_F32 => {
            l.each(|[a, b, _]| pack(n::norm_u16(F32, a, m), n::norm_u16(F32, b, m)))
        }
        V_CVT_PKRTZ_F16_F32 => {
            let rtz = |v| n::rtz_f16(v as u32, m, half);
            l.each(|[a, b, _]| pack(rtz(a), rtz(b)));
        }
        V_CVT_PK_U16_U32 => l.each(|[a, b, _]| {
            let clamp = |v: u64| v.min(0xffff) as u16;
            pack(clamp(a), clamp(b))
        }),
        V_CVT_PK_I16_I32 => l.each(|[a, b, _]| {
            let clamp = |v| i32_of(v).clamp(i16::MIN.into(), i16::MAX.into()) as u16;
            pack(clamp(a), clamp(b))
        }),
    }
    l.write(w)
}

/// Two halves as one dword.
pub(super) fn pack(low: u16, high: u16) -> u64 {
    low as u64 | (high as u64) << 16
}

/// An exact 32-bit sum or difference, and whether it leaves the unsigned range: carry or borrow.
fn carry(v: i128) -> (i128, bool) {
    (v, v < 0 || v > u32::MAX.into())
}

/// `base` plus the number of bits of `mask` below bit `lane` (all of them from 32 on).
fn count_below(mask: u32, lane: usize, base: u64) -> u64 {
    let below = ((1u64 << lane.min(32)) - 1) as u32;
    (base as u32).wrapping_add((mask & below).count_ones()) as u64
}
