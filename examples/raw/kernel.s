// out[i] = mix(in[i], seed) for i < n, as a raw program for gfx803: no ELF, no
// descriptor, execution starts at the first byte. Apart from the loads, the
// store, the waits, the branches and two moves, every instruction is SOP2, SOPC or VOP2.
//
// At the start, s[0:1] = kernel arguments, s2 = work-group id x, v0 = local id
// x. The work-group size must be 64: i = 64 * s2 + v0.
//
// Arguments, packed at natural alignment:
//   0x00  u64  in      address of n u32
//   0x08  u64  out     address of n u32
//   0x10  u32  seed
//   0x14  u32  rounds
//   0x18  u32  n
//
// mix, all in u32 with wrap-around:
//   key = seed
//   x = in[i] ^ (i + seed)
//   repeat rounds times:
//     key ^= key << 13;  key ^= key >> 17;  key ^= key << 5      (xorshift32)
//     carry = x + key overflows
//     x += key
//     if carry: x ^= 0x9e3779b9
//     x ^= x << 7
//     x ^= x >> (bits 3..7 of key, lowest one set)
//     x += (x mod 2^24) * (key mod 2^24)
//   if (key as i32) < 0: result = max(x, key >> 4)
//   else:                result = min(x, key | 0xf0000000)

    s_load_dwordx4  s[4:7], s[0:1], 0x0        // s[4:5] = in, s[6:7] = out
    s_load_dwordx2  s[8:9], s[0:1], 0x10       // s8 = key = seed, s9 = rounds
    s_load_dword    s10, s[0:1], 0x18          // s10 = n
    s_waitcnt       lgkmcnt(0)

    // Lanes at or past n go out of EXEC. s_bfm makes a mask of 0..63 ones; a
    // full group needs 64, which it cannot make.
    s_lshl_b32      s11, s2, 6                 // first element of the group
    s_cmp_ge_u32    s11, s10
    s_cbranch_scc1  end
    s_sub_u32       s12, s10, s11              // elements left
    s_bfm_b64       s[14:15], s12, 0
    s_cmp_ge_u32    s12, 64
    s_cselect_b64   s[14:15], -1, s[14:15]
    s_and_b64       exec, exec, s[14:15]

    v_add_u32       v1, vcc, s11, v0           // v1 = i
    v_lshlrev_b32   v2, 2, v1                  // v2 = byte offset
    v_mov_b32       v4, s5
    v_add_u32       v3, vcc, s4, v2
    v_addc_u32      v4, vcc, 0, v4, vcc
    flat_load_dword v5, v[3:4]                 // v5 = x
    v_add_u32       v1, vcc, s8, v1
    s_waitcnt       vmcnt(0) & lgkmcnt(0)
    v_xor_b32       v5, v5, v1

    s_cmp_eq_u32    s9, 0
    s_cbranch_scc1  done
round:
    s_lshl_b32      s12, s8, 13
    s_xor_b32       s8, s8, s12
    s_lshr_b32      s12, s8, 17
    s_xor_b32       s8, s8, s12
    s_lshl_b32      s12, s8, 5
    s_xor_b32       s8, s8, s12

    v_add_u32       v5, vcc, s8, v5            // vcc = carry, per lane
    v_xor_b32       v6, 0x9e3779b9, v5
    v_cndmask_b32   v5, v5, v6, vcc

    v_lshlrev_b32   v6, 7, v5
    v_xor_b32       v5, v5, v6
    s_bfe_u32       s12, s8, 0x50003           // 5 bits from bit 3
    s_or_b32        s12, s12, 1
    v_lshrrev_b32   v6, s12, v5
    v_xor_b32       v5, v5, v6

    v_mul_u32_u24   v6, s8, v5
    v_add_u32       v5, vcc, v5, v6

    s_sub_u32       s9, s9, 1
    s_cmp_lg_u32    s9, 0
    s_cbranch_scc1  round
done:
    s_lshr_b32      s12, s8, 4
    s_or_b32        s13, s8, 0xf0000000
    v_max_u32       v6, s12, v5
    v_min_u32       v7, s13, v5
    s_cmp_lt_i32    s8, 0
    s_cselect_b64   vcc, -1, 0
    v_cndmask_b32   v5, v7, v6, vcc

    v_mov_b32       v4, s7
    v_add_u32       v3, vcc, s6, v2
    v_addc_u32      v4, vcc, 0, v4, vcc
    flat_store_dword v[3:4], v5
end:
    s_endpgm
