	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function helper
	.type	helper,@function
helper:                                 ; @helper
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v4, v0
	v_mul_f32_e32 v5, 0, v4
	buffer_store_dword v5, off, s[0:3], s32
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, off, s[0:3], s32 offset:4
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v5, v4, v4
	buffer_store_dword v5, off, s[0:3], s32 offset:8
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, 0x40400000, v4
	buffer_store_dword v5, off, s[0:3], s32 offset:12
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, 4.0, v4
	buffer_store_dword v5, off, s[0:3], s32 offset:16
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, 0x40a00000, v4
	v_mov_b32_e32 v0, 0
	buffer_store_dword v5, off, s[0:3], s32 offset:20
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, 0x40c00000, v4
	v_mul_f32_e32 v4, 0x40e00000, v4
	s_mov_b32 s8, 0
	v_cmp_lt_i32_e32 vcc, 0, v3
	buffer_store_dword v5, off, s[0:3], s32 offset:24
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, off, s[0:3], s32 offset:28
	s_waitcnt vmcnt(0)
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB0_4
; %bb.1:                                ; %.preheader
	v_mov_b32_e32 v0, 0
	s_mov_b64 s[6:7], 0
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	s_and_b32 s9, s8, 7
	s_lshl_b32 s9, s9, 2
	v_lshrrev_b32_e64 v5, 6, s32
	v_add_u32_e32 v4, vcc, s9, v5
	buffer_load_dword v4, v4, s[0:3], 0 offen glc
	s_waitcnt vmcnt(0)
	flat_load_dword v5, v[1:2]
	s_add_i32 s8, s8, 1
	v_cmp_eq_u32_e32 vcc, s8, v3
	s_or_b64 s[6:7], vcc, s[6:7]
	v_add_u32_e32 v1, vcc, 4, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v0, v4, v5
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB0_2
; %bb.3:                                ; %Flow
	s_or_b64 exec, exec, s[6:7]
.LBB0_4:                                ; %Flow1
	s_or_b64 exec, exec, s[4:5]
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	helper, .Lfunc_end0-helper
                                        ; -- End function
	.set .Lhelper.num_vgpr, 6
	.set .Lhelper.num_agpr, 0
	.set .Lhelper.numbered_sgpr, 33
	.set .Lhelper.num_named_barrier, 0
	.set .Lhelper.private_seg_size, 36
	.set .Lhelper.uses_vcc, 1
	.set .Lhelper.uses_flat_scratch, 0
	.set .Lhelper.has_dyn_sized_stack, 0
	.set .Lhelper.has_recursion, 0
	.set .Lhelper.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 264
; TotalNumSgprs: 35
; NumVgprs: 6
; ScratchSize: 36
; MemoryBound: 0
	.text
	.protected	sums                    ; -- Begin function sums
	.globl	sums
	.p2align	8
	.type	sums,@function
