// A product of f32 by V_FMA_F32, with loads of two k.
//
// Targets: gfx900 gfx906 gfx908 gfx90a gfx942
// C = alpha * A * B + beta * C; A[i * lda + k], B[j * ldb + k], C[i + j * ldc].
// k is even. Lanes beyond an edge have the offset -1.
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
    s_mov_b32               s22, 0xfffffffe
    s_mov_b32               s23, 0x20000
    s_mul_i32               s38, s34, s15
    s_mul_hi_u32            s39, s34, s15
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 2
    s_add_u32               s20, s6, s38
    s_addc_u32              s21, s7, s39
    s_mov_b32               s26, 0xfffffffe
    s_mov_b32               s27, 0x20000
    s_mul_i32               s38, s35, s16
    s_mul_hi_u32            s39, s35, s16
    s_add_u32               s38, s38, s36
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 2
    s_add_u32               s24, s8, s38
    s_addc_u32              s25, s9, s39
    s_mul_i32               s38, s35, s17
    s_mul_hi_u32            s39, s35, s17
    s_add_u32               s38, s38, s34
    s_addc_u32              s39, s39, 0
    s_lshl_b64              s[38:39], s[38:39], 2
    s_add_u32               s28, s4, s38
    s_addc_u32              s29, s5, s39
    s_mov_b32               s30, 0xfffffffe
    s_mov_b32               s31, 0x20000

    // v3: which two dwords of eight of a row of k this work-item loads, v4: which row of 64.
    v_and_b32               v3, 3, v0
    v_lshrrev_b32           v4, 2, v0
    v_lshlrev_b32           v3, 1, v3
    v_lshlrev_b32           v5, 0, v3
    v_mul_lo_u32            v7, v4, s15
    v_add_lshl_u32          v8, v7, v5, 2
    v_cmp_gt_u32_e64        s[44:45], s12, v4
    v_mul_lo_u32            v7, v4, s16
    v_add_lshl_u32          v12, v7, v5, 2
    v_cmp_gt_u32_e64        s[52:53], s13, v4
    // In the LDS rows of k follow each other.
    v_lshl_add_u32          v16, v3, 6, v4
    v_lshlrev_b32           v16, 2, v16
    // Its four rows, v17, and four columns, v18, of the tile.
    v_and_b32               v19, 15, v0
    v_lshrrev_b32           v20, 4, v0
    v_lshlrev_b32           v17, 4, v19
    v_lshlrev_b32           v18, 4, v20

    // The sums: v[96:111], four rows of each column.
    v_mov_b32_e32           v96, 0
    v_mov_b32_e32           v97, 0
    v_mov_b32_e32           v98, 0
    v_mov_b32_e32           v99, 0
    v_mov_b32_e32           v100, 0
    v_mov_b32_e32           v101, 0
    v_mov_b32_e32           v102, 0
    v_mov_b32_e32           v103, 0
    v_mov_b32_e32           v104, 0
    v_mov_b32_e32           v105, 0
    v_mov_b32_e32           v106, 0
    v_mov_b32_e32           v107, 0
    v_mov_b32_e32           v108, 0
    v_mov_b32_e32           v109, 0
    v_mov_b32_e32           v110, 0
    v_mov_b32_e32           v111, 0

    // The first tile of k goes to the LDS. s19: k of this tile, at most what is left.
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v8, vcc
    buffer_load_dwordx2     v[32:33], v21, s[20:23], 0 offen
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v12, vcc
    buffer_load_dwordx2     v[40:41], v21, s[24:27], 0 offen
    s_min_u32               s19, s14, 8
    // The next tile of k.
    s_add_u32               s20, s20, 32
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 32
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write2st64_b32       v16, v32, v33 offset0:0 offset1:1
    ds_write2st64_b32       v16, v40, v41 offset0:8 offset1:9
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v16, 0x1000, v16

