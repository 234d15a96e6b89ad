//! SOPC: scalar compares (CLRX GcnInstrsSopc).

use super::table::encoding;

encoding! {
    /// SOPC: scalar compares (CLRX GcnInstrsSopc).
    Sopc [128] fidelity {
        /// SCC = (S0 == S1).
        S_CMP_EQ_I32 "s_cmp_eq_i32" [0 0 0 0 0] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 != S1).
        S_CMP_LG_I32 "s_cmp_lg_i32" [1 1 1 1 1] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 > S1), signed.
        S_CMP_GT_I32 "s_cmp_gt_i32" [2 2 2 2 2] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 >= S1), signed.
        S_CMP_GE_I32 "s_cmp_ge_i32" [3 3 3 3 3] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 < S1), signed.
        S_CMP_LT_I32 "s_cmp_lt_i32" [4 4 4 4 4] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 <= S1), signed.
        S_CMP_LE_I32 "s_cmp_le_i32" [5 5 5 5 5] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 == S1).
        S_CMP_EQ_U32 "s_cmp_eq_u32" [6 6 6 6 6] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 != S1).
        S_CMP_LG_U32 "s_cmp_lg_u32" [7 7 7 7 7] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 > S1), unsigned.
        S_CMP_GT_U32 "s_cmp_gt_u32" [8 8 8 8 8] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 >= S1), unsigned.
        S_CMP_GE_U32 "s_cmp_ge_u32" [9 9 9 9 9] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 < S1), unsigned.
        S_CMP_LT_U32 "s_cmp_lt_u32" [10 10 10 10 10] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (S0 <= S1), unsigned.
        S_CMP_LE_U32 "s_cmp_le_u32" [11 11 11 11 11] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (bit S1[4:0] of S0 is 0).
        S_BITCMP0_B32 "s_bitcmp0_b32" [12 12 12 12 12] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (bit S1[4:0] of S0 is 1).
        S_BITCMP1_B32 "s_bitcmp1_b32" [13 13 13 13 13] : None (B32 B32) [WRITES_SCC] Exact;
        /// SCC = (bit S1[5:0] of S0 is 0).
        S_BITCMP0_B64 "s_bitcmp0_b64" [14 14 14 14 14] : None (B64 B32) [WRITES_SCC] Exact;
        /// SCC = (bit S1[5:0] of S0 is 1).
        S_BITCMP1_B64 "s_bitcmp1_b64" [15 15 15 15 15] : None (B64 B32) [WRITES_SCC] Exact;
        /// MODE.VSKIP = bit S1[4:0] of S0: skip vector instructions.
        S_SETVSKIP "s_setvskip" [16 16 16 16 16] : None (B32 B32) [] Exact;
        /// MODE.GPR_IDX_EN = 1; M0[7:0] = S0[7:0]; M0[15:12] = the instruction's mode bits.
        S_SET_GPR_IDX_ON "s_set_gpr_idx_on" [_ _ 17 17 17] : None (B32) [READS_M0 WRITES_M0 READS_MODE] Exact;
        /// SCC = (S0 == S1), 64 bits.
        S_CMP_EQ_U64 "s_cmp_eq_u64" [_ _ 18 18 18] : None (B64 B64) [WRITES_SCC] Exact;
        /// SCC = (S0 != S1), 64 bits.
        S_CMP_LG_U64 "s_cmp_lg_u64" [_ _ 19 19 19] : None (B64 B64) [WRITES_SCC] Exact;
    }
}
