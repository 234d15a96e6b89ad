// Addresses that are reserved first and get memory later, piece by piece; memory that moves to other addresses.
#include "check.h"

__global__ void fill(unsigned *v, unsigned n, unsigned from) {
    if (item() < n) v[item()] = from + item();
}

int main() {
    int supported = 0;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
    SAME(supported, 1);
    hipMemAllocationProp properties = {};
    properties.type = hipMemAllocationTypePinned;
    properties.location.type = hipMemLocationTypeDevice;
    size_t piece = 0;
    OK(hipMemGetAllocationGranularity(&piece, &properties, hipMemAllocationGranularityMinimum));
    CHECK(piece > 0 && piece % 4096 == 0);
    unsigned n = unsigned(piece / 4);
    hipMemAccessDesc access = {};
    access.location.type = hipMemLocationTypeDevice;
    access.flags = hipMemAccessFlagsProtReadWrite;

    // Two pieces, one behind the other: a kernel goes over both.
    char *base = nullptr;
    OK(hipMemAddressReserve(reinterpret_cast<void **>(&base), 4 * piece, 0, nullptr, 0));
    CHECK(base);
    hipMemGenericAllocationHandle_t first, second;
    OK(hipMemCreate(&first, piece, &properties, 0));
    OK(hipMemCreate(&second, piece, &properties, 0));
    OK(hipMemMap(base, piece, 0, first, 0));
    OK(hipMemMap(base + piece, piece, 0, second, 0));
    OK(hipMemSetAccess(base, 2 * piece, &access, 1));
    fill<<<(2 * n + 255) / 256, 256>>>(reinterpret_cast<unsigned *>(base), 2 * n, 5);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    std::vector<unsigned> out(n);
    OK(hipMemcpy(out.data(), base + piece, piece, hipMemcpyDeviceToHost));
    ALL_SAME(out, [&](size_t i) { return 5 + n + unsigned(i); });

    // The second piece at the place of the fourth: its contents come along.
    OK(hipMemUnmap(base + piece, piece));
    OK(hipMemMap(base + 3 * piece, piece, 0, second, 0));
    OK(hipMemSetAccess(base + 3 * piece, piece, &access, 1));
    std::vector<unsigned> moved(n);
    OK(hipMemcpy(moved.data(), base + 3 * piece, piece, hipMemcpyDeviceToHost));
    ALL_SAME(moved, [&](size_t i) { return out[i]; });
    fill<<<(n + 255) / 256, 256>>>(reinterpret_cast<unsigned *>(base + 3 * piece), n, 9);
    LAUNCHED();
    OK(hipMemcpy(moved.data(), base + 3 * piece, piece, hipMemcpyDeviceToHost));
    ALL_SAME(moved, [](size_t i) { return 9 + unsigned(i); });
    // The first is as it was.
    OK(hipMemcpy(out.data(), base, piece, hipMemcpyDeviceToHost));
    ALL_SAME(out, [](size_t i) { return 5 + unsigned(i); });

    OK(hipMemUnmap(base, piece));
    OK(hipMemUnmap(base + 3 * piece, piece));
    OK(hipMemRelease(first));
    OK(hipMemRelease(second));
    OK(hipMemAddressFree(base, 4 * piece));
    return right();
}
