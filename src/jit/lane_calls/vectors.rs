//! Lane functions as loops over 64 lanes that the compiler turns into vector instructions, once for
//! each level of host. The controls are those of [`super::plain_float`] meanwhile.

use super::fields::{f32_fields, f64_fields};
use super::transcendental as t;
use super::{Io, Lane, f16c, packed, wide};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::jit::host::HostLevel;
use crate::machine::wave::LANES;
use crate::numerics::{Round, screen_partition};

/// Whether the vector form of `k`, which every level has, gives the same whatever the host's controls
/// say about denormals: no step has any, or no step is arithmetic on floats. f16 are never denormal as f32, and f32
/// that are denormal become zeros as f16.
pub(super) fn takes_any_denormals(k: LaneCall) -> bool {
    use LaneFn::*;
    let arithmetic = matches!(k.f, Rcp | Sqrt | Rsq | Exp2 | Log2 | LogClamp | Cos);
    let fields = matches!(k.f, DivFixup | Clamp | ClampInf | LegacyInf | Class);
    let integers = packed::has(k) || matches!(k.f, SadU8 | SadHiU8 | MsadU8 | SadU16);
    match k.fmt {
        Fmt::F16 => has_form16(k),
        Fmt::F32 if k.f == CvtF16F32 => super::half::is_nearest(k.half()),
        Fmt::F32 if k.f == DotF16 => k.m32().round == Round::Nearest,
        Fmt::F32 => arithmetic || fields || integers || k.f == CvtF16Rtz,
        Fmt::F64 => false,
    }
}

/// Whether there is a vector form of this function of f16.
fn has_form16(k: LaneCall) -> bool {
    use LaneFn::*;
    let orders = matches!(
        k.f,
        Min | Max | PkMin | PkMax | Min3 | Max3 | Med3 | Clamp | Class | Flush
    );
    let fields = matches!(
        k.f,
        FrexpExp | FrexpMant | CvtI16 | CvtU16 | NormI16 | NormU16
    );
    let integral = matches!(k.f, Trunc | Ceil | Floor | Rndne | DivFixup);
    let approximate = matches!(k.f, Rcp | Sqrt | Rsq | Exp2 | Log2 | Sin | Cos);
    let rounds = matches!(
        k.f,
        Add | PkAdd | Sub | Mul | PkMul | Fma | PkFma | Mad | Fract | Ldexp | CvtF16Mixed
    );
    orders || fields || integral || approximate || rounds && super::half::is_nearest(k.float_mode())
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
        // SAFETY: the host has the features, as the caller says.
        HostLevel::Base => unsafe { apply_base(k, io) },
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
fn apply_avx512(k: LaneCall, io: &Io<'_>) -> bool {
    wide::apply(k, io)
        || f16c::apply(k, io)
        || packed::wide::apply(k, io)
        || loops(k, io)
        || fused(k, io)
}

#[target_feature(enable = "avx2,fma,f16c")]
fn apply_avx2(k: LaneCall, io: &Io<'_>) -> bool {
    f16c::apply(k, io) || packed::wide::apply(k, io) || loops(k, io) || fused(k, io)
}

#[target_feature(enable = "sse4.1,ssse3")]
fn apply_base(k: LaneCall, io: &Io<'_>) -> bool {
    packed::narrow::apply(k, io) || loops(k, io)
}

/// Gives what an expression of the operands' values is, for each lane. It is no closure, which might not
/// become part of the loop.
macro_rules! map {
    ($io:expr, |$($x:ident $(: $ty:ty)?),+| $r:expr) => {
        'done: {
            let io = $io;
            let mut n = 0..;
            $(
                let Some($x) = n.next().and_then(|n| Lane::operand(io, n)) else {
                    break 'done false;
                };
            )+
            let mut r = [Default::default(); LANES];
            for lane in 0..LANES {
                $(let $x $(: $ty)? = $x[lane];)+
                r[lane] = $r;
            }
            Lane::put(io, &r)
        }
    };
}

