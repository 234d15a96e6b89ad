	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 6
	.text
	.hidden	depth                           ; -- Begin function depth
	.globl	depth
	.p2align	2
	.type	depth,@function
depth:                                  ; @depth
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v41, s4, 4
	s_addk_i32 s32, 0x800
	v_writelane_b32 v41, s30, 0
	v_mov_b32_e32 v3, v0
	s_lshr_b32 s4, s33, 6
	v_writelane_b32 v41, s31, 1
	v_and_b32_e32 v0, 3, v3
	s_add_i32 s4, s4, 4
	buffer_store_dword v40, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v41, s34, 2
	v_lshl_add_u32 v40, v0, 2, s4
	v_cmp_lt_i32_e32 vcc, 0, v3
	v_writelane_b32 v41, s35, 3
	buffer_store_dword v3, v40, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[34:35], exec, s[4:5]
	s_cbranch_execz .LBB0_2
; %bb.1:
	v_add_u32_e32 v0, -1, v3
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, depth@rel32@lo+4
	s_addc_u32 s5, s5, depth@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	buffer_load_dword v1, v40, s[0:3], 0 offen glc
	s_waitcnt vmcnt(0)
                                        ; implicit-def: $vgpr2
	v_add_u32_e32 v0, v1, v0
                                        ; implicit-def: $vgpr1
.LBB0_2:                                ; %Flow
	s_andn2_saveexec_b64 s[4:5], s[34:35]
	s_cbranch_execz .LBB0_4
; %bb.3:
	buffer_load_dword v0, off, s[0:3], s33 offset:4 glc
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v0, 7, v0
	v_lshlrev_b32_e32 v0, 2, v0
	v_add_co_u32_e32 v0, vcc, v1, v0
	v_addc_co_u32_e32 v1, vcc, 0, v2, vcc
	global_load_dword v0, v[0:1], off
.LBB0_4:
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v40, off, s[0:3], s33 ; 4-byte Folded Reload
	v_readlane_b32 s35, v41, 3
	v_readlane_b32 s34, v41, 2
	v_readlane_b32 s31, v41, 1
	v_readlane_b32 s30, v41, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v41, 4
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	depth, .Lfunc_end0-depth
                                        ; -- End function
	.set depth.num_vgpr, 42
	.set depth.num_agpr, 0
	.set depth.numbered_sgpr, 36
	.set depth.num_named_barrier, 0
	.set depth.private_seg_size, 32
	.set depth.uses_vcc, 1
	.set depth.uses_flat_scratch, 0
	.set depth.has_dyn_sized_stack, 0
	.set depth.has_recursion, 0
	.set depth.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 304
; TotalNumSgprs: 40
; NumVgprs: 42
; ScratchSize: 32
; MemoryBound: 0
	.text
	.protected	recurse                 ; -- Begin function recurse
	.globl	recurse
	.p2align	8
	.type	recurse,@function
recurse:                                ; @recurse
; %bb.0:
	s_load_dwordx2 s[36:37], s[4:5], 0x0
	s_add_u32 s0, s0, s9
	s_addc_u32 s1, s1, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, depth@rel32@lo+4
	s_addc_u32 s5, s5, depth@rel32@hi+12
	s_mov_b32 s12, s6
	s_waitcnt lgkmcnt(0)
	s_load_dword s9, s[36:37], 0x4
	s_mov_b32 s13, s7
	s_mov_b32 s14, s8
	v_mov_b32_e32 v1, s36
	v_mov_b32_e32 v2, s37
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s9
	s_mov_b32 s32, 0
	v_mov_b32_e32 v40, 0
	s_swappc_b64 s[30:31], s[4:5]
	global_store_dword v40, v0, s[36:37]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel recurse
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 32
		.amdhsa_kernarg_size 8
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
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 42
		.amdhsa_next_free_sgpr 38
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
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
                                        ; -- End function
	.set recurse.num_vgpr, max(41, depth.num_vgpr)
	.set recurse.num_agpr, max(0, depth.num_agpr)
	.set recurse.numbered_sgpr, max(38, depth.numbered_sgpr)
	.set recurse.num_named_barrier, max(0, depth.num_named_barrier)
	.set recurse.private_seg_size, 0+max(depth.private_seg_size)
	.set recurse.uses_vcc, or(1, depth.uses_vcc)
	.set recurse.uses_flat_scratch, or(0, depth.uses_flat_scratch)
	.set recurse.has_dyn_sized_stack, or(0, depth.has_dyn_sized_stack)
	.set recurse.has_recursion, or(0, depth.has_recursion)
	.set recurse.has_indirect_call, or(0, depth.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 100
; TotalNumSgprs: 42
; NumVgprs: 42
; ScratchSize: 32
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 42
; NumVGPRsForWavesPerEU: 42
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_recurse ; -- Begin function __clang_ocl_kern_imp_recurse
	.globl	__clang_ocl_kern_imp_recurse
	.p2align	2
	.type	__clang_ocl_kern_imp_recurse,@function
__clang_ocl_kern_imp_recurse:           ; @__clang_ocl_kern_imp_recurse
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	buffer_store_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 ; 4-byte Folded Spill
	v_mov_b32_e32 v43, v1
	v_mov_b32_e32 v42, v0
	global_load_dword v0, v[42:43], off offset:4
	v_writelane_b32 v40, s4, 4
	v_writelane_b32 v40, s30, 0
	s_addk_i32 s32, 0x800
	v_writelane_b32 v40, s31, 1
	v_writelane_b32 v40, s34, 2
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, depth@rel32@lo+4
	s_addc_u32 s5, s5, depth@rel32@hi+12
	v_mov_b32_e32 v1, v42
	v_mov_b32_e32 v2, v43
	v_writelane_b32 v40, s35, 3
	s_swappc_b64 s[30:31], s[4:5]
	global_store_dword v[42:43], v0, off
	buffer_load_dword v43, off, s[0:3], s33 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v42, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	v_readlane_b32 s35, v40, 3
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 4
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	__clang_ocl_kern_imp_recurse, .Lfunc_end2-__clang_ocl_kern_imp_recurse
                                        ; -- End function
	.set __clang_ocl_kern_imp_recurse.num_vgpr, max(44, depth.num_vgpr)
	.set __clang_ocl_kern_imp_recurse.num_agpr, max(0, depth.num_agpr)
	.set __clang_ocl_kern_imp_recurse.numbered_sgpr, max(36, depth.numbered_sgpr)
	.set __clang_ocl_kern_imp_recurse.num_named_barrier, max(0, depth.num_named_barrier)
	.set __clang_ocl_kern_imp_recurse.private_seg_size, 32+max(depth.private_seg_size)
	.set __clang_ocl_kern_imp_recurse.uses_vcc, or(1, depth.uses_vcc)
	.set __clang_ocl_kern_imp_recurse.uses_flat_scratch, or(0, depth.uses_flat_scratch)
	.set __clang_ocl_kern_imp_recurse.has_dyn_sized_stack, or(0, depth.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_recurse.has_recursion, or(0, depth.has_recursion)
	.set __clang_ocl_kern_imp_recurse.has_indirect_call, or(0, depth.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 252
; TotalNumSgprs: 40
; NumVgprs: 44
; ScratchSize: 64
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 44
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 36
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
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
    .sgpr_count:     42
    .sgpr_spill_count: 0
    .symbol:         recurse.kd
    .uses_dynamic_stack: false
    .vgpr_count:     42
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
