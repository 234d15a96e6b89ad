//! SOPC (CLRX GcnInstrsSopc).

use super::{Lower, Lowered};
use crate::ir::{ICmp, Ty as IrTy, Uop, Val};
use crate::isa::{Operand, Sopc, Ty};
use crate::machine::MODE_VSKIP;

impl Lower<'_> {
    /// Lowers a SOPC instruction.
    pub(super) fn sopc(&mut self, op: Sopc, s0: Operand, s1: Operand) -> Lowered {
        use Sopc::*;
        match op {
            S_CMP_EQ_I32 | S_CMP_EQ_U32 => self.scmp32(op, s0, s1, ICmp::Eq),
            S_CMP_LG_I32 | S_CMP_LG_U32 => self.scmp32(op, s0, s1, ICmp::Ne),
            S_CMP_GT_I32 => self.scmp32(op, s0, s1, ICmp::GtS),
            S_CMP_GE_I32 => self.scmp32(op, s0, s1, ICmp::GeS),
            S_CMP_LT_I32 => self.scmp32(op, s0, s1, ICmp::LtS),
            S_CMP_LE_I32 => self.scmp32(op, s0, s1, ICmp::LeS),
            S_CMP_GT_U32 => self.scmp32(op, s0, s1, ICmp::GtU),
            S_CMP_GE_U32 => self.scmp32(op, s0, s1, ICmp::GeU),
            S_CMP_LT_U32 => self.scmp32(op, s0, s1, ICmp::LtU),
            S_CMP_LE_U32 => self.scmp32(op, s0, s1, ICmp::LeU),
            S_BITCMP0_B32 | S_BITCMP1_B32 => {
                let (a, n) = (
                    self.s32(s0, crate::isa::Ty::B32)?,
                    self.s32(s1, crate::isa::Ty::B32)?,
                );
                let v = self.b.op32(Uop::ShrU, &[a, n]);
                self.bit(v, op == S_BITCMP1_B32)
            }
            S_BITCMP0_B64 | S_BITCMP1_B64 => {
                let (a, n) = (
                    self.s64(s0, crate::isa::Ty::B64)?,
                    self.s32(s1, crate::isa::Ty::B32)?,
                );
                let v = self.b.op64(Uop::ShrU, &[a, n]);
                let v = self.b.op32(Uop::Lo, &[v]);
                self.bit(v, op == S_BITCMP1_B64)
            }
            S_CMP_EQ_U64 | S_CMP_LG_U64 => {
                let [t0, t1, _] = op.row().shape.src;
                let (a, b) = (self.s64(s0, t0)?, self.s64(s1, t1)?);
                let c = if op == S_CMP_EQ_U64 {
                    ICmp::Eq
                } else {
                    ICmp::Ne
                };
                let scc = self.b.icmp64(c, a, b);
                self.b.set_scc(scc);
                Ok(())
            }
            S_SETVSKIP => {
                let [t0, t1, _] = op.row().shape.src;
                let (a, n) = (self.s32(s0, t0)?, self.s32(s1, t1)?);
                let v = self.b.op32(Uop::ShrU, &[a, n]);
                self.set_mode(MODE_VSKIP.trailing_zeros(), 1, v);
                Ok(())
            }
            S_SET_GPR_IDX_ON => {
                let v = self.s32(s0, op.row().shape.src[0])?;
                // The second source field is the raw mode, not an operand.
                let operands = s1.constant(Ty::U32).unwrap_or(0) as u32 & 15;
                self.set_index(0xff, v);
                self.set_index_operands(operands);
                self.set_index_mode(true);
                Ok(())
            }
        }
    }

    fn scmp32(&mut self, op: Sopc, s0: Operand, s1: Operand, c: ICmp) -> Lowered {
        let [t0, t1, _] = op.row().shape.src;
        let (a, b) = (self.s32(s0, t0)?, self.s32(s1, t1)?);
        let scc = self.b.icmp32(c, a, b);
        self.b.set_scc(scc);
        Ok(())
    }

    /// SCC = (bit 0 of `v` == `value`).
    fn bit(&mut self, v: Val, value: bool) -> Lowered {
        let one = self.b.k32(1);
        let bit = self.b.op32(Uop::And, &[v, one]);
        let want = self.b.k32(value as u32);
        let scc = self
            .b
            .op(Uop::Cmp32, IrTy::B1, ICmp::Eq as u64, &[bit, want]);
        self.b.set_scc(scc);
        Ok(())
    }
}