/// As [`map`], of both halves of dwords, one after the other: together they would be too much for one loop.
macro_rules! halves {
    ($io:expr, |$($x:ident),+| $r:expr) => {
        'done: {
            let io = $io;
            let mut n = 0..;
            $(
                let Some($x) = n.next().and_then(|n| u32::operand(io, n)) else {
                    break 'done false;
                };
            )+
            let mut r = [0u32; LANES];
            for lane in 0..LANES {
                $(let $x = $x[lane] & 0xffff;)+
                r[lane] = $r;
            }
            for lane in 0..LANES {
                $(let $x = $x[lane] >> 16;)+
                r[lane] |= $r << 16;
            }
            u32::put(io, &r)
        }
    };
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
    use super::{integers as i, single as s};
    use f32_fields as f;
    let m = k.float_mode();
    let nearest = m.round == Round::Nearest;
    let gfx6 = k.extra != 0;
    let limited = k.extra != 0;
    match k.f {
        LaneFn::Rcp => map!(io, |x| t::rcp(x)),
        LaneFn::Sqrt => map!(io, |x| t::sqrt(x)),
        LaneFn::Rsq => map!(io, |x| t::rsq(x)),
        LaneFn::Exp2 => map!(io, |x| t::exp2(x)),
        LaneFn::Log2 => map!(io, |x| t::log2(x)),
        LaneFn::LogClamp => map!(io, |x| t::log_clamp(x)),
        LaneFn::Sin => map!(io, |x| t::sin(x, m)),
        LaneFn::Cos => map!(io, |x| t::cos(x)),
        LaneFn::Min => map!(io, |a, b| f::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map!(io, |a, b| f::minmax(a, b, true, k.minmax())),
        LaneFn::Ldexp if nearest => map!(io, |x, n: u32| f::ldexp(x, n as i32, m)),
        LaneFn::FrexpExp => map!(io, |x| f::frexp_exp(x, gfx6, m)),
        LaneFn::FrexpMant => map!(io, |x| f::frexp_mant(x, gfx6, m)),
        LaneFn::DivScale => map!(io, |x, d, n| f::div_scale(x, d, n, m).0),
        LaneFn::DivScaleFlag => map!(io, |x, d, n| f::div_scale(x, d, n, m).1 as u32),
        LaneFn::DivFmas if nearest => map!(io, |a, b, c| t::div_fmas(a, b, c, m)),
        LaneFn::DivFixup => map!(io, |q, d, n| f::div_fixup(q, d, n, m)),
        LaneFn::Quotient if nearest => map!(io, |d, n| s::quotient(d, n, m)),
        LaneFn::Clamp => map!(io, |x| f::clamp(x, m)),
        LaneFn::ClampInf => map!(io, |x| f::clamp_inf(x)),
        LaneFn::LegacyInf => map!(io, |x| f::legacy_inf(x)),
        LaneFn::Class => map!(io, |a, b| f::is_class(a, b)),
        LaneFn::NormI16 => map!(io, |x| {
            s::to_normalised(s::operand(x, m.denorm_in), -32767.0, 32767.0)
        }),
        LaneFn::NormU16 => map!(io, |x| {
            s::to_normalised(s::operand(x, m.denorm_in), 0.0, 65535.0)
        }),
        LaneFn::PkU8 => {
            let x = |x| s::operand(x, m.denorm_in);
            match m.round {
                Round::Nearest => map!(io, |v, byte, rest| {
                    s::put_u8(x(v).round_ties_even(), byte, rest)
                }),
                Round::Up => map!(io, |v, byte, rest| s::put_u8(x(v).ceil(), byte, rest)),
                Round::Down => map!(io, |v, byte, rest| s::put_u8(x(v).floor(), byte, rest)),
                Round::Zero => map!(io, |v, byte, rest| s::put_u8(x(v).trunc(), byte, rest)),
            }
        }
        LaneFn::CvtF16F32 | LaneFn::CvtF16Rtz => converted(k, io),
        LaneFn::SadU8 => map!(io, |a, b, c| i::sum(i::sad(a, b, false), c, limited)),
        LaneFn::SadHiU8 => map!(io, |a, b, c| i::sum(i::sad(a, b, false) << 16, c, limited)),
        LaneFn::MsadU8 => map!(io, |a, b, c| i::sum(i::sad(a, b, true), c, limited)),
        LaneFn::SadU16 => map!(io, |a, b, c| i::sum(i::sad16(a, b), c, limited)),
        LaneFn::DotF16 if nearest => dot_f16(io, k.keeps_halves()),
        LaneFn::ScreenPartition => map!(io, |x| screen_partition(x)),
        _ => false,
    }
}

