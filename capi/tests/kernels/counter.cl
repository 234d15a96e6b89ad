// Variables of the program, which the host finds by name.
__attribute__((visibility("protected"))) __global uint counter = 40;
__attribute__((visibility("protected"))) __constant float table[4] = {1.0f, 2.0f, 4.0f, 8.0f};

__kernel void count(uint by, __global float *out)
{
    uint i = get_global_id(0);
    if (i < 4)
        out[i] = table[i] * by;
    atomic_add((volatile __global uint *)&counter, 1);
}

// Follows a pointer that is in memory.
__kernel void follow(__global ulong *where)
{
    if (get_global_id(0) == 0)
        *(__global uint *)*where += 2;
}

__kernel void local_sum(__global const uint *in, __local uint *shared, __global uint *out)
{
    uint i = get_local_id(0);
    shared[i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        uint sum = 0;
        for (uint k = 0; k < get_local_size(0); k++)
            sum += shared[k];
        *out = sum;
    }
}

__kernel void forever(volatile __global uint *flag)
{
    while (*flag == 0)
        ;
}
