// The last work-group to come adds up what all have stored (CUDA's threadFenceReduction has this form).
#include "values.h"

__global__ void sum(const unsigned *v, unsigned *parts, unsigned *count, unsigned *total) {
    __shared__ unsigned part[256];
    __shared__ bool last;
    part[threadIdx.x] = v[item()];
    for (unsigned width = 128; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += parts[i];
    part[threadIdx.x] = sum;
    for (unsigned width = 128; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    }
    if (threadIdx.x == 0) {
        *total = part[0];
        *count = 0;
    }
}

int main() {
    constexpr unsigned GROUPS = 600;
    Array<unsigned> v(GROUPS * 256, [](size_t i) { return i % 10; }), parts(GROUPS), count(1), total(1);
    for (int round = 0; round < 3; round++) {
        sum<<<GROUPS, 256>>>(v.get(), parts.get(), count.get(), total.get());
        LAUNCHED();
        unsigned wanted = 0;
        for (size_t i = 0; i < GROUPS * 256; i++) wanted += i % 10;
        SAME(total.read()[0], wanted);
    }
    right();
}
