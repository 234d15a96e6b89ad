//! The numbers: pure functions on raw bits, shared by the interpreter and by the helpers that
//! generated code calls. Nothing here reads or changes the host's floating-point environment.
//!
//! # The floating-point rule
//!
//! A result equals, to the bit, what the x86 instruction of the same name (SSE, AVX, FMA) gives with
//! MXCSR set as follows, so generated code may use those instructions:
//!
//! * Rounding is [`Mode::round`] (MXCSR.RC).
//! * When input denormals are off ([`Mode::denorm_in`] = false; MXCSR.DAZ), a denormal operand counts
//!   as a zero of its sign.
//! * When output denormals are off ([`Mode::denorm_out`] = false; MXCSR.FTZ), a result that is tiny
//!   after rounding to the type's precision with an unbounded exponent becomes a zero of its sign.
//! * If an operand is a NaN the result is the first NaN among the operands in the order of the
//!   operation (of a multiply-add: first factor, second factor, addend; of V_SUBREV, which is S1 - S0:
//!   S1 first), quieted. An invalid operation without a
//!   NaN operand gives the default NaN, whose sign bit is set: `0xfe00`, `0xffc00000`,
//!   `0xfff8000000000000`.
//!   (VFMADD's own order is that of the digits in its name: VFMADD213 prefers a NaN in its second
//!   operand to one in its first.)
//! * An exact zero sum of operands with different signs is +0, or -0 when rounding downward.
//!
//! The MODE register has one set of fields for f32 and one for f64 and f16 together (CLRX GcnState);
//! [`Mode::f32`] and [`Mode::f64`] read them. Operations that deviate from the rule say so:
//! the unfused multiply-adds always flush ([`Mode::flushed`]), minimum and maximum have their own NaN
//! rule ([`min`]), and what the manual specifies only to some ulp (reciprocals, roots, exponential,
//! logarithm, sine and cosine) rounds to nearest whatever MODE says ([`transcendental`]).
//!
//! Functions named for an operation alone (`add`) take a [`Format`] and raw bits in the low bits of a
//! `u64`; those with a type prefix (`f32_add`) are the same for one format.

pub mod arith;
pub mod buffer_format;
pub mod class;
pub mod convert;
pub mod cube;
pub mod division;
pub mod format;
pub mod matrix;
pub mod minmax;
pub mod modifiers;
pub mod narrow;
pub mod round;
pub mod screen;
pub mod transcendental;

#[cfg(test)]
mod tests;

pub use arith::*;
pub use class::*;
pub use convert::*;
pub use cube::*;
pub use division::*;
pub use format::{BF16, F16, F32, F64, Format};
pub use minmax::*;
pub use modifiers::*;
pub use narrow::*;
pub use round::*;
pub use screen::*;
pub use transcendental::*;

use crate::isa::{Gen, Gens};
use crate::listed::listed;

listed! {
    /// Rounding direction, in the encoding of the MODE register (CLRX GcnState).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum Round {
        /// To nearest, ties to even.
        Nearest = 0,
        /// Toward plus infinity.
        Up = 1,
        /// Toward minus infinity.
        Down = 2,
        /// Toward zero.
        Zero = 3,
    }
}

/// What the MODE register says about one class of floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Rounding direction.
    pub round: Round,
    /// Denormal operands keep their value; else they count as zero.
    pub denorm_in: bool,
    /// Denormal results are kept; else they become zero.
    pub denorm_out: bool,
    /// CLAMP turns NaN into 0.
    pub dx10_clamp: bool,
    /// IEEE bit: signalling NaN operands of minimum and maximum win; OMOD is off.
    pub ieee: bool,
    /// FP16_OVFL: an f16 result of finite operands that overflows is the largest finite value in every
    /// rounding direction (gfx9; LLVM AMDGPUUsage). Means nothing to other formats.
    pub f16_ovfl: bool,
}

impl Mode {
    /// Round to nearest, keep denormals, DX10_CLAMP and IEEE set: the setting of compute kernels.
    pub const DEFAULT: Mode = Mode {
        round: Round::Nearest,
        denorm_in: true,
        denorm_out: true,
        dx10_clamp: true,
        ieee: true,
        f16_ovfl: false,
    };

    /// The bit of FP16_OVFL in MODE. gfx6 to gfx8 do not have it: callers clear it there.
    pub const F16_OVFL: u32 = 1 << 23;

    /// The mode of f32 operations: MODE bits 1:0, 4 and 5.
    #[inline]
    pub const fn f32(mode: u32) -> Mode {
        Mode::fields(mode, mode & 3, mode >> 4)
    }

