// Cooperative groups within a work-group: blocks, tiles, and the lanes that happen to be together.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned N = 256;

template <unsigned SIZE> __global__ void tiles(const unsigned *v, unsigned *sums, unsigned *ranks) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<SIZE>(block);
    unsigned x = v[block.thread_rank()];
    for (unsigned d = SIZE / 2; d > 0; d /= 2) x += tile.shfl_xor(x, d);
    sums[block.thread_rank()] = x;
    ranks[block.thread_rank()] = tile.thread_rank() * 1000 + tile.size();
}

__global__ void together(unsigned *out) {
    out[threadIdx.x] = 0;
    if (threadIdx.x % 3 == 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        out[threadIdx.x] = active.size() * 1000 + active.thread_rank();
    }
}

__global__ void reverse(unsigned *v) {
    extern __shared__ unsigned words[];
    cg::thread_block block = cg::this_thread_block();
    words[block.thread_rank()] = v[block.thread_rank()];
    block.sync();
    v[block.thread_rank()] = words[block.size() - 1 - block.thread_rank()];
}

template <unsigned SIZE> static void check(const std::vector<unsigned> &data) {
    Device<unsigned> v(data), sums(N), ranks(N);
    tiles<SIZE><<<1, N>>>(v, sums, ranks);
    LAUNCHED();
    ALL_SAME(sums.read(), [&](size_t i) {
        unsigned sum = 0;
        for (size_t k = i / SIZE * SIZE; k < (i / SIZE + 1) * SIZE; k++) sum += data[k];
        return sum;
    });
    ALL_SAME(ranks.read(), [](size_t i) { return unsigned(i % SIZE * 1000 + SIZE); });
}

int main() {
    std::vector<unsigned> data = randoms(N, 12);
    check<4>(data);
    check<16>(data);
    check<64>(data);
    Device<unsigned> v(data), out(N);
    together<<<1, N>>>(out);
    LAUNCHED();
    ALL_SAME(out.read(), [](size_t i) {
        if (i % 3 != 1) return 0u;
        unsigned rank = 0;
        unsigned size = 0;
        for (size_t k = i / 64 * 64; k < (i / 64 + 1) * 64; k++) if (k % 3 == 1) {
                rank += k < i;
                size++;
            }
        return size * 1000 + rank;
    });
    reverse<<<1, dim3(16, 4, 4), N * 4>>>(v);
    LAUNCHED();
    ALL_SAME(v.read(), [&](size_t i) { return data[N - 1 - i]; });
    return right();
}
