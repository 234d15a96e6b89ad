//! Lane functions as loops over 64 lanes that the compiler turns into vector instructions, once for
//! each level of host. The controls are those of [`super::plain_float`] meanwhile.

use super::fields::{f32_fields, f64_fields};
use super::transcendental as t;
use super::{Io, Lane, wide};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::jit::host::HostLevel;
use crate::machine::wave::LANES;
use crate::numerics::Round;

/// Whether the vector form of `k`, which every level has, gives the same whatever the host's controls
/// say about denormals: no step has any, or no step is arithmetic.
pub(super) fn takes_any_denormals(k: LaneCall) -> bool {
    use LaneFn::*;
    let arithmetic = matches!(k.f, Rcp | Sqrt | Rsq | Exp2 | Log2 | LogClamp | Cos);
    let fields = matches!(k.f, DivFixup | Clamp | ClampInf | LegacyInf | Class);
    k.fmt == Fmt::F32 && (arithmetic || fields)
}

/// Applies `k` to 64 lanes if there is a vector form of it. No `level` above the host's may be asked
/// for: generated code passes its compiler's, which [`HostLevel::checked`] has accepted. Gives false,
/// with nothing written, where there is none.
pub(super) fn apply(level: HostLevel, k: LaneCall, io: &Io<'_>) -> bool {
    match level {
        // SAFETY: the host has the features, as the caller says.
        HostLevel::Avx512 => unsafe { apply_avx512(k, io) },
        // SAFETY: the host has the features, as the caller says.
        HostLevel::Avx2 => unsafe { apply_avx2(k, io) },
        HostLevel::Base => loops(k, io),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn apply_avx512(k: LaneCall, io: &Io<'_>) -> bool {
    wide::apply(k, io) || loops(k, io) || fused(k, io)
}

#[target_feature(enable = "avx2,fma")]
fn apply_avx2(k: LaneCall, io: &Io<'_>) -> bool {
    loops(k, io) || fused(k, io)
}

#[inline(always)]
fn map1<A: Lane, R: Lane>(io: &Io<'_>, f: impl Fn(A) -> R) -> bool {
    let Some(a) = A::operand(io, 0) else {
        return false;
    };
    let mut r = [R::default(); LANES];
    for lane in 0..LANES {
        r[lane] = f(a[lane]);
    }
    R::put(io, &r)
}

#[inline(always)]
fn map2<A: Lane, B: Lane, R: Lane>(io: &Io<'_>, f: impl Fn(A, B) -> R) -> bool {
    let (Some(a), Some(b)) = (A::operand(io, 0), B::operand(io, 1)) else {
        return false;
    };
    let mut r = [R::default(); LANES];
    for lane in 0..LANES {
        r[lane] = f(a[lane], b[lane]);
    }
    R::put(io, &r)
}

#[inline(always)]
fn map3<A: Lane, R: Lane>(io: &Io<'_>, f: impl Fn(A, A, A) -> R) -> bool {
    let (Some(a), Some(b), Some(c)) = (A::operand(io, 0), A::operand(io, 1), A::operand(io, 2))
    else {
        return false;
    };
    let mut r = [R::default(); LANES];
    for lane in 0..LANES {
        r[lane] = f(a[lane], b[lane], c[lane]);
    }
    R::put(io, &r)
}

/// Functions that are made of what every level has.
#[inline(always)]
fn loops(k: LaneCall, io: &Io<'_>) -> bool {
    match k.fmt {
        Fmt::F32 => loops32(k, io),
        Fmt::F64 => loops64(k, io),
        Fmt::F16 => loops16(k, io),
    }
}

#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // What has no vector form.
fn loops32(k: LaneCall, io: &Io<'_>) -> bool {
    use f32_fields as f;
    let m = k.float_mode();
    let nearest = m.round == Round::Nearest;
    let gfx6 = k.extra != 0;
    match k.f {
        LaneFn::Rcp => map1(io, t::rcp),
        LaneFn::Sqrt => map1(io, t::sqrt),
        LaneFn::Rsq => map1(io, t::rsq),
        LaneFn::Exp2 => map1(io, t::exp2),
        LaneFn::Log2 => map1(io, t::log2),
        LaneFn::LogClamp => map1(io, t::log_clamp),
        LaneFn::Sin => map1(io, |x| t::sin(x, m)),
        LaneFn::Cos => map1(io, t::cos),
        LaneFn::Min => map2(io, |a, b| f::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map2(io, |a, b| f::minmax(a, b, true, k.minmax())),
        LaneFn::Ldexp if nearest => map2(io, |x, n: u32| f::ldexp(x, n as i32, m)),
        LaneFn::FrexpExp => map1(io, |x| f::frexp_exp(x, gfx6, m)),
        LaneFn::FrexpMant => map1(io, |x| f::frexp_mant(x, gfx6, m)),
        LaneFn::DivScale => map3(io, |x, d, n| f::div_scale(x, d, n, m).0),
        LaneFn::DivScaleFlag => map3(io, |x, d, n| f::div_scale(x, d, n, m).1 as u32),
        LaneFn::DivFmas if nearest => map3(io, |a, b, c| t::div_fmas(a, b, c, m)),
        LaneFn::DivFixup => map3(io, |q, d, n| f::div_fixup(q, d, n, m)),
        LaneFn::Clamp => map1(io, |x| f::clamp(x, m)),
        LaneFn::ClampInf => map1(io, f::clamp_inf),
        LaneFn::LegacyInf => map1(io, f::legacy_inf),
        LaneFn::Class => map2(io, f::is_class),
        _ => false,
    }
}

#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // What has no vector form.
fn loops64(k: LaneCall, io: &Io<'_>) -> bool {
    use f64_fields as f;
    let m = k.float_mode();
    let nearest = m.round == Round::Nearest;
    let gfx6 = k.extra != 0;
    match k.f {
        LaneFn::Min => map2(io, |a, b| f::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map2(io, |a, b| f::minmax(a, b, true, k.minmax())),
        LaneFn::Ldexp if nearest => map2(io, |x, n: u32| f::ldexp(x, n as i32, m)),
        LaneFn::FrexpExp => map1(io, |x| f::frexp_exp(x, gfx6, m)),
        LaneFn::FrexpMant => map1(io, |x| f::frexp_mant(x, gfx6, m)),
        LaneFn::DivScale => map3(io, |x, d, n| f::div_scale(x, d, n, m).0),
        LaneFn::DivScaleFlag => map3(io, |x, d, n| f::div_scale(x, d, n, m).1 as u32),
        LaneFn::DivFixup => map3(io, |q, d, n| f::div_fixup(q, d, n, m)),
        LaneFn::Clamp => map1(io, |x| f::clamp(x, m)),
        LaneFn::ClampInf => map1(io, f::clamp_inf),
        LaneFn::LegacyInf => map1(io, f::legacy_inf),
        LaneFn::Class => map2(io, f::is_class),
        _ => false,
    }
}

#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // What has no vector form.
fn loops16(k: LaneCall, io: &Io<'_>) -> bool {
    use super::half as h;
    match k.f {
        LaneFn::Min => map2(io, |a, b| h::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map2(io, |a, b| h::minmax(a, b, true, k.minmax())),
        LaneFn::Clamp => map1(io, |x| h::clamp(x, k.float_mode())),
        _ => false,
    }
}

/// Functions that need a fused multiply-add, which without the instruction is slower than the general
/// way.
#[inline(always)]
fn fused(k: LaneCall, io: &Io<'_>) -> bool {
    let m = k.float_mode();
    if k.f != LaneFn::DivFmas || k.fmt != Fmt::F64 || m.round != Round::Nearest {
        return false;
    }
    let operands = [0, 1, 2].map(|n| u64::operand(io, n));
    let [Some(a), Some(b), Some(c)] = operands else {
        return false;
    };
    let mut r = [0; LANES];
    let mut doubtful = 0;
    for lane in 0..LANES {
        let (v, doubt) = t::div_fmas64(a[lane], b[lane], c[lane], m);
        r[lane] = v;
        doubtful |= doubt as u64;
    }
    doubtful == 0 && u64::put(io, &r)
}
