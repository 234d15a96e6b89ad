// What gfx906 has no instruction for becomes a loop around a compare-and-swap, which begins with a plain load.
#include "values.h"

__global__ void add(float *f, double *d, float *per_group) {
    atomicAdd(f, 1.0f);
    atomicAdd(d, 0.5);
    __shared__ double sum;
    __shared__ float fast;
    if (threadIdx.x == 0) sum = 0, fast = 0;
    __syncthreads();
    atomicAdd(&sum, 2.0);
    atomicAdd(&fast, 1.0f);
    __syncthreads();
    if (threadIdx.x == 0) per_group[blockIdx.x] = float(sum) + fast;
}

// One lane of each wave, so that the compiler does not put lanes together.
__global__ void one(float *f) {
    if (threadIdx.x % 64 == 0) atomicAdd(f, 0.25f);
}

int main() {
    Array<float> f(2), per_group(8);
    Array<double> d(1);
    add<<<8, 256>>>(f.get(), d.get(), per_group.get());
    one<<<8, 256>>>(f.get() + 1);
    LAUNCHED();
    SAME(f.read()[0], 2048.0f);
    SAME(f.read()[1], 8.0f);
    SAME(d.read()[0], 1024.0);
    ALL_SAME(per_group.read(), [](size_t) { return 768.0f; });
    right();
}
