// Events: what they wait for, and the time between them.
#include "check.h"

#include <chrono>
#include <thread>

__global__ void hold(unsigned *started, unsigned *go) {
    say(started, 1);
    wait_for(go, 1);
}

__global__ void add(unsigned *v) { v[item()] += item(); }

using Clock = std::chrono::steady_clock;

static float since(Clock::time_point begin) {
    return std::chrono::duration<float, std::milli>(Clock::now() - begin).count();
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    hipEvent_t start, stop, untimed;
    OK(hipEventCreate(&start));
    OK(hipEventCreate(&stop));
    OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
    float ms = -1;
    GIVES(hipEventElapsedTime(&ms, start, stop), hipErrorInvalidHandle);
    // From HIP 7 on the error stays until it is asked for, whatever succeeds in between.
    (void)hipGetLastError();

    // A kernel of 30 milliseconds at least: the host lets it go.
    Pinned<unsigned> started(1), go(1);
    auto begin = Clock::now();
    OK(hipEventRecord(start, stream));
    hold<<<1, 64, 0, stream>>>(started, go);
    LAUNCHED();
    OK(hipEventRecord(stop, stream));
    wait_for(started, 1);
    OK(hipEventSynchronize(start));
    GIVES(hipEventQuery(stop), hipErrorNotReady);
    GIVES(hipEventElapsedTime(&ms, start, stop), hipErrorNotReady);
    (void)hipGetLastError();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    say(go, 1);
    OK(hipEventSynchronize(stop));
    float all = since(begin);
    OK(hipEventQuery(stop));
    OK(hipEventElapsedTime(&ms, start, stop));
    if (!(ms >= 30 && ms <= all)) {
        std::cout << "a kernel of 30 ms at least took " << ms << " ms, and the host waited " << all << " ms" << std::endl;
        return 1;
    }

    // A small one takes some time, and less than the host has waited for it.
    Device<unsigned> v(std::vector<unsigned>(1024, 5));
    for (int k = 0; k < 20; k++) {
        begin = Clock::now();
        OK(hipEventRecord(start, stream));
        add<<<4, 256, 0, stream>>>(v);
        OK(hipEventRecord(stop, stream));
        OK(hipEventSynchronize(stop));
        all = since(begin);
        OK(hipEventElapsedTime(&ms, start, stop));
        CHECK(ms > 0 && ms <= all);
    }
    ALL_SAME(v.read(), [](size_t i) { return unsigned(5 + 20 * i); });

    // An event that was not timed is waited for all the same.
    add<<<4, 256, 0, stream>>>(v);
    OK(hipEventRecord(untimed, stream));
    OK(hipEventSynchronize(untimed));
    GIVES(hipEventElapsedTime(&ms, start, untimed), hipErrorInvalidHandle);
    ALL_SAME(v.read(), [](size_t i) { return unsigned(5 + 21 * i); });

    // Events around a launch, by the launch itself.
    unsigned *pointer = v;
    void *arguments[] = {&pointer};
    OK(hipExtLaunchKernel(reinterpret_cast<void *>(add), dim3(4), dim3(256), arguments, 0, stream, start, stop, 0));
    OK(hipEventSynchronize(stop));
    OK(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms > 0);
    ALL_SAME(v.read(), [](size_t i) { return unsigned(5 + 22 * i); });

    for (auto e : {start, stop, untimed}) OK(hipEventDestroy(e));
    OK(hipStreamDestroy(stream));
    return right();
}
