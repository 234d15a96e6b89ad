// rocRAND: its generators (but MT19937, which takes minutes to begin) and their distributions, against the library's own
// generators of the host, which are compiled for the host, and Sobol's sequences against their definition. Whole and
// uniform numbers are the same to the bit.
#include "cases.h"

#include <rocrand/rocrand.h>

#include <cmath>

#define RAND_OK(call) CHECK((call) == ROCRAND_STATUS_SUCCESS)

struct Kind {
    const char *name;
    rocrand_rng_type type;
    bool is_wide, is_quasi, has_offset;
};

constexpr Kind KINDS[] = {
    {"xorwow", ROCRAND_RNG_PSEUDO_XORWOW, false, false, true},
    {"mrg31k3p", ROCRAND_RNG_PSEUDO_MRG31K3P, false, false, true},
    {"mrg32k3a", ROCRAND_RNG_PSEUDO_MRG32K3A, false, false, true},
    {"mtgp32", ROCRAND_RNG_PSEUDO_MTGP32, false, false, false},
    {"philox4x32_10", ROCRAND_RNG_PSEUDO_PHILOX4_32_10, false, false, true},
    {"lfsr113", ROCRAND_RNG_PSEUDO_LFSR113, false, false, false},
    {"threefry2x32_20", ROCRAND_RNG_PSEUDO_THREEFRY2_32_20, false, false, true},
    {"threefry4x32_20", ROCRAND_RNG_PSEUDO_THREEFRY4_32_20, false, false, true},
    {"threefry2x64_20", ROCRAND_RNG_PSEUDO_THREEFRY2_64_20, true, false, true},
    {"threefry4x64_20", ROCRAND_RNG_PSEUDO_THREEFRY4_64_20, true, false, true},
    {"sobol32", ROCRAND_RNG_QUASI_SOBOL32, false, true, true},
    {"scrambled_sobol32", ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, false, true, true},
    {"sobol64", ROCRAND_RNG_QUASI_SOBOL64, true, true, true},
    {"scrambled_sobol64", ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64, true, true, true},
};

// Which of its numbers a generator begins with.
struct Start {
    const char *name;
    unsigned long long seed, offset;
    unsigned dimensions;
};

constexpr Start STARTS[] = {{"", 0, 0, 1}, {"_later", 0x123456789abcull, 10007, 3}};

static rocrand_generator made(const Kind &kind, const Start &start, bool is_host) {
    rocrand_generator g;
    RAND_OK(is_host ? rocrand_create_generator_host_blocking(&g, kind.type) : rocrand_create_generator(&g, kind.type));
    if (kind.is_quasi) RAND_OK(rocrand_set_quasi_random_generator_dimensions(g, start.dimensions));
    else if (start.seed) RAND_OK(rocrand_set_seed(g, start.seed));
    if (start.offset && kind.has_offset) RAND_OK(rocrand_set_offset(g, start.offset));
    return g;
}

static float wide(float x) { return x; }
static double wide(double x) { return x; }
static float wide(__half x) { return __half2float(x); }

// The numbers of both generators, of the second call after a first one: it goes on where that has ended.
template <class T, class F>
static void distribution(const Kind &kind, const Start &start, const char *name, size_t n, double tolerance, F generate) {
    n -= n % start.dimensions;
    auto device = made(kind, start, false), host = made(kind, start, true);
    Device<T> out(n);
    std::vector<T> want(n), got;
    Case<T> c(std::string(kind.name) + start.name + "_" + name, n);
    for (int call = 0; call < 2; call++) {
        RAND_OK(generate(device, out.operator T *(), n));
        RAND_OK(generate(host, want.data(), n));
        got = out.read();
        if (tolerance != 0)
            if constexpr (!std::is_integral_v<T>)
                for (size_t i = 0; i < n; i++)
                    if (std::abs(wide(got[i]) - wide(want[i])) <= tolerance * (1 + std::abs(wide(want[i])))) got[i] = want[i];
        c.same(got, want);
    }
    RAND_OK(rocrand_destroy_generator(device));
    RAND_OK(rocrand_destroy_generator(host));
}

