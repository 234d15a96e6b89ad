	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function twice
	.type	twice,@function
twice:                                  ; @twice
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	global_load_dword v1, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_cvt_f32_i32_e32 v1, v1
	v_fma_f32 v0, v0, 2.0, v1
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	twice, .Lfunc_end0-twice
                                        ; -- End function
	.set .Ltwice.num_vgpr, 2
	.set .Ltwice.num_agpr, 0
	.set .Ltwice.numbered_sgpr, 32
	.set .Ltwice.num_named_barrier, 0
	.set .Ltwice.private_seg_size, 0
	.set .Ltwice.uses_vcc, 0
	.set .Ltwice.uses_flat_scratch, 0
	.set .Ltwice.has_dyn_sized_stack, 0
	.set .Ltwice.has_recursion, 0
	.set .Ltwice.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; TotalNumSgprs: 36
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function half_
	.type	half_,@function
half_:                                  ; @half_
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mul_f32_e32 v0, 0.5, v0
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	half_, .Lfunc_end1-half_
                                        ; -- End function
	.set .Lhalf_.num_vgpr, 1
	.set .Lhalf_.num_agpr, 0
	.set .Lhalf_.numbered_sgpr, 32
	.set .Lhalf_.num_named_barrier, 0
	.set .Lhalf_.private_seg_size, 0
	.set .Lhalf_.uses_vcc, 0
	.set .Lhalf_.uses_flat_scratch, 0
	.set .Lhalf_.has_dyn_sized_stack, 0
	.set .Lhalf_.has_recursion, 0
	.set .Lhalf_.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; TotalNumSgprs: 36
; NumVgprs: 1
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	apply                   ; -- Begin function apply
	.globl	apply
	.p2align	8
	.type	apply,@function
apply:                                  ; @apply
; %bb.0:
	s_add_u32 flat_scratch_lo, s12, s17
	s_addc_u32 flat_scratch_hi, s13, 0
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, message@rel32@lo+4
	s_addc_u32 s13, s13, message@rel32@hi+12
	s_mov_b32 s33, s16
	s_mov_b32 s34, s15
	s_mov_b32 s35, s14
	s_load_dwordx2 s[14:15], s[12:13], 0x0
	s_load_dword s16, s[8:9], 0x8
	s_load_dwordx2 s[36:37], s[8:9], 0x0
	s_load_dword s38, s[8:9], 0x10
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, weights@rel32@lo+4
	s_addc_u32 s13, s13, weights@rel32@hi+12
	v_mov_b32_e32 v40, v0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s17, s16, 3
	s_add_u32 s14, s14, s17
	s_addc_u32 s15, s15, 0
	v_mov_b32_e32 v3, s14
	v_mov_b32_e32 v4, s15
	flat_load_sbyte v0, v[3:4]
	v_and_b32_e32 v3, 3, v40
	v_lshlrev_b32_e32 v3, 2, v3
	v_lshlrev_b32_e32 v41, 2, v40
	global_load_dword v4, v3, s[12:13]
	global_load_dword v5, v41, s[36:37]
	s_and_b32 s14, s16, 1
	v_xor_b32_e32 v3, 1, v40
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, functions@rel32@lo+4
	s_addc_u32 s13, s13, functions@rel32@hi+12
	v_lshlrev_b32_e32 v3, 2, v3
	s_lshl_b32 s14, s14, 3
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s8, s8, 24
	v_or3_b32 v31, v40, v1, v2
	s_addc_u32 s9, s9, 0
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cvt_f32_i32_e32 v0, v0
	v_fma_f32 v0, v5, v4, v0
	ds_write_b32 v41, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_load_dwordx2 s[16:17], s[12:13], s14 offset:0x0
	ds_read_b32 v0, v3
	s_mov_b32 s12, s35
	s_mov_b32 s13, s34
	s_mov_b32 s14, s33
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, twice@rel32@lo+4
	s_addc_u32 s5, s5, twice@rel32@hi+12
	s_mov_b32 s12, s35
	s_mov_b32 s13, s34
	s_mov_b32 s14, s33
	v_mov_b32_e32 v0, s38
	s_swappc_b64 s[30:31], s[4:5]
	v_and_b32_e32 v1, 31, v40
	v_lshlrev_b32_e32 v1, 2, v1
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, zeros@rel32@lo+4
	s_addc_u32 s7, s7, zeros@rel32@hi+12
	global_load_dword v1, v1, s[6:7]
	s_mov_b64 s[4:5], exec
	v_add_f32_e32 v0, v2, v0
	v_mbcnt_lo_u32_b32 v2, s4, 0
	v_mbcnt_hi_u32_b32 v2, s5, v2
	v_cmp_eq_u32_e32 vcc, 0, v2
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v0, v1
	global_store_dword v41, v0, s[36:37]
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB2_2
; %bb.1:
	s_bcnt1_i32_b64 s6, s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, s6
	global_atomic_add v0, v1, s[4:5]
