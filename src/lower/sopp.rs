//! SOPP (CLRX GcnInstrsSopp). Branches, the end and the barrier are terminators: `Lower::term`.

use super::{Interp, Lower, Lowered};
use crate::isa::Sopp;

impl Lower<'_> {
    /// Lowers a SOPP instruction.
    pub(super) fn sopp(&mut self, op: Sopp) -> Lowered {
        use Sopp::*;
        match op {
            S_BRANCH | S_CBRANCH_SCC0 | S_CBRANCH_SCC1 | S_CBRANCH_VCCZ | S_CBRANCH_VCCNZ
            | S_CBRANCH_EXECZ | S_CBRANCH_EXECNZ | S_ENDPGM | S_BARRIER => Ok(()),
            S_NOP | S_WAITCNT | S_SLEEP | S_SETPRIO | S_WAKEUP | S_ICACHE_INV | S_INCPERFLEVEL
            | S_DECPERFLEVEL | S_TTRACEDATA => Ok(()),
            // Never taken: no debugger sets the flags that they test.
            S_CBRANCH_CDBGSYS
            | S_CBRANCH_CDBGUSER
            | S_CBRANCH_CDBGSYS_OR_USER
            | S_CBRANCH_CDBGSYS_AND_USER => Ok(()),
            S_SETHALT
            | S_SENDMSG
            | S_SENDMSGHALT
            | S_TRAP
            | S_ENDPGM_SAVED
            | S_SET_GPR_IDX_OFF
            | S_SET_GPR_IDX_MODE
            | S_ENDPGM_ORDERED_PS_DONE
            | S_SETKILL => Err(Interp),
        }
    }
}
