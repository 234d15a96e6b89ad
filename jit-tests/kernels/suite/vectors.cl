// Vectors of 2, 3, 4, 8 and 16: swizzles, loads and stores, comparisons, bits
// taken as another type.

// Parts of vectors moved about and mixed.
__kernel void swizzles(__global const uint *in, __global uint *out)
{
    size_t i = get_global_id(0);
    __global const uint *p = in + 16 * i;
    __global uint *q = out + 32 * i;
    uint2 a = vload2(0, p);
    uint3 b = vload3(0, p + 2);
    uint4 c = vload4(0, p + 5);
    uint8 d = vload8(0, p + 4);
    uint16 e = vload16(0, p);
    vstore2(a.yx + c.zx, 0, q);
    vstore3(b.zzx ^ c.wxy, 0, q + 2);
    c.xz = a.yy - b.xz;
    c.w += d.s5;
    vstore4(c.wzyx, 0, q + 5);
    d.even = d.odd * 3 + e.hi.lo;
    d.s61 = a;
    vstore8(d, 0, q + 9);
    e.sfedc = e.s0123 * c;
    e.lo.hi = e.odd.lo | e.even.hi;
    vstore8(e.lo - e.hi, 0, q + 17);
    vstore4(e.sfa50 + (uint4)(b, a.x), 0, q + 25);
    q[29] = e.hi.odd.s1;
    q[30] = (e.s37bf).y;
    q[31] = d.lo.hi.x + d.hi.lo.y;
}

// Vectors of bytes and halves, which share registers or do not.
__kernel void narrow_vectors(__global const uchar *in, __global uchar *bytes, __global short *halves)
{
    size_t i = get_global_id(0);
    uchar16 v = vload16(i, in);
    uchar4 w = v.s0123;
    uchar4 r = w * v.s89ab + (uchar4)(1, 2, 3, 4);
    r ^= w >> (uchar4)(1, 0, 3, 7);
    vstore4(r, 0, bytes + 12 * i);
    uchar8 t = max(v.lo, v.hi) - min(v.even, v.odd);
    vstore8(t, 0, bytes + 12 * i + 4);
    short8 h = convert_short8(v.lo) * (short)-3 + as_short8(v);
    vstore8(h, i, halves);
}

// Comparisons give 0 or -1 in each part; select takes the sign bits.
__kernel void comparisons(__global const int *as, __global const int *bs, __global const float *fs,
                          __global int *out)
{
    size_t i = get_global_id(0);
    int4 a = vload4(i, as), b = vload4(i, bs);
    float4 f = vload4(i, fs);
    int4 less = a < b, same = f == f.yxwz, big = f > 0.0f;
    vstore4(less, 0, out + 20 * i);
    vstore4(select(a, b, same), 0, out + 20 * i + 4);
    vstore4(big ? a : -b, 0, out + 20 * i + 8);
    vstore4(bitselect(a, b, less ^ (int4)(1, 2, 4, 0)), 0, out + 20 * i + 12);
    out[20 * i + 16] = any(less) + 2 * all(less) + 4 * any(isnan(f)) + 8 * all(big);
    out[20 * i + 17] = isless(f.x, f.y) + 2 * isunordered(f.z, f.w) + 4 * signbit(f.x);
    out[20 * i + 18] = -(a.x < b.x) + 10 * (f.x != f.y);
    out[20 * i + 19] = (!a.x || b.y) + 2 * (a.z && !b.w);
}

// The same bits as other types.
__kernel void reinterpretation(__global const ulong *in, __global ulong *out)
{
    size_t i = get_global_id(0);
    ulong v = in[i];
    out += 8 * i;
    out[0] = as_uint(as_uchar4((uint)v).wzyx);
    out[1] = as_ulong(as_ushort4(v).ywxz);
    out[2] = as_ulong(as_double(v));
    out[3] = as_uint(as_float((uint)v));
    out[4] = (long)as_int2(v).y;
    out[5] = (long)as_short((ushort)(v >> 8));
    out[6] = as_ulong(as_char8(v).s76543210);
    out[7] = as_ulong(as_uint2(v).yx + as_uint2(as_uchar8(v).odd.xyzwxyzw));
}

// Halves in memory, floats in registers: every rounding of what is stored.
__kernel void half_memory(__global const float *in, __global half *out, __global const half *halves,
                          __global float *floats)
{
    size_t i = get_global_id(0);
    float v = in[i];
    vstore_half(v, 5 * i, out);
    vstore_half_rte(v, 5 * i + 1, out);
    vstore_half_rtz(v, 5 * i + 2, out);
    vstore_half_rtp(v, 5 * i + 3, out);
    vstore_half_rtn(v, 5 * i + 4, out);
    floats[3 * i] = vload_half(i, halves);
    floats[3 * i + 1] = vload_half(1, halves + i / 2 * 2);
    floats[3 * i + 2] = vload_half(i / 2 * 2, halves);
}

// A permutation that is only known at run time.
__kernel void shuffles(__global const ushort *in, __global const ushort *masks, __global ushort *out)
{
    size_t i = get_global_id(0);
    ushort8 v = vload8(i, in), w = vload8(i + 1, in), mask = vload8(i, masks);
    vstore8(shuffle(v, mask), 2 * i, out);
    vstore8(shuffle2(v, w, mask), 2 * i + 1, out);
}
