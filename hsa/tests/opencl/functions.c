/* Functions of numbers: of floats within the errors that OpenCL allows, against the host's doubles; of integers
 * exactly. */
#define _GNU_SOURCE /* For exp10. */
#include "opencl.h"

enum { N = 1 << 13 };

/* Name, arguments, greatest error in units of the last place (full profile), and the least and greatest argument. */
#define FUNCTIONS(F)                                                                                                   \
    F(sin, 1, 4, -100, 100) F(cos, 1, 4, -100, 100) F(tan, 1, 5, -100, 100) F(asin, 1, 4, -1, 1)                       \
    F(acos, 1, 4, -1, 1) F(atan, 1, 5, -100, 100) F(sinh, 1, 4, -10, 10) F(cosh, 1, 4, -10, 10)                        \
    F(tanh, 1, 5, -10, 10) F(exp, 1, 3, -80, 80) F(exp2, 1, 3, -120, 120) F(exp10, 1, 3, -36, 36)                      \
    F(expm1, 1, 3, -10, 80) F(log, 1, 3, 0x1p-100f, 1e30f) F(log2, 1, 3, 0x1p-100f, 1e30f)                             \
    F(log10, 1, 3, 0x1p-100f, 1e30f) F(log1p, 1, 2, -0.9f, 1e6f) F(sqrt, 1, 3, 0, 1e30f) F(cbrt, 1, 2, -1e9f, 1e9f)    \
    F(rsqrt, 1, 2, 0x1p-100f, 1e30f) F(erf, 1, 16, -4, 4) F(tgamma, 1, 16, 0.5f, 30) F(ceil, 1, 0, -1e6f, 1e6f)        \
    F(floor, 1, 0, -1e6f, 1e6f) F(trunc, 1, 0, -1e6f, 1e6f) F(rint, 1, 0, -1e6f, 1e6f) F(round, 1, 0, -1e6f, 1e6f)     \
    F(fabs, 1, 0, -1e6f, 1e6f) F(pow, 2, 16, 0.01f, 20) F(atan2, 2, 6, -10, 10) F(hypot, 2, 4, -1e6f, 1e6f)            \
    F(fmod, 2, 0, 0.01f, 1e6f) F(fdim, 2, 0, -1e6f, 1e6f) F(fmax, 2, 0, -1e6f, 1e6f) F(fmin, 2, 0, -1e6f, 1e6f)        \
    F(remainder, 2, 0, 0.01f, 1e6f) F(copysign, 2, 0, -10, 10)

/* Newer C libraries have one, too. */
static double one_over_sqrt(double x)
{
    return 1 / sqrt(x);
}
#define rsqrt one_over_sqrt

#define ROW(name, arguments, ulps, least, most) {#name, arguments, ulps, least, most, (void (*)(void))name},

static const struct {
    const char *name;
    int arguments;
    double ulps;
    float least, most;
    void (*call)(void);
} functions[] = {FUNCTIONS(ROW)};

enum { F = COUNT(functions) };

