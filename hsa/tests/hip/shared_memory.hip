// LDS, static and dynamic, and what the lanes of a wave tell each other without it.
#include "check.h"

#include <numeric>

constexpr unsigned GROUPS = 20;

// A tree in static LDS.
__global__ void sum_tree(const unsigned *v, unsigned *sums) {
    __shared__ unsigned part[256];
    part[threadIdx.x] = v[item()];
    for (unsigned width = 128; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

// Two arrays of different types in dynamic LDS.
__global__ void sum_dynamic(const unsigned *v, unsigned *sums, double *means) {
    extern __shared__ unsigned char memory[];
    unsigned *part = reinterpret_cast<unsigned *>(memory);
    double *wide = reinterpret_cast<double *>(memory + blockDim.x * sizeof(unsigned));
    part[threadIdx.x] = v[item()];
    wide[threadIdx.x] = v[item()] % 1000;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        double mean = 0;
        for (unsigned i = 0; i < blockDim.x; i++) sum += part[i], mean += wide[i];
        sums[blockIdx.x] = sum;
        means[blockIdx.x] = mean / blockDim.x;
    }
}

// A wave by shuffles, then the waves by LDS.
__global__ void sum_shuffle(const unsigned *v, unsigned *sums) {
    __shared__ unsigned waves[4];
    unsigned x = v[item()];
    for (int d = warpSize / 2; d > 0; d /= 2) x += __shfl_down(x, d);
    if (threadIdx.x % warpSize == 0) waves[threadIdx.x / warpSize] = x;
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = waves[0] + waves[1] + waves[2] + waves[3];
}

struct Lane {
    int from, up, down, cross, part;
    float real;
    double wide;
    unsigned long long ballot;
    int any, all, count, either, both;
};

__global__ void lanes(Lane *out) {
    int i = threadIdx.x, lane = i % warpSize;
    int x = i * i;
    Lane &o = out[i];
    o.from = __shfl(x, (lane * 7 + 3) % 64);
    o.up = __shfl_up(x, 5);
    o.down = __shfl_down(x, 9);
    o.cross = __shfl_xor(x, 21);
    o.part = __shfl(x, 2, 8);
    o.real = __shfl(x * 0.5f, 63 - lane);
    o.wide = __shfl_xor(x * 0.125, 1);
    o.ballot = __ballot(lane % 3 == 1);
    o.any = __any(i == 70);
    o.all = __all(i >= 64);
    o.count = __syncthreads_count(i % 5 == 0);
    o.either = __syncthreads_or(i == 100);
    o.both = __syncthreads_and(i < 127);
}

static void check_lanes() {
    constexpr int N = 128;
    Device<Lane> out(N);
    lanes<<<1, N>>>(out);
    LAUNCHED();
    std::vector<Lane> got = out.read();
    unsigned long long ballot = 0;
    for (int l = 1; l < 64; l += 3) ballot |= 1ull << l;
    for (int i = 0; i < N; i++) {
        int lane = i % 64, first = i - lane;
        auto x = [&](int l) { return (first + l) * (first + l); };
        Lane &o = got[i];
        SAME(o.from, x((lane * 7 + 3) % 64));
        // Beyond the ends a lane has its own.
        SAME(o.up, x(lane < 5 ? lane : lane - 5));
        SAME(o.down, x(lane + 9 > 63 ? lane : lane + 9));
        SAME(o.cross, x(lane ^ 21));
        SAME(o.part, x(lane / 8 * 8 + 2));
        SAME(o.real, x(63 - lane) * 0.5f);
        SAME(o.wide, x(lane ^ 1) * 0.125);
        SAME(o.ballot, ballot);
        SAME(o.any, int(i >= 64));
        SAME(o.all, int(i >= 64));
        SAME(o.count, 26);
        SAME(o.either, 1);
        SAME(o.both, 0);
    }
}

// All the LDS that a work-group can have: each work-item's 64 words go to another one.
__global__ void all_of_it(unsigned *out) {
    extern __shared__ unsigned words[];
    for (unsigned i = 0; i < 64; i++) words[i * 256 + threadIdx.x] = i * 1000 + threadIdx.x;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = 0; i < 64; i++) sum += words[i * 256 + (threadIdx.x + i) % 256] * (i + 1);
    out[item()] = sum;
}

int main() {
    std::vector<unsigned> data = randoms(GROUPS * 256, 4);
    Device<unsigned> v(data), sums(GROUPS);
    Device<double> means(GROUPS);
    auto wanted = [&](size_t g) { return std::accumulate(&data[g * 256], &data[g * 256] + 256, 0u); };
    sum_tree<<<GROUPS, 256>>>(v, sums);
    LAUNCHED();
    ALL_SAME(sums.read(), wanted);
    OK(hipMemset(sums, 0, GROUPS * 4));
    sum_dynamic<<<GROUPS, 256, 256 * (sizeof(unsigned) + sizeof(double))>>>(v, sums, means);
    LAUNCHED();
    ALL_SAME(sums.read(), wanted);
    ALL_SAME(means.read(), [&](size_t g) {
        double sum = 0;
        for (size_t i = g * 256; i < (g + 1) * 256; i++) sum += data[i] % 1000;
        return sum / 256;
    });
    OK(hipMemset(sums, 0, GROUPS * 4));
    sum_shuffle<<<GROUPS, 256>>>(v, sums);
    LAUNCHED();
    ALL_SAME(sums.read(), wanted);
    check_lanes();

    Device<unsigned> out(512);
    all_of_it<<<2, 256, 65536>>>(out);
    LAUNCHED();
    ALL_SAME(out.read(), [](size_t i) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 64; k++) sum += (k * 1000 + (i + k) % 256) * (k + 1);
        return sum;
    });
    return right();
}
