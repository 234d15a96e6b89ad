// Tiles of two matrices in LDS.
#include "values.h"

__global__ void multiply(const float *a, const float *b, float *c, unsigned n) {
    __shared__ float s[16][16], t[16][16];
    unsigned x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (unsigned k = 0; k < n; k += 16) {
        s[y][x] = a[row * n + k + x];
        t[y][x] = b[(k + y) * n + col];
        __syncthreads();
        for (unsigned i = 0; i < 16; i++) sum += s[y][i] * t[i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main() {
    constexpr unsigned N = 64;
    Array<float> a(N * N, [](size_t i) { return float(i % 7); }), b(N * N, [](size_t i) { return float(i % 5); });
    Array<float> c(N * N);
    multiply<<<dim3(4, 4), dim3(16, 16)>>>(a.get(), b.get(), c.get(), N);
    LAUNCHED();
    ALL_SAME(c.read(), [](size_t i) {
        float sum = 0;
        for (size_t k = 0; k < N; k++) sum += float((i / N * N + k) % 7) * float((k * N + i % N) % 5);
        return sum;
    });
    right();
}
