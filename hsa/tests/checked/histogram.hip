// Bins in LDS by atomics, then in memory by atomics.
#include "values.h"

__global__ void count(const unsigned char *v, unsigned n, unsigned *bins) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = item(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[v[i]], 1);
    __syncthreads();
    if (mine[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main() {
    constexpr unsigned N = 20000;
    Array<unsigned char> v(N, [](size_t i) { return i * i % 251; });
    Array<unsigned> bins(256);
    count<<<20, 256>>>(v.get(), N, bins.get());
    LAUNCHED();
    std::vector<unsigned> wanted(256);
    for (size_t i = 0; i < N; i++) wanted[i * i % 251]++;
    ALL_SAME(bins.read(), [&](size_t i) { return wanted[i]; });
    right();
}
