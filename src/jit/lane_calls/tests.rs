//! Every vector form of a lane function against [`crate::numerics`].

use super::vectors;
use super::{Io, Operand, run};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn, apply};
use crate::jit::controls::plain_float;
use crate::jit::host::{HostLevel, needs};
use crate::machine::wave::LANES;
use crate::numerics::{F16, F32, F64, Format, Mode};

/// Which operands are 64 bits wide, and the result, for a 64-bit format.
fn widths(f: LaneFn) -> ([bool; 3], bool) {
    match f {
        LaneFn::Ldexp | LaneFn::TrigPreop => ([true, false, false], true),
        LaneFn::Class => ([true, false, false], false),
        LaneFn::FrexpExp | LaneFn::DivScaleFlag => ([true; 3], false),
        _ => ([true; 3], true),
    }
}

fn mask(f: Format) -> u64 {
    f.mask()
}

/// Values at the edges of a format, both signs.
fn edges(f: Format) -> Vec<u64> {
    let one = f.one();
    let unit = 1 << f.fraction;
    let mut v = vec![
        0,
        1,
        2,
        3,
        unit / 2,
        unit - 2,
        unit - 1,
        unit,
        unit + 1,
        2 * unit,
    ];
    for exp in [
        -150, -149, -128, -127, -126, -125, -100, -64, -24, -14, -2, -1, 0, 1, 2, 7, 8, 14,
    ] {
        v.extend([0, 1, unit / 2, unit - 1].map(|low| {
            let field = (one as i64 + exp * unit as i64).max(0) as u64;
            f.abs(field + low)
        }));
    }
    for exp in [24, 31, 63, 64, 95, 96, 100, 125, 126, 127, 199, 200, 254] {
        v.extend([0, 1, unit - 1].map(|low| f.abs(one.wrapping_add(exp * unit + low))));
    }
    v.extend([
        f.inf() - 1,
        f.inf(),
        f.inf() + 1,
        f.inf() | f.quiet_bit(),
        f.abs(f.mask()),
    ]);
    v.extend([96, 128, 255, 256, 257, 1000].map(|n| f64_as(f, n as f64)));
    v.extend([0.25, 0.125, 0.375, 0.75, 125.99999, 126.0, 126.00001].map(|x| f64_as(f, x)));
    let negative: Vec<u64> = v.iter().map(|&x| f.neg(x)).collect();
    v.extend(negative);
    v
}

fn f64_as(f: Format, v: f64) -> u64 {
    crate::numerics::from_f64(f, v, Mode::DEFAULT)
}

/// A generator of Marsaglia's xorshift kind: what it makes need only be varied.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// The modes in which functions differ: rounding, denormals of operands and of results, the same for
/// all formats; DX10_CLAMP and IEEE.
fn modes() -> Vec<u32> {
    let denormals = [0, 0x50, 0xa0, 0xf0];
    let mut v: Vec<u32> = denormals.iter().map(|d| d | 0x300).collect();
    v.extend(denormals);
    v.extend([0xf5, 0x0a, 0xff, 0xf0 | Mode::F16_OVFL]);
    v
}

struct Case {
    a: [u64; LANES],
    b: [u64; LANES],
    c: [u64; LANES],
}

fn general(k: LaneCall, case: &Case) -> [u64; LANES] {
    let operands = [&case.a, &case.b, &case.c];
    let mut want = [0; LANES];
    apply(
        k.pack(),
        0..LANES,
        |n, lane| operands[n as usize][lane],
        |lane, v| want[lane] = v,
    );
    want
}

/// Runs `k` at `level`; `None` where it has no vector form.
fn vector(level: HostLevel, k: LaneCall, case: &Case, all: bool) -> Option<[u64; LANES]> {
    let wide64 = k.fmt == Fmt::F64;
    let (wide_in, wide_out) = widths(k.f);
    let narrow = [&case.a, &case.b, &case.c].map(|v| v.map(|x| x as u32));
    let wide = [&case.a, &case.b, &case.c];
    let operands = [0, 1, 2].map(|n| {
        if wide64 && wide_in[n] {
            Operand::Wide(wide[n])
        } else {
            Operand::Narrow(&narrow[n])
        }
    });
    let mut out = [0u64; LANES];
    let io = Io {
        operands,
        out: out.as_mut_ptr().cast(),
        wide: wide64 && wide_out,
    };
    if all {
        plain_float(|| run(level, k, &io));
    } else if !vectors::apply(level, k, &io) {
        return None;
    }
    if io.wide {
        return Some(out);
    }
    let dword = |lane: usize| (out[lane / 2] >> (32 * (lane % 2))) as u32 as u64;
    Some(std::array::from_fn(dword))
}

