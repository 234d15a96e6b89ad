// Two ways to add up n ints into *total, which must start at zero. Integer
// addition wraps, so the order in which work-groups arrive does not matter.

// A tree in LDS, a barrier at every level. The local size must be a power
// of two; partial is dynamic LDS, one int per work-item.
__kernel void reduce_tree(__global const int *values, __global int *total,
                          __local int *partial, uint n)
{
    uint lid = get_local_id(0);
    uint stride = get_global_size(0);
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += stride)
        sum += values[i];
    partial[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (lid < width)
            partial[lid] += partial[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        atomic_add(total, partial[0]);
}

// The same for a work-group of exactly one 64-lane wave. Lanes run in lock
// step, so LDS needs neither barrier nor second buffer: every read of a level
// is done before its first write. volatile keeps the accesses in order.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduce_wave(__global const int *values, __global int *total, uint n)
{
    __local volatile int partial[64];
    uint lid = get_local_id(0);
    uint stride = get_global_size(0);
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += stride)
        sum += values[i];
    partial[lid] = sum;
    for (uint width = 32; width > 0; width /= 2) {
        sum += partial[lid ^ width];
        partial[lid] = sum;
    }
    if (lid == 0)
        atomic_add(total, sum);
}
