	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.p2align	2                               ; -- Begin function twice
	.type	twice,@function
twice:                                  ; @twice
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, counter@rel32@lo+4
	s_addc_u32 s1, s1, counter@rel32@hi+12
	global_load_dword v1, v1, s[0:1]
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
; NumSgprs: 38
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
; NumSgprs: 38
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
	s_mov_b64 s[10:11], s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, message@rel32@lo+4
	s_addc_u32 s5, s5, message@rel32@hi+12
	s_load_dwordx2 s[34:35], s[2:3], 0x0
	s_load_dword s12, s[2:3], 0x8
	s_load_dword s33, s[2:3], 0x10
	s_mov_b32 s14, s8
	s_load_dwordx2 s[4:5], s[4:5], 0x0
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, weights@rel32@lo+4
	s_addc_u32 s9, s9, weights@rel32@hi+12
	s_waitcnt lgkmcnt(0)
	s_and_b32 s13, s12, 3
	v_and_b32_e32 v40, 0x3ff, v0
	v_lshlrev_b32_e32 v41, 2, v40
	s_add_u32 s4, s4, s13
	s_addc_u32 s5, s5, 0
	v_mov_b64_e32 v[2:3], s[4:5]
	flat_load_sbyte v1, v[2:3]
	v_and_b32_e32 v2, 3, v40
	v_lshlrev_b32_e32 v2, 2, v2
	global_load_dword v3, v2, s[8:9]
	global_load_dword v4, v41, s[34:35]
	s_and_b32 s8, s12, 1
	v_xor_b32_e32 v2, 1, v40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, functions@rel32@lo+4
	s_addc_u32 s5, s5, functions@rel32@hi+12
	v_lshlrev_b32_e32 v2, 2, v2
	s_lshl_b32 s12, s8, 3
	s_add_u32 s8, s2, 24
	s_addc_u32 s9, s3, 0
	s_mov_b32 s13, s7
	v_mov_b32_e32 v31, v0
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cvt_f32_i32_e32 v1, v1
	v_fmac_f32_e32 v1, v4, v3
	ds_write_b32 v41, v1
	s_barrier
	ds_read_b32 v1, v2
	s_load_dwordx2 s[2:3], s[4:5], s12 offset:0x0
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b32 s12, s6
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, v1
	s_swappc_b64 s[30:31], s[2:3]
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, s33
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, twice@rel32@lo+4
	s_addc_u32 s1, s1, twice@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	v_and_b32_e32 v1, 31, v40
	v_lshlrev_b32_e32 v1, 2, v1
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, zeros@rel32@lo+4
	s_addc_u32 s3, s3, zeros@rel32@hi+12
	global_load_dword v1, v1, s[2:3]
	s_mov_b64 s[0:1], exec
	v_add_f32_e32 v0, v2, v0
	v_mbcnt_lo_u32_b32 v2, s0, 0
	v_mbcnt_hi_u32_b32 v2, s1, v2
	v_cmp_eq_u32_e32 vcc, 0, v2
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v0, v1
	global_store_dword v41, v0, s[34:35]
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_2
; %bb.1:
	s_bcnt1_i32_b64 s2, s[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, counter@rel32@lo+4
	s_addc_u32 s1, s1, counter@rel32@hi+12
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, s2
	global_atomic_add v0, v1, s[0:1] sc1
.LBB2_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel apply
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 280
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 42
		.amdhsa_next_free_sgpr 36
		.amdhsa_accum_offset 44
		.amdhsa_reserve_vcc 1
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
.Lfunc_end2:
	.size	apply, .Lfunc_end2-apply
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 424
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
; VGPRBlocks: 5
; NumSGPRsForWavesPerEU: 42
; NumVGPRsForWavesPerEU: 42
; AccumOffset: 44
; Occupancy: 8
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 10
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.protected	_Z3bigPdPf              ; -- Begin function _Z3bigPdPf
	.globl	_Z3bigPdPf
	.p2align	8
	.type	_Z3bigPdPf,@function
_Z3bigPdPf:                             ; @_Z3bigPdPf
; %bb.0:
	s_load_dwordx4 s[84:87], s[0:1], 0x0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4
	s_addc_u32 s1, s1, inside@rel32@hi+12
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_add_u32_e32 v0, s3, v0
	v_mov_b32_e32 v1, 0
	v_add_u32_e32 v2, 0x9c0, v0
	v_mov_b32_e32 v3, v1
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], 2, s[86:87]
	v_mov_b64_e32 v[4:5], s[0:1]
	global_load_dword v34, v[2:3], off
	flat_load_dword v37, v[4:5]
	v_mov_b32_e32 v9, v1
	v_add_u32_e32 v8, 64, v0
	v_mov_b32_e32 v7, v1
	v_mov_b32_e32 v11, v1
	v_mov_b32_e32 v13, v1
	v_mov_b32_e32 v15, v1
	v_mov_b32_e32 v17, v1
	v_mov_b32_e32 v19, v1
	v_mov_b32_e32 v21, v1
	v_add_u32_e32 v6, 0x980, v0
	v_add_u32_e32 v10, 0x80, v0
	v_add_u32_e32 v12, 0xc0, v0
	v_add_u32_e32 v14, 0x100, v0
	v_add_u32_e32 v16, 0x140, v0
	v_add_u32_e32 v18, 0x180, v0
	v_add_u32_e32 v20, 0x1c0, v0
	v_lshl_add_u64 v[22:23], v[0:1], 2, s[86:87]
	v_lshl_add_u64 v[24:25], v[8:9], 2, s[86:87]
	v_lshl_add_u64 v[6:7], v[6:7], 2, s[86:87]
	v_lshl_add_u64 v[26:27], v[10:11], 2, s[86:87]
	v_lshl_add_u64 v[28:29], v[12:13], 2, s[86:87]
	v_lshl_add_u64 v[30:31], v[14:15], 2, s[86:87]
	v_lshl_add_u64 v[32:33], v[16:17], 2, s[86:87]
	v_lshl_add_u64 v[50:51], v[18:19], 2, s[86:87]
	v_lshl_add_u64 v[52:53], v[20:21], 2, s[86:87]
	global_load_dword v35, v[22:23], off
	global_load_dword v41, v[24:25], off
	global_load_dword v42, v[26:27], off
	global_load_dword v43, v[28:29], off
	global_load_dword v44, v[30:31], off
	global_load_dword v45, v[32:33], off
	global_load_dword v46, v[50:51], off
	global_load_dword v47, v[52:53], off
	global_load_dword v36, v[6:7], off
	v_mov_b32_e32 v55, v1
	v_mov_b32_e32 v57, v1
	v_add_u32_e32 v54, 0x380, v0
	v_add_u32_e32 v56, 0x3c0, v0
	v_lshl_add_u64 v[68:69], v[54:55], 2, s[86:87]
	v_lshl_add_u64 v[70:71], v[56:57], 2, s[86:87]
	v_mov_b32_e32 v75, v1
	v_mov_b32_e32 v77, v1
	v_mov_b32_e32 v79, v1
	v_mov_b32_e32 v81, v1
	v_add_u32_e32 v76, 0x580, v0
	v_add_u32_e32 v78, 0x480, v0
	v_add_u32_e32 v80, 0x4c0, v0
	v_lshl_add_u64 v[76:77], v[76:77], 2, s[86:87]
	v_lshl_add_u64 v[78:79], v[78:79], 2, s[86:87]
	v_lshl_add_u64 v[80:81], v[80:81], 2, s[86:87]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v8, v34, v37
	global_store_dword v[22:23], v8, off
	flat_load_dword v10, v[4:5]
	v_add_u32_e32 v8, 0x940, v0
	v_lshl_add_u64 v[8:9], v[8:9], 2, s[86:87]
	global_load_dword v37, v[8:9], off
	v_mov_b32_e32 v23, v1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v10, v36, v10
	global_store_dword v[24:25], v10, off
	flat_load_dword v12, v[4:5]
	v_add_u32_e32 v10, 0x900, v0
	v_lshl_add_u64 v[10:11], v[10:11], 2, s[86:87]
	global_load_dword v38, v[10:11], off
	v_mov_b32_e32 v25, v1
	v_add_u32_e32 v24, 0x780, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v12, v37, v12
	global_store_dword v[26:27], v12, off
	flat_load_dword v14, v[4:5]
	v_add_u32_e32 v12, 0x8c0, v0
	v_lshl_add_u64 v[12:13], v[12:13], 2, s[86:87]
	global_load_dword v39, v[12:13], off
	v_mov_b32_e32 v27, v1
	v_add_u32_e32 v26, 0x240, v0
	v_lshl_add_u64 v[26:27], v[26:27], 2, s[86:87]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v14, v38, v14
	global_store_dword v[28:29], v14, off
	flat_load_dword v16, v[4:5]
	v_add_u32_e32 v14, 0x880, v0
	v_lshl_add_u64 v[14:15], v[14:15], 2, s[86:87]
	global_load_dword v40, v[14:15], off
	v_mov_b32_e32 v29, v1
	v_add_u32_e32 v28, 0x280, v0
	v_lshl_add_u64 v[28:29], v[28:29], 2, s[86:87]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v16, v39, v16
	global_store_dword v[30:31], v16, off
	flat_load_dword v18, v[4:5]
	v_add_u32_e32 v16, 0x840, v0
	v_lshl_add_u64 v[16:17], v[16:17], 2, s[86:87]
	global_load_dword v48, v[16:17], off
	v_mov_b32_e32 v31, v1
	v_add_u32_e32 v30, 0x2c0, v0
	v_lshl_add_u64 v[30:31], v[30:31], 2, s[86:87]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v40, v18
	global_store_dword v[32:33], v18, off
	flat_load_dword v20, v[4:5]
	v_add_u32_e32 v18, 0x800, v0
	v_lshl_add_u64 v[18:19], v[18:19], 2, s[86:87]
	global_load_dword v49, v[18:19], off
	v_mov_b32_e32 v33, v1
	v_add_u32_e32 v32, 0x300, v0
	v_lshl_add_u64 v[32:33], v[32:33], 2, s[86:87]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v20, v48, v20
	global_store_dword v[50:51], v20, off
	flat_load_dword v22, v[4:5]
	v_add_u32_e32 v20, 0x7c0, v0
	v_lshl_add_u64 v[20:21], v[20:21], 2, s[86:87]
	global_load_dword v50, v[20:21], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v22, v49, v22
	global_store_dword v[52:53], v22, off
	flat_load_dword v60, v[4:5]
	v_add_u32_e32 v22, 0x200, v0
	v_mov_b32_e32 v53, v1
	v_add_u32_e32 v52, 0x340, v0
	v_lshl_add_u64 v[62:63], v[22:23], 2, s[86:87]
	v_lshl_add_u64 v[22:23], v[24:25], 2, s[86:87]
	v_lshl_add_u64 v[66:67], v[52:53], 2, s[86:87]
	global_load_dword v53, v[62:63], off
	global_load_dword v54, v[26:27], off
	global_load_dword v55, v[28:29], off
	global_load_dword v56, v[30:31], off
	global_load_dword v57, v[32:33], off
	global_load_dword v58, v[66:67], off
	global_load_dword v59, v[68:69], off
	global_load_dword v61, v[70:71], off
	global_load_dword v51, v[22:23], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v24, v50, v60
	global_store_dword v[62:63], v24, off
	flat_load_dword v60, v[4:5]
	v_add_u32_e32 v24, 0x740, v0
	v_lshl_add_u64 v[24:25], v[24:25], 2, s[86:87]
	global_load_dword v52, v[24:25], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v60, v51, v60
	global_store_dword v[26:27], v60, off
	flat_load_dword v62, v[4:5]
	v_mov_b32_e32 v27, v1
	v_add_u32_e32 v26, 0x700, v0
	v_lshl_add_u64 v[26:27], v[26:27], 2, s[86:87]
	global_load_dword v60, v[26:27], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v62, v52, v62
	global_store_dword v[28:29], v62, off
	flat_load_dword v63, v[4:5]
	v_mov_b32_e32 v29, v1
	v_add_u32_e32 v28, 0x6c0, v0
	v_lshl_add_u64 v[28:29], v[28:29], 2, s[86:87]
	global_load_dword v62, v[28:29], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v63, v60, v63
	global_store_dword v[30:31], v63, off
	flat_load_dword v64, v[4:5]
	v_mov_b32_e32 v31, v1
	v_add_u32_e32 v30, 0x680, v0
	v_lshl_add_u64 v[30:31], v[30:31], 2, s[86:87]
	global_load_dword v63, v[30:31], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v64, v62, v64
	global_store_dword v[32:33], v64, off
	flat_load_dword v65, v[4:5]
	v_mov_b32_e32 v33, v1
	v_add_u32_e32 v32, 0x640, v0
	v_lshl_add_u64 v[32:33], v[32:33], 2, s[86:87]
	global_load_dword v64, v[32:33], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v65, v63, v65
	global_store_dword v[66:67], v65, off
	flat_load_dword v74, v[4:5]
	v_mov_b32_e32 v67, v1
	v_add_u32_e32 v66, 0x600, v0
	v_lshl_add_u64 v[72:73], v[66:67], 2, s[86:87]
	global_load_dword v65, v[72:73], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v66, v64, v74
	global_store_dword v[68:69], v66, off
	flat_load_dword v74, v[4:5]
	v_add_u32_e32 v66, 0x5c0, v0
	v_lshl_add_u64 v[68:69], v[66:67], 2, s[86:87]
	global_load_dword v66, v[68:69], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v65, v74
	global_store_dword v[70:71], v67, off
	flat_load_dword v67, v[4:5]
	v_mov_b32_e32 v71, v1
	v_add_u32_e32 v70, 0x400, v0
	v_add_u32_e32 v74, 0x440, v0
	v_lshl_add_u64 v[70:71], v[70:71], 2, s[86:87]
	v_lshl_add_u64 v[74:75], v[74:75], 2, s[86:87]
	global_load_dword v82, v[70:71], off
	global_load_dword v83, v[74:75], off
	global_load_dword v84, v[78:79], off
	global_load_dword v85, v[80:81], off
	global_load_dword v86, v[76:77], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v66, v67
	global_store_dword v[70:71], v67, off
	flat_load_dword v67, v[4:5]
	v_mov_b32_e32 v71, v1
	v_add_u32_e32 v70, 0x540, v0
	v_lshl_add_u64 v[70:71], v[70:71], 2, s[86:87]
	global_load_dword v87, v[70:71], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v86, v67
	global_store_dword v[74:75], v67, off
	flat_load_dword v67, v[4:5]
	v_mov_b32_e32 v75, v1
	v_add_u32_e32 v74, 0x500, v0
	v_lshl_add_u64 v[74:75], v[74:75], 2, s[86:87]
	global_load_dword v88, v[74:75], off
	v_lshl_add_u64 v[0:1], v[0:1], 3, s[84:85]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v87, v67
	global_store_dword v[78:79], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[78:79], v49
	v_cvt_f64_f32_e32 v[48:49], v48
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v88, v67
	global_store_dword v[80:81], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[80:81], v39
	v_cvt_f64_f32_e32 v[38:39], v38
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v85, v67
	global_store_dword v[74:75], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[74:75], v63
	v_cvt_f64_f32_e32 v[62:63], v62
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v84, v67
	global_store_dword v[70:71], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[70:71], v86
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v83, v67
	global_store_dword v[76:77], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[76:77], v51
	v_cvt_f64_f32_e32 v[50:51], v50
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v82, v67
	global_store_dword v[68:69], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[68:69], v87
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v61, v67
	global_store_dword v[72:73], v67, off
	flat_load_dword v67, v[4:5]
	v_cvt_f64_f32_e32 v[72:73], v65
	v_cvt_f64_f32_e32 v[64:65], v64
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v67, v59, v67
	global_store_dword v[32:33], v67, off
	flat_load_dword v32, v[4:5]
	v_cvt_f64_f32_e32 v[66:67], v66
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v32, v58, v32
	global_store_dword v[30:31], v32, off
	flat_load_dword v30, v[4:5]
	v_cvt_f64_f32_e32 v[32:33], v59
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v30, v57, v30
	global_store_dword v[28:29], v30, off
	flat_load_dword v28, v[4:5]
	v_cvt_f64_f32_e32 v[30:31], v58
	v_cvt_f64_f32_e32 v[58:59], v88
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v28, v56, v28
	global_store_dword v[26:27], v28, off
	flat_load_dword v26, v[4:5]
	v_cvt_f64_f32_e32 v[28:29], v57
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v26, v55, v26
	global_store_dword v[24:25], v26, off
	flat_load_dword v24, v[4:5]
	v_cvt_f64_f32_e32 v[26:27], v56
	v_cvt_f64_f32_e32 v[56:57], v85
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v24, v54, v24
	global_store_dword v[22:23], v24, off
	flat_load_dword v22, v[4:5]
	v_cvt_f64_f32_e32 v[24:25], v55
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v22, v53, v22
	global_store_dword v[20:21], v22, off
	flat_load_dword v20, v[4:5]
	v_cvt_f64_f32_e32 v[22:23], v54
	v_cvt_f64_f32_e32 v[54:55], v84
	v_cvt_f64_f32_e32 v[84:85], v34
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v20, v47, v20
	global_store_dword v[18:19], v20, off
	flat_load_dword v18, v[4:5]
	v_cvt_f64_f32_e32 v[20:21], v53
	v_cvt_f64_f32_e32 v[52:53], v52
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v18, v46, v18
	global_store_dword v[16:17], v18, off
	flat_load_dword v16, v[4:5]
	v_cvt_f64_f32_e32 v[18:19], v47
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v16, v45, v16
	global_store_dword v[14:15], v16, off
	flat_load_dword v14, v[4:5]
	v_cvt_f64_f32_e32 v[16:17], v46
	v_cvt_f64_f32_e32 v[46:47], v83
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v14, v44, v14
	global_store_dword v[12:13], v14, off
	flat_load_dword v12, v[4:5]
	v_cvt_f64_f32_e32 v[14:15], v45
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v12, v43, v12
	global_store_dword v[10:11], v12, off
	flat_load_dword v10, v[4:5]
	v_cvt_f64_f32_e32 v[12:13], v44
	v_cvt_f64_f32_e32 v[44:45], v82
	v_cvt_f64_f32_e32 v[82:83], v37
	v_cvt_f64_f32_e32 v[36:37], v36
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v10, v42, v10
	global_store_dword v[8:9], v10, off
	flat_load_dword v10, v[4:5]
	s_load_dwordx16 s[52:67], s[84:85], 0x0
	s_load_dwordx16 s[36:51], s[84:85], 0x40
	s_load_dwordx16 s[16:31], s[84:85], 0x80
	s_load_dwordx16 s[0:15], s[84:85], 0xc0
	s_load_dwordx16 s[68:83], s[84:85], 0x100
	v_cvt_f64_f32_e32 v[8:9], v35
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[8:9], s[52:53], v[8:9], 0
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v10, v41, v10
	global_store_dword v[6:7], v10, off
	flat_load_dword v89, v[4:5]
	v_cvt_f64_f32_e32 v[4:5], v41
	v_cvt_f64_f32_e32 v[6:7], v42
	v_fmac_f64_e32 v[8:9], s[54:55], v[4:5]
	v_cvt_f64_f32_e32 v[10:11], v43
	v_fmac_f64_e32 v[8:9], s[56:57], v[6:7]
	v_fmac_f64_e32 v[8:9], s[58:59], v[10:11]
	v_fmac_f64_e32 v[8:9], s[60:61], v[12:13]
	v_fmac_f64_e32 v[8:9], s[62:63], v[14:15]
	v_fmac_f64_e32 v[8:9], s[64:65], v[16:17]
	v_fmac_f64_e32 v[8:9], s[66:67], v[18:19]
	v_fmac_f64_e32 v[8:9], s[36:37], v[20:21]
	v_fmac_f64_e32 v[8:9], s[38:39], v[22:23]
	v_fmac_f64_e32 v[8:9], s[40:41], v[24:25]
	v_fmac_f64_e32 v[8:9], s[42:43], v[26:27]
	v_fmac_f64_e32 v[8:9], s[44:45], v[28:29]
	v_fmac_f64_e32 v[8:9], s[46:47], v[30:31]
	v_cvt_f64_f32_e32 v[42:43], v61
	v_fmac_f64_e32 v[8:9], s[48:49], v[32:33]
	v_fmac_f64_e32 v[8:9], s[50:51], v[42:43]
	v_fmac_f64_e32 v[8:9], s[16:17], v[44:45]
	v_fmac_f64_e32 v[8:9], s[18:19], v[46:47]
	v_fmac_f64_e32 v[8:9], s[20:21], v[54:55]
	v_fmac_f64_e32 v[8:9], s[22:23], v[56:57]
	v_fmac_f64_e32 v[8:9], s[24:25], v[58:59]
	v_fmac_f64_e32 v[8:9], s[26:27], v[68:69]
	v_fmac_f64_e32 v[8:9], s[28:29], v[70:71]
	v_fmac_f64_e32 v[8:9], s[30:31], v[66:67]
	v_fmac_f64_e32 v[8:9], s[0:1], v[72:73]
	v_fmac_f64_e32 v[8:9], s[2:3], v[64:65]
	v_fmac_f64_e32 v[8:9], s[4:5], v[74:75]
	v_cvt_f64_f32_e32 v[60:61], v60
	v_fmac_f64_e32 v[8:9], s[6:7], v[62:63]
	v_fmac_f64_e32 v[8:9], s[8:9], v[60:61]
	v_fmac_f64_e32 v[8:9], s[10:11], v[52:53]
	v_fmac_f64_e32 v[8:9], s[12:13], v[76:77]
	v_fmac_f64_e32 v[8:9], s[14:15], v[50:51]
	v_fmac_f64_e32 v[8:9], s[68:69], v[78:79]
	v_cvt_f64_f32_e32 v[40:41], v40
	v_fmac_f64_e32 v[8:9], s[70:71], v[48:49]
	v_fmac_f64_e32 v[8:9], s[72:73], v[40:41]
	v_fmac_f64_e32 v[8:9], s[74:75], v[80:81]
	v_fmac_f64_e32 v[8:9], s[76:77], v[38:39]
	v_fmac_f64_e32 v[8:9], s[78:79], v[82:83]
	v_fmac_f64_e32 v[8:9], s[80:81], v[36:37]
	v_fmac_f64_e32 v[8:9], s[82:83], v[84:85]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v35, v89
	global_store_dword v[2:3], v4, off
	global_store_dwordx2 v[0:1], v[8:9], off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel _Z3bigPdPf
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 90
		.amdhsa_next_free_sgpr 88
		.amdhsa_accum_offset 92
		.amdhsa_reserve_vcc 0
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
.Lfunc_end3:
	.size	_Z3bigPdPf, .Lfunc_end3-_Z3bigPdPf
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 2468
; NumSgprs: 94
; NumVgprs: 90
; NumAgprs: 0
; TotalNumVgprs: 90
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 11
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 94
; NumVGPRsForWavesPerEU: 90
; AccumOffset: 92
; Occupancy: 5
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 22
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
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

	.type	__hip_cuid_8a196044766b1c0b,@object ; @__hip_cuid_8a196044766b1c0b
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_8a196044766b1c0b
__hip_cuid_8a196044766b1c0b:
	.byte	0                               ; 0x0
	.size	__hip_cuid_8a196044766b1c0b, 1

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
	.addrsig_sym __hip_cuid_8a196044766b1c0b
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
  - .agpr_count:     0
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
    .sgpr_count:     94
    .sgpr_spill_count: 0
    .symbol:         _Z3bigPdPf.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     90
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