    /// The mode of f64 and f16 operations: MODE bits 3:2, 6 and 7.
    #[inline]
    pub const fn f64(mode: u32) -> Mode {
        Mode::fields(mode, mode >> 2 & 3, mode >> 6)
    }

    const fn fields(mode: u32, round: u32, denorm: u32) -> Mode {
        Mode {
            round: Round::ALL[round as usize],
            denorm_in: denorm & 1 != 0,
            denorm_out: denorm & 2 != 0,
            dx10_clamp: mode >> 8 & 1 != 0,
            ieee: mode >> 9 & 1 != 0,
            f16_ovfl: mode & Mode::F16_OVFL != 0,
        }
    }

    /// The mode of sums of f32 that memory forms, whatever MODE says: to nearest; on gfx908 and gfx90a denormals are
    /// flushed (LLVM's FeatureMemoryAtomicFAddF32DenormalSupport begins with gfx940).
    pub fn in_memory32(generation: Gen) -> Mode {
        let m = Mode::in_memory64();
        if generation.has(Gens::FLOAT_ATOMICS_FLUSH) {
            m.flushed()
        } else {
            m
        }
    }

    /// The mode of sums of f64 that memory forms: to nearest, denormals are kept, as those of f16 are, on the LDS too
    /// (LLVM's SITargetLowering).
    pub const fn in_memory64() -> Mode {
        Mode::DEFAULT.keeping()
    }

    /// The same, with denormal operands and results flushed.
    pub const fn flushed(self) -> Mode {
        Mode {
            denorm_in: false,
            denorm_out: false,
            ..self
        }
    }

    /// The same, with denormal operands and results kept.
    pub const fn keeping(self) -> Mode {
        Mode {
            denorm_in: true,
            denorm_out: true,
            ..self
        }
    }

    /// The same, rounding in direction `round`.
    pub const fn rounding(self, round: Round) -> Mode {
        Mode { round, ..self }
    }

    /// Whether plain IEEE arithmetic gives the right bits: to nearest, nothing flushed.
    #[inline]
    pub const fn is_plain(self) -> bool {
        matches!(self.round, Round::Nearest) && self.denorm_in && self.denorm_out
    }
}

/// Makes the functions with a type prefix from those that take a [`Format`].
macro_rules! typed {
    (@f64 $generic:ident($($arg:ident),+)) => {};
    (@f64 $generic:ident($($arg:ident),+) $f64:ident) => {
        #[doc = concat!("[`", stringify!($generic), "`] of f64 values.")]
        #[inline]
        pub fn $f64($($arg: u64,)+ m: Mode) -> u64 {
            $generic(F64, $($arg,)+ m)
        }
    };
    ($($generic:ident($($arg:ident),+) $f16:ident $f32:ident $($f64:ident)?;)+) => {
        $(
            #[doc = concat!("[`", stringify!($generic), "`] of f16 values.")]
            #[inline]
            pub fn $f16($($arg: u16,)+ m: Mode) -> u16 {
                $generic(F16, $($arg as u64,)+ m) as u16
            }

            #[doc = concat!("[`", stringify!($generic), "`] of f32 values.")]
            #[inline]
            pub fn $f32($($arg: u32,)+ m: Mode) -> u32 {
                $generic(F32, $($arg as u64,)+ m) as u32
            }

            typed!(@f64 $generic($($arg),+) $($f64)?);
        )+
    };
}

typed! {
    add(a, b) f16_add f32_add f64_add;
    sub(a, b) f16_sub f32_sub f64_sub;
    mul(a, b) f16_mul f32_mul f64_mul;
    fma(a, b, c) f16_fma f32_fma f64_fma;
    mad(a, b, c) f16_mad f32_mad f64_mad;
    min(a, b) f16_min f32_min f64_min;
    max(a, b) f16_max f32_max f64_max;
    med3(a, b, c) f16_med3 f32_med3;
    trunc(a) f16_trunc f32_trunc f64_trunc;
    ceil(a) f16_ceil f32_ceil f64_ceil;
    floor(a) f16_floor f32_floor f64_floor;
    rndne(a) f16_rndne f32_rndne f64_rndne;
    rcp(a) f16_rcp f32_rcp f64_rcp;
    rsq(a) f16_rsq f32_rsq f64_rsq;
    sqrt(a) f16_sqrt f32_sqrt f64_sqrt;
    exp2(a) f16_exp2 f32_exp2;
    log2(a) f16_log2 f32_log2;
    sin(a) f16_sin f32_sin;
    cos(a) f16_cos f32_cos;
    div_fixup(q, d, n) f16_div_fixup f32_div_fixup f64_div_fixup;
}
