//! VOP1: vector operations with one source (CLRX GcnInstrsVop1); second column VOP3.

use super::table::encoding;

encoding! {
    /// VOP1: vector operations with one source (CLRX GcnInstrsVop1); second column VOP3.
    Vop1 [256 1024] fidelity {
        /// Does nothing.
        V_NOP "v_nop" [0 0 0 0 0] [384 384 320 320 320] : None () [SDWA8 SDWA9 DPP8 DPP9 MOVES] Exact;
        /// D = S0.
        V_MOV_B32 "v_mov_b32" [1 1 1 1 1] [385 385 321 321 321] : B32 (B32) [SDWA8 SDWA9 DPP8 DPP9 MOVES] Exact;
        /// SDST = S0 of the lowest active lane, of lane 0 if none is.
        V_READFIRSTLANE_B32 "v_readfirstlane_b32" [2 2 2 2 2] [386 386 322 322 322 322 _] : B32 (B32) [SGPR_DST MOVES] Exact;
        /// D = S0 towards zero as i32, saturated.
        V_CVT_I32_F64 "v_cvt_i32_f64" [3 3 3 3 3] [387 387 323 323 323] : I32 (F64) [READS_MODE OMOD DPP90A] Exact;
        /// D = S0, an i32, as f64.
        V_CVT_F64_I32 "v_cvt_f64_i32" [4 4 4 4 4] [388 388 324 324 324] : F64 (B32) [READS_MODE DPP90A] Exact;
        /// D = S0, an i32, as f32.
        V_CVT_F32_I32 "v_cvt_f32_i32" [5 5 5 5 5] [389 389 325 325 325] : F32 (B32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0, a u32, as f32.
        V_CVT_F32_U32 "v_cvt_f32_u32" [6 6 6 6 6] [390 390 326 326 326] : F32 (B32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0 towards zero as u32, saturated.
        V_CVT_U32_F32 "v_cvt_u32_f32" [7 7 7 7 7] [391 391 327 327 327] : U32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 OMOD] Exact;
        /// D = S0 towards zero as i32, saturated.
        V_CVT_I32_F32 "v_cvt_i32_f32" [8 8 8 8 8] [392 392 328 328 328] : I32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 OMOD] Exact;
        /// D = S0, for fault injection.
        V_MOV_FED_B32 "v_mov_fed_b32" [9 9 9 9 9 9 _] [393 393 329 329 329 329 _] : B32 (B32) [SYSTEM MOVES] Refused;
        /// D = S0, an f32, as f16.
        V_CVT_F16_F32 "v_cvt_f16_f32" [10 10 10 10 10] [394 394 330 330 330] : F16 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0, an f16, as f32.
        V_CVT_F32_F16 "v_cvt_f32_f16" [11 11 11 11 11] [395 395 331 331 331] : F32 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = floor(S0 + 0.5) as i32, saturated.
        V_CVT_RPI_I32_F32 "v_cvt_rpi_i32_f32" [12 12 12 12 12] [396 396 332 332 332] : I32 (F32) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = floor(S0) as i32, saturated.
        V_CVT_FLR_I32_F32 "v_cvt_flr_i32_f32" [13 13 13 13 13] [397 397 333 333 333] : I32 (F32) [SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = S0[3:0], signed, divided by 16.
        V_CVT_OFF_F32_I4 "v_cvt_off_f32_i4" [14 14 14 14 14] [398 398 334 334 334] : F32 (B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0, an f64, as f32.
        V_CVT_F32_F64 "v_cvt_f32_f64" [15 15 15 15 15] [399 399 335 335 335] : F32 (F64) [READS_MODE DPP90A] Float;
        /// D = S0, an f32, as f64.
        V_CVT_F64_F32 "v_cvt_f64_f32" [16 16 16 16 16] [400 400 336 336 336] : F64 (F32) [READS_MODE DPP90A] Float;
        /// D = S0[7:0] as f32.
        V_CVT_F32_UBYTE0 "v_cvt_f32_ubyte0" [17 17 17 17 17] [401 401 337 337 337] : F32 (B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0[15:8] as f32.
        V_CVT_F32_UBYTE1 "v_cvt_f32_ubyte1" [18 18 18 18 18] [402 402 338 338 338] : F32 (B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0[23:16] as f32.
        V_CVT_F32_UBYTE2 "v_cvt_f32_ubyte2" [19 19 19 19 19] [403 403 339 339 339] : F32 (B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0[31:24] as f32.
        V_CVT_F32_UBYTE3 "v_cvt_f32_ubyte3" [20 20 20 20 20] [404 404 340 340 340] : F32 (B32) [SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0 towards zero as u32, saturated.
        V_CVT_U32_F64 "v_cvt_u32_f64" [21 21 21 21 21] [405 405 341 341 341] : U32 (F64) [READS_MODE OMOD DPP90A] Exact;
        /// D = S0, a u32, as f64.
        V_CVT_F64_U32 "v_cvt_f64_u32" [22 22 22 22 22] [406 406 342 342 342] : F64 (B32) [READS_MODE DPP90A] Exact;
        /// D = S0 rounded towards zero, f64.
        V_TRUNC_F64 "v_trunc_f64" [_ 23 23 23 23] [_ 407 343 343 343] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = S0 rounded up, f64.
        V_CEIL_F64 "v_ceil_f64" [_ 24 24 24 24] [_ 408 344 344 344] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = S0 rounded to the nearest integer, ties to even, f64.
        V_RNDNE_F64 "v_rndne_f64" [_ 25 25 25 25] [_ 409 345 345 345] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = S0 rounded down, f64.
        V_FLOOR_F64 "v_floor_f64" [_ 26 26 26 26] [_ 410 346 346 346] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = S0 - floor(S0), below 1, f32.
        V_FRACT_F32 "v_fract_f32" [32 32 27 27 27] [416 416 347 347 347] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded towards zero, f32.
        V_TRUNC_F32 "v_trunc_f32" [33 33 28 28 28] [417 417 348 348 348] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded up, f32.
        V_CEIL_F32 "v_ceil_f32" [34 34 29 29 29] [418 418 349 349 349] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded to the nearest integer, ties to even, f32.
        V_RNDNE_F32 "v_rndne_f32" [35 35 30 30 30] [419 419 350 350 350] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded down, f32.
        V_FLOOR_F32 "v_floor_f32" [36 36 31 31 31] [420 420 351 351 351] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = 2^S0, f32.
        V_EXP_F32 "v_exp_f32" [37 37 32 32 32] [421 421 352 352 352] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = log2(S0), f32.
        V_LOG_F32 "v_log_f32" [39 39 33 33 33] [423 423 353 353 353] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = 1 / S0, f32.
        V_RCP_F32 "v_rcp_f32" [42 42 34 34 34] [426 426 354 354 354] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = 1 / S0, for integer division: raises no float exception.
        V_RCP_IFLAG_F32 "v_rcp_iflag_f32" [43 43 35 35 35] [427 427 355 355 355] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = 1 / sqrt(S0), f32.
        V_RSQ_F32 "v_rsq_f32" [46 46 36 36 36] [430 430 356 356 356] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = 1 / S0, f64.
        V_RCP_F64 "v_rcp_f64" [47 47 37 37 37] [431 431 357 357 357] : F64 (F64) [READS_MODE DPP90A TRANS] Coarse;
        /// D = log2(S0), minus infinity clamped to the lowest finite value.
        V_LOG_CLAMP_F32 "v_log_clamp_f32" [38 38 _ _ _] [422 422 _ _ _] : F32 (F32) [READS_MODE TRANS] ExpLog;
        /// D = 1 / sqrt(S0), f64.
        V_RSQ_F64 "v_rsq_f64" [49 49 38 38 38] [433 433 358 358 358] : F64 (F64) [READS_MODE DPP90A TRANS] Coarse;
        /// D = sqrt(S0), f32.
        V_SQRT_F32 "v_sqrt_f32" [51 51 39 39 39] [435 435 359 359 359] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = 1 / S0, infinities clamped to the largest finite value, f32.
        V_RCP_CLAMP_F32 "v_rcp_clamp_f32" [40 40 _ _ _] [424 424 _ _ _] : F32 (F32) [READS_MODE TRANS] Recip;
        /// D = sqrt(S0), f64.
        V_SQRT_F64 "v_sqrt_f64" [52 52 40 40 40] [436 436 360 360 360] : F64 (F64) [READS_MODE DPP90A TRANS] Coarse;
        /// D = 1 / S0, where 1 / 0 is 0.
        V_RCP_LEGACY_F32 "v_rcp_legacy_f32" [41 41 _ _ _] [425 425 _ _ _] : F32 (F32) [READS_MODE TRANS] Recip;
        /// D = sin(2 * pi * S0), f32.
        V_SIN_F32 "v_sin_f32" [53 53 41 41 41] [437 437 361 361 361] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] SinCos;
        /// D = cos(2 * pi * S0), f32.
        V_COS_F32 "v_cos_f32" [54 54 42 42 42] [438 438 362 362 362] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] SinCos;
        /// D = ~S0.
        V_NOT_B32 "v_not_b32" [55 55 43 43 43] [439 439 363 363 363] : B32 (B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = 1 / sqrt(S0), infinities clamped to the largest finite value, f32.
        V_RSQ_CLAMP_F32 "v_rsq_clamp_f32" [44 44 _ _ _] [428 428 _ _ _] : F32 (F32) [READS_MODE TRANS] Recip;
        /// D = S0 with its bits in reverse order.
        V_BFREV_B32 "v_bfrev_b32" [56 56 44 44 44] [440 440 364 364 364] : B32 (B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = 1 / sqrt(S0), where infinities become 0.
        V_RSQ_LEGACY_F32 "v_rsq_legacy_f32" [45 45 _ _ _] [429 429 _ _ _] : F32 (F32) [READS_MODE TRANS] Recip;
        /// D = number of zero bits above the highest one bit of S0, -1 if S0 is 0.
        V_FFBH_U32 "v_ffbh_u32" [57 57 45 45 45] [441 441 365 365 365] : U32 (B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = position of the lowest one bit of S0, -1 if there is none.
        V_FFBL_B32 "v_ffbl_b32" [58 58 46 46 46] [442 442 366 366 366] : B32 (B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = number of leading bits of S0 that equal its sign, -1 if all do.
        V_FFBH_I32 "v_ffbh_i32" [59 59 47 47 47] [443 443 367 367 367] : I32 (B32) [SDWA8 SDWA9 DPP8 DPP9 TWIN] Exact;
        /// D = 1 / S0, infinities clamped to the largest finite value, f64.
        V_RCP_CLAMP_F64 "v_rcp_clamp_f64" [48 48 _ _ _] [432 432 _ _ _] : F64 (F64) [READS_MODE TRANS] Coarse;
        /// D = exponent of S0, so that S0 = mantissa * 2^D; 0 for 0, infinity and NaN.
        V_FREXP_EXP_I32_F64 "v_frexp_exp_i32_f64" [60 60 48 48 48] [444 444 368 368 368] : I32 (F64) [READS_MODE OMOD DPP90A] Exact;
        /// D = mantissa of S0, in [0.5, 1) with its sign, f64.
        V_FREXP_MANT_F64 "v_frexp_mant_f64" [61 61 49 49 49] [445 445 369 369 369] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = 1 / sqrt(S0), infinities clamped to the largest finite value, f64.
        V_RSQ_CLAMP_F64 "v_rsq_clamp_f64" [50 50 _ _ _] [434 434 _ _ _] : F64 (F64) [READS_MODE TRANS] Coarse;
        /// D = S0 - floor(S0), below 1, f64.
        V_FRACT_F64 "v_fract_f64" [62 62 50 50 50] [446 446 370 370 370] : F64 (F64) [READS_MODE DPP90A] Float;
        /// D = exponent of S0, so that S0 = mantissa * 2^D; 0 for 0, infinity and NaN.
        V_FREXP_EXP_I32_F32 "v_frexp_exp_i32_f32" [63 63 51 51 51] [447 447 371 371 371] : I32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 CLAMP] Exact;
        /// D = mantissa of S0, in [0.5, 1) with its sign, f32.
        V_FREXP_MANT_F32 "v_frexp_mant_f32" [64 64 52 52 52] [448 448 372 372 372] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// Clears the float exceptions of the wave.
        V_CLREXCP "v_clrexcp" [65 65 53 53 53] [449 449 373 373 373] : None () [SYSTEM MOVES] Exact;
        /// The VGPR M0 registers above VDST = S0.
        V_MOVRELD_B32 "v_movreld_b32" [66 66 54 _ _] [450 450 374 _ _] : B32 (B32) [READS_M0 MOVREL_DST MOVES] Exact;
        /// Undocumented.
        V_MOV_PRSV_B32 "v_mov_prsv_b32" [_ _ _ 54 54 54 _] [_ _ _ 374 374 374 _] : None () [SYSTEM MOVES] Refused;
        /// D = the VGPR M0 registers above S0.
        V_MOVRELS_B32 "v_movrels_b32" [67 67 55 _ _] [451 451 375 _ _] : B32 (B32) [READS_M0 MOVREL_SRC MOVES] Exact;
        /// D = the shader-engine pattern of the screen position in S0[7:0].
        V_SCREEN_PARTITION_4SE_B32 "v_screen_partition_4se_b32" [_ _ _ 55 55] [_ _ _ 375 375] : B32 (B32) [SDWA9 DPP9] Exact;
        /// The VGPR M0 registers above VDST = the VGPR M0 registers above S0.
        V_MOVRELSD_B32 "v_movrelsd_b32" [68 68 56 _ _] [452 452 376 _ _] : B32 (B32) [READS_M0 MOVREL_SRC MOVREL_DST MOVES] Exact;
        /// D = S0, a u16, as f16.
        V_CVT_F16_U16 "v_cvt_f16_u16" [_ _ 57 57 57] [_ _ 377 377 377] : F16 (B16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0, an i16, as f16.
        V_CVT_F16_I16 "v_cvt_f16_i16" [_ _ 58 58 58] [_ _ 378 378 378] : F16 (B16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Exact;
        /// D = S0 towards zero as u16, saturated.
        V_CVT_U16_F16 "v_cvt_u16_f16" [_ _ 59 59 59] [_ _ 379 379 379] : U16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 OMOD] Exact;
        /// D = S0 towards zero as i16, saturated.
        V_CVT_I16_F16 "v_cvt_i16_f16" [_ _ 60 60 60] [_ _ 380 380 380] : I16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 OMOD] Exact;
        /// D = 1 / S0, f16.
        V_RCP_F16 "v_rcp_f16" [_ _ 61 61 61] [_ _ 381 381 381] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = sqrt(S0), f16.
        V_SQRT_F16 "v_sqrt_f16" [_ _ 62 62 62] [_ _ 382 382 382] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = 1 / sqrt(S0), f16.
        V_RSQ_F16 "v_rsq_f16" [_ _ 63 63 63] [_ _ 383 383 383] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] Recip;
        /// D = log2(S0), f16.
        V_LOG_F16 "v_log_f16" [_ _ 64 64 64] [_ _ 384 384 384] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = 2^S0, f16.
        V_EXP_F16 "v_exp_f16" [_ _ 65 65 65] [_ _ 385 385 385] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = mantissa of S0, in [0.5, 1) with its sign, f16.
        V_FREXP_MANT_F16 "v_frexp_mant_f16" [_ _ 66 66 66] [_ _ 386 386 386] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = exponent of S0, so that S0 = mantissa * 2^D; 0 for 0, infinity and NaN.
        V_FREXP_EXP_I16_F16 "v_frexp_exp_i16_f16" [_ _ 67 67 67] [_ _ 387 387 387] : I16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 OMOD] Exact;
        /// D = S0 rounded down, f16.
        V_FLOOR_F16 "v_floor_f16" [_ _ 68 68 68] [_ _ 388 388 388] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded up, f16.
        V_CEIL_F16 "v_ceil_f16" [_ _ 69 69 69] [_ _ 389 389 389] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded towards zero, f16.
        V_TRUNC_F16 "v_trunc_f16" [_ _ 70 70 70] [_ _ 390 390 390] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 rounded to the nearest integer, ties to even, f16.
        V_RNDNE_F16 "v_rndne_f16" [_ _ 71 71 71] [_ _ 391 391 391] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = S0 - floor(S0), below 1, f16.
        V_FRACT_F16 "v_fract_f16" [_ _ 72 72 72] [_ _ 392 392 392] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9] Float;
        /// D = sin(2 * pi * S0), f16.
        V_SIN_F16 "v_sin_f16" [_ _ 73 73 73] [_ _ 393 393 393] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] SinCos;
        /// D = cos(2 * pi * S0), f16.
        V_COS_F16 "v_cos_f16" [_ _ 74 74 74] [_ _ 394 394 394] : F16 (F16) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] SinCos;
        /// D = 2^S0, with the rounding of older hardware.
        V_EXP_LEGACY_F32 "v_exp_legacy_f32" [_ 70 75 75 75] [_ 454 395 395 395] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = log2(S0), with the rounding of older hardware.
        V_LOG_LEGACY_F32 "v_log_legacy_f32" [_ 69 76 76 76] [_ 453 396 396 396] : F32 (F32) [READS_MODE SDWA8 SDWA9 DPP8 DPP9 TRANS] ExpLog;
        /// D = S0 times 32767 as saturated i16.
        V_CVT_NORM_I16_F16 "v_cvt_norm_i16_f16" [_ _ _ 77 77] [_ _ _ 397 397] : I16 (F16) [READS_MODE SDWA9 DPP9 OMOD] Norm;
        /// D = S0 times 65535 as saturated u16.
        V_CVT_NORM_U16_F16 "v_cvt_norm_u16_f16" [_ _ _ 78 78] [_ _ _ 398 398] : U16 (F16) [READS_MODE SDWA9 DPP9 OMOD] Norm;
        /// D[15:8] and D[7:0] = the two i16 of S0 saturated to u8.
        V_SAT_PK_U8_I16 "v_sat_pk_u8_i16" [_ _ _ 79 79] [_ _ _ 399 399] : V2B16 (B32) [SDWA9 DPP9] Exact;
        /// Undocumented.
        V_WRITELANE_REGWR_B32 "v_writelane_regwr_b32" [_ _ _ 80 80 80 _] [_ _ _ 400 400 400 _] : None () [SYSTEM READS_DST MOVES ACCUMULATES] Refused;
        /// D and S0 exchange their values: the source VGPR is written too.
        V_SWAP_B32 "v_swap_b32" [_ _ _ 81 81] [_ _ _ 401 401 401 _] : B32 (B32) [READS_DST MOVES SWAPS ACCUMULATES] Exact;
        /// D = S0: accumulation registers both.
        V_ACCVGPR_MOV_B32 "v_accvgpr_mov_b32" [_ _ _ _ _ _ 82] [_ _ _ _ _] : B32 (B32) [MOVES ACC] Exact;
        /// D = S0, 64 bits.
        V_MOV_B64 "v_mov_b64" [_ _ _ _ _ _ _ 56] [_ _ _ _ _ _ _ 376] : B64 (B64) [DPP90A MOVES] Exact;
        /// D = S0[7:0], fp8, as f32; SDWA selects another byte.
        V_CVT_F32_FP8 "v_cvt_f32_fp8" [_ _ _ _ _ _ _ 84] [_ _ _ _ _ _ _ 404] : F32 (B32) [READS_MODE SDWA9 DPP9 FROM_F8] Float;
        /// D = S0[7:0], bf8, as f32; SDWA selects another byte.
        V_CVT_F32_BF8 "v_cvt_f32_bf8" [_ _ _ _ _ _ _ 85] [_ _ _ _ _ _ _ 405] : F32 (B32) [READS_MODE SDWA9 DPP9 FROM_F8] Float;
        /// D = S0[7:0] and S0[15:8], fp8, as two f32; SDWA selects the other word.
        V_CVT_PK_F32_FP8 "v_cvt_pk_f32_fp8" [_ _ _ _ _ _ _ 86] [_ _ _ _ _ _ _ 406] : V2F32 (B32) [READS_MODE SDWA9 DPP9 FROM_F8] Float;
        /// D = S0[7:0] and S0[15:8], bf8, as two f32; SDWA selects the other word.
        V_CVT_PK_F32_BF8 "v_cvt_pk_f32_bf8" [_ _ _ _ _ _ _ 87] [_ _ _ _ _ _ _ 407] : V2F32 (B32) [READS_MODE SDWA9 DPP9 FROM_F8] Float;
        /// D = S0 << 1, with 0xc5 exclusive-ored where bit 31 of S0 is set.
        V_PRNG_B32 "v_prng_b32" [_ _ _ _ _ _ _ _ 88] [_ _ _ _ _ _ _ _ 408] : B32 (B32) [SDWA9 DPP9] Exact;
        /// Row 1 of D and row 0 of S0 exchange their values, and rows 3 and 2: S0 is written too.
        V_PERMLANE16_SWAP_B32 "v_permlane16_swap_b32" [_ _ _ _ _ _ _ _ 89] [_ _ _ _ _ _ _ _ 409] : B32 (B32) [READS_DST MOVES SWAPS ACCUMULATES IGNORES_EXEC BY_LANE LANE_CONTROLS] Swaps;
        /// Lanes 32 to 63 of D and lanes 0 to 31 of S0 exchange their values: S0 is written too.
        V_PERMLANE32_SWAP_B32 "v_permlane32_swap_b32" [_ _ _ _ _ _ _ _ 90] [_ _ _ _ _ _ _ _ 410] : B32 (B32) [READS_DST MOVES SWAPS ACCUMULATES IGNORES_EXEC BY_LANE LANE_CONTROLS] Swaps;
        /// D = S0, a bf16, as f32.
        V_CVT_F32_BF16 "v_cvt_f32_bf16" [_ _ _ _ _ _ _ _ 91] [_ _ _ _ _ _ _ _ 411] : F32 (Bf16) [READS_MODE SDWA9 DPP9] Float;
    }
}