/* From numbers in [0, 1) each function has its arguments. */
static void floats(void)
{
    static char source[1 << 14];
    static float x[N], y[N], z[F * N];
    int at = sprintf(source, "kernel void floats(global const float *x, global const float *y, global float *z)\n"
                             "{ size_t i = get_global_id(0), n = get_global_size(0); float t = x[i], u = y[i];\n");
    for (int f = 0; f < F; f++) {
        float least = functions[f].least, most = functions[f].most;
        const char *name = functions[f].name;
        char a[64], b[64];
        sprintf(a, "fma(t, %.9ef, %.9ef)", most - least, least);
        sprintf(b, "fma(u, %.9ef, %.9ef)", most - least, least);
        at += functions[f].arguments == 1 ? sprintf(source + at, "z[%d * n + i] = %s(%s);\n", f, name, a)
                                          : sprintf(source + at, "z[%d * n + i] = %s(%s, %s);\n", f, name, a, b);
    }
    sprintf(source + at, "}\n");
    for (int i = 0; i < N; i++) {
        x[i] = (next_number() >> 8) * 0x1p-24f;
        y[i] = (next_number() >> 8) * 0x1p-24f;
    }
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof x, x), b = buffer(CL_MEM_COPY_HOST_PTR, sizeof y, y);
    cl_mem c = buffer(0, sizeof z, NULL);
    cl_kernel kernel = kernel_of(build(source, ""), "floats");
    SET(kernel, 0, a);
    SET(kernel, 1, b);
    SET(kernel, 2, c);
    launch(kernel, N, 0);
    take(c, z, sizeof z);
    for (int f = 0; f < F; f++) {
        float least = functions[f].least, most = functions[f].most;
        for (int i = 0; i < N; i++) {
            float t = fmaf(x[i], most - least, least), u = fmaf(y[i], most - least, least);
            double wanted = functions[f].arguments == 1 ? ((double (*)(double))functions[f].call)(t)
                                                        : ((double (*)(double, double))functions[f].call)(t, u);
            int exponent;
            frexp(wanted, &exponent);
            double unit = ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
            double error = fabs(z[f * N + i] - wanted) / unit;
            /* What is to be right is the double rounded once; denormals may be zero. */
            int right = error <= functions[f].ulps || (!functions[f].ulps && z[f * N + i] == (float)wanted) ||
                (fabs(wanted) < 0x1p-126 && z[f * N + i] == 0);
            if (!right)
                printf("%s(%a, %a): %a, not %a: %g ulp\n", functions[f].name, t, u, z[f * N + i], wanted, error);
            CHECK(right);
        }
    }
}

static const char *INTEGERS =
    "kernel void integers(global const int4 *x, global const int4 *y, global int4 *z)\n"
    "{\n"
    "    size_t i = get_global_id(0), n = get_global_size(0);\n"
    "    int4 a = x[i], b = y[i]; uint4 c = as_uint4(a), d = as_uint4(b);\n"
    "    z[i] = add_sat(a, b); z[n + i] = as_int4(sub_sat(c, d)); z[2 * n + i] = mul_hi(a, b);\n"
    "    z[3 * n + i] = as_int4(mad_hi(c, d, c)); z[4 * n + i] = hadd(a, b); z[5 * n + i] = as_int4(rhadd(c, d));\n"
    "    z[6 * n + i] = rotate(a, b); z[7 * n + i] = clz(a); z[8 * n + i] = popcount(b);\n"
    "    z[9 * n + i] = as_int4(abs_diff(a, b)); z[10 * n + i] = mul24(a >> 8, b >> 8);\n"
    "    z[11 * n + i] = mad_sat(a, b, a);\n"
    "    z[12 * n + i] = clamp(a, -b, b | 1); z[13 * n + i] = a / (b | 1); z[14 * n + i] = as_int4(c % (d | 1));\n"
    "    z[15 * n + i] = a >> (b & 31);\n"
    "    z[16 * n + i] = bitselect(a, b, a.yzwx); z[17 * n + i] = select(a, b, a > b);\n"
    "    z[18 * n + i] = a.wzyx + b.s0213;\n"
    "    z[19 * n + i] = convert_int4(convert_char4_sat(a >> 20)) + convert_int4(convert_ushort4_sat(b));\n"
    "    z[20 * n + i] = as_int4(upsample(convert_ushort4(c), convert_ushort4(d))); z[21 * n + i] = shuffle(a, d);\n"
    "}\n";

