//! SOP2 (CLRX GcnInstrsSop2).

use super::{Interp, Lower, Lowered};
use crate::ir::{ICmp, Ty as IrTy, Uop, Val, WaveFn};
use crate::isa::{Operand, Sop2};

/// A word of a dword.
#[derive(Clone, Copy)]
enum Word {
    Low,
    High,
}

impl Lower<'_> {
    /// Lowers a SOP2 instruction.
    pub(super) fn sop2(&mut self, op: Sop2, sdst: u8, s0: Operand, s1: Operand) -> Lowered {
        use Sop2::*;
        let [t0, t1, _] = op.row().shape.src;
        macro_rules! pair {
            (32) => {
                (self.s32(s0, t0)?, self.s32(s1, t1)?)
            };
            (64) => {
                (self.s64(s0, t0)?, self.s64(s1, t1)?)
            };
            (64 32) => {
                (self.s64(s0, t0)?, self.s32(s1, t1)?)
            };
        }
        match op {
            S_ADD_U32 | S_ADDC_U32 => {
                let (a, b) = pair!(32);
                let (x, y) = (self.b.op64(Uop::ZExt, &[a]), self.b.op64(Uop::ZExt, &[b]));
                let sum = self.b.op64(Uop::Add, &[x, y]);
                let sum = if op == S_ADDC_U32 {
                    let c = self.scc64();
                    self.b.op64(Uop::Add, &[sum, c])
                } else {
                    sum
                };
                self.set_wide_carry(sdst, sum);
            }
            S_SUB_U32 | S_SUBB_U32 => {
                let (a, b) = pair!(32);
                let (x, y) = (self.b.op64(Uop::ZExt, &[a]), self.b.op64(Uop::ZExt, &[b]));
                let diff = self.b.op64(Uop::Sub, &[x, y]);
                let diff = if op == S_SUBB_U32 {
                    let c = self.scc64();
                    self.b.op64(Uop::Sub, &[diff, c])
                } else {
                    diff
                };
                self.set_wide_carry(sdst, diff);
            }
            S_ADD_I32 => {
                let (a, b) = pair!(32);
                self.add_overflow(sdst, a, b);
            }
            S_SUB_I32 => {
                // Overflow: the operands' signs differ, and the result's differs from S0's.
                let (a, b) = pair!(32);
                let r = self.b.op32(Uop::Sub, &[a, b]);
                let (x, y) = (
                    self.b.op32(Uop::Xor, &[a, b]),
                    self.b.op32(Uop::Xor, &[a, r]),
                );
                self.set_overflow(sdst, r, x, y);
            }
            S_MIN_I32 => {
                let ab = pair!(32);
                self.choose(sdst, ab, ICmp::LtS);
            }
            S_MIN_U32 => {
                let ab = pair!(32);
                self.choose(sdst, ab, ICmp::LtU);
            }
            S_MAX_I32 => {
                let ab = pair!(32);
                self.choose(sdst, ab, ICmp::GtS);
            }
            S_MAX_U32 => {
                let ab = pair!(32);
                self.choose(sdst, ab, ICmp::GtU);
            }
            S_CSELECT_B32 => {
                let (a, b) = pair!(32);
                let c = self.b.scc();
                let r = self.b.select(c, a, b);
                self.b.set_s32(sdst, r);
            }
            S_CSELECT_B64 => {
                let (a, b) = pair!(64);
                let c = self.b.scc();
                let r = self.b.select(c, a, b);
                self.b.set_s64(sdst, r);
            }
            S_AND_B32 | S_OR_B32 | S_XOR_B32 | S_ANDN2_B32 | S_ORN2_B32 | S_NAND_B32
            | S_NOR_B32 | S_XNOR_B32 => {
                let (a, b) = pair!(32);
                let r = self.logic(op, IrTy::B32, a, b);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_AND_B64 | S_OR_B64 | S_XOR_B64 | S_ANDN2_B64 | S_ORN2_B64 | S_NAND_B64
            | S_NOR_B64 | S_XNOR_B64 => {
                let (a, b) = pair!(64);
                let r = self.logic(op, IrTy::B64, a, b);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_LSHL_B32 => {
                let ab = pair!(32);
                self.shift32(sdst, Uop::Shl, ab);
            }
            S_LSHR_B32 => {
                let ab = pair!(32);
                self.shift32(sdst, Uop::ShrU, ab);
            }
            S_ASHR_I32 => {
                let ab = pair!(32);
                self.shift32(sdst, Uop::ShrS, ab);
            }
            S_LSHL_B64 => {
                let ab = pair!(64 32);
                self.shift64(sdst, Uop::Shl, ab);
            }
            S_LSHR_B64 => {
                let ab = pair!(64 32);
                self.shift64(sdst, Uop::ShrU, ab);
            }
            S_ASHR_I64 => {
                let ab = pair!(64 32);
                self.shift64(sdst, Uop::ShrS, ab);
            }
            S_BFM_B32 => {
                // ((1 << S0[4:0]) - 1) << S1[4:0]
                let (a, b) = pair!(32);
                let one = self.b.k32(1);
                let m = self.b.op32(Uop::Shl, &[one, a]);
                let m = self.b.op32(Uop::Sub, &[m, one]);
                let r = self.b.op32(Uop::Shl, &[m, b]);
                self.b.set_s32(sdst, r);
            }
            S_BFM_B64 => {
                let (a, b) = pair!(32);
                let one = self.b.k64(1);
                let m = self.b.op64(Uop::Shl, &[one, a]);
                let m = self.b.op64(Uop::Sub, &[m, one]);
                let r = self.b.op64(Uop::Shl, &[m, b]);
                self.b.set_s64(sdst, r);
            }
            S_MUL_I32 => {
                let (a, b) = pair!(32);
                let r = self.b.op32(Uop::Mul, &[a, b]);
                self.b.set_s32(sdst, r);
            }
            S_MUL_HI_U32 => {
                let (a, b) = pair!(32);
                let r = self.b.op32(Uop::MulHiU, &[a, b]);
                self.b.set_s32(sdst, r);
            }
            S_MUL_HI_I32 => {
                let (a, b) = pair!(32);
                let r = self.b.op32(Uop::MulHiS, &[a, b]);
                self.b.set_s32(sdst, r);
            }
            S_BFE_U32 | S_BFE_I32 => {
                let (a, b) = pair!(32);
                let r = self.field(IrTy::B32, op == S_BFE_I32, a, b);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_BFE_U64 | S_BFE_I64 => {
                let (a, b) = pair!(64 32);
                let r = self.field(IrTy::B64, op == S_BFE_I64, a, b);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_ABSDIFF_I32 => {
                let (a, b) = pair!(32);
                let d = self.b.op32(Uop::Sub, &[a, b]);
                let zero = self.b.k32(0);
                let n = self.b.op32(Uop::Sub, &[zero, d]);
                let neg = self.b.icmp32(ICmp::LtS, d, zero);
                let r = self.b.select(neg, n, d);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_LSHL1_ADD_U32 => {
                let ab = pair!(32);
                self.shift_add(sdst, 1, ab);
            }
            S_LSHL2_ADD_U32 => {
                let ab = pair!(32);
                self.shift_add(sdst, 2, ab);
            }
            S_LSHL3_ADD_U32 => {
                let ab = pair!(32);
                self.shift_add(sdst, 3, ab);
            }
            S_LSHL4_ADD_U32 => {
                let ab = pair!(32);
                self.shift_add(sdst, 4, ab);
            }
            S_PACK_LL_B32_B16 => {
                let ab = pair!(32);
                self.pack(sdst, ab, [Word::Low, Word::Low]);
            }
            S_PACK_LH_B32_B16 => {
                let ab = pair!(32);
                self.pack(sdst, ab, [Word::Low, Word::High]);
            }
            S_PACK_HH_B32_B16 => {
                let ab = pair!(32);
                self.pack(sdst, ab, [Word::High, Word::High]);
            }
            S_CBRANCH_G_FORK => {
                // What a constant would do is not known.
                let Operand::Sgpr(_) = s0 else {
                    return Err(Interp);
                };
                let [t0, t1, _] = op.row().shape.src;
                let (mask, target) = (self.s64(s0, t0)?, self.s64(s1, t1)?);
                self.fork(mask, target);
            }
            // It leaves the trap handler.
            S_RFE_RESTORE_B64 => return Err(Interp),
        }
        Ok(())
    }

    /// The lanes of `mask` go to `target`, the others on, see [`WaveFn::Fork`].
    pub(super) fn fork(&mut self, mask: Val, target: Val) {
        let next = self.b.k64(self.next);
        let pc = self.b.call_wave(WaveFn::Fork, [mask, target, next]);
        self.target = Some(pc);
    }

    /// SDST = a + b; SCC = signed overflow: the operands' signs are equal, the result's is not.
    pub(super) fn add_overflow(&mut self, sdst: u8, a: Val, b: Val) {
        let r = self.b.op32(Uop::Add, &[a, b]);
        let (x, y) = (
            self.b.op32(Uop::Xor, &[a, r]),
            self.b.op32(Uop::Xor, &[b, r]),
        );
        self.set_overflow(sdst, r, x, y);
    }

    /// SDST = r; SCC = the sign of x & y.
    fn set_overflow(&mut self, sdst: u8, r: Val, x: Val, y: Val) {
        let (both, zero) = (self.b.op32(Uop::And, &[x, y]), self.b.k32(0));
        let scc = self.b.icmp32(ICmp::LtS, both, zero);
        self.b.set_s32(sdst, r);
        self.b.set_scc(scc);
    }

    /// SCC as a 64-bit 0 or 1.
    fn scc64(&mut self) -> Val {
        let c = self.b.scc();
        let c = self.b.op(Uop::BoolInt, IrTy::B32, 0, &[c]);
        self.b.op64(Uop::ZExt, &[c])
    }

    /// Writes the low half of a 64-bit result; SCC = bit 32, its carry or borrow.
    fn set_wide_carry(&mut self, sdst: u8, wide: Val) {
        let lo = self.b.op32(Uop::Lo, &[wide]);
        let hi = self.b.op32(Uop::Hi, &[wide]);
        let zero = self.b.k32(0);
        let scc = self.b.icmp32(ICmp::Ne, hi, zero);
        self.b.set_s32(sdst, lo);
        self.b.set_scc(scc);
    }

    /// Minimum and maximum: SCC = S0 was chosen, by a strict comparison.
    fn choose(&mut self, sdst: u8, (a, b): (Val, Val), c: ICmp) {
        let scc = self.b.icmp32(c, a, b);
        let r = self.b.select(scc, a, b);
        self.b.set_s32(sdst, r);
        self.b.set_scc(scc);
    }

    #[allow(clippy::wildcard_enum_match_arm)] // Only the logic operations get here.
    fn logic(&mut self, op: Sop2, ty: IrTy, a: Val, b: Val) -> Val {
        use Sop2::*;
        let not_b = matches!(op, S_ANDN2_B32 | S_ANDN2_B64 | S_ORN2_B32 | S_ORN2_B64);
        let not_r = matches!(
            op,
            S_NAND_B32 | S_NAND_B64 | S_NOR_B32 | S_NOR_B64 | S_XNOR_B32 | S_XNOR_B64
        );
        let uop = match op {
            S_AND_B32 | S_AND_B64 | S_ANDN2_B32 | S_ANDN2_B64 | S_NAND_B32 | S_NAND_B64 => Uop::And,
            S_OR_B32 | S_OR_B64 | S_ORN2_B32 | S_ORN2_B64 | S_NOR_B32 | S_NOR_B64 => Uop::Or,
            _ => Uop::Xor,
        };
        let b = if not_b {
            self.b.op(Uop::Not, ty, 0, &[b])
        } else {
            b
        };
        let r = self.b.op(uop, ty, 0, &[a, b]);
        if not_r {
            self.b.op(Uop::Not, ty, 0, &[r])
        } else {
            r
        }
    }

    fn shift32(&mut self, sdst: u8, op: Uop, (a, n): (Val, Val)) {
        let r = self.b.op32(op, &[a, n]);
        self.b.set_s32(sdst, r);
        self.scc_nonzero(r);
    }

    fn shift64(&mut self, sdst: u8, op: Uop, (a, n): (Val, Val)) {
        let r = self.b.op64(op, &[a, n]);
        self.b.set_s64(sdst, r);
        self.scc_nonzero(r);
    }

    /// Bit field: offset in the low 5 or 6 bits of `spec`, length in its bits 22:16. A field that
    /// reaches the register's end is what the shift leaves; one of length 0 is 0.
    fn field(&mut self, ty: IrTy, signed: bool, a: Val, spec: Val) -> Val {
        let width: u32 = if ty == IrTy::B64 { 64 } else { 32 };
        let (k_off, k_len) = (self.b.k32(width - 1), self.b.k32(0x7f));
        let off = self.b.op32(Uop::And, &[spec, k_off]);
        let sixteen = self.b.k32(16);
        let len = self.b.op32(Uop::ShrU, &[spec, sixteen]);
        let len = self.b.op32(Uop::And, &[len, k_len]);
        let shr = if signed { Uop::ShrS } else { Uop::ShrU };
        let rest = self.b.op(shr, ty, 0, &[a, off]);
        // Shift the field to the top and back, when it ends below the top.
        let k_width = self.b.k32(width);
        let end = self.b.op32(Uop::Add, &[off, len]);
        let up = self.b.op32(Uop::Sub, &[k_width, end]);
        let top = self.b.op(Uop::Shl, ty, 0, &[a, up]);
        let down = self.b.op32(Uop::Sub, &[k_width, len]);
        let inner = self.b.op(shr, ty, 0, &[top, down]);
        let inside = self.b.icmp32(ICmp::LtU, end, k_width);
        let r = self.b.select(inside, inner, rest);
        let zero32 = self.b.k32(0);
        let empty = self.b.icmp32(ICmp::Eq, len, zero32);
        let zero = self.b.konst(ty, 0);
        self.b.select(empty, zero, r)
    }

    /// (S0 << n) + S1 with its carry from a wide sum.
    fn shift_add(&mut self, sdst: u8, n: u32, (a, b): (Val, Val)) {
        let (x, y) = (self.b.op64(Uop::ZExt, &[a]), self.b.op64(Uop::ZExt, &[b]));
        let k = self.b.k32(n);
        let x = self.b.op64(Uop::Shl, &[x, k]);
        let sum = self.b.op64(Uop::Add, &[x, y]);
        self.set_wide_carry(sdst, sum);
    }

    /// A word of S0 below one of S1.
    fn pack(&mut self, sdst: u8, (a, b): (Val, Val), [of_a, of_b]: [Word; 2]) {
        let (k16, low, high) = (self.b.k32(16), self.b.k32(0xffff), self.b.k32(0xffff_0000));
        let a = match of_a {
            Word::Low => self.b.op32(Uop::And, &[a, low]),
            Word::High => self.b.op32(Uop::ShrU, &[a, k16]),
        };
        let b = match of_b {
            Word::Low => self.b.op32(Uop::Shl, &[b, k16]),
            Word::High => self.b.op32(Uop::And, &[b, high]),
        };
        let r = self.b.op32(Uop::Or, &[a, b]);
        self.b.set_s32(sdst, r);
    }
}
