// Cooperative launches: every work-group of the grid waits for all others, many times over; once more with another grid.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned STEPS = 20;

// In each step an element becomes the sum of itself and of one that another work-group has written before.
__global__ void pass_on(unsigned *a, unsigned *b, unsigned *rank) {
    cg::grid_group grid = cg::this_grid();
    unsigned n = gridDim.x * blockDim.x;
    unsigned i = item();
    rank[i] = unsigned(grid.thread_rank()) + unsigned(grid.size()) * 1000000;
    for (unsigned k = 0; k < STEPS; k++) {
        unsigned *from = k % 2 ? b : a, *to = k % 2 ? a : b;
        to[i] = from[i] + from[(i + blockDim.x) % n];
        grid.sync();
    }
}

static void run(unsigned groups, unsigned size, unsigned seed) {
    unsigned n = groups * size;
    std::vector<unsigned> data = randoms(n, seed), other(n);
    Device<unsigned> a(data), b(data), rank(data);
    unsigned *pa = a, *pb = b, *pr = rank;
    void *arguments[] = {&pa, &pb, &pr};
    OK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(pass_on), dim3(groups), dim3(size), arguments, 0, nullptr));
    OK(hipDeviceSynchronize());
    for (unsigned k = 0; k < STEPS; k++) {
        for (unsigned i = 0; i < n; i++) other[i] = data[i] + data[(i + size) % n];
        data.swap(other);
    }
    ALL_SAME(a.read(), [&](size_t i) { return data[i]; });
    ALL_SAME(rank.read(), [&](size_t i) { return unsigned(i) + n * 1000000; });
}

int main() {
    int supported = 0;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeCooperativeLaunch, 0));
    SAME(supported, 1);
    run(40, 128, 3);
    run(7, 192, 4);
    run(1, 64, 5);
    run(320, 64, 6);
    return right();
}
