//! Vector operations that exist in VOP3 only (CLRX GcnInstrsVop3).

use super::vop::{Lanes, i32_of, s16, s24, u24, u32_of};
use super::vop2::pack;
use super::{Cx, Step, lanes, unsupported};
use crate::isa::scaled::scaled_rows;
use crate::isa::{Gens, Operand, Vop, Vop3};
use crate::machine::wave::Wave;
use crate::numerics::{self as n, BF16, F16, F32, F64, Round, Small};

pub(super) fn execute(op: Vop3, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    use Vop3::*;
    if let Some(s) = op.scaled() {
        return super::scaled::execute(op, s, f, w, cx);
    }
    let mut l = Lanes::fetch(op.row(), f, w, cx)?;
    let [fp8, bf8] = [false, true].map(|bf8| Small::byte(bf8, cx.generation.has(Gens::OCP)));
    let (m, m64, vcc) = (l.mode(F32), l.mode(F64), w.vcc());
    match op {
        V_MAD_LEGACY_F32 => l.bits(|a, b, c| n::mad_legacy(a, b, c, m)),
        V_MAD_F32 => l.float3(F32, n::mad),
        V_FMA_F32 => l.float3(F32, n::fma),
        V_FMA_F64 => l.float3(F64, n::fma),
        V_MULLIT_F32 => l.bits(|a, b, c| n::mullit(a, b, c, m)),
        V_CUBEID_F32 => l.bits(|a, b, c| n::cube_id(a, b, c, m)),
        V_CUBESC_F32 => l.bits(|a, b, c| n::cube_sc(a, b, c, m)),
        V_CUBETC_F32 => l.bits(|a, b, c| n::cube_tc(a, b, c, m)),
        V_CUBEMA_F32 => l.bits(|a, b, c| n::cube_ma(a, b, c, m)),
        V_MIN3_F32 => l.minmax3(F32, n::min3),
        V_MAX3_F32 => l.minmax3(F32, n::max3),
        V_MED3_F32 => l.minmax3(F32, n::med3),
        V_MIN3_F16 => l.minmax3(F16, n::min3),
        V_MAX3_F16 => l.minmax3(F16, n::max3),
        V_MED3_F16 => l.minmax3(F16, n::med3),
        V_MAD_F16 | V_MAD_LEGACY_F16 => l.float3(F16, n::mad),
        V_FMA_F16 | V_FMA_LEGACY_F16 => l.float3(F16, n::fma),
        V_ADD_F64 => l.float2(F64, n::add),
        V_MUL_F64 => l.float2(F64, n::mul),
        V_MIN_F64 => l.minmax2(F64, n::min),
        V_MAX_F64 => l.minmax2(F64, n::max),
        V_LDEXP_F64 => l.each(|[a, b, _]| n::ldexp(F64, a, b as i32, m64)),
        V_TRIG_PREOP_F64 => l.each(|[a, b, _]| n::trig_preop(a, b as u32, m64)),
        V_DIV_SCALE_F32 => l.each_flag(|[a, b, c]| n::div_scale(F32, a, b, c, m)),
        V_DIV_SCALE_F64 => l.each_flag(|[a, b, c]| n::div_scale(F64, a, b, c, m64)),
        V_DIV_FMAS_F32 => {
            l.each_lane(|lane, [a, b, c]| n::div_fmas(F32, a, b, c, vcc >> lane & 1 != 0, m))
        }
        V_DIV_FMAS_F64 => {
            l.each_lane(|lane, [a, b, c]| n::div_fmas(F64, a, b, c, vcc >> lane & 1 != 0, m64))
        }
        V_DIV_FIXUP_F32 => l.float3(F32, n::div_fixup),
        V_DIV_FIXUP_F64 => l.float3(F64, n::div_fixup),
        V_DIV_FIXUP_F16 | V_DIV_FIXUP_LEGACY_F16 => l.float3(F16, n::div_fixup),

        V_MAD_I32_I24 => l.int(|[a, b, c]| s24(a) * s24(b) + i32_of(c)),
        V_MAD_U32_U24 => l.int(|[a, b, c]| u24(a) * u24(b) + u32_of(c)),
        V_MAD_U32_U16 => l.int(|[a, b, c]| u32_of(a) * u32_of(b) + u32_of(c)),
        V_MAD_I32_I16 => l.int(|[a, b, c]| s16(a) * s16(b) + i32_of(c)),
        V_MAD_U16 | V_MAD_LEGACY_U16 => l.int(|[a, b, c]| u32_of(a) * u32_of(b) + u32_of(c)),
        V_MAD_I16 | V_MAD_LEGACY_I16 => l.int(|[a, b, c]| s16(a) * s16(b) + s16(c)),
        V_MAD_U64_U32 => l.int_carry(|[a, b, c]| {
            let sum = u32_of(a) * u32_of(b) + c as i128;
            (sum, sum >> 64 & 1 != 0)
        }),
        // Bit 64 of the 65-bit sum is its sign (AMD's text; CLRX leaves it open).
        V_MAD_I64_I32 => l.int_carry(|[a, b, c]| {
            let sum = i32_of(a) * i32_of(b) + c as i64 as i128;
            (sum, sum < 0)
        }),
        V_MUL_LO_U32 | V_MUL_LO_I32 => l.bits(|a, b, _| a.wrapping_mul(b)),
        V_MUL_HI_U32 => l.each(|[a, b, _]| ((u32_of(a) * u32_of(b)) >> 32) as u64),
        V_MUL_HI_I32 => l.each(|[a, b, _]| ((i32_of(a) * i32_of(b)) >> 32) as u32 as u64),
        V_ADD_I32 => l.int(|[a, b, _]| i32_of(a) + i32_of(b)),
        V_SUB_I32 => l.int(|[a, b, _]| i32_of(a) - i32_of(b)),
        V_ADD_I16 => l.int(|[a, b, _]| s16(a) + s16(b)),
        V_SUB_I16 => l.int(|[a, b, _]| s16(a) - s16(b)),

        V_BFE_U32 => l.bits(|a, b, c| (a >> (b & 31)) & ((1 << (c & 31)) - 1)),
        V_BFE_I32 => l.bits(bfe_i32),
        V_BFI_B32 => l.bits(|a, b, c| a & b | !a & c),
        V_LERP_U8 => {
            l.bits(|a, b, c| per_byte(|i| (byte(a, i) + byte(b, i) + (byte(c, i) & 1)) >> 1))
        }
        V_ALIGNBIT_B32 => l.bits(|a, b, c| align(a, b, c & 31)),
        // Two bits of the count, on all generations: CLRX, AMD's text for the CDNA processors, and what
        // AMD's cl_amd_media_ops has for amd_bytealign. The texts up to Vega print S2[4:0] bytes.
        V_ALIGNBYTE_B32 => l.bits(|a, b, c| align(a, b, (c & 3) * 8)),
        V_PERM_B32 => l.bits(|a, b, c| {
            let bytes = (a as u64) << 32 | b as u64;
            per_byte(|i| permuted(bytes, byte(c, i)))
        }),
        V_MIN3_I32 => l.int(|[a, b, c]| i32_of(a).min(i32_of(b)).min(i32_of(c))),
        V_MAX3_I32 => l.int(|[a, b, c]| i32_of(a).max(i32_of(b)).max(i32_of(c))),
        V_MED3_I32 => l.int(|[a, b, c]| median(i32_of(a), i32_of(b), i32_of(c))),
        V_MIN3_I16 => l.int(|[a, b, c]| s16(a).min(s16(b)).min(s16(c))),
        V_MAX3_I16 => l.int(|[a, b, c]| s16(a).max(s16(b)).max(s16(c))),
        V_MED3_I16 => l.int(|[a, b, c]| median(s16(a), s16(b), s16(c))),
        V_MIN3_U32 | V_MIN3_U16 => l.each(|[a, b, c]| a.min(b).min(c)),
        V_MAX3_U32 | V_MAX3_U16 => l.each(|[a, b, c]| a.max(b).max(c)),
        V_MED3_U32 | V_MED3_U16 => l.each(|[a, b, c]| median(a, b, c)),

        V_SAD_U8 => l.int(|[a, b, c]| sad(a, b) + u32_of(c)),
        V_SAD_HI_U8 => l.int(|[a, b, c]| (sad(a, b) << 16) + u32_of(c)),
        V_MSAD_U8 => l.int(|[a, b, c]| masked_sad(a, b) + u32_of(c)),
        V_SAD_U16 => l.int(|[a, b, c]| {
            let word = |i: u32| (a as u32 >> i) as u16 as i128 - (b as u32 >> i) as u16 as i128;
            word(0).abs() + word(16).abs() + u32_of(c)
        }),
        V_SAD_U32 => l.int(|[a, b, c]| (u32_of(a) - u32_of(b)).abs() + u32_of(c)),
        V_QSAD_U8 | V_QSAD_PK_U16_U8 => {
            let clamp = saturates(f, cx);
            l.each(|[a, b, c]| quad_sad(a, b, c, sad, clamp))
        }
        V_MQSAD_PK_U16_U8 => {
            let clamp = saturates(f, cx);
            l.each(|[a, b, c]| quad_sad(a, b, c, masked_sad, clamp))
        }
        V_MQSAD_U32_U8 => return mqsad_u32(&l, f, w, cx),

        V_LSHL_B64 => l.each(|[a, b, _]| a << (b & 63)),
        V_LSHR_B64 => l.each(|[a, b, _]| a >> (b & 63)),
        V_ASHR_I64 => l.each(|[a, b, _]| (a as i64 >> (b & 63)) as u64),
        V_LSHLREV_B64 => l.each(|[a, b, _]| b << (a & 63)),
        V_LSHRREV_B64 => l.each(|[a, b, _]| b >> (a & 63)),
        V_ASHRREV_I64 => l.each(|[a, b, _]| (b as i64 >> (a & 63)) as u64),
        V_LSHL_ADD_U64 => {
            let most = if cx.generation.has(Gens::SHIFTS_TO_4) {
                4
            } else {
                7
            };
            l.each(|[a, b, c]| {
                let by = Some(b & 7).filter(|by| *by <= most).unwrap_or(0);
                (a << by).wrapping_add(c)
            });
        }
        V_CVT_PK_FP8_F32 => pk_fp8(&mut l, f, fp8),
        V_CVT_PK_BF8_F32 => pk_fp8(&mut l, f, bf8),
        V_CVT_SR_FP8_F32 => sr_fp8(&mut l, f, fp8),
        V_CVT_SR_BF8_F32 => sr_fp8(&mut l, f, bf8),
        // To nearest whatever MODE says (CDNA4 ISA); denormals of bf16 are kept, which are those of f32.
        V_CVT_PK_F16_F32 => {
            let to = |v| n::f16_from_f32(v as u32, m, m64.rounding(Round::Nearest));
            l.each(|[a, b, _]| pack(to(a), to(b)));
        }
        V_CVT_PK_BF16_F32 => {
            l.each(|[a, b, _]| pack(n::bf16_from_f32(a as u32), n::bf16_from_f32(b as u32)))
        }
        V_CVT_SR_F16_F32 => l.each(|[a, b, _]| n::sr_half(F16, a as u32, b as u32, m, m64)),
        V_CVT_SR_BF16_F32 => {
            l.each(|[a, b, _]| n::sr_half(BF16, a as u32, b as u32, m, m.keeping()))
        }
        V_MINIMUM3_F32 => l.float3(F32, n::minimum3),
        V_MAXIMUM3_F32 => l.float3(F32, n::maximum3),
        V_BITOP3_B32 | V_BITOP3_B16 => {
            let table = f.truth_table();
            l.bits(|a, b, c| bitop3(table, a, b, c));
        }
        V_ASHR_PK_I8_I32 => l.bits(|a, b, c| shifted_bytes([a, b], c, -128, 127)),
        V_ASHR_PK_U8_I32 => l.bits(|a, b, c| shifted_bytes([a, b], c, 0, 255)),
        V_XAD_U32 => l.bits(|a, b, c| (a ^ b).wrapping_add(c)),
        V_LSHL_ADD_U32 => l.bits(|a, b, c| (a << (b & 31)).wrapping_add(c)),
        V_ADD_LSHL_U32 => l.bits(|a, b, c| a.wrapping_add(b) << (c & 31)),
        V_ADD3_U32 => l.bits(|a, b, c| a.wrapping_add(b).wrapping_add(c)),
        V_LSHL_OR_B32 => l.bits(|a, b, c| a << (b & 31) | c),
        V_AND_OR_B32 => l.bits(|a, b, c| a & b | c),
        V_OR3_B32 => l.bits(|a, b, c| a | b | c),

        V_CVT_PK_U8_F32 => l.bits(|a, b, c| n::pk_u8_f32(a, b, c, m)),
        V_CVT_PKNORM_I16_F16 => {
            l.each(|[a, b, _]| pack(n::norm_i16(F16, a, m64), n::norm_i16(F16, b, m64)))
        }
        V_CVT_PKNORM_U16_F16 => {
            l.each(|[a, b, _]| pack(n::norm_u16(F16, a, m64), n::norm_u16(F16, b, m64)))
        }
        // Flushes denormals by MODE (LLVM SIInstructions.td) and changes nothing else.
        V_PACK_B32_F16 => l.each(|[a, b, _]| {
            let flush = |v| F16.flush_out(F16.flush_in(v, m64), m64) as u16;
            pack(flush(a), flush(b))
        }),

        V_INTERP_P1_F32
        | V_INTERP_P2_F32
        | V_INTERP_MOV_F32
        | V_INTERP_P1LL_F16
        | V_INTERP_P1LV_F16
        | V_INTERP_P2_F16
        | V_INTERP_P2_LEGACY_F16
        | V_READLANE_REGRD_B32 => return Err(unsupported(cx, op.row().name)),
        // They have been done.
        scaled_rows!() => {}
    }
    l.write(w)
}