static void all_of(const Kind &kind, const Start &start, size_t n) {
    if (kind.is_wide) {
        distribution<unsigned long long>(kind, start, "words", n, 0, rocrand_generate_long_long);
    } else {
        distribution<unsigned>(kind, start, "words", n, 0, rocrand_generate);
        distribution<unsigned char>(kind, start, "bytes", n, 0, rocrand_generate_char);
        distribution<unsigned short>(kind, start, "shorts", n, 0, rocrand_generate_short);
    }
    distribution<float>(kind, start, "uniform", n, 0, rocrand_generate_uniform);
    distribution<double>(kind, start, "uniform", n, 0, rocrand_generate_uniform_double);
    auto normal = [](auto f, auto mean, auto deviation) {
        return [=](auto g, auto *out, size_t n) { return f(g, out, n, mean, deviation); };
    };
    size_t even = n + n % 2;
    // Quasi-random ones near 0 are square roots of the difference of two numbers near 4, in f32, off by as much as 0.001.
    float near = kind.is_quasi ? 2.5e-3f : 2e-5f;
    distribution<float>(kind, start, "normal", even, near, normal(rocrand_generate_normal, 2.f, 5.f));
    distribution<double>(kind, start, "normal", even, 1e-10, normal(rocrand_generate_normal_double, 2., 5.));
    distribution<float>(kind, start, "log_normal", even, kind.is_quasi ? near : 5e-5f, normal(rocrand_generate_log_normal, 1.f, .5f));
    distribution<double>(kind, start, "log_normal", even, 1e-10, normal(rocrand_generate_log_normal_double, 1., .5));
    if (!kind.is_wide) {
        distribution<__half>(kind, start, "uniform", n, 0, rocrand_generate_uniform_half);
        // In half precision on the device: near 1 the logarithm's square root is off by as much as 0.03, times 5.
        distribution<__half>(kind, start, "normal", even, 0.1,
                             normal(rocrand_generate_normal_half, __float2half(2.f), __float2half(5.f)));
    }
    auto poisson = [](auto g, unsigned *out, size_t n) { return rocrand_generate_poisson(g, out, n, 20.5); };
    distribution<unsigned>(kind, start, "poisson", n, 0, poisson);
}

// Sobol's sequence by direction numbers: a primitive polynomial's degree and inner coefficients, and its first
// numbers (Joe and Kuo 2008).
struct Polynomial {
    unsigned degree, inner, first[4];
};

template <class Word, class F> static void sobol(const char *name, rocrand_rng_type type, F generate) {
    constexpr unsigned BITS = sizeof(Word) * 8, DIMENSIONS = 6, EACH = 1003;
    constexpr Polynomial POLYNOMIALS[] = {{1, 0, {1}}, {2, 1, {1, 3}}, {3, 1, {1, 3, 1}}, {3, 2, {1, 1, 1}}, {4, 1, {1, 1, 3, 3}}};
    std::vector<Word> want;
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        Word directions[BITS];
        for (unsigned i = 0; i < BITS; i++) {
            if (d == 0) {
                directions[i] = Word(1) << (BITS - 1 - i);
                continue;
            }
            const Polynomial &p = POLYNOMIALS[d - 1];
            if (i < p.degree) {
                directions[i] = Word(p.first[i]) << (BITS - 1 - i);
                continue;
            }
            directions[i] = directions[i - p.degree] ^ directions[i - p.degree] >> p.degree;
            for (unsigned k = 1; k < p.degree; k++)
                if (p.inner >> (p.degree - 1 - k) & 1) directions[i] ^= directions[i - k];
        }
        for (unsigned i = 0; i < EACH; i++) {
            Word x = 0;
            for (unsigned k = 0, gray = i ^ i >> 1; gray >> k; k++)
                if (gray >> k & 1) x ^= directions[k];
            want.push_back(x);
        }
    }
    Case<Word> c(name, want.size());
    rocrand_generator g;
    RAND_OK(rocrand_create_generator(&g, type));
    RAND_OK(rocrand_set_quasi_random_generator_dimensions(g, DIMENSIONS));
    Device<Word> out(want.size());
    RAND_OK(generate(g, out.operator Word *(), want.size()));
    c.same(out.read(), want);
    RAND_OK(rocrand_destroy_generator(g));
}

int main() {
    for (const Kind &kind : KINDS) {
        all_of(kind, STARTS[0], 1003);
        all_of(kind, STARTS[1], 5011);
    }
    sobol<unsigned>("sobol32_defined", ROCRAND_RNG_QUASI_SOBOL32, rocrand_generate);
    sobol<unsigned long long>("sobol64_defined", ROCRAND_RNG_QUASI_SOBOL64, rocrand_generate_long_long);
    return ended();
}
