//! Against rustc_apfloat in every rounding mode, and edge values of the manual and of IEEE 754.

use super::*;
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

fn direction(round: Round) -> rustc_apfloat::Round {
    match round {
        Round::Nearest => rustc_apfloat::Round::NearestTiesToEven,
        Round::Up => rustc_apfloat::Round::TowardPositive,
        Round::Down => rustc_apfloat::Round::TowardNegative,
        Round::Zero => rustc_apfloat::Round::TowardZero,
    }
}

/// A deterministic stream of values whose exponents crowd where rounding is interesting.
struct Values(u64);

impl Values {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 3
    }

    fn float(&mut self, f: Format) -> u64 {
        let fields = (1u64 << f.exponent) - 1;
        let (bias, near) = (f.bias() as u64, self.bits() % 4);
        let exponent = match self.bits() % 8 {
            0 => 0,
            1 => fields,
            2 => 1 + near,
            3 => bias / 2 + near,
            4 => bias.saturating_sub(f.fraction as u64) + near,
            5 | 6 => bias - 2 + near,
            _ => self.bits() & fields,
        };
        let fraction = match self.bits() % 4 {
            0 => 0,
            1 => u64::MAX,
            2 => self.bits() & 7,
            _ => self.bits(),
        };
        let fraction = fraction & ((1 << f.fraction) - 1);
        f.zero(self.bits() & 1 != 0) | exponent.min(fields) << f.fraction | fraction
    }
}

fn compare_with_apfloat<T: Float>(f: Format, count: u32) {
    let mut values = Values(0x1234_5678_9abc_def1);
    let ap = |v: u64| T::from_bits(v as u128);
    for i in 0..count {
        let round = Round::ALL[i as usize % 4];
        let m = Mode::DEFAULT.rounding(round);
        let [a, b, c] = std::array::from_fn(|_| values.float(f));
        let r = direction(round);
        let cases = [
            ("add", add(f, a, b, m), ap(a).add_r(ap(b), r).value),
            ("sub", sub(f, a, b, m), ap(a).sub_r(ap(b), r).value),
            ("mul", mul(f, a, b, m), ap(a).mul_r(ap(b), r).value),
            (
                "fma",
                fma(f, a, b, c, m),
                ap(a).mul_add_r(ap(b), ap(c), r).value,
            ),
            (
                "integral",
                integral(f, a, round, m),
                ap(a).round_to_integral(r).value,
            ),
        ];
        for (name, got, want) in cases {
            let same = if want.is_nan() {
                f.is_nan(got)
            } else {
                got as u128 == want.to_bits()
            };
            let want = want.to_bits();
            assert!(
                same,
                "{name} {round:?} {a:#x} {b:#x} {c:#x}: {got:#x}, not {want:#x}"
            );
        }
    }
}

#[test]
fn f16_in_all_rounding_modes() {
    compare_with_apfloat::<Half>(F16, 40_000);
}

#[test]
fn f32_in_all_rounding_modes() {
    compare_with_apfloat::<Single>(F32, 40_000);
}

#[test]
fn f64_in_all_rounding_modes() {
    compare_with_apfloat::<Double>(F64, 40_000);
}

#[test]
fn narrowing_in_all_rounding_modes() {
    let mut values = Values(99);
    for i in 0..40_000 {
        let round = Round::ALL[i % 4];
        let m = Mode::DEFAULT.rounding(round);
        let x = values.float(F32) as u32;
        if !F32.is_nan(x as u64) {
            let want: Half = Single::from_bits(x as u128)
                .convert_r(direction(round), &mut false)
                .value;
            assert_eq!(f16_from_f32(x, m, m) as u128, want.to_bits(), "{x:#x}");
            // Values near the f32 grid, denormals among them.
            let d = f64::from_bits(to_f64(F32, x as u64).to_bits() ^ (values.bits() & 0x3fff_ffff));
            let want: Single = Double::from_bits(d.to_bits() as u128)
                .convert_r(direction(round), &mut false)
                .value;
            assert_eq!(
                f32_from_f64(d.to_bits(), m, m) as u128,
                want.to_bits(),
                "{d:e}"
            );
        }
    }
}

