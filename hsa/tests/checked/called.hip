// The race is in a function that is not inlined.
#include "values.h"

__device__ __attribute__((noinline)) void put(unsigned *at, unsigned v) { *at = v; }

__global__ void all(unsigned *at) { put(&at[threadIdx.x], blockIdx.x + 1); }

int main() {
    Array<unsigned> at(64);
    all<<<2, 64>>>(at.get());
    LAUNCHED();
    OK(hipDeviceSynchronize());
    right();
}
