// Operations across the lanes of a wave, and instructions that only builtins reach. The arguments of
// all kernels: three words per work-item (three arrays), one word of result per work-item.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx600 gfx906

#if defined(__gfx600__)
#define GFX 6
#elif defined(__gfx700__)
#define GFX 7
#elif defined(__gfx803__)
#define GFX 8
#elif defined(__gfx900__)
#define GFX 9
#else
#define GFX 906
#endif

#define EACH(name, expression)                                                              \
    kernel void k_##name(global const uint *in, global uint *out) {                           \
        const uint n = get_global_size(0), id = get_global_id(0), lane = id % 64;           \
        const uint x = in[id], y = in[n + id], z = in[2 * n + id];                          \
        out[id] = expression;                                                               \
    }
#define WIDE(name, expression)                                                              \
    kernel void k_##name(global const uint *in, global ulong *out) {                            \
        const uint n = get_global_size(0), id = get_global_id(0), lane = id % 64;           \
        const uint x = in[id], y = in[n + id], z = in[2 * n + id];                          \
        out[id] = expression;                                                               \
    }

EACH(readlane, __builtin_amdgcn_readlane(x, 17) + lane)
EACH(readlane_variable, __builtin_amdgcn_readlane(x, in[0] & 63) + lane)
EACH(readfirstlane, __builtin_amdgcn_readfirstlane(x))
EACH(mbcnt, __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)) + 100 * lane)
EACH(mbcnt_mask, __builtin_amdgcn_mbcnt_hi(y, __builtin_amdgcn_mbcnt_lo(x, z)))
WIDE(ballot_equal, __builtin_amdgcn_uicmp(x & 1, 1, 32))
WIDE(ballot_signed, __builtin_amdgcn_sicmp((int)x, (int)y, 40))
WIDE(ballot_float, __builtin_amdgcn_fcmp(as_float(x), as_float(y), 4))
WIDE(exec_mask, __builtin_amdgcn_read_exec())

// Within divergent control flow: the lanes that are off take no part.
kernel void k_divergent_first(global const uint *in, global uint *out) {
    const uint id = get_global_id(0), x = in[id];
    uint r = 0;
    if (x & 1)
        r = __builtin_amdgcn_readfirstlane(x) | 1;
    else
        r = __builtin_amdgcn_readfirstlane(x + 5);
    out[id] = r;
}

// Every distinct value of x & 7 takes one turn of the loop.
kernel void k_waterfall(global const uint *in, global uint *out) {
    const uint id = get_global_id(0), key = in[id] & 7;
    uint turns = 0, result = 0;
    bool done = false;
    while (!done) {
        turns++;
        if (key == __builtin_amdgcn_readfirstlane(key)) {
            const uint below = __builtin_amdgcn_read_exec_lo(), above = __builtin_amdgcn_read_exec_hi();
            result = turns * 100 + popcount(below) + popcount(above);
            done = true;
        }
    }
    out[id] = result;
}

// ds_swizzle: quad permutation, then and/or/xor masks within 32 lanes.
EACH(swizzle_quad, __builtin_amdgcn_ds_swizzle(x, 0x801b))
EACH(swizzle_xor, __builtin_amdgcn_ds_swizzle(x, 0x041f))
EACH(swizzle_broadcast, __builtin_amdgcn_ds_swizzle(x, 0x0060))
EACH(swizzle_reverse, __builtin_amdgcn_ds_swizzle(x, 0x7c1f))