/// The host's level.
fn host() -> HostLevel {
    HostLevel::detected().expect("a supported host")
}

fn levels() -> impl Iterator<Item = HostLevel> {
    HostLevel::ALL.into_iter().filter(|&l| l <= host())
}

fn check(level: HostLevel, k: LaneCall, case: &Case, all: bool) -> bool {
    let Some(got) = vector(level, k, case, all) else {
        return false;
    };
    let want = general(k, case);
    for lane in 0..LANES {
        let (a, b, c) = (case.a[lane], case.b[lane], case.c[lane]);
        let want = if widths(k.f).1 && k.fmt == Fmt::F64 {
            want[lane]
        } else {
            want[lane] as u32 as u64
        };
        assert_eq!(
            got[lane], want,
            "{level:?} {k:x?} of {a:x}, {b:x}, {c:x}: {:x}, numerics: {want:x}",
            got[lane]
        );
    }
    true
}

/// Whether it is a function of both halves.
fn is_packed(f: LaneFn) -> bool {
    use LaneFn::{PkAdd, PkFma, PkMax, PkMin, PkMul};
    matches!(f, PkAdd | PkMul | PkFma | PkMin | PkMax)
}

/// Cases whose operands are edges and random values of `f`, and for `Ldexp` and `Class` integers.
fn cases(f: Format, function: LaneFn, count: usize) -> Vec<Case> {
    let edges = edges(f);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let value = |random: &mut Random| match random.next() % 4 {
        0 => random.next() & mask(f),
        // Near one: products and quotients that stay in range.
        1 => (f.one() + (random.next() & ((8 << f.fraction) - 1))) | random.next() & f.sign_bit(),
        _ => edges[random.next() as usize % edges.len()],
    };
    let integer = |random: &mut Random| match random.next() % 4 {
        0 => random.next() as u32 as u64,
        1 => (random.next() as i32 % 2300) as u32 as u64,
        _ => (random.next() as i32 % 300) as u32 as u64,
    };
    let mut at = 0;
    (0..count)
        .map(|_| {
            let mut case = Case {
                a: [0; LANES],
                b: [0; LANES],
                c: [0; LANES],
            };
            for lane in 0..LANES {
                case.a[lane] = match edges.get(at) {
                    Some(&x) => x,
                    None => value(&mut random),
                };
                at += 1;
                case.b[lane] = match function {
                    LaneFn::Ldexp | LaneFn::Class | LaneFn::TrigPreop => integer(&mut random),
                    _ => value(&mut random),
                };
                case.c[lane] = value(&mut random);
                if is_packed(function) {
                    for x in [&mut case.a[lane], &mut case.b[lane], &mut case.c[lane]] {
                        *x = *x & 0xffff | (value(&mut random) & 0xffff) << 16;
                    }
                }
                // V_DIV_SCALE's first operand is one of the others.
                if matches!(function, LaneFn::DivScale) {
                    case.a[lane] = [case.b[lane], case.c[lane]][lane % 2];
                }
            }
            case
        })
        .collect()
}

#[test]
fn vector_forms_equal_numerics() {
    let formats = [(Fmt::F16, F16), (Fmt::F32, F32), (Fmt::F64, F64)];
    let mut forms = Vec::new();
    for &f in LaneFn::ALL {
        for (fmt, format) in formats {
            // These take f32 whatever their format says.
            let operands = match f {
                LaneFn::CvtF16F32 | LaneFn::CvtF16Rtz | LaneFn::CvtF16Mixed => F32,
                _ => format,
            };
            let cases = cases(operands, f, 24);
            for level in levels() {
                for mode in modes() {
                    let extras: &[u8] = match f {
                        // Widths of elements, with and without signs.
                        LaneFn::Dot => &[16, 18, 32, 34, 64, 66],
                        LaneFn::Omod => &[0, 1, 2, 3],
                        _ => &[0, 1],
                    };
                    for &extra in extras {
                        let k = LaneCall {
                            f,
                            fmt,
                            mode,
                            extra,
                        };
                        let mut found = false;
                        for case in &cases {
                            let checked = check(level, k, case, false);
                            if !checked && !found {
                                break;
                            }
                            found = true;
                        }
                        if found && level == host() && !forms.contains(&(f, fmt as u8)) {
                            forms.push((f, fmt as u8));
                        }
                    }
                }
            }
        }
    }
    assert!(forms.len() >= 75, "{} {forms:?}", forms.len());
}

