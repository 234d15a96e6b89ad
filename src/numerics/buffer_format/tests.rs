use super::*;

fn buffer(data: u8, number: u8) -> TexelFormat {
    TexelFormat::buffer(Gen::Gfx7, data, number)
        .expect("exists")
        .expect("a format")
}

fn image(data: u8, number: u8) -> TexelFormat {
    TexelFormat::image(Gen::Gfx9, data, number)
        .expect("exists")
        .expect("a format")
}

const UNORM: u8 = 0;
const SNORM: u8 = 1;
const USCALED: u8 = 2;
const SSCALED: u8 = 3;
const UINT: u8 = 4;
const SINT: u8 = 5;
const SNORM_OGL: u8 = 6;
const FLOAT: u8 = 7;
const SRGB_: u8 = 9;

fn floats(v: [f32; 4]) -> [u32; 4] {
    v.map(f32::to_bits)
}

/// Whether `x` is the f32 nearest to `n / d` (d > 0, both below 2^30), by exact integer arithmetic:
/// twice the distance must not exceed the distance between neighbours.
fn is_nearest(x: u32, n: i64, d: i64) -> bool {
    let v = f32::from_bits(x);
    if n == 0 {
        return x == 0;
    }
    if (v < 0.0) != (n < 0) {
        return false;
    }
    // v = sig * 2^exp with a full 24-bit significand.
    let abs = x & 0x7fff_ffff;
    let (sig, exp) = (
        (abs & 0x7f_ffff | 0x80_0000) as i128,
        (abs >> 23) as i32 - 150,
    );
    let (n, d) = (n.unsigned_abs() as i128, d as i128);
    // |sig * 2^exp - n / d| <= 2^exp / 2, times 2 d 2^-exp.
    let (sig, n) = if exp < 0 {
        (sig, n << -exp)
    } else {
        (sig << exp, n)
    };
    let unit = if exp < 0 { 1 } else { 1i128 << exp };
    2 * (sig * d - n).abs() <= unit * d
}

#[test]
fn unorm_is_the_nearest_quotient() {
    for v in 0..=255u32 {
        let x = buffer(1, UNORM).unpack([v, 0, 0, 0], B32)[0];
        assert!(is_nearest(x, v as i64, 255), "{v}");
    }
    for v in 0..=0xffffu32 {
        let x = buffer(2, UNORM).unpack([v, 0, 0, 0], B32)[0];
        assert!(is_nearest(x, v as i64, 0xffff), "{v}");
    }
    for v in (0..1 << 24).step_by(4099) {
        let x = image(20, UNORM).unpack([v, 0, 0, 0], B32)[0];
        assert!(is_nearest(x, v as i64, (1 << 24) - 1), "{v}");
    }
    // 1 / 255 = 0x1.010102p-8 rounded.
    assert_eq!(buffer(1, UNORM).unpack([1, 0, 0, 0], B32)[0], 0x3b80_8081);
}

#[test]
fn snorm_clamps_the_smallest_and_ogl_does_not_need_to() {
    for v in -128i64..=127 {
        let raw = [v as u32 & 0xff, 0, 0, 0];
        let x = buffer(1, SNORM).unpack(raw, B32)[0];
        assert!(is_nearest(x, v.max(-127), 127), "{v}");
        let x = buffer(1, SNORM_OGL).unpack(raw, B32)[0];
        assert!(is_nearest(x, 2 * v + 1, 255), "{v}");
    }
    let two_bits = |raw| buffer(8, SNORM).unpack([raw, 0, 0, 0], B32)[0];
    assert_eq!([0, 1, 2, 3].map(two_bits), floats([0.0, 1.0, -1.0, -1.0]));
}

#[test]
fn snorm_ogl_is_reserved_from_gfx8_on() {
    for g in Gen::GCN {
        let f = TexelFormat::buffer(g, 1, SNORM_OGL);
        assert_eq!(f.is_ok(), g.is_legacy(), "{g}");
    }
}

#[test]
fn scaled_and_integers() {
    let v = [0x80ff_7f01, 0, 0, 0];
    let f = |number| buffer(10, number).unpack(v, B32);
    assert_eq!(f(USCALED), floats([1.0, 127.0, 255.0, 128.0]));
    assert_eq!(f(SSCALED), floats([1.0, 127.0, -1.0, -128.0]));
    assert_eq!(f(UINT), [1, 127, 255, 128]);
    assert_eq!(f(SINT), [1, 127, -1i32 as u32, -128i32 as u32]);
}

