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

macro_rules! operations {
    ($(#[$doc:meta])* $width:ident: $u:ident, $i:ident, $f:ident, $format:ident) => {
        $(#[$doc])*
        pub mod $width {
            use crate::isa::facts::Atomic;
            use crate::numerics::{self, Mode, Round};

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
            /// Counts around a ring.
            pub fn wrap(old: $u, data: $u, data2: $u) -> $u {
                if old >= data { old - data } else { old.wrapping_add(data2) }
            }
            /// Adds floats in the LDS: denormals by MODE, but to nearest even whatever MODE says (LLVM
            /// pull request 89468: DS float additions respect the denormal mode and not the rounding
            /// mode; the ISA texts say nothing). NaNs as in [`add`](crate::numerics::add).
            pub fn fadd(old: $u, data: $u, m: Mode) -> $u {
                let m = m.rounding(Round::Nearest);
                numerics::add(numerics::$format, old as u64, data as u64, m) as $u
            }

            /// Adds the halves of dwords, to nearest, denormals kept: no source says otherwise.
            fn pk_add(format: numerics::Format, old: $u, data: $u) -> $u {
                let m = Mode::DEFAULT.keeping();
                let half = |by: u32| {
                    let [a, b] = [old, data].map(|x| (x >> by) as u16 as u64);
                    (numerics::add(format, a, b, m) as $u) << by
                };
                half(0) | half(16)
            }

            /// The operation, under a mode of floats.
            pub fn by(op: Atomic, m: Mode) -> impl Fn($u, $u, $u) -> $u {
                move |old, data, data2| match op {
                    Atomic::Swap => swap(old, data, data2),
                    Atomic::CmpSwap => cmpswap(old, data, data2),
                    Atomic::CmpSt => cmpst(old, data, data2),
                    Atomic::Add => add(old, data, data2),
                    Atomic::Sub => sub(old, data, data2),
                    Atomic::RSub => rsub(old, data, data2),
                    Atomic::SMin => smin(old, data, data2),
                    Atomic::UMin => umin(old, data, data2),
                    Atomic::SMax => smax(old, data, data2),
                    Atomic::UMax => umax(old, data, data2),
                    Atomic::And => and(old, data, data2),
                    Atomic::Or => or(old, data, data2),
                    Atomic::Xor => xor(old, data, data2),
                    Atomic::Inc => inc(old, data, data2),
                    Atomic::Dec => dec(old, data, data2),
                    Atomic::MskOr => mskor(old, data, data2),
                    Atomic::Wrap => wrap(old, data, data2),
                    Atomic::FCmpSwap => fcmpswap(old, data, data2),
                    Atomic::FCmpSt => fcmpst(old, data, data2),
                    Atomic::FMin => fmin(old, data, data2),
                    Atomic::FMax => fmax(old, data, data2),
                    Atomic::FAdd => fadd(old, data, m),
                    Atomic::PkAddF16 => pk_add(numerics::F16, old, data),
                    Atomic::PkAddBf16 => pk_add(numerics::BF16, old, data),
                }
            }
        }
    };
}

operations! {
    /// On dwords.
    b32: u32, i32, f32, F32
}
operations! {
    /// On quadwords.
    b64: u64, i64, f64, F64
}