loop:
    // While this tile is multiplied, the next one is on its way; behind the last one all lanes are switched off.
    ds_read_b128            v[64:67], v17
    ds_read_b128            v[68:71], v18 offset:2048
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[44:45]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v8, vcc
    buffer_load_dwordx2     v[32:33], v21, s[20:23], 0 offen
    ds_read_b128            v[72:75], v17 offset:256
    ds_read_b128            v[76:79], v18 offset:2304
    s_waitcnt               lgkmcnt(2)
    s_setprio               3
    v_fma_f32               v96, v64, v68, v96
    v_fma_f32               v97, v65, v68, v97
    v_fma_f32               v98, v66, v68, v98
    v_fma_f32               v99, v67, v68, v99
    v_fma_f32               v100, v64, v69, v100
    v_fma_f32               v101, v65, v69, v101
    v_fma_f32               v102, v66, v69, v102
    v_fma_f32               v103, v67, v69, v103
    v_fma_f32               v104, v64, v70, v104
    v_fma_f32               v105, v65, v70, v105
    v_fma_f32               v106, v66, v70, v106
    v_fma_f32               v107, v67, v70, v107
    v_fma_f32               v108, v64, v71, v108
    v_fma_f32               v109, v65, v71, v109
    v_fma_f32               v110, v66, v71, v110
    v_fma_f32               v111, v67, v71, v111
    v_cmp_gt_u32_e32        vcc, s14, v5
    s_and_b64               vcc, vcc, s[52:53]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v21, -1, v12, vcc
    buffer_load_dwordx2     v[40:41], v21, s[24:27], 0 offen
    ds_read_b128            v[64:67], v17 offset:512
    ds_read_b128            v[68:71], v18 offset:2560
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v72, v76, v96
    v_fma_f32               v97, v73, v76, v97
    v_fma_f32               v98, v74, v76, v98
    v_fma_f32               v99, v75, v76, v99
    v_fma_f32               v100, v72, v77, v100
    v_fma_f32               v101, v73, v77, v101
    v_fma_f32               v102, v74, v77, v102
    v_fma_f32               v103, v75, v77, v103
    v_fma_f32               v104, v72, v78, v104
    v_fma_f32               v105, v73, v78, v105
    v_fma_f32               v106, v74, v78, v106
    v_fma_f32               v107, v75, v78, v107
    v_fma_f32               v108, v72, v79, v108
    v_fma_f32               v109, v73, v79, v109
    v_fma_f32               v110, v74, v79, v110
    v_fma_f32               v111, v75, v79, v111
    ds_read_b128            v[72:75], v17 offset:768
    ds_read_b128            v[76:79], v18 offset:2816
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v64, v68, v96
    v_fma_f32               v97, v65, v68, v97
    v_fma_f32               v98, v66, v68, v98
    v_fma_f32               v99, v67, v68, v99
    v_fma_f32               v100, v64, v69, v100
    v_fma_f32               v101, v65, v69, v101
    v_fma_f32               v102, v66, v69, v102
    v_fma_f32               v103, v67, v69, v103
    v_fma_f32               v104, v64, v70, v104
    v_fma_f32               v105, v65, v70, v105
    v_fma_f32               v106, v66, v70, v106
    v_fma_f32               v107, v67, v70, v107
    v_fma_f32               v108, v64, v71, v108
    v_fma_f32               v109, v65, v71, v109
    v_fma_f32               v110, v66, v71, v110
    v_fma_f32               v111, v67, v71, v111
    s_sleep                 1
    ds_read_b128            v[64:67], v17 offset:1024
    ds_read_b128            v[68:71], v18 offset:3072
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v72, v76, v96
    v_fma_f32               v97, v73, v76, v97
    v_fma_f32               v98, v74, v76, v98
    v_fma_f32               v99, v75, v76, v99
    v_fma_f32               v100, v72, v77, v100
    v_fma_f32               v101, v73, v77, v101
    v_fma_f32               v102, v74, v77, v102
    v_fma_f32               v103, v75, v77, v103
    v_fma_f32               v104, v72, v78, v104
    v_fma_f32               v105, v73, v78, v105
    v_fma_f32               v106, v74, v78, v106
    v_fma_f32               v107, v75, v78, v107
    v_fma_f32               v108, v72, v79, v108
    v_fma_f32               v109, v73, v79, v109
    v_fma_f32               v110, v74, v79, v110
    v_fma_f32               v111, v75, v79, v111
    ds_read_b128            v[72:75], v17 offset:1280
    ds_read_b128            v[76:79], v18 offset:3328
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v64, v68, v96
    v_fma_f32               v97, v65, v68, v97
    v_fma_f32               v98, v66, v68, v98
    v_fma_f32               v99, v67, v68, v99
    v_fma_f32               v100, v64, v69, v100
    v_fma_f32               v101, v65, v69, v101
    v_fma_f32               v102, v66, v69, v102
    v_fma_f32               v103, v67, v69, v103
    v_fma_f32               v104, v64, v70, v104
    v_fma_f32               v105, v65, v70, v105
    v_fma_f32               v106, v66, v70, v106
    v_fma_f32               v107, v67, v70, v107
    v_fma_f32               v108, v64, v71, v108
    v_fma_f32               v109, v65, v71, v109
    v_fma_f32               v110, v66, v71, v110
    v_fma_f32               v111, v67, v71, v111
    ds_read_b128            v[64:67], v17 offset:1536
    ds_read_b128            v[68:71], v18 offset:3584
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v72, v76, v96
    v_fma_f32               v97, v73, v76, v97
    v_fma_f32               v98, v74, v76, v98
    v_fma_f32               v99, v75, v76, v99
    v_fma_f32               v100, v72, v77, v100
    v_fma_f32               v101, v73, v77, v101
    v_fma_f32               v102, v74, v77, v102
    v_fma_f32               v103, v75, v77, v103
    v_fma_f32               v104, v72, v78, v104
    v_fma_f32               v105, v73, v78, v105
    v_fma_f32               v106, v74, v78, v106
    v_fma_f32               v107, v75, v78, v107
    v_fma_f32               v108, v72, v79, v108
    v_fma_f32               v109, v73, v79, v109
    v_fma_f32               v110, v74, v79, v110
    v_fma_f32               v111, v75, v79, v111
    ds_read_b128            v[72:75], v17 offset:1792
    ds_read_b128            v[76:79], v18 offset:3840
    s_waitcnt               lgkmcnt(2)
    v_fma_f32               v96, v64, v68, v96
    v_fma_f32               v97, v65, v68, v97
    v_fma_f32               v98, v66, v68, v98
    v_fma_f32               v99, v67, v68, v99
    v_fma_f32               v100, v64, v69, v100
    v_fma_f32               v101, v65, v69, v101
    v_fma_f32               v102, v66, v69, v102
    v_fma_f32               v103, v67, v69, v103
    v_fma_f32               v104, v64, v70, v104
    v_fma_f32               v105, v65, v70, v105
    v_fma_f32               v106, v66, v70, v106
    v_fma_f32               v107, v67, v70, v107
    v_fma_f32               v108, v64, v71, v108
    v_fma_f32               v109, v65, v71, v109
    v_fma_f32               v110, v66, v71, v110
    v_fma_f32               v111, v67, v71, v111
    s_waitcnt               lgkmcnt(0)
    v_fma_f32               v96, v72, v76, v96
    v_fma_f32               v97, v73, v76, v97
    v_fma_f32               v98, v74, v76, v98
    v_fma_f32               v99, v75, v76, v99
    v_fma_f32               v100, v72, v77, v100
    v_fma_f32               v101, v73, v77, v101
    v_fma_f32               v102, v74, v77, v102
    v_fma_f32               v103, v75, v77, v103
    v_fma_f32               v104, v72, v78, v104
    v_fma_f32               v105, v73, v78, v105
    v_fma_f32               v106, v74, v78, v106
    v_fma_f32               v107, v75, v78, v107
    v_fma_f32               v108, v72, v79, v108
    v_fma_f32               v109, v73, v79, v109
    v_fma_f32               v110, v74, v79, v110
    v_fma_f32               v111, v75, v79, v111
    s_setprio               0
    s_cmp_eq_u32            s14, 0
    s_cbranch_scc1          done
    s_min_u32               s19, s14, 8
    // The next tile of k.
    s_add_u32               s20, s20, 32
    s_addc_u32              s21, s21, 0
    s_add_u32               s24, s24, 32
    s_addc_u32              s25, s25, 0
    s_sub_u32               s14, s14, s19
    s_waitcnt               vmcnt(0)
    ds_write2st64_b32       v16, v32, v33 offset0:0 offset1:1
    ds_write2st64_b32       v16, v40, v41 offset0:8 offset1:9
    s_waitcnt               lgkmcnt(0)
    s_barrier
    v_xor_b32               v16, 0x1000, v16
    v_xor_b32               v17, 0x1000, v17
    v_xor_b32               v18, 0x1000, v18
    s_branch                loop

