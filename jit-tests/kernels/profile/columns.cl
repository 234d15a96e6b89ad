// Lanes write to one bank of the LDS, and a quarter of them reads it again: for gcn-jit profile.

static float scaled(float x)
{
    return __builtin_fmaf(x, 3.0f, 1.0f);
}

static void put(__local float *tile, uint row, float value)
{
    tile[row * 32] = scaled(value);
}

__attribute__((noinline)) static float sum(__local const float *tile, uint row)
{
    float all = 0.0f;
    for (uint i = 0; i < 4; i++)
        all += tile[(row + 16 * i) * 32];
    return all;
}

__kernel void columns(__global const float *in, __global float *out)
{
    __local float tile[64 * 32];
    uint lane = __builtin_amdgcn_workitem_id_x();
    put(tile, lane, in[lane]);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    if (lane < 16)
        out[lane] = sum(tile, lane);
}
