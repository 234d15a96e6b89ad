// Tiles in LDS, with a column more than they need.
#include "values.h"

__global__ void transpose(const float *in, float *out, unsigned width, unsigned height) {
    __shared__ float tile[16][17];
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    constexpr unsigned W = 50, H = 37;
    Array<float> in(W * H, [](size_t i) { return float(i); }), out(W * H);
    transpose<<<dim3(4, 3), dim3(16, 16)>>>(in.get(), out.get(), W, H);
    LAUNCHED();
    ALL_SAME(out.read(), [](size_t i) { return float(i % H * W + i / H); });
    right();
}
