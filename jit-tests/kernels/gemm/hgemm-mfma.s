// A product of f16 by V_MFMA_F32_32X32X8F16, with loads of eight k; C is of f16.
//
// Targets: gfx908 gfx90a gfx942
// C = alpha * A * B + beta * C; A[i * lda + k], B[j * ldb + k], C[i + j * ldc].
// k is a multiple of 8, m of 4. Lanes beyond an edge have the offset 0x80000000.
//
// Arguments at s[0:1], packed: C, A, B (pointers), alpha, beta, m, n, k, lda, ldb, ldc (in elements), k of a work-group
// of the third dimension. A work-group of 256 work-items makes a tile of 64 x 64: s2 that of m, s3 that of n, s4 the part of k.
// Lines that end in "on" and targets are for those alone.

    s_mov_b32               s33, s4
    s_load_dwordx8          s[4:11], s[0:1], 0x0
    s_load_dwordx4          s[12:15], s[0:1], 0x20
    s_load_dwordx2          s[16:17], s[0:1], 0x30
    s_load_dword            s18, s[0:1], 0x38
    s_waitcnt               lgkmcnt(0)
    // What is left of m and n behind the tile's start, and of k for this part.
    s_lshl_b32              s34, s2, 6
    s_lshl_b32              s35, s3, 6
    s_sub_u32               s12, s12, s34
    s_sub_u32               s13, s13, s35
    s_mul_i32               s36, s33, s18
    s_sub_u32               s14, s14, s36
    s_min_u32               s14, s14, s18
    // Descriptors without an end that anything within the matrices comes to; their bases are advanced by scalars.
    s_mov_b32               s22, 0x80000000
    s_mov_b32               s23, 0x20000
    s_mul_i32               s38, s34, s15
    s_mul_hi_u32            s39, s34, s15
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 1
    s_add_u32               s20, s6, s38
    s_addc_u32              s21, s7, s39
    s_mov_b32               s26, 0x80000000
    s_mov_b32               s27, 0x20000
    s_mul_i32               s38, s35, s16
    s_mul_hi_u32            s39, s35, s16
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 1
    s_add_u32               s24, s8, s38
    s_addc_u32              s25, s9, s39
    s_mul_i32               s38, s35, s17
    s_mul_hi_u32            s39, s35, s17
    s_add_u32               s38, s38, s34
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 1
    s_add_u32               s28, s4, s38
    s_addc_u32              s29, s5, s39
    s_mov_b32               s30, 0x80000000
    s_mov_b32               s31, 0x20000
    v_bfrev_b32_e32         v125, 1

    // v3: place of what this work-item loads in a row, v4: which row of 64.
    v_and_b32               v3, 3, v0
    v_lshrrev_b32           v4, 2, v0
    v_lshlrev_b32           v5, 3, v3
    v_mul_lo_u32            v7, v4, s15
    v_add_lshl_u32          v8, v7, v5, 1
    v_cmp_gt_u32_e64        s[44:45], s12, v4
    v_mul_lo_u32            v7, v4, s16
    v_add_lshl_u32          v12, v7, v5, 1
    v_cmp_gt_u32_e64        s[52:53], s13, v4
    v_mul_u32_u24           v16, 80, v4
    v_lshl_add_u32          v16, v3, 4, v16

    // The wave's tile, and where its lanes find their rows in the LDS: v17 of A, v18 of B.
    v_and_b32               v1, 63, v0
    v_lshrrev_b32           v2, 6, v0
    s_nop                   0                                           // on gfx942
    v_readfirstlane_b32     s40, v2
    s_and_b32               s41, s40, 1
    s_lshr_b32              s42, s40, 1
    s_lshl_b32              s41, s41, 5
    s_lshl_b32              s42, s42, 5
    v_and_b32               v19, 31, v1
    v_lshrrev_b32           v20, 5, v1
    v_add_u32               v17, s41, v19
    v_add_u32               v18, s42, v19
    v_mul_u32_u24           v17, 80, v17
    v_mul_u32_u24           v18, 80, v18
    v_lshl_add_u32          v17, v20, 3, v17
    v_lshl_add_u32          v18, v20, 3, v18

    // The sums.
    v_accvgpr_write_b32     a0, 0
    v_accvgpr_write_b32     a1, 0
    v_accvgpr_write_b32     a2, 0
    v_accvgpr_write_b32     a3, 0
    v_accvgpr_write_b32     a4, 0
    v_accvgpr_write_b32     a5, 0
    v_accvgpr_write_b32     a6, 0
    v_accvgpr_write_b32     a7, 0
    v_accvgpr_write_b32     a8, 0
    v_accvgpr_write_b32     a9, 0
    v_accvgpr_write_b32     a10, 0
    v_accvgpr_write_b32     a11, 0
    v_accvgpr_write_b32     a12, 0
    v_accvgpr_write_b32     a13, 0
    v_accvgpr_write_b32     a14, 0
    v_accvgpr_write_b32     a15, 0

    // The first tile of k goes to the LDS. s19: k of this tile, at most what is left.
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, v125, v8, vcc
    buffer_load_dwordx4     v[32:35], v21, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, v125, v12, vcc
    buffer_load_dwordx4     v[36:39], v21, s[24:27], 0 offen
    s_min_u32               s19, s14, 32
    // The next tile of k.
    s_add_u32               s20, s20, 64
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 64
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write_b128           v16, v[32:35]
    ds_write_b128           v16, v[36:39] offset:5120
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v16, 16384, v16

