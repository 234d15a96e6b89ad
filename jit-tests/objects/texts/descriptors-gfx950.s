.amdgcn_target "amdgcn-amd-amdhsa--gfx950:sramecc+"
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
  .amdhsa_next_free_vgpr 424
  .amdhsa_next_free_sgpr 38
  .amdhsa_accum_offset 52
  .amdhsa_group_segment_fixed_size 35971
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_enable_private_segment 0
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 223
  .amdhsa_next_free_sgpr 0
  .amdhsa_accum_offset 216
  .amdhsa_user_sgpr_kernarg_preload_length 6
  .amdhsa_user_sgpr_kernarg_preload_offset 387
  .amdhsa_group_segment_fixed_size 13833
  .amdhsa_private_segment_fixed_size 3357
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 256
  .amdhsa_next_free_sgpr 13
  .amdhsa_accum_offset 236
  .amdhsa_user_sgpr_kernarg_preload_length 0
  .amdhsa_user_sgpr_kernarg_preload_offset 333
  .amdhsa_private_segment_fixed_size 38051
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_enable_private_segment 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 215
  .amdhsa_next_free_sgpr 71
  .amdhsa_accum_offset 200
  .amdhsa_user_sgpr_count 30
  .amdhsa_group_segment_fixed_size 43609
  .amdhsa_private_segment_fixed_size 4580
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 41
  .amdhsa_next_free_sgpr 14
  .amdhsa_accum_offset 44
  .amdhsa_user_sgpr_count 30
  .amdhsa_float_denorm_mode_16_64 2
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 171
  .amdhsa_next_free_sgpr 11
  .amdhsa_accum_offset 16
  .amdhsa_user_sgpr_kernarg_preload_length 6
  .amdhsa_user_sgpr_kernarg_preload_offset 408
  .amdhsa_float_denorm_mode_16_64 0
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 309
  .amdhsa_next_free_sgpr 28
  .amdhsa_accum_offset 84
  .amdhsa_user_sgpr_count 30
  .amdhsa_private_segment_fixed_size 59542
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 78
  .amdhsa_next_free_sgpr 87
  .amdhsa_accum_offset 16
  .amdhsa_group_segment_fixed_size 20997
  .amdhsa_private_segment_fixed_size 69900
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 381
  .amdhsa_next_free_sgpr 65
  .amdhsa_accum_offset 164
  .amdhsa_user_sgpr_kernarg_preload_length 0
  .amdhsa_user_sgpr_kernarg_preload_offset 46
  .amdhsa_group_segment_fixed_size 29784
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 304
  .amdhsa_next_free_sgpr 72
  .amdhsa_accum_offset 136
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 458
  .amdhsa_next_free_sgpr 37
  .amdhsa_accum_offset 196
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 268
  .amdhsa_next_free_sgpr 69
  .amdhsa_accum_offset 236
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 1
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 302
  .amdhsa_next_free_sgpr 30
  .amdhsa_accum_offset 20
  .amdhsa_group_segment_fixed_size 11526
  .amdhsa_private_segment_fixed_size 6102
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_int_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 507
  .amdhsa_next_free_sgpr 73
  .amdhsa_accum_offset 188
  .amdhsa_user_sgpr_count 27
  .amdhsa_group_segment_fixed_size 62391
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_enable_private_segment 1
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 21
  .amdhsa_next_free_sgpr 90
  .amdhsa_accum_offset 16
  .amdhsa_user_sgpr_count 29
  .amdhsa_group_segment_fixed_size 45916
  .amdhsa_private_segment_fixed_size 50730
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 414
  .amdhsa_next_free_sgpr 25
  .amdhsa_accum_offset 200
  .amdhsa_private_segment_fixed_size 63165
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 102
  .amdhsa_next_free_sgpr 41
  .amdhsa_accum_offset 16
  .amdhsa_user_sgpr_count 28
  .amdhsa_group_segment_fixed_size 21295
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 293
  .amdhsa_next_free_sgpr 88
  .amdhsa_accum_offset 256
  .amdhsa_user_sgpr_kernarg_preload_length 4
  .amdhsa_user_sgpr_kernarg_preload_offset 229
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 286
  .amdhsa_next_free_sgpr 69
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 41428
  .amdhsa_private_segment_fixed_size 60825
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 34
  .amdhsa_next_free_sgpr 51
  .amdhsa_accum_offset 8
  .amdhsa_group_segment_fixed_size 39919
  .amdhsa_private_segment_fixed_size 18781
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 441
  .amdhsa_next_free_sgpr 80
  .amdhsa_accum_offset 68
  .amdhsa_private_segment_fixed_size 51528
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 2
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 113
  .amdhsa_next_free_sgpr 48
  .amdhsa_accum_offset 108
  .amdhsa_user_sgpr_count 26
  .amdhsa_group_segment_fixed_size 64462
  .amdhsa_private_segment_fixed_size 18772
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_ieee_mode 1
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 340
  .amdhsa_next_free_sgpr 47
  .amdhsa_accum_offset 104
  .amdhsa_user_sgpr_kernarg_preload_length 7
  .amdhsa_user_sgpr_kernarg_preload_offset 221
  .amdhsa_user_sgpr_count 30
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 449
  .amdhsa_next_free_sgpr 54
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_kernarg_preload_length 1
  .amdhsa_user_sgpr_kernarg_preload_offset 133
  .amdhsa_group_segment_fixed_size 44401
  .amdhsa_private_segment_fixed_size 24419
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
