// The elements that are wanted, in any order: each wave asks for room for all its lanes at once.
#include "values.h"

__global__ void keep(const unsigned *v, unsigned n, unsigned *out, unsigned *count) {
    unsigned i = item(), x = i < n ? v[i] : 0;
    bool wanted = i < n && x % 3 == 0;
    unsigned long long mask = __ballot(wanted);
    unsigned lane = threadIdx.x % 64, first = 0;
    if (lane == 0 && mask != 0) first = atomicAdd(count, __popcll(mask));
    first = __shfl(int(first), 0);
    if (wanted) out[first + __popcll(mask & ((1ull << lane) - 1))] = x;
}

int main() {
    constexpr unsigned N = 1000;
    Array<unsigned> v(N, [](size_t i) { return i; }), out(N), count(1);
    keep<<<4, 256>>>(v.get(), N, out.get(), count.get());
    LAUNCHED();
    SAME(count.read()[0], 334u);
    std::vector<unsigned> seen(N);
    std::vector<unsigned> kept = out.read();
    for (unsigned i = 0; i < 334; i++) seen[kept[i]]++;
    ALL_SAME(seen, [](size_t i) { return unsigned(i % 3 == 0); });
    right();
}
