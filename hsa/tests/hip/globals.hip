// Variables of the device, constant or not, by their symbols.
#include "check.h"

__device__ unsigned counters[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ double wide;
__device__ unsigned *pointer;
__constant__ float weights[256];
__constant__ struct {
    int a;
    short b;
    char c[10];
} record;
// A table that device code has an address in, and an initial value that is an address.
__device__ int squares[5] = {0, 1, 4, 9, 16};
__device__ int *middle = &squares[2];

__global__ void use(float *out) {
    unsigned i = threadIdx.x;
    if (i < 8) counters[i] *= 100;
    out[i] = weights[255 - i] * 2 + record.a + record.b + record.c[i % 10];
    if (i == 0) wide += 0.25, pointer[3] = 77, middle[1] = 1000;
}

int main() {
    size_t size;
    OK(hipGetSymbolSize(&size, HIP_SYMBOL(weights)));
    SAME(size, 1024u);
    OK(hipGetSymbolSize(&size, HIP_SYMBOL(counters)));
    SAME(size, 32u);

    std::vector<float> w(256);
    for (int i = 0; i < 256; i++) w[i] = i * 0.5f;
    OK(hipMemcpyToSymbol(HIP_SYMBOL(weights), w.data(), 1024));
    // A part of it.
    float some[3] = {-1, -2, -3};
    OK(hipMemcpyToSymbol(HIP_SYMBOL(weights), some, 12, 40));
    for (int i = 0; i < 3; i++) w[10 + i] = some[i];
    auto from = record;
    from.a = 1000, from.b = -20;
    for (int i = 0; i < 10; i++) from.c[i] = i;
    OK(hipMemcpyToSymbolAsync(HIP_SYMBOL(record), &from, sizeof from, 0, hipMemcpyHostToDevice, nullptr));
    double start = 1.5;
    OK(hipMemcpyToSymbol(HIP_SYMBOL(wide), &start, 8));
    Device<unsigned> memory(std::vector<unsigned>(10, 5));
    unsigned *address = memory;
    OK(hipMemcpyToSymbol(HIP_SYMBOL(pointer), &address, sizeof address));

    Device<float> out(256);
    use<<<1, 256>>>(out);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) { return w[255 - i] * 2 + 1000 - 20 + i % 10; });

    unsigned counted[8];
    OK(hipMemcpyFromSymbol(counted, HIP_SYMBOL(counters), sizeof counted));
    for (unsigned i = 0; i < 8; i++) SAME(counted[i], (i + 1) * 100);
    OK(hipMemcpyFromSymbol(counted, HIP_SYMBOL(counters), 4, 20));
    SAME(counted[0], 600u);
    OK(hipMemcpyFromSymbol(&start, HIP_SYMBOL(wide), 8));
    SAME(start, 1.75);
    ALL_SAME(memory.read(), [](size_t i) { return i == 3 ? 77u : 5u; });
    int squared[5];
    OK(hipMemcpyFromSymbol(squared, HIP_SYMBOL(squares), sizeof squared));
    for (int i = 0; i < 5; i++) SAME(squared[i], i == 3 ? 1000 : i * i);

    // By its address, as other memory.
    void *at;
    OK(hipGetSymbolAddress(&at, HIP_SYMBOL(counters)));
    OK(hipMemset(static_cast<unsigned *>(at) + 2, 0, 8));
    OK(hipMemcpy(counted, at, sizeof counted, hipMemcpyDeviceToHost));
    for (unsigned i = 0; i < 8; i++) SAME(counted[i], i == 2 || i == 3 ? 0 : (i + 1) * 100);
    return right();
}
