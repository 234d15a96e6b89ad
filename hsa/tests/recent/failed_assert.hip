// An assertion that does not hold ends the program.
#include "check.h"

#include <cassert>

__global__ void checked(const int *v, int limit) { assert(v[threadIdx.x] < limit); }

int main() {
    std::vector<int> data(128);
    for (int i = 0; i < 128; i++) data[i] = i;
    Device<int> v(data);
    checked<<<1, 128>>>(v, 128);
    OK(hipDeviceSynchronize());
    std::cout << "so far so good" << std::endl;
    checked<<<1, 128>>>(v, 100);
    (void)hipDeviceSynchronize();
    return right();
}
