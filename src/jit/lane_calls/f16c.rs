//! f16 arithmetic between the host's conversions (F16C), to nearest; see [`super::half`] for why f32 does.

use std::arch::x86_64::*;

use super::{Io, Lane};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::machine::wave::LANES;
use crate::numerics::{F32, Mode, Round};

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT;
const ZERO: i32 = _MM_FROUND_TO_ZERO;

/// The smallest normal f16.
const NORMAL: f32 = 1.0 / (1 << 14) as f32;
/// From here on a value rounds to that in full precision: half an ulp less.
const LEAST: f32 = NORMAL * (1.0 - 0.5 / (1 << 11) as f32);

/// Applies `k` to 64 lanes, or gives false when it is not one of this file's.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
#[allow(clippy::wildcard_enum_match_arm)] // Other functions.
pub(super) fn apply(k: LaneCall, io: &Io<'_>) -> bool {
    let (m, half) = (k.float_mode(), k.half());
    // What the host's conversion does with overflow.
    let plain = |m: Mode| m.round == Round::Nearest && !m.f16_ovfl;
    match (k.f, k.fmt) {
        (LaneFn::CvtF16F32, _) if plain(half) => map::<1>(io, |[x]| {
            to_f16::<NEAREST>(_mm256_castsi256_ps(x), half.denorm_out)
        }),
        (LaneFn::CvtF16Rtz, _) if !half.f16_ovfl => map::<1>(io, |[x]| {
            to_f16::<ZERO>(_mm256_castsi256_ps(x), half.denorm_out)
        }),
        (LaneFn::CvtF16Mixed, _) if plain(m) => map::<1>(io, |[x]| {
            to_f16::<NEAREST>(_mm256_castsi256_ps(x), m.denorm_out)
        }),
        (LaneFn::Add, Fmt::F16) if plain(m) => map::<2>(io, |v| {
            to_f16::<NEAREST>(add(from_f16(v, m.denorm_in)), m.denorm_out)
        }),
        (LaneFn::PkAdd, _) if plain(m) => map::<2>(io, |v| {
            let [low, high] = from_halves(v, m.denorm_in);
            both([add(low), add(high)], m.denorm_out)
        }),
        (LaneFn::Sub, Fmt::F16) if plain(m) => map::<2>(io, |v| {
            let [a, b] = from_f16(v, m.denorm_in);
            to_f16::<NEAREST>(nans(_mm256_sub_ps(a, b), [b, a]), m.denorm_out)
        }),
        (LaneFn::Mul, Fmt::F16) if plain(m) => map::<2>(io, |v| {
            to_f16::<NEAREST>(mul(from_f16(v, m.denorm_in)), m.denorm_out)
        }),
        (LaneFn::PkMul, _) if plain(m) => map::<2>(io, |v| {
            let [low, high] = from_halves(v, m.denorm_in);
            both([mul(low), mul(high)], m.denorm_out)
        }),
        (LaneFn::Fma, Fmt::F16) if plain(m) => map::<3>(io, |v| {
            to_f16::<NEAREST>(fma(from_f16(v, m.denorm_in)), m.denorm_out)
        }),
        (LaneFn::PkFma, _) if plain(m) => map::<3>(io, |v| {
            let [low, high] = from_halves(v, m.denorm_in);
            both([fma(low), fma(high)], m.denorm_out)
        }),
        (LaneFn::DotF16, Fmt::F32) if m.round == Round::Nearest => {
            map::<3>(io, |v| dot(v, k.keeps_halves()))
        }
        (LaneFn::Min, Fmt::F16) | (LaneFn::PkMin, _) => {
            map::<2>(io, |v| ordered::<false>(v, k.minmax()))
        }
        (LaneFn::Max, Fmt::F16) | (LaneFn::PkMax, _) => {
            map::<2>(io, |v| ordered::<true>(v, k.minmax()))
        }
        (LaneFn::Mad, Fmt::F16) if plain(m) => map::<3>(io, |v| {
            let [a, b, c] = from_f16(v, false);
            let product = nans(_mm256_mul_ps(a, b), [b, a]);
            let product = _mm256_cvtps_ph::<NEAREST>(without(product, LEAST));
            let product = _mm256_cvtph_ps(product);
            let sum = nans(_mm256_add_ps(product, c), [c, product]);
            to_f16::<NEAREST>(sum, false)
        }),
        _ => false,
    }
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn map<const N: usize>(io: &Io<'_>, f: impl Fn([__m256i; N]) -> __m256i) -> bool {
    let mut operands = [&[0; LANES]; N];
    for (n, to) in operands.iter_mut().enumerate() {
        let Some(a) = u32::operand(io, n) else {
            return false;
        };
        *to = a;
    }
    let mut r = [0u32; LANES];
    for at in (0..LANES).step_by(8) {
        // SAFETY: 8 values from `at` on, in arrays of 64.
        let v = operands.map(|a| unsafe { _mm256_loadu_si256(a.as_ptr().add(at).cast()) });
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(r.as_mut_ptr().add(at).cast(), f(v)) };
    }
    u32::put(io, &r)
}

