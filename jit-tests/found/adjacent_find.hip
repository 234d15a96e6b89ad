// adjacent_find of rocPRIM 6.4 and 7.2, with blocks of two waves: the number of the tile and the result so far share a
// word of LDS, and the first wave may overwrite the one before the second has read it. Prints 200 where all goes well.
//   clang++ -x hip --offload-arch=gfx906 -O1 adjacent_find.hip -o adjacent_find -lamdhip64
//   gcn-jit exec --check races -- ./adjacent_find
#include <cstdio>
#include <hip/hip_runtime.h>
#include <rocprim/device/device_adjacent_find.hpp>

int main() {
    unsigned char numbers[255], *in = nullptr;
    unsigned place = 0, *out = nullptr;
    for (int i = 0; i < 255; i++) numbers[i] = i;
    numbers[201] = numbers[200];
    size_t bytes = 0;
    void *storage = nullptr;
    using Waves = rocprim::adjacent_find_config<128, 2>;
    auto find = [&] {
        return rocprim::adjacent_find<Waves>(storage, bytes, in, out, 255, rocprim::equal_to<unsigned char>());
    };
    bool is_done = hipMalloc(&in, 255) == hipSuccess && hipMalloc(&out, 4) == hipSuccess && find() == hipSuccess
        && hipMalloc(&storage, bytes) == hipSuccess && hipMemcpy(in, numbers, 255, hipMemcpyHostToDevice) == hipSuccess
        && find() == hipSuccess && hipMemcpy(&place, out, 4, hipMemcpyDeviceToHost) == hipSuccess;
    printf(is_done ? "%u\n" : "a call failed\n", place);
    return !is_done;
}
