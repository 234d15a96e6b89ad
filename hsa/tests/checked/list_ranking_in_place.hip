// The same in place, in one work-group, with barriers between reading and writing.
#include "values.h"

__global__ void rank_list(unsigned *next, unsigned *rank) {
    unsigned i = threadIdx.x;
    for (unsigned done = 1; done < blockDim.x; done *= 2) {
        unsigned to = next[i], more = to == i ? 0 : rank[to], after = next[to];
        __syncthreads();
        rank[i] += more;
        next[i] = after;
        __syncthreads();
    }
}

int main() {
    constexpr unsigned N = 512;
    auto after = [](size_t i) -> unsigned { return (i + 5) % N == 0 ? i : (i + 5) % N; };
    Array<unsigned> next(N, after), rank(N, [&](size_t i) { return after(i) != i; });
    rank_list<<<1, N>>>(next.get(), rank.get());
    LAUNCHED();
    // 5 * 205 = 1025 is 1 more than a multiple of 512.
    ALL_SAME(rank.read(), [](size_t i) { return N - 1 - unsigned(i * 205 % N); });
    right();
}
