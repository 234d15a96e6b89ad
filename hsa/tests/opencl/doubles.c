/* Doubles and halves against the host's arithmetic, bit by bit where OpenCL asks for that. */
#include "opencl.h"

enum { N = 1 << 13 };

static const char *DOUBLES =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "kernel void doubles(global const double *x, global const double *y, global double *z)\n"
    "{\n"
    "    size_t i = get_global_id(0), n = get_global_size(0);\n"
    "    double a = x[i], b = y[i];\n"
    "    z[i] = a + b; z[n + i] = a * b; z[2 * n + i] = a / b; z[3 * n + i] = sqrt(fabs(a));\n"
    "    z[4 * n + i] = fma(a, b, a); z[5 * n + i] = rint(a); z[6 * n + i] = (double)convert_float(b);\n"
    "    z[7 * n + i] = fmin(a, b);\n"
    "    z[8 * n + i] = (double)convert_long_sat(a); z[9 * n + i] = ldexp(a, (int)(i % 41) - 20);\n"
    "    z[10 * n + i] = fmod(a, b); z[11 * n + i] = (double)convert_uint_sat(b);\n"
    "}\n";

static const char *HALVES =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "kernel void halves(global const float *x, global ushort *z)\n"
    "{\n"
    "    size_t i = get_global_id(0), n = get_global_size(0);\n"
    "    vstore_half_rte(x[i], i, (global half *)z);\n"
    "    vstore_half_rtz(x[i], i + n, (global half *)z);\n"
    "    vstore_half_rtp(x[i], i + 2 * n, (global half *)z);\n"
    "    vstore_half_rtn(x[i], i + 3 * n, (global half *)z);\n"
    "    float back = vload_half(i, (global half *)z);\n"
    "    z[4 * n + i] = as_ushort2(back).y; z[5 * n + i] = as_ushort2(back).x;\n"
    "#ifdef cl_khr_fp16\n"
    "    half a = convert_half(x[i]), b = convert_half(x[(i + 1) % n]);\n"
    "    z[6 * n + i] = as_ushort(a + b); z[7 * n + i] = as_ushort(a * b); z[8 * n + i] = as_ushort(fma(a, b, a));\n"
    "#endif\n"
    "}\n";

static int same(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, 8) == 0;
}

static double saturated(double x, double low, double high)
{
    return isnan(x) ? 0 : x < low ? low : x > high ? high : trunc(x) + 0.0; /* An integer has no -0. */
}

static void doubles(void)
{
    static double x[N], y[N], z[12 * N];
    for (int i = 0; i < N; i++) {
        uint64_t a = (uint64_t)next_number() << 32 | next_number(), b = (uint64_t)next_number() << 32 | next_number();
        if (i % 8) { /* Mostly within some powers of two, else any bits at all. */
            a = (a & ~(0x7ffull << 52)) | (1023ull - 30 + next_number() % 60) << 52;
            b = (b & ~(0x7ffull << 52)) | (1023ull - 30 + next_number() % 60) << 52;
        }
        a |= (a >> 52 & 0x7ff) == 0x7ff ? 1ull << 51 : 0; /* fmin may take a signalling NaN either way. */
        b |= (b >> 52 & 0x7ff) == 0x7ff ? 1ull << 51 : 0;
        memcpy(&x[i], &a, 8);
        memcpy(&y[i], &b, 8);
    }
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof x, x), b = buffer(CL_MEM_COPY_HOST_PTR, sizeof y, y);
    cl_mem c = buffer(0, sizeof z, NULL);
    cl_kernel kernel = kernel_of(build(DOUBLES, "-cl-fp32-correctly-rounded-divide-sqrt"), "doubles");
    SET(kernel, 0, a);
    SET(kernel, 1, b);
    SET(kernel, 2, c);
    launch(kernel, N, 0);
    take(c, z, sizeof z);
    for (int i = 0; i < N; i++) {
        double a = x[i], b = y[i];
        const double wanted[12] = {a + b, a * b, a / b, sqrt(fabs(a)), fma(a, b, a), rint(a), (float)b, fmin(a, b),
            saturated(a, -0x1p63, 0x1p63), ldexp(a, i % 41 - 20), fmod(a, b), saturated(b, 0, 4294967295.0)};
        for (int k = 0; k < 12; k++) {
            if (k == 6 && fabs(wanted[k]) < 0x1p-126) /* Floats need no denormals. */
                continue;
            if (k == 8 && isnan(a)) /* 0 is what OpenCL advises; AMD's compiler takes the least long. */
                continue;
            if (!same(z[k * N + i], wanted[k]))
                printf("%d of %a and %a: %a, not %a\n", k, a, b, z[k * N + i], wanted[k]);
            CHECK(same(z[k * N + i], wanted[k]));
        }
    }
}

