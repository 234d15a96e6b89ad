// What a kernel finds when it starts, and where its address spaces lie. Built
// without optimisation, so that everything lives in private memory and every
// function is called.

// Each work-item's ids and sizes, 16 words from its linear global id on.
__kernel void ids(__global uint *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
    __global uint *o = out + 16 * i;
    for (uint d = 0; d < 3; d++) {
        o[d] = get_local_id(d);
        o[3 + d] = get_group_id(d);
        o[6 + d] = get_num_groups(d);
        o[9 + d] = get_local_size(d);
        o[12 + d] = get_global_size(d);
    }
    o[15] = get_work_dim();
}

__attribute__((noinline)) uint square(uint n)
{
    return n * n;
}

__attribute__((noinline)) uint sum_of_squares(uint n)
{
    uint sum = 0;
    for (uint k = 1; k <= n; k++)
        sum += square(k);
    return sum;
}

// Private memory, at a different place in each lane and of every access size,
// and functions that call functions.
__kernel void private_memory(__global uint *out)
{
    uint i = get_global_id(0);
    uint words[32];
    ushort halves[32];
    uchar bytes[32];
    for (uint k = 0; k < 32; k++) {
        uint j = (k * 5 + i) % 32;
        words[j] = i * 1000 + k;
        halves[j] = i * 7 + k;
        bytes[j] = i * 3 + k;
    }
    uint sum = 0;
    for (uint k = 0; k < 32; k++)
        sum = sum * 31 + (words[k] ^ (halves[k] << 8) ^ bytes[k]);
    out[2 * i] = sum;
    out[2 * i + 1] = sum_of_squares(i % 8);
}

#ifdef GENERIC
__attribute__((noinline)) void add(uint *p, uint v)
{
    *p += v;
}

// One function that works through pointers into all three address spaces.
__kernel void generic_pointers(__global uint *out)
{
    __local uint shared[64];
    uint l = get_local_id(0), i = get_global_id(0);
    uint mine = i;
    shared[l] = 100 * l;
    add(&mine, 1);
    add(&shared[l], 2);
    add(&out[i], 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] += mine * 10000 + shared[63 - l];
}
#endif
