// Hillis and Steele, in two halves of dynamic LDS.
#include "values.h"

__global__ void scan(const unsigned *v, unsigned *out) {
    extern __shared__ unsigned memory[];
    unsigned from = 0, i = threadIdx.x, n = blockDim.x;
    memory[i] = v[item()];
    __syncthreads();
    for (unsigned d = 1; d < n; d *= 2) {
        unsigned to = n - from;
        memory[to + i] = memory[from + i] + (i >= d ? memory[from + i - d] : 0);
        from = to;
        __syncthreads();
    }
    out[item()] = memory[from + i];
}

int main() {
    for (unsigned n : {64u, 128u, 192u, 1024u}) {
        Array<unsigned> v(n * 3, [](size_t i) { return i; }), out(n * 3);
        scan<<<3, n, 2 * n * sizeof(unsigned)>>>(v.get(), out.get());
        LAUNCHED();
        ALL_SAME(out.read(), [n](size_t i) {
            size_t first = i / n * n;
            return unsigned((first + i) * (i - first + 1) / 2);
        });
    }
    right();
}
