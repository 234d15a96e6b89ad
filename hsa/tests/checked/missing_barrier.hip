// The same without the barriers: it is right where waves take turns, and nowhere else.
#include "values.h"

__global__ void sum(const unsigned *v, unsigned *sums) {
    __shared__ unsigned part[256];
    part[threadIdx.x] = v[item()];
    __syncthreads();
    if (threadIdx.x < 128) part[threadIdx.x] += part[threadIdx.x + 128];
    // A barrier is missing here.
    if (threadIdx.x < 64) part[threadIdx.x] += part[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (unsigned i = 0; i < 64; i++) sum += part[i];
        sums[blockIdx.x] = sum;
    }
}

int main() {
    Array<unsigned> v(256, [](size_t i) { return i; }), sums(1);
    sum<<<1, 256>>>(v.get(), sums.get());
    LAUNCHED();
    OK(hipDeviceSynchronize());
    right();
}
