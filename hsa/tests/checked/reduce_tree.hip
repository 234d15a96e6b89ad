// A tree in LDS, with a barrier before each of its steps.
#include "values.h"

__global__ void sum(const unsigned *v, unsigned *sums) {
    __shared__ unsigned part[256];
    part[threadIdx.x] = v[item()];
    for (unsigned width = 128; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

int main() {
    Array<unsigned> v(16 * 256, [](size_t i) { return i * 7 % 1000; }), sums(16);
    sum<<<16, 256>>>(v.get(), sums.get());
    LAUNCHED();
    ALL_SAME(sums.read(), [](size_t g) {
        unsigned sum = 0;
        for (size_t i = g * 256; i < (g + 1) * 256; i++) sum += i * 7 % 1000;
        return sum;
    });
    right();
}
