// A store behind the end of its memory: the report on standard error names kernel, memory, and lane, and the program
// ends as with AMD's runtime, by SIGABRT.
#include "check.h"

__global__ void wild_store(unsigned *v, unsigned n) {
    if (item() < n) v[item()] = item();
}

int main() {
    unsigned *v;
    OK(hipMalloc(&v, 1000 * sizeof *v));
    wild_store<<<4, 256>>>(v, 1000);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    std::cout << "1000 words fit" << std::endl;
    // Word 1000 is that of lane 40 of the work-group's last wave.
    wild_store<<<4, 256>>>(v, 1001);
    LAUNCHED();
    (void)hipDeviceSynchronize();
    std::cout << "the program goes on" << std::endl;
    return 1;
}
