// Templates over types, double and half among them; what the compiler makes of C++ in kernels.
#include "check.h"

#include <cmath>
#include <hip/hip_fp16.h>

constexpr unsigned N = 700;

template <class T> struct Plus {
    __device__ T operator()(T a, T b) const { return a + b; }
};

template <class T> struct Times {
    __device__ T operator()(T a, T b) const { return a * b; }
};

template <class T, class F> __global__ void zip(const T *a, const T *b, T *out, F f) {
    if (item() < N) out[item()] = f(a[item()], b[item()]);
}

// Small whole numbers, and halves and quarters: exact in all types.
static double number(size_t i) { return double(i % 23) * 0.25 - 2; }

template <class T> static void check_type(double step) {
    std::vector<T> a(N), b(N);
    for (unsigned i = 0; i < N; i++) a[i] = T(float(number(i) * step)), b[i] = T(float(number(i * 7 + 3) * step));
    Device<T> x(a), y(b), out(N);
    zip<T><<<(N + 127) / 128, 128>>>(x, y, out, Plus<T>());
    LAUNCHED();
    auto sums = out.read();
    zip<T><<<(N + 127) / 128, 128>>>(x, y, out, Times<T>());
    LAUNCHED();
    auto products = out.read();
    // A capture by value.
    T k = T(3.0f);
    zip<T><<<(N + 127) / 128, 128>>>(x, y, out, [=] __device__(T a, T b) { return a * k + b; });
    LAUNCHED();
    auto rest = out.read();
    for (unsigned i = 0; i < N; i++) {
        double p = number(i) * step, q = number(i * 7 + 3) * step;
        SAME(double(float(sums[i])), p + q);
        SAME(double(float(products[i])), p * q);
        SAME(double(float(rest[i])), p * 3 + q);
    }
}

// Functions whose results IEEE 754 defines are those of the host to the bit; others are as near as OpenCL demands.
__global__ void functions(const double *v, double *out) {
    if (item() >= N) return;
    double x = v[item()];
    double *o = out + item() * 8;
    o[0] = sqrt(x);
    o[1] = 1 / x;
    o[2] = fma(x, x, -1.0);
    o[3] = floor(x);
    o[4] = exp(x / 64);
    o[5] = log(x);
    o[6] = sin(x);
    o[7] = pow(x, 0.3);
}

static void check_doubles() {
    std::vector<double> v(N);
    for (unsigned i = 0; i < N; i++) v[i] = 0.01 + i * 1.37;
    Device<double> x(v), out(N * 8);
    functions<<<(N + 63) / 64, 64>>>(x, out);
    LAUNCHED();
    auto got = out.read();
    for (unsigned i = 0; i < N; i++) {
        double *o = &got[i * 8];
        SAME(o[0], std::sqrt(v[i]));
        SAME(o[1], 1 / v[i]);
        SAME(o[2], std::fma(v[i], v[i], -1.0));
        SAME(o[3], std::floor(v[i]));
        double want[] = {std::exp(v[i] / 64), std::log(v[i]), std::sin(v[i]), std::pow(v[i], 0.3)};
        for (int k = 0; k < 4; k++) {
            // 16 units of the last place; log near 1 and sin near its zeros have few places left.
            double most = 16 * 2.3e-16 * std::fmax(std::fabs(want[k]), k == 0 || k == 3 ? 0 : 1e-3);
            CHECK(std::fabs(o[4 + k] - want[k]) <= most);
        }
    }
}

// Pairs of halves, as packed instructions take them, and conversions with their rounding.
__global__ void halves(const float *v, __half2 *pairs, __half *rounded) {
    unsigned i = item();
    if (i >= N / 2) return;
    __half2 a = __floats2half2_rn(v[2 * i], v[2 * i + 1]), b = __float2half2_rn(0.5f);
    pairs[i] = __hfma2(a, a, __hadd2(b, a));
    rounded[2 * i] = __float2half(v[2 * i] / 3);
    rounded[2 * i + 1] = __float2half(v[2 * i + 1] * 1000);
}

// The nearest half to a number, ties to even, by the definition (normal and subnormal ones, and infinity).
static double nearest_half(double x) {
    if (x == 0) return 0;
    int exponent;
    std::frexp(x, &exponent);
    double unit = std::ldexp(1.0, std::max(exponent, -13) - 11);
    double rounded = std::nearbyint(x / unit) * unit;
    return std::fabs(rounded) > 65504 ? std::copysign(INFINITY, x) : rounded;
}

static void check_halves() {
    std::vector<float> v(N);
    for (unsigned i = 0; i < N; i++) v[i] = float(number(i)) * (i < N / 2 ? 1 : 32);
    Device<float> x(v);
    Device<__half2> pairs(N / 2);
    Device<__half> rounded(N);
    halves<<<(N / 2 + 63) / 64, 64>>>(x, pairs, rounded);
    LAUNCHED();
    auto p = pairs.read();
    auto r = rounded.read();
    for (unsigned i = 0; i < N; i++) {
        float got = i % 2 ? __high2float(p[i / 2]) : __low2float(p[i / 2]);
        double a = v[i];
        SAME(double(got), nearest_half(a * a + nearest_half(0.5 + a)));
        SAME(double(__half2float(r[i])), nearest_half(i % 2 ? v[i] * 1000 : double(v[i] / 3)));
    }
}

// Recursion by templates, arrays in private memory that are indexed by what only the lane knows, a large record by
// value.
template <int K> struct Power {
    __device__ static unsigned of(unsigned x) { return x * Power<K - 1>::of(x); }
};
template <> struct Power<0> {
    __device__ static unsigned of(unsigned) { return 1; }
};

struct Record {
    unsigned factors[100];
    char tag;
    double wide;
};

__global__ void mixed(Record record, unsigned *out) {
    unsigned stack[40];
    unsigned i = item();
    for (unsigned k = 0; k < 40; k++) stack[k] = record.factors[(i + k) % 100] * k;
    for (unsigned k = 0; k < 40; k++) stack[(stack[k] + i) % 40] += k;
    unsigned sum = Power<7>::of(i) + record.tag + unsigned(record.wide);
    for (unsigned k = 0; k < 40; k++) sum = sum * 5 + stack[(k * i) % 40];
    out[i] = sum;
}

static void check_mixed() {
    Record record;
    for (unsigned k = 0; k < 100; k++) record.factors[k] = k * 13 + 1;
    record.tag = 'x';
    record.wide = 12345.75;
    Device<unsigned> out(512);
    mixed<<<2, 256>>>(record, out);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) {
        unsigned stack[40];
        unsigned sum = 'x' + 12345;
        unsigned power = 1;
        for (unsigned k = 0; k < 40; k++) stack[k] = record.factors[(i + k) % 100] * k;
        for (unsigned k = 0; k < 40; k++) stack[(stack[k] + i) % 40] += k;
        for (int k = 0; k < 7; k++) power *= i;
        sum += power;
        for (unsigned k = 0; k < 40; k++) sum = sum * 5 + stack[(k * i) % 40];
        return sum;
    });
}

int main() {
    check_type<float>(1);
    check_type<double>(1);
    check_type<__half>(1);
    check_type<int>(4);
    check_type<long long>(4);
    check_type<short>(4);
    check_doubles();
    check_halves();
    check_mixed();
    return right();
}
