// The OpenCL C math library (OpenCL C 3.0, 6.15.2 Math, 6.15.4 Common, 6.15.5 Geometric, 6.15.6
// Relational), a kernel per function, for one type: REAL is float, double or half.
//
// All kernels have the same arguments. With n work-items, `in` has three arrays of n REALs, then n
// ints; `out` two arrays of n REALs, then n ints.

#if defined(HALF)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half REAL;
typedef half2 REAL2;
typedef half3 REAL3;
typedef half4 REAL4;
typedef short SIGNED;
typedef ushort BITS;
#elif defined(DOUBLE)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double REAL;
typedef double2 REAL2;
typedef double3 REAL3;
typedef double4 REAL4;
typedef long SIGNED;
typedef ulong BITS;
#else
typedef float REAL;
typedef float2 REAL2;
typedef float3 REAL3;
typedef float4 REAL4;
typedef int SIGNED;
typedef uint BITS;
#endif

#define KERNEL(name, body)                                                      \
    kernel void k_##name(global const REAL *in, global REAL *out) {             \
        const uint n = get_global_size(0), id = get_global_id(0);               \
        const REAL x = in[id], y = in[n + id], z = in[2 * n + id];              \
        const int i = ((global const int *)(in + 3 * n))[id];                   \
        global REAL *const second = out + n + id;                               \
        global int *const result = (global int *)(out + 2 * n) + id;            \
        body;                                                                   \
    }

#define REAL_OF(name, expression) KERNEL(name, out[id] = expression)
#define INT_OF(name, expression) KERNEL(name, *result = expression)
#define UNARY(name) REAL_OF(name, name(x))
#define BINARY(name) REAL_OF(name, name(x, y))
#define TERNARY(name) REAL_OF(name, name(x, y, z))

#ifdef TRIGONOMETRY
UNARY(acos)
UNARY(acosh)
UNARY(acospi)
UNARY(asin)
UNARY(asinh)
UNARY(asinpi)
UNARY(atan)
UNARY(atanh)
UNARY(atanpi)
BINARY(atan2)
BINARY(atan2pi)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
#ifndef HALF
// The device library's sin for half gives NaN for finite numbers: its test for them is inverted.
UNARY(sin)
#endif
UNARY(sinh)
UNARY(sinpi)
UNARY(tan)
UNARY(tanh)
UNARY(tanpi)
KERNEL(sincos, REAL c; out[id] = sincos(x, &c); *second = c)
#endif

#ifdef EXPONENTIALS
UNARY(cbrt)
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(expm1)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(log1p)
UNARY(rsqrt)
UNARY(sqrt)
BINARY(pow)
BINARY(powr)
BINARY(hypot)
REAL_OF(pown, pown(x, i))
REAL_OF(rootn, rootn(x, i))
UNARY(erf)
UNARY(erfc)
UNARY(tgamma)
UNARY(lgamma)
KERNEL(lgamma_r, int sign; out[id] = lgamma_r(x, &sign); *result = sign)
#endif

#ifdef PARTS
UNARY(ceil)
UNARY(fabs)
UNARY(floor)
UNARY(logb)
UNARY(rint)
UNARY(round)
UNARY(trunc)
BINARY(copysign)
BINARY(fdim)
BINARY(fmax)
BINARY(fmin)
BINARY(fmod)
BINARY(maxmag)
BINARY(minmag)
BINARY(nextafter)
BINARY(remainder)
TERNARY(fma)
TERNARY(mad)
REAL_OF(ldexp, ldexp(x, i))
KERNEL(fract, REAL whole; out[id] = fract(x, &whole); *second = whole)
KERNEL(modf, REAL whole; out[id] = modf(x, &whole); *second = whole)
KERNEL(frexp, int e; out[id] = frexp(x, &e); *result = e)
KERNEL(remquo, int q; out[id] = remquo(x, y, &q); *result = q)
INT_OF(ilogb, ilogb(x))
REAL_OF(nan, nan((BITS)i))

