//! Operations that exist in VOP3 only (CLRX GcnInstrsVop3).

use super::index::DST;
use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{FpClass, ICmp, Ty as IrTy, Uop, Val};
use crate::isa::scaled::scaled_rows;
use crate::isa::{Gens, Operand, Ty, Vop, Vop3};

impl Lower<'_> {
    /// Lowers an instruction that exists in VOP3 only.
    pub(super) fn vop3(&mut self, op: Vop3, f: &Vop) -> Lowered {
        use Vop3::*;
        let row = op.row();
        let [t0, t1, t2] = row.shape.src;
        let keeps = self.keeps();
        let clamp = self.int_clamp(f) as u8;
        let ocp = self.ocp();
        macro_rules! binary {
            (|$l:ident, $a:ident, $b:ident| $body:expr) => {{
                let ($a, $b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let $l = &mut *self;
                let r = $body;
                self.set_dst(f, row, r)
            }};
        }
        macro_rules! ternary {
            (|$l:ident, $a:ident, $b:ident, $c:ident| $body:expr) => {{
                let ($a, $b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let $c = self.src(f, 2, t2)?;
                let $l = &mut *self;
                let r = $body;
                self.set_dst(f, row, r)
            }};
        }
        macro_rules! lane2 {
            ($f:ident $fmt:ident $extra:expr) => {
                binary!(|l, a, b| l.call_fmt(LaneFn::$f, Fmt::$fmt, $extra, &[a, b]))
            };
        }
        macro_rules! lane3 {
            ($f:ident $fmt:ident $extra:expr) => {
                ternary!(|l, a, b, c| l.call_fmt(LaneFn::$f, Fmt::$fmt, $extra, &[a, b, c]))
            };
        }
        // A part of the destination is replaced.
        macro_rules! to_fp8 {
            ($f:ident $extra:expr) => {{
                let old = self.old(f)?;
                binary!(|l, a, b| l.call_fmt(LaneFn::$f, Fmt::F32, $extra, &[a, b, old]))
            }};
        }
        if let Some(s) = op.scaled() {
            return self.scaled(op, s, f);
        }
        match op {
            V_MAD_LEGACY_F32 => ternary!(|l, a, b, c| l.mad_legacy(a, b, c)),
            V_MAD_F32 => ternary!(|l, a, b, c| l.mad(a, b, c)),
            V_FMA_F32 => ternary!(|l, a, b, c| l.fp(Uop::FFma32, FpClass::F32, &[a, b, c])),
            V_FMA_F64 => ternary!(|l, a, b, c| l.fp(Uop::FFma64, FpClass::F64, &[a, b, c])),
            V_MULLIT_F32 => ternary!(|l, a, b, c| l.mullit(a, b, c)),
            V_CUBEID_F32 => ternary!(|l, a, b, c| l.cube_id([a, b, c])),
            V_CUBESC_F32 => ternary!(|l, a, b, c| l.cube_sc([a, b, c])),
            V_CUBETC_F32 => ternary!(|l, a, b, c| l.cube_tc([a, b, c])),
            V_CUBEMA_F32 => ternary!(|l, a, b, c| l.cube_ma([a, b, c])),
            V_MIN3_F32 => ternary!(|l, a, b, c| {
                let r = l.minmax32(Uop::MinS, a, b);
                l.minmax32(Uop::MinS, r, c)
            }),
            V_MAX3_F32 => ternary!(|l, a, b, c| {
                let r = l.minmax32(Uop::MaxS, a, b);
                l.minmax32(Uop::MaxS, r, c)
            }),
            V_MED3_F32 => ternary!(|l, a, b, c| l.med3_32([a, b, c])),
            V_MIN3_F16 => lane3!(Min3 F16 keeps),
            V_MAX3_F16 => lane3!(Max3 F16 keeps),
            V_MED3_F16 => lane3!(Med3 F16 keeps),
            V_MAD_F16 | V_MAD_LEGACY_F16 => lane3!(Mad F16 0),
            V_FMA_F16 | V_FMA_LEGACY_F16 => lane3!(Fma F16 0),
            V_ADD_F64 => binary!(|l, a, b| l.fp(Uop::FAdd64, FpClass::F64, &[a, b])),
            V_MUL_F64 => binary!(|l, a, b| l.fp(Uop::FMul64, FpClass::F64, &[a, b])),
            V_MIN_F64 => lane2!(Min F64 keeps),
            V_MAX_F64 => lane2!(Max F64 keeps),
            V_LDEXP_F64 => lane2!(Ldexp F64 0),
            V_TRIG_PREOP_F64 => lane2!(TrigPreop F64 0),
            V_DIV_SCALE_F32 => self.div_scale(f, op, Fmt::F32),
            V_DIV_SCALE_F64 => self.div_scale(f, op, Fmt::F64),
            V_DIV_FMAS_F32 => ternary!(|l, a, b, c| {
                let plain = l.fp(Uop::FFma32, FpClass::F32, &[a, b, c]);
                l.div_fmas(Fmt::F32, plain, [a, b, c])
            }),
            V_DIV_FMAS_F64 => ternary!(|l, a, b, c| {
                let plain = l.fp(Uop::FFma64, FpClass::F64, &[a, b, c]);
                l.div_fmas(Fmt::F64, plain, [a, b, c])
            }),
            V_DIV_FIXUP_F32 => ternary!(|l, q, d, n| l.div_fixup32(q, d, n)),
            V_DIV_FIXUP_F64 => lane3!(DivFixup F64 0),
            V_DIV_FIXUP_F16 | V_DIV_FIXUP_LEGACY_F16 => lane3!(DivFixup F16 0),

            V_MAD_I32_I24 if clamp != 0 => lane3!(MadI24Clamp F32 0),
            V_MAD_U32_U24 if clamp != 0 => lane3!(MadU24Clamp F32 0),
            V_MAD_I32_I24 => ternary!(|l, a, b, c| {
                let (a, b) = (l.sext24(a), l.sext24(b));
                l.mul_add(a, b, c)
            }),
            V_MAD_U32_U24 => ternary!(|l, a, b, c| {
                let (a, b) = (l.zext24(a), l.zext24(b));
                l.mul_add(a, b, c)
            }),
            V_MAD_U32_U16 => ternary!(|l, a, b, c| {
                let p = l.b.op32(Uop::Mul, &[a, b]);
                let r = l.b.op32(Uop::Add, &[p, c]);
                l.saturate(f, r, p, ICmp::LtU, u32::MAX)
            }),
            V_MAD_I32_I16 => ternary!(|l, a, b, c| {
                let (a, b) = (l.sext16(a), l.sext16(b));
                let p = l.b.op32(Uop::Mul, &[a, b]);
                l.add_i32(f, p, c)
            }),
            V_MAD_U16 | V_MAD_LEGACY_U16 => ternary!(|l, a, b, c| {
                let r = l.mul_add(a, b, c);
                l.fit_u16(f, r, Uop::MinU)
            }),
            V_MAD_I16 | V_MAD_LEGACY_I16 => ternary!(|l, a, b, c| {
                let (a, b, c) = (l.sext16(a), l.sext16(b), l.sext16(c));
                let r = l.mul_add(a, b, c);
                l.fit_i16(f, r)
            }),
            V_MAD_U64_U32 => self.mad_u64(f, op),
            V_MAD_I64_I32 => self.mad_i64(f, op),
            V_MUL_LO_U32 | V_MUL_LO_I32 => binary!(|l, a, b| l.b.op32(Uop::Mul, &[a, b])),
            V_MUL_HI_U32 => binary!(|l, a, b| l.b.op32(Uop::MulHiU, &[a, b])),
            V_MUL_HI_I32 => binary!(|l, a, b| l.b.op32(Uop::MulHiS, &[a, b])),
            V_ADD_I32 => binary!(|l, a, b| l.add_i32(f, a, b)),
            V_SUB_I32 => binary!(|l, a, b| l.sub_i32(f, a, b)),
            V_ADD_I16 => binary!(|l, a, b| {
                let (a, b) = (l.sext16(a), l.sext16(b));
                let r = l.b.op32(Uop::Add, &[a, b]);
                l.fit_i16(f, r)
            }),
            V_SUB_I16 => binary!(|l, a, b| {
                let (a, b) = (l.sext16(a), l.sext16(b));
                let r = l.b.op32(Uop::Sub, &[a, b]);
                l.fit_i16(f, r)
            }),

            V_BFE_U32 => ternary!(|l, a, b, c| {
                let one = l.b.k32(1);
                let field = l.b.op32(Uop::ShrU, &[a, b]);
                let m = l.b.op32(Uop::Shl, &[one, c]);
                let m = l.b.op32(Uop::Sub, &[m, one]);
                l.b.op32(Uop::And, &[field, m])
            }),
            V_BFE_I32 => ternary!(|l, a, b, c| l.bfe_i32(a, b, c)),
            V_BFI_B32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::Xor, &[b, c]);
                let x = l.b.op32(Uop::And, &[a, x]);
                l.b.op32(Uop::Xor, &[x, c])
            }),
            V_LERP_U8 => ternary!(|l, a, b, c| l.lerp(a, b, c)),
            V_ALIGNBIT_B32 => ternary!(|l, a, b, c| l.align(a, b, c)),
            V_ALIGNBYTE_B32 => ternary!(|l, a, b, c| {
                let c = l.shl(c, 3);
                let c = l.and(c, 24);
                l.align(a, b, c)
            }),
            V_PERM_B32 => lane3!(Perm F32 0),
            V_MIN3_I32 => ternary!(|l, a, b, c| l.op3(Uop::MinS, a, b, c)),
            V_MAX3_I32 => ternary!(|l, a, b, c| l.op3(Uop::MaxS, a, b, c)),
            V_MED3_I32 => ternary!(|l, a, b, c| l.median(Uop::MinS, Uop::MaxS, a, b, c)),
            V_MIN3_I16 => ternary!(|l, a, b, c| {
                let (a, b, c) = (l.sext16(a), l.sext16(b), l.sext16(c));
                let r = l.op3(Uop::MinS, a, b, c);
                l.and(r, 0xffff)
            }),
            V_MAX3_I16 => ternary!(|l, a, b, c| {
                let (a, b, c) = (l.sext16(a), l.sext16(b), l.sext16(c));
                let r = l.op3(Uop::MaxS, a, b, c);
                l.and(r, 0xffff)
            }),
            V_MED3_I16 => ternary!(|l, a, b, c| {
                let (a, b, c) = (l.sext16(a), l.sext16(b), l.sext16(c));
                let r = l.median(Uop::MinS, Uop::MaxS, a, b, c);
                l.and(r, 0xffff)
            }),
            V_MIN3_U32 | V_MIN3_U16 => ternary!(|l, a, b, c| l.op3(Uop::MinU, a, b, c)),
            V_MAX3_U32 | V_MAX3_U16 => ternary!(|l, a, b, c| l.op3(Uop::MaxU, a, b, c)),
            V_MED3_U32 | V_MED3_U16 => {
                ternary!(|l, a, b, c| l.median(Uop::MinU, Uop::MaxU, a, b, c))
            }

            V_SAD_U8 => lane3!(SadU8 F32 clamp),
            V_SAD_HI_U8 => lane3!(SadHiU8 F32 clamp),
            V_MSAD_U8 => lane3!(MsadU8 F32 clamp),
            V_SAD_U16 => lane3!(SadU16 F32 clamp),
            V_SAD_U32 => ternary!(|l, a, b, c| {
                let (high, low) = (l.b.op32(Uop::MaxU, &[a, b]), l.b.op32(Uop::MinU, &[a, b]));
                let d = l.b.op32(Uop::Sub, &[high, low]);
                let r = l.b.op32(Uop::Add, &[d, c]);
                l.saturate(f, r, d, ICmp::LtU, u32::MAX)
            }),
            V_QSAD_U8 | V_QSAD_PK_U16_U8 => {
                ternary!(|l, a, b, c| l.qsad(f, LaneFn::SadU8, [a, b, c]))
            }
            V_MQSAD_PK_U16_U8 => ternary!(|l, a, b, c| l.qsad(f, LaneFn::MsadU8, [a, b, c])),

            V_LSHL_B64 => binary!(|l, a, b| l.b.op64(Uop::Shl, &[a, b])),
            V_LSHR_B64 => binary!(|l, a, b| l.b.op64(Uop::ShrU, &[a, b])),
            V_ASHR_I64 => binary!(|l, a, b| l.b.op64(Uop::ShrS, &[a, b])),
            V_LSHLREV_B64 => binary!(|l, a, b| l.b.op64(Uop::Shl, &[b, a])),
            V_LSHRREV_B64 => binary!(|l, a, b| l.b.op64(Uop::ShrU, &[b, a])),
            V_ASHRREV_I64 => binary!(|l, a, b| l.b.op64(Uop::ShrS, &[b, a])),
            V_LSHL_ADD_U64 => ternary!(|l, a, b, c| {
                let mut b = l.and(b, 7);
                if l.t.generation.has(Gens::SHIFTS_TO_4) {
                    let (most, zero) = (l.b.k32(4), l.b.k32(0));
                    let above = l.b.icmp32(ICmp::GtU, b, most);
                    b = l.b.select(above, zero, b);
                }
                let x = l.b.op64(Uop::Shl, &[a, b]);
                l.b.op64(Uop::Add, &[x, c])
            }),
            V_CVT_PK_FP8_F32 => to_fp8!(CvtPkFp8 ocp | f.op_sel >> 2 & 2),
            V_CVT_PK_BF8_F32 => to_fp8!(CvtPkFp8 ocp | f.op_sel >> 2 & 2 | 1),
            V_CVT_SR_FP8_F32 => to_fp8!(CvtSrFp8 ocp | f.op_sel >> 1 & 6),
            V_CVT_SR_BF8_F32 => to_fp8!(CvtSrFp8 ocp | f.op_sel >> 1 & 6 | 1),
            // To nearest whatever MODE says.
            V_CVT_PK_F16_F32 => binary!(|l, a, b| {
                let [a, b] = [a, b].map(|v| l.f16_to_nearest(v));
                l.pack16(a, b)
            }),
            V_CVT_PK_BF16_F32 => binary!(|l, a, b| {
                // 0 and 1 are bf16, so that CLAMP may come first.
                let clamped = |l: &mut Self, v| l.call_fmt(LaneFn::Clamp, Fmt::F32, 0, &[v]);
                let [a, b] = [a, b].map(|v| if f.clamp { clamped(l, v) } else { v });
                let [a, b] = [a, b].map(|v| l.bf16_to_nearest(v));
                let (low, high) = (l.shr(a, 16), l.and(b, 0xffff_0000));
                l.b.op32(Uop::Or, &[low, high])
            }),
            V_CVT_SR_F16_F32 => lane2!(CvtSrHalf F32 0),
            V_CVT_SR_BF16_F32 => lane2!(CvtSrHalf F32 1),
            V_MINIMUM3_F32 => ternary!(|l, a, b, c| l.ieee32(Uop::MinS, [a, b, c])),
            V_MAXIMUM3_F32 => ternary!(|l, a, b, c| l.ieee32(Uop::MaxS, [a, b, c])),
            V_BITOP3_B32 | V_BITOP3_B16 => self.bitop3(op, f),
            V_ASHR_PK_I8_I32 => ternary!(|l, a, b, c| l.shifted_bytes([a, b], c, -128, 127)),
            V_ASHR_PK_U8_I32 => ternary!(|l, a, b, c| l.shifted_bytes([a, b], c, 0, 255)),
            V_XAD_U32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::Xor, &[a, b]);
                l.b.op32(Uop::Add, &[x, c])
            }),
            V_LSHL_ADD_U32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::Shl, &[a, b]);
                l.b.op32(Uop::Add, &[x, c])
            }),
            V_ADD_LSHL_U32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::Add, &[a, b]);
                l.b.op32(Uop::Shl, &[x, c])
            }),
            V_ADD3_U32 => ternary!(|l, a, b, c| l.op3(Uop::Add, a, b, c)),
            V_LSHL_OR_B32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::Shl, &[a, b]);
                l.b.op32(Uop::Or, &[x, c])
            }),
            V_AND_OR_B32 => ternary!(|l, a, b, c| {
                let x = l.b.op32(Uop::And, &[a, b]);
                l.b.op32(Uop::Or, &[x, c])
            }),
            V_OR3_B32 => ternary!(|l, a, b, c| l.op3(Uop::Or, a, b, c)),

            V_CVT_PK_U8_F32 => lane3!(PkU8 F32 0),
            V_CVT_PKNORM_I16_F16 => {
                binary!(|l, a, b| l.pack_calls(LaneFn::NormI16, Fmt::F16, 0, a, b))
            }
            V_CVT_PKNORM_U16_F16 => {
                binary!(|l, a, b| l.pack_calls(LaneFn::NormU16, Fmt::F16, 0, a, b))
            }
            V_PACK_B32_F16 => binary!(|l, a, b| {
                let m = l.mode64();
                if m.denorm_in && m.denorm_out {
                    l.pack16(a, b)
                } else {
                    l.pack_calls(LaneFn::Flush, Fmt::F16, 0, a, b)
                }
            }),

            V_MQSAD_U32_U8 => self.mqsad_u32(f, [t0, t1]),
            V_INTERP_P1_F32
            | V_INTERP_P2_F32
            | V_INTERP_MOV_F32
            | V_INTERP_P1LL_F16
            | V_INTERP_P1LV_F16
            | V_INTERP_P2_F16
            | V_INTERP_P2_LEGACY_F16
            | V_READLANE_REGRD_B32 => Err(Interp),
            scaled_rows!() => Err(Interp),
        }
    }

    /// V_MQSAD_U32_U8: sums of absolute differences from one byte further on each, in four registers.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn mqsad_u32(&mut self, f: &Vop, [t0, t1]: [Ty; 2]) -> Lowered {
        let dst = self.place(f.vdst, DST, 4)?;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let clamp = self.int_clamp(f) as u8;
        let mut sums = [a; 4];
        for (i, sum) in sums.iter_mut().enumerate() {
            let old = match f.src[2] {
                Operand::Vgpr(v) => {
                    let place = self.place(v, 2, 4)?;
                    self.get(place, i as u8)
                }
                Operand::Sgpr(s) if s as usize + i < 128 => self.b.s32(s + i as u8),
                Operand::Sgpr(_) => self.b.k32(0),
                // A constant fills the low dword, its sign the others.
                other => {
                    let low = self.s32(other, Ty::B32)?;
                    if i == 0 { low } else { self.sar(low, 31) }
                }
            };
            let shift = self.b.k32(8 * i as u32);
            let a = self.b.op64(Uop::ShrU, &[a, shift]);
            let a = self.b.op32(Uop::Lo, &[a]);
            *sum = self.call_fmt(LaneFn::MsadU8, Fmt::F32, clamp, &[a, b, old]);
        }
        for (i, sum) in sums.into_iter().enumerate() {
            self.set(dst, i as u8, sum);
        }
        Ok(())
    }

    /// Sums of absolute differences, as `sad` has them, from one byte further on each, added to what is in
    /// 16 bits each.
    fn qsad(&mut self, f: &Vop, sad: LaneFn, [a, b, c]: [Val; 3]) -> Val {
        let old = [Uop::Lo, Uop::Hi].map(|half| self.b.op32(half, &[c]));
        let sums = [0, 1, 2, 3].map(|i| {
            let shift = self.b.k32(8 * i);
            let a = self.b.op64(Uop::ShrU, &[a, shift]);
            let a = self.b.op32(Uop::Lo, &[a]);
            let old = match i % 2 {
                0 => self.and(old[i as usize / 2], 0xffff),
                _ => self.shr(old[i as usize / 2], 16),
            };
            let r = self.call_fmt(sad, Fmt::F32, 0, &[a, b, old]);
            self.fit_u16(f, r, Uop::MinU)
        });
        let (low, high) = (self.pack16(sums[0], sums[1]), self.pack16(sums[2], sums[3]));
        self.b.op64(Uop::Concat, &[low, high])
    }

    /// An f32 as f16, to nearest whatever MODE says.
    fn f16_to_nearest(&mut self, v: Val) -> Val {
        let call = LaneCall {
            f: LaneFn::CvtF16F32,
            fmt: Fmt::F32,
            // Without the direction of f16.
            mode: self.t.mode & !0xc,
            extra: 0,
        };
        self.call_of(call, IrTy::B32, &[v])
    }

    /// An f32 of which the upper half is the nearest bf16, whatever MODE says; of a tie the even one. A NaN is quieted.
    fn bf16_to_nearest(&mut self, v: Val) -> Val {
        let last = self.shr(v, 16);
        let last = self.and(last, 1);
        let below = self.b.k32(unless_planted!(Fault::Bf16Tie, 0x7fff, 0x8000));
        let up = self.b.op32(Uop::Add, &[last, below]);
        let rounded = self.b.op32(Uop::Add, &[v, up]);
        let quiet = self.b.k32(0x0040_0000);
        let quieted = self.b.op32(Uop::Or, &[v, quiet]);
        let nan = self.is_nan32(v);
        self.b.select(nan, quieted, rounded)
    }

    /// Minimum or maximum (`op`) of three f32, as [`crate::numerics::minimum3`].
    fn ieee32(&mut self, op: Uop, x: [Val; 3]) -> Val {
        let m = self.mode32();
        let x = x.map(|v| if m.denorm_in { v } else { self.flush32(v) });
        let [p, q, r] = x.map(|v| self.order32(v));
        let r = self.op3(op, p, q, r);
        let mut r = self.order32(r);
        // Zeros of denormals are in the same order as these.
        if m.denorm_in && !m.denorm_out {
            r = self.flush32(r);
        }
        // The first NaN is the result.
        for v in x.into_iter().rev() {
            let (nan, quiet) = (self.is_nan32(v), self.b.k32(0x0040_0000));
            let quieted = self.b.op32(Uop::Or, &[v, quiet]);
            r = self.b.select(nan, quieted, r);
        }
        r
    }

    /// Both values shifted right by `by`, saturated, as bytes.
    fn shifted_bytes(&mut self, values: [Val; 2], by: Val, min: i32, max: i32) -> Val {
        let [low, high] = values.map(|v| {
            let v = self.b.op32(Uop::ShrS, &[v, by]);
            let v = self.clamp_s(v, min, max);
            self.and(v, 0xff)
        });
        let high = self.shl(high, 8);
        self.b.op32(Uop::Or, &[low, high])
    }

    /// V_LERP_U8: averages of bytes, rounded up where bit 0 of the third one is set.
    fn lerp(&mut self, a: Val, b: Val, c: Val) -> Val {
        let (both, one) = (
            self.b.op32(Uop::And, &[a, b]),
            self.b.op32(Uop::Xor, &[a, b]),
        );
        let half = self.shr(one, 1);
        // What comes from the next byte does not belong here.
        let half = unless_planted!(Fault::LerpCarry, self.and(half, 0x7f7f_7f7f), half);
        let up = self.b.op32(Uop::And, &[one, c]);
        let up = self.and(up, 0x0101_0101);
        let r = self.b.op32(Uop::Add, &[both, half]);
        self.b.op32(Uop::Add, &[r, up])
    }

    /// An operation from left to right.
    fn op3(&mut self, op: Uop, a: Val, b: Val, c: Val) -> Val {
        let r = self.b.op32(op, &[a, b]);
        self.b.op32(op, &[r, c])
    }

    fn mul_add(&mut self, a: Val, b: Val, c: Val) -> Val {
        let p = self.b.op32(Uop::Mul, &[a, b]);
        self.b.op32(Uop::Add, &[p, c])
    }

    /// Median of f32 values, as [`crate::numerics::med3`]: the maximum of the two that remain without
    /// the largest (or a zero of the other sign), or, with a NaN, the minimum.
    fn med3_32(&mut self, x: [Val; 3]) -> Val {
        let m = self.mode32();
        let flushes = self.t.generation.is_gfx9() && !(m.denorm_in && m.denorm_out);
        if flushes && m.denorm_in {
            return self.call_fmt(LaneFn::Med3, Fmt::F32, 0, &x);
        }
        let [a, b, c] = x.map(|v| if flushes { self.flush32(v) } else { v });
        let minimum = self.minmax32(Uop::MinS, a, b);
        let minimum = self.minmax32(Uop::MinS, minimum, c);
        let nans = [a, b, c].map(|v| self.is_nan32(v));
        let [p, q, r] = [a, b, c].map(|v| self.order32(v));
        let largest = self.op3(Uop::MaxS, p, q, r);
        // -0 is just below +0 in this order, and counts as equal to it.
        let (zero, one) = (self.b.k32(0), self.b.k32(1));
        let is_zero = self.b.icmp32(ICmp::Eq, largest, zero);
        let below = self.b.select(is_zero, one, zero);
        let below = self.b.op32(Uop::Sub, &[largest, below]);
        let is_p = self.b.icmp32(ICmp::GeS, p, below);
        let is_q = self.b.icmp32(ICmp::GeS, q, below);
        let (without_p, without_q, without_r) = (
            self.b.op32(Uop::MaxS, &[q, r]),
            self.b.op32(Uop::MaxS, &[p, r]),
            self.b.op32(Uop::MaxS, &[p, q]),
        );
        let v = self.b.select(is_q, without_q, without_r);
        let v = self.b.select(is_p, without_p, v);
        let mut v = self.order32(v);
        for nan in nans {
            v = self.b.select(nan, minimum, v);
        }
        v
    }

    /// max(min(a, b), min(max(a, b), c)).
    fn median(&mut self, min: Uop, max: Uop, a: Val, b: Val, c: Val) -> Val {
        let (low, high) = (self.b.op32(min, &[a, b]), self.b.op32(max, &[a, b]));
        let high = self.b.op32(min, &[high, c]);
        self.b.op32(max, &[low, high])
    }

    /// {`high`, `low`} >> `n` (modulo 32). The high part is shifted in two steps, so that for 0
    /// nothing of it remains.
    fn align(&mut self, high: Val, low: Val, n: Val) -> Val {
        if let Some(n) = self.b.constant(n) {
            let n = n as u32 & 31;
            if n == 0 {
                return low;
            }
            let (x, y) = (self.shl(high, 32 - n), self.shr(low, n));
            return self.b.op32(Uop::Or, &[x, y]);
        }
        let k = self.b.k32(31);
        let rest = self.b.op32(Uop::Xor, &[n, k]);
        let x = self.shl(high, 1);
        let x = self.b.op32(Uop::Shl, &[x, rest]);
        let y = self.b.op32(Uop::ShrU, &[low, n]);
        self.b.op32(Uop::Or, &[x, y])
    }

    /// Bits from `offset` on, `width` of them (both modulo 32), sign-extended; a width of 0 gives 0,
    /// and a field that runs past bit 31 ends there.
    fn bfe_i32(&mut self, v: Val, offset: Val, width: Val) -> Val {
        let (offset, width) = (self.and(offset, 31), self.and(width, 31));
        let (zero, bits) = (self.b.k32(0), self.b.k32(32));
        let room = self.b.op32(Uop::Sub, &[bits, offset]);
        let width = self.b.op32(Uop::MinU, &[width, room]);
        let up = self.b.op32(Uop::Sub, &[room, width]);
        let down = self.b.op32(Uop::Sub, &[bits, width]);
        let r = self.b.op32(Uop::Shl, &[v, up]);
        let r = self.b.op32(Uop::ShrS, &[r, down]);
        let empty = self.b.icmp32(ICmp::Eq, width, zero);
        self.b.select(empty, zero, r)
    }

    /// a + b, saturated with CLAMP.
    fn add_i32(&mut self, f: &Vop, a: Val, b: Val) -> Val {
        let r = self.b.op32(Uop::Add, &[a, b]);
        if !self.int_clamp(f) {
            return r;
        }
        let (x, y) = (
            self.b.op32(Uop::Xor, &[a, r]),
            self.b.op32(Uop::Xor, &[b, r]),
        );
        self.signed_limit(r, a, x, y)
    }

    /// a - b, saturated with CLAMP.
    fn sub_i32(&mut self, f: &Vop, a: Val, b: Val) -> Val {
        let r = self.b.op32(Uop::Sub, &[a, b]);
        if !self.int_clamp(f) {
            return r;
        }
        let (x, y) = (
            self.b.op32(Uop::Xor, &[a, b]),
            self.b.op32(Uop::Xor, &[a, r]),
        );
        self.signed_limit(r, a, x, y)
    }

    /// `r`, or the limit on the side of `a` where `x & y` is negative (overflow).
    fn signed_limit(&mut self, r: Val, a: Val, x: Val, y: Val) -> Val {
        let both = self.b.op32(Uop::And, &[x, y]);
        let (zero, max) = (self.b.k32(0), self.b.k32(i32::MAX as u32));
        let overflow = self.b.icmp32(ICmp::LtS, both, zero);
        let sign = self.sar(a, 31);
        let limit = self.b.op32(Uop::Xor, &[sign, max]);
        self.b.select(overflow, limit, r)
    }

    /// A signed result in 16 bits, saturated with CLAMP.
    fn fit_i16(&mut self, f: &Vop, v: Val) -> Val {
        let v = if self.int_clamp(f) {
            self.clamp_s(v, i16::MIN as i32, i16::MAX as i32)
        } else {
            v
        };
        self.and(v, 0xffff)
    }

    /// S0 x S1 + S2 in 64 bits, unsigned; the carry to SDST.
    fn mad_u64(&mut self, f: &Vop, op: Vop3) -> Lowered {
        let row = op.row();
        let [t0, t1, t2] = row.shape.src;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let c = self.src(f, 2, t2)?;
        let (a, b) = (self.b.op64(Uop::ZExt, &[a]), self.b.op64(Uop::ZExt, &[b]));
        let p = self.b.op64(Uop::Mul, &[a, b]);
        let mut r = self.b.op64(Uop::Add, &[p, c]);
        let carry = self.b.icmp64(ICmp::LtU, r, p);
        if self.int_clamp(f) {
            let all = self.b.k64(u64::MAX);
            r = self.b.select(carry, all, r);
        }
        let m = self.b.mask(carry);
        self.set_dst(f, row, r)?;
        self.b.set_s64(f.sdst, m);
        Ok(())
    }

    /// S0 x S1 + S2 in 64 bits, signed; the sign of the exact sum to SDST.
    fn mad_i64(&mut self, f: &Vop, op: Vop3) -> Lowered {
        let row = op.row();
        let [t0, t1, t2] = row.shape.src;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let c = self.src(f, 2, t2)?;
        let (a, b) = (self.b.op64(Uop::SExt, &[a]), self.b.op64(Uop::SExt, &[b]));
        let p = self.b.op64(Uop::Mul, &[a, b]);
        let s = self.b.op64(Uop::Add, &[p, c]);
        // Where both summands have one sign and the result the other, the exact sum has theirs.
        let (x, y) = (
            self.b.op64(Uop::Xor, &[p, s]),
            self.b.op64(Uop::Xor, &[c, s]),
        );
        let over = self.b.op64(Uop::And, &[x, y]);
        let exact_sign = self.b.op64(Uop::Xor, &[s, over]);
        let zero = self.b.k64(0);
        let negative = self.b.icmp64(ICmp::LtS, exact_sign, zero);
        let mut r = s;
        if self.int_clamp(f) {
            let (min, max) = (self.b.k64(i64::MIN as u64), self.b.k64(i64::MAX as u64));
            let limit = self.b.select(negative, min, max);
            let overflow = self.b.icmp64(ICmp::LtS, over, zero);
            r = self.b.select(overflow, limit, r);
        }
        let m = self.b.mask(negative);
        self.set_dst(f, row, r)?;
        self.b.set_s64(f.sdst, m);
        Ok(())
    }
}
