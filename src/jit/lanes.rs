//! How lanes lie in host vectors: a strip is 4 lanes, `B32` one `i32x4`, `B64` two `i64x2` (lanes 0
//! and 1, then 2 and 3), `B1` one `i32x4` of all-ones or zero. This file alone knows.
//!
//! [`pure`] emits a pure micro-operation for scalars and for strips; most Cranelift instructions serve
//! both.

#![deny(clippy::wildcard_enum_match_arm)] // A new micro-operation does not compile until each has decided.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F32X4, F64, F64X2, I8, I8X16, I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{ConstantData, InstBuilder, MemFlagsData, Type, Value};
use cranelift_frontend::FunctionBuilder;

use crate::ir::{FCmp, ICmp, Run, Ty, Uop, all_lanes, calls, others};

/// Lanes in a strip.
pub const STRIP: i64 = 4;

/// A scalar, or a strip of a lane-wise value.
#[derive(Clone, Copy, Debug)]
pub enum LV {
    /// A scalar (`B1`: i8), or a strip of `B1` or `B32`.
    One(Value),
    /// A strip of `B64`.
    Two([Value; 2]),
}

impl LV {
    /// The only host value.
    pub fn one(self) -> Value {
        match self {
            LV::One(v) => v,
            LV::Two([v, _]) => v,
        }
    }

    fn two(self) -> [Value; 2] {
        match self {
            LV::One(v) => [v, v],
            LV::Two(v) => v,
        }
    }
}

fn flags() -> MemFlagsData {
    MemFlagsData::new().with_endianness(cranelift_codegen::ir::Endianness::Little)
}

/// Reinterprets the bits of `v`.
pub fn cast(b: &mut FunctionBuilder<'_>, ty: Type, v: Value) -> Value {
    if b.func.dfg.value_type(v) == ty {
        v
    } else {
        b.ins().bitcast(ty, flags(), v)
    }
}

/// Selects dwords: indices 0 to 3 from `x`, 4 to 7 from `y`.
pub fn shuffle(b: &mut FunctionBuilder<'_>, x: Value, y: Value, index: [u8; 4]) -> Value {
    let (x, y) = (cast(b, I8X16, x), cast(b, I8X16, y));
    let mut bytes = vec![];
    for i in index {
        bytes.extend((0..4).map(|k| 4 * i + k));
    }
    let mask = b.func.dfg.immediates.push(ConstantData::from(&bytes[..]));
    let v = b.ins().shuffle(x, y, mask);
    cast(b, I32X4, v)
}

/// A strip of `B1` as masks of 64-bit lanes.
fn widen_mask(b: &mut FunctionBuilder<'_>, m: Value) -> [Value; 2] {
    [b.ins().swiden_low(m), b.ins().swiden_high(m)]
}

/// The inverse of [`widen_mask`].
fn narrow(b: &mut FunctionBuilder<'_>, [x, y]: [Value; 2]) -> Value {
    shuffle(b, x, y, [0, 2, 4, 6])
}

/// A scalar in all lanes of a strip.
pub fn splat(b: &mut FunctionBuilder<'_>, ty: Ty, v: Value) -> LV {
    match ty {
        Ty::B64 => {
            let s = b.ins().splat(I64X2, v);
            LV::Two([s, s])
        }
        Ty::B1 => {
            let w = b.ins().uextend(I32, v);
            let n = b.ins().ineg(w);
            LV::One(b.ins().splat(I32X4, n))
        }
        Ty::B32 | Ty::Tuple | Ty::None => LV::One(b.ins().splat(I32X4, v)),
    }
}

/// Four dwords as a constant.
pub fn vconst(b: &mut FunctionBuilder<'_>, dwords: [u32; 4]) -> Value {
    let bytes: Vec<u8> = dwords.iter().flat_map(|d| d.to_le_bytes()).collect();
    let c = b.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
    b.ins().vconst(I32X4, c)
}

