// Atomics of the program's own, around a compare-and-swap: a product, a greatest float, a byte of a word.
#include "values.h"

__device__ float multiply(float *at, float by) {
    unsigned *p = reinterpret_cast<unsigned *>(at), old = *p, was;
    do {
        was = old;
        old = atomicCAS(p, was, __float_as_uint(__uint_as_float(was) * by));
    } while (old != was);
    return __uint_as_float(old);
}

__device__ void add_byte(unsigned *p, unsigned byte, unsigned what) {
    unsigned old = *p, was;
    do {
        was = old;
        unsigned sum = (((was >> byte * 8) + what) & 255) << byte * 8;
        old = atomicCAS(p, was, (was & ~(255u << byte * 8)) | sum);
    } while (old != was);
}

__global__ void all(float *product, float *most, unsigned *bytes, float *seen) {
    if (threadIdx.x == 0) seen[blockIdx.x] = multiply(product, 2.0f);
    atomicMax(most, float(item() * 31 % 1009));
    if (threadIdx.x % 64 == 0) add_byte(bytes, threadIdx.x / 64, blockIdx.x);
}

int main() {
    Array<float> product(1, [](size_t) { return 1.0f; }), most(1), seen(16);
    Array<unsigned> bytes(1);
    all<<<16, 256>>>(product.get(), most.get(), bytes.get(), seen.get());
    LAUNCHED();
    SAME(product.read()[0], 65536.0f);
    SAME(most.read()[0], 1008.0f);
    SAME(bytes.read()[0], 0x78787878u);
    right();
}
