// A lock in LDS, for what waves of a work-group have there and in memory.
#include "values.h"

__global__ void count(unsigned *totals, unsigned *shared) {
    __shared__ unsigned lock, counter;
    if (threadIdx.x == 0) lock = 0, counter = 0;
    __syncthreads();
    if (threadIdx.x % 64 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        counter += threadIdx.x + 1;
        shared[blockIdx.x] += 1;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) totals[blockIdx.x] = counter;
}

int main() {
    Array<unsigned> totals(8), shared(8);
    count<<<8, 512>>>(totals.get(), shared.get());
    LAUNCHED();
    ALL_SAME(totals.read(), [](size_t) { return 64u * 28 + 8; });
    ALL_SAME(shared.read(), [](size_t) { return 8u; });
    right();
}