/// The first strip of what is `x` in lane 0 and rises by `stride`.
pub fn ramp(b: &mut FunctionBuilder<'_>, ty: Ty, x: LV, stride: u64) -> LV {
    let by = |k: u64| stride.wrapping_mul(k);
    match (ty, x) {
        (Ty::B64, LV::Two([x, y])) => {
            let mut wide = |x: Value, k: u64| {
                let (p, q) = (by(k), by(k + 1));
                let c = vconst(b, [p as u32, (p >> 32) as u32, q as u32, (q >> 32) as u32]);
                let c = cast(b, I64X2, c);
                b.ins().iadd(x, c)
            };
            LV::Two([wide(x, 0), wide(y, 2)])
        }
        _ => {
            let c = vconst(b, [0, 1, 2, 3].map(|k| by(k) as u32));
            LV::One(b.ins().iadd(x.one(), c))
        }
    }
}

/// The strip at byte offset `off` in a register, from the first.
pub fn advance(b: &mut FunctionBuilder<'_>, ty: Ty, x: LV, stride: u64, off: Value) -> LV {
    // `off` is four times the number of the strip's first lane.
    let by = if stride.is_multiple_of(4) {
        b.ins().imul_imm_s(off, stride as i64 / 4)
    } else {
        let lane = b.ins().ushr_imm_u(off, 2);
        b.ins().imul_imm_s(lane, stride as i64)
    };
    match (ty, x) {
        (Ty::B64, LV::Two([x, y])) => {
            let by = b.ins().splat(I64X2, by);
            LV::Two([b.ins().iadd(x, by), b.ins().iadd(y, by)])
        }
        _ => {
            let by = b.ins().ireduce(I32, by);
            let by = b.ins().splat(I32X4, by);
            LV::One(b.ins().iadd(x.one(), by))
        }
    }
}

/// The strip at byte offset `off` of a loaded run that begins at host address `at`.
pub fn load(b: &mut FunctionBuilder<'_>, ty: Ty, run: Run, at: Value, off: Value) -> LV {
    // Guest addresses need not be aligned.
    let flags = MemFlagsData::new().with_notrap();
    let (stride, offset) = (run.stride as i32, run.offset as i32);
    let strip = if stride == 4 {
        b.ins().iadd(at, off)
    } else {
        let by = b.ins().imul_imm_s(off, stride as i64 / 4);
        b.ins().iadd(at, by)
    };
    match (ty, stride) {
        (Ty::B64, 8) => LV::Two([
            b.ins().load(I64X2, flags, strip, offset),
            b.ins().load(I64X2, flags, strip, offset + 16),
        ]),
        (Ty::B64, _) => {
            let mut two = |k: i32| {
                let x = b.ins().load(I64, flags, strip, offset + k * stride);
                let y = b.ins().load(I64, flags, strip, offset + (k + 1) * stride);
                let v = b.ins().splat(I64X2, x);
                b.ins().insertlane(v, y, 1)
            };
            LV::Two([two(0), two(2)])
        }
        (_, 4) => LV::One(b.ins().load(I32X4, flags, strip, offset)),
        _ => {
            let first = b.ins().load(I32, flags, strip, offset);
            let mut v = b.ins().splat(I32X4, first);
            for lane in 1..4u8 {
                let at = offset + lane as i32 * stride;
                let x = b.ins().load(I32, flags, strip, at);
                v = b.ins().insertlane(v, x, lane);
            }
            LV::One(v)
        }
    }
}

/// Lane masks of the strip from the low four bits of an i32.
pub fn bits_to_lanes(b: &mut FunctionBuilder<'_>, bits: Value) -> Value {
    let s = b.ins().splat(I32X4, bits);
    let select = vconst(b, [1, 2, 4, 8]);
    let m = b.ins().band(s, select);
    b.ins().icmp(IntCC::Equal, m, select)
}

/// The inverse of [`bits_to_lanes`]; an i32.
pub fn lanes_to_bits(b: &mut FunctionBuilder<'_>, lanes: Value) -> Value {
    b.ins().vhigh_bits(I32, lanes)
}

