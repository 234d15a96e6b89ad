// Radix sort of keys with values, 4 bits at a time: counts of each work-group, an exclusive scan of them all, a stable
// scatter. The host launches what depends on each other and synchronises once.
#include "check.h"

#include <algorithm>
#include <numeric>

constexpr unsigned GROUP = 256, DIGITS = 16;

__device__ unsigned digit(unsigned key, unsigned shift) { return key >> shift & (DIGITS - 1); }

// Counts lie digit by digit, so that their scan gives places.
__global__ void count(const unsigned *keys, unsigned n, unsigned shift, unsigned *counts) {
    __shared__ unsigned local[DIGITS];
    if (threadIdx.x < DIGITS) local[threadIdx.x] = 0;
    __syncthreads();
    if (item() < n) atomicAdd(&local[digit(keys[item()], shift)], 1u);
    __syncthreads();
    if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

// Exclusive, of 256 numbers (Hillis and Steele); the sum of all goes to `sums`.
__global__ void scan(unsigned *v, unsigned n, unsigned *sums) {
    __shared__ unsigned part[2][GROUP];
    unsigned own = item() < n ? v[item()] : 0, from = 0;
    part[0][threadIdx.x] = own;
    for (unsigned d = 1; d < GROUP; d *= 2) {
        __syncthreads();
        unsigned x = part[from][threadIdx.x];
        if (threadIdx.x >= d) x += part[from][threadIdx.x - d];
        from = 1 - from;
        part[from][threadIdx.x] = x;
    }
    __syncthreads();
    if (item() < n) v[item()] = part[from][threadIdx.x] - own;
    if (sums && threadIdx.x == 0) sums[blockIdx.x] = part[from][GROUP - 1];
}

__global__ void add(unsigned *v, unsigned n, const unsigned *sums) {
    if (item() < n) v[item()] += sums[blockIdx.x];
}

__global__ void scatter(const unsigned *keys, const unsigned *values, unsigned n, unsigned shift,
                        const unsigned *places, unsigned *keys_out, unsigned *values_out) {
    __shared__ unsigned char digits[GROUP];
    unsigned mine = item() < n ? digit(keys[item()], shift) : 255;
    digits[threadIdx.x] = mine;
    __syncthreads();
    if (item() >= n) return;
    unsigned before = 0;
    for (unsigned i = 0; i < threadIdx.x; i++) before += digits[i] == mine;
    unsigned place = places[mine * gridDim.x + blockIdx.x] + before;
    keys_out[place] = keys[item()];
    values_out[place] = values[item()];
}

int main() {
    constexpr unsigned N = 100003, GROUPS = (N + GROUP - 1) / GROUP, COUNTS = GROUPS * DIGITS;
    constexpr unsigned BLOCKS = (COUNTS + GROUP - 1) / GROUP;
    static_assert(BLOCKS <= GROUP, "two levels of sums");
    std::vector<unsigned> keys = randoms(N, 9), order(N);
    // Some keys are the same: their values stay in order.
    for (unsigned i = 0; i < N; i += 3) keys[i] &= 0xff00ff;
    std::iota(order.begin(), order.end(), 0);
    Device<unsigned> k0(keys), k1(N), v0(order), v1(N), counts(COUNTS), sums(BLOCKS);
    unsigned *k[] = {k0, k1}, *v[] = {v0, v1};
    for (unsigned shift = 0, from = 0; shift < 32; shift += 4, from = 1 - from) {
        count<<<GROUPS, GROUP>>>(k[from], N, shift, counts);
        scan<<<BLOCKS, GROUP>>>(counts, COUNTS, sums);
        scan<<<1, GROUP>>>(sums, BLOCKS, nullptr);
        add<<<BLOCKS, GROUP>>>(counts, COUNTS, sums);
        scatter<<<GROUPS, GROUP>>>(k[from], v[from], N, shift, counts, k[1 - from], v[1 - from]);
        LAUNCHED();
    }
    std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
        return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
    });
    // Eight passes: the first buffers have the result.
    ALL_SAME(v0.read(), [&](size_t i) { return order[i]; });
    ALL_SAME(k0.read(), [&](size_t i) { return keys[order[i]]; });
    return right();
}
