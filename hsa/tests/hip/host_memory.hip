// Memory of the host that kernels access: pinned, registered where it was, and by the address for the device.
#include "check.h"

#include <cstring>

constexpr unsigned N = 5000;

__global__ void triple(const unsigned *from, unsigned *to) {
    if (item() < N) to[item()] = from[item()] * 3 + 1;
}

// Adds to memory of the host from many work-groups.
__global__ void count(unsigned *sum) { atomicAdd_system(sum, 1u); }

template <class T> static T *device_pointer(T *host) {
    void *pointer = nullptr;
    OK(hipHostGetDevicePointer(&pointer, host, 0));
    return static_cast<T *>(pointer);
}

int main() {
    std::vector<unsigned> data = randoms(N, 3);

    // Pinned memory of all kinds: written by the host, read and written by kernels, without any copy.
    for (unsigned flags : {unsigned(hipHostMallocDefault), unsigned(hipHostMallocMapped), unsigned(hipHostMallocPortable),
                           unsigned(hipHostMallocWriteCombined), unsigned(hipHostMallocCoherent),
                           unsigned(hipHostMallocNonCoherent)}) {
        Pinned<unsigned> in(N, flags), out(N, flags);
        std::memcpy(in, data.data(), N * 4);
        triple<<<(N + 255) / 256, 256>>>(device_pointer<unsigned>(in), device_pointer<unsigned>(out));
        LAUNCHED();
        OK(hipDeviceSynchronize());
        for (unsigned i = 0; i < N; i++) SAME(out[i], data[i] * 3 + 1);
    }

    // Memory from new, registered at an odd place.
    std::vector<unsigned> in(N + 3), out(N + 7, 9);
    std::memcpy(&in[3], data.data(), N * 4);
    OK(hipHostRegister(&in[3], N * 4, hipHostRegisterDefault));
    OK(hipHostRegister(&out[5], N * 4, hipHostRegisterMapped));
    unsigned *from = device_pointer(&in[3]), *to = device_pointer(&out[5]);
    triple<<<(N + 255) / 256, 256>>>(from, to);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    for (unsigned i = 0; i < N; i++) SAME(out[5 + i], data[i] * 3 + 1);
    for (unsigned i : {0u, 4u, N + 5, N + 6}) SAME(out[i], 9u);

    // Copies between registered memory and the device.
    Device<unsigned> device(N);
    OK(hipMemcpy(device, &out[5], N * 4, hipMemcpyHostToDevice));
    triple<<<(N + 255) / 256, 256>>>(device, to);
    OK(hipDeviceSynchronize());
    for (unsigned i = 0; i < N; i++) SAME(out[5 + i], (data[i] * 3 + 1) * 3 + 1);
    OK(hipMemcpyAsync(&in[3], device, N * 4, hipMemcpyDeviceToHost, nullptr));
    OK(hipStreamSynchronize(nullptr));
    for (unsigned i = 0; i < N; i++) SAME(in[3 + i], data[i] * 3 + 1);

    // HIP 6 has given the kind of memory another name.
#if HIP_VERSION_MAJOR >= 6
    auto kind = &hipPointerAttribute_t::type;
#else
    auto kind = &hipPointerAttribute_t::memoryType;
#endif
    hipPointerAttribute_t attributes;
    OK(hipPointerGetAttributes(&attributes, device));
    SAME(int(attributes.*kind), int(hipMemoryTypeDevice));
    OK(hipPointerGetAttributes(&attributes, &in[3]));
    SAME(int(attributes.*kind), int(hipMemoryTypeHost));

    OK(hipHostUnregister(&in[3]));
    OK(hipHostUnregister(&out[5]));
    GIVES(hipHostUnregister(&out[5]), hipErrorHostMemoryNotRegistered);
    // From HIP 7 on the error stays until it is asked for.
    (void)hipGetLastError();
    // Again, many times: nothing is left behind.
    for (int k = 0; k < 100; k++) {
        OK(hipHostRegister(in.data(), N * 4, hipHostRegisterDefault));
        OK(hipHostUnregister(in.data()));
    }

    // A variable on the stack.
    unsigned local = 100;
    OK(hipHostRegister(&local, sizeof local, hipHostRegisterDefault));
    count<<<100, 100>>>(device_pointer(&local));
    LAUNCHED();
    OK(hipDeviceSynchronize());
    OK(hipHostUnregister(&local));
    SAME(local, 10100u);
    return right();
}