/// `x` where the mask is set, else `y`, on one host vector.
pub fn blend(b: &mut FunctionBuilder<'_>, mask: Value, x: Value, y: Value) -> Value {
    b.ins().blendv(mask, x, y)
}

fn int_cc(imm: u64) -> IntCC {
    const ALL: [(ICmp, IntCC); 10] = [
        (ICmp::Eq, IntCC::Equal),
        (ICmp::Ne, IntCC::NotEqual),
        (ICmp::LtS, IntCC::SignedLessThan),
        (ICmp::LeS, IntCC::SignedLessThanOrEqual),
        (ICmp::GtS, IntCC::SignedGreaterThan),
        (ICmp::GeS, IntCC::SignedGreaterThanOrEqual),
        (ICmp::LtU, IntCC::UnsignedLessThan),
        (ICmp::LeU, IntCC::UnsignedLessThanOrEqual),
        (ICmp::GtU, IntCC::UnsignedGreaterThan),
        (ICmp::GeU, IntCC::UnsignedGreaterThanOrEqual),
    ];
    ALL[imm as usize % ALL.len()].1
}

/// The float types of the same shape as integer type `t`.
fn float(t: Type) -> Type {
    match t {
        I32 => F32,
        I64 => F64,
        I32X4 => F32X4,
        _ => F64X2,
    }
}

