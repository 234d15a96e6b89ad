// Kernels that spin on memory until another stream writes it: a kernel, a copy, a fill, the stream itself, the host.
#include "check.h"

__global__ void spin(unsigned *flag, unsigned value, unsigned *out) {
    wait_for(flag, value);
    out[item()] = look(flag) + item();
}

__global__ void set(unsigned *flag, unsigned value) { say(flag, value); }

// Two kernels in turns.
__global__ void ping(unsigned *ball, unsigned *seen, unsigned rounds, unsigned side) {
    for (unsigned k = side; k < 2 * rounds; k += 2) {
        wait_for(ball, k);
        seen[k / 2] = k;
        say(ball, k + 1);
    }
}

// A barrier of all work-groups, by hand: a group waits for the others.
__global__ void meet(unsigned *arrived, unsigned *v, unsigned *out) {
    if (threadIdx.x == 0) {
        say(&v[blockIdx.x], blockIdx.x * 3 + 1);
        __hip_atomic_fetch_add(arrived, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
        wait_for(arrived, gridDim.x);
        unsigned sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) sum += look(&v[i]);
        out[blockIdx.x] = sum;
    }
}

int main() {
    hipStream_t a, b;
    OK(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    constexpr unsigned N = 1024;
    Device<unsigned> flag(std::vector<unsigned>(1, 0)), out(N);
    Pinned<unsigned> word(1);
    *word = 20;
    unsigned value = 10;
    auto begin = [&] {
        spin<<<N / 256, 256, 0, a>>>(flag, value, out);
        LAUNCHED();
        GIVES(hipStreamQuery(a), hipErrorNotReady);
    };
    auto end = [&] {
        OK(hipStreamSynchronize(a));
        OK(hipStreamSynchronize(b));
        ALL_SAME(out.read(), [&](size_t i) { return unsigned(value + i); });
        value += 10;
    };

    begin();
    set<<<1, 1, 0, b>>>(flag, value);
    LAUNCHED();
    end();

    begin();
    OK(hipMemcpyAsync(flag, word, 4, hipMemcpyHostToDevice, b));
    end();

    begin();
    OK(hipMemsetD32Async(reinterpret_cast<hipDeviceptr_t>(static_cast<unsigned *>(flag)), value, 1, b));
    end();

    begin();
    OK(hipStreamWriteValue32(b, flag, value, 0));
    end();

    // A copy on the device, of what yet another kernel has written.
    Device<unsigned> other(1);
    begin();
    set<<<1, 1, 0, b>>>(other, value);
    OK(hipMemcpyAsync(flag, other, 4, hipMemcpyDeviceToDevice, b));
    end();

    // The host, by pinned memory.
    *word = 0;
    spin<<<N / 256, 256, 0, a>>>(word, value, out);
    LAUNCHED();
    GIVES(hipStreamQuery(a), hipErrorNotReady);
    say(word, value);
    end();

    constexpr unsigned ROUNDS = 200;
    Device<unsigned> ball(std::vector<unsigned>(1, 0)), even(ROUNDS), odd(ROUNDS);
    ping<<<1, 1, 0, a>>>(ball, even, ROUNDS, 0);
    ping<<<1, 1, 0, b>>>(ball, odd, ROUNDS, 1);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    ALL_SAME(even.read(), [](size_t i) { return unsigned(2 * i); });
    ALL_SAME(odd.read(), [](size_t i) { return unsigned(2 * i + 1); });

    // More work-groups than the host has cores, all there at once.
    constexpr unsigned GROUPS = 16;
    Device<unsigned> arrived(std::vector<unsigned>(1, 0)), v(GROUPS), sums(GROUPS);
    meet<<<GROUPS, 64>>>(arrived, v, sums);
    LAUNCHED();
    ALL_SAME(sums.read(), [](size_t) { return GROUPS * (GROUPS - 1) / 2 * 3 + GROUPS; });

    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    return right();
}