loop:
    // While this tile is multiplied, the next one is on its way; behind the last one all lanes are switched off.
    ds_read_b64             v[64:65], v17
    ds_read_b64             v[68:69], v18 offset:5120
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, v125, v8, vcc
    buffer_load_dwordx4     v[32:35], v21, s[20:23], 0 offen
    ds_read_b64             v[66:67], v17 offset:16
    ds_read_b64             v[70:71], v18 offset:5136
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_f32_32x32x8f16   a[0:15], v[64:65], v[68:69], a[0:15]
    s_setprio               0
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, v125, v12, vcc
    buffer_load_dwordx4     v[36:39], v21, s[24:27], 0 offen
    ds_read_b64             v[64:65], v17 offset:32
    ds_read_b64             v[68:69], v18 offset:5152
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_f32_32x32x8f16   a[0:15], v[66:67], v[70:71], a[0:15]
    s_setprio               0
    ds_read_b64             v[66:67], v17 offset:48
    ds_read_b64             v[70:71], v18 offset:5168
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_f32_32x32x8f16   a[0:15], v[64:65], v[68:69], a[0:15]
    s_setprio               0
    s_waitcnt               lgkmcnt(0)
    s_setprio               1
    v_mfma_f32_32x32x8f16   a[0:15], v[66:67], v[70:71], a[0:15]
    s_setprio               0
    s_cmp_eq_u32            s14, 0
    s_cbranch_scc1          done
    s_min_u32               s19, s14, 32
    // The next tile of k.
    s_add_u32               s20, s20, 64
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 64
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write_b128           v16, v[32:35]
    ds_write_b128           v16, v[36:39] offset:5120
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v17, 16384, v17
    v_xor_b32               v18, 16384, v18
    v_xor_b32               v16, 16384, v16
    s_branch                loop

