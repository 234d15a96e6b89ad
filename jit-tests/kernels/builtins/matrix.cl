// Matrix instructions, and what else came with them: packed f32, sums in memory, 8-bit floats. One wave to a
// work-group, but where a kernel says otherwise.

// options: -cl-std=CL2.0
// levels: O0 O2 O3
// without: gfx600 (no matrix instructions)
// without: gfx700 (no matrix instructions)
// without: gfx803 (no matrix instructions)
// without: gfx900 (no matrix instructions)
// without: gfx906 (no matrix instructions)

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Length of all sums.
#define K 32

typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef float f32x32 __attribute__((ext_vector_type(32)));
typedef int i32x4 __attribute__((ext_vector_type(4)));
typedef int i32x32 __attribute__((ext_vector_type(32)));
typedef int i32x16 __attribute__((ext_vector_type(16)));
typedef double f64x4 __attribute__((ext_vector_type(4)));

// Where element r of a lane's accumulator lies: block, row, column.
#define AT_4(r) (lane / 4), (r), (lane % 4)
#define AT_16(r) ((r) / 4), (4 * (lane / 16) + (r) % 4), (lane % 16)
#define AT_32(r) ((r) / 16), (8 * ((r) % 16 / 4) + 4 * (lane / 32) + (r) % 4), (lane % 32)
#define AT_F64_4(r) (lane / 4 % 4), (lane / 16), (lane % 4)
#define AT_F64_16(r) 0, (4 * (r) + lane / 16), (lane % 16)
#define PLACE_(m, block, row, column) (((block) * (m) + (row)) * (m) + (column))
#define PLACE(...) PLACE_(__VA_ARGS__)

// D += A * B in blocks of m by m, with K products to a sum: A[block][row][k], B[block][k][column], D[block][row][column].
// A lane has `each` elements of A and of B, which lie side by side along k.
#define PRODUCT(name, in, operand, each, m, blocks, out, accumulator, count, at, call)               \
    kernel void k_##name(global const in *a, global const in *b, global out *d) {                    \
        const int lane = get_local_id(0), group = get_group_id(0);                                   \
        const int i = lane % m, block = lane / m % blocks, part = lane / m / blocks;                 \
        a += group * blocks * m * K;                                                                 \
        b += group * blocks * m * K;                                                                 \
        d += group * blocks * m * m;                                                                 \
        union { out e[count]; accumulator v; } sum;                                                  \
        for (int r = 0; r < count; r++)                                                              \
            sum.e[r] = d[PLACE(m, at(r))];                                                           \
        for (int k = 0; k < K; k += each * (64 / (m * blocks))) {                                    \
            union { in e[each]; operand v; } x, y;                                                   \
            for (int e = 0; e < each; e++) {                                                         \
                const int at_k = k + part * each + e;                                                \
                x.e[e] = a[(block * m + i) * K + at_k];                                              \
                y.e[e] = b[(block * K + at_k) * m + i];                                              \
            }                                                                                        \
            sum.v = call(x.v, y.v, sum.v, 0, 0, 0);                                                  \
        }                                                                                            \
        for (int r = 0; r < count; r++)                                                              \
            d[PLACE(m, at(r))] = sum.e[r];                                                           \
    }

