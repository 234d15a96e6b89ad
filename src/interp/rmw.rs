//! What atomics do with the old value: one table for scalar, LDS, buffer and flat memory.
//!
//! Each function takes the old value in memory and up to two data operands, and gives the value that
//! is stored (CLRX GcnInstrsDs, GcnInstrsMubuf, GcnInstrsFlat).
//!
//! DS_MIN and DS_MAX of floats have one data operand, which is both compared and stored. AMD's text up to
//! Vega compares DATA1 and stores DATA0; but CLRX, LLVM, whose floating-point atomics give one operand and
//! leave DATA1 v0, and AMD's text for the CDNA processors (src < tmp ? src : tmp) know no second one. The
//! comparison is strict, so that the old value stays beside a NaN or a zero of the other sign, and it
//! looks at denormals whatever MODE says (AMD: "handles NAN/INF/denorm").

use crate::numerics::{self, F32, Mode, Round};

macro_rules! operations {
    ($(#[$doc:meta])* $width:ident: $u:ident, $i:ident, $f:ident) => {
        $(#[$doc])*
        pub mod $width {
            pub fn add(old: $u, data: $u, _: $u) -> $u {
                old.wrapping_add(data)
            }
            pub fn sub(old: $u, data: $u, _: $u) -> $u {
                old.wrapping_sub(data)
            }
            pub fn rsub(old: $u, data: $u, _: $u) -> $u {
                data.wrapping_sub(old)
            }
            /// Counts up to `data`, then starts at 0.
            pub fn inc(old: $u, data: $u, _: $u) -> $u {
                if old >= data { 0 } else { old + 1 }
            }
            /// Counts down to 0, then starts at `data`.
            pub fn dec(old: $u, data: $u, _: $u) -> $u {
                if old == 0 || old > data { data } else { old - 1 }
            }
            pub fn smin(old: $u, data: $u, _: $u) -> $u {
                (old as $i).min(data as $i) as $u
            }
            pub fn smax(old: $u, data: $u, _: $u) -> $u {
                (old as $i).max(data as $i) as $u
            }
            pub fn umin(old: $u, data: $u, _: $u) -> $u {
                old.min(data)
            }
            pub fn umax(old: $u, data: $u, _: $u) -> $u {
                old.max(data)
            }
            pub fn and(old: $u, data: $u, _: $u) -> $u {
                old & data
            }
            pub fn or(old: $u, data: $u, _: $u) -> $u {
                old | data
            }
            pub fn xor(old: $u, data: $u, _: $u) -> $u {
                old ^ data
            }
            pub fn swap(_: $u, data: $u, _: $u) -> $u {
                data
            }
            /// Replaces the bits of `mask`.
            pub fn mskor(old: $u, mask: $u, data: $u) -> $u {
                old & !mask | data
            }
            /// Compare and swap in the order of buffer, flat and scalar memory: the new value is
            /// the low part of the data, the comparand the high part.
            pub fn cmpswap(old: $u, new: $u, comparand: $u) -> $u {
                if old == comparand { new } else { old }
            }
            /// Compare and store in the order of DS: DATA0 is the comparand, DATA1 the new value.
            pub fn cmpst(old: $u, comparand: $u, new: $u) -> $u {
                cmpswap(old, new, comparand)
            }
            /// The comparison is one of floats: -0 matches +0, and NaN nothing.
            pub fn fcmpswap(old: $u, new: $u, comparand: $u) -> $u {
                if $f::from_bits(old) == $f::from_bits(comparand) { new } else { old }
            }
            /// As [`fcmpswap`], in the order of DS.
            pub fn fcmpst(old: $u, comparand: $u, new: $u) -> $u {
                fcmpswap(old, new, comparand)
            }
            /// The old value stays unless the data is less: equal zeros and NaN leave it.
            pub fn fmin(old: $u, data: $u, _: $u) -> $u {
                if $f::from_bits(data) < $f::from_bits(old) { data } else { old }
            }
            /// The old value stays unless the data is greater.
            pub fn fmax(old: $u, data: $u, _: $u) -> $u {
                if $f::from_bits(data) > $f::from_bits(old) { data } else { old }
            }
        }
    };
}

operations! {
    /// On dwords.
    b32: u32, i32, f32
}
operations! {
    /// On quadwords.
    b64: u64, i64, f64
}

/// Counts around a ring: DS_WRAP_RTN_B32.
pub fn wrap(old: u32, data: u32, data2: u32) -> u32 {
    match old >= data {
        true => old - data,
        false => old.wrapping_add(data2),
    }
}

/// Adds f32 values in the LDS: denormals by MODE, but to nearest even whatever MODE says (LLVM pull
/// request 89468: DS float additions respect the denormal mode and not the rounding mode; the ISA
/// texts say nothing). NaNs as in [`add`](numerics::add).
pub fn fadd(old: u32, data: u32, m: Mode) -> u32 {
    let m = m.rounding(Round::Nearest);
    numerics::add(F32, old as u64, data as u64, m) as u32
}
