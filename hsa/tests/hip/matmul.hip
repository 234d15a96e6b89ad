// Products of matrices: in tiles through LDS, of f32 and f64, whose sizes are no multiples of a tile.
#include "check.h"

constexpr unsigned TILE = 16;

template <class T> __global__ void product(const T *a, const T *b, T *c, unsigned m, unsigned n, unsigned k) {
    __shared__ T left[TILE][TILE], right[TILE][TILE];
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    T sum = 0;
    for (unsigned t = 0; t < k; t += TILE) {
        unsigned i = t + threadIdx.x, j = t + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = y < m && i < k ? a[y * k + i] : T(0);
        right[threadIdx.y][threadIdx.x] = x < n && j < k ? b[j * n + x] : T(0);
        __syncthreads();
        for (unsigned i = 0; i < TILE; i++) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < m) c[y * n + x] = sum;
}

template <class T> static void check(unsigned m, unsigned n, unsigned k) {
    // Small whole numbers: sums are exact in any order.
    std::vector<T> a(m * k), b(k * n), c(m * n);
    for (size_t i = 0; i < a.size(); i++) a[i] = T(int(i * 7 % 31) - 15);
    for (size_t i = 0; i < b.size(); i++) b[i] = T(int(i * 11 % 29) - 14);
    for (unsigned y = 0; y < m; y++)
        for (unsigned i = 0; i < k; i++)
            for (unsigned x = 0; x < n; x++) c[y * n + x] += a[y * k + i] * b[i * n + x];
    Device<T> da(a), db(b), dc(m * n);
    product<T><<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(da, db, dc, m, n, k);
    LAUNCHED();
    ALL_SAME(dc.read(), [&](size_t i) { return c[i]; });
}

int main() {
    check<float>(256, 256, 256);
    check<float>(101, 67, 203);
    check<double>(130, 95, 77);
    check<int>(33, 65, 129);
    return right();
}
