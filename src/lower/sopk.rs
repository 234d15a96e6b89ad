//! SOPK (CLRX GcnInstrsSopk).

use super::{Interp, Lower, Lowered};
use crate::ir::{ICmp, Uop};
use crate::isa::Sopk;

impl Lower<'_> {
    /// Lowers a SOPK instruction.
    pub(super) fn sopk(&mut self, op: Sopk, sdst: u8, simm16: u16) -> Lowered {
        use Sopk::*;
        let signed = simm16 as i16 as i32 as u32;
        match op {
            S_MOVK_I32 => {
                let k = self.b.k32(signed);
                self.b.set_s32(sdst, k);
            }
            S_CMOVK_I32 => {
                let (c, k, old) = (self.b.scc(), self.b.k32(signed), self.b.s32(sdst));
                let r = self.b.select(c, k, old);
                self.b.set_s32(sdst, r);
            }
            S_CMPK_EQ_I32 => self.cmpk(sdst, ICmp::Eq, signed),
            S_CMPK_LG_I32 => self.cmpk(sdst, ICmp::Ne, signed),
            S_CMPK_GT_I32 => self.cmpk(sdst, ICmp::GtS, signed),
            S_CMPK_GE_I32 => self.cmpk(sdst, ICmp::GeS, signed),
            S_CMPK_LT_I32 => self.cmpk(sdst, ICmp::LtS, signed),
            S_CMPK_LE_I32 => self.cmpk(sdst, ICmp::LeS, signed),
            S_CMPK_EQ_U32 => self.cmpk(sdst, ICmp::Eq, simm16 as u32),
            S_CMPK_LG_U32 => self.cmpk(sdst, ICmp::Ne, simm16 as u32),
            S_CMPK_GT_U32 => self.cmpk(sdst, ICmp::GtU, simm16 as u32),
            S_CMPK_GE_U32 => self.cmpk(sdst, ICmp::GeU, simm16 as u32),
            S_CMPK_LT_U32 => self.cmpk(sdst, ICmp::LtU, simm16 as u32),
            S_CMPK_LE_U32 => self.cmpk(sdst, ICmp::LeU, simm16 as u32),
            S_ADDK_I32 => {
                let (a, k) = (self.b.s32(sdst), self.b.k32(signed));
                self.add_overflow(sdst, a, k);
            }
            S_MULK_I32 => {
                let (a, k) = (self.b.s32(sdst), self.b.k32(signed));
                let r = self.b.op32(Uop::Mul, &[a, k]);
                self.b.set_s32(sdst, r);
            }
            S_CALL_B64 => {
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            // They read or change hardware registers, or the control stack.
            S_CBRANCH_I_FORK | S_GETREG_B32 | S_SETREG_B32 | S_GETREG_REGRD_B32
            | S_SETREG_IMM32_B32 => return Err(Interp),
        }
        Ok(())
    }

    fn cmpk(&mut self, sdst: u8, c: ICmp, k: u32) {
        let (a, k) = (self.b.s32(sdst), self.b.k32(k));
        let scc = self.b.icmp32(c, a, k);
        self.b.set_scc(scc);
    }
}