/// Under the controls of a wave that flushes denormals.
#[test]
fn forms_that_take_any_denormals() {
    use crate::jit::controls::{controls, set_csr};
    for &f in LaneFn::ALL {
        for (fmt, format, mode) in [
            (Fmt::F32, F32, 0x300),
            (Fmt::F16, F16, 0x300),
            (Fmt::F16, F16, 0x3c0),
        ] {
            let k = LaneCall {
                f,
                fmt,
                mode,
                // Unsigned bytes.
                extra: if f == LaneFn::Dot { 32 } else { 0 },
            };
            if !vectors::takes_any_denormals(k) {
                continue;
            }
            let format = match f {
                LaneFn::CvtF16Mixed => F32,
                _ => format,
            };
            for case in cases(format, f, 24) {
                for level in levels() {
                    let want = vector(level, k, &case, false);
                    let mut got = None;
                    plain_float(|| {
                        set_csr(controls(k.mode).f32);
                        got = vector(level, k, &case, false);
                        set_csr(super::DEFAULT);
                    });
                    assert_eq!(got, want, "{level:?} {k:?}");
                    assert!(got.is_some());
                }
            }
        }
    }
}

/// Dot products of elements that are the least, the greatest, and what is next to them, in all combinations, with what
/// 64 bits have room for.
#[test]
fn dots_of_extremes() {
    for (bits, signed) in [4, 8, 16].into_iter().flat_map(|b| [(b, false), (b, true)]) {
        let low = 1u64 << (bits - 1);
        let patterns: Vec<u64> = [0, 1, low - 1, low, low + 1, 2 * low - 1]
            .into_iter()
            .flat_map(|x| [(x, x), (x, low), (low - 1, x)])
            .map(|(x, y)| (0..32 / bits).fold(0, |v, i| v | [x, y][i % 2] << (bits * i)))
            .collect();
        let n = patterns.len();
        let element = |v: u64, i: usize| {
            let x = (v >> (bits * i) & (2 * low - 1)) as i64;
            if signed && x >= low as i64 {
                x - 2 * low as i64
            } else {
                x
            }
        };
        let k = LaneCall {
            f: LaneFn::Dot,
            fmt: Fmt::F32,
            mode: 0x3f0,
            extra: 4 * bits as u8 + 2 * signed as u8,
        };
        for from in (0..n * n).step_by(LANES) {
            let at = |lane: usize| (from + lane) % (n * n);
            let case = Case {
                a: std::array::from_fn(|lane| patterns[at(lane) % n]),
                b: std::array::from_fn(|lane| patterns[at(lane) / n]),
                c: std::array::from_fn(|lane| [0, 1, 0x7fff_ffff, 0xffff_ffff][lane % 4]),
            };
            let want: [u64; LANES] = std::array::from_fn(|lane| {
                let product = |i| element(case.a[lane], i) * element(case.b[lane], i);
                let sum: i64 = (0..32 / bits).map(product).sum();
                (sum + case.c[lane] as i64) as u32 as u64
            });
            for level in levels() {
                assert_eq!(
                    vector(level, k, &case, false),
                    Some(want),
                    "{level:?} {k:?}"
                );
            }
        }
    }
}

/// The sum of products of special f16 and of those of random ones, with special f32: of all kinds, and next to what
/// cancels the products.
#[test]
fn dots_of_f16() {
    const HALVES: [u64; 12] = [
        0, 0x8000, 1, 0x83ff, 0x400, 0x3c00, 0xbc01, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0xfe55,
    ];
    const ADDED: [u64; 12] = [
        0,
        0x8000_0000,
        1,
        0x807f_ffff,
        0x80_0000,
        0xbf80_0000,
        0x3f80_2000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7f80_0001,
        0xffc1_2345,
    ];
    let mut random = Random(0x2236_0679_7749_9789);
    let mut some = |from: &[u64; 12], mask: u64| match random.next() % 3 {
        0 => random.next() & mask,
        // Near one.
        1 => random.next() & 0x83ff | 0x3c00,
        _ => from[random.next() as usize % 12],
    };
    for (n, mode) in (modes().into_iter().flat_map(|m| [m, m & !0x30, m | 0x30])).enumerate() {
        let k = LaneCall {
            f: LaneFn::DotF16,
            fmt: Fmt::F32,
            mode,
            extra: n as u8 & 1,
        };
        for _ in 0..400 {
            let mut halves = || some(&HALVES, 0xffff) | some(&HALVES, 0xffff) << 16;
            let mut case = Case {
                a: std::array::from_fn(|_| halves()),
                b: std::array::from_fn(|_| halves()),
                c: [0; LANES],
            };
            // Half of the lanes add nearly what cancels the products.
            let products = general(k, &case);
            case.c = std::array::from_fn(|lane| match lane % 2 {
                0 => some(&ADDED, 0xffff_ffff),
                _ => (products[lane] ^ 0x8000_0000).wrapping_add(lane as u64 / 2 % 3) & 0xffff_ffff,
            });
            for level in levels() {
                let has_form = check(level, k, &case, false);
                assert_eq!(has_form, k.m32().round == crate::numerics::Round::Nearest);
            }
        }
    }
}

