// options: -cl-std=CL2.0
// without: gfx600 (no generic pointers)
// What OpenCL 2.0 added: partial work-groups, and pointers into any memory.

#define NOINLINE __attribute__((noinline))

// Ids in three dimensions; the last groups of each are partial.
__kernel void three_dimensions(__global ulong *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
    ulong v = get_local_id(2) * 16 + get_local_id(1) * 4 + get_local_id(0);
    v = v << 6 | get_local_size(2) * 16 + get_local_size(1) * 4 + get_local_size(0);
    v = v << 6 | get_group_id(2) * 16 + get_group_id(1) * 4 + get_group_id(0);
    v = v << 6 | get_num_groups(2) * 16 + get_num_groups(1) * 4 + get_num_groups(0);
    v = v << 6 | get_enqueued_local_size(2) * 16 + get_enqueued_local_size(1) * 4 +
                     get_enqueued_local_size(0);
    v = v << 8 | get_global_linear_id();
    // get_local_linear_id of the library takes no notice of partial groups.
    v = v << 6 | (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                     get_local_id(0);
    v = v << 3 | get_global_offset(0) + get_global_offset(1) + get_global_offset(2);
    out[i] = v << 2 | get_work_dim();
}

NOINLINE void bump(uint *value, uint by)
{
    *value = *value * 2 + by;
}

// One function that works on private, local and global memory, and which of
// them differs from work-item to work-item.
__kernel void generic_pointers(__global uint *out)
{
    __local uint shared[64];
    uint i = get_global_id(0), l = get_local_id(0);
    uint mine[3] = { i, i + 1, i + 2 };
    shared[l] = l * 100;
    out[i] = 7;
    uint *p = l % 3 == 0 ? &mine[l / 3 % 3] : l % 3 == 1 ? &shared[l] : (uint *)&out[i];
    bump(p, 5);
    bump(&mine[1], *p);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = out[i] + 10 * shared[63 - l] + 100 * (mine[0] + 2 * mine[1] + 3 * mine[2]);
}

typedef struct node {
    uint value;
    struct node *next;
} node_t;

NOINLINE uint sum_of(const node_t *list)
{
    uint sum = 0;
    for (uint k = 1; list; list = list->next, k++)
        sum += k * list->value;
    return sum;
}

// Lists of which the links lead from one address space into another.
__kernel void linked_lists(__global node_t *nodes, __global uint *out)
{
    __local node_t shared[64];
    uint i = get_global_id(0), l = get_local_id(0);
    node_t first = { i, &shared[l] }, last = { 1000 + i, 0 };
    shared[l].value = 17 * l;
    shared[l].next = i % 5 == 0 ? 0 : i % 2 ? (node_t *)&nodes[i] : &last;
    nodes[i].next = i % 3 ? &last : 0;
    out[i] = sum_of(&first) + (nodes[i].value & 0xff);
}

NOINLINE uint checksum(const uchar *bytes, uint n)
{
    uint a = 1, b = 0;
    for (uint k = 0; k < n; k++) {
        a += bytes[k];
        b += a;
    }
    return b << 16 | (a & 0xffff);
}

NOINLINE void copy(void *to, const void *from, uint n)
{
    if (n % 4 == 0)
        for (uint k = 0; k < n / 4; k++)
            ((uint *)to)[k] = ((const uint *)from)[k];
    else
        for (uint k = 0; k < n; k++)
            ((uchar *)to)[k] = ((const uchar *)from)[k];
}

__constant char text[] = "constant";

// Copies between all the address spaces, in bytes and in words.
__kernel void copies(__global const uchar *in, __global uint *out)
{
    __local uint shared[64 * 4];
    uint mine[4] = { 1, 2, 3, 4 };
    size_t i = get_global_id(0), l = get_local_id(0);
    uint n = i % 4 == 3 ? 8 : 5 + i % 12;
    copy(shared + 4 * l, mine, 16);
    copy(shared + 4 * l, in + 16 * i, n);
    copy(mine, shared + 4 * l, 16);
    for (uint k = 0; k < i % 9; k++)
        ((uchar *)mine)[3 + k] = text[k];
    copy(out + 5 * i, mine, 16);
    out[5 * i + 4] = checksum((uchar *)mine, 16) + checksum((const uchar *)(out + 5 * i), n);
    out[5 * i + 4] ^= checksum((uchar *)(shared + 4 * l), 9);
}

// What kind of memory a generic pointer leads to.
__kernel void kinds(__global uint *out)
{
    __local uint shared[64];
    uint i = get_global_id(0), l = get_local_id(0);
    uint mine = i;
    shared[l] = i + 1;
    out[i] = i + 2;
    uint *p = i % 3 == 0 ? &mine : i % 3 == 1 ? &shared[l] : (uint *)&out[i];
    uint kind = to_global(p) ? 1 : to_local(p) ? 2 : to_private(p) ? 3 : 4;
    out[i] = *p * 10 + kind;
}
