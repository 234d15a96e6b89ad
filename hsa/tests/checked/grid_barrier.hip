// All work-groups meet at a barrier of memory, several times: the last to come lets the others go, by an atomic store.
#include "values.h"

__device__ void meet(unsigned *count, unsigned *round) {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned mine = __hip_atomic_load(round, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        if (atomicAdd(count, 1) == gridDim.x - 1) {
            __hip_atomic_store(count, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            __threadfence();
            __hip_atomic_store(round, mine + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        } else {
            while (__hip_atomic_load(round, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == mine)
                __builtin_amdgcn_s_sleep(1);
        }
    }
    __syncthreads();
    __threadfence();
}

__global__ void rotate(unsigned *a, unsigned *b, unsigned *count, unsigned *round) {
    unsigned n = gridDim.x * blockDim.x;
    for (int step = 0; step < 6; step++) {
        unsigned *from = step % 2 ? b : a, *to = step % 2 ? a : b;
        to[item()] = from[(item() + 100) % n] + 1;
        meet(count, round);
    }
}

int main() {
    constexpr unsigned N = 6 * 128;
    Array<unsigned> a(N, [](size_t i) { return i * 10; }), b(N), count(1), round(1);
    rotate<<<6, 128>>>(a.get(), b.get(), count.get(), round.get());
    LAUNCHED();
    ALL_SAME(a.read(), [](size_t i) { return unsigned((i + 600) % N * 10 + 6); });
    right();
}
