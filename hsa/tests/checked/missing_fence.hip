// The last work-group reads what others have stored without having thrown away what its cache holds.
#include "values.h"

__global__ void sum(unsigned *parts, unsigned *count, unsigned *total) {
    if (threadIdx.x != 0) return;
    unsigned before = parts[(blockIdx.x + 1) % gridDim.x + gridDim.x];
    parts[blockIdx.x] = blockIdx.x + before;
    __threadfence();
    if (atomicAdd(count, 1) != gridDim.x - 1) return;
    // A fence is missing here.
    unsigned sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) sum += parts[i];
    *total = sum;
}

int main() {
    Array<unsigned> parts(64), count(1), total(1);
    sum<<<32, 64>>>(parts.get(), count.get(), total.get());
    LAUNCHED();
    SAME(total.read()[0], 31u * 32 / 2);
    right();
}
