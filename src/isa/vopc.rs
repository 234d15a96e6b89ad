//! VOPC: vector compares (CLRX GcnInstrsVopc); second column VOP3.

use super::table::encoding;

encoding! {
    /// VOPC: vector compares (CLRX GcnInstrsVopc); second column VOP3.
    Vopc [256 1024] test: Test {
        /// D[lane] = (S0, an f32, is in a class whose bit is set in S1).
        V_CMP_CLASS_F32 "v_cmp_class_f32" [136 136 16 16 16] [136 136 16 16 16] : Mask (F32 B32) [SDWA8 SDWA9] => Class;
        /// D[lane] = (S0, an f32, is in a class whose bit is set in S1); EXEC = D.
        V_CMPX_CLASS_F32 "v_cmpx_class_f32" [152 152 17 17 17] [152 152 17 17 17] : Mask (F32 B32) [WRITES_EXEC SDWA8 SDWA9] => Class;
        /// D[lane] = (S0, an f64, is in a class whose bit is set in S1).
        V_CMP_CLASS_F64 "v_cmp_class_f64" [168 168 18 18 18] [168 168 18 18 18] : Mask (F64 B32) [] => Class;
        /// D[lane] = (S0, an f64, is in a class whose bit is set in S1); EXEC = D.
        V_CMPX_CLASS_F64 "v_cmpx_class_f64" [184 184 19 19 19] [184 184 19 19 19] : Mask (F64 B32) [WRITES_EXEC] => Class;
        /// D[lane] = (S0, an f16, is in a class whose bit is set in S1).
        V_CMP_CLASS_F16 "v_cmp_class_f16" [_ _ 20 20 20] [_ _ 20 20 20] : Mask (F16 B32) [SDWA8 SDWA9] => Class;
        /// D[lane] = (S0, an f16, is in a class whose bit is set in S1); EXEC = D.
        V_CMPX_CLASS_F16 "v_cmpx_class_f16" [_ _ 21 21 21] [_ _ 21 21 21] : Mask (F16 B32) [WRITES_EXEC SDWA8 SDWA9] => Class;
        /// D[lane] = (false), f16.
        V_CMP_F_F16 "v_cmp_f_f16" [_ _ 32 32 32] [_ _ 32 32 32] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(0);
        /// D[lane] = (S0 < S1), f16.
        V_CMP_LT_F16 "v_cmp_lt_f16" [_ _ 33 33 33] [_ _ 33 33 33] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT);
        /// D[lane] = (S0 == S1), f16.
        V_CMP_EQ_F16 "v_cmp_eq_f16" [_ _ 34 34 34] [_ _ 34 34 34] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(EQ);
        /// D[lane] = (S0 <= S1), f16.
        V_CMP_LE_F16 "v_cmp_le_f16" [_ _ 35 35 35] [_ _ 35 35 35] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f16.
        V_CMP_GT_F16 "v_cmp_gt_f16" [_ _ 36 36 36] [_ _ 36 36 36] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f16.
        V_CMP_LG_F16 "v_cmp_lg_f16" [_ _ 37 37 37] [_ _ 37 37 37] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f16.
        V_CMP_GE_F16 "v_cmp_ge_f16" [_ _ 38 38 38] [_ _ 38 38 38] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f16.
        V_CMP_O_F16 "v_cmp_o_f16" [_ _ 39 39 39] [_ _ 39 39 39] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f16.
        V_CMP_U_F16 "v_cmp_u_f16" [_ _ 40 40 40] [_ _ 40 40 40] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(UN);
        /// D[lane] = (not S0 >= S1), f16.
        V_CMP_NGE_F16 "v_cmp_nge_f16" [_ _ 41 41 41] [_ _ 41 41 41] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f16.
        V_CMP_NLG_F16 "v_cmp_nlg_f16" [_ _ 42 42 42] [_ _ 42 42 42] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f16.
        V_CMP_NGT_F16 "v_cmp_ngt_f16" [_ _ 43 43 43] [_ _ 43 43 43] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f16.
        V_CMP_NLE_F16 "v_cmp_nle_f16" [_ _ 44 44 44] [_ _ 44 44 44] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f16.
        V_CMP_NEQ_F16 "v_cmp_neq_f16" [_ _ 45 45 45] [_ _ 45 45 45] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f16.
        V_CMP_NLT_F16 "v_cmp_nlt_f16" [_ _ 46 46 46] [_ _ 46 46 46] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(EQ | GT | UN);
        /// D[lane] = (true), f16.
        V_CMP_TRU_F16 "v_cmp_tru_f16" [_ _ 47 47 47] [_ _ 47 47 47] : Mask (F16 F16) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), f16; EXEC = D.
        V_CMPX_F_F16 "v_cmpx_f_f16" [_ _ 48 48 48] [_ _ 48 48 48] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(0);
        /// D[lane] = (S0 < S1), f16; EXEC = D.
        V_CMPX_LT_F16 "v_cmpx_lt_f16" [_ _ 49 49 49] [_ _ 49 49 49] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT);
        /// D[lane] = (S0 == S1), f16; EXEC = D.
        V_CMPX_EQ_F16 "v_cmpx_eq_f16" [_ _ 50 50 50] [_ _ 50 50 50] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ);
        /// D[lane] = (S0 <= S1), f16; EXEC = D.
        V_CMPX_LE_F16 "v_cmpx_le_f16" [_ _ 51 51 51] [_ _ 51 51 51] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f16; EXEC = D.
        V_CMPX_GT_F16 "v_cmpx_gt_f16" [_ _ 52 52 52] [_ _ 52 52 52] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f16; EXEC = D.
        V_CMPX_LG_F16 "v_cmpx_lg_f16" [_ _ 53 53 53] [_ _ 53 53 53] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f16; EXEC = D.
        V_CMPX_GE_F16 "v_cmpx_ge_f16" [_ _ 54 54 54] [_ _ 54 54 54] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f16; EXEC = D.
        V_CMPX_O_F16 "v_cmpx_o_f16" [_ _ 55 55 55] [_ _ 55 55 55] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f16; EXEC = D.
        V_CMPX_U_F16 "v_cmpx_u_f16" [_ _ 56 56 56] [_ _ 56 56 56] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(UN);
        /// D[lane] = (not S0 >= S1), f16; EXEC = D.
        V_CMPX_NGE_F16 "v_cmpx_nge_f16" [_ _ 57 57 57] [_ _ 57 57 57] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f16; EXEC = D.
        V_CMPX_NLG_F16 "v_cmpx_nlg_f16" [_ _ 58 58 58] [_ _ 58 58 58] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f16; EXEC = D.
        V_CMPX_NGT_F16 "v_cmpx_ngt_f16" [_ _ 59 59 59] [_ _ 59 59 59] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f16; EXEC = D.
        V_CMPX_NLE_F16 "v_cmpx_nle_f16" [_ _ 60 60 60] [_ _ 60 60 60] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f16; EXEC = D.
        V_CMPX_NEQ_F16 "v_cmpx_neq_f16" [_ _ 61 61 61] [_ _ 61 61 61] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f16; EXEC = D.
        V_CMPX_NLT_F16 "v_cmpx_nlt_f16" [_ _ 62 62 62] [_ _ 62 62 62] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ | GT | UN);
        /// D[lane] = (true), f16; EXEC = D.
        V_CMPX_TRU_F16 "v_cmpx_tru_f16" [_ _ 63 63 63] [_ _ 63 63 63] : Mask (F16 F16) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), f32; signals on quiet NaN.
        V_CMPS_F_F32 "v_cmps_f_f32" [64 64 _ _ _] [64 64 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(0);
        /// D[lane] = (false), f32.
        V_CMP_F_F32 "v_cmp_f_f32" [0 0 64 64 64] [0 0 64 64 64] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(0);
        /// D[lane] = (S0 < S1), f32; signals on quiet NaN.
        V_CMPS_LT_F32 "v_cmps_lt_f32" [65 65 _ _ _] [65 65 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT);
        /// D[lane] = (S0 < S1), f32.
        V_CMP_LT_F32 "v_cmp_lt_f32" [1 1 65 65 65] [1 1 65 65 65] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT);
        /// D[lane] = (S0 == S1), f32; signals on quiet NaN.
        V_CMPS_EQ_F32 "v_cmps_eq_f32" [66 66 _ _ _] [66 66 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(EQ);
        /// D[lane] = (S0 == S1), f32.
        V_CMP_EQ_F32 "v_cmp_eq_f32" [2 2 66 66 66] [2 2 66 66 66] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(EQ);
        /// D[lane] = (S0 <= S1), f32; signals on quiet NaN.
        V_CMPS_LE_F32 "v_cmps_le_f32" [67 67 _ _ _] [67 67 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 <= S1), f32.
        V_CMP_LE_F32 "v_cmp_le_f32" [3 3 67 67 67] [3 3 67 67 67] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f32; signals on quiet NaN.
        V_CMPS_GT_F32 "v_cmps_gt_f32" [68 68 _ _ _] [68 68 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(GT);
        /// D[lane] = (S0 > S1), f32.
        V_CMP_GT_F32 "v_cmp_gt_f32" [4 4 68 68 68] [4 4 68 68 68] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f32; signals on quiet NaN.
        V_CMPS_LG_F32 "v_cmps_lg_f32" [69 69 _ _ _] [69 69 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f32.
        V_CMP_LG_F32 "v_cmp_lg_f32" [5 5 69 69 69] [5 5 69 69 69] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f32; signals on quiet NaN.
        V_CMPS_GE_F32 "v_cmps_ge_f32" [70 70 _ _ _] [70 70 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(GT | EQ);
        /// D[lane] = (S0 >= S1), f32.
        V_CMP_GE_F32 "v_cmp_ge_f32" [6 6 70 70 70] [6 6 70 70 70] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f32; signals on quiet NaN.
        V_CMPS_O_F32 "v_cmps_o_f32" [71 71 _ _ _] [71 71 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (neither is NaN), f32.
        V_CMP_O_F32 "v_cmp_o_f32" [7 7 71 71 71] [7 7 71 71 71] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f32; signals on quiet NaN.
        V_CMPS_U_F32 "v_cmps_u_f32" [72 72 _ _ _] [72 72 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(UN);
        /// D[lane] = (either is NaN), f32.
        V_CMP_U_F32 "v_cmp_u_f32" [8 8 72 72 72] [8 8 72 72 72] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(UN);
        /// D[lane] = (not S0 >= S1), f32; signals on quiet NaN.
        V_CMPS_NGE_F32 "v_cmps_nge_f32" [73 73 _ _ _] [73 73 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | UN);
        /// D[lane] = (not S0 >= S1), f32.
        V_CMP_NGE_F32 "v_cmp_nge_f32" [9 9 73 73 73] [9 9 73 73 73] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f32; signals on quiet NaN.
        V_CMPS_NLG_F32 "v_cmps_nlg_f32" [74 74 _ _ _] [74 74 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f32.
        V_CMP_NLG_F32 "v_cmp_nlg_f32" [10 10 74 74 74] [10 10 74 74 74] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f32; signals on quiet NaN.
        V_CMPS_NGT_F32 "v_cmps_ngt_f32" [75 75 _ _ _] [75 75 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 > S1), f32.
        V_CMP_NGT_F32 "v_cmp_ngt_f32" [11 11 75 75 75] [11 11 75 75 75] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f32; signals on quiet NaN.
        V_CMPS_NLE_F32 "v_cmps_nle_f32" [76 76 _ _ _] [76 76 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 <= S1), f32.
        V_CMP_NLE_F32 "v_cmp_nle_f32" [12 12 76 76 76] [12 12 76 76 76] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f32; signals on quiet NaN.
        V_CMPS_NEQ_F32 "v_cmps_neq_f32" [77 77 _ _ _] [77 77 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 == S1), f32.
        V_CMP_NEQ_F32 "v_cmp_neq_f32" [13 13 77 77 77] [13 13 77 77 77] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f32; signals on quiet NaN.
        V_CMPS_NLT_F32 "v_cmps_nlt_f32" [78 78 _ _ _] [78 78 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (not S0 < S1), f32.
        V_CMP_NLT_F32 "v_cmp_nlt_f32" [14 14 78 78 78] [14 14 78 78 78] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(EQ | GT | UN);
        /// D[lane] = (true), f32; signals on quiet NaN.
        V_CMPS_TRU_F32 "v_cmps_tru_f32" [79 79 _ _ _] [79 79 _ _ _] : Mask (F32 F32) [READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (true), f32.
        V_CMP_TRU_F32 "v_cmp_tru_f32" [15 15 79 79 79] [15 15 79 79 79] : Mask (F32 F32) [READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_F_F32 "v_cmpsx_f_f32" [80 80 _ _ _] [80 80 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(0);
        /// D[lane] = (false), f32; EXEC = D.
        V_CMPX_F_F32 "v_cmpx_f_f32" [16 16 80 80 80] [16 16 80 80 80] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(0);
        /// D[lane] = (S0 < S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_LT_F32 "v_cmpsx_lt_f32" [81 81 _ _ _] [81 81 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT);
        /// D[lane] = (S0 < S1), f32; EXEC = D.
        V_CMPX_LT_F32 "v_cmpx_lt_f32" [17 17 81 81 81] [17 17 81 81 81] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT);
        /// D[lane] = (S0 == S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_EQ_F32 "v_cmpsx_eq_f32" [82 82 _ _ _] [82 82 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(EQ);
        /// D[lane] = (S0 == S1), f32; EXEC = D.
        V_CMPX_EQ_F32 "v_cmpx_eq_f32" [18 18 82 82 82] [18 18 82 82 82] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ);
        /// D[lane] = (S0 <= S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_LE_F32 "v_cmpsx_le_f32" [83 83 _ _ _] [83 83 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 <= S1), f32; EXEC = D.
        V_CMPX_LE_F32 "v_cmpx_le_f32" [19 19 83 83 83] [19 19 83 83 83] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_GT_F32 "v_cmpsx_gt_f32" [84 84 _ _ _] [84 84 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(GT);
        /// D[lane] = (S0 > S1), f32; EXEC = D.
        V_CMPX_GT_F32 "v_cmpx_gt_f32" [20 20 84 84 84] [20 20 84 84 84] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_LG_F32 "v_cmpsx_lg_f32" [85 85 _ _ _] [85 85 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f32; EXEC = D.
        V_CMPX_LG_F32 "v_cmpx_lg_f32" [21 21 85 85 85] [21 21 85 85 85] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_GE_F32 "v_cmpsx_ge_f32" [86 86 _ _ _] [86 86 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(GT | EQ);
        /// D[lane] = (S0 >= S1), f32; EXEC = D.
        V_CMPX_GE_F32 "v_cmpx_ge_f32" [22 22 86 86 86] [22 22 86 86 86] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_O_F32 "v_cmpsx_o_f32" [87 87 _ _ _] [87 87 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (neither is NaN), f32; EXEC = D.
        V_CMPX_O_F32 "v_cmpx_o_f32" [23 23 87 87 87] [23 23 87 87 87] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_U_F32 "v_cmpsx_u_f32" [88 88 _ _ _] [88 88 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(UN);
        /// D[lane] = (either is NaN), f32; EXEC = D.
        V_CMPX_U_F32 "v_cmpx_u_f32" [24 24 88 88 88] [24 24 88 88 88] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(UN);
        /// D[lane] = (not S0 >= S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NGE_F32 "v_cmpsx_nge_f32" [89 89 _ _ _] [89 89 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | UN);
        /// D[lane] = (not S0 >= S1), f32; EXEC = D.
        V_CMPX_NGE_F32 "v_cmpx_nge_f32" [25 25 89 89 89] [25 25 89 89 89] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLG_F32 "v_cmpsx_nlg_f32" [90 90 _ _ _] [90 90 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f32; EXEC = D.
        V_CMPX_NLG_F32 "v_cmpx_nlg_f32" [26 26 90 90 90] [26 26 90 90 90] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NGT_F32 "v_cmpsx_ngt_f32" [91 91 _ _ _] [91 91 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 > S1), f32; EXEC = D.
        V_CMPX_NGT_F32 "v_cmpx_ngt_f32" [27 27 91 91 91] [27 27 91 91 91] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLE_F32 "v_cmpsx_nle_f32" [92 92 _ _ _] [92 92 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 <= S1), f32; EXEC = D.
        V_CMPX_NLE_F32 "v_cmpx_nle_f32" [28 28 92 92 92] [28 28 92 92 92] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NEQ_F32 "v_cmpsx_neq_f32" [93 93 _ _ _] [93 93 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 == S1), f32; EXEC = D.
        V_CMPX_NEQ_F32 "v_cmpx_neq_f32" [29 29 93 93 93] [29 29 93 93 93] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLT_F32 "v_cmpsx_nlt_f32" [94 94 _ _ _] [94 94 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (not S0 < S1), f32; EXEC = D.
        V_CMPX_NLT_F32 "v_cmpx_nlt_f32" [30 30 94 94 94] [30 30 94 94 94] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(EQ | GT | UN);
        /// D[lane] = (true), f32; signals on quiet NaN; EXEC = D.
        V_CMPSX_TRU_F32 "v_cmpsx_tru_f32" [95 95 _ _ _] [95 95 _ _ _] : Mask (F32 F32) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (true), f32; EXEC = D.
        V_CMPX_TRU_F32 "v_cmpx_tru_f32" [31 31 95 95 95] [31 31 95 95 95] : Mask (F32 F32) [WRITES_EXEC READS_MODE SDWA8 SDWA9] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), f64; signals on quiet NaN.
        V_CMPS_F_F64 "v_cmps_f_f64" [96 96 _ _ _] [96 96 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(0);
        /// D[lane] = (false), f64.
        V_CMP_F_F64 "v_cmp_f_f64" [32 32 96 96 96] [32 32 96 96 96] : Mask (F64 F64) [READS_MODE] => Float(0);
        /// D[lane] = (S0 < S1), f64; signals on quiet NaN.
        V_CMPS_LT_F64 "v_cmps_lt_f64" [97 97 _ _ _] [97 97 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT);
        /// D[lane] = (S0 < S1), f64.
        V_CMP_LT_F64 "v_cmp_lt_f64" [33 33 97 97 97] [33 33 97 97 97] : Mask (F64 F64) [READS_MODE] => Float(LT);
        /// D[lane] = (S0 == S1), f64; signals on quiet NaN.
        V_CMPS_EQ_F64 "v_cmps_eq_f64" [98 98 _ _ _] [98 98 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(EQ);
        /// D[lane] = (S0 == S1), f64.
        V_CMP_EQ_F64 "v_cmp_eq_f64" [34 34 98 98 98] [34 34 98 98 98] : Mask (F64 F64) [READS_MODE] => Float(EQ);
        /// D[lane] = (S0 <= S1), f64; signals on quiet NaN.
        V_CMPS_LE_F64 "v_cmps_le_f64" [99 99 _ _ _] [99 99 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 <= S1), f64.
        V_CMP_LE_F64 "v_cmp_le_f64" [35 35 99 99 99] [35 35 99 99 99] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f64; signals on quiet NaN.
        V_CMPS_GT_F64 "v_cmps_gt_f64" [100 100 _ _ _] [100 100 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(GT);
        /// D[lane] = (S0 > S1), f64.
        V_CMP_GT_F64 "v_cmp_gt_f64" [36 36 100 100 100] [36 36 100 100 100] : Mask (F64 F64) [READS_MODE] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f64; signals on quiet NaN.
        V_CMPS_LG_F64 "v_cmps_lg_f64" [101 101 _ _ _] [101 101 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f64.
        V_CMP_LG_F64 "v_cmp_lg_f64" [37 37 101 101 101] [37 37 101 101 101] : Mask (F64 F64) [READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f64; signals on quiet NaN.
        V_CMPS_GE_F64 "v_cmps_ge_f64" [102 102 _ _ _] [102 102 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(GT | EQ);
        /// D[lane] = (S0 >= S1), f64.
        V_CMP_GE_F64 "v_cmp_ge_f64" [38 38 102 102 102] [38 38 102 102 102] : Mask (F64 F64) [READS_MODE] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f64; signals on quiet NaN.
        V_CMPS_O_F64 "v_cmps_o_f64" [103 103 _ _ _] [103 103 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (neither is NaN), f64.
        V_CMP_O_F64 "v_cmp_o_f64" [39 39 103 103 103] [39 39 103 103 103] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f64; signals on quiet NaN.
        V_CMPS_U_F64 "v_cmps_u_f64" [104 104 _ _ _] [104 104 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(UN);
        /// D[lane] = (either is NaN), f64.
        V_CMP_U_F64 "v_cmp_u_f64" [40 40 104 104 104] [40 40 104 104 104] : Mask (F64 F64) [READS_MODE] => Float(UN);
        /// D[lane] = (not S0 >= S1), f64; signals on quiet NaN.
        V_CMPS_NGE_F64 "v_cmps_nge_f64" [105 105 _ _ _] [105 105 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | UN);
        /// D[lane] = (not S0 >= S1), f64.
        V_CMP_NGE_F64 "v_cmp_nge_f64" [41 41 105 105 105] [41 41 105 105 105] : Mask (F64 F64) [READS_MODE] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f64; signals on quiet NaN.
        V_CMPS_NLG_F64 "v_cmps_nlg_f64" [106 106 _ _ _] [106 106 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f64.
        V_CMP_NLG_F64 "v_cmp_nlg_f64" [42 42 106 106 106] [42 42 106 106 106] : Mask (F64 F64) [READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f64; signals on quiet NaN.
        V_CMPS_NGT_F64 "v_cmps_ngt_f64" [107 107 _ _ _] [107 107 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 > S1), f64.
        V_CMP_NGT_F64 "v_cmp_ngt_f64" [43 43 107 107 107] [43 43 107 107 107] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f64; signals on quiet NaN.
        V_CMPS_NLE_F64 "v_cmps_nle_f64" [108 108 _ _ _] [108 108 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 <= S1), f64.
        V_CMP_NLE_F64 "v_cmp_nle_f64" [44 44 108 108 108] [44 44 108 108 108] : Mask (F64 F64) [READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f64; signals on quiet NaN.
        V_CMPS_NEQ_F64 "v_cmps_neq_f64" [109 109 _ _ _] [109 109 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 == S1), f64.
        V_CMP_NEQ_F64 "v_cmp_neq_f64" [45 45 109 109 109] [45 45 109 109 109] : Mask (F64 F64) [READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f64; signals on quiet NaN.
        V_CMPS_NLT_F64 "v_cmps_nlt_f64" [110 110 _ _ _] [110 110 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (not S0 < S1), f64.
        V_CMP_NLT_F64 "v_cmp_nlt_f64" [46 46 110 110 110] [46 46 110 110 110] : Mask (F64 F64) [READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (true), f64; signals on quiet NaN.
        V_CMPS_TRU_F64 "v_cmps_tru_f64" [111 111 _ _ _] [111 111 _ _ _] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (true), f64.
        V_CMP_TRU_F64 "v_cmp_tru_f64" [47 47 111 111 111] [47 47 111 111 111] : Mask (F64 F64) [READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_F_F64 "v_cmpsx_f_f64" [112 112 _ _ _] [112 112 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(0);
        /// D[lane] = (false), f64; EXEC = D.
        V_CMPX_F_F64 "v_cmpx_f_f64" [48 48 112 112 112] [48 48 112 112 112] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(0);
        /// D[lane] = (S0 < S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_LT_F64 "v_cmpsx_lt_f64" [113 113 _ _ _] [113 113 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT);
        /// D[lane] = (S0 < S1), f64; EXEC = D.
        V_CMPX_LT_F64 "v_cmpx_lt_f64" [49 49 113 113 113] [49 49 113 113 113] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT);
        /// D[lane] = (S0 == S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_EQ_F64 "v_cmpsx_eq_f64" [114 114 _ _ _] [114 114 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ);
        /// D[lane] = (S0 == S1), f64; EXEC = D.
        V_CMPX_EQ_F64 "v_cmpx_eq_f64" [50 50 114 114 114] [50 50 114 114 114] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ);
        /// D[lane] = (S0 <= S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_LE_F64 "v_cmpsx_le_f64" [115 115 _ _ _] [115 115 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 <= S1), f64; EXEC = D.
        V_CMPX_LE_F64 "v_cmpx_le_f64" [51 51 115 115 115] [51 51 115 115 115] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ);
        /// D[lane] = (S0 > S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_GT_F64 "v_cmpsx_gt_f64" [116 116 _ _ _] [116 116 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT);
        /// D[lane] = (S0 > S1), f64; EXEC = D.
        V_CMPX_GT_F64 "v_cmpx_gt_f64" [52 52 116 116 116] [52 52 116 116 116] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_LG_F64 "v_cmpsx_lg_f64" [117 117 _ _ _] [117 117 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 < S1 or S0 > S1), f64; EXEC = D.
        V_CMPX_LG_F64 "v_cmpx_lg_f64" [53 53 117 117 117] [53 53 117 117 117] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | GT);
        /// D[lane] = (S0 >= S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_GE_F64 "v_cmpsx_ge_f64" [118 118 _ _ _] [118 118 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT | EQ);
        /// D[lane] = (S0 >= S1), f64; EXEC = D.
        V_CMPX_GE_F64 "v_cmpx_ge_f64" [54 54 118 118 118] [54 54 118 118 118] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT | EQ);
        /// D[lane] = (neither is NaN), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_O_F64 "v_cmpsx_o_f64" [119 119 _ _ _] [119 119 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (neither is NaN), f64; EXEC = D.
        V_CMPX_O_F64 "v_cmpx_o_f64" [55 55 119 119 119] [55 55 119 119 119] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT);
        /// D[lane] = (either is NaN), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_U_F64 "v_cmpsx_u_f64" [120 120 _ _ _] [120 120 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(UN);
        /// D[lane] = (either is NaN), f64; EXEC = D.
        V_CMPX_U_F64 "v_cmpx_u_f64" [56 56 120 120 120] [56 56 120 120 120] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(UN);
        /// D[lane] = (not S0 >= S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NGE_F64 "v_cmpsx_nge_f64" [121 121 _ _ _] [121 121 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | UN);
        /// D[lane] = (not S0 >= S1), f64; EXEC = D.
        V_CMPX_NGE_F64 "v_cmpx_nge_f64" [57 57 121 121 121] [57 57 121 121 121] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLG_F64 "v_cmpsx_nlg_f64" [122 122 _ _ _] [122 122 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not (S0 < S1 or S0 > S1)), f64; EXEC = D.
        V_CMPX_NLG_F64 "v_cmpx_nlg_f64" [58 58 122 122 122] [58 58 122 122 122] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ | UN);
        /// D[lane] = (not S0 > S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NGT_F64 "v_cmpsx_ngt_f64" [123 123 _ _ _] [123 123 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 > S1), f64; EXEC = D.
        V_CMPX_NGT_F64 "v_cmpx_ngt_f64" [59 59 123 123 123] [59 59 123 123 123] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | UN);
        /// D[lane] = (not S0 <= S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLE_F64 "v_cmpsx_nle_f64" [124 124 _ _ _] [124 124 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 <= S1), f64; EXEC = D.
        V_CMPX_NLE_F64 "v_cmpx_nle_f64" [60 60 124 124 124] [60 60 124 124 124] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(GT | UN);
        /// D[lane] = (not S0 == S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NEQ_F64 "v_cmpsx_neq_f64" [125 125 _ _ _] [125 125 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 == S1), f64; EXEC = D.
        V_CMPX_NEQ_F64 "v_cmpx_neq_f64" [61 61 125 125 125] [61 61 125 125 125] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | GT | UN);
        /// D[lane] = (not S0 < S1), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_NLT_F64 "v_cmpsx_nlt_f64" [126 126 _ _ _] [126 126 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (not S0 < S1), f64; EXEC = D.
        V_CMPX_NLT_F64 "v_cmpx_nlt_f64" [62 62 126 126 126] [62 62 126 126 126] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(EQ | GT | UN);
        /// D[lane] = (true), f64; signals on quiet NaN; EXEC = D.
        V_CMPSX_TRU_F64 "v_cmpsx_tru_f64" [127 127 _ _ _] [127 127 _ _ _] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (true), f64; EXEC = D.
        V_CMPX_TRU_F64 "v_cmpx_tru_f64" [63 63 127 127 127] [63 63 127 127 127] : Mask (F64 F64) [WRITES_EXEC READS_MODE] => Float(LT | EQ | GT | UN);
        /// D[lane] = (false), i16.
        V_CMP_F_I16 "v_cmp_f_i16" [_ _ 160 160 160] [_ _ 160 160 160] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(0);
        /// D[lane] = (S0 < S1), i16.
        V_CMP_LT_I16 "v_cmp_lt_i16" [_ _ 161 161 161] [_ _ 161 161 161] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(LT);
        /// D[lane] = (S0 == S1), i16.
        V_CMP_EQ_I16 "v_cmp_eq_i16" [_ _ 162 162 162] [_ _ 162 162 162] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i16.
        V_CMP_LE_I16 "v_cmp_le_i16" [_ _ 163 163 163] [_ _ 163 163 163] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i16.
        V_CMP_GT_I16 "v_cmp_gt_i16" [_ _ 164 164 164] [_ _ 164 164 164] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(GT);
        /// D[lane] = (S0 != S1), i16.
        V_CMP_NE_I16 "v_cmp_ne_i16" [_ _ 165 165 165] [_ _ 165 165 165] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i16.
        V_CMP_GE_I16 "v_cmp_ge_i16" [_ _ 166 166 166] [_ _ 166 166 166] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(GT | EQ);
        /// D[lane] = (true), i16.
        V_CMP_T_I16 "v_cmp_t_i16" [_ _ 167 167 167] [_ _ 167 167 167] : Mask (B16 B16) [SDWA8 SDWA9] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u16.
        V_CMP_F_U16 "v_cmp_f_u16" [_ _ 168 168 168] [_ _ 168 168 168] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(0);
        /// D[lane] = (S0 < S1), u16.
        V_CMP_LT_U16 "v_cmp_lt_u16" [_ _ 169 169 169] [_ _ 169 169 169] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u16.
        V_CMP_EQ_U16 "v_cmp_eq_u16" [_ _ 170 170 170] [_ _ 170 170 170] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u16.
        V_CMP_LE_U16 "v_cmp_le_u16" [_ _ 171 171 171] [_ _ 171 171 171] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u16.
        V_CMP_GT_U16 "v_cmp_gt_u16" [_ _ 172 172 172] [_ _ 172 172 172] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u16.
        V_CMP_NE_U16 "v_cmp_ne_u16" [_ _ 173 173 173] [_ _ 173 173 173] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u16.
        V_CMP_GE_U16 "v_cmp_ge_u16" [_ _ 174 174 174] [_ _ 174 174 174] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(GT | EQ);
        /// D[lane] = (true), u16.
        V_CMP_T_U16 "v_cmp_t_u16" [_ _ 175 175 175] [_ _ 175 175 175] : Mask (B16 B16) [SDWA8 SDWA9] => Unsigned(LT | EQ | GT);
        /// D[lane] = (false), i16; EXEC = D.
        V_CMPX_F_I16 "v_cmpx_f_i16" [_ _ 176 176 176] [_ _ 176 176 176] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(0);
        /// D[lane] = (S0 < S1), i16; EXEC = D.
        V_CMPX_LT_I16 "v_cmpx_lt_i16" [_ _ 177 177 177] [_ _ 177 177 177] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT);
        /// D[lane] = (S0 == S1), i16; EXEC = D.
        V_CMPX_EQ_I16 "v_cmpx_eq_i16" [_ _ 178 178 178] [_ _ 178 178 178] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i16; EXEC = D.
        V_CMPX_LE_I16 "v_cmpx_le_i16" [_ _ 179 179 179] [_ _ 179 179 179] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i16; EXEC = D.
        V_CMPX_GT_I16 "v_cmpx_gt_i16" [_ _ 180 180 180] [_ _ 180 180 180] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(GT);
        /// D[lane] = (S0 != S1), i16; EXEC = D.
        V_CMPX_NE_I16 "v_cmpx_ne_i16" [_ _ 181 181 181] [_ _ 181 181 181] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i16; EXEC = D.
        V_CMPX_GE_I16 "v_cmpx_ge_i16" [_ _ 182 182 182] [_ _ 182 182 182] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(GT | EQ);
        /// D[lane] = (true), i16; EXEC = D.
        V_CMPX_T_I16 "v_cmpx_t_i16" [_ _ 183 183 183] [_ _ 183 183 183] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u16; EXEC = D.
        V_CMPX_F_U16 "v_cmpx_f_u16" [_ _ 184 184 184] [_ _ 184 184 184] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(0);
        /// D[lane] = (S0 < S1), u16; EXEC = D.
        V_CMPX_LT_U16 "v_cmpx_lt_u16" [_ _ 185 185 185] [_ _ 185 185 185] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u16; EXEC = D.
        V_CMPX_EQ_U16 "v_cmpx_eq_u16" [_ _ 186 186 186] [_ _ 186 186 186] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u16; EXEC = D.
        V_CMPX_LE_U16 "v_cmpx_le_u16" [_ _ 187 187 187] [_ _ 187 187 187] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u16; EXEC = D.
        V_CMPX_GT_U16 "v_cmpx_gt_u16" [_ _ 188 188 188] [_ _ 188 188 188] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u16; EXEC = D.
        V_CMPX_NE_U16 "v_cmpx_ne_u16" [_ _ 189 189 189] [_ _ 189 189 189] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u16; EXEC = D.
        V_CMPX_GE_U16 "v_cmpx_ge_u16" [_ _ 190 190 190] [_ _ 190 190 190] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(GT | EQ);
        /// D[lane] = (true), u16; EXEC = D.
        V_CMPX_T_U16 "v_cmpx_t_u16" [_ _ 191 191 191] [_ _ 191 191 191] : Mask (B16 B16) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | EQ | GT);
        /// D[lane] = (false), i32.
        V_CMP_F_I32 "v_cmp_f_i32" [128 128 192 192 192] [128 128 192 192 192] : Mask (B32 B32) [SDWA8 SDWA9] => Signed(0);
        /// D[lane] = (S0 < S1), i32.
        V_CMP_LT_I32 "v_cmp_lt_i32" [129 129 193 193 193] [129 129 193 193 193] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(LT);
        /// D[lane] = (S0 == S1), i32.
        V_CMP_EQ_I32 "v_cmp_eq_i32" [130 130 194 194 194] [130 130 194 194 194] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i32.
        V_CMP_LE_I32 "v_cmp_le_i32" [131 131 195 195 195] [131 131 195 195 195] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i32.
        V_CMP_GT_I32 "v_cmp_gt_i32" [132 132 196 196 196] [132 132 196 196 196] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(GT);
        /// D[lane] = (S0 != S1), i32.
        V_CMP_NE_I32 "v_cmp_ne_i32" [133 133 197 197 197] [133 133 197 197 197] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i32.
        V_CMP_GE_I32 "v_cmp_ge_i32" [134 134 198 198 198] [134 134 198 198 198] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Signed(GT | EQ);
        /// D[lane] = (true), i32.
        V_CMP_T_I32 "v_cmp_t_i32" [135 135 199 199 199] [135 135 199 199 199] : Mask (B32 B32) [SDWA8 SDWA9] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u32.
        V_CMP_F_U32 "v_cmp_f_u32" [192 192 200 200 200] [192 192 200 200 200] : Mask (B32 B32) [SDWA8 SDWA9] => Unsigned(0);
        /// D[lane] = (S0 < S1), u32.
        V_CMP_LT_U32 "v_cmp_lt_u32" [193 193 201 201 201] [193 193 201 201 201] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u32.
        V_CMP_EQ_U32 "v_cmp_eq_u32" [194 194 202 202 202] [194 194 202 202 202] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u32.
        V_CMP_LE_U32 "v_cmp_le_u32" [195 195 203 203 203] [195 195 203 203 203] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u32.
        V_CMP_GT_U32 "v_cmp_gt_u32" [196 196 204 204 204] [196 196 204 204 204] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u32.
        V_CMP_NE_U32 "v_cmp_ne_u32" [197 197 205 205 205] [197 197 205 205 205] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u32.
        V_CMP_GE_U32 "v_cmp_ge_u32" [198 198 206 206 206] [198 198 206 206 206] : Mask (B32 B32) [SDWA8 SDWA9 TWIN] => Unsigned(GT | EQ);
        /// D[lane] = (true), u32.
        V_CMP_T_U32 "v_cmp_t_u32" [199 199 207 207 207] [199 199 207 207 207] : Mask (B32 B32) [SDWA8 SDWA9] => Unsigned(LT | EQ | GT);
        /// D[lane] = (false), i32; EXEC = D.
        V_CMPX_F_I32 "v_cmpx_f_i32" [144 144 208 208 208] [144 144 208 208 208] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(0);
        /// D[lane] = (S0 < S1), i32; EXEC = D.
        V_CMPX_LT_I32 "v_cmpx_lt_i32" [145 145 209 209 209] [145 145 209 209 209] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT);
        /// D[lane] = (S0 == S1), i32; EXEC = D.
        V_CMPX_EQ_I32 "v_cmpx_eq_i32" [146 146 210 210 210] [146 146 210 210 210] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i32; EXEC = D.
        V_CMPX_LE_I32 "v_cmpx_le_i32" [147 147 211 211 211] [147 147 211 211 211] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i32; EXEC = D.
        V_CMPX_GT_I32 "v_cmpx_gt_i32" [148 148 212 212 212] [148 148 212 212 212] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(GT);
        /// D[lane] = (S0 != S1), i32; EXEC = D.
        V_CMPX_NE_I32 "v_cmpx_ne_i32" [149 149 213 213 213] [149 149 213 213 213] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i32; EXEC = D.
        V_CMPX_GE_I32 "v_cmpx_ge_i32" [150 150 214 214 214] [150 150 214 214 214] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(GT | EQ);
        /// D[lane] = (true), i32; EXEC = D.
        V_CMPX_T_I32 "v_cmpx_t_i32" [151 151 215 215 215] [151 151 215 215 215] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u32; EXEC = D.
        V_CMPX_F_U32 "v_cmpx_f_u32" [208 208 216 216 216] [208 208 216 216 216] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(0);
        /// D[lane] = (S0 < S1), u32; EXEC = D.
        V_CMPX_LT_U32 "v_cmpx_lt_u32" [209 209 217 217 217] [209 209 217 217 217] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u32; EXEC = D.
        V_CMPX_EQ_U32 "v_cmpx_eq_u32" [210 210 218 218 218] [210 210 218 218 218] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u32; EXEC = D.
        V_CMPX_LE_U32 "v_cmpx_le_u32" [211 211 219 219 219] [211 211 219 219 219] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u32; EXEC = D.
        V_CMPX_GT_U32 "v_cmpx_gt_u32" [212 212 220 220 220] [212 212 220 220 220] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u32; EXEC = D.
        V_CMPX_NE_U32 "v_cmpx_ne_u32" [213 213 221 221 221] [213 213 221 221 221] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u32; EXEC = D.
        V_CMPX_GE_U32 "v_cmpx_ge_u32" [214 214 222 222 222] [214 214 222 222 222] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(GT | EQ);
        /// D[lane] = (true), u32; EXEC = D.
        V_CMPX_T_U32 "v_cmpx_t_u32" [215 215 223 223 223] [215 215 223 223 223] : Mask (B32 B32) [WRITES_EXEC SDWA8 SDWA9] => Unsigned(LT | EQ | GT);
        /// D[lane] = (false), i64.
        V_CMP_F_I64 "v_cmp_f_i64" [160 160 224 224 224] [160 160 224 224 224] : Mask (B64 B64) [] => Signed(0);
        /// D[lane] = (S0 < S1), i64.
        V_CMP_LT_I64 "v_cmp_lt_i64" [161 161 225 225 225] [161 161 225 225 225] : Mask (B64 B64) [] => Signed(LT);
        /// D[lane] = (S0 == S1), i64.
        V_CMP_EQ_I64 "v_cmp_eq_i64" [162 162 226 226 226] [162 162 226 226 226] : Mask (B64 B64) [] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i64.
        V_CMP_LE_I64 "v_cmp_le_i64" [163 163 227 227 227] [163 163 227 227 227] : Mask (B64 B64) [] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i64.
        V_CMP_GT_I64 "v_cmp_gt_i64" [164 164 228 228 228] [164 164 228 228 228] : Mask (B64 B64) [] => Signed(GT);
        /// D[lane] = (S0 != S1), i64.
        V_CMP_NE_I64 "v_cmp_ne_i64" [165 165 229 229 229] [165 165 229 229 229] : Mask (B64 B64) [] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i64.
        V_CMP_GE_I64 "v_cmp_ge_i64" [166 166 230 230 230] [166 166 230 230 230] : Mask (B64 B64) [] => Signed(GT | EQ);
        /// D[lane] = (true), i64.
        V_CMP_T_I64 "v_cmp_t_i64" [167 167 231 231 231] [167 167 231 231 231] : Mask (B64 B64) [] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u64.
        V_CMP_F_U64 "v_cmp_f_u64" [224 224 232 232 232] [224 224 232 232 232] : Mask (B64 B64) [] => Unsigned(0);
        /// D[lane] = (S0 < S1), u64.
        V_CMP_LT_U64 "v_cmp_lt_u64" [225 225 233 233 233] [225 225 233 233 233] : Mask (B64 B64) [] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u64.
        V_CMP_EQ_U64 "v_cmp_eq_u64" [226 226 234 234 234] [226 226 234 234 234] : Mask (B64 B64) [] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u64.
        V_CMP_LE_U64 "v_cmp_le_u64" [227 227 235 235 235] [227 227 235 235 235] : Mask (B64 B64) [] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u64.
        V_CMP_GT_U64 "v_cmp_gt_u64" [228 228 236 236 236] [228 228 236 236 236] : Mask (B64 B64) [] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u64.
        V_CMP_NE_U64 "v_cmp_ne_u64" [229 229 237 237 237] [229 229 237 237 237] : Mask (B64 B64) [] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u64.
        V_CMP_GE_U64 "v_cmp_ge_u64" [230 230 238 238 238] [230 230 238 238 238] : Mask (B64 B64) [] => Unsigned(GT | EQ);
        /// D[lane] = (true), u64.
        V_CMP_T_U64 "v_cmp_t_u64" [231 231 239 239 239] [231 231 239 239 239] : Mask (B64 B64) [] => Unsigned(LT | EQ | GT);
        /// D[lane] = (false), i64; EXEC = D.
        V_CMPX_F_I64 "v_cmpx_f_i64" [176 176 240 240 240] [176 176 240 240 240] : Mask (B64 B64) [WRITES_EXEC] => Signed(0);
        /// D[lane] = (S0 < S1), i64; EXEC = D.
        V_CMPX_LT_I64 "v_cmpx_lt_i64" [177 177 241 241 241] [177 177 241 241 241] : Mask (B64 B64) [WRITES_EXEC] => Signed(LT);
        /// D[lane] = (S0 == S1), i64; EXEC = D.
        V_CMPX_EQ_I64 "v_cmpx_eq_i64" [178 178 242 242 242] [178 178 242 242 242] : Mask (B64 B64) [WRITES_EXEC] => Signed(EQ);
        /// D[lane] = (S0 <= S1), i64; EXEC = D.
        V_CMPX_LE_I64 "v_cmpx_le_i64" [179 179 243 243 243] [179 179 243 243 243] : Mask (B64 B64) [WRITES_EXEC] => Signed(LT | EQ);
        /// D[lane] = (S0 > S1), i64; EXEC = D.
        V_CMPX_GT_I64 "v_cmpx_gt_i64" [180 180 244 244 244] [180 180 244 244 244] : Mask (B64 B64) [WRITES_EXEC] => Signed(GT);
        /// D[lane] = (S0 != S1), i64; EXEC = D.
        V_CMPX_NE_I64 "v_cmpx_ne_i64" [181 181 245 245 245] [181 181 245 245 245] : Mask (B64 B64) [WRITES_EXEC] => Signed(LT | GT);
        /// D[lane] = (S0 >= S1), i64; EXEC = D.
        V_CMPX_GE_I64 "v_cmpx_ge_i64" [182 182 246 246 246] [182 182 246 246 246] : Mask (B64 B64) [WRITES_EXEC] => Signed(GT | EQ);
        /// D[lane] = (true), i64; EXEC = D.
        V_CMPX_T_I64 "v_cmpx_t_i64" [183 183 247 247 247] [183 183 247 247 247] : Mask (B64 B64) [WRITES_EXEC] => Signed(LT | EQ | GT);
        /// D[lane] = (false), u64; EXEC = D.
        V_CMPX_F_U64 "v_cmpx_f_u64" [240 240 248 248 248] [240 240 248 248 248] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(0);
        /// D[lane] = (S0 < S1), u64; EXEC = D.
        V_CMPX_LT_U64 "v_cmpx_lt_u64" [241 241 249 249 249] [241 241 249 249 249] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(LT);
        /// D[lane] = (S0 == S1), u64; EXEC = D.
        V_CMPX_EQ_U64 "v_cmpx_eq_u64" [242 242 250 250 250] [242 242 250 250 250] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(EQ);
        /// D[lane] = (S0 <= S1), u64; EXEC = D.
        V_CMPX_LE_U64 "v_cmpx_le_u64" [243 243 251 251 251] [243 243 251 251 251] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(LT | EQ);
        /// D[lane] = (S0 > S1), u64; EXEC = D.
        V_CMPX_GT_U64 "v_cmpx_gt_u64" [244 244 252 252 252] [244 244 252 252 252] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(GT);
        /// D[lane] = (S0 != S1), u64; EXEC = D.
        V_CMPX_NE_U64 "v_cmpx_ne_u64" [245 245 253 253 253] [245 245 253 253 253] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(LT | GT);
        /// D[lane] = (S0 >= S1), u64; EXEC = D.
        V_CMPX_GE_U64 "v_cmpx_ge_u64" [246 246 254 254 254] [246 246 254 254 254] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(GT | EQ);
        /// D[lane] = (true), u64; EXEC = D.
        V_CMPX_T_U64 "v_cmpx_t_u64" [247 247 255 255 255] [247 247 255 255 255] : Mask (B64 B64) [WRITES_EXEC] => Unsigned(LT | EQ | GT);
    }
}
