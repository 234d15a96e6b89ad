// All work-items of a work-group store, one tells of it by an atomic store; another work-group reads it all, and the last
// one what the first has stored, of which it knows through those between.
#include "values.h"

__global__ void hand_on(unsigned *data, unsigned *flags) {
    unsigned group = blockIdx.x, i = threadIdx.x;
    unsigned sum = i;
    if (group > 0) {
        if (i == 0) {
            while (__hip_atomic_load(&flags[group - 1], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {
            }
        }
        __syncthreads();
        sum = data[(group - 1) * 256 + (i + 64) % 256] + data[i] % 2;
    }
    data[group * 256 + i] = sum;
    __threadfence();
    __syncthreads();
    if (i == 0) __hip_atomic_store(&flags[group], 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

int main() {
    constexpr unsigned GROUPS = 40;
    Array<unsigned> data(GROUPS * 256), flags(GROUPS);
    hand_on<<<GROUPS, 256>>>(data.get(), flags.get());
    LAUNCHED();
    std::vector<unsigned> wanted(GROUPS * 256);
    for (unsigned i = 0; i < wanted.size(); i++) {
        wanted[i] = i < 256 ? i : wanted[i / 256 * 256 - 256 + (i + 64) % 256] + wanted[i % 256] % 2;
    }
    ALL_SAME(data.read(), [&](size_t i) { return wanted[i]; });
    right();
}