PRODUCT(f32_32x32x2, float, float, 1, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x2f32)
PRODUCT(f32_16x16x4, float, float, 1, 16, 1, float, f32x4, 4, AT_16, __builtin_amdgcn_mfma_f32_16x16x4f32)
PRODUCT(f32_32x32x1, float, float, 1, 32, 2, float, f32x32, 32, AT_32, __builtin_amdgcn_mfma_f32_32x32x1f32)
PRODUCT(f32_16x16x1, float, float, 1, 16, 4, float, f32x16, 16, AT_16, __builtin_amdgcn_mfma_f32_16x16x1f32)
PRODUCT(f32_4x4x1, float, float, 1, 4, 16, float, f32x4, 4, AT_4, __builtin_amdgcn_mfma_f32_4x4x1f32)
PRODUCT(f16_32x32x8, half, half4, 4, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x8f16)
PRODUCT(f16_16x16x16, half, half4, 4, 16, 1, float, f32x4, 4, AT_16, __builtin_amdgcn_mfma_f32_16x16x16f16)
PRODUCT(f16_32x32x4, half, half4, 4, 32, 2, float, f32x32, 32, AT_32, __builtin_amdgcn_mfma_f32_32x32x4f16)
PRODUCT(f16_16x16x4, half, half4, 4, 16, 4, float, f32x16, 16, AT_16, __builtin_amdgcn_mfma_f32_16x16x4f16)
PRODUCT(f16_4x4x4, half, half4, 4, 4, 16, float, f32x4, 4, AT_4, __builtin_amdgcn_mfma_f32_4x4x4f16)
PRODUCT(i8_32x32x4, char, int, 4, 32, 2, int, i32x32, 32, AT_32, __builtin_amdgcn_mfma_i32_32x32x4i8)
PRODUCT(i8_4x4x4, char, int, 4, 4, 16, int, i32x4, 4, AT_4, __builtin_amdgcn_mfma_i32_4x4x4i8)
#if !defined(__gfx942__)
PRODUCT(i8_32x32x8, char, int, 4, 32, 1, int, i32x16, 16, AT_32, __builtin_amdgcn_mfma_i32_32x32x8i8)
PRODUCT(i8_16x16x16, char, int, 4, 16, 1, int, i32x4, 4, AT_16, __builtin_amdgcn_mfma_i32_16x16x16i8)
PRODUCT(bf16_32x32x4, short, short2, 2, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x4bf16)
PRODUCT(bf16_16x16x2, short, short2, 2, 16, 4, float, f32x16, 16, AT_16, __builtin_amdgcn_mfma_f32_16x16x2bf16)
#endif
#if !defined(__gfx908__)
PRODUCT(bf16_1k_32x32x8, short, short4, 4, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x8bf16_1k)
PRODUCT(bf16_1k_16x16x16, short, short4, 4, 16, 1, float, f32x4, 4, AT_16, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k)
PRODUCT(f64_16x16x4, double, double, 1, 16, 1, double, f64x4, 4, AT_F64_16, __builtin_amdgcn_mfma_f64_16x16x4f64)
PRODUCT(f64_4x4x4, double, double, 1, 4, 4, double, double, 1, AT_F64_4, __builtin_amdgcn_mfma_f64_4x4x4f64)
#endif
#if defined(__gfx942__)
PRODUCT(i8_32x32x16, char, long, 8, 32, 1, int, i32x16, 16, AT_32, __builtin_amdgcn_mfma_i32_32x32x16_i8)
PRODUCT(i8_16x16x32, char, long, 8, 16, 1, int, i32x4, 4, AT_16, __builtin_amdgcn_mfma_i32_16x16x32_i8)
PRODUCT(xf32_32x32x4, float, float2, 2, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x4_xf32)
PRODUCT(xf32_16x16x8, float, float2, 2, 16, 1, float, f32x4, 4, AT_16, __builtin_amdgcn_mfma_f32_16x16x8_xf32)
PRODUCT(fp8_32x32x16, uchar, long, 8, 32, 1, float, f32x16, 16, AT_32, __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8)
PRODUCT(bf8_16x16x32, uchar, long, 8, 16, 1, float, f32x4, 4, AT_16, __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8)

// A has 16 of 32 along k: of four that lie side by side, two; `which` says which, two bits for each.
kernel void k_sparse_f16_16x16x32(global const half *a, global const half *b, global float *d, global const int *which) {
    const int lane = get_local_id(0), group = get_group_id(0), i = lane % 16, part = lane / 16;
    union { half e[4]; half4 v; } x;
    union { half e[8]; half8 v; } y;
    for (int e = 0; e < 4; e++)
        x.e[e] = a[(group * 16 + i) * 16 + 4 * part + e];
    for (int e = 0; e < 8; e++)
        y.e[e] = b[(group * 32 + 8 * part + e) * 16 + i];
    union { float e[4]; f32x4 v; } sum;
    for (int r = 0; r < 4; r++)
        sum.e[r] = d[group * 256 + PLACE(16, AT_16(r))];
    sum.v = __builtin_amdgcn_smfmac_f32_16x16x32_f16(x.v, y.v, sum.v, which[group * 64 + lane], 0, 0);
    for (int r = 0; r < 4; r++)
        d[group * 256 + PLACE(16, AT_16(r))] = sum.e[r];
}

// Pairs of f32 to 8-bit floats, and back; which word, by the lane.
kernel void k_fp8(global const float *in, global float *out) {
    const int id = get_global_id(0);
    const float x = in[2 * id], y = in[2 * id + 1];
    int packed = __builtin_amdgcn_cvt_pk_fp8_f32(x, y, 0, false);
    packed = __builtin_amdgcn_cvt_pk_bf8_f32(x, y, packed, true);
    out[4 * id] = __builtin_amdgcn_cvt_f32_fp8(packed, 0);
    out[4 * id + 1] = __builtin_amdgcn_cvt_f32_fp8(packed, 1);
    out[4 * id + 2] = __builtin_amdgcn_cvt_f32_bf8(packed, 2);
    out[4 * id + 3] = __builtin_amdgcn_cvt_f32_bf8(packed, 3);
}
#endif

// The 16 blocks in fours, each with A of the second of its four; B is read 16 lanes further on.
kernel void k_modifiers(global const float *a, global const float *b, global float *d) {
    const int lane = get_local_id(0), at = get_group_id(0) * 64 + lane;
    union { float e[4]; f32x4 v; } sum;
    sum.v = (f32x4)(1.0f);
    sum.v = __builtin_amdgcn_mfma_f32_4x4x1f32(a[at], b[at], sum.v, 2, 1, 3);
    for (int r = 0; r < 4; r++)
        d[4 * at + r] = sum.e[r];
}

