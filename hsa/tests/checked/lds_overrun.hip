// Dynamic LDS that is one row too small: the card allocates more, so the result is right.
#include "values.h"

__global__ void turn(unsigned *out) {
    extern __shared__ unsigned row[];
    row[threadIdx.x + 1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = row[64 - threadIdx.x];
}

int main() {
    Array<unsigned> out(64);
    turn<<<1, 64, 64 * sizeof(unsigned)>>>(out.get());
    LAUNCHED();
    ALL_SAME(out.read(), [](size_t i) { return unsigned(63 - i); });
    right();
}