done:
    s_waitcnt               vmcnt(0)
    // v24: the first of four rows, v25: the column.
    v_lshlrev_b32           v24, 2, v19
    v_lshlrev_b32           v25, 2, v20

    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25
    v_mul_f32               v96, s10, v96
    v_mul_f32               v97, s10, v97
    v_mul_f32               v98, s10, v98
    v_mul_f32               v99, s10, v99
    // Lanes with four rows inside have one store, those at the edge one for each row.
    v_add_lshl_u32          v27, v24, v26, 2
    v_add_u32               v28, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v28
    s_and_b64               s[62:63], vcc, s[60:61]
    s_andn2_b64             s[64:65], s[60:61], s[62:63]
    v_cndmask_b32_e64       v29, -1, v27, s[62:63]
    s_cmp_eq_u32            s11, 0
    s_cbranch_scc1          store0
    buffer_load_dwordx4     v[84:87], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_load_dword       v80, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_load_dword       v81, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_load_dword       v82, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_load_dword       v83, v91, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_or_b32                v84, v84, v80
    v_fma_f32               v96, v84, s11, v96
    v_or_b32                v85, v85, v81
    v_fma_f32               v97, v85, s11, v97
    v_or_b32                v86, v86, v82
    v_fma_f32               v98, v86, s11, v98
    v_or_b32                v87, v87, v83
    v_fma_f32               v99, v87, s11, v99