#[test]
fn components_lie_from_the_lowest_bit() {
    let unpack = |data, v| buffer(data, UINT).unpack([v, 0, 0, 0], B32);
    assert_eq!(unpack(6, 1 | 2 << 11 | 3 << 22), [1, 2, 3, 0]);
    assert_eq!(unpack(7, 1 | 2 << 10 | 3 << 21), [1, 2, 3, 0]);
    assert_eq!(unpack(8, 1 | 2 << 2 | 3 << 12 | 4 << 22), [1, 2, 3, 4]);
    assert_eq!(unpack(9, 1 | 2 << 10 | 3 << 20 | 3 << 30), [1, 2, 3, 3]);
    let unpack = |data, v| image(data, UINT).unpack([v, 0, 0, 0], B32);
    assert_eq!(unpack(16, 1 | 2 << 5 | 3 << 11), [1, 2, 3, 0]);
    assert_eq!(unpack(17, 1 | 2 << 5 | 3 << 10 | 1 << 15), [1, 2, 3, 1]);
    assert_eq!(unpack(18, 1 | 2 << 1 | 3 << 6 | 4 << 11), [1, 2, 3, 4]);
    assert_eq!(unpack(19, 0x4321), [1, 2, 3, 4]);
    assert_eq!(unpack(20, 1 | 2 << 24), [1, 2, 0, 0]);
    assert_eq!(unpack(21, 1 | 2 << 8), [1, 2, 0, 0]);
    assert_eq!(unpack(57, 0x21), [1, 2, 0, 0]);
    assert_eq!(unpack(58, 1 | 2 << 5 | 3 << 10), [1, 2, 3, 0]);
    let wide = [1, 2, 3, 4];
    assert_eq!(buffer(11, UINT).unpack(wide, B32), [1, 2, 0, 0]);
    assert_eq!(buffer(13, UINT).unpack(wide, B32), [1, 2, 3, 0]);
    assert_eq!(buffer(14, UINT).unpack(wide, B32), wide);
    let halves = [0x0002_0001, 0x0004_0003, 0, 0];
    assert_eq!(buffer(12, UINT).unpack(halves, B32), [1, 2, 3, 4]);
    assert_eq!(
        image(22, FLOAT).unpack([0x3f80_0000, 0x99aa_bb07, 0, 0], B32),
        [0x3f80_0000, 7, 0, 0]
    );
}

#[test]
fn small_floats() {
    let f = buffer(6, FLOAT);
    // 1.0, 1.5, and the 10-bit 1.0; denormal 2^-20 and 2^-19; infinity.
    let v = 15 << 6 | (15 << 6 | 32) << 11 | (15 << 5) << 22;
    assert_eq!(f.unpack([v, 0, 0, 0], B32), floats([1.0, 1.5, 1.0, 0.0]));
    let v = 1 | (31 << 6) << 11 | 1 << 22;
    let expected = floats([2f32.powi(-20), f32::INFINITY, 2f32.powi(-19), 0.0]);
    assert_eq!(f.unpack([v, 0, 0, 0], B32), expected);
    // The same as f16: 2^-20 is 16 x 2^-24.
    assert_eq!(f.unpack([v, 0, 0, 0], B16), [16, 0x7c00, 32, 0]);
    let pack = |v| f.pack(floats(v), B32).expect("writable")[0];
    assert_eq!(
        pack([1.0, 1.5, 1.0, 9.0]),
        15 << 6 | (15 << 6 | 32) << 11 | (15 << 5) << 22
    );
    assert_eq!(pack([-1.0, f32::NEG_INFINITY, -0.0, 0.0]), 0);
    // 1 + 1/128 is halfway and goes to even; 1e6 is beyond 65024.
    assert_eq!(pack([1.0078125, 1e6, 0.0, 0.0]), 15 << 6 | (31 << 6) << 11);
    assert!(pack([f32::NAN, 0.0, 0.0, 0.0]) > 31 << 6);
    // 256 x 2^(16 - 24) and so on.
    let shared = 256 | 1 << 9 | 16 << 27;
    assert_eq!(
        image(34, FLOAT).unpack([shared, 0, 0, 0], B32),
        floats([1.0, 2f32.powi(-8), 0.0, 0.0])
    );
}