#[test]
fn flushing_of_results_is_decided_after_rounding() {
    let keep = Mode::DEFAULT;
    let flush = keep.flushed();
    let one = 1f32.to_bits();
    let smallest_normal = 0x0080_0000;
    let half = 0.5f32.to_bits();
    assert_eq!(f32_mul(smallest_normal, half, keep), 0x0040_0000);
    assert_eq!(f32_mul(smallest_normal, half, flush), 0);
    assert_eq!(f32_mul(smallest_normal | 1 << 31, half, flush), 1 << 31);
    // (1 - 2^-24) x 2^-126 fits 24 bits, so it is tiny, though the denormal grid rounds it up.
    let just_below_one = 0x3f7f_ffff;
    assert_eq!(f32_mul(smallest_normal, just_below_one, flush), 0);
    assert_eq!(
        f32_mul(smallest_normal, just_below_one, keep),
        smallest_normal
    );
    // (1 + 2^-23) x (1 - 2^-23) x 2^-126 = (1 - 2^-46) x 2^-126 rounds up to the smallest normal value
    // with 24 bits and any exponent: not tiny.
    assert_eq!(f32_mul(0x0080_0001, 0x3f7f_fffe, flush), smallest_normal);
    assert_eq!(
        f32_mul(0x0080_0001, 0x3f7f_fffe, flush.rounding(Round::Zero)),
        0
    );
    // Operands.
    assert_eq!(f32_add(0x0000_0001, one, flush.rounding(Round::Up)), one);
    assert_eq!(f32_add(0x0000_0001, one, keep.rounding(Round::Up)), one + 1);
    assert_eq!(f64_mul(1, 1f64.to_bits(), flush), 0);
    assert_eq!(f16_add(0x0200, 0x0200, flush), 0);
    assert_eq!(f16_add(0x0200, 0x0200, keep), 0x0400);
}

#[test]
fn nans_by_the_rule() {
    let m = Mode::DEFAULT;
    let (a, b, c) = (0x7fc0_0001, 0xff80_0002, 0x7fc0_0003);
    let one = 1f32.to_bits();
    let inf = f32::INFINITY.to_bits();
    assert_eq!(f32_add(a, b, m), a);
    assert_eq!(f32_add(b, a, m), 0xffc0_0002);
    assert_eq!(f32_sub(one, b, m), 0xffc0_0002);
    assert_eq!(f32_fma(one, b, c, m), 0xffc0_0002);
    assert_eq!(f32_fma(0, inf, c, m), c);
    assert_eq!(f32_fma(a, b, c, m), a);
    assert_eq!(f32_add(inf, inf | 1 << 31, m), 0xffc0_0000);
    assert_eq!(f32_mul(0, inf, m), 0xffc0_0000);
    assert_eq!(f64_mul(0, f64::INFINITY.to_bits(), m), 0xfff8 << 48);
    assert_eq!(f16_mul(0, 0x7c00, m), 0xfe00);
    assert_eq!(f32_sqrt(0xbf80_0000, m), 0xffc0_0000);
    // Conversions keep the sign and the upper payload.
    assert_eq!(f16_from_f32(0xff80_2000, m, m), 0xfe01);
    assert_eq!(f32_from_f16(0xfc01, m), 0xffc0_2000);
    assert_eq!(f64_from_f32(0x7f80_0001, m), 0x7ff8_0000_2000_0000);
}

#[test]
fn zero_sums() {
    let (plus, minus) = (1f32.to_bits(), (-1f32).to_bits());
    let m = Mode::DEFAULT;
    assert_eq!(f32_add(plus, minus, m), 0);
    assert_eq!(f32_add(plus, minus, m.rounding(Round::Down)), 1 << 31);
    assert_eq!(f32_add(1 << 31, 1 << 31, m), 1 << 31);
    assert_eq!(f32_fma(0, plus, 1 << 31, m.rounding(Round::Down)), 1 << 31);
}

#[test]
fn overflow_by_direction() {
    let max = f32::MAX.to_bits();
    let m = Mode::DEFAULT;
    let want = [
        (Round::Nearest, 0x7f80_0000, 0xff80_0000),
        (Round::Up, 0x7f80_0000, 0xff7f_ffff),
        (Round::Down, 0x7f7f_ffff, 0xff80_0000),
        (Round::Zero, 0x7f7f_ffff, 0xff7f_ffff),
    ];
    for (round, positive, negative) in want {
        assert_eq!(f32_add(max, max, m.rounding(round)), positive);
        let minus_max = max | 1 << 31;
        assert_eq!(f32_add(minus_max, minus_max, m.rounding(round)), negative);
    }
}