store0:
    buffer_store_dwordx4    v[96:99], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_store_dword      v96, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_store_dword      v97, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_store_dword      v98, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_store_dword      v99, v91, s[28:31], 0 offen

    v_add_u32               v25, 1, v25
    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25
    v_mul_f32               v100, s10, v100
    v_mul_f32               v101, s10, v101
    v_mul_f32               v102, s10, v102
    v_mul_f32               v103, s10, v103
    // Lanes with four rows inside have one store, those at the edge one for each row.
    v_add_lshl_u32          v27, v24, v26, 2
    v_add_u32               v28, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v28
    s_and_b64               s[62:63], vcc, s[60:61]
    s_andn2_b64             s[64:65], s[60:61], s[62:63]
    v_cndmask_b32_e64       v29, -1, v27, s[62:63]
    s_cmp_eq_u32            s11, 0
    s_cbranch_scc1          store1
    buffer_load_dwordx4     v[84:87], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_load_dword       v80, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_load_dword       v81, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_load_dword       v82, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_load_dword       v83, v91, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_or_b32                v84, v84, v80
    v_fma_f32               v100, v84, s11, v100
    v_or_b32                v85, v85, v81
    v_fma_f32               v101, v85, s11, v101
    v_or_b32                v86, v86, v82
    v_fma_f32               v102, v86, s11, v102
    v_or_b32                v87, v87, v83
    v_fma_f32               v103, v87, s11, v103
