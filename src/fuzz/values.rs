//! Values at the edges of the formats. Pairs of registers hold the f64 ones, low half first.

use super::Source;

/// f16.
pub const F16: &[u16] = &[
    0, 0x8000, 1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x3bff, 0x3800, 0x3e00,
    0x4100, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfd23, 0x7e00, 0xfe55, 0x3555,
];
/// f32.
pub const F32: &[u32] = &[
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x807f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x0080_0001,
    0x3f80_0000,
    0xbf80_0000,
    0x3f7f_ffff,
    0x3f00_0000,
    0xbf00_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7f80_0001,
    0xffa1_2345,
    0x7fc0_0000,
    0xffc1_2345,
    0x7fff_ffff,
    0x4f00_0000,
    0x4eff_ffff,
    0xcf00_0000,
    0x4f80_0000,
    0x4f7f_ffff,
    0x3eaa_aaab,
    0x4b7f_ffff,
    0x4b00_0001,
    0x7e00_0000,
    0x7e80_0001,
    0x3300_0000,
    0x3880_0000,
    0x477f_e000,
    0x477f_f000,
    0x3effffff,
    0x20000000,
    0x9fffffff,
    0x5f800000,
];
/// f64.
pub const F64: &[u64] = &[
    0,
    1 << 63,
    1,
    (1 << 63) | 1,
    0x000f_ffff_ffff_ffff,
    0x800f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x8010_0000_0000_0001,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3fef_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x4004_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xfff4_0000_1234_5678,
    0x7ff8_0000_0000_0000,
    0xfff8_dead_beef_0001,
    0x41df_ffff_ffc0_0000,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0010_0000,
    0x41ef_ffff_ffe0_0000,
    0x3810_0000_0000_0000,
    0x380f_ffff_f000_0000,
    0x36a0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x3fd5_5555_5555_5555,
];
/// Integers, shift counts and byte selectors.
pub const INT: &[u32] = &[
    0,
    1,
    2,
    3,
    7,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x007f_ffff,
    0x0080_0000,
    0x00ff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x0102_0304,
    0x0c0d_0807,
    0x8080_8080,
    0x7f80_ff00,
    0xffff_0000,
];

/// An f16: at an edge, or of moderate size, so that results have bits to round. Products of those with few bits are
/// often the middle between two others.
fn half(r: &mut Source<'_>) -> u16 {
    let bits = r.bits() as u16;
    let exponent = (3 + r.below(24) as u16) << 10;
    match r.below(4) {
        0 | 1 => r.pick(F16),
        2 => bits & 0x83ff | exponent,
        _ => bits & 0x83e0 | exponent,
    }
}

/// A dword of floats of `bits` bits each, of any of the formats that have so many, whose sizes are near 1.
pub fn near_one(r: &mut Source<'_>, bits: usize) -> u32 {
    // The first bits of 1 and what is a little less: 0 and four ones.
    let first = match bits {
        8 => 0x0101_0101,
        16 => 0x0100_0100,
        _ => 0x0100_0000,
    };
    r.bits() as u32 & !(0x7c * first) | (0x3c * first)
}

/// One dword; `kind` fixes where it comes from, `high` is the upper half of a pair.
pub fn dword(r: &mut Source<'_>, kind: u64, high: bool) -> u32 {
    match kind {
        0 => r.bits() as u32,
        1 => r.pick(INT),
        2 | 3 => r.pick(F32),
        4 => u32::from(half(r)) | u32::from(half(r)) << 16,
        5 => {
            let v = r.pick(F64);
            if high { (v >> 32) as u32 } else { v as u32 }
        }
        // f32 of moderate size.
        6 => (r.bits() as u32 & 0x807f_ffff) | (110 + r.below(36) as u32) << 23,
        _ => r.below(1 << 12) as u32,
    }
}
