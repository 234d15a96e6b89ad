// A product of f16 by V_MFMA_F32_16X16X16F16, with loads of halves; C, of f16, is put together in the LDS.
//
// Targets: gfx908 gfx90a gfx942
// C = alpha * A * B + beta * C; A[i * lda + k], B[j * ldb + k], C[i + j * ldc].
// m is a multiple of 8. Lanes beyond an edge have the offset -1, also of loads and stores of four dwords.
//
// Arguments at s[0:1], packed: C, A, B (pointers), alpha, beta, m, n, k, lda, ldb, ldc (in elements), k of a work-group
// of the third dimension. A work-group of 256 work-items makes a tile of 32 x 32: s2 that of m, s3 that of n, s4 the part of k.
// Lines that end in "on" and targets are for those alone.

    s_mov_b32               s33, s4
    s_load_dwordx8          s[4:11], s[0:1], 0x0
    s_load_dwordx4          s[12:15], s[0:1], 0x20
    s_load_dwordx2          s[16:17], s[0:1], 0x30
    s_load_dword            s18, s[0:1], 0x38
    s_waitcnt               lgkmcnt(0)
    // What is left of m and n behind the tile's start, and of k for this part.
    s_lshl_b32              s34, s2, 5
    s_lshl_b32              s35, s3, 5
    s_sub_u32               s12, s12, s34
    s_sub_u32               s13, s13, s35
    s_mul_i32               s36, s33, s18
    s_sub_u32               s14, s14, s36
    s_min_u32               s14, s14, s18
    // Descriptors without an end that anything within the matrices comes to; their bases are advanced by scalars.
    s_mov_b32               s22, 0xfffffffe
    s_mov_b32               s23, 0x20000
    s_mul_i32               s38, s34, s15
    s_mul_hi_u32            s39, s34, s15
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 1
    s_add_u32               s20, s6, s38
    s_addc_u32              s21, s7, s39
    s_mov_b32               s26, 0xfffffffe
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
    s_mov_b32               s30, 0xfffffffe
    s_mov_b32               s31, 0x20000

    // v3: place of what this work-item loads in a row, v4: which row of 16.
    v_and_b32               v3, 15, v0
    v_lshrrev_b32           v4, 4, v0
    v_lshlrev_b32           v5, 1, v3
    v_mul_lo_u32            v7, v4, s15
    v_add_lshl_u32          v8, v7, v5, 1
    v_cmp_gt_u32_e64        s[44:45], s12, v4
    v_add_u32               v6, 16, v4
    v_mul_lo_u32            v7, v6, s15
    v_add_lshl_u32          v9, v7, v5, 1
    v_cmp_gt_u32_e64        s[46:47], s12, v6
    v_mul_lo_u32            v7, v4, s16
    v_add_lshl_u32          v12, v7, v5, 1
    v_cmp_gt_u32_e64        s[52:53], s13, v4
    v_add_u32               v6, 16, v4
    v_mul_lo_u32            v7, v6, s16
    v_add_lshl_u32          v13, v7, v5, 1
    v_cmp_gt_u32_e64        s[54:55], s13, v6
    v_mul_u32_u24           v16, 72, v4
    v_lshl_add_u32          v16, v3, 2, v16

    // The wave's tile, and where its lanes find their rows in the LDS: v17 of A, v18 of B.
    v_and_b32               v1, 63, v0
    v_lshrrev_b32           v2, 6, v0
    s_nop                   0                                           // on gfx942
    v_readfirstlane_b32     s40, v2
    s_and_b32               s41, s40, 1
    s_lshr_b32              s42, s40, 1
    s_lshl_b32              s41, s41, 4
    s_lshl_b32              s42, s42, 4
    v_and_b32               v19, 15, v1
    v_lshrrev_b32           v20, 4, v1
    v_add_u32               v17, s41, v19
    v_add_u32               v18, s42, v19
    v_mul_u32_u24           v17, 72, v17
    v_mul_u32_u24           v18, 72, v18
    v_lshl_add_u32          v17, v20, 3, v17
    v_lshl_add_u32          v18, v20, 3, v18

    // The sums.
    v_accvgpr_write_b32     a0, 0
    v_accvgpr_write_b32     a1, 0
    v_accvgpr_write_b32     a2, 0
    v_accvgpr_write_b32     a3, 0

    // The first tile of k goes to the LDS. s19: k of this tile, at most what is left.
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v8, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v8
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v32, v21, s[20:23], 0 offen
    buffer_load_short_d16_hi v33, v23, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[46:47]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v9, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v9
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[46:47]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v34, v21, s[20:23], 0 offen
    buffer_load_short_d16_hi v35, v23, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v12, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v12
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v36, v21, s[24:27], 0 offen
    buffer_load_short_d16_hi v37, v23, s[24:27], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[54:55]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v13, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v13
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[54:55]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v38, v21, s[24:27], 0 offen
    buffer_load_short_d16_hi v39, v23, s[24:27], 0 offen
    s_min_u32               s19, s14, 32
    // The next tile of k.
    s_add_u32               s20, s20, 64
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 64
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    v_or_b32                v32, v32, v33
    v_or_b32                v34, v34, v35
    v_or_b32                v36, v36, v37
    v_or_b32                v38, v38, v39
    ds_write_b32            v16, v32
    ds_write_b32            v16, v34 offset:1152
    ds_write_b32            v16, v36 offset:2304
    ds_write_b32            v16, v38 offset:3456
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v16, 8192, v16

