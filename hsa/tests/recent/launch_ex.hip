// Launches with attributes: hipLaunchKernelEx and hipLaunchKernelExC, with dynamic LDS, in a stream, cooperative.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

constexpr unsigned SIZE = 64, GROUPS = 10, N = SIZE * GROUPS;

__global__ void reversed(unsigned *v, unsigned k) {
    extern __shared__ unsigned words[];
    words[threadIdx.x] = v[item()];
    __syncthreads();
    v[item()] = words[blockDim.x - 1 - threadIdx.x] + k;
}

__global__ void all_together(unsigned *v, unsigned *sums) {
    atomicAdd(&sums[0], v[item()]);
    cooperative_groups::this_grid().sync();
    v[item()] = sums[0];
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    std::vector<unsigned> data = randoms(N, 5);
    Device<unsigned> v(data), sums(std::vector<unsigned>(1, 0));
    hipLaunchConfig_t config = {};
    config.gridDim = dim3(GROUPS);
    config.blockDim = dim3(SIZE);
    config.dynamicSmemBytes = SIZE * 4;
    config.stream = stream;
    unsigned *memory = v, *sum = sums, k = 17;
    void *arguments[] = {&memory, &k};
    OK(hipLaunchKernelExC(&config, reinterpret_cast<void *>(reversed), arguments));
    OK(hipStreamSynchronize(stream));
    auto want = [&](size_t i) { return data[i / SIZE * SIZE + SIZE - 1 - i % SIZE] + 17; };
    ALL_SAME(v.read(), want);
    OK(hipLaunchKernelEx(&config, reversed, memory, 0u - 17));
    OK(hipStreamSynchronize(stream));
    ALL_SAME(v.read(), [&](size_t i) { return data[i]; });

    hipLaunchAttribute attribute = {};
    attribute.id = hipLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    config.dynamicSmemBytes = 0;
    void *of_sum[] = {&memory, &sum};
    OK(hipLaunchKernelExC(&config, reinterpret_cast<void *>(all_together), of_sum));
    OK(hipStreamSynchronize(stream));
    unsigned total = 0;
    for (unsigned x : data) total += x;
    ALL_SAME(v.read(), [&](size_t) { return total; });
    OK(hipStreamDestroy(stream));
    return right();
}
