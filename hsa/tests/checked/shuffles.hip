// What lanes of a wave tell each other without memory: a sum, a scan, votes.
#include "values.h"

__global__ void all(const int *v, int *sums, int *scans, unsigned long long *odd, int *votes) {
    int x = v[item()], lane = threadIdx.x % 64, sum = x, scan = x;
    for (int d = 32; d > 0; d /= 2) sum += __shfl_xor(sum, d);
    for (int d = 1; d < 64; d *= 2) {
        int below = __shfl_up(scan, d);
        if (lane >= d) scan += below;
    }
    unsigned long long mask = __ballot(x & 1);
    int any = __any(x == 77) + 2 * __all(x >= 0);
    scans[item()] = scan;
    if (lane == 0) {
        sums[item() / 64] = sum;
        odd[item() / 64] = mask;
        votes[item() / 64] = any;
    }
}

int main() {
    constexpr unsigned N = 4 * 256;
    Array<int> v(N, [](size_t i) { return int(i % 200); }), sums(N / 64), scans(N), votes(N / 64);
    Array<unsigned long long> odd(N / 64);
    all<<<4, 256>>>(v.get(), sums.get(), scans.get(), odd.get(), votes.get());
    LAUNCHED();
    auto sum = [](size_t from, size_t to) {
        int sum = 0;
        for (size_t i = from; i < to; i++) sum += int(i % 200);
        return sum;
    };
    ALL_SAME(sums.read(), [&](size_t w) { return sum(w * 64, w * 64 + 64); });
    ALL_SAME(scans.read(), [&](size_t i) { return sum(i / 64 * 64, i + 1); });
    ALL_SAME(odd.read(), [](size_t) { return 0xaaaaaaaaaaaaaaaaull; });
    ALL_SAME(votes.read(), [](size_t w) {
        int any = 2;
        for (size_t i = w * 64; i < w * 64 + 64; i++) any |= i % 200 == 77;
        return any;
    });
    right();
}
