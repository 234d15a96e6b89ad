.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
.amdhsa_code_object_version 5
.text
.globl k0
k0:
  s_endpgm
.globl k1
k1:
  s_endpgm
.globl k2
k2:
  s_endpgm
.globl k3
k3:
  s_endpgm
.globl k4
k4:
  s_endpgm
.globl k5
k5:
  s_endpgm
.globl k6
k6:
  s_endpgm
.globl k7
k7:
  s_endpgm
.globl k8
k8:
  s_endpgm
.globl k9
k9:
  s_endpgm
.globl k10
k10:
  s_endpgm
.globl k11
k11:
  s_endpgm
.globl k12
k12:
  s_endpgm
.globl k13
k13:
  s_endpgm
.globl k14
k14:
  s_endpgm
.globl k15
k15:
  s_endpgm
.globl k16
k16:
  s_endpgm
.globl k17
k17:
  s_endpgm
.globl k18
k18:
  s_endpgm
.globl k19
k19:
  s_endpgm
.globl k20
k20:
  s_endpgm
.globl k21
k21:
  s_endpgm
.globl k22
k22:
  s_endpgm
.globl k23
k23:
  s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k0
  .amdhsa_next_free_vgpr 272
  .amdhsa_next_free_sgpr 15
  .amdhsa_accum_offset 64
  .amdhsa_user_sgpr_kernarg_preload_length 9
  .amdhsa_user_sgpr_kernarg_preload_offset 27
  .amdhsa_group_segment_fixed_size 43323
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_reserve_vcc 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 10
  .amdhsa_next_free_sgpr 10
  .amdhsa_accum_offset 8
  .amdhsa_user_sgpr_kernarg_preload_length 9
  .amdhsa_user_sgpr_kernarg_preload_offset 67
  .amdhsa_private_segment_fixed_size 38812
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 379
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 184
  .amdhsa_user_sgpr_count 29
  .amdhsa_group_segment_fixed_size 44346
  .amdhsa_private_segment_fixed_size 11679
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 294
  .amdhsa_next_free_sgpr 5
  .amdhsa_accum_offset 252
  .amdhsa_user_sgpr_count 28
  .amdhsa_private_segment_fixed_size 61615
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 393
  .amdhsa_next_free_sgpr 17
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_kernarg_preload_length 8
  .amdhsa_user_sgpr_kernarg_preload_offset 387
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_ieee_mode 1
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 236
  .amdhsa_next_free_sgpr 9
  .amdhsa_accum_offset 56
  .amdhsa_group_segment_fixed_size 11857
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 99
  .amdhsa_next_free_sgpr 55
  .amdhsa_accum_offset 84
  .amdhsa_user_sgpr_kernarg_preload_length 8
  .amdhsa_user_sgpr_kernarg_preload_offset 79
  .amdhsa_group_segment_fixed_size 56109
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 129
  .amdhsa_next_free_sgpr 16
  .amdhsa_accum_offset 88
  .amdhsa_user_sgpr_kernarg_preload_length 3
  .amdhsa_user_sgpr_kernarg_preload_offset 235
  .amdhsa_user_sgpr_count 26
  .amdhsa_private_segment_fixed_size 15439
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 260
  .amdhsa_next_free_sgpr 6
  .amdhsa_accum_offset 120
  .amdhsa_user_sgpr_kernarg_preload_length 5
  .amdhsa_user_sgpr_kernarg_preload_offset 12
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_underflow 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 313
  .amdhsa_next_free_sgpr 63
  .amdhsa_accum_offset 192
  .amdhsa_user_sgpr_count 24
  .amdhsa_group_segment_fixed_size 58572
  .amdhsa_private_segment_fixed_size 9807
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 334
  .amdhsa_next_free_sgpr 20
  .amdhsa_accum_offset 24
  .amdhsa_user_sgpr_count 29
  .amdhsa_private_segment_fixed_size 68810
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 74
  .amdhsa_next_free_sgpr 50
  .amdhsa_accum_offset 72
  .amdhsa_user_sgpr_kernarg_preload_length 2
  .amdhsa_user_sgpr_kernarg_preload_offset 314
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_enable_private_segment 0
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 298
  .amdhsa_next_free_sgpr 61
  .amdhsa_accum_offset 44
  .amdhsa_private_segment_fixed_size 25884
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 430
  .amdhsa_next_free_sgpr 75
  .amdhsa_accum_offset 236
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_invalid_op 0
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 159
  .amdhsa_next_free_sgpr 71
  .amdhsa_accum_offset 88
  .amdhsa_user_sgpr_count 28
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 481
  .amdhsa_next_free_sgpr 70
  .amdhsa_accum_offset 32
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 508
  .amdhsa_next_free_sgpr 54
  .amdhsa_accum_offset 24
  .amdhsa_user_sgpr_count 31
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 98
  .amdhsa_next_free_sgpr 58
  .amdhsa_accum_offset 80
  .amdhsa_group_segment_fixed_size 10200
  .amdhsa_private_segment_fixed_size 63474
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 161
  .amdhsa_next_free_sgpr 29
  .amdhsa_accum_offset 100
  .amdhsa_user_sgpr_count 29
  .amdhsa_group_segment_fixed_size 47285
  .amdhsa_private_segment_fixed_size 34935
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 418
  .amdhsa_next_free_sgpr 66
  .amdhsa_accum_offset 88
  .amdhsa_group_segment_fixed_size 34301
  .amdhsa_private_segment_fixed_size 15914
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 379
  .amdhsa_next_free_sgpr 55
  .amdhsa_accum_offset 164
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 402
  .amdhsa_next_free_sgpr 82
  .amdhsa_accum_offset 68
  .amdhsa_group_segment_fixed_size 26734
  .amdhsa_private_segment_fixed_size 42103
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 110
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 96
  .amdhsa_private_segment_fixed_size 17599
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 122
  .amdhsa_next_free_sgpr 36
  .amdhsa_accum_offset 28
  .amdhsa_user_sgpr_count 31
  .amdhsa_group_segment_fixed_size 21904
  .amdhsa_private_segment_fixed_size 17806
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