#[test]
fn floats_of_full_width_keep_their_bits() {
    let nan = 0x7f80_1234;
    assert_eq!(buffer(4, FLOAT).unpack([nan, 0, 0, 0], B32)[0], nan);
    assert_eq!(
        buffer(4, FLOAT).pack([nan, 0, 0, 0], B32),
        Ok([nan, 0, 0, 0])
    );
    let half = buffer(2, FLOAT);
    assert_eq!(half.unpack([0x7c01, 0, 0, 0], B16)[0], 0x7c01);
    assert_eq!(half.unpack([0x3c00, 0, 0, 0], B32)[0], 1f32.to_bits());
    assert_eq!(half.unpack([1, 0, 0, 0], B32)[0], 2f32.powi(-24).to_bits());
    let pack = |v: f32| half.pack([v.to_bits(), 0, 0, 0], B32).expect("writable")[0];
    // 1 + 2^-11 is a tie, to even; 65520 rounds to infinity.
    assert_eq!(pack(1.0 + 2f32.powi(-11)), 0x3c00);
    assert_eq!(pack(1.0 + 3.0 * 2f32.powi(-11)), 0x3c02);
    assert_eq!([65519.0, 65520.0].map(pack), [0x7bff, 0x7c00]);
}

#[test]
fn half_registers_round_toward_zero_and_saturate() {
    let f = |data, number, v| buffer(data, number).unpack([v, 0, 0, 0], B16)[0];
    // 1/255 = 0x1.0101..p-8: f16 0x1.01p-8 has 2 bits of it: 0x1c04.
    assert_eq!(f(1, UNORM, 1), 0x1c04);
    // 254/255 = 0x1.fdfdfd..p-1: cut after ten bits, 0x1.fdcp-1.
    assert_eq!(f(1, UNORM, 254), 0x3bf7);
    assert_eq!(f(1, UNORM, 255), 0x3c00);
    assert_eq!(f(1, SNORM, 0x80), 0xbc00);
    assert_eq!(f(2, USCALED, 0xffff), 0x7bff);
    assert_eq!(f(4, FLOAT, 1e9f32.to_bits()), 0x7bff);
    assert_eq!(
        f(4, FLOAT, (1.0f32 + 2f32.powi(-11) * 1.9).to_bits()),
        0x3c00
    );
    assert_eq!(f(4, UINT, 0x12345), 0xffff);
    assert_eq!(f(4, SINT, 0x12345), 0x7fff);
    assert_eq!(f(4, SINT, -70000i32 as u32), 0x8000);
    assert_eq!(f(4, SINT, -2i32 as u32), 0xfffe);
    assert_eq!(buffer(4, FLOAT).one(B16), 0x3c00);
    assert_eq!(buffer(4, UINT).one(B16), 1);
}

#[test]
fn stores_clamp_and_round_to_even() {
    let p =
        |data, number, v: [f32; 4]| buffer(data, number).pack(floats(v), B32).expect("writable")[0];
    assert_eq!(p(10, UNORM, [0.0, 1.0, -3.0, 7.0]), 0xff00_ff00);
    // 0.5 x 255 = 127.5 and 1.5 / 255 x 255: to even.
    assert_eq!(p(1, UNORM, [0.5, 0.0, 0.0, 0.0]), 128);
    assert_eq!(p(1, UNORM, [f32::NAN, 0.0, 0.0, 0.0]), 0);
    assert_eq!(p(1, UNORM, [f32::INFINITY, 0.0, 0.0, 0.0]), 255);
    assert_eq!(p(10, SNORM, [-1.0, -9.0, 1.0, 0.5]), 0x407f_8181);
    // 0.5 x 127 = 63.5 to 64; -0.5 to -64.
    assert_eq!(p(1, SNORM, [-0.5, 0.0, 0.0, 0.0]), 0xc0);
    let p = |data, number, v: [u32; 4]| buffer(data, number).pack(v, B32).expect("writable")[0];
    assert_eq!(p(10, UINT, [1, 255, 256, u32::MAX]), 0xffff_ff01);
    assert_eq!(
        p(10, SINT, [127, 128, -128i32 as u32, -129i32 as u32]),
        0x8080_7f7f
    );
    assert_eq!(
        p(9, UINT, [1023, 1024, 5, 9]),
        1023 | 1023 << 10 | 5 << 20 | 3 << 30
    );
    let p = |data, number, v| {
        buffer(data, number)
            .pack([v, 0, 0, 0], B16)
            .expect("writable")[0]
    };
    assert_eq!(p(1, UNORM, 0x3800), 128);
    assert_eq!(p(4, FLOAT, 0xc000), 0xc000_0000);
    assert_eq!(p(2, FLOAT, 0x7c01), 0x7c01);
    assert_eq!(p(4, SINT, 0xffff), u32::MAX);
    assert_eq!(p(4, UINT, 0xffff), 0xffff);
    assert_eq!(p(1, SINT, 0xff00), 0x80);
}

