//! VOP2, in all its forms (CLRX GcnInstrsVop2).

use super::index::{DST, Place};
use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{FpClass, ICmp, Ty as IrTy, Uop, Val};
use crate::isa::facts::relation::{EQ, GT};
use crate::isa::{Operand, Row, Ty, Vop, Vop2};

impl Lower<'_> {
    /// Lowers a VOP2 instruction.
    pub(super) fn vop2(&mut self, op: Vop2, f: &Vop) -> Lowered {
        use Vop2::*;
        let row = op.row();
        let [t0, t1, _] = row.shape.src;
        let (keeps, legacy) = (self.keeps(), self.legacy());
        macro_rules! binary {
            ($f:expr) => {{
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let r = $f(self, a, b);
                self.set_dst(f, row, r)
            }};
        }
        macro_rules! lane {
            ($f:ident $fmt:ident $extra:expr) => {
                binary!(|l: &mut Self, a, b| l.call_fmt(LaneFn::$f, Fmt::$fmt, $extra, &[a, b]))
            };
        }
        match op {
            V_CNDMASK_B32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let m = self.src_mask(f, 2)?;
                let r = self.b.select(m, b, a);
                self.set_dst(f, row, r)
            }
            V_READLANE_B32 => {
                let lane = self.lane_number(f, t1)?;
                let r = self.scalar_of(f, t0, lane)?;
                self.b.set_s32(f.vdst, r);
                Ok(())
            }
            V_WRITELANE_B32 => {
                let lane = self.lane_number(f, t1)?;
                let v = self.scalar_of(f, t0, lane)?;
                match self.place(f.vdst, DST, 1)? {
                    Place::At(r) => self.b.write_lane(r, lane, v),
                    Place::Numbered(n) => {
                        let one = self.b.k64(1);
                        let lanes = self.b.op64(Uop::Shl, &[one, lane]);
                        self.b.set_v32_at(n, lanes, v);
                    }
                }
                Ok(())
            }
            V_ADD_F32 => binary!(|l: &mut Self, a, b| l.fp(Uop::FAdd32, FpClass::F32, &[a, b])),
            V_SUB_F32 => binary!(|l: &mut Self, a, b| l.fp(Uop::FSub32, FpClass::F32, &[a, b])),
            V_SUBREV_F32 => binary!(|l: &mut Self, a, b| l.fp(Uop::FSub32, FpClass::F32, &[b, a])),
            V_MUL_F32 => binary!(|l: &mut Self, a, b| l.fp(Uop::FMul32, FpClass::F32, &[a, b])),
            V_MAC_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.old(f)?;
                let r = self.mad(a, b, c);
                self.set_dst(f, row, r)
            }
            V_MADMK_F32 | V_MADAK_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.src(f, 2, row.shape.src[2])?;
                let r = self.mad(a, b, c);
                self.set_dst(f, row, r)
            }
            V_FMAC_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.old(f)?;
                let r = self.fp(Uop::FFma32, FpClass::F32, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_MUL_LEGACY_F32 => binary!(|l: &mut Self, a, b| l.mul_legacy(a, b)),
            V_MAC_LEGACY_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.old(f)?;
                let r = self.mad_legacy(a, b, c);
                self.set_dst(f, row, r)
            }
            V_MUL_I32_I24 if self.int_clamp(f) => lane!(MulI24Clamp F32 0),
            V_MUL_U32_U24 if self.int_clamp(f) => lane!(MulU24Clamp F32 0),
            V_MUL_I32_I24 => binary!(|l: &mut Self, a, b| {
                let (a, b) = (l.sext24(a), l.sext24(b));
                l.b.op32(Uop::Mul, &[a, b])
            }),
            V_MUL_U32_U24 => binary!(|l: &mut Self, a, b| {
                let (a, b) = (l.zext24(a), l.zext24(b));
                l.b.op32(Uop::Mul, &[a, b])
            }),
            V_MUL_HI_I32_I24 => binary!(|l: &mut Self, a, b| {
                let (a, b) = (l.sext24(a), l.sext24(b));
                l.b.op32(Uop::MulHiS, &[a, b])
            }),
            V_MUL_HI_U32_U24 => binary!(|l: &mut Self, a, b| {
                let (a, b) = (l.zext24(a), l.zext24(b));
                l.b.op32(Uop::MulHiU, &[a, b])
            }),
            V_MIN_I32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MinS, &[a, b])),
            V_MAX_I32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MaxS, &[a, b])),
            V_MIN_U32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MinU, &[a, b])),
            V_MAX_U32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MaxU, &[a, b])),
            V_LSHRREV_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::ShrU, &[b, a])),
            V_ASHRREV_I32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::ShrS, &[b, a])),
            V_LSHLREV_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::Shl, &[b, a])),
            V_LSHR_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::ShrU, &[a, b])),
            V_ASHR_I32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::ShrS, &[a, b])),
            V_LSHL_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::Shl, &[a, b])),
            V_AND_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::And, &[a, b])),
            V_OR_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::Or, &[a, b])),
            V_XOR_B32 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::Xor, &[a, b])),
            V_DOT2C_F32_F16 => {
                let [a, b] = self.halves_of_dwords(f, [t0, t1])?;
                let c = self.old(f)?;
                let r = self.call_fmt(LaneFn::DotF16, Fmt::F32, self.flushes_halves(), &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_DOT2C_F32_BF16 => {
                let [a, b] = self.halves_of_dwords(f, [t0, t1])?;
                let c = self.old(f)?;
                let r = self.dot_bf16(a, b, c);
                self.set_dst(f, row, r)
            }
            V_DOT2C_I32_I16 => self.dot_onto(f, row, 16),
            V_DOT4C_I32_I8 => self.dot_onto(f, row, 8),
            V_DOT8C_I32_I4 => self.dot_onto(f, row, 4),
            V_PK_FMAC_F16 => {
                let (a, b, c) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?, self.old(f)?);
                let r = self.call_fmt(LaneFn::PkFma, Fmt::F16, 0, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_FMAC_F64 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let place = self.place(f.vdst, DST, 2)?;
                let halves = [0, 1].map(|i| self.get(place, i));
                let c = self.b.op64(Uop::Concat, &halves);
                let r = self.fp(Uop::FFma64, FpClass::F64, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_FMAMK_F32 | V_FMAAK_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.src(f, 2, row.shape.src[2])?;
                let r = self.fp(Uop::FFma32, FpClass::F32, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_XNOR_B32 => binary!(|l: &mut Self, a, b| {
                let x = l.b.op32(Uop::Xor, &[a, b]);
                l.b.op32(Uop::Not, &[x])
            }),
            V_ADD_CO_U32 => self.carry_add(f, row, None),
            V_ADDC_CO_U32 => {
                let m = self.src_mask(f, 2)?;
                self.carry_add(f, row, Some(m))
            }
            V_SUB_CO_U32 => self.carry_sub(f, row, [0, 1], None),
            V_SUBREV_CO_U32 => self.carry_sub(f, row, [1, 0], None),
            V_SUBB_CO_U32 => {
                let m = self.src_mask(f, 2)?;
                self.carry_sub(f, row, [0, 1], Some(m))
            }
            V_SUBBREV_CO_U32 => {
                let m = self.src_mask(f, 2)?;
                self.carry_sub(f, row, [1, 0], Some(m))
            }
            V_ADD_U32 => binary!(|l: &mut Self, a, b| {
                let r = l.b.op32(Uop::Add, &[a, b]);
                l.saturate(f, r, a, ICmp::LtU, u32::MAX)
            }),
            V_SUB_U32 => binary!(|l: &mut Self, a, b| {
                let r = l.b.op32(Uop::Sub, &[a, b]);
                l.saturate(f, r, a, ICmp::GtU, 0)
            }),
            V_SUBREV_U32 => binary!(|l: &mut Self, a, b| {
                let r = l.b.op32(Uop::Sub, &[b, a]);
                l.saturate(f, r, b, ICmp::GtU, 0)
            }),
            V_BFM_B32 => binary!(|l: &mut Self, a, b| {
                let one = l.b.k32(1);
                let m = l.b.op32(Uop::Shl, &[one, a]);
                let m = l.b.op32(Uop::Sub, &[m, one]);
                l.b.op32(Uop::Shl, &[m, b])
            }),
            V_BCNT_U32_B32 => binary!(|l: &mut Self, a, b| {
                let n = l.b.op32(Uop::Popcnt, &[a]);
                l.b.op32(Uop::Add, &[n, b])
            }),
            V_MBCNT_LO_U32_B32 => binary!(|l: &mut Self, a, b| l.mbcnt(a, b, false)),
            V_MBCNT_HI_U32_B32 => binary!(|l: &mut Self, a, b| l.mbcnt(a, b, true)),
            V_MIN_F32 => binary!(|l: &mut Self, a, b| l.minmax32(Uop::MinS, a, b)),
            V_MAX_F32 => binary!(|l: &mut Self, a, b| l.minmax32(Uop::MaxS, a, b)),
            V_MIN_LEGACY_F32 => lane!(MinLegacy F32 0),
            V_MAX_LEGACY_F32 => lane!(MaxLegacy F32 0),
            V_LDEXP_F32 => lane!(Ldexp F32 0),
            V_ADD_F16 => lane!(Add F16 0),
            V_SUB_F16 => lane!(Sub F16 0),
            V_SUBREV_F16 => {
                binary!(|l: &mut Self, a, b| { l.call_fmt(LaneFn::Sub, Fmt::F16, 0, &[b, a]) })
            }
            V_MUL_F16 => lane!(Mul F16 0),
            V_MAC_F16 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.old(f)?;
                let c = self.and(c, 0xffff);
                let r = self.call_fmt(LaneFn::Mad, Fmt::F16, 0, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_MADMK_F16 | V_MADAK_F16 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.src(f, 2, row.shape.src[2])?;
                let r = self.call_fmt(LaneFn::Mad, Fmt::F16, 0, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_MIN_F16 => lane!(Min F16 keeps),
            V_MAX_F16 => lane!(Max F16 keeps),
            V_LDEXP_F16 => binary!(|l: &mut Self, a, b| {
                let b = l.sext16(b);
                l.call_fmt(LaneFn::Ldexp, Fmt::F16, 0, &[a, b])
            }),
            V_ADD_U16 => binary!(|l: &mut Self, a, b| {
                let r = l.b.op32(Uop::Add, &[a, b]);
                l.fit_u16(f, r, Uop::MinU)
            }),
            V_SUB_U16 => binary!(|l: &mut Self, a, b| l.sub_u16(f, a, b)),
            V_SUBREV_U16 => binary!(|l: &mut Self, a, b| l.sub_u16(f, b, a)),
            V_MUL_LO_U16 => binary!(|l: &mut Self, a, b| {
                let r = l.b.op32(Uop::Mul, &[a, b]);
                l.fit_u16(f, r, Uop::MinU)
            }),
            V_LSHLREV_B16 => binary!(|l: &mut Self, a, b| {
                let n = l.and(a, 15);
                let r = l.b.op32(Uop::Shl, &[b, n]);
                l.and(r, 0xffff)
            }),
            V_LSHRREV_B16 => binary!(|l: &mut Self, a, b| {
                let n = l.and(a, 15);
                l.b.op32(Uop::ShrU, &[b, n])
            }),
            V_ASHRREV_I16 => binary!(|l: &mut Self, a, b| {
                let (n, b) = (l.and(a, 15), l.sext16(b));
                let r = l.b.op32(Uop::ShrS, &[b, n]);
                l.and(r, 0xffff)
            }),
            V_MIN_U16 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MinU, &[a, b])),
            V_MAX_U16 => binary!(|l: &mut Self, a, b| l.b.op32(Uop::MaxU, &[a, b])),
            V_MIN_I16 => binary!(|l: &mut Self, a, b| l.signed16(Uop::MinS, a, b)),
            V_MAX_I16 => binary!(|l: &mut Self, a, b| l.signed16(Uop::MaxS, a, b)),
            V_CVT_PKACCUM_U8_F32 => {
                let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
                let c = self.old(f)?;
                let r = self.call_fmt(LaneFn::PkU8, Fmt::F32, 0, &[a, b, c]);
                self.set_dst(f, row, r)
            }
            V_CVT_PKNORM_I16_F32 => {
                binary!(|l: &mut Self, a, b| { l.pack_calls(LaneFn::NormI16, Fmt::F32, 0, a, b) })
            }
            V_CVT_PKNORM_U16_F32 => {
                binary!(|l: &mut Self, a, b| { l.pack_calls(LaneFn::NormU16, Fmt::F32, 0, a, b) })
            }
            V_CVT_PKRTZ_F16_F32 => binary!(|l: &mut Self, a, b| {
                l.pack_calls(LaneFn::CvtF16Rtz, Fmt::F32, legacy, a, b)
            }),
            V_CVT_PK_U16_U32 => binary!(|l: &mut Self, a, b| {
                let k = l.b.k32(0xffff);
                let (a, b) = (l.b.op32(Uop::MinU, &[a, k]), l.b.op32(Uop::MinU, &[b, k]));
                l.pack16(a, b)
            }),
            V_CVT_PK_I16_I32 => binary!(|l: &mut Self, a, b| {
                let (min, max) = (i16::MIN as i32, i16::MAX as i32);
                let (a, b) = (l.clamp_s(a, min, max), l.clamp_s(b, min, max));
                let a = l.and(a, 0xffff);
                l.pack16(a, b)
            }),
        }
    }

    /// The lane number in source 1 of V_READLANE and V_WRITELANE, modulo 64 where it is used.
    fn lane_number(&mut self, f: &Vop, ty: Ty) -> Result<Val, Interp> {
        let Operand::Vgpr(v) = f.src[1] else {
            return self.s32(f.src[1], ty);
        };
        // Not what assemblers write: the number is that of lane 0.
        let zero = self.b.k32(0);
        self.lane_of(v, 1, zero)
    }

    /// Source 0 in lane `lane`.
    pub(super) fn scalar_of(&mut self, f: &Vop, ty: Ty, lane: Val) -> Result<Val, Interp> {
        match f.src[0] {
            Operand::Vgpr(v) => self.lane_of(v, 0, lane),
            Operand::Sgpr(_)
            | Operand::Int(_)
            | Operand::Float(_)
            | Operand::Literal(_)
            | Operand::Aperture(_)
            | Operand::Vccz
            | Operand::Execz
            | Operand::Scc
            | Operand::LdsDirect => self.s32(f.src[0], ty),
        }
    }

    /// Minimum or maximum (`op`) of f32 values with the NaN rules of [`crate::numerics::min`]: as integers
    /// that order like the values, -0 below +0.
    pub(super) fn minmax32(&mut self, op: Uop, a: Val, b: Val) -> Val {
        let m = self.mode32();
        let gfx9 = self.t.generation.is_gfx9();
        let (mut a, mut b) = (a, b);
        if gfx9 && !m.denorm_in {
            (a, b) = (self.flush32(a), self.flush32(b));
        }
        let (x, y) = (self.order32(a), self.order32(b));
        let r = self.b.op32(op, &[x, y]);
        let mut r = self.order32(r);
        // A NaN gives way to the other operand; of two NaNs the second is the result.
        let (nan_a, nan_b) = (self.is_nan32(a), self.is_nan32(b));
        r = self.b.select(nan_b, a, r);
        r = self.b.select(nan_a, b, r);
        if gfx9 && m.denorm_in && !m.denorm_out {
            r = self.flush32(r);
        }
        if m.ieee {
            for v in [b, a] {
                let quiet = self.b.k32(0x0040_0000);
                let quieted = self.b.op32(Uop::Or, &[v, quiet]);
                let signalling = self.is_snan32(v);
                r = self.b.select(signalling, quieted, r);
            }
        }
        r
    }

    /// A denormal f32 as a zero of its sign.
    pub(super) fn flush32(&mut self, v: Val) -> Val {
        let exponent = self.and(v, 0x7f80_0000);
        let zero = self.b.k32(0);
        let tiny = self.b.icmp32(ICmp::Eq, exponent, zero);
        let sign = self.and(v, 0x8000_0000);
        self.b.select(tiny, sign, v)
    }

    /// f32 bits as a signed integer that orders like the values; its own inverse.
    pub(super) fn order32(&mut self, v: Val) -> Val {
        let sign = self.sar(v, 31);
        let flip = self.and(sign, 0x7fff_ffff);
        self.b.op32(Uop::Xor, &[v, flip])
    }

    /// Whether an f32 value is a signalling NaN: 0x7f800001 to 0x7fbfffff without the sign.
    fn is_snan32(&mut self, v: Val) -> Val {
        let magnitude = self.and(v, 0x7fff_ffff);
        let first = self.b.k32(0x7f80_0001);
        let above = self.b.op32(Uop::Sub, &[magnitude, first]);
        let count = self.b.k32(0x003f_ffff);
        self.b.icmp32(ICmp::LtU, above, count)
    }

    /// Two results of a lane function of 16 bits as one dword.
    pub(super) fn pack_calls(&mut self, f: LaneFn, fmt: Fmt, extra: u8, a: Val, b: Val) -> Val {
        let a = self.call(f, fmt, extra, IrTy::B32, &[a]);
        let b = self.call(f, fmt, extra, IrTy::B32, &[b]);
        self.pack16(a, b)
    }

    /// Two sources with values in both halves, whose signs are those of the dword.
    fn halves_of_dwords(&mut self, f: &Vop, types: [Ty; 2]) -> Result<[Val; 2], Interp> {
        let mut x = [self.b.k32(0); 2];
        for (i, ty) in types.into_iter().enumerate() {
            let v = self.raw(f, i, ty)?;
            x[i] = self.signs(v, Ty::F32, f.abs >> i & 1 != 0, f.neg >> i & 1 != 0);
        }
        Ok(x)
    }

    /// A dot product of signed elements of `bits` bits, added to the destination.
    fn dot_onto(&mut self, f: &Vop, row: &Row, bits: u8) -> Lowered {
        let [t0, t1, _] = row.shape.src;
        let src = [self.src(f, 0, t0)?, self.src(f, 1, t1)?, self.old(f)?];
        let r = self.dot(src, bits, true, self.int_clamp(f));
        self.set_dst(f, row, r)
    }

    /// An unsigned result in 16 bits: with CLAMP limited (`limit` MinU for results above, MaxS for
    /// those below), else wrapped.
    pub(super) fn fit_u16(&mut self, f: &Vop, v: Val, limit: Uop) -> Val {
        if self.int_clamp(f) {
            let k = self.b.k32(if limit == Uop::MinU { 0xffff } else { 0 });
            self.b.op32(limit, &[v, k])
        } else {
            self.and(v, 0xffff)
        }
    }

    fn sub_u16(&mut self, f: &Vop, a: Val, b: Val) -> Val {
        let r = self.b.op32(Uop::Sub, &[a, b]);
        self.fit_u16(f, r, Uop::MaxS)
    }

    /// An operation on sign-extended halves.
    pub(super) fn signed16(&mut self, op: Uop, a: Val, b: Val) -> Val {
        let (a, b) = (self.sext16(a), self.sext16(b));
        let r = self.b.op32(op, &[a, b]);
        self.and(r, 0xffff)
    }

    /// a x b + c: product and sum rounded one after the other, denormals flushed whatever MODE says.
    pub(super) fn mad(&mut self, a: Val, b: Val, c: Val) -> Val {
        let p = self.fp(Uop::FMul32, FpClass::F32Flush, &[a, b]);
        self.fp(Uop::FAdd32, FpClass::F32Flush, &[p, c])
    }

    /// a x b, where a zero factor gives +0 whatever the other is.
    pub(super) fn mul_legacy(&mut self, a: Val, b: Val) -> Val {
        let zero = self.b.k32(0);
        let [p, q] = [a, b].map(|v| self.compare(Ty::F32, EQ, v, zero));
        let none = self.b.op(Uop::Or, IrTy::B1, 0, &[p, q]);
        let product = self.fp(Uop::FMul32, FpClass::F32, &[a, b]);
        self.b.select(none, zero, product)
    }

    /// As [`Lower::mad`], but a zero factor, as which denormals count, leaves `c`.
    pub(super) fn mad_legacy(&mut self, a: Val, b: Val, c: Val) -> Val {
        let zero = self.b.k32(0);
        let [p, q] = [a, b].map(|v| {
            let exponent = unless_planted!(
                Fault::LegacyDenormal,
                self.and(v, 0x7f80_0000),
                self.and(v, 0x7fff_ffff)
            );
            self.b.icmp32(ICmp::Eq, exponent, zero)
        });
        let none = self.b.op(Uop::Or, IrTy::B1, 0, &[p, q]);
        let r = self.mad(a, b, c);
        self.b.select(none, c, r)
    }

    /// V_MULLIT_F32: as [`Lower::mul_legacy`] where `c` is above zero, else the lowest finite value.
    pub(super) fn mullit(&mut self, a: Val, b: Val, c: Val) -> Val {
        let (zero, lowest) = (self.b.k32(0), self.b.k32(f32::MIN.to_bits()));
        let above = self.compare(Ty::F32, GT, c, zero);
        let r = self.mul_legacy(a, b);
        self.b.select(above, r, lowest)
    }

    /// With CLAMP: `limit` where the result is on the wrong side (`c`) of an operand.
    pub(super) fn saturate(&mut self, f: &Vop, r: Val, operand: Val, c: ICmp, limit: u32) -> Val {
        if !self.int_clamp(f) {
            return r;
        }
        let over = self.b.icmp32(c, r, operand);
        let k = self.b.k32(limit);
        self.b.select(over, k, r)
    }

    /// S0 + S1 + carry; the carry-out to SDST. With CLAMP a carry gives all ones.
    fn carry_add(&mut self, f: &Vop, row: &Row, carry: Option<Val>) -> Lowered {
        let (a, b) = (self.src(f, 0, Ty::U32)?, self.src(f, 1, Ty::U32)?);
        let s = self.b.op32(Uop::Add, &[a, b]);
        let mut out = self.b.icmp32(ICmp::LtU, s, a);
        let mut r = s;
        if let Some(m) = carry
            && !planted(Fault::Carry)
            && let Some((high, carry)) = self.b.wide_high(m, a, b, false)
        {
            (r, out) = (high, carry);
        } else if let Some(m) = carry {
            let c = self.b.op(Uop::BoolInt, IrTy::B32, 0, &[m]);
            r = self.b.op32(Uop::Add, &[s, c]);
            let again = self.b.icmp32(ICmp::LtU, r, s);
            if !planted(Fault::Carry) {
                out = self.b.op(Uop::Or, IrTy::B1, 0, &[out, again]);
            }
        } else {
            self.b.is_carry(out, a, b, s, false);
        }
        self.carry_result(f, row, r, out, u32::MAX)
    }

    /// Source `i` - source `j` - borrow; the borrow-out to SDST. With CLAMP a borrow gives 0.
    fn carry_sub(
        &mut self,
        f: &Vop,
        row: &Row,
        [i, j]: [usize; 2],
        borrow: Option<Val>,
    ) -> Lowered {
        let (a, b) = (self.src(f, i, Ty::U32)?, self.src(f, j, Ty::U32)?);
        let d = self.b.op32(Uop::Sub, &[a, b]);
        let mut out = self.b.icmp32(ICmp::LtU, a, b);
        let mut r = d;
        if let Some(m) = borrow
            && let Some((high, borrow)) = self.b.wide_high(m, a, b, true)
        {
            (r, out) = (high, borrow);
        } else if let Some(m) = borrow {
            let c = self.b.op(Uop::BoolInt, IrTy::B32, 0, &[m]);
            r = self.b.op32(Uop::Sub, &[d, c]);
            let again = self.b.icmp32(ICmp::LtU, d, c);
            out = self.b.op(Uop::Or, IrTy::B1, 0, &[out, again]);
        } else {
            self.b.is_carry(out, a, b, d, true);
        }
        self.carry_result(f, row, r, out, 0)
    }

    fn carry_result(&mut self, f: &Vop, row: &Row, r: Val, out: Val, limit: u32) -> Lowered {
        let r = if self.int_clamp(f) {
            let k = self.b.k32(limit);
            self.b.select(out, k, r)
        } else {
            r
        };
        // The mask is that of the lanes that are active now: SDST may be EXEC.
        let m = self.flags(f, out)?;
        self.set_dst(f, row, r)?;
        self.b.set_s64(f.sdst, m);
        Ok(())
    }

    /// Bits of S0 below the lane (counted over both halves of a mask), plus S1.
    pub(super) fn mbcnt(&mut self, mask: Val, add: Val, high: bool) -> Val {
        let id = self.b.lane_id();
        let (k31, k32, one, all) = (
            self.b.k32(31),
            self.b.k32(32),
            self.b.k32(1),
            self.b.k32(u32::MAX),
        );
        let n = self.b.op32(Uop::And, &[id, k31]);
        let below = self.b.op32(Uop::Shl, &[one, n]);
        let below = self.b.op32(Uop::Sub, &[below, one]);
        let upper = self.b.icmp32(ICmp::GeU, id, k32);
        let zero = self.b.k32(0);
        let below = if high {
            self.b.select(upper, below, zero)
        } else {
            self.b.select(upper, all, below)
        };
        let m = self.b.op32(Uop::And, &[mask, below]);
        let n = self.b.op32(Uop::Popcnt, &[m]);
        self.b.op32(Uop::Add, &[n, add])
    }
}