EACH(ubfe, __builtin_amdgcn_ubfe(x, y, z))
EACH(sbfe, __builtin_amdgcn_sbfe(x, y, z))
EACH(alignbit, __builtin_amdgcn_alignbit(x, y, z))
EACH(alignbyte, __builtin_amdgcn_alignbyte(x, y, z))
EACH(lerp, __builtin_amdgcn_lerp(x, y, z))
EACH(sad_u8, __builtin_amdgcn_sad_u8(x, y, z))
EACH(sad_hi_u8, __builtin_amdgcn_sad_hi_u8(x, y, z))
EACH(sad_u16, __builtin_amdgcn_sad_u16(x, y, z))
EACH(msad_u8, __builtin_amdgcn_msad_u8(x, y, z))
EACH(cvt_pk_u8, __builtin_amdgcn_cvt_pk_u8_f32(as_float(x), y, z))
EACH(fmed3, as_uint(__builtin_amdgcn_fmed3f(as_float(x), as_float(y), as_float(z))))
EACH(mul24_signed, mul24((int)(x << 8) >> 8, (int)(y << 8) >> 8))
EACH(mad24_unsigned, mad24(x & 0xffffff, y & 0xffffff, z))
EACH(mulhi_signed, mul_hi((int)x, (int)y))
EACH(mulhi_unsigned, mul_hi(x, y))
EACH(popcounts, popcount(x) + 100 * clz(y) + 10000 * popcount(~z & (z - 1)))
EACH(rotate, rotate(x, y))
EACH(abs_diff, abs_diff((int)x >> 1, (int)y >> 1))
EACH(add_sat, add_sat((int)x, (int)y))
EACH(sub_sat, sub_sat(x, y))
EACH(hadd, hadd((int)x, (int)y))
EACH(rhadd, rhadd(x, y))
EACH(mad_sat, mad_sat((int)x, (int)y, (int)z))
EACH(upsampled, (uint)(upsample(x, y) >> (z & 31)))
EACH(char_dot, as_uint(convert_int((char)x * (char)y + (char)(x >> 8) * (char)(y >> 8)) + (int)z))
EACH(packed_char4, as_uint(as_uchar4(x) + as_uchar4(y) * as_uchar4(z)))
EACH(packed_min, as_uint(min(as_char4(x), as_char4(y))))
EACH(packed_sat, as_uint(add_sat(as_uchar4(x), as_uchar4(y))))
EACH(packed_short, as_uint(as_short2(x) * as_short2(y) - as_short2(z)))
EACH(packed_short_sat, as_uint(sub_sat(as_short2(x), as_short2(y))))
EACH(packed_short_max, as_uint(max(as_ushort2(x), min(as_ushort2(y), as_ushort2(z)))))
EACH(packed_short_shift, as_uint((as_short2(x) >> (as_short2(y) & (short)15)) ^ (as_short2(z) << (short)3)))
EACH(shuffled, as_uint(shuffle(as_uchar4(x), as_uchar4(y & 0x03030303))))
EACH(dynamic_private, ({ uint a[8]; for (int k = 0; k < 8; k++) a[k] = x * k + y; a[z & 7]; }))
EACH(division, x / (y | 1) + x % (z | 1))
EACH(signed_division, (uint)((int)x / ((int)y | 1) - (int)x % ((int)z | 1)))
WIDE(long_division, (((ulong)x << 32 | y) / ((ulong)(z & 0xff) << 32 | (y | 1))))
WIDE(long_remainder, (ulong)((long)((ulong)x << 32 | y) % (long)((ulong)(z & 0xffff) << 16 | 1)))
WIDE(long_product, ((ulong)x << 32 | y) * ((ulong)y << 32 | z))
WIDE(long_shifts, ((ulong)x << 32 | y) >> (z & 63) ^ ((long)((ulong)y << 32 | x) >> (z & 63)))
WIDE(wide_multiply_add, (ulong)x * y + (((ulong)y << 32) | z))

#if GFX >= 7
WIDE(qsad, __builtin_amdgcn_qsad_pk_u16_u8((ulong)x << 32 | y, z, (ulong)z << 32 | x))
WIDE(mqsad, __builtin_amdgcn_mqsad_pk_u16_u8((ulong)x << 32 | y, z, (ulong)z << 32 | x))
kernel void k_mqsad_wide(global const uint *in, global uint *out) {
    typedef uint v4 __attribute__((ext_vector_type(4)));
    const uint n = get_global_size(0), id = get_global_id(0);
    const uint x = in[id], y = in[n + id], z = in[2 * n + id];
    const v4 r = __builtin_amdgcn_mqsad_u32_u8((ulong)x << 32 | y, z, (v4)(x, y, z, x ^ y));
    out[id] = r.x * 3 + r.y * 5 + r.z * 7 + r.w * 11;
}
#endif

