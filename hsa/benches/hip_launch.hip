// What a launch and a copy cost through HIP. Prints a line for each measure.
#include "../tests/hip/check.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sys/resource.h>
#include <thread>

__global__ void empty() {}

__global__ void hold(unsigned *go) { wait_for(go, 1); }

using Clock = std::chrono::steady_clock;

static double micros(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

// The processor time of all threads, in microseconds.
static double cpu() {
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    return 1e6 * (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

// The best of several rounds of `times` each, per time.
template <class F> static double best(int rounds, int times, F round) {
    double least = 1e300;
    for (int k = 0; k < rounds; k++) {
        auto begin = Clock::now();
        round(times);
        least = std::min(least, micros(begin) / times);
    }
    return least;
}

static void print(const char *what, double value, const char *unit) {
    std::printf("%-58s %9.1f %s\n", what, value, unit);
    std::fflush(stdout);
}

static void launches() {
    empty<<<1, 64>>>();
    LAUNCHED();
    OK(hipDeviceSynchronize());
    print("HIP: empty kernel, launched and waited for", best(50, 300, [](int times) {
              for (int i = 0; i < times; i++) {
                  empty<<<1, 64>>>();
                  OK(hipDeviceSynchronize());
              }
          }), "us");
    print("HIP: empty kernels in a row, each", best(50, 300, [](int times) {
              for (int i = 0; i < times; i++) empty<<<1, 64>>>();
              OK(hipDeviceSynchronize());
          }), "us");
    LAUNCHED();
}

static void copies() {
    constexpr size_t SIZE = 64 << 20;
    std::vector<unsigned char> a(SIZE, 1), b(SIZE, 2);
    Pinned<unsigned char> pinned(SIZE);
    Device<unsigned char> x(SIZE), y(SIZE);
    auto rate = [&](const char *what, auto copy) {
        // The first time pages are touched.
        copy();
        double us = best(10, 1, [&](int times) {
            for (int i = 0; i < times; i++) copy();
        });
        print(what, SIZE / us / 1e3, "GB/s");
    };
    // Through pointers that the compiler does not see through: it would leave them out.
    static void *(*volatile copy)(void *, const void *, size_t) = std::memcpy;
    static void *(*volatile fill)(void *, int, size_t) = std::memset;
    rate("memcpy, 64 MiB", [&] { copy(b.data(), a.data(), SIZE); });
    rate("memset", [&] { fill(b.data(), 3, SIZE); });
    rate("HIP: host to device", [&] { OK(hipMemcpy(x, a.data(), SIZE, hipMemcpyHostToDevice)); });
    rate("HIP: pinned host to device", [&] { OK(hipMemcpy(x, pinned, SIZE, hipMemcpyHostToDevice)); });
    rate("HIP: device to host", [&] { OK(hipMemcpy(a.data(), x, SIZE, hipMemcpyDeviceToHost)); });
    rate("HIP: device to pinned host", [&] { OK(hipMemcpy(pinned, x, SIZE, hipMemcpyDeviceToHost)); });
    rate("HIP: device to device", [&] {
        OK(hipMemcpy(y, x, SIZE, hipMemcpyDeviceToDevice));
        OK(hipDeviceSynchronize());
    });
    rate("HIP: fill of the device", [&] {
        OK(hipMemset(y, 7, SIZE));
        OK(hipDeviceSynchronize());
    });
}

// Nobody is to be busy while everybody waits: for nothing at all, and for a function of the host that sleeps.
static void waiting() {
    static constexpr auto SECOND = std::chrono::seconds(1);
    double begin = cpu();
    std::this_thread::sleep_for(SECOND);
    print("HIP: processor time of an idle second", cpu() - begin, "us");
    begin = cpu();
    auto sleep = [](hipStream_t, hipError_t, void *) { std::this_thread::sleep_for(SECOND); };
    OK(hipStreamAddCallback(nullptr, sleep, nullptr, 0));
    empty<<<1, 64>>>();
    OK(hipStreamSynchronize(nullptr));
    print("HIP: processor time of a second's wait for a stream", cpu() - begin, "us");
    begin = cpu();
    hipEvent_t event;
    OK(hipEventCreateWithFlags(&event, hipEventBlockingSync));
    OK(hipStreamAddCallback(nullptr, sleep, nullptr, 0));
    OK(hipEventRecord(event, nullptr));
    OK(hipEventSynchronize(event));
    print("HIP: the same for an event that blocks", cpu() - begin, "us");
    OK(hipEventDestroy(event));
}

int main() {
    launches();
    copies();
    waiting();
    return 0;
}
