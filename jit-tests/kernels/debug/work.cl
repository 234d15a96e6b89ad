// A kernel for the debugger: a barrier between two waves, a function that is inlined, one that is called twice.

static float scale(float v, int k)
{
    float r = v * 2.0f;
    return r + k;
}

__attribute__((noinline)) static float square(float a, int i)
{
    float b = a + i;
    return b * b;
}

__kernel void work(__global float *out, __global const float *in, int n)
{
    __local float tile[128];
    int l = __builtin_amdgcn_workitem_id_x();
    int i = __builtin_amdgcn_workgroup_id_x() * 128 + l;
    tile[l] = in[i];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    float x = tile[127 - l];
    float y = scale(x, n);
    for (int k = 0; k < 2; k++)
        y = square(y, k);
    if (l & 1)
        y = -y;
    out[i] = y;
}
