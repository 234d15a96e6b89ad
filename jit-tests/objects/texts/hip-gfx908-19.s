	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx908"
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
; NumAgprs: 0
; TotalNumVgprs: 2
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
; NumAgprs: 0
; TotalNumVgprs: 1
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
; NumAgprs: 0
; TotalNumVgprs: 42
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
	v_add_u32_e32 v17, s7, v0
	v_mov_b32_e32 v18, 0
	v_lshlrev_b64 v[0:1], 2, v[17:18]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4
	s_addc_u32 s1, s1, inside@rel32@hi+12
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s19
	v_add_co_u32_e32 v8, vcc, s18, v0
	v_addc_co_u32_e32 v9, vcc, v4, v1, vcc
	v_add_u32_e32 v0, 64, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v5, s19
	v_add_co_u32_e32 v4, vcc, s18, v0
	v_addc_co_u32_e32 v5, vcc, v5, v1, vcc
	v_add_u32_e32 v0, 0x80, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v7, s19
	v_add_co_u32_e32 v6, vcc, s18, v0
	v_addc_co_u32_e32 v7, vcc, v7, v1, vcc
	v_add_u32_e32 v0, 0xc0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v10, s19
	v_add_co_u32_e32 v46, vcc, s18, v0
	v_addc_co_u32_e32 v47, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x100, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_add_co_u32_e32 v50, vcc, s18, v0
	v_addc_co_u32_e32 v51, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x140, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	global_load_dword v62, v[46:47], off
	v_add_co_u32_e32 v11, vcc, s18, v0
	v_addc_co_u32_e32 v12, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x180, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v56, vcc, s18, v0
	v_addc_co_u32_e32 v57, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x1c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v28, vcc, s18, v0
	v_addc_co_u32_e32 v29, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x200, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v36, vcc, s18, v0
	v_addc_co_u32_e32 v37, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x240, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v2, vcc, s18, v0
	v_addc_co_u32_e32 v3, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x280, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v19, vcc, s18, v0
	v_addc_co_u32_e32 v20, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x2c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v26, vcc, s18, v0
	v_addc_co_u32_e32 v27, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x300, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v30, vcc, s18, v0
	v_addc_co_u32_e32 v31, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x340, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v34, vcc, s18, v0
	v_addc_co_u32_e32 v35, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x380, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v38, vcc, s18, v0
	v_addc_co_u32_e32 v39, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x3c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v21, vcc, s18, v0
	v_addc_co_u32_e32 v22, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x400, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a7, v1
	v_accvgpr_write_b32 a6, v0
	v_add_u32_e32 v0, 0x440, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v23, vcc, s18, v0
	v_addc_co_u32_e32 v24, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x480, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a5, v1
	v_accvgpr_write_b32 a4, v0
	v_add_u32_e32 v0, 0x4c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 0
	v_accvgpr_write_b32 a0, v0
	v_accvgpr_write_b32 a1, v1
	v_add_u32_e32 v0, 0x500, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a3, v1
	v_accvgpr_write_b32 a2, v0
	v_add_u32_e32 v0, 0x540, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a9, v1
	v_accvgpr_write_b32 a8, v0
	v_add_u32_e32 v0, 0x580, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a11, v1
	v_accvgpr_write_b32 a10, v0
	v_add_u32_e32 v0, 0x5c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a13, v1
	v_accvgpr_write_b32 a12, v0
	v_add_u32_e32 v0, 0x600, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a15, v1
	v_accvgpr_write_b32 a14, v0
	v_add_u32_e32 v0, 0x640, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v41, v1
	v_mov_b32_e32 v40, v0
	v_add_u32_e32 v0, 0x680, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a17, v1
	v_accvgpr_write_b32 a16, v0
	v_add_u32_e32 v0, 0x6c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a19, v1
	v_accvgpr_write_b32 a18, v0
	v_add_u32_e32 v0, 0x700, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	s_nop 1
	v_accvgpr_write_b32 a21, v1
	v_accvgpr_write_b32 a20, v0
	v_add_u32_e32 v0, 0x740, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v45, v1
	v_mov_b32_e32 v44, v0
	v_add_u32_e32 v0, 0x780, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v59, v1
	v_mov_b32_e32 v58, v0
	v_add_u32_e32 v0, 0x7c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v53, v1
	v_mov_b32_e32 v52, v0
	v_add_u32_e32 v0, 0x800, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v14, v1
	v_mov_b32_e32 v13, v0
	v_add_u32_e32 v0, 0x840, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a45, v14
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v61, v1
	v_mov_b32_e32 v60, v0
	v_add_u32_e32 v0, 0x880, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a44, v13
	v_add_co_u32_e32 v54, vcc, s18, v0
	v_addc_co_u32_e32 v55, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x8c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a42, v60
	v_add_co_u32_e32 v15, vcc, s18, v0
	v_addc_co_u32_e32 v16, vcc, v10, v1, vcc
	v_add_u32_e32 v0, 0x900, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a43, v61
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v43, v1
	v_mov_b32_e32 v42, v0
	v_add_u32_e32 v0, 0x940, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a36, v42
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v49, v1
	v_mov_b32_e32 v48, v0
	v_add_u32_e32 v0, 0x980, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a37, v43
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v33, v1
	v_mov_b32_e32 v32, v0
	v_add_u32_e32 v0, 0x9c0, v17
	v_mov_b32_e32 v1, v18
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_accvgpr_write_b32 a33, v48
	v_add_co_u32_e32 v0, vcc, s18, v0
	v_addc_co_u32_e32 v1, vcc, v10, v1, vcc
	global_load_dword v25, v[0:1], off
	s_nop 0
	v_accvgpr_write_b32 a23, v1
	v_accvgpr_write_b32 a22, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	flat_load_dword v10, v[0:1]
	v_accvgpr_write_b32 a34, v49
	v_accvgpr_write_b32 a27, v32
	v_accvgpr_write_b32 a28, v33
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a24, v25
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v10, v25, v10
	global_load_dword v25, v[8:9], off
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a39, v25
	global_store_dword v[8:9], v10, off
	global_load_dword v9, v[32:33], off
	v_accvgpr_read_b32 v33, a13
	flat_load_dword v8, v[0:1]
	v_accvgpr_read_b32 v32, a12
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v9, v8
	v_accvgpr_write_b32 a25, v9
	global_load_dword v9, v[4:5], off
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a40, v9
	global_store_dword v[4:5], v8, off
	global_load_dword v5, v[48:49], off
	v_mov_b32_e32 v49, v41
	flat_load_dword v4, v[0:1]
	v_mov_b32_e32 v48, v40
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	v_accvgpr_write_b32 a26, v5
	global_load_dword v5, v[6:7], off
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a41, v5
	global_store_dword v[6:7], v4, off
	global_load_dword v5, v[42:43], off
	v_accvgpr_read_b32 v43, a19
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v42, a18
	v_accvgpr_read_b32 v7, a16
	v_accvgpr_read_b32 v8, a17
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[46:47], v4, off
	v_accvgpr_write_b32 a29, v5
	global_load_dword v5, v[15:16], off
	flat_load_dword v4, v[0:1]
	global_load_dword v46, v[50:51], off
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a30, v5
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[50:51], v4, off
	global_load_dword v5, v[54:55], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v47, v[11:12], off
	global_load_dword v50, v[56:57], off
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a31, v5
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[11:12], v4, off
	global_load_dword v5, v[60:61], off
	v_mov_b32_e32 v61, v59
	flat_load_dword v4, v[0:1]
	global_load_dword v12, v[28:29], off
	v_mov_b32_e32 v60, v58
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[56:57], v4, off
	v_accvgpr_write_b32 a32, v5
	global_load_dword v5, v[13:14], off
	flat_load_dword v4, v[0:1]
	v_mov_b32_e32 v13, v52
	v_mov_b32_e32 v14, v53
	v_accvgpr_read_b32 v57, a1
	v_accvgpr_read_b32 v56, a0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_store_dword v[28:29], v4, off
	v_accvgpr_write_b32 a35, v5
	global_load_dword v5, v[52:53], off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	global_load_dword v53, v[36:37], off
	v_accvgpr_write_b32 a38, v5
	global_store_dword v[36:37], v4, off
	global_load_dword v52, v[58:59], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v11, v[2:3], off
	v_mov_b32_e32 v59, v45
	v_mov_b32_e32 v58, v44
	v_accvgpr_read_b32 v5, a6
	v_accvgpr_read_b32 v6, a7
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v52, v4
	global_store_dword v[2:3], v4, off
	global_load_dword v37, v[44:45], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v45, a21
	global_load_dword v10, v[19:20], off
	v_accvgpr_read_b32 v44, a20
	v_accvgpr_read_b32 v2, a8
	v_accvgpr_read_b32 v3, a9
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v37, v4
	global_store_dword v[19:20], v4, off
	global_load_dword v51, v[44:45], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v9, v[26:27], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v51, v4
	global_store_dword v[26:27], v4, off
	global_load_dword v28, v[42:43], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v26, v[30:31], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v28, v4
	global_store_dword v[30:31], v4, off
	global_load_dword v36, v[7:8], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v30, v[34:35], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v36, v4
	global_store_dword v[34:35], v4, off
	global_load_dword v34, v[40:41], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v41, a15
	global_load_dword v35, v[38:39], off
	v_accvgpr_read_b32 v40, a14
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v34, v4
	global_store_dword v[38:39], v4, off
	global_load_dword v31, v[40:41], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v39, v[21:22], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v31, v4
	global_store_dword v[21:22], v4, off
	global_load_dword v38, v[32:33], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v29, v[5:6], off
	v_accvgpr_read_b32 v22, a5
	v_accvgpr_read_b32 v21, a4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v38, v4
	global_store_dword v[5:6], v4, off
	v_accvgpr_read_b32 v5, a10
	v_accvgpr_read_b32 v6, a11
	s_nop 1
	global_load_dword v27, v[5:6], off
	flat_load_dword v4, v[0:1]
	global_load_dword v19, v[23:24], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v27, v4
	global_store_dword v[23:24], v4, off
	global_load_dword v25, v[2:3], off
	s_nop 0
	flat_load_dword v4, v[0:1]
	global_load_dword v20, v[21:22], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v23, v25, v4
	global_store_dword v[21:22], v23, off
	v_accvgpr_read_b32 v22, a3
	v_accvgpr_read_b32 v21, a2
	s_nop 1
	global_load_dword v24, v[21:22], off
	flat_load_dword v23, v[0:1]
	s_load_dwordx16 s[0:15], s[16:17], 0x0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v24, v23
	global_load_dword v23, v[56:57], off
	s_nop 0
	global_store_dword v[56:57], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v23, v4
	global_store_dword v[21:22], v4, off
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v21, a39
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v20, v4
	global_store_dword v[2:3], v4, off
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v2, a44
	v_accvgpr_read_b32 v3, a45
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v19, v4
	global_store_dword v[5:6], v4, off
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v5, a36
	v_accvgpr_read_b32 v6, a37
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v29, v4
	global_store_dword v[32:33], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v39, v4
	global_store_dword v[40:41], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v35, v4
	global_store_dword v[48:49], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v30, v4
	global_store_dword v[7:8], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v26, v4
	global_store_dword v[42:43], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v9, v4
	global_store_dword v[44:45], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v10, v4
	global_store_dword v[58:59], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v11, v4
	global_store_dword v[60:61], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v53, v4
	global_store_dword v[13:14], v4, off
	flat_load_dword v4, v[0:1]
	v_cvt_f64_f32_e32 v[13:14], v21
	v_fma_f64 v[13:14], s[0:1], v[13:14], 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v12, v4
	global_store_dword v[2:3], v4, off
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v2, a42
	v_accvgpr_read_b32 v3, a43
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v50, v4
	global_store_dword v[2:3], v4, off
	flat_load_dword v4, v[0:1]
	v_accvgpr_read_b32 v2, a40
	v_accvgpr_read_b32 v3, a41
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v47, v4
	global_store_dword v[54:55], v4, off
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v46, v4
	global_store_dword v[15:16], v4, off
	flat_load_dword v4, v[0:1]
	v_cvt_f64_f32_e32 v[15:16], v2
	v_fma_f64 v[13:14], s[2:3], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v3
	v_fma_f64 v[13:14], s[4:5], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v62
	v_fma_f64 v[13:14], s[6:7], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v46
	v_fma_f64 v[13:14], s[8:9], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v47
	v_fma_f64 v[13:14], s[10:11], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v50
	v_fma_f64 v[13:14], s[12:13], v[15:16], v[13:14]
	v_cvt_f64_f32_e32 v[15:16], v12
	v_fma_f64 v[12:13], s[14:15], v[15:16], v[13:14]
	s_load_dwordx16 s[0:15], s[16:17], 0x40
	v_cvt_f64_f32_e32 v[14:15], v53
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[12:13], s[0:1], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[14:15], v11
	v_fma_f64 v[11:12], s[2:3], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[13:14], v10
	v_fma_f64 v[10:11], s[4:5], v[13:14], v[11:12]
	v_cvt_f64_f32_e32 v[12:13], v9
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v62, v4
	global_store_dword v[5:6], v4, off
	flat_load_dword v15, v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v20
	v_fma_f64 v[9:10], s[6:7], v[12:13], v[10:11]
	v_cvt_f64_f32_e32 v[11:12], v26
	v_fma_f64 v[8:9], s[8:9], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[10:11], v30
	v_fma_f64 v[8:9], s[10:11], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v35
	v_fma_f64 v[8:9], s[12:13], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v39
	v_fma_f64 v[8:9], s[14:15], v[10:11], v[8:9]
	s_load_dwordx16 s[0:15], s[16:17], 0x80
	v_cvt_f64_f32_e32 v[10:11], v29
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[8:9], s[0:1], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v19
	v_fma_f64 v[8:9], s[2:3], v[10:11], v[8:9]
	v_accvgpr_read_b32 v10, a33
	v_accvgpr_read_b32 v11, a34
	v_fma_f64 v[4:5], s[4:5], v[4:5], v[8:9]
	v_cvt_f64_f32_e32 v[8:9], v23
	v_fma_f64 v[4:5], s[6:7], v[8:9], v[4:5]
	v_cvt_f64_f32_e32 v[8:9], v24
	v_fma_f64 v[4:5], s[8:9], v[8:9], v[4:5]
	v_cvt_f64_f32_e32 v[8:9], v25
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v3, v15
	global_store_dword v[10:11], v6, off
	flat_load_dword v10, v[0:1]
	v_fma_f64 v[4:5], s[10:11], v[8:9], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v27
	v_fma_f64 v[4:5], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v38
	v_fma_f64 v[4:5], s[14:15], v[6:7], v[4:5]
	s_load_dwordx16 s[0:15], s[16:17], 0xc0
	v_cvt_f64_f32_e32 v[6:7], v31
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[4:5], s[0:1], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v34
	v_fma_f64 v[4:5], s[2:3], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v36
	v_fma_f64 v[4:5], s[4:5], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v28
	v_fma_f64 v[4:5], s[6:7], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v51
	v_fma_f64 v[4:5], s[8:9], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v37
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v52
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v8, v2, v10
	v_accvgpr_read_b32 v2, a27
	v_accvgpr_read_b32 v3, a28
	s_nop 1
	global_store_dword v[2:3], v8, off
	flat_load_dword v8, v[0:1]
	v_fma_f64 v[0:1], s[12:13], v[6:7], v[4:5]
	v_accvgpr_read_b32 v2, a38
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a35
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	s_load_dwordx16 s[0:15], s[16:17], 0x100
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a32
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[0:1], s[0:1], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a31
	v_fma_f64 v[0:1], s[2:3], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a30
	v_fma_f64 v[0:1], s[4:5], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a29
	v_fma_f64 v[0:1], s[6:7], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a26
	v_fma_f64 v[0:1], s[8:9], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a25
	v_fma_f64 v[0:1], s[10:11], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_accvgpr_read_b32 v2, a24
	v_fma_f64 v[0:1], s[12:13], v[4:5], v[0:1]
	v_cvt_f64_f32_e32 v[4:5], v2
	v_lshlrev_b64 v[2:3], 3, v[17:18]
	v_add_co_u32_e32 v2, vcc, s16, v2
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	v_mov_b32_e32 v4, s17
	v_accvgpr_read_b32 v5, a22
	v_addc_co_u32_e32 v3, vcc, v4, v3, vcc
	v_accvgpr_read_b32 v6, a23
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v21, v8
	global_store_dword v[5:6], v4, off
	global_store_dwordx2 v[2:3], v[0:1], off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel _Z3bigPdPf
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
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
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 63
		.amdhsa_next_free_sgpr 20
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
; codeLenInByte = 3996
; NumSgprs: 24
; NumVgprs: 63
; NumAgprs: 46
; TotalNumVgprs: 63
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 24
; NumVGPRsForWavesPerEU: 63
; Occupancy: 4
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
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

	.type	__hip_cuid_80e0db9d63afb3c4,@object ; @__hip_cuid_80e0db9d63afb3c4
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_80e0db9d63afb3c4
__hip_cuid_80e0db9d63afb3c4:
	.byte	0                               ; 0x0
	.size	__hip_cuid_80e0db9d63afb3c4, 1

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
	.addrsig_sym __hip_cuid_80e0db9d63afb3c4
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
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
  - .agpr_count:     46
    .args:
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
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         _Z3bigPdPf.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     63
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx908
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
