// Each work-group has its sum, then waits for those before it, in one launch; with flags that are written by atomics, and
// by atomic stores.
#include "values.h"

template <bool STORES>
__global__ void scan(const unsigned *v, unsigned *out, unsigned *next, unsigned *flags, unsigned *sums) {
    __shared__ unsigned group, before, part[2][256];
    unsigned i = threadIdx.x, from = 0;
    if (i == 0) group = atomicAdd(next, 1);
    __syncthreads();
    part[0][i] = v[group * 256 + i];
    __syncthreads();
    for (unsigned d = 1; d < 256; d *= 2, from = 1 - from) {
        part[1 - from][i] = part[from][i] + (i >= d ? part[from][i - d] : 0);
        __syncthreads();
    }
    if (i == 0) {
        unsigned sum = 0;
        if (group > 0) {
            while (__hip_atomic_load(&flags[group - 1], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0) {
            }
            __threadfence();
            sum = sums[group - 1];
        }
        sums[group] = sum + part[from][255];
        before = sum;
        if (STORES) {
            __hip_atomic_store(&flags[group], 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        } else {
            __threadfence();
            atomicExch(&flags[group], 1);
        }
    }
    __syncthreads();
    out[group * 256 + i] = before + part[from][i];
}

int main() {
    constexpr unsigned GROUPS = 300;
    Array<unsigned> v(GROUPS * 256, [](size_t i) { return i % 5; }), out(GROUPS * 256);
    for (bool stores : {false, true}) {
        Array<unsigned> next(1), flags(GROUPS), sums(GROUPS);
        auto kernel = stores ? scan<true> : scan<false>;
        kernel<<<GROUPS, 256>>>(v.get(), out.get(), next.get(), flags.get(), sums.get());
        LAUNCHED();
        unsigned sum = 0;
        ALL_SAME(out.read(), [&](size_t i) { return sum += i % 5; });
    }
    right();
}
