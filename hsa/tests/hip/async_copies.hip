// Asynchronous copies in streams: to, from and on the device, of pinned memory and of any other, of odd sizes at odd
// addresses, and in a pipeline with kernels.
#include "check.h"

#include <cstring>

__global__ void scale(unsigned *v, unsigned n, unsigned k) {
    if (item() < n) v[item()] = v[item()] * k + item();
}

int main() {
    constexpr int STREAMS = 3;
    constexpr unsigned CHUNK = 50000, CHUNKS = 12, N = CHUNK * CHUNKS;
    hipStream_t streams[STREAMS];
    for (auto &s : streams) OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));

    // A pipeline: chunks in, a kernel on each, chunks out.
    std::vector<unsigned> data = randoms(N, 2);
    Pinned<unsigned> in(N), out(N);
    std::memcpy(in, data.data(), N * 4);
    Device<unsigned> device(N);
    for (unsigned c = 0; c < CHUNKS; c++) {
        hipStream_t s = streams[c % STREAMS];
        unsigned at = c * CHUNK;
        OK(hipMemcpyAsync(device + at, in + at, CHUNK * 4, hipMemcpyHostToDevice, s));
        scale<<<(CHUNK + 255) / 256, 256, 0, s>>>(device + at, CHUNK, c + 3);
        LAUNCHED();
        OK(hipMemcpyAsync(out + at, device + at, CHUNK * 4, hipMemcpyDeviceToHost, s));
    }
    for (auto s : streams) OK(hipStreamSynchronize(s));
    for (unsigned i = 0; i < N; i++) SAME(out[i], data[i] * (i / CHUNK + 3) + i % CHUNK);

    // Memory that is not pinned: the copy has read it when the call returns.
    std::vector<unsigned> any = data, back(N);
    OK(hipMemcpyAsync(device, any.data(), N * 4, hipMemcpyHostToDevice, streams[0]));
    OK(hipStreamSynchronize(streams[0]));
    scale<<<(N + 255) / 256, 256, 0, streams[0]>>>(device, N, 5);
    OK(hipMemcpyAsync(back.data(), device, N * 4, hipMemcpyDeviceToHost, streams[0]));
    OK(hipStreamSynchronize(streams[0]));
    ALL_SAME(back, [&](size_t i) { return data[i] * 5 + unsigned(i); });

    // All sizes up to 300 bytes and some large ones, from and to odd addresses; what is beside stays as it is.
    constexpr size_t M = 1 << 20;
    std::vector<unsigned char> bytes(M), want(M, 0xee), got(M);
    unsigned state = 77;
    for (auto &b : bytes) b = next_random(state);
    Device<unsigned char> source(bytes), target(want);
    hipStream_t s = streams[1];
    size_t at = 1;
    auto copy = [&](size_t size) {
        size_t from = next_random(state) % (M - size);
        OK(hipMemcpyAsync(target + at, source + from, size, hipMemcpyDeviceToDevice, s));
        std::memcpy(&want[at], &bytes[from], size);
        at += size + 1 + size % 3;
        CHECK(at < M);
    };
    for (size_t size = 1; size <= 300; size++) copy(size);
    for (size_t size : {4095, 4096, 4097, 65537, 300001}) copy(size);
    OK(hipMemcpyAsync(got.data(), target, M, hipMemcpyDeviceToHost, s));
    OK(hipStreamSynchronize(s));
    ALL_SAME(got, [&](size_t i) { return want[i]; });

    // The same between host and device, at odd addresses of both.
    std::vector<unsigned char> odd(M, 0x11);
    for (size_t size : {1, 2, 3, 5, 63, 64, 65, 4095, 4097, 70001}) {
        OK(hipMemcpyAsync(target + 3, bytes.data() + 7, size, hipMemcpyHostToDevice, s));
        OK(hipMemcpyAsync(odd.data() + 5, target + 3, size, hipMemcpyDeviceToHost, s));
        OK(hipStreamSynchronize(s));
        CHECK(std::memcmp(odd.data() + 5, bytes.data() + 7, size) == 0);
        SAME(odd[4], 0x11);
        SAME(odd[5 + size], 0x11);
    }

    // By the driver's names, and of no bytes at all.
    OK(hipMemcpyHtoDAsync(reinterpret_cast<hipDeviceptr_t>(source + 9), want.data(), 1000, s));
    OK(hipMemcpyDtoDAsync(reinterpret_cast<hipDeviceptr_t>(target + 2), reinterpret_cast<hipDeviceptr_t>(source + 9),
                          1000, s));
    OK(hipMemcpyDtoHAsync(got.data(), reinterpret_cast<hipDeviceptr_t>(target + 2), 1000, s));
    OK(hipMemcpyAsync(target, source, 0, hipMemcpyDeviceToDevice, s));
    OK(hipStreamSynchronize(s));
    CHECK(std::memcmp(got.data(), want.data(), 1000) == 0);
    // From host to host, in its turn.
    OK(hipMemcpyAsync(got.data(), bytes.data(), M, hipMemcpyHostToHost, s));
    OK(hipStreamSynchronize(s));
    CHECK(got == bytes);

    for (auto t : streams) OK(hipStreamDestroy(t));
    return right();
}
