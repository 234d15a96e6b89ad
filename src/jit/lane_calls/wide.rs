//! Lane functions for which AVX-512 has better than what the compiler makes of the loops.

use std::arch::x86_64::*;

use super::{Io, Lane};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::machine::wave::LANES;

/// Applies `k` to 64 lanes, or gives false when it is not one of this file's.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn apply(k: LaneCall, io: &Io<'_>) -> bool {
    (k.f, k.fmt) == (LaneFn::Rsq, Fmt::F32) && map::<1>(io, |[x]| rsq(x))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn map<const N: usize>(io: &Io<'_>, f: impl Fn([__m512i; N]) -> __m512i) -> bool {
    let mut operands = [&[0; LANES]; N];
    for (n, to) in operands.iter_mut().enumerate() {
        let Some(a) = u32::operand(io, n) else {
            return false;
        };
        *to = a;
    }
    let mut r = [0u32; LANES];
    for at in (0..LANES).step_by(16) {
        // SAFETY: 16 values from `at` on, in arrays of 64.
        let v = operands.map(|a| unsafe { _mm512_loadu_si512(a.as_ptr().add(at).cast()) });
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(r.as_mut_ptr().add(at).cast(), f(v)) };
    }
    u32::put(io, &r)
}

/// V_RSQ_F32: the estimate, a step of second order, which leaves it at most one ulp from the result,
/// and another step with the residual 1 - x y^2 to twice the precision.
///
/// From each of the result and its two neighbours the last step leads to the result: tested for the
/// 2^24 significands and parities of the exponent, so the last bits of the host's estimate do not
/// matter. The whole function was compared with the definition for every f32 from 0 up. No intermediate
/// value of any step comes near the denormal ones, so the host's controls for these do not matter
/// either; its rounding must be to nearest.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn rsq(x: __m512i) -> __m512i {
    /// Classes of operands: NaNs, zeros, infinities, negative values.
    const SPECIAL: i32 = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x40 | 0x80;
    const DENORMAL: i32 = 0x20;
    let (one, half) = (_mm512_set1_ps(1.0), _mm512_set1_ps(0.5));
    let sign = _mm512_set1_epi32(i32::MIN);
    let denormal = _mm512_fpclass_ps_mask::<DENORMAL>(_mm512_castsi512_ps(x));
    let x = _mm512_castsi512_ps(_mm512_mask_and_epi32(x, denormal, x, sign));
    // Also infinities of zeros, zero of infinity, and NaNs as they should be.
    let estimate = _mm512_rsqrt14_ps(x);
    let special = _mm512_fpclass_ps_mask::<SPECIAL>(x);
    // Large values would take y^2 near the denormal ones.
    let large = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(x, _mm512_set1_ps(two_to(64)));
    let x = _mm512_mask_mul_ps(x, large, x, _mm512_set1_ps(two_to(-64)));
    let y = _mm512_mask_mul_ps(estimate, large, estimate, _mm512_set1_ps(two_to(32)));
    let residual = _mm512_fnmadd_ps(_mm512_mul_ps(x, y), y, one);
    let y = correct(y, residual, half);
    let r = refine(x, y, one, half);
    let r = _mm512_mask_mul_ps(r, large, r, _mm512_set1_ps(two_to(-32)));
    _mm512_castps_si512(_mm512_mask_mov_ps(r, special, estimate))
}

/// The last step: y + y (r/2 + 3/8 r^2) for the residual r = 1 - x y^2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn refine(x: __m512, y: __m512, one: __m512, half: __m512) -> __m512 {
    let square = _mm512_mul_ps(y, y);
    let rest = _mm512_fmsub_ps(y, y, square);
    let residual = _mm512_fnmadd_ps(x, square, one);
    let residual = _mm512_fnmadd_ps(x, rest, residual);
    correct(y, residual, half)
}

/// y + y r (1/2 + 3/8 r).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn correct(y: __m512, residual: __m512, half: __m512) -> __m512 {
    let factor = _mm512_fmadd_ps(residual, _mm512_set1_ps(0.375), half);
    _mm512_fmadd_ps(_mm512_mul_ps(y, residual), factor, y)
}

/// 2^n.
const fn two_to(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << 23)
}
