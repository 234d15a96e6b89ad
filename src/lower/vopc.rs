//! VOPC: compares, in all their forms (CLRX GcnInstrsVopc).
//!
//! The CMPS kind differs from CMP only in the exceptions that it signals; CMPX writes EXEC too.

use super::{Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn};
use crate::ir::plant::{Fault, planted};
use crate::ir::{FCmp, FpClass, ICmp, Ty as IrTy, Uop, Val};
use crate::isa::{EXEC_LO, Flags, Ty, Vop, Vopc};

/// What a compare tests.
#[derive(Clone, Copy)]
enum Test {
    /// Floating point: the relations that make it true, as in [`FCmp`].
    Float(u8),
    /// Integers; 16-bit ones are sign-extended first.
    Signed(ICmp),
    /// Integers; 16-bit ones are zero-extended.
    Unsigned(ICmp),
    /// Nothing: the result is this.
    Always(bool),
    /// Whether the class of S0 is in the set S1.
    Class,
}

/// The test of each compare; the operands' width is in its row.
fn test(op: Vopc) -> Test {
    use Vopc::*;
    match op {
        V_CMP_F_F16 | V_CMPX_F_F16 | V_CMPS_F_F32 | V_CMP_F_F32 | V_CMPSX_F_F32 | V_CMPX_F_F32
        | V_CMPS_F_F64 | V_CMP_F_F64 | V_CMPSX_F_F64 | V_CMPX_F_F64 => Test::Float(0),
        V_CMP_LT_F16 | V_CMPX_LT_F16 | V_CMPS_LT_F32 | V_CMP_LT_F32 | V_CMPSX_LT_F32
        | V_CMPX_LT_F32 | V_CMPS_LT_F64 | V_CMP_LT_F64 | V_CMPSX_LT_F64 | V_CMPX_LT_F64 => {
            Test::Float(FCmp::LT)
        }
        V_CMP_EQ_F16 | V_CMPX_EQ_F16 | V_CMPS_EQ_F32 | V_CMP_EQ_F32 | V_CMPSX_EQ_F32
        | V_CMPX_EQ_F32 | V_CMPS_EQ_F64 | V_CMP_EQ_F64 | V_CMPSX_EQ_F64 | V_CMPX_EQ_F64 => {
            Test::Float(FCmp::EQ)
        }
        V_CMP_LE_F16 | V_CMPX_LE_F16 | V_CMPS_LE_F32 | V_CMP_LE_F32 | V_CMPSX_LE_F32
        | V_CMPX_LE_F32 | V_CMPS_LE_F64 | V_CMP_LE_F64 | V_CMPSX_LE_F64 | V_CMPX_LE_F64 => {
            Test::Float(FCmp::LT | FCmp::EQ)
        }
        V_CMP_GT_F16 | V_CMPX_GT_F16 | V_CMPS_GT_F32 | V_CMP_GT_F32 | V_CMPSX_GT_F32
        | V_CMPX_GT_F32 | V_CMPS_GT_F64 | V_CMP_GT_F64 | V_CMPSX_GT_F64 | V_CMPX_GT_F64 => {
            Test::Float(FCmp::GT)
        }
        V_CMP_LG_F16 | V_CMPX_LG_F16 | V_CMPS_LG_F32 | V_CMP_LG_F32 | V_CMPSX_LG_F32
        | V_CMPX_LG_F32 | V_CMPS_LG_F64 | V_CMP_LG_F64 | V_CMPSX_LG_F64 | V_CMPX_LG_F64 => {
            Test::Float(FCmp::LT | FCmp::GT)
        }
        V_CMP_GE_F16 | V_CMPX_GE_F16 | V_CMPS_GE_F32 | V_CMP_GE_F32 | V_CMPSX_GE_F32
        | V_CMPX_GE_F32 | V_CMPS_GE_F64 | V_CMP_GE_F64 | V_CMPSX_GE_F64 | V_CMPX_GE_F64 => {
            Test::Float(FCmp::GT | FCmp::EQ)
        }
        V_CMP_O_F16 | V_CMPX_O_F16 | V_CMPS_O_F32 | V_CMP_O_F32 | V_CMPSX_O_F32 | V_CMPX_O_F32
        | V_CMPS_O_F64 | V_CMP_O_F64 | V_CMPSX_O_F64 | V_CMPX_O_F64 => {
            Test::Float(FCmp::LT | FCmp::EQ | FCmp::GT)
        }
        V_CMP_U_F16 | V_CMPX_U_F16 | V_CMPS_U_F32 | V_CMP_U_F32 | V_CMPSX_U_F32 | V_CMPX_U_F32
        | V_CMPS_U_F64 | V_CMP_U_F64 | V_CMPSX_U_F64 | V_CMPX_U_F64 => Test::Float(FCmp::UN),
        V_CMP_NGE_F16 | V_CMPX_NGE_F16 | V_CMPS_NGE_F32 | V_CMP_NGE_F32 | V_CMPSX_NGE_F32
        | V_CMPX_NGE_F32 | V_CMPS_NGE_F64 | V_CMP_NGE_F64 | V_CMPSX_NGE_F64 | V_CMPX_NGE_F64 => {
            Test::Float(FCmp::LT | FCmp::UN)
        }
        V_CMP_NLG_F16 | V_CMPX_NLG_F16 | V_CMPS_NLG_F32 | V_CMP_NLG_F32 | V_CMPSX_NLG_F32
        | V_CMPX_NLG_F32 | V_CMPS_NLG_F64 | V_CMP_NLG_F64 | V_CMPSX_NLG_F64 | V_CMPX_NLG_F64 => {
            Test::Float(FCmp::EQ | FCmp::UN)
        }
        V_CMP_NGT_F16 | V_CMPX_NGT_F16 | V_CMPS_NGT_F32 | V_CMP_NGT_F32 | V_CMPSX_NGT_F32
        | V_CMPX_NGT_F32 | V_CMPS_NGT_F64 | V_CMP_NGT_F64 | V_CMPSX_NGT_F64 | V_CMPX_NGT_F64 => {
            Test::Float(FCmp::LT | FCmp::EQ | FCmp::UN)
        }
        V_CMP_NLE_F16 | V_CMPX_NLE_F16 | V_CMPS_NLE_F32 | V_CMP_NLE_F32 | V_CMPSX_NLE_F32
        | V_CMPX_NLE_F32 | V_CMPS_NLE_F64 | V_CMP_NLE_F64 | V_CMPSX_NLE_F64 | V_CMPX_NLE_F64 => {
            Test::Float(FCmp::GT | FCmp::UN)
        }
        V_CMP_NEQ_F16 | V_CMPX_NEQ_F16 | V_CMPS_NEQ_F32 | V_CMP_NEQ_F32 | V_CMPSX_NEQ_F32
        | V_CMPX_NEQ_F32 | V_CMPS_NEQ_F64 | V_CMP_NEQ_F64 | V_CMPSX_NEQ_F64 | V_CMPX_NEQ_F64 => {
            Test::Float(FCmp::LT | FCmp::GT | FCmp::UN)
        }
        V_CMP_NLT_F16 | V_CMPX_NLT_F16 | V_CMPS_NLT_F32 | V_CMP_NLT_F32 | V_CMPSX_NLT_F32
        | V_CMPX_NLT_F32 | V_CMPS_NLT_F64 | V_CMP_NLT_F64 | V_CMPSX_NLT_F64 | V_CMPX_NLT_F64 => {
            Test::Float(FCmp::EQ | FCmp::GT | FCmp::UN)
        }
        V_CMP_TRU_F16 | V_CMPX_TRU_F16 | V_CMPS_TRU_F32 | V_CMP_TRU_F32 | V_CMPSX_TRU_F32
        | V_CMPX_TRU_F32 | V_CMPS_TRU_F64 | V_CMP_TRU_F64 | V_CMPSX_TRU_F64 | V_CMPX_TRU_F64 => {
            Test::Float(FCmp::LT | FCmp::EQ | FCmp::GT | FCmp::UN)
        }
        V_CMP_F_I16 | V_CMPX_F_I16 | V_CMP_F_I32 | V_CMPX_F_I32 | V_CMP_F_I64 | V_CMPX_F_I64 => {
            Test::Always(false)
        }
        V_CMP_LT_I16 | V_CMPX_LT_I16 | V_CMP_LT_I32 | V_CMPX_LT_I32 | V_CMP_LT_I64
        | V_CMPX_LT_I64 => Test::Signed(ICmp::LtS),
        V_CMP_EQ_I16 | V_CMPX_EQ_I16 | V_CMP_EQ_I32 | V_CMPX_EQ_I32 | V_CMP_EQ_I64
        | V_CMPX_EQ_I64 => Test::Signed(ICmp::Eq),
        V_CMP_LE_I16 | V_CMPX_LE_I16 | V_CMP_LE_I32 | V_CMPX_LE_I32 | V_CMP_LE_I64
        | V_CMPX_LE_I64 => Test::Signed(ICmp::LeS),
        V_CMP_GT_I16 | V_CMPX_GT_I16 | V_CMP_GT_I32 | V_CMPX_GT_I32 | V_CMP_GT_I64
        | V_CMPX_GT_I64 => Test::Signed(ICmp::GtS),
        V_CMP_NE_I16 | V_CMPX_NE_I16 | V_CMP_NE_I32 | V_CMPX_NE_I32 | V_CMP_NE_I64
        | V_CMPX_NE_I64 => Test::Signed(ICmp::Ne),
        V_CMP_GE_I16 | V_CMPX_GE_I16 | V_CMP_GE_I32 | V_CMPX_GE_I32 | V_CMP_GE_I64
        | V_CMPX_GE_I64 => Test::Signed(ICmp::GeS),
        V_CMP_T_I16 | V_CMPX_T_I16 | V_CMP_T_I32 | V_CMPX_T_I32 | V_CMP_T_I64 | V_CMPX_T_I64 => {
            Test::Always(true)
        }
        V_CMP_F_U16 | V_CMPX_F_U16 | V_CMP_F_U32 | V_CMPX_F_U32 | V_CMP_F_U64 | V_CMPX_F_U64 => {
            Test::Always(false)
        }
        V_CMP_LT_U16 | V_CMPX_LT_U16 | V_CMP_LT_U32 | V_CMPX_LT_U32 | V_CMP_LT_U64
        | V_CMPX_LT_U64 => Test::Unsigned(ICmp::LtU),
        V_CMP_EQ_U16 | V_CMPX_EQ_U16 | V_CMP_EQ_U32 | V_CMPX_EQ_U32 | V_CMP_EQ_U64
        | V_CMPX_EQ_U64 => Test::Unsigned(ICmp::Eq),
        V_CMP_LE_U16 | V_CMPX_LE_U16 | V_CMP_LE_U32 | V_CMPX_LE_U32 | V_CMP_LE_U64
        | V_CMPX_LE_U64 => Test::Unsigned(ICmp::LeU),
        V_CMP_GT_U16 | V_CMPX_GT_U16 | V_CMP_GT_U32 | V_CMPX_GT_U32 | V_CMP_GT_U64
        | V_CMPX_GT_U64 => Test::Unsigned(ICmp::GtU),
        V_CMP_NE_U16 | V_CMPX_NE_U16 | V_CMP_NE_U32 | V_CMPX_NE_U32 | V_CMP_NE_U64
        | V_CMPX_NE_U64 => Test::Unsigned(ICmp::Ne),
        V_CMP_GE_U16 | V_CMPX_GE_U16 | V_CMP_GE_U32 | V_CMPX_GE_U32 | V_CMP_GE_U64
        | V_CMPX_GE_U64 => Test::Unsigned(ICmp::GeU),
        V_CMP_T_U16 | V_CMPX_T_U16 | V_CMP_T_U32 | V_CMPX_T_U32 | V_CMP_T_U64 | V_CMPX_T_U64 => {
            Test::Always(true)
        }
        V_CMP_CLASS_F32 | V_CMPX_CLASS_F32 | V_CMP_CLASS_F64 | V_CMPX_CLASS_F64
        | V_CMP_CLASS_F16 | V_CMPX_CLASS_F16 => Test::Class,
    }
}

