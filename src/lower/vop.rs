//! Operands and results of vector ALU instructions: modifiers made explicit.

use super::index::DST;
use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{FpClass, ICmp, Ty as IrTy, Uop, Val, dpp};
use crate::isa::{Dpp, Flags, Gens, Operand, Row, Sdwa, Ty, Vop, VopForm};
use crate::machine::wave::LANES;
use crate::numerics::{Mode, Round};

impl Lower<'_> {
    /// Checks that the wave has the registers `v` to `v + dwords - 1`.
    pub(super) fn has_vgprs(&self, v: impl Into<u16>, dwords: u8) -> Lowered {
        if self.t.vgprs.has(v.into(), dwords) {
            Ok(())
        } else {
            Err(Interp)
        }
    }

    /// The raw source `k` as a value of 32 or 64 bits by `ty`: before all modifiers but DPP.
    pub(super) fn raw(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        let v = self.source(f, k, ty)?;
        match &f.dpp {
            Some(dpp) if k == 0 => self.permuted(dpp, v),
            _ => Ok(v),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn source(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        match f.src[k] {
            Operand::Vgpr(v) => {
                let place = self.place(v, k, ty.dwords())?;
                let lo = self.get(place, 0);
                Ok(match ty.dwords() {
                    2 => {
                        let hi = self.get(place, 1);
                        self.b.op64(Uop::Concat, &[lo, hi])
                    }
                    _ => lo,
                })
            }
            src if ty.dwords() == 2 => self.s64(src, ty),
            src => self.s32(src, ty),
        }
    }

    /// DPP: the value comes from other lanes; with BOUND_CTRL it is 0 where there is no lane, or one
    /// that is inactive.
    fn permuted(&mut self, dpp: &Dpp, v: Val) -> Result<Val, Interp> {
        let sources = dpp::sources(dpp.ctrl).ok_or(Interp)?;
        if self.b.node(v).ty == IrTy::B64 {
            let (lo, hi) = (self.b.op32(Uop::Lo, &[v]), self.b.op32(Uop::Hi, &[v]));
            let (lo, hi) = (self.permuted(dpp, lo)?, self.permuted(dpp, hi)?);
            return Ok(self.b.op64(Uop::Concat, &[lo, hi]));
        }
        let swapped = planted(Fault::SwappedLane) && dpp.ctrl < 0x100;
        let moved = self.b.dpp(dpp.ctrl ^ u16::from(swapped), v);
        if !dpp.bound_ctrl {
            return Ok(moved);
        }
        let exec = self.b.exec();
        let valid = dpp::permute_mask(&mut self.b, &sources, exec);
        let (valid, zero) = (self.b.lanes(valid), self.b.k32(0));
        Ok(self.b.select(valid, moved, zero))
    }

    /// The lanes that an instruction writes: those of EXEC, and under DPP of these only those that its
    /// masks have and, without BOUND_CTRL, that have a source.
    fn active(&mut self, f: &Vop) -> Result<Val, Interp> {
        let exec = self.b.exec();
        let Some(dpp) = &f.dpp else {
            return Ok(exec);
        };
        let mut lanes = 0;
        for lane in 0..LANES as u32 {
            let kept = dpp.row_mask >> (lane / 16) & dpp.bank_mask >> (lane / 4 % 4) & 1;
            lanes |= (kept as u64) << lane;
        }
        let mut active = exec;
        if !dpp.bound_ctrl {
            let sources = dpp::sources(dpp.ctrl).ok_or(Interp)?;
            let valid = dpp::permute_mask(&mut self.b, &sources, exec);
            active = self.b.op64(Uop::And, &[active, valid]);
        }
        let lanes = self.b.k64(lanes);
        Ok(self.b.op64(Uop::And, &[active, lanes]))
    }

    /// The lane mask that an instruction writes: 0 for lanes that are not active.
    pub(super) fn flags(&mut self, f: &Vop, lanes: Val) -> Result<Val, Interp> {
        let m = self.b.mask(lanes);
        if f.dpp.is_none() || planted(Fault::DppCarry) {
            return Ok(m);
        }
        let active = self.active(f)?;
        Ok(self.b.op64(Uop::And, &[m, active]))
    }

    /// What the destination held, as the low or only register.
    pub(super) fn old(&mut self, f: &Vop) -> Result<Val, Interp> {
        let place = self.place(f.vdst, DST, 1)?;
        Ok(self.get(place, 0))
    }

    /// Writes the registers of a destination in the active lanes.
    pub(super) fn set_active(&mut self, f: &Vop, values: &[Val]) -> Lowered {
        let place = self.place(f.vdst, DST, values.len() as u8)?;
        let (active, exec) = (self.active(f)?, self.b.exec());
        for (i, &v) in values.iter().enumerate() {
            let i = i as u8;
            let v = if active == exec {
                v
            } else {
                let (lanes, old) = (self.b.lanes(active), self.get(place, i));
                self.b.select(lanes, v, old)
            };
            self.set(place, i, v);
        }
        Ok(())
    }

    /// Source `k` in the row's type: after the selects of SDWA and OP_SEL, and ABS and NEG, which any
    /// type has. A 16-bit value has zeros above.
    pub(super) fn src(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        let mut v = self.raw(f, k, ty)?;
        if let (Some(sdwa), true) = (&f.sdwa, k < 2) {
            v = self.select_part(v, sdwa.src_sel[k], sdwa.sext >> k & 1 != 0)?;
        }
        if ty.is_16() {
            v = if f.form == VopForm::E64 && f.op_sel >> k & 1 != 0 {
                self.shr(v, 16)
            } else {
                self.and(v, 0xffff)
            };
        }
        Ok(self.signs(v, ty, f.abs >> k & 1 != 0, f.neg >> k & 1 != 0))
    }

    /// Absolute value, then negation, of a value of type `ty`.
    pub(super) fn signs(&mut self, v: Val, ty: Ty, abs: bool, neg: bool) -> Val {
        if !abs && !neg {
            return v;
        }
        // The sign bit of a 64-bit value is in its high half.
        let wide = ty.dwords() == 2;
        let sign = if ty.is_16() { 0x8000 } else { 0x8000_0000u32 };
        // What has been computed as a whole stays one: taking it apart and joining it costs more.
        let n = self.b.node(v);
        if wide && n.vec && n.op != Uop::Concat {
            let at = unless_planted!(Fault::SignLow, 32, 0);
            let sign = u64::from(sign) << at;
            let (sign, rest) = (self.b.k64(sign), self.b.k64(!sign));
            return match (abs, neg) {
                (true, true) => self.b.op64(Uop::Or, &[v, sign]),
                (true, false) => self.b.op64(Uop::And, &[v, rest]),
                _ => self.b.op64(Uop::Xor, &[v, sign]),
            };
        }
        let mut w = if wide { self.b.op32(Uop::Hi, &[v]) } else { v };
        if abs {
            w = self.and(w, !sign);
        }
        if neg {
            let k = self.b.k32(sign);
            w = self.b.op32(Uop::Xor, &[w, k]);
        }
        if wide {
            let lo = self.b.op32(Uop::Lo, &[v]);
            self.b.op64(Uop::Concat, &[lo, w])
        } else {
            w
        }
    }

    /// SDWA source select.
    fn select_part(&mut self, v: Val, sel: u8, sext: bool) -> Result<Val, Interp> {
        let (at, bits) = match sel {
            0..=3 => (8 * sel as u32, 8),
            4 | 5 => (16 * (sel as u32 - 4), 16),
            6 => return Ok(v),
            _ => return Err(Interp),
        };
        Ok(if sext {
            let up = self.shl(v, 32 - bits - at);
            self.sar(up, 32 - bits)
        } else if at + bits == 32 {
            self.shr(v, at)
        } else {
            let v = self.shr(v, at);
            self.and(v, (1 << bits) - 1)
        })
    }

    /// The lane mask that source `k` names, lane-wise.
    pub(super) fn src_mask(&mut self, f: &Vop, k: usize) -> Result<Val, Interp> {
        let m = self.s64(f.src[k], Ty::Mask)?;
        Ok(self.b.lanes(m))
    }

    // Shorthands with constants.

    /// v & k.
    pub(super) fn and(&mut self, v: Val, k: u32) -> Val {
        let k = self.b.k32(k);
        self.b.op32(Uop::And, &[v, k])
    }

    /// v << n.
    pub(super) fn shl(&mut self, v: Val, n: u32) -> Val {
        let n = self.b.k32(n);
        self.b.op32(Uop::Shl, &[v, n])
    }

    /// v >> n, logical.
    pub(super) fn shr(&mut self, v: Val, n: u32) -> Val {
        let n = self.b.k32(n);
        self.b.op32(Uop::ShrU, &[v, n])
    }

    /// v >> n, arithmetic.
    pub(super) fn sar(&mut self, v: Val, n: u32) -> Val {
        let n = self.b.k32(n);
        self.b.op32(Uop::ShrS, &[v, n])
    }

    /// The low 16 bits, sign-extended.
    pub(super) fn sext16(&mut self, v: Val) -> Val {
        let v = self.shl(v, 16);
        self.sar(v, 16)
    }

    /// The low 24 bits, sign-extended.
    pub(super) fn sext24(&mut self, v: Val) -> Val {
        let v = self.shl(v, 8);
        self.sar(v, 8)
    }

    /// The low 24 bits.
    pub(super) fn zext24(&mut self, v: Val) -> Val {
        self.and(v, 0x00ff_ffff)
    }

    /// Two halves as one dword; bits of `low` above its 16 must be zero.
    pub(super) fn pack16(&mut self, low: Val, high: Val) -> Val {
        let high = self.shl(high, 16);
        self.b.op32(Uop::Or, &[low, high])
    }

    /// `v` clamped to `min` and `max`, signed.
    pub(super) fn clamp_s(&mut self, v: Val, min: i32, max: i32) -> Val {
        let (min, max) = (self.b.k32(min as u32), self.b.k32(max as u32));
        let v = self.b.op32(Uop::MaxS, &[v, min]);
        self.b.op32(Uop::MinS, &[v, max])
    }

    /// The controls of an f32 operation, of an f64 one, or of one that always flushes.
    pub(super) fn fp(&mut self, op: Uop, class: FpClass, args: &[Val]) -> Val {
        let ty = match class {
            FpClass::F64 => IrTy::B64,
            FpClass::F32 | FpClass::F32Flush => IrTy::B32,
        };
        self.b.op(op, ty, class as u64, args)
    }

    /// The wave's f32 mode.
    pub(super) fn mode32(&self) -> Mode {
        Mode::f32(self.t.mode)
    }

    /// The wave's f64 and f16 mode.
    pub(super) fn mode64(&self) -> Mode {
        Mode::f64(self.t.mode)
    }

    /// Whether the mode rounds to nearest.
    pub(super) fn is_nearest(m: Mode) -> bool {
        m.round == Round::Nearest
    }

    /// A lane function under the wave's MODE.
    pub(super) fn call(&mut self, f: LaneFn, fmt: Fmt, extra: u8, ty: IrTy, args: &[Val]) -> Val {
        let mode = self.t.mode;
        let call = LaneCall {
            f,
            fmt,
            mode,
            extra,
        };
        self.call_of(call, ty, args)
    }

    /// A lane function under another MODE.
    pub(super) fn call_of(&mut self, call: LaneCall, ty: IrTy, args: &[Val]) -> Val {
        let imm = call.pack();
        let op = match args.len() {
            1 => Uop::Call1,
            2 => Uop::Call2,
            _ => Uop::Call3,
        };
        self.b.op(op, ty, imm, args)
    }

    /// A lane function in format `fmt`, with results of that format.
    pub(super) fn call_fmt(&mut self, f: LaneFn, fmt: Fmt, extra: u8, args: &[Val]) -> Val {
        let ty = match fmt {
            Fmt::F64 => IrTy::B64,
            Fmt::F16 | Fmt::F32 => IrTy::B32,
        };
        self.call(f, fmt, extra, ty, args)
    }

    /// The format of a floating-point type.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    pub(super) fn fmt_of(ty: Ty) -> Option<Fmt> {
        match ty {
            Ty::F16 => Some(Fmt::F16),
            Ty::F32 => Some(Fmt::F32),
            Ty::F64 => Some(Fmt::F64),
            _ => None,
        }
    }

    /// `extra` of lane functions for minimum, maximum and median: before gfx9 they keep denormals.
    pub(super) fn keeps(&self) -> u8 {
        !self.t.generation.is_gfx9() as u8
    }

    /// A bit of `extra` of lane functions that convert 8-bit floats: they are OCP's.
    pub(super) fn ocp(&self) -> u8 {
        u8::from(self.t.generation.has(Gens::OCP)) << 7
    }

    /// `extra` of lane functions that convert f16: gfx6 and gfx7 have their own rules.
    pub(super) fn legacy(&self) -> u8 {
        self.t.generation.is_legacy() as u8
    }

    /// OMOD of an f32 value: nothing unless denormals are flushed and IEEE is off; a denormal or
    /// either zero becomes +0, else the value is multiplied.
    fn omod32(&mut self, omod: u8, v: Val) -> Val {
        let m = self.mode32();
        if m.denorm_out || m.ieee {
            return v;
        }
        let factor: f32 = match omod {
            1 => 2.0,
            2 => 4.0,
            3 => 0.5,
            _ => return v,
        };
        let k = self.b.k32(factor.to_bits());
        let r = self.fp(Uop::FMul32, FpClass::F32, &[v, k]);
        let magnitude = self.and(v, 0x7fff_ffff);
        let (normal, zero) = (self.b.k32(0x0080_0000), self.b.k32(0));
        let tiny = self.b.icmp32(ICmp::LtU, magnitude, normal);
        self.b.select(tiny, zero, r)
    }

    /// CLAMP of an f32 value to [0, 1]: as integers, whose order floats above zero share.
    pub(super) fn clamp32(&mut self, v: Val) -> Val {
        let r = self.clamp_s(v, 0, 1f32.to_bits() as i32);
        let nan = self.is_nan32(v);
        let zero = self.b.k32(0);
        let other = if self.mode32().dx10_clamp { zero } else { v };
        self.b.select(nan, other, r)
    }

    /// An f32 result after OMOD and CLAMP.
    pub(super) fn modified32(&mut self, f: &Vop, v: Val) -> Val {
        let v = self.omod32(f.omod, v);
        if f.clamp { self.clamp32(v) } else { v }
    }

    /// Whether an f32 value is a NaN.
    pub(super) fn is_nan32(&mut self, v: Val) -> Val {
        let magnitude = self.and(v, 0x7fff_ffff);
        let inf = self.b.k32(f32::INFINITY.to_bits());
        self.b.icmp32(ICmp::GtU, magnitude, inf)
    }

    /// Writes the result of an instruction: OMOD and CLAMP of floating-point types, then what SDWA and
    /// OP_SEL select of the destination. CLAMP of an integer is the instruction's own business. A
    /// 16-bit result must have zeros above.
    pub(super) fn set_dst(&mut self, f: &Vop, row: &Row, v: Val) -> Lowered {
        let mut v = v;
        let dst = row.shape.dst;
        match Self::fmt_of(dst) {
            Some(Fmt::F32) => v = self.modified32(f, v),
            Some(fmt) => {
                if f.omod != 0 {
                    v = self.call_fmt(LaneFn::Omod, fmt, f.omod, &[v]);
                }
                if f.clamp {
                    v = self.call_fmt(LaneFn::Clamp, fmt, 0, &[v]);
                }
            }
            None if dst == Ty::V2F16 && f.clamp => {
                let (low, high) = (self.and(v, 0xffff), self.shr(v, 16));
                let low = self.call_fmt(LaneFn::Clamp, Fmt::F16, 0, &[low]);
                let high = self.call_fmt(LaneFn::Clamp, Fmt::F16, 0, &[high]);
                v = self.pack16(low, high);
            }
            None => {}
        }
        if self.b.node(v).ty == IrTy::B64 {
            let (lo, hi) = (self.b.op32(Uop::Lo, &[v]), self.b.op32(Uop::Hi, &[v]));
            self.set_active(f, &[lo, hi])
        } else {
            let v = self.merge(f, row, v)?;
            self.set_active(f, &[v])
        }
    }

    /// Writes a 32-bit result as it is.
    pub(super) fn set_plain(&mut self, f: &Vop, v: Val) -> Lowered {
        self.set_active(f, &[v])
    }

    /// A 32-bit result as it goes to the register: parts replace a part of it.
    fn merge(&mut self, f: &Vop, row: &Row, v: Val) -> Result<Val, Interp> {
        if let Some(sdwa) = &f.sdwa {
            return self.merge_sdwa(f, sdwa, v);
        }
        if !row.shape.dst.is_16() && !row.flags.has(Flags::HALF_PAIR) {
            return Ok(v);
        }
        // gfx8 zeroes the upper half, and so does gfx9 in what was there before; the new
        // instructions and those that read their destination keep it.
        let keeps = row.flags.has(Flags::READS_DST);
        if f.form == VopForm::E64 && f.op_sel & 8 != 0 {
            let old = self.old(f)?;
            let old = self.and(old, 0xffff);
            Ok(self.pack16(old, v))
        } else if self.t.generation.is_gfx9() && keeps {
            let old = self.old(f)?;
            let old = self.and(old, 0xffff_0000);
            Ok(self.b.op32(Uop::Or, &[old, v]))
        } else {
            Ok(v)
        }
    }

    /// SDWA destination select, and what becomes of the other bits.
    fn merge_sdwa(&mut self, f: &Vop, sdwa: &Sdwa, v: Val) -> Result<Val, Interp> {
        let (at, bits) = match sdwa.dst_sel {
            sel @ 0..=3 => (8 * sel as u32, 8),
            sel @ (4 | 5) => (16 * (sel as u32 - 4), 16),
            6 => return Ok(v),
            _ => return Err(Interp),
        };
        let mask = ((1u32 << bits) - 1) << at;
        match sdwa.dst_unused {
            0 | 2 => {
                let v = self.shl(v, at);
                let part = self.and(v, mask);
                if sdwa.dst_unused == 0 || planted(Fault::SdwaPreserve) {
                    return Ok(part);
                }
                let old = self.old(f)?;
                let old = self.and(old, !mask);
                Ok(self.b.op32(Uop::Or, &[old, part]))
            }
            1 => {
                let v = self.shl(v, 32 - bits);
                let v = self.sar(v, 32 - bits - at);
                // What lies below the part is zero.
                Ok(self.and(v, u32::MAX << at))
            }
            _ => Err(Interp),
        }
    }

    /// Whether integer CLAMP has a meaning: from gfx8 on.
    pub(super) fn int_clamp(&self, f: &Vop) -> bool {
        f.clamp && !self.t.generation.is_legacy()
    }
}
