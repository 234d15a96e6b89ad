// Two devices of different kinds: each runs its own kernels, at the same time, and memory is copied between them.
#include "check.h"

#include <cstring>

constexpr unsigned N = 2000;

__global__ void mark(unsigned *v, unsigned k) {
#if defined(__gfx900__)
    unsigned target = 900;
#elif defined(__gfx906__)
    unsigned target = 906;
#elif defined(__gfx90a__)
    unsigned target = 910;
#elif defined(__gfx942__)
    unsigned target = 942;
#else
    unsigned target = 0;
#endif
    if (item() < N) v[item()] = target * 1000000 + v[item()] * k + item();
}

__device__ unsigned mine = 1;

__global__ void bump(unsigned by) { mine += by; }

__global__ void meet(unsigned *mine, unsigned *other) {
    say(mine, 1);
    wait_for(other, 1);
}

// What `mark` takes for its target.
static unsigned number_of(const char *name) {
    const struct {
        const char *name;
        unsigned number;
    } all[] = {{"gfx900", 900}, {"gfx906", 906}, {"gfx90a", 910}, {"gfx942", 942}};
    for (auto &target : all) {
        if (std::strncmp(name, target.name, 6) == 0) return target.number;
    }
    return 0;
}

int main() {
    int devices;
    OK(hipGetDeviceCount(&devices));
    SAME(devices, 2);
    unsigned targets[2] = {};
    std::vector<unsigned> data(N);
    for (unsigned i = 0; i < N; i++) data[i] = i % 100;
    unsigned *memory[2];
    hipStream_t streams[2];
    for (int d = 0; d < 2; d++) {
        hipDeviceProp_t properties;
        OK(hipGetDeviceProperties(&properties, d));
        targets[d] = number_of(properties.gcnArchName);
        CHECK(targets[d] != 0 && (d == 0 || targets[1] != targets[0]));
        OK(hipSetDevice(d));
        int current;
        OK(hipGetDevice(&current));
        SAME(current, d);
        OK(hipStreamCreate(&streams[d]));
        OK(hipMalloc(&memory[d], N * 4));
        OK(hipMemcpy(memory[d], data.data(), N * 4, hipMemcpyHostToDevice));
        mark<<<(N + 255) / 256, 256, 0, streams[d]>>>(memory[d], 10 + d);
        LAUNCHED();
    }
    std::vector<unsigned> got(N);
    auto marked = [&](int d, size_t i) { return targets[d] * 1000000 + data[i] * (10 + d) + unsigned(i); };
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        OK(hipStreamSynchronize(streams[d]));
        OK(hipMemcpy(got.data(), memory[d], N * 4, hipMemcpyDeviceToHost));
        ALL_SAME(got, [&](size_t i) { return marked(d, i); });
    }

    // A variable for each.
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        bump<<<1, 1>>>(d * 10 + 1);
        LAUNCHED();
    }
    for (unsigned d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        unsigned value;
        OK(hipMemcpyFromSymbol(&value, HIP_SYMBOL(mine), 4));
        SAME(value, d * 10 + 2);
    }

    // From one to the other, also at once.
    unsigned *copy;
    OK(hipSetDevice(1));
    OK(hipMalloc(&copy, N * 4));
    OK(hipMemcpyPeer(copy, 1, memory[0], 0, N * 4));
    OK(hipMemcpy(got.data(), copy, N * 4, hipMemcpyDeviceToHost));
    ALL_SAME(got, [&](size_t i) { return marked(0, i); });
    int can;
    OK(hipDeviceCanAccessPeer(&can, 0, 1));
    OK(hipMemcpyPeerAsync(memory[0] + 1, 0, memory[1], 1, (N - 1) * 4, streams[0]));
    OK(hipStreamSynchronize(streams[0]));
    OK(hipMemcpy(got.data(), memory[0], N * 4, hipMemcpyDeviceToHost));
    ALL_SAME(got, [&](size_t i) { return i == 0 ? marked(0, 0) : marked(1, i - 1); });

    // Both run at the same time: each waits for the other.
    Pinned<unsigned> words(2, hipHostMallocPortable);
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        meet<<<1, 1, 0, streams[d]>>>(words + d, words + (1 - d));
        LAUNCHED();
    }
    for (int d = 0; d < 2; d++) OK(hipStreamSynchronize(streams[d]));

    OK(hipFree(copy));
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        OK(hipFree(memory[d]));
        OK(hipStreamDestroy(streams[d]));
    }
    return right();
}
