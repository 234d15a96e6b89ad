// Histograms of bytes: counters in LDS, each work-group over many items, a grid of two dimensions; and a prefix sum in
// one pass, whose work-groups wait for those before them (decoupled look-back).
#include "check.h"

constexpr unsigned BINS = 256;

__global__ void histogram(const unsigned char *bytes, size_t n, unsigned *bins) {
    __shared__ unsigned local[BINS];
    unsigned t = threadIdx.y * blockDim.x + threadIdx.x, group = blockDim.x * blockDim.y;
    for (unsigned i = t; i < BINS; i += group) local[i] = 0;
    __syncthreads();
    size_t first = (blockIdx.y * gridDim.x + blockIdx.x) * group + t, stride = size_t(gridDim.x) * gridDim.y * group;
    for (size_t i = first; i < n; i += stride) atomicAdd(&local[bytes[i]], 1u);
    __syncthreads();
    for (unsigned i = t; i < BINS; i += group)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}

// Inclusive sums of 256 items in each work-group. What a group knows is 0 (nothing yet), or its sum of all that come
// before and its own, with a flag.
constexpr unsigned long long KNOWN = 1ull << 63;

__global__ void prefix(const unsigned *v, unsigned n, unsigned long long *out, unsigned long long *known,
                       unsigned *ticket) {
    __shared__ unsigned long long part[256], before;
    __shared__ unsigned group;
    // Groups get their numbers in the order in which they start: a group that is waited for runs.
    if (threadIdx.x == 0) group = atomicAdd(ticket, 1u);
    __syncthreads();
    unsigned i = group * 256 + threadIdx.x;
    part[threadIdx.x] = i < n ? v[i] : 0;
    for (unsigned d = 1; d < 256; d *= 2) {
        __syncthreads();
        unsigned long long x = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
        __syncthreads();
        part[threadIdx.x] += x;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        before = 0;
        if (group > 0) {
            unsigned long long x;
            while (!((x = __hip_atomic_load(&known[group - 1], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) & KNOWN)) {
            }
            before = x & ~KNOWN;
        }
        __hip_atomic_store(&known[group], KNOWN | (before + part[255]), __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    }
    __syncthreads();
    if (i < n) out[i] = before + part[threadIdx.x];
}

int main() {
    constexpr size_t N = 300007;
    std::vector<unsigned char> bytes(N);
    std::vector<unsigned> bins(BINS);
    unsigned state = 21;
    for (auto &b : bytes) {
        unsigned x = next_random(state);
        // Not evenly distributed.
        b = (x & 0xff) * (x >> 8 & 0xff) >> 8;
        bins[b]++;
    }
    Device<unsigned char> data(bytes);
    Device<unsigned> counted(std::vector<unsigned>(BINS, 0));
    histogram<<<dim3(5, 3), dim3(32, 8)>>>(data, N, counted);
    LAUNCHED();
    ALL_SAME(counted.read(), [&](size_t i) { return bins[i]; });

    constexpr unsigned M = 50021, GROUPS = (M + 255) / 256;
    std::vector<unsigned> v = randoms(M, 33);
    std::vector<unsigned long long> sums(M);
    for (unsigned i = 0; i < M; i++) sums[i] = (i ? sums[i - 1] : 0) + v[i];
    Device<unsigned> items(v), ticket(std::vector<unsigned>(1, 0));
    Device<unsigned long long> out(M), known(std::vector<unsigned long long>(GROUPS, 0));
    prefix<<<GROUPS, 256>>>(items, M, out, known, ticket);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) { return sums[i]; });
    return right();
}
