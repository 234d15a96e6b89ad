	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.hidden	__printf_alloc                  ; -- Begin function __printf_alloc
	.globl	__printf_alloc
	.p2align	2
	.type	__printf_alloc,@function
__printf_alloc:                         ; @__printf_alloc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v1, 0
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	__printf_alloc, .Lfunc_end0-__printf_alloc
                                        ; -- End function
	.set __printf_alloc.num_vgpr, 2
	.set __printf_alloc.num_agpr, 0
	.set __printf_alloc.numbered_sgpr, 32
	.set __printf_alloc.num_named_barrier, 0
	.set __printf_alloc.private_seg_size, 0
	.set __printf_alloc.uses_vcc, 0
	.set __printf_alloc.uses_flat_scratch, 0
	.set __printf_alloc.has_dyn_sized_stack, 0
	.set __printf_alloc.has_recursion, 0
	.set __printf_alloc.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; TotalNumSgprs: 38
; NumVgprs: 2
; NumAgprs: 0
; TotalNumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	tell                    ; -- Begin function tell
	.globl	tell
	.p2align	8
	.type	tell,@function
tell:                                   ; @tell
; %bb.0:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_mov_b32_e32 v5, 2
	v_mov_b64_e32 v[0:1], 16
	v_mov_b64_e32 v[2:3], 20
	v_mov_b32_e32 v6, 0x74786574
	s_waitcnt lgkmcnt(0)
	s_load_dword s2, s[0:1], 0x0
	global_store_dword v[0:1], v5, off
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v8, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s2
	global_store_dword v[2:3], v0, off
	v_mov_b64_e32 v[2:3], 24
	global_store_dword v[2:3], v6, off
	global_load_dwordx2 v[0:1], v4, s[0:1] offset:4
	v_mov_b64_e32 v[4:5], 28
	global_store_dword v[2:3], v8, off
	v_mov_b64_e32 v[6:7], 32
	s_waitcnt vmcnt(1)
	v_cvt_f32_i32_e32 v8, v0
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v3, v1
	global_store_dword v[4:5], v8, off
	global_store_dwordx4 v[6:7], v[0:3], off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tell
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 9
		.amdhsa_next_free_sgpr 3
		.amdhsa_accum_offset 12
		.amdhsa_reserve_vcc 0
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
	.size	tell, .Lfunc_end1-tell
                                        ; -- End function
	.set tell.num_vgpr, 9
	.set tell.num_agpr, 0
	.set tell.numbered_sgpr, 3
	.set tell.num_named_barrier, 0
	.set tell.private_seg_size, 0
	.set tell.uses_vcc, 0
	.set tell.uses_flat_scratch, 0
	.set tell.has_dyn_sized_stack, 0
	.set tell.has_recursion, 0
	.set tell.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 148
; TotalNumSgprs: 9
; NumVgprs: 9
; NumAgprs: 0
; TotalNumVgprs: 9
; ScratchSize: 0
; MemoryBound: 1
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 9
; NumVGPRsForWavesPerEU: 9
; AccumOffset: 12
; Occupancy: 8
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 2
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.protected	__clang_ocl_kern_imp_tell ; -- Begin function __clang_ocl_kern_imp_tell
	.globl	__clang_ocl_kern_imp_tell
	.p2align	2
	.type	__clang_ocl_kern_imp_tell,@function
__clang_ocl_kern_imp_tell:              ; @__clang_ocl_kern_imp_tell
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	global_load_dword v10, v[0:1], off
	v_mov_b32_e32 v8, 2
	v_mov_b64_e32 v[2:3], 16
	v_mov_b64_e32 v[4:5], 20
	v_mov_b32_e32 v9, 0x74786574
	v_mov_b64_e32 v[6:7], 24
	global_store_dword v[2:3], v8, off
	s_waitcnt vmcnt(1)
	global_store_dword v[4:5], v10, off
	global_store_dword v[6:7], v9, off
	global_load_dwordx2 v[0:1], v[0:1], off offset:4
	v_mov_b32_e32 v2, 1
	global_store_dword v[6:7], v2, off
	v_mov_b64_e32 v[4:5], 28
	v_mov_b64_e32 v[8:9], 32
	s_waitcnt vmcnt(1)
	v_cvt_f32_i32_e32 v6, v0
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v3, v1
	global_store_dword v[4:5], v6, off
	global_store_dwordx4 v[8:9], v[0:3], off
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	__clang_ocl_kern_imp_tell, .Lfunc_end2-__clang_ocl_kern_imp_tell
                                        ; -- End function
	.set __clang_ocl_kern_imp_tell.num_vgpr, 11
	.set __clang_ocl_kern_imp_tell.num_agpr, 0
	.set __clang_ocl_kern_imp_tell.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_tell.num_named_barrier, 0
	.set __clang_ocl_kern_imp_tell.private_seg_size, 0
	.set __clang_ocl_kern_imp_tell.uses_vcc, 0
	.set __clang_ocl_kern_imp_tell.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_tell.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_tell.has_recursion, 0
	.set __clang_ocl_kern_imp_tell.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 136
; TotalNumSgprs: 38
; NumVgprs: 11
; NumAgprs: 0
; TotalNumVgprs: 11
; ScratchSize: 0
; MemoryBound: 1
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 11
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
	.set amdgpu.max_num_named_barrier, 0
	.text
	.section	".note.GNU-stack","",@progbits
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
    .name:           tell
    .private_segment_fixed_size: 0
    .sgpr_count:     9
    .sgpr_spill_count: 0
    .symbol:         tell.kd
    .uses_dynamic_stack: false
    .vgpr_count:     9
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - '1:2:4:16:%f\72%v4d	#2\\n'
  - '2:2:4:8:x\72 %d, "%s" %% - 5\n'
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
