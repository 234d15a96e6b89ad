// Launches of other kernels between those of one that uses LDS (the numbers of work-groups of a process go on).
#include "values.h"

__global__ void fill(unsigned *v) { v[item()] = item(); }

__global__ void turn(unsigned *out) {
    __shared__ unsigned s[128];
    unsigned t = threadIdx.x;
    s[t] = t * 3 + 1;
    __syncthreads();
    unsigned v = s[127 - t];
    __syncthreads();
    s[127 - t] = v + 5;
    __syncthreads();
    out[t] = s[t];
}

int main() {
    Array<unsigned> v(300 * 64), out(128);
    for (unsigned groups : {128u, 128u, 127u, 129u, 300u, 255u, 256u}) {
        fill<<<groups, 64>>>(v.get());
        turn<<<1, 128>>>(out.get());
        LAUNCHED();
        ALL_SAME(out.read(), [](size_t t) { return unsigned(t * 3 + 6); });
    }
    right();
}
