//! VOPC: compares, in all their forms (CLRX GcnInstrsVopc).
//!
//! The CMPS kind differs from CMP only in the exceptions that it signals; CMPX writes EXEC too.

use super::{Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn};
use crate::ir::plant::{Fault, planted};
use crate::ir::{FpClass, ICmp, Ty as IrTy, Uop, Val};
use crate::isa::facts::Test;
use crate::isa::facts::relation::{EQ, GT, LT, UN};
use crate::isa::{EXEC_LO, Flags, Ty, Vop, Vopc};

/// All relations of numbers.
const ALL: u8 = LT | EQ | GT;

/// The comparison of integers that holds for `relations`, or what it always is.
fn integers(relations: u8, signed: bool) -> Result<ICmp, bool> {
    const LE: u8 = LT | EQ;
    const GE: u8 = GT | EQ;
    const NE: u8 = LT | GT;
    Ok(match (relations, signed) {
        (EQ, _) => ICmp::Eq,
        (NE, _) => ICmp::Ne,
        (LT, true) => ICmp::LtS,
        (LE, true) => ICmp::LeS,
        (GT, true) => ICmp::GtS,
        (GE, true) => ICmp::GeS,
        (LT, false) => ICmp::LtU,
        (LE, false) => ICmp::LeU,
        (GT, false) => ICmp::GtU,
        (GE, false) => ICmp::GeU,
        (none_or_all, _) => return Err(none_or_all != 0),
    })
}

impl Lower<'_> {
    /// Lowers a compare.
    pub(super) fn vopc(&mut self, op: Vopc, f: &Vop) -> Lowered {
        let row = op.row();
        let [t0, t1, _] = row.shape.src;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let lanes = match op.test() {
            Test::Float(0) => self.b.konst(IrTy::B1, 0),
            Test::Float(relations) => self.compare(t0, relations, a, b),
            Test::Signed(relations) => self.compare_ints(t0, integers(relations, true), a, b),
            Test::Unsigned(relations) => self.compare_ints(t0, integers(relations, false), a, b),
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

    /// Comparison of integers; of 16-bit ones, which have zeros above, signed ones are extended first.
    fn compare_ints(&mut self, ty: Ty, c: Result<ICmp, bool>, a: Val, b: Val) -> Val {
        let c = match c {
            Ok(c) => c,
            Err(always) => return self.b.konst(IrTy::B1, always as u64),
        };
        let signed = matches!(c, ICmp::LtS | ICmp::LeS | ICmp::GtS | ICmp::GeS);
        if ty.dwords() == 2 {
            self.b.icmp64(c, a, b)
        } else if ty.is_16() && signed {
            let (a, b) = (self.sext16(a), self.sext16(b));
            self.b.icmp32(c, a, b)
        } else {
            self.b.icmp32(c, a, b)
        }
    }

    /// Comparison of floating-point values: true for any of `relations`.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    pub(super) fn compare(&mut self, ty: Ty, relations: u8, a: Val, b: Val) -> Val {
        let (op, class) = match ty {
            Ty::F16 => return self.compare_halves(relations, a, b),
            Ty::F64 => (Uop::FCmp64, FpClass::F64),
            _ => (Uop::FCmp32, FpClass::F32),
        };
        let imm = relations as u64 | (class as u64) << 8;
        self.b.op(op, IrTy::B1, imm, &[a, b])
    }

    /// As [`Lower::compare`] of f16, by integers.
    fn compare_halves(&mut self, relations: u8, a: Val, b: Val) -> Val {
        let magnitudes = [a, b].map(|v| self.and(v, 0x7fff));
        let most = self.b.op32(Uop::MaxU, &magnitudes);
        let inf = self.b.k32(0x7c00);
        let with_nans = relations & UN != 0;
        let by_nans = if with_nans { ICmp::GtU } else { ICmp::LeU };
        let by_nans = self.b.icmp32(by_nans, most, inf);
        let numbers = match relations & !UN {
            0 => return by_nans,
            ALL if with_nans => return self.b.konst(IrTy::B1, 1),
            ALL => return by_nans,
            some => integers(some, true),
        };
        let keeps = self.mode64().denorm_in || planted(Fault::HalfDenormals);
        let mut keys = [a; 2];
        for ((key, v), magnitude) in keys.iter_mut().zip([a, b]).zip(magnitudes) {
            let mut m = magnitude;
            if !keeps {
                let (zero, normal) = (self.b.k32(0), self.b.k32(0x0400));
                let is_small = self.b.icmp32(ICmp::LtU, m, normal);
                m = self.b.select(is_small, zero, m);
            }
            // Both zeros are 0.
            let sign = self.shl(v, 16);
            let sign = self.sar(sign, 31);
            let flipped = self.b.op32(Uop::Xor, &[m, sign]);
            *key = self.b.op32(Uop::Sub, &[flipped, sign]);
        }
        let [p, q] = keys;
        let r = self.b.icmp32(numbers.unwrap_or(ICmp::Eq), p, q);
        let op = if with_nans { Uop::Or } else { Uop::And };
        self.b.op(op, IrTy::B1, 0, &[r, by_nans])
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
            let inside = match (to - from - 1) as u32 {
                0 => self.b.icmp32(ICmp::Eq, v, from_k),
                last => {
                    let above = self.b.op32(Uop::Sub, &[v, from_k]);
                    let last = self.b.k32(last);
                    self.b.icmp32(ICmp::LeU, above, last)
                }
            };
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
