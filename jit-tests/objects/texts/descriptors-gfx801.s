.amdgcn_target "amdgcn-amd-amdhsa--gfx801"
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
  .amdhsa_next_free_vgpr 169
  .amdhsa_next_free_sgpr 56
  .amdhsa_kernarg_size 2002
  .amdhsa_group_segment_fixed_size 52842
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 186
  .amdhsa_next_free_sgpr 41
  .amdhsa_user_sgpr_count 31
  .amdhsa_group_segment_fixed_size 28916
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 234
  .amdhsa_next_free_sgpr 35
  .amdhsa_kernarg_size 2495
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 185
  .amdhsa_next_free_sgpr 71
  .amdhsa_private_segment_fixed_size 21
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 155
  .amdhsa_next_free_sgpr 63
  .amdhsa_kernarg_size 2977
  .amdhsa_private_segment_fixed_size 8898
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 162
  .amdhsa_next_free_sgpr 11
  .amdhsa_kernarg_size 792
  .amdhsa_user_sgpr_count 28
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 118
  .amdhsa_next_free_sgpr 83
  .amdhsa_group_segment_fixed_size 57354
  .amdhsa_private_segment_fixed_size 42181
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 71
  .amdhsa_next_free_sgpr 85
  .amdhsa_kernarg_size 2745
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 202
  .amdhsa_next_free_sgpr 86
  .amdhsa_user_sgpr_count 30
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 189
  .amdhsa_next_free_sgpr 18
  .amdhsa_private_segment_fixed_size 14357
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 120
  .amdhsa_next_free_sgpr 36
  .amdhsa_group_segment_fixed_size 55708
  .amdhsa_private_segment_fixed_size 46484
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 51
  .amdhsa_next_free_sgpr 74
  .amdhsa_kernarg_size 1141
  .amdhsa_user_sgpr_count 24
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 3
  .amdhsa_next_free_sgpr 47
  .amdhsa_kernarg_size 2542
  .amdhsa_group_segment_fixed_size 5211
  .amdhsa_private_segment_fixed_size 29552
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 247
  .amdhsa_next_free_sgpr 20
  .amdhsa_user_sgpr_count 24
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 180
  .amdhsa_next_free_sgpr 39
  .amdhsa_group_segment_fixed_size 55397
  .amdhsa_private_segment_fixed_size 48733
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 132
  .amdhsa_next_free_sgpr 15
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_exception_fp_ieee_div_zero 1
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 131
  .amdhsa_next_free_sgpr 46
  .amdhsa_kernarg_size 275
  .amdhsa_group_segment_fixed_size 57448
  .amdhsa_private_segment_fixed_size 26098
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 48
  .amdhsa_next_free_sgpr 35
  .amdhsa_kernarg_size 492
  .amdhsa_user_sgpr_count 26
  .amdhsa_group_segment_fixed_size 8880
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 32
  .amdhsa_next_free_sgpr 47
  .amdhsa_private_segment_fixed_size 24139
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 92
  .amdhsa_next_free_sgpr 28
  .amdhsa_group_segment_fixed_size 14944
  .amdhsa_private_segment_fixed_size 6045
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 44
  .amdhsa_next_free_sgpr 44
  .amdhsa_group_segment_fixed_size 2178
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_reserve_vcc 0
  .amdhsa_ieee_mode 1
  .amdhsa_user_sgpr_flat_scratch_init 1
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 203
  .amdhsa_next_free_sgpr 78
  .amdhsa_private_segment_fixed_size 45097
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 88
  .amdhsa_next_free_sgpr 56
  .amdhsa_kernarg_size 3134
  .amdhsa_private_segment_fixed_size 2977
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 183
  .amdhsa_next_free_sgpr 42
  .amdhsa_user_sgpr_count 24
  .amdhsa_group_segment_fixed_size 17831
  .amdhsa_private_segment_fixed_size 63421
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
