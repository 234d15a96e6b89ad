// Matrix instructions of a wave, of float, half and double, on whole numbers: nothing is rounded. gfx908, gfx90a, gfx942.
//
// A tile has 16 rows and 16 columns. Lane l has of A row l % 16 and of B column l % 16, from k = l / 16 on (of halves
// four: from 4 * (l / 16) on), and of the sum column l % 16 in four registers: rows 4 * (l / 16) + r, of double
// l / 16 + 4 * r (AMD matrix instruction calculator).
#include "check.h"

#include <string>

constexpr unsigned M = 64, N = 48, K = 80, TILE = 16;

typedef float Floats __attribute__((ext_vector_type(4)));
typedef double Doubles __attribute__((ext_vector_type(4)));
typedef _Float16 Halves __attribute__((ext_vector_type(4)));

// A wave for each tile.
__global__ void of_float(const float *a, const float *b, float *d) {
    unsigned row = blockIdx.x * TILE, column = blockIdx.y * TILE, l = threadIdx.x;
    Floats sum = {};
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__)
    for (unsigned k = l / 16; k < K; k += 4)
        sum = __builtin_amdgcn_mfma_f32_16x16x4f32(a[(row + l % 16) * K + k], b[k * N + column + l % 16], sum, 0, 0, 0);
#endif
    for (unsigned r = 0; r < 4; r++) d[(row + 4 * (l / 16) + r) * N + column + l % 16] = sum[r];
}

__global__ void of_half(const _Float16 *a, const _Float16 *b, float *d) {
    unsigned row = blockIdx.x * TILE, column = blockIdx.y * TILE, l = threadIdx.x;
    Floats sum = {};
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__)
    for (unsigned k = 4 * (l / 16); k < K; k += 16) {
        Halves x, y;
        for (unsigned j = 0; j < 4; j++) {
            x[j] = a[(row + l % 16) * K + k + j];
            y[j] = b[(k + j) * N + column + l % 16];
        }
        sum = __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, sum, 0, 0, 0);
    }
#endif
    for (unsigned r = 0; r < 4; r++) d[(row + 4 * (l / 16) + r) * N + column + l % 16] = sum[r];
}

__global__ void of_double(const double *a, const double *b, double *d) {
    unsigned row = blockIdx.x * TILE, column = blockIdx.y * TILE, l = threadIdx.x;
    Doubles sum = {};
#if defined(__gfx90a__) || defined(__gfx942__)
    for (unsigned k = l / 16; k < K; k += 4)
        sum = __builtin_amdgcn_mfma_f64_16x16x4f64(a[(row + l % 16) * K + k], b[k * N + column + l % 16], sum, 0, 0, 0);
#endif
    for (unsigned r = 0; r < 4; r++) d[(row + l / 16 + 4 * r) * N + column + l % 16] = sum[r];
}

template <class In, class Out> static void check(void (*kernel)(const In *, const In *, Out *)) {
    std::vector<In> a(M * K), b(K * N);
    std::vector<int> x(M * K), y(K * N);
    unsigned state = 11;
    for (size_t i = 0; i < a.size(); i++) a[i] = In(x[i] = int(next_random(state) % 15) - 7);
    for (size_t i = 0; i < b.size(); i++) b[i] = In(y[i] = int(next_random(state) % 15) - 7);
    Device<In> of_a(a), of_b(b);
    Device<Out> d(M * N);
    kernel<<<dim3(M / TILE, N / TILE), 64>>>(of_a, of_b, d);
    LAUNCHED();
    ALL_SAME(d.read(), [&](size_t i) {
        int sum = 0;
        for (unsigned k = 0; k < K; k++) sum += x[i / N * K + k] * y[k * N + i % N];
        return Out(sum);
    });
}

int main() {
    hipDeviceProp_t device;
    OK(hipGetDeviceProperties(&device, 0));
    std::string arch = device.gcnArchName;
    arch = arch.substr(0, arch.find(':'));
    if (arch != "gfx908" && arch != "gfx90a" && arch != "gfx942") return 77;
    check<float, float>(of_float);
    check<_Float16, float>(of_half);
    if (arch != "gfx908") check<double, double>(of_double);
    return right();
}
