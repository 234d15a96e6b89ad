//! Vector operations that exist in VOP3 only (CLRX GcnInstrsVop3).

use super::table::encoding;

encoding! {
    /// Vector operations that exist in VOP3 only (CLRX GcnInstrsVop3).
    Vop3 [1024] fidelity {
        /// D = S0 * S1 as needed for lighting: the lowest value if S1 is it or NaN, or if S2 is not positive.
        V_MULLIT_F32 "v_mullit_f32" [336 336 _ _ _] : F32 (F32 F32 F32) [READS_MODE] Legacy;
        /// D = S0 << S1, 64 bits.
        V_LSHL_B64 "v_lshl_b64" [353 353 _ _ _] : B64 (B64 B32) [TWIN] Exact;
        /// D = S0 >> S1, unsigned, 64 bits.
        V_LSHR_B64 "v_lshr_b64" [354 354 _ _ _] : B64 (B64 B32) [TWIN] Exact;
        /// D = S0 >> S1, signed, 64 bits.
        V_ASHR_I64 "v_ashr_i64" [355 355 _ _ _] : I64 (B64 B32) [TWIN] Exact;
        /// D = four sums of absolute differences of bytes; undocumented forerunner of V_QSAD_PK_U16_U8.
        V_QSAD_U8 "v_qsad_u8" [370 _ _ _ _] : B64 (B64 B32 B64) [] Unknown;
        /// D = S0 * S1 + S2, where 0 times anything is 0.
        V_MAD_LEGACY_F32 "v_mad_legacy_f32" [320 320 448 448 448 448 448 _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Legacy;
        /// D = S0 * S1 + S2, rounded twice, f32.
        V_MAD_F32 "v_mad_f32" [321 321 449 449 449 449 449 _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Mad;
        /// D = S0[23:0] * S1[23:0] + S2, signed.
        V_MAD_I32_I24 "v_mad_i32_i24" [322 322 450 450 450] : I32 (B32 B32 B32) [CLAMP MULTIPLY_ADD] Exact;
        /// D = S0[23:0] * S1[23:0] + S2, unsigned.
        V_MAD_U32_U24 "v_mad_u32_u24" [323 323 451 451 451] : U32 (B32 B32 B32) [CLAMP MULTIPLY_ADD] Exact;
        /// D = cube face (0 to 5) of the direction (S0, S1, S2).
        V_CUBEID_F32 "v_cubeid_f32" [324 324 452 452 452] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = S coordinate in the cube face of the direction (S0, S1, S2).
        V_CUBESC_F32 "v_cubesc_f32" [325 325 453 453 453] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = T coordinate in the cube face of the direction (S0, S1, S2).
        V_CUBETC_F32 "v_cubetc_f32" [326 326 454 454 454] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = twice the major axis of the direction (S0, S1, S2).
        V_CUBEMA_F32 "v_cubema_f32" [327 327 455 455 455] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = the S2[4:0] bits of S0 from bit S1[4:0] on, zero-extended.
        V_BFE_U32 "v_bfe_u32" [328 328 456 456 456] : U32 (B32 B32 B32) [TWIN] Exact;
        /// D = the S2[4:0] bits of S0 from bit S1[4:0] on, sign-extended.
        V_BFE_I32 "v_bfe_i32" [329 329 457 457 457] : I32 (B32 B32 B32) [TWIN] Exact;
        /// D = (S0 & S1) | (~S0 & S2).
        V_BFI_B32 "v_bfi_b32" [330 330 458 458 458] : B32 (B32 B32 B32) [] Exact;
        /// D = fma(S0, S1, S2), f32.
        V_FMA_F32 "v_fma_f32" [331 331 459 459 459] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD] Float;
        /// D = fma(S0, S1, S2), f64.
        V_FMA_F64 "v_fma_f64" [332 332 460 460 460] : F64 (F64 F64 F64) [READS_MODE MULTIPLY_ADD] Float;
        /// Each byte of D = (S0 + S1 + S2[0]) >> 1 of the same byte.
        V_LERP_U8 "v_lerp_u8" [333 333 461 461 461] : B32 (B32 B32 B32) [] Exact;
        /// D = ({S0, S1} >> S2[4:0])[31:0].
        V_ALIGNBIT_B32 "v_alignbit_b32" [334 334 462 462 462] : B32 (B32 B32 B32) [] Exact;
        /// D = ({S0, S1} >> 8 * S2[1:0])[31:0].
        V_ALIGNBYTE_B32 "v_alignbyte_b32" [335 335 463 463 463] : B32 (B32 B32 B32) [] Exact;
        /// D = min(S0, S1, S2), f32.
        V_MIN3_F32 "v_min3_f32" [337 337 464 464 464] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = min(S0, S1, S2), i32.
        V_MIN3_I32 "v_min3_i32" [338 338 465 465 465] : I32 (B32 B32 B32) [] Exact;
        /// D = min(S0, S1, S2), u32.
        V_MIN3_U32 "v_min3_u32" [339 339 466 466 466] : U32 (B32 B32 B32) [] Exact;
        /// D = max(S0, S1, S2), f32.
        V_MAX3_F32 "v_max3_f32" [340 340 467 467 467] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = max(S0, S1, S2), i32.
        V_MAX3_I32 "v_max3_i32" [341 341 468 468 468] : I32 (B32 B32 B32) [] Exact;
        /// D = max(S0, S1, S2), u32.
        V_MAX3_U32 "v_max3_u32" [342 342 469 469 469] : U32 (B32 B32 B32) [] Exact;
        /// D = the median of S0, S1, S2, f32.
        V_MED3_F32 "v_med3_f32" [343 343 470 470 470] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = the median of S0, S1, S2, i32.
        V_MED3_I32 "v_med3_i32" [344 344 471 471 471] : I32 (B32 B32 B32) [] Exact;
        /// D = the median of S0, S1, S2, u32.
        V_MED3_U32 "v_med3_u32" [345 345 472 472 472] : U32 (B32 B32 B32) [] Exact;
        /// D = S2 + the sum of |S0 - S1| over the four bytes.
        V_SAD_U8 "v_sad_u8" [346 346 473 473 473] : B32 (B32 B32 B32) [CLAMP] Exact;
        /// D = S2 + (the sum of |S0 - S1| over the four bytes << 16).
        V_SAD_HI_U8 "v_sad_hi_u8" [347 347 474 474 474] : B32 (B32 B32 B32) [CLAMP] Exact;
        /// D = S2 + the sum of |S0 - S1| over the two halves.
        V_SAD_U16 "v_sad_u16" [348 348 475 475 475] : U32 (B32 B32 B32) [CLAMP] Exact;
        /// D = S2 + |S0 - S1|.
        V_SAD_U32 "v_sad_u32" [349 349 476 476 476] : U32 (B32 B32 B32) [CLAMP] Exact;
        /// D = S2 with byte S1[1:0] = S0 as an integer, saturated to 0 to 255.
        V_CVT_PK_U8_F32 "v_cvt_pk_u8_f32" [350 350 477 477 477] : B32 (F32 B32 B32) [READS_MODE CLAMP] Norm;
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f32.
        V_DIV_FIXUP_F32 "v_div_fixup_f32" [351 351 478 478 478] : F32 (F32 F32 F32) [READS_MODE] Division;
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f64.
        V_DIV_FIXUP_F64 "v_div_fixup_f64" [352 352 479 479 479] : F64 (F64 F64 F64) [READS_MODE] Division;
        /// D = S0 (S1 or S2: denominator or numerator) scaled for a division; VCC[lane] = the result needs scaling back, f32.
        V_DIV_SCALE_F32 "v_div_scale_f32" [365 365 480 480 480] : F32 (F32 F32 F32) [READS_MODE CARRY_OUT] Division;
        /// D = S0 (S1 or S2: denominator or numerator) scaled for a division; VCC[lane] = the result needs scaling back, f64.
        V_DIV_SCALE_F64 "v_div_scale_f64" [366 366 481 481 481] : F64 (F64 F64 F64) [READS_MODE CARRY_OUT] Division;
        /// D = fma(S0, S1, S2), scaled by a power of two where VCC[lane] is set, f32.
        V_DIV_FMAS_F32 "v_div_fmas_f32" [367 367 482 482 482] : F32 (F32 F32 F32) [READS_MODE READS_VCC MULTIPLY_ADD] Division;
        /// D = fma(S0, S1, S2), scaled by a power of two where VCC[lane] is set, f64.
        V_DIV_FMAS_F64 "v_div_fmas_f64" [368 368 483 483 483] : F64 (F64 F64 F64) [READS_MODE READS_VCC MULTIPLY_ADD] Division;
        /// D = S2 + the sum of |S0 - S1| over the bytes where S1 is not 0.
        V_MSAD_U8 "v_msad_u8" [369 369 484 484 484] : B32 (B32 B32 B32) [CLAMP] Exact;
        /// Each u16 i of D = that of S2 + the sum of absolute differences of bytes i to i + 3 of S0 and S1.
        V_QSAD_PK_U16_U8 "v_qsad_pk_u16_u8" [_ 370 485 485 485] : B64 (B64 B32 B64) [CLAMP] Exact;
        /// As V_QSAD_PK_U16_U8, without the bytes where S1 is 0.
        V_MQSAD_PK_U16_U8 "v_mqsad_pk_u16_u8" [371 371 486 486 486] : B64 (B64 B32 B64) [CLAMP] Exact;
        /// As V_MQSAD_PK_U16_U8, with four u32 in D and S2.
        V_MQSAD_U32_U8 "v_mqsad_u32_u8" [_ 373 487 487 487] : B128 (B64 B32 B128) [CLAMP] Exact;
        /// D = S0 * S1 + S2, 64 bits, unsigned; SDST[lane] = carry.
        V_MAD_U64_U32 "v_mad_u64_u32" [_ 374 488 488 488] : U64 (B32 B32 B64) [CARRY_OUT CLAMP MULTIPLY_ADD QUARTER_RATE] Exact;
        /// D = S0 * S1 + S2, 64 bits, signed; SDST[lane] = overflow.
        V_MAD_I64_I32 "v_mad_i64_i32" [_ 375 489 489 489] : I64 (B32 B32 B64) [CARRY_OUT CLAMP MULTIPLY_ADD QUARTER_RATE] Exact;
        /// Each byte of D = the byte of {S0, S1}, the copy of a sign, 0x00 or 0xff that this byte of S2 selects.
        V_PERM_B32 "v_perm_b32" [_ _ 493 493 493] : B32 (B32 B32 B32) [] Exact;
        /// D = S0[15:0] * S1[15:0] + S2, unsigned.
        V_MAD_U32_U16 "v_mad_u32_u16" [_ _ _ 497 497] : U32 (B16 B16 B32) [CLAMP OP_SEL MULTIPLY_ADD] Exact;
        /// D = S0[15:0] * S1[15:0] + S2, signed.
        V_MAD_I32_I16 "v_mad_i32_i16" [_ _ _ 498 498] : I32 (B16 B16 B32) [CLAMP OP_SEL MULTIPLY_ADD] Exact;
        /// D = (S0 ^ S1) + S2.
        V_XAD_U32 "v_xad_u32" [_ _ _ 499 499] : U32 (B32 B32 B32) [] Exact;
        /// D = min(S0, S1, S2), f16.
        V_MIN3_F16 "v_min3_f16" [_ _ _ 500 500] : F16 (F16 F16 F16) [READS_MODE OP_SEL] Float;
        /// D = min(S0, S1, S2), i16.
        V_MIN3_I16 "v_min3_i16" [_ _ _ 501 501] : I16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = min(S0, S1, S2), u16.
        V_MIN3_U16 "v_min3_u16" [_ _ _ 502 502] : U16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = max(S0, S1, S2), f16.
        V_MAX3_F16 "v_max3_f16" [_ _ _ 503 503] : F16 (F16 F16 F16) [READS_MODE OP_SEL] Float;
        /// D = max(S0, S1, S2), i16.
        V_MAX3_I16 "v_max3_i16" [_ _ _ 504 504] : I16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = max(S0, S1, S2), u16.
        V_MAX3_U16 "v_max3_u16" [_ _ _ 505 505] : U16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = the median of S0, S1, S2, f16.
        V_MED3_F16 "v_med3_f16" [_ _ _ 506 506] : F16 (F16 F16 F16) [READS_MODE OP_SEL] Float;
        /// D = the median of S0, S1, S2, i16.
        V_MED3_I16 "v_med3_i16" [_ _ _ 507 507] : I16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = the median of S0, S1, S2, u16.
        V_MED3_U16 "v_med3_u16" [_ _ _ 508 508] : U16 (B16 B16 B16) [CLAMP OP_SEL] Exact;
        /// D = (S0 << S1[4:0]) + S2.
        V_LSHL_ADD_U32 "v_lshl_add_u32" [_ _ _ 509 509] : U32 (B32 B32 B32) [] Exact;
        /// D = (S0 + S1) << S2[4:0].
        V_ADD_LSHL_U32 "v_add_lshl_u32" [_ _ _ 510 510] : U32 (B32 B32 B32) [] Exact;
        /// D = S0 + S1 + S2.
        V_ADD3_U32 "v_add3_u32" [_ _ _ 511 511] : U32 (B32 B32 B32) [] Exact;
        /// D = (S0 << S1[4:0]) | S2.
        V_LSHL_OR_B32 "v_lshl_or_b32" [_ _ _ 512 512] : B32 (B32 B32 B32) [] Exact;
        /// D = (S0 & S1) | S2.
        V_AND_OR_B32 "v_and_or_b32" [_ _ _ 513 513] : B32 (B32 B32 B32) [] Exact;
        /// D = S0 | S1 | S2.
        V_OR3_B32 "v_or3_b32" [_ _ _ 514 514] : B32 (B32 B32 B32) [] Exact;
        /// D = S0 * S1 + S2, rounded twice, f16; the other half of VDST is kept.
        V_MAD_F16 "v_mad_f16" [_ _ _ 515 515] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL MULTIPLY_ADD] Mad;
        /// D = S0 * S1 + S2, rounded twice, f16; D[31:16] = 0.
        V_MAD_LEGACY_F16 ("v_mad_f16" "v_mad_f16" "v_mad_f16" "v_mad_legacy_f16" "v_mad_legacy_f16") [_ _ 490 490 490] : F16 (F16 F16 F16) [READS_MODE MULTIPLY_ADD] Mad;
        /// D = S0 * S1 + S2, rounded twice, u16; the other half of VDST is kept.
        V_MAD_U16 "v_mad_u16" [_ _ _ 516 516] : U16 (B16 B16 B16) [READS_DST CLAMP OP_SEL MULTIPLY_ADD] Exact;
        /// D = S0 * S1 + S2, u16; D[31:16] = 0.
        V_MAD_LEGACY_U16 ("v_mad_u16" "v_mad_u16" "v_mad_u16" "v_mad_legacy_u16" "v_mad_legacy_u16") [_ _ 491 491 491] : U16 (B16 B16 B16) [CLAMP MULTIPLY_ADD] Exact;
        /// D = S0 * S1 + S2, rounded twice, i16; the other half of VDST is kept.
        V_MAD_I16 "v_mad_i16" [_ _ _ 517 517] : I16 (B16 B16 B16) [READS_DST CLAMP OP_SEL MULTIPLY_ADD] Exact;
        /// D = S0 * S1 + S2, i16; D[31:16] = 0.
        V_MAD_LEGACY_I16 ("v_mad_i16" "v_mad_i16" "v_mad_i16" "v_mad_legacy_i16" "v_mad_legacy_i16") [_ _ 492 492 492] : I16 (B16 B16 B16) [CLAMP MULTIPLY_ADD] Exact;
        /// D = fma(S0, S1, S2), f16; the other half of VDST is kept.
        V_FMA_F16 "v_fma_f16" [_ _ _ 518 518] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL MULTIPLY_ADD] Float;
        /// D = fma(S0, S1, S2), f16; D[31:16] = 0.
        V_FMA_LEGACY_F16 ("v_fma_f16" "v_fma_f16" "v_fma_f16" "v_fma_legacy_f16" "v_fma_legacy_f16") [_ _ 494 494 494] : F16 (F16 F16 F16) [READS_MODE MULTIPLY_ADD] Float;
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f16; the other half of VDST is kept.
        V_DIV_FIXUP_F16 "v_div_fixup_f16" [_ _ _ 519 519] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL] Division;
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f16; D[31:16] = 0.
        V_DIV_FIXUP_LEGACY_F16 ("v_div_fixup_f16" "v_div_fixup_f16" "v_div_fixup_f16" "v_div_fixup_legacy_f16" "v_div_fixup_legacy_f16") [_ _ 495 495 495] : F16 (F16 F16 F16) [READS_MODE] Division;
        /// D = P10 * S1 + P0 of attribute S0 (the raw field as a literal).
        V_INTERP_P1_F32 "v_interp_p1_f32" [_ _ 624 624 624 624 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM INTERP] Refused;
        /// D = P20 * S1 + D of attribute S0 (the raw field as a literal).
        V_INTERP_P2_F32 "v_interp_p2_f32" [_ _ 625 625 625 625 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM READS_DST INTERP ACCUMULATES] Refused;
        /// D = parameter S1 (0 P10, 1 P20, 2 P0) of attribute S0 (raw fields as literals).
        V_INTERP_MOV_F32 "v_interp_mov_f32" [_ _ 626 626 626 626 _] : F32 (B32 B32) [READS_M0 READS_MODE SYSTEM MOVES INTERP] Refused;
        /// D = P10 * S1 + P0 of attribute S0, two f16 attributes per LDS dword.
        V_INTERP_P1LL_F16 "v_interp_p1ll_f16" [_ _ 628 628 628 628 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM INTERP F16_ATTRIBUTE] Refused;
        /// D = P10 * S1 + S2 of attribute S0, P0 in a VGPR.
        V_INTERP_P1LV_F16 "v_interp_p1lv_f16" [_ _ 629 629 629 629 _] : F32 (B32 F32 F16) [READS_M0 READS_MODE SYSTEM INTERP F16_ATTRIBUTE] Refused;
        /// D = P20 * S1 + S2 of attribute S0, f16; the other half of VDST is kept.
        V_INTERP_P2_F16 "v_interp_p2_f16" [_ _ _ 631 631 631 _] : F16 (B32 F32 F32) [READS_M0 READS_MODE SYSTEM READS_DST CLAMP INTERP F16_ATTRIBUTE] Refused;
        /// D = P20 * S1 + S2 of attribute S0, f16; D[31:16] = 0.
        V_INTERP_P2_LEGACY_F16 ("v_interp_p2_f16" "v_interp_p2_f16" "v_interp_p2_f16" "v_interp_p2_legacy_f16" "v_interp_p2_legacy_f16") [_ _ 630 630 630 630 _] : F16 (B32 F32 F32) [READS_M0 READS_MODE SYSTEM CLAMP INTERP F16_ATTRIBUTE] Refused;
        /// D = S0 + S1, f64.
        V_ADD_F64 "v_add_f64" [356 356 640 640 640] : F64 (F64 F64) [READS_MODE] Float;
        /// D = S0 * S1, f64.
        V_MUL_F64 "v_mul_f64" [357 357 641 641 641] : F64 (F64 F64) [READS_MODE] Float;
        /// D = min(S0, S1), f64.
        V_MIN_F64 "v_min_f64" [358 358 642 642 642] : F64 (F64 F64) [READS_MODE] Float;
        /// D = max(S0, S1), f64.
        V_MAX_F64 "v_max_f64" [359 359 643 643 643] : F64 (F64 F64) [READS_MODE] Float;
        /// D = S0 * 2^S1, f64 and a signed integer.
        V_LDEXP_F64 "v_ldexp_f64" [360 360 644 644 644] : F64 (F64 B32) [READS_MODE] Float;
        /// D = S0 * S1, low 32 bits.
        V_MUL_LO_I32 "v_mul_lo_i32" [363 363 _ _ _] : I32 (B32 B32) [TWIN QUARTER_RATE] Exact;
        /// D = S0 * S1, low 32 bits.
        V_MUL_LO_U32 "v_mul_lo_u32" [361 361 645 645 645] : U32 (B32 B32) [TWIN QUARTER_RATE] Exact;
        /// D = S0 * S1 >> 32, unsigned.
        V_MUL_HI_U32 "v_mul_hi_u32" [362 362 646 646 646] : U32 (B32 B32) [TWIN9 QUARTER_RATE] Exact;
        /// D = S0 * S1 >> 32, signed.
        V_MUL_HI_I32 "v_mul_hi_i32" [364 364 647 647 647] : I32 (B32 B32) [TWIN9 QUARTER_RATE] Exact;
        /// D = S1 << S0, 64 bits.
        V_LSHLREV_B64 "v_lshlrev_b64" [_ _ 655 655 655] : B64 (B32 B64) [REVERSED TWIN] Exact;
        /// D = S1 >> S0, unsigned, 64 bits.
        V_LSHRREV_B64 "v_lshrrev_b64" [_ _ 656 656 656] : B64 (B32 B64) [REVERSED TWIN] Exact;
        /// D = S1 >> S0, signed, 64 bits.
        V_ASHRREV_I64 "v_ashrrev_i64" [_ _ 657 657 657] : I64 (B32 B64) [REVERSED TWIN] Exact;
        /// D = segment S1[4:0] of 2 / pi for the range reduction of S0.
        V_TRIG_PREOP_F64 "v_trig_preop_f64" [372 372 658 658 658] : F64 (F64 B32) [READS_MODE] TrigPreop;
        /// D = S1 and S0, f16, times 32767 as saturated i16, S0 low.
        V_CVT_PKNORM_I16_F16 "v_cvt_pknorm_i16_f16" [_ _ _ 665 665] : V2B16 (F16 F16) [READS_MODE CLAMP OP_SEL] Norm;
        /// D = S1 and S0, f16, times 65535 as saturated u16, S0 low.
        V_CVT_PKNORM_U16_F16 "v_cvt_pknorm_u16_f16" [_ _ _ 666 666] : V2B16 (F16 F16) [READS_MODE CLAMP OP_SEL] Norm;
        /// Undocumented.
        V_READLANE_REGRD_B32 "v_readlane_regrd_b32" [_ _ _ 667 667 667 _] : None () [SYSTEM MOVES] Refused;
        /// D = S0 + S1, i32.
        V_ADD_I32 "v_add_i32" [_ _ _ 668 668] : I32 (B32 B32) [CLAMP] Exact;
        /// D = S0 - S1, i32.
        V_SUB_I32 "v_sub_i32" [_ _ _ 669 669] : I32 (B32 B32) [CLAMP] Exact;
        /// D = S0 + S1, i16; the other half of VDST is kept.
        V_ADD_I16 "v_add_i16" [_ _ _ 670 670] : I16 (B16 B16) [READS_DST CLAMP OP_SEL] Exact;
        /// D = S0 - S1, i16; the other half of VDST is kept.
        V_SUB_I16 "v_sub_i16" [_ _ _ 671 671] : I16 (B16 B16) [READS_DST CLAMP OP_SEL] Exact;
        /// D = S1[15:0] << 16 | S0[15:0], as f16 values.
        V_PACK_B32_F16 "v_pack_b32_f16" [_ _ _ 672 672] : B32 (F16 F16) [READS_MODE CLAMP OP_SEL] Denormals;
        /// D = (S0 << S1[2:0]) + S2, 64 bits.
        V_LSHL_ADD_U64 "v_lshl_add_u64" [_ _ _ _ _ _ _ 520] : U64 (B64 B32 B64) [] Exact;
        /// A word of D = S0 and S1, f32, as fp8, S0 low.
        V_CVT_PK_FP8_F32 "v_cvt_pk_fp8_f32" [_ _ _ _ _ _ _ 674] : B32 (F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES] Narrow;
        /// A word of D = S0 and S1, f32, as bf8, S0 low.
        V_CVT_PK_BF8_F32 "v_cvt_pk_bf8_f32" [_ _ _ _ _ _ _ 675] : B32 (F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES] Narrow;
        /// A byte of D = S0, an f32, as fp8, rounded by the random number in S1.
        V_CVT_SR_FP8_F32 "v_cvt_sr_fp8_f32" [_ _ _ _ _ _ _ 676] : B32 (F32 B32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES] Random;
        /// A byte of D = S0, an f32, as bf8, rounded by the random number in S1.
        V_CVT_SR_BF8_F32 "v_cvt_sr_bf8_f32" [_ _ _ _ _ _ _ 677] : B32 (F32 B32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES] Random;
        /// Each bit of D = that of the table in OMOD, ABS and NEG that the bits of S0, S1 and S2 select; the other half of VDST is kept.
        V_BITOP3_B16 "v_bitop3_b16" [_ _ _ _ _ _ _ _ 563] : B16 (B16 B16 B16) [READS_DST OP_SEL TRUTH_TABLE] Exact;
        /// Each bit of D = that of the table in OMOD, ABS and NEG that the bits of S0, S1 and S2 select.
        V_BITOP3_B32 "v_bitop3_b32" [_ _ _ _ _ _ _ _ 564] : B32 (B32 B32 B32) [TRUTH_TABLE] Exact;
        /// Half of D = S0 and S1, f32, divided by the scale in S2, as fp8.
        V_CVT_SCALEF32_PK_FP8_F32 "v_cvt_scalef32_pk_fp8_f32" [_ _ _ _ _ _ _ _ 565] : B32 (F32 F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// Half of D = S0 and S1, f32, divided by the scale in S2, as bf8.
        V_CVT_SCALEF32_PK_BF8_F32 "v_cvt_scalef32_pk_bf8_f32" [_ _ _ _ _ _ _ _ 566] : B32 (F32 F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = S0, an f32, divided by the scale in S2, as fp8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_FP8_F32 "v_cvt_scalef32_sr_fp8_f32" [_ _ _ _ _ _ _ _ 567] : B32 (F32 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// A byte of D = S0, an f32, divided by the scale in S2, as bf8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_BF8_F32 "v_cvt_scalef32_sr_bf8_f32" [_ _ _ _ _ _ _ _ 568] : B32 (F32 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = half of S0, fp8, times the scale in S1, as f32.
        V_CVT_SCALEF32_PK_F32_FP8 "v_cvt_scalef32_pk_f32_fp8" [_ _ _ _ _ _ _ _ 569] : V2F32 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = half of S0, bf8, times the scale in S1, as f32.
        V_CVT_SCALEF32_PK_F32_BF8 "v_cvt_scalef32_pk_f32_bf8" [_ _ _ _ _ _ _ _ 570] : V2F32 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = a byte of S0, fp8, times the scale in S1, as f32.
        V_CVT_SCALEF32_F32_FP8 "v_cvt_scalef32_f32_fp8" [_ _ _ _ _ _ _ _ 571] : F32 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = a byte of S0, bf8, times the scale in S1, as f32.
        V_CVT_SCALEF32_F32_BF8 "v_cvt_scalef32_f32_bf8" [_ _ _ _ _ _ _ _ 572] : F32 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = S0 and S1, f32, divided by the scale in S2, as fp4.
        V_CVT_SCALEF32_PK_FP4_F32 "v_cvt_scalef32_pk_fp4_f32" [_ _ _ _ _ _ _ _ 573] : B32 (F32 F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = two f32 of S0, divided by the scale in S2, as fp4, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK_FP4_F32 "v_cvt_scalef32_sr_pk_fp4_f32" [_ _ _ _ _ _ _ _ 574] : B32 (V2F32 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = a byte of S0, two fp4, times the scale in S1, as f32.
        V_CVT_SCALEF32_PK_F32_FP4 "v_cvt_scalef32_pk_f32_fp4" [_ _ _ _ _ _ _ _ 575] : V2F32 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// Half of D = two f16 of S0, divided by the scale in S1, as fp8.
        V_CVT_SCALEF32_PK_FP8_F16 "v_cvt_scalef32_pk_fp8_f16" [_ _ _ _ _ _ _ _ 576] : B32 (V2F16 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// Half of D = two f16 of S0, divided by the scale in S1, as bf8.
        V_CVT_SCALEF32_PK_BF8_F16 "v_cvt_scalef32_pk_bf8_f16" [_ _ _ _ _ _ _ _ 577] : B32 (V2F16 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = S0, an f16, divided by the scale in S2, as fp8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_FP8_F16 "v_cvt_scalef32_sr_fp8_f16" [_ _ _ _ _ _ _ _ 578] : B32 (F16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// A byte of D = S0, an f16, divided by the scale in S2, as bf8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_BF8_F16 "v_cvt_scalef32_sr_bf8_f16" [_ _ _ _ _ _ _ _ 579] : B32 (F16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// Half of D = two bf16 of S0, divided by the scale in S1, as fp8.
        V_CVT_SCALEF32_PK_FP8_BF16 "v_cvt_scalef32_pk_fp8_bf16" [_ _ _ _ _ _ _ _ 580] : B32 (V2Bf16 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// Half of D = two bf16 of S0, divided by the scale in S1, as bf8.
        V_CVT_SCALEF32_PK_BF8_BF16 "v_cvt_scalef32_pk_bf8_bf16" [_ _ _ _ _ _ _ _ 581] : B32 (V2Bf16 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = S0, a bf16, divided by the scale in S2, as fp8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_FP8_BF16 "v_cvt_scalef32_sr_fp8_bf16" [_ _ _ _ _ _ _ _ 582] : B32 (Bf16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// A byte of D = S0, a bf16, divided by the scale in S2, as bf8, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_BF8_BF16 "v_cvt_scalef32_sr_bf8_bf16" [_ _ _ _ _ _ _ _ 583] : B32 (Bf16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = half of S0, fp8, times the scale in S1, as f16.
        V_CVT_SCALEF32_PK_F16_FP8 "v_cvt_scalef32_pk_f16_fp8" [_ _ _ _ _ _ _ _ 584] : V2F16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = half of S0, bf8, times the scale in S1, as f16.
        V_CVT_SCALEF32_PK_F16_BF8 "v_cvt_scalef32_pk_f16_bf8" [_ _ _ _ _ _ _ _ 585] : V2F16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = a byte of S0, fp8, times the scale in S1, as f16.
        V_CVT_SCALEF32_F16_FP8 "v_cvt_scalef32_f16_fp8" [_ _ _ _ _ _ _ _ 586] : F16 (B32 F32) [READS_MODE OP_SEL SCALED READS_DST NO_OUTPUT_MODIFIERS] Scaled;
        /// D = a byte of S0, bf8, times the scale in S1, as f16.
        V_CVT_SCALEF32_F16_BF8 "v_cvt_scalef32_f16_bf8" [_ _ _ _ _ _ _ _ 587] : F16 (B32 F32) [READS_MODE OP_SEL SCALED READS_DST NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = two f16 of S0, divided by the scale in S1, as fp4.
        V_CVT_SCALEF32_PK_FP4_F16 "v_cvt_scalef32_pk_fp4_f16" [_ _ _ _ _ _ _ _ 588] : B32 (V2F16 F32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = two bf16 of S0, divided by the scale in S1, as fp4.
        V_CVT_SCALEF32_PK_FP4_BF16 "v_cvt_scalef32_pk_fp4_bf16" [_ _ _ _ _ _ _ _ 589] : B32 (V2Bf16 F32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// A byte of D = two f16 of S0, divided by the scale in S2, as fp4, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK_FP4_F16 "v_cvt_scalef32_sr_pk_fp4_f16" [_ _ _ _ _ _ _ _ 590] : B32 (V2F16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// A byte of D = two bf16 of S0, divided by the scale in S2, as fp4, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK_FP4_BF16 "v_cvt_scalef32_sr_pk_fp4_bf16" [_ _ _ _ _ _ _ _ 591] : B32 (V2Bf16 B32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = a byte of S0, two fp4, times the scale in S1, as f16.
        V_CVT_SCALEF32_PK_F16_FP4 "v_cvt_scalef32_pk_f16_fp4" [_ _ _ _ _ _ _ _ 592] : V2F16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = a byte of S0, two fp4, times the scale in S1, as bf16.
        V_CVT_SCALEF32_PK_BF16_FP4 "v_cvt_scalef32_pk_bf16_fp4" [_ _ _ _ _ _ _ _ 593] : V2Bf16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 16 f32 of S0 and of S1 in turn, divided by the scale in S2, as fp6.
        V_CVT_SCALEF32_2XPK16_FP6_F32 "v_cvt_scalef32_2xpk16_fp6_f32" [_ _ _ _ _ _ _ _ 594] : B192 (B512 B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 16 f32 of S0 and of S1 in turn, divided by the scale in S2, as bf6.
        V_CVT_SCALEF32_2XPK16_BF6_F32 "v_cvt_scalef32_2xpk16_bf6_f32" [_ _ _ _ _ _ _ _ 595] : B192 (B512 B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 f32 of S0, divided by the scale in S2, as fp6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_FP6_F32 "v_cvt_scalef32_sr_pk32_fp6_f32" [_ _ _ _ _ _ _ _ 596] : B192 (B1024 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 f32 of S0, divided by the scale in S2, as bf6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_BF6_F32 "v_cvt_scalef32_sr_pk32_bf6_f32" [_ _ _ _ _ _ _ _ 597] : B192 (B1024 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 fp6 of S0, times the scale in S1, as f32.
        V_CVT_SCALEF32_PK32_F32_FP6 "v_cvt_scalef32_pk32_f32_fp6" [_ _ _ _ _ _ _ _ 598] : B1024 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 bf6 of S0, times the scale in S1, as f32.
        V_CVT_SCALEF32_PK32_F32_BF6 "v_cvt_scalef32_pk32_f32_bf6" [_ _ _ _ _ _ _ _ 599] : B1024 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 f16 of S0, divided by the scale in S1, as fp6.
        V_CVT_SCALEF32_PK32_FP6_F16 "v_cvt_scalef32_pk32_fp6_f16" [_ _ _ _ _ _ _ _ 600] : B192 (B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 bf16 of S0, divided by the scale in S1, as fp6.
        V_CVT_SCALEF32_PK32_FP6_BF16 "v_cvt_scalef32_pk32_fp6_bf16" [_ _ _ _ _ _ _ _ 601] : B192 (B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 f16 of S0, divided by the scale in S1, as bf6.
        V_CVT_SCALEF32_PK32_BF6_F16 "v_cvt_scalef32_pk32_bf6_f16" [_ _ _ _ _ _ _ _ 602] : B192 (B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 bf16 of S0, divided by the scale in S1, as bf6.
        V_CVT_SCALEF32_PK32_BF6_BF16 "v_cvt_scalef32_pk32_bf6_bf16" [_ _ _ _ _ _ _ _ 603] : B192 (B512 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 f16 of S0, divided by the scale in S2, as fp6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_FP6_F16 "v_cvt_scalef32_sr_pk32_fp6_f16" [_ _ _ _ _ _ _ _ 604] : B192 (B512 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 bf16 of S0, divided by the scale in S2, as fp6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_FP6_BF16 "v_cvt_scalef32_sr_pk32_fp6_bf16" [_ _ _ _ _ _ _ _ 605] : B192 (B512 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 f16 of S0, divided by the scale in S2, as bf6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_BF6_F16 "v_cvt_scalef32_sr_pk32_bf6_f16" [_ _ _ _ _ _ _ _ 606] : B192 (B512 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 bf16 of S0, divided by the scale in S2, as bf6, rounded by the random number in S1.
        V_CVT_SCALEF32_SR_PK32_BF6_BF16 "v_cvt_scalef32_sr_pk32_bf6_bf16" [_ _ _ _ _ _ _ _ 607] : B192 (B512 B32 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Random;
        /// D = 32 fp6 of S0, times the scale in S1, as f16.
        V_CVT_SCALEF32_PK32_F16_FP6 "v_cvt_scalef32_pk32_f16_fp6" [_ _ _ _ _ _ _ _ 608] : B512 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 fp6 of S0, times the scale in S1, as bf16.
        V_CVT_SCALEF32_PK32_BF16_FP6 "v_cvt_scalef32_pk32_bf16_fp6" [_ _ _ _ _ _ _ _ 609] : B512 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 bf6 of S0, times the scale in S1, as f16.
        V_CVT_SCALEF32_PK32_F16_BF6 "v_cvt_scalef32_pk32_f16_bf6" [_ _ _ _ _ _ _ _ 610] : B512 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = 32 bf6 of S0, times the scale in S1, as bf16.
        V_CVT_SCALEF32_PK32_BF16_BF6 "v_cvt_scalef32_pk32_bf16_bf6" [_ _ _ _ _ _ _ _ 611] : B512 (B192 F32) [READS_MODE SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D[7:0] and D[15:8] = S0 and S1 >> S2[4:0], signed, saturated to i8; the other half of VDST is kept.
        V_ASHR_PK_I8_I32 "v_ashr_pk_i8_i32" [_ _ _ _ _ _ _ _ 613] : V2B16 (B32 B32 B32) [READS_DST OP_SEL HALF_PAIR NO_SIGNS] Exact;
        /// D[7:0] and D[15:8] = S0 and S1 >> S2[4:0], signed, saturated to u8; the other half of VDST is kept.
        V_ASHR_PK_U8_I32 "v_ashr_pk_u8_i32" [_ _ _ _ _ _ _ _ 614] : V2B16 (B32 B32 B32) [READS_DST OP_SEL HALF_PAIR NO_SIGNS] Exact;
        /// D = S1 and S0 as f16, to nearest whatever MODE says, S0 low.
        V_CVT_PK_F16_F32 "v_cvt_pk_f16_f32" [_ _ _ _ _ _ _ _ 615] : V2F16 (F32 F32) [READS_MODE OMOD] Float;
        /// D = S1 and S0 as bf16, to nearest whatever MODE says, S0 low.
        V_CVT_PK_BF16_F32 "v_cvt_pk_bf16_f32" [_ _ _ _ _ _ _ _ 616] : V2Bf16 (F32 F32) [READS_MODE OMOD] Float;
        /// D = half of S0, fp8, times the scale in S1, as bf16.
        V_CVT_SCALEF32_PK_BF16_FP8 "v_cvt_scalef32_pk_bf16_fp8" [_ _ _ _ _ _ _ _ 617] : V2Bf16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = half of S0, bf8, times the scale in S1, as bf16.
        V_CVT_SCALEF32_PK_BF16_BF8 "v_cvt_scalef32_pk_bf16_bf8" [_ _ _ _ _ _ _ _ 618] : V2Bf16 (B32 F32) [READS_MODE OP_SEL SCALED NO_OUTPUT_MODIFIERS] Scaled;
        /// D = S0, an f32, as f16, rounded by the random number in S1; the other half of VDST is kept.
        V_CVT_SR_F16_F32 "v_cvt_sr_f16_f32" [_ _ _ _ _ _ _ _ 678] : F16 (F32 B32) [READS_MODE READS_DST OP_SEL NO_OUTPUT_MODIFIERS] Random;
        /// D = S0, an f32, as bf16, rounded by the random number in S1; the other half of VDST is kept.
        V_CVT_SR_BF16_F32 "v_cvt_sr_bf16_f32" [_ _ _ _ _ _ _ _ 679] : Bf16 (F32 B32) [READS_MODE READS_DST OP_SEL NO_OUTPUT_MODIFIERS] Random;
        /// D = the least of S0, S1, S2, f32; a NaN if one is.
        V_MINIMUM3_F32 "v_minimum3_f32" [_ _ _ _ _ _ _ _ 680] : F32 (F32 F32 F32) [READS_MODE] Float;
        /// D = the greatest of S0, S1, S2, f32; a NaN if one is.
        V_MAXIMUM3_F32 "v_maximum3_f32" [_ _ _ _ _ _ _ _ 681] : F32 (F32 F32 F32) [READS_MODE] Float;
    }
}
