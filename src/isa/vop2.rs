//! VOP2: vector operations with two sources (CLRX GcnInstrsVop2); second column VOP3.

use super::table::encoding;

encoding! {
    /// VOP2: vector operations with two sources (CLRX GcnInstrsVop2); second column VOP3.
    Vop2 [64 1024] fidelity {
        /// D = S2[lane] ? S1 : S0.
        V_CNDMASK_B32 "v_cndmask_b32" [0 0 0 0 0] [256 256 256 256 256] : B32 (F32 F32 Mask) [SDWA8 SDWA9 DPP8 DPP9 CARRY_IN] Exact;
        /// SDST = S0 of lane S1[5:0], whatever EXEC says.
        V_READLANE_B32 "v_readlane_b32" [1 1 _ _ _] [257 257 649 649 649] : B32 (B32 B32) [IGNORES_EXEC SGPR_DST MOVES LANE_SELECT] Exact;
        /// D = S0 + S1, f32.
        V_ADD_F32 "v_add_f32" [3 3 1 1 1] [259 259 257 257 257] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D of lane S1[5:0] = S0, whatever EXEC says.
        V_WRITELANE_B32 "v_writelane_b32" [2 2 _ _ _] [258 258 650 650 650] : B32 (B32 B32) [IGNORES_EXEC READS_DST MOVES LANE_SELECT] Exact;
        /// D = S0 - S1, f32.
        V_SUB_F32 "v_sub_f32" [4 4 2 2 2] [260 260 258 258 258] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S1 - S0, f32.
        V_SUBREV_F32 "v_subrev_f32" [5 5 3 3 3] [261 261 259 259 259] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 REVERSED] Float;
        /// D = S0 * S1, where 0 times anything is 0.
        V_MUL_LEGACY_F32 "v_mul_legacy_f32" [7 7 4 4 4 4 _] [263 263 260 260 260 260 673] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 * S1, f32.
        V_MUL_F32 "v_mul_f32" [8 8 5 5 5] [264 264 261 261 261] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 * S1 + D, where 0 times anything is 0.
        V_MAC_LEGACY_F32 "v_mac_legacy_f32" [6 6 _ _ _] [262 262 _ _ _] : F32 (F32 F32) [READS_MODE READS_DST MULTIPLY_ADD ACCUMULATES] Legacy;
        /// D = S0[23:0] * S1[23:0], signed; low 32 bits.
        V_MUL_I32_I24 "v_mul_i32_i24" [9 9 6 6 6] [265 265 262 262 262] : I32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S0[23:0] * S1[23:0] >> 32, signed.
        V_MUL_HI_I32_I24 "v_mul_hi_i32_i24" [10 10 7 7 7] [266 266 263 263 263] : I32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0[23:0] * S1[23:0], unsigned; low 32 bits.
        V_MUL_U32_U24 "v_mul_u32_u24" [11 11 8 8 8] [267 267 264 264 264] : U32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S0[23:0] * S1[23:0] >> 32, unsigned.
        V_MUL_HI_U32_U24 "v_mul_hi_u32_u24" [12 12 9 9 9] [268 268 265 265 265] : U32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = min(S0, S1), f32.
        V_MIN_F32 "v_min_f32" [15 15 10 10 10] [271 271 266 266 266] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = max(S0, S1), f32.
        V_MAX_F32 "v_max_f32" [16 16 11 11 11] [272 272 267 267 267] : F32 (F32 F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = min(S0, S1), i32.
        V_MIN_I32 "v_min_i32" [17 17 12 12 12] [273 273 268 268 268] : I32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S0 < S1 ? S0 : S1.
        V_MIN_LEGACY_F32 "v_min_legacy_f32" [13 13 _ _ _] [269 269 _ _ _] : F32 (F32 F32) [READS_MODE] Legacy;
        /// D = max(S0, S1), i32.
        V_MAX_I32 "v_max_i32" [18 18 13 13 13] [274 274 269 269 269] : I32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S0 >= S1 ? S0 : S1.
        V_MAX_LEGACY_F32 "v_max_legacy_f32" [14 14 _ _ _] [270 270 _ _ _] : F32 (F32 F32) [READS_MODE] Legacy;
        /// D = min(S0, S1), u32.
        V_MIN_U32 "v_min_u32" [19 19 14 14 14] [275 275 270 270 270] : U32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = max(S0, S1), u32.
        V_MAX_U32 "v_max_u32" [20 20 15 15 15] [276 276 271 271 271] : U32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S1 >> S0, unsigned, 32 bits.
        V_LSHRREV_B32 "v_lshrrev_b32" [22 22 16 16 16] [278 278 272 272 272] : B32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 REVERSED TWIN] Exact;
        /// D = S1 >> S0, signed, 32 bits.
        V_ASHRREV_I32 "v_ashrrev_i32" [24 24 17 17 17] [280 280 273 273 273] : I32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 REVERSED TWIN] Exact;
        /// D = S1 << S0, 32 bits.
        V_LSHLREV_B32 "v_lshlrev_b32" [26 26 18 18 18] [282 282 274 274 274] : B32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 REVERSED TWIN] Exact;
        /// D = S0 & S1.
        V_AND_B32 "v_and_b32" [27 27 19 19 19] [283 283 275 275 275] : B32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S0 | S1.
        V_OR_B32 "v_or_b32" [28 28 20 20 20] [284 284 276 276 276] : B32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S0 >> S1, unsigned, 32 bits.
        V_LSHR_B32 "v_lshr_b32" [21 21 _ _ _] [277 277 _ _ _] : B32 (B32 B32) [TWIN] Exact;
        /// D = S0 ^ S1.
        V_XOR_B32 "v_xor_b32" [29 29 21 21 21] [285 285 277 277 277] : B32 (B32 B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = S0 * S1 + D, rounded twice, f32.
        V_MAC_F32 "v_mac_f32" [31 31 22 22 22 22 22 _] [287 287 278 278 278 278 278 _] : F32 (F32 F32) [READS_MODE SDWA8 DPP8 DPP9 READS_DST MULTIPLY_ADD ACCUMULATES] Mad;
        /// D = S0 >> S1, signed, 32 bits.
        V_ASHR_I32 "v_ashr_i32" [23 23 _ _ _] [279 279 _ _ _] : I32 (B32 B32) [TWIN] Exact;
        /// D = S0 * K + S1, K a literal, rounded twice.
        V_MADMK_F32 "v_madmk_f32" [32 32 23 23 23 23 23 _] [_ _ _ _ _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Mad;
        /// D = S0 * S1 + K, K a literal, rounded twice.
        V_MADAK_F32 "v_madak_f32" [33 33 24 24 24 24 24 _] [_ _ _ _ _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Mad;
        /// D = fma(S0, K, S1), K a literal.
        V_FMAMK_F32 "v_fmamk_f32" [_ _ _ _ _ _ _ 23] [_ _ _ _ _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Float;
        /// D = fma(S0, S1, K), K a literal.
        V_FMAAK_F32 "v_fmaak_f32" [_ _ _ _ _ _ _ 24] [_ _ _ _ _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Float;
        /// D = S0 << S1, 32 bits.
        V_LSHL_B32 "v_lshl_b32" [25 25 _ _ _] [281 281 _ _ _] : B32 (B32 B32) [TWIN] Exact;
        /// D = S0 + S1; SDST[lane] = carry.
        V_ADD_CO_U32 ("v_add_i32" "v_add_i32" "v_add_u32" "v_add_co_u32" "v_add_co_u32") [37 37 25 25 25] [293 293 281 281 281] : U32 (U32 U32) [CARRY_OUT SDWA8 SDWA9 DPP8 DPP9 CLAMP TWIN] Exact;
        /// D = S0 - S1; SDST[lane] = borrow.
        V_SUB_CO_U32 ("v_sub_i32" "v_sub_i32" "v_sub_u32" "v_sub_co_u32" "v_sub_co_u32") [38 38 26 26 26] [294 294 282 282 282] : U32 (U32 U32) [CARRY_OUT SDWA8 SDWA9 DPP8 DPP9 CLAMP TWIN] Exact;
        /// D = S1 - S0; SDST[lane] = borrow.
        V_SUBREV_CO_U32 ("v_subrev_i32" "v_subrev_i32" "v_subrev_u32" "v_subrev_co_u32" "v_subrev_co_u32") [39 39 27 27 27] [295 295 283 283 283] : U32 (U32 U32) [CARRY_OUT SDWA8 SDWA9 DPP8 DPP9 CLAMP REVERSED TWIN] Exact;
        /// D = S0 + S1 + S2[lane]; SDST[lane] = carry.
        V_ADDC_CO_U32 ("v_addc_u32" "v_addc_u32" "v_addc_u32" "v_addc_co_u32" "v_addc_co_u32") [40 40 28 28 28] [296 296 284 284 284] : U32 (U32 U32 Mask) [CARRY_OUT CARRY_IN SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S0 - S1 - S2[lane]; SDST[lane] = borrow.
        V_SUBB_CO_U32 ("v_subb_u32" "v_subb_u32" "v_subb_u32" "v_subb_co_u32" "v_subb_co_u32") [41 41 29 29 29] [297 297 285 285 285] : U32 (U32 U32 Mask) [CARRY_OUT CARRY_IN SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = ((1 << S0[4:0]) - 1) << S1[4:0].
        V_BFM_B32 "v_bfm_b32" [30 30 _ _ _] [286 286 659 659 659] : B32 (B32 B32) [TWIN] Exact;
        /// D = S1 - S0 - S2[lane]; SDST[lane] = borrow.
        V_SUBBREV_CO_U32 ("v_subbrev_u32" "v_subbrev_u32" "v_subbrev_u32" "v_subbrev_co_u32" "v_subbrev_co_u32") [42 42 30 30 30] [298 298 286 286 286] : U32 (U32 U32 Mask) [CARRY_OUT CARRY_IN SDWA8 SDWA9 DPP8 DPP9 CLAMP REVERSED] Exact;
        /// D = S0 + S1, f16.
        V_ADD_F16 "v_add_f16" [_ _ 31 31 31] [_ _ 287 287 287] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 - S1, f16.
        V_SUB_F16 "v_sub_f16" [_ _ 32 32 32] [_ _ 288 288 288] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S1 - S0, f16.
        V_SUBREV_F16 "v_subrev_f16" [_ _ 33 33 33] [_ _ 289 289 289] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 REVERSED] Float;
        /// D = number of one bits in S0, plus S1.
        V_BCNT_U32_B32 "v_bcnt_u32_b32" [34 34 _ _ _] [290 290 651 651 651] : U32 (B32 B32) [] Exact;
        /// D = S0 * S1, f16.
        V_MUL_F16 "v_mul_f16" [_ _ 34 34 34] [_ _ 290 290 290] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = number of one bits in S0 at the positions of lower lanes (0 to 31), plus S1.
        V_MBCNT_LO_U32_B32 "v_mbcnt_lo_u32_b32" [35 35 _ _ _] [291 291 652 652 652] : U32 (B32 B32) [BY_LANE] Exact;
        /// D = S0 * S1 + D, rounded twice, f16.
        V_MAC_F16 "v_mac_f16" [_ _ 35 35 35] [_ _ 291 291 291] : F16 (F16 F16) [READS_MODE SDWA8 DPP8 DPP9 READS_DST MULTIPLY_ADD ACCUMULATES] Mad;
        /// D = number of one bits in S0 at the positions of lower lanes (32 to 63), plus S1.
        V_MBCNT_HI_U32_B32 "v_mbcnt_hi_u32_b32" [36 36 _ _ _] [292 292 653 653 653] : U32 (B32 B32) [BY_LANE] Exact;
        /// D = S0 * K + S1, K a literal, rounded twice, f16.
        V_MADMK_F16 "v_madmk_f16" [_ _ 36 36 36] [_ _ _ _ _] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD] Mad;
        /// D = S0 * S1 + K, K a literal, rounded twice, f16.
        V_MADAK_F16 "v_madak_f16" [_ _ 37 37 37] [_ _ _ _ _] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD] Mad;
        /// D = S0 + S1, u16.
        V_ADD_U16 "v_add_u16" [_ _ 38 38 38] [_ _ 294 294 294] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S0 - S1, u16.
        V_SUB_U16 "v_sub_u16" [_ _ 39 39 39] [_ _ 295 295 295] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S1 - S0, u16.
        V_SUBREV_U16 "v_subrev_u16" [_ _ 40 40 40] [_ _ 296 296 296] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 CLAMP REVERSED] Exact;
        /// D = S0 * S1, low 16 bits.
        V_MUL_LO_U16 "v_mul_lo_u16" [_ _ 41 41 41] [_ _ 297 297 297] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S1 << S0, 16 bits.
        V_LSHLREV_B16 "v_lshlrev_b16" [_ _ 42 42 42] [_ _ 298 298 298] : B16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 REVERSED] Exact;
        /// D = S0 * 2^S1, f32 and a signed integer.
        V_LDEXP_F32 "v_ldexp_f32" [43 43 _ _ _] [299 299 648 648 648] : F32 (F32 B32) [READS_MODE] Float;
        /// D = S1 >> S0, unsigned, 16 bits.
        V_LSHRREV_B16 "v_lshrrev_b16" [_ _ 43 43 43] [_ _ 299 299 299] : B16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 REVERSED] Exact;
        /// Byte S1[1:0] of D = S0 as an integer, saturated to 0 to 255.
        V_CVT_PKACCUM_U8_F32 "v_cvt_pkaccum_u8_f32" [44 44 _ _ _] [300 300 496 496 496] : B32 (F32 B32) [READS_MODE READS_DST CLAMP ACCUMULATES] Norm;
        /// D = S1 >> S0, signed, 16 bits.
        V_ASHRREV_I16 "v_ashrrev_i16" [_ _ 44 44 44] [_ _ 300 300 300] : I16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9 REVERSED] Exact;
        /// D = S1 and S0 times 32767 as saturated i16, S0 low.
        V_CVT_PKNORM_I16_F32 "v_cvt_pknorm_i16_f32" [45 45 _ _ _] [301 301 660 660 660] : V2B16 (F32 F32) [CLAMP] Norm;
        /// D = max(S0, S1), f16.
        V_MAX_F16 "v_max_f16" [_ _ 45 45 45] [_ _ 301 301 301] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S1 and S0 times 65535 as saturated u16, S0 low.
        V_CVT_PKNORM_U16_F32 "v_cvt_pknorm_u16_f32" [46 46 _ _ _] [302 302 661 661 661] : V2B16 (F32 F32) [CLAMP] Norm;
        /// D = min(S0, S1), f16.
        V_MIN_F16 "v_min_f16" [_ _ 46 46 46] [_ _ 302 302 302] : F16 (F16 F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S1 and S0 as f16 rounded towards zero, S0 low.
        V_CVT_PKRTZ_F16_F32 "v_cvt_pkrtz_f16_f32" [47 47 _ _ _] [303 303 662 662 662] : V2F16 (F32 F32) [READS_MODE OMOD] Float;
        /// D = max(S0, S1), u16.
        V_MAX_U16 "v_max_u16" [_ _ 47 47 47] [_ _ 303 303 303] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S1 and S0 saturated to u16, S0 low.
        V_CVT_PK_U16_U32 "v_cvt_pk_u16_u32" [48 48 _ _ _] [304 304 663 663 663] : V2B16 (B32 B32) [] Exact;
        /// D = max(S0, S1), i16.
        V_MAX_I16 "v_max_i16" [_ _ 48 48 48] [_ _ 304 304 304] : I16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S1 and S0 saturated to i16, S0 low.
        V_CVT_PK_I16_I32 "v_cvt_pk_i16_i32" [49 49 _ _ _] [305 305 664 664 664] : V2B16 (B32 B32) [] Exact;
        /// D = min(S0, S1), u16.
        V_MIN_U16 "v_min_u16" [_ _ 49 49 49] [_ _ 305 305 305] : U16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = min(S0, S1), i16.
        V_MIN_I16 "v_min_i16" [_ _ 50 50 50] [_ _ 306 306 306] : I16 (B16 B16) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0 * 2^S1, f16 and a signed integer.
        V_LDEXP_F16 "v_ldexp_f16" [_ _ 51 51 51] [_ _ 307 307 307] : F16 (F16 B16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 + S1, u32.
        V_ADD_U32 "v_add_u32" [_ _ _ 52 52] [_ _ _ 308 308] : U32 (U32 U32) [SDWA9 DPP9 CLAMP TWIN] Exact;
        /// D = S0 - S1, u32.
        V_SUB_U32 "v_sub_u32" [_ _ _ 53 53] [_ _ _ 309 309] : U32 (U32 U32) [SDWA9 DPP9 CLAMP TWIN] Exact;
        /// D = S1 - S0, u32.
        V_SUBREV_U32 "v_subrev_u32" [_ _ _ 54 54] [_ _ _ 310 310] : U32 (U32 U32) [SDWA9 DPP9 CLAMP REVERSED TWIN] Exact;
        /// D = fma(S0, S1, D), f32.
        V_FMAC_F32 "v_fmac_f32" [_ _ _ _ 59] [_ _ _ _ 315] : F32 (F32 F32) [READS_MODE DPP9 READS_DST MULTIPLY_ADD ACCUMULATES] Float;
        /// D = S0 * S1 + D with one rounding, f64.
        V_FMAC_F64 "v_fmac_f64" [_ _ _ _ _ _ 4] [_ _ _ _ _ _ 260] : F64 (F64 F64) [READS_MODE DPP9 READS_DST MULTIPLY_ADD ACCUMULATES] Float;
        /// D = ~(S0 ^ S1).
        V_XNOR_B32 "v_xnor_b32" [_ _ _ _ 61] [_ _ _ _ 317] : B32 (B32 B32) [SDWA9 DPP9 TWIN] Exact;
        /// D = D + S0.lo * S1.lo + S0.hi * S1.hi, f16 products in f32.
        V_DOT2C_F32_F16 "v_dot2c_f32_f16" [_ _ _ _ _ 55] [_ _ _ _ _ 311] : F32 (F16 F16) [READS_MODE DPP9 READS_DST PAIRS DOT2 ACCUMULATES] Dot2;
        /// D = D + S0.lo * S1.lo + S0.hi * S1.hi, signed.
        V_DOT2C_I32_I16 "v_dot2c_i32_i16" [_ _ _ _ _ 56] [_ _ _ _ _ 312] : I32 (B32 B32) [DPP9 READS_DST CLAMP DOT2 NO_SIGNS ACCUMULATES] Exact;
        /// D = D + the sum of S0 * S1 over the four bytes, signed.
        V_DOT4C_I32_I8 "v_dot4c_i32_i8" [_ _ _ _ _ 57] [_ _ _ _ _ 313] : I32 (B32 B32) [DPP9 READS_DST CLAMP DOT4 NO_SIGNS ACCUMULATES] Exact;
        /// D = D + the sum of S0 * S1 over the eight nibbles, signed.
        V_DOT8C_I32_I4 "v_dot8c_i32_i4" [_ _ _ _ _ 58] [_ _ _ _ _ 314] : I32 (B32 B32) [DPP9 READS_DST CLAMP DOT8 NO_SIGNS ACCUMULATES] Exact;
        /// Both halves of D = fma(S0, S1, D), f16.
        V_PK_FMAC_F16 "v_pk_fmac_f16" [_ _ _ _ _ 60] [_ _ _ _ _] : V2F16 (V2F16 V2F16) [READS_MODE READS_DST MULTIPLY_ADD ACCUMULATES] Float;
        /// D = D + S0.lo * S1.lo + S0.hi * S1.hi, bf16 products in f32.
        V_DOT2C_F32_BF16 "v_dot2c_f32_bf16" [_ _ _ _ _ _ _ _ 22] [_ _ _ _ _ _ _ _ 278] : F32 (Bf16 Bf16) [READS_MODE DPP9 READS_DST PAIRS DOT2 ACCUMULATES] Dot2Bf16;
    }
}
