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
  .amdhsa_next_free_sgpr 12
  .amdhsa_accum_offset 160
  .amdhsa_group_segment_fixed_size 6171
  .amdhsa_private_segment_fixed_size 6973
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 163
  .amdhsa_next_free_sgpr 39
  .amdhsa_accum_offset 144
  .amdhsa_group_segment_fixed_size 11076
  .amdhsa_private_segment_fixed_size 56536
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 131
  .amdhsa_next_free_sgpr 31
  .amdhsa_accum_offset 68
  .amdhsa_user_sgpr_count 24
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_uses_dynamic_stack 0
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
  .amdhsa_next_free_sgpr 55
  .amdhsa_accum_offset 12
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
  .amdhsa_next_free_sgpr 60
  .amdhsa_accum_offset 36
  .amdhsa_user_sgpr_kernarg_preload_length 1
  .amdhsa_user_sgpr_kernarg_preload_offset 58
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 83
  .amdhsa_next_free_sgpr 11
  .amdhsa_accum_offset 8
  .amdhsa_user_sgpr_kernarg_preload_length 1
  .amdhsa_user_sgpr_kernarg_preload_offset 297
  .amdhsa_private_segment_fixed_size 48610
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 242
  .amdhsa_next_free_sgpr 55
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_kernarg_preload_length 3
  .amdhsa_user_sgpr_kernarg_preload_offset 152
  .amdhsa_user_sgpr_count 28
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 501
  .amdhsa_next_free_sgpr 11
  .amdhsa_accum_offset 40
  .amdhsa_user_sgpr_count 30
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 0
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 232
  .amdhsa_next_free_sgpr 21
  .amdhsa_accum_offset 140
  .amdhsa_user_sgpr_dispatch_ptr 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 120
  .amdhsa_next_free_sgpr 23
  .amdhsa_accum_offset 120
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_reserve_vcc 0
  .amdhsa_exception_fp_ieee_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 180
  .amdhsa_next_free_sgpr 41
  .amdhsa_accum_offset 108
  .amdhsa_user_sgpr_kernarg_preload_length 5
  .amdhsa_user_sgpr_kernarg_preload_offset 68
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 136
  .amdhsa_next_free_sgpr 17
  .amdhsa_accum_offset 120
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 272
  .amdhsa_next_free_sgpr 81
  .amdhsa_accum_offset 204
  .amdhsa_group_segment_fixed_size 4906
  .amdhsa_private_segment_fixed_size 24044
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_enable_private_segment 0
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 507
  .amdhsa_next_free_sgpr 5
  .amdhsa_accum_offset 24
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
  .amdhsa_next_free_sgpr 57
  .amdhsa_accum_offset 12
  .amdhsa_group_segment_fixed_size 35743
  .amdhsa_private_segment_fixed_size 45916
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 21
  .amdhsa_next_free_sgpr 18
  .amdhsa_accum_offset 16
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_fp16_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 49
  .amdhsa_next_free_sgpr 72
  .amdhsa_accum_offset 52
  .amdhsa_user_sgpr_count 27
  .amdhsa_group_segment_fixed_size 7636
  .amdhsa_private_segment_fixed_size 52032
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 11
  .amdhsa_next_free_sgpr 35
  .amdhsa_accum_offset 8
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 286
  .amdhsa_next_free_sgpr 15
  .amdhsa_accum_offset 180
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
  .amdhsa_private_segment_fixed_size 39919
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_enable_private_segment 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 395
  .amdhsa_next_free_sgpr 41
  .amdhsa_accum_offset 200
  .amdhsa_user_sgpr_count 29
  .amdhsa_group_segment_fixed_size 16492
  .amdhsa_private_segment_fixed_size 24438
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_enable_private_segment 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 152
  .amdhsa_next_free_sgpr 90
  .amdhsa_accum_offset 40
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_enable_private_segment 1
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 451
  .amdhsa_next_free_sgpr 26
  .amdhsa_accum_offset 64
  .amdhsa_user_sgpr_kernarg_preload_length 4
  .amdhsa_user_sgpr_kernarg_preload_offset 168
  .amdhsa_group_segment_fixed_size 16939
  .amdhsa_private_segment_fixed_size 50641
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 323
  .amdhsa_next_free_sgpr 23
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_count 25
  .amdhsa_group_segment_fixed_size 51529
  .amdhsa_private_segment_fixed_size 55289
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_enable_private_segment 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
