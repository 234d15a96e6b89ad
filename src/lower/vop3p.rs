//! VOP3P: packed and mixed-precision operations of gfx9 (CLRX GcnInstrsVop3p).
//!
//! `abs` of the decoded fields is NEG_HI and `neg` is NEG_LO.

use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn};
use crate::ir::{FpClass, Uop, Val};
use crate::isa::{Gens, Ty, Vop, Vop3p};

/// What a mixed-precision operation writes of its destination.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Low,
    High,
}

/// How a multiply-add is rounded.
#[derive(Clone, Copy)]
enum Sum {
    /// Its product, too.
    Unfused,
    /// Once.
    Fused,
}

impl Lower<'_> {
    /// Lowers a VOP3P instruction.
    pub(super) fn vop3p(&mut self, op: Vop3p, f: &Vop) -> Lowered {
        use Vop3p::*;
        let row = op.row();
        let types = row.shape.src;
        let mut src = [self.b.k32(0); 3];
        for (i, ty) in types.iter().enumerate() {
            // A mixed-precision source that is not f16 takes constants in f32 format.
            let wide = *ty == Ty::F16 && f.op_sel_hi >> i & 1 == 0;
            let ty = if wide { Ty::F32 } else { *ty };
            if ty != Ty::None {
                src[i] = self.raw(f, i, ty)?;
            }
        }
        macro_rules! ints {
            (|$l:ident, $a:ident, $b:ident, $c:ident| $body:expr) => {
                self.halves(f, src, &mut |$l, [$a, $b, $c]| $body)
            };
        }
        macro_rules! floats {
            ($f:ident $($i:literal)+) => {{
                let x = [$(self.selected(f, src[$i], $i)),+];
                let r = self.call_fmt(LaneFn::$f, Fmt::F16, 0, &x);
                if f.clamp {
                    let halves = [self.and(r, 0xffff), self.shr(r, 16)];
                    let [low, high] =
                        halves.map(|x| self.call_fmt(LaneFn::Clamp, Fmt::F16, 0, &[x]));
                    self.pack16(low, high)
                } else {
                    r
                }
            }};
        }
        let v = match op {
            V_MFMA_LD_SCALE_B32 => return Err(Interp),
            V_PK_MAD_I16 => ints!(|l, a, b, c| {
                let (a, b, c) = (l.sext16(a), l.sext16(b), l.sext16(c));
                let p = l.b.op32(Uop::Mul, &[a, b]);
                let r = l.b.op32(Uop::Add, &[p, c]);
                l.fit_packed_i16(f, r)
            }),
            V_PK_MUL_LO_U16 => ints!(|l, a, b, _c| {
                let r = l.b.op32(Uop::Mul, &[a, b]);
                l.and(r, 0xffff)
            }),
            V_PK_ADD_I16 => ints!(|l, a, b, _c| {
                let (a, b) = (l.sext16(a), l.sext16(b));
                let r = l.b.op32(Uop::Add, &[a, b]);
                l.fit_packed_i16(f, r)
            }),
            V_PK_SUB_I16 => ints!(|l, a, b, _c| {
                let (a, b) = (l.sext16(a), l.sext16(b));
                let r = l.b.op32(Uop::Sub, &[a, b]);
                l.fit_packed_i16(f, r)
            }),
            V_PK_LSHLREV_B16 => ints!(|l, a, b, _c| {
                let n = l.and(a, 15);
                let r = l.b.op32(Uop::Shl, &[b, n]);
                l.and(r, 0xffff)
            }),
            V_PK_LSHRREV_B16 => ints!(|l, a, b, _c| {
                let n = l.and(a, 15);
                l.b.op32(Uop::ShrU, &[b, n])
            }),
            V_PK_ASHRREV_I16 => ints!(|l, a, b, _c| {
                let (n, b) = (l.and(a, 15), l.sext16(b));
                let r = l.b.op32(Uop::ShrS, &[b, n]);
                l.and(r, 0xffff)
            }),
            V_PK_MAX_I16 => ints!(|l, a, b, _c| l.signed16(Uop::MaxS, a, b)),
            V_PK_MIN_I16 => ints!(|l, a, b, _c| l.signed16(Uop::MinS, a, b)),
            V_PK_MAD_U16 => ints!(|l, a, b, c| {
                let p = l.b.op32(Uop::Mul, &[a, b]);
                let r = l.b.op32(Uop::Add, &[p, c]);
                l.fit_u16(f, r, Uop::MinU)
            }),
            V_PK_ADD_U16 => ints!(|l, a, b, _c| {
                let r = l.b.op32(Uop::Add, &[a, b]);
                l.fit_u16(f, r, Uop::MinU)
            }),
            V_PK_SUB_U16 => ints!(|l, a, b, _c| {
                let r = l.b.op32(Uop::Sub, &[a, b]);
                l.fit_u16(f, r, Uop::MaxS)
            }),
            V_PK_MAX_U16 => ints!(|l, a, b, _c| l.b.op32(Uop::MaxU, &[a, b])),
            V_PK_MIN_U16 => ints!(|l, a, b, _c| l.b.op32(Uop::MinU, &[a, b])),
            V_PK_FMA_F16 => floats!(PkFma 0 1 2),
            V_PK_ADD_F16 => floats!(PkAdd 0 1),
            V_PK_MUL_F16 => floats!(PkMul 0 1),
            V_PK_MIN_F16 => floats!(PkMin 0 1),
            V_PK_MAX_F16 => floats!(PkMax 0 1),

            V_MAD_MIX_F32 => self.mix(f, src, Sum::Unfused, Part::Whole)?,
            V_FMA_MIX_F32 => self.mix(f, src, Sum::Fused, Part::Whole)?,
            V_MAD_MIXLO_F16 => self.mix(f, src, Sum::Unfused, Part::Low)?,
            V_FMA_MIXLO_F16 => self.mix(f, src, Sum::Fused, Part::Low)?,
            V_MAD_MIXHI_F16 => self.mix(f, src, Sum::Unfused, Part::High)?,
            V_FMA_MIXHI_F16 => self.mix(f, src, Sum::Fused, Part::High)?,

            V_PK_MINIMUM3_F16 => floats!(PkMinimum3 0 1 2),
            V_PK_MAXIMUM3_F16 => floats!(PkMaximum3 0 1 2),

            // NEG is of the products' operands alone (CDNA4 ISA).
            V_DOT2_F32_BF16 => {
                let x = [0, 1].map(|i| self.selected(f, src[i], i));
                let r = self.dot_bf16(x[0], x[1], src[2]);
                if f.clamp { self.clamp32(r) } else { r }
            }
            V_DOT2_F32_F16 => self.dot2_f32(f, src),
            V_DOT2_I32_I16 => self.dot2(f, src, true),
            V_DOT2_U32_U16 => self.dot2(f, src, false),
            V_DOT4_I32_I8 => self.dot(src, 8, true, f.clamp),
            V_DOT4_U32_U8 => self.dot(src, 8, false, f.clamp),
            V_DOT8_I32_I4 => self.dot(src, 4, true, f.clamp),
            V_DOT8_U32_U4 => self.dot(src, 4, false, f.clamp),
            V_PK_FMA_F32 => return self.f32_pairs(f, src, Uop::FFma32, 3),
            V_PK_MUL_F32 => return self.f32_pairs(f, src, Uop::FMul32, 2),
            V_PK_ADD_F32 => return self.f32_pairs(f, src, Uop::FAdd32, 2),
            V_PK_MOV_B32 => {
                let halves = [0, 1].map(|i| self.dword(src[i], f.op_sel, i));
                return self.set_active(f, &halves);
            }
        };
        self.set_plain(f, v)
    }

    /// Dword of a pair that a select chooses.
    fn dword(&mut self, v: Val, select: u8, i: usize) -> Val {
        let part = if select >> i & 1 != 0 {
            Uop::Hi
        } else {
            Uop::Lo
        };
        self.b.op32(part, &[v])
    }

    /// An f32 operation of `count` sources on both dwords of pairs.
    fn f32_pairs(&mut self, f: &Vop, src: [Val; 3], op: Uop, count: usize) -> Lowered {
        let results = [(f.op_sel, f.neg), (f.op_sel_hi, f.abs)].map(|(select, neg)| {
            let x = [0, 1, 2].map(|i| {
                if i < count {
                    let v = self.dword(src[i], select, i);
                    self.signs(v, Ty::F32, false, neg >> i & 1 != 0)
                } else {
                    src[i]
                }
            });
            let r = self.fp(op, FpClass::F32, &x[..count]);
            if f.clamp { self.clamp32(r) } else { r }
        });
        self.set_active(f, &results)
    }

    /// Half of a source that OP_SEL (of the low result) or OP_SEL_HI (of the high one) selects.
    fn half(&mut self, v: Val, select: u8, i: usize) -> Val {
        if select >> i & 1 != 0 {
            self.shr(v, 16)
        } else {
            self.and(v, 0xffff)
        }
    }

    /// Source `i` of an operation on f16 in both halves, with those that OP_SEL and OP_SEL_HI select, and the
    /// signs of NEG_LO and NEG_HI.
    fn selected(&mut self, f: &Vop, v: Val, i: usize) -> Val {
        let v = match (f.op_sel >> i & 1, f.op_sel_hi >> i & 1) {
            (0, 1) => v,
            _ => {
                let halves = [f.op_sel, f.op_sel_hi].map(|select| self.half(v, select, i));
                self.pack16(halves[0], halves[1])
            }
        };
        let signs = u32::from(f.neg >> i & 1) << 15 | u32::from(f.abs >> i & 1) << 31;
        match signs {
            0 => v,
            _ => {
                let signs = self.b.k32(signs);
                self.b.op32(Uop::Xor, &[v, signs])
            }
        }
    }

    /// An operation on both halves.
    fn halves(
        &mut self,
        f: &Vop,
        src: [Val; 3],
        op: &mut dyn FnMut(&mut Self, [Val; 3]) -> Val,
    ) -> Val {
        let mut result = [src[0]; 2];
        for (r, select) in result.iter_mut().zip([f.op_sel, f.op_sel_hi]) {
            let mut x = src;
            for (i, v) in x.iter_mut().enumerate() {
                *v = self.half(*v, select, i);
            }
            *r = op(self, x);
        }
        self.pack16(result[0], result[1])
    }

    /// A signed result in 16 bits, saturated with CLAMP.
    fn fit_packed_i16(&mut self, f: &Vop, v: Val) -> Val {
        let v = if f.clamp {
            self.clamp_s(v, i16::MIN as i32, i16::MAX as i32)
        } else {
            v
        };
        self.and(v, 0xffff)
    }

    /// f32 multiply-add of sources that are each f16 (OP_SEL_HI) or f32; NEG_HI is the absolute value,
    /// NEG_LO negates. The f16 results are the f32 result rounded once more.
    fn mix(&mut self, f: &Vop, src: [Val; 3], sum: Sum, part: Part) -> Result<Val, Interp> {
        let mut x = src;
        for (i, v) in x.iter_mut().enumerate() {
            if f.op_sel_hi >> i & 1 != 0 {
                let half = self.half(*v, f.op_sel, i);
                *v = self.f16_to_f32(half);
            }
            *v = self.signs(*v, Ty::F32, f.abs >> i & 1 != 0, f.neg >> i & 1 != 0);
        }
        let [a, b, c] = x;
        let r = match sum {
            Sum::Unfused => self.mad(a, b, c),
            Sum::Fused => self.fp(Uop::FFma32, FpClass::F32, &[a, b, c]),
        };
        if let Part::Whole = part {
            return Ok(if f.clamp { self.clamp32(r) } else { r });
        }
        let mut half = self.call_fmt(LaneFn::CvtF16Mixed, Fmt::F16, 0, &[r]);
        if f.clamp {
            half = self.call_fmt(LaneFn::Clamp, Fmt::F16, 0, &[half]);
        }
        let old = self.old(f)?;
        Ok(match part {
            Part::Whole | Part::Low => {
                let old = self.and(old, 0xffff_0000);
                self.b.op32(Uop::Or, &[old, half])
            }
            Part::High => {
                let old = self.and(old, 0xffff);
                self.pack16(old, half)
            }
        })
    }

    /// `extra` of dot products of f16: gfx90a flushes them.
    pub(super) fn flushes_halves(&self) -> u8 {
        self.t.generation.has(Gens::DOT_FLUSHES_HALVES).into()
    }

    /// V_DOT2_F32_F16: the products are added one after the other and then to the third source; f32
    /// denormals are flushed whatever MODE says.
    fn dot2_f32(&mut self, f: &Vop, src: [Val; 3]) -> Val {
        let x = [0, 1].map(|i| self.selected(f, src[i], i));
        let c = self.signs(src[2], Ty::F32, false, f.neg & 4 != 0);
        let r = self.call_fmt(
            LaneFn::DotF16,
            Fmt::F32,
            self.flushes_halves(),
            &[x[0], x[1], c],
        );
        if f.clamp { self.clamp32(r) } else { r }
    }

    /// The products of the halves of `a` and `b` as bf16 are added one after the other and then to `c`, to nearest; f32
    /// denormals are flushed whatever MODE says.
    pub(super) fn dot_bf16(&mut self, a: Val, b: Val, c: Val) -> Val {
        if !Self::is_nearest(self.mode32()) {
            return self.call_fmt(LaneFn::DotBf16, Fmt::F32, 0, &[a, b, c]);
        }
        let low = [self.shl(a, 16), self.shl(b, 16)];
        let high = [self.and(a, 0xffff_0000), self.and(b, 0xffff_0000)];
        let [p, q] = [low, high].map(|x| self.fp(Uop::FMul32, FpClass::F32Flush, &x));
        let sum = self.fp(Uop::FAdd32, FpClass::F32Flush, &[p, q]);
        self.fp(Uop::FAdd32, FpClass::F32Flush, &[sum, c])
    }

    /// An integer dot product of halves, which OP_SEL and OP_SEL_HI select first.
    fn dot2(&mut self, f: &Vop, src: [Val; 3], signed: bool) -> Val {
        let mut x = src;
        for (i, v) in x.iter_mut().take(2).enumerate() {
            let low = self.half(*v, f.op_sel, i);
            let high = self.half(*v, f.op_sel_hi, i);
            *v = self.pack16(low, high);
        }
        self.dot(x, 16, signed, f.clamp)
    }

    /// An integer dot product of elements of `bits` bits.
    pub(super) fn dot(&mut self, src: [Val; 3], bits: u8, signed: bool, clamp: bool) -> Val {
        let extra = bits << 2 | (signed as u8) << 1 | clamp as u8;
        self.call_fmt(LaneFn::Dot, Fmt::F32, extra, &src)
    }
}
