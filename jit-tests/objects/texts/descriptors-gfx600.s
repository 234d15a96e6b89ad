.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
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
  .amdhsa_next_free_vgpr 223
  .amdhsa_next_free_sgpr 68
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k1
  .amdhsa_next_free_vgpr 237
  .amdhsa_next_free_sgpr 83
  .amdhsa_group_segment_fixed_size 20535
  .amdhsa_private_segment_fixed_size 67139
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.end_amdhsa_kernel
.amdhsa_kernel k2
  .amdhsa_next_free_vgpr 44
  .amdhsa_next_free_sgpr 34
  .amdhsa_group_segment_fixed_size 35812
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.end_amdhsa_kernel
.amdhsa_kernel k3
  .amdhsa_next_free_vgpr 76
  .amdhsa_next_free_sgpr 40
  .amdhsa_kernarg_size 853
  .amdhsa_user_sgpr_count 29
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k4
  .amdhsa_next_free_vgpr 111
  .amdhsa_next_free_sgpr 14
  .amdhsa_user_sgpr_count 25
  .amdhsa_group_segment_fixed_size 15597
  .amdhsa_private_segment_fixed_size 50886
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k5
  .amdhsa_next_free_vgpr 10
  .amdhsa_next_free_sgpr 47
  .amdhsa_user_sgpr_count 28
  .amdhsa_private_segment_fixed_size 50860
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k6
  .amdhsa_next_free_vgpr 175
  .amdhsa_next_free_sgpr 37
  .amdhsa_group_segment_fixed_size 9670
  .amdhsa_private_segment_fixed_size 57298
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_32 0
  .amdhsa_float_denorm_mode_16_64 0
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k7
  .amdhsa_next_free_vgpr 210
  .amdhsa_next_free_sgpr 37
  .amdhsa_group_segment_fixed_size 60006
  .amdhsa_private_segment_fixed_size 64222
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_float_denorm_mode_16_64 3
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k8
  .amdhsa_next_free_vgpr 102
  .amdhsa_next_free_sgpr 21
  .amdhsa_kernarg_size 1588
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_exception_fp_denorm_src 0
.end_amdhsa_kernel
.amdhsa_kernel k9
  .amdhsa_next_free_vgpr 54
  .amdhsa_next_free_sgpr 7
  .amdhsa_group_segment_fixed_size 7048
  .amdhsa_user_sgpr_dispatch_ptr 0
.end_amdhsa_kernel
.amdhsa_kernel k10
  .amdhsa_next_free_vgpr 41
  .amdhsa_next_free_sgpr 76
  .amdhsa_kernarg_size 3526
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
.end_amdhsa_kernel
.amdhsa_kernel k11
  .amdhsa_next_free_vgpr 25
  .amdhsa_next_free_sgpr 40
  .amdhsa_group_segment_fixed_size 51527
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k12
  .amdhsa_next_free_vgpr 53
  .amdhsa_next_free_sgpr 26
  .amdhsa_user_sgpr_count 29
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_exception_fp_ieee_overflow 0
.end_amdhsa_kernel
.amdhsa_kernel k13
  .amdhsa_next_free_vgpr 132
  .amdhsa_next_free_sgpr 72
  .amdhsa_kernarg_size 1110
  .amdhsa_group_segment_fixed_size 34923
  .amdhsa_private_segment_fixed_size 55713
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_denorm_mode_32 2
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_flat_scratch_init 1
.end_amdhsa_kernel
.amdhsa_kernel k14
  .amdhsa_next_free_vgpr 205
  .amdhsa_next_free_sgpr 83
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 1
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 1
.end_amdhsa_kernel
.amdhsa_kernel k15
  .amdhsa_next_free_vgpr 108
  .amdhsa_next_free_sgpr 33
  .amdhsa_kernarg_size 627
  .amdhsa_user_sgpr_count 29
  .amdhsa_private_segment_fixed_size 53792
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_z 0
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 3
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 0
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
.end_amdhsa_kernel
.amdhsa_kernel k16
  .amdhsa_next_free_vgpr 72
  .amdhsa_next_free_sgpr 0
  .amdhsa_kernarg_size 3963
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_underflow 1
.end_amdhsa_kernel
.amdhsa_kernel k17
  .amdhsa_next_free_vgpr 230
  .amdhsa_next_free_sgpr 88
  .amdhsa_group_segment_fixed_size 15334
  .amdhsa_private_segment_fixed_size 53387
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_workgroup_id_y 0
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_32 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 0
  .amdhsa_exception_fp_ieee_inexact 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k18
  .amdhsa_next_free_vgpr 252
  .amdhsa_next_free_sgpr 79
  .amdhsa_kernarg_size 3283
  .amdhsa_group_segment_fixed_size 58291
  .amdhsa_user_sgpr_dispatch_ptr 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_private_segment_size 0
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_vgpr_workitem_id 1
  .amdhsa_reserve_vcc 0
  .amdhsa_float_round_mode_16_64 0
  .amdhsa_float_denorm_mode_16_64 2
  .amdhsa_dx10_clamp 1
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
.end_amdhsa_kernel
.amdhsa_kernel k19
  .amdhsa_next_free_vgpr 90
  .amdhsa_next_free_sgpr 32
  .amdhsa_group_segment_fixed_size 51378
  .amdhsa_private_segment_fixed_size 35657
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 0
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 0
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 0
  .amdhsa_reserve_vcc 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_float_round_mode_16_64 3
  .amdhsa_dx10_clamp 1
  .amdhsa_ieee_mode 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 0
  .amdhsa_exception_fp_ieee_div_zero 1
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 1
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_system_sgpr_private_segment_wavefront_offset 0
.end_amdhsa_kernel
.amdhsa_kernel k20
  .amdhsa_next_free_vgpr 139
  .amdhsa_next_free_sgpr 63
  .amdhsa_user_sgpr_count 24
  .amdhsa_group_segment_fixed_size 51861
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_float_round_mode_32 3
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_inexact 0
.end_amdhsa_kernel
.amdhsa_kernel k21
  .amdhsa_next_free_vgpr 35
  .amdhsa_next_free_sgpr 28
  .amdhsa_kernarg_size 3264
  .amdhsa_user_sgpr_kernarg_segment_ptr 0
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_exception_fp_ieee_invalid_op 0
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_int_div_zero 0
  .amdhsa_user_sgpr_private_segment_buffer 1
.end_amdhsa_kernel
.amdhsa_kernel k22
  .amdhsa_next_free_vgpr 28
  .amdhsa_next_free_sgpr 72
  .amdhsa_kernarg_size 2016
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_inexact 1
.end_amdhsa_kernel
.amdhsa_kernel k23
  .amdhsa_next_free_vgpr 41
  .amdhsa_next_free_sgpr 87
  .amdhsa_kernarg_size 3256
  .amdhsa_user_sgpr_count 31
  .amdhsa_float_round_mode_32 0
  .amdhsa_dx10_clamp 0
  .amdhsa_exception_fp_ieee_div_zero 0
.end_amdhsa_kernel