#[test]
fn mode_register_fields() {
    let m = Mode::f32(0x12);
    assert_eq!(
        (m.round, m.denorm_in, m.denorm_out),
        (Round::Down, true, false)
    );
    let m = Mode::f64(0x18c);
    assert_eq!(
        (m.round, m.denorm_in, m.denorm_out),
        (Round::Zero, false, true)
    );
    assert!(m.dx10_clamp && !m.ieee && Mode::f64(0x200).ieee);
    assert!(Mode::f32(0xf0).is_plain());
}

#[test]
fn classes() {
    let cases = [
        (0x7f80_0001, 0),
        (0xffc0_0000, 1),
        (0xff80_0000, 2),
        (0xbf80_0000, 3),
        (0x8000_0001, 4),
        (0x8000_0000, 5),
        (0x0000_0000, 6),
        (0x0000_0001, 7),
        (0x3f80_0000, 8),
        (0x7f80_0000, 9),
    ];
    for (x, bit) in cases {
        assert_eq!(class_of(F32, x), bit, "{x:#x}");
        assert!(is_class(F32, x, 1 << bit) && !is_class(F32, x, !(1 << bit)));
    }
}

#[test]
fn min_max_rules() {
    let m = Mode::DEFAULT;
    let no_ieee = Mode { ieee: false, ..m };
    let (qnan, snan, one) = (0x7fc0_0001, 0x7f80_0001, 1f32.to_bits());
    assert_eq!(f32_min(one, snan, m), 0x7fc0_0001);
    assert_eq!(f32_min(one, snan, no_ieee), one);
    assert_eq!(f32_max(qnan, one, m), one);
    assert_eq!(f32_max(qnan, 0x7fc0_0002, m), 0x7fc0_0002);
    assert_eq!(f32_min(0, 1 << 31, m), 1 << 31);
    assert_eq!(f32_max(0, 1 << 31, m), 0);
    assert_eq!(
        f32_med3(one, 2f32.to_bits(), 2f32.to_bits(), m),
        2f32.to_bits()
    );
    // The largest is a denormal that is flushed only if it is the result.
    let flushes_out = Mode {
        denorm_out: false,
        ..m
    };
    let [half, quarter] = [-0.5f32, -0.25].map(f32::to_bits);
    assert_eq!(f32_med3(half, 0x80, quarter, flushes_out), quarter);
    assert_eq!(f32_med3(one, 0x80, half, flushes_out), 0);
}

/// The sequence that LLVM emits for an f32 division (SITargetLowering::LowerFDIV32).
fn divide_f32(n: u32, d: u32, m: Mode) -> u32 {
    let neg = |v: u32| v ^ 1 << 31;
    let (ds, _) = f32_div_scale(d, d, n, m);
    let (ns, flag) = f32_div_scale(n, d, n, m);
    let r = f32_rcp(ds, m);
    let e = f32_fma(neg(ds), r, 1f32.to_bits(), m);
    let r = f32_fma(e, r, r, m);
    let q = f32_mul(ns, r, m);
    let e = f32_fma(neg(ds), q, ns, m);
    let q = f32_fma(e, r, q, m);
    let e = f32_fma(neg(ds), q, ns, m);
    f32_div_fixup(f32_div_fmas(e, r, q, flag, m), d, n, m)
}

/// The sequence that LLVM emits for an f64 division (SITargetLowering::LowerFDIV64).
fn divide_f64(n: u64, d: u64, m: Mode) -> u64 {
    let neg = |v: u64| v ^ 1 << 63;
    let one = 1f64.to_bits();
    let (ds, _) = div_scale(F64, d, d, n, m);
    let (ns, flag) = div_scale(F64, n, d, n, m);
    let r = f64_rcp(ds, m);
    let r = f64_fma(r, f64_fma(neg(ds), r, one, m), r, m);
    let r = f64_fma(r, f64_fma(neg(ds), r, one, m), r, m);
    let q = f64_mul(ns, r, m);
    let e = f64_fma(neg(ds), q, ns, m);
    f64_div_fixup(div_fmas(F64, e, r, q, flag, m), d, n, m)
}

