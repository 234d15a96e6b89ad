// Many threads of the host: each with a stream of its own, memory that comes and goes, the same kernels and modules.
#include "check.h"

#include <thread>

constexpr unsigned N = 2000, THREADS = 6, ROUNDS = 15;

__global__ void step(unsigned *v, unsigned k) {
    if (item() < N) v[item()] = v[item()] * 3 + k;
}

__device__ unsigned long long total;

__global__ void add(const unsigned *v) {
    if (item() < N) atomicAdd(&total, (unsigned long long)(v[item()] % 1000));
}

static unsigned long long sums[THREADS];

static void work(unsigned me) {
    OK(hipSetDevice(0));
    hipStream_t stream = hipStreamPerThread;
    if (me % 2) OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    for (unsigned round = 0; round < ROUNDS; round++) {
        std::vector<unsigned> v = randoms(N, me * 100 + round + 1), got(N);
        unsigned *memory;
        OK(hipMalloc(&memory, N * 4));
        OK(hipMemcpyAsync(memory, v.data(), N * 4, hipMemcpyHostToDevice, stream));
        step<<<8, 256, 0, stream>>>(memory, me);
        step<<<8, 256, 0, stream>>>(memory, round);
        add<<<8, 256, 0, stream>>>(memory);
        LAUNCHED();
        OK(hipMemcpyAsync(got.data(), memory, N * 4, hipMemcpyDeviceToHost, stream));
        OK(hipStreamSynchronize(stream));
        ALL_SAME(got, [&](size_t i) { return (v[i] * 3 + me) * 3 + round; });
        for (unsigned x : got) sums[me] += x % 1000;
        OK(hipFree(memory));
    }
    if (me % 2) OK(hipStreamDestroy(stream));
}

int main() {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < THREADS; t++) threads.emplace_back(work, t);
    for (auto &t : threads) t.join();
    unsigned long long wanted = 0, got;
    for (auto s : sums) wanted += s;
    OK(hipMemcpyFromSymbol(&got, HIP_SYMBOL(total), sizeof got));
    SAME(got, wanted);
    return right();
}
