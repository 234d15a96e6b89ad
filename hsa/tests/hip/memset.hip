// Fills of all widths and shapes, at odd addresses; what is beside stays as it is.
#include "check.h"

#include <cstring>

constexpr size_t N = 1 << 16;

static std::vector<unsigned char> wanted(N, 0x5a);
static unsigned fills = 0;

template <class T> static void fill_wanted(size_t at, T value, size_t count) {
    for (size_t i = 0; i < count; i++) std::memcpy(&wanted[at + i * sizeof(T)], &value, sizeof(T));
    fills++;
}

int main() {
    Device<unsigned char> v(N);
    auto at = [&](size_t offset) { return reinterpret_cast<hipDeviceptr_t>(v + offset); };
    auto check = [&] { ALL_SAME(v.read(), [&](size_t i) { return wanted[i]; }); };
    OK(hipMemset(v, 0x5a, N));
    OK(hipDeviceSynchronize());
    check();

    // Bytes: all small sizes, at all places in a word; but none that ends before the next multiple of 8: HIP 5.2.3
    // computes the rest as a negative number, and launches its kernel for 3 billion work-items.
    size_t place = 0;
    for (size_t size = 1; size <= 70; size++) {
        place += 8 - place % 8 + (size < 8 ? 8 - size : size % 8);
        OK(hipMemset(v + place, int(size), size));
        fill_wanted<unsigned char>(place, size, size);
        place += size + 1;
    }
    OK(hipDeviceSynchronize());
    check();
    for (size_t size : {255, 1000, 4097}) {
        place += 13;
        OK(hipMemsetD8(at(place), size, size));
        fill_wanted<unsigned char>(place, size, size);
        place += size;
    }
    // 16 and 32 bits, at their own alignment.
    for (size_t count : {1, 2, 3, 7, 500}) {
        place = (place + 5) / 2 * 2;
        OK(hipMemsetD16(at(place), 0x1200 + count, count));
        fill_wanted<unsigned short>(place, 0x1200 + count, count);
        place = (place + count * 2 + 9) / 4 * 4;
        OK(hipMemsetD32(at(place), 0x12345600 + count, count));
        fill_wanted<unsigned>(place, 0x12345600 + count, count);
        place += count * 4;
    }
    OK(hipDeviceSynchronize());
    check();

    // In a stream.
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    for (size_t k = 0; k < 5; k++) {
        size_t begin = 30001 + k * 1000;
        OK(hipMemsetAsync(v + begin, int(0x80 + k), 1003, stream));
        fill_wanted<unsigned char>(begin, 0x80 + k, 1003);
    }
    OK(hipMemsetD8Async(at(36001), 0x44, 77, stream));
    fill_wanted<unsigned char>(36001, 0x44, 77);
    OK(hipMemsetD16Async(at(36102), 0x4546, 55, stream));
    fill_wanted<unsigned short>(36102, 0x4546, 55);
    OK(hipMemsetD32Async(at(36304), -2, 33, stream));
    fill_wanted<unsigned>(36304, -2, 33);
    OK(hipStreamSynchronize(stream));
    check();

    // Rows, and planes of rows.
    OK(hipMemset2D(v + 40003, 100, 0x21, 37, 20));
    for (size_t y = 0; y < 20; y++) fill_wanted<unsigned char>(40003 + y * 100, 0x21, 37);
    OK(hipMemset2DAsync(v + 43000, 64, 0x22, 64, 10, stream));
    for (size_t y = 0; y < 10; y++) fill_wanted<unsigned char>(43000 + y * 64, 0x22, 64);
    OK(hipStreamSynchronize(stream));
    hipPitchedPtr block = make_hipPitchedPtr(v + 45001, 50, 50, 30);
    OK(hipMemset3D(block, 0x23, make_hipExtent(23, 11, 4)));
    for (size_t z = 0; z < 4; z++)
        for (size_t y = 0; y < 11; y++) fill_wanted<unsigned char>(45001 + (z * 30 + y) * 50, 0x23, 23);
    OK(hipDeviceSynchronize());
    check();
    OK(hipMemset(v, 1, 0));
    check();
    OK(hipStreamDestroy(stream));
    return right();
}
