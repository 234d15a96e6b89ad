.amdgcn_target "amdgcn-amd-amdhsa--gfx802"
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
  .amdhsa_next_free_vgpr 96
  .amdhsa_next_free_sgpr 88
  .amdhsa_kernarg_size 768
  .amdhsa_group_segment_fixed_size 46619
  .amdhsa_private_segment_fixed_size 35609
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_reserve_vcc 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 75
  .amdhsa_next_free_sgpr 32
  .amdhsa_kernarg_size 823
  .amdhsa_group_segment_fixed_size 38889
  .amdhsa_private_segment_fixed_size 7464
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 256
  .amdhsa_next_free_sgpr 56
  .amdhsa_group_segment_fixed_size 59592
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 72
  .amdhsa_next_free_sgpr 31
  .amdhsa_group_segment_fixed_size 7528
  .amdhsa_private_segment_fixed_size 38217
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 78
  .amdhsa_next_free_sgpr 35
  .amdhsa_kernarg_size 2992
  .amdhsa_private_segment_fixed_size 62657
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 227
  .amdhsa_next_free_sgpr 54
  .amdhsa_user_sgpr_count 28
  .amdhsa_private_segment_fixed_size 61202
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_reserve_flat_scratch 0
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 56
  .amdhsa_next_free_sgpr 83
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 242
  .amdhsa_next_free_sgpr 84
  .amdhsa_user_sgpr_count 25
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 22
  .amdhsa_next_free_sgpr 36
  .amdhsa_user_sgpr_count 25
  .amdhsa_group_segment_fixed_size 53582
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 151
  .amdhsa_next_free_sgpr 27
  .amdhsa_user_sgpr_count 28
  .amdhsa_group_segment_fixed_size 41572
  .amdhsa_private_segment_fixed_size 11703
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_user_sgpr_flat_scratch_init 1
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 157
  .amdhsa_next_free_sgpr 37
  .amdhsa_kernarg_size 3523
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 174
  .amdhsa_next_free_sgpr 40
  .amdhsa_group_segment_fixed_size 5813
  .amdhsa_private_segment_fixed_size 46824
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 90
  .amdhsa_kernarg_size 2882
  .amdhsa_user_sgpr_count 27
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 55
  .amdhsa_next_free_sgpr 81
  .amdhsa_kernarg_size 1306
  .amdhsa_user_sgpr_dispatch_ptr 1
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 184
  .amdhsa_next_free_sgpr 11
  .amdhsa_user_sgpr_count 24
  .amdhsa_group_segment_fixed_size 49829
  .amdhsa_private_segment_fixed_size 26105
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_exception_fp_ieee_inexact 0
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 108
  .amdhsa_next_free_sgpr 16
  .amdhsa_user_sgpr_count 31
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 40
  .amdhsa_next_free_sgpr 49
  .amdhsa_kernarg_size 1429
  .amdhsa_group_segment_fixed_size 16937
  .amdhsa_private_segment_fixed_size 69095
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 56
  .amdhsa_next_free_sgpr 58
  .amdhsa_kernarg_size 1960
  .amdhsa_group_segment_fixed_size 6149
  .amdhsa_private_segment_fixed_size 21907
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 158
  .amdhsa_next_free_sgpr 62
  .amdhsa_kernarg_size 855
  .amdhsa_user_sgpr_count 30
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 218
  .amdhsa_next_free_sgpr 27
  .amdhsa_kernarg_size 3605
  .amdhsa_private_segment_fixed_size 62162
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_reserve_flat_scratch 1
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 70
  .amdhsa_next_free_sgpr 69
  .amdhsa_kernarg_size 3400
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_float_round_mode_32 2
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 46
  .amdhsa_next_free_sgpr 1
  .amdhsa_kernarg_size 1993
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_exception_fp_ieee_overflow 1
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 60
  .amdhsa_next_free_sgpr 35
  .amdhsa_private_segment_fixed_size 40295
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 138
  .amdhsa_next_free_sgpr 32
  .amdhsa_user_sgpr_count 28
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.end_amdhsa_kernel
