//! SOPK: scalar operations with a 16-bit constant (CLRX GcnInstrsSopk).

use super::table::encoding;

encoding! {
    /// SOPK: scalar operations with a 16-bit constant (CLRX GcnInstrsSopk).
    Sopk [32] {
        /// `s_movk_i32`.
        S_MOVK_I32 "s_movk_i32" [0 0 0 0 0] : B32 () [];
        /// `s_cmovk_i32`.
        S_CMOVK_I32 "s_cmovk_i32" [2 2 1 1 1] : B32 () [READS_SCC READS_DST];
        /// `s_cmpk_eq_i32`.
        S_CMPK_EQ_I32 "s_cmpk_eq_i32" [3 3 2 2 2] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_lg_i32`.
        S_CMPK_LG_I32 "s_cmpk_lg_i32" [4 4 3 3 3] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_gt_i32`.
        S_CMPK_GT_I32 "s_cmpk_gt_i32" [5 5 4 4 4] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_ge_i32`.
        S_CMPK_GE_I32 "s_cmpk_ge_i32" [6 6 5 5 5] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_lt_i32`.
        S_CMPK_LT_I32 "s_cmpk_lt_i32" [7 7 6 6 6] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_le_i32`.
        S_CMPK_LE_I32 "s_cmpk_le_i32" [8 8 7 7 7] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_eq_u32`.
        S_CMPK_EQ_U32 "s_cmpk_eq_u32" [9 9 8 8 8] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_lg_u32`.
        S_CMPK_LG_U32 "s_cmpk_lg_u32" [10 10 9 9 9] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_gt_u32`.
        S_CMPK_GT_U32 "s_cmpk_gt_u32" [11 11 10 10 10] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_ge_u32`.
        S_CMPK_GE_U32 "s_cmpk_ge_u32" [12 12 11 11 11] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_lt_u32`.
        S_CMPK_LT_U32 "s_cmpk_lt_u32" [13 13 12 12 12] : B32 () [WRITES_SCC READS_DST];
        /// `s_cmpk_le_u32`.
        S_CMPK_LE_U32 "s_cmpk_le_u32" [14 14 13 13 13] : B32 () [WRITES_SCC READS_DST];
        /// `s_addk_i32`.
        S_ADDK_I32 "s_addk_i32" [15 15 14 14 14] : B32 (B32) [WRITES_SCC READS_DST];
        /// `s_mulk_i32`.
        S_MULK_I32 "s_mulk_i32" [16 16 15 15 15] : B32 (B32) [READS_DST];
        /// `s_cbranch_i_fork`.
        S_CBRANCH_I_FORK "s_cbranch_i_fork" [17 17 16 16 16] : B64 () [WRITES_EXEC READS_MODE BRANCH];
        /// `s_getreg_b32`.
        S_GETREG_B32 "s_getreg_b32" [18 18 17 17 17] : B32 () [READS_MODE];
        /// `s_setreg_b32`.
        S_SETREG_B32 "s_setreg_b32" [19 19 18 18 18] : B32 () [READS_MODE];
        /// `s_getreg_regrd_b32`.
        S_GETREG_REGRD_B32 "s_getreg_regrd_b32" [20 20 19 19 19] : None () [SYSTEM];
        /// `s_setreg_imm32_b32`.
        S_SETREG_IMM32_B32 "s_setreg_imm32_b32" [21 21 20 20 20] : None () [READS_MODE];
        /// `s_call_b64`.
        S_CALL_B64 "s_call_b64" [_ _ _ 21 21] : B64 () [BRANCH];
    }
}
