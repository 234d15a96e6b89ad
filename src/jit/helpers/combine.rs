//! What atomics make of the old value and their operands.

use crate::ir::AtomicOp;
use crate::jit::controls::plain_float;
use crate::numerics::{self, Mode};

/// `with_op!(op, OP => body)` is `body` with the operation as a constant: what it is about is decided once, not for
/// each lane.
macro_rules! with_op {
    (@ $op:expr, $name:ident, $body:expr, $($variant:ident)+) => {
        match $op {
            $(AtomicOp::$variant => {
                const $name: AtomicOp = AtomicOp::$variant;
                $body
            })+
        }
    };
    ($op:expr, $name:ident => $body:expr) => {
        with_op!(@ $op, $name, $body,
            None Swap CmpSwap CmpSt Add Sub RSub SMin UMin SMax UMax And Or Xor Inc Dec MskOr Wrap
            FCmpSwap FCmpSt FMin FMax FAdd FAddFlushIn FAddFlushOut FAddFlush PkAddF16 PkAddBf16
            CondXchg)
    };
}
pub(super) use with_op;

/// An f32 or f64 such that comparing integers compares the numbers; `None` for NaN. Generated code's
/// floating-point controls might flush what comparing floats would compare.
#[inline(always)]
fn float_order(v: u64, wide: bool) -> Option<i64> {
    let (sign, infinity) = if wide {
        (1 << 63, f64::INFINITY.to_bits())
    } else {
        (1 << 31, f32::INFINITY.to_bits() as u64)
    };
    let magnitude = v & (sign - 1);
    let order = magnitude as i64;
    (magnitude <= infinity).then_some(if v & sign != 0 { -order } else { order })
}

/// Whether `f` holds for two floats that are numbers.
#[inline(always)]
fn floats(a: u64, b: u64, wide: bool, f: impl Fn(i64, i64) -> bool) -> bool {
    match (float_order(a, wide), float_order(b, wide)) {
        (Some(a), Some(b)) => f(a, b),
        _ => false,
    }
}

/// A sum of two f32 under the controls `m`, those of the host being the default.
#[inline(always)]
fn sum(a: u32, b: u32, m: Mode) -> u32 {
    let denormal = |x: u32| x & 0x7f80_0000 == 0 && x & 0x7f_ffff != 0;
    let r = (f32::from_bits(a) + f32::from_bits(b)).to_bits();
    // NaNs have rules of their own, and so have denormal values that do not count.
    let special = r & 0x7fff_ffff > 0x7f80_0000
        || !m.denorm_in && (denormal(a) || denormal(b))
        || !m.denorm_out && denormal(r);
    if special {
        return special_sum(a, b, m);
    }
    r
}

#[cold]
#[inline(never)]
fn special_sum(a: u32, b: u32, m: Mode) -> u32 {
    numerics::add(numerics::F32, a.into(), b.into(), m) as u32
}

/// The sums of both halves.
#[inline(never)]
fn sums(format: numerics::Format, a: u64, b: u64) -> u64 {
    let m = Mode::DEFAULT.keeping();
    let half = |by: u32| numerics::add(format, a >> by & 0xffff, b >> by & 0xffff, m) << by;
    half(0) | half(16)
}

/// As [`combine_floats`], for an operation that is known where it is called.
#[inline(always)]
pub(super) fn floats_by(op: AtomicOp, old: u64, d: u64, e: u64, wide: bool) -> u64 {
    let (second, b) = match op {
        AtomicOp::FCmpSwap => (floats(old, e, wide, |a, b| a == b), d),
        AtomicOp::FCmpSt => (floats(old, d, wide, |a, b| a == b), e),
        AtomicOp::FMin => (floats(d, old, wide, |a, b| a < b), d),
        AtomicOp::FMax => (floats(d, old, wide, |a, b| a > b), d),
        AtomicOp::PkAddF16 => return sums(numerics::F16, old, d),
        AtomicOp::PkAddBf16 => return sums(numerics::BF16, old, d),
        // Callers see to the host's controls.
        _ => {
            let m = op.fadd_mode().unwrap_or(Mode::DEFAULT);
            return if wide {
                numerics::add(numerics::F64, old, d, m)
            } else {
                sum(old as u32, d as u32, m).into()
            };
        }
    };
    if second { b } else { old }
}

/// [`combine`] of floats; out of line, so that it does not weigh on the integers.
#[inline(never)]
fn combine_floats(op: AtomicOp, old: u64, d: u64, e: u64, wide: bool) -> u64 {
    let mut r = 0;
    // Sums are formed by the host's additions; atomics on memory come here under the controls of compiled code.
    plain_float(|| r = floats_by(op, old, d, e, wide));
    r
}

/// Result of an atomic: what is stored, from the old value and the data operands.
#[inline(always)]
pub(super) fn combine(op: AtomicOp, old: u64, d: u64, e: u64, wide: bool) -> u64 {
    let signed = |v: u64| {
        if wide {
            v as i64
        } else {
            v as u32 as i32 as i64
        }
    };
    let either = |second: bool, b: u64| if second { b } else { old };
    match op {
        AtomicOp::None => old,
        AtomicOp::Swap => d,
        AtomicOp::CmpSwap => either(old == e, d),
        AtomicOp::CmpSt => either(old == d, e),
        AtomicOp::Add => old.wrapping_add(d),
        AtomicOp::Sub => old.wrapping_sub(d),
        AtomicOp::RSub => d.wrapping_sub(old),
        AtomicOp::SMin => either(signed(d) < signed(old), d),
        AtomicOp::SMax => either(signed(d) > signed(old), d),
        AtomicOp::UMin => old.min(d),
        AtomicOp::UMax => old.max(d),
        AtomicOp::And => old & d,
        AtomicOp::Or => old | d,
        AtomicOp::Xor => old ^ d,
        AtomicOp::Inc => {
            if old >= d {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > d {
                d
            } else {
                old - 1
            }
        }
        AtomicOp::MskOr => old & !d | e,
        AtomicOp::Wrap => {
            if old >= d {
                old - d
            } else {
                old.wrapping_add(e)
            }
        }
        AtomicOp::FCmpSwap
        | AtomicOp::FCmpSt
        | AtomicOp::FMin
        | AtomicOp::FMax
        | AtomicOp::FAdd
        | AtomicOp::FAddFlushIn
        | AtomicOp::FAddFlushOut
        | AtomicOp::FAddFlush
        | AtomicOp::PkAddF16
        | AtomicOp::PkAddBf16 => combine_floats(op, old, d, e, wide),
        AtomicOp::CondXchg => {
            let half = |old: u64, data: u64| {
                if data & 1 << 31 != 0 {
                    data & 0x7fff_ffff
                } else {
                    old & 0xffff_ffff
                }
            };
            half(old, d) | half(old >> 32, d >> 32) << 32
        }
    }
}
