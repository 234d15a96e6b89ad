// Follows a chain of loads, and tells of each work-group what the clocks have shown before and after it.
__kernel void times(__global ulong *out, volatile __global const uint *chain, uint rounds)
{
    ulong cycles = __builtin_amdgcn_s_memtime(), ticks = __builtin_amdgcn_s_memrealtime();
    uint at = get_local_id(0);
    for (uint round = 0; round < rounds; round++)
        at = chain[at];
    // Not before the last load is there.
    if (at == 1000)
        out[0] = 0;
    ulong cycles_after = __builtin_amdgcn_s_memtime(), ticks_after = __builtin_amdgcn_s_memrealtime();
    if (get_local_id(0) == 0) {
        __global ulong *to = out + 4 * get_group_id(0);
        to[0] = cycles;
        to[1] = cycles_after;
        to[2] = ticks;
        to[3] = ticks_after;
    }
}
