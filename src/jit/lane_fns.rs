//! Lane functions: what the host's vector unit lacks, as functions of one lane's raw bits from
//! [`crate::numerics`], applied to 64 lanes by [`call`].

use crate::numerics::{self as num, Format, Mode};
use crate::state::LANES;

/// A floating-point format, as part of a [`LaneCall`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Fmt {
    F16,
    F32,
    F64,
}

impl Fmt {
    fn format(self) -> Format {
        match self {
            Fmt::F16 => num::F16,
            Fmt::F32 => num::F32,
            Fmt::F64 => num::F64,
        }
    }
}

/// Which function, in which format, under which MODE: the `imm` of a call node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneCall {
    /// The function.
    pub f: LaneFn,
    /// Format of its operands.
    pub fmt: Fmt,
    /// MODE register: rounding, denormals, DX10_CLAMP, IEEE (bits 9:0).
    pub mode: u32,
    /// Function-specific constant.
    pub extra: u8,
}

impl LaneCall {
    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        self.f as u64
            | (self.fmt as u64) << 8
            | (self.extra as u64) << 16
            | ((self.mode & 0x3ff) as u64) << 32
    }

    fn unpack(imm: u64) -> LaneCall {
        let f = LaneFn::ALL[imm as u8 as usize % LaneFn::ALL.len()];
        let fmt = match (imm >> 8) as u8 {
            0 => Fmt::F16,
            1 => Fmt::F32,
            _ => Fmt::F64,
        };
        LaneCall {
            f,
            fmt,
            mode: (imm >> 32) as u32,
            extra: (imm >> 16) as u8,
        }
    }

    fn m(self) -> Mode {
        match self.fmt {
            Fmt::F32 => Mode::f32(self.mode),
            _ => Mode::f64(self.mode),
        }
    }
}

macro_rules! lane_fns {
    ($($(#[doc = $doc:literal])+ $name:ident = |$c:pat_param, $a:pat_param, $b:pat_param, $d:pat_param| $body:expr;)+) => {
        /// A function of up to three lane values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum LaneFn { $($(#[doc = $doc])+ $name,)+ }

        impl LaneFn {
            /// Every lane function.
            pub const ALL: &'static [LaneFn] = &[$(LaneFn::$name),+];
        }

        /// Applies the function in `imm` to 64 lanes; `wide`: bit 0 of the result, bits 1 to 3 of the
        /// operands, set for 64-bit values.
        ///
        /// # Safety
        /// Called by generated code only: every pointer that the function uses leads to 64 values of
        /// its width; unused ones may be null.
        pub unsafe extern "C" fn call(
            imm: u64,
            wide: u64,
            out: *mut u8,
            a: *const u8,
            b: *const u8,
            c: *const u8,
        ) {
            let call = LaneCall::unpack(imm);
            let get = |p: *const u8, n: u32, lane: usize| {
                if p.is_null() {
                    0
                } else if wide >> n & 1 != 0 {
                    // SAFETY: 64 values of 8 bytes.
                    unsafe { *p.cast::<u64>().add(lane) }
                } else {
                    // SAFETY: 64 values of 4 bytes.
                    unsafe { *p.cast::<u32>().add(lane) as u64 }
                }
            };
            let put = |lane: usize, v: u64| {
                if wide & 1 != 0 {
                    // SAFETY: 64 values of 8 bytes.
                    unsafe { *out.cast::<u64>().add(lane) = v }
                } else {
                    // SAFETY: 64 values of 4 bytes.
                    unsafe { *out.cast::<u32>().add(lane) = v as u32 }
                }
            };
            match call.f {
                $(LaneFn::$name => {
                    let f = |$c: LaneCall, $a: u64, $b: u64, $d: u64| -> u64 { $body };
                    for lane in 0..LANES {
                        put(lane, f(call, get(a, 1, lane), get(b, 2, lane), get(c, 3, lane)));
                    }
                })+
            }
        }

        /// The function in `imm` of one lane.
        pub extern "C" fn call_scalar(imm: u64, a: u64, b: u64, c: u64) -> u64 {
            let call = LaneCall::unpack(imm);
            match call.f {
                $(LaneFn::$name => {
                    let f = |$c: LaneCall, $a: u64, $b: u64, $d: u64| -> u64 { $body };
                    f(call, a, b, c)
                })+
            }
        }
    };
}

lane_fns! {
    /// a + b.
    Add = |k, a, b, _| num::add(k.fmt.format(), a, b, k.m());
    /// a - b.
    Sub = |k, a, b, _| num::sub(k.fmt.format(), a, b, k.m());
    /// a x b.
    Mul = |k, a, b, _| num::mul(k.fmt.format(), a, b, k.m());
    /// a x b + c, rounded once.
    Fma = |k, a, b, c| num::fma(k.fmt.format(), a, b, c, k.m());
    /// Minimum with the manual's NaN rules.
    Min = |k, a, b, _| num::min(k.fmt.format(), a, b, k.m());
    /// Maximum with the manual's NaN rules.
    Max = |k, a, b, _| num::max(k.fmt.format(), a, b, k.m());
    /// a x b, where a zero factor gives +0 whatever the other is.
    MulLegacy = |k, a, b, _| num::mul_legacy(a as u32, b as u32, k.m()) as u64;
    /// a x b + c, where a zero factor leaves c.
    MadLegacy = |k, a, b, c| num::mad_legacy(a as u32, b as u32, c as u32, k.m()) as u64;
    /// 1 / a.
    Rcp = |k, a, _, _| num::rcp(k.fmt.format(), a, k.m());
    /// Square root.
    Sqrt = |k, a, _, _| num::sqrt(k.fmt.format(), a, k.m());
    /// 1 / square root.
    Rsq = |k, a, _, _| num::rsq(k.fmt.format(), a, k.m());
    /// 2 to the power of a.
    Exp2 = |k, a, _, _| num::exp2(k.fmt.format(), a, k.m());
    /// Base-2 logarithm.
    Log2 = |k, a, _, _| num::log2(k.fmt.format(), a, k.m());
    /// Sine of a revolutions.
    Sin = |k, a, _, _| num::sin(k.fmt.format(), a, k.m());
    /// Cosine of a revolutions.
    Cos = |k, a, _, _| num::cos(k.fmt.format(), a, k.m());
    /// Output multiplier `extra`.
    Omod = |k, a, _, _| num::omod(k.fmt.format(), a, k.extra, k.m());
    /// Clamp to [0, 1].
    Clamp = |k, a, _, _| num::clamp(k.fmt.format(), a, k.m());
}
