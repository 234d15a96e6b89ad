// A lock that serves in order: who comes takes a number, and waits until that is called.
#include "values.h"

__global__ void count(unsigned *next, unsigned *serving, unsigned *counter) {
    if (threadIdx.x != 0) return;
    unsigned mine = atomicAdd(next, 1);
    while (__hip_atomic_load(serving, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != mine) {
    }
    counter[0] += counter[1] + 1;
    counter[1] = mine % 2;
    __hip_atomic_store(serving, mine + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

int main() {
    Array<unsigned> next(1), serving(1), counter(2);
    count<<<50, 64>>>(next.get(), serving.get(), counter.get());
    LAUNCHED();
    SAME(counter.read()[0], 50u + 24);
    right();
}
