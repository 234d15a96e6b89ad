/* Atomics of 32 and 64 bits on global and local memory, against sums, extremes and permutations that the host
 * knows. */
#include "opencl.h"

enum { N = 1 << 14, GROUP = 256 };

static const char *SOURCE =
    "#define ALL(X, v) \\\n"
    "    atomic_add(X, v); atomic_sub(X + 1, v); atomic_min(X + 2, v); atomic_max(X + 3, v); \\\n"
    "    atomic_and(X + 4, v | 0xf0f0); atomic_or(X + 5, v); atomic_xor(X + 6, v); \\\n"
    "    atomic_inc(X + 7); atomic_dec(X + 8);\n"
    "kernel void ints(global int *x, global uint *y, global const int *v)\n"
    "{ int i = v[get_global_id(0)]; ALL(x, i) ALL(y, (uint)i) }\n"
    /* Within each group, then written out. */
    "kernel void locals(global int *out, global const int *v)\n"
    "{\n"
    "    local int x[9];\n"
    "    int l = get_local_id(0);\n"
    "    if (l < 9) x[l] = out[l];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    int i = v[get_global_id(0)];\n"
    "    ALL(x, i)\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (l < 9) out[9 * (get_group_id(0) + 1) + l] = x[l];\n"
    "}\n"
    /* Each draws its own number; a list in memory by exchange; a sum of floats by compare and exchange. */
    "kernel void returned(global uint *next, global uint *drawn, global uint *chain, global float *sum)\n"
    "{\n"
    "    uint i = get_global_id(0);\n"
    "    drawn[i] = atomic_inc(next);\n"
    "    chain[1 + i] = atomic_xchg(chain, i);\n"
    "    volatile global uint *bits = (volatile global uint *)sum;\n"
    "    uint old = *bits, seen;\n"
    "    while ((seen = atomic_cmpxchg(bits, old, as_uint(as_float(old) + 0.5f))) != old) old = seen;\n"
    "}\n";

static const char *SOURCE64 =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
    "kernel void longs(global long *x, global ulong *y, global const long *v)\n"
    "{\n"
    "    long i = v[get_global_id(0)];\n"
    "    atom_add(x, i); atom_sub(x + 1, i); atom_min(x + 2, i); atom_max(x + 3, i); atom_and(x + 4, i | 0xf0f0);\n"
    "    atom_or(x + 5, i); atom_xor(x + 6, i); atom_inc(x + 7); atom_dec(x + 8);\n"
    "    atom_min(y, (ulong)i); atom_max(y + 1, (ulong)i);\n"
    "}\n";

static int32_t v[N];

/* The state of the nine words after a value. */
#define STEP(T, x, i)                                                                                                  \
    do {                                                                                                               \
        T now = (T)(i);                                                                                                \
        x[0] += now, x[1] -= now;                                                                                      \
        x[2] = now < x[2] ? now : x[2], x[3] = now > x[3] ? now : x[3];                                                \
        x[4] &= now | 0xf0f0, x[5] |= now, x[6] ^= now;                                                                \
        x[7]++, x[8]--;                                                                                                \
    } while (0)

static void ints(cl_program program)
{
    uint32_t first[9] = {0, 0, 0x7fff0000, 5, ~0u, 0, 77, 1, 2}, wanted[9], got[9];
    int32_t signs[9];
    cl_kernel kernel = kernel_of(program, "ints");
    cl_mem x = buffer(CL_MEM_COPY_HOST_PTR, sizeof first, first), y = buffer(CL_MEM_COPY_HOST_PTR, sizeof first, first);
    cl_mem values = buffer(CL_MEM_COPY_HOST_PTR, sizeof v, v);
    SET(kernel, 0, x);
    SET(kernel, 1, y);
    SET(kernel, 2, values);
    launch(kernel, N, GROUP);
    memcpy(wanted, first, sizeof first);
    memcpy(signs, first, sizeof first);
    for (int i = 0; i < N; i++) {
        STEP(uint32_t, wanted, v[i]);
        signs[2] = v[i] < signs[2] ? v[i] : signs[2];
        signs[3] = v[i] > signs[3] ? v[i] : signs[3];
    }
    take(y, got, sizeof got);
    CHECK(memcmp(got, wanted, sizeof got) == 0);
    wanted[2] = signs[2], wanted[3] = signs[3];
    take(x, got, sizeof got);
    CHECK(memcmp(got, wanted, sizeof got) == 0);

    enum { GROUPS = N / GROUP };
    static int32_t groups[9 * (GROUPS + 1)];
    memcpy(groups, first, sizeof first);
    cl_mem out = buffer(CL_MEM_COPY_HOST_PTR, sizeof groups, groups);
    kernel = kernel_of(program, "locals");
    SET(kernel, 0, out);
    SET(kernel, 1, values);
    launch(kernel, N, GROUP);
    take(out, groups, sizeof groups);
    for (int g = 0; g < GROUPS; g++) {
        int32_t is[9];
        memcpy(wanted, first, sizeof first);
        memcpy(is, first, sizeof is);
        for (int i = 0; i < GROUP; i++) {
            int32_t value = v[g * GROUP + i];
            STEP(uint32_t, wanted, value);
            is[2] = value < is[2] ? value : is[2];
            is[3] = value > is[3] ? value : is[3];
        }
        wanted[2] = is[2], wanted[3] = is[3];
        CHECK(memcmp(groups + 9 * (g + 1), wanted, sizeof wanted) == 0);
    }
}

