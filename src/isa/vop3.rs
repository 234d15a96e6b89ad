//! Vector operations that exist in VOP3 only (CLRX GcnInstrsVop3).

use super::table::encoding;

encoding! {
    /// Vector operations that exist in VOP3 only (CLRX GcnInstrsVop3).
    Vop3 [1024] {
        /// D = S0 * S1 as needed for lighting: the lowest value if S1 is it or NaN, or if S2 is not positive.
        V_MULLIT_F32 "v_mullit_f32" [336 336 _ _ _] : F32 (F32 F32 F32) [READS_MODE];
        /// D = S0 << S1, 64 bits.
        V_LSHL_B64 "v_lshl_b64" [353 353 _ _ _] : B64 (B64 B32) [TWIN];
        /// D = S0 >> S1, unsigned, 64 bits.
        V_LSHR_B64 "v_lshr_b64" [354 354 _ _ _] : B64 (B64 B32) [TWIN];
        /// D = S0 >> S1, signed, 64 bits.
        V_ASHR_I64 "v_ashr_i64" [355 355 _ _ _] : I64 (B64 B32) [TWIN];
        /// D = four sums of absolute differences of bytes; undocumented forerunner of V_QSAD_PK_U16_U8.
        V_QSAD_U8 "v_qsad_u8" [370 _ _ _ _] : B64 (B64 B32 B64) [];
        /// D = S0 * S1 + S2, where 0 times anything is 0.
        V_MAD_LEGACY_F32 "v_mad_legacy_f32" [320 320 448 448 448 448 448 _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD];
        /// D = S0 * S1 + S2, rounded twice, f32.
        V_MAD_F32 "v_mad_f32" [321 321 449 449 449 449 449 _] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD];
        /// D = S0[23:0] * S1[23:0] + S2, signed.
        V_MAD_I32_I24 "v_mad_i32_i24" [322 322 450 450 450] : I32 (B32 B32 B32) [CLAMP MULTIPLY_ADD];
        /// D = S0[23:0] * S1[23:0] + S2, unsigned.
        V_MAD_U32_U24 "v_mad_u32_u24" [323 323 451 451 451] : U32 (B32 B32 B32) [CLAMP MULTIPLY_ADD];
        /// D = cube face (0 to 5) of the direction (S0, S1, S2).
        V_CUBEID_F32 "v_cubeid_f32" [324 324 452 452 452] : F32 (F32 F32 F32) [READS_MODE];
        /// D = S coordinate in the cube face of the direction (S0, S1, S2).
        V_CUBESC_F32 "v_cubesc_f32" [325 325 453 453 453] : F32 (F32 F32 F32) [READS_MODE];
        /// D = T coordinate in the cube face of the direction (S0, S1, S2).
        V_CUBETC_F32 "v_cubetc_f32" [326 326 454 454 454] : F32 (F32 F32 F32) [READS_MODE];
        /// D = twice the major axis of the direction (S0, S1, S2).
        V_CUBEMA_F32 "v_cubema_f32" [327 327 455 455 455] : F32 (F32 F32 F32) [READS_MODE];
        /// D = the S2[4:0] bits of S0 from bit S1[4:0] on, zero-extended.
        V_BFE_U32 "v_bfe_u32" [328 328 456 456 456] : U32 (B32 B32 B32) [TWIN];
        /// D = the S2[4:0] bits of S0 from bit S1[4:0] on, sign-extended.
        V_BFE_I32 "v_bfe_i32" [329 329 457 457 457] : I32 (B32 B32 B32) [TWIN];
        /// D = (S0 & S1) | (~S0 & S2).
        V_BFI_B32 "v_bfi_b32" [330 330 458 458 458] : B32 (B32 B32 B32) [];
        /// D = fma(S0, S1, S2), f32.
        V_FMA_F32 "v_fma_f32" [331 331 459 459 459] : F32 (F32 F32 F32) [READS_MODE MULTIPLY_ADD];
        /// D = fma(S0, S1, S2), f64.
        V_FMA_F64 "v_fma_f64" [332 332 460 460 460] : F64 (F64 F64 F64) [READS_MODE MULTIPLY_ADD];
        /// Each byte of D = (S0 + S1 + S2[0]) >> 1 of the same byte.
        V_LERP_U8 "v_lerp_u8" [333 333 461 461 461] : B32 (B32 B32 B32) [];
        /// D = ({S0, S1} >> S2[4:0])[31:0].
        V_ALIGNBIT_B32 "v_alignbit_b32" [334 334 462 462 462] : B32 (B32 B32 B32) [];
        /// D = ({S0, S1} >> 8 * S2[1:0])[31:0].
        V_ALIGNBYTE_B32 "v_alignbyte_b32" [335 335 463 463 463] : B32 (B32 B32 B32) [];
        /// D = min(S0, S1, S2), f32.
        V_MIN3_F32 "v_min3_f32" [337 337 464 464 464] : F32 (F32 F32 F32) [READS_MODE];
        /// D = min(S0, S1, S2), i32.
        V_MIN3_I32 "v_min3_i32" [338 338 465 465 465] : I32 (B32 B32 B32) [];
        /// D = min(S0, S1, S2), u32.
        V_MIN3_U32 "v_min3_u32" [339 339 466 466 466] : U32 (B32 B32 B32) [];
        /// D = max(S0, S1, S2), f32.
        V_MAX3_F32 "v_max3_f32" [340 340 467 467 467] : F32 (F32 F32 F32) [READS_MODE];
        /// D = max(S0, S1, S2), i32.
        V_MAX3_I32 "v_max3_i32" [341 341 468 468 468] : I32 (B32 B32 B32) [];
        /// D = max(S0, S1, S2), u32.
        V_MAX3_U32 "v_max3_u32" [342 342 469 469 469] : U32 (B32 B32 B32) [];
        /// D = the median of S0, S1, S2, f32.
        V_MED3_F32 "v_med3_f32" [343 343 470 470 470] : F32 (F32 F32 F32) [READS_MODE];
        /// D = the median of S0, S1, S2, i32.
        V_MED3_I32 "v_med3_i32" [344 344 471 471 471] : I32 (B32 B32 B32) [];
        /// D = the median of S0, S1, S2, u32.
        V_MED3_U32 "v_med3_u32" [345 345 472 472 472] : U32 (B32 B32 B32) [];
        /// D = S2 + the sum of |S0 - S1| over the four bytes.
        V_SAD_U8 "v_sad_u8" [346 346 473 473 473] : B32 (B32 B32 B32) [CLAMP];
        /// D = S2 + (the sum of |S0 - S1| over the four bytes << 16).
        V_SAD_HI_U8 "v_sad_hi_u8" [347 347 474 474 474] : B32 (B32 B32 B32) [CLAMP];
        /// D = S2 + the sum of |S0 - S1| over the two halves.
        V_SAD_U16 "v_sad_u16" [348 348 475 475 475] : U32 (B32 B32 B32) [CLAMP];
        /// D = S2 + |S0 - S1|.
        V_SAD_U32 "v_sad_u32" [349 349 476 476 476] : U32 (B32 B32 B32) [CLAMP];
        /// D = S2 with byte S1[1:0] = S0 as an integer, saturated to 0 to 255.
        V_CVT_PK_U8_F32 "v_cvt_pk_u8_f32" [350 350 477 477 477] : B32 (F32 B32 B32) [READS_MODE CLAMP];
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f32.
        V_DIV_FIXUP_F32 "v_div_fixup_f32" [351 351 478 478 478] : F32 (F32 F32 F32) [READS_MODE];
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f64.
        V_DIV_FIXUP_F64 "v_div_fixup_f64" [352 352 479 479 479] : F64 (F64 F64 F64) [READS_MODE];
        /// D = S0 (S1 or S2: denominator or numerator) scaled for a division; VCC[lane] = the result needs scaling back, f32.
        V_DIV_SCALE_F32 "v_div_scale_f32" [365 365 480 480 480] : F32 (F32 F32 F32) [READS_MODE CARRY_OUT];
        /// D = S0 (S1 or S2: denominator or numerator) scaled for a division; VCC[lane] = the result needs scaling back, f64.
        V_DIV_SCALE_F64 "v_div_scale_f64" [366 366 481 481 481] : F64 (F64 F64 F64) [READS_MODE CARRY_OUT];
        /// D = fma(S0, S1, S2), scaled by a power of two where VCC[lane] is set, f32.
        V_DIV_FMAS_F32 "v_div_fmas_f32" [367 367 482 482 482] : F32 (F32 F32 F32) [READS_MODE READS_VCC MULTIPLY_ADD];
        /// D = fma(S0, S1, S2), scaled by a power of two where VCC[lane] is set, f64.
        V_DIV_FMAS_F64 "v_div_fmas_f64" [368 368 483 483 483] : F64 (F64 F64 F64) [READS_MODE READS_VCC MULTIPLY_ADD];
        /// D = S2 + the sum of |S0 - S1| over the bytes where S1 is not 0.
        V_MSAD_U8 "v_msad_u8" [369 369 484 484 484] : B32 (B32 B32 B32) [CLAMP];
        /// Each u16 i of D = that of S2 + the sum of absolute differences of bytes i to i + 3 of S0 and S1.
        V_QSAD_PK_U16_U8 "v_qsad_pk_u16_u8" [_ 370 485 485 485] : B64 (B64 B32 B64) [CLAMP];
        /// As V_QSAD_PK_U16_U8, without the bytes where S1 is 0.
        V_MQSAD_PK_U16_U8 "v_mqsad_pk_u16_u8" [371 371 486 486 486] : B64 (B64 B32 B64) [CLAMP];
        /// As V_MQSAD_PK_U16_U8, with four u32 in D and S2.
        V_MQSAD_U32_U8 "v_mqsad_u32_u8" [_ 373 487 487 487] : B128 (B64 B32 B128) [CLAMP];
        /// D = S0 * S1 + S2, 64 bits, unsigned; SDST[lane] = carry.
        V_MAD_U64_U32 "v_mad_u64_u32" [_ 374 488 488 488] : U64 (B32 B32 B64) [CARRY_OUT CLAMP MULTIPLY_ADD];
        /// D = S0 * S1 + S2, 64 bits, signed; SDST[lane] = overflow.
        V_MAD_I64_I32 "v_mad_i64_i32" [_ 375 489 489 489] : I64 (B32 B32 B64) [CARRY_OUT CLAMP MULTIPLY_ADD];
        /// Each byte of D = the byte of {S0, S1}, the copy of a sign, 0x00 or 0xff that this byte of S2 selects.
        V_PERM_B32 "v_perm_b32" [_ _ 493 493 493] : B32 (B32 B32 B32) [];
        /// D = S0[15:0] * S1[15:0] + S2, unsigned.
        V_MAD_U32_U16 "v_mad_u32_u16" [_ _ _ 497 497] : U32 (B16 B16 B32) [CLAMP OP_SEL MULTIPLY_ADD];
        /// D = S0[15:0] * S1[15:0] + S2, signed.
        V_MAD_I32_I16 "v_mad_i32_i16" [_ _ _ 498 498] : I32 (B16 B16 B32) [CLAMP OP_SEL MULTIPLY_ADD];
        /// D = (S0 ^ S1) + S2.
        V_XAD_U32 "v_xad_u32" [_ _ _ 499 499] : U32 (B32 B32 B32) [];
        /// D = min(S0, S1, S2), f16.
        V_MIN3_F16 "v_min3_f16" [_ _ _ 500 500] : F16 (F16 F16 F16) [READS_MODE OP_SEL];
        /// D = min(S0, S1, S2), i16.
        V_MIN3_I16 "v_min3_i16" [_ _ _ 501 501] : I16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = min(S0, S1, S2), u16.
        V_MIN3_U16 "v_min3_u16" [_ _ _ 502 502] : U16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = max(S0, S1, S2), f16.
        V_MAX3_F16 "v_max3_f16" [_ _ _ 503 503] : F16 (F16 F16 F16) [READS_MODE OP_SEL];
        /// D = max(S0, S1, S2), i16.
        V_MAX3_I16 "v_max3_i16" [_ _ _ 504 504] : I16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = max(S0, S1, S2), u16.
        V_MAX3_U16 "v_max3_u16" [_ _ _ 505 505] : U16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = the median of S0, S1, S2, f16.
        V_MED3_F16 "v_med3_f16" [_ _ _ 506 506] : F16 (F16 F16 F16) [READS_MODE OP_SEL];
        /// D = the median of S0, S1, S2, i16.
        V_MED3_I16 "v_med3_i16" [_ _ _ 507 507] : I16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = the median of S0, S1, S2, u16.
        V_MED3_U16 "v_med3_u16" [_ _ _ 508 508] : U16 (B16 B16 B16) [CLAMP OP_SEL];
        /// D = (S0 << S1[4:0]) + S2.
        V_LSHL_ADD_U32 "v_lshl_add_u32" [_ _ _ 509 509] : U32 (B32 B32 B32) [];
        /// D = (S0 + S1) << S2[4:0].
        V_ADD_LSHL_U32 "v_add_lshl_u32" [_ _ _ 510 510] : U32 (B32 B32 B32) [];
        /// D = S0 + S1 + S2.
        V_ADD3_U32 "v_add3_u32" [_ _ _ 511 511] : U32 (B32 B32 B32) [];
        /// D = (S0 << S1[4:0]) | S2.
        V_LSHL_OR_B32 "v_lshl_or_b32" [_ _ _ 512 512] : B32 (B32 B32 B32) [];
        /// D = (S0 & S1) | S2.
        V_AND_OR_B32 "v_and_or_b32" [_ _ _ 513 513] : B32 (B32 B32 B32) [];
        /// D = S0 | S1 | S2.
        V_OR3_B32 "v_or3_b32" [_ _ _ 514 514] : B32 (B32 B32 B32) [];
        /// D = S0 * S1 + S2, rounded twice, f16; the other half of VDST is kept.
        V_MAD_F16 "v_mad_f16" [_ _ _ 515 515] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL MULTIPLY_ADD];
        /// D = S0 * S1 + S2, rounded twice, f16; D[31:16] = 0.
        V_MAD_LEGACY_F16 ("v_mad_f16" "v_mad_f16" "v_mad_f16" "v_mad_legacy_f16" "v_mad_legacy_f16") [_ _ 490 490 490] : F16 (F16 F16 F16) [READS_MODE MULTIPLY_ADD];
        /// D = S0 * S1 + S2, rounded twice, u16; the other half of VDST is kept.
        V_MAD_U16 "v_mad_u16" [_ _ _ 516 516] : U16 (B16 B16 B16) [READS_DST CLAMP OP_SEL MULTIPLY_ADD];
        /// D = S0 * S1 + S2, u16; D[31:16] = 0.
        V_MAD_LEGACY_U16 ("v_mad_u16" "v_mad_u16" "v_mad_u16" "v_mad_legacy_u16" "v_mad_legacy_u16") [_ _ 491 491 491] : U16 (B16 B16 B16) [CLAMP MULTIPLY_ADD];
        /// D = S0 * S1 + S2, rounded twice, i16; the other half of VDST is kept.
        V_MAD_I16 "v_mad_i16" [_ _ _ 517 517] : I16 (B16 B16 B16) [READS_DST CLAMP OP_SEL MULTIPLY_ADD];
        /// D = S0 * S1 + S2, i16; D[31:16] = 0.
        V_MAD_LEGACY_I16 ("v_mad_i16" "v_mad_i16" "v_mad_i16" "v_mad_legacy_i16" "v_mad_legacy_i16") [_ _ 492 492 492] : I16 (B16 B16 B16) [CLAMP MULTIPLY_ADD];
        /// D = fma(S0, S1, S2), f16; the other half of VDST is kept.
        V_FMA_F16 "v_fma_f16" [_ _ _ 518 518] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL MULTIPLY_ADD];
        /// D = fma(S0, S1, S2), f16; D[31:16] = 0.
        V_FMA_LEGACY_F16 ("v_fma_f16" "v_fma_f16" "v_fma_f16" "v_fma_legacy_f16" "v_fma_legacy_f16") [_ _ 494 494 494] : F16 (F16 F16 F16) [READS_MODE MULTIPLY_ADD];
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f16; the other half of VDST is kept.
        V_DIV_FIXUP_F16 "v_div_fixup_f16" [_ _ _ 519 519] : F16 (F16 F16 F16) [READS_MODE READS_DST OP_SEL];
        /// D = the quotient S0 of S2 / S1 with the special cases put right, f16; D[31:16] = 0.
        V_DIV_FIXUP_LEGACY_F16 ("v_div_fixup_f16" "v_div_fixup_f16" "v_div_fixup_f16" "v_div_fixup_legacy_f16" "v_div_fixup_legacy_f16") [_ _ 495 495 495] : F16 (F16 F16 F16) [READS_MODE];
        /// D = P10 * S1 + P0 of attribute S0 (the raw field as a literal).
        V_INTERP_P1_F32 "v_interp_p1_f32" [_ _ 624 624 624 624 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM INTERP];
        /// D = P20 * S1 + D of attribute S0 (the raw field as a literal).
        V_INTERP_P2_F32 "v_interp_p2_f32" [_ _ 625 625 625 625 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM READS_DST INTERP ACCUMULATES];
        /// D = parameter S1 (0 P10, 1 P20, 2 P0) of attribute S0 (raw fields as literals).
        V_INTERP_MOV_F32 "v_interp_mov_f32" [_ _ 626 626 626 626 _] : F32 (B32 B32) [READS_M0 READS_MODE SYSTEM MOVES INTERP];
        /// D = P10 * S1 + P0 of attribute S0, two f16 attributes per LDS dword.
        V_INTERP_P1LL_F16 "v_interp_p1ll_f16" [_ _ 628 628 628 628 _] : F32 (B32 F32) [READS_M0 READS_MODE SYSTEM INTERP F16_ATTRIBUTE];
        /// D = P10 * S1 + S2 of attribute S0, P0 in a VGPR.
        V_INTERP_P1LV_F16 "v_interp_p1lv_f16" [_ _ 629 629 629 629 _] : F32 (B32 F32 F16) [READS_M0 READS_MODE SYSTEM INTERP F16_ATTRIBUTE];
        /// D = P20 * S1 + S2 of attribute S0, f16; the other half of VDST is kept.
        V_INTERP_P2_F16 "v_interp_p2_f16" [_ _ _ 631 631 631 _] : F16 (B32 F32 F32) [READS_M0 READS_MODE SYSTEM READS_DST CLAMP INTERP F16_ATTRIBUTE];
        /// D = P20 * S1 + S2 of attribute S0, f16; D[31:16] = 0.
        V_INTERP_P2_LEGACY_F16 ("v_interp_p2_f16" "v_interp_p2_f16" "v_interp_p2_f16" "v_interp_p2_legacy_f16" "v_interp_p2_legacy_f16") [_ _ 630 630 630 630 _] : F16 (B32 F32 F32) [READS_M0 READS_MODE SYSTEM CLAMP INTERP F16_ATTRIBUTE];
        /// D = S0 + S1, f64.
        V_ADD_F64 "v_add_f64" [356 356 640 640 640] : F64 (F64 F64) [READS_MODE];
        /// D = S0 * S1, f64.
        V_MUL_F64 "v_mul_f64" [357 357 641 641 641] : F64 (F64 F64) [READS_MODE];
        /// D = min(S0, S1), f64.
        V_MIN_F64 "v_min_f64" [358 358 642 642 642] : F64 (F64 F64) [READS_MODE];
        /// D = max(S0, S1), f64.
        V_MAX_F64 "v_max_f64" [359 359 643 643 643] : F64 (F64 F64) [READS_MODE];
        /// D = S0 * 2^S1, f64 and a signed integer.
        V_LDEXP_F64 "v_ldexp_f64" [360 360 644 644 644] : F64 (F64 B32) [READS_MODE];
        /// D = S0 * S1, low 32 bits.
        V_MUL_LO_I32 "v_mul_lo_i32" [363 363 _ _ _] : I32 (B32 B32) [TWIN];
        /// D = S0 * S1, low 32 bits.
        V_MUL_LO_U32 "v_mul_lo_u32" [361 361 645 645 645] : U32 (B32 B32) [TWIN];
        /// D = S0 * S1 >> 32, unsigned.
        V_MUL_HI_U32 "v_mul_hi_u32" [362 362 646 646 646] : U32 (B32 B32) [TWIN9];
        /// D = S0 * S1 >> 32, signed.
        V_MUL_HI_I32 "v_mul_hi_i32" [364 364 647 647 647] : I32 (B32 B32) [TWIN9];
        /// D = S1 << S0, 64 bits.
        V_LSHLREV_B64 "v_lshlrev_b64" [_ _ 655 655 655] : B64 (B32 B64) [REVERSED TWIN];
        /// D = S1 >> S0, unsigned, 64 bits.
        V_LSHRREV_B64 "v_lshrrev_b64" [_ _ 656 656 656] : B64 (B32 B64) [REVERSED TWIN];
        /// D = S1 >> S0, signed, 64 bits.
        V_ASHRREV_I64 "v_ashrrev_i64" [_ _ 657 657 657] : I64 (B32 B64) [REVERSED TWIN];
        /// D = segment S1[4:0] of 2 / pi for the range reduction of S0.
        V_TRIG_PREOP_F64 "v_trig_preop_f64" [372 372 658 658 658] : F64 (F64 B32) [READS_MODE];
        /// D = S1 and S0, f16, times 32767 as saturated i16, S0 low.
        V_CVT_PKNORM_I16_F16 "v_cvt_pknorm_i16_f16" [_ _ _ 665 665] : V2B16 (F16 F16) [READS_MODE CLAMP OP_SEL];
        /// D = S1 and S0, f16, times 65535 as saturated u16, S0 low.
        V_CVT_PKNORM_U16_F16 "v_cvt_pknorm_u16_f16" [_ _ _ 666 666] : V2B16 (F16 F16) [READS_MODE CLAMP OP_SEL];
        /// Undocumented.
        V_READLANE_REGRD_B32 "v_readlane_regrd_b32" [_ _ _ 667 667 667 _] : None () [SYSTEM MOVES];
        /// D = S0 + S1, i32.
        V_ADD_I32 "v_add_i32" [_ _ _ 668 668] : I32 (B32 B32) [CLAMP];
        /// D = S0 - S1, i32.
        V_SUB_I32 "v_sub_i32" [_ _ _ 669 669] : I32 (B32 B32) [CLAMP];
        /// D = S0 + S1, i16; the other half of VDST is kept.
        V_ADD_I16 "v_add_i16" [_ _ _ 670 670] : I16 (B16 B16) [READS_DST CLAMP OP_SEL];
        /// D = S0 - S1, i16; the other half of VDST is kept.
        V_SUB_I16 "v_sub_i16" [_ _ _ 671 671] : I16 (B16 B16) [READS_DST CLAMP OP_SEL];
        /// D = S1[15:0] << 16 | S0[15:0], as f16 values.
        V_PACK_B32_F16 "v_pack_b32_f16" [_ _ _ 672 672] : B32 (F16 F16) [READS_MODE CLAMP OP_SEL];
        /// D = (S0 << S1[2:0]) + S2, 64 bits.
        V_LSHL_ADD_U64 "v_lshl_add_u64" [_ _ _ _ _ _ _ 520] : U64 (B64 B32 B64) [];
        /// A word of D = S0 and S1, f32, as fp8, S0 low.
        V_CVT_PK_FP8_F32 "v_cvt_pk_fp8_f32" [_ _ _ _ _ _ _ 674] : B32 (F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES];
        /// A word of D = S0 and S1, f32, as bf8, S0 low.
        V_CVT_PK_BF8_F32 "v_cvt_pk_bf8_f32" [_ _ _ _ _ _ _ 675] : B32 (F32 F32) [READS_MODE READS_DST OP_SEL ACCUMULATES];
        /// A byte of D = S0, an f32, as fp8, rounded by the random number in S1.
        V_CVT_SR_FP8_F32 "v_cvt_sr_fp8_f32" [_ _ _ _ _ _ _ 676] : B32 (F32 B32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES];
        /// A byte of D = S0, an f32, as bf8, rounded by the random number in S1.
        V_CVT_SR_BF8_F32 "v_cvt_sr_bf8_f32" [_ _ _ _ _ _ _ 677] : B32 (F32 B32) [READS_MODE READS_DST OP_SEL HIDDEN_SOURCE ACCUMULATES];
    }
}