/// f16 in the low halves of dwords to f32, exactly; NaNs are quieted, and denormals become zeros of their
/// signs unless they are kept.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn from_f16<const N: usize>(x: [__m256i; N], keeps: bool) -> [__m256; N] {
    x.map(|x| {
        let exponent = _mm256_and_si256(x, _mm256_set1_epi32(0x7c00));
        let tiny = _mm256_cmpeq_epi32(exponent, _mm256_setzero_si256());
        let rest = _mm256_and_si256(tiny, _mm256_set1_epi32(0x03ff));
        let x = if keeps {
            x
        } else {
            _mm256_andnot_si256(rest, x)
        };
        let words = _mm256_permute4x64_epi64::<0b1000>(_mm256_packus_epi32(x, x));
        _mm256_cvtph_ps(_mm256_castsi256_si128(words))
    })
}

/// f16 in both halves of dwords to f32: those of the first four lanes, and of the others.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn from_halves<const N: usize>(x: [__m256i; N], keeps: bool) -> [[__m256; N]; 2] {
    let mut r = [[_mm256_setzero_ps(); N]; 2];
    for (i, x) in x.into_iter().enumerate() {
        let x = [_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)];
        for (r, x) in r.iter_mut().zip(x) {
            let v = _mm256_cvtph_ps(x);
            r[i] = if keeps { v } else { without(v, NORMAL) };
        }
    }
    r
}

/// The reverse of [`from_halves`], to nearest, as [`to_f16`] does it.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn both(r: [__m256; 2], keeps: bool) -> __m256i {
    let [low, high] = r.map(|v| {
        let v = if keeps { v } else { without(v, LEAST) };
        _mm256_cvtps_ph::<NEAREST>(v)
    });
    _mm256_set_m128i(high, low)
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn add([a, b]: [__m256; 2]) -> __m256 {
    nans(_mm256_add_ps(a, b), [b, a])
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn mul([a, b]: [__m256; 2]) -> __m256 {
    nans(_mm256_mul_ps(a, b), [b, a])
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn fma([a, b, c]: [__m256; 3]) -> __m256 {
    let plain = _mm256_fmadd_ps(a, b, c);
    // Only what is a value with 12 bits, which is as f16 or between two of them, can be rounded otherwise the
    // second time than at once; and it may be a NaN.
    let rest = _mm256_and_si256(_mm256_castps_si256(plain), _mm256_set1_epi32(0xfff));
    let doubt = _mm256_cmpeq_epi32(rest, _mm256_setzero_si256());
    match _mm256_testz_si256(doubt, doubt) {
        1 => plain,
        _ => nans(fma_to_odd([a, b, c], _mm256_castsi256_ps(doubt)), [c, b, a]),
    }
}

/// Products of f16 in both halves and their sum, and what is added to it; see [`super::half::dot`].
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn dot([a, b, c]: [__m256i; 3], keeps: bool) -> __m256i {
    // Of each four lanes the products of both halves, in turn.
    let [x, y] = from_halves([a, b], keeps).map(|v| mul(v));
    let low = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
    let high = _mm256_shuffle_ps::<0b11_01_11_01>(x, y);
    // Of lanes 0, 1, 4, 5, 2, 3, 6, 7.
    let sum = _mm256_castps_pd(add([low, high]));
    let sum = _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(sum));
    let c = _mm256_castsi256_ps(c);
    let c = unless_planted!(Fault::DotDenormal, without(c, f32::MIN_POSITIVE), c);
    _mm256_castps_si256(add([sum, c]))
}

/// f32 to f16, each in the low half of its dword. What is tiny becomes a zero of its sign unless it is
/// kept. A denormal f32 is so far below the smallest f16 that it makes no difference whether it is flushed.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn to_f16<const ROUND: i32>(v: __m256, keeps: bool) -> __m256i {
    // Toward zero everything below the smallest normal value is tiny.
    let least = if ROUND == ZERO { NORMAL } else { LEAST };
    let v = if keeps { v } else { without(v, least) };
    _mm256_cvtepu16_epi32(_mm256_cvtps_ph::<ROUND>(v))
}