/// To two 8-bit floats, in the word of the destination that OP_SEL selects.
fn pk_fp8(l: &mut Lanes, f: &Vop, format: Small) {
    let (m, old, high) = (l.mode(F32), l.old, f.op_sel & 8 != 0);
    l.each_lane(|lane, [a, b, _]| {
        n::pk_fp8(format, a as u32, b as u32, old[lane] as u32, high, m).into()
    });
}

/// To an 8-bit float, rounded stochastically, in the byte of the destination that OP_SEL selects.
fn sr_fp8(l: &mut Lanes, f: &Vop, format: Small) {
    let (m, old, byte) = (l.mode(F32), l.old, u32::from(f.op_sel >> 2 & 3));
    l.each_lane(|lane, [a, b, _]| {
        n::sr_fp8(format, a as u32, b as u32, old[lane] as u32, byte, m).into()
    });
}

/// Each bit is that of the table that the bits of `a`, `b` and `c` select, `a`'s the highest one.
fn bitop3(table: u8, a: u32, b: u32, c: u32) -> u32 {
    (0..8).filter(|i| table >> i & 1 != 0).fold(0, |out, i| {
        let selected = |v: u32, bit: u8| if i >> bit & 1 != 0 { v } else { !v };
        out | selected(a, 2) & selected(b, 1) & selected(c, 0)
    })
}

