// Grids and work-groups of all shapes: what items learn of their place, waves that are not full, large grids, and
// kernels that need much private memory or use many registers.
#include "check.h"

struct Place {
    unsigned item[3], group[3], size[3], groups[3];
};

__global__ void places(Place *out) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    out[(z * gridDim.y * blockDim.y + y) * gridDim.x * blockDim.x + x] = {
        {unsigned(threadIdx.x), unsigned(threadIdx.y), unsigned(threadIdx.z)},
        {unsigned(blockIdx.x), unsigned(blockIdx.y), unsigned(blockIdx.z)},
        {unsigned(blockDim.x), unsigned(blockDim.y), unsigned(blockDim.z)},
        {unsigned(gridDim.x), unsigned(gridDim.y), unsigned(gridDim.z)}};
}

static void check_places(dim3 groups, dim3 size) {
    size_t x = size_t(groups.x) * size.x, y = size_t(groups.y) * size.y, z = size_t(groups.z) * size.z;
    Device<Place> out(x * y * z);
    places<<<groups, size>>>(out);
    LAUNCHED();
    std::vector<Place> got = out.read();
    for (size_t i = 0; i < got.size(); i++) {
        size_t at[] = {i % x, i / x % y, i / x / y};
        unsigned sizes[] = {size.x, size.y, size.z}, counts[] = {groups.x, groups.y, groups.z};
        for (int d = 0; d < 3; d++) {
            SAME(size_t(got[i].item[d]), at[d] % sizes[d]);
            SAME(size_t(got[i].group[d]), at[d] / sizes[d]);
            SAME(got[i].size[d], sizes[d]);
            SAME(got[i].groups[d], counts[d]);
        }
    }
}

__global__ void large(unsigned long long *sum) {
    if (threadIdx.x == 0) atomicAdd(sum, (unsigned long long)blockIdx.x);
}

// 4 KiB for each item, in which it sorts.
__global__ void sort(unsigned *out) {
    unsigned v[1024], state = item() + 1;
    for (auto &x : v) x = next_random(state) % 10000;
    for (unsigned gap = 512; gap > 0; gap /= 2) {
        for (unsigned i = gap; i < 1024; i++) {
            unsigned x = v[i], k = i;
            for (; k >= gap && v[k - gap] > x; k -= gap) v[k] = v[k - gap];
            v[k] = x;
        }
    }
    unsigned sum = 0;
    for (unsigned i = 0; i < 1024; i++) sum = sum * 31 + v[i];
    out[item()] = sum;
}

__global__ __launch_bounds__(1024) void registers(const double *v, double *out) {
    // Many values that live at the same time.
    double a[24];
    for (unsigned i = 0; i < 24; i++) a[i] = v[(item() + i) % 1024];
    for (unsigned k = 0; k < 10; k++)
        for (unsigned i = 0; i < 24; i++) a[i] = a[i] * 0.5 + a[(i + 7) % 24];
    double sum = 0;
    for (unsigned i = 0; i < 24; i++) sum += a[i] * (i + 1);
    out[item()] = sum;
}

int main() {
    check_places(dim3(1), dim3(1));
    check_places(dim3(3), dim3(100));
    check_places(dim3(2, 3, 4), dim3(5, 6, 7));
    check_places(dim3(1, 2, 5), dim3(1, 1, 64));
    check_places(dim3(7, 1, 2), dim3(3, 171, 1));
    check_places(dim3(2), dim3(1024));
    check_places(dim3(1, 1, 3), dim3(16, 8, 8));

    Device<unsigned long long> sum(std::vector<unsigned long long>(1, 0));
    large<<<20000, 64>>>(sum);
    LAUNCHED();
    SAME(sum.read()[0], 20000ull * 19999 / 2);

    Device<unsigned> sorted(128);
    sort<<<2, 64>>>(sorted);
    LAUNCHED();
    ALL_SAME(sorted.read(), [](size_t item) {
        std::vector<unsigned> counts(10000);
        unsigned state = item + 1;
        for (int i = 0; i < 1024; i++) counts[next_random(state) % 10000]++;
        unsigned sum = 0;
        for (unsigned x = 0; x < 10000; x++)
            for (unsigned k = 0; k < counts[x]; k++) sum = sum * 31 + x;
        return sum;
    });

    std::vector<double> v(1024);
    for (int i = 0; i < 1024; i++) v[i] = i % 64;
    Device<double> from(v), out(1024);
    registers<<<1, 1024>>>(from, out);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t item) {
        std::vector<double> a(24);
        for (unsigned i = 0; i < 24; i++) a[i] = v[(item + i) % 1024];
        for (unsigned k = 0; k < 10; k++)
            for (unsigned i = 0; i < 24; i++) a[i] = a[i] * 0.5 + a[(i + 7) % 24];
        double sum = 0;
        for (unsigned i = 0; i < 24; i++) sum += a[i] * (i + 1);
        return sum;
    });
    return right();
}