/// What has no vector form, or only for some operands, goes the general way.
#[test]
fn functions_without_vector_form() {
    for (f, fmt, format) in [
        (LaneFn::Med3, Fmt::F32, F32),
        (LaneFn::Mad, Fmt::F32, F32),
        (LaneFn::DivFmas, Fmt::F64, F64),
    ] {
        let k = LaneCall {
            f,
            fmt,
            mode: 0x3f0,
            extra: 0,
        };
        for case in cases(format, f, 8) {
            for level in levels() {
                assert!(check(level, k, &case, true));
            }
        }
    }
}

/// Zeros, infinities, NaNs of both kinds, and what is next to the ends of the range, in all combinations.
#[test]
fn special_operands() {
    for (fmt, f) in [(Fmt::F16, F16), (Fmt::F32, F32), (Fmt::F64, F64)] {
        let unit = 1 << f.fraction;
        let values = [
            0,
            1,
            unit - 1,
            unit,
            f.one(),
            f.max_finite(),
            f.inf(),
            f.inf() + 1,
            f.quiet(f.inf()) + 2,
        ];
        let signed: Vec<u64> = values.into_iter().flat_map(|x| [x, f.neg(x)]).collect();
        let n = signed.len();
        let of = |from: usize| {
            let at = |lane: usize| (from + lane) % n.pow(3);
            Case {
                a: std::array::from_fn(|lane| signed[at(lane) % n]),
                b: std::array::from_fn(|lane| signed[at(lane) / n % n]),
                c: std::array::from_fn(|lane| signed[at(lane) / n / n]),
            }
        };
        let all: Vec<Case> = (0..n.pow(3)).step_by(LANES).map(of).collect();
        for &function in LaneFn::ALL {
            // The others are about integers.
            let integers = [
                LaneFn::Ldexp,
                LaneFn::Class,
                LaneFn::PkU8,
                LaneFn::TrigPreop,
                LaneFn::Dot,
                LaneFn::Perm,
            ];
            if integers.contains(&function) {
                continue;
            }
            for mode in modes() {
                let k = LaneCall {
                    f: function,
                    fmt,
                    mode,
                    extra: 0,
                };
                for level in levels() {
                    all.iter().all(|case| check(level, k, case, false));
                }
            }
        }
    }
}

/// Functions of one f16 of every f16, in all modes.
#[test]
fn functions_of_one_f16_equal_numerics() {
    let functions = [
        LaneFn::Rcp,
        LaneFn::Sqrt,
        LaneFn::Rsq,
        LaneFn::Exp2,
        LaneFn::Log2,
        LaneFn::Sin,
        LaneFn::Cos,
        LaneFn::Trunc,
        LaneFn::Ceil,
        LaneFn::Floor,
        LaneFn::Rndne,
        LaneFn::Fract,
        LaneFn::FrexpExp,
        LaneFn::FrexpMant,
        LaneFn::CvtF16Int,
        LaneFn::CvtI16,
        LaneFn::CvtU16,
        LaneFn::NormI16,
        LaneFn::NormU16,
        LaneFn::Flush,
        LaneFn::Clamp,
        LaneFn::Omod,
    ];
    let modes = modes().into_iter().map(|mode| mode & !0xf3 | 0xf0 & mode);
    for f in functions {
        for mode in modes.clone() {
            for extra in [0, 1] {
                let fmt = Fmt::F16;
                let k = LaneCall {
                    f,
                    fmt,
                    mode,
                    extra,
                };
                for x in (0..1 << 16).step_by(LANES) {
                    let case = lanes_from(x);
                    let want = general(k, &case).map(|x| x as u32 as u64);
                    for level in levels() {
                        let Some(got) = vector(level, k, &case, false) else {
                            continue;
                        };
                        assert_eq!(got, want, "{level:?} {k:x?} of {x:x}");
                    }
                }
            }
        }
    }
}