done:
    // The last products need their time.
    s_waitcnt               vmcnt(0)
    s_nop                   15
    s_nop                   15
    v_accvgpr_read_b32      v96, a0
    v_accvgpr_read_b32      v97, a1
    v_accvgpr_read_b32      v98, a2
    v_accvgpr_read_b32      v99, a3
    v_accvgpr_read_b32      v100, a4
    v_accvgpr_read_b32      v101, a5
    v_accvgpr_read_b32      v102, a6
    v_accvgpr_read_b32      v103, a7
    v_accvgpr_read_b32      v104, a8
    v_accvgpr_read_b32      v105, a9
    v_accvgpr_read_b32      v106, a10
    v_accvgpr_read_b32      v107, a11
    v_accvgpr_read_b32      v108, a12
    v_accvgpr_read_b32      v109, a13
    v_accvgpr_read_b32      v110, a14
    v_accvgpr_read_b32      v111, a15

    // v24: the lane's first row in the tile, v25: its column. Sums come in fours of rows.
    v_lshl_add_u32          v24, v20, 2, s41
    v_add_u32               v25, s42, v19
    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25

    v_mul_f32               v96, s10, v96
    v_mul_f32               v97, s10, v97
    v_mul_f32               v98, s10, v98
    v_mul_f32               v99, s10, v99
    // Four halves at once; m has no less than a whole number of fours.
    v_add_lshl_u32          v27, v24, v26, 1
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[60:61]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v29, v125, v27, vcc
    buffer_load_dwordx2     v[84:85], v29, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_cvt_f32_f16_e32       v86, v84
    v_lshrrev_b32           v87, 16, v84
    v_cvt_f32_f16_e32       v87, v87
    v_cvt_f32_f16_e32       v88, v85
    v_lshrrev_b32           v89, 16, v85
    v_cvt_f32_f16_e32       v89, v89
    v_fma_f32               v96, v86, s11, v96
    v_fma_f32               v97, v87, s11, v97
    v_fma_f32               v98, v88, s11, v98
    v_fma_f32               v99, v89, s11, v99
    v_cvt_f16_f32_e32       v96, v96
    v_cvt_f16_f32_e32       v97, v97
    v_cvt_f16_f32_e32       v98, v98
    v_cvt_f16_f32_e32       v99, v99
    v_pack_b32_f16          v90, v96, v97
    v_pack_b32_f16          v91, v98, v99
    buffer_store_dwordx2    v[90:91], v29, s[28:31], 0 offen
    s_nop                   0

    v_add_u32               v24, 8, v24
    v_mul_f32               v100, s10, v100
    v_mul_f32               v101, s10, v101
    v_mul_f32               v102, s10, v102
    v_mul_f32               v103, s10, v103
    // Four halves at once; m has no less than a whole number of fours.
    v_add_lshl_u32          v27, v24, v26, 1
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[60:61]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v29, v125, v27, vcc
    buffer_load_dwordx2     v[84:85], v29, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_cvt_f32_f16_e32       v86, v84
    v_lshrrev_b32           v87, 16, v84
    v_cvt_f32_f16_e32       v87, v87
    v_cvt_f32_f16_e32       v88, v85
    v_lshrrev_b32           v89, 16, v85
    v_cvt_f32_f16_e32       v89, v89
    v_fma_f32               v100, v86, s11, v100
    v_fma_f32               v101, v87, s11, v101
    v_fma_f32               v102, v88, s11, v102
    v_fma_f32               v103, v89, s11, v103
    v_cvt_f16_f32_e32       v100, v100
    v_cvt_f16_f32_e32       v101, v101
    v_cvt_f16_f32_e32       v102, v102
    v_cvt_f16_f32_e32       v103, v103
    v_pack_b32_f16          v90, v100, v101
    v_pack_b32_f16          v91, v102, v103
    buffer_store_dwordx2    v[90:91], v29, s[28:31], 0 offen
    s_nop                   0

    v_add_u32               v24, 8, v24
    v_mul_f32               v104, s10, v104
    v_mul_f32               v105, s10, v105
    v_mul_f32               v106, s10, v106
    v_mul_f32               v107, s10, v107
    // Four halves at once; m has no less than a whole number of fours.
    v_add_lshl_u32          v27, v24, v26, 1
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[60:61]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v29, v125, v27, vcc
    buffer_load_dwordx2     v[84:85], v29, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_cvt_f32_f16_e32       v86, v84
    v_lshrrev_b32           v87, 16, v84
    v_cvt_f32_f16_e32       v87, v87
    v_cvt_f32_f16_e32       v88, v85
    v_lshrrev_b32           v89, 16, v85
    v_cvt_f32_f16_e32       v89, v89
    v_fma_f32               v104, v86, s11, v104
    v_fma_f32               v105, v87, s11, v105
    v_fma_f32               v106, v88, s11, v106
    v_fma_f32               v107, v89, s11, v107
    v_cvt_f16_f32_e32       v104, v104
    v_cvt_f16_f32_e32       v105, v105
    v_cvt_f16_f32_e32       v106, v106
    v_cvt_f16_f32_e32       v107, v107
    v_pack_b32_f16          v90, v104, v105
    v_pack_b32_f16          v91, v106, v107
    buffer_store_dwordx2    v[90:91], v29, s[28:31], 0 offen
    s_nop                   0

    v_add_u32               v24, 8, v24
    v_mul_f32               v108, s10, v108
    v_mul_f32               v109, s10, v109
    v_mul_f32               v110, s10, v110
    v_mul_f32               v111, s10, v111
    // Four halves at once; m has no less than a whole number of fours.
    v_add_lshl_u32          v27, v24, v26, 1
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[60:61]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v29, v125, v27, vcc
    buffer_load_dwordx2     v[84:85], v29, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_cvt_f32_f16_e32       v86, v84
    v_lshrrev_b32           v87, 16, v84
    v_cvt_f32_f16_e32       v87, v87
    v_cvt_f32_f16_e32       v88, v85
    v_lshrrev_b32           v89, 16, v85
    v_cvt_f32_f16_e32       v89, v89
    v_fma_f32               v108, v86, s11, v108
    v_fma_f32               v109, v87, s11, v109
    v_fma_f32               v110, v88, s11, v110
    v_fma_f32               v111, v89, s11, v111
    v_cvt_f16_f32_e32       v108, v108
    v_cvt_f16_f32_e32       v109, v109
    v_cvt_f16_f32_e32       v110, v110
    v_cvt_f16_f32_e32       v111, v111
    v_pack_b32_f16          v90, v108, v109
    v_pack_b32_f16          v91, v110, v111
    buffer_store_dwordx2    v[90:91], v29, s[28:31], 0 offen
    s_nop                   0
    s_endpgm
