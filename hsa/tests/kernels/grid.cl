// All work-groups wait for each other, twice: the second time for what the others have written after the first.
__kernel void meet(volatile __global uint *count, uint groups, __global uint *out)
{
    uint group = get_group_id(0);
    for (uint round = 1; round <= 2; round++) {
        if (get_local_id(0) == 0) {
            if (round == 1)
                out[group] = group + 1;
            else
                out[groups + group] = out[(group + 1) % groups];
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            atomic_inc(count);
            while (atomic_add(count, 0) < round * groups)
                ;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
