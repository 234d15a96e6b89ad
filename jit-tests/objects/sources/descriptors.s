// Every directive of a kernel, away from what is taken without it.
.amdgcn_target "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+"
.amdhsa_code_object_version 4
.text
.p2align 8
.globl all
.weak weak_
all:
weak_:
 s_endpgm
.local small
small:
 s_endpgm
.rodata
.p2align 6
.amdhsa_kernel all
  .amdhsa_group_segment_fixed_size 0x1000
  .amdhsa_private_segment_fixed_size 48
  .amdhsa_kernarg_size 256
  .amdhsa_user_sgpr_count 15
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 0
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_user_sgpr_private_segment_size 1
  .amdhsa_uses_dynamic_stack 1
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_system_sgpr_workgroup_id_x 0
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_next_free_vgpr 129 + later
  .amdhsa_next_free_sgpr 96
  .amdhsa_accum_offset 128
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 1
  .amdhsa_reserve_xnack_mask 1
  .amdhsa_float_round_mode_32 1
  .amdhsa_float_round_mode_16_64 2
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_float_denorm_mode_16_64 1
  .amdhsa_dx10_clamp 0
  .amdhsa_ieee_mode 0
  .amdhsa_fp16_overflow 1
  .amdhsa_tg_split 1
  .amdhsa_exception_fp_ieee_invalid_op 1
  .amdhsa_exception_fp_denorm_src 1
  .amdhsa_exception_fp_ieee_div_zero 0
  .amdhsa_exception_fp_ieee_overflow 1
  .amdhsa_exception_fp_ieee_underflow 0
  .amdhsa_exception_fp_ieee_inexact 1
  .amdhsa_exception_int_div_zero 1
.end_amdhsa_kernel
.amdhsa_kernel weak_
  .amdhsa_next_free_vgpr 0
  .amdhsa_next_free_sgpr 9
  .amdhsa_accum_offset 4
  .amdhsa_user_sgpr_kernarg_preload_length 3
  .amdhsa_user_sgpr_kernarg_preload_offset 2
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel
.amdhsa_kernel small
  .amdhsa_next_free_vgpr 512
  .amdhsa_next_free_sgpr .amdgcn.gfx_generation_number * .amdgcn.gfx_generation_stepping
  .amdhsa_accum_offset 256
.end_amdhsa_kernel
.set later, 12
