	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 5
	.p2align	2                               ; -- Begin function twice
	.type	twice,@function
twice:                                  ; @twice
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s5
	flat_load_dword v1, v[1:2]
	s_waitcnt vmcnt(0)
	v_cvt_f32_i32_e32 v1, v1
	v_mac_f32_e32 v1, 2.0, v0
	v_mov_b32_e32 v0, v1
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	twice, .Lfunc_end0-twice
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 60
; NumSgprs: 32
; NumVgprs: 3
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
; NumSgprs: 32
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
	s_add_i32 s10, s10, s15
	s_lshr_b32 flat_scratch_hi, s10, 8
	s_mov_b32 flat_scratch_lo, s11
	s_add_u32 s0, s0, s15
	s_mov_b64 s[10:11], s[8:9]
	s_load_dwordx2 s[8:9], s[6:7], 0x0
	s_load_dword s15, s[6:7], 0x8
	s_load_dword s33, s[6:7], 0x10
	v_mov_b32_e32 v40, v0
	s_addc_u32 s1, s1, 0
	v_lshlrev_b32_e32 v0, 2, v40
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v3, s9
	v_add_u32_e32 v41, vcc, s8, v0
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, message@rel32@lo+4
	s_addc_u32 s9, s9, message@rel32@hi+12
	s_load_dwordx2 s[8:9], s[8:9], 0x0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, weights@rel32@lo+4
	s_addc_u32 s17, s17, weights@rel32@hi+12
	v_mov_b32_e32 v6, s17
	s_and_b32 s17, s15, 3
	v_addc_u32_e32 v42, vcc, 0, v3, vcc
	v_and_b32_e32 v3, 3, v40
	s_waitcnt lgkmcnt(0)
	s_add_u32 s8, s8, s17
	v_lshlrev_b32_e32 v5, 2, v3
	s_addc_u32 s9, s9, 0
	v_mov_b32_e32 v3, s8
	v_mov_b32_e32 v4, s9
	flat_load_sbyte v7, v[3:4]
	v_add_u32_e32 v3, vcc, s16, v5
	v_addc_u32_e32 v4, vcc, 0, v6, vcc
	flat_load_dword v3, v[3:4]
	flat_load_dword v4, v[41:42]
	v_lshlrev_b32_e32 v1, 10, v1
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v1, v40, v1
	v_or_b32_e32 v31, v1, v2
	s_and_b32 s8, s15, 1
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, functions@rel32@lo+4
	s_addc_u32 s17, s17, functions@rel32@hi+12
	v_xor_b32_e32 v5, 1, v40
	s_lshl_b32 s15, s8, 3
	v_lshlrev_b32_e32 v5, 2, v5
	s_add_u32 s8, s6, 24
	s_mov_b32 m0, -1
	s_addc_u32 s9, s7, 0
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cvt_f32_i32_e32 v1, v7
	v_mac_f32_e32 v1, v4, v3
	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_load_dwordx2 s[6:7], s[16:17], s15
	ds_read_b32 v0, v5
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v3, v0
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
	v_mov_b32_e32 v2, s7
	v_add_u32_e32 v1, vcc, s6, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_dword v1, v[1:2]
	s_mov_b64 s[4:5], exec
	v_mbcnt_lo_u32_b32 v2, s4, 0
	v_add_f32_e32 v0, v3, v0
	v_mbcnt_hi_u32_b32 v2, s5, v2
	v_cmp_eq_u32_e32 vcc, 0, v2
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v0, v1
	flat_store_dword v[41:42], v0
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB2_2
; %bb.1:
	s_bcnt1_i32_b64 s6, s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	v_mov_b32_e32 v2, s6
	flat_atomic_add v[0:1], v2
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
		.amdhsa_next_free_vgpr 43
		.amdhsa_next_free_sgpr 34
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
	.size	apply, .Lfunc_end2-apply
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 488
; NumSgprs: 40
; NumVgprs: 43
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 512 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 40
; NumVGPRsForWavesPerEU: 43
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
	v_add_u32_e32 v20, vcc, s7, v0
	v_mov_b32_e32 v21, 0
	v_lshlrev_b64 v[0:1], 2, v[20:21]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s19
	v_add_u32_e32 v6, vcc, s18, v0
	v_addc_u32_e32 v7, vcc, v4, v1, vcc
	v_add_u32_e32 v0, vcc, 64, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v5, s19
	v_add_u32_e32 v4, vcc, s18, v0
	s_movk_i32 s0, 0x80
	v_addc_u32_e32 v5, vcc, v5, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v9, s19
	v_add_u32_e32 v8, vcc, s18, v0
	s_movk_i32 s0, 0xc0
	v_addc_u32_e32 v9, vcc, v9, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_mov_b32_e32 v10, s19
	v_add_u32_e32 v11, vcc, s18, v0
	s_movk_i32 s0, 0x100
	v_addc_u32_e32 v12, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x140
	v_add_u32_e32 v42, vcc, s18, v0
	v_addc_u32_e32 v43, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x180
	v_add_u32_e32 v48, vcc, s18, v0
	v_addc_u32_e32 v49, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x1c0
	v_add_u32_e32 v26, vcc, s18, v0
	v_addc_u32_e32 v27, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x200
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v29, v1
	v_mov_b32_e32 v28, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x240
	v_add_u32_e32 v24, vcc, s18, v0
	v_addc_u32_e32 v25, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x280
	v_add_u32_e32 v44, vcc, s18, v0
	v_addc_u32_e32 v45, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_add_u32 s20, s20, s8
	v_add_u32_e32 v0, vcc, s18, v0
	s_addc_u32 s21, s21, 0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:16 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:20 ; 4-byte Folded Spill
	s_movk_i32 s0, 0x2c0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x300
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:24 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:28 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x340
	v_add_u32_e32 v2, vcc, s18, v0
	v_addc_u32_e32 v3, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x380
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:32 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:36 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x3c0
	v_add_u32_e32 v36, vcc, s18, v0
	v_addc_u32_e32 v37, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x400
	v_add_u32_e32 v32, vcc, s18, v0
	v_addc_u32_e32 v33, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x440
	v_add_u32_e32 v22, vcc, s18, v0
	v_addc_u32_e32 v23, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x480
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:48 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:52 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x4c0
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:4 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x500
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:8 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:12 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x540
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:40 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:44 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x580
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:56 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:60 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x5c0
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:64 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:68 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x600
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:72 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:76 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x640
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:80 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:84 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x680
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:88 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:92 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x6c0
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v0, off, s[20:23], 0 offset:96 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:100 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x700
	v_add_u32_e32 v46, vcc, s18, v0
	v_addc_u32_e32 v47, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x740
	v_add_u32_e32 v34, vcc, s18, v0
	v_addc_u32_e32 v35, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x780
	v_add_u32_e32 v61, vcc, s18, v0
	v_addc_u32_e32 v62, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x7c0
	v_add_u32_e32 v17, vcc, s18, v0
	v_addc_u32_e32 v18, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x800
	v_add_u32_e32 v15, vcc, s18, v0
	v_addc_u32_e32 v16, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x840
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v51, v1
	v_mov_b32_e32 v50, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x880
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v53, v1
	v_mov_b32_e32 v52, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x8c0
	v_add_u32_e32 v57, vcc, s18, v0
	v_addc_u32_e32 v58, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x900
	v_add_u32_e32 v54, vcc, s18, v0
	v_addc_u32_e32 v55, vcc, v10, v1, vcc
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x940
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v31, v1
	v_mov_b32_e32 v30, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x980
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v39, v1
	v_mov_b32_e32 v38, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_movk_i32 s0, 0x9c0
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	v_mov_b32_e32 v14, v1
	v_mov_b32_e32 v13, v0
	v_add_u32_e32 v0, vcc, s0, v20
	v_mov_b32_e32 v1, v21
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	buffer_store_dword v50, off, s[20:23], 0 offset:188 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v51, off, s[20:23], 0 offset:192 ; 4-byte Folded Spill
	v_add_u32_e32 v0, vcc, s18, v0
	v_addc_u32_e32 v1, vcc, v10, v1, vcc
	buffer_store_dword v52, off, s[20:23], 0 offset:180 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v53, off, s[20:23], 0 offset:184 ; 4-byte Folded Spill
	buffer_store_dword v30, off, s[20:23], 0 offset:160 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v31, off, s[20:23], 0 offset:164 ; 4-byte Folded Spill
	buffer_store_dword v38, off, s[20:23], 0 offset:148 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v39, off, s[20:23], 0 offset:152 ; 4-byte Folded Spill
	buffer_store_dword v13, off, s[20:23], 0 offset:124 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[20:23], 0 offset:128 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[20:23], 0 offset:104 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[20:23], 0 offset:108 ; 4-byte Folded Spill
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4
	s_addc_u32 s1, s1, inside@rel32@hi+12
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	flat_load_dword v63, v[11:12]
	flat_load_dword v41, v[42:43]
	flat_load_dword v60, v[26:27]
	flat_load_dword v19, v[0:1]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	flat_load_dword v10, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v19, off, s[20:23], 0 offset:112 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v10, v19, v10
	flat_load_dword v19, v[6:7]
	flat_store_dword v[6:7], v10
	flat_load_dword v7, v[13:14]
	flat_load_dword v6, v[0:1]
	v_mov_b32_e32 v13, v34
	v_mov_b32_e32 v14, v35
	s_waitcnt vmcnt(0)
	buffer_store_dword v19, off, s[20:23], 0 offset:168 ; 4-byte Folded Spill
	buffer_store_dword v7, off, s[20:23], 0 offset:116 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v7, v6
	flat_load_dword v7, v[4:5]
	flat_store_dword v[4:5], v6
	flat_load_dword v5, v[38:39]
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v7, off, s[20:23], 0 offset:172 ; 4-byte Folded Spill
	buffer_store_dword v5, off, s[20:23], 0 offset:120 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_load_dword v5, v[8:9]
	flat_store_dword v[8:9], v4
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:176 ; 4-byte Folded Spill
	flat_load_dword v5, v[30:31]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_store_dword v[11:12], v4
	buffer_store_dword v5, off, s[20:23], 0 offset:132 ; 4-byte Folded Spill
	flat_load_dword v5, v[54:55]
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:136 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_store_dword v[42:43], v4
	flat_load_dword v5, v[57:58]
	flat_load_dword v4, v[0:1]
	flat_load_dword v42, v[48:49]
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:140 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_load_dword v5, v[52:53]
	flat_store_dword v[48:49], v4
	flat_load_dword v4, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:144 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_store_dword v[26:27], v4
	flat_load_dword v5, v[50:51]
	flat_load_dword v4, v[0:1]
	flat_load_dword v51, v[28:29]
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[20:23], 0 offset:156 ; 4-byte Folded Spill
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	flat_store_dword v[28:29], v4
	flat_load_dword v56, v[15:16]
	flat_load_dword v4, v[0:1]
	flat_load_dword v38, v[24:25]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v56, v4
	flat_store_dword v[24:25], v4
	flat_load_dword v53, v[17:18]
	flat_load_dword v4, v[0:1]
	flat_load_dword v31, v[44:45]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v53, v4
	flat_store_dword v[44:45], v4
	flat_load_dword v52, v[61:62]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v52, v4
	flat_load_dword v29, v[5:6]
	flat_store_dword v[5:6], v4
	flat_load_dword v50, v[34:35]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:28 ; 4-byte Folded Reload
	v_mov_b32_e32 v34, v46
	v_mov_b32_e32 v35, v47
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v50, v4
	flat_load_dword v28, v[5:6]
	flat_store_dword v[5:6], v4
	flat_load_dword v45, v[46:47]
	flat_load_dword v4, v[0:1]
	flat_load_dword v30, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v45, v4
	flat_store_dword v[2:3], v4
	buffer_load_dword v11, off, s[20:23], 0 offset:96 ; 4-byte Folded Reload
	buffer_load_dword v12, off, s[20:23], 0 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v40, v[11:12]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:36 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v40, v4
	flat_load_dword v27, v[5:6]
	flat_store_dword v[5:6], v4
	buffer_load_dword v46, off, s[20:23], 0 offset:88 ; 4-byte Folded Reload
	buffer_load_dword v47, off, s[20:23], 0 offset:92 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v39, v[46:47]
	flat_load_dword v4, v[0:1]
	flat_load_dword v26, v[36:37]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v39, v4
	flat_store_dword v[36:37], v4
	buffer_load_dword v43, off, s[20:23], 0 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[20:23], 0 offset:84 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v36, v[43:44]
	flat_load_dword v4, v[0:1]
	flat_load_dword v37, v[32:33]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v36, v4
	flat_store_dword v[32:33], v4
	buffer_load_dword v9, off, s[20:23], 0 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v10, off, s[20:23], 0 offset:76 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v33, v[9:10]
	flat_load_dword v4, v[0:1]
	flat_load_dword v59, v[22:23]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v33, v4
	flat_store_dword v[22:23], v4
	buffer_load_dword v7, off, s[20:23], 0 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[20:23], 0 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v25, v[7:8]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:52 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v25, v4
	flat_load_dword v23, v[2:3]
	flat_store_dword v[2:3], v4
	buffer_load_dword v48, off, s[20:23], 0 offset:56 ; 4-byte Folded Reload
	buffer_load_dword v49, off, s[20:23], 0 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v32, v[48:49]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0  ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:4 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v32, v4
	flat_load_dword v22, v[2:3]
	flat_store_dword v[2:3], v4
	buffer_load_dword v5, off, s[20:23], 0 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_load_dword v24, v[5:6]
	flat_load_dword v4, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v24, v4
	flat_load_dword v4, v[2:3]
	flat_store_dword v[2:3], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v4, v19
	flat_store_dword v[5:6], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v22, v19
	flat_store_dword v[48:49], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v23, v19
	flat_store_dword v[7:8], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v59, v19
	flat_store_dword v[9:10], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v37, v19
	flat_store_dword v[43:44], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v26, v19
	flat_store_dword v[46:47], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v27, v19
	flat_store_dword v[11:12], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v30, v19
	flat_store_dword v[34:35], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v28, v19
	flat_store_dword v[13:14], v19
	flat_load_dword v19, v[0:1]
	v_cvt_f64_f32_e32 v[13:14], v38
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v29, v19
	flat_store_dword v[61:62], v19
	flat_load_dword v19, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v19, v31, v19
	flat_store_dword v[17:18], v19
	flat_load_dword v17, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v17, v38, v17
	flat_store_dword v[15:16], v17
	flat_load_dword v15, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:188 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:192 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v15, v51, v15
	flat_store_dword v[2:3], v15
	flat_load_dword v15, v[0:1]
	buffer_load_dword v2, off, s[20:23], 0 offset:180 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:184 ; 4-byte Folded Reload
	buffer_load_dword v34, off, s[20:23], 0 offset:168 ; 4-byte Folded Reload
	s_load_dwordx16 s[0:15], s[16:17], 0x0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v15, v60, v15
	flat_store_dword v[2:3], v15
	buffer_load_dword v2, off, s[20:23], 0 offset:172 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:176 ; 4-byte Folded Reload
	flat_load_dword v15, v[0:1]
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[17:18], v2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v15, v42, v15
	flat_store_dword v[57:58], v15
	flat_load_dword v15, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v15, v41, v15
	flat_store_dword v[54:55], v15
	v_cvt_f64_f32_e32 v[15:16], v34
	flat_load_dword v19, v[0:1]
	v_fma_f64 v[15:16], s[0:1], v[15:16], 0
	v_fma_f64 v[15:16], s[2:3], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v3
	v_fma_f64 v[15:16], s[4:5], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v63
	v_fma_f64 v[15:16], s[6:7], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v41
	v_fma_f64 v[15:16], s[8:9], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v42
	v_fma_f64 v[15:16], s[10:11], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v60
	v_fma_f64 v[15:16], s[12:13], v[17:18], v[15:16]
	v_cvt_f64_f32_e32 v[17:18], v51
	v_fma_f64 v[15:16], s[14:15], v[17:18], v[15:16]
	s_load_dwordx16 s[0:15], s[16:17], 0x40
	buffer_load_dword v5, off, s[20:23], 0 offset:160 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:164 ; 4-byte Folded Reload
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[13:14], s[0:1], v[13:14], v[15:16]
	v_cvt_f64_f32_e32 v[15:16], v31
	v_fma_f64 v[12:13], s[2:3], v[15:16], v[13:14]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v14, v63, v19
	flat_store_dword v[5:6], v14
	v_cvt_f64_f32_e32 v[14:15], v29
	flat_load_dword v16, v[0:1]
	v_fma_f64 v[11:12], s[4:5], v[14:15], v[12:13]
	v_cvt_f64_f32_e32 v[13:14], v28
	v_fma_f64 v[10:11], s[6:7], v[13:14], v[11:12]
	v_cvt_f64_f32_e32 v[12:13], v30
	v_fma_f64 v[10:11], s[8:9], v[12:13], v[10:11]
	v_cvt_f64_f32_e32 v[12:13], v27
	v_fma_f64 v[9:10], s[10:11], v[12:13], v[10:11]
	v_cvt_f64_f32_e32 v[11:12], v26
	v_fma_f64 v[8:9], s[12:13], v[11:12], v[9:10]
	v_cvt_f64_f32_e32 v[10:11], v37
	v_fma_f64 v[8:9], s[14:15], v[10:11], v[8:9]
	s_load_dwordx16 s[0:15], s[16:17], 0x80
	v_cvt_f64_f32_e32 v[10:11], v59
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[8:9], s[0:1], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v23
	v_fma_f64 v[8:9], s[2:3], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v22
	v_fma_f64 v[8:9], s[4:5], v[10:11], v[8:9]
	v_cvt_f64_f32_e32 v[10:11], v4
	v_cvt_f64_f32_e32 v[4:5], v24
	v_fma_f64 v[8:9], s[6:7], v[10:11], v[8:9]
	buffer_load_dword v10, off, s[20:23], 0 offset:148 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[20:23], 0 offset:152 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v3, v16
	v_fma_f64 v[4:5], s[8:9], v[4:5], v[8:9]
	v_cvt_f64_f32_e32 v[8:9], v32
	v_fma_f64 v[4:5], s[10:11], v[8:9], v[4:5]
	flat_store_dword v[10:11], v6
	flat_load_dword v10, v[0:1]
	v_cvt_f64_f32_e32 v[6:7], v25
	v_fma_f64 v[4:5], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v33
	v_fma_f64 v[4:5], s[14:15], v[6:7], v[4:5]
	s_load_dwordx16 s[0:15], s[16:17], 0xc0
	v_cvt_f64_f32_e32 v[6:7], v36
	s_waitcnt lgkmcnt(0)
	v_fma_f64 v[4:5], s[0:1], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v39
	v_fma_f64 v[4:5], s[2:3], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v40
	v_fma_f64 v[4:5], s[4:5], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v45
	v_fma_f64 v[4:5], s[6:7], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v50
	v_fma_f64 v[4:5], s[8:9], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v52
	v_fma_f64 v[4:5], s[10:11], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[6:7], v53
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v8, v2, v10
	buffer_load_dword v2, off, s[20:23], 0 offset:124 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[20:23], 0 offset:128 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	flat_store_dword v[2:3], v8
	buffer_load_dword v2, off, s[20:23], 0 offset:156 ; 4-byte Folded Reload
	flat_load_dword v8, v[0:1]
	v_fma_f64 v[0:1], s[12:13], v[6:7], v[4:5]
	v_cvt_f64_f32_e32 v[4:5], v56
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
	v_lshlrev_b64 v[2:3], 3, v[20:21]
	v_add_u32_e32 v2, vcc, s16, v2
	v_fma_f64 v[0:1], s[14:15], v[4:5], v[0:1]
	buffer_load_dword v5, off, s[20:23], 0 offset:104 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[20:23], 0 offset:108 ; 4-byte Folded Reload
	v_mov_b32_e32 v4, s17
	v_addc_u32_e32 v3, vcc, v4, v3, vcc
	v_add_f32_e32 v4, v34, v8
	s_waitcnt vmcnt(0)
	flat_store_dword v[5:6], v4
	flat_store_dwordx2 v[2:3], v[0:1]
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
	.size	_Z3bigPdPf, .Lfunc_end3-_Z3bigPdPf
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4068
; NumSgprs: 26
; NumVgprs: 64
; ScratchSize: 200
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 26
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

	.type	__hip_cuid_d9fe951f15b70b16,@object ; @__hip_cuid_d9fe951f15b70b16
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_d9fe951f15b70b16
__hip_cuid_d9fe951f15b70b16:
	.byte	0                               ; 0x0
	.size	__hip_cuid_d9fe951f15b70b16, 1

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
	.addrsig_sym __hip_cuid_d9fe951f15b70b16
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
      - .offset:         216
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         220
        .size:           4
        .value_kind:     hidden_shared_base
      - .offset:         224
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 512
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 1024
    .name:           apply
    .private_segment_fixed_size: 0
    .sgpr_count:     40
    .sgpr_spill_count: 0
    .symbol:         apply.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     43
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
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         _Z3bigPdPf.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     64
    .vgpr_spill_count: 49
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
