//! SOPP: program control (CLRX GcnInstrsSopp).

use super::table::encoding;

encoding! {
    /// SOPP: program control (CLRX GcnInstrsSopp).
    Sopp [128] {
        /// `s_nop`.
        S_NOP "s_nop" [0 0 0 0 0] : None () [];
        /// `s_endpgm`.
        S_ENDPGM "s_endpgm" [1 1 1 1 1] : None () [ENDS_BLOCK];
        /// `s_branch`.
        S_BRANCH "s_branch" [2 2 2 2 2] : None () [BRANCH];
        /// `s_wakeup`.
        S_WAKEUP "s_wakeup" [_ _ 3 3 3] : None () [LOADS STORES];
        /// `s_cbranch_scc0`.
        S_CBRANCH_SCC0 "s_cbranch_scc0" [4 4 4 4 4] : None () [READS_SCC BRANCH];
        /// `s_cbranch_scc1`.
        S_CBRANCH_SCC1 "s_cbranch_scc1" [5 5 5 5 5] : None () [READS_SCC BRANCH];
        /// `s_cbranch_vccz`.
        S_CBRANCH_VCCZ "s_cbranch_vccz" [6 6 6 6 6] : None () [READS_VCC BRANCH];
        /// `s_cbranch_vccnz`.
        S_CBRANCH_VCCNZ "s_cbranch_vccnz" [7 7 7 7 7] : None () [READS_VCC BRANCH];
        /// `s_cbranch_execz`.
        S_CBRANCH_EXECZ "s_cbranch_execz" [8 8 8 8 8] : None () [BRANCH];
        /// `s_cbranch_execnz`.
        S_CBRANCH_EXECNZ "s_cbranch_execnz" [9 9 9 9 9] : None () [BRANCH];
        /// `s_barrier`.
        S_BARRIER "s_barrier" [10 10 10 10 10] : None () [ENDS_BLOCK];
        /// `s_setkill`.
        S_SETKILL "s_setkill" [11 11 11 11 11] : None () [SYSTEM];
        /// `s_waitcnt`.
        S_WAITCNT "s_waitcnt" [12 12 12 12 12] : None () [];
        /// `s_sethalt`.
        S_SETHALT "s_sethalt" [13 13 13 13 13] : None () [ENDS_BLOCK SYSTEM];
        /// `s_sleep`.
        S_SLEEP "s_sleep" [14 14 14 14 14] : None () [];
        /// `s_setprio`.
        S_SETPRIO "s_setprio" [15 15 15 15 15] : None () [SYSTEM];
        /// `s_sendmsg`.
        S_SENDMSG "s_sendmsg" [16 16 16 16 16] : None () [READS_M0 SYSTEM];
        /// `s_sendmsghalt`.
        S_SENDMSGHALT "s_sendmsghalt" [17 17 17 17 17] : None () [READS_M0 ENDS_BLOCK SYSTEM];
        /// `s_trap`.
        S_TRAP "s_trap" [18 18 18 18 18] : None () [ENDS_BLOCK SYSTEM];
        /// `s_icache_inv`.
        S_ICACHE_INV "s_icache_inv" [19 19 19 19 19] : None () [SYSTEM];
        /// `s_incperflevel`.
        S_INCPERFLEVEL "s_incperflevel" [20 20 20 20 20] : None () [SYSTEM];
        /// `s_decperflevel`.
        S_DECPERFLEVEL "s_decperflevel" [21 21 21 21 21] : None () [SYSTEM];
        /// `s_ttracedata`.
        S_TTRACEDATA "s_ttracedata" [22 22 22 22 22] : None () [READS_M0 SYSTEM];
        /// `s_cbranch_cdbgsys`.
        S_CBRANCH_CDBGSYS "s_cbranch_cdbgsys" [23 23 23 23 23] : None () [BRANCH SYSTEM];
        /// `s_cbranch_cdbguser`.
        S_CBRANCH_CDBGUSER "s_cbranch_cdbguser" [24 24 24 24 24] : None () [BRANCH SYSTEM];
        /// `s_cbranch_cdbgsys_or_user`.
        S_CBRANCH_CDBGSYS_OR_USER "s_cbranch_cdbgsys_or_user" [25 25 25 25 25] : None () [BRANCH SYSTEM];
        /// `s_cbranch_cdbgsys_and_user`.
        S_CBRANCH_CDBGSYS_AND_USER "s_cbranch_cdbgsys_and_user" [26 26 26 26 26] : None () [BRANCH SYSTEM];
        /// `s_endpgm_saved`.
        S_ENDPGM_SAVED "s_endpgm_saved" [_ _ 27 27 27] : None () [ENDS_BLOCK SYSTEM];
        /// `s_set_gpr_idx_off`.
        S_SET_GPR_IDX_OFF "s_set_gpr_idx_off" [_ _ 28 28 28] : None () [READS_MODE];
        /// `s_set_gpr_idx_mode`.
        S_SET_GPR_IDX_MODE "s_set_gpr_idx_mode" [_ _ 29 29 29] : None () [WRITES_M0 READS_MODE];
        /// `s_endpgm_ordered_ps_done`.
        S_ENDPGM_ORDERED_PS_DONE "s_endpgm_ordered_ps_done" [_ _ _ 30 30] : None () [ENDS_BLOCK SYSTEM];
    }
}
