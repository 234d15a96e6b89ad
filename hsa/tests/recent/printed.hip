// printf from many waves, and an assertion that holds: the program reads its own output.
#include "check.h"

#include <cassert>
#include <string>
#include <unistd.h>

__global__ void tell(const int *v, int n) {
    int i = int(item());
    assert(v[i] == 3 * i);
    if (i < n) printf("%d: %d %.2f %s %c %#x %lld%%\n", i, v[i], i * 0.25, i % 2 ? "odd" : "even", 'a' + i % 26, i, -1000000000000ll * i);
}

int main() {
    constexpr int SIZE = 256, N = 200;
    std::vector<int> data(SIZE);
    for (int i = 0; i < SIZE; i++) data[i] = 3 * i;
    Device<int> v(data);
    // Standard output is a file for as long as the kernel runs.
    FILE *file = tmpfile();
    CHECK(file);
    fflush(stdout);
    int kept = dup(1);
    CHECK(dup2(fileno(file), 1) == 1);
    tell<<<4, 64>>>(v, N);
    hipError_t status = hipDeviceSynchronize();
    fflush(stdout);
    CHECK(dup2(kept, 1) == 1);
    OK(status);
    rewind(file);
    std::vector<int> seen(N, 0);
    char line[200], want[200];
    while (fgets(line, sizeof line, file)) {
        int i = atoi(line);
        CHECK(i >= 0 && i < N);
        snprintf(want, sizeof want, "%d: %d %.2f %s %c %#x %lld%%\n", i, 3 * i, i * 0.25, i % 2 ? "odd" : "even",
                 'a' + i % 26, i, -1000000000000ll * i);
        if (std::string(line) != want) {
            std::cout << line << "is not " << want;
            wrong_at(__FILE__, __LINE__);
        }
        seen[i]++;
    }
    ALL_SAME(seen, [](size_t) { return 1; });
    return right();
}
