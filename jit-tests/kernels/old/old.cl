// For a compiler that still writes the code objects of versions 2 and 3. No
// function of a library is called, so that none is needed.

#define NOINLINE __attribute__((noinline))

static uint global_id(void)
{
    return __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() +
           __builtin_amdgcn_workitem_id_x();
}

NOINLINE uint digits(ulong v, uint base)
{
    uint sum = 0;
    while (v) {
        sum += v % base;
        v /= base;
    }
    return sum;
}

// Calls, divisions, and private memory at computed places.
__kernel void arithmetic(__global const ulong *in, __global uint *out)
{
    uint i = global_id();
    uint counts[7];
    for (uint k = 0; k < 7; k++)
        counts[k] = i * k;
    for (uint base = 9; base < 12; base++)
        counts[(i + base) % 7] += digits(in[i] >> base * 4, base + (i & 1));
    uint sum = 0;
    for (uint k = 0; k < 7; k++)
        sum = sum * 31 + counts[k];
    out[i] = sum;
}

typedef struct {
    uchar a;
    ushort b;
    ulong c;
    uint d[3];
} pack_t;

// Arguments of every size and alignment.
__kernel void arguments(char a, __global ulong *out, short b, ushort3 c, ulong d, pack_t e, uchar f,
                        int4 g, float h)
{
    ulong v = a;
    v = v * 3 + b;
    v = v * 3 + c.x + 5 * c.y + 7 * c.z;
    v = v * 3 + d;
    v = v * 3 + e.a + e.b * 5;
    v = v * 3 + e.c + e.d[0] * 3ul + e.d[1] * 5ul + e.d[2] * 7ul;
    v = v * 3 + f;
    v = v * 3 + (long)g.x * g.y + (long)g.z * g.w;
    v = v * 3 + as_uint(h * 2.0f);
    out[global_id()] = v + global_id();
}

// Local memory that the source and the launch give, and a barrier.
__kernel void local_sums(__global const uint *in, __local uint *extra, __global uint *out)
{
    __local uint shared[64];
    uint l = __builtin_amdgcn_workitem_id_x(), n = __builtin_amdgcn_workgroup_size_x();
    shared[l] = in[global_id()];
    extra[n - 1 - l] = l * l;
    for (uint step = n / 2; step; step /= 2) {
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        if (l < step)
            shared[l] += shared[l + step];
    }
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    out[global_id()] = shared[0] + extra[l];
}

// Ids, and what the dispatch packet and the hidden arguments say of the grid.
__kernel void shapes(__global uint *out)
{
    __constant ushort *packet = (__constant ushort *)__builtin_amdgcn_dispatch_ptr();
    __constant uint *sizes = (__constant uint *)packet;
    __constant ulong *hidden = (__constant ulong *)__builtin_amdgcn_implicitarg_ptr();
    uint x = __builtin_amdgcn_workitem_id_x() + packet[2] * __builtin_amdgcn_workgroup_id_x();
    uint y = __builtin_amdgcn_workitem_id_y() + packet[3] * __builtin_amdgcn_workgroup_id_y();
    uint z = __builtin_amdgcn_workitem_id_z() + packet[4] * __builtin_amdgcn_workgroup_id_z();
    out += 8 * ((z * sizes[4] + y) * sizes[3] + x);
    out[0] = x | y << 8 | z << 16;
    out[1] = packet[2] | packet[3] << 8 | packet[4] << 16;
    out[2] = sizes[3] | sizes[4] << 8 | sizes[5] << 16;
    out[3] = packet[1] & 3;
    out[4] = packet[1] >> 2;
    out[5] = sizes[7];
    out[6] = hidden[0] + hidden[1] + hidden[2];
    out[7] = packet[3] * 1000 + packet[4];
}
