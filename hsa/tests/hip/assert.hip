// An assertion that holds, and one that does not: the device says where, and the program ends by SIGABRT.
#include "check.h"

#include <cassert>

__global__ void checked(const int *v, int limit) { assert(v[threadIdx.x] < limit); }

int main() {
    std::vector<int> all(100);
    for (int i = 0; i < 100; i++) all[i] = i;
    Device<int> v(all);
    checked<<<1, 100>>>(v, 100);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    std::cout << "one assertion held" << std::endl;
    checked<<<1, 100>>>(v, 99);
    LAUNCHED();
    (void)hipDeviceSynchronize();
    std::cout << "the program goes on" << std::endl;
    return 1;
}
