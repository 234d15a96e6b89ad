	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
	.amdhsa_code_object_version 5
	.hidden	depth                           ; -- Begin function depth
	.globl	depth
	.p2align	2
	.type	depth,@function
depth:                                  ; @depth
.Lfunc_begin0:
	.file	0 "/lines" "recursion.cl" md5 0xb5c7433b9e2fe047ec4a567bf98e81b1
	.loc	0 2 0                           ; recursion.cl:2:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v41, s4, 4
	v_writelane_b32 v41, s30, 0
	v_writelane_b32 v41, s31, 1
	v_mov_b32_e32 v3, v0
	v_lshrrev_b32_e64 v4, 6, s33
	v_writelane_b32 v41, s34, 2
.Ltmp0:
	.loc	0 4 14 prologue_end             ; recursion.cl:4:14
	v_and_b32_e32 v0, 3, v3
	v_add_u32_e32 v4, 4, v4
	buffer_store_dword v40, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v41, s35, 3
	.loc	0 4 5 is_stmt 0                 ; recursion.cl:4:5
	v_lshl_add_u32 v40, v0, 2, v4
	.loc	0 5 14 is_stmt 1                ; recursion.cl:5:14
	v_cmp_lt_i32_e32 vcc, 0, v3
	s_addk_i32 s32, 0x800
	.loc	0 4 19                          ; recursion.cl:4:19
	buffer_store_dword v3, v40, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
                                        ; implicit-def: $vgpr0
	.loc	0 5 12                          ; recursion.cl:5:12
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[34:35], exec, s[4:5]
	s_cbranch_execz .LBB0_2
; %bb.1:
	.loc	0 5 48 is_stmt 0                ; recursion.cl:5:48
	v_add_u32_e32 v0, -1, v3
	.loc	0 5 40                          ; recursion.cl:5:40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, depth@rel32@lo+4
	s_addc_u32 s5, s5, depth@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp1:
	.loc	0 5 58                          ; recursion.cl:5:58
	buffer_load_dword v1, v40, s[0:3], 0 offen glc
	s_waitcnt vmcnt(0)
                                        ; implicit-def: $vgpr2
	.loc	0 5 56                          ; recursion.cl:5:56
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v0, v1, v0
                                        ; implicit-def: $vgpr1
.LBB0_2:
	.loc	0 5 12                          ; recursion.cl:5:12
	s_andn2_saveexec_b64 s[4:5], s[34:35]
	s_cbranch_execz .LBB0_4
; %bb.3:
	.loc	0 5 23                          ; recursion.cl:5:23
	buffer_load_dword v0, off, s[0:3], s33 offset:4 glc
	s_waitcnt vmcnt(0)
	.loc	0 5 33                          ; recursion.cl:5:33
	v_and_b32_e32 v0, 7, v0
	.loc	0 5 21                          ; recursion.cl:5:21
	v_lshlrev_b32_e32 v0, 2, v0
	v_add_co_u32_e32 v0, vcc, v1, v0
	v_addc_co_u32_e32 v1, vcc, 0, v2, vcc
	global_load_dword v0, v[0:1], off
.LBB0_4:
	.loc	0 0 21                          ; recursion.cl:0:21
	s_or_b64 exec, exec, s[4:5]
	.loc	0 5 5                           ; recursion.cl:5:5
	buffer_load_dword v40, off, s[0:3], s33 ; 4-byte Folded Reload
	v_readlane_b32 s35, v41, 3
	v_readlane_b32 s34, v41, 2
	v_readlane_b32 s31, v41, 1
	v_readlane_b32 s30, v41, 0
	v_readlane_b32 s4, v41, 4
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	.loc	0 5 5 epilogue_begin            ; recursion.cl:5:5
	s_addk_i32 s32, 0xf800
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp2:
.Lfunc_end0:
	.size	depth, .Lfunc_end0-depth
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 312
; NumSgprs: 40
; NumVgprs: 42
; NumAgprs: 0
; TotalNumVgprs: 42
; ScratchSize: 32
; MemoryBound: 0
	.text
	.protected	recurse                 ; -- Begin function recurse
	.globl	recurse
	.p2align	8
	.type	recurse,@function
recurse:                                ; @recurse
.Lfunc_begin1:
	.cfi_startproc
