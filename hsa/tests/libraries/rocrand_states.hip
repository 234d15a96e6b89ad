// rocRAND inside kernels: each work-item has a state of its own. The same functions, compiled for the host, give the
// same numbers; counter-based generators begin with the published answers for a key and a counter of zeros.
#include "cases.h"

#include <rocrand/rocrand_kernel.h>

#include <cmath>

constexpr unsigned N = 500, DRAWS = 7;

template <class State> __host__ __device__ void begin(unsigned i, State *state) {
    if constexpr (std::is_same_v<State, rocrand_state_lfsr113>) {
        uint4 seed = {1000 + i, 2000 + i, 3000 + i, 4000 + i};
        rocrand_init(seed, i % 5, i % 30, state);
    } else {
        rocrand_init(0x9e3779b97f4a7c15ull + i % 3, i, i % 100 * 1000ull, state);
    }
}

// Words as they come, and numbers made of them.
template <class State, class Word>
__host__ __device__ void draw(unsigned i, Word *words, float *floats, double *doubles) {
    State state;
    begin(i, &state);
    for (unsigned k = 0; k < DRAWS; k++) {
        words[i * DRAWS + k] = rocrand(&state);
        floats[i * DRAWS + k] = rocrand_uniform(&state);
        doubles[i * DRAWS + k] = rocrand_uniform_double(&state);
    }
}

template <class State> __host__ __device__ void draw_normal(unsigned i, float *normal, double *exact, unsigned *poisson) {
    State state;
    begin(i, &state);
    for (unsigned k = 0; k < DRAWS; k++) {
        normal[i * DRAWS + k] = rocrand_normal(&state);
        exact[i * DRAWS + k] = rocrand_log_normal_double(&state, 1., .5);
        poisson[i * DRAWS + k] = rocrand_poisson(&state, 8.5);
    }
}

template <class State, class Word> __global__ void drawn(Word *words, float *floats, double *doubles) {
    if (item() < N) draw<State>(item(), words, floats, doubles);
}

template <class State> __global__ void drawn_normal(float *normal, double *exact, unsigned *poisson) {
    if (item() < N) draw_normal<State>(item(), normal, exact, poisson);
}

// Takes what is near enough for what is wanted: logarithms and sines are not the host's to the bit.
template <class T> static std::vector<T> near(std::vector<T> got, const std::vector<T> &want, double tolerance) {
    for (size_t i = 0; i < got.size(); i++)
        if (std::abs(got[i] - want[i]) <= tolerance * (1 + std::abs(want[i]))) got[i] = want[i];
    return got;
}

template <class State> static void engine(const char *name) {
    using Word = decltype(rocrand(static_cast<State *>(nullptr)));
    constexpr unsigned ALL = N * DRAWS;
    unsigned blocks = (N + 127) / 128;
    {
        Device<Word> words(ALL);
        Device<float> floats(ALL);
        Device<double> doubles(ALL);
        std::vector<Word> want_words(ALL);
        std::vector<float> want_floats(ALL);
        std::vector<double> want_doubles(ALL);
        drawn<State, Word><<<blocks, 128>>>(words, floats, doubles);
        LAUNCHED();
        for (unsigned i = 0; i < N; i++) draw<State>(i, want_words.data(), want_floats.data(), want_doubles.data());
        Case<Word> c(name, ALL);
        c.same(words.read(), want_words);
        c.same(floats.read(), want_floats);
        c.same(doubles.read(), want_doubles);
    }
    {
        Device<float> normal(ALL);
        Device<double> exact(ALL);
        Device<unsigned> poisson(ALL);
        std::vector<float> want_normal(ALL);
        std::vector<double> want_exact(ALL);
        std::vector<unsigned> want_poisson(ALL);
        drawn_normal<State><<<blocks, 128>>>(normal, exact, poisson);
        LAUNCHED();
        for (unsigned i = 0; i < N; i++) draw_normal<State>(i, want_normal.data(), want_exact.data(), want_poisson.data());
        Case<Word> c(std::string(name) + "_distributions", ALL);
        c.same(near(normal.read(), want_normal, 2e-5), want_normal);
        c.same(near(exact.read(), want_exact, 1e-10), want_exact);
        c.same(poisson.read(), want_poisson);
    }
}

template <class State, class Word, unsigned COUNT> __global__ void zeros(Word *out) {
    State state;
    rocrand_init(0, 0, 0, &state);
    for (unsigned k = 0; k < COUNT; k++) out[k] = rocrand(&state);
}

// Random123's known answers.
template <class State, class Word, size_t COUNT> static void known(const char *name, const Word (&answer)[COUNT]) {
    Case<Word> c(name, COUNT);
    Device<Word> out(COUNT);
    zeros<State, Word, COUNT><<<1, 1>>>(out);
    LAUNCHED();
    c.same(out.read(), std::vector<Word>(answer, answer + COUNT));
}

int main() {
    engine<rocrand_state_xorwow>("xorwow");
    engine<rocrand_state_mrg31k3p>("mrg31k3p");
    engine<rocrand_state_mrg32k3a>("mrg32k3a");
    engine<rocrand_state_philox4x32_10>("philox4x32_10");
    engine<rocrand_state_threefry2x32_20>("threefry2x32_20");
    engine<rocrand_state_threefry4x32_20>("threefry4x32_20");
    engine<rocrand_state_threefry2x64_20>("threefry2x64_20");
    engine<rocrand_state_threefry4x64_20>("threefry4x64_20");
    engine<rocrand_state_lfsr113>("lfsr113");
    using Wide = unsigned long long;
    known<rocrand_state_philox4x32_10>("philox4x32_10_known", {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
    known<rocrand_state_threefry2x32_20>("threefry2x32_20_known", {0x6b200159u, 0x99ba4efeu});
    known<rocrand_state_threefry4x32_20>("threefry4x32_20_known", {0x9c6ca96au, 0xe17eae66u, 0xfc10ecd4u, 0x5256a7d8u});
    known<rocrand_state_threefry2x64_20, Wide>("threefry2x64_20_known", {0xc2b6e3a8c2c69865ull, 0x6f81ed42f350084dull});
    known<rocrand_state_threefry4x64_20, Wide>("threefry4x64_20_known", {0x09218ebde6c85537ull, 0x55941f5266d86105ull,
                                                                         0x4bd25e16282434dcull, 0xee29ec846bd2e40bull});
    return ended();
}