loop:
    // While this tile is multiplied, the next one is on its way; behind the last one all lanes are switched off.
    ds_read_b64             v[64:65], v17
    ds_read_b64             v[68:69], v18 offset:2304
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v8, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v8
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v32, v21, s[20:23], 0 offen
    buffer_load_short_d16_hi v33, v23, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[46:47]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v9, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v9
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[46:47]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v34, v21, s[20:23], 0 offen
    buffer_load_short_d16_hi v35, v23, s[20:23], 0 offen
    ds_read_b64             v[66:67], v17 offset:32
    ds_read_b64             v[70:71], v18 offset:2336
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_f32_16x16x16f16  a[0:3], v[64:65], v[68:69], a[0:3]
    s_setprio               0
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v12, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v12
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v36, v21, s[24:27], 0 offen
    buffer_load_short_d16_hi v37, v23, s[24:27], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[54:55]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v13, vcc
    v_add_u32               v22, 1, v5
    v_add_u32               v23, 2, v13
    v_cmp_gt_u32_e32        vcc, s14, v22
    s_and_b64               vcc, vcc, s[54:55]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v23, -1, v23, vcc
    buffer_load_short_d16   v38, v21, s[24:27], 0 offen
    buffer_load_short_d16_hi v39, v23, s[24:27], 0 offen
    s_waitcnt               lgkmcnt(0)
    s_setprio               1
    v_mfma_f32_16x16x16f16  a[0:3], v[66:67], v[70:71], a[0:3]
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
    v_or_b32                v32, v32, v33
    v_or_b32                v34, v34, v35
    v_or_b32                v36, v36, v37
    v_or_b32                v38, v38, v39
    ds_write_b32            v16, v32
    ds_write_b32            v16, v34 offset:1152
    ds_write_b32            v16, v36 offset:2304
    ds_write_b32            v16, v38 offset:3456
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v17, 8192, v17
    v_xor_b32               v18, 8192, v18
    v_xor_b32               v16, 8192, v16
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

    // v24: the lane's first row in the tile, v25: its column. Sums come in fours of rows.
    v_lshl_add_u32          v24, v20, 2, s41
    v_add_u32               v25, s42, v19
    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25

    v_mul_f32               v96, s10, v96
    v_mul_f32               v97, s10, v97
    v_mul_f32               v98, s10, v98
    v_mul_f32               v99, s10, v99
    v_cvt_f16_f32_e32       v96, v96
    v_cvt_f16_f32_e32       v97, v97
    v_cvt_f16_f32_e32       v98, v98
    v_cvt_f16_f32_e32       v99, v99
    v_pack_b32_f16          v90, v96, v97
    v_pack_b32_f16          v91, v98, v99
    // The tile's columns, one after the other, each with 32 halves and 16 bytes of nothing; then each of the first 128
    // work-items takes eight rows of a column.
    s_barrier
    v_mul_u32_u24           v27, 80, v25
    v_lshl_add_u32          v27, v24, 1, v27
    ds_write_b64            v27, v[90:91]
    s_waitcnt               lgkmcnt(0)
    s_barrier
    s_cmp_ge_u32            s40, 2
    s_cbranch_scc1          end
    v_and_b32               v24, 3, v0
    v_lshrrev_b32           v25, 2, v0
    v_lshlrev_b32           v24, 3, v24
    v_mul_u32_u24           v27, 80, v25
    v_lshl_add_u32          v27, v24, 1, v27
    ds_read_b128            v[92:95], v27
    // m has no less than a whole number of eights.
    v_mul_lo_u32            v26, v25, s17
    v_add_lshl_u32          v26, v24, v26, 1
    v_cmp_gt_u32_e32        vcc, s12, v24
    v_cmp_gt_u32_e64        s[60:61], s13, v25
    s_and_b64               vcc, vcc, s[60:61]
    v_cndmask_b32_e32       v26, -1, v26, vcc
    buffer_load_dwordx4     v[84:87], v26, s[28:31], 0 offen
    s_waitcnt               vmcnt(0) lgkmcnt(0)
    v_cvt_f16_f32_e32       v88, s11
    v_pack_b32_f16          v88, v88, v88
    v_pk_fma_f16            v92, v84, v88, v92
    v_pk_fma_f16            v93, v85, v88, v93
    v_pk_fma_f16            v94, v86, v88, v94
    v_pk_fma_f16            v95, v87, v88, v95
    buffer_store_dwordx4    v[92:95], v26, s[28:31], 0 offen
end:
    s_endpgm