REAL_OF(add, x + y)
REAL_OF(sub, x - y)
REAL_OF(mul, x * y)
REAL_OF(div, x / y)
REAL_OF(recip, (REAL)1 / x)
// Contracted to one instruction, or rounded twice.
REAL_OF(muladd, x * y + z)
REAL_OF(of_int, (REAL)i)
INT_OF(to_int, convert_int_sat(x))
INT_OF(to_int_rte, convert_int_sat_rte(x))
INT_OF(to_uint_rtp, (int)convert_uint_sat_rtp(x))
INT_OF(to_char_rtn, convert_char_sat_rtn(x))

TERNARY(clamp)
UNARY(degrees)
TERNARY(mix)
UNARY(radians)
UNARY(sign)
TERNARY(smoothstep)
BINARY(step)

TERNARY(bitselect)
REAL_OF(select, select(x, y, (SIGNED)-(i & 1)))
INT_OF(isequal, isequal(x, y))
INT_OF(isfinite, isfinite(x))
INT_OF(isgreater, isgreater(x, y))
INT_OF(isgreaterequal, isgreaterequal(x, y))
INT_OF(isinf, isinf(x))
INT_OF(isless, isless(x, y))
INT_OF(islessequal, islessequal(x, y))
INT_OF(islessgreater, islessgreater(x, y))
INT_OF(isnan, isnan(x))
INT_OF(isnormal, isnormal(x))
INT_OF(isnotequal, isnotequal(x, y))
INT_OF(isordered, isordered(x, y))
INT_OF(isunordered, isunordered(x, y))
INT_OF(signbit, signbit(x))
INT_OF(any, any(isless((REAL3)(x, y, z), (REAL3)(0))))
INT_OF(all, all(isless((REAL3)(x, y, z), (REAL3)(0))))

REAL_OF(dot2, dot((REAL2)(x, y), (REAL2)(z, x)))
REAL_OF(dot3, dot((REAL3)(x, y, z), (REAL3)(z, x, y)))
REAL_OF(dot4, dot((REAL4)(x, y, z, 1), (REAL4)(z, x, y, z)))
REAL_OF(length2, length((REAL2)(x, y)))
REAL_OF(length3, length((REAL3)(x, y, z)))
REAL_OF(length4, length((REAL4)(x, y, z, x)))
REAL_OF(distance2, distance((REAL2)(x, y), (REAL2)(z, 1)))
REAL_OF(distance3, distance((REAL3)(x, y, z), (REAL3)(1, 2, 3)))
KERNEL(cross3, REAL3 c = cross((REAL3)(x, y, z), (REAL3)(y, (REAL)1, x)); out[id] = c.x; *second = c.y)
KERNEL(cross4, REAL4 c = cross((REAL4)(x, y, z, y), (REAL4)(y, (REAL)1, x, z)); out[id] = c.z; *second = c.w)
KERNEL(normalize2, REAL2 v = normalize((REAL2)(x, y)); out[id] = v.x; *second = v.y)
KERNEL(normalize3, REAL3 v = normalize((REAL3)(x, y, z)); out[id] = v.x; *second = v.z)
KERNEL(normalize4, REAL4 v = normalize((REAL4)(x, y, z, x)); out[id] = v.y; *second = v.w)
#endif

#ifdef NATIVE
// Not native_tan: the device library's scales its argument by 1/(2 pi) twice.
UNARY(half_cos)
UNARY(half_exp)
UNARY(half_exp2)
UNARY(half_exp10)
UNARY(half_log)
UNARY(half_log2)
UNARY(half_log10)
UNARY(half_recip)
UNARY(half_rsqrt)
UNARY(half_sin)
UNARY(half_sqrt)
UNARY(half_tan)
BINARY(half_divide)
BINARY(half_powr)
UNARY(native_cos)
UNARY(native_exp)
UNARY(native_exp2)
UNARY(native_exp10)
UNARY(native_log)
UNARY(native_log2)
UNARY(native_log10)
UNARY(native_recip)
UNARY(native_rsqrt)
UNARY(native_sin)
UNARY(native_sqrt)
BINARY(native_divide)
BINARY(native_powr)
REAL_OF(fast_length3, fast_length((REAL3)(x, y, z)))
REAL_OF(fast_distance2, fast_distance((REAL2)(x, y), (REAL2)(z, 1)))
KERNEL(fast_normalize3, REAL3 v = fast_normalize((REAL3)(x, y, z)); out[id] = v.x; *second = v.y)
#endif