/// Both values shifted right, saturated, as bytes.
fn shifted_bytes(values: [u32; 2], by: u32, min: i32, max: i32) -> u32 {
    let [low, high] = values.map(|v| (v as i32 >> (by & 31)).clamp(min, max) as u8);
    u16::from_le_bytes([low, high]).into()
}

/// Whether CLAMP saturates integers.
fn saturates(f: &Vop, cx: &Cx) -> bool {
    f.clamp && !cx.generation.is_legacy()
}

/// V_BFE_I32: a width of 0 gives 0; a field that runs past bit 31 ends there.
fn bfe_i32(v: u32, offset: u32, width: u32) -> u32 {
    let (offset, width) = (offset & 31, width & 31);
    match width.min(32 - offset) {
        0 => 0,
        width => ((v << (32 - offset - width)) as i32 >> (32 - width)) as u32,
    }
}

/// The 64 bits {`high`, `low`} shifted right.
fn align(high: u32, low: u32, shift: u32) -> u32 {
    (((high as u64) << 32 | low as u64) >> shift) as u32
}

fn byte(v: u32, i: u32) -> u32 {
    v >> (8 * i) & 0xff
}

/// A dword from the low 8 bits of four results.
fn per_byte(op: impl Fn(u32) -> u32) -> u32 {
    (0..4).fold(0, |v, i| v | (op(i) & 0xff) << (8 * i))
}

