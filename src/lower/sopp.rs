//! SOPP (CLRX GcnInstrsSopp). Branches, the end and the barrier are terminators: `Lower::term`.

use super::{Interp, Lower, Lowered};
use crate::isa::Sopp;

/// Id of llvm.debugtrap, which does nothing without a debugger (LLVM AMDGPUUsage, "Trap Handler ABI").
const TRAP_DEBUG: u16 = 3;

/// Message that interrupts the host.
const MSG_INTERRUPT: u16 = 1;

impl Lower<'_> {
    /// Lowers a SOPP instruction.
    pub(super) fn sopp(&mut self, op: Sopp, simm16: u16) -> Lowered {
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
            S_SET_GPR_IDX_OFF => {
                self.set_index_mode(false);
                Ok(())
            }
            S_SET_GPR_IDX_MODE => {
                self.set_index_operands(simm16 as u32 & 15);
                Ok(())
            }
            // Killing ends the wave: see `cfg::flow`.
            S_SETKILL => Ok(()),
            S_SETHALT if simm16 & 1 == 0 => Ok(()),
            S_TRAP if simm16 & 0xff == TRAP_DEBUG => Ok(()),
            S_SENDMSG if simm16 & 15 == MSG_INTERRUPT => {
                self.b.interrupt();
                Ok(())
            }
            S_SETHALT
            | S_SENDMSG
            | S_SENDMSGHALT
            | S_TRAP
            | S_ENDPGM_SAVED
            | S_ENDPGM_ORDERED_PS_DONE => Err(Interp),
        }
    }
}