store1:
    buffer_store_dwordx4    v[100:103], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_store_dword      v100, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_store_dword      v101, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_store_dword      v102, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_store_dword      v103, v91, s[28:31], 0 offen

    v_add_u32               v25, 1, v25
    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25
    v_mul_f32               v104, s10, v104
    v_mul_f32               v105, s10, v105
    v_mul_f32               v106, s10, v106
    v_mul_f32               v107, s10, v107
    // Lanes with four rows inside have one store, those at the edge one for each row.
    v_add_lshl_u32          v27, v24, v26, 2
    v_add_u32               v28, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v28
    s_and_b64               s[62:63], vcc, s[60:61]
    s_andn2_b64             s[64:65], s[60:61], s[62:63]
    v_cndmask_b32_e64       v29, -1, v27, s[62:63]
    s_cmp_eq_u32            s11, 0
    s_cbranch_scc1          store2
    buffer_load_dwordx4     v[84:87], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_load_dword       v80, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_load_dword       v81, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_load_dword       v82, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_load_dword       v83, v91, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_or_b32                v84, v84, v80
    v_fma_f32               v104, v84, s11, v104
    v_or_b32                v85, v85, v81
    v_fma_f32               v105, v85, s11, v105
    v_or_b32                v86, v86, v82
    v_fma_f32               v106, v86, s11, v106
    v_or_b32                v87, v87, v83
    v_fma_f32               v107, v87, s11, v107
store2:
    buffer_store_dwordx4    v[104:107], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_store_dword      v104, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_store_dword      v105, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_store_dword      v106, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_store_dword      v107, v91, s[28:31], 0 offen

    v_add_u32               v25, 1, v25
    v_mul_lo_u32            v26, v25, s17
    v_cmp_gt_u32_e64        s[60:61], s13, v25
    v_mul_f32               v108, s10, v108
    v_mul_f32               v109, s10, v109
    v_mul_f32               v110, s10, v110
    v_mul_f32               v111, s10, v111
    // Lanes with four rows inside have one store, those at the edge one for each row.
    v_add_lshl_u32          v27, v24, v26, 2
    v_add_u32               v28, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v28
    s_and_b64               s[62:63], vcc, s[60:61]
    s_andn2_b64             s[64:65], s[60:61], s[62:63]
    v_cndmask_b32_e64       v29, -1, v27, s[62:63]
    s_cmp_eq_u32            s11, 0
    s_cbranch_scc1          store3
    buffer_load_dwordx4     v[84:87], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_load_dword       v80, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_load_dword       v81, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_load_dword       v82, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_load_dword       v83, v91, s[28:31], 0 offen
    s_waitcnt               vmcnt(0)
    v_or_b32                v84, v84, v80
    v_fma_f32               v108, v84, s11, v108
    v_or_b32                v85, v85, v81
    v_fma_f32               v109, v85, s11, v109
    v_or_b32                v86, v86, v82
    v_fma_f32               v110, v86, s11, v110
    v_or_b32                v87, v87, v83
    v_fma_f32               v111, v87, s11, v111
store3:
    buffer_store_dwordx4    v[108:111], v29, s[28:31], 0 offen
    v_cmp_gt_u32_e32        vcc, s12, v24
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v88, -1, v27, vcc
    buffer_store_dword      v108, v88, s[28:31], 0 offen
    v_add_u32               v31, 4, v27
    v_add_u32               v30, 1, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v89, -1, v31, vcc
    buffer_store_dword      v109, v89, s[28:31], 0 offen
    v_add_u32               v31, 8, v27
    v_add_u32               v30, 2, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v90, -1, v31, vcc
    buffer_store_dword      v110, v90, s[28:31], 0 offen
    v_add_u32               v31, 12, v27
    v_add_u32               v30, 3, v24
    v_cmp_gt_u32_e32        vcc, s12, v30
    s_and_b64               vcc, vcc, s[64:65]
    s_nop                   0                                           // on gfx942
    v_cndmask_b32_e32       v91, -1, v31, vcc
    buffer_store_dword      v111, v91, s[28:31], 0 offen
    s_endpgm
