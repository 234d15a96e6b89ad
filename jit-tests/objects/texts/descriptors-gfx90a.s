.amdgcn_target "amdgcn-amd-amdhsa--gfx90a:xnack-"
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
  .amdhsa_next_free_vgpr 370
  .amdhsa_next_free_sgpr 42
  .amdhsa_accum_offset 220
  .amdhsa_group_segment_fixed_size 26503
  .amdhsa_private_segment_fixed_size 69658
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 135
  .amdhsa_next_free_sgpr 27
  .amdhsa_accum_offset 36
  .amdhsa_group_segment_fixed_size 2382
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 79
  .amdhsa_next_free_sgpr 2
  .amdhsa_accum_offset 12
  .amdhsa_group_segment_fixed_size 54849
  .amdhsa_private_segment_fixed_size 52749
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 493
  .amdhsa_next_free_sgpr 37
  .amdhsa_accum_offset 16
  .amdhsa_group_segment_fixed_size 39414
  .amdhsa_private_segment_fixed_size 52420
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 260
  .amdhsa_next_free_sgpr 75
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 1
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 91
  .amdhsa_next_free_sgpr 9
  .amdhsa_accum_offset 88
  .amdhsa_user_sgpr_kernarg_preload_length 3
  .amdhsa_user_sgpr_kernarg_preload_offset 426
  .amdhsa_group_segment_fixed_size 11184
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 49
  .amdhsa_next_free_sgpr 40
  .amdhsa_accum_offset 20
  .amdhsa_user_sgpr_kernarg_preload_length 4
  .amdhsa_user_sgpr_kernarg_preload_offset 146
  .amdhsa_group_segment_fixed_size 51811
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 145
  .amdhsa_next_free_sgpr 70
  .amdhsa_accum_offset 144
  .amdhsa_user_sgpr_kernarg_preload_length 2
  .amdhsa_user_sgpr_kernarg_preload_offset 169
  .amdhsa_private_segment_fixed_size 17811
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 185
  .amdhsa_next_free_sgpr 55
  .amdhsa_accum_offset 28
  .amdhsa_user_sgpr_count 31
  .amdhsa_group_segment_fixed_size 33710
  .amdhsa_private_segment_fixed_size 67249
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 500
  .amdhsa_next_free_sgpr 70
  .amdhsa_accum_offset 232
  .amdhsa_user_sgpr_kernarg_preload_length 2
  .amdhsa_user_sgpr_kernarg_preload_offset 324
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 99
  .amdhsa_next_free_sgpr 88
  .amdhsa_accum_offset 36
  .amdhsa_private_segment_fixed_size 42979
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_ieee_mode 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 309
  .amdhsa_next_free_sgpr 22
  .amdhsa_accum_offset 72
  .amdhsa_user_sgpr_kernarg_preload_length 9
  .amdhsa_user_sgpr_kernarg_preload_offset 323
  .amdhsa_group_segment_fixed_size 50865
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 314
  .amdhsa_next_free_sgpr 13
  .amdhsa_accum_offset 228
  .amdhsa_user_sgpr_kernarg_preload_length 2
  .amdhsa_user_sgpr_kernarg_preload_offset 422
  .amdhsa_user_sgpr_count 26
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 447
  .amdhsa_next_free_sgpr 51
  .amdhsa_accum_offset 196
  .amdhsa_user_sgpr_kernarg_preload_length 2
  .amdhsa_user_sgpr_kernarg_preload_offset 228
  .amdhsa_group_segment_fixed_size 9502
  .amdhsa_private_segment_fixed_size 35859
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 234
  .amdhsa_next_free_sgpr 9
  .amdhsa_accum_offset 8
  .amdhsa_user_sgpr_kernarg_preload_length 7
  .amdhsa_user_sgpr_kernarg_preload_offset 436
  .amdhsa_group_segment_fixed_size 59580
  .amdhsa_private_segment_fixed_size 69943
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 1
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 303
  .amdhsa_next_free_sgpr 15
  .amdhsa_accum_offset 40
  .amdhsa_user_sgpr_kernarg_preload_length 3
  .amdhsa_user_sgpr_kernarg_preload_offset 329
  .amdhsa_group_segment_fixed_size 24837
  .amdhsa_private_segment_fixed_size 14584
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_fp16_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 482
  .amdhsa_next_free_sgpr 58
  .amdhsa_accum_offset 60
  .amdhsa_user_sgpr_count 29
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_user_sgpr_private_segment_buffer 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 181
  .amdhsa_next_free_sgpr 86
  .amdhsa_accum_offset 72
  .amdhsa_user_sgpr_kernarg_preload_length 6
  .amdhsa_user_sgpr_kernarg_preload_offset 304
  .amdhsa_user_sgpr_count 25
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 203
  .amdhsa_next_free_sgpr 84
  .amdhsa_accum_offset 172
  .amdhsa_user_sgpr_kernarg_preload_length 7
  .amdhsa_user_sgpr_kernarg_preload_offset 18
  .amdhsa_group_segment_fixed_size 47758
  .amdhsa_private_segment_fixed_size 29328
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 167
  .amdhsa_next_free_sgpr 81
  .amdhsa_accum_offset 48
  .amdhsa_group_segment_fixed_size 1418
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 75
  .amdhsa_next_free_sgpr 34
  .amdhsa_accum_offset 28
  .amdhsa_user_sgpr_kernarg_preload_length 0
  .amdhsa_user_sgpr_kernarg_preload_offset 403
  .amdhsa_user_sgpr_count 31
  .amdhsa_group_segment_fixed_size 45527
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_fp16_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 76
  .amdhsa_next_free_sgpr 26
  .amdhsa_accum_offset 56
  .amdhsa_private_segment_fixed_size 51129
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_fp16_overflow 0
  .amdhsa_tg_split 0
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 101
  .amdhsa_next_free_sgpr 37
  .amdhsa_accum_offset 32
  .amdhsa_user_sgpr_count 26
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 283
  .amdhsa_next_free_sgpr 85
  .amdhsa_accum_offset 112
  .amdhsa_group_segment_fixed_size 7498
  .amdhsa_private_segment_fixed_size 61646
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 0
.end_amdhsa_kernel
