// Two waves. Each writes its part of LDS and reads the other's; the read may still be under way when the other wave,
// behind the second barrier, overwrites what is read.
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 0x100, v1
    ds_write_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    s_barrier
    ds_read_b32 v3, v2
    s_barrier
    v_mov_b32 v4, 7
    ds_write_b32 v1, v4
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v3, s[4:5]
    s_endpgm