sums:                                   ; @sums
; %bb.0:
	s_add_u32 s0, s0, s9
	s_load_dwordx4 s[16:19], s[4:5], 0x0
	s_addc_u32 s1, s1, 0
	s_lshl_b32 s4, s7, 6
	v_or_b32_e32 v2, s4, v0
	v_mov_b32_e32 v3, 0
	v_lshlrev_b64 v[2:3], 2, v[2:3]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s17
	v_add_u32_e32 v6, vcc, s16, v2
	v_addc_u32_e32 v7, vcc, v4, v3, vcc
	flat_load_dword v3, v[6:7]
	v_cvt_f32_ubyte0_e32 v4, v1
	v_and_b32_e32 v1, 15, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	v_lshlrev_b32_e32 v1, 2, v1
	v_mov_b32_e32 v2, s5
	v_add_u32_e32 v1, vcc, s4, v1
	v_lshlrev_b32_e32 v5, 2, v0
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	s_mov_b32 m0, -1
	v_xor_b32_e32 v0, 63, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_bfe_i32 s4, s19, 0x80008
	s_mov_b32 s12, s6
	s_mov_b32 s13, s7
	s_mov_b32 s14, s8
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v5, v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	flat_load_dword v1, v[1:2]
	ds_read_b32 v0, v0
	v_cvt_f32_i32_e32 v2, s4
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, helper@rel32@lo+4
	s_addc_u32 s5, s5, helper@rel32@hi+12
	v_mov_b32_e32 v3, s18
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v0, v1, v0
	v_add_f32_e32 v0, v0, v2
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, s17
	s_swappc_b64 s[30:31], s[4:5]
	flat_store_dword v[6:7], v0
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
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 29
		.amdhsa_next_free_sgpr 63
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
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
.Lfunc_end1:
	.size	sums, .Lfunc_end1-sums
                                        ; -- End function
	.set sums.num_vgpr, max(8, .Lhelper.num_vgpr)
	.set sums.num_agpr, max(0, .Lhelper.num_agpr)
	.set sums.numbered_sgpr, max(33, .Lhelper.numbered_sgpr)
	.set sums.num_named_barrier, max(0, .Lhelper.num_named_barrier)
	.set sums.private_seg_size, 0+max(.Lhelper.private_seg_size)
	.set sums.uses_vcc, or(1, .Lhelper.uses_vcc)
	.set sums.uses_flat_scratch, or(0, .Lhelper.uses_flat_scratch)
	.set sums.has_dyn_sized_stack, or(0, .Lhelper.has_dyn_sized_stack)
	.set sums.has_recursion, or(0, .Lhelper.has_recursion)
	.set sums.has_indirect_call, or(0, .Lhelper.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 248
; TotalNumSgprs: 35
; NumVgprs: 8
; ScratchSize: 36
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 256 bytes/workgroup (compile time only)
; SGPRBlocks: 8
; VGPRBlocks: 7
; NumSGPRsForWavesPerEU: 65
; NumVGPRsForWavesPerEU: 29
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
	.text
	.protected	__clang_ocl_kern_imp_sums ; -- Begin function __clang_ocl_kern_imp_sums
	.globl	__clang_ocl_kern_imp_sums
	.p2align	2
	.type	__clang_ocl_kern_imp_sums,@function
__clang_ocl_kern_imp_sums:              ; @__clang_ocl_kern_imp_sums
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s10, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v11, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_mov_b32_e32 v3, v1
	s_lshl_b32 s4, s13, 6
	v_and_b32_e32 v1, 0x3ff, v31
	v_mov_b32_e32 v5, v2
	v_or_b32_e32 v1, s4, v1
	v_mov_b32_e32 v2, 0
	v_lshlrev_b64 v[1:2], 2, v[1:2]
	s_addk_i32 s32, 0x400
	v_add_u32_e32 v6, vcc, v0, v1
	v_addc_u32_e32 v7, vcc, v3, v2, vcc
	flat_load_dword v8, v[6:7]
	v_bfe_u32 v1, v31, 10, 10
	v_cvt_f32_u32_e32 v10, v1
	v_and_b32_e32 v2, 15, v31
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, table@rel32@lo+4
	s_addc_u32 s7, s7, table@rel32@hi+12
	v_lshlrev_b32_e32 v1, 2, v2
	v_mov_b32_e32 v9, s7
	v_add_u32_e32 v1, vcc, s6, v1
	s_mov_b64 s[4:5], 0xc8
	v_addc_u32_e32 v2, vcc, 0, v9, vcc
	s_mov_b32 m0, -1
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_trap 2
	v_bfe_i32 v4, v4, 0, 8
	v_cvt_f32_i32_sdwa v4, sext(v4) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0
	v_writelane_b32 v11, s30, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, helper@rel32@lo+4
	s_addc_u32 s5, s5, helper@rel32@hi+12
	v_writelane_b32 v11, s31, 1
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v8, v8, v10
	ds_write_b32 v0, v8
	s_waitcnt lgkmcnt(0)
	s_barrier
	flat_load_dword v1, v[1:2]
	ds_read_b32 v2, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	v_add_f32_e32 v4, v1, v4
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v0, v4
	v_mov_b32_e32 v3, v5
	s_swappc_b64 s[30:31], s[4:5]
	flat_store_dword v[6:7], v0
	v_readlane_b32 s31, v11, 1
	v_readlane_b32 s30, v11, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v11, off, s[0:3], s33 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s10
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	__clang_ocl_kern_imp_sums, .Lfunc_end2-__clang_ocl_kern_imp_sums
                                        ; -- End function
	.set __clang_ocl_kern_imp_sums.num_vgpr, max(32, .Lhelper.num_vgpr)
	.set __clang_ocl_kern_imp_sums.num_agpr, max(0, .Lhelper.num_agpr)
	.set __clang_ocl_kern_imp_sums.numbered_sgpr, max(34, .Lhelper.numbered_sgpr)
	.set __clang_ocl_kern_imp_sums.num_named_barrier, max(0, .Lhelper.num_named_barrier)
	.set __clang_ocl_kern_imp_sums.private_seg_size, 16+max(.Lhelper.private_seg_size)
	.set __clang_ocl_kern_imp_sums.uses_vcc, or(1, .Lhelper.uses_vcc)
	.set __clang_ocl_kern_imp_sums.uses_flat_scratch, or(0, .Lhelper.uses_flat_scratch)
	.set __clang_ocl_kern_imp_sums.has_dyn_sized_stack, or(0, .Lhelper.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_sums.has_recursion, or(0, .Lhelper.has_recursion)
	.set __clang_ocl_kern_imp_sums.has_indirect_call, or(0, .Lhelper.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 344
; TotalNumSgprs: 36
; NumVgprs: 32
; ScratchSize: 52
; MemoryBound: 0
	.text
	.protected	dynamic                 ; -- Begin function dynamic
	.globl	dynamic
	.p2align	8
	.type	dynamic,@function
dynamic:                                ; @dynamic
; %bb.0:
	s_load_dword s6, s[4:5], 0x0
	s_load_dwordx4 s[0:3], s[4:5], 0x8
	v_lshlrev_b32_e32 v0, 2, v0
	s_mov_b32 m0, -1
	s_waitcnt lgkmcnt(0)
	v_add_u32_e32 v1, vcc, s6, v0
	v_mov_b32_e32 v2, s2
	s_and_b32 s2, s2, 63
	s_lshl_b32 s2, s2, 2
	s_add_i32 s2, s6, s2
	ds_write_b32 v1, v2
	v_mov_b32_e32 v1, s2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v2, v1
	v_mov_b32_e32 v1, s1
	v_add_u32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v2
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 7
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
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
.Lfunc_end3:
	.size	dynamic, .Lfunc_end3-dynamic
                                        ; -- End function
	.set dynamic.num_vgpr, 3
	.set dynamic.num_agpr, 0
	.set dynamic.numbered_sgpr, 7
	.set dynamic.num_named_barrier, 0
	.set dynamic.private_seg_size, 0
	.set dynamic.uses_vcc, 1
	.set dynamic.uses_flat_scratch, 0
	.set dynamic.has_dyn_sized_stack, 0
	.set dynamic.has_recursion, 0
	.set dynamic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 104
; TotalNumSgprs: 9
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
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_dynamic ; -- Begin function __clang_ocl_kern_imp_dynamic
	.globl	__clang_ocl_kern_imp_dynamic
	.p2align	2
	.type	__clang_ocl_kern_imp_dynamic,@function
__clang_ocl_kern_imp_dynamic:           ; @__clang_ocl_kern_imp_dynamic
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_lshlrev_b32_e32 v4, 2, v31
	v_and_b32_e32 v4, 0xffc, v4
	v_add_u32_e32 v5, vcc, v0, v4
	s_mov_b32 m0, -1
	ds_write_b32 v5, v3
	v_and_b32_e32 v3, 63, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_u32_e32 v0, vcc, v0, v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v3, v0
	v_add_u32_e32 v0, vcc, v1, v4
	v_addc_u32_e32 v1, vcc, 0, v2, vcc
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v3
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	__clang_ocl_kern_imp_dynamic, .Lfunc_end4-__clang_ocl_kern_imp_dynamic
                                        ; -- End function
	.set __clang_ocl_kern_imp_dynamic.num_vgpr, 32
	.set __clang_ocl_kern_imp_dynamic.num_agpr, 0
	.set __clang_ocl_kern_imp_dynamic.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_dynamic.num_named_barrier, 0
	.set __clang_ocl_kern_imp_dynamic.private_seg_size, 0
	.set __clang_ocl_kern_imp_dynamic.uses_vcc, 1
	.set __clang_ocl_kern_imp_dynamic.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_dynamic.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_dynamic.has_recursion, 0
	.set __clang_ocl_kern_imp_dynamic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 88
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 34
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
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

	.section	".note.GNU-stack","",@progbits
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
    .vgpr_count:     8
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
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
