//! SOP2: scalar operations with two sources (CLRX GcnInstrsSop2).

use super::table::encoding;

encoding! {
    /// SOP2: scalar operations with two sources (CLRX GcnInstrsSop2).
    Sop2 [128] fidelity {
        /// D = S0 + S1; SCC = unsigned carry.
        S_ADD_U32 "s_add_u32" [0 0 0 0 0] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 - S1; SCC = unsigned borrow.
        S_SUB_U32 "s_sub_u32" [1 1 1 1 1] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 + S1; SCC = signed overflow.
        S_ADD_I32 "s_add_i32" [2 2 2 2 2] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 - S1; SCC = signed overflow.
        S_SUB_I32 "s_sub_i32" [3 3 3 3 3] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 + S1 + SCC; SCC = unsigned carry.
        S_ADDC_U32 "s_addc_u32" [4 4 4 4 4] : B32 (B32 B32) [WRITES_SCC READS_SCC] Exact;
        /// D = S0 - S1 - SCC; SCC = unsigned borrow.
        S_SUBB_U32 "s_subb_u32" [5 5 5 5 5] : B32 (B32 B32) [WRITES_SCC READS_SCC] Exact;
        /// D = min(S0, S1), signed; SCC = (S0 < S1).
        S_MIN_I32 "s_min_i32" [6 6 6 6 6] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = min(S0, S1), unsigned; SCC = (S0 < S1).
        S_MIN_U32 "s_min_u32" [7 7 7 7 7] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = max(S0, S1), signed; SCC = (S0 > S1).
        S_MAX_I32 "s_max_i32" [8 8 8 8 8] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = max(S0, S1), unsigned; SCC = (S0 > S1).
        S_MAX_U32 "s_max_u32" [9 9 9 9 9] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = SCC ? S0 : S1.
        S_CSELECT_B32 "s_cselect_b32" [10 10 10 10 10] : B32 (B32 B32) [READS_SCC] Exact;
        /// D = SCC ? S0 : S1.
        S_CSELECT_B64 "s_cselect_b64" [11 11 11 11 11] : B64 (B64 B64) [READS_SCC] Exact;
        /// D = S0 & S1; SCC = (D != 0).
        S_AND_B32 "s_and_b32" [14 14 12 12 12] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 & S1; SCC = (D != 0).
        S_AND_B64 "s_and_b64" [15 15 13 13 13] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = S0 | S1; SCC = (D != 0).
        S_OR_B32 "s_or_b32" [16 16 14 14 14] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 | S1; SCC = (D != 0).
        S_OR_B64 "s_or_b64" [17 17 15 15 15] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = S0 ^ S1; SCC = (D != 0).
        S_XOR_B32 "s_xor_b32" [18 18 16 16 16] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 ^ S1; SCC = (D != 0).
        S_XOR_B64 "s_xor_b64" [19 19 17 17 17] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = S0 & ~S1; SCC = (D != 0).
        S_ANDN2_B32 "s_andn2_b32" [20 20 18 18 18] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 & ~S1; SCC = (D != 0).
        S_ANDN2_B64 "s_andn2_b64" [21 21 19 19 19] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = S0 | ~S1; SCC = (D != 0).
        S_ORN2_B32 "s_orn2_b32" [22 22 20 20 20] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 | ~S1; SCC = (D != 0).
        S_ORN2_B64 "s_orn2_b64" [23 23 21 21 21] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = ~(S0 & S1); SCC = (D != 0).
        S_NAND_B32 "s_nand_b32" [24 24 22 22 22] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = ~(S0 & S1); SCC = (D != 0).
        S_NAND_B64 "s_nand_b64" [25 25 23 23 23] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = ~(S0 | S1); SCC = (D != 0).
        S_NOR_B32 "s_nor_b32" [26 26 24 24 24] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = ~(S0 | S1); SCC = (D != 0).
        S_NOR_B64 "s_nor_b64" [27 27 25 25 25] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = ~(S0 ^ S1); SCC = (D != 0).
        S_XNOR_B32 "s_xnor_b32" [28 28 26 26 26] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = ~(S0 ^ S1); SCC = (D != 0).
        S_XNOR_B64 "s_xnor_b64" [29 29 27 27 27] : B64 (B64 B64) [WRITES_SCC] Exact;
        /// D = S0 << S1[4:0]; SCC = (D != 0).
        S_LSHL_B32 "s_lshl_b32" [30 30 28 28 28] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 << S1[5:0]; SCC = (D != 0).
        S_LSHL_B64 "s_lshl_b64" [31 31 29 29 29] : B64 (B64 B32) [WRITES_SCC] Exact;
        /// D = S0 >> S1[4:0], unsigned; SCC = (D != 0).
        S_LSHR_B32 "s_lshr_b32" [32 32 30 30 30] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 >> S1[5:0], unsigned; SCC = (D != 0).
        S_LSHR_B64 "s_lshr_b64" [33 33 31 31 31] : B64 (B64 B32) [WRITES_SCC] Exact;
        /// D = S0 >> S1[4:0], signed; SCC = (D != 0).
        S_ASHR_I32 "s_ashr_i32" [34 34 32 32 32] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S0 >> S1[5:0], signed; SCC = (D != 0).
        S_ASHR_I64 "s_ashr_i64" [35 35 33 33 33] : B64 (I64 B32) [WRITES_SCC] Exact;
        /// D = ((1 << S0[4:0]) - 1) << S1[4:0].
        S_BFM_B32 "s_bfm_b32" [36 36 34 34 34] : B32 (B32 B32) [] Exact;
        /// D = ((1 << S0[5:0]) - 1) << S1[5:0].
        S_BFM_B64 "s_bfm_b64" [37 37 35 35 35] : B64 (B32 B32) [] Exact;
        /// D = S0 * S1, low 32 bits.
        S_MUL_I32 "s_mul_i32" [38 38 36 36 36] : B32 (B32 B32) [] Exact;
        /// D = the S1[22:16] bits of S0 from bit S1[4:0] on, zero-extended; SCC = (D != 0).
        S_BFE_U32 "s_bfe_u32" [39 39 37 37 37] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = the S1[22:16] bits of S0 from bit S1[4:0] on, sign-extended; SCC = (D != 0).
        S_BFE_I32 "s_bfe_i32" [40 40 38 38 38] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = the S1[22:16] bits of S0 from bit S1[5:0] on, zero-extended; SCC = (D != 0).
        S_BFE_U64 "s_bfe_u64" [41 41 39 39 39] : B64 (B64 B32) [WRITES_SCC] Exact;
        /// D = the S1[22:16] bits of S0 from bit S1[5:0] on, sign-extended; SCC = (D != 0).
        S_BFE_I64 "s_bfe_i64" [42 42 40 40 40] : B64 (I64 B32) [WRITES_SCC] Exact;
        /// Fork on the mask S0: goes on with one half of the lanes and pushes the other, whose PC is S1, on the stack of MODE.CSP.
        S_CBRANCH_G_FORK "s_cbranch_g_fork" [43 43 41 41 41] : None (B64 B64) [WRITES_EXEC READS_MODE BRANCH] Exact;
        /// D = |S0 - S1|, wrapping; SCC = (D != 0).
        S_ABSDIFF_I32 "s_absdiff_i32" [44 44 42 42 42] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// Return from the trap handler to S0, restoring S1 into STATUS.
        S_RFE_RESTORE_B64 "s_rfe_restore_b64" [_ _ 43 43 43] : None (B64 B32) [BRANCH SYSTEM] Refused;
        /// D = S0 * S1 >> 32, unsigned.
        S_MUL_HI_U32 "s_mul_hi_u32" [_ _ _ 44 44] : B32 (B32 B32) [] Exact;
        /// D = S0 * S1 >> 32, signed.
        S_MUL_HI_I32 "s_mul_hi_i32" [_ _ _ 45 45] : B32 (B32 B32) [] Exact;
        /// D = (S0 << 1) + S1; SCC = unsigned carry.
        S_LSHL1_ADD_U32 "s_lshl1_add_u32" [_ _ _ 46 46] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = (S0 << 2) + S1; SCC = unsigned carry.
        S_LSHL2_ADD_U32 "s_lshl2_add_u32" [_ _ _ 47 47] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = (S0 << 3) + S1; SCC = unsigned carry.
        S_LSHL3_ADD_U32 "s_lshl3_add_u32" [_ _ _ 48 48] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = (S0 << 4) + S1; SCC = unsigned carry.
        S_LSHL4_ADD_U32 "s_lshl4_add_u32" [_ _ _ 49 49] : B32 (B32 B32) [WRITES_SCC] Exact;
        /// D = S1[15:0] << 16 | S0[15:0].
        S_PACK_LL_B32_B16 "s_pack_ll_b32_b16" [_ _ _ 50 50] : B32 (B32 B32) [] Exact;
        /// D = S1[31:16] << 16 | S0[15:0].
        S_PACK_LH_B32_B16 "s_pack_lh_b32_b16" [_ _ _ 51 51] : B32 (B32 B32) [] Exact;
        /// D = S1[31:16] << 16 | S0[31:16].
        S_PACK_HH_B32_B16 "s_pack_hh_b32_b16" [_ _ _ 52 52] : B32 (B32 B32) [] Exact;
    }
}
