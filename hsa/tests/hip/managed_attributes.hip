// Managed memory as HIP documents it for devices that have it (hipDeviceAttributeManagedMemory): advice, prefetches, and
// what HIP tells of ranges. Meanings: HIP API, "Managed memory" (hip_runtime_api.h, hipMemoryAdvise and
// hipMemRangeAttribute).
#include "check.h"

__global__ void add(unsigned *v, unsigned n, unsigned more) {
    if (item() < n) v[item()] += more;
}

template <class T> T attribute(hipMemRangeAttribute which, const void *at, size_t bytes) {
    T value = T(0x55);
    OK(hipMemRangeGetAttribute(&value, sizeof value, which, at, bytes));
    return value;
}

int main() {
    hipDeviceProp_t properties;
    OK(hipGetDeviceProperties(&properties, 0));
    SAME(properties.managedMemory, 1);
    SAME(properties.concurrentManagedAccess, 1);
    // Memory that is not managed is not accessible: there is no XNACK.
    SAME(properties.pageableMemoryAccess, 0);
    int value = 0;
    OK(hipDeviceGetAttribute(&value, hipDeviceAttributeManagedMemory, 0));
    SAME(value, 1);

    constexpr unsigned N = 5000;
    constexpr size_t BYTES = N * 4;
    unsigned *v;
    OK(hipMallocManaged(reinterpret_cast<void **>(&v), BYTES, hipMemAttachGlobal));
    for (unsigned i = 0; i < N; i++) {
        SAME(v[i], 0u);
        v[i] = i;
    }
    for (unsigned round = 1; round < 4; round++) {
        add<<<(N + 63) / 64, 64>>>(v, N, 10);
        LAUNCHED();
        OK(hipDeviceSynchronize());
        for (unsigned i = 0; i < N; i++) SAME(v[i], i + 10 * round);
    }

    // Before anything is said.
    SAME(attribute<int>(hipMemRangeAttributeReadMostly, v, BYTES), 0);
    SAME(attribute<int>(hipMemRangeAttributePreferredLocation, v, BYTES), hipInvalidDeviceId);
    SAME(attribute<int>(hipMemRangeAttributeLastPrefetchLocation, v, BYTES), hipInvalidDeviceId);
    SAME(attribute<int>(hipMemRangeAttributeAccessedBy, v, BYTES), hipInvalidDeviceId);
    SAME(attribute<unsigned>(hipMemRangeAttributeCoherencyMode, v, BYTES),
         unsigned(hipMemRangeCoherencyModeFineGrain));

    OK(hipMemAdvise(v, BYTES, hipMemAdviseSetReadMostly, 0));
    SAME(attribute<int>(hipMemRangeAttributeReadMostly, v, BYTES), 1);
    OK(hipMemAdvise(v, BYTES, hipMemAdviseUnsetReadMostly, 0));
    SAME(attribute<int>(hipMemRangeAttributeReadMostly, v, BYTES), 0);
    for (int place : {0, hipCpuDeviceId}) {
        OK(hipMemAdvise(v, BYTES, hipMemAdviseSetPreferredLocation, place));
        SAME(attribute<int>(hipMemRangeAttributePreferredLocation, v, BYTES), place);
    }
    OK(hipMemAdvise(v, BYTES, hipMemAdviseUnsetPreferredLocation, 0));
    SAME(attribute<int>(hipMemRangeAttributePreferredLocation, v, BYTES), hipInvalidDeviceId);
    OK(hipMemAdvise(v, BYTES, hipMemAdviseSetAccessedBy, 0));
    SAME(attribute<int>(hipMemRangeAttributeAccessedBy, v, BYTES), 0);
    OK(hipMemAdvise(v, BYTES, hipMemAdviseUnsetAccessedBy, 0));
    SAME(attribute<int>(hipMemRangeAttributeAccessedBy, v, BYTES), hipInvalidDeviceId);
    OK(hipMemAdvise(v, BYTES, hipMemAdviseSetCoarseGrain, 0));
    SAME(attribute<unsigned>(hipMemRangeAttributeCoherencyMode, v, BYTES),
         unsigned(hipMemRangeCoherencyModeCoarseGrain));

    // Of pages that differ there is no common answer.
    OK(hipMemAdvise(v, 4096, hipMemAdviseUnsetCoarseGrain, 0));
    SAME(attribute<unsigned>(hipMemRangeAttributeCoherencyMode, v, BYTES),
         unsigned(hipMemRangeCoherencyModeIndeterminate));
    OK(hipMemAdvise(v, 4096, hipMemAdviseSetPreferredLocation, 0));
    SAME(attribute<int>(hipMemRangeAttributePreferredLocation, v, BYTES), hipInvalidDeviceId);
    SAME(attribute<int>(hipMemRangeAttributePreferredLocation, v, 4096), 0);
    int mostly = 9;
    void *data[] = {&mostly};
    size_t sizes[] = {sizeof mostly};
    hipMemRangeAttribute which[] = {hipMemRangeAttributeReadMostly};
    OK(hipMemRangeGetAttributes(data, sizes, which, 1, v, BYTES));
    SAME(mostly, 0);

    // Prefetches are in order with the kernels of their stream.
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    for (int place : {0, hipCpuDeviceId}) {
        OK(hipMemPrefetchAsync(v, BYTES, place, stream));
        add<<<(N + 63) / 64, 64, 0, stream>>>(v, N, 100);
        LAUNCHED();
        OK(hipStreamSynchronize(stream));
        SAME(attribute<int>(hipMemRangeAttributeLastPrefetchLocation, v, BYTES), place);
    }
    OK(hipStreamDestroy(stream));
    for (unsigned i = 0; i < N; i++) SAME(v[i], i + 230);

    // Copies from and to it.
    std::vector<unsigned> read(N);
    OK(hipMemcpy(read.data(), v, BYTES, hipMemcpyDeviceToHost));
    ALL_SAME(read, [](size_t i) { return unsigned(i) + 230; });
    Device<unsigned> device(read);
    OK(hipMemset(v, 0, BYTES));
    OK(hipDeviceSynchronize());
    SAME(v[N - 1], 0u);
    OK(hipMemcpy(v, device, BYTES, hipMemcpyDeviceToDevice));
    OK(hipDeviceSynchronize());
    SAME(v[N - 1], N - 1 + 230);

    // Errors.
    GIVES(hipMemAdvise(v, 0, hipMemAdviseSetReadMostly, 0), hipErrorInvalidValue);
    CHECK(hipMemAdvise(v, BYTES, hipMemAdviseSetAccessedBy, 77) != hipSuccess);
    CHECK(hipMemPrefetchAsync(v, BYTES, 77, nullptr) != hipSuccess);
    GIVES(hipMallocManaged(reinterpret_cast<void **>(&v), 0, hipMemAttachGlobal), hipErrorInvalidValue);
    OK(hipFree(v));
    GIVES(hipFree(v), hipErrorInvalidValue);
    // From HIP 7 on the error stays until it is asked for.
    (void)hipGetLastError();

    // Many at a time, and what was freed is used again, as zeros.
    constexpr unsigned COUNT = 64;
    for (unsigned round = 0; round < 2; round++) {
        std::vector<unsigned *> all(COUNT);
        for (unsigned k = 0; k < COUNT; k++) {
            size_t bytes = (k + 1) * 1000;
            OK(hipMallocManaged(reinterpret_cast<void **>(&all[k]), bytes, hipMemAttachGlobal));
            for (size_t i = 0; i < bytes / 4; i++) SAME(all[k][i], 0u);
            add<<<(unsigned(bytes / 4) + 63) / 64, 64>>>(all[k], unsigned(bytes / 4), k + 1);
            LAUNCHED();
        }
        OK(hipDeviceSynchronize());
        for (unsigned k = 0; k < COUNT; k++)
            for (size_t i = 0; i < (k + 1) * 250; i++) SAME(all[k][i], k + 1);
        // Not in the order in which they were made.
        for (unsigned k = 0; k < COUNT; k++) OK(hipFree(all[k * 37 % COUNT]));
    }
    return right();
}
