#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Conversions between all scalar types, saturating or not, in every rounding.

#define ALL_INTEGERS(M, v)                                                     \
    M(char, v) M(uchar, v) M(short, v) M(ushort, v)                            \
    M(int, v) M(uint, v) M(long, v) M(ulong, v)

#define TO_INTEGER(D, v)                                                       \
    *out++ = convert_##D(v);                                                   \
    *out++ = convert_##D##_sat(v);

#define TO_FLOATING(D, v)                                                      \
    *floating++ = convert_##D(v);                                              \
    *floating++ = convert_##D##_rte(v);                                        \
    *floating++ = convert_##D##_rtz(v);                                        \
    *floating++ = convert_##D##_rtp(v);                                        \
    *floating++ = convert_##D##_rtn(v);

// To half there are two only: the library's _rtn of short is that of _rtz, and
// before the others it clamps all wider types to those of a short.
#define FROM_INTEGER(T)                                                        \
    __kernel void from_##T(__global const T *in, __global long *out,           \
                           __global double *floating)                          \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T v = in[i];                                                           \
        out += 16 * i;                                                         \
        floating += 12 * i;                                                    \
        ALL_INTEGERS(TO_INTEGER, v)                                            \
        *floating++ = convert_half(v);                                         \
        *floating++ = convert_half_rte(v);                                     \
        TO_FLOATING(float, v)                                                  \
        TO_FLOATING(double, v)                                                 \
    }

FROM_INTEGER(char)
FROM_INTEGER(uchar)
FROM_INTEGER(short)
FROM_INTEGER(ushort)
FROM_INTEGER(int)
FROM_INTEGER(uint)
FROM_INTEGER(long)
FROM_INTEGER(ulong)

#define TO_INTEGER_ROUNDED(D, v)                                               \
    TO_INTEGER(D, v)                                                           \
    *out++ = convert_##D##_rte(v);                                             \
    *out++ = convert_##D##_sat_rte(v);                                         \
    *out++ = convert_##D##_rtz(v);                                             \
    *out++ = convert_##D##_sat_rtz(v);                                         \
    *out++ = convert_##D##_rtp(v);                                             \
    *out++ = convert_##D##_sat_rtp(v);                                         \
    *out++ = convert_##D##_rtn(v);                                             \
    *out++ = convert_##D##_sat_rtn(v);

#define FROM_FLOATING(T)                                                       \
    __kernel void from_##T(__global const T *in, __global long *out)           \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T v = in[i];                                                           \
        out += 80 * i;                                                         \
        ALL_INTEGERS(TO_INTEGER_ROUNDED, v)                                    \
    }

FROM_FLOATING(half)
FROM_FLOATING(float)
FROM_FLOATING(double)

// Between the floating-point types.
__kernel void floating(__global const half *halves, __global const float *floats,
                       __global const double *doubles, __global double *floating)
{
    size_t i = get_global_id(0);
    half h = halves[i];
    float f = floats[i];
    double d = doubles[i];
    floating += 45 * i;
    TO_FLOATING(half, h)
    TO_FLOATING(float, h)
    TO_FLOATING(double, h)
    TO_FLOATING(half, f)
    TO_FLOATING(float, f)
    TO_FLOATING(double, f)
    TO_FLOATING(half, d)
    TO_FLOATING(float, d)
    TO_FLOATING(double, d)
}