/// Zeros of their signs in place of magnitudes below `least`.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn without(v: __m256, least: f32) -> __m256 {
    let sign = _mm256_set1_ps(-0.0);
    let magnitude = _mm256_andnot_ps(sign, v);
    let tiny = _mm256_cmp_ps::<_CMP_LT_OQ>(magnitude, _mm256_set1_ps(least));
    _mm256_andnot_ps(_mm256_andnot_ps(sign, tiny), v)
}

/// The minimum, or the maximum, of f16 in both halves, as words with the order of the values, -0 below +0.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn ordered<const MAX: bool>(x: [__m256i; 2], m: Mode) -> __m256i {
    let rest = _mm256_set1_epi16(0x7fff);
    let [a, b] = x.map(|x| if m.denorm_in { x } else { without_denormals(x) });
    // The magnitude of a negative value is turned around, and back.
    let turned = |x| _mm256_xor_si256(x, _mm256_and_si256(_mm256_srai_epi16::<15>(x), rest));
    let r = if MAX {
        _mm256_max_epi16(turned(a), turned(b))
    } else {
        _mm256_min_epi16(turned(a), turned(b))
    };
    let mut r = turned(r);
    let inf = _mm256_set1_epi16(0x7c00);
    let nans = [a, b].map(|x| _mm256_cmpgt_epi16(_mm256_and_si256(x, rest), inf));
    let any = _mm256_or_si256(nans[0], nans[1]);
    let has_nan = _mm256_testz_si256(any, any) == 0;
    if has_nan {
        // The other operand.
        r = _mm256_blendv_epi8(r, a, nans[1]);
        r = _mm256_blendv_epi8(r, b, nans[0]);
    }
    if !m.denorm_out {
        r = without_denormals(r);
    }
    if has_nan && m.ieee && !planted(Fault::SignalsPass) {
        let quiet = _mm256_set1_epi16(0x0200);
        for (x, nan) in [(b, nans[1]), (a, nans[0])] {
            // The quiet bit in all bits.
            let is_quiet = _mm256_srai_epi16::<15>(_mm256_slli_epi16::<6>(x));
            let signals = _mm256_andnot_si256(is_quiet, nan);
            r = _mm256_blendv_epi8(r, _mm256_or_si256(x, quiet), signals);
        }
    }
    r
}

/// Zeros of their signs in place of denormal f16 in both halves.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn without_denormals(x: __m256i) -> __m256i {
    let exponent = _mm256_and_si256(x, _mm256_set1_epi16(0x7c00));
    let tiny = _mm256_cmpeq_epi16(exponent, _mm256_setzero_si256());
    _mm256_andnot_si256(_mm256_and_si256(tiny, _mm256_set1_epi16(0x03ff)), x)
}

/// `r`, or the last NaN among `operands`, quieted. (Where `r` is no NaN, none of them is.)
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn nans<const N: usize>(r: __m256, operands: [__m256; N]) -> __m256 {
    let mut r = r;
    if _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_UNORD_Q>(r, r)) != 0 {
        for x in operands {
            r = _mm256_blendv_ps(r, x, _mm256_cmp_ps::<_CMP_UNORD_Q>(x, x));
        }
        let quiet = _mm256_castsi256_ps(_mm256_set1_epi32(F32.quiet_bit() as i32));
        let is_nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(r, r);
        r = _mm256_or_ps(r, _mm256_and_ps(is_nan, quiet));
    }
    r
}

/// a b + c of values that were f16, rounded to odd where there is doubt (the product is exact), so that
/// rounding the result to f16 is the only rounding to nearest.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn fma_to_odd([a, b, c]: [__m256; 3], doubt: __m256) -> __m256 {
    let product = _mm256_mul_ps(a, b);
    let sum = _mm256_add_ps(product, c);
    if planted(Fault::HalfTwice) {
        return sum;
    }
    // The sum's error, exactly; NaN where the sum is infinite.
    let part = _mm256_sub_ps(sum, product);
    let error = _mm256_add_ps(
        _mm256_sub_ps(product, _mm256_sub_ps(sum, part)),
        _mm256_sub_ps(c, part),
    );
    let inexact = _mm256_cmp_ps::<_CMP_NEQ_OQ>(error, _mm256_setzero_ps());
    let inexact = _mm256_and_ps(inexact, doubt);
    if _mm256_movemask_ps(inexact) == 0 {
        return sum;
    }
    let [bits, error, inexact] = [sum, error, inexact].map(|x| _mm256_castps_si256(x));
    // What was rounded up in magnitude, the error having the other sign, is one place too far; then it is odd.
    let differs = _mm256_srai_epi32::<31>(_mm256_xor_si256(bits, error));
    let truncated = _mm256_add_epi32(bits, _mm256_and_si256(differs, inexact));
    _mm256_castsi256_ps(_mm256_or_si256(truncated, _mm256_srli_epi32::<31>(inexact)))
}
