//! SOPK: scalar operations with a 16-bit constant (CLRX GcnInstrsSopk).

use super::table::encoding;

encoding! {
    /// SOPK: scalar operations with a 16-bit constant (CLRX GcnInstrsSopk).
    Sopk [32] fidelity {
        /// D = SIMM16, sign-extended.
        S_MOVK_I32 "s_movk_i32" [0 0 0 0 0] : B32 () [] Exact;
        /// If SCC: D = SIMM16, sign-extended.
        S_CMOVK_I32 "s_cmovk_i32" [2 2 1 1 1] : B32 () [READS_SCC READS_DST] Exact;
        /// SCC = (D == SIMM16), SIMM16 sign-extended.
        S_CMPK_EQ_I32 "s_cmpk_eq_i32" [3 3 2 2 2] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D != SIMM16), SIMM16 sign-extended.
        S_CMPK_LG_I32 "s_cmpk_lg_i32" [4 4 3 3 3] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D > SIMM16), SIMM16 sign-extended.
        S_CMPK_GT_I32 "s_cmpk_gt_i32" [5 5 4 4 4] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D >= SIMM16), SIMM16 sign-extended.
        S_CMPK_GE_I32 "s_cmpk_ge_i32" [6 6 5 5 5] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D < SIMM16), SIMM16 sign-extended.
        S_CMPK_LT_I32 "s_cmpk_lt_i32" [7 7 6 6 6] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D <= SIMM16), SIMM16 sign-extended.
        S_CMPK_LE_I32 "s_cmpk_le_i32" [8 8 7 7 7] : B32 () [WRITES_SCC READS_DST COMPARES] Exact;
        /// SCC = (D == SIMM16), SIMM16 zero-extended.
        S_CMPK_EQ_U32 "s_cmpk_eq_u32" [9 9 8 8 8] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// SCC = (D != SIMM16), SIMM16 zero-extended.
        S_CMPK_LG_U32 "s_cmpk_lg_u32" [10 10 9 9 9] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// SCC = (D > SIMM16), SIMM16 zero-extended.
        S_CMPK_GT_U32 "s_cmpk_gt_u32" [11 11 10 10 10] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// SCC = (D >= SIMM16), SIMM16 zero-extended.
        S_CMPK_GE_U32 "s_cmpk_ge_u32" [12 12 11 11 11] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// SCC = (D < SIMM16), SIMM16 zero-extended.
        S_CMPK_LT_U32 "s_cmpk_lt_u32" [13 13 12 12 12] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// SCC = (D <= SIMM16), SIMM16 zero-extended.
        S_CMPK_LE_U32 "s_cmpk_le_u32" [14 14 13 13 13] : B32 () [WRITES_SCC READS_DST COMPARES ZERO_EXTENDS] Exact;
        /// D = D + SIMM16, sign-extended; SCC = signed overflow.
        S_ADDK_I32 "s_addk_i32" [15 15 14 14 14] : B32 (B32) [WRITES_SCC READS_DST] Exact;
        /// D = D * SIMM16, sign-extended; low 32 bits.
        S_MULK_I32 "s_mulk_i32" [16 16 15 15 15] : B32 (B32) [READS_DST] Exact;
        /// Fork on the mask SDST as S_CBRANCH_G_FORK, to the instruction SIMM16 dwords after the next.
        S_CBRANCH_I_FORK "s_cbranch_i_fork" [17 17 16 16 16] : B64 () [WRITES_EXEC READS_MODE BRANCH READS_DST] Exact;
        /// D = bits of hardware register SIMM16[5:0], from SIMM16[10:6] on, SIMM16[15:11] + 1 of them.
        S_GETREG_B32 "s_getreg_b32" [18 18 17 17 17] : B32 () [READS_MODE] Hardware;
        /// Bits of hardware register SIMM16[5:0] (offset SIMM16[10:6], size SIMM16[15:11] + 1) = SDST.
        S_SETREG_B32 "s_setreg_b32" [19 19 18 18 18] : B32 () [READS_MODE READS_DST] Exact;
        /// Undocumented.
        S_GETREG_REGRD_B32 "s_getreg_regrd_b32" [20 20 19 19 19 19 _] : None () [SYSTEM] Refused;
        /// Bits of hardware register SIMM16[5:0] (offset SIMM16[10:6], size SIMM16[15:11] + 1) = the literal.
        S_SETREG_IMM32_B32 "s_setreg_imm32_b32" [21 21 20 20 20] : None () [READS_MODE] Exact;
        /// D = address of the next instruction; PC = that + 4 * SIMM16, sign-extended.
        S_CALL_B64 "s_call_b64" [_ _ _ 21 21] : B64 () [BRANCH] Exact;
    }
}
