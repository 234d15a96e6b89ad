//! SOP1: scalar operations with one source (CLRX GcnInstrsSop1).

use super::table::encoding;

encoding! {
    /// SOP1: scalar operations with one source (CLRX GcnInstrsSop1).
    Sop1 [256] fidelity {
        /// D = S0.
        S_MOV_B32 "s_mov_b32" [3 3 0 0 0] : B32 (B32) [] Exact;
        /// D = S0.
        S_MOV_B64 "s_mov_b64" [4 4 1 1 1] : B64 (B64) [] Exact;
        /// If SCC: D = S0.
        S_CMOV_B32 "s_cmov_b32" [5 5 2 2 2] : B32 (B32) [READS_SCC READS_DST] Exact;
        /// If SCC: D = S0.
        S_CMOV_B64 "s_cmov_b64" [6 6 3 3 3] : B64 (B64) [READS_SCC READS_DST] Exact;
        /// D = ~S0; SCC = (D != 0).
        S_NOT_B32 "s_not_b32" [7 7 4 4 4] : B32 (B32) [WRITES_SCC] Exact;
        /// D = ~S0; SCC = (D != 0).
        S_NOT_B64 "s_not_b64" [8 8 5 5 5] : B64 (B64) [WRITES_SCC] Exact;
        /// Each group of four bits of D is all ones if any of that group of S0 is set; SCC = (D != 0).
        S_WQM_B32 "s_wqm_b32" [9 9 6 6 6] : B32 (B32) [WRITES_SCC] Exact;
        /// Each group of four bits of D is all ones if any of that group of S0 is set; SCC = (D != 0).
        S_WQM_B64 "s_wqm_b64" [10 10 7 7 7] : B64 (B64) [WRITES_SCC] Exact;
        /// D = S0 with its bits in reverse order.
        S_BREV_B32 "s_brev_b32" [11 11 8 8 8] : B32 (B32) [] Exact;
        /// D = S0 with its bits in reverse order.
        S_BREV_B64 "s_brev_b64" [12 12 9 9 9] : B64 (B64) [] Exact;
        /// D = number of zero bits in S0; SCC = (D != 0).
        S_BCNT0_I32_B32 "s_bcnt0_i32_b32" [13 13 10 10 10] : B32 (B32) [WRITES_SCC] Exact;
        /// D = number of zero bits in S0; SCC = (D != 0).
        S_BCNT0_I32_B64 "s_bcnt0_i32_b64" [14 14 11 11 11] : B32 (B64) [WRITES_SCC] Exact;
        /// D = number of one bits in S0; SCC = (D != 0).
        S_BCNT1_I32_B32 "s_bcnt1_i32_b32" [15 15 12 12 12] : B32 (B32) [WRITES_SCC] Exact;
        /// D = number of one bits in S0; SCC = (D != 0).
        S_BCNT1_I32_B64 "s_bcnt1_i32_b64" [16 16 13 13 13] : B32 (B64) [WRITES_SCC] Exact;
        /// D = position of the lowest zero bit of S0, -1 if there is none.
        S_FF0_I32_B32 "s_ff0_i32_b32" [17 17 14 14 14] : B32 (B32) [] Exact;
        /// D = position of the lowest zero bit of S0, -1 if there is none.
        S_FF0_I32_B64 "s_ff0_i32_b64" [18 18 15 15 15] : B32 (B64) [] Exact;
        /// D = position of the lowest one bit of S0, -1 if there is none.
        S_FF1_I32_B32 "s_ff1_i32_b32" [19 19 16 16 16] : B32 (B32) [] Exact;
        /// D = position of the lowest one bit of S0, -1 if there is none.
        S_FF1_I32_B64 "s_ff1_i32_b64" [20 20 17 17 17] : B32 (B64) [] Exact;
        /// D = number of zero bits above the highest one bit of S0, -1 if S0 is 0.
        S_FLBIT_I32_B32 "s_flbit_i32_b32" [21 21 18 18 18] : B32 (B32) [] Exact;
        /// D = number of zero bits above the highest one bit of S0, -1 if S0 is 0.
        S_FLBIT_I32_B64 "s_flbit_i32_b64" [22 22 19 19 19] : B32 (B64) [] Exact;
        /// D = number of bits below the sign bit of S0 that equal it until the first that differs, plus one; -1 if none does.
        S_FLBIT_I32 "s_flbit_i32" [23 23 20 20 20] : B32 (B32) [] Exact;
        /// D = number of bits below the sign bit of the 64-bit S0 that equal it until the first that differs, plus one; -1 if none does.
        S_FLBIT_I32_I64 "s_flbit_i32_i64" [24 24 21 21 21] : B32 (I64) [] Exact;
        /// D = S0[7:0], sign-extended.
        S_SEXT_I32_I8 "s_sext_i32_i8" [25 25 22 22 22] : B32 (B32) [] Exact;
        /// D = S0[15:0], sign-extended.
        S_SEXT_I32_I16 "s_sext_i32_i16" [26 26 23 23 23] : B32 (B32) [] Exact;
        /// D with bit S0[4:0] cleared.
        S_BITSET0_B32 "s_bitset0_b32" [27 27 24 24 24] : B32 (B32) [READS_DST] Exact;
        /// D with bit S0[5:0] cleared.
        S_BITSET0_B64 "s_bitset0_b64" [28 28 25 25 25] : B64 (B32) [READS_DST] Exact;
        /// D with bit S0[4:0] set.
        S_BITSET1_B32 "s_bitset1_b32" [29 29 26 26 26] : B32 (B32) [READS_DST] Exact;
        /// D with bit S0[5:0] set.
        S_BITSET1_B64 "s_bitset1_b64" [30 30 27 27 27] : B64 (B32) [READS_DST] Exact;
        /// D = address of the next instruction.
        S_GETPC_B64 "s_getpc_b64" [31 31 28 28 28] : B64 () [] Exact;
        /// PC = S0.
        S_SETPC_B64 "s_setpc_b64" [32 32 29 29 29] : None (B64) [BRANCH] Exact;
        /// D = address of the next instruction; PC = S0.
        S_SWAPPC_B64 "s_swappc_b64" [33 33 30 30 30] : B64 (B64) [BRANCH] Exact;
        /// Return from the trap handler: PC = S0, and the wave leaves privileged mode.
        S_RFE_B64 "s_rfe_b64" [34 34 31 31 31] : None (B64) [BRANCH SYSTEM] Refused;
        /// D = EXEC; EXEC = S0 & EXEC; SCC = (EXEC != 0).
        S_AND_SAVEEXEC_B64 "s_and_saveexec_b64" [36 36 32 32 32] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = S0 | EXEC; SCC = (EXEC != 0).
        S_OR_SAVEEXEC_B64 "s_or_saveexec_b64" [37 37 33 33 33] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = S0 ^ EXEC; SCC = (EXEC != 0).
        S_XOR_SAVEEXEC_B64 "s_xor_saveexec_b64" [38 38 34 34 34] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = S0 & ~EXEC; SCC = (EXEC != 0).
        S_ANDN2_SAVEEXEC_B64 "s_andn2_saveexec_b64" [39 39 35 35 35] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = S0 | ~EXEC; SCC = (EXEC != 0).
        S_ORN2_SAVEEXEC_B64 "s_orn2_saveexec_b64" [40 40 36 36 36] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = ~(S0 & EXEC); SCC = (EXEC != 0).
        S_NAND_SAVEEXEC_B64 "s_nand_saveexec_b64" [41 41 37 37 37] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = ~(S0 | EXEC); SCC = (EXEC != 0).
        S_NOR_SAVEEXEC_B64 "s_nor_saveexec_b64" [42 42 38 38 38] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = ~(S0 ^ EXEC); SCC = (EXEC != 0).
        S_XNOR_SAVEEXEC_B64 "s_xnor_saveexec_b64" [43 43 39 39 39] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// Bit i of D is set if any of bits 4i+3:4i of S0 is; SCC = (D != 0).
        S_QUADMASK_B32 "s_quadmask_b32" [44 44 40 40 40] : B32 (B32) [WRITES_SCC] Exact;
        /// Bit i of D is set if any of bits 4i+3:4i of S0 is; SCC = (D != 0).
        S_QUADMASK_B64 "s_quadmask_b64" [45 45 41 41 41] : B64 (B64) [WRITES_SCC] Exact;
        /// D = the SGPR (pair) M0 registers above S0.
        S_MOVRELS_B32 "s_movrels_b32" [46 46 42 42 42] : B32 (B32) [READS_M0 MOVREL_SRC] Exact;
        /// D = the SGPR (pair) M0 registers above S0.
        S_MOVRELS_B64 "s_movrels_b64" [47 47 43 43 43] : B64 (B64) [READS_M0 MOVREL_SRC] Exact;
        /// The SGPR (pair) M0 registers above SDST = S0.
        S_MOVRELD_B32 "s_movreld_b32" [48 48 44 44 44] : B32 (B32) [READS_M0 MOVREL_DST] Exact;
        /// The SGPR (pair) M0 registers above SDST = S0.
        S_MOVRELD_B64 "s_movreld_b64" [49 49 45 45 45] : B64 (B64) [READS_M0 MOVREL_DST] Exact;
        /// Join of a conditional fork: pops the other path's EXEC and PC unless the saved stack pointer S0 equals the current one (MODE.CSP).
        S_CBRANCH_JOIN "s_cbranch_join" [50 50 46 46 46] : None (B32) [WRITES_EXEC READS_MODE BRANCH] Exact;
        /// Undocumented.
        S_MOV_REGRD_B32 "s_mov_regrd_b32" [51 51 47 47 47 47 _] : None () [SYSTEM] Refused;
        /// D = |S0|, wrapping; SCC = (D != 0).
        S_ABS_I32 "s_abs_i32" [52 52 48 48 48] : B32 (B32) [WRITES_SCC] Exact;
        /// D = S0, for fault injection.
        S_MOV_FED_B32 "s_mov_fed_b32" [53 53 49 49 49 49 _] : None () [SYSTEM] Refused;
        /// M0[7:0] = S0[7:0]: the index of GPR index mode.
        S_SET_GPR_IDX_IDX "s_set_gpr_idx_idx" [_ _ 50 50 50] : None (B32) [READS_M0 WRITES_M0 READS_MODE] Exact;
        /// D = EXEC; EXEC = ~S0 & EXEC; SCC = (EXEC != 0).
        S_ANDN1_SAVEEXEC_B64 "s_andn1_saveexec_b64" [_ _ _ 51 51] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// D = EXEC; EXEC = ~S0 | EXEC; SCC = (EXEC != 0).
        S_ORN1_SAVEEXEC_B64 "s_orn1_saveexec_b64" [_ _ _ 52 52] : B64 (B64) [WRITES_SCC WRITES_EXEC SAVES_EXEC] Exact;
        /// EXEC = ~S0 & EXEC; D = EXEC; SCC = (EXEC != 0).
        S_ANDN1_WREXEC_B64 "s_andn1_wrexec_b64" [_ _ _ 53 53] : B64 (B64) [WRITES_SCC WRITES_EXEC] Exact;
        /// EXEC = S0 & ~EXEC; D = EXEC; SCC = (EXEC != 0).
        S_ANDN2_WREXEC_B64 "s_andn2_wrexec_b64" [_ _ _ 54 54] : B64 (B64) [WRITES_SCC WRITES_EXEC] Exact;
        /// D = S0 with every bit doubled.
        S_BITREPLICATE_B64_B32 "s_bitreplicate_b64_b32" [_ _ _ 55 55] : B64 (B32) [] Exact;
    }
}
