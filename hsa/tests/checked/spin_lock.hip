// A counter that is no atomic, behind a lock of memory: one lane of each wave takes it in its turn.
#include "values.h"

__global__ void count(unsigned *lock, unsigned *counter, unsigned *log) {
    if (threadIdx.x % 64 != 0) return;
    for (int round = 0; round < 3; round++) {
        while (atomicCAS(lock, 0, 1) != 0) __builtin_amdgcn_s_sleep(1);
        __threadfence();
        unsigned n = *counter;
        log[n] = n;
        *counter = n + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main() {
    Array<unsigned> lock(1), counter(1), log(10 * 4 * 3);
    count<<<10, 256>>>(lock.get(), counter.get(), log.get());
    LAUNCHED();
    SAME(counter.read()[0], 120u);
    ALL_SAME(log.read(), [](size_t i) { return unsigned(i); });
    right();
}
