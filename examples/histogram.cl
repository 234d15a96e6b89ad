// Counts of each byte value. Every work-group counts in LDS and then adds its
// 256 bins to the global ones, which must start at zero.
#define BINS 256

__kernel void histogram(__global const uchar *bytes, __global uint *bins, uint n)
{
    __local uint local_bins[BINS];
    uint lid = get_local_id(0);
    uint group = get_local_size(0);
    for (uint i = lid; i < BINS; i += group)
        local_bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint stride = get_global_size(0);
    for (uint i = get_global_id(0); i < n; i += stride)
        atomic_inc(&local_bins[bytes[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = lid; i < BINS; i += group) {
        uint count = local_bins[i];
        if (count != 0)
            atomic_add(&bins[i], count);
    }
}
