// A cooperative launch: every work-group of the grid waits for all others, many times over.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned GROUPS = 40, SIZE = 128, N = GROUPS * SIZE, STEPS = 20;

// In each step an element becomes the sum of itself and of one that another work-group has written before.
__global__ void pass_on(unsigned *a, unsigned *b, unsigned *rank) {
    cg::grid_group grid = cg::this_grid();
    unsigned i = item();
    rank[i] = unsigned(grid.thread_rank()) + unsigned(grid.size()) * 1000000;
    for (unsigned k = 0; k < STEPS; k++) {
        unsigned *from = k % 2 ? b : a, *to = k % 2 ? a : b;
        to[i] = from[i] + from[(i + SIZE) % N];
        grid.sync();
    }
}

int main() {
    int supported = 0;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeCooperativeLaunch, 0));
    SAME(supported, 1);
    std::vector<unsigned> data = randoms(N, 3), other(N);
    Device<unsigned> a(data), b(N), rank(N);
    unsigned *pa = a, *pb = b, *pr = rank;
    void *arguments[] = {&pa, &pb, &pr};
    OK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(pass_on), dim3(GROUPS), dim3(SIZE), arguments, 0, nullptr));
    OK(hipDeviceSynchronize());
    for (unsigned k = 0; k < STEPS; k++) {
        for (unsigned i = 0; i < N; i++) other[i] = data[i] + data[(i + SIZE) % N];
        data.swap(other);
    }
    ALL_SAME(a.read(), [&](size_t i) { return data[i]; });
    ALL_SAME(rank.read(), [](size_t i) { return unsigned(i) + N * 1000000; });
    // More work-groups than the GPU holds at once are refused.
    hipError_t refused =
        hipLaunchCooperativeKernel(reinterpret_cast<void *>(pass_on), dim3(1u << 20), dim3(SIZE), arguments, 0, nullptr);
    SAME(int(refused), int(hipErrorCooperativeLaunchTooLarge));
    (void)hipGetLastError();
    return right();
}