/// What an operation on every lane does on one of them, with lane values as scalars.
type Scalar<'a> = &'a mut dyn FnMut(&mut FunctionBuilder<'_>, &[Value]) -> Value;

/// Does a scalar operation lane by lane, for what the host vector unit lacks.
fn per_lane(b: &mut FunctionBuilder<'_>, ty: Ty, args: &[LV], f: Scalar<'_>) -> LV {
    let zero = b.ins().iconst(if ty == Ty::B64 { I64 } else { I32 }, 0);
    let vt = if ty == Ty::B64 { I64X2 } else { I32X4 };
    let z = b.ins().splat(vt, zero);
    let mut out = [z, z];
    for lane in 0..4u8 {
        let s: Vec<Value> = args
            .iter()
            .map(|a| match a {
                LV::One(v) => b.ins().extractlane(*v, lane),
                LV::Two(v) => b.ins().extractlane(v[lane as usize / 2], lane % 2),
            })
            .collect();
        let r = f(b, &s);
        if ty == Ty::B64 {
            let h = lane as usize / 2;
            out[h] = b.ins().insertlane(out[h], r, lane % 2);
        } else {
            out[0] = b.ins().insertlane(out[0], r, lane);
        }
    }
    if ty == Ty::B64 {
        LV::Two(out)
    } else {
        LV::One(out[0])
    }
}

/// Applies `f` to each host vector of the operands.
fn each(
    b: &mut FunctionBuilder<'_>,
    args: &[LV],
    mut f: impl FnMut(&mut FunctionBuilder<'_>, &[Value]) -> Value,
) -> LV {
    if args.iter().any(|a| matches!(a, LV::Two(_))) {
        let half = |i: usize| args.iter().map(|a| a.two()[i]).collect::<Vec<_>>();
        let (x, y) = (half(0), half(1));
        LV::Two([f(b, &x), f(b, &y)])
    } else {
        let x: Vec<_> = args.iter().map(|a| a.one()).collect();
        LV::One(f(b, &x))
    }
}

/// Float operation on integer-typed values.
fn fp(
    b: &mut FunctionBuilder<'_>,
    args: &[LV],
    mut f: impl FnMut(&mut FunctionBuilder<'_>, &[Value]) -> Value,
) -> LV {
    each(b, args, |b, x| {
        let t = b.func.dfg.value_type(x[0]);
        let x: Vec<_> = x.iter().map(|v| cast(b, float(t), *v)).collect();
        let r = f(b, &x);
        cast(b, t, r)
    })
}

fn fcmp(b: &mut FunctionBuilder<'_>, relations: u8, x: Value, y: Value) -> Value {
    use FloatCC::*;
    const ONE: u8 = FCmp::LT | FCmp::GT;
    const UEQ: u8 = FCmp::EQ | FCmp::UN;
    let cc = match relations & 15 {
        1 => LessThan,
        2 => Equal,
        3 => LessThanOrEqual,
        4 => GreaterThan,
        6 => GreaterThanOrEqual,
        7 => Ordered,
        8 => Unordered,
        9 => UnorderedOrLessThan,
        11 => UnorderedOrLessThanOrEqual,
        12 => UnorderedOrGreaterThan,
        13 => NotEqual,
        14 => UnorderedOrGreaterThanOrEqual,
        // The host lacks these four on vectors.
        ONE => {
            let (l, g) = (
                b.ins().fcmp(LessThan, x, y),
                b.ins().fcmp(GreaterThan, x, y),
            );
            return b.ins().bor(l, g);
        }
        UEQ => {
            let (e, u) = (b.ins().fcmp(Equal, x, y), b.ins().fcmp(Unordered, x, y));
            return b.ins().bor(e, u);
        }
        always => {
            let (o, u) = (b.ins().fcmp(Ordered, x, y), b.ins().fcmp(Unordered, x, y));
            return if always == 0 {
                b.ins().band(o, u)
            } else {
                b.ins().bor(o, u)
            };
        }
    };
    b.ins().fcmp(cc, x, y)
}

/// High half of a 32 x 32 product.
fn mul_hi(b: &mut FunctionBuilder<'_>, signed: bool, x: Value, y: Value) -> Value {
    let t = b.func.dfg.value_type(x);
    if t == I32 {
        return if signed {
            b.ins().smulhi(x, y)
        } else {
            b.ins().umulhi(x, y)
        };
    }
    let half = |b: &mut FunctionBuilder<'_>, low: bool| {
        let mut w = |v| match (signed, low) {
            (true, true) => b.ins().swiden_low(v),
            (true, false) => b.ins().swiden_high(v),
            (false, true) => b.ins().uwiden_low(v),
            (false, false) => b.ins().uwiden_high(v),
        };
        let (x, y) = (w(x), w(y));
        b.ins().imul(x, y)
    };
    let (lo, hi) = (half(b, true), half(b, false));
    shuffle(b, lo, hi, [1, 3, 5, 7])
}

/// Shift by `amount`, which `one` does with host values; `uniform` is the amount as a scalar when it is the same in all
/// lanes.
fn shift(
    b: &mut FunctionBuilder<'_>,
    ty: Ty,
    vec: bool,
    [x, amount]: [LV; 2],
    uniform: Option<Value>,
    one: fn(&mut FunctionBuilder<'_>, Value, Value) -> Value,
) -> LV {
    if !vec {
        return LV::One(one(b, x.one(), amount.one()));
    }
    match uniform {
        Some(n) => each(b, &[x], |b, x| one(b, x[0], n)),
        None => per_lane(b, ty, &[x, amount], &mut |b, s| one(b, s[0], s[1])),
    }
}

fn bool_to_i8(b: &mut FunctionBuilder<'_>, v: Value) -> Value {
    debug_assert_eq!(b.func.dfg.value_type(v), I8);
    v
}

/// f16 to f32: a normal value by moving the exponent's bias, a denormal one by way of an integer. No value on
/// the way is denormal, and none is rounded, so all controls give the same.
fn from_f16(b: &mut FunctionBuilder<'_>, x: Value) -> Value {
    /// What the exponent grows by, in place.
    const BIAS: u32 = (127 - 15) << 23;
    let t = b.func.dfg.value_type(x);
    let k = |b: &mut FunctionBuilder<'_>, v: u32| match t {
        I32X4 => vconst(b, [v; 4]),
        _ => b.ins().iconst(I32, i64::from(v)),
    };
    let above = |b: &mut FunctionBuilder<'_>, x, least: u32| {
        let least = k(b, least);
        b.ins().icmp(IntCC::SignedGreaterThan, x, least)
    };
    let select = |b: &mut FunctionBuilder<'_>, c, x, y| match t {
        I32X4 => blend(b, c, x, y),
        _ => b.ins().select(c, x, y),
    };
    let (rest, sign) = (k(b, 0x7fff), k(b, 0x8000));
    let (magnitude, sign) = (b.ins().band(x, rest), b.ins().band(x, sign));
    let sign = b.ins().ishl_imm_u(sign, 16);
    let wide = b.ins().ishl_imm_u(magnitude, 13);
    let (bias, twice) = (k(b, BIAS), k(b, 2 * BIAS));
    let (normal, special) = (b.ins().iadd(wide, bias), b.ins().iadd(wide, twice));
    let quiet = k(b, 0x0040_0000);
    let quiet = b.ins().bor(special, quiet);
    let float = float(t);
    let number = b.ins().fcvt_from_sint(float, magnitude);
    let unit = k(b, 2f32.powi(-24).to_bits());
    let unit = cast(b, float, unit);
    let small = b.ins().fmul(number, unit);
    let small = cast(b, t, small);
    let (is_normal, is_special) = (above(b, magnitude, 0x03ff), above(b, magnitude, 0x7bff));
    let is_nan = above(b, magnitude, 0x7c00);
    let r = select(b, is_normal, normal, small);
    let r = select(b, is_special, special, r);
    let r = select(b, is_nan, quiet, r);
    b.ins().bor(r, sign)
}

