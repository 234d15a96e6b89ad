//! Operands and results of vector ALU instructions: modifiers made explicit.

use super::{Interp, Lower, Lowered};
use crate::ir::{FpClass, Ty as IrTy, Uop, Val};
use crate::isa::{Operand, Ty, Vop, VopForm};
use crate::jit::lane_fns::{Fmt, LaneCall, LaneFn};

impl Lower<'_> {
    /// Refuses what only the interpreter does: SDWA and DPP forms, and registers that the wave lacks.
    pub(super) fn vop_form(&self, f: &Vop) -> Lowered {
        match f.form {
            VopForm::E32 | VopForm::E64 => Ok(()),
            VopForm::Sdwa | VopForm::Dpp => Err(Interp),
        }
    }

    /// Checks that the wave has the registers `v` to `v + dwords - 1`.
    pub(super) fn has_vgprs(&self, v: u8, dwords: u8) -> Lowered {
        if v as u32 + dwords as u32 <= self.t.vgprs {
            Ok(())
        } else {
            Err(Interp)
        }
    }

    /// The raw source `k` as a value of 32 or 64 bits by `ty`.
    fn raw(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        match f.src[k] {
            Operand::Vgpr(v) => {
                self.has_vgprs(v, ty.dwords())?;
                let lo = self.b.v32(v);
                Ok(match ty.dwords() {
                    2 => {
                        let hi = self.b.v32(v + 1);
                        self.b.op64(Uop::Concat, &[lo, hi])
                    }
                    _ => lo,
                })
            }
            src if ty.dwords() == 2 => self.s64(src, ty),
            src => self.s32(src, ty),
        }
    }

    /// Source `k` of type `ty`, with ABS and NEG when `float`.
    fn source(&mut self, f: &Vop, k: usize, ty: Ty, float: bool) -> Result<Val, Interp> {
        let v = self.raw(f, k, ty)?;
        if !float {
            return Ok(v);
        }
        let (abs, neg) = (f.abs >> k & 1 != 0, f.neg >> k & 1 != 0);
        if !abs && !neg {
            return Ok(v);
        }
        // The sign bit of a 64-bit value is in its high half.
        let wide = ty.dwords() == 2;
        let sign = if ty.is_16() { 0x8000 } else { 0x8000_0000u32 };
        let mut w = if wide { self.b.op32(Uop::Hi, &[v]) } else { v };
        if abs {
            let k = self.b.k32(!sign);
            w = self.b.op32(Uop::And, &[w, k]);
        }
        if neg {
            let k = self.b.k32(sign);
            w = self.b.op32(Uop::Xor, &[w, k]);
        }
        Ok(if wide {
            let lo = self.b.op32(Uop::Lo, &[v]);
            self.b.op64(Uop::Concat, &[lo, w])
        } else {
            w
        })
    }

    /// Source `k` in the row's type; ABS and NEG apply to floating-point types.
    pub(super) fn src(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        self.source(f, k, ty, ty.is_float())
    }

    /// Source `k`, to which ABS and NEG apply though its type is not floating point (`v_cndmask`).
    pub(super) fn src_signed(&mut self, f: &Vop, k: usize, ty: Ty) -> Result<Val, Interp> {
        self.source(f, k, ty, true)
    }

    /// The lane mask that source `k` names, lane-wise.
    pub(super) fn src_mask(&mut self, f: &Vop, k: usize) -> Result<Val, Interp> {
        let m = self.s64(f.src[k], Ty::Mask)?;
        Ok(self.b.lanes(m))
    }

    /// The controls of an f32 operation, of an f64 one, or of one that always flushes.
    pub(super) fn fp(&mut self, op: Uop, class: FpClass, args: &[Val]) -> Val {
        let ty = match class {
            FpClass::F64 => IrTy::B64,
            FpClass::F32 | FpClass::F32Flush => IrTy::B32,
        };
        self.b.op(op, ty, class as u64, args)
    }

    /// A lane function under the wave's MODE.
    pub(super) fn call(&mut self, f: LaneFn, fmt: Fmt, extra: u8, ty: IrTy, args: &[Val]) -> Val {
        let imm = LaneCall {
            f,
            fmt,
            mode: self.t.mode,
            extra,
        }
        .pack();
        let op = match args.len() {
            1 => Uop::Call1,
            2 => Uop::Call2,
            _ => Uop::Call3,
        };
        self.b.op(op, ty, imm, args)
    }

    fn fmt_of(ty: Ty) -> Option<Fmt> {
        match ty {
            Ty::F16 => Some(Fmt::F16),
            Ty::F32 => Some(Fmt::F32),
            Ty::F64 => Some(Fmt::F64),
            _ => None,
        }
    }

    /// Writes a result of type `ty`, after OMOD and CLAMP when it is floating point. CLAMP of an
    /// integer is the instruction's own business.
    pub(super) fn set_dst(&mut self, f: &Vop, ty: Ty, v: Val) -> Lowered {
        let mut v = v;
        if let Some(fmt) = Self::fmt_of(ty) {
            let t = self.b.node(v).ty;
            if f.omod != 0 {
                v = self.call(LaneFn::Omod, fmt, f.omod, t, &[v]);
            }
            if f.clamp {
                v = self.call(LaneFn::Clamp, fmt, 0, t, &[v]);
            }
        }
        self.set_vgprs(f.vdst, v)
    }

    /// Writes a 32- or 64-bit value to the registers from `vdst` on.
    pub(super) fn set_vgprs(&mut self, vdst: u8, v: Val) -> Lowered {
        if self.b.node(v).ty == IrTy::B64 {
            self.has_vgprs(vdst, 2)?;
            let (lo, hi) = (self.b.op32(Uop::Lo, &[v]), self.b.op32(Uop::Hi, &[v]));
            self.b.set_v32(vdst, lo);
            self.b.set_v32(vdst + 1, hi);
        } else {
            self.has_vgprs(vdst, 1)?;
            self.b.set_v32(vdst, v);
        }
        Ok(())
    }

    /// Writes a lane-wise truth value to the SGPR pair `sdst`: 0 for inactive lanes.
    pub(super) fn set_mask(&mut self, sdst: u8, lanes: Val) {
        let m = self.b.mask(lanes);
        self.b.set_s64(sdst, m);
    }

    /// Whether integer CLAMP has a meaning: from gfx8 on.
    pub(super) fn int_clamp(&self, f: &Vop) -> bool {
        f.clamp && !self.t.generation.is_legacy()
    }
}
