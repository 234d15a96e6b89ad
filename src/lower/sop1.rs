//! SOP1 (CLRX GcnInstrsSop1).

use super::{Interp, Lower, Lowered};
use crate::ir::{ICmp, Ty as IrTy, Uop, Val};
use crate::isa::{EXEC_LO, Operand, Sop1};

impl Lower<'_> {
    /// Lowers a SOP1 instruction.
    pub(super) fn sop1(&mut self, op: Sop1, sdst: u8, s0: Operand) -> Lowered {
        use Sop1::*;
        let t = op.row().shape.src[0];
        match op {
            S_MOV_B32 => {
                let v = self.s32(s0, t)?;
                self.b.set_s32(sdst, v);
            }
            S_MOV_B64 => {
                let v = self.s64(s0, t)?;
                self.b.set_s64(sdst, v);
            }
            S_CMOV_B32 => {
                let (c, v, old) = (self.b.scc(), self.s32(s0, t)?, self.b.s32(sdst));
                let r = self.b.select(c, v, old);
                self.b.set_s32(sdst, r);
            }
            S_CMOV_B64 => {
                let (c, v, old) = (self.b.scc(), self.s64(s0, t)?, self.b.s64(sdst));
                let r = self.b.select(c, v, old);
                self.b.set_s64(sdst, r);
            }
            S_NOT_B32 => {
                let v = self.s32(s0, t)?;
                let r = self.b.op32(Uop::Not, &[v]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_NOT_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.b.op64(Uop::Not, &[v]);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_BREV_B32 => {
                let v = self.s32(s0, t)?;
                let r = self.b.op32(Uop::BitRev, &[v]);
                self.b.set_s32(sdst, r);
            }
            S_BREV_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.b.op64(Uop::BitRev, &[v]);
                self.b.set_s64(sdst, r);
            }
            S_BCNT0_I32_B32 | S_BCNT1_I32_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.not_if(op == S_BCNT0_I32_B32, v);
                let r = self.b.op32(Uop::Popcnt, &[v]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_BCNT0_I32_B64 | S_BCNT1_I32_B64 => {
                let v = self.s64(s0, t)?;
                let v = self.not_if(op == S_BCNT0_I32_B64, v);
                let r = self.b.op64(Uop::Popcnt, &[v]);
                let r = self.b.op32(Uop::Lo, &[r]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_FF0_I32_B32 | S_FF1_I32_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.not_if(op == S_FF0_I32_B32, v);
                self.find(sdst, Uop::Ctz, v);
            }
            S_FF0_I32_B64 | S_FF1_I32_B64 => {
                let v = self.s64(s0, t)?;
                let v = self.not_if(op == S_FF0_I32_B64, v);
                self.find(sdst, Uop::Ctz, v);
            }
            S_FLBIT_I32_B32 => {
                let v = self.s32(s0, t)?;
                self.find(sdst, Uop::Clz, v);
            }
            S_FLBIT_I32_B64 => {
                let v = self.s64(s0, t)?;
                self.find(sdst, Uop::Clz, v);
            }
            S_FLBIT_I32 => {
                // Bits equal to the sign: leading zeros of the value xor its sign; none found is -1.
                let v = self.s32(s0, t)?;
                let k = self.b.k32(31);
                let sign = self.b.op32(Uop::ShrS, &[v, k]);
                let x = self.b.op32(Uop::Xor, &[v, sign]);
                self.find(sdst, Uop::Clz, x);
            }
            S_FLBIT_I32_I64 => {
                let v = self.s64(s0, t)?;
                let k = self.b.k32(63);
                let sign = self.b.op64(Uop::ShrS, &[v, k]);
                let x = self.b.op64(Uop::Xor, &[v, sign]);
                self.find(sdst, Uop::Clz, x);
            }
            S_SEXT_I32_I8 | S_SEXT_I32_I16 => {
                let v = self.s32(s0, t)?;
                let k = self.b.k32(if op == S_SEXT_I32_I8 { 24 } else { 16 });
                let r = self.b.op32(Uop::Shl, &[v, k]);
                let r = self.b.op32(Uop::ShrS, &[r, k]);
                self.b.set_s32(sdst, r);
            }
            S_BITSET0_B32 | S_BITSET1_B32 => {
                let (n, old, one) = (self.s32(s0, t)?, self.b.s32(sdst), self.b.k32(1));
                let bit = self.b.op32(Uop::Shl, &[one, n]);
                let r = self.set_or_clear(IrTy::B32, op == S_BITSET1_B32, old, bit);
                self.b.set_s32(sdst, r);
            }
            S_BITSET0_B64 | S_BITSET1_B64 => {
                let (n, old, one) = (self.s32(s0, t)?, self.b.s64(sdst), self.b.k64(1));
                let bit = self.b.op64(Uop::Shl, &[one, n]);
                let r = self.set_or_clear(IrTy::B64, op == S_BITSET1_B64, old, bit);
                self.b.set_s64(sdst, r);
            }
            S_GETPC_B64 => {
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            S_SETPC_B64 => self.target = Some(self.s64(s0, t)?),
            S_SWAPPC_B64 => {
                self.target = Some(self.s64(s0, t)?);
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            S_AND_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false; 3])?,
            S_OR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false; 3])?,
            S_XOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Xor, [false; 3])?,
            S_ANDN2_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false, true, false])?,
            S_ORN2_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false, true, false])?,
            S_NAND_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false, false, true])?,
            S_NOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false, false, true])?,
            S_XNOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Xor, [false, false, true])?,
            S_ANDN1_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [true, false, false])?,
            S_ORN1_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [true, false, false])?,
            S_ANDN1_WREXEC_B64 | S_ANDN2_WREXEC_B64 => {
                let (v, exec) = (self.s64(s0, t)?, self.b.exec());
                let first = op == S_ANDN1_WREXEC_B64;
                let (a, b) = (self.not_if(first, v), self.not_if(!first, exec));
                let r = self.b.op64(Uop::And, &[a, b]);
                self.b.set_s64(sdst, r);
                self.b.set_s64(EXEC_LO, r);
                self.scc_nonzero(r);
            }
            S_ABS_I32 => {
                let (v, zero) = (self.s32(s0, t)?, self.b.k32(0));
                let n = self.b.op32(Uop::Sub, &[zero, v]);
                let neg = self.b.icmp32(ICmp::LtS, v, zero);
                let r = self.b.select(neg, n, v);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            // Rare: bit shuffles, registers indexed by M0, control stack, trap handler.
            S_WQM_B32
            | S_WQM_B64
            | S_QUADMASK_B32
            | S_QUADMASK_B64
            | S_BITREPLICATE_B64_B32
            | S_MOVRELS_B32
            | S_MOVRELS_B64
            | S_MOVRELD_B32
            | S_MOVRELD_B64
            | S_CBRANCH_JOIN
            | S_SET_GPR_IDX_IDX
            | S_MOV_REGRD_B32
            | S_MOV_FED_B32
            | S_RFE_B64 => return Err(Interp),
        }
        Ok(())
    }

    fn not_if(&mut self, yes: bool, v: Val) -> Val {
        let ty = self.b.node(v).ty;
        if yes {
            self.b.op(Uop::Not, ty, 0, &[v])
        } else {
            v
        }
    }

    fn set_or_clear(&mut self, ty: IrTy, set: bool, old: Val, bit: Val) -> Val {
        if set {
            return self.b.op(Uop::Or, ty, 0, &[old, bit]);
        }
        let keep = self.b.op(Uop::Not, ty, 0, &[bit]);
        self.b.op(Uop::And, ty, 0, &[old, keep])
    }

    /// Counts with `op`; -1 when there is no bit to find.
    fn find(&mut self, sdst: u8, op: Uop, v: Val) {
        let ty = self.b.node(v).ty;
        let zero = self.b.konst(ty, 0);
        let n = self.b.op(op, ty, 0, &[v]);
        let (n, none) = if ty == IrTy::B64 {
            let n = self.b.op32(Uop::Lo, &[n]);
            (n, self.b.icmp64(ICmp::Eq, v, zero))
        } else {
            (n, self.b.icmp32(ICmp::Eq, v, zero))
        };
        let all = self.b.k32(u32::MAX);
        let r = self.b.select(none, all, n);
        self.b.set_s32(sdst, r);
    }

    /// SDST = EXEC; EXEC = S0 `op` EXEC; SCC = (EXEC != 0). `not`: complement S0, EXEC, the result.
    fn saveexec(&mut self, sdst: u8, s0: Operand, op: Uop, not: [bool; 3]) -> Lowered {
        let (v, exec) = (self.s64(s0, crate::isa::Ty::B64)?, self.b.exec());
        let (a, b) = (self.not_if(not[0], v), self.not_if(not[1], exec));
        let r = self.b.op64(op, &[a, b]);
        let r = self.not_if(not[2], r);
        self.b.set_s64(sdst, exec);
        self.b.set_s64(EXEC_LO, r);
        self.scc_nonzero(r);
        Ok(())
    }
}