/* The half next to a number towards a direction: -1 down, 1 up, 0 nearest or even, 2 to zero. */
static uint16_t half_of(double x, int direction)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
        return 0x7e00;
    double size = fabs(x);
    if (isinf(x))
        return sign | 0x7c00;
    int exponent = 0;
    frexp(size, &exponent);
    exponent = exponent - 1 < -14 ? -14 : exponent - 1;
    double unit = ldexp(1, exponent - 10), steps = floor(size / unit), rest = size / unit - steps;
    int up = direction == 0   ? rest > 0.5 || (rest == 0.5 && fmod(steps, 2) == 1)
             : direction == 2 ? 0
                              : rest > 0 && (direction > 0) == !sign;
    size = (steps + up) * unit;
    if (size > 65504) /* Beyond the largest: infinity unless that is the wrong way. */
        return sign | (direction == 0 || (direction != 2 && (direction > 0) == !sign) ? 0x7c00 : 0x7bff);
    if (size < 0x1p-14)
        return sign | (uint16_t)(size / 0x1p-24);
    frexp(size, &exponent);
    return sign | (uint16_t)((exponent + 14) << 10 | ((uint16_t)(size / ldexp(1, exponent - 11)) & 0x3ff));
}

static double of_half(uint16_t h)
{
    int exponent = h >> 10 & 31, mantissa = h & 0x3ff;
    double size = exponent == 31 ? (mantissa ? NAN : INFINITY)
                  : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                                 : ldexp(mantissa, -24);
    return h & 0x8000 ? -size : size;
}

static int same_half(uint16_t a, uint16_t b)
{
    return a == b || (isnan(of_half(a)) && isnan(of_half(b)));
}

static void halves(void)
{
    static float x[N];
    static uint16_t z[9 * N];
    for (int i = 0; i < N; i++) {
        uint32_t bits = next_number();
        if (i % 16) /* Within the range of halves and a little more. */
            bits = (bits & 0x807fffff) | (127 - 26 + next_number() % 43) << 23;
        memcpy(&x[i], &bits, 4);
        if (i % 5 == 0)
            x[i] = of_half(bits >> 16);
        if (fabsf(x[i]) < 0x1p-126f) /* A device may take denormals of float for zero. */
            x[i] = copysignf(0, x[i]);
    }
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof x, x), b = buffer(0, sizeof z, NULL);
    cl_kernel kernel = kernel_of(build(HALVES, ""), "halves");
    SET(kernel, 0, a);
    SET(kernel, 1, b);
    launch(kernel, N, 0);
    take(b, z, sizeof z);
    const int directions[4] = {0, 2, 1, -1};
    int arithmetic = offers("cl_khr_fp16");
    for (int i = 0; i < N; i++) {
        for (int d = 0; d < 4; d++) {
            if (!same_half(z[d * N + i], half_of(x[i], directions[d])))
                printf("%a towards %d: %x\n", x[i], directions[d], z[d * N + i]);
            CHECK(same_half(z[d * N + i], half_of(x[i], directions[d])));
        }
        float back;
        uint32_t bits = (uint32_t)z[4 * N + i] << 16 | z[5 * N + i];
        memcpy(&back, &bits, 4);
        CHECK(same(back, of_half(z[i])));
        if (!arithmetic)
            continue;
        double p = of_half(half_of(x[i], 0)), q = of_half(half_of(x[(i + 1) % N], 0));
        CHECK(same_half(z[6 * N + i], half_of(p + q, 0)) && same_half(z[7 * N + i], half_of(p * q, 0)));
        /* Where the sum is exact in a double. */
        double exact = p * q, sum = exact + p, lost = (exact - (sum - p)) + (p - (sum - (sum - p)));
        CHECK(lost != 0 || same_half(z[8 * N + i], half_of(sum, 0)));
    }
}

int main(void)
{
    start();
    CHECK(offers("cl_khr_fp64"));
    doubles();
    halves();
    return right();
}