.LBB2_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel apply
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 280
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr max(totalnumvgprs(apply.num_agpr, apply.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(apply.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end2:
	.size	apply, .Lfunc_end2-apply
                                        ; -- End function
	.set apply.num_vgpr, max(42, amdgpu.max_num_vgpr)
	.set apply.num_agpr, max(0, amdgpu.max_num_agpr)
	.set apply.numbered_sgpr, max(39, amdgpu.max_num_sgpr)
	.set apply.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set apply.private_seg_size, 0+max(.Ltwice.private_seg_size)
	.set apply.uses_vcc, 1
	.set apply.uses_flat_scratch, 1
	.set apply.has_dyn_sized_stack, 1
	.set apply.has_recursion, 1
	.set apply.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 472
; TotalNumSgprs: apply.numbered_sgpr+6
; NumVgprs: apply.num_vgpr
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 512 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(apply.numbered_sgpr+extrasgprs(apply.uses_vcc, apply.uses_flat_scratch, 1), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(apply.num_agpr, apply.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(apply.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(apply.num_agpr, apply.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 8, 10, max(apply.numbered_sgpr+extrasgprs(apply.uses_vcc, apply.uses_flat_scratch, 1), 1, 0), max(totalnumvgprs(apply.num_agpr, apply.num_vgpr), 1, 0))
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	_Z3bigPdPf              ; -- Begin function _Z3bigPdPf
	.globl	_Z3bigPdPf
	.p2align	8
	.type	_Z3bigPdPf,@function
_Z3bigPdPf:                             ; @_Z3bigPdPf
; %bb.0:
	s_load_dwordx4 s[16:19], s[4:5], 0x0
	v_add_u32_e32 v2, s8, v0
	v_mov_b32_e32 v3, 0
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	s_mov_b64 s[22:23], s[2:3]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s19
	v_add_co_u32_e32 v8, vcc, s18, v0
	v_addc_co_u32_e32 v9, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 64, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v5, s19
	v_add_co_u32_e32 v4, vcc, s18, v0
	v_addc_co_u32_e32 v5, vcc, v5, v1, vcc
	v_add_u32_e32 v0, 0x80, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v7, s19
	v_add_co_u32_e32 v6, vcc, s18, v0
	v_addc_co_u32_e32 v7, vcc, v7, v1, vcc
	v_add_u32_e32 v0, 0xc0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v10, s19
	v_add_co_u32_e32 v46, vcc, s18, v0
	v_addc_co_u32_e32 v47, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x100, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v11, s19
	v_add_co_u32_e32 v12, vcc, s18, v0
	v_addc_co_u32_e32 v13, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x140, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v14, s19
	v_add_co_u32_e32 v52, vcc, s18, v0
	v_addc_co_u32_e32 v53, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x180, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_mov_b64 s[20:21], s[0:1]
	v_add_co_u32_e32 v23, vcc, s18, v0
	v_addc_co_u32_e32 v24, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x1c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_add_u32 s20, s20, s9
	v_add_co_u32_e32 v10, vcc, s18, v0
	v_addc_co_u32_e32 v11, vcc, v11, v1, vcc
	v_add_u32_e32 v0, 0x200, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_addc_u32 s21, s21, 0
	v_add_co_u32_e32 v16, vcc, s18, v0
	v_addc_co_u32_e32 v17, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x240, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v15, s19
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:32 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:36 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x280, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v20, s19
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:40 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:44 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x2c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v21, s19
	v_add_co_u32_e32 v26, vcc, s18, v0
	v_addc_co_u32_e32 v27, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x300, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v22, s19
	v_add_co_u32_e32 v28, vcc, s18, v0
	v_addc_co_u32_e32 v29, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x340, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4
	s_addc_u32 s1, s1, inside@rel32@hi+12
	v_add_co_u32_e32 v32, vcc, s18, v0
	v_addc_co_u32_e32 v33, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x380, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_add_co_u32_e32 v36, vcc, s18, v0
	v_addc_co_u32_e32 v37, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x3c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	global_load_dword v56, v[16:17], off
	v_add_co_u32_e32 v18, vcc, s18, v0
	v_addc_co_u32_e32 v19, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x400, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	global_load_dword v59, v[26:27], off
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:24 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:28 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x440, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:4 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x480, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:8 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:12 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x4c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:16 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:20 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x500, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:48 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:52 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x540, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:56 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:60 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x580, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:64 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:68 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x5c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:72 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:76 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x600, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:92 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:96 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x640, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:108 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:112 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x680, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v14, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:132 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:136 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x6c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v42, vcc, s18, v0
	v_addc_co_u32_e32 v43, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x700, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v62, vcc, s18, v0
	v_addc_co_u32_e32 v63, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x740, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v60, vcc, s18, v0
	v_addc_co_u32_e32 v61, vcc, v14, v1, vcc
	v_add_u32_e32 v0, 0x780, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v57, vcc, s18, v0
	v_addc_co_u32_e32 v58, vcc, v15, v1, vcc
	v_add_u32_e32 v0, 0x7c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v50, vcc, s18, v0
	v_addc_co_u32_e32 v51, vcc, v20, v1, vcc
	v_add_u32_e32 v0, 0x800, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v34, vcc, s18, v0
	v_addc_co_u32_e32 v35, vcc, v20, v1, vcc
	v_add_u32_e32 v0, 0x840, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v54, vcc, s18, v0
	v_addc_co_u32_e32 v55, vcc, v20, v1, vcc
	v_add_u32_e32 v0, 0x880, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v44, vcc, s18, v0
	v_addc_co_u32_e32 v45, vcc, v20, v1, vcc
	v_add_u32_e32 v0, 0x8c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v40, vcc, s18, v0
	v_addc_co_u32_e32 v41, vcc, v20, v1, vcc
	v_add_u32_e32 v0, 0x900, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v21, v1, vcc
	v_mov_b32_e32 v39, v1
	v_mov_b32_e32 v38, v0
	v_add_u32_e32 v0, 0x940, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v38, off, s[20:23], 0 offset:160 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v39, off, s[20:23], 0 offset:164 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v22, v1, vcc
	v_mov_b32_e32 v21, v1
	v_mov_b32_e32 v20, v0
	v_add_u32_e32 v0, 0x980, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v20, off, s[20:23], 0 offset:144 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v21, off, s[20:23], 0 offset:148 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v22, v1, vcc
	v_mov_b32_e32 v15, v1
	v_mov_b32_e32 v14, v0
	v_add_u32_e32 v0, 0x9c0, v2
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v14, off, s[20:23], 0 offset:116 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v15, off, s[20:23], 0 offset:120 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v22, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:80 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[20:23], 0 offset:84 ; 4-byte Folded Spill
	v_lshlrev_b64 v[2:3], 3, v[2:3]
	v_add_co_u32_e32 v2, vcc, s16, v2
	global_load_dword v25, v[0:1], off
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	flat_load_dword v22, v[0:1]
	s_load_dwordx16 s[0:15], s[16:17], 0x0
	s_waitcnt vmcnt(0)
	buffer_store_dword v25, off, s[20:23], 0 offset:88 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v22, v25, v22
	global_load_dword v25, v[8:9], off
	s_nop 0
	global_store_dword v[8:9], v22, off
	global_load_dword v9, v[14:15], off
	s_nop 0
	buffer_load_dword v14, off, s[20:23], 0 offset:92 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[20:23], 0 offset:96 ; 4-byte Folded Reload
	flat_load_dword v8, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v9, v8
	buffer_store_dword v9, off, s[20:23], 0 offset:100 ; 4-byte Folded Spill
	global_load_dword v9, v[4:5], off
	s_nop 0
	global_store_dword v[4:5], v8, off
	global_load_dword v5, v[20:21], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v5, off, s[20:23], 0 offset:104 ; 4-byte Folded Spill
	global_load_dword v5, v[6:7], off
	s_nop 0
	global_store_dword v[6:7], v4, off
	flat_load_dword v4, v[0:1]
	s_nop 0
	buffer_store_dword v25, off, s[20:23], 0 offset:172 ; 4-byte Folded Spill
	buffer_store_dword v9, off, s[20:23], 0 offset:180 ; 4-byte Folded Spill
	buffer_load_dword v8, off, s[20:23], 0 offset:56 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v9, off, s[20:23], 0 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:184 ; 4-byte Folded Spill
	global_load_dword v5, v[38:39], off
	s_nop 0
	buffer_load_dword v38, off, s[20:23], 0 offset:132 ; 4-byte Folded Reload
	buffer_load_dword v39, off, s[20:23], 0 offset:136 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v5, off, s[20:23], 0 offset:124 ; 4-byte Folded Spill
	global_load_dword v5, v[46:47], off
	s_nop 0
	global_store_dword v[46:47], v4, off
	flat_load_dword v4, v[0:1]
	s_nop 0
	global_load_dword v47, v[52:53], off
	global_load_dword v46, v[12:13], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:188 ; 4-byte Folded Spill
	global_load_dword v5, v[40:41], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[12:13], v4, off
	buffer_store_dword v5, off, s[20:23], 0 offset:128 ; 4-byte Folded Spill
	global_load_dword v5, v[44:45], off
	s_nop 0
	buffer_load_dword v12, off, s[20:23], 0 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[20:23], 0 offset:76 ; 4-byte Folded Reload
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[52:53], v4, off
	buffer_store_dword v5, off, s[20:23], 0 offset:140 ; 4-byte Folded Spill
	global_load_dword v5, v[54:55], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v53, v[23:24], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v5, off, s[20:23], 0 offset:152 ; 4-byte Folded Spill
	global_load_dword v5, v[34:35], off
	s_nop 0
	global_store_dword v[23:24], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v5, off, s[20:23], 0 offset:156 ; 4-byte Folded Spill
	global_load_dword v5, v[10:11], off
	s_nop 0
	global_store_dword v[10:11], v4, off
	flat_load_dword v4, v[0:1]
	s_nop 0
	buffer_load_dword v10, off, s[20:23], 0 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[20:23], 0 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:192 ; 4-byte Folded Spill
	global_load_dword v5, v[50:51], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[16:17], v4, off
	buffer_store_dword v5, off, s[20:23], 0 offset:168 ; 4-byte Folded Spill
	global_load_dword v5, v[57:58], off
	s_nop 0
	buffer_load_dword v16, off, s[20:23], 0 offset:108 ; 4-byte Folded Reload
	buffer_load_dword v17, off, s[20:23], 0 offset:112 ; 4-byte Folded Reload
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v5, off, s[20:23], 0 offset:176 ; 4-byte Folded Spill
	buffer_load_dword v5, off, s[20:23], 0 offset:32 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v6, off, s[20:23], 0 offset:36 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v25, v[5:6], off
	s_nop 0
	global_store_dword v[5:6], v4, off
	global_load_dword v52, v[60:61], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v52, v4
	global_load_dword v24, v[5:6], off
	s_nop 0
	global_store_dword v[5:6], v4, off
	global_load_dword v48, v[62:63], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v48, v4
	global_store_dword v[26:27], v4, off
	global_load_dword v30, v[42:43], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v26, v[28:29], off
	global_load_dword v20, v[5:6], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v30, v4
	global_store_dword v[28:29], v4, off
	global_load_dword v27, v[38:39], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v28, v[32:33], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v27, v4
	global_store_dword v[32:33], v4, off
	global_load_dword v32, v[16:17], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v33, v[36:37], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v32, v4
	global_store_dword v[36:37], v4, off
	global_load_dword v29, v[14:15], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v36, v[18:19], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v29, v4
	global_store_dword v[18:19], v4, off
	global_load_dword v37, v[12:13], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v37, v4
	global_store_dword v[5:6], v4, off
	global_load_dword v22, v[10:11], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0  ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:4 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v22, v4
	global_load_dword v23, v[5:6], off
	s_nop 0
	global_store_dword v[5:6], v4, off
	global_load_dword v18, v[8:9], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	buffer_load_dword v6, off, s[20:23], 0 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v7, off, s[20:23], 0 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v5, v18, v4
	global_load_dword v21, v[6:7], off
	s_nop 0
	global_store_dword v[6:7], v5, off
	buffer_load_dword v6, off, s[20:23], 0 offset:48 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v7, off, s[20:23], 0 offset:52 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v49, v[6:7], off
	flat_load_dword v31, v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v5, off, s[20:23], 0 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v49, v31
	global_load_dword v31, v[4:5], off
	s_nop 0
	global_store_dword v[4:5], v19, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v31, v4
	global_store_dword v[6:7], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v21, v4
	global_store_dword v[8:9], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v23, v4
	global_store_dword v[10:11], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v20, v4
	global_store_dword v[12:13], v4, off
	flat_load_dword v4, v[0:1]
	v_cvt_f64_f32_e32 v[11:12], v24
	buffer_load_dword v7, off, s[20:23], 0 offset:192 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[20:23], 0 offset:172 ; 4-byte Folded Reload
	buffer_load_dword v19, off, s[20:23], 0 offset:180 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:184 ; 4-byte Folded Reload
	buffer_load_dword v5, off, s[20:23], 0 offset:188 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v36, v4
	global_store_dword v[14:15], v4, off
	flat_load_dword v4, v[0:1]
	v_cvt_f64_f32_e32 v[14:15], v13
	v_fma_f64 v[14:15], s[0:1], v[14:15], 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v33, v4
	global_store_dword v[16:17], v4, off
	flat_load_dword v4, v[0:1]
	v_cvt_f64_f32_e32 v[16:17], v19
	v_fma_f64 v[14:15], s[2:3], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v6
	v_fma_f64 v[14:15], s[4:5], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v5
	v_fma_f64 v[14:15], s[6:7], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v46
	v_fma_f64 v[14:15], s[8:9], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v47
	v_fma_f64 v[14:15], s[10:11], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v53
	v_fma_f64 v[14:15], s[12:13], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v7
	v_fma_f64 v[14:15], s[14:15], v[16:17], v[14:15]
	s_load_dwordx16 s[0:15], s[16:17], 0x40
	v_cvt_f64_f32_e32 v[16:17], v56
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[14:15], s[0:1], v[16:17], v[14:15]
	v_cvt_f64_f32_e32 v[16:17], v25
	v_fma_f64 v[14:15], s[2:3], v[16:17], v[14:15]
	v_fma_f64 v[11:12], s[4:5], v[11:12], v[14:15]
	v_cvt_f64_f32_e32 v[14:15], v59
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v28, v4
	global_store_dword v[38:39], v4, off
	flat_load_dword v4, v[0:1]
	v_fma_f64 v[10:11], s[6:7], v[14:15], v[11:12]
	v_cvt_f64_f32_e32 v[14:15], v26
	v_fma_f64 v[9:10], s[8:9], v[14:15], v[10:11]
	v_cvt_f64_f32_e32 v[11:12], v28
	v_fma_f64 v[9:10], s[10:11], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v33
	v_fma_f64 v[9:10], s[12:13], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v36
	v_fma_f64 v[9:10], s[14:15], v[11:12], v[9:10]
	s_load_dwordx16 s[0:15], s[16:17], 0x80
	v_cvt_f64_f32_e32 v[11:12], v20
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[9:10], s[0:1], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v23
	v_fma_f64 v[9:10], s[2:3], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v21
	v_fma_f64 v[9:10], s[4:5], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v31
	v_fma_f64 v[9:10], s[6:7], v[11:12], v[9:10]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v26, v4
	global_store_dword v[42:43], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v59, v4
	global_store_dword v[62:63], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v24, v4
	global_store_dword v[60:61], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v25, v4
	global_store_dword v[57:58], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v56, v4
	global_store_dword v[50:51], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v7, v4
	global_store_dword v[34:35], v4, off
	flat_load_dword v4, v[0:1]
	s_nop 0
	buffer_load_dword v7, off, s[20:23], 0 offset:160 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[20:23], 0 offset:164 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v53, v4
	global_store_dword v[54:55], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v47, v4
	global_store_dword v[44:45], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v46, v4
	global_store_dword v[40:41], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[7:8], v4, off
	flat_load_dword v16, v[0:1]
	s_nop 0
	buffer_load_dword v7, off, s[20:23], 0 offset:144 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[20:23], 0 offset:148 ; 4-byte Folded Reload
	v_cvt_f64_f32_e32 v[4:5], v49
	v_fma_f64 v[4:5], s[8:9], v[4:5], v[9:10]
	buffer_load_dword v9, off, s[20:23], 0 offset:116 ; 4-byte Folded Reload
	buffer_load_dword v10, off, s[20:23], 0 offset:120 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v6, v6, v16
	global_store_dword v[7:8], v6, off
	v_cvt_f64_f32_e32 v[6:7], v18
	flat_load_dword v8, v[0:1]
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v22
	v_fma_f64 v[4:5], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v37
	v_fma_f64 v[4:5], s[14:15], v[6:7], v[4:5]
	s_load_dwordx16 s[0:15], s[16:17], 0xc0
	v_cvt_f64_f32_e32 v[6:7], v29
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[4:5], s[0:1], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v32
	v_fma_f64 v[4:5], s[2:3], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v27
	v_fma_f64 v[4:5], s[4:5], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v30
	v_fma_f64 v[4:5], s[6:7], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v48
	v_fma_f64 v[4:5], s[8:9], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v52
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	buffer_load_dword v6, off, s[20:23], 0 offset:176 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v8, v19, v8
	global_store_dword v[9:10], v8, off
	flat_load_dword v8, v[0:1]
	v_cvt_f64_f32_e32 v[6:7], v6
	v_fma_f64 v[0:1], s[12:13], v[6:7], v[4:5]
	buffer_load_dword v4, off, s[20:23], 0 offset:168 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:156 ; 4-byte Folded Reload
	s_load_dwordx16 s[0:15], s[16:17], 0x100
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[0:1], s[0:1], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:152 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[2:3], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:140 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[4:5], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:128 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[6:7], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:124 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[8:9], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:104 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[10:11], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[12:13], v[4:5], v[0:1]
	buffer_load_dword v4, off, s[20:23], 0 offset:88 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v4
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:84 ; 4-byte Folded Reload
	v_mov_b32_e32 v4, s17
	v_addc_co_u32_e32 v3, vcc, v4, v3, vcc
	v_add_f32_e32 v4, v13, v8
	s_waitcnt vmcnt(0)
	global_store_dword v[5:6], v4, off
	global_store_dwordx2 v[2:3], v[0:1], off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel _Z3bigPdPf
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 200
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
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 64
		.amdhsa_next_free_sgpr 24
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
.Lfunc_end3:
	.size	_Z3bigPdPf, .Lfunc_end3-_Z3bigPdPf
                                        ; -- End function
	.set _Z3bigPdPf.num_vgpr, 64
	.set _Z3bigPdPf.num_agpr, 0
	.set _Z3bigPdPf.numbered_sgpr, 24
	.set _Z3bigPdPf.num_named_barrier, 0
	.set _Z3bigPdPf.private_seg_size, 200
	.set _Z3bigPdPf.uses_vcc, 1
	.set _Z3bigPdPf.uses_flat_scratch, 0
	.set _Z3bigPdPf.has_dyn_sized_stack, 0
	.set _Z3bigPdPf.has_recursion, 0
	.set _Z3bigPdPf.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4140
; TotalNumSgprs: 28
; NumVgprs: 64
; ScratchSize: 200
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 28
; NumVGPRsForWavesPerEU: 64
; Occupancy: 4
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 2
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.protected	counter                 ; @counter
	.type	counter,@object
	.data
	.globl	counter
	.p2align	2, 0x0
counter:
	.long	7                               ; 0x7
	.size	counter, 4

	.protected	zeros                   ; @zeros
	.type	zeros,@object
	.section	.bss,"aw",@nobits
	.globl	zeros
	.p2align	4, 0x0
zeros:
	.zero	128
	.size	zeros, 128

	.protected	weights                 ; @weights
	.type	weights,@object
	.section	.rodata,"a",@progbits
	.globl	weights
	.p2align	4, 0x0
weights:
	.long	0x3f000000                      ; float 0.5
	.long	0x3e800000                      ; float 0.25
	.long	0x3e000000                      ; float 0.125
	.long	0x3f800000                      ; float 1
	.size	weights, 16

	.protected	functions               ; @functions
	.type	functions,@object
	.data
	.globl	functions
	.p2align	4, 0x0
functions:
	.quad	twice
	.quad	half_
	.size	functions, 16

	.type	.L.str,@object                  ; @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"a text"
	.size	.L.str, 7

	.protected	message                 ; @message
	.type	message,@object
	.data
	.globl	message
	.p2align	3, 0x0
message:
	.quad	.L.str
	.size	message, 8

	.protected	inside                  ; @inside
	.type	inside,@object
	.globl	inside
	.p2align	3, 0x0
inside:
	.quad	zeros+12
	.size	inside, 8

	.type	__hip_cuid_d6bd8bcbdcdb1a8f,@object ; @__hip_cuid_d6bd8bcbdcdb1a8f
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_d6bd8bcbdcdb1a8f
__hip_cuid_d6bd8bcbdcdb1a8f:
	.byte	0                               ; 0x0
	.size	__hip_cuid_d6bd8bcbdcdb1a8f, 1

	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
      - .offset:         12
        .size:           8
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         104
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         112
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         120
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         128
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         136
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         224
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 512
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 1024
    .name:           apply
    .private_segment_fixed_size: 0
    .sgpr_count:     45
    .sgpr_spill_count: 0
    .symbol:         apply.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     42
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 1024
    .name:           _Z3bigPdPf
    .private_segment_fixed_size: 200
    .sgpr_count:     28
    .sgpr_spill_count: 0
    .symbol:         _Z3bigPdPf.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     64
    .vgpr_spill_count: 49
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
