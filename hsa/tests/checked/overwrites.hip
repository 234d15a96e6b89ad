// The last work-group to come overwrites what others have stored or read, without a fence behind its atomic: no write is
// served by a cache.
#include "values.h"

__global__ void last(unsigned *x, unsigned *y, unsigned *count, bool stores) {
    if (threadIdx.x != 0) return;
    if (stores) x[blockIdx.x] = blockIdx.x + 7;
    else y[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) x[0] = 1234567;
}

int main() {
    for (bool stores : {false, true}) {
        Array<unsigned> x(8), y(8), count(1);
        last<<<8, 64>>>(x.get(), y.get(), count.get(), stores);
        LAUNCHED();
        SAME(x.read()[0], 1234567u);
    }
    right();
}