impl Lower<'_> {
    /// Lowers a compare.
    pub(super) fn vopc(&mut self, op: Vopc, f: &Vop) -> Lowered {
        let row = op.row();
        let [t0, t1, _] = row.shape.src;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let wide = t0.dwords() == 2;
        let lanes = match test(op) {
            Test::Float(0) => self.b.konst(IrTy::B1, 0),
            Test::Float(relations) => self.compare(t0, relations, a, b),
            Test::Always(v) => self.b.konst(IrTy::B1, v as u64),
            Test::Signed(c) | Test::Unsigned(c) if wide => self.b.icmp64(c, a, b),
            Test::Signed(c) if t0.is_16() => {
                let (a, b) = (self.sext16(a), self.sext16(b));
                self.b.icmp32(c, a, b)
            }
            Test::Signed(c) | Test::Unsigned(c) => self.b.icmp32(c, a, b),
            Test::Class => self.class(t0, a, b),
        };
        let mut m = self.flags(f, lanes)?;
        if planted(Fault::InactiveLanes) {
            let exec = self.b.exec();
            let inactive = self.b.op64(Uop::Not, &[exec]);
            m = self.b.op64(Uop::Or, &[m, inactive]);
        }
        self.b.set_s64(f.sdst, m);
        if row.flags.has(Flags::WRITES_EXEC) {
            self.b.set_s64(EXEC_LO, m);
        }
        Ok(())
    }

    /// Comparison of floating-point values: true for any of `relations`.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn compare(&mut self, ty: Ty, relations: u8, a: Val, b: Val) -> Val {
        let (op, class) = match ty {
            Ty::F16 => {
                let r = self.call(LaneFn::Compare, Fmt::F16, relations, IrTy::B32, &[a, b]);
                return self.nonzero(r);
            }
            Ty::F64 => (Uop::FCmp64, FpClass::F64),
            _ => (Uop::FCmp32, FpClass::F32),
        };
        let imm = relations as u64 | (class as u64) << 8;
        self.b.op(op, IrTy::B1, imm, &[a, b])
    }

    /// Whether the class of `v` is in the set `classes`.
    fn class(&mut self, ty: Ty, v: Val, classes: Val) -> Val {
        let fmt = Self::fmt_of(ty).unwrap_or(Fmt::F32);
        if let (Fmt::F16 | Fmt::F32, Some(set)) = (fmt, self.b.constant(classes)) {
            return self.constant_class(fmt, v, set as u32);
        }
        let r = self.call(LaneFn::Class, fmt, 0, IrTy::B32, &[v, classes]);
        self.nonzero(r)
    }

    /// As [`Lower::class`] for a constant set: each class is a range of encodings, and neighbours in
    /// the set make one range.
    fn constant_class(&mut self, fmt: Fmt, v: Val, set: u32) -> Val {
        let (inf, fraction, sign) = match fmt {
            Fmt::F16 => (0x7c00u64, 10, 0x8000u64),
            Fmt::F32 | Fmt::F64 => (0x7f80_0000, 23, 0x8000_0000),
        };
        // First encodings of zero, denormal, normal, infinity, signalling and quiet NaN, and what
        // follows them; the classes of those with and without sign.
        let first = [
            0,
            1,
            1 << fraction,
            inf,
            inf + 1,
            inf | 1 << (fraction - 1),
            sign,
        ];
        let positive = [6, 7, 8, 9, 0, 1];
        let negative = [5, 4, 3, 2, 0, 1];
        let has = |class: u32| set >> class & 1 != 0;
        let symmetric = positive
            .iter()
            .zip(negative)
            .all(|(p, n)| has(*p) == has(n));
        let mut slots: Vec<(u64, u64, bool)> = vec![];
        for (i, class) in positive.iter().enumerate() {
            slots.push((first[i], first[i + 1], has(*class)));
        }
        let v = if symmetric {
            self.and(v, sign as u32 - 1)
        } else {
            for (i, class) in negative.iter().enumerate() {
                slots.push((first[i] + sign, first[i + 1] + sign, has(*class)));
            }
            v
        };
        let mut ranges: Vec<(u64, u64)> = vec![];
        for (from, to, wanted) in slots {
            match ranges.last_mut() {
                _ if !wanted => {}
                Some((_, end)) if *end == from => *end = to,
                _ => ranges.push((from, to)),
            }
        }
        let mut any = self.b.konst(IrTy::B1, 0);
        for (i, (from, to)) in ranges.into_iter().enumerate() {
            let from_k = self.b.k32(from as u32);
            let above = self.b.op32(Uop::Sub, &[v, from_k]);
            let last = self.b.k32((to - from - 1) as u32);
            let inside = self.b.icmp32(ICmp::LeU, above, last);
            any = match i {
                0 => inside,
                _ => self.b.op(Uop::Or, IrTy::B1, 0, &[any, inside]),
            };
        }
        any
    }

    /// v != 0, for a 32-bit value.
    pub(super) fn nonzero(&mut self, v: Val) -> Val {
        let zero = self.b.k32(0);
        self.b.icmp32(ICmp::Ne, v, zero)
    }
}
