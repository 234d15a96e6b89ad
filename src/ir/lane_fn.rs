//! Lane functions: what host vector units lack, as functions of one lane's raw bits, most of them from
//! [`crate::numerics`]. A call node names one in its `imm`; a backend applies it with [`apply`].

use std::ops::Range;

use crate::isa::Ty;
use crate::isa::facts::Narrow;
use crate::isa::scaled::{Scaled, Way};
use crate::numerics::{self as num, Format, Mode};

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
    /// MODE register, as far as arithmetic looks at it: rounding, denormals, DX10_CLAMP, IEEE (bits
    /// 9:0) and FP16_OVFL.
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
            | (self.mode as u64) << 32
    }

    /// Of a node's `imm`.
    pub fn unpack(imm: u64) -> LaneCall {
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

    /// The mode of operations in its format.
    pub fn float_mode(self) -> Mode {
        match self.fmt {
            Fmt::F32 => Mode::f32(self.mode),
            Fmt::F16 | Fmt::F64 => Mode::f64(self.mode),
        }
    }
}

impl LaneCall {
    /// The mode of minimum, maximum and median: `extra` 1 keeps denormals (before gfx9).
    pub fn minmax(self) -> Mode {
        match self.extra {
            0 => self.float_mode(),
            _ => self.float_mode().keeping(),
        }
    }

    /// The mode of f16 operands and results of conversions: with `extra` 1 (gfx6, gfx7) denormals are
    /// kept and the rounding is that of f32.
    pub fn half(self) -> Mode {
        match self.extra {
            0 => Mode::f64(self.mode),
            _ => Mode::f32(self.mode).keeping(),
        }
    }

    /// The mode of f32 operands.
    pub fn m32(self) -> Mode {
        Mode::f32(self.mode)
    }

    /// The 8-bit format: `extra` bit 0: bf8, bit 7: OCP's.
    fn byte(self) -> num::Small {
        num::Small::byte(self.extra & 1 != 0, self.extra & 0x80 != 0)
    }

    /// A 32-bit unsigned sum: saturated with `extra` 1 (CLAMP), else wrapped.
    fn fit_u32(self, sum: u64) -> u64 {
        match self.extra {
            0 => sum & 0xffff_ffff,
            _ => sum.min(0xffff_ffff),
        }
    }
}

/// Sum of absolute differences of four bytes.
fn sad(a: u64, b: u64) -> u64 {
    let (a, b) = ((a as u32).to_le_bytes(), (b as u32).to_le_bytes());
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.abs_diff(b) as u64).sum()
}

/// As [`sad`], without the bytes where `b` has 0.
fn masked_sad(a: u64, b: u64) -> u64 {
    let (a, b) = ((a as u32).to_le_bytes(), (b as u32).to_le_bytes());
    let counted = a.iter().zip(b).filter(|(_, b)| *b != 0);
    counted.map(|(a, b)| a.abs_diff(b) as u64).sum()
}

/// Sum of absolute differences of two halves.
fn sad16(a: u64, b: u64) -> u64 {
    let d = |i: u32| ((a >> i) as u16).abs_diff((b >> i) as u16) as u64;
    d(0) + d(16)
}

/// V_PERM_B32: bytes of {a, b} by the selectors in `c`: 0 to 7 a byte, 8 to 11 the sign of bytes 1, 3,
/// 5, 7, 12 zero, others all ones.
fn perm(a: u64, b: u64, c: u64) -> u64 {
    let bytes = (a << 32 | b & 0xffff_ffff).to_le_bytes();
    let one = |s: u8| match s {
        0..=7 => bytes[s as usize],
        8..=11 => ((bytes[2 * (s as usize - 8) + 1] as i8) >> 7) as u8,
        12 => 0,
        _ => 0xff,
    };
    u32::from_le_bytes((c as u32).to_le_bytes().map(one)) as u64
}

/// Sum of the products of the `bits`-bit elements of two dwords, signed or unsigned.
fn dot(a: u64, b: u64, bits: u32, signed: bool) -> i64 {
    let element = |v: u64, i: u32| {
        let up = v << (64 - bits * (i + 1));
        if signed {
            up as i64 >> (64 - bits)
        } else {
            (up >> (64 - bits)) as i64
        }
    };
    (0..32 / bits).map(|i| element(a, i) * element(b, i)).sum()
}

impl LaneCall {
    /// A dot product plus `c`: element width in bits 7:2 of `extra`, bit 1 signed, bit 0 CLAMP.
    fn dot(self, a: u64, b: u64, c: u64) -> u64 {
        let (bits, signed, clamp) = (
            (self.extra >> 2) as u32,
            self.extra & 2 != 0,
            self.extra & 1 != 0,
        );
        let c = if signed {
            c as i32 as i64
        } else {
            c as u32 as i64
        };
        let sum = dot(a, b, bits.clamp(1, 32), signed) + c;
        let (min, max) = if signed {
            (i32::MIN as i64, i32::MAX as i64)
        } else {
            (0, u32::MAX as i64)
        };
        (if clamp { sum.clamp(min, max) } else { sum }) as u32 as u64
    }
}

impl LaneCall {
    /// V_CVT_SR_F16_F32, V_CVT_SR_BF16_F32.
    fn sr_half(self, a: u32, random: u32) -> u64 {
        let m = self.m32();
        match self.extra {
            0 => num::sr_half(num::F16, a, random, m, Mode::f64(self.mode)),
            _ => num::sr_half(num::BF16, a, random, m, m.keeping()),
        }
    }

    /// V_DOT2_F32_F16.
    fn dot_f16(self, a: u64, b: u64, c: u64) -> u64 {
        let [a, b] = [a, b].map(halves);
        num::dot2_f16(a, b, c, self.m32(), !self.keeps_halves()).into()
    }

    /// Whether a dot product of f16 looks at denormal ones, whatever MODE says: with `extra` 1 (gfx90a) it does not.
    pub fn keeps_halves(self) -> bool {
        self.extra == 0
    }
}

/// A conversion by a scale of one value or two, the first one in the low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaledPair {
    /// The narrow format.
    pub narrow: Narrow,
    /// The other one: [`num::F32`], [`num::F16`] or [`num::BF16`].
    pub float: Format,
    /// There are two.
    pub is_pair: bool,
    /// It rounds by a random number.
    pub is_random: bool,
}

impl ScaledPair {
    const FLOATS: [Format; 3] = [num::F32, num::F16, num::BF16];

    /// One step of a conversion.
    pub fn of(s: Scaled) -> ScaledPair {
        ScaledPair {
            narrow: s.narrow,
            float: match s.float_bits() {
                16 if s.float == Ty::F16 => num::F16,
                16 => num::BF16,
                _ => num::F32,
            },
            is_pair: s.count > 1,
            is_random: s.way == Way::DownRandomly,
        }
    }

    /// As `extra`.
    pub fn pack(self) -> u8 {
        let float = match self.float {
            num::F32 => 0,
            num::F16 => 1,
            _ => 2,
        };
        self.narrow as u8 | float << 3 | (self.is_pair as u8) << 5 | (self.is_random as u8) << 6
    }

    fn unpack(extra: u8) -> ScaledPair {
        let narrow = usize::from(extra & 7).min(Narrow::ALL.len() - 1);
        let float = usize::from(extra >> 3 & 3).min(ScaledPair::FLOATS.len() - 1);
        ScaledPair {
            narrow: Narrow::ALL[narrow],
            float: ScaledPair::FLOATS[float],
            is_pair: extra >> 5 & 1 != 0,
            is_random: extra >> 6 & 1 != 0,
        }
    }

    fn count(self) -> usize {
        1 + self.is_pair as usize
    }

    fn float_bits(self) -> usize {
        1 + (self.float.fraction + self.float.exponent) as usize
    }

    fn down(self, values: u64, random: u32, scale: u32, m: Mode) -> u64 {
        let (narrow, mut random) = (num::Small::from(self.narrow), random);
        (0..self.count()).fold(0, |out, i| {
            let x = values >> (i * self.float_bits()) & self.float.mask();
            let rounding = if self.is_random {
                num::Rounding::Stochastic(random)
            } else {
                num::Rounding::Nearest
            };
            random = num::prng(random);
            let r = narrow.scaled_down(self.float, x, scale, rounding, m);
            out | u64::from(r) << (i * self.narrow.bits())
        })
    }

    fn up(self, codes: u64, scale: u32, m: Mode) -> u64 {
        let narrow = num::Small::from(self.narrow);
        (0..self.count()).fold(0, |out, i| {
            let x = (codes >> (i * self.narrow.bits())) as u8;
            out | narrow.scaled_up(x, scale, self.float, m) << (i * self.float_bits())
        })
    }
}

/// The halves of a dword.
fn halves(v: u64) -> [u16; 2] {
    [v as u16, (v >> 16) as u16]
}

/// A function of 16 bits, for both halves of dwords.
fn both(x: [u64; 3], f: impl Fn(u64, u64, u64) -> u64) -> u64 {
    let half = |by: u32| {
        let [a, b, c] = x.map(|x| x >> by & 0xffff);
        f(a, b, c) << by
    };
    half(0) | half(16)
}

/// Sign-extends the low 24 bits.
fn s24(v: u64) -> i64 {
    (v as i64) << 40 >> 40
}

/// Saturates to i32.
fn fit_i32(v: i64) -> u64 {
    v.clamp(i32::MIN as i64, i32::MAX as i64) as u32 as u64
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

        /// Applies the function of call node `imm` to `lanes`: `get` gives operand 0 to 2 of a lane (0
        /// when there is none), `put` takes the result. The host's floating-point controls are the
        /// default ones meanwhile.
        #[inline(always)]
        pub fn apply(
            imm: u64,
            lanes: Range<usize>,
            get: impl Fn(u32, usize) -> u64,
            mut put: impl FnMut(usize, u64),
        ) {
            let call = LaneCall::unpack(imm);
            match call.f {
                $(LaneFn::$name => {
                    let f = |$c: LaneCall, $a: u64, $b: u64, $d: u64| -> u64 { $body };
                    for lane in lanes {
                        put(lane, f(call, get(0, lane), get(1, lane), get(2, lane)));
                    }
                })+
            }
        }
    };
}