// D = A * B of 64 by K and K by 128, in eight tiles at once: 128 registers of accumulators.
#define TILES(name, attributes)                                                                      \
    kernel attributes void k_##name(global const float *a, global const float *b, global float *d) { \
        const int lane = get_local_id(0), i = lane % 32, part = lane / 32;                           \
        f32x16 sum[2][4];                                                                            \
        _Pragma("unroll") for (int p = 0; p < 2; p++)                                                \
            _Pragma("unroll") for (int q = 0; q < 4; q++)                                            \
                sum[p][q] = (f32x16)(0.0f);                                                          \
        for (int k = 0; k < K; k += 2) {                                                             \
            _Pragma("unroll") for (int p = 0; p < 2; p++) {                                          \
                const float x = a[(32 * p + i) * K + k + part];                                      \
                _Pragma("unroll") for (int q = 0; q < 4; q++)                                        \
                    sum[p][q] = __builtin_amdgcn_mfma_f32_32x32x2f32(                                \
                        x, b[(k + part) * 128 + 32 * q + i], sum[p][q], 0, 0, 0);                    \
            }                                                                                        \
        }                                                                                            \
        _Pragma("unroll") for (int p = 0; p < 2; p++)                                                \
            _Pragma("unroll") for (int q = 0; q < 4; q++)                                            \
                _Pragma("unroll") for (int r = 0; r < 16; r++) {                                     \
                    const int row = 8 * (r / 4) + 4 * (lane / 32) + r % 4;                           \
                    d[(32 * p + row) * 128 + 32 * q + lane % 32] = sum[p][q][r];                     \
                }                                                                                    \
    }
TILES(tiles, )
// With few registers: accumulators go to private memory. For 8 waves of gfx908 clang 19 stores one register in the place
// of another at the end (docs/found.md).
#if !defined(WAVES) && defined(__gfx908__)
#define WAVES 6
#elif !defined(WAVES)
#define WAVES 8
#endif
TILES(spilled, __attribute__((amdgpu_waves_per_eu(WAVES, WAVES))))

// More than 256 values live at once: VGPRs go to accumulation registers, or to private memory.
kernel void k_many_values(global const float *in, global float *out) {
    const int id = get_global_id(0), n = get_global_size(0);
    float v[300];
    _Pragma("unroll") for (int i = 0; i < 300; i++)
        v[i] = in[(id + 7 * i) % n] * (i + 1);
    // What keeps them in registers.
    barrier(CLK_GLOBAL_MEM_FENCE);
    float sum = 0.0f;
    _Pragma("unroll") for (int i = 299; i >= 0; i--)
        sum = 0.5f * sum + v[i];
    out[id] = sum;
}

// Pairs of f32 at once, where the target has them.
kernel void k_pairs(global const float2 *in, global float2 *out) {
    const int id = get_global_id(0), n = get_global_size(0);
    float2 x = in[id], y = in[n + id], z = in[2 * n + id];
    float2 r = fma(x, y, z);
    r = r * y.yx;
    r = r + (float2)(z.y, x.x);
    r = fma(r, (float2)(2.0f), (float2)(x.y));
    out[id] = r;
}

// Sums of f32 in memory: each element is a small whole number, so that their order does not matter.
kernel void k_sum_f32(global const float *in, global float *sums) {
    const int id = get_global_id(0);
    global float *at = sums + id % 8;
    const float x = in[id];
    __asm__ volatile("global_atomic_add_f32 %0, %1, off\n\ts_waitcnt vmcnt(0)" ::"v"(at), "v"(x) : "memory");
}

typedef half half2_ __attribute__((ext_vector_type(2)));
kernel void k_sum_f16(global const half *in, global half *sums) {
    const int id = get_global_id(0);
    global half2_ *at = (global half2_ *)sums + id % 8;
    const half2_ x = {in[2 * id], in[2 * id + 1]};
    __asm__ volatile("global_atomic_pk_add_f16 %0, %1, off\n\ts_waitcnt vmcnt(0)" ::"v"(at), "v"(x) : "memory");
}

#if !defined(__gfx908__)
// Sums, minima and maxima of f64: in the LDS, in memory, and by flat addresses.
kernel void k_atomics_f64(global const double *in, global double *out) {
    local double shared_sum;
    const int id = get_global_id(0);
    if (get_local_id(0) == 0)
        shared_sum = 0.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __builtin_amdgcn_ds_atomic_fadd_f64(&shared_sum, in[id]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        __builtin_amdgcn_global_atomic_fadd_f64(out, shared_sum);
    __builtin_amdgcn_global_atomic_fmin_f64(out + 1, in[id]);
    __builtin_amdgcn_global_atomic_fmax_f64(out + 2, in[id]);
    double *flat = id & 1 ? (double *)(out + 3) : (double *)(out + 4);
    __builtin_amdgcn_flat_atomic_fadd_f64(flat, in[id]);
}
#endif
