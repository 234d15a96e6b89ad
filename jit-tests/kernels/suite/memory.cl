// Access of every size at every alignment in every address space but private
// memory.

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
