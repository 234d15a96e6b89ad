// Scans and reductions over a wave and over a work-group, and histograms, by hand. The arguments of all
// kernels: one value per work-item, one result per work-item.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx803

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define MAX_GROUP 256
#define ADD(a, b) ((a) + (b))
#define MIN(a, b) min(a, b)
#define MAX(a, b) max(a, b)

// Hillis and Steele: log2(n) steps, each adding what lies 1, 2, 4, ... places before.
#define HILLIS_STEELE(T, name, OP)                                                          \
    kernel void scan_steps_##name##_##T(global const T *in, global T *out) {                \
        local T a[MAX_GROUP];                                                               \
        const uint lid = get_local_id(0), n = get_local_size(0);                            \
        a[lid] = in[get_global_id(0)];                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        for (uint step = 1; step < n; step *= 2) {                                          \
            const T other = lid >= step ? a[lid - step] : a[lid];                           \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
            if (lid >= step)                                                                \
                a[lid] = OP(a[lid], other);                                                 \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
        }                                                                                   \
        out[get_global_id(0)] = a[lid];                                                     \
    }

// Blelloch: up the tree and down again; exclusive. The group's size is a power of two.
#define BLELLOCH(T)                                                                         \
    kernel void scan_tree_##T(global const T *in, global T *out) {                          \
        local T a[MAX_GROUP];                                                               \
        const uint lid = get_local_id(0), n = get_local_size(0);                            \
        a[lid] = in[get_global_id(0)];                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        uint offset = 1;                                                                    \
        for (uint d = n / 2; d > 0; d /= 2, offset *= 2) {                                  \
            if (lid < d)                                                                    \
                a[offset * (2 * lid + 2) - 1] += a[offset * (2 * lid + 1) - 1];             \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
        }                                                                                   \
        if (lid == 0)                                                                       \
            a[n - 1] = 0;                                                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        for (uint d = 1; d < n; d *= 2) {                                                   \
            offset /= 2;                                                                    \
            if (lid < d) {                                                                  \
                const T left = a[offset * (2 * lid + 1) - 1];                               \
                a[offset * (2 * lid + 1) - 1] = a[offset * (2 * lid + 2) - 1];              \
                a[offset * (2 * lid + 2) - 1] += left;                                      \
            }                                                                               \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
        }                                                                                   \
        out[get_global_id(0)] = a[lid];                                                     \
    }

// Halving; every work-item gets the result.
#define TREE(T, name, OP)                                                                   \
    kernel void reduce_##name##_##T(global const T *in, global T *out) {                    \
        local T a[MAX_GROUP];                                                               \
        const uint lid = get_local_id(0);                                                   \
        a[lid] = in[get_global_id(0)];                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {       \
            if (lid < half_size)                                                            \
                a[lid] = OP(a[lid], a[lid + half_size]);                                    \
            barrier(CLK_LOCAL_MEM_FENCE);                                                   \
        }                                                                                   \
        out[get_global_id(0)] = a[0];                                                       \
    }

#define TYPE(T)                                                                             \
    HILLIS_STEELE(T, add, ADD)                                                              \
    HILLIS_STEELE(T, max, MAX)                                                              \
    BLELLOCH(T)                                                                             \
    TREE(T, add, ADD)                                                                       \
    TREE(T, min, MIN)                                                                       \
    TREE(T, max, MAX)

TYPE(int)
TYPE(uint)
TYPE(long)
TYPE(ulong)
TYPE(char)
TYPE(ushort)
TYPE(float)
TYPE(double)

// Votes of a whole group.
kernel void votes_int(global const int *in, global int *out) {
    local int any, all;
    if (get_local_id(0) == 0) {
        any = 0;
        all = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[get_global_id(0)] & 1)
        any = 1;
    if (!(in[get_global_id(0)] & 2))
        all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = any + 2 * all;
}

// A histogram of bytes, as many bins as the group has work-items, by local atomics; each group counts
// its part of the values.
kernel void histogram_uint(global const uint *in, global uint *out) {
    local uint bins[MAX_GROUP];
    const uint lid = get_local_id(0), n = get_local_size(0);
    bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint packed = in[get_global_id(0)];
    for (uint shift = 0; shift < 32; shift += 8)
        atomic_inc(&bins[(packed >> shift & 0xff) % n]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = bins[lid];
}

// A transposition of the group's values, seen as a square, through padded local memory.
kernel void transpose_uint(global const uint *in, global uint *out) {
    local uint tile[16][17];
    const uint lid = get_local_id(0);
    tile[lid / 16][lid % 16] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[lid % 16][lid / 16];
}

// Bitonic sort of the group's values.
kernel void sort_int(global const int *in, global int *out) {
    local int a[MAX_GROUP];
    const uint lid = get_local_id(0), n = get_local_size(0);
    a[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint size = 2; size <= n; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            const uint other = lid ^ stride;
            const int mine = a[lid], theirs = a[other];
            const bool smaller = (lid & size) == 0 ? lid < other : lid > other;
            barrier(CLK_LOCAL_MEM_FENCE);
            a[lid] = smaller ? min(mine, theirs) : max(mine, theirs);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[get_global_id(0)] = a[lid];
}
