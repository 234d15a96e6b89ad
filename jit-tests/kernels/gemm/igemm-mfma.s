// A product of i8 by V_MFMA_I32_16X16X16I8, in parts of k that are added by BUFFER_ATOMIC_ADD.
//
// Targets: gfx908 gfx90a
// C += alpha * A * B; A[i * lda + k], B[j * ldb + k], C[i + j * ldc].
// k, and the parts of it, are multiples of 8. Lanes beyond an edge have the offset 0x80000000.
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
    s_mov_b32               s22, 0x80000000
    s_mov_b32               s23, 0x20000
    s_mul_i32               s38, s34, s15
    s_mul_hi_u32            s39, s34, s15
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_add_u32               s20, s6, s38
    s_addc_u32              s21, s7, s39
    s_mov_b32               s26, 0x80000000
    s_mov_b32               s27, 0x20000
    s_mul_i32               s38, s35, s16
    s_mul_hi_u32            s39, s35, s16
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_add_u32               s24, s8, s38
    s_addc_u32              s25, s9, s39
    s_mul_i32               s38, s35, s17
    s_mul_hi_u32            s39, s35, s17
    s_add_u32               s38, s38, s34
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 2
    s_add_u32               s28, s4, s38
    s_addc_u32              s29, s5, s39
    s_mov_b32               s30, 0x80000000
    s_mov_b32               s31, 0x20000
    v_bfrev_b32_e32         v125, 1

    // v3: place of what this work-item loads in a row, v4: which row of 32.
    v_and_b32               v3, 7, v0
    v_lshrrev_b32           v4, 3, v0
    v_lshlrev_b32           v5, 3, v3
    v_mul_lo_u32            v7, v4, s15
    v_add_lshl_u32          v8, v7, v5, 0
    v_cmp_gt_u32_e64        s[44:45], s12, v4
    v_mul_lo_u32            v7, v4, s16
    v_add_lshl_u32          v12, v7, v5, 0
    v_cmp_gt_u32_e64        s[52:53], s13, v4
    v_mul_u32_u24           v16, 72, v4
    v_lshl_add_u32          v16, v3, 3, v16

    // The wave's tile, and where its lanes find their rows in the LDS: v17 of A, v18 of B.
    v_and_b32               v1, 63, v0
    v_lshrrev_b32           v2, 6, v0
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
    v_lshl_add_u32          v17, v20, 2, v17
    v_lshl_add_u32          v18, v20, 2, v18

    // The sums.
    v_accvgpr_write_b32     a0, 0
    v_accvgpr_write_b32     a1, 0
    v_accvgpr_write_b32     a2, 0
    v_accvgpr_write_b32     a3, 0

    // The first tile of k goes to the LDS. s19: k of this tile, at most what is left.
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    v_cndmask_b32_e32       v21, v125, v8, vcc
    buffer_load_dwordx2     v[32:33], v21, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    v_cndmask_b32_e32       v21, v125, v12, vcc
    buffer_load_dwordx2     v[34:35], v21, s[24:27], 0 offen
    s_min_u32               s19, s14, 64
    // The next tile of k.
    s_add_u32               s20, s20, 64
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 64
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write_b64            v16, v[32:33]
    ds_write_b64            v16, v[34:35] offset:2304
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v16, 8192, v16

loop:
    // While this tile is multiplied, the next one is on its way; behind the last one all lanes are switched off.
    ds_read_b32             v64, v17
    ds_read_b32             v66, v18 offset:2304
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    v_cndmask_b32_e32       v21, v125, v8, vcc
    buffer_load_dwordx2     v[32:33], v21, s[20:23], 0 offen
    ds_read_b32             v65, v17 offset:16
    ds_read_b32             v67, v18 offset:2320
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_i32_16x16x16i8   a[0:3], v64, v66, a[0:3]
    s_setprio               0
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    v_cndmask_b32_e32       v21, v125, v12, vcc
    buffer_load_dwordx2     v[34:35], v21, s[24:27], 0 offen
    ds_read_b32             v64, v17 offset:32
    ds_read_b32             v66, v18 offset:2336
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_i32_16x16x16i8   a[0:3], v65, v67, a[0:3]
    s_setprio               0
    ds_read_b32             v65, v17 offset:48
    ds_read_b32             v67, v18 offset:2352
    s_waitcnt               lgkmcnt(2)
    s_setprio               1
    v_mfma_i32_16x16x16i8   a[0:3], v64, v66, a[0:3]
    s_setprio               0
    s_waitcnt               lgkmcnt(0)
    s_setprio               1
    v_mfma_i32_16x16x16i8   a[0:3], v65, v67, a[0:3]
    s_setprio               0
    s_cmp_eq_u32            s14, 0
    s_cbranch_scc1          done
    s_min_u32               s19, s14, 64
    // The next tile of k.
    s_add_u32               s20, s20, 64
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 64
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write_b64            v16, v[32:33]
    ds_write_b64            v16, v[34:35] offset:2304
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

    v_mul_lo_u32            v96, v96, s10
    v_mul_lo_u32            v97, v97, s10
    v_mul_lo_u32            v98, v98, s10
    v_mul_lo_u32            v99, v99, s10
    v_add_lshl_u32          v27, v24, v26, 2
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[60:61]
    v_cndmask_b32_e32       v88, v125, v27, vcc
    buffer_atomic_add       v96, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[60:61]
    v_cndmask_b32_e32       v89, v125, v31, vcc
    buffer_atomic_add       v97, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[60:61]
    v_cndmask_b32_e32       v90, v125, v31, vcc
    buffer_atomic_add       v98, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[60:61]
    v_cndmask_b32_e32       v91, v125, v31, vcc
    buffer_atomic_add       v99, v91, s[28:31], 0 offen
    s_endpgm
