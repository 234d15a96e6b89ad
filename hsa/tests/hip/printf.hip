// printf in kernels. The program reads its own standard output and compares it with what the host's printf makes.
#include "check.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <unistd.h>

__global__ void hello(const char *name) {
    unsigned block = blockIdx.x, i = threadIdx.x;
    if (i % 16 == 3)
        printf("work-group %u item %3u %s %5.2f %c %% %lx\n", block, i, name, i * 0.25 + block, 'a' + i / 16,
               0x123456789abcdefUL * (i + 1));
}

__global__ void result(int *value) { *value = printf("%s\n", "a longer text, which does not fit into one packet of "
                                                              "the buffer by which it reaches the host"); }

// Many work-groups, which wait for the host at the same time.
__global__ void many() { printf("many %u\n", item()); }

int main() {
    char name[] = "/tmp/hip-printf-XXXXXX";
    int file = mkstemp(name), terminal = dup(1);
    CHECK(file >= 0 && terminal >= 0);
    CHECK(dup2(file, 1) == 1);

    Pinned<char> text(8);
    for (int i = 0; i < 7; i++) text[i] = "pinned"[i];
    Pinned<int> value(1);
    hello<<<3, 128>>>(text);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    result<<<1, 1>>>(value);
    many<<<50, 64>>>();
    LAUNCHED();
    OK(hipDeviceSynchronize());

    fflush(stdout);
    CHECK(dup2(terminal, 1) == 1);
    std::ifstream in(name);
    std::vector<std::string> got, wanted;
    for (std::string line; std::getline(in, line);) got.push_back(line);
    unlink(name);

    char line[200];
    for (unsigned block = 0; block < 3; block++) {
        for (unsigned i = 3; i < 128; i += 16) {
            snprintf(line, sizeof line, "work-group %u item %3u %s %5.2f %c %% %lx", block, i, "pinned",
                     i * 0.25 + block, 'a' + i / 16, 0x123456789abcdefUL * (i + 1));
            wanted.push_back(line);
        }
    }
    for (unsigned i = 0; i < 50 * 64; i++) wanted.push_back("many " + std::to_string(i));
    wanted.push_back("a longer text, which does not fit into one packet of the buffer by which it reaches the host");
    // The order of waves is open.
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    SAME(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); i++) {
        if (got[i] != wanted[i]) {
            std::cout << "'" << got[i] << "' was printed, not '" << wanted[i] << "'" << std::endl;
            return 1;
        }
    }
    SAME(*value, int(wanted[0].size()) + 1);
    return right();
}
