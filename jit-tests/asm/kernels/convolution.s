// A 3 x 3 convolution of rows of 64 f32, with zeros around and max(x, 0) behind it, as libraries of neural networks
// write them: weights in scalar registers, rows by buffer loads that are zero outside, a wave for each row.
.include "common.inc"

.set WEIGHTS, 16      // s[16:24]
.ifndef ROWS
  .error "--defsym ROWS=..."
.endif
.set ROW, 4*64

// v[10], v[11], v[12] = the row \dy below that of the wave: the columns left of the lane's, its own and right of it.
.macro load_row dy
  v_mov_b32 v3, \dy*ROW
  add v3, s28, v3
  add v3, v3, v1
  add v5, -4, v3
  buffer_load_dword v10, v5, s[8:11], 0 offen
  buffer_load_dword v11, v3, s[8:11], 0 offen
  buffer_load_dword v12, v3, s[8:11], 0 offen offset:4
.endm

.macro tap column, weight
  v_mov_b32 v4, s[\weight]
  v_fma_f32 v2, v4, v1\column, v2
.endm

kernel convolution, 24
  pointers 4, 0
  pointers 6, 8
  pointers 26, 16
  v_lshlrev_b32 v1, 2, v0
  s_lshl_b32 s28, s2, 8
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
  buffer 8, 4, ROWS*ROW
  buffer 12, 6, ROWS*ROW
  s_mov_b64 s[30:31], s[26:27]
  .if .amdgcn.gfx_generation_number < 8
    s_load_dwordx8 s[WEIGHTS:WEIGHTS+7], s[30:31], 0
    s_load_dword s[WEIGHTS+8], s[30:31], 8
  .else
    s_load_dwordx8 s[WEIGHTS:WEIGHTS+7], s[30:31], 0
    s_load_dword s[WEIGHTS+8], s[30:31], 32
  .endif
  s_waitcnt lgkmcnt(0)
  .set tap, WEIGHTS
  .irp dy, -1, 0, 1
    .if \dy < 0
      s_cmp_eq_u32 s2, 0
      s_cbranch_scc1 .Lskip\@\()above
    .elseif \dy > 0
      s_cmp_eq_u32 s2, ROWS-1
      s_cbranch_scc1 .Lskip\@\()below
    .endif
    load_row \dy
    s_waitcnt vmcnt(0)
    v_cmp_ne_u32 0, v0
    v_cndmask_b32 v10, 0, v10
    v_cmp_ne_u32 63, v0
    v_cndmask_b32 v12, 0, v12
    .irpc c, 012
      tap \c, tap
      .set tap, tap+1
    .endr
    .if \dy < 0
      .Lskip\@\()above:
    .elseif \dy > 0
      .Lskip\@\()below:
    .endif
  .endr
  v_max_f32 v2, 0, v2
  add v1, s28, v1
  buffer_store_dword v2, v1, s[12:15], 0 offen
  s_endpgm
.size convolution, .-convolution