/// f32 that are next to what decides how an f32 becomes an f16: f16, and the middle between two; in steps of
/// `STEP` times 4.
#[test]
fn conversions_to_f16_equal_numerics() {
    /// All have been compared, too.
    const STEP: usize = 7;
    for f in [LaneFn::CvtF16F32, LaneFn::CvtF16Rtz, LaneFn::CvtF16Mixed] {
        let fmt = match f {
            LaneFn::CvtF16Mixed => Fmt::F16,
            _ => Fmt::F32,
        };
        for mode in modes() {
            let k = LaneCall {
                f,
                fmt,
                mode,
                extra: 0,
            };
            for x in (20..1u64 << 20).step_by(LANES / 4 * STEP) {
                // Sixteen places, with four values around each.
                let place = |lane: usize| ((x + lane as u64 / 4) << 12) as u32;
                let near = |lane: usize| place(lane).wrapping_add(lane as u32 % 4).wrapping_sub(2);
                let mut case = lanes_from(0);
                case.a = std::array::from_fn(|lane| u64::from(near(lane)));
                let is_near_f16 = (0x3200_0000..0x4880_0000).contains(&(case.a[0] & 0x7fff_ffff));
                if !is_near_f16 && x % 1024 > 64 {
                    continue;
                }
                for level in levels() {
                    check(level, k, &case, false);
                }
            }
        }
    }
}

fn lanes_from(x: u64) -> Case {
    let a = std::array::from_fn(|lane| x + lane as u64);
    Case {
        a,
        b: [0; LANES],
        c: [0; LANES],
    }
}

/// V_RSQ_F32 of significands and parities of the exponent, in steps of `step` times 64.
fn rsq_significands(step: usize) {
    let k = LaneCall {
        f: LaneFn::Rsq,
        fmt: Fmt::F32,
        mode: 0x3f0,
        extra: 0,
    };
    for low in (0..1u64 << 24).step_by(LANES * step) {
        assert!(check(host(), k, &lanes_from(F32.one() + low), false));
    }
}

#[test]
fn reciprocal_square_roots_sampled() {
    rsq_significands(97);
    let k = LaneCall {
        f: LaneFn::Rsq,
        fmt: Fmt::F32,
        mode: 0x3f0,
        extra: 0,
    };
    // All exponents; among the significands those whose results lie closest to a tie.
    for exp in 0..256u64 {
        for low in [
            0, 0x3a_18e0, 0x09_f030, 0x7f_ffc0, 0x3a_2a20, 0x51_9300, 0x5a_e940,
        ] {
            assert!(check(host(), k, &lanes_from(exp << 23 | low), false));
        }
    }
}

/// All 2^24 significands and parities of the exponent.
#[test]
#[ignore = "takes a minute without optimisation"]
fn reciprocal_square_roots_all() {
    rsq_significands(1);
}

/// From every value within an ulp of the result, the last step of V_RSQ_F32 leads to it.
fn rsq_refinement(step: usize) {
    if !needs::is_left_out("jit::lane_calls::rsq_refinement", host()) {
        // SAFETY: the host has the features.
        unsafe { rsq_refinement_avx512(step) };
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn rsq_refinement_avx512(step: usize) {
    use std::arch::x86_64::*;
    let (one, half) = (_mm512_set1_ps(1.0), _mm512_set1_ps(0.5));
    for low in (0..1u32 << 24).step_by(16 * step) {
        let x: [f32; 16] = std::array::from_fn(|i| f32::from_bits(1f32.to_bits() + low + i as u32));
        let want = x.map(|x| (1.0 / (x as f64).sqrt()) as f32);
        for off in [-1, 0, 1] {
            let near = want.map(|r| f32::from_bits(r.to_bits().wrapping_add_signed(off)));
            let mut got = [0f32; 16];
            // SAFETY: 16 values each.
            unsafe {
                let (x, y) = (_mm512_loadu_ps(x.as_ptr()), _mm512_loadu_ps(near.as_ptr()));
                _mm512_storeu_ps(got.as_mut_ptr(), super::wide::refine(x, y, one, half));
            }
            assert_eq!(got, want, "{x:x?}");
        }
    }
}

#[test]
fn rsq_refinement_sampled() {
    rsq_refinement(389);
}

/// All 2^24 significands and parities of the exponent.
#[test]
#[ignore = "takes a minute without optimisation"]
fn rsq_refinement_all() {
    rsq_refinement(1);
}
