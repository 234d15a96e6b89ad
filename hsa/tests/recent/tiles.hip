// Cooperative groups: tiles of tiles, shuffles and votes in them.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned N = 192;

template <unsigned SIZE> __global__ void of_tiles(const unsigned *v, unsigned *out, unsigned *votes) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<SIZE> tile = cg::tiled_partition<SIZE>(block);
    unsigned i = block.thread_rank(), x = v[i], up = tile.shfl_up(x, 1), last = tile.shfl(x, SIZE - 1);
    // The lane in front, or the last one for the first.
    out[i] = tile.thread_rank() ? up : last;
    votes[i] = tile.any(x % 4 == 0) | tile.all(x % 2 == 0) << 1 | unsigned(tile.meta_group_rank()) << 2;
}

__global__ void of_halves(const unsigned *v, unsigned *out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> outer = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> inner = cg::tiled_partition<8>(outer);
    unsigned i = block.thread_rank(), x = v[i];
    for (unsigned d = 4; d; d /= 2) x += inner.shfl_xor(x, d);
    out[i] = x;
}

template <unsigned SIZE> static void check(const std::vector<unsigned> &data) {
    Device<unsigned> v(data), out(N), votes(N);
    of_tiles<SIZE><<<1, N>>>(v, out, votes);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) { return i % SIZE ? data[i - 1] : data[i + SIZE - 1]; });
    ALL_SAME(votes.read(), [&](size_t i) {
        unsigned any = 0;
        unsigned all = 1;
        for (size_t k = i / SIZE * SIZE; k < (i / SIZE + 1) * SIZE; k++) {
            any |= data[k] % 4 == 0;
            all &= data[k] % 2 == 0;
        }
        return any | all << 1 | unsigned(i / SIZE) << 2;
    });
}

int main() {
    std::vector<unsigned> data = randoms(N, 21);
    for (unsigned i = 0; i < 16; i++) data[32 + i] &= ~1u;
    check<4>(data);
    check<16>(data);
    check<64>(data);
    Device<unsigned> v(data), out(N);
    of_halves<<<1, N>>>(v, out);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) {
        unsigned sum = 0;
        for (size_t k = i / 8 * 8; k < (i / 8 + 1) * 8; k++) sum += data[k];
        return sum;
    });
    return right();
}
