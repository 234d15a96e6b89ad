// Rectangles: rows with pitches, between host and device and on the device.
#include "check.h"

#include <cstring>

using Bytes = std::vector<unsigned char>;

constexpr size_t N = 40000;

static Bytes random_bytes(unsigned seed) {
    Bytes all(N);
    for (auto &b : all) b = next_random(seed);
    return all;
}

// What a copy of rows is to do.
static void rows(Bytes &to, size_t at, size_t pitch, const Bytes &from, size_t from_at, size_t from_pitch, size_t width,
                 size_t height) {
    for (size_t y = 0; y < height; y++) std::memcpy(&to[at + y * pitch], &from[from_at + y * from_pitch], width);
}

__global__ void transpose(const unsigned *from, size_t from_pitch, unsigned *to, size_t to_pitch, unsigned width,
                          unsigned height) {
    __shared__ unsigned tile[16][17];
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = from[y * from_pitch / 4 + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width) to[y * to_pitch / 4 + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    Bytes a = random_bytes(1), b = random_bytes(2), c = random_bytes(3);
    Device<unsigned char> x(a), y(b);
    struct Shape {
        size_t at, pitch, from_at, from_pitch, width, height;
    };
    for (Shape s : {Shape{0, 100, 0, 100, 100, 50}, Shape{3, 120, 7, 99, 77, 63}, Shape{64, 256, 128, 512, 200, 40},
                    Shape{1, 1000, 0, 1, 1, 30}, Shape{5, 333, 9, 444, 333, 1}}) {
        // To the device.
        OK(hipMemcpy2D(x + s.at, s.pitch, &b[s.from_at], s.from_pitch, s.width, s.height, hipMemcpyHostToDevice));
        rows(a, s.at, s.pitch, b, s.from_at, s.from_pitch, s.width, s.height);
        ALL_SAME(x.read(), [&](size_t i) { return a[i]; });
        // On the device.
        Bytes d = y.read();
        OK(hipMemcpy2DAsync(y + s.at, s.pitch, x + s.from_at, s.from_pitch, s.width, s.height,
                            hipMemcpyDeviceToDevice, stream));
        OK(hipStreamSynchronize(stream));
        rows(d, s.at, s.pitch, a, s.from_at, s.from_pitch, s.width, s.height);
        ALL_SAME(y.read(), [&](size_t i) { return d[i]; });
        // To the host.
        Bytes wanted = c;
        OK(hipMemcpy2DAsync(&c[s.at], s.pitch, y + s.from_at, s.from_pitch, s.width, s.height, hipMemcpyDeviceToHost,
                            stream));
        OK(hipStreamSynchronize(stream));
        rows(wanted, s.at, s.pitch, d, s.from_at, s.from_pitch, s.width, s.height);
        CHECK(c == wanted);
    }

    // A box of a box.
    hipMemcpy3DParms box = {};
    box.srcPtr = make_hipPitchedPtr(b.data(), 60, 60, 20);
    box.srcPos = make_hipPos(3, 2, 1);
    box.dstPtr = make_hipPitchedPtr(x, 90, 90, 15);
    box.dstPos = make_hipPos(11, 4, 2);
    box.extent = make_hipExtent(41, 9, 5);
    box.kind = hipMemcpyHostToDevice;
    OK(hipMemcpy3D(&box));
    for (size_t z = 0; z < 5; z++)
        rows(a, ((z + 2) * 15 + 4) * 90 + 11, 90, b, ((z + 1) * 20 + 2) * 60 + 3, 60, 41, 9);
    ALL_SAME(x.read(), [&](size_t i) { return a[i]; });

    // An image that a kernel turns, rows with pitches on both sides.
    constexpr unsigned WIDTH = 75, HEIGHT = 41;
    constexpr size_t PITCH = 320, TURNED = 192;
    std::vector<unsigned> image = randoms(WIDTH * HEIGHT, 5), turned(WIDTH * HEIGHT);
    Device<unsigned> from(PITCH / 4 * HEIGHT), to(TURNED / 4 * WIDTH);
    OK(hipMemcpy2D(from, PITCH, image.data(), WIDTH * 4, WIDTH * 4, HEIGHT, hipMemcpyHostToDevice));
    transpose<<<dim3((WIDTH + 15) / 16, (HEIGHT + 15) / 16), dim3(16, 16)>>>(from, PITCH, to, TURNED, WIDTH, HEIGHT);
    LAUNCHED();
    OK(hipMemcpy2D(turned.data(), HEIGHT * 4, to, TURNED, HEIGHT * 4, WIDTH, hipMemcpyDeviceToHost));
    ALL_SAME(turned, [&](size_t i) { return image[i % HEIGHT * WIDTH + i / HEIGHT]; });

    GIVES(hipMemcpy2D(x, 10, b.data(), 100, 50, 2, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
    (void)hipGetLastError();
    OK(hipStreamDestroy(stream));
    return right();
}