#[test]
fn what_is_loaded_is_stored_again() {
    for number in [UNORM, SNORM, UINT, SINT] {
        for data in [1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 16, 19] {
            let f = image(data, number);
            for i in 0..2000u32 {
                let raw = i.wrapping_mul(0x9e37_79b9);
                let bits = f.bytes().min(4) * 8;
                let mut texel = [raw >> (32 - bits), 0, 0, 0];
                if f.bytes() == 8 {
                    texel[1] = raw.rotate_left(7);
                }
                let there = f.unpack(texel, B32);
                let back = f.pack(there, B32).expect("writable");
                // Only snorm's smallest value is not its own.
                assert_eq!(f.unpack(back, B32), there, "{data} {number} {texel:x?}");
                if number != SNORM {
                    assert_eq!(back, texel, "{data} {number}");
                }
            }
        }
    }
}

#[test]
fn srgb() {
    let f = image(10, SRGB_);
    assert_eq!(
        f.unpack([0xff00_ff00, 0, 0, 0], B32),
        floats([0.0, 1.0, 0.0, 1.0])
    );
    // Alpha is linear.
    let alpha = f.unpack([0x8080_8080, 0, 0, 0], B32);
    assert!(is_nearest(alpha[3], 128, 255));
    for (i, bits) in SRGB.iter().enumerate() {
        let c = i as f64 / 255.0;
        let exact = if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        };
        // f64's error is far below the distance of any entry from a tie.
        assert_eq!(*bits, (exact as f32).to_bits(), "{i}");
    }
    assert!(f.pack([0; 4], B32).is_err(), "sRGB is only read");
    assert!(TexelFormat::image(Gen::Gfx9, 2, SRGB_).is_err());
    assert!(TexelFormat::buffer(Gen::Gfx9, 10, SRGB_).is_err());
}

#[test]
fn what_does_not_exist_is_an_error() {
    let exists = |data, number| TexelFormat::buffer(Gen::Gfx6, data, number).is_ok();
    for number in 0..8 {
        assert!(!exists(15, number), "reserved");
        assert!(!exists(16, number), "of images only");
        assert_eq!(exists(4, number), matches!(number, UINT | SINT | FLOAT));
        assert_eq!(exists(10, number), number != FLOAT);
        assert!(exists(2, number));
        assert!(matches!(
            TexelFormat::buffer(Gen::Gfx6, 0, number),
            Ok(None)
        ));
    }
    for data in [23, 32, 33, 35, 47, 59, 63] {
        assert!(TexelFormat::image(Gen::Gfx7, data, UNORM).is_err());
    }
    for number in [8, 10, 11, 12, 13, 14, 15] {
        assert!(TexelFormat::image(Gen::Gfx7, 10, number).is_err());
    }
    assert!(TexelFormat::image(Gen::Gfx7, 17, SINT).is_err(), "one bit");
}

#[test]
fn what_can_only_be_read() {
    for number in [USCALED, SSCALED, SNORM_OGL] {
        assert!(buffer(10, number).pack([0; 4], B32).is_err());
    }
    for (data, number) in [
        (20, UNORM),
        (21, UINT),
        (22, FLOAT),
        (34, FLOAT),
        (57, UNORM),
        (58, UNORM),
    ] {
        assert!(image(data, number).pack([0; 4], B32).is_err(), "{data}");
    }
}