/// Dot products of f16: NaNs are looked for when they are there.
#[inline(always)]
fn dot_f16(io: &Io<'_>, keeps: bool) -> bool {
    use super::half as h;
    let operands = [0, 1, 2].map(|n| u32::operand(io, n));
    let [Some(a), Some(b), Some(c)] = operands else {
        return false;
    };
    let mut r = [0; LANES];
    let mut has_nan = 0;
    for lane in 0..LANES {
        r[lane] = h::dot(a[lane], b[lane], c[lane], keeps);
        has_nan |= (r[lane] & 0x7fff_ffff > 0x7f80_0000) as u32;
    }
    match has_nan {
        0 => u32::put(io, &r),
        _ => map!(io, |a, b, c| h::dot_of_nans(a, b, c, keeps)),
    }
}

/// Conversions of f32 to f16.
#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // Other functions.
fn converted(k: LaneCall, io: &Io<'_>) -> bool {
    use super::half as h;
    let m = k.half();
    match k.f {
        LaneFn::CvtF16F32 if h::is_nearest(m) => map!(io, |x| h::from_f32(x, m)),
        LaneFn::CvtF16Rtz => map!(io, |x| h::from_f32_rtz(x, m)),
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
        LaneFn::Min => map!(io, |a, b| f::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map!(io, |a, b| f::minmax(a, b, true, k.minmax())),
        LaneFn::Ldexp if nearest => map!(io, |x, n: u32| f::ldexp(x, n as i32, m)),
        LaneFn::FrexpExp => map!(io, |x| f::frexp_exp(x, gfx6, m)),
        LaneFn::FrexpMant => map!(io, |x| f::frexp_mant(x, gfx6, m)),
        LaneFn::DivScale => map!(io, |x, d, n| f::div_scale(x, d, n, m).0),
        LaneFn::DivScaleFlag => map!(io, |x, d, n| f::div_scale(x, d, n, m).1 as u32),
        LaneFn::DivFixup => map!(io, |q, d, n| f::div_fixup(q, d, n, m)),
        LaneFn::Clamp => map!(io, |x| f::clamp(x, m)),
        LaneFn::ClampInf => map!(io, |x| f::clamp_inf(x)),
        LaneFn::LegacyInf => map!(io, |x| f::legacy_inf(x)),
        LaneFn::Class => map!(io, |a, b| f::is_class(a, b)),
        LaneFn::TrigPreop if nearest => map!(io, |x, n: u32| t::trig_preop(x, n, m)),
        _ => false,
    }
}

#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // What has no vector form.
fn loops16(k: LaneCall, io: &Io<'_>) -> bool {
    use super::half as h;
    let m = k.float_mode();
    let gfx6 = k.extra != 0;
    match k.f {
        LaneFn::Min => map!(io, |a, b| h::minmax(a, b, false, k.minmax())),
        LaneFn::Max => map!(io, |a, b| h::minmax(a, b, true, k.minmax())),
        LaneFn::PkMin => halves!(io, |a, b| h::minmax(a, b, false, k.minmax())),
        LaneFn::PkMax => halves!(io, |a, b| h::minmax(a, b, true, k.minmax())),
        LaneFn::Min3 => map!(io, |a, b, c| {
            let m = k.minmax();
            h::minmax(h::minmax(a, b, false, m), c, false, m)
        }),
        LaneFn::Max3 => map!(io, |a, b, c| {
            let m = k.minmax();
            h::minmax(h::minmax(a, b, true, m), c, true, m)
        }),
        LaneFn::Med3 => map!(io, |a, b, c| h::med3(a, b, c, k.minmax())),
        LaneFn::Clamp => map!(io, |x| h::clamp(x, m)),
        LaneFn::Class => map!(io, |a, b| h::is_class(a, b)),
        LaneFn::Flush => map!(io, |x| h::flush(x, m)),
        LaneFn::Trunc => map!(io, |x| h::integral(x, m, f32::trunc)),
        LaneFn::Ceil => map!(io, |x| h::integral(x, m, f32::ceil)),
        LaneFn::Floor => map!(io, |x| h::integral(x, m, f32::floor)),
        LaneFn::Rndne => map!(io, |x| h::integral(x, m, f32::round_ties_even)),
        LaneFn::FrexpExp => map!(io, |x| h::frexp_exp(x, gfx6, m)),
        LaneFn::FrexpMant => map!(io, |x| h::frexp_mant(x, gfx6, m)),
        LaneFn::CvtI16 => map!(io, |x| h::to_int(x, -0x8000, 0x7fff)),
        LaneFn::CvtU16 => map!(io, |x| h::to_int(x, 0, 0xffff)),
        LaneFn::NormI16 => map!(io, |x| h::normalised(x, -32767.0, 32767.0, m)),
        LaneFn::NormU16 => map!(io, |x| h::normalised(x, 0.0, 65535.0, m)),
        LaneFn::DivFixup => map!(io, |q, d, n| h::div_fixup(q, d, n, m)),
        // These round to nearest whatever MODE says.
        LaneFn::Rcp => map!(io, |x| h::rcp(x, m)),
        LaneFn::Sqrt => map!(io, |x| h::sqrt(x, m)),
        LaneFn::Rsq => map!(io, |x| h::rsq(x, m)),
        LaneFn::Exp2 => map!(io, |x| h::exp2(x, m)),
        LaneFn::Log2 => map!(io, |x| h::log2(x, m)),
        LaneFn::Sin => map!(io, |x| h::sin(x, m)),
        LaneFn::Cos => map!(io, |x| h::cos(x, m)),
        _ => rounded16(k, io),
    }
}

/// Functions of f16 that round as MODE says.
#[inline(always)]
#[allow(clippy::wildcard_enum_match_arm)] // What has no vector form.
fn rounded16(k: LaneCall, io: &Io<'_>) -> bool {
    use super::half as h;
    let m = k.float_mode();
    if k.f == LaneFn::CvtF16Int {
        return h::is_nearest(k.half()) && map!(io, |x| h::from_int(x, k.half()));
    }
    if !h::is_nearest(m) {
        return false;
    }
    match k.f {
        LaneFn::Add => map!(io, |a, b| h::add(a, b, m)),
        LaneFn::Sub => map!(io, |a, b| h::sub(a, b, m)),
        LaneFn::Mul => map!(io, |a, b| h::mul(a, b, m)),
        LaneFn::Fma => map!(io, |a, b, c| h::fma(a, b, c, m)),
        LaneFn::Mad => map!(io, |a, b, c| h::mad(a, b, c, m)),
        LaneFn::PkAdd => halves!(io, |a, b| h::add(a, b, m)),
        LaneFn::PkMul => halves!(io, |a, b| h::mul(a, b, m)),
        LaneFn::PkFma => halves!(io, |a, b, c| h::fma(a, b, c, m)),
        LaneFn::Fract => map!(io, |x| h::fract(x, k.extra != 0, m)),
        LaneFn::Ldexp => map!(io, |x, n: u32| h::ldexp(x, n as i32, m)),
        LaneFn::CvtF16Mixed => map!(io, |x| h::from_f32(x, m)),
        LaneFn::Omod => {
            let factor = h::omod_factor(k.extra);
            matches!(k.extra, 1..=3) && map!(io, |x| h::omod(x, factor, m))
        }
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