/// V_PERM_B32: 0 to 7 select a byte, 8 to 11 the sign of bytes 1, 3, 5, 7, 12 zero, others all ones.
fn permuted(bytes: u64, selector: u32) -> u32 {
    match selector {
        0..=7 => (bytes >> (8 * selector)) as u32 & 0xff,
        8..=11 => 0xff * (bytes >> (16 * (selector - 8) + 15) & 1) as u32,
        12 => 0,
        _ => 0xff,
    }
}

fn median<T: Ord + Copy>(a: T, b: T, c: T) -> T {
    a.min(b).max(a.max(b).min(c))
}

/// Sum of absolute differences of the bytes of two dwords.
fn sad(a: u64, b: u64) -> i128 {
    (0..4)
        .map(|i| byte(a as u32, i).abs_diff(byte(b as u32, i)) as i128)
        .sum()
}

/// As [`sad`], without the bytes where `b` has 0.
fn masked_sad(a: u64, b: u64) -> i128 {
    (0..4)
        .map(|i| (byte(a as u32, i), byte(b as u32, i)))
        .filter(|&(_, b)| b != 0)
        .map(|(a, b)| a.abs_diff(b) as i128)
        .sum()
}

/// V_QSAD, V_MQSAD_PK: four sums over dwords that start at bytes 0 to 3 of `a`, each added to a 16-bit
/// accumulator of `c`. They wrap at 16 bits (AMD's text; CLRX lets the overflow into the next one).
fn quad_sad(a: u64, b: u64, c: u64, sum: fn(u64, u64) -> i128, clamp: bool) -> u64 {
    (0..4).fold(0, |out, i| {
        let sum = sum(a >> (8 * i), b) as u64 + (c >> (16 * i) & 0xffff);
        let sum = if clamp { sum.min(0xffff) } else { sum & 0xffff };
        out | sum << (16 * i)
    })
}

