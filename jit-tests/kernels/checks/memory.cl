// Kernels that a card executes otherwise than they are meant, and the same as they should be. Each line that is wrong
// stands alone. Work-groups have 256 work-items.
#define LOCAL __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()
#define GLOBAL (GROUP * 256 + LOCAL)
#define BARRIER()                                                                                                      \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                                         \
    } while (0)
#define ADD(p, v, order, scope) __opencl_atomic_fetch_add((volatile __global atomic_int *)(p), v, order, scope)
#define DEVICE memory_scope_device

// R01: the neighbour's value, before it has come.
__kernel void no_barrier(__global float *out, __global const float *in) {
    __local float t[256];
    t[LOCAL] = in[GLOBAL];
    out[GLOBAL] = t[255 - LOCAL];
}

__kernel void barrier_between(__global float *out, __global const float *in) {
    __local float t[256];
    t[LOCAL] = in[GLOBAL];
    BARRIER();
    out[GLOBAL] = t[255 - LOCAL];
}

// The second barrier of a loop is missing: a read races with the write of the next round.
__kernel void one_barrier(__global float *out, __global const float *in) {
    __local float t[256];
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        t[LOCAL] = in[GLOBAL] + i;
        BARRIER();
        sum += t[LOCAL ^ 64];
    }
    out[GLOBAL] = sum;
}

// Bytes of one dword, by different waves: no race.
__kernel void bytes(__global uchar *out, __global const uchar *in) {
    out[(LOCAL & 63) * 4 + LOCAL / 64 + GROUP * 256] = in[GLOBAL];
}

// R04: all work-groups write the same places.
__kernel void groups(__global int *out) {
    out[LOCAL] = GROUP;
}

// The same value by all: harmless.
__kernel void same_value(__global int *out) {
    out[LOCAL] = 7;
}

__kernel void counts(__global int *out) {
    ADD(&out[LOCAL & 3], 1, memory_order_relaxed, DEVICE);
}

// R05: an atomic, and a plain read of it.
__kernel void mixed(__global int *out) {
    if (GROUP == 0)
        ADD(&out[0], 1, memory_order_relaxed, DEVICE);
    else
        out[GLOBAL] = out[0];
}

// The last work-group adds up what all have written.
__kernel void last_group(__global int *part, __global int *done, __global int *out) {
    if (LOCAL != 0)
        return;
    part[GROUP] = GROUP + 1;
    if (ADD(done, 1, memory_order_acq_rel, DEVICE) != 7)
        return;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 8; i++)
        sum += part[i];
    *out = sum;
}

// R04: the same without any order.
__kernel void last_unordered(__global int *part, __global int *done, __global int *out) {
    if (LOCAL != 0)
        return;
    part[GROUP] = GROUP + 1;
    if (ADD(done, 1, memory_order_relaxed, DEVICE) != 7)
        return;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 8; i++)
        sum += part[i];
    *out = sum;
}

// R07: told, and read from the cache as it was before.
__kernel void last_released(__global int *part, __global int *done, __global int *out) {
    if (LOCAL != 0)
        return;
    part[GROUP] = GROUP + 1;
    if (ADD(done, 1, memory_order_release, DEVICE) != 7)
        return;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 8; i++)
        sum += part[i];
    *out = sum;
}

// M01: 64 of 256 are there.
__kernel void overrun(__global int *out) {
    __local int t[64];
    t[LOCAL] = LOCAL;
    BARRIER();
    out[GLOBAL] = t[LOCAL & 63];
}

// M03 before gfx9, where LDS addresses are aligned.
__kernel void crooked(__global int *out) {
    __local char t[1028];
    for (int i = 0; i < 4; i++)
        t[LOCAL * 4 + i] = LOCAL;
    BARRIER();
    __local int *p = (__local int *)(t + LOCAL * 4 + (GROUP == 1));
    out[GLOBAL] = *p;
}