#[test]
fn division_sequences_give_the_rounded_quotient() {
    let mut values = Values(7);
    let m = Mode::DEFAULT;
    for _ in 0..100_000 {
        let [n, d] = std::array::from_fn(|_| values.float(F32) as u32);
        let want = f32::from_bits(n) / f32::from_bits(d);
        let got = f32::from_bits(divide_f32(n, d, m));
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{n:#x} / {d:#x}: {got:e}, not {want:e}");
        let [n, d] = std::array::from_fn(|_| values.float(F64));
        let want = f64::from_bits(n) / f64::from_bits(d);
        let got = f64::from_bits(divide_f64(n, d, m));
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{n:#x} / {d:#x}: {got:e}, not {want:e}");
    }
}

/// What makes one division enough: the reciprocal is the correctly rounded one after Newton's step, for each significand of
/// a denominator; and with all on the way normal MODE's denormals do not matter.
#[test]
fn quotients_are_rounded_once() {
    for significand in 0..1 << 23 {
        let d = f32::from_bits(1f32.to_bits() | significand);
        let r = 1.0 / d;
        let error = (-d).mul_add(r, 1.0);
        assert_eq!(error.mul_add(r, r), r, "{d:e}");
    }
    let mut values = Values(9);
    let ends = [QUOTIENT_RANGE.start, QUOTIENT_RANGE.end - 1];
    for round in 0..200_000 {
        let [d, n] = std::array::from_fn(|k| {
            let v = values.bits() as u32;
            let exponents = (QUOTIENT_RANGE.len() >> 23) as u32;
            let inside = QUOTIENT_RANGE.start + (v >> 8) % exponents * (1 << 23) + (v & 0x7f_ffff);
            match round % 16 {
                0 => ends[k] | v & 1 << 31,
                1 => ends[1 - k] | v & 1 << 31,
                2 if k == 1 => v & 1 << 31,
                3 if k == 1 => 1f32.to_bits(),
                _ => inside | v & 1 << 31,
            }
        });
        let want = (f32::from_bits(n) / f32::from_bits(d)).to_bits();
        for m in [Mode::DEFAULT, Mode::DEFAULT.flushed()] {
            assert_eq!(quotient(d, n, m), want, "{n:#x} / {d:#x} under {m:?}");
            assert_eq!(divide_f32(n, d, m), want, "{n:#x} / {d:#x} under {m:?}");
        }
    }
}

#[test]
fn division_special_cases() {
    let m = Mode::DEFAULT;
    let [zero, one, inf, nan] = [0f32, 1.0, f32::INFINITY, f32::NAN].map(f32::to_bits);
    let minus = 1 << 31;
    let cases = [
        // quotient, denominator, numerator
        (nan, zero, zero, 0xffc0_0000),
        (nan, inf, inf, 0xffc0_0000),
        (nan, zero, one | minus, inf | minus),
        (nan, inf | minus, one, minus),
        (nan, one, inf, inf),
        (nan, one, zero | minus, minus),
        (nan, one, one, inf),
        (one, 0x7f80_0001, 0x7fc0_0002, 0x7fc0_0002),
        (one, 0x7f80_0001, one, 0x7fc0_0001),
        (one, one | minus, one, one | minus),
    ];
    for (q, d, n, want) in cases {
        assert_eq!(f32_div_fixup(q, d, n, m), want, "{q:#x} {d:#x} {n:#x}");
    }
    // DIV_FMAS scales by 2^64 upward when |c| >= 2, else downward, only with the flag set.
    let two = 2f32.to_bits();
    assert_eq!(f32_div_fmas(0, 0, two, true, m), 2f32.powi(65).to_bits());
    assert_eq!(f32_div_fmas(0, 0, one, true, m), 2f32.powi(-64).to_bits());
    assert_eq!(f32_div_fmas(0, 0, two, false, m), two);
}

#[test]
fn ldexp_rounds_once() {
    let m = Mode::DEFAULT;
    let x = 0x3f80_0001; // 1 + 2^-23
    // Half of the last denormal place and a little more: up to 2^-149.
    assert_eq!(ldexp(F32, x, -150, m), 1);
    assert_eq!(ldexp(F32, 0x3f80_0000, -150, m), 0);
    assert_eq!(ldexp(F32, x, i32::MAX, m), F32.inf());
    assert_eq!(ldexp(F32, x, i32::MIN, m), 0);
    assert_eq!(ldexp(F64, 1, 1074, m), 1f64.to_bits());
}

#[test]
fn trig_preop_windows() {
    let m = Mode::DEFAULT;
    // Segment 0: the first 53 bits of 2/pi = 0.a2f9836e4e4415..., truncated.
    let first = f64::from_bits(trig_preop(1f64.to_bits(), 0, m));
    let expected = 0x14_5f30_6dc9_c882u64 as f64 * 2f64.powi(-53);
    assert_eq!(first, expected);
    // The segments add up to 2/pi: three of them are exact to 159 bits.
    let sum: f64 = (0..3)
        .map(|s| f64::from_bits(trig_preop(1f64.to_bits(), s, m)))
        .sum();
    assert_eq!(sum, std::f64::consts::FRAC_2_PI);
    // Raw exponent 1078 moves the window by one bit.
    let moved = f64::from_bits(trig_preop(1078 << 52, 0, m));
    let window = 0x28_be60_db93_9105u64 & ((1 << 53) - 1);
    assert_eq!(moved, window as f64 * 2f64.powi(-54));
    // Past the last bit of the table there is nothing.
    assert_eq!(trig_preop(2046 << 52, 31, m), 0);
}

/// Largest error of `op` against the host's f64 function, in ulp of f32.
fn worst(
    op: impl Fn(u32) -> u32,
    exact: impl Fn(f64) -> f64,
    inputs: impl Iterator<Item = f32>,
) -> f64 {
    inputs
        .map(|x| {
            let want = exact(x as f64);
            let got = f32::from_bits(op(x.to_bits())) as f64;
            let ulp = 2f64.powi((want.abs().log2().floor() as i32).max(-126) - 23);
            if got == want {
                0.0
            } else {
                ((got - want) / ulp).abs()
            }
        })
        .fold(0.0, f64::max)
}

#[test]
fn approximations_are_nearly_correctly_rounded() {
    let m = Mode::DEFAULT;
    let steps = |low: f32, high: f32| {
        (0..20_000).map(move |i| low + (high - low) * (i as f32 + 0.37) / 20_000.0)
    };
    let tau = |x: f64| (x - x.round()) * std::f64::consts::TAU;
    let limit = 0.501;
    assert!(worst(|x| f32_exp2(x, m), f64::exp2, steps(-126.0, 128.0)) < limit);
    assert!(worst(|x| f32_log2(x, m), f64::log2, steps(0.9, 1.1)) < limit);
    assert!(worst(|x| f32_log2(x, m), f64::log2, steps(1e-37, 1e30)) < limit);
    assert!(worst(|x| f32_sin(x, m), |x| tau(x).sin(), steps(-0.4, 0.4)) < limit);
    assert!(worst(|x| f32_cos(x, m), |x| tau(x).cos(), steps(-0.2, 0.2)) < limit);
    assert!(worst(|x| f32_rsq(x, m), |x| 1.0 / x.sqrt(), steps(1e-3, 1e3)) < limit);
    let sin_error = worst(|x| f32_sin(x, m), |x| tau(x).sin(), steps(-256.0, 256.0));
    assert!(sin_error < limit, "{sin_error}");
}

#[test]
fn approximations_flush_and_saturate() {
    let m = Mode::DEFAULT;
    let inf = f32::INFINITY.to_bits();
    assert_eq!(f32_rcp(1, m), inf);
    assert_eq!(f32_rcp(0x7f00_0001, m), 0);
    assert_eq!(f32_rcp(0x7f00_0001, m.rounding(Round::Up)), 0);
    assert_eq!(f32_rsq(1 << 31, m), inf | 1 << 31);
    assert_eq!(f32_log2(0x007f_ffff, m), inf | 1 << 31);
    assert_eq!(f32_exp2((-126f32).to_bits(), m), 0x0080_0000);
    assert_eq!(f32_exp2((-126.5f32).to_bits(), m), 0);
    assert_eq!(f32_exp2(128f32.to_bits(), m), inf);
    assert_eq!(f16_rcp(0x4000, m), 0x3800);
    assert_eq!(f16_exp2(0xce00, m), 0x0001); // 2^-24, the smallest f16
    assert_eq!(f64_rcp(4f64.to_bits(), m), 0.25f64.to_bits());
}
