//! SOPP: program control (CLRX GcnInstrsSopp).

use super::table::encoding;

encoding! {
    /// SOPP: program control (CLRX GcnInstrsSopp).
    Sopp [128] fidelity {
        /// Does nothing.
        S_NOP "s_nop" [0 0 0 0 0] : None () [] Exact;
        /// Ends the wave.
        S_ENDPGM "s_endpgm" [1 1 1 1 1] : None () [ENDS_BLOCK] Exact;
        /// PC = address of the next instruction + 4 * SIMM16, sign-extended.
        S_BRANCH "s_branch" [2 2 2 2 2] : None () [BRANCH] Exact;
        /// Wakes the other waves of the work-group from S_SLEEP.
        S_WAKEUP "s_wakeup" [_ _ 3 3 3] : None () [LOADS STORES] Delay;
        /// If SCC == 0: branch as S_BRANCH.
        S_CBRANCH_SCC0 "s_cbranch_scc0" [4 4 4 4 4] : None () [READS_SCC BRANCH] Exact;
        /// If SCC == 1: branch as S_BRANCH.
        S_CBRANCH_SCC1 "s_cbranch_scc1" [5 5 5 5 5] : None () [READS_SCC BRANCH] Exact;
        /// If VCC == 0: branch as S_BRANCH.
        S_CBRANCH_VCCZ "s_cbranch_vccz" [6 6 6 6 6] : None () [READS_VCC BRANCH] Exact;
        /// If VCC != 0: branch as S_BRANCH.
        S_CBRANCH_VCCNZ "s_cbranch_vccnz" [7 7 7 7 7] : None () [READS_VCC BRANCH] Exact;
        /// If EXEC == 0: branch as S_BRANCH.
        S_CBRANCH_EXECZ "s_cbranch_execz" [8 8 8 8 8] : None () [BRANCH] Exact;
        /// If EXEC != 0: branch as S_BRANCH.
        S_CBRANCH_EXECNZ "s_cbranch_execnz" [9 9 9 9 9] : None () [BRANCH] Exact;
        /// Waits until every wave of the work-group is here or has ended.
        S_BARRIER "s_barrier" [10 10 10 10 10] : None () [ENDS_BLOCK] Exact;
        /// Kills the wave if SIMM16[0] is set.
        S_SETKILL "s_setkill" [11 11 11 11 11] : None () [SYSTEM] Exact;
        /// Waits until the counters of outstanding memory accesses and exports are at most the given ones.
        S_WAITCNT "s_waitcnt" [12 12 12 12 12] : None () [] Exact;
        /// Halts the wave if SIMM16[0] is set.
        S_SETHALT "s_sethalt" [13 13 13 13 13] : None () [ENDS_BLOCK SYSTEM] Refused;
        /// Waits about 64 * SIMM16[6:0] clocks.
        S_SLEEP "s_sleep" [14 14 14 14 14] : None () [] Delay;
        /// Priority of the wave = SIMM16[1:0].
        S_SETPRIO "s_setprio" [15 15 15 15 15] : None () [SYSTEM] Delay;
        /// Sends message SIMM16.
        S_SENDMSG "s_sendmsg" [16 16 16 16 16] : None () [READS_M0 SYSTEM] Refused;
        /// Sends message SIMM16 and halts the wave.
        S_SENDMSGHALT "s_sendmsghalt" [17 17 17 17 17] : None () [READS_M0 ENDS_BLOCK SYSTEM] Refused;
        /// Calls the trap handler with trap number SIMM16[7:0].
        S_TRAP "s_trap" [18 18 18 18 18] : None () [ENDS_BLOCK SYSTEM] Refused;
        /// Invalidates the instruction cache.
        S_ICACHE_INV "s_icache_inv" [19 19 19 19 19] : None () [SYSTEM] Exact;
        /// Increments performance counter SIMM16[3:0].
        S_INCPERFLEVEL "s_incperflevel" [20 20 20 20 20] : None () [SYSTEM] Delay;
        /// Decrements performance counter SIMM16[3:0].
        S_DECPERFLEVEL "s_decperflevel" [21 21 21 21 21] : None () [SYSTEM] Delay;
        /// Sends M0 to the thread trace.
        S_TTRACEDATA "s_ttracedata" [22 22 22 22 22] : None () [READS_M0 SYSTEM] Delay;
        /// If the system debug flag is set: branch as S_BRANCH.
        S_CBRANCH_CDBGSYS "s_cbranch_cdbgsys" [23 23 23 23 23] : None () [BRANCH SYSTEM] Exact;
        /// If the user debug flag is set: branch as S_BRANCH.
        S_CBRANCH_CDBGUSER "s_cbranch_cdbguser" [24 24 24 24 24] : None () [BRANCH SYSTEM] Exact;
        /// If the system or the user debug flag is set: branch as S_BRANCH.
        S_CBRANCH_CDBGSYS_OR_USER "s_cbranch_cdbgsys_or_user" [25 25 25 25 25] : None () [BRANCH SYSTEM] Exact;
        /// If the system and the user debug flag are set: branch as S_BRANCH.
        S_CBRANCH_CDBGSYS_AND_USER "s_cbranch_cdbgsys_and_user" [26 26 26 26 26] : None () [BRANCH SYSTEM] Exact;
        /// Ends the wave after its context was saved.
        S_ENDPGM_SAVED "s_endpgm_saved" [_ _ 27 27 27] : None () [ENDS_BLOCK SYSTEM] Refused;
        /// MODE.GPR_IDX_EN = 0.
        S_SET_GPR_IDX_OFF "s_set_gpr_idx_off" [_ _ 28 28 28] : None () [READS_MODE] Exact;
        /// M0[15:12] = SIMM16[3:0]: which operands GPR index mode changes.
        S_SET_GPR_IDX_MODE "s_set_gpr_idx_mode" [_ _ 29 29 29] : None () [WRITES_M0 READS_MODE] Exact;
        /// Ends the wave and its ordered pixel-shader section.
        S_ENDPGM_ORDERED_PS_DONE "s_endpgm_ordered_ps_done" [_ _ _ 30 30] : None () [ENDS_BLOCK SYSTEM] Refused;
    }
}
