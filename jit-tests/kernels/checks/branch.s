// Halves the elements of x, unless n is 0. One of the two ways to the store does not wait for what it stores.
        .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
        .text
        .globl halve
        .p2align 8
        .type halve,@function
halve:
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        s_load_dword s2, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        global_load_dword v2, v1, s[4:5]
        s_cmp_eq_u32 s2, 0
        s_cbranch_scc1 keep
        s_waitcnt vmcnt(0)
        v_lshrrev_b32 v2, 1, v2
keep:
        global_store_dword v1, v2, s[4:5]
        s_endpgm
        .size halve, .-halve

        .rodata
        .p2align 6
        .amdhsa_kernel halve
          .amdhsa_user_sgpr_kernarg_segment_ptr 1
          .amdhsa_next_free_vgpr 3
          .amdhsa_next_free_sgpr 6
        .end_amdhsa_kernel
