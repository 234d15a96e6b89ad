// Memory of one process that another opens by a handle, and changes.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <string>

constexpr unsigned N = 4000;

__global__ void twice(unsigned *v) {
    if (item() < N) v[item()] *= 2;
}

// The second process begins anew: HIP does not outlive a fork.
static int second(int from) {
    hipIpcMemHandle_t handle;
    CHECK(read(from, &handle, sizeof handle) == sizeof handle);
    unsigned *v = nullptr;
    OK(hipIpcOpenMemHandle(reinterpret_cast<void **>(&v), handle, hipIpcMemLazyEnablePeerAccess));
    std::vector<unsigned> in(N);
    OK(hipMemcpy(in.data(), v, N * 4, hipMemcpyDeviceToHost));
    ALL_SAME(in, [](size_t i) { return 3 * unsigned(i) + 1; });
    twice<<<16, 256>>>(v);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    OK(hipIpcCloseMemHandle(v));
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 2) return second(atoi(argv[2]));
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        std::string end = std::to_string(ends[0]);
        execl("/proc/self/exe", argv[0], "second", end.c_str(), nullptr);
        std::_Exit(3);
    }
    std::vector<unsigned> data(N);
    for (unsigned i = 0; i < N; i++) data[i] = 3 * i + 1;
    Device<unsigned> v(data);
    hipIpcMemHandle_t handle;
    OK(hipIpcGetMemHandle(&handle, v));
    CHECK(write(ends[1], &handle, sizeof handle) == sizeof handle);
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child);
    SAME(status, 0);
    ALL_SAME(v.read(), [](size_t i) { return 6 * unsigned(i) + 2; });
    return right();
}
