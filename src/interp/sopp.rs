//! SOPP (CLRX GcnInstrsSopp).

use super::{Cx, Step, Stop, relative, unsupported};
use crate::error::FaultKind;
use crate::isa::{M0, Sopp};
use crate::machine::Exit;
use crate::machine::MODE_GPR_IDX_EN;
use crate::machine::wave::Wave;

/// `s_trap` id of llvm.debugtrap: nothing happens without a debugger (LLVM AMDGPUUsage, "Trap Handler
/// ABI").
const TRAP_DEBUG: u16 = 3;
/// `s_sendmsg` of an interrupt to the host.
const MSG_INTERRUPT: u16 = 1;

/// Executes one instruction.
pub(super) fn execute(op: Sopp, simm16: u16, w: &mut Wave, cx: &mut Cx) -> Step {
    use Sopp::*;
    let branch = |cx: &mut Cx, taken: bool| {
        if taken {
            cx.next_pc = relative(cx, simm16);
        }
    };
    match op {
        S_BRANCH => branch(cx, true),
        S_CBRANCH_SCC0 => branch(cx, w.scc == 0),
        S_CBRANCH_SCC1 => branch(cx, w.scc != 0),
        S_CBRANCH_VCCZ => branch(cx, w.vcc() == 0),
        S_CBRANCH_VCCNZ => branch(cx, w.vcc() != 0),
        S_CBRANCH_EXECZ => branch(cx, w.exec() == 0),
        S_CBRANCH_EXECNZ => branch(cx, w.exec() != 0),
        S_ENDPGM => return Err(Stop::Exit(Exit::End)),
        S_BARRIER => return Err(Stop::Exit(Exit::Barrier)),
        S_SET_GPR_IDX_OFF => w.mode &= !MODE_GPR_IDX_EN,
        S_SET_GPR_IDX_MODE => {
            w.sgpr[M0 as usize] = w.m0() & !0xf000 | (simm16 as u32 & 15) << 12;
        }
        S_TRAP if simm16 & 0xff == TRAP_DEBUG => {}
        S_TRAP => return Err(FaultKind::Trap(simm16 & 0xff).into()),
        S_SENDMSG if simm16 & 15 == MSG_INTERRUPT => cx.env.memory.interrupt().send(),
        // KILL and HALT = SIMM16[0]. Nobody is there to resume a wave that halts.
        S_SETKILL if simm16 & 1 != 0 => return Err(Stop::Exit(Exit::End)),
        S_SETHALT if simm16 & 1 != 0 => {
            return Err(unsupported(
                cx,
                "s_sethalt 1: no debugger could resume the wave",
            ));
        }
        S_SETKILL | S_SETHALT => {}
        // STATUS.COND_DBG_SYS and COND_DBG_USER are what debuggers set: always 0.
        S_CBRANCH_CDBGSYS
        | S_CBRANCH_CDBGUSER
        | S_CBRANCH_CDBGSYS_OR_USER
        | S_CBRANCH_CDBGSYS_AND_USER => {}
        // Memory is coherent, time is not modelled, and code cannot be written: nothing to do.
        S_NOP | S_WAITCNT | S_SLEEP | S_SETPRIO | S_WAKEUP | S_ICACHE_INV | S_INCPERFLEVEL
        | S_DECPERFLEVEL | S_TTRACEDATA => {}
        S_SENDMSG | S_SENDMSGHALT | S_ENDPGM_SAVED | S_ENDPGM_ORDERED_PS_DONE => {
            let name = op.row().mnemonics[cx.generation as usize];
            let what = format!("{name} {simm16:#x}: for graphics or system software");
            return Err(unsupported(cx, &what));
        }
    }
    Ok(())
}
