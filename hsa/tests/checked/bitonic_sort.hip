// A network in LDS.
#include "values.h"

__global__ void sort(unsigned *v) {
    __shared__ unsigned s[512];
    unsigned i = threadIdx.x;
    s[i] = v[i], s[i + 256] = v[i + 256];
    for (unsigned size = 2; size <= 512; size *= 2) {
        for (unsigned d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            unsigned a = 2 * i - (i & (d - 1)), b = a + d;
            bool up = (a & size) == 0;
            unsigned x = s[a], y = s[b];
            if ((x > y) == up) s[a] = y, s[b] = x;
        }
    }
    __syncthreads();
    v[i] = s[i], v[i + 256] = s[i + 256];
}

int main() {
    Array<unsigned> v(512, [](size_t i) { return i * 37 % 512; });
    sort<<<1, 256>>>(v.get());
    LAUNCHED();
    ALL_SAME(v.read(), [](size_t i) { return unsigned(i); });
    right();
}
