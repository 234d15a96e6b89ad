// Sections, symbols and relocations as people write them.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
.amdhsa_code_object_version 5
.set .amdgcn.next_free_vgpr, 0
.set .amdgcn.next_free_sgpr, 0
.set seven, 7
.text
.globl first
// The order of slots is that of the symbols. Of a local one LLVM takes the distance from its section for that from the
// slot.
.globl variable
.globl own
.hidden own
.weak nowhere
.p2align 8
.type first,@function
first:
  s_getpc_b64 s[0:1]
  s_add_u32 s0, s0, variable@gotpcrel32@lo+4
  s_addc_u32 s1, s1, variable@gotpcrel32@hi+12
  s_getpc_b64 s[2:3]
  s_add_u32 s2, s2, own@gotpcrel32@lo+4
  s_addc_u32 s3, s3, own@gotpcrel32@hi+12
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, nowhere@gotpcrel32@lo+4
  s_addc_u32 s5, s5, nowhere@gotpcrel32@hi+12
  s_getpc_b64 s[6:7]
  s_add_u32 s6, s6, own@rel32@lo+4
  s_addc_u32 s7, s7, own@rel32@hi+12
  s_mov_b32 s3, own
  s_add_u32 s0, s0, common@gotpcrel32@lo+4
  s_getpc_b64 s[8:9]
0:
  s_add_u32 s8, s8, (function-0b)&0xffffffff
  s_mov_b32 s10, seven
  v_mov_b32 v17, s10
  s_cbranch_scc0 0b
  s_branch elsewhere
  s_endpgm
.Lend:
.size first, .Lend-first

.globl function
.hidden function
.type function,@function
.p2align 2
function:
  s_setpc_b64 s[30:31]
.size function, .-function

.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel first
  .amdhsa_next_free_vgpr .amdgcn.next_free_vgpr
  .amdhsa_next_free_sgpr .amdgcn.next_free_sgpr
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 24
.end_amdhsa_kernel
.section .rodata.text,"a",@progbits
  .ascii "abc\n\t\"\\\101\x42", "d"
  .asciz "end"
  .string "x", "y"
  .p2align 2
  .long own - .
  .quad first - .
.data
.type variable,@object
.size variable, 8
variable: .quad first
own: .quad own+4
  .long 1, 0x80000000, -1
  .quad variable + 16
  .quad nowhere
  .short 7, seven
  .byte 1, 0x41
.section .data.rel.ro,"aw",@progbits
  .p2align 3
table: .quad function
  .quad table
.bss
  .p2align 4
zeros: .space 20
.comm common,16,3
.local own_common
.comm own_common,4,2
.lcomm other,8
.section .mydata,"aw",@progbits
  .long 5
.section .mytext,"ax",@progbits
elsewhere:
  s_nop 0
  s_branch function
.section .myrodata,"a",@progbits
  .long 6
.section .text.more,"ax",@progbits
.p2align 4
.protected more
.globl more
more:
  s_nop 1
  s_branch elsewhere
.pushsection .myrodata
  .long 7
.popsection
  s_nop 2
.previous
  .long 8