/// Emits a pure micro-operation. `uniform` gives the scalar of an operand that is the same in all
/// lanes, by position.
pub fn pure(
    b: &mut FunctionBuilder<'_>,
    op: Uop,
    ty: Ty,
    imm: u64,
    vec: bool,
    a: &[LV],
    uniform: &dyn Fn(usize) -> Option<Value>,
) -> LV {
    macro_rules! ints {
        ($ins:ident) => {
            each(b, a, |b, x| b.ins().$ins(x[0], x[1]))
        };
    }
    macro_rules! floats {
        ($ins:ident $($i:literal)+) => {
            fp(b, a, |b, x| b.ins().$ins($(x[$i]),+))
        };
    }
    macro_rules! shifts {
        ($ins:ident) => {
            shift(b, ty, vec, [a[0], a[1]], uniform(1), |b, x, n| {
                b.ins().$ins(x, n)
            })
        };
    }
    // Lane by lane in some cases.
    macro_rules! by_lane_if {
        ($case:expr, |$b:ident, $x:ident| $one:expr) => {{
            let mut one = |$b: &mut FunctionBuilder<'_>, $x: &[Value]| $one;
            if $case {
                per_lane(b, ty, a, &mut one)
            } else {
                each(b, a, one)
            }
        }};
    }
    let is_wide = vec && ty == Ty::B64;
    let cmp = |b: &mut FunctionBuilder<'_>, v: LV| match v {
        LV::Two(v) => LV::One(narrow(b, v)),
        LV::One(v) if !vec => LV::One(bool_to_i8(b, v)),
        v => v,
    };
    match op {
        Uop::Const => LV::One(match ty {
            Ty::B1 => b.ins().iconst(I8, imm as i64),
            Ty::B64 => b.ins().iconst(I64, imm as i64),
            Ty::B32 | Ty::Tuple | Ty::None => b.ins().iconst(I32, imm as u32 as i64),
        }),
        Uop::Add => ints!(iadd),
        Uop::Sub => ints!(isub),
        Uop::Mul => ints!(imul),
        Uop::MulHiU => LV::One(mul_hi(b, false, a[0].one(), a[1].one())),
        Uop::MulHiS => LV::One(mul_hi(b, true, a[0].one(), a[1].one())),
        Uop::And => ints!(band),
        Uop::Or => ints!(bor),
        Uop::Xor => ints!(bxor),
        Uop::Not if ty == Ty::B1 && !vec => LV::One(b.ins().bxor_imm_s(a[0].one(), 1)),
        Uop::Not => each(b, a, |b, x| b.ins().bnot(x[0])),
        Uop::Shl => shifts!(ishl),
        Uop::ShrU => shifts!(ushr),
        Uop::ShrS => shifts!(sshr),
        Uop::MinS => by_lane_if!(is_wide, |b, x| b.ins().smin(x[0], x[1])),
        Uop::MinU => by_lane_if!(is_wide, |b, x| b.ins().umin(x[0], x[1])),
        Uop::MaxS => by_lane_if!(is_wide, |b, x| b.ins().smax(x[0], x[1])),
        Uop::MaxU => by_lane_if!(is_wide, |b, x| b.ins().umax(x[0], x[1])),
        Uop::Clz => by_lane_if!(vec, |b, x| b.ins().clz(x[0])),
        Uop::Ctz => by_lane_if!(vec, |b, x| b.ins().ctz(x[0])),
        Uop::Popcnt => by_lane_if!(vec, |b, x| b.ins().popcnt(x[0])),
        Uop::BitRev => by_lane_if!(vec, |b, x| b.ins().bitrev(x[0])),
        Uop::Cmp32 | Uop::Cmp64 => {
            let r = each(b, a, |b, x| b.ins().icmp(int_cc(imm), x[0], x[1]));
            cmp(b, r)
        }
        Uop::FCmp32 | Uop::FCmp64 => {
            let r = each(b, a, |b, x| {
                let t = float(b.func.dfg.value_type(x[0]));
                let (p, q) = (cast(b, t, x[0]), cast(b, t, x[1]));
                let r = fcmp(b, imm as u8, p, q);
                match t {
                    F32X4 => cast(b, I32X4, r),
                    F64X2 => cast(b, I64X2, r),
                    _ => r,
                }
            });
            cmp(b, r)
        }
        Uop::Select if !vec => LV::One(b.ins().select(a[0].one(), a[1].one(), a[2].one())),
        Uop::Select => match (a[1], a[2]) {
            (LV::Two(x), LV::Two(y)) => {
                let m = widen_mask(b, a[0].one());
                LV::Two([blend(b, m[0], x[0], y[0]), blend(b, m[1], x[1], y[1])])
            }
            (x, y) => LV::One(blend(b, a[0].one(), x.one(), y.one())),
        },
        Uop::Lo | Uop::Hi if !vec => {
            let v = a[0].one();
            let v = if op == Uop::Hi {
                b.ins().ushr_imm_u(v, 32)
            } else {
                v
            };
            LV::One(b.ins().ireduce(I32, v))
        }
        Uop::Lo | Uop::Hi => {
            let [x, y] = a[0].two();
            let k = (op == Uop::Hi) as u8;
            LV::One(shuffle(b, x, y, [k, 2 + k, 4 + k, 6 + k]))
        }
        Uop::Concat if !vec => {
            let (lo, hi) = (
                b.ins().uextend(I64, a[0].one()),
                b.ins().uextend(I64, a[1].one()),
            );
            let hi = b.ins().ishl_imm_u(hi, 32);
            LV::One(b.ins().bor(lo, hi))
        }
        Uop::Concat => {
            let (lo, hi) = (a[0].one(), a[1].one());
            let (x, y) = (
                shuffle(b, lo, hi, [0, 4, 1, 5]),
                shuffle(b, lo, hi, [2, 6, 3, 7]),
            );
            LV::Two([cast(b, I64X2, x), cast(b, I64X2, y)])
        }
        Uop::ZExt if !vec => LV::One(b.ins().uextend(I64, a[0].one())),
        Uop::SExt if !vec => LV::One(b.ins().sextend(I64, a[0].one())),
        Uop::ZExt => {
            let v = a[0].one();
            LV::Two([b.ins().uwiden_low(v), b.ins().uwiden_high(v)])
        }
        Uop::SExt => {
            let v = a[0].one();
            LV::Two([b.ins().swiden_low(v), b.ins().swiden_high(v)])
        }
        Uop::BoolInt if !vec => LV::One(b.ins().uextend(I32, a[0].one())),
        Uop::BoolInt => {
            let one = vconst(b, [1; 4]);
            LV::One(b.ins().band(a[0].one(), one))
        }
        Uop::FAdd32 | Uop::FAdd64 => floats!(fadd 0 1),
        Uop::FSub32 | Uop::FSub64 => floats!(fsub 0 1),
        Uop::FMul32 | Uop::FMul64 => floats!(fmul 0 1),
        Uop::FDiv32 | Uop::FDiv64 => floats!(fdiv 0 1),
        // The host prefers a NaN in its second factor (VFMADD213), the rule one in the first.
        Uop::FFma32 | Uop::FFma64 => floats!(fma 1 0 2),
        Uop::FSqrt32 | Uop::FSqrt64 => floats!(sqrt 0),
        Uop::FFloor32 | Uop::FFloor64 => floats!(floor 0),
        Uop::FCeil32 | Uop::FCeil64 => floats!(ceil 0),
        Uop::FTrunc32 | Uop::FTrunc64 => floats!(trunc 0),
        Uop::FNearest32 | Uop::FNearest64 => floats!(nearest 0),
        Uop::S32ToF32 | Uop::U32ToF32 => each(b, a, |b, x| {
            let t = b.func.dfg.value_type(x[0]);
            let f = if op == Uop::S32ToF32 {
                b.ins().fcvt_from_sint(float(t), x[0])
            } else {
                b.ins().fcvt_from_uint(float(t), x[0])
            };
            cast(b, t, f)
        }),
        Uop::F16ToF32 => each(b, a, |b, x| from_f16(b, x[0])),
        Uop::F32ToS32 | Uop::F32ToU32 => each(b, a, |b, x| {
            let t = b.func.dfg.value_type(x[0]);
            let f = cast(b, float(t), x[0]);
            if op == Uop::F32ToS32 {
                b.ins().fcvt_to_sint_sat(t, f)
            } else {
                b.ins().fcvt_to_uint_sat(t, f)
            }
        }),
        Uop::F32ToF64 => {
            if vec {
                let v = a[0].one();
                let high = shuffle(b, v, v, [2, 3, 2, 3]);
                let mut wide = |v| {
                    let f = cast(b, F32X4, v);
                    let d = b.ins().fvpromote_low(f);
                    cast(b, I64X2, d)
                };
                LV::Two([wide(v), wide(high)])
            } else {
                let f = cast(b, F32, a[0].one());
                let d = b.ins().fpromote(F64, f);
                LV::One(cast(b, I64, d))
            }
        }
        Uop::F64ToF32 => {
            if vec {
                let mut small = |v| {
                    let d = cast(b, F64X2, v);
                    let f = b.ins().fvdemote(d);
                    cast(b, I32X4, f)
                };
                let [x, y] = a[0].two();
                let (x, y) = (small(x), small(y));
                LV::One(shuffle(b, x, y, [0, 1, 4, 5]))
            } else {
                let d = cast(b, F64, a[0].one());
                let f = b.ins().fdemote(F32, d);
                LV::One(cast(b, I32, f))
            }
        }
        Uop::S32ToF64 => by_lane_if!(vec, |b, x| {
            let d = b.ins().fcvt_from_sint(F64, x[0]);
            cast(b, I64, d)
        }),
        Uop::U32ToF64 => by_lane_if!(vec, |b, x| {
            let d = b.ins().fcvt_from_uint(F64, x[0]);
            cast(b, I64, d)
        }),
        Uop::F64ToS32 => by_lane_if!(vec, |b, x| {
            let d = cast(b, F64, x[0]);
            b.ins().fcvt_to_sint_sat(I32, d)
        }),
        Uop::F64ToU32 => by_lane_if!(vec, |b, x| {
            let d = cast(b, F64, x[0]);
            b.ins().fcvt_to_uint_sat(I32, d)
        }),
        Uop::Quad => {
            let index = [0, 2, 4, 6].map(|at| (imm >> at & 3) as u8);
            let v = a[0].one();
            LV::One(shuffle(b, v, v, index))
        }
        calls!() | all_lanes!() | others!() => {
            unreachable!("{} is not a pure strip operation", op.text());
        }
    }
}
