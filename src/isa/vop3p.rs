//! VOP3P: packed and mixed-precision operations of gfx9.

use super::table::encoding;

encoding! {
    /// VOP3P: packed and mixed-precision operations of gfx9.
    Vop3p [128] fidelity {
        /// Both halves of D = S0 * S1 + S2, i16.
        V_PK_MAD_I16 "v_pk_mad_i16" [_ _ _ 0 0] : V2B16 (V2B16 V2B16 V2B16) [MULTIPLY_ADD] Exact;
        /// Both halves of D = S0 * S1, u16.
        V_PK_MUL_LO_U16 "v_pk_mul_lo_u16" [_ _ _ 1 1] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = S0 + S1, i16.
        V_PK_ADD_I16 "v_pk_add_i16" [_ _ _ 2 2] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = S0 - S1, i16.
        V_PK_SUB_I16 "v_pk_sub_i16" [_ _ _ 3 3] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = S1 << S0, b16.
        V_PK_LSHLREV_B16 "v_pk_lshlrev_b16" [_ _ _ 4 4] : V2B16 (V2B16 V2B16) [REVERSED] Exact;
        /// Both halves of D = S1 >> S0, b16 (logical shift).
        V_PK_LSHRREV_B16 "v_pk_lshrrev_b16" [_ _ _ 5 5] : V2B16 (V2B16 V2B16) [REVERSED] Exact;
        /// Both halves of D = S1 >> S0, i16 (arithmetic shift).
        V_PK_ASHRREV_I16 "v_pk_ashrrev_i16" [_ _ _ 6 6] : V2B16 (V2B16 V2B16) [REVERSED] Exact;
        /// Both halves of D = max(S0, S1), i16.
        V_PK_MAX_I16 "v_pk_max_i16" [_ _ _ 7 7] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = min(S0, S1), i16.
        V_PK_MIN_I16 "v_pk_min_i16" [_ _ _ 8 8] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = S0 * S1 + S2, u16.
        V_PK_MAD_U16 "v_pk_mad_u16" [_ _ _ 9 9] : V2B16 (V2B16 V2B16 V2B16) [MULTIPLY_ADD] Exact;
        /// Both halves of D = S0 + S1, u16.
        V_PK_ADD_U16 "v_pk_add_u16" [_ _ _ 10 10] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = S0 - S1, u16.
        V_PK_SUB_U16 "v_pk_sub_u16" [_ _ _ 11 11] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = max(S0, S1), u16.
        V_PK_MAX_U16 "v_pk_max_u16" [_ _ _ 12 12] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = min(S0, S1), u16.
        V_PK_MIN_U16 "v_pk_min_u16" [_ _ _ 13 13] : V2B16 (V2B16 V2B16) [] Exact;
        /// Both halves of D = fma(S0, S1, S2), f16.
        V_PK_FMA_F16 "v_pk_fma_f16" [_ _ _ 14 14] : V2F16 (V2F16 V2F16 V2F16) [READS_MODE MULTIPLY_ADD] Float;
        /// Both halves of D = S0 + S1, f16.
        V_PK_ADD_F16 "v_pk_add_f16" [_ _ _ 15 15] : V2F16 (V2F16 V2F16) [READS_MODE] Float;
        /// Both halves of D = S0 * S1, f16.
        V_PK_MUL_F16 "v_pk_mul_f16" [_ _ _ 16 16] : V2F16 (V2F16 V2F16) [READS_MODE] Float;
        /// Both halves of D = min(S0, S1), f16.
        V_PK_MIN_F16 "v_pk_min_f16" [_ _ _ 17 17] : V2F16 (V2F16 V2F16) [READS_MODE] Float;
        /// Both halves of D = max(S0, S1), f16.
        V_PK_MAX_F16 "v_pk_max_f16" [_ _ _ 18 18] : V2F16 (V2F16 V2F16) [READS_MODE] Float;
        /// D = S0 * S1 + S2, rounded twice; each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_MAD_MIX_F32 "v_mad_mix_f32" [_ _ _ 32 _] : F32 (F16 F16 F16) [READS_MODE MULTIPLY_ADD MIX] Denormals;
        /// D = fma(S0, S1, S2); each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_FMA_MIX_F32 "v_fma_mix_f32" [_ _ _ _ 32] : F32 (F16 F16 F16) [READS_MODE MULTIPLY_ADD MIX] Float;
        /// D[15:0] = S0 * S1 + S2, rounded twice, as f16; each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_MAD_MIXLO_F16 "v_mad_mixlo_f16" [_ _ _ 33 _] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD MIX LOW_HALF] Denormals;
        /// D[15:0] = fma(S0, S1, S2), as f16; each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_FMA_MIXLO_F16 "v_fma_mixlo_f16" [_ _ _ _ 33] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD MIX LOW_HALF] Float;
        /// D[31:16] = S0 * S1 + S2, rounded twice, as f16; each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_MAD_MIXHI_F16 "v_mad_mixhi_f16" [_ _ _ 34 _] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD MIX HIGH_HALF] Denormals;
        /// D[31:16] = fma(S0, S1, S2), as f16; each source is an f32 or a half (OP_SEL_HI, OP_SEL).
        V_FMA_MIXHI_F16 "v_fma_mixhi_f16" [_ _ _ _ 34] : F16 (F16 F16 F16) [READS_MODE READS_DST MULTIPLY_ADD MIX HIGH_HALF] Float;
        /// D = S0.lo * S1.lo + S0.hi * S1.hi + S2, f16 products in f32.
        V_DOT2_F32_F16 "v_dot2_f32_f16" [_ _ _ _ 35] : F32 (V2F16 V2F16 F32) [READS_MODE DOT2] Dot2;
        /// D = S0.lo * S1.lo + S0.hi * S1.hi + S2, signed.
        V_DOT2_I32_I16 "v_dot2_i32_i16" [_ _ _ _ 38] : I32 (V2B16 V2B16 B32) [DOT2] Exact;
        /// D = S0.lo * S1.lo + S0.hi * S1.hi + S2, unsigned.
        V_DOT2_U32_U16 "v_dot2_u32_u16" [_ _ _ _ 39] : U32 (V2B16 V2B16 B32) [DOT2] Exact;
        /// D = S2 + the sum of S0 * S1 over the four bytes, signed.
        V_DOT4_I32_I8 "v_dot4_i32_i8" [_ _ _ _ 40] : I32 (B32 B32 B32) [DOT4] Exact;
        /// D = S2 + the sum of S0 * S1 over the four bytes, unsigned.
        V_DOT4_U32_U8 "v_dot4_u32_u8" [_ _ _ _ 41] : U32 (B32 B32 B32) [DOT4] Exact;
        /// D = S2 + the sum of S0 * S1 over the eight nibbles, signed.
        V_DOT8_I32_I4 "v_dot8_i32_i4" [_ _ _ _ 42] : I32 (B32 B32 B32) [DOT8] Exact;
        /// D = S2 + the sum of S0 * S1 over the eight nibbles, unsigned.
        V_DOT8_U32_U4 "v_dot8_u32_u4" [_ _ _ _ 43] : U32 (B32 B32 B32) [DOT8] Exact;
        /// D = S0 * S1 + S2 of two f32, with one rounding each.
        V_PK_FMA_F32 "v_pk_fma_f32" [_ _ _ _ _ _ 48] : V2F32 (V2F32 V2F32 V2F32) [READS_MODE MULTIPLY_ADD] Float;
        /// D = S0 * S1 of two f32.
        V_PK_MUL_F32 "v_pk_mul_f32" [_ _ _ _ _ _ 49] : V2F32 (V2F32 V2F32) [READS_MODE] Float;
        /// D = S0 + S1 of two f32.
        V_PK_ADD_F32 "v_pk_add_f32" [_ _ _ _ _ _ 50] : V2F32 (V2F32 V2F32) [READS_MODE] Float;
        /// D = the selected dword of S0, and that of S1 above it.
        V_PK_MOV_B32 "v_pk_mov_b32" [_ _ _ _ _ _ 51] : V2B32 (V2B32 V2B32) [MOVES] Exact;
        /// Scales of the product of matrices that follows: the first half of an instruction of 16 bytes, which means nothing alone.
        V_MFMA_LD_SCALE_B32 "v_mfma_ld_scale_b32" [_ _ _ _ _ _ _ _ 44] : None (B32 B32) [SYSTEM] Refused;
        /// D = S0.lo * S1.lo + S0.hi * S1.hi + S2, bf16 products in f32.
        V_DOT2_F32_BF16 "v_dot2_f32_bf16" [_ _ _ _ _ _ _ _ 26] : F32 (V2Bf16 V2Bf16 F32) [READS_MODE DOT2] Dot2Bf16;
        /// Both halves of D = the least of those of S0, S1, S2, f16; a NaN if one is.
        V_PK_MINIMUM3_F16 "v_pk_minimum3_f16" [_ _ _ _ _ _ _ _ 27] : V2F16 (V2F16 V2F16 V2F16) [READS_MODE] Float;
        /// Both halves of D = the greatest of those of S0, S1, S2, f16; a NaN if one is.
        V_PK_MAXIMUM3_F16 "v_pk_maximum3_f16" [_ _ _ _ _ _ _ _ 28] : V2F16 (V2F16 V2F16 V2F16) [READS_MODE] Float;
    }
}