; %bb.0:
	.loc	0 7 55 prologue_end is_stmt 1   ; recursion.cl:7:55
	s_load_dwordx2 s[36:37], s[4:5], 0x0
	s_add_u32 flat_scratch_lo, s6, s9
	s_addc_u32 flat_scratch_hi, s7, 0
	s_add_u32 s0, s0, s9
	s_addc_u32 s1, s1, 0
	s_waitcnt lgkmcnt(0)
	s_load_dword s6, s[36:37], 0x4
	.loc	0 7 49 is_stmt 0                ; recursion.cl:7:49
	v_mov_b32_e32 v1, s36
	v_mov_b32_e32 v2, s37
	s_mov_b32 s32, 0
	.loc	0 7 55                          ; recursion.cl:7:55
	v_mov_b32_e32 v40, 0
	.loc	0 7 49                          ; recursion.cl:7:49
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s6
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, depth@rel32@lo+4
	s_addc_u32 s5, s5, depth@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp3:
	.loc	0 7 47                          ; recursion.cl:7:47
	global_store_dword v40, v0, s[36:37]
	.loc	0 7 65                          ; recursion.cl:7:65
	s_endpgm
.Ltmp4:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel recurse
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 32
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 8
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 42
		.amdhsa_next_free_sgpr 38
		.amdhsa_accum_offset 44
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
		.amdhsa_reserve_xnack_mask 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	recurse, .Lfunc_end1-recurse
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 96
; NumSgprs: 44
; NumVgprs: 42
; NumAgprs: 0
; TotalNumVgprs: 42
; ScratchSize: 32
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 5
; NumSGPRsForWavesPerEU: 44
; NumVGPRsForWavesPerEU: 42
; AccumOffset: 44
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 8
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 10
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.section	.debug_abbrev,"",@progbits
	.byte	1                               ; Abbreviation Code
	.byte	17                              ; DW_TAG_compile_unit
	.byte	0                               ; DW_CHILDREN_no
	.byte	37                              ; DW_AT_producer
	.byte	37                              ; DW_FORM_strx1
	.byte	19                              ; DW_AT_language
	.byte	5                               ; DW_FORM_data2
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	114                             ; DW_AT_str_offsets_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	16                              ; DW_AT_stmt_list
	.byte	23                              ; DW_FORM_sec_offset
	.byte	27                              ; DW_AT_comp_dir
	.byte	37                              ; DW_FORM_strx1
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	115                             ; DW_AT_addr_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	0                               ; EOM(3)
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0 ; Length of Unit
.Ldebug_info_start0:
	.short	5                               ; DWARF version number
	.byte	1                               ; DWARF Unit Type
	.byte	8                               ; Address Size (in bytes)
	.long	.debug_abbrev                   ; Offset Into Abbrev. Section
	.byte	1                               ; Abbrev [1] 0xc:0x17 DW_TAG_compile_unit
	.byte	0                               ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.byte	1                               ; DW_AT_name
	.long	.Lstr_offsets_base0             ; DW_AT_str_offsets_base
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.byte	2                               ; DW_AT_comp_dir
	.byte	0                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin0       ; DW_AT_high_pc
	.long	.Laddr_table_base0              ; DW_AT_addr_base
.Ldebug_info_end0:
	.section	.debug_str_offsets,"",@progbits
	.long	16                              ; Length of String Offsets Set
	.short	5
	.short	0
.Lstr_offsets_base0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.byte	0                               ; string offset=0
.Linfo_string1:
	.asciz	"recursion.cl"                  ; string offset=1
.Linfo_string2:
	.asciz	"/lines"                        ; string offset=14
	.section	.debug_str_offsets,"",@progbits
	.long	.Linfo_string0
	.long	.Linfo_string1
	.long	.Linfo_string2
	.section	.debug_addr,"",@progbits
	.long	.Ldebug_addr_end0-.Ldebug_addr_start0 ; Length of contribution
.Ldebug_addr_start0:
	.short	5                               ; DWARF version number
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
.Laddr_table_base0:
	.quad	.Lfunc_begin0
.Ldebug_addr_end0:
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           recurse
    .private_segment_fixed_size: 32
    .sgpr_count:     44
    .sgpr_spill_count: 0
    .symbol:         recurse.kd
    .uses_dynamic_stack: false
    .vgpr_count:     42
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
	.section	.debug_line,"",@progbits
.Lline_table_start0:
