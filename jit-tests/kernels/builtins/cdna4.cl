// What gfx950 has that the targets before it have not: products of floats of 8, 6 and 4 bits with scales, products of
// twice the length, conversions with scales, swaps of lanes, transposing reads of the LDS and others. One wave to a
// work-group, but where a kernel says otherwise.

// options: -cl-std=CL2.0
// levels: O0 O2
// targets: gfx950

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef float f32x32 __attribute__((ext_vector_type(32)));
typedef int i32x2 __attribute__((ext_vector_type(2)));
typedef int i32x3 __attribute__((ext_vector_type(3)));
typedef int i32x4 __attribute__((ext_vector_type(4)));
typedef int i32x8 __attribute__((ext_vector_type(8)));
typedef int i32x16 __attribute__((ext_vector_type(16)));
typedef uint u32x2 __attribute__((ext_vector_type(2)));
typedef uint u32x6 __attribute__((ext_vector_type(6)));
typedef half f16x2 __attribute__((ext_vector_type(2)));
typedef half f16x8 __attribute__((ext_vector_type(8)));
typedef half f16x16 __attribute__((ext_vector_type(16)));
typedef half f16x32 __attribute__((ext_vector_type(32)));
typedef short i16x2 __attribute__((ext_vector_type(2)));
typedef short i16x4 __attribute__((ext_vector_type(4)));
typedef __bf16 bf16x2 __attribute__((ext_vector_type(2)));
typedef __bf16 bf16x8 __attribute__((ext_vector_type(8)));
typedef __bf16 bf16x16 __attribute__((ext_vector_type(16)));

// Where element r of a lane's accumulator lies: row, column.
#define ROW(m, r) ((m) == 16 ? 4 * (lane / 16) + (r) : 8 * ((r) / 4) + 4 * (lane / 32) + (r) % 4)
#define PLACE(m, r) (ROW(m, r) * (m) + lane % (m))

// D += A * B: A[row][k], B[column][k], D[row][column]. A lane has `each` elements of A and of B, which lie side by side
// along k; `groups` lanes have those of a row.
#define DENSE(name, in, operand, each, m, out, accumulator, count, call)                             \
    kernel void k_##name(global const in *a, global const in *b, global out *d) {                    \
        const int lane = get_local_id(0), group = get_group_id(0), k = each * (64 / m);              \
        a += (group * m + lane % m) * k + lane / m * each;                                           \
        b += (group * m + lane % m) * k + lane / m * each;                                           \
        d += group * m * m;                                                                          \
        union { out e[count]; accumulator v; } sum;                                                  \
        union { in e[each]; operand v; } x, y;                                                       \
        for (int r = 0; r < count; r++)                                                              \
            sum.e[r] = d[PLACE(m, r)];                                                               \
        for (int e = 0; e < each; e++)                                                               \
            x.e[e] = a[e], y.e[e] = b[e];                                                            \
        sum.v = call(x.v, y.v, sum.v, 0, 0, 0);                                                      \
        for (int r = 0; r < count; r++)                                                              \
            d[PLACE(m, r)] = sum.e[r];                                                               \
    }

DENSE(f16_16x16x32, half, f16x8, 8, 16, float, f32x4, 4, __builtin_amdgcn_mfma_f32_16x16x32_f16)
DENSE(f16_32x32x16, half, f16x8, 8, 32, float, f32x16, 16, __builtin_amdgcn_mfma_f32_32x32x16_f16)
DENSE(bf16_16x16x32, short, bf16x8, 8, 16, float, f32x4, 4, __builtin_amdgcn_mfma_f32_16x16x32_bf16)
DENSE(bf16_32x32x16, short, bf16x8, 8, 32, float, f32x16, 16, __builtin_amdgcn_mfma_f32_32x32x16_bf16)
DENSE(i8_16x16x64, char, i32x4, 16, 16, int, i32x4, 4, __builtin_amdgcn_mfma_i32_16x16x64_i8)
DENSE(i8_32x32x32, char, i32x4, 16, 32, int, i32x16, 16, __builtin_amdgcn_mfma_i32_32x32x32_i8)

// The elements of a row that a lane has, of `bits` bits: 32 side by side, or of 8 bits 16 in each half of k.
i32x8 narrow(global const uchar *rows, int m, int bits) {
    const int lane = get_local_id(0), k = 64 / m * 32;
    rows += lane % m * (k * bits / 8);
    union { uchar e[32]; i32x8 v; } x;
    x.v = 0;
    for (int e = 0; e < 4 * bits; e++) {
        const int at = bits == 8 ? e / 16 * (k / 2) + lane / m * 16 + e % 16 : lane / m * (4 * bits) + e;
        x.e[e] = rows[at];
    }
    return x.v;
}

// Two products, each with the scales in bytes of its own of a lane's dword. A[step][row][k], B[step][column][k],
// with `bits_a` and `bits_b` bits to an element.
#define SCALED(name, m, count, accumulator, a_is, bits_a, b_is, bits_b, call)                        \
    kernel void k_##name(global const uchar *a, global const uchar *b, global const int *scale_a,    \
                         global const int *scale_b, global float *d) {                               \
        const int lane = get_local_id(0), group = get_group_id(0), k = 64 / m * 32;                  \
        const int size_a = m * k * bits_a / 8, size_b = m * k * bits_b / 8;                          \
        const int by_a = scale_a[group * 64 + lane], by_b = scale_b[group * 64 + lane];              \
        a += group * 2 * size_a;                                                                     \
        b += group * 2 * size_b;                                                                     \
        d += group * m * m;                                                                          \
        union { float e[count]; accumulator v; } sum;                                                \
        for (int r = 0; r < count; r++)                                                              \
            sum.e[r] = d[PLACE(m, r)];                                                               \
        sum.v = call(narrow(a, m, bits_a), narrow(b, m, bits_b), sum.v, a_is, b_is, 0, by_a, 3, by_b);\
        sum.v = call(narrow(a + size_a, m, bits_a), narrow(b + size_b, m, bits_b), sum.v, a_is, b_is,\
                     2, by_a, 1, by_b);                                                              \
        for (int r = 0; r < count; r++)                                                              \
            d[PLACE(m, r)] = sum.e[r];                                                               \
    }
#define SCALED_16(...) SCALED(__VA_ARGS__, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4)
#define SCALED_32(...) SCALED(__VA_ARGS__, __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4)

SCALED_16(fp8_fp8_16, 16, 4, f32x4, 0, 8, 0, 8)
SCALED_32(bf8_bf8_32, 32, 16, f32x16, 1, 8, 1, 8)
SCALED_32(fp6_fp6_32, 32, 16, f32x16, 2, 6, 2, 6)
SCALED_16(bf6_bf6_16, 16, 4, f32x4, 3, 6, 3, 6)
SCALED_16(fp4_fp4_16, 16, 4, f32x4, 4, 4, 4, 4)
SCALED_32(fp4_fp4_32, 32, 16, f32x16, 4, 4, 4, 4)
SCALED_32(fp8_fp4_32, 32, 16, f32x16, 0, 8, 4, 4)
SCALED_16(bf6_bf8_16, 16, 4, f32x4, 3, 6, 1, 8)

// Scales of 0 are none: the product without them.
kernel void k_unscaled(global const uchar *a, global const uchar *b, global float *d) {
    const int lane = get_local_id(0), group = get_group_id(0);
    union { float e[4]; f32x4 v; } sum;
    a += group * 16 * 128;
    b += group * 16 * 64;
    d += group * 256;
    for (int r = 0; r < 4; r++)
        sum.e[r] = d[PLACE(16, r)];
    sum.v = __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(narrow(a, 16, 8), narrow(b, 16, 4), sum.v, 0, 4,
                                                             0, 0, 0, 0);
    for (int r = 0; r < 4; r++)
        d[PLACE(16, r)] = sum.e[r];
}

// Of four elements of A along k two are there: `which` has two bits for each that say where. A[row][kept],
// B[column][k]. A lane has those of B in two parts, each in a half of k.
#define SPARSE(name, in, operand_a, operand_b, each, m, out, accumulator, count, call)               \
    kernel void k_##name(global const in *a, global const in *b, global const int *which,            \
                         global out *d) {                                                            \
        const int lane = get_local_id(0), group = get_group_id(0), k = 2 * each * (64 / m);          \
        a += (group * m + lane % m) * (k / 2) + lane / m * each;                                     \
        b += (group * m + lane % m) * k + lane / m * each;                                           \
        d += group * m * m;                                                                          \
        union { out e[count]; accumulator v; } sum;                                                  \
        union { in e[each]; operand_a v; } x;                                                        \
        union { in e[2 * each]; operand_b v; } y;                                                    \
        for (int r = 0; r < count; r++)                                                              \
            sum.e[r] = d[PLACE(m, r)];                                                               \
        for (int e = 0; e < each; e++)                                                               \
            x.e[e] = a[e], y.e[e] = b[e], y.e[each + e] = b[k / 2 + e];                              \
        sum.v = call(x.v, y.v, sum.v, which[group * 64 + lane], 0, 0);                               \
        for (int r = 0; r < count; r++)                                                              \
            d[PLACE(m, r)] = sum.e[r];                                                               \
    }

SPARSE(sparse_f16_16, half, f16x8, f16x16, 8, 16, float, f32x4, 4, __builtin_amdgcn_smfmac_f32_16x16x64_f16)
SPARSE(sparse_bf16_32, short, bf16x8, bf16x16, 8, 32, float, f32x16, 16, __builtin_amdgcn_smfmac_f32_32x32x32_bf16)
SPARSE(sparse_i8_16, char, i32x4, i32x8, 16, 16, int, i32x4, 4, __builtin_amdgcn_smfmac_i32_16x16x128_i8)
SPARSE(sparse_fp8_32, uchar, i32x4, i32x8, 16, 32, float, f32x16, 16, __builtin_amdgcn_smfmac_f32_32x32x64_fp8_fp8)

// Conversions of f32 with a scale to floats of 8 bits, by halves of a dword, and back.
kernel void k_eights(global const float *in, global const float *scale, global uint *narrow, global float *out) {
    const int id = get_global_id(0);
    const float s = scale[id];
    union { i16x2 v; uint u; } p;
    p.u = 0;
    p.v = __builtin_amdgcn_cvt_scalef32_pk_fp8_f32(p.v, in[2 * id], in[2 * id + 1], s, false);
    p.v = __builtin_amdgcn_cvt_scalef32_pk_bf8_f32(p.v, in[2 * id], in[2 * id + 1], s, true);
    narrow[id] = p.u;
    f32x2 a = __builtin_amdgcn_cvt_scalef32_pk_f32_fp8(p.u, s, false);
    f32x2 b = __builtin_amdgcn_cvt_scalef32_pk_f32_bf8(p.u, s, true);
    out[4 * id] = a.x;
    out[4 * id + 1] = a.y;
    out[4 * id + 2] = b.x;
    out[4 * id + 3] = b.y;
}

// To floats of 4 bits, by bytes of a dword, and back.
kernel void k_fours(global const float *in, global const float *scale, global uint *narrow, global float *out) {
    const int id = get_global_id(0);
    const float s = scale[id];
    uint p = 0;
    p = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(p, in[8 * id], in[8 * id + 1], s, 0);
    p = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(p, in[8 * id + 2], in[8 * id + 3], s, 1);
    p = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(p, in[8 * id + 4], in[8 * id + 5], s, 2);
    p = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(p, in[8 * id + 6], in[8 * id + 7], s, 3);
    narrow[id] = p;
#define BACK(n)                                                           \
    {                                                                     \
        f32x2 v = __builtin_amdgcn_cvt_scalef32_pk_f32_fp4(p, s, n);      \
        out[8 * id + 2 * n] = v.x;                                        \
        out[8 * id + 2 * n + 1] = v.y;                                    \
    }
    BACK(0) BACK(1) BACK(2) BACK(3)
}

// 32 f32 to floats of 6 bits, those of the first half and of the second in turn, and back.
kernel void k_sixes(global const float *in, global const float *scale, global uint *narrow, global float *out) {
    const int id = get_global_id(0);
    const float s = scale[id];
    union { float e[16]; f32x16 v; } x, y;
    union { uint e[6]; u32x6 v; } p;
    union { float e[32]; f32x32 v; } r;
    for (int i = 0; i < 16; i++)
        x.e[i] = in[32 * id + i], y.e[i] = in[32 * id + 16 + i];
    p.v = __builtin_amdgcn_cvt_scalef32_2xpk16_fp6_f32(x.v, y.v, s);
    r.v = __builtin_amdgcn_cvt_scalef32_pk32_f32_fp6(p.v, s);
    for (int i = 0; i < 6; i++)
        narrow[6 * id + i] = p.e[i];
    for (int i = 0; i < 32; i++)
        out[32 * id + i] = r.e[i];
}

// 32 f16 to bf6, and back.
kernel void k_sixes_of_halves(global const half *in, global const float *scale, global uint *narrow, global half *out) {
    const int id = get_global_id(0);
    const float s = scale[id];
    union { half e[32]; f16x32 v; } x, r;
    union { uint e[6]; u32x6 v; } p;
    for (int i = 0; i < 32; i++)
        x.e[i] = in[32 * id + i];
    p.v = __builtin_amdgcn_cvt_scalef32_pk32_bf6_f16(x.v, s);
    r.v = __builtin_amdgcn_cvt_scalef32_pk32_f16_bf6(p.v, s);
    for (int i = 0; i < 6; i++)
        narrow[6 * id + i] = p.e[i];
    for (int i = 0; i < 32; i++)
        out[32 * id + i] = r.e[i];
}

// Rounded by random numbers, each the successor of that before.
kernel void k_random(global const float *in, global uint *seeds, global uint *out) {
    const int id = get_global_id(0);
    uint seed = seeds[id], p = 0;
    p = __builtin_amdgcn_cvt_scalef32_sr_fp8_f32(p, in[4 * id], seed, 4.0f, 0);
    seed = __builtin_amdgcn_prng_b32(seed);
    p = __builtin_amdgcn_cvt_scalef32_sr_fp8_f32(p, in[4 * id + 1], seed, 4.0f, 1);
    seed = __builtin_amdgcn_prng_b32(seed);
    p = __builtin_amdgcn_cvt_scalef32_sr_bf8_f32(p, in[4 * id + 2], seed, 4.0f, 2);
    seed = __builtin_amdgcn_prng_b32(seed);
    p = __builtin_amdgcn_cvt_scalef32_sr_bf8_f32(p, in[4 * id + 3], seed, 4.0f, 3);
    seeds[id] = __builtin_amdgcn_prng_b32(seed);
    out[id] = p;
}

// 32 at once, by a random number and its successors.
kernel void k_random_sixes(global const float *in, global const uint *seeds, global uint *out) {
    const int id = get_global_id(0);
    union { float e[32]; f32x32 v; } x;
    union { uint e[6]; u32x6 v; } p;
    for (int i = 0; i < 32; i++)
        x.e[i] = in[32 * id + i];
    p.v = __builtin_amdgcn_cvt_scalef32_sr_pk32_bf6_f32(x.v, seeds[id], 0.5f);
    for (int i = 0; i < 6; i++)
        out[6 * id + i] = p.e[i];
}

// f32 to halves of a dword, f16 and bf16.
kernel void k_random_halves(global const float *in, global const uint *seeds, global uint *out) {
    const int id = get_global_id(0);
    union { f16x2 h; bf16x2 b; uint u; } p, q;
    p.u = q.u = 0;
    p.h = __builtin_amdgcn_cvt_sr_f16_f32(p.h, in[2 * id], seeds[id], false);
    p.h = __builtin_amdgcn_cvt_sr_f16_f32(p.h, in[2 * id + 1], seeds[id], true);
    q.b = __builtin_amdgcn_cvt_sr_bf16_f32(q.b, in[2 * id], seeds[id], false);
    q.b = __builtin_amdgcn_cvt_sr_bf16_f32(q.b, in[2 * id + 1], seeds[id], true);
    out[2 * id] = p.u;
    out[2 * id + 1] = q.u;
}

// Functions of three bits by their tables.
kernel void k_tables(global const uint *in, global uint *out) {
    const int id = get_global_id(0), n = get_global_size(0);
    const uint a = in[3 * id], b = in[3 * id + 1], c = in[3 * id + 2];
    out[id] = __builtin_amdgcn_bitop3_b32(a, b, c, 0xca);
    out[n + id] = __builtin_amdgcn_bitop3_b32(a, b, c, 0x96);
    out[2 * n + id] = __builtin_amdgcn_bitop3_b32(a, b, c, 0x1d);
    out[3 * n + id] = __builtin_amdgcn_bitop3_b32(a, b, c, 0xe8);
    out[4 * n + id] = __builtin_amdgcn_bitop3_b32(a, b, c, 0x35);
    out[5 * n + id] = (ushort)__builtin_amdgcn_bitop3_b16((short)a, (short)b, (short)c, 0x6b);
    // A compiler finds these itself.
    out[6 * n + id] = (a & b) | (~a & c);
    out[7 * n + id] = (a ^ b) & ~c;
}

// Rows of lanes exchanged between two registers.
kernel void k_swaps(global const uint *in, global uint *out) {
    const int id = get_global_id(0), n = get_global_size(0);
    const uint a = in[id], b = in[n + id];
    u32x2 rows = __builtin_amdgcn_permlane16_swap(a, b, false, false);
    u32x2 halves = __builtin_amdgcn_permlane32_swap(a, b, false, false);
    out[id] = rows.x;
    out[n + id] = rows.y;
    out[2 * n + id] = halves.x;
    out[3 * n + id] = halves.y;
}

// A sum over a wave: the lanes of a row by DPP, rows and halves by swaps.
kernel void k_sum(global const int *in, global int *out) {
    const int id = get_global_id(0);
    int v = in[id];
    v += __builtin_amdgcn_update_dpp(0, v, 0xb1, 0xf, 0xf, false);
    v += __builtin_amdgcn_update_dpp(0, v, 0x4e, 0xf, 0xf, false);
    v += __builtin_amdgcn_update_dpp(0, v, 0x141, 0xf, 0xf, false);
    v += __builtin_amdgcn_update_dpp(0, v, 0x140, 0xf, 0xf, false);
    u32x2 p = __builtin_amdgcn_permlane16_swap(v, v, false, false);
    v = (int)(p.x + p.y);
    p = __builtin_amdgcn_permlane32_swap(v, v, false, false);
    out[id] = (int)(p.x + p.y);
}

// Columns of the LDS by transposing reads: rows of 16 elements of 16, 8, 6 and 4 bits. Each read is of a block of rows
// by each 16 lanes: 4 rows of 16 bits, 8 of 8, 16 of 4 and 6.
kernel void k_transposed(global const uint *in, global uint *out) {
    local uint bytes[512] __attribute__((aligned(16)));
    const int lane = get_local_id(0), part = lane / 16, at = lane % 16;
    in += get_group_id(0) * 512;
    out += (get_group_id(0) * 64 + lane) * 9;
    for (int i = 0; i < 8; i++)
        bytes[64 * i + lane] = in[64 * i + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    local uint *base = bytes + part * 128;
    union { i16x4 v; uint u[2]; } halves;
    union { i32x2 v; uint u[2]; } eights, fours;
    union { i32x3 v; uint u[3]; } sixes;
    halves.v = __builtin_amdgcn_ds_read_tr16_b64_v4i16((local i16x4 *)(base + at * 2));
    eights.v = __builtin_amdgcn_ds_read_tr8_b64_v2i32((local i32x2 *)(base + at * 2));
    fours.v = __builtin_amdgcn_ds_read_tr4_b64_v2i32((local i32x2 *)(base + at * 2));
    // Rows that are no whole number of 16 bytes apart are rows all the same.
    sixes.v = __builtin_amdgcn_ds_read_tr6_b96_v3i32((local i32x3 *)(base + at * 4));
    for (int i = 0; i < 2; i++)
        out[i] = halves.u[i], out[2 + i] = eights.u[i], out[4 + i] = fours.u[i];
    for (int i = 0; i < 3; i++)
        out[6 + i] = sixes.u[i];
}

// Loads of 12 and 16 bytes into the LDS, where lanes' follow each other every 16 bytes.
kernel void k_into_lds(global uint *in, global uint *out) {
    local uint twelve[256] __attribute__((aligned(16))), sixteen[256] __attribute__((aligned(16)));
    const int lane = get_local_id(0), group = get_group_id(0);
    for (int i = 0; i < 4; i++)
        twelve[64 * i + lane] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    // From last to first, so that lanes' addresses do not follow each other.
    global uint *from = in + group * 256 + (63 - lane) * 4;
    __builtin_amdgcn_global_load_lds(from, twelve, 12, 0, 0);
    __builtin_amdgcn_global_load_lds(from, sixteen, 16, 0, 0);
    __builtin_amdgcn_s_waitcnt(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++) {
        out[group * 512 + 64 * i + lane] = twelve[64 * i + lane];
        out[group * 512 + 256 + 64 * i + lane] = sixteen[64 * i + lane];
    }
}

// The same by a buffer's descriptor, behind the end of which zeros are.
kernel void k_buffer_into_lds(global uint *in, global uint *out) {
    local uint sixteen[256] __attribute__((aligned(16)));
    const int lane = get_local_id(0);
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(in, 0, 4 * 4 * 60, 0x00027000);
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, sixteen, 16, lane * 16, 0, 0, 0);
    __builtin_amdgcn_s_waitcnt(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++)
        out[64 * i + lane] = sixteen[64 * i + lane];
}

// The least and the greatest of three, and a NaN if one is.
kernel void k_least(global const float *in, global float *out) {
    const int id = get_global_id(0);
    const float a = in[3 * id], b = in[3 * id + 1], c = in[3 * id + 2];
    out[2 * id] = __builtin_elementwise_minimum(__builtin_elementwise_minimum(a, b), c);
    out[2 * id + 1] = __builtin_elementwise_maximum(__builtin_elementwise_maximum(a, b), c);
}

kernel void k_least_halves(global const f16x2 *in, global f16x2 *out) {
    const int id = get_global_id(0);
    const f16x2 a = in[3 * id], b = in[3 * id + 1], c = in[3 * id + 2];
    out[2 * id] = __builtin_elementwise_minimum(__builtin_elementwise_minimum(a, b), c);
    out[2 * id + 1] = __builtin_elementwise_maximum(__builtin_elementwise_maximum(a, b), c);
}

// Sums of two products of bf16, with an addend and clamped.
kernel void k_dots(global const i16x2 *in, global const float *addend, global float *out) {
    const int id = get_global_id(0);
    const i16x2 a = in[2 * id], b = in[2 * id + 1];
    out[2 * id] = __builtin_amdgcn_fdot2_f32_bf16(a, b, addend[id], false);
    out[2 * id + 1] = __builtin_amdgcn_fdot2_f32_bf16(b, a, 0.0f, true);
}

// Pairs of bf16 added to memory: global, by flat addresses and in the LDS. Work-groups of several waves.
kernel void k_atomics(global const i16x2 *in, global i16x2 *out) {
    local i16x2 sums[8];
    const int id = get_global_id(0), l = get_local_id(0);
    if (l < 8)
        sums[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __builtin_amdgcn_ds_atomic_fadd_v2bf16(&sums[l % 8], in[id]);
    __builtin_amdgcn_global_atomic_fadd_v2bf16(&out[l % 8], in[id]);
    __builtin_amdgcn_flat_atomic_fadd_v2bf16((generic i16x2 *)&out[8 + l % 8], in[id]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8)
        out[16 + 8 * get_group_id(0) + l] = sums[l];
}

// Two numbers shifted and saturated to bytes.
kernel void k_shifts(global const int *in, global uint *out) {
    const int id = get_global_id(0);
    const int a = in[3 * id], b = in[3 * id + 1], by = in[3 * id + 2];
    out[2 * id] = (ushort)__builtin_amdgcn_ashr_pk_i8_i32(a, b, by);
    out[2 * id + 1] = (ushort)__builtin_amdgcn_ashr_pk_u8_i32(a, b, by);
}

// f32 to pairs of f16 and of bf16 to nearest, and bf16 to f32.
kernel void k_pairs(global const float *in, global uint *out) {
    const int id = get_global_id(0);
    union { f16x2 h; bf16x2 b; uint u; float f; } p, q, r;
    p.h = (f16x2)((half)in[2 * id], (half)in[2 * id + 1]);
    q.b = __builtin_convertvector((f32x2)(in[2 * id], in[2 * id + 1]), bf16x2);
    r.f = (float)q.b.x;
    out[3 * id] = p.u;
    out[3 * id + 1] = q.u;
    out[3 * id + 2] = r.u;
}

// All of the LDS: more than offsets of instructions reach.
kernel void k_whole_lds(global const uint *in, global uint *out) {
    local uint all[40960];
    const int l = get_local_id(0), n = get_local_size(0);
    for (int i = l; i < 40960; i += n)
        all[i] = i * 2654435761u ^ in[i % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int i = l; i < 40960; i += n)
        sum = sum * 31 + all[40959 - i];
    out[l] = sum + all[40959];
}
