// LDS, private memory, a table of constants, a function that is not inlined, two kernels.
__constant float table[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

__attribute__((noinline)) static float helper(float x, __global float *y, int n) {
    volatile float t[8];
    for (int i = 0; i < 8; i++)
        t[i] = x * i;
    float s = 0;
    for (int i = 0; i < n; i++)
        s += t[i & 7] * y[i];
    return s;
}

__kernel __attribute__((reqd_work_group_size(64, 2, 1))) void sums(__global float *y, int n, char3 c) {
    __local float l[64];
    uint i = __builtin_amdgcn_workgroup_id_y() * 64 + __builtin_amdgcn_workitem_id_x();
    l[i & 63] = y[i] + __builtin_amdgcn_workitem_id_y();
    __builtin_amdgcn_s_barrier();
    y[i] = helper(table[i & 15] + l[63 - (i & 63)] + c.y, y, n);
}

__kernel void dynamic(__local int *l, __global int *out, ulong n) {
    l[__builtin_amdgcn_workitem_id_x()] = n;
    __builtin_amdgcn_s_barrier();
    out[__builtin_amdgcn_workitem_id_x()] = l[n & 63];
}
