// Memory that streams allocate and free in their order, from pools.
#include "check.h"

constexpr unsigned N = 5000;

__global__ void fill(unsigned *v, unsigned from) {
    if (item() < N) v[item()] = from + item();
}

__global__ void add(unsigned *v, const unsigned *w) {
    if (item() < N) v[item()] += w[item()];
}

int main() {
    int supported = 0;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeMemoryPoolsSupported, 0));
    SAME(supported, 1);
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    std::vector<unsigned> out(N);
    // 30 rounds: what is freed is used again.
    for (unsigned round = 0; round < 30; round++) {
        unsigned *a = nullptr, *b = nullptr;
        OK(hipMallocAsync(reinterpret_cast<void **>(&a), N * 4, stream));
        OK(hipMallocAsync(reinterpret_cast<void **>(&b), N * 4, stream));
        CHECK(a != b);
        fill<<<20, 256, 0, stream>>>(a, round);
        fill<<<20, 256, 0, stream>>>(b, 7 * round);
        add<<<20, 256, 0, stream>>>(a, b);
        OK(hipFreeAsync(b, stream));
        OK(hipMemcpyAsync(out.data(), a, N * 4, hipMemcpyDeviceToHost, stream));
        OK(hipFreeAsync(a, stream));
        OK(hipStreamSynchronize(stream));
        ALL_SAME(out, [&](size_t i) { return 8 * round + 2 * unsigned(i); });
    }

    // A pool of the program's own, which keeps what is freed until it is trimmed.
    hipMemPoolProps properties = {};
    properties.allocType = hipMemAllocationTypePinned;
    properties.location.type = hipMemLocationTypeDevice;
    hipMemPool_t pool;
    OK(hipMemPoolCreate(&pool, &properties));
    uint64_t keep = UINT64_MAX, used = 99;
    OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep));
    unsigned *a = nullptr;
    OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&a), 1 << 20, pool, stream));
    fill<<<20, 256, 0, stream>>>(a, 3);
    OK(hipMemcpyAsync(out.data(), a, N * 4, hipMemcpyDeviceToHost, stream));
    OK(hipStreamSynchronize(stream));
    ALL_SAME(out, [](size_t i) { return 3 + unsigned(i); });
    OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    CHECK(used >= 1 << 20);
    OK(hipFreeAsync(a, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    SAME(used, uint64_t(0));
    OK(hipMemPoolTrimTo(pool, 0));
    OK(hipMemPoolDestroy(pool));
    OK(hipStreamDestroy(stream));
    return right();
}