static void returned(cl_program program)
{
    static uint32_t drawn[N], chain[N + 1], seen[N];
    uint32_t zero = 0;
    float sum = 0;
    chain[0] = ~0u;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, 4, &zero), b = buffer(0, sizeof drawn, NULL);
    cl_mem c = buffer(CL_MEM_COPY_HOST_PTR, sizeof chain, chain), d = buffer(CL_MEM_COPY_HOST_PTR, 4, &sum);
    cl_kernel kernel = kernel_of(program, "returned");
    SET(kernel, 0, a);
    SET(kernel, 1, b);
    SET(kernel, 2, c);
    SET(kernel, 3, d);
    launch(kernel, N, GROUP);
    take(b, drawn, sizeof drawn);
    take(c, chain, sizeof chain);
    take(d, &sum, 4);
    for (int i = 0; i < N; i++)
        CHECK(drawn[i] < N && !seen[drawn[i]]++);
    /* From the last one to the first, all of them once. */
    int length = 0;
    for (uint32_t at = chain[0]; at != ~0u; at = chain[1 + at], length++)
        CHECK(at < N && seen[at]++ == 1);
    CHECK(length == N && sum == N / 2);
}

static void longs(void)
{
    static int64_t w[N];
    int64_t first[9] = {0, 0, INT64_MAX, INT64_MIN, -1, 0, 77, 1, 2}, wanted[9], got[9];
    uint64_t extremes[2] = {~0ull, 0}, least = ~0ull, most = 0;
    memcpy(wanted, first, sizeof first);
    for (int i = 0; i < N; i++) {
        w[i] = (int64_t)((uint64_t)next_number() << 32 | next_number());
        uint64_t *x = (uint64_t *)wanted;
        uint64_t value = w[i];
        x[0] += value, x[1] -= value, x[4] &= value | 0xf0f0, x[5] |= value, x[6] ^= value, x[7]++, x[8]--;
        wanted[2] = w[i] < wanted[2] ? w[i] : wanted[2];
        wanted[3] = w[i] > wanted[3] ? w[i] : wanted[3];
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    cl_mem x = buffer(CL_MEM_COPY_HOST_PTR, sizeof first, first), values = buffer(CL_MEM_COPY_HOST_PTR, sizeof w, w);
    cl_mem y = buffer(CL_MEM_COPY_HOST_PTR, sizeof extremes, extremes);
    cl_kernel kernel = kernel_of(build(SOURCE64, ""), "longs");
    SET(kernel, 0, x);
    SET(kernel, 1, y);
    SET(kernel, 2, values);
    launch(kernel, N, GROUP);
    take(x, got, sizeof got);
    CHECK(memcmp(got, wanted, sizeof got) == 0);
    take(y, extremes, sizeof extremes);
    CHECK(extremes[0] == least && extremes[1] == most);
}

int main(void)
{
    start();
    for (int i = 0; i < N; i++)
        v[i] = (int32_t)next_number();
    cl_program program = build(SOURCE, "");
    ints(program);
    returned(program);
    CHECK(offers("cl_khr_int64_base_atomics") && offers("cl_khr_int64_extended_atomics"));
    longs();
    return right();
}
