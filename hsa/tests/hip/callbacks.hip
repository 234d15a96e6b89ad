// Functions of the host in streams, and streams that wait for each other. (hipLaunchHostFunc is declared by HIP 5.2.3,
// but its library does not have it.)
#include "check.h"

#include <atomic>
#include <chrono>
#include <thread>

__global__ void step(unsigned *v, unsigned k) { v[item()] = v[item()] * 3 + k; }

__global__ void hold(unsigned *started, unsigned *go) {
    say(started, 1);
    wait_for(go, 1);
}

constexpr unsigned N = 512;

struct Seen {
    unsigned *memory;
    unsigned before, after;
    hipError_t status;
    hipStream_t stream;
    std::atomic<int> calls{0};
};

// What comes later in the stream waits until the function returns: memory stays as it is while it sleeps.
static void look_twice(Seen *seen) {
    seen->before = seen->memory[N - 1];
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    seen->after = seen->memory[N - 1];
    seen->calls++;
}

static void on_stream(hipStream_t stream, hipError_t status, void *data) {
    Seen *seen = static_cast<Seen *>(data);
    seen->stream = stream;
    seen->status = status;
    look_twice(seen);
}

static std::vector<int> order;

int main() {
    hipStream_t a, b, c;
    for (auto s : {&a, &b, &c}) OK(hipStreamCreateWithFlags(s, hipStreamNonBlocking));
    Pinned<unsigned> v(N);
    for (unsigned i = 0; i < N; i++) v[i] = i;

    // Kernel, callback, kernel, callback, kernel.
    Seen first{v, 0, 0, hipErrorUnknown, nullptr}, second{v, 0, 0, hipSuccess, nullptr};
    step<<<2, 256, 0, a>>>(v, 1);
    OK(hipStreamAddCallback(a, on_stream, &first, 0));
    step<<<2, 256, 0, a>>>(v, 2);
    OK(hipStreamAddCallback(a, on_stream, &second, 0));
    step<<<2, 256, 0, a>>>(v, 3);
    LAUNCHED();
    OK(hipStreamSynchronize(a));
    unsigned one = (N - 1) * 3 + 1, two = one * 3 + 2;
    SAME(first.calls.load(), 1);
    SAME(int(first.status), int(hipSuccess));
    CHECK(first.stream == a);
    SAME(first.before, one);
    SAME(first.after, one);
    SAME(second.calls.load(), 1);
    SAME(second.before, two);
    SAME(second.after, two);
    for (unsigned i = 0; i < N; i++) SAME(v[i], ((i * 3 + 1) * 3 + 2) * 3 + 3);

    // Many callbacks come in their order, also in a stream without kernels.
    for (long i = 0; i < 50; i++) {
        auto push = [](hipStream_t, hipError_t, void *data) { order.push_back(int(reinterpret_cast<long>(data))); };
        OK(hipStreamAddCallback(b, push, reinterpret_cast<void *>(i), 0));
    }
    OK(hipStreamSynchronize(b));
    SAME(order.size(), 50u);
    ALL_SAME(order, [](size_t i) { return int(i); });

    // A diamond: b and c wait for a, which is held; a then waits for both.
    Pinned<unsigned> started(1), go(1);
    Device<unsigned> x(std::vector<unsigned>(N, 1)), y(std::vector<unsigned>(N, 2));
    hipEvent_t held, left, right_side;
    for (auto e : {&held, &left, &right_side}) OK(hipEventCreateWithFlags(e, hipEventDisableTiming));
    hold<<<1, 1, 0, a>>>(started, go);
    step<<<2, 256, 0, a>>>(x, 10);
    step<<<2, 256, 0, a>>>(y, 20);
    OK(hipEventRecord(held, a));
    OK(hipStreamWaitEvent(b, held, 0));
    OK(hipStreamWaitEvent(c, held, 0));
    step<<<2, 256, 0, b>>>(x, 11);
    step<<<2, 256, 0, c>>>(y, 21);
    OK(hipEventRecord(left, b));
    OK(hipEventRecord(right_side, c));
    OK(hipStreamWaitEvent(a, left, 0));
    OK(hipStreamWaitEvent(a, right_side, 0));
    step<<<2, 256, 0, a>>>(x, 12);
    step<<<2, 256, 0, a>>>(y, 22);
    LAUNCHED();
    wait_for(started, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    GIVES(hipStreamQuery(b), hipErrorNotReady);
    GIVES(hipStreamQuery(c), hipErrorNotReady);
    say(go, 1);
    OK(hipStreamSynchronize(a));
    ALL_SAME(x.read(), [](size_t) { return ((1u * 3 + 10) * 3 + 11) * 3 + 12; });
    ALL_SAME(y.read(), [](size_t) { return ((2u * 3 + 20) * 3 + 21) * 3 + 22; });

    // A stream that waits for a value in memory, which another writes.
    unsigned *word;
    OK(hipExtMallocWithFlags(reinterpret_cast<void **>(&word), 8, hipMallocSignalMemory));
    *word = 0;
    OK(hipStreamWaitValue32(b, word, 7, hipStreamWaitValueEq, 0xffffffff));
    step<<<2, 256, 0, b>>>(x, 13);
    LAUNCHED();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    GIVES(hipStreamQuery(b), hipErrorNotReady);
    OK(hipStreamWriteValue32(c, word, 7, 0));
    OK(hipStreamSynchronize(c));
    OK(hipStreamSynchronize(b));
    ALL_SAME(x.read(), [](size_t) { return (((1u * 3 + 10) * 3 + 11) * 3 + 12) * 3 + 13; });
    OK(hipFree(word));

    for (auto e : {held, left, right_side}) OK(hipEventDestroy(e));
    for (auto s : {a, b, c}) OK(hipStreamDestroy(s));
    return right();
}
