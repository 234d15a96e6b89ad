// What HIP answers to mistakes: the error that its documentation names, and the program goes on.
#include "check.h"

#include <cstring>

__global__ void add_one(unsigned *v) { v[item()] += 1; }

__global__ void dynamic(unsigned *v) {
    extern __shared__ unsigned words[];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    v[item()] = words[threadIdx.x];
}

__device__ unsigned variable;
static unsigned no_variable;

int main() {
    int devices;
    OK(hipGetDeviceCount(&devices));
    SAME(devices, 1);
    GIVES(hipSetDevice(devices), hipErrorInvalidDevice);
    GIVES(hipSetDevice(-1), hipErrorInvalidDevice);
    hipDeviceProp_t properties;
    GIVES(hipGetDeviceProperties(&properties, devices), hipErrorInvalidDevice);
    GIVES(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
    // The last error stays until it is asked for.
    (void)hipGetLastError();
    GIVES(hipSetDevice(99), hipErrorInvalidDevice);
    GIVES(hipPeekAtLastError(), hipErrorInvalidDevice);
    GIVES(hipGetLastError(), hipErrorInvalidDevice);
    OK(hipGetLastError());
    CHECK(std::strcmp(hipGetErrorName(hipErrorInvalidDevice), "hipErrorInvalidDevice") == 0);

    // Memory: none for no address, none twice, none that is too much; and none is lost by trying.
    GIVES(hipMalloc(nullptr, 100), hipErrorInvalidValue);
    void *p = &p;
    OK(hipMalloc(&p, 0));
    CHECK(p == nullptr);
    OK(hipFree(nullptr));
    GIVES(hipFree(&devices), hipErrorInvalidValue);
    OK(hipMalloc(&p, 100));
    OK(hipFree(p));
    GIVES(hipFree(p), hipErrorInvalidValue);
    size_t free_before, free_after, total;
    OK(hipMemGetInfo(&free_before, &total));
    CHECK(free_before > 1 << 30 && free_before <= total);
    for (size_t size : {total + 1, total * 4, ~size_t(0)}) GIVES(hipMalloc(&p, size), hipErrorOutOfMemory);
    std::vector<void *> all;
    constexpr size_t BLOCK = 256 << 20;
    hipError_t status;
    while ((status = hipMalloc(&p, BLOCK)) == hipSuccess) {
        all.push_back(p);
        CHECK(all.size() * BLOCK <= total);
    }
    SAME(int(status), int(hipErrorOutOfMemory));
    CHECK((all.size() + 2) * BLOCK >= free_before);
    for (void *block : all) OK(hipFree(block));
    OK(hipMemGetInfo(&free_after, &total));
    SAME(free_after, free_before);

    // Copies.
    Device<unsigned> v(std::vector<unsigned>(256, 0));
    std::vector<unsigned> host(256);
    GIVES(hipMemcpy(nullptr, v, 16, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    GIVES(hipMemcpy(v, nullptr, 16, hipMemcpyHostToDevice), hipErrorInvalidValue);
    GIVES(hipMemset(nullptr, 0, 16), hipErrorInvalidValue);
    GIVES(hipHostUnregister(host.data()), hipErrorHostMemoryNotRegistered);

    // Variables.
    unsigned value = 0;
    GIVES(hipMemcpyToSymbol(HIP_SYMBOL(no_variable), &value, 4), hipErrorInvalidSymbol);
    GIVES(hipMemcpyToSymbol(HIP_SYMBOL(variable), &value, 5), hipErrorInvalidValue);
    GIVES(hipMemcpyFromSymbol(&value, HIP_SYMBOL(variable), 4, 1), hipErrorInvalidValue);
    void *address;
    GIVES(hipGetSymbolAddress(&address, HIP_SYMBOL(no_variable)), hipErrorInvalidSymbol);

    // Streams and events.
    GIVES(hipStreamCreate(nullptr), hipErrorInvalidValue);
    GIVES(hipEventCreate(nullptr), hipErrorInvalidValue);
    GIVES(hipEventRecord(nullptr, nullptr), hipErrorInvalidHandle);
    GIVES(hipStreamWaitEvent(nullptr, nullptr, 0), hipErrorInvalidHandle);
    GIVES(hipStreamAddCallback(nullptr, nullptr, nullptr, 0), hipErrorInvalidValue);
    (void)hipGetLastError();

    // Launches: what is too large does not run at all, and what comes after it does.
    add_one<<<1, 1025>>>(v);
    CHECK(hipGetLastError() != hipSuccess);
    add_one<<<dim3(1), dim3(1, 1, 0)>>>(v);
    CHECK(hipGetLastError() != hipSuccess);
    add_one<<<0, 64>>>(v);
    CHECK(hipGetLastError() != hipSuccess);
    dynamic<<<1, 64, 65537>>>(v);
    CHECK(hipGetLastError() != hipSuccess);
    // HIP 6 and 7 follow a null pointer of their own here.
#if HIP_VERSION_MAJOR < 6
    GIVES(hipLaunchKernel(reinterpret_cast<void *>(&no_variable), dim3(1), dim3(1), nullptr, 0, nullptr),
          hipErrorInvalidDeviceFunction);
    (void)hipGetLastError();
#endif
    add_one<<<1, 256>>>(v);
    OK(hipGetLastError());
    OK(hipDeviceSynchronize());
    ALL_SAME(v.read(), [](size_t) { return 1u; });

    // There are no cooperative launches on cards before gfx9, and nowhere as large ones as that.
    int cooperative = 2;
    OK(hipDeviceGetAttribute(&cooperative, hipDeviceAttributeCooperativeLaunch, 0));
    OK(hipGetDeviceProperties(&properties, 0));
    SAME(cooperative, strncmp(properties.gcnArchName, "gfx9", 4) == 0);
    unsigned *pointer = v;
    void *arguments[] = {&pointer};
    CHECK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(add_one), dim3(cooperative ? 1u << 24 : 1), dim3(256), arguments,
                                     0, nullptr) != hipSuccess);
    (void)hipGetLastError();
    return right();
}
