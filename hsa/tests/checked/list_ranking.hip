// The distance of each element of a list from its end, by jumping over pointers: from one pair of arrays to the other.
#include "values.h"

__global__ void jump(const unsigned *next, const unsigned *rank, unsigned *next2, unsigned *rank2, unsigned n) {
    unsigned i = item();
    if (i >= n) return;
    unsigned to = next[i];
    rank2[i] = rank[i] + (to == i ? 0 : rank[to]);
    next2[i] = next[to];
}

int main() {
    constexpr unsigned N = 1000;
    // The list goes 0, 7, 14, ...; its end is its own successor.
    auto after = [](size_t i) -> unsigned { return (i + 7) % N == 0 ? i : (i + 7) % N; };
    Array<unsigned> next(N, after), rank(N, [&](size_t i) { return after(i) != i; }), next2(N), rank2(N);
    for (int round = 0; round < 10; round++) {
        auto [n, r, n2, r2] = round % 2 ? std::tuple(next2.get(), rank2.get(), next.get(), rank.get())
                                        : std::tuple(next.get(), rank.get(), next2.get(), rank2.get());
        jump<<<(N + 127) / 128, 128>>>(n, r, n2, r2, N);
        LAUNCHED();
    }
    // Element 7k is k away from the first.
    ALL_SAME(rank.read(), [](size_t i) { return N - 1 - unsigned(i * 143 % N); });
    right();
}
