//! Conversions (CLRX GcnInstrsVop1, GcnInstrsVop2, GcnInstrsVop3).

use super::format::Finite;
use super::round::round_f64;
use super::{BF16, F16, F32, F64, Format, Mode, Round};

/// From one format to another with one rounding: denormal operands by `input`, everything else by
/// `output`. A NaN keeps its sign and the upper bits of its payload and is quieted.
///
/// V_CVT_F16_F32 rounds by the f32 field of MODE on gfx6 and gfx7 and by the f16 field later, and f16
/// denormals are always kept on gfx6 and gfx7: callers choose the modes.
pub fn convert(from: Format, to: Format, x: u64, input: Mode, output: Mode) -> u64 {
    let x = from.flush_in(x, input);
    let negative = from.is_negative(x);
    if from.is_nan(x) {
        let payload = x & (from.quiet_bit() - 1);
        let payload = if from.fraction > to.fraction {
            payload >> (from.fraction - to.fraction)
        } else {
            payload << (to.fraction - from.fraction)
        };
        to.signed_inf(negative) | to.quiet_bit() | payload
    } else if from.is_inf(x) {
        to.signed_inf(negative)
    } else if from.is_zero(x) {
        to.zero(negative)
    } else {
        to.round(from.finite(x), output)
    }
}

/// An f32 as f16, see [`convert`].
pub fn f16_from_f32(x: u32, input: Mode, output: Mode) -> u16 {
    convert(F32, F16, x as u64, input, output) as u16
}

/// An f32 as bf16, to nearest, denormals kept: see [`convert`].
pub fn bf16_from_f32(x: u32) -> u16 {
    convert(F32, BF16, x as u64, Mode::DEFAULT, Mode::DEFAULT) as u16
}

/// An f16 as f32; exact, so only the handling of denormal operands matters.
pub fn f32_from_f16(x: u16, input: Mode) -> u32 {
    convert(F16, F32, x as u64, input, input.keeping()) as u32
}

/// An f64 as f32, see [`convert`].
pub fn f32_from_f64(x: u64, input: Mode, output: Mode) -> u32 {
    convert(F64, F32, x, input, output) as u32
}

/// An f32 as f64; exact, so only the handling of denormal operands matters.
pub fn f64_from_f32(x: u32, input: Mode) -> u64 {
    convert(F32, F64, x as u64, input, input.keeping())
}

/// Any value as f64, exactly; NaNs are quieted.
pub fn to_f64(f: Format, x: u64) -> f64 {
    match f {
        F64 => f64::from_bits(x),
        F32 if F32.is_normal(x) => f32::from_bits(x as u32) as f64,
        _ => f64::from_bits(convert(f, F64, x, Mode::DEFAULT, Mode::DEFAULT)),
    }
}

/// An f64 rounded to a format.
pub fn from_f64(f: Format, v: f64, m: Mode) -> u64 {
    // The host's conversion is the same where nothing is tiny.
    let plain = v.is_finite() && v.abs() >= f32::MIN_POSITIVE as f64;
    if f == F32 && m.round == Round::Nearest && plain {
        return (v as f32).to_bits() as u64;
    }
    convert(F64, f, v.to_bits(), Mode::DEFAULT, m)
}

/// An integer as floating-point value, rounded by `m`.
pub fn from_int(f: Format, v: i64, m: Mode) -> u64 {
    match v {
        0 => 0,
        _ => f.round(
            Finite {
                sign: v < 0,
                exp: 0,
                sig: v.unsigned_abs() as u128,
            },
            m,
        ),
    }
}

/// To i32: toward zero, saturating, NaN to 0.
pub fn to_i32(f: Format, x: u64) -> i32 {
    to_f64(f, x) as i32
}

/// To u32: toward zero, saturating, NaN to 0.
pub fn to_u32(f: Format, x: u64) -> u32 {
    to_f64(f, x) as u32
}

/// To i16: toward zero, saturating, NaN to 0.
pub fn to_i16(f: Format, x: u64) -> i16 {
    to_f64(f, x) as i16
}

/// To u16: toward zero, saturating, NaN to 0.
pub fn to_u16(f: Format, x: u64) -> u16 {
    to_f64(f, x) as u16
}

/// V_CVT_FLR_I32_F32: floor, saturating. NaN gives 0, as in all conversions of AMD's text (CLRX: the
/// largest or smallest integer, by its sign).
///
/// Denormals count whatever MODE says, so that a negative one gives -1: "denormals are supported" of this
/// and of [`rpi_i32`] alone in AMD's texts for Vega and later, and LLVM's tables have neither read MODE.
pub fn flr_i32(x: u32) -> i32 {
    (f32::from_bits(x) as f64).floor() as i32
}

/// V_CVT_RPI_I32_F32: floor of x + 0.5, where the sum is rounded to nearest as f32 (so 0.49999997
/// gives 1), saturating; NaN as in [`flr_i32`].
pub fn rpi_i32(x: u32) -> i32 {
    flr_i32((f32::from_bits(x) + 0.5).to_bits())
}

/// V_CVT_OFF_F32_I4: 0 to 15 as a signed number of sixteenths, -0.5 to 0.4375.
pub fn off_f32_i4(x: u32) -> u32 {
    (((x & 15) ^ 8) as f32 / 16.0 - 0.5).to_bits()
}

/// One half of V_CVT_PKNORM_I16: x * 32767 to nearest even (formed exactly), clamped to -32767 to
/// 32767; NaN to 0.
pub fn norm_i16(f: Format, x: u64, m: Mode) -> u16 {
    let v = (to_f64(f, f.flush_in(x, m)) * 32767.0).round_ties_even();
    v.clamp(-32767.0, 32767.0) as i16 as u16
}

/// One half of V_CVT_PKNORM_U16: x * 65535 to nearest even (formed exactly), clamped to 0 to 65535;
/// NaN to 0.
pub fn norm_u16(f: Format, x: u64, m: Mode) -> u16 {
    (to_f64(f, f.flush_in(x, m)) * 65535.0).round_ties_even() as u16
}

/// One half of V_CVT_PKRTZ_F16_F32: toward zero whatever MODE says, so overflow gives the largest
/// finite value. `output` decides about denormal results.
pub fn rtz_f16(x: u32, input: Mode, output: Mode) -> u16 {
    f16_from_f32(x, input, output.rounding(Round::Zero))
}

/// V_CVT_PK_U8_F32, V_CVT_PKACCUM_U8_F32: `x` rounded by MODE (CLRX; AMD's text names no rounding)
/// and clamped to 0 to 255, NaN to 0, replaces byte `byte` mod 4 of `rest`.
pub fn pk_u8_f32(x: u32, byte: u32, rest: u32, m: Mode) -> u32 {
    let v = f32::from_bits(F32.flush_in(x as u64, m) as u32);
    let shift = 8 * (byte & 3);
    let v = round_f64(v as f64, m.round) as u8;
    rest & !(0xff << shift) | (v as u32) << shift
}