/// V_MQSAD_U32_U8: as [`quad_sad`] with 32-bit accumulators in four registers. They wrap (AMD's text;
/// CLRX saturates, which here CLAMP does).
#[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
fn mqsad_u32(l: &Lanes, f: &Vop, w: &mut Wave, cx: &Cx) -> Step {
    let accumulators: [[u32; 64]; 4] = match l.at.src[2] {
        Operand::Vgpr(v) => std::array::from_fn(|i| w.v(v + i as u8).0),
        Operand::Sgpr(s) => std::array::from_fn(|i| [super::sgpr(w, s as usize + i); 64]),
        other => std::array::from_fn(|i| {
            // A constant fills the low dword and its sign the others.
            let low = super::s32(w, cx, other, crate::isa::Ty::B32);
            [if i == 0 {
                low
            } else {
                (low as i32 >> 31) as u32
            }; 64]
        }),
    };
    let clamp = saturates(f, cx);
    for lane in lanes(l.active) {
        for (i, accumulator) in accumulators.iter().enumerate() {
            let sum = masked_sad(l.src[0][lane] >> (8 * i), l.src[1][lane]) as u64;
            let sum = sum + accumulator[lane] as u64;
            let sum = if clamp { sum.min(u32::MAX.into()) } else { sum };
            w.v_mut(l.at.dst + i as u8).0[lane] = sum as u32;
        }
    }
    Ok(())
}
