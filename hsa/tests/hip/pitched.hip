// Memory whose rows HIP makes longer, in two and three dimensions: it is an allocation as others are, and takes no images.
#include "check.h"

constexpr unsigned WIDTH = 100, HEIGHT = 10, DEPTH = 3;

__global__ void number(char *base, size_t pitch, size_t slice) {
    unsigned x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    auto *row = reinterpret_cast<unsigned *>(base + z * slice + y * pitch);
    if (x < WIDTH) row[x] = (z * HEIGHT + y) * WIDTH + x;
}

int main() {
    auto numbers = [](size_t i) { return unsigned(i); };
    {
        void *memory = nullptr;
        size_t pitch = 0;
        OK(hipMallocPitch(&memory, &pitch, WIDTH * sizeof(unsigned), HEIGHT));
        CHECK(pitch >= WIDTH * sizeof(unsigned) && pitch % 4 == 0);
        number<<<HEIGHT, 128>>>(static_cast<char *>(memory), pitch, 0);
        LAUNCHED();
        std::vector<unsigned> got(WIDTH * HEIGHT);
        size_t row = WIDTH * sizeof(unsigned);
        OK(hipMemcpy2D(got.data(), row, memory, pitch, row, HEIGHT, hipMemcpyDeviceToHost));
        ALL_SAME(got, numbers);
        OK(hipFree(memory));
    }
    {
        hipPitchedPtr p{};
        OK(hipMalloc3D(&p, make_hipExtent(WIDTH * sizeof(unsigned), HEIGHT, DEPTH)));
        CHECK(p.pitch >= WIDTH * sizeof(unsigned));
        number<<<dim3(HEIGHT, DEPTH), 128>>>(static_cast<char *>(p.ptr), p.pitch, p.pitch * HEIGHT);
        LAUNCHED();
        std::vector<unsigned> got(WIDTH * HEIGHT * DEPTH);
        size_t row = WIDTH * sizeof(unsigned);
        OK(hipMemcpy2D(got.data(), row, p.ptr, p.pitch, row, HEIGHT * DEPTH, hipMemcpyDeviceToHost));
        ALL_SAME(got, numbers);
        OK(hipFree(p.ptr));
    }
    // There are no images all the same.
    hipArray_t array = nullptr;
    hipChannelFormatDesc kind = hipCreateChannelDesc<float>();
    CHECK(hipMallocArray(&array, &kind, 64, 64) != hipSuccess);
    (void)hipGetLastError();
    right();
}
