	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx601"
	.amdhsa_code_object_version 5
	.protected	sums                    ; -- Begin function sums
	.globl	sums
	.p2align	8
	.type	sums,@function
sums:                                   ; @sums
; %bb.0:
	s_add_u32 s0, s0, s8
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_addc_u32 s1, s1, 0
	s_lshl_b32 s4, s7, 6
	v_or_b32_e32 v2, s4, v0
	v_mov_b32_e32 v3, 0
	v_lshl_b64 v[7:8], v[2:3], 2
	s_mov_b32 s18, 0
	s_mov_b32 s19, 0x100f000
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[16:17], s[8:9]
	buffer_load_dword v4, v[7:8], s[16:19], 0 addr64
	v_cvt_f32_ubyte0_e32 v1, v1
	v_and_b32_e32 v2, 15, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	v_lshlrev_b32_e32 v5, 2, v0
	s_mov_b64 s[6:7], s[18:19]
	v_lshlrev_b32_e32 v2, 2, v2
	s_mov_b32 m0, -1
	v_xor_b32_e32 v0, 63, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v1, v4, v1
	ds_write_b32 v5, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	buffer_load_dword v1, v[2:3], s[4:7], 0 addr64
	ds_read_b32 v0, v0
	s_bfe_i32 s4, s11, 0x80008
	v_cvt_f32_i32_e32 v2, s4
	v_mov_b32_e32 v3, s10
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, helper@rel32@lo+4
	s_addc_u32 s5, s5, helper@rel32@hi+12
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v0, v1, v0
	v_add_f32_e32 v0, v0, v2
	v_mov_b32_e32 v1, s8
	v_mov_b32_e32 v2, s9
	s_swappc_b64 s[30:31], s[4:5]
	buffer_store_dword v0, v[7:8], s[16:19], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sums
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_private_segment_fixed_size 36
		.amdhsa_kernarg_size 16
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 9
		.amdhsa_next_free_sgpr 33
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	sums, .Lfunc_end0-sums
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 228
; NumSgprs: 35
; NumVgprs: 9
; ScratchSize: 36
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 256 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 35
; NumVGPRsForWavesPerEU: 9
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
	.text
	.p2align	2                               ; -- Begin function helper
	.type	helper,@function
helper:                                 ; @helper
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mul_f32_e32 v4, 0, v0
	buffer_store_dword v4, off, s[0:3], s32
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 offset:4
	s_waitcnt vmcnt(0) expcnt(1)
	v_add_f32_e32 v4, v0, v0
	buffer_store_dword v4, off, s[0:3], s32 offset:8
	s_waitcnt vmcnt(0) expcnt(0)
	v_mul_f32_e32 v4, 0x40400000, v0
	buffer_store_dword v4, off, s[0:3], s32 offset:12
	s_waitcnt vmcnt(0) expcnt(0)
	v_mul_f32_e32 v4, 4.0, v0
	buffer_store_dword v4, off, s[0:3], s32 offset:16
	s_waitcnt vmcnt(0) expcnt(0)
	v_mul_f32_e32 v4, 0x40a00000, v0
	buffer_store_dword v4, off, s[0:3], s32 offset:20
	s_waitcnt vmcnt(0) expcnt(0)
	v_mul_f32_e32 v4, 0x40c00000, v0
	v_mul_f32_e32 v0, 0x40e00000, v0
	s_mov_b32 s8, 0
	buffer_store_dword v4, off, s[0:3], s32 offset:24
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 offset:28
	s_waitcnt vmcnt(0)
	v_cmp_lt_i32_e32 vcc, 0, v3
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, 0
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_4
; %bb.1:
	s_mov_b32 s9, 0x100f000
	s_mov_b64 s[12:13], 0
	v_mov_b32_e32 v0, 0
	v_lshr_b32_e64 v4, s32, 6
	s_mov_b32 s4, s8
	s_mov_b32 s5, s8
	s_mov_b64 s[6:7], s[8:9]
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	s_and_b32 s9, s8, 7
	s_lshl_b32 s9, s9, 2
	v_add_i32_e32 v5, vcc, s9, v4
	buffer_load_dword v5, v5, s[0:3], 0 offen glc
	s_waitcnt vmcnt(0)
	buffer_load_dword v6, v[1:2], s[4:7], 0 addr64
	s_add_i32 s8, s8, 1
	v_cmp_eq_u32_e32 vcc, s8, v3
	s_or_b64 s[12:13], vcc, s[12:13]
	v_add_i32_e32 v1, vcc, 4, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v0, v5, v6
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_2
; %bb.3:
	s_or_b64 exec, exec, s[12:13]
.LBB0_4:
	s_or_b64 exec, exec, s[10:11]
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	helper, .Lfunc_end1-helper
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 284
; NumSgprs: 35
; NumVgprs: 7
; ScratchSize: 36
; MemoryBound: 0
	.text
	.protected	dynamic                 ; -- Begin function dynamic
	.globl	dynamic
	.p2align	8
	.type	dynamic,@function
dynamic:                                ; @dynamic
; %bb.0:
	s_load_dword s6, s[4:5], 0x0
	s_load_dwordx4 s[0:3], s[4:5], 0x2
	v_lshlrev_b32_e32 v0, 2, v0
	s_mov_b32 m0, -1
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s3, 0x100f000
	v_add_i32_e32 v1, vcc, s6, v0
	v_mov_b32_e32 v2, s2
	s_and_b32 s2, s2, 63
	s_lshl_b32 s2, s2, 2
	s_add_i32 s2, s6, s2
	ds_write_b32 v1, v2
	v_mov_b32_e32 v1, s2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v2, v1
	s_mov_b32 s2, 0
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel dynamic
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 7
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end2:
	.size	dynamic, .Lfunc_end2-dynamic
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 100
; NumSgprs: 9
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 9
; NumVGPRsForWavesPerEU: 3
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.hidden	table                           ; @table
	.type	table,@object
	.section	.rodata,"a",@progbits
	.globl	table
	.p2align	2, 0x0
table:
	.long	0x3f800000                      ; float 1
	.long	0x40000000                      ; float 2
	.long	0x40400000                      ; float 3
	.long	0x40800000                      ; float 4
	.long	0x40a00000                      ; float 5
	.long	0x40c00000                      ; float 6
	.long	0x40e00000                      ; float 7
	.long	0x41000000                      ; float 8
	.long	0x41100000                      ; float 9
	.long	0x41200000                      ; float 10
	.long	0x41300000                      ; float 11
	.long	0x41400000                      ; float 12
	.long	0x41500000                      ; float 13
	.long	0x41600000                      ; float 14
	.long	0x41700000                      ; float 15
	.long	0x41800000                      ; float 16
	.size	table, 64

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .type_name:      int
        .value_kind:     by_value
      - .offset:         12
        .size:           4
        .type_name:      char3
        .value_kind:     by_value
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 128
    .name:           sums
    .private_segment_fixed_size: 36
    .reqd_workgroup_size:
      - 64
      - 2
      - 1
    .sgpr_count:     35
    .sgpr_spill_count: 0
    .symbol:         sums.kd
    .uses_dynamic_stack: false
    .vgpr_count:     9
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  local
        .offset:         0
        .pointee_align:  4
        .size:           4
        .type_name:      'int*'
        .value_kind:     dynamic_shared_pointer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           8
        .type_name:      ulong
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           dynamic
    .private_segment_fixed_size: 0
    .sgpr_count:     9
    .sgpr_spill_count: 0
    .symbol:         dynamic.kd
    .uses_dynamic_stack: false
    .vgpr_count:     3
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx601
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
