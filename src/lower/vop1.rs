//! VOP1, in all its forms (CLRX GcnInstrsVop1).

use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn};
use crate::ir::{FCmp, FpClass, ICmp, Ty as IrTy, Uop, Val};
use crate::isa::{Gens, Operand, Ty, Vop, Vop1};

impl Lower<'_> {
    /// Lowers a VOP1 instruction.
    pub(super) fn vop1(&mut self, op: Vop1, f: &Vop) -> Lowered {
        use Vop1::*;
        let row = op.row();
        let t = row.shape.src[0];
        let gfx6 = self.t.generation.has(Gens::OLD_FRACT) as u8;
        let legacy = self.legacy();
        let ocp = self.ocp();
        macro_rules! unary {
            (|$l:ident, $a:ident| $body:expr) => {{
                let $a = self.src(f, 0, t)?;
                let $l = &mut *self;
                let r = $body;
                self.set_dst(f, row, r)
            }};
        }
        // A lane function whose result has the width of its format, or is 32 bits wide.
        macro_rules! lane {
            ($f:ident $fmt:ident) => {
                lane!($f $fmt 0)
            };
            ($f:ident $fmt:ident $extra:expr) => {
                unary!(|l, a| l.call_fmt(LaneFn::$f, Fmt::$fmt, $extra, &[a]))
            };
            ($f:ident $fmt:ident $extra:expr, $ty:ident) => {
                unary!(|l, a| l.call(LaneFn::$f, Fmt::$fmt, $extra, IrTy::$ty, &[a]))
            };
        }
        macro_rules! fp32 {
            ($uop:ident) => {
                unary!(|l, a| l.fp(Uop::$uop, FpClass::F32, &[a]))
            };
        }
        macro_rules! fp64 {
            ($uop:ident) => {
                unary!(|l, a| l.fp(Uop::$uop, FpClass::F64, &[a]))
            };
        }
        match op {
            // Exceptions are not modelled, so there are none to clear.
            V_NOP | V_CLREXCP => Ok(()),
            V_MOV_B32 | V_MOV_B64 => unary!(|_l, a| a),
            V_ACCVGPR_MOV_B32 => self.acc_mov(f),
            V_READFIRSTLANE_B32 => {
                let r = match f.src[0] {
                    // The builder knows what is uniform.
                    Operand::Vgpr(v) if !self.indexed => {
                        self.has_vgprs(v, 1)?;
                        self.b.read_first_lane(v)
                    }
                    Operand::Vgpr(_)
                    | Operand::Sgpr(_)
                    | Operand::Int(_)
                    | Operand::Float(_)
                    | Operand::Literal(_)
                    | Operand::Aperture(_)
                    | Operand::Vccz
                    | Operand::Execz
                    | Operand::Scc
                    | Operand::LdsDirect => {
                        let lane = self.b.first_lane();
                        self.scalar_of(f, t, lane)?
                    }
                };
                self.b.set_s32(f.vdst, r);
                Ok(())
            }
            V_SWAP_B32 => self.swap(f),
            V_PERMLANE16_SWAP_B32 => self.swap_rows(f, 16),
            V_PERMLANE32_SWAP_B32 => self.swap_rows(f, 32),
            V_MOVRELS_B32 => self.movrel(f, true, false),
            V_MOVRELD_B32 => self.movrel(f, false, true),
            V_MOVRELSD_B32 => self.movrel(f, true, true),

            V_CVT_I32_F64 => {
                unary!(|l, a| l.b.op(Uop::F64ToS32, IrTy::B32, FpClass::F64 as u64, &[a]))
            }
            V_CVT_U32_F64 => {
                unary!(|l, a| l.b.op(Uop::F64ToU32, IrTy::B32, FpClass::F64 as u64, &[a]))
            }
            V_CVT_I32_F32 => fp32!(F32ToS32),
            V_CVT_U32_F32 => unary!(|l, a| l.f32_to_u32(a)),
            V_CVT_I16_F16 => lane!(CvtI16 F16),
            V_CVT_U16_F16 => lane!(CvtU16 F16),
            V_CVT_F64_I32 => fp64!(S32ToF64),
            V_CVT_F64_U32 => fp64!(U32ToF64),
            V_CVT_F32_I32 => fp32!(S32ToF32),
            V_CVT_F32_U32 => fp32!(U32ToF32),
            V_CVT_F16_I16 => unary!(|l, a| {
                let a = l.sext16(a);
                l.call_fmt(LaneFn::CvtF16Int, Fmt::F16, legacy, &[a])
            }),
            V_CVT_F16_U16 => lane!(CvtF16Int F16 legacy),
            V_CVT_F16_F32 => lane!(CvtF16F32 F32 legacy),
            V_CVT_F32_F16 => unary!(|l, a| l.f16_to_f32(a)),
            V_CVT_F32_F64 => unary!(|l, a| l.f64_to_f32(a)),
            V_CVT_F32_BF16 => {
                let r = self.bf16_to_f32(f)?;
                self.set_dst(f, row, r)
            }
            V_CVT_F64_F32 => {
                unary!(|l, a| l.b.op(Uop::F32ToF64, IrTy::B64, FpClass::F32 as u64, &[a]))
            }
            V_CVT_RPI_I32_F32 => unary!(|l, a| l.round_half_up(a)),
            V_CVT_FLR_I32_F32 => unary!(|l, a| l.floor_i32(a)),
            V_CVT_OFF_F32_I4 => unary!(|l, a| {
                // A signed number of sixteenths; -8 as -0.5.
                let up = l.shl(a, 28);
                let n = l.sar(up, 28);
                let n = l.fp(Uop::S32ToF32, FpClass::F32, &[n]);
                let sixteenth = l.b.k32(0.0625f32.to_bits());
                l.fp(Uop::FMul32, FpClass::F32, &[n, sixteenth])
            }),
            V_CVT_F32_UBYTE0 => unary!(|l, a| l.ubyte(a, 0)),
            V_CVT_F32_UBYTE1 => unary!(|l, a| l.ubyte(a, 1)),
            V_CVT_F32_UBYTE2 => unary!(|l, a| l.ubyte(a, 2)),
            V_CVT_F32_UBYTE3 => unary!(|l, a| l.ubyte(a, 3)),
            V_CVT_F32_FP8 => lane!(CvtF32Fp8 F32 ocp),
            V_CVT_F32_BF8 => lane!(CvtF32Fp8 F32 ocp | 1),
            V_CVT_PK_F32_FP8 => unary!(|l, a| l.pk_f32(f, a, ocp)),
            V_CVT_PK_F32_BF8 => unary!(|l, a| l.pk_f32(f, a, ocp | 1)),
            V_CVT_NORM_I16_F16 => lane!(NormI16 F16),
            V_CVT_NORM_U16_F16 => lane!(NormU16 F16),
            V_SAT_PK_U8_I16 => unary!(|l, a| {
                let (low, high) = (l.sext16(a), l.sar(a, 16));
                let (low, high) = (l.clamp_s(low, 0, 255), l.clamp_s(high, 0, 255));
                let high = l.shl(high, 8);
                l.b.op32(Uop::Or, &[low, high])
            }),

            V_TRUNC_F64 => fp64!(FTrunc64),
            V_CEIL_F64 => fp64!(FCeil64),
            V_RNDNE_F64 => fp64!(FNearest64),
            V_FLOOR_F64 => fp64!(FFloor64),
            V_TRUNC_F32 => fp32!(FTrunc32),
            V_CEIL_F32 => fp32!(FCeil32),
            V_RNDNE_F32 => fp32!(FNearest32),
            V_FLOOR_F32 => fp32!(FFloor32),
            V_TRUNC_F16 => lane!(Trunc F16),
            V_CEIL_F16 => lane!(Ceil F16),
            V_RNDNE_F16 => lane!(Rndne F16),
            V_FLOOR_F16 => lane!(Floor F16),
            V_FRACT_F64 => unary!(|l, a| l.fract64(a, gfx6 != 0)),
            V_FRACT_F32 => unary!(|l, a| l.fract32(a, gfx6 != 0)),
            V_FRACT_F16 => lane!(Fract F16 gfx6),
            V_FREXP_EXP_I32_F64 => lane!(FrexpExp F64 gfx6, B32),
            V_FREXP_EXP_I32_F32 => lane!(FrexpExp F32 gfx6, B32),
            V_FREXP_EXP_I16_F16 => unary!(|l, a| {
                let r = l.call_fmt(LaneFn::FrexpExp, Fmt::F16, gfx6, &[a]);
                l.and(r, 0xffff)
            }),
            V_FREXP_MANT_F64 => lane!(FrexpMant F64 gfx6),
            V_FREXP_MANT_F32 => lane!(FrexpMant F32 gfx6),
            V_FREXP_MANT_F16 => lane!(FrexpMant F16 gfx6),

            // The legacy forms of gfx7 and later are only less precise.
            V_EXP_F32 | V_EXP_LEGACY_F32 => lane!(Exp2 F32),
            V_LOG_F32 | V_LOG_LEGACY_F32 => lane!(Log2 F32),
            V_LOG_CLAMP_F32 => lane!(LogClamp F32),
            V_RCP_F32 | V_RCP_IFLAG_F32 => unary!(|l, a| l.rcp32(a)),
            V_RCP_CLAMP_F32 => unary!(|l, a| {
                let r = l.rcp32(a);
                l.call_fmt(LaneFn::ClampInf, Fmt::F32, 0, &[r])
            }),
            V_RCP_LEGACY_F32 => unary!(|l, a| {
                let r = l.rcp32(a);
                l.call_fmt(LaneFn::LegacyInf, Fmt::F32, 0, &[r])
            }),
            V_RSQ_F32 => lane!(Rsq F32),
            V_RSQ_CLAMP_F32 => unary!(|l, a| {
                let r = l.call_fmt(LaneFn::Rsq, Fmt::F32, 0, &[a]);
                l.call_fmt(LaneFn::ClampInf, Fmt::F32, 0, &[r])
            }),
            V_RSQ_LEGACY_F32 => unary!(|l, a| {
                let r = l.call_fmt(LaneFn::Rsq, Fmt::F32, 0, &[a]);
                l.call_fmt(LaneFn::LegacyInf, Fmt::F32, 0, &[r])
            }),
            V_SQRT_F32 => unary!(|l, a| l.sqrt32(a)),
            V_SIN_F32 => lane!(Sin F32),
            V_COS_F32 => lane!(Cos F32),
            V_RCP_F64 => unary!(|l, a| l.rcp64(a)),
            V_RCP_CLAMP_F64 => unary!(|l, a| {
                let r = l.rcp64(a);
                l.call_fmt(LaneFn::ClampInf, Fmt::F64, 0, &[r])
            }),
            V_RSQ_F64 => unary!(|l, a| l.rsq64(a)),
            V_RSQ_CLAMP_F64 => unary!(|l, a| {
                let r = l.rsq64(a);
                l.call_fmt(LaneFn::ClampInf, Fmt::F64, 0, &[r])
            }),
            V_SQRT_F64 => unary!(|l, a| l.sqrt64(a)),
            V_EXP_F16 => lane!(Exp2 F16),
            V_LOG_F16 => lane!(Log2 F16),
            V_RCP_F16 => lane!(Rcp F16),
            V_RSQ_F16 => lane!(Rsq F16),
            V_SQRT_F16 => lane!(Sqrt F16),
            V_SIN_F16 => lane!(Sin F16),
            V_COS_F16 => lane!(Cos F16),

            V_NOT_B32 => unary!(|l, a| l.b.op32(Uop::Not, &[a])),
            V_BFREV_B32 => unary!(|l, a| l.b.op32(Uop::BitRev, &[a])),
            V_FFBH_U32 => unary!(|l, a| l.found(Uop::Clz, a)),
            V_FFBL_B32 => unary!(|l, a| l.found(Uop::Ctz, a)),
            V_FFBH_I32 => unary!(|l, a| {
                let sign = l.sar(a, 31);
                let differs = l.b.op32(Uop::Xor, &[a, sign]);
                l.found(Uop::Clz, differs)
            }),

            V_SCREEN_PARTITION_4SE_B32 => lane!(ScreenPartition F32),

            // Fault injection, and what no source describes.
            V_MOV_FED_B32 | V_MOV_PRSV_B32 | V_WRITELANE_REGWR_B32 => Err(Interp),
            V_PRNG_B32 => unary!(|l, a| l.prng(a)),
        }
    }

    /// Source 0, a bf16, as f32: the same bits.
    fn bf16_to_f32(&mut self, f: &Vop) -> Result<Val, Interp> {
        let v = self.raw(f, 0, Ty::Bf16)?;
        let v = match f.sdwa.map(|sdwa| sdwa.src_sel[0]) {
            None | Some(4 | 6) => self.shl(v, 16),
            Some(5) => self.and(v, 0xffff_0000),
            // A byte.
            Some(_) => {
                let v = self.src(f, 0, Ty::Bf16)?;
                return Ok(self.shl(v, 16));
            }
        };
        Ok(self.signs(v, Ty::F32, f.abs & 1 != 0, f.neg & 1 != 0))
    }

    /// Byte `i` as f32, exactly.
    fn ubyte(&mut self, v: Val, i: u32) -> Val {
        let v = self.shr(v, 8 * i);
        let v = self.and(v, 0xff);
        self.fp(Uop::S32ToF32, FpClass::F32, &[v])
    }

    /// Two 8-bit floats as f32, after OMOD and CLAMP.
    fn pk_f32(&mut self, f: &Vop, v: Val, format: u8) -> Val {
        let high = self.shr(v, 8);
        let [low, high] = [v, high].map(|v| {
            let v = self.call_fmt(LaneFn::CvtF32Fp8, Fmt::F32, format, &[v]);
            self.modified32(f, v)
        });
        self.b.op64(Uop::Concat, &[low, high])
    }

    /// A count of bits, or -1 when `v` has none set.
    fn found(&mut self, op: Uop, v: Val) -> Val {
        let n = self.b.op32(op, &[v]);
        let (zero, none) = (self.b.k32(0), self.b.k32(u32::MAX));
        let empty = self.b.icmp32(ICmp::Eq, v, zero);
        self.b.select(empty, none, n)
    }

    /// f32 to unsigned integer, the same in every rounding direction (the host's sequence for it is
    /// made for rounding to nearest).
    fn f32_to_u32(&mut self, v: Val) -> Val {
        let half = self.b.k32(2f32.powi(31).to_bits());
        let at_least = (FCmp::GT | FCmp::EQ) as u64 | (FpClass::F32 as u64) << 8;
        let big = self.b.op(Uop::FCmp32, IrTy::B1, at_least, &[v, half]);
        // From 2^31 on the difference is exact.
        let rest = self.fp(Uop::FSub32, FpClass::F32, &[v, half]);
        let v = self.b.select(big, rest, v);
        let r = self.fp(Uop::F32ToS32, FpClass::F32, &[v]);
        let (zero, top) = (self.b.k32(0), self.b.k32(1 << 31));
        let r = self.b.op32(Uop::MaxS, &[r, zero]);
        let high = self.b.select(big, top, zero);
        self.b.op32(Uop::Add, &[r, high])
    }

    /// f64 to f32: operands by the f64 mode, results by the f32 mode. The host has one mode for both;
    /// where flushing denormal f64 operands makes a difference, a lane function does it.
    fn f64_to_f32(&mut self, v: Val) -> Val {
        let (m, m64) = (self.mode32(), self.mode64());
        if m.denorm_in == m64.denorm_in || Self::is_nearest(m) {
            self.b
                .op(Uop::F64ToF32, IrTy::B32, FpClass::F32 as u64, &[v])
        } else {
            self.call(LaneFn::CvtF32F64, Fmt::F64, 0, IrTy::B32, &[v])
        }
    }

    /// 1 / v, to nearest and with denormals flushed whatever MODE says, as [`crate::numerics::rcp`].
    pub(super) fn rcp32(&mut self, v: Val) -> Val {
        if !Self::is_nearest(self.mode32()) {
            return self.call_fmt(LaneFn::Rcp, Fmt::F32, 0, &[v]);
        }
        let one = self.b.k32(1f32.to_bits());
        if self.flushes_by_hand() {
            // No reciprocal lies so close below the smallest normal value that it would round to it.
            let v = self.flush32(v);
            let r = self.fp(Uop::FDiv32, FpClass::F32, &[one, v]);
            self.flush32(r)
        } else {
            self.fp(Uop::FDiv32, FpClass::F32Flush, &[one, v])
        }
    }

    /// Square root, as [`crate::numerics::sqrt`].
    fn sqrt32(&mut self, v: Val) -> Val {
        if !Self::is_nearest(self.mode32()) {
            self.call_fmt(LaneFn::Sqrt, Fmt::F32, 0, &[v])
        } else if self.flushes_by_hand() {
            // A square root is not a denormal.
            let v = self.flush32(v);
            self.fp(Uop::FSqrt32, FpClass::F32, &[v])
        } else {
            self.fp(Uop::FSqrt32, FpClass::F32Flush, &[v])
        }
    }

    /// Whether the wave keeps denormals: then changing the host's controls around an operation that
    /// flushes them, which splits a region, costs more than a comparison or two.
    fn flushes_by_hand(&self) -> bool {
        self.mode32().denorm_in && self.mode32().denorm_out
    }

    /// As [`Lower::rcp32`], by MODE's denormal controls.
    fn rcp64(&mut self, v: Val) -> Val {
        if Self::is_nearest(self.mode64()) {
            let one = self.b.k64(1f64.to_bits());
            self.fp(Uop::FDiv64, FpClass::F64, &[one, v])
        } else {
            self.call_fmt(LaneFn::Rcp, Fmt::F64, 0, &[v])
        }
    }

    /// As [`Lower::sqrt32`], by MODE's denormal controls.
    fn sqrt64(&mut self, v: Val) -> Val {
        if Self::is_nearest(self.mode64()) {
            self.fp(Uop::FSqrt64, FpClass::F64, &[v])
        } else {
            self.call_fmt(LaneFn::Sqrt, Fmt::F64, 0, &[v])
        }
    }

    /// As [`Lower::rsq32`], by MODE's denormal controls.
    fn rsq64(&mut self, v: Val) -> Val {
        if Self::is_nearest(self.mode64()) {
            let one = self.b.k64(1f64.to_bits());
            let root = self.fp(Uop::FSqrt64, FpClass::F64, &[v]);
            self.fp(Uop::FDiv64, FpClass::F64, &[one, root])
        } else {
            self.call_fmt(LaneFn::Rsq, Fmt::F64, 0, &[v])
        }
    }

    /// f16 to f32, as [`crate::numerics::f32_from_f16`].
    pub(super) fn f16_to_f32(&mut self, v: Val) -> Val {
        let keeps = self.legacy() != 0 || self.mode64().denorm_in;
        let r = self.b.op32(Uop::F16ToF32, &[v]);
        if keeps {
            return r;
        }
        let exponent = self.and(v, 0x7c00);
        let zero = self.b.k32(0);
        let is_small = self.b.icmp32(ICmp::Eq, exponent, zero);
        let sign = self.and(r, 1 << 31);
        self.b.select(is_small, sign, r)
    }

    /// Floor as i32, whatever MODE says about denormals: a negative one gives -1.
    fn floor_i32(&mut self, v: Val) -> Val {
        let r = self.fp(Uop::FFloor32, FpClass::F32, &[v]);
        let r = self.fp(Uop::F32ToS32, FpClass::F32, &[r]);
        if self.mode32().denorm_in {
            return r;
        }
        let (first, count) = (self.b.k32(0x8000_0001), self.b.k32(0x007f_ffff));
        let above = self.b.op32(Uop::Sub, &[v, first]);
        let denormal = self.b.icmp32(ICmp::LtU, above, count);
        let minus_one = self.b.k32(u32::MAX);
        self.b.select(denormal, minus_one, r)
    }

    /// Floor of v + 0.5 as i32, where the sum is rounded to nearest.
    fn round_half_up(&mut self, v: Val) -> Val {
        if !Self::is_nearest(self.mode32()) {
            return self.call_fmt(LaneFn::CvtRpi, Fmt::F32, 0, &[v]);
        }
        let half = self.b.k32(0.5f32.to_bits());
        let r = self.fp(Uop::FAdd32, FpClass::F32, &[v, half]);
        let r = self.fp(Uop::FFloor32, FpClass::F32, &[r]);
        self.fp(Uop::F32ToS32, FpClass::F32, &[r])
    }

    /// v - floor(v), below 1 except on gfx6, as [`crate::numerics::fract`].
    fn fract64(&mut self, v: Val, may_be_one: bool) -> Val {
        let floor = self.fp(Uop::FFloor64, FpClass::F64, &[v]);
        let r = self.fp(Uop::FSub64, FpClass::F64, &[v, floor]);
        if may_be_one {
            return r;
        }
        let one = 1f64.to_bits();
        let (one, below) = (self.b.k64(one), self.b.k64(one - 1));
        let is_one = self.b.icmp64(ICmp::Eq, r, one);
        self.b.select(is_one, below, r)
    }

    /// The same of f32.
    fn fract32(&mut self, v: Val, may_be_one: bool) -> Val {
        let floor = self.fp(Uop::FFloor32, FpClass::F32, &[v]);
        let r = self.fp(Uop::FSub32, FpClass::F32, &[v, floor]);
        if may_be_one {
            return r;
        }
        let (one, below) = (self.b.k32(1f32.to_bits()), self.b.k32(0x3f7f_ffff));
        let is_one = self.b.icmp32(ICmp::Eq, r, one);
        self.b.select(is_one, below, r)
    }
}
