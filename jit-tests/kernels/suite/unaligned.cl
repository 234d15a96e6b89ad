// without: gfx600 (the low bits of an address do not count there)
// Access at addresses that the size of the element does not divide.

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