#if GFX >= 8
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
EACH(permute, __builtin_amdgcn_ds_permute(((lane * 5) % 64) * 4, x))
EACH(bpermute, __builtin_amdgcn_ds_bpermute(y * 4, x))
EACH(perm, __builtin_amdgcn_perm(x, y, z))
EACH(packed_half_add, as_uint(as_half2(x) + as_half2(y)))
EACH(packed_half_mul, as_uint(as_half2(x) * as_half2(y)))
EACH(packed_half_fma, as_uint(fma(as_half2(x), as_half2(y), as_half2(z))))
EACH(packed_half_max, as_uint(fmax(as_half2(x), fmin(as_half2(y), as_half2(z)))))
// The dpp_ctrl values: quad_perm, row_shl, row_shr, row_ror, wave_shl/rol/shr/ror, row_mirror,
// row_half_mirror, row_bcast.
EACH(dpp_quad, __builtin_amdgcn_mov_dpp(x, 0x1b, 0xf, 0xf, false))
EACH(dpp_row_shl, __builtin_amdgcn_update_dpp(y, x, 0x103, 0xf, 0xf, false))
EACH(dpp_row_shr, __builtin_amdgcn_update_dpp(y, x, 0x112, 0xf, 0xf, false))
EACH(dpp_row_shr_zero, __builtin_amdgcn_update_dpp(y, x, 0x114, 0xf, 0xf, true))
EACH(dpp_row_ror, __builtin_amdgcn_mov_dpp(x, 0x125, 0xf, 0xf, false))
EACH(dpp_wave_shl, __builtin_amdgcn_update_dpp(y, x, 0x130, 0xf, 0xf, false))
EACH(dpp_wave_rol, __builtin_amdgcn_update_dpp(y, x, 0x134, 0xf, 0xf, false))
EACH(dpp_wave_shr, __builtin_amdgcn_update_dpp(y, x, 0x138, 0xf, 0xf, false))
EACH(dpp_wave_ror, __builtin_amdgcn_update_dpp(y, x, 0x13c, 0xf, 0xf, false))
EACH(dpp_mirror, __builtin_amdgcn_mov_dpp(x, 0x140, 0xf, 0xf, false))
EACH(dpp_half_mirror, __builtin_amdgcn_mov_dpp(x, 0x141, 0xf, 0xf, false))
EACH(dpp_row_bcast15, __builtin_amdgcn_update_dpp(y, x, 0x142, 0xa, 0xf, false))
EACH(dpp_row_bcast31, __builtin_amdgcn_update_dpp(y, x, 0x143, 0xc, 0xf, false))
EACH(dpp_bank_mask, __builtin_amdgcn_update_dpp(y, x, 0x111, 0x5, 0x6, true))
// A scan of the wave by DPP steps.
EACH(dpp_scan, ({
         uint v = x;
         v += __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, false);
         v += __builtin_amdgcn_update_dpp(0, v, 0x112, 0xf, 0xf, false);
         v += __builtin_amdgcn_update_dpp(0, v, 0x114, 0xf, 0xe, false);
         v += __builtin_amdgcn_update_dpp(0, v, 0x118, 0xf, 0xc, false);
         v += __builtin_amdgcn_update_dpp(0, v, 0x142, 0xa, 0xf, false);
         v += __builtin_amdgcn_update_dpp(0, v, 0x143, 0xc, 0xf, false);
         v;
     }))
EACH(dpp_divergent, ({
         uint v = 7;
         if (x & 4)
             v = __builtin_amdgcn_update_dpp(y, x, 0x111, 0xf, 0xf, false);
         v;
     }))
EACH(byte_select, as_uint((float)(x >> 24)) + ((y >> 8 & 0xff) * (z >> 16 & 0xff)))
EACH(word_select, (uint)((ushort)(x >> 16) + (ushort)y) & 0xffff | (x + z) << 16)
#endif

#if GFX >= 9
EACH(sad_add, ({ uint v = (x < 1000 ? x : y); (x + y + z) ^ (x << (y & 31)) + z; }))
EACH(mad_mix, as_uint((float)as_half2(x).x * (float)as_half2(y).y + as_float(z)))
#endif

#if GFX >= 906
typedef short short2v __attribute__((ext_vector_type(2)));
typedef ushort ushort2v __attribute__((ext_vector_type(2)));
EACH(sdot4, __builtin_amdgcn_sdot4(x, y, z, false))
EACH(sdot4_clamp, __builtin_amdgcn_sdot4(x, y, z, true))
EACH(udot4, __builtin_amdgcn_udot4(x, y, z, false))
EACH(udot4_clamp, __builtin_amdgcn_udot4(x, y, z, true))
EACH(sdot8, __builtin_amdgcn_sdot8(x, y, z, false))
EACH(sdot8_clamp, __builtin_amdgcn_sdot8(x, y, z, true))
EACH(udot8, __builtin_amdgcn_udot8(x, y, z, false))
EACH(udot8_clamp, __builtin_amdgcn_udot8(x, y, z, true))
EACH(sdot2, __builtin_amdgcn_sdot2(as_short2(x), as_short2(y), z, false))
EACH(sdot2_clamp, __builtin_amdgcn_sdot2(as_short2(x), as_short2(y), z, true))
EACH(udot2, __builtin_amdgcn_udot2(as_ushort2(x), as_ushort2(y), z, false))
EACH(udot2_clamp, __builtin_amdgcn_udot2(as_ushort2(x), as_ushort2(y), z, true))
EACH(fdot2, as_uint(__builtin_amdgcn_fdot2(as_half2(x), as_half2(y), as_float(z), false)))
#endif
