// Each lane hashes one block of 64 bytes, padded already, as searches of passwords do: all rounds unrolled, the state
// rotated by the names of its registers.
.include "common.inc"

.set W, 16            // the schedule: v[16:31]
.set STATE, 32        // a to h: v[32:39]
.set MASK, 40         // s40: bytes 1 and 3

// dst = x rotated right by each of three, or shifted by the last: their exclusive or.
.macro mix dst, x, r1, r2, r3, last=rotate
  v_alignbit_b32 \dst, \x, \x, \r1
  v_alignbit_b32 v3, \x, \x, \r2
  v_xor_b32 \dst, \dst, v3
  .ifc \last, rotate
    v_alignbit_b32 v3, \x, \x, \r3
  .else
    v_lshrrev_b32 v3, \r3, \x
  .endif
  v_xor_b32 \dst, \dst, v3
.endm

.macro swap_bytes x
  v_alignbit_b32 v2, \x, \x, 8
  v_alignbit_b32 v3, \x, \x, 24
  v_bfi_b32 \x, s[MASK], v2, v3
.endm

.macro round k
  .irpc which, 01234567
    .set r\which, STATE + ((\which - t) & 7)
  .endr
  .set w, W + (t & 15)
  .if t >= 16
    mix v2, v[W+((t+1)&15)], 7, 18, 3, shift
    add v[w], v[w], v2
    add v[w], v[w], v[W+((t+9)&15)]
    mix v2, v[W+((t+14)&15)], 17, 19, 10, shift
    add v[w], v[w], v2
  .endif
  mix v2, v[r4], 6, 11, 25
  add v[r7], v[r7], v2
  v_bfi_b32 v2, v[r4], v[r5], v[r6]
  add v[r7], v[r7], v2
  add v[r7], \k, v[r7]
  add v[r7], v[r7], v[w]
  add v[r3], v[r3], v[r7]
  mix v2, v[r0], 2, 13, 22
  add v[r7], v[r7], v2
  v_xor_b32 v2, v[r0], v[r1]
  v_bfi_b32 v2, v2, v[r2], v[r1]
  add v[r7], v[r7], v2
  .set t, t+1
.endm

.macro rounds all:vararg
  .irp k, \all
    round \k
  .endr
.endm

.macro each_initial what
  .set i, 0
  .irp h, 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    \what \h
    .set i, i+1
  .endr
.endm
.macro begin h
  v_mov_b32 v[STATE+i], \h
.endm
.macro finish h
  add v[STATE+i], \h, v[STATE+i]
  swap_bytes v[STATE+i]
  buffer_store_dword v[STATE+i], v5, s[12:15], 0 offen offset:4*i
.endm

kernel sha256, 16
  pointers 4, 0
  pointers 6, 8
  s_lshl_b32 s3, s2, 6
  add v0, s3, v0
  v_lshlrev_b32 v4, 6, v0
  v_lshlrev_b32 v5, 5, v0
  s_mov_b32 s[MASK], 0xff00ff00
  s_waitcnt lgkmcnt(0)
  buffer 8, 4, 0x10000
  buffer 12, 6, 0x10000
  .set i, 0
  .rept 4
    buffer_load_dwordx4 v[W+4*i:W+4*i+3], v4, s[8:11], 0 offen offset:16*i
    .set i, i+1
  .endr
  each_initial begin
  s_waitcnt vmcnt(0)
  .set i, 0
  .rept 16
    swap_bytes v[W+i]
    .set i, i+1
  .endr
  .set t, 0
  rounds 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
  rounds 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
  rounds 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
  rounds 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
  rounds 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
  rounds 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
  rounds 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
  rounds 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  each_initial finish
  s_endpgm
.size sha256, .-sha256
