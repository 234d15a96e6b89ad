// options: -cl-std=CL2.0
// without: gfx600 (no unaligned memory access, no generic pointers)
// Access of every size at every alignment, and the shapes of launches.

#define PACKED __attribute__((packed))

typedef struct PACKED {
    uchar a;
    ushort b;
    uint c;
    uchar d;
    ulong e;
    uchar f[3];
} packed_t;

// Members at odd addresses: 19 bytes each.
__kernel void packed_structs(__global const packed_t *in, __global packed_t *out)
{
    size_t i = get_global_id(0);
    packed_t v = in[i];
    out[i].a = v.f[2] + 1;
    out[i].b = v.b * 3;
    out[i].c = v.c ^ v.b;
    out[i].d = v.e >> 40;
    out[i].e = v.e + v.c;
    out[i].f[0] = v.a;
    out[i].f[1] = v.d;
    out[i].f[2] = v.f[0];
}

// Bytes and halves one after another; each store must leave its neighbours.
__kernel void narrow_stores(__global const uint *in, __global uchar *bytes, __global ushort *halves,
                            __global char *sums)
{
    size_t i = get_global_id(0);
    uint v = in[i];
    if (v & 1)
        bytes[2 * i + 1] = v >> 8;
    else
        bytes[2 * i] = v >> 16;
    if (v & 2)
        halves[3 * i + v % 3] = v;
    sums[i] = (char)((char)v + (short)(v >> 3));
}

// Loads through a pointer that is only a byte's.
__kernel void byte_addresses(__global const uchar *in, __global ulong *out)
{
    typedef struct PACKED { ushort v; } half_t;
    typedef struct PACKED { uint v; } word_t;
    typedef struct PACKED { ulong v; } long_t;
    size_t i = get_global_id(0);
    __global const uchar *p = in + i;
    out[4 * i] = ((__global const half_t *)p)->v;
    out[4 * i + 1] = (long)(short)((__global const half_t *)p)->v;
    out[4 * i + 2] = ((__global const word_t *)p)->v;
    out[4 * i + 3] = ((__global const long_t *)p)->v;
}

__constant uint primes[16] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };
__constant char names[5][7] = { "zero", "one", "two", "three", "four" };
__constant ulong wide[3] = { 0x0123456789abcdef, 0xfedcba9876543210, 1 };
__constant char *__constant byname[5] = { names[4], names[2], names[0], names[3], names[1] };

// Tables beside the code, read at the same and at different places.
__kernel void constant_tables(__constant uint *more, __global ulong *out)
{
    size_t i = get_global_id(0);
    ulong v = primes[3] + primes[i & 15] * 100;
    v += (ulong)names[i % 5][i % 7] << 32;
    v ^= wide[i % 3] + more[i % 4];
    __constant char *name = byname[i / 3 % 5];
    uint length = 0;
    while (name[length])
        length++;
    out[i] = v * 10 + length;
}

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

// Local memory of every element size, with what is allocated statically and
// what the launch adds.
__kernel void local_memory(__global const ulong *in, __local ushort *extra, __global ulong *out)
{
    __local uchar bytes[67];
    __local uint words[64];
    __local ulong longs[64];
    __local uint4 vectors[64];
    uint l = get_local_id(0), n = get_local_size(0);
    size_t i = get_global_id(0);
    ulong v = in[i];
    bytes[l + 3] = v;
    words[l] = v >> 8;
    longs[l] = v * 3;
    vectors[l] = (uint4)(v, v >> 16, v >> 32, l);
    extra[n - 1 - l] = v >> 40;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint o = (l * 5 + 1) % n;
    ulong r = bytes[o + 3] + ((ulong)words[n - 1 - o] << 8);
    r ^= longs[o ^ 1];
    r += vectors[o].s3 * 1000 + vectors[o].s1 + (ulong)vectors[n - 1 - o].s2 * vectors[o].s0;
    barrier(CLK_LOCAL_MEM_FENCE);
    longs[o] = r;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = longs[l] + extra[o];
}

// 4-byte aligned but wider loads and stores, and copies that overlap nothing.
__kernel void wide_copies(__global const uint *in, __global uint *out)
{
    size_t i = get_global_id(0);
    __global const uint *p = in + i * 17 + 1;
    __global uint *q = out + i * 17;
    vstore16(vload16(0, p), 0, q);
    q[16] = p[-1];
    vstore3(vload3(1, p).zxy, 0, q + 4);
    vstore2(vload2(3, p).yx, 4, q);
}

// Each work-item its own arithmetic progression of places, some far apart.
__kernel void strides(__global const uint *in, uint size, __global uint *out)
{
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = i, n = 0; n < 8; k = (k + 37 * (i % 5) + 1) % size, n++)
        sum = sum * 3 + in[k];
    for (int k = (int)i - 3; k <= (int)i + 3; k += 2)
        sum ^= k >= 0 && k < (int)size ? in[k] : 0;
    out[i] = sum;
}
