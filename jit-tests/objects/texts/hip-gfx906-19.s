	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 5
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
	v_fmac_f32_e32 v1, 2.0, v0
	v_mov_b32_e32 v0, v1
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	twice, .Lfunc_end0-twice
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; NumSgprs: 36
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
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; NumSgprs: 36
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
	s_add_u32 flat_scratch_lo, s10, s15
	s_addc_u32 flat_scratch_hi, s11, 0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[10:11], s[8:9]
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, message@rel32@lo+4
	s_addc_u32 s9, s9, message@rel32@hi+12
	s_load_dwordx2 s[34:35], s[6:7], 0x0
	s_load_dword s15, s[6:7], 0x8
	s_load_dwordx2 s[16:17], s[8:9], 0x0
	s_load_dword s33, s[6:7], 0x10
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, weights@rel32@lo+4
	s_addc_u32 s9, s9, weights@rel32@hi+12
	v_mov_b32_e32 v40, v0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s18, s15, 3
	s_add_u32 s16, s16, s18
	s_addc_u32 s17, s17, 0
	v_mov_b32_e32 v3, s16
	v_mov_b32_e32 v4, s17
	flat_load_sbyte v0, v[3:4]
	v_and_b32_e32 v3, 3, v40
	v_lshlrev_b32_e32 v3, 2, v3
	v_lshlrev_b32_e32 v41, 2, v40
	global_load_dword v4, v3, s[8:9]
	global_load_dword v5, v41, s[34:35]
	s_and_b32 s8, s15, 1
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, functions@rel32@lo+4
	s_addc_u32 s17, s17, functions@rel32@hi+12
	v_xor_b32_e32 v3, 1, v40
	s_lshl_b32 s15, s8, 3
	v_lshlrev_b32_e32 v3, 2, v3
	s_add_u32 s8, s6, 24
	s_addc_u32 s9, s7, 0
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	v_or3_b32 v31, v40, v1, v2
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cvt_f32_i32_e32 v0, v0
	v_fmac_f32_e32 v0, v5, v4
	ds_write_b32 v41, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_load_dwordx2 s[6:7], s[16:17], s15 offset:0x0
	ds_read_b32 v0, v3
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, s33
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, twice@rel32@lo+4
	s_addc_u32 s5, s5, twice@rel32@hi+12
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
	global_store_dword v41, v0, s[34:35]
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
		.amdhsa_user_sgpr_count 12
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
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
		.amdhsa_next_free_vgpr 42
		.amdhsa_next_free_sgpr 36
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
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 436
; NumSgprs: 42
; NumVgprs: 42
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 512 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 42
; NumVGPRsForWavesPerEU: 42
; Occupancy: 5
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 12
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
	v_add_u32_e32 v19, s7, v0
	v_mov_b32_e32 v20, 0
	v_lshlrev_b64 v[0:1], 2, v[19:20]
	s_mov_b64 s[22:23], s[2:3]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s19
	v_add_co_u32_e32 v8, vcc, s18, v0
	v_addc_co_u32_e32 v9, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 64, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v5, s19
	v_add_co_u32_e32 v2, vcc, s18, v0
	v_addc_co_u32_e32 v3, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 0x80, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v10, s19
	v_add_co_u32_e32 v21, vcc, s18, v0
	v_addc_co_u32_e32 v22, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 0xc0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_mov_b64 s[20:21], s[0:1]
	v_add_co_u32_e32 v46, vcc, s18, v0
	v_addc_co_u32_e32 v47, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 0x100, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_add_u32 s20, s20, s8
	v_add_co_u32_e32 v6, vcc, s18, v0
	v_addc_co_u32_e32 v7, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 0x140, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_addc_u32 s21, s21, 0
	v_add_co_u32_e32 v4, vcc, s18, v0
	v_addc_co_u32_e32 v5, vcc, v5, v1, vcc
	v_add_u32_e32 v0, 0x180, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4
	s_addc_u32 s1, s1, inside@rel32@hi+12
	v_add_co_u32_e32 v40, vcc, s18, v0
	v_addc_co_u32_e32 v41, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x1c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v24, vcc, s18, v0
	v_addc_co_u32_e32 v25, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x200, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v36, vcc, s18, v0
	v_addc_co_u32_e32 v37, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x240, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:32 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:36 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x280, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v34, vcc, s18, v0
	v_addc_co_u32_e32 v35, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x2c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v15, vcc, s18, v0
	v_addc_co_u32_e32 v16, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x300, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v11, vcc, s18, v0
	v_addc_co_u32_e32 v12, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x340, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v32, vcc, s18, v0
	v_addc_co_u32_e32 v33, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x380, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v38, vcc, s18, v0
	v_addc_co_u32_e32 v39, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x3c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v17, vcc, s18, v0
	v_addc_co_u32_e32 v18, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x400, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:24 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:28 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x440, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:16 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:20 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x480, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:4 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x4c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:8 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:12 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x500, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:40 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:44 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x540, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:48 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:52 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x580, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:56 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:60 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x5c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:64 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:68 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x600, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:72 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:76 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x640, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:80 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:84 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x680, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:88 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:92 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x6c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:96 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:100 ; 4-byte Folded Spill
	v_add_u32_e32 v0, 0x700, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v63, v1
	v_mov_b32_e32 v62, v0
	v_add_u32_e32 v0, 0x740, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v28, vcc, s18, v0
	v_addc_co_u32_e32 v29, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x780, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v42, vcc, s18, v0
	v_addc_co_u32_e32 v43, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x7c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v49, v1
	v_mov_b32_e32 v48, v0
	v_add_u32_e32 v0, 0x800, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v51, v1
	v_mov_b32_e32 v50, v0
	v_add_u32_e32 v0, 0x840, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v50, off, s[20:23], 0 offset:188 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v51, off, s[20:23], 0 offset:192 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v53, v1
	v_mov_b32_e32 v52, v0
	v_add_u32_e32 v0, 0x880, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v52, off, s[20:23], 0 offset:180 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v53, off, s[20:23], 0 offset:184 ; 4-byte Folded Spill
	v_add_co_u32_e32 v58, vcc, s18, v0
	v_addc_co_u32_e32 v59, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x8c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v54, vcc, s18, v0
	v_addc_co_u32_e32 v55, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x900, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v27, v1
	v_mov_b32_e32 v26, v0
	v_add_u32_e32 v0, 0x940, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v26, off, s[20:23], 0 offset:160 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v27, off, s[20:23], 0 offset:164 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v14, v1
	v_mov_b32_e32 v13, v0
	v_add_u32_e32 v0, 0x980, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v13, off, s[20:23], 0 offset:148 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[20:23], 0 offset:152 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v31, v1
	v_mov_b32_e32 v30, v0
	v_add_u32_e32 v0, 0x9c0, v19
	v_mov_b32_e32 v1, v20
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v30, off, s[20:23], 0 offset:124 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v31, off, s[20:23], 0 offset:128 ; 4-byte Folded Spill
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:104 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:108 ; 4-byte Folded Spill
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	global_load_dword v45, v[6:7], off
	global_load_dword v61, v[48:49], off
	global_load_dword v60, v[46:47], off
	global_load_dword v23, v[0:1], off
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	flat_load_dword v10, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v10, v23, v10
	buffer_store_dword v23, off, s[20:23], 0 offset:112 ; 4-byte Folded Spill
	global_load_dword v23, v[8:9], off
	s_nop 0
	global_store_dword v[8:9], v10, off
	global_load_dword v9, v[30:31], off
	s_nop 0
	flat_load_dword v8, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v9, v8
	buffer_store_dword v9, off, s[20:23], 0 offset:116 ; 4-byte Folded Spill
	global_load_dword v9, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v8, off
	global_load_dword v2, v[13:14], off
	s_nop 0
	flat_load_dword v8, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v2, v8
	buffer_store_dword v2, off, s[20:23], 0 offset:120 ; 4-byte Folded Spill
	global_load_dword v2, v[21:22], off
	s_nop 0
	global_store_dword v[21:22], v8, off
	flat_load_dword v8, v[0:1]
	v_mov_b32_e32 v21, v62
	buffer_store_dword v23, off, s[20:23], 0 offset:168 ; 4-byte Folded Spill
	buffer_store_dword v9, off, s[20:23], 0 offset:172 ; 4-byte Folded Spill
	v_mov_b32_e32 v22, v63
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[20:23], 0 offset:176 ; 4-byte Folded Spill
	global_load_dword v2, v[26:27], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v2, v8
	global_store_dword v[46:47], v8, off
	buffer_store_dword v2, off, s[20:23], 0 offset:132 ; 4-byte Folded Spill
	global_load_dword v2, v[54:55], off
	s_nop 0
	flat_load_dword v8, v[0:1]
	global_load_dword v46, v[4:5], off
	global_load_dword v47, v[40:41], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v2, v8
	global_store_dword v[6:7], v8, off
	buffer_store_dword v2, off, s[20:23], 0 offset:136 ; 4-byte Folded Spill
	global_load_dword v2, v[58:59], off
	s_nop 0
	flat_load_dword v6, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v6, v2, v6
	buffer_store_dword v2, off, s[20:23], 0 offset:140 ; 4-byte Folded Spill
	global_load_dword v2, v[52:53], off
	s_nop 0
	global_load_dword v53, v[36:37], off
	s_nop 0
	global_store_dword v[4:5], v6, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v2, v4
	buffer_store_dword v2, off, s[20:23], 0 offset:144 ; 4-byte Folded Spill
	global_load_dword v2, v[50:51], off
	v_mov_b32_e32 v52, v49
	global_load_dword v50, v[24:25], off
	v_mov_b32_e32 v51, v48
	global_store_dword v[40:41], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v2, v4
	global_store_dword v[24:25], v4, off
	flat_load_dword v4, v[0:1]
	v_mov_b32_e32 v25, v28
	buffer_store_dword v2, off, s[20:23], 0 offset:156 ; 4-byte Folded Spill
	v_mov_b32_e32 v26, v29
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v61, v4
	global_store_dword v[36:37], v4, off
	global_load_dword v48, v[42:43], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:36 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v48, v4
	global_load_dword v57, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v4, off
	global_load_dword v44, v[28:29], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v28, v[34:35], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v44, v4
	global_store_dword v[34:35], v4, off
	global_load_dword v62, v[62:63], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v27, v[15:16], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v62, v4
	global_store_dword v[15:16], v4, off
	buffer_load_dword v15, off, s[20:23], 0 offset:96 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v16, off, s[20:23], 0 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v37, v[15:16], off
	flat_load_dword v4, v[0:1]
	global_load_dword v49, v[11:12], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v37, v4
	global_store_dword v[11:12], v4, off
	buffer_load_dword v13, off, s[20:23], 0 offset:88 ; 4-byte Folded Reload
	buffer_load_dword v14, off, s[20:23], 0 offset:92 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v36, v[13:14], off
	flat_load_dword v4, v[0:1]
	global_load_dword v31, v[32:33], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v36, v4
	global_store_dword v[32:33], v4, off
	buffer_load_dword v11, off, s[20:23], 0 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v12, off, s[20:23], 0 offset:84 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v30, v[11:12], off
	flat_load_dword v4, v[0:1]
	global_load_dword v32, v[38:39], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v30, v4
	global_store_dword v[38:39], v4, off
	buffer_load_dword v9, off, s[20:23], 0 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v10, off, s[20:23], 0 offset:76 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v29, v[9:10], off
	flat_load_dword v4, v[0:1]
	global_load_dword v38, v[17:18], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v29, v4
	global_store_dword v[17:18], v4, off
	buffer_load_dword v40, off, s[20:23], 0 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[20:23], 0 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v33, v[40:41], off
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v33, v4
	global_load_dword v23, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v4, off
	buffer_load_dword v34, off, s[20:23], 0 offset:56 ; 4-byte Folded Reload
	buffer_load_dword v35, off, s[20:23], 0 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v39, v[34:35], off
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v39, v4
	global_load_dword v17, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v4, off
	buffer_load_dword v7, off, s[20:23], 0 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[20:23], 0 offset:52 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v63, v[7:8], off
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0  ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:4 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v63, v4
	global_load_dword v56, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v4, off
	buffer_load_dword v5, off, s[20:23], 0 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v24, v[5:6], off
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v24, v4
	global_load_dword v4, v[2:3], off
	s_nop 0
	global_store_dword v[2:3], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v4, v18
	global_store_dword v[5:6], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v56, v18
	global_store_dword v[7:8], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v17, v18
	global_store_dword v[34:35], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v23, v18
	global_store_dword v[40:41], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v38, v18
	global_store_dword v[9:10], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v32, v18
	global_store_dword v[11:12], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v31, v18
	global_store_dword v[13:14], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v49, v18
	global_store_dword v[15:16], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v27, v18
	global_store_dword v[21:22], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v28, v18
	global_store_dword v[25:26], v18, off
	flat_load_dword v18, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v57, v18
	global_store_dword v[42:43], v18, off
	flat_load_dword v16, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v16, v53, v16
	global_store_dword v[51:52], v16, off
	flat_load_dword v14, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:188 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:192 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v14, v50, v14
	global_store_dword v[2:3], v14, off
	flat_load_dword v12, v[0:1]
	s_nop 0
	buffer_load_dword v2, off, s[20:23], 0 offset:180 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:184 ; 4-byte Folded Reload
	buffer_load_dword v18, off, s[20:23], 0 offset:168 ; 4-byte Folded Reload
	s_load_dwordx16 s[0:15], s[16:17], 0x0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v12, v47, v12
	global_store_dword v[2:3], v12, off
	buffer_load_dword v2, off, s[20:23], 0 offset:172 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v3, off, s[20:23], 0 offset:176 ; 4-byte Folded Reload
	flat_load_dword v12, v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[14:15], v2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v12, v46, v12
	global_store_dword v[58:59], v12, off
	flat_load_dword v12, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v12, v45, v12
	global_store_dword v[54:55], v12, off
	v_cvt_f64_f32_e32 v[12:13], v18
	flat_load_dword v16, v[0:1]
	v_fma_f64 v[12:13], s[0:1], v[12:13], 0
	v_fma_f64 v[12:13], s[2:3], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v3
	v_fma_f64 v[12:13], s[4:5], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v60
	v_fma_f64 v[12:13], s[6:7], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v45
	v_fma_f64 v[12:13], s[8:9], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v46
	v_fma_f64 v[12:13], s[10:11], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v47
	v_fma_f64 v[12:13], s[12:13], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v50
	v_fma_f64 v[12:13], s[14:15], v[14:15], v[12:13]
	s_load_dwordx16 s[0:15], s[16:17], 0x40
	buffer_load_dword v5, off, s[20:23], 0 offset:160 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:164 ; 4-byte Folded Reload
	v_cvt_f64_f32_e32 v[14:15], v53
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[12:13], s[0:1], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v57
	v_fma_f64 v[12:13], s[2:3], v[14:15], v[12:13]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v14, v60, v16
	global_store_dword v[5:6], v14, off
	v_cvt_f64_f32_e32 v[14:15], v28
	v_cvt_f64_f32_e32 v[6:7], v17
	flat_load_dword v16, v[0:1]
	v_fma_f64 v[11:12], s[4:5], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[13:14], v27
	v_fma_f64 v[10:11], s[6:7], v[13:14], v[11:12]
	v_cvt_f64_f32_e32 v[12:13], v49
	v_fma_f64 v[9:10], s[8:9], v[12:13], v[10:11]
	v_cvt_f64_f32_e32 v[11:12], v31
	v_fma_f64 v[9:10], s[10:11], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v32
	v_fma_f64 v[9:10], s[12:13], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[11:12], v38
	v_fma_f64 v[9:10], s[14:15], v[11:12], v[9:10]
	s_load_dwordx16 s[0:15], s[16:17], 0x80
	v_cvt_f64_f32_e32 v[11:12], v23
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[9:10], s[0:1], v[11:12], v[9:10]
	v_fma_f64 v[6:7], s[2:3], v[6:7], v[9:10]
	v_cvt_f64_f32_e32 v[9:10], v56
	v_fma_f64 v[6:7], s[4:5], v[9:10], v[6:7]
	v_cvt_f64_f32_e32 v[9:10], v4
	v_cvt_f64_f32_e32 v[4:5], v24
	v_fma_f64 v[6:7], s[6:7], v[9:10], v[6:7]
	buffer_load_dword v10, off, s[20:23], 0 offset:148 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[20:23], 0 offset:152 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v9, v3, v16
	v_fma_f64 v[4:5], s[8:9], v[4:5], v[6:7]
	v_cvt_f64_f32_e32 v[6:7], v63
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v39
	v_fma_f64 v[4:5], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v33
	v_fma_f64 v[4:5], s[14:15], v[6:7], v[4:5]
	s_load_dwordx16 s[0:15], s[16:17], 0xc0
	v_cvt_f64_f32_e32 v[6:7], v29
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[4:5], s[0:1], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v30
	v_fma_f64 v[4:5], s[2:3], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v36
	v_fma_f64 v[4:5], s[4:5], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v37
	v_fma_f64 v[4:5], s[6:7], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v62
	v_fma_f64 v[4:5], s[8:9], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v44
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	global_store_dword v[10:11], v9, off
	flat_load_dword v9, v[0:1]
	v_cvt_f64_f32_e32 v[6:7], v48
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v2, v9
	buffer_load_dword v2, off, s[20:23], 0 offset:124 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:128 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_store_dword v[2:3], v8, off
	buffer_load_dword v2, off, s[20:23], 0 offset:156 ; 4-byte Folded Reload
	s_nop 0
	flat_load_dword v8, v[0:1]
	v_fma_f64 v[0:1], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[4:5], v61
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	s_load_dwordx16 s[0:15], s[16:17], 0x100
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:144 ; 4-byte Folded Reload
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[0:1], s[0:1], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:140 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[2:3], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:136 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[4:5], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:132 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[6:7], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:120 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[8:9], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:116 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[10:11], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	buffer_load_dword v2, off, s[20:23], 0 offset:112 ; 4-byte Folded Reload
	v_fma_f64 v[0:1], s[12:13], v[4:5], v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v2
	v_lshlrev_b64 v[2:3], 3, v[19:20]
	v_add_co_u32_e32 v2, vcc, s16, v2
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:104 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:108 ; 4-byte Folded Reload
	v_mov_b32_e32 v4, s17
	v_addc_co_u32_e32 v3, vcc, v4, v3, vcc
	v_add_f32_e32 v4, v18, v8
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 64
		.amdhsa_next_free_sgpr 24
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_reserve_xnack_mask 1
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
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4140
; NumSgprs: 28
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
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
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
	.data
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
	.globl	functions
	.p2align	4, 0x0
functions:
	.quad	twice
	.quad	half_
	.size	functions, 16

	.type	.str,@object                    ; @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.str:
	.asciz	"a text"
	.size	.str, 7

	.protected	message                 ; @message
	.type	message,@object
	.data
	.globl	message
	.p2align	3, 0x0
message:
	.quad	.str
	.size	message, 8

	.protected	inside                  ; @inside
	.type	inside,@object
	.globl	inside
	.p2align	3, 0x0
inside:
	.quad	zeros+12
	.size	inside, 8

	.type	__hip_cuid_97c12865639df9e2,@object ; @__hip_cuid_97c12865639df9e2
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_97c12865639df9e2
__hip_cuid_97c12865639df9e2:
	.byte	0                               ; 0x0
	.size	__hip_cuid_97c12865639df9e2, 1

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym twice
	.addrsig_sym half_
	.addrsig_sym counter
	.addrsig_sym zeros
	.addrsig_sym weights
	.addrsig_sym functions
	.addrsig_sym message
	.addrsig_sym inside
	.addrsig_sym __hip_cuid_97c12865639df9e2
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
    .sgpr_count:     42
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
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
