// The Mandelbrot set: loops of different lengths in each lane. The host computes the same numbers: in integers, so that
// no rounding differs, and in f64, without contraction.
#include "check.h"

constexpr int WIDTH = 200, HEIGHT = 120, MOST = 300;

// Numbers with 24 bits behind the point.
__host__ __device__ inline int fixed_point(int px, int py) {
    long long cx = (long long)(px * 3 - 2 * WIDTH) * (1 << 24) / WIDTH;
    long long cy = (long long)(py * 2 - HEIGHT) * (1 << 24) / HEIGHT;
    long long x = 0, y = 0;
    int n = 0;
    while (n < MOST && x * x + y * y < (4ll << 48)) {
        long long next = ((x * x - y * y) >> 24) + cx;
        y = ((2 * x * y) >> 24) + cy;
        x = next;
        n++;
    }
    return n;
}

__host__ __device__ inline int floating(int px, int py) {
#pragma clang fp contract(off)
    double cx = px * 3.0 / WIDTH - 2, cy = py * 2.0 / HEIGHT - 1, x = 0, y = 0;
    int n = 0;
    while (n < MOST && x * x + y * y < 4) {
        double next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    return n;
}

__global__ void mandelbrot(int *whole, int *real) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT) return;
    whole[y * WIDTH + x] = fixed_point(x, y);
    real[y * WIDTH + x] = floating(x, y);
}

int main() {
    Device<int> whole(WIDTH * HEIGHT), real(WIDTH * HEIGHT);
    mandelbrot<<<dim3((WIDTH + 15) / 16, (HEIGHT + 7) / 8), dim3(16, 8)>>>(whole, real);
    LAUNCHED();
    ALL_SAME(whole.read(), [](size_t i) { return fixed_point(i % WIDTH, i / WIDTH); });
    ALL_SAME(real.read(), [](size_t i) { return floating(i % WIDTH, i / WIDTH); });
    return right();
}