static int64_t saturated(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

static void integers(void)
{
    enum { ROWS = 22, Q = N / 4 };
    static int32_t x[N], y[N], z[ROWS * N];
    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)next_number() >> (next_number() % 32);
        y[i] = (int32_t)next_number() >> (next_number() % 32);
    }
    x[0] = INT32_MIN, y[0] = INT32_MIN, x[1] = INT32_MAX, y[1] = INT32_MIN, x[2] = 0, y[2] = 0;
    cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, sizeof x, x), b = buffer(CL_MEM_COPY_HOST_PTR, sizeof y, y);
    cl_mem c = buffer(0, sizeof z, NULL);
    cl_kernel kernel = kernel_of(build(INTEGERS, ""), "integers");
    SET(kernel, 0, a);
    SET(kernel, 1, b);
    SET(kernel, 2, c);
    launch(kernel, Q, 0);
    take(c, z, sizeof z);
    const int64_t LEAST = INT32_MIN, MOST = INT32_MAX;
    for (int i = 0; i < N; i++) {
        int64_t a = x[i], b = y[i];
        uint32_t c = x[i], d = y[i];
        int lane = i % 4, first = i - lane, turn = d & 31;
        int32_t next = x[first + (lane + 1) % 4];
        const int swizzle[4] = {0, 2, 1, 3};
        int64_t low = (int32_t)(0u - d), high = (int32_t)(d | 1);
        const uint32_t wanted[ROWS] = {
            (uint32_t)saturated(a + b, LEAST, MOST),
            c < d ? 0 : c - d,
            (uint32_t)((a * b) >> 32),
            (uint32_t)(((uint64_t)c * d) >> 32) + c,
            (uint32_t)((a + b) >> 1),
            (uint32_t)(((uint64_t)c + d + 1) >> 1),
            c << turn | (turn ? c >> (32 - turn) : 0),
            c ? (uint32_t)__builtin_clz(c) : 32,
            (uint32_t)__builtin_popcount(d),
            (uint32_t)(a > b ? a - b : b - a),
            (uint32_t)((int64_t)(x[i] >> 8) * (y[i] >> 8)),
            (uint32_t)saturated(a * b + a, LEAST, MOST),
            (uint32_t)(a < low ? low : a > high ? high : a),
            b == -1 || b == -2 ? 0 - c : (uint32_t)(x[i] / (y[i] | 1)),
            c % (d | 1),
            (uint32_t)(x[i] >> turn),
            (c & ~(uint32_t)next) | (d & (uint32_t)next),
            a > b ? d : c,
            (uint32_t)x[first + 3 - lane] + (uint32_t)y[first + swizzle[lane]],
            (uint32_t)(saturated(x[i] >> 20, -128, 127) + saturated(b, 0, 65535)),
            c << 16 | (d & 0xffff),
            (uint32_t)x[first + (d & 3)],
        };
        for (int k = 0; k < ROWS; k++) {
            /* The bounds of clamp must be in order. */
            if (k == 12 && low > high)
                continue;
            uint32_t got = (uint32_t)z[k * N + i];
            if (got != wanted[k])
                printf("%d of %x and %x: %x, not %x\n", k, c, d, got, wanted[k]);
            CHECK(got == wanted[k]);
        }
    }
}

/* Private memory by computed indices, and calls that are not inlined. */
static void private_memory(void)
{
    static const char *SOURCE =
        "__attribute__((noinline)) uint mixed(uint *x, uint n, uint at) { uint s = at; for (uint i = 0; i < n; i++)"
        " { s = s * 33 + x[(i + at) % n]; x[s % n] ^= s; } return s; }\n"
        "kernel void indices(global uint *y)\n"
        "{ uint x[200], i = get_global_id(0); for (uint k = 0; k < 200; k++) x[k] = k * i;"
        " y[i] = mixed(x, 200, i % 77); }\n";
    enum { M = 500 };
    uint32_t got[M];
    cl_mem memory = buffer(0, sizeof got, NULL);
    cl_kernel kernel = kernel_of(build(SOURCE, ""), "indices");
    SET(kernel, 0, memory);
    launch(kernel, M, 0);
    take(memory, got, sizeof got);
    for (uint32_t i = 0; i < M; i++) {
        uint32_t x[200], at = i % 77, s = at;
        for (uint32_t k = 0; k < 200; k++)
            x[k] = k * i;
        for (uint32_t k = 0; k < 200; k++) {
            s = s * 33 + x[(k + at) % 200];
            x[s % 200] ^= s;
        }
        CHECK(got[i] == s);
    }
}

int main(void)
{
    start();
    floats();
    integers();
    private_memory();
    return right();
}