lane_fns! {
    /// a + b.
    Add = |k, a, b, _| num::add(k.fmt.format(), a, b, k.float_mode());
    /// a - b.
    Sub = |k, a, b, _| num::sub(k.fmt.format(), a, b, k.float_mode());
    /// a x b.
    Mul = |k, a, b, _| num::mul(k.fmt.format(), a, b, k.float_mode());
    /// a x b + c, rounded once.
    Fma = |k, a, b, c| num::fma(k.fmt.format(), a, b, c, k.float_mode());
    /// Minimum with the manual's NaN rules.
    Min = |k, a, b, _| num::min(k.fmt.format(), a, b, k.minmax());
    /// Maximum with the manual's NaN rules.
    Max = |k, a, b, _| num::max(k.fmt.format(), a, b, k.minmax());
    /// 1 / a.
    Rcp = |k, a, _, _| num::rcp(k.fmt.format(), a, k.float_mode());
    /// Square root.
    Sqrt = |k, a, _, _| num::sqrt(k.fmt.format(), a, k.float_mode());
    /// 1 / square root.
    Rsq = |k, a, _, _| num::rsq(k.fmt.format(), a, k.float_mode());
    /// 2 to the power of a.
    Exp2 = |k, a, _, _| num::exp2(k.fmt.format(), a, k.float_mode());
    /// Base-2 logarithm.
    Log2 = |k, a, _, _| num::log2(k.fmt.format(), a, k.float_mode());
    /// V_LOG_CLAMP_F32.
    LogClamp = |k, a, _, _| num::log_clamp(a as u32, k.float_mode()) as u64;
    /// Sine of a revolutions.
    Sin = |k, a, _, _| num::sin(k.fmt.format(), a, k.float_mode());
    /// Cosine of a revolutions.
    Cos = |k, a, _, _| num::cos(k.fmt.format(), a, k.float_mode());
    /// Output multiplier `extra`.
    Omod = |k, a, _, _| num::omod(k.fmt.format(), a, k.extra, k.float_mode());
    /// Clamp to [0, 1].
    Clamp = |k, a, _, _| num::clamp(k.fmt.format(), a, k.float_mode());
    /// Product rounded, then the sum, denormals flushed.
    Mad = |k, a, b, c| num::mad(k.fmt.format(), a, b, c, k.float_mode());
    /// Minimum of three.
    Min3 = |k, a, b, c| num::min3(k.fmt.format(), a, b, c, k.minmax());
    /// Maximum of three.
    Max3 = |k, a, b, c| num::max3(k.fmt.format(), a, b, c, k.minmax());
    /// Median of three.
    Med3 = |k, a, b, c| num::med3(k.fmt.format(), a, b, c, k.minmax());
    /// V_MIN_LEGACY_F32.
    MinLegacy = |_, a, b, _| num::min_legacy(a as u32, b as u32) as u64;
    /// V_MAX_LEGACY_F32.
    MaxLegacy = |_, a, b, _| num::max_legacy(a as u32, b as u32) as u64;
    /// Infinity becomes the largest finite value.
    ClampInf = |k, a, _, _| num::clamp_inf(k.fmt.format(), a);
    /// Infinity becomes a zero of its sign.
    LegacyInf = |k, a, _, _| num::legacy_inf(k.fmt.format(), a);
    /// Toward zero, to an integral value.
    Trunc = |k, a, _, _| num::trunc(k.fmt.format(), a, k.float_mode());
    /// Up, to an integral value.
    Ceil = |k, a, _, _| num::ceil(k.fmt.format(), a, k.float_mode());
    /// Down, to an integral value.
    Floor = |k, a, _, _| num::floor(k.fmt.format(), a, k.float_mode());
    /// To nearest even, to an integral value.
    Rndne = |k, a, _, _| num::rndne(k.fmt.format(), a, k.float_mode());
    /// a - floor(a); `extra` 1 may give 1 (gfx6).
    Fract = |k, a, _, _| num::fract(k.fmt.format(), a, k.extra != 0, k.float_mode());
    /// V_FREXP_EXP, sign-extended to 32 bits; `extra` 1 on gfx6.
    FrexpExp = |k, a, _, _| num::frexp_exp(k.fmt.format(), a, k.extra != 0, k.float_mode()) as u32 as u64;
    /// V_FREXP_MANT; `extra` 1 on gfx6.
    FrexpMant = |k, a, _, _| num::frexp_mant(k.fmt.format(), a, k.extra != 0, k.float_mode());
    /// a x 2^b, b a 32-bit integer.
    Ldexp = |k, a, b, _| num::ldexp(k.fmt.format(), a, b as i32, k.float_mode());
    /// f32 to f16; `extra` 1 on gfx6 and gfx7.
    CvtF16F32 = |k, a, _, _| num::convert(num::F32, num::F16, a, k.m32(), k.half());
    /// f32 to f16, toward zero; `extra` 1 on gfx6 and gfx7.
    CvtF16Rtz = |k, a, _, _| num::rtz_f16(a as u32, k.m32(), k.half()) as u64;
    /// f16 to f32; `extra` 1 on gfx6 and gfx7.
    CvtF32F16 = |k, a, _, _| num::convert(num::F16, num::F32, a, k.half(), k.m32());
    /// f64 to f32.
    CvtF32F64 = |k, a, _, _| num::convert(num::F64, num::F32, a, Mode::f64(k.mode), k.m32());
    /// f32 to f16, keeping denormal f32: the last step of mixed precision.
    CvtF16Mixed = |k, a, _, _| num::convert(num::F32, num::F16, a, k.m32().keeping(), Mode::f64(k.mode));
    /// A signed 32-bit integer to f16; `extra` 1 on gfx6 and gfx7.
    CvtF16Int = |k, a, _, _| num::from_int(num::F16, a as i32 as i64, k.half());
    /// f16 to i16.
    CvtI16 = |k, a, _, _| num::to_i16(k.fmt.format(), a) as u16 as u64;
    /// f16 to u16.
    CvtU16 = |k, a, _, _| num::to_u16(k.fmt.format(), a) as u64;
    /// Floor of a + 0.5 as i32.
    CvtRpi = |_, a, _, _| num::rpi_i32(a as u32) as u32 as u64;
    /// Floor as i32.
    CvtFlr = |_, a, _, _| num::flr_i32(a as u32) as u32 as u64;
    /// A signed normalised 16-bit integer.
    NormI16 = |k, a, _, _| num::norm_i16(k.fmt.format(), a, k.float_mode()) as u64;
    /// An unsigned normalised 16-bit integer.
    NormU16 = |k, a, _, _| num::norm_u16(k.fmt.format(), a, k.float_mode()) as u64;
    /// Byte b of c becomes a, converted.
    PkU8 = |k, a, b, c| num::pk_u8_f32(a as u32, b as u32, c as u32, k.float_mode()) as u64;
    /// An 8-bit float to f32; `extra` as `LaneCall::byte` has it.
    CvtF32Fp8 = |k, a, _, _| k.byte().to_f32(a as u8).into();
    /// Two f32 to 8-bit floats, in a word of c; `extra` also bit 1: the high word.
    CvtPkFp8 = |k, a, b, c| num::pk_fp8(k.byte(), a as u32, b as u32, c as u32, k.extra & 2 != 0, k.m32()) as u64;
    /// An f32 to an 8-bit float by the random number b, in a byte of c; `extra` also bits 2:1: the byte.
    CvtSrFp8 = |k, a, b, c| num::sr_fp8(k.byte(), a as u32, b as u32, c as u32, u32::from(k.extra >> 1 & 3), k.m32()) as u64;
    /// Denormals flushed as operands and results are.
    Flush = |k, a, _, _| {
        let f = k.fmt.format();
        f.flush_out(f.flush_in(a, k.float_mode()), k.float_mode())
    };
    /// 1 if the class of a is in the set b.
    Class = |k, a, b, _| num::is_class(k.fmt.format(), a, b as u32) as u64;
    /// V_DIV_SCALE's value.
    DivScale = |k, a, b, c| num::div_scale(k.fmt.format(), a, b, c, k.float_mode()).0;
    /// V_DIV_SCALE's flag as 0 or 1.
    DivScaleFlag = |k, a, b, c| num::div_scale(k.fmt.format(), a, b, c, k.float_mode()).1 as u64;
    /// V_DIV_FMAS where the flag is set.
    DivFmas = |k, a, b, c| num::div_fmas(k.fmt.format(), a, b, c, true, k.float_mode());
    /// V_DIV_FIXUP.
    DivFixup = |k, a, b, c| num::div_fixup(k.fmt.format(), a, b, c, k.float_mode());
    /// All steps of an f32 quotient of denominator and numerator.
    Quotient = |k, a, b, _| num::quotient(a as u32, b as u32, k.float_mode()).into();
    /// V_TRIG_PREOP_F64.
    TrigPreop = |k, a, b, _| num::trig_preop(a, b as u32, k.float_mode());
    /// Product of signed 24-bit integers, saturated.
    MulI24Clamp = |_, a, b, _| fit_i32(s24(a) * s24(b));
    /// Product of unsigned 24-bit integers, saturated.
    MulU24Clamp = |_, a, b, _| ((a & 0xff_ffff) * (b & 0xff_ffff)).min(0xffff_ffff);
    /// As `MulI24Clamp`, plus c.
    MadI24Clamp = |_, a, b, c| fit_i32(s24(a) * s24(b) + c as i32 as i64);
    /// As `MulU24Clamp`, plus c.
    MadU24Clamp = |_, a, b, c| ((a & 0xff_ffff) * (b & 0xff_ffff) + (c & 0xffff_ffff)).min(0xffff_ffff);
    /// V_SCREEN_PARTITION_4SE_B32.
    ScreenPartition = |_, a, _, _| num::screen_partition(a as u32) as u64;
    /// V_PERM_B32.
    Perm = |_, a, b, c| perm(a, b, c);
    /// V_SAD_U8; `extra` 1: CLAMP.
    SadU8 = |k, a, b, c| k.fit_u32(sad(a, b) + c);
    /// V_SAD_HI_U8; `extra` 1: CLAMP.
    SadHiU8 = |k, a, b, c| k.fit_u32((sad(a, b) << 16) + c);
    /// V_MSAD_U8; `extra` 1: CLAMP.
    MsadU8 = |k, a, b, c| k.fit_u32(masked_sad(a, b) + c);
    /// V_SAD_U16; `extra` 1: CLAMP.
    SadU16 = |k, a, b, c| k.fit_u32(sad16(a, b) + c);
    /// a + b of f16 in both halves.
    PkAdd = |k, a, b, c| both([a, b, c], |a, b, _| num::add(num::F16, a, b, k.float_mode()));
    /// a x b of f16 in both halves.
    PkMul = |k, a, b, c| both([a, b, c], |a, b, _| num::mul(num::F16, a, b, k.float_mode()));
    /// a x b + c of f16 in both halves, rounded once.
    PkFma = |k, a, b, c| both([a, b, c], |a, b, c| num::fma(num::F16, a, b, c, k.float_mode()));
    /// Minimum of f16 in both halves.
    PkMin = |k, a, b, c| both([a, b, c], |a, b, _| num::min(num::F16, a, b, k.minmax()));
    /// Maximum of f16 in both halves.
    PkMax = |k, a, b, c| both([a, b, c], |a, b, _| num::max(num::F16, a, b, k.minmax()));
    /// V_DOT2_F32_F16 of the halves of a and b, plus c; `extra` 1 flushes halves.
    DotF16 = |k, a, b, c| k.dot_f16(a, b, c);
    /// Dot product of small integers plus c, see `LaneCall::dot`.
    Dot = |k, a, b, c| k.dot(a, b, c);
    /// V_DOT2_F32_BF16 of the halves of a and b, plus c.
    DotBf16 = |k, a, b, c| num::dot2_bf16(halves(a), halves(b), c, k.m32()).into();
    /// An f32 to f16, or with `extra` 1 to bf16, by the random number b.
    CvtSrHalf = |k, a, b, _| k.sr_half(a as u32, b as u32);
    /// Minimum of three f16 in both halves, a NaN if one is.
    PkMinimum3 = |k, a, b, c| both([a, b, c], |a, b, c| num::minimum3(num::F16, a, b, c, k.float_mode()));
    /// Maximum of three f16 in both halves, a NaN if one is.
    PkMaximum3 = |k, a, b, c| both([a, b, c], |a, b, c| num::maximum3(num::F16, a, b, c, k.float_mode()));
    /// One value or two, divided by the scale c, as narrow floats, by the random number b: `extra` is a [`ScaledPair`].
    ScaledDown = |k, a, b, c| ScaledPair::unpack(k.extra).down(a, b as u32, c as u32, k.m32());
    /// One narrow float or two, times the scale b: `extra` is a [`ScaledPair`].
    ScaledUp = |k, a, b, _| ScaledPair::unpack(k.extra).up(a, b as u32, k.m32());
}
