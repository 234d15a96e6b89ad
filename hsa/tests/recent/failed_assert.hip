// An assertion that does not hold: HIP tells where, and the kernel's stream ends in an error, or the program (with 5.7).
#include "check.h"

#include <cassert>
#include <csignal>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void checked(const int *v, int limit) { assert(v[threadIdx.x] < limit); }

// The second process begins anew: HIP does not outlive a fork.
static int second() {
    std::vector<int> data(128);
    for (int i = 0; i < 128; i++) data[i] = i;
    Device<int> v(data);
    checked<<<1, 128>>>(v, 128);
    OK(hipDeviceSynchronize());
    checked<<<1, 128>>>(v, 100);
    std::_Exit(hipDeviceSynchronize() == hipSuccess ? 1 : 4);
}

int main(int argc, char **argv) {
    if (argc > 2) return second();
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        dup2(ends[1], 2);
        close(ends[0]);
        execl("/proc/self/exe", argv[0], "second", "2", nullptr);
        std::_Exit(3);
    }
    close(ends[1]);
    std::string said;
    char piece[4096];
    for (ssize_t n; (n = read(ends[0], piece, sizeof piece)) > 0;) said.append(piece, n);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    std::cerr << said;
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) || (WIFEXITED(status) && WEXITSTATUS(status) == 4));
    CHECK(said.find("void checked(const int *, int)") != std::string::npos);
    CHECK(said.find("Device-side assertion `v[threadIdx.x] < limit' failed.") != std::string::npos);
    std::cout << "right" << std::endl;
    return 0;
}
